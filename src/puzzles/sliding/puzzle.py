"""The m×n sliding puzzle: the 15-puzzle and its kin."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...base import Limits, PuzzleError
from ...io.grid_text import Symbols
from ...io.text import printable
from ..framework.arguments import (
    as_int,
    check_bool,
    check_limits,
    check_method,
    check_seed,
    check_shape,
    check_text,
    in_usual_forms,
    is_text,
    text_of,
)
from ..framework.solutions import Solutions
from .ida_star_small import Shortest
from .parse import (
    FORMATS,
    SYMBOLS,
    Symbol,
    check_size,
    flat,
    goal_of,
    goal_rows,
    grid_of,
    in_numbers,
    read_start,
    written_in_numbers,
)
from .pattern_database import MOST_CELLS
from .result import SlidingResult
from .solver import SlidingTask, solve
from .state import DIRECTIONS, SlidingState

if TYPE_CHECKING:
    from ...typing import ShapeLike
    from ..framework.html import View

Progress = Callable[[int], None]


class MNPuzzle(SlidingState):
    """An m×n board of tiles with one blank, and the goal.

    Parameters
    ----------
    from_grid, to_grid : sequence of rows of symbols
        The configuration and the goal, 2×2 to 8×8, the same symbols in both, each once. The blank
        is ``"*"``, ``"0"``, ``"_"`` or the number 0, whichever is there. The configuration may be a text or a
        file as `parse` and `load` read it, the goal a text as `goal` of `parse`.
    goal, numbers : optional
        As of `parse`.
    blank : optional
        The symbol of the blank, where it is another one or more than one of these is there.

    Raises
    ------
    PuzzleError
        Rows of different lengths, a size out of range, symbols twice or not in both grids, no
        blank or more than one.

    Notes
    -----
    An answer is the string of the directions in which the tiles move: U, D, L, R.

    Examples
    --------
    >>> puzzle = MNPuzzle((("1", "2"), ("*", "3")), (("1", "2"), ("3", "*")))
    >>> [other.is_solved() for other in puzzle.extensions()], puzzle.solve().solution
    ([False, True], 'L')
    """

    METHODS: ClassVar[tuple[str, ...]] = (
        *("patterns", "ida", "bfs", "bidirectional", "astar", "dfs", "table", "beam"),
    )
    """The methods of `solve`."""
    FORMATS: ClassVar[tuple[str, ...]] = FORMATS
    LONGEST: ClassVar[int] = 1 << 16
    SYMBOLS: ClassVar[Symbols] = SYMBOLS

    def __init__(
        self,
        from_grid: str | os.PathLike[str] | Sequence[str] | Sequence[Sequence[Symbol]],
        to_grid: str | Sequence[Sequence[Symbol]] | None = None,
        *,
        goal: str | None = None,
        blank: Symbol = None,
        numbers: bool = False,
    ) -> None:
        rows: Any = from_grid
        target: Any = goal if to_grid is None else to_grid
        named = target is None or isinstance(target, str)
        if isinstance(rows, (str, os.PathLike)) or (named and is_text(rows)):
            sign = None if blank is None else str(blank)
            wanted = None if target is None else text_of(target)
            self._take(rows, goal=wanted, blank=sign, numbers=numbers)
            return
        if named:
            target = goal_of(grid_of(rows, "from_grid"), target, blank)
        super().__init__(rows, target, blank=blank)

    # Text

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        goal: str | None = None,
        blank: str | None = None,
        numbers: bool = False,
        file: str | None = None,
    ) -> Self:
        """Parse a configuration: rows of symbols.

        Parameters
        ----------
        text : str
            Rows in any form that `unriddle.io.grid_text` reads: separated by lines or ``/``, symbols
            separated or, where each is one character, run together, with or without a line with the size;
            a square board may be all on one line.
        goal : str, optional
            A configuration in the same form, ``blank-last`` (1 … mn-1 and the blank, the default) or
            ``blank-first``.
        blank : str, optional
            The symbol of the blank; by default ``0``, ``_`` or ``*``, or a blank cell, which becomes ``0``
            among numbers and ``_`` among other symbols.
        numbers : bool
            Make symbols that are whole numbers ``int`` instead of ``str``.
        file : str, optional
            Named in errors.

        Raises
        ------
        PuzzleError
            With line and column: see the class.

        Examples
        --------
        >>> print(MNPuzzle.parse("1 2 3 / 4 5 6 / 7 _ 8"))
        1 2 3
        4 5 6
        7 _ 8
        >>> MNPuzzle.parse("3 1 2 0", goal="blank-first").solve().length is None
        True
        """
        blank = None if blank is None else check_text(blank, file="blank")
        goal = None if goal is None else check_text(goal, file="goal")
        start, sign = read_start(text, blank, goal, file)
        target = goal_rows(goal, start, sign)
        read: Callable[[str], Symbol] = in_numbers if check_bool("numbers", numbers) else str
        return cls(
            [[read(symbol) for symbol in row] for row in start],
            [[read(symbol) for symbol in row] for row in target],
            blank=read(sign),
        )

    @classmethod
    def from_cells(cls, cells: Iterable[int], shape: ShapeLike, *, blank_first: bool = False) -> Self:
        """Return a puzzle from an array: the number of the tile at each cell, 0 for the blank.

        Examples
        --------
        >>> MNPuzzle.from_cells([1, 0, 3, 2], "2x2").heuristic()
        1
        """
        rows, cols = check_shape(shape)
        check_size(rows, cols, "shape=")
        numbers = [as_int(cell) for cell in cells] if isinstance(cells, Iterable) else [None]
        if None in numbers:
            raise PuzzleError(f"cells={cells!r:.40}, expected whole numbers")
        symbols = [str(number) for number in numbers]
        if len(symbols) != rows * cols:
            raise PuzzleError(f"{len(symbols)} cells, expected {rows * cols}")
        text = " / ".join(" ".join(symbols[row * cols : (row + 1) * cols]) for row in range(rows))
        return cls.parse(text, goal="blank-first" if check_bool("blank_first", blank_first) else None)

    @classmethod
    @in_usual_forms
    def random(cls, shape: ShapeLike = 4, *, seed: int | None = None, blank_first: bool = False) -> Self:
        """Return a random solvable configuration, each with the same probability.

        Parameters
        ----------
        shape : str, int or (int, int)
            Size: ``"3x4"``, (3, 4), or one number for a square; two numbers and ``size=`` as well.
        seed : int, optional
            The same seed gives the same configuration.
        blank_first : bool
            Whether the goal begins with the blank.

        Examples
        --------
        >>> MNPuzzle.random("3x3", seed=1).fail_fast()
        False
        """
        rows, cols = check_shape(shape)
        check_size(rows, cols, "shape=")
        cells = list(range(rows * cols))
        random.Random(check_seed(seed)).shuffle(cells)
        puzzle = cls.from_cells(cells, (rows, cols), blank_first=blank_first)
        if puzzle.fail_fast():  # exchange two tiles
            one, other = [cell for cell in range(rows * cols) if cells[cell] != 0][:2]
            cells[one], cells[other] = cells[other], cells[one]
            puzzle = cls.from_cells(cells, (rows, cols), blank_first=blank_first)
        return puzzle

    def rules(self) -> dict[str, Any]:
        """Return goal and blank as `parse` takes them, and whether symbols are numbers."""
        numbers = written_in_numbers(flat(self.from_grid))
        goal = " / ".join(" ".join(map(str, row)) for row in self.to_grid)
        return {"goal": goal, "blank": str(self.blank), **({"numbers": True} if numbers else {})}

    def text(self) -> str:
        """Return the rows, which `parse` reads back.

        Raises
        ------
        PuzzleError
            A symbol that is neither a word nor a whole number.
        """
        written_in_numbers(flat(self.from_grid))
        return self.format()

    def format(self, solution: object = None) -> str:
        """Return the rows, columns aligned; or an answer, as the directions in which the tiles move."""
        if solution is not None:
            return self.directions(solution)
        width = max(len(printable(str(symbol))) for row in self.from_grid for symbol in row)
        return "\n".join(
            " ".join(printable(str(symbol)).rjust(width) for symbol in row) for row in self.from_grid
        )

    def to_svg(self, solution: object = None) -> str:
        """Return a picture of the configuration; with an answer also of its end and its steps."""
        from .draw import draw

        return draw(self, None if solution is None else self.directions(solution))

    def caption(self, solution: object = None) -> str:
        """Return the directions of a solution, in groups of five; of the configuration nothing."""
        way = "" if solution is None else self.directions(solution)
        return " ".join(way[k : k + 5] for k in range(0, len(way), 5))

    def view(self, answer: Any = None) -> View:
        """Return the page of an answer: the configurations from first to last."""
        from .draw import view

        return view(self, answer)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.from_grid!r}, {self.to_grid!r})"

    # Solving

    def solve(
        self,
        *,
        method: str | None = None,
        optimal: bool | None = None,
        tables: str | None = None,
        threads: int = 0,
        limits: Limits | None = None,
        progress: Progress | None = None,
        improved: Callable[[SlidingResult], None] | None = None,
    ) -> SlidingResult:
        """Solve the puzzle.

        Parameters
        ----------
        method : str, optional
            ``patterns``: IDA* with additive pattern databases (to 25 cells, the default to 16).
            ``ida``: IDA* with the Manhattan distance; its nodes are those of R. E. Korf (1985).
            ``bfs``, ``bidirectional``, ``astar``, ``dfs``: on the state-space engine. ``table``: walk
            down a table of all configurations (to 12 cells), built once. ``beam``: a good solution,
            improved until a limit or until it meets the lower bound (the default above 16 cells).
        optimal : bool, optional
            True: a shortest solution, however long it takes; the default to 16 cells.
        tables : str, optional
            Sizes of the groups of tiles of ``patterns`` and ``beam``, such as ``"6-6-6-6"`` or ``"7-8"``.
            Such tables are built at the first use and kept in the user's cache. Above 16 cells ``patterns``
            always uses them; the default uses those that `build_tables` or a search has built before. Boards
            of 4×4 use ``"7-8"`` where it was built before, once their searches have taken as long as to load
            it takes, without a limit of nodes; the solution is the same, the nodes are fewer.
        threads : int, optional
            Threads of a search with these tables; 0 is all cores. The length does not depend on it.
        limits : Limits, optional
            `memory` bounds the tables and the visited configurations; `seconds` also the building of tables.
            `nodes` are configurations: those of a ``table`` count, the states of pattern databases, which
            stay for the process, do not.
        progress : callable, optional
            Called with the nodes visited; while tables are built, with their states.
        improved : callable, optional
            Called by ``beam`` with each solution that is better than the one before.

        Returns
        -------
        SlidingResult
            NO_SOLUTION at once where parity forbids one. A ``beam`` that a limit ends is SOLVED where it has
            found a solution.

        Examples
        --------
        >>> result = MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1").solve()
        >>> result.status.value, result.length, result.optimal
        ('SOLVED', 31, True)
        """
        method, limits = check_method(method, self.METHODS), check_limits(limits)
        return solve(SlidingTask(self, method, optimal, tables, threads, limits, progress, improved))

    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[str]:
        """Return an iterator over the shortest solutions, each once.

        Parameters
        ----------
        limit : int, optional
            Stop after that many.
        limits : Limits, optional
            Bounds of the search, as for `solve`.
        progress : callable, optional
            Called with the nodes visited.

        Raises
        ------
        PuzzleError
            A board of more than 25 cells.

        Notes
        -----
        Above 16 cells with the tables of ``patterns`` (see `solve`), on one thread.

        Examples
        --------
        >>> puzzle = MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1")
        >>> len(list(puzzle.solutions())), puzzle.count()
        (40, <Count 40: MULTIPLE>)
        """
        n_cells = self.rows * self.cols
        if n_cells > MOST_CELLS:
            raise PuzzleError(
                f"{n_cells} cells, expected at most {MOST_CELLS} to list all shortest solutions"
            )
        source = None if self.fail_fast() else Shortest(self.frame(), check_limits(limits))
        return Solutions(source, limit, limits, progress)

    # Answers

    def check(self, solution: object) -> bool:
        """Return whether a list of steps leads from the configuration to the goal.

        Parameters
        ----------
        solution : SlidingResult, str, or sequence of symbols
            A result; the directions in which the tiles move as ``UDLR``; or the tiles in the order in which
            they move.

        Examples
        --------
        >>> puzzle = MNPuzzle.parse("1 2 3 / 4 0 6 / 7 5 8")
        >>> puzzle.check("UL"), puzzle.check(("5", "8")), puzzle.check("LU")
        (True, True, False)
        """
        if isinstance(solution, SlidingResult):
            solution = solution.solution
        if not isinstance(solution, Sequence):
            return False
        grid = {(r, c): s for r, row in enumerate(self.from_grid) for c, s in enumerate(row)}
        places = {symbol: place for place, symbol in grid.items()}
        for step in solution:
            row, col = places[self.blank]
            if isinstance(solution, str):
                down, right = DIRECTIONS.get(step, (9, 9))
                tile = (row + down, col + right)
            else:
                tile = places.get(step, (9, 9)) if isinstance(step, Hashable) else (9, 9)
            if tile not in grid or abs(tile[0] - row) + abs(tile[1] - col) != 1:
                return False
            moved = grid[tile]
            grid[row, col], grid[tile] = moved, self.blank
            places[moved], places[self.blank] = (row, col), tile
        return grid == {(r, c): s for r, row in enumerate(self.to_grid) for c, s in enumerate(row)}


SlidingPuzzle = MNPuzzle


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation."""
    return {"sliding": MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1").to_svg()}
