"""Twin of `unriddle.core.walk.word_squares`: words in slots that share cells, said plainly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..trie import Trie

__all__ = ["SquareWalk", "spelled"]


def spelled(
    words: Sequence[Sequence[int]], slots: Sequence[Sequence[int]], distinct: bool = True
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of one word a slot that agrees on the letter of each cell.

    Parameters
    ----------
    words : sequence of sequences of int
        Letter codes.
    slots : sequence of sequences of int
        Cells.
    distinct : bool
        No word is used twice.

    Examples
    --------
    >>> list(spelled([(0, 1), (1, 0)], [[0, 1], [1, 2]]))
    [(0, 1), (1, 0)]
    """

    def extend(chosen: tuple[int, ...], letters: dict[int, int]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(slots):
            yield chosen
            return
        cells = slots[len(chosen)]
        for number, word in enumerate(words):
            agrees = len(word) == len(cells) and all(
                letters.get(cell, letter) == letter for cell, letter in zip(cells, word, strict=True)
            )
            if agrees and not (distinct and number in chosen):
                yield from extend((*chosen, number), {**letters, **dict(zip(cells, word, strict=True))})

    yield from extend((), {})


class SquareWalk:
    """The search of the kernel, slot by slot; a node is a solution, and `seed` does nothing.

    Examples
    --------
    >>> walk = SquareWalk(Trie([(0, 1), (1, 0)]), [0, 1, 1, 2], [0, 2, 4])
    >>> walk.run(100), walk.solutions, walk.solution
    (False, 2, (1, 0))
    """

    def __init__(
        self,
        trie: Trie,
        slot_cells: Sequence[int],
        slot_offsets: Sequence[int],
        distinct: bool = True,
        seed: int | None = None,
    ) -> None:
        slots = [list(slot_cells[a:b]) for a, b in pairwise(slot_offsets)]
        self.most_solutions = self.solutions = self.nodes = 0
        self.solution: tuple[int, ...] = (-1,) * len(slots)
        self.exhausted = False
        self._found = spelled(trie.words, slots, distinct)

    def run(self, budget: int) -> bool:
        """Look for at most `budget` solutions; return whether work remains."""
        while budget > 0 and not self.exhausted and not 0 < self.most_solutions <= self.solutions:
            budget -= 1
            found = next(self._found, None)
            if found is None:
                self.exhausted = True
            else:
                self.solution, self.solutions, self.nodes = found, self.solutions + 1, self.nodes + 1
        return not self.exhausted and not 0 < self.most_solutions <= self.solutions
