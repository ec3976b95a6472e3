"""Pictures: what was given is black, what was found is not."""

from unriddle import SudokuPuzzle


def test_a_picture_of_the_puzzle_and_of_its_solution():
    puzzle = SudokuPuzzle.parse("1234............")
    assert puzzle.to_svg().count("<text") == 4 and "<title>Sudoku 4 × 4</title>" in puzzle.to_svg()
    solved = puzzle.to_svg(puzzle.solve().solution)
    assert solved.count("<text") == 16 and solved.count('fill="#2563eb"') == 12
    wide = SudokuPuzzle.from_array([[1] + [0] * 5] + [[0] * 6] * 5, "2x3")
    assert wide.to_svg().count('stroke-width="2"') == 3 + 4
