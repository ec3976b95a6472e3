"""Searches of the signature: Sudoku."""

import pytest

from benchmarks.signature.sudoku import PARTS, SUDOKUS


@pytest.mark.parametrize("name", PARTS)
def test_the_searches_are_as_recorded(name, as_recorded):
    assert min(as_recorded(name)) >= 0


def test_all_sudokus_of_order_4_are_counted(as_recorded):
    assert as_recorded("sudoku")[-1] == 288


def test_the_hard_ones_need_guesses(as_recorded):
    guesses = as_recorded("sudoku")[1::3]
    assert guesses[0] == 0 < min(guesses[1:3]) and len(SUDOKUS) == 4
