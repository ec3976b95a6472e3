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
    from .puzzles import boggle, sudoku
    from .puzzles import boggle, gogen, numbrix
    from .puzzles.boggle import Boggle, BoggleResult
    from .puzzles.explain import Step
    from .puzzles.gogen import Gogen, GogenResult
    from .puzzles.numbrix import Hidato, Numbrix, PathResult
    from .puzzles.path_count import PathCount, count_paths
    from .puzzles.scoring import Scoring
    from .puzzles.sliding import MNPuzzle, SlidingResult, depth_table
    from .puzzles.ladder import EccentricResult, LadderResult, WordGraph, WordLadderPuzzle
    from .puzzles.peg import GridPegSolitairePuzzle, Jump, LayersResult, PegResult
    from .puzzles.river import Crossing, Passenger, RiverPuzzle, RiverResult, Rule
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
    from .puzzles.word_placement import WordPlacement
    from .puzzles.sudoku import Sudoku, SudokuBatch, SudokuPuzzle, SudokuResult

_HOMES = {
    "Boggle": "puzzles.boggle",
    "BoggleResult": "puzzles.boggle",
    "Crossing": "puzzles.river",
    "EccentricResult": "puzzles.ladder",
    "GridPegSolitairePuzzle": "puzzles.peg",
    "Jump": "puzzles.peg",
    "LadderResult": "puzzles.ladder",
    "LayersResult": "puzzles.peg",
    "Gogen": "puzzles.gogen",
    "GogenResult": "puzzles.gogen",
    "Hidato": "puzzles.numbrix",
    "Lexicon": "lexicon",
    "LexiconError": "base",
    "LexiconInfo": "lexicon.info",
    "Limits": "base",
    "MissingExtraError": "base",
    "Passenger": "puzzles.river",
    "PathCount": "puzzles.path_count",
    "PegResult": "puzzles.peg",
    "Numbrix": "puzzles.numbrix",
    "PathResult": "puzzles.numbrix",
    "Puzzle": "base",
    "PuzzleError": "base",
    "PuzzleNode": "base",
    "Result": "base",
    "RiverPuzzle": "puzzles.river",
    "RiverResult": "puzzles.river",
    "Rule": "puzzles.river",
    "Scoring": "puzzles.scoring",
    "SearchStats": "base",
    "Status": "base",
    "MNPuzzle": "puzzles.sliding",
    "SlidingResult": "puzzles.sliding",
    "depth_table": "puzzles.sliding",
    "SearchResult": "search",
    "SearchStats": "base",
    "Status": "base",
    "WordGraph": "puzzles.ladder",
    "WordLadderPuzzle": "puzzles.ladder",
    "astar_solve": "search",
    "bidirectional_solve": "search",
    "boggle": "puzzles.boggle",
    "breadth_first_solve": "search",
    "count_paths": "puzzles.path_count",
    "depth_first_solve": "search",
    "find_path": "search",
    "ida_star_solve": "search",
    "path_of": "search",
    "search": "search",
    "boggle": "puzzles.boggle",
    "count_paths": "puzzles.path_count",
    "WordPlacement": "puzzles.word_placement",
    "Sudoku": "puzzles.sudoku",
    "SudokuBatch": "puzzles.sudoku",
    "SudokuPuzzle": "puzzles.sudoku",
    "SudokuResult": "puzzles.sudoku",
    "sudoku": "puzzles.sudoku",
    "Step": "puzzles.explain",
    "gogen": "puzzles.gogen",
    "numbrix": "puzzles.numbrix",
}
"""Public name -> module; a name is imported when it is first used, so that a start stays cheap."""

__all__ = [
    "Boggle",
    "BoggleResult",
    "Crossing",
    "EccentricResult",
    "GridPegSolitairePuzzle",
    "Jump",
    "LadderResult",
    "LayersResult",
    "Gogen",
    "GogenResult",
    "Hidato",
    "Lexicon",
    "LexiconError",
    "LexiconInfo",
    "Limits",
    "MNPuzzle",
    "MissingExtraError",
    "Passenger",
    "PathCount",
    "PegResult",
    "Numbrix",
    "PathResult",
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
    "WordGraph",
    "WordLadderPuzzle",
    "astar_solve",
    "bidirectional_solve",
    "WordPlacement",
    "Sudoku",
    "SudokuBatch",
    "SudokuPuzzle",
    "SudokuResult",
    "Step",
    "boggle",
    "breadth_first_solve",
    "count_paths",
    "depth_first_solve",
    "depth_table",
    "find_path",
    "ida_star_solve",
    "path_of",
    "search",
    "sudoku",
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
