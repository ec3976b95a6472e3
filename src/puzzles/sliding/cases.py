"""The 15-puzzle and its kin: shortest solutions, all configurations, pattern databases, large boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base import Limits
from ...core.search import sliding_beam, sliding_ida, sliding_table
from ...core.search.reference import sliding_beam as plain_beam
from ...core.search.reference import sliding_ida as plain_ida
from ...core.search.reference import sliding_table as plain_table
from ...search import find_path
from ..common.cases import Case
from . import tables as sliding_tables
from .puzzle import MNPuzzle

__all__ = ["cases"]

METHODS = ("bfs", "bidirectional", "astar")


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    shapes = [(2, 2), (2, 3), (3, 3)] if quick else [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)]
    made = []
    for rows, cols in shapes:
        made.append(_optimal(rows, cols, 3 if quick else 10))
        if rows * cols <= (6 if quick else 9):
            made += [_twin(rows, cols), _general(rows, cols, "astar")]
    for method in METHODS:
        made += [_method(2 if quick else 3, 3, method), _method_plain(2 if quick else 3, 3, method)]
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


def _optimal(rows: int, cols: int, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        boards = _boards(rows, cols, count)
        boards[0].solve()  # the tables are made once and kept
        return lambda: [board.solve() for board in boards]

    return Case(
        name="kernel, pattern databases",
        role="kernel",
        prepare=prepare,
        answer=lambda results: [result.length for result in results],
        nodes=lambda results: sum(result.stats.nodes for result in results),
        facts=lambda results: {"moves": [result.length for result in results]},
        **_common(rows, cols, count),
    )


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
    def prepare() -> Callable[[], Any]:
        boards = _boards(rows, cols, count)
        return lambda: [find_path(board, method) for board in boards]

    return Case(
        name=f"plain Python, {method}",
        role="general",
        prepare=prepare,
        answer=lambda results: [result.stats.path_length for result in results],
        nodes=lambda results: sum(result.stats.nodes for result in results),
        **_common(rows, cols, count),
    )


def _method(rows: int, cols: int, method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        board = MNPuzzle.random((rows, cols), seed=1)
        return lambda: board.solve(method=method)

    return Case(
        suite="sliding",
        group=f"sliding {rows}x{cols}, {method}",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda result: [result.length],
        nodes=lambda result: result.stats.nodes,
        params={"rows": rows, "cols": cols, "method": method},
    )


def _method_plain(rows: int, cols: int, method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        board = MNPuzzle.random((rows, cols), seed=1)
        return lambda: find_path(board, method)

    return Case(
        suite="sliding",
        group=f"sliding {rows}x{cols}, {method}",
        name="plain Python",
        role="general",
        item="puzzle",
        prepare=prepare,
        answer=lambda result: [result.stats.path_length],
        nodes=lambda result: result.stats.nodes,
        params={"rows": rows, "cols": cols, "method": method},
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
        return lambda: board.solve(limits=Limits(nodes=nodes))

    return Case(
        suite="sliding",
        group=f"sliding {side}x{side}, {nodes:,} nodes of a beam",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda result: [result.length],
        nodes=lambda result: result.stats.nodes,
        facts=lambda result: {"moves": result.length, "lower_bound": result.lower_bound},
        params={"rows": side, "cols": side, "nodes": nodes},
    )
