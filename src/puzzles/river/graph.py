"""The states of a river crossing as a graph: loads of the boat, safe banks, reachable states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product
from operator import mul, sub
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base import Limits, PuzzleError
from ...core.search import graph as core
from ...core.search.river import RiverGraph
from ...repr_html import Shown
from ...search.engine import memory_of
from .rules import MAX_BANKS, Bank, Boat, Passenger, Rule, Rules, Standing, number_of

__all__ = ["StateGraph", "World"]

MAX_LOADS = 1 << 16
"""Most contents of the boats."""
MAX_EDGES = 1 << 27
LEAST_BANKS = 1 << 12
"""Fewest banks judged at once, however small the budget is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateGraph(Shown, show=("n_edges", "goals")):
    """The reachable states, and the crossings between them; `RiverPuzzle.graph`."""

    indptr: NDArray[np.int64]
    """The crossings from state v are numbers ``indptr[v]`` to ``indptr[v + 1] - 1``."""
    indices: NDArray[np.int32]
    """The state after each crossing."""
    loads: NDArray[np.int32]
    """The load of each crossing, a row of `World.loads`."""
    states: NDArray[np.int32]
    """The code of each state; see `World.code_of`."""
    goals: NDArray[np.int32]
    """Numbers of the solved states; none where they cannot be reached."""
    core: core.Graph
    costs: NDArray[np.float64] | None

    def __len__(self) -> int:
        return len(self.states)

    @property
    def n_edges(self) -> int:
        """Number of crossings, there and back counted once."""
        return len(self.indices) // 2

    def number(self, code: int) -> int:
        """Return the number of a state, -1 where it is not in the graph."""
        found = np.flatnonzero(self.states == code)
        return int(found[0]) if len(found) else -1


def _allowed(rules: Iterable[Rule], counts: Mapping[str, NDArray[np.int64]], n: int) -> NDArray[np.bool_]:
    """Return whether all rules allow each of n groups, given the counts of each passenger in them."""
    safe = np.ones(n, dtype=bool)
    for rule in rules:
        one, two = number_of(counts, rule.first), number_of(counts, rule.second)
        if rule.kind == "outnumber":
            safe &= (two == 0) | (one <= two)
        else:
            bad = np.logical_and(one, two)
            for name in rule.guards:
                bad &= counts[name] == 0
            np.greater(safe, bad, out=safe)  # safe, and not bad
    return safe


class World:
    """The data that all states of a puzzle share: passengers, loads of the boats, safe banks, graph.

    A bank is represented by its mixed-radix index, see `unriddle.core.search.river`.

    Raises
    ------
    PuzzleError
        More than `MAX_BANKS` banks or `MAX_LOADS` loads.
    """

    def __init__(self, passengers: Sequence[Passenger], boats: Sequence[Boat], rules: Rules) -> None:
        self.PLACES: tuple[str, ...] = ("left", "right")
        self.between = False
        """Whether an island lies in the way: no crossing leads from bank to bank."""
        self.passengers, self.rules = tuple(passengers), rules
        self.capacity = max(boat.capacity for boat in boats)
        """Most in the largest boat."""
        ashore = tuple(boat.ashore() for boat in boats)
        self.kinds = tuple(dict.fromkeys(ashore)) if len(ashore) > 1 else ashore
        """The different boats."""
        self.kind_of = tuple(map(self.kinds.index, ashore))
        """The index of each boat in `kinds`."""
        self.fleet = tuple(map(self.kind_of.count, range(len(self.kinds))))
        """The number of boats of each of `kinds`."""
        self.names = tuple(p.name for p in self.passengers)
        self.counts = tuple(p.count for p in self.passengers)
        self.timed = any(p.time for p in self.passengers)
        self.n_banks = 1
        self.strides: list[int] = []
        for count in self.counts:
            self.strides.append(self.n_banks)
            self.n_banks *= count + 1
            if self.n_banks > MAX_BANKS:
                raise PuzzleError(f"more than {MAX_BANKS:,} different banks; use fewer passengers")
        if self.n_banks * len(self.kinds) > MAX_LOADS and sum(map(self._n_loads, self.kinds)) > MAX_LOADS:
            raise PuzzleError(f"more than {MAX_LOADS:,} loads of the boat; use fewer passengers")
        self.graph: StateGraph | None = None
        """The graph, once it is built."""

    def _at_the_oars(self, boat: Boat) -> list[bool]:
        """Return whether each passenger can row a boat."""
        return [p.rows and (not boat.rowers or p.name in boat.rowers) for p in self.passengers]

    def _n_loads(self, boat: Boat) -> int:
        """Return the number of loads of a boat, or a number above `MAX_LOADS`."""
        room = min(boat.capacity, sum(self.counts))
        if min(room - 1, max(self.counts)) > MAX_LOADS:
            return MAX_LOADS + 1
        totals = []
        rowers = self._at_the_oars(boat)
        for without in (False, True):
            ways = np.zeros(room + 1)  # of filling 0, 1, … places; exact below 2**53
            ways[0] = 1
            for p, rows in zip(self.passengers, rowers, strict=True):
                if without and rows:
                    continue
                ways = np.cumsum(ways)
                ways[p.count + 1 :] -= ways[: -p.count - 1].copy()
            totals.append(ways.sum())
        return int(min(totals[0] - totals[1], 1 << 40))

    @cached_property
    def loads(self) -> NDArray[np.int64]:
        """The loads of the boats, fewest people first, int64 of shape (loads, kinds); see `boat_of`."""
        return self._all_loads[0]

    @property
    def boat_of(self) -> NDArray[np.int64]:
        """The index in `kinds` of the boat of each load."""
        return self._all_loads[1]

    @cached_property
    def _all_loads(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        found = list(map(self._loads_of, self.kinds))
        rows = found[0] if len(found) == 1 else np.concatenate(found)
        order = rows.sum(axis=1).argsort(kind="stable")
        boats = np.zeros(len(rows), dtype=np.int64)
        if len(found) > 1:
            boats = np.repeat(np.arange(len(found)), list(map(len, found)))[order]
        return np.ascontiguousarray(rows[order]), boats

    def _loads_of(self, boat: Boat) -> NDArray[np.int64]:
        """Return the loads of a boat, one per row."""
        room = min(boat.capacity, sum(self.counts))
        rowers = self._at_the_oars(boat)
        small = self.n_banks <= LEAST_BANKS
        rows = self._small_fillings(room, rowers) if small else self._fillings(room, rowers)
        if boat.weight is not None:
            rows = rows[rows @ np.array([p.weight for p in self.passengers], dtype=float) <= boat.weight]
        aboard = [] if callable(self.rules) else [rule for rule in self.rules if rule.aboard]
        if aboard:
            rows = rows[_allowed(aboard, dict(zip(self.names, rows.T, strict=True)), len(rows))]
        return rows

    @cached_property
    def _few(self) -> NDArray[np.int64]:
        """All banks where there are few, one per row, most of the first kind first."""
        sizes = np.array(self.counts) + 1
        weights = self.n_banks // sizes.cumprod()
        found: NDArray[np.int64] = np.arange(self.n_banks - 1, -1, -1)[:, None] // weights % sizes
        return found

    def _small_fillings(self, places: int, rowers: Sequence[bool]) -> NDArray[np.int64]:
        """Return all fillings of a boat with a rower, most of the first kind first, from `_few`."""
        rows = self._few
        all_of, at_oars = (rows @ np.array([(1, can_row) for can_row in rowers])).T
        found: NDArray[np.int64] = rows[(all_of <= places) & (at_oars > 0)]
        return found

    def _fillings(self, places: int, rowers: Sequence[bool]) -> NDArray[np.int64]:
        """Return the same, built kind by kind."""
        rows = np.zeros((1, 0), dtype=np.int64)
        room, rowed = np.array([places]), np.zeros(1, dtype=bool)
        last = max(k for k, can_row in enumerate(rowers) if can_row)
        for k, p in enumerate(self.passengers):
            options = np.arange(p.count, -1, -1)
            row, option = np.nonzero(options <= room[:, None])
            n = options[option]
            rows, room, rowed = np.concatenate([rows[row], n[:, None]], axis=1), room[row] - n, rowed[row]
            if rowers[k]:
                rowed |= n > 0
            kept = rowed | (room > 0) if k < last else rowed
            rows, room, rowed = rows[kept], room[kept], rowed[kept]
        return rows

    # Banks

    def index(self, left: Sequence[int]) -> int:
        """Return the mixed-radix index of a bank."""
        return sum(map(mul, left, self.strides))

    def left_of(self, index: int) -> tuple[int, ...]:
        """Return the numbers of each passenger on the bank of an index."""
        return tuple(
            index // stride % (count + 1) for stride, count in zip(self.strides, self.counts, strict=True)
        )

    def is_safe(self, counts: Sequence[int]) -> bool:
        """Return whether the rules allow a bank; `judge` does it for many at once."""
        bank = dict(zip(self.names, counts, strict=True))
        if callable(self.rules):
            return bool(self.rules(bank))
        return all(rule.allows(bank) for rule in self.rules)

    def judge(self, first: int, after: int) -> NDArray[np.uint8]:
        """Return whether the rules allow each bank from `first` to `after` - 1."""
        if not callable(self.rules) and after - first == self.n_banks <= LEAST_BANKS:
            safe = _allowed(self.rules, dict(zip(self.names, self._few.T, strict=True)), self.n_banks)
            # From the order of `_few` to that of indices, in which the first kind counts fastest.
            return safe[::-1].reshape([count + 1 for count in self.counts]).ravel("F").view(np.uint8)
        sizes = np.array(self.counts)[:, None] + 1
        rows = np.arange(first, after) // np.array(self.strides)[:, None] % sizes
        counts = dict(zip(self.names, rows, strict=True))
        if callable(self.rules):
            return np.array([self.is_safe(bank) for bank in rows.T.tolist()], dtype=np.uint8)
        return _allowed(self.rules, counts, after - first).view(np.uint8)

    # States

    def rest(self, places: Sequence[Bank]) -> Bank:
        """Return the passengers on the right, given those at all other places."""
        rest = self.counts
        for bank in places:
            rest = tuple(map(sub, rest, bank))
        return rest

    def opens(self, place: int) -> tuple[int, ...]:
        """Return the places that a boat can reach from a place."""
        reach = 1 if self.between else 2
        return tuple(there for there in range(len(self.PLACES)) if 0 < abs(there - place) <= reach)

    def departures(self, standing: Standing) -> Iterator[tuple[int, Standing, bool]]:
        """Yield each load that can leave a state, the state after it, and whether the rules allow that."""
        places, boats = standing
        for number, load in enumerate(self.loads.tolist()):
            kind = int(self.boat_of[number])
            lying = sorted({place for k, place in zip(self.kind_of, boats, strict=True) if k == kind})
            for here in lying:
                if any(n > h for n, h in zip(load, places[here], strict=True)):
                    continue
                for there in self.opens(here):
                    after = list(places)
                    after[here] = tuple(n - m for n, m in zip(places[here], load, strict=True))
                    after[there] = tuple(n + m for n, m in zip(places[there], load, strict=True))
                    moved = self.moved(boats, kind, here, there)
                    yield number, (tuple(after), moved), all(map(self.is_safe, after))

    def moved(self, boats: tuple[int, ...], kind: int, here: int, there: int) -> tuple[int, ...]:
        """Return the places of the boats after one of a kind has crossed."""
        if len(boats) == 1:
            return (there,)
        after = list(zip(self.kind_of, boats, strict=True))
        after.remove((kind, here))
        return tuple(place for _, place in sorted([*after, (kind, there)]))

    def code_of(self, standing: Standing) -> int:
        """Return the number of a state: 2 * index of the left bank + side of the boat, 0 left."""
        places, boats = standing
        return 2 * self.index(places[0]) + boats[0]

    def standing_of(self, code: int) -> Standing:
        """Return the state of a number."""
        left = self.left_of(code >> 1)
        return (left, self.rest((left,))), (code & 1,)

    def trip(self, before: int, after: int) -> tuple[int, int]:
        """Return the places that the crossing between two states leads from and to."""
        return before & 1, after & 1

    def solved(self, codes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which states have everyone on the right."""
        return np.asarray(~np.any([index > 0 for index in self.shores(codes)[0]], axis=0))

    def solved_standings(self) -> Iterator[Standing]:
        """Yield the states with everyone on the right, and a boat with them."""
        nobody, last = (0,) * len(self.counts), len(self.PLACES) - 1
        for found in product(*(combinations_with_replacement(range(last + 1), n) for n in self.fleet)):
            boats = tuple(place for kind in found for place in kind)
            if last in boats:
                yield ((*(nobody,) * last, self.counts), boats)

    def mirrored(self, graph: StateGraph) -> StateGraph:
        """Return the graph with the banks exchanged, which holds the states around the solved one."""
        codes = graph.states.astype(np.int64)
        states = 2 * (self.n_banks - 1 - (codes >> 1)) + 1 - (codes & 1)
        return replace(graph, states=states.astype(np.int32), goals=np.zeros(1, dtype=np.int32))

    def shores(self, codes: NDArray[np.int64]) -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
        """Return the indices of all places but the last, and the number of boats there or before."""
        return [codes >> 1], [1 - (codes & 1)]

    # The graph

    def builder(self, safe: NDArray[np.uint8], max_edges: int) -> Any:
        """Return the builder of the graph: `RiverGraph`, or for a fleet `FleetGraph`."""
        return RiverGraph(np.array(self.counts), self.loads, safe, max_edges)

    def bytes_of(self, n_edges: int) -> int:
        """Return the most bytes that building a graph of `n_edges` crossings takes."""
        return 49 * self.n_banks + (32 if self.timed else 24) * n_edges

    def keep(self, builder: Any) -> None:
        """Keep the graph that has been built."""
        indptr, indices, loads, states = builder.tables()
        costs = None
        if self.timed:
            times = np.array([p.time for p in self.passengers], dtype=np.float64)
            costs = np.where(self.loads > 0, times, 0).max(axis=1)[loads]
        self.graph = StateGraph(
            indptr=indptr,
            indices=indices,
            loads=loads,
            states=states,
            goals=self.solved(states.astype(np.int64)).nonzero()[0].astype(np.int32),
            core=core.Graph(indptr, indices),
            costs=costs,
        )


class StateGraphBuilder:
    """Builds the graph of a world in slices; if it is built already, only counts its states.

    Of the limits the memory is kept here; a limit of nodes or memory gives the same answer in both cases.
    """

    def __init__(self, world: World, limits: Limits | None = None, max_edges: int = MAX_EDGES) -> None:
        self.nodes = 0
        """States whose crossings are known."""
        self.full = False
        """Whether memory does not suffice for the graph."""
        self._world, self._room = world, memory_of(limits)
        self._counted = limits is not None and limits.nodes is not None
        per_edge = world.bytes_of(1) - world.bytes_of(0)
        self._max_edges = min(max_edges, (self._room - world.bytes_of(0)) // per_edge)
        self._safe: list[NDArray[np.uint8]] = []
        self._judged = 0
        self._builder: Any = None

    def run(self, budget: int) -> bool:
        """Visit at most `budget` states, or judge some banks; return whether work remains."""
        world = self._world
        if self._max_edges < 0:
            self.full = True
            return False
        if self._builder is None and world.graph is not None:
            self.full = len(world.graph.indices) > self._max_edges
            self.nodes += min(budget, len(world.graph) - self.nodes)
            return not self.full and self.nodes < len(world.graph)
        if self._judged < world.n_banks:
            after = min(world.n_banks, self._judged + max(budget, LEAST_BANKS))
            self._safe.append(world.judge(self._judged, after))
            self._judged = after
            if after < world.n_banks:
                return True
        if self._builder is None:
            safe = self._safe[0] if len(self._safe) == 1 else np.concatenate(self._safe)
            self._safe = []
            self._builder = world.builder(safe, self._max_edges)
        # A state tries every load, which takes as long as to judge that many banks; where there are few banks
        # it takes no time.
        if world.n_banks > LEAST_BANKS:
            states = max(1, budget // max(1, len(world.loads)))
        else:
            states = budget if self._counted else max(budget, LEAST_BANKS)
        try:
            remains: bool = self._builder.run(states)
        except MemoryError:
            self.full = True
            return False
        self.nodes, self.full = self._builder.nodes, self._builder.overflow
        if remains or self.full:
            return remains and not self.full
        world.keep(self._builder)
        return False
