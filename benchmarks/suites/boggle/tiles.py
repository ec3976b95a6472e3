"""Kernels for words with tiles of several letters, and for the paths of one word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.words import english, prefixes, word_set
from reference import topology as plain_topology
from reference.walk.boggle_word_paths import word_paths
from reference.walk.walk import walk
from unriddle.puzzles.boggle.puzzle import Boggle

from ...case import Case
from .textbook import prefix_set
from .words import spellable, tiles_of

__all__ = ["cases"]

TILES = "in r e st / a th s ou / er t l n / d o qu e"
"""A board with tiles of two letters."""
REPEATED = "aab/aba/baa"
WORD = "aabaab"


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    return [_paths("kernel"), _paths("twin"), _tiles("kernel"), _tiles("twin"), _tiles("textbook")]


def _paths(role: str) -> Case:
    """Return what counts the paths of a word on a board of two letters."""

    def prepare() -> Callable[[], int]:
        board = Boggle.parse(REPEATED)
        if role == "kernel":
            return lambda: int(board.count_paths_of(WORD))
        table = plain_topology.neighbours(3, 3)
        tiles: Any = [[tuple(tile)] for tile in tiles_of(board)]
        word: Any = tuple(WORD)
        return lambda: sum(1 for _ in word_paths(table, tiles, word))

    return Case(
        suite="tiles",
        group="paths of a word",
        name=role,
        role=role,
        item="word",
        prepare=prepare,
        answer=lambda count: [count],
    )


def _tiles(role: str) -> Case:
    def prepare() -> Callable[[], Any]:
        board, lexicon = Boggle.parse(TILES.replace(" / ", "\n")), english()
        if role == "kernel":
            return lambda: board.solve(lexicon).words
        if role == "textbook":
            tiles, words, begun = tiles_of(board), word_set(), prefixes()
            return lambda: sorted(prefix_set(4, tiles, words, begun)[0])
        table = plain_topology.neighbours(4, 4)
        ways: Any = [[tuple(tile)] for tile in tiles_of(board)]
        plain: Any = spellable(board)
        find: Any = walk
        return lambda: sorted("".join(word) for word in find(table, ways, plain)[0])

    return Case(
        suite="tiles",
        group="boggle 4x4 with tiles of two letters",
        name="prefix set" if role == "textbook" else role,
        role=role,
        item="board",
        prepare=prepare,
        answer=lambda words: [words],
        facts=lambda words: {"words": len(words)},
    )
