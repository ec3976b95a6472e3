"""The usual search for words on a board, in plain Python, as textbooks and first attempts have it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from reference.topology import neighbours

__all__ = ["prefix_set"]


def prefix_set(
    side: int, tiles: Sequence[str], words: Collection[str], prefixes: Collection[str]
) -> tuple[set[str], int]:
    """Return the words on a square board, and the paths: depth-first, back where no word begins so."""
    table, found, moves = neighbours(side, side), set(), 0
    used = [False] * len(tiles)

    def extend(cell: int, text: str) -> None:
        nonlocal moves
        word = text in words
        if word:
            found.add(text)
        if text not in prefixes:
            moves += word
            return
        moves += 1
        used[cell] = True
        for other in table[cell]:
            if not used[other]:
                extend(other, text + tiles[other])
        used[cell] = False

    for start in range(len(tiles)):
        extend(start, tiles[start])
    return found, moves
