"""A few shapes of SVG, enough to draw any board; no fonts, scripts or links to elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["Drawing"]


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # no -0


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
            f'viewBox="0 0 {_number(width)} {_number(height)}" role="img">\n<title>{escape(title)}</title>\n'
        )
        self._shapes: list[str] = []

    def _add(self, tag: str, attributes: dict[str, object], text: str | None = None) -> None:
        inner = ""
        for name, value in attributes.items():
            shown = _number(value) if isinstance(value, float) else str(value)
            inner += f' {name.replace("_", "-")}="{escape(shown)}"'
        end = "/>" if text is None else f">{escape(text)}</{tag}>"
        self._shapes.append(f"<{tag}{inner}{end}\n")

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

    def text(self, x: float, y: float, text: str, size: float = 16, **style: object) -> None:
        """Write text centred on a point."""
        place = {"x": float(x), "y": float(y), "text_anchor": "middle", "dominant_baseline": "central"}
        font = {"font_family": "sans-serif", "font_size": float(size)}
        self._add("text", {**place, **font, **style}, text)

    def __str__(self) -> str:
        return f"{self._head}{''.join(self._shapes)}</svg>\n"
