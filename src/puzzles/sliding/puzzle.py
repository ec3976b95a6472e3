"""The m×n sliding puzzle: parse, validate, solve on the compiled engines, verify, draw."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np

from ...base import Limits, Puzzle, PuzzleError, Result, SearchStats, Status
from ...running import Outcome, drive
from ...search import run_engine
from ...textio import printable
from .tables import Cells, Frame, depth_table, solvable, time_left, whole_table
from .text import BLANKS, Symbol, blank_of, check_size, each_once, flat, grid_of, name_of, parse_rows

__all__ = ["SLIDING_METHODS", "MNPuzzle", "SlidingResult", "depth_table"]

SLIDING_METHODS: Final = ("patterns", "ida", "bfs", "bidirectional", "astar", "dfs", "table", "beam")
BEAM_NODES = 1_000_000
"""Nodes of the beam where neither time nor nodes are limited: about a second."""
STEPS: Final = ((-1, 0, "D"), (0, -1, "R"), (0, 1, "L"), (1, 0, "U"))
"""Row and column step of the blank, and which way the tile moves; in the order of the extensions."""


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
        self.from_grid = grid_of(from_grid, "from_grid")
        self.to_grid = grid_of(to_grid, "to_grid")
        self.rows, self.cols = len(self.from_grid), len(self.from_grid[0])
        if (len(self.to_grid), len(self.to_grid[0])) != (self.rows, self.cols):
            raise PuzzleError(
                f"goal of {len(self.to_grid)}x{len(self.to_grid[0])}, expected {self.rows}x{self.cols} "
                "as the configuration"
            )
        start = flat(self.from_grid)
        self._goal_cell = {symbol: cell for cell, symbol in enumerate(flat(self.to_grid))}
        each_once(start, "the configuration")
        each_once(flat(self.to_grid), "the goal")
        for symbol in start:
            if symbol not in self._goal_cell:
                raise PuzzleError(f"tile {name_of(symbol)} is not in the goal, expected the same tiles")
        self.blank: Symbol = blank_of(start, blank)
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
            self._solvable = solvable(self.cells().tolist(), self._goal_cell[self.blank], self.cols)
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
        start = parse_rows(text, file, "the configuration")
        flat = [symbol for row in start for symbol, _, _ in row]
        each_once(flat, "the configuration", file, [place for row in start for place in row])
        blank_symbol = str(blank_of(flat, blank, file))
        rows, cols = len(start), len(start[0])
        target: list[list[str]]
        if goal is None or goal in ("blank-last", "blank-first"):
            numbers = [str(number) for number in range(1, rows * cols)]
            for symbol, line, column in (place for row in start for place in row):
                if symbol != blank_symbol and symbol not in numbers:
                    raise PuzzleError(
                        f"tile {name_of(symbol)}, expected 1 to {rows * cols - 1} where no goal is given",
                        file=file,
                        line=line,
                        column=column,
                    )
            whole = [blank_symbol, *numbers] if goal == "blank-first" else [*numbers, blank_symbol]
            target = [whole[row * cols : (row + 1) * cols] for row in range(rows)]
        else:
            target = [[symbol for symbol, _, _ in row] for row in parse_rows(goal, "goal", "the goal", cols)]
            each_once([symbol for row in target for symbol in row], "the goal", "goal")
            # A goal may write its blank as another of the usual signs.
            present = {symbol for row in target for symbol in row}
            if blank_symbol not in present:
                signs = [symbol for symbol in BLANKS if symbol in present]
                if not signs:
                    raise PuzzleError(f"the goal has no blank, expected {name_of(blank_symbol)}", file="goal")
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
        check_size(rows, cols)
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
        check_size(rows, cols)
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
        from ..common.drawing import Drawing

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
        return np.array([self._goal_cell[symbol] for symbol in flat(self.from_grid)], dtype=np.uint8)

    def _frame(self, turned: bool = True) -> Frame:
        return Frame(self.rows, self.cols, self.cells(), self._goal_cell[self.blank], turned)

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
        from ...core.search import sliding_ida as core

        start = time.perf_counter()
        frame = self._frame(turned=patterns)
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
        outcome = drive(search.run, time_left(limits, start), nodes=lambda: search.nodes, progress=progress)
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
        frame = self._frame()
        table, outcome = whole_table(self.rows, self.cols, frame.blank, limits, progress)
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
        from ...core.search.sliding_beam import SlidingBeam

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
        from ...core.search import engine
        from ...core.search.sliding import Sliding

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
        from ...core.search import sliding_ida as core

        if self.rows * self.cols > 16:
            raise PuzzleError(
                f"{self.rows * self.cols} cells, expected at most 16 to list all shortest solutions"
            )
        if self.fail_fast():
            return
        start = time.perf_counter()
        frame = self._frame()
        tables, outcome = frame.tables(True, limits)
        search = None if tables is None else core.SlidingIda(tables, frame.start, frame.mirror)
        while search is not None:
            outcome = drive(search.run, time_left(limits, start), nodes=lambda: search.nodes)
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
