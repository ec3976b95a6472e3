"""Twin of `unriddle.core.assign.path_repair`: a walk over a board, bent until it leaves no cell out."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["PathRepair"]

DEPTH, SHARE = 3, 300


class PathRepair:
    """A local search for a path that takes a cell of its domain at each number, all cells once.

    Parameters
    ----------
    table : sequence of sequence of int
        Neighbours of each cell; unused places, at the end of a row, hold the number of cells.
    domain : sequence of sequence of int
        Bitboards of the cells of each number, in words of 64 cells; each cell has one next to it in the
        domains of the number before and after.
    seed : int
        Of the random moves.

    Examples
    --------
    >>> search = PathRepair([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], [[1], [6], [6], [8]])
    >>> search.run(100), sorted(search.at)
    (False, [0, 1, 2, 3])
    """

    def __init__(
        self, table: Sequence[Sequence[int]], domain: Sequence[Sequence[int]], seed: int = 1
    ) -> None:
        near = [[int(other) for other in row if other < len(table)] for row in table]
        domains = [
            [64 * w + bit for w, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1]
            for words in domain
        ]
        self.near, self.domains, self.seed, self.moves = near, domains, seed, 0
        self.at: list[int] = []
        self.holes = sorted({cell for cells in domains for cell in cells})
        self.heaps: list[int] = []
        self.on: dict[int, list[int]] = {cell: [] for cell in self.holes}  # the last to come first
        self.dead = len(self.holes) != len(domains) or any(not near[c] for c in self.holes[1:])
        for k, cells in enumerate(domains):
            choices = [c for c in cells if k == 0] or [
                c for c in (near[self.at[-1]] if self.at else ()) if c in cells
            ]
            if self.dead or not choices:
                self.dead = True
                return
            lowest, n = 1 << 30, 0
            for cell in choices:
                if len(self.on[cell]) <= lowest:
                    n = 1 if len(self.on[cell]) < lowest else n + 1
                    lowest = len(self.on[cell])
                    if self._pick(n) == 0:
                        best = cell
            self.at.append(-1)
            self._enter(k, best)

    def run(self, budget: int) -> bool:
        """Make at most `budget` moves; return whether a solution is still to be found."""
        while not self.dead and self.holes and budget > 0:
            self._move()
            self.moves += 1
            budget -= 1
        return self.dead or bool(self.holes)

    def shake(self, bends: int) -> None:
        """Try that many random bends anywhere."""
        for _ in range(0 if self.dead or len(self.at) == 1 else bends):
            self._bend(self._pick(len(self.at)))

    @property
    def faults(self) -> int:
        """Cells left out; -1 where no walk keeps to the domains."""
        return -1 if self.dead else len(self.holes)

    @property
    def numbers(self) -> list[int]:
        """The walk: cell -> number from 1, the last one that stands there, -1 where none."""
        grid = [-1] * len(self.near)
        for k, cell in enumerate(() if self.dead else self.at):
            grid[cell] = k + 1
        return grid

    def _draw(self) -> int:
        self.seed ^= self.seed << 13 & (1 << 64) - 1
        self.seed ^= self.seed >> 7
        self.seed ^= self.seed << 17 & (1 << 64) - 1
        return self.seed >> 32

    def _pick(self, n: int) -> int:
        return self._draw() * n >> 32

    def _beside(self, cell: int) -> int:
        return self.near[cell][self._pick(len(self.near[cell]))]

    def _somebody(self, cell: int) -> int | None:
        on = self.on[cell]
        found = on[0] if on else None
        for n, k in enumerate(on[1:], 2):
            if self._pick(n) == 0:
                found = k
        return found

    def _leave(self, k: int) -> None:
        cell = self.at[k]
        self.on[cell].remove(k)
        if len(self.on[cell]) == 0:
            self.holes.append(cell)
        elif len(self.on[cell]) == 1:
            self._drop(self.heaps, cell)

    def _enter(self, k: int, cell: int) -> None:
        self.at[k] = cell
        self.on[cell].insert(0, k)
        if len(self.on[cell]) == 1:
            self._drop(self.holes, cell)
        elif len(self.on[cell]) == 2:
            self.heaps.append(cell)

    @staticmethod
    def _drop(faults: list[int], cell: int) -> None:
        """Take a cell out; the last one takes its place."""
        faults[faults.index(cell)] = faults[-1]
        faults.pop()

    def _fits(self, k: int, cell: int, *others: int) -> bool:
        """Say whether a cell is in a number's domain and next to some others, those that exist."""
        return cell in self.domains[k] and all(
            cell in self.near[self.at[other]] for other in others if 0 <= other < len(self.at)
        )

    def _bend(self, k: int | None) -> None:
        if k is not None:
            cell = self._beside(self.at[k - 1] if k > 0 else self.at[1])
            if cell != self.at[k] and self._fits(k, cell, k - 1, k + 1):
                self._leave(k)
                self._enter(k, cell)

    def _fill(self, hole: int) -> None:
        k, before = self._somebody(self._beside(hole)), len(self.holes)
        if k is None or not self._fits(k, hole):
            return
        if self._fits(k, hole, k - 1, k + 1):
            self._leave(k)
            self._enter(k, hole)
            return
        way = 1 if self._draw() & 1 else -1
        other = k + way
        if not 0 <= other < len(self.at) or not self._fits(k, hole, k - way):
            return
        cell = self._beside(hole)
        if cell == self.at[other] or not self._fits(other, cell, other + way):
            return
        old = self.at[k], self.at[other]
        for places in ((hole, cell), old):
            self._leave(k)
            self._leave(other)
            self._enter(k, places[0])
            self._enter(other, places[1])
            if len(self.holes) <= before:
                return

    def _move(self) -> None:
        chance = self._draw()
        if chance & 0xFFFF < SHARE:
            faults = self.holes if chance >> 30 & 1 else self.heaps
            cell = faults[self._pick(len(faults))]
            for _ in range(1 + self._pick(DEPTH)):
                cell = self._beside(cell)
            self._bend(self._somebody(cell))
        elif chance >> 31:
            self._fill(self.holes[self._pick(len(self.holes))])
        else:
            self._bend(self._somebody(self.heaps[self._pick(len(self.heaps))]))
