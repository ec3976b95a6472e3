"""Sudoku: each symbol once in every row, column and box; any size to 36 × 36."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np

from ...base import Limits, PuzzleError, SearchStats
from ...search.run_loop import FIRST_SLICE, TRIAL
from ..framework.assignment_puzzle import METHODS, Assigned, Ending, search_limit, stats_of
from ..framework.steps import Difficulty, Rating, Step, Steps
from .alphabet import SYMBOLS, default_alphabet, is_lettered
from .format import format_grid, grid_text
from .latin import WeightedSearch, second_rows
from .parse import Grid, array_cells, filled_grid, parse_cells, parse_grid
from .result import SudokuResult, sudoku_result
from .search import ALONE, PROOF, SolutionSource, break_symmetry, search_of
from .state import SudokuState
from .variants import Variant, layout_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ...io.grid_text import Symbols
    from ...typing import GridsLike, PuzzlesLike
    from ..framework.html import View
    from ..framework.result_sequence import Stop
    from .many import SudokuMany

__all__ = ["Sudoku", "SudokuPuzzle"]

Progress = Callable[[int], None]


class SudokuPuzzle(Assigned[SudokuResult, "SudokuPuzzle"], SudokuState):
    """A Sudoku grid, filled in part or in full.

    Parameters
    ----------
    n : int
        Rows, columns and symbols, 1 to 36.
    symbols : sequence of str
        The n * n cells, row by row; ``"*"`` is an empty one (``"."``, ``"0"``, ``"_"`` too where they are
        no symbols).
    symbol_set : iterable of str
        The n symbols.
    box : (int, int) or str, optional
        Rows and columns of a box, as (2, 3) or ``"2x3"``; by default boxes are square, and n has to be.
    **variant
        What a variant adds, by keyword: ``regions``, ``variants``, ``groups``, ``even``, ``odd``,
        ``relations``; see `Variant`.

    Raises
    ------
    PuzzleError
        Wrong numbers of cells or symbols, an unknown symbol, no square and no box shape, rules that no grid
        of this size has. Clues that clash are no error here: such a grid has no solution. (`parse` refuses
        them.)

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

    METHODS: ClassVar[tuple[str, ...]] = METHODS
    SYMBOLS: ClassVar[Symbols] = SYMBOLS
    LONGEST: ClassVar[int] = 1 << 20

    # Text, arrays, pictures

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        symbols: Iterable[str] | None = None,
        box: tuple[int, int] | str | None = None,
        strict: bool = True,
        file: str | None = None,
        **variant: Unpack[Variant],
    ) -> SudokuPuzzle:
        """Read a grid: one line of n * n characters, rows, a drawn frame, CSV, JSON, or candidates.

        Parameters
        ----------
        text : str
            ``.``, ``0``, ``*``, ``_``, ``?``, ``-``, ``x`` and blank cells are empty; rows are lines, or
            apart by ``/``. Lines that begin with # are left out. Of candidates, a cell with one is given.
            Below the grid may stand rules, such as ``variants: diagonal``, or ``regions:`` with a letter for
            each cell on the lines after it.
        symbols : iterable of str, optional
            The n symbols in order. By default 1 to 9, then A to Z; or numbers, A to Z, symbols from 0, or
            n others that all occur, where one of these choices is possible.
        box : (int, int) or str, optional
            Rows and columns of a box, as (2, 3) or ``"2x3"`` for 6 × 6.
        strict : bool
            Refuse clues that clash; else such a grid has no solution.
        file : str, optional
            Named in errors.
        **variant
            What a variant adds; see `Variant`.

        Raises
        ------
        PuzzleError
            With line and column: wrong sizes, unknown or too many symbols, clues that clash, a text that can
            be read in two ways.

        Examples
        --------
        >>> int(SudokuPuzzle.parse("12.. / .... / .... / ...1").count())
        6
        >>> int(SudokuPuzzle.parse("." * 16, variants="diagonal").count())
        48
        """
        return cls._of(parse_grid(text, symbols=symbols, box=box, strict=strict, file=file, **variant))

    @classmethod
    def from_array(
        cls, values: ArrayLike, box: tuple[int, int] | str | None = None, **variant: Unpack[Variant]
    ) -> SudokuPuzzle:
        """Make a grid of numbers, of shape (n, n) or (n * n,): 1 to n, 0 is empty; see `Variant`.

        Examples
        --------
        >>> int(SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).count())
        12
        """
        try:
            array = np.asarray(values)
        except ValueError:
            raise PuzzleError("rows of unequal length, expected n × n whole numbers") from None
        n = isqrt(array.size)
        cells = array_cells(array, n)
        return cls._of(Grid(n, layout_of(n, box, **variant), default_alphabet(n), cells))

    def rules(self) -> dict[str, Any]:
        """Return what `parse` needs beside the text: symbols, boxes and what a variant adds."""
        n, layout, alphabet, cells = self._grid
        found = layout.rules()
        if alphabet != default_alphabet(n) or is_lettered(n, cells):
            found["symbols"] = list(alphabet)
        if layout.clash(cells) is not None:
            found["strict"] = False
        return found

    def text(self) -> str:
        """Return the grid on one line."""
        return grid_text(self._grid)

    def format(self, solution: SudokuPuzzle | str | ArrayLike | None = None, *, style: str = "grid") -> str:
        """Draw the grid, or a solution of it: ``grid`` with boxes, ``rows`` without, ``line`` in one line.

        Examples
        --------
        >>> SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).format(style="line")
        '1234............'
        """
        return format_grid(self._grid if solution is None else self._answer(solution)._grid, style)

    def to_svg(self, solution: SudokuPuzzle | str | ArrayLike | None = None) -> str:
        """Draw the grid, or a solution of it with what was not given lighter, as SVG."""
        from .draw import draw

        return draw(self._grid if solution is None else self._answer(solution)._grid, self._grid.cells)

    def view(self, answer: Any = None) -> View:
        """Return what the page of an answer shows: the steps of a person, with candidates."""
        from .draw import view

        return view(self, answer)

    def __repr__(self) -> str:
        return f"<SudokuPuzzle {self.n} × {self.n}, {self.clues} clues: {self.format(style='line')}>"

    # Solving

    def _filled(self, values: bytes | NDArray[np.uint8]) -> SudokuPuzzle:
        filled = object.__new__(SudokuPuzzle)
        filled._grid = filled_grid(self._grid, bytes(values))
        return filled

    def _searching(self, limit: int | None) -> tuple[Any, int]:
        return search_of(self._grid, search_limit(limit)), 1

    def _counting(self, limit: int | None) -> tuple[Any, int]:
        grid, ways = break_symmetry(self._grid)
        if limit is None and grid.layout.latin:
            return WeightedSearch(second_rows(grid), search_limit(None)), ways
        return search_of(grid, search_limit(limit, ways)), ways

    def _begin(self, search: Any, limit: int | None, limits: Limits | None) -> int:
        # A limit of nodes stops at the same place everywhere: in one lane.
        if limit == PROOF and (limits is None or limits.nodes is None):
            search.share(ALONE)
        return TRIAL if self._grid.n <= 9 else FIRST_SLICE

    def _source(self, limit: int | None) -> SolutionSource[SudokuPuzzle]:
        # One more is looked for, to know whether there are others.
        return SolutionSource(self._grid, search_limit(None if limit is None else limit + 1), self._filled)

    def _stats(self, search: Any, found: int, seconds: float) -> SearchStats:
        return stats_of(search, seconds, path_length=self._grid.cells.count(0) if found else 0)

    def _result(self, ending: Ending, search: Any, last: SudokuPuzzle | None) -> SudokuResult:
        first = None if search is None else search.first
        solution = last if first is None else self._filled(first)
        return sudoku_result(  # `**ending` would take as long as all of it
            status=ending["status"],
            stats=ending["stats"],
            interrupted=ending["interrupted"],
            count=ending["count"],
            complete=ending["complete"],
            puzzle=self,
            solution=solution,
        )

    def solve(
        self,
        *,
        limits: Limits | None = None,
        limit: int | None = 2,
        method: str | None = None,
        progress: Progress | None = None,
    ) -> SudokuResult:
        """Find a solution and say whether it is the only one.

        Parameters
        ----------
        limits : Limits, optional
            Seconds and nodes; nodes are positions taken up: the grid, each guess and each way back from one.
        limit : int
            Solutions to look for: 1 solves, 2 proves uniqueness, more counts, None counts all.
        method : str, optional
            The general solvers instead of the compiled engine, one cell a step, to the first solution:
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
        return self._solve(limits, limit, method, progress)

    @classmethod
    def solve_many(
        cls,
        puzzles: GridsLike | PuzzlesLike[SudokuPuzzle],
        *,
        limits: Limits | None = None,
        threads: int = 0,
        progress: Progress | None = None,
        limit: int | None = 2,
        box: tuple[int, int] | str | None = None,
        stop: Stop | None = None,
        errors: str = "raise",
        **variant: Unpack[Variant],
    ) -> SudokuMany:
        """Solve many puzzles of one size: grids, strings or an array; see `unriddle.sudoku.solve_many`.

        Examples
        --------
        >>> many = SudokuPuzzle.solve_many(["1234" + "." * 12, "11" + "." * 14])
        >>> many.counts.tolist(), many[1].status.value
        ([2, 0], 'NO_SOLUTION')
        """
        from .many import solve_many

        return solve_many(
            puzzles,
            limit=limit,
            limits=limits,
            threads=threads,
            box=box,
            progress=progress,
            stop=stop,
            errors=errors,
            **variant,
        )

    # Checking

    def _answer(self, solution: Any) -> SudokuPuzzle:
        """Return an answer as a grid: one already, a result, a text, rows or numbers."""
        if isinstance(solution, SudokuResult):
            solution = solution.solution
        if isinstance(solution, SudokuPuzzle):
            return solution
        n, _, alphabet, _ = self._grid
        if isinstance(solution, (list, tuple)) and all(map(_is_text, solution)):
            solution = "\n".join(row if isinstance(row, str) else " ".join(row) for row in solution)
        if isinstance(solution, str):
            return self._of(self._grid._replace(cells=parse_cells(solution, n, alphabet)))
        try:
            values = np.asarray(solution)
        except ValueError:
            raise PuzzleError("rows of unequal length, expected n × n whole numbers") from None
        return self._of(self._grid._replace(cells=array_cells(values, n)))

    def faults(self, solution: SudokuPuzzle | SudokuResult | str | ArrayLike) -> list[str]:
        """Say everything that keeps `solution` from being one of this grid; see `check`.

        Raises
        ------
        PuzzleError
            It is no grid of this size.

        Examples
        --------
        >>> SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).faults("1234341221434323")
        ['row 4 has 1 0 times', 'column 4 has 1 0 times', ...]
        """
        from .check import faults

        shown, layout = self._answer(solution), self.layout
        if shown.layout is not layout:
            return [f"{shown.layout.words()}, expected {layout.words()}"]
        return faults(self.symbols, shown.symbols, layout, self.alphabet)

    def check(self, solution: Any) -> bool:
        """Say whether `solution` fills this grid by the rules; shares no code with the solver.

        A grid, a result, text, rows or numbers; see `faults`.

        Examples
        --------
        >>> SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).check("1234341221434321")
        True
        """
        try:
            return not self.faults(solution)
        except PuzzleError:
            return False

    # Reasoning and making

    def steps(self) -> tuple[Step, ...]:
        """Return the reasoning of a person, step by step, guesses included.

        Examples
        --------
        >>> for step in SudokuPuzzle.parse("123.34.2.1..4321").steps()[:2]: print(step)
        naked single: row 1, column 4 is 4 (no other symbol is left there)
        naked single: row 2, column 3 is 1 (no other symbol is left there)
        """
        return Steps(self.reasoning())

    def reasoning(self) -> Iterator[Step]:
        """Yield the steps, each when it is asked for."""
        from .steps import explained

        found = explained(self._grid.cells, self.layout, self.alphabet, self._values())
        return (step for step, _ in found)

    def _values(self) -> bytes | None:
        """Return the values of a solution, None where there is none."""
        result = self.solve(limit=1)
        if result.interrupted:
            raise KeyboardInterrupt
        found = result.solution
        return None if found is None else found._grid.cells

    def rating(self) -> Rating:
        """Return how hard it is for a person: the grade of the hardest of `steps`, and a score within it.

        Examples
        --------
        >>> SudokuPuzzle.parse("123.34.2.1..4321").rating()
        Rating(difficulty=<Difficulty.EASY: 'easy'>, hardest='naked single', score=5)
        """
        from .grading import rated

        return rated(self._grid.cells, self.layout, self._values) or super().rating()

    def difficulty(self) -> Difficulty:
        """Return the grade alone: how hard the hardest of `steps` is.

        Examples
        --------
        >>> SudokuPuzzle.parse("123.34.2.1..4321").difficulty().value
        'easy'
        """
        from .grading import graded

        found = graded(self._grid.cells, self.layout, self.alphabet)
        assert found is not None  # none is above the last
        return found

    def mistake(self, state: SudokuPuzzle) -> Step | None:
        """Return the first value in a player's `state` that no solution has, None where all is right.

        Raises
        ------
        PuzzleError
            `state` is no grid of this size, boxes and symbols.

        Examples
        --------
        >>> puzzle = SudokuPuzzle.parse("123.34.2.1..4321")
        >>> print(puzzle.mistake(SudokuPuzzle.parse("123.34.231..4321", strict=False)))
        mistake: row 3, column 1 is 3, which no solution has
        """
        from .steps import first_mistake

        return first_mistake(self, state)

    @classmethod
    def generate(  # noqa: PLR0913 (each is a wish of its own, by keyword)
        cls,
        n: int = 9,
        *,
        seed: int | None = None,
        box: tuple[int, int] | str | None = None,
        symmetry: str = "none",
        clues: int | None = None,
        difficulty: str | None = None,
        minimal: bool | None = None,
        mask: str | None = None,
        effort: int | None = None,
        tries: int = 1000,
        **variant: Unpack[Variant],
    ) -> SudokuPuzzle:
        """Make a puzzle with exactly one solution, the same for the same arguments.

        Parameters
        ----------
        n : int
            Rows.
        seed : int, optional
            Start of the random numbers; another one each time by default.
        box : (int, int) or str, optional
            Rows and columns of a box; squares by default.
        symmetry : str
            Which clues stand and fall together: ``none``, ``rotation`` (half a turn), ``quarter``,
            ``horizontal``, ``vertical``, ``diagonal``.
        clues : int, optional
            Exactly so many; by default as few as the choice of clues leads to.
        difficulty : str, optional
            ``easy``, ``medium``, ``hard`` or ``expert``; see `difficulty`.
        minimal : bool, optional
            No clue (with a symmetry: no set of clues that belong together) can be taken away; by default so
            unless `clues` or `mask` is given.
        mask : str, optional
            Where clues stand, instead of `symmetry` and `clues`: a symbol for each cell, ``.`` for none, rows
            apart by ``/`` or line ends if at all. The fewer, the more grids have to be tried.
        effort : int, optional
            Nodes that the proof for one clue may take; where it takes more, the clue stays. For 25 × 25 and
            larger: minimal puzzles of that size take long to prove. The result is then unique, but not surely
            minimal.
        tries : int
            Grids to try.
        **variant
            What a variant adds; see `Variant`. ``regions="random"`` makes irregular boxes from the seed.

        Raises
        ------
        PuzzleError
            Wrong arguments; nothing of the kind in so many tries.

        Examples
        --------
        >>> puzzle = SudokuPuzzle.generate(seed=1)
        >>> puzzle.solve().status.value, puzzle == SudokuPuzzle.generate(seed=1)
        ('UNIQUE', True)
        """
        from .generate import Wishes, make_any

        wishes = Wishes(symmetry, clues, difficulty, minimal, effort, tries, mask)
        return cls._of(make_any(n, box, seed, wishes, variant))


def _is_text(row: Any) -> bool:
    """Return whether a row is a text, or a list of the texts of its cells."""
    return isinstance(row, str) or (isinstance(row, (list, tuple)) and all(isinstance(c, str) for c in row))


Sudoku = SudokuPuzzle
