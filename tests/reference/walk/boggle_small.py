"""Twin of `unriddle.core.walk.boggle_small`: boards of single letters, one after another, by `walk`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ..trie import Trie
from .walk import cells_of, walk

__all__ = ["SmallWalk", "WordTable"]

LETTERS = 32
"""Letters of the alphabet; a code from here on is a hole."""


class WordTable:
    """A trie, and what is known of the word at each of its places."""

    def __init__(self, trie: Trie, lengths: Sequence[int], numbers: Sequence[int]) -> None:
        self.trie, self.lengths, self.numbers = trie, lengths, numbers


class SmallWalk:
    """Finds the words on boards of one shape; no board has too many paths. `score` counts no moves.

    Examples
    --------
    >>> search = SmallWalk(WordTable(Trie([(0, 1), (1,)]), [2, 1], [0, 1]), [2, 1])
    >>> scores = [0]
    >>> search.score([[0, 1]], [0, 5, 7], scores), scores, search.nodes, search.moves
    (1, [12], 1, 0)
    """

    def __init__(self, words: WordTable, adjacency: Sequence[int], capacity: int = 1 << 16) -> None:
        self.table = words
        self.neighbours = [cells_of(mask) for mask in adjacency]
        self.n_cells = len(adjacency)
        self.nodes = self.moves = 0

    def found(self, board: Sequence[int]) -> list[int]:
        """Return the places of the words on a board."""
        tiles = [[(int(code),)] if code < LETTERS else [] for code in board]
        found, continuable, moves = walk(self.neighbours, tiles, self.table.trie.words)
        self.nodes += continuable
        self.moves += moves
        return [place for place, word in enumerate(self.table.trie.words) if word in found]

    def score(
        self, boards: Sequence[Sequence[int]], points: Sequence[int], scores: MutableSequence[int]
    ) -> int:
        """Score boards one after another; return how many."""
        moves = self.moves
        for i, board in enumerate(boards):
            scores[i] = sum(points[self.table.lengths[place]] for place in self.found(board))
        self.moves = moves
        return len(boards)

    def tally(
        self,
        boards: Sequence[Sequence[int]],
        points: Sequence[int],
        min_length: int,
        tallies: Sequence[MutableSequence[int]],
    ) -> int:
        """Write number, points and greatest length of the words of boards; return how many boards."""
        for i, board in enumerate(boards):
            lengths = [self.table.lengths[place] for place in self.found(board)]
            lengths = [length for length in lengths if length >= min_length]
            tallies[i][:] = [len(lengths), sum(points[k] for k in lengths), max(lengths, default=0)]
        return len(boards)

    def words(
        self,
        boards: Sequence[Sequence[int]],
        min_length: int,
        ends: MutableSequence[int],
        out: MutableSequence[int],
    ) -> tuple[int, bool]:
        """Write the numbers of the words on boards, rising in each; return the boards done, and False."""
        written = 0
        for i, board in enumerate(boards):
            places = [place for place in self.found(board) if self.table.lengths[place] >= min_length]
            if written + len(places) > len(out):
                return i, False
            for number in sorted(self.table.numbers[place] for place in places):
                out[written] = number
                written += 1
            ends[i] = written
        return len(boards), False
