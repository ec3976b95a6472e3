"""Random boards for searches in bands of rows: tiny bands, what the definition finds, paths as they are."""

from contextlib import contextmanager
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import strategies as st

from reference.topology import neighbours
from reference.walk.walk import walk
from unriddle.puzzles.boggle import Rules
from unriddle.puzzles.boggle.rules import TOPOLOGIES
from unriddle.puzzles.boggle.streaming import windows

LETTERS = "abcd"


@st.composite
def boards(draw, least_rows=5, most_rows=14):
    """A board of letter codes with holes, words, and rules."""
    rng = np.random.default_rng(draw(st.integers(0, 1 << 30)))
    shape = draw(st.integers(least_rows, most_rows)), draw(st.integers(5, 7))
    cells = rng.integers(0, len(LETTERS), shape).astype(np.uint8)
    cells[rng.random(shape) < 0.1] = 255
    words = {"".join(rng.choice(list(LETTERS), rng.integers(2, 6))) for _ in range(60)}
    topology, wrap = draw(st.sampled_from(sorted(TOPOLOGIES))), draw(st.booleans())
    return cells, words, Rules(topology=topology, wrap=wrap, min_length=2)


def plain(cells, words, rules):
    """Return the words of a board by the definition: every path of the whole board."""
    table = neighbours(*cells.shape, TOPOLOGIES[rules.topology], rules.wrap)
    tiles = [[(int(code),)] if code != 255 else [] for code in cells.ravel()]
    codes = [tuple(LETTERS.index(letter) for letter in word) for word in words]
    found = walk(table, tiles, sorted(codes))[0]
    return sorted("".join(LETTERS[code] for code in word) for word in found)


@contextmanager
def tiny_bands(rows, cols, fewer):
    """Let bands have so few rows; where fewer than `fewer` of the words are left, seeds are others."""
    values = {"LEAST_ROWS": rows, "CELLS": 1, "AT_A_TIME": 2 * cols}
    if fewer is not None:
        values |= {"SEED_AFTER": 1, "SEED_CELLS": 1, "SEED_ROWS": rows + rows % 4, "FEWER": fewer}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in values.items():
            patch.setattr(windows, name, value)
        yield


def check_paths(found, cells, rules):
    """Assert that each word has a path of cells that touch, each once, which ends where the word ends."""
    cols = cells.shape[1]
    table = neighbours(*cells.shape, TOPOLOGIES[rules.topology], rules.wrap)
    for word, path, end in zip(found.words, found.paths, found.ends.tolist(), strict=True):
        assert "".join(LETTERS[cells[cell]] for cell in path) == word and list(path[-1]) == end
        places = [row * cols + col for row, col in path]
        assert len(set(places)) == len(places)
        assert all(b in table[a] for a, b in pairwise(places))
