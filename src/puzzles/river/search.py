"""Searches of river crossings: the state graph, then plans in it, within the same limits."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base import Limits, SearchStats, Status
from ...core.search import engine
from ...core.search.graph_paths import ShortestPaths, SimplePaths
from ...search.costs import exact, in_units
from ...search.engine import search_states, whole_costs
from ...search.run_loop import Outcome, drive
from ..framework.solutions import (
    NOTHING,
    BestPaths,
    CollectedSolutions,
    Count,
    SearchAfterBuild,
    SearchProxy,
    count_of,
)
from .graph import StateGraph, StateGraphBuilder, World
from .rules import Crossing, Standing

Plan = tuple[Crossing, ...]
Progress = Callable[[int], None]
UNBOUNDED = 1 << 62


def plans_by(
    make: Callable[[World, Standing], Any], world: World, standing: Standing, limits: Limits | None
) -> SearchAfterBuild:
    """Return what builds the graph of a puzzle, then runs the search that `make` makes in it.

    A limit of nodes bounds the states of the graph, and again those that the search visits.
    """
    built = limits is None and world.graph is not None
    builder = None if built else StateGraphBuilder(world, limits)
    return SearchAfterBuild(builder, lambda: make(world, standing))


class Counting(SearchProxy):
    """Counts the plans that repeat no state, at most `limit`."""

    def __init__(self, search: SimplePaths, limit: int | None) -> None:
        super().__init__(search)
        self._limit = limit

    @property
    def count(self) -> int:
        """Plans counted."""
        return int(self.search.paths)

    @property
    def exhausted(self) -> bool:
        """Whether there are no others."""
        return bool(self.search.finished)

    def run(self, budget: int) -> bool:
        """Visit at most `budget` states; return whether work remains."""
        most = UNBOUNDED if self._limit is None else self._limit - self.count
        return self.search.run(budget, most) and (self._limit is None or self.count < self._limit)


class EveryPlan(CollectedSolutions[Plan]):
    """A `AnswerSource` of the plans that repeat no state."""

    def __init__(self, search: SimplePaths, decode: Callable[[Sequence[int]], Plan]) -> None:
        super().__init__(search)
        self._decode = decode

    def run(self, budget: int) -> bool:
        """Visit at most `budget` states, up to the next plan; return whether work remains."""
        before = self.search.paths
        remains = self.search.run(budget, 1)
        if self.search.paths > before:
            self.ready.append(self._decode(self.search.current()))
        return bool(remains)


def located(world: World, standing: Standing) -> tuple[StateGraph, int]:
    """Return the graph that holds a state, and its number there; -1 where no plan leads on from it.

    The graph is that of the first state, everyone on the left, or else that around the solved state.
    """
    graph = world.graph
    assert graph is not None
    code = world.code_of(standing)
    number = graph.number(code) if code != graph.states[0] else 0
    if number < 0:
        graph = world.mirrored(graph)
        number = graph.number(code)
    return graph, number


def best_paths(world: World, standing: Standing) -> ShortestPaths:
    """Return the search for the best plans, where the graph is built."""
    graph, number = located(world, standing)
    here = np.array([number] if number >= 0 else [], dtype=np.int32)
    costs = None if graph.costs is None else in_units(graph.costs, len(graph))[0]
    return ShortestPaths(graph.core, here, graph.goals, costs)


def best_plans(world: World, standing: Standing) -> BestPaths[Plan]:
    """Return the source of the best plans."""
    return BestPaths(best_paths(world, standing), _decoder(world, located(world, standing)[0]))


def every_plan(world: World, standing: Standing) -> Any:
    """Return the source of all plans that repeat no state."""
    search = _simple_paths(world, standing)
    if search is None:
        return NOTHING
    return EveryPlan(search, _decoder(world, located(world, standing)[0]))


def count_plans(
    world: World, standing: Standing, limit: int | None, limits: Limits | None, progress: Progress | None
) -> Count:
    """Count the plans that repeat no state, at most `limit`."""

    def counting(world: World, standing: Standing) -> Any:
        search = _simple_paths(world, standing)
        return NOTHING if search is None else Counting(search, limit)

    start = time.perf_counter()
    source = plans_by(counting, world, standing, limits)
    outcome = source.drive(limits, progress)
    search, seconds = source.search, time.perf_counter() - start
    return count_of(
        0 if search is None else search.count,
        complete=search is not None and search.exhausted,
        stats=SearchStats(nodes=source.nodes, generated=source.generated, seconds=seconds),
        stopped=outcome is not Outcome.FINISHED,
        interrupted=outcome is Outcome.INTERRUPTED,
    )


def _simple_paths(world: World, standing: Standing) -> SimplePaths | None:
    """Return the search for the paths to the solved state; None where it cannot be reached."""
    graph, number = located(world, standing)
    if number < 0 or not len(graph.goals):
        return None
    return SimplePaths(graph.core, number, graph.goals)


def _decoder(world: World, graph: StateGraph) -> Callable[[Sequence[int]], Plan]:
    """Return a function that converts numbers of states to crossings."""
    island, several = len(world.PLACES) > 2, len(world.kind_of) > 1

    @cache
    def crossing(a: int, b: int) -> Crossing:
        first, after = int(graph.indptr[a]), int(graph.indptr[a + 1])
        edge = first + graph.indices[first:after].tolist().index(b)
        row = graph.loads[edge]
        load = world.loads[row].tolist()
        here, there = world.trip(int(graph.states[a]), int(graph.states[b]))
        return Crossing(
            load=tuple([name for name, n in zip(world.names, load, strict=True) for _ in range(n)]),
            forward=here < there,
            time=0.0 if graph.costs is None else float(graph.costs[edge]),
            to=world.PLACES[there] if island else "",
            origin=world.PLACES[here] if island and several else "",
            boat=int(world.boat_of[row]) + 1 if len(world.kinds) > 1 else 0,
        )

    return lambda found: tuple([crossing(a, b) for a, b in itertools.pairwise(found)])


def by_engine(
    world: World, standing: Standing, method: str, limits: Limits | None, progress: Progress | None
) -> tuple[Status, SearchStats, bool, Plan | None]:
    """Search with a method of the state-space engine: status, statistics, whether Ctrl-C came, the plan."""
    start = time.perf_counter()
    building = StateGraphBuilder(world, limits)
    outcome = drive(building.run, limits, nodes=lambda: building.nodes, progress=progress)
    spent = time.perf_counter() - start
    if outcome is not Outcome.FINISHED or building.full:
        stats = SearchStats(nodes=building.nodes, seconds=spent)
        return Status.LIMIT, stats, outcome is Outcome.INTERRUPTED, None
    graph, number = located(world, standing)
    if number < 0:
        return Status.NO_SOLUTION, SearchStats(seconds=spent), False, None
    if limits is not None and limits.seconds is not None:
        limits = replace(limits, seconds=max(0.0, limits.seconds - spent))
    goals = np.zeros(len(graph), dtype=np.uint8)
    ends = graph.goals.tolist()
    if method == "bidirectional":
        # A goal that breaks a rule is never entered, though crossings would lead out of it.
        ends = [end for end in ends if end == number or end in graph.indices]
    if method in ("ida", "bidirectional") and not ends:
        return Status.NO_SOLUTION, SearchStats(seconds=spent), False, None
    goals[ends] = 1
    costs, unit = whole_costs("times", graph.costs, graph.indices, len(graph))
    bounds = estimates(world, graph, unit) if method in ("astar", "ida") else None
    found = search_states(
        engine.Graph(graph.indptr.astype(np.int32), graph.indices, goals, costs, bounds),
        np.array([number], dtype=np.uint64),
        method,
        goals=ends,
        limits=limits,
        progress=progress,
        since=start,
    )
    plan = None
    if found.status is Status.SOLVED:
        plan = _decoder(world, graph)(found.states[:, 0].tolist())
    return found.status, found.stats, found.interrupted, plan


def estimates(world: World, graph: StateGraph, unit: Fraction | int = 1) -> NDArray[np.int32]:
    """Return `RiverPuzzle.heuristic` of all states of a graph at once, times in units."""
    times = [int(exact(p.time) * unit) for p in world.passengers]
    waiting = np.zeros(len(graph), dtype=np.int64)
    slowest, arms = np.zeros(len(graph)), []
    unbounded: Any = False
    room = world.capacity
    for index, near in zip(*world.shores(graph.states.astype(np.int64)), strict=True):
        for p, pace, stride in zip(world.passengers, times, world.strides, strict=True):
            here = index // stride % (p.count + 1)
            waiting += here
            slowest = np.maximum(slowest, np.where(here > 0, pace, 0))
        if room == 1:
            unbounded |= waiting > near
        one_way = -(-waiting // room)
        arm = 2 * -(-(waiting - near) // max(1, room - 1)) - near
        arms.append(np.where(one_way <= near, one_way, arm))
    trips: NDArray[Any] = reduce(np.add if world.between else np.maximum, arms)
    if world.timed:
        trips = np.maximum(slowest, trips * min(times))
    trips[(waiting == 0) | unbounded] = 0
    return trips.astype(np.int32)
