"""What is said of answers to word placements, and the next word."""

import pytest

from unriddle import Limits, PuzzleError, WordPlacement

PUZZLE = WordPlacement.parse("GTU,TECH;111/010/010/010")
FOUR = WordPlacement.parse("AB,AC,CD,BD;11/11")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("GTU/#E#/#C#/#H#", "RIGHT", ()),
        ("GTU/#E#/#C#/#.#", "INCOMPLETE: row 4, column 2 is empty", ((3, 1),)),
        ("GTU/#E#/#C#/#C#", "WRONG: 'TECC' is not in the list", ((0, 1), (1, 1), (2, 1), (3, 1))),
        ("GTU/XE#/#C#/#H#", "NOT_OF_THIS_PUZZLE: row 2, column 1 is forbidden on the board", ((1, 0),)),
        ("GTU/#E#/#C#/###", "NOT_OF_THIS_PUZZLE: row 4, column 2 is open on the board", ((3, 1),)),
        ("GTU/#E#/#C#/#!#", "NOT_OF_THIS_PUZZLE: row 4, column 2 holds '!', expected a letter", ((3, 1),)),
        ("GTU", "NOT_OF_THIS_PUZZLE: another shape than 4 rows of 3 cells", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_words_used_too_often_or_not_at_all():
    assert FOUR.judge("AB/CD") and FOUR.judge("AC/BD")
    twice = WordPlacement.parse("AB,BA;11/11").judge("AB/BA")
    assert str(twice) == "WRONG: 'AB' is used once more than it is listed"
    spare = WordPlacement.parse("GTU,TECH,HUT;111/010/010/010").judge("GTU/#E#/#C#/#H#")
    assert str(spare) == "WRONG: 'HUT' is not used"
    given = WordPlacement.parse("GTU,TECH;G11/010/010/010").judge("XTU/#E#/#C#/#H#")
    assert str(given) == "NOT_OF_THIS_PUZZLE: row 1, column 1 holds 'X', but 'G' is given"


def test_the_next_word():
    assert str(PUZZLE.hint()) == "word: GTU at R1C1DH: no other word fits there"
    assert FOUR.hint().text == "AB at R1C1DH: one of 4 words that fit there, and a solution has it"
    long = WordPlacement.parse("AB,AC,BCD;110/100/100")
    assert long.hint().kind in ("word", "contradiction")
    assert str(WordPlacement.parse("AB,XY;11/11").hint()).startswith("contradiction: ")
    assert FOUR.hint(limits=Limits(nodes=0)).kind == "limit"
    free = WordPlacement.parse("AB,CD,AC,BD,EF;11/11", exact=False)
    assert free.hint().kind == "word"


def test_the_first_mistake():
    assert FOUR.mistake(FOUR.read_state("AB/..")) is None
    step = FOUR.hint(FOUR.read_state("AD/.."))
    assert step.cell == (0, 1) and str(step).startswith("mistake: row 1, column 2 is 'D', which no solution")
    given = WordPlacement.parse("AB,AC,CD,BD;A1/11")
    assert given.mistake(FOUR).text == "row 1, column 1 is '1', given 'A'"
    for other in (PUZZLE, 5, WordPlacement.parse("AB,AC,CD,BD;11/11", reuse=True)):
        with pytest.raises(PuzzleError, match="expected the same puzzle with more letters"):
            FOUR.mistake(other)
    assert FOUR.read_state("AB,AC,CD,BD;AB/11").board == ("AB", "11")
