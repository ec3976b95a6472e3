"""Makes Sudokus with exactly one solution: a random full grid, less clues that are not needed."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from ...base import PuzzleError
from ...core.assign import sudoku as kernel
from ...core.assign import sudoku9

__all__ = ["SYMMETRIES", "full_grid", "make", "orbits"]

SYMMETRIES: dict[str, Callable[[int, int, int], tuple[int, int]] | None] = {
    "none": None,
    "rotation": lambda n, row, col: (n - 1 - row, n - 1 - col),
    "quarter": lambda n, row, col: (col, n - 1 - row),
    "horizontal": lambda n, row, col: (n - 1 - row, col),
    "vertical": lambda n, row, col: (row, n - 1 - col),
    "diagonal": lambda n, row, col: (col, row),
}
"""Name -> the cell that a cell takes along."""

ALL = 1 << 62


def orbits(n: int, symmetry: str) -> list[list[int]]:
    """Return the sets of cells that belong together, in order of their first cells.

    Examples
    --------
    >>> orbits(2, "rotation"), orbits(2, "none")
    ([[0, 3], [1, 2]], [[0], [1], [2], [3]])
    """
    if symmetry not in SYMMETRIES:
        raise PuzzleError(f"symmetry {symmetry!r}, expected one of {', '.join(SYMMETRIES)}")
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


def full_grid(rng: random.Random, box: tuple[int, int]) -> bytes:
    """Return a filled grid, by searching the empty one in a random order.

    Examples
    --------
    >>> sorted(full_grid(random.Random(1), (2, 2))[:4])
    [1, 2, 3, 4]
    """
    n = box[0] * box[1]
    weights = np.array([rng.random() for _ in range(n**3)])
    search = kernel.Search(np.zeros(n * n, dtype=np.uint8), *box, limit=1, weights=weights)
    while search.run(1 << 12):
        pass
    return search.take()[0].tobytes()


def _is_unique(cells: bytearray, box: tuple[int, int], effort: int | None) -> bool:
    """Say whether it is proven, within `effort` nodes, that there is one solution."""
    array = np.frombuffer(bytes(cells), dtype=np.uint8)
    most = ALL if effort is None else effort
    if box == (3, 3):
        lanes = sudoku9.Lanes(array.reshape(1, 81), 2, most, 1)
        while lanes.run(1 << 16):
            pass
        return bool(lanes.counts[0] == 1)
    search = kernel.Search(array, *box, limit=2)
    while search.nodes < most:
        if not search.run(min(1 << 11, most - search.nodes)):
            return search.count == 1
    return False


def make(
    seed: int,
    box: tuple[int, int],
    *,
    symmetry: str,
    clues: int | None,
    minimal: bool | None,
    effort: int | None,
    attempts: int,
    fits: Callable[[bytes, bytes], bool],
) -> bytes:
    """Return the cells of a puzzle; see `unriddle.puzzles.sudoku.puzzle.generate`.

    `fits` is asked last, with the puzzle and its solution.
    """
    n = box[0] * box[1]
    if symmetry == "quarter" and box[0] != box[1]:
        raise PuzzleError(f"symmetry 'quarter' with boxes of {box[0]} × {box[1]}, expected square boxes")
    for name, value, least in (("clues", clues, 0), ("effort", effort, 1), ("attempts", attempts, 1)):
        if value is not None and value < least:
            raise PuzzleError(f"{name}={value!r}, expected a number from {least} up")
    if clues is not None and clues > n * n:
        raise PuzzleError(f"clues={clues}, expected at most {n * n}")
    together = orbits(n, symmetry)
    rng = random.Random(seed)
    for _ in range(attempts):
        solution = full_grid(rng, box)
        cells = bytearray(solution)
        rng.shuffle(together)
        left = n * n
        kept = []
        for orbit in together:
            room = clues is None or left - len(orbit) >= clues
            if room and _still_unique(cells, orbit, box, effort):
                left -= len(orbit)
            else:
                kept.append(orbit)
        if clues is not None and left != clues:
            continue
        if minimal and clues is not None and any(_still_unique(cells, o, box, effort) for o in kept):
            continue
        if fits(bytes(cells), solution):
            return bytes(cells)
    wish = f" with {clues} clues" if clues is not None else ""
    raise PuzzleError(
        f"no such puzzle of {n} × {n}{wish} in {attempts} attempts, expected a wish that more grids fulfil"
    )


def _still_unique(cells: bytearray, orbit: list[int], box: tuple[int, int], effort: int | None) -> bool:
    """Empty the cells of an orbit if the solution stays the only one; say whether it did."""
    before = [cells[cell] for cell in orbit]
    for cell in orbit:
        cells[cell] = 0
    if _is_unique(cells, box, effort):
        return True
    for cell, value in zip(orbit, before, strict=True):
        cells[cell] = value
    return False
