"""Word ladders by the million."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError
from ..common.factory import Factory, whole
from ..common.lexicons import lexicon_of, of_lengths
from ..common.records import Column, Option
from .graph import WordGraph
from .puzzle import WordLadderPuzzle

if TYPE_CHECKING:
    from ...lexicon import Lexicon

__all__ = ["LadderFactory"]


class LadderFactory(Factory):
    """Pairs of words with a shortest ladder; the other way round a pair is the same.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> words = Lexicon(["cost", "cast", "case", "cave", "save"])
    >>> LadderFactory("puzzles", {"least": 4}, words).one(0).solution
    'cost cast case cave save'
    """

    KIND = WordLadderPuzzle
    OWN = (
        Option("letters", "only words of so many letters"),
        Option("least", "fewest steps of the shortest ladder", 2),
        Option("most", "most steps of the shortest ladder"),
        Option("insert-delete", "a step may also put a letter in or take one out", False),
    )
    MEASURES = (Column("steps", "int"),)
    USES_LEXICON = True
    CHUNK, PART = 256, 8192

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self.lexicon = lexicon_of(lexicon)
        letters = self.options["letters"]
        words = list(self.lexicon)
        if letters is not None:
            words = of_lengths(words, {whole("letters", letters, 1, 99)})
        self._graph = WordGraph(words, insert_delete=bool(self.options["insert-delete"]))
        labels = self._graph.components()
        self._joined = np.flatnonzero(np.bincount(labels)[labels] > 1) if words else np.empty(0, np.intp)
        if not self._joined.size:
            raise PuzzleError("no two words of the list are one step apart, expected some")
        self._order = np.argsort(labels, kind="stable")
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(labels))])
        self._labels = labels

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        self._least = whole("least", self.options["least"], 1, 1 << 20)
        most = self.options["most"]
        self._most = None if most is None else whole("most", most, self._least, 1 << 20)

    def __getstate__(self) -> dict[str, Any]:
        made = ("stop", "_graph", "_joined", "_order", "_starts", "_labels")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        seed = state["seed"]
        self.__init__(state["what"], state["options"], state["lexicon"])  # type: ignore[misc]
        self.seed = seed

    def draw(self, seed: int) -> WordLadderPuzzle:
        """Return two words of a component of the graph."""
        chance = random.Random(seed)
        first = int(self._joined[chance.randrange(self._joined.size)])
        start, end = self._starts[self._labels[first]], self._starts[self._labels[first] + 1]
        others = self._order[start:end]
        place = chance.randrange(others.size - 1)
        last = int(others[place]) if others[place] != first else int(others[-1])
        words = self._graph.words
        return WordLadderPuzzle(words[first], words[last], self._graph)

    def good(self, puzzle: WordLadderPuzzle, result: Any) -> bool:
        """Say whether the shortest ladder is as long as wished, and right."""
        long = result.solution is not None and self._least <= result.length <= (self._most or 1 << 30)
        return bool(long and puzzle.check(result))

    def form(self, puzzle: WordLadderPuzzle, result: Any) -> bytes:
        """Return the two words in order."""
        return " ".join(sorted((str(puzzle.from_word), str(puzzle.to_word)))).encode()

    def measures(self, puzzle: WordLadderPuzzle, result: Any) -> Sequence[Any]:
        """Return the steps of the shortest ladder."""
        return (int(result.length),)

    def text(self, puzzle: WordLadderPuzzle) -> str:
        """Return the words at the ends."""
        return puzzle.text()

    def beside(self, puzzle: WordLadderPuzzle) -> Mapping[str, Any]:
        """Return what `parse` takes beside the list, which stands in no record."""
        return {"insert_delete": True} if self._graph.insert_delete else {}

    def line(self, puzzle: WordLadderPuzzle, result: Any) -> str:
        """Return the words of the ladder."""
        return " ".join(result.path)
