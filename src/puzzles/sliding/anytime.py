"""Good solutions by large pattern databases, made better until one is proven shortest."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from ...core.search.sliding_beam import SlidingBeam
from .deepening import Deepening

if TYPE_CHECKING:
    from ...core.search.sliding_additive import AdditiveTables
    from .tables import Frame

__all__ = ["Anytime"]

SHARE = 16
"""Nodes in all for one of the beam, which takes so much longer for each: half of the time is its own."""


class Anytime:
    """Beam search and iterative deepening side by side: solutions from above, the bound from below.

    Parameters
    ----------
    frame : Frame
        The configuration. It has a solution.
    tables : AdditiveTables
        Of its board.
    memory : int
        Bytes of the beam.
    threads : int
        From 1 up; with more than one, both run at the same time.
    """

    def __init__(self, frame: Frame, tables: AdditiveTables, memory: int, threads: int) -> None:
        self.frame = frame
        self.beam = SlidingBeam(frame.rows, frame.cols, frame.blank, frame.start, memory, tables)
        self.deepening = Deepening(frame, tables, max(1, threads - 1))
        self._pool = ThreadPoolExecutor(1) if threads > 1 else None
        self._beam_runs = True

    @property
    def nodes(self) -> int:
        """Configurations taken up by the beam, and those whose bound was computed."""
        return self.beam.nodes + self.deepening.nodes

    @property
    def generated(self) -> int:
        """Configurations made."""
        return self.beam.generated + max(0, self.deepening.nodes - 1)

    @property
    def depth(self) -> int:
        """Steps of the layer in hand."""
        return self.beam.depth

    @property
    def length(self) -> int | None:
        """Steps of the best solution so far."""
        if self.deepening.blanks:
            return len(self.deepening.blanks) - 1
        return self.beam.best if self.beam.best >= 0 else None

    @property
    def lower(self) -> int:
        """No solution is shorter."""
        return self.deepening.bound

    @property
    def blanks(self) -> tuple[int, ...]:
        """Cells of the blank on the best way so far."""
        if self.deepening.blanks:
            return self.deepening.blanks
        return tuple(self.frame.back(self.beam.path_cells())) if self.beam.best >= 0 else ()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
        self.deepening.close()

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains: until a solution is proven shortest."""
        part = (budget + SHARE - 1) // SHARE if self._beam_runs else 0
        if self._beam_runs and self.beam.best < 0:  # any solution first
            part = budget
        if self._pool is None:
            self._beam_runs = part > 0 and self.beam.run(part)
            self.deepening.run(budget - part)
        else:
            beside = self._pool.submit(self.beam.run, part)
            self.deepening.run(budget - part)
            self._beam_runs = beside.result() and part > 0
        return not self.deepening.blanks and self.length != self.lower
