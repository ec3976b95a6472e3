"""Random paths through all cells of a board, and numbers taken away; twin: `reference.assign.path_making`."""

cimport cython
import numpy as np

from libc.stdint cimport uint64_t
from libc.string cimport memset

from .path_board cimport LONGEST, Board, add_clues, allot, bar, checked, number_t, retreat, step
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


@cython.final
cdef class PathThinner:
    """Takes numbers of a path away, one after the other, as long as it is the only path that is left.

    Parameters
    ----------
    table : int32 array of shape (cells, degree)
        Cell -> its neighbours, then the number of cells.
    numbers : int32 array of shape (cells,)
        The path: a number from 1 each, -1 for holes.
    cells : int32 array
        Cells whose numbers are tried, in this order; none twice.
    least : int
        Stop where that many numbers are left.
    patience : int
        Nodes that a proof may take; a number whose proof takes more stays.
    at_once : int
        How many are tried together at first: half as many after they could not be taken, never more.
    doubling : bool
        Twice as many after they could be taken: for large boards with a few numbers to go.

    Raises
    ------
    ValueError
        What is no path of the table, cells that are no numbers.

    Notes
    -----
    That the path was the only one before a number was taken is what makes it fast: another path has that
    number elsewhere, so that its cell is barred and one path found is one too many. The search tries the
    cells of the known path first, from which other paths differ in few places.
    """

    cdef Board b
    cdef Pool pool
    cdef cell_t* clues          # cell -> number, 0 where taken, -1 for holes
    cdef cell_t* kept           # by place in `order`: the number of its cell
    cdef cell_t* order
    cdef cell_t* place          # number -> its cell
    cdef readonly count_t left  # numbers that are still there
    cdef readonly count_t nodes
    cdef count_t least
    cdef count_t patience
    cdef count_t at             # the first of `order` that is not settled
    cdef count_t n_order
    cdef count_t size           # how many are taken together
    cdef count_t spent          # nodes of this proof
    cdef count_t guesses
    cdef int paths              # that the proof has found
    cdef int known              # how many it finds where there is no other one
    cdef bint doubling
    cdef bint proving           # a proof continues
    cdef bint sure              # there is nothing to search
    cdef bint started
    cdef bint again

    def __cinit__(self):
        memset(&self.b, 0, sizeof(Board))

    def __init__(self, const cell_t[:, ::1] table not None, const cell_t[::1] numbers not None,
                 const cell_t[::1] cells not None, count_t least=0, count_t patience=200, count_t at_once=1,
                 bint doubling=False):
        cdef Pool pool = Pool()
        cdef Py_ssize_t k
        cdef number_t n
        if self.b.domain != NULL:
            raise RuntimeError("a board is thinned once")
        n = checked(table, numbers)
        self.pool = pool
        self.clues = <cell_t*>pool.zeros(numbers.shape[0], sizeof(cell_t))
        self.place = <cell_t*>pool.zeros(n, sizeof(cell_t))
        self.order = <cell_t*>pool.zeros(cells.shape[0] + 1, sizeof(cell_t))
        self.kept = <cell_t*>pool.zeros(cells.shape[0] + 1, sizeof(cell_t))
        for k in range(numbers.shape[0]):
            if numbers[k] == 0:
                raise ValueError(f"no number at cell {k}, expected one at each")
            self.clues[k] = numbers[k]
            if numbers[k] > 0:
                self.place[numbers[k] - 1] = <cell_t>k
        _check_steps(table, self.place, n)
        for k in range(cells.shape[0]):
            if not 0 <= cells[k] < numbers.shape[0] or self.clues[cells[k]] <= 0:
                raise ValueError(f"cell {cells[k]}, expected cells with numbers, each once")
            self.order[k] = cells[k]
            self.kept[k] = self.clues[cells[k]]
            self.clues[cells[k]] = 0
        for k in range(cells.shape[0]):
            self.clues[self.order[k]] = self.kept[k]
        self.n_order = cells.shape[0]
        self.left = n
        self.least = least
        self.patience = max(patience, 1)
        self.size = max(at_once, 1)
        self.doubling = doubling
        allot(&self.b, pool, table, n)
        self.b.guide = self.place

    def run(self, count_t budget):
        """Visit at most `budget` nodes, for some 10 ms; return whether work remains."""
        cdef count_t end = self.nodes + budget
        self.b.work = 0
        with nogil:
            while self._is_open() and self.nodes < end and self.b.work < LONGEST and not self.b.out_of_memory:
                self._prove(end - self.nodes)
        if self.b.out_of_memory:
            raise MemoryError("the changes along a branch")
        return self._is_open()

    cdef inline bint _is_open(self) noexcept nogil:
        """Return whether numbers are left to try, and more than are wanted."""
        return self.at < self.n_order and self.left > self.least

    cdef void _prove(self, count_t budget) noexcept nogil:
        """Begin a proof that there is one path without some numbers, or go on with it."""
        cdef count_t turn
        cdef int outcome = -1
        if not self.proving:
            self._take()
        if not self.sure:
            turn = min(budget, self.patience - self.spent)
            self.spent += turn
            outcome = step(&self.b, &turn, &self.nodes, &self.guesses, &self.started, &self.again)
            self.spent -= turn
        if outcome > 0:
            self.paths += 1
            if self.paths > self.known:
                self._settle(False)
            elif self.b.depth == 0:
                self._settle(True)
            else:
                retreat(&self.b)
                self.again = True
        elif outcome < 0:
            self._settle(True)
        elif self.spent >= self.patience:
            self._settle(False)

    cdef void _take(self) noexcept nogil:
        """Take numbers away and set the board up without them."""
        cdef count_t k
        self.size = min(self.size, min(self.n_order - self.at, self.left - self.least))
        for k in range(self.at, self.at + self.size):
            self.clues[self.order[k]] = 0
        add_clues(&self.b, self.clues)
        self.proving = True
        self.started = False
        self.again = False
        self.spent = 0
        self.paths = 0
        # Another path differs at the one number that was taken, or at some of several.
        self.known = self.size > 1
        self.sure = self.size == 1 and not bar(&self.b, self.kept[self.at] - 1, self.order[self.at])

    cdef void _settle(self, bint alone) noexcept nogil:
        """Leave the numbers away, or put them back."""
        cdef count_t k
        self.proving = False
        if alone:
            self.left -= self.size
            self.at += self.size
            self.size *= 2 if self.doubling else 1
            return
        for k in range(self.at, self.at + self.size):
            self.clues[self.order[k]] = self.kept[k]
        self.at += self.size == 1
        self.size = max(1, self.size // 2)

    @property
    def numbers(self):
        """The numbers as they are now: int32, 0 where taken, -1 for holes; not those of a proof that continues."""
        found = np.empty(self.b.n_cells, dtype=np.int32)
        cdef cell_t[::1] out = found
        cdef Py_ssize_t k
        for k in range(self.b.n_cells):
            out[k] = self.clues[k]
        if self.proving:
            for k in range(self.at, self.at + self.size):
                out[self.order[k]] = self.kept[k]
        return found


cdef int _check_steps(const cell_t[:, ::1] table, const cell_t* place, number_t n) except -1:
    """Raise ValueError unless cells with numbers that follow each other are neighbours."""
    cdef number_t k
    cdef Py_ssize_t j
    for k in range(n - 1):
        for j in range(table.shape[1]):
            if table[place[k], j] == place[k + 1]:
                break
        else:
            raise ValueError(f"{k + 1} and {k + 2} at cells {place[k]} and {place[k + 1]}, expected neighbours")
    return 0
