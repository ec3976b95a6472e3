"""Walks that bend until they fill a board: solutions of sparse number paths; twin: `reference.assign.path_repair`."""

cimport cython
import numpy as np

from libc.stdint cimport int32_t, uint32_t, uint64_t

from ..bits cimport lsb
from ..pool cimport Pool
from ..types cimport bitboard_t, cell_t, count_t

cdef enum:
    NOBODY = -1
    DEPTH = 3           # steps from a fault at most, where a random bend is made
    SHARE = 300         # of 65,536 moves that many are random bends

ctypedef int32_t number_t   # index of a number, the number less one

cdef struct Faults:
    cell_t* at              # cells with the fault
    int32_t* place          # by cell
    int32_t n

cdef struct State:
    cell_t n_cells
    number_t n
    int words
    int degree
    cell_t* near            # (cell, place)
    int32_t* n_near
    bitboard_t* domain      # (number, word)
    cell_t* at              # by number
    number_t* top           # by cell: a number on it
    number_t* below_it      # by number: the next number on its cell
    number_t* above_it
    int32_t* cover          # by cell: numbers on it
    Faults holes            # cells without a number
    Faults heaps            # cells with several
    uint64_t seed


cdef inline uint32_t draw(State* s) noexcept nogil:
    """Return 32 random bits (Marsaglia's xorshift, 2003)."""
    s.seed ^= s.seed << 13
    s.seed ^= s.seed >> 7
    s.seed ^= s.seed << 17
    return <uint32_t>(s.seed >> 32)


cdef inline int32_t pick(State* s, int32_t n) noexcept nogil:
    """Return a random number from 0 to n - 1."""
    return <int32_t>((<uint64_t>draw(s) * <uint64_t>n) >> 32)


cdef inline void add(Faults* faults, cell_t cell) noexcept nogil:
    faults.place[cell] = faults.n
    faults.at[faults.n] = cell
    faults.n += 1


cdef inline void drop(Faults* faults, cell_t cell) noexcept nogil:
    cdef cell_t last
    faults.n -= 1
    last = faults.at[faults.n]
    faults.at[faults.place[cell]] = last
    faults.place[last] = faults.place[cell]


cdef inline void leave(State* s, number_t k) noexcept nogil:
    """Take a number off its cell."""
    cdef cell_t cell = s.at[k]
    if s.above_it[k] != NOBODY:
        s.below_it[s.above_it[k]] = s.below_it[k]
    else:
        s.top[cell] = s.below_it[k]
    if s.below_it[k] != NOBODY:
        s.above_it[s.below_it[k]] = s.above_it[k]
    s.cover[cell] -= 1
    if s.cover[cell] == 0:
        add(&s.holes, cell)
    elif s.cover[cell] == 1:
        drop(&s.heaps, cell)


cdef inline void enter(State* s, number_t k, cell_t cell) noexcept nogil:
    """Put a number on a cell."""
    s.at[k] = cell
    s.below_it[k] = s.top[cell]
    s.above_it[k] = NOBODY
    if s.top[cell] != NOBODY:
        s.above_it[s.top[cell]] = k
    s.top[cell] = k
    s.cover[cell] += 1
    if s.cover[cell] == 1:
        drop(&s.holes, cell)
    elif s.cover[cell] == 2:
        add(&s.heaps, cell)


cdef inline bint may(const State* s, number_t k, cell_t cell) noexcept nogil:
    """Say whether a cell is in a number's domain."""
    return s.domain[k * s.words + (cell >> 6)] >> (cell & 63) & 1


cdef inline bint touch(const State* s, number_t k, cell_t cell) noexcept nogil:
    """Say whether a cell is next to that of a number; so is every cell where there is no such number."""
    cdef int j
    cdef const cell_t* near
    if k < 0 or k >= s.n:
        return True
    near = &s.near[s.at[k] * s.degree]
    for j in range(s.n_near[s.at[k]]):
        if near[j] == cell:
            return True
    return False


cdef inline cell_t adjacent(State* s, cell_t cell) noexcept nogil:
    """Return a random neighbour."""
    return s.near[cell * s.degree + pick(s, s.n_near[cell])]


cdef inline number_t somebody(State* s, cell_t cell) noexcept nogil:
    """Return a random number of a cell; NOBODY in a hole."""
    cdef number_t k = s.top[cell], other
    cdef int32_t n = 1
    if s.cover[cell] < 2:
        return k
    other = s.below_it[k]
    while other != NOBODY:
        n += 1
        if pick(s, n) == 0:
            k = other
        other = s.below_it[other]
    return k


cdef void bend(State* s, number_t k) noexcept nogil:
    """Move a number to a random cell next to the one before it, if that joins the one after it."""
    cdef cell_t cell
    if k == NOBODY:
        return
    cell = adjacent(s, s.at[k - 1] if k > 0 else s.at[1])
    if cell != s.at[k] and may(s, k, cell) and touch(s, k - 1, cell) and touch(s, k + 1, cell):
        leave(s, k)
        enter(s, k, cell)


cdef void fill(State* s, cell_t hole) noexcept nogil:
    """Move a neighbour into a hole, alone or with the number before or after it, if holes do not get more."""
    cdef number_t k = somebody(s, adjacent(s, hole)), other
    cdef cell_t cell, old, old_other
    cdef int32_t before = s.holes.n
    cdef int way
    if k == NOBODY or not may(s, k, hole):
        return
    if touch(s, k - 1, hole) and touch(s, k + 1, hole):
        leave(s, k)
        enter(s, k, hole)
        return
    way = 1 if draw(s) & 1 else -1
    other = k + way
    if other < 0 or other >= s.n or not touch(s, k - way, hole):
        return
    cell = adjacent(s, hole)
    if cell == s.at[other] or not may(s, other, cell) or not touch(s, other + way, cell):
        return
    old = s.at[k]
    old_other = s.at[other]
    leave(s, k)
    leave(s, other)
    enter(s, k, hole)
    enter(s, other, cell)
    if s.holes.n > before:
        leave(s, k)
        leave(s, other)
        enter(s, k, old)
        enter(s, other, old_other)


cdef void move(State* s) noexcept nogil:
    """Make one move; `holes` must not be empty."""
    cdef uint32_t chance = draw(s)
    cdef cell_t cell
    cdef int32_t steps
    if (chance & 0xFFFF) < SHARE:
        cell = s.holes.at[pick(s, s.holes.n)] if chance >> 30 & 1 else s.heaps.at[pick(s, s.heaps.n)]
        steps = 1 + pick(s, DEPTH)
        while steps > 0:
            cell = adjacent(s, cell)
            steps -= 1
        bend(s, somebody(s, cell))
    elif chance >> 31:
        fill(s, s.holes.at[pick(s, s.holes.n)])
    else:
        bend(s, somebody(s, s.heaps.at[pick(s, s.heaps.n)]))


cdef bint start(State* s) noexcept nogil:
    """Walk from number to number inside the domains, on the least covered cells; False where that ends."""
    cdef number_t k
    cdef cell_t cell, best
    cdef int32_t lowest, n
    cdef int j, w
    cdef bitboard_t word
    for k in range(s.n):
        best = -1
        lowest = 1 << 30
        n = 0
        if k == 0:
            for w in range(s.words):
                word = s.domain[w]
                while word:
                    n += 1
                    if pick(s, n) == 0:
                        best = w * 64 + lsb(word)
                    word &= word - 1
        else:
            for j in range(s.n_near[s.at[k - 1]]):
                cell = s.near[s.at[k - 1] * s.degree + j]
                if may(s, k, cell) and s.cover[cell] <= lowest:
                    if s.cover[cell] < lowest:
                        n = 0
                    lowest = s.cover[cell]
                    n += 1
                    if pick(s, n) == 0:
                        best = cell
        if best < 0:
            return False
        enter(s, k, best)
    return True


cdef count_t mend(State* s, count_t budget) noexcept nogil:
    """Make moves until there is no hole; return how many."""
    cdef count_t made = 0
    while s.holes.n > 0 and made < budget:
        move(s)
        made += 1
    return made


@cython.final
cdef class PathRepair:
    """A resumable local search for a path that takes a cell of its domain at each number, all cells once.

    Equivalent: random walks that keep to the domains, one of their numbers moved at a time, until no cell is
    left out. It finds, and proves nothing.

    Parameters
    ----------
    table : int32 array of shape (cells, degree)
        Neighbours of each cell; unused places, at the end of a row, hold the number of cells.
    domain : uint64 array of shape (numbers, words)
        Bitboard of the cells of each number, such that each cell has one next to it in the domains of the
        number before and the number after. As many cells occur as there are numbers.
    seed : int
        Of the random moves, from 1.

    Notes
    -----
    The numbers make a walk at any time; what can be wrong with it is that it leaves cells out (holes) and
    stands on others several times (heaps), the same number of both, counted with repetition. Three moves: a
    random neighbour goes into a hole, alone or with the number before or after it; a number of a heap goes to
    another cell between its two neighbours in the walk; and, seldom, so does a number near a fault. But for
    the last kind no move makes more holes, yet holes and heaps wander until they meet. A move costs O(degree).
    Works where steps have many ways, as the king's; with rook's steps holes are stuck. One object serves one
    thread; the moves are the same everywhere.
    """

    cdef State s
    cdef Pool pool
    cdef bint dead
    cdef readonly count_t moves

    def __init__(self, const cell_t[:, ::1] table not None, const bitboard_t[:, ::1] domain not None, uint64_t seed=1):
        cdef State* s = &self.s
        cdef Py_ssize_t cell, k, w, n_cells = table.shape[0]
        cdef Pool pool = Pool()
        if s.near != NULL:
            raise RuntimeError("a search is set up once")
        _check(table, domain)
        self.pool = pool
        s.n_cells = n_cells
        s.n = domain.shape[0]
        s.words = domain.shape[1]
        s.degree = table.shape[1]
        s.seed = seed if seed else 1
        s.near = <cell_t*>pool.zeros(n_cells * s.degree, sizeof(cell_t))
        s.n_near = <int32_t*>pool.zeros(n_cells, sizeof(int32_t))
        s.domain = <bitboard_t*>pool.zeros(s.n * s.words, sizeof(bitboard_t))
        s.at = <cell_t*>pool.zeros(n_cells, sizeof(cell_t))
        s.top = <number_t*>pool.zeros(n_cells, sizeof(number_t))
        s.below_it = <number_t*>pool.zeros(n_cells, sizeof(number_t))
        s.above_it = <number_t*>pool.zeros(n_cells, sizeof(number_t))
        s.cover = <int32_t*>pool.zeros(n_cells, sizeof(int32_t))
        s.holes.at = <cell_t*>pool.zeros(n_cells, sizeof(cell_t))
        s.holes.place = <int32_t*>pool.zeros(n_cells, sizeof(int32_t))
        s.heaps.at = <cell_t*>pool.zeros(n_cells, sizeof(cell_t))
        s.heaps.place = <int32_t*>pool.zeros(n_cells, sizeof(int32_t))
        for k in range(s.n):
            for w in range(s.words):
                s.domain[k * s.words + w] = domain[k, w]
        for cell in range(n_cells):
            s.top[cell] = NOBODY
            for k in range(s.degree):
                s.near[cell * s.degree + k] = table[cell, k]
                s.n_near[cell] += table[cell, k] < n_cells
        used = np.bitwise_or.reduce(np.asarray(domain), axis=0)
        for cell in range(n_cells):
            if int(used[cell >> 6]) >> (cell & 63) & 1:
                add(&s.holes, cell)
                self.dead = self.dead or (s.n_near[cell] == 0 and s.n > 1)
        self.dead = self.dead or s.holes.n != s.n or not start(s)

    def run(self, count_t budget):
        """Make at most `budget` moves; return whether a solution is still to be found."""
        if not self.dead:
            with nogil:
                self.moves += mend(&self.s, budget)
        return self.dead or self.s.holes.n > 0

    def shake(self, count_t bends):
        """Leave a solution: try that many random bends anywhere. `run` then looks for one again."""
        cdef count_t k
        if not self.dead and self.s.n > 1:
            for k in range(bends):  # no-cython-lint
                bend(&self.s, pick(&self.s, self.s.n))

    @property
    def faults(self):
        """Cells left out; -1 where no walk keeps to the domains."""
        return -1 if self.dead else self.s.holes.n

    @property
    def numbers(self):
        """The walk: int32, cell -> number from 1, -1 where none; a solution where `faults` is 0."""
        grid = np.full(self.s.n_cells, -1, dtype=np.int32)
        cdef cell_t[::1] out = grid
        cdef number_t k
        if not self.dead:
            for k in range(self.s.n):
                out[self.s.at[k]] = k + 1
        return grid


def _check(table, domain):
    """Raise ValueError unless the arrays hold what `PathRepair` assumes."""
    near, bits = np.asarray(table), np.asarray(domain)
    n_cells, words = len(near), (len(near) + 63) // 64
    if bits.shape[1] != words or not 0 < len(bits) <= n_cells:
        raise ValueError(f"domains of shape {bits.shape}, expected 1 to {n_cells} numbers of {words} words")
    if n_cells % 64 and (bits[:, words - 1] >> np.uint64(n_cells % 64)).any():
        raise ValueError(f"domains with bits beyond cell {n_cells - 1}")
    if near.size and not 0 <= near.min() <= near.max() <= n_cells:
        raise ValueError(f"neighbours {near.min()} to {near.max()}, expected 0 to {n_cells}")
    if near.size and (np.diff((near == n_cells).astype(np.int8), axis=1) < 0).any():
        raise ValueError("a neighbour after an unused place")
