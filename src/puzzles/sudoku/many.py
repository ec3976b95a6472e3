"""Many Sudokus at once: arrays in, arrays out, threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from ...arrow import Texts, is_column, read_column
from ...base import Limits, PuzzleError, SearchStats, Status
from ...core import dispatch
from ...core.assign import sudoku9, sudoku9_text
from ..framework.arguments import check_limit, check_limits, chunked, of_many
from ..framework.assignment_puzzle import ALL, search_limit
from ..framework.nulls import NullMany, asks_null, nulled
from ..framework.result_sequence import STATUSES, ProgressCounter, ResultSequence, Stop, in_slices
from .alphabet import default_alphabet, plain_cells
from .layout import Layout
from .parse import Grid
from .result import SudokuResult
from .search import BRIEF, LargeSearch
from .variants import MAX_N, Variant, layout_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ...typing import GridsLike, PuzzlesLike
    from .puzzle import SudokuPuzzle

    _Kind = tuple[Layout, tuple[tuple[str, ...], ...]]  # what they keep to; symbols, of all or of each
    _Part = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], int]
    _Search = sudoku9.Lane | LargeSearch

__all__ = ["SudokuMany", "simd_lanes", "solve_many"]

NINE = "123456789"
BETWEEN = frozenset("/ \t\r\n|")
"""What stands between the rows or the cells of a grid."""
SOLVED, LIMIT = STATUSES.index(Status.SOLVED), STATUSES.index(Status.LIMIT)

WIDTHS = {"scalar": 1, "portable": 4, "avx2": 8, "avx512": 16}
"""How many 9 × 9 puzzles are searched side by side on each of the kernels' vector paths."""


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


class SudokuMany(ResultSequence[SudokuResult]):
    """What `solve_many` found: arrays, one entry a puzzle; a `SudokuResult` is made when it is asked for.

    Attributes
    ----------
    puzzles, solutions : uint8 arrays of shape (n_puzzles, n_cells)
        The cells as they were given; the first solution, zeros where none was found.
    counts : int64 array
        Solutions found, at most `limit`.
    statuses : uint8 array
        Places in `unriddle.puzzles.framework.result_sequence.STATUSES`.
    guesses : int64 array
        Branchings.
    nodes : int
        Positions taken up, all puzzles together: grids that are searched side by side share their counter.

    Examples
    --------
    >>> many = solve_many(["1234............", "1.1............."])
    >>> many[0].solution.rows, many[1].status.value
    (['1234', '3412', '2143', '4321'], 'NO_SOLUTION')
    """

    def __init__(self, puzzles: NDArray[np.uint8], kind: _Kind, found: _Part, limit: int) -> None:
        self.puzzles = puzzles
        self.solutions, counts, self.guesses, self.nodes = found
        self._layout, self._alphabets = kind
        self._limit = limit
        self.statuses = np.minimum(counts, 2).astype(np.uint8)
        if limit == 1:
            self.statuses[counts == 1] = SOLVED
        self.statuses[counts < 0] = LIMIT
        self.counts = np.where(counts < 0, -1 - counts, counts)

    def __len__(self) -> int:
        return len(self.counts)

    def item(self, index: int) -> SudokuResult:
        """Return one result; of its statistics, the guesses are known."""
        from .puzzle import SudokuPuzzle

        cells, count = self.puzzles[index].tobytes(), int(self.counts[index])
        alphabet = self._alphabets[index % len(self._alphabets)]
        puzzle = SudokuPuzzle._of(Grid(self._layout.n, self._layout, alphabet, cells))
        status = STATUSES[self.statuses[index]]
        return SudokuResult(
            status=status,
            stats=SearchStats(guesses=int(self.guesses[index]), path_length=cells.count(0) if count else 0),
            puzzle=puzzle,
            solution=puzzle._filled(self.solutions[index]) if count else None,
            count=count,
            complete=count < self._limit and status is not Status.LIMIT,
        )

    def lines(self) -> list[str]:
        """Return the solutions on one line each, "" where none was found.

        Examples
        --------
        >>> solve_many(["1234............", "1.1............."]).lines()
        ['1234341221434321', '']
        """
        symbols = "".join(self._alphabets[0])
        if len(self._alphabets) > 1 or len(symbols) != self._layout.n or not symbols.isascii():
            answers = (result.solution for result in self)
            return ["" if answer is None else answer.format(style="line") for answer in answers]
        if symbols == NINE:
            return sudoku9_text.write(self.solutions, self.counts)
        table, size = f" {symbols}".encode().ljust(256), len(symbols) ** 2
        text = self.solutions.tobytes().translate(table).decode("ascii")
        return [
            text[k * size : (k + 1) * size] if count else "" for k, count in enumerate(self.counts.tolist())
        ]

    def columns(self) -> Mapping[str, Any]:
        """Return status, solution as text ("" where there is none), count and guesses."""
        return {
            "status": [str(STATUSES[place]) for place in self.statuses.tolist()],
            "solution": self.lines(),
            "count": self.counts,
            "guesses": self.guesses,
        }


class _Asked:
    """What a call says of the layout of its puzzles, whatever their size."""

    def __init__(self, box: Any, variant: dict[str, Any]) -> None:
        self._box, self._variant = box, {name: value for name, value in variant.items() if value is not None}
        self.usual = box is None and not self._variant
        """Whether it says nothing."""

    @classmethod
    def like(cls, layout: Layout) -> _Asked:
        """Return what asks for a layout that is known."""
        rules = layout.rules()
        return cls(layout.box if layout.plain else rules.pop("box", None), rules)

    def of(self, n: int) -> Layout:
        """Return the layout of grids with n rows."""
        return layout_of(n, self._box, **self._variant)

    def parse(self, text: str, place: int) -> SudokuPuzzle:
        """Return the grid of a text."""
        from .puzzle import SudokuPuzzle

        try:
            return SudokuPuzzle.parse(text, box=self._box, strict=False, **self._variant)
        except PuzzleError as error:
            raise of_many(error, "puzzles", place) from None


def _cells_of(puzzles: Any, asked: _Asked) -> tuple[NDArray[np.uint8], _Kind]:
    """Return the cells of puzzles in any form, what they keep to and their symbols (of all, or of each)."""
    if is_column(puzzles):
        puzzles = read_column(puzzles, name="puzzles")
    if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "UO":
        puzzles = puzzles.tolist()
    if isinstance(puzzles, Iterator):
        return _cells_of_pieces(puzzles, asked)
    if isinstance(puzzles, Iterable) and not isinstance(puzzles, (np.ndarray, Sequence, Mapping)):
        puzzles = list(puzzles)
    if isinstance(puzzles, (list, tuple, Texts)) and len(puzzles):
        if not isinstance(puzzles, Texts) and hasattr(puzzles[0], "alphabet"):
            return _cells_of_grids(puzzles, asked)
        if isinstance(puzzles[0], str) and not BETWEEN.isdisjoint(puzzles[0]):
            return _cells_of_grids(_parsed(puzzles, asked), asked)
    cells = _cells_array(puzzles, asked)
    if cells is None:
        return _cells_of_grids(_parsed(puzzles, asked), asked)
    n = isqrt(cells.shape[1])
    return cells, (asked.of(n), (default_alphabet(n),))


def _parsed(texts: Sequence[str], asked: _Asked) -> list[SudokuPuzzle]:
    """Return the grids of texts that are not all symbols on one line."""
    return [asked.parse(text, k) for k, text in enumerate(texts)]


def _cells_of_pieces(puzzles: Iterator[Any], asked: _Asked) -> tuple[NDArray[np.uint8], _Kind]:
    """Return the cells of what an iterator yields; no more than a piece of it is there at a time."""
    cells: list[NDArray[np.uint8]] = []
    symbols: list[tuple[str, ...]] = []
    layout: Layout | None = None
    for piece in chunked(puzzles):
        found, (layout, alphabets) = _cells_of(piece, asked if layout is None else _Asked.like(layout))
        if cells and found.shape[1] != cells[0].shape[1]:
            raise PuzzleError("puzzles of different lengths, expected one size a call")
        cells.append(found)
        symbols += alphabets * (len(piece) if len(alphabets) == 1 else 1)
    if layout is None:
        return _cells_of([], asked)
    return np.concatenate(cells), (layout, tuple(symbols[:1] if len(set(symbols)) == 1 else symbols))


def _cells_of_grids(puzzles: Sequence[SudokuPuzzle], asked: _Asked) -> tuple[NDArray[np.uint8], _Kind]:
    n = puzzles[0].n
    layout = puzzles[0].layout if asked.usual else asked.of(n)
    for k, puzzle in enumerate(puzzles):
        if getattr(puzzle, "layout", None) is not layout:
            expected = f"expected a grid with {layout.words()}"
            raise PuzzleError(f"{puzzle!r:.60}, {expected}", file="puzzles", index=k)
    cells = np.frombuffer(b"".join(puzzle._grid.cells for puzzle in puzzles), dtype=np.uint8)
    alphabets = tuple(puzzle.alphabet for puzzle in puzzles)
    kind = layout, alphabets[:1] if len(set(alphabets)) == 1 else alphabets
    return cells.reshape(len(puzzles), n * n), kind


def _cells_array(puzzles: ArrayLike | Sequence[str], asked: _Asked) -> NDArray[np.uint8] | None:
    """Return puzzles as a checked uint8 array of shape (n_puzzles, n * n); None for texts in other forms."""
    if isinstance(puzzles, str):
        raise PuzzleError("one string, expected a list of puzzles or an array")
    if isinstance(puzzles, Texts):
        raw = puzzles.table()
        return _cells_of_strings(list(puzzles), asked) if raw is None else _cells_of_bytes(raw, asked)
    if isinstance(puzzles, (list, tuple)) and puzzles and isinstance(puzzles[0], str):
        return _cells_of_strings(puzzles, asked)
    try:
        array = np.asarray(puzzles)
    except ValueError:  # rows of different lengths
        rows: Any = puzzles
        other = next((k for k, row in enumerate(rows) if len(row) != len(rows[0])), None)
        wrong = "another length than the first, expected one size a call"
        raise PuzzleError(wrong, file="puzzles", index=other) from None
    if array.ndim == 3 and array.shape[1] == array.shape[2]:
        array = array.reshape(len(array), array.shape[1] ** 2)
    if array.size == 0 and array.ndim < 2:
        array = np.zeros((0, 81), dtype=np.uint8)
    if array.ndim != 2 or array.dtype.kind not in "iu":
        raise PuzzleError(
            f"array of {array.dtype} and shape {array.shape}, expected whole numbers, (puzzles, cells)"
        )
    n = isqrt(array.shape[1])
    if n * n != array.shape[1]:
        raise PuzzleError(f"{array.shape[1]} cells a puzzle, expected a square number")
    asked.of(n)
    if array.size and (array.max() > n or (array.dtype.kind == "i" and array.min() < 0)):
        row, cell = np.argwhere((array < 0) | (array > n))[0].tolist()
        wrong = f"{array[row, cell]} in cell {cell}, expected 0 to {n}"
        raise PuzzleError(wrong, file="puzzles", index=row)
    return np.ascontiguousarray(array, dtype=np.uint8)


def _cells_of_strings(puzzles: Sequence[str], asked: _Asked) -> NDArray[np.uint8] | None:
    """Return the cells of lines with a symbol for each cell; None where one of them has another form."""
    nine = sudoku9_text.read(puzzles) if isinstance(puzzles, list) else None
    if nine is not None:  # what most are
        asked.of(9)
        return nine
    for k, text in enumerate(puzzles):
        if not isinstance(text, str):
            raise PuzzleError(f"{type(text).__name__}, expected text", file="puzzles", index=k)
    joined = "".join(puzzles)
    if len(set(map(len, puzzles))) > 1 or not joined.isascii() or not joined:
        return None
    raw = np.frombuffer(joined.encode(), dtype=np.uint8)
    return _cells_of_bytes(raw.reshape(len(puzzles), -1), asked)


def _cells_of_bytes(raw: NDArray[np.uint8], asked: _Asked) -> NDArray[np.uint8] | None:
    """Return the cells of puzzles of one byte a cell; None where one of them has another form."""
    n = isqrt(raw.shape[1])
    if n * n != raw.shape[1] or not 1 <= n <= MAX_N:
        return None
    cells, plain = plain_cells(raw, n)
    if not plain.all():
        return None
    asked.of(n)
    return cells


def solve_many(
    puzzles: GridsLike | PuzzlesLike[SudokuPuzzle],
    *,
    limit: int | None = 2,
    limits: Limits | None = None,
    threads: int = 0,
    box: tuple[int, int] | str | None = None,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
    errors: str = "raise",
    **variant: Unpack[Variant],
) -> SudokuMany:
    """Solve many puzzles of one size: arrays in, arrays out.

    Parameters
    ----------
    puzzles : array of shape (n_puzzles, n * n) or (n_puzzles, n, n), or iterable of str or of SudokuPuzzle
        1 to n, 0 is empty (uint8 is not copied); or strings as `SudokuPuzzle.parse` reads them, fastest with
        n * n of the usual symbols; or grids. Arrays and strings may be a column of pandas, polars, pyarrow or
        whatever hands out Arrow data; an iterator is taken in pieces.
    limit : int
        Solutions to look for in each: 1 solves, 2 proves uniqueness, None counts all.
    limits : Limits, optional
        Nodes and seconds that each puzzle may take; its status is then LIMIT. With seconds the puzzles are
        searched one by one, not side by side.
    threads : int
        Threads; 0 is one for each processor the process may use.
    box : (int, int) or str, optional
        Rows and columns of a box; squares by default.
    progress : callable, optional
        Called with the number of puzzles done.
    stop : callable, optional
        Asked from time to time, in every thread; where it says True, KeyboardInterrupt ends the work.
    errors : str, optional
        ``"raise"``, or ``"null"``: a puzzle that cannot be read has no result; see `NullMany`.
    **variant
        What a variant adds to all of them; see `Variant`.

    Returns
    -------
    SudokuMany
        solutions, counts, statuses, guesses; the same whatever `threads` and the processor.

    Raises
    ------
    PuzzleError
        Wrong shape, a number or symbol out of range. Clues that clash are NO_SOLUTION.

    Examples
    --------
    >>> many = solve_many(["." * 81, "11" + "." * 79])
    >>> many.counts.tolist(), [result.status.value for result in many]
    ([2, 0], ['MULTIPLE', 'NO_SOLUTION'])
    """
    if asks_null(errors):

        def solve(taken: Any) -> SudokuMany:
            how: dict[str, Any] = {"limit": limit, "limits": limits, "threads": threads, "box": box}
            return solve_many(taken, progress=progress, stop=stop, **how, **variant)

        asked = _Asked(box, dict(variant))
        nulls: Any = NullMany(*nulled(solve, puzzles, "puzzles", lambda one: _cells_of([one], asked)))
        return nulls  # type: ignore[no-any-return]
    most, bounds = check_limit(limit), check_limits(limits) or Limits()
    cells, kind = _cells_of(puzzles, _Asked(box, dict(variant)))
    work = _Work(kind[0], search_limit(most), bounds, progress)
    parts: dict[int, _Part] = {}

    def part(piece: slice, stopped: Stop) -> None:
        parts[piece.start] = work.solve(cells[piece], stopped)

    in_slices(part, len(cells), threads, stop, least=16 * work.width)
    found = [parts[first] for first in sorted(parts)]
    solutions, counts, guesses = (
        (np.concatenate([p[k] for p in found]) for k in range(3)) if len(found) > 1 else found[0][:3]
    )
    return SudokuMany(cells, kind, (solutions, counts, guesses, sum(p[3] for p in found)), work.limit)


class _Work:
    """How puzzles are solved, and how many are done."""

    def __init__(
        self, layout: Layout, limit: int, limits: Limits, progress: Callable[[int], None] | None
    ) -> None:
        self.layout, self.limit, self._seconds = layout, limit, limits.seconds
        self._nodes = ALL if limits.nodes is None else min(limits.nodes, ALL)
        self.width = simd_lanes() if layout.nine else 1
        self._tell = ProgressCounter(progress).add

    def solve(self, cells: NDArray[np.uint8], stopped: Stop) -> _Part:
        """Solve some puzzles, side by side where that can be."""
        side_by_side = self.layout.nine and self._seconds is None and self._nodes > 0
        return self._solve_lanes(cells, stopped) if side_by_side else self._solve_each(cells, stopped)

    def _solve_lanes(self, cells: NDArray[np.uint8], stopped: Stop) -> _Part:
        search = sudoku9.Lanes(cells, self.limit, self._nodes, self.width, self.layout.added)
        remains, done = True, 0
        while remains:
            remains = search.run(1 << 14)
            if remains and stopped():
                raise KeyboardInterrupt
            self._tell(search.done - done)
            done = search.done
        return search.solutions, search.counts, search.guesses, search.nodes

    def _solve_each(self, cells: NDArray[np.uint8], stopped: Stop) -> _Part:
        solutions = np.zeros_like(cells)
        counts = np.zeros(len(cells), dtype=np.int64)
        guesses = np.zeros(len(cells), dtype=np.int64)
        rows, size = solutions.reshape(-1).data, cells.shape[1]
        nodes, search = 0, None
        for k, puzzle in enumerate(cells):
            search = self._search(puzzle, search)
            remains = self._run(search, stopped)
            if search.first is not None:
                rows[k * size : k * size + size] = search.first
            counts[k] = -1 - search.count if remains else search.count
            guesses[k] = search.guesses
            nodes += search.nodes
            self._tell(1)
        return solutions, counts, guesses, nodes

    def _search(self, cells: NDArray[np.uint8], before: _Search | None) -> _Search:
        if self.layout.nine:
            return sudoku9.Lane(cells.tobytes(), self.limit, groups=self.layout.added)
        if not isinstance(before, LargeSearch):
            return LargeSearch(cells, self.layout, self.limit)
        before.restart(cells)
        return before

    def _run(self, search: _Search, stopped: Stop) -> bool:
        """Run a search within the limits; say whether work remains."""
        end = None if self._seconds is None else perf_counter() + self._seconds
        remains = True
        while remains and search.nodes < self._nodes:
            if stopped():
                raise KeyboardInterrupt
            if end is not None and perf_counter() >= end:
                break
            remains = search.run(min(BRIEF, self._nodes - search.nodes))
        return remains
