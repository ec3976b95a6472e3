"""The solvers of any Puzzle: paths, results, limits and the clock that keeps them."""

import gc
import itertools
import random
from collections import deque
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Limits, Puzzle, PuzzleError, PuzzleNode, SearchStats, Status
from unriddle.search import (
    METHODS,
    astar_solve,
    bidirectional_solve,
    breadth_first_solve,
    depth_first_solve,
    find_path,
    ida_star_solve,
    path_of,
    solutions,
    solvers,
)
from unriddle.search.adapters import States
from unriddle.search.example import CountToTen
from unriddle.search.results import SearchResult, chain
from unriddle.search.solvers import MANY, Clock

SOLVERS = [depth_first_solve, breadth_first_solve, bidirectional_solve, astar_solve, ida_star_solve]


class Walk(Puzzle):
    """A step along the arcs of a weighted graph, from a vertex to any of the goals."""

    def __init__(self, graph, at, ends, estimates=None):
        self.graph, self.at, self.ends, self.estimates = graph, at, ends, estimates or {}

    def configuration(self):
        return self.at

    def _step(self, vertex):
        return Walk(self.graph, vertex, self.ends, self.estimates)

    def is_solved(self):
        return self.at in self.ends

    def extensions(self):
        return [self._step(v) for v in self.graph.get(self.at, {})]

    def predecessors(self):
        return [self._step(v) for v in self.graph if self.at in self.graph[v]]

    def goals(self):
        return [self._step(v) for v in self.ends]

    def step_cost(self, other):
        return self.graph[self.at][other.at]

    def heuristic(self):
        return self.estimates.get(self.at, 0)


class Line(Puzzle):
    """CountToTen to a far goal: a path as long as asked for."""

    def __init__(self, n, goal):
        self.n, self.goal = n, goal

    def configuration(self):
        return self.n

    def is_solved(self):
        return self.n == self.goal

    def extensions(self):
        return [type(self)(self.n + 1, self.goal)] if self.n < self.goal else []

    def heuristic(self):
        return self.goal - self.n


class Endless(Line):
    def extensions(self):
        return [Endless(self.n + 1, -1), Endless(self.n + 2, -1)]

    def heuristic(self):
        return 0


graphs = st.dictionaries(
    st.integers(0, 8), st.dictionaries(st.integers(0, 8), st.integers(0, 5), max_size=4), max_size=9
)


def least(graph, start, ends, unit):
    """Bellman-Ford: the cheapest way from start to any end, None if there is none."""
    cost = {start: 0}
    for _ in range(10):
        for vertex in list(cost):
            for other, step in graph.get(vertex, {}).items():
                reached = cost[vertex] + (1 if unit else step)
                cost[other] = min(cost.get(other, reached), reached)
    return min((cost[end] for end in ends if end in cost), default=None)


def simple_paths(graph, path, ends):
    if path[-1] in ends:
        return [path]
    return [
        longer
        for other in graph.get(path[-1], {})
        if other not in path
        for longer in simple_paths(graph, [*path, other], ends)
    ]


def is_path(puzzles, start):
    return (
        puzzles[0] == start
        and puzzles[-1].is_solved()
        and all(b in a.extensions() for a, b in itertools.pairwise(puzzles))
        and len(set(puzzles)) == len(puzzles)
    )


@settings(max_examples=50)
@given(graphs, st.sets(st.integers(0, 8), min_size=1, max_size=2))
def test_every_solver_finds_a_path_where_there_is_one(graph, ends):
    start = Walk(graph, 0, ends)
    steps, cost = least(graph, 0, ends, True), least(graph, 0, ends, False)
    for method in METHODS:
        result = find_path(start, method)
        if steps is None:
            assert result.status is Status.NO_SOLUTION
            assert result.node is None and result.path == []
            continue
        assert result.status is Status.SOLVED
        assert is_path(result.path, start)
        assert result.stats.path_length == len(result.path) - 1
        assert 0 <= result.stats.efficiency <= 1
        if method in ("bfs", "bidirectional"):
            assert result.stats.path_length == steps
        if method in ("astar", "ida"):
            assert result.cost == cost


@given(graphs, st.integers(0, 8), st.data())
def test_an_inconsistent_estimate_keeps_astar_and_ida_optimal(graph, end, data):
    true = {v: least(graph, v, {end}, False) for v in range(9)}
    estimates = {
        v: data.draw(st.integers(0, 20 if cost is None else cost), label=f"h({v})")
        for v, cost in true.items()
    }
    start = Walk(graph, 0, {end}, estimates)
    for method in ("astar", "ida"):
        result = find_path(start, method)
        assert (result.cost if result.node else None) == true[0]


@given(graphs, st.sets(st.integers(0, 8), min_size=1, max_size=2))
def test_solutions_are_all_simple_paths_once(graph, ends):
    found = [[p.at for p in path_of(node)] for node in solutions(Walk(graph, 0, ends))]
    expected = simple_paths(graph, [0], ends)
    assert found == expected
    assert len({tuple(path) for path in found}) == len(found)


@given(graphs, st.sets(st.integers(0, 8), min_size=1, max_size=2), st.integers(0, 12))
def test_a_node_limit_is_exact(graph, ends, nodes):
    start = Walk(graph, 0, ends)
    for method in METHODS:
        free, bound = find_path(start, method), find_path(start, method, limits=Limits(nodes=nodes))
        assert bound.stats.nodes == min(nodes, free.stats.nodes)
        if free.stats.nodes > nodes:
            assert bound.status is Status.LIMIT and bound.node is None


@pytest.mark.parametrize("method", ["dfs", "bfs", "astar"])
def test_no_configuration_is_taken_up_twice(method):
    taken = []

    class Grid(Puzzle):
        def __init__(self, x, y):
            self.x, self.y = x, y

        def is_solved(self):
            return False

        def extensions(self):
            taken.append((self.x, self.y))
            return [Grid((self.x + 1) % 4, self.y), Grid(self.x, (self.y + 1) % 3)]

    result = find_path(Grid(0, 0), method)
    assert result.status is Status.NO_SOLUTION
    assert len(taken) == len(set(taken)) == 12


@pytest.mark.parametrize("solve", SOLVERS)
def test_a_path_of_many_steps_is_no_recursion(solve):
    goal = 200_000 if solve is depth_first_solve else 20_000
    ends = {"goals": [Line(goal, goal)]} if solve is bidirectional_solve else {}
    first = solve(Line(0, goal), **ends)
    path = path_of(first)
    assert len(path) == goal + 1 and path[-1].is_solved()
    assert first.parent is None and first.children[0].parent is first


@pytest.mark.parametrize("solve", SOLVERS)
def test_a_solved_configuration_is_its_own_path(solve):
    first = solve(Walk({}, 1, {1}))
    assert isinstance(first, PuzzleNode)
    assert first.children == [] and first.puzzle.at == 1


@pytest.mark.parametrize("method", METHODS)
def test_fail_fast_is_obeyed(method):
    class Barred(Line):
        def fail_fast(self):
            return self.n == 5

    result = find_path(Barred(0, 9), method, goals=[Line(9, 9)])
    assert result.status is Status.NO_SOLUTION
    assert find_path(Barred(5, 9), method, goals=[Line(9, 9)]).stats.pruned == 1
    if method != "bidirectional":
        assert result.stats.pruned == 1 and result.stats.depth <= 5


@pytest.mark.parametrize("method", METHODS)
def test_limits_give_partial_statistics(method):
    shown = []
    result = find_path(
        Endless(0, -1), method, goals=[Line(-1, -1)], limits=Limits(seconds=0.4), progress=shown.append
    )
    if method == "bidirectional":  # nothing leads to the goal: its side is soon exhausted
        assert result.status in (Status.LIMIT, Status.NO_SOLUTION)
        return
    assert result.status is Status.LIMIT and not result.interrupted
    assert result.stats.nodes > 0 and shown == sorted(shown)
    assert shown or result.stats.seconds < 0.5 or method == "dfs"  # deep paths: one slice may be all there is
    assert find_path(Endless(0, -1), method, limits=Limits(seconds=0), goals=[Line(0, 1)]).stats.nodes == 0


def test_memory_limit():
    result = find_path(Endless(0, -1), "bfs", limits=Limits(memory=100_000))
    assert result.status is Status.LIMIT
    assert 10 < result.stats.nodes < 2000


class Interrupting(Endless):
    """Ctrl-C comes while the extensions of 500 are made."""

    def extensions(self):
        if self.n == 500:
            raise KeyboardInterrupt
        return [Interrupting(self.n + 1, -1), Interrupting(self.n + 2, -1)]


@pytest.mark.parametrize("solve", [depth_first_solve, breadth_first_solve, astar_solve])
def test_interrupt_is_reported_or_raised(solve):
    reports = []
    assert solve(Interrupting(0, -1), report=reports.append) is None
    assert reports[0].interrupted and reports[0].status is Status.LIMIT and reports[0].stats.nodes >= 500
    with pytest.raises(KeyboardInterrupt):
        solve(Interrupting(0, -1))


def test_solutions_report():
    reports = []
    cube = {v: {v ^ 1: 1, v ^ 2: 1, v ^ 4: 1} for v in range(8)}
    assert len(list(solutions(Walk(cube, 0, {7}), report=reports.append))) == 18
    assert list(solutions(Walk(cube, 0, {9}), report=reports.append)) == []
    list(solutions(Walk(cube, 0, {7}), limits=Limits(nodes=5), report=reports.append))
    assert [r.status for r in reports] == [Status.SOLVED, Status.NO_SOLUTION, Status.LIMIT]
    assert reports[2].stats.nodes == 5


def test_textbook_iterative_deepening_revisits():
    rng = random.Random(4)
    grid = {(x, y): {} for x in range(5) for y in range(5)}
    for x, y in grid:
        for u, v in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if (u, v) in grid and rng.random() < 0.9:
                grid[x, y][u, v] = 1
    start = Walk(grid, (0, 0), {(4, 4)})
    strict, loose = (find_path(start, "ida", cycles=cycles) for cycles in ("path", "parent"))
    assert strict.cost == loose.cost
    assert strict.stats.nodes < loose.stats.nodes


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: find_path(Line(0, 1), "best"), "expected one of dfs"),
        (lambda: bidirectional_solve(Line(0, 1)), "goals"),
        (lambda: ida_star_solve(Line(0, 1), cycles="none"), "'path' or 'parent'"),
        (lambda: astar_solve(Walk({0: {1: -1}}, 0, {1})), "step_cost returned -1"),
        (lambda: astar_solve(Walk({}, 0, {1}, {0: float("nan")})), "heuristic returned nan"),
        (lambda: ida_star_solve(Walk({}, 0, {1}, {0: -2})), "heuristic returned -2"),
    ],
)
def test_wrong_use_is_one_clear_line(call, words):
    with pytest.raises(PuzzleError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_breadth_first_order_and_counts():
    # A complete binary tree: level by level, each node once.
    tree = {n: {2 * n: 1, 2 * n + 1: 1} for n in range(1, 64)}
    result = find_path(Walk(tree, 1, {127}), "bfs")
    assert (result.stats.nodes, result.stats.generated, result.stats.depth) == (63, 126, 6)
    order = deque()
    assert depth_first_solve(Walk(tree, 1, {127}), report=order.append) is not None
    assert (order[0].stats.nodes, order[0].stats.depth) == (127, 6)


def moves(cells):
    """The rows of a 2x3 sliding puzzle one move on."""
    blank, found = cells.index(0), []
    for other in range(6):
        if abs(other // 3 - blank // 3) + abs(other % 3 - blank % 3) == 1:
            row = list(cells)
            row[blank], row[other] = row[other], 0
            found.append(tuple(row))
    return found


GOAL = (1, 2, 3, 4, 5, 0)


class Tiles:
    """Raw states as a class."""

    start = (4, 5, 0, 1, 2, 3)
    goals = (GOAL,)
    successors = staticmethod(moves)

    def is_goal(self, cells):
        return cells == GOAL

    def heuristic(self, cells):
        return sum(
            abs((tile - 1) // 3 - at // 3) + abs((tile - 1) % 3 - at % 3)
            for at, tile in enumerate(cells)
            if tile
        )


class TilesPuzzle(Puzzle):
    """The same as configurations."""

    def __init__(self, cells):
        self.cells = cells

    def is_solved(self):
        return self.cells == GOAL

    def extensions(self):
        return [TilesPuzzle(cells) for cells in moves(self.cells)]

    def heuristic(self):
        return Tiles().heuristic(self.cells)

    def goals(self):
        return [TilesPuzzle(GOAL)]


def test_raw_states_are_searched_as_puzzles_are():
    # 21 moves: the greatest distance on 2x3, OEIS A151944.
    functions = {
        name: getattr(Tiles(), name) for name in ("start", "successors", "is_goal", "heuristic", "goals")
    }
    for method in METHODS:
        objects = find_path(TilesPuzzle(Tiles.start), method)
        assert objects.status is Status.SOLVED
        for rules in (Tiles, Tiles(), functions):
            raw = find_path(rules, method)
            assert raw.path == [puzzle.cells for puzzle in objects.path]
            assert (raw.cost, raw.stats.nodes, raw.stats.generated, raw.stats.depth) == (
                objects.cost,
                objects.stats.nodes,
                objects.stats.generated,
                objects.stats.depth,
            )
    assert find_path({**functions, "start": (4, 5, 0, 1, 2, 3)}, "bfs").stats.path_length == 21
    unsolvable = find_path({**functions, "start": (2, 1, 3, 4, 5, 0)}, "bfs")
    assert (unsolvable.status, unsolvable.stats.nodes) == (Status.NO_SOLUTION, 360)


def test_raw_states_with_costs_and_limits():
    ways = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    rules = {
        "start": "a",
        "successors": ways.__getitem__,
        "is_goal": "c".__eq__,
        "step_cost": lambda here, there: ways[here][there],
    }
    assert (find_path(rules, "astar").path, find_path(rules, "astar").cost) == (["a", "b", "c"], 2)
    assert (find_path(rules, "bfs").path, find_path(rules, "bfs").cost) == (["a", "c"], 5)
    assert [path_of(node) for node in solutions(rules)] == [["a", "b", "c"], ["a", "c"]]
    assert path_of(depth_first_solve(rules)) == ["a", "b", "c"]
    barred = {**rules, "fail_fast": "b".__eq__}
    assert find_path(barred, "astar").path == ["a", "c"]
    assert find_path(rules, "bfs", limits=Limits(nodes=0)).status is Status.LIMIT


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"start": 1, "successors": abs}, "the puzzle has no is_goal"),
        ({"start": 1, "successors": abs, "is_goal": bool, "next": abs}, "unknown key 'next', expected start"),
        ({"start": 1, "successors": [2], "is_goal": bool}, "successors=.2., expected a function"),
        (3, "int has no start; pass a Puzzle"),
        ({"start": [1], "successors": list, "is_goal": lambda s: False}, "unhashable type: 'list'"),
    ],
)
def test_what_is_no_puzzle_is_one_clear_line(rules, words):
    with pytest.raises(PuzzleError, match=words) as caught:
        find_path(rules)
    assert "\n" not in str(caught.value)


def test_slots_are_slots():
    class Thin(Puzzle):
        __slots__ = ("n",)

        def __init__(self, n):
            self.n = n

        def is_solved(self):
            return self.n == 9

        def extensions(self):
            return [Thin(self.n + 1)]

    assert not hasattr(Thin(1), "__dict__")
    assert [thin.n for thin in find_path(Thin(7)).path] == [7, 8, 9]


def test_the_garbage_collector_is_on_again():
    import gc

    for limits in (Limits(nodes=100_000), Limits(seconds=0.3)):
        assert find_path(Endless(0, -1), "bfs", limits=limits).status is Status.LIMIT
        assert gc.isenabled()


def watched(limits=None, progress=None, run=None):
    """A clock over a search that is set by hand."""
    search = SimpleNamespace(nodes=0, generated=0, pruned=0, depth=0, kept=1, run=run)
    return Clock(States.of(CountToTen(1)), search, limits, progress)


@pytest.fixture
def now(monkeypatch):
    """A clock that is set by hand."""
    hands = [100.0]
    monkeypatch.setattr(solvers.time, "perf_counter", lambda: hands[0])
    return hands


def test_nothing_is_reached_without_limits(now):
    watch = watched()
    now[0] += 1e9
    watch.search.nodes = watch.search.kept = 1 << 60
    assert not watch.reached()


def test_each_limit_is_reached_for_itself(now):
    watch = watched(Limits(nodes=5))
    watch.search.nodes = 4
    assert not watch.reached()
    watch.search.nodes = 5
    assert watch.reached()
    watch = watched(Limits(seconds=2))
    now[0] += 1.99
    assert not watch.reached()
    now[0] += 0.02
    assert watch.reached()
    room = 10 * States.of(CountToTen(1)).size
    watch = watched(Limits(memory=room))
    watch.search.kept = 10
    assert not watch.reached()
    watch.search.kept = 11
    assert watch.reached()


def test_progress_ten_times_a_second(now):
    shown = []
    watch = watched(None, shown.append, lambda *given: True)
    for step in range(1, 31):
        now[0] = 100 + step * 0.03125
        watch.search.nodes = step
        watch.run_slice()
    assert shown == [4, 8, 12, 16, 20, 24, 28]


def test_a_result_counts_what_was_done(now):
    watch = watched()
    search = watch.search
    search.nodes, search.generated, search.pruned, search.depth = 9, 8, 7, 6
    now[0] += 0.5
    found = watch.result(Status.SOLVED, [CountToTen(4), CountToTen(5), CountToTen(10)])
    assert (found.path, found.cost, found.status) == (
        [CountToTen(4), CountToTen(5), CountToTen(10)],
        2,
        Status.SOLVED,
    )
    stats = found.stats
    assert (stats.nodes, stats.generated, stats.pruned, stats.depth) == (9, 8, 7, 6)
    assert (stats.seconds, stats.path_length) == (0.5, 2)
    none = watch.result(Status.LIMIT, None, interrupted=True)
    assert (none.node, none.cost, none.stats.path_length, none.interrupted) == (None, 0, 0, True)


def test_slices_end_at_the_limits(now):
    given = []
    watch = watched(Limits(nodes=5, seconds=0.01, memory=2000), run=lambda *limits: given.append(limits))
    watch.search.nodes = 2
    watch.run_slice()
    [(nodes, seconds, kept)] = given
    assert nodes == 3 and seconds == pytest.approx(0.01) and kept == pytest.approx(2000 / watch.states.size)


def test_what_is_kept_is_not_collected_again_and_again(monkeypatch, now):
    seen = []

    def collect(generation=2):
        seen.append((watch.search.kept, generation))

    def run(*limits):
        watch.search.nodes += MANY
        watch.search.kept += MANY
        return True

    monkeypatch.setattr(solvers.gc, "collect", collect)
    monkeypatch.setattr(solvers.gc, "get_objects", lambda generation: range(watch.search.kept))
    watch = watched(run=run)
    for _ in range(3000):
        watch.run_slice()
    assert [kept for kept, generation in seen if generation == 2] == [40_001, 81_001, 163_001]
    assert len(seen) == 2999 and {generation for _, generation in seen} == {1, 2}


def test_the_garbage_collector_waits_for_fast_slices_alone():
    seen = []

    def run(*limits):
        seen.append(gc.isenabled())
        watch.search.nodes += next(done)
        return True

    done = iter([MANY, MANY - 1, 5, MANY, 1])
    watch = watched(run=run)
    for _ in range(4):
        watch.run_slice()
        assert gc.isenabled()
    assert seen == [True, False, True, True]
    gc.disable()
    try:
        watch.run_slice()
        assert not gc.isenabled()
    finally:
        gc.enable()


@given(st.lists(st.integers(0, 99), min_size=1, max_size=12))
def test_a_chain_is_read_back(numbers):
    path = [CountToTen(n) for n in numbers]
    first = chain(path)
    assert path_of(first) == path and first.parent is None
    node, length = first, 1
    while node.children:
        assert len(node.children) == 1 and node.children[0].parent is node
        node, length = node.children[0], length + 1
    assert length == len(numbers)


def test_a_node_without_a_configuration_is_passed_over():
    root = PuzzleNode(None)
    root.children.append(PuzzleNode(CountToTen(3), parent=root))
    assert path_of(root) == [CountToTen(3)]


def test_a_result_without_a_node_has_no_path():
    result = SearchResult(status=Status.NO_SOLUTION, stats=SearchStats())
    assert (result.path, result.node, result.cost, result.interrupted) == ([], None, 0, False)
    with pytest.raises(AttributeError):
        result.cost = 1


@given(st.integers(-5, 40))
def test_predecessors_lead_back(n):
    puzzle = CountToTen(n)
    assert all(puzzle in before.extensions() for before in puzzle.predecessors())
    assert all(puzzle in after.predecessors() for after in puzzle.extensions())
    assert puzzle.is_solved() is (n == 10) and puzzle.fail_fast() is not (0 <= n <= 10)
    assert len({puzzle, CountToTen(n), CountToTen(n + 1)}) == 2
