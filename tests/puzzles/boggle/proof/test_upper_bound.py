"""Upper bounds of classes of boards: against the scores of boards of the class."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.puzzles.boggle import score_many, upper_bound
from unriddle.puzzles.boggle.proof import upper_bound as module
from unriddle.puzzles.boggle.scoring import Scoring

WORDS = ["abc", "cab", "bad", "dab", "abba", "baba", "cabal", "add", "dad", "acdc"]
USED = [0, 1, 2, 3, 11]  # their letters, and l


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


def test_bounds_hold_and_are_exact_for_one_board(lexicon):
    rng = np.random.default_rng(7)
    for _ in range(30):
        sets = [rng.choice(USED, rng.integers(1, 4), replace=False) for _ in range(6)]
        cells = [["".join(chr(97 + code) for code in cell) for cell in sets[at : at + 3]] for at in (0, 3)]
        limit = upper_bound(cells, lexicon)
        boards = np.array([[rng.choice(cell) for cell in sets] for _ in range(20)], dtype=np.uint8)
        scores = score_many(boards, lexicon, shape="2x3")
        assert limit >= scores.max()
        single = [[chr(97 + code) for code in boards[0, at : at + 3]] for at in (0, 3)]
        assert upper_bound(single, lexicon) == scores[0]
    assert upper_bound("ab cd/ba .", lexicon) == upper_bound([["ab", "cd"], ["ba", "."]], lexicon)
    assert upper_bound("? ?/? ?", lexicon) >= 3
    assert upper_bound(". .", lexicon) == 0


def test_the_bound_of_a_known_class(enable):
    cells = [["a", "n", "s"], ["e", "r", "t"], ["l", "i", "dn"]]
    scores = [score_many([f"ansertli{letter}"], enable, qu=True)[0] for letter in "dn"]
    assert max(scores) <= upper_bound(cells, enable, qu=True) < 2 * max(scores)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("", "no cells"),
        ([], "no cells"),
        (3, "type int"),
        ([3], "type list"),
        ([["a", "b"], ["c"]], "row 2 has 1 cell"),
        ([["a", 3]], "type int"),
        ("a b/c 1", "letters that"),
        (" ".join("?" * 22), "66 bits together, expected at most 64"),
        (" ".join("a" * 26), "at most 25"),
        ("a\x00 b", "letters that"),
    ],
)
def test_cells_that_are_none_are_told(cells, reason, lexicon):
    with pytest.raises(PuzzleError, match=reason):
        upper_bound(cells, lexicon)


def test_too_large_a_class_is_told(lexicon, monkeypatch):
    monkeypatch.setattr(module, "MOST_TERMS", 1 << 16)
    many = ur.Lexicon([a + b + c for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"])
    with pytest.raises(PuzzleError, match="smaller sets"):
        upper_bound("? ? ? ?/? ? ? ?/? ? ? ?", many)


def test_a_class_of_sixteen_cells(lexicon):
    cells = "abcd " * 3 + "abcd/" + "a b . c/" + "ab ab cd cd/" + "? a b c"
    limit = upper_bound(cells, lexicon)
    rng = np.random.default_rng(2)
    sets = [cell.replace("?", "abcdefl") for row in cells.split("/") for cell in row.split()]
    boards = ["".join(rng.choice(list(cell)) for cell in sets) for _ in range(50)]
    scores = [upper_bound(" ".join(text), lexicon, shape="4x4") for text in boards]
    assert scores == [ur.boggle.Boggle.parse(text).solve(lexicon=lexicon).score for text in boards]
    assert limit >= max(scores) > 0


def test_a_large_class_is_bounded_in_a_thread_of_its_own(lexicon, monkeypatch):
    expected = upper_bound("abcd abcd abcd/abcd abcd abcd/abcd abcd abcd", lexicon)
    few = ur.Lexicon(WORDS)
    monkeypatch.setattr(module, "USUAL_TERMS", 1 << 8)
    assert upper_bound("abcd abcd abcd/abcd abcd abcd/abcd abcd abcd", few) == expected


@pytest.mark.parametrize("values", [{"a": 3, "b": 1}, {"c": 10, "q": 5}])
def test_values_of_letters_count(lexicon, values):
    rules = {"scoring": Scoring((0, 0, 0, 1), letter_values=values), "min_length": 4}
    for board in ("abcd/bcal", "ab/ba", "cab/ald"):
        text = "/".join(" ".join(row) for row in board.split("/"))
        expected = ur.boggle.Boggle.parse(board, **rules).solve(lexicon=lexicon).score
        assert upper_bound(text, lexicon, **rules) == expected
    assert upper_bound("ab ab/ab ab", lexicon, **rules) >= upper_bound("a b/b a", lexicon, **rules)
