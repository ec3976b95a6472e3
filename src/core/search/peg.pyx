"""Peg solitaire: positions, symmetries, pagoda functions; twin: `reference.search.peg`."""

cimport cython

import numpy as np

from libc.string cimport memset
from ..bits cimport lsb, popcount
from ..types cimport cell_t, int32_t

cdef extern from "memory.h" nogil:
    void prefetch "prefetch_line"(const void* address) noexcept

cdef enum:
    AT_A_TIME = 32  # slots that move with each position that is added

cdef uint64_t SIGNS = 0x8080808080808080
cdef uint64_t MIX = 0x9E3779B97F4A7C15      # https://en.wikipedia.org/wiki/Hash_function#Fibonacci_hashing


cdef inline bitboard_t shifted(bitboard_t x, cell_t by) noexcept nogil:
    """Return x with bit h + by moved to bit h."""
    return x >> by if by > 0 else x << -by


@cython.final
cdef class PegBoard:
    """The jumps and symmetries of a board of at most 64 holes.

    Parameters
    ----------
    n_holes : int
        Number of holes.
    jumps : int32 array of shape (n_jumps, 3)
        From, over, to: holes. At most 512.
    symmetries : int32 array of shape (n_symmetries, n_holes)
        symmetries[s, h] is where symmetry s takes hole h; a group, the identity first. At most 16.
    places : int32 array of shape (n_holes,), optional
        A bit for each hole, such that jumps of one direction are the same shift; `PegNumbered` finds jumps
        there.

    Raises
    ------
    ValueError
        Shapes or numbers out of range.

    Notes
    -----
    The image of a position under all symmetries at once is the OR of one row of a table for each
    eight or nine holes. Immutable and thread-safe.

    Examples
    --------
    >>> line = PegBoard(3, np.array([[0, 1, 2], [2, 1, 0]]), np.array([[0, 1, 2], [2, 1, 0]]))
    >>> line.canonicals(np.array([0b110, 0b100], dtype=np.uint64)).tolist()
    [3, 1]
    """

    def __cinit__(self, cell_t n_holes, jumps, symmetries, places=None):
        cdef const int32_t[:, ::1] jump = np.ascontiguousarray(jumps, dtype=np.int32).reshape(-1, 3)
        cdef const int32_t[:, ::1] symmetry = np.ascontiguousarray(symmetries, dtype=np.int32)
        cdef Py_ssize_t j, s, h, k, v
        cdef bitboard_t x
        if not 1 <= n_holes <= 64:
            raise ValueError(f"{n_holes} holes, expected 1 to 64")
        if jump.shape[0] > MAX_JUMPS:
            raise ValueError(f"{jump.shape[0]} jumps, expected at most {MAX_JUMPS}")
        if not 1 <= symmetry.shape[0] <= MAX_SYMMETRIES or symmetry.shape[1] != n_holes:
            raise ValueError(f"symmetries of shape {np.shape(symmetries)}, expected (1 to 16, {n_holes})")
        for j in range(jump.shape[0]):
            for k in range(3):
                if not 0 <= jump[j, k] < n_holes:
                    raise ValueError(f"jump {j} uses hole {jump[j, k]}, expected 0 to {n_holes - 1}")
                self.holes[j][k] = <uint8_t>jump[j, k]
            self.taken[j] = <bitboard_t>1 << jump[j, 0] | <bitboard_t>1 << jump[j, 1]
            self.line[j] = self.taken[j] | <bitboard_t>1 << jump[j, 2]
            if popcount(self.line[j]) != 3:
                raise ValueError(f"jump {j} names a hole twice")
        for s in range(symmetry.shape[0]):
            x = 0
            for h in range(n_holes):
                if not 0 <= symmetry[s, h] < n_holes:
                    raise ValueError(f"symmetry {s} leads to hole {symmetry[s, h]}, expected 0 to {n_holes - 1}")
                x |= <bitboard_t>1 << symmetry[s, h]
                self.image[s][h] = <uint8_t>symmetry[s, h]
                if s == 0 and symmetry[s, h] != h:
                    raise ValueError("the first symmetry is not the identity")
            if popcount(x) != n_holes:
                raise ValueError(f"symmetry {s} is not a permutation")
        place = np.ascontiguousarray(np.arange(n_holes) if places is None else places, dtype=np.int32)
        cdef const int32_t[::1] bit = place
        if place.shape[0] != n_holes or len(set(place.tolist())) != n_holes:
            raise ValueError(f"{place.shape[0]} places, expected another for each of {n_holes} holes")
        for h in range(n_holes):
            if not 0 <= bit[h] < 64:
                raise ValueError(f"place {bit[h]}, expected 0 to 63")
            self.place[h] = <uint8_t>bit[h]
        self.n_chunks = (n_holes + 8) // 9 if n_holes < 64 else 8
        self.chunk_bits = (n_holes + self.n_chunks - 1) // self.n_chunks
        self.whole = ~(<bitboard_t>0) >> (64 - n_holes)
        self.n_jumps = <int>jump.shape[0]
        k = <Py_ssize_t>1 << self.chunk_bits
        self.pool = Pool.__new__(Pool)
        self.images = <bitboard_t*>self.pool.zeros(self.n_chunks * k * symmetry.shape[0], sizeof(bitboard_t))
        for j in range(self.n_chunks):
            for v in range(k):
                for s in range(symmetry.shape[0]):
                    x = 0
                    for h in range(self.chunk_bits):
                        if v >> h & 1 and j * self.chunk_bits + h < n_holes:
                            x |= <bitboard_t>1 << self.image[s][j * self.chunk_bits + h]
                    self.images[(j * k + v) * symmetry.shape[0] + s] = x
        self.n_symmetries = <int>symmetry.shape[0]
        for j in range(self.n_jumps):
            for s in range(self.n_symmetries):
                for k in range(3):
                    self.line_image[j][s] |= <bitboard_t>1 << self.image[s][self.holes[j][k]]
            self.group(<int>j)
        self.n_holes = n_holes

    cdef void group(self, int j) noexcept nogil:
        """Put a jump with those of the same shape."""
        cdef cell_t over = self.holes[j][1] - self.holes[j][0], to = self.holes[j][2] - self.holes[j][0]
        cdef int g
        for g in range(self.n_groups):
            if (self.over_shift[g] == over and self.to_shift[g] == to
                    and not self.from_holes[g] >> self.holes[j][0] & 1):
                break
        else:
            g = self.n_groups
            self.n_groups += 1
            self.over_shift[g] = over
            self.to_shift[g] = to
            self.from_holes[g] = 0
        self.from_holes[g] |= <bitboard_t>1 << self.holes[j][0]
        self.group_jump[g][self.holes[j][0]] = <jump_t>j

    cdef int jumps_of(self, bitboard_t x, jump_t* out) noexcept nogil:
        """Write the jumps that a position allows, shape after shape; return how many."""
        cdef int g, count = 0
        cdef bitboard_t able
        for g in range(self.n_groups):
            able = (x & shifted(x, self.over_shift[g]) & ~shifted(x, self.to_shift[g])) & self.from_holes[g]
            while able:
                out[count] = self.group_jump[g][lsb(able)]
                count += 1
                able &= able - 1
        return count

    cdef int jumps_to(self, bitboard_t x, jump_t* out) noexcept nogil:
        """Write the jumps that may have led to a position, shape after shape; return how many."""
        cdef int g, count = 0
        cdef bitboard_t able
        for g in range(self.n_groups):
            able = ~(x | shifted(x, self.over_shift[g])) & shifted(x, self.to_shift[g]) & self.from_holes[g]
            while able:
                out[count] = self.group_jump[g][lsb(able)]
                count += 1
                able &= able - 1
        return count

    cdef bitboard_t canonical_after(self, const bitboard_t* image, int j) noexcept nogil:
        """Return the least image of a position, given by its images, after the flip of jump j."""
        cdef bitboard_t best = image[0] ^ self.line_image[j][0], other
        cdef int s
        if self.n_symmetries == 8:
            for s in range(1, 8):   # a constant bound: unrolled, without branches
                other = image[s] ^ self.line_image[j][s]
                best = other if other < best else best
            return best
        for s in range(1, self.n_symmetries):
            other = image[s] ^ self.line_image[j][s]
            best = other if other < best else best
        return best

    cdef void images_of(self, bitboard_t x, bitboard_t* image) noexcept nogil:
        """Write the images of a position under all symmetries."""
        cdef const bitboard_t* row
        cdef int chunk, s, n = self.n_symmetries
        cdef bitboard_t within = (<bitboard_t>1 << self.chunk_bits) - 1
        for s in range(n):
            image[s] = 0
        for chunk in range(self.n_chunks):
            row = self.images + (
                (<bitboard_t>chunk << self.chunk_bits) + (x >> (chunk * self.chunk_bits) & within)) * n
            if n == 8:
                for s in range(8):      # a constant bound, so that the compiler makes vectors of it
                    image[s] |= row[s]
            else:
                for s in range(n):
                    image[s] |= row[s]

    cdef bitboard_t canonical(self, bitboard_t x) noexcept nogil:
        """Return the least image of a position under the symmetries."""
        cdef bitboard_t image[MAX_SYMMETRIES]
        cdef bitboard_t best
        cdef int s
        if self.n_symmetries == 1:
            return x
        self.images_of(x, image)
        best = image[0]
        for s in range(1, self.n_symmetries):
            best = image[s] if image[s] < best else best
        return best

    cdef bitboard_t canonical_by(self, bitboard_t x, int* symmetry, int* fixed) noexcept nogil:
        """Return the least image, one symmetry that leads to it, and how many leave the position as it is."""
        cdef bitboard_t image[MAX_SYMMETRIES]
        cdef bitboard_t best = x
        cdef int s, same = 0
        self.images_of(x, image)
        symmetry[0] = 0
        for s in range(self.n_symmetries):
            same += image[s] == x
            if image[s] < best:
                best = image[s]
                symmetry[0] = s
        fixed[0] = same
        return best

    def canonicals(self, const bitboard_t[::1] positions not None):
        """Return the least image of each position under the symmetries, as a uint64 array."""
        cdef Py_ssize_t i
        found = np.empty(positions.shape[0], dtype=np.uint64)
        cdef bitboard_t[::1] out = found
        for i in range(positions.shape[0]):
            out[i] = self.canonical(positions[i] & self.whole)
        return found


@cython.final
cdef class PegSet:
    """A set of positions in order of arrival.

    24 bytes a position of its room, which doubles: 64 for each position there was while the old table moves
    into the new one. It moves in small steps, one with each addition, so that none takes long however large
    the set is; until then the old one, half full, is the one that counts. Where `most_bytes` has no room for
    both, the table is filled to three quarters.
    """

    def __cinit__(self):
        self.mask = 63
        self.capacity = 32
        self.most_bytes = <size_t>-1
        self.pool = Pool.__new__(Pool)
        self.slots = <bitboard_t*>self.pool.zeros(64, sizeof(bitboard_t))
        self.keys = <bitboard_t*>self.pool.scratch(32, sizeof(bitboard_t))

    cdef size_t bytes(self) noexcept nogil:
        """Return the memory of the set."""
        return 8 * ((3 if self.wider != NULL else 1) * (self.mask + 1) + self.capacity)

    cdef bint grow(self) noexcept nogil:
        """Make more room; return False where memory ran out, and leave the set as it was."""
        cdef size_t n_slots = self.mask + 1
        # Both tables are there for a while; large blocks of keys are moved without a copy.
        if sizeof(bitboard_t) * (n_slots + 2 * n_slots + n_slots) <= self.most_bytes:
            self.wider = <bitboard_t*>self.pool.table_if_room(2 * n_slots, sizeof(bitboard_t))
        if self.wider == NULL:
            return self.more_keys(n_slots // 4 * 3)
        self.moved = 0
        if not self.more_keys(n_slots):
            self.pool.release(self.wider)
            self.wider = NULL
            return False
        return True

    cdef void move(self) noexcept nogil:
        """Move some slots more into the wider table; take that one when all have moved.

        A position goes to its slot or as far again: two streams are written, and the pages of a large table
        are touched one after the other.
        """
        cdef size_t n_slots = self.mask + 1, stop = min(self.moved + <size_t>AT_A_TIME, n_slots), i
        for i in range(self.moved, stop):
            if self.slots[i]:
                self.place(self.slots[i])
        self.moved = stop
        if stop == n_slots:
            self.pool.release(self.slots)
            self.slots, self.wider, self.mask = self.wider, NULL, 2 * n_slots - 1

    cdef void place(self, bitboard_t key) noexcept nogil:
        """Put a position into the wider table."""
        cdef size_t mask = 2 * self.mask + 1, slot = slot_of(key, mask)
        while self.wider[slot]:
            slot = (slot + 1) & mask
        self.wider[slot] = key

    cdef bint more_keys(self, size_t capacity) noexcept nogil:
        """Make room for that many positions in the order of arrival; return False where there is none."""
        cdef void* moved
        if capacity <= self.capacity or sizeof(bitboard_t) * (self.mask + 1 + capacity) > self.most_bytes:
            return False
        moved = self.pool.resized(self.keys, capacity, sizeof(bitboard_t))
        if moved == NULL:
            return False
        self.keys = <bitboard_t*>moved
        self.capacity = capacity
        return True

    cdef int add(self, bitboard_t key) noexcept nogil:
        """Add a position: 1 where it is new, 0 where it was there, -1 where memory ran out."""
        cdef size_t slot = slot_of(key, self.mask)
        while self.slots[slot]:
            if self.slots[slot] == key:
                return 0
            slot = (slot + 1) & self.mask
        if self.size == self.capacity and not self.grow():
            return -1
        self.slots[slot] = key
        self.keys[self.size] = key
        self.size += 1
        if self.wider != NULL:
            if slot < self.moved:  # its slot has moved already
                self.place(key)
            self.move()
        return 1

    cdef int strip(self) except -1:
        """Keep the positions in order alone, in as much memory as they take; none is found any more."""
        cdef bitboard_t* fresh = <bitboard_t*>self.pool.zeros(64, sizeof(bitboard_t))
        cdef void* shrunk = self.pool.resized(self.keys, max(self.size, 1), sizeof(bitboard_t))
        self.pool.release(self.wider)
        self.pool.release(self.slots)
        self.slots, self.wider, self.mask = fresh, NULL, 63
        if shrunk != NULL:
            self.keys = <bitboard_t*>shrunk
            self.capacity = max(self.size, 1)
        return 0

    cdef int64_t where(self, bitboard_t key) noexcept nogil:
        """Return the slot of a position, -1 where it is not in the set."""
        cdef size_t slot = slot_of(key, self.mask)
        while self.slots[slot]:
            if self.slots[slot] == key:
                return <int64_t>slot
            slot = (slot + 1) & self.mask
        return -1

    cdef void fetch(self, bitboard_t key) noexcept nogil:
        """Ask for the slot of a position to be brought near."""
        prefetch(self.slots + slot_of(key, self.mask))

    cdef bint has(self, bitboard_t key) noexcept nogil:
        """Say whether a position is in the set."""
        cdef size_t slot = slot_of(key, self.mask)
        while self.slots[slot]:
            if self.slots[slot] == key:
                return True
            slot = (slot + 1) & self.mask
        return False


cdef inline size_t slot_of(bitboard_t key, size_t mask) noexcept nogil:
    """Return where the search for a position begins."""
    cdef uint64_t h = key * MIX
    return <size_t>(h ^ (h >> 29)) & mask


@cython.final
cdef class Pagodas:
    """Pagoda functions: weights of the holes for which no jump raises the total of a position.

    A position whose total is below that of the goal never reaches it. Functions are made by chance: from the
    same weight everywhere, holes of the goal excepted, weights are lowered in random order as far as
    ``weight[from] + weight[over] >= weight[to]`` allows, with a fixed seed, so that runs repeat.
    Conway's idea: Beasley, "The Ins and Outs of Peg Solitaire", 1985, chapter 6.

    Parameters
    ----------
    board : PegBoard
        The board; its symmetries must leave the goals as they are.
    goals : uint64 array
        What is to be reached: any of them.

    Notes
    -----
    A function and its images under the symmetries share a word, eight lanes of eight bits that hold
    128 + total - total of the goal: the top bit of a lane is lost where the position is dead. A jump
    subtracts one word. One thread at a time while functions are added, any number after that.

    Examples
    --------
    >>> line = PegBoard(3, np.array([[0, 1, 2], [2, 1, 0]]), np.array([[0, 1, 2]]))
    >>> pagodas = Pagodas(line, np.array([0b100], dtype=np.uint64))
    >>> pagodas.choose(np.array([0b001], dtype=np.uint64)), pagodas.is_dead(0b001), pagodas.is_dead(0b011)
    (1, True, False)
    """

    def __cinit__(self, PegBoard board not None, const bitboard_t[::1] goals not None):
        if goals.shape[0] < 1:
            raise ValueError("no goal, expected at least one")
        self.tables = np.zeros((MAX_PAGODAS, board.n_chunks, 1 << board.chunk_bits), dtype=np.uint64)
        self.goals = np.array(goals) & board.whole
        self.seed = 1
        self.board = board

    cdef uint64_t value(self, int word, bitboard_t x) noexcept nogil:
        """Return the eight lanes of a word for a position: the top bit of a lane is lost where it is dead."""
        cdef uint64_t total = self.base[word]
        cdef int chunk
        cdef bitboard_t within = (<bitboard_t>1 << self.board.chunk_bits) - 1
        for chunk in range(self.board.n_chunks):
            total += self.tables[word, chunk, <Py_ssize_t>(x >> (chunk * self.board.chunk_bits) & within)]
        return total

    cdef bint dead(self, bitboard_t x) noexcept nogil:
        """Say whether a function shows that no goal can be reached."""
        cdef int word
        for word in range(self.n):
            if self.value(word, x) & SIGNS != SIGNS:
                return True
        return False

    def is_dead(self, bitboard_t position):
        """Say whether a function shows that no goal can be reached from the position."""
        return self.dead(position)

    cdef int random_below(self, int n) noexcept nogil:
        """Return a number from 0 to n - 1; xorshift64*, https://en.wikipedia.org/wiki/Xorshift."""
        self.seed ^= self.seed >> 12
        self.seed ^= self.seed << 25
        self.seed ^= self.seed >> 27
        return <int>((self.seed * <uint64_t>2685821657736338717 >> 33) % <uint64_t>n)

    cdef int make(self, int top, int8_t* weight, const bitboard_t* goals, Py_ssize_t n_goals) noexcept nogil:
        """Make weights at most `top`; return the least total of a goal, -1 where they do not fit a lane."""
        cdef cell_t n = self.board.n_holes, h, i, other
        cdef int j, low, least, total, up, down
        cdef uint8_t order[64]
        cdef bint changed = True
        cdef bitboard_t kept = 0
        cdef Py_ssize_t g
        # With several goals one of them is held up; the least total of all is what counts.
        kept = goals[self.random_below(<int>n_goals)]
        for h in range(n):
            weight[h] = <int8_t>top
            order[h] = <uint8_t>h
        for h in range(n - 1, 0, -1):
            i = self.random_below(h + 1)
            order[h], order[i] = order[i], order[h]
        # Weights fall as far as the jumps allow, until none falls any more.
        while changed:
            changed = False
            for i in range(n):
                h = order[i]
                if kept >> h & 1:
                    continue
                low = -top
                for j in range(self.board.n_jumps):
                    if self.board.taken[j] >> h & 1:
                        other = self.board.holes[j][0] if self.board.holes[j][1] == h else self.board.holes[j][1]
                        low = max(low, weight[self.board.holes[j][2]] - weight[other])
                if low < weight[h]:
                    weight[h] = <int8_t>low
                    changed = True
        least = 10000
        for g in range(n_goals):
            total = 0
            for h in range(n):
                if goals[g] >> h & 1:
                    total += weight[h]
            least = min(least, total)
        up = down = -least
        for h in range(n):
            if weight[h] > 0:
                up += weight[h]
            else:
                down += weight[h]
        return least if up <= 127 and down >= -128 else -1

    cdef void install(self, const int8_t* weight, int least) noexcept nogil:
        """Put a function and its images into the next word."""
        cdef int word = self.n, lane, s, chunk, j
        cdef cell_t h
        cdef uint64_t of_hole[64]
        cdef Py_ssize_t v
        self.base[word] = 0
        memset(of_hole, 0, sizeof(of_hole))
        for lane in range(8):
            s = lane % self.board.n_symmetries
            self.base[word] += <uint64_t>(128 - least) << (8 * lane)
            for h in range(self.board.n_holes):
                of_hole[h] += <uint64_t>(<int64_t>weight[self.board.image[s][h]]) << (8 * lane)
        for chunk in range(self.board.n_chunks):
            for v in range(<Py_ssize_t>1 << self.board.chunk_bits):
                self.tables[word, chunk, v] = 0
                for h in range(self.board.chunk_bits):
                    if v >> h & 1 and chunk * self.board.chunk_bits + h < self.board.n_holes:
                        self.tables[word, chunk, v] += of_hole[chunk * self.board.chunk_bits + h]
        for j in range(self.board.n_jumps):
            self.drop[j][word] = (of_hole[self.board.holes[j][0]] + of_hole[self.board.holes[j][1]]
                                  - of_hole[self.board.holes[j][2]])
        self.n += 1

    def add(self, const int8_t[::1] weights not None):
        """Add a function, and its images under the symmetries.

        Parameters
        ----------
        weights : int8 array
            By hole.

        Raises
        ------
        ValueError
            Where a jump can raise the total, totals do not fit eight bits, or 32 functions are there.
        """
        cdef const bitboard_t[::1] goals = self.goals
        cdef int total, least = 10000, up = 0, down = 0
        cdef int j
        cdef cell_t h
        cdef Py_ssize_t g
        if weights.shape[0] != self.board.n_holes or self.n == MAX_PAGODAS:
            raise ValueError(f"{weights.shape[0]} weights after {self.n} functions, "
                             f"expected {self.board.n_holes} after at most {MAX_PAGODAS - 1}")
        for j in range(self.board.n_jumps):
            if (weights[self.board.holes[j][0]] + weights[self.board.holes[j][1]]
                    < weights[self.board.holes[j][2]]):
                raise ValueError(f"weights that jump {j} raises, expected none that does")
        for g in range(goals.shape[0]):
            total = 0
            for h in range(self.board.n_holes):
                if goals[g] >> h & 1:
                    total += weights[h]
            least = min(least, total)
        for h in range(self.board.n_holes):
            up += max(weights[h], 0)
            down += min(weights[h], 0)
        if up - least > 127 or down - least < -128:
            raise ValueError(f"totals from {down - least} to {up - least} above the goals', expected -128 to 127")
        self.install(&weights[0], least)

    def choose(self, const bitboard_t[::1] sample not None, int tries=256, int most=4):
        """Add at most `most` functions, those that kill the most of a sample of positions; return how many.

        Each must kill at least one in fifty of those still alive.
        """
        cdef const bitboard_t[::1] goals = self.goals
        cdef int8_t weights[256][64]
        cdef int least[256]
        cdef int t, best, count, best_count, added = 0, lane
        cdef cell_t h
        cdef Py_ssize_t i, n = sample.shape[0], left, total
        tries = min(max(tries, 0), 256)
        cdef uint8_t[:, ::1] kills = np.zeros((max(tries, 1), n + 1), dtype=np.uint8)
        cdef uint8_t[::1] alive = np.ones(n + 1, dtype=np.uint8)
        with nogil:
            for i in range(n):
                alive[i] = not self.dead(sample[i])
            # Make all functions, and note which positions each kills, itself or as one of its images.
            for t in range(tries):
                least[t] = self.make(1 + t % 3, &weights[t][0], &goals[0], goals.shape[0])
                if least[t] < 0:
                    continue
                for i in range(n):
                    if not alive[i]:
                        continue
                    for lane in range(min(8, self.board.n_symmetries)):
                        total = 0
                        for h in range(self.board.n_holes):
                            if sample[i] >> h & 1:
                                total += weights[t][self.board.image[lane][h]]
                        if total < least[t]:
                            kills[t, i] = 1
                            break
            # Again and again take the one that kills the most of those still alive.
            while added < most and self.n < MAX_PAGODAS:
                best_count = 0
                left = 0
                best = -1
                for i in range(n):
                    left += alive[i]
                for t in range(tries):
                    count = 0
                    for i in range(n):
                        count += alive[i] & kills[t, i]
                    if count > best_count:
                        best_count = count
                        best = t
                if best < 0 or best_count * 50 < left:
                    break
                self.install(&weights[best][0], least[best])
                for i in range(n):
                    alive[i] &= not kills[best, i]
                added += 1
        return added
