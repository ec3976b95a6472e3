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
from ..common.chance import Chance, derived_all
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
    CHUNK, PART = 4096, 8192

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
        self._lasts = self._starts + self._sizes - 1
        """The last of it."""
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
        self._degrees = np.diff(graph.indptr)[self._order]
        """Words one step away from each, by its new number."""
        indptr = np.concatenate([[0], np.cumsum(self._degrees)])
        edges = np.repeat(graph.indptr[self._order] - indptr[:-1], self._degrees) + np.arange(indptr[-1])
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
        made: list[_Some] = []
        left = np.flatnonzero(attempts < self.tries)
        while left.size:
            if self.stop():
                raise KeyboardInterrupt
            pairs = zip(left.tolist(), attempts[left].tolist(), strict=True)
            seeds = derived_all(self.seed, [(numbers[place], attempt) for place, attempt in pairs])
            ladders = self._searched(seeds)
            places, paths = left[ladders.good], ladders.paths()
            forms = [digest(_form(path)) for path in paths]
            keys["form"][places] = np.frombuffer(b"".join(forms), dtype="V16")
            keys["attempt"][places] = attempts[places]
            made.append(_Some(places, seeds[ladders.good], paths, ladders, forms))
            failed = np.ones(left.size, dtype=np.bool_)
            failed[ladders.good] = False
            left = left[failed]
            attempts[left] += 1
            left = left[attempts[left] < self.tries]
        return self._joined(n, made, keys)

    def _joined(self, n: int, made: Sequence[_Some], keys: NDArray[Any]) -> Answers:
        """Return ladders that were made in several rounds as columns, in the order of their places."""
        if not made:
            return self._answers([None] * n, keys)
        all_places = np.concatenate([some.places for some in made])
        order = np.argsort(all_places)
        places = all_places[order]

        def numbers(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
            return np.concatenate(parts)[order]

        paths: list[Any] = [path for some in made for path in some.paths]
        paths = [paths[k] for k in order.tolist()]
        forms = [form for some in made for form in some.forms]
        good = [some.ladders.good for some in made]
        count = len(paths)
        columns: list[Any] = [
            numbers([some.seeds for some in made]).astype(np.int64),
            list(map(_text, paths)),
            [json.dumps(self._beside)] * count,
            list(map(" ".join, paths)),
            [SOLVED] * count,
            [""] * count,
            numbers([some.ladders.nodes[chosen] for some, chosen in zip(made, good, strict=True)]),
            np.array(list(map(len, paths)), dtype=np.int64) - 1,
            numbers([some.ladders.branching[chosen] for some, chosen in zip(made, good, strict=True)]),
        ]
        if self.options["verifier"]:
            columns.append([self.verifier] * count)
        columns.append([forms[k].hex() for k in order.tolist()])
        return self._with_missing(n, places, columns, keys)

    def _searched(self, seeds: Sequence[int] | NDArray[np.uint64]) -> _Ladders:
        """Return the ladders of some seeds, and which of them are wanted."""
        chance = Chance(seeds)
        first = chance.below(np.full(len(seeds), self._words.size))
        last = self._starts[first] + chance.below(self._sizes[first] - 1)
        same = last == first
        last[same] = self._lasts[first[same]]
        sources, targets = self._numbers[self._words[first]], self._numbers[self._words[last]]
        order = np.argsort(sources)  # of a component one after the other: it stays in the cache
        try:
            finder = self._finders.pop()  # one thread at a time has it
        except IndexError:
            finder = PathFinder(self._near)
        found, all_ends, all_nodes = finder.paths(sources[order], targets[order])
        self._finders.append(finder)
        ends, starts, nodes = (np.empty_like(all_ends) for _ in range(3))
        ends[order], nodes[order] = all_ends, all_nodes
        starts[order[1:]] = all_ends[:-1]
        starts[order[:1]] = 0
        vertices = self._order[found]
        steps = ends - starts - 1
        good = (steps >= self._least) & (steps <= (self._most or steps.max(initial=0)))
        if self.limits is not None and self.limits.nodes is not None:
            good &= nodes <= self.limits.nodes
        good &= self._right(vertices, starts, ends)
        near = np.append(0, np.cumsum(self._degrees[found]))
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
    """Of all ladders, in any order of these."""
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    nodes: NDArray[np.int64]
    branching: NDArray[np.float64]

    def paths(self) -> list[list[str]]:
        """Return the words of each that is wanted."""
        starts, ends = self.starts[self.good].tolist(), self.ends[self.good].tolist()
        return [self.words[start:end] for start, end in zip(starts, ends, strict=True)]


@dataclass(frozen=True, slots=True)
class _Some:
    """Ladders that are wanted, of some numbers."""

    places: NDArray[np.intp]
    seeds: NDArray[np.uint64]
    paths: list[list[str]]
    ladders: _Ladders
    forms: list[bytes]


def _text(path: Sequence[str]) -> str:
    return f"{path[0]} -> {path[-1]}"


def _form(path: Sequence[str]) -> bytes:
    """Return the words at the ends, whichever is the first."""
    first, last = path[0], path[-1]
    return (f"{first} {last}" if first < last else f"{last} {first}").encode()
