"""River crossings: the farmer, missionaries and cannibals, jealous couples, bridge and torch, your own."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...base import Limits, Puzzle, PuzzleError, SearchStats, Status
from ...core.search import engine as search_engine
from ...core.search import graph as core
from ...core.search.graph_paths import ShortestPaths, SimplePaths
from ...core.search.river import RiverGraph
from ...running import Outcome, drive
from ..common.engine import run_engine
from .draw import drawn
from .parts import MAX_BANKS, Crossing, Passenger, RiverResult, Rule, StateGraph
from .stategraph import dot, svg
from .text import read_river

__all__ = ["Crossing", "Passenger", "RiverPuzzle", "RiverResult", "Rule", "StateGraph"]

MAX_LOADS = 1 << 16
"""Most contents of the boat."""
UNBOUNDED = 1 << 62


class RiverPuzzle(Puzzle):
    """Bring everyone from the left bank to the right.

    Parameters
    ----------
    passengers : iterable of Passenger
        Who crosses.
    capacity : int
        Most in the boat.
    rules : iterable of Rule, or callable
        What may not be on a bank after a crossing. A callable takes a dict of name -> how many on the bank,
        and says whether the bank is safe; it is asked once for each of the possible banks.

    Raises
    ------
    PuzzleError
        Nobody to cross or to row, a name said twice or unknown, a capacity below 1, too many banks or loads.

    Notes
    -----
    States are (who is on the left, side of the boat). All that can be reached are found breadth-first, in
    time proportional to states times loads; plans are paths in that graph. A solution is a plan that
    repeats no state.

    Examples
    --------
    >>> puzzle = RiverPuzzle.farmer()
    >>> puzzle.count(), puzzle.count(), len(puzzle.graph)
    (2, 2, 10)
    >>> RiverPuzzle.missionaries(3, 2).count_best()
    4
    """

    def __init__(
        self,
        passengers: Iterable[Passenger],
        capacity: int,
        rules: Iterable[Rule] | Callable[[Mapping[str, int]], bool] = (),
    ) -> None:
        self.passengers = tuple(passengers)
        self.capacity = capacity
        self.rules: tuple[Rule, ...] | Callable[[Mapping[str, int]], bool]
        self.rules = rules if callable(rules) else tuple(rules)
        if not self.passengers:
            raise PuzzleError("nobody to bring across, expected at least one passenger")
        if not isinstance(capacity, int) or not 1 <= capacity < MAX_BANKS:
            raise PuzzleError(f"boat for {capacity!r}, expected a capacity from 1 up")
        self.names = tuple(passenger.name for passenger in self.passengers)
        for place, name in enumerate(self.names):
            if name in self.names[:place]:
                raise PuzzleError(f"{name} is named twice, expected each passenger once (with a count)")
        if not any(passenger.rows for passenger in self.passengers):
            raise PuzzleError("nobody can row, expected at least one passenger who does")
        if not callable(self.rules):
            for rule in self.rules:
                for name in (rule.first, rule.second, *rule.guards):
                    if name not in self.names:
                        raise PuzzleError(f"the rule {str(rule)!r} names {name!r}, expected a passenger")
                if rule.kind not in ("together", "outnumber"):
                    raise PuzzleError(f"rule {rule.kind!r}, expected 'together' or 'outnumber'")
        self._banks = 1
        for passenger in self.passengers:
            self._banks *= passenger.count + 1
            if self._banks > MAX_BANKS:
                raise PuzzleError(f"more than {MAX_BANKS:,} different banks, expected fewer passengers")
        symbols = [passenger.symbol for passenger in self.passengers]
        if len(set(symbols)) < len(symbols):
            symbols = list(self.names)
        self._symbols = tuple(symbols)
        self._tight = all(len(symbol) == 1 for symbol in symbols)
        # Where there is a lone rower, the boat is where he is; elsewhere a star shows it.
        self._show_boat = sum(p.count for p in self.passengers if p.rows) > 1
        self.left: tuple[int, ...] = tuple(p.count for p in self.passengers)
        """How many of each stand on the left bank."""
        self.boat_left = True
        """Whether the boat lies there."""

    # Well-known puzzles

    @classmethod
    def farmer(cls) -> RiverPuzzle:
        """Return the farmer with wolf, goat and cabbage."""
        items = [Passenger("farmer", rows=True), *map(Passenger, ("goat", "cabbage", "wolf"))]
        rules = [
            Rule("together", "wolf", "goat", ("farmer",)),
            Rule("together", "goat", "cabbage", ("farmer",)),
        ]
        return cls(items, 2, rules)

    @classmethod
    def missionaries(cls, n: int, capacity: int = 2) -> RiverPuzzle:
        """Return n missionaries and n cannibals; nowhere may cannibals outnumber missionaries.

        Examples
        --------
        >>> RiverPuzzle.missionaries(4, 2).solve().status
        <Status.NO_SOLUTION: 'NO_SOLUTION'>
        """
        kinds = [Passenger("missionary", n, rows=True), Passenger("cannibal", n, rows=True)]
        return cls(kinds, capacity, [Rule("outnumber", "cannibal", "missionary")])

    @classmethod
    def couples(cls, n: int, capacity: int = 2) -> RiverPuzzle:
        """Return n jealous couples: no woman is with another man unless her husband is there.

        Examples
        --------
        >>> RiverPuzzle.couples(3).count_best()
        486
        """
        if not isinstance(n, int) or not 1 <= n <= 12:
            raise PuzzleError(f"{n!r} couples, expected 1 to 12")
        people = [
            Passenger(f"{who}{k}", rows=True, symbol=f"{mark}{k}")
            for k in range(1, n + 1)
            for who, mark in (("husband", "H"), ("wife", "W"))
        ]
        rules = [
            Rule("together", f"wife{a}", f"husband{b}", (f"husband{a}",))
            for a in range(1, n + 1)
            for b in range(1, n + 1)
            if a != b
        ]
        return cls(people, capacity, rules)

    @classmethod
    def bridge(cls, times: Iterable[float], capacity: int = 2) -> RiverPuzzle:
        """Return walkers who share one torch on a bridge; the slowest sets the pace.

        Examples
        --------
        >>> RiverPuzzle.bridge([1, 2, 5, 10]).solve().cost
        17.0
        """
        walkers = [
            Passenger(f"walker{k}", rows=True, time=pace, symbol=f"w{k}") for k, pace in enumerate(times, 1)
        ]
        for walker in walkers:
            if walker.time == 0:
                raise PuzzleError("time 0 of a walker, expected a number above 0")
        return cls(walkers, capacity)

    @classmethod
    def parse(cls, text: str, *, file: str | None = None) -> RiverPuzzle:
        r"""Read the text form.

        One statement a line; ``#`` begins a comment::

            boat 2
            passenger farmer rows
            passenger wolf
            passenger missionary x3 rows time 5 symbol M
            never wolf with goat unless farmer
            never more cannibal than missionary

        Raises
        ------
        PuzzleError
            With the line and what was expected there.

        Examples
        --------
        >>> print(RiverPuzzle.parse("boat 1\npassenger rower rows").solve())
        R|
        |R  rower ->
        """
        passengers, capacity, rules = read_river(text, file)
        try:
            return cls(passengers, capacity, rules)
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=file) from None

    def format(self) -> str:
        """Return the text form, which `parse` reads; the state goes into a comment."""
        if callable(self.rules):
            raise PuzzleError("rules given as a function have no text form, expected a list of Rule")
        lines = [f"boat {self.capacity}"]
        for p in self.passengers:
            lines.append(
                f"passenger {p.name}"
                + (f" x{p.count}" if p.count > 1 else "")
                + (" rows" if p.rows else "")
                + (f" time {p.time:g}" if p.time else "")
                + (f" symbol {p.symbol}" if p.symbol != p.name[0].upper() else "")
            )
        return "\n".join([*lines, *map(str, self.rules), f"# {self.state_text()}"]) + "\n"

    def __str__(self) -> str:
        return self.state_text()

    def __repr__(self) -> str:
        return f"RiverPuzzle({self.state_text()!r}, capacity={self.capacity})"

    def state_text(self, left: Sequence[int] | None = None, boat_left: bool | None = None) -> str:
        """Return a state as ``left|right``, by default this one; ``*`` is the boat if several can row.

        Examples
        --------
        >>> RiverPuzzle.missionaries(2).state_text((1, 2), False)
        'MCC|M*'
        """
        here = self.left if left is None else left
        boat = self.boat_left if boat_left is None else boat_left
        gap = "" if self._tight else " "
        banks = []
        for counts, has_boat in (
            (here, boat),
            ([p.count - n for p, n in zip(self.passengers, here, strict=True)], not boat),
        ):
            shown = [symbol for symbol, n in zip(self._symbols, counts, strict=True) for _ in range(n)]
            banks.append(gap.join([*shown, "*"] if has_boat and self._show_boat else shown))
        return "|".join(banks)

    # Puzzle

    def configuration(self) -> tuple[object, ...]:
        """Return who is on the left, the side of the boat, and the puzzle itself."""
        return (self.left, self.boat_left, self.capacity, self.passengers, self.rules)

    def is_solved(self) -> bool:
        """Say whether all are across."""
        return not any(self.left)

    def extensions(self) -> list[RiverPuzzle]:
        """Return the states one crossing away, safe on both banks."""
        found = []
        here = self.left if self.boat_left else self._missing(self.left)
        sign = -1 if self.boat_left else 1
        for load in self._loads:
            if all(n <= h for n, h in zip(load, here, strict=True)):
                after = tuple(n + sign * int(moved) for n, moved in zip(self.left, load, strict=True))
                if self._bank_is_safe(after) and self._bank_is_safe(self._missing(after)):
                    found.append(self._at(after, not self.boat_left))
        return found

    predecessors = extensions

    def goals(self) -> list[RiverPuzzle]:
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
        if not self._timed:
            return trips
        times = [p.time for p in self.passengers]
        slowest = max(p.time for p, n in zip(self.passengers, self.left, strict=True) if n)
        return max(slowest, trips * min(times))

    def step_cost(self, other: Puzzle) -> float:
        """Return the time of the crossing to `other`, 1 where nobody has a time."""
        assert isinstance(other, RiverPuzzle)
        if not self._timed:
            return 1
        pairs = zip(self.passengers, self.left, other.left, strict=True)
        return max(p.time for p, before, after in pairs if before != after)

    def _at(self, left: tuple[int, ...], boat_left: bool) -> RiverPuzzle:
        other = object.__new__(RiverPuzzle)
        other.__dict__.update(self.__dict__)
        other.left, other.boat_left = left, boat_left
        return other

    def _missing(self, left: Sequence[int]) -> tuple[int, ...]:
        return tuple(p.count - n for p, n in zip(self.passengers, left, strict=True))

    def _bank_is_safe(self, counts: Sequence[int]) -> bool:
        """The rules as written, one bank at a time; `_safe` has them for all banks at once."""
        bank = dict(zip(self.names, counts, strict=True))
        if callable(self.rules):
            return bool(self.rules(bank))
        for rule in self.rules:
            if rule.kind == "outnumber":
                if bank[rule.first] > bank[rule.second] > 0:
                    return False
            elif bank[rule.first] and bank[rule.second] and not any(bank[name] for name in rule.guards):
                return False
        return True

    @property
    def _timed(self) -> bool:
        return any(p.time for p in self.passengers)

    @cached_property
    def _loads(self) -> NDArray[np.int64]:
        """What the boat may carry, fewest first, in the order of the passengers."""
        most = [p.count for p in self.passengers]
        found: list[tuple[int, ...]] = []
        load = [0] * len(most)

        def fill(kind: int, room: int) -> None:
            if kind == len(most):
                if room < self.capacity and any(
                    n and p.rows for n, p in zip(load, self.passengers, strict=True)
                ):
                    found.append(tuple(load))
                    if len(found) > MAX_LOADS:
                        raise PuzzleError(f"more than {MAX_LOADS:,} loads of the boat, expected fewer")
                return
            for n in range(min(room, most[kind]), -1, -1):
                load[kind] = n
                fill(kind + 1, room - n)
            load[kind] = 0

        fill(0, min(self.capacity, sum(most)))
        return np.array(sorted(found, key=sum), dtype=np.int64).reshape(-1, len(most))

    @cached_property
    def _safe(self) -> NDArray[np.uint8]:
        """For each bank, by its mixed-radix index, whether the rules allow it."""
        index = np.arange(self._banks)
        counts: dict[str, NDArray[np.int64]] = {}
        stride = 1
        for p in self.passengers:
            counts[p.name] = index // stride % (p.count + 1)
            stride *= p.count + 1
        if callable(self.rules):
            rows = zip(*(counts[name].tolist() for name in self.names), strict=True)
            return np.array([self._bank_is_safe(row) for row in rows], dtype=np.uint8)
        safe = np.ones(self._banks, dtype=bool)
        for rule in self.rules:
            first, second = counts[rule.first], counts[rule.second]
            if rule.kind == "outnumber":
                safe &= (second == 0) | (first <= second)
            else:
                bad = (first > 0) & (second > 0)
                for name in rule.guards:
                    bad &= counts[name] == 0
                safe &= ~bad
        return safe.astype(np.uint8)

    @cached_property
    def graph(self) -> StateGraph:
        """The graph of the states that can be reached from everyone on the left; built at the first use.

        Raises
        ------
        PuzzleError
            More crossings than 2**27.
        """
        builder = RiverGraph(np.array([p.count for p in self.passengers]), self._loads, self._safe)
        if drive(builder.run, nodes=lambda: builder.nodes) is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        if builder.overflow:
            raise PuzzleError("more than 134,217,728 crossings between the states, expected fewer")
        indptr, indices, loads, states = builder.tables()
        goal = np.flatnonzero(states == 1)
        costs = None
        if self._timed:
            times = np.array([p.time for p in self.passengers], dtype=np.float64)
            costs = np.where(self._loads > 0, times, 0).max(axis=1)[loads]
            if not (costs > 0).all():
                raise PuzzleError("a load that takes no time, expected a time for each who rows")
        return StateGraph(
            indptr=indptr,
            indices=indices,
            loads=loads,
            states=states,
            goal=int(goal[0]) if len(goal) else -1,
            core=core.Graph(indptr, indices),
            costs=costs,
        )

    def _left_of(self, index: int) -> tuple[int, ...]:
        """Return how many of each are on a bank of that mixed-radix index."""
        counts = []
        for p in self.passengers:
            counts.append(index % (p.count + 1))
            index //= p.count + 1
        return tuple(counts)

    def _number(self) -> int:
        """Return the number of this state in `graph`."""
        index, stride = 0, 1
        for p, n in zip(self.passengers, self.left, strict=True):
            index += n * stride
            stride *= p.count + 1
        found = np.flatnonzero(self.graph.states == 2 * index + (not self.boat_left))
        if not len(found):
            raise PuzzleError(f"{self.state_text()} cannot be reached from everyone on the left")
        return int(found[0])

    def state_name(self, number: int) -> str:
        """Return the text of state `number` of `graph`.

        Examples
        --------
        >>> RiverPuzzle.farmer().state_name(0)
        'FGCW|'
        """
        code = int(self.graph.states[number])
        return self.state_text(self._left_of(code >> 1), not code & 1)

    def _ends(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        goal = self.graph.goal
        here = np.array([self._number()], dtype=np.int32)
        return here, np.array([] if goal < 0 else [goal], dtype=np.int32)

    def _all_best(
        self, limits: Limits | None, progress: Callable[[int], None] | None
    ) -> tuple[ShortestPaths, Outcome]:
        search = ShortestPaths(self.graph.core, *self._ends(), self.graph.costs)
        outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
        return search, outcome

    def solve(
        self,
        method: str | None = None,
        *,
        limits: Limits | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> RiverResult:
        """Find a plan of the fewest crossings; where there are times, of the least total time.

        Parameters
        ----------
        method : {"dfs", "bfs", "bidirectional", "astar", "ida"}, optional
            How to search with the engine of all step-by-step puzzles. ``dfs`` takes the first plan it
            meets; ``bfs`` and ``bidirectional`` count crossings, not times.
        limits : Limits, optional
            Bounds of the search in the state graph.
        progress : callable, optional
            Called with the states visited now and then.

        Returns
        -------
        RiverResult
            SOLVED, NO_SOLUTION or LIMIT.
        """
        start = time.perf_counter()
        if method is not None:
            return self._solve_with_engine(method, limits, progress, start)
        search, outcome = self._all_best(limits, progress)
        found = search.next_path() if outcome is Outcome.FINISHED else None
        return self._result(found, outcome, search.nodes, search.generated, start)

    def solutions(self, limit: int | None = None) -> Iterator[RiverResult]:
        """Yield every plan that repeats no state, depth-first in the order of loads.

        Parameters
        ----------
        limit : int, optional
            Stop after so many.

        Examples
        --------
        >>> [result.length for result in RiverPuzzle.farmer().solutions()]
        [7, 7]
        """
        start = time.perf_counter()
        here, goal = self._ends()
        search = SimplePaths(self.graph.core, int(here[0]), goal)
        while limit is None or search.paths < limit:
            before = search.paths
            outcome = drive(
                lambda budget: search.run(budget, 1) and search.paths == before,  # noqa: B023
                nodes=lambda: search.nodes,
            )
            if outcome is Outcome.INTERRUPTED:
                raise KeyboardInterrupt
            if search.paths == before:
                return
            yield self._result(search.current(), Outcome.FINISHED, search.nodes, search.generated, start)

    def count(self, limit: int | None = None, *, limits: Limits | None = None) -> int:
        """Return the number of plans that repeat no state, at most `limit`, without listing them.

        Raises
        ------
        PuzzleError
            `limits` came first; the count so far is in the message.

        Examples
        --------
        >>> RiverPuzzle.farmer().count()
        2
        """
        here, goal = self._ends()
        search = SimplePaths(self.graph.core, int(here[0]), goal)

        def run(budget: int) -> bool:
            most = UNBOUNDED if limit is None else limit - search.paths
            return most > 0 and search.run(budget, most) and (limit is None or search.paths < limit)

        outcome = drive(run, limits, nodes=lambda: search.nodes)
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        if outcome is Outcome.LIMIT:
            raise PuzzleError(f"limit reached at {search.paths:,} plans, expected to count them all")
        return search.paths

    def best_plans(self, limit: int | None = None) -> Iterator[RiverResult]:
        """Yield all plans of the fewest crossings (with times: of the least time), at most `limit`.

        Examples
        --------
        >>> len(list(RiverPuzzle.missionaries(3).best_plans()))
        4
        """
        start = time.perf_counter()
        search, outcome = self._all_best(None, None)
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        while limit is None or limit > 0:
            found = search.next_path()
            if found is None:
                return
            yield self._result(found, outcome, search.nodes, search.generated, start)
            if limit is not None:
                limit -= 1

    def count_best(self) -> int:
        """Return the number of plans of the fewest crossings (with times: of the least time), exactly.

        Notes
        -----
        Adds up ways along the edges of the state graph: nothing is listed, however many there are.

        Examples
        --------
        >>> RiverPuzzle.missionaries(5, 4).count_best()
        43
        """
        search, outcome = self._all_best(None, None)
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        limbs = 1
        while (total := search.count(limbs)) is None:
            limbs *= 2
        return total

    def check(self, solution: RiverResult | Sequence[Crossing]) -> bool:
        """Say whether crossings bring everyone across by the rules, from this state on.

        Examples
        --------
        >>> puzzle = RiverPuzzle.farmer()
        >>> puzzle.check(puzzle.solve()), puzzle.check(puzzle.solve().crossings[:3])
        (True, False)
        """
        left = dict(zip(self.names, self.left, strict=True))
        right = dict(zip(self.names, self._missing(self.left), strict=True))
        boat_left = self.boat_left
        rowers = {p.name for p in self.passengers if p.rows}
        for trip in solution.crossings if isinstance(solution, RiverResult) else solution:
            here, there = (left, right) if boat_left else (right, left)
            if trip.forward != boat_left or len(trip.load) > self.capacity or not rowers & set(trip.load):
                return False
            for name in trip.load:
                if here.get(name, 0) < 1:
                    return False
                here[name] -= 1
                there[name] += 1
            boat_left = not boat_left
            for bank in (left, right):
                if not self._bank_is_safe([bank[name] for name in self.names]):
                    return False
        return not any(left.values())

    def _solve_with_engine(
        self, method: str, limits: Limits | None, progress: Callable[[int], None] | None, start: float
    ) -> RiverResult:
        graph = self.graph
        goals = np.zeros(len(graph), dtype=np.uint8)
        if graph.goal >= 0:
            goals[graph.goal] = 1
        costs = graph.costs
        if costs is not None and not (costs == np.floor(costs)).all():
            raise PuzzleError("times with fractions, expected whole numbers where a method is named")
        estimates = None
        if method in ("astar", "ida"):
            states = [(self._left_of(int(code) >> 1), not code & 1) for code in graph.states]
            estimates = np.array([self._at(*state).heuristic() for state in states]).astype(np.int32)
        rules = search_engine.Graph(
            graph.indptr.astype(np.int32),
            graph.indices,
            goals,
            None if costs is None else costs.astype(np.int32),
            estimates,
        )
        ends = [graph.goal] if graph.goal >= 0 else []
        run = run_engine(rules, self._number(), method, goals=ends, limits=limits, progress=progress)
        found = None if run.status is not Status.SOLVED else [int(state[0]) for state in run.states]
        outcome = run.outcome
        if run.status is Status.LIMIT and outcome is Outcome.FINISHED:  # out of memory
            outcome = Outcome.LIMIT
        return self._result(found, outcome, run.nodes, run.generated, start)

    def _load_text(self, number: int) -> str:
        load = self._loads[number]
        gap = "" if self._tight else " "
        return gap.join(symbol for symbol, n in zip(self._symbols, load, strict=True) for _ in range(n))

    def graph_dot(self) -> str:
        """Return the state graph in the language of Graphviz.

        Solution states and goal, other states, states that the rules forbid, and crossings to states met
        before are told apart; the way back of a crossing is not drawn.

        Examples
        --------
        >>> RiverPuzzle.farmer().graph_dot().count("->")
        20
        """
        return dot(*drawn(self))

    def graph_svg(self) -> str:
        """Return the state graph as SVG, a row a number of crossings; see `graph_dot`."""
        return svg(*drawn(self), "states of the river crossing")

    def _repr_svg_(self) -> str:
        return self.graph_svg()

    def _result(
        self, found: Sequence[int] | None, outcome: Outcome, nodes: int, generated: int, start: float
    ) -> RiverResult:
        crossings = []
        cost: float = 0
        if found is None:
            status = Status.NO_SOLUTION if outcome is Outcome.FINISHED else Status.LIMIT
        else:
            status = Status.SOLVED
            graph = self.graph
            for a, b in itertools.pairwise(found):
                first = int(graph.indptr[a])
                edge = first + int(np.flatnonzero(graph.indices[first : graph.indptr[a + 1]] == b)[0])
                load = self._loads[graph.loads[edge]]
                names = tuple(name for name, n in zip(self.names, load, strict=True) for _ in range(n))
                spent = float(graph.costs[edge]) if graph.costs is not None else 0.0
                crossings.append(Crossing(load=names, forward=not int(graph.states[a]) & 1, time=spent))
                cost += spent if self._timed else 1
        return RiverResult(
            status=status,
            interrupted=outcome is Outcome.INTERRUPTED,
            stats=SearchStats(
                nodes=nodes,
                generated=generated,
                depth=len(crossings),
                path_length=len(crossings),
                seconds=time.perf_counter() - start,
            ),
            path=() if found is None else tuple(map(self.state_name, found)),
            crossings=tuple(crossings),
            cost=cost,
        )


MAX_DRAWN = 5000
"""Most crossings in a drawing."""
