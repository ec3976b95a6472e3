"""A board of word placement as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..framework.html import Frame, Row, Table, View, answer_of, facts_of
from ..framework.svg import Drawing
from .rules import EMPTY, find_slots, fold, is_open

if TYPE_CHECKING:
    from .puzzle import WordPlacement
    from .squares import WordSquare

__all__ = ["draw", "numbering", "pictures", "stacked", "view", "view_of_grid", "view_of_square"]

SIDE = 28


def draw(
    rows: Sequence[str],
    numbers: Mapping[tuple[int, int], int] | None = None,
    title: str = "Word placement",
) -> str:
    """Return a board as SVG: forbidden cells dark, empty ones white, letters in them.

    Parameters
    ----------
    rows : sequence of str
        ``0`` or ``#`` is forbidden, ``1`` empty, anything else shown.
    numbers : mapping, optional
        Row and column of the cells that have a number in their corner.
    title : str
        What the picture shows, for those who do not see it.

    Examples
    --------
    >>> draw(["G#", "1A"]).count("<text")
    2
    """
    width = max(map(len, rows), default=0)
    picture = Drawing(width * SIDE + 2, len(rows) * SIDE + 2, title)
    picture.rect(0, 0, width * SIDE + 2, len(rows) * SIDE + 2, fill="#222")
    for row, line in enumerate(rows):
        for col, entry in enumerate(line):
            if entry not in "0#":
                x, y = col * SIDE + 1, row * SIDE + 1
                picture.rect(x, y, SIDE, SIDE, fill="#fff", stroke="#222", stroke_width=1)
                if entry != "1":
                    picture.text(x + SIDE / 2, y + SIDE / 2, entry, size=16)
                if numbers and (row, col) in numbers:
                    picture.text(x + 5, y + 5.5, str(numbers[row, col]), size=7, fill="#444")
    return str(picture)


def numbering(rows: Sequence[str]) -> dict[tuple[int, int], int]:
    """Return the numbers of a crossword: each cell where a slot begins, in the order of reading.

    Parameters
    ----------
    rows : sequence of str
        ``0`` is forbidden, anything else open.

    Examples
    --------
    >>> numbering(["111", "010", "111"])
    {(0, 0): 1, (0, 1): 2, (2, 0): 3}
    """
    begins = sorted({(slot.row, slot.col) for slot in find_slots(rows)})
    return {cell: number for number, cell in enumerate(begins, 1)}


def view_of_grid(
    board: Sequence[str],
    filled: Sequence[str] | None,
    title: str,
    facts: tuple[tuple[str, str], ...] = (),
    clues: Mapping[str, str] | None = None,
) -> View:
    """Return what the page of a board and its filling shows: numbers, and the entries across and down.

    Parameters
    ----------
    board, filled : sequence of str
        Rows: ``0`` or ``#`` is forbidden, ``1`` empty.
    title : str
    facts : tuple, optional
    clues : mapping, optional
        Word -> clue: a column of the table.
    """
    from .clues import folded

    known = folded(clues)
    rows = [row.replace("#", "0") for row in (filled or board)]
    numbers, cols = numbering(rows), len(rows[0]) if rows else 0
    frames = [Frame(svg=draw(board, numbers, title), says="the board", text="\n".join(board))]
    if filled is not None:
        shown = [row.replace("0", "#") for row in rows]
        frames.append(
            Frame(svg=draw(rows, numbers, f"{title}, filled"), says="the solution", text="\n".join(shown))
        )
    entries = []
    for slot in sorted(find_slots(rows), key=lambda slot: (slot.vertical, slot.row, slot.col)):
        word = slot.text(rows).replace(EMPTY, "·")
        way, at = "down" if slot.vertical else "across", (slot.row, slot.col)
        place = f"R{slot.row + 1}C{slot.col + 1}"
        values: tuple[Any, ...] = (numbers[at], way, word, slot.length, place)
        values += (known.get(fold(word), ""),) if clues is not None else ()
        entries.append(Row(values=values, cells=tuple(slot.indices(cols))))
    columns: tuple[str, ...] = ("number", "direction", "word", "letters", "begins at")
    columns += ("clue",) if clues is not None else ()
    centres = [((c + 0.5) * SIDE + 1, (r + 0.5) * SIDE + 1) for r in range(len(rows)) for c in range(cols)]
    table = Table(noun="entries", columns=columns, rows=entries, choices=(1,))
    return View(title=title, facts=facts, frames=frames, centres=centres, side=SIDE, cols=cols, table=table)


def view(puzzle: WordPlacement, answer: Any = None, clues: Mapping[str, str] | None = None) -> View:
    """Return what the page of an answer shows."""
    from .parse import filled_rows

    solution, (height, width) = answer_of(answer), puzzle.shape
    filled = None if solution is None else filled_rows(solution)
    open_cells = sum(is_open(entry) for row in puzzle.board for entry in row)
    facts = (*facts_of(answer), ("words", f"{len(puzzle.words):,}"), ("open cells", f"{open_cells:,}"))
    return view_of_grid(puzzle.board, filled, f"Word placement {height} × {width}", facts, clues)


def stacked(layers: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of all layers, one layer below the other, with a dark row between.

    Examples
    --------
    >>> stacked([["AB", "BC"], ["BC", "CD"]])
    ['AB', 'BC', '##', 'BC', 'CD']
    """
    between = "#" * len(layers[0])
    return [row for layer in layers for row in (between, *layer)][1:]


def view_of_square(square: WordSquare) -> View:
    """Return what the page of a word square or cube shows: empty and filled, and its words."""
    rows = stacked(square.layers)
    empty = ["".join("#" if letter == "#" else EMPTY for letter in row) for row in rows]
    kind = "cube" if len(square.layers) > 1 else "square"
    return view_of_grid(empty, rows, f"Word {kind} of {len(square.rows)}")


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .generate import layout

    words = ["ANSWER", "DESK", "DONE", "GLUE", "LEARN", "STUDY", "TAPE", "TEACH", "TEST", "WORK"]
    return {"placement": layout(words, seed=0)._repr_svg_()}
