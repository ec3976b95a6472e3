"""Word ladders: from one word to another, a letter a step, each step a word of the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Spec, lazy

if TYPE_CHECKING:
    from .graph import DiameterResult as DiameterResult
    from .graph import WordGraph as WordGraph
    from .graph import WordPairs as WordPairs
    from .puzzle import WordLadder as WordLadder
    from .puzzle import WordLadderPuzzle as WordLadderPuzzle
    from .search import LadderResult as LadderResult

PLACES = {
    "DiameterResult": "graph",
    "LadderResult": "search",
    "WordGraph": "graph",
    "WordLadder": "puzzle",
    "WordLadderPuzzle": "puzzle",
    "WordPairs": "graph",
}
"""Public name -> module."""

SPECS = (
    Spec(
        name="ladder",
        home=__name__,
        summary="turn one word into another, one letter at a time",
        puzzle="puzzle:WordLadderPuzzle",
        records="records:LadderRecords",
        factory="records:LadderFactory",
        command="command:COMMAND",
        pictures="draw",
        page="ladder.md",
        title="Word ladders",
        scope="word lists of any size; costs of words; adding and removing letters",
        usage="unriddle ladder cost save",
        example="cost save",
        question=(
            "Turn the first word into the second, one letter at a time, through words of the English "
            "language, in as few steps as possible. Answer with all words, the two included, separated by"
            " spaces."
        ),
        cannot={
            "steps": "a ladder is searched for, not reasoned out: no step of it is forced",
            "difficulty": "it grades reasoning, and there is none",
            "generate": "few words are joined by one best ladder alone; random joins two words",
        },
        public=tuple(PLACES),
    ),
)

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
