"""Twin of `small_walk`, `large_walk` and `tile_walk`: words on a board, said plainly."""

from __future__ import annotations

from collections.abc import Collection, Sequence

__all__ = ["walk"]

Letters = tuple[int, ...]


def walk(
    neighbours: Sequence[Sequence[int]], tiles: Sequence[Collection[Letters]], words: Collection[Letters]
) -> tuple[set[Letters], int, int]:
    """Return the words on a board, the continuable paths, and the paths whose letters begin a word.

    A path is a sequence of cells, each a neighbour of the one before, none used twice. It spells the
    letters of its tiles one after another; a tile that can be read in several ways (a wildcard) gives a
    path for each. A path is continuable if its letters are a proper prefix of a word.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        Neighbours of each cell.
    tiles : sequence of collections of tuples
        Ways to read each cell's tile: none for a hole, each a tuple of letter codes.
    words : collection of tuples
        The lexicon.

    Examples
    --------
    >>> found, continuable, moves = walk([[1], [0]], [{(0,)}, {(1,)}], {(0, 1), (1,)})
    >>> sorted(found), continuable, moves
    ([(0, 1), (1,)], 1, 3)
    """
    words = set(words)
    prefixes = {word[:end] for word in words for end in range(len(word))}
    found: set[Letters] = set()
    continuable = moves = 0
    paths: list[tuple[tuple[int, ...], Letters]] = [
        ((cell,), letters) for cell in range(len(tiles)) for letters in tiles[cell]
    ]
    while paths:
        path, letters = paths.pop()
        if letters in words:
            found.add(letters)
        if letters in words or letters in prefixes:
            moves += 1
        if letters in prefixes:
            continuable += 1
            paths += [
                ((*path, cell), letters + more)
                for cell in neighbours[path[-1]]
                if cell not in path
                for more in tiles[cell]
            ]
    return found, continuable, moves
