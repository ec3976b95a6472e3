"""Filling grids from a list; every result goes through `check`."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Lexicon, Limits, PuzzleError, Status
from unriddle.puzzles.placement import WordPlacement, fill
from unriddle.puzzles.placement.cases import CROSSWORD


def accepted(result, grid, words):
    """Whether a filling obeys the rules of filling: words of the list, each once, givens kept."""
    board = [row.replace("#", "0").replace(".", "1") for row in grid]
    return WordPlacement(words, board, exact=False).check(result.solution)


def test_a_grid_of_fifteen_from_the_embedded_list():
    lexicon = Lexicon.load("english")
    for seed in (0, 1):
        result = fill(CROSSWORD, lexicon, seed=seed)
        assert result.status is Status.SOLVED
        assert accepted(result, CROSSWORD.split(), [word for word in lexicon if len(word) <= 9])
    again = fill(CROSSWORD, lexicon, seed=1)
    assert (again.solution, again.stats.nodes) == (result.solution, result.stats.nodes)


def test_given_letters_and_their_case():
    words = ["abc", "def", "ghi", "adg", "beh", "cfi"]
    assert fill(["..C", "...", "..."], words).solution.rows == ("abc", "def", "ghi")
    assert fill("11g/111/111", words).solution.rows == ("adg", "beh", "cfi")
    assert fill(["X..", "...", "..."], words).status is Status.NO_SOLUTION
    kept = fill([[1, "B", 1], [0, 0, 0]], words)
    assert kept.solution.rows == ("abc", "###")


def test_forms_of_grids():
    words = ["AB", "AC"]
    for grid in (
        ["11", "10"],
        ["..", ".#"],
        "../.#",
        "11\n10\n",
        [[1, 1], [1, 0]],
        WordPlacement(words, ["11", "10"]),
    ):
        assert accepted(fill(grid, words), ["..", ".#"], words)
    assert fill(["..#."], ["AB"]).solution.rows == ("AB#.",), "a cell in no slot stays empty"
    assert fill(["#"], []).status is Status.SOLVED
    assert fill([".."], []).status is Status.NO_SOLUTION
    for bad in (["..", "."], ["?."], [], "", [7]):
        with pytest.raises(PuzzleError):
            fill(bad, words)


def test_words_once_or_again():
    assert fill(["..", "##", ".."], ["AB"]).status is Status.NO_SOLUTION
    assert fill(["..", "##", ".."], ["AB"], reuse=True).status is Status.SOLVED
    assert fill([".."], ["A-", "A1", "", "A"]).status is Status.NO_SOLUTION


def test_scores_are_preferred_and_a_least_score_is_kept():
    words = ["".join(letters) for letters in itertools.product("ABCD", repeat=3)]
    grid = ["...", "##.", "..."]
    assert fill(grid, words).score is None
    best = {"DAD": 9.0, "DDD": 8, "DAB": 7}
    result = fill(grid, words, score=best, reuse=True)
    assert result.score > fill(grid, words, score=dict.fromkeys(words, 7) | {"AAA": 9}).score - 1
    assert {placed.word for placed in result.solution.placed} <= set(best)
    assert accepted(fill(grid, words, score=len), grid, words)
    high = fill(grid, words, score=lambda word: word.count("A"), min_score=1)
    assert all("A" in placed.word for placed in high.solution.placed)
    with pytest.raises(PuzzleError, match="min_score without score"):
        fill(grid, words, min_score=1)
    for wrong in (float("nan"), float("inf"), "9", None):
        with pytest.raises(PuzzleError, match="expected a finite number"):
            fill(grid, words, score=lambda word, wrong=wrong: wrong)


def test_the_best_words_alone_are_tried_first():
    lexicon = Lexicon.load("english")
    common = set(Lexicon.load("english", level=50))
    result = fill(CROSSWORD, lexicon, score=lambda word: float(word in common), seed=0)
    assert result.status is Status.SOLVED and result.score == 1.0
    plain = fill(CROSSWORD, lexicon, seed=0)
    assert sum(placed.word in common for placed in plain.solution.placed) < len(plain.solution.placed)
    limited = fill(
        CROSSWORD, lexicon, score=lambda word: float(word in common), limits=Limits(nodes=3), seed=0
    )
    assert limited.status is Status.LIMIT and limited.stats.nodes == 3


@pytest.mark.parametrize("wrong", [4, None, 1.5, [4], [None], [[]], []])
def test_what_is_no_board_is_not_filled(wrong):
    with pytest.raises(PuzzleError, match="expected"):
        fill(wrong, ["AB"])


def test_limits_of_filling():
    words = ["".join(letters) for letters in itertools.product("AB", repeat=6) if letters.count("A") % 3 == 1]
    result = fill(["......"] * 6, words, limits=Limits(nodes=40))
    assert result.stats.nodes <= 40 and result.status in (Status.LIMIT, Status.SOLVED)
    assert fill(["......"] * 6, words, limits=Limits(nodes=0)).status is Status.LIMIT


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.text(".#", min_size=4, max_size=4), min_size=1, max_size=4),
    st.sets(st.text("AB", min_size=2, max_size=4), max_size=12),
    st.booleans(),
    st.integers(0, 3),
)
def test_a_filling_is_found_exactly_where_there_is_one(grid, words, reuse, seed):
    words = sorted(words)
    board = [row.replace("#", "0").replace(".", "1") for row in grid]
    result = fill(grid, words, reuse=reuse, seed=seed)
    puzzle = WordPlacement(words, board, reuse=reuse, exact=False)
    if result.status is Status.SOLVED:
        if "." not in "".join(result.solution.rows):
            assert puzzle.check(result.solution)
    else:
        assert result.status is Status.NO_SOLUTION
        assert puzzle.count(1) == 0
