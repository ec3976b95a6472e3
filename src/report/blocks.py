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
    """What stands in a table; the value to sort by; a mark such as a role or "slower"; what is said below."""

    text: str
    value: float | None = None
    mark: str = ""
    note: str = ""


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
    """A plot: file name without ending, accessible name, description, the SVG, what is said below."""

    name: str
    title: str
    description: str
    svg: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it."""

    title: str
    blocks: Sequence[Block]
    anchor: str = ""


Block = Paragraph | Points | Code | Table | Plot | Section
