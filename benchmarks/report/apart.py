"""Figures that were measured apart from the runs of a report, from a file: a section of their own."""

from __future__ import annotations

import json
import os
import re

from unriddle.base import PuzzleError
from unriddle.io.text import read_text, source_name

from .blocks import Block, Cell, Column, Paragraph, Points, Section, Table
from .results import Place

__all__ = ["read_apart"]


def read_apart(source: str | os.PathLike[str]) -> Section:
    """Read a section of figures measured apart.

    The file is JSON: ``title``, ``date``, ``text`` (a list of paragraphs), ``tables`` (each with ``caption``,
    ``columns`` and ``rows``, lists of text; a row has as many cells as there are columns), and ``programs``,
    which names each other program's version or place. A column is one of numbers where each of its cells
    begins with a digit, or is empty.

    Parameters
    ----------
    source : str or path
        The file, plain or gzip.

    Raises
    ------
    PuzzleError
        It cannot be read, or is not of that form: where, and what was expected.
    """
    name = source_name(source)
    try:
        value = json.loads(read_text(source))
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"{str(error).split(';')[0]}, expected JSON", file=name) from None
    root = Place(value, "", name)
    date = root.get("date").text()
    blocks: list[Block] = [
        Paragraph(f"Measured apart, on {date}: none of it is in the runs of this report.", "result"),
        *(Paragraph(one.text()) for one in root.get("text").items()),
        *(_table(one) for one in root.get("tables").items()),
    ]
    programs = root.get("programs")
    if programs.mapping():
        told = [(key, programs.get(key).text()) for key in programs.mapping()]
        blocks.append(Points(told, "The other programs"))
    return Section(root.get("title").text(), blocks, "beside", True, f"measured apart, {date}")


def _table(place: Place) -> Table:
    heads = [one.text() for one in place.get("columns").items()]
    rows = []
    for row in place.get("rows").items():
        cells = ["" if one.value == "" else one.text() for one in row.items()]
        if len(cells) != len(heads):
            raise row.wrong(f"{len(heads)} cells")
        rows.append(cells)
    numbers = [
        bool(rows)
        and all(re.match(r"about \d|\d|$", row[at]) for row in rows)
        and any(row[at] for row in rows)
        for at in range(len(heads))
    ]
    columns = [Column(head, number) for head, number in zip(heads, numbers, strict=True)]
    made = [[_cell(text, number) for text, number in zip(row, numbers, strict=True)] for row in rows]
    return Table(place.get("caption").text(), columns, made)


def _cell(text: str, number: bool) -> Cell:
    """Return a cell; one of a column of numbers is sorted by its first."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", text) if number else None
    return Cell(text or "–", None if found is None else float(found[0].replace(",", "")))
