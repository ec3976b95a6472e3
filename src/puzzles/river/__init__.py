"""River crossings: the farmer, missionaries and cannibals, jealous couples, bridge and torch, your own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Spec, lazy

if TYPE_CHECKING:
    from .graph import StateGraph as StateGraph
    from .puzzle import RiverCrossing as RiverCrossing
    from .puzzle import RiverPuzzle as RiverPuzzle
    from .result import RiverResult as RiverResult
    from .rules import Boat as Boat
    from .rules import Crossing as Crossing
    from .rules import Island as Island
    from .rules import Passenger as Passenger
    from .rules import Rule as Rule

PLACES = {
    "Boat": "rules",
    "Crossing": "rules",
    "Island": "rules",
    "Passenger": "rules",
    "RiverCrossing": "puzzle",
    "RiverPuzzle": "puzzle",
    "RiverResult": "result",
    "Rule": "rules",
    "StateGraph": "graph",
}
"""Public name -> module."""

SPECS = (
    Spec(
        name="river",
        home=__name__,
        summary="move everyone across: farmer, missionaries, couples, your rules",
        puzzle="puzzle:RiverPuzzle",
        factory="factory:RiverFactory",
        command="command:COMMAND",
        pictures="puzzle",
        page="river.md",
        title="River crossings",
        scope="up to 2²⁴ banks (4,096 with an island), 65,536 loads and 8 boats, rules of your own",
        usage="unriddle river --farmer",
        example="boat 1; passenger rower rows",
        question=(
            "Bring all passengers to the other bank by boat, keeping to the rules; somebody who rows is "
            "in the boat. Answer with the crossings in order, separated by semicolons, each with names "
            "and an arrow: farmer goat ->; <- farmer"
        ),
        cannot={
            "steps": "a plan is searched for, not reasoned out: no crossing of it is forced",
            "difficulty": "it grades reasoning, and there is none",
            "generate": "plans that repeat no state are rarely the only ones; random makes what has any",
        },
        public=tuple(name for name in PLACES if name != "StateGraph"),
    ),
)

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
