"""Twin of `unriddle.core.walk.board_bound`: the bound of a class of boards, and its boards one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from .small_walk import WordTable
from .walk import Letters, cells_of

__all__ = ["MAX_CELLS", "MAX_LETTERS", "BoardBound", "boards_of", "bound", "terms"]

MAX_CELLS = 12
MAX_LETTERS = 31

Term = tuple[tuple[int, int], ...]


def terms(
    neighbours: Sequence[Sequence[int]],
    sets: Sequence[Collection[int]],
    words: Collection[Letters],
    points: Sequence[int],
    order: Sequence[int],
) -> dict[Term, int]:
    """Return what each path of a word asks of the cells of several letters, and its points.

    A term is a tuple of (cell, letter) in the order of `order`; equal terms are added up.

    Examples
    --------
    >>> terms([[1], [0]], [{0, 1}, {2}], {(0, 2), (2,)}, [0, 3, 5], [0, 1])
    {(): 3, ((0, 0),): 5}
    """
    found: dict[Term, int] = {}
    for word in sorted(words):
        paths: list[tuple[int, ...]] = [()]
        for letter in word:
            paths = [
                (*path, cell)
                for path in paths
                for cell in (neighbours[path[-1]] if path else range(len(sets)))
                if cell not in path and letter in sets[cell]
            ]
        for path in paths:
            asked = dict(zip(path, word, strict=True))
            term = tuple((cell, asked[cell]) for cell in order if cell in asked and len(sets[cell]) > 1)
            if points[len(word)]:
                found[term] = found.get(term, 0) + points[len(word)]
    return dict(sorted(found.items()))


def bound(tree: dict[Term, int]) -> int:
    """Return the points of the empty term, and for each cell that comes first the most by its letter.

    Examples
    --------
    >>> bound({(): 1, ((0, 1),): 2, ((0, 1), (2, 0)): 1, ((0, 3),): 5, ((2, 0),): 1})
    7
    """
    below: dict[int, dict[int, dict[Term, int]]] = {}
    for term, points in tree.items():
        if term:
            (cell, letter), rest = term[0], term[1:]
            below.setdefault(cell, {}).setdefault(letter, {})[rest] = points
    return tree.get((), 0) + sum(max(map(bound, letters.values())) for letters in below.values())


def boards_of(
    neighbours: Sequence[Sequence[int]],
    sets: Sequence[Collection[int]],
    words: Collection[Letters],
    points: Sequence[int],
    at_least: int,
) -> Iterator[tuple[int, ...]]:
    """Yield the boards of a class whose words, each counted once a path, make a score; -1 for a hole."""
    for letters in product(*(sorted(letters) or [-1] for letters in sets)):
        single = [{letter} for letter in letters]
        found = terms(neighbours, single, words, points, range(len(sets)))
        if found.get((), 0) >= at_least:
            yield letters


class BoardBound:
    """Bounds the scores of classes of boards, and finds all boards of a class that reach a score."""

    def __init__(
        self,
        words: WordTable,
        adjacency: Sequence[int],
        points: Sequence[int],
        order: Sequence[int],
        rank: Sequence[int],
        least: Sequence[int],
        capacity: int = 1 << 20,
    ) -> None:
        self.words, self.points, self.order, self.rank = words, points, order, rank
        self.neighbours = [cells_of(mask) for mask in adjacency]
        self.before = [cells_of(mask) for mask in least]
        self.n_cells = len(adjacency)
        self.boards: Iterator[tuple[int, ...]] = iter(())

    def bound(self, sets: Sequence[int]) -> int:
        """Return an upper bound of the scores of a class."""
        classes = [cells_of(mask) for mask in sets]
        return bound(terms(self.neighbours, classes, self.words.trie.words, self.points, self.order))

    def start(self, sets: Sequence[int], at_least: int) -> bool:
        """Begin the search of a class for all boards of a score; there is always room."""
        classes = [cells_of(mask) for mask in sets]
        words = self.words.trie.words
        self.boards = (
            board
            for board in boards_of(self.neighbours, classes, words, self.points, at_least)
            if all(self._ordered(board, cell) for cell in range(self.n_cells) if len(classes[cell]) > 1)
        )
        return True

    def run(self, budget: int, found: list[bytes]) -> bool:
        """Append at most `budget` boards (255 a hole); return whether any may remain."""
        for _ in range(budget):
            board = next(self.boards, None)
            if board is None:
                return False
            found.append(bytes(255 if code < 0 else code for code in board))
        return True

    def _ordered(self, board: Sequence[int], cell: int) -> bool:
        """Return whether no cell before has a letter of higher rank; a hole has none."""
        others = [board[other] for other in self.before[cell] if board[other] >= 0]
        return all(self.rank[letter] <= self.rank[board[cell]] for letter in others)
