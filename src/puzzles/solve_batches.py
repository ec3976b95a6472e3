"""Batch runs of the puzzles that are solved one record at a time: a line in, status and solution out.

Each puzzle says how a record is read and how its solution is written on one line; the rest is shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..base import Limits, PuzzleError, Result, Status
from .batching import Batch, Column, Option
from .gogen import Gogen
from .ladder import WordGraph, WordLadderPuzzle
from .many import watch
from .numbrix import Hidato, Numbrix
from .peg import GridPegSolitairePuzzle
from .sliding import MNPuzzle
from .word_placement import WordPlacement

if TYPE_CHECKING:
    from ..lexicon import Lexicon

__all__ = [
    "GogenRecords",
    "HidatoRecords",
    "LadderRecords",
    "NumbrixRecords",
    "PegRecords",
    "PlacementRecords",
    "SlidingRecords",
    "SolveRecords",
]

LONGEST = 4096  # characters of a solution, for .npy


class SolveRecords(Batch):
    """Records that are solved one by one: their status, solution and nodes."""

    WHAT = ("solutions", "status")
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("max-nodes", "most nodes of a record, 0 for no limit; then its status is LIMIT", 0),
    )

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        nodes = self.options["max-nodes"]
        if not isinstance(nodes, int) or nodes < 0:
            raise PuzzleError(f"--max-nodes {nodes!r:.40}, expected a whole number from 0 up")
        self.limits = Limits(nodes=nodes) if nodes else None

    @property
    def columns(self) -> tuple[Column, ...]:
        """The status, the solution on one line (empty where there is none), and the nodes visited."""
        columns = (Column("status", "text", 16), Column("solution", "text", LONGEST), Column("nodes", "int"))
        return columns if self.what == "solutions" else columns[:1]

    def solve(self, puzzles: list[Any]) -> Sequence[Any]:
        """Return the columns of some puzzles."""
        results = []
        for puzzle in puzzles:
            results.append(self.solve_one(puzzle))
            if results[-1].interrupted or self.stop():
                raise KeyboardInterrupt  # a solver that keeps what it knows must not end as an answer here
        columns: list[Any] = [
            [str(result.status) for result in results],
            [self.line(puzzle, result) for puzzle, result in zip(puzzles, results, strict=True)],
            np.array([result.stats.nodes for result in results], dtype=np.int64),
        ]
        return columns if self.what == "solutions" else columns[:1]

    def solve_one(self, puzzle: Any) -> Result:
        """Return the result of one puzzle."""
        result: Result = puzzle.solve(limits=self.limits, progress=watch(self.stop))
        return result

    def line(self, puzzle: Any, result: Any) -> str:
        """Return the solution on one line."""
        raise NotImplementedError


class NumbrixRecords(SolveRecords):
    """Numbrix boards, the rows apart by ``/``.

    Examples
    --------
    >>> batch = NumbrixRecords("solutions", {})
    >>> batch.solve([batch.parse("1 . 3/. . ./. . 9")])[1]
    ['1 2 3/6 5 4/7 8 9']
    """

    PUZZLE: ClassVar[type[Numbrix]] = Numbrix
    OPTIONS = (*SolveRecords.OPTIONS, Option("wrap", "opposite edges touch (a torus)", False))

    def parse(self, record: Any) -> Numbrix:
        """Read a board."""
        return self.PUZZLE.parse(_text(record), wrap=self.options["wrap"])

    def line(self, puzzle: Numbrix, result: Any) -> str:
        """Return the numbers with the rows apart by ``/``, # for a hole."""
        rows = result.solution or ()
        return "/".join(" ".join("#" if number < 0 else str(number) for number in row) for row in rows)


class HidatoRecords(NumbrixRecords):
    """Hidatos: as Numbrix with king's steps."""

    PUZZLE = Hidato


class GogenRecords(SolveRecords):
    """Gogens: the grid, a colon and the words, ``AB/C.: ADC``.

    Examples
    --------
    >>> batch = GogenRecords("solutions", {})
    >>> batch.solve([batch.parse("AB/C.: ADC")])[1]
    ['AB/CD']
    """

    OPTIONS = (*SolveRecords.OPTIONS, Option("revisit", "a word may come back to a cell", False))

    def parse(self, record: Any) -> Gogen:
        """Read a puzzle."""
        return Gogen.parse(_text(record), revisit=self.options["revisit"])

    def line(self, puzzle: Gogen, result: Any) -> str:
        """Return the rows apart by ``/``."""
        return "/".join(result.solution or ())


class PlacementRecords(SolveRecords):
    """Fill-ins: the words, a semicolon and the rows, ``GTU,TECH;111/010/010/010``.

    Examples
    --------
    >>> batch = PlacementRecords("solutions", {})
    >>> batch.solve([batch.parse("GTU,TECH;111/010/010/010")])[1]
    ['GTU/#E#/#C#/#H#']
    """

    def parse(self, record: Any) -> WordPlacement:
        """Read a puzzle."""
        return WordPlacement.parse(_text(record))

    def line(self, puzzle: WordPlacement, result: Any) -> str:
        """Return the rows apart by ``/``."""
        return "" if result.solution is None else "/".join(result.solution.rows)


class SlidingRecords(SolveRecords):
    """Sliding puzzles, the rows apart by ``/``; the solution is the way of each tile, U D L R.

    Examples
    --------
    >>> batch = SlidingRecords("solutions", {})
    >>> batch.solve([batch.parse("1 2 3/4 0 5/7 8 6")])[1]
    ['LU']
    """

    def parse(self, record: Any) -> MNPuzzle:
        """Read a puzzle."""
        return MNPuzzle.parse(_text(record))

    def line(self, puzzle: MNPuzzle, result: Any) -> str:
        """Return the steps."""
        return "".join(result.directions or ()) if result.status is Status.SOLVED else ""


class PegRecords(SolveRecords):
    """Peg boards, the rows apart by ``/``; the solution is the jumps.

    Examples
    --------
    >>> batch = PegRecords("solutions", {})
    >>> batch.solve([batch.parse("**.")])[1]
    ['a1-c1']
    """

    def parse(self, record: Any) -> GridPegSolitairePuzzle:
        """Read a board."""
        return GridPegSolitairePuzzle.parse(_text(record).replace("/", "\n"))

    def line(self, puzzle: GridPegSolitairePuzzle, result: Any) -> str:
        """Return the jumps, chained ones joined."""
        return str(result) if result.status is Status.SOLVED else ""


class LadderRecords(SolveRecords):
    """Word ladders: two words a record.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> batch = LadderRecords("solutions", {}, Lexicon(["cost", "cast", "case", "cave", "save"]))
    >>> batch.solve([batch.parse("cost save")])[1]
    ['cost cast case cave save']
    """

    USES_LEXICON = True

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        from .boggle_options import lexicon_of

        super().__init__(what, options, lexicon)
        self.lexicon = lexicon_of(lexicon)
        self._graph = WordGraph(self.lexicon)

    def parse(self, record: Any) -> WordLadderPuzzle:
        """Read the two words."""
        return WordLadderPuzzle.parse(_text(record), self._graph)

    def line(self, puzzle: WordLadderPuzzle, result: Any) -> str:
        """Return the words."""
        return " ".join(result.path or ())


def _text(record: Any) -> str:
    if not isinstance(record, str):
        raise PuzzleError("a row of numbers, expected a line of text")
    return record
