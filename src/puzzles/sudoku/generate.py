"""Makes Sudokus with exactly one solution: a random full grid, less clues that are not needed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base import PuzzleError
from ...core.assign import sudoku as kernel
from ...core.assign import sudoku9
from ..framework.arguments import check_choice, check_seed
from ..framework.assignment_puzzle import ALL
from ..framework.generator import Chance
from ..framework.steps import Difficulty
from .alphabet import default_alphabet
from .givens import places_of, scrambled
from .grading import graded
from .layout import Layout
from .parse import Grid
from .regions import RANDOM, random_regions
from .variants import Variant, check_rows, layout_of

__all__ = ["SYMMETRIES", "TURNS", "Wishes", "full_grid", "make", "make_any", "orbits"]

SYMMETRIES: dict[str, Callable[[int, int, int], tuple[int, int]] | None] = {
    "none": None,
    "rotation": lambda n, row, col: (n - 1 - row, n - 1 - col),
    "quarter": lambda n, row, col: (col, n - 1 - row),
    "horizontal": lambda n, row, col: (n - 1 - row, col),
    "vertical": lambda n, row, col: (row, n - 1 - col),
    "diagonal": lambda n, row, col: (col, row),
}
"""Name -> the cell that a cell takes along."""
TURNS = 50
"""How often a full grid is turned about for clues at given places, before another one is made."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a puzzle is to be like; see `SudokuPuzzle.generate`.

    Raises
    ------
    PuzzleError
        What no puzzle can be.
    """

    symmetry: str = "none"
    clues: int | None = None
    difficulty: str | None = None
    minimal: bool | None = None
    effort: int | None = None
    tries: int = 1000
    mask: str | None = None

    def __post_init__(self) -> None:
        if self.mask is not None and (self.clues is not None or self.symmetry != "none"):
            raise PuzzleError(
                "mask and clues or symmetry, expected the mask alone: it says where clues stand"
            )
        check_choice("symmetry", self.symmetry, SYMMETRIES)
        if self.difficulty is not None:
            check_choice("difficulty", self.difficulty, [level.value for level in Difficulty])
        for name, least in (("clues", 0), ("effort", 1), ("tries", 1)):
            value = getattr(self, name)
            if value is None and name != "tries":
                continue
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value < 1 << 62:
                raise PuzzleError(f"{name}={value!r:.40}, expected a number from {least} up")

    def check(self, layout: Layout) -> None:
        """Raise PuzzleError where no grid with such a layout can be like this."""
        cells, box = layout.n**2, layout.box
        if self.symmetry == "quarter" and box is not None and box[0] != box[1]:
            raise PuzzleError(f"symmetry 'quarter' with boxes of {box[0]} × {box[1]}, expected square boxes")
        if self.clues is not None and self.clues > cells:
            raise PuzzleError(f"clues={self.clues}, expected at most {cells}")
        if self.mask is not None:
            places_of(self.mask, layout.n)


def orbits(n: int, symmetry: str) -> list[list[int]]:
    """Return the sets of cells that belong together, in order of their first cells.

    Examples
    --------
    >>> orbits(2, "rotation"), orbits(2, "none")
    ([[0, 3], [1, 2]], [[0], [1], [2], [3]])
    """
    image = SYMMETRIES[check_choice("symmetry", symmetry, SYMMETRIES)]
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


def full_grid(rng: random.Random, layout: Layout) -> bytes | None:
    """Return a filled grid, by searching the empty one in a random order; None where there is none.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.variants import layout_of
    >>> sorted(full_grid(random.Random(1), layout_of(4))[:4])
    [1, 2, 3, 4]
    """
    n = layout.n
    weights = np.array([rng.random() for _ in range(n**3)])
    search = kernel.Search(np.zeros(n * n, dtype=np.uint8), layout.kernel, limit=1, weights=weights)
    while search.run(1 << 12):
        pass
    found = search.take()
    return found[0].tobytes() if found else None


def _is_unique(cells: bytearray, layout: Layout, effort: int | None) -> bool:
    """Say whether it is proven, within `effort` nodes, that there is one solution."""
    most = ALL if effort is None else effort
    search: Any = (
        sudoku9.Lane(bytes(cells), groups=layout.added)
        if layout.nine
        else kernel.Search(np.frombuffer(bytes(cells), dtype=np.uint8), layout.kernel)
    )
    while search.nodes < most:
        if not search.run(min(1 << 11, most - search.nodes)):
            return bool(search.count == 1)
    return False


def make_any(n: int, box: Any, seed: int | None, wishes: Wishes, variant: Variant) -> Grid:
    """Return a puzzle of n rows; with ``regions="random"`` these come from the seed too.

    Examples
    --------
    >>> grid = make_any(4, None, 1, Wishes(), {"regions": "random"})
    >>> grid.layout.box, len(set(grid.layout.regions))
    (None, 4)
    """
    asked: dict[str, Any] = dict(variant)
    chance = random.Random(check_seed(seed))
    if asked.get("regions") == RANDOM:
        check_rows(n)
        for _ in range(wishes.tries):
            layout = layout_of(n, box, **{**asked, "regions": random_regions(n, chance)})
            if full_grid(random.Random(0), layout) is not None:  # some divisions have no solution
                return make(layout, chance.getrandbits(62), wishes)
    return make(layout_of(n, box, **asked), seed, wishes)


def make(layout: Layout, seed: int | None, wishes: Wishes) -> Grid:
    """Return a puzzle with such a layout; see `SudokuPuzzle.generate`.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.variants import layout_of
    >>> grid = make(layout_of(4), 1, Wishes(clues=5))
    >>> 16 - grid.cells.count(0)
    5
    """
    n = layout.n
    wishes.check(layout)
    alphabet = default_alphabet(n)
    together = orbits(n, wishes.symmetry)
    rng = random.Random(check_seed(seed))
    for _ in range(wishes.tries):
        solution = full_grid(rng, layout)
        if solution is None:
            raise PuzzleError(
                f"no grid is filled by these rules ({layout.words()}), expected rules that one can keep to"
            )
        if wishes.mask is None:
            rng.shuffle(together)
            cells = _less(solution, together, layout, wishes)
        else:
            cells = _at(solution, layout, wishes, rng)
        if cells is None:
            continue
        if wishes.difficulty is not None:
            wanted = Difficulty(wishes.difficulty)
            if graded(cells, layout, alphabet, wanted) != wanted:
                continue
        return Grid(n, layout, alphabet, cells)
    wish = f" with {wishes.clues} clues" if wishes.clues is not None else ""
    wish = " with clues at these places" if wishes.mask is not None else wish
    raise PuzzleError(
        f"no such puzzle of {n} × {n}{wish} in {wishes.tries} tries, expected a wish that more grids fulfil"
    )


def _less(solution: bytes, together: list[list[int]], layout: Layout, wishes: Wishes) -> bytes | None:
    """Return a full grid less the clues that are not needed, None where it does not come out as wished."""
    cells = bytearray(solution)
    clues, left = wishes.clues, len(cells)
    kept = []
    for orbit in together:
        room = clues is None or left - len(orbit) >= clues
        if room and _still_unique(cells, orbit, layout, wishes.effort):
            left -= len(orbit)
        else:
            kept.append(orbit)
    if clues is not None:
        if left != clues:
            return None
        if wishes.minimal and any(_still_unique(cells, orbit, layout, wishes.effort) for orbit in kept):
            return None
    return bytes(cells)


def _at(solution: bytes, layout: Layout, wishes: Wishes, rng: random.Random) -> bytes | None:
    """Return the clues of a full grid, turned about, at the places of a mask; None where they are too few."""
    n = layout.n
    places = places_of(wishes.mask, n)
    grids = np.frombuffer(solution, dtype=np.uint8).reshape(1, n, n)
    if layout.plain and layout.box is not None:
        seeds = [rng.getrandbits(62) for _ in range(TURNS)]
        grids = scrambled(np.repeat(grids, TURNS, axis=0), layout.box, Chance(seeds))
    for grid in grids.reshape(-1, n * n):
        cells = bytearray((grid * places).tobytes())
        if _is_unique(cells, layout, wishes.effort):
            clues = ([cell] for cell in np.flatnonzero(places).tolist())
            if wishes.minimal and any(_still_unique(cells, clue, layout, wishes.effort) for clue in clues):
                continue
            return bytes(cells)
    return None


def _still_unique(cells: bytearray, orbit: list[int], layout: Layout, effort: int | None) -> bool:
    """Empty the cells of an orbit if the solution stays the only one; say whether it did."""
    before = [cells[cell] for cell in orbit]
    for cell in orbit:
        cells[cell] = 0
    if _is_unique(cells, layout, effort):
        return True
    for cell, value in zip(orbit, before, strict=True):
        cells[cell] = value
    return False
