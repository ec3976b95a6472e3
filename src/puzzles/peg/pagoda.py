"""Pagoda functions of peg solitaire found by linear programming: the sharpest against given positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .boards import Board

__all__ = ["PagodaProgram", "holds", "sharpest"]

SCALES = range(1, 13)
"""What weights from -1 to 1 are multiplied by, to be whole numbers."""
ROUGH = 1e-6
"""Numbers below that are zero, but for errors of rounding."""
APART = 1e-8
"""Sides of the polytope are moved outwards by multiples of this, each by another: no two corners are one."""
WIDEST = 127
"""Totals of weights above those of the goals, or below, for which a lane of eight bits has room."""


def holds(board: Board, weights: Sequence[int]) -> bool:
    """Say whether no jump of a board raises the total of the weights of the pegs."""
    return all(weights[a] + weights[b] >= weights[c] for a, b, c in board.jumps)


class PagodaProgram:
    """The pagoda functions of a board with weights from -1 to 1, as a polytope.

    Notes
    -----
    With u = 1 - weight the polytope is ``u[from] + u[over] - u[to] <= 1, 0 <= u <= 2``, and the corner u = 0
    is where the simplex method begins; each question begins at the corner where the last one ended. Chvátal,
    "Linear Programming", 1983, chapters 2 and 3; Beasley, "The Ins and Outs of Peg Solitaire", 1985, chapter
    6.

    Examples
    --------
    >>> from .boards import board_of
    >>> board = board_of(((True, True, True),))
    >>> PagodaProgram(board).least([1, 0, -1])
    [0, 1, 1]
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        n, jumps = len(board.holes), len(board.jumps)
        self.n = n
        self.table = np.zeros((jumps + n, n + 1))  # the last column: how far each side is away
        for row, (a, b, c) in enumerate(board.jumps):
            self.table[row, [a, b, c]] = 1, 1, -1
        self.table[:jumps, n] = 1
        self.table[jumps:, :n] = np.eye(n)
        self.table[jumps:, n] = 2
        self.table[:, n] += APART * (1 + np.arange(jumps + n) * 7919 % 101)
        self.inside = np.arange(n, n + jumps + n)  # by row: a hole, or n + a side
        self.outside = np.arange(n)  # by column: what is zero at this corner

    def least(self, direction: Sequence[int] | NDArray[np.int64]) -> list[int] | None:
        """Return whole weights for which a weighted sum of them is least, None where rounding leaves none.

        Parameters
        ----------
        direction : sequence of int
            What the weight of each hole is multiplied by.
        """
        gain = np.zeros(self.n + len(self.table))
        gain[: self.n] = direction
        cost = gain[self.outside] - gain[self.inside] @ self.table[:, :-1]
        for _ in range(20 * self.n):
            column = int(cost.argmax())
            if cost[column] < ROUGH:
                break
            steep = self.table[:, column]
            room = np.where(steep > ROUGH, self.table[:, -1] / np.where(steep > ROUGH, steep, 1), np.inf)
            cost = self._pivot(int(room.argmin()), column, cost)
        else:
            return None
        return self._whole()

    def _pivot(self, row: int, column: int, cost: NDArray[np.float64]) -> NDArray[np.float64]:
        """Go along an edge to the next corner; return the costs there."""
        table = self.table
        by = table[row, column]
        along = table[row] / by
        steep = table[:, column].copy()
        price = cost[column]
        cost = cost - price * along[:-1]
        cost[column] = -price / by
        table -= np.outer(steep, along)
        table[:, column] = -steep / by
        table[row] = along
        table[row, column] = 1 / by
        self.inside[row], self.outside[column] = self.outside[column], self.inside[row]
        return cost

    def _whole(self) -> list[int] | None:
        """Return the weights of this corner, multiplied until they are whole."""
        u = np.zeros(self.n + len(self.table))
        u[self.inside] = self.table[:, -1]
        weights = 1 - u[: self.n]
        for scale in SCALES:
            whole = np.rint(weights * scale)
            if np.abs(weights * scale - whole).max() < 1e-4:
                found = [int(weight) for weight in whole]
                return found if holds(self.board, found) else None
        return None


def sharpest(
    board: Board,
    symmetries: Sequence[Sequence[int]],
    goals: Sequence[int],
    sample: Sequence[int],
    tries: int,
    most: int,
) -> list[list[int]]:
    """Return pagoda functions that rule out the most of a sample of positions, at most so many.

    Parameters
    ----------
    board : Board
        The board.
    symmetries : sequence of sequences of int
        Those that keep the goals: a function rules out by its images too.
    goals : sequence of int
        Bitboards.
    sample : sequence of int
        Bitboards of positions; functions are made against the first that are not ruled out yet.
    tries : int
        Linear programs that are solved, 0.3 ms each on the English board.
    most : int
        Functions that are returned.

    Examples
    --------
    >>> from .boards import board_of
    >>> board = board_of(((True, True, True, True),))
    >>> sharpest(board, board.symmetries[:1], [0b0001], [0b1000], 1, 1)
    [[1, 0, 1, -1]]
    """
    pegs = _pegs(board, sample)
    ends = _pegs(board, goals)
    program = PagodaProgram(board)
    turns = np.array(symmetries)
    kills: dict[tuple[int, ...], NDArray[np.bool_]] = {}
    alive = np.ones(len(pegs), dtype=np.bool_)
    for k, position in enumerate(pegs):
        if tries == 0:
            break
        if not alive[k]:
            continue
        weights = program.least(position - ends[tries % len(ends)])
        tries -= 1
        if weights is None or tuple(weights) in kills:
            continue
        least = int((ends @ weights).min())
        if max(sum(w for w in weights if w > 0) - least, least - sum(w for w in weights if w < 0)) > WIDEST:
            continue
        killed = (np.array(weights)[turns] @ pegs.T < least).any(axis=0)
        if killed.any():
            kills[tuple(weights)] = killed
            alive &= ~killed
    chosen: list[list[int]] = []
    alive[:] = True
    while kills and len(chosen) < most:
        best = max(kills, key=lambda weights: int((kills[weights] & alive).sum()))
        if not (kills[best] & alive).any():
            break
        alive &= ~kills.pop(best)
        chosen.append(list(best))
    return chosen


def _pegs(board: Board, positions: Sequence[int]) -> NDArray[np.int64]:
    """Return a row for each position, 1 where a peg stands."""
    bits = np.array(positions, dtype=np.uint64)[:, None] >> np.arange(len(board.holes), dtype=np.uint64)
    return (bits & np.uint64(1)).astype(np.int64)
