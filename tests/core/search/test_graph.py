import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from some_boards import both_graphs, csr, neighbour_lists, vertices

from reference.search import graph as twin
from unriddle.core.search import graph as kernel


def test_the_kernel_is_compiled():
    assert kernel.__file__.endswith((".so", ".pyd"))


@given(neighbour_lists(12), st.data())
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


@given(neighbour_lists(10), st.data())
def test_paths_and_counts_are_those_of_the_twin(lists, data):
    finders = [module.PathFinder(g) for module, g in zip((kernel, twin), both_graphs(lists), strict=True)]
    vertex = st.integers(0, len(lists) - 1)
    for source, target in data.draw(st.lists(st.tuples(vertex, vertex), min_size=1, max_size=4)):
        found = [(f.path(source, target), f.found, f.nodes, f.generated) for f in finders]
        assert found[0] == found[1]


@given(neighbour_lists(10), st.data())
def test_paths_of_many_pairs_are_those_of_each_and_of_the_twin(lists, data):
    finders = [module.PathFinder(g) for module, g in zip((kernel, twin), both_graphs(lists), strict=True)]
    vertex = st.integers(0, len(lists) - 1)
    pairs = data.draw(st.lists(st.tuples(vertex, vertex), max_size=20))
    ends = [np.array([pair[side] for pair in pairs], np.int32) for side in (0, 1)]
    fast = [part.tolist() for part in finders[0].paths(*ends)]
    assert fast == [list(part) for part in finders[1].paths(*(end.tolist() for end in ends))]
    starts = [0, *fast[1][:-1]]
    assert [fast[0][a:b] for a, b in zip(starts, fast[1], strict=False)] == [
        finders[0].path(*pair) or [] for pair in pairs
    ]


def test_pairs_that_the_graph_does_not_have():
    finder = kernel.PathFinder(csr([[1], [0]]))
    with pytest.raises(IndexError, match="vertex 2"):
        finder.paths(vertices(0), vertices(2))
    with pytest.raises(IndexError, match="vertex -1"):
        finder.paths(vertices(-1), vertices(0))
    with pytest.raises(ValueError, match="as many"):
        finder.paths(vertices(0, 1), vertices(0))


@given(neighbour_lists(9))
def test_distances_components_and_eccentric_pairs_equal_the_twin(lists):
    graph = csr(lists)
    assert kernel.distances(graph, vertices(0)).tolist() == twin.distances(lists, [0])
    assert kernel.components(graph).tolist() == twin.components(lists)
    for module, other in zip((kernel, twin), both_graphs(lists), strict=True):
        pairs = module.EccentricPairs(other)
        while pairs.run(1):
            pass
        found = sorted(map(tuple, np.asarray(pairs.pairs).tolist()))
        assert (pairs.diameter, found, pairs.n_pairs) == (*twin.eccentric_pairs(lists), len(found))


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
        kernel.distances(graph, vertices(2))
