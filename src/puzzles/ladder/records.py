"""Batches of word ladders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...lexicon.arguments import lexicon_of
from ..framework.batch_records import Option, SolveRecords
from .graph import WordGraph, english
from .puzzle import WordLadderPuzzle

if TYPE_CHECKING:
    from ...lexicon import Lexicon

__all__ = ["LadderRecords"]


class LadderRecords(SolveRecords):
    """Word ladders: two words a record, all of one list.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> batch = LadderRecords("solutions", {}, Lexicon(["cost", "cast", "case", "cave", "save"]))
    >>> batch.solve([batch.parse("cost save")])[1]
    ['cost -> cast -> case -> cave -> save']
    """

    KIND = WordLadderPuzzle
    USES_LEXICON = True
    OPTIONS = (
        *SolveRecords.OPTIONS,
        Option("insert-delete", "a step may also put a letter in or take one out", False),
    )

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self.lexicon = lexicon_of(lexicon)
        self._graph = english() if lexicon is None else WordGraph(lexicon)
        self._insert_delete = bool(self.options["insert-delete"])
        if self._insert_delete:
            self._graph.with_insert_delete()  # before threads share it

    def rules(self) -> dict[str, Any]:
        """Return the list, as the graph that all records share, and what a step may do."""
        return {"words": self._graph, "insert_delete": self._insert_delete}
