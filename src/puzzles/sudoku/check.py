"""Check answers by the rules alone, one by one or many as arrays; shares no code with the solver.

Which cells a named variant means is data that both read: `Layout.extra`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrow import TextSlices
from ..framework.check import JUDGEMENTS, UNJUDGED, Judgement, Verdict, cell_name, empty_cells
from .constraints.clues import Clue, clue_name
from .layout import PLAIN, Layout, boxed, check_box, variant_of
from .parse import NEITHER, Grid, default_alphabet, plain_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray


def faults(grid: Grid, cells: bytes) -> list[str]:
    """Return everything that keeps cells from being a solution of a grid; reads fields of layouts alone."""
    n, layout, alphabet, given = grid
    wrong = []
    for k, value in enumerate(cells):
        if not value:
            wrong.append(f"{cell_name(divmod(k, n))} is empty")
        elif given[k] not in (0, value):
            shown, clue = alphabet[value - 1], alphabet[given[k] - 1]
            wrong.append(f"{cell_name(divmod(k, n))} is {shown}, but the clue there is {clue}")
    units = [(name, [cells[cell] for cell in unit]) for name, unit in _units(layout)]
    for value, symbol in enumerate(alphabet, 1):
        counts = ((name, values.count(value)) for name, values in units)
        wrong += [f"{name} has {symbol} {count} times" for name, count in counts if count != 1]
    return wrong + list(_broken_relations(cells, layout))


def _units(layout: Layout) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the name and the cells of each set that has each symbol once."""
    n = layout.n
    places = [divmod(cell, n) for cell in range(n * n)]
    kinds: list[tuple[str, Sequence[int]]] = [
        ("row", [row for row, _ in places]),
        ("column", [col for _, col in places]),
    ]
    if layout.box is not None:
        height, width = layout.box
        kinds.append(("box", [row // height * height + col // width for row, col in places]))
    if layout.regions is not None:
        kinds.append(("region", layout.regions))
    for what, numbers in kinds:
        for unit in range(n):
            yield f"{what} {unit + 1}", [cell for cell, number in enumerate(numbers) if number == unit]
    for added in layout.extra:
        yield from added.units


def _broken_relations(numbers: Sequence[int], layout: Layout) -> Iterator[str]:
    """Yield what parities, groups and relations rule out; 0 is empty."""
    n = layout.n
    named = [cell_name(divmod(k, n)) for k in range(n * n)]
    for k, number in enumerate(numbers):
        if number and ((k in layout.even and number % 2) or (k in layout.odd and not number % 2)):
            yield f"{named[k]} is number {number}, expected {'even' if number % 2 else 'odd'}"
    apart = [(name, added.apart) for name, added in zip(layout.variants, layout.extra, strict=True)]
    apart += [(f"group {k}", tuple(combinations(cells, 2))) for k, cells in enumerate(layout.groups, 1)]
    for name, pairs in apart:
        for first, second in pairs:
            if numbers[first] and numbers[first] == numbers[second]:
                yield f"{named[first]} and {named[second]} are the same ({name})"
    marked = {frozenset((first, second)) for first, sign, second in layout.relations if sign == "~"}
    for first, second in (pair for added in layout.extra for pair in added.never):
        one, two = numbers[first], numbers[second]
        if one and two and one - two in (1, -1) and {first, second} not in marked:
            yield f"{named[first]} and {named[second]} are consecutive"
    for first, sign, second in layout.relations:
        one, two = numbers[first], numbers[second]
        kept = {
            "<": one < two,
            "~": one - two in (1, -1),
            ":": one == 2 * two or two == 2 * one,
            "V": one + two == 5,
            "X": one + two == 10,
        }
        if one and two and not kept[sign]:
            yield f"{named[first]} is number {one}, {named[second]} {two}, expected {sign} between them"
    for clue in layout.clues:
        values = [numbers[cell] for cell in clue.cells]
        if all(values) and not CLUES[clue.kind](values, _number(clue, n)):
            yield f"{clue_name(clue, n)} holds {' '.join(map(str, values))}"


def _sandwich(values: list[int]) -> int | None:
    """Return what lies between 1 and n of a row; None where one of them is missing."""
    if not {1, len(values)} <= set(values):
        return None
    first, last = sorted((values.index(1), values.index(len(values))))
    return sum(values[first + 1 : last])


CLUES: dict[str, Callable[[list[int], Any], bool]] = {
    "cages": lambda values, total: total in (None, sum(values)) and len(set(values)) == len(values),
    "arrows": lambda values, _: 2 * values[0] == sum(values),
    "little_killers": lambda values, total: sum(values) == total,
    "thermometers": lambda values, _: values == sorted(set(values)),
    "whispers": lambda values, least: all(abs(a - b) >= least for a, b in pairwise(values)),
    "renban": lambda values, _: sorted(values) == [*range(min(values), min(values) + len(values))],
    "palindromes": lambda values, _: values == values[::-1],
    "clones": lambda values, _: values[: len(values) // 2] == values[len(values) // 2 :],
    "sandwiches": lambda values, total: _sandwich(values) == total,
    "quadruples": lambda values, held: all(values.count(number) >= held.count(number) for number in held),
}
"""Kind of clue -> whether the numbers in its cells keep to it, by its number or numbers."""


def _number(clue: Clue, n: int) -> Any:
    """Return the number or numbers of a clue, or what it is where none is given."""
    if clue.numbers:
        return clue.numbers
    if clue.value is None:
        return (n + 1) // 2 if clue.kind == "whispers" else None
    return clue.value


def verdict_of(grid: Grid, cells: bytes) -> Verdict:
    """Return what is wrong with cells of the same size and symbols as a grid: 1 to n, 0 is empty."""
    n, layout, alphabet, given = grid

    def verdict(status: Judgement, reason: str, places: Sequence[int]) -> Verdict:
        return Verdict(status=status, reason=reason, places=tuple(divmod(cell, n) for cell in places))

    changed = [cell for cell, clue in enumerate(given) if clue and cells[cell] not in (0, clue)]
    if changed:
        first = changed[0]
        clue, found = (alphabet[at[first] - 1] for at in (given, cells))
        reason = f"{cell_name(divmod(first, n))} is {found}, but the clue there is {clue}"
        return verdict(Judgement.NOT_OF_THIS_PUZZLE, reason, changed)
    clashes = list(layout.clashes(cells))
    if clashes:
        first, second, expected = clashes[0]
        one, other = (alphabet[cells[cell] - 1] for cell in (first, second))
        reason = f"{cell_name(divmod(first, n))} is {one}"
        if expected in layout.names:
            reason = f"{expected} has {one} twice"
        elif not (cells[first] and cells[second]):
            reason = f"no numbers fit {expected}"
        elif first != second:
            reason += f" and {cell_name(divmod(second, n))} is {other}, expected {expected}"
        else:
            reason += f", expected {expected}"
        # A value that was given is right; the other one comes first.
        places = dict.fromkeys(cell for clash in clashes for cell in clash[:2])
        order = sorted(places, key=lambda cell: (bool(given[cell]), cell not in (first, second)))
        return verdict(Judgement.WRONG, reason, order)
    return empty_cells([divmod(cell, n) for cell, value in enumerate(cells) if not value])


# Many answers as arrays

LARGEST = 9
"""Rows to which a symbol on one line is what it is usually; larger grids are judged one by one."""
OTHER = NEITHER
"""The code of what is no symbol."""
RIGHT, WRONG, INCOMPLETE, FOREIGN = (
    JUDGEMENTS.index(one)
    for one in (Judgement.RIGHT, Judgement.WRONG, Judgement.INCOMPLETE, Judgement.NOT_OF_THIS_PUZZLE)
)


class ArrayCheck:
    """Judge grids of at most 9 × 9 with the usual symbols together, on one line each or as arrays.

    A unit is right where the bits of its cells, or-ed, are all there. One puzzle is that of all answers.
    """

    def __init__(self, puzzles: Any, answers: Any, box: tuple[int, int]) -> None:
        self.puzzles, self.answers = (_prepared(values) for values in (puzzles, answers))
        self.one = len(puzzles) == 1
        self.height, self.width = box
        self.n = box[0] * box[1]
        self._bits = np.zeros(256, dtype=np.uint16)
        self._bits[1 : self.n + 1] = 1 << np.arange(self.n)
        self._full = np.uint16((1 << self.n) - 1)
        self._ones = np.array([mask.bit_count() for mask in range(1 << self.n)], dtype=np.uint8)

    def judge(self, piece: slice, statuses: NDArray[np.uint8]) -> None:
        """Set places in `JUDGEMENTS` of a slice; an answer that has to be judged alone stays as it is."""
        given, cells = (np.ascontiguousarray(side.T) for side in self._cells(piece))
        bits = self._bits[cells]
        whole = np.logical_and.reduce(
            [(unit == self._full).all(axis=0) for unit in self._units(bits, np.bitwise_or)]
        )
        changed = ((given != cells) & (given != 0) & (cells != 0)).any(axis=0)
        found = np.where(changed, FOREIGN, RIGHT).astype(np.uint8)
        rest = np.flatnonzero(~whole & ~changed)
        if rest.size:
            found[rest] = np.where(self._twice(cells[:, rest], bits[:, rest]), WRONG, INCOMPLETE)
        # Clues that clash are for `parse` to refuse; one that is given is enough to make a grid be looked at.
        clash = self._twice(given, self._bits[given]) | (given == OTHER).any(axis=0)
        alone = (cells == OTHER).any(axis=0) | clash | (~whole & ~(cells != 0).any(axis=0))
        statuses[:] = np.where(alone, UNJUDGED, found)

    def verdict(self, k: int) -> Verdict:
        """Return the verdict on an answer that `judge` has judged and that is not right."""
        given, cells = (side.tobytes() for side in self._cells(slice(k, k + 1)))
        grid = Grid(self.n, boxed((self.height, self.width)), default_alphabet(self.n), given)
        return verdict_of(grid, cells)

    def _cells(self, piece: slice) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the cells of puzzles and answers: 0 is empty, rows of `OTHER` where one is no usual line."""
        asked = slice(0, 1) if self.one else piece
        return _cells_of(self.puzzles, asked, self.n), _cells_of(self.answers, piece, self.n)

    def _units(self, cells: NDArray[Any], join: np.ufunc) -> list[NDArray[Any]]:
        """Return the cells of each row, column and box, joined: arrays of shape (n, grids)."""
        n, grids = self.n, cells.shape[1]
        square = cells.reshape(n, n, grids)
        boxes = cells.reshape(n // self.height, self.height, n // self.width, self.width, grids)
        gathered = join.reduce(join.reduce(boxes, axis=3, dtype=cells.dtype), axis=1, dtype=cells.dtype)
        lines = [join.reduce(square, axis=axis, dtype=cells.dtype) for axis in (1, 0)]
        return [*lines, gathered.reshape(n, grids)]

    def _twice(self, cells: NDArray[np.uint8], bits: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Return of each grid whether a symbol stands twice in a unit: fewer bits than filled cells."""
        counts = self._units((cells != 0).astype(np.uint8), np.add)
        units = zip(self._units(bits, np.bitwise_or), counts, strict=True)
        answer: NDArray[np.bool_] = np.logical_or.reduce(
            [(self._ones[unit] < count).any(axis=0) for unit, count in units]
        )
        return answer


def array_check(puzzles: Any, answers: Any, rules: Mapping[str, Any]) -> ArrayCheck | None:
    """Return how answers to texts or grids are judged together; None where that cannot be."""
    if rules.get("symbols") is not None or rules.get("strict", True) is not True or not len(answers):
        return None
    if variant_of(rules) != PLAIN:
        return None
    asked = (
        puzzles[:1] if isinstance(puzzles, tuple) and all(one is puzzles[0] for one in puzzles) else puzzles
    )
    first, box = asked[0], rules.get("box")
    if isinstance(first, Grid):
        kind = first[:3]
        if kind[2] != default_alphabet(kind[0]) or not kind[1].plain:
            return None
        if any(not isinstance(grid, Grid) or grid[:3] != kind for grid in asked):
            return None
        n, box = first.n, first.layout.box
        asked = np.frombuffer(b"".join(grid.cells for grid in asked), dtype=np.uint8).reshape(len(asked), -1)
    else:
        n = isqrt(len(first)) if isinstance(first, (str, np.ndarray)) else 0
    if not 2 <= n <= LARGEST or (isinstance(first, str) and n * n != len(first)):
        return None
    return ArrayCheck(asked, answers, check_box(n, box))


def _prepared(values: Any) -> Any:
    """Return texts as `TextSlices`, whose slices are arrays; anything else as it is."""
    if not isinstance(values, Sequence) or isinstance(values, TextSlices):
        return values
    if not all(type(text) is str for text in values):
        return values
    # A letter of another alphabet is one byte here, which is no symbol.
    raw = np.frombuffer(re.sub(r"[^\0-\x7f]", "\xff", "".join(values)).encode("latin-1"), dtype=np.uint8)
    ends = np.cumsum([len(text) for text in values], dtype=np.int64)
    return TextSlices(raw, np.concatenate([np.zeros(1, np.int64), ends[:-1]]), ends)


def _cells_of(values: Any, piece: slice, n: int) -> NDArray[np.uint8]:
    """Return the cells of a slice of grids; rows of `OTHER` where one is no usual line."""
    size = n * n
    if isinstance(values, np.ndarray) and values.dtype.kind in "iu" and values.shape[1:] == (size,):
        part = values[piece]
        return np.where((part < 0) | (part > n), OTHER, part).astype(np.uint8)
    cells = np.full((piece.stop - piece.start, size), OTHER, dtype=np.uint8)
    if not isinstance(values, TextSlices):
        return cells
    starts, ends = values.starts[piece], values.ends[piece]
    fits = ends - starts == size
    rows = TextSlices(values.data, starts[fits], ends[fits]).table()
    if fits.any() and rows is not None:
        found, plain = plain_cells(rows, n)
        cells[fits] = np.where(plain[:, None], found, np.uint8(OTHER))
    return cells
