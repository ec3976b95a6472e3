"""Draw boards of word placement, and put together the pages of answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from ...io.formats.crosswords import NO_MARKS, Marks
from ...svg import Drawing, Ink, middles
from ..framework.html import Frame, Row, Table, View, facts_of
from .export import entries, numbering
from .rules import EMPTY, FORBIDDEN, board_text, find_slots

__all__ = ["draw", "pictures", "stacked", "view", "view_of_grid", "view_of_square"]

SIDE = 28
LAYOUT = (
    "##W#TEACH##",
    "#DONE#N####",
    "##R#S#STUDY",
    "##K#T#W##E#",
    "###G##E##S#",
    "###LEARN#K#",
    "###U#######",
    "TAPE#######",
)
"""The layout of the documentation's picture."""


def draw(
    rows: Sequence[str],
    numbers: Mapping[tuple[int, int], int] | None = None,
    title: str = "Word placement",
    marks: Marks = NO_MARKS,
) -> str:
    """Return a board as SVG: forbidden cells dark, empty ones white, letters in them; bars are thick."""
    width = max(map(len, rows), default=0)
    picture = Drawing(width * SIDE + 2, len(rows) * SIDE + 2, title)
    picture.rect(0, 0, width * SIDE + 2, len(rows) * SIDE + 2, fill=Ink.WALL)
    for row, line in enumerate(rows):
        for col, entry in enumerate(line):
            if entry not in "0#":
                x, y = col * SIDE + 1, row * SIDE + 1
                picture.rect(x, y, SIDE, SIDE, fill=Ink.PAPER, stroke=Ink.WALL, stroke_width=1)
                if (row, col) in marks.circles:
                    picture.circle(x + SIDE / 2, y + SIDE / 2, SIDE / 2 - 1, fill="none", stroke=Ink.SOFT)
                if entry != "1":
                    letters = marks.rebus.get((row, col), entry)
                    size = min(16, 1.4 * SIDE / len(letters))
                    picture.text(x + SIDE / 2, y + SIDE / 2, letters, size=size)
                if numbers and (row, col) in numbers:
                    picture.text(x + 5, y + 5.5, str(numbers[row, col]), size=7, fill=Ink.SOFT)
    for row, col, down in sorted(marks.bars):
        x, y = col * SIDE + 1, row * SIDE + 1
        picture.line(x, y, x + SIDE * down, y + SIDE * (not down), stroke=Ink.INK, stroke_width=4)
    return str(picture)


def view_of_grid(
    board: Sequence[str],
    filled: Sequence[str] | None,
    title: str,
    facts: tuple[tuple[str, str], ...] = (),
    clues: Mapping[str, str] | None = None,
    marks: Marks = NO_MARKS,
) -> View:
    """Return what the page of a board and its filling shows: numbers, and the entries across and down."""
    rows = [row.replace("#", "0") for row in (filled or board)]
    numbers, cols = numbering(rows, marks.bars), len(rows[0]) if rows else 0
    picture = draw(board, numbers, title, marks)
    frames = [Frame(svg=picture, says="the board", text=board_text(board, marks))]
    if filled is not None:
        text = board_text([row.replace("0", "#") for row in rows], marks)
        picture = draw(rows, numbers, f"{title}, filled", marks)
        frames.append(Frame(svg=picture, says="the solution", text=text))
    slots = sorted(find_slots(rows, marks.bars), key=lambda slot: (slot.vertical, slot.row, slot.col))
    found = entries(rows, marks, clues)
    listed = []
    for slot, entry in zip(slots, chain(*found.values()), strict=True):
        word, way = entry.word.replace(EMPTY, "·"), "down" if slot.vertical else "across"
        place = f"R{slot.row + 1}C{slot.col + 1}"
        values: tuple[Any, ...] = (entry.number, way, word, len(word), place)
        values += (entry.clue,) if clues is not None else ()
        listed.append(Row(values=values, cells=tuple(slot.indices(cols))))
    columns: tuple[str, ...] = ("number", "direction", "word", "letters", "begins at")
    columns += ("clue",) if clues is not None else ()
    centres = middles(len(rows), cols, SIDE, 1)
    table = Table(noun="entries", columns=columns, rows=listed, choices=(1,))
    return View(title=title, facts=facts, frames=frames, centres=centres, side=SIDE, cols=cols, table=table)


def view(
    board: Sequence[str],
    words: int,
    filled: Sequence[str] | None,
    answer: Any,
    clues: Mapping[str, str] | None,
) -> View:
    """Return what the page of an answer shows: the board, its filling, and how many words there are."""
    open_cells = sum(len(row) - row.count(FORBIDDEN) for row in board)
    facts = (*facts_of(answer), ("words", f"{words:,}"), ("open cells", f"{open_cells:,}"))
    return view_of_grid(board, filled, f"Word placement {len(board)} × {len(board[0])}", facts, clues)


def stacked(layers: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of all layers, one layer below the other, with a dark row between."""
    between = "#" * len(layers[0])
    return [row for layer in layers for row in (between, *layer)][1:]


def view_of_square(layers: Sequence[Sequence[str]]) -> View:
    """Return what the page of a word square or cube shows: empty and filled, and its words."""
    rows = stacked(layers)
    empty = ["".join("#" if letter == "#" else EMPTY for letter in row) for row in rows]
    return view_of_grid(empty, rows, f"Word {'cube' if len(layers) > 1 else 'square'} of {len(layers[0])}")


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    return {"placement": draw(LAYOUT)}
