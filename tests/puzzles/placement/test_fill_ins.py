"""Dense fill-ins: one way to fill each, by a search that shares nothing with the kernel."""

import random

import pytest

from unriddle import Lexicon, PuzzleError, Status
from unriddle.puzzles.placement import fill_in
from unriddle.puzzles.placement.fill_ins import Filler, attempt, pattern_of
from unriddle.puzzles.placement.patterns import Pattern


def filled_boards(puzzle):
    """Return the filled boards of a puzzle, found slot by slot in plain Python."""
    found, waiting = set(), [puzzle]
    while waiting:
        state = waiting.pop()
        if state.is_solved():
            found.add(state.board)
        elif not state.fail_fast():
            waiting += state.extensions()
    return found


@pytest.mark.parametrize("shape, symmetry", [("7x7", None), ("6x8", "none"), ("6x7", "vertical")])
def test_one_way_to_fill_it(shape, symmetry):
    made = fill_in(shape, symmetry=symmetry, blocks=12, longest=7, seed=3)
    rows, cols = map(int, shape.split("x"))
    assert made.puzzle.shape == (rows, cols) and not made.left_out
    assert filled_boards(made.puzzle) == {tuple(row.replace("#", "0") for row in made.solution.rows)}
    assert len(set(made.puzzle.words)) == len(made.puzzle.words) == len(made.puzzle.slots)
    known = set(Lexicon.load("english", level=50, clean=True))
    assert {word.lower() for word in made.puzzle.words} <= known


def test_the_same_seed_makes_the_same():
    assert fill_in(seed=7).puzzle == fill_in(seed=7).puzzle != fill_in(seed=8).puzzle
    assert fill_in(seed=7).puzzle.shape == (13, 13)


def test_a_mask_with_a_letter():
    made = fill_in(mask=["...#...", "...", "..."][0] + "/...#.../Z......", seed=1)
    assert made.puzzle.board[2][0] == "Z" and made.puzzle.board[0] == "1110111"
    assert made.solution.rows[2][0] == "Z" and made.puzzle.solve().status is Status.UNIQUE


def test_a_mask_that_is_its_own_mirror_gets_a_letter():
    made = fill_in(mask="...\n.##\n.##", seed=1)
    assert sum(cell.isalpha() for row in made.puzzle.board for cell in row) == 1


def test_words_of_a_list():
    words = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "don't", "x"]
    assert sorted(fill_in("3x3", blocks=0, lexicon=words, seed=1).puzzle.words) == sorted(words[:6])
    with pytest.raises(PuzzleError, match="no fill-in came about"):
        fill_in("3x3", blocks=0, lexicon=words[:5], seed=1)
    with pytest.raises(PuzzleError, match="0 different letters"):
        Filler(["x", "don't"])


def test_an_attempt_that_fails():
    assert attempt(Filler(["ABC"]), ("111", "111", "111"), random.Random(1)) is None
    assert attempt(Filler(["ABC"]), Pattern(13, 13, 84, 3), random.Random(1)) is None


@pytest.mark.parametrize(
    "asked",
    [
        {"mask": "...", "shape": "3x3"},
        {"mask": ".#."},
        {"mask": "?"},
        {"shape": "2x9"},
        {"blocks": 100},
        {"longest": 2},
        {"symmetry": "round"},
    ],
)
def test_wrong_wishes(asked):
    wishes = {"shape": None, "mask": None, "blocks": None, "longest": None, "symmetry": None}
    with pytest.raises(PuzzleError, match="expected"):
        pattern_of(**wishes | asked)
