"""Cache of the solvable positions of peg solitaire, grown backwards from the goals as questions need them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from threading import TIMEOUT_MAX, Lock

import numpy as np
from numpy.typing import NDArray

from ...base import Limits
from ...core.search.peg import Pagodas
from ...core.search.peg_numbered import MOST_BITS, PegNumbered, number_bits
from ...core.search.peg_search import PegLayers
from ...search.engine import memory_of
from ...search.run_loop import Outcome
from .boards import PegGrid
from .reachability import Stage, check, meeting, run_plan

KEPT = 4
"""Boards with goals that are cached."""
MOST = 1 << 23
"""Positions at which a cached layer stops growing."""
EAGER = 4
"""How many times larger the last cached layer may be than the layer in front of it."""
STAGES = ((32, 1 << 12), (512, 1 << 12), (512, 1 << 16), (4096, 1 << 19))
"""Widths of the beams before the full search, and positions to be known before each."""
LONG = 10
"""Jumps up to which several positions are followed at once rather than by wide beams."""


class SolvablePositions:
    """The positions from which some goals can be reached, as far as questions have needed them.

    A jump back is a jump on the complement, so layers that grow from the complement of the goals are the
    solvable positions, by number of pegs. A position with more pegs than the last layer is followed forwards,
    first by beams, then exhaustively; the cheaper side grows until they are a jump apart. Positions are held
    by number when they become many and `numbered` is set. One question at a time, under `lock`.
    """

    def __init__(self, board: PegGrid, goals: Sequence[int], numbered: bool) -> None:
        self.board, self.goals, self.numbered = board, tuple(goals), numbered
        self.pegs = goals[0].bit_count()
        self.core = board.core(board.keeping(goals))
        self.lock = Lock()
        self.ends = _array([board.whole ^ goal for goal in goals])
        self.won: PegLayers | PegNumbered = PegLayers(self.core, self.ends, None, True, 1 << 62)
        self.growing = False
        self._pagodas: Pagodas | None = None

    @property
    def most_pegs(self) -> int:
        """Number of pegs up to which all solvable positions are known."""
        return self.pegs + self.won.n_layers - 1

    def plan(self, positions: Sequence[int], memory: int, found: dict[int, bool]) -> Iterator[Stage]:
        """Yield the searches that decide which positions, of one number of pegs, are solvable: in `found`."""
        pegs = positions[0].bit_count()
        asked = list(dict.fromkeys(positions))
        found.update(dict.fromkeys(asked, False))
        if self.growing:
            yield from self._grow()
        for width, known in STAGES:
            yield from self._widen(pegs, known)
            if pegs <= self.most_pegs or not self.won.size():
                break
            if width == STAGES[-1][0] and len(asked) > 2 and pegs - self.most_pegs <= LONG:
                break
            pagodas = self._pagodas_for(pegs) if width > STAGES[0][0] else None
            if pagodas is not None:
                asked = [position for position in asked if not pagodas.is_dead(position)]
            open_ = []
            for position in asked:
                beam = PegLayers(
                    self.core, _array([position]), pagodas, False, memory, width, self.board.weights
                )
                for _ in range(pegs - self.most_pegs):
                    yield beam, beam.run
                    check(beam)
                found[position] = bool(self._knows(beam.last(), self.most_pegs).any())
                if beam.trimmed and not found[position]:
                    open_.append(position)
            asked = open_
        if not asked:
            return
        if pegs > self.most_pegs:
            for together in [asked] if self.numbered else [[position] for position in asked]:
                yield from self._follow(together, memory, found)
        else:
            found.update(zip(asked, self._knows(_array(asked), pegs).tolist(), strict=True))

    def _grow(self) -> Iterator[Stage]:
        """Add a layer; a limit may end it in the middle, then the next question continues it."""
        self.growing = True
        yield self.won, self.won.run
        self.growing = False

    def _widen(self, pegs: int, known: int) -> Iterator[Stage]:
        """Add layers until the last one has about `known` positions."""
        while self.most_pegs < pegs and 0 < self.won.size() <= known >> 2:
            if self.won.size() > STAGES[0][1]:
                yield from self._number()
            yield from self._grow()

    def _number(self) -> Iterator[Stage]:
        """Convert the layers to positions by number."""
        if self.numbered and isinstance(self.won, PegLayers):
            won = PegNumbered(self.core, self.ends, gather=True, most_bytes=1 << 62)
            while won.n_layers < self.won.n_layers:
                yield won, won.run
            self.won = won

    def _follow(self, asked: list[int], memory: int, found: dict[int, bool]) -> Iterator[Stage]:
        """Follow all jumps from some positions until they are one jump from the known layers."""
        pegs = asked[0].bit_count()
        starts = _array(asked)
        yield from self._number()
        front: PegLayers | PegNumbered = (
            PegNumbered(self.core, starts, len(asked) > 1, memory)
            if self.numbered
            else PegLayers(self.core, starts, self._pagodas_for(pegs), True, memory)
        )
        most = min(MOST, memory >> 6)
        while front.size() and pegs > self.most_pegs + 1:
            if self.won.size() < EAGER * front.size() and self.won.nodes + self.won.size() < most:
                yield from self._grow()
                if not self.won.size():
                    return
            else:
                yield front, front.run
                check(front)
                pegs -= 1
        if not front.size():
            return
        layer = pegs - 1 - self.pegs
        yield from meeting(front, self.won, layer)
        if len(asked) == 1 or not front.met:
            found.update(dict.fromkeys(asked, front.met > 0))
            return
        yield front, front.back
        check(front)
        winners = set(front.kept_layers()[0].tolist())
        for position, key in zip(asked, self.core.canonicals(starts).tolist(), strict=True):
            found[position] = key in winners

    def _knows(self, positions: NDArray[np.uint64], pegs: int) -> NDArray[np.bool_]:
        return self.won.among(pegs - self.pegs, positions ^ np.uint64(self.board.whole))

    def _pagodas_for(self, pegs: int) -> Pagodas:
        """Return pagoda functions for the goals, chosen by positions of random play with a fixed seed."""
        if self._pagodas is None:
            draw = random.Random(1)
            sample = []
            for _ in range(40):
                position = self.board.whole ^ 1 << draw.randrange(len(self.board.holes))
                while after := self.board.after(position):
                    position = draw.choice(after)
                    if self.pegs < position.bit_count() <= pegs:
                        sample.append(position)
            self._pagodas = Pagodas(self.core, _array(self.goals))
            self._pagodas.choose(_array(draw.sample(sample, min(len(sample), 200))), 64, 4)
        return self._pagodas


def _array(positions: Sequence[int]) -> NDArray[np.uint64]:
    return np.array(positions, dtype=np.uint64)


@lru_cache(maxsize=KEPT)
def _cached(board: PegGrid, goals: tuple[int, ...], numbered: bool) -> SolvablePositions:
    return SolvablePositions(board, goals, numbered)


def cached(board: PegGrid, goals: Sequence[int], memory: int) -> SolvablePositions:
    """Return the cached positions of a board and goals; the last few are kept."""
    bits = number_bits(board.core(board.keeping(goals)))
    with _lock:
        return _cached(board, tuple(goals), bits <= MOST_BITS and 1 << bits <= 2 * memory)


_lock = Lock()


def ask(
    board: PegGrid,
    goals: Sequence[int],
    positions: Sequence[int],
    limits: Limits | None,
    progress: Callable[[int], None] | None,
) -> tuple[dict[int, bool | None], Outcome, int]:
    """Decide from which of some positions, of one class and number of pegs, a goal can be reached."""
    if not positions or not goals:
        return dict.fromkeys(positions, False), Outcome.FINISHED, 0
    if positions[0].bit_count() == goals[0].bit_count():
        return {position: position in goals for position in positions}, Outcome.FINISHED, 0
    memory, start = memory_of(limits), time.perf_counter()
    known = cached(board, goals, memory)
    found: dict[int, bool] = {}
    seconds = None if limits is None else limits.seconds
    try:
        free = known.lock.acquire(timeout=-1 if seconds is None else min(seconds, TIMEOUT_MAX))
    except KeyboardInterrupt:
        return dict.fromkeys(positions), Outcome.INTERRUPTED, 0
    if not free:
        return dict.fromkeys(positions), Outcome.LIMIT, 0
    try:
        if limits is not None and seconds is not None:
            left = max(0.0, seconds - (time.perf_counter() - start))
            limits = Limits(seconds=left, nodes=limits.nodes, memory=limits.memory)
        outcome, nodes = run_plan(known.plan(positions, memory, found), limits, progress)
    finally:
        known.lock.release()
    whole = outcome is Outcome.FINISHED
    return {p: True if found.get(p) else False if whole else None for p in positions}, outcome, nodes
