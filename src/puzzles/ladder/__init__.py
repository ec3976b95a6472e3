"""Word ladders: from one word to another, a letter a step, each step a word of the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.spec import Headline, Spec, Suite, lazy

if TYPE_CHECKING:
    from .graph import EccentricResult as EccentricResult
    from .graph import WordGraph as WordGraph
    from .pairs import WordPairs as WordPairs
    from .puzzle import WordLadderPuzzle as WordLadderPuzzle
    from .result import LadderResult as LadderResult

SPECS = (
    Spec(
        name="ladder",
        home=__name__,
        summary="go from one word to another, a letter a step",
        puzzle="puzzle:WordLadderPuzzle",
        records="records:LadderRecords",
        factory="factory:LadderFactory",
        command="command:COMMAND",
        suites={
            "ladder": Suite("word ladders", "cases"),
        },
        kernels={
            "search.graph": "graph",
            "search.graph_paths": "graph",
            "search.ladder": "ladder",
        },
        signature="signature",
        counted=("ladder, graph of the words to level 10/kernel",),
        headlines=(
            Headline(
                "word ladder between words of 5 letters",
                "ladder, shortest between words of 5 letters",
                "kernel",
            ),
        ),
        stands=("ladder, shortest between words of 5 letters",),
        pictures="draw",
        page="ladder.md",
        title="Word ladders",
        scope="lists of any size, with costs, letters put in and taken out",
        usage="unriddle ladder cost save",
        example="cost save",
        cannot={
            "steps": "a ladder is searched for, not reasoned out: no step of it is forced",
            "difficulty": "it grades reasoning, and there is none",
            "generate": "few words are joined by one best ladder alone; random joins two words",
        },
        public=(
            "WordLadderPuzzle",
            "EccentricResult",
            "LadderResult",
            "WordGraph",
            "WordPairs",
        ),
    ),
)

PLACES = {
    "EccentricResult": "graph",
    "LadderResult": "result",
    "WordGraph": "graph",
    "WordLadderPuzzle": "puzzle",
    "WordPairs": "pairs",
}
"""Public name -> module."""

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
