"""What words are worth."""

import pytest

import unriddle as ur


def test_scoring():
    board = ur.Boggle.parse("tea/ars")
    words = ["tea", "tears", "eat"]
    assert board.solve(words).score == 1 + 2 + 1
    assert board.solve(words, scoring=ur.Scoring({3: 4, 5: 9})).score == 4 + 9 + 4
    values = ur.Scoring((0,), letter_values={"t": 1, "e": 10, "a": 100, "r": 1000, "s": 10000})
    result = board.solve(words, scoring=values)
    assert dict(zip(result.words, result.scores.tolist(), strict=True)) == {
        "eat": 111,
        "tea": 111,
        "tears": 11111,
    }
    doubled = ur.Scoring((1,), multipliers=["2W", "", "", "", "", ""])
    assert board.solve(["tea", "ear"], scoring=doubled).score == 2 + 1
    tripled = ur.Scoring((0,), letter_values={"t": 1, "e": 1, "a": 1}, multipliers=["3L", "", "", "", "", ""])
    assert board.solve(["tea"], scoring=tripled).score == 5
    with pytest.raises(ur.PuzzleError, match="multipliers, expected one a cell"):
        board.solve(words, scoring=ur.Scoring(multipliers=["2W"]))


@pytest.mark.parametrize(
    "wrong", [{"by_length": ()}, {"by_length": [1.5]}, {"by_length": [10**7]}, {"multipliers": ["2X"]}]
)
def test_wrong_scoring_is_refused(wrong):
    with pytest.raises(ur.PuzzleError, match="expected"):
        ur.Scoring(**wrong)


def test_the_table_of_points_is_made_once_and_nobody_can_change_it():
    scoring = ur.Scoring({3: 2})
    table = scoring.table(4)
    assert scoring.table(4) is table and table[3] == 0 and scoring.table(3)[3] == 2
    with pytest.raises(ValueError, match="read-only"):
        table[3] = 1
