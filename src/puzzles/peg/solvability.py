"""Decide whether a goal of peg solitaire can be reached: bidirectional search pruned by pagoda functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...core.search.peg import Pagodas
from ...core.search.peg_search import PegLayers
from .boards import PegGrid
from .pagoda import sharpest
from .reachability import Stage, check, meeting

SAMPLE, TRIES, AT_ONCE, MOST = 400, 128, 2, 32
"""Of each layer: positions that functions are chosen by, linear programs solved, functions kept; and
functions in all."""


class _End:
    """Layers from one end, and the pagoda functions that prune them."""

    def __init__(self, board: PegGrid, symmetries: Sequence[Sequence[int]], start: int, goal: int) -> None:
        self.board, self.symmetries, self.goal = board, symmetries, goal
        core = board.core(symmetries)
        self.pagodas = Pagodas(core, np.array([goal], dtype=np.uint64))
        self.layers = PegLayers(core, np.array([start], dtype=np.uint64), self.pagodas)
        self.before = 1

    @property
    def expected(self) -> float:
        """The size of the next layer, extrapolated from the last two."""
        return self.layers.size() ** 2 / self.before

    def grow(self) -> Iterator[Stage]:
        """Yield the search for the next layer, after functions that rule out positions of the last."""
        if self.pagodas.n < MOST:
            sample = self.layers.sample(SAMPLE).tolist()
            alive = [position for position in sample if not self.pagodas.is_dead(position)]
            room = min(AT_ONCE, MOST - self.pagodas.n) if alive else 0
            for weights in sharpest(self.board, self.symmetries, [self.goal], alive, TRIES, room):
                self.pagodas.add(np.array(weights, dtype=np.int8))
        self.before = self.layers.size()
        yield self.layers, self.layers.run
        check(self.layers)


def decide(board: PegGrid, position: int, goal: int, memory: int, found: dict[int, bool]) -> Iterator[Stage]:
    """Yield the searches that decide whether a goal of fewer pegs can be reached; they set ``found[goal]``.

    A jump back is a jump on the complement. So layers grow from the position and from the complement of the
    goal, each pruned by pagoda functions for the other end; the side whose next layer is expected to be
    smaller grows first, until they are one jump apart. Only the last layers are held.
    """
    symmetries = board.keeping([position], [goal])
    ahead = _End(board, symmetries, position, goal)
    behind = _End(board, symmetries, board.whole ^ goal, board.whole ^ position)
    for _ in range(position.bit_count() - goal.bit_count() - 1):
        side, other = (ahead, behind) if ahead.expected <= behind.expected else (behind, ahead)
        side.layers.most_bytes = max(0, memory - other.layers.bytes)
        yield from side.grow()
        if not side.layers.size():
            found[goal] = False
            return
    yield from meeting(ahead.layers, behind.layers, behind.layers.n_layers - 1)
    found[goal] = ahead.layers.met > 0
