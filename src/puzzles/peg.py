"""Peg solitaire on any board of up to 64 holes."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base import Limits, Puzzle, PuzzleError, Result, SearchStats, Status
from ..core.peg import Pagodas, PegBoard
from ..core.peg_numbered import MOST_BITS, PegNumbered, number_bits
from ..core.peg_plans import PegCount, PegFewest
from ..core.peg_search import PegLayers, PegRules
from ..running import Outcome, drive
from ..textio import printable, text_lines
from .engine import MEMORY, run_engine
from .peg_boards import DIRECTIONS, NAMED, Board, board_of
from .svg import Drawing

__all__ = ["GridPegSolitairePuzzle", "Jump", "LayersResult", "PegLimitError", "PegResult"]

PEG, EMPTY, UNUSED = "*", ".", "#"
MARKERS = frozenset((PEG, EMPTY, UNUSED))

FIRST_WIDTH, PATIENCE = 32, 1000
"""Width of the first beam; width of the last one that does without pagoda functions."""

SMALL_BITS, SHORT_WAY = 20, 12
"""Bits of a bitmap that costs nothing to begin; jumps for which a larger one does not pay."""

Progress = Callable[[int], None]


class PegLimitError(PuzzleError):
    """A limit came before an answer that is a plain number, list or truth."""


@dataclass(frozen=True, slots=True)
class Jump:
    """A peg at `start` jumps over that at `over`, which goes, and lands at `end`: (row, column) from 0.

    Examples
    --------
    >>> print(Jump((1, 3), (2, 3), (3, 3)))
    d2-d4
    """

    start: tuple[int, int]
    over: tuple[int, int]
    end: tuple[int, int]

    def __str__(self) -> str:
        return f"{hole_name(self.start)}-{hole_name(self.end)}"


def hole_name(hole: tuple[int, int]) -> str:
    """Return a hole as people write it: the column as a letter, the row as a number from 1.

    Examples
    --------
    >>> hole_name((0, 0)), hole_name((3, 27))
    ('a1', 'ab4')
    """
    row, column = hole
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(97 + letter) + name
    return f"{name}{row + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PegResult(Result):
    """A solution, or that there is none.

    Examples
    --------
    >>> result = GridPegSolitairePuzzle.parse("**.*").solve()
    >>> print(result)
    a1-c1 d1-b1
    """

    jumps: tuple[Jump, ...] = ()
    """The jumps in order; empty without a solution."""
    path: tuple[str, ...] = ()
    """The positions from the first to the last, rows joined by ``/``; empty without a solution."""

    @property
    def length(self) -> int:
        """Number of jumps."""
        return len(self.jumps)

    @property
    def moves(self) -> int:
        """Number of moves, where jumps of one peg in a row are one."""
        pairs = zip(self.jumps, self.jumps[1:], strict=False)
        return bool(self.jumps) + sum(a.end != b.start for a, b in pairs)

    def __str__(self) -> str:
        if not self.path:
            return str(self.status)
        text = ""
        for before, jump in zip((None, *self.jumps), self.jumps, strict=False):
            if before is not None and before.end == jump.start:
                text += f"-{hole_name(jump.end)}"
            else:
                text += f" {jump}"
        return text.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class LayersResult(Result):
    """Positions by number of jumps; `count_positions` and `solvable_positions`.

    The status is SOLVED, NO_SOLUTION where no position is solvable, or LIMIT with the layers known by then.
    """

    counts: tuple[int, ...]
    """counts[n] is the number of positions after n jumps."""

    @property
    def total(self) -> int:
        """Number of positions in all."""
        return sum(self.counts)


class GridPegSolitairePuzzle(Puzzle):
    """Jump pegs over pegs until the goal stands.

    Parameters
    ----------
    marker : sequence of sequences of str
        Rows of ``*`` (peg), ``.`` (empty hole) and ``#`` (unused).
    marker_set : collection of str, optional
        The markers that may occur; these three by default.
    goal : optional
        None: one peg anywhere. (row, column): one peg there. Rows like `marker`: that pattern.
    jumps : {"orthogonal", "diagonal", "triangular"}
        Directions of jumps: the four; all eight; six, for a triangle in the lower left half of a square.

    Raises
    ------
    PuzzleError
        Unknown markers, rows of different lengths, no holes or more than 64, no pegs, a goal that does
        not fit the board.

    Notes
    -----
    A position is a bitboard, one bit a hole in row-major order. Symmetries are found from the board.

    Examples
    --------
    >>> puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    >>> result = puzzle.solve()
    >>> result.status, result.length, puzzle.check(result)
    (<Status.SOLVED: 'SOLVED'>, 31, True)
    >>> GridPegSolitairePuzzle.named("european").solve().status
    <Status.NO_SOLUTION: 'NO_SOLUTION'>
    """

    def __init__(
        self,
        marker: Sequence[Sequence[str]],
        marker_set: Collection[str] = MARKERS,
        *,
        goal: Any = None,
        jumps: str = "orthogonal",
    ) -> None:
        rows = _rows(marker, "board")
        unknown = {mark for row in rows for mark in row} - (set(marker_set) & MARKERS)
        if unknown:
            raise PuzzleError(
                f"marker {min(unknown)!r} on the board, expected * (peg), . (empty) or # (unused)"
            )
        self.board: Board = board_of(tuple(tuple(mark != UNUSED for mark in row) for row in rows), jumps)
        self.position = self._bits(rows)
        if not self.position:
            raise PuzzleError("a board without pegs, expected at least one")
        self.goal = goal
        self.targets: tuple[int, ...] = self._goals(goal)
        """The positions to reach, as bitboards: any of them."""

    def _bits(self, rows: Sequence[Sequence[str]]) -> int:
        return sum(1 << h for h, (r, c) in enumerate(self.board.holes) if rows[r][c] == PEG)

    def _goals(self, goal: Any) -> tuple[int, ...]:
        if goal is None:
            return tuple(1 << h for h in range(len(self.board.holes)))
        if isinstance(goal, tuple) and len(goal) == 2 and all(isinstance(part, int) for part in goal):
            if goal not in self.board.number:
                raise PuzzleError(f"goal {goal}, expected the row and column of a hole, from 0")
            return (1 << self.board.number[goal],)
        if isinstance(goal, str):
            goal = [row for _, line in text_lines(goal.replace("/", "\n")) if (row := "".join(line.split()))]
            goal = [row.ljust(len(self.board.shape[0]), UNUSED) for row in goal]
        rows = _rows(goal, "goal")
        self.goal = tuple("".join(row) for row in rows)
        if any(mark not in MARKERS for row in rows for mark in row):
            raise PuzzleError("unknown marker in the goal, expected * (peg), . (empty) or # (unused)")
        if tuple(tuple(mark != UNUSED for mark in row) for row in rows) != self.board.shape:
            raise PuzzleError("a goal of another shape, expected the holes of the board")
        pattern = self._bits(rows)
        if not pattern:
            raise PuzzleError("a goal without pegs, expected at least one")
        return (pattern,)

    @classmethod
    def parse(
        cls, text: str, *, goal: Any = None, jumps: str = "orthogonal", file: str | None = None
    ) -> GridPegSolitairePuzzle:
        r"""Read rows of ``*``, ``.`` and ``#``; blanks between the marks and empty lines are left out.

        Short rows are filled up with ``#``.

        Examples
        --------
        >>> print(GridPegSolitairePuzzle.parse("# * #\n* * ."))
        #*#
        **.
        """
        rows: list[str] = []
        for number, line in text_lines(text):
            row = "".join(line.split())
            for column, mark in enumerate(line, 1):
                if mark not in MARKERS and not mark.isspace():
                    raise PuzzleError(
                        f"character {mark!r}, expected * (peg), . (empty) or # (unused)",
                        file=file,
                        line=number,
                        column=column,
                    )
            if row:
                rows.append(row)
                if len(rows) * max(map(len, rows[-1:])) > 1 << 16 or len(rows) > 1 << 12:
                    raise PuzzleError("a board too large, expected at most 64 holes", file=file, line=number)
        try:
            width = max(map(len, rows), default=0)
            return cls([row.ljust(width, UNUSED) for row in rows], goal=goal, jumps=jumps)
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=file) from None

    @classmethod
    def named(cls, name: str, *, goal: Any = None) -> GridPegSolitairePuzzle:
        """Return a well-known board: english, european, wiegleb, diamond, triangle15.

        Examples
        --------
        >>> print(GridPegSolitairePuzzle.named("triangle15"))
        .####
        **###
        ***##
        ****#
        *****
        """
        if name not in NAMED:
            raise PuzzleError(f"board {printable(name)!r}, expected one of {', '.join(NAMED)}")
        rows, jumps = NAMED[name]
        return cls(rows.split("/"), goal=goal, jumps=jumps)

    @classmethod
    def random(
        cls, name: str = "english", *, pegs: int = 12, seed: int | None = None, goal: Any = None
    ) -> GridPegSolitairePuzzle:
        """Return a position of a named board that can be solved, made by jumping backwards from the goal.

        Parameters
        ----------
        pegs : int
            Pegs wanted; fewer where no jump back is left.
        """
        puzzle = cls.named(name, goal=goal)
        board = puzzle.board
        draw = random.Random(seed)
        position = draw.choice(puzzle.targets)
        while position.bit_count() < pegs:
            back = [
                flip for a, b, c in board.jumps if position & (flip := 1 << a | 1 << b | 1 << c) == 1 << c
            ]
            if not back:
                break
            position ^= draw.choice(back)
        return puzzle._at(position)

    def _at(self, position: int) -> GridPegSolitairePuzzle:
        other = object.__new__(GridPegSolitairePuzzle)
        other.board, other.goal, other.targets = self.board, self.goal, self.targets
        other.position = position
        return other

    # Puzzle

    @property
    def marker(self) -> list[list[str]]:
        """The rows of the board."""
        return [list(row) for row in self._rows_of(self.position)]

    def configuration(self) -> tuple[object, ...]:
        """Return the pegs, the board and the goal."""
        return (self.position, self.board, self.targets)

    def is_solved(self) -> bool:
        """Say whether the goal stands."""
        return self.position in self.targets

    def extensions(self) -> list[GridPegSolitairePuzzle]:
        """Return the positions one jump away, in the order of the jumping pegs."""
        found = []
        for a, b, c in self.board.jumps:
            taken = 1 << a | 1 << b
            if self.position & (taken | 1 << c) == taken:
                found.append(self._at(self.position ^ taken ^ 1 << c))
        return found

    def predecessors(self) -> list[GridPegSolitairePuzzle]:
        """Return the positions one jump before this one."""
        found = []
        for a, b, c in self.board.jumps:
            line = 1 << a | 1 << b | 1 << c
            if self.position & line == 1 << c:
                found.append(self._at(self.position ^ line))
        return found

    def goals(self) -> list[GridPegSolitairePuzzle]:
        """Return the solved positions."""
        return [self._at(target) for target in self.targets]

    def heuristic(self) -> float:
        """Return the number of jumps to the goal: one peg less each."""
        return max(0, self.position.bit_count() - self.targets[0].bit_count())

    def fail_fast(self) -> bool:
        """Say whether too few pegs are left, or parities that no jump changes rule every goal out."""
        return not self._possible_goals()

    def _possible_goals(self) -> list[int]:
        if self.position.bit_count() < self.targets[0].bit_count():
            return []
        mine = self.board.position_class(self.position)
        return [goal for goal in self.targets if self.board.position_class(goal) == mine]

    # Solving

    def solve(
        self,
        method: str | None = None,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> PegResult:
        """Find a solution.

        Parameters
        ----------
        method : {"dfs", "bfs", "bidirectional", "astar", "ida"}, optional
            How to search with the engine of all step-by-step puzzles. By default a beam search that
            keeps the positions with the most pegs near the middle, symmetric ones as one, and grows wider
            and wider until it finds a solution or has left nothing out.
        limits : Limits, optional
            Bounds of the search.
        progress : callable, optional
            Called with the positions visited now and then.

        Returns
        -------
        PegResult
            SOLVED, NO_SOLUTION or LIMIT.
        """
        start = time.perf_counter()
        goals = self._possible_goals()
        if not goals:
            return self._result(Status.NO_SOLUTION, None, start)
        if method is not None:
            rules = PegRules(self.board.core(), np.array(goals, dtype=np.uint64))
            run = run_engine(rules, self.position, method, goals=goals, limits=limits, progress=progress)
            return self._result(
                run.status,
                [int(state[0]) for state in run.states],
                start,
                interrupted=run.outcome is Outcome.INTERRUPTED,
                nodes=run.nodes,
                generated=run.generated,
                pruned=run.pruned,
                depth=run.depth,
            )
        memory = limits.memory if limits is not None and limits.memory is not None else MEMORY
        search = _Beam(self, goals, memory)
        outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
        return self._result(
            search.status,
            search.path,
            start,
            interrupted=outcome is Outcome.INTERRUPTED,
            nodes=search.nodes,
            generated=search.generated,
            pruned=search.pruned,
            depth=search.depth,
        )

    def _sample(self) -> NDArray[np.uint64]:
        """Return positions that random play meets in the later half of a game; always the same ones."""
        draw = random.Random(1)
        half = (self.position.bit_count() + self.targets[0].bit_count()) // 2
        found = [self.position]
        for _ in range(40):
            position = self.position
            while True:
                after = []
                for a, b, c in self.board.jumps:
                    taken = 1 << a | 1 << b
                    if position & (taken | 1 << c) == taken:
                        after.append(position ^ taken ^ 1 << c)
                if not after:
                    break
                position = draw.choice(after)
                if position.bit_count() <= half:
                    found.append(position)
        return np.array(found, dtype=np.uint64)

    def solutions(self, limit: int | None = None) -> Iterator[PegResult]:
        """Yield solutions, all of them unless `limit` stops it: there may be 10^16.

        Notes
        -----
        Walks along solvable positions only, which are found first: no step is in vain.

        Examples
        --------
        >>> [str(result) for result in GridPegSolitairePuzzle.parse("**.*").solutions()]
        ['a1-c1 d1-b1']
        """
        start = time.perf_counter()
        board, layers, _ = self._solvable(None, None)
        if not layers or (limit is not None and limit < 1):
            return
        keys = [np.sort(layer) for layer in layers]
        path = [self.position]
        cursors = [0]
        found = 0
        while path:
            if len(path) == len(layers):
                yield self._result(Status.SOLVED, list(path), start)
                found += 1
                if limit is not None and found >= limit:
                    return
                path.pop()
                cursors.pop()
                continue
            position, layer = path[-1], keys[len(path)]
            after = None
            while cursors[-1] < len(self.board.jumps) and after is None:
                a, b, c = self.board.jumps[cursors[-1]]
                cursors[-1] += 1
                taken = 1 << a | 1 << b
                if position & (taken | 1 << c) == taken:
                    candidate = position ^ taken ^ 1 << c
                    key = board.canonicals(np.array([candidate], dtype=np.uint64))[0]
                    place = int(np.searchsorted(layer, key))
                    if place < len(layer) and layer[place] == key:
                        after = candidate
            if after is None:
                path.pop()
                cursors.pop()
            else:
                path.append(after)
                cursors.append(0)

    def count(self, limit: int | None = None) -> int:
        """Return the number of solutions (jump sequences), at most `limit`; see `count_solutions`."""
        total = self.count_solutions()
        return total if limit is None else min(total, limit)

    def count_solutions(self, *, limits: Limits | None = None, progress: Progress | None = None) -> int:
        """Return the exact number of jump sequences from here to the goal, without listing them.

        Raises
        ------
        PegLimitError
            A limit came first.

        Examples
        --------
        >>> GridPegSolitairePuzzle.named("triangle15").count_solutions()
        29760
        """
        board, layers, outcome = self._solvable(limits, progress)
        _finish(outcome, "counting the solutions")
        if not layers:
            return 0
        limbs = 1
        while True:
            search = PegCount(board, layers, limbs)
            _finish(
                drive(search.run, limits, nodes=_nodes(search), progress=progress), "counting the solutions"
            )
            if not search.overflow:
                return sum(search.ways_to(goal) for goal in self._possible_goals())
            limbs *= 2

    def fewest_moves(self, *, limits: Limits | None = None, progress: Progress | None = None) -> PegResult:
        """Find a solution of the fewest moves, where jumps of one peg in a row are one move.

        Examples
        --------
        >>> GridPegSolitairePuzzle.parse("**.*.").fewest_moves().moves
        1
        """
        start = time.perf_counter()
        board, layers, outcome = self._solvable(limits, progress)
        if outcome is Outcome.FINISHED and not layers:
            return self._result(Status.NO_SOLUTION, None, start)
        if outcome is Outcome.FINISHED:
            search = PegFewest(board, layers)
            outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
        if outcome is not Outcome.FINISHED:
            return self._result(Status.LIMIT, None, start, interrupted=outcome is Outcome.INTERRUPTED)
        path, _ = search.path(self.position)
        return self._result(Status.SOLVED, path, start, nodes=search.nodes)

    def count_positions(
        self,
        *,
        symmetry: bool = True,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> LayersResult:
        """Count the positions that can be reached from here, by number of jumps.

        Parameters
        ----------
        symmetry : bool
            Count positions that a symmetry of the board maps onto each other once.
        limits : Limits, optional
            Bounds; `memory` is that of two layers.

        Examples
        --------
        >>> GridPegSolitairePuzzle.parse("**.*").count_positions().counts
        (1, 1, 1)
        """
        start = time.perf_counter()
        memory = limits.memory if limits is not None and limits.memory is not None else MEMORY
        kept = self.board.symmetries if symmetry else self.board.keeping([self.position])
        search = PegLayers(
            self.board.core(kept), np.array([self.position], dtype=np.uint64), most_bytes=memory
        )
        counts = [1]
        outcome = Outcome.FINISHED
        while True:
            outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
            if outcome is not Outcome.FINISHED or search.status or not search.size():
                break
            counts.append(search.size() if symmetry else search.orbits())
        whole = outcome is Outcome.FINISHED and not search.status
        return LayersResult(
            status=Status.SOLVED if whole else Status.LIMIT,
            interrupted=outcome is Outcome.INTERRUPTED,
            stats=SearchStats(
                nodes=search.nodes,
                generated=search.generated,
                depth=len(counts) - 1,
                seconds=time.perf_counter() - start,
            ),
            counts=tuple(counts),
        )

    def solvable_positions(
        self, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> LayersResult:
        """Count the positions on the ways from here to the goal, up to symmetry, by number of jumps.

        Notes
        -----
        Layers of positions grow from the start, and from the complement of the goal (a jump backwards is a
        jump on the complement), until they meet; on the way back only what leads to the meeting is kept.

        Examples
        --------
        >>> GridPegSolitairePuzzle.parse("**.*", goal=(0, 1)).solvable_positions().counts
        (1, 1, 1)
        """
        start = time.perf_counter()
        _, layers, outcome = self._solvable(limits, progress)
        status = Status.LIMIT if outcome is not Outcome.FINISHED else Status.SOLVED
        if outcome is Outcome.FINISHED and not layers:
            status = Status.NO_SOLUTION
        counts = tuple(map(len, layers))
        return LayersResult(
            status=status,
            interrupted=outcome is Outcome.INTERRUPTED,
            stats=SearchStats(nodes=sum(counts), depth=len(counts), seconds=time.perf_counter() - start),
            counts=counts,
        )

    def is_winnable(self, *, limits: Limits | None = None) -> bool:
        """Say whether a goal can still be reached from here.

        Raises
        ------
        PegLimitError
            A limit came first.

        Examples
        --------
        >>> [GridPegSolitairePuzzle.parse(text).is_winnable() for text in ("**.*", "*.*")]
        [True, False]
        """
        result = self.solve(limits=limits)
        _finish(
            Outcome.INTERRUPTED
            if result.interrupted
            else Outcome.LIMIT
            if result.status is Status.LIMIT
            else Outcome.FINISHED,
            "finding out whether the position is winnable",
        )
        return result.status is Status.SOLVED

    def winning_jumps(self, *, limits: Limits | None = None) -> list[Jump]:
        """Return the jumps after which a goal can still be reached.

        Examples
        --------
        >>> [str(jump) for jump in GridPegSolitairePuzzle.parse("**.*.", goal=(0, 3)).winning_jumps()]
        []
        """
        return [
            self._jump(self.position, after.position)
            for after in self.extensions()
            if after.is_winnable(limits=limits)
        ]

    def check(self, solution: PegResult | Sequence[Jump]) -> bool:
        """Say whether jumps lead from here to a goal by the rules.

        Examples
        --------
        >>> puzzle = GridPegSolitairePuzzle.parse("**.*")
        >>> puzzle.check(puzzle.solve()), puzzle.check(())
        (True, False)
        """
        rows = self.marker
        for jump in solution.jumps if isinstance(solution, PegResult) else solution:
            spots = (jump.start, jump.over, jump.end)
            if any(r not in range(len(rows)) or c not in range(len(rows[0])) for r, c in spots):
                return False
            steps = {(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(spots)}
            if len(steps) != 1 or not steps <= set(DIRECTIONS[self.board.kind]):
                return False
            if [rows[r][c] for r, c in spots] != [PEG, PEG, EMPTY]:
                return False
            for (r, c), mark in zip(spots, (EMPTY, EMPTY, PEG), strict=True):
                rows[r][c] = mark
        pegs = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == PEG]
        if self.goal is None:
            return len(pegs) == 1
        if isinstance(self.goal[0], int):
            return pegs == [self.goal]
        return ["".join(row) for row in rows] == list(self.goal)

    def _solvable(
        self, limits: Limits | None, progress: Progress | None
    ) -> tuple[PegBoard, list[NDArray[np.uint64]], Outcome]:
        """Return a board with the symmetries of start and goals, and the solvable positions by layer."""
        goals = self._possible_goals()
        kept = self.board.keeping([self.position], goals) if goals else self.board.symmetries
        board = self.board.core(kept)
        if not goals:
            return board, [], Outcome.FINISHED
        steps = self.position.bit_count() - goals[0].bit_count()
        whole = self.board.whole
        ends = np.array([whole ^ goal for goal in goals], dtype=np.uint64)
        begins = np.array([self.position], dtype=np.uint64)
        if steps == 0:
            return board, [board.canonicals(begins)], Outcome.FINISHED
        memory = limits.memory if limits is not None and limits.memory is not None else MEMORY

        # A jump back is a jump on the complement: the goals' complement grows towards that of the start.
        mirrored = len(goals) == 1 and begins[0] == ends[0]
        front = _layers(board, begins, memory, steps)
        rear = front if mirrored else _layers(board, ends, memory, steps)

        def advance(layers: PegLayers | PegNumbered) -> Outcome:
            outcome = drive(layers.run, limits, nodes=lambda: front.nodes + rear.nodes, progress=progress)
            return Outcome.LIMIT if layers.status else outcome

        if mirrored:
            while front.n_layers < steps // 2 + 1:
                if (outcome := advance(front)) is not Outcome.FINISHED:
                    return board, [], outcome
        else:
            while front.n_layers + rear.n_layers < steps + 1:
                side = front if front.size() <= rear.size() else rear
                if not side.size():
                    return board, [], Outcome.FINISHED
                if (outcome := advance(side)) is not Outcome.FINISHED:
                    return board, [], outcome
        n_rear = steps + 1 - front.n_layers  # layers on the far side of the meeting
        if not _meet(front, rear, n_rear - 1):
            return board, [], Outcome.FINISHED

        def retreat(layers: PegLayers | PegNumbered) -> Outcome:
            outcome = drive(layers.back, limits, nodes=lambda: front.nodes + rear.nodes, progress=progress)
            return Outcome.LIMIT if layers.status else outcome

        if (outcome := retreat(front)) is not Outcome.FINISHED:
            return board, [], outcome
        first = front.kept_layers()
        if not mirrored:
            _meet(rear, front, front.n_layers - 1)
            if (outcome := retreat(rear)) is not Outcome.FINISHED:
                return board, [], outcome
            second = rear.kept_layers()
        else:
            second = first
        rest = [board.canonicals(second[n] ^ np.uint64(whole)) for n in range(n_rear - 1, -1, -1)]
        return board, [*first, *rest], Outcome.FINISHED

    # Text

    def _rows_of(self, position: int) -> list[str]:
        number = self.board.number
        return [
            "".join(
                UNUSED if not hole else PEG if position >> number[r, c] & 1 else EMPTY
                for c, hole in enumerate(row)
            )
            for r, row in enumerate(self.board.shape)
        ]

    def format(self) -> str:
        """Return the text form, which `parse` reads."""
        return "\n".join(self._rows_of(self.position))

    __str__ = format

    def __repr__(self) -> str:
        return f"GridPegSolitairePuzzle({'/'.join(self._rows_of(self.position))!r})"

    def _jump(self, before: int, after: int) -> Jump:
        gone, come = before & ~after, after & ~before
        for a, b, c in self.board.jumps:
            if gone == 1 << a | 1 << b and come == 1 << c:
                return Jump(self.board.holes[a], self.board.holes[b], self.board.holes[c])
        raise AssertionError("positions that no jump joins")

    def _result(
        self,
        status: Status,
        positions: Sequence[int] | None,
        start: float,
        *,
        interrupted: bool = False,
        nodes: int = 0,
        generated: int = 0,
        pruned: int = 0,
        depth: int = 0,
    ) -> PegResult:
        if status is not Status.SOLVED or positions is None:
            positions = []
        jumps = tuple(self._jump(a, b) for a, b in itertools.pairwise(positions))
        return PegResult(
            status=status,
            interrupted=interrupted,
            stats=SearchStats(
                nodes=nodes,
                generated=generated,
                pruned=pruned,
                depth=max(depth, len(jumps)),
                path_length=len(jumps),
                seconds=time.perf_counter() - start,
            ),
            jumps=jumps,
            path=tuple("/".join(self._rows_of(position)) for position in positions),
        )

    def _repr_svg_(self) -> str:
        cell, pad = 36, 10
        height, width = len(self.board.shape), len(self.board.shape[0])
        picture = Drawing(2 * pad + cell * width, 2 * pad + cell * height, "peg solitaire")
        for h, (r, c) in enumerate(self.board.holes):
            x, y = pad + cell * (c + 0.5), pad + cell * (r + 0.5)
            peg = self.position >> h & 1
            picture.circle(x, y, cell * (0.38 if peg else 0.16), fill="#3b6ea5" if peg else "#bbb")
        return str(picture)


class _Beam:
    """Beam search, wider and wider until a solution is found or nothing was left out."""

    def __init__(self, puzzle: GridPegSolitairePuzzle, goals: Sequence[int], memory: int) -> None:
        board = puzzle.board
        self.puzzle, self.goals, self.memory = puzzle, goals, memory
        self.core = board.core(board.keeping(goals))
        self.steps = puzzle.position.bit_count() - goals[0].bit_count()
        self.pagodas: Pagodas | None = None
        self.width = FIRST_WIDTH
        self.status = Status.LIMIT
        self.path: list[int] | None = None
        self.depth = self.nodes = self.generated = self.pruned = 0
        self._begin()

    def _begin(self) -> None:
        if self.width > PATIENCE and self.pagodas is None:
            self.pagodas = Pagodas(self.core, np.array(self.goals, dtype=np.uint64))
            self.pagodas.choose(self.puzzle._sample(), 64, 4)
        self.layers = PegLayers(
            self.core,
            np.array([self.puzzle.position], dtype=np.uint64),
            self.pagodas,
            True,
            self.memory,
            self.width,
            self.puzzle.board.weights,
        )

    def run(self, budget: int) -> bool:
        """Take up at most `budget` positions; return whether work remains."""
        while True:
            if self._over():
                return False
            if budget <= 0:
                return True
            layers = self.layers
            before = layers.nodes, layers.generated, layers.pruned
            layers.run(budget)
            budget -= layers.nodes - before[0]
            self.nodes += layers.nodes - before[0]
            self.generated += layers.generated - before[1]
            self.pruned += layers.pruned - before[2]

    def _over(self) -> bool:
        """Say whether the search has ended; begin a wider one where this one has failed."""
        layers = self.layers
        if self.status is not Status.LIMIT or layers.status:
            return True
        if layers.size():
            self.depth = max(self.depth, layers.n_layers - 1)
            if layers.n_layers <= self.steps:
                return False
            for goal in self.goals:
                self.path = layers.path_to(goal, self.puzzle.position)
                if self.path is not None:
                    self.status = Status.SOLVED
                    return True
        if not layers.trimmed:
            self.status = Status.NO_SOLUTION
            return True
        self.width *= 4
        self._begin()
        if self.pagodas is not None and self.pagodas.is_dead(self.puzzle.position):
            self.status = Status.NO_SOLUTION
            return True
        return False


def _layers(board: PegBoard, starts: NDArray[np.uint64], memory: int, steps: int) -> PegLayers | PegNumbered:
    """Return layers that are kept, by number where the bitmap is small, or pays on a long way."""
    bits = number_bits(board)
    if bits <= (MOST_BITS if steps > SHORT_WAY else SMALL_BITS) and 1 << bits <= memory:
        return PegNumbered(board, starts, True, memory)
    return PegLayers(board, starts, None, True, memory)


def _meet(layers: PegLayers | PegNumbered, other: PegLayers | PegNumbered, layer: int) -> int:
    """Begin the way back; both are of one kind, because they have one board and one memory."""
    if isinstance(layers, PegNumbered) and isinstance(other, PegNumbered):
        return layers.meet(other, layer)
    assert isinstance(layers, PegLayers) and isinstance(other, PegLayers)
    return layers.meet(other, layer)


def _rows(marker: Sequence[Sequence[str]], what: str) -> list[tuple[str, ...]]:
    """Return the rows of a board; refuse what is no rectangle."""
    try:
        rows = [tuple(row) for row in marker]
    except TypeError:
        raise PuzzleError(f"{what} {marker!r}, expected rows of markers") from None
    if not rows or not rows[0]:
        raise PuzzleError(f"{what} without cells, expected rows of * (peg), . (empty) and # (unused)")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise PuzzleError(f"row {number} of the {what} has {len(row)} cells, expected {len(rows[0])}")
    return rows


def _nodes(search: PegCount) -> Callable[[], int]:
    return lambda: search.nodes


def _finish(outcome: Outcome, what: str) -> None:
    """Raise where work did not come to its end."""
    if outcome is Outcome.INTERRUPTED:
        raise KeyboardInterrupt
    if outcome is Outcome.LIMIT:
        raise PegLimitError(f"limit reached while {what}, expected to finish")
