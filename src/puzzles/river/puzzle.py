"""River crossings: the farmer, missionaries and cannibals, jealous couples, bridge and torch, your own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from ...base import Limits, PuzzleError, SearchStats, Status
from ...io.grid_text import Symbols
from ...search.adapters import METHODS
from ...search.costs import total
from ..framework.arguments import as_int, check_limit, check_limits, check_method, check_seed
from ..framework.solutions import Count, Solutions
from .check import is_plan
from .draw import plan_svg, trip_text, view
from .parse import SYMBOLS, Statements, read_river
from .result import RiverResult, plan_text
from .rules import Boat, Island, Passenger, Rule
from .search import Plan, best_paths, best_plans, by_engine, count_plans, every_plan, plans_by
from .state import RiverState, crossings_of
from .state_drawing import drawn

if TYPE_CHECKING:
    from ..framework.html import View

Progress = Callable[[int], None]
Boats = int | Boat | Iterable[Boat]
"""A boat by its capacity, or boats."""
NAMES = ("farmer", "goat", "wolf", "cabbage", "monk", "prince", "knight", "duke")
KINDS = range(3, len(NAMES) + 1)
"""Possible numbers of kinds of random passengers."""
USUAL = (4, 6)
"""Their range by default: of few kinds there are few puzzles."""
FEWEST = 5
"""Fewest crossings of the best plan of a random puzzle."""
TRIES = 2000
"""Random puzzles that are tried; with one boat for two or three every second one is good."""


class RiverPuzzle(RiverState):
    """Bring everyone from the left bank to the right.

    Parameters
    ----------
    passengers : iterable of Passenger, or str or path
        The passengers; or the statements of a text or a file, as `parse` and `load` read them, alone.
    capacity : int, Boat, or iterable of Boat
        Most in the boat (2); or the boats themselves, where there are several or not all who row can row
        each. They cross one at a time.
    rules : iterable of Rule, or callable
        What may not be on a bank after a crossing. A callable takes a dict of name -> number on the bank, and
        returns whether the bank is safe; it is called once for each of the possible banks.
    left : sequence of int, optional
        Number of each passenger on the left bank, in the order of the passengers; by default all of them.
    boat_left : bool
        Whether the boat is there, where it is given by its capacity.
    most_weight : float, optional
        Most weight in it, likewise.
    island : Island, optional
        A third place between the banks.

    Raises
    ------
    PuzzleError
        Nobody to cross or to row, a name that is repeated or unknown, a capacity below 1, too many banks,
        loads or boats; a state that the rules forbid, or where nobody is at a boat.

    Notes
    -----
    States are (passengers on the left, side of each boat). All reachable ones are found breadth-first, in
    time proportional to states times loads; plans are paths in that graph. A solution is a plan that
    repeats no state.

    Examples
    --------
    >>> puzzle = RiverPuzzle.farmer()
    >>> print(puzzle, puzzle.count(), len(puzzle.graph))
    FGCW| 2 10
    >>> print(RiverPuzzle.missionaries(3, 2).count_best())
    4
    """

    LONGEST: ClassVar[int] = 1 << 20
    SYMBOLS: ClassVar[Symbols] = SYMBOLS
    METHODS: ClassVar[tuple[str, ...]] = METHODS

    # Well-known puzzles

    @classmethod
    def farmer(cls) -> RiverPuzzle:
        """Return the farmer with wolf, goat and cabbage."""
        people = [Passenger("farmer", rows=True), *map(Passenger, ("goat", "cabbage", "wolf"))]
        pairs = (("wolf", "goat"), ("goat", "cabbage"))
        return cls(people, 2, [Rule("together", one, two, ("farmer",)) for one, two in pairs])

    @classmethod
    def missionaries(cls, n: int, capacity: Boats = 2, *, island: Island | None = None) -> RiverPuzzle:
        """Return n missionaries and n cannibals; nowhere may cannibals outnumber missionaries.

        Examples
        --------
        >>> RiverPuzzle.missionaries(4, 2).solve().status
        <Status.NO_SOLUTION: 'NO_SOLUTION'>
        """
        people = [Passenger("missionary", n, rows=True), Passenger("cannibal", n, rows=True)]
        return cls(people, capacity, [Rule("outnumber", "cannibal", "missionary")], island=island)

    @classmethod
    def couples(cls, n: int, capacity: Boats = 2, *, island: Island | None = None) -> RiverPuzzle:
        """Return n jealous couples: no woman is with another man unless her husband is there.

        Examples
        --------
        >>> print(RiverPuzzle.couples(3).count_best())
        486
        >>> RiverPuzzle.couples(4, island=Island()).solve().length
        16
        >>> RiverPuzzle.couples(4, [Boat(2), Boat(2)]).solve().length
        10
        """
        if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= 12:
            raise PuzzleError(f"{n!r:.40} couples, expected 1 to 12")
        numbers, names = range(1, n + 1), (("husband", "H"), ("wife", "W"))
        people = [
            Passenger(f"{who}{k}", rows=True, symbol=f"{mark}{k}") for k in numbers for who, mark in names
        ]
        pairs = permutations(numbers, 2)
        rules = [Rule("together", f"wife{a}", f"husband{b}", (f"husband{a}",)) for a, b in pairs]
        return cls(people, capacity, rules, island=island)

    @classmethod
    def bridge(cls, times: Iterable[float], capacity: Boats = 2) -> RiverPuzzle:
        """Return walkers who share one torch on a bridge; the slowest sets the pace.

        Examples
        --------
        >>> RiverPuzzle.bridge([1, 2, 5, 10]).solve().cost
        17.0
        """
        if isinstance(times, str) or not isinstance(times, Iterable):
            raise PuzzleError(f"times {times!r:.40}, expected numbers above 0")
        walkers = [
            Passenger(f"walker{k}", rows=True, time=pace, symbol=f"w{k}") for k, pace in enumerate(times, 1)
        ]
        if not all(walker.time for walker in walkers):
            raise PuzzleError("time 0 of a walker, expected a number above 0")
        return cls(walkers, capacity)

    @classmethod
    def random(
        cls, *, seed: int | None = None, capacity: Boats | None = None, passengers: int | None = None
    ) -> RiverPuzzle:
        """Generate random passengers and rules that have a plan, of five crossings or more.

        Parameters
        ----------
        seed : int, optional
        capacity : int, Boat, or iterable of Boat, optional
            The boat or boats; by default one for two or three.
        passengers : int, optional
            Kinds of passengers, 3 to 8; by default 4 to 6.

        Examples
        --------
        >>> RiverPuzzle.random(seed=3) == RiverPuzzle.random(seed=3)
        True
        >>> len(RiverPuzzle.random(seed=3, passengers=5).passengers)
        5
        """
        rng = Random(check_seed(seed))
        if passengers is not None and as_int(passengers) not in KINDS:
            raise PuzzleError(f"passengers={passengers!r:.40}, expected {KINDS[0]} to {KINDS[-1]} kinds")
        for _ in range(TRIES):
            puzzle = cls._drawn(rng, capacity, passengers)
            result = puzzle.solve()
            if result.status is Status.SOLVED and result.length >= FEWEST:
                return puzzle
        raise PuzzleError(f"no puzzle of at least {FEWEST} crossings was found; use other boats")

    @classmethod
    def _drawn(cls, rng: Random, boats: Boats | None, passengers: int | None) -> RiverPuzzle:
        """Return a random puzzle, which may have no plan."""
        names = rng.sample(NAMES, rng.randint(*USUAL) if passengers is None else passengers)
        people = [
            Passenger(name, rng.choice((1, 1, 2, 3)), rows=k == 0 or rng.random() < 0.3)
            for k, name in enumerate(names)
        ]
        rules: dict[Rule, None] = {}
        for _ in range(rng.randint(1, len(names))):
            first, second, guard = rng.sample(names, 3)
            more = rng.random() < 0.3
            rule = Rule("outnumber", first, second) if more else Rule("together", first, second, (guard,))
            rules[rule] = None
        room = rng.randint(2, 3)
        return cls(people, room if boats is None else boats, rules)

    # Reading and writing

    @classmethod
    def parse(cls, text: str, *, file: str | None = None) -> RiverPuzzle:
        r"""Parse the text form.

        Statements, one per line or separated by ``;``; ``#`` begins a comment, up to the end of the line::

            boat 2
            passenger farmer rows
            passenger wolf
            passenger missionary x3 rows time 5 symbol M
            never wolf with goat unless farmer
            never more cannibal than missionary

        ``boat 2 right`` and ``left 0 1 3`` give the place of the boat, and the number of each passenger on
        the left, where it is not everyone. There may be several boats, each with a statement ``boat``, and
        with ``rowers A+B`` where only these can row it. ``island`` is a third place, ``island between`` one
        where each crossing lands or begins; ``island 0 1 3`` gives the passengers there at first, and
        ``boat 2 island`` puts the boat there.

        Raises
        ------
        PuzzleError
            With the line and what was expected there.

        Examples
        --------
        >>> print(RiverPuzzle.parse("boat 1; passenger rower rows").solve())
        R|
        |R  rower ->
        """
        read = read_river(text, file)
        try:
            return cls(read.passengers, read.boats, read.rules, left=read.left, island=read.island)
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=file) from None

    def text(self) -> str:
        """Return the text form, which `parse` reads back.

        Raises
        ------
        PuzzleError
            Rules given as a function.

        Examples
        --------
        >>> RiverPuzzle.missionaries(1).text().splitlines()[-1]
        'never more cannibal than missionary'
        """
        rules, island = self.bank_rules, self.island
        if callable(rules):
            raise PuzzleError("rules given as a function have no text form, expected a list of Rule")
        everyone = self.world.counts if island is None else self.world.rest((island.counts,))
        left = None if self.left == everyone else list(self.left)
        return str(Statements(list(self.passengers), list(self.boats), list(rules), left, island))

    def format(self, solution: Any = None) -> str:
        """Return the state as ``left|right``, or the states of a plan with its crossings, as text.

        ``*`` is the boat if several can row; an island is between the banks, ``left|island|right``.

        Examples
        --------
        >>> puzzle = RiverPuzzle.missionaries(1)
        >>> print(puzzle.format(puzzle.solve().solution))
        MC*|
        |MC*  missionary cannibal ->
        """
        if solution is None:
            return self.standing_text(*self.standing)
        crossings = crossings_of(solution)
        return plan_text([str(state) for state in self.replay(crossings)], crossings)

    def to_svg(self, solution: Any = None) -> str:
        """Return a picture of the state, or of a plan, as SVG text; the state graph is `graph_svg`."""
        crossings = () if solution is None else crossings_of(solution)
        what = "river crossing" if solution is None else f"river crossing, {len(crossings)} crossings"
        return plan_svg(self, self.replay(crossings), list(map(trip_text, crossings)), what)

    def caption(self, solution: Any = None) -> str:
        """Return the rules; of a plan nothing."""
        return self.text() if solution is None else ""

    def view(self, answer: Any = None) -> View:
        """Return the page of an answer: the crossings, one after the other."""
        return view(self, answer)

    def __repr__(self) -> str:
        rooms = [boat.capacity for boat in self.boats]
        return f"RiverPuzzle({self.format()!r}, capacity={rooms[0] if len(rooms) == 1 else rooms})"

    def graph_dot(self) -> str:
        """Return the state graph in the language of Graphviz.

        Goals, states of a best plan, other states, states that the rules forbid, and crossings to states met
        before are marked differently; the way back of a crossing is not drawn.

        Raises
        ------
        PuzzleError
            More than 5,000 crossings.

        Examples
        --------
        >>> RiverPuzzle.farmer().graph_dot().count("->")
        20
        """
        from ...search.graph_drawing import dot

        return dot(*drawn(self))

    def graph_svg(self) -> str:
        """Return the state graph as SVG, one row per number of crossings; see `graph_dot`."""
        from ...search.graph_drawing import svg

        return svg(*drawn(self), "states of the river crossing")

    # Answers

    def solve(
        self,
        *,
        limits: Limits | None = None,
        method: str | None = None,
        progress: Progress | None = None,
    ) -> RiverResult:
        """Find a plan of the fewest crossings; where there are times, of the least total time.

        Parameters
        ----------
        limits : Limits, optional
            Bounds of the work, the graph of the states included; `nodes` bounds the states of the graph, and
            again those that are visited in it.
        method : str, optional
            One of `METHODS`, to search with the state-space engine. ``dfs`` takes the first plan it meets;
            ``bfs`` and ``bidirectional`` count crossings, not times.
        progress : callable, optional
            Called with the states visited from time to time.

        Returns
        -------
        RiverResult
            SOLVED, NO_SOLUTION or LIMIT.

        Raises
        ------
        PuzzleError
            An unknown method; times that are too large, or have too many decimals, where one is named.
        """
        check_limits(limits)
        if check_method(method, METHODS) is not None:
            return self._result(*by_engine(self.world, self.standing, str(method), limits, progress))
        best = self.best_solutions(1, limits=limits, progress=progress)
        try:
            plan = next(best, None)
        except KeyboardInterrupt:
            plan = None
        status = best.status if plan is None else Status.SOLVED
        return self._result(status, best.stats, best.interrupted, plan)

    def _result(
        self, status: Status, stats: SearchStats, interrupted: bool, plan: Plan | None
    ) -> RiverResult:
        """Return the result of a search for one plan."""
        if plan is None:
            return RiverResult(status=status, stats=stats, interrupted=interrupted, puzzle=self)
        return RiverResult(
            status=status,
            stats=replace(stats, depth=len(plan), path_length=len(plan)),
            puzzle=self,
            path=self._path(plan),
            crossings=plan,
            cost=total(trip.time for trip in plan) if self.world.timed else len(plan),
        )

    def _path(self, plan: Plan) -> tuple[str, ...]:
        """Return the states on the way of a plan that the search has found, as text."""
        first, boats = self.standing
        places, names = list(map(list, first)), self.world.PLACES
        path = [self.standing_text(first, boats)]
        for trip in plan:
            here = names.index(trip.origin) if trip.origin else boats[0] if trip.to else 1 - trip.forward
            there = names.index(trip.to) if trip.to else int(trip.forward)
            for kind in map(self.names.index, trip.load):
                places[here][kind] -= 1
                places[there][kind] += 1
            boats = self.world.moved(boats, max(0, trip.boat - 1), here, there)
            path.append(self.standing_text(places, boats))
        return tuple(path)

    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[Plan]:
        """Return an iterator over every plan that repeats no state, depth-first in the order of loads.

        Parameters
        ----------
        limit : int, optional
            Stop after this number.
        limits, progress
            As for `solve`.

        Examples
        --------
        >>> [len(plan) for plan in RiverPuzzle.farmer().solutions()]
        [7, 7]
        """
        return Solutions(
            plans_by(every_plan, self.world, self.standing, check_limits(limits)), limit, limits, progress
        )

    def count(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return the number of plans that repeat no state, at most `limit`, without listing them.

        Examples
        --------
        >>> print(RiverPuzzle.missionaries(3, 3).count())
        94
        """
        limit, limits = check_limit(limit), check_limits(limits)
        return count_plans(self.world, self.standing, limit, limits, progress)

    def best_solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[Plan]:
        """Return an iterator over all plans of the fewest crossings; with times, of the least time.

        Examples
        --------
        >>> len(list(RiverPuzzle.missionaries(3).best_solutions()))
        4
        """
        return Solutions(
            plans_by(best_plans, self.world, self.standing, check_limits(limits)), limit, limits, progress
        )

    def count_best(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return the exact number of plans that `best_solutions` yields, by dynamic programming.

        Examples
        --------
        >>> print(RiverPuzzle.missionaries(5, 4).count_best())
        43
        """
        limit, limits = check_limit(limit), check_limits(limits)
        source = plans_by(best_paths, self.world, self.standing, limits)
        return source.count_best(limit, limits, progress)

    def check(self, solution: Any) -> bool:
        """Return whether crossings bring everyone across by the rules, from this state on.

        Examples
        --------
        >>> puzzle = RiverPuzzle.farmer()
        >>> puzzle.check(puzzle.solve()), puzzle.check(puzzle.solve().crossings[:3])
        (True, False)
        """
        answer = solution.solution if isinstance(solution, RiverResult) else solution
        return is_plan(self.setting, self.standing, answer)


RiverCrossing = RiverPuzzle


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation."""
    return {"river": RiverPuzzle.farmer().graph_svg()}
