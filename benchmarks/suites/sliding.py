"""The 15-puzzle and its kin: shortest solutions, all configurations, pattern databases, large boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np

from reference.search import sliding_beam as plain_beam
from reference.search import sliding_ida as plain_ida
from reference.search import sliding_table as plain_table
from unriddle.base import Limits
from unriddle.core.search import sliding_beam, sliding_ida, sliding_table
from unriddle.puzzles.sliding import tables as sliding_tables
from unriddle.puzzles.sliding.puzzle import MNPuzzle
from unriddle.search import METHODS, find_path

from ..case import Case, by_method, each, visited

__all__ = ["cases", "shortest"]

FURTHEST = "8 6 7 / 2 5 4 / 3 0 1"
"""One of the two 3x3 boards that are furthest away: 31 moves."""
EASY = "1 2 3 4 / 5 0 6 8 / 9 10 7 11 / 13 14 15 12"


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    shapes = [(2, 2), (2, 3), (3, 3)] if quick else [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)]
    made = []
    for rows, cols in shapes:
        made.append(_optimal(rows, cols, 3 if quick else 10))
        if rows * cols <= (6 if quick else 9):
            made += [_twin(rows, cols), _general(rows, cols, "astar")]
    for method in METHODS:
        rows, cols = 2 if quick else 3, 3
        made += by_method(
            method,
            partial(MNPuzzle.random, (rows, cols), seed=1),
            cycles="parent" if method == "dfs" else None,
            suite="sliding",
            group=f"sliding {rows}x{cols}, {method}",
            params={"rows": rows, "cols": cols},
        )
    if not quick:
        furthest = partial(MNPuzzle.parse, FURTHEST)
        made += by_method("ida", furthest, suite="sliding", group="sliding, the furthest 3x3", expect=[31])
    made += [_easy("kernel"), _easy("twin")]
    groups = ((1, 2), (3, 4, 5)) if quick else ((1, 2, 3), (4, 5, 6), (7, 8))
    made += [_pattern_values(2 if quick else 3, groups, role) for role in ("kernel", "twin")]
    for rows, cols in [(2, 2), (2, 3)] if quick else [(2, 2), (2, 3), (2, 4), (3, 3)]:
        made += [_table(rows, cols), _table_twin(rows, cols)]
    made += [_beam("kernel"), _beam("twin")]
    if not quick:
        made.append(_patterns())
    return made + [_large(side, 2_000 if quick else 200_000) for side in ((5,) if quick else (5, 6, 8))]


def _common(rows: int, cols: int, count: int) -> dict[str, Any]:
    return {
        "suite": "sliding",
        "group": f"sliding {rows}x{cols}, shortest",
        "item": "puzzle",
        "items": count,
        "params": {"rows": rows, "cols": cols, "puzzles": count},
        "series": "sliding: shortest solutions by size",
        "x": rows * cols,
        "x_name": "cells",
    }


def _boards(rows: int, cols: int, count: int) -> list[MNPuzzle]:
    return [MNPuzzle.random((rows, cols), seed=seed) for seed in range(count)]


def shortest(name: str, make: Callable[[], Sequence[MNPuzzle]], **common: Any) -> Case:
    """Return the case that solves boards one after the other; the tables are made before, and kept."""

    def ready() -> Sequence[MNPuzzle]:
        boards = make()
        boards[0].solve(limits=Limits(nodes=1))
        return boards

    return Case(
        name=name,
        role="kernel",
        prepare=each(ready),
        answer=lambda results: [result.length for result in results],
        nodes=visited,
        facts=lambda results: {"moves": [result.length for result in results]},
        **common,
    )


def _optimal(rows: int, cols: int, count: int) -> Case:
    common = _common(rows, cols, count)
    return shortest("kernel, pattern databases", lambda: _boards(rows, cols, count), **common)


def _twin(rows: int, cols: int, count: int = 1) -> Case:
    def prepare() -> Callable[[], Any]:
        starts = [tuple(int(cell) for cell in board.cells()) for board in _boards(rows, cols, count)]
        return lambda: [plain_ida.ida_star(start, cols, rows * cols - 1) for start in starts]

    return Case(
        name="twin, iterative deepening",
        role="twin",
        prepare=prepare,
        answer=lambda found: [length for length, _ in found],
        nodes=lambda found: sum(nodes for _, nodes in found),
        **_common(rows, cols, count),
    )


def _general(rows: int, cols: int, method: str, count: int = 1) -> Case:
    return Case(
        name=f"plain Python, {method}",
        role="general",
        prepare=each(lambda: _boards(rows, cols, count), lambda board: find_path(board, method)),
        answer=lambda results: [result.stats.path_length for result in results],
        nodes=visited,
        **_common(rows, cols, count),
    )


def _space(rows: int, cols: int) -> dict[str, Any]:
    return {
        "suite": "sliding",
        "group": f"sliding {rows}x{cols}, every configuration",
        "item": "table",
        "params": {"rows": rows, "cols": cols},
        "series": "sliding: every configuration",
        "x": rows * cols,
        "x_name": "cells",
    }


def _table(rows: int, cols: int) -> Case:
    def prepare() -> Callable[[], Any]:
        def work() -> Any:
            table = sliding_table.SlidingTable(rows, cols, 0)
            table.run(1 << 60)
            return table

        return work

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda table: [list(table.depth_counts)],
        nodes=lambda table: table.n_states,
        **_space(rows, cols),
    )


def _table_twin(rows: int, cols: int) -> Case:
    def prepare() -> Callable[[], Any]:
        return lambda: plain_table.distances(rows, cols, 0)

    def counts(found: dict[Any, int]) -> list[list[int]]:
        tally = [0] * (max(found.values()) + 1)
        for steps in found.values():
            tally[steps] += 1
        return [tally]

    return Case(name="twin", role="twin", prepare=prepare, answer=counts, nodes=len, **_space(rows, cols))


def _beam(role: str) -> Case:
    """Return a beam so wide that its solutions are shortest."""

    def prepare() -> Callable[[], Any]:
        starts = [tuple(int(cell) for cell in board.cells()) for board in _boards(2, 3, 3)]
        if role == "twin":
            return lambda: [plain_beam.beam(start, 3, 5, 400, 30) for start in starts]
        arrays = [np.array(start, dtype=np.uint8) for start in starts]

        def work() -> list[int]:
            found = []
            for start in arrays:
                search = sliding_beam.SlidingBeam(2, 3, 5, start, 8 << 20)
                search.run(100_000)
                found.append(search.best)
            return found

        return work

    return Case(
        suite="sliding",
        group="sliding 2x3, a wide beam",
        name=role,
        role=role,
        item="puzzle",
        items=3,
        prepare=prepare,
        answer=list,
        params={"rows": 2, "cols": 3},
    )


def _patterns() -> Case:
    def prepare() -> Callable[[], Any]:
        groups = [list(group) for group in sliding_tables.PATTERNS[0]]

        def work() -> Any:
            tables = sliding_ida.PatternTables(4, 4, 0, groups)
            tables.run(1 << 60)
            return tables

        return work

    return Case(
        suite="sliding",
        group="sliding 4x4, making the pattern databases",
        name="kernel",
        role="kernel",
        item="set of tables",
        prepare=prepare,
        answer=lambda tables: [tables.n_states],
        nodes=lambda tables: tables.n_states,
        params={"rows": 4, "cols": 4},
    )


def _large(side: int, nodes: int) -> Case:
    def prepare() -> Callable[[], Any]:
        board = MNPuzzle.random(side, seed=1)
        return lambda: board.solve(method="beam", limits=Limits(nodes=nodes))

    return Case(
        suite="sliding",
        group=f"sliding {side}x{side}, {nodes:,} nodes of a beam",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda result: [result.length],
        nodes=visited,
        facts=lambda result: {"moves": result.length, "lower_bound": result.lower_bound},
        params={"rows": side, "cols": side, "nodes": nodes},
    )


def _easy(role: str) -> Case:
    """Return iterative deepening on a 4x4 board of few moves: what plain Python can do."""

    def prepare() -> Callable[[], tuple[int | None, int]]:
        board = MNPuzzle.parse(EASY)
        if role == "twin":
            cells = tuple(int(cell) for cell in board.cells())
            return lambda: plain_ida.ida_star(cells, 4, 15)

        def work() -> tuple[int | None, int]:
            result = board.solve(method="ida")
            return result.length, result.stats.nodes

        return work

    return Case(
        suite="sliding",
        group="sliding 4x4, an easy board by iterative deepening",
        name=role,
        role=role,
        item="puzzle",
        prepare=prepare,
        answer=lambda found: [found[0]],
        nodes=lambda found: found[1],
    )


def _pattern_values(rows: int, groups: Sequence[tuple[int, ...]], role: str) -> Case:
    """Return the making of pattern databases of a board three wide, all their values compared."""
    places = [list(permutations(range(rows * 3), len(group))) for group in groups]

    def prepare() -> Callable[[], Any]:
        def work() -> Any:
            tables = sliding_ida.PatternTables(rows, 3, 0, [list(group) for group in groups])
            tables.run(1 << 60)
            return tables

        def plain() -> Any:
            return [plain_ida.pattern_extras(rows, 3, 0, group) for group in groups]

        return work if role == "kernel" else plain

    def answer(found: Any) -> list[list[int]]:
        if role == "kernel":
            return [[found.extra(k, list(at)) for k, spots in enumerate(places) for at in spots]]
        return [[extras[at] for extras, spots in zip(found, places, strict=True) for at in spots]]

    return Case(
        suite="sliding",
        group=f"sliding {rows}x3, pattern databases",
        name=role,
        role=role,
        item="table",
        prepare=prepare,
        answer=answer,
        params={"rows": rows, "cols": 3},
    )
