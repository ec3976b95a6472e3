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
    from .lexicon import Lexicon
    from .lexicon.info import LexiconInfo
    from .puzzles import boggle, sudoku
    from .puzzles.boggle import Boggle, BoggleResult
    from .puzzles.path_count import PathCount, count_paths
    from .puzzles.scoring import Scoring
    from .puzzles.sudoku import Sudoku, SudokuBatch, SudokuPuzzle, SudokuResult

_HOMES = {
    "Boggle": "puzzles.boggle",
    "BoggleResult": "puzzles.boggle",
    "Lexicon": "lexicon",
    "LexiconError": "base",
    "LexiconInfo": "lexicon.info",
    "Limits": "base",
    "MissingExtraError": "base",
    "PathCount": "puzzles.path_count",
    "Puzzle": "base",
    "PuzzleError": "base",
    "PuzzleNode": "base",
    "Result": "base",
    "Scoring": "puzzles.scoring",
    "SearchStats": "base",
    "Status": "base",
    "Sudoku": "puzzles.sudoku",
    "SudokuBatch": "puzzles.sudoku",
    "SudokuPuzzle": "puzzles.sudoku",
    "SudokuResult": "puzzles.sudoku",
    "boggle": "puzzles.boggle",
    "count_paths": "puzzles.path_count",
    "sudoku": "puzzles.sudoku",
}
"""Public name -> module; a name is imported when it is first used, so that a start stays cheap."""

__all__ = [
    "Boggle",
    "BoggleResult",
    "Lexicon",
    "LexiconError",
    "LexiconInfo",
    "Limits",
    "MissingExtraError",
    "PathCount",
    "Puzzle",
    "PuzzleError",
    "PuzzleNode",
    "Result",
    "Scoring",
    "SearchStats",
    "Status",
    "Sudoku",
    "SudokuBatch",
    "SudokuPuzzle",
    "SudokuResult",
    "boggle",
    "count_paths",
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
