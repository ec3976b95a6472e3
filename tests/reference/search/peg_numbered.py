"""Twin of `unriddle.core.search.peg_numbered`: the layers of `peg_search`, in no particular order."""

from __future__ import annotations

from collections.abc import Iterable

from .peg import Pagodas, PegBoard
from .peg_search import PegLayers

__all__ = ["MOST_BITS", "PegNumbered", "number_bits"]

MOST_BITS = 30


def number_bits(board: PegBoard) -> int:
    """Return how many bits tell positions of as many pegs and of the same class apart.

    It is the rank over GF(2) of what two jumps in a row can flip.

    Examples
    --------
    >>> number_bits(PegBoard(4, [(0, 1, 2), (2, 1, 0), (1, 2, 3)], [(0, 1, 2, 3)]))
    1
    """
    lines = [1 << a | 1 << b | 1 << c for a, b, c in board.jumps]
    basis: list[int] = []
    for line in lines[1:]:
        flipped = lines[0] ^ line
        for other in basis:
            flipped = min(flipped, flipped ^ other)
        if flipped:
            basis.append(flipped)
    return len(basis)


class PegNumbered(PegLayers):
    """The positions that can be reached, up to symmetry, by number of jumps; a layer in no particular order.

    The starts are of one class (`number_bits`) and as many pegs, and the symmetries map that class on itself.

    Examples
    --------
    >>> line = PegBoard(4, [(0, 1, 2), (2, 1, 0), (1, 2, 3), (3, 2, 1)], [(0, 1, 2, 3)])
    >>> layers = PegNumbered(line, [0b1011])
    >>> layers.run(10), layers.last(), layers.run(10), layers.last()
    (False, [12], False, [2])
    """

    def __init__(
        self,
        board: PegBoard,
        starts: Iterable[int],
        keep: bool = False,
        most_bytes: int = 1 << 31,
        gather: bool = False,
    ) -> None:
        if keep and gather:
            raise ValueError("keep and gather, expected one of them")
        super().__init__(board, starts, None, keep, most_bytes)
        self.gather = gather
        self.ruled_out_by: Pagodas | None = None

    def prune(self, pagodas: Pagodas) -> None:
        """Leave out from here on what follows from positions that the first four functions rule out."""
        self.ruled_out_by = pagodas

    def _lives(self, position: int) -> bool:
        """Say whether pagoda functions leave a position of the last layer."""
        pagodas = self.ruled_out_by
        return pagodas is None or not any(pagodas.kills(*found, position) for found in pagodas.functions[:4])
