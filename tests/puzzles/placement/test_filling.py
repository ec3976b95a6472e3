"""Filling grids from a list; every result goes through `check`."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.suites.placement import CROSSWORD
from unriddle import Lexicon, Limits, PuzzleError, Status
from unriddle.puzzles.placement import WordPlacement, best_fill, fill, filling_faults


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


def runs(rows):
    """The slots of a grid of # and others: lists of (row, column), without the package."""
    lines = [[(r, c) for c in range(len(rows[0]))] for r in range(len(rows))]
    lines += [[(r, c) for r in range(len(rows))] for c in range(len(rows[0]))]
    found = []
    for line in lines:
        for is_open, run in itertools.groupby(line, key=lambda at: rows[at[0]][at[1]] != "#"):
            if is_open and len(cells := list(run)) > 1:
                found.append(cells)
    return found


def all_fillings(rows, words, theme, no_shared, reuse):
    """Every filling as a list of words, by trying all: what `theme` and `no_shared` mean."""
    slots = runs(rows)
    given = ["".join(rows[r][c] for r, c in slot) for slot in slots]
    given = [word for word in given if "." not in word]
    fixed = {*given, *theme}

    def extend(chosen, letters):
        if len(chosen) == len(slots):
            if all(chosen.count(word) == 1 for word in theme) and not any(clashes(chosen)):
                yield chosen
            return
        cells = slots[len(chosen)]
        for word in sorted({*words, *fixed}):
            if len(word) == len(cells) and all(
                letters.get(at, rows[at[0]][at[1]]) in (letter, ".")
                for at, letter in zip(cells, word, strict=True)
            ):
                yield from extend([*chosen, word], letters | dict(zip(cells, word, strict=True)))

    def clashes(chosen):
        for word in {*chosen}:
            again = reuse and (no_shared is None or len(word) < no_shared)
            yield chosen.count(word) > max(1, given.count(word)) and not again
        for one, two in itertools.combinations({*chosen} if no_shared else (), 2):
            if not {one, two} <= fixed:
                yield any(one[k : k + no_shared] in two for k in range(len(one)) if k + no_shared <= len(one))

    return extend([], {})


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.text("...#A", min_size=4, max_size=4), min_size=1, max_size=3),
    st.sets(st.text("AB", min_size=2, max_size=4), max_size=10),
    st.sets(st.text("AB", min_size=2, max_size=4), max_size=2),
    st.one_of(st.none(), st.integers(1, 4)),
    st.booleans(),
    st.booleans(),
)
def test_themes_and_shared_letters_are_as_trying_all_says(grid, words, theme, no_shared, reuse, best):
    options = {"theme": sorted(theme), "no_shared": no_shared, "reuse": reuse, "seed": 1}
    if best:
        scores = {word: 3 + len(word) + word.count("A") for word in words}
        result = best_fill(grid, scores, **options)
    else:
        result = fill(grid, sorted(words), **options)
    expected = list(all_fillings(grid, words, theme, no_shared, reuse))
    assert result.status is (Status.SOLVED if expected else Status.NO_SOLUTION)
    assert bool(result.reason) is not bool(expected)
    if expected:
        found = filling_faults(grid, result, words, theme=theme, no_shared=no_shared, reuse=reuse)
        assert found == []
    if expected and best:
        top = max(scores.values(), default=0.0)
        totals = [sum(scores.get(word, top) for word in chosen) for chosen in expected]
        assert result.optimal and result.total == max(totals)


def test_a_given_word_stands_as_it_is():
    words = ["ADG", "BEH", "CFI", "DEF", "GHI"]
    result = fill(["ABC", "...", "..."], words)
    assert result.solution.rows == ("ABC", "DEF", "GHI") and result.reason == ""
    assert fill(["ABC", "...", "..."], words, score=dict.fromkeys(words, 7) | {"GHI": 9}).total == 46
    assert fill(["ABC", "###", "ABC"], []).status is Status.SOLVED
    assert fill(["AB", "##", ".."], ["AB"]).status is Status.NO_SOLUTION
    assert fill(["AB", "##", ".."], ["AB"], reuse=True).status is Status.SOLVED
    assert fill(["AB", "##", ".."], ["AB"], reuse=True, no_shared=2).status is Status.NO_SOLUTION
    assert fill(["AX", "##", ".B"], ["AB"], min_score=3, score=len).status is Status.NO_SOLUTION


def test_a_theme_stands_in_the_grid():
    lexicon = Lexicon.load("english", level=60)
    theme = ["Crosswordish", "qzzxqjqkv", "sevensy"][2:]
    result = fill(CROSSWORD, lexicon, theme=theme, seed=0)
    assert [placed.word for placed in result.solution.placed].count("sevensy") == 1
    assert filling_faults(CROSSWORD, result, lexicon, theme=theme) == []
    assert fill("..", ["AB"], theme=["AB"]).solution.rows == ("AB",)


@pytest.mark.parametrize(
    "grid, theme, reason",
    [
        ("...", ["AREA"], "no slot takes the theme word 'AREA'"),
        ("X..", ["ARE"], "no slot takes the theme word 'ARE'"),
        ("...", ["ARE", "EEL"], "there are 2 theme words of 3 letters for 1 slot of that length"),
        ("ARE/###/ARE", ["ARE"], "no words of the list fill the grid"),
    ],
)
def test_why_a_theme_does_not_stand(grid, theme, reason):
    result = fill(grid, ["ARE"], theme=theme)
    assert (result.status, result.reason, result.solution) == (Status.NO_SOLUTION, reason, None)


@pytest.mark.parametrize(
    "options, reason",
    [
        ({"theme": "AREA"}, "theme='AREA', expected a list of words"),
        ({"theme": 7}, "theme=7, expected a list of words"),
        ({"theme": ["A-B"]}, "expected letters only"),
        ({"theme": ["AB", "ab"]}, "theme word 'AB' 2 times, expected each word once"),
        ({"no_shared": 0}, "no_shared=0, expected a whole number from 1 up"),
        ({"no_shared": True}, "no_shared=True, expected a whole number"),
        ({"no_shared": "3"}, "expected a whole number"),
    ],
)
def test_wrong_wishes(options, reason):
    with pytest.raises(PuzzleError, match=reason):
        fill("..", ["AB"], **options)


def test_no_two_words_share_letters_on_a_grid_of_fifteen():
    lexicon = Lexicon.load("english")
    result = fill(CROSSWORD, lexicon, no_shared=3, seed=0)
    assert filling_faults(CROSSWORD, result, lexicon, no_shared=3) == []
    assert result.status is Status.SOLVED
