"""Word ladders as drawings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...svg import Drawing, Ink
from ..framework.html import Frame, View, facts_of

CELL, PAD = 28, 10


def ladder_svg(path: Sequence[str], rungs: int | None = None) -> str:
    """Return the SVG of a ladder: a rung a word, the letters that changed marked."""
    widest = max(map(len, path), default=0)
    width, height = (2 * PAD + CELL * max(n, 1) for n in (widest, len(path)))
    picture = Drawing(width, height, " → ".join(path) or "no ladder")
    for row, word in enumerate(path):
        hidden = rungs is not None and rungs <= row < len(path) - 1
        for column, letter in enumerate("?" * len(word) if hidden else word):
            seen = rungs is None or row < rungs
            changed = row > 0 and seen and path[row - 1][column : column + 1] != letter
            x, y = PAD + column * CELL, PAD + row * CELL
            fill = Ink.TINT if changed else Ink.RAISED
            picture.rect(x + 1, y + 1, CELL - 2, CELL - 2, fill=fill, stroke=Ink.LINE, rx=4)
            picture.text(x + CELL / 2, y + CELL / 2, letter, 16)
    return str(picture)


def view(ends: str, answer: Any, path: Sequence[str] | None) -> View:
    """Return the page of an answer: the words at the ends, or the ladder rung by rung."""
    facts = facts_of(answer)
    if path is None:
        frames = [Frame(svg=ladder_svg(ends.split(" -> ")), says="the words at the ends", text=ends)]
        return View(title=f"Word ladder: {ends}", facts=facts, frames=frames)
    frames = [
        Frame(
            svg=ladder_svg(path, rungs),
            says=f"{path[rungs - 2]} becomes {path[rungs - 1]}" if rungs > 1 else f"the start, {path[0]}",
            text=" -> ".join(path[:rungs]),
        )
        for rungs in range(1, len(path) + 1)
    ]
    return View(title=f"Word ladder: {path[0]} -> {path[-1]}", facts=facts, frames=frames)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation."""
    return {"ladder": ladder_svg(["cost", "cast", "case", "cave", "save"])}
