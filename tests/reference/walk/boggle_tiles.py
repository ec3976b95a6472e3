"""Twin of `unriddle.core.walk.boggle_tiles`: tiles of several letters, holes and wildcards, by `walk`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ..topology import neighbours
from ..trie import Trie
from .boggle_word_paths import word_paths
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
    >>> uses = [0, 0, 0]
    >>> search = TileWalk(Trie([(0, 1)]), 1, 3, 0, False, [0, 1, 0], [[0], [1]], -1, uses)
    >>> search.run(10), search.paths, uses
    (False, 2, [1, 2, 1])
    """

    def __init__(  # noqa: PLR0913 (the arguments of the kernel)
        self,
        trie: Trie,
        rows: int,
        cols: int,
        topology: int,
        wrap: bool,
        tiles: Sequence[int],
        tile_letters: Sequence[Sequence[int]],
        wildcard: int = -1,
        uses: MutableSequence[int] | None = None,
        min_length: int = 1,
        others: Sequence[int] | None = None,
    ) -> None:
        self.trie, self.neighbours = trie, neighbours(rows, cols, topology, wrap)
        self.tiles = readings(tiles, tile_letters, wildcard, range(trie.n_letters), others)
        self.words: set[Letters] = set()
        self.nodes = self.moves = self.paths = 0
        self.uses, self.min_length = uses, min_length

    def run(self, budget: int) -> bool:
        """Search the board; return that nothing remains."""
        if budget > 0 and self.moves == 0:
            self.words, self.nodes, self.moves = walk(self.neighbours, self.tiles, self.trie.words)
            if self.uses is not None:
                for word in self.words:
                    if len(word) >= self.min_length:
                        self._count(word, self.uses)
        return False

    def _count(self, word: Letters, uses: MutableSequence[int]) -> None:
        for path in word_paths(self.neighbours, self.tiles, word):
            self.paths += 1
            for cell in path:
                uses[cell] += 1

    def found_places(self) -> list[int]:
        """Return the places in the trie of the words found, rising."""
        return sorted(self.trie.numbers[word] for word in self.words)
