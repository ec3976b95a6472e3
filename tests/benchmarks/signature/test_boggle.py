"""Searches of the signature: Boggle."""

import pytest

from benchmarks.signature.boggle import PARTS


@pytest.mark.parametrize("name", PARTS)
def test_the_searches_are_as_recorded(name, as_recorded):
    assert min(as_recorded(name)) >= 0


def test_every_path_of_a_board_is_walked(as_recorded):
    moves = as_recorded("every_path")[::2]
    assert moves == [64, 10_305]  # self-avoiding paths of 2x2 and 3x3, all lengths from one cell


def test_a_word_of_wildcards_and_long_tiles_is_found(as_recorded):
    nodes, score, words, *paths = as_recorded("tiles")
    assert nodes > words > 0 and score >= words
    assert len(paths) == min(words, 40) + 2 * 3 and min(paths[: min(words, 40)]) >= 1
