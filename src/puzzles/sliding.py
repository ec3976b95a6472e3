"""The m×n sliding puzzle: parse, validate, solve on the compiled engines, verify, draw."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import factorial
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ..base import Limits, Puzzle, PuzzleError, Result, SearchStats, Status
from ..running import Outcome, drive
from ..search import run_engine
from ..textio import printable, text_lines

if TYPE_CHECKING:
    from ..core.sliding_ida import PatternTables
    from ..core.sliding_table import SlidingTable

__all__ = ["SLIDING_METHODS", "MNPuzzle", "SlidingResult", "depth_table"]

BLANKS: Final = ("*", "0", "_")
SLIDING_METHODS: Final = ("patterns", "ida", "bfs", "bidirectional", "astar", "dfs", "table", "beam")
SMALLEST, LARGEST = 2, 8
MOST_SYMBOL = 16
BEAM_NODES = 1_000_000
"""Nodes of the beam where neither time nor nodes are limited: about a second."""
STEPS: Final = ((-1, 0, "D"), (0, -1, "R"), (0, 1, "L"), (1, 0, "U"))
"""Row and column step of the blank, and which way the tile moves; in the order of the extensions."""

Symbol = Hashable
Grid = tuple[tuple[Symbol, ...], ...]
Cells = NDArray[np.uint8]

PATTERNS: Final = {
    0: ((1, 4, 5, 8, 12), (2, 3, 6, 7, 11), (9, 10, 13, 14, 15)),
    1: ((0, 2, 4, 5, 8), (3, 6, 7, 11, 15), (9, 10, 12, 13, 14)),
    5: ((0, 1, 4, 8, 12), (2, 3, 6, 7, 11), (9, 10, 13, 14, 15)),
}
"""Goal cell of the blank on a 4×4 board -> groups of tiles of few nodes, found by exchanging tiles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlidingResult(Result):
    """A solution of a sliding puzzle, or that there is none.

    Examples
    --------
    >>> result = MNPuzzle.parse("1 2 3\\n4 0 6\\n7 5 8").solve()
    >>> result.length, result.moves, result.directions
    (2, ('5', '8'), 'UL')
    """

    puzzle: MNPuzzle
    """The configuration that was solved."""
    blanks: tuple[int, ...] = ()
    """Cells of the blank from the start to the goal, row by row from 0; empty without a solution."""
    optimal: bool = False
    """Whether it is proven that no solution is shorter."""
    lower_bound: int = 0
    """No solution is shorter than this."""
    solved: bool = False
    """Whether there is a solution in `blanks`."""

    @property
    def length(self) -> int | None:
        """Steps of the solution; None without one."""
        return len(self.blanks) - 1 if self.solved else None

    @property
    def path(self) -> list[MNPuzzle]:
        """Configurations from the start to the goal; empty without a solution."""
        return list(self.puzzle.replay(self.blanks)) if self.solved else []

    @property
    def moves(self) -> tuple[Symbol, ...]:
        """The tiles in the order in which they move."""
        puzzle, symbols = self.puzzle, []
        flat = [symbol for row in puzzle.from_grid for symbol in row]
        for here, there in zip(self.blanks, self.blanks[1:], strict=False):
            symbols.append(flat[there])
            flat[here], flat[there] = flat[there], flat[here]
        return tuple(symbols)

    @property
    def directions(self) -> str:
        """The ways in which the tiles move: U, D, L, R."""
        cols = self.puzzle.cols
        names = {row * cols + col: name for row, col, name in STEPS}
        return "".join(names[b - a] for a, b in zip(self.blanks, self.blanks[1:], strict=False))


class MNPuzzle(Puzzle):
    """An m×n board of tiles with one blank, and the goal.

    Parameters
    ----------
    from_grid, to_grid : sequence of rows of symbols
        The configuration and the goal, 2×2 to 8×8, the same symbols in both, each once. The blank
        is ``"*"``, ``"0"``, ``"_"`` or the number 0, whichever is there.
    blank : optional
        The symbol of the blank, where it is another one or more than one of these is there.

    Raises
    ------
    PuzzleError
        Rows of different lengths, a size out of range, symbols twice or not in both grids, no
        blank or more than one.

    Examples
    --------
    >>> puzzle = MNPuzzle((("1", "2"), ("*", "3")), (("1", "2"), ("3", "*")))
    >>> [other.is_solved() for other in puzzle.extensions()]
    [False, True]
    """

    def __init__(
        self,
        from_grid: Sequence[Sequence[Symbol]],
        to_grid: Sequence[Sequence[Symbol]],
        *,
        blank: Symbol = None,
    ) -> None:
        self.from_grid = _grid(from_grid, "from_grid")
        self.to_grid = _grid(to_grid, "to_grid")
        self.rows, self.cols = len(self.from_grid), len(self.from_grid[0])
        if (len(self.to_grid), len(self.to_grid[0])) != (self.rows, self.cols):
            raise PuzzleError(
                f"goal of {len(self.to_grid)}x{len(self.to_grid[0])}, expected {self.rows}x{self.cols} "
                "as the configuration"
            )
        start = _flat(self.from_grid)
        self._goal_cell = {symbol: cell for cell, symbol in enumerate(_flat(self.to_grid))}
        _each_once(start, "the configuration")
        _each_once(_flat(self.to_grid), "the goal")
        for symbol in start:
            if symbol not in self._goal_cell:
                raise PuzzleError(f"tile {_name(symbol)} is not in the goal, expected the same tiles in both")
        self.blank: Symbol = _blank_of(start, blank)
        self._blank_cell = start.index(self.blank)
        self._solvable: bool | None = None

    # The contract of every puzzle

    def configuration(self) -> Hashable:
        """Return the two grids."""
        return self.from_grid, self.to_grid

    def is_solved(self) -> bool:
        """Say whether the configuration is the goal."""
        return self.from_grid == self.to_grid

    def _moved(self, there: int) -> MNPuzzle:
        """Return the configuration with the blank at `there`, a neighbour of where it is."""
        other = MNPuzzle.__new__(MNPuzzle)
        here, cols = self._blank_cell, self.cols
        rows = [list(row) for row in self.from_grid]
        rows[here // cols][here % cols] = rows[there // cols][there % cols]
        rows[there // cols][there % cols] = self.blank
        other.from_grid = tuple(tuple(row) for row in rows)
        other.to_grid, other._goal_cell = self.to_grid, self._goal_cell
        other.rows, other.cols, other.blank = self.rows, cols, self.blank
        other._blank_cell, other._solvable = there, self._solvable
        return other

    def _neighbours(self) -> Iterator[int]:
        row, col = divmod(self._blank_cell, self.cols)
        for down, right, _ in STEPS:
            if 0 <= row + down < self.rows and 0 <= col + right < self.cols:
                yield (row + down) * self.cols + col + right

    def extensions(self) -> Sequence[MNPuzzle]:
        """Return the configurations with the blank one cell further up, left, right, down."""
        return [self._moved(there) for there in self._neighbours()]

    def goals(self) -> Sequence[MNPuzzle]:
        """Return the goal."""
        return [MNPuzzle(self.to_grid, self.to_grid, blank=self.blank)]

    def fail_fast(self) -> bool:
        """Say whether the parity of the permutation forbids a solution; O(m n), once for a whole search."""
        if self._solvable is None:
            self._solvable = _solvable(self.cells().tolist(), self._goal_cell[self.blank], self.cols)
        return not self._solvable

    def heuristic(self) -> int:
        """Return the sum of the tiles' Manhattan distances to their goals."""
        total = 0
        for row, symbols in enumerate(self.from_grid):
            for col, symbol in enumerate(symbols):
                if symbol != self.blank:
                    goal_row, goal_col = divmod(self._goal_cell[symbol], self.cols)
                    total += abs(row - goal_row) + abs(col - goal_col)
        return total

    # Text

    @classmethod
    def parse(
        cls, text: str, *, goal: str | None = None, blank: str | None = None, file: str | None = None
    ) -> MNPuzzle:
        """Read a configuration: rows of symbols separated by spaces.

        Parameters
        ----------
        text : str
            One row a line, or rows divided by ``/``; or, for a square board, all on one line.
        goal : str, optional
            A configuration in the same form, ``blank-last`` (1 … mn-1 and the blank, the default) or
            ``blank-first``.
        blank : str, optional
            The symbol of the blank; ``0``, ``_`` or ``*`` by default.
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
        start = _parse_rows(text, file, "the configuration")
        flat = [symbol for row in start for symbol, _, _ in row]
        _each_once(flat, "the configuration", file, [place for row in start for place in row])
        blank_symbol = str(_blank_of(flat, blank, file))
        rows, cols = len(start), len(start[0])
        target: list[list[str]]
        if goal is None or goal in ("blank-last", "blank-first"):
            numbers = [str(number) for number in range(1, rows * cols)]
            for symbol, line, column in (place for row in start for place in row):
                if symbol != blank_symbol and symbol not in numbers:
                    raise PuzzleError(
                        f"tile {_name(symbol)}, expected 1 to {rows * cols - 1} where no goal is given",
                        file=file,
                        line=line,
                        column=column,
                    )
            whole = [blank_symbol, *numbers] if goal == "blank-first" else [*numbers, blank_symbol]
            target = [whole[row * cols : (row + 1) * cols] for row in range(rows)]
        else:
            target = [[symbol for symbol, _, _ in row] for row in _parse_rows(goal, "goal", "the goal", cols)]
            _each_once([symbol for row in target for symbol in row], "the goal", "goal")
            # A goal may write its blank as another of the usual signs.
            present = {symbol for row in target for symbol in row}
            if blank_symbol not in present:
                signs = [symbol for symbol in BLANKS if symbol in present]
                if not signs:
                    raise PuzzleError(f"the goal has no blank, expected {_name(blank_symbol)}", file="goal")
                target = [
                    [blank_symbol if symbol == signs[0] else symbol for symbol in row] for row in target
                ]
        return cls([[symbol for symbol, _, _ in row] for row in start], target, blank=blank_symbol)

    @classmethod
    def from_cells(cls, cells: Iterable[int], rows: int, cols: int, *, blank_first: bool = False) -> MNPuzzle:
        """Make a puzzle from an array: the number of the tile at each cell, 0 for the blank.

        Examples
        --------
        >>> MNPuzzle.from_cells([1, 0, 3, 2], 2, 2).heuristic()
        1
        """
        _check_size(rows, cols)
        symbols = [str(int(cell)) for cell in cells]
        if len(symbols) != rows * cols:
            raise PuzzleError(f"{len(symbols)} cells, expected {rows * cols}")
        text = " / ".join(" ".join(symbols[row * cols : (row + 1) * cols]) for row in range(rows))
        return cls.parse(text, goal="blank-first" if blank_first else None)

    @classmethod
    def random(
        cls, rows: int = 4, cols: int = 4, *, seed: int | None = None, blank_first: bool = False
    ) -> MNPuzzle:
        """Return a random solvable configuration, each with the same probability.

        Examples
        --------
        >>> MNPuzzle.random(3, 3, seed=1).fail_fast()
        False
        """
        _check_size(rows, cols)
        cells = list(range(rows * cols))
        random.Random(seed).shuffle(cells)
        puzzle = cls.from_cells(cells, rows, cols, blank_first=blank_first)
        if puzzle.fail_fast():  # exchange two tiles
            one, other = [cell for cell in range(rows * cols) if cells[cell] != 0][:2]
            cells[one], cells[other] = cells[other], cells[one]
            puzzle = cls.from_cells(cells, rows, cols, blank_first=blank_first)
        return puzzle

    def format(self) -> str:
        """Return the rows, columns aligned; `parse` reads them back."""
        width = max(len(printable(str(symbol))) for row in self.from_grid for symbol in row)
        return "\n".join(
            " ".join(printable(str(symbol)).rjust(width) for symbol in row) for row in self.from_grid
        )

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"MNPuzzle({self.from_grid!r}, {self.to_grid!r})"

    def _repr_svg_(self) -> str:
        from .svg import Drawing

        size = 48
        picture = Drawing(
            self.cols * size + 8, self.rows * size + 8, f"{self.rows}×{self.cols} sliding puzzle"
        )
        picture.rect(0, 0, self.cols * size + 8, self.rows * size + 8, fill="#444", rx=6)
        for row, symbols in enumerate(self.from_grid):
            for col, symbol in enumerate(symbols):
                if symbol == self.blank:
                    continue
                x, y = 4 + col * size, 4 + row * size
                home = self._goal_cell[symbol] == row * self.cols + col
                picture.rect(x + 2, y + 2, size - 4, size - 4, fill="#cfe8cf" if home else "#f2e6c9", rx=4)
                name = printable(str(symbol))
                picture.text(
                    x + size / 2, y + size / 2, name, size=min(20, 56 / max(1, len(name))), fill="#222"
                )
        return str(picture)

    # Solving

    def cells(self) -> Cells:
        """Return for each cell the goal cell of what lies there: uint8 of shape (m n,)."""
        return np.array([self._goal_cell[symbol] for symbol in _flat(self.from_grid)], dtype=np.uint8)

    def replay(self, blanks: Iterable[int]) -> Iterator[MNPuzzle]:
        """Yield the configurations as the blank goes from cell to cell."""
        puzzle = self
        for number, cell in enumerate(blanks):
            if number:
                puzzle = puzzle._moved(cell)
            yield puzzle

    def solve(
        self,
        method: str | None = None,
        *,
        optimal: bool | None = None,
        limits: Limits | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> SlidingResult:
        """Solve the puzzle.

        Parameters
        ----------
        method : str, optional
            ``patterns``: IDA* with additive pattern databases (to 16 cells, the default there).
            ``ida``: IDA* with the Manhattan distance; its nodes are those of R. E. Korf (1985).
            ``bfs``, ``bidirectional``, ``astar``, ``dfs``: on the state-space engine. ``table``: walk
            down a table of all configurations (to 12 cells), built once. ``beam``: a good solution,
            improved until a limit or until it meets the lower bound (the default above 16 cells).
        optimal : bool, optional
            True: a shortest solution, whatever it takes. By default so to 16 cells.
        limits : Limits, optional
            `memory` bounds the tables and the visited configurations.
        progress : callable, optional
            Called with the nodes visited.

        Returns
        -------
        SlidingResult
            NO_SOLUTION at once where parity forbids one.

        Examples
        --------
        >>> result = MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1").solve()
        >>> result.status.value, result.length, result.optimal
        ('SOLVED', 31, True)
        """
        n_cells = self.rows * self.cols
        if method is None:
            method = "patterns" if n_cells <= 16 else "ida" if optimal else "beam"
        if method not in SLIDING_METHODS:
            raise PuzzleError(f"method {method!r}, expected one of {', '.join(SLIDING_METHODS)}")
        if optimal and method in ("dfs", "beam"):
            raise PuzzleError(f"method {method} does not prove solutions shortest, expected another")
        if method == "patterns" and n_cells > 16:
            raise PuzzleError(f"{n_cells} cells, expected at most 16 for pattern databases")
        if method == "table" and n_cells > 12:
            raise PuzzleError(f"{n_cells} cells, expected at most 12 for a table of all configurations")
        start = time.perf_counter()
        if self.fail_fast():
            return SlidingResult(
                status=Status.NO_SOLUTION,
                stats=SearchStats(seconds=time.perf_counter() - start),
                puzzle=self,
                lower_bound=self.heuristic(),
            )
        if method == "patterns" or (method == "ida" and n_cells <= 16):
            return self._solve_ida(method == "patterns", limits, progress)
        if method == "table":
            return self._solve_table(limits, progress)
        if method == "beam":
            return self._solve_beam(limits, progress)
        return self._solve_engine(method, limits, progress)

    def _solve_ida(
        self, patterns: bool, limits: Limits | None, progress: Callable[[int], None] | None
    ) -> SlidingResult:
        from ..core import sliding_ida as core

        start = time.perf_counter()
        frame = _Frame(self, turned=patterns)
        tables, outcome = frame.tables(patterns, limits)
        if tables is None:
            stats = SearchStats(seconds=time.perf_counter() - start)
            return SlidingResult(
                status=Status.LIMIT,
                stats=stats,
                interrupted=outcome is Outcome.INTERRUPTED,
                puzzle=self,
                lower_bound=self.heuristic(),
            )
        search = core.SlidingIda(tables, frame.start, frame.mirror)
        outcome = drive(search.run, _rest(limits, start), nodes=lambda: search.nodes, progress=progress)
        solved = search.status == core.SOLVED
        blanks = tuple(frame.back(search.path_cells()))
        stats = SearchStats(
            nodes=search.nodes,
            generated=max(0, search.nodes - 1),
            depth=search.depth,
            seconds=time.perf_counter() - start,
            path_length=max(0, len(blanks) - 1),
        )
        return SlidingResult(
            status=Status.SOLVED if solved else Status.LIMIT,
            stats=stats,
            interrupted=outcome is Outcome.INTERRUPTED,
            puzzle=self,
            blanks=blanks,
            optimal=solved,
            lower_bound=search.bound,
            solved=solved,
        )

    def _solve_table(self, limits: Limits | None, progress: Callable[[int], None] | None) -> SlidingResult:
        start = time.perf_counter()
        frame = _Frame(self)
        table, outcome = _whole_table(self.rows, self.cols, frame.blank, limits, progress)
        blanks = () if table is None else tuple(frame.back(table.walk(frame.start)))
        length = max(0, len(blanks) - 1)
        return SlidingResult(
            status=Status.LIMIT if table is None else Status.SOLVED,
            stats=SearchStats(
                nodes=len(blanks), depth=length, seconds=time.perf_counter() - start, path_length=length
            ),
            interrupted=outcome is Outcome.INTERRUPTED,
            puzzle=self,
            blanks=blanks,
            optimal=table is not None,
            lower_bound=length if table is not None else self.heuristic(),
            solved=table is not None,
        )

    def _solve_beam(self, limits: Limits | None, progress: Callable[[int], None] | None) -> SlidingResult:
        from ..core.sliding_beam import SlidingBeam

        start = time.perf_counter()
        memory = limits.memory if limits is not None and limits.memory is not None else 1 << 29
        search = SlidingBeam(self.rows, self.cols, self._goal_cell[self.blank], self.cells(), memory)
        if limits is None or (limits.seconds is None and limits.nodes is None):
            limits = Limits(nodes=BEAM_NODES)
        outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
        solved = search.best >= 0
        length = max(0, search.best)
        return SlidingResult(
            status=Status.SOLVED if solved else Status.LIMIT,
            stats=SearchStats(
                nodes=search.nodes,
                generated=search.generated,
                depth=search.depth,
                seconds=time.perf_counter() - start,
                path_length=length,
            ),
            interrupted=outcome is Outcome.INTERRUPTED,
            puzzle=self,
            blanks=tuple(search.path_cells().tolist()),
            optimal=solved and search.best == search.lower,
            lower_bound=search.lower,
            solved=solved,
        )

    def _solve_engine(
        self, method: str, limits: Limits | None, progress: Callable[[int], None] | None
    ) -> SlidingResult:
        from ..core import search_engine as engine
        from ..core.sliding import Sliding

        rules = Sliding(self.rows, self.cols, self._goal_cell[self.blank])
        goal = rules.pack(np.arange(self.rows * self.cols, dtype=np.uint8)).reshape(1, -1)
        memory = limits.memory if limits is not None and limits.memory is not None else 1 << 31
        search = engine.Search(
            rules,
            rules.pack(self.cells()),
            getattr(engine, method.upper()),
            goal if method == "bidirectional" else None,
            most_bytes=memory,
            parent_only=True,
        )
        status, stats, interrupted = run_engine(search, limits=limits, progress=progress)
        solved = status is Status.SOLVED
        blank = self._goal_cell[self.blank]
        blanks = tuple(np.nonzero(rules.unpack(search.path()) == blank)[1].tolist())
        return SlidingResult(
            status=status,
            stats=stats,
            interrupted=interrupted,
            puzzle=self,
            blanks=blanks,
            optimal=solved and method != "dfs",
            lower_bound=len(blanks) - 1 if solved and method != "dfs" else self.heuristic(),
            solved=solved,
        )

    def solutions(self, limit: int | None = None, *, limits: Limits | None = None) -> Iterator[SlidingResult]:
        """Yield every shortest solution once; boards to 16 cells.

        Parameters
        ----------
        limit : int, optional
            Most solutions to yield.
        limits : Limits, optional
            Limits of the search; where one comes first, the last result yielded has status LIMIT.

        Examples
        --------
        >>> len(list(MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1").solutions()))
        40
        """
        return islice(self._solutions(limits), limit)

    def _solutions(self, limits: Limits | None) -> Iterator[SlidingResult]:
        from ..core import sliding_ida as core

        if self.rows * self.cols > 16:
            raise PuzzleError(
                f"{self.rows * self.cols} cells, expected at most 16 to list all shortest solutions"
            )
        if self.fail_fast():
            return
        start = time.perf_counter()
        frame = _Frame(self)
        tables, outcome = frame.tables(True, limits)
        search = None if tables is None else core.SlidingIda(tables, frame.start, frame.mirror)
        while search is not None:
            outcome = drive(search.run, _rest(limits, start), nodes=lambda: search.nodes)
            if search.status != core.SOLVED:
                break
            blanks = tuple(frame.back(search.path_cells()))
            stats = SearchStats(
                nodes=search.nodes,
                generated=search.nodes - 1,
                depth=search.depth,
                seconds=time.perf_counter() - start,
                path_length=len(blanks) - 1,
            )
            yield SlidingResult(
                status=Status.SOLVED,
                stats=stats,
                puzzle=self,
                blanks=blanks,
                optimal=True,
                lower_bound=len(blanks) - 1,
                solved=True,
            )
            search.go_on()
        if outcome is not Outcome.FINISHED:
            yield SlidingResult(
                status=Status.LIMIT,
                stats=SearchStats(nodes=search.nodes if search else 0, seconds=time.perf_counter() - start),
                interrupted=outcome is Outcome.INTERRUPTED,
                puzzle=self,
                lower_bound=search.bound if search else self.heuristic(),
            )

    def count(self, limit: int | None = None, *, limits: Limits | None = None) -> int:
        """Count the shortest solutions, at most `limit`; boards to 16 cells.

        Raises
        ------
        PuzzleError
            A limit of the search came first, so that the number is not known.

        Examples
        --------
        >>> MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1").count()
        40
        """
        found = 0
        for result in self.solutions(limit, limits=limits):
            if result.status is Status.LIMIT:
                raise PuzzleError(f"limit reached after {found} solutions, the number is not known")
            found += 1
        return found

    def check(self, solution: SlidingResult | Sequence[Symbol] | str) -> bool:
        """Say whether a list of steps leads from the configuration to the goal.

        Parameters
        ----------
        solution : SlidingResult, sequence of symbols, or str
            The tiles in the order in which they move, or the ways they move as ``UDLR``.

        Examples
        --------
        >>> puzzle = MNPuzzle.parse("1 2 3 / 4 0 6 / 7 5 8")
        >>> puzzle.check(("5", "8")), puzzle.check("UL"), puzzle.check(("8", "5"))
        (True, True, False)
        """
        if isinstance(solution, SlidingResult):
            return solution.solved and self.check(solution.moves) and self.check(solution.directions)
        grid = {(r, c): s for r, row in enumerate(self.from_grid) for c, s in enumerate(row)}
        goal = {(r, c): s for r, row in enumerate(self.to_grid) for c, s in enumerate(row)}
        ways = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}  # where the tile is, from the blank
        for step in solution:
            (row, col) = next(place for place, symbol in grid.items() if symbol == self.blank)
            if isinstance(solution, str):
                if step not in ways:
                    return False
                tile = (row + ways[step][0], col + ways[step][1])
            else:
                tile = next((place for place, symbol in grid.items() if symbol == step), (-9, -9))
            if tile not in grid or abs(tile[0] - row) + abs(tile[1] - col) != 1:
                return False
            grid[row, col], grid[tile] = grid[tile], self.blank
        return grid == goal


class _Frame:
    """The puzzle turned so that the goal of the blank is where tables are kept for, and back."""

    def __init__(self, puzzle: MNPuzzle, turned: bool = True) -> None:
        self.rows, self.cols = puzzle.rows, puzzle.cols
        cells, blank = puzzle.cells(), puzzle._goal_cell[puzzle.blank]
        turns = _symmetries(self.rows, self.cols)
        self.turn = min(turns, key=lambda turn: int(turn[blank])) if turned else turns[0]
        self.blank = int(self.turn[blank])
        self.start = np.empty_like(cells)
        self.start[self.turn] = self.turn[cells]
        self.inverse = np.argsort(self.turn)
        identity = np.arange(len(cells))
        mirrors = [m for m in turns if m[self.blank] == self.blank and (m != identity).any()]
        self.mirror = mirrors[0] if mirrors else None

    def back(self, cells: Cells) -> list[int]:
        """Return cells of the turned board as cells of the puzzle."""
        found: list[int] = self.inverse[cells].tolist()
        return found

    def tables(self, patterns: bool, limits: Limits | None) -> tuple[PatternTables | None, Outcome]:
        """Return the pattern databases, built at the first use; None where a limit came first."""
        from ..core.sliding_ida import PatternTables

        groups = _patterns(self.rows, self.cols, self.blank) if patterns else []
        memory = None if limits is None else limits.memory
        if memory is not None:  # smaller groups where memory is short
            while groups and 3 * max(16 ** len(group) for group in groups) > memory:
                groups = [part for group in groups for part in (group[::2], group[1::2]) if part]
                if len(groups) > 4:
                    groups = []
        key = (self.rows, self.cols, self.blank, tuple(map(tuple, groups)))
        if key in _TABLES:
            return _TABLES[key], Outcome.FINISHED
        tables = PatternTables(self.rows, self.cols, self.blank, groups)
        seconds = None if limits is None else limits.seconds
        outcome = Outcome.FINISHED
        if not tables.ready:
            outcome = drive(tables.run, Limits(seconds=seconds), nodes=lambda: tables.n_states)
        if not tables.ready:
            return None, outcome
        while len(_TABLES) >= MOST_TABLES:
            del _TABLES[next(iter(_TABLES))]
        _TABLES[key] = tables
        return tables, outcome


MOST_TABLES = 8
_TABLES: dict[tuple[int, int, int, tuple[tuple[int, ...], ...]], PatternTables] = {}


def _patterns(rows: int, cols: int, blank: int) -> list[list[int]]:
    """Return groups of tiles that lie together in the goal."""
    if (rows, cols) == (4, 4) and blank in PATTERNS:
        return [list(group) for group in PATTERNS[blank]]
    # Along the longer side, so that groups are compact.
    order = sorted(range(rows * cols), key=lambda c: (c % cols, c // cols) if cols >= rows else (c, 0))
    tiles = [cell for cell in order if cell != blank]
    n_groups = -(-len(tiles) // (5 if len(tiles) > 8 else 4))
    bounds = [round(k * len(tiles) / n_groups) for k in range(n_groups + 1)]
    return [tiles[a:b] for a, b in pairwise(bounds)]


def _symmetries(rows: int, cols: int) -> list[Cells]:
    """Return the symmetries of a board, the identity first: cell -> cell."""
    board = np.arange(rows * cols, dtype=np.uint8).reshape(rows, cols)
    boards = [board, board[:, ::-1], board[::-1], board[::-1, ::-1]]
    if rows == cols:
        boards += [other.T for other in boards]
    return [np.ascontiguousarray(other).reshape(-1) for other in boards]


def _rest(limits: Limits | None, start: float) -> Limits | None:
    """Return the limits with the time gone since `start` taken off."""
    if limits is None or limits.seconds is None:
        return limits
    left = max(0.0, limits.seconds - (time.perf_counter() - start))
    return Limits(seconds=left, nodes=limits.nodes, memory=limits.memory)


def _solvable(cells: Sequence[int], blank: int, cols: int) -> bool:
    """Say whether the parity of a permutation equals that of the blank's way home."""
    odd, seen = False, [False] * len(cells)
    for first in range(len(cells)):
        cell, length = first, 0
        while not seen[cell]:
            seen[cell] = True
            cell = cells[cell]
            length += 1
        odd ^= length > 0 and length % 2 == 0
    here = list(cells).index(blank)
    return odd == bool((abs(here // cols - blank // cols) + abs(here % cols - blank % cols)) % 2)


def _whole_table(
    rows: int, cols: int, blank: int, limits: Limits | None, progress: Callable[[int], None] | None
) -> tuple[SlidingTable | None, Outcome]:
    """Return the table of all configurations, built at the first use; None where a limit came first."""
    from ..core.sliding_table import SlidingTable

    key = (rows, cols, blank)
    if key in _WHOLE:
        return _WHOLE[key], Outcome.FINISHED
    states = factorial(rows * cols) // 2
    if (
        limits is not None
        and limits.memory is not None
        and limits.memory < states * (1 / 4 + 4 / (rows * cols))
    ):
        return None, Outcome.LIMIT
    table = SlidingTable(rows, cols, blank)
    seconds = None if limits is None else limits.seconds
    outcome = drive(table.run, Limits(seconds=seconds), nodes=lambda: table.nodes, progress=progress)
    if not table.ready:
        return None, outcome
    while len(_WHOLE) >= 2:
        del _WHOLE[next(iter(_WHOLE))]
    _WHOLE[key] = table
    return table, outcome


_WHOLE: dict[tuple[int, int, int], SlidingTable] = {}


def depth_table(rows: int, cols: int, *, progress: Callable[[int], None] | None = None) -> list[int]:
    """Return the number of configurations by optimal distance from a goal with the blank in a corner.

    Parameters
    ----------
    rows, cols : int
        Size, at most 12 cells.
    progress : callable, optional
        Called with the configurations reached so far.

    Raises
    ------
    PuzzleError
        A size out of range.
    KeyboardInterrupt
        Ctrl-C came first.

    Notes
    -----
    O(n) time and 7 n / 12 bytes for n = (rows * cols)! / 2 configurations: 239,500,800 for 3×4.

    Examples
    --------
    >>> depth_table(2, 2), sum(depth_table(2, 3))
    ([1, 2, 2, 2, 2, 2, 1], 360)
    """
    _check_size(rows, cols)
    if rows * cols > 12:
        raise PuzzleError(
            f"{rows}x{cols} has {rows * cols} cells, expected at most 12 to visit all configurations"
        )
    table, _ = _whole_table(rows, cols, 0, None, progress)
    if table is None:
        raise KeyboardInterrupt
    return table.depth_counts


# Validation


def _name(symbol: Symbol) -> str:
    text = str(symbol)
    return repr(text if len(text) <= MOST_SYMBOL else text[:MOST_SYMBOL] + "…")


def _check_size(rows: int, cols: int, file: str | None = None) -> None:
    if not (SMALLEST <= rows <= LARGEST and SMALLEST <= cols <= LARGEST):
        raise PuzzleError(f"board of {rows}x{cols}, expected 2x2 to 8x8", file=file)


def _flat(grid: Grid) -> list[Symbol]:
    return [symbol for row in grid for symbol in row]


def _grid(rows: Sequence[Sequence[Symbol]], what: str) -> Grid:
    try:
        grid = tuple(tuple(row) for row in rows)
    except TypeError:
        raise PuzzleError(
            f"{what} is not made of rows, expected a sequence of sequences of symbols"
        ) from None
    _check_size(len(grid), len(grid[0]) if grid else 0)
    for row in grid:
        if len(row) != len(grid[0]):
            raise PuzzleError(f"{what}: row of {len(row)} tiles, expected {len(grid[0])}")
        for symbol in row:
            try:
                hash(symbol)
            except TypeError:
                raise PuzzleError(
                    f"{what}: a symbol of type {type(symbol).__name__}, expected text or numbers"
                ) from None
    return grid


def _each_once(
    symbols: Sequence[Symbol],
    what: str,
    file: str | None = None,
    places: Sequence[tuple[str, int, int]] | None = None,
) -> None:
    seen = set()
    for number, symbol in enumerate(symbols):
        if symbol in seen:
            line, column = places[number][1:] if places else (None, None)
            raise PuzzleError(
                f"{_name(symbol)} twice in {what}, expected each tile and the blank once",
                file=file,
                line=line,
                column=column,
            )
        seen.add(symbol)


def _blank_of(symbols: Sequence[Symbol], blank: Symbol, file: str | None = None) -> Symbol:
    """Return the symbol of the blank: the one asked for, or the only one of the usual signs."""
    if blank is not None:
        if blank not in symbols:
            raise PuzzleError(f"no blank {_name(blank)}, expected it once", file=file)
        return blank
    found = [symbol for symbol in symbols if symbol in BLANKS or (type(symbol) is int and symbol == 0)]
    if not found:
        raise PuzzleError("no blank, expected one of 0, _ and *", file=file)
    if len(found) > 1:
        names = " and ".join(_name(symbol) for symbol in found)
        raise PuzzleError(f"more than one blank ({names}), expected one, or blank=… to say which", file=file)
    return found[0]


def _parse_rows(
    text: str, file: str | None, what: str, cols: int | None = None
) -> list[list[tuple[str, int, int]]]:
    """Return rows of (symbol, line, column), all of one length."""
    rows: list[list[tuple[str, int, int]]] = []
    total = 0
    for line, content in text_lines(text):
        column = 0
        for part in content.replace(",", " ").split("/"):
            row = []
            place = column
            for symbol in part.split():
                place = content.index(symbol, place)
                if len(symbol) > MOST_SYMBOL or not symbol.isprintable():
                    raise PuzzleError(
                        f"symbol {_name(symbol)}, expected at most {MOST_SYMBOL} printable characters",
                        file=file,
                        line=line,
                        column=place + 1,
                    )
                row.append((symbol, line, place + 1))
                place += len(symbol)
                total += 1
                if total > LARGEST * LARGEST:
                    raise PuzzleError(
                        f"more than {LARGEST * LARGEST} tiles, expected at most 8x8", file=file, line=line
                    )
            column += len(part) + 1
            if row:
                rows.append(row)
    if not rows:
        raise PuzzleError(f"no tiles in {what}, expected rows of symbols separated by spaces", file=file)
    if len(rows) == 1:  # all on one line
        width = cols or round(len(rows[0]) ** 0.5)
        if width == 0 or len(rows[0]) % width or (cols is None and width * width != len(rows[0])):
            raise PuzzleError(
                f"{len(rows[0])} tiles on one line, expected a square number, or rows divided by / or lines",
                file=file,
                line=rows[0][0][1],
            )
        rows = [rows[0][k : k + width] for k in range(0, len(rows[0]), width)]
    for row in rows:
        if len(row) != len(rows[0]):
            raise PuzzleError(f"row of {len(row)} tiles, expected {len(rows[0])}", file=file, line=row[0][1])
    _check_size(len(rows), len(rows[0]), file)
    return rows
