"""General searches: the compiled engine on a square lattice; a class of one's own, and loops by hand."""

import heapq
from collections import deque
from functools import partial

import numpy as np
import pytest

from benchmarks.shared import path_length, pick, visited
from reference.search import engine as plain
from unriddle.base import Puzzle
from unriddle.core.search import engine
from unriddle.search import METHODS, find_path, run_engine


class Lattice(Puzzle):
    """A cell of a square lattice; the far corner is the goal."""

    def __init__(self, side, cell):
        self.side, self.cell = side, cell

    def configuration(self):
        """Return the cell."""
        return self.cell

    def is_solved(self):
        """Return whether this is the far corner."""
        return self.cell == self.side * self.side - 1

    def extensions(self):
        """Return the neighbours in rising order."""
        return [Lattice(self.side, cell) for cell in near(self.side, self.cell)]

    def goals(self):
        """Return the far corner."""
        return [Lattice(self.side, self.side * self.side - 1)]

    def heuristic(self):
        """Return the steps to the far corner."""
        row, col = divmod(self.cell, self.side)
        return 2 * (self.side - 1) - row - col


def near(side, cell):
    row, col = divmod(cell, side)
    places = (row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)
    return [r * side + c for r, c in places if 0 <= r < side and 0 <= c < side]


def side_of(method):
    return pick(6 if method == "ida" else 60, 6)


def of(side, method):
    return {"unit": "search", "group": f"Cross a {side}×{side} lattice by {method}"}


def measure_engine(measure, side, method, **info):
    table = [near(side, cell) for cell in range(side * side)]
    starts = np.cumsum([0, *map(len, table)]).astype(np.int32)
    ends = np.array([cell for row in table for cell in row], dtype=np.int32)
    goals = np.zeros(side * side, dtype=np.uint8)
    goals[-1] = 1
    cells = np.arange(side * side, dtype=np.int32)
    estimates = (2 * (side - 1) - cells // side - cells % side).astype(np.int32)
    rules = engine.Graph(starts, ends, goals, None, estimates)
    root, goal = np.zeros(1, dtype=np.uint64), np.array([[side * side - 1]], dtype=np.uint64)
    number = getattr(engine, method.upper())
    found = goal if method == "bidirectional" else None
    measure(
        lambda: run_engine(engine.Search(rules, root, number, found))[1],
        lambda stats: [stats.path_length],
        nodes=lambda stats: stats.nodes,
        **of(side, method) | info,
    )


@pytest.mark.parametrize("method", METHODS)
def test_lattice_by_kernel(measure, method):
    measure_engine(measure, side_of(method), method)


@pytest.mark.parametrize("side", pick((30, 100, 300, 1000), (10, 20)))
def test_growing_lattice_by_kernel(measure, side):
    curve = {"curve": "breadth-first search by the engine", "x": side * side, "x_name": "states"}
    measure_engine(measure, side, "bfs", **curve)


@pytest.mark.parametrize("method", METHODS)
def test_lattice_by_find_path(measure, method):
    side = side_of(method)
    measure(
        lambda: find_path(Lattice(side, 0), method),
        path_length,
        kind="general",
        nodes=visited,
        **of(side, method),
    )


@pytest.mark.parametrize("method", ["bidirectional", "astar"])
def test_lattice_by_networkx(measure, method):
    networkx, side = pytest.importorskip("networkx"), side_of(method)
    graph, last = networkx.Graph(), side * side - 1
    graph.add_edges_from((cell, other) for cell in range(side * side) for other in near(side, cell))

    def bound(cell, goal):
        return 2 * (side - 1) - cell // side - cell % side

    work = {
        "bidirectional": lambda: networkx.bidirectional_shortest_path(graph, 0, last),
        "astar": lambda: networkx.astar_path(graph, 0, last, bound),
    }[method]
    measure(work, lambda path: [len(path) - 1], kind="other", **of(side, method))


def test_lattice_by_definition(measure):
    side = side_of("bfs")
    last = side * side - 1
    measure(
        lambda: plain.shortest(partial(near, side), lambda cell: cell == last, 0),
        lambda steps: [steps],
        kind="definition",
        **of(side, "bfs"),
    )


class Tiles:
    """The sliding puzzle of three columns as raw states: what all ways to search it share."""

    def __init__(self, rows, start):
        n = 3 * rows
        self.start, self.goal = start, (*range(1, n), 0)
        self.near = [
            [k for k in range(n) if abs(k // 3 - at // 3) + abs(k % 3 - at % 3) == 1] for at in range(n)
        ]
        self.far = [
            [abs((tile - 1) // 3 - at // 3) + abs((tile - 1) % 3 - at % 3) if tile else 0 for at in range(n)]
            for tile in range(n)
        ]

    def successors(self, cells):
        """Return the states after a move."""
        blank = cells.index(0)
        found = []
        for other in self.near[blank]:
            moved = list(cells)
            moved[blank], moved[other] = moved[other], 0
            found.append(tuple(moved))
        return found

    def is_goal(self, cells):
        """Return whether the tiles are in order."""
        return cells == self.goal

    def heuristic(self, cells):
        """Return the Manhattan distance."""
        return sum([self.far[tile][at] for at, tile in enumerate(cells)])


def by_hand(tiles):
    """Return the moves and the nodes of a breadth-first search: a deque, and a dict of parents."""
    parents = {tiles.start: None}
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
                    return steps_to(parents, other), nodes
                queue.append(other)
    return -1, nodes


def astar_by_hand(tiles):
    """Return the moves and the nodes of A*: heapq, and dicts of costs and parents."""
    best, parents, nodes = {tiles.start: 0}, {tiles.start: None}, 0
    estimate = tiles.heuristic(tiles.start)
    heap = [(estimate, estimate, 0, tiles.start)]
    while heap:
        _, _, cost, cells = heapq.heappop(heap)
        if -cost > best[cells]:
            continue
        nodes += 1
        if tiles.is_goal(cells):
            return steps_to(parents, cells), nodes
        for other in tiles.successors(cells):
            reached = 1 - cost
            if other not in best or reached < best[other]:
                best[other], parents[other] = reached, cells
                estimate = tiles.heuristic(other)
                heapq.heappush(heap, (reached + estimate, estimate, -reached, other))
    return -1, nodes


def steps_to(parents, cells):
    moves = 0
    while (cells := parents[cells]) is not None:
        moves += 1
    return moves


def listed(tiles):
    """Return the puzzle as a class without anything that helps, whose cells are a list."""
    near, goal = tiles.near, list(tiles.goal)

    class Listed(Puzzle):
        def __init__(self, cells):
            self.cells = cells

        def is_solved(self):
            return self.cells == goal

        def extensions(self):
            cells, found = self.cells, []
            blank = cells.index(0)
            for place in near[blank]:
                moved = list(cells)
                moved[blank], moved[place] = moved[place], 0
                found.append(Listed(moved))
            return found

        def heuristic(self):
            return tiles.heuristic(self.cells)

    return Listed(list(tiles.start))


def classes(tiles):
    """Return the puzzle as a class without anything that helps, and with slots and `configuration`."""
    near, goal = tiles.near, tiles.goal

    def after(cells):
        blank, found = cells.index(0), []
        for place in near[blank]:
            moved = list(cells)
            moved[blank], moved[place] = moved[place], 0
            found.append(tuple(moved))
        return found

    class Plain(Puzzle):
        def __init__(self, cells):
            self.cells = cells

        def is_solved(self):
            return self.cells == goal

        def extensions(self):
            return [Plain(moved) for moved in after(self.cells)]

        def heuristic(self):
            return tiles.heuristic(self.cells)

    class Slots(Puzzle):
        __slots__ = ("cells",)

        def __init__(self, cells):
            self.cells = cells

        def configuration(self):
            return self.cells

        def is_solved(self):
            return self.cells == goal

        def extensions(self):
            return [Slots(moved) for moved in after(self.cells)]

        def heuristic(self):
            return tiles.heuristic(self.cells)

    return Plain, Slots


def by_networkx(tiles, method):
    """Search a graph of networkx, which must be built: building is part of the work."""
    networkx = pytest.importorskip("networkx")

    def work():
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


def by_simpleai(tiles, method):
    search = pytest.importorskip("simpleai.search")

    class Problem(search.SearchProblem):
        def actions(self, state):
            return tiles.successors(state)

        def result(self, state, action):
            return action

        def is_goal(self, state):
            return tiles.is_goal(state)

        def cost(self, state, action, other):
            return 1

        def heuristic(self, state):
            return tiles.heuristic(state)

    way = search.breadth_first if method == "bfs" else search.astar
    return lambda: len(way(Problem(tiles.start), graph_search=True).path()) - 1


ROWS = pick(3, 2)
BOARDS = {
    "far": pick((8, 6, 7, 2, 5, 4, 3, 0, 1), (5, 4, 3, 2, 1, 0)),
    "near": pick((1, 3, 6, 7, 2, 0, 5, 4, 8), (1, 2, 0, 4, 5, 3)),
}
WAYS = [
    "raw states",
    "configuration()",
    "plain class",
    "plain class, a list",
    "loop by hand",
    "networkx",
    "simpleai",
]


@pytest.mark.benchmark(max_time=5.0)  # rounds enough for a minimum to repeat
@pytest.mark.parametrize("method", ["bfs", "astar"])
@pytest.mark.parametrize("distance", BOARDS)
@pytest.mark.parametrize("way", WAYS)
def test_own_puzzle(measure, method, distance, way):
    """One puzzle written in every way: raw states, classes, the loop by hand, other packages."""
    if way == "simpleai" and distance == "far":
        pytest.skip("takes minutes")
    tiles = Tiles(ROWS, BOARDS[distance])
    plain_class, slots = classes(tiles)
    info = {
        "unit": "search",
        "group": f"Solve a {distance} 8-puzzle written in Python by {method}",
        "way": way,
    }
    rules = {
        "raw states": tiles,
        "configuration()": slots(tiles.start),
        "plain class": plain_class(tiles.start),
        "plain class, a list": listed(tiles),
    }
    if way in rules:
        measure(lambda: find_path(rules[way], method), path_length, nodes=visited, **info)
    elif way == "loop by hand":
        loop = by_hand if method == "bfs" else astar_by_hand
        nodes = {"nodes": lambda found: found[1]}
        measure(lambda: loop(tiles), lambda found: [found[0]], kind="textbook", **nodes, **info)
    else:
        work = (by_networkx if way == "networkx" else by_simpleai)(tiles, method)
        measure(work, lambda steps: [steps], kind="other", **info)
