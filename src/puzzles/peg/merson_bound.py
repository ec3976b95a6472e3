"""How many moves a solution of peg solitaire takes at least, by Merson regions."""

from __future__ import annotations

from collections.abc import Sequence

from .boards import Board

__all__ = ["least_moves", "regions", "regions_apart"]

LARGEST = 6
"""Most holes of a region that is looked for."""
PATIENCE = 4000
"""Steps of the search for many regions without a hole in common; any such set gives a bound."""


def regions(board: Board) -> list[int]:
    """Return the least Merson regions of a board, as bitboards, those of few holes first.

    A region is a set of holes in which no peg can be jumped from outside to outside. While it is full, no peg
    lands in it, so the first jump that changes it begins a move, with a peg of the region. R. Merson's
    idea: Beasley, "The Ins and Outs of Peg Solitaire", 1985, chapter 4.

    Examples
    --------
    >>> from .boards import board_of
    >>> [bin(region) for region in regions(board_of(((True, True, True),)))]
    ['0b1', '0b100']
    """
    found: list[int] = []
    layer = {1 << h for h in range(len(board.holes))}
    for _ in range(LARGEST):
        further = set()
        for region in sorted(layer):
            if any(region & smaller == smaller for smaller in found):
                continue
            ends = _open_jump(board, region)
            if ends is None:
                found.append(region)
            else:
                further |= {region | 1 << h for h in ends}
        layer = further
    return found


def _open_jump(board: Board, region: int) -> tuple[int, int] | None:
    """Return the ends of a jump over a peg of the region that begins and ends outside; None without one."""
    for a, b, c in board.jumps:
        if region >> b & 1 and not region & (1 << a | 1 << c):
            return a, c
    return None


def least_moves(board: Board, position: int, goals: Sequence[int]) -> int:
    """Return a number of moves that no solution goes below.

    Parameters
    ----------
    board : Board
        The board.
    position : int
        Where the jumps begin, as a bitboard.
    goals : sequence of int
        Where they end, as bitboards: any of them.

    Notes
    -----
    Each of some regions without a hole in common that is full at first and not at last costs a move of its
    own. Milliseconds on any board.

    Examples
    --------
    >>> from .boards import board_of
    >>> least_moves(board_of(((True, True, True),)), 0b011, [0b100])
    1
    """
    if position in goals:
        return 0
    chosen = regions_apart(board, position)
    return max(1, min(sum(goal & region != region for region in chosen) for goal in goals))


def regions_apart(board: Board, position: int) -> list[int]:
    """Return many full Merson regions of a position without a hole in common.

    Examples
    --------
    >>> from .boards import board_of
    >>> regions_apart(board_of(((True, True, True),)), 0b011)
    [1]
    """
    return _apart([region for region in regions(board) if position & region == region])


def _apart(full: Sequence[int]) -> list[int]:
    """Return many regions without a hole in common: depth-first, the hole of the fewest regions first."""
    choice = _Choice()
    choice.extend(sorted(full, key=int.bit_count), [])
    return choice.best


class _Choice:
    """The most regions without a hole in common so far, and how many more choices are looked at."""

    def __init__(self) -> None:
        self.best: list[int] = []
        self.left = PATIENCE

    def extend(self, open_: list[int], chosen: list[int]) -> None:
        """Choose more of the regions that share no hole with those chosen."""
        self.left -= 1
        if len(chosen) > len(self.best):
            self.best = list(chosen)
        if not open_ or self.left < 0 or len(chosen) + _most(open_) <= len(self.best):
            return
        first = open_[0]
        meeting = [region for region in open_ if region & first]
        for region in meeting:  # a best choice holds one that meets the first: else it could take that too
            self.extend([other for other in open_ if not other & region], [*chosen, region])


def _most(open_: Sequence[int]) -> int:
    """Return how many regions without a hole in common there are at most, by the number of holes."""
    holes = 0
    for region in open_:
        holes |= region
    room, count = holes.bit_count(), 0
    for region in open_:  # of few holes first
        room -= region.bit_count()
        if room < 0:
            break
        count += 1
    return count
