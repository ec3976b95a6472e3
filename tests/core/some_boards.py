"""Boards and positions that the tests of several kernels draw."""

import itertools
import random

import numpy as np
from hypothesis import strategies as st

from reference.search import graph as plain_graph
from reference.search import peg as plain_peg
from reference.search.sliding import expand
from unriddle.core.search import graph, peg
from unriddle.puzzles.peg.boards import board_of


def array(*positions):
    """Positions as the kernels take them."""
    return np.array(positions, dtype=np.uint64)


@st.composite
def peg_boards(draw, most=9):
    """Boards of peg solitaire with at most so many holes."""
    rows = draw(st.integers(1, 4))
    cols = draw(st.integers(1, 5))
    shape = draw(
        st.lists(st.lists(st.booleans(), min_size=cols, max_size=cols), min_size=rows, max_size=rows)
    )
    if not 1 <= sum(map(sum, shape)) <= most:
        shape = [[row < 2 and col < 4 for col in range(5)] for row in range(2)]
    return board_of(tuple(map(tuple, shape)), draw(st.sampled_from(["orthogonal", "diagonal", "triangular"])))


def both_boards(board, symmetries):
    """The board of the kernel, the board of the twin."""
    arguments = len(board.holes), board.jumps, symmetries
    return peg.PegBoard(*arguments), plain_peg.PegBoard(*arguments)


@st.composite
def neighbour_lists(draw, most=7):
    """Undirected graphs of at most so many vertices."""
    n = draw(st.integers(1, most))
    pairs = [(a, b) for a in range(n) for b in range(a)]
    edges = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    return [sorted({b for a, b in edges if a == v} | {a for a, b in edges if b == v}) for v in range(n)]


def csr(lists):
    """The graph of the kernel."""
    return graph.Graph(*_tables(lists))


def both_graphs(lists):
    """The graph of the kernel, the graph of the twin."""
    return graph.Graph(*_tables(lists)), plain_graph.Graph(*_tables(lists))


def _tables(lists):
    indptr = np.zeros(len(lists) + 1, dtype=np.int64)
    indptr[1:] = np.cumsum([len(row) for row in lists])
    return indptr, vertices(*(v for row in lists for v in row))


def vertices(*numbers):
    """Vertices as the kernels take them."""
    return np.array(numbers, dtype=np.int32)


def shuffled(rows, cols, blank, steps, rng):
    """A configuration of the sliding puzzle some random steps from the goal."""
    cells = tuple(range(rows * cols))
    for _ in range(steps):
        cells = rng.choice(expand(cells, cols, blank))
    return cells


@st.composite
def sliding_boards(draw, most_side=8, most_steps=60):
    """Rows, columns, goal cell of the blank, configuration."""
    rows, cols = draw(st.integers(2, most_side)), draw(st.integers(2, most_side))
    blank = draw(st.integers(0, rows * cols - 1))
    steps, seed = draw(st.integers(0, most_steps)), draw(st.integers(0, 1 << 30))
    return rows, cols, blank, shuffled(rows, cols, blank, steps, random.Random(seed))


def tiles(cells):
    """A configuration as the kernels take it."""
    return np.array(cells, dtype=np.uint8)


def is_path(blanks, cells, cols, blank):
    """Say whether the blank's way solves a configuration."""
    cells = list(cells)
    for here, there in itertools.pairwise(blanks):
        assert cells[here] == blank
        assert {abs(here // cols - there // cols), abs(here % cols - there % cols)} == {0, 1}
        cells[here], cells[there] = cells[there], cells[here]
    return cells == list(range(len(cells)))
