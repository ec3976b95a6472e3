"""Laying words out, and puzzles made of that; every result goes through `check`."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import PuzzleError, Status, WordPlacement
from unriddle.puzzles.placement import layout


def test_a_layout_is_a_solution_of_its_puzzle():
    words = ["ANSWER", "DESK", "DONE", "GLUE", "LEARN", "STUDY", "TAPE", "TEACH", "TEST", "WORK"]
    made = layout(words)
    assert made.left_out == () and made.puzzle.words == tuple(words)
    assert made.puzzle.check(made.solution)
    rows, cols = made.puzzle.shape
    assert rows * cols <= 121
    assert str(made) == "\n".join(made.solution.rows)
    assert layout(words, seed=1).solution == layout(words, seed=1).solution
    assert len({layout(words, tries=1).solution for _ in range(5)}) > 1, "another one each time"


def test_words_that_share_no_letter_are_left_out():
    made = layout(["AB", "CD"])
    assert len(made.left_out) == 1 and len(made.puzzle.words) == 1
    assert made.puzzle.check(made.solution)


def test_words_that_stand_twice_and_words_in_lower_case():
    made = layout(["test", "test", "Toast", "äst"])
    assert made.puzzle.check(made.solution)
    assert sorted([*made.puzzle.words, *made.left_out]) == ["Toast", "test", "test", "äst"]


def test_a_size_is_kept():
    words = ["ANSWER", "DESK", "DONE", "GLUE", "LEARN", "STUDY"]
    for shape in ((6, 6), (1, 9), (9, 1), (5, 12)):
        made = layout(words, shape=shape, tries=5)
        rows, cols = made.puzzle.shape
        assert rows <= shape[0] and cols <= shape[1] and made.puzzle.check(made.solution)
    made = layout(words, shape=(3, 3), tries=2)
    assert len(made.left_out) == 6 and made.solution.rows == ("#",)


def test_a_unique_layout_has_one_solution():
    words = ["AB", "AC", "AD", "BD", "CD"]
    made = layout(words, unique=True)
    assert made.puzzle.count() == 1 and made.puzzle.check(made.solution)
    assert layout(["AB", "BA"], unique=True).puzzle.count() == 1


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text("ABC", min_size=2, max_size=5), min_size=1, max_size=8), st.booleans(), st.integers(0, 9)
)
def test_any_list_is_laid_out_by_the_rules(words, unique, seed):
    made = layout(words, unique=unique, seed=seed, tries=2)
    assert sorted([*made.puzzle.words, *made.left_out]) == sorted(words)
    assert made.puzzle.check(made.solution)
    assert len(made.puzzle.slots) == len(made.puzzle.words)
    if unique:
        assert made.puzzle.count(2) == 1


def test_a_hundred_words_find_a_place():
    rng = random.Random(5)
    words = ["".join(rng.choice("AEIORSTLN") for _ in range(rng.randint(4, 9))) for _ in range(100)]
    made = layout(words, tries=1)
    assert made.left_out == () and made.puzzle.check(made.solution)


@pytest.mark.parametrize(
    "words, options, reason",
    [
        ([], {}, "0 words"),
        (["A"], {}, "word 'A' of one letter"),
        (["A-B"], {}, "character '-'"),
        (["AB"] * 2001, {}, "2001 words, expected 1 to 2000"),
        (["AB"], {"shape": (0, 5)}, r"shape=\(0, 5\) is out of range, .*expected rows"),
        (["AB"], {"shape": (5, 1001)}, "shape 5x1001"),
        (["AB"], {"tries": 0}, "tries=0"),
    ],
)
def test_lists_that_cannot_be_laid_out(words, options, reason):
    with pytest.raises(PuzzleError, match=reason):
        layout(words, **options)


def test_words_of_ones_own_make_a_puzzle_with_one_solution():
    words = ["CAT", "COT", "OAT", "TACO"]
    puzzle = WordPlacement.generate(words, seed=4)
    assert sorted(puzzle.words) == words and puzzle.solve().status is Status.UNIQUE
    assert WordPlacement.generate(words, seed=4) == puzzle
    with pytest.raises(PuzzleError, match=r"no place for .*, expected words that cross"):
        WordPlacement.generate(["AB", "CD"])


def test_words_are_drawn_from_the_common_ones():
    puzzle = WordPlacement.generate(6, shape=9, seed=2)
    assert len(puzzle.words) == 6 and max(puzzle.shape) <= 9
    assert puzzle.solve().status is Status.UNIQUE
    assert len(WordPlacement.generate(seed=1).words) == 12
    with pytest.raises(PuzzleError, match="30 words in 5x5, expected at most 10"):
        WordPlacement.generate(30, shape=5, seed=0)
    for wrong in (0, True, -1, 2001):
        with pytest.raises(PuzzleError, match="expected words, or how many"):
            WordPlacement.generate(wrong)
    with pytest.raises(PuzzleError, match="expected a list of words"):
        WordPlacement.generate("GTU")


def test_ctrl_c_is_no_puzzle(monkeypatch):
    """What is made is proven to have one solution, or it is not made."""

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("unriddle.puzzles.framework.solutions.drive", interrupt)
    with pytest.raises(KeyboardInterrupt):
        layout(["AB", "BA"], unique=True)
