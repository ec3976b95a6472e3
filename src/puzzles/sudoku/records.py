"""Sudokus for batch runs: records to grids, whole arrays at a time where all are the usual lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError, Status
from ..common.records import Answers, Batch, Column, Option, Records, TextRecords, reason_of
from .many import solve_many
from .puzzle import SudokuPuzzle
from .text import EMPTY, default_alphabet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

__all__ = ["SudokuRecords"]

LARGEST = 36 * 36
USUAL = 9  # beyond it the symbols of a line may be chosen in several ways
NO_SYMBOL = 255


class SudokuRecords(Batch):
    """Sudoku grids: status, the first solution, guesses.

    Examples
    --------
    >>> lines = np.frombuffer(b"1234............12..............", dtype=np.uint8)
    >>> records = TextRecords(lines, np.array([0, 16]), np.array([16, 32]))
    >>> answers = SudokuRecords("solutions", {}).answer(records)
    >>> answers.columns[0], answers.columns[1][0]
    (['MULTIPLE', 'MULTIPLE'], '1234341221434321')
    """

    WHAT = ("solutions", "status")
    OPTIONS = (
        Option("box", "rows and columns of a box, such as 2x3; squares by default"),
        Option("limit", "solutions to look for: 1 solves, 2 proves uniqueness", 2),
    )

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self._box: tuple[int, int] | None = None
        if (box := self.options["box"]) is not None:
            rows, _, cols = str(box).lower().partition("x")
            if not (rows.isascii() and rows.isdigit() and cols.isascii() and cols.isdigit() and len(box) < 8):
                raise PuzzleError(f"box {box!r:.40}, expected rows x columns such as 2x3")
            self._box = int(rows), int(cols)
        self._limit: int = self.options["limit"]
        solve_many([], self._limit)  # a wrong limit is refused here

    @property
    def columns(self) -> tuple[Column, ...]:
        """Status, and for ``solutions`` the first solution (empty where there is none) and the guesses."""
        width = max(map(len, Status))
        columns = (
            Column("status", "text", width),
            Column("solution", "text", LARGEST),
            Column("guesses", "int"),
        )
        return columns if self.what == "solutions" else columns[:1]

    def parse(self, record: Any) -> SudokuPuzzle:
        """Return the grid of a record."""
        if isinstance(record, str):
            return SudokuPuzzle.parse(record, box=self._box)
        return SudokuPuzzle.from_array(record, box=self._box)

    def answer(self, records: Records) -> Answers:
        """Return the answers to some records."""
        rows: dict[int, Sequence[Any]] = {}
        others = list(range(len(records)))
        if isinstance(records, TextRecords):
            others = self._lines(records, rows)
        rejected: list[tuple[int, str]] = []
        groups: dict[tuple[Any, ...], tuple[list[int], list[Any]]] = {}
        for place in others:
            try:
                puzzle = self.parse(records[place])
            except PuzzleError as error:
                rejected.append((place, reason_of(error)))
                continue
            places, cells = groups.setdefault((puzzle.n, puzzle.box, puzzle.alphabet), ([], []))
            places.append(place)
            cells.append(puzzle.array().reshape(-1))
        for (_, box, alphabet), (places, cells) in groups.items():
            self._solve(np.array(places), np.array(cells, dtype=np.uint8), box, alphabet, rows)
        kept = np.array(sorted(rows), dtype=np.int64)
        columns: list[Any] = list(zip(*(rows[place] for place in kept.tolist()), strict=True))
        columns = [list(column) for column in columns] or [[], [], np.empty(0, np.int64)]
        columns[2] = np.array(columns[2], dtype=np.int64)
        return Answers(kept, columns[: len(self.columns)], rejected)

    def _lines(self, records: TextRecords, rows: dict[int, Sequence[Any]]) -> list[int]:
        """Solve the grids that are one line of the usual symbols; return the places of all others."""
        sizes = records.ends - records.starts
        left: list[int] = []
        for size in np.unique(sizes).tolist():
            places, n = np.flatnonzero(sizes == size), isqrt(size)
            box = self._box or (isqrt(n), isqrt(n))
            if n * n != size or not 2 <= n <= USUAL or box[0] * box[1] != n:
                left += places.tolist()
                continue
            table = np.full(256, NO_SYMBOL, dtype=np.uint8)
            table[[ord(mark) for mark in EMPTY]] = 0
            for value, symbol in enumerate(default_alphabet(n), 1):
                table[ord(symbol)] = value
            cells = table[records.data[records.starts[places][:, None] + np.arange(size)]]
            usual = ~(cells == NO_SYMBOL).any(axis=1)
            left += places[~usual].tolist()
            if usual.any():
                # Where there is no solution the clues may clash: then the parser says so.
                left += self._solve(
                    places[usual], cells[usual], self._box, default_alphabet(n), rows, Status.NO_SOLUTION
                )
        return sorted(left)

    def _solve(
        self,
        places: NDArray[np.int64],
        cells: NDArray[np.uint8],
        box: tuple[int, int] | None,
        alphabet: Sequence[str],
        rows: dict[int, Sequence[Any]],
        leave: Status | None = None,
    ) -> list[int]:
        """Solve grids of one kind; return the places of those with the status `leave`."""
        batch = solve_many(cells, self._limit, box=box, stop=self.stop)
        symbols = np.array(["", *alphabet])
        spaced = " " if max(map(len, alphabet)) > 1 else ""
        left = []
        for number, place in enumerate(places.tolist()):
            status = batch.status(number)
            if status is leave:
                left.append(place)
                continue
            solution = ""
            if self.what == "solutions" and batch.counts[number]:
                solution = spaced.join(symbols[batch.solutions[number]].tolist())
            rows[place] = status.value, solution, int(batch.guesses[number])
        return left
