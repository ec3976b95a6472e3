"""The states of a river crossing with an island: three places, and a graph of all that can be reached."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import mul
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ...base import PuzzleError
from .graph import Rules, Standing, World
from .rules import Passenger

__all__ = ["MAX_ISLAND_BANKS", "IslandGraph", "IslandWorld"]

MAX_ISLAND_BANKS = 1 << 12
"""Most contents of a bank where there is an island: left bank times island times boat are the states."""
BATCH = 1 << 16
"""States times loads that are tried at once."""


class IslandGraph:
    """Builds the graph of all states with an island that can be reached from "everyone on the left".

    Takes and gives what `unriddle.core.search.river.RiverGraph` does, in arrays of NumPy. A state is
    ``3 * (left + banks * island) + boat``: indices of the left bank and the island, boat 0 left, 1 island,
    2 right. Edges are in the order of loads, then of places.

    Parameters
    ----------
    most : sequence of int
        How many there are of each kind; the product of all most + 1 at most 2**12.
    loads : int64 array of shape (loads, kinds)
    safe : uint8 array
        Non-zero where a place with the people of that index is safe.
    max_edges : int
        Most edges; `run` stops with `overflow` set soon after there are more.
    between : bool
        Whether no crossing leads from bank to bank.

    Notes
    -----
    A batch of states tries all loads by one subtraction of packed counts with a guard bit a kind, as the
    kernel does for two banks: O(states * loads) time, 12 bytes for each pair of banks, 8 an edge.

    Examples
    --------
    One person and a boat for one:

    >>> graph = IslandGraph([1], np.array([[1]]), np.ones(2, dtype=np.uint8), between=True)
    >>> graph.run(10), graph.n_states, [table.tolist() for table in graph.tables()]
    (False, 3, [[0, 1, 3, 4], [1, 0, 2, 1], [0, 0, 0, 0], [3, 7, 2]])
    """

    def __init__(
        self,
        most: Sequence[int],
        loads: NDArray[np.int64],
        safe: NDArray[np.uint8],
        max_edges: int = 1 << 27,
        *,
        between: bool = False,
    ) -> None:
        sizes = np.array(most, dtype=np.int64) + 1
        strides = np.concatenate([[1], sizes.cumprod()[:-1]])
        bits = [int(m).bit_length() + 1 for m in most]  # one of them the guard
        shifts = np.concatenate([[0], np.cumsum(bits)[:-1]]).astype(np.uint64)
        self._banks = int(sizes.prod())
        self._guards = np.uint64(sum(1 << (int(s) + b - 1) for s, b in zip(shifts, bits, strict=True)))
        digits = np.arange(self._banks)[:, None] // strides % sizes
        self._packed = (digits.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
        self._load_packed = (loads.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
        self._load_index = loads @ strides
        self._safe = safe.astype(bool)
        reach = 1 if between else 2
        self._opens = np.array([[0 < abs(a - b) <= reach for b in range(3)] for a in range(3)])
        self._max_edges = max_edges
        self._numbers = np.zeros(3 * self._banks**2, dtype=np.int32)  # of a state, from 1 up; pages on demand
        start = 3 * (self._banks - 1)
        self._numbers[start] = 1
        self._found = [np.array([start])]  # states by batch, in order of arrival
        self._next, self._within = 0, 0  # the batch of `_found` whose turn it is, and how far it is done
        self._sizes: list[NDArray[np.int64]] = []
        self._targets: list[NDArray[np.int32]] = []
        self._by_load: list[NDArray[np.int32]] = []
        self.n_states, self.n_edges, self.nodes, self.overflow = 1, 0, 0, False

    def run(self, budget: int) -> bool:
        """Expand at most `budget` states; return whether work remains."""
        most = max(1, BATCH // max(1, len(self._load_index)))
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
        pairs, boat = states // 3, states % 3
        left, island = pairs % self._banks, pairs // self._banks
        places = np.stack([left, island, self._banks - 1 - left - island], axis=1)
        here = self._packed[places[np.arange(len(states)), boat]] | self._guards
        # A field that falls below zero takes its guard: too few stand there.
        fits = ((here[:, None] - self._load_packed) & self._guards) == self._guards
        state, load = np.nonzero(fits)
        moved, row = self._load_index[load], np.arange(len(state))
        allowed = self._opens[boat[state]]
        codes = np.empty((len(state), 3), dtype=np.int64)
        for there in range(3):
            after = places[state]
            after[row, boat[state]] -= moved
            after[:, there] += moved
            allowed[:, there] &= self._safe[after].all(axis=1)
            codes[:, there] = 3 * (after[:, 0] + self._banks * after[:, 1]) + there
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

    def tables(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Return indptr, indices (in order of arrival), the load of each edge, the code of each state."""
        indptr = np.zeros(self.n_states + 1, dtype=np.int64)
        np.cumsum(np.concatenate(self._sizes), out=indptr[1 : self.nodes + 1])
        indptr[self.nodes + 1 :] = self.n_edges
        states = np.concatenate(self._found).astype(np.int32)
        return indptr, np.concatenate(self._targets), np.concatenate(self._by_load), states


class IslandWorld(World):
    """What all states of a puzzle with an island share; see `World`.

    Raises
    ------
    PuzzleError
        More than `MAX_ISLAND_BANKS` banks.
    """

    PLACES: ClassVar[tuple[str, ...]] = ("left", "island", "right")

    def __init__(
        self,
        passengers: Sequence[Passenger],
        capacity: int,
        rules: Rules,
        most_weight: float | None = None,
        *,
        between: bool = False,
    ) -> None:
        super().__init__(passengers, capacity, rules, most_weight)
        self.between = between
        if self.n_banks > MAX_ISLAND_BANKS:
            raise PuzzleError(
                f"more than {MAX_ISLAND_BANKS:,} different banks with an island, expected fewer passengers"
            )

    def opens(self, place: int) -> tuple[int, ...]:
        """Return where the boat can go from a place."""
        return tuple(there for there in range(3) if 0 < abs(there - place) <= (1 if self.between else 2))

    def code_of(self, standing: Standing) -> int:
        """Return the number of a state: 3 * (left + banks * island) + boat."""
        (left, island, _), boat = standing
        return 3 * (self.index(left) + self.n_banks * self.index(island)) + boat

    def standing_of(self, code: int) -> Standing:
        """Return the state of a number."""
        pair, boat = divmod(code, 3)
        left, island = self.left_of(pair % self.n_banks), self.left_of(pair // self.n_banks)
        return (left, island, self.rest((left, island))), boat

    def mirror(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the states with the banks exchanged."""
        pairs, boat = codes // 3, codes % 3
        left, island = pairs % self.n_banks, pairs // self.n_banks
        return 3 * (self.n_banks - 1 - left - island + self.n_banks * island) + 2 - boat

    def shores(self, codes: NDArray[np.int64]) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
        """Return the indices of all places but the last, and where the boat is."""
        pairs = codes // 3
        return [pairs % self.n_banks, pairs // self.n_banks], codes % 3

    def bytes_of(self, n_edges: int) -> int:
        """Return the bytes that building a graph of so many crossings takes at most."""
        states = 3 * reduce(mul, ((n + 1) * (n + 2) // 2 for n in self.counts))
        # Of a batch: the loads tried, and places and codes of those that fit.
        batch = 320 * max(len(self.loads), min(BATCH, states * len(self.loads)))
        return 12 * self.n_banks**2 + 48 * states + batch + (32 if self.timed else 24) * n_edges

    def builder(self, safe: NDArray[np.uint8], max_edges: int) -> IslandGraph:
        """Return what builds the graph."""
        return IslandGraph(self.counts, self.loads, safe, max_edges, between=self.between)
