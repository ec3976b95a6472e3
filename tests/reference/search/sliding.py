"""Twin of `unriddle.core.search.sliding`: a step swaps the blank with a neighbour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .engine import Successors, Words

__all__ = ["Sliding", "expand", "manhattan"]


def expand(cells: tuple[int, ...], cols: int, blank: int) -> list[tuple[int, ...]]:
    """Return the configurations with the blank one cell further up, left, right, down.

    Examples
    --------
    >>> expand((0, 1, 2, 3), 2, 3)
    [(0, 3, 2, 1), (0, 1, 3, 2)]
    """
    here = cells.index(blank)
    found = []
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        row, col = here // cols + down, here % cols + right
        if 0 <= row < len(cells) // cols and 0 <= col < cols:
            other = list(cells)
            there = row * cols + col
            other[here], other[there] = other[there], other[here]
            found.append(tuple(other))
    return found


def manhattan(cells: tuple[int, ...], cols: int, blank: int) -> int:
    """Return the sum of the tiles' distances to their goal cells, along rows and columns.

    Examples
    --------
    >>> manhattan((1, 0, 2, 3), 2, 3)
    2
    """
    return sum(
        abs(cell // cols - tile // cols) + abs(cell % cols - tile % cols)
        for cell, tile in enumerate(cells)
        if tile != blank
    )


class Sliding(Successors):
    """The rules for the search engine. A state holds what lies at each cell, the first cell lowest.

    Four bits a cell in one word up to 16 cells, else eight bits a cell, eight cells a word.

    Examples
    --------
    >>> rules = Sliding(2, 2, 3)
    >>> near = rules.pack([0, 1, 3, 2])
    >>> hex(near[0]), rules.unpack([state for state, _ in rules.expand(near)])
    ('0x2310', [[3, 1, 0, 2], [0, 1, 2, 3]])
    """

    max_successors = 4

    def __init__(self, rows: int, cols: int, blank: int) -> None:
        self.rows, self.cols, self.blank, self.n_cells = rows, cols, blank, rows * cols
        self.bits = 4 if self.n_cells <= 16 else 8
        self.n_words = -(-self.n_cells * self.bits // 64)

    def pack(self, cells: Iterable[int]) -> Words:
        """Return the state of a configuration."""
        number = sum(int(tile) << self.bits * cell for cell, tile in enumerate(cells))
        return tuple(number >> 64 * word & (1 << 64) - 1 for word in range(self.n_words))

    def unpack(self, states: Iterable[Sequence[int]]) -> list[list[int]]:
        """Return configurations of states."""
        return [list(self.cells(tuple(map(int, state)))) for state in states]

    def cells(self, state: Words) -> tuple[int, ...]:
        """Return the configuration of a state."""
        number = sum(word << 64 * k for k, word in enumerate(state))
        return tuple(number >> self.bits * cell & (1 << self.bits) - 1 for cell in range(self.n_cells))

    def expand(self, state: Words) -> list[tuple[Words, int]]:
        """Return the states with the blank one cell further up, left, right, down."""
        return [(self.pack(cells), 1) for cells in expand(self.cells(state), self.cols, self.blank)]

    def is_goal(self, state: Words) -> bool:
        """Say whether every tile is at its goal cell."""
        return self.cells(state) == tuple(range(self.n_cells))

    def heuristic(self, state: Words) -> int:
        """Return the sum of the tiles' Manhattan distances."""
        return manhattan(self.cells(state), self.cols, self.blank)
