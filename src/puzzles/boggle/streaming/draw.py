"""What the page of a search of an enormous board shows: its words, and the place of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....base import Status
from ...framework.html import Row, Table, View, facts_of
from ..draw import MOST_WORDS

if TYPE_CHECKING:
    from .result import StreamResult

__all__ = ["view"]


def view(result: StreamResult) -> View:
    """Return the words with the cell where a path of each ends, and the path where it is known."""
    words = result.words[:MOST_WORDS]
    columns = ["word", "letters", "points", "row", "column"]
    values = [words, map(len, words), result.scores.tolist(), *(result.ends + 1).T.tolist()]
    if result.paths is not None:
        columns.append("path")
        values.append([" ".join(f"{row + 1},{col + 1}" for row, col in path) for path in result.paths])
    rows = [Row(values=one) for one in zip(*values, strict=False)]
    names = {"count": "words", "score": "points"}
    facts = [(names.get(name, name), value) for name, value in facts_of(result) if name != "status"]
    if result.status is Status.LIMIT:
        facts.insert(0, ("status", "LIMIT"))
    size = "?" if result.rows is None else f"{result.rows:,}"
    facts += [("rows searched", f"{result.done_rows:,}"), ("lexicon", result.lexicon.name)]
    notes = ["Row and column are those of the cell where one path of the word ends, counted from 1."]
    if result.count > len(rows):
        notes.append(f"The first {len(rows):,} words are listed, {result.count - len(rows):,} are not.")
    if result.error is not None:
        notes.append(f"{result.error}: the words found by then.")
    return View(
        title=f"Boggle {size} × {result.cols:,}",
        facts=tuple(facts),
        table=Table(noun="words", columns=tuple(columns), rows=rows, choices=(1,)),
        notes=tuple(notes),
    )
