"""Many Sudokus at once: arrays in, arrays out, threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError, Status
from ...core import dispatch
from ...core.assign import sudoku as kernel
from ...core.assign import sudoku9
from ..common.many import Stop, in_slices
from .text import EMPTY, check_box, default_alphabet

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    _Part = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], int]

__all__ = ["STATUS_CODES", "SudokuBatch", "simd_lanes", "solve_many"]

ALL = 1 << 62
WIDTHS = {"scalar": 1, "portable": 4, "avx2": 8, "avx512": 16}
"""How many 9 × 9 puzzles are searched side by side on each of the kernels' vector paths."""

STATUS_CODES = (Status.NO_SOLUTION, Status.UNIQUE, Status.MULTIPLE, Status.SOLVED, Status.LIMIT)
"""What the numbers of `SudokuBatch.statuses` mean."""


def simd_lanes() -> int:
    """Return how many 9 × 9 puzzles a thread searches side by side.

    16 with AVX-512, 8 with AVX2, 4 with any vectors, else 1; the environment variable ``UNRIDDLE_SIMD``
    (avx512, avx2, portable, scalar) lowers it. Answers and guesses are the same in every case.

    Raises
    ------
    ValueError
        ``UNRIDDLE_SIMD`` has another value.
    """
    return sudoku9.lanes(WIDTHS[dispatch.chosen()])


@dataclass(frozen=True, slots=True, kw_only=True)
class SudokuBatch:
    """What `solve_many` found, by puzzle."""

    solutions: NDArray[np.uint8]
    """Shape (n_puzzles, n_cells): the first solution, zeros where none was found."""
    counts: NDArray[np.int64]
    """Solutions found, at most `limit`."""
    statuses: NDArray[np.uint8]
    """Places in `STATUS_CODES`."""
    guesses: NDArray[np.int64]
    """Branchings."""
    nodes: int
    """Positions taken up, all puzzles together."""

    def __len__(self) -> int:
        return len(self.counts)

    def status(self, k: int) -> Status:
        """Return the status of a puzzle."""
        return STATUS_CODES[self.statuses[k]]


def _cells_array(puzzles: ArrayLike | Sequence[str], box: tuple[int, int] | None) -> NDArray[np.uint8]:
    """Return puzzles as a checked uint8 array of shape (n_puzzles, n * n)."""
    if isinstance(puzzles, str):
        raise PuzzleError("one string, expected a list of puzzles or an array")
    if isinstance(puzzles, (list, tuple)) and puzzles and isinstance(puzzles[0], str):
        return _cells_of_strings(puzzles, box)
    array = np.asarray(puzzles)
    if array.ndim == 3 and array.shape[1] == array.shape[2]:
        array = array.reshape(len(array), -1)
    if array.size == 0 and array.ndim < 2:
        array = np.zeros((0, 81), dtype=np.uint8)
    if array.ndim != 2 or array.dtype.kind not in "iu":
        raise PuzzleError(
            f"array of {array.dtype} and shape {array.shape}, expected whole numbers, (puzzles, cells)"
        )
    n = isqrt(array.shape[1])
    if n * n != array.shape[1]:
        raise PuzzleError(f"{array.shape[1]} cells a puzzle, expected a square number")
    check_box(n, box)
    if array.size and (array.max() > n or (array.dtype.kind == "i" and array.min() < 0)):
        row, cell = np.argwhere((array < 0) | (array > n))[0].tolist()
        raise PuzzleError(f"{array[row, cell]} in cell {cell} of puzzle {row}, expected 0 to {n}")
    return np.ascontiguousarray(array, dtype=np.uint8)


def _cells_of_strings(puzzles: Sequence[str], box: tuple[int, int] | None) -> NDArray[np.uint8]:
    size = len(puzzles[0])
    n = isqrt(size)
    for k, text in enumerate(puzzles):
        if not isinstance(text, str) or len(text) != size or n * n != size:
            shown = f"{len(text)} characters" if isinstance(text, str) else f"{type(text).__name__}"
            raise PuzzleError(
                f"{shown} in puzzle {k}, expected {n * n if n * n == size else 'a square number'}"
            )
    check_box(n, box)
    table = np.full(256, 255, dtype=np.uint8)
    for mark in EMPTY:
        table[ord(mark)] = 0
    for value, symbol in enumerate(default_alphabet(n), 1):
        table[ord(symbol)] = table[ord(symbol.lower())] = value
    raw = np.frombuffer("".join(puzzles).encode("latin-1", "replace"), dtype=np.uint8)
    cells = table[raw].reshape(len(puzzles), size)
    if (cells == 255).any():
        k, cell = np.argwhere(cells == 255)[0].tolist()
        raise PuzzleError(
            f"unknown symbol {puzzles[k][cell]!r} in puzzle {k}, expected {default_alphabet(n)[0]} to "
            f"{default_alphabet(n)[-1]}, or . 0 * for an empty cell",
            column=cell + 1,
        )
    return cells


def solve_many(
    puzzles: ArrayLike | Sequence[str],
    limit: int = 2,
    threads: int = 1,
    *,
    box: tuple[int, int] | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> SudokuBatch:
    """Solve many puzzles of one size: arrays in, arrays out.

    Parameters
    ----------
    puzzles : array of shape (n_puzzles, n * n) or (n_puzzles, n, n), or list of str
        1 to n, 0 is empty (uint8 is not copied); or strings of n * n characters with the usual symbols.
    limit : int
        Solutions to look for in each: 1 solves, 2 proves uniqueness.
    threads : int
        Threads; 0 is one for each processor the process may use.
    box : (int, int), optional
        Rows and columns of a box; squares by default.
    nodes : int, optional
        Most nodes a puzzle may take; its status is then LIMIT.
    stop : callable, optional
        Asked from time to time, in every thread; where it says True, KeyboardInterrupt ends the work.

    Returns
    -------
    SudokuBatch
        solutions, counts, statuses, guesses; the same whatever `threads` and the processor.

    Raises
    ------
    PuzzleError
        Wrong shape, a number or symbol out of range. Clues that clash are NO_SOLUTION.

    Examples
    --------
    >>> batch = solve_many(["." * 81, "11" + "." * 79])
    >>> batch.counts.tolist(), [batch.status(k).value for k in range(2)]
    ([2, 0], ['MULTIPLE', 'NO_SOLUTION'])
    """
    cells = _cells_array(puzzles, box)
    for name, value, least in (("limit", limit, 1), ("threads", threads, 0), ("nodes", nodes, 1)):
        if value is not None and value < least:
            raise PuzzleError(f"{name}={value!r}, expected a number from {least} up")
    shape = check_box(isqrt(cells.shape[1]), box)
    most = ALL if nodes is None else min(nodes, ALL)
    limit = min(limit, ALL)
    width = simd_lanes() if shape == (3, 3) else 1
    parts: dict[int, _Part] = {}

    def part(piece: slice, stopped: Stop) -> None:
        if shape == (3, 3):
            parts[piece.start] = _solve_lanes(cells[piece], limit, most, width, stopped)
        else:
            parts[piece.start] = _solve_each(cells[piece], limit, most, shape, stopped)

    in_slices(part, len(cells), threads, stop, least=16 * width)
    found = [parts[first] for first in sorted(parts)]
    solutions, counts, guesses = (
        (np.concatenate([p[k] for p in found]) for k in range(3)) if len(found) > 1 else found[0][:3]
    )
    statuses = np.minimum(counts, 2).astype(np.uint8)
    if limit == 1:
        statuses[counts == 1] = STATUS_CODES.index(Status.SOLVED)
    statuses[counts < 0] = STATUS_CODES.index(Status.LIMIT)
    counts = np.where(counts < 0, -1 - counts, counts)
    return SudokuBatch(
        solutions=solutions, counts=counts, statuses=statuses, guesses=guesses, nodes=sum(p[3] for p in found)
    )


def _solve_lanes(cells: NDArray[np.uint8], limit: int, most: int, width: int, stopped: Stop) -> _Part:
    search = sudoku9.Lanes(cells, limit, most, width)
    while search.run(1 << 14):
        if stopped():
            raise KeyboardInterrupt
    return search.solutions, search.counts, search.guesses, search.nodes


def _solve_each(
    cells: NDArray[np.uint8], limit: int, most: int, box: tuple[int, int], stopped: Stop
) -> _Part:
    solutions = np.zeros_like(cells)
    counts = np.zeros(len(cells), dtype=np.int64)
    guesses = np.zeros(len(cells), dtype=np.int64)
    nodes = 0
    search = kernel.Search(np.zeros(cells.shape[1], dtype=np.uint8), *box, limit=limit)
    for k, puzzle in enumerate(cells):
        search.restart(puzzle)
        first = None
        remains = True
        while remains and search.nodes < most:
            if stopped():
                raise KeyboardInterrupt
            remains = search.run(min(1 << 10, most - search.nodes))
            taken = search.take()
            if first is None and taken:
                first = taken[0]
        if first is not None:
            solutions[k] = first
        counts[k] = -1 - search.count if remains else search.count
        guesses[k] = search.guesses
        nodes += search.nodes
    return solutions, counts, guesses, nodes
