"""Gogen boards as what they hold, and one cell a step."""

import pytest

from unriddle import Gogen, PuzzleError
from unriddle.puzzles.gogen.state import GogenState
from unriddle.search import find_path

PUZZLE = Gogen.parse("AB./.../...", ["ABCF"])


def test_a_cell_a_step():
    steps = PUZZLE.extensions()
    assert isinstance(PUZZLE, GogenState) and all(type(step) is Gogen for step in steps)
    assert [step.grid[0] for step in steps] == [f"AB{letter}" for letter in "CDEFGHI"]
    assert not any(step.fail_fast() for step in steps) and Gogen.parse("A.B/.../...", ["AB"]).fail_fast()
    solved = find_path(PUZZLE, "dfs").path[-1]
    assert solved.is_solved() and solved.extensions() == [] and not PUZZLE.is_solved()


def test_cells_that_touch():
    assert PUZZLE.near(0) == [1, 3, 4] and PUZZLE.near(4) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert all(cell in PUZZLE.near(other) for cell in range(9) for other in PUZZLE.near(cell))


def test_other_letters_on_the_same_board():
    before = PUZZLE.arrays()
    other = PUZZLE.with_cells("A........")
    assert other.grid == ("A..", "...", "...") and other.words == PUZZLE.words
    assert other.arrays()[0].tolist() == [0] + [-1] * 8 and PUZZLE.arrays() is before
    assert not before[0].flags.writeable and not before[1].flags.writeable


def test_words_that_no_board_lets_be_traced():
    bad = Gogen(["...", "...", "..."], ["ABA"])
    assert "ABA repeats A" in bad.reason_against() and bad.fail_fast()
    assert Gogen(["...", "...", "..."], ["ABA"], revisit=True).reason_against() == ""
    with pytest.raises(PuzzleError, match="rows of \\[2, 3\\] cells"):
        Gogen(["ABC", "DE", "FGH"], [])
