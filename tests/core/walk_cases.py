"""Boards and words for the tests of the walks, and what a side of a pair needs of them."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
import twins
from hypothesis import strategies as st

from unriddle.core import dispatch, topology

HOLE = 255
LEVELS = dispatch.PATHS[: dispatch.PATHS.index(dispatch.best()) + 1]
"""Vector paths of this processor."""
POINTS = np.array([0, 2, 3, 5, 7, 11, 13, 17] + [1] * 248, dtype=np.int32)
KINDS = st.sampled_from([topology.KING, topology.ROOK, topology.HEX])


@contextmanager
def on_path(level: str) -> Iterator[None]:
    """Make kernels that take a vector path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(dispatch.VARIABLE, level)
        yield


def trie_of(words, n_letters, side="kernel"):
    """Return words in the order of their numbers, and their trie."""
    ordered = sorted(set(words))
    codes = np.array([code for word in ordered for code in word], dtype=np.uint8)
    offsets = np.cumsum([0, *map(len, ordered)], dtype=np.int64)
    return ordered, twins.module(side, "trie").Trie.build(codes, offsets, n_letters)


def table_of(words, n_letters, side="kernel"):
    """Return the table of some words."""
    ordered, trie = trie_of(words, n_letters, side)
    lengths = np.array([len(ordered[number]) for number in trie.order], dtype=np.uint8)
    numbers = np.array(trie.order, dtype=np.uint32)
    return twins.module(side, "walk.boggle_small").WordTable(trie, lengths, numbers)


def words_of(n_letters, most=40, longest=12):
    letters = st.integers(0, n_letters - 1)
    return st.lists(st.lists(letters, min_size=1, max_size=longest).map(tuple), min_size=1, max_size=most)


@st.composite
def plain_boards(draw, most_cells=64):
    """A board of single letters and holes, its topology, and a lexicon over few letters."""
    n_letters = draw(st.sampled_from([1, 2, 3, 26, 32]))
    rows = draw(st.integers(1, 9))
    cols = draw(st.integers(1, min(9, most_cells // rows)))
    letter = st.integers(0, n_letters - 1)
    if not draw(st.booleans()):
        letter |= st.just(HOLE)
    codes = draw(st.lists(letter, min_size=rows * cols, max_size=rows * cols))
    # A letter that many cells have makes very many paths: for the twin, and for a queue.
    longest = 12 if max(map(codes.count, set(codes) - {HOLE}), default=0) < 5 else 5
    words = draw(words_of(n_letters, longest=longest))
    return rows, cols, np.array(codes, dtype=np.uint8), draw(KINDS), draw(st.booleans()), n_letters, words


@st.composite
def tiled(draw, most_tiles=5):
    """A board with tiles of one to three letters, holes and wildcards: the arguments of a walk of it."""
    n_letters = draw(st.sampled_from([2, 3, 40, 63]))
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    letters = st.integers(0, n_letters - 1)
    tiles = draw(st.lists(st.lists(letters, max_size=3).map(tuple), min_size=1, max_size=most_tiles))
    cells = draw(st.lists(st.integers(0, len(tiles)), min_size=rows * cols, max_size=rows * cols))
    table = np.full((len(tiles) + 1, 3), 255, dtype=np.uint8)  # the last of them is the wildcard
    for number, tile in enumerate(tiles):
        table[number, : len(tile)] = tile
    numbers = np.array(cells, dtype=np.uint8)
    return n_letters, (rows, cols, draw(KINDS), draw(st.booleans()), numbers, table, len(tiles))


@st.composite
def with_choices(draw, board):
    """Return the arguments of a walk with further readings of tiles, and by row of letters the next one."""
    table, wildcard = board[5:]
    others = np.full(len(table) + draw(st.integers(0, 4)), -1, dtype=np.int32)
    more = np.full((len(others), table.shape[1]), 255, dtype=np.uint8)
    more[: len(table)] = table
    for row in range(len(table), len(others)):
        more[row] = table[draw(st.integers(0, len(table) - 1))]
        before = draw(st.integers(0, row - 1))
        if before != wildcard and others[before] < 0:
            others[before] = row
    return (*board[:5], more, wildcard), others
