"""Tables of all configurations of at most 12 cells; twin: `reference.search.sliding_table`.

The tiles in reading order, the blank left out, are a permutation. A step of the blank to the side leaves
it as it is; a step up or down moves one tile past the cols - 1 tiles in between, which changes cols digits
of its rank in the factorial number system by comparisons alone. Parity fixes the order of the last two
tiles, so half the rank and the cell of the blank number the configurations in reach without a gap.
"""

cimport cython
import numpy as np

from libc.stdint cimport uint16_t
from libc.string cimport memset

from ..bits cimport lsb
from ..pool cimport Pool
from ..types cimport cell_t, cost_t, count_t, uint8_t, uint32_t, uint64_t

cdef enum:
    MOST_CELLS = 12
    UNKNOWN = 3


cdef struct Order:
    uint8_t tiles[MOST_CELLS]
    uint32_t digits[MOST_CELLS]  # [place] -> smaller tiles behind it


@cython.final
cdef class SlidingTable:
    """The optimal distance, modulo 3, of every configuration from the goal: two bits each.

    Equivalent: breadth-first search from the goal. A neighbour whose distance is one less modulo 3 is
    one step nearer, so a walk down the table is a shortest solution.

    Parameters
    ----------
    rows, cols : int
        Size, 2 to 12 cells, at least 2 columns.
    blank : int
        The goal cell of the blank.

    Notes
    -----
    n = (rows * cols)! / 2 configurations: n / 4 bytes, and while it is built two bitmaps of 16 bits for
    every rows * cols configurations more. Build with ``run(budget)``, O(n); read-only after that.
    R. E. Korf and P. Schultze, "Large-scale parallel breadth-first search", AAAI 2005.
    """

    cdef readonly cell_t rows, cols, n_cells, blank
    cdef readonly cost_t depth
    cdef readonly bint ready
    cdef readonly count_t n_states, nodes
    cdef Pool pool
    cdef size_t n_orders            # half the permutations
    cdef uint8_t* distances         # two bits a configuration, blank cells of one order side by side
    cdef uint16_t* level            # [order] -> bitboard of blank cells at the current distance
    cdef uint16_t* next_level
    cdef size_t next_order
    cdef count_t n_counted
    cdef uint32_t weight[MOST_CELLS]
    cdef uint8_t odd[MOST_CELLS]    # [blank cell] -> parity of the permutations in reach
    cdef list counts

    def __cinit__(self, cell_t rows, cell_t cols, cell_t blank=0):
        cdef int k
        if not (1 <= rows <= MOST_CELLS and 2 <= cols <= MOST_CELLS and rows * cols <= MOST_CELLS):
            raise ValueError(f"{rows}x{cols}, expected at most 12 cells and at least 2 columns")
        if not 0 <= blank < rows * cols:
            raise ValueError(f"no cell {blank}")
        self.rows, self.cols, self.n_cells, self.blank = rows, cols, rows * cols, blank
        self.n_orders = 1
        for k in range(3, self.n_cells):
            self.n_orders *= k
        # weight[k]: half the factorial of the tiles after the k-th; the last but one's digit is parity's.
        self.weight[self.n_cells - 2] = 0
        if self.n_cells >= 3:
            self.weight[self.n_cells - 3] = 0
        for k in range(self.n_cells - 4, -1, -1):
            self.weight[k] = 1 if k == self.n_cells - 4 else self.weight[k + 1] * (self.n_cells - 2 - k)
        for k in range(self.n_cells):
            self.odd[k] = (cols - 1) * abs(k // cols - blank // cols) & 1
        self.n_states = self.n_orders * self.n_cells
        self.counts = []
        self.pool = Pool.__new__(Pool)
        self.distances = <uint8_t*>self.pool.scratch(self.nbytes + 8, 1)
        self.level = <uint16_t*>self.pool.zeros(self.n_orders, sizeof(uint16_t))
        self.next_level = <uint16_t*>self.pool.zeros(self.n_orders, sizeof(uint16_t))
        memset(self.distances, 0xff, self.nbytes + 8)
        self.level[0] = <uint16_t>(1 << blank)
        self.put(0, blank, 0)

    @property
    def nbytes(self):
        """Bytes of the finished table."""
        return (self.n_orders * self.n_cells + 3) // 4

    @property
    def depth_counts(self):
        """Number of configurations by distance, as far as they are known."""
        return list(self.counts)

    cdef inline int get(self, size_t order, cell_t cell) noexcept nogil:
        cdef size_t place = order * self.n_cells + cell
        return self.distances[place >> 2] >> 2 * (place & 3) & 3

    cdef inline void put(self, size_t order, cell_t cell, int value) noexcept nogil:
        cdef size_t place = order * self.n_cells + cell
        cdef int shift = 2 * (place & 3)
        self.distances[place >> 2] = <uint8_t>(self.distances[place >> 2] & ~(3 << shift) | value << shift)

    cdef inline void enter(self, size_t order, cell_t cell, int value) noexcept nogil:
        """Give a configuration its distance, if it has none yet."""
        cdef size_t place = order * self.n_cells + cell
        cdef int shift = 2 * (place & 3)
        if (self.distances[place >> 2] >> shift & 3) != UNKNOWN:
            return
        self.distances[place >> 2] ^= <uint8_t>((UNKNOWN ^ value) << shift)
        self.next_level[order] |= <uint16_t>(1 << cell)

    cdef void unrank(self, size_t order, int odd, Order* out) noexcept nogil:
        """Write the permutation of that number and parity, and the digits of its rank."""
        cdef int n = self.n_cells - 1, k, parity = odd
        cdef uint64_t left = <uint64_t>0xba9876543210, below  # tiles not yet placed, four bits each
        cdef uint32_t rest = <uint32_t>order, digit
        for k in range(n):
            if k < n - 2:
                digit = rest // self.weight[k]
                rest -= digit * self.weight[k]
                parity ^= digit & 1
            else:
                digit = parity if k == n - 2 else 0
            out.tiles[k] = left >> 4 * digit & 15
            out.digits[k] = digit
            below = (<uint64_t>1 << 4 * digit) - 1
            left = (left & below) | (left >> 4 & ~below)

    cdef inline size_t moved_up(self, size_t order, const Order* old, cell_t cell) noexcept nogil:
        """Return the order after the blank goes up from `cell`: the tile above passes cols - 1 others."""
        cdef cell_t first = cell - self.cols, k
        cdef uint32_t own = old.digits[first], found = <uint32_t>order - own * self.weight[first]
        # Its digit counts the smaller tiles behind it; each tile that it passes closes up by one place.
        for k in range(first + 1, cell):
            found -= old.digits[k] * self.weight[k]
            if old.tiles[first] < old.tiles[k]:
                found += (old.digits[k] + 1) * self.weight[k - 1]
            else:
                found += old.digits[k] * self.weight[k - 1]
                own -= 1
        return found + own * self.weight[cell - 1]

    cdef inline size_t moved_down(self, size_t order, const Order* old, cell_t cell) noexcept nogil:
        """Return the order after the blank goes down: the tile below passes cols - 1 others."""
        cdef cell_t last = cell + self.cols - 1, k
        cdef uint32_t own = old.digits[last], found = <uint32_t>order - own * self.weight[last]
        for k in range(cell, last):
            found -= old.digits[k] * self.weight[k]
            if old.tiles[last] < old.tiles[k]:
                found += (old.digits[k] - 1) * self.weight[k + 1]
            else:
                found += old.digits[k] * self.weight[k + 1]
                own += 1
        return found + own * self.weight[cell]

    cdef void advance(self, count_t* budget) noexcept nogil:
        """Take up configurations of the current distance, order by order."""
        cdef cell_t cols = self.cols, cell, col
        cdef int parity, value = (self.depth + 1) % 3
        cdef uint32_t cells
        cdef size_t order
        cdef Order old[2]
        cdef bint known[2]
        while budget[0] > 0 and self.next_order < self.n_orders:
            order = self.next_order
            self.next_order += 1
            cells = self.level[order]
            if cells == 0:
                continue
            self.level[order] = 0
            known[0] = known[1] = False
            while cells != 0:
                cell = lsb(cells)
                cells &= cells - 1
                self.nodes += 1
                budget[0] -= 1
                # A step to the side leaves the order of the tiles as it is.
                col = cell % cols
                if col > 0:
                    self.enter(order, cell - 1, value)
                if col + 1 < cols:
                    self.enter(order, cell + 1, value)
                # One up or down moves a tile past others; an order is unranked once for each parity.
                parity = self.odd[cell]
                if not known[parity]:
                    self.unrank(order, parity, &old[parity])
                    known[parity] = True
                if cell >= cols:
                    self.enter(self.moved_up(order, &old[parity], cell), cell - cols, value)
                if cell + cols < self.n_cells:
                    self.enter(self.moved_down(order, &old[parity], cell), cell + cols, value)

    def run(self, count_t budget):
        """Build: take up about `budget` configurations; return whether work remains."""
        cdef uint16_t* swap
        while budget > 0 and not self.ready:
            with nogil:
                self.advance(&budget)
            if self.next_order < self.n_orders:
                continue
            if self.nodes == self.n_counted:  # the level was empty: the one before was the last
                self.ready = True
                self.depth -= 1
                self.pool.release(self.level)
                self.pool.release(self.next_level)
                self.level = self.next_level = NULL
                break
            self.counts.append(self.nodes - self.n_counted)
            self.n_counted = self.nodes
            swap = self.level  # all zero by now
            self.level, self.next_level, self.next_order = self.next_level, swap, 0
            self.depth += 1
        return not self.ready

    cdef void locate(self, const uint8_t* cells, size_t* order, cell_t* blank) noexcept nogil:
        """Number a configuration: for each cell the goal cell of what lies there."""
        cdef cell_t k, other, n = 0
        cdef uint32_t digit
        cdef uint8_t tiles[MOST_CELLS]
        for k in range(self.n_cells):
            if cells[k] == self.blank:
                blank[0] = k
            else:
                tiles[n] = cells[k]
                n += 1
        order[0] = 0
        for k in range(n):
            digit = 0
            for other in range(k + 1, n):
                digit += tiles[other] < tiles[k]
            order[0] += digit * self.weight[k]

    def walk(self, const uint8_t[::1] start not None):
        """Return the cells of the blank along a shortest solution, the start's first: uint8 array.

        `start` holds for each cell the goal cell of what lies there, and must be solvable.
        """
        cdef uint8_t cells[MOST_CELLS]
        cdef size_t order
        cdef cell_t blank, other, k, there
        cdef int value
        if not self.ready:
            raise ValueError("the table is not built yet")
        if sorted(np.asarray(start).tolist()) != list(range(self.n_cells)):
            raise ValueError("start must hold every cell once")
        for k in range(self.n_cells):
            cells[k] = start[k]
        self.locate(cells, &order, &blank)
        found = [blank]
        while order != 0 or blank != self.blank:
            value = self.get(order, blank)
            there = -1
            for other in (blank - self.cols, blank - 1, blank + 1, blank + self.cols):
                if not 0 <= other < self.n_cells or (other // self.cols != blank // self.cols
                                                     and other % self.cols != blank % self.cols):
                    continue
                cells[blank], cells[other] = cells[other], self.blank
                self.locate(cells, &order, &k)
                if self.get(order, other) == (value + 2) % 3:
                    there = other
                    break
                cells[other], cells[blank] = cells[blank], self.blank
            if there < 0 or len(found) > self.depth:
                raise ValueError("start is not in reach of the goal")
            blank = there
            found.append(blank)
        return np.array(found, dtype=np.uint8)

    def lengths(self, const uint8_t[:, ::1] starts not None):
        """Return the optimal length of each configuration, a row each: int64 array."""
        return np.array([len(self.walk(row)) - 1 for row in np.asarray(starts)], dtype=np.int64)
