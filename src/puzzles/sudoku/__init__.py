"""Sudoku: each symbol once in every row, column and box; any size to 36 × 36."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.spec import Spec, Suite, lazy

if TYPE_CHECKING:
    from .many import STATUS_CODES as STATUS_CODES
    from .many import SudokuBatch as SudokuBatch
    from .many import simd_lanes as simd_lanes
    from .many import solve_many as solve_many
    from .puzzle import Sudoku as Sudoku
    from .puzzle import SudokuPuzzle as SudokuPuzzle
    from .puzzle import SudokuResult as SudokuResult
    from .search import Solutions as Solutions

SPECS = (
    Spec(
        name="sudoku",
        home=__name__,
        summary="Sudokus to 36 × 36: solve, prove unique, count, explain, generate",
        puzzle="puzzle:SudokuPuzzle",
        records="records:SudokuRecords",
        command="command",
        suites={
            "sudoku": Suite("Sudokus of all orders, with proof that the solution is the only one", "cases"),
        },
        kernels={
            "assign.sudoku": "sudoku",
            "assign.sudoku9": "sudoku9",
        },
        signature="signature",
        counted=(
            "sudoku 9x9/kernel, batch",
            "sudoku 9x9/kernel, one puzzle a call",
            "sudoku order 4/kernel",
        ),
        page="sudoku.md",
        example="12.............1",
        public=(
            "Sudoku",
            "SudokuBatch",
            "SudokuPuzzle",
            "SudokuResult",
        ),
    ),
)

PLACES = {
    "STATUS_CODES": "many",
    "Solutions": "search",
    "Sudoku": "puzzle",
    "SudokuBatch": "many",
    "SudokuPuzzle": "puzzle",
    "SudokuResult": "puzzle",
    "simd_lanes": "many",
    "solve_many": "many",
}
"""Public name -> module."""

__all__ = list(PLACES)
__getattr__, __dir__ = lazy(__name__, PLACES)
