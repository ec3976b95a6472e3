"""A report as one HTML page that needs nothing else: no script, style, font or picture from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from .blocks import Block, Cell, Code, Paragraph, Plot, Points, Section, Table
from .compose import Report
from .svg import STYLE, THEMES

__all__ = ["page"]

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)
"""Nothing is loaded from anywhere."""
KINDS = {
    "peer": "beside other packages",
    "textbook": "beside textbook Python",
    "twin": "beside its plain twin",
    "general": "beside the general solver",
    "growth": "growth by size",
    "threads": "by threads",
    "history": "over commits",
}
"""What sections can be chosen by -> what a reader is told."""


def page(report: Report) -> str:
    """Return the page."""
    folder = files(__package__) / "data"
    style = (folder / "page.css").read_text(encoding="utf-8")
    script = (folder / "page.js").read_text(encoding="utf-8")
    first = next((at for at, one in enumerate(report.sections) if one.folded), len(report.sections))
    parts = [_section(section, 2) for section in report.sections]
    body = "".join([*parts[:first], _chooser(report.sections), *parts[first:]])
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n',
            f"<title>{escape(report.title)}: {escape(report.subtitle)}</title>\n",
            f'<meta name="description" content="{escape(report.title)}, {escape(report.subtitle)}">\n',
            f"<style>\n{THEMES}\n{STYLE}\n{style}</style>\n</head>\n<body>\n",
            '<a class="skip" href="#summary">To the summary</a>\n<header>\n',
            f'<h1>{escape(report.title)}</h1>\n<p class="subtitle">{escape(report.subtitle)}</p>\n',
            f'</header>\n<div class="sheet">\n{_contents(report.sections)}<main>\n',
            body,
            "</main>\n</div>\n<footer>\n",
            f"<p>{escape(_sources(report))}</p>\n",
            '<p id="status" role="status"></p>\n</footer>\n',
            f"<script>\n{script}</script>\n</body>\n</html>\n",
        )
    )


def _sources(report: Report) -> str:
    names = ", ".join(run.source for run in report.runs)
    return f"Made by python -m benchmarks.report from {names}."


def _contents(sections: Sequence[Section]) -> str:
    """Return links to the sections; on a telephone they are folded."""
    links = "".join(
        f'<li><a href="#{section.anchor}">{escape(section.title)}</a></li>\n'
        for section in sections
        if section.anchor
    )
    return (
        '<nav aria-label="Contents">\n<details open><summary>Contents</summary>\n'
        f"<ul>\n{links}</ul>\n</details>\n</nav>\n"
    )


def _chooser(sections: Sequence[Section]) -> str:
    """Return the search box and the two choices; without its script a page does not show them."""
    folded = list(_entries(sections))
    puzzles = list(dict.fromkeys(section.puzzle for section in folded if section.puzzle))
    kinds = [kind for kind in KINDS if any(kind in section.kinds for section in folded)]

    def select(name: str, label: str, every: str, options: Sequence[tuple[str, str]]) -> str:
        listed = "".join(f'<option value="{escape(key)}">{escape(text)}</option>' for key, text in options)
        return (
            f'<label>{label}<select id="{name}"><option value="">{every}</option>{listed}</select></label>\n'
        )

    return (
        '<form class="chooser" role="search" hidden>\n'
        '<label>Search<input id="search" type="search" placeholder="board, package, case" '
        'autocomplete="off"></label>\n'
        + select("puzzle", "Puzzle", "all", [(name, name) for name in puzzles])
        + select("kind", "Kind", "all", [(kind, KINDS[kind]) for kind in kinds])
        + '<button type="button" id="fold">Open all</button>\n'
        f'<output id="found">{len(folded)} groups</output>\n</form>\n'
    )


def _entries(blocks: Sequence[Block]) -> Iterator[Section]:
    """Yield the sections that can be chosen."""
    for block in blocks:
        if isinstance(block, Section):
            if block.folded and block.puzzle:
                yield block
            yield from _entries(block.blocks)


def _section(section: Section, level: int) -> str:
    anchor = f' id="{section.anchor}"' if section.anchor else ""
    inside = "".join(_blocks(section.blocks, level))
    if not section.folded:
        return f"<section{anchor}>\n<h{level}>{escape(section.title)}</h{level}>\n{inside}</section>\n"
    kinds = f' data-puzzle="{escape(section.puzzle)}"' if section.puzzle else ""
    kinds += f' data-kinds="{" ".join(section.kinds)}"' if section.kinds else ""
    name = "entry" if section.puzzle else "part"
    lead = f'<span class="lead">{escape(section.lead)}</span>' if section.lead else ""
    return (
        f'<details class="{name}"{anchor}{kinds}>\n'
        f"<summary><h{level}>{escape(section.title)}</h{level}>{lead}</summary>\n"
        f'<div class="body">\n{inside}</div>\n</details>\n'
    )


def _blocks(blocks: Sequence[Block], level: int) -> Iterator[str]:
    """Yield the HTML of each block."""
    for block in blocks:
        if isinstance(block, Plot):
            if block.inside:
                yield f"<figure>\n{block.inside}</figure>\n"
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
            kind = f' class="{block.kind}"' if block.kind else ""
            yield f"<p{kind}>{_inline(block.text)}</p>\n"


def _inline(text: str) -> str:
    """Return text with what stands between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


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
            f"<td{_kind(cell, column.number)}{_value(cell)}>{_said(cell, row[0].mark)}</td>"
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


def _said(cell: Cell, role: str = "") -> str:
    text = f"<span>{escape(cell.text)}</span>" if cell.told else escape(cell.text)
    if cell.link:
        text = f'<a href="#{cell.link}">{text}</a>'
    if cell.note:
        text += f"<small>{escape(cell.note)}</small>"
    if cell.bar is not None:
        start, end = sorted(cell.bar)
        text += (
            f'<span class="bar"><i class="b-{role or "general"}" style="left:{100 * start:.1f}%;'
            f'width:{100 * (end - start):.1f}%"></i><b style="left:{100 * cell.bar[0]:.1f}%"></b></span>'
        )
    if cell.told:
        rounds = ""
        if len(cell.rounds) > 1:
            least = min(cell.rounds)
            rounds = f' data-rounds="{" ".join(f"{1000 * (one / least - 1):.0f}" for one in cell.rounds)}"'
        text = (
            f'<details class="rounds"{rounds}><summary>{text}</summary>'
            f"<small>{escape(cell.told)}</small></details>"
        )
    return text
