"""The steps of a person through a Sudoku, counted by technique; twin: `reference.assign.sudoku_grading`."""

cimport cython

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy, memset

from ..bits cimport lsb, popcount
from ..pool cimport Pool
from ..types cimport cell_t, count_t, uint8_t
from .cell_sets cimport (
    MAX_CELLS, both, cells_t, either, first, has, nothing, one_cell, single, size_of, some, taken, without,
)

cdef enum:
    MAX_N = 11          # symbols
    MAX_UNITS = 64      # a bit of a mask each
    MAX_MET = 16        # units that a cell is in
    SHORT = 8           # values placed before the chains from other candidates are looked at
    LARGEST = 4         # units of a fish
    IN_BLOCK = 3        # units of a block of two families, at most

# How the units of two families cross.
cdef enum:
    ANYHOW, ONCE, BLOCKS

# Techniques, easiest first.
cdef enum:
    NAKED_SINGLE, HIDDEN_SINGLE, MARK, LOCKED, NAKED_PAIR, HIDDEN_PAIR, NAKED_TRIPLE, HIDDEN_TRIPLE
    X_WING, SWORDFISH, JELLYFISH, XY_WING, XYZ_WING, W_WING, COLOURS, X_CHAIN, XY_CHAIN, FORCING_CHAIN
    GUESS, CONTRADICTION
    N_KINDS

cdef inline bint over(uint64_t mask, int size) noexcept nogil:
    """Say whether a mask has more bits than some: quicker than to count them where no instruction does."""
    while size and mask:
        mask &= mask - 1
        size -= 1
    return mask != 0


cdef inline bint exactly(uint64_t mask, int size) noexcept nogil:
    """Say whether a mask has that many bits."""
    return over(mask, size - 1) and not over(mask, size)


ctypedef struct placed_t:
    cell_t cell
    int value


@cython.final
cdef class Grader:
    """How a person gets through a grid: which technique each step needs, the easiest that applies first.

    Parameters
    ----------
    units : int32 array of shape (units, n)
        Sets of n cells that hold each symbol once.
    peers : int32 array of shape (cells, degree)
        Cell -> cells that differ from it, then the number of cells.

    Raises
    ------
    ValueError
        Over 11 symbols, 128 cells, 64 units or 16 units of a cell; cells out of range.

    Notes
    -----
    One object serves one thread.
    """

    cdef Pool pool
    cdef int n
    cdef int n_units
    cdef cell_t n_cells
    cdef int n_families
    cdef cells_t peers[MAX_CELLS]
    cdef cells_t unit[MAX_UNITS]
    cdef cell_t places[MAX_UNITS][MAX_N]        # the cells of a unit in its order
    cdef uint64_t family[MAX_UNITS]             # units of a family that share no cell, as bits
    cdef cells_t whole[MAX_UNITS]               # the cells of a family
    cdef uint64_t meets[MAX_CELLS]              # by cell its units
    cdef bint differing                         # whether any two cells of a unit are peers
    cdef uint8_t* crossed                       # by two families how their units cross
    cdef uint64_t* block                        # by unit and family the units that hang together with it by both
    cdef int32_t* crossing                      # pairs of units that can lock candidates, by the first
    cdef int crossing_end[MAX_UNITS]
    # The grid
    cdef cells_t where[MAX_N]                   # by value the cells where it may stand
    cdef uint64_t open[MAX_CELLS]               # by cell the values, 0 where it is filled
    cdef cells_t empty
    cdef int n_empty[MAX_UNITS]
    # By value the units where it stands, and those with a place for it, and with two, but for values that changed
    cdef uint64_t stands[MAX_N]
    cdef uint64_t once[MAX_N]
    cdef uint64_t twice[MAX_N]
    cdef uint64_t changed
    cdef bint plain                             # whether no value stands twice in a unit
    # What `look` notes for the patterns
    cdef cells_t pairs                          # cells with two candidates
    cdef uint8_t n_places[MAX_N][MAX_UNITS]     # by value and unit
    cdef uint64_t few[MAX_N][LARGEST + 1]       # by value and number the units with two places or more, up to that
    cdef uint64_t met[MAX_N][MAX_UNITS]         # by value and unit with few places the units that these are in
    # Units with two places for a value, as links between them: by cell, in the order of the units
    cdef int n_links[MAX_CELLS]
    cdef cell_t links[MAX_CELLS][MAX_MET]
    cdef cell_t linked[MAX_CELLS]               # in the order in which they were met
    cdef int n_linked
    # A chain
    cdef placed_t* placed
    cdef uint64_t needed[MAX_N]                 # units that have places for a value

    def __cinit__(self, const int32_t[:, ::1] units not None, const int32_t[:, ::1] peers not None):
        cdef Py_ssize_t u, other, k
        cdef cell_t cell
        cdef int met[MAX_CELLS]
        cdef int f, common, count = 0
        cdef Pool pool = Pool()
        if not 0 < units.shape[1] <= MAX_N or units.shape[0] > MAX_UNITS or peers.shape[0] > MAX_CELLS:
            raise ValueError(f"{units.shape[0]} units of {units.shape[1]} of {peers.shape[0]} cells, "
                             f"expected at most {MAX_UNITS} of at most {MAX_N} of {MAX_CELLS}")
        self.n = units.shape[1]
        self.n_units = units.shape[0]
        self.n_cells = peers.shape[0]
        memset(met, 0, sizeof(met))
        for u in range(units.shape[0]):
            for k in range(units.shape[1]):
                if not 0 <= units[u, k] < self.n_cells:
                    raise ValueError(f"cell {units[u, k]} of a unit, expected 0 to {self.n_cells - 1}")
                cell = units[u, k]
                met[cell] += 1
                if met[cell] > MAX_MET:
                    raise ValueError(f"cell {cell} in over {MAX_MET} units")
                self.places[u][k] = cell
                self.unit[u] = either(self.unit[u], one_cell(cell))
                self.meets[cell] |= <uint64_t>1 << u
        for u in range(peers.shape[0]):
            for k in range(peers.shape[1]):
                if not 0 <= peers[u, k] <= self.n_cells:
                    raise ValueError(f"peer {peers[u, k]}, expected 0 to {self.n_cells}")
                if peers[u, k] < self.n_cells:
                    self.peers[u] = either(self.peers[u], one_cell(peers[u, k]))
        # A unit is in the first family whose units it shares no cell with.
        for u in range(self.n_units):
            f = 0
            while f < self.n_families and some(both(self.whole[f], self.unit[u])):
                f += 1
            if f == self.n_families:
                self.n_families += 1
            self.whole[f] = either(self.whole[f], self.unit[u])
            self.family[f] |= <uint64_t>1 << u
        self.differing = True
        for u in range(self.n_units):
            for k in range(self.n):
                cell = self.places[u][k]
                if some(without(without(self.unit[u], one_cell(cell)), self.peers[cell])):
                    self.differing = False
        self.crossed = <uint8_t*>pool.zeros(self.n_families * self.n_families, sizeof(uint8_t))
        self.block = <uint64_t*>pool.zeros(self.n_units * self.n_families, sizeof(uint64_t))
        for f in range(self.n_families):
            for other in range(self.n_families):
                if f != other:
                    self.crossed[f * self.n_families + other] = self.crossing_of(f, other)
        self.crossing = <int32_t*>pool.zeros(self.n_units * self.n_units + 1, sizeof(int32_t))
        for u in range(self.n_units):
            for other in range(self.n_units):
                common = size_of(both(self.unit[u], self.unit[other]))
                if other != u and 1 < common < self.n:
                    self.crossing[count] = other
                    count += 1
            self.crossing_end[u] = count
        # Each round of a chain fills a cell; it appends at most one value a cell and one a unit and value.
        self.placed = <placed_t*>pool.scratch(
            (self.n_cells + 2) * (self.n_cells + self.n * self.n_units + 1), sizeof(placed_t))
        self.pool = pool

    cdef int crossing_of(self, int one, int other) noexcept nogil:
        """Return how the units of two families cross; where in blocks, note the other units of each one's block."""
        cdef int u, w, common
        cdef int least = self.n, most = 0
        cdef uint64_t left = self.family[one], right, mine, theirs
        if self.n_empty_of(self.whole[one]) or self.n_empty_of(self.whole[other]):
            return ANYHOW
        while left:
            u = lsb(left)
            left &= left - 1
            right = self.family[other]
            while right:
                w = lsb(right)
                right &= right - 1
                common = size_of(both(self.unit[u], self.unit[w]))
                if common:
                    least = min(least, common)
                    most = max(most, common)
        if most == 1:
            return ONCE
        if least == 1 or most == self.n:
            return ANYHOW
        left = self.family[one]
        while left:
            u = lsb(left)
            left &= left - 1
            # What shares a cell with it, and what shares a cell with that: a block has no others.
            theirs = self.adjacent(<uint64_t>1 << u, other)
            mine = self.adjacent(theirs, one)
            if self.adjacent(mine, other) != theirs or popcount(theirs) > IN_BLOCK or popcount(mine) > IN_BLOCK:
                return ANYHOW
            self.block[u * self.n_families + other] = theirs | mine
        return BLOCKS

    cdef int n_empty_of(self, cells_t cells) noexcept nogil:
        """Return how many cells of the grid are not among some."""
        return self.n_cells - size_of(cells)

    cdef uint64_t adjacent(self, uint64_t units, int family) noexcept nogil:
        """Return the units of a family that share a cell with some units."""
        cdef uint64_t found = 0
        cdef int u, k
        while units:
            u = lsb(units)
            units &= units - 1
            for k in range(self.n):
                found |= self.meets[self.places[u][k]]
        return found & self.family[family]

    def steps(self, const uint8_t[::1] cells not None, const uint64_t[::1] allowed not None,
              const uint8_t[::1] solution, int most, count_t[::1] counts not None):
        """Count the steps by technique, from a grid to its end.

        Parameters
        ----------
        cells : uint8 array of shape (cells,)
            1 to n, 0 is empty.
        allowed : uint64 array of shape (cells,)
            Bit k: the k-th symbol may stand there, whatever stands elsewhere.
        solution : uint8 array of shape (cells,), or None
            1 to n, where guesses are taken from, in the first cell with the fewest candidates; without one a
            guess is the last step.
        most : int
            The hardest technique that is of interest, by its place in the order: a harder one is the last step,
            and one that is no more than a guess is counted as that.
        counts : int64 array of shape (20,), changed in place
            Steps of each technique, easiest first: naked and hidden single, mark (never), locked candidates,
            naked and hidden pair and triple, X-wing, swordfish, jellyfish, XY-, XYZ- and W-wing, colouring,
            X-chain, XY-chain, forcing chain, guess, contradiction.

        Returns
        -------
        bool
            Whether the grid was filled.
        """
        cdef cell_t cell
        cdef int kind
        cdef bint guided = solution is not None
        if (cells.shape[0] != self.n_cells or allowed.shape[0] != self.n_cells or counts.shape[0] != N_KINDS
                or (guided and solution.shape[0] != self.n_cells)):
            raise ValueError(f"{cells.shape[0]} and {allowed.shape[0]} cells, expected {self.n_cells}; "
                             f"{counts.shape[0]} counts, expected {N_KINDS}")
        for cell in range(self.n_cells):
            if cells[cell] > self.n or (guided and not 1 <= solution[cell] <= self.n):
                raise ValueError(f"cell {cell} beyond {self.n} symbols")
        with nogil:
            self.start(cells, allowed)
            while some(self.empty):
                kind = self.step(most)
                if kind == GUESS and guided:
                    cell = self.narrowest()
                    self.place(cell, solution[cell] - 1)
                counts[kind] += 1
                if kind > most or kind == CONTRADICTION or (kind == GUESS and not guided):
                    break
        return not some(self.empty)

    cdef void start(self, const uint8_t[::1] cells, const uint64_t[::1] allowed) noexcept nogil:
        """Set the candidates up: what stands takes itself from its peers."""
        cdef cells_t given[MAX_N]
        cdef cells_t free
        cdef cell_t cell
        cdef int v
        self.empty = nothing()
        self.plain = self.differing
        self.changed = (<uint64_t>1 << self.n) - 1
        for v in range(self.n):
            given[v] = nothing()
            self.where[v] = nothing()
            self.stands[v] = 0
        for cell in range(self.n_cells):
            self.open[cell] = 0
            if cells[cell]:
                v = cells[cell] - 1
                given[v] = either(given[v], self.peers[cell])
                self.plain = self.plain and not self.stands[v] & self.meets[cell]
                self.stands[v] |= self.meets[cell]
            else:
                self.empty = either(self.empty, one_cell(cell))
        for v in range(self.n):
            free = without(self.empty, given[v])
            while some(free):
                cell = taken(&free)
                if allowed[cell] >> v & 1:
                    self.open[cell] |= <uint64_t>1 << v
                    self.where[v] = either(self.where[v], one_cell(cell))
        for v in range(self.n_units):
            self.n_empty[v] = size_of(both(self.empty, self.unit[v]))

    cdef int step(self, int most) noexcept nogil:
        """Take the step of the easiest technique that finds one; return it, GUESS where none does."""
        if not self.possible():
            return CONTRADICTION
        if self.naked_single():
            return NAKED_SINGLE
        if self.hidden_single():
            return HIDDEN_SINGLE
        if self.locked():
            return LOCKED
        if self.naked(2):
            return NAKED_PAIR
        if self.hidden(2):
            return HIDDEN_PAIR
        if self.naked(3):
            return NAKED_TRIPLE
        if self.hidden(3):
            return HIDDEN_TRIPLE
        if most <= HIDDEN_TRIPLE:
            return GUESS
        self.look()
        if self.fish(2):
            return X_WING
        if self.fish(3):
            return SWORDFISH
        if self.fish(4):
            return JELLYFISH
        if self.xy_wing():
            return XY_WING
        if self.xyz_wing():
            return XYZ_WING
        if self.w_wing():
            return W_WING
        if self.colours():
            return COLOURS
        if self.x_chain():
            return X_CHAIN
        if self.xy_chain():
            return XY_CHAIN
        if most >= FORCING_CHAIN and self.forcing_chain():
            return FORCING_CHAIN
        return GUESS

    cdef void place(self, cell_t cell, int value) noexcept nogil:
        """Fill a cell."""
        cdef cells_t bit = one_cell(cell)
        cdef uint64_t units = self.meets[cell]
        cdef int v
        if not has(self.where[value], cell):    # guided by what is no solution
            self.plain = False
        for v in range(self.n):
            self.where[v] = without(self.where[v], bit)
        self.changed |= self.open[cell] | <uint64_t>1 << value
        self.stands[value] |= units
        self.open[cell] = 0
        self.empty = without(self.empty, bit)
        while units:
            self.n_empty[lsb(units)] -= 1
            units &= units - 1
        self.strike(both(self.where[value], self.peers[cell]), value)

    cdef void strike(self, cells_t gone, int value) noexcept nogil:
        """Take a candidate away from cells that have it."""
        self.where[value] = without(self.where[value], gone)
        self.changed |= <uint64_t>1 << value
        while some(gone):
            self.open[taken(&gone)] &= ~(<uint64_t>1 << value)

    cdef bint possible(self) noexcept nogil:
        """Return whether each empty cell has a candidate, and each unit enough for its empty cells."""
        cdef cells_t any_ = nothing()
        cdef uint64_t units = ~<uint64_t>0 >> (MAX_UNITS - self.n_units)
        cdef int u, v, kinds
        for v in range(self.n):
            any_ = either(any_, self.where[v])
        if some(without(self.empty, any_)):
            return False
        self.count_places()
        if self.plain:      # then a unit has as many values to come as empty cells
            for v in range(self.n):
                units &= self.once[v] | self.stands[v]
            return units == ~<uint64_t>0 >> (MAX_UNITS - self.n_units)
        for u in range(self.n_units):
            kinds = 0
            for v in range(self.n):
                kinds += some(both(self.where[v], self.unit[u]))
            if kinds < self.n_empty[u]:
                return False
        return True

    cdef void count_places(self) noexcept nogil:
        """Note the units with a place, and with two, of the values that changed."""
        cdef cells_t here
        cdef uint64_t units, once, twice
        cdef int v
        while self.changed:
            v = lsb(self.changed)
            self.changed &= self.changed - 1
            here = self.where[v]
            once = twice = 0
            while some(here):
                units = self.meets[taken(&here)]
                twice |= once & units
                once |= units
            self.once[v] = once
            self.twice[v] = twice

    cdef cell_t narrowest(self) noexcept nogil:
        """Return the first of the cells with the fewest candidates, -1 where none has any."""
        cdef cell_t cell, best = -1
        for cell in range(self.n_cells):
            if self.open[cell] and (best < 0 or popcount(self.open[cell]) < popcount(self.open[best])):
                best = cell
        return best

    # Singles, locked candidates, subsets

    cdef bint naked_single(self) noexcept nogil:
        """A cell with one candidate."""
        cdef cells_t once = nothing(), twice = nothing()
        cdef int v
        cdef cell_t cell
        for v in range(self.n):
            twice = either(twice, both(once, self.where[v]))
            once = either(once, self.where[v])
        once = without(once, twice)
        if not some(once):
            return False
        cell = first(once)
        self.place(cell, lsb(self.open[cell]))
        return True

    cdef bint hidden_single(self) noexcept nogil:
        """The only place of a unit for a value."""
        cdef uint64_t units = 0, unit
        cdef int v
        self.count_places()
        for v in range(self.n):
            units |= self.once[v] & ~self.twice[v]
        if units == 0:
            return False
        unit = units & (0 - units)
        v = 0
        while not self.once[v] & ~self.twice[v] & unit:
            v += 1
        self.place(first(both(self.where[v], self.unit[lsb(unit)])), v)
        return True

    cdef bint locked(self) noexcept nogil:
        """A value that a unit has only where it crosses another goes from the rest of that one."""
        cdef int u, v, k, start = 0
        cdef cells_t here, other, gone
        for u in range(self.n_units):
            for v in range(self.n):
                here = both(self.where[v], self.unit[u])
                if not some(here):
                    continue
                for k in range(start, self.crossing_end[u]):
                    other = self.unit[self.crossing[k]]
                    if some(without(here, other)):
                        continue
                    gone = both(self.where[v], without(other, self.unit[u]))
                    if some(gone):
                        self.strike(gone, v)
                        return True
            start = self.crossing_end[u]
        return False

    cdef bint strike_all(self, cells_t cells, uint64_t values) noexcept nogil:
        """Take candidates away from cells; return whether any was there."""
        cdef bint found = False
        cdef cells_t gone
        cdef int v
        while values:
            v = lsb(values)
            values &= values - 1
            gone = both(self.where[v], cells)
            if some(gone):
                self.strike(gone, v)
                found = True
        return found

    cdef bint naked(self, int size) noexcept nogil:
        """As many cells of a unit as they have candidates together: these go from its other cells."""
        cdef cell_t small[MAX_N]
        cdef uint64_t together
        cdef cells_t chosen
        cdef int u, k, n_small, a, b, c
        for u in range(self.n_units):
            n_small = 0
            for k in range(self.n):
                if self.open[self.places[u][k]] and not over(self.open[self.places[u][k]], size):
                    small[n_small] = self.places[u][k]
                    n_small += 1
            for a in range(n_small):
                for b in range(a + 1, n_small):
                    for c in range(b + 1 if size == 3 else 0, n_small if size == 3 else 1):
                        together = self.open[small[a]] | self.open[small[b]]
                        chosen = either(one_cell(small[a]), one_cell(small[b]))
                        if size == 3:
                            together |= self.open[small[c]]
                            chosen = either(chosen, one_cell(small[c]))
                        if exactly(together, size) and self.strike_all(without(self.unit[u], chosen), together):
                            return True
        return False

    cdef bint hidden(self, int size) noexcept nogil:
        """As many values of a unit as they have cells together: these cells lose the others."""
        cdef cells_t rare[MAX_N]
        cdef cells_t together
        cdef int value[MAX_N]
        cdef uint64_t values
        cdef uint64_t whole = (<uint64_t>1 << self.n) - 1
        cdef int u, v, n_rare, a, b, c
        for u in range(self.n_units):
            n_rare = 0
            for v in range(self.n):
                together = both(self.where[v], self.unit[u])
                if some(together) and size_of(together) <= size:
                    rare[n_rare] = together
                    value[n_rare] = v
                    n_rare += 1
            for a in range(n_rare):
                for b in range(a + 1, n_rare):
                    for c in range(b + 1 if size == 3 else 0, n_rare if size == 3 else 1):
                        together = either(rare[a], rare[b])
                        values = <uint64_t>1 << value[a] | <uint64_t>1 << value[b]
                        if size == 3:
                            together = either(together, rare[c])
                            values |= <uint64_t>1 << value[c]
                        if size_of(together) == size and self.strike_all(together, whole & ~values):
                            return True
        return False

    # Patterns

    cdef void look(self) noexcept nogil:
        """Note the cells with two candidates, and how many places units have."""
        cdef cell_t cell
        cdef cells_t here
        cdef uint64_t met
        cdef int v, u, k, count
        for v in range(self.n):
            memset(self.few[v], 0, sizeof(self.few[v]))
            for u in range(self.n_units):
                here = both(self.where[v], self.unit[u])
                met = 0
                count = 0
                while some(here):
                    met |= self.meets[taken(&here)]
                    count += 1
                self.n_places[v][u] = count
                self.met[v][u] = met
                for k in range(max(count, 2), LARGEST + 1 if count > 1 else 0):
                    self.few[v][k] |= <uint64_t>1 << u
        self.pairs = nothing()
        for cell in range(self.n_cells):
            if exactly(self.open[cell], 2):
                self.pairs = either(self.pairs, one_cell(cell))

    cdef void link(self, int v) noexcept nogil:
        """Note the units with two places for a value."""
        cdef cell_t one, other
        cdef cells_t here
        cdef int u
        self.n_linked = 0
        memset(self.n_links, 0, sizeof(self.n_links))
        for u in range(self.n_units):
            if self.n_places[v][u] != 2:
                continue
            here = both(self.where[v], self.unit[u])
            one = taken(&here)
            other = taken(&here)
            self.join(one, other)
            self.join(other, one)

    cdef inline void join(self, cell_t one, cell_t other) noexcept nogil:
        if self.n_links[one] == 0:
            self.linked[self.n_linked] = one
            self.n_linked += 1
        self.links[one][self.n_links[one]] = other
        self.n_links[one] += 1

    cdef bint fish(self, int size) noexcept nogil:
        """Units without a common cell have all their places of a value in as many crossing ones."""
        cdef int v, base, cover, u, n_crossed
        cdef int crossed[MAX_UNITS]
        cdef uint64_t met[MAX_UNITS]
        cdef uint64_t lines, left, here_met
        for v in range(self.n):
            for base in range(self.n_families):
                lines = self.few[v][size] & self.family[base]
                if not over(lines, size - 1):
                    continue
                for cover in range(self.n_families):
                    if cover == base or not over(self.family[cover], size - 1) or self.idle(v, base, cover, size):
                        continue
                    n_crossed = 0
                    left = lines
                    while left:
                        u = lsb(left)
                        left &= left - 1
                        here_met = self.met[v][u] & self.family[cover]
                        if not over(here_met, size) and not some(
                                without(both(self.where[v], self.unit[u]), self.whole[cover])):
                            crossed[n_crossed] = u
                            met[n_crossed] = here_met
                            n_crossed += 1
                    if n_crossed >= size and self.caught(
                            v, size, size, crossed, met, n_crossed, 0, nothing(), 0):
                        return True
        return False

    cdef bint idle(self, int v, int base, int cover, int size) noexcept nogil:
        """Say whether no fish of two families takes a candidate away that singles, locked ones and smaller fish left.

        Both families fill the grid, with as many units that have places. Where these cross in a cell at most, like
        rows and columns, the units that a fish leaves over are a fish the other way, of the same candidates. Where
        they cross in blocks of at most three, like rows and boxes in bands, a fish is one of each block: of one
        unit, or of all but one, it is what locked candidates find.
        """
        cdef int crossed = self.crossed[base * self.n_families + cover]
        cdef uint64_t left = self.family[base], block
        cdef int n_lines
        if crossed == ONCE:
            n_lines = popcount(self.once[v] & left)
            return 2 * size > n_lines and n_lines == popcount(self.once[v] & self.family[cover])
        if crossed == ANYHOW:
            return False
        while left:
            block = self.block[lsb(left) * self.n_families + cover]
            if popcount(self.once[v] & block & self.family[base]) != popcount(
                    self.once[v] & block & self.family[cover]):
                return False
            left &= ~block
        return True

    cdef bint caught(self, int v, int size, int more, const int* line, const uint64_t* met, int n, int start,
                     cells_t chosen, uint64_t crossed) noexcept nogil:
        """Choose `more` lines of `size` in all; return whether some took candidates away."""
        cdef int k
        cdef cells_t gone = nothing()
        if more == 0:
            while crossed:
                gone = either(gone, self.unit[lsb(crossed)])
                crossed &= crossed - 1
            gone = without(both(self.where[v], gone), chosen)
            if not some(gone):
                return False
            self.strike(gone, v)
            return True
        for k in range(start, n):
            if over(crossed | met[k], size) or (more == 1 and not over(crossed | met[k], size - 1)):
                continue
            if self.caught(v, size, more - 1, line, met, n, k + 1, either(chosen, self.unit[line[k]]),
                           crossed | met[k]):
                return True
        return False

    cdef bint xy_wing(self) noexcept nogil:
        """A cell of x and y differs from one of x and z and from one of y and z: what differs from both is no z."""
        cdef cells_t pivots = self.pairs, wings, others, gone
        cdef cell_t pivot, one, other
        cdef uint64_t mask, shared
        while some(pivots):
            pivot = taken(&pivots)
            mask = self.open[pivot]
            wings = both(self.pairs, self.peers[pivot])
            while some(wings):
                one = taken(&wings)
                if not exactly(self.open[one] & mask, 1):
                    continue
                others = wings
                while some(others):
                    other = taken(&others)
                    if not exactly(self.open[other] & mask, 1):
                        continue
                    shared = self.open[one] & self.open[other]
                    if not exactly(shared, 1) or shared & mask:
                        continue
                    gone = self.seen_by_both(one, other, lsb(shared))
                    if some(gone):
                        self.strike(gone, lsb(shared))
                        return True
        return False

    cdef bint xyz_wing(self) noexcept nogil:
        """A cell of x, y and z differs from one of x and z and from one of y and z: what differs from all is no z."""
        cdef cells_t wings, others, gone
        cdef cell_t pivot, one, other
        cdef uint64_t mask, shared
        for pivot in range(self.n_cells):
            mask = self.open[pivot]
            if not exactly(mask, 3):
                continue
            wings = both(self.pairs, self.peers[pivot])
            while some(wings):
                one = taken(&wings)
                if self.open[one] & ~mask:
                    continue
                others = wings
                while some(others):
                    other = taken(&others)
                    if self.open[other] & ~mask or self.open[one] == self.open[other]:
                        continue
                    shared = self.open[one] & self.open[other]
                    gone = both(self.seen_by_both(one, other, lsb(shared)), self.peers[pivot])
                    if some(gone):
                        self.strike(gone, lsb(shared))
                        return True
        return False

    cdef inline cells_t seen_by_both(self, cell_t one, cell_t other, int value) noexcept nogil:
        """Return the places of a value that differ from both of two cells."""
        return both(self.where[value], both(self.peers[one], self.peers[other]))

    cdef bint w_wing(self) noexcept nogil:
        """Two cells of x and y, each differing from one of the two places of x in a unit: one of them is y."""
        cdef cells_t ones = self.pairs, others, gone
        cdef cell_t one, other
        cdef uint64_t values
        cdef int x, y
        while some(ones):
            one = taken(&ones)
            others = without(ones, self.peers[one])
            while some(others):
                other = taken(&others)
                if self.open[one] != self.open[other]:
                    continue
                values = self.open[one]
                while values:
                    x = lsb(values)
                    values &= values - 1
                    y = lsb(self.open[one] ^ <uint64_t>1 << x)
                    gone = self.seen_by_both(one, other, y)
                    if some(gone) and self.bridged(one, other, x):
                        self.strike(gone, y)
                        return True
        return False

    cdef bint bridged(self, cell_t one, cell_t other, int x) noexcept nogil:
        """Say whether a unit has two places for x, of which one differs from each of two cells."""
        cdef cells_t here
        cdef cell_t a, b
        cdef int u
        for u in range(self.n_units):
            if self.n_places[x][u] != 2:
                continue
            here = both(self.where[x], self.unit[u])
            a = taken(&here)
            b = taken(&here)
            if a == one or a == other or b == one or b == other:
                continue
            if (has(self.peers[one], a) and has(self.peers[other], b)) or (
                    has(self.peers[one], b) and has(self.peers[other], a)):
                return True
        return False

    cdef bint colours(self) noexcept nogil:
        """The places of a value in two colours, by units with two: all of one colour have it, or all of the other."""
        cdef cells_t left, one, other, mine, gone
        cdef int v, k, side
        for v in range(self.n):
            self.link(v)
            left = nothing()
            for k in range(self.n_linked):
                left = either(left, one_cell(self.linked[k]))
            while some(left):
                self.colour(first(left), &one, &other)
                left = without(left, either(one, other))
                for side in range(2):
                    mine = other if side else one
                    if some(both(self.seen(mine), mine)):
                        self.strike(mine, v)
                        return True
                gone = without(self.where[v], either(one, other))
                gone = both(gone, both(self.seen(one), self.seen(other)))
                if some(gone):
                    self.strike(gone, v)
                    return True
        return False

    cdef void colour(self, cell_t start, cells_t* one, cells_t* other) noexcept nogil:
        """Find the cells that hang together with one: those that are as it is, and the others."""
        cdef cells_t sides[2]
        cdef cell_t waiting[MAX_CELLS]
        cdef bint side_of[MAX_CELLS]
        cdef cell_t cell, next_
        cdef int n_waiting = 1, k
        cdef bint side
        sides[0] = one_cell(start)
        sides[1] = nothing()
        waiting[0] = start
        side_of[start] = False
        while n_waiting:
            n_waiting -= 1
            cell = waiting[n_waiting]
            side = side_of[cell]
            for k in range(self.n_links[cell]):
                next_ = self.links[cell][k]
                if not has(either(sides[0], sides[1]), next_):
                    sides[not side] = either(sides[not side], one_cell(next_))
                    side_of[next_] = not side
                    waiting[n_waiting] = next_
                    n_waiting += 1
        one[0] = sides[0]
        other[0] = sides[1]

    cdef cells_t seen(self, cells_t cells) noexcept nogil:
        """Return what differs from any of some cells."""
        cdef cells_t found = nothing()
        while some(cells):
            found = either(found, self.peers[taken(&cells)])
        return found

    cdef bint x_chain(self) noexcept nogil:
        """Places of a value, in turn the only other one of a unit and a peer: the first or the last has it."""
        cdef cell_t waiting[MAX_CELLS]
        cdef cells_t reached, following, gone
        cdef cell_t start, off, on, next_
        cdef int v, s, k, head, tail
        for v in range(self.n):
            self.link(v)
            for s in range(self.n_linked):
                start = self.linked[s]
                reached = one_cell(start)
                waiting[0] = start
                head = 0
                tail = 1
                while head < tail:
                    off = waiting[head]
                    head += 1
                    for k in range(self.n_links[off]):
                        on = self.links[off][k]
                        if has(reached, on):
                            continue
                        reached = either(reached, one_cell(on))
                        gone = self.seen_by_both(start, on, v)
                        if some(gone):
                            self.strike(gone, v)
                            return True
                        following = without(both(self.where[v], self.peers[on]), reached)
                        while some(following):
                            next_ = taken(&following)
                            if self.n_links[next_]:
                                reached = either(reached, one_cell(next_))
                                waiting[tail] = next_
                                tail += 1
        return False

    cdef bint xy_chain(self) noexcept nogil:
        """Cells with two candidates, each with one of the last: if the first is not z, the last is."""
        cdef placed_t waiting[2 * MAX_CELLS + 1]
        cdef cells_t reached[MAX_N]
        cdef cells_t starts = self.pairs, others, gone
        cdef cell_t start, cell, other
        cdef uint64_t values
        cdef int z, v, next_, head, tail
        while some(starts):
            start = taken(&starts)
            values = self.open[start]
            while values:
                z = lsb(values)
                values &= values - 1
                for v in range(self.n):
                    reached[v] = nothing()
                waiting[0].cell = start
                waiting[0].value = lsb(self.open[start] ^ <uint64_t>1 << z)
                head = 0
                tail = 1
                while head < tail:
                    cell = waiting[head].cell
                    v = waiting[head].value
                    head += 1
                    others = both(both(self.peers[cell], self.pairs), self.where[v])
                    while some(others):
                        other = taken(&others)
                        next_ = lsb(self.open[other] ^ <uint64_t>1 << v)
                        if other == start or has(reached[next_], other):
                            continue
                        reached[next_] = either(reached[next_], one_cell(other))
                        waiting[tail].cell = other
                        waiting[tail].value = next_
                        tail += 1
                        if next_ == z:
                            gone = self.seen_by_both(start, other, z)
                            if some(gone):
                                self.strike(gone, z)
                                return True
        return False

    # A candidate that leads to nothing

    cdef bint forcing_chain(self) noexcept nogil:
        """Singles that follow from a candidate leave a cell or a unit with nothing: it goes."""
        cdef cell_t cells[MAX_CELLS]
        cdef int n_pairs = 0, n = 0, size, round_, k, v, u
        cdef cells_t left = self.pairs
        cdef cell_t cell
        for v in range(self.n):
            self.needed[v] = 0
            for u in range(self.n_units):
                self.needed[v] |= <uint64_t>some(both(self.where[v], self.unit[u])) << u
        while some(left):
            cells[n] = taken(&left)
            n += 1
        n_pairs = n
        for size in range(1, self.n + 1):
            if size == 2:
                continue
            for cell in range(self.n_cells):
                if exactly(self.open[cell], size):
                    cells[n] = cell
                    n += 1
        for round_ in range(4):     # pairs, a little and to the end; the others likewise
            for k in range(0 if round_ < 2 else n_pairs, n_pairs if round_ < 2 else n):
                if self.refuted(cells[k], self.n_cells if round_ & 1 else SHORT):
                    return True
        return False

    cdef bint refuted(self, cell_t cell, int most) noexcept nogil:
        """Take away the first candidate of a cell that leads to nothing; return whether there is one."""
        cdef uint64_t values = self.open[cell]
        cdef int v
        while values:
            v = lsb(values)
            values &= values - 1
            if self.leads_nowhere(cell, v, most):
                self.strike(one_cell(cell), v)
                return True
        return False

    cdef bint leads_nowhere(self, cell_t cell, int value, int most) noexcept nogil:
        """Say whether a value and the singles that follow, round by round, leave a cell or a unit with nothing.

        Where `most` values are placed, it goes no further.
        """
        cdef cells_t where[MAX_N]
        cdef cells_t done_[MAX_N]
        cdef cells_t left = self.empty, bit
        # Values that lost places since they were looked at: for units without any, and with one alone.
        cdef uint64_t changed = 0, fresh = 0
        cdef int v, done = 0, n_placed = 1
        memcpy(where, self.where, sizeof(where))
        for v in range(self.n):
            done_[v] = nothing()
        self.placed[0].cell = cell
        self.placed[0].value = value
        while True:
            while done < n_placed:
                cell = self.placed[done].cell
                value = self.placed[done].value
                done += 1
                if has(done_[value], cell):
                    continue
                bit = one_cell(cell)
                done_[value] = either(done_[value], bit)
                if not has(where[value], cell):     # two places in turn need what one of them takes away
                    return self.dead(where, left, changed)
                left = without(left, bit)
                for v in range(self.n):
                    if v != value and has(where[v], cell):
                        where[v] = without(where[v], bit)
                        changed |= <uint64_t>1 << v
                where[value] = without(where[value], self.peers[cell])
                changed |= <uint64_t>1 << value
            if self.dead(where, left, changed):
                return True
            if done >= most:
                return False
            fresh |= changed
            changed = 0
            n_placed = self.singles(where, left, &fresh, n_placed)
            if done == n_placed:
                return False

    cdef bint dead(self, const cells_t* where, cells_t left, uint64_t changed) noexcept nogil:
        """Say whether a cell, or a unit for a value that was changed, has nothing left."""
        cdef cells_t any_ = nothing()
        cdef uint64_t units
        cdef int v
        for v in range(self.n):
            any_ = either(any_, where[v])
        if some(without(left, any_)):
            return True
        while changed:
            v = lsb(changed)
            changed &= changed - 1
            units = self.needed[v]
            while units:
                if not some(both(where[v], self.unit[lsb(units)])):
                    return True
                units &= units - 1
        return False

    cdef int singles(self, const cells_t* where, cells_t left, uint64_t* fresh, int n_placed) noexcept nogil:
        """Append the cells with one candidate, or where there are none the only places of units; return how many."""
        cdef cells_t once = nothing(), twice = nothing(), here
        cdef cell_t cell
        cdef uint64_t units
        cdef int v
        for v in range(self.n):
            twice = either(twice, both(once, where[v]))
            once = either(once, where[v])
        once = both(without(once, twice), left)
        if some(once):
            while some(once):
                cell = taken(&once)
                v = 0
                while not has(where[v], cell):
                    v += 1
                self.placed[n_placed].cell = cell
                self.placed[n_placed].value = v
                n_placed += 1
            return n_placed
        while fresh[0]:
            v = lsb(fresh[0])
            fresh[0] &= fresh[0] - 1
            units = self.needed[v] if some(both(where[v], left)) else 0
            while units:
                here = both(where[v], self.unit[lsb(units)])
                units &= units - 1
                if single(here) and some(both(here, left)):
                    self.placed[n_placed].cell = first(here)
                    self.placed[n_placed].value = v
                    n_placed += 1
        return n_placed
