"""The states of a river crossing with several boats or an island as a graph, in arrays of NumPy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["BATCH", "FleetGraph"]

BATCH = 1 << 16
"""Places of boats times loads that are tried at once."""


class FleetGraph:
    """Builds the graph of all states that can be reached, with two or three places and any boats.

    A boat is one more passenger, of each load that it carries. What is at a place has a number in mixed radix
    as in `unriddle.core.search.river`, people first, then boats; a state is the number with these of all
    places but the last as digits, the first the lowest.

    Parameters
    ----------
    most : sequence of int
        How many there are of each kind of people, then of each kind of boat.
    loads : int64 array of shape (loads, kinds)
        Who is in the boat, and one of the boats.
    safe : uint8 array
        Non-zero where a place with the people of that number is safe.
    max_edges : int
        Most edges; `run` stops with `overflow` set soon after there are more.
    places : int
        2, or with an island in the middle 3.
    between : bool
        Whether no crossing leads from the first place to the third.
    start : int, optional
        The first state; by default everyone and all boats are at the first place.

    Notes
    -----
    A batch of states tries all loads by one subtraction of packed counts with a guard bit a kind, as the
    kernel does for one boat and two banks: O(states * places of boats * loads) time, 8 bytes an edge and 4
    for each state that can be thought of. Edges are in the order of loads, then of places.

    Examples
    --------
    One person, a boat for one, and an island in the way:

    >>> graph = FleetGraph([1, 1], np.array([[1, 1]]), np.ones(2, dtype=np.uint8), places=3, between=True)
    >>> graph.run(10), graph.n_states, [table.tolist() for table in graph.tables()]
    (False, 3, [[0, 1, 3, 4], [1, 0, 2, 1], [0, 0, 0, 0], [3, 12, 0]])
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
        self._next, self._within = 0, 0  # the batch of `_found` whose turn it is, and how far it is done
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
        """Return which loads can leave: the row of a state, the load, and from which place."""
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
