"""Canonical forms: unchanged by every symmetry, and different where no symmetry leads across."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Sudoku, SudokuPuzzle
from unriddle.puzzles.sudoku.canonical import forms, scrambled
from unriddle.puzzles.sudoku.layout import boxed
from unriddle.puzzles.sudoku.variants import layout_of


def grid_of(puzzle):
    n = len(puzzle._grid.cells)
    side = int(n**0.5)
    return np.frombuffer(puzzle._grid.cells, dtype=np.uint8).reshape(side, side)


def solved_grids(n, box, count):
    empty = Sudoku.from_array(np.zeros((n, n), dtype=int), box)
    return np.array([grid_of(solution) for solution in empty.solutions(count)])


def every(grids):
    return np.ones(grids.shape, dtype=np.bool_)


def test_of_4x4_there_are_two_essentially_different_grids():
    """https://en.wikipedia.org/wiki/Mathematics_of_Sudoku#Sudoku_with_rectangular_regions"""
    grids = solved_grids(4, (2, 2), None)
    assert len(grids) == 288
    found = forms(grids, every(grids), boxed((2, 2)))
    sizes = sorted(found.count(form) for form in set(found))
    assert sizes == [96, 192]


def test_of_6x6_there_are_49_essentially_different_grids():
    """F. Jarvis: 28,200,960 grids, 49 up to symmetry. Random ones meet the common classes, and no other."""
    many = Sudoku.generate_many(400, seed=1, size=6, box="2x3").columns()["solution"]
    grids = np.array([[int(cell) for cell in text] for text in many], dtype=np.uint8).reshape(-1, 6, 6)
    assert 30 < len(set(forms(grids, every(grids), boxed((2, 3))))) <= 49


def plainly(grid, clues):
    """Return the least text over all symmetries of a 4 × 4 grid, each of them tried."""
    orders = [[0, 1], [1, 0]]
    lines = [
        [2 * g + k for g, inner in zip(outer, (a, b), strict=True) for k in inner]
        for outer in orders
        for a in orders
        for b in orders
    ]
    texts = []
    for turn in (False, True):
        cells, given = (grid.T, clues.T) if turn else (grid, clues)
        for rows in lines:
            for cols in lines:
                at = np.ix_(rows, cols)
                names = {}
                text = [
                    (names.setdefault(v, len(names)), bool(c))
                    for v, c in zip(cells[at].ravel().tolist(), given[at].ravel().tolist(), strict=True)
                ]
                texts.append(text)
    return min(texts)


def test_against_all_symmetries_of_4x4():
    grids, chance = solved_grids(4, (2, 2), 60), random.Random(1)
    clues = np.array([[[chance.random() < 0.3 for _ in range(4)] for _ in range(4)] for _ in grids])
    found = forms(grids, clues, boxed((2, 2)))
    plain = [plainly(grid, given) for grid, given in zip(grids, clues, strict=True)]
    for one in range(60):
        assert [form == found[one] for form in found] == [text == plain[one] for text in plain]


@pytest.mark.parametrize(
    "n, box", [(4, (2, 2)), (6, (2, 3)), (6, (3, 2)), (8, (2, 4)), (9, (3, 3)), (6, (1, 6))]
)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_no_symmetry_changes_a_form(n, box, data):
    seed = data.draw(st.integers(0, 1 << 30))
    chance = random.Random(seed)
    grids = np.array([scrambled(grid, box, chance) for grid in solved_grids(n, box, 2)])
    clues = np.array([[[chance.random() < 0.4 for _ in range(n)] for _ in range(n)] for _ in grids])
    before = forms(grids, clues, boxed(box))
    marked = grids.astype(np.int64)
    for k, form in enumerate(before):
        turn = chance.random()
        both = [
            scrambled(part, box, random.Random(turn)) for part in (marked[k], np.where(clues[k], grids[k], 0))
        ]
        assert forms(both[0][None].astype(np.uint8), both[1][None] > 0, boxed(box)) == [form]


def test_one_clue_more_is_another_form():
    grids = solved_grids(9, (3, 3), 1)
    clues = every(grids)
    less = clues.copy()
    less[0, 4, 4] = False
    assert forms(grids, clues, boxed((3, 3))) != forms(grids, less, boxed((3, 3)))


def test_a_grid_full_of_symmetry():
    """The grid of shifted rows has 648 × … frames that give one text, and grids within the grid."""
    row = np.arange(9)
    grid = np.array([(row + 3 * (r % 3) + r // 3) % 9 + 1 for r in range(9)], dtype=np.uint8)[None]
    other = scrambled(grid[0], (3, 3), random.Random(5))[None]
    assert forms(grid, every(grid), boxed((3, 3))) == forms(other, every(other), boxed((3, 3)))


def test_forms_do_not_depend_on_what_stands_beside():
    grids = solved_grids(9, (3, 3), 30)
    together = forms(grids, every(grids), boxed((3, 3)))
    assert together == [forms(grid[None], every(grid[None]), boxed((3, 3)))[0] for grid in grids]


@pytest.mark.parametrize(
    "rules", [{"variants": "x latin"}, {"groups": "r1c1 r2c3 r3c4 r4c2"}, {"even": "r1c1 r4c4"}]
)
def test_forms_of_variants_are_those_of_turns(rules):
    layout = layout_of(4, **rules)
    grids = np.array(
        [grid.array() for grid in SudokuPuzzle.from_array(np.zeros((4, 4), int), **rules).solutions(limit=30)]
    )
    found = forms(grids, every(grids), layout)
    for turn in layout.turns:
        turned = grids.reshape(-1, 16)[:, list(turn)].reshape(-1, 4, 4)
        if layout.alike:
            turned = turned % 4 + 1
        assert forms(turned, every(turned), layout) == found
    assert len(found) >= 24 and (len(set(found)) == 1) == layout.alike
