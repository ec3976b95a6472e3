"""Solve, list and count puzzles that give values to cells: one template, filled by each.

``method=None`` is the compiled engine, the quickest; `METHODS` are the general solvers, one cell a step.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any, ClassVar, Generic, Self, TypedDict, TypeVar

from ...base import Limits, Puzzle, PuzzleError, Result, SearchStats, Status, maker
from ...io.formats.dimacs import Clauses
from ...search import find_path
from ...search.run_loop import FINISHED, FIRST_SLICE, Outcome, drive
from .arguments import check_limit, check_limits, check_method
from .base import ExplainMixin, PuzzleBase
from .check import cell_name
from .solutions import AnswerSource, Count, Solutions, count_of, status_of
from .steps import FREE, LimitReached, Meter, Step, find_mistake, until_limit

__all__ = ["ALL", "METHODS", "Assigned", "CellPuzzle", "Ending", "search_limit", "stats_of"]

METHODS = ("dfs", "bfs")
"""General solvers: `search.depth_first_solve`, `search.breadth_first_solve`."""
ALL = 1 << 62
"""A number of solutions that no search reaches."""

_stats = maker(SearchStats)

R = TypeVar("R", bound=Result)
A = TypeVar("A")
Progress = Callable[[int], None]


def search_limit(limit: int | None, times: int = 1) -> int:
    """Return how many solutions a search has to find, where each stands for `times` of those asked for.

    Examples
    --------
    >>> search_limit(5, 2), search_limit(None) == ALL
    (3, True)
    """
    if limit is None:
        return ALL
    most = limit if times == 1 else -(-limit // times)
    return most if most < ALL else ALL


class Ending(TypedDict):
    """How a run ended, as the arguments of a result."""

    status: Status
    stats: SearchStats
    interrupted: bool
    count: int
    """Solutions found, at most the number asked for."""
    complete: bool
    """Whether there are no others."""


def stats_of(
    search: Any, seconds: float, *, depth: int = 0, path_length: int = 0, pruned: int = 0
) -> SearchStats:
    """Return the statistics of a search, with the figures that the puzzle adds."""
    return _stats(
        nodes=search.nodes,
        guesses=search.guesses,
        propagations=search.propagations,
        pruned=pruned,
        depth=depth,
        seconds=seconds,
        path_length=path_length,
    )


class Assigned(PuzzleBase, Puzzle, Generic[R, A]):
    """A puzzle that gives values to cells, by a search of `unriddle.core.assign`.

    A subclass fills in its search (`_searching`, `_source`) and its result (`_result`). A search has `run`,
    `nodes`, `guesses`, `propagations`, `count` (solutions found), `exhausted` (whether there are no others)
    and `first` (the first solution, None before one is found).
    """

    FORMATS: ClassVar[tuple[str, ...]] = ("dimacs",)

    @abstractmethod
    def _searching(self, limit: int | None) -> tuple[Any, int] | None:
        """Return a search for `limit` solutions, and what each of its own stands for; None without any."""

    def _counting(self, limit: int | None) -> tuple[Any, int] | None:
        """Return the same for a count."""
        return self._searching(limit)

    @abstractmethod
    def _source(self, limit: int | None) -> AnswerSource[A] | None:
        """Return a source of `limit` solutions or more; None where it is known that there is none."""

    def _begin(self, search: Any, limit: int | None, limits: Limits | None) -> int:
        """Prepare a search; return the nodes of its first slice."""
        return FIRST_SLICE

    @abstractmethod
    def _stats(self, search: Any, found: int, seconds: float) -> SearchStats:
        """Return the statistics of a search that found a number of solutions; see `stats_of`."""

    @abstractmethod
    def _result(self, ending: Ending, search: Any, last: Self | None) -> R:
        """Return the result of a run.

        `search` is None where nothing was run, or a general solver; `last` is the solved configuration that
        a general solver found.
        """

    def _solve(
        self, limits: Limits | None, limit: int | None, method: str | None, progress: Progress | None
    ) -> R:
        """Solve within limits."""
        if limits is not None:
            check_limits(limits)
        most = check_limit(limit)
        if method is not None:
            chosen = check_method(method, METHODS) or method
            result = find_path(self, chosen, limits=limits, progress=progress)
            last: Any = result.path[-1] if result.status is Status.SOLVED else None
            stepped: Ending = {
                "status": result.status,
                "stats": result.stats,
                "interrupted": result.interrupted,
                "count": int(last is not None),
                "complete": result.status is Status.NO_SOLUTION,
            }
            return self._result(stepped, None, last)
        start = perf_counter()
        searching = self._searching(most)
        ending = self._run(searching, most, limits, progress, start)
        return self._result(ending, None if searching is None else searching[0], None)

    def _run(
        self,
        searching: tuple[Any, int] | None,
        limit: int | None,
        limits: Limits | None,
        progress: Progress | None,
        start: float,
    ) -> Ending:
        """Run a search within limits; the work began at `start`."""
        if searching is None:
            return {
                "status": Status.NO_SOLUTION,
                "stats": SearchStats(seconds=perf_counter() - start),
                "interrupted": False,
                "count": 0,
                "complete": True,
            }
        search, times = searching
        first = self._begin(search, limit, limits)
        outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress, first=first)
        finished = outcome is FINISHED
        found = search.count * times
        complete = finished and search.exhausted and (limit is None or found <= limit)
        return {
            "status": status_of(found, complete, not finished),
            "stats": self._stats(search, found, perf_counter() - start),
            "interrupted": not finished and outcome is Outcome.INTERRUPTED,
            "count": found if limit is None else min(found, limit),
            "complete": complete,
        }

    # Clauses, for other solvers

    @abstractmethod
    def clauses(self) -> Clauses:
        """Return the puzzle as clauses: its solutions are their models."""

    @abstractmethod
    def _assigned(self, values: Sequence[int]) -> A:
        """Return the answer that gives each place of `clauses` a value."""

    def to_cnf(self) -> str:
        """Return the puzzle in DIMACS CNF, for solvers of clauses; `from_model` reads what they find.

        Examples
        --------
        >>> from unriddle import Numbrix
        >>> Numbrix("1 . / 4 .").to_cnf().splitlines()[1]
        'p cnf 16 82'
        """
        return self.clauses().to_dimacs()

    def from_model(self, model: str | Iterable[int]) -> A | None:
        """Return the answer that a solver of clauses found; None where it found that there is none.

        Parameters
        ----------
        model : str, or iterable of int
            What the solver printed, or the literals of its model.

        Raises
        ------
        PuzzleError
            No model of `to_cnf` of this puzzle.

        Examples
        --------
        >>> from unriddle import Numbrix
        >>> Numbrix("1 . / 4 .").from_model([1, 6, 12, 15])
        ((1, 2), (4, 3))
        """
        values = self.clauses().read_model(model)
        if values is None:
            return None
        answer = self._assigned(values)
        if not self.check(answer):
            raise PuzzleError("the model is no solution of this puzzle; was it written from another one?")
        return answer

    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[A]:
        """Return an iterator over the solutions, each once, found as they are asked for, in a fixed order.

        Parameters
        ----------
        limit : int, optional
            Most solutions.
        limits : Limits, optional
            Seconds and nodes; `Solutions.status` says afterwards whether one was reached.
        progress : callable, optional
            Called with the nodes visited from time to time.

        Examples
        --------
        >>> from unriddle import Gogen, Numbrix, SudokuPuzzle, WordPlacement
        >>> sum(1 for _ in SudokuPuzzle.from_array([[0] * 4] * 4).solutions())
        288
        >>> [" ".join(rows) for rows in Gogen.parse("A..D", ["ABDC"], shape=2).solutions()]
        ['AB CD', 'AC BD']
        >>> list(Numbrix.parse("1 . / . 3").solutions())
        [((1, 2), (4, 3)), ((1, 4), (2, 3))]
        >>> [filling.rows for filling in WordPlacement(["AB", "AC"], ["11", "10"]).solutions()]
        [('AB', 'C#'), ('AC', 'B#')]
        """
        return Solutions(self._source(check_limit(limit)), limit, limits, progress)

    def count(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return the number of solutions, at most `limit`; see `PuzzleBase.count`.

        Free choices are multiplied, not tried: letters of a Gogen that are in no word, equal symbols of a
        Sudoku.

        Examples
        --------
        >>> from unriddle import Gogen, Numbrix, SudokuPuzzle
        >>> int(SudokuPuzzle.from_array([[0] * 4] * 4).count())
        288
        >>> int(Gogen.parse("..../..../..../....", []).count())  # 16!
        20922789888000
        >>> print(Numbrix([[0] * 4] * 4).count())  # each of the 276 paths, in both directions
        552
        """
        check_limits(limits)
        most, start = check_limit(limit), perf_counter()
        ending = self._run(self._counting(most), most, limits, progress, start)
        return count_of(
            ending["count"],
            complete=ending["complete"],
            stats=ending["stats"],
            stopped=ending["status"] is Status.LIMIT,
            interrupted=ending["interrupted"],
        )


class CellPuzzle(Assigned[R, A], ExplainMixin):
    """An `Assigned` puzzle that general solvers fill cell by cell, and that a person solves by reasoning."""

    METHODS: ClassVar[tuple[str, ...]] = METHODS
    """The general solvers, one cell a step: `depth_first_solve`, `breadth_first_solve`."""

    def solve(
        self,
        *,
        limits: Limits | None = None,
        limit: int | None = 2,
        method: str | None = None,
        progress: Progress | None = None,
    ) -> R:
        """Find a solution and prove whether it is the only one.

        Parameters
        ----------
        limits : Limits, optional
            Seconds and nodes.
        limit : int, optional
            Solutions to look for: 1 solves, 2 proves uniqueness, more counts, None counts all.
        method : str, optional
            The general solvers instead of the compiled engine, one cell a step, to the first solution:
            ``dfs`` (depth_first_solve), ``bfs`` (breadth_first_solve).
        progress : callable, optional
            Called with the nodes visited from time to time.

        Returns
        -------
        Result
            Status UNIQUE, MULTIPLE, NO_SOLUTION or LIMIT; SOLVED where `limit` is 1 and that shows no more,
            and by the general solvers. With LIMIT a solution that was found before is in the result: it is
            then unknown whether there are others.

        Examples
        --------
        >>> from unriddle import Numbrix, SudokuPuzzle
        >>> line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
        >>> result = SudokuPuzzle.parse(line).solve()
        >>> result.status.value, result.rows[0], Numbrix.parse("1 . / . 3").solve().status.value
        ('UNIQUE', '987654321', 'MULTIPLE')
        """
        return self._solve(limits, limit, method, progress)

    def reasoning(self, *, limits: Limits | None = None) -> Iterator[Step]:
        """Yield the steps of a person, each when it is asked for; see `steps`."""
        return until_limit(self._reasoning(Meter(limits)))

    @abstractmethod
    def _reasoning(self, meter: Meter) -> Iterator[Step]: ...

    def first_mistake(self, state: Self, *, limits: Limits | None = None) -> Step | None:
        """Return the first value in a player's `state` that no solution has, None where all is right.

        A state that the limits leave open is no mistake.

        Raises
        ------
        PuzzleError
            `state` is not this puzzle, filled further.

        Examples
        --------
        >>> from unriddle import Gogen, Numbrix
        >>> puzzle = Numbrix.parse("1 . 3/. . ./. . 9")
        >>> print(puzzle.first_mistake(Numbrix.parse("1 2 3/. . 4/5 . 9")))
        mistake: 5 is at row 3, column 1, but no solution has it there
        >>> puzzle = Gogen.parse("AB../..../..../....", ["ABC"])
        >>> print(puzzle.first_mistake(puzzle.with_cells("AB.C............")))
        mistake: row 1, column 4 is C, which no solution has
        """
        try:
            return self._mistake(state, Meter(limits))
        except LimitReached:
            return None

    @abstractmethod
    def _mistake(self, state: Any, meter: Meter) -> Step | None: ...

    def _is_solvable(self, meter: Meter = FREE) -> bool:
        """Return whether there is a solution; LimitReached where a limit comes first."""
        result = meter.charge(self.solve(limit=1, limits=meter.left()))
        return result.status is not Status.NO_SOLUTION


def cell_mistake(
    given: Sequence[str | None],
    now: Sequence[str | None],
    columns: int,
    what: str,
    solvable: Callable[[Sequence[int]], bool],
    empty: str | None = None,
) -> Step | None:
    """Return the first value of a player's cells that no solution has.

    Where there are several solutions, that is the value with which, after those before it, none is left.
    `what` is what values are called, and `solvable` whether there is a solution with some of the cells added.
    """

    def wrong(cell: int, text: str) -> Step:
        at, value = divmod(cell, columns), now[cell]
        text = f"{cell_name(at)} is {'empty' if value == empty else value}, {text}"
        return Step(kind="mistake", text=text, cell=at, value=value, cells=(at,))

    for cell, value in enumerate(given):
        if value not in (empty, now[cell]):
            return wrong(cell, f"but the clue there is {value}")
    added = [cell for cell, value in enumerate(now) if value != empty and given[cell] == empty]
    found = find_mistake(added, lambda cells: not solvable(cells))
    if found is None:
        return None
    return wrong(found[0], "which no solution has" + ("" if found[1] else f" with the {what} before it"))
