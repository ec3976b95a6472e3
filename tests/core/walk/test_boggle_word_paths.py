"""The paths of a word, held to the twin."""

from itertools import pairwise

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st
from walk_cases import tiled, with_choices

from unriddle.core import topology
from unriddle.core.walk.boggle_word_paths import WordPaths


def searched(side, arguments, word, budget, slots, others=None):
    """Return the paths that a side writes, taken in portions, and how many it counts."""
    search = twins.module(side, "walk.boggle_word_paths").WordPaths(*arguments, bytes(word), others=others)
    room, ends = np.zeros(254, dtype=np.int32), np.zeros(slots, dtype=np.int32)
    found, remains = [], True
    while remains:
        written, remains = search.run(budget, room, ends)
        bounds = [0, *ends[:written].tolist()]
        found += [tuple(room[a:b].tolist()) for a, b in pairwise(bounds)]
    return sorted(found), search.count


@given(tiled(most_tiles=4), st.sampled_from([1, 3, 1000]), st.sampled_from([0, 1, 5]), st.data())
def test_paths_equal_the_twin(board, budget, slots, data):
    n_letters, arguments = board
    letters = st.integers(0, min(n_letters, 3) - 1)
    word = data.draw(st.lists(letters, min_size=1, max_size=5))
    assert searched("kernel", arguments, word, budget, slots) == searched(
        "twin", arguments, word, budget, slots
    )


@given(tiled(most_tiles=4), st.sampled_from([1, 3, 1000]), st.sampled_from([0, 1, 5]), st.data())
def test_paths_over_tiles_with_a_choice_equal_the_twin(board, budget, slots, data):
    arguments, others = data.draw(with_choices(board[1]))
    word = data.draw(st.lists(st.integers(0, min(board[0], 3) - 1), min_size=1, max_size=5))
    assert searched("kernel", arguments, word, budget, slots, others) == searched(
        "twin", arguments, word, budget, slots, others
    )


def test_only_some_start_cells(side):
    tiles, table = np.zeros(4, dtype=np.uint8), np.zeros((1, 1), dtype=np.uint8)
    search = side("walk.boggle_word_paths").WordPaths(
        2, 2, topology.KING, False, tiles, table, -1, bytes([0, 0]), 1, 3
    )
    none = np.empty(0, dtype=np.int32)
    assert search.run(1000, none, none) == (0, False)
    assert search.count == 6


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": 0}, "a board of 0"),
        ({"tiles": np.zeros(5, dtype=np.uint8)}, "5 tiles, expected 4"),
        ({"tiles": np.ones(4, dtype=np.uint8)}, "tile 1"),
        ({"word": b""}, "0 letters"),
        ({"word": bytes(255)}, "255 letters"),
        ({"first": 3, "end": 2}, "cells 3 to 2"),
        ({"others": np.array([-1, -1], dtype=np.int32)}, "2 rows, expected 1"),
        ({"others": np.array([0], dtype=np.int32)}, "row 0 after row 0"),
    ],
)
def test_wrong_arguments_are_refused(change, message):
    arguments = {
        "rows": 2,
        "cols": 2,
        "topology": 0,
        "wrap": False,
        "tiles": np.zeros(4, dtype=np.uint8),
        "tile_letters": np.zeros((1, 1), dtype=np.uint8),
        "wildcard": -1,
        "word": b"\0",
    }
    with pytest.raises(ValueError, match=message):
        WordPaths(**(arguments | change))
    with pytest.raises(TypeError):
        WordPaths(**(arguments | {"word": None}))
