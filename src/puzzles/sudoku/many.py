"""Solve many Sudokus of one size: arrays in, arrays out, on threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from math import isqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...arrow import TextSlices, array_of, is_column, read_column
from ...base import Limits, PuzzleError
from ...core import dispatch
from ...core.assign import sudoku9, sudoku9_text
from ...options import option, options
from ...search.threads import workers_for
from ..framework.arguments import chunked, of_many
from ..framework.assignment_puzzle import ALL
from ..framework.result_sequence import ProgressCounter, Stop, in_slices
from .layout import MAX_N, PLAIN, Layout, Variant, layout_of, rules_of
from .parse import Grid, default_alphabet, parse_grid, plain_cells, unwrapped
from .search import ALONE, BRIEF, LargeSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Part = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], int]

BETWEEN = frozenset("/ \t\r\n|")
"""What stands between the rows or the cells of a grid."""
WIDTHS = {"scalar": 1, "portable": 4, "avx2": 8, "avx512": 16}
"""How many 9 × 9 puzzles are searched side by side on each of the kernels' vector paths."""


@options
class ManyOptions(Variant):
    """Options of `SudokuPuzzle.solve_many`."""

    limit: int | None = option(
        default=2, help="solutions to look for in each: 1 solves, 2 proves uniqueness, None counts all"
    )
    threads: int = option(default=0, help="threads; 0 is one for each processor the process may use")
    box: tuple[int, int] | str | None = option(
        default=None, help="rows and columns of a box; squares by default"
    )
    errors: str = option(
        default="raise", help="'null' leaves out the result of a puzzle that cannot be read; see `NullMany`"
    )


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


class PuzzleCells(NamedTuple):
    """Puzzles of one size: cells of shape (n_puzzles, n * n), rules, and the symbols of all or of each."""

    cells: NDArray[np.uint8]
    layout: Layout
    alphabets: tuple[tuple[str, ...], ...]


class SudokuReader:
    """Read puzzles in any form, with the rules of a call whatever their size."""

    def __init__(self, box: Any = None, variant: Variant = PLAIN) -> None:
        self.box, self.variant = box, variant

    def layout(self, n: int) -> Layout:
        """Return the layout of grids with n rows."""
        return layout_of(n, self.box, self.variant)

    def read(self, puzzles: Any) -> PuzzleCells:
        """Return puzzles in any form."""
        if type(puzzles) is not list:
            if is_column(puzzles):
                puzzles = read_column(puzzles, name="puzzles")
            else:
                puzzles = array_of(puzzles, name="puzzles")
            if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "UO":
                puzzles = puzzles.tolist()
            if isinstance(puzzles, Iterator):
                return self._pieces(puzzles)
            if isinstance(puzzles, Iterable) and not isinstance(puzzles, (np.ndarray, Sequence, Mapping)):
                puzzles = list(puzzles)
        nine = sudoku9_text.read(puzzles) if type(puzzles) is list and puzzles else None
        if nine is not None:  # what most are
            return PuzzleCells(nine, self.layout(9), (default_alphabet(9),))
        if isinstance(puzzles, (list, tuple, TextSlices)) and len(puzzles):
            first = puzzles[0]
            if isinstance(unwrapped(first), Grid):
                return self._grids(puzzles)
            if isinstance(first, str) and not BETWEEN.isdisjoint(first):
                return self._grids(self._parsed(puzzles))
        cells = self._array(puzzles)
        if cells is None:
            return self._grids(self._parsed(puzzles))
        n = isqrt(cells.shape[1])
        return PuzzleCells(cells, self.layout(n), (default_alphabet(n),))

    def _parsed(self, texts: Sequence[str]) -> list[Grid]:
        """Return the grids of texts that are not all symbols on one line."""
        rules, grids = {"box": self.box, **rules_of(self.variant)}, []
        for k, text in enumerate(texts):
            try:
                grids.append(parse_grid(text, rules, strict=False))
            except PuzzleError as error:
                raise of_many(error, "puzzles", k) from None
        return grids

    def _pieces(self, puzzles: Iterator[Any]) -> PuzzleCells:
        """Return the puzzles that an iterator yields; no more than a piece of it is there at a time."""
        cells: list[NDArray[np.uint8]] = []
        symbols: list[tuple[str, ...]] = []
        layout: Layout | None = None
        reader = self
        for piece in chunked(puzzles):
            found = reader.read(piece)
            if layout is None:
                layout, rules = found.layout, found.layout.rules()
                reader = SudokuReader(rules.pop("box", None), Variant(**rules))
            if cells and found.cells.shape[1] != cells[0].shape[1]:
                raise PuzzleError("the puzzles have different sizes; pass one size per call")
            cells.append(found.cells)
            symbols += found.alphabets * (len(piece) if len(found.alphabets) == 1 else 1)
        if layout is None:
            return self.read([])
        return PuzzleCells(
            np.concatenate(cells), layout, tuple(symbols[:1] if len(set(symbols)) == 1 else symbols)
        )

    def _grids(self, puzzles: Sequence[Any]) -> PuzzleCells:
        first: Grid = unwrapped(puzzles[0])
        usual = self.box is None and (self.variant is PLAIN or self.variant == PLAIN)
        layout = first.layout if usual else self.layout(first.n)
        grids: list[Grid] = [unwrapped(puzzle) for puzzle in puzzles]
        for k, grid in enumerate(grids):
            if not isinstance(grid, Grid) or grid.layout is not layout:
                expected = f"expected a grid with {layout.words()}"
                raise PuzzleError(f"{puzzles[k]!r:.60}, {expected}", file="puzzles", index=k)
        cells = np.frombuffer(b"".join([grid.cells for grid in grids]), dtype=np.uint8)
        alphabets = tuple(grid.alphabet for grid in grids)
        one = len(set(alphabets)) == 1
        return PuzzleCells(cells.reshape(len(grids), -1), layout, alphabets[:1] if one else alphabets)

    def _array(self, puzzles: Any) -> NDArray[np.uint8] | None:
        """Return puzzles as a checked uint8 array of a row per puzzle; None for texts in other forms."""
        if isinstance(puzzles, str):
            raise PuzzleError("a single string; pass a list of puzzles, or an array")
        if isinstance(puzzles, TextSlices):
            raw = puzzles.table()
            return self._strings(list(puzzles)) if raw is None else self._bytes(raw)
        if isinstance(puzzles, (list, tuple)) and puzzles and isinstance(puzzles[0], str):
            return self._strings(puzzles)
        try:
            array = np.asarray(puzzles)
        except ValueError:  # rows of different lengths
            raise _unlike(puzzles) from None
        if array.ndim == 3 and array.shape[1] == array.shape[2]:
            array = array.reshape(len(array), array.shape[1] ** 2)
        if array.size == 0 and array.ndim < 2:
            array = np.zeros((0, 81), dtype=np.uint8)
        if array.ndim != 2 or array.dtype.kind not in "iu":
            raise PuzzleError(
                f"array of {array.dtype}, shape {array.shape}, expected integers of shape (puzzles, cells)"
            )
        n = isqrt(array.shape[1])
        if n * n != array.shape[1]:
            raise PuzzleError(f"{array.shape[1]} cells per puzzle, expected a square number")
        self.layout(n)
        if array.size and (array.max() > n or (array.dtype.kind == "i" and array.min() < 0)):
            row, cell = np.argwhere((array < 0) | (array > n))[0].tolist()
            wrong = f"{array[row, cell]} in cell {cell}, expected 0 to {n}"
            raise PuzzleError(wrong, file="puzzles", index=row)
        return np.ascontiguousarray(array, dtype=np.uint8)

    def _strings(self, puzzles: Sequence[str]) -> NDArray[np.uint8] | None:
        """Return the cells of lines with a symbol for each cell; None where one of them has another form."""
        for k, text in enumerate(puzzles):
            if not isinstance(text, str):
                raise PuzzleError(f"{type(text).__name__}, expected text", file="puzzles", index=k)
        joined = "".join(puzzles)
        if len(set(map(len, puzzles))) > 1 or not joined.isascii() or not joined:
            return None
        raw = np.frombuffer(joined.encode(), dtype=np.uint8)
        return self._bytes(raw.reshape(len(puzzles), -1))

    def _bytes(self, raw: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
        """Return the cells of puzzles of one byte a cell; None where one of them has another form."""
        n = isqrt(raw.shape[1])
        if n * n != raw.shape[1] or not 1 <= n <= MAX_N:
            return None
        cells, plain = plain_cells(raw, n)
        if not plain.all():
            return None
        self.layout(n)
        return cells


def _unlike(puzzles: Sequence[Any]) -> PuzzleError:
    """Return the error of puzzles that make no array: the first that is no puzzle, or of another size."""
    for k, puzzle in enumerate(puzzles):
        if not isinstance(puzzle, Sized) or isinstance(puzzle, str):
            return PuzzleError(f"{puzzle!r:.40}, expected rows or an array", file="puzzles", index=k)
        if len(puzzle) != len(puzzles[0]):
            wrong = "differs in size from puzzles[0]; pass one size per call"
            return PuzzleError(wrong, file="puzzles", index=k)
    return PuzzleError("puzzles of different sizes; pass one size per call")


def solve_cells(
    cells: NDArray[np.uint8],
    layout: Layout,
    limit: int,
    *,
    limits: Limits | None = None,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> _Part:
    """Solve puzzles of one layout: 9 × 9 side by side in the lanes of the kernel, others one by one.

    Return solutions, counts (-1 - found where a limit was reached), guesses, a row each; and nodes.
    """
    nodes = ALL if limits is None or limits.nodes is None else min(limits.nodes, ALL)
    seconds = None if limits is None else limits.seconds
    width = simd_lanes() if layout.nine else 1
    work = _Work(layout, limit, nodes, seconds, ProgressCounter(progress), width)
    solved = work.in_lanes if layout.nine and seconds is None and nodes > 0 else work.each
    if len(cells) <= 16 * width and workers_for(threads):
        return solved(cells, stop or bool)
    parts: dict[int, _Part] = {}

    def part(piece: slice, stopped: Stop) -> None:
        parts[piece.start] = solved(cells[piece], stopped)

    in_slices(part, len(cells), threads, stop, least=16 * width)
    found = [parts[first] for first in sorted(parts)]
    if len(found) == 1:
        return found[0]
    solutions, counts, guesses, visited = zip(*found, strict=True)
    return np.concatenate(solutions), np.concatenate(counts), np.concatenate(guesses), sum(visited)


class _Work(NamedTuple):
    """How puzzles are solved."""

    layout: Layout
    limit: int
    nodes: int
    seconds: float | None
    counter: ProgressCounter
    width: int

    def in_lanes(self, cells: NDArray[np.uint8], stopped: Stop) -> _Part:
        """Solve puzzles of 9 × 9 side by side."""
        search = sudoku9.Lanes(cells, self.limit, self.nodes, self.width, self.layout.added, ALONE)
        remains, done = True, 0
        while remains:
            remains = search.run(1 << 14)
            if remains and stopped():
                raise KeyboardInterrupt
            self.counter.add(search.done - done)
            done = search.done
        return search.solutions, search.counts, search.guesses, search.nodes

    def each(self, cells: NDArray[np.uint8], stopped: Stop) -> _Part:
        """Solve puzzles one by one, each within the limits."""
        solutions, large = np.zeros_like(cells), None
        counts, guesses = (np.zeros(len(cells), dtype=np.int64) for _ in range(2))
        rows, size, nodes = solutions.reshape(-1).data, cells.shape[1], 0
        for k, puzzle in enumerate(cells):
            search: Any = large
            if self.layout.nine:
                search = sudoku9.Lane(puzzle.tobytes(), self.limit, groups=self.layout.added)
                if self.nodes == ALL:  # a limit of nodes stops at the same place everywhere: in one lane
                    search.share(ALONE)
            elif large is None:
                search = large = LargeSearch(puzzle, self.layout, self.limit)
            else:
                large.restart(puzzle)
            remains, end = True, None if self.seconds is None else perf_counter() + self.seconds
            while remains and search.nodes < self.nodes:
                if stopped():
                    raise KeyboardInterrupt
                if end is not None and perf_counter() >= end:
                    break
                remains = search.run(min(BRIEF, self.nodes - search.nodes))
            if search.first is not None:
                rows[k * size : k * size + size] = search.first
            counts[k] = -1 - search.count if remains else search.count
            guesses[k] = search.guesses
            nodes += search.nodes
            self.counter.add(1)
        return solutions, counts, guesses, nodes
