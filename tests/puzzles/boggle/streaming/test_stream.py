"""All words of boards that are read row by row: the verb, its limits, what it returns."""

import gzip
import os
import threading

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle import RandomBoard, Rules, Scoring, stream
from unriddle.puzzles.boggle.streaming import windows
from unriddle.puzzles.boggle.streaming.row_readers import A_TO_Z, open_rows

LEXICON = ur.Lexicon.load("english", level=50)


@pytest.fixture
def small_bands(monkeypatch):
    monkeypatch.setattr(windows, "CELLS", 1 << 14)


@pytest.mark.parametrize("qu", [False, True])
@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("topology", ["king", "rook", "hex"])
def test_a_stream_finds_what_solve_finds(small_bands, topology, wrap, qu):
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
def test_rows_that_cannot_be_read_do_not_lose_what_was_found(small_bands, tmp_path, threads):
    with open_rows(RandomBoard("900x300", seed=1, dice="uniform"), A_TO_Z) as rows:
        lines = ["".join(A_TO_Z[code] for code in row) for row in rows.read(900).tolist()]
    path = tmp_path / "board.txt"
    path.write_text("\n".join([*lines[:700], "abc", *lines[701:]]) + "\n")
    found = stream(path, LEXICON, threads=threads)
    assert found.status is ur.Status.LIMIT and 0 < found.done_rows < 700 and found.words
    assert found.error.endswith("board.txt:701: row of 3 tiles, expected 300 as in the first")
    assert not found.interrupted and found.rows is None
    packed = tmp_path / "board.txt.gz"
    packed.write_bytes(gzip.compress("\n".join(lines).encode())[:-200])
    assert "damaged gzip file" in stream(packed, LEXICON, threads=threads).error
    path.write_text("ab\nc\n")
    with pytest.raises(ur.PuzzleError, match=r"board\.txt:2: row of 1 tiles"):
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
        ({"threads": -1}, "threads -1"),
        ({"paths": "yes"}, "paths"),
        ({"raw": True}, "raw bytes without a shape"),
        ({"shape": "3x3"}, "board of 4x4, expected 3x3"),
        ({"limits": 5}, "limits"),
        ({"scoring": Scoring(multipliers=["2L"] * 16)}, "multipliers of cells"),
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
