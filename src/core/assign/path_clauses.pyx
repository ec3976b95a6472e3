"""Number paths as clauses, for a search that learns; twin: `unriddle.core.assign.reference.path_clauses`."""

import numpy as np

from libc.stdint cimport int32_t

from ..bits cimport lsb, popcount
from ..types cimport bitboard_t, cell_t


cdef inline int32_t rank_of(const bitboard_t[:, ::1] domain, Py_ssize_t k, cell_t cell) noexcept nogil:
    """Return how many cells of a number's domain come before `cell`, -1 where it is not among them."""
    cdef int w = cell >> 6, i
    cdef int32_t rank = 0
    cdef bitboard_t bit = <bitboard_t>1 << (cell & 63)
    if not domain[k, w] & bit:
        return -1
    for i in range(w):
        rank += popcount(domain[k, i])
    return rank + popcount(domain[k, w] & (bit - 1))


def clauses_of(const cell_t[:, ::1] table not None, const bitboard_t[:, ::1] domain not None, found):
    """Return a number path as clauses and groups for `learning.ClauseSearch`.

    Equivalent: a variable for each number and cell of its domain; each number and each cell that occurs has
    exactly one of its pairs (a clause and a group); for each pair and each number beside it whose domain has
    several cells, the clause that the other number is on a neighbour; for each solution in `found`, the
    clause that some pair of it does not hold.

    Parameters
    ----------
    table : int32 array of shape (cells, degree)
        Neighbours of each cell, at least `cells` where a place is unused.
    domain : uint64 array of shape (numbers, words)
        Bitboard of the cells of each number.
    found : sequence of int32 arrays of shape (cells,)
        Solutions to leave out: the number of each cell from 1.

    Returns
    -------
    pairs : int32 array of shape (variables, 2)
        Number (from 0) and cell of each variable, rising.
    clauses, starts, groups, group_starts : int32 arrays
        As `ClauseSearch` takes them.

    Notes
    -----
    O(pairs · degree). Numbers whose domain has one cell need no clauses: the first propagation has told
    their neighbours.
    """
    cdef Py_ssize_t n = domain.shape[0], words = domain.shape[1], n_cells = table.shape[0], degree = table.shape[1]
    cdef Py_ssize_t total, v = 0, at = 0, line = 0, k, other, cell, w, j, side
    cdef cell_t near
    cdef int32_t rank
    cdef bitboard_t word
    if words * 64 < n_cells:
        raise ValueError(f"domains of {words} words, expected room for {n_cells} cells")
    sizes = np.bitwise_count(np.asarray(domain)).sum(axis=1, dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    total = first[n]
    pairs = np.empty((total, 2), dtype=np.int32)
    clauses = np.empty(total * 2 * (degree + 2) + total * 2 + len(found) * n, dtype=np.int32)
    starts = np.zeros(2 * total + n + n_cells + len(found) + 1, dtype=np.int32)
    cdef int32_t[::1] base = first, lits = clauses, begins = starts
    cdef cell_t[:, ::1] pair = pairs
    for k in range(n):
        for w in range(words):
            word = domain[k, w]
            while word:
                pair[v, 0] = k
                pair[v, 1] = w * 64 + lsb(word)
                lits[at] = 2 * v
                at += 1
                v += 1
                word &= word - 1
        line += 1
        begins[line] = at
    for v in range(total):
        k = pair[v, 0]
        for side in range(-1, 2, 2):
            other = k + side
            if other < 0 or other >= n or base[k + 1] - base[k] == 1:
                continue
            lits[at] = 2 * v + 1
            at += 1
            for j in range(degree):
                near = table[pair[v, 1], j]
                if near < n_cells:
                    rank = rank_of(domain, other, near)
                    if rank >= 0:
                        lits[at] = 2 * (base[other] + rank)
                        at += 1
            line += 1
            begins[line] = at
    by_cell = np.argsort(pairs[:, 1], kind="stable").astype(np.int32)
    cell_starts = np.searchsorted(pairs[by_cell, 1], np.arange(n_cells + 1)).astype(np.int32)
    cdef const int32_t[::1] order = by_cell, cell_begins = cell_starts
    for cell in range(n_cells):
        if cell_begins[cell] == cell_begins[cell + 1]:
            continue    # a hole
        for j in range(cell_begins[cell], cell_begins[cell + 1]):
            lits[at] = 2 * order[j]
            at += 1
        line += 1
        begins[line] = at
    cdef const cell_t[::1] grid
    for solution in found:
        grid = solution
        v = at
        for cell in range(n_cells):
            if grid[cell] > 0:
                k = grid[cell] - 1
                rank = rank_of(domain, k, cell)
                if rank < 0:    # ruled out already, by a first choice taken back for good
                    break
                lits[at] = 2 * (base[k] + rank) + 1
                at += 1
        else:
            line += 1
            begins[line] = at
            continue
        at = v
    groups = np.concatenate([np.arange(total, dtype=np.int32), by_cell])
    group_starts = np.concatenate([first, cell_starts[1:] + np.int32(total)])
    return pairs, clauses[:at], starts[: line + 1], groups, group_starts
