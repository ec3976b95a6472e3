"""Numbrix and Hidato: number the cells so that successive numbers are neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Spec, lazy

if TYPE_CHECKING:
    from .fewest_clues import MinimumClues as MinimumClues
    from .fewest_clues import minimum_clues as minimum_clues
    from .puzzle import Hidato as Hidato
    from .puzzle import Numbrix as Numbrix
    from .puzzle import PathResult as PathResult

CANNOT = {"random": "a board has one solution or it is no puzzle: generate makes those"}

SPECS = (
    Spec(
        name="numbrix",
        home=__name__,
        summary="number the cells so that consecutive numbers are neighbours",
        puzzle="puzzle:Numbrix",
        records="records:NumbrixRecords",
        factory="factory:NumbrixFactory",
        command="command:NUMBRIX",
        game="play:NUMBRIX",
        pictures="command",
        page="numbrix.md",
        title="Numbrix and Hidato",
        scope="solve, count, explain, generate",
        usage='unriddle numbrix "1 . ./. 5 ./3 . 9"',
        example="1 . 3/. . ./. . 9",
        question=(
            "Fill in all numbers from 1 on, so that consecutive numbers are horizontal or vertical "
            "neighbours. Dots are empty cells. Answer with all rows, numbers separated by spaces."
        ),
        cannot=CANNOT,
        public=(
            "Hidato",
            "MinimumClues",
            "Numbrix",
            "PathResult",
            "minimum_clues",
        ),
    ),
    Spec(
        name="hidato",
        home=__name__,
        summary="number cells so that consecutive numbers touch, also diagonally",
        puzzle="puzzle:Hidato",
        records="records:HidatoRecords",
        factory="factory:HidatoFactory",
        command="command:HIDATO",
        game="play:HIDATO",
        page="numbrix.md",
        example="1 . ./. . ./. . 9",
        question=(
            "Fill in all numbers from 1 on, so that consecutive numbers are neighbours, diagonals "
            "included. Dots are empty cells. Answer with all rows, numbers separated by spaces."
        ),
        cannot=CANNOT,
    ),
)

PLACES = {
    "Hidato": "puzzle",
    "MinimumClues": "fewest_clues",
    "Numbrix": "puzzle",
    "PathResult": "puzzle",
    "minimum_clues": "fewest_clues",
}
"""Public name -> module."""

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
