"""Random paths through all cells of a board; twin: `unriddle.core.assign.reference.path_making`."""

from libc.stdint cimport uint64_t

from ..bits cimport splitmix64
from ..pool cimport Pool
from ..types cimport cell_t, count_t


def backbite(const cell_t[:, ::1] table not None, cell_t[::1] path not None, count_t moves, uint64_t seed):
    """Change a path through all cells at random: moves at its ends, each of which leaves it such a path.

    Parameters
    ----------
    table : int32 array of shape (cells, degree)
        Cell -> its neighbours, then the number of cells.
    path : int32 array of shape (cells,), changed in place
        Each cell once, neighbours one after the other.
    moves : int
        How many; 20 a cell leave little of where they began.
    seed : int

    Returns
    -------
    int
        The seed with which to go on.

    Raises
    ------
    ValueError
        Cells out of range, or not each of them once.

    Notes
    -----
    Backbite: from one of the two ends, chosen at random, a step goes to any neighbour; the path is cut where
    it is entered, and the piece from there to the end is turned round. O(cells) a move, the GIL released.
    R. Oberdorf et al., Phys. Rev. E 74, 051801, 2006.
    """
    cdef Py_ssize_t n = path.shape[0], k, degree = table.shape[1]
    cdef Pool pool = Pool()
    cdef cell_t* place = <cell_t*>pool.scratch(n + 1, sizeof(cell_t))   # cell -> where it is on the path
    cdef cell_t* roads = <cell_t*>pool.scratch(n + 1, sizeof(cell_t))   # cell -> number of neighbours
    cdef cell_t end, joint, low, high, cell
    cdef count_t _
    if table.shape[0] != n:
        raise ValueError(f"path of {n} cells, expected {table.shape[0]}")
    for k in range(n):
        place[k] = -1
    for k in range(n):
        if not 0 <= path[k] < n or place[path[k]] >= 0:
            raise ValueError(f"cell {path[k]} on the path, expected each below {n} once")
        place[path[k]] = <cell_t>k
    for k in range(n):
        roads[k] = 0
        while roads[k] < degree and table[k, roads[k]] != n:
            if not 0 <= table[k, roads[k]] < n:
                raise ValueError(f"neighbour {table[k, roads[k]]}, expected cells below {n}")
            roads[k] += 1
    with nogil:
        for _ in range(moves if n > 1 else 0):
            low = 0
            high = <cell_t>(n - 1)
            if splitmix64(&seed) >> 63:     # the first cell bites
                end = path[0]
            else:
                end = path[n - 1]
                low = high
            if roads[end] == 0:
                continue
            joint = place[table[end, <cell_t>((splitmix64(&seed) >> 32) * <uint64_t>roads[end] >> 32)]]
            if low == 0:
                high = joint - 1
            else:
                low = joint + 1
            while low < high:
                cell = path[low]
                path[low] = path[high]
                path[high] = cell
                place[path[low]] = low
                place[path[high]] = high
                low += 1
                high -= 1
    return seed
