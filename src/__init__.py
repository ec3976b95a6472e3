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
    from .puzzles import boggle, gogen, numbrix
    from .puzzles.boggle import Boggle, BoggleResult
    from .puzzles.explain import Step
    from .puzzles.gogen import Gogen, GogenResult
    from .puzzles.numbrix import Hidato, Numbrix, PathResult
    from .puzzles.path_count import PathCount, count_paths
    from .puzzles.scoring import Scoring

_HOMES = {
    "Boggle": "puzzles.boggle",
    "BoggleResult": "puzzles.boggle",
    "Gogen": "puzzles.gogen",
    "GogenResult": "puzzles.gogen",
    "Hidato": "puzzles.numbrix",
    "Lexicon": "lexicon",
    "LexiconError": "base",
    "LexiconInfo": "lexicon.info",
    "Limits": "base",
    "MissingExtraError": "base",
    "Numbrix": "puzzles.numbrix",
    "PathCount": "puzzles.path_count",
    "PathResult": "puzzles.numbrix",
    "Puzzle": "base",
    "PuzzleError": "base",
    "PuzzleNode": "base",
    "Result": "base",
    "Scoring": "puzzles.scoring",
    "SearchStats": "base",
    "Status": "base",
    "Step": "puzzles.explain",
    "boggle": "puzzles.boggle",
    "count_paths": "puzzles.path_count",
    "gogen": "puzzles.gogen",
    "numbrix": "puzzles.numbrix",
}
"""Public name -> module; a name is imported when it is first used, so that a start stays cheap."""

__all__ = [
    "Boggle",
    "BoggleResult",
    "Gogen",
    "GogenResult",
    "Hidato",
    "Lexicon",
    "LexiconError",
    "LexiconInfo",
    "Limits",
    "MissingExtraError",
    "Numbrix",
    "PathCount",
    "PathResult",
    "Puzzle",
    "PuzzleError",
    "PuzzleNode",
    "Result",
    "Scoring",
    "SearchStats",
    "Status",
    "Step",
    "boggle",
    "count_paths",
    "gogen",
    "numbrix",
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
