"""Values and candidates of a grid that a person fills; a set of cells is an int, bit c is cell c.

Units are any sets of cells that have each symbol once, and peers any cells that differ, so that what follows
holds for every variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np

from ...core.assign.sudoku_steps import Reasoner
from ..framework.check import cell_name
from ..framework.steps import FREE, Meter, Step
from .layout import Layout


def bits(mask: int) -> Iterator[int]:
    """Yield the members of a set in rising order: values of candidates, or cells."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def set_of(cells: Sequence[int]) -> int:
    """Return cells as a set."""
    return sum(1 << cell for cell in cells)


class Tables:
    """The cells of each unit and the peers of each cell, as sets; families of units that share no cell."""

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
    """The candidates of a grid at one time: by cell a mask of values, 0 where it is filled."""

    def __init__(self, layout: Layout, open_: Sequence[int]) -> None:
        self.tables, self.open = tables_of(layout), open_
        where = [0] * layout.n
        for cell, mask in enumerate(open_):
            for value in bits(mask):
                where[value] |= 1 << cell
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


class CandidateGrid:
    """Values and candidates; bit k of a mask is the k-th symbol."""

    def __init__(
        self, cells: Sequence[int], layout: Layout, alphabet: Sequence[str], meter: Meter = FREE
    ) -> None:
        self.layout = layout
        self.look = meter.spend
        """Count a place that a technique looks at; LimitReached where a limit comes."""
        self.n = layout.n
        self.alphabet = alphabet
        self.units = layout.units
        self.open = list(layout.allowed)
        """Candidates; 0 where the cell is filled."""
        self.filled = [False] * (self.n * self.n)
        self.values = list(cells)
        """Numbers of the cells from 1, 0 where they are empty; those that `reduce` fills stay 0."""
        self._candidates: Candidates | None = None  # until a value or candidate changes
        for cell, value in enumerate(cells):
            if value:
                self.place(cell, value - 1)

    @property
    def candidates(self) -> Candidates:
        """The candidates as sets of cells."""
        if self._candidates is None:
            self._candidates = Candidates(self.layout, self.open)
        return self._candidates

    def place(self, cell: int, value: int) -> None:
        """Fill a cell."""
        self._candidates = None
        self.filled[cell] = True
        self.values[cell] = value + 1
        self.open[cell] = 0
        for peer in self.layout.peers[cell]:
            self.open[peer] &= ~(1 << value)
        for other, kept in self.layout.related[cell]:
            self.open[other] &= kept[value]

    def at(self, cell: int) -> tuple[int, int]:
        """Return row and column."""
        return divmod(cell, self.n)

    def names(self, *cells: int) -> str:
        """Return what cells are called, one after another."""
        return "; ".join(cell_name(self.at(cell)) for cell in cells)

    def unit_names(self, units: Sequence[int]) -> str:
        """Return what two or more units are called, by their numbers."""
        *first, last = (self.layout.names[unit] for unit in units)
        return f"{', '.join(first)} and {last}"

    def places(self, unit: Sequence[int], value: int) -> list[int]:
        """Return the cells of a unit where a value may stand."""
        return [cell for cell in unit if self.open[cell] >> value & 1]

    def missing(self, unit: Sequence[int]) -> int:
        """Return the candidates of some cells together."""
        mask = 0
        for cell in unit:
            mask |= self.open[cell]
        return mask

    def symbols(self, mask: int) -> str:
        """Return the symbols of some candidates."""
        return " ".join(self.alphabet[value] for value in bits(mask))

    def put(self, rule: str, cell: int, value: int, why: str) -> Step:
        """Fill a cell; return the step."""
        self.place(cell, value)
        symbol, at = self.alphabet[value], self.at(cell)
        return Step(
            kind=rule, text=f"{cell_name(at)} is {symbol} ({why})", cell=at, value=symbol, cells=(at,)
        )

    def reduce(self, reasoner: Reasoner, most: int) -> int:
        """Do all that simple rules find at once; return what `Reasoner.reduce` does."""
        candidates = np.array(self.open, dtype=np.uint64)
        filled = np.array(self.filled, dtype=np.uint8)
        found = reasoner.reduce(candidates, filled, most)
        self.open[:], self.filled[:] = candidates.tolist(), filled.astype(bool).tolist()
        self._candidates = None
        return found

    def strike(self, rule: str, losses: dict[int, int], cells: Sequence[int], why: str) -> Step | None:
        """Take candidates away; None where none of them was there."""
        found = {cell: self.open[cell] & mask for cell, mask in losses.items() if self.open[cell] & mask}
        if not found:
            return None
        self._candidates = None
        for cell, mask in found.items():
            self.open[cell] &= ~mask
        gone = "; ".join(f"{self.names(cell)} loses {self.symbols(mask)}" for cell, mask in found.items())
        return Step(
            kind=rule,
            text=f"{why}: {gone}",
            removed=tuple(
                (self.at(cell), self.alphabet[v]) for cell, mask in found.items() for v in bits(mask)
            ),
            cells=tuple(map(self.at, cells)),
        )

    def strike_value(self, rule: str, value: int, gone: int, cells: Sequence[int], why: str) -> Step | None:
        """Take a value away from a set of cells."""
        return self.strike(rule, dict.fromkeys(bits(gone), 1 << value), cells, why)
