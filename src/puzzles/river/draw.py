"""Draw river crossings and their plans: one row per state, the boats on their sides of the river."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...svg import Drawing
from ..framework.html import Frame, View, answer_of, facts_of, played
from .state import RiverState

ROW, PAD, RIVER = 34, 8, 150


def plan_svg(
    states: Sequence[tuple[Sequence[str], Sequence[int]]],
    crossings: Sequence[str],
    title: str,
    boats: Sequence[str] = ("",),
    room: tuple[str, str] = ("", ""),
) -> str:
    """Draw a plan as SVG."""
    places = len(states[0][0])
    longest = max(len(shown) for shown in (room[0], *(text for texts, _ in states for text in texts)))
    bank = max(60, 10 * longest + 20)
    river = max(RIVER, 8 * max(map(len, (room[1], *crossings))) + 40, 48 * len(boats) + 40)
    water = river if places == 2 else bank + river  # an island has an arm of the river on each side
    width, height = 2 * (PAD + bank) + water, 2 * PAD + ROW * (2 * len(states) - 1)
    picture = Drawing(width, height, title)
    picture.rect(PAD + bank, 0, water, height, fill="#bbdefb")
    shores = [PAD + k * (bank + river / (places - 1)) for k in range(places)]
    for k, (texts, lying) in enumerate(states):
        y = PAD + 2 * k * ROW
        for x, shown in zip(shores, texts, strict=True):
            picture.rect(x, y, bank, ROW, fill="#e6eecf", stroke="#7a8450", rx=5)
            picture.text(x + bank / 2, y + ROW / 2, shown, 15, fill="#222")
        moored = [0] * places
        for place, name in zip(lying, boats, strict=True):
            along = 44 * moored[place]
            moored[place] += 1
            x = shores[place] + (-44 - along if place == places - 1 else bank + 4 + along)
            hull = [(x, y + 16), (x + 40, y + 16), (x + 32, y + 26), (x + 8, y + 26)]
            picture.polygon(hull, fill="#8d6e63")
            if name:
                picture.text(x + 20, y + 21, name, 10, fill="#fff")
        if k < len(crossings):
            picture.text(width / 2, y + 1.5 * ROW, crossings[k], 13, fill="#0d47a1")
    return str(picture)


def view(puzzle: RiverState, answer: Any = None) -> View:
    """Return the page of an answer: the crossings, one after the other."""
    solution, facts, title = answer_of(answer), facts_of(answer), "River crossing"
    if solution is None:
        frames = [Frame(svg=puzzle.to_svg(), says="the start", text=puzzle.format())]
        return View(title=title, facts=facts, frames=frames)
    states, trips = puzzle.replay(solution), list(map(str, solution))
    shown = [(state.places_text(*state.standing), state.standing[1]) for state in states]
    # As wide in each picture as in the widest, so that the banks stay where they are.
    longest = max((text for texts, _ in shown for text in texts), key=len)
    widest = max([*trips, ""], key=len)
    room, boats = (longest, widest), puzzle.boat_names()

    def drawn(k: int) -> str:
        first = max(0, k - 1)
        return plan_svg(shown[first : k + 1], trips[first:k], title, boats, room)

    frames, notes = played(states, drawn, lambda k: trips[k - 1])
    return View(title=title, facts=facts, frames=frames, notes=notes, first=0)
