"""Kernels that others are built on: neighbour tables, paths of a word, tiles of several letters, clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core import learning, topology
from ...core.reference import learning as plain_learning
from ...core.reference import topology as plain_topology
from ...core.reference.walk import walk
from ...core.reference.word_paths import word_paths
from ...puzzles.boggle import Boggle
from . import textbook
from .case import Case
from .words import english, prefixes, spellable, tiles_of, word_set

__all__ = ["cases"]

TILES = "in r e st / a th s ou / er t l n / d o qu e"
"""A board with tiles of two letters."""
REPEATED = "aab/aba/baa"
WORD = "aabaab"


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    made = []
    for side in (4, 16) if quick else (4, 16, 64):
        made += [_neighbours(side, "kernel"), _neighbours(side, "twin")]
    for role in ("kernel", "twin"):
        made += [_paths(role), _clauses(3 if quick else 4, role)]
    return [*made, _tiles("kernel"), _tiles("twin"), _tiles("textbook")]


def _neighbours(side: int, role: str) -> Case:
    def prepare() -> Callable[[], Any]:
        if role == "kernel":
            return lambda: topology.neighbours(side, side, topology.KING)
        return lambda: plain_topology.neighbours(side, side, plain_topology.KING)

    def answer(table: Any) -> list[Any]:
        rows: Sequence[Sequence[int]] = table.tolist() if role == "kernel" else table
        return [[[cell for cell in row if cell < side * side] for row in rows]]

    return Case(
        suite="parts",
        group=f"neighbour table {side}x{side}",
        name=role,
        role=role,
        item="board",
        prepare=prepare,
        answer=answer,
        params={"rows": side, "cols": side},
        series="neighbour tables",
        x=side * side,
        x_name="cells",
    )


def _paths(role: str) -> Case:
    """Return what counts the paths of a word on a board of two letters."""

    def prepare() -> Callable[[], int]:
        board = Boggle.parse(REPEATED)
        if role == "kernel":
            return lambda: board.count_paths(WORD)
        table = plain_topology.neighbours(3, 3)
        tiles: Any = [[tuple(tile)] for tile in tiles_of(board)]
        word: Any = tuple(WORD)
        return lambda: sum(1 for _ in word_paths(table, tiles, word))

    return Case(
        suite="parts",
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
            return lambda: sorted(textbook.prefix_set(4, tiles, words, begun)[0])
        table = plain_topology.neighbours(4, 4)
        ways: Any = [[tuple(tile)] for tile in tiles_of(board)]
        plain: Any = spellable(board)
        find: Any = walk
        return lambda: sorted("".join(word) for word in find(table, ways, plain)[0])

    return Case(
        suite="parts",
        group="boggle 4x4 with tiles of two letters",
        name="prefix set" if role == "textbook" else role,
        role=role,
        item="board",
        prepare=prepare,
        answer=lambda words: [words],
        facts=lambda words: {"words": len(words)},
    )


def _clauses(n: int, role: str) -> Case:
    """Return what counts the ways to put n pigeons into n holes, as clauses."""

    def prepare() -> Callable[[], int]:
        clauses = [[2 * (bird * n + hole) for hole in range(n)] for bird in range(n)]
        groups = [[bird * n + hole for bird in range(n)] for hole in range(n)]
        groups += [[bird * n + hole for hole in range(n)] for bird in range(n)]
        if role == "twin":
            return lambda: sum(1 for _ in plain_learning.assignments(n * n, clauses, groups))
        arrays = [*_flat(clauses), *_flat(groups)]

        def work() -> int:
            search = learning.ClauseSearch(n * n, arrays[0], arrays[1], arrays[2], arrays[3], 1 << 40)
            while search.run(1 << 40):
                pass
            return search.count

        return work

    return Case(
        suite="parts",
        group=f"clauses, {n} pigeons in {n} holes",
        name=role,
        role=role,
        item="problem",
        prepare=prepare,
        answer=lambda count: [count],
        params={"n": n},
    )


def _flat(lists: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
    return np.array([number for numbers in lists for number in numbers], dtype=np.int32), starts
