"""What a player asks of a river crossing: which trip is wrong, the next one, the first mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self

from ...base import PuzzleError
from ...io.text import printable
from ..framework.move_puzzle import Moving, shortest
from ..framework.steps import Step
from .check import followed
from .rules import Crossing

__all__ = ["RiverPlayer"]

PLACES = r"left|island|right"
FORMS = (
    re.compile(rf"(?P<origin>{PLACES}) -> (?P<to>{PLACES}): (?P<load>.+)"),
    re.compile(rf"(?P<to>{PLACES}) <- (?P<origin>{PLACES}): (?P<load>.+)"),
    re.compile(rf"(?P<load>.+?) -> (?P<to>{PLACES})"),
    re.compile(rf"(?P<to>{PLACES}) <- (?P<load>.+)"),
    re.compile(r"(?P<load>.+?) ->"),
    re.compile(r"<- (?P<load>.+)"),
)
BOAT = re.compile(r"(.*?), boat ([1-9][0-9]{0,3})")


@lru_cache(maxsize=1 << 12)
def read_crossing(text: str) -> Crossing:
    """Return the crossing that a text says, as it is printed.

    Raises
    ------
    PuzzleError
        It says none.

    Examples
    --------
    >>> read_crossing("farmer goat ->").load, read_crossing("<- farmer").forward
    (('farmer', 'goat'), False)
    """
    for form in FORMS:
        if found := form.fullmatch(text.strip()):
            said = {"to": "", "origin": "", **found.groupdict()}
            load, boat = said["load"], 0
            if numbered := BOAT.fullmatch(load):
                load, boat = numbered[1], int(numbered[2])
            return Crossing(
                load=tuple(load.split()),
                forward="->" in text,
                to=said["to"],
                origin=said["origin"],
                boat=boat,
            )
    raise PuzzleError(f"{printable(text)[:60]!r}, expected a crossing such as: farmer goat ->")


class RiverPlayer(Moving):
    """A state as its player sees it."""

    MOVE: ClassVar[str] = "crossing"

    def read_answer(self, answer: Any) -> Any:
        """Return the crossings of a plan: from a list, or a text with ``;``, ``/`` or line ends between.

        What stands before a crossing with two blanks between, the state that it leads to, is passed over.
        """
        answer = getattr(answer, "solution", answer)
        if isinstance(answer, str):
            lines = [line.rstrip() for line in re.split(r"[;/\n]", answer)]
            lines = [line for line in lines if line.strip()]
            if lines and "->" not in lines[0] and "<-" not in lines[0]:
                del lines[0]  # the first state
                if not lines:
                    raise PuzzleError(
                        f"{printable(answer)[:60]!r}, expected crossings such as: farmer goat ->"
                    )
            answer = [line.rpartition("  ")[2] for line in lines]
        if not isinstance(answer, (list, tuple)):
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected crossings")
        return tuple(trip if isinstance(trip, Crossing) else read_crossing(str(trip)) for trip in answer)

    def followed(self, moves: Sequence[Any]) -> Sequence[Self]:
        """Return the states on the way of crossings, as far as they can be made."""
        me: Any = self
        return [me._at(state) for state in followed(me, moves) if state is not None]

    def move_step(self, result: Any) -> Step | None:
        """Return the first crossing of a best plan."""
        trips = result.crossings
        if not trips:
            return None
        step = self.step_of(str(trips[0]), len(trips), value=str(trips[0]))
        return shortest(step, result.cost == len(trips))

    def is_same(self, state: Any) -> bool:
        """Say whether a state has the same passengers, boats and rules."""
        me: Any = self
        mine, its = (
            (one.passengers, [boat.ashore() for boat in one.boats], one.bank_rules, one.island is None)
            for one in (me, state)
        )
        return bool(mine == its)

    def missing(self) -> str:
        """Return that someone is left behind."""
        return "not everyone is across at the end"
