"""Twin of `unriddle.core.walk.board_bound`: the bound of a class of boards, and its boards one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from .walk import Letters

__all__ = ["boards_of", "bound", "terms"]

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
