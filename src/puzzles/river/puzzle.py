"""River crossings: the farmer, missionaries and cannibals, jealous couples, bridge and torch, your own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ...base import Limits, Puzzle, PuzzleError, SearchStats, Status
from ...running import Outcome, drive, finish
from ..common.best_paths import best_count
from ..common.checks import check_limit, check_limits, check_method
from ..common.contract import Contract
from ..common.count import Count, count_of
from ..common.engine import METHODS
from ..common.solutions import Solutions
from . import known
from .check import followed, is_plan
from .draw import plan_svg
from .generate import random_river
from .graph import MAX_EDGES, Building, Rules, StateGraph, World
from .result import RiverResult, plan_text
from .rules import MAX_BANKS, Crossing, Passenger, Rule, checked_passengers, checked_rules
from .search import Plan, Staged, best_paths, best_plans, by_engine, counted_plans, every_plan
from .stategraph import MAX_DRAWN, dot, drawn, svg
from .text import Read, read_river, written

__all__ = ["RiverPuzzle"]

Progress = Callable[[int], None]


class RiverPuzzle(Contract, Puzzle):
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
    left : sequence of int, optional
        How many of each stand on the left bank, in the order of the passengers; by default all of them.
    boat_left : bool
        Whether the boat lies there.

    Raises
    ------
    PuzzleError
        Nobody to cross or to row, a name said twice or unknown, a capacity below 1, too many banks or loads;
        a state that the rules forbid, or where nobody is at the boat.

    Notes
    -----
    States are (who is on the left, side of the boat). All that can be reached are found breadth-first, in
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
    METHODS: ClassVar[tuple[str, ...]] = METHODS

    def __init__(
        self,
        passengers: Iterable[Passenger],
        capacity: int,
        rules: Iterable[Rule] | Callable[[Mapping[str, int]], bool] = (),
        *,
        left: Sequence[int] | None = None,
        boat_left: bool = True,
    ) -> None:
        self.passengers = checked_passengers(passengers)
        if isinstance(capacity, bool) or not isinstance(capacity, int) or not 1 <= capacity < MAX_BANKS:
            raise PuzzleError(f"boat for {capacity!r:.40}, expected a capacity from 1 up")
        self.capacity = capacity
        self.names = tuple(p.name for p in self.passengers)
        self.bank_rules: Rules = rules if callable(rules) else checked_rules(rules, self.names)
        """What may not be on a bank."""
        self.world = World(self.passengers, capacity, self.bank_rules)
        """What all states of the puzzle share, the graph among it."""
        if self.world.timed and not all(p.time for p in self.passengers if p.rows):
            raise PuzzleError("a load that takes no time, expected a time for each who rows")
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

    # Well-known puzzles

    @classmethod
    def farmer(cls) -> RiverPuzzle:
        """Return the farmer with wolf, goat and cabbage."""
        people, rules = known.farmer()
        return cls(people, 2, rules)

    @classmethod
    def missionaries(cls, n: int, capacity: int = 2) -> RiverPuzzle:
        """Return n missionaries and n cannibals; nowhere may cannibals outnumber missionaries.

        Examples
        --------
        >>> RiverPuzzle.missionaries(4, 2).solve().status
        <Status.NO_SOLUTION: 'NO_SOLUTION'>
        """
        people, rules = known.missionaries(n)
        return cls(people, capacity, rules)

    @classmethod
    def couples(cls, n: int, capacity: int = 2) -> RiverPuzzle:
        """Return n jealous couples: no woman is with another man unless her husband is there.

        Examples
        --------
        >>> print(RiverPuzzle.couples(3).count_best())
        486
        """
        people, rules = known.couples(n)
        return cls(people, capacity, rules)

    @classmethod
    def bridge(cls, times: Iterable[float], capacity: int = 2) -> RiverPuzzle:
        """Return walkers who share one torch on a bridge; the slowest sets the pace.

        Examples
        --------
        >>> RiverPuzzle.bridge([1, 2, 5, 10]).solve().cost
        17.0
        """
        return cls(known.walkers(times), capacity)

    @classmethod
    def random(cls, *, seed: int | None = None) -> RiverPuzzle:
        """Return random passengers and rules that have a plan, of five crossings or more.

        Examples
        --------
        >>> RiverPuzzle.random(seed=3) == RiverPuzzle.random(seed=3)
        True
        """
        made: RiverPuzzle = random_river(cls, seed)
        return made

    # Reading and writing

    @classmethod
    def parse(cls, text: str, *, file: str | None = None) -> RiverPuzzle:
        r"""Read the text form.

        Statements, one a line or with ``;`` between them; ``#`` begins a comment, up to the end of the line::

            boat 2
            passenger farmer rows
            passenger wolf
            passenger missionary x3 rows time 5 symbol M
            never wolf with goat unless farmer
            never more cannibal than missionary

        ``boat 2 right`` and ``left 0 1 3`` say where the boat lies, and how many of each passenger are on the
        left, where it is not everyone.

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
            return cls(read.passengers, read.capacity, read.rules, left=read.left, boat_left=read.boat_left)
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
        if callable(self.bank_rules):
            raise PuzzleError("rules given as a function have no text form, expected a list of Rule")
        left = None if self.left == self.world.counts else list(self.left)
        read = Read(list(self.passengers), self.capacity, list(self.bank_rules), left, self.boat_left)
        return written(read)

    def format(self, solution: Any = None) -> str:
        """Return the state as ``left|right``, or the states of a plan with its crossings, as text.

        Examples
        --------
        >>> puzzle = RiverPuzzle.missionaries(1)
        >>> print(puzzle.format(puzzle.solve().solution))
        MC*|
        |MC*  missionary cannibal ->
        """
        if solution is None:
            return self.state_text()
        crossings = _answer(solution)
        return plan_text([str(state) for state in self.replay(crossings)], crossings)

    def to_svg(self, solution: Any = None) -> str:
        """Return a picture of the state, or of a plan, as SVG text; the state graph is `graph_svg`."""
        crossings = () if solution is None else _answer(solution)
        steps = self.replay(crossings)
        states = [(*step._banks_text(step.left, step.boat_left), step.boat_left) for step in steps]
        what = "river crossing" if solution is None else f"river crossing, {len(crossings)} crossings"
        return plan_svg(states, list(map(str, crossings)), what)

    def __repr__(self) -> str:
        return f"RiverPuzzle({self.state_text()!r}, capacity={self.capacity})"

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        del state["world"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.world = World(self.passengers, self.capacity, self.bank_rules)

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

    # The puzzle, a step at a time

    def configuration(self) -> tuple[object, ...]:
        """Return who is on the left, the side of the boat, and the puzzle itself."""
        return (self.left, self.boat_left, self.capacity, self.passengers, self.bank_rules)

    def is_solved(self) -> bool:
        """Say whether all are across."""
        return not any(self.left)

    def extensions(self) -> list[RiverPuzzle]:
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
        if not self.world.timed:
            return trips
        times = [p.time for p in self.passengers]
        slowest = max(p.time for p, n in zip(self.passengers, self.left, strict=True) if n)
        return max(slowest, trips * min(times))

    def step_cost(self, other: Puzzle) -> float:
        """Return the time of the crossing to `other`, 1 where nobody has a time."""
        assert isinstance(other, RiverPuzzle)
        if not self.world.timed:
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

    def state_name(self, number: int) -> str:
        """Return the text of state `number` of `graph`.

        Examples
        --------
        >>> RiverPuzzle.farmer().state_name(0)
        'FGCW|'
        """
        code = int(self.graph.states[number])
        return self.state_text(self.world.left_of(code >> 1), not code & 1)

    def load_text(self, number: int) -> str:
        """Return the symbols of a load of the boat, a row of ``world.loads``."""
        load = self.world.loads[number].tolist()
        return self._gap.join(symbol for symbol, n in zip(self._symbols, load, strict=True) for _ in range(n))

    def graph_dot(self) -> str:
        """Return the state graph in the language of Graphviz.

        Solution states and goal, other states, states that the rules forbid, and crossings to states met
        before are told apart; the way back of a crossing is not drawn.

        Raises
        ------
        PuzzleError
            More than 5,000 crossings.

        Examples
        --------
        >>> RiverPuzzle.farmer().graph_dot().count("->")
        20
        """
        return dot(*drawn(self, self._graph(2 * MAX_DRAWN)))

    def graph_svg(self) -> str:
        """Return the state graph as SVG, a row a number of crossings; see `graph_dot`."""
        return svg(*drawn(self, self._graph(2 * MAX_DRAWN)), "states of the river crossing")

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
            One of `METHODS`, to search with the engine of all step-by-step puzzles. ``dfs`` takes the first
            plan it meets; ``bfs`` and ``bidirectional`` count crossings, not times.
        progress : callable, optional
            Called with the states taken up or visited now and then.

        Returns
        -------
        RiverResult
            SOLVED, NO_SOLUTION or LIMIT.

        Raises
        ------
        PuzzleError
            No method has that name; times that are no whole numbers, or too large, where one is named.
        """
        check_limits(limits)
        if check_method(method, METHODS) is not None:
            return self._result(*by_engine(self, str(method), limits, progress))
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
        if plan is None:
            return RiverResult(status=status, stats=stats, interrupted=interrupted, puzzle=self)
        return RiverResult(
            status=status,
            stats=replace(stats, depth=len(plan), path_length=len(plan)),
            puzzle=self,
            path=self._path(plan),
            crossings=plan,
            cost=sum(trip.time for trip in plan) if self.world.timed else len(plan),
        )

    def _path(self, plan: Plan) -> tuple[str, ...]:
        """Return the states on the way of a plan as text."""
        left, boat_left = list(self.left), self.boat_left
        path = [self.state_text()]
        for trip in plan:
            for name in trip.load:
                left[self.names.index(name)] += -1 if boat_left else 1
            boat_left = not boat_left
            path.append(self.state_text(left, boat_left))
        return tuple(path)

    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[Plan]:
        """Return an iterator over every plan that repeats no state, depth-first in the order of loads.

        Parameters
        ----------
        limit : int, optional
            Stop after so many.
        limits, progress
            As for `solve`.

        Examples
        --------
        >>> [len(plan) for plan in RiverPuzzle.farmer().solutions()]
        [7, 7]
        """
        return Solutions(Staged(self, check_limits(limits), every_plan), limit, limits, progress)

    def count(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return the number of plans that repeat no state, at most `limit`, without listing them.

        Examples
        --------
        >>> print(RiverPuzzle.missionaries(3, 3).count())
        94
        """
        check_limit(limit)
        source = Staged(self, check_limits(limits), lambda puzzle: counted_plans(puzzle, limit))
        start = time.perf_counter()
        outcome = drive(source.run, limits, nodes=lambda: source.nodes, progress=progress)
        counting = source.search
        return count_of(
            0 if counting is None else counting.count,
            complete=counting is not None and counting.exhausted,
            stats=SearchStats(
                nodes=source.nodes, generated=source.generated, seconds=time.perf_counter() - start
            ),
            stopped=outcome is not Outcome.FINISHED or source.full,
            interrupted=outcome is Outcome.INTERRUPTED,
        )

    def best_solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[Plan]:
        """Return an iterator over all plans of the fewest crossings; with times, of the least time.

        Examples
        --------
        >>> len(list(RiverPuzzle.missionaries(3).best_solutions()))
        4
        """
        return Solutions(Staged(self, check_limits(limits), best_plans), limit, limits, progress)

    def count_best(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return the number of what `best_solutions` yields, exactly.

        Notes
        -----
        Adds up ways along the edges of the state graph: nothing is listed, however many there are.

        Examples
        --------
        >>> print(RiverPuzzle.missionaries(5, 4).count_best())
        43
        """
        check_limit(limit)
        source = Staged(self, check_limits(limits), best_paths)
        start = time.perf_counter()
        outcome = drive(source.run, limits, nodes=lambda: source.nodes, progress=progress)
        if source.full:
            outcome = Outcome.LIMIT
        return best_count(source.search, outcome, limit=limit, seconds=time.perf_counter() - start)

    def check(self, solution: Any) -> bool:
        """Say whether crossings bring everyone across by the rules, from this state on.

        Examples
        --------
        >>> puzzle = RiverPuzzle.farmer()
        >>> puzzle.check(puzzle.solve()), puzzle.check(puzzle.solve().crossings[:3])
        (True, False)
        """
        return is_plan(self, solution.solution if isinstance(solution, RiverResult) else solution)

    def replay(self, solution: Any) -> list[RiverPuzzle]:
        """Return the states on the way of a plan, this one first.

        Raises
        ------
        PuzzleError
            A crossing that cannot be made.

        Examples
        --------
        >>> puzzle = RiverPuzzle.farmer()
        >>> [str(state) for state in puzzle.replay(puzzle.solve().crossings[:2])]
        ['FGCW|', 'CW|FG', 'FCW|G']
        """
        states = list(followed(self, _answer(solution)))
        if states[-1] is None:
            raise PuzzleError(
                f"crossing {len(states) - 1} of a plan cannot be made, expected one by the rules"
            )
        return [self._at(*state) for state in states if state is not None]


def _answer(solution: Any) -> Sequence[Crossing]:
    """Return the crossings of an answer, or of a result."""
    answer = solution.solution if isinstance(solution, RiverResult) else solution
    if not isinstance(answer, (tuple, list)):
        raise PuzzleError(f"{solution!r:.60}, expected the crossings of a plan")
    return answer
