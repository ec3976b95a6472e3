"""Pagoda functions of peg solitaire: found by linear programming, and what they rule out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

import numpy as np
from numpy.typing import NDArray

from ...core.search.peg import Pagodas
from .boards import PegGrid

SCALES = range(1, 13)
"""Factors tried to make weights from -1 to 1 whole numbers."""
ROUGH = 1e-6
"""Smaller numbers are rounding errors."""
APART = 1e-8
"""Each side of the polytope is moved outwards by another multiple of this, against degenerate corners."""
MOST_ALIVE, PROOF_TRIES, PROOF_MOST = 400, 256, 8
"""Of `is_open`: positions that are not ruled out beyond which a goal stays open; functions made, and kept, at
each number of jumps."""
WIDEST = 127
"""Largest distance of a total weight from that of the goals, for lanes of eight bits."""


def is_pagoda(board: PegGrid, weights: Sequence[int]) -> bool:
    """Return whether no jump raises the total weight of the pegs."""
    return all(weights[a] + weights[b] >= weights[c] for a, b, c in board.jumps)


class PagodaProgram:
    """Minimizes linear functions over the pagoda functions of a board, by the simplex method.

    With u = 1 - weight the polytope is ``u[from] + u[over] - u[to] <= 1, 0 <= u <= 2``. The simplex method
    begins at the corner u = 0, later at the corner where it ended before. Chvátal, "Linear Programming",
    1983, chapters 2 and 3; Beasley, "The Ins and Outs of Peg Solitaire", 1985, chapter 6.
    """

    def __init__(self, board: PegGrid) -> None:
        self.board = board
        n, jumps = len(board.holes), len(board.jumps)
        self.n = n
        self.table = np.zeros((jumps + n, n + 1))  # the last column: the distance of each side
        for row, (a, b, c) in enumerate(board.jumps):
            self.table[row, [a, b, c]] = 1, 1, -1
        self.table[:jumps, n] = 1
        self.table[jumps:, :n] = np.eye(n)
        self.table[jumps:, n] = 2
        self.table[:, n] += APART * (1 + np.arange(jumps + n) * 7919 % 101)
        self.inside = np.arange(n, n + jumps + n)  # by row: a hole, or n + a side
        self.outside = np.arange(n)  # by column: what is zero at this corner

    def least(self, direction: Sequence[int] | NDArray[np.int64]) -> list[int] | None:
        """Return whole weights of the least scalar product with `direction`; None where rounding fails."""
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
        """Move along an edge to the next corner; return the costs there."""
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
        """Return the weights of this corner, scaled to whole numbers."""
        u = np.zeros(self.n + len(self.table))
        u[self.inside] = self.table[:, -1]
        weights = 1 - u[: self.n]
        for scale in SCALES:
            whole = np.rint(weights * scale)
            if np.abs(weights * scale - whole).max() < 1e-4:
                found = [int(weight) for weight in whole]
                return found if is_pagoda(self.board, found) else None
        return None


def sharpest(
    board: PegGrid,
    symmetries: Sequence[Sequence[int]],
    goals: Sequence[int],
    sample: Sequence[int],
    tries: int,
    most: int,
) -> list[list[int]]:
    """Return at most `most` pagoda functions that rule out the most of a sample of positions.

    Solves `tries` linear programs, each for a position that is not ruled out yet. A function rules out by its
    images under the symmetries, which keep the goals, as well.
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


def _pegs(board: PegGrid, positions: Sequence[int]) -> NDArray[np.int64]:
    """Return a row for each position, 1 for each peg."""
    bits = np.array(positions, dtype=np.uint64)[:, None] >> np.arange(len(board.holes), dtype=np.uint64)
    return (bits & np.uint64(1)).astype(np.int64)


def is_open(board: PegGrid, position: int, goal: int) -> bool:
    """Return whether pagoda functions leave a goal open; False is a proof that it cannot be reached.

    Functions for this goal must leave some position after each number of jumps. A jump backwards is a jump on
    the complement, so the same holds from the complement of the goal to that of the position.
    """
    whole = board.whole
    ends = _alive(board, position, goal), _alive(board, whole ^ goal, whole ^ position)
    # In turns: one end is often ruled out after a jump or two where the other takes long.
    return 0 not in chain.from_iterable(zip_longest(*ends, fillvalue=1))


def _alive(board: PegGrid, start: int, goal: int) -> Iterator[int]:
    """Yield how many positions are not ruled out after each jump, while they are few."""
    core = board.core(board.keeping([start], [goal]))
    pagodas = Pagodas(core, np.array([goal], dtype=np.uint64))
    alive = np.array([start], dtype=np.uint64)
    for _ in range(start.bit_count() - goal.bit_count()):
        if len(alive) > MOST_ALIVE:
            return
        pagodas.choose(alive, PROOF_TRIES, PROOF_MOST)
        after = {other for here in alive.tolist() if not pagodas.is_dead(here) for other in board.after(here)}
        yield len(after)
        alive = np.unique(core.canonicals(np.array(sorted(after), dtype=np.uint64)))
