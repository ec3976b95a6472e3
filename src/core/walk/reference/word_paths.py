"""Twin of `unriddle.core.walk.word_paths`: the paths that spell a word, said plainly."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

__all__ = ["word_paths"]

Letters = tuple[int, ...]


def word_paths(
    neighbours: Sequence[Sequence[int]], tiles: Sequence[Collection[Letters]], word: Letters
) -> Iterator[tuple[int, ...]]:
    """Yield every path whose tiles spell `word`, each cell sequence once, in rising order.

    Parameters
    ----------
    neighbours : sequence of sequences of int
        Neighbours of each cell.
    tiles : sequence of collections of tuples
        Ways to read each cell's tile: none for a hole, each a tuple of letter codes.
    word : tuple of int
        Letter codes.

    Examples
    --------
    >>> list(word_paths([[1], [0]], [{(0,)}, {(1,)}], (1, 0)))
    [(1, 0)]
    """

    def extend(path: tuple[int, ...], rest: Letters) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield path
            return
        for cell in neighbours[path[-1]] if path else range(len(tiles)):
            if cell not in path:
                for letters in tiles[cell]:
                    if rest[: len(letters)] == letters:
                        yield from extend((*path, cell), rest[len(letters) :])

    yield from extend((), word)
