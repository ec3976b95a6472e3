"""What a player asks of a Gogen: what is wrong with an answer, the next step, the first mistake."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ...base import PuzzleError
from ...io.grid_text import Row, read_grid
from ...io.text import printable
from ..framework.base import ExplainMixin
from ..framework.check import Judgement, Verdict, cell_name, empty_cells
from ..framework.steps import Difficulty
from .parse import EMPTY, SYMBOLS, plain_cells

__all__ = ["GogenPlayer"]


class GogenPlayer(ExplainMixin):
    """A Gogen as its player sees it; shares no code with the solver."""

    @property
    def levels(self) -> Mapping[str, Difficulty]:
        """How hard a puzzle is that needs a kind of step, easiest first."""
        from .steps import LEVELS

        return LEVELS

    def read_answer(self, answer: Any) -> Any:
        """Return the cells of an answer in one text, ``.`` where it is empty: from rows or a text of them."""
        me: Any = self
        answer = getattr(answer, "solution", answer)
        if isinstance(answer, (list, tuple)) and all(isinstance(row, (str, list, tuple)) for row in answer):
            answer = "/".join("".join(map(str, row)) for row in answer)
        if not isinstance(answer, str):
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected rows of letters")
        cells = plain_cells(answer, me.rows, me.cols, me.alphabet)
        return read_grid(answer, self._answered, SYMBOLS) if cells is None else cells

    def _answered(self, rows: list[Row], size: Any) -> str:
        """Return the cells of an answer's rows."""
        me: Any = self
        shape = (len(rows), len(rows[0].cells))
        texts = [text for row in rows for text in row.cells]
        if len(texts) != me.rows * me.cols or (len(rows) > 1 and shape != (me.rows, me.cols)):
            raise PuzzleError(f"{len(texts)} cells, expected {me.rows * me.cols}")
        upper = set(me.alphabet).isdisjoint("".join(texts).lower())
        cells = ""
        for row in rows:
            for k, text in enumerate(row.cells):
                letter = text.upper() if upper else text
                if letter not in me.alphabet:
                    if text not in EMPTY and text != "0":
                        raise row.error(f"{text!r}, expected one of {me.alphabet[:60]}", k)
                    letter = "."
                cells += letter or "."
        return cells

    def read_state(self, text: str) -> Any:
        """Return where a player stands: the letters of the cells, ``.`` where it is empty, or a puzzle."""
        me: Any = self
        return super().read_state(text) if ":" in text else me.with_cells(self.read_answer(text))

    def against(self, answer: Any) -> Verdict:
        """Return what is wrong: a given letter moved, one twice, letters of a word apart, empty cells."""
        me: Any = self
        cols, given = me.cols, "".join(me.grid)
        changed = [k for k, letter in enumerate(given) if letter != "." and answer[k] not in (".", letter)]
        if changed:
            first = divmod(changed[0], cols)
            return Verdict(
                status=Judgement.NOT_OF_THIS_PUZZLE,
                reason=f"{cell_name(first)} is {answer[changed[0]]}, given {given[changed[0]]}",
                places=tuple(divmod(k, cols) for k in changed),
            )
        at: dict[str, tuple[int, int]] = {}
        for k, letter in enumerate(answer):
            place = divmod(k, cols)
            if letter != "." and at.setdefault(letter, place) != place:
                return Verdict(
                    status=Judgement.WRONG, reason=f"{letter} stands twice", places=(place, at[letter])
                )
        for word in me.words:
            if not me.revisit and len(set(word)) < len(word):
                return Verdict(
                    status=Judgement.WRONG, reason=f"{word} repeats a letter: no answer lets it be traced"
                )
            for one, other in pairwise(word):
                if one in at and other in at and not _touch(at[one], at[other]):
                    text = f"{one}, {other} follow each other in {word} and do not touch"
                    return Verdict(status=Judgement.WRONG, reason=text, places=(at[one], at[other]))
        empty = [divmod(k, cols) for k, letter in enumerate(answer) if letter == "."]
        return empty_cells(empty)


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1
