"""What is said of answers to word ladders, and the next word."""

import pytest

from unriddle import PuzzleError, WordLadderPuzzle

WORDS = ["cost", "cast", "case", "cave", "save", "lone"]
PUZZLE = WordLadderPuzzle("cost", "save", WORDS)
REFUSED = "is not in the list, or no step from the word before"


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("cost -> cast -> case -> cave -> save", "RIGHT", ()),
        ("COST,cast,case,cave,save", "RIGHT", ()),
        ("cost cast case", "INCOMPLETE: save is not reached", ()),
        ("cost cast save", f"WRONG: word 3, save, {REFUSED}", (2,)),
        ("cost coxt", f"WRONG: word 2, coxt, {REFUSED}", (1,)),
        ("cast case cave save", f"WRONG: word 1, cast, {REFUSED}", (0,)),
        (5, "NOT_OF_THIS_PUZZLE: 5, expected words", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_the_next_word():
    assert str(PUZZLE.hint()) == "word: cast: the first of 4 words to the goal, and no way is shorter"
    assert PUZZLE.hint("cost cast").value == "case" == PUZZLE.hint(PUZZLE.read_state("cast")).value
    assert PUZZLE.hint(PUZZLE.read_state("save")) is None
    assert PUZZLE.hint(PUZZLE.read_state("lone")).kind == "mistake"
    assert PUZZLE.hint(PUZZLE.read_state("cost coxt")).kind == "mistake"
    assert WordLadderPuzzle("lone", "save", WORDS).hint().kind == "contradiction"
    with pytest.raises(PuzzleError, match="expected one of the same puzzle"):
        PUZZLE.hint(WordLadderPuzzle("cost", "cave", WORDS))


def test_a_cheapest_ladder_may_be_a_longer_one():
    priced = WordLadderPuzzle("cost", "save", WORDS, costs={"cast": 2})
    assert priced.hint().text == "cast: the first of 4 words to the goal"
