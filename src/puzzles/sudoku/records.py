"""Sudokus for batch runs: records to grids, whole arrays at a time where all are the usual lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import Limits, PuzzleError, Status
from ..framework.arguments import check_limit, check_shape
from ..framework.batch_records import (
    LIMIT_OPTIONS,
    Answers,
    Batch,
    Column,
    Option,
    Records,
    TextRecords,
    declared,
    limit_reason,
    reason_of,
    record_limits,
)
from ..framework.result_sequence import STATUSES
from .layout import BOX, Layout, Variant, layout_of, rules_of, variant_of
from .parse import plain_cells
from .puzzle import SudokuMany, SudokuPuzzle

if TYPE_CHECKING:
    from ...lexicon import Lexicon

LARGEST = 36 * 36
USUAL = 9  # beyond it the symbols of a line may be chosen in several ways


class SudokuRecords(Batch):
    """Sudoku grids: status, the first solution, guesses."""

    KIND = SudokuPuzzle
    WHAT = ("solutions", "status")
    OPTIONS = (
        Option("box", BOX, metavar="RxC"),
        *declared(Variant),
        Option("limit", "stop after N solutions: 1 solves, 2 proves uniqueness", 2),
        *LIMIT_OPTIONS,
    )

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self._box = None if self.options["box"] is None else check_shape(self.options["box"], "box")
        self._variant = variant_of(self.options)
        self._limit = check_limit(self.options["limit"])
        self._limits = record_limits(self.options)

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

    def rules(self) -> dict[str, Any]:
        """Return boxes and variant."""
        return {"box": self._box, **rules_of(self._variant)}

    def _layout(self, n: int) -> Layout | None:
        """Return the layout of grids with n rows, None where they can have none."""
        try:
            return layout_of(n, self._box, self._variant)
        except PuzzleError:
            return None

    def parse(self, record: Any) -> SudokuPuzzle:
        """Return the grid of a record."""
        if isinstance(record, str):
            return SudokuPuzzle.parse(record, self._variant, box=self._box)
        return SudokuPuzzle.from_array(record, self._box, self._variant)

    def shape_of(self, puzzle: SudokuPuzzle) -> tuple[int, int]:
        """Return rows and columns."""
        return puzzle.n, puzzle.n

    def answer(self, records: Records) -> Answers:
        """Return the answers to some records."""
        rows: dict[int, Sequence[Any]] = {}
        rejected: list[tuple[int, str]] = []
        others = list(range(len(records)))
        if isinstance(records, TextRecords):
            others = self._lines(records, rows, rejected)
        groups: dict[Layout, tuple[list[int], list[SudokuPuzzle]]] = {}
        for place in others:
            try:
                puzzle = self.same_shape(self.parse(records[place]))
            except PuzzleError as error:
                rejected.append((place, reason_of(error)))
                continue
            places, puzzles = groups.setdefault(puzzle.layout, ([], []))
            places.append(place)
            puzzles.append(puzzle)
        for places, puzzles in groups.values():
            self._keep(places, self._solve(puzzles), rows, rejected)
        kept = np.array(sorted(rows), dtype=np.int64)
        columns: list[Any] = list(zip(*(rows[place] for place in kept.tolist()), strict=True))
        columns = [list(column) for column in columns] or [[], [], np.empty(0, np.int64)]
        columns[2] = np.array(columns[2], dtype=np.int64)
        return Answers(kept, columns[: len(self.columns)], sorted(rejected))

    def _lines(
        self, records: TextRecords, rows: dict[int, Sequence[Any]], rejected: list[tuple[int, str]]
    ) -> list[int]:
        """Solve the grids that are one line of the usual symbols; return the places of all others."""
        sizes = records.ends - records.starts
        left: list[int] = []
        for size in np.unique(sizes).tolist():
            places, n = np.flatnonzero(sizes == size), isqrt(size)
            bound = self.bound not in (None, (n, n))
            if bound or n * n != size or not 2 <= n <= USUAL or self._layout(n) is None:
                left += places.tolist()
                continue
            cells, usual = plain_cells(records.data[records.starts[places][:, None] + np.arange(size)], n)
            left += places[~usual].tolist()
            if usual.any():
                # Where there is no solution the clues may clash: then the parser says so.
                many = self._solve(cells[usual])
                left += self._keep(places[usual].tolist(), many, rows, rejected, leave=Status.NO_SOLUTION)
        return sorted(left)

    def _solve(self, puzzles: Any) -> SudokuMany:
        """Solve grids of one size."""
        asked: dict[str, Any] = {} if isinstance(puzzles, list) else self.rules()
        return SudokuPuzzle.solve_many(
            puzzles, limit=self._limit, limits=self._limits, threads=1, stop=self.stop, **asked
        )

    def _keep(
        self,
        places: Sequence[int],
        many: SudokuMany,
        rows: dict[int, Sequence[Any]],
        rejected: list[tuple[int, str]],
        leave: Status | None = None,
    ) -> list[int]:
        """Keep what was found; return the places with the status `leave`; reject puzzles at their limit."""
        lines = many.lines() if self.what == "solutions" else [""] * len(many)
        statuses = [STATUSES[status] for status in many.statuses.tolist()]
        left = []
        for place, status, line, guesses in zip(places, statuses, lines, many.guesses.tolist(), strict=True):
            if status is leave:
                left.append(place)
            elif status is Status.LIMIT:
                rejected.append((place, self._reason()))
            else:
                rows[place] = status.value, line, guesses
        return left

    def _reason(self) -> str:
        """Return why a puzzle that met its limits was rejected; the nodes of each alone are not known."""
        limits = self._limits or Limits()
        if limits.seconds is None:
            return limit_reason(limits.nodes or 0)
        nodes = f" or {limits.nodes:,} nodes" if limits.nodes else ""
        return f"limit reached after {limits.seconds:g} s{nodes}"
