from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core import topology
from unriddle.core.reference.topology import neighbours
from unriddle.core.walk.reference.word_paths import word_paths
from unriddle.core.walk.word_paths import WordPaths


@st.composite
def searches(draw):
    n_letters = draw(st.sampled_from([1, 2, 3]))
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    letters = st.integers(0, n_letters - 1)
    tiles = draw(st.lists(st.lists(letters, max_size=3).map(tuple), min_size=1, max_size=4))
    cells = draw(st.lists(st.integers(0, len(tiles)), min_size=rows * cols, max_size=rows * cols))
    kind = draw(st.sampled_from([topology.KING, topology.ROOK, topology.HEX]))
    word = draw(st.lists(letters, min_size=1, max_size=5).map(tuple))
    return rows, cols, cells, tiles, kind, draw(st.booleans()), n_letters, word


@given(searches(), st.sampled_from([1, 3, 1000]), st.sampled_from([0, 1, 5]))
def test_word_paths_equal_the_twin(search, budget, slots):
    rows, cols, cells, tiles, kind, wrap, n_letters, word = search
    ways = [[tile] if tile else [] for tile in tiles] + [[(letter,) for letter in range(n_letters)]]
    expected = list(word_paths(neighbours(rows, cols, kind, wrap), [ways[cell] for cell in cells], word))
    table = np.full((len(tiles) + 1, 3), 255, dtype=np.uint8)
    for number, tile in enumerate(tiles):
        table[number, : len(tile)] = tile
    numbers = np.array(cells, dtype=np.uint8)
    kernel = WordPaths(rows, cols, kind, wrap, numbers, table, len(tiles), bytes(word))
    room, ends = np.zeros(254, dtype=np.int32), np.zeros(slots, dtype=np.int32)
    found, remains = [], True
    while remains:
        written, remains = kernel.run(budget, room, ends)
        bounds = [0, *ends[:written].tolist()]
        found += [tuple(room[a:b].tolist()) for a, b in pairwise(bounds)]
    assert kernel.count == len(expected)
    if slots:
        assert found == sorted(expected)


def test_only_some_start_cells():
    tiles, table = np.zeros(4, dtype=np.uint8), np.zeros((1, 1), dtype=np.uint8)
    kernel = WordPaths(2, 2, topology.KING, False, tiles, table, -1, bytes([0, 0]), 1, 3)
    none = np.empty(0, dtype=np.int32)
    assert kernel.run(1000, none, none) == (0, False)
    assert kernel.count == 6


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": 0}, "a board of 0"),
        ({"tiles": np.zeros(5, dtype=np.uint8)}, "5 tiles, expected 4"),
        ({"tiles": np.ones(4, dtype=np.uint8)}, "tile 1"),
        ({"word": b""}, "0 letters"),
        ({"word": bytes(255)}, "255 letters"),
        ({"first": 3, "end": 2}, "cells 3 to 2"),
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
