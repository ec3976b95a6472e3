"""The rows of a board one after another, of a torus the first ones again after the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .row_readers import RowSource

__all__ = ["RowReader"]


class RowReader:
    """The rows of a source one after another; of a torus the first ones come again after the last.

    Parameters
    ----------
    source : RowSource
    again : int
        Rows that come again, 0 for none.
    last : int or None
        Rows from this one on are not looked at.

    Examples
    --------
    >>> from unriddle.puzzles.boggle.streaming.row_readers import open_rows
    >>> with open_rows(np.array([[0, 1], [2, 0], [1, 1]]), "abc") as source:
    ...     rows = RowReader(source, 2, None)
    ...     rows.read(2).tolist(), rows.read(9).tolist()
    ([[0, 1], [2, 0]], [[1, 1], [0, 1], [2, 0]])
    """

    def __init__(self, source: RowSource, again: int, last: int | None) -> None:
        self._source, self._again, self._last = source, again, last
        self._first: list[NDArray[np.uint8]] = []
        self._kept, self._place, self._row = 0, 0, 0

    def read(self, count: int) -> NDArray[np.uint8]:
        """Return the next rows, so many but at the end."""
        if self._last is not None:
            count = max(min(count, self._last - self._row), 0)
        self._row += count
        part = self._source.read(count)
        self._keep(part)
        missing = count - len(part)
        if not missing or not self._again:
            return part
        first = np.concatenate(self._first)
        places = np.arange(self._place, min(self._place + missing, self._again))
        self._place += len(places)
        return np.concatenate([part, first[places % len(first)]])

    def skip(self, count: int) -> None:
        """Leave out the next rows."""
        if self._again:  # those that come again are to be kept
            count -= len(self.read(min(count, self._again)))
        self._source.skip(count)
        self._row += count

    def _keep(self, part: NDArray[np.uint8]) -> None:
        if self._kept < self._again and len(part):
            piece = part[: self._again - self._kept].copy()
            self._first.append(piece)
            self._kept += len(piece)
