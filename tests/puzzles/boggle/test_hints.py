"""What is said of words on a Boggle board, and a word that is not found yet."""

import pytest

from unriddle import Boggle, Limits, PuzzleError

BOARD, WORDS = Boggle.parse("tea/ars"), ["tea", "rate", "eat", "rat", "tee"]


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("tea rate", "RIGHT", ()),
        (["tea", "RATE"], "RIGHT", ()),
        ("tea,tee,rat,xyz", "WRONG: 'tee' is not on the board", (1, 3)),
        ([1, 2], "NOT_OF_THIS_PUZZLE: [1, 2], expected words", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = BOARD.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_a_word_that_is_left():
    step = BOARD.hint(lexicon=WORDS)
    assert str(step) == "word: eat, from row 1, column 2: 4 of 4 words are left"
    assert step.cells == ((0, 1), (0, 2), (0, 0)) or BOARD.path("eat")
    assert BOARD.hint(["EAT", "rat"], lexicon=WORDS).value == "tea"
    assert BOARD.hint("tea rate eat rat", lexicon=WORDS) is None
    assert str(BOARD.hint("tea art", lexicon=WORDS)) == "mistake: 'art' is not in the lexicon"
    assert str(BOARD.mistake("tee", lexicon=WORDS)) == "mistake: 'tee' is not on the board"
    assert BOARD.mistake("tea", lexicon=WORDS) is None
    assert BOARD.hint(lexicon=WORDS, limits=Limits(nodes=0)).kind == "limit"
    with pytest.raises(PuzzleError, match="expected words"):
        BOARD.hint(5)
