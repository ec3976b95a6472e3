"""Twin of `unriddle.core.search.peg_plans`: jump sequences counted and weighed over the solvable positions.

Both classes take the solvable positions by layer: those on a way from the start to a goal, each once up to
symmetries that leave start and goals as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from .peg import Jump, PegBoard, after, before
from .slices import Sliced

__all__ = ["PegCount", "PegFewest"]


class PegCount(Sliced):
    """Counts the jump sequences from the start to each goal: as many as to all positions one jump before.

    Examples
    --------
    >>> count = PegCount(PegBoard(3, [(0, 1, 2), (2, 1, 0)], [(0, 1, 2)]), [[0b011], [0b100]], 1)
    >>> count.run(10), count.ways_to(0b100), count.nodes
    (False, 1, 1)
    """

    def __init__(self, board: PegBoard, layers: Sequence[Iterable[int]], limbs: int) -> None:
        if not layers or limbs < 1:
            raise ValueError("no layers or no limbs")
        self.board, self.limbs = board, limbs
        self.layers = [[int(position) for position in layer] for layer in layers]
        self.overflow = False
        self.nodes = 0
        self.ways = dict.fromkeys(self.layers[0], 1)
        self._work = self._count()

    def _count(self) -> Iterator[None]:
        for layer in self.layers[1:]:
            earlier, self.ways = self.ways, {}
            for position in layer:
                self.nodes += 1
                self.ways[position] = sum(
                    earlier.get(self.board.canonical(other), 0)
                    for other in before(position, self.board.jumps)
                )
                self.overflow |= self.ways[position] >= 1 << 64 * self.limbs
                yield
            if self.overflow:
                return

    def ways_to(self, position: int) -> int:
        """Return the number of jump sequences to a position of the last layer counted."""
        return self.ways.get(self.board.canonical(position), 0)


class PegFewest(Sliced):
    """Finds a solution of the fewest moves, where jumps of one peg in a row are one move.

    Nodes are the solvable positions but those of the last layer: what each still costs is found once.

    Examples
    --------
    >>> fewest = PegFewest(PegBoard(3, [(0, 1, 2), (2, 1, 0)], [(0, 1, 2)]), [[0b011], [0b100]])
    >>> fewest.run(10), fewest.path(0b011)
    (False, ([3, 4], 1))
    """

    def __init__(self, board: PegBoard, layers: Sequence[Iterable[int]]) -> None:
        if not layers:
            raise ValueError("no layers")
        self.board = board
        self.layers = [{int(position) for position in layer} for layer in layers]
        self.nodes = 0
        self.onward = cache(self._onward)
        self._work = self._count()

    def _count(self) -> Iterator[None]:
        for _ in range(sum(map(len, self.layers[:-1]))):
            self.nodes += 1
            yield

    def _onward(self, position: int, layer: int) -> tuple[int | None, list[Jump]]:
        """Return the moves to begin after that of the first jump, and the jumps that need no more."""
        if layer == len(self.layers) - 1:
            return 0, []
        costs = {}
        for jump, other in after(position, self.board.jumps):
            if self.board.canonical(other) in self.layers[layer + 1]:
                rest, first = self.onward(other, layer + 1)
                # The peg that landed continues for nothing where its next jump is one of the cheapest.
                goes_on = layer + 2 == len(self.layers) or any(jump[2] == further[0] for further in first)
                if rest is not None:
                    costs[jump] = rest + (not goes_on)
        least = min(costs.values(), default=None)
        return least, [jump for jump in costs if costs[jump] == least]

    def path(self, start: int) -> tuple[list[int], int]:
        """Return the positions of a solution of the fewest moves, and the number of moves."""
        if not self._over:
            raise ValueError("path needs a finished run")
        path, landing, moves = [start], -1, 0
        for layer in range(len(self.layers) - 1):
            _, cheapest = self.onward(path[-1], layer)
            a, b, c = next((jump for jump in reversed(cheapest) if jump[0] == landing), cheapest[0])
            moves += a != landing
            landing = c
            path.append(path[-1] ^ (1 << a | 1 << b | 1 << c))
        return path, moves
