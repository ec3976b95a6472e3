"""Twin of `unriddle.core.assign.placement`: what it means that words fill slots, said plainly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

from .domains import narrowed

__all__ = ["MAX_LETTERS", "PlacementSearch", "fillings"]

MAX_LETTERS = 63


def fillings(
    slots: Sequence[Sequence[int]],
    words: Sequence[Sequence[int]],
    least: Sequence[int],
    most: Sequence[int],
    allowed: Sequence[int],
    apart: Sequence[Set[int]] = (),
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of one word a slot that agrees with the cells and the bounds.

    Parameters
    ----------
    slots : sequence of sequences of int
        The cells of each slot.
    words : sequence of sequences of int
        The letter codes of each word.
    least, most : sequence of int
        How often each word has to be used and may be used.
    allowed : sequence of int
        One bit a letter: what each cell may hold.
    apart : sequence of set of int, optional
        The words that may be in no other slot where a word is in one; if a is apart from b, b is from a.

    Examples
    --------
    >>> list(fillings([[0, 1], [0, 2]], [(0, 1), (0, 2)], [1, 1], [1, 1], [7, 7, 7]))
    [(0, 1), (1, 0)]
    """
    used = [0] * len(words)

    def extend(chosen: tuple[int, ...], letters: dict[int, int]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(slots):
            if all(least[word] <= used[word] for word in range(len(words))):
                yield chosen
            return
        cells = slots[len(chosen)]
        for number, word in enumerate(words):
            fits = len(word) == len(cells) and all(
                letters.get(cell, letter) == letter and allowed[cell] >> letter & 1
                for cell, letter in zip(cells, word, strict=True)
            )
            if apart and not apart[number].isdisjoint(chosen):
                continue
            if fits and used[number] < most[number]:
                used[number] += 1
                yield from extend((*chosen, number), {**letters, **dict(zip(cells, word, strict=True))})
                used[number] -= 1

    yield from extend((), {})


class PlacementSearch:
    """The search of the kernel, with the same arguments and what can be compared of its attributes.

    `score` and `seed` change the order alone: here it is that of the words. With `worth` only solutions whose
    sum is more than that of all before are found.

    Examples
    --------
    >>> search = PlacementSearch([0, 1, 0, 2], [0, 2, 4], [0, 1, 0, 2], [0, 2, 4], [1, 1], [1, 1], [7] * 3, 3)
    >>> search.run(100), search.solutions
    (False, 2)
    """

    def __init__(  # noqa: PLR0913 (the arguments of the kernel)
        self,
        slot_cells: Sequence[int],
        slot_offsets: Sequence[int],
        letters: Sequence[int],
        word_offsets: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
        allowed: Sequence[int],
        n_letters: int,
        score: Sequence[int] | None = None,
        seed: int = 0,
        worth: Sequence[float] | None = None,
    ) -> None:
        slots = [list(slot_cells[a:b]) for a, b in pairwise(slot_offsets)]
        words = [tuple(letters[a:b]) for a, b in pairwise(word_offsets)]
        self.most_solutions = 0
        self.solutions = 0
        self.solution: tuple[int, ...] = ()
        self.exhausted = False
        self.best = float("-inf")
        self._worth = worth
        masks = [int(mask) & ((1 << n_letters) - 1) for mask in allowed]
        self._problem = (slots, words, least, most, masks)
        self._found = fillings(*self._problem)
        self._domains = narrowed(*self._problem)

    def keep_apart(
        self,
        part_offsets: Sequence[int],
        parts: Sequence[int],
        member_offsets: Sequence[int],
        members: Sequence[int],
    ) -> None:
        """Let no two slots have words of which one is in a list of the other."""
        lists = [set(members[a:b]) for a, b in pairwise(member_offsets)]
        apart = [set().union(*(lists[k] for k in parts[a:b])) for a, b in pairwise(part_offsets)]
        self._found = fillings(*self._problem, apart)
        self._domains = narrowed(*self._problem, apart)

    def candidates(self, slot: int) -> list[int]:
        """Return the words that a slot may take before any is tried; none where rules contradict each other.

        Raises
        ------
        IndexError
            No such slot.
        """
        return [] if self._domains is None else sorted(self._domains[slot])

    def run(self, budget: int) -> bool:
        """Search until nothing remains or `most_solutions` are found; the budget is not counted here."""
        while not self.exhausted and not 0 < self.most_solutions <= self.solutions:
            solution = next(self._found, None)
            if solution is None:
                self.exhausted = True
            elif self._worth is None:
                self.solution, self.solutions = solution, self.solutions + 1
            elif (total := sum(self._worth[word] for word in solution)) > self.best:
                self.solution, self.solutions, self.best = solution, self.solutions + 1, total
        return False
