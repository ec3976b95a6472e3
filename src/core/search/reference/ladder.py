"""Twin of `unriddle.core.search.ladder`: when two words are one step apart."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ladder_graph", "neighbours", "one_step"]


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


def ladder_graph(
    codes: Sequence[int],
    at: Sequence[int],
    insert_delete: bool = False,
    max_edges: int = 1 << 28,
) -> tuple[list[int], list[int]]:
    """Return the graph of a word list in CSR form: ``indices[indptr[v]:indptr[v + 1]]`` are one step from v.

    Word w is ``codes[at[w]:at[w + 1]]``, the code of a letter is its code point.

    Examples
    --------
    >>> ladder_graph([ord(letter) for letter in "catcotdog"], [0, 3, 6, 9])
    ([0, 1, 2, 2], [1, 0])
    """
    words = ["".join(chr(int(code)) for code in codes[at[w] : at[w + 1]]) for w in range(len(at) - 1)]
    rows = neighbours(words, insert_delete)
    indices = [w for row in rows for w in row]
    if len(indices) > max_edges:
        raise OverflowError(f"{len(indices)} edges, expected at most {max_edges}")
    return [sum(map(len, rows[:v])) for v in range(len(rows) + 1)], indices
