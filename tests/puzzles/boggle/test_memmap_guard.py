"""Boards in arrays that are mapped from files: later changes do not reach them, or are an error."""

import os

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle import parse as reader
from unriddle.puzzles.boggle import score_many, solve_many, stream
from unriddle.puzzles.boggle.parse import copy_if_mapped as own
from unriddle.puzzles.boggle.parse import unchanged

LEXICON = ur.Lexicon(["tea", "eat", "rate", "tear", "aaa"])
TEAR = np.frombuffer(b"tear", dtype=np.uint8) - ord("a")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "boards.npy"
    np.save(path, np.tile(TEAR, (100, 1)))
    return path


def rewrite(path):
    before = path.stat()
    np.save(path, np.zeros((100, 4), np.uint8))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 10**9))


@pytest.mark.parametrize(
    "view", [lambda a: a, lambda a: np.asarray(a), lambda a: a[:50], lambda a: a.reshape(50, 8)]
)
def test_what_is_mapped_is_copied_whatever_view_of_it_is_given(path, view):
    array = view(np.load(path, mmap_mode="r"))
    copied = own(array)
    assert type(copied) is np.ndarray and not np.shares_memory(copied, array) and (copied == array).all()
    plain = np.tile(TEAR, (3, 1))
    assert own(plain) is plain and own(["tear"]) == ["tear"] and np.shares_memory(own(plain[1:]), plain)


def test_a_board_of_a_mapped_array_is_its_own(path):
    array = np.load(path, mmap_mode="r+")
    board = ur.Boggle(np.load(path, mmap_mode="r")[:1].reshape(2, 2))
    many = solve_many(np.load(path, mmap_mode="r"), LEXICON)
    score = board.solve(LEXICON).score
    array[:] = 0
    array.flush()
    assert board.solve(LEXICON).score == score == 4
    os.truncate(path, 200)  # what still read it there would end the process
    assert board.solve(LEXICON).words == many[99].board.solve(LEXICON).words


@pytest.mark.parametrize("call", [score_many, solve_many])
def test_a_large_one_that_changes_meanwhile_is_an_error(path, call, monkeypatch):
    monkeypatch.setattr(reader, "MOST_COPIED", 10)
    array = np.load(path, mmap_mode="r")
    assert len(call(array, LEXICON)) == 100
    with pytest.raises(ur.PuzzleError, match=r"boards.npy: the file was modified while being read"):
        call(array, LEXICON, threads=1, progress=lambda done: rewrite(path))


def test_rows_that_change_meanwhile_are_an_error(path):
    array = np.load(path, mmap_mode="r")
    assert stream(array, LEXICON, threads=1).words
    with unchanged(array), unchanged(["tear"]):
        pass
    with pytest.raises(ur.PuzzleError, match="was modified"), unchanged(array):
        rewrite(path)
    path.unlink()
    with unchanged(array):
        pass
