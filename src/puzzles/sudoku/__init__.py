"""Sudoku: each symbol once in every row, column and box; any size to 36 × 36."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Spec, lazy

if TYPE_CHECKING:
    from .layout import GenerateOptions as GenerateOptions
    from .layout import Layout as Layout
    from .layout import Relation as Relation
    from .layout import Variant as Variant
    from .many import ManyOptions as ManyOptions
    from .many import simd_lanes as simd_lanes
    from .puzzle import Sudoku as Sudoku
    from .puzzle import SudokuMany as SudokuMany
    from .puzzle import SudokuPuzzle as SudokuPuzzle
    from .puzzle import SudokuResult as SudokuResult
    from .puzzle import solve_many as solve_many

SPECS = (
    Spec(
        name="sudoku",
        home=__name__,
        summary="solve and explain Sudokus up to 36×36, and prove uniqueness",
        puzzle="puzzle:SudokuPuzzle",
        records="records:SudokuRecords",
        factory="factory:SudokuFactory",
        command="command:COMMAND",
        game="play:PLAY",
        pictures="command",
        page="sudoku.md",
        title="Sudoku",
        scope="up to 36×36, any boxes and groups, proven unique",
        usage='unriddle sudoku "1.../..3./.2../...4"',
        example="12../..../..../...1",
        question=(
            "Fill the Sudoku: every row, column and box holds each symbol once. Dots are empty cells. "
            "Answer with all rows."
        ),
        cannot={
            "random": "random clues have no solution, or many; generate makes a puzzle with exactly one",
        },
        public=(
            "Sudoku",
            "SudokuMany",
            "SudokuPuzzle",
            "SudokuResult",
        ),
    ),
)

PLACES = {
    "GenerateOptions": "layout",
    "Layout": "layout",
    "ManyOptions": "many",
    "Relation": "layout",
    "Sudoku": "puzzle",
    "SudokuMany": "puzzle",
    "SudokuPuzzle": "puzzle",
    "SudokuResult": "puzzle",
    "Variant": "layout",
    "simd_lanes": "many",
    "solve_many": "puzzle",
}
"""Public name -> module."""

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
