"""Draw river crossings and their plans: one row per state, the boats on their sides of the river."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isqrt
from typing import Any

from ...svg import Drawing, Ink
from ..framework.html import Frame, View, answer_of, facts_of, played
from .rules import Crossing, Passenger
from .state import RiverState

ROW, PAD, RIVER = 68, 10, 190
"""Pixels: of a line of passengers, around the picture, across the river."""
MOST_ICONS = 5
"""Of passengers of one name; the number is written below."""
GRAZING = ("goat", "sheep", "ram", "cow", "horse", "deer", "rabbit", "pig")
HUNTING = ("wolf", "fox", "dog", "cat", "lion", "tiger", "leopard", "jaguar", "panther", "bear")
FEARED = ("cannibal", "thief", "robber", "prisoner", "monster", "zombie")
BIRDS = ("goose", "chicken", "hen", "duck", "swan", "rooster")
PLANTS = ("cabbage", "cabbages", "hay", "lettuce", "grain", "corn", "beans", "turnip", "grass", "carrots")


def trip_text(trip: Crossing) -> str:
    """Return a crossing as a sentence.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> [trip_text(trip) for trip in RiverPuzzle.farmer().solve().crossings[:2]]
    ['farmer and goat cross', 'farmer goes back']
    """
    names = [name if n == 1 else f"{n} × {name}" for name, n in Counter(trip.load).items()]
    said, one = " and ".join(names), len(trip.load) == 1
    if trip.to:
        way = f"goes to {trip.to}" if one else f"go to {trip.to}"
    elif trip.forward:
        way = "crosses" if one else "cross"
    else:
        way = "goes back" if one else "go back"
    return f"{said} {way}{f', in boat {trip.boat}' if trip.boat else ''}"


def plan_svg(
    puzzle: RiverState, states: Sequence[RiverState], texts: Sequence[str], title: str, room: int = 0
) -> str:
    """Draw states as SVG, one below the other, and the texts of crossings between them.

    The text of one state alone stands above it; `room` is the number of letters that texts have at least.
    """
    kinds, places = puzzle.passengers, len(puzzle.standing[0])
    slot = max(56, 7 * max(len(kind.name) + 2 * (kind.count > 1) for kind in kinds) + 8)
    across = max(2, isqrt(len(kinds)))
    bank, tall = slot * min(across, len(kinds)) + 8, ROW * -(-len(kinds) // across) + 8
    between = len(texts) < len(states)
    river = max(RIVER, 7 * max(room, *map(len, ("", *texts))) + 20, 60 * len(puzzle.boats) + 20)
    water = river if places == 2 else bank + river  # an island has an arm of the river on each side
    step = tall + 34
    width, height = 2 * (PAD + bank) + water, 2 * PAD + step * len(states) - (34 if between else 0)
    picture = Drawing(width, height, title)
    picture.rect(0, 0, width, height, fill=Ink.WATER, rx=10)
    shores = [PAD + k * (bank + river / (places - 1)) for k in range(places)]
    for k, state in enumerate(states):
        y = PAD + step * k + (0 if between else 34)
        counts, lying = state.standing
        for x, here in zip(shores, counts, strict=True):
            picture.rect(x, y, bank, tall, fill=Ink.LAND, rx=8)
            for number, (kind, n) in enumerate(zip(kinds, here, strict=True)):
                if n:
                    middle = x + 4 + (number % across + 0.5) * slot, y + 4 + ROW * (number // across)
                    _passengers(picture, *middle, kind, n)
        _boats(picture, puzzle, (shores, bank, y + tall / 2), lying)
        if k < len(texts):
            picture.text(width / 2, y + tall + 17 if between else PAD + 14, texts[k], 13)
    return str(picture)


def _boats(
    picture: Drawing, puzzle: RiverState, at: tuple[Sequence[float], float, float], lying: Sequence[int]
) -> None:
    """Draw the boats next to their places: shores from left to right, the width of a bank, the water line."""
    shores, bank, y = at
    moored = [0] * len(shores)
    for place, name in zip(lying, puzzle.boat_names(), strict=True):
        along = 58 * moored[place]
        moored[place] += 1
        x = shores[place] + (-58 - along if place == len(shores) - 1 else bank + 6 + along)
        picture.polygon([(x, y), (x + 52, y), (x + 42, y + 15), (x + 10, y + 15)], fill=Ink.WOOD)
        if name:
            picture.text(x + 26, y + 8, name, 11, fill=Ink.PAPER)


def _passengers(picture: Drawing, x: float, y: float, kind: Passenger, n: int) -> None:
    """Draw some passengers of a name around the middle of the upper edge of their slot."""
    shown = min(n, MOST_ICONS)
    for k in range(shown):
        _icon(picture, x + 9 * (k - (shown - 1) / 2), y + 24, kind)
    picture.text(x, y + 56, kind.name if kind.count == 1 else f"{n} {kind.name}", 11)


def _icon(picture: Drawing, x: float, y: float, kind: Passenger) -> None:
    """Draw a passenger around a point: an animal or a plant by its name, else a person or a parcel."""
    name = kind.name.lower()
    edge: dict[str, object] = {"stroke": Ink.PAPER, "stroke_width": 1.5}
    if name in GRAZING or name in HUNTING:
        fill = Ink.WOOD if name in GRAZING else Ink.SOFT
        for side in (-1, 1):  # ears that hang, or that stand
            ear = [(3, -7), (15, -8), (8, 0)] if name in GRAZING else [(1, -7), (11, -18), (11, -2)]
            picture.polygon([(x + side * dx, y + dy) for dx, dy in ear], fill=fill, **edge)
        face = [(-11, -7), (11, -7), (8, 5), (3, 16), (-3, 16), (-8, 5)]
        picture.polygon([(x + dx, y + dy) for dx, dy in face], fill=fill, **edge)
        for side in (-1, 1):
            picture.circle(x + side * 4.5, y - 1, 1.7, fill=Ink.PAPER)
    elif name in BIRDS:
        picture.polygon(
            [(x - 15, y - 2), (x + 9, y - 2), (x + 4, y + 12), (x - 8, y + 12)], fill=Ink.SOFT, **edge
        )
        picture.circle(x + 7, y - 8, 6.5, fill=Ink.SOFT, **edge)
        picture.polygon([(x + 13, y - 10), (x + 20, y - 7), (x + 13, y - 5)], fill=Ink.WARM)
    elif name in PLANTS:
        for dx, dy in ((-7, 4), (7, 4), (0, -6), (0, 3)):
            picture.circle(x + dx, y + dy, 9, fill=Ink.LEAF, **edge)
    elif kind.rows or name in FEARED:
        fill = Ink.GONE if name in FEARED else Ink.ACCENT
        picture.polygon([(x - 12, y + 16), (x - 8, y), (x + 8, y), (x + 12, y + 16)], fill=fill, **edge)
        picture.circle(x, y - 8, 7.5, fill=fill, **edge)
    else:
        picture.rect(x - 12, y - 10, 24, 24, fill=Ink.WOOD, rx=3, **edge)


def view(puzzle: RiverState, answer: Any = None) -> View:
    """Return the page of an answer: the crossings, one after the other."""
    solution, facts, title = answer_of(answer), facts_of(answer), "River crossing"
    if solution is None:
        frames = [Frame(svg=puzzle.to_svg(), says="the start", text=puzzle.format())]
        return View(title=title, facts=facts, frames=frames)
    states, texts = puzzle.replay(solution), ["", *map(trip_text, solution)]
    longest = max(map(len, texts))  # so that the banks stay where they are

    def drawn(k: int) -> str:
        return plan_svg(puzzle, states[k : k + 1], texts[k : k + 1], title, longest)

    frames, notes = played(states, drawn, texts.__getitem__)
    return View(title=title, facts=facts, frames=frames, notes=notes)
