"""Sudoku: each symbol once in every row, column and box; any size to 36 × 36.

`SudokuPuzzle` is one grid; `solve_many` takes many at once, arrays in and arrays out.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import Limits, Puzzle, PuzzleError, Result, SearchStats, Status
from ...core.assign import sudoku as kernel
from ...core.assign import sudoku9
from ...running import Outcome, drive
from ...textio import read_text, source_name
from ..common.assigning import by_steps, check_wish
from .many import STATUS_CODES, SudokuBatch, simd_lanes, solve_many
from .search import ALL, Solutions, settle_equals, status_of
from .text import (
    EMPTY,
    Grid,
    check_box,
    default_alphabet,
    format_grid,
    order_symbols,
    parse_cells,
    parse_grid,
    peers_of,
    units_of,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .steps import Difficulty, Step

__all__ = [
    "STATUS_CODES",
    "Solutions",
    "Sudoku",
    "SudokuBatch",
    "SudokuPuzzle",
    "SudokuResult",
    "generate",
    "simd_lanes",
    "solve_many",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SudokuResult(Result):
    """What `SudokuPuzzle.solve` found."""

    puzzle: SudokuPuzzle
    solution: SudokuPuzzle | None
    """A solution, the first found."""
    count: int
    """Solutions found: all there are where the status is UNIQUE or NO_SOLUTION, or no limit was reached."""

    @property
    def rows(self) -> list[str] | None:
        """The rows of the solution as strings, None where there is none."""
        return None if self.solution is None else self.solution.rows

    def __str__(self) -> str:
        head = f"{self.status.value}, {self.count} solution{'' if self.count == 1 else 's'} found"
        return head if self.solution is None else f"{self.solution}\n{head}"

    def _repr_svg_(self) -> str:
        return (self.solution or self.puzzle).svg(givens=self.puzzle)


class SudokuPuzzle(Puzzle):
    """A Sudoku grid, filled in part or in full.

    Parameters
    ----------
    n : int
        Rows, columns and symbols, 2 to 36.
    symbols : sequence of str
        The n * n cells, row by row; ``"*"`` is an empty one (``"."``, ``"0"``, ``"_"`` too where they are
        no symbols).
    symbol_set : iterable of str
        The n symbols.
    box : (int, int), optional
        Rows and columns of a box; by default boxes are square, and n has to be.

    Raises
    ------
    PuzzleError
        Wrong numbers of cells or symbols, an unknown symbol, no square and no box shape. Clues that clash are
        no error here: such a grid has no solution. (`parse` refuses them.)

    Examples
    --------
    >>> grid = SudokuPuzzle(4, list("AB*D" "*D**" "**D*" "D**A"), {"A", "B", "C", "D"})
    >>> print(grid.solve())
    A B | C D
    C D | A B
    ----+----
    B A | D C
    D C | B A
    UNIQUE, 1 solution found
    """

    def __init__(
        self,
        n: int,
        symbols: Sequence[str],
        symbol_set: Iterable[str],
        box: tuple[int, int] | None = None,
    ) -> None:
        shape = check_box(n, box)
        alphabet = order_symbols(symbol_set)
        if len(alphabet) != n:
            raise PuzzleError(f"{len(alphabet)} different symbols, expected {n} for a grid of {n} × {n}")
        if len(symbols) != n * n:
            raise PuzzleError(f"{len(symbols)} cells, expected {n * n} for a grid of {n} × {n}")
        codes = {symbol: k for k, symbol in enumerate(alphabet, 1)}
        for mark in EMPTY:
            codes.setdefault(mark, 0)
        cells = bytearray(n * n)
        for k, symbol in enumerate(symbols):
            code = codes.get(symbol)
            if code is None:
                raise PuzzleError(
                    f"unknown symbol {symbol!r} at row {k // n + 1}, column {k % n + 1}, expected one of "
                    f"{' '.join(alphabet)}, or * for an empty cell"
                )
            cells[k] = code
        self._grid = Grid(n, shape, alphabet, bytes(cells))

    @classmethod
    def _of(cls, grid: Grid) -> SudokuPuzzle:
        puzzle = cls.__new__(cls)
        puzzle._grid = grid
        return puzzle

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        symbols: Iterable[str] | None = None,
        box: tuple[int, int] | None = None,
        file: str | None = None,
    ) -> SudokuPuzzle:
        """Read a grid: one line of n * n characters, or rows, spaced or not, with or without drawn boxes.

        Parameters
        ----------
        text : str
            ``.``, ``0``, ``*`` and ``_`` are empty cells. Lines that begin with # are left out.
        symbols : iterable of str, optional
            The n symbols in order. By default 1 to 9, then A to Z; n others where all of them occur.
        box : (int, int), optional
            Rows and columns of a box, as (2, 3) for 6 × 6.
        file : str, optional
            Named in errors.

        Raises
        ------
        PuzzleError
            With line and column: wrong sizes, unknown or too many symbols, clues that clash.

        Examples
        --------
        >>> SudokuPuzzle.parse("12.. .... .... ...1".replace(" ", "")).count()
        6
        """
        return cls._of(parse_grid(text, symbols=symbols, box=box, file=file))

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        symbols: Iterable[str] | None = None,
        box: tuple[int, int] | None = None,
    ) -> SudokuPuzzle:
        """Read a grid from a file, or from standard input for ``-``; see `parse`."""
        return cls.parse(read_text(path, limit=1 << 20), symbols=symbols, box=box, file=source_name(path))

    @classmethod
    def from_array(cls, values: ArrayLike, box: tuple[int, int] | None = None) -> SudokuPuzzle:
        """Make a grid of numbers, of shape (n, n) or (n * n,): 1 to n, 0 is empty.

        Examples
        --------
        >>> SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).count()
        12
        """
        array = np.asarray(values)
        n = isqrt(array.size)
        if array.shape not in ((n, n), (n * n,)) or array.dtype.kind not in "iu":
            raise PuzzleError(f"array of {array.dtype} and shape {array.shape}, expected n × n whole numbers")
        shape = check_box(n, box)
        if array.min() < 0 or array.max() > n:
            raise PuzzleError(
                f"a cell of {array.min() if array.min() < 0 else array.max()}, expected 0 to {n}"
            )
        return cls._of(Grid(n, shape, default_alphabet(n), array.astype(np.uint8).tobytes()))

    @classmethod
    def generate(cls, seed: int, n: int = 9, **options: Any) -> SudokuPuzzle:
        """Make a puzzle with exactly one solution; see `generate`."""
        return generate(seed, n, **options)

    # what it is

    @property
    def n(self) -> int:
        """Rows, columns and symbols."""
        return self._grid.n

    @property
    def box(self) -> tuple[int, int]:
        """Rows and columns of a box."""
        return self._grid.box

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The symbols in order; the k-th has value k + 1 in arrays."""
        return self._grid.alphabet

    @property
    def symbol_set(self) -> set[str]:
        """The symbols."""
        return set(self._grid.alphabet)

    @property
    def symbols(self) -> list[str]:
        """The cells row by row, ``"*"`` where empty."""
        signs = ("*", *self._grid.alphabet)
        return [signs[value] for value in self._grid.cells]

    @property
    def rows(self) -> list[str]:
        """The rows as strings, ``.`` where empty; symbols of more than one character are spaced."""
        return (
            format_grid(self._grid, "rows").replace(" ", "").split("\n") if self._narrow else self._wide_rows
        )

    @property
    def _narrow(self) -> bool:
        return all(len(symbol) == 1 for symbol in self._grid.alphabet)

    @property
    def _wide_rows(self) -> list[str]:
        return [" ".join(row.split()) for row in format_grid(self._grid, "rows").split("\n")]

    @property
    def clues(self) -> int:
        """Cells that are filled."""
        return len(self._grid.cells) - self._grid.cells.count(0)

    def array(self) -> NDArray[np.uint8]:
        """Return the cells as uint8 array of shape (n, n): 1 to n, 0 is empty."""
        return np.frombuffer(self._grid.cells, dtype=np.uint8).reshape(self.n, self.n).copy()

    def configuration(self) -> Hashable:
        """Return size, boxes, symbols and cells."""
        return self._grid

    def format(self, style: str = "grid") -> str:
        """Draw it: ``grid`` with boxes, ``rows`` without, ``line`` in one line.

        Examples
        --------
        >>> SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).format("line")
        '1234............'
        """
        return format_grid(self._grid, style)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"<SudokuPuzzle {self.n} × {self.n}, {self.clues} clues: {self.format('line')}>"

    def svg(self, givens: SudokuPuzzle | None = None) -> str:
        """Draw it as SVG; cells that `givens` leaves empty are shown lighter."""
        from .draw import draw

        return draw(self._grid, (self if givens is None else givens)._grid.cells)

    def _repr_svg_(self) -> str:
        return self.svg()

    # as a Puzzle: one cell a step

    def is_solved(self) -> bool:
        """Say whether every cell is filled and no symbol stands twice in a row, column or box."""
        cells = self._grid.cells
        return 0 not in cells and all(len({cells[c] for c in unit}) == self.n for unit in units_of(self.box))

    def extensions(self) -> list[SudokuPuzzle]:
        """Return the grids with the first empty cell filled, by each symbol that its peers leave."""
        n, box, alphabet, cells = self._grid
        cell = cells.find(0)
        if cell < 0:
            return []
        taken = {cells[peer] for peer in peers_of(box)[cell]}
        return [
            self._of(Grid(n, box, alphabet, cells[:cell] + bytes([value]) + cells[cell + 1 :]))
            for value in range(1, n + 1)
            if value not in taken
        ]

    def fail_fast(self) -> bool:
        """Say whether some empty cell has no symbol left: its row, column and box use up all of them."""
        n, box, _, cells = self._grid
        return any(
            not value and len({cells[peer] for peer in peers} - {0}) == n
            for value, peers in zip(cells, peers_of(box), strict=True)
        )

    # solving

    def _search(self, limit: int, every: int = 0) -> sudoku9.Lanes | kernel.Search:
        cells = np.frombuffer(self._grid.cells, dtype=np.uint8)
        if self.box == (3, 3):
            return sudoku9.Lanes(cells.reshape(1, 81), limit, lanes=1, every=every)
        return kernel.Search(cells, *self.box, limit=limit)

    def _filled(self, values: NDArray[np.uint8]) -> SudokuPuzzle:
        return self._of(self._grid._replace(cells=values.tobytes()))

    def solve(
        self,
        limits: Limits | None = None,
        *,
        limit: int | None = 2,
        method: str = "kernel",
        progress: Callable[[int], None] | None = None,
    ) -> SudokuResult:
        """Find a solution and say whether it is the only one.

        Parameters
        ----------
        limits : Limits, optional
            Seconds and nodes; nodes are positions taken up: the grid, each guess and each way back from one.
        limit : int
            Solutions to look for: 1 solves, 2 proves uniqueness, more counts, None counts all.
        method : str
            ``kernel``, the compiled engine; or the general solvers, one cell a step, to the first solution:
            ``dfs`` (depth_first_solve), ``bfs`` (breadth_first_solve).
        progress : callable, optional
            Called with the nodes visited from time to time.

        Returns
        -------
        SudokuResult
            Status UNIQUE, MULTIPLE, NO_SOLUTION, LIMIT; SOLVED for ``limit=1`` and by the general solvers.

        Examples
        --------
        >>> line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
        >>> result = SudokuPuzzle.parse(line).solve()
        >>> result.status.value, result.rows[0]
        ('UNIQUE', '987654321')
        """
        check_wish(method, limit)
        if method != "kernel":
            steps, last = by_steps(self, method, limits, progress)
            return SudokuResult(**steps.common, puzzle=self, solution=last, count=steps.count)
        start = time.perf_counter()
        search = self._search(ALL if limit is None else min(limit, ALL))
        solution: NDArray[np.uint8] | None = None
        if isinstance(search, sudoku9.Lanes):
            outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
            count, guesses = int(search.counts[0]), int(search.guesses[0])
            if count:
                solution = search.solutions[0]
        else:

            def run(budget: int) -> bool:
                nonlocal solution
                remains = search.run(budget)
                taken = search.take()
                if solution is None and taken:
                    solution = taken[0]
                return remains

            outcome = drive(run, limits, nodes=lambda: search.nodes, progress=progress)
            count, guesses = search.count, search.guesses
        status = Status.SOLVED if limit == 1 and count else status_of(count)
        return SudokuResult(
            status=status if outcome is Outcome.FINISHED else Status.LIMIT,
            interrupted=outcome is Outcome.INTERRUPTED,
            puzzle=self,
            solution=None if solution is None else self._filled(solution),
            count=count,
            stats=SearchStats(
                nodes=search.nodes,
                guesses=guesses,
                propagations=search.propagations,
                seconds=time.perf_counter() - start,
                path_length=self._grid.cells.count(0) if solution is not None else 0,
            ),
        )

    def solutions(self, limit: int | None = None, limits: Limits | None = None) -> Solutions:
        """Return an iterator of the solutions, each once, found as they are asked for.

        Parameters
        ----------
        limit : int, optional
            Most solutions.
        limits : Limits, optional
            Seconds and nodes; `Solutions.status` says afterwards whether one was reached.

        Examples
        --------
        >>> sum(1 for _ in SudokuPuzzle.from_array([[0] * 4] * 4).solutions())
        288
        """
        return Solutions(self, limit, limits)

    def count(self, limit: int | None = None) -> int:
        """Return the number of solutions, at most `limit`.

        Examples
        --------
        >>> SudokuPuzzle.from_array([[0] * 4] * 4).count()
        288
        """
        if limit is not None and limit < 1:
            return 0
        grid, ways = settle_equals(self._grid)
        most = ALL if limit is None else min(-(-limit // ways), ALL)
        result = self._of(grid).solve(limit=most)
        if result.interrupted:
            raise KeyboardInterrupt
        return result.count * ways if limit is None else min(result.count * ways, limit)

    def faults(self, solution: SudokuPuzzle | str | ArrayLike) -> list[str]:
        """Say everything that keeps `solution` from being one of this grid; see `check`.

        Examples
        --------
        >>> SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).faults("1234341221434323")
        ['row 4 has 1 0 times', 'column 4 has 1 0 times', ...]
        """
        from .check import faults

        n, box, alphabet, _ = self._grid
        if isinstance(solution, SudokuPuzzle):
            if solution.box != box:
                return [f"boxes of {solution.box[0]} × {solution.box[1]}, expected {box[0]} × {box[1]}"]
            shown = solution.symbols
        elif isinstance(solution, str):
            shown = self._of(self._grid._replace(cells=parse_cells(solution, n, alphabet))).symbols
        else:
            other = SudokuPuzzle.from_array(solution, box)
            shown = self._of(self._grid._replace(cells=other._grid.cells)).symbols
        return faults(self.symbols, shown, box, alphabet)

    def check(self, solution: SudokuPuzzle | str | ArrayLike) -> bool:
        """Say whether `solution` fills this grid by the rules; shares no code with the solver.

        A grid, text or numbers; see `faults`.

        Examples
        --------
        >>> SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).check("1234341221434321")
        True
        """
        return not self.faults(solution)

    def steps(self) -> list[Step]:
        """Return the reasoning of a person, step by step, guesses included; see `sudoku_steps.explain`.

        Examples
        --------
        >>> for step in SudokuPuzzle.parse("123.34.2.1..4321").steps()[:2]: print(step)
        naked single: row 1, column 4 is 4 (no other symbol is left there)
        naked single: row 2, column 3 is 1 (no other symbol is left there)
        """
        from .steps import explain

        found = self.solve(limit=1).solution
        return explain(
            self._grid.cells, self.box, self.alphabet, None if found is None else found._grid.cells
        )

    def difficulty(self) -> Difficulty:
        """Return how hard it is for a person: the hardest kind of step that `steps` needs."""
        from .steps import rate

        return rate(self.steps())


Sudoku = SudokuPuzzle


def generate(
    seed: int,
    n: int = 9,
    *,
    box: tuple[int, int] | None = None,
    symmetry: str = "none",
    clues: int | None = None,
    difficulty: str | None = None,
    minimal: bool | None = None,
    effort: int | None = None,
    attempts: int = 1000,
) -> SudokuPuzzle:
    """Make a puzzle with exactly one solution, the same for the same arguments.

    Parameters
    ----------
    seed : int
        Start of the random numbers.
    n : int
        Rows.
    box : (int, int), optional
        Rows and columns of a box; squares by default.
    symmetry : str
        Which clues stand and fall together: ``none``, ``rotation`` (half a turn), ``quarter``,
        ``horizontal``, ``vertical``, ``diagonal``.
    clues : int, optional
        Exactly so many; by default as few as the choice of clues leads to.
    difficulty : str, optional
        ``easy``, ``medium``, ``hard`` or ``expert``; see `SudokuPuzzle.difficulty`.
    minimal : bool, optional
        No clue (with a symmetry: no set of clues that belong together) can be taken away; by default so
        unless `clues` is given.
    effort : int, optional
        Nodes that the proof for one clue may take; where it takes more, the clue stays. For 25 × 25 and
        larger: minimal puzzles of that size take long to prove. The result is then unique, but not surely
        minimal.
    attempts : int
        Grids to try.

    Raises
    ------
    PuzzleError
        Wrong arguments; nothing of the kind in so many attempts.

    Examples
    --------
    >>> puzzle = generate(1)
    >>> puzzle.solve().status.value, puzzle == generate(1)
    ('UNIQUE', True)
    """
    from .generate import make
    from .steps import Difficulty, explain, rate

    shape = check_box(n, box)
    alphabet = default_alphabet(n)
    if difficulty is not None and difficulty not in {level.value for level in Difficulty}:
        raise PuzzleError(
            f"difficulty {difficulty!r}, expected one of {', '.join(level.value for level in Difficulty)}"
        )

    def fits(cells: bytes, solution: bytes) -> bool:
        return difficulty is None or rate(explain(cells, shape, alphabet, solution)).value == difficulty

    cells = make(
        seed,
        shape,
        symmetry=symmetry,
        clues=clues,
        minimal=minimal,
        effort=effort,
        attempts=attempts,
        fits=fits,
    )
    return SudokuPuzzle._of(Grid(n, shape, alphabet, cells))
