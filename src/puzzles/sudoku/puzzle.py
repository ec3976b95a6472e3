"""Sudoku: each symbol once in every row, column and box; any size to 36 × 36."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ...answers import PuzzleResult
from ...arrow import lists_of
from ...base import Limits, PuzzleError, Result, SearchStats, Status, maker, record
from ...core.assign import sudoku9_text
from ...io.formats.dimacs import Clauses
from ...io.text import pluralize
from ...options import with_changes
from ..framework.arguments import (
    Record,
    alike,
    check_limit,
    check_limits,
    check_shape,
    in_usual_forms,
    is_whole,
    record_of,
)
from ..framework.assignment_puzzle import CellPuzzle, Ending, cell_mistake, search_limit, stats_of
from ..framework.check import (
    JudgeKernel,
    Judgement,
    Verdict,
)
from ..framework.result_sequence import STATUSES, NullMany, ResultSequence, Stop, asks_null, nulled
from ..framework.steps import FREE, Difficulty, Meter, Rating, Step
from .check import array_check, faults, verdict_of
from .constraints.clues import Held, LineRelation
from .layout import PLAIN, GenerateOptions, Layout, Variant, layout_of, rules_of, variant_of
from .many import ManyOptions, PuzzleCells, SudokuReader, simd_lanes, solve_cells
from .parse import (
    EMPTY,
    FORMATS,
    SYMBOLS,
    Grid,
    array_cells,
    check_symbols,
    default_alphabet,
    filled_grid,
    format_grid,
    grid_text,
    is_lettered,
    order_symbols,
    parse_cells,
    parse_grid,
    signs_of,
    unwrapped,
)
from .search import (
    ALONE,
    PROOF,
    SolutionSource,
    WeightedSearch,
    break_symmetry,
    first_slice,
    search_of,
    second_rows,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ...io.grid_text import Symbols
    from ...typing import GridsLike, PuzzlesLike, ShapeLike
    from ..framework.html import View

__all__ = ["Sudoku", "SudokuMany", "SudokuPuzzle", "SudokuResult", "simd_lanes", "solve_many"]

Progress = Callable[[int], None]
NINE = "123456789"
CellRows = tuple[tuple[int | str, ...], ...]
BLOCK = 1 << 11
"""Grids that are judged together: their cells stay in the cache."""
MANY, MAKING = ManyOptions(), GenerateOptions()
VARIED = frozenset(vars(PLAIN))
"""The options that are rules of a variant."""
SOLVED, LIMIT = STATUSES.index(Status.SOLVED), STATUSES.index(Status.LIMIT)


class SudokuPuzzle(CellPuzzle["SudokuResult", "SudokuPuzzle"]):
    """A Sudoku grid, filled in part or in full.

    Parameters
    ----------
    n : int, or str, rows, array or path
        Rows, columns and symbols, 1 to 36. Alone it is the grid: a text or a file as `parse` and `load` read
        it, rows of texts or cells, an array as of `from_array`; the keywords of `parse` hold.
    symbols : sequence of str
        The n * n cells, row by row; ``"*"`` is an empty one (``"."``, ``"0"``, ``"_"`` too where they are
        no symbols).
    symbol_set : iterable of str
        The n symbols.
    box : (int, int) or str, optional
        Rows and columns of a box, as (2, 3) or ``"2x3"``; by default boxes are square, and n has to be.
    variant : Variant, optional
        Further rules; its fields ``regions``, ``variants``, ``groups``, ``even``, ``odd``, ``relations``,
        ``cages``, ``arrows``, ``thermometers`` and others are keywords too.

    Raises
    ------
    PuzzleError
        Wrong numbers of cells or symbols, an unknown symbol, no square and no box shape, rules that no grid
        of this size has. Clues that clash are no error here: such a grid has no solution. (`parse` refuses
        them.)

    Examples
    --------
    >>> SudokuPuzzle("12../..../..../...1") == SudokuPuzzle([[1, 2, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 1]])
    True
    >>> grid = SudokuPuzzle(4, list("AB*D" "*D**" "**D*" "D**A"), {"A", "B", "C", "D"})
    >>> print(grid.solve())
    A B | C D
    C D | A B
    ----+----
    B A | D C
    D C | B A
    UNIQUE, 1 solution found
    """

    SYMBOLS: ClassVar[Symbols] = SYMBOLS
    LONGEST: ClassVar[int] = 1 << 20
    FORMATS: ClassVar[tuple[str, ...]] = FORMATS
    _grid: Grid

    def __init__(
        self,
        n: Any,
        symbols: Sequence[str] | None = None,
        symbol_set: Iterable[str] | None = None,
        box: tuple[int, int] | str | None = None,
        variant: Variant = PLAIN,
        **changes: Any,
    ) -> None:
        if symbol_set is None:
            if symbols is None and is_whole(n):
                self._grid = self.from_array(n, box, variant, **changes)._grid
            else:
                self._take(n, variant=variant, symbols=symbols, box=box, **changes)
            return
        layout = layout_of(n, box, variant, **changes)
        alphabet = order_symbols(check_symbols(symbol_set, None))
        if len(alphabet) != n:
            found = pluralize(len(alphabet), "different symbol")
            raise PuzzleError(f"symbol_set has {found}, but a {n}×{n} grid needs {n}")
        cells = lists_of(symbols, name="symbols")
        if len(cells) != n * n:
            raise PuzzleError(f"{len(cells)} cells, expected {n * n} for a grid of {n} × {n}")
        codes = dict.fromkeys(EMPTY, 0) | {symbol: k for k, symbol in enumerate(alphabet, 1)}
        wrong = next((k for k, symbol in enumerate(cells) if symbol not in codes), None)
        if wrong is not None:
            raise PuzzleError(
                f"unknown symbol {cells[wrong]!r} at row {wrong // n + 1}, column {wrong % n + 1}, expected"
                f" one of {' '.join(alphabet)}, or * for an empty cell"
            )
        self._grid = Grid(n, layout, alphabet, bytes(codes[symbol] for symbol in cells))

    @classmethod
    def _of(cls, grid: Grid) -> Self:
        puzzle = cls.__new__(cls)
        puzzle._grid = grid
        return puzzle

    # What it is

    @property
    def n(self) -> int:
        """Rows, columns and symbols."""
        return self._grid.n

    @property
    def box(self) -> tuple[int, int] | None:
        """Rows and columns of a box; None where there are regions instead, or no boxes."""
        return self._grid.layout.box

    @property
    def layout(self) -> Layout:
        """What the grid has to keep to: its units, and what a variant adds."""
        return self._grid.layout

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
        n, signs = self.n, signs_of(self._grid)
        if isinstance(signs, str):
            return [signs[k : k + n] for k in range(0, n * n, n)]
        between = "" if all(len(symbol) == 1 for symbol in self._grid.alphabet) else " "
        return [between.join(signs[k : k + n]) for k in range(0, n * n, n)]

    @property
    def grid(self) -> CellRows:
        """The rows, cell by cell: numbers, or symbols where these are others; 0 or ``"."`` where empty.

        Examples
        --------
        >>> SudokuPuzzle.parse("12../..../..../...1").grid[0], SudokuPuzzle("AB../..../..CD/....").grid[0]
        ((1, 2, 0, 0), ('A', 'B', '.', '.'))
        """
        n, alphabet = self.n, self._grid.alphabet
        whole = all(symbol.isdigit() for symbol in alphabet) and "0" not in alphabet
        signs: Sequence[int | str] = [0, *map(int, alphabet)] if whole else [".", *alphabet]
        cells = [signs[value] for value in self._grid.cells]
        return tuple(tuple(cells[k : k + n]) for k in range(0, n * n, n))

    @property
    def clues(self) -> int:
        """Cells that are filled."""
        return len(self._grid.cells) - self._grid.cells.count(0)

    def array(self) -> NDArray[np.uint8]:
        """Return the cells as uint8 array of shape (n, n): 1 to n, 0 is empty."""
        return np.frombuffer(self._grid.cells, dtype=np.uint8).reshape(self.n, self.n).copy()

    def configuration(self) -> Hashable:
        """Return size, layout, symbols and cells."""
        return self._grid

    # As a `Puzzle`: one cell a step

    def is_solved(self) -> bool:
        """Return whether every cell is filled and nothing clashes."""
        cells = self._grid.cells
        return 0 not in cells and self._grid.layout.clash(cells) is None

    def extensions(self) -> list[Self]:
        """Return the grids with the first empty cell filled, by each symbol that its peers leave."""
        grid = self._grid
        cell = grid.cells.find(0)
        if cell < 0:
            return []
        before, after = grid.cells[:cell], grid.cells[cell + 1 :]
        return [
            self._of(grid._replace(cells=before + bytes([value]) + after))
            for value in sorted(grid.layout.values_left(grid.cells, cell))
        ]

    def fail_fast(self) -> bool:
        """Return whether some empty cell has no symbol left: the cells around it rule out all of them."""
        _, layout, _, cells = self._grid
        return any(not value and not layout.values_left(cells, cell) for cell, value in enumerate(cells))

    # Text, arrays, pictures

    @classmethod
    def parse(
        cls,
        text: str,
        variant: Variant = PLAIN,
        *,
        symbols: Iterable[str] | None = None,
        box: tuple[int, int] | str | None = None,
        strict: bool = True,
        file: str | None = None,
        **changes: Any,
    ) -> SudokuPuzzle:
        """Read a grid: one line of n * n characters, rows, a drawn frame, CSV, JSON, or candidates.

        Parameters
        ----------
        text : str
            ``.``, ``0``, ``*``, ``_``, ``?``, ``-``, ``x`` and blank cells are empty; rows are lines, or
            apart by ``/``. Lines that begin with # are left out. Of candidates, a cell with one is given.
            Below the grid may stand rules, such as ``variants: diagonal``, or ``regions:`` with a letter for
            each cell on the lines after it; those of the call come first.
        variant : Variant, optional
            Further rules; its fields are keywords too.
        symbols : iterable of str, optional
            The n symbols in order. By default 1 to 9, then A to Z; or numbers, A to Z, symbols from 0, or
            n others that all occur, where one of these choices is possible.
        box : (int, int) or str, optional
            Rows and columns of a box, as (2, 3) or ``"2x3"`` for 6 × 6.
        strict : bool
            Refuse clues that clash; else such a grid has no solution.
        file : str, optional
            Named in errors.

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
        if changes:
            variant = with_changes(variant, changes)
        rules = {"symbols": symbols, "box": box, **(rules_of(variant) if variant is not PLAIN else {})}
        return cls._of(parse_grid(text, rules, strict=strict, file=file))

    @classmethod
    def from_array(
        cls,
        values: ArrayLike,
        box: tuple[int, int] | str | None = None,
        variant: Variant = PLAIN,
        **changes: Any,
    ) -> SudokuPuzzle:
        """Make a grid of numbers, of shape (n, n) or (n * n,): 1 to n, 0 is empty; see `Variant`.

        Examples
        --------
        >>> int(SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).count())
        12
        """
        n, cells = array_cells(values)
        return cls._of(Grid(n, layout_of(n, box, variant, **changes), default_alphabet(n), cells))

    def rules(self) -> dict[str, Any]:
        """Return what `parse` needs in addition to the text: symbols, boxes and variant."""
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
        return format_grid(self._grid if solution is None else self.read_answer(solution)._grid, style)

    def to_svg(self, solution: SudokuPuzzle | str | ArrayLike | None = None) -> str:
        """Draw the grid, or a solution of it with what was not given lighter, as SVG."""
        from .draw import draw

        return draw(self._grid if solution is None else self.read_answer(solution)._grid, self._grid.cells)

    def view(self, answer: Any = None) -> View:
        """Return what the page of an answer shows: the steps of a person, with candidates."""
        from ..framework.html import answer_of
        from .draw import view

        solution = answer_of(answer)
        return view(self._grid, answer, None if solution is None else self.read_answer(solution)._grid)

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
        return first_slice(self._grid.n)

    def _source(self, limit: int | None) -> SolutionSource[SudokuPuzzle]:
        # One more is looked for, to know whether there are others.
        return SolutionSource(self._grid, search_limit(None if limit is None else limit + 1), self._filled)

    def _stats(self, search: Any, found: int, seconds: float) -> SearchStats:
        return stats_of(search, seconds, path_length=self._grid.cells.count(0) if found else 0)

    def _result(self, ending: Ending, search: Any, last: SudokuPuzzle | None) -> SudokuResult:
        first = None if search is None else search.first
        solution = last if first is None else self._filled(first)
        return _sudoku_result(  # `**ending` would take as long as all of it
            status=ending["status"],
            stats=ending["stats"],
            interrupted=ending["interrupted"],
            count=ending["count"],
            complete=ending["complete"],
            puzzle=self,
            solution=solution,
        )

    @classmethod
    def solve_many(
        cls,
        puzzles: GridsLike | PuzzlesLike[SudokuPuzzle],
        options: ManyOptions = MANY,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
        **changes: Any,
    ) -> SudokuMany:
        """Solve many puzzles of one size: arrays in, arrays out.

        Parameters
        ----------
        puzzles : array of shape (n_puzzles, n * n) or (n_puzzles, n, n), or iterable of str or SudokuPuzzle
            1 to n, 0 is empty (uint8 is not copied); or strings as `SudokuPuzzle.parse` reads them, fastest
            with n * n of the usual symbols; or grids. Arrays and strings may be a column of pandas, polars,
            pyarrow or another library of Arrow data; an iterator is taken in pieces.
        options : ManyOptions, optional
            ``limit`` (2), ``threads`` (0: all), ``box``, ``errors`` ("raise" or "null"), and the fields of
            `Variant`; all are keywords too.
        limits : Limits, optional
            Nodes and seconds that each puzzle may take; its status is then LIMIT. With seconds the puzzles
            are searched one by one, not side by side.
        progress : callable, optional
            Called with the number of puzzles done.
        stop : callable, optional
            Asked from time to time, in every thread; where it returns True, KeyboardInterrupt ends the work.

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
        >>> many = SudokuPuzzle.solve_many(["." * 81, "11" + "." * 79])
        >>> many.counts.tolist(), [result.status.value for result in many]
        ([2, 0], ['MULTIPLE', 'NO_SOLUTION'])
        """
        chosen = with_changes(ManyOptions if options is MANY else options, changes)
        usual = options is MANY and VARIED.isdisjoint(changes)
        reader = SudokuReader(chosen.box, PLAIN if usual else variant_of(vars(chosen)))
        most, bounds = search_limit(check_limit(chosen.limit)), check_limits(limits)

        def solve(taken: Any) -> SudokuMany:
            read = reader.read(taken)
            found = solve_cells(
                read.cells,
                read.layout,
                most,
                limits=bounds,
                threads=chosen.threads,
                progress=progress,
                stop=stop,
            )
            return SudokuMany(read, found, most, limited=bounds is not None)

        if asks_null(chosen.errors):
            nulls: Any = NullMany(*nulled(solve, puzzles, "puzzles", lambda one: reader.read([one])))
            return nulls  # type: ignore[no-any-return]
        return solve(puzzles)

    # Checking

    def read_answer(self, answer: Any) -> Any:
        """Return an answer as a grid: from a result, a grid, text, rows or numbers."""
        if isinstance(answer, SudokuResult):
            answer = answer.solution
        if isinstance(answer, (SudokuPuzzle, Result)):
            return answer
        n, _, alphabet, _ = self._grid
        if isinstance(answer, (list, tuple)) and all(map(_is_text, answer)):
            answer = "\n".join(row if isinstance(row, str) else " ".join(row) for row in answer)
        if isinstance(answer, str):
            return self._of(self._grid._replace(cells=parse_cells(answer, n, alphabet)))
        return self._of(self._grid._replace(cells=array_cells(answer, n)[1]))

    def read_state(self, text: str) -> Any:
        """Return a player's state as a grid; values may clash: that is a mistake, no error."""
        return self.read_answer(text)

    def faults(self, solution: SudokuPuzzle | SudokuResult | str | ArrayLike) -> list[str]:
        """Return everything that keeps `solution` from being one of this grid; see `check`.

        Raises
        ------
        PuzzleError
            It is no grid of this size.

        Examples
        --------
        >>> SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).faults("1234341221434323")
        ['row 4 has 1 0 times', 'column 4 has 1 0 times', ...]
        """
        shown = self.read_answer(solution)._grid
        if shown[:3] != self._grid[:3]:
            return [self._difference(shown)]
        return faults(self._grid, shown.cells)

    def _difference(self, shown: Grid) -> str:
        """Return what other rules or symbols a grid has."""
        _, layout, alphabet, _ = self._grid
        if shown.layout is not layout:
            return f"{shown.layout.words()}, expected {layout.words()}"
        return f"symbols {' '.join(shown.alphabet)[:80]}, expected {' '.join(alphabet)[:80]}"

    def clauses(self) -> Clauses:
        """Return the puzzle as clauses: cells take symbols; each unit has each symbol once."""
        n, layout = self.n, self.layout
        symbols = range(1, n + 1)
        groups = [[cell * n + v for v in symbols] for cell in range(n * n)]
        groups += [[cell * n + v for cell in unit] for unit in layout.units for v in symbols]
        others = [[cell * n + v] for cell, v in enumerate(self._grid.cells) if v]
        others += [[-(a * n + v), -(b * n + v)] for a, b in layout.apart for v in symbols]
        for cells, odd in ((layout.even, 1), (layout.odd, 0)):
            others += [[-(cell * n + v)] for cell in cells for v in symbols if v % 2 == odd]
        for a, b, kept in layout.between:
            wrong = ((v, w) for v in symbols for w in symbols if not kept[v - 1] >> (w - 1) & 1)
            others += [[-(a * n + v), -(b * n + w)] for v, w in wrong]
        for clue, one in layout.constraints:
            if isinstance(one, Held):
                others += [[cell * n + v for cell in cells] for cells, v in one.one_of()]
            elif not isinstance(one, LineRelation):
                raise PuzzleError(f"{clue.kind} cannot be written as clauses")
        return Clauses(n * n, n, groups, others)

    def _assigned(self, values: Sequence[int]) -> SudokuPuzzle:
        return self._filled(bytes(value + 1 for value in values))

    def check(self, solution: Any) -> bool:
        """Return whether `solution` fills this grid by the rules; shares no code with the solver.

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

    def explain_conflict(self, answer: Any) -> Verdict:
        """Return what is wrong with a grid: what is given changed, a symbol twice, an empty cell."""
        if answer._grid[:3] != self._grid[:3]:
            return Verdict(status=Judgement.NOT_OF_THIS_PUZZLE, reason=self._difference(answer._grid))
        return verdict_of(self._grid, answer._grid.cells)

    @classmethod
    def _judge_kernel(cls, puzzles: Any, answers: Any, rules: Mapping[str, Any]) -> JudgeKernel | None:
        """Return what judges lines of the usual symbols, grids or arrays (0 is empty) as arrays."""
        if not rules and isinstance(puzzles, list) and puzzles and isinstance(puzzles[0], (Record, Mapping)):
            records = [record_of(value, cls) if isinstance(value, Mapping) else value for value in puzzles]
            puzzles, rules = alike(records) or (puzzles, rules)
        if type(puzzles) in (list, tuple):
            puzzles = type(puzzles)(map(unwrapped, puzzles))
        together = array_check(puzzles, answers, rules)
        return None if together is None else JudgeKernel(together.judge, together.verdict, BLOCK)

    # Reasoning and making

    @property
    def levels(self) -> Mapping[str, Difficulty]:
        """How hard a puzzle is that needs a kind of step, easiest first."""
        from .steps import levels_of

        return levels_of(self.layout)

    def _reasoning(self, meter: Meter) -> Iterator[Step]:
        from .steps import explained

        solution = self._values(meter)
        for step, _ in explained(self._grid.cells, self.layout, self.alphabet, solution, meter):
            yield step

    def _values(self, meter: Meter = FREE) -> bytes | None:
        """Return the values of a solution, None where there is none; LimitReached where a limit comes."""
        search, _ = self._searching(1)
        meter.run(search, first=first_slice(self.n))
        return None if search.first is None else bytes(search.first)

    def _rating(self, meter: Meter) -> Rating:
        from .steps import rated

        found = rated(self._grid.cells, self.layout, lambda: self._values(meter))
        return found or super()._rating(meter)

    def _grade(self, meter: Meter) -> Difficulty:
        from .steps import graded

        return graded(self._grid, meter=meter) or Difficulty.EXPERT

    def _mistake(self, state: Any, meter: Meter) -> Step | None:
        if not isinstance(state, SudokuPuzzle) or state._grid[:3] != self._grid[:3]:
            raise PuzzleError(f"state {state!r:.60}, expected a grid of the same size, rules and symbols")
        given, now = self._grid.cells, state._grid.cells

        def solvable(cells: Sequence[int]) -> bool:
            filled = bytearray(given)
            for cell in cells:
                filled[cell] = now[cell]
            return self._of(self._grid._replace(cells=bytes(filled)))._values(meter) is not None

        signs = (None, *self.alphabet)
        given_signs, now_signs = ([signs[value] for value in cells] for cells in (given, now))
        return cell_mistake(given_signs, now_signs, self.n, "values", solvable)

    @classmethod
    @in_usual_forms
    def generate(
        cls,
        n: ShapeLike = 9,
        options: GenerateOptions = MAKING,
        *,
        seed: int | None = None,
        difficulty: str | None = None,
        limits: Limits | None = None,
        **changes: Any,
    ) -> SudokuPuzzle:
        """Make a puzzle with exactly one solution, the same for the same arguments.

        Parameters
        ----------
        n : int or str
            Rows, such as 9 or ``"9x9"``; ``size=`` as well. A difficulty may stand here instead.
        options : GenerateOptions, optional
            All fields are keywords too. ``symmetry`` is which clues stand and fall together: ``none``,
            ``rotation`` (half a turn), ``quarter``, ``horizontal``, ``vertical``, ``diagonal``; ``clues`` is
            their exact number; ``minimal`` asks that none of them (with a symmetry: no set of them) can be
            taken away, as is so by default where neither `clues` nor `mask` is given; ``mask`` is where they
            stand; ``effort`` is the nodes that the proof for one may take; ``box`` and the fields of
            `Variant` are the rules, ``tries`` (1000) the grids to try.
        seed : int, optional
            Start of the random numbers; another one each time by default.
        difficulty : str, optional
            ``easy``, ``medium``, ``hard`` or ``expert``; see `difficulty`.
        limits : Limits, optional
            Seconds, and nodes of all searches together.

        Raises
        ------
        PuzzleError
            Wrong arguments; no such puzzle in `tries` tries or within the limits.

        Examples
        --------
        >>> puzzle = SudokuPuzzle.generate(seed=1)
        >>> puzzle.solve().status.value, puzzle == SudokuPuzzle.generate(seed=1)
        ('UNIQUE', True)
        """
        from .generate import make

        rows, cols = check_shape(n, "size")
        if rows != cols:
            raise PuzzleError(f"size {rows}x{cols}, expected as many rows as columns")
        return cls._of(make(rows, seed, with_changes(options, changes), difficulty, Meter(limits)))


def _is_text(row: Any) -> bool:
    """Return whether a row is a text, or a list of the texts of its cells."""
    return isinstance(row, str) or (isinstance(row, (list, tuple)) and all(isinstance(c, str) for c in row))


Sudoku = SudokuPuzzle
solve_many = SudokuPuzzle.solve_many


@record
class SudokuResult(PuzzleResult):
    """What `SudokuPuzzle.solve` found.

    Examples
    --------
    >>> from unriddle import SudokuPuzzle
    >>> result = SudokuPuzzle.parse("12.. / .... / .... / ...1").solve()
    >>> result.status.value, result.count, result.complete, result.rows[0]
    ('MULTIPLE', 2, False, '1234')
    """

    ANSWER: ClassVar[str] = "grid"
    KEYS: ClassVar[tuple[str, ...]] = ("grid", "count", "complete")
    puzzle: SudokuPuzzle
    solution: SudokuPuzzle | None
    """A solution, the first found."""
    count: int
    """Solutions found, at most the number asked for."""
    complete: bool
    """Whether there are no others."""

    @property
    def rows(self) -> list[str] | None:
        """The rows of the solution as strings, None where there is none."""
        return None if self.solution is None else self.solution.rows

    @property
    def grid(self) -> CellRows | None:
        """The rows of the solution, cell by cell; None where there is none."""
        return None if self.solution is None else self.solution.grid

    def __str__(self) -> str:
        head = f"{self.status.value}, {self.count} solution{'' if self.count == 1 else 's'} found"
        return head if self.solution is None else f"{self.solution}\n{head}"


_sudoku_result = maker(SudokuResult)


class SudokuMany(ResultSequence[SudokuResult]):
    """What `solve_many` found: arrays, one entry per puzzle; a `SudokuResult` is made when it is asked for.

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
        Positions visited, all puzzles together: grids that are searched side by side share their counter.

    Examples
    --------
    >>> many = SudokuPuzzle.solve_many(["1234............", "1.1............."])
    >>> many[0].solution.rows, many[1].status.value
    (['1234', '3412', '2143', '4321'], 'NO_SOLUTION')
    """

    def __init__(self, puzzles: PuzzleCells, found: Any, limit: int, limited: bool = True) -> None:
        self.puzzles, self._layout, self._alphabets = puzzles
        self.solutions, counts, self.guesses, self.nodes = found
        self._limit = limit
        self._found = counts
        self.counts: NDArray[np.int64] = np.where(counts < 0, -1 - counts, counts) if limited else counts

    @cached_property
    def statuses(self) -> NDArray[np.uint8]:
        """Return the places in `STATUSES`."""
        found: NDArray[np.uint8] = np.minimum(self._found, 2).astype(np.uint8)
        if self._limit == 1:
            found[self._found == 1] = SOLVED
        found[self._found < 0] = LIMIT
        return found

    def __len__(self) -> int:
        return len(self.counts)

    def item(self, index: int) -> SudokuResult:
        """Return one result; of its statistics, the guesses are known."""
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
        >>> SudokuPuzzle.solve_many(["1234............", "1.1............."]).lines()
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
