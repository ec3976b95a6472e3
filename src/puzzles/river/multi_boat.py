"""The states of a river crossing with several boats or an island: what is where, as one number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import reduce
from itertools import combinations_with_replacement, product
from operator import mul

import numpy as np
from numpy.typing import NDArray

from ...base import PuzzleError
from .graph import Rules, Standing, World
from .multi_boat_graph import BATCH, FleetGraph
from .rules import Boat, Passenger

__all__ = ["MAX_CODES", "FleetWorld"]

MAX_CODES = 1 << 26
"""Most numbers of states."""


class FleetWorld(World):
    """What all states of a puzzle with several boats or an island share; see `World`.

    Its graph holds what can be reached from the state in which the puzzle begins; crossings lead there and
    back.

    Raises
    ------
    PuzzleError
        More banks than `MAX_CODES` allows with so many boats and places.
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
        """Where the puzzle begins, once that is known."""
        self.fleet = tuple(self.kind_of.count(kind) for kind in range(len(self.kinds)))
        sizes = [n + 1 for n in self.fleet]
        self._boat_strides = [reduce(mul, sizes[:kind], 1) for kind in range(len(sizes))]
        self._contents: int = self.n_banks * reduce(mul, sizes)
        others = len(self.PLACES) - 1
        if self._contents**others > MAX_CODES:
            most = int(MAX_CODES ** (1 / others)) // reduce(mul, sizes)
            boats_too = f" and {len(boats)} boats" if len(boats) > 1 else ""
            with_what = f"an island{boats_too}" if island else f"{len(boats)} boats"
            raise PuzzleError(
                f"more than {most:,} different banks with {with_what}, expected fewer passengers"
            )

    def opens(self, place: int) -> tuple[int, ...]:
        """Return where a boat can go from a place."""
        reach = 1 if self.between else 2
        return tuple(there for there in range(len(self.PLACES)) if 0 < abs(there - place) <= reach)

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
        """Return the bytes that building a graph of so many crossings takes at most."""
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
