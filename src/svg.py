"""A few shapes of SVG, enough to draw any board; no fonts, scripts or links to elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from html import escape
from itertools import pairwise
from math import ceil, hypot, sqrt

__all__ = ["Drawing", "Ink", "dark_style", "middles", "scaled"]

MOST_CANDIDATES = 36
"""More in one cell could not be read."""


class Ink(StrEnum):
    """Colours of all drawings; `dark` is what a page in dark colours shows instead.

    Examples
    --------
    >>> str(Ink.PAPER), Ink.PAPER.dark
    ('#ffffff', '#0f141a')
    """

    dark: str

    def __new__(cls, light: str, dark: str) -> Ink:
        """Return a colour with its counterpart."""
        made = str.__new__(cls, light)
        made._value_, made.dark = light, dark
        return made

    PAPER = "#ffffff", "#0f141a"
    RAISED = "#f4f5f7", "#1a212a"
    """Behind tiles."""
    GIVEN = "#e6ebf2", "#29333f"
    """Cells that are part of the puzzle."""
    WALL = "#333b45", "#030507"
    """Cells that are not part of the board."""
    LINE = "#c3cad2", "#3a444f"
    SOFT = "#57606a", "#9da7b1"
    """Candidates, notes."""
    INK = "#1f2328", "#e6edf3"
    ACCENT = "#1a5fd0", "#6cb6ff"
    """Paths, and what a solver or a player filled in."""
    TINT = "#d6e6ff", "#1c3b63"
    """Cells on a path, and the one that was filled last."""
    NOTE = "#ffeeb8", "#4d3e10"
    """Cells that show why, letters that changed."""
    WARM = "#e07b1a", "#e07b1b"
    """Heat maps."""
    GONE = "#c0301c", "#ff8f85"
    """What a step removes."""
    HOME = "#d3eed9", "#1d4a30"
    """Tiles where they belong."""
    WATER = "#cfe4f4", "#14324a"
    LAND = "#e6efd6", "#26331d"
    LEAF = "#5c9440", "#78b058"
    WOOD = "#8a6a50", "#a5836a"


def dark_style() -> str:
    """Return CSS that shows drawings in dark colours to readers who prefer them."""
    rules = (f'[{what}="{ink}"]{{{what}:{ink.dark}}}' for ink in Ink for what in ("fill", "stroke"))
    return f"@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}"


_NOT_XML = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def _escaped(text: str) -> str:
    """Return text as it may stand in an element or an attribute: escapes for what XML cannot hold."""
    return escape(_NOT_XML.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text))


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # no -0


_SIZE = re.compile(r'(<svg\b[^>]*? )width="([0-9.]+)" height="([0-9.]+)"')


def scaled(svg: str, width: float, height: float) -> str:
    """Return a picture made smaller where it does not fit into a box; one without a size stays.

    Examples
    --------
    >>> scaled('<svg width="200" height="50"></svg>', 100, 100)
    '<svg width="100" height="25"></svg>'
    """
    found = _SIZE.search(svg)
    if found is None:
        return svg
    share = min(1.0, width / float(found[2]), height / float(found[3]))
    size = (_number(share * float(side)) for side in found.groups()[1:])
    return _SIZE.sub('{}width="{}" height="{}"'.format(found[1], *size), svg, count=1)


def middles(rows: int, cols: int, side: float, margin: float) -> list[tuple[float, float]]:
    """Return the middle of each cell of a board of squares, row by row.

    Examples
    --------
    >>> middles(1, 2, 10, 1)
    [(6.0, 6.0), (16.0, 6.0)]
    """
    return [(margin + (c + 0.5) * side, margin + (r + 0.5) * side) for r in range(rows) for c in range(cols)]


class Drawing:
    """An SVG picture, built shape by shape; `str` gives its text.

    Parameters
    ----------
    width, height : float
        Size in pixels.
    title : str
        Read out where the picture cannot be seen.

    Examples
    --------
    >>> picture = Drawing(10, 10, "a cell")
    >>> picture.rect(0, 0, 10, 10, fill="#fff")
    >>> str(picture).count("<rect")
    1
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}" height="{_number(height)}" '
            f'viewBox="0 0 {_number(width)} {_number(height)}" role="img">\n'
            f"<title>{_escaped(title)}</title>\n"
        )
        self._shapes: list[str] = []

    def _add(self, tag: str, attributes: dict[str, object], text: str | None = None) -> None:
        inner = ""
        for name, value in attributes.items():
            shown = _number(value) if isinstance(value, float) else str(value)
            inner += f' {name.replace("_", "-")}="{_escaped(shown)}"'
        end = "/>" if text is None else f">{_escaped(text)}</{tag}>"
        self._shapes.append(f"<{tag}{inner}{end}\n")

    @contextmanager
    def group(self) -> Iterator[None]:
        """Keep what is drawn within on one line of the text: what changes together between two pictures.

        Examples
        --------
        >>> picture = Drawing(10, 10, "two shapes")
        >>> with picture.group():
        ...     picture.rect(0, 0, 10, 10)
        ...     picture.circle(5, 5, 2)
        >>> str(picture).count("\\n")
        4
        """
        before, self._shapes = self._shapes, []
        try:
            yield
        finally:
            inner = "".join(shape.removesuffix("\n") for shape in self._shapes)
            self._shapes = [*before, f"<g>{inner}</g>\n"]

    def drawn_once(self, kept: dict[Hashable, str], key: Hashable, draw: Callable[[], None]) -> None:
        """Put what `draw` draws on one line, taken from `kept` where it has been drawn before.

        Examples
        --------
        >>> kept, picture = {}, Drawing(10, 10, "a cell twice")
        >>> for _ in range(2):
        ...     picture.drawn_once(kept, "cell", lambda: picture.rect(0, 0, 10, 10))
        >>> str(picture).count("<rect"), len(kept)
        (2, 1)
        """
        if key not in kept:
            with self.group():
                draw()
            kept[key] = self._shapes[-1]
        else:
            self._shapes.append(kept[key])

    def rect(self, x: float, y: float, width: float, height: float, **style: object) -> None:
        """Draw a rectangle; style: fill, stroke, stroke_width, rx, …"""
        box = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
        self._add("rect", {**box, **style})

    def circle(self, x: float, y: float, radius: float, **style: object) -> None:
        """Draw a circle."""
        self._add("circle", {"cx": float(x), "cy": float(y), "r": float(radius), **style})

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: object) -> None:
        """Draw a line."""
        self._add("line", {"x1": float(x1), "y1": float(y1), "x2": float(x2), "y2": float(y2), **style})

    def polygon(self, points: Iterable[tuple[float, float]], **style: object) -> None:
        """Draw a closed polygon."""
        joined = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add("polygon", {"points": joined, **style})

    def polyline(self, points: Iterable[tuple[float, float]], **style: object) -> None:
        """Draw connected lines."""
        joined = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add("polyline", {"points": joined, "fill": "none", **style})

    def path(self, points: Sequence[tuple[float, float]], colour: str, width: float = 4) -> None:
        """Draw a way: its start marked by a ring, an arrow on each step.

        Examples
        --------
        >>> picture = Drawing(30, 10, "a way")
        >>> picture.path([(5, 5), (15, 5), (25, 5)], "#c0392b")
        >>> [str(picture).count(shape) for shape in ("<line", "<polygon", "<circle")]
        [2, 2, 2]
        """
        for (x1, y1), (x2, y2) in pairwise(points):
            self.line(x1, y1, x2, y2, stroke=colour, stroke_width=width, stroke_linecap="round", opacity=0.6)
            length = hypot(x2 - x1, y2 - y1) or 1.0
            dx, dy = (x2 - x1) / length * width, (y2 - y1) / length * width
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            head = [(x + 1.5 * dx, y + 1.5 * dy), (x - dx - 1.5 * dy, y - dy + 1.5 * dx)]
            self.polygon([*head, (x - dx + 1.5 * dy, y - dy - 1.5 * dx)], fill=colour)
        if points:
            self.circle(*points[0], 3.2 * width, fill="none", stroke=colour, stroke_width=0.5 * width)
            self.circle(*points[0], 1.5 * width, fill=colour, opacity=0.6)

    def candidates(
        self,
        x: float,
        y: float,
        side: float,
        texts: Sequence[str],
        struck: Iterable[str] = (),
        columns: int = 0,
    ) -> None:
        """Write what may stand in a cell, small, row by row; "" keeps a place free.

        The cell has its upper left corner at x, y. Nothing is written where there are more than 36 texts.
        Those in `struck` have just gone: red, with a line through them.
        """
        if len(texts) > MOST_CANDIDATES:
            return
        gone = set(struck)
        columns = columns or max(3, ceil(sqrt(len(texts))))
        rows = max(3, -(-len(texts) // columns))
        step, size = side / max(columns, rows), 0.72 * side / max(columns, rows)
        for k, text in enumerate(texts):
            if text:
                style: dict[str, object] = {"fill": Ink.SOFT}
                if text in gone:
                    style = {"fill": Ink.GONE, "text_decoration": "line-through"}
                across, down = (k % columns + 0.5) * side / columns, (k // columns + 0.5) * step
                self.text(x + across, y + down, text, size / max(1.0, 0.6 * len(text)), **style)

    def text(self, x: float, y: float, text: str, size: float = 16, **style: object) -> None:
        """Write text centred on a point."""
        place = {"x": float(x), "y": float(y), "text_anchor": "middle", "dominant_baseline": "central"}
        font = {"font_family": "sans-serif", "font_size": float(size), "fill": Ink.INK}
        self._add("text", {**place, **font, **style}, text)

    def __str__(self) -> str:
        return f"{self._head}{''.join(self._shapes)}</svg>\n"
