"""Sudoku by easy rules: singles, locked candidates, small subsets; twin: `reference.assign.sudoku_steps`."""

cimport cython

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from ..bits cimport lsb, popcount
from ..pool cimport Pool
from ..types cimport cell_t, uint8_t

cdef enum:
    MAX_N = 64          # symbols: a bit of a mask each
    LARGEST = 3         # cells of a subset
    # What `reduce` returns, and which rules it takes.
    CONTRADICTION = -1
    SINGLES = 0
    SUBSETS = 1


@cython.final
cdef class Reasoner:
    """The rules of a grid: what a person sees at once, and what takes several cells looked at together.

    Parameters
    ----------
    units : int32 array of shape (units, n)
        Sets of n cells that hold each symbol once.
    peers : int32 array of shape (cells, degree)
        Cell -> cells that differ from it, then the number of cells.

    Raises
    ------
    ValueError
        Over 64 symbols, cells out of range.

    Notes
    -----
    One object serves one thread.
    """

    cdef Pool pool
    cdef int n
    cdef int n_units
    cdef cell_t n_cells
    cdef int degree
    cdef cell_t* units          # (unit, place): cell
    cdef cell_t* peers          # (cell, place): cell, n_cells behind the last
    cdef uint8_t* member        # (unit, cell): whether it is in
    cdef int32_t* crossing      # pairs of units that have two cells or more in common, and are not the same
    cdef int n_crossing
    cdef uint64_t* open         # candidates, 0 where filled
    cdef uint8_t* filled

    def __init__(self, const int32_t[:, ::1] units not None, const int32_t[:, ::1] peers not None):
        cdef Py_ssize_t u, k
        cdef Pool pool = Pool()
        if self.units != NULL:
            raise RuntimeError("rules are set up once")
        if not 0 < units.shape[1] <= MAX_N:
            raise ValueError(f"units of {units.shape[1]} cells, expected 1 to {MAX_N}")
        self.n = units.shape[1]
        self.n_units = units.shape[0]
        self.n_cells = peers.shape[0]
        self.degree = peers.shape[1]
        for u in range(units.shape[0]):
            for k in range(units.shape[1]):
                if not 0 <= units[u, k] < self.n_cells:
                    raise ValueError(f"cell {units[u, k]} of a unit, expected 0 to {self.n_cells - 1}")
        for u in range(peers.shape[0]):
            for k in range(peers.shape[1]):
                if not 0 <= peers[u, k] <= self.n_cells:
                    raise ValueError(f"peer {peers[u, k]}, expected 0 to {self.n_cells}")
        self.pool = pool
        self.peers = <cell_t*>pool.zeros(peers.shape[0] * peers.shape[1] + 1, sizeof(cell_t))
        self.member = <uint8_t*>pool.zeros(units.shape[0] * peers.shape[0] + 1, 1)
        self.open = <uint64_t*>pool.zeros(peers.shape[0] + 1, sizeof(uint64_t))
        self.filled = <uint8_t*>pool.zeros(peers.shape[0] + 1, 1)
        for u in range(peers.shape[0]):
            for k in range(peers.shape[1]):
                self.peers[u * self.degree + k] = peers[u, k]
        self.units = <cell_t*>pool.zeros(units.shape[0] * units.shape[1] + 1, sizeof(cell_t))
        for u in range(units.shape[0]):
            for k in range(units.shape[1]):
                self.units[u * self.n + k] = units[u, k]
                self.member[u * self.n_cells + units[u, k]] = True
        self.crossing = <int32_t*>pool.zeros(2 * units.shape[0] * units.shape[0] + 1, sizeof(int32_t))
        self._cross()

    cdef void _cross(self):
        """Note which units can have locked candidates in others."""
        cdef int u, other, k, common
        for u in range(self.n_units):
            for other in range(self.n_units):
                common = 0
                for k in range(self.n):
                    common += self.member[other * self.n_cells + self.units[u * self.n + k]]
                if 1 < common < self.n:
                    self.crossing[2 * self.n_crossing] = u
                    self.crossing[2 * self.n_crossing + 1] = other
                    self.n_crossing += 1

    def reduce(self, uint64_t[::1] candidates not None, uint8_t[::1] filled not None, int most):
        """Fill cells and take candidates away until the rules find nothing more.

        Parameters
        ----------
        candidates : uint64 array of shape (cells,), changed in place
            Bit k: the k-th symbol may stand there; 0 where the cell is filled.
        filled : uint8 array of shape (cells,), changed in place
            Non-zero where a cell is filled.
        most : int
            0 for naked and hidden singles; 1 for locked candidates, naked and hidden pairs and triples too.

        Returns
        -------
        int
            The harder rules that were needed, 0 or 1; -1 where a cell or a unit has nothing left.

        Notes
        -----
        A rule is used only where easier ones find nothing. What they lead to together does not depend on the
        order, as more candidates taken away never hide what a rule has seen.
        """
        cdef int level
        cdef cell_t cell
        if candidates.shape[0] != self.n_cells or filled.shape[0] != self.n_cells:
            raise ValueError(f"{candidates.shape[0]} and {filled.shape[0]} cells, expected {self.n_cells}")
        for cell in range(self.n_cells):
            self.open[cell] = candidates[cell]
            self.filled[cell] = filled[cell]
            if filled[cell]:
                self.open[cell] = 0
        with nogil:
            level = self._reduce(most)
        for cell in range(self.n_cells):
            candidates[cell] = self.open[cell]
            filled[cell] = self.filled[cell]
        return level

    cdef int _reduce(self, int most) noexcept nogil:
        cdef int level = SINGLES, size
        cdef bint changed = True
        while changed:
            if not self._possible():
                return CONTRADICTION
            changed = self._singles()
            if changed or most < SUBSETS:
                continue
            changed = self._locked()
            for size in range(2, LARGEST + 1):
                changed = changed or self._naked(size)
                changed = changed or self._hidden(size)
            if changed:
                level = SUBSETS
        return level

    cdef bint _possible(self) noexcept nogil:
        """Return whether each empty cell has a candidate, and each unit enough for its empty cells."""
        cdef cell_t cell
        cdef int u, k, empty
        cdef uint64_t together
        for cell in range(self.n_cells):
            if not self.filled[cell] and self.open[cell] == 0:
                return False
        for u in range(self.n_units):
            together = 0
            empty = 0
            for k in range(self.n):
                cell = self.units[u * self.n + k]
                together |= self.open[cell]
                empty += not self.filled[cell]
            if popcount(together) < empty:
                return False
        return True

    cdef void _place(self, cell_t cell, uint64_t value) noexcept nogil:
        """Fill a cell."""
        cdef int k
        cdef cell_t peer
        self.filled[cell] = True
        self.open[cell] = 0
        for k in range(self.degree):
            peer = self.peers[cell * self.degree + k]
            if peer == self.n_cells:
                break
            self.open[peer] &= ~value

    cdef bint _singles(self) noexcept nogil:
        """Fill each cell that has one candidate, or alone has one of a unit; return whether there was any."""
        cdef cell_t cell
        cdef int u, k
        cdef uint64_t once, twice
        cdef bint found = False
        for cell in range(self.n_cells):
            if self.open[cell] and self.open[cell] & (self.open[cell] - 1) == 0:
                self._place(cell, self.open[cell])
                found = True
        for u in range(self.n_units):
            once = 0
            twice = 0
            for k in range(self.n):
                cell = self.units[u * self.n + k]
                twice |= once & self.open[cell]
                once |= self.open[cell]
            once &= ~twice
            if once == 0:
                continue
            for k in range(self.n):
                cell = self.units[u * self.n + k]
                if self.open[cell] & once:
                    # One of them: two symbols that want one cell are a contradiction, which shows.
                    self._place(cell, <uint64_t>1 << lsb(self.open[cell] & once))
                    found = True
        return found

    cdef bint _strike(self, cell_t cell, uint64_t values) noexcept nogil:
        """Take candidates away; return whether any was there."""
        cdef bint found = self.open[cell] & values != 0
        self.open[cell] &= ~values
        return found

    cdef bint _locked(self) noexcept nogil:
        """Symbols that a unit has only where it crosses another go from the rest of that one."""
        cdef int u, other, k, pair
        cdef uint64_t common, apart
        cdef cell_t cell
        cdef bint found = False
        for pair in range(self.n_crossing):
            u = self.crossing[2 * pair]
            other = self.crossing[2 * pair + 1]
            common = 0
            apart = 0
            for k in range(self.n):
                cell = self.units[u * self.n + k]
                if self.member[other * self.n_cells + cell]:
                    common |= self.open[cell]
                else:
                    apart |= self.open[cell]
            common &= ~apart
            if common == 0:
                continue
            for k in range(self.n):
                cell = self.units[other * self.n + k]
                if not self.member[u * self.n_cells + cell] and self._strike(cell, common):
                    found = True
        return found

    cdef bint _naked(self, int size) noexcept nogil:
        """As many cells of a unit as they have candidates together: these go from its other cells."""
        cdef uint64_t small[MAX_N]
        cdef uint64_t together
        cdef int u, k, n_small, a, b, c
        cdef cell_t cell
        cdef bint found = False
        for u in range(self.n_units):
            n_small = 0
            for k in range(self.n):
                cell = self.units[u * self.n + k]
                if self.open[cell] and popcount(self.open[cell]) <= size:
                    small[n_small] = self.open[cell]
                    n_small += 1
            for a in range(n_small):
                for b in range(a + 1, n_small):
                    for c in range(b + 1 if size == 3 else 0, n_small if size == 3 else 1):
                        together = small[a] | small[b] | (small[c] if size == 3 else 0)
                        if popcount(together) != size:
                            continue
                        for k in range(self.n):
                            cell = self.units[u * self.n + k]
                            if self.open[cell] & ~together and self._strike(cell, together):
                                found = True
        return found

    cdef bint _hidden(self, int size) noexcept nogil:
        """As many symbols of a unit as they have cells together: these cells lose the others."""
        cdef uint64_t where[MAX_N]
        cdef uint64_t rare[MAX_N]
        cdef uint64_t together, values, mask
        cdef int symbol[MAX_N]
        cdef int u, k, n_rare, a, b, c, value
        cdef cell_t cell
        cdef bint found = False
        for u in range(self.n_units):
            memset(where, 0, self.n * sizeof(uint64_t))
            for k in range(self.n):
                mask = self.open[self.units[u * self.n + k]]
                while mask:
                    value = lsb(mask)
                    mask &= mask - 1
                    if value < self.n:
                        where[value] |= <uint64_t>1 << k
            n_rare = 0
            for value in range(self.n):
                if where[value] and popcount(where[value]) <= size:
                    rare[n_rare] = where[value]
                    symbol[n_rare] = value
                    n_rare += 1
            for a in range(n_rare):
                for b in range(a + 1, n_rare):
                    for c in range(b + 1 if size == 3 else 0, n_rare if size == 3 else 1):
                        together = rare[a] | rare[b] | (rare[c] if size == 3 else 0)
                        if popcount(together) != size:
                            continue
                        values = <uint64_t>1 << symbol[a] | <uint64_t>1 << symbol[b]
                        if size == 3:
                            values |= <uint64_t>1 << symbol[c]
                        while together:
                            cell = self.units[u * self.n + lsb(together)]
                            together &= together - 1
                            if self._strike(cell, ~values):
                                found = True
        return found
