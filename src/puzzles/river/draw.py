"""River crossings and their plans as drawings: a row a state, the boat on its side of the river."""

from __future__ import annotations

from collections.abc import Sequence

from ..common.drawing import Drawing

__all__ = ["plan_svg"]

ROW, PAD, RIVER = 34, 8, 150


def plan_svg(states: Sequence[tuple[str, str, bool]], crossings: Sequence[str], title: str) -> str:
    """Return a plan as SVG.

    Parameters
    ----------
    states : sequence of (str, str, bool)
        Who is on the left, who is on the right, and whether the boat is on the left.
    crossings : sequence of str
        What is written on the river between a state and the next.

    Examples
    --------
    >>> plan_svg([("R", "", True), ("", "R", False)], ["rower ->"], "two states").count("rower")
    1
    """
    longest = max(len(bank) for left, right, _ in states for bank in (left, right))
    bank = max(60, 10 * longest + 20)
    river = max(RIVER, 8 * max(map(len, crossings), default=0) + 40)
    picture = Drawing(2 * (PAD + bank) + river, 2 * PAD + ROW * (2 * len(states) - 1), title)
    picture.rect(PAD + bank, 0, river, 2 * PAD + ROW * (2 * len(states) - 1), fill="#bbdefb")
    for k, (left, right, boat_left) in enumerate(states):
        y = PAD + 2 * k * ROW
        for x, shown in ((PAD, left), (PAD + bank + river, right)):
            picture.rect(x, y, bank, ROW, fill="#e6eecf", stroke="#7a8450", rx=5)
            picture.text(x + bank / 2, y + ROW / 2, shown, 15, fill="#222")
        x = PAD + bank + (4 if boat_left else river - 44)
        hull = [(x, y + 16), (x + 40, y + 16), (x + 32, y + 26), (x + 8, y + 26)]
        picture.polygon(hull, fill="#8d6e63")
        if k < len(crossings):
            picture.text(PAD + bank + river / 2, y + 1.5 * ROW, crossings[k], 13, fill="#0d47a1")
    return str(picture)
