"""Solvers for any `Puzzle`: depth-first, breadth-first, bidirectional, A* and iterative deepening A*.

Every solver returns the first `PuzzleNode` of a path from the given configuration to a solved
one, or None. `find_path` runs any of them and returns a `SearchResult` with status and statistics.
None of them recurses: a path of a million steps is found as well as one of ten.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .adapters import METHODS as METHODS
    from .comparison import Comparison as Comparison
    from .comparison import compare as compare
    from .engine import run_engine as run_engine
    from .results import SearchResult as SearchResult
    from .results import path_of as path_of
    from .solvers import astar_solve as astar_solve
    from .solvers import bidirectional_solve as bidirectional_solve
    from .solvers import breadth_first_solve as breadth_first_solve
    from .solvers import depth_first_solve as depth_first_solve
    from .solvers import find_path as find_path
    from .solvers import ida_star_solve as ida_star_solve
    from .solvers import solutions as solutions
    from .state_graphs import PuzzleGraph as PuzzleGraph
    from .state_graphs import state_graph as state_graph

__all__ = [
    "METHODS", "Comparison", "PuzzleGraph", "SearchResult", "astar_solve", "bidirectional_solve",
    "breadth_first_solve", "compare", "depth_first_solve", "find_path", "ida_star_solve", "path_of",
    "run_engine", "solutions", "state_graph",
]  # fmt: skip

_HOMES = {
    "Comparison": "comparison",
    "METHODS": "adapters",
    "PuzzleGraph": "state_graphs",
    "SearchResult": "results",
    "compare": "comparison",
    "path_of": "results",
    "run_engine": "engine",
    "state_graph": "state_graphs",
}
"""Name -> module where that is not `solvers`; imported when first used: most puzzles need none of them."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_HOMES.get(name, 'solvers')}", __name__), name)
