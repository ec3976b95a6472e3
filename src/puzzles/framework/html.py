"""One result, or many, as one HTML page that needs nothing else: no network, no other file, no framework."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from ...base import PuzzleError
from ...io.text import printable
from .html_result import Frame, Table, View

__all__ = ["LARGEST", "LARGEST_SHOWN", "in_frame", "packed", "page"]

PLAIN = 1 << 16
"""Bytes of data that stand in a page as they are; more are packed (gzip, base64)."""
LARGEST = 64 << 20
"""Most bytes of a page."""
LARGEST_SHOWN = 4 << 20
"""Most bytes of a page that a notebook keeps."""
ROWS_AS_TEXT = 2000
"""Rows of the table that are also there for a browser without scripts."""


@cache
def _part(name: str) -> str:
    return (files(__package__) / "data" / name).read_text(encoding="utf-8")


@cache
def _policy() -> str:
    """Return what the page may do: run its own script, which is known by its hash, and load nothing."""
    digest = base64.b64encode(hashlib.sha256(_part("page.js").encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def packed(frames: Sequence[Frame]) -> dict[str, Any]:
    """Return pictures as lines, each once: a picture is the numbers of its lines, or what changed.

    Examples
    --------
    >>> found = packed([Frame(svg="<svg>\\n<a/>\\n</svg>"), Frame(svg="<svg>\\n<b/>\\n</svg>")])
    >>> found["lines"], found["frames"]
    (['<svg>', '<a/>', '</svg>', '<b/>'], [[0, 1, 2], {'at': [1], 'is': [3]}])
    """
    numbers: dict[str, int] = {}
    before: list[int] = []
    kept: list[Any] = []
    for frame in frames:
        now = [numbers.setdefault(line, len(numbers)) for line in frame.svg.split("\n")]
        changed = [k for k, number in enumerate(now) if k >= len(before) or before[k] != number]
        if len(now) != len(before) or 3 * len(changed) > len(now):
            kept.append(now)
        else:
            kept.append({"at": changed, "is": [now[k] for k in changed]})
        before = now
    return {"lines": list(numbers), "frames": kept}


def _steps(cells: Sequence[int]) -> list[int]:
    """Return a path as its first cell and the differences, which pack well."""
    return [cell - before for cell, before in zip(cells, (0, *cells), strict=False)]


def _table(table: Table) -> dict[str, Any]:
    columns = [list(column) for column in zip(*(row.values for row in table.rows), strict=True)]
    found: dict[str, Any] = {
        "noun": table.noun,
        "columns": list(table.columns),
        "values": columns or [[] for _ in table.columns],
        "choices": list(table.choices),
    }
    if any(row.cells for row in table.rows):
        found["paths"] = [_steps(row.cells) for row in table.rows]
    if any(row.frames is not None for row in table.rows):
        found["spans"] = [row.frames or (0, -1) for row in table.rows]
    return found


def _data(view: View) -> str:
    """Return what the script shows, as JSON that ends no element of the page."""
    value = {
        **packed(view.frames),
        "says": [frame.says for frame in view.frames],
        "kinds": [frame.kind for frame in view.frames],
        "texts": [frame.text for frame in view.frames],
        "first": view.first % max(1, len(view.frames)),
        "centres": [[round(x, 2), round(y, 2)] for x, y in view.centres],
        "side": view.side,
        "cols": view.cols,
        "heat": view.heat,
        "uses": list(view.uses),
        "used": view.used,
        "table": None if view.table is None else _table(view.table),
        "letters": None if view.letters is None else list(view.letters.rows),
    }
    text = json.dumps(
        value, separators=(",", ":")
    )  # ASCII: control characters and lone surrogates are escapes
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _said(text: str) -> str:
    return escape(printable(text))


def _board_text(text: str) -> str:
    return "\n".join(map(_said, text.split("\n")))


def _without_script(view: View) -> str:
    """Return what a browser without scripts shows below the picture: steps, and the rows of the table."""
    parts = []
    if len(view.frames) > 2:
        parts.append(
            "<ol>" + "".join(f"<li>{_said(frame.says)}</li>" for frame in view.frames[1:]) + "</ol>\n"
        )
    if view.table is not None:
        rows = [
            ", ".join(_said(str(value)) for value in row.values) for row in view.table.rows[:ROWS_AS_TEXT]
        ]
        left = len(view.table.rows) - len(rows)
        if left:
            rows.append(f"… and {left:,} more")
        parts.append("<ul>" + "".join(f"<li>{row}</li>\n" for row in rows) + "</ul>\n")
    return f"<noscript>\n{''.join(parts)}</noscript>\n" if parts else ""


def page(view: View) -> str:
    """Return the page.

    Raises
    ------
    PuzzleError
        It would have more than 64 MB.

    Examples
    --------
    >>> text = page(View(title="</title>", frames=[Frame(svg="<svg></svg>", says="a board")]))
    >>> text.count("</title>"), text.count("<svg>"), text.startswith("<!doctype html>")
    (1, 1, True)
    """
    data, kind = _data(view), "application/json"
    if len(data) > PLAIN:
        raw = gzip.compress(data.encode("ascii"), 6, mtime=0)
        data, kind = base64.b64encode(raw).decode("ascii"), "application/gzip"
    shown = view.frames[view.first] if view.frames else Frame(svg="")
    facts = "".join(
        f"<div><dt>{_said(name)}</dt><dd>{_said(value)}</dd></div>\n" for name, value in view.facts
    )
    notes = "".join(f'<p class="note">{_said(note)}</p>\n' for note in view.notes)
    text = "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n',
            f"<title>{_said(view.title)}</title>\n<style>\n{_part('page.css')}</style>\n</head>\n<body>\n",
            f"<header>\n<h1>{_said(view.title)}</h1>\n",
            f"<dl>\n{facts}</dl>\n" if facts else "",
            notes,
            '</header>\n<main>\n<section id="board" aria-label="Board">\n',
            f'<figure id="figure">{shown.svg}</figure>\n',
            '<p id="says" role="status"></p>\n',
            '<details id="plain"><summary>The board as text</summary>',
            f"<pre>{_board_text(shown.text)}</pre></details>\n</section>\n",
            f'<section id="side" aria-label="Details">\n{_without_script(view)}</section>\n</main>\n',
            f'<script type="{kind}" id="data">{data}</script>\n',
            f"<script>{_part('page.js')}</script>\n</body>\n</html>\n",
        )
    )
    if len(text) > LARGEST:
        raise PuzzleError(f"a page of {len(text) >> 20:,} MB, expected at most {LARGEST >> 20}")
    return text


def in_frame(text: str, height: int = 640) -> str:
    """Return a page as an element of another one, as notebooks show it: apart from all else there.

    Examples
    --------
    >>> 'srcdoc="&lt;p&gt;a&lt;/p&gt;"' in in_frame("<p>a</p>")
    True
    """
    return (
        f'<iframe sandbox="allow-scripts" title="unriddle" srcdoc="{escape(text)}" '
        f'style="width:100%;height:{height}px;border:0"></iframe>'
    )
