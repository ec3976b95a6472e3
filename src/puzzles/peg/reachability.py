"""Bidirectional breadth-first search of peg solitaire: positions in reach, and those on the ways to goals."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ...base import Limits, SearchStats, Status
from ...core.search.peg import Pagodas, PegBoard
from ...core.search.peg_numbered import MOST_BITS, PegNumbered, number_bits
from ...core.search.peg_search import PegLayers
from ...search.engine import memory_of
from ...search.run_loop import TRIAL, Outcome, Resumable, Stages, drive
from .boards import PegGrid, Problem
from .pagoda import sharpest
from .result import ReachableResult

SMALL_BITS, SHORT_WAY = 20, 12
"""Bits of a bitmap that costs nothing to begin; jumps for which a larger one does not pay."""
PRUNED_FROM, SAMPLE, TRIES, MOST = 1 << 16, 300, 32, 4
"""Positions of a layer for which pagoda functions pay; the sample that chooses them, linear programs solved,
and functions kept: about 10 ms."""
AT_A_TIME = 1 << 13
"""Positions of a slice where nothing is counted: a few milliseconds."""

Progress = Callable[[int], None]
Stage = tuple[Resumable, Callable[[int], bool]]
Layers = PegLayers | PegNumbered


class OutOfMemory(Exception):
    """A search ran out of its memory."""


def run_plan(plan: Iterator[Stage], limits: Limits | None, progress: Progress | None) -> tuple[Outcome, int]:
    """Run searches one after the other; return the outcome (out of memory is a limit), and the nodes."""
    stages = Stages(plan)
    try:
        outcome = drive(stages.run, limits, nodes=lambda: stages.nodes, progress=progress, first=TRIAL)
    except OutOfMemory:
        outcome = Outcome.LIMIT
    return outcome, stages.nodes


def set_bytes(size: int, extra: int = 0) -> int:
    """Return the bytes of a hash table of positions, with `extra` bytes per slot."""
    capacity = max(32, 1 << max(0, size - 1).bit_length())
    return 24 * capacity + 2 * extra * capacity


class Ways(Problem):
    """Finds all positions on the ways from a position to goals, up to the symmetries that keep both.

    Layers of positions grow from the start, and from the complement of the goals (a jump backwards is a jump
    on the complement), until they meet; a pass back keeps what leads to the meeting.
    """

    def __init__(self, board: PegGrid, position: int, goals: Sequence[int], memory: int) -> None:
        super().__init__(board, position, goals, memory)
        self.core = board.core(board.keeping([position], goals) if goals else board.symmetries)
        self.layers: list[NDArray[np.uint64]] = []
        """The positions by number of jumps, once the plan is done; empty where there is no way."""
        self.sizes: list[int] = []
        """The lengths of the layers, for a plan without positions too."""

    def plan(self, positions: bool = True) -> Iterator[Stage]:
        """Yield the searches that fill `layers`, or without `positions` only `sizes`."""
        if not self.goals:
            return
        core, whole = self.core, np.uint64(self.board.whole)
        steps = self.steps
        begins = np.array([self.position], dtype=np.uint64)
        ends = np.array(self.goals, dtype=np.uint64) ^ whole
        if steps == 0:  # as many pegs as the goals have: solved, or no way
            if self.position not in self.goals:
                return
            self.layers, self.sizes = [core.canonicals(begins)], [1]
            return
        mirrored = len(ends) == 1 and begins[0] == ends[0]
        front = layers_from(core, begins, self.memory, steps)
        rear = front if mirrored else layers_from(core, ends, self.memory, steps)
        enough = 2 * (steps // 2 + 1) if mirrored else steps + 1
        pruned: list[Layers] = []
        while front.n_layers + rear.n_layers < enough:
            side = front if front.size() <= rear.size() else rear
            if not side.size():
                return
            self._share(side, front, rear)
            if isinstance(side, PegNumbered) and side.size() >= PRUNED_FROM and side not in pruned:
                pruned.append(side)
                self._prune(side, self.goals if side is front else [self.board.whole ^ self.position])
            yield side, side.run
            check(side)
        n_rear = steps + 1 - front.n_layers  # layers on the far side of the meeting
        self._share(front, front, rear)
        yield from meeting(front, rear, n_rear - 1)
        if not front.met:
            return
        yield front, front.back
        check(front)
        if not mirrored:
            self._share(rear, front, rear)
            yield from meeting(rear, front, front.n_layers - 1)
            yield rear, rear.back
            check(rear)
        ahead = front.kept_sizes()
        behind = ahead if mirrored else rear.kept_sizes()
        self.sizes = [*ahead, *behind[n_rear - 1 :: -1]]
        if not positions:
            return
        first = front.kept_layers()
        second = first if mirrored else rear.kept_layers()
        rest = [core.canonicals(second[n] ^ whole) for n in range(n_rear - 1, -1, -1)]
        self.layers = [*first, *rest]

    def _prune(self, side: PegNumbered, goals: Sequence[int]) -> None:
        """Prune a side by pagoda functions that rule out positions of its last layer."""
        layer = side.last()
        sample = layer[:: len(layer) // SAMPLE].tolist()
        kept = self.board.keeping([self.position], self.goals)
        pagodas = Pagodas(self.core, np.array(goals, dtype=np.uint64))
        for weights in sharpest(self.board, kept, goals, sample, TRIES, MOST):
            pagodas.add(np.array(weights, dtype=np.int8))
        if pagodas.n:
            side.prune(pagodas)

    def _share(self, side: Layers, front: Layers, rear: Layers) -> None:
        """Give one side the memory that the other leaves."""
        other = rear if side is front else front
        side.most_bytes = self.memory if other is side else max(0, self.memory - other.bytes)


def layers_from(
    board: PegBoard, starts: NDArray[np.uint64], memory: int, steps: int, keep: bool = True
) -> Layers:
    """Return layers, in a bitmap of numbered positions where that is small, or pays on a long way."""
    bits = number_bits(board)
    if bits <= (MOST_BITS if steps > SHORT_WAY else SMALL_BITS) and 1 << bits <= memory:
        return PegNumbered(board, starts, keep, memory)
    return PegLayers(board, starts, None, keep, memory)


def meeting(layers: Layers, other: Layers, layer: int) -> Iterator[Stage]:
    """Yield the search for positions one jump from a layer of the other side; the way back begins there."""
    layers.meet(other, layer)  # type: ignore[arg-type]
    # None of these positions is new, so none is counted: slices are of one size.
    yield layers, lambda _: layers.meeting(AT_A_TIME)
    check(layers)


def check(layers: Layers) -> None:
    """Raise `OutOfMemory` where a search ran out of memory."""
    if layers.status:
        raise OutOfMemory


def count_positions(
    board: PegGrid, position: int, symmetry: bool, limits: Limits | None, progress: Progress | None
) -> ReachableResult:
    """Count the positions in reach by number of jumps."""
    start = time.perf_counter()
    kept = board.symmetries if symmetry else board.keeping([position])
    starts = np.array([position], dtype=np.uint64)
    core = board.core(kept)
    mine = board.position_class(position)
    if symmetry and all(board.position_class(board.moved(position, turn)) == mine for turn in kept):
        search = layers_from(core, starts, memory_of(limits), position.bit_count(), keep=False)
    else:
        search = PegLayers(core, starts, most_bytes=memory_of(limits))
    counts = [1]

    def plan() -> Iterator[Stage]:
        while True:
            yield search, search.run
            check(search)
            if not search.size():
                return
            counts.append(
                search.orbits() if isinstance(search, PegLayers) and not symmetry else search.size()
            )

    outcome, nodes = run_plan(plan(), limits, progress)
    stats = SearchStats(
        nodes=nodes,
        generated=search.generated,
        depth=len(counts) - 1,
        seconds=time.perf_counter() - start,
    )
    return counted(counts, outcome, stats)


def counted(counts: Sequence[int], outcome: Outcome, stats: SearchStats) -> ReachableResult:
    """Return the result of a count of positions by number of jumps."""
    complete = outcome is Outcome.FINISHED
    status = Status.SOLVED if counts else Status.NO_SOLUTION
    return ReachableResult(
        status=status if complete else Status.LIMIT,
        interrupted=outcome is Outcome.INTERRUPTED,
        stats=stats,
        found=sum(counts),
        complete=complete,
        counts=tuple(counts),
    )
