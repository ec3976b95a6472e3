"""Gogen: letters on a board so that each word can be traced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Spec, lazy

if TYPE_CHECKING:
    from .parse import default_alphabet as default_alphabet
    from .parse import parse_words as parse_words
    from .puzzle import Gogen as Gogen
    from .puzzle import GogenMany as GogenMany
    from .puzzle import GogenResult as GogenResult
    from .puzzle import solve_many as solve_many

SPECS = (
    Spec(
        name="gogen",
        home=__name__,
        summary="place letters on a board so that each word can be traced",
        puzzle="puzzle:Gogen",
        records="records:GogenRecords",
        factory="factory:GogenFactory",
        command="command:COMMAND",
        pictures="command",
        page="gogen.md",
        title="Gogen",
        scope="solve, count, explain, generate",
        usage='unriddle gogen "A.C/.../..I: BED HEAD CHEF"',
        example="AB/C.: ADC",
        question=(
            "Place the letters of the alphabet on the board, each once, so that each word can be traced "
            "from cell to neighbouring cell, diagonals included. Dots are empty cells; the number after "
            "the colon counts the words that follow it. Answer with all rows of letters."
        ),
        cannot={
            "random": "random words leave no solution, or many; generate makes a puzzle with exactly one",
        },
        public=(
            "Gogen",
            "GogenResult",
        ),
    ),
)

PLACES = {
    "Gogen": "puzzle",
    "GogenMany": "puzzle",
    "GogenResult": "puzzle",
    "default_alphabet": "parse",
    "parse_words": "parse",
    "solve_many": "puzzle",
}
"""Public name -> module."""

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
