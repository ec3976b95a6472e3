"""Pattern databases of up to 25 cells; twin: `reference.search.sliding_pattern`.

A table has half a byte for each placement of its tiles: n! / (n - k)! of them for k tiles on n cells, numbered in
lexicographic order. While it is built, placements are numbered by set and order: the set of cells that the tiles lie
on, of n! / (k! (n - k)!), and which tile lies on which of them, of k!. A step of a tile leads all orders of a set to
those of one other set, so the work on one set touches a few short rows of memory.
"""

cimport cython
import numpy as np

from libc.stdint cimport uint16_t
from ..bits cimport lsb, popcount
from ..pool cimport Pool
from ..types cimport cell_t, cells_t, cost_t, count_t, uint8_t, uint32_t, uint64_t

cdef enum:
    MOST_CELLS = 25
    MOST_TILES = 8
    MOST_REGIONS = 8     # a ninth counts as the eighth: the blank may pass between them, and no entry is too large
    MOST_EXTRA = 15      # half of it is kept, in four bits; what is larger is kept as that
    MOST_PLACEMENTS = 1 << 30

cdef uint64_t BINOMIAL[MOST_CELLS + 1][MOST_TILES + 2]
for _n in range(MOST_CELLS + 1):
    for _k in range(MOST_TILES + 2):
        BINOMIAL[_n][_k] = 1 if _k == 0 else 0 if _n == 0 else BINOMIAL[_n - 1][_k - 1] + BINOMIAL[_n - 1][_k]


def n_placements(cell_t n_cells, cell_t n_tiles):
    """Return in how many ways the tiles lie on the cells.

    Equivalent: ``math.perm(n_cells, n_tiles)``.
    """
    cdef uint64_t count = 1
    cdef cell_t k
    if not (1 <= n_tiles <= MOST_TILES and n_tiles <= n_cells <= MOST_CELLS):
        raise ValueError(f"{n_tiles} tiles on {n_cells} cells, expected at most 8 on 25")
    for k in range(n_tiles):
        count *= n_cells - k
    return count


def placement_of(cell_t n_cells, cells):
    """Return the number of a placement, its tiles' cells in order: its place in lexicographic order.

    Equivalent: ``list(itertools.permutations(range(n_cells), len(cells))).index(tuple(cells))``.
    """
    cdef uint64_t number = 0
    cdef cell_t k, n_tiles = len(cells)
    n_placements(n_cells, n_tiles)
    if len(set(cells)) != n_tiles or any(not 0 <= cell < n_cells for cell in cells):
        raise ValueError("expected cells of the board, each once")
    for k in range(n_tiles):
        number = number * (n_cells - k) + cells[k] - sum([other < cells[k] for other in cells[:k]])
    return number


@cython.final
cdef class PatternTable:
    """A pattern database: the steps that some tiles need beyond their Manhattan distances.

    Equivalent: breadth-first search from the goal over the cells of the tiles and the region that the blank can
    reach, where only steps of these tiles count; an entry is the least over all regions.

    Parameters
    ----------
    rows, cols : int
        Size, at most 25 cells.
    blank : int
        The cell of the blank in the goal.
    tiles : sequence of int
        At most eight, named by their goal cells.

    Notes
    -----
    `table` holds half the extra steps (they are even), two placements a byte, the even one low: n! / (n - k)! / 2
    bytes, and four times as many more while it is built. The parity of the tiles' cells tells odd levels from even
    ones, so one array holds what was reached and what is next. O(placements) time, about 60 ns each. Build with
    ``run(budget)``. R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134
    (2002).
    """

    cdef readonly cell_t rows, cols, n_cells, blank, n_tiles
    cdef readonly bint ready
    cdef readonly count_t n_states, n_entries, n_placements
    cdef cost_t depth                   # of the level in hand
    cdef object array
    cdef uint8_t[::1] table_view
    cdef Pool pool
    cdef cell_t tiles[MOST_TILES]
    cdef uint8_t distance[MOST_TILES][MOST_CELLS]
    cdef cells_t around[MOST_CELLS]
    cdef uint64_t weight[MOST_TILES]    # of the digits of a placement's number
    cdef uint32_t n_sets, n_orders, next_set
    cdef bint parity, goal_parity
    cdef count_t in_level
    cdef cells_t* sets                  # the cells of each set, in rising order of the numbers
    cdef uint8_t* waiting               # whether a set has something new for its next level
    cdef cells_t* regions               # MOST_REGIONS a set: where the blank can go to and fro
    cdef uint16_t* flags                # a bit for each region of a placement that is next, << 8 that was reached
    cdef uint8_t* places                # n_tiles an order: the place of each tile among the cells, from the lowest
    cdef uint8_t* passed                # n_tiles an order: the earlier tiles on lower cells
    cdef uint16_t* moved                # [from place][to place][order] -> order
    cdef uint32_t* found                # orders of the set in hand that are new, regions << 16

    def __cinit__(self, cell_t rows, cell_t cols, cell_t blank, tiles):
        cdef cell_t cell, other, k
        if not (1 <= rows <= MOST_CELLS and 1 <= cols <= MOST_CELLS and rows * cols <= MOST_CELLS):
            raise ValueError(f"{rows}x{cols}, expected at most 25 cells")
        if not 0 <= blank < rows * cols:
            raise ValueError(f"no cell {blank}")
        wanted = [int(tile) for tile in tiles]
        self.rows, self.cols, self.n_cells, self.blank, self.n_tiles = rows, cols, rows * cols, blank, len(wanted)
        self.n_placements = n_placements(self.n_cells, self.n_tiles)
        if len(set(wanted)) != len(wanted) or any(not 0 <= k < self.n_cells or k == blank for k in wanted):
            raise ValueError("expected tiles of the board, each once")
        if self.n_placements > MOST_PLACEMENTS:
            raise ValueError(f"{self.n_placements} placements, expected at most 2**30")
        for k in range(self.n_tiles):
            self.tiles[k] = wanted[k]
            self.weight[k] = 1
            for cell in range(k + 1, self.n_tiles):
                self.weight[k] *= self.n_cells - cell
            for cell in range(self.n_cells):
                other = self.tiles[k]
                self.distance[k][cell] = abs(cell // cols - other // cols) + abs(cell % cols - other % cols)
        for cell in range(self.n_cells):
            for other in range(self.n_cells):
                if abs(cell // cols - other // cols) + abs(cell % cols - other % cols) == 1:
                    self.around[cell] |= <cells_t>1 << other
        self.pool = Pool.__new__(Pool)

    @property
    def nbytes(self):
        """Bytes of the finished table."""
        return (self.n_placements + 1) // 2

    @property
    def table(self):
        """The table: uint8 of shape (nbytes,)."""
        if not self.ready:
            raise ValueError("the table is not built yet")
        return self.array

    def extra(self, cells):
        """Return the steps that the tiles on these cells need beyond Manhattan distances, 0 out of reach."""
        if not self.ready:
            raise ValueError("the table is not built yet")
        if len(cells) != self.n_tiles:
            raise ValueError("one cell expected for each tile of the pattern")
        number = placement_of(self.n_cells, cells)
        return 2 * (int(self.array[number >> 1]) >> 4 * (number & 1) & 15)

    def run(self, count_t budget):
        """Build: take up about `budget` states (placements, each with a region); return whether work remains."""
        if budget > 0 and self.flags == NULL and not self.ready:
            self.begin()
        with nogil:
            while budget > 0 and not self.ready:
                self.advance(&budget)
        if self.ready and self.flags != NULL:
            self.end()
        return not self.ready

    cdef int begin(self) except -1:
        """Make the numbers of sets and orders, and put the goal in the first level."""
        cdef uint32_t number, order = 0, n_sets
        cdef cells_t cells = 0
        cdef cell_t k
        self.n_sets, self.n_orders = <uint32_t>BINOMIAL[self.n_cells][self.n_tiles], 1
        for k in range(2, self.n_tiles + 1):
            self.n_orders *= k
        self.array = np.zeros(self.nbytes, dtype=np.uint8)
        self.table_view = self.array
        n_sets = self.n_sets
        self.sets = <cells_t*>self.pool.scratch(n_sets, sizeof(cells_t))
        self.waiting = <uint8_t*>self.pool.zeros(n_sets, 1)
        self.regions = <cells_t*>self.pool.zeros(<size_t>n_sets * MOST_REGIONS, sizeof(cells_t))
        self.places = <uint8_t*>self.pool.scratch(<size_t>self.n_orders * self.n_tiles, 1)
        self.passed = <uint8_t*>self.pool.scratch(<size_t>self.n_orders * self.n_tiles, 1)
        self.moved = <uint16_t*>self.pool.scratch(<size_t>self.n_orders * self.n_tiles * self.n_tiles, 2)
        self.found = <uint32_t*>self.pool.scratch(self.n_orders, sizeof(uint32_t))
        self.number_orders()
        for k in range(self.n_tiles):
            cells |= <cells_t>1 << k
        for number in range(n_sets):
            self.sets[number] = cells
            self.divide(number)
            cells = following(cells)
        cells = 0
        for k in range(self.n_tiles):
            cells |= <cells_t>1 << self.tiles[k]
            self.goal_parity ^= (self.tiles[k] // self.cols + self.tiles[k] % self.cols) & 1
        number = self.number_of(cells)
        for k in range(self.n_tiles):
            order = order * (self.n_tiles - k) + self.place_of(cells, k) - self.lower(k)
        self.parity = self.goal_parity
        self.waiting[number] = 1
        # Last, because it says that all is there.
        self.flags = <uint16_t*>self.pool.table(<size_t>self.n_placements, sizeof(uint16_t))
        self.flags[<size_t>number * self.n_orders + order] = 1 << self.region_of(number, self.blank)
        return 0

    cdef void end(self) noexcept nogil:
        """Give back what only the building needs."""
        self.pool.release(self.flags)
        self.pool.release(self.sets)
        self.pool.release(self.waiting)
        self.pool.release(self.regions)
        self.pool.release(self.places)
        self.pool.release(self.passed)
        self.pool.release(self.moved)
        self.pool.release(self.found)
        self.flags = NULL

    cdef cell_t place_of(self, cells_t cells, cell_t k) noexcept nogil:
        """Return the place of a tile in the goal among the cells of all."""
        return popcount(cells & ((<cells_t>1 << self.tiles[k]) - 1))

    cdef cell_t lower(self, cell_t k) noexcept nogil:
        """Return how many earlier tiles lie on lower cells in the goal."""
        cdef cell_t other, count = 0
        for other in range(k):
            count += self.tiles[other] < self.tiles[k]
        return count

    cdef void number_orders(self) noexcept nogil:
        """Fill `places`, `passed` and `moved`; an order's number is its place in lexicographic order."""
        cdef cell_t n = self.n_tiles, k, other, here, there, place
        cdef uint32_t order, rest, left, radix, number
        cdef uint8_t* places
        cdef uint8_t* passed
        cdef uint8_t changed[MOST_TILES]
        for order in range(self.n_orders):
            places, passed = self.places + <size_t>order * n, self.passed + <size_t>order * n
            rest, radix, left = order, self.n_orders, (1 << n) - 1
            for k in range(n):
                radix //= n - k
                place = nth_bit(left, rest // radix)
                rest %= radix
                left &= ~(<uint32_t>1 << place)
                places[k], passed[k] = place, 0
                for other in range(k):
                    passed[k] += places[other] < place
        for order in range(self.n_orders):
            places = self.places + <size_t>order * n
            for here in range(n):
                for there in range(n):
                    number = 0
                    for k in range(n):
                        place = places[k]
                        if place == here:
                            place = there
                        elif here < place <= there:
                            place -= 1
                        elif there <= place < here:
                            place += 1
                        changed[k] = place
                        number = number * (n - k) + place
                        for other in range(k):
                            number -= changed[other] < place
                    self.moved[<size_t>(here * n + there) * self.n_orders + order] = <uint16_t>number

    cdef uint32_t number_of(self, cells_t cells) noexcept nogil:
        """Return the number of a set: the sets of k cells in rising order, as numbers."""
        cdef uint64_t number = 0
        cdef int k = 0
        while cells != 0:
            k += 1
            number += BINOMIAL[lsb(cells)][k]
            cells &= cells - 1
        return <uint32_t>number

    cdef void divide(self, uint32_t number) noexcept nogil:
        """Find the regions of the cells that are free."""
        cdef cells_t free = ~self.sets[number] & ((<cells_t>1 << self.n_cells) - 1), region, fresh
        cdef cells_t* regions = self.regions + <size_t>number * MOST_REGIONS
        cdef int k = 0
        while free != 0:
            region = fresh = free & (0 - free)
            while fresh != 0:
                fresh = self.around[lsb(fresh)] & free & ~region | fresh & (fresh - 1)
                region |= fresh
            regions[min(k, MOST_REGIONS - 1)] |= region
            free &= ~region
            k += 1

    cdef inline int region_of(self, uint32_t number, cell_t cell) noexcept nogil:
        """Return which region of a set holds a free cell."""
        cdef cells_t* regions = self.regions + <size_t>number * MOST_REGIONS
        cdef int k = 0
        while not regions[k] >> cell & 1:
            k += 1
        return k

    cdef void advance(self, count_t* budget) noexcept nogil:
        """Take up sets of the level in hand."""
        cdef uint32_t number, n_found
        while budget[0] > 0 and self.next_set < self.n_sets:
            number = self.next_set
            self.next_set += 1
            if not self.waiting[number] or self.parity_of(self.sets[number]) != self.parity:
                continue
            self.waiting[number] = 0
            n_found = self.gather(number)
            self.in_level += n_found
            self.n_states += n_found
            budget[0] -= n_found
            if n_found:
                self.spread(number, n_found)
        if self.next_set == self.n_sets:
            self.ready = self.in_level == 0
            self.depth += not self.ready
            self.parity = not self.parity
            self.next_set = 0
            self.in_level = 0

    cdef bint parity_of(self, cells_t cells) noexcept nogil:
        """Return the parity of rows and columns of a set: each step of a tile changes it."""
        cdef cell_t cell
        cdef bint odd = False
        while cells != 0:
            cell = lsb(cells)
            cells &= cells - 1
            odd ^= (cell // self.cols + cell % self.cols) & 1
        return odd

    cdef uint32_t gather(self, uint32_t number) noexcept nogil:
        """Note what of a set is new at this level; what was never reached before gets its entry."""
        cdef uint16_t* flags = self.flags + <size_t>number * self.n_orders
        cdef uint8_t at[MOST_TILES]
        cdef cells_t cells = self.sets[number]
        cdef uint32_t order, fresh, n_found = 0, flag
        cdef cell_t n = 0
        while cells != 0:
            at[n] = lsb(cells)
            cells &= cells - 1
            n += 1
        for order in range(self.n_orders):
            flag = flags[order]
            fresh = flag & 0xff & ~(flag >> 8)
            if not flag & 0xff:
                continue
            flags[order] = <uint16_t>((flag & 0xff00) | fresh << 8)
            if fresh == 0:
                continue
            self.found[n_found] = order | fresh << 16
            n_found += 1
            if flag >> 8 == 0:
                self.enter(order, at)
        return n_found

    cdef inline void enter(self, uint32_t order, const uint8_t* at) noexcept nogil:
        """Give a placement its entry: what the level exceeds its Manhattan distances by."""
        cdef uint8_t* places = self.places + <size_t>order * self.n_tiles
        cdef uint8_t* passed = self.passed + <size_t>order * self.n_tiles
        cdef uint64_t placement = 0
        cdef cost_t extra = self.depth
        cdef cell_t k, cell
        for k in range(self.n_tiles):
            cell = at[places[k]]
            placement += (cell - passed[k]) * self.weight[k]
            extra -= self.distance[k][cell]
        self.table_view[placement >> 1] |= <uint8_t>(min(extra >> 1, MOST_EXTRA) << 4 * (placement & 1))
        self.n_entries += 1

    cdef void spread(self, uint32_t number, uint32_t n_found) noexcept nogil:
        """Make each step of a tile, into a cell next to it that the blank can reach, in all orders that are new."""
        cdef cells_t cells = self.sets[number], left = cells, adjacent, other
        cdef cell_t here, there, first = 0, last
        cdef uint32_t k, number_there
        cdef int region
        cdef uint16_t bit
        cdef uint16_t* flags
        cdef const uint16_t* moved
        cdef const uint32_t* found = self.found
        while left != 0:
            here = lsb(left)
            left &= left - 1
            adjacent = self.around[here] & ~cells
            while adjacent != 0:
                there = lsb(adjacent)
                adjacent &= adjacent - 1
                region = 16 + self.region_of(number, there)
                other = cells ^ (<cells_t>1 << here) ^ (<cells_t>1 << there)
                last = popcount(other & ((<cells_t>1 << there) - 1))
                number_there = self.number_of(other)
                # The blank is then where the tile was.
                bit = 1 << self.region_of(number_there, here)
                flags = self.flags + <size_t>number_there * self.n_orders
                moved = self.moved + <size_t>(first * self.n_tiles + last) * self.n_orders
                self.waiting[number_there] = 1
                for k in range(n_found):
                    if found[k] >> region & 1:
                        flags[moved[found[k] & 0xffff]] |= bit
            first += 1


cdef cells_t following(cells_t cells) noexcept nogil:
    """Return the next larger number with as many bits. R. W. Gosper, HAKMEM 175 (1972)."""
    cdef cells_t low = cells & (0 - cells), ripple = cells + low
    return ripple if low == 0 else ((cells ^ ripple) >> 2) // low | ripple


cdef cell_t nth_bit(uint32_t bits, uint32_t n) noexcept nogil:
    """Return where the bit number `n` of those that are set is."""
    while n > 0:
        bits &= bits - 1
        n -= 1
    return lsb(bits)
