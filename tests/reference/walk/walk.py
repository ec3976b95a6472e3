"""Words on a board, in plain Python: what `boggle_small`, `boggle_large` and `boggle_tiles` share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

__all__ = ["Letters", "cells_of", "readings", "walk"]

Letters = tuple[int, ...]


def cells_of(bitboard: int) -> list[int]:
    """Return the cells of a bitboard in rising order.

    Examples
    --------
    >>> cells_of(0b1010)
    [1, 3]
    """
    return [cell for cell in range(int(bitboard).bit_length()) if int(bitboard) >> cell & 1]


def readings(
    tiles: Sequence[int],
    tile_letters: Sequence[Sequence[int]],
    wildcard: int,
    letters: Iterable[int],
    others: Sequence[int] | None = None,
) -> list[list[Letters]]:
    """Return the ways to read each cell: none for a hole, one of each letter for the wildcard.

    `others` is by row of `tile_letters` a row behind it with another reading, -1 for none.

    Examples
    --------
    >>> readings([0, 1, 2], [[0, 2], [255, 255], [1, 255]], 2, range(3))
    [[(0, 2)], [], [(0,), (1,), (2,)]]
    >>> readings([0], [[0], [1]], -1, range(3), [1, -1])
    [[(0,), (1,)]]
    """
    ways: list[list[Letters]] = []
    for row in tile_letters:
        tile = tuple(int(code) for code in row if code != 255)
        ways.append([tile] if tile else [])
    for number in range(len(ways) - 1, -1, -1):
        if others is not None and others[number] >= 0:
            ways[number] = ways[number] + ways[others[number]]
    each: list[Letters] = [(int(letter),) for letter in letters]
    return [each if tile == wildcard else ways[tile] for tile in tiles]


def walk(
    neighbours: Sequence[Sequence[int]],
    tiles: Sequence[Collection[Letters]],
    words: Collection[Letters],
    starts: Iterable[int] | None = None,
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
    starts : iterable of int, optional
        Cells where a path may begin; all by default.

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
        ((cell,), letters)
        for cell in (range(len(tiles)) if starts is None else starts)
        for letters in tiles[cell]
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
