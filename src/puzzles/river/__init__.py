"""River crossings: the farmer, missionaries and cannibals, jealous couples, bridge and torch, your own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.spec import Spec, Suite, lazy

if TYPE_CHECKING:
    from .parts import Crossing as Crossing
    from .parts import Passenger as Passenger
    from .parts import RiverResult as RiverResult
    from .parts import Rule as Rule
    from .parts import StateGraph as StateGraph
    from .puzzle import RiverPuzzle as RiverPuzzle

SPECS = (
    Spec(
        name="river",
        home=__name__,
        summary="river crossings: the farmer, missionaries, couples, bridge and torch, your own",
        puzzle="puzzle:RiverPuzzle",
        command="command",
        suites={
            "river": Suite("river crossings", "cases"),
        },
        kernels={
            "search.river": "river",
        },
        signature="signature",
        counted=(
            "river, state graph of 3 couples/kernel",
            "river, three missionaries, astar/kernel",
        ),
        page="river.md",
        example="boat 1; passenger rower rows",
        public=(
            "Crossing",
            "Passenger",
            "RiverPuzzle",
            "RiverResult",
            "Rule",
        ),
    ),
)

PLACES = {
    "Crossing": "parts",
    "Passenger": "parts",
    "RiverPuzzle": "puzzle",
    "RiverResult": "parts",
    "Rule": "parts",
    "StateGraph": "parts",
}
"""Public name -> module."""

__all__ = list(PLACES)
__getattr__, __dir__ = lazy(__name__, PLACES)
