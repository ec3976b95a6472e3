"""Puzzles of a wished difficulty, and what is given more for it."""

from itertools import chain

import pytest

from unriddle import Gogen, Numbrix, PuzzleError, Sudoku
from unriddle.puzzles.framework.difficulty import eased, of_difficulty, wanted_of
from unriddle.puzzles.framework.steps import Difficulty


def test_a_difficulty_by_its_name():
    assert wanted_of("easy") is wanted_of(Difficulty.EASY) is Difficulty.EASY
    for wrong in ("", 5, None):
        with pytest.raises(PuzzleError, match="difficulty="):
            wanted_of(wrong)


@pytest.mark.parametrize("kind", [Numbrix, Gogen])
@pytest.mark.parametrize("wanted", Difficulty)
def test_no_harder_step_is_left_and_nothing_is_taken_away(kind, wanted):
    order = list(Difficulty)
    for seed in range(4):
        puzzle = kind.generate("4x4", seed=seed)
        easier = eased(puzzle, wanted)
        assert order.index(easier.difficulty()) <= order.index(wanted)
        pairs = zip(chain(*puzzle.grid), chain(*easier.grid), strict=True)
        assert all(after == before or before in (0, ".") for before, after in pairs)
        assert easier.count(2) == 1


def test_what_gives_no_more_stays_as_it_is():
    puzzle = Sudoku.generate(seed=1)
    assert eased(puzzle, Difficulty.EASY) is puzzle


def test_a_puzzle_without_a_solution_is_not_eased():
    puzzle = Numbrix.parse("1 . 2/. . ./. . .")
    assert eased(puzzle, Difficulty.EASY) is puzzle


def test_what_never_comes_is_one_line():
    board = Numbrix.parse("1 2/4 .")
    with pytest.raises(PuzzleError, match="no expert puzzle in 1,000 tries"):
        of_difficulty(lambda seed: board, "expert", 1)
    seeds = []
    of_difficulty(lambda seed: seeds.append(seed) or board, "easy", None)
    assert len(seeds) == 1 and 0 <= seeds[0] < 1 << 62
