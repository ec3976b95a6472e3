"""What a call, a command or a file says of the rules of a grid, and the layout that it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isqrt
from typing import Any, TypedDict, TypeVar, cast

from ...base import PuzzleError
from ..framework.arguments import RuleError, as_int, check_shape
from .layout import Fields, Layout, boxed, interned
from .notation import cell_sign, cells_of, groups_of, regions_of, relations_of
from .variant_groups import VARIANTS, added_by, variants_of

__all__ = ["MAX_N", "VARIANT_HELP", "Variant", "check_box", "check_rows", "layout_of", "variant_in"]

T = TypeVar("T")

MAX_N = 36
"""Most rows of a grid."""


class Variant(TypedDict, total=False):
    """What a grid may keep to beside rows, columns and boxes, by keyword.

    Cells are written ``r1c1``, or given as (row, column) from 0; the k-th symbol counts as the number k.
    """

    regions: Any
    """Irregular boxes: a letter for each cell, n of each."""
    variants: Any
    """Names: diagonal, windoku, disjoint, asterisk, girandola, centre-dot, anti-knight, anti-king,
    nonconsecutive, latin."""
    groups: Any
    """Further sets of 2 to n cells that hold no symbol twice."""
    even: Any
    """Cells with an even number."""
    odd: Any
    """Cells with an odd number."""
    relations: Any
    """``r1c1<r1c2`` (less), ``r1c1~r1c2`` (consecutive), ``r1c1:r1c2`` (one is twice the other)."""


VARIANT_HELP = {
    "regions": "irregular boxes: a letter for each cell, rows apart by /",
    "variants": f"apart by commas: {', '.join(VARIANTS)}",
    "groups": "further sets of cells that hold no symbol twice, such as 'r1c1 r2c2; r1c3 r2c4'",
    "even": "cells with an even number, such as 'r1c1 r2c2'",
    "odd": "cells with an odd number",
    "relations": "such as 'r1c1<r1c2' (less), 'r1c1~r1c2' (consecutive), 'r1c1:r1c2' (one is twice as much)",
}
"""What the options of a `Variant` ask for, by name."""


def variant_in(options: Any) -> Variant:
    """Return what the options of a command or a batch say of a variant, from a mapping or a namespace.

    Examples
    --------
    >>> variant_in({"even": "r1c1", "odd": None, "size": 9})
    {'even': 'r1c1'}
    """
    given = options if isinstance(options, Mapping) else vars(options)
    found: Any = {name: given[name] for name in VARIANT_HELP if given.get(name) is not None}
    return cast("Variant", found)


def check_box(n: int, box: Any, file: str | None = None) -> tuple[int, int]:
    """Return the shape of the boxes of an n × n grid, from ``"2x3"`` or (2, 3); squares where none is given.

    Examples
    --------
    >>> check_box(9, None), check_box(6, (2, 3)), check_box(6, "3x2")
    ((3, 3), (2, 3), (3, 2))
    """
    check_rows(n, file)
    if box is None:
        side = isqrt(n)
        if side * side != n:
            raise PuzzleError(
                f"{n} is not a square, expected a box shape: rows × columns with the product {n}", file=file
            )
        return side, side
    rows, cols = check_shape(box, "box")
    if rows * cols != n:
        raise RuleError(f"boxes of {rows} × {cols} cells, expected {n} cells a box", file="box")
    return rows, cols


def check_rows(n: int, file: str | None = None) -> None:
    """Raise PuzzleError where no grid has n rows.

    Examples
    --------
    >>> check_rows(9)
    """
    if not 1 <= (as_int(n) or 0) <= MAX_N:
        raise PuzzleError(f"{n!r:.40} rows, expected from 1 to {MAX_N}", file=file)


def layout_of(n: int, box: Any = None, *, file: str | None = None, **variant: Any) -> Layout:
    """Return what a grid of n rows has to keep to.

    Parameters
    ----------
    n : int
        Rows, 1 to 36.
    box : (int, int) or str, optional
        Rows and columns of a box, as (2, 3) or ``"2x3"``; squares by default, where there are boxes.
    file : str, optional
        Named in errors.
    **variant
        As in `Variant`.

    Raises
    ------
    PuzzleError
        What no grid of this size can keep to: RuleError where it is one rule that is wrong.

    Examples
    --------
    >>> layout_of(9).box, layout_of(7, variants="latin").box, layout_of(4, regions="AABBAABBCCDDCCDD").box
    ((3, 3), None, None)
    """
    given = {name: value for name, value in variant.items() if value is not None}
    if not given:
        return boxed(check_box(n, box, file))
    unknown = set(given) - set(Variant.__annotations__)
    if unknown:
        raise TypeError(
            f"unknown option {sorted(unknown)[0]!r}, expected {', '.join(Variant.__annotations__)}"
        )
    check_rows(n, file)
    try:
        return interned(_fields(n, box, given))
    except RuleError:
        raise
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=file) from None


def _rule(name: str, read: Callable[..., T], *given: Any) -> T:
    """Return what a rule means; RuleError where it means nothing."""
    try:
        return read(*given)
    except PuzzleError as error:
        raise RuleError(error.reason, file=name) from None


def _fields(n: int, box: Any, given: dict[str, Any]) -> Fields:
    names = _rule("variants", variants_of, given.get("variants"))
    regions = None
    if given.get("regions") is not None:
        regions = _rule("regions", regions_of, given["regions"], n)
    if box is not None and (regions is not None or "latin" in names):
        raise PuzzleError(f"box={box!r:.40} and {'regions' if regions else 'latin'}, expected one of them")
    if regions is not None and "latin" in names:
        raise PuzzleError("regions and latin, expected one of them")
    shape = None if regions is not None or "latin" in names else check_box(n, box)
    even, odd = (_rule(name, cells_of, given.get(name), n, name) for name in ("even", "odd"))
    both = set(even) & set(odd)
    if both:
        raise PuzzleError(f"{cell_sign(min(both), n)} is even and odd, expected one of them")
    _rule("variants", added_by, names, n, shape)
    groups = _rule("groups", groups_of, given.get("groups"), n)
    relations = _rule("relations", relations_of, given.get("relations"), n)
    return n, shape, regions, names, groups, even, odd, relations
