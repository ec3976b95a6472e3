"""Candidates of a grid as sets of cells, a set an int: what the techniques beyond subsets look at.

Bit c of a set is cell c. Units are any sets of cells that have each symbol once, and peers any cells that
differ, so that what follows holds for every variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .layout import Layout

__all__ = ["Candidates", "Tables", "bits", "tables_of"]


def bits(mask: int) -> Iterator[int]:
    """Yield the members of a set in rising order: values of candidates, or cells.

    Examples
    --------
    >>> list(bits(0b1001))
    [0, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def set_of(cells: Sequence[int]) -> int:
    """Return cells as a set.

    Examples
    --------
    >>> set_of([0, 3])
    9
    """
    return sum(1 << cell for cell in cells)


class Tables:
    """What follows from a layout alone.

    Attributes
    ----------
    units, peers : list of int
        The cells of each unit; those that each cell differs from.
    families : list of list of int
        Numbers of units that share no cell, each unit in one family: the rows, the columns, the boxes …

    Examples
    --------
    >>> from .layout import boxed
    >>> tables = tables_of(boxed((2, 2)))
    >>> tables.families, bin(tables.units[1]), list(bits(tables.peers[0]))
    ([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], '0b11110000', [1, 2, 3, 4, 5, 8, 12])
    """

    def __init__(self, layout: Layout) -> None:
        self.units = [set_of(unit) for unit in layout.units]
        self.peers = [set_of(peers) for peers in layout.peers]
        self.families: list[list[int]] = []
        taken: list[int] = []
        for number, unit in enumerate(self.units):
            family = next((k for k, cells in enumerate(taken) if not cells & unit), len(taken))
            if family == len(taken):
                taken.append(0)
                self.families.append([])
            taken[family] |= unit
            self.families[family].append(number)


@lru_cache(maxsize=64)
def tables_of(layout: Layout) -> Tables:
    """Return the tables of a layout, the same ones each time."""
    return Tables(layout)


class Candidates:
    """The candidates of a grid at one time.

    Parameters
    ----------
    layout : Layout
        What the grid has to keep to.
    open_ : sequence of int
        By cell the values that may stand there, bit k for the k-th; 0 where it is filled.

    Examples
    --------
    >>> from .layout import boxed
    >>> now = Candidates(boxed((2, 2)), [0b11, 0, 0, 0b11] + [0b1111] * 12)
    >>> bin(now.where[0])[-4:], now.pairs[:1], now.partners[0][0]
    ('1001', [0], [(3, 0)])
    """

    def __init__(self, layout: Layout, open_: Sequence[int]) -> None:
        self.tables, self.open = tables_of(layout), open_
        where = [0] * layout.n
        for cell, mask in enumerate(open_):
            while mask:
                low = mask & -mask
                where[low.bit_length() - 1] |= 1 << cell
                mask ^= low
        self.where = where
        """By value the cells where it may stand."""

    @cached_property
    def pairs(self) -> list[int]:
        """The cells with two candidates."""
        return [cell for cell, mask in enumerate(self.open) if mask.bit_count() == 2]

    @cached_property
    def partners(self) -> list[dict[int, list[tuple[int, int]]]]:
        """By value and cell the other cell of each unit that has two places for the value, and that unit."""
        found: list[dict[int, list[tuple[int, int]]]] = []
        for places in self.where:
            links: dict[int, list[tuple[int, int]]] = {}
            for number, unit in enumerate(self.tables.units):
                here = places & unit
                rest = here & (here - 1)
                if rest and not rest & (rest - 1):
                    one, other = (here ^ rest).bit_length() - 1, rest.bit_length() - 1
                    links.setdefault(one, []).append((other, number))
                    links.setdefault(other, []).append((one, number))
            found.append(links)
        return found

    def seen_by_both(self, one: int, other: int, value: int) -> int:
        """Return the places of a value that differ from both of two cells."""
        peers = self.tables.peers
        return self.where[value] & peers[one] & peers[other]
