"""Drawings that are as wide as the page they stand on: SVG whose abscissae are shares of the width.

Heights and letters are pixels, so that nothing is scaled: text has the size of the page's text on a
telephone and on a wide screen. A file of its own has a width in pixels. Colours are classes; what they are,
on a light page and on a dark one, says `THEMES`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape

__all__ = ["COLOURS", "MARKERS", "STYLE", "THEMES", "WIDTH", "Area", "picture", "text_width", "wrapped"]

WIDTH = 760
"""Pixels of a drawing that is a file."""
COLOURS = {
    "kernel": ("#0072b2", "#4aa8e0"),
    "twin": ("#5c1a70", "#c149f4"),
    "textbook": ("#c24e00", "#f58a3a"),
    "general": ("#5f6873", "#a3adb8"),
    "peer": ("#00694e", "#35c79b"),
    "s4": ("#846800", "#e3bb20"),
    "s5": ("#a03484", "#f2a0dc"),
    "s6": ("#882255", "#f0659b"),
}
"""Colour of a role, or of a line, on a light page and on a dark one. After Okabe and Ito and after Tol,
darker where they must stand out from white; markers tell apart what a reader's eyes do not."""
MARKERS = {
    "kernel": "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "twin": "M-4-4h8v8h-8z",
    "textbook": "M0-5.5L5.5 4.5h-11z",
    "general": "M0-5.5L5.5 0 0 5.5-5.5 0z",
    "peer": "M0 5.5L5.5-4.5h-11z",
    "s4": "M-5.2-2h3.2v-3.2h4v3.2h3.2v4h-3.2v3.2h-4v-3.2h-3.2z",
    "s5": "M-5 0L-2.5-4.4h5L5 0 2.5 4.4h-5z",
    "s6": "M0-6L1.8-1.8 6 0 1.8 1.8 0 6-1.8 1.8-6 0-1.8-1.8z",
}
"""The outline of each colour's point."""
_INK = (("ink", "#1f2328", "#e6edf3"), ("soft", "#59636e", "#9198a1"), ("line", "#d8dee4", "#3d444d"))


def _variables(dark: bool) -> str:
    tones = [(name, pair[dark]) for name, pair in COLOURS.items()]
    tones += [(name, (light, night)[dark]) for name, light, night in _INK]
    return ";".join(f"--{name}:{tone}" for name, tone in tones)


STYLE = (
    ".plot text{font:13px system-ui,sans-serif;fill:var(--ink)}.plot .soft{fill:var(--soft);font-size:12px}"
    ".plot line,.plot path.rule{stroke:var(--line);stroke-width:1}.plot .rule{stroke:var(--soft)}"
    ".plot line.law{stroke-width:1.6}.plot line.dots{stroke-width:1.3;stroke-dasharray:1 4;"
    "stroke-linecap:round}.plot line.ideal{stroke-width:1.4;stroke-dasharray:6 4}"
    ".plot,.plot svg{overflow:visible}"
    ".plot line.lead{stroke:var(--soft);stroke-width:.8;stroke-dasharray:1 3}"
    + "".join(
        f".plot .f-{name}{{fill:var(--{name})}}.plot line.l-{name}{{stroke:var(--{name})}}"
        for name in COLOURS
    )
)
"""What the classes of all drawings look like."""
THEMES = (
    f":root{{{_variables(False)}}}"
    f"@media screen and (prefers-color-scheme:dark){{:root{{{_variables(True)}}}}}"
)
"""The colours themselves."""
_ALONE = (
    f"<style>{THEMES}{STYLE}svg.plot{{background:#fff}}"
    "@media screen and (prefers-color-scheme:dark){svg.plot{background:#0d1117}}</style>\n"
)


def text_width(text: str, size: float = 13.0) -> float:
    """Return about how many pixels a line of text takes; wide letters count as two.

    Examples
    --------
    >>> text_width("compiled") < text_width("plain twin"), text_width("界") > text_width("i")
    (True, True)
    """
    return size * sum(1.0 if ord(letter) > 0x2E7F else 0.56 for letter in text)


def wrapped(text: str, most: float, size: float = 13.0) -> list[str]:
    """Return text as lines of no more than so many pixels, broken between words, else within one.

    Examples
    --------
    >>> wrapped("compiled: one board a call", 110)
    ['compiled: one', 'board a call']
    """
    lines: list[str] = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if text_width(joined, size) <= most:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if text_width(lines[-1] + letter, size) > most and lines[-1]:
                lines.append("")
            lines[-1] += letter
    return lines


class Area:
    """Part of a drawing with margins in pixels; abscissae inside are shares from 0 to 1, ordinates pixels.

    Parameters
    ----------
    left, right, top : float
        Margins.
    height : float
        Height inside them.
    """

    def __init__(self, left: float, right: float, top: float, height: float) -> None:
        self.left, self.right, self.top, self.height = left, right, top, height
        self.parts: list[str] = []

    def line(self, x: tuple[float, float], y: tuple[float, float], kind: str = "") -> None:
        """Draw a line from (x[0], y[0]) to (x[1], y[1])."""
        tag = f' class="{kind}"' if kind else ""
        self.parts.append(
            f'<line{tag} x1="{100 * x[0]:.2f}%" x2="{100 * x[1]:.2f}%" y1="{y[0]:.1f}" y2="{y[1]:.1f}"/>'
        )

    def path(self, points: Sequence[tuple[float, float]], kind: str) -> None:
        """Draw lines from each point to the next."""
        for (x, y), (to_x, to_y) in itertools.pairwise(points):
            self.line((x, to_x), (y, to_y), kind)

    def rect(self, x: tuple[float, float], y: float, height: float, colour: str) -> None:
        """Fill a rectangle from one abscissa to another."""
        low, high = sorted(x)
        self.parts.append(
            f'<rect class="f-{colour}" x="{100 * low:.2f}%" y="{y:.1f}" width="{100 * (high - low):.2f}%" '
            f'height="{height:.1f}" rx="1.5"/>'
        )

    def mark(self, x: float, y: float, colour: str, said: str, shade: float = 1.0) -> None:
        """Draw a point; `said` is shown where a pointer rests on it."""
        faint = "" if shade == 1.0 else f' opacity="{shade:g}"'
        self.parts.append(
            f'<svg x="{100 * x:.2f}%" y="{y:.1f}"><path class="f-{colour}" d="{MARKERS[colour]}"{faint}>'
            f"<title>{escape(said)}</title></path></svg>"
        )

    def text(
        self, x: float, y: float, text: str, *, anchor: str = "start", kind: str = "", dx: float = 0.0
    ) -> None:
        """Write a line of text, its foot at y, moved by so many pixels."""
        tags = f' class="{kind}"' if kind else ""
        tags += f' text-anchor="{anchor}"' if anchor != "start" else ""
        tags += f' dx="{dx:g}"' if dx else ""
        self.parts.append(f'<text x="{100 * x:.2f}%" y="{y:.1f}"{tags}>{escape(text)}</text>')


def picture(area: Area, foot: float, name: str, title: str, description: str) -> tuple[str, str]:
    """Return a drawing as a file of `WIDTH` pixels, and as part of a page that has `STYLE` and `THEMES`.

    `foot` is the height below the area. On a page the margins are the padding of what holds the drawing.
    """
    height = area.top + area.height + foot
    inside = "\n".join(area.parts)
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" '
        f'aria-labelledby="{name}-title {name}-desc"'
    )
    said = (
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc>\n'
    )
    alone = (
        f'{head} width="{WIDTH}" height="{height:g}" viewBox="0 0 {WIDTH} {height:g}">{said}{_ALONE}'
        f'<svg x="{area.left:g}" y="{area.top:g}" width="{WIDTH - area.left - area.right:g}" '
        f'height="{area.height:g}" overflow="visible">\n{inside}\n</svg>\n</svg>\n'
    )
    padding = f"padding:{area.top:g}px {area.right:g}px {foot:g}px {area.left:g}px"
    part = (
        f'<div class="drawn" style="{padding}">\n{head} width="100%" height="{area.height:g}">{said}'
        f"{inside}\n</svg>\n</div>\n"
    )
    return alone, part
