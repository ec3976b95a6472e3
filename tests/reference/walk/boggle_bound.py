"""Twin of `unriddle.core.walk.boggle_bound`: the bound of a class of boards, and its boards one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from .boggle_small import WordTable
from .walk import Letters, cells_of

__all__ = ["MAX_CELLS", "MAX_LETTERS", "BoardTree", "boards_of", "bound", "narrow", "ordered", "terms"]

MAX_CELLS = 25
MAX_LETTERS = 31

Term = tuple[tuple[int, int], ...]


def ordered(letters: Mapping[int, int], rank: Sequence[int], least: Sequence[Collection[int]]) -> bool:
    """Return whether no letter has a lower rank than that of a cell whose letter must not have a higher one.

    Parameters
    ----------
    letters : mapping
        Cell -> letter; cells that are not in it are not asked.
    rank : sequence of int
        Of each letter.
    least : sequence of collections of int
        For each cell those whose letters must not have a higher rank.

    Examples
    --------
    >>> ordered({0: 1, 1: 0}, [0, 1], [[], [0]]), ordered({1: 0}, [0, 1], [[], [0]])
    (False, True)
    """
    return all(
        rank[letters[other]] <= rank[letter]
        for cell, letter in letters.items()
        for other in least[cell]
        if other in letters
    )


def narrow(
    sets: Sequence[Collection[int]], rank: Sequence[int], least: Sequence[Collection[int]]
) -> list[set[int]] | None:
    """Take from sets the letters that another cell's rule out, until none goes; None where no board is left.

    A hole, which has no letters, asks for nothing.

    Examples
    --------
    >>> narrow([{1, 2}, {0, 1, 2}], [0, 1, 2], [[], [0]])
    [{1, 2}, {1, 2}]
    """
    now = [set(letters) for letters in sets]
    pairs = [(other, cell) for cell in range(len(now)) for other in least[cell] if now[cell] and now[other]]
    before: list[set[int]] = []
    while now != before:
        before = [set(letters) for letters in now]
        for low, high in pairs:
            most, first = max(rank[x] for x in now[high]), min(rank[x] for x in now[low])
            now[low] = {x for x in now[low] if rank[x] <= most}
            now[high] = {x for x in now[high] if rank[x] >= first}
            if not now[low] or not now[high]:
                return None
    return now


def terms(
    neighbours: Sequence[Sequence[int]],
    sets: Sequence[Collection[int]],
    values: Mapping[Letters, int],
    order: Sequence[int],
) -> dict[Term, int]:
    """Return what words of some points each ask of the cells of several letters, and their points.

    A term is a tuple of (cell, letter) in the order of `order`. A word counts once a term, however many of
    its paths ask the same.

    Examples
    --------
    >>> terms([[1], [0]], [{0, 1}, {2}], {(0, 2): 5, (2,): 3}, [0, 1])
    {(): 3, ((0, 0),): 5}
    """
    found: dict[Term, int] = {}
    for word in sorted(values):
        paths: list[tuple[int, ...]] = [()]
        for letter in word:
            paths = [
                (*path, cell)
                for path in paths
                for cell in (neighbours[path[-1]] if path else range(len(sets)))
                if cell not in path and letter in sets[cell]
            ]
        asked = [dict(zip(path, word, strict=True)) for path in paths]
        every = {
            tuple((cell, of[cell]) for cell in order if cell in of and len(sets[cell]) > 1) for of in asked
        }
        if values[word]:
            for term in every:
                found[term] = found.get(term, 0) + values[word]
    return dict(sorted(found.items()))


def bound(tree: Mapping[Term, int]) -> int:
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
    sets: Sequence[Collection[int]], tree: Mapping[Term, int], at_least: int
) -> Iterator[tuple[int, ...]]:
    """Yield the boards of a class whose letters meet terms of a score in all; -1 for a hole.

    Examples
    --------
    >>> list(boards_of([{0, 1}, {2}], {(): 3, ((0, 0),): 5}, 8))
    [(0, 2)]
    """
    for letters in product(*(sorted(letters) or [-1] for letters in sets)):
        met = (n for term, n in tree.items() if all(letters[cell] == letter for cell, letter in term))
        if sum(met) >= at_least:
            yield letters


class BoardTree:
    """Finds all boards of a class that may reach a score, one of each up to symmetry."""

    full = False
    """There is always room."""

    def __init__(
        self,
        words: WordTable,
        adjacency: Sequence[int],
        values: Sequence[int],
        order: Sequence[int],
        rank: Sequence[int],
        least: Sequence[int],
        capacity: int = 1 << 20,
        room: int = 1 << 24,
    ) -> None:
        self.words, self.order, self.rank = words, order, rank
        self.values = dict(zip(words.trie.words, map(int, values), strict=True))
        self.neighbours = [cells_of(mask) for mask in adjacency]
        self.least = [cells_of(mask) for mask in least]
        self.n_cells = len(adjacency)
        self.boards: Iterator[tuple[int, ...]] = iter(())
        self.root, self.stopped = 0, False

    def stop(self) -> None:
        """End the work: `run` returns False."""
        self.stopped = True

    def bound(self, sets: Sequence[int]) -> int:
        """Return what no board of a class exceeds that is in the order of letters; 0 where there is none."""
        self.start(sets, 1)
        return self.root

    def start(self, sets: Sequence[int], at_least: int) -> None:
        """Begin the search of a class for all boards that may have a score."""
        self.root, self.boards = 0, iter(())
        classes = narrow([cells_of(mask) for mask in sets], self.rank, self.least)
        if classes is None:
            return
        tree = terms(self.neighbours, classes, self.values, self.order)
        tree = {term: n for term, n in tree.items() if ordered(dict(term), self.rank, self.least)}
        self.root = bound(tree)
        self.boards = (
            board
            for board in boards_of(classes, tree, at_least)
            if ordered({cell: x for cell, x in enumerate(board) if x >= 0}, self.rank, self.least)
        )

    def run(self, budget: int, found: list[bytes]) -> bool:
        """Append at most `budget` boards (255 a hole); return whether any may remain."""
        for _ in range(budget):
            board = next(self.boards, None)
            if board is None or self.stopped:
                return False
            found.append(bytes(255 if code < 0 else code for code in board))
        return True
