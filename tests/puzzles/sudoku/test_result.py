"""What a result says of itself."""

from unriddle import SudokuPuzzle


def test_a_result_with_and_without_a_solution():
    puzzle = SudokuPuzzle.parse("1234............")
    one, two = puzzle.solve(limit=1), puzzle.solve()
    assert str(one).endswith("SOLVED, 1 solution found") and str(two).endswith("MULTIPLE, 2 solutions found")
    assert not one.complete and puzzle.solve(limit=None).complete
    dead = SudokuPuzzle(4, list("ABC****D********"), "ABCD").solve()
    assert str(dead) == "NO_SOLUTION, 0 solutions found" and dead.rows is None and dead.complete
    assert dead._repr_svg_().count("<text") == 4 and one._repr_svg_().count("<text") == 16
