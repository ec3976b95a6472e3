"""The page of many puzzles: a table of all of them, searched and sorted, and the picture of one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from .page import page
from .view import Frame, Row, Table, View, answer_of

if TYPE_CHECKING:
    from .contract import Contract

__all__ = ["MOST_LINES", "MOST_LISTED", "index_page", "many_page"]

MOST_LISTED, MOST_LINES = 100_000, 1_500_000
"""Puzzles of a page; lines of all its pictures: those beyond have none, and the page says so."""
LONGEST_TEXT = 160
HIDDEN = ("solution", "words")
"""Columns of results that the pictures show."""

Item = tuple["Contract", Any, Sequence[str | int | float]]
"""A puzzle, its answer or None, and what its columns say."""


def _frames(puzzle: Contract, answer: Any) -> list[Frame]:
    """Return the pictures of a puzzle and of its answer; none where they would be too large."""
    solution = answer_of(answer)
    try:
        found = [Frame(svg=puzzle.to_svg(), says="the puzzle", text=puzzle.format())]
        if solution is not None:
            text = puzzle.format(solution)
            found.append(Frame(svg=puzzle.to_svg(solution), says="the solution", text=text))
    except PuzzleError:
        return []
    return found


def index_page(title: str, items: Iterable[Item], columns: Sequence[str], noun: str = "puzzles") -> str:
    """Return a page of many puzzles.

    Parameters
    ----------
    title : str
    items : iterable of (puzzle, answer, values)
        An answer may be None; the values are those of `columns`.
    columns : sequence of str
        Beside number and puzzle. ``status`` can be chosen among.
    noun : str
        What they are called.

    Raises
    ------
    PuzzleError
        More than 100,000 puzzles, or 64 MB.
    """
    rows: list[Row] = []
    frames: list[Frame] = []
    lines = pictured = 0
    for number, (puzzle, answer, values) in enumerate(items, 1):
        if number > MOST_LISTED:
            raise PuzzleError(f"a page of more than {MOST_LISTED:,} {noun}, expected fewer")
        text = " / ".join(puzzle.text().split("\n"))
        shown = text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
        span = (0, -1)
        if lines <= MOST_LINES and (found := _frames(puzzle, answer)):
            lines += sum(frame.svg.count("\n") for frame in found)
            span = len(frames), len(frames) + len(found) - 1
            frames += found
            pictured += 1
        rows.append(Row(values=(number, shown, *values), frames=span))
    names = ("number", "puzzle", *columns)
    left = len(rows) - pictured
    return page(
        View(
            title=title,
            facts=((noun, f"{len(rows):,}"),),
            frames=frames,
            first=0,
            table=Table(
                noun=noun, columns=names, rows=rows, choice=names.index("status") if "status" in names else -1
            ),
            notes=(f"{left:,} of them are listed without a picture.",) if left else (),
        )
    )


def _plain(value: Any) -> str | int | float:
    found = value.item() if hasattr(value, "item") else value
    return found if isinstance(found, (str, int, float)) else str(found)


def many_page(many: Any) -> str:
    """Return a page of what `solve_many` returned.

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> from unriddle.puzzles.common.index import many_page
    >>> text = many_page(Numbrix.solve_many([Numbrix.parse("1 . / . ."), Numbrix.parse("1 2 / 4 .")]))
    >>> text.count("MULTIPLE"), text.count("UNIQUE")
    (2, 2)
    """
    columns = {name: values for name, values in many.columns().items() if name not in HIDDEN}
    kept = {name: values for name, values in columns.items() if getattr(values, "ndim", 1) == 1}

    def items() -> Iterable[Item]:
        for k in range(len(many)):
            puzzle, result = many.pair(k)
            yield puzzle, result, [_plain(values[k]) for values in kept.values()]

    return index_page(f"{len(many):,} puzzles", items(), tuple(kept))
