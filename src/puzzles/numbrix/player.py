"""What a player asks of a Numbrix or Hidato: what is wrong, the next step, the first mistake."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from ...base import PuzzleError
from ...io.grid_text import Row, read_grid
from ...io.text import printable
from ..framework.base import ExplainMixin
from ..framework.check import Judgement, Verdict, empty_cells
from ..framework.steps import Difficulty
from .parse import HOLE, HOLES, MARKS, SYMBOLS, plain_rows, read_rows, spot

__all__ = ["NumberPlayer"]


def _number(value: Any) -> int:
    if isinstance(value, str):
        if value in HOLES:
            return HOLE
        return 0 if not value.strip() or set(value) <= MARKS else int(value)
    return 0 if value is None else index(value)


class NumberPlayer(ExplainMixin):
    """A Numbrix or Hidato as its player sees it; shares no code with the solver."""

    @property
    def levels(self) -> Mapping[str, Difficulty]:
        """How hard a puzzle is that needs a kind of step, easiest first."""
        from .steps import LEVELS

        return LEVELS

    def read_answer(self, answer: Any) -> Any:
        """Return the rows of an answer, 0 where it is empty, -1 for a hole: from a text, rows or numbers."""
        answer = getattr(answer, "solution", answer)
        if isinstance(answer, str):
            rows = plain_rows(answer)
            if rows is None:
                rows = read_grid(answer, self._answered, SYMBOLS)
        else:
            try:
                rows = [[_number(value) for value in row] for row in answer]
            except (TypeError, ValueError):
                raise PuzzleError(f"{printable(repr(answer))[:40]}, expected rows of numbers") from None
        return self._folded(rows)

    def _answered(self, rows: list[Row], size: Any) -> list[list[int]]:
        """Return the numbers of an answer's text."""
        cells = read_rows("".join(MARKS))(rows, size)
        return self._folded([[cell.value for cell in row] for row in cells])

    def _folded(self, rows: list[list[int]]) -> list[list[int]]:
        """Return rows of this board's shape; all cells may be in one row."""
        me: Any = self
        if len(rows) == 1 and len(rows[0]) == me.rows * me.cols:
            rows = [rows[0][k : k + me.cols] for k in range(0, len(rows[0]), me.cols)]
        if [len(row) for row in rows] != [me.cols] * me.rows:
            raise PuzzleError(f"another shape than {me.rows} rows of {me.cols} cells")
        return rows

    def against(self, answer: Any) -> Verdict:
        """Return what is wrong: what is given changed, a number twice or apart from the next, empty cells."""
        me: Any = self
        cells = [((r, c), value) for r, row in enumerate(answer) for c, value in enumerate(row)]
        clues = [clue for row in me.grid for clue in row]
        for (place, value), clue in zip(cells, clues, strict=True):
            if (clue == HOLE) != (value == HOLE):
                text = f"{spot(place)} is {'no ' * (value != HOLE)}hole"
                return Verdict(status=Judgement.NOT_OF_THIS_PUZZLE, reason=text, places=(place,))
            if clue > 0 and value not in (0, clue):
                text = f"{spot(place)} is {value}, given {clue}"
                return Verdict(status=Judgement.NOT_OF_THIS_PUZZLE, reason=text, places=(place,))
        at: dict[int, tuple[int, int]] = {}
        for place, value in cells:
            if value > me.n_numbers or value < HOLE:
                text = f"{spot(place)} is {value}, expected 1 to {me.n_numbers}"
                return Verdict(status=Judgement.WRONG, reason=text, places=(place,))
            if value > 0 and at.setdefault(value, place) != place:
                return Verdict(
                    status=Judgement.WRONG, reason=f"{value} stands twice", places=(place, at[value])
                )
        for number, place in sorted(at.items()):
            after = at.get(number + 1)
            if after is not None and me.distance(place, after) != 1:
                text = f"{number} and {number + 1} are no neighbours"
                return Verdict(status=Judgement.WRONG, reason=text, places=(place, after))
        empty = [place for place, value in cells if value == 0]
        return empty_cells(empty)
