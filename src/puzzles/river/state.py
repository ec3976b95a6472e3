"""A state of a river crossing: the place of everyone; a state of the general solvers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from ...base import Puzzle, PuzzleError
from ...io.text import printable
from ...search.run_loop import finish
from ..framework.arguments import is_text
from ..framework.move_puzzle import Moving, shortest
from ..framework.steps import Step
from .check import Setting, followed
from .graph import MAX_EDGES, StateGraph, StateGraphBuilder, World
from .multi_boat import FleetWorld
from .parse import read_crossing
from .rules import (
    Boat,
    Crossing,
    Island,
    Passenger,
    Rule,
    Rules,
    Standing,
    checked_boats,
    checked_passengers,
    checked_rules,
)


class RiverState(Moving, Puzzle):
    """The place of everyone and of the boats; `RiverPuzzle` adds parsing and answers."""

    MOVE: ClassVar[str] = "crossing"

    def __init__(
        self,
        passengers: str | os.PathLike[str] | Iterable[Passenger],
        capacity: int | Boat | Iterable[Boat] = 2,
        rules: Iterable[Rule] | Callable[[Mapping[str, int]], bool] = (),
        *,
        left: Sequence[int] | None = None,
        boat_left: bool = True,
        most_weight: float | None = None,
        island: Island | None = None,
    ) -> None:
        if is_text(passengers):
            if (capacity, rules, left, boat_left, most_weight, island) != (2, (), None, True, None, None):
                raise PuzzleError("statements and other arguments, expected statements alone")
            self._take(passengers)
            return
        people: Any = passengers
        self.passengers = checked_passengers(people)
        self.names = tuple(p.name for p in self.passengers)
        self.bank_rules: Rules = rules if callable(rules) else checked_rules(rules, self.names)
        """The rules of the banks."""
        if island is not None and not isinstance(island, Island):
            raise PuzzleError(f"island={island!r:.40}, expected an Island")
        self._between = None if island is None else island.between
        self._fleet = self._boats(capacity, boat_left, most_weight, island)
        self.world = self._world()
        """The data that all states of the puzzle share, such as the graph."""
        if self.world.timed and not all(p.time for p in self.passengers if p.rows):
            raise PuzzleError("a load takes no time; give a time to each passenger who rows")
        strict = not callable(self.bank_rules) and any(rule.aboard for rule in self.bank_rules)
        if (strict or any(boat.weight for boat in self._fleet)) and not len(self.world.loads):
            raise PuzzleError("weight and rules let nobody who rows take the boat")
        self.standing = self._first(left, island)
        """The passengers at each place (left, perhaps the island, right), and the place of each boat."""
        self._begin()
        symbols = tuple(p.symbol for p in self.passengers)
        self._symbols = symbols if len(set(symbols)) == len(symbols) else self.names
        self._gap = "" if all(len(symbol) == 1 for symbol in self._symbols) else " "
        # A single rower is always where the boat is; otherwise a star shows it.
        self._show_boats = len(self._fleet) > 1 or sum(p.count for p in self.passengers if p.rows) > 1

    def _boats(
        self,
        capacity: int | Boat | Iterable[Boat],
        boat_left: bool,
        most_weight: float | None,
        island: Island | None,
    ) -> tuple[Boat, ...]:
        """Return the boats, given as such or as one by its capacity."""
        landed = island is not None and island.boat
        if isinstance(capacity, (Boat, Iterable)) and not isinstance(capacity, str):
            if boat_left is not True or most_weight is not None or landed:
                raise PuzzleError(
                    "boats, and boat_left, most_weight or a boat at the island; say it in the boats alone"
                )
            boats = checked_boats([capacity] if isinstance(capacity, Boat) else capacity, self.passengers)
            if island is None and any(boat.place == "island" for boat in boats):
                raise PuzzleError("a boat is at an island, but there is no island")
            return boats
        if not isinstance(boat_left, bool):
            raise PuzzleError(f"boat_left={boat_left!r:.20}, expected True or False")
        place = "right" if not boat_left else "island" if landed else "left"
        return (Boat(capacity, most_weight, place=place),)

    def _world(self) -> World:
        """Return the data of all states, without the state in which the puzzle begins."""
        given = self.passengers, self._fleet, self.bank_rules
        if self._between is None and len(self._fleet) == 1:
            return World(*given)
        island = self._between is not None
        return FleetWorld(*given, island=island, between=bool(self._between))

    def _begin(self) -> None:
        """Let the graph begin here, where it does not begin with everyone on the left."""
        if isinstance(self.world, FleetWorld):
            self.world = self.world.beginning_at(self.standing)

    def _first(self, left: Sequence[int] | None, island: Island | None) -> Standing:
        """Return the state in which the puzzle begins: by default everyone is on the left."""
        places, counts = self.world.PLACES, self.world.counts
        boats = tuple(places.index(boat.place) for boat in self._fleet)
        if left is None and island is None and 0 in boats:
            return (counts, (0,) * len(counts)), boats
        landed = (island.counts if island is not None else ()) or (0,) * len(self.names)
        if not self._fits(landed):
            raise PuzzleError(
                f"counts={landed!r:.60} of an island, expected one number per passenger, at most their count"
            )
        try:
            here = self.world.rest((landed,)) if left is None else tuple(left)
        except TypeError:
            here = ()
        if not self._fits(here):
            raise PuzzleError(f"left={left!r:.60}, expected one number per passenger, at most their count")
        known = (here,) if island is None else (here, landed)
        people = (*known, self.world.rest(known))
        if min(people[-1]) < 0:
            raise PuzzleError(f"left={left!r:.60} and an island with more, expected no more than there are")
        if not any(any(people[place]) for place in boats):
            raise PuzzleError("the boat is where no passenger is")
        first = here == self.world.counts and 0 in boats
        if not first and not all(map(self.world.is_safe, people)):
            raise PuzzleError(f"the rules forbid the state left={here!r:.60}, expected one that they allow")
        return people, boats

    def _fits(self, counts: Sequence[object]) -> bool:
        """Return whether these are possible numbers of each passenger."""
        return len(counts) == len(self.names) and all(
            isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= p.count
            for n, p in zip(counts, self.passengers, strict=True)
        )

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        del state["world"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.world = self._world()
        self._begin()

    @property
    def left(self) -> tuple[int, ...]:
        """Number of each passenger on the left bank."""
        return self.standing[0][0]

    @property
    def boat_left(self) -> bool:
        """Whether the boat is there; of several, the first."""
        return self.standing[1][0] == 0

    @property
    def boats(self) -> tuple[Boat, ...]:
        """The boats and their places, those that are alike together.

        Examples
        --------
        >>> from unriddle import RiverPuzzle
        >>> RiverPuzzle.farmer().boats
        (Boat(capacity=2, weight=None, rowers=(), place='left'),)
        """
        lying = zip(self._fleet, self.standing[1], strict=True)
        return tuple(replace(boat, place=self.world.PLACES[place]) for boat, place in lying)

    @property
    def capacity(self) -> int:
        """Most in the boat; of several, in the largest."""
        return self.world.capacity

    @property
    def island(self) -> Island | None:
        """The island, the passengers there, and whether the (first) boat is there; None without an island."""
        if self._between is None:
            return None
        places, boats = self.standing
        return Island(self._between, places[1], boats[0] == 1)

    # As text

    def standing_text(self, places: Sequence[Sequence[int]], boats: Sequence[int]) -> str:
        """Return any state as text."""
        return "|".join(self.places_text(places, boats))

    def places_text(self, places: Sequence[Sequence[int]], boats: Sequence[int]) -> list[str]:
        """Return the passengers and boats at each place as text."""
        standing: list[list[str]] = []
        for counts in places:
            shown: list[str] = []
            for symbol, n in zip(self._symbols, counts, strict=True):
                shown += [symbol] * n
            standing.append(shown)
        if self._show_boats:
            for place, name in zip(boats, self.boat_names(), strict=True):
                standing[place].append(f"*{name}")
        return list(map(self._gap.join, standing))

    def boat_names(self) -> list[str]:
        """Return the numbers of boats that differ; "" where all are alike."""
        world = self.world
        return [str(kind + 1) if len(world.kinds) > 1 else "" for kind in world.kind_of]

    def load_text(self, number: int) -> str:
        """Return the symbols of a load, a row of ``world.loads``."""
        load = self.world.loads[number].tolist()
        return self._gap.join(symbol for symbol, n in zip(self._symbols, load, strict=True) for _ in range(n))

    # Steps

    def configuration(self) -> tuple[object, ...]:
        """Return the state and the puzzle itself."""
        boats = self.world.kinds, self.world.kind_of
        return (self.standing, self._between, boats, self.passengers, self.bank_rules)

    def is_solved(self) -> bool:
        """Return whether all are across."""
        return not any(map(any, self.standing[0][:-1]))

    def extensions(self) -> list[Self]:
        """Return the states one crossing away, safe at each place."""
        return [self._at(after) for _, after, safe in self.world.departures(self.standing) if safe]

    predecessors = extensions

    def goals(self) -> list[Self]:
        """Return the solved states: of several boats, one is on the right and the others anywhere."""
        found = [self._at(standing) for standing in self.world.solved_standings()]
        for state in found:
            state._begin()
        return found

    def heuristic(self) -> float:
        """Return a lower bound: each trip there and back brings at most capacity - 1 across.

        Each boat on the left may cross once without coming back. With an island the bound holds for each arm
        of the river; where all must land there, for both together.
        """
        places, boats = self.standing
        room, arms, waiting = self.world.capacity, [], 0
        for place, counts in enumerate(places[:-1]):
            waiting += sum(counts)
            near = sum(lies <= place for lies in boats)
            one_way = -(-waiting // room)
            if one_way <= near:
                arms.append(one_way)
            elif room == 1:
                return 0  # no bound: nobody can be brought across, or one rower continues with a load
            else:
                arms.append(2 * -(-(waiting - near) // (room - 1)) - near)
        trips = sum(arms) if self._between else max(arms)
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
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.standing = standing
        return other

    # The graph of the states

    @property
    def graph(self) -> StateGraph:
        """The graph of the states that can be reached; built at the first use.

        It begins with everyone and the boat on the left; with several boats or an island, in the state in
        which the puzzle begins.

        Raises
        ------
        PuzzleError
            It takes more than 2 GB; `solve` and other verbs take limits.
        """
        return self.bounded_graph(MAX_EDGES)

    def bounded_graph(self, max_edges: int) -> StateGraph:
        """Return the graph, or raise PuzzleError where it has more edges."""
        building = StateGraphBuilder(self.world, max_edges=max_edges)
        finish(building.run, nodes=lambda: building.nodes)
        if building.full or self.world.graph is None:
            to_draw = f"{max_edges // 2:,} crossings to draw"
            what = to_draw if max_edges < MAX_EDGES else "2 GB of crossings"
            raise PuzzleError(f"more than {what}")
        return self.world.graph

    # Answers, crossing by crossing

    @property
    def setting(self) -> Setting:
        """The puzzle as plain data, apart from its state."""
        return Setting(self.passengers, self._fleet, self.bank_rules, self._between)

    def read_answer(self, answer: Any) -> Any:
        """Return the crossings of a plan: from a list, or a text separated by ``;``, ``/`` or line ends.

        A state before a crossing, separated by two blanks, is skipped.
        """
        answer = getattr(answer, "solution", answer)
        if isinstance(answer, str):
            lines = [line.rstrip() for line in re.split(r"[;/\n]", answer)]
            lines = [line for line in lines if line.strip()]
            if lines and "->" not in lines[0] and "<-" not in lines[0]:
                del lines[0]  # the first state
                if not lines:
                    raise PuzzleError(
                        f"{printable(answer)[:60]!r}, expected crossings such as: farmer goat ->"
                    )
            answer = [line.rpartition("  ")[2] for line in lines]
        if not isinstance(answer, (list, tuple)):
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected crossings")
        across = self.standing[1][0] == 0  # where loads alone are given, as `to_dict` of a result has them
        trips = [
            Crossing(load=tuple(trip), forward=across == (k % 2 == 0)) if isinstance(trip, list) else trip
            for k, trip in enumerate(answer)
        ]
        return tuple(trip if isinstance(trip, Crossing) else read_crossing(str(trip)) for trip in trips)

    def followed(self, moves: Sequence[Any]) -> list[Self]:
        """Return the states after each crossing, this one first; none after an illegal crossing."""
        return [self._at(state) for state in followed(self.setting, self.standing, moves)]

    def moves_of(self, solution: Any) -> Sequence[Crossing]:
        """Return the crossings of a plan."""
        return crossings_of(solution)

    def move_step(self, result: Any) -> Step | None:
        """Return the first crossing of a best plan."""
        trips = result.crossings
        if not trips:
            return None
        step = self.step_of(str(trips[0]), len(trips), value=str(trips[0]))
        return shortest(step, result.cost == len(trips))

    def is_same(self, state: Any) -> bool:
        """Return whether a state has the same passengers, boats and rules."""
        mine, its = (
            (one.passengers, [boat.ashore() for boat in one.boats], one.bank_rules, one.island is None)
            for one in (self, state)
        )
        return bool(mine == its)

    def missing(self) -> str:
        """Return that someone is left behind."""
        return "not everyone is across at the end"


def crossings_of(solution: Any) -> Sequence[Crossing]:
    """Return the crossings of an answer, or of a result."""
    answer = getattr(solution, "solution", solution)
    if not isinstance(answer, (tuple, list)):
        raise PuzzleError(f"{solution!r:.60}, expected the crossings of a plan")
    return answer
