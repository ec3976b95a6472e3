"""Boards of numbers, and the cells of each number as kernels take them: for tests of paths."""

import numpy as np
from hypothesis import strategies as st

from reference import topology as plain
from unriddle.core import topology


def narrowed(near, clues):
    """Return the cells of each number that a walk from clue to clue can use."""
    last = sum(clue >= 0 for clue in clues)
    home = {clue - 1: cell for cell, clue in enumerate(clues) if clue > 0}
    free = {cell for cell, clue in enumerate(clues) if clue == 0}
    domains = [{home[k]} if k in home else set(free) for k in range(last)]
    for ks in (range(1, last), range(last - 2, -1, -1)):
        step = -1 if ks.step == 1 else 1
        for k in ks:
            domains[k] &= {other for cell in domains[k + step] for other in near[cell]}
    return [sorted(cells) for cells in domains]


def bitboards(domains, n_cells):
    bits = np.zeros((len(domains), (n_cells + 63) // 64), np.uint64)
    for k, cells in enumerate(domains):
        for cell in cells:
            bits[k, cell >> 6] |= np.uint64(1 << (cell & 63))
    return bits


@st.composite
def boards(draw):
    rows, cols = draw(st.sampled_from([(1, 1), (1, 4), (2, 3), (3, 3), (4, 5), (9, 8)]))
    table = topology.neighbours(
        rows, cols, draw(st.sampled_from([plain.KING, plain.ROOK])), draw(st.booleans())
    )
    n = rows * cols
    near = [[other for other in row if other < n] for row in table.tolist()]
    snake = [r * cols + (c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)]
    clues = [0] * n
    for number in draw(st.sets(st.integers(1, n), max_size=6)):
        clues[snake[number - 1]] = number
    return table, near, clues
