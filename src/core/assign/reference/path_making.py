"""Twin of `unriddle.core.assign.path_making`: random paths through all cells of a board."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ...reference.bits import splitmix64

__all__ = ["backbite"]


def backbite(table: Sequence[Sequence[int]], path: MutableSequence[int], moves: int, seed: int) -> int:
    """Change a path at random, a move at one of its ends at a time; return the seed with which to go on.

    Examples
    --------
    >>> path = [0, 1, 3, 2]
    >>> seed = backbite([[1, 2], [0, 3], [0, 3], [1, 2]], path, 3, 1)
    >>> path
    [3, 2, 0, 1]
    """
    n = len(path)
    if len(table) != n or sorted(path) != list(range(n)):
        raise ValueError(f"path {path}, expected each of {len(table)} cells once")

    for _ in range(moves if n > 1 else 0):
        seed, number = splitmix64(seed)
        first = number >> 63
        end = path[0] if first else path[n - 1]
        near = [cell for cell in table[end] if cell < n]
        if not near:
            continue
        seed, number = splitmix64(seed)
        joint = list(path).index(near[(number >> 32) * len(near) >> 32])
        if first:
            path[:joint] = list(path[:joint])[::-1]
        else:
            path[joint + 1 :] = list(path[joint + 1 :])[::-1]
    return seed
