"""Orders in which a search that learns goes over a board: lines that move from one edge to the other."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["sweeps"]


def _from_cut(n: int, cut: int) -> NDArray[np.int32]:
    """Return the ranks of n places in a ring: on both sides of a cut in turns, to the place opposite."""
    place = (np.arange(n) - cut) % n
    return np.minimum(2 * place, 2 * (n - 1 - place) + 1).astype(np.int32)


@lru_cache(maxsize=64)
def sweeps(rows: int, cols: int, topology: str, wrap: bool) -> NDArray[np.int32]:
    """Return orders of the cells, as ranks: int32 of shape (orders, cells), not to be written to.

    On a board with edges a line leaves each corner, the diagonals where cells are squares. Where they are
    hexagons the short diagonals do, and in between lines that lean by one cell in two. On a torus there is no
    corner: rows or columns, from a cut to both sides.
    """
    down, right = np.divmod(np.arange(rows * cols, dtype=np.int32), cols)
    up, left = rows - 1 - down, cols - 1 - right
    if wrap:
        found = [_from_cut(rows, 0)[down], _from_cut(cols, 0)[right]]
        found += [_from_cut(rows, rows // 2)[down], _from_cut(cols, cols // 2)[right]]
    elif topology == "hex":
        found = [down + right, 2 * down + right, up + left, 2 * up + left, 2 * right + down, 2 * left + up]
    else:
        found = [down + right, up + left, down + left, up + right]
    orders = np.ascontiguousarray(found, dtype=np.int32)
    orders.flags.writeable = False
    return orders
