"""A report as one HTML page that needs nothing else: no script, style, font or picture from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from .blocks import Block, Cell, Code, Paragraph, Plot, Points, Section, Table
from .compose import Report
from .plots import dark_style

__all__ = ["page"]

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)
"""Nothing is loaded from anywhere."""


def page(report: Report) -> str:
    """Return the page."""
    folder = files(__package__) / "data"
    style = (folder / "page.css").read_text(encoding="utf-8")
    script = (folder / "page.js").read_text(encoding="utf-8")
    body = "".join(_section(section, 2) for section in report.sections)
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n',
            f"<title>{escape(report.title)}: {escape(report.subtitle)}</title>\n",
            f'<meta name="description" content="{escape(report.title)}, {escape(report.subtitle)}">\n',
            f"<style>\n{style}{dark_style(body)}\n</style>\n</head>\n<body>\n",
            '<a class="skip" href="#summary">To the summary</a>\n<header>\n',
            f'<h1>{escape(report.title)}</h1>\n<p class="subtitle">{escape(report.subtitle)}</p>\n',
            _contents(report.sections),
            "</header>\n<main>\n",
            body,
            "</main>\n<footer>\n",
            f"<p>{escape(_sources(report))}</p>\n",
            '<p id="status" role="status"></p>\n</footer>\n',
            f"<script>\n{script}</script>\n</body>\n</html>\n",
        )
    )


def _sources(report: Report) -> str:
    names = ", ".join(run.source for run in report.runs)
    return f"Made by unriddle report from {names}."


def _contents(sections: Sequence[Section]) -> str:
    """Return links to the sections, and, folded, to what is in them."""

    def links(blocks: Sequence[Block], inner: bool) -> str:
        items = []
        for block in blocks:
            if isinstance(block, Section) and block.anchor:
                more = links(block.blocks, False) if inner else ""
                if more or not inner:
                    items.append(f'<li><a href="#{block.anchor}">{escape(block.title)}</a>{more}</li>\n')
        return f"<ul>\n{''.join(items)}</ul>\n" if items else ""

    return (
        f'<nav aria-label="Contents">\n{links(sections, False)}'
        f"<details><summary>All groups and plots</summary>\n{links(sections, True)}</details>\n</nav>\n"
    )


def _section(section: Section, level: int) -> str:
    head = f"<h{level}>{escape(section.title)}</h{level}>\n"
    anchor = f' id="{section.anchor}"' if section.anchor else ""
    return f"<section{anchor}>\n{head}{''.join(_blocks(section.blocks, level))}</section>\n"


def _blocks(blocks: Sequence[Block], level: int) -> Iterator[str]:
    """Yield the HTML of each block; a plot with its table, if one follows, side by side."""
    at = 0
    while at < len(blocks):
        block = blocks[at]
        after = blocks[at + 1] if at + 1 < len(blocks) else None
        at += 1
        if isinstance(block, Plot):
            table = ""
            if isinstance(after, Table):
                table = _table(after)
                at += 1
            yield f'<div class="pair{" has-plot" if table else ""}">\n{_plot(block)}{table}</div>\n'
        elif isinstance(block, Section):
            yield _section(block, min(level + 1, 4))
        elif isinstance(block, Table):
            yield _table(block)
        elif isinstance(block, Points):
            entries = "".join(
                f"<div><dt>{escape(lead)}</dt><dd>{_inline(text)}</dd></div>\n" for lead, text in block.points
            )
            listed = f'<dl class="points">\n{entries}</dl>\n'
            head = escape(block.heading)
            yield f"<details><summary>{head}</summary>\n{listed}</details>\n" if head else listed
        elif isinstance(block, Code):
            yield f'<pre tabindex="0"><code>{escape(block.text)}</code></pre>\n'
        elif isinstance(block, Paragraph):
            yield f"<p>{_inline(block.text)}</p>\n"


def _inline(text: str) -> str:
    """Return text with what stands between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _plot(plot: Plot) -> str:
    caption = f"<figcaption>{escape(plot.caption)}</figcaption>\n" if plot.caption else ""
    return f"<figure>\n{plot.svg}{caption}</figure>\n"


def _table(table: Table) -> str:
    heads = []
    for column in table.columns:
        kind = ' class="n"' if column.number else ""
        text = (
            f'<button type="button">{escape(column.title)}</button>'
            if table.sortable
            else escape(column.title)
        )
        heads.append(f'<th scope="col"{kind}>{text}</th>' if column.title else "<td></td>")
    rows = []
    for row in table.rows:
        first = f'<th scope="row"{_kind(row[0], False)}{_value(row[0])}>{_said(row[0])}</th>'
        rest = "".join(
            f"<td{_kind(cell, column.number)}{_value(cell)}>{_said(cell)}</td>"
            for cell, column in zip(row[1:], table.columns[1:], strict=True)
        )
        rows.append(f"<tr>{first}{rest}</tr>\n")
    kind = "sortable" if table.sortable else "facts"
    name = escape(table.caption)
    text = (
        f'<div class="box">\n<p class="caption">{name}</p>\n'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">\n'
        f'<table class="{kind}" aria-label="{name}">\n'
        f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>\n{''.join(rows)}</tbody>\n</table>\n</div>\n</div>\n"
    )
    if table.folded:
        return f"<details><summary>{name} ({len(table.rows)})</summary>\n{text}</details>\n"
    return text


def _value(cell: Cell) -> str:
    return "" if cell.value is None else f' data-v="{cell.value:.12g}"'


def _kind(cell: Cell, number: bool) -> str:
    names = [*(["n"] if number else []), *([f"m-{cell.mark.replace(' ', '-')}"] if cell.mark else [])]
    return f' class="{" ".join(names)}"' if names else ""


def _said(cell: Cell) -> str:
    return escape(cell.text) + (f"<small>{escape(cell.note)}</small>" if cell.note else "")
