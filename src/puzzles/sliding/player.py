"""What a player asks of a sliding puzzle: which step is wrong, the next one, the first mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from ...base import Limits, PuzzleError, Result, Status
from ...io.text import printable
from ..framework.move_puzzle import Moving, shortest
from ..framework.steps import Step
from .parse import flat

__all__ = ["SlidingPlayer"]

MOST_SURE = 16
"""Cells of a board on which a hint is the first step of a shortest solution, where there is time."""
QUICK = 1.0
"""How many seconds a solution that need not be a shortest one is made shorter for."""


class SlidingPlayer(Moving):
    """A configuration as its player sees it."""

    MOVE: ClassVar[str] = "step"

    def read_answer(self, answer: Any) -> Any:
        """Return the steps of an answer: a text of U, D, L and R, or the tiles that move, by their names."""
        me: Any = self
        answer = getattr(answer, "solution", answer)
        if (
            isinstance(answer, (list, tuple))
            and answer
            and all(isinstance(step, str) and step in "UDLR" for step in answer)
        ):
            answer = "".join(answer)
        if isinstance(answer, str):
            ways = "".join(answer.replace(",", " ").split()).upper()
            if set(ways) <= set("UDLR"):
                return ways
            answer = answer.replace(",", " ").split()
        if not isinstance(answer, (list, tuple)):
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected U, D, L and R, or tiles that move")
        known = {str(symbol): symbol for symbol in flat(me.from_grid)}
        for tile in answer:
            if str(tile) not in known:
                raise PuzzleError(f"{printable(str(tile))[:40]!r}, expected U, D, L or R, or a tile")
        return tuple(known[str(tile)] for tile in answer)

    def followed(self, moves: Sequence[Any]) -> Sequence[Self]:
        """Return the configurations on the way of steps, as far as they can be made."""
        found: list[Any] = [self]
        for move in moves:
            try:
                found.append(found[-1].replay(move if isinstance(moves, str) else (move,))[-1])
            except PuzzleError:
                break
        return found

    def move_step(self, result: Any) -> Step | None:
        """Return the first step of a solution: which tile moves which way."""
        if not result.length:
            return None
        way, cols = result.solution[0], result.puzzle.cols
        tile, place = printable(str(result.moves[0])), divmod(result.blanks[1], cols)
        said = {"U": "up", "D": "down", "L": "left", "R": "right"}[way]
        cells = (place, divmod(result.blanks[0], cols))
        step = self.step_of(f"{tile} {said}", result.length, value=way, cells=cells)
        return shortest(step, result.optimal)

    def _help_from(self, limits: Limits) -> Result:
        """Return a shortest solution where that can be had in time, else any."""
        me: Any = self
        sure, seconds = me.rows * me.cols <= MOST_SURE, limits.seconds
        if sure:  # half of the time; the other half is for any solution
            half = None if seconds is None else seconds / 2
            result: Result = me.solve(limits=replace(limits, seconds=half))
            if result.status is not Status.LIMIT or result.interrupted or half is None:
                return result
            seconds = half
        quick = QUICK if seconds is None else min(seconds, QUICK)
        found: Result = me.solve(method="beam", limits=replace(limits, seconds=quick))
        return found

    def is_same(self, state: Any) -> bool:
        """Say whether a state has the same tiles and goal."""
        me: Any = self
        return bool(state.to_grid == me.to_grid and state.blank == me.blank)

    def missing(self) -> str:
        """Return that the goal does not stand."""
        return "the goal does not stand at the end"
