"""Twin of `unriddle.core.assign.path_making`: random paths through all cells, and numbers taken away."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from itertools import islice

from ..bits import splitmix64
from .numbrix import paths

__all__ = ["PathThinner", "backbite"]


def backbite(table: Sequence[Sequence[int]], path: MutableSequence[int], moves: int, seed: int) -> int:
    """Change a path at random, a move at one of its ends at a time; return the seed with which to go on.

    Examples
    --------
    >>> path = [0, 1, 3, 2]
    >>> seed = backbite([[1, 2], [0, 3], [0, 3], [1, 2]], path, 3, 1)
    >>> path
    [3, 2, 0, 1]
    """
    n = len(path)
    if len(table) != n or sorted(path) != list(range(n)):
        raise ValueError(f"path {path}, expected each of {len(table)} cells once")

    for _ in range(moves if n > 1 else 0):
        seed, number = splitmix64(seed)
        first = number >> 63
        end = path[0] if first else path[n - 1]
        near = [cell for cell in table[end] if cell < n]
        if not near:
            continue
        seed, number = splitmix64(seed)
        joint = list(path).index(near[(number >> 32) * len(near) >> 32])
        if first:
            path[:joint] = list(path[:joint])[::-1]
        else:
            path[joint + 1 :] = list(path[joint + 1 :])[::-1]
    return seed


class PathThinner:
    """Numbers of a path taken away, one after the other, where one path is left without.

    A number tried is a node. Here a proof takes what it takes, and numbers are tried alone: `patience`,
    `at_once` and `doubling` are the kernel's, which leaves the same numbers as long as its patience lasts.

    Examples
    --------
    >>> thinner = PathThinner([[1, 3], [0, 2], [1, 3]], [1, 2, 3], [1, 0, 2])
    >>> thinner.run(9), thinner.left, thinner.numbers
    (False, 1, [0, 0, 3])
    """

    def __init__(
        self,
        table: Sequence[Sequence[int]],
        numbers: Sequence[int],
        cells: Sequence[int],
        least: int = 0,
        patience: int = 200,
        at_once: int = 1,
        doubling: bool = False,
    ) -> None:
        self.numbers = [int(number) for number in numbers]
        self._table = [[int(other) for other in row if other < len(self.numbers)] for row in table]
        place = {number: cell for cell, number in enumerate(self.numbers) if number > 0}
        self.left, self.nodes = len(place), 0
        if 0 in self.numbers or sorted(place) != list(range(1, self.left + 1)):
            raise ValueError("no path through all cells")
        if any(place[k + 1] not in self._table[place[k]] for k in range(1, self.left)):
            raise ValueError("numbers that follow each other, expected at neighbours")
        if len(set(cells)) < len(cells) or any(cell not in place.values() for cell in cells):
            raise ValueError("expected cells with numbers, each once")
        self._cells, self._least = [int(cell) for cell in cells], least

    def run(self, budget: int) -> bool:
        """Try at most that many numbers; return whether some are left to try."""
        for cell in self._cells[: min(budget, len(self._cells))]:
            if self.left <= self._least:
                break
            del self._cells[0]
            self.nodes += 1
            number, self.numbers[cell] = self.numbers[cell], 0
            if len(list(islice(paths(self._table, self.numbers), 2))) == 1:
                self.left -= 1
            else:
                self.numbers[cell] = number
        return bool(self._cells) and self.left > self._least
