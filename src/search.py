"""Solvers for any `Puzzle`: depth-first, breadth-first, bidirectional, A* and iterative deepening A*.

Every solver returns the first `PuzzleNode` of a path from the given configuration to a solved
one, or None. `find_path` runs any of them and returns a `SearchResult` with status and statistics.
None of them recurses: a path of a million steps is found as well as one of ten.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import TYPE_CHECKING, Final, Literal

from .base import Limits, Puzzle, PuzzleError, PuzzleNode, Result, SearchStats, Status
from .running import Outcome, drive

if TYPE_CHECKING:
    from .core.search_engine import Search

__all__ = [
    "METHODS",
    "SearchResult",
    "astar_solve",
    "bidirectional_solve",
    "breadth_first_solve",
    "depth_first_solve",
    "find_path",
    "ida_star_solve",
    "path_of",
    "run_engine",
    "solutions",
    "status_of",
]

METHODS: Final = ("dfs", "bfs", "bidirectional", "astar", "ida")
"""Names of the methods that `find_path` knows."""

Cycles = Literal["path", "parent"]
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult(Result):
    """What a search found: a path, or that there is none, or that a limit came first.

    Examples
    --------
    >>> find_path(_Count(1), "bfs").status
    <Status.SOLVED: 'SOLVED'>
    """

    node: PuzzleNode | None = None
    """First node of the path; each node's only child is the next one. None without a solution."""
    cost: float = 0
    """Sum of the step costs along the path; without `step_cost`, its length."""

    @property
    def path(self) -> list[Puzzle]:
        """Configurations from the given one to the solution; empty without a solution."""
        return [] if self.node is None else path_of(self.node)


Report = Callable[[SearchResult], None]


def path_of(node: PuzzleNode) -> list[Puzzle]:
    """Return the configurations of a path from its first node on.

    Examples
    --------
    >>> [puzzle.n for puzzle in path_of(breadth_first_solve(_Count(1)))]
    [1, 2, 4, 5, 10]
    """
    path: list[Puzzle] = []
    step: PuzzleNode | None = node
    while step is not None:
        if step.puzzle is not None:
            path.append(step.puzzle)
        step = step.children[0] if step.children else None
    return path


def _chain(path: list[Puzzle]) -> PuzzleNode:
    """Return the first node of a path of single children."""
    first = last = PuzzleNode(path[0])
    for puzzle in path[1:]:
        node = PuzzleNode(puzzle, last)
        last.children.append(node)
        last = node
    return first


def _cost(puzzle: Puzzle, other: Puzzle) -> float:
    cost = puzzle.step_cost(other)
    if not cost >= 0:
        raise PuzzleError(f"step_cost returned {cost!r}, expected a number from 0 up")
    return cost


def _bound(puzzle: Puzzle) -> float:
    bound = puzzle.heuristic()
    if not bound >= 0:
        raise PuzzleError(f"heuristic returned {bound!r}, expected a number from 0 up")
    return bound


def _size(puzzle: Puzzle) -> int:
    """Return the bytes of one configuration as the memory limit counts them, its table entry included."""
    values = list(getattr(puzzle, "__dict__", {}).values())
    return 200 + sum(sys.getsizeof(item) for item in (puzzle, puzzle.configuration(), *values))


class _Search:
    """Counters of one run, and the solvers as generators that yield after each node visited.

    A generator ends when it has set `found` or when nothing is left to visit. Between two nodes
    the driver looks at the limits, so a limit in nodes is exact.
    """

    def __init__(self, root: Puzzle) -> None:
        self.root = root
        self.nodes = self.generated = self.pruned = self.depth = 0
        self.kept = 1  # configurations held in memory
        self.found: list[Puzzle] | None = None

    def deepest(self, depth: int) -> None:
        if depth > self.depth:
            self.depth = depth

    def dfs(self) -> Iterator[None]:
        seen = {self.root}
        self.nodes = 1
        if self.root.is_solved():
            self.found = [self.root]
            return
        yield
        if self.root.fail_fast():
            self.pruned = 1
            return
        path, branches = [self.root], [iter(self.root.extensions())]
        while branches:
            for puzzle in branches[-1]:
                self.generated += 1
                if puzzle in seen:
                    continue
                seen.add(puzzle)
                self.kept += 1
                self.nodes += 1
                self.deepest(len(path))
                if puzzle.is_solved():
                    self.found = [*path, puzzle]
                    return
                if puzzle.fail_fast():
                    self.pruned += 1
                else:
                    path.append(puzzle)
                    branches.append(iter(puzzle.extensions()))
                yield
                break
            else:
                branches.pop()
                path.pop()

    def bfs(self) -> Iterator[None]:
        parents: dict[Puzzle, Puzzle | None] = {self.root: None}
        queue = deque([(self.root, 0)])
        solved = self.root if self.root.is_solved() else None
        if solved is None and self.root.fail_fast():
            queue.clear()
            self.pruned = self.nodes = 1
        while queue and solved is None:
            puzzle, depth = queue.popleft()
            self.nodes += 1
            for other in puzzle.extensions():
                self.generated += 1
                if other in parents:
                    continue
                if other.is_solved():
                    parents[other] = puzzle
                    solved = other
                    self.deepest(depth + 1)
                    break
                if other.fail_fast():
                    self.pruned += 1
                    continue
                parents[other] = puzzle
                self.kept += 1
                queue.append((other, depth + 1))
                self.deepest(depth + 1)
            else:
                yield
        if solved is not None:
            self.nodes = max(self.nodes, 1)
            self.found = _back(parents, solved)[::-1]

    def bidirectional(self, goals: list[Puzzle]) -> Iterator[None]:
        self.nodes = 1
        if self.root.is_solved():
            self.found = [self.root]
            return
        if self.root.fail_fast():
            self.pruned = 1
            return
        self.nodes = 0
        ahead: dict[Puzzle, Puzzle | None] = {self.root: None}
        behind: dict[Puzzle, Puzzle | None] = dict.fromkeys(goals)
        self.kept = 1 + len(behind)
        level, back_level, depth = [self.root], list(behind), 0
        while level and back_level:
            # The smaller frontier goes first; the first meeting is on a shortest path, because
            # every path shorter than the two depths together has been ruled out.
            forward = len(level) <= len(back_level)
            mine, theirs = (ahead, behind) if forward else (behind, ahead)
            next_level: list[Puzzle] = []
            depth += 1
            for puzzle in level if forward else back_level:
                self.nodes += 1
                for other in puzzle.extensions() if forward else puzzle.predecessors():
                    self.generated += 1
                    if other in mine:
                        continue
                    if other in theirs:
                        mine[other] = puzzle
                        self.deepest(depth)
                        self.found = [*_back(ahead, other)[::-1], *_back(behind, other)[1:]]
                        return
                    if other.fail_fast():
                        self.pruned += 1
                        continue
                    mine[other] = puzzle
                    self.kept += 1
                    next_level.append(other)
                    self.deepest(depth)
                yield
            if forward:
                level = next_level
            else:
                back_level = next_level

    def astar(self) -> Iterator[None]:
        best: dict[Puzzle, float] = {self.root: 0}
        parents: dict[Puzzle, tuple[Puzzle | None, int]] = {self.root: (None, 0)}
        # Ties: least estimate first, then the newest.
        order = count(0, -1)
        estimate = _bound(self.root)
        heap = [(estimate, estimate, next(order), 0.0, self.root)]
        if not self.root.is_solved() and self.root.fail_fast():
            heap.clear()
            self.pruned = self.nodes = 1
        while heap:
            _, _, _, cost, puzzle = heappop(heap)
            if cost > best[puzzle]:
                continue  # a cheaper way was found since
            self.nodes += 1
            depth = parents[puzzle][1] + 1
            if puzzle.is_solved():
                self.found = [puzzle]
                while (step := parents[self.found[-1]][0]) is not None:
                    self.found.append(step)
                self.found.reverse()
                return
            for other in puzzle.extensions():
                self.generated += 1
                reached = cost + _cost(puzzle, other)
                known = best.get(other)
                if known is not None and known <= reached:
                    continue
                if known is None:
                    if not other.is_solved() and other.fail_fast():
                        self.pruned += 1
                        continue
                    self.kept += 1
                estimate = _bound(other)
                best[other] = reached
                parents[other] = (puzzle, depth)
                self.deepest(depth)
                heappush(heap, (reached + estimate, estimate, next(order), reached, other))
            yield

    def ida(self, cycles: Cycles) -> Iterator[None]:
        bound = _bound(self.root)
        if not self.root.is_solved() and self.root.fail_fast():
            self.pruned = self.nodes = 1
            bound = float("inf")
        while bound < float("inf"):
            exceeded = float("inf")
            if self.nodes == 0:
                self.nodes = 1
                if self.root.is_solved():
                    self.found = [self.root]
                    return
                yield
            path, costs = [self.root], [0.0]
            on_path = {self.root}
            branches = [iter(self.root.extensions())]
            while branches:
                puzzle = path[-1]
                for other in branches[-1]:
                    self.generated += 1
                    if cycles == "path":
                        if other in on_path:
                            continue
                    elif len(path) > 1 and other == path[-2]:
                        continue
                    self.nodes += 1
                    reached = costs[-1] + _cost(puzzle, other)
                    estimate = reached + _bound(other)
                    if estimate > bound:
                        exceeded = min(exceeded, estimate)
                        yield
                        continue
                    solved = other.is_solved()
                    if not solved and other.fail_fast():
                        self.pruned += 1
                        yield
                        continue
                    self.deepest(len(path))
                    path.append(other)
                    if solved:
                        self.found = path
                        return
                    self.kept = len(path)
                    costs.append(reached)
                    if cycles == "path":
                        on_path.add(other)
                    branches.append(iter(other.extensions()))
                    yield
                    break
                else:
                    branches.pop()
                    costs.pop()
                    on_path.discard(path.pop())
            bound = exceeded

    def all_paths(self) -> Iterator[list[Puzzle] | None]:
        """Yield None after each node, and each solution path once; a path repeats no configuration."""
        self.nodes = 1
        if self.root.is_solved():
            yield [self.root]
            return
        yield None
        if self.root.fail_fast():
            return
        path, on_path = [self.root], {self.root}
        branches = [iter(dict.fromkeys(self.root.extensions()))]
        while branches:
            for puzzle in branches[-1]:
                self.generated += 1
                if puzzle in on_path:
                    continue
                self.nodes += 1
                self.deepest(len(path))
                if puzzle.is_solved():
                    yield [*path, puzzle]
                    continue
                if puzzle.fail_fast():
                    self.pruned += 1
                    yield None
                    continue
                path.append(puzzle)
                on_path.add(puzzle)
                branches.append(iter(dict.fromkeys(puzzle.extensions())))
                self.kept = len(path)
                yield None
                break
            else:
                branches.pop()
                on_path.discard(path.pop())


def _back(parents: dict[Puzzle, Puzzle | None], puzzle: Puzzle) -> list[Puzzle]:
    """Return the configurations from `puzzle` back along `parents`."""
    path = [puzzle]
    while (parent := parents[path[-1]]) is not None:
        path.append(parent)
    return path


class _Clock:
    """Looks at the limits between two nodes."""

    def __init__(self, search: _Search, limits: Limits | None, progress: Progress | None) -> None:
        limits = limits or Limits()
        self.search, self.progress = search, progress
        self.start = self.shown = time.perf_counter()
        self.most_nodes = float("inf") if limits.nodes is None else limits.nodes
        self.most_seconds = float("inf") if limits.seconds is None else limits.seconds
        self.most_kept = float("inf")
        if limits.memory is not None:
            self.most_kept = limits.memory / _size(search.root)

    def reached(self) -> bool:
        """Say whether a limit is reached; show progress ten times a second."""
        now = time.perf_counter()
        if self.progress is not None and now - self.shown >= 0.1:
            self.shown = now
            self.progress(self.search.nodes)
        return (
            self.search.nodes >= self.most_nodes
            or now - self.start >= self.most_seconds
            or self.search.kept > self.most_kept
        )

    def result(self, status: Status, path: list[Puzzle] | None, interrupted: bool = False) -> SearchResult:
        search = self.search
        steps = [] if path is None else list(pairwise(path))
        stats = SearchStats(
            nodes=search.nodes,
            generated=search.generated,
            pruned=search.pruned,
            depth=search.depth,
            seconds=time.perf_counter() - self.start,
            path_length=len(steps),
        )
        return SearchResult(
            status=status,
            stats=stats,
            interrupted=interrupted,
            node=None if path is None else _chain(path),
            cost=sum(puzzle.step_cost(other) for puzzle, other in steps),
        )


def find_path(
    puzzle: Puzzle,
    method: str = "bfs",
    *,
    goals: list[Puzzle] | None = None,
    cycles: Cycles = "path",
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> SearchResult:
    """Search a path from a configuration to a solved one and say how the search went.

    Parameters
    ----------
    puzzle : Puzzle
        Where to start.
    method : str
        ``dfs``, ``bfs``, ``bidirectional``, ``astar`` or ``ida``.
    goals : list of Puzzle, optional
        For ``bidirectional``: the solved configurations; those of ``puzzle.goals()`` by default.
    cycles : {"path", "parent"}
        For ``ida``: whether a path may not come back to any of its configurations, or only not
        straight back to the one before. The second is the textbook's; it counts more nodes and
        never ends on a puzzle with cycles that has no solution.
    limits : Limits, optional
        `nodes` is exact. `memory` is held against the number of configurations kept times the
        size of the first one, an estimate.
    progress : callable, optional
        Called with the nodes visited, ten times a second.

    Returns
    -------
    SearchResult
        SOLVED with the path, NO_SOLUTION when every configuration in reach was tried, or LIMIT.
        Ctrl-C also gives LIMIT, with `interrupted` set.

    Raises
    ------
    PuzzleError
        Unknown method; no goals for ``bidirectional``; a negative cost or estimate.

    Notes
    -----
    Nodes are configurations taken up; for ``ida`` those whose bound was computed, the first one once.
    With n configurations in reach: ``dfs``, ``bfs``, ``bidirectional`` O(n) steps and memory,
    ``astar`` O(n log n); ``ida`` memory as deep as the path. Paths of ``bfs`` and
    ``bidirectional`` have the fewest steps, those of ``astar`` and ``ida`` the least cost, if
    `heuristic` never overestimates. R. E. Korf, "Depth-first iterative-deepening", Artificial
    Intelligence 27 (1985), for ``ida``.

    Examples
    --------
    >>> result = find_path(_Count(1), "astar")
    >>> result.status.value, [step.n for step in result.path], result.stats.path_length
    ('SOLVED', [1, 2, 4, 5, 10], 4)
    """
    search = _Search(puzzle)
    steps: Iterator[None]
    if method == "bidirectional":
        ends = list(puzzle.goals() if goals is None else goals)
        if not ends and not puzzle.is_solved():
            raise PuzzleError(
                f"{type(puzzle).__name__} does not name its solved configurations, "
                "expected goals=[...] or a method goals() for a bidirectional search"
            )
        steps = search.bidirectional(ends)
    elif method == "ida":
        if cycles not in ("path", "parent"):
            raise PuzzleError(f"cycles={cycles!r}, expected 'path' or 'parent'")
        steps = search.ida(cycles)
    elif method in METHODS:
        steps = getattr(search, method)()
    else:
        raise PuzzleError(f"method {method!r}, expected one of {', '.join(METHODS)}")
    clock = _Clock(search, limits, progress)
    try:
        if clock.reached():
            return clock.result(Status.LIMIT, None)
        for _ in steps:
            if clock.reached():
                return clock.result(Status.LIMIT, None)
    except KeyboardInterrupt:
        return clock.result(Status.LIMIT, None, interrupted=True)
    status = Status.NO_SOLUTION if search.found is None else Status.SOLVED
    return clock.result(status, search.found)


def _node(result: SearchResult, report: Report | None) -> PuzzleNode | None:
    if report is not None:
        report(result)
    elif result.interrupted:
        raise KeyboardInterrupt
    return result.node


def depth_first_solve(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path to a solution, searched depth-first, or None.

    Each configuration is taken up once, its extensions in their order.

    Parameters
    ----------
    puzzle : Puzzle
        Where to start.
    limits, progress
        As for `find_path`.
    report : callable, optional
        Called with the `SearchResult`, which tells "no solution" from "limit" and holds the
        statistics. Ctrl-C then also ends in a report; without one it is raised on.

    Examples
    --------
    >>> reports = []
    >>> first = depth_first_solve(_Count(1), report=reports.append)
    >>> [puzzle.n for puzzle in path_of(first)], reports[0].stats.nodes
    ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 10)
    """
    return _node(find_path(puzzle, "dfs", limits=limits, progress=progress), report)


def breadth_first_solve(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path of the fewest steps to a solution, or None.

    Parameters
    ----------
    puzzle, limits, progress, report
        As for `depth_first_solve`.

    Examples
    --------
    >>> [puzzle.n for puzzle in path_of(breadth_first_solve(_Count(1)))]
    [1, 2, 4, 5, 10]
    """
    return _node(find_path(puzzle, "bfs", limits=limits, progress=progress), report)


def bidirectional_solve(
    puzzle: Puzzle,
    goals: list[Puzzle] | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path of the fewest steps, searched from both ends, or None.

    Parameters
    ----------
    puzzle, limits, progress, report
        As for `depth_first_solve`.
    goals : list of Puzzle, optional
        The solved configurations; those of ``puzzle.goals()`` by default. From them the search
        goes back along ``predecessors()``, which are the extensions unless the puzzle says
        otherwise.

    Examples
    --------
    >>> [puzzle.n for puzzle in path_of(bidirectional_solve(_Count(1), [_Count(10)]))]
    [1, 2, 4, 5, 10]
    """
    return _node(find_path(puzzle, "bidirectional", goals=goals, limits=limits, progress=progress), report)


def astar_solve(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path of least cost, searched by A*, or None.

    Needs a `heuristic` that never overestimates; it may be inconsistent.

    Parameters
    ----------
    puzzle, limits, progress, report
        As for `depth_first_solve`.

    Examples
    --------
    >>> [puzzle.n for puzzle in path_of(astar_solve(_Count(1)))]
    [1, 2, 4, 5, 10]
    """
    return _node(find_path(puzzle, "astar", limits=limits, progress=progress), report)


def ida_star_solve(
    puzzle: Puzzle,
    *,
    cycles: Cycles = "path",
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path of least cost, searched by iterative deepening A*, or None.

    Parameters
    ----------
    puzzle, limits, progress, report
        As for `depth_first_solve`.
    cycles : {"path", "parent"}
        As for `find_path`.

    Examples
    --------
    >>> [puzzle.n for puzzle in path_of(ida_star_solve(_Count(1)))]
    [1, 2, 4, 5, 10]
    """
    return _node(find_path(puzzle, "ida", cycles=cycles, limits=limits, progress=progress), report)


def solutions(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Iterator[PuzzleNode]:
    """Yield the first node of every solution path, each path once, depth-first.

    A path repeats no configuration and ends at the first solved one.

    Parameters
    ----------
    puzzle, limits, progress
        As for `depth_first_solve`. Time spent by the caller between two paths counts.
    report : callable, optional
        Called at the end with a `SearchResult` without a path: SOLVED (all paths were yielded, one
        at least), NO_SOLUTION or LIMIT.

    Examples
    --------
    >>> [[puzzle.n for puzzle in path_of(first)] for first in solutions(_Count(4))]
    [[4, 5, 6, 7, 8, 9, 10], [4, 5, 10], [4, 8, 9, 10]]
    """
    search = _Search(puzzle)
    clock = _Clock(search, limits, progress)
    status, interrupted = Status.NO_SOLUTION, False
    steps = search.all_paths()
    try:
        while True:
            if clock.reached():
                status = Status.LIMIT
                break
            path = next(steps, False)
            if path is False:
                break
            if path:
                status = Status.SOLVED
                yield _chain(path)  # type: ignore[arg-type]
    except KeyboardInterrupt:
        if report is None:
            raise
        status, interrupted = Status.LIMIT, True
    if report is not None:
        report(clock.result(status, None, interrupted))


def status_of(search: Search) -> Status:
    """Return what a search of the compiled engine has come to: LIMIT until it is solved or exhausted."""
    from .core import search_engine as engine

    known = {engine.SOLVED: Status.SOLVED, engine.EXHAUSTED: Status.NO_SOLUTION}
    return known.get(search.status, Status.LIMIT)


def run_engine(
    search: Search, *, limits: Limits | None = None, progress: Progress | None = None
) -> tuple[Status, SearchStats, bool]:
    """Run a search of the compiled engine within limits.

    Parameters
    ----------
    search : unriddle.core.search_engine.Search
        The search; its path is there afterwards.
    limits : Limits, optional
        `nodes` and `seconds`; `memory` is given to the search when it is made.
    progress : callable, optional
        Called with the nodes visited, about fifty times a second.

    Returns
    -------
    status, stats, interrupted
        What a `Result` needs.

    Examples
    --------
    >>> import numpy as np
    >>> from unriddle.core import search_engine as engine
    >>> triangle = engine.Graph(np.array([0, 1, 2, 3], np.int32), np.array([1, 2, 0], np.int32),
    ...                         np.array([0, 0, 1], np.uint8))
    >>> search = engine.Search(triangle, np.array([0], np.uint64), engine.BFS)
    >>> run_engine(search)[0].value, search.path().tolist()
    ('SOLVED', [[0], [1], [2]])
    """
    start = time.perf_counter()
    outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
    stats = SearchStats(
        nodes=search.nodes,
        generated=search.generated,
        pruned=search.pruned,
        depth=search.depth,
        seconds=time.perf_counter() - start,
        path_length=search.path_length,
    )
    return status_of(search), stats, outcome is Outcome.INTERRUPTED


class _Count(Puzzle):
    """From n to 10 by adding 1 or doubling: the example of the docstrings."""

    def __init__(self, n: int) -> None:
        self.n = n

    def configuration(self) -> int:
        return self.n

    def is_solved(self) -> bool:
        return self.n == 10

    def extensions(self) -> list[Puzzle]:
        return [_Count(self.n + 1), _Count(self.n * 2)]

    def predecessors(self) -> list[Puzzle]:
        return [_Count(self.n - 1), *([_Count(self.n // 2)] if self.n % 2 == 0 else [])]

    def fail_fast(self) -> bool:
        return self.n > 10 or self.n < 0
