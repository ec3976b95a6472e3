"""Word ladders by the million."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError, Status
from ..common.chance import Chance
from ..common.factory import Factory, Made, whole
from ..common.lexicons import lexicon_of, of_lengths
from ..common.records import Column, Option
from .graph import WordGraph
from .puzzle import WordLadderPuzzle, one_step
from .text import all_writable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

__all__ = ["LadderFactory"]


class LadderFactory(Factory):
    """Pairs of words with a shortest ladder; the other way round a pair is the same.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> words = Lexicon(["cost", "cast", "case", "cave", "save"])
    >>> LadderFactory("puzzles", {"least": 4}, words).one(9).solution
    'cost cast case cave save'
    """

    KIND = WordLadderPuzzle
    OWN = (
        Option("letters", "only words of so many letters"),
        Option("least", "fewest steps of the shortest ladder", 2),
        Option("most", "most steps of the shortest ladder"),
        Option("insert-delete", "a step may also put a letter in or take one out", False),
    )
    MEASURES = (Column("steps", "int"), Column("branching", "float"))
    USES_LEXICON = True
    CHUNK, PART = 256, 8192

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self.lexicon = lexicon_of(lexicon)
        letters = self.options["letters"]
        words = list(self.lexicon)
        if letters is not None:
            words = of_lengths(words, {whole("letters", letters, 1, 99)})
            if not words:
                raise PuzzleError(f"--letters {letters}, expected as many as some word of the list has")
        self._graph = WordGraph(words, insert_delete=bool(self.options["insert-delete"]))
        self._beside = {"insert_delete": True} if self._graph.insert_delete else {}
        shown = [place for place, fits in enumerate(all_writable(self._graph.words)) if fits]
        places, labels = np.array(shown, dtype=np.int32), self._graph.components()[shown]
        sizes = np.bincount(labels)
        large = sizes[labels] > self._least  # a ladder of so many steps has a word more
        if not large.any():
            raise PuzzleError(f"no {self._least + 1} words of the list are steps apart, expected some")
        places, labels = places[large], labels[large]
        order = np.argsort(labels, kind="stable")
        self._words = places[order]
        """Places of words that ladders may begin with, those of a component side by side."""
        self._sizes = np.bincount(labels)[labels[order]]
        """Words of the component of each."""
        self._starts = np.searchsorted(labels[order], labels[order]).astype(np.int64)
        """The first of that component in `_words`."""

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        self._least = whole("least", self.options["least"], 1, 1 << 20)
        most = self.options["most"]
        self._most = None if most is None else whole("most", most, self._least, 1 << 20)

    def __getstate__(self) -> dict[str, Any]:
        made = ("stop", "_graph", "_words", "_sizes", "_starts")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        seed = state["seed"]
        self.__init__(state["what"], state["options"], state["lexicon"])  # type: ignore[misc]
        self.seed = seed

    def one(self, seed: int) -> Made | None:
        """Return the ladder of a seed, None where it gives none that is wanted."""
        return self.many([seed])[0]

    def many(self, seeds: Sequence[int]) -> list[Made | None]:
        """Return the ladders of some seeds: two words of a component each, all searched by one call."""
        chance = Chance(seeds)
        first = chance.below(np.full(len(seeds), self._words.size))
        last = self._starts[first] + chance.below(self._sizes[first] - 1)
        last[last == first] = (self._starts + self._sizes - 1)[first[last == first]]
        sources, targets = self._words[first], self._words[last]
        finder = self._graph.finder()
        vertices, ends, nodes = finder.paths(sources, targets)
        self._graph.finders.append(finder)
        starts = np.concatenate([[0], ends[:-1]])
        steps = ends - starts - 1
        good = (steps >= self._least) & (steps <= (self._most or steps.max(initial=0)))
        if self.limits is not None and self.limits.nodes is not None:
            good &= nodes <= self.limits.nodes
        words = list(map(self._graph.words.__getitem__, vertices.tolist()))
        good &= self._right(words, starts, ends)
        found: list[Made | None] = [None] * len(seeds)
        near = np.append(0, np.cumsum(np.diff(self._graph.core.indptr)[vertices]))
        total = near[np.maximum(ends - 1, 0)] - near[starts]
        average = np.round(total / np.maximum(steps, 1), 3).tolist()
        for k in np.flatnonzero(good).tolist():
            path = words[starts[k] : ends[k]]
            found[k] = self._recorded(path, int(nodes[k]), average[k])
        return found

    def _right(
        self, words: list[str], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Say of each ladder whether one letter tells each word of it from the next."""
        wrong = np.zeros(len(words) + 1, dtype=np.int64)
        if len(words) > 1:
            letters = np.array(words).view(np.uint32).reshape(len(words), -1)
            lengths = np.count_nonzero(letters, axis=1)
            apart = np.count_nonzero(letters[1:] != letters[:-1], axis=1)
            wrong[1:-1] = (apart != 1) | (lengths[1:] != lengths[:-1])
        wrong[starts[starts < ends]] = 0  # not a step: the last word of the ladder before
        for k in np.flatnonzero(wrong).tolist():
            wrong[k] = not one_step(words[k - 1], words[k], self._graph.insert_delete)
        before = np.cumsum(wrong)
        right: NDArray[np.bool_] = before[np.maximum(ends - 1, 0)] == before[np.minimum(starts, len(words))]
        return right

    def _recorded(self, path: list[str], nodes: int, average: float) -> Made:
        first, last = path[0], path[-1]
        return Made(
            text=f"{first} -> {last}",
            rules=self._beside,
            solution=" ".join(path),
            size="",
            status=Status.SOLVED,
            nodes=nodes,
            form=(f"{first} {last}" if first < last else f"{last} {first}").encode(),
            measures=(len(path) - 1, average),
        )
