"""Room for the words of many boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..framework.result_sequence import Stop, in_slices

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["WordBuffer", "joined"]


class WordBuffer:
    """Words of boards, one after another, in an array that is made as large as all of them will need.

    What is not written to is never touched, and so takes no memory; nothing is copied once the first boards
    have told how many words there are.

    Examples
    --------
    >>> room = WordBuffer(3, boards=2)
    >>> room.free(2)[:2] = [7, 9]
    >>> room.filled = 2
    >>> room.whole()
    array([7, 9], dtype=uint32)
    """

    def __init__(self, least: int, boards: int) -> None:
        self.array: NDArray[np.uint32] = np.empty(least + 64 * min(boards, 1024), dtype=np.uint32)
        self.filled, self._boards, self._expected = 0, boards, 0

    def free(self, least: int) -> NDArray[np.uint32]:
        """Return what is free, at least that much."""
        if self.array.size - self.filled < least:
            size = max(self._expected, self.filled + self.filled // 2) + least
            grown = np.empty(size, dtype=np.uint32)
            grown[: self.filled] = self.array[: self.filled]
            self.array = grown
        return self.array[self.filled :]

    def done(self, boards: int) -> None:
        """Take note of how many boards are done."""
        self._expected = self.filled * self._boards // boards + self.filled // 8

    def whole(self) -> NDArray[np.uint32]:
        """Return the words; what is free goes."""
        self.array.resize(self.filled, refcheck=False)
        return self.array


def joined(rooms: Sequence[WordBuffer], threads: int) -> NDArray[np.uint32]:
    """Return the words of all rooms, which are emptied."""
    if len(rooms) == 1:
        return rooms[0].whole()
    ends = np.cumsum([0, *(room.filled for room in rooms)])
    words = np.empty(int(ends[-1]), dtype=np.uint32)

    def copy(part: slice, _: Stop) -> None:
        for k in range(part.start, part.stop):
            words[ends[k] : ends[k + 1]] = rooms[k].array[: rooms[k].filled]
            rooms[k].array = words[:0]

    in_slices(copy, len(rooms), threads)
    return words
