"""All words of boards that are read row by row: the verb, limits, Ctrl-C, small toruses, results."""

import gzip
import os
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.cli import main
from unriddle.puzzles.boggle import RandomBoard, Rules, Scoring, StreamProgress, stream
from unriddle.puzzles.boggle.streaming import result as results
from unriddle.puzzles.boggle.streaming import search, windows
from unriddle.puzzles.boggle.streaming.row_readers import A_TO_Z, open_rows

LEXICON = ur.Lexicon.load("english", level=50)


@pytest.fixture(autouse=True)
def small_bands(monkeypatch):
    monkeypatch.setattr(windows, "CELLS", 1 << 14)


@pytest.mark.parametrize(
    ("topology", "wrap", "qu"),
    [("king", False, False), ("king", True, True), ("rook", False, True), ("rook", True, False),
     ("hex", False, False), ("hex", True, True)],
)  # fmt: skip
def test_a_stream_finds_what_solve_finds(topology, wrap, qu):
    codes = np.random.default_rng(5).integers(0, 26, (110, 60), dtype=np.uint8)
    board = ur.Boggle.parse(codes, topology=topology, wrap=wrap, qu=qu)
    whole = board.solve(LEXICON, min_length=4)
    for threads in (1, 3):
        found = stream(
            codes, LEXICON, topology=topology, wrap=wrap, qu=qu, min_length=4, threads=threads, paths=True
        )
        assert found.words == whole.words and found.score == whole.score and len(found) == whole.count
        assert (found.status, found.rows, found.cols, found.done_rows) == (ur.Status.MULTIPLE, 110, 60, 110)
        for word, path in list(zip(found.words, found.paths, strict=True))[::101]:
            cells = [row * 60 + col for row, col in path]
            assert "".join(board.tile(cell) for cell in cells) == word and board.check(word)


def test_a_random_board_is_the_board_of_its_rows():
    board = RandomBoard("200x130", seed=3)
    with open_rows(board, A_TO_Z) as rows:
        whole = ur.Boggle.parse(rows.read(200), qu=True).solve(LEXICON)
    assert stream(board, LEXICON).words == whole.words == ur.Boggle.stream(board, LEXICON).words
    assert stream(board, LEXICON, qu=True).words == whole.words


@pytest.mark.parametrize("letters", ["aq", "aqu"])
def test_a_q_that_stands_for_qu(letters):
    cells = np.array([[16, 0, 18, 16]], np.uint8)  # q a s q
    words = ["aq", "qua", "qa"] if "u" in letters else ["aq", "qa"]
    whole = ur.Boggle.parse("qasq", shape="1x4", qu=True).solve(words, min_length=2)
    assert stream(cells, words, qu=True, min_length=2).words == whole.words
    plain = ur.Boggle.parse("qasq", shape="1x4").solve(words, min_length=2)
    assert stream(cells, words, min_length=2).words == plain.words


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_that_cannot_be_read_do_not_lose_what_was_found(tmp_path, threads):
    with open_rows(RandomBoard("900x300", seed=1, dice="uniform"), A_TO_Z) as rows:
        lines = ["".join(A_TO_Z[code] for code in row) for row in rows.read(900).tolist()]
    path = tmp_path / "board.txt"
    path.write_text("\n".join([*lines[:700], "abc", *lines[701:]]) + "\n")
    found = stream(path, LEXICON, threads=threads)
    assert found.status is ur.Status.LIMIT and 0 < found.done_rows < 700 and found.words
    assert found.error.endswith("board.txt:701: row 701 has 3 cells, but the first row has 300")
    assert not found.interrupted and found.rows is None
    packed = tmp_path / "board.txt.gz"
    packed.write_bytes(gzip.compress("\n".join(lines).encode())[:-200])
    assert "damaged gzip file" in stream(packed, LEXICON, threads=threads).error
    path.write_text("ab\nc\n")
    with pytest.raises(ur.PuzzleError, match=r"board\.txt:2: row 2 has 1 cell, but the first row has 2"):
        stream(path, LEXICON)


def test_a_pipe_is_read_once(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    text = b"teas\narse\n" * 50
    writer = threading.Thread(target=path.write_bytes, args=(text,))
    writer.start()
    found = stream(str(path), ["teas", "sear", "quiz"])
    writer.join()
    assert found.words == ["sear", "teas"] and found.rows == 100


def test_options_that_are_none():
    cells = np.zeros((4, 4), np.uint8)
    for options, reason in [
        ({"threads": -1}, "threads=-1"),
        ({"paths": "yes"}, "paths"),
        ({"raw": True}, "raw bytes need rows and columns"),
        ({"shape": "3x3"}, "board of 4x4, expected 3x3"),
        ({"limits": 5}, "limits"),
        ({"scoring": Scoring(multipliers=["2L"] * 16)}, "read row by row has no multipliers"),
    ]:
        with pytest.raises(ur.PuzzleError, match=reason):
            stream(cells, ["abc"], **options)
    with pytest.raises(TypeError):
        stream(cells, ["abc"], unknown=1)
    with pytest.raises(ur.PuzzleError, match="words of 33 letters, expected at most 32"):
        stream(
            cells, ["".join(chr(0x3B1 + k) for k in range(17)), "".join(chr(0x430 + k) for k in range(16))]
        )
    assert stream(cells, ["aaa"], rules=Rules(topology="rook")).words == ["aaa"]


def test_limits_keep_what_is_found():
    board = RandomBoard("2000x300", seed=1)
    whole = stream(board, LEXICON)
    for limits in (ur.Limits(nodes=300_000), ur.Limits(seconds=0.02)):
        found = stream(board, LEXICON, limits=limits, threads=1, paths=True)
        assert found.status is ur.Status.LIMIT and 0 <= found.done_rows < 2000
        assert set(found.words) <= set(whole.words) and len(found.paths) == found.count
    again = stream(board, LEXICON, limits=ur.Limits(nodes=300_000), threads=1)
    assert again.stats.nodes <= 300_000 and again.words
    assert stream(board, LEXICON, limits=ur.Limits(memory=100 << 20), threads=1).words == whole.words


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_keeps_what_is_found(threads):
    calls, before = [], threading.active_count()

    def interrupt(nodes):
        calls.append(nodes)
        if len(calls) == 5:
            raise KeyboardInterrupt

    found = stream(RandomBoard("3000x300", seed=1), LEXICON, threads=threads, progress=interrupt)
    assert found.interrupted and found.status is ur.Status.LIMIT and found.words
    assert threading.active_count() <= before


def test_it_is_told_how_far_it_is():
    told = []
    found = stream(RandomBoard("1000x300", seed=1), LEXICON, watch=told.append)
    assert told[0].done_rows == 0 and told[-1].done_rows == 1000 and told[-1].found == found.count
    assert [each.done_rows for each in told] == sorted(each.done_rows for each in told)
    assert str(told[1]).startswith(f"{told[1].done_rows} of 1,000 rows, ") and "left" in str(told[1])
    assert all(each.memory == found.memory for each in told)


def test_a_shard_is_told_in_its_own_rows():
    told = []
    found = stream(RandomBoard("1000x300", seed=1), LEXICON, watch=told.append, shard=(2, 4))
    assert (told[0].done_rows, told[-1].done_rows, told[-1].rows) == (0, 250, 250)
    assert (found.first_row, found.done_rows, found.own, found.rows) == (250, 250, 0, 1000)
    assert found.status is ur.Status.LIMIT, "a part is not returned as the whole"
    limits = ur.Limits(nodes=100_000)
    part = stream(RandomBoard("1000x300", seed=1), LEXICON, shard=(2, 4), limits=limits, threads=1)
    assert part.done_rows + part.own == 250 and part.own > 0


FEW = ur.Lexicon(["tea", "seat", "eats", "tease", "stares", "essence", "teasesteasesteases"])


def cells_of(rows, cols, seed=0):
    return np.random.default_rng(seed).choice([19, 4, 0, 18, 17, 255], (rows, cols)).astype(np.uint8)


def solved(cells, lexicon=FEW, **rules):
    names = "abcdefghijklmnopqrstuvwxyz"
    text = "\n".join("".join("." if code == 255 else names[code] for code in row) for row in cells.tolist())
    return ur.Boggle.parse(text, shape=cells.shape, **rules).solve(lexicon)


@given(
    rows=st.integers(1, 19),
    cols=st.integers(1, 19),
    seed=st.integers(0, 99),
    kind=st.sampled_from(["king", "hex"]),
)
def test_words_are_those_of_the_board_in_memory(rows, cols, seed, kind):
    cells = cells_of(rows, cols, seed)
    found = stream(cells, FEW, wrap=True, topology=kind, paths=True)
    assert found.words == solved(cells, wrap=True, topology=kind).words
    assert (found.rows, found.cols, found.done_rows, found.own) == (rows, cols, rows, 0)
    assert [path[-1] for path in found.paths] == [tuple(end) for end in found.ends.tolist()]
    for word, path in zip(found.words, found.paths, strict=True):
        assert len(set(path)) == len(path) and all(0 <= r < rows and 0 <= c < cols for r, c in path)
        assert "".join(chr(97 + cells[r, c]) for r, c in path) == word


@pytest.mark.parametrize("rows", [5, 17, 18, 30])
def test_rows_that_nobody_has_counted(tmp_path, rows):
    cells = cells_of(rows, 40, 3)
    path = tmp_path / "board.txt"
    path.write_text(
        "\n".join("".join("." if c == 255 else chr(97 + c) for c in row) for row in cells.tolist())
    )
    found = stream(path, FEW, wrap=True)
    assert found.words == solved(cells, wrap=True).words and found.rows == found.done_rows == rows


def test_a_board_with_qu_and_a_checkpoint(tmp_path):
    board, words = RandomBoard("12x50", seed=2), ur.Lexicon.load("english")
    path, told = tmp_path / "found", []
    found = stream(board, words, wrap=True, checkpoint=path, watch=told.append)
    assert found.count > 1000 and any("qu" in word for word in found.words) and told[0].memory == found.memory
    again = stream(board, words, wrap=True, checkpoint=path)
    assert (again.words, again.ends.tolist()) == (found.words, found.ends.tolist())
    part = stream(board, words, wrap=True, limits=Limits(seconds=0))
    assert (part.status, part.done_rows, part.own) == (Status.LIMIT, 0, 12)


def test_what_is_still_refused(tmp_path, monkeypatch):
    cells = cells_of(9, 9)
    with pytest.raises(PuzzleError, match="a torus of 9x9, expected at least 18x18"):
        stream(cells, FEW, wrap=True, shard=(1, 2), checkpoint=tmp_path / "x")
    monkeypatch.setattr(search, "SMALL_TORUS", 80)
    with pytest.raises(PuzzleError, match="a torus of 9x9"):
        stream(cells, FEW, wrap=True)


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


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "rules",
    [{}, {"topology": "rook"}, {"topology": "hex", "min_length": 5}, {"wrap": True}, {"qu": True}],
    ids=str,
)
def test_a_large_board_in_memory_is_searched_in_bands(rules, threads, monkeypatch):
    board = ur.Boggle.random("120x90", dice="big" if "qu" in rules else "english", seed=3, **rules)
    whole = board.solve(threads=threads)
    monkeypatch.setattr("unriddle.puzzles.boggle.puzzle.BAND_CELLS", 0)
    banded = board.solve(threads=threads)
    assert banded.words == whole.words and banded.status is whole.status
    for word in banded.words[::50]:
        path = banded.path(word)
        assert "".join(map(board.tile, path)) == word and len(set(path)) == len(path)
    assert board.solve(limits=ur.Limits(nodes=50)).stats.nodes <= 51
    stopped = board.solve(threads=threads, limits=ur.Limits(seconds=0))
    assert stopped.status is ur.Status.LIMIT and set(stopped.words) <= set(whole.words)
