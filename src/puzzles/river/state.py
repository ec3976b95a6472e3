"""A state of a river crossing: who is where, what it is called, the crossings that lead on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from ...base import Puzzle, PuzzleError
from ...running import finish
from ..common.contract import Contract
from .graph import MAX_EDGES, Building, Rules, StateGraph, World
from .rules import MAX_BANKS, Passenger, Rule, checked_passengers, checked_rules, is_amount

__all__ = ["RiverState"]


class RiverState(Contract, Puzzle):
    """Who stands on which bank, and where the boat lies; the rest of `RiverPuzzle` is answers."""

    def __init__(
        self,
        passengers: Iterable[Passenger],
        capacity: int,
        rules: Iterable[Rule] | Callable[[Mapping[str, int]], bool] = (),
        *,
        left: Sequence[int] | None = None,
        boat_left: bool = True,
        most_weight: float | None = None,
    ) -> None:
        self.passengers = checked_passengers(passengers)
        if isinstance(capacity, bool) or not isinstance(capacity, int) or not 1 <= capacity < MAX_BANKS:
            raise PuzzleError(f"boat for {capacity!r:.40}, expected a capacity from 1 up")
        self.capacity = capacity
        self.names = tuple(p.name for p in self.passengers)
        self.bank_rules: Rules = rules if callable(rules) else checked_rules(rules, self.names)
        """What may not be on a bank."""
        if most_weight is not None and not (is_amount(most_weight) and most_weight > 0):
            raise PuzzleError(f"a boat for weight {most_weight!r:.40}, expected a number above 0")
        self.most_weight = most_weight
        """What the boat bears."""
        self.world = World(self.passengers, capacity, self.bank_rules, most_weight)
        """What all states of the puzzle share, the graph among it."""
        if self.world.timed and not all(p.time for p in self.passengers if p.rows):
            raise PuzzleError("a load that takes no time, expected a time for each who rows")
        strict = not callable(self.bank_rules) and any(rule.aboard for rule in self.bank_rules)
        if (strict or most_weight is not None) and not len(self.world.loads):
            raise PuzzleError("nobody who rows may take the boat, expected one whom weight and rules allow")
        self.left: tuple[int, ...] = self.world.counts
        """How many of each stand on the left bank."""
        self.boat_left = True
        """Whether the boat lies there."""
        if left is not None or boat_left is not True:
            self._stand(self.left if left is None else left, boat_left)
        symbols = tuple(p.symbol for p in self.passengers)
        self._symbols = symbols if len(set(symbols)) == len(symbols) else self.names
        self._gap = "" if all(len(symbol) == 1 for symbol in self._symbols) else " "
        # Where there is a lone rower, the boat is where he is; elsewhere a star shows it.
        self._show_boat = sum(p.count for p in self.passengers if p.rows) > 1

    def _stand(self, left: Sequence[int], boat_left: bool) -> None:
        """Take another state than everyone on the left."""
        try:
            counts = tuple(left)
        except TypeError:
            counts = ()
        fits = len(counts) == len(self.names) and all(
            isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= p.count
            for n, p in zip(counts, self.passengers, strict=True)
        )
        if not fits or not isinstance(boat_left, bool):
            raise PuzzleError(
                f"left={left!r:.60}, boat_left={boat_left!r:.20}, expected for each of {len(self.names)} "
                "passengers how many stand on the left, and True or False"
            )
        self.left, self.boat_left = counts, boat_left
        if not any(counts if boat_left else self._missing(counts)):
            raise PuzzleError("nobody stands where the boat lies, expected somebody")
        first = counts == self.world.counts and boat_left
        if not first and not all(map(self.world.is_safe, (counts, self._missing(counts)))):
            raise PuzzleError(f"the rules forbid the state left={counts!r:.60}, expected one that they allow")

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        del state["world"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.world = World(self.passengers, self.capacity, self.bank_rules, self.most_weight)

    # As text

    def state_text(self, left: Sequence[int] | None = None, boat_left: bool | None = None) -> str:
        """Return a state as ``left|right``, by default this one; ``*`` is the boat if several can row.

        Parameters
        ----------
        left : sequence of int, optional
            How many of each stand on the left bank.
        boat_left : bool, optional
            Whether the boat lies there.

        Examples
        --------
        >>> from unriddle import RiverPuzzle
        >>> RiverPuzzle.missionaries(2).state_text((1, 2), False)
        'MCC|M*'
        """
        here = self.left if left is None else left
        boat = self.boat_left if boat_left is None else boat_left
        return "|".join(self._banks_text(here, boat))

    def _banks_text(self, left: Sequence[int], boat_left: bool) -> tuple[str, str]:
        """Return the banks of a state as text."""
        there = [p.count - n for p, n in zip(self.passengers, left, strict=True)]
        banks = []
        for counts, has_boat in ((left, boat_left), (there, not boat_left)):
            shown = [symbol for symbol, n in zip(self._symbols, counts, strict=True) for _ in range(n)]
            banks.append(self._gap.join([*shown, "*"] if has_boat and self._show_boat else shown))
        return banks[0], banks[1]

    def state_name(self, number: int) -> str:
        """Return the text of state `number` of `graph`.

        Examples
        --------
        >>> from unriddle import RiverPuzzle
        >>> RiverPuzzle.farmer().state_name(0)
        'FGCW|'
        """
        code = int(self.graph.states[number])
        return self.state_text(self.world.left_of(code >> 1), not code & 1)

    def load_text(self, number: int) -> str:
        """Return the symbols of a load of the boat, a row of ``world.loads``."""
        load = self.world.loads[number].tolist()
        return self._gap.join(symbol for symbol, n in zip(self._symbols, load, strict=True) for _ in range(n))

    # The puzzle, a step at a time

    def configuration(self) -> tuple[object, ...]:
        """Return who is on the left, the side of the boat, and the puzzle itself."""
        return (
            self.left,
            self.boat_left,
            self.capacity,
            self.most_weight,
            self.passengers,
            self.bank_rules,
        )

    def is_solved(self) -> bool:
        """Say whether all are across."""
        return not any(self.left)

    def extensions(self) -> list[Self]:
        """Return the states one crossing away, safe on both banks."""
        found = []
        here = self.left if self.boat_left else self._missing(self.left)
        sign = -1 if self.boat_left else 1
        safe = self.world.is_safe
        for load in self.world.loads.tolist():
            if all(n <= h for n, h in zip(load, here, strict=True)):
                after = tuple(n + sign * moved for n, moved in zip(self.left, load, strict=True))
                if safe(after) and safe(self._missing(after)):
                    found.append(self._at(after, not self.boat_left))
        return found

    predecessors = extensions

    def goals(self) -> list[Self]:
        """Return the solved state."""
        return [self._at((0,) * len(self.left), False)]

    def heuristic(self) -> float:
        """Return a lower bound: each trip there and back brings at most capacity - 1 across."""
        waiting = sum(self.left)
        if not waiting:
            return 0
        back = 0 if self.boat_left else 1
        waiting += back  # somebody brings the boat back first
        trips = back + 1
        if waiting > self.capacity:
            if self.capacity == 1:
                return 0  # no bound: nobody can be brought across any more, or a load of one rower goes on
            trips += 2 * -(-(waiting - self.capacity) // (self.capacity - 1))
        if not self.world.timed:
            return trips
        times = [p.time for p in self.passengers]
        slowest = max(p.time for p, n in zip(self.passengers, self.left, strict=True) if n)
        return max(slowest, trips * min(times))

    def step_cost(self, other: Puzzle) -> float:
        """Return the time of the crossing to `other`, 1 where nobody has a time."""
        assert isinstance(other, RiverState)
        if not self.world.timed:
            return 1
        pairs = zip(self.passengers, self.left, other.left, strict=True)
        return max(p.time for p, before, after in pairs if before != after)

    def _at(self, left: tuple[int, ...], boat_left: bool) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.left, other.boat_left = left, boat_left
        return other

    def _missing(self, left: Sequence[int]) -> tuple[int, ...]:
        return tuple(p.count - n for p, n in zip(self.passengers, left, strict=True))

    # The graph of the states

    @property
    def graph(self) -> StateGraph:
        """The graph of the states that can be reached from everyone on the left; built at the first use.

        Raises
        ------
        PuzzleError
            It takes more than 2 GB; `solve` and its like take limits.
        """
        return self._graph(MAX_EDGES)

    def _graph(self, max_edges: int) -> StateGraph:
        building = Building(self.world, max_edges=max_edges)
        finish(building.run, nodes=lambda: building.nodes)
        if building.full or self.world.graph is None:
            to_draw = f"{max_edges // 2:,} crossings to draw"
            what = to_draw if max_edges < MAX_EDGES else "2 GB of crossings"
            raise PuzzleError(f"more than {what}, expected fewer")
        return self.world.graph
