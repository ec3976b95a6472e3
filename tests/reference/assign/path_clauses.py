"""Twin of `unriddle.core.assign.path_clauses`: what must hold of the pairs of a number and its cell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

__all__ = ["clauses_of"]


def clauses_of(
    table: Sequence[Sequence[int]], domain: Sequence[Sequence[int]], found: Sequence[Sequence[int]]
) -> tuple[list[tuple[int, int]], list[int], list[int], list[int], list[int]]:
    """Return pairs, clauses and where each begins, groups and where each begins.

    Every number has a cell, and a cell one number at most; successive numbers stand on neighbours; a solution
    that was found does not hold again.

    Parameters
    ----------
    table : sequence of sequence of int
        Neighbours of each cell; unused places hold the number of cells or more.
    domain : sequence of sequence of int
        Bitboards of the cells of each number, from 0, in words of 64 cells.
    found : sequence of sequence of int
        Solutions to leave out: the number of each cell from 1.

    Examples
    --------
    >>> pairs, lits, starts, groups, group_starts = clauses_of([[1], [0]], [[1], [2]], [])
    >>> pairs, lits, starts, groups, group_starts
    ([(0, 0), (1, 1)], [0, 2, 0, 2], [0, 1, 2, 3, 4], [0, 1, 0, 1], [0, 1, 2, 3, 4])
    """
    n_cells = len(table)
    domains = [
        [64 * w + bit for w, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1]
        for words in domain
    ]
    pairs = [(k, cell) for k, cells in enumerate(domains) for cell in cells]
    variable = {pair: v for v, pair in enumerate(pairs)}
    by_number = [[variable[k, cell] for cell in cells] for k, cells in enumerate(domains)]
    by_cell = [[v for v, (_, other) in enumerate(pairs) if other == cell] for cell in range(n_cells)]
    clauses = [[2 * v for v in own] for own in by_number]
    for v, (k, cell) in enumerate(pairs):
        for other in (k - 1, k + 1):
            if 0 <= other < len(domains) and len(domains[k]) > 1:
                reached = [variable[other, to] for to in table[cell] if (other, to) in variable]
                clauses.append([2 * v + 1, *(2 * u for u in reached)])
    clauses += [[2 * v for v in own] for own in by_cell if own]
    for grid in found:
        held = [(number - 1, cell) for cell, number in enumerate(grid) if number > 0]
        if all(pair in variable for pair in held):
            clauses.append([2 * variable[pair] + 1 for pair in held])
    groups = [*by_number, *by_cell]
    return (
        pairs,
        [lit for clause in clauses for lit in clause],
        [0, *accumulate(map(len, clauses))],
        [v for group in groups for v in group],
        [0, *accumulate(map(len, groups))],
    )
