"""Twin of `unriddle.core.walk.tile_walk`: tiles of several letters, holes and wildcards, by `walk`."""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.topology import neighbours
from ...reference.trie import Trie
from .walk import Letters, readings, walk

__all__ = ["MAX_CELLS", "TileWalk"]

MAX_CELLS = (1 << 31) - 1


class TileWalk:
    """A search for the words of a board; the first `run` does it all.

    Examples
    --------
    >>> search = TileWalk(Trie([(0, 1, 2)]), 1, 2, 0, False, [0, 1], [[0, 1], [2, 255]])
    >>> search.run(10), search.found_places(), search.nodes, search.moves
    (False, [0], 1, 2)
    """

    def __init__(
        self,
        trie: Trie,
        rows: int,
        cols: int,
        topology: int,
        wrap: bool,
        tiles: Sequence[int],
        tile_letters: Sequence[Sequence[int]],
        wildcard: int = -1,
    ) -> None:
        self.trie, self.neighbours = trie, neighbours(rows, cols, topology, wrap)
        self.tiles = readings(tiles, tile_letters, wildcard, range(trie.n_letters))
        self.words: set[Letters] = set()
        self.nodes = self.moves = 0

    def run(self, budget: int) -> bool:
        """Search the board; return that nothing remains."""
        if budget > 0 and self.moves == 0:
            self.words, self.nodes, self.moves = walk(self.neighbours, self.tiles, self.trie.words)
        return False

    def found_places(self) -> list[int]:
        """Return the places in the trie of the words found, rising."""
        return sorted(self.trie.numbers[word] for word in self.words)
