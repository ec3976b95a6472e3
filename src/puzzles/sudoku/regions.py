"""Irregular boxes at random: n connected regions of n cells."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .notation import regions_rows

__all__ = ["RANDOM", "random_regions"]

RANDOM = "random"
"""What asks for regions at random."""
ROUNDS = 40
"""Exchanges that are tried for each cell: more do not make regions more irregular."""


def _beside(cell: int, n: int) -> list[int]:
    row, col = divmod(cell, n)
    around = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return [n * r + c for r, c in around if 0 <= r < n and 0 <= c < n]


def _connected(regions: Sequence[int], region: int, n: int) -> bool:
    cells = {cell for cell, here in enumerate(regions) if here == region}
    reached = {min(cells)}
    border = list(reached)
    while border:
        new = cells.intersection(_beside(border.pop(), n)) - reached
        reached |= new
        border += new
    return len(reached) == n


def random_regions(n: int, chance: random.Random) -> list[str]:
    """Return the rows of n connected regions of n cells, as letters.

    Rows to begin with; then two regions that touch exchange cells where both stay connected, again and again.
    Every division can be reached that such exchanges lead to; they are not all equally likely.

    Examples
    --------
    >>> rows = random_regions(4, random.Random(2))
    >>> rows, sorted("".join(rows)) == sorted("AAAABBBBCCCCDDDD")
    (['AABB', 'ABBC', 'ACCC', 'DDDD'], True)
    """
    regions = [cell // n for cell in range(n * n)]

    def touches(cell: int, region: int, without: int) -> bool:
        return any(regions[near] == region and near != without for near in _beside(cell, n))

    # One more or less, or 2 × 2 would always come back to its rows.
    for _ in range(ROUNDS * n * n + chance.randrange(n)):
        cell = chance.randrange(n * n)
        other_side = [regions[near] for near in _beside(cell, n) if regions[near] != regions[cell]]
        if not other_side:
            continue
        mine, other = regions[cell], chance.choice(other_side)
        theirs = [back for back in range(n * n) if regions[back] == other]
        given = [back for back in theirs if touches(back, mine, cell)]
        if not given:
            continue
        back = chance.choice(given)
        regions[cell], regions[back] = other, mine
        if not (_connected(regions, mine, n) and _connected(regions, other, n)):
            regions[cell], regions[back] = mine, other
    number: dict[int, int] = {}
    return regions_rows([number.setdefault(region, len(number)) for region in regions], n)
