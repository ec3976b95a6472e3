"""Patterns of forbidden cells for dense fill-ins: symmetric, connected, without short or long slots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...base import PuzzleError
from ..framework.arguments import as_int, check_choice

__all__ = ["SYMMETRIES", "Pattern"]

SHORTEST = 3
"""Letters of the shortest slot."""
MOST = 31
"""Rows and columns."""
SHARE = 0.22
"""Of the cells that are forbidden by default: what crosswords of newspapers hardly pass."""
LONGEST = 8
"""Letters of the longest slot by default: there are many words of so many."""
DRAWS = 200
"""Patterns that are begun before there is taken to be none."""
SYMMETRIES: dict[str, Callable[[int, int, int, int], tuple[int, int]] | None] = {
    "rotation": lambda rows, cols, row, col: (rows - 1 - row, cols - 1 - col),
    "horizontal": lambda rows, cols, row, col: (rows - 1 - row, col),
    "vertical": lambda rows, cols, row, col: (row, cols - 1 - col),
    "none": None,
}
"""Name -> the cell that a forbidden cell takes along."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a pattern of forbidden cells is to be.

    Attributes
    ----------
    rows, cols : int
        From 3 to 31.
    blocks : int, optional
        Forbidden cells, at least; by default 22 in a hundred.
    longest : int
        Most letters of a slot.
    symmetry : str
        A name of `SYMMETRIES`.

    Examples
    --------
    >>> rows = Pattern(5, 5, longest=5).draw(random.Random(1))
    >>> sum(row.count("0") for row in rows) >= 5, rows == tuple(row[::-1] for row in rows[::-1])
    (True, True)
    """

    rows: int
    cols: int
    blocks: int | None = None
    longest: int = LONGEST
    symmetry: str = "rotation"

    def check(self) -> None:
        """Raise PuzzleError where no pattern is like this."""
        rows, cols = self.rows, self.cols
        if min(rows, cols) < SHORTEST or max(rows, cols) > MOST:
            raise PuzzleError(f"fill-in of {rows}x{cols}, expected {SHORTEST} to {MOST} rows and columns")
        if as_int(self.longest) is None or self.longest < SHORTEST:
            raise PuzzleError(f"longest={self.longest!r:.40}, expected letters from {SHORTEST} up")
        most = rows * cols // 2
        if self.blocks is not None and (as_int(self.blocks) is None or not 0 <= self.blocks <= most):
            raise PuzzleError(f"blocks={self.blocks!r:.40}, expected forbidden cells from 0 to {most:,}")
        check_choice("symmetry", self.symmetry, SYMMETRIES)
        if self.draw(random.Random(0)) is None:  # else each puzzle would look as long in vain
            wrong = f"no grid of {rows}x{cols} with {self.least} forbidden cells, symmetry {self.symmetry!r}"
            raise PuzzleError(f"{wrong} and words of 3 to {self.longest} letters came about, expected others")

    @property
    def least(self) -> int:
        """Forbidden cells, at least."""
        return round(SHARE * self.rows * self.cols) if self.blocks is None else self.blocks

    def draw(self, rng: random.Random) -> tuple[str, ...] | None:
        """Return rows of 0 and 1; None where many draws give no such pattern."""
        for _ in range(DRAWS):
            sheet = _Sheet(self)
            if sheet.block(rng):
                return sheet.text()
        return None


class _Sheet:
    """Cells that become forbidden one after another; a border of forbidden cells stands around them.

    The cells are the bits of a number, row by row, so that those that hang together are found by shifts.
    """

    def __init__(self, wanted: Pattern) -> None:
        self.wanted, self.width = wanted, wanted.cols + 1  # the border to the right is that to the left
        self.cells = [
            row * self.width + col for row in range(1, wanted.rows + 1) for col in range(1, wanted.cols + 1)
        ]
        self.open = 0
        for cell in self.cells:
            self.open |= 1 << cell

    def block(self, rng: random.Random) -> bool:
        """Forbid cells: first in slots that are too long, then anywhere; say whether it came out."""
        order = list(self.cells)
        rng.shuffle(order)
        left = self.wanted.least
        for cell in order:
            if self._open(cell) and self._in_long(cell):
                left -= self._forbid(cell)
        for cell in order:
            if left <= 0:
                break
            if self._open(cell):
                left -= self._forbid(cell)
        return left <= 0 and not any(self._open(cell) and self._in_long(cell) for cell in self.cells)

    def text(self) -> tuple[str, ...]:
        """Return the rows."""
        width = self.width
        return tuple(
            "".join("01"[self._open(row * width + col)] for col in range(1, width))
            for row in range(1, self.wanted.rows + 1)
        )

    def _open(self, cell: int) -> int:
        return self.open >> cell & 1

    def _run(self, cell: int, step: int) -> int:
        """Return how many open cells follow a cell."""
        count, cell = 0, cell + step
        while self.open >> cell & 1:
            count, cell = count + 1, cell + step
        return count

    def _in_long(self, cell: int) -> bool:
        return any(
            self._run(cell, step) + self._run(cell, -step) >= self.wanted.longest for step in (1, self.width)
        )

    def _images(self, cell: int) -> Iterator[int]:
        yield cell
        image = SYMMETRIES[self.wanted.symmetry]
        if image is not None:
            row, col = divmod(cell, self.width)
            row, col = image(self.wanted.rows, self.wanted.cols, row - 1, col - 1)
            yield (row + 1) * self.width + col + 1

    def _forbid(self, cell: int) -> int:
        """Forbid a cell and its image unless a slot gets too short or the rest falls apart; say how many."""
        before, images = self.open, set(self._images(cell))
        for image in images:
            self.open &= ~(1 << image)
        steps = (1, -1, self.width, -self.width)
        if (
            any(0 < self._run(image, step) < SHORTEST for image in images for step in steps)
            or not self._whole()
        ):
            self.open = before
            return 0
        return len(images)

    def _whole(self) -> bool:
        """Say whether all open cells hang together."""
        width, cells = self.width, self.open
        reached, more = 0, cells & -cells
        while more != reached:
            reached = more
            more = (reached | reached << 1 | reached >> 1 | reached << width | reached >> width) & cells
        return reached == cells
