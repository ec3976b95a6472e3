"""Grid and state-space puzzles solved by compiled kernels."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import search
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
    from .puzzles import boggle, gogen, numbrix, sudoku
    from .puzzles.boggle import Boggle
    from .puzzles.boggle_result import BoggleResult
    from .puzzles.explain import Step
    from .puzzles.gogen import Gogen, GogenResult
    from .puzzles.ladder import EccentricResult, LadderResult, WordGraph, WordLadderPuzzle
    from .puzzles.numbrix import Hidato, Numbrix, PathResult
    from .puzzles.path_count import PathCount, count_paths
    from .puzzles.peg import GridPegSolitairePuzzle, Jump, LayersResult, PegResult
    from .puzzles.river import Crossing, Passenger, RiverPuzzle, RiverResult, Rule
    from .puzzles.scoring import Scoring
    from .puzzles.sliding import MNPuzzle, SlidingResult, depth_table
    from .puzzles.sudoku import Sudoku, SudokuBatch, SudokuPuzzle, SudokuResult
    from .puzzles.word_placement import WordPlacement
    from .search import (
        SearchResult,
        astar_solve,
        bidirectional_solve,
        breadth_first_solve,
        depth_first_solve,
        find_path,
        ida_star_solve,
        path_of,
    )

_HOMES = {
    "Boggle": "puzzles.boggle",
    "BoggleResult": "puzzles.boggle_result",
    "Crossing": "puzzles.river",
    "EccentricResult": "puzzles.ladder",
    "Gogen": "puzzles.gogen",
    "GogenResult": "puzzles.gogen",
    "GridPegSolitairePuzzle": "puzzles.peg",
    "Hidato": "puzzles.numbrix",
    "Jump": "puzzles.peg",
    "LadderResult": "puzzles.ladder",
    "LayersResult": "puzzles.peg",
    "Lexicon": "lexicon",
    "LexiconError": "base",
    "LexiconInfo": "lexicon.info",
    "Limits": "base",
    "MNPuzzle": "puzzles.sliding",
    "MissingExtraError": "base",
    "Numbrix": "puzzles.numbrix",
    "Passenger": "puzzles.river",
    "PathCount": "puzzles.path_count",
    "PathResult": "puzzles.numbrix",
    "PegResult": "puzzles.peg",
    "Puzzle": "base",
    "PuzzleError": "base",
    "PuzzleNode": "base",
    "Result": "base",
    "RiverPuzzle": "puzzles.river",
    "RiverResult": "puzzles.river",
    "Rule": "puzzles.river",
    "Scoring": "puzzles.scoring",
    "SearchResult": "search",
    "SearchStats": "base",
    "SlidingResult": "puzzles.sliding",
    "Status": "base",
    "Step": "puzzles.explain",
    "Sudoku": "puzzles.sudoku",
    "SudokuBatch": "puzzles.sudoku",
    "SudokuPuzzle": "puzzles.sudoku",
    "SudokuResult": "puzzles.sudoku",
    "WordGraph": "puzzles.ladder",
    "WordLadderPuzzle": "puzzles.ladder",
    "WordPlacement": "puzzles.word_placement",
    "astar_solve": "search",
    "bidirectional_solve": "search",
    "boggle": "puzzles.boggle",
    "breadth_first_solve": "search",
    "count_paths": "puzzles.path_count",
    "depth_first_solve": "search",
    "depth_table": "puzzles.sliding",
    "find_path": "search",
    "gogen": "puzzles.gogen",
    "ida_star_solve": "search",
    "numbrix": "puzzles.numbrix",
    "path_of": "search",
    "search": "search",
    "sudoku": "puzzles.sudoku",
}
"""Public name -> module; a name is imported when it is first used, so that a start stays cheap."""

__all__ = [
    "Boggle",
    "BoggleResult",
    "Crossing",
    "EccentricResult",
    "Gogen",
    "GogenResult",
    "GridPegSolitairePuzzle",
    "Hidato",
    "Jump",
    "LadderResult",
    "LayersResult",
    "Lexicon",
    "LexiconError",
    "LexiconInfo",
    "Limits",
    "MNPuzzle",
    "MissingExtraError",
    "Numbrix",
    "Passenger",
    "PathCount",
    "PathResult",
    "PegResult",
    "Puzzle",
    "PuzzleError",
    "PuzzleNode",
    "Result",
    "RiverPuzzle",
    "RiverResult",
    "Rule",
    "Scoring",
    "SearchResult",
    "SearchStats",
    "SlidingResult",
    "Status",
    "Step",
    "Sudoku",
    "SudokuBatch",
    "SudokuPuzzle",
    "SudokuResult",
    "WordGraph",
    "WordLadderPuzzle",
    "WordPlacement",
    "astar_solve",
    "bidirectional_solve",
    "boggle",
    "breadth_first_solve",
    "count_paths",
    "depth_first_solve",
    "depth_table",
    "find_path",
    "gogen",
    "ida_star_solve",
    "numbrix",
    "path_of",
    "search",
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
