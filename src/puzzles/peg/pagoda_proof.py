"""Which goals of peg solitaire pagoda functions rule out, looked at from both ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, zip_longest

import numpy as np

from ...core.search.peg import Pagodas
from .boards import Board

__all__ = ["is_open"]

MOST_ALIVE = 400
"""Positions after so many jumps of which one is not refuted yet: more, and the goal stays open."""
TRIES, MOST = 256, 8
"""Functions made, and the most of them kept, at each number of jumps."""


def is_open(board: Board, position: int, goal: int) -> bool:
    """Say whether pagoda functions leave a goal open; False is a proof that it cannot be reached.

    Functions are made for this goal alone: where no position after the first jumps lives through them, it is
    out of reach. A jump backwards is a jump on the complement, so the complement of the goal must live on its
    way to the complement of the position as well; there the functions weigh the holes that are to be filled.

    Parameters
    ----------
    board : Board
        The board.
    position : int
        Where the jumps begin, as a bitboard.
    goal : int
        Where they are to end, as a bitboard of fewer pegs.

    Notes
    -----
    About 10 ms. Pagoda functions: `core.search.peg.Pagodas`.

    Examples
    --------
    >>> from unriddle import GridPegSolitairePuzzle
    >>> puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=(3, 4))
    >>> [is_open(puzzle.board, puzzle.position, goal) for goal in puzzle.possible_goals()]
    [False, False, False, False, False]
    """
    whole = board.whole
    ends = _alive(board, position, goal), _alive(board, whole ^ goal, whole ^ position)
    # By turns: one end is often dead after a jump or two where the other lives long.
    return 0 not in chain.from_iterable(zip_longest(*ends, fillvalue=1))


def _alive(board: Board, start: int, goal: int) -> Iterator[int]:
    """Yield how many positions live through functions for a goal, after each jump while they are few."""
    core = board.core(board.keeping([start], [goal]))
    pagodas = Pagodas(core, np.array([goal], dtype=np.uint64))
    alive = np.array([start], dtype=np.uint64)
    for _ in range(start.bit_count() - goal.bit_count()):
        if len(alive) > MOST_ALIVE:
            return
        pagodas.choose(alive, TRIES, MOST)
        after = {other for here in alive.tolist() if not pagodas.is_dead(here) for other in board.after(here)}
        yield len(after)
        alive = np.unique(core.canonicals(np.array(sorted(after), dtype=np.uint64)))
