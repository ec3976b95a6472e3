"""Random boards by shape, dice and seed."""

import pytest

from unriddle import PuzzleError
from unriddle.puzzles.boggle import RandomBoard


def test_random_boards_that_are_none():
    for options, reason in [({"dice": "superbig"}, "tiles of several letters"), ({"dice": "x"}, "no dice")]:
        with pytest.raises(PuzzleError, match=reason):
            RandomBoard("4x4", **options)
    with pytest.raises(PuzzleError, match="shape"):
        RandomBoard("4x0")
    assert RandomBoard(4).seed != RandomBoard(4).seed
    assert repr(RandomBoard(4, seed=1)) == "RandomBoard('4x4', dice='1987', seed=1)"
