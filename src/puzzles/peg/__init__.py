"""Peg solitaire on any board of up to 64 holes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.spec import Spec, Suite, lazy

if TYPE_CHECKING:
    from .puzzle import GridPegSolitairePuzzle as GridPegSolitairePuzzle
    from .result import Jump as Jump
    from .result import LayersResult as LayersResult
    from .result import PegLimitError as PegLimitError
    from .result import PegResult as PegResult
    from .result import hole_name as hole_name

SPECS = (
    Spec(
        name="peg",
        home=__name__,
        summary="peg solitaire on any board",
        puzzle="puzzle:GridPegSolitairePuzzle",
        records="records:PegRecords",
        command="command",
        suites={
            "peg": Suite("peg solitaire", "cases"),
        },
        kernels={
            "search.peg": "peg",
            "search.peg_numbered": "peg_layers",
            "search.peg_plans": "peg",
            "search.peg_search": "peg",
        },
        signature="signature",
        counted=(
            "peg triangle15, a solution/kernel",
            "peg triangle15, positions/kernel",
            "peg 3x4, dfs/kernel",
        ),
        page="peg.md",
        example="**.*",
        public=(
            "GridPegSolitairePuzzle",
            "Jump",
            "LayersResult",
            "PegResult",
        ),
    ),
)

PLACES = {
    "GridPegSolitairePuzzle": "puzzle",
    "Jump": "result",
    "LayersResult": "result",
    "PegLimitError": "result",
    "PegResult": "result",
    "hole_name": "result",
}
"""Public name -> module."""

__all__ = list(PLACES)
__getattr__, __dir__ = lazy(__name__, PLACES)
