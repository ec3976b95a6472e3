"""What a player asks of a peg solitaire: which jump is wrong, the next one, the first mistake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from ..framework.move_puzzle import Moving
from ..framework.steps import Step
from .jumps import jumps_of, jumps_text

__all__ = ["PegPlayer"]


class PegPlayer(Moving):
    """A position as its player sees it."""

    MOVE: ClassVar[str] = "jump"

    def read_answer(self, answer: Any) -> Any:
        """Return the jumps of an answer: from its text, a list of texts, a result."""
        if isinstance(answer, (list, tuple)) and answer and all(isinstance(jump, str) for jump in answer):
            answer = " ".join(answer)
        return jumps_of(answer)

    def followed(self, moves: Sequence[Any]) -> Sequence[Self]:
        """Return the positions on the way of jumps, as far as they can be made."""
        found: list[Any] = [self]
        for jump in moves:
            position = found[-1].board.jumped(found[-1].position, jump)
            if position is None:
                break
            found.append(found[-1]._at(position))
        return found

    def move_step(self, result: Any) -> Step | None:
        """Return the first jump of a solution."""
        if not result.jumps:
            return None
        jump = result.jumps[0]
        cells = (jump.start, jump.over, jump.end)
        return self.step_of(jumps_text([jump]), len(result.jumps), value=str(jump), cells=cells)

    def is_same(self, state: Any) -> bool:
        """Say whether a state has the same holes, jumps and goal."""
        me: Any = self
        return bool(state.board == me.board and state.targets == me.targets)

    def missing(self) -> str:
        """Return how many pegs are left, and that the goal does not stand."""
        me: Any = self
        pegs = me.position.bit_count()
        left = f"{pegs} peg{'s are' if pegs != 1 else ' is'} left"
        return f"{left}, and the goal does not stand"
