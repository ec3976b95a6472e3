"""Grid and state-space puzzles solved by compiled kernels."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .base import (
        LexiconError,
        Limits,
        MissingExtraError,
        Puzzle,
        PuzzleError,
        PuzzleNode,
        Result,
        SearchStats,
        Status,
    )
    from .puzzles import sudoku
    from .puzzles.sudoku import Sudoku, SudokuBatch, SudokuPuzzle, SudokuResult

_HOMES = {
    "LexiconError": "base",
    "Limits": "base",
    "MissingExtraError": "base",
    "Puzzle": "base",
    "PuzzleError": "base",
    "PuzzleNode": "base",
    "Result": "base",
    "SearchStats": "base",
    "Status": "base",
    "Sudoku": "puzzles.sudoku",
    "SudokuBatch": "puzzles.sudoku",
    "SudokuPuzzle": "puzzles.sudoku",
    "SudokuResult": "puzzles.sudoku",
    "sudoku": "puzzles.sudoku",
}
"""Public name -> module; a name is imported when it is first used, so that a start stays cheap."""

__all__ = [
    "LexiconError",
    "Limits",
    "MissingExtraError",
    "Puzzle",
    "PuzzleError",
    "PuzzleNode",
    "Result",
    "SearchStats",
    "Status",
    "Sudoku",
    "SudokuBatch",
    "SudokuPuzzle",
    "SudokuResult",
    "sudoku",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'unriddle' has no attribute {name!r}")
    home = importlib.import_module(f".{_HOMES[name]}", __name__)
    value = home if home.__name__.endswith(f".{name}") else getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_HOMES})
