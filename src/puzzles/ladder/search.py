"""Search word ladders: from both ends, for all best ones, or with a method of the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...answers import PuzzleResult
from ...base import Limits, PuzzleError, SearchStats, Status, record
from ...core.search import engine
from ...core.search.graph import Graph, PathFinder
from ...core.search.graph_paths import ShortestPaths
from ...search.costs import exact, in_units
from ...search.engine import EngineResult, search_states, whole_costs
from ...search.run_loop import Outcome, drive
from ..framework.result_sequence import ProgressCounter, Stop, in_slices
from .graph import WordGraph

Progress = Callable[[int], None]
Ladder = tuple[str, ...]

SMALL = 1 << 22
"""Edges below which a search from both ends is over before Ctrl-C could matter."""
LEAST = 512
"""Pairs of words that are worth a thread."""


@record
class LadderResult(PuzzleResult):
    """A word ladder, or that there is none.

    Examples
    --------
    >>> from unriddle import WordLadderPuzzle
    >>> result = WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"]).solve()
    >>> result.solution, result.cost
    (('cat', 'cot', 'cog', 'dog'), 3)
    """

    ANSWER: ClassVar[str] = "path"
    KEYS: ClassVar[tuple[str, ...]] = ("path", "cost")
    puzzle: Any = field(default=None, repr=False, compare=False)
    """What was solved."""
    path: tuple[str, ...] = ()
    """The words from the first to the last; empty without a solution."""
    cost: float = 0
    """Sum of the costs of the words after the first; the number of steps where no costs are given."""

    @property
    def solution(self) -> tuple[str, ...] | None:
        """The answer: `path`, None where there is none."""
        return self.path or None

    @property
    def words(self) -> tuple[str, ...]:
        """The same as `path`."""
        return self.path

    @property
    def length(self) -> int:
        """Number of steps; 0 as well without a solution."""
        return max(len(self.path) - 1, 0)

    def __str__(self) -> str:
        return " -> ".join(self.path) if self.path else str(self.status)

    def to_svg(self) -> str:
        """Return a picture of the ladder as SVG text."""
        from .draw import ladder_svg

        return ladder_svg(self.path)


class Ladders(Sequence[LadderResult]):
    """The shortest ladders of puzzles of two words each, all of one list; each made when it is asked for."""

    def __init__(self, puzzles: Sequence[Any], threads: int, progress: Progress | None) -> None:
        self._puzzles, graph = puzzles, puzzles[0].graph
        sources, targets = (
            np.fromiter((words[0] for words in ends), np.int32, len(puzzles))
            for ends in (map(attrgetter(name), puzzles) for name in ("sources", "targets"))
        )
        labels, tables = graph.components(), graph.core
        self._joined = labels[sources] == labels[targets]
        targets = np.where(self._joined, targets, sources)  # then no search is needed
        found: dict[int, tuple[NDArray[Any], ...]] = {}
        counter, together = ProgressCounter(progress), max(1, SMALL // max(len(tables.indices), 1))

        def work(part: slice, stopped: Stop) -> None:
            finder = graph.finder()
            for start in range(part.start, part.stop, together):
                if stopped():
                    raise KeyboardInterrupt
                some = slice(start, min(start + together, part.stop))
                vertices, ends, *counts = finder.paths(sources[some], targets[some])
                found[start] = vertices, np.diff(ends, prepend=0), *counts
                counter.add(some.stop - start)
            graph.finders.append(finder)

        in_slices(work, len(puzzles), threads, least=LEAST)
        columns = zip(*(found[start] for start in sorted(found)), strict=True)
        self._vertices, sizes, self._nodes, self._generated = map(np.concatenate, columns)
        self._ends = np.cumsum(sizes)

    def __len__(self) -> int:
        return len(self._puzzles)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        puzzle, joined = self._puzzles[place], bool(self._joined[place])
        first, end = self._ends[place - 1] if place else 0, self._ends[place]
        path = puzzle._ends.words(self._vertices[first:end].tolist()) if joined else ()
        steps = max(len(path) - 1, 0)
        stats = SearchStats(
            nodes=int(self._nodes[place]),
            generated=int(self._generated[place]),
            depth=steps,
            path_length=steps,
        )
        status = Status.SOLVED if joined else Status.NO_SOLUTION
        return LadderResult(status=status, stats=stats, puzzle=puzzle, path=path, cost=steps)


class Ends(NamedTuple):
    """A word list and the words at the ends, by their places in it.

    `unlisted` are first words that are not in the list, with the places of the words one step away.
    """

    graph: WordGraph
    sources: Sequence[int]
    targets: Sequence[int]
    unlisted: Mapping[str, Sequence[int]]

    def words(self, places: Sequence[int]) -> Ladder:
        """Return the words of a path; first words that are not in the list have the places after it."""
        listed = (*self.graph.words, *self.unlisted) if self.unlisted else self.graph.words
        return tuple([listed[place] for place in places])


def best_paths(ends: Ends) -> ShortestPaths:
    """Return the search for all best ladders, not yet run."""
    graph, unlisted = ends.graph, ends.unlisted
    places = [*ends.sources, *range(len(graph), len(graph) + len(unlisted))]
    places.sort(key=lambda place: ends.words([place]))
    first = np.array(places, dtype=np.int32)
    last = np.array(ends.targets, dtype=np.int32)
    if not unlisted:
        return ShortestPaths(graph.core, first, last, graph.step_costs())
    indptr, indices = _with_starts(ends)
    costs = None
    if graph.priced:
        costs = in_units(np.append(graph.prices, np.ones(len(unlisted))), len(graph) + len(unlisted))[0]
    return ShortestPaths(Graph(indptr, indices), first, last, None if costs is None else costs[indices])


def _with_starts(ends: Ends) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the graph with a vertex more for each first word that is not in the list."""
    indptr, indices = ends.graph.graph()
    n, rows = len(ends.graph), list(ends.unlisted.values())
    near = np.array([place for row in rows for place in row], dtype=np.int64)
    sizes = [len(row) for row in rows]
    starts = np.repeat(np.arange(n, n + len(rows), dtype=np.int32), sizes)
    longer = indptr.copy()
    longer[1:] += np.cumsum(np.bincount(near, minlength=n))
    indices = np.insert(indices, indptr[near + 1], starts)
    last = len(indices) + np.cumsum(sizes, dtype=np.int64)
    return np.append(longer, last), np.append(indices, near.astype(np.int32))


def from_both_ends(
    ends: Ends, limits: Limits | None, progress: Progress | None
) -> tuple[Sequence[int] | None, Outcome, PathFinder | None]:
    """Return a shortest ladder between two words of a built graph, how the search ended, and the search."""
    graph = ends.graph
    tables, labels = graph.core, graph.components()
    [source], [target] = ends.sources, ends.targets
    if labels.item(source) != labels.item(target):
        return None, Outcome.FINISHED, None
    finder = graph.finder()
    outcome = Outcome.FINISHED
    if limits is None and progress is None and len(tables.indices) < SMALL:
        found = finder.path(source, target)
    else:
        finder.begin(source, target)
        outcome = drive(finder.run, limits, nodes=lambda: finder.nodes, progress=progress)
        found = finder.result() if outcome is Outcome.FINISHED else None
    graph.finders.append(finder)
    return found, outcome, finder


def by_engine(
    ends: Ends, method: str, limits: Limits | None, progress: Progress | None, since: float
) -> tuple[EngineResult, Ladder]:
    """Return what a method of the engine finds, and its ladder; the work began at `since`."""
    rules, first = _rules(ends, method in ("astar", "ida"))
    start = np.array([first], dtype=np.uint64)
    found = search_states(
        rules, start, method, goals=ends.targets, limits=limits, progress=progress, since=since
    )
    if found.status is not Status.SOLVED:
        return found, ()
    words = ends.graph.words
    places = found.states[:, 0].tolist()
    path = tuple([words[v] for v in places[1:]])
    if places[0] < len(words):
        return found, (words[places[0]], *path)
    after = set(ends.graph.near(path[0]))
    begun = [words[v] for v in ends.sources if v in after]
    begun += [word for word, near in ends.unlisted.items() if places[1] in near]
    return found, (begun[0], *path)


def _rules(ends: Ends, informed: bool) -> tuple[engine.Graph, int]:
    """Return the graph as the engine takes it, and the vertex to begin at."""
    graph = ends.graph
    n = len(graph)
    indptr, indices = graph.graph()
    if len(indices) >= 1 << 31:
        raise PuzzleError("the word list has too many steps for a method, expected fewer than 2**31")
    first = next((v for v in ends.sources if v in ends.targets), *ends.sources[:1] or [n])
    if first not in ends.targets and (len(ends.sources) > 1 or ends.unlisted):
        # One more vertex is all first words at once: what follows one of them follows it.
        rows = [indices[indptr[v] : indptr[v + 1]] for v in ends.sources]
        rows += [np.array(near, dtype=np.int32) for near in ends.unlisted.values()]
        near = np.unique(np.concatenate(rows))
        indptr = np.append(indptr, len(indices) + len(near))
        indices = np.append(indices, near)
        first = n
    goals = np.zeros(len(indptr) - 1, dtype=np.uint8)
    goals[ends.targets] = 1
    costs = None if not graph.priced else graph.prices[indices]
    whole, unit = whole_costs("costs", costs, indices, len(goals))
    estimates = None
    if informed:
        estimates = np.zeros(len(goals), dtype=np.int32)
        bounds = [graph.fewest_steps(target) for target in ends.targets]
        estimates[:n] = np.minimum.reduce(bounds) * np.int32(exact(graph.least_cost()) * unit)
    return engine.Graph(indptr.astype(np.int32), indices, goals, whole, estimates), first
