"""What is said of answers to peg solitaire, and the next jump."""

import pytest

from unriddle import GridPegSolitairePuzzle, PuzzleError

PUZZLE = GridPegSolitairePuzzle.parse("**.*")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("a1-c1 d1-b1", "RIGHT", ()),
        (["a1-c1", "d1-b1"], "RIGHT", ()),
        ("a1-c1", "INCOMPLETE: 2 pegs are left, and the goal does not stand", ()),
        ("a1-c1 a1-c1", "WRONG: jump 2, a1-c1, cannot be made", (1,)),
        ("c3-a3", "WRONG: jump 1, c3-a3, cannot be made", (0,)),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_the_next_jump_or_the_mistake():
    step = PUZZLE.hint()
    assert (step.kind, step.value, step.cells) == ("jump", "a1-c1", ((0, 0), (0, 1), (0, 2)))
    assert PUZZLE.hint("a1-c1").value == "d1-b1"
    board = GridPegSolitairePuzzle.parse("**.*.", goal="b1")
    assert board.hint("a1-c1 c1-e1").text == "since jump 2 no jumps lead to the goal"
    assert board.mistake("a1-c1 d1-b1") is None
    lost = GridPegSolitairePuzzle.parse("....*", goal="b1")
    assert str(board.hint(lost)) == "mistake: no jumps lead to the goal from here"
    with pytest.raises(PuzzleError, match="expected one of the same puzzle"):
        PUZZLE.hint(lost)
