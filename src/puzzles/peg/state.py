"""A position of peg solitaire: the pegs on a board and the goal; a state of the general solvers."""

from __future__ import annotations

import itertools
import os
from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Self

from ...base import Puzzle, PuzzleError
from ...io.text import pluralize
from ..framework.arguments import check_choice
from ..framework.move_puzzle import Moving
from ..framework.steps import Step
from .boards import DIRECTIONS, Jump, PegGrid, board_of, hole_name, jumps_of, jumps_text
from .parse import EMPTY, MARKERS, PEG, UNUSED, Goal, meaning_of, read_goal, rows_of


class PegState(Moving, Puzzle):
    """The pegs on a board and the goal; `GridPegSolitairePuzzle` adds parsing and answers."""

    MOVE: ClassVar[str] = "jump"
    EXPECTED: ClassVar[str] = "expected pegs in its first two holes, none in the last"

    def __init__(
        self,
        marker: str | os.PathLike[str] | Sequence[Sequence[str]],
        marker_set: Collection[str] = MARKERS,
        *,
        goal: Any = None,
        jumps: str = "orthogonal",
        peg: str | None = None,
        empty: str | None = None,
    ) -> None:
        if isinstance(marker, (str, os.PathLike)):
            self._take(marker, goal=goal, jumps=jumps, peg=peg, empty=empty)
            return
        meaning = meaning_of(peg, empty)
        rows = rows_of(marker, "board", meaning)
        if marker_set is not MARKERS:
            for mark in itertools.chain(*rows):
                if mark not in marker_set:
                    raise PuzzleError(f"marker {mark!r} on the board, expected one of the marker set")
        jumps = check_choice("jumps", jumps, DIRECTIONS)
        self.board: PegGrid = board_of(tuple(tuple(mark != UNUSED for mark in row) for row in rows), jumps)
        self.position = self._bits(rows)
        """The pegs as a bitboard."""
        if not self.position:
            raise PuzzleError("the board has no pegs")
        self.goal: Goal = read_goal(goal, len(rows[0]), meaning)
        """None for one peg anywhere, (row, column) for one peg there, or the rows of a pattern."""
        self.targets: tuple[int, ...] = self._targets()
        """The solved positions, as bitboards."""

    def _bits(self, rows: Sequence[Sequence[str]]) -> int:
        return sum(1 << h for h, (r, c) in enumerate(self.board.holes) if rows[r][c] == PEG)

    def _targets(self) -> tuple[int, ...]:
        goal, board = self.goal, self.board
        if goal is None:
            return tuple(1 << h for h in range(len(board.holes)))
        if isinstance(goal[0], int):
            if goal not in board.number:
                shown = hole_name(goal) if min(goal) >= 0 else str(goal)
                raise PuzzleError(f"goal={shown} is not a hole of the board")
            return (1 << board.number[goal[0], int(goal[1])],)
        if tuple(tuple(mark != UNUSED for mark in row) for row in goal) != board.shape:
            raise PuzzleError("the goal differs in shape from the board")
        pattern = self._bits(goal)
        if not pattern:
            raise PuzzleError("the goal has no pegs")
        return (pattern,)

    def _at(self, position: int) -> Self:
        other = object.__new__(type(self))
        other.board, other.goal, other.targets = self.board, self.goal, self.targets
        other.position = position
        return other

    @property
    def marker(self) -> list[list[str]]:
        """The rows of the board."""
        rows = [[EMPTY if hole else UNUSED for hole in row] for row in self.board.shape]
        for h, (r, c) in enumerate(self.board.holes):
            if self.position >> h & 1:
                rows[r][c] = PEG
        return rows

    # Steps

    def configuration(self) -> tuple[object, ...]:
        """Return the pegs, the board and the goal."""
        return (self.position, self.board, self.targets)

    def is_solved(self) -> bool:
        """Return whether the goal is reached."""
        return self.position in self.targets

    def extensions(self) -> list[Self]:
        """Return the positions one jump away, in the order of the jumping pegs."""
        return [self._at(position) for position in self.board.after(self.position)]

    def predecessors(self) -> list[Self]:
        """Return the positions one jump before this one."""
        return [self._at(position) for position in self.board.before(self.position)]

    def goals(self) -> list[Self]:
        """Return the solved positions."""
        return [self._at(target) for target in self.targets]

    def heuristic(self) -> float:
        """Return the number of jumps to the goal: each removes one peg."""
        return max(0, self.position.bit_count() - self.targets[0].bit_count())

    def fail_fast(self) -> bool:
        """Return whether too few pegs are left, or parities that no jump changes rule every goal out."""
        return not self.possible_goals()

    def possible_goals(self) -> list[int]:
        """Return those of `targets` that neither the number of pegs nor a parity rules out."""
        if self.position.bit_count() < self.targets[0].bit_count():
            return []
        mine = self.board.position_class(self.position)
        return [goal for goal in self.targets if self.board.position_class(goal) == mine]

    def reason_against(self) -> str:
        """Explain why no goal can be reached, where that needs no search; else return "".

        Examples
        --------
        >>> from unriddle import GridPegSolitairePuzzle
        >>> GridPegSolitairePuzzle.parse("**..", goal="b1").reason_against()
        'the goal cannot be reached: pegs in a1 c1 d1: 1, in the goal 0; no jump makes odd even'
        """
        here, there = self.position.bit_count(), self.targets[0].bit_count()
        if here < there:
            return f"{pluralize(here, 'peg')} here and {there} in the goal, and a jump takes one away"
        if self.possible_goals():
            return ""
        if len(self.targets) > 1:
            return (
                "no goal can be reached: no jump changes the peg parities of the rule of three, "
                "and here they differ from those of every goal"
            )
        goal = self.targets[0]
        kept = self.board.distinguishing_holes(self.position, goal)
        names = " ".join(hole_name(hole) for h, hole in enumerate(self.board.holes) if kept >> h & 1)
        here, there = (self.position & kept).bit_count(), (goal & kept).bit_count()
        return (
            f"the goal cannot be reached: pegs in {names}: {here}, in the goal {there}; "
            f"no jump makes {'odd even' if here % 2 else 'even odd'}"
        )

    # Answers, jump by jump

    def read_answer(self, answer: Any) -> Any:
        """Return the jumps of an answer: from its text, a list of texts, a result."""
        if isinstance(answer, (list, tuple)) and answer and all(isinstance(jump, str) for jump in answer):
            answer = " ".join(answer)
        return jumps_of(answer)

    def followed(self, moves: Sequence[Any]) -> list[Self]:
        """Return the positions after each jump, this one first; none after an illegal jump."""
        found = [self]
        for jump in moves:
            position = self.board.jumped(found[-1].position, jump)
            if position is None:
                break
            found.append(self._at(position))
        return found

    def moves_of(self, solution: object) -> Sequence[Jump]:
        """Return the jumps of an answer."""
        return jumps_of(solution)

    def move_step(self, result: Any) -> Step | None:
        """Return the first jump of a solution."""
        if not result.jumps:
            return None
        jump = result.jumps[0]
        cells = (jump.start, jump.over, jump.end)
        return self.step_of(jumps_text([jump]), len(result.jumps), value=str(jump), cells=cells)

    def is_same(self, state: Any) -> bool:
        """Return whether a state has the same holes, jumps and goal."""
        return bool(state.board == self.board and state.targets == self.targets)

    def missing(self) -> str:
        """Return how many pegs are left."""
        pegs = self.position.bit_count()
        return f"{pegs} peg{'s are' if pegs != 1 else ' is'} left, and the goal does not stand"
