import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import learning as twin
from unriddle.core.assign import learning


def flat(lists):
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
    return np.array([item for items in lists for item in items], np.int32), starts


@st.composite
def problems(draw):
    n = draw(st.integers(0, 9))
    if n == 0:
        return 0, [], []
    variables = st.lists(st.integers(0, n - 1), unique=True)
    clauses = [
        [2 * v + draw(st.integers(0, 1)) for v in chosen]
        for chosen in draw(st.lists(variables.filter(lambda c: len(c) > 0), max_size=18))
    ]
    return n, clauses, draw(st.lists(variables, max_size=3))


def enumerate_all(search, budget):
    found, remains = [], True
    while remains:
        before = search.nodes
        remains = search.run(budget)
        assert search.nodes - before <= budget
        if search.fresh:
            found.append(tuple(search.solution.tolist()))
    return found


@settings(max_examples=120, deadline=None)
@given(problems(), st.integers(1, 6))
def test_all_assignments_equal_the_twin(problem, budget):
    n, clauses, groups = problem
    search = learning.ClauseSearch(n, *flat(clauses), *flat(groups), 1 << 40, True)
    found = [()] if n == 0 and search.count else enumerate_all(search, budget)
    assert len(set(found)) == len(found)
    assert sorted(found) == sorted(twin.assignments(*problem))
    assert search.exhausted and search.count == len(found)


def pigeons(birds, holes):
    clauses = [[2 * (b * holes + h) for h in range(holes)] for b in range(birds)]
    groups = [[b * holes + h for b in range(birds)] for h in range(holes)]
    return birds * holes, clauses, groups


def test_pigeons_do_not_fit_and_learnt_clauses_are_forgotten_without_harm():
    # 8 pigeons, 7 holes: thousands of conflicts, so restarts and clearings take place.
    n, clauses, groups = pigeons(8, 7)
    search = learning.ClauseSearch(n, *flat(clauses), *flat(groups), 2)
    while search.run(1 << 12):
        pass
    assert search.count == 0 and search.exhausted and search.conflicts > 1000


def test_placements_of_pigeons_are_counted():
    n, clauses, groups = pigeons(5, 5)
    groups += [[b * 5 + h for h in range(5)] for b in range(5)]
    search = learning.ClauseSearch(n, *flat(clauses), *flat(groups), 1 << 40)
    while search.run(1 << 12):
        pass
    assert search.count == 120


def test_nodes_are_the_same_each_time_and_for_each_budget():
    n, clauses, groups = pigeons(6, 5)
    counts = set()
    for budget in (1, 7, 1 << 20):
        search = learning.ClauseSearch(n, *flat(clauses), *flat(groups), 1)
        while search.run(budget):
            pass
        counts.add((search.nodes, search.guesses, search.conflicts))
    assert len(counts) == 1


@settings(max_examples=80, deadline=None)
@given(problems(), st.integers(1, 3), st.data())
def test_the_order_of_choices_changes_no_answer(problem, n_orders, data):
    n, clauses, groups = problem
    ranks = st.lists(st.integers(-2, 2), min_size=n, max_size=n)
    orders = np.array(data.draw(st.lists(ranks, min_size=n_orders, max_size=n_orders)), np.int32)
    search = learning.ClauseSearch(
        n, *flat(clauses), *flat(groups), 1 << 40, True, orders.reshape(n_orders, n)
    )
    found = [()] if n == 0 and search.count else enumerate_all(search, 5)
    assert sorted(found) == sorted(twin.assignments(*problem))


def test_the_lowest_rank_is_chosen_first():
    # Nothing follows from anything: the solution is the choices, each to fail as long as it may.
    for orders in ([[0, 1]], [[1, 0]]):
        search = learning.ClauseSearch(2, *flat([[0, 2]]), *flat([]), 1, False, np.array(orders, np.int32))
        assert not search.run(100)
        assert search.solution.tolist() == orders[0]


def test_orders_take_turns():
    n, clauses, groups = pigeons(9, 8)
    orders = np.stack([np.zeros(n), np.arange(n) % 8, np.arange(n)[::-1]]).astype(np.int32)
    conflicts = set()
    for budget in (1 << 12, 1 << 30):
        search = learning.ClauseSearch(n, *flat(clauses), *flat(groups), 1, False, orders)
        while search.run(budget):
            pass
        assert search.exhausted and search.count == 0
        conflicts.add(search.conflicts)
    assert len(conflicts) == 1 and min(conflicts) > 500


def test_an_order_has_all_variables():
    with pytest.raises(ValueError, match="orders of 1 variables, expected 2"):
        learning.ClauseSearch(2, *flat([[0, 2]]), *flat([]), 1, False, np.zeros((1, 1), np.int32))


@pytest.mark.parametrize(
    ("n", "clauses", "groups"),
    [(1, [[2]], []), (1, [[-1]], []), (1, [], [[1]]), (-1, [], []), (2, [[0]], [[-1]])],
)
def test_numbers_out_of_range_are_refused(n, clauses, groups):
    with pytest.raises(ValueError, match="expected"):
        learning.ClauseSearch(n, *flat(clauses), *flat(groups))


def test_starts_must_rise():
    lits = np.zeros(2, np.int32)
    with pytest.raises(ValueError, match="starts"):
        learning.ClauseSearch(1, lits, np.array([0, 3, 2], np.int32), *flat([]))
