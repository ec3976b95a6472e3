"""Peg solitaire on any board of up to 64 holes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.search.peg_search import PegRules
from ...io.grid_text import Symbols
from ...search.adapters import METHODS
from ...search.engine import memory_of, search_states
from ...search.run_loop import Outcome
from ..framework.arguments import as_int, check_choice, check_limit, check_limits, check_method, check_seed
from ..framework.solutions import Count, Solutions
from .all_solutions import Walk, count_solutions
from .beam import Beam
from .boards import DIRECTIONS, NAMED, Jump, hole_name, jumps_of, jumps_text
from .fewest_moves import Fewest
from .parse import EMPTY, FORMATS, PEG, SYMBOLS, meaning_of, read_goal, read_rows, read_vacancy
from .reachability import Ways, count_positions, counted, run_plan
from .result import PegResult, ReachableResult, SolvableResult
from .solvable_positions import ask
from .state import PegState

if TYPE_CHECKING:
    from ...typing import CellLike, GoalLike
    from ..framework.html import View

Progress = Callable[[int], None]


def _named(name: str) -> Any:
    """Return the method that makes a well-known board."""

    def make(cls: Any, *, vacancy: CellLike | None = None, goal: GoalLike | None = None) -> Any:
        return cls.named(name, vacancy=vacancy, goal=goal)

    make.__name__, make.__doc__ = name, f"Return the board ``{name}``; see `named`."
    return classmethod(make)


class GridPegSolitairePuzzle(PegState):
    """Jump pegs over pegs until the goal is reached.

    Parameters
    ----------
    marker : sequence of sequences of str, or str or path
        A text or a file as `parse` and `load` read it; or rows of ``*`` (peg), ``.`` (empty hole) and ``#``
        (unused), or of other marks, as `parse` reads them.
    marker_set : collection of str, optional
        The markers that may occur; these three by default.
    goal : optional
        None or ``"any"``: one peg anywhere. (row, column), or a name like ``"d4"``: one peg there. Rows like
        `marker`, or such rows as text: that pattern.
    jumps : {"orthogonal", "diagonal", "triangular"}
        Directions of jumps: the four; all eight; six, for a triangle in the lower left half of a square.
    peg, empty : str, optional
        The marks of pegs and of empty holes in `marker` and `goal`, where these are ambiguous.

    Raises
    ------
    PuzzleError
        Unknown markers, rows of different lengths, no holes or more than 64, no pegs, a goal that does
        not fit the board.

    Notes
    -----
    An answer is a tuple of `Jump`. A position is a bitboard, one bit per hole in row-major order. Symmetries
    are found from the board.

    Examples
    --------
    >>> puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    >>> result = puzzle.solve()
    >>> result.status, result.length, puzzle.check(result.solution)
    (<Status.SOLVED: 'SOLVED'>, 31, True)
    >>> GridPegSolitairePuzzle.named("european").solve().status
    <Status.NO_SOLUTION: 'NO_SOLUTION'>
    """

    METHODS: ClassVar[tuple[str, ...]] = METHODS
    """The methods of `solve`, apart from the default."""
    FORMATS: ClassVar[tuple[str, ...]] = FORMATS
    LONGEST: ClassVar[int] = 1 << 20
    SYMBOLS: ClassVar[Symbols] = SYMBOLS

    # Reading and making

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        goal: GoalLike | None = None,
        jumps: str = "orthogonal",
        peg: str | None = None,
        empty: str | None = None,
        file: str | None = None,
    ) -> Self:
        r"""Parse a board: rows of ``*`` (peg), ``.`` (empty) and ``#`` (unused), separated by lines or ``/``.

        Parameters
        ----------
        text : str
            The name of a board that `named` takes, or rows. Other marks are read where one meaning is
            possible: ``●``, ``1``, ``o`` or ``x`` for pegs, ``○``, ``_``, ``-`` or ``0`` for empty holes. In
            a drawn board spaces around it are unused, and spaces within it are empty holes. Short rows are
            filled up with ``#``.
        goal, jumps
            See the class.
        peg, empty : str, optional
            The marks of pegs and of empty holes, where these are ambiguous.
        file : str, optional
            Named in errors.

        Raises
        ------
        PuzzleError
            With line and column: see the class; marks or spaces that can be read in two ways.

        Examples
        --------
        >>> print(GridPegSolitairePuzzle.parse("# * # / * * ."))
        #*#
        **.
        >>> print(GridPegSolitairePuzzle.parse("x o x x", peg="x"))
        *.**
        """
        if isinstance(text, str) and text in NAMED:
            return cls.named(text, goal=goal)
        meaning = meaning_of(peg, empty)
        rows = read_rows(text, file, jumps=jumps, meaning=meaning)
        try:
            return cls(rows, goal=read_goal(goal, len(rows[0]), meaning, jumps), jumps=jumps)
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=file) from None

    @classmethod
    def named(cls, name: str, *, vacancy: CellLike | None = None, goal: GoalLike | None = None) -> Self:
        """Return a well-known board: english, european, wiegleb, diamond, asymmetrical, triangle15.

        Parameters
        ----------
        name : str
            One of these.
        vacancy : (int, int) or str, optional
            The empty hole: (row, column) or a name like ``"d4"``; by default the middle one (of the
            triangle: the top).
        goal : optional
            See the class.

        Examples
        --------
        >>> print(GridPegSolitairePuzzle.named("triangle15", vacancy=(2, 1)))
        *####
        **###
        *.*##
        ****#
        *****
        >>> GridPegSolitairePuzzle.named("european", vacancy="c1").is_winnable()
        True
        """
        rows, jumps = NAMED[check_choice("board", name, NAMED)]
        if vacancy is None:
            return cls(rows.split("/"), goal=goal, jumps=jumps)
        row, column = read_vacancy(vacancy)
        full = rows.replace(EMPTY, PEG).split("/")
        if not (0 <= row < len(full) and 0 <= column < len(full[0])) or full[row][column] != PEG:
            raise PuzzleError(f"vacancy={vacancy!r:.40} is not a hole of the {name} board")
        full[row] = f"{full[row][:column]}{EMPTY}{full[row][column + 1 :]}"
        return cls(full, goal=goal, jumps=jumps)

    english, european, wiegleb, diamond, asymmetrical, triangle15 = map(_named, NAMED)

    @classmethod
    def random(
        cls, name: str = "english", pegs: int = 12, *, seed: int | None = None, goal: GoalLike | None = None
    ) -> Self:
        """Generate a solvable position of a named board by jumping backwards from the goal.

        Parameters
        ----------
        name : str
            As for `named`.
        pegs : int
            Pegs wanted; fewer where no jump back is left.
        seed : int, optional
            The same seed gives the same position.
        goal : optional
            See the class.
        """
        wanted = as_int(pegs)
        if wanted is None or wanted < 1:
            raise PuzzleError(f"pegs={pegs!r:.40}, expected a whole number from 1 up")
        puzzle = cls.named(name, goal=goal)
        rng = random.Random(check_seed(seed))
        position = rng.choice(puzzle.targets)
        while position.bit_count() < wanted:
            before = puzzle.board.before(position)
            if not before:
                break
            position = rng.choice(before)
        return puzzle._at(position)

    # Solving

    def solve(
        self,
        *,
        method: str | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> PegResult:
        """Find a solution.

        Parameters
        ----------
        method : {"dfs", "bfs", "bidirectional", "astar", "ida"}, optional
            A method of the state-space engine. By default a beam search that keeps the positions with the
            most pegs near the middle, symmetric ones as one, and grows wider until it finds a solution or
            has left nothing out.
        limits : Limits, optional
            Bounds of the search.
        progress : callable, optional
            Called with the positions visited from time to time.

        Returns
        -------
        PegResult
            SOLVED, NO_SOLUTION or LIMIT; its `reason` where there is none by the class of positions.
        """
        method, limits = check_method(method, self.METHODS), check_limits(limits)
        start, goals = time.perf_counter(), self.possible_goals()
        if not goals:
            return self._result(start, Status.NO_SOLUTION, None, SearchStats())
        if method is not None:
            rules = PegRules(self.board.core(), np.array(goals, dtype=np.uint64))
            begin = np.array([self.position], dtype=np.uint64)
            found = search_states(rules, begin, method, goals=goals, limits=limits, progress=progress)
            path = found.states[:, 0].tolist() or None
            return self._result(start, found.status, path, found.stats, found.interrupted)
        search = Beam(self.board, self.position, goals, memory_of(limits))
        outcome, nodes = run_plan(search.plan(), limits, progress)
        counts = SearchStats(
            nodes=nodes, generated=search.generated, pruned=search.pruned, depth=search.depth
        )
        return self._result(start, search.status, search.path, counts, outcome is Outcome.INTERRUPTED)

    def _result(
        self,
        start: float,
        status: Status,
        path: Sequence[int] | None,
        counts: SearchStats,
        interrupted: bool = False,
        **proof: Any,
    ) -> PegResult:
        """Return the result of a search; Ctrl-C makes it LIMIT, with the solution known by then."""
        jumps = None if path is None else self.board.jumps_along(path)
        length = len(jumps or ())
        return PegResult(
            status=Status.LIMIT if interrupted else status,
            interrupted=interrupted,
            stats=replace(
                counts,
                depth=max(counts.depth, length),
                path_length=length,
                seconds=time.perf_counter() - start,
            ),
            puzzle=self,
            solution=jumps,
            **proof,
        )

    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[tuple[Jump, ...]]:
        """Return an iterator over the solutions, found on demand: there may be 10^16.

        Notes
        -----
        The solvable positions are found first; the walk along them never backtracks from a dead end.

        Examples
        --------
        >>> [str(jump) for jumps in GridPegSolitairePuzzle.parse("**.*").solutions() for jump in jumps]
        ['a1-c1', 'd1-b1']
        """
        memory = memory_of(check_limits(limits))
        source = Walk(self.board, self.position, self.possible_goals(), memory)
        return Solutions(source, limit, limits, progress)

    def count(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Count the solutions (jump sequences) exactly, at most `limit`, without listing them.

        Examples
        --------
        >>> GridPegSolitairePuzzle.named("triangle15").count()
        <Count 29760: MULTIPLE>
        """
        limit, limits = check_limit(limit), check_limits(limits)
        return count_solutions(
            self.board, self.position, self.possible_goals(), limit, limits=limits, progress=progress
        )

    def fewest_moves(self, *, limits: Limits | None = None, progress: Progress | None = None) -> PegResult:
        """Find a solution of the fewest moves, where successive jumps of one peg are one move.

        Returns
        -------
        PegResult
            SOLVED, NO_SOLUTION or LIMIT. A search that a limit ends is SOLVED where it has found a solution.
            `optimal` is True where it is proven that none has fewer moves; `lower_bound` bounds them all.

        Notes
        -----
        Beam search, large neighbourhood search, then a search along the positions on all ways to the goal,
        which proves the optimum. The lower bound counts regions that each cost a move (R. Merson).

        Examples
        --------
        >>> result = GridPegSolitairePuzzle.parse("**.*.").fewest_moves()
        >>> result.moves, result.optimal, result.lower_bound
        (1, True, 1)
        """
        limits, start = check_limits(limits), time.perf_counter()
        search = Fewest(self.board, self.position, self.possible_goals(), memory_of(limits))
        outcome, nodes = run_plan(search.plan(), limits, progress)
        return self._result(
            start,
            search.status,
            search.path,
            SearchStats(nodes=nodes),
            outcome is Outcome.INTERRUPTED and not search.decided,
            optimal=search.decided and search.path is not None,
            lower_bound=search.lower,
        )

    def count_positions(
        self,
        *,
        symmetry: bool = True,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> ReachableResult:
        """Count the positions that can be reached from here, by number of jumps.

        Parameters
        ----------
        symmetry : bool
            Count symmetric positions once.
        limits : Limits, optional
            Bounds; `memory` is that of two layers.

        Examples
        --------
        >>> GridPegSolitairePuzzle.parse("**.*").count_positions().counts
        (1, 1, 1)
        """
        return count_positions(self.board, self.position, symmetry, check_limits(limits), progress)

    def solvable_positions(
        self, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> ReachableResult:
        """Count the positions on the ways from here to the goal, up to symmetry, by number of jumps.

        Notes
        -----
        Bidirectional breadth-first search, backwards on the complement (a jump back is a jump of the empty
        holes); a pass back from the meeting keeps what leads there.

        Examples
        --------
        >>> GridPegSolitairePuzzle.parse("**.*", goal=(0, 1)).solvable_positions().counts
        (1, 1, 1)
        """
        limits, start = check_limits(limits), time.perf_counter()
        ways = Ways(self.board, self.position, self.possible_goals(), memory_of(limits))
        outcome, nodes = run_plan(ways.plan(positions=False), limits, progress)
        seconds = time.perf_counter() - start
        return counted(ways.sizes, outcome, SearchStats(nodes=nodes, depth=len(ways.sizes), seconds=seconds))

    def is_winnable(self, *, limits: Limits | None = None, progress: Progress | None = None) -> bool | None:
        """Return whether a goal can still be reached from here; None where a limit was reached.

        Examples
        --------
        >>> [GridPegSolitairePuzzle.parse(text).is_winnable() for text in ("**.*", "*.*")]
        [True, False]
        """
        goals = self.possible_goals()
        answers, outcome, _ = ask(self.board, goals, [self.position], check_limits(limits), progress)
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        return answers[self.position]

    def winning_jumps(
        self, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> SolvableResult:
        """Find the jumps after which a goal can still be reached.

        Returns
        -------
        SolvableResult
            Its `jumps`, and `winnable`; at a limit the jumps known by then.

        Examples
        --------
        >>> result = GridPegSolitairePuzzle.parse("**.*.", goal=(0, 3)).winning_jumps()
        >>> result.jumps, result.winnable, result.status.value
        ((), False, 'NO_SOLUTION')
        """
        start = time.perf_counter()
        after = self.board.after(self.position)
        goals = self._at(after[0]).possible_goals() if after else []
        answers, outcome, nodes = ask(self.board, goals, after, check_limits(limits), progress)
        jumps = [self.board.by_flip[self.position ^ p, self.position & ~p] for p in after if answers[p]]
        status = Status.SOLVED if jumps or self.is_solved() else Status.NO_SOLUTION
        return SolvableResult(
            status=status if outcome is Outcome.FINISHED else Status.LIMIT,
            interrupted=outcome is Outcome.INTERRUPTED,
            stats=SearchStats(nodes=nodes, seconds=time.perf_counter() - start),
            puzzle=self,
            jumps=tuple(jumps),
        )

    # Answers

    def check(self, solution: object) -> bool:
        """Return whether jumps lead from here to a goal by the rules.

        Parameters
        ----------
        solution : PegResult, sequence of Jump, or str
            A result, its solution, or that as text: ``"a1-c1 d1-b1"``.

        Examples
        --------
        >>> puzzle = GridPegSolitairePuzzle.parse("**.*")
        >>> puzzle.check(puzzle.solve()), puzzle.check("a1-c1 d1-b1"), puzzle.check(())
        (True, True, False)
        """
        try:
            jumps = jumps_of(solution)
        except PuzzleError:
            return False
        number, position, directions = self.board.number, self.position, DIRECTIONS[self.board.kind]
        for jump in jumps:
            start, over, end = spots = (jump.start, jump.over, jump.end)
            if not all(isinstance(spot, tuple) and spot in number for spot in spots):
                return False
            step = over[0] - start[0], over[1] - start[1]
            if step != (end[0] - over[0], end[1] - over[1]) or step not in directions:
                return False
            from_, past, to = (1 << number[spot] for spot in spots)
            if not position & from_ or not position & past or position & to:
                return False
            position ^= from_ | past | to
        return position.bit_count() == 1 if self.goal is None else position == self.targets[0]

    # Text and drawing

    def rules(self) -> dict[str, Any]:
        """Return goal and directions of jumps as `parse` takes them."""
        goal = self.goal
        if goal is None:
            shown = None
        elif isinstance(goal[0], int):
            shown = hole_name((goal[0], int(goal[1])))
        else:
            shown = "/".join("".join(row) for row in goal)
        return {"goal": shown, "jumps": self.board.kind}

    def format(self, solution: object = None) -> str:
        """Return the rows, which `parse` reads, or an answer as ``a1-c1 d1-b1``, jumps of one peg joined."""
        if solution is not None:
            return jumps_text(jumps_of(solution))
        return "\n".join("".join(row) for row in self.marker)

    def to_svg(self, solution: object = None) -> str:
        """Return a picture of the position, with the jumps of an answer as numbered arrows."""
        from .draw import draw

        jumps = () if solution is None else jumps_of(solution)
        self.replay(jumps)
        return draw(self, jumps)

    def view(self, answer: Any = None) -> View:
        """Return the page of an answer: the positions from first to last."""
        from .draw import view

        return view(self, answer)

    def __repr__(self) -> str:
        text = self.format().replace("\n", "/")
        return f"{type(self).__name__}({text!r})"


PegSolitaire = GridPegSolitairePuzzle


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation."""
    return {"peg": GridPegSolitairePuzzle.named("english", goal="d4").to_svg()}
