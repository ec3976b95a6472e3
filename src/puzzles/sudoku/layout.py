"""What a grid has to keep to: units that hold each symbol once, cells that differ, what stands between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import numpy as np

from ...core.assign import sudoku_propagate as kernel
from .notation import Relation, cell_sign, keeps, regions_rows, relations_text
from .variant_groups import Added, added_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Fields", "Layout", "boxed", "interned"]

UNITS_ONLY = {"diagonal", "windoku", "disjoint", "asterisk", "girandola", "centre-dot"}
"""Variants that add sets of n cells and nothing else."""
MOST_GROUPS = 32
"""Further groups that the kernel of 9 × 9 takes: each costs a fraction of a sweep."""

Fields = tuple[
    int,
    tuple[int, int] | None,
    tuple[int, ...] | None,
    tuple[str, ...],
    tuple[tuple[int, ...], ...],
    tuple[int, ...],
    tuple[int, ...],
    tuple[Relation, ...],
]


class Layout:
    """What a grid of n × n cells has to keep to; equal ones are the same object.

    Attributes
    ----------
    n : int
        Rows, columns and symbols.
    box : (int, int) or None
        Rows and columns of a box; None where there are regions instead, or no boxes at all.
    regions : tuple of int, or None
        By cell: the irregular box that it is in.
    variants : tuple of str
        Names of `variants.VARIANTS`.
    groups : tuple of tuple of int
        Further sets of cells that hold no symbol twice.
    even, odd : tuple of int
        Cells with an even and with an odd number.
    relations : tuple of Relation
        What two cells are to each other.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.variants import layout_of
    >>> layout = layout_of(4, variants="diagonal")
    >>> layout.names[-1], layout.units[-1], layout is layout_of(4, variants=["x"])
    ('rising diagonal', (3, 6, 9, 12), True)
    """

    n: int
    box: tuple[int, int] | None
    regions: tuple[int, ...] | None
    variants: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    even: tuple[int, ...]
    odd: tuple[int, ...]
    relations: tuple[Relation, ...]

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.n, self.box, self.regions, self.variants, self.groups, self.even, self.odd, self.relations = (
            fields
        )
        self.plain = self.box is not None and not any(fields[2:])
        """Whether rows, columns and boxes are all."""
        added = set(self.variants) <= UNITS_ONLY and not (self.even or self.odd or self.relations)
        self.nine = self.box == (3, 3) and added and len(self.groups) <= MOST_GROUPS
        """Whether the kernel of 9 × 9 takes it."""
        self.alike = not (self.even or self.odd or self.relations or "nonconsecutive" in self.variants)
        """Whether the symbols can change places."""
        self.latin = (
            self.alike
            and not self.groups
            and (self.variants == ("latin",) or (self.plain and self.box is not None and 1 in self.box))
        )
        """Whether rows and columns are all."""

    def __reduce__(self) -> tuple[Any, tuple[Fields]]:
        return interned, (self.fields,)

    def __copy__(self) -> Layout:
        return self

    def __deepcopy__(self, _: Any) -> Layout:
        return self

    def __repr__(self) -> str:
        return f"<Layout {self.words()}>"

    def words(self) -> str:
        """Return what it asks for, in a few words.

        Examples
        --------
        >>> from unriddle.puzzles.sudoku.variants import layout_of
        >>> layout_of(4).words(), layout_of(5, variants="latin", relations="r1c1<r1c2").words()
        ('boxes of 2 × 2', '5 × 5, no boxes, 1 relation')
        """
        if self.plain and self.box is not None:
            return f"boxes of {self.box[0]} × {self.box[1]}"
        boxes = (
            f"boxes of {self.box[0]} × {self.box[1]}"
            if self.box
            else "regions"
            if self.regions
            else "no boxes"
        )
        more = [name for name in self.variants if name != "latin"]
        for what, count in (("group", len(self.groups)), ("relation", len(self.relations))):
            if count:
                more.append(f"{count} {what}{'' if count == 1 else 's'}")
        if self.even or self.odd:
            more.append("even and odd cells")
        return ", ".join([f"{self.n} × {self.n}", boxes, *more])

    def rules(self) -> dict[str, Any]:
        """Return what `layout_of` needs beside n to make it again, as JSON values.

        Examples
        --------
        >>> from unriddle.puzzles.sudoku.variants import layout_of
        >>> layout_of(4, variants="x", even="r1c1").rules()
        {'variants': ['diagonal'], 'even': 'r1c1'}
        """
        n, found = self.n, dict[str, Any]()
        # One cell without a rule is refused as a text too short.
        if self.box is not None and (self.box[0] != self.box[1] or n == 1):
            found["box"] = list(self.box)
        if self.regions is not None:
            found["regions"] = regions_rows(self.regions, n)
        if self.variants:
            found["variants"] = list(self.variants)
        if self.groups:
            found["groups"] = [" ".join(cell_sign(cell, n) for cell in cells) for cells in self.groups]
        for name, cells in (("even", self.even), ("odd", self.odd)):
            if cells:
                found[name] = " ".join(cell_sign(cell, n) for cell in cells)
        if self.relations:
            found["relations"] = relations_text(self.relations, n)
        return found

    # The tables

    @cached_property
    def _added(self) -> list[Added]:
        return added_by(self.variants, self.n, self.box)

    @cached_property
    def _named(self) -> list[tuple[str, tuple[int, ...]]]:
        n = self.n
        found = [(f"row {row + 1}", tuple(range(n * row, n * row + n))) for row in range(n)]
        found += [(f"column {col + 1}", tuple(range(col, n * n, n))) for col in range(n)]
        if self.box is not None:
            height, width = self.box
            corners = [(top, left) for top in range(0, n, height) for left in range(0, n, width)]
            for k, (top, left) in enumerate(corners, 1):
                box = tuple(n * (top + r) + left + c for r in range(height) for c in range(width))
                found.append((f"box {k}", box))
        if self.regions is not None:
            for k in range(n):
                found.append((f"region {k + 1}", tuple(c for c in range(n * n) if self.regions[c] == k)))
        for added in self._added:
            found += added.units
        found += [(f"group {k}", cells) for k, cells in enumerate(self.groups, 1) if len(cells) == n]
        return found

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The sets of n cells with each symbol once: rows, columns, boxes or regions, then what is added."""
        return tuple(cells for _, cells in self._named)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each unit: ``row 1``, ``falling diagonal``."""
        return tuple(name for name, _ in self._named)

    @cached_property
    def apart(self) -> tuple[tuple[int, int], ...]:
        """Pairs of cells that differ, beside those of a unit."""
        pairs = {pair for added in self._added for pair in added.apart}
        for cells in self.groups:
            if len(cells) < self.n:
                pairs.update(combinations(cells, 2))
        return tuple(sorted(pairs))

    @cached_property
    def never(self) -> tuple[tuple[int, int], ...]:
        """Pairs of cells whose numbers are not consecutive: neighbours that no relation says to be so."""
        marked = {(a, b) for a, sign, b in self.relations if sign == "~"}
        return tuple(pair for added in self._added for pair in added.never if pair not in marked)

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell those that it differs from, in order."""
        found: list[set[int]] = [set() for _ in range(self.n**2)]
        for unit in (*self.units, *self.apart):
            for cell in unit:
                found[cell].update(unit)
        return tuple(tuple(sorted(others - {cell})) for cell, others in enumerate(found))

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each cell the symbols that its parity leaves, bit k for the k-th, from 0."""
        whole = (1 << self.n) - 1
        odd = sum(1 << k for k in range(0, self.n, 2))
        masks = [whole] * self.n**2
        for cells, mask in ((self.odd, odd), (self.even, whole & ~odd)):
            for cell in cells:
                masks[cell] &= mask
        return tuple(masks)

    @cached_property
    def between(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """Pairs of cells with what stands between them: by symbol of the first, what the second may have.

        Each pair stands there both ways round.
        """
        numbers = range(1, self.n + 1)
        beside = tuple(sum(1 << (y - 1) for y in numbers if abs(x - y) != 1) for x in numbers)
        found = []
        for first, sign, second in self.relations:
            for a, b, turned in ((first, second, False), (second, first, True)):
                kept = [[y for y in numbers if keeps(sign, *((y, x) if turned else (x, y)))] for x in numbers]
                found.append((a, b, tuple(sum(1 << (y - 1) for y in ys) for ys in kept)))
        for first, second in self.never:
            found += [(first, second, beside), (second, first, beside)]
        return tuple(found)

    @cached_property
    def added(self) -> NDArray[np.uint8] | None:
        """What the kernel of 9 × 9 keeps to beside rows, columns and boxes: flags of cells, or None."""
        sets = [*self.units[27:], *(cells for cells in self.groups if len(cells) < self.n)]
        found = np.zeros((len(sets), self.n**2), dtype=np.uint8)
        for flags, cells in zip(found, sets, strict=True):
            flags[list(cells)] = 1
        return found if sets else None

    @cached_property
    def kernel(self) -> kernel.Rules:
        """The tables of `core.assign.sudoku`."""
        if self.plain and self.box is not None:
            return kernel.boxed(*self.box)
        lits, starts = self._clauses()
        return kernel.Rules(
            self.n,
            np.array(self.units, dtype=np.int32),
            np.array(self.apart, dtype=np.int32).reshape(-1, 2),
            np.array(self.allowed, dtype=np.uint64) & self._possible(),
            np.array(lits, dtype=np.int32),
            np.array(starts, dtype=np.int32),
        )

    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        """The turns and mirrorings that change nothing: for each cell, the one that stands there then."""
        n, square = self.n, np.arange(self.n**2).reshape(self.n, self.n)
        views = [np.rot90(side, k) for side in (square, square.T) for k in range(4)]
        found = {tuple(int(cell) for cell in view.ravel()) for view in views}
        return tuple(sorted(turn for turn in found if self._shape(turn) == self._shape(tuple(range(n * n)))))

    def _shape(self, turn: tuple[int, ...]) -> tuple[Any, ...]:
        """Return all that it asks for, of the cells that stand elsewhere after a turn."""
        sets = (
            {frozenset(turn[cell] for cell in cells) for cells in some} for some in (self.units, self.apart)
        )
        between = frozenset((turn[first], turn[second], kept) for first, second, kept in self.between)
        parities = (frozenset(turn[cell] for cell in cells) for cells in (self.even, self.odd))
        return (*sets, between, *parities)

    def _possible(self) -> NDArray[np.uint64]:
        """Return for each cell the symbols for which the others of its relations have one at all."""
        masks = np.full(self.n**2, (1 << self.n) - 1, dtype=np.uint64)
        for cell, _, kept in self.between:
            masks[cell] &= np.uint64(sum(1 << value for value, mask in enumerate(kept) if mask))
        return masks

    def _clauses(self) -> tuple[list[int], list[int]]:
        """Return what stands between cells as clauses: of each symbol of one, what the other may then have.

        Where it rules out few, a clause for each that is ruled out; else one that lists what is left.
        """
        n = self.n
        lits, starts = list[int](), [0]

        def state(*clause: int) -> None:
            lits.extend(clause)
            starts.append(len(lits))

        for first, second, kept in self.between:
            for value, mask in enumerate(kept):
                without = 2 * (first * n + value) + 1
                out = [other for other in range(n) if not mask >> other & 1]
                if len(out) <= 2:
                    for other in out:
                        state(without, 2 * (second * n + other) + 1)
                elif mask:
                    state(without, *(2 * (second * n + other) for other in range(n) if mask >> other & 1))
        return lits, starts

    @cached_property
    def beside(self) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]:
        """For each cell the others of its relations, and what each symbol here leaves there."""
        found: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(self.n**2)]
        for first, second, kept in self.between:
            found[first].append((second, kept))
        return tuple(map(tuple, found))

    @cached_property
    def reasoning(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Units, and by cell its peers, then the number of cells: as `sudoku_steps` takes them."""
        cells = self.n * self.n
        peers = np.full((cells, max(map(len, self.peers))), cells, dtype=np.int32)
        for cell, others in enumerate(self.peers):
            peers[cell, : len(others)] = sorted(others)
        return np.array(self.units, dtype=np.int32), peers

    @cached_property
    def crossing(self) -> tuple[tuple[int, ...], ...]:
        """For each unit the others that share two cells or more with it."""
        sets = [set(unit) for unit in self.units]
        return tuple(
            tuple(k for k, other in enumerate(sets) if k != number and 1 < len(other & unit) < self.n)
            for number, unit in enumerate(sets)
        )

    def values_left(self, cells: Sequence[int], cell: int) -> set[int]:
        """Return the values, from 1, that what stands around a cell leaves it.

        Examples
        --------
        >>> from unriddle.puzzles.sudoku.variants import layout_of
        >>> sorted(layout_of(4, odd="r1c4").values_left([1, 0, 0, 0] + [0] * 12, 3))
        [3]
        """
        mask = self.allowed[cell]
        for other in {other for other, _ in self.beside[cell] if cells[other]}:
            for second, kept in self.beside[other]:
                if second == cell:
                    mask &= kept[cells[other] - 1]
        taken = {cells[peer] for peer in self.peers[cell]}
        return {value for value in range(1, self.n + 1) if mask >> (value - 1) & 1 and value not in taken}

    def clash(self, cells: Sequence[int]) -> tuple[int, int, str] | None:
        """Return two cells that cannot both be as they are and what was expected of them, or None.

        A cell whose parity is wrong stands there twice.

        Examples
        --------
        >>> from unriddle.puzzles.sudoku.variants import layout_of
        >>> layout_of(4).clash([1, 0, 0, 1] + [0] * 12)
        (0, 3, 'each symbol once in a row')
        """
        if self.plain and self.box is not None and not kernel.clashes(bytes(cells), *self.box):
            return None
        return next(self._clashes(cells), None)

    def _clashes(self, cells: Sequence[int]) -> Iterator[tuple[int, int, str]]:
        for name, unit in self._named:
            seen: dict[int, int] = {}
            for cell in unit:
                if cells[cell] and (first := seen.setdefault(cells[cell], cell)) != cell:
                    yield first, cell, f"each symbol once in a {name.rstrip('0123456789 ')}"
        for first, second in self.apart:
            if cells[first] and cells[first] == cells[second]:
                yield first, second, "different symbols there"
        yield from self._against_marks(cells)

    def _against_marks(self, cells: Sequence[int]) -> Iterator[tuple[int, int, str]]:
        for parity, marked in (("even", self.even), ("odd", self.odd)):
            for cell in marked:
                if cells[cell] and cells[cell] % 2 != (parity == "odd"):
                    yield cell, cell, f"an {parity} number there"
        between = [(a, b, relations_text([Relation(a, sign, b)], self.n)) for a, sign, b in self.relations]
        between += [(a, b, "no consecutive numbers side by side") for a, b in self.never]
        # A pair stands there both ways round.
        for (first, second, expected), (_, _, kept) in zip(between, self.between[::2], strict=True):
            if cells[first] and cells[second] and not kept[cells[first] - 1] >> (cells[second] - 1) & 1:
                yield first, second, expected


_KNOWN: WeakValueDictionary[Fields, Layout] = WeakValueDictionary()
_LOCK = Lock()


def interned(fields: Fields) -> Layout:
    """Return the one layout with these fields."""
    with _LOCK:
        found = _KNOWN.get(fields)
        if found is None:
            found = _KNOWN[fields] = Layout(fields)
        return found


@lru_cache(maxsize=256)
def boxed(box: tuple[int, int]) -> Layout:
    """Return the layout of a Sudoku with such boxes.

    Examples
    --------
    >>> boxed((2, 3)).n
    6
    """
    return interned((box[0] * box[1], box, None, (), (), (), (), ()))
