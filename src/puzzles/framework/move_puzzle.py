"""Check and give hints to puzzles whose answer is a sequence of moves."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from ...base import Limits, PuzzleError, Result, Status
from ...io.text import printable
from .arguments import check_limits
from .base import HintMixin
from .check import Judgement, Verdict
from .steps import LimitReached, Meter, Step

__all__ = ["PATIENCE", "Moving", "shortest"]

PATIENCE = Limits(seconds=10)
"""How long a player waits for a hint by default."""
UNSOLVED = Step(kind="limit", text="no solution was found within the limits")


class Moving(HintMixin):
    """A puzzle whose hint is the first move of a solution that a search finds.

    A subclass makes moves (`followed`), describes one (`move_step`), and what is missing at the end
    (`missing`).
    """

    MOVE: ClassVar[str] = "move"
    """Name of a move."""
    REFUSED: ClassVar[str] = "cannot be made"
    """Verdict on a move that cannot be made."""
    EXPECTED: ClassVar[str] = "expected one by the rules"
    """What `replay` says of one."""

    @abstractmethod
    def followed(self, moves: Sequence[Any]) -> Sequence[Self]:
        """Return the states after each move, this one first; none after a move that cannot be made."""

    @abstractmethod
    def move_step(self, result: Any) -> Step | None:
        """Return the first move that `solve` found from here; None where there is nothing to do."""

    @abstractmethod
    def is_same(self, state: Self) -> bool:
        """Return whether a state is one of this puzzle: the same board, rules and goal."""

    def missing(self) -> str:
        """Return what is missing here to reach the goal."""
        return f"the {self.MOVE}s end before the goal"

    def _help_from(self, limits: Limits) -> Result:
        """Return a solution from here, by a quicker method where `solve` takes long."""
        return self.solve(limits=limits)

    def read_state(self, text: str) -> Any:
        """Return a player's state, from the moves made so far or from a text that `parse` takes."""
        try:
            return super().read_state(text)
        except PuzzleError:
            return self.read_answer(text)

    def explain_conflict(self, answer: Any) -> Verdict:
        """Return the first move that cannot be made, or what is missing at the end."""
        states = self.followed(answer)
        if text := self._refusal(answer, states):
            return Verdict(status=Judgement.WRONG, reason=text, places=(len(states) - 1,))
        return Verdict(status=Judgement.INCOMPLETE, reason=states[-1].missing())

    def _refusal(self, moves: Sequence[Any], states: Sequence[Self], why: str = "") -> str:
        """Return which move cannot be made after `states`, those that `followed` returned; "" for none."""
        made = len(states) - 1
        if made == len(moves):
            return ""
        return f"{self.MOVE} {made + 1}, {printable(str(moves[made]))[:60]}, {why or self.REFUSED}"

    def moves_of(self, solution: Any) -> Sequence[Any]:
        """Return the moves of an answer, or of a result; PuzzleError where it is none."""
        return self.read_answer(solution)  # type: ignore[no-any-return]

    def replay(self, solution: Any) -> list[Self]:
        """Return the states on the way of an answer or a result: this one, and that after each move.

        Raises
        ------
        PuzzleError
            It is no answer, or one of its moves cannot be made.

        Examples
        --------
        >>> from unriddle import GridPegSolitairePuzzle
        >>> [str(state) for state in GridPegSolitairePuzzle.parse("**.*").replay("a1-c1 d1-b1")]
        ['**.*', '..**', '.*..']
        """
        moves = self.moves_of(solution)
        states = list(self.followed(moves))
        if text := self._refusal(moves, states, self.EXPECTED):
            raise PuzzleError(text)
        return states

    def _states(self, state: Any) -> tuple[Sequence[Self], Step | None]:
        """Return the states of a player's moves, and the first move that could not be made."""
        if isinstance(state, type(self)):
            if not self.is_same(state):
                raise PuzzleError(f"state {state!r:.60}, expected one of the same puzzle")
            return [state], None
        moves = self.read_answer(state)
        states = self.followed(moves)
        if text := self._refusal(moves, states):
            return states, Step(kind="mistake", text=text, value=printable(str(moves[len(states) - 1])))
        return states, None

    def _helped(self, meter: Meter) -> Result:
        """Return a solution from here; LimitReached where a limit comes."""
        return meter.charge(self._help_from(meter.left() or PATIENCE))

    def _dead(self, meter: Meter) -> bool:
        """Return whether it is proven within limits that no moves lead from here to the goal."""
        try:
            return self._helped(meter).status is Status.NO_SOLUTION
        except LimitReached:
            return False

    def _lost(self, states: Sequence[Self], meter: Meter) -> Step | None:
        """Return the move after which there is no solution, by bisection; the last of `states` has none."""
        way = states if states[0] == self else [self, *states]
        last = bisect_left(range(len(way) - 1), True, key=lambda k: way[k]._dead(meter))
        if last == 0:
            return None
        text = f"no {self.MOVE}s lead to the goal from here"
        if way is states:
            text = f"since {self.MOVE} {last} no {self.MOVE}s lead to the goal"
        return Step(kind="mistake", text=text)

    def first_mistake(self, state: Any, *, limits: Limits | None = None) -> Step | None:
        """Return a player's first move that cannot be made, or after which there is no solution; else None.

        Parameters
        ----------
        state
            A state of this puzzle, or the moves made so far, as `judge` takes them.
        limits : Limits, optional
            Of all searches together; 10 seconds by default. A state that they leave open is no mistake.
        """
        meter = Meter(check_limits(limits) or PATIENCE)
        states, wrong = self._states(state)
        if wrong is not None or not states[-1]._dead(meter):
            return wrong
        return self._lost(states, meter)

    def hint(self, state: Any = None, *, limits: Limits | None = None) -> Step | None:
        """Return the next move from a player's state, or the first mistake; None where the goal is reached.

        Parameters
        ----------
        state, limits
            As of `first_mistake`; by default the puzzle as it is given.

        Returns
        -------
        Step or None
            Its kind is ``mistake``, ``contradiction`` where the puzzle has no solution, ``limit`` where none
            was found within the limits.

        Raises
        ------
        PuzzleError
            `state` is none of this puzzle.
        """
        meter = Meter(check_limits(limits) or PATIENCE)
        states, wrong = ([self], None) if state is None else self._states(state)
        if wrong is not None:
            return wrong
        try:
            result = states[-1]._helped(meter)
        except LimitReached:
            return UNSOLVED
        if result.status is not Status.NO_SOLUTION:
            return states[-1].move_step(result)
        lost = None if state is None else self._lost(states, meter)
        text = f"no {self.MOVE}s lead to the goal: the puzzle has no solution"
        return lost or Step(kind="contradiction", text=text)

    def step_of(self, what: str, count: int, **shown: Any) -> Step:
        """Return a move as a step, the first of `count`."""
        said = f"the first of {count:,} {self.MOVE}s to the goal" if count > 1 else "it reaches the goal"
        return Step(kind=self.MOVE, text=f"{what}: {said}", **shown)


def shortest(step: Step, optimal: bool) -> Step:
    """Return a step whose text adds that no solution is shorter, where that is known.

    Examples
    --------
    >>> print(shortest(Step(kind="step", text="U: the first of 3 steps to the goal"), True))
    step: U: the first of 3 steps to the goal, and no path is shorter
    """
    return replace(step, text=f"{step.text}, and no path is shorter") if optimal else step
