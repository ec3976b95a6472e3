"""Grid and state-space puzzles solved by compiled kernels."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import batch as batch
    from . import search as search
    from .base import LexiconError as LexiconError
    from .base import Limits as Limits
    from .base import MissingExtraError as MissingExtraError
    from .base import Puzzle as Puzzle
    from .base import PuzzleError as PuzzleError
    from .base import PuzzleNode as PuzzleNode
    from .base import Result as Result
    from .base import SearchStats as SearchStats
    from .base import Status as Status
    from .lexicon import Lexicon as Lexicon
    from .lexicon.lexicon import LexiconInfo as LexiconInfo
    from .puzzles import boggle as boggle
    from .puzzles import gogen as gogen
    from .puzzles import ladder as ladder
    from .puzzles import numbrix as numbrix
    from .puzzles import paths as paths
    from .puzzles import peg as peg
    from .puzzles import placement as placement
    from .puzzles import river as river
    from .puzzles import sliding as sliding
    from .puzzles import sudoku as sudoku
    from .puzzles.boggle import Boggle as Boggle
    from .puzzles.boggle import BoggleResult as BoggleResult
    from .puzzles.boggle import Scoring as Scoring
    from .puzzles.boggle import score_many as score_many
    from .puzzles.books import Book as Book
    from .puzzles.books import book as book
    from .puzzles.framework.check import Judgement as Judgement
    from .puzzles.framework.check import Verdict as Verdict
    from .puzzles.framework.check import VerdictMany as VerdictMany
    from .puzzles.framework.solutions import Count as Count
    from .puzzles.framework.solutions import Solutions as Solutions
    from .puzzles.framework.state_puzzle import StepPuzzle as StepPuzzle
    from .puzzles.framework.steps import Difficulty as Difficulty
    from .puzzles.framework.steps import Rating as Rating
    from .puzzles.framework.steps import Step as Step
    from .puzzles.gogen import Gogen as Gogen
    from .puzzles.gogen import GogenResult as GogenResult
    from .puzzles.ladder import DiameterResult as DiameterResult
    from .puzzles.ladder import LadderResult as LadderResult
    from .puzzles.ladder import WordGraph as WordGraph
    from .puzzles.ladder import WordLadder as WordLadder
    from .puzzles.ladder import WordLadderPuzzle as WordLadderPuzzle
    from .puzzles.ladder import WordPairs as WordPairs
    from .puzzles.numbrix import Hidato as Hidato
    from .puzzles.numbrix import MinimumClues as MinimumClues
    from .puzzles.numbrix import Numbrix as Numbrix
    from .puzzles.numbrix import PathResult as PathResult
    from .puzzles.numbrix import minimum_clues as minimum_clues
    from .puzzles.paths import PathCount as PathCount
    from .puzzles.paths import count_paths as count_paths
    from .puzzles.peg import GridPegSolitairePuzzle as GridPegSolitairePuzzle
    from .puzzles.peg import Jump as Jump
    from .puzzles.peg import PegResult as PegResult
    from .puzzles.peg import PegSolitaire as PegSolitaire
    from .puzzles.peg import ReachableResult as ReachableResult
    from .puzzles.peg import SolvableResult as SolvableResult
    from .puzzles.placement import Crossword as Crossword
    from .puzzles.placement import WordPlacement as WordPlacement
    from .puzzles.river import Boat as Boat
    from .puzzles.river import Crossing as Crossing
    from .puzzles.river import Island as Island
    from .puzzles.river import Passenger as Passenger
    from .puzzles.river import RiverCrossing as RiverCrossing
    from .puzzles.river import RiverPuzzle as RiverPuzzle
    from .puzzles.river import RiverResult as RiverResult
    from .puzzles.river import Rule as Rule
    from .puzzles.sliding import DistanceTable as DistanceTable
    from .puzzles.sliding import MNPuzzle as MNPuzzle
    from .puzzles.sliding import PatternDatabaseResult as PatternDatabaseResult
    from .puzzles.sliding import SlidingPuzzle as SlidingPuzzle
    from .puzzles.sliding import SlidingResult as SlidingResult
    from .puzzles.sliding import build_tables as build_tables
    from .puzzles.sliding import depth_table as depth_table
    from .puzzles.sudoku import Sudoku as Sudoku
    from .puzzles.sudoku import SudokuMany as SudokuMany
    from .puzzles.sudoku import SudokuPuzzle as SudokuPuzzle
    from .puzzles.sudoku import SudokuResult as SudokuResult
    from .search import Comparison as Comparison
    from .search import PuzzleGraph as PuzzleGraph
    from .search import SearchResult as SearchResult
    from .search import astar_solve as astar_solve
    from .search import bidirectional_solve as bidirectional_solve
    from .search import breadth_first_solve as breadth_first_solve
    from .search import compare as compare
    from .search import depth_first_solve as depth_first_solve
    from .search import find_path as find_path
    from .search import ida_star_solve as ida_star_solve
    from .search import path_of as path_of
    from .search import state_graph as state_graph

__version__: str

_HOMES = {
    "Book": "puzzles.books",
    "Comparison": "search",
    "Count": "puzzles.framework.solutions",
    "Difficulty": "puzzles.framework.steps",
    "Judgement": "puzzles.framework.check",
    "Lexicon": "lexicon",
    "LexiconError": "base",
    "LexiconInfo": "lexicon.lexicon",
    "Limits": "base",
    "MissingExtraError": "base",
    "Puzzle": "base",
    "PuzzleError": "base",
    "PuzzleGraph": "search",
    "PuzzleNode": "base",
    "Rating": "puzzles.framework.steps",
    "Result": "base",
    "SearchResult": "search",
    "SearchStats": "base",
    "Status": "base",
    "Solutions": "puzzles.framework.solutions",
    "Step": "puzzles.framework.steps",
    "StepPuzzle": "puzzles.framework.state_puzzle",
    "Verdict": "puzzles.framework.check",
    "VerdictMany": "puzzles.framework.check",
    "astar_solve": "search",
    "batch": "batch",
    "bidirectional_solve": "search",
    "book": "puzzles.books",
    "breadth_first_solve": "search",
    "compare": "search",
    "depth_first_solve": "search",
    "find_path": "search",
    "ida_star_solve": "search",
    "path_of": "search",
    "search": "search",
    "state_graph": "search",
}
"""Public name -> module, of those that are no puzzle's; imported when first used."""


def _public() -> dict[str, str]:
    """Return the public names of the puzzles, and their folders, each with its module."""
    from .puzzles import registry

    folders = {home.rpartition(".")[2]: home for home in {spec.home for spec in registry.built_in()}}
    return {**folders, **registry.public_names()}


def _find(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("unriddle")
    elif name == "__all__":
        value = sorted({*_HOMES, *_public()})
    elif name in _HOMES:
        home = importlib.import_module(f".{_HOMES[name]}", __name__)
        value = home if home.__name__.endswith(f".{name}") else getattr(home, name)
    elif name.startswith("_") or name not in _public():
        from .puzzles.framework.spec import current_name

        current = current_name(name)
        if current == name or current not in _public():
            raise AttributeError(_unknown(name), name=name)  # Python would add a hint of its own
        return _find(current)
    else:
        home = importlib.import_module(_public()[name])
        value = home if home.__name__.endswith(f".{name}") else getattr(home, name)
    globals()[name] = value
    return value


def _unknown(name: str) -> str:
    """Return what is wrong with a name that is none of the package's, and those that are near."""
    import difflib

    known = {one.lower(): one for one in reversed(_find("__all__"))} if name[:1] != "_" else {}
    near = [f"{one}.{name}" for one in ("Boggle", "Sudoku") if known and hasattr(_find(one), name)]
    near = near or [known[one] for one in difflib.get_close_matches(name.lower(), known, 3)]
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"module 'unriddle' has no attribute {name!r}{hint}"


def __dir__() -> list[str]:
    return [*_find("__all__"), "__version__"]


if not TYPE_CHECKING:  # checkers see the names above, and no others
    __getattr__ = _find
