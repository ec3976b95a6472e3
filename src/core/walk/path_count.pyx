"""Self-avoiding paths counted frontier by frontier; twin: `reference.walk.path_count`.

Cells are taken in one by one. Of the cells taken in, only those with a neighbour still to come (the
frontier) can matter for what follows, and of these only how many further steps each has promised, and
which of them are the two ends of one piece of path:

    field of a slot    promise
    its own number     two steps: nothing of the piece but this cell is there yet
    another's number   one step: the piece's other end is that cell
    END                one step: the piece's other end is an end of the whole path
    NONE               no step: the cell is unused, or inside a piece, or its piece's last

Partial paths with the same fields have the same futures, so a layer is a table from fields to the number
of partial paths behind them. A path is whole when its last two open promises meet and nothing else is open.

    entry of a layer   key words | one word of cells used, by length only | limbs of the count, low first
"""

cimport cython
import numpy as np

from libc.string cimport memcpy, memset

from ..bits cimport lsb
from ..pool cimport Pool
from ..types cimport cell_t, count_t, uint8_t, uint32_t, uint64_t

cdef extern from "compiler.h" nogil:
    void prefetch_to_write(const void* address)


cdef enum:
    MOST_SLOTS = 62          # of a frontier
    DEGREE = 8               # most neighbours of a cell
    BRANCHES = 64            # more than the ways of one state to go on: 3 + 2 * 8 + 28
    BRANCH_BITS = 6
    BATCH = 256              # successors looked up together, so that their cache misses overlap
    MAX_WORDS = 8            # of a key: 62 fields of 6 bits, ten a word, and the cells used
    ENDS_SHIFT = 62          # top bits of a key's first word: 3 - ends so far, never 0
    REHASH = 1 << 12         # entries put into a larger index at a time, at least
    REHASHES = 4             # entries put into a larger index in the time of a state taken up

cdef uint64_t ABSENT = 0xFFFFFFFF

NO_ORDER = "order has a cell twice or one off the board, expected each cell at most once"

MAX_SLOTS = MOST_SLOTS
"""Most cells a frontier may have."""

cdef struct Step:
    uint8_t slot                 # where the new cell's field is
    uint8_t forward              # its neighbours still to come, 2 for more
    uint8_t n_back               # its neighbours in the frontier
    uint8_t back[DEGREE]         # their slots
    uint8_t remains[DEGREE]      # their neighbours still to come after this step, 2 for more

cdef struct Layer:
    uint64_t* entries
    uint64_t capacity            # words
    uint64_t count               # entries
    uint64_t limbs               # words of a count


cdef inline void add(uint64_t* total, uint64_t total_limbs, const uint64_t* count, uint64_t limbs) noexcept nogil:
    """total += count; the carry runs through all limbs of total."""
    cdef uint64_t k, value, carry = 0
    for k in range(total_limbs):
        value = total[k] + carry
        carry = value < carry
        if k < limbs:
            value += count[k]
            carry |= value < count[k]
        elif not carry:
            total[k] = value
            return
        total[k] = value


cdef inline uint64_t hash_of(const uint64_t* key, uint64_t words) noexcept nogil:
    """The finalizer of SplitMix64 (Steele, Lea, Flood 2014) over the words of a key."""
    cdef uint64_t k, h = key[0]
    for k in range(1, words):
        h = (h ^ (h >> 32)) * <uint64_t>0x9E3779B97F4A7C15 + key[k]
    h = (h ^ (h >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    h = (h ^ (h >> 27)) * <uint64_t>0x94D049BB133111EB
    return h ^ (h >> 31)


cdef int make_plan(const cell_t[:, ::1] neighbours, const cell_t[::1] order, cell_t* when, Step* steps,
                   uint64_t* total) noexcept nogil:
    """Fill the steps; return the slots they need, MAX_SLOTS + 1 for too many, -1 for an order that is none."""
    cdef cell_t n_cells = neighbours.shape[0], cell, other
    cdef Py_ssize_t step, k, j
    cdef uint64_t spare = <uint64_t>-1, gone
    cdef int slots = 0, size = 0, later
    cdef Step* now
    for cell in range(n_cells):
        when[cell] = -1
    for step in range(order.shape[0]):
        cell = order[step]
        if cell < 0 or cell >= n_cells or when[cell] >= 0:
            return -1
        when[cell] = <cell_t>step
    total[0] = 0
    for step in range(order.shape[0]):
        if spare == 0:
            return MOST_SLOTS + 1
        cell = order[step]
        now = &steps[step]
        now.slot = <uint8_t>lsb(spare)
        now.forward = now.n_back = 0
        spare &= spare - 1
        slots = max(slots, now.slot + 1)
        size += 1
        gone = 0
        for k in range(neighbours.shape[1]):
            other = neighbours[cell, k]
            if other < 0 or other >= n_cells or when[other] < 0:
                continue
            if when[other] > step:
                now.forward = min(now.forward + 1, 2)
                continue
            later = 0
            for j in range(neighbours.shape[1]):
                if 0 <= neighbours[other, j] < n_cells and when[neighbours[other, j]] > step:
                    later = min(later + 1, 2)
            now.back[now.n_back] = steps[when[other]].slot
            now.remains[now.n_back] = later
            now.n_back += 1
            if later == 0:
                gone |= <uint64_t>1 << steps[when[other]].slot
                size -= 1
        if now.forward == 0:
            gone |= <uint64_t>1 << now.slot
            size -= 1
        spare |= gone
        total[0] += size
    return min(slots, MOST_SLOTS + 1)


def slot_count(const cell_t[:, ::1] neighbours not None, const cell_t[::1] order not None):
    """Return the cells of the largest frontier of an order, and the sum over all frontiers.

    Parameters
    ----------
    neighbours, order
        As for `PathCounter`.

    Returns
    -------
    (int, int)
        The first counts the new cell too and is MAX_SLOTS + 1 where it would be larger than MAX_SLOTS.

    Notes
    -----
    O(cells) time and space.

    Examples
    --------
    >>> import numpy as np
    >>> from unriddle.core.topology import neighbours
    >>> slot_count(neighbours(2, 3), np.arange(6, dtype=np.int32))
    (5, 13)
    """
    cdef uint64_t total = 0
    cdef int slots
    cdef cell_t[::1] when = np.empty(neighbours.shape[0] + 1, dtype=np.int32)
    cdef uint8_t[::1] room = np.empty((order.shape[0] + 1) * sizeof(Step), dtype=np.uint8)
    with nogil:
        slots = make_plan(neighbours, order, &when[0], <Step*>&room[0], &total)
    if slots < 0:
        raise ValueError(NO_ORDER)
    return slots, total


@cython.final
cdef class PathCounter:
    """Counts the self-avoiding paths of a board exactly; can be stopped and resumed.

    Equivalent: ``sum(1 for path in every self-avoiding path)``, each direction of a path for itself.

    Parameters
    ----------
    neighbours : int32 array of shape (n_cells, degree)
        As of `unriddle.core.topology.neighbours`: mutual, each neighbour once, degree at most 8; an index
        outside the board is no neighbour.
    order : int32 array
        The cells in the order in which they are taken in, each at most once; those missing are holes.
    by_length : bool
        Keep the numbers of cells apart; costs a factor of about the number of cells.
    rooted : bool
        Count only paths that begin at ``order[0]``.
    memory : int
        Most bytes for the tables.

    Attributes
    ----------
    finished : bool
        Whether all paths are counted.
    exhausted : bool
        Whether the tables would have grown past `memory`: the count has ended without an answer.
    nodes : int
        States taken up so far, deterministic.
    steps : int
        Cells taken in so far.
    peak : int
        Most states in one layer so far.
    slots : int
        Most cells in a frontier, the new one included.

    Notes
    -----
    Time and space grow with the number of states, exponential in the frontier: up to about 3 per cell
    that has one neighbour to come, 4 per other cell, times the ways of pairing them. Counts never wrap:
    a layer's numbers are as wide as the sum of the layer before it demands. Not thread-safe; one
    counter, one thread.

    The frontier method is that of Knuth's Simpath (TAOCP 4A, 7.1.4, exercise 225), cell by cell and
    counted in tables instead of kept as a diagram, with promised instead of finished degrees as in the
    transfer matrices of B. Derrida (J. Phys. A 14, L5, 1981) and I. G. Enting.

    Examples
    --------
    >>> import numpy as np
    >>> from unriddle.core.topology import neighbours
    >>> counter = PathCounter(neighbours(3, 3), np.arange(9, dtype=np.int32))
    >>> counter.run(1 << 20), counter.count()
    (False, 10305)
    """

    cdef Pool pool
    cdef Step* steps_
    cdef Layer source, target
    cdef uint32_t* index          # of the target: open addressing, linear probing
    cdef uint64_t index_capacity  # places
    cdef uint64_t index_bits      # places in use: 2 ** index_bits
    cdef uint64_t* found          # whole paths by number of cells, found_limbs each
    cdef uint64_t found_limbs
    cdef uint64_t* total          # sum of the counts of the source
    cdef uint64_t total_limbs
    cdef uint64_t bytes, memory
    cdef uint64_t at, step, n_steps, words, lengths, rehash_at, most
    cdef count_t n_nodes
    cdef uint8_t word_of[64]
    cdef uint8_t shift_of[64]
    cdef uint64_t none
    cdef uint64_t open_[MAX_WORDS]  # a key without promise
    cdef bint apart, rooted, full
    cdef int n_slots
    # Successors of a batch: their keys, hashes and the counts behind them.
    cdef uint64_t keys[BATCH][MAX_WORDS]
    cdef uint64_t hashes[BATCH]
    cdef uint64_t origin[BATCH]   # entry of the source
    cdef uint64_t n_batch

    def __cinit__(self, const cell_t[:, ::1] neighbours not None, const cell_t[::1] order not None,
                  bint by_length=False, bint rooted=False, uint64_t memory=1 << 30):
        cdef Py_ssize_t n_cells = neighbours.shape[0], k
        cdef uint64_t total, bits, a_word
        cdef cell_t* when
        if neighbours.shape[1] > DEGREE:
            raise ValueError(f"{neighbours.shape[1]} neighbours a cell, expected at most {DEGREE}")
        self.n_steps = order.shape[0]
        self.apart, self.rooted, self.memory = by_length, rooted, memory
        self.pool = Pool()
        self.steps_ = <Step*>self.pool.scratch(self.n_steps + 1, sizeof(Step))
        when = <cell_t*>self.pool.scratch(n_cells + 1, sizeof(cell_t))
        with nogil:
            self.n_slots = make_plan(neighbours, order, when, self.steps_, &total)
        self.pool.release(when)
        if self.n_slots < 0:
            raise ValueError(NO_ORDER)
        if self.n_slots > MOST_SLOTS:
            raise ValueError(f"a frontier of more than {MOST_SLOTS} cells")
        # Fields of 4 bits hold 14 slots, END and NONE; 5 bits 30; 6 bits 62. Two bits are for the ends.
        bits = 4 if self.n_slots <= 14 else 5 if self.n_slots <= 30 else 6
        a_word = 62 // bits
        self.none = (<uint64_t>1 << bits) - 1
        for k in range(64):
            self.word_of[k] = k // a_word
            self.shift_of[k] = k % a_word * bits
        self.words = max(self.n_slots - 1, 0) // a_word + 1
        for k in range(<Py_ssize_t>self.words):
            self.open_[k] = <uint64_t>-1
        self.lengths = self.n_steps + 1 if by_length else 1
        if by_length:
            self.open_[self.words] = 0
            self.words = self.words + 1
        self.bytes = self.n_steps * sizeof(Step)
        self.start()

    cdef void start(self) noexcept nogil:
        """Make the first layer: nothing taken in, one way."""
        self.target.limbs = self.found_limbs = 1
        if not (self.resize(&self.found, 0, self.lengths) and self.reserve(&self.target, 1)):
            self.full = True
            return
        memset(self.found, 0, self.lengths * 8)
        memcpy(self.target.entries, self.open_, self.words * 8)
        self.target.entries[self.words] = 1
        self.target.count = self.most = 1
        self.full = not self.turn()

    cdef bint resize(self, uint64_t** buffer, uint64_t before, uint64_t after) noexcept nogil:
        """Make a buffer `after` words long, where the memory allows it."""
        cdef uint64_t* moved
        if after > self.memory // 8 or self.bytes - before * 8 + after * 8 > self.memory:
            return False
        moved = <uint64_t*>self.pool.resized(buffer[0], after, sizeof(uint64_t))
        if moved == NULL:
            return False
        buffer[0] = moved
        self.bytes = self.bytes - before * 8 + after * 8
        return True

    cdef bint reserve(self, Layer* layer, uint64_t more) noexcept nogil:
        """Make room for `more` entries."""
        cdef uint64_t needed = (layer.count + more) * (self.words + layer.limbs), wished
        if needed <= layer.capacity:
            return True
        wished = max(needed, layer.capacity + layer.capacity // 2, <uint64_t>1024)
        if not self.resize(&layer.entries, layer.capacity, wished):
            wished = needed
            if not self.resize(&layer.entries, layer.capacity, wished):
                return False
        layer.capacity = wished
        return True

    cdef bint clear_index(self, uint64_t bits) noexcept nogil:
        """Make the index empty, with 2 ** bits places."""
        cdef uint64_t places = <uint64_t>1 << bits
        if places > self.index_capacity:
            # Its content is not needed: entries know their keys.
            self.pool.release(self.index)
            self.index = NULL
            self.bytes = self.bytes - self.index_capacity * 4
            self.index_capacity = 0
            if not self.resize(<uint64_t**>&self.index, 0, places // 2):
                return False
            self.index_capacity = places
        self.index_bits = bits
        memset(self.index, 0xFF, places * 4)
        return True

    cdef bint ready(self, uint64_t patience) noexcept nogil:
        """Put entries into a larger index, at most `patience`; say whether all are in."""
        cdef uint64_t stride = self.words + self.target.limbs, place, mask = (<uint64_t>1 << self.index_bits) - 1
        cdef uint64_t stop = min(self.target.count, self.rehash_at + patience)
        while self.rehash_at < stop:
            place = hash_of(self.target.entries + self.rehash_at * stride, self.words) >> (64 - self.index_bits)
            while self.index[place] != ABSENT:
                place = (place + 1) & mask
            self.index[place] = <uint32_t>self.rehash_at
            self.rehash_at = self.rehash_at + 1
        return self.rehash_at == self.target.count

    cdef bint turn(self) noexcept nogil:
        """Begin the next step: the target becomes the source, with counts as wide as they can get."""
        cdef uint64_t limbs = self.target.limbs, stride = self.words + limbs, bits = 10, entry
        cdef Py_ssize_t k, j
        self.source, self.target = self.target, self.source
        self.target.count = 0
        self.at = 0
        self.rehash_at = 0
        # No count of the next layer passes 64 times the sum of this one.
        if not self.resize(&self.total, self.total_limbs, limbs):
            return False
        self.total_limbs = limbs
        memset(self.total, 0, limbs * 8)
        for entry in range(self.source.count):
            add(self.total, limbs, self.source.entries + entry * stride + self.words, limbs)
        if self.total[limbs - 1] >> (64 - BRANCH_BITS):
            limbs += 1
        self.target.limbs = limbs
        if limbs + 1 > self.found_limbs:
            # One limb more holds the sum over all steps.
            if not self.resize(&self.found, self.lengths * self.found_limbs, self.lengths * (limbs + 1)):
                return False
            for k in range(<Py_ssize_t>self.lengths - 1, -1, -1):
                for j in range(<Py_ssize_t>limbs, -1, -1):
                    self.found[k * (limbs + 1) + j] = (
                        self.found[k * self.found_limbs + j] if j < <Py_ssize_t>self.found_limbs else 0)
            self.found_limbs = limbs + 1
        while (<uint64_t>1 << bits) < 2 * self.source.count:
            bits += 1
        return self.clear_index(bits)

    # -- one state ------------------------------------------------------------------------------------

    # `narrow` is a constant where these are inlined: keys of one word with fields of four bits.

    cdef inline uint64_t field(self, const uint64_t* key, uint64_t slot, bint narrow) noexcept nogil:
        """Return the field of a slot."""
        if narrow:
            return key[0] >> 4 * slot & 15
        return key[self.word_of[slot]] >> self.shift_of[slot] & self.none

    cdef inline void put(self, uint64_t* key, uint64_t slot, uint64_t value, bint narrow) noexcept nogil:
        """Set the field of a slot."""
        cdef uint64_t* word
        if narrow:
            key[0] = key[0] & ~(<uint64_t>15 << 4 * slot) | value << 4 * slot
            return
        word = key + self.word_of[slot]
        word[0] = word[0] & ~(self.none << self.shift_of[slot]) | value << self.shift_of[slot]

    cdef inline void copy(self, uint64_t* made, const uint64_t* key, bint narrow) noexcept nogil:
        """Begin a successor as its origin."""
        cdef uint64_t k
        for k in range(1 if narrow else self.words):
            made[k] = key[k]

    cdef inline void use_cell(self, uint64_t* made, bint narrow) noexcept nogil:
        """Count the new cell among those of the path."""
        if not narrow and self.apart:
            made[self.words - 1] += 1

    cdef inline void keep(self, const uint64_t* made, bint narrow) noexcept nogil:
        """Put a successor into the batch."""
        cdef uint64_t h = hash_of(made, 1 if narrow else self.words)
        self.copy(self.keys[self.n_batch], made, narrow)
        self.hashes[self.n_batch] = h
        self.origin[self.n_batch] = self.at
        prefetch_to_write(self.index + (h >> (64 - self.index_bits)))
        self.n_batch = self.n_batch + 1

    cdef void whole(self, const uint64_t* key) noexcept nogil:
        """Count a path whose last two promises met, if nothing else is open."""
        cdef uint64_t k, fields = self.words - self.apart
        if (key[0] | <uint64_t>3 << ENDS_SHIFT) != self.open_[0]:
            return
        for k in range(1, fields):
            if key[k] != self.open_[k]:
                return
        k = key[self.words - 1] if self.apart else 0
        add(self.found + k * self.found_limbs, self.found_limbs,
            self.source.entries + self.at * (self.words + self.source.limbs) + self.words, self.source.limbs)

    # long: the inner loop, inlined once for each width of a state's fields
    cdef inline void expand(self, const uint64_t* key, const Step* now, bint narrow) noexcept nogil:
        """Put what follows from one state when the cell of this step is taken in into the batch."""
        cdef uint64_t none = 15 if narrow else self.none, end = none - 1, ends = 3 - (key[0] >> ENDS_SHIFT)
        cdef uint64_t v = now.slot, u, w, a, b, k, j, must = 0, can = 0, n_must = 0
        cdef uint64_t mates[DEGREE]
        cdef int excess
        cdef uint64_t made[MAX_WORDS]
        # Which cells of the frontier the new one can be joined to, and which it must be: those that have promised
        # more steps than they have neighbours to come after it.
        for k in range(now.n_back):
            u = now.back[k]
            a = self.field(key, u, narrow)
            mates[k] = a
            if a != none:
                can |= <uint64_t>1 << k
                excess = (2 if a == u else 1) - <int>now.remains[k]
                if excess > 1:
                    return
                if excess == 1:
                    must |= <uint64_t>1 << k
                    n_must += 1
        if n_must > 2:
            return
        if n_must == 0:
            # No step from the frontier: the cell is unused, an end, or the middle of a new piece.
            if not (self.rooted and self.step == 0):
                self.keep(key, narrow)
                if now.forward > 1:
                    self.copy(made, key, narrow)
                    self.put(made, v, v, narrow)
                    self.use_cell(made, narrow)
                    self.keep(made, narrow)
            if now.forward and ends < 2:
                self.copy(made, key, narrow)
                self.put(made, v, end, narrow)
                made[0] -= <uint64_t>1 << ENDS_SHIFT
                self.use_cell(made, narrow)
                self.keep(made, narrow)
        for k in range(now.n_back):
            if not can >> k & 1:
                continue
            u = now.back[k]
            a = mates[k]
            if must & ~(<uint64_t>1 << k) == 0:
                # One step from u: the path ends here, or continues from here.
                if ends < 2:
                    self.copy(made, key, narrow)
                    self.put(made, u, none, narrow)
                    made[0] -= <uint64_t>1 << ENDS_SHIFT
                    self.use_cell(made, narrow)
                    if a == end:
                        self.whole(made)
                    else:
                        self.put(made, a, end, narrow)
                        self.keep(made, narrow)
                if now.forward:
                    self.copy(made, key, narrow)
                    self.put(made, u, none, narrow)
                    self.put(made, v, a, narrow)
                    if a != end:
                        self.put(made, a, v, narrow)
                    self.use_cell(made, narrow)
                    self.keep(made, narrow)
            # Two steps, from u and w: their pieces become one, and their other ends each other's.
            for j in range(k):
                if not can >> j & 1 or must & ~(<uint64_t>1 << k | <uint64_t>1 << j):
                    continue
                w = now.back[j]
                b = mates[j]
                if a == w:
                    continue  # would close a ring
                self.copy(made, key, narrow)
                self.put(made, u, none, narrow)
                self.put(made, w, none, narrow)
                self.use_cell(made, narrow)
                if a == end and b == end:
                    self.whole(made)
                    continue
                if a != end:
                    self.put(made, a, b, narrow)
                if b != end:
                    self.put(made, b, a, narrow)
                self.keep(made, narrow)

    cdef inline void settle(self, uint64_t words, uint64_t limbs, uint64_t narrow) noexcept nogil:
        """Add the batch to the target; there is room for it. `narrow` is the limbs of the source."""
        cdef uint64_t stride = words + limbs, mask = (<uint64_t>1 << self.index_bits) - 1, place, k
        cdef uint64_t* entry
        cdef const uint64_t* key
        cdef const uint64_t* count
        cdef Py_ssize_t n
        # Ask for the entries that are likely to be added to, all before the first is.
        for n in range(<Py_ssize_t>self.n_batch):
            place = self.hashes[n] >> (64 - self.index_bits)
            if self.index[place] != ABSENT:
                prefetch_to_write(self.target.entries + self.index[place] * stride)
        for n in range(<Py_ssize_t>self.n_batch):
            place = self.hashes[n] >> (64 - self.index_bits)
            key = self.keys[n]
            count = self.source.entries + self.origin[n] * (words + narrow) + words
            while True:
                if self.index[place] == ABSENT:  # a new state
                    self.index[place] = <uint32_t>self.target.count
                    entry = self.target.entries + self.target.count * stride
                    for k in range(words):
                        entry[k] = key[k]
                    for k in range(limbs):
                        entry[words + k] = count[k] if k < narrow else 0
                    self.target.count = self.target.count + 1
                    break
                entry = self.target.entries + self.index[place] * stride
                k = 0
                while k < words and entry[k] == key[k]:
                    k += 1
                if k == words:  # the same state again
                    add(entry + words, limbs, count, narrow)
                    break
                place = (place + 1) & mask
        self.n_batch = 0
        self.rehash_at = self.target.count

    # -- the run --------------------------------------------------------------------------------------

    cdef bint prepare(self) noexcept nogil:
        """Make room for a batch; False where the memory does not allow it."""
        if self.target.count + BATCH >= ABSENT or not self.reserve(&self.target, BATCH):
            return False
        if (self.target.count + BATCH) * 4 > (<uint64_t>3 << self.index_bits):
            if not self.clear_index(self.index_bits + 1):
                return False
            self.rehash_at = 0
        return True

    cdef void work(self, uint64_t stop) noexcept nogil:
        """Take up states before `stop` until a batch is full, and settle it."""
        cdef const Step* now = &self.steps_[self.step]
        cdef uint64_t stride = self.words + self.source.limbs
        if self.words == 1 and self.none == 15:
            while self.at < stop and self.n_batch + BRANCHES <= BATCH:
                self.expand(self.source.entries + self.at * stride, now, True)
                self.at = self.at + 1
            if self.target.limbs == 1:
                self.settle(1, 1, 1)
                return
            if self.target.limbs == 2 and self.source.limbs == 2:
                self.settle(1, 2, 2)
                return
        else:
            while self.at < stop and self.n_batch + BRANCHES <= BATCH:
                self.expand(self.source.entries + self.at * stride, now, False)
                self.at = self.at + 1
        self.settle(self.words, self.target.limbs, self.source.limbs)

    cdef void advance(self, count_t budget) noexcept nogil:
        """Take up at most `budget` states, step after step, until nothing remains or the memory is used up."""
        cdef uint64_t begun
        while self.step < self.n_steps and not self.full:
            if self.at == self.source.count:
                self.step = self.step + 1
                self.most = max(self.most, self.target.count)
                if self.step < self.n_steps and not self.turn():
                    self.full = True
                continue
            if budget <= 0:
                return
            if self.rehash_at == self.target.count and not self.prepare():
                self.full = True
                return
            # A larger index is filled in slices that take as long as the budget would.
            if not self.ready(max(<uint64_t>REHASH, REHASHES * <uint64_t>budget)):
                return
            begun = self.at
            self.work(min(self.source.count, begun + <uint64_t>budget))
            budget -= <count_t>(self.at - begun)
            self.n_nodes += <count_t>(self.at - begun)

    def run(self, count_t budget):
        """Take up at most `budget` states; return whether work remains."""
        with nogil:
            self.advance(budget)
        return self.step < self.n_steps and not self.full

    @property
    def finished(self):
        """Whether all paths are counted."""
        return self.step == self.n_steps and not self.full

    @property
    def exhausted(self):
        """Whether the tables would have grown past the memory."""
        return self.full

    @property
    def nodes(self):
        """States taken up so far."""
        return self.n_nodes

    @property
    def steps(self):
        """Cells taken in so far."""
        return self.step

    @property
    def peak(self):
        """Most states in one layer so far."""
        return self.most

    @property
    def slots(self):
        """Most cells in a frontier, the new one included."""
        return self.n_slots

    @property
    def memory_used(self):
        """Bytes of the tables."""
        return self.bytes

    cdef object number(self, uint64_t length):
        """Return the pieces of `found` as one number."""
        if self.found == NULL:
            return 0
        limbs = np.asarray(<uint64_t[:self.found_limbs]>(self.found + length * self.found_limbs))
        return int.from_bytes(limbs.astype("<u8").tobytes(), "little")

    def count(self):
        """Return the number of directed paths found so far, single cells included."""
        cdef uint64_t k
        longer = sum([self.number(k) for k in range(self.lengths)])
        return longer + (self.n_steps > 0) if self.rooted else 2 * longer + self.n_steps

    def by_length(self):
        """Return the directed paths found so far by their number of cells, from 0 to all."""
        cdef uint64_t k
        if not self.apart:
            raise ValueError("made without by_length")
        paths = [(1 if self.rooted else 2) * self.number(k) for k in range(self.lengths)]
        if self.n_steps:
            paths[1] = 1 if self.rooted else self.n_steps
        return paths
