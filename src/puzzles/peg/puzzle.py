"""Peg solitaire on any board of up to 64 holes."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import numpy as np

from ...base import Limits, Puzzle, PuzzleError, SearchStats, Status
from ...core.search.peg_plans import PegCount, PegFewest
from ...core.search.peg_search import PegLayers, PegRules
from ...running import Outcome, Stages, drive
from ...textio import printable, text_lines
from ..common.drawing import Drawing
from ..common.engine import MEMORY, run_engine
from .beam import Beam
from .boards import DIRECTIONS, NAMED, Board, board_of
from .result import Jump, LayersResult, PegLimitError, PegResult, finished, hole_name
from .ways import OutOfMemory, Stage, Ways, layers_from
from .winning import winning

__all__ = ["GridPegSolitairePuzzle", "Jump", "LayersResult", "PegLimitError", "PegResult", "hole_name"]

PEG, EMPTY, UNUSED = "*", ".", "#"
MARKERS = frozenset((PEG, EMPTY, UNUSED))

Progress = Callable[[int], None]


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
        return [self._at(position) for position in self.board.after(self.position)]

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
        memory = _memory(limits)
        search = Beam(self.board, self.position, goals, memory)
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
        if limit is not None and limit < 1:
            return
        ways = self._ways(None)
        _drive(ways.plan(), None, None)
        board, layers = ways.core, ways.layers
        if not layers:
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
        ways = self._ways(limits)
        total = 0

        def plan() -> Iterator[Stage]:
            nonlocal total
            yield from ways.plan()
            limbs = 1
            while ways.layers:
                search = PegCount(ways.core, ways.layers, limbs)
                yield search, search.run
                if not search.overflow:
                    total = sum(search.ways_to(goal) for goal in ways.goals)
                    return
                limbs *= 2

        finished(_drive(plan(), limits, progress)[0], "counting the solutions")
        return total

    def fewest_moves(self, *, limits: Limits | None = None, progress: Progress | None = None) -> PegResult:
        """Find a solution of the fewest moves, where jumps of one peg in a row are one move.

        Examples
        --------
        >>> GridPegSolitairePuzzle.parse("**.*.").fewest_moves().moves
        1
        """
        start = time.perf_counter()
        ways = self._ways(limits)
        path: list[int] | None = None

        def plan() -> Iterator[Stage]:
            nonlocal path
            yield from ways.plan()
            if ways.layers:
                search = PegFewest(ways.core, ways.layers)
                yield search, search.run
                path = search.path(self.position)[0]

        outcome, nodes = _drive(plan(), limits, progress)
        status = Status.NO_SOLUTION if path is None else Status.SOLVED
        if outcome is not Outcome.FINISHED:
            status = Status.LIMIT
        return self._result(status, path, start, interrupted=outcome is Outcome.INTERRUPTED, nodes=nodes)

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
        memory = _memory(limits)
        kept = self.board.symmetries if symmetry else self.board.keeping([self.position])
        starts = np.array([self.position], dtype=np.uint64)
        core = self.board.core(kept)
        mine = self.board.position_class(self.position)
        moved = (self.board.moved(self.position, turn) for turn in kept)
        if symmetry and all(self.board.position_class(position) == mine for position in moved):
            search = layers_from(core, starts, memory, self.position.bit_count(), keep=False)
        else:
            search = PegLayers(core, starts, most_bytes=memory)
        counts = [1]

        def plan() -> Iterator[Stage]:
            while True:
                yield search, search.run
                if search.status:
                    raise OutOfMemory
                if not search.size():
                    return
                counts.append(
                    search.orbits() if isinstance(search, PegLayers) and not symmetry else search.size()
                )

        outcome, _ = _drive(plan(), limits, progress)
        whole = outcome is Outcome.FINISHED
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
        ways = self._ways(limits)
        outcome, nodes = _drive(ways.plan(), limits, progress)
        status = Status.SOLVED if ways.layers else Status.NO_SOLUTION
        if outcome is not Outcome.FINISHED:
            status = Status.LIMIT
        counts = tuple(map(len, ways.layers))
        return LayersResult(
            status=status,
            interrupted=outcome is Outcome.INTERRUPTED,
            stats=SearchStats(nodes=nodes, depth=len(counts), seconds=time.perf_counter() - start),
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
        return self._winnable([self.position], limits)[self.position]

    def winning_jumps(self, *, limits: Limits | None = None) -> list[Jump]:
        """Return the jumps after which a goal can still be reached.

        Examples
        --------
        >>> [str(jump) for jump in GridPegSolitairePuzzle.parse("**.*.", goal=(0, 3)).winning_jumps()]
        []
        """
        after = self.board.after(self.position)
        won = self._winnable(after, limits)
        return [self._jump(self.position, position) for position in after if won[position]]

    def _winnable(self, positions: Sequence[int], limits: Limits | None) -> dict[int, bool]:
        """Say of positions, with as many pegs each, whether a goal can be reached."""
        answers = dict.fromkeys(positions, False)
        goals = self._at(positions[0])._possible_goals() if positions else []
        if goals and positions[0].bit_count() == goals[0].bit_count():
            return {position: position in goals for position in positions}
        if goals:
            memory = _memory(limits)
            known = winning(self.board, goals, memory)
            with known.lock:
                outcome, _ = _drive(known.plan(positions, memory, answers), limits, None)
            finished(outcome, "finding out whether the position is winnable")
        return answers

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

    def _ways(self, limits: Limits | None) -> Ways:
        return Ways(self.board, self.position, self._possible_goals(), _memory(limits))

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


def _memory(limits: Limits | None) -> int:
    return limits.memory if limits is not None and limits.memory is not None else MEMORY


def _drive(plan: Iterator[Stage], limits: Limits | None, progress: Progress | None) -> tuple[Outcome, int]:
    """Run searches one after the other; return the outcome, and the positions taken up."""
    stages = Stages(plan)
    try:
        outcome = drive(stages.run, limits, nodes=lambda: stages.nodes, progress=progress)
    except OutOfMemory:
        outcome = Outcome.LIMIT
    return outcome, stages.nodes
