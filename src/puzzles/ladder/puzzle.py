"""Word ladders: from one word to another, a letter a step, each step a word of the list."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base import Limits, Puzzle, PuzzleError, Result, SearchStats, Status
from ...core.search import engine as search_engine
from ...core.search import graph as core
from ...core.search.graph_paths import ShortestPaths
from ...running import Outcome, drive
from ..common.drawing import Drawing
from ..common.engine import run_engine
from .graph import EccentricResult, WordGraph

__all__ = ["EccentricResult", "LadderResult", "WordGraph", "WordLadderPuzzle"]

UNBOUNDED = 1 << 62


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderResult(Result):
    """A word ladder, or that there is none.

    Examples
    --------
    >>> WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"]).solve().path
    ('cat', 'cot', 'cog', 'dog')
    """

    path: tuple[str, ...] = ()
    """The words from the first to the last; empty without a solution."""
    cost: float = 0
    """Sum of the costs of the words after the first; the number of steps where no costs are given."""

    @property
    def length(self) -> int:
        """Number of steps; 0 as well without a solution."""
        return max(len(self.path) - 1, 0)

    def __str__(self) -> str:
        return " -> ".join(self.path) if self.path else str(self.status)

    def _repr_svg_(self) -> str:
        return draw(self.path)


def draw(path: Sequence[str]) -> str:
    """Return the SVG of a ladder: a rung a word, the letter that changed marked."""
    widest = max(map(len, path), default=0)
    cell, pad = 28, 10
    picture = Drawing(
        2 * pad + cell * max(widest, 1), 2 * pad + cell * max(len(path), 1), " → ".join(path) or "no ladder"
    )
    for row, word in enumerate(path):
        for column, letter in enumerate(word):
            changed = row > 0 and path[row - 1][column : column + 1] != letter
            x, y = pad + column * cell, pad + row * cell
            fill = "#ffe08a" if changed else "#f4f4f4"
            picture.rect(x + 1, y + 1, cell - 2, cell - 2, fill=fill, stroke="#888", rx=4)
            picture.text(x + cell / 2, y + cell / 2, letter, 16, fill="#222")
    return str(picture)


class WordLadderPuzzle(Puzzle):
    """From one word to another by changing one letter at a time.

    Parameters
    ----------
    from_word, to_word : str or collection of str
        The ends. Several words are any of them.
    words : iterable of str or WordGraph
        The words allowed. A `WordGraph` is built once for any number of puzzles.
    insert_delete : bool
        A step may also put a letter in or take one out. Not with a WordGraph, which knows.
    costs : mapping from str to number, optional
        What it costs to step onto a word; the cheapest ladder is then the best. Not with a WordGraph.

    Raises
    ------
    PuzzleError
        A word that is not in the list; words of different lengths, which no ladder joins.

    Notes
    -----
    Breadth-first from both ends, O(words + edges) at worst and usually far less; Dijkstra's algorithm
    with costs. As a `Puzzle`, it is solved where `from_word` is `to_word`.

    Examples
    --------
    >>> puzzle = WordLadderPuzzle("cost", "save", {"cost", "cast", "case", "cave", "save", "core"})
    >>> print(puzzle.solve())
    cost -> cast -> case -> cave -> save
    >>> puzzle.count(), [extension.from_word for extension in puzzle.extensions()]
    (1, ['cast'])
    """

    def __init__(
        self,
        from_word: str | Collection[str],
        to_word: str | Collection[str],
        words: Iterable[str] | WordGraph,
        *,
        insert_delete: bool = False,
        costs: Mapping[str, float] | None = None,
    ) -> None:
        if not isinstance(from_word, str):
            from_word = frozenset(from_word)
        if not isinstance(to_word, str):
            to_word = frozenset(to_word)
        if not isinstance(words, WordGraph):
            if isinstance(words, str):
                raise PuzzleError(f"words is the string {words!r}, expected a collection of words")
            words = list(words)
            if not insert_delete:
                # Words of other lengths play no part; those of the ends are kept for the error below.
                ends = {len(word) for word in (*_some(from_word), *_some(to_word)) if isinstance(word, str)}
                words = [word for word in words if not isinstance(word, str) or len(word) in ends or not word]
            words = WordGraph(words, insert_delete=insert_delete, costs=costs)
        elif insert_delete or costs is not None:
            raise PuzzleError("insert_delete and costs are said where the WordGraph is made")
        self.from_word = from_word
        self.to_word = to_word
        self.graph = words
        self._sources = [words.number(word) for word in sorted(_some(from_word))]
        self._targets = [words.number(word) for word in sorted(_some(to_word))]
        if not self._sources or not self._targets:
            raise PuzzleError(f"no {'to' if self._sources else 'from'} word, expected at least one")
        if not words.insert_delete:
            lengths = {len(word) for word in _some(from_word)}, {len(word) for word in _some(to_word)}
            if not lengths[0] & lengths[1]:
                a, b = min(_some(from_word)), min(_some(to_word))
                raise PuzzleError(
                    f"{a!r} has {len(a)} letters and {b!r} {len(b)}, expected words of one length "
                    "(unless letters may be put in and taken out)"
                )

    @classmethod
    def parse(cls, text: str, words: Iterable[str] | WordGraph, **options: Any) -> WordLadderPuzzle:
        """Read the two words from text: ``cost save`` or ``cost -> save``.

        Examples
        --------
        >>> print(WordLadderPuzzle.parse("cat -> cot", ["cat", "cot"]))
        cat -> cot
        """
        ends = text.replace("->", " ").split()
        if len(ends) != 2:
            raise PuzzleError(f"{len(ends)} words, expected two: FROM TO", line=1)
        return cls(ends[0], ends[1], words, **options)

    @classmethod
    def random(cls, words: Iterable[str] | WordGraph, *, seed: int | None = None) -> WordLadderPuzzle:
        """Return a puzzle between two random words that a ladder joins.

        Parameters
        ----------
        seed : int, optional
            The same seed gives the same puzzle.

        Raises
        ------
        PuzzleError
            No two words are one step apart.
        """
        import random

        graph = words if isinstance(words, WordGraph) else WordGraph(words)
        labels = graph.components()
        joined = np.flatnonzero(np.bincount(labels)[labels] > 1) if len(graph) else labels
        if not len(joined):
            raise PuzzleError("no two words of the list are one step apart")
        draw_one = random.Random(seed)
        first = int(joined[draw_one.randrange(len(joined))])
        others = np.flatnonzero(labels == labels[first])
        others = others[others != first]
        return cls(graph.words[first], graph.words[int(others[draw_one.randrange(len(others))])], graph)

    def configuration(self) -> tuple[object, ...]:
        """Return the words at the ends, and the list."""
        return (self.from_word, self.to_word, self.graph)

    def is_solved(self) -> bool:
        """Say whether the first word is (one of) the last."""
        return not _some(self.from_word).isdisjoint(_some(self.to_word))

    def fail_fast(self) -> bool:
        """Say whether no ladder joins the words: they lie in different components."""
        labels = self.graph.components()
        return {int(labels[v]) for v in self._sources}.isdisjoint(int(labels[v]) for v in self._targets)

    def extensions(self) -> list[WordLadderPuzzle]:
        """Return the puzzles whose first word is one step away, in alphabetical order."""
        near = {word for word in _some(self.from_word) for word in self.graph.neighbours(word)}
        return [self._from(word) for word in sorted(near)]

    predecessors = extensions

    def goals(self) -> list[WordLadderPuzzle]:
        """Return the solved configurations."""
        return [self._from(word) for word in sorted(_some(self.to_word))]

    def heuristic(self) -> float:
        """Return the fewest letters that must change, at the least cost of a word."""
        pairs = [(a, b) for a in _some(self.from_word) for b in _some(self.to_word)]
        steps = min(_fewest_steps(a, b, self.graph.insert_delete) for a, b in pairs)
        costs = self.graph._costs
        return steps if costs is None else steps * float(costs.min())

    def step_cost(self, other: Puzzle) -> float:
        """Return the cost of the first word of `other`."""
        assert isinstance(other, WordLadderPuzzle)
        return min(self.graph.word_cost(word) for word in _some(other.from_word))

    def _from(self, word: str) -> WordLadderPuzzle:
        other = object.__new__(WordLadderPuzzle)
        other.from_word, other.to_word, other.graph = word, self.to_word, self.graph
        other._sources, other._targets = [self.graph.numbers[word]], self._targets
        return other

    def solve(
        self,
        method: str | None = None,
        *,
        limits: Limits | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> LadderResult:
        """Find a ladder.

        Parameters
        ----------
        method : {"dfs", "bfs", "bidirectional", "astar", "ida"}, optional
            How to search with the engine of all step-by-step puzzles. By default the quickest way to a
            shortest (with costs: cheapest) ladder.
        limits : Limits, optional
            Bounds of the search.
        progress : callable, optional
            Called with the nodes visited now and then.

        Returns
        -------
        LadderResult
            SOLVED, NO_SOLUTION or LIMIT. Only a depth-first ladder need not be a best one.
        """
        start = time.perf_counter()
        if method is not None:
            return self._solve_with_engine(method, limits, progress, start)
        graph = self.graph
        if graph._costs is not None or len(self._sources) > 1 or len(self._targets) > 1:
            search, outcome = self._all_best(limits, progress)
            found = search.next_path() if outcome is Outcome.FINISHED else None
            return self._result(found, outcome, search.nodes, search.generated, start)
        tables = graph.core
        try:
            finder = graph._finders.pop()  # one thread at a time has it
        except IndexError:
            finder = core.PathFinder(tables)
        labels = graph.components()
        outcome = Outcome.FINISHED
        found = None
        source, target = self._sources[0], self._targets[0]
        nodes = generated = 0
        if labels[source] == labels[target]:
            if limits is None and progress is None and len(tables.indices) < SMALL:
                found = finder.path(source, target)
            else:
                finder.begin(source, target)
                outcome = drive(finder.run, limits, nodes=lambda: finder.nodes, progress=progress)
                found = finder.result()
            nodes, generated = finder.nodes, finder.generated
        graph._finders.append(finder)
        return self._result(found, outcome, nodes, generated, start)

    def solutions(self, limit: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yield all best ladders (shortest, or cheapest with costs), in alphabetical order.

        Parameters
        ----------
        limit : int, optional
            Stop after so many.

        Examples
        --------
        >>> list(WordLadderPuzzle("at", "to", ["at", "ao", "to", "tt"]).solutions())
        [('at', 'ao', 'to'), ('at', 'tt', 'to')]
        """
        search, outcome = self._all_best(None, None)
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        words = self.graph.words
        while limit is None or limit > 0:
            path = search.next_path()
            if path is None:
                return
            yield tuple(words[v] for v in path)
            if limit is not None:
                limit -= 1

    def count(self, limit: int | None = None) -> int:
        """Return the number of best ladders, at most `limit`, without listing them.

        Examples
        --------
        >>> WordLadderPuzzle("at", "to", ["at", "ao", "to", "tt"]).count()
        2
        """
        search, outcome = self._all_best(None, None)
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        limbs = 1
        while (total := search.count(limbs)) is None:
            limbs *= 2
        return total if limit is None else min(total, limit)

    def check(self, solution: Sequence[str]) -> bool:
        """Say whether words are a ladder of this puzzle: both ends, all in the list, a step each.

        Examples
        --------
        >>> puzzle = WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"])
        >>> puzzle.check(["cat", "cot", "cog", "dog"]), puzzle.check(["cat", "cog", "dog"])
        (True, False)
        """
        path = list(solution)
        if not path or path[0] not in _some(self.from_word) or path[-1] not in _some(self.to_word):
            return False
        if any(word not in self.graph for word in path):
            return False
        for a, b in itertools.pairwise(path):
            short, long = sorted((a, b), key=len)
            if len(a) == len(b):
                if sum(x != y for x, y in zip(a, b, strict=True)) != 1:
                    return False
            elif not self.graph.insert_delete or not any(
                long[:i] + long[i + 1 :] == short for i in range(len(long))
            ):
                return False
        return True

    def format(self) -> str:
        """Return the text form, which `parse` reads."""
        return f"{_said(self.from_word)} -> {_said(self.to_word)}"

    __str__ = format

    def __repr__(self) -> str:
        return f"WordLadderPuzzle({_said(self.from_word)!r}, {_said(self.to_word)!r}, {self.graph!r})"

    def _repr_svg_(self) -> str:
        return draw([_said(self.from_word), _said(self.to_word)])

    def _solve_with_engine(
        self, method: str, limits: Limits | None, progress: Callable[[int], None] | None, start: float
    ) -> LadderResult:
        graph = self.graph
        n = len(graph)
        indptr, indices = graph.graph()
        if len(indices) >= 1 << 31:
            raise PuzzleError("the word list has too many steps for a method, expected fewer than 2**31")
        costs = graph.step_costs()
        if costs is not None and not (costs == np.floor(costs)).all():
            raise PuzzleError("costs with fractions, expected whole numbers where a method is named")
        source = self._sources[0]
        if len(self._sources) > 1:
            # One more vertex stands for all first words: what follows one of them follows it.
            if self.is_solved():
                return self._result([self._shared()], Outcome.FINISHED, 1, 0, start)
            near = np.unique(np.concatenate([indices[indptr[v] : indptr[v + 1]] for v in self._sources]))
            indptr = np.append(indptr, len(indices) + len(near))
            indices = np.append(indices, near)
            costs = None if graph._costs is None else graph._costs[indices]
            source = n
        goals = np.zeros(len(indptr) - 1, dtype=np.uint8)
        goals[self._targets] = 1
        estimates = None
        if method in ("astar", "ida"):
            cheapest = 1 if graph._costs is None else int(graph._costs.min())
            estimates = np.zeros(len(goals), dtype=np.int32)
            bounds = (graph.fewest_steps(target) for target in self._targets)
            estimates[:n] = np.minimum.reduce(list(bounds)) * np.int32(cheapest)
        rules = search_engine.Graph(
            indptr.astype(np.int32),
            indices,
            goals,
            None if costs is None else costs.astype(np.int32),
            estimates,
            None,
        )
        run = run_engine(rules, source, method, goals=self._targets, limits=limits, progress=progress)
        found = None if run.status is not Status.SOLVED else [int(state[0]) for state in run.states]
        if found is not None and found[0] == n:
            after = set(graph.neighbours(graph.words[found[1]]))
            found[0] = next(v for v in self._sources if graph.words[v] in after)
        outcome = (
            run.outcome
            if run.status is not Status.LIMIT or run.outcome is not Outcome.FINISHED
            else Outcome.LIMIT
        )
        return self._result(found, outcome, run.nodes, run.generated, start)

    def _shared(self) -> int:
        """Return the place of a word that is both first and last."""
        return next(v for v in self._sources if v in self._targets)

    def _all_best(
        self, limits: Limits | None, progress: Callable[[int], None] | None
    ) -> tuple[ShortestPaths, Outcome]:
        search = ShortestPaths(
            self.graph.core,
            np.array(self._sources, dtype=np.int32),
            np.array(self._targets, dtype=np.int32),
            self.graph.step_costs(),
        )
        outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
        return search, outcome

    def _result(
        self, found: Sequence[int] | None, outcome: Outcome, nodes: int, generated: int, start: float
    ) -> LadderResult:
        graph = self.graph
        if found is None:
            status = Status.NO_SOLUTION if outcome is Outcome.FINISHED else Status.LIMIT
            path: tuple[str, ...] = ()
            length = 0
        else:
            status = Status.SOLVED
            words = graph.words
            path = tuple([words[v] for v in found])
            length = len(path) - 1
        costs = graph._costs
        cost: float = length
        if costs is not None and found is not None:
            cost = float(sum(costs[v] for v in found[1:]))
        return LadderResult(
            status=status,
            interrupted=outcome is Outcome.INTERRUPTED,
            stats=SearchStats(
                nodes=nodes,
                generated=generated,
                depth=length,
                path_length=length,
                seconds=time.perf_counter() - start,
            ),
            path=path,
            cost=cost,
        )


SMALL = 1 << 22
"""Edges below which a search from both ends is over before Ctrl-C could matter."""


def _some(words: str | frozenset[str]) -> frozenset[str]:
    return frozenset((words,)) if isinstance(words, str) else words


def _said(words: str | frozenset[str]) -> str:
    return words if isinstance(words, str) else "|".join(sorted(words))


def _fewest_steps(a: str, b: str, insert_delete: bool) -> int:
    """Return a lower bound of the steps from a to b."""
    if not insert_delete:
        return sum(x != y for x, y in zip(a, b, strict=False))
    # A step mends one letter at most that one word has more often than the other.
    return max((Counter(a) - Counter(b)).total(), (Counter(b) - Counter(a)).total())
