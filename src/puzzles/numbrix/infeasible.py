"""Why a board has no solution, as far as it shows before any search: distance, colour, holes."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from .parse import HOLE, spot

if TYPE_CHECKING:
    from .puzzle import Numbrix

__all__ = ["apart", "colours", "too_far", "two_coloured", "wrong_colour"]


def too_far(puzzle: Numbrix) -> str:
    """Return which two numbers that stand are too far apart; else ""."""
    for (a, at_a), (b, at_b) in pairwise(sorted(puzzle.places.items())):
        steps = puzzle.distance(at_a, at_b)
        if steps > b - a:
            far = f"{steps} steps apart, {b - a} by their numbers"
            return f"{a} at {spot(at_a)} and {b} at {spot(at_b)} are {far}"
    return ""


def two_coloured(puzzle: Numbrix) -> bool:
    """Say whether each step changes the colour of a chessboard."""
    if puzzle.topology == "knight":
        return not puzzle.wrap or (puzzle.rows % 2 == 0 and puzzle.cols % 2 == 0)
    odd = (puzzle.rows > 2 and puzzle.rows % 2 == 1) or (puzzle.cols > 2 and puzzle.cols % 2 == 1)
    return puzzle.topology == "rook" and not (puzzle.wrap and odd)


def colours(puzzle: Numbrix) -> tuple[int, int]:
    """Return how many cells are light (as the upper left) and dark."""
    if puzzle.n_numbers == puzzle.rows * puzzle.cols:
        light = (puzzle.n_numbers + 1) // 2
    else:
        cells = ((r + c, v) for r, row in enumerate(puzzle.grid) for c, v in enumerate(row))
        light = sum(v != HOLE and way % 2 == 0 for way, v in cells)
    return light, puzzle.n_numbers - light


def wrong_colour(puzzle: Numbrix) -> str:
    """Return which numbers stand on colours that do not fit; else ""."""
    if not two_coloured(puzzle):
        return ""
    light, dark = colours(puzzle)
    if abs(light - dark) > 1:
        return f"{light} light and {dark} dark cells, and each step changes the colour"
    odd_on_light: dict[bool, int] = {}  # whether odd numbers stand on light cells -> one that says so
    for number, (r, c) in puzzle.places.items():
        odd_on_light.setdefault((r + c + number) % 2 == 1, number)
    if len(odd_on_light) == 2:
        a, b = sorted(odd_on_light.values())
        return f"{a} and {b} clash: each step changes the colour of the chessboard"
    for on_light, number in odd_on_light.items():
        if light != dark and on_light != (light > dark):
            return f"{number} stands on the wrong colour: there are {light} light and {dark} dark cells"
    return ""


def apart(puzzle: Numbrix) -> str:
    """Return that holes part the board; else ""."""
    if puzzle.n_numbers == puzzle.rows * puzzle.cols:
        return ""
    table = puzzle.table().tolist()
    flat = [v for row in puzzle.grid for v in row]
    seen = {next(cell for cell, v in enumerate(flat) if v != HOLE)}
    queue = list(seen)
    for cell in queue:
        new = [other for other in table[cell] if other < len(flat) and other not in seen]
        seen.update(new)
        queue += new
    return "" if len(seen) == puzzle.n_numbers else "the holes part the board"
