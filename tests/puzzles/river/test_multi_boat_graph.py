"""The graph of states with several boats or an island, against a search written down plainly."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.search.river import fleet_graph
from unriddle.puzzles.river.multi_boat_graph import FleetGraph


def digits(index, most):
    found = []
    for m in most:
        found.append(index % (m + 1))
        index //= m + 1
    return tuple(found)


@settings(deadline=None)
@given(st.data())
def test_the_graph_is_that_of_a_plain_search(data):
    most = tuple(data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3)))
    fleet = tuple(data.draw(st.lists(st.integers(1, 2), min_size=1, max_size=2)))
    between, island = data.draw(st.booleans()), data.draw(st.booleans())
    places = 3 if island else 2
    banks = int(np.prod([m + 1 for m in most]))
    everything = [digits(index, most) for index in range(1, banks)]
    boats = st.integers(0, len(fleet) - 1)
    pairs = st.tuples(boats, st.sampled_from(everything))
    loads = data.draw(st.lists(pairs, min_size=1, max_size=5, unique=True))
    safe = np.array(data.draw(st.lists(st.integers(0, 1), min_size=banks, max_size=banks)), dtype=np.uint8)
    table = {digits(index, most): bool(safe[index]) for index in range(banks)}
    contents = banks * int(np.prod([n + 1 for n in fleet]))
    start = data.draw(st.integers(0, contents - 1))

    def named(code):
        """Who and which boats are where, from a number."""
        here = [code // contents**k % contents for k in range(places - 1)]
        here.append(contents - 1 - sum(here))
        people = tuple(digits(content % banks, most) for content in here)
        lying = [digits(content // banks, fleet) for content in here]
        return people, tuple(
            (kind, place)
            for kind in range(len(fleet))
            for place, there in enumerate(lying)
            for _ in range(there[kind])
        )

    expected = fleet_graph(named(start), loads, table.__getitem__, between and island)
    given_loads = np.array([(*load, *(k == kind for k in range(len(fleet)))) for kind, load in loads])
    settings_of = {
        "places": places,
        "between": between and island,
        "start": start,
    }
    graph = FleetGraph((*most, *fleet), given_loads, safe, **settings_of)
    step, before = data.draw(st.sampled_from([1, 2, 7, 1000])), 0
    while graph.run(step):
        assert before < graph.nodes <= before + step
        before = graph.nodes
    indptr, indices, by_load, states = graph.tables()
    assert graph.n_edges == len(indices) == indptr[-1] and graph.nodes == graph.n_states == len(states)
    names = list(map(named, states.tolist()))
    assert names == list(expected)
    for v, name in enumerate(names):
        edges = range(indptr[v], indptr[v + 1])
        assert [(names[indices[e]], int(by_load[e])) for e in edges] == expected[name]
    limited = FleetGraph((*most, *fleet), given_loads, safe, graph.n_edges - 1, **settings_of)
    assert not limited.run(1 << 20) and limited.overflow
