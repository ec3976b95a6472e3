"""Twin of `unriddle.core.walk.boggle_exhaustive`: every path, every string, every look-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from ..trie import Trie

__all__ = ["ANY", "Exhaustive", "self_avoiding_paths"]

ANY = 255


def self_avoiding_paths(adjacency: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every path that meets no cell twice, each direction for itself, a path after its beginnings.

    Examples
    --------
    >>> list(self_avoiding_paths([2, 1]))
    [(0,), (0, 1), (1,), (1, 0)]
    """

    def extend(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        yield path
        for cell in range(len(adjacency)):
            if adjacency[path[-1]] >> cell & 1 and cell not in path:
                yield from extend((*path, cell))

    for cell in range(len(adjacency)):
        yield from extend((cell,))


class Exhaustive:
    """Walks every path and looks up every string that it can stand for.

    Examples
    --------
    >>> walk = Exhaustive([2, 1], [0, 1], [0, 1, 2], Trie([(0, 1), (1, 1)]))
    >>> walk.run(3), walk.run(3), walk.moves, walk.lookups, walk.found
    (True, False, 4, 4, [1, 0])
    """

    def __init__(
        self,
        adjacency: Sequence[int],
        codes: Sequence[int],
        offsets: Sequence[int],
        trie: Trie,
        min_length: int = 1,
    ) -> None:
        self.tiles = [tuple(int(code) for code in codes[low:high]) for low, high in pairwise(offsets)]
        paths = (path for path in self_avoiding_paths(adjacency) if self.tiles[path[0]])
        self.paths = list(paths)
        self.trie, self.min_length = trie, min_length
        self.moves = self.lookups = 0
        self.found = [0] * trie.n_words

    @property
    def finished(self) -> bool:
        """Whether every path has been walked."""
        return self.moves == len(self.paths)

    def run(self, budget: int) -> bool:
        """Walk at most `budget` paths; return whether work remains."""
        for path in self.paths[self.moves : self.moves + budget]:
            self.moves += 1
            string = [letter for cell in path for letter in self.tiles[cell]]
            if len(string) >= self.min_length:
                self.lookups += 1
                choices = (range(self.trie.n_letters) if letter == ANY else (letter,) for letter in string)
                for codes in product(*choices):
                    number = self.trie.find(codes)
                    if number >= 0:
                        self.found[number] = 1
        return not self.finished
