import pytest

import unriddle as ur
from unriddle.puzzles.sudoku import SudokuPuzzle
from unriddle.puzzles.sudoku.generate import SYMMETRIES, orbits

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("symmetry", list(SYMMETRIES))
def test_generated_puzzles_are_unique_minimal_symmetric_and_repeatable(symmetry):
    puzzle = SudokuPuzzle.generate(seed=11, symmetry=symmetry)
    assert (
        puzzle
        == SudokuPuzzle.generate(seed=11, symmetry=symmetry)
        == SudokuPuzzle.generate(seed=11, symmetry=symmetry)
    )
    assert puzzle != SudokuPuzzle.generate(seed=12, symmetry=symmetry)
    assert puzzle.solve().status is ur.Status.UNIQUE
    cells = puzzle.array().ravel()
    for orbit in orbits(9, symmetry):
        assert len({bool(cells[cell]) for cell in orbit}) == 1
        if cells[orbit[0]]:
            fewer = cells.copy()
            fewer[orbit] = 0
            assert SudokuPuzzle.from_array(fewer).count(2) == 2


@pytest.mark.parametrize(("n", "box"), [(4, None), (6, (2, 3)), (6, (3, 2)), (12, (3, 4)), (16, None)])
def test_generated_puzzles_of_other_sizes(n, box):
    puzzle = SudokuPuzzle.generate(n, seed=3, box=box)
    assert puzzle.solve().status is ur.Status.UNIQUE
    assert puzzle.n == n


def test_generated_puzzles_with_wishes():
    assert SudokuPuzzle.generate(seed=1, clues=30).clues == 30
    few = SudokuPuzzle.generate(seed=1, clues=23)
    assert few.clues == 23
    assert few.solve().status is ur.Status.UNIQUE
    for level in ("easy", "medium", "hard", "expert"):
        assert SudokuPuzzle.generate(seed=5, difficulty=level).difficulty() == level
    assert SudokuPuzzle.generate(seed=2, clues=25, minimal=True).clues == 25
    quick = SudokuPuzzle.generate(25, seed=1, effort=1)
    assert quick.solve().status is ur.Status.UNIQUE


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 10}, "10 is not a square"),
        ({"n": 6, "box": (2, 2)}, "boxes of 2 × 2"),
        ({"symmetry": "spiral"}, "symmetry='spiral', expected one of none"),
        ({"n": 6, "box": (2, 3), "symmetry": "quarter"}, "expected square boxes"),
        ({"clues": 82}, "clues=82, expected at most 81"),
        ({"clues": -1}, "clues=-1"),
        ({"clues": 10, "tries": 2}, "no such puzzle of 9 × 9 with 10 clues in 2 tries"),
        ({"difficulty": "fiendish"}, "difficulty='fiendish'"),
        ({"effort": 0}, "effort=0"),
    ],
)
def test_wishes_that_cannot_be(options, message):
    with pytest.raises(ur.PuzzleError, match=message):
        SudokuPuzzle.generate(**{"seed": 1} | options)


def test_an_effort_beyond_a_machine_word_is_refused():
    with pytest.raises(ur.PuzzleError, match="effort"):
        SudokuPuzzle.generate(4, effort=1 << 70, seed=1)
