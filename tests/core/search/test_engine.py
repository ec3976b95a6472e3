import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.search import engine as twin
from unriddle import Limits, Puzzle, Status
from unriddle.core.search import engine
from unriddle.search import METHODS, find_path, run_engine

CODES = {name: getattr(engine, name.upper()) for name in METHODS}
SIZE = 12


class Vertex(Puzzle):
    """The same graph for the solvers in plain Python."""

    def __init__(self, number, arcs, goals, estimates, barred):
        self.number, self.arcs = number, arcs
        self.ends, self.estimates, self.barred = goals, estimates, barred

    def configuration(self):
        return self.number

    def _at(self, number):
        return Vertex(number, self.arcs, self.ends, self.estimates, self.barred)

    def is_solved(self):
        return self.number in self.ends

    def extensions(self):
        return [self._at(other) for other, _ in self.arcs[self.number]]

    def fail_fast(self):
        return self.number in self.barred

    def heuristic(self):
        return self.estimates[self.number]

    def step_cost(self, other):
        return min(cost for end, cost in self.arcs[self.number] if end == other.number)

    def goals(self):
        return [self._at(number) for number in sorted(self.ends)]


def compiled(arcs, goals, estimates=None, barred=()):
    starts = np.cumsum([0, *map(len, arcs)]).astype(np.int32)
    ends = np.array([end for row in arcs for end, _ in row], dtype=np.int32)
    weights = np.array([cost for row in arcs for _, cost in row], dtype=np.int32)
    flags = np.isin(np.arange(len(arcs)), list(goals)).astype(np.uint8)
    bars = np.isin(np.arange(len(arcs)), list(barred)).astype(np.uint8)
    bounds = np.array(estimates if estimates is not None else [0] * len(arcs), dtype=np.int32)
    return engine.Graph(starts, ends, flags, weights, bounds, bars)


def search_of(rules, method, goals, **options):
    ends = np.array(sorted(goals), dtype=np.uint64).reshape(-1, 1) if method == "bidirectional" else None
    return engine.Search(rules, np.zeros(1, dtype=np.uint64), CODES[method], ends, **options)


@st.composite
def graphs(draw, symmetric=False):
    pairs = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
    costs = draw(st.dictionaries(pairs, st.integers(0, 4), max_size=30))
    arcs = [[] for _ in range(SIZE)]
    for (one, other), cost in costs.items():
        arcs[one].append((other, cost))
        if symmetric and (other, one) not in costs:
            arcs[other].append((one, cost))
    return arcs


some = st.sets(st.integers(0, SIZE - 1), min_size=1, max_size=2)


def test_the_kernel_is_compiled():
    assert engine.__file__.endswith((".so", ".pyd"))


@given(graphs(), some, st.sets(st.integers(0, SIZE - 1), max_size=3))
def test_every_method_counts_as_the_plain_solvers_do(arcs, goals, barred):
    for method in ("dfs", "bfs", "astar", "ida"):
        plain = find_path(Vertex(0, arcs, goals, [0] * SIZE, barred - goals), method)
        search = search_of(compiled(arcs, goals, None, barred - goals), method, goals)
        status, stats, _ = run_engine(search)
        assert status is plain.status
        assert [row[0] for row in search.path().tolist()] == [p.number for p in plain.path]
        assert (stats.nodes, stats.generated, stats.pruned, stats.depth, stats.path_length) == (
            plain.stats.nodes, plain.stats.generated, plain.stats.pruned, plain.stats.depth,
            plain.stats.path_length,
        )  # fmt: skip


@given(graphs(symmetric=True), some)
def test_bidirectional_counts_as_the_plain_solver_does(arcs, goals):
    plain = find_path(Vertex(0, arcs, goals, [0] * SIZE, set()), "bidirectional")
    search = search_of(compiled(arcs, goals), "bidirectional", goals)
    status, stats, _ = run_engine(search)
    assert status is plain.status
    assert [row[0] for row in search.path().tolist()] == [p.number for p in plain.path]
    assert (stats.nodes, stats.generated) == (plain.stats.nodes, plain.stats.generated)


@given(graphs(symmetric=True), some, st.data())
def test_lengths_and_costs_are_those_of_the_twin(arcs, goals, data):
    steps = twin.shortest(lambda v: [end for end, _ in arcs[v]], goals.__contains__, 0)
    cost = twin.cheapest(lambda v: arcs[v], goals.__contains__, 0)
    true = [twin.cheapest(lambda v: arcs[v], goals.__contains__, v) for v in range(SIZE)]
    estimates = [0 if c is None else data.draw(st.integers(0, c)) for c in true]
    for method in METHODS:
        search = search_of(compiled(arcs, goals, estimates), method, goals)
        while search.run(3):
            pass
        assert search.status == (engine.EXHAUSTED if steps is None else engine.SOLVED)
        if steps is not None and method in ("bfs", "bidirectional"):
            assert search.cost == len(search.path()) - 1 == steps
        if steps is not None and method in ("astar", "ida"):
            assert search.cost == cost


@given(graphs())
def test_exhausting_gives_every_state_with_its_distance(arcs):
    search = search_of(compiled(arcs, {0}), "bfs", {0}, exhaust=True)
    while search.run(1):
        pass
    levels = twin.levels(lambda v: [end for end, _ in arcs[v]], 0)
    expected = {state: depth for depth, level in enumerate(levels) for state in level}
    found = dict(zip(search.states()[:, 0].tolist(), search.depths().tolist(), strict=True))
    assert found == expected and search.n_states == len(expected)


@given(graphs(symmetric=True), some, st.sets(st.integers(0, SIZE - 1), max_size=3), st.data())
def test_searches_take_the_steps_of_the_twin(arcs, goals, barred, data):
    estimates = data.draw(st.lists(st.integers(0, 3), min_size=SIZE, max_size=SIZE))
    exhaust, parent_only = data.draw(st.booleans()), data.draw(st.booleans())
    starts = np.cumsum([0, *map(len, arcs)]).astype(np.int32)
    ends = np.array([end for row in arcs for end, _ in row], dtype=np.int32)
    weights = np.array([cost for row in arcs for _, cost in row], dtype=np.int32)
    flags = [np.isin(np.arange(SIZE), list(set_)).astype(np.uint8) for set_ in (goals, barred)]
    for method in METHODS:
        found = []
        for module in (engine, twin):
            rules = module.Graph(starts, ends, flags[0], weights, np.array(estimates, np.int32), flags[1])
            targets = np.array(sorted(goals), dtype=np.uint64).reshape(-1, 1)
            search = module.Search(
                rules, np.zeros(1, dtype=np.uint64), CODES[method],
                targets if method == "bidirectional" else None,
                exhaust=exhaust and method == "bfs", parent_only=parent_only and method == "ida",
            )  # fmt: skip
            for _ in range(100):  # iterative deepening may not end where barred vertices cut the goals off
                if not search.run(7):
                    break
            path = [tuple(map(int, state)) for state in search.path()]
            counts = (search.nodes, search.generated, search.pruned, search.depth, search.cost)
            kept = []
            if method != "ida":
                kept = [
                    [tuple(map(int, state)) for state in search.states()],
                    list(search.depths()),
                    search.n_states,
                ]
            found.append((search.status, counts, path, search.path_length, kept))
        assert found[0] == found[1], method


def line(n):
    """0 - 1 - … - n: each vertex leads on and back."""
    return [[(end, 1) for end in (v + 1, v - 1) if 0 <= end <= n] for v in range(n + 1)]


@pytest.mark.parametrize("method", METHODS)
def test_a_node_limit_is_exact(method):
    rules = compiled(line(50), {50})
    whole = search_of(rules, method, {50})
    while whole.run(1):
        pass
    for nodes in (0, 1, 7, whole.nodes - 1):
        search = search_of(rules, method, {50})
        status, stats, _ = run_engine(search, limits=Limits(nodes=nodes))
        assert status is Status.LIMIT and stats.nodes == nodes and len(search.path()) == 0


@pytest.mark.parametrize("method", METHODS)
def test_memory_is_bounded(method):
    n = 30_000
    most = 400_000
    search = search_of(compiled(line(n), {n}), method, {n}, most_bytes=most)
    run_engine(search, limits=Limits(nodes=200_000 if method == "ida" else None))
    assert search.bytes <= most
    assert search.status == (engine.RUNNING if method == "ida" else engine.OUT_OF_MEMORY)
    none = search_of(compiled(line(3), {3}), method, {3}, most_bytes=10)
    assert none.status == engine.OUT_OF_MEMORY and not none.run(5)
    assert len(none.states()) == len(none.depths()) == len(none.path()) == none.n_states == 0
    assert none.bytes < 10_000


@pytest.mark.parametrize("method", ["dfs", "bfs", "bidirectional", "astar"])
def test_a_long_path(method):
    n = 100_000
    search = search_of(compiled(line(n), {n}), method, {n})
    assert run_engine(search)[0] is Status.SOLVED
    assert (search.path()[:, 0] == np.arange(n + 1)).all()


def test_wrong_arguments_are_refused():
    rules = compiled(line(3), {3})
    root = np.zeros(1, dtype=np.uint64)
    with pytest.raises(ValueError, match="expected 1"):
        engine.Search(rules, np.zeros(2, dtype=np.uint64))
    with pytest.raises(ValueError, match="method 9"):
        engine.Search(rules, root, 9)
    with pytest.raises(ValueError, match="needs its goals"):
        engine.Search(rules, root, engine.BIDIRECTIONAL)
    with pytest.raises(ValueError, match="goals of 3 words"):
        engine.Search(rules, root, engine.BIDIRECTIONAL, np.zeros((1, 3), dtype=np.uint64))
    with pytest.raises(ValueError, match="no vertex 9"):
        engine.Search(rules, root + np.uint64(9))
    with pytest.raises(ValueError, match="without a size"):
        engine.Search(engine.Successors(), root)
    with pytest.raises(TypeError):
        engine.Search(None, root)
    ints = np.zeros(2, dtype=np.int32)
    with pytest.raises(ValueError, match="do not describe"):
        engine.Graph(ints, np.ones(1, dtype=np.int32), np.zeros(1, dtype=np.uint8))
    with pytest.raises(ValueError, match="vertex 5"):
        engine.Graph(np.array([0, 1], np.int32), np.array([5], np.int32), np.zeros(1, dtype=np.uint8))
