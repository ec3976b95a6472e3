"""What is said of answers to sliding puzzles, and the next step."""

import pytest

from unriddle import Limits, MNPuzzle, PuzzleError, Status

PUZZLE = MNPuzzle.parse("1 2 3/4 0 5/7 8 6")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("LU", "RIGHT", ()),
        ("l u", "RIGHT", ()),
        (["L", "U"], "RIGHT", ()),
        ("5 6", "RIGHT", ()),
        (("5", "6"), "RIGHT", ()),
        ("L", "INCOMPLETE: the goal does not stand at the end", ()),
        ("LLU", "WRONG: step 2, L, cannot be made", (1,)),
        ("5 1", "WRONG: step 2, 1, cannot be made", (1,)),
        ("5 9", "NOT_OF_THIS_PUZZLE: '9', expected U, D, L or R, or a tile", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_the_next_step():
    step = PUZZLE.hint()
    assert str(step) == "step: 5 left: the first of 2 steps to the goal, and no way is shorter"
    assert (step.value, step.cells) == ("L", ((1, 2), (1, 1)))
    assert PUZZLE.hint("L").text.startswith("6 up") and PUZZLE.hint(PUZZLE.replay("L")[1]).value == "U"
    odd = MNPuzzle.parse("2 1 3/4 0 5/7 8 6")
    assert odd.hint().kind == "contradiction" and PUZZLE.hint(odd).kind == "mistake"
    with pytest.raises(PuzzleError, match="expected one of the same puzzle"):
        PUZZLE.hint(MNPuzzle.parse("1 2/0 3"))


def test_a_large_board_gets_any_solution():
    puzzle = MNPuzzle.random((5, 5), seed=3)
    result = puzzle._help_from(Limits(seconds=10, nodes=20_000))
    assert result.status is Status.SOLVED and puzzle.check(result)
    assert puzzle.hint(limits=Limits(seconds=10, nodes=20_000)).kind == "step"
