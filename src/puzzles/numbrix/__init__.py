"""Numbrix and Hidato: number the cells so that successive numbers are neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.spec import Spec, Suite, lazy

if TYPE_CHECKING:
    from .puzzle import Hidato as Hidato
    from .puzzle import Numbrix as Numbrix
    from .puzzle import PathResult as PathResult
    from .puzzle import solve_many as solve_many

SPECS = (
    Spec(
        name="numbrix",
        home=__name__,
        summary="a path of numbers by horizontal and vertical steps",
        puzzle="puzzle:Numbrix",
        records="records:NumbrixRecords",
        command="command",
        suites={
            "numbrix": Suite("Numbrix and Hidato", "cases"),
        },
        kernels={
            "assign.numbrix": "numbrix",
            "assign.path_clauses": "number_paths",
            "assign.path_repair": "number_paths",
        },
        signature="signature",
        counted=(
            "numbrix 6x6/kernel",
            "hidato 6x6/kernel",
            "hidato 6x6, every tenth number/kernel",
        ),
        page="numbrix.md",
        example="1 . 3/. . ./. . 9",
        public=(
            "Hidato",
            "Numbrix",
            "PathResult",
        ),
    ),
    Spec(
        name="hidato",
        home=__name__,
        summary="a path of numbers by king's steps",
        puzzle="puzzle:Hidato",
        records="records:HidatoRecords",
        command="hidato_command",
        page="numbrix.md",
        example="1 . ./. . ./. . 9",
    ),
)

PLACES = {
    "Hidato": "puzzle",
    "Numbrix": "puzzle",
    "PathResult": "puzzle",
    "solve_many": "puzzle",
}
"""Public name -> module."""

__all__ = list(PLACES)
__getattr__, __dir__ = lazy(__name__, PLACES)
