"""Lower bound of the moves of peg solitaire by Merson regions."""

from __future__ import annotations

from collections.abc import Sequence

from .boards import PegGrid

LARGEST = 6
"""Most holes of a region."""
PATIENCE = 4000
"""Steps of the search for disjoint regions; any set of them gives a bound."""


def regions(board: PegGrid) -> list[int]:
    """Return the minimal Merson regions of a board, as bitboards, those of few holes first.

    A region is a set of holes none of whose pegs can be jumped from outside to outside. While it is full, no
    peg lands in it, so the first jump that changes it begins a move with a peg of the region. R. Merson's
    idea: Beasley, "The Ins and Outs of Peg Solitaire", 1985, chapter 4.
    """
    found: list[int] = []
    layer = {1 << h for h in range(len(board.holes))}
    for _ in range(LARGEST):
        further = set()
        for region in sorted(layer):
            if any(region & smaller == smaller for smaller in found):
                continue
            for a, b, c in board.jumps:
                if region >> b & 1 and not region & (
                    1 << a | 1 << c
                ):  # over a hole of it, outside to outside
                    further |= {region | 1 << a, region | 1 << c}
                    break
            else:
                found.append(region)
        layer = further
    return found


def least_moves(board: PegGrid, position: int, goals: Sequence[int]) -> int:
    """Return a lower bound of the moves to any of some goals.

    Each of some disjoint regions that is full at first and not at last costs a move of its own.
    """
    if position in goals:
        return 0
    chosen = regions_apart(board, position)
    return max(1, min(sum(goal & region != region for region in chosen) for goal in goals))


def regions_apart(board: PegGrid, position: int) -> list[int]:
    """Return many disjoint full Merson regions of a position, by branch and bound."""
    best: list[int] = []
    full = sorted((region for region in regions(board) if position & region == region), key=int.bit_count)
    stack: list[tuple[list[int], list[int]]] = [(full, [])]  # regions left to choose from, those chosen
    steps = 0
    while stack:
        open_, chosen = stack.pop()
        steps += 1
        if len(chosen) > len(best):
            best = chosen
        if not open_ or steps > PATIENCE or len(chosen) + _most(open_) <= len(best):
            continue
        # A best choice holds a region that meets the first: else it could hold the first as well.
        for region in [region for region in open_ if region & open_[0]][::-1]:
            stack.append(([other for other in open_ if not other & region], [*chosen, region]))
    return best


def _most(open_: Sequence[int]) -> int:
    """Return an upper bound of the number of disjoint regions, by the number of holes."""
    holes = 0
    for region in open_:
        holes |= region
    room, count = holes.bit_count(), 0
    for region in open_:
        room -= region.bit_count()
        if room < 0:
            break
        count += 1
    return count
