"""The positions of peg solitaire on the ways from one position to goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ...base import Limits
from ...core.search.peg import Pagodas, PegBoard
from ...core.search.peg_numbered import MOST_BITS, PegNumbered, number_bits
from ...core.search.peg_search import PegLayers
from ...search.run_loop import TRIAL, Outcome, Resumable, Stages, drive
from .boards import Board, Passage
from .pagoda import sharpest

__all__ = ["OutOfMemory", "Stage", "Ways", "check", "layers_from", "meeting", "run_plan", "set_bytes"]

SMALL_BITS, SHORT_WAY = 20, 12
"""Bits of a bitmap that costs nothing to begin; jumps for which a larger one does not pay."""
PRUNED_FROM, SAMPLE, TRIES, MOST = 1 << 16, 300, 32, 4
"""Positions of a layer for which pagoda functions pay; of them those that functions are chosen by, linear
programs that are solved, and functions that are kept: about 10 ms."""
AT_A_TIME = 1 << 13
"""Positions that are looked at in a slice where nothing is counted: a few milliseconds."""

Stage = tuple[Resumable, Callable[[int], bool]]
Layers = PegLayers | PegNumbered


class OutOfMemory(Exception):
    """A search could not go on within its memory."""


def run_plan(
    plan: Iterator[Stage], limits: Limits | None, progress: Callable[[int], None] | None
) -> tuple[Outcome, int]:
    """Run searches one after the other; return the outcome, and the positions taken up.

    Memory that is used up is a limit like the others.
    """
    stages = Stages(plan)
    try:
        outcome = drive(stages.run, limits, nodes=lambda: stages.nodes, progress=progress, first=TRIAL)
    except OutOfMemory:
        outcome = Outcome.LIMIT
    return outcome, stages.nodes


def set_bytes(size: int, beside: int = 0) -> int:
    """Return the bytes of a hash table of so many positions, with `beside` bytes more a slot.

    Examples
    --------
    >>> set_bytes(33), set_bytes(33, 1)
    (1536, 1664)
    """
    capacity = max(32, 1 << max(0, size - 1).bit_length())
    return 24 * capacity + 2 * beside * capacity


class Ways(Passage):
    """Finds all positions on the ways from a position to goals, up to the symmetries that keep both.

    Made as `Passage`.

    Notes
    -----
    Layers of positions grow from the start, and from the complement of the goals (a jump backwards is a jump
    on the complement), until they meet; on the way back only what leads to the meeting is kept.
    """

    def __init__(self, board: Board, position: int, goals: Sequence[int], memory: int) -> None:
        super().__init__(board, position, goals, memory)
        self.core = board.core(board.keeping([position], goals) if goals else board.symmetries)
        self.layers: list[NDArray[np.uint64]] = []
        """The positions by number of jumps, when the plan has come to its end; none where there is no way."""
        self.sizes: list[int] = []
        """How many they are, for a plan without positions too."""

    def plan(self, positions: bool = True) -> Iterator[Stage]:
        """Yield the searches that find the layers; for `running.Stages`.

        Parameters
        ----------
        positions : bool
            Make `layers`; else `sizes` alone.

        Raises
        ------
        OutOfMemory
            A search could not go on.
        """
        if not self.goals:
            return
        core, whole = self.core, np.uint64(self.board.whole)
        steps = self.steps
        begins = np.array([self.position], dtype=np.uint64)
        ends = np.array(self.goals, dtype=np.uint64) ^ whole
        if steps == 0:
            self.layers, self.sizes = [core.canonicals(begins)], [1]
            return
        # A jump back is a jump on the complement: the goals' complement grows towards that of the start.
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
        """Let pagoda functions that rule out positions of the last layer rule out more."""
        layer = side.last()
        sample = layer[:: len(layer) // SAMPLE].tolist()
        kept = self.board.keeping([self.position], self.goals)
        pagodas = Pagodas(self.core, np.array(goals, dtype=np.uint64))
        for weights in sharpest(self.board, kept, goals, sample, TRIES, MOST):
            pagodas.add(np.array(weights, dtype=np.int8))
        if pagodas.n:
            side.prune(pagodas)

    def _share(self, side: Layers, front: Layers, rear: Layers) -> None:
        """Let one side take the memory that the other leaves."""
        other = rear if side is front else front
        side.most_bytes = self.memory if other is side else max(0, self.memory - other.bytes)


def layers_from(
    board: PegBoard, starts: NDArray[np.uint64], memory: int, steps: int, keep: bool = True
) -> Layers:
    """Return layers, by number where the bitmap is small, or pays on a long way.

    The symmetries of the board map the class of the starts on itself.
    """
    bits = number_bits(board)
    if bits <= (MOST_BITS if steps > SHORT_WAY else SMALL_BITS) and 1 << bits <= memory:
        return PegNumbered(board, starts, keep, memory)
    return PegLayers(board, starts, None, keep, memory)


def meeting(layers: Layers, other: Layers, layer: int) -> Iterator[Stage]:
    """Yield the search for what is a jump from a layer of others of the same kind; the way back begins there.

    Raises
    ------
    OutOfMemory
        There was no room for it.
    """
    layers.meet(other, layer)  # type: ignore[arg-type]
    # None of these positions is new, so none is counted: slices are of one size.
    yield layers, lambda _: layers.meeting(AT_A_TIME)
    check(layers)


def check(layers: Layers) -> None:
    """Raise `OutOfMemory` where a search could not go on."""
    if layers.status:
        raise OutOfMemory
