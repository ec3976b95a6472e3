"""How word ladders are searched: from both ends, all best ones, or by a method of the engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.search import engine
from ...core.search.graph import Graph, PathFinder
from ...core.search.graph_paths import ShortestPaths
from ...search.engine import search_states, whole_costs
from ...search.run_loop import Outcome, drive
from .graph_builder import build
from .result import LadderResult

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .puzzle import WordLadderPuzzle

__all__ = ["best_paths", "by_engine", "from_both_ends", "result_of"]

Progress = Callable[[int], None]

SMALL = 1 << 22
"""Edges below which a search from both ends is over before Ctrl-C could matter."""


def best_paths(puzzle: WordLadderPuzzle) -> ShortestPaths:
    """Return the search for all best ladders of a puzzle, not yet run."""
    graph = puzzle.graph
    first = np.array([*puzzle.sources, *range(len(graph), len(graph) + len(puzzle.unlisted))], dtype=np.int32)
    last = np.array(puzzle.targets, dtype=np.int32)
    if not puzzle.unlisted:
        return ShortestPaths(graph.core, first, last, graph.step_costs())
    indptr, indices = _with_starts(puzzle)
    costs = None
    if graph.priced:
        costs = np.append(graph.prices, np.ones(len(puzzle.unlisted)))[indices]
    return ShortestPaths(Graph(indptr, indices), first, last, costs)


def _with_starts(puzzle: WordLadderPuzzle) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the graph with a vertex more for each first word that is not in the list.

    Its steps go both ways, as the kernels ask. No best ladder comes back to a first word, so it stays the
    only word of a ladder that is not in the list.
    """
    indptr, indices = puzzle.graph.graph()
    n, rows = len(puzzle.graph), list(puzzle.unlisted.values())
    near = np.array([place for row in rows for place in row], dtype=np.int64)
    sizes = [len(row) for row in rows]
    starts = np.repeat(np.arange(n, n + len(rows), dtype=np.int32), sizes)
    longer = indptr.copy()
    longer[1:] += np.cumsum(np.bincount(near, minlength=n))
    indices = np.insert(indices, indptr[near + 1], starts)
    ends = len(indices) + np.cumsum(sizes, dtype=np.int64)
    return np.append(longer, ends), np.append(indices, near.astype(np.int32))


def from_both_ends(
    puzzle: WordLadderPuzzle, limits: Limits | None, progress: Progress | None
) -> LadderResult:
    """Return a shortest ladder between two words, where each step costs 1."""
    start = time.perf_counter()
    graph = puzzle.graph
    if limits is not None or graph.tables is None:
        built, limits = build(graph, limits)
        if built is not Outcome.FINISHED:
            return result_of(puzzle, None, built, None, start)
    tables, labels = graph.tables, graph.components()
    assert tables is not None
    source, target = puzzle.sources[0], puzzle.targets[0]
    if labels.item(source) != labels.item(target):
        return result_of(puzzle, None, Outcome.FINISHED, None, start)
    finder = graph.finder()
    outcome = Outcome.FINISHED
    if limits is None and progress is None and len(tables.indices) < SMALL:
        found = finder.path(source, target)
    else:
        finder.begin(source, target)
        outcome = drive(finder.run, limits, nodes=lambda: finder.nodes, progress=progress)
        found = finder.result() if outcome is Outcome.FINISHED else None
    result = result_of(puzzle, found, outcome, finder, start)
    graph.finders.append(finder)
    return result


def result_of(
    puzzle: WordLadderPuzzle,
    found: Sequence[int] | None,
    outcome: Outcome,
    search: PathFinder | ShortestPaths | None,
    start: float,
) -> LadderResult:
    """Return the result of a search for one ladder.

    Parameters
    ----------
    found : sequence of int, optional
        The places of its words.
    search : PathFinder or ShortestPaths, optional
        What found them; None where nothing had to be searched.
    start : float
        When the search began.
    """
    graph = puzzle.graph
    if found is None:
        status = Status.NO_SOLUTION if outcome is Outcome.FINISHED else Status.LIMIT
        path: tuple[str, ...] = ()
        length: int = 0
    else:
        status, words = Status.SOLVED, (*graph.words, *puzzle.unlisted) if puzzle.unlisted else graph.words
        path = tuple([words[v] for v in found])
        length = len(path) - 1
    nodes, generated = (0, 0) if search is None else (search.nodes, search.generated)
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
        puzzle=puzzle,
        path=path,
        cost=puzzle.cost_of(path) if graph.priced else length,
    )


def by_engine(
    puzzle: WordLadderPuzzle, method: str, limits: Limits | None, progress: Progress | None
) -> LadderResult:
    """Return the ladder that a method of the engine finds."""
    start = time.perf_counter()
    built, limits = build(puzzle.graph, limits)
    if built is not Outcome.FINISHED:
        return result_of(puzzle, None, built, None, start)
    rules, first = _rules(puzzle, method in ("astar", "ida"))
    found = search_states(
        rules,
        np.array([first], dtype=np.uint64),
        method,
        goals=puzzle.targets,
        limits=limits,
        progress=progress,
        since=start,
    )
    path: tuple[str, ...] = ()
    if found.status is Status.SOLVED:
        words = puzzle.graph.words
        places = found.states[:, 0].tolist()
        path = tuple([words[v] for v in places[1:]])
        if places[0] < len(words):
            path = (words[places[0]], *path)
        else:
            after = set(puzzle.graph.near(path[0]))
            begun = [words[v] for v in puzzle.sources if v in after]
            begun += [word for word, near in puzzle.unlisted.items() if places[1] in near]
            path = (begun[0], *path)
    return LadderResult(
        status=found.status,
        interrupted=found.interrupted,
        stats=found.stats,
        puzzle=puzzle,
        path=path,
        cost=puzzle.cost_of(path),
    )


def _rules(puzzle: WordLadderPuzzle, informed: bool) -> tuple[engine.Graph, int]:
    """Return the graph as the engine takes it, and the vertex to begin at."""
    graph = puzzle.graph
    n = len(graph)
    indptr, indices = graph.graph()
    if len(indices) >= 1 << 31:
        raise PuzzleError("the word list has too many steps for a method, expected fewer than 2**31")
    first = next((v for v in puzzle.sources if v in puzzle.targets), *puzzle.sources[:1] or [n])
    if first not in puzzle.targets and (len(puzzle.sources) > 1 or puzzle.unlisted):
        # One more vertex stands for all first words: what follows one of them follows it.
        rows = [indices[indptr[v] : indptr[v + 1]] for v in puzzle.sources]
        rows += [np.array(near, dtype=np.int32) for near in puzzle.unlisted.values()]
        near = np.unique(np.concatenate(rows))
        indptr = np.append(indptr, len(indices) + len(near))
        indices = np.append(indices, near)
        first = n
    goals = np.zeros(len(indptr) - 1, dtype=np.uint8)
    goals[puzzle.targets] = 1
    costs = None if not graph.priced else graph.prices[indices]
    estimates = None
    if informed:
        estimates = np.zeros(len(goals), dtype=np.int32)
        bounds = [graph.fewest_steps(target) for target in puzzle.targets]
        estimates[:n] = np.minimum.reduce(bounds) * np.int32(graph.least_cost())
    whole = whole_costs("costs", costs, indices, len(goals))
    return engine.Graph(indptr.astype(np.int32), indices, goals, whole, estimates), first
