"""River crossings with several boats or an island: states as one number, and the graph built in NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import reduce
from operator import mul

import numpy as np
from numpy.typing import NDArray

from ...base import PuzzleError
from .graph import World
from .rules import Boat, Passenger, Rules, Standing

MAX_CODES = 1 << 26
"""Most numbers of states."""
BATCH = 1 << 16
"""Places of boats times loads that are tried at once."""


class FleetWorld(World):
    """The data that all states of a puzzle with several boats or an island share; see `World`.

    Its graph holds what can be reached from the state in which the puzzle begins.
    """

    def __init__(
        self,
        passengers: Sequence[Passenger],
        boats: Sequence[Boat],
        rules: Rules,
        *,
        island: bool = False,
        between: bool = False,
    ) -> None:
        super().__init__(passengers, boats, rules)
        if island:
            self.PLACES = ("left", "island", "right")
        self.between = between
        self.start: Standing | None = None
        """The state in which the puzzle begins, once that is known."""
        sizes = [n + 1 for n in self.fleet]
        self._boat_strides = [reduce(mul, sizes[:kind], 1) for kind in range(len(sizes))]
        self._contents: int = self.n_banks * reduce(mul, sizes)
        others = len(self.PLACES) - 1
        if self._contents**others > MAX_CODES:
            most = int(MAX_CODES ** (1 / others)) // reduce(mul, sizes)
            boats_too = f" and {len(boats)} boats" if len(boats) > 1 else ""
            with_what = f"an island{boats_too}" if island else f"{len(boats)} boats"
            raise PuzzleError(f"more than {most:,} different banks with {with_what}; use fewer passengers")

    def code_of(self, standing: Standing) -> int:
        """Return the number of a state; see `FleetGraph`."""
        places, boats = standing
        code = 0
        for place in reversed(range(len(self.PLACES) - 1)):
            lying = zip(self.kind_of, boats, strict=True)
            fleet = sum(self._boat_strides[kind] for kind, lies in lying if lies == place)
            code = code * self._contents + self.index(places[place]) + self.n_banks * fleet
        return code

    def standing_of(self, code: int) -> Standing:
        """Return the state of a number."""
        last = len(self.PLACES) - 1
        people, boats = [], [[last] * n for n in self.fleet]
        for place in range(last):
            code, content = divmod(code, self._contents)
            people.append(self.left_of(content % self.n_banks))
            for kind, stride in enumerate(self._boat_strides):
                here = content // self.n_banks // stride % (self.fleet[kind] + 1)
                boats[kind] = [*[place] * here, *boats[kind][: len(boats[kind]) - here]]
        return (*people, self.rest(people)), tuple(lies for kind in boats for lies in sorted(kind))

    def trip(self, before: int, after: int) -> tuple[int, int]:
        """Return the places between which the crossing from a state to another leads."""
        gains = []
        for _ in self.PLACES[1:]:
            gains.append(after % self._contents - before % self._contents)
            before, after = before // self._contents, after // self._contents
        gains.append(-sum(gains))
        return gains.index(min(gains)), gains.index(max(gains))

    def beginning_at(self, standing: Standing) -> FleetWorld:
        """Return the same world with another first state, and no graph yet."""
        other = copy(self)
        other.start, other.graph = standing, None
        return other

    def shores(self, codes: NDArray[np.int64]) -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
        """Return the indices of all places but the last, and how many boats lie there or before."""
        people, boats = [], []
        near = np.zeros(len(codes), dtype=np.int64)
        for k in range(len(self.PLACES) - 1):
            content = codes // self._contents**k % self._contents
            people.append(content % self.n_banks)
            for n, stride in zip(self.fleet, self._boat_strides, strict=True):
                near = near + content // self.n_banks // stride % (n + 1)
            boats.append(near)
        return people, boats

    def bytes_of(self, n_edges: int) -> int:
        """Return the most bytes that building a graph of `n_edges` crossings takes."""
        others = len(self.PLACES) - 1
        ways = ((n + 1) * (n + 2) // 2 if others == 2 else n + 1 for n in (*self.counts, *self.fleet))
        states = min(reduce(mul, ways), MAX_CODES)
        # Of a batch: the loads tried, and places and codes of those that fit.
        tried = len(self.loads) * (len(self.PLACES) if len(self.kind_of) > 1 else 1)
        batch = 320 * max(tried, min(BATCH, states * tried))
        tables: int = 4 * self._contents**others + 16 * self._contents
        return tables + 48 * states + batch + (32 if self.timed else 24) * n_edges

    def builder(self, safe: NDArray[np.uint8], max_edges: int) -> FleetGraph:
        """Return what builds the graph."""
        boats = self.boat_of[:, None] == np.arange(len(self.fleet))
        return FleetGraph(
            (*self.counts, *self.fleet),
            np.concatenate([self.loads, boats], axis=1),
            safe,
            max_edges,
            places=len(self.PLACES),
            between=self.between,
            start=None if self.start is None else self.code_of(self.start),
        )


class FleetGraph:
    """Builds the graph of all reachable states, with two or three places and any boats.

    A boat is one more passenger of each load that it carries. The contents of a place are a number in mixed
    radix as in `unriddle.core.search.river`, people first, then boats; a state is the number with these of
    all places but the last as digits, the first the lowest.

    A batch of states tries all loads by one subtraction of packed counts with a guard bit a kind, as the
    kernel does for one boat and two banks: O(states * places of boats * loads) time, 8 bytes per edge and 4
    per conceivable state. Edges are in the order of loads, then of places.
    """

    def __init__(
        self,
        most: Sequence[int],
        loads: NDArray[np.int64],
        safe: NDArray[np.uint8],
        max_edges: int = 1 << 27,
        *,
        places: int = 2,
        between: bool = False,
        start: int | None = None,
    ) -> None:
        sizes = np.array(most, dtype=np.int64) + 1
        strides = np.concatenate([[1], sizes.cumprod()[:-1]])
        bits = [int(m).bit_length() + 1 for m in most]  # one of them the guard
        shifts = np.concatenate([[0], np.cumsum(bits)[:-1]]).astype(np.uint64)
        self._guards = np.uint64(sum(1 << (int(s) + b - 1) for s, b in zip(shifts, bits, strict=True)))
        self._banks, self._contents = len(safe), int(sizes.prod())
        fleet = [m for m, stride in zip(most, strides, strict=True) if stride >= self._banks]
        digits = np.arange(self._contents)[:, None] // strides % sizes
        self._packed = (digits.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
        self._load_packed = (loads.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
        self._load_index = loads @ strides
        self._safe = safe.astype(bool)
        self._several = sum(fleet) > 1
        reach = 1 if between else 2
        self._opens = np.array([[0 < abs(a - b) <= reach for b in range(places)] for a in range(places)])
        self._weights = self._contents ** np.arange(places - 1)
        self._max_edges = max_edges
        self._numbers = np.zeros(self._contents ** (places - 1), dtype=np.int32)  # of a state, from 1 up
        first = self._contents - 1 if start is None else start
        self._numbers[first] = 1
        self._found = [np.array([first])]  # states by batch, in order of arrival
        self._next, self._within = 0, 0  # the present batch of `_found`, and the states done in it
        self._sizes: list[NDArray[np.int64]] = []
        self._targets: list[NDArray[np.int32]] = []
        self._by_load: list[NDArray[np.int32]] = []
        self.n_states, self.n_edges, self.nodes, self.overflow = 1, 0, 0, False

    def run(self, budget: int) -> bool:
        """Expand at most `budget` states; return whether work remains."""
        tried = max(1, len(self._load_index)) * (len(self._opens) if self._several else 1)
        most = max(1, BATCH // tried)
        while self.nodes < self.n_states and not self.overflow:
            if budget <= 0:
                return True
            batch = self._found[self._next]
            states = batch[self._within : self._within + min(budget, most)]
            self._expand(states)
            budget -= len(states)
            self._within += len(states)
            if self._within == len(batch):
                self._next, self._within = self._next + 1, 0
            self.overflow = self.n_edges > self._max_edges
        return False

    def _expand(self, states: NDArray[np.int64]) -> None:
        others = states[:, None] // self._weights % self._contents
        places = np.concatenate([others, self._contents - 1 - others.sum(axis=1, keepdims=True)], axis=1)
        state, load, boat = self._departures(places)
        moved, row = self._load_index[load], np.arange(len(state))
        allowed = self._opens[boat]
        codes = np.empty(allowed.shape, dtype=np.int64)
        for there in range(allowed.shape[1]):
            after = places[state]
            after[row, boat] -= moved
            after[:, there] += moved
            allowed[:, there] &= self._safe[after % self._banks].all(axis=1)
            codes[:, there] = after[:, :-1] @ self._weights
        reached = codes[allowed]
        first = np.unique(reached[self._numbers[reached] == 0], return_index=True)
        new = first[0][np.argsort(first[1])]
        self._numbers[new] = np.arange(self.n_states + 1, self.n_states + 1 + len(new))
        self.n_states += len(new)
        if len(new):
            self._found.append(new)
        edge = np.nonzero(allowed)[0]
        self._sizes.append(np.bincount(state[edge], minlength=len(states)))
        self._targets.append(self._numbers[reached] - 1)
        self._by_load.append(load[edge].astype(np.int32))
        self.n_edges += len(edge)
        self.nodes += len(states)

    def _departures(
        self, places: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the loads that can leave: the row of a state, the load, and the place."""
        state, boat = np.nonzero(places >= self._banks)
        here = self._packed[places[state, boat]] | self._guards
        # A field that falls below zero takes its guard: too few stand there, or no such boat lies there.
        fits = ((here[:, None] - self._load_packed) & self._guards) == self._guards
        pair, load = np.nonzero(fits)
        if self._several:
            order = np.lexsort((boat[pair], load, state[pair]))
            pair, load = pair[order], load[order]
        return state[pair], load, boat[pair]

    def tables(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Return indptr, indices (in order of arrival), the load of each edge, the code of each state."""
        indptr = np.zeros(self.n_states + 1, dtype=np.int64)
        np.cumsum(np.concatenate(self._sizes), out=indptr[1 : self.nodes + 1])
        indptr[self.nodes + 1 :] = self.n_edges
        states = np.concatenate(self._found).astype(np.int32)
        return indptr, np.concatenate(self._targets), np.concatenate(self._by_load), states
