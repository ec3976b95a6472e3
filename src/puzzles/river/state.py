"""A state of a river crossing: who is where, what it is called, the crossings that lead on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from ...base import Puzzle, PuzzleError
from ...running import finish
from ..common.contract import Contract
from .graph import MAX_EDGES, Bank, Building, Rules, Standing, StateGraph, World
from .island import IslandWorld
from .rules import MAX_BANKS, Island, Passenger, Rule, checked_passengers, checked_rules, is_amount

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
        island: Island | None = None,
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
        if island is not None and not isinstance(island, Island):
            raise PuzzleError(f"island={island!r:.40}, expected an Island")
        self.island = island
        """The island and who stands there; None where there is none."""
        self.world = self._world()
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
        if island is not None:
            self._land(island)
            boat_left = False if island.boat and boat_left is True else boat_left
        if left is not None or boat_left is not True or (island is not None and any(island.counts)):
            self._stand(self.left if left is None else left, boat_left)
        symbols = tuple(p.symbol for p in self.passengers)
        self._symbols = symbols if len(set(symbols)) == len(symbols) else self.names
        self._gap = "" if all(len(symbol) == 1 for symbol in self._symbols) else " "
        # Where there is a lone rower, the boat is where he is; elsewhere a star shows it.
        self._show_boat = sum(p.count for p in self.passengers if p.rows) > 1

    def _world(self) -> World:
        """Return what all states share."""
        given = self.passengers, self.capacity, self.bank_rules, self.most_weight
        return World(*given) if self.island is None else IslandWorld(*given, between=self.island.between)

    def _land(self, island: Island) -> None:
        """Take who stands on the island; where no more is said, the others are on the left."""
        counts = island.counts or (0,) * len(self.names)
        if not self._fits(counts):
            raise PuzzleError(
                f"counts={counts!r:.60} of an island, expected for each of {len(self.names)} passengers how "
                "many stand there"
            )
        self.island = replace(island, counts=counts)
        self.left = self.world.rest((counts,))

    def _fits(self, counts: Sequence[object]) -> bool:
        """Say whether there are so many of each."""
        return len(counts) == len(self.names) and all(
            isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= p.count
            for n, p in zip(counts, self.passengers, strict=True)
        )

    def _stand(self, left: Sequence[int], boat_left: bool) -> None:
        """Take another state than everyone on the left."""
        try:
            counts = tuple(left)
        except TypeError:
            counts = ()
        if not self._fits(counts) or not isinstance(boat_left, bool):
            raise PuzzleError(
                f"left={left!r:.60}, boat_left={boat_left!r:.20}, expected for each of {len(self.names)} "
                "passengers how many stand on the left, and True or False"
            )
        self.left, self.boat_left = counts, boat_left
        places, boat = self.standing
        if min(places[-1]) < 0:
            raise PuzzleError(f"left={left!r:.60} and an island with more, expected no more than there are")
        if not any(places[boat]):
            raise PuzzleError("nobody stands where the boat lies, expected somebody")
        first = counts == self.world.counts and boat_left
        if not first and not all(map(self.world.is_safe, places)):
            raise PuzzleError(f"the rules forbid the state left={counts!r:.60}, expected one that they allow")

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        del state["world"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.world = self._world()

    @property
    def standing(self) -> Standing:
        """Who stands at each place (left, perhaps the island, right), and at which of them the boat lies.

        Examples
        --------
        >>> from unriddle import RiverPuzzle
        >>> RiverPuzzle.missionaries(3).standing
        (((3, 3), (0, 0)), 0)
        """
        return self._standing(self.left, self.boat_left)

    def _standing(self, left: Bank, boat_left: bool) -> Standing:
        """Return the state with those on the left, and the island as it is here."""
        if self.island is None:
            return (left, self.world.rest((left,))), 0 if boat_left else 1
        there = left, self.island.counts
        return (*there, self.world.rest(there)), 1 if self.island.boat else 0 if boat_left else 2

    # As text

    def state_text(self, left: Sequence[int] | None = None, boat_left: bool | None = None) -> str:
        """Return a state as ``left|right``, by default this one; ``*`` is the boat if several can row.

        With an island it stands between the banks, ``left|island|right``.

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
        here = self.left if left is None else tuple(left)
        boat = self.boat_left if boat_left is None else boat_left
        return self.standing_text(*self._standing(here, boat))

    def standing_text(self, places: Sequence[Sequence[int]], boat: int) -> str:
        """Return any state as text: who stands at each place, and at which of them the boat lies."""
        return "|".join(self._places_text(places, boat))

    def _places_text(self, places: Sequence[Sequence[int]], boat: int) -> list[str]:
        """Return who stands at each place as text."""
        texts = []
        for place, counts in enumerate(places):
            shown = [symbol for symbol, n in zip(self._symbols, counts, strict=True) for _ in range(n)]
            texts.append(self._gap.join([*shown, "*"] if place == boat and self._show_boat else shown))
        return texts

    def state_name(self, number: int) -> str:
        """Return the text of state `number` of `graph`.

        Examples
        --------
        >>> from unriddle import RiverPuzzle
        >>> RiverPuzzle.farmer().state_name(0)
        'FGCW|'
        """
        return self.standing_text(*self.world.standing_of(int(self.graph.states[number])))

    def load_text(self, number: int) -> str:
        """Return the symbols of a load of the boat, a row of ``world.loads``."""
        load = self.world.loads[number].tolist()
        return self._gap.join(symbol for symbol, n in zip(self._symbols, load, strict=True) for _ in range(n))

    # The puzzle, a step at a time

    def configuration(self) -> tuple[object, ...]:
        """Return who is on the left and on an island, where the boat lies, and the puzzle itself."""
        return (
            self.left,
            self.boat_left,
            self.island,
            self.capacity,
            self.most_weight,
            self.passengers,
            self.bank_rules,
        )

    def is_solved(self) -> bool:
        """Say whether all are across."""
        return not any(map(any, self.standing[0][:-1]))

    def extensions(self) -> list[Self]:
        """Return the states one crossing away, safe at each place."""
        return [self._at(after) for _, after, safe in self.world.departures(self.standing) if safe]

    predecessors = extensions

    def goals(self) -> list[Self]:
        """Return the solved state."""
        nobody, last = (0,) * len(self.left), len(self.world.PLACES) - 1
        return [self._at(((nobody,) * last + (self.world.counts,), last))]

    def heuristic(self) -> float:
        """Return a lower bound: each trip there and back brings at most capacity - 1 across.

        With an island that holds of each arm of the river; where all must land there, of both together.
        """
        places, boat = self.standing
        arms, waiting = [], 0
        for place, counts in enumerate(places[:-1]):
            waiting += sum(counts)
            away = 1 if boat > place else 0
            over = waiting + away - self.capacity  # somebody brings the boat back first
            if waiting and over > 0 and self.capacity == 1:
                return 0  # no bound: nobody can be brought across any more, or a load of one rower goes on
            pairs = -(-over // (self.capacity - 1)) if over > 0 else 0
            arms.append(away + 1 + 2 * pairs if waiting else 0)
        trips = sum(arms) if self.island is not None and self.island.between else max(arms)
        if not waiting or not self.world.timed:
            return trips
        here = list(map(sum, zip(*places[:-1], strict=True)))
        slowest = max(p.time for p, n in zip(self.passengers, here, strict=True) if n)
        return max(slowest, trips * min(p.time for p in self.passengers))

    def step_cost(self, other: Puzzle) -> float:
        """Return the time of the crossing to `other`, 1 where nobody has a time."""
        assert isinstance(other, RiverState)
        if not self.world.timed:
            return 1
        here, there = (zip(*state.standing[0], strict=True) for state in (self, other))
        pairs = zip(self.passengers, here, there, strict=True)
        return max(p.time for p, before, after in pairs if before != after)

    def _at(self, standing: Standing) -> Self:
        places, boat = standing
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.left, other.boat_left = places[0], boat == 0
        if self.island is not None:
            other.island = replace(self.island, counts=places[1], boat=boat == 1)
        return other

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
