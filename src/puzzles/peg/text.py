"""Text of peg solitaire: boards, goals and positions as rows of marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from ...textio import printable, text_lines
from ..common.checks import check_text
from .jumps import hole_of

if TYPE_CHECKING:
    from ...typing import GoalLike

__all__ = ["EMPTY", "MARKERS", "PEG", "UNUSED", "Goal", "read_goal", "read_rows", "rows_of"]

PEG, EMPTY, UNUSED = "*", ".", "#"
MARKERS = frozenset((PEG, EMPTY, UNUSED))
EXPECTED = "expected * (peg), . (empty) or # (unused)"
MOST_MARKS, MOST_ROWS = 1 << 16, 1 << 12

Goal = tuple[int, int] | tuple[tuple[str, ...], ...] | None
"""One peg anywhere; one at a hole; a pattern."""


def rows_of(marker: Any, what: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a board; refuse what is no rectangle of marks."""
    try:
        rows = tuple(tuple(row) for row in marker)
    except TypeError:
        raise PuzzleError(f"{what} {marker!r:.40}, expected rows of markers") from None
    if not rows or not rows[0]:
        raise PuzzleError(f"{what} without cells, expected rows of * (peg), . (empty) and # (unused)")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise PuzzleError(f"row {number} of the {what} has {len(row)} cells, expected {len(rows[0])}")
        for mark in row:
            if not isinstance(mark, str) or mark not in MARKERS:
                raise PuzzleError(f"marker {mark!r:.40} on the {what}, {EXPECTED}")
    return rows


def read_rows(text: str, file: str | None = None, width: int = 0) -> list[str]:
    r"""Return the rows of a text, apart by lines or ``/``, filled up with ``#`` to equal lengths.

    Parameters
    ----------
    text : str
        Blanks between the marks and empty rows are left out.
    file : str, optional
        Named in errors.
    width : int
        Least length.

    Examples
    --------
    >>> read_rows("* *\n\n. / * . *")
    ['**#', '.##', '*.*']
    """
    rows: list[str] = []
    marks = 0
    for number, line in text_lines(check_text(text, file=file)):
        for part in line.split("/"):
            row = "".join(part.split())
            if not MARKERS.issuperset(row):
                column = next(k for k, mark in enumerate(line) if mark not in "*.#/" and not mark.isspace())
                raise PuzzleError(
                    f"character {line[column]!r}, {EXPECTED}", file=file, line=number, column=column + 1
                )
            if row:
                rows.append(row)
                marks += len(row)
        if marks > MOST_MARKS or len(rows) > MOST_ROWS:
            raise PuzzleError("a board too large, expected at most 64 holes", file=file, line=number)
    width = max(width, max(map(len, rows), default=0))
    return [row.ljust(width, UNUSED) for row in rows]


def read_vacancy(vacancy: Any) -> tuple[int, int]:
    """Return row and column of the hole that is empty at first, from these or its name.

    Examples
    --------
    >>> read_vacancy("d4"), read_vacancy([3, 3])
    ((3, 3), (3, 3))
    """
    hole = hole_of(vacancy) if isinstance(vacancy, str) else None
    if hole is None and isinstance(vacancy, Sequence) and [type(part) for part in vacancy] == [int, int]:
        hole = vacancy[0], vacancy[1]
    if hole is None:
        shown = printable(vacancy if isinstance(vacancy, str) else repr(vacancy))
        raise PuzzleError(f"vacancy {shown:.40}, expected row and column from 0, or a name like d4")
    return hole


def read_goal(goal: GoalLike | None, width: int) -> Goal:
    """Return a goal: None or ``any``, row and column or the name of a hole, or the rows of a pattern.

    Examples
    --------
    >>> read_goal("d4", 7), read_goal([3, 3], 7), read_goal("any", 7), read_goal("*./..", 2)
    ((3, 3), (3, 3), None, (('*', '.'), ('.', '.')))
    """
    if goal is None:
        return None
    if isinstance(goal, str):
        hole = hole_of(goal)
        if hole is not None or goal.strip().lower() == "any":
            return hole
        try:
            rows = read_rows(goal, width=width)
        except PuzzleError:
            raise PuzzleError(
                f"goal {printable(goal)!r:.40}, expected a hole like d4 (column, row), any, or rows of * . #"
            ) from None
        return rows_of(rows, "goal")
    match goal:
        case [int(row), int(col)] if type(row) is type(col) is int:
            return row, col
    return rows_of(goal, "goal")
