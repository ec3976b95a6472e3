"""The page of many puzzles: a table of all of them, searched and sorted, and the picture of one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from .base import ExplainMixin
from .html import page
from .html_result import Frame, Row, Table, View, answer_of

if TYPE_CHECKING:
    from .base import PuzzleBase

__all__ = ["MOST_LINES", "MOST_LISTED", "index_page", "many_page"]

MOST_LISTED, MOST_LINES = 100_000, 1_500_000
"""Puzzles of a page; lines of all its pictures: those beyond have none, and the page says so."""
MOST_STEPPED, MOST_RATED = 50, 1_000
"""Puzzles whose steps are shown; whose difficulty is told. The others have a start and a solution."""
LARGEST_RATED = 300
"""Characters of a puzzle whose reasoning is followed: of a larger one it takes seconds."""
LONGEST_TEXT, LONGEST_CLUES = 160, 32
HIDDEN = ("solution", "words")
"""Columns of results that the pictures show."""
UNKNOWN = ""
_GIVEN = re.compile(r"[^\s.|/_*#+-]+")

Item = tuple["PuzzleBase", Any, Sequence[str | int | float]]
"""A puzzle, its answer or None, and what its columns say."""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def clues_of(text: str) -> tuple[str, int]:
    """Return the clues of a puzzle on a grid, without the empty cells, and their number.

    Examples
    --------
    >>> clues_of("..71\\n2...")
    ('71 2', 3)
    >>> clues_of(" 1  . 12\\n .  .  .")
    ('1 12', 2)
    """
    grid = text.partition(":")[0]  # a Gogen's words follow
    found = _GIVEN.findall(grid)
    apart = any(" " in line.strip() for line in grid.split("\n"))
    return " ".join(found), len(found) if apart else sum(map(len, found))


def _frames(puzzle: PuzzleBase, answer: Any, stepped: bool, name: str) -> list[Frame]:
    """Return the pictures of a puzzle, of its steps and of its answer; none where they would be too large."""
    solution = answer_of(answer)
    try:
        found = [Frame(svg=puzzle.to_svg(), says=name, text=puzzle.format())]
        if solution is not None:
            if stepped:
                found += puzzle.view(answer).frames[1:]
            text = puzzle.format(solution)
            found.append(Frame(svg=puzzle.to_svg(solution), says="the solution", text=text))
    except PuzzleError:
        return []
    return found


def _difficulty(puzzle: PuzzleBase) -> str:
    """Return how hard a puzzle is to reason out, "" where that is not known."""
    if not isinstance(puzzle, ExplainMixin) or len(puzzle.text()) > LARGEST_RATED:
        return UNKNOWN
    try:
        return str(puzzle.difficulty())
    except PuzzleError:
        return UNKNOWN


def index_page(title: str, items: Iterable[Item], columns: Sequence[str], noun: str = "puzzles") -> str:
    """Return a page of many puzzles.

    Parameters
    ----------
    title : str
    items : iterable of (puzzle, answer, values)
        An answer may be None; the values are those of `columns`.
    columns : sequence of str
        Beside number, puzzle, clues and difficulty. All but the first two can be chosen among.
    noun : str
        What they are called.

    Raises
    ------
    PuzzleError
        More than 100,000 puzzles, or 64 MB.
    """
    rows: list[tuple[tuple[str | int | float, ...], tuple[int, int]]] = []
    frames: list[Frame] = []
    lines = pictured = stepped = rated = 0
    grids = True
    for number, (puzzle, answer, values) in enumerate(items, 1):
        if number > MOST_LISTED:
            raise PuzzleError(f"a page of more than {MOST_LISTED:,} {noun}, expected fewer")
        grids = grids and isinstance(puzzle, ExplainMixin)
        shown, clues = clues_of(puzzle.text()) if grids else (" / ".join(puzzle.text().split("\n")), 0)
        span, hard = (0, -1), UNKNOWN
        if grids and rated < MOST_RATED:
            hard = _difficulty(puzzle)
            rated += hard != UNKNOWN
        walked = stepped < MOST_STEPPED and _walked(puzzle, answer)
        name = f"{noun.removesuffix('s')} {number}{f', {hard}' if hard else ''}"
        if lines <= MOST_LINES and (found := _frames(puzzle, answer, walked, name)):
            lines += sum(frame.svg.count("\n") for frame in found)
            span = len(frames), len(frames) + len(found) - 1
            frames += found
            pictured += 1
            stepped += walked
        shown = _cut(shown, LONGEST_CLUES if grids else LONGEST_TEXT)
        rows.append(((number, shown, clues, hard, *values), span))
    return page(_index_view(title, noun, columns, rows, frames, _left(rows, grids, pictured, stepped)))


def _walked(puzzle: PuzzleBase, answer: Any) -> bool:
    """Say whether there are steps between a puzzle and its answer that are worth their time."""
    if answer_of(answer) is None:
        return False
    replayed = getattr(puzzle, "replay", None) is not None
    return replayed or (isinstance(puzzle, ExplainMixin) and len(puzzle.text()) <= LARGEST_RATED)


def _left(rows: Sequence[Any], grids: bool, pictured: int, stepped: int) -> tuple[str, ...]:
    """Return what the page leaves out, in sentences."""
    notes = []
    if len(rows) > pictured:
        notes.append(f"{len(rows) - pictured:,} of them are listed without a picture.")
    if 0 < stepped < pictured:
        notes.append(
            f"Steps are shown of the first {stepped:,}; the page of one puzzle has those of any other."
        )
    known = sum(values[3] != UNKNOWN for values, _ in rows)
    if grids and 0 < known < len(rows):
        notes.append(f"The difficulty of {known:,} is known, the others were not reasoned out.")
    return tuple(notes)


def _index_view(
    title: str,
    noun: str,
    columns: Sequence[str],
    rows: Sequence[tuple[tuple[str | int | float, ...], tuple[int, int]]],
    frames: Sequence[Frame],
    notes: tuple[str, ...],
) -> View:
    """Return the page of rows: a column that says the same of all, or nothing, is a fact above them."""
    names = ("number", "puzzle", "clues", "difficulty", *columns)
    facts, kept = [(noun, f"{len(rows):,}")], []
    for place, name in enumerate(names):
        values = {row[place] for row, _ in rows}
        if name in ("clues", "difficulty") and values <= {0, UNKNOWN}:
            continue
        if len(rows) > 1 and len(values) == 1 and place > 1:
            facts.append((name, str(values.pop())))
            continue
        kept.append(place)
    shown = tuple(names[place] for place in kept)
    table = Table(
        noun=noun,
        columns=shown,
        rows=[Row(values=tuple(row[place] for place in kept), frames=span) for row, span in rows],
        choices=tuple(k for k, name in enumerate(shown) if name not in ("number", "puzzle")),
    )
    return View(title=title, facts=tuple(facts), frames=frames, first=0, table=table, notes=notes)


def _plain(value: Any) -> str | int | float:
    found = value.item() if hasattr(value, "item") else value
    return found if isinstance(found, (str, int, float)) else str(found)


def many_page(many: Any) -> str:
    """Return a page of what `solve_many` returned.

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> from unriddle.puzzles.framework.gallery import many_page
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
