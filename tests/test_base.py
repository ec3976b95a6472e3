"""Errors: what they say, and that they come back from another process as they were."""

import pickle

import pytest

from unriddle import MissingExtraError, PuzzleError


@pytest.mark.parametrize(
    "error",
    [
        MissingExtraError("clusters", "distributed", "cluster"),
        PuzzleError("no tile", file="b.txt", line=3, column=2),
        PuzzleError("no tile"),
    ],
)
def test_an_error_unpickles(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and str(again) == str(error) and vars(again) == vars(error)
    with pytest.raises(type(error), match=r"no tile|clusters need distributed"):
        raise again
