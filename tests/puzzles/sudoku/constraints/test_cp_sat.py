"""Solutions of Sudokus with clues against CP-SAT, where OR-Tools is installed."""

import random
from itertools import pairwise, permutations

import pytest
from brute_force.sudoku_clues import KINDS, some_clue, written

from unriddle import SudokuPuzzle
from unriddle.puzzles.sudoku.generate import random_cages

MOST = 20
"""Solutions of a puzzle that are compared."""


def some_puzzle(seed):
    """Return the line of a puzzle, its clues by kind, and the same clues as (kind, number, cells)."""
    rng = random.Random(seed)
    full = SudokuPuzzle.parse(SudokuPuzzle.generate(9, seed=seed).text()).solve().solution
    grid = full.array().ravel().tolist()
    shown = rng.choice([0.05, 0.15, 0.25])
    line = "".join(str(value) if rng.random() < shown else "." for value in grid)
    cages = [("cages", cage.value, cage.cells) for cage in random_cages(9, grid, rng) if rng.random() < 0.95]
    kinds = [kind for kind in KINDS if kind != "cages"]
    lines = [(kind, *some_clue(rng, kind, grid, 9)) for kind in rng.choices(kinds, k=rng.randint(0, 6))]
    rules = {}
    for kind, number, cells in (*cages, *lines):
        rules.setdefault(kind, []).append(written(kind, number, cells, 9))
    return line, rules, [*cages, *lines]


def by_cp_sat(line, clues):
    """Return at most `MOST` solutions."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="OR-Tools is not installed")
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, f"cell {k}") for k in range(81)]
    for k, sign in enumerate(line):
        if sign != ".":
            model.add(cells[k] == int(sign))
    for k in range(9):
        box = 27 * (k // 3) + 3 * (k % 3)
        for unit in (
            cells[9 * k : 9 * k + 9],
            cells[k::9],
            [cells[box + 9 * (j // 3) + j % 3] for j in range(9)],
        ):
            model.add_all_different(unit)
    for kind, number, places in clues:
        state(model, kind, number, [cells[k] for k in places])

    class Kept(cp_model.CpSolverSolutionCallback):
        def __init__(self):
            super().__init__()
            self.found = []

        def on_solution_callback(self):
            self.found.append(tuple(self.value(cell) for cell in cells))
            if len(self.found) == MOST:
                self.stop_search()

    solver, kept = cp_model.CpSolver(), Kept()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, kept)
    return kept.found


def state(model, kind, number, cells):
    """Add a clue to a model."""
    half = len(cells) // 2
    if kind in ("cages", "renban"):
        model.add_all_different(cells)
    if kind in ("cages", "little_killers") and number is not None:
        model.add(sum(cells) == number)
    elif kind == "arrows":
        model.add(cells[0] == sum(cells[1:]))
    elif kind == "thermometers":
        for one, other in pairwise(cells):
            model.add(one < other)
    elif kind == "whispers":
        apart = [(x, y) for x in range(1, 10) for y in range(1, 10) if abs(x - y) >= (number or 5)]
        for one, other in pairwise(cells):
            model.add_allowed_assignments([one, other], apart)
    elif kind == "renban":
        least, most = model.new_int_var(1, 9, ""), model.new_int_var(1, 9, "")
        model.add_min_equality(least, cells)
        model.add_max_equality(most, cells)
        model.add(most - least == len(cells) - 1)
    elif kind == "sandwiches":
        places = []
        for first, last in permutations(range(9), 2):
            here = model.new_bool_var("")
            places.append(here)
            model.add(cells[first] == 1).only_enforce_if(here)
            model.add(cells[last] == 9).only_enforce_if(here)
            between = cells[min(first, last) + 1 : max(first, last)]
            model.add(sum(between) == number).only_enforce_if(here)
        model.add_exactly_one(places)
    elif kind == "quadruples":
        for value in set(number):
            there = [model.new_bool_var("") for _ in cells]
            for cell, here in zip(cells, there, strict=True):
                model.add(cell == value).only_enforce_if(here)
                model.add(cell != value).only_enforce_if(~here)
            model.add(sum(there) >= number.count(value))
    elif kind in ("palindromes", "clones"):
        others = cells[::-1] if kind == "palindromes" else cells[half:]
        for one, other in zip(cells[:half], others, strict=False):
            model.add(one == other)


@pytest.mark.parametrize("seed", range(12))
def test_solutions_equal_those_of_cp_sat(seed):
    line, rules, clues = some_puzzle(seed)
    expected = by_cp_sat(line, clues)
    puzzle = SudokuPuzzle.parse(line, **rules)
    found = [tuple(one.array().ravel().tolist()) for one in puzzle.solutions(MOST)]
    assert len(found) == len(set(found)) == len(expected)
    assert all(puzzle.check(one) for one in expected)
    if len(expected) < MOST:
        assert set(found) == set(expected)
