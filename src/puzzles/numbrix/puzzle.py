"""Numbrix and Hidato: number the cells so that successive numbers are neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...base import Limits, Puzzle, PuzzleError, Result
from ...core import topology
from ...core.assign.numbrix import PathSearch
from ..common.assigning import by_steps, check_wish, run_search
from ..common.many import Stop, in_slices, watch
from ..common.solutions import NOTHING, Solutions
from ..common.steps import Step, grade
from .steps import LEVELS, reason
from .text import Cell, read_grid

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Grid", "Hidato", "Numbrix", "PathResult", "solve_many"]

MAX_SIDE = 50
HOLE = -1
Grid = tuple[tuple[int, ...], ...]
"""Rows of numbers, -1 where a hole."""


@lru_cache(maxsize=64)
def _whole_table(rows: int, cols: int, steps: int, wrap: bool) -> NDArray[np.int32]:
    """Return the neighbours on a board without holes; shared, so not to be written to."""
    table = topology.neighbours(rows, cols, steps, wrap)
    table.flags.writeable = False
    return table


def _spot(place: tuple[int, int]) -> str:
    return f"row {place[0] + 1}, column {place[1] + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PathResult(Result):
    """What `solve` of a Numbrix or Hidato found."""

    solution: Grid | None
    """Rows of numbers of the first solution, -1 where a hole."""
    count: int
    """Solutions found, at most the limit; exact where `complete`."""
    complete: bool
    """Whether every solution has been counted."""
    reason: str = ""
    """Why there is no solution, where that was clear before any search."""
    learnt: int = 0
    """Conflicts that the search learnt from; 0 for all but hard boards."""

    @property
    def path(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each number in order; empty without a solution."""
        places = {number: (r, c) for r, row in enumerate(self.solution or ()) for c, number in enumerate(row)}
        return tuple(places[number] for number in range(1, max(places, default=0) + 1))

    def __str__(self) -> str:
        if self.solution is None:
            return self.reason or self.status.value
        return "\n".join(" ".join("#" if v < 0 else str(v) for v in row) for row in self.solution)


class Numbrix(Puzzle):
    """A Numbrix: numbers from 1 fill the cells, each a horizontal or vertical step from the one before.

    Parameters
    ----------
    grid : array-like of int, shape (rows, columns)
        The clues; 0 where empty, -1 where a hole. At most 50 x 50.
    wrap : bool
        Opposite edges touch.

    Raises
    ------
    PuzzleError
        Sizes, a number out of range, a number given twice.

    Examples
    --------
    >>> puzzle = Numbrix.parse("1 . . / . 5 . / . . 9")
    >>> puzzle.solve().status
    <Status.MULTIPLE: 'MULTIPLE'>
    >>> sorted(puzzle.solutions())
    [((1, 2, 3), (6, 5, 4), (7, 8, 9)), ((1, 6, 7), (2, 5, 8), (3, 4, 9))]
    """

    topology: ClassVar[int] = topology.ROOK
    """How numbers step; see `unriddle.core.topology`."""

    def __init__(self, grid: ArrayLike, *, wrap: bool = False) -> None:
        try:
            array = np.asarray(grid)
        except ValueError:
            raise PuzzleError("rows of different lengths, expected a rectangle") from None
        if array.ndim != 2 or array.dtype.kind not in "iu":
            raise PuzzleError(f"an array of shape {array.shape} and type {array.dtype}, expected rows of int")
        if max(array.shape) > MAX_SIDE:
            raise PuzzleError(
                f"{array.shape[0]} rows of {array.shape[1]} cells, expected at most {MAX_SIDE} of each"
            )
        self._set([[Cell(value) for value in row] for row in array.tolist()], wrap, None)

    @classmethod
    def parse(cls, text: str, *, wrap: bool = False, file: str | None = None) -> Numbrix:
        r"""Read a board.

        Parameters
        ----------
        text : str
            A row a line (or apart by ``/``): numbers, ``.`` ``_`` ``?`` or 0 where empty, ``#`` ``X`` or -1
            for holes, apart by white space, commas or the lines of a drawn box.
        wrap : bool
            Opposite edges touch.
        file : str, optional
            Its name for errors.

        Raises
        ------
        PuzzleError
            With line and column.

        Examples
        --------
        >>> print(Numbrix.parse("+---+---+\n| 1 |   |\n+---+---+\n|   | # |\n+---+---+").format(box=False))
        1 .
        . #
        """
        self = cls.__new__(cls)
        self._set(read_grid(text, MAX_SIDE, file), wrap, file)
        return self

    def _set(self, cells: list[list[Cell]], wrap: bool, file: str | None) -> None:
        rows, cols = len(cells), len(cells[0]) if cells else 0
        if rows * cols == 0:
            raise PuzzleError("no cells, expected a board", file=file)
        for row in cells:
            if len(row) != cols:
                last = row[-1] if row else Cell(0)
                raise PuzzleError(
                    f"a row of {len(row)} cells, expected {cols}",
                    file=file,
                    line=last.line,
                    column=last.column,
                )
        n = sum(cell.value != HOLE for row in cells for cell in row)
        if n == 0:
            raise PuzzleError("holes only, expected at least one cell", file=file)
        at: dict[int, tuple[int, int]] = {}
        for r, row in enumerate(cells):
            for c, cell in enumerate(row):
                wrong = ""
                if not HOLE <= cell.value <= n:
                    wrong = f"{cell.value} at {_spot((r, c))}, expected 1 to {n}"
                elif cell.value in at:
                    wrong = (
                        f"{cell.value} is given twice, at {_spot(at[cell.value])} and at {_spot((r, c))},"
                        " expected each number once"
                    )
                if wrong:
                    raise PuzzleError(wrong, file=file, line=cell.line, column=cell.column)
                if cell.value > 0:
                    at[cell.value] = (r, c)
        self.rows, self.cols, self.wrap, self.n_numbers = rows, cols, bool(wrap), n
        self.grid: Grid = tuple(tuple(cell.value for cell in row) for row in cells)
        self._at = at

    # The contract of `Puzzle`: the way it is usually taught, for the general solvers.

    def configuration(self) -> tuple[object, ...]:
        """Return the grid and whether it wraps."""
        return (self.grid, self.wrap)

    def is_solved(self) -> bool:
        """Say whether all numbers stand and follow each other."""
        return len(self._at) == self.n_numbers and self.check(self.grid)

    def extensions(self) -> list[Numbrix]:
        """Return the boards with the first missing number beside the one before it, 1 anywhere."""
        number = next((k for k in range(1, self.n_numbers + 1) if k not in self._at), None)
        if number is None:
            return []
        return [
            self._with(number, r, c)
            for r, row in enumerate(self.grid)
            for c, value in enumerate(row)
            if value == 0 and (number == 1 or self._distance(self._at[number - 1], (r, c)) == 1)
        ]

    def fail_fast(self) -> bool:
        """Say whether two numbers that stand are too far apart."""
        return self._too_far() != ""

    def _with(self, number: int, row: int, col: int) -> Numbrix:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        changed = (*self.grid[row][:col], number, *self.grid[row][col + 1 :])
        other.grid = (*self.grid[:row], changed, *self.grid[row + 1 :])
        other._at = {**self._at, number: (row, col)}
        return other

    def _distance(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Return the steps from cell to cell on a board without holes."""
        dr, dc = abs(a[0] - b[0]), abs(a[1] - b[1])
        if self.wrap:
            dr, dc = min(dr, self.rows - dr), min(dc, self.cols - dc)
        return dr + dc if self.topology == topology.ROOK else max(dr, dc)

    # What is clear before any search

    def reason_against(self) -> str:
        """Return why there is no solution, as far as distance, colour and holes show it; else "".

        Examples
        --------
        >>> Numbrix.parse("1 . 2").reason_against()
        '1 at row 1, column 1 and 2 at row 1, column 3 are 2 steps apart, 1 by their numbers'
        """
        return self._too_far() or self._wrong_colour() or self._apart()

    def _too_far(self) -> str:
        for (a, at_a), (b, at_b) in pairwise(sorted(self._at.items())):
            steps = self._distance(at_a, at_b)
            if steps > b - a:
                return (
                    f"{a} at {_spot(at_a)} and {b} at {_spot(at_b)} are {steps} steps apart,"
                    f" {b - a} by their numbers"
                )
        return ""

    def _two_coloured(self) -> bool:
        """Say whether each step changes the colour of a chessboard."""
        odd = (self.rows > 2 and self.rows % 2 == 1) or (self.cols > 2 and self.cols % 2 == 1)
        return self.topology == topology.ROOK and not (self.wrap and odd)

    def _colours(self) -> tuple[int, int]:
        """Return how many cells are light (as the upper left) and dark."""
        if self.n_numbers == self.rows * self.cols:
            light = (self.n_numbers + 1) // 2
        else:
            cells = ((r + c, v) for r, row in enumerate(self.grid) for c, v in enumerate(row))
            light = sum(v != HOLE and way % 2 == 0 for way, v in cells)
        return light, self.n_numbers - light

    def _wrong_colour(self) -> str:
        if not self._two_coloured():
            return ""
        light, dark = self._colours()
        if abs(light - dark) > 1:
            return f"{light} light and {dark} dark cells, and each step changes the colour"
        odd_on_light: dict[bool, int] = {}  # whether odd numbers stand on light cells -> one that says so
        for number, (r, c) in self._at.items():
            odd_on_light.setdefault((r + c + number) % 2 == 1, number)
        if len(odd_on_light) == 2:
            a, b = sorted(odd_on_light.values())
            return f"{a} and {b} clash: each step changes the colour of the chessboard"
        for on_light, number in odd_on_light.items():
            if light != dark and on_light != (light > dark):
                return f"{number} stands on the wrong colour: there are {light} light and {dark} dark cells"
        return ""

    def _apart(self) -> str:
        if self.n_numbers == self.rows * self.cols:
            return ""
        table = self._table().tolist()
        flat = [v for row in self.grid for v in row]
        seen = {next(cell for cell, v in enumerate(flat) if v != HOLE)}
        queue = list(seen)
        for cell in queue:
            new = [other for other in table[cell] if other < len(flat) and other not in seen]
            seen.update(new)
            queue += new
        return "" if len(seen) == self.n_numbers else "the holes part the board"

    # Solving

    def _table(self) -> NDArray[np.int32]:
        if self.n_numbers == self.rows * self.cols:
            return _whole_table(self.rows, self.cols, self.topology, self.wrap)
        blocked = (np.array(self.grid, dtype=np.int32).reshape(-1) < 0).astype(np.uint8)
        return topology.neighbours(self.rows, self.cols, self.topology, self.wrap, blocked)

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return what the kernel takes: the table of neighbours and the clues of all cells (both int32)."""
        return self._table(), np.fromiter(chain.from_iterable(self.grid), np.int32, self.rows * self.cols)

    def _search(self, limit: int, stop_each: bool = False) -> PathSearch:
        table, clues = self.arrays()
        starts = None
        if not self._at and self._two_coloured():
            light, dark = self._colours()
            if light != dark:  # the first number stands on the colour that there is more of
                colour = np.add.outer(np.arange(self.rows), np.arange(self.cols)) % 2
                starts = (colour.reshape(-1) == (light < dark)).astype(np.uint8)
        return PathSearch(table, clues, limit, stop_each, starts=starts)

    def _rows(self, cells: NDArray[np.int32]) -> Grid:
        flat = cells.tolist()
        return tuple(tuple(flat[k : k + self.cols]) for k in range(0, len(flat), self.cols))

    def solve(
        self,
        *,
        limits: Limits | None = None,
        limit: int | None = 2,
        method: str = "kernel",
        progress: Callable[[int], None] | None = None,
    ) -> PathResult:
        """Solve, with proof of uniqueness.

        Parameters
        ----------
        limits : Limits, optional
            Seconds and nodes.
        limit : int, optional
            Solutions to count; 2 settles uniqueness, None counts all.
        method : str
            ``kernel``, the compiled engine; or the general solvers, the next number a step, to the first
            solution: ``dfs`` (depth_first_solve), ``bfs`` (breadth_first_solve).
        progress : callable, optional
            Called with the nodes visited from time to time.

        Returns
        -------
        PathResult
            Status UNIQUE, MULTIPLE, NO_SOLUTION (with a reason where it shows before any search), LIMIT;
            SOLVED where `limit` is 1, and by the general solvers. With LIMIT a solution that was found before
            is in the result: it is then unknown whether there are others.

        Notes
        -----
        A bitboard of cells for each number, narrowed to the surroundings of the numbers before and after it;
        cells and numbers matched both ways; then one cell of the tightest number is tried. After 2,000 dead
        ends in a row the board is handed to walks that mend themselves (where steps are a king's) and to a
        search that learns from its conflicts.
        """
        check_wish(method, limit)
        start = perf_counter()
        against = self._wrong_colour() or self._apart()  # what a search might take long to see
        learnt = 0
        if method == "kernel":
            search = self._search((1 << 62) if limit is None else limit)
            run = run_search(
                NOTHING if against else search,
                limit,
                limits,
                progress,
                start=start,
                length=lambda: self.n_numbers,
                pruned=lambda: search.learnt,
            )
            solution = None if search.first is None else self._rows(search.first)
            learnt = search.learnt
        else:
            run, last = by_steps(self, method, limits, progress)
            solution = None if last is None else last.grid
        return PathResult(
            **run.common,
            solution=solution,
            count=run.count,
            complete=run.complete,
            reason=self.reason_against() if run.complete and solution is None else "",
            learnt=learnt,
        )

    def count(self, limit: int | None = None) -> int:
        """Return the number of solutions, at most `limit`.

        Examples
        --------
        >>> Numbrix([[0] * 4] * 4).count()  # each of the 276 paths, in both directions
        552
        """
        return self.solve(limit=limit).count

    def solutions(self, limit: int | None = None, *, limits: Limits | None = None) -> Solutions[Grid]:
        """Return an iterator over the solutions, rows of numbers each, in a fixed order."""
        search = None if self.reason_against() else self._search(1 << 62, stop_each=True)
        return Solutions(search, lambda cells: (self._rows(cells),), limit, limits)

    def check(self, solution: Sequence[Sequence[int]]) -> bool:
        """Say whether rows of numbers solve this puzzle; shares nothing with the solver.

        Examples
        --------
        >>> Numbrix.parse("1 . / . 3").check([[1, 2], [4, 3]])
        True
        """
        if len(solution) != self.rows or any(len(row) != self.cols for row in solution):
            return False
        at: dict[int, tuple[int, int]] = {}
        for r, row in enumerate(solution):
            for c, value in enumerate(row):
                clue = self.grid[r][c]
                if (clue == HOLE) != (value == HOLE) or (clue > 0 and clue != value):
                    return False
                if value != HOLE:
                    at[value] = (r, c)
        if sorted(at) != list(range(1, self.n_numbers + 1)):
            return False
        return all(self._distance(at[k], at[k + 1]) == 1 for k in range(1, self.n_numbers))

    # Explaining

    def steps(self) -> tuple[Step, ...]:
        """Return the reasoning a person would follow, up to the solution or to where a guess is needed.

        Techniques from easy to hard: ``one place`` (beside numbers that stand already), ``corridor`` (the
        cells that the numbers before and after can reach), ``one number`` (one number can stand on a cell),
        ``guess``; ``contradiction`` ends a puzzle that has no solution.
        """
        against = self.reason_against()
        if against:
            return (Step(kind="contradiction", text=against),)
        return tuple(reason(self.rows, self.cols, *self.arrays()))

    def difficulty(self) -> str:
        """Return easy, medium, hard or very hard: the level of the hardest of `steps`."""
        return grade(self.steps(), LEVELS)

    # Showing

    def format(self, solution: Sequence[Sequence[int]] | None = None, *, box: bool = True) -> str:
        """Return the board, or a solution, as text, with or without the lines of a box."""
        shown = self.grid if solution is None else solution
        width = len(str(self.n_numbers))
        rows = [[{0: ".", HOLE: "#"}.get(v, str(v)).rjust(width) for v in row] for row in shown]
        if not box:
            return "\n".join(" ".join(row) for row in rows)
        line = "+" + f"{'-' * (width + 2)}+" * self.cols
        return "\n".join([line, *(f"| {' | '.join(row)} |\n{line}" for row in rows)])

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rows}x{self.cols}, {len(self._at)} clues>"

    def svg(self, solution: Sequence[Sequence[int]] | None = None) -> str:
        """Return a picture of the board, or of a solution with its path."""
        from .draw import draw

        return draw(self.grid, self.grid if solution is None else solution, type(self).__name__)

    def _repr_svg_(self) -> str:
        return self.svg()

    @classmethod
    def generate(
        cls,
        seed: int = 0,
        *,
        rows: int = 9,
        cols: int = 9,
        clues: int | None = None,
        wrap: bool = False,
        ends: bool = False,
    ) -> Numbrix:
        """Return a board with exactly one solution; the same for the same arguments.

        Parameters
        ----------
        seed : int
            Of the random choices.
        rows, cols : int
            Size.
        clues : int, optional
            How many numbers to give; else as few as come about by taking one after the other away, or a
            quarter of the cells on boards of more than 400.
        wrap : bool
            Opposite edges touch.
        ends : bool
            Give the first and the last number in any case.

        Raises
        ------
        PuzzleError
            Sizes; no board with so few clues came up.

        Notes
        -----
        A path through all cells is mixed by backbites (Mansfield 1982): its end is joined to a neighbouring
        cell of the path and what became a loop is cut open. Then clues are taken away in random order while
        the solution stays the only one.
        """
        from .generate import make

        grid = make(seed, rows, cols, cls.topology, wrap, clues, ends, MAX_SIDE)
        return cls(grid, wrap=wrap)


class Hidato(Numbrix):
    """A Hidato: a Numbrix whose numbers step like a king, diagonally too.

    Examples
    --------
    >>> print(Hidato.parse("1 . / . 3").solve(limit=None).count)
    2
    """

    topology: ClassVar[int] = topology.KING


def solve_many(
    puzzles: Iterable[Numbrix],
    *,
    limits: Limits | None = None,
    limit: int | None = 2,
    threads: int = 0,
    stop: Stop | None = None,
) -> list[PathResult]:
    """Solve many boards, of any sizes, on several threads.

    Parameters
    ----------
    puzzles : iterable of Numbrix or Hidato
        The boards.
    limits : Limits, optional
        For each of them.
    limit : int, optional
        As for `Numbrix.solve`.
    threads : int
        Threads; 0 takes all cores.
    stop : callable, optional
        Asked from time to time, in every thread; where it says True, KeyboardInterrupt ends the work.

    Examples
    --------
    >>> [result.status.value for result in solve_many([Numbrix.parse("1 . / . .")] * 2)]
    ['MULTIPLE', 'MULTIPLE']
    """
    boards = list(puzzles)
    results: list[Any] = [None] * len(boards)

    def work(part: slice, stopped: Stop) -> None:
        for k in range(part.start, part.stop):
            results[k] = boards[k].solve(limits=limits, limit=limit, progress=watch(stopped))
            if results[k].interrupted:
                raise KeyboardInterrupt

    in_slices(work, len(boards), threads, stop)
    return results
