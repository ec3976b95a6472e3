"""A report as Markdown, with its plots beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .blocks import Block, Cell, Code, Paragraph, Plot, Points, Section, Table
from .compose import Report

__all__ = ["escaped", "markdown", "markdown_blocks", "markdown_table"]


def markdown(report: Report, *, plots: bool = True) -> str:
    """Return the text; the plots are links to plots/NAME.svg, or left out."""
    lines = [f"# {escaped(report.title)}", "", escaped(report.subtitle), ""]
    for section in report.sections:
        lines.extend(_section(section, 2, plots))
    return "\n".join(lines).rstrip() + "\n"


def escaped(text: str) -> str:
    r"""Return text that Markdown takes as it stands, but for code between backticks.

    Examples
    --------
    >>> print(escaped("a*b|c_d <e> `x_y`"))
    a\*b\|c\_d \<e> `x_y`
    """
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(
        part if part.startswith("`") and len(part) > 2 else re.sub(r"([\\`*_\[\]<|#])", r"\\\1", part)
        for part in parts
    )


def _section(section: Section, level: int, plots: bool) -> Iterator[str]:
    yield f"{'#' * level} {escaped(section.title)}"
    yield ""
    yield from markdown_blocks(section.blocks, level, plots=plots)


def markdown_blocks(blocks: Sequence[Block], level: int = 2, *, plots: bool = True) -> Iterator[str]:
    """Yield the lines of what stands below a heading of a level."""
    for block in blocks:
        if isinstance(block, Section):
            yield from _section(block, min(level + 1, 5), plots)
            continue
        if isinstance(block, Plot) and not plots:
            continue
        if isinstance(block, Paragraph):
            yield escaped(block.text)
        elif isinstance(block, Points):
            yield from (f"- **{escaped(lead)}**: {escaped(text)}" for lead, text in block.points)
        elif isinstance(block, Code):
            yield "\n".join(f"    {line}" for line in block.text.splitlines())
        elif isinstance(block, Table):
            yield f"{escaped(block.caption)}:"
            yield ""
            yield from markdown_table(block)
        elif isinstance(block, Plot):
            yield f"![{escaped(block.title)}](plots/{block.name}.svg)"
        yield ""


def markdown_table(table: Table) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {' | '.join(escaped(column.title) for column in table.columns)} |"
    yield f"|{'|'.join('---:' if column.number else '---' for column in table.columns)}|"
    for row in table.rows:
        yield f"| {' | '.join(_text(cell) for cell in row)} |"


def _text(cell: Cell) -> str:
    text = escaped(f"{cell.text} ({cell.note})" if cell.note else cell.text)
    return f"**{text}**" if cell.mark in ("slower", "faster") else text
