"""Searches over Python objects, kernel and twin side by side: states of many kinds on random graphs."""

import dataclasses
import gc
import math
import sys
import time
import weakref

import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Puzzle
from unriddle.search.adapters import States, _key

kernel, plain = twins.pair("search.objects")
METHODS = range(6)
ARCS = st.lists(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), max_size=3), min_size=7, max_size=7)


class Vertex(Puzzle):
    """A vertex of the graph that `ARCS` names; subclasses say how they are told apart."""

    arcs, ends, bars, bounds = (), frozenset(), frozenset(), ()

    def __init__(self, at):
        self.at = at

    def is_solved(self):
        return self.at in self.ends

    def extensions(self):
        return [type(self)(other) for other, _ in self.arcs[self.at]]

    def predecessors(self):
        return [type(self)(k) for k, row in enumerate(self.arcs) if self.at in dict(row)]

    def fail_fast(self):
        return self.at in self.bars

    def heuristic(self):
        return self.bounds[self.at]

    def step_cost(self, other):
        return min(cost for end, cost in self.arcs[self.at] if end == other.at)


class Getter(Vertex):
    def configuration(self):
        return self.at


class Computed(Vertex):
    def configuration(self):
        return ("vertex", self.at)


class Slots(Vertex):
    __slots__ = ("_at", "row")

    def __init__(self, at):
        self._at, self.row = at, [at, [at]]

    @property
    def at(self):
        return self._at


class Lists(Vertex):
    def __init__(self, at):
        if at % 2:  # another order of the attributes
            self.at, self.row = at, [at, (at, {"x": [at]})]
        else:
            self.row, self.at = [at, (at, {"x": [at]})], at


class Equal(Vertex):
    def __eq__(self, other):
        return isinstance(other, Equal) and self.at == other.at


@dataclasses.dataclass
class Data(Vertex):
    at: int


class Two(Vertex):
    """Two types in turn: the same attributes of another type are another configuration."""

    def extensions(self):
        kind = Three if type(self) is Two else Two
        return [kind(other) for other, _ in self.arcs[self.at]]

    def predecessors(self):
        kind = Three if type(self) is Two else Two
        return [kind(k) for k, row in enumerate(self.arcs) if self.at in dict(row)]


class Three(Two):
    def configuration(self):
        return [self.at][0]


KINDS = [Vertex, Getter, Computed, Slots, Lists, Equal, Data, Two]


def told(search, name=lambda state: (type(state).__name__, state.at)):
    """Run a search in short slices; return all that it says."""
    paths = []
    while search.run(3) and search.nodes < 200:
        if path := search.take():
            paths.append([name(state) for state in path])
    if path := search.take():
        paths.append([name(state) for state in path])
    return paths, search.nodes, search.generated, search.pruned, search.depth, search.kept


@settings(max_examples=40, deadline=None)
@given(ARCS, st.sets(st.integers(1, 6), max_size=2), st.sets(st.integers(1, 6), max_size=2), st.data())
def test_kernel_and_twin_find_the_same_with_the_same_work(arcs, ends, bars, data):
    bounds = data.draw(st.lists(st.integers(0, 3), min_size=7, max_size=7))
    parent_only = False
    for kind in KINDS:
        for cls in (kind, Three):
            cls.arcs, cls.ends, cls.bars, cls.bounds = arcs, ends, bars, bounds
        goals = [kind(end) for end in sorted(ends)]
        for method in METHODS:
            found = []
            for side in (kernel, plain):
                states = States.of(kind(0))
                kinds = lambda type_of, side=side: again(side, type_of)  # noqa: E731
                found.append(told(side.Search(states.start, kinds, method, goals, parent_only)))
            assert found[0] == found[1], (kind, method)


def again(side, kind):
    """Return what `States` makes of a class, with the `Kind` of either side."""
    made = {}

    class Recorder:
        def __new__(cls, *arguments):
            made["kind"] = side.Kind(*arguments)
            return made["kind"]

    from unriddle.search import adapters

    usual, adapters.Kind = adapters.Kind, Recorder
    try:
        return adapters._kind_of(kind)
    finally:
        adapters.Kind = usual


@settings(max_examples=40, deadline=None)
@given(ARCS, st.sets(st.integers(1, 6), max_size=2))
def test_raw_states(arcs, ends):
    near = [[other for other, _ in row] for row in arcs]
    for method in METHODS:
        found = []
        for side in (kernel, plain):
            kind = side.Kind(near.__getitem__, ends.__contains__)
            back = side.Kind(
                near.__getitem__,
                ends.__contains__,
                retract=lambda v: [k for k, row in enumerate(near) if v in row],
            )
            search = side.Search(0, back if method == kernel.BIDIRECTIONAL else kind, method, sorted(ends))
            found.append(told(search, name=int))
        assert found[0] == found[1], method


def test_textbook_deepening_comes_back():
    for parent_only in (False, True):
        found = []
        for side in (kernel, plain):
            kind = side.Kind(lambda n: [(n + 1) % 7, (n - 1) % 7, (n + 3) % 7], lambda n: n == 5)
            found.append(told(side.Search(0, kind, side.IDA, (), parent_only), name=int))
        assert found[0] == found[1]


def test_many_states_and_colliding_hashes(side):
    module = side("search.objects")

    class Same(int):
        def __hash__(self):
            return 7

    kind = module.Kind(lambda n: [Same(n + 1), Same(n + 2)], lambda n: n == 300)
    search = module.Search(Same(0), kind, module.BFS)
    assert not search.run(10**9) and len(search.found) == 151 and search.kept == 300
    kind = module.Kind(lambda n: [2 * n, 2 * n + 1], lambda n: n == 1 << 16)
    search = module.Search(1, kind, module.BFS)
    assert not search.run(10**9) and search.kept == (1 << 16) - 1 and search.nodes == 1 << 15


def test_nothing_is_held_when_a_search_is_gone():
    class Thing:
        def __init__(self, n):
            self.n = n

        def __eq__(self, other):
            return self.n == other.n

        def __hash__(self):
            return self.n

    alive = weakref.WeakSet()

    def expand(thing):
        for other in (Thing(thing.n + 1), Thing(thing.n * 2)):
            alive.add(other)
            yield other

    for method in METHODS:
        kind = kernel.Kind(expand, lambda thing: thing.n == 40, lambda thing: thing.n > 90)
        search = kernel.Search(Thing(1), kind, method, [Thing(40)])
        while search.run(7) and search.nodes < 500:
            pass
        del search
        gc.collect()
        assert not alive
    state = (1, 2, 3, 4, 5)
    before = sys.getrefcount(state)
    kind = kernel.Kind(lambda s: [state, (*s, 1)[-3:]], lambda s: False)
    for method in (kernel.BFS, kernel.DFS, kernel.ASTAR):
        search = kernel.Search(state, kind, method)
        assert not search.run(10**6)
        del search
    assert sys.getrefcount(state) == before


def test_what_cannot_be_searched_is_one_line(side):
    module = side("search.objects")
    for kind, method, words in [
        (module.Kind(lambda n: [[n]], bool), module.BFS, "unhashable type: 'list'"),
        (module.Kind(lambda n: [n + 1], bool, None, lambda n: -1), module.ASTAR, "heuristic returned -1"),
        (module.Kind(lambda n: [n + 1], bool, None, lambda n: "1"), module.IDA, "heuristic returned '1'"),
        (
            module.Kind(lambda n: [n - 1], lambda n: n == 9, None, None, lambda n, o: math.nan),
            module.ASTAR,
            "nan",
        ),
    ]:
        with pytest.raises(module.Refused, match=words):
            module.Search(0, kind, method).run(10)
    with pytest.raises(ZeroDivisionError):
        module.Search(0, module.Kind(lambda n: [1 // n], bool), module.BFS).run(10)


def test_states_that_change_their_mind():
    given = iter(range(1, 100))
    kind = kernel.Kind(lambda n: [(next(given),)], lambda n: n == (5,), key=lambda n: n)
    with pytest.raises(kernel.Refused, match="asked again"):
        kernel.Search((0,), kind, kernel.BFS).run(100)


def test_a_state_cannot_run_its_own_search():
    search = None
    kind = kernel.Kind(lambda n: [search.run(1)], bool)
    search = kernel.Search(0, kind, kernel.BFS)
    with pytest.raises(RuntimeError):
        search.run(10)


def test_a_slice_ends_in_time(side):
    module = side("search.objects")
    slow = module.Kind(lambda n: [time.sleep(0.01), n + 1][1:], lambda n: False)
    quick = module.Kind(lambda n: [n + 1], lambda n: False)
    for kind in (quick, slow):
        search = module.Search(0, kind, module.BFS)
        start = time.perf_counter()
        assert search.run(10**9, 0.05)
        assert time.perf_counter() - start < 5
    assert module.Search(0, quick, module.BFS).run(10**9, math.inf, 1000)


def test_an_attribute_that_is_returned_is_read():
    assert _key(Getter) == "at" and callable(_key(Computed)) and callable(_key(Vertex))


@pytest.mark.parametrize("method", [kernel.DFS, kernel.BFS, kernel.ASTAR])
def test_each_state_is_met_once_while_tables_grow(method):
    """Slots are doubled twelve times, and moved while states are looked up that stand in old or new ones."""
    most = 100_000

    def successors(n):
        return [k for k in (3 * n + 1, 3 * n + 2, n // 2, n ^ 1, (n * 7919) % most) if k < most]

    reached, queue = {0}, [0]
    for n in queue:
        for other in successors(n):
            if other not in reached:
                reached.add(other)
                queue.append(other)
    search = kernel.Search(0, kernel.Kind(successors, lambda n: False), method)
    while search.run(997):
        assert search.kept <= len(reached)
    assert search.nodes == search.kept == len(reached) and search.found is None
