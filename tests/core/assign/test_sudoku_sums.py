import random

import numpy as np
import pytest

from reference.assign import sudoku as backtracking
from reference.assign import sudoku_sums as twin
from reference.assign.sudoku_propagate import boxed
from unriddle.core.assign import sudoku_sums

SHAPES = [(1, 2), (1, 3), (2, 2), (2, 2), (2, 2), (1, 5), (2, 3)]


def some_rules(rng, shape):
    """Rules that a grid keeps to, most of them: sums, tables of pairs, cells apart, required digits."""
    n = shape[0] * shape[1]
    cells, units = range(n * n), boxed(*shape).units
    solution = next(backtracking.solutions([0] * (n * n), boxed(*shape)))
    order = rng.sample(range(1, n + 1), n)
    solution = [order[value - 1] for value in solution]
    apart = [rng.sample(cells, 2) for _ in range(rng.randint(0, 2))]
    apart = [pair for pair in apart if solution[pair[0]] != solution[pair[1]]]
    found = []
    for _ in range(rng.randint(1, n)):
        near, far = (
            rng.sample(rng.choice(units), rng.randint(1, n)),
            rng.sample(cells, rng.randint(1, min(n + 1, n * n))),
        )
        some = rng.choice([near, far])
        cut = rng.choice([len(some), len(some), rng.randint(0, len(some))])
        added, taken = some[:cut], some[cut:]
        total = sum(solution[cell] for cell in added) - sum(solution[cell] for cell in taken)
        found.append((added, taken, total + (rng.random() < 0.05)))
    pairs = []
    for _ in range(rng.randint(0, 3)):
        one, other = rng.sample(cells, 2)
        table = [rng.randrange(1 << n) for _ in range(n)]
        table[solution[one] - 1] |= 1 << (solution[other] - 1)
        turned = [sum(1 << x for x in range(n) if table[x] >> y & 1) for y in range(n)]
        pairs += [(one, other, table), (other, one, turned)]
    held, between = [], []
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        some = rng.sample(cells, rng.randint(1, min(5, n * n)))
        digits = sum({1 << (solution[cell] - 1) for cell in some if rng.random() < 0.7})
        held.append((some, digits | (rng.random() < 0.05) << rng.randrange(n)))
        unit = rng.choice(units)
        values = [solution[cell] for cell in unit]
        first, last = sorted((values.index(1), values.index(n)))
        between.append((unit, sum(values[first + 1 : last]) + (rng.random() < 0.05)))
    whole = (1 << n) - 1
    allowed = [rng.choice([whole, whole, rng.randint(0, whole) | 1 << (value - 1)]) for value in solution]
    puzzle = [value if rng.random() < (0.1 if n < 5 else 0.5) else 0 for value in solution]
    return np.array(puzzle, np.uint8), (n, units, apart, allowed, pairs, found, held, between)


def everything(search, budget=1 << 10):
    found = []
    remains = True
    while remains:
        remains = search.run(budget)
        found += [tuple(map(int, solution)) for solution in search.take()]
    return found


def test_solutions_of_any_rules_equal_the_twin():
    rng, some = random.Random(5), 0
    for k in range(280):
        puzzle, tables = some_rules(rng, SHAPES[k % len(SHAPES)])
        expected = everything(twin.SumSearch(puzzle, twin.SumRules(*tables), 10**6))
        search = sudoku_sums.SumSearch(puzzle, sudoku_sums.SumRules(*tables), 10**6)
        found = everything(search, 7)
        assert sorted(found) == sorted(expected)
        search.restart(puzzle)
        assert everything(search) == found
        some += len(expected) > 1
    assert some > 35


def test_innies_and_outies_equal_the_twin():
    rng, some = random.Random(7), 0
    for k in range(200):
        shape = [*SHAPES, (3, 3), (4, 4)][k % 9]
        n = shape[0] * shape[1]
        units, left, cages = boxed(*shape).units, list(range(n * n)), []
        rng.shuffle(left)
        if k % 2:  # neighbours, as cages are
            left.sort()
        while left:
            size = rng.randint(1, 6)
            cages.append((left[:size], rng.randint(1, 40)))
            del left[:size]
        cages += [(rng.sample(range(n * n), 2), 3)]
        found = sudoku_sums.implied(n, units, cages)
        assert found == twin.implied(n, units, cages)
        some += len(found)
    assert some > 500


def test_slices_take_their_nodes_exactly():
    rng = random.Random(6)
    for _ in range(40):
        puzzle, tables = some_rules(rng, (2, 2))
        rules = sudoku_sums.SumRules(*tables)
        whole, sliced = (sudoku_sums.SumSearch(puzzle, rules, 50) for _ in range(2))
        expected, found, remains = everything(whole), [], True
        while remains:
            before = sliced.nodes
            remains = sliced.run(3)
            found += [tuple(solution.tolist()) for solution in sliced.take()]
            assert not remains or sliced.nodes == before + 3
        assert found == expected
        assert (sliced.nodes, sliced.guesses, sliced.conflicts, sliced.propagations) == (
            whole.nodes,
            whole.guesses,
            whole.conflicts,
            whole.propagations,
        )


def test_the_number_of_4x4_grids_is_288():
    rules = sudoku_sums.SumRules(4, boxed(2, 2).units, [], [15] * 16, [], [])
    found = everything(sudoku_sums.SumSearch(np.zeros(16, np.uint8), rules, 10**9))
    assert len(found) == len(set(found)) == 288


@pytest.mark.parametrize(
    ("total", "possible"), [(39, False), (40, True), (70, True), (136, True), (233, False)]
)
def test_a_long_sum_is_followed_from_both_ends(total, possible):
    """A word has 64 totals, this sum more than 200; of the four cells in a box all differ."""
    cells = [17 * k for k in range(16)]
    rules = sudoku_sums.SumRules(16, boxed(4, 4).units, [], [0xFFFF] * 256, [], [(cells, [], total)])
    search = sudoku_sums.SumSearch(np.zeros(256, np.uint8), rules, 1)
    if not 40 <= total <= 232:
        search.run(1 << 10)
        assert search.count == 0
    else:
        (grid,) = everything(search)
        assert sum(grid[cell] for cell in cells) == total


RULES = sudoku_sums.SumRules(4, boxed(2, 2).units, [], [15] * 16, [], [])


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((None, RULES), TypeError),
        ((np.zeros(16, np.uint8), None), TypeError),
        ((np.zeros(15, np.uint8), RULES), ValueError),
        ((np.zeros(16, np.uint8), sudoku_sums.SumRules.__new__(sudoku_sums.SumRules)), ValueError),
        ((np.full(16, 5, np.uint8), RULES), ValueError),
        ((np.zeros(16, np.uint8), RULES, 0), ValueError),
        ((np.zeros(16, np.uint8), RULES, 1, np.zeros(3)), ValueError),
    ],
)
def test_wrong_arguments_are_refused(arguments, error):
    with pytest.raises(error):
        sudoku_sums.SumSearch(*arguments)


@pytest.mark.parametrize(
    "changed",
    [
        {"n": 17},
        {"units": [[0, 1, 2, 16]]},
        {"units": [[0, 1, 2, 2]]},
        {"apart": [[0, 1, 0]]},
        {"allowed": [16] * 16},
        {"pairs": [(0, 0, [15] * 4)]},
        {"allowed": [15]},
        {"pairs": [(0, 1, [15])]},
        {"sums": [([], [], 0)]},
        {"sums": [([0], [0], 0)]},
        {"held": [([0, 16], 1)]},
        {"held": [([0, 1], 16)]},
        {"between": [([0, 1], 3)]},
        {"between": [([0, 1, 2, 3], 1 << 21)]},
    ],
)
def test_wrong_rules_are_refused(changed):
    tables = {"n": 4, "units": [], "apart": [], "allowed": [15] * 16, "pairs": [], "sums": []}
    with pytest.raises(ValueError, match=r"\w"):
        sudoku_sums.SumRules(**{**tables, **changed})


def test_an_object_that_was_never_made_does_not_run():
    with pytest.raises(RuntimeError):
        sudoku_sums.SumSearch.__new__(sudoku_sums.SumSearch).run(1)
