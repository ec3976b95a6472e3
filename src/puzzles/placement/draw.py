"""A board of word placement as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from ..common.drawing import Drawing

__all__ = ["draw", "pictures"]

SIDE = 28


def draw(rows: Sequence[str]) -> str:
    """Return a board as SVG: forbidden cells dark, empty ones white, letters in them.

    Parameters
    ----------
    rows : sequence of str
        ``0`` or ``#`` is forbidden, ``1`` empty, anything else shown.

    Examples
    --------
    >>> draw(["G#", "1A"]).count("<text")
    2
    """
    width = max(map(len, rows), default=0)
    picture = Drawing(width * SIDE + 2, len(rows) * SIDE + 2, "Word placement")
    picture.rect(0, 0, width * SIDE + 2, len(rows) * SIDE + 2, fill="#222")
    for row, line in enumerate(rows):
        for col, entry in enumerate(line):
            if entry not in "0#":
                x, y = col * SIDE + 1, row * SIDE + 1
                picture.rect(x, y, SIDE, SIDE, fill="#fff", stroke="#222", stroke_width=1)
                if entry != "1":
                    picture.text(x + SIDE / 2, y + SIDE / 2, entry, size=16)
    return str(picture)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .generate import layout

    words = ["ANSWER", "DESK", "DONE", "GLUE", "LEARN", "STUDY", "TAPE", "TEACH", "TEST", "WORK"]
    return {"placement": layout(words, seed=0)._repr_svg_()}
