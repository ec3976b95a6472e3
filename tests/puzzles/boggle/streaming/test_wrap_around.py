"""A torus smaller than the longest word: `stream` finds the words of `solve`."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.boggle import RandomBoard, stream
from unriddle.puzzles.boggle.streaming import search

LEXICON = ur.Lexicon(["tea", "seat", "eats", "tease", "stares", "essence", "teasesteasesteases"])


def cells_of(rows, cols, seed=0):
    return np.random.default_rng(seed).choice([19, 4, 0, 18, 17, 255], (rows, cols)).astype(np.uint8)


def solved(cells, lexicon=LEXICON, **rules):
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
    found = stream(cells, LEXICON, wrap=True, topology=kind, paths=True)
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
    found = stream(path, LEXICON, wrap=True)
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
        stream(cells, LEXICON, wrap=True, shard=(1, 2), checkpoint=tmp_path / "x")
    monkeypatch.setattr(search, "SMALL_TORUS", 80)
    with pytest.raises(PuzzleError, match="a torus of 9x9"):
        stream(cells, LEXICON, wrap=True)
