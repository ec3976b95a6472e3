"""Sudoku grids as what they hold, and one cell a step."""

import numpy as np
import pytest

from unriddle import PuzzleError, SudokuPuzzle
from unriddle.puzzles.sudoku.state import SudokuState
from unriddle.search import find_path

GRID = SudokuPuzzle(6, list("1.....2.....3.....4.....5.....6....."), "123456", box="2x3")


def test_what_a_grid_holds():
    assert isinstance(GRID, SudokuState) and (GRID.n, GRID.box, GRID.clues) == (6, (2, 3), 6)
    assert GRID.alphabet == ("1", "2", "3", "4", "5", "6") and GRID.symbol_set == set("123456")
    assert GRID.symbols[:3] == ["1", "*", "*"] and GRID.rows[1] == "2....."
    assert GRID.array().dtype == np.uint8 and GRID.array()[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
    wide = SudokuPuzzle(4, ["10", *"*" * 15], ["10", "A", "B", "C"])
    assert wide.rows[0] == "10 . . ."


def test_a_cell_a_step():
    steps = GRID.extensions()
    assert [step.rows[0] for step in steps] == [f"1{k}...." for k in range(3, 7)]  # 2 stands in the box
    assert all(type(step) is SudokuPuzzle and step.box == (2, 3) for step in steps)
    assert GRID.check(find_path(GRID, "dfs").path[-1])
    full = GRID.solve().solution
    assert full.is_solved() and full.extensions() == [] and not GRID.is_solved()


def test_a_cell_without_a_symbol_fails_fast():
    assert not GRID.fail_fast()
    assert not SudokuPuzzle(4, list("123*************"), "1234").fail_fast()
    assert SudokuPuzzle(4, list("123****4********"), "1234").fail_fast()
    twice = SudokuPuzzle(2, list("1111"), "12", box=(1, 2))
    assert not twice.is_solved()


@pytest.mark.parametrize(
    ("symbols", "alphabet", "said"),
    [
        ("1" * 15, "1234", "15 cells, expected 16"),
        ("1" * 16, "123", "3 different symbols, expected 4"),
        ("12347" + "*" * 11, "1234", "unknown symbol '7' at row 2, column 1"),
    ],
)
def test_grids_that_are_none(symbols, alphabet, said):
    with pytest.raises(PuzzleError, match=said):
        SudokuPuzzle(4, list(symbols), alphabet)
