"""Twin of `unriddle.core.assign.sudoku_steps`: one deduction after the other, over sets."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from itertools import combinations

__all__ = ["Reasoner"]

Grid = list[set[int]]
"""By cell: the symbols that may stand there."""


class Reasoner:
    """The rules of a grid: singles, locked candidates, pairs and triples.

    `units` are sets of n cells that hold each symbol once, `peers` the cells that differ from each, then
    the number of cells.

    Examples
    --------
    >>> reasoner = Reasoner([[0, 1]], [[1], [0]])
    >>> candidates, filled = [0b01, 0b11], [0, 0]
    >>> reasoner.reduce(candidates, filled, 0), candidates, filled
    (0, [0, 0], [1, 1])
    """

    def __init__(self, units: Sequence[Sequence[int]], peers: Sequence[Sequence[int]]) -> None:
        self.units = [list(map(int, unit)) for unit in units]
        self.peers = [{int(peer) for peer in row if peer < len(peers)} for row in peers]

    def reduce(self, candidates: MutableSequence[int], filled: MutableSequence[int], most: int) -> int:
        """Use the easiest rule that finds something, until none does; return the hardest, -1 for no way."""
        cells: Grid = [
            set() if full else {k for k in range(64) if int(mask) >> k & 1}
            for mask, full in zip(candidates, filled, strict=True)
        ]
        done = [bool(full) for full in filled]
        easy: list[Callable[[Grid, list[bool]], bool]] = [self._naked_single, self._hidden_single]
        hard = [self._locked, *(self._subset_rule(size) for size in (2, 3))] if most else []
        level = 0
        while self._possible(cells, done):
            if any(rule(cells, done) for rule in easy):
                continue
            if not any(rule(cells) for rule in hard):
                break
            level = 1
        else:
            level = -1
        for cell, values in enumerate(cells):
            candidates[cell], filled[cell] = sum(1 << value for value in values), int(done[cell])
        return level

    def _possible(self, cells: Grid, done: list[bool]) -> bool:
        if any(not values and not full for values, full in zip(cells, done, strict=True)):
            return False
        return all(
            len(set().union(*(cells[cell] for cell in unit))) >= sum(not done[cell] for cell in unit)
            for unit in self.units
        )

    def _place(self, cells: Grid, done: list[bool], cell: int, value: int) -> bool:
        cells[cell], done[cell] = set(), True
        for peer in self.peers[cell]:
            cells[peer].discard(value)
        return True

    def _naked_single(self, cells: Grid, done: list[bool]) -> bool:
        for cell, values in enumerate(cells):
            if len(values) == 1:
                return self._place(cells, done, cell, min(values))
        return False

    def _hidden_single(self, cells: Grid, done: list[bool]) -> bool:
        for unit in self.units:
            for value in set().union(*(cells[cell] for cell in unit)):
                places = [cell for cell in unit if value in cells[cell]]
                if len(places) == 1:
                    return self._place(cells, done, places[0], value)
        return False

    def _locked(self, cells: Grid) -> bool:
        for unit in self.units:
            for value in set().union(*(cells[cell] for cell in unit)):
                places = {cell for cell in unit if value in cells[cell]}
                for other in self.units:
                    if places <= set(other) and _strike(cells, set(other) - set(unit), {value}):
                        return True
        return False

    def _subset_rule(self, size: int) -> Callable[[Grid], bool]:
        def rule(cells: Grid) -> bool:
            for unit in self.units:
                empty = [cell for cell in unit if cells[cell]]
                for some in combinations(empty, size):
                    values = set().union(*(cells[cell] for cell in some))
                    if len(values) == size and _strike(cells, set(empty) - set(some), values):
                        return True
                together = sorted(set().union(*(cells[cell] for cell in empty)))
                for values in map(set, combinations(together, size)):
                    places = [cell for cell in empty if cells[cell] & values]
                    if len(places) == size and _strike(cells, places, set(together) - values):
                        return True
            return False

        return rule


def _strike(cells: Grid, places: Sequence[int] | set[int], values: set[int]) -> bool:
    """Take values from cells; say whether any was there."""
    found = any(cells[cell] & values for cell in places)
    for cell in places:
        cells[cell] -= values
    return found
