"""The rows of a board one after another, read while others are searched."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from ..common.threads import awaited

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .row_sources import RowSource

__all__ = ["RowsAhead"]


class RowsAhead:
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
    >>> from unriddle.puzzles.boggle.row_sources import open_rows
    >>> with open_rows(np.array([[0, 1], [2, 0], [1, 1]]), "abc") as source:
    ...     rows = RowsAhead(source, 2, None)
    ...     rows.read(2).tolist(), rows.read(9).tolist()
    ([[0, 1], [2, 0]], [[1, 1], [0, 1], [2, 0]])
    """

    def __init__(self, source: RowSource, again: int, last: int | None) -> None:
        self._source, self._again, self._last = source, again, last
        self._first: list[NDArray[np.uint8]] = []
        self._kept, self._place, self._row = 0, 0, 0
        self._ahead: deque[NDArray[np.uint8]] = deque()
        self._reading: Future[None] | None = None
        self._error: PuzzleError | None = None
        self._stopped = False

    def read(self, count: int) -> NDArray[np.uint8]:
        """Return the next rows, at most so many; none at the end alone."""
        if self._reading is not None:
            awaited(self._reading)
            self._reading = None
        if not self._ahead:
            if self._error is not None:
                raise self._error
            return self._next(count)
        part = self._ahead.popleft()
        if len(part) > count:
            self._ahead.appendleft(part[count:])
        return part[:count]

    def skip(self, count: int) -> None:
        """Leave out the next rows, before any is read ahead."""
        if self._again:  # those that come again are to be kept
            count -= len(self._next(min(count, self._again)))
        self._source.skip(count)
        self._row += count

    def look_ahead(self, count: int, step: int, pool: ThreadPoolExecutor) -> None:
        """Read the next rows in another thread, `step` at a time; an error is raised when its row is due."""
        if not (self._source.waits or self._ahead or self._error or self._reading):
            self._reading = pool.submit(self._read_ahead, count, step)

    def stop(self) -> None:
        """Look no further ahead."""
        self._stopped = True

    def _read_ahead(self, count: int, step: int) -> None:
        try:
            while count > 0 and not self._stopped:
                part = self._next(min(step, count))
                if not len(part):
                    return
                self._ahead.append(part)
                count -= len(part)
        except PuzzleError as error:
            self._error = error

    def _next(self, count: int) -> NDArray[np.uint8]:
        """Read the next rows from the source."""
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

    def _keep(self, part: NDArray[np.uint8]) -> None:
        if self._kept < self._again and len(part):
            piece = part[: self._again - self._kept].copy()
            self._first.append(piece)
            self._kept += len(piece)
