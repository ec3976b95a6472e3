"""Batches of word ladders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..common.records import SolveRecords, text_of
from .puzzle import WordGraph, WordLadderPuzzle

if TYPE_CHECKING:
    from ...lexicon import Lexicon

__all__ = ["LadderRecords"]


class LadderRecords(SolveRecords):
    """Word ladders: two words a record.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> batch = LadderRecords("solutions", {}, Lexicon(["cost", "cast", "case", "cave", "save"]))
    >>> batch.solve([batch.parse("cost save")])[1]
    ['cost cast case cave save']
    """

    USES_LEXICON = True

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        from ..common.lexicons import lexicon_of

        super().__init__(what, options, lexicon)
        self.lexicon = lexicon_of(lexicon)
        self._graph = WordGraph(self.lexicon)

    def parse(self, record: Any) -> WordLadderPuzzle:
        """Read the two words."""
        return WordLadderPuzzle.parse(text_of(record), self._graph)

    def line(self, puzzle: WordLadderPuzzle, result: Any) -> str:
        """Return the words."""
        return " ".join(result.path or ())
