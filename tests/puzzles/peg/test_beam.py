import random

import pytest

from unriddle import GridPegSolitairePuzzle, Status
from unriddle.puzzles.peg.beam import FIRST_WIDTH, Beam


def run(puzzle, memory=1 << 30, at_once=1 << 30):
    search = Beam(puzzle.board, puzzle.position, puzzle.possible_goals(), memory)
    while search.run(at_once):
        pass
    return search


def test_slices_change_nothing():
    puzzle = GridPegSolitairePuzzle.named("wiegleb")
    whole, sliced = run(puzzle), run(puzzle, at_once=7)
    assert whole.status is Status.SOLVED and whole.path == sliced.path
    assert (whole.nodes, whole.generated, whole.width) == (sliced.nodes, sliced.generated, sliced.width)


@pytest.mark.parametrize("seed", range(3))
def test_it_grows_wider_until_nothing_is_left_out(seed):
    draw, puzzle = random.Random(seed), GridPegSolitairePuzzle.named("english", goal="d4")
    for _ in range(13):
        puzzle = draw.choice(puzzle.extensions())
    search = run(puzzle)
    assert search.status is Status.NO_SOLUTION and search.width > FIRST_WIDTH
    assert puzzle.is_winnable() is False


def test_no_memory_is_limit():
    search = run(GridPegSolitairePuzzle.named("wiegleb"), memory=10_000)
    assert search.status is Status.LIMIT and search.path is None
