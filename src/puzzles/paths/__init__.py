"""Counting all paths of a board exactly: the moves that no pruning would cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Command, Spec, lazy

if TYPE_CHECKING:
    from .puzzle import PathCount as PathCount
    from .puzzle import count_paths as count_paths

PLACES = {"PathCount": "puzzle", "count_paths": "puzzle"}
"""Public name -> module."""

SPECS = (
    Spec(
        name="paths",
        home=__name__,
        summary="how many paths a board has, counted exactly",
        commands={
            "count-paths": Command(
                "count all paths of a board exactly",
                "command",
                "path_counting.md",
                title="Counting all paths",
                usage="unriddle count-paths 6x6",
                names=("count_paths",),
            ),
        },
        pictures="command",
        page="path_counting.md",
        public=tuple(PLACES),
    ),
)

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
