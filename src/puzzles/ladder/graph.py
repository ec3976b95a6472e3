"""A word list as a graph: which words are one letter apart, built in slices and within limits."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ...arrow import lists_of
from ...base import Limits, PuzzleError, Result, SearchStats, Status, record
from ...core.search import graph as core
from ...core.search.graph import PathFinder
from ...core.search.ladder import LadderGraph, ladder_bytes
from ...lexicon.arguments import lexicon_of, of_lengths
from ...lexicon.word_array import offsets_of
from ...repr_html import Shown
from ...search.costs import in_units
from ...search.run_loop import Outcome, drive, finish
from ..framework.arguments import check_bool, check_limits

SHOWN = 20
"""Pairs that `repr` shows."""
PAIR_BYTES = 40
"""Of two words that lie far apart: their numbers while their room grows, then while they are sorted."""
MAX_LETTERS, MAX_EDGES = 1 << 27, 1 << 28
"""Most letters of a list and edges of its graph: about 3 GB of tables."""


class WordPairs(Shown, Sequence[tuple[str, str]]):
    """Pairs of words in rising order, as a sequence; a pair is made when it is asked for.

    Parameters
    ----------
    words : sequence of str
        The list.
    places : int32 array of shape (n, 2)
        Of each pair the places of its words in the list, in any order of the pairs.

    Notes
    -----
    8 bytes a pair. They are sorted when first asked for: O(n log n) time, and 24 bytes a pair meanwhile.

    Examples
    --------
    >>> pairs = WordPairs(("cat", "dog", "owl"), np.array([[1, 2], [0, 1]], np.int32))
    >>> pairs, len(pairs), pairs[-1], ("cat", "dog") in pairs
    ((('cat', 'dog'), ('dog', 'owl')), 2, ('dog', 'owl'), True)
    """

    def __init__(self, words: Sequence[str], places: NDArray[np.int32]) -> None:
        self._words, self._places = words, places

    @cached_property
    def _sorted(self) -> NDArray[np.int32]:
        return self._places[np.lexsort((self._places[:, 1], self._places[:, 0]))]

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> tuple[str, str]: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[str, str], ...]: ...

    def __getitem__(self, index: int | slice) -> tuple[str, str] | tuple[tuple[str, str], ...]:
        if isinstance(index, slice):
            return tuple(self._made(self._sorted[index]))
        first, second = self._sorted[index].tolist()
        return self._words[first], self._words[second]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return self._made(self._sorted)

    def _made(self, places: NDArray[np.int32]) -> Iterator[tuple[str, str]]:
        of = self._words.__getitem__
        return zip(map(of, places[:, 0].tolist()), map(of, places[:, 1].tolist()), strict=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (WordPairs, tuple, list)):
            return NotImplemented
        return len(self) == len(other) and all(mine == its for mine, its in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        if len(self) <= SHOWN:
            return repr(tuple(self))
        return f"<WordPairs of {len(self):,}: {', '.join(map(repr, self[:SHOWN]))}, …>"


@record
class DiameterResult(Result):
    """The longest shortest ladders of a list: `WordGraph.eccentric_pairs`.

    The status is SOLVED, or LIMIT with the best pairs known by then. `stats.nodes` counts the words
    from which all distances were measured.
    """

    length: int
    """Steps of the ladder between the words of each pair."""
    pairs: WordPairs
    """All pairs of words so far apart, each in alphabetical order."""


class WordGraph(Shown, show=("n_edges",)):
    """A word list and which of its words are one step apart.

    Parameters
    ----------
    words : iterable of str
        The list; words said twice count once. Upper and lower case are different letters.
    insert_delete : bool
        A step may also put a letter in or take one out.
    anagrams : bool
        A step may also put the letters of a word into another order.
    costs : mapping from str to number, optional
        What it costs to step onto a word, above 0; 1 for words that are not named.

    Raises
    ------
    PuzzleError
        Something that is not a word, a list or a graph too large, a cost that is not above 0.

    Notes
    -----
    The graph is built when first needed, in time proportional to letters and edges: about 0.3 s for
    255,000 words. Threads may share one object.

    Examples
    --------
    >>> words = WordGraph(["cost", "cast", "case", "cave", "save"])
    >>> words.distances("cost").tolist(), words.words
    ([2, 1, 3, 0, 4], ('case', 'cast', 'cave', 'cost', 'save'))
    """

    def __init__(
        self,
        words: Iterable[str],
        *,
        insert_delete: bool = False,
        anagrams: bool = False,
        costs: Mapping[str, float] | None = None,
    ) -> None:
        words = lists_of(words, name="words")
        if isinstance(words, str) or not isinstance(words, Iterable):
            what = "the string " if isinstance(words, str) else ""
            raise PuzzleError(f"words is {what}{words!r:.40}, expected a collection of words")
        try:
            # a dict keeps the order of a sorted list, and sorting takes little then
            self.words: tuple[str, ...] = tuple(sorted(dict.fromkeys(words)))
        except TypeError:
            self.words = tuple(words)  # one of them is no word
        if not (set(map(type, self.words)) <= {str} and all(self.words)):
            for word in self.words:
                if not isinstance(word, str) or not word:
                    raise PuzzleError(f"{word!r:.40} in the word list, expected a word")
        """The words, sorted; their places are the vertices of `graph`."""
        self.insert_delete = check_bool("insert_delete", insert_delete)
        self.anagrams = check_bool("anagrams", anagrams)
        self.numbers = dict(zip(self.words, range(len(self.words)), strict=True))
        """Word -> its place in `words`."""
        self.priced = costs is not None
        """Whether costs were given."""
        self.prices = np.ones(len(self.words)) if costs is None else self._prices(costs)
        """What it costs to step onto each word, in the order of `words`."""
        self.lengths: frozenset[int] | None = None
        """Lengths of the words, where they were chosen from the embedded list; see `embedded`."""
        self.embedded = False
        """Whether the list is the embedded English one: all of it, or its words of some lengths."""
        self.tables: core.Graph | None = None
        self._labels: NDArray[np.int32] | None = None
        self._alphabet: tuple[str, ...] | None = None
        self._with_insert_delete: WordGraph | None = None
        self.finders: list[PathFinder] = []
        """Searches from both ends that nobody uses now; see `finder`."""

    def _prices(self, costs: Mapping[str, float]) -> NDArray[np.float64]:
        if not isinstance(costs, Mapping):
            raise PuzzleError(f"costs={costs!r:.40}, expected a number for each of some words")
        prices = np.ones(len(self.words))
        for word, cost in costs.items():
            known = isinstance(cost, (int, float)) and not isinstance(cost, bool)
            if not known or not 0 < cost < float("inf"):
                raise PuzzleError(f"cost {cost!r:.40} of {word!r:.40}, expected a number above 0")
            if word in self.numbers:
                prices[self.numbers[word]] = cost
        return prices

    def __reduce__(self) -> tuple[Any, ...]:
        if self.embedded:  # each process has the list
            return english, (self.lengths, self.insert_delete, self.costs(), self.anagrams)
        how: dict[str, Any] = {"insert_delete": self.insert_delete, "anagrams": self.anagrams}
        how["costs"] = self.costs()
        return partial(WordGraph, **how), (self.words,)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __repr__(self) -> str:
        more = ", anagrams=True" if self.anagrams else ""
        return f"WordGraph(<{len(self):,} words>, insert_delete={self.insert_delete}{more})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WordGraph):
            return NotImplemented
        if self is other:
            return True
        mine, its = ((one.priced, one.insert_delete, one.anagrams, one.words) for one in (self, other))
        if mine != its:
            return False
        return not self.priced or np.array_equal(self.prices, other.prices)

    def __hash__(self) -> int:
        return hash((len(self.words), self.words[:1], self.words[-1:], self.insert_delete))

    @property
    def core(self) -> core.Graph:
        """The tables of the graph as the kernels take them, built at the first call."""
        if self.tables is None:
            building = LadderGraphBuilder(self)
            finish(building.run, nodes=lambda: building.taken)
        assert self.tables is not None
        return self.tables

    @cached_property
    def by_letters(self) -> dict[str, list[int]]:
        """Letters in order -> the places of the words that have them, rising."""
        found: dict[str, list[int]] = {}
        for place, word in enumerate(self.words):
            found.setdefault("".join(sorted(word)), []).append(place)
        return found

    def with_anagram_steps(
        self, indptr: NDArray[np.int64], indices: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the tables of a graph with the steps between anagrams added."""
        groups = [np.array(group) for group in self.by_letters.values() if len(group) > 1]
        rows, more = np.repeat(np.arange(len(self)), np.diff(indptr)), len(self)
        pairs = [rows * more + indices]
        pairs += [(group[:, None] * more + group).ravel() for group in groups]
        joined = np.unique(np.concatenate(pairs))
        joined = joined[joined // more != joined % more]
        if joined.size > MAX_EDGES:
            raise PuzzleError(f"{joined.size:,} steps, but at most {MAX_EDGES:,} are possible")
        ends = np.searchsorted(joined, np.arange(len(self) + 1) * more)
        return ends.astype(np.int64), (joined % max(more, 1)).astype(np.int32)

    def with_insert_delete(self) -> WordGraph:
        """Return the graph of the same words in which a step may also put a letter in or take one out."""
        if self.insert_delete:
            return self
        if self._with_insert_delete is None:
            if self.embedded and not self.priced:  # each process has one
                self._with_insert_delete = english(self.lengths, True, None, self.anagrams)
            else:
                self._with_insert_delete = WordGraph(
                    self.words, insert_delete=True, anagrams=self.anagrams, costs=self.costs()
                )
        return self._with_insert_delete

    def finder(self) -> PathFinder:
        """Return a search from both ends; one thread at a time has it, then `finders` takes it back."""
        try:
            return self.finders.pop()
        except IndexError:
            return PathFinder(self.core)

    def bytes_of(self, n_edges: int) -> int:
        """Return the bytes that building the graph takes, with `n_edges` edges, both directions counted."""
        lengths = Counter(map(len, self.words))
        longest, letters = max(lengths.values(), default=0), sum(map(len, self.words))
        return ladder_bytes(len(self), letters, longest, n_edges, self.insert_delete)

    def letters(self) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """Return the letters of all words as code points, and where each word begins and ends."""
        text = "".join(self.words).encode("utf-32-le", "surrogatepass")
        codes = np.frombuffer(text, dtype="<u4").astype(np.uint32, copy=False)
        return codes, offsets_of(list(map(len, self.words)))

    def fewest_steps(self, target: int) -> NDArray[np.int32]:
        """Return a lower bound of the steps from each word to one of them, int32 of shape (n_words,)."""
        codes, at = self.letters()
        lengths = np.diff(at)
        goal = codes[at[target] : at[target + 1]]
        steps = np.zeros(len(self), dtype=np.int32)
        if not (self.insert_delete or self.anagrams):
            # Words of another length are never met.
            same = np.flatnonzero(lengths == goal.size)
            steps[same] = (codes[at[same][:, None] + np.arange(goal.size)] != goal).sum(axis=1)
            return steps
        word_of = np.repeat(np.arange(len(self)), lengths)
        shared = np.zeros(len(self), dtype=np.int64)
        for letter, times in zip(*np.unique(goal, return_counts=True), strict=True):
            shared += np.minimum(np.bincount(word_of[codes == letter], minlength=len(self)), times)
        return (np.maximum(lengths, goal.size) - shared).astype(np.int32)

    def graph(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the graph in CSR form.

        Returns
        -------
        indptr : int64 array of shape (n + 1,)
        indices : int32 array
            The words one step from ``words[v]`` are ``indices[indptr[v]:indptr[v + 1]]``, rising.

        Examples
        --------
        >>> indptr, indices = WordGraph(["at", "cat", "cot"]).graph()
        >>> indptr.tolist(), indices.tolist()
        ([0, 0, 1, 2], [2, 1])
        """
        return self.core.indptr, self.core.indices

    @property
    def n_edges(self) -> int:
        """Number of pairs of words one step apart."""
        return len(self.core.indices) // 2

    def neighbours(self, word: str) -> list[str]:
        """Return the words one step from `word`, sorted.

        Examples
        --------
        >>> WordGraph(["cat", "cot", "at"], insert_delete=True).neighbours("cat")
        ['at', 'cot']
        """
        v = self.number(word)
        indptr, indices = self.graph()
        return [self.words[w] for w in indices[indptr[v] : indptr[v + 1]]]

    def near(self, word: str) -> list[int]:
        """Return the places of the words one step from `word`, which need not be in the list; rising."""
        if self._alphabet is None:
            self._alphabet = tuple(set("".join(self.words)))
        cuts = [(word[:k], word[k:]) for k in range(len(word) + 1)]
        found = {left + letter + right[1:] for left, right in cuts[:-1] for letter in self._alphabet}
        if self.insert_delete:
            found |= {left + letter + right for left, right in cuts for letter in self._alphabet}
            found |= {left + right[1:] for left, right in cuts[:-1]}
        near = {self.numbers[other] for other in found - {word} if other in self.numbers}
        if self.anagrams:
            near.update(self.by_letters.get("".join(sorted(word)), ()))
        return sorted(near - {self.numbers.get(word, -1)})

    def number(self, word: str) -> int:
        """Return the place of a word in `words`; one that is not there is looked up in lower case."""
        try:
            return self.numbers[word]
        except (KeyError, TypeError):
            pass
        if isinstance(word, str) and word.lower() in self.numbers:
            return self.numbers[word.lower()]
        if not len(self):
            raise PuzzleError(f"{word!r:.40} is not in the list, which has no words of that length")
        raise PuzzleError(f"{word!r:.40} is not in the list of {len(self):,} words")

    def components(self) -> NDArray[np.int32]:
        """Return for each word the number of its component: ladders join just the words of a component.

        Examples
        --------
        >>> WordGraph(["cat", "cot", "dog"]).components().tolist()
        [0, 0, 1]
        """
        if self._labels is None:
            self._labels = core.components(self.core)
            self._labels.flags.writeable = False
        return self._labels

    def distances(self, words: str | Iterable[str]) -> NDArray[np.int32]:
        """Return the steps from a word (or the nearest of several) to each word, -1 where no ladder leads.

        Examples
        --------
        >>> WordGraph(["cat", "cot", "dog"]).distances("cat").tolist()
        [0, 1, -1]
        """
        return core.distances(self.core, self.vertices(words))

    def vertices(self, words: str | Iterable[str]) -> NDArray[np.int32]:
        """Return the places of one or several words as an array."""
        chosen = [words] if isinstance(words, str) else sorted(words)
        return np.array([self.number(word) for word in chosen], dtype=np.int32)

    def step_costs(self) -> NDArray[np.float64] | None:
        """Return what each step costs in a common unit, as `graph` has its indices; None where all cost 1."""
        return in_units(self.prices, len(self))[0][self.core.indices] if self.priced else None

    def costs(self) -> dict[str, float] | None:
        """Return what it costs to step onto words, those that cost 1 left out; None where all cost 1."""
        if not self.priced:
            return None
        dear = np.flatnonzero(self.prices != 1).tolist()
        return {self.words[place]: float(self.prices[place]) for place in dear}

    def least_cost(self) -> float:
        """Return what the cheapest step costs."""
        return float(self.prices.min()) if self.priced else 1

    def word_cost(self, word: str) -> float:
        """Return what it costs to step onto a word."""
        return float(self.prices[self.number(word)]) if self.priced else 1

    def eccentric_pairs(
        self, *, limits: Limits | None = None, progress: Callable[[int], None] | None = None
    ) -> DiameterResult:
        """Find the longest shortest ladder of the list, and all pairs of words that have one as long.

        Parameters
        ----------
        limits : Limits, optional
            `nodes` counts words from which all distances are measured; `memory` is that of the graph, and
            again that of the pairs.
        progress : callable, optional
            Called with that number from time to time.

        Examples
        --------
        >>> WordGraph(["cost", "cast", "case", "cave", "save"]).eccentric_pairs().pairs
        (('cost', 'save'),)
        """
        check_limits(limits)
        start = time.perf_counter()
        outcome, limits = build(self, limits)
        search = core.EccentricPairs(self.core) if outcome is Outcome.FINISHED else None
        room = None if limits is None or limits.memory is None else limits.memory // PAIR_BYTES

        def run(budget: int) -> bool:
            assert search is not None
            if room is None:
                return search.run(budget)
            return search.run(min(budget, 1)) and search.n_pairs <= room

        if search is not None:
            outcome = drive(run, limits, nodes=lambda: search.nodes, progress=progress)
            if outcome is Outcome.FINISHED and room is not None and search.n_pairs > room:
                outcome = Outcome.LIMIT
        length = 0 if search is None else search.diameter
        return DiameterResult(
            status=Status.SOLVED if outcome is Outcome.FINISHED else Status.LIMIT,
            interrupted=outcome is Outcome.INTERRUPTED,
            stats=SearchStats(
                nodes=0 if search is None else search.nodes,
                path_length=length,
                seconds=time.perf_counter() - start,
            ),
            length=length,
            pairs=WordPairs(self.words, np.empty((0, 2), np.int32) if search is None else search.pairs),
        )


def english(
    lengths: frozenset[int] | None = None,
    insert_delete: bool = False,
    costs: Mapping[str, float] | None = None,
    anagrams: bool = False,
) -> WordGraph:
    """Return the graph of the embedded English list, or of its words of some lengths: one a process.

    With costs it is not shared.
    """
    if costs is None:
        return _shared(lengths, insert_delete, anagrams)
    return _english(lengths, insert_delete, anagrams, costs)


def _english(
    lengths: frozenset[int] | None,
    insert_delete: bool,
    anagrams: bool,
    costs: Mapping[str, float] | None = None,
) -> WordGraph:
    lexicon = lexicon_of(None)
    words = lexicon if lengths is None else of_lengths(lexicon, lengths)
    graph = WordGraph(words, insert_delete=insert_delete, anagrams=anagrams, costs=costs)
    graph.embedded, graph.lengths = True, lengths
    return graph


_shared = lru_cache(maxsize=64)(_english)


class LadderGraphBuilder:
    """Builds the graph of a word list in slices; where it is built already, it only looks at the memory."""

    def __init__(self, graph: WordGraph, limits: Limits | None = None) -> None:
        self.full = False
        """Whether the memory allowed does not hold the graph."""
        self.nodes = 0
        """No nodes of a search; see `taken`."""
        self._graph = graph
        self._memory = None if limits is None else limits.memory
        self._builder: LadderGraph | None = None

    @property
    def taken(self) -> int:
        """Words taken up, once for each of their letters."""
        return 0 if self._builder is None else int(self._builder.nodes)

    def run(self, budget: int) -> bool:
        """Take up at most `budget` words; return whether work remains."""
        graph = self._graph
        if graph.tables is not None:
            self.full = self._memory is not None and graph.bytes_of(len(graph.core.indices)) > self._memory
            return False
        if self._builder is None:
            self._builder = self._begin()
            return self._builder is not None
        if self._builder.run(budget):
            return True
        if not self._builder.overflow:
            tables = self._builder.tables()
            graph.tables = core.Graph(*(graph.with_anagram_steps(*tables) if graph.anagrams else tables))
        elif self._builder.edges > MAX_EDGES:
            raise PuzzleError(
                f"the word list has too many steps: {self._builder.edges} edges, expected at most {MAX_EDGES}"
            )
        else:
            self.full = True
        return False

    def _begin(self) -> LadderGraph | None:
        """Return the builder; None where there is no memory for it."""
        graph, most = self._graph, MAX_EDGES
        if self._memory is not None:
            most = min(most, (self._memory - graph.bytes_of(0)) // (graph.bytes_of(1) - graph.bytes_of(0)))
            if most < 0:
                self.full = True
                return None
        codes, at = graph.letters()
        if len(codes) > MAX_LETTERS:
            raise PuzzleError(f"a list of {len(codes):,} letters, expected at most {MAX_LETTERS:,}")
        return LadderGraph(codes, at, graph.insert_delete, most)


def build(graph: WordGraph, limits: Limits | None) -> tuple[Outcome, Limits | None]:
    """Build the graph of a list where it is not there yet; return how that ended, and the limits left."""
    if graph.tables is not None and (limits is None or limits.memory is None):
        return Outcome.FINISHED, limits
    start = time.perf_counter()
    building = LadderGraphBuilder(graph, limits)
    # Nothing is searched yet: a limit of nodes is one of the search.
    bounds = None if limits is None else Limits(seconds=limits.seconds)
    outcome = drive(building.run, bounds, nodes=lambda: building.taken)
    if building.full:
        outcome = Outcome.LIMIT
    if limits is not None and limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, limits.seconds - (time.perf_counter() - start)))
    return outcome, limits
