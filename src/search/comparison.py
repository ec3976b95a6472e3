"""Compare what several methods do with one puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..base import Limits
from ..repr_html import table
from ..svg import Drawing, Ink
from .adapters import METHODS, States
from .results import SearchResult
from .solvers import find_path

COLUMNS = ("method", "status", "steps", "cost", "nodes", "frontier", "seconds")
BAR, ROW, LABEL = 200, 22, 100
"""Width of the longest bar, height of a row and width of its label in a drawing."""


class Comparison:
    """What methods did, by name; `compare` makes one. ``print`` shows a table, a notebook a drawing as well.

    Attributes
    ----------
    results : dict
        Method -> `SearchResult`.
    """

    def __init__(self, results: dict[str, SearchResult]) -> None:
        self.results = results

    def __iter__(self) -> Iterator[str]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, method: str) -> SearchResult:
        return self.results[method]

    def rows(self) -> list[dict[str, Any]]:
        """Return for each method its status, steps and cost of the path, nodes, frontier and seconds."""
        return [
            {
                "method": method,
                "status": str(found.status),
                "steps": found.stats.path_length,
                "cost": found.cost,
                "nodes": found.stats.nodes,
                "frontier": found.frontier,
                "seconds": found.stats.seconds,
            }
            for method, found in self.results.items()
        ]

    def __str__(self) -> str:
        lines = [COLUMNS, *(tuple(_text(value) for value in row.values()) for row in self.rows())]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(
                text.ljust(width) if place < 2 else text.rjust(width)
                for place, (text, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def to_svg(self) -> str:
        """Draw nodes, frontier, steps and seconds as bars, method by method."""
        names, rows = ("nodes", "frontier", "steps", "seconds"), self.rows()
        panel = ROW * (len(rows) + 1) + 12
        picture = Drawing(LABEL + BAR + 110, panel * len(names), f"what {', '.join(self.results)} did")
        for number, name in enumerate(names):
            top, most = panel * number, max((row[name] for row in rows), default=0) or 1
            picture.text(LABEL / 2, top + ROW / 2, name, 13, font_weight="bold")
            for k, row in enumerate(rows, 1):
                y, width = top + ROW * k, BAR * row[name] / most
                picture.text(LABEL / 2, y + ROW / 2, row["method"], 12)
                picture.rect(LABEL, y + 4, max(width, 1.0), ROW - 8, fill=Ink.ACCENT)
                picture.text(LABEL + width + 6, y + ROW / 2, _text(row[name]), 12, text_anchor="start")
        return str(picture)

    def _repr_html_(self) -> str:
        rows = ([_text(value) for value in row.values()] for row in self.rows())
        return f"{table(COLUMNS, rows)}<details><summary>The bars</summary>{self.to_svg()}</details>"


def _text(value: Any) -> str:
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.6f}" if value < 1 else f"{value:,.2f}"
    return f"{value:,.0f}" if isinstance(value, (int, float)) else str(value)


def compare(puzzle: Any, methods: Sequence[str] | None = None, *, limits: Limits | None = None) -> Comparison:
    """Search a path with several methods, one after the other, each within the limits.

    Parameters
    ----------
    puzzle : Puzzle, or raw states
        As for `find_path`.
    methods : str or sequence of str, optional
        As for `find_path`; by default all of them, ``bidirectional`` where the puzzle names its goals.
    limits : Limits or int, optional
        For each method; a number is that of nodes.

    Returns
    -------
    Comparison
        Ctrl-C leaves out the methods that follow.

    Examples
    --------
    >>> from unriddle.search import compare
    >>> from unriddle.search.example import CountToTen
    >>> both = compare(CountToTen(1), ["dfs", "bfs"])
    >>> [(row["method"], row["steps"], row["nodes"]) for row in both.rows()]
    [('dfs', 9, 10), ('bfs', 4, 6)]
    """
    if methods is None:
        known = len(States.of(puzzle).goals()) > 0
        methods = [method for method in METHODS if known or method != "bidirectional"]
    results: dict[str, SearchResult] = {}
    for method in [methods] if isinstance(methods, str) else methods:
        results[method] = find_path(puzzle, method, limits=limits)
        if results[method].interrupted:
            break
    return Comparison(results)
