"""The rules of a grid: units that hold each symbol once, cells that differ, relations; and their notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from math import isqrt
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import numpy as np

from ...base import PuzzleError
from ...core.assign import sudoku, sudoku_sums
from ...core.assign import sudoku_propagate as kernel
from ...io.grid_text import GridRow, Symbols, read_grid
from ...io.text import pluralize
from ...options import check_options, option, options, with_changes
from ..framework.arguments import RuleError, as_int, check_choice, check_shape
from .constraints.cells import Cells, cell_of, cell_sign, listed, path_of, signs
from .constraints.clues import (
    KINDS,
    Clue,
    Constraint,
    Held,
    LineRelation,
    Sandwiched,
    Sum,
    clue_name,
    clue_text,
    clues_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")
Box = tuple[int, int]

MAX_N = 36
"""Most rows of a grid."""
UNITS_ONLY = {"diagonal", "windoku", "disjoint", "asterisk", "girandola", "centre-dot"}
"""Variants that add sets of n cells and nothing else."""
MOST_GROUPS = 32
"""Further groups that the kernel of 9 × 9 takes: each costs a fraction of a sweep."""

# Notation of relations: r1c1<r1c2

SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda first, second: first < second,
    ">": lambda first, second: first > second,
    "~": lambda first, second: abs(first - second) == 1,
    ":": lambda first, second: first == 2 * second or second == 2 * first,
    "V": lambda first, second: first + second == 5,
    "X": lambda first, second: first + second == 10,
}
"""How two numbers are to each other."""
PARTS = re.compile(r"(?<=\d)\s*([<>~:VXvx])\s*(?=[A-Za-z])")
REGIONS = Symbols(square=True, blank=False, one="grid of regions")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class Relation(NamedTuple):
    """What two cells have to be to each other; ``>`` is written the other way round."""

    first: int
    sign: str
    second: int


def cells_of(value: Any, n: int, what: str) -> Cells:
    """Return the numbers of some cells, in rising order, from ``"r1c1 r2c2"`` or (row, column) pairs."""
    return () if value is None else tuple(sorted(path_of(value, n, what)))


def groups_of(value: Any, n: int) -> tuple[Cells, ...]:
    """Return sets of 2 to n cells without a symbol twice: texts apart by ``;`` or ``/``, or lists."""
    if value is None:
        return ()
    if isinstance(value, str):
        value = [part for part in re.split("[;/]", value) if part.strip()]
    found = set()
    for k, part in enumerate(listed(value, "groups", "sets of cells such as r1c1 r2c3"), 1):
        cells = cells_of(part, n, f"group {k}")
        if not 2 <= len(cells) <= n:
            raise PuzzleError(f"group {k} of {pluralize(len(cells), 'cell')}, expected from 2 to {n}")
        found.add(cells)
    return tuple(sorted(found))


def relations_of(value: Any, n: int) -> tuple[Relation, ...]:
    """Return relations of cells from a text such as ``"r1c1<r1c2<r1c3 r2c1~r2c2"``, or a list of such."""
    if value is None:
        return ()
    texts = [value] if isinstance(value, str) else value
    found: set[Relation] = set()
    for text in listed(texts, "relations", "such as r1c1<r1c2"):
        if not isinstance(text, str):
            raise PuzzleError(f"{text!r:.40} in relations, expected such as r1c1<r1c2")
        for chain in PARTS.sub(r"\1", text.replace(",", " ").replace(";", " ")).split():
            found.update(_chain(chain, n))
    return tuple(sorted(found))


def _chain(text: str, n: int) -> Iterator[Relation]:
    """Yield the relations of ``cell sign cell sign cell …``."""
    parts = PARTS.split(text)
    if len(parts) < 3:
        raise PuzzleError(
            f"{text!r:.40} in relations, expected two cells with one of {' '.join(SIGNS)} between"
        )
    if not all(parts):
        raise PuzzleError(f"{text!r:.40} in relations, expected such as r1c1<r1c2")
    cells = [cell_of(part, n, "relations") for part in parts[::2]]
    for (first, second), sign in zip(pairwise(cells), map(str.upper, parts[1::2]), strict=True):
        if first == second:
            raise PuzzleError(f"{text!r:.40} in relations, expected two different cells")
        if sign == ">":
            yield Relation(second, "<", first)
        elif sign == "<":
            yield Relation(first, sign, second)
        else:
            yield Relation(min(first, second), sign, max(first, second))


def relations_text(relations: Sequence[Relation], n: int) -> str:
    """Return relations as `relations_of` reads them."""
    return " ".join(f"{cell_sign(a, n)}{sign}{cell_sign(b, n)}" for a, sign, b in relations)


def regions_of(value: Any, n: int) -> Cells:
    """Return the region of each cell, numbered as they come: from n * n letters, or rows, or numbers."""
    expected = "a letter for each cell"
    if isinstance(value, str):
        value = read_grid(value, lambda rows, size: _region_signs(rows, n), REGIONS)
    signs: list[Any] = []
    for part in listed(value, "regions", expected):
        if isinstance(part, str):
            signs += re.sub(r"[\s|,]", "", part)
        else:
            signs += part if isinstance(part, Iterable) else [part]
    if len(signs) != n * n:
        raise PuzzleError(f"{pluralize(len(signs), 'cell')}, expected {n * n}: {expected}")
    number: dict[Any, int] = {}
    try:
        found = tuple(number.setdefault(sign, len(number)) for sign in signs)
    except TypeError:
        raise PuzzleError(f"regions={value!r:.40}, expected {expected}") from None
    for sign, k in number.items():
        if found.count(k) != n:
            raise PuzzleError(f"region {sign} has {pluralize(found.count(k), 'cell')}, expected {n}")
    return found


def _region_signs(rows: list[GridRow], n: int) -> list[list[str]]:
    count = sum(len(row.cells) for row in rows)
    if count != n * n or (len(rows) > 1 and any(len(row.cells) != n for row in rows)):
        raise rows[0].error(
            f"{pluralize(count, 'cell')}, expected {n * n}, {n} in each row: a letter for each cell"
        )
    return [row.cells for row in rows]


def regions_rows(regions: Sequence[int], n: int) -> list[str]:
    """Return the rows of regions as letters."""
    letters = [LETTERS[k] for k in regions]
    return ["".join(letters[k : k + n]) for k in range(0, n * n, n)]


# Variants that have a name

ALIASES = {"x": "diagonal", "hyper": "windoku", "center-dot": "centre-dot", "antiknight": "anti-knight"}
ALIASES |= {"antiking": "anti-king", "non-consecutive": "nonconsecutive", "latin-square": "latin"}


class Added(NamedTuple):
    """What a variant adds to a grid."""

    units: tuple[tuple[str, Cells], ...] = ()
    """Name and cells of sets of n cells that hold each symbol once."""
    apart: tuple[tuple[int, int], ...] = ()
    """Pairs of cells that differ."""
    never: tuple[tuple[int, int], ...] = ()
    """Pairs of cells whose numbers are not consecutive."""


def _pairs(n: int, *moves: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells that lie so to each other."""
    return tuple(
        (n * row + col, n * (row + down) + col + right)
        for row in range(n)
        for col in range(n)
        for down, right in moves
        if row + down < n and 0 <= col + right < n
    )


def _diagonal(n: int, _: Box | None) -> Added:
    """Return both long diagonals as units."""
    falling, rising = tuple(k * (n + 1) for k in range(n)), tuple((k + 1) * (n - 1) for k in range(n))
    return Added(units=(("falling diagonal", falling), ("rising diagonal", rising)))


def _windoku(n: int, box: Box | None) -> Added:
    """Return windows one cell inside the boxes and one cell apart as units."""
    height, width = _boxes("windoku", box)
    if height != width or n == 1:
        raise PuzzleError(f"windoku with boxes of {height} × {width}, expected square boxes such as 3 × 3")
    corners = range(1, n - height, height + 1)
    windows = [
        tuple(n * (top + r) + left + c for r in range(height) for c in range(width))
        for top in corners
        for left in corners
    ]
    return Added(units=tuple((f"window {k}", cells) for k, cells in enumerate(windows, 1)))


def _disjoint(n: int, box: Box | None) -> Added:
    """Return the cells in the same place of each box as units."""
    height, width = _boxes("disjoint", box)
    places = [
        tuple(n * row + col for row in range(r, n, height) for col in range(c, n, width))
        for r in range(height)
        for c in range(width)
    ]
    return Added(units=tuple((f"place {k}", cells) for k, cells in enumerate(places, 1)))


def _boxes(name: str, box: Box | None) -> Box:
    if box is None:
        raise PuzzleError(f"{name} needs a grid with boxes")
    return box


def _nine(name: str, cells: str, box: Box | None = None) -> Callable[[int, Box | None], Added]:
    """Return what a variant of 9 × 9 adds: one unit, its cells as rows and columns of digits."""
    unit = tuple(9 * int(at[0]) + int(at[1]) - 10 for at in cells.split())

    def added(n: int, given: Box | None) -> Added:
        if n != 9:
            raise PuzzleError(f"{name} with {n} rows, expected 9")
        if box is not None and _boxes(name, given) != box:
            raise PuzzleError(f"{name} with boxes that have no middle, expected boxes of 3 × 3")
        return Added(units=((name, unit),))

    return added


VARIANTS: dict[str, Callable[[int, Any], Added]] = {
    "diagonal": _diagonal,
    "windoku": _windoku,
    "disjoint": _disjoint,
    "asterisk": _nine("asterisk", "25 33 37 52 55 58 73 77 85"),
    "girandola": _nine("girandola", "11 19 25 52 55 58 85 91 99"),
    "centre-dot": _nine("centre-dot", "22 25 28 52 55 58 82 85 88", box=(3, 3)),
    "anti-knight": lambda n, _: Added(apart=_pairs(n, (1, 2), (1, -2), (2, 1), (2, -1))),
    "anti-king": lambda n, _: Added(apart=_pairs(n, (0, 1), (1, -1), (1, 0), (1, 1))),
    "nonconsecutive": lambda n, _: Added(never=_pairs(n, (0, 1), (1, 0))),
    "latin": lambda n, _: Added(),
}
"""Name -> what it adds to a grid of n rows with such boxes, or an error; ``latin`` takes the boxes away."""


def variants_of(value: Any) -> tuple[str, ...]:
    """Return names of variants, each once, in the order of `VARIANTS`."""
    if value is None:
        return ()
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    names = set()
    for name in listed(value, "variants", f"names: {', '.join(VARIANTS)}"):
        known = name.lower().replace("_", "-") if isinstance(name, str) else name
        names.add(
            check_choice("variants", ALIASES.get(known, known) if isinstance(known, str) else known, VARIANTS)
        )
    return tuple(name for name in VARIANTS if name in names)


# Options and layouts

SIZE = "set rows and columns, such as 9 or 9x9 (default: 9x9)"
"""Help of ``--size``."""
BOX = "set rows and columns of a box, such as 2x3 (default: square boxes)"
"""Help of ``--box``."""


@options
class Variant:
    """What a grid keeps to in addition to rows, columns and boxes.

    Cells are written ``r1c1`` or ``A1``, or given as (row, column) from 0; the k-th symbol counts as the
    number k.
    """

    regions: Any = option(
        default=None,
        help="set irregular boxes: a letter for each cell, / between rows",
        metavar="CELLS",
    )
    variants: Any = option(
        default=None, help=f"add rules by name: {', '.join(VARIANTS)}", metavar="NAMES", type=str
    )
    groups: Any = option(
        default=None,
        help="add groups of cells that repeat no symbol, such as 'r1c1 r2c2; r1c3 r2c4'",
        metavar="CELLS",
    )
    even: Any = option(
        default=None, help="require even numbers in cells, such as 'r1c1 r2c2'", metavar="CELLS", type=str
    )
    odd: Any = option(default=None, help="require odd numbers", metavar="CELLS")
    relations: Any = option(
        default=None,
        help="relate cells: 'r1c1<r1c2' (less), 'r1c1~r1c2' (consecutive), 'r1c1:r1c2' (one is twice "
        "the other), 'r1c1Xr1c2' (the sum is 10), 'r1c1Vr1c2' (the sum is 5)",
        metavar="PAIRS",
    )
    cages: Any = option(default=None, help=KINDS["cages"].help, metavar="CELLS", type=str)
    arrows: Any = option(default=None, help=KINDS["arrows"].help, metavar="CELLS", type=str)
    little_killers: Any = option(default=None, help=KINDS["little_killers"].help, metavar="CELLS", type=str)
    thermometers: Any = option(default=None, help=KINDS["thermometers"].help, metavar="CELLS", type=str)
    whispers: Any = option(default=None, help=KINDS["whispers"].help, metavar="CELLS", type=str)
    renban: Any = option(default=None, help=KINDS["renban"].help, metavar="CELLS", type=str)
    palindromes: Any = option(default=None, help=KINDS["palindromes"].help, metavar="CELLS", type=str)
    clones: Any = option(default=None, help=KINDS["clones"].help, metavar="CELLS", type=str)
    sandwiches: Any = option(default=None, help=KINDS["sandwiches"].help, metavar="LINES", type=str)
    quadruples: Any = option(default=None, help=KINDS["quadruples"].help, metavar="CELLS", type=str)


RANDOM = "random"
"""What asks for regions or cages at random."""
SYMMETRIES: dict[str, Callable[[int, int, int], tuple[int, int]] | None] = {
    "none": None,
    "rotation": lambda n, row, col: (n - 1 - row, n - 1 - col),
    "quarter": lambda n, row, col: (col, n - 1 - row),
    "horizontal": lambda n, row, col: (n - 1 - row, col),
    "vertical": lambda n, row, col: (row, n - 1 - col),
    "diagonal": lambda n, row, col: (col, row),
}
"""Name -> the cell that a cell takes along."""


@options
class GenerateOptions(Variant):
    """Options of `SudokuPuzzle.generate`; ``"random"`` makes regions or cages from the seed."""

    box: tuple[int, int] | str | None = option(default=None, help=BOX, metavar="RxC", flag=False)
    symmetry: str = option(default="none", help="choose the symmetry of the clues", choices=tuple(SYMMETRIES))
    clues: int | None = option(
        default=None,
        help="leave N clues (default: as few as the search finds)",
        type=int,
        metavar="N",
    )
    minimal: bool | None = option(
        default=False,
        help="make sure that no clue can be removed, even with --clues",
    )
    mask: str | None = option(
        default=None,
        help="place clues where a pattern has a symbol, not a dot",
        metavar="ROWS",
    )
    effort: int | None = option(
        default=None,
        help="keep a clue if testing its removal takes over N nodes; useful from 25×25 on "
        "(default: no limit)",
        type=int,
        metavar="N",
    )
    tries: int = option(default=1000, help="grids to try", flag=False)

    def __post_init__(self) -> None:
        if self.mask is not None and (self.clues is not None or self.symmetry != "none"):
            raise PuzzleError("mask cannot be combined with clues or symmetry; it says where clues are")
        object.__setattr__(self, "symmetry", check_choice("symmetry", self.symmetry, SYMMETRIES))
        for name, least in (("clues", 0), ("effort", 1), ("tries", 1)):
            value = getattr(self, name)
            if value is None and name != "tries":
                continue
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value < 1 << 62:
                raise PuzzleError(f"{name}={value!r:.40}, expected a number from {least} up")


PLAIN = Variant()
"""Rows, columns and boxes alone."""


def variant_of(given: Mapping[str, Any]) -> Variant:
    """Return what the options of a command or a batch say of a variant."""
    fields = {name: given[name] for name in vars(PLAIN) if given.get(name) is not None}
    return Variant(**fields) if fields else PLAIN


def rules_of(variant: Variant) -> dict[str, Any]:
    """Return the fields of a variant that are set."""
    fields = vars(check_options(variant, Variant))
    return {name: value for name, value in fields.items() if value is not None}


def check_box(n: int, box: Any, file: str | None = None) -> Box:
    """Return the shape of boxes of an n × n grid, from ``"2x3"`` or (2, 3); squares where none is given."""
    check_rows(n, file)
    if box is None:
        side = isqrt(n)
        if side * side != n:
            raise PuzzleError(f"{n} is not a square; pass box=RxC, with R × C = {n}", file=file)
        return side, side
    rows, cols = check_shape(box, "box")
    if rows * cols != n:
        raise RuleError(f"boxes of {rows} × {cols} cells, expected {n} cells per box", file="box")
    return rows, cols


def check_rows(n: int, file: str | None = None) -> None:
    """Raise PuzzleError where no grid has n rows."""
    if not 1 <= (as_int(n) or 0) <= MAX_N:
        raise PuzzleError(f"{n!r:.40} rows, expected from 1 to {MAX_N}", file=file)


def layout_of(
    n: int, box: Any = None, variant: Variant = PLAIN, *, file: str | None = None, **changes: Any
) -> Layout:
    """Return the rules of a grid with n rows; the fields of a variant are keywords too.

    An error of one rule is a RuleError, with its name; `file` is named in the others.
    """
    if changes:
        variant = with_changes(variant, changes)
    if variant is PLAIN or variant == PLAIN:
        return boxed(check_box(n, box, file))
    check_rows(n, file)
    try:
        return interned(_fields(n, box, variant))
    except RuleError:
        raise
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=file) from None


def _rule(name: str, read: Callable[..., T], *given: Any) -> T:
    """Return what a rule means; RuleError where it means nothing."""
    try:
        return read(*given)
    except PuzzleError as error:
        raise RuleError(error.reason.removeprefix(f"{name}="), file=name) from None


def _fields(n: int, box: Any, given: Variant) -> Fields:
    names = _rule("variants", variants_of, given.variants)
    regions = None if given.regions is None else _rule("regions", regions_of, given.regions, n)
    if box is not None and (regions is not None or "latin" in names):
        raise PuzzleError(f"box={box!r:.40} cannot be combined with {'regions' if regions else 'latin'}")
    if regions is not None and "latin" in names:
        raise PuzzleError("regions cannot be combined with latin")
    shape = None if regions is not None or "latin" in names else check_box(n, box)
    even, odd = (_rule(name, cells_of, getattr(given, name), n, name) for name in ("even", "odd"))
    both = set(even) & set(odd)
    if both:
        raise PuzzleError(f"{cell_sign(min(both), n)} is in even and in odd")
    for name in names:
        _rule("variants", VARIANTS[name], n, shape)
    groups = _rule("groups", groups_of, given.groups, n)
    relations = _rule("relations", relations_of, given.relations, n)
    clues = tuple(clue for kind in KINDS for clue in _rule(kind, clues_of, kind, getattr(given, kind), n))
    return Fields(n, shape, regions, names, groups, even, odd, relations, clues)


class Fields(NamedTuple):
    """What tells layouts apart; see `Layout`."""

    n: int
    box: Box | None
    regions: Cells | None = None
    variants: tuple[str, ...] = ()
    groups: tuple[Cells, ...] = ()
    even: Cells = ()
    odd: Cells = ()
    relations: tuple[Relation, ...] = ()
    clues: tuple[Clue, ...] = ()


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
        Names, such as ``diagonal``.
    groups : tuple of tuple of int
        Further sets of cells that hold no symbol twice.
    even, odd : tuple of int
        Cells with an even and with an odd number.
    relations : tuple of Relation
        What two cells are to each other.
    clues : tuple of Clue
        Cages, arrows, thermometers and others: lists of cells, by kind.

    Examples
    --------
    >>> from unriddle import SudokuPuzzle
    >>> layout = SudokuPuzzle.parse("." * 16, variants="diagonal").layout
    >>> layout.names[-1], layout.units[-1]
    ('rising diagonal', (3, 6, 9, 12))
    """

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.n, self.box, self.regions, self.variants, self.groups, *_ = fields
        *_, self.even, self.odd, self.relations, self.clues = fields
        self.plain = self.box is not None and not any(fields[2:])
        """Whether rows, columns and boxes are all."""
        marked = bool(self.even or self.odd or self.relations or self.clues)
        added = set(self.variants) <= UNITS_ONLY and not marked
        self.nine = self.box == (3, 3) and added and len(self.groups) <= MOST_GROUPS
        """Whether the kernel of 9 × 9 takes it."""
        self.alike = not marked and "nonconsecutive" not in self.variants
        """Whether the symbols can change places."""
        lines = self.variants == ("latin",) or (self.plain and self.box is not None and 1 in self.box)
        self.latin = self.alike and not self.groups and lines
        """Whether rows and columns are all."""

    def __reduce__(self) -> tuple[Any, tuple[Fields]]:
        return interned, (self.fields,)

    def __repr__(self) -> str:
        return f"<Layout {self.words()}>"

    def words(self) -> str:
        """Return what it asks for, in a few words.

        Examples
        --------
        >>> from unriddle import SudokuPuzzle
        >>> SudokuPuzzle.parse("." * 25, variants="latin", relations="r1c1<r1c2").layout.words()
        '5 × 5, no boxes, 1 relation'
        """
        boxes = "regions" if self.regions else "no boxes"
        if self.box is not None:
            boxes = f"boxes of {self.box[0]} × {self.box[1]}"
        if self.plain:
            return boxes
        more = [name for name in self.variants if name != "latin"]
        for what, count in (("group", len(self.groups)), ("relation", len(self.relations))):
            if count:
                more.append(pluralize(count, what))
        if self.even or self.odd:
            more.append("even and odd cells")
        for name, kind in KINDS.items():
            count = sum(clue.kind == name for clue in self.clues)
            if count:
                more.append(pluralize(count, kind.one))
        return ", ".join([f"{self.n} × {self.n}", boxes, *more])

    def rules(self) -> dict[str, Any]:
        """Return the keywords of `SudokuPuzzle.parse` that make it again, as JSON values.

        Examples
        --------
        >>> from unriddle import SudokuPuzzle
        >>> SudokuPuzzle.parse("." * 16, variants="x", even="r1c1").layout.rules()
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
            found["groups"] = [signs(cells, n) for cells in self.groups]
        for name, cells in (("even", self.even), ("odd", self.odd)):
            if cells:
                found[name] = signs(cells, n)
        if self.relations:
            found["relations"] = relations_text(self.relations, n)
        for clue in self.clues:
            found.setdefault(clue.kind, []).append(clue_text(clue, n))
        return found

    # The tables

    @cached_property
    def extra(self) -> tuple[Added, ...]:
        """What each of `variants` adds: the one definition that solver, steps and checker read."""
        return tuple(VARIANTS[name](self.n, self.box) for name in self.variants)

    @cached_property
    def constraints(self) -> tuple[tuple[Clue, Constraint], ...]:
        """What the clues are made of, each with its clue."""
        return tuple((clue, one) for clue in self.clues for one in KINDS[clue.kind].means(clue, self.n))

    @cached_property
    def sums(self) -> tuple[Sum, ...]:
        """The sums of the clues."""
        return tuple(one for _, one in self.constraints if isinstance(one, Sum))

    @cached_property
    def counted(self) -> bool:
        """Whether clues ask for more than pairs of cells: sums, or numbers that some cells hold."""
        return any(not isinstance(one, LineRelation) for _, one in self.constraints)

    @cached_property
    def implied(self) -> list[tuple[Cells, Cells, int, int, int]]:
        """Innies and outies: cells added and subtracted, their total, the first and last unit."""
        cages = [(one.cells, one.total) for one in self.sums if not one.minus]
        return sudoku_sums.implied(self.n, self.units, cages)

    @cached_property
    def _lines(self) -> tuple[tuple[int, int, Cells, str], ...]:
        """Pairs of cells on lines, by number of the first a mask of the second, and the clue's name."""
        return tuple(
            (first, second, one.kept, clue_name(clue, self.n))
            for clue, one in self.constraints
            if isinstance(one, LineRelation)
            for first, second in one.pairs()
        )

    @property
    def _named(self) -> tuple[tuple[str, Cells], ...]:
        return _named_units(self.n, self.box, self.regions, self.variants, self.groups)

    @cached_property
    def units(self) -> tuple[Cells, ...]:
        """The sets of n cells with each symbol once: rows, columns, boxes or regions, then what is added."""
        return tuple(cells for _, cells in self._named)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each unit: ``row 1``, ``falling diagonal``."""
        return tuple(name for name, _ in self._named)

    @cached_property
    def apart(self) -> tuple[tuple[int, int], ...]:
        """Pairs of cells that differ, in addition to those of a unit or cage."""
        pairs = {pair for added in self.extra for pair in added.apart}
        for cells in self.groups:
            if len(cells) < self.n:
                pairs.update(combinations(cells, 2))
        return tuple(sorted(pairs))

    @cached_property
    def _distinct(self) -> list[Cells]:
        """Cells of cages, which differ."""
        return [one.cells for one in self.sums if one.distinct]

    @cached_property
    def _never(self) -> tuple[tuple[int, int], ...]:
        """Pairs of cells whose numbers are not consecutive: neighbours that no relation says to be so."""
        marked = {(a, b) for a, sign, b in self.relations if sign == "~"}
        return tuple(pair for added in self.extra for pair in added.never if pair not in marked)

    @cached_property
    def peers(self) -> tuple[Cells, ...]:
        """For each cell those that it differs from, in order."""
        found: list[set[int]] = [set() for _ in range(self.n**2)]
        for unit in (*self.units, *self.apart, *self._distinct):
            for cell in unit:
                found[cell].update(unit)
        return tuple(tuple(sorted(others - {cell})) for cell, others in enumerate(found))

    @cached_property
    def allowed(self) -> Cells:
        """For each cell the symbols that its parity and full quadruples leave, bit k for the k-th."""
        whole = (1 << self.n) - 1
        odd = sum(1 << k for k in range(0, self.n, 2))
        masks = [whole] * self.n**2
        for cells, mask in ((self.odd, odd), (self.even, whole & ~odd)):
            for cell in cells:
                masks[cell] &= mask
        for _, one in self.constraints:
            if isinstance(one, Held) and len(one.numbers) == len(one.cells):
                for cell in one.cells:
                    masks[cell] &= sum({1 << (number - 1) for number in one.numbers})
        return tuple(masks)

    @cached_property
    def between(self) -> tuple[tuple[int, int, Cells], ...]:
        """Related pairs of cells, each both ways round: by symbol of the first, what the second may have."""
        numbers = range(1, self.n + 1)

        def turned_table(table: Cells) -> Cells:
            return tuple(sum(1 << x for x, mask in enumerate(table) if mask >> y & 1) for y in range(self.n))

        def masks(kept: Callable[[int, int], bool]) -> Cells:
            return tuple(sum(1 << (y - 1) for y in numbers if kept(x, y)) for x in numbers)

        found = []
        for first, sign, second in self.relations:
            kept = SIGNS[sign]
            turned = masks(lambda x, y, kept=kept: kept(y, x))  # type: ignore[misc]
            found += [(first, second, masks(kept)), (second, first, turned)]
        if self._never:
            apart = masks(lambda x, y: abs(x - y) != 1)
            for first, second in self._never:
                found += [(first, second, apart), (second, first, apart)]
        for first, second, table, _ in self._lines:
            found += [(first, second, table), (second, first, turned_table(table))]
        return tuple(found)

    @cached_property
    def related(self) -> tuple[tuple[tuple[int, Cells], ...], ...]:
        """For each cell the others of its relations, and what each symbol here leaves there."""
        found: list[list[tuple[int, Cells]]] = [[] for _ in range(self.n**2)]
        for first, second, kept in self.between:
            found[first].append((second, kept))
        return tuple(map(tuple, found))

    @cached_property
    def added(self) -> NDArray[np.uint8] | None:
        """What the kernel of 9 × 9 keeps to apart from rows, columns and boxes: flags of cells, or None."""
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
        possible = np.array(self.allowed, dtype=np.uint64)
        for cell, _, kept in self.between:  # a symbol for which the other cell has one at all
            possible[cell] &= np.uint64(sum(1 << value for value, mask in enumerate(kept) if mask))
        lits, starts = self._clauses()
        return kernel.Rules(
            self.n,
            np.array(self.units, dtype=np.int32),
            np.array(self.apart, dtype=np.int32).reshape(-1, 2),
            possible,
            np.array(lits, dtype=np.int32),
            np.array(starts, dtype=np.int32),
        )

    def search(
        self, cells: NDArray[np.uint8], limit: int = 2, weights: NDArray[np.float64] | None = None
    ) -> sudoku.Search | sudoku_sums.SumSearch:
        """Return a search of a grid of any size, by the kernel that follows sums where there are any."""
        if self.counted:
            return sudoku_sums.SumSearch(cells, self._sum_rules, limit, weights)
        return sudoku.Search(cells, self.kernel, limit, weights)

    @cached_property
    def _sum_rules(self) -> sudoku_sums.SumRules:
        """The tables of `core.assign.sudoku_sums`."""
        sums = [(one.cells, one.minus, one.total) for one in self.sums]
        return sudoku_sums.SumRules(
            self.n,
            self.units,
            [*self.apart, *self._distinct],
            self.allowed,
            self.between,
            [*sums, *(found[:3] for found in self.implied)],
            self.held,
            [(one.cells, one.total) for _, one in self.constraints if isinstance(one, Sandwiched)],
        )

    @cached_property
    def held(self) -> list[tuple[Cells, int]]:
        """Cells of quadruples, and a mask of numbers, from 0, each of which one of them holds."""
        found: dict[Cells, int] = {}
        for _, one in self.constraints:
            for cells, number in one.one_of() if isinstance(one, Held) else ():
                found[cells] = found.get(cells, 0) | 1 << (number - 1)
        return list(found.items())

    def _clauses(self) -> tuple[list[int], list[int]]:
        """Return relations as clauses: each value ruled out, or where these are many, what is left."""
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
    def turns(self) -> tuple[Cells, ...]:
        """The turns and mirrorings that change nothing: for each cell, the one that stands there then."""
        n, square = self.n, np.arange(self.n**2).reshape(self.n, self.n)
        views = [np.rot90(side, k) for side in (square, square.T) for k in range(4)]
        found = {tuple(view.ravel().tolist()) for view in views}
        same = self._shape(tuple(range(n * n)))
        return tuple(sorted(turn for turn in found if self._shape(turn) == same))

    def _shape(self, turn: Cells) -> tuple[Any, ...]:
        """Return all that it asks for, of the cells that stand elsewhere after a turn."""

        def turned(cells: Iterable[int]) -> frozenset[int]:
            return frozenset(turn[cell] for cell in cells)

        sets = ({turned(cells) for cells in some} for some in (self.units, self.apart))
        between = frozenset((turn[first], turn[second], kept) for first, second, kept in self.between)
        sums = frozenset((turned(one.cells), turned(one.minus), one.total, one.distinct) for one in self.sums)
        others = frozenset(
            (turned(one.cells), one[1]) for _, one in self.constraints if isinstance(one, (Sandwiched, Held))
        )
        return (*sets, between, turned(self.even), turned(self.odd), sums, others)

    @cached_property
    def reasoning(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Units, and by cell its peers, then the number of cells: as `sudoku_steps` takes them."""
        cells = self.n * self.n
        peers = np.full((cells, max(map(len, self.peers))), cells, dtype=np.int32)
        for cell, others in enumerate(self.peers):
            peers[cell, : len(others)] = others
        return np.array(self.units, dtype=np.int32), peers

    @cached_property
    def crossing(self) -> tuple[Cells, ...]:
        """For each unit the others that share two cells or more with it."""
        sets = [set(unit) for unit in self.units]
        return tuple(
            tuple(k for k, other in enumerate(sets) if k != number and 1 < len(other & unit) < self.n)
            for number, unit in enumerate(sets)
        )

    # What cells keep to it

    def values_left(self, cells: Sequence[int], cell: int) -> set[int]:
        """Return the values, from 1, that the cells around a cell leave it.

        Examples
        --------
        >>> from unriddle import SudokuPuzzle
        >>> layout = SudokuPuzzle.parse("." * 16, odd="r1c4").layout
        >>> sorted(layout.values_left([1, 0, 0, 0] + [0] * 12, 3))
        [3]
        """
        mask = self.allowed[cell]
        for other in {other for other, _ in self.related[cell] if cells[other]}:
            for second, kept in self.related[other]:
                if second == cell:
                    mask &= kept[cells[other] - 1]
        taken = {cells[peer] for peer in self.peers[cell]}
        return {value for value in range(1, self.n + 1) if mask >> (value - 1) & 1 and value not in taken}

    def clash(self, cells: Sequence[int]) -> tuple[int, int, str] | None:
        """Return two cells that cannot both be as they are and what was expected of them, or None.

        A cell whose parity is wrong stands there twice.

        Examples
        --------
        >>> from unriddle import SudokuPuzzle
        >>> SudokuPuzzle.parse("." * 16).layout.clash([1, 0, 0, 1] + [0] * 12)
        (0, 3, 'each symbol once in a row')
        """
        if self.plain and self.box is not None and not kernel.clashes(bytes(cells), *self.box):
            return None
        found = next(self.clashes(cells), None)
        if found is None or found[2] not in self.names:
            return found
        return *found[:2], f"each symbol once in a {found[2].rstrip('0123456789 ')}"

    def clashes(self, cells: Sequence[int]) -> Iterator[tuple[int, int, str]]:
        """Yield two cells that cannot both be as they are, and their unit or what was expected."""
        for name, unit in self._named:
            seen: dict[int, int] = {}
            for cell in unit:
                if cells[cell] and (first := seen.setdefault(cells[cell], cell)) != cell:
                    yield first, cell, name
        for first, second in self.apart:
            if cells[first] and cells[first] == cells[second]:
                yield first, second, "different symbols there"
        for parity, marked in (("even", self.even), ("odd", self.odd)):
            for cell in marked:
                if cells[cell] and cells[cell] % 2 != (parity == "odd"):
                    yield cell, cell, f"an {parity} number there"
        expected = [relations_text([one], self.n) for one in self.relations]
        expected += ["no consecutive numbers side by side"] * len(self._never)
        expected += [name for *_, name in self._lines]
        # A pair stands there both ways round.
        for text, (first, second, kept) in zip(expected, self.between[::2], strict=True):
            if cells[first] and cells[second] and not kept[cells[first] - 1] >> (cells[second] - 1) & 1:
                yield first, second, text
        yield from self._missed(cells)

    def _missed(self, cells: Sequence[int]) -> Iterator[tuple[int, int, str]]:
        """Yield the ends of clues that the filled cells put out of reach, and their names."""
        for clue, one in self.constraints:
            if not isinstance(one, LineRelation) and not one.fits(cells, self.n):
                yield clue.cells[0], clue.cells[-1], clue_name(clue, self.n)


@lru_cache(maxsize=256)
def _named_units(
    n: int, shape: Box | None, regions: Cells | None, variants: Sequence[str], groups: Sequence[Cells]
) -> tuple[tuple[str, Cells], ...]:
    """Return names and cells of all sets of n cells with each symbol once."""
    found = [(f"row {row + 1}", tuple(range(n * row, n * row + n))) for row in range(n)]
    found += [(f"column {col + 1}", tuple(range(col, n * n, n))) for col in range(n)]
    if shape is not None:
        height, width = shape
        corners = [(top, left) for top in range(0, n, height) for left in range(0, n, width)]
        for k, (top, left) in enumerate(corners, 1):
            box = tuple(n * (top + r) + left + c for r in range(height) for c in range(width))
            found.append((f"box {k}", box))
    if regions is not None:
        for k in range(n):
            found.append((f"region {k + 1}", tuple(c for c in range(n * n) if regions[c] == k)))
    for name in variants:
        found += VARIANTS[name](n, shape).units
    found += [(f"group {k}", cells) for k, cells in enumerate(groups, 1) if len(cells) == n]
    return tuple(found)


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
def boxed(box: Box) -> Layout:
    """Return the layout of a Sudoku with such boxes."""
    return interned(Fields(box[0] * box[1], box))
