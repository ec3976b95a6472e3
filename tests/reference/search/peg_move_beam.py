"""Twin of `unriddle.core.search.peg_move_beam`: the positions of a layer that promise the fewest moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .peg import PegBoard, after, images
from .slices import Sliced

__all__ = ["PegMoveBeam"]


class PegMoveBeam(Sliced):
    """Keeps the positions of a layer that promise the fewest moves; jumps of one peg in a row are one.

    Examples
    --------
    >>> line = PegBoard(3, [(0, 1, 2), (2, 1, 0)], [(0, 1, 2)])
    >>> beam = PegMoveBeam(line, 0b011, 1, [], [0, 0, 0])
    >>> beam.run(10), beam.layers
    (False, [[3], [4]])
    """

    def __init__(
        self,
        board: PegBoard,
        start: int,
        width: int,
        regions: Sequence[int],
        weights: Sequence[int],
        most_bytes: int = 1 << 31,  # nothing here is as large
    ) -> None:
        if width < 1 or start == 0 or start & ~board.whole or len(weights) != board.n_holes:
            raise ValueError(f"width {width}, start {start:#x}, {len(weights)} weights")
        self.board, self.width = board, width
        self.regions, self.weights = list(map(int, regions)), list(map(int, weights))
        self.layers = [[board.canonical(start)]]
        self.nodes = 0
        self._work = self._search()

    def _search(self) -> Iterator[None]:
        reached = {self.layers[0][0]: (0, frozenset[int]())}  # moves, and where the peg of so few stands
        while reached:
            further: dict[int, tuple[int, frozenset[int]]] = {}
            for position, (moves, ends) in reached.items():
                self.nodes += 1
                for (a, _, c), other in after(position, self.board.jumps):
                    turned = images(other, self.board.symmetries)
                    key, cost = min(turned), moves + (a not in ends)
                    where = frozenset(
                        way[c]
                        for way, image in zip(self.board.symmetries, turned, strict=True)
                        if image == key
                    )
                    before = further.get(key, (cost, frozenset()))
                    if cost <= before[0]:
                        further[key] = (cost, where | (before[1] if cost == before[0] else frozenset()))
                yield
            kept = sorted(further, key=lambda key: (self._worth(key, further[key][0]), key))[: self.width]
            reached = {key: further[key] for key in kept}
            if kept:
                self.layers.append(kept)

    def _worth(self, position: int, moves: int) -> tuple[int, int]:
        full = sum(position & region == region for region in self.regions)
        return moves + full, sum(weight for hole, weight in enumerate(self.weights) if position >> hole & 1)
