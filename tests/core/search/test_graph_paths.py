import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from some_boards import both_graphs, csr, neighbour_lists, vertices

from reference.search import graph_paths as twin
from unriddle.core.search import graph_paths as kernel


def test_the_kernel_is_compiled():
    assert kernel.__file__.endswith((".so", ".pyd"))


@given(neighbour_lists(), st.data())
def test_best_paths_are_those_of_the_twin(lists, data):
    some = st.lists(st.integers(0, len(lists) - 1), min_size=1, max_size=3)
    sources, targets = data.draw(some), data.draw(some)
    costs = None
    if data.draw(st.booleans()):
        costs = [[data.draw(st.integers(1, 3)) for _ in row] for row in lists]
    array = None if costs is None else np.array([c for row in costs for c in row], dtype=np.float64)
    distance, paths = twin.best_paths(lists, sources, targets, costs)
    counts = []
    for module, graph in zip((kernel, twin), both_graphs(lists), strict=True):
        search = module.ShortestPaths(graph, vertices(*sources), vertices(*targets), array)
        while search.run(1):
            assert not search.finished
        number = search.count(1)
        found = []
        while (path := search.next_path()) is not None:
            found.append(path)
        assert (search.distance, found, number) == (distance, paths, len(paths))
        counts.append(search.nodes)
    assert counts[0] == counts[1]


@given(neighbour_lists(6), st.data())
def test_simple_paths_are_those_of_the_twin(lists, data):
    source = data.draw(st.integers(0, len(lists) - 1))
    targets = data.draw(st.lists(st.integers(0, len(lists) - 1), max_size=2))
    counts = []
    for module, graph in zip((kernel, twin), both_graphs(lists), strict=True):
        search = module.SimplePaths(graph, source, vertices(*targets))
        found, walks = [], []
        while True:
            before = search.paths
            remains = search.run(1, 1)
            walks.append(search.current())
            if search.paths > before:
                found.append(search.current())
            if not remains:
                break
        assert found == list(twin.simple_paths(lists, source, targets))
        assert search.finished
        counts.append((search.nodes, search.generated, search.paths, search.deepest, walks))
    assert counts[0] == counts[1]


def test_counts_outgrow_a_word():
    # A chain of diamonds: each doubles the number of paths.
    lists = []
    for k in range(70):
        base = 3 * k
        before = [base - 1, base - 2] if k else []
        lists += [[*before, base + 1, base + 2], [base, base + 3], [base, base + 3]]
    lists.append([3 * 70 - 1, 3 * 70 - 2])
    search = kernel.ShortestPaths(csr(lists), vertices(0), vertices(210))
    assert not search.run(10_000)
    assert search.distance == 140
    assert search.count(1) is None
    assert search.count(2) == search.count(3) == 2**70


def test_wrong_arguments_are_refused():
    graph = csr([[1], [0]])
    for a, b in ((-1, 0), (0, 2)):
        with pytest.raises(IndexError):
            kernel.ShortestPaths(graph, vertices(a), vertices(b))
    with pytest.raises(IndexError):
        kernel.SimplePaths(graph, 2, vertices(0))
    with pytest.raises(ValueError, match="expected 2"):
        kernel.ShortestPaths(graph, vertices(0), vertices(1), np.ones(3))
    with pytest.raises(ValueError, match="above 0"):
        kernel.ShortestPaths(graph, vertices(0), vertices(1), np.zeros(2))
    for module, graph in zip((kernel, twin), both_graphs([[1], [0]]), strict=True):
        search = module.ShortestPaths(graph, vertices(0), vertices(1))
        for early in (search.next_path, lambda search=search: search.count(1)):
            with pytest.raises(ValueError, match="finished"):
                early()
