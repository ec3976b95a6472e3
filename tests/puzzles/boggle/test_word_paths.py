"""The paths that spell one word."""

from itertools import pairwise, permutations

import pytest

from unriddle import Boggle
from unriddle.puzzles.boggle.word_paths import AT_FIRST, count_paths, each_path, search_of


def by_hand(board, word):
    """Return the paths that spell a word of single letters, from all sequences of cells."""
    near, tiles = board.neighbours().tolist(), [board.tile(cell) for cell in range(board.rows * board.cols)]
    return [
        path
        for path in permutations(range(len(tiles)), len(word))
        if all(tiles[cell] in (letter, "?") for cell, letter in zip(path, word, strict=True))
        and all(b in near[a] for a, b in pairwise(path))
    ]


@pytest.mark.parametrize("text", ["aab/baa", "ab?/.ba", "aaaaaa"])
@pytest.mark.parametrize("wrap", [False, True])
def test_each_path_once_and_as_many_as_counted(text, wrap):
    board = Boggle.parse(text, wrap=wrap, shape=(1, 6) if "/" not in text else None)
    for word in ("a", "ab", "aba", "aab", "c"):
        found = list(each_path(board.board, board.board_rules, word, 0, -1))
        assert found == by_hand(board, word)
        assert count_paths(board.board, board.board_rules, word, None, None) == len(found)


def test_more_paths_than_are_made_at_a_time():
    board = Boggle.parse("/".join(["aaaa"] * 4))
    found = list(each_path(board.board, board.board_rules, "aaaa", 0, -1))
    assert (
        len(set(found))
        == len(found)
        == count_paths(board.board, board.board_rules, "aaaa", None, None)
        > AT_FIRST
    )
    assert found == sorted(found)


def test_from_some_cells_only():
    board = Boggle.parse("ab/ab")
    assert list(each_path(board.board, board.board_rules, "ab", 2, 3)) == [(2, 1), (2, 3)]


@pytest.mark.parametrize("word", ["", "a1", "a" * 255])
def test_what_no_board_has(word):
    board = Boggle.parse("a/b")
    assert search_of(board.board, board.board_rules, word) is None
    assert (
        list(each_path(board.board, board.board_rules, word, 0, -1)) == []
        and count_paths(board.board, board.board_rules, word, None, None) == 0
    )
