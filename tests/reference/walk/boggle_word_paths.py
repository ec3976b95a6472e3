"""Twin of `unriddle.core.walk.boggle_word_paths`: the paths that spell a word, said plainly."""

from __future__ import annotations

from collections.abc import Collection, Iterator, MutableSequence, Sequence

from ..topology import neighbours
from .walk import Letters, readings

__all__ = ["WordPaths", "word_paths"]


def word_paths(
    neighbours: Sequence[Sequence[int]],
    tiles: Sequence[Collection[Letters]],
    word: Letters,
    starts: Sequence[int] | None = None,
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
    starts : sequence of int, optional
        Cells where a path may begin; all by default.

    Examples
    --------
    >>> list(word_paths([[1], [0]], [{(0,)}, {(1,)}], (1, 0)))
    [(1, 0)]
    """

    def extend(path: tuple[int, ...], rest: Letters) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield path
            return
        for cell in neighbours[path[-1]] if path else first:
            if cell not in path:
                for letters in tiles[cell]:
                    if rest[: len(letters)] == letters:
                        yield from extend((*path, cell), rest[len(letters) :])

    first = range(len(tiles)) if starts is None else starts
    yield from extend((), word)


class WordPaths:
    """A search for the paths that spell one word; a step is a path.

    Examples
    --------
    >>> search = WordPaths(1, 2, 0, False, [0, 0], [[0]], -1, bytes([0, 0]))
    >>> cells, ends = [0] * 254, [0] * 2
    >>> search.run(10, cells, ends), cells[:4], ends, search.count
    ((2, False), [0, 1, 1, 0], [2, 4], 2)
    """

    def __init__(  # noqa: PLR0913 (the arguments of the kernel)
        self,
        rows: int,
        cols: int,
        topology: int,
        wrap: bool,
        tiles: Sequence[int],
        tile_letters: Sequence[Sequence[int]],
        wildcard: int,
        word: Sequence[int],
        first: int = 0,
        end: int = -1,
        others: Sequence[int] | None = None,
    ) -> None:
        ways = readings(tiles, tile_letters, wildcard, sorted(set(word)), others)
        starts = range(first, rows * cols if end < 0 else end)
        self.paths = list(word_paths(neighbours(rows, cols, topology, wrap), ways, tuple(word), starts))
        self.count = 0

    def run(self, budget: int, cells: MutableSequence[int], ends: MutableSequence[int]) -> tuple[int, bool]:
        """Write at most `budget` paths, as room allows; return how many, and whether any remain."""
        written = used = 0
        for path in self.paths[self.count : self.count + budget]:
            if len(ends):
                if written == len(ends) or used + len(path) > len(cells):
                    break
                for cell in path:
                    cells[used] = cell
                    used += 1
                ends[written] = used
                written += 1
            self.count += 1
        return written, self.count < len(self.paths)
