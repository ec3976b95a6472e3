"""The page of a search of rows."""

import unriddle as ur
from unriddle.cli import main
from unriddle.puzzles.boggle import RandomBoard, stream
from unriddle.puzzles.boggle.streaming import draw


def test_words_and_their_places(tmp_path):
    (tmp_path / "board.txt").write_text("tea\nars\n")
    result = stream(tmp_path / "board.txt", ["tea", "rate", "ars"], paths=True)
    view = draw.view(result)
    by_word = {row.values[0]: row.values for row in view.table.rows}
    assert by_word["tea"] == ("tea", 3, 1, 1, 3, "1,1 1,2 1,3") and len(by_word) == 3
    assert ("words", "3") in view.facts and "Boggle 2 × 3" in result.to_html()


def test_rows_that_are_not_all_searched_and_words_that_are_left_out(monkeypatch):
    monkeypatch.setattr(draw, "MOST_WORDS", 1)
    board = RandomBoard("3000x90", seed=1)
    result = stream(board, ["tea", "eat", "ate"], limits=ur.Limits(seconds=0.01))
    view = draw.view(result)
    assert (("status", "LIMIT") in view.facts) == (result.status is ur.Status.LIMIT)
    assert len(view.table.rows) == min(1, result.count)
    assert result.count < 2 or any("are not" in note for note in view.notes)


def test_the_option(tmp_path, capsys):
    board, page = tmp_path / "board.txt", tmp_path / "page.html"
    board.write_text("tea\nars\n")
    assert main(["stream", str(board), "--html", str(page), "--summary"]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "Found" in capsys.readouterr().out
    assert main(["stream", str(board), "--html", "-"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("</html>")
