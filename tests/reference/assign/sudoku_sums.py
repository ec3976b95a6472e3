"""Twin of `unriddle.core.assign.sudoku_sums`: sums, pairs, required digits, tested on filled cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .sudoku import Search as SumSearch
from .sudoku_propagate import Rules

__all__ = ["SumRules", "SumSearch", "implied"]


class SumRules(Rules):
    """What the solutions of a grid of n × n cells have to keep to.

    Parameters
    ----------
    n, units, allowed
        As those of `sudoku_propagate.Rules`.
    apart : sequence of sequences of int
        Sets of cells that differ.
    pairs : sequence of (int, int, sequence of n int)
        Two cells, and by digit of the first a mask of what the second may hold.
    sums : sequence of (sequence of int, sequence of int, int)
        Cells whose digits, counted from 1, are added; others that are subtracted; what comes out.
    held : sequence of (sequence of int, int)
        Cells, and a mask of digits, each of which one of them holds.
    between : sequence of (sequence of n int, int)
        A unit in order, and what the digits between the lowest and the highest one come to, counted from 1.

    Examples
    --------
    >>> units = [[0, 1], [2, 3], [0, 2], [1, 3]]
    >>> search = SumSearch([0] * 4, SumRules(2, units, [], [3] * 4, [], [([0, 3], [], 4)]))
    >>> search.run(100), search.take()
    (False, [[2, 1, 1, 2]])
    """

    def __init__(
        self,
        n: int,
        units: Sequence[Sequence[int]],
        apart: Sequence[Sequence[int]],
        allowed: Sequence[int],
        pairs: Sequence[tuple[int, int, Sequence[int]]],
        sums: Sequence[tuple[Sequence[int], Sequence[int], int]],
        held: Sequence[tuple[Sequence[int], int]] = (),
        between: Sequence[tuple[Sequence[int], int]] = (),
    ) -> None:
        super().__init__(n, units, [pair for cells in apart for pair in combinations(cells, 2)], allowed)
        self.pairs, self.sums, self.held, self.between = pairs, sums, held, between

    def broken(self, grid: Sequence[int]) -> bool:
        """Say whether something all of whose cells are filled is not as it has to be."""
        return (
            any(
                grid[one] and grid[other] and not table[grid[one] - 1] >> (grid[other] - 1) & 1
                for one, other, table in self.pairs
            )
            or any(
                all(grid[cell] for cell in (*added, *taken))
                and sum(grid[cell] for cell in added) - sum(grid[cell] for cell in taken) != total
                for added, taken, total in self.sums
            )
            or any(
                all(grid[cell] for cell in cells) and digits & ~sum({1 << (grid[cell] - 1) for cell in cells})
                for cells, digits in self.held
            )
            or any(
                all(grid[cell] for cell in unit) and _sandwiched([grid[cell] for cell in unit]) != total
                for unit, total in self.between
            )
        )


def _sandwiched(values: Sequence[int]) -> int:
    first, last = sorted(map(values.index, (1, len(values))))
    return sum(values[first + 1 : last])


Implied = tuple[tuple[int, ...], tuple[int, ...], int, int, int]


def implied(
    n: int, units: Sequence[Sequence[int]], sums: Sequence[tuple[Sequence[int], int]]
) -> list[Implied]:
    """Return innies and outies: cells added and subtracted, their total, the first and last unit.

    Examples
    --------
    >>> implied(4, [[0, 1, 2, 3]], [([0, 1, 2], 6)])
    [((3,), (), 4, 0, 0)]
    """
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Implied] = {}
    for first in range(len(units)):
        region = set[int]()
        for last in range(first, min(first + (n + 1) // 2, len(units))):
            if region & set(units[last]):
                break
            region |= set(units[last])
            innies, outies, total = set(region), set[int](), (last - first + 1) * n * (n + 1) // 2
            for cells, value in sums:
                inside, outside = region & set(cells), set(cells) - region
                most = not outside or len(inside) > len(outside)
                if inside and inside <= innies and not outside & outies and most:
                    innies, outies, total = innies - inside, outies | outside, total - value
            key = tuple(sorted(innies)), tuple(sorted(outies))
            if innies != region and 0 < len(innies | outies) <= 3:
                found.setdefault(key, (*key, total, first, last))
    return list(found.values())
