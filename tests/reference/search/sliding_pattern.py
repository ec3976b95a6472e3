"""Twin of `unriddle.core.search.sliding_pattern`: a pattern database, placement by placement."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from .slices import Sliced
from .sliding_ida import pattern_extras

__all__ = ["PatternTable", "n_placements", "placement_of"]


def n_placements(n_cells: int, n_tiles: int) -> int:
    """Return in how many ways the tiles lie on the cells.

    Examples
    --------
    >>> n_placements(25, 6)
    127512000
    """
    if not (1 <= n_tiles <= 8 and n_tiles <= n_cells <= 25):
        raise ValueError(f"{n_tiles} tiles on {n_cells} cells, expected at most 8 on 25")
    return math.perm(n_cells, n_tiles)


def placement_of(n_cells: int, cells: Sequence[int]) -> int:
    """Return the number of a placement, its tiles' cells in order: its place in lexicographic order.

    Examples
    --------
    >>> [placement_of(3, cells) for cells in ([0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1])]
    [0, 1, 2, 3, 4, 5]
    """
    n_placements(n_cells, len(cells))
    if len(set(cells)) != len(cells) or any(not 0 <= cell < n_cells for cell in cells):
        raise ValueError("expected cells of the board, each once")
    number = 0
    for k, cell in enumerate(cells):
        number = number * (n_cells - k) + cell - sum(other < cell for other in cells[:k])
    return number


class PatternTable(Sliced):
    """A pattern database: the steps that some tiles need beyond their Manhattan distances.

    `n_states` are one a placement here, where the kernel counts a placement once for each region of the
    blank.

    Examples
    --------
    >>> table = PatternTable(2, 2, 3, [0, 1])
    >>> table.run(100), table.n_placements, table.n_entries, table.extra([1, 0]), table.nbytes, table.table
    (False, 12, 8, 0, 6, [0, 0, 0, 0, 0, 0])
    """

    def __init__(self, rows: int, cols: int, blank: int, tiles: Sequence[int]) -> None:
        self.rows, self.cols, self.blank, self.n_cells = rows, cols, blank, rows * cols
        self.tiles, self.n_tiles = tuple(map(int, tiles)), len(tiles)
        self.n_placements = n_placements(self.n_cells, self.n_tiles)
        self.n_states = self.n_entries = 0
        self._extras: dict[tuple[int, ...], int] = {}
        self._work = self._build()

    @property
    def ready(self) -> bool:
        """Whether the table is built."""
        return self._over

    @property
    def nbytes(self) -> int:
        """Bytes of the table: half a byte for each placement."""
        return (self.n_placements + 1) // 2

    @property
    def table(self) -> list[int]:
        """The bytes: half the extra steps, 15 at most, of two placements each, the even one low."""
        if not self.ready:
            raise ValueError("the table is not built yet")
        table = [0] * self.nbytes
        for cells, extra in self._extras.items():
            number = placement_of(self.n_cells, cells)
            table[number // 2] |= min(extra // 2, 15) << 4 * (number % 2)
        return table

    def _build(self) -> Iterator[None]:
        self._extras = pattern_extras(self.rows, self.cols, self.blank, self.tiles)
        for _ in self._extras:
            self.n_states += 1
            self.n_entries += 1
            yield

    def extra(self, cells: Sequence[int]) -> int:
        """Return the steps that the tiles on these cells need beyond Manhattan distances, 0 out of reach."""
        if not self.ready:
            raise ValueError("the table is not built yet")
        if len(cells) != self.n_tiles:
            raise ValueError("one cell expected for each tile of the pattern")
        placement_of(self.n_cells, cells)
        return min(30, self._extras.get(tuple(map(int, cells)), 0))
