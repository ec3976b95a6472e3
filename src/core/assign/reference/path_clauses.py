"""Twin of `unriddle.core.assign.path_clauses`: what must hold of the pairs of a number and its cell."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["clauses_of"]

Pair = tuple[int, int]


def clauses_of(
    near: Sequence[Sequence[int]], domains: Sequence[Sequence[int]], found: Sequence[Sequence[int]]
) -> tuple[list[frozenset[tuple[Pair, bool]]], list[frozenset[Pair]]]:
    """Return clauses (sets of pairs and whether they hold) and groups (pairs of which one holds at most).

    Parameters
    ----------
    near : sequence of sequence of int
        Neighbours of each cell.
    domains : sequence of sequence of int
        Cells of each number, from 0.
    found : sequence of sequence of int
        Solutions to leave out: the number of each cell from 1.

    Examples
    --------
    >>> clauses, groups = clauses_of([[1], [0]], [[0], [1]], [])
    >>> sorted(map(sorted, groups))
    [[(0, 0)], [(0, 0)], [(1, 1)], [(1, 1)]]
    """
    groups = [frozenset((k, cell) for cell in cells) for k, cells in enumerate(domains)]
    used = sorted({cell for cells in domains for cell in cells})
    groups += [frozenset((k, c) for k, cells in enumerate(domains) if c in cells) for c in used]
    clauses = [frozenset((pair, True) for pair in group) for group in groups]
    for k, cells in enumerate(domains):
        for cell in cells if len(cells) > 1 else ():
            for other in (k - 1, k + 1):
                if 0 <= other < len(domains):
                    reached = {((other, c), True) for c in domains[other] if c in near[cell]}
                    clauses.append(frozenset({((k, cell), False), *reached}))
    for grid in found:
        pairs = [(number - 1, cell) for cell, number in enumerate(grid) if number > 0]
        if all(cell in domains[k] for k, cell in pairs):
            clauses.append(frozenset((pair, False) for pair in pairs))
    return clauses, groups
