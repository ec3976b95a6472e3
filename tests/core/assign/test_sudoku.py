import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import sudoku as twin
from reference.assign.sudoku_propagate import Rules as TwinRules
from unriddle.core.assign import sudoku, sudoku9
from unriddle.core.assign.sudoku_propagate import Rules, boxed

SHAPES = [(1, 2), (1, 3), (2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]


def full_grid(rng, rows, cols):
    n = rows * cols
    digits = rng.sample(range(1, n + 1), n)
    order = [rows * band + r for band in rng.sample(range(cols), cols) for r in rng.sample(range(rows), rows)]
    return [[digits[(cols * (r % rows) + r // rows + c) % n] for c in range(n)] for r in order]


def some_puzzle(rng, rows, cols):
    n = rows * cols
    grid = [value for row in full_grid(rng, rows, cols) for value in row]
    share = rng.uniform(0.3 if n > 5 else 0, 1)
    for cell in range(n * n):
        if rng.random() > share:
            grid[cell] = 0
    if rng.random() < 0.2:
        grid[rng.randrange(n * n)] = rng.randint(1, n)
    return np.array(grid, dtype=np.uint8)


def everything(search, budget=1 << 10):
    found = []
    remains = True
    while remains:
        remains = search.run(budget)
        found += [tuple(s.tolist()) for s in search.take()]
    return found


def test_the_kernel_is_compiled():
    assert sudoku.__file__.endswith((".so", ".pyd"))


@pytest.mark.parametrize("shape", SHAPES)
def test_solutions_equal_the_twin(shape):
    rng = random.Random(str(shape))
    for _ in range(40):
        puzzle = some_puzzle(rng, *shape)
        expected = []
        for solution in twin.solutions(puzzle.tolist(), twin.boxed(*shape)):
            expected.append(tuple(solution))
            if len(expected) == 100:
                break
        search = sudoku.Search(puzzle, boxed(*shape), limit=100)
        found = everything(search)
        assert len(found) == len(set(found)) == len(expected) == search.count
        if len(expected) < 100:
            assert set(found) == set(expected)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(SHAPES), st.integers(1, 40), st.integers(1, 30))
def test_slices_change_nothing_and_take_their_nodes_exactly(seed, shape, limit, budget):
    puzzle = some_puzzle(random.Random(seed), *shape)
    whole = sudoku.Search(puzzle, boxed(*shape), limit=limit)
    expected = everything(whole)
    sliced = sudoku.Search(puzzle, boxed(*shape), limit=limit)
    found = []
    while True:
        before = sliced.nodes
        remains = sliced.run(budget)
        found += [tuple(s.tolist()) for s in sliced.take()]
        if not remains:
            break
        assert sliced.nodes == before + budget
    assert found == expected
    assert (sliced.nodes, sliced.guesses, sliced.conflicts, sliced.propagations) == (
        whole.nodes,
        whole.guesses,
        whole.conflicts,
        whole.propagations,
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_both_engines_agree_on_9x9(seed):
    puzzle = some_puzzle(random.Random(seed), 3, 3)
    lanes = sudoku9.Lanes(puzzle.reshape(1, 81), limit=200)
    lanes.run(1 << 40)
    search = sudoku.Search(puzzle, boxed(3, 3), limit=200)
    everything(search)
    assert search.count == lanes.counts[0]


def test_the_number_of_4x4_grids_is_288():
    found = everything(sudoku.Search(np.zeros(16, np.uint8), boxed(2, 2), limit=10**9))
    assert len(found) == len(set(found)) == 288


def test_the_number_of_6x6_grids_is_28200960():
    # 6! ways to fill the first row, each with as many completions.
    puzzle = np.zeros(36, np.uint8)
    puzzle[:6] = range(1, 7)
    assert len(everything(sudoku.Search(puzzle, boxed(2, 3), limit=10**9))) * 720 == 28_200_960


@pytest.mark.parametrize("shape", [(5, 5), (6, 6), (4, 9), (3, 4), (1, 7), (6, 1)])
def test_empty_grids_are_filled(shape):
    n = shape[0] * shape[1]
    search = sudoku.Search(np.zeros(n * n, np.uint8), boxed(*shape), limit=1)
    grid = np.array(everything(search)[0]).reshape(n, n)
    assert all(sorted(row) == list(range(1, n + 1)) for row in grid.tolist())
    assert all(sorted(col) == list(range(1, n + 1)) for col in grid.T.tolist())
    boxes = grid.reshape(shape[1], shape[0], shape[0], shape[1]).transpose(0, 2, 1, 3).reshape(n, n)
    assert all(sorted(box) == list(range(1, n + 1)) for box in boxes.tolist())


def test_hard_proofs_drop_clauses_and_restart(data):
    """More than 5,000 conflicts: clauses are dropped and moved, and the answer is still the recorded one."""
    lines = [line.split() for line in (data / "sudoku_25x25.txt").read_text().splitlines() if line[0] != "#"]
    puzzle, solution = ([".123456789ABCDEFGHIJKLMNOP".index(ch) for ch in text] for text in lines[4])
    search = sudoku.Search(np.array(puzzle, dtype=np.uint8), boxed(5, 5))
    found = everything(search, 1 << 12)
    assert found == [tuple(solution)]
    assert (
        5000 < search.conflicts < 20000
    )  # 27,922 before learnt clauses were shrunk and causes counted as active


def test_known_answers_16x16(data):
    for line in (data / "sudoku_16x16.txt").read_text().splitlines():
        if line[0] != "#":
            puzzle, solution = ([".123456789ABCDEFG".index(ch) for ch in text] for text in line.split())
            assert everything(sudoku.Search(np.array(puzzle, dtype=np.uint8), boxed(4, 4))) == [
                tuple(solution)
            ]


def test_weights_change_which_solution_comes_first():
    rng = np.random.default_rng(1)
    grids = {
        everything(sudoku.Search(np.zeros(81, np.uint8), boxed(3, 3), 1, rng.random(729)))[0]
        for _ in range(10)
    }
    assert len(grids) == 10


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((None, boxed(2, 2)), TypeError),
        ((np.zeros(16, np.uint8), None), TypeError),
        ((np.zeros(16, np.uint8), boxed(2, 3)), ValueError),
        ((np.zeros(16, np.uint8), Rules.__new__(Rules)), ValueError),
        ((np.full(16, 5, np.uint8), boxed(2, 2)), ValueError),
        ((np.zeros(16, np.uint8), boxed(2, 2), 0), ValueError),
        ((np.zeros(16, np.uint8), boxed(2, 2), 1, np.zeros(3)), ValueError),
    ],
)
def test_wrong_arguments_are_refused(arguments, error):
    with pytest.raises(error):
        sudoku.Search(*arguments)


def test_an_object_that_was_never_made_does_not_run():
    with pytest.raises(RuntimeError):
        sudoku.Search.__new__(sudoku.Search).run(1)
    search = sudoku.Search(np.zeros(16, np.uint8), boxed(2, 2))
    with pytest.raises(RuntimeError):
        search.__init__(np.zeros(16, np.uint8), boxed(2, 2))


def test_a_search_restarted_is_as_new():
    puzzles = [np.zeros(16, np.uint8), np.array([1, 2, 3, 4] + [0] * 12, np.uint8), np.full(16, 1, np.uint8)]
    old = sudoku.Search(puzzles[1], boxed(2, 2), limit=1000)
    old.run(7)
    for puzzle in (*puzzles, *puzzles[::-1]):
        new = sudoku.Search(puzzle, boxed(2, 2), limit=1000)
        old.restart(puzzle)
        for search in (old, new):
            while search.run(50):
                pass
        assert [grid.tolist() for grid in old.take()] == [grid.tolist() for grid in new.take()]
        assert (old.count, old.guesses, old.nodes, old.conflicts, old.propagations) == (
            new.count,
            new.guesses,
            new.nodes,
            new.conflicts,
            new.propagations,
        )
    with pytest.raises(ValueError, match="expected 16 cells"):
        old.restart(np.zeros(15, np.uint8))
    with pytest.raises(ValueError, match="from 0 to 4"):
        old.restart(np.full(16, 5, np.uint8))


def some_rules(rng, n):
    """Rules of any kind: units of n cells anywhere, cells apart, digits that a cell may have, clauses."""
    cells = np.arange(n * n, dtype=np.int32).reshape(n, n)
    units = [*cells.tolist()]
    if rng.random() < 0.8:
        units += cells.T.tolist()
    units += [rng.sample(range(n * n), n) for _ in range(rng.randint(0, 2))]
    apart = [rng.sample(range(n * n), 2) for _ in range(rng.randint(0, 4))]
    whole = (1 << n) - 1
    allowed = [rng.choice([whole, whole, whole, rng.randint(1, whole)]) for _ in range(n * n)]
    clauses, starts = [], [0]
    for _ in range(rng.randint(0, 6)):
        clauses += [2 * v + rng.randint(0, 1) for v in rng.sample(range(n**3), rng.randint(2, 4))]
        starts.append(len(clauses))
    return (
        n,
        np.array(units, dtype=np.int32),
        np.array(apart, dtype=np.int32).reshape(-1, 2),
        np.array(allowed, dtype=np.uint64),
        np.array(clauses, dtype=np.int32),
        np.array(starts, dtype=np.int32),
    )


def test_solutions_of_any_rules_equal_the_twin():
    rng, some = random.Random(3), 0
    for _ in range(250):
        n = rng.choice((2, 3, 4))
        tables = some_rules(rng, n)
        puzzle = np.array([rng.randint(1, n) if rng.random() < 0.1 else 0 for _ in range(n * n)], np.uint8)
        expected = {tuple(found) for found in twin.solutions(puzzle.tolist(), TwinRules(*tables))}
        search = sudoku.Search(puzzle, Rules(*tables), limit=10**6)
        found = everything(search, 7)
        assert len(found) == len(expected) and set(found) == expected
        search.restart(puzzle)
        assert everything(search) == found
        some += len(expected) > 1
    assert some > 30
