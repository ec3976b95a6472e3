"""All self-avoiding paths of a board: counted frontier by frontier, walked by a kernel, walked in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from reference import topology as plain_topology
from reference.trie import Trie as PlainTrie
from reference.walk import boggle_exhaustive as plain_walk
from reference.walk import path_count as plain_count
from unriddle.core.topology import adjacency_masks
from unriddle.core.trie import Trie
from unriddle.core.walk.boggle_exhaustive import Exhaustive
from unriddle.puzzles.paths.puzzle import PathCount, count_paths

from ..case import Case, visited
from ..textbook import every_path

__all__ = ["cases"]

WORDS = [(0, 1, 4, 3), (2, 0, 3), (4, 5), (7, 4, 5, 8)]
"""A few strings of the cells' own letters, in order: the walk is measured, not the look-up."""
KINDS = {"king": plain_topology.KING, "rook": plain_topology.ROOK, "hex": plain_topology.HEX}


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    sides = {
        "king": (2, 3, 4) if quick else (2, 3, 4, 5, 6, 7, 8),
        "rook": (2, 3, 4) if quick else (2, 3, 4, 5, 6, 7, 8, 9, 10),
        "hex": (3,) if quick else (3, 5, 8),
    }
    made = []
    for topology, all_sides in sides.items():
        for side in all_sides:
            made.append(_counted(topology, side))
            if side <= 3:
                made += [_twin(topology, side), _textbook(topology, side)]
    for side in (2, 3, 4) if quick else (2, 3, 4, 5, 6):
        made.append(_growth(side))
    for side in (3,) if quick else (3, 4):
        made.append(_walked(side))
    made += [_walked_twin(3), _walked_textbook(3)]
    for side, topology in [(3, "rook")] if quick else [(3, "rook"), (4, "rook"), (5, "rook"), (4, "king")]:
        made.append(_torus(side, topology))
        if side == 3:
            made.append(_torus_twin(side, topology))
    for side in (2, 3) if quick else (3, 5, 6):
        made.append(_by_length(side))
        if side <= 3:
            made.append(_by_length_twin(side))
    for side in (3,) if quick else (3, 6):
        made.append(_by_start(side))
    return [*made, _by_start_textbook(3)]


def _common(topology: str, side: int) -> dict[str, Any]:
    return {
        "suite": "paths",
        "group": f"paths {side}x{side} {topology}",
        "item": "board",
        "params": {"rows": side, "cols": side, "topology": topology},
        "series": f"paths: all of a board, {topology}",
        "x": side,
        "x_name": "side",
    }


def _counted(topology: str, side: int) -> Case:
    def prepare() -> Callable[[], PathCount]:
        return lambda: count_paths(side, topology=topology)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda result: [result.found],
        nodes=visited,
        facts=lambda result: {"paths": str(result.found)},
        **_common(topology, side),
    )


def _growth(side: int) -> Case:
    """Return the moves that Boggle without pruning would need, whatever the letters."""
    return Case(
        suite="paths",
        group=f"boggle growth {side}x{side}, all paths counted",
        name="kernel",
        role="kernel",
        item="board",
        prepare=lambda: lambda: count_paths(side),
        answer=lambda result: [result.found],
        nodes=visited,
        facts=lambda result: {"moves": [result.found]},
        params={"rows": side, "cols": side, "pruning": False},
    )


def _twin(topology: str, side: int) -> Case:
    def prepare() -> Callable[[], int]:
        table = plain_topology.neighbours(side, side, KINDS[topology])

        def count() -> int:
            counter = plain_count.PathCounter(table, range(side * side))
            counter.run(1 << 40)
            return counter.count()

        return count

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda count: [count],
        nodes=lambda count: count,
        **_common(topology, side),
    )


def _count_by_set(table: Sequence[Sequence[int]], visited: set[int], cell: int) -> int:
    """Return the paths from a cell: a recursion that carries the cells visited."""
    paths = 1
    visited.add(cell)
    for other in table[cell]:
        if other not in visited:
            paths += _count_by_set(table, visited, other)
    visited.remove(cell)
    return paths


def _textbook(topology: str, side: int) -> Case:
    def prepare() -> Callable[[], int]:
        table = plain_topology.neighbours(side, side, KINDS[topology])
        return lambda: sum(_count_by_set(table, set(), cell) for cell in range(side * side))

    return Case(
        name="set of cells",
        role="textbook",
        prepare=prepare,
        answer=lambda count: [count],
        nodes=lambda count: count,
        **_common(topology, side),
    )


def _start_case(side: int, name: str, role: str, prepare: Callable[[], Callable[[], Any]]) -> Case:
    return Case(
        suite="paths",
        group=f"paths {side}x{side} king, by start",
        name=name,
        role=role,
        item="board",
        prepare=prepare,
        answer=lambda grid: [tuple(map(tuple, grid))],
        params={"rows": side, "cols": side},
    )


def _by_start(side: int) -> Case:
    return _start_case(side, "kernel", "kernel", lambda: lambda: count_paths(side, by_start=True).by_start)


def _by_start_textbook(side: int) -> Case:
    def prepare() -> Callable[[], Any]:
        table = plain_topology.neighbours(side, side, plain_topology.KING)

        def count() -> list[list[int]]:
            return [
                [_count_by_set(table, set(), row * side + col) for col in range(side)] for row in range(side)
            ]

        return count

    return _start_case(side, "set of cells", "textbook", prepare)


def _walk_case(side: int, name: str, role: str, prepare: Callable[[], Callable[[], int]]) -> Case:
    return Case(
        suite="paths",
        group=f"paths {side}x{side} walked one by one",
        name=name,
        role=role,
        item="board",
        prepare=prepare,
        answer=lambda moves: [moves],
        nodes=lambda moves: moves,
        params={"rows": side, "cols": side},
    )


def _walked(side: int) -> Case:
    def prepare() -> Callable[[], int]:
        codes = np.array([code for word in WORDS for code in word], dtype=np.uint8)
        trie = Trie.build(codes, np.cumsum([0, *map(len, WORDS)], dtype=np.int64), 26)
        masks, tiles = adjacency_masks(side, side), np.arange(side * side, dtype=np.uint8)
        offsets = np.arange(side * side + 1, dtype=np.int32)

        def walk() -> int:
            search = Exhaustive(masks, tiles, offsets, trie, 2)
            search.run(1 << 40)
            return search.moves

        return walk

    return _walk_case(side, "kernel", "kernel", prepare)


def _walked_twin(side: int) -> Case:
    def prepare() -> Callable[[], int]:
        masks, cells = adjacency_masks(side, side).tolist(), side * side
        trie = PlainTrie(WORDS)

        def walk() -> int:
            search = plain_walk.Exhaustive(masks, list(range(cells)), list(range(cells + 1)), trie, 2)
            search.run(1 << 40)
            return search.moves

        return walk

    return _walk_case(side, "twin", "twin", prepare)


def _walked_textbook(side: int) -> Case:
    def prepare() -> Callable[[], int]:
        words = {"".join(chr(97 + code) for code in word) for word in WORDS}
        tiles = [chr(97 + cell) for cell in range(side * side)]
        return lambda: every_path(side, tiles, words)[1]

    return _walk_case(side, "look-up of every path", "textbook", prepare)


def _of(side: int, what: str) -> dict[str, Any]:
    params = {"rows": side, "cols": side}
    return {"suite": "paths", "group": f"paths {side}x{side} {what}", "item": "board", "params": params}


def _torus(side: int, topology: str) -> Case:
    return Case(
        name="kernel",
        role="kernel",
        prepare=lambda: lambda: count_paths(side, topology=topology, wrap=True),
        answer=lambda result: [result.found],
        nodes=visited,
        **_of(side, f"{topology}, torus"),
    )


def _torus_twin(side: int, topology: str) -> Case:
    def prepare() -> Callable[[], int]:
        table = plain_topology.neighbours(side, side, KINDS[topology], True)
        return lambda: sum(1 for _ in plain_count.path_lengths(table, range(side * side)))

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda count: [count],
        **_of(side, f"{topology}, torus"),
    )


def _by_length(side: int) -> Case:
    return Case(
        name="kernel",
        role="kernel",
        prepare=lambda: lambda: count_paths(side, by_length=True),
        answer=lambda result: [list(map(int, result.by_length))],
        nodes=visited,
        **_of(side, "king, by length"),
    )


def _by_length_twin(side: int) -> Case:
    def prepare() -> Callable[[], list[int]]:
        table = plain_topology.neighbours(side, side)

        def work() -> list[int]:
            found = [0] * (side * side + 1)
            for length in plain_count.path_lengths(table, range(side * side)):
                found[length] += 1
            return found

        return work

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda found: [found],
        **_of(side, "king, by length"),
    )
