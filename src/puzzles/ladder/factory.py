"""Word ladders by the million."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError, Status
from ...core.search.graph import Graph, PathFinder
from ..common.chance import Chance, derived
from ..common.factory import KEY, Factory, Made, digest, whole
from ..common.lexicons import lexicon_of, of_lengths
from ..common.records import Answers, Column, Option
from .graph import WordGraph
from .puzzle import WordLadderPuzzle, one_step
from .text import all_writable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

__all__ = ["LadderFactory"]

SOLVED = str(Status.SOLVED)


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
    CHUNK, PART = 2048, 8192

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
        self._bring_near()

    def _bring_near(self) -> None:
        """Number the words anew, component by component: a search then stays within the processor's cache.

        Within a component their order is as it was, so that the same ladders are found.
        """
        graph = self._graph.core
        self._order = np.argsort(self._graph.components(), kind="stable").astype(np.int32)
        """The place in the list of each word, by its new number."""
        self._numbers = np.empty_like(self._order)
        """The new number of each word, by its place."""
        self._numbers[self._order] = np.arange(self._order.size, dtype=np.int32)
        degrees = np.diff(graph.indptr)[self._order]
        indptr = np.concatenate([[0], np.cumsum(degrees)])
        edges = np.repeat(graph.indptr[self._order] - indptr[:-1], degrees) + np.arange(indptr[-1])
        self._near = Graph(indptr, self._numbers[graph.indices[edges]])
        self._finders: list[PathFinder] = []

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        self._least = whole("least", self.options["least"], 1, 1 << 20)
        most = self.options["most"]
        self._most = None if most is None else whole("most", most, self._least, 1 << 20)

    def __getstate__(self) -> dict[str, Any]:
        kept = ("what", "options", "lexicon", "seed")
        return {name: value for name, value in self.__dict__.items() if name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        seed = state["seed"]
        self.__init__(state["what"], state["options"], state["lexicon"])  # type: ignore[misc]
        self.seed = seed

    def one(self, seed: int) -> Made | None:
        """Return the ladder of a seed, None where it gives none that is wanted."""
        return self.many([seed])[0]

    def many(self, seeds: Sequence[int]) -> list[Made | None]:
        """Return the ladders of some seeds: two words of a component each, all searched by one call."""
        ladders = self._searched(seeds)
        found: list[Made | None] = [None] * len(seeds)
        for k, path in zip(ladders.good.tolist(), ladders.paths(), strict=True):
            found[k] = Made(
                text=_text(path),
                rules=self._beside,
                solution=" ".join(path),
                size="",
                status=Status.SOLVED,
                nodes=int(ladders.nodes[k]),
                form=_form(path),
                measures=(len(path) - 1, float(ladders.branching[k])),
            )
        return found

    def answer(self, records: Any) -> Answers:
        """Return the ladders of some numbers, as `Factory.answer` does, whole columns at a time."""
        n, numbers = len(records), records.numbers.tolist()
        attempts = records.attempts.copy()
        keys = np.zeros(n, dtype=KEY)
        rows: list[Any] = [None] * n
        rules = json.dumps(self._beside)
        verifier = [self.verifier] if self.options["verifier"] else []
        left = np.flatnonzero(attempts < self.tries)
        while left.size:
            if self.stop():
                raise KeyboardInterrupt
            pairs = zip(left.tolist(), attempts[left].tolist(), strict=True)
            seeds = [derived(self.seed, numbers[place], attempt) for place, attempt in pairs]
            ladders = self._searched(seeds)
            places, paths = left[ladders.good], ladders.paths()
            forms = [digest(_form(path)) for path in paths]
            keys["form"][places] = np.frombuffer(b"".join(forms), dtype="V16")
            keys["attempt"][places] = attempts[places]
            values = (
                ladders.good.tolist(),
                paths,
                ladders.nodes[ladders.good].tolist(),
                ladders.branching[ladders.good].tolist(),
                forms,
            )
            for place, (k, path, nodes, near, form) in zip(
                places.tolist(), zip(*values, strict=True), strict=True
            ):
                head = (seeds[k], _text(path), rules, " ".join(path), SOLVED, "", nodes)
                rows[place] = (*head, len(path) - 1, near, *verifier, form.hex())
            failed = np.ones(left.size, dtype=np.bool_)
            failed[ladders.good] = False
            left = left[failed]
            attempts[left] += 1
            left = left[attempts[left] < self.tries]
        return self._answers(rows, keys)

    def _searched(self, seeds: Sequence[int]) -> _Ladders:
        """Return the ladders of some seeds, and which of them are wanted."""
        chance = Chance(seeds)
        first = chance.below(np.full(len(seeds), self._words.size))
        last = self._starts[first] + chance.below(self._sizes[first] - 1)
        last[last == first] = (self._starts + self._sizes - 1)[first[last == first]]
        sources, targets = self._words[first], self._words[last]
        try:
            finder = self._finders.pop()  # one thread at a time has it
        except IndexError:
            finder = PathFinder(self._near)
        found, ends, nodes = finder.paths(self._numbers[sources], self._numbers[targets])
        self._finders.append(finder)
        vertices = self._order[found]
        starts = np.concatenate([[0], ends[:-1]])
        steps = ends - starts - 1
        good = (steps >= self._least) & (steps <= (self._most or steps.max(initial=0)))
        if self.limits is not None and self.limits.nodes is not None:
            good &= nodes <= self.limits.nodes
        good &= self._right(vertices, starts, ends)
        near = np.append(0, np.cumsum(np.diff(self._near.indptr)[found]))
        total = near[np.maximum(ends - 1, 0)] - near[starts]
        branching = np.round(total / np.maximum(steps, 1), 3)
        words = list(map(self._graph.words.__getitem__, vertices.tolist()))
        return _Ladders(np.flatnonzero(good), words, starts, ends, nodes, branching)

    def _right(
        self, vertices: NDArray[np.int32], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Say of each ladder whether one letter tells each word of it from the next."""
        wrong = np.zeros(vertices.size + 1, dtype=np.int64)
        if vertices.size > 1:
            letters = self._letters[vertices]
            lengths = np.count_nonzero(letters, axis=1)
            apart = np.count_nonzero(letters[1:] != letters[:-1], axis=1)
            wrong[1:-1] = (apart != 1) | (lengths[1:] != lengths[:-1])
        wrong[starts[starts < ends]] = 0  # not a step: the last word of the ladder before
        words = self._graph.words
        for k in np.flatnonzero(wrong).tolist():
            wrong[k] = not one_step(words[vertices[k - 1]], words[vertices[k]], self._graph.insert_delete)
        before = np.cumsum(wrong)
        last = before[np.maximum(ends - 1, 0)]
        right: NDArray[np.bool_] = last == before[np.minimum(starts, vertices.size)]
        return right

    @cached_property
    def _letters(self) -> NDArray[Any]:
        """The letters of the words, a row each, 0 behind the last."""
        words = self._graph.words
        try:
            return np.array(words, dtype="S").view(np.uint8).reshape(len(words), -1)
        except UnicodeEncodeError:
            return np.array(words).view(np.uint32).reshape(len(words), -1)


@dataclass(frozen=True, slots=True)
class _Ladders:
    """Ladders that were searched together."""

    good: NDArray[np.intp]
    """Which of them are wanted."""
    words: list[str]
    """Of all, one ladder behind the other."""
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    nodes: NDArray[np.int64]
    branching: NDArray[np.float64]

    def paths(self) -> list[list[str]]:
        """Return the words of each that is wanted."""
        starts, ends = self.starts[self.good].tolist(), self.ends[self.good].tolist()
        return [self.words[start:end] for start, end in zip(starts, ends, strict=True)]


def _text(path: Sequence[str]) -> str:
    return f"{path[0]} -> {path[-1]}"


def _form(path: Sequence[str]) -> bytes:
    """Return the words at the ends, whichever is the first."""
    first, last = path[0], path[-1]
    return (f"{first} {last}" if first < last else f"{last} {first}").encode()
