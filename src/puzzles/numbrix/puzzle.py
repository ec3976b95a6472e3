"""Numbrix and Hidato: number the cells so that successive numbers are neighbours."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ...answers import PuzzleResult
from ...base import Limits, PuzzleError, Result, SearchStats, record
from ...io.formats.dimacs import Clauses, linked
from ...io.grid_text import Symbols, read_grid
from ..framework.arguments import WITH_KNIGHT, check_bool, check_choice, check_text, in_usual_forms, is_text
from ..framework.assignment_puzzle import ALL, CellPuzzle, Ending, search_limit, stats_of
from ..framework.check import Verdict
from ..framework.generator import of_difficulty
from ..framework.solutions import ResumableSource
from ..framework.steps import Difficulty, Meter, Step
from .check import board_distance, solves, verdict_of
from .parse import (
    HOLE,
    SYMBOLS,
    Grid,
    NumberBoard,
    board_of,
    cells_of,
    described,
    parse_answer,
    plain_board,
    validate,
    write_grid,
)
from .search import apart, arrays_of, search_of, table_of, too_far, wrong_colour
from .steps import LEVELS, first_mistake, steps_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ...typing import ShapeLike
    from ..framework.html import View

__all__ = ["Hidato", "Numbrix", "PathResult"]

Progress = Callable[[int], None]


class Numbrix(CellPuzzle["PathResult", Grid]):
    """A Numbrix: numbers from 1 fill the cells, each a horizontal or vertical step from the one before.

    Parameters
    ----------
    grid : str or path, or array-like of int, or rows of int and str, shape (rows, columns)
        A text or a file as `parse` and `load` read it; or the clues, 0 where empty, -1 where a hole, texts as
        `parse` reads them, "" and " " are empty too. At most 50 x 50.
    topology : str, optional
        ``rook`` (4 neighbours), ``king`` (8), ``hex`` (6: each row is set half a cell to the right of the
        one above) or ``knight`` (its moves in chess); by default that of the class.
    wrap : bool
        Opposite edges touch.
    empty : str, optional
        Marks of empty cells in a text, as of `parse`.

    Raises
    ------
    PuzzleError
        Sizes, a number out of range, a number given twice, an unknown topology.

    Examples
    --------
    >>> puzzle = Numbrix([[1, " ", " "], [" ", 5, " "], [" ", " ", 9]])
    >>> puzzle == Numbrix.parse("1 . . / . 5 . / . . 9"), puzzle.solve().status.value
    (True, 'MULTIPLE')
    >>> sorted(puzzle.solutions())
    [((1, 2, 3), (6, 5, 4), (7, 8, 9)), ((1, 6, 7), (2, 5, 8), (3, 4, 9))]
    >>> [int(Numbrix(puzzle.grid, topology=name).count()) for name in ("rook", "king", "hex")]
    [2, 10, 4]
    """

    LONGEST: ClassVar[int] = 1 << 20
    SYMBOLS: ClassVar[Symbols] = SYMBOLS
    topology: str = "rook"
    """How numbers step: of the class, what boards have that do not say it."""

    def __init__(
        self,
        grid: str | os.PathLike[str] | ArrayLike | Sequence[Sequence[int | str]],
        *,
        topology: str | None = None,
        wrap: bool = False,
        empty: str | None = None,
    ) -> None:
        if is_text(grid):
            self._take(grid, topology=topology, wrap=wrap, empty=empty)
        else:
            self._set(validate(cells_of(grid)), topology, wrap)

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        file: str | None = None,
        topology: str | None = None,
        wrap: bool = False,
        empty: str | None = None,
    ) -> Self:
        r"""Read a board.

        Parameters
        ----------
        text : str
            Rows of numbers in any form that `unriddle.io.grid_text` reads: one of ``.`` ``_`` ``?`` ``*``
            ``-`` 0 or a blank cell where empty, ``#`` ``X`` or -1 for holes. Where a row lacks cells by the
            columns of the others there are holes.
        file : str, optional
            Its name for errors.
        topology : str, optional
            ``rook``, ``king``, ``hex`` or ``knight``; by default that of the class.
        wrap : bool
            Opposite edges touch.
        empty : str, optional
            Marks of empty cells; others are holes. Needed where a text uses two of them.

        Raises
        ------
        PuzzleError
            With line and column; two readings.

        Examples
        --------
        >>> print(Numbrix.parse("1 0 . / . 0 4", empty="0").text())
        1 . #
        # . 4
        >>> print(Numbrix.parse("+---+---+\n| 1 |   |\n+---+---+\n|   | # |\n+---+---+").text())
        1 .
        . #
        """
        self = cls.__new__(cls)
        board = plain_board(text) if empty is None else None
        if board is None:
            squares = None if topology is None and cls.topology != "hex" else topology != "hex"
            convert = board_of(empty, squares)
            board = read_grid(check_text(text, file=file), convert, SYMBOLS, describe=described, file=file)
        self._set(board, topology, wrap)
        return self

    def _set(self, board: NumberBoard, topology: str | None, wrap: bool) -> None:
        self.topology = self.topology_of(topology)
        self.grid, self.places, self.n_numbers = board[:3]
        self.rows, self.cols, self.wrap = len(self.grid), len(self.grid[0]), check_bool("wrap", wrap)

    @classmethod
    def topology_of(cls, given: str | None) -> str:
        """Return the topology of boards for which this one is given: that of the class for None.

        Raises
        ------
        PuzzleError
            It is unknown.

        Examples
        --------
        >>> Numbrix.topology_of(None), Numbrix.topology_of("hex")
        ('rook', 'hex')
        """
        return cls.topology if given is None else check_choice("topology", given, WITH_KNIGHT)

    def rules(self) -> dict[str, Any]:
        """Return whether the board wraps, and its topology where that is not the one of its class."""
        own = {} if self.topology == type(self).topology else {"topology": self.topology}
        return {**own, "wrap": self.wrap}

    def text(self) -> str:
        """Return the board without the lines of a box; below its size where its first row looks like one."""
        size = f"{self.rows} 2\n" if self.rows > 2 and self.grid[0] == (self.rows - 1, 2) else ""
        return size + self.format(box=False)

    # As a `Puzzle`: the next number a step

    def _board(self) -> NumberBoard:
        return NumberBoard(self.grid, self.places, self.n_numbers, self.topology, self.wrap)

    def configuration(self) -> tuple[object, ...]:
        """Return the grid, how numbers step and whether it wraps."""
        return (self.grid, self.topology, self.wrap)

    def is_solved(self) -> bool:
        """Return whether all numbers stand and follow each other."""
        return len(self.places) == self.n_numbers and self.check(self.grid)

    def extensions(self) -> list[Self]:
        """Return the boards with the first missing number next to the one before it, 1 anywhere."""
        number = next((k for k in range(1, self.n_numbers + 1) if k not in self.places), None)
        if number is None:
            return []
        return [
            self.put(number, r, c)
            for r, row in enumerate(self.grid)
            for c, value in enumerate(row)
            if value == 0 and (number == 1 or self.distance(self.places[number - 1], (r, c)) == 1)
        ]

    def fail_fast(self) -> bool:
        """Return whether two numbers that stand are too far apart."""
        return too_far(self._board()) != ""

    def put(self, number: int, row: int, col: int) -> Self:
        """Return the board with a number that was missing on an empty cell.

        Examples
        --------
        >>> print(Numbrix.parse("1 . / . .").put(2, 0, 1).text())
        1 2
        . .
        """
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        changed = (*self.grid[row][:col], number, *self.grid[row][col + 1 :])
        other.grid = (*self.grid[:row], changed, *self.grid[row + 1 :])
        other.places = {**self.places, number: (row, col)}
        return other

    def given(self, cell: tuple[int, int], value: int) -> Self:
        """Return the board with a number more."""
        return self.put(value, *cell)

    def distance(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Return the steps from cell to cell on a board without holes."""
        return board_distance(self.topology, self.wrap, self.rows, self.cols, a, b)

    def reason_against(self) -> str:
        """Return why there is no solution, as far as distance, colour and holes show it; else "".

        Examples
        --------
        >>> Numbrix.parse("1 . 2").reason_against()
        '1 at row 1, column 1 and 2 at row 1, column 3 are 2 steps apart, but their numbers differ by 1'
        """
        board = self._board()
        return too_far(board) or wrong_colour(board) or apart(board)

    # Solving

    def table(self) -> NDArray[np.int32]:
        """Return the neighbours of each cell, as the kernel takes them."""
        return table_of(self._board())

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return what the kernel takes: the table of neighbours and the clues of all cells (both int32)."""
        return arrays_of(self._board())

    def _searching(self, limit: int | None) -> tuple[Any, int] | None:
        board = self._board()
        if wrong_colour(board) or apart(board):  # what a search might take long to see
            return None
        return search_of(board, search_limit(limit)), 1

    def _source(self, limit: int | None) -> ResumableSource[Grid] | None:
        if self.reason_against():
            return None
        return ResumableSource(
            search_of(self._board(), ALL, stop_each=True), lambda cells: (self._rows(cells),)
        )

    def _stats(self, search: Any, found: int, seconds: float) -> SearchStats:
        return stats_of(search, seconds, path_length=self.n_numbers if found else 0, pruned=search.learnt)

    def _result(self, ending: Ending, search: Any, last: Self | None) -> PathResult:
        solution = None if last is None else last.grid
        if search is not None and search.first is not None:
            solution = self._rows(search.first)
        return PathResult(
            **ending,
            puzzle=self,
            solution=solution,
            reason=self.reason_against() if ending["complete"] and solution is None else "",
            learnt=0 if search is None else search.learnt,
        )

    def clauses(self) -> Clauses:
        """Return the puzzle as clauses: numbers take the open cells, each next to the number before it."""
        table, clues = self.arrays()
        cells = np.flatnonzero(clues >= 0)
        at = {cell: k for k, cell in enumerate(cells.tolist())}
        near = [[at[cell] for cell in table[here].tolist() if cell in at] for here in cells]
        fixed = {int(clue) - 1: k for k, clue in enumerate(clues[cells]) if clue}
        return linked(near, pairwise(range(len(cells))), fixed)

    def _assigned(self, values: Sequence[int]) -> Grid:
        cells = self.arrays()[1].copy()
        cells[np.flatnonzero(cells >= 0)[list(values)]] = np.arange(1, len(values) + 1)
        return self._rows(cells)

    def _rows(self, cells: NDArray[np.int32]) -> Grid:
        flat = cells.tolist()
        return tuple(tuple(flat[k : k + self.cols]) for k in range(0, len(flat), self.cols))

    def check(self, solution: Any) -> bool:
        """Return whether rows of numbers (-1 or ``#`` for a hole), their text, or a result solve this puzzle.

        Examples
        --------
        >>> puzzle = Numbrix.parse("1 . / . 3")
        >>> puzzle.check([[1, 2], [4, 3]]), puzzle.check("1 2/4 3")
        (True, True)
        """
        if isinstance(solution, Result):
            solution = getattr(solution, "solution", None)
        if isinstance(solution, str):
            try:
                solution = self.read_answer(solution)
            except PuzzleError:
                return False
        return solves(self._board(), solution)

    def read_answer(self, answer: Any) -> Any:
        """Return the rows of an answer, 0 where it is empty, -1 for a hole: from a text, rows or numbers."""
        return parse_answer(getattr(answer, "solution", answer), self.rows, self.cols)

    def read_state(self, text: str) -> Numbrix:
        """Return this puzzle with more cells filled, from its text."""
        return type(self)(self.read_answer(text), **self.rules())

    def explain_conflict(self, answer: Any) -> Verdict:
        """Return what is wrong: what is given changed, a number twice or apart from the next, empty cells."""
        return verdict_of(self._board(), answer)

    # Explaining

    @property
    def levels(self) -> Mapping[str, Difficulty]:
        """How hard a puzzle is that needs a kind of step, easiest first.

        Techniques from easy to hard: ``one place`` (next to numbers that stand already), ``corridor`` (the
        cells that the numbers before and after can reach), ``one number`` (one number can stand on a cell),
        ``guess``; ``contradiction`` ends a puzzle that has no solution.
        """
        return LEVELS

    def _reasoning(self, meter: Meter) -> Iterator[Step]:
        against = self.reason_against()
        if against:
            return iter([Step(kind="contradiction", text=against)])
        return steps_of(self.cols, *self.arrays(), meter)

    def _mistake(self, state: Any, meter: Meter) -> Step | None:
        if type(state) is not type(self) or state._rules() != self._rules():
            raise PuzzleError(f"a state {state!r:.80}, expected {self!r} filled further")

        def solvable(numbers: Sequence[int]) -> bool:
            board = self
            for number in numbers:
                board = board.put(number, *state.places[number])
            return board._is_solvable(meter)

        return first_mistake(self.places, state.places, solvable)

    def _rules(self) -> tuple[object, ...]:
        """Return topology, whether the board wraps, and its holes."""
        return self.topology, self.wrap, [[value == HOLE for value in row] for row in self.grid]

    # Showing

    def format(self, solution: Sequence[Sequence[int]] | None = None, *, box: bool = True) -> str:
        """Return the board, or a solution, as text, with or without the lines of a box.

        Rows of hexagons have no box: they are set half a cell to the right of the one above instead.

        Examples
        --------
        >>> print(Hidato.parse("1 . 3/. . ./. . 9", topology="hex").format())
        1 . 3
         . . .
          . . 9
        """
        shown = self.grid if solution is None else solution
        return write_grid(shown, self.n_numbers, box=box, hexagons=self.topology == "hex")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rows}x{self.cols}, {len(self.places)} clues>"

    def to_svg(self, solution: Sequence[Sequence[int]] | None = None) -> str:
        """Return a picture of the board, or of a solution with its path."""
        from .draw import draw

        shown = self.grid if solution is None else solution
        return draw(self.grid, shown, type(self).__name__, hexagons=self.topology == "hex")

    def view(self, answer: Any = None) -> View:
        """Return what the page of an answer shows: the steps of a person, with candidates."""
        from .draw import PathView, view

        title = type(self).__name__
        rules = f"{self.topology}{', wrap' if self.wrap else ''}"
        shown = PathView(title, "" if rules == type(self).topology else rules, self.reason_against())
        return view(self._board(), answer, shown)

    @classmethod
    @in_usual_forms
    def generate(
        cls,
        shape: ShapeLike = 9,
        *,
        seed: int | None = None,
        clues: int | None = None,
        topology: str | None = None,
        wrap: bool = False,
        ends: bool = False,
        difficulty: str | None = None,
        limits: Limits | None = None,
    ) -> Self:
        """Return a board with exactly one solution.

        Parameters
        ----------
        shape : str, (int, int) or int
            Rows and columns, ``"9x9"``, (9, 9) or 9; at most 50 of each; two numbers and ``size=`` as well.
        seed : int, optional
            The same seed makes the same board; None another one each time.
        clues : int, optional
            How many numbers to give; else as few as come about by taking one after the other away whose
            proof takes at most 200 nodes, or a quarter of the cells on boards of more than 400.
        topology : str, optional
            ``rook``, ``king``, ``hex`` or ``knight``; by default that of the class.
        wrap : bool
            Opposite edges touch.
        ends : bool
            Give the first and the last number in any case.
        difficulty : str, optional
            ``easy``, ``medium``, ``hard`` or ``expert``; see `difficulty`. Where a board is too hard, numbers
            are given that a harder step would find, unless `clues` says how many there are.
        limits : Limits, optional
            Seconds; nodes of all searches together, and numbers that a technique looks at.

        Raises
        ------
        PuzzleError
            Sizes; no board with so few clues, or of that difficulty, came up, or none within the limits.

        Notes
        -----
        A path through all cells is mixed by backbites (Mansfield 1982): its end is joined to a neighbouring
        cell of the path and what became a loop is cut open. Then clues are taken away in random order while
        the solution stays the only one.

        Examples
        --------
        >>> Numbrix.generate("4x5", seed=1, ends=True)
        <Numbrix 4x5, 3 clues>
        """
        steps = WITH_KNIGHT[cls.topology_of(topology)]

        from .generate import make

        meter = Meter(limits)

        def one(start: int | None) -> Any:
            grid = make(shape, steps, seed=start, wrap=wrap, clues=clues, ends=ends, meter=meter)
            return cls(grid, topology=topology, wrap=wrap)

        made: Self = of_difficulty(one, difficulty, seed, ease=clues is None, meter=meter)
        return made


class Hidato(Numbrix):
    """A Hidato: a Numbrix whose numbers step like a king, diagonally too, or from hexagon to hexagon.

    Examples
    --------
    >>> print(Hidato.parse("1 . / . 3").count())
    2
    >>> print(Hidato.parse("1 . . / . . . / . . 9", topology="hex").count())
    8
    """

    topology = "king"


@record
class PathResult(PuzzleResult):
    """What `solve` of a Numbrix or Hidato found.

    Examples
    --------
    >>> result = Numbrix.parse("1 . / 4 .").solve()
    >>> result.status.value, result.solution, result.path
    ('UNIQUE', ((1, 2), (4, 3)), ((0, 0), (0, 1), (1, 1), (1, 0)))
    """

    ANSWER: ClassVar[str] = "grid"
    KEYS: ClassVar[tuple[str, ...]] = ("grid", "count", "complete", "reason", "learnt")
    puzzle: Numbrix = field(repr=False, compare=False)
    """What was solved."""
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
    def grid(self) -> Grid | None:
        """The same as `solution`."""
        return self.solution

    @property
    def path(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each number in order; empty without a solution."""
        places = {number: (r, c) for r, row in enumerate(self.solution or ()) for c, number in enumerate(row)}
        return tuple(places[number] for number in range(1, max(places, default=0) + 1))

    def __str__(self) -> str:
        if self.solution is None:
            return self.reason or self.status.value
        return "\n".join(" ".join("#" if v < 0 else str(v) for v in row) for row in self.solution)
