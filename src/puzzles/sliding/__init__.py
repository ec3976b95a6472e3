"""The m×n sliding puzzle: the 15-puzzle and its kin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Spec, lazy

if TYPE_CHECKING:
    from .distance_table import depth_table as depth_table
    from .pattern_database import build_tables as build_tables
    from .puzzle import MNPuzzle as MNPuzzle
    from .puzzle import SlidingPuzzle as SlidingPuzzle
    from .result import DistanceTable as DistanceTable
    from .result import PatternDatabaseResult as PatternDatabaseResult
    from .result import SlidingResult as SlidingResult

PLACES = {
    "DistanceTable": "result",
    "MNPuzzle": "puzzle",
    "SlidingResult": "result",
    "PatternDatabaseResult": "result",
    "SlidingPuzzle": "puzzle",
    "build_tables": "pattern_database",
    "depth_table": "distance_table",
}
"""Public name -> module."""

SPECS = (
    Spec(
        name="sliding",
        home=__name__,
        summary="solve the 15-puzzle and other sliding puzzles",
        puzzle="puzzle:MNPuzzle",
        factory="factory:SlidingFactory",
        command="command:COMMAND",
        game="command:PLAY",
        pictures="puzzle",
        page="sliding.md",
        title="Sliding puzzles",
        scope="2×2 to 8×8; shortest solutions up to 25 cells",
        usage="unriddle sliding --random --size 4x4 --seed 1",
        example="1 2 3/4 0 5/7 8 6",
        question=(
            "Slide tiles into the blank until the goal is reached. Answer with the moves in order, as "
            "letters: L, R, U and D are the directions in which the tiles move."
        ),
        cannot={
            "steps": "it is searched, not reasoned: no step follows from a rule",
            "difficulty": "that of a person's reasoning, and there is none",
            "generate": "tiles can go to and fro: none has one solution only; random makes solvable ones",
        },
        public=tuple(PLACES),
    ),
)

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
