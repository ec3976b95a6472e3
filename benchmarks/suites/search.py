"""General searches: the compiled engine on a square lattice; puzzles of one's own beside a loop by hand."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from reference.search import engine as plain
from unriddle.base import Puzzle
from unriddle.core.search import engine as search_engine
from unriddle.search import METHODS, find_path, run_engine

from ..case import Case

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


ROUNDS = 10.0
"""Share of the usual time that a puzzle of one's own gets: rounds enough for a least time to repeat."""


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
    rows, start = (2, (5, 4, 3, 2, 1, 0)) if quick else (3, (8, 6, 7, 2, 5, 4, 3, 0, 1))
    close = (1, 2, 0, 4, 5, 3) if quick else (1, 3, 6, 7, 2, 0, 5, 4, 8)
    for method in ("bfs", "astar"):
        made += _own(rows, method, f"own puzzle of {3 * rows - 1} tiles, {method}", start, ())
        made += _own(
            rows, method, f"own puzzle of {3 * rows - 1} tiles, near, {method}", close, ("simpleai",)
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


Cells = tuple[int, ...]


class _Tiles:
    """The sliding puzzle of three columns as raw states: what all ways to search it share."""

    def __init__(self, rows: int, start: Cells) -> None:
        n = 3 * rows
        self.start, self.goal = start, (*range(1, n), 0)
        self.near = [
            [k for k in range(n) if abs(k // 3 - at // 3) + abs(k % 3 - at % 3) == 1] for at in range(n)
        ]
        self.far = [
            [abs((tile - 1) // 3 - at // 3) + abs((tile - 1) % 3 - at % 3) if tile else 0 for at in range(n)]
            for tile in range(n)
        ]

    def successors(self, cells: Cells) -> list[Cells]:
        """Return the states after a move."""
        blank = cells.index(0)
        found = []
        for other in self.near[blank]:
            moved = list(cells)
            moved[blank], moved[other] = moved[other], 0
            found.append(tuple(moved))
        return found

    def is_goal(self, cells: Cells) -> bool:
        """Say whether the tiles are in order."""
        return cells == self.goal

    def heuristic(self, cells: Sequence[int]) -> int:
        """Return the Manhattan distance."""
        return sum([self.far[tile][at] for at, tile in enumerate(cells)])


def _by_hand(tiles: _Tiles) -> tuple[int, int]:
    """Return the moves and the nodes of a breadth-first search: a deque, and a dict of parents."""
    parents: dict[Cells, Cells | None] = {tiles.start: None}
    queue, nodes, near, goal = deque([tiles.start]), 0, tiles.near, tiles.goal
    while queue:
        cells = queue.popleft()
        nodes += 1
        blank = cells.index(0)
        for place in near[blank]:
            moved = list(cells)
            moved[blank], moved[place] = moved[place], 0
            other = tuple(moved)
            if other not in parents:
                parents[other] = cells
                if other == goal:
                    return _moves(parents, other), nodes
                queue.append(other)
    return -1, nodes


def _astar_by_hand(tiles: _Tiles) -> tuple[int, int]:
    """Return the moves and the nodes of A*: heapq, and dicts of costs and parents."""
    best, parents, nodes = {tiles.start: 0}, {tiles.start: None}, 0
    estimate = tiles.heuristic(tiles.start)
    heap: list[Any] = [(estimate, estimate, 0, tiles.start)]
    while heap:
        _, _, cost, cells = heapq.heappop(heap)
        if -cost > best[cells]:
            continue
        nodes += 1
        if tiles.is_goal(cells):
            return _moves(parents, cells), nodes
        for other in tiles.successors(cells):
            reached = 1 - cost
            if other not in best or reached < best[other]:
                best[other], parents[other] = reached, cells
                estimate = tiles.heuristic(other)
                heapq.heappush(heap, (reached + estimate, estimate, -reached, other))
    return -1, nodes


def _moves(parents: dict[Cells, Any], cells: Cells) -> int:
    moves = 0
    while (cells := parents[cells]) is not None:
        moves += 1
    return moves


def _listed(tiles: _Tiles) -> Puzzle:
    """Return the puzzle as a class without anything that helps, whose cells are a list."""
    near, goal = tiles.near, list(tiles.goal)

    class Listed(Puzzle):
        def __init__(self, cells: list[int]) -> None:
            self.cells = cells

        def is_solved(self) -> bool:
            return self.cells == goal

        def extensions(self) -> list[Listed]:
            cells, found = self.cells, []
            blank = cells.index(0)
            for place in near[blank]:
                moved = list(cells)
                moved[blank], moved[place] = moved[place], 0
                found.append(Listed(moved))
            return found

        def heuristic(self) -> int:
            return tiles.heuristic(self.cells)

    return Listed(list(tiles.start))


def _classes(tiles: _Tiles) -> tuple[Callable[[Cells], Puzzle], Callable[[Cells], Puzzle]]:
    """Return the puzzle as a class without anything that helps, and with slots and `configuration`."""
    near, goal = tiles.near, tiles.goal

    class Plain(Puzzle):
        def __init__(self, cells: Cells) -> None:
            self.cells = cells

        def is_solved(self) -> bool:
            return self.cells == goal

        def extensions(self) -> list[Plain]:
            cells, found = self.cells, []
            blank = cells.index(0)
            for place in near[blank]:
                moved = list(cells)
                moved[blank], moved[place] = moved[place], 0
                found.append(Plain(tuple(moved)))
            return found

        def heuristic(self) -> int:
            return tiles.heuristic(self.cells)

    class Slots(Puzzle):
        __slots__ = ("cells",)

        def __init__(self, cells: Cells) -> None:
            self.cells = cells

        def configuration(self) -> Cells:
            return self.cells

        def is_solved(self) -> bool:
            return self.cells == goal

        def extensions(self) -> list[Slots]:
            cells, found = self.cells, []
            blank = cells.index(0)
            for place in near[blank]:
                moved = list(cells)
                moved[blank], moved[place] = moved[place], 0
                found.append(Slots(tuple(moved)))
            return found

        def heuristic(self) -> int:
            return tiles.heuristic(self.cells)

    return Plain, Slots


def _own(rows: int, method: str, group: str, start: Cells, peers: Sequence[str]) -> list[Case]:
    """Return one puzzle written in every way: raw states, classes, the loop by hand, other packages."""
    tiles = _Tiles(rows, start)
    plain, slots = _classes(tiles)
    common: dict[str, Any] = {
        "suite": "search",
        "group": group,
        "item": "search",
        "params": {"rows": rows, "method": method},
        "seconds": ROUNDS,
    }

    def found(name: str, rules: Any) -> Case:
        return Case(
            name=name,
            role="general",
            prepare=lambda: lambda: find_path(rules, method),
            answer=lambda result: [result.stats.path_length],
            nodes=lambda result: result.stats.nodes,
            **common,
        )

    loop = _by_hand if method == "bfs" else _astar_by_hand
    by_hand = Case(
        name="loop by hand",
        role="textbook",
        prepare=lambda: lambda: loop(tiles),
        answer=lambda counts: [counts[0]],
        nodes=lambda counts: counts[1],
        **common,
    )
    made = [
        found("raw states", tiles),
        found("configuration()", slots(start)),
        found("plain class", plain(start)),
        found("plain class, a list", _listed(tiles)),
        by_hand,
    ]
    for peer, prepare in (("networkx", _by_networkx), ("simpleai", _by_simpleai)):
        if peer == "networkx" or peer in peers:
            made.append(
                Case(
                    name=peer,
                    role="peer",
                    peer=peer,
                    prepare=lambda prepare=prepare: prepare(tiles, method),  # type: ignore[misc]
                    answer=lambda moves: [moves],
                    **common,
                )
            )
    return made


def _by_networkx(tiles: _Tiles, method: str) -> Callable[[], int]:
    """Networkx searches graphs that have been built: building is part of the work."""
    import networkx

    def work() -> int:
        graph, queue = networkx.Graph(), [tiles.start]
        graph.add_node(tiles.start)
        for cells in queue:
            for other in tiles.successors(cells):
                if other not in graph:
                    queue.append(other)
                graph.add_edge(cells, other)
        if method == "bfs":
            return int(networkx.shortest_path_length(graph, tiles.start, tiles.goal))
        path = networkx.astar_path(graph, tiles.start, tiles.goal, lambda cells, goal: tiles.heuristic(cells))
        return len(path) - 1

    return work


def _by_simpleai(tiles: _Tiles, method: str) -> Callable[[], int]:
    """Simpleai with its graph search."""
    from simpleai import search

    class Problem(search.SearchProblem):  # type: ignore[misc]
        def actions(self, state: Cells) -> list[Cells]:
            return tiles.successors(state)

        def result(self, state: Cells, action: Cells) -> Cells:
            return action

        def is_goal(self, state: Cells) -> bool:
            return tiles.is_goal(state)

        def cost(self, state: Cells, action: Cells, other: Cells) -> int:
            return 1

        def heuristic(self, state: Cells) -> int:
            return tiles.heuristic(state)

    way = search.breadth_first if method == "bfs" else search.astar
    return lambda: len(way(Problem(tiles.start), graph_search=True).path()) - 1
