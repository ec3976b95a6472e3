import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.search import river as twin
from unriddle.core.search import river


def bank_of(index, most):
    digits = []
    for m in most:
        digits.append(index % (m + 1))
        index //= m + 1
    return tuple(digits)


def test_the_kernel_is_compiled():
    assert river.__file__.endswith((".so", ".pyd"))


@given(st.data())
def test_state_graph_equals_the_twin(data):
    most = tuple(data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3)))
    banks = int(np.prod([m + 1 for m in most]))
    everything = [bank_of(index, most) for index in range(1, banks)]
    loads = data.draw(st.lists(st.sampled_from(everything), min_size=1, max_size=6, unique=True))
    safe = np.array(data.draw(st.lists(st.integers(0, 1), min_size=banks, max_size=banks)), dtype=np.uint8)
    table = {bank_of(index, most): bool(safe[index]) for index in range(banks)}
    graph = river.RiverGraph(np.array(most), np.array(loads), safe)
    while graph.run(1):
        assert graph.nodes < graph.n_states
    indptr, indices, by_load, states = graph.tables()
    names = [(bank_of(int(state) >> 1, most), int(state) & 1) for state in states]
    found = {
        names[v]: [(names[indices[e]], int(by_load[e])) for e in range(indptr[v], indptr[v + 1])]
        for v in range(len(names))
    }
    expected = twin.state_graph(most, loads, table.__getitem__)
    assert found == expected
    assert names == list(expected)
    limit = data.draw(st.integers(1, 1 + 2 * graph.n_edges))
    seen = []
    for module in (river, twin):
        graph = module.RiverGraph(np.array(most), np.array(loads), safe, limit)
        while graph.run(2):
            pass
        counts = graph.n_edges, graph.n_states, graph.nodes, graph.overflow
        seen.append((counts, [list(table) for table in graph.tables()]))
    assert seen[0] == seen[1]


def test_arguments_that_do_not_fit_are_refused():
    ones = np.ones(2, dtype=np.uint8)
    for most, loads, safe in (
        ([0], [[0]], ones),
        ([2**24], [[1]], ones),
        ([1] * 25, [[0] * 25], ones),
        ([1], [[2]], ones),
        ([1], [[-1]], ones),
        ([1], [[1, 1]], ones),
        ([2], [[1]], ones),
    ):
        with pytest.raises(ValueError, match=r"banks|kind"):
            river.RiverGraph(np.array(most), np.array(loads), safe)
    graph = river.RiverGraph(np.array([1]), np.array([[1]]), ones, 1)
    assert graph.run(10) is False
    assert graph.overflow
