"""Batches of word ladders: solving records, and generating pairs of words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError, Status
from ...core.digests import digests
from ...core.digests import seeds as derived_all
from ...core.join_text import joined
from ...core.search.graph import Graph, PathFinder
from ...io.text import pluralize
from ...lexicon.arguments import lexicon_of, of_lengths
from ..framework.batch_records import Answers, Column, Option, SolveRecords, Texts
from ..framework.generator import KEY, Chance, Factory, whole
from .graph import WordGraph, english
from .parse import LETTERS, all_writable
from .puzzle import WordLadderPuzzle, one_step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

SOLVED = str(Status.SOLVED)


class LadderRecords(SolveRecords):
    """Word ladders: two words a record, all of one list."""

    KIND = WordLadderPuzzle
    USES_LEXICON = True
    OPTIONS = (
        *SolveRecords.OPTIONS,
        Option("insert-delete", "let a step insert or delete a letter", False),
    )

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self.lexicon = lexicon_of(lexicon)
        self._graph = english() if self.lexicon is lexicon_of(None) else WordGraph(self.lexicon)
        self._insert_delete = bool(self.options["insert-delete"])
        if self._insert_delete:
            self._graph.with_insert_delete()  # before threads share it

    def rules(self) -> dict[str, Any]:
        """Return the list, as the graph that all records share, and what a step may do."""
        return {"words": self._graph, "insert_delete": self._insert_delete}


class LadderFactory(Factory):
    """Pairs of words with a shortest ladder; the other way round a pair is the same."""

    KIND = WordLadderPuzzle
    OWN = (
        Option("letters", LETTERS),
        Option("least", "make ladders of at least N steps", 2),
        Option("most", "make ladders of at most N steps (default: no limit)"),
        Option("insert-delete", "let a step insert or delete a letter", False),
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
            length = whole("letters", letters, 1, 99)
            words = of_lengths(words, {length})
            if not words:
                raise PuzzleError(f"the list has no word of {pluralize(length, 'letter')}")
        self._graph = WordGraph(words, insert_delete=bool(self.options["insert-delete"]))
        self._rules = {"insert_delete": True} if self._graph.insert_delete else {}
        places = np.flatnonzero(all_writable(self._graph.words)).astype(np.int32)
        labels = self._graph.components()[places]
        sizes = np.bincount(labels)
        large = sizes[labels] > self._least  # a ladder has one word more than steps
        if not large.any():
            raise PuzzleError(f"no {self._least + 1} words of the list are a step apart")
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
        self._renumber()

    def _renumber(self) -> None:
        """Renumber the words by component, so that a search stays within the processor's cache."""
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
        self._most = None if most is None else whole("most", most, 1, 1 << 20)
        if self._most is not None and self._most < self._least:
            raise PuzzleError(f"--most {most} is less than --least {self._least}")

    def __getstate__(self) -> dict[str, Any]:
        kept = ("what", "options", "lexicon", "seed")
        return {name: value for name, value in self.__dict__.items() if name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        seed = state["seed"]
        self.__init__(state["what"], state["options"], state["lexicon"])  # type: ignore[misc]
        self.seed = seed

    def answer(self, records: Any) -> Answers:
        """Return the ladders of some numbers: two words of a component each, all searched by one call."""
        n, attempts = len(records), records.attempts.copy()
        made: list[_Ladders] = []
        left = np.flatnonzero(attempts < self.tries)
        while left.size:
            if self.stop():
                raise KeyboardInterrupt
            seeds = derived_all(self.seed, records.numbers[left], attempts[left])
            ladders = self._searched(seeds)
            made.append(ladders.at(left))
            failed = np.ones(left.size, dtype=np.bool_)
            failed[ladders.places] = False
            left = left[failed]
            attempts[left] += 1
            left = left[attempts[left] < self.tries]
        keys = np.zeros(n, dtype=KEY)
        if not made:
            return self._answers([None] * n, keys)
        ladders = _Ladders.joined(made)
        forms = self._forms(ladders)
        found = digests(forms.data, forms.offsets, KEY["form"].itemsize)
        keys["form"][ladders.places] = found.view(KEY["form"])[:, 0]
        keys["attempt"][ladders.places] = attempts[ladders.places]
        return self._with_missing(n, ladders.places, self._columns_of(ladders, found), keys)

    def _columns_of(self, ladders: _Ladders, forms: NDArray[np.uint8]) -> list[Any]:
        """Return the columns of ladders, the digests of whose forms are known."""
        count = len(ladders.places)
        columns: list[Any] = [
            ladders.seeds.astype(np.int64),
            self._spelled(ladders.ends_of(), b" -> "),
            [json.dumps(self._rules)] * count,
            self._spelled(ladders),
            [SOLVED] * count,
            [""] * count,
            ladders.nodes,
            ladders.steps,
            ladders.branching,
        ]
        if self.options["verifier"]:
            columns.append([self.verifier] * count)
        columns.append(Texts.cut(forms.tobytes().hex().encode(), np.full(count, 2 * forms.shape[1])))
        return columns

    def _spelled(self, ladders: _Ladders, between: bytes = b" ") -> Texts:
        """Return the words of ladders as texts."""
        words = self._written
        return Texts(
            *joined(words.data, words.offsets, ladders.vertices, ladders.starts, ladders.ends, between)
        )

    def _forms(self, ladders: _Ladders) -> Texts:
        """Return the words at the ends, the lesser first: words are sorted, as their numbers are."""
        ends = ladders.ends_of()
        return self._spelled(replace(ends, vertices=np.sort(ends.vertices.reshape(-1, 2), axis=1).ravel()))

    @cached_property
    def _written(self) -> Texts:
        """The words of the list."""
        return Texts.of(self._graph.words)

    def _searched(self, seeds: Sequence[int] | NDArray[np.uint64]) -> _Ladders:
        """Return those ladders of some seeds that are wanted, at the places of their seeds."""
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
        found, ends, nodes, _ = finder.paths(sources[order], targets[order])
        self._finders.append(finder)
        vertices, starts = self._order[found], np.append(0, ends[:-1])
        steps = ends - starts - 1
        good = (steps >= self._least) & (steps <= (self._most or steps.max(initial=0)))
        if self.limits is not None and self.limits.nodes is not None:
            good &= nodes <= self.limits.nodes
        good &= self._right(vertices, starts, ends)
        near = np.append(0, np.cumsum(self._degrees[found]))
        total = near[np.maximum(ends - 1, 0)] - near[starts]
        branching = np.round(total / np.maximum(steps, 1), 3)
        back = np.argsort(order)
        kept = back[good[back]]
        return _Ladders(
            order[kept],
            np.asarray(seeds, dtype=np.uint64)[order[kept]],
            vertices,
            starts[kept],
            ends[kept],
            nodes[kept],
            branching[kept],
        )

    def _right(
        self, vertices: NDArray[np.int32], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Return whether consecutive words of each ladder differ by one letter."""
        wrong = np.zeros(vertices.size + 1, dtype=np.int64)
        if vertices.size > 1:
            wrong[1:-1] = ~self._apart(vertices[:-1], vertices[1:])
        wrong[starts[starts < ends]] = 0  # not a step: the last word of the ladder before
        words = self._graph.words
        for k in np.flatnonzero(wrong).tolist():
            pair = words[vertices[k - 1]], words[vertices[k]]
            wrong[k] = not one_step(*pair, self._graph.insert_delete, anagrams=self._graph.anagrams)
        before = np.cumsum(wrong)
        last = before[np.maximum(ends - 1, 0)]
        right: NDArray[np.bool_] = last == before[np.minimum(starts, vertices.size)]
        return right

    def _apart(self, one: NDArray[np.int32], other: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return whether the words of each pair are as long and differ by one letter."""
        letters, lengths = self._letters
        differing = np.count_nonzero(letters[one] != letters[other], axis=1)
        apart: NDArray[np.bool_] = (differing == 1) & (lengths[one] == lengths[other])
        return apart

    @cached_property
    def _letters(self) -> tuple[NDArray[np.unsignedinteger], NDArray[np.int64]]:
        """The letters of the words, a row per word padded with 0, and their numbers of letters."""
        words = self._graph.words
        lengths = np.array(list(map(len, words)), dtype=np.int64)
        try:
            letters: NDArray[Any] = np.array(words, dtype=np.bytes_).view(np.uint8)
        except UnicodeEncodeError:
            letters = np.array(words, dtype=np.str_).view(np.uint32)
        return letters.reshape(len(words), -1), lengths


@dataclass(frozen=True, slots=True)
class _Ladders:
    """Ladders that are wanted, of some numbers, in their order."""

    places: NDArray[np.intp]
    """Of the numbers."""
    seeds: NDArray[np.uint64]
    vertices: NDArray[np.int32]
    """Words, by their place in the list; not all need be of one of these ladders."""
    starts: NDArray[np.int64]
    """The first word of each, in `vertices`."""
    ends: NDArray[np.int64]
    """Behind the last."""
    nodes: NDArray[np.int64]
    branching: NDArray[np.float64]

    @classmethod
    def joined(cls, parts: Sequence[_Ladders]) -> _Ladders:
        """Return the ladders of several in the order of their places."""
        before = np.cumsum([0, *(part.vertices.size for part in parts)]).tolist()
        places = np.concatenate([part.places for part in parts])
        order = np.argsort(places)

        def whole(values: Iterable[NDArray[Any]]) -> NDArray[Any]:
            return np.concatenate(list(values))[order]

        return cls(
            places[order],
            whole(part.seeds for part in parts),
            np.concatenate([part.vertices for part in parts]),
            whole(part.starts + start for part, start in zip(parts, before, strict=False)),
            whole(part.ends + start for part, start in zip(parts, before, strict=False)),
            whole(part.nodes for part in parts),
            whole(part.branching for part in parts),
        )

    @property
    def steps(self) -> NDArray[np.int64]:
        """Steps of each."""
        return self.ends - self.starts - 1

    def at(self, places: NDArray[np.intp]) -> _Ladders:
        """Return them at the places that theirs are of."""
        return replace(self, places=places[self.places])

    def ends_of(self) -> _Ladders:
        """Return the first and the last word of each."""
        two = np.column_stack([self.vertices[self.starts], self.vertices[self.ends - 1]])
        starts = 2 * np.arange(len(self.starts), dtype=np.int64)
        return replace(self, vertices=two.ravel(), starts=starts, ends=starts + 2)
