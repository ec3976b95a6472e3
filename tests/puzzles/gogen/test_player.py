"""What is said of answers to Gogens, and where a player stands."""

import pytest

from unriddle import Gogen

PUZZLE = Gogen.parse("AB/C.: ADC")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("AB/CD", "RIGHT", ()),
        (("AB", "CD"), "RIGHT", ()),
        ([["A", "B"], ["C", "D"]], "RIGHT", ()),
        ("ab cd", "RIGHT", ()),
        ("AB/C.", "INCOMPLETE: row 2, column 2 is empty", ((1, 1),)),
        ("BA/CD", "NOT_OF_THIS_PUZZLE: row 1, column 1 is B, given A", ((0, 0), (0, 1))),
        ("AB/CB", "WRONG: B stands twice", ((1, 1), (0, 1))),
        ("AB/CX", "NOT_OF_THIS_PUZZLE: 'X', expected one of ABCD", ()),
        ("AB/C", "NOT_OF_THIS_PUZZLE: 3 cells, expected 4", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_letters_of_a_word_that_do_not_touch():
    puzzle = Gogen.parse("A...", ["AD"], shape="1x4")
    verdict = puzzle.judge("ABCD")
    assert str(verdict) == "WRONG: A, D follow each other in AD and do not touch"
    assert verdict.places == ((0, 0), (0, 3))


def test_a_word_that_no_board_has():
    assert "repeats a letter" in Gogen.parse("AB..", ["ABA"], shape=2).judge("ABCD").reason


def test_a_state_is_letters_or_a_puzzle():
    assert PUZZLE.read_state("AB/C.") == PUZZLE == PUZZLE.read_state("AB/C.: ADC")
    assert PUZZLE.hint(PUZZLE.read_state("AB/CD")) is None
