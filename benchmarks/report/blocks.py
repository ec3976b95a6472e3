"""What a report is made of, whatever it is written as: sections of paragraphs, lists, tables and plots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Block", "Cell", "Code", "Column", "Paragraph", "Plot", "Points", "Section", "Table"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text; kind "note" is set smaller."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """A list; each point has a lead, set off, and a text. With a heading it is folded below it."""

    points: Sequence[tuple[str, str]]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """Lines for the shell."""

    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; numbers stand on the right."""

    title: str
    number: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table.

    Attributes
    ----------
    text : str
    value : float or None
        What to sort by.
    mark : str
        A role, or a verdict such as "slower".
    note : str
        What is said below.
    bar : tuple of float or None
        Where a bar begins and ends, as shares of the cell's width.
    rounds : tuple of float
        Seconds of single rounds, shown when the cell is opened; `told` says them in words.
    told : str
    link : str
        Anchor of the section that the cell leads to.
    """

    text: str
    value: float | None = None
    mark: str = ""
    note: str = ""
    bar: tuple[float, float] | None = None
    rounds: Sequence[float] = ()
    told: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption; one that is folded shows its caption alone until it is opened."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    sortable: bool = True
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot: file name without ending, accessible name, description, the SVG of a file, that of a page.

    Where a page has none, the table that follows shows the same.
    """

    name: str
    title: str
    description: str
    svg: str
    inside: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it.

    One that is folded shows its heading and `lead` alone until it is opened; `kinds` are what a reader may
    choose it by, and `puzzle`.
    """

    title: str
    blocks: Sequence[Block]
    anchor: str = ""
    folded: bool = False
    lead: str = ""
    puzzle: str = ""
    kinds: Sequence[str] = ()


Block = Paragraph | Points | Code | Table | Plot | Section
