"""The general search engine: from corner to corner of a square lattice, compiled and in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base import Puzzle
from ...core.search import engine as search_engine
from ...core.search.reference import engine as plain
from ...puzzles.common.cases import Case
from ...search import METHODS, find_path, run_engine

__all__ = ["cases"]


class _Lattice(Puzzle):
    """A cell of a square lattice; the far corner is the goal."""

    def __init__(self, side: int, cell: int) -> None:
        self.side, self.cell = side, cell

    def configuration(self) -> int:
        """Return the cell."""
        return self.cell

    def is_solved(self) -> bool:
        """Say whether this is the far corner."""
        return self.cell == self.side * self.side - 1

    def extensions(self) -> Sequence[_Lattice]:
        """Return the neighbours in rising order."""
        return [_Lattice(self.side, cell) for cell in _near(self.side, self.cell)]

    def goals(self) -> Sequence[_Lattice]:
        """Return the far corner."""
        return [_Lattice(self.side, self.side * self.side - 1)]

    def heuristic(self) -> int:
        """Return the steps to the far corner."""
        row, col = divmod(self.cell, self.side)
        return 2 * (self.side - 1) - row - col


def _near(side: int, cell: int) -> list[int]:
    row, col = divmod(cell, side)
    places = (row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)
    return [r * side + c for r, c in places if 0 <= r < side and 0 <= c < side]


def cases(quick: bool) -> list[Case]:
    """Return the cases by method, and by size for breadth-first search."""
    made = []
    for method in METHODS:
        side = 6 if method == "ida" or quick else 60
        made += [_kernel(side, method), _general(side, method)]
        if method in ("bidirectional", "astar"):
            made.append(_networkx(side, method))
        if method == "bfs":
            made.append(_twin(side))
    for side in (10, 20) if quick else (30, 100, 300, 1000):
        made.append(
            _kernel(
                side,
                "bfs",
                group=f"search engine, {side}x{side} lattice",
                series="search engine: breadth-first search",
                x=side * side,
                x_name="states",
            )
        )
    return made


def _common(side: int, method: str) -> dict[str, Any]:
    return {
        "suite": "search",
        "group": f"search engine, {method}",
        "item": "search",
        "params": {"side": side, "method": method},
    }


def _kernel(side: int, method: str, **other: Any) -> Case:
    def prepare() -> Callable[[], Any]:
        near = [_near(side, cell) for cell in range(side * side)]
        starts = np.cumsum([0, *map(len, near)]).astype(np.int32)
        ends = np.array([cell for row in near for cell in row], dtype=np.int32)
        goals = np.zeros(side * side, dtype=np.uint8)
        goals[-1] = 1
        cells = np.arange(side * side, dtype=np.int32)
        estimates = (2 * (side - 1) - cells // side - cells % side).astype(np.int32)
        rules = search_engine.Graph(starts, ends, goals, None, estimates)
        root, goal = np.zeros(1, dtype=np.uint64), np.array([[side * side - 1]], dtype=np.uint64)
        number = getattr(search_engine, method.upper())
        found = goal if method == "bidirectional" else None
        return lambda: run_engine(search_engine.Search(rules, root, number, found))[1]

    common: dict[str, Any] = _common(side, method) | other
    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda stats: [stats.path_length],
        nodes=lambda stats: stats.nodes,
        **common,
    )


def _general(side: int, method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        return lambda: find_path(_Lattice(side, 0), method)

    return Case(
        name="plain Python",
        role="general",
        prepare=prepare,
        answer=lambda result: [result.stats.path_length],
        nodes=lambda result: result.stats.nodes,
        **_common(side, method),
    )


def _networkx(side: int, method: str) -> Case:
    def prepare() -> Callable[[], Any]:
        import networkx

        graph = networkx.Graph()
        graph.add_edges_from((cell, other) for cell in range(side * side) for other in _near(side, cell))
        last = side * side - 1
        if method == "bidirectional":
            return lambda: networkx.bidirectional_shortest_path(graph, 0, last)

        def bound(cell: int, goal: int) -> int:
            return 2 * (side - 1) - cell // side - cell % side

        return lambda: networkx.astar_path(graph, 0, last, bound)

    return Case(
        name="networkx",
        role="peer",
        peer="networkx",
        prepare=prepare,
        answer=lambda path: [len(path) - 1],
        **_common(side, method),
    )


def _twin(side: int) -> Case:
    def prepare() -> Callable[[], Any]:
        last = side * side - 1
        return lambda: plain.shortest(lambda cell: _near(side, cell), lambda cell: cell == last, 0)

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda steps: [steps],
        **_common(side, "bfs"),
    )
