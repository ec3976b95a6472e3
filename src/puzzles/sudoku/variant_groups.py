"""The variants that have a name: what each adds to the rows and columns of a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ...base import PuzzleError
from ..framework.arguments import check_choice

__all__ = ["VARIANTS", "Added", "added_by", "variants_of"]

Box = tuple[int, int]
ALIASES = {"x": "diagonal", "hyper": "windoku", "center-dot": "centre-dot", "antiknight": "anti-knight"}
ALIASES |= {"antiking": "anti-king", "non-consecutive": "nonconsecutive", "latin-square": "latin"}

KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))
KING = ((0, 1), (1, -1), (1, 0), (1, 1))
BESIDE = ((0, 1), (1, 0))


class Added(NamedTuple):
    """What a variant adds to a grid."""

    units: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Name and cells of sets of n cells that hold each symbol once."""
    apart: tuple[tuple[int, int], ...] = ()
    """Pairs of cells that differ."""
    never: tuple[tuple[int, int], ...] = ()
    """Pairs of cells whose numbers are not consecutive."""


def _pairs(n: int, moves: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells that lie so to each other."""
    return tuple(
        (n * row + col, n * (row + down) + col + right)
        for row in range(n)
        for col in range(n)
        for down, right in moves
        if row + down < n and 0 <= col + right < n
    )


def _diagonal(n: int, _: Box | None) -> Added:
    falling, rising = tuple(k * (n + 1) for k in range(n)), tuple((k + 1) * (n - 1) for k in range(n))
    return Added(units=(("falling diagonal", falling), ("rising diagonal", rising)))


def _windoku(n: int, box: Box | None) -> Added:
    height, width = _boxes("windoku", box)
    if height == n or width == n:
        raise PuzzleError("windoku with one box a row or column, expected room for windows between boxes")
    windows = [
        tuple(n * (top + r) + left + c for r in range(height) for c in range(width))
        for top in range(1, n - height, height + 1)
        for left in range(1, n - width, width + 1)
    ]
    return Added(units=tuple((f"window {k}", cells) for k, cells in enumerate(windows, 1)))


def _disjoint(n: int, box: Box | None) -> Added:
    height, width = _boxes("disjoint", box)
    places = [
        tuple(n * row + col for row in range(r, n, height) for col in range(c, n, width))
        for r in range(height)
        for c in range(width)
    ]
    return Added(units=tuple((f"place {k}", cells) for k, cells in enumerate(places, 1)))


def _boxes(name: str, box: Box | None) -> Box:
    if box is None:
        raise PuzzleError(f"{name} without boxes, expected a grid with boxes")
    return box


def _nine(name: str, cells: str) -> Callable[[int, Box | None], Added]:
    """Return what a variant of 9 × 9 adds: one unit, its cells as rows and columns of digits."""
    unit = tuple(9 * int(at[0]) + int(at[1]) - 10 for at in cells.split())

    def added(n: int, _: Box | None) -> Added:
        if n != 9:
            raise PuzzleError(f"{name} with {n} rows, expected 9")
        return Added(units=((name, unit),))

    return added


VARIANTS: dict[str, tuple[str, Callable[[int, Any], Added]]] = {
    "diagonal": ("both long diagonals hold each symbol once (X)", _diagonal),
    "windoku": ("so do windows one cell inside the boxes (hyper)", _windoku),
    "disjoint": ("so do the cells in the same place of each box", _disjoint),
    "asterisk": ("so do nine cells that form a star", _nine("asterisk", "25 33 37 52 55 58 73 77 85")),
    "girandola": ("so do nine cells that form a whirl", _nine("girandola", "11 19 25 52 55 58 85 91 99")),
    "centre-dot": ("so do the middles of the boxes", _nine("centre-dot", "22 25 28 52 55 58 82 85 88")),
    "anti-knight": ("cells a knight's move apart differ", lambda n, _: Added(apart=_pairs(n, KNIGHT))),
    "anti-king": ("cells that touch at a corner differ", lambda n, _: Added(apart=_pairs(n, KING))),
    "nonconsecutive": (
        "neighbours in rows and columns are not consecutive",
        lambda n, _: Added(never=_pairs(n, BESIDE)),
    ),
    "latin": ("no boxes: a Latin square", lambda n, _: Added()),
}
"""Name -> what it asks for, and what it adds to a grid of n rows with such boxes."""


def variants_of(value: Any) -> tuple[str, ...]:
    """Return names of variants, each once, in the order of `VARIANTS`.

    Raises
    ------
    PuzzleError
        An unknown name.

    Examples
    --------
    >>> variants_of("anti-king X"), variants_of(None)
    (('diagonal', 'anti-king'), ())
    """
    if value is None:
        return ()
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, Iterable):
        raise PuzzleError(f"variants={value!r:.40}, expected names: {', '.join(VARIANTS)}")
    names = set()
    for name in value:
        known = name.lower().replace("_", "-") if isinstance(name, str) else name
        names.add(
            check_choice("variants", ALIASES.get(known, known) if isinstance(known, str) else known, VARIANTS)
        )
    return tuple(name for name in VARIANTS if name in names)


def added_by(variants: Iterable[str], n: int, box: Box | None) -> list[Added]:
    """Return what each variant adds to a grid of n rows with such boxes.

    Examples
    --------
    >>> added_by(["diagonal"], 2, None)[0].units[1]
    ('rising diagonal', (1, 2))
    """
    return [VARIANTS[name][1](n, box) for name in variants]
