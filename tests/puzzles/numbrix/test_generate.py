"""Boards that are made have one solution."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Hidato, Numbrix, PuzzleError, Status


def depth_first(puzzle):
    """Solve by the contract of `Puzzle` alone."""
    stack = [puzzle]
    while stack:
        state = stack.pop()
        if state.is_solved():
            return state
        if not state.fail_fast():
            stack += reversed(state.extensions())
    return None


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.booleans(), st.integers(0, 10**6))
def test_generated_boards_are_unique_and_solved_by_the_contract(rows, cols, king, seed):
    cls = Hidato if king else Numbrix
    puzzle = cls.generate((rows, cols), seed=seed)
    result = puzzle.solve()
    assert result.status is Status.UNIQUE and puzzle.check(result.solution)
    assert cls.generate((rows, cols), seed=seed) == puzzle
    if rows * cols <= 9 and puzzle.grid != result.solution:
        solved = depth_first(puzzle)
        assert solved is not None and solved.grid == result.solution


def test_generate_with_a_number_of_clues():
    puzzle = Numbrix.generate("7x6", seed=3, clues=20, ends=True)
    flat = [v for row in puzzle.grid for v in row]
    assert sum(v > 0 for v in flat) == 20 and {1, 42} <= set(flat)
    assert puzzle.solve().status is Status.UNIQUE
    assert Hidato.generate(5, seed=2, wrap=True).wrap
    assert Hidato.generate(22, seed=1).solve().status is Status.UNIQUE


@pytest.mark.parametrize(
    "options",
    [
        {"shape": 0},
        {"shape": (1, 51)},
        {"shape": "9x"},
        {"shape": None},
        {"clues": 82},
        {"clues": -1},
        {"clues": 1},
        {"clues": 1, "ends": True},
        {"clues": "x"},
        {"clues": 2.5},
        {"seed": -1},
        {"seed": "x"},
    ],
)
def test_generate_refuses(options):
    with pytest.raises(PuzzleError, match="expected"):
        Numbrix.generate(**{"seed": 0, **options})


def test_another_board_each_time():
    assert len({Numbrix.generate(6) for _ in range(3)}) > 1
    assert Numbrix.generate(seed=1) == Numbrix.generate("9x9", seed=1)
