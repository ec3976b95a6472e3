"""River crossings: the farmer, missionaries and cannibals, jealous couples, bridge and torch, your own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ...base import Limits, PuzzleError, Status
from ...io.grid_text import Symbols
from ...search.engine import METHODS
from ..framework.arguments import check_limit, check_limits, check_method
from ..framework.solutions import Count, Solutions
from . import presets
from .check import followed, is_plan
from .draw import plan_svg
from .generate import random_river
from .graph_drawing import MAX_DRAWN, dot, drawn, svg
from .parse import SYMBOLS, puzzle_of, read_of, read_river, written
from .result import RiverResult, plan_text
from .rules import Boat, Crossing, Island
from .search import Plan, Staged, best_plans, by_engine, count_best_plans, count_plans, every_plan, result_of
from .state import RiverState

if TYPE_CHECKING:
    from ..framework.html import View

__all__ = ["RiverPuzzle"]

Progress = Callable[[int], None]
Boats = int | Boat | Iterable[Boat]
"""A boat by its capacity, or boats."""


class RiverPuzzle(RiverState):
    """Bring everyone from the left bank to the right.

    Parameters
    ----------
    passengers : iterable of Passenger
        Who crosses.
    capacity : int, Boat, or iterable of Boat
        Most in the boat; or the boats themselves, where there are several or not all who row can row each.
        They cross one at a time.
    rules : iterable of Rule, or callable
        What may not be on a bank after a crossing. A callable takes a dict of name -> how many on the bank,
        and says whether the bank is safe; it is asked once for each of the possible banks.
    left : sequence of int, optional
        How many of each stand on the left bank, in the order of the passengers; by default all of them.
    boat_left : bool
        Whether the boat lies there, where it is given by its capacity.
    most_weight : float, optional
        What it bears, likewise.
    island : Island, optional
        A third place between the banks.

    Raises
    ------
    PuzzleError
        Nobody to cross or to row, a name said twice or unknown, a capacity below 1, too many banks, loads or
        boats; a state that the rules forbid, or where nobody is at a boat.

    Notes
    -----
    States are (who is on the left, side of each boat). All that can be reached are found breadth-first, in
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
        people, rules = presets.farmer()
        return cls(people, 2, rules)

    @classmethod
    def missionaries(cls, n: int, capacity: Boats = 2, *, island: Island | None = None) -> RiverPuzzle:
        """Return n missionaries and n cannibals; nowhere may cannibals outnumber missionaries.

        Examples
        --------
        >>> RiverPuzzle.missionaries(4, 2).solve().status
        <Status.NO_SOLUTION: 'NO_SOLUTION'>
        """
        people, rules = presets.missionaries(n)
        return cls(people, capacity, rules, island=island)

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
        people, rules = presets.couples(n)
        return cls(people, capacity, rules, island=island)

    @classmethod
    def bridge(cls, times: Iterable[float], capacity: Boats = 2) -> RiverPuzzle:
        """Return walkers who share one torch on a bridge; the slowest sets the pace.

        Examples
        --------
        >>> RiverPuzzle.bridge([1, 2, 5, 10]).solve().cost
        17.0
        """
        return cls(presets.walkers(times), capacity)

    @classmethod
    def random(
        cls, *, seed: int | None = None, capacity: Boats | None = None, passengers: int | None = None
    ) -> RiverPuzzle:
        """Return random passengers and rules that have a plan, of five crossings or more.

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
        made: RiverPuzzle = random_river(cls, seed, capacity, passengers)
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
        left, where it is not everyone. There may be several boats, each with a statement ``boat``, and with
        ``rowers A+B`` where only these can row it. ``island`` is a third place, ``island between`` one where
        each crossing lands or begins; ``island 0 1 3`` says who stands there at first, and ``boat 2 island``
        that the boat does.

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
        return puzzle_of(cls, read_river(text, file), file)

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
        return written(read_of(self))

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
        states = [(step._places_text(*step.standing), step.standing[1]) for step in self.replay(crossings)]
        what = "river crossing" if solution is None else f"river crossing, {len(crossings)} crossings"
        return plan_svg(states, list(map(str, crossings)), what, self._boat_names())

    def view(self, answer: Any = None) -> View:
        """Return what the page of an answer shows: the crossings, one after the other."""
        from .draw import view

        return view(self, answer)

    def __repr__(self) -> str:
        rooms = [boat.capacity for boat in self.boats]
        return f"RiverPuzzle({self.state_text()!r}, capacity={rooms[0] if len(rooms) == 1 else rooms})"

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
            return result_of(self, *by_engine(self, str(method), limits, progress))
        best = self.best_solutions(1, limits=limits, progress=progress)
        try:
            plan = next(best, None)
        except KeyboardInterrupt:
            plan = None
        status = best.status if plan is None else Status.SOLVED
        return result_of(self, status, best.stats, best.interrupted, plan)

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
        return count_plans(self, check_limit(limit), check_limits(limits), progress)

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
        return count_best_plans(self, check_limit(limit), check_limits(limits), progress)

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
        return [self._at(state) for state in states if state is not None]


def _answer(solution: Any) -> Sequence[Crossing]:
    """Return the crossings of an answer, or of a result."""
    answer = solution.solution if isinstance(solution, RiverResult) else solution
    if not isinstance(answer, (tuple, list)):
        raise PuzzleError(f"{solution!r:.60}, expected the crossings of a plan")
    return answer
