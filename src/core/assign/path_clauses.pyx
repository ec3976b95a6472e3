"""Number paths as clauses, for a search that learns; twin: `reference.assign.path_clauses`."""

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


cdef struct Writer:
    int32_t* lits       # of all clauses, one clause after the other
    int32_t* starts     # of each clause, and the end of the last
    Py_ssize_t at, line


cdef inline void add(Writer* out, Py_ssize_t lit) noexcept nogil:
    """Add a literal to the clause in hand."""
    out.lits[out.at] = <int32_t>lit
    out.at += 1


cdef inline void close(Writer* out) noexcept nogil:
    """End the clause in hand."""
    out.line += 1
    out.starts[out.line] = <int32_t>out.at


cdef void number_clauses(Writer* out, const bitboard_t[:, ::1] domain, cell_t[:, ::1] pair) noexcept nogil:
    """Each number is on some cell of its domain: a variable each, whose number and cell go to `pair`."""
    cdef Py_ssize_t k, w, v = 0
    cdef bitboard_t word
    for k in range(domain.shape[0]):
        for w in range(domain.shape[1]):
            word = domain[k, w]
            while word:
                pair[v, 0] = <cell_t>k
                pair[v, 1] = <cell_t>(w * 64 + lsb(word))
                add(out, 2 * v)
                v += 1
                word &= word - 1
        close(out)


cdef void step_clauses(Writer* out, const cell_t[:, ::1] table, const bitboard_t[:, ::1] domain,
                       const cell_t[:, ::1] pair, const int32_t[::1] base) noexcept nogil:
    """Where a number is on a cell, the one before and the one after it are on neighbours."""
    cdef Py_ssize_t n = domain.shape[0], n_cells = table.shape[0], v, other, j, side
    cdef int32_t rank
    cdef cell_t near
    for v in range(pair.shape[0]):
        for side in range(-1, 2, 2):
            other = pair[v, 0] + side
            if other < 0 or other >= n or base[pair[v, 0] + 1] - base[pair[v, 0]] == 1:
                continue
            add(out, 2 * v + 1)
            for j in range(table.shape[1]):
                near = table[pair[v, 1], j]
                if near < n_cells:
                    rank = rank_of(domain, other, near)
                    if rank >= 0:
                        add(out, 2 * (base[other] + rank))
            close(out)


cdef void cell_clauses(Writer* out, const int32_t[::1] order, const int32_t[::1] begins) noexcept nogil:
    """Each cell that occurs has some number; `order` is the variables by cell."""
    cdef Py_ssize_t cell, j
    for cell in range(begins.shape[0] - 1):
        if begins[cell] == begins[cell + 1]:
            continue    # a hole
        for j in range(begins[cell], begins[cell + 1]):
            add(out, 2 * order[j])
        close(out)


cdef void leave_out(Writer* out, const bitboard_t[:, ::1] domain, const int32_t[::1] base,
                    const cell_t[::1] grid, Py_ssize_t n_cells) noexcept nogil:
    """Some number is not where a solution has it."""
    cdef Py_ssize_t cell, k, before = out.at
    cdef int32_t rank
    for cell in range(n_cells):
        if grid[cell] > 0:
            k = grid[cell] - 1
            rank = rank_of(domain, k, <cell_t>cell)
            if rank < 0:    # ruled out already, by a first choice taken back for good
                out.at = before
                return
            add(out, 2 * (base[k] + rank) + 1)
    close(out)


def clauses_of(const cell_t[:, ::1] table not None, const bitboard_t[:, ::1] domain not None, found):
    """Return a number path as clauses and groups for `learning.ClauseSearch`.

    Equivalent: a variable for each number and cell of its domain; each number and each cell that occurs has
    exactly one of its pairs (a clause and a group); for each pair and each number next to it whose domain has
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
    O(pairs · degree). Numbers whose domain has one cell need no clauses: the first propagation has
    reached their neighbours.
    """
    cdef Py_ssize_t n = domain.shape[0], words = domain.shape[1], n_cells = table.shape[0], degree = table.shape[1]
    cdef Py_ssize_t total
    cdef Writer out
    if words * 64 < n_cells:
        raise ValueError(f"domains of {words} words, expected room for {n_cells} cells")
    sizes = np.bitwise_count(np.asarray(domain)).sum(axis=1, dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    total = first[n]
    pairs = np.empty((total, 2), dtype=np.int32)
    clauses = np.empty(total * 2 * (degree + 2) + total * 2 + len(found) * n + 1, dtype=np.int32)
    starts = np.zeros(2 * total + n + n_cells + len(found) + 1, dtype=np.int32)
    cdef const int32_t[::1] base = first
    cdef int32_t[::1] lits = clauses, begins = starts
    cdef cell_t[:, ::1] pair = pairs
    out.lits, out.starts, out.at, out.line = &lits[0], &begins[0], 0, 0
    number_clauses(&out, domain, pair)
    step_clauses(&out, table, domain, pair, base)
    by_cell = np.argsort(pairs[:, 1], kind="stable").astype(np.int32)
    cell_starts = np.searchsorted(pairs[by_cell, 1], np.arange(n_cells + 1)).astype(np.int32)
    cell_clauses(&out, by_cell, cell_starts)
    for solution in found:
        leave_out(&out, domain, base, solution, n_cells)
    groups = np.concatenate([np.arange(total, dtype=np.int32), by_cell])
    group_starts = np.concatenate([first, cell_starts[1:] + np.int32(total)])
    return pairs, clauses[: out.at], starts[: out.line + 1], groups, group_starts
