import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import gogen as twin
from unriddle.core.assign import gogen


def links_of(n, pairs):
    masks = [0] * n
    for a, b in pairs:
        if a != b:
            masks[a] |= 1 << b
            masks[b] |= 1 << a
    return masks


@st.composite
def puzzles(draw):
    rows, cols = draw(st.sampled_from([(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]))
    n = rows * cols
    letters = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(letters, letters), max_size=12))
    hidden = draw(st.permutations(range(n)))  # letter -> cell of a grid that some pairs may come from
    table = twin.neighbours(rows, cols, twin.KING)
    if draw(st.booleans()):
        pairs = [(a, b) for a, b in pairs if hidden[b] in table[hidden[a]]]
    shown = draw(st.sets(letters, max_size=3))
    givens = [hidden[a] if a in shown else -1 for a in range(n)]
    return rows, cols, givens, links_of(n, pairs)


def search(rows, cols, givens, links, limit=1 << 40, **options):
    return gogen.GogenSearch(
        rows, cols, np.array(givens, np.int8), np.array(links, np.uint64), limit, **options
    )


def test_the_kernel_is_compiled():
    assert gogen.__file__.endswith((".so", ".pyd"))


@settings(max_examples=100, deadline=None)
@given(puzzles(), st.integers(1, 5))
def test_all_placements_equal_the_twin(puzzle, budget):
    expected = sorted(twin.placements(*puzzle))
    run = search(*puzzle, stop_each=True)
    found, remains = [], True
    while remains:
        before = run.nodes
        remains = run.run(budget)
        assert run.nodes - before <= budget
        if run.fresh:
            found.append(tuple(run.solution.tolist()))
    assert sorted(found) == expected
    assert run.exhausted and run.count == len(expected)


@settings(max_examples=100, deadline=None)
@given(st.lists(puzzles(), min_size=1, max_size=5))
def test_a_batch_equals_single_searches(batch):
    rows, cols = batch[0][:2]
    batch = [p for p in batch if p[:2] == (rows, cols)]
    givens = np.array([p[2] for p in batch], np.int8)
    links = np.array([p[3] for p in batch], np.uint64)
    solutions = np.empty((len(batch), rows * cols), np.int8)
    counts, nodes = np.empty(len(batch), np.int64), np.empty(len(batch), np.int64)
    gogen.solve_batch(rows, cols, givens, links, solutions, counts, nodes, 3)
    for k, puzzle in enumerate(batch):
        run = search(*puzzle, limit=3)
        assert not run.run(1 << 30)
        assert (counts[k], nodes[k]) == (run.count, run.nodes)
        assert solutions[k].tolist() == (run.first.tolist() if run.count else [-2] * (rows * cols))


def test_a_budget_ends_a_board_of_a_batch():
    givens, links = np.full((1, 9), -1, np.int8), np.array([links_of(9, [(0, 1), (2, 3)])], np.uint64)
    solutions, counts, nodes = np.empty((1, 9), np.int8), np.empty(1, np.int64), np.empty(1, np.int64)
    gogen.solve_batch(3, 3, givens, links, solutions, counts, nodes, 1 << 40, 10)
    assert counts[0] < 0 and nodes[0] == 10


@pytest.mark.parametrize(
    ("givens", "links"),
    [
        ([4, -1, -1, -1], [0] * 4),
        ([-2, -1, -1, -1], [0] * 4),
        ([-1] * 4, [1, 0, 0, 0]),
        ([-1] * 4, [16, 0, 0, 0]),
        ([-1] * 3, [0] * 4),
    ],
)
def test_arrays_out_of_range_are_refused(givens, links):
    with pytest.raises(ValueError, match="expected"):
        search(2, 2, givens, links)


def test_more_than_64_cells_are_refused():
    with pytest.raises(ValueError, match="at most 64"):
        search(5, 13, [-1] * 65, [0] * 65)


def test_narrow_keeps_all_placements():
    puzzle = (2, 3, [0, -1, -1, -1, -1, -1], links_of(6, [(0, 1), (1, 2), (2, 3)]))
    places = gogen.narrow(2, 3, np.array(puzzle[2], np.int8), np.array(puzzle[3], np.uint64)).tolist()
    for placement in twin.placements(*puzzle):
        assert all(letter < 0 or places[letter] >> cell & 1 for cell, letter in enumerate(placement))


def test_textbook_finds_the_first_solution():
    rows, nodes = twin.textbook(["A.", ".."], ["ABDC"], "ABCD")
    assert rows == ("AB", "CD") and nodes > 1
    assert twin.textbook(["AB", "CD"], ["AA"], "ABCD")[0] is None
