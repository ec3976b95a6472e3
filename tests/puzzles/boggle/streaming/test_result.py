"""What a search of an enormous board returns: how many words, their columns, how far it has come."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.cli import main
from unriddle.puzzles.boggle import RandomBoard, Scoring, StreamProgress, stream
from unriddle.puzzles.boggle.streaming import result as results


def test_how_many_words_there_are():
    cells = np.array([[0, 1], [2, 3]], np.uint8)
    assert stream(cells, ["zzz"]).status is ur.Status.NO_SOLUTION and stream(cells, ["zzz"]).solution is None
    assert stream(cells, ["abc", "zzz"]).status is ur.Status.UNIQUE
    found = stream(cells, ["abc", "cab"], scoring=Scoring((0, 0, 0, 7)))
    assert (str(found), repr(found)) == ("2 words, 14 points", "<StreamResult MULTIPLE: 2 words, 14 points>")
    assert found.columns()["word"] == ["abc", "cab"] and found.paths is None


def test_columns_as_a_table():
    arrow = pytest.importorskip("pyarrow")
    found = stream(np.array([[0, 1], [2, 3]], np.uint8), ["abc", "cab"])
    table = found.to_arrow()
    assert table.column_names == ["word", "length", "score", "row", "col"]
    assert isinstance(table, arrow.Table) and table["word"].to_pylist() == ["abc", "cab"]


def test_how_far_it_is():
    assert str(StreamProgress(7, None, 1234, 1.0, 1)) == "7 rows, 1,234 words"
    assert (
        str(StreamProgress(250, 1000, 2, 2.0, 1, first_row=50))
        == "250 of 1,000 rows, 2 words, about 7.5 s left"
    )
    assert str(StreamProgress(50, 1000, 2, 2.0, 1, first_row=50)) == "50 of 1,000 rows, 2 words"


def test_the_page_of_words_and_their_places(tmp_path):
    (tmp_path / "board.txt").write_text("tea\nars\n")
    result = stream(tmp_path / "board.txt", ["tea", "rate", "ars"], paths=True)
    view = result.view()
    by_word = {row.values[0]: row.values for row in view.table.rows}
    assert by_word["tea"] == ("tea", 3, 1, 1, 3, "1,1 1,2 1,3") and len(by_word) == 3
    assert ("words", "3") in view.facts and "Boggle 2 × 3" in result.to_html()


def test_a_page_of_a_part_of_the_rows_and_words(monkeypatch):
    monkeypatch.setattr(results, "MOST_WORDS", 1)
    view = stream(RandomBoard("200x90", seed=1), ["tea", "eat", "ate"], shard=(1, 2)).view()
    assert ("status", "LIMIT") in view.facts and len(view.table.rows) == 1
    assert any("are not" in note for note in view.notes)


def test_a_page_by_the_option(tmp_path, capsys):
    board, page = tmp_path / "board.txt", tmp_path / "page.html"
    board.write_text("tea\nars\n")
    assert main(["stream", str(board), "--html", str(page), "--summary"]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "Found" in capsys.readouterr().out
    assert main(["stream", str(board), "--html", "-"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("</html>")
