import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core.search import graph as kernel
from unriddle.core.search import graph_paths
from unriddle.core.search.reference import graph as twin


def csr(lists):
    indptr = np.zeros(len(lists) + 1, dtype=np.int64)
    indptr[1:] = np.cumsum([len(row) for row in lists])
    return kernel.Graph(indptr, np.array([v for row in lists for v in row], dtype=np.int32))


def vertices(*numbers):
    return np.array(numbers, dtype=np.int32)


@st.composite
def graphs(draw, most=7):
    n = draw(st.integers(1, most))
    pairs = [(a, b) for a in range(n) for b in range(a)]
    edges = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    return [sorted({b for a, b in edges if a == v} | {a for a, b in edges if b == v}) for v in range(n)]


def test_the_kernel_is_compiled():
    for module in (kernel, graph_paths):
        assert module.__file__.endswith((".so", ".pyd"))


@given(graphs(12), st.data())
def test_a_path_between_two_vertices_is_a_shortest_one(lists, data):
    finder = kernel.PathFinder(csr(lists))
    vertex = st.integers(0, len(lists) - 1)
    for source, target in data.draw(st.lists(st.tuples(vertex, vertex), min_size=1, max_size=4)):
        path = finder.path(source, target)
        distance = twin.distances(lists, [source])[target]
        if distance < 0:
            assert path is None
            continue
        assert path[0] == source
        assert path[-1] == target
        assert len(path) == distance + 1
        assert all(b in lists[a] for a, b in itertools.pairwise(path))
        whole = finder.nodes
        finder.begin(source, target)
        slices = 0
        while finder.run(1):
            slices += 1
        assert slices <= whole == finder.nodes
        assert finder.result() == path


@given(graphs(), st.data())
def test_best_paths_equal_the_twin(lists, data):
    some = st.lists(st.integers(0, len(lists) - 1), min_size=1, max_size=3)
    sources, targets = data.draw(some), data.draw(some)
    costs = None
    if data.draw(st.booleans()):
        costs = [[data.draw(st.integers(1, 3)) for _ in row] for row in lists]
    array = None if costs is None else np.array([c for row in costs for c in row], dtype=np.float64)
    search = graph_paths.ShortestPaths(csr(lists), vertices(*sources), vertices(*targets), array)
    while search.run(1):
        assert not search.finished
    distance, paths = twin.best_paths(lists, sources, targets, costs)
    found = []
    while (path := search.next_path()) is not None:
        found.append(path)
    assert (search.distance, found, search.count(1)) == (distance, paths, len(paths))


@given(graphs(6), st.data())
def test_simple_paths_equal_the_twin(lists, data):
    source = data.draw(st.integers(0, len(lists) - 1))
    targets = data.draw(st.lists(st.integers(0, len(lists) - 1), max_size=2))
    search = graph_paths.SimplePaths(csr(lists), source, vertices(*targets))
    found = []
    while True:
        before = search.paths
        remains = search.run(1, 1)
        if search.paths > before:
            found.append(search.current())
        if not remains:
            break
    assert found == list(twin.simple_paths(lists, source, targets))
    assert search.finished


@given(graphs(9))
def test_distances_components_and_eccentric_pairs_equal_the_twin(lists):
    graph = csr(lists)
    assert kernel.distances(graph, vertices(0)).tolist() == twin.distances(lists, [0])
    assert kernel.components(graph).tolist() == twin.components(lists)
    pairs = kernel.EccentricPairs(graph)
    while pairs.run(1):
        pass
    assert (pairs.diameter, sorted(pairs.pairs)) == twin.eccentric_pairs(lists)


def test_counts_outgrow_a_word():
    # A chain of diamonds: each doubles the number of paths.
    lists = []
    for k in range(70):
        base = 3 * k
        before = [base - 1, base - 2] if k else []
        lists += [[*before, base + 1, base + 2], [base, base + 3], [base, base + 3]]
    lists.append([3 * 70 - 1, 3 * 70 - 2])
    search = graph_paths.ShortestPaths(csr(lists), vertices(0), vertices(210))
    assert not search.run(10_000)
    assert search.distance == 140
    assert search.count(1) is None
    assert search.count(2) == search.count(3) == 2**70


@pytest.mark.parametrize(
    ("indptr", "indices"), [([], []), ([1, 1], []), ([0, 2], [0]), ([0, 1], [1]), ([0, 2, 1, 2], [0, 0])]
)
def test_tables_that_do_not_fit_are_refused(indptr, indices):
    with pytest.raises(ValueError, match=r"indptr|vertex"):
        kernel.Graph(np.array(indptr, dtype=np.int64), vertices(*indices))


def test_wrong_arguments_do_not_crash():
    graph = csr([[1], [0]])
    for make in (kernel.PathFinder, kernel.EccentricPairs):
        with pytest.raises(TypeError):
            make(None)
    for a, b in ((-1, 0), (0, 2)):
        with pytest.raises(IndexError):
            kernel.PathFinder(graph).begin(a, b)
        with pytest.raises(IndexError):
            graph_paths.ShortestPaths(graph, vertices(a), vertices(b))
    with pytest.raises(IndexError):
        graph_paths.SimplePaths(graph, 2, vertices(0))
    with pytest.raises(ValueError, match="expected 2"):
        graph_paths.ShortestPaths(graph, vertices(0), vertices(1), np.ones(3))
    with pytest.raises(ValueError, match="above 0"):
        graph_paths.ShortestPaths(graph, vertices(0), vertices(1), np.zeros(2))
