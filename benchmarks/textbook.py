"""The usual algorithm in plain Python that cases of several puzzles are compared with."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from reference.topology import neighbours

__all__ = ["every_path"]


def every_path(side: int, tiles: Sequence[str], words: Collection[str]) -> tuple[set[str], int]:
    """Return the words on a square board, and the paths: every path made, then its string looked up."""
    table, found, moves = neighbours(side, side), set(), 0

    def extend(path: list[int], text: str) -> None:
        nonlocal moves
        moves += 1
        if text in words:
            found.add(text)
        for cell in table[path[-1]]:
            if cell not in path:
                extend([*path, cell], text + tiles[cell])

    for start in range(len(tiles)):
        extend([start], tiles[start])
    return found, moves
