"""Generate Sudokus with exactly one solution: a random full grid, less clues that are not needed.

Which puzzles are equal is in `GROUPS`. Of 9 × 9 there are 3,359,232 × 9! symmetries (E. Russell, F. Jarvis,
2006); a puzzle with clues has one or two frames of its rarest kind, which a kernel follows
(`core.assign.sudoku_forms`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, repeat
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base import PuzzleError
from ...core.assign import sudoku9
from ...core.assign.sudoku_forms import forms as least_texts
from ...io.grid_text import GridRow, Symbols, read_grid
from ...io.text import pluralize
from ..framework.arguments import check_choice, check_seed
from ..framework.generator import Chance
from ..framework.steps import FREE, Difficulty, Meter
from .constraints.clues import MOST_SUMMED, Clue
from .layout import (
    RANDOM,
    SYMMETRIES,
    GenerateOptions,
    Layout,
    check_rows,
    interned,
    layout_of,
    regions_rows,
    variant_of,
)
from .parse import Grid, default_alphabet
from .search import first_slice, is_unique
from .steps import graded

if TYPE_CHECKING:
    from numpy.typing import NDArray

TURNS = 50
"""How often a full grid is scrambled for clues at given places, before another one is made."""


def check_wanted(wanted: GenerateOptions, layout: Layout) -> None:
    """Raise PuzzleError where no grid with such a layout can be like this."""
    cells, box = layout.n**2, layout.box
    if wanted.symmetry == "quarter" and box is not None and box[0] != box[1]:
        raise PuzzleError(f"symmetry 'quarter' with boxes of {box[0]} × {box[1]}, expected square boxes")
    if wanted.clues is not None and wanted.clues > cells:
        raise PuzzleError(f"clues={wanted.clues}, expected at most {cells}")
    if wanted.mask is not None:
        places_of(wanted.mask, layout.n)


@lru_cache(maxsize=64)
def orbits(n: int, symmetry: str) -> list[list[int]]:
    """Return the sets of cells that belong together, in order of their first cells."""
    image = SYMMETRIES[symmetry]
    found = []
    seen: set[int] = set()
    for cell in range(n * n):
        orbit = []
        while cell not in seen:
            seen.add(cell)
            orbit.append(cell)
            if image is not None:
                row, col = image(n, *divmod(cell, n))
                cell = n * row + col
        if orbit:
            found.append(sorted(orbit))
    return found


@lru_cache(maxsize=64)
def orbit_table(n: int, symmetry: str) -> NDArray[np.uint8]:
    """Return `orbits` as rows of one length, which repeat their first cells."""
    together = orbits(n, symmetry)
    width = max(map(len, together))
    return np.array([(orbit * width)[:width] for orbit in together], dtype=np.uint8)


# Clues at places that are given

MASK = Symbols(apart=False, square=True, marks=".*-", comment="", one="mask")
NO_CLUE = frozenset([".", "0", "*", "_", "-", ""])


def places_of(mask: object, n: int) -> NDArray[np.bool_]:
    """Return which of n × n cells have a clue: those with a symbol that does not stand for an empty cell."""
    if not isinstance(mask, str):
        raise PuzzleError(f"mask={mask!r:.40}, expected text with a symbol for each cell, '.' for no clue")

    def convert(rows: list[GridRow], size: object) -> list[bool]:
        cells = [cell for row in rows for cell in row.cells]
        if len(cells) != n * n or any(len(row.cells) not in (n, n * n) for row in rows):
            raise rows[0].error(f"a mask of {len(cells)} cells, expected {n * n}: '.' where no clue stands")
        return [cell not in NO_CLUE for cell in cells]

    return np.array(read_grid(mask, convert, MASK))


def scrambled(
    grids: NDArray[np.uint8], box: tuple[int, int], chance: Chance, rows: NDArray[np.intp] | None = None
) -> NDArray[np.uint8]:
    """Return grids, uint8 of shape (grids, n, n), with bands, stacks and lines in random orders."""
    down, right = (_order(size, grids.shape[1] // size, chance, rows) for size in box)
    turned: NDArray[np.uint8] = grids[np.arange(len(grids))[:, None, None], down[:, :, None], right[:, None]]
    return turned


def _order(size: int, bands: int, chance: Chance, rows: NDArray[np.intp] | None) -> NDArray[np.intp]:
    """Return an order of lines in bands of one size, for each seed."""
    first = chance.orders(bands, rows) * size
    within = [chance.orders(size, rows) for _ in range(bands)]
    return (first[:, :, None] + np.stack(within, axis=1)).reshape(len(first), -1)


# Irregular boxes at random

ROUNDS = 40
"""Exchanges that are tried for each cell: more do not make regions more irregular."""


def _adjacent(cell: int, n: int) -> list[int]:
    row, col = divmod(cell, n)
    around = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return [n * r + c for r, c in around if 0 <= r < n and 0 <= c < n]


def _connected(regions: Sequence[int], region: int, n: int) -> bool:
    cells = {cell for cell, here in enumerate(regions) if here == region}
    reached = {min(cells)}
    border = list(reached)
    while border:
        new = cells.intersection(_adjacent(border.pop(), n)) - reached
        reached |= new
        border += new
    return len(reached) == n


def random_regions(n: int, chance: random.Random) -> list[str]:
    """Return the rows of n connected regions of n cells, as letters.

    Rows to begin with; then two regions that touch exchange cells where both stay connected, again and again.
    Every division can be reached that such exchanges lead to; they are not all equally likely.
    """
    regions = [cell // n for cell in range(n * n)]

    def touches(cell: int, region: int, without: int) -> bool:
        return any(regions[near] == region and near != without for near in _adjacent(cell, n))

    # One more or less, or 2 × 2 would always come back to its rows.
    for _ in range(ROUNDS * n * n + chance.randrange(n)):
        cell = chance.randrange(n * n)
        other_side = [regions[near] for near in _adjacent(cell, n) if regions[near] != regions[cell]]
        if not other_side:
            continue
        mine, other = regions[cell], chance.choice(other_side)
        theirs = [back for back in range(n * n) if regions[back] == other]
        given = [back for back in theirs if touches(back, mine, cell)]
        if not given:
            continue
        back = chance.choice(given)
        regions[cell], regions[back] = other, mine
        if not (_connected(regions, mine, n) and _connected(regions, other, n)):
            regions[cell], regions[back] = mine, other
    return regions_rows(_renumbered(regions), n)


def _renumbered(values: Sequence[int]) -> list[int]:
    """Return values as numbers from 0, in the order in which they come."""
    number: dict[int, int] = {}
    return [number.setdefault(value, len(number)) for value in values]


# Cages at random

LARGEST_CAGE = 4


def random_cages(n: int, solution: Sequence[int], chance: random.Random) -> list[Clue]:
    """Return cages of neighbours that differ in a solution: each cell is in one, of 1 to `LARGEST_CAGE`."""
    left, found = set(range(n * n)), list[Clue]()
    for first in chance.sample(range(n * n), n * n):
        if first not in left:
            continue
        cage, size = [first], chance.randint(2, LARGEST_CAGE)
        left.remove(first)
        while len(cage) < size:
            values = {solution[cell] for cell in cage}
            around = sorted({near for cell in cage for near in _adjacent(cell, n)} & left)
            around = [cell for cell in around if solution[cell] not in values]
            if not around:
                break
            cage.append(chance.choice(around))
            left.remove(cage[-1])
        found.append(Clue("cages", tuple(sorted(cage)), sum(solution[cell] for cell in cage)))
    return sorted(found, key=lambda clue: clue.cells)


# Canonical forms


class Group(NamedTuple):
    """The symmetries of a kind of grid: what makes no difference between two puzzles."""

    lines: bool
    """The order of rows in a band, columns in a stack, bands and stacks; else turns and mirrorings alone."""
    transposed: bool = False
    """With lines, transposition; turns have it."""
    own: bool = False
    """Whether regions or cages are turned with the cells, where each puzzle has its own."""


GROUPS = {
    "square boxes": Group(lines=True, transposed=True),
    "boxes": Group(lines=True),
    "latin": Group(lines=True, transposed=True),
    "variant": Group(lines=False),
    "random regions": Group(lines=False, own=True),
    "random cages": Group(lines=False, own=True),
}
"""Kind of grid -> its symmetries.

``latin`` is a Latin square, or has one box a row or column: any order of rows and columns. Of a ``variant``
(one with names other than ``latin``, regions, groups, parities, signs), the symmetries are those turns and
mirrorings that leave its rules as they are. Symbols are relabelled too, but where a rule reads numbers.
"""


def kind_of(layout: Layout) -> str:
    """Return the kind of a layout in `GROUPS`, where it is that of all puzzles."""
    if layout.latin:
        return "latin"
    if not layout.plain or layout.box is None:
        return "variant"
    return "square boxes" if layout.box[0] == layout.box[1] else "boxes"


def forms(
    solved: NDArray[np.uint8], clues: NDArray[np.bool_], layout: Layout, kind: str | None = None
) -> list[bytes]:
    """Return the canonical form of puzzles: equal where a symmetry takes one into the other, and only there.

    `solved` (uint8) and `clues` (bool) have shape (k, n, n); `kind` is by default that of the layout.
    """
    n, group = layout.n, GROUPS[kind or kind_of(layout)]
    if group.lines:
        values, given = (np.ascontiguousarray(table, np.uint8) for table in (solved - 1, clues))
        found = least_texts(values, given, *(layout.box or (1, n)), group.transposed)
        return [text.tobytes() for text in found]
    fields, sets = layout.fields, list[int]()
    if kind == "random regions":
        fields, sets = fields._replace(regions=None), list(layout.regions or ())
    elif kind == "random cages":
        cages = [clue.cells for clue in layout.clues if clue.kind == "cages"]
        sets = [next(k for k, cells in enumerate(cages) if cell in cells) for cell in range(n * n)]
        fields = fields._replace(clues=tuple(clue for clue in layout.clues if clue.kind != "cages"))
    turns = [np.array(turn) for turn in interned(fields).turns]
    own = np.array(sets, dtype=np.uint8)

    def text(grid: NDArray[np.uint8], marks: NDArray[np.bool_], turn: NDArray[np.intp]) -> bytes:
        cells = grid[turn]
        if layout.alike:
            cells = np.array(_renumbered(cells.tolist()), dtype=np.uint8)
        after = bytes(_renumbered(own[turn].tolist())) if group.own else b""
        return (2 * cells + marks[turn]).astype(np.uint8).tobytes() + after

    pairs = zip(solved.reshape(-1, n * n), clues.reshape(-1, n * n), strict=True)
    return [min(text(grid, marks, turn) for turn in turns) for grid, marks in pairs]


# Making


def random_floats(rng: random.Random, n: int) -> NDArray[np.float64]:
    """Return the next n numbers of ``rng.random()``: 53 bits of two words each.

    Examples
    --------
    >>> random_floats(random.Random(1), 1)[0] == random.Random(1).random()
    np.True_
    """
    words = np.frombuffer(rng.randbytes(8 * n), dtype="<u4").reshape(n, 2)
    return ((words[:, 0] >> 5) * 2.0**26 + (words[:, 1] >> 6)) * 2.0**-53


def full_grid(rng: random.Random, layout: Layout, meter: Meter = FREE) -> bytes | None:
    """Return a filled grid, by searching the empty one in a random order; None where there is none."""
    n = layout.n
    weights = random_floats(rng, n**3)
    search = layout.search(np.zeros(n * n, dtype=np.uint8), 1, weights)
    meter.run(search, first=first_slice(n))
    found = search.take()
    return found[0].tobytes() if found else None


def make(
    n: int, seed: int | None, wanted: GenerateOptions, difficulty: str | None = None, meter: Meter = FREE
) -> Grid:
    """Return a puzzle of n rows; with ``"random"`` regions or cages come from the seed too."""
    if difficulty is not None:
        difficulty = check_choice("difficulty", difficulty, list(Difficulty))
    chance, variant = random.Random(check_seed(seed)), variant_of(vars(wanted))
    if variant.regions == variant.cages == RANDOM:
        raise PuzzleError("random regions cannot be combined with random cages")
    if variant.regions == RANDOM:
        check_rows(n)
        for _ in range(wanted.tries):
            meter.spend()
            layout = layout_of(n, wanted.box, variant, regions=random_regions(n, chance))
            if full_grid(random.Random(0), layout, meter) is not None:  # some divisions have no solution
                rng = random.Random(chance.getrandbits(62))
                return _make(n, repeat(layout), rng, wanted, difficulty, meter)
    if variant.cages == RANDOM:
        if n > MOST_SUMMED:
            raise PuzzleError(f"cages with {n} rows, expected at most {MOST_SUMMED}")
        layouts = _with_cages(layout_of(n, wanted.box, variant, cages=None), chance, meter)
    else:
        layouts = repeat(layout_of(n, wanted.box, variant))
    return _make(n, layouts, chance, wanted, difficulty, meter)


def _with_cages(layout: Layout, rng: random.Random, meter: Meter) -> Iterator[Layout]:
    """Yield a layout with random cages, as long as it has a solution."""
    while (solution := full_grid(rng, layout, meter)) is not None:
        clues = (*layout.clues, *random_cages(layout.n, solution, rng))
        yield interned(layout.fields._replace(clues=clues))
    raise _no_grid(layout)


def _no_grid(layout: Layout) -> PuzzleError:
    return PuzzleError(f"no grid satisfies these rules ({layout.words()})")


def _make(
    n: int,
    layouts: Iterator[Layout],
    rng: random.Random,
    wanted: GenerateOptions,
    difficulty: str | None,
    meter: Meter,
) -> Grid:
    order = list(range(len(orbits(n, wanted.symmetry))))
    for layout in islice(layouts, wanted.tries):
        check_wanted(wanted, layout)
        solution = full_grid(rng, layout, meter)
        if solution is None:
            raise _no_grid(layout)
        if wanted.mask is None:
            rng.shuffle(order)
            cells = _less(solution, order, layout, wanted, meter)
        else:
            cells = _at(solution, layout, wanted, rng, meter)
        if cells is None:
            continue
        grid = Grid(n, layout, default_alphabet(n), cells)
        if difficulty is None or graded(grid, Difficulty(difficulty), meter) == difficulty:
            return grid
    what = f" with {pluralize(wanted.clues, 'clue')}" if wanted.clues is not None else ""
    what = " with clues at these places" if wanted.mask is not None else what
    tries = "1 try" if wanted.tries == 1 else f"{wanted.tries:,} tries"
    raise PuzzleError(f"no {n}×{n} puzzle{what} found in {tries}; relax the constraints")


def _less(
    solution: bytes, order: list[int], layout: Layout, wanted: GenerateOptions, meter: Meter
) -> bytes | None:
    """Return a full grid less the clues that are not needed, None where it does not come out as wanted.

    `order` is that in which the orbits of cells are tried.
    """
    clues, known = wanted.clues, orbits(layout.n, wanted.symmetry)
    together = [known[k] for k in order]
    if layout.nine and layout.plain and wanted.effort is None and meter.left() is None:
        table = orbit_table(layout.n, wanted.symmetry)[order]
        cells = bytearray(sudoku9.without_needless(solution, table, clues or 0))
    else:
        cells, left = bytearray(solution), len(solution)
        for orbit in together:
            room = clues is None or left - len(orbit) >= clues
            if room and _still_unique(cells, orbit, layout, wanted.effort, meter):
                left -= len(orbit)
    if clues is not None:
        if len(cells) - cells.count(0) != clues:
            return None
        kept = [orbit for orbit in together if cells[orbit[0]]]
        if wanted.minimal and any(
            _still_unique(cells, orbit, layout, wanted.effort, meter) for orbit in kept
        ):
            return None
    return bytes(cells)


def _at(
    solution: bytes, layout: Layout, wanted: GenerateOptions, rng: random.Random, meter: Meter
) -> bytes | None:
    """Return the clues of a full grid, scrambled, at the places of a mask; None where they are too few."""
    n = layout.n
    places = places_of(wanted.mask, n)
    grids = np.frombuffer(solution, dtype=np.uint8).reshape(1, n, n)
    if layout.plain and layout.box is not None:
        seeds = [rng.getrandbits(62) for _ in range(TURNS)]
        grids = scrambled(np.repeat(grids, TURNS, axis=0), layout.box, Chance(seeds))
    for grid in grids.reshape(-1, n * n):
        cells = bytearray((grid * places).tobytes())
        if is_unique(bytes(cells), layout, wanted.effort, meter):
            clues = ([cell] for cell in np.flatnonzero(places).tolist())
            if wanted.minimal and any(
                _still_unique(cells, clue, layout, wanted.effort, meter) for clue in clues
            ):
                continue
            return bytes(cells)
    return None


def _still_unique(
    cells: bytearray, orbit: list[int], layout: Layout, effort: int | None, meter: Meter
) -> bool:
    """Empty the cells of an orbit if the solution stays the only one; return whether it did."""
    before = [cells[cell] for cell in orbit]
    for cell in orbit:
        cells[cell] = 0
    if is_unique(bytes(cells), layout, effort, meter):
        return True
    for cell, value in zip(orbit, before, strict=True):
        cells[cell] = value
    return False
