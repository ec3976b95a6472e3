"""Peg solitaire on any board of up to 64 holes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Spec, lazy

if TYPE_CHECKING:
    from .boards import Jump as Jump
    from .boards import hole_name as hole_name
    from .puzzle import GridPegSolitairePuzzle as GridPegSolitairePuzzle
    from .puzzle import PegSolitaire as PegSolitaire
    from .result import PegResult as PegResult
    from .result import ReachableResult as ReachableResult
    from .result import SolvableResult as SolvableResult

PLACES = {
    "GridPegSolitairePuzzle": "puzzle",
    "Jump": "boards",
    "ReachableResult": "result",
    "PegResult": "result",
    "PegSolitaire": "puzzle",
    "SolvableResult": "result",
    "hole_name": "boards",
}
"""Public name -> module."""

SPECS = (
    Spec(
        name="peg",
        home=__name__,
        summary="jump pegs over pegs until one is left, on any board",
        puzzle="puzzle:GridPegSolitairePuzzle",
        factory="factory:PegFactory",
        command="command:COMMAND",
        game="command:PLAY",
        pictures="puzzle",
        page="peg.md",
        title="Peg solitaire",
        scope="any board of up to 64 holes",
        usage="unriddle peg --board english",
        example="**.*",
        question=(
            "Jump pegs (*) over neighbouring pegs into holes (.) until one peg is left; a peg that is "
            "jumped over is removed, and # is no place. Columns are a, b, … from the left, rows 1, 2, … "
            "from the top. Answer with the moves, such as c1-e1-e3, separated by spaces."
        ),
        cannot={
            "steps": "it is searched, not reasoned: no jump follows from a rule",
            "difficulty": "that of a person's reasoning, and there is none",
            "generate": "random makes positions that can be solved, as a rule in many orders of jumps",
        },
        public=tuple(name for name in PLACES if name != "hole_name"),
    ),
)

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
