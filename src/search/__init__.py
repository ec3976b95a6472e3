"""Solvers for any `Puzzle`: depth-first, breadth-first, bidirectional, A* and iterative deepening A*.

Every solver returns the first `PuzzleNode` of a path from the given configuration to a solved
one, or None. `find_path` runs any of them and returns a `SearchResult` with status and statistics.
None of them recurses: a path of a million steps is found as well as one of ten.
"""

from .adapters import METHODS
from .engine import run_engine
from .results import SearchResult, path_of
from .solvers import (
    astar_solve,
    bidirectional_solve,
    breadth_first_solve,
    depth_first_solve,
    find_path,
    ida_star_solve,
    solutions,
)

__all__ = [
    "METHODS",
    "SearchResult",
    "astar_solve",
    "bidirectional_solve",
    "breadth_first_solve",
    "depth_first_solve",
    "find_path",
    "ida_star_solve",
    "path_of",
    "run_engine",
    "solutions",
]
