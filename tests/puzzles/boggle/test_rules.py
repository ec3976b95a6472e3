"""Rules of boards, and what words are worth."""

import json
import pickle

import pytest

import unriddle as ur
from unriddle.puzzles.boggle import Rules
from unriddle.puzzles.boggle.rules import USUAL_RULES, rules_of


def test_rules_are_values():
    assert Rules() == USUAL_RULES == Rules(scoring=ur.Scoring()) and Rules().points == ur.Scoring()
    assert len({Rules(), Rules(wrap=True), Rules(wrap=1), Rules(scoring=ur.Scoring({3: 4}))}) == 3
    assert pickle.loads(pickle.dumps(Rules(scoring=ur.Scoring({3: 4})))) == Rules(
        scoring=ur.Scoring([0, 0, 0, 4])
    )
    with pytest.raises(AttributeError):
        Rules().wrap = True


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"topology": []}, "topology=.*expected one of king, rook, hex"),
        ({"topology": "kong"}, "did you mean king"),
        ({"min_length": 0}, "min_length=0, expected a whole number from 1 to 254"),
        ({"min_length": True}, "min_length=True"),
        ({"scoring": 5}, "scoring=5, expected Scoring"),
        ({"scoring": {"by_letter": 3}}, "'by_letter' is not a scoring key; use by_length"),
        ({"rules": {}}, "rules={}, expected Rules"),
        ({"rules": "king"}, "rules='king', expected Rules"),
    ],
)
def test_wrong_rules_are_one_error_everywhere(fields, message):
    for call in (
        lambda: ur.Boggle("teas", **fields),
        lambda: ur.Boggle.parse("teas", **fields),
        lambda: ur.Boggle.random(2, **fields),
        lambda: ur.Boggle("teas").solve(["tea"], **fields),
        lambda: ur.Boggle("teas").count(lexicon=["tea"], **fields),
        lambda: ur.boggle.score_many(["teas"], ["tea"], **fields),
        lambda: ur.boggle.solve_many(["teas"], ["tea"], **fields),
        lambda: ur.boggle.score_neighbours("teas", ["tea"], **fields),
        lambda: ur.boggle.best("2x2", ["tea"], **fields),
        lambda: ur.boggle.upper_bound("t e/a s", ["tea"], **fields),
        lambda: ur.boggle.prove("2x2", 1, ["tea"], **fields),
    ):
        with pytest.raises(ur.PuzzleError, match=message):
            call()


@pytest.mark.parametrize(
    "scoring",
    [
        ur.Scoring((5,)),
        ur.Scoring({0: 5}),
        ur.Scoring({4: 1, 300: 2}),
        ur.Scoring((0,), letter_values={"Q": 9}),
    ],
)
def test_a_scoring_comes_back_from_its_dict(scoring):
    back = ur.Scoring.from_dict(json.loads(json.dumps(scoring.to_dict())))
    assert back == scoring and [back.points(word) for word in ("tea", "quiz")] == [
        scoring.points(word) for word in ("tea", "quiz")
    ]


def test_letter_values_are_of_letters_in_any_case():
    upper, lower = (ur.Scoring((0,), letter_values={letter: 10}) for letter in "Qq")
    assert upper == lower and upper.points("QuiQ") == 20
    assert ur.Boggle("quiz", scoring=upper).solve(["quiz"]).score == 10
    for wrong in ({"qu": 1}, {"": 1}, {1: 1}, {"A": 1, "a": 2}):
        with pytest.raises(ur.PuzzleError, match="in letter_values, expected each letter once"):
            ur.Scoring((0,), letter_values=wrong)


def test_a_field_changes_what_the_rules_say():
    torus = Rules(topology="rook", wrap=True)
    assert rules_of({"rules": torus, "wrap": False}) == Rules(topology="rook")
    assert rules_of({"rules": None}) is USUAL_RULES and rules_of({"rules": torus}) is torus
    assert rules_of({"min_length": 2}, torus) == Rules(topology="rook", wrap=True, min_length=2)
    assert rules_of({"min_length": 1}) == Rules(min_length=1)
    with pytest.raises(ur.PuzzleError, match="min_length=True"):  # which is equal to 1
        rules_of({"min_length": True})
    with pytest.raises(TypeError, match="nonsense"):
        ur.Boggle("teas", nonsense=1)


def test_a_board_keeps_its_rules_and_a_search_may_change_what_counts():
    board = ur.Boggle.parse("tea/ars", min_length=4, scoring=ur.Scoring({4: 7}))
    words = ["tea", "rate", "tears"]
    assert (board.solve(words).words, board.solve(words).score) == (["rate", "tears"], 14)
    assert board.count(lexicon=words) == 2 and list(board.solutions(lexicon=words)) == ["rate", "tears"]
    assert board.solve(words, min_length=3, scoring=None).score == 1 + 1 + 2
    assert board != ur.Boggle.parse("tea/ars") and hash(board) != hash(ur.Boggle.parse("tea/ars"))
    for wrong in ({"topology": "rook"}, {"wrap": True}, {"qu": True}, {"rules": Rules(wrap=True)}):
        with pytest.raises(ur.PuzzleError, match=r"for a board of .*, expected its own"):
            board.solve(words, **wrong)
    assert board.solve(words, rules=Rules(min_length=5)).words == ["tears"]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("tea/ars", {}),
        ("tea/ars", {"topology": "hex", "wrap": True, "min_length": 5}),
        ("qqqq", {"qu": True}),
        ("abcd", {"shape": "1x4"}),
        ("abcd", {"shape": "4x1"}),
        ("Qu", {"shape": "1x1"}),
        ("Qu An Th", {"shape": "3x1"}),
        ("Qu An Th A", {}),
        ("Qu/An", {"shape": "2x1"}),
        (". ? #/a b c", {}),
        ("a", {}),
        ("ab/cd", {"scoring": ur.Scoring({3: 1, 5: 9}, {"q": 10}, ["2L", "", "", "3W"])}),
    ],
)
def test_json_and_back(text, options):
    board = ur.Boggle.parse(text, **options)
    values = json.loads(json.dumps(board.to_dict()))
    again = ur.Boggle.from_dict(values)
    assert again == board and again.board_rules == board.board_rules and again.shape == board.shape
    assert ur.Boggle.parse(board.text(), **board.rules()) == board
    assert pickle.loads(pickle.dumps(board)) == board


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
    wild = ur.Scoring((0,), letter_values={"t": 1, "a": 5}, multipliers=["", "2L"])
    assert ur.Boggle("t?", shape=(1, 2), min_length=2).solve(["ta"], scoring=wild).score == 1 + 2 * 5
    with pytest.raises(ur.PuzzleError, match="multipliers, expected one a cell"):
        board.solve(words, scoring=ur.Scoring(multipliers=["2W"]))


@pytest.mark.parametrize(
    "wrong", [{"by_length": ()}, {"by_length": [1.5]}, {"by_length": [10**7]}, {"multipliers": ["2X"]}]
)
def test_wrong_scoring_is_refused(wrong):
    with pytest.raises(ur.PuzzleError, match=r"expected|no points"):
        ur.Scoring(**wrong)


def test_the_table_of_points_is_made_once_and_nobody_can_change_it():
    scoring = ur.Scoring({3: 2})
    table = scoring.table(4)
    assert scoring.table(4) is table and table[3] == 0 and scoring.table(3)[3] == 2
    with pytest.raises(ValueError, match="read-only"):
        table[3] = 1
