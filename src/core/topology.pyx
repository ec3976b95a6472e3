"""Neighbour tables and adjacency bitboards of boards; twin: `reference.topology`."""

import numpy as np

from .types cimport bitboard_t, cell_t, uint8_t

KING, ROOK, HEX, KNIGHT = range(4)
"""Topologies: eight neighbours; the four that share a side; six, the board leaning to the right; a knight's eight."""


cdef int step_list(int topology, int* drow, int* dcol) noexcept nogil:
    """Fill the steps of a topology in the order of rising cell index; return how many."""
    cdef int dr, dc, count = 0
    cdef int reach = 2 if topology == 3 else 1
    for dr in range(-reach, reach + 1):
        for dc in range(-reach, reach + 1):
            if dr == 0 and dc == 0:
                continue
            if topology == 3 and dr * dr + dc * dc != 5:
                continue
            if topology == 1 and dr != 0 and dc != 0:
                continue
            if topology == 2 and dr == dc:
                continue
            drow[count] = dr
            dcol[count] = dc
            count += 1
    return count


cdef int neighbours_of(cell_t rows, cell_t cols, bint wrap, const int* drow, const int* dcol, int n_steps,
                       cell_t cell, cell_t* out) noexcept nogil:
    """Write the neighbours of `cell` in rising order, each once; return how many (at most MAX_DEGREE)."""
    cdef cell_t row = cell // cols, col = cell % cols, r, c, other
    cdef int step, place, shift, count = 0
    for step in range(n_steps):
        r = row + drow[step]
        c = col + dcol[step]
        if wrap:
            r = (r + 2 * rows) % rows
            c = (c + 2 * cols) % cols
        elif r < 0 or r >= rows or c < 0 or c >= cols:
            continue
        other = r * cols + c
        if other == cell:
            continue
        # Insertion into a sorted list: a torus two cells wide meets a neighbour twice.
        place = count
        while place > 0 and out[place - 1] > other:
            place -= 1
        if place > 0 and out[place - 1] == other:
            continue
        for shift in range(count, place, -1):
            out[shift] = out[shift - 1]
        out[place] = other
        count += 1
    return count


def neighbours(cell_t rows, cell_t cols, int topology=0, bint wrap=False, const uint8_t[::1] blocked=None):
    """Return the neighbour table of a board.

    Equivalent: ``table[cell] = sorted(neighbours of cell that are not blocked)``, padded with n_cells.

    Parameters
    ----------
    rows, cols : int
        Size, each at least 1; rows * cols below 2**31.
    topology : int
        KING, ROOK, HEX or KNIGHT.
    wrap : bool
        Opposite edges touch (a torus).
    blocked : uint8 array of shape (rows * cols,), optional
        Non-zero where a cell is a hole: it has no neighbours and is nobody's.

    Returns
    -------
    int32 array of shape (rows * cols, degree)
        degree is 8, 4, 6 or 8. Unused places hold rows * cols, after the others.

    Notes
    -----
    O(cells) time and space. Thread-safe.

    Examples
    --------
    >>> neighbours(2, 2, ROOK).tolist()
    [[1, 2, 4, 4], [0, 3, 4, 4], [0, 3, 4, 4], [1, 2, 4, 4]]
    """
    cdef int drow[MAX_DEGREE]
    cdef int dcol[MAX_DEGREE]
    cdef cell_t found[MAX_DEGREE]
    cdef int degree = step_list(topology, drow, dcol), count, k, kept
    cdef cell_t n_cells = rows * cols, cell
    if blocked is not None and blocked.shape[0] != n_cells:
        raise ValueError(f"blocked has {blocked.shape[0]} cells, expected {n_cells}")
    table = np.empty((n_cells, degree), dtype=np.int32)
    cdef cell_t[:, ::1] out = table
    with nogil:
        for cell in range(n_cells):
            kept = 0
            if blocked is None or not blocked[cell]:
                count = neighbours_of(rows, cols, wrap, drow, dcol, degree, cell, found)
                for k in range(count):
                    if blocked is None or not blocked[found[k]]:
                        out[cell, kept] = found[k]
                        kept += 1
            for k in range(kept, degree):
                out[cell, k] = n_cells
    return table


def adjacency_masks(cell_t rows, cell_t cols, int topology=0, bint wrap=False,
                    const uint8_t[::1] blocked=None):
    """Return the adjacency bitboards of a board of at most 64 cells.

    Equivalent: ``masks[cell] = sum(1 << other for other in neighbours of cell)``.

    Parameters
    ----------
    rows, cols, topology, wrap, blocked
        As for `neighbours`.

    Returns
    -------
    uint64 array of shape (rows * cols,)

    Raises
    ------
    ValueError
        More than 64 cells.

    Examples
    --------
    >>> [bin(mask) for mask in adjacency_masks(1, 3).tolist()]
    ['0b10', '0b101', '0b10']
    """
    cdef cell_t n_cells = rows * cols, cell
    cdef Py_ssize_t k
    if n_cells > 64:
        raise ValueError(f"{n_cells} cells, expected at most 64")
    cdef const cell_t[:, ::1] table = neighbours(rows, cols, topology, wrap, blocked)
    masks = np.zeros(n_cells, dtype=np.uint64)
    cdef bitboard_t[::1] out = masks
    for cell in range(n_cells):
        for k in range(table.shape[1]):
            if table[cell, k] < n_cells:
                out[cell] |= <bitboard_t>1 << table[cell, k]
    return masks
