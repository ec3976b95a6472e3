"""Twin of `unriddle.core.search.ladder`: when two words are one step apart."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ladder_graph", "one_step"]


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


def ladder_graph(words: Sequence[str], insert_delete: bool = False) -> list[list[int]]:
    """Return for each word the words one step away, in rising order.

    Examples
    --------
    >>> ladder_graph(["cat", "cot", "dog"])
    [[1], [0], []]
    """
    return [[w for w, b in enumerate(words) if one_step(a, b, insert_delete)] for a in words]
