"""Twin of `unriddle.core.assign.domains`: the words that each slot may take before any is tried."""

from __future__ import annotations

from collections.abc import Sequence, Set

__all__ = ["narrowed"]


def narrowed(
    slots: Sequence[Sequence[int]],
    words: Sequence[Sequence[int]],
    least: Sequence[int],
    most: Sequence[int],
    allowed: Sequence[int],
    apart: Sequence[Set[int]] = (),
) -> list[set[int]] | None:
    """Return the words of each slot that no rule takes away, None where the rules contradict each other.

    The rules, until none applies: a cell holds a letter that some word has there, in each slot through it;
    a word that is the only one of as many slots as it may have, at least one, is no other slot's; a word
    that no more slots may take than need it is the word of all these; the words apart from the only one of a
    slot are no other slot's.

    Parameters
    ----------
    slots, words, least, most, allowed, apart
        As for `placement.fillings`.

    Examples
    --------
    >>> narrowed([[0, 1], [0, 2]], [(0, 1), (0, 2), (1, 1)], [0, 0, 0], [1, 1, 1], [1, 2, 7])
    [{0}, {1}]
    """
    cells = list(allowed)
    domains = [{n for n, word in enumerate(words) if len(word) == len(slot)} for slot in slots]
    lengths = {len(slot) for slot in slots}
    before = None
    while before != (cells, domains):
        before = (list(cells), [set(domain) for domain in domains])
        for slot, domain in zip(slots, domains, strict=True):
            for place, cell in enumerate(slot):
                domain -= {n for n in domain if not cells[cell] >> words[n][place] & 1}
                cells[cell] &= sum(1 << letter for letter in {words[n][place] for n in domain})
        _keep_apart(domains, apart)
        for n in range(len(words)):
            takers = [domain for domain in domains if n in domain]
            settled = [domain for domain in takers if len(domain) == 1]
            if len(settled) > most[n] or len(takers) < least[n]:
                return None
            for domain in takers:
                if len(takers) == least[n]:
                    domain &= {n}
                elif settled and len(settled) == most[n] and len(domain) > 1:
                    domain.remove(n)
        if not all(domains) or any(least[n] and len(words[n]) not in lengths for n in range(len(words))):
            return None
    return domains


def _keep_apart(domains: Sequence[set[int]], apart: Sequence[Set[int]]) -> None:
    """Take the words apart from the only one of a slot from all other slots."""
    for k, domain in enumerate(domains):
        if apart and len(domain) == 1:
            [number] = domain
            for j, other in enumerate(domains):
                if j != k:
                    other -= apart[number]
