"""Fewest moves of peg solitaire: beam search, large neighbourhood search, and a proof along all ways."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import numpy as np

from ...base import Status
from ...core.search.peg_move_beam import PegMoveBeam
from ...core.search.peg_numbered import MOST_BITS, number_bits
from ...core.search.peg_plans import PegFewest
from ...search.run_loop import Stages
from .all_solutions import successors_of
from .beam import Beam
from .boards import PegGrid, Problem, count_moves
from .merson_bound import least_moves, regions_apart
from .reachability import OutOfMemory, Stage, Ways, set_bytes

FIRST_NODES = 200_000
"""Nodes of the beam search for a first solution, before all ways are searched."""
SHORT, LONG, LONGEST = (8, 10), (12, 14), (16, 18, 20)
"""Jumps of the parts that are replaced: always; where the search of all ways is long; where it has failed."""
NARROW, WIDE, WIDEST = (1000, 4000), (16_000,), (64_000,)
"""Widths of the beams for few moves, likewise."""


class Fewest(Problem):
    """Searches for a solution in the fewest moves.

    A beam search finds a solution; beams that keep the positions of the fewest moves, including those that
    full Merson regions will cost, find better ones. Each part of the best, of 8 to 20 jumps, is replaced by
    one of the fewest moves between the same positions, as long as that saves moves (large neighbourhood
    search: Shaw, CP 1998). The same along the whole way is the proof.
    """

    def __init__(self, board: PegGrid, position: int, goals: Sequence[int], memory: int) -> None:
        super().__init__(board, position, goals, memory)
        self.path: list[int] | None = None
        """The positions of the best solution so far."""
        self.lower = 0
        """No solution has fewer moves."""
        self.decided = False
        """Whether it is proven that there is no better solution than `path`, or none."""

    @property
    def status(self) -> Status:
        """SOLVED, NO_SOLUTION, or LIMIT where neither is known."""
        if self.path is not None:
            return Status.SOLVED
        return Status.NO_SOLUTION if self.decided else Status.LIMIT

    def plan(self) -> Iterator[Stage]:
        """Yield the searches one after the other."""
        if not self.goals:
            self.decided = True
            return
        self.lower = least_moves(self.board, self.position, self.goals)
        beam = Beam(self.board, self.position, self.goals, self.memory)
        first = Stages(beam.plan())
        yield first, lambda budget: first.run(min(budget, FIRST_NODES)) and first.nodes < FIRST_NODES
        self._take(beam)
        whole = Ways(self.board, self.position, self.goals, self.memory)
        is_long = number_bits(whole.core) > MOST_BITS
        yield from self._shorten(SHORT)
        yield from self._sweep(NARROW)
        if is_long:
            yield from self._shorten(SHORT + LONG)
            yield from self._sweep(WIDE)
        if self.decided:
            return
        try:
            yield from self._whole(whole)
        except OutOfMemory:
            whole.layers = []  # what follows has the memory
            if self.path is None:
                yield first, first.run
                self._take(beam)
            yield from self._sweep(WIDEST)
            yield from self._shorten(SHORT + LONG + LONGEST)
            if not self.decided:
                raise

    def _take(self, beam: Beam) -> None:
        """Keep what a beam search has found."""
        if beam.path is not None:
            self._offer(beam.path)
        self.decided |= beam.status is Status.NO_SOLUTION

    def _offer(self, path: list[int]) -> bool:
        """Keep a path of no more moves; return whether it has fewer."""
        count = count_moves(self.board.jumps_along(path))
        best = None if self.path is None else count_moves(self.board.jumps_along(self.path))
        if best is None or count <= best:
            self.path = path
            self.decided = count == self.lower
        return best is None or count < best

    def _whole(self, ways: Ways) -> Iterator[Stage]:
        """Find the fewest moves along all ways."""
        yield from ways.plan()
        if ways.layers:
            if self.path is None:
                self._offer(_any_way(ways))
            search = yield from self._weigh(ways)
            self.path, self.lower = search.path(self.position)
        self.decided = True

    def _weigh(self, ways: Ways) -> Generator[Stage, None, PegFewest]:
        """Yield the search for the fewest moves along some ways, and return it."""
        # Per slot a position, a cost and the holes where a peg can continue; all layers stay.
        if sum(layer.nbytes + set_bytes(len(layer), 9) for layer in ways.layers) > self.memory:
            raise OutOfMemory
        search = PegFewest(ways.core, ways.layers)
        yield search, search.run
        return search

    def _sweep(self, widths: Sequence[int]) -> Iterator[Stage]:
        """Search for better paths by beams of these widths, and shorten what they find."""
        core = self.board.core(self.board.keeping(self.goals))
        ends = core.canonicals(np.array(self.goals, dtype=np.uint64))
        closed = regions_apart(self.board, self.position)
        opened = [region for region in closed if any(goal & region != region for goal in self.goals)]
        regions = np.array(opened, dtype=np.uint64)
        for width in widths:
            if self.decided or set_bytes(width, 9) * self.steps > self.memory:
                return
            beam = PegMoveBeam(
                core, self.position, width, regions, self.board.weights, most_bytes=self.memory // 2
            )
            yield beam, beam.run
            if len(beam.layers) > self.steps and len(last := np.intersect1d(beam.layers[self.steps], ends)):
                search = PegFewest(core, [*beam.layers[: self.steps], last])
                yield search, search.run
                if self._offer(search.path(self.position)[0]):
                    yield from self._shorten(SHORT)

    def _shorten(self, widths: Sequence[int]) -> Iterator[Stage]:
        """Replace parts of the best path, of these numbers of jumps, while that saves moves."""
        for width in widths:
            better = self.path is not None
            while better:
                better = False
                assert self.path is not None
                for first in range(max(1, len(self.path) - width)):
                    if self.decided:
                        return
                    try:
                        better |= yield from self._replace(first, width)
                    except OutOfMemory:
                        return  # wider parts need no less

    def _replace(self, first: int, width: int) -> Generator[Stage, None, bool]:
        """Replace a part of the best path by one of the fewest moves; return whether the whole has fewer."""
        assert self.path is not None
        path, last = self.path, first + width
        ends = self.goals if last >= len(path) - 1 else [path[last]]
        ways = Ways(self.board, path[first], ends, self.memory)
        yield from ways.plan()
        search = yield from self._weigh(ways)
        part, _ = search.path(path[first])
        return self._offer([*path[:first], *part, *path[last + 1 :]])


def _any_way(ways: Ways) -> list[int]:
    """Return a path along solvable positions on which the last peg continues where it can."""
    path, by_flip, successors = [ways.position], ways.board.by_flip, successors_of(ways)
    last = None
    while len(path) < len(ways.layers):
        here = path[-1]
        after = [(by_flip[here ^ there, here & ~there], there) for there in successors(len(path), here)]
        jump, position = next((found for found in after if found[0].start == last), after[0])
        path.append(position)
        last = jump.end
    return path
