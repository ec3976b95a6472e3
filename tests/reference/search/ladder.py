"""Twin of `unriddle.core.search.ladder`: when two words are one step apart."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

__all__ = ["LadderGraph", "ladder_bytes", "neighbours", "one_step"]


def one_step(a: str, b: str, insert_delete: bool = False) -> bool:
    """Say whether changing one letter (or putting one in or taking one out) makes `b` of `a`.

    Examples
    --------
    >>> one_step("cost", "cast"), one_step("cost", "cot"), one_step("cost", "cot", True)
    (True, False, True)
    """
    if len(a) == len(b):
        return sum(x != y for x, y in zip(a, b, strict=True)) == 1
    shorter, longer = sorted((a, b), key=len)
    return insert_delete and any(
        longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer))
    )


def neighbours(words: Sequence[str], insert_delete: bool = False) -> list[list[int]]:
    """Return for each word the words one step away, in rising order.

    Examples
    --------
    >>> neighbours(["cat", "cot", "dog"])
    [[1], [0], []]
    """
    return [[w for w, b in enumerate(words) if one_step(a, b, insert_delete)] for a in words]


class LadderGraph:
    """Makes the graph of a word list in CSR form: ``indices[indptr[v]:indptr[v + 1]]`` are one step from v.

    Word w is ``codes[at[w]:at[w + 1]]``, the code of a letter is its code point.

    Examples
    --------
    >>> search = LadderGraph([ord(letter) for letter in "catcotdog"], [0, 3, 6, 9])
    >>> search.run(2), search.run(2), search.tables()
    (True, False, ([0, 1, 2, 2], [1, 0]))
    """

    def __init__(
        self,
        codes: Sequence[int],
        at: Sequence[int],
        insert_delete: bool = False,
        max_edges: int = 1 << 28,
    ) -> None:
        pairs = itertools.pairwise(at)
        self._words = ["".join(chr(int(code)) for code in codes[a:b]) for a, b in pairs]
        self._insert_delete, self._max_edges = insert_delete, max_edges
        self._rows: list[list[int]] = []
        self.nodes = 0

    @property
    def edges(self) -> int:
        """Edges found so far, each direction counted."""
        return sum(map(len, self._rows))

    @property
    def overflow(self) -> bool:
        """Whether there are more edges than allowed."""
        return self.edges > self._max_edges

    def run(self, budget: int) -> bool:
        """Find the neighbours of at most `budget` words; return whether work remains."""
        for word in self._words[self.nodes : self.nodes + budget]:
            near = [v for v, other in enumerate(self._words) if one_step(word, other, self._insert_delete)]
            self._rows.append(near)
            self.nodes += 1
        return self.nodes < len(self._words) and not self.overflow

    def tables(self) -> tuple[list[int], list[int]]:
        """Return the graph, once it is made."""
        if self.nodes < len(self._words):
            raise ValueError("the graph is not made yet")
        return [0, *itertools.accumulate(map(len, self._rows))], [w for row in self._rows for w in row]


def ladder_bytes(
    n_words: int, n_letters: int, n_longest: int, n_edges: int, insert_delete: bool = False
) -> int:
    """Return the memory of the kernel's tables: of words, of their letters, a hash table, edges twice.

    Examples
    --------
    >>> ladder_bytes(3, 9, 3, 2)
    376
    """
    table = max(4, 1 << max(0, 2 * n_longest - 1).bit_length())
    letters = (20 if insert_delete else 16) * (n_letters + 1)
    return 36 * (n_words + 1) + letters + 8 * n_longest + 4 * table + 8 * n_edges
