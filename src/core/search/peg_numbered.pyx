"""Peg solitaire: positions as numbers, layers of them as bitmaps; twin: `reference.search.peg_numbered`."""

cimport cython

import numpy as np

from ..bits cimport lsb, msb
from ..dispatch cimport chosen_level, form_of
from ..pool cimport Pool
from .peg cimport MAX_JUMPS, MAX_SYMMETRIES, Pagodas, PegBoard, jump_t
from .peg_reach cimport WORDS, peg_form, peg_pagodas, peg_rows
from ..types cimport bitboard_t, cell_t, count_t, uint8_t, uint32_t, uint64_t

cdef extern from "memory.h" nogil:
    void prefetch "prefetch_line"(const void* address) noexcept

cdef enum:
    AHEAD = 256         # numbers whose words of the bitmap are on their way from memory, but for one position
    BLOCK = 16          # positions that are looked at together for pagoda functions that rule them out
    ROOM = AHEAD + BLOCK * MAX_JUMPS + 8
    CHUNKS = 3
    CHUNK_BITS = 10

MOST_BITS = CHUNKS * CHUNK_BITS
"""Bits of a number at most: a bitmap of 128 MB."""


@cython.final
cdef class Numbers:
    """A list of numbers that grows."""

    cdef Pool pool
    cdef uint32_t* keys
    cdef size_t size, capacity

    def __cinit__(self):
        self.pool = Pool.__new__(Pool)

    cdef bint room(self, size_t more, size_t most_bytes) noexcept nogil:
        """Make room for `more` numbers; return False where memory ran out, and leave the list as it was.

        Where twice the room is more than `most_bytes` allow, the list takes what they do.
        """
        cdef size_t capacity = max(2 * self.capacity, self.size + more)
        cdef void* moved
        if self.size + more <= self.capacity:
            return True
        if capacity > most_bytes // sizeof(uint32_t):
            capacity = max(self.size + more, most_bytes // sizeof(uint32_t))
            if capacity > most_bytes // sizeof(uint32_t):
                return False
        moved = self.pool.resized(self.keys, capacity, sizeof(uint32_t))
        if moved == NULL:
            return False
        self.keys = <uint32_t*>moved
        self.capacity = capacity
        return True

    cdef void fit(self) noexcept nogil:
        """Give back the room that no number takes."""
        cdef void* moved = self.pool.resized(self.keys, self.size + 1, sizeof(uint32_t))
        if moved != NULL:
            self.keys = <uint32_t*>moved
            self.capacity = self.size + 1


def number_bits(PegBoard board not None):
    """Return how many bits tell positions of as many pegs and of the same class apart.

    It is the rank over GF(2) of what two jumps in a row can flip: 28 for the 33 holes of the English board.
    """
    cdef bitboard_t rows[64]
    return spans(board, rows)


cdef inline bitboard_t moved(PegBoard board, bitboard_t x, int symmetry) noexcept nogil:
    """Return the image of holes."""
    cdef bitboard_t found = 0
    while x:
        found |= <bitboard_t>1 << board.image[symmetry][lsb(x)]
        x &= x - 1
    return found


cdef bitboard_t to_places(PegBoard board, bitboard_t x) noexcept nogil:
    """Return the bits that stand for holes."""
    cdef bitboard_t found = 0
    while x:
        found |= <bitboard_t>1 << board.place[lsb(x)]
        x &= x - 1
    return found


cdef int spans(PegBoard board, bitboard_t* rows) noexcept nogil:
    """Write the reduced basis of what pairs of jumps flip, by top hole from the lowest; return its size."""
    cdef bitboard_t by_top[64]
    cdef bitboard_t x
    cdef int j, count = 0
    cdef cell_t h, other
    for h in range(64):
        by_top[h] = 0
    for j in range(1, board.n_jumps):
        x = board.line[0] ^ board.line[j]
        while x and by_top[msb(x)]:
            x ^= by_top[msb(x)]
        if x:
            by_top[msb(x)] = x
    for h in range(64):
        if by_top[h]:
            for other in range(h + 1, 64):
                if by_top[other] >> h & 1:
                    by_top[other] ^= by_top[h]
    for h in range(64):
        if by_top[h]:
            rows[count] = by_top[h]
            count += 1
    return count


@cython.final
cdef class PegNumbered:
    """The positions that can be reached, up to symmetry, by number of jumps, on boards of about 34 holes.

    Equivalent: ``layer[n + 1] = {canonical(jumped) for position in layer[n] for jumped in its jumps}``.

    Parameters
    ----------
    board : PegBoard
        The board and the symmetries; `number_bits` of it at most 30.
    starts : uint64 array
        Layer 0: of one class and as many pegs, and mapped on that class by the symmetries.
    keep : bool
        Keep all layers, for `back`; else only the last.
    gather : bool
        Hold the numbers of all layers in bitmaps, one for even layers and one for odd, for `among` and
        `meet`; not together with `keep`. Layers do not mix: the pegs of a position tell its layer.
    most_bytes : int
        Memory for positions. May be set again.

    Raises
    ------
    ValueError
        A board with too many positions, starts of different classes.

    Notes
    -----
    All positions of a layer have the same parity on each set of holes that meets every line in
    none or two, and as many pegs; so some holes follow from the others, and the pegs in those others, side by
    side, number the position. Holes and images are affine functions of the number over GF(2): three tables of
    1,024 rows give them. A layer is a list of numbers and a bitmap of all numbers, so a position found again
    costs a look at one bit. 4 bytes a position and 2^(bits - 3) bytes. One thread at a time.

    Examples
    --------
    >>> line = PegBoard(4, np.array([[0, 1, 2], [2, 1, 0], [1, 2, 3], [3, 2, 1]]), np.array([[0, 1, 2, 3]]))
    >>> layers = PegNumbered(line, np.array([0b1011], dtype=np.uint64))
    >>> layers.run(10), layers.last().tolist(), layers.run(10), layers.last().tolist()
    (False, [12], False, [2])
    """

    cdef Pool pool
    cdef PegBoard board
    cdef list sets, kept
    cdef Numbers here, next_, wanted, chosen
    cdef peg_pagodas* pagodas         # or NULL
    cdef size_t cursor, cursor_met, cursor_back
    cdef size_t living                  # positions of the last layer before the cursor that are not ruled out
    cdef PegNumbered met_other          # whose bitmap `meeting` reads
    cdef const uint64_t* met_bitmap
    cdef bint keep, gather, next_begun
    cdef public size_t most_bytes
    cdef size_t old_bytes, kept_bytes
    cdef uint64_t* bitmap
    cdef uint64_t* other_bitmap         # gather: that of the layers which the last is not one of
    cdef Py_ssize_t marked              # the layer whose numbers the bitmap holds; -1: it is empty
    cdef int bits, n_symmetries, odd    # odd: whether the last layer is
    cdef bitboard_t rows[64]            # what each bit of a number flips
    cdef bitboard_t base[2]             # the position of number 0 in even and in odd layers
    cdef uint32_t base_image[2][MAX_SYMMETRIES]
    cdef uint32_t whole_number
    cdef bitboard_t spread[CHUNKS][1 << CHUNK_BITS]
    cdef uint32_t* images               # [chunk][value][symmetry]
    cdef bitboard_t base_placed[2]
    cdef bitboard_t spread_placed[CHUNKS][1 << CHUNK_BITS]
    cdef peg_rows jump_rows
    cdef const peg_form* form
    cdef readonly int status
    cdef readonly count_t nodes, generated

    def __cinit__(self, PegBoard board not None, const bitboard_t[::1] starts not None, bint keep=False,
                  size_t most_bytes=<size_t>1 << 31, bint gather=False):
        cdef Py_ssize_t i
        cdef size_t n_words
        cdef int s, j
        cdef bitboard_t x
        cdef const uint32_t* parts[4]
        cdef uint32_t nothing[MAX_SYMMETRIES]
        if keep and gather:
            raise ValueError("keep and gather, expected one of them")
        for s in range(MAX_SYMMETRIES):
            nothing[s] = 0
        self.bits = spans(board, self.rows)
        if self.bits > CHUNKS * CHUNK_BITS:
            raise ValueError(f"positions of {self.bits} bits, expected at most {CHUNKS * CHUNK_BITS}")
        if starts.shape[0] < 1:
            raise ValueError("no start, expected at least one")
        self.n_symmetries = board.n_symmetries
        for i in range(starts.shape[0]):
            if starts[i] & ~board.whole or not starts[i]:
                raise ValueError(f"position {starts[i]:#x}, expected pegs on the board")
            if self.rest(starts[i]) != self.rest(starts[0]):
                raise ValueError(f"position {starts[i]:#x}, expected the class of the others")
        self.base[0] = self.rest(starts[0])
        self.base[1] = self.rest(starts[0] ^ board.line[0]) if board.n_jumps else self.base[0]
        self.whole_number = self.number(board.whole)
        for i in range(2):
            self.base_placed[i] = to_places(board, self.base[i])
            for s in range(board.n_symmetries):
                x = moved(board, self.base[i], s)
                if self.rest(x) != self.base[i]:
                    raise ValueError(f"symmetry {s} leads out of the class of the starts")
                self.base_image[i][s] = self.number(x)
        for j in range(board.n_jumps):
            for s in range(board.n_symmetries):
                self.jump_rows.flips[j * board.n_symmetries + s] = self.number(board.line_image[j][s])
        self.shape_jumps(board)
        self.form = <const peg_form*>form_of(__name__, chosen_level())
        self.pool = Pool.__new__(Pool)
        self.images = <uint32_t*>self.pool.zeros(
            CHUNKS * (1 << CHUNK_BITS) * board.n_symmetries, sizeof(uint32_t))
        self.fill_tables(board)
        n_words = max(1, (<size_t>1 << self.bits) >> 6)
        self.bitmap = <uint64_t*>self.pool.table(n_words, sizeof(uint64_t))
        if gather:
            self.other_bitmap = <uint64_t*>self.pool.table(n_words, sizeof(uint64_t))
        self.here = Numbers()
        self.next_ = Numbers()
        if not self.here.room(starts.shape[0] + 1, <size_t>-1):
            raise MemoryError("positions")
        for i in range(starts.shape[0]):
            self.parts_of(self.number(starts[i]), 0, parts)
            self.here.size += self.add(self.here.keys + self.here.size, self.least_image(parts, 0, nothing))
        self.keep = keep
        self.gather = gather
        self.most_bytes = most_bytes
        self.sets = [self.here]
        self.board = board

    cdef void fill_tables(self, PegBoard board) noexcept nogil:
        """Fill the tables of holes and images: a row for each value of each chunk of a number's bits."""
        cdef uint32_t flips[MAX_SYMMETRIES]
        cdef uint32_t* images
        cdef bitboard_t x, placed
        cdef Py_ssize_t v, low, end, n = self.n_symmetries
        cdef int k, s, chunk
        # A row is that of the value without its lowest bit, which is filled before, and what that bit flips.
        for k in range(self.bits - 1, -1, -1):
            chunk = k // CHUNK_BITS
            low = <Py_ssize_t>1 << k % CHUNK_BITS
            end = <Py_ssize_t>1 << min(<int>CHUNK_BITS, self.bits - chunk * CHUNK_BITS)
            x = self.rows[k]
            placed = to_places(board, x)
            for s in range(n):
                flips[s] = self.number(moved(board, x, s))
            v = low
            while v < end:
                self.spread[chunk][v] = self.spread[chunk][v - low] ^ x
                self.spread_placed[chunk][v] = self.spread_placed[chunk][v - low] ^ placed
                images = self.images + ((chunk << CHUNK_BITS) + v) * n
                for s in range(n):
                    images[s] = (images - low * n)[s] ^ flips[s]
                v += 2 * low

    @property
    def n_layers(self):
        """Number of whole layers so far."""
        return len(self.sets)

    def last(self):
        """Return the last whole layer as a uint64 array, each position the least of its images."""
        return self.positions(self.here, self.n_layers - 1)

    def size(self):
        """Return the number of positions of the last whole layer."""
        return self.here.size

    cdef object positions(self, Numbers found, Py_ssize_t layer):
        """Return the positions of numbers of a layer, each the least of its images."""
        cdef size_t i
        out = np.empty(found.size, dtype=np.uint64)
        cdef bitboard_t[::1] position = out
        with nogil:
            for i in range(found.size):
                position[i] = self.board.canonical(self.position(found.keys[i], layer & 1))
        return out

    cdef bitboard_t rest(self, bitboard_t x) noexcept nogil:
        """Return the position of number 0 in the class of a position."""
        cdef int bit
        for bit in range(self.bits - 1, -1, -1):
            if x >> msb(self.rows[bit]) & 1:
                x ^= self.rows[bit]
        return x

    cdef uint32_t number(self, bitboard_t x) noexcept nogil:
        """Return the number of a position, or of what a jump flips: a linear function."""
        cdef uint32_t found = 0
        cdef int bit
        for bit in range(self.bits):
            found |= <uint32_t>(x >> msb(self.rows[bit]) & 1) << bit
        return found

    cdef bitboard_t position(self, uint32_t number, int odd) noexcept nogil:
        """Return the position of a number in an even or odd layer."""
        cdef uint32_t within = (1 << CHUNK_BITS) - 1
        return (self.base[odd] ^ self.spread[0][number & within]
                ^ self.spread[1][number >> CHUNK_BITS & within] ^ self.spread[2][number >> 2 * CHUNK_BITS])

    cdef inline bitboard_t placed(self, uint32_t number, int odd) noexcept nogil:
        """Return a position with its pegs in their places."""
        cdef uint32_t within = (1 << CHUNK_BITS) - 1
        return (self.base_placed[odd] ^ self.spread_placed[0][number & within]
                ^ self.spread_placed[1][number >> CHUNK_BITS & within]
                ^ self.spread_placed[2][number >> 2 * CHUNK_BITS])

    cdef inline void parts_of(self, uint32_t number, int odd, const uint32_t** parts) noexcept nogil:
        """Point to four rows that make, by exclusive or, the numbers of the images of a position."""
        cdef size_t n = self.n_symmetries
        cdef uint32_t within = (1 << CHUNK_BITS) - 1
        parts[0] = self.images + (number & within) * n
        parts[1] = self.images + ((1 << CHUNK_BITS) + (number >> CHUNK_BITS & within)) * n
        parts[2] = self.images + ((2 << CHUNK_BITS) + (number >> 2 * CHUNK_BITS)) * n
        parts[3] = self.base_image[odd]

    cdef uint32_t least_image(self, const uint32_t** parts, uint32_t flip, const uint32_t* flips) noexcept nogil:
        """Return the least of any number of images."""
        cdef uint32_t best = 0xFFFFFFFF, other
        cdef int s
        for s in range(self.n_symmetries):
            other = parts[0][s] ^ parts[1][s] ^ parts[2][s] ^ parts[3][s] ^ flip ^ flips[s]
            best = other if other < best else best
        return best

    cdef void shape_jumps(self, PegBoard board) noexcept nogil:
        """Group the jumps by shape, and the shapes that start from different holes by row."""
        cdef cell_t over[MAX_JUMPS]
        cdef cell_t to[MAX_JUMPS]
        cdef bitboard_t starts[MAX_JUMPS]
        cdef int shape_of[MAX_JUMPS]
        cdef bint done[MAX_JUMPS]
        cdef bitboard_t taken
        cdef cell_t start
        cdef int j, shape, n_found = 0, n_shapes = 0
        cdef peg_rows* rows = &self.jump_rows
        rows.n_symmetries = board.n_symmetries
        for j in range(board.n_jumps):
            start = board.place[board.holes[j][0]]
            over[n_found] = (board.place[board.holes[j][1]] - start) & 63
            to[n_found] = (board.place[board.holes[j][2]] - start) & 63
            starts[n_found] = 0
            done[n_found] = False
            for shape in range(n_found + 1):
                if over[shape] == over[n_found] and to[shape] == to[n_found] and not starts[shape] >> start & 1:
                    break
            starts[shape] |= <bitboard_t>1 << start
            shape_of[j] = shape
            n_found += shape == n_found
        # Row after row, from the shapes that are left those whose starts do not meet.
        while n_shapes < n_found:
            taken = 0
            for shape in range(n_found):
                if done[shape] or taken & starts[shape]:
                    continue
                done[shape] = True
                taken |= starts[shape]
                rows.over_turn[n_shapes] = over[shape]
                rows.to_turn[n_shapes] = to[shape]
                rows.starts[n_shapes] = starts[shape]
                for j in range(board.n_jumps):
                    if shape_of[j] == shape:
                        rows.jump_of[rows.n_rows][board.place[board.holes[j][0]]] = <jump_t>j
                n_shapes += 1
            rows.row_end[rows.n_rows] = n_shapes
            rows.n_rows += 1

    cdef int reach(self, uint32_t number, bitboard_t x, int odd, uint32_t flip, const uint64_t* bitmap,
                   uint32_t* out) noexcept nogil:
        """Write the least numbers of the positions one jump away, and ask for their words of a bitmap.

        `x` is the position with its pegs in places; its complement, and it is a jump back. `flip` is put on
        each of the positions. Returns how many; up to seven more places of `out` are written.
        """
        cdef const uint32_t* parts[4]
        cdef int k, count
        self.parts_of(number, odd, parts)
        count = self.form.reach(&self.jump_rows, x, parts, flip, out)
        for k in range(count):
            prefetch(bitmap + (out[k] >> 6))
        return count

    cdef int add(self, uint32_t* out, uint32_t number) noexcept nogil:
        """Write a number, and return whether the bitmap had it not; it has it then."""
        cdef uint64_t word = self.bitmap[number >> 6]
        out[0] = number
        self.bitmap[number >> 6] = word | <uint64_t>1 << (number & 63)
        return not word >> (number & 63) & 1

    cdef void mark(self, Py_ssize_t layer) noexcept:
        """Make the bitmap hold the numbers of a layer, or nothing for -1."""
        cdef Numbers old = None if self.marked < 0 else self.sets[self.marked]
        cdef Numbers new = None if layer < 0 else self.sets[layer]
        cdef size_t i
        if layer == self.marked:
            return
        with nogil:
            if old is not None:
                for i in range(old.size):
                    self.bitmap[old.keys[i] >> 6] = 0
            if new is not None:
                for i in range(new.size):
                    self.bitmap[new.keys[i] >> 6] |= <uint64_t>1 << (new.keys[i] & 63)
        self.marked = layer

    def prune(self, Pagodas pagodas not None):
        """Leave out from here on what follows from positions that pagoda functions rule out.

        No such position leads to a goal of theirs: it is counted, but neither expanded nor met.

        Parameters
        ----------
        pagodas : Pagodas
            Of the same board; the first four of them are used.
        """
        cdef uint64_t of_place[64]
        cdef PegBoard board = self.board
        cdef cell_t h
        cdef int byte, word, value
        cdef Py_ssize_t low
        if pagodas.board is not board or self.next_begun:
            raise ValueError("prune needs functions of the same board, and whole layers")
        if self.pagodas == NULL:
            self.pagodas = <peg_pagodas*>self.pool.zeros(1, sizeof(peg_pagodas))
        for word in range(WORDS):
            self.pagodas.base[word] = <uint64_t>0x8080808080808080
            for h in range(64):
                of_place[h] = 0
            if word < pagodas.n:
                self.pagodas.base[word] = pagodas.value(word, 0)
                for h in range(board.n_holes):
                    of_place[board.place[h]] = pagodas.value(word, <bitboard_t>1 << h) - self.pagodas.base[word]
            for byte in range(8):
                for value in range(1, 256):
                    low = value & -value
                    self.pagodas.of_byte[byte][value][word] = (
                        self.pagodas.of_byte[byte][value - low][word] + of_place[8 * byte + lsb(low)])

    cdef int alive(self, const uint32_t* numbers, int count, uint32_t* kept, bitboard_t* placed) noexcept nogil:
        """Write those of some positions of the last layer that are not ruled out, and their pegs in places."""
        cdef int k
        for k in range(count):
            kept[k] = numbers[k]
            placed[k] = self.placed(numbers[k], self.odd)
        return count if self.pagodas == NULL else self.form.keep_alive(self.pagodas, count, kept, placed)

    def run(self, count_t budget):
        """Expand at most `budget` positions of the last layer; return whether some of it remain.

        Where none remain, the next layer is whole; `status` says whether memory ran out instead.
        """
        cdef bint whole
        if self.cursor == 0 and self.next_.size == 0 and not self.next_begun:
            self.next_begun = True
            if self.gather:
                self.bitmap, self.other_bitmap = self.other_bitmap, self.bitmap
            else:
                self.mark(-1)
        with nogil:
            whole = self.expand(budget, self.next_)
        if not whole:
            return True
        if self.status == 1:
            return False
        self.next_.fit()
        self.here.size = self.living    # what is ruled out is on no way back
        self.old_bytes += self.here.capacity * sizeof(uint32_t)
        if not self.keep:
            self.sets[len(self.sets) - 1] = None
            self.old_bytes = 0
        self.marked = len(self.sets)
        self.sets.append(self.next_)
        self.here = self.next_
        self.next_ = Numbers()
        self.cursor = self.living = 0
        self.met_other = None   # what was looked at is no longer the last layer
        self.odd ^= 1
        self.next_begun = False
        return False

    cdef bint expand(self, count_t budget, Numbers next_) noexcept nogil:
        """Expand; return whether the layer is whole, or memory ran out."""
        cdef uint32_t waiting[ROOM]
        cdef uint64_t* bitmap = self.bitmap
        cdef uint32_t numbers[BLOCK]
        cdef bitboard_t placed[BLOCK]
        cdef int k, count, block, n_alive
        cdef size_t new
        while self.cursor < self.here.size and budget > 0:
            count = 0
            while count < AHEAD and self.cursor < self.here.size and budget > 0:
                block = <int>min(min(<size_t>BLOCK, self.here.size - self.cursor), <size_t>budget)
                n_alive = self.alive(self.here.keys + self.cursor, block, numbers, placed)
                self.cursor += block
                self.nodes += block
                budget -= block
                for k in range(n_alive):
                    self.here.keys[self.living + k] = numbers[k]
                    count += self.reach(numbers[k], placed[k], self.odd, 0, bitmap, waiting + count)
                self.living += n_alive
            self.generated += count
            if not next_.room(count + 1, self.left()):
                self.status = 1
                return True
            new = next_.size
            for k in range(count):
                new += self.add(next_.keys + new, waiting[k])   # no branch: chance decides
            next_.size = new
        return self.cursor == self.here.size

    @property
    def bytes(self):
        """Memory of the layers and bitmaps."""
        return self.held() + self.next_.capacity * sizeof(uint32_t)

    cdef size_t held(self) noexcept nogil:
        """Return the memory of the bitmaps, the whole layers, and of what the way back has kept."""
        return (self.old_bytes + self.kept_bytes + self.here.capacity * sizeof(uint32_t)
                + ((<size_t>1 << self.bits) >> 3) * (1 + self.gather))

    cdef size_t left(self) noexcept nogil:
        """Return the memory for one list more."""
        cdef size_t held = self.held()
        return self.most_bytes - held if held < self.most_bytes else 0

    cdef const uint64_t* gathered(self, Py_ssize_t layer) noexcept nogil:
        """Return the bitmap that holds a layer; needs `gather` and no layer in the making."""
        return self.bitmap if layer & 1 == self.odd else self.other_bitmap

    def among(self, Py_ssize_t layer, const bitboard_t[::1] positions not None):
        """Return, as a bool array, which positions or images of them are in a whole layer; needs `gather`.

        The positions have as many pegs as those of the layer.
        """
        cdef const uint32_t* parts[4]
        cdef uint32_t nothing[MAX_SYMMETRIES]
        cdef const uint64_t* bitmap
        cdef Py_ssize_t i
        cdef uint32_t number
        cdef int s
        if not self.gather or self.next_begun or not 0 <= layer < len(self.sets):
            raise ValueError(f"layer {layer}, expected a whole one that is gathered")
        for s in range(MAX_SYMMETRIES):
            nothing[s] = 0
        found = np.zeros(positions.shape[0], dtype=np.bool_)
        cdef uint8_t[::1] out = found.view(np.uint8)
        bitmap = self.gathered(layer)
        with nogil:
            for i in range(positions.shape[0]):
                if self.rest(positions[i] & self.board.whole) == self.base[layer & 1]:
                    self.parts_of(self.number(positions[i]), layer & 1, parts)
                    number = self.least_image(parts, 0, nothing)
                    out[i] = bitmap[number >> 6] >> (number & 63) & 1
        return found

    def meet(self, PegNumbered other not None, Py_ssize_t layer):
        """Begin to look for the positions of the last layer that lie on a way to the other's start: `meeting`.

        Equivalent: ``[x for x in last layer if any(complement(y) in other's layer for y one jump after x)]``.

        Parameters
        ----------
        other : PegNumbered
            Layers from the complement of the goals, same board: a jump back is a jump on the complement.
        layer : int
            The layer of `other` that is one jump away from the last layer of this one. Nothing is done with
            `other` until `meeting` is through.
        """
        if other.board is not self.board or not (other.keep or other.gather):
            raise ValueError("meet needs the same board and kept layers")
        if self.cursor or other.cursor or other.next_begun:
            raise ValueError("meet needs whole layers")
        if not 0 <= layer < len(other.sets):
            raise ValueError(f"layer {layer}, expected 0 to {len(other.sets) - 1}")
        if other.gather:
            self.met_bitmap = other.gathered(layer)
        else:
            if other.kept is not None:
                other.mark(-1)      # a way back has taken numbers out
            other.mark(layer)
            self.met_bitmap = other.bitmap
        self.kept, self.kept_bytes = None, 0
        self.wanted = Numbers()
        self.met_other = other
        # Numbers tell positions apart within a class only.
        apart = other.rest(self.board.whole ^ self.base[self.odd ^ 1]) != other.base[layer & 1]
        self.cursor_met = self.here.size if apart else 0

    def meeting(self, count_t budget):
        """Look at `budget` positions more of the last layer, or a few more; return whether some remain.

        Where none remain, `met` says how many there are, and with kept layers `back` finds those of the
        layers before that lead to them. `status` says where memory ran out instead.
        """
        cdef bint good
        if self.met_other is None:
            raise ValueError("meeting needs a meet")
        with nogil:
            good = self.bridge(self.met_bitmap, self.wanted, budget)
        if not good:
            self.status = 1
            return False
        if self.cursor_met < self.here.size:
            return True
        self.met_other = None
        if self.keep:
            self.kept = [self.wanted]
            self.kept_bytes = self.wanted.capacity * sizeof(uint32_t)
            self.chosen = Numbers()
            self.cursor_back = 0
            self.mark(len(self.sets) - 2)
        return False

    @property
    def met(self):
        """Number of positions that `meeting` has found."""
        return 0 if self.wanted is None else self.wanted.size

    cdef bint bridge(self, const uint64_t* bitmap, Numbers found, count_t budget) noexcept nogil:
        """Add what has a jump into the complement of the bitmap; return False where memory ran out."""
        cdef uint32_t waiting[ROOM]
        cdef uint32_t origins[AHEAD + BLOCK]
        cdef int ends[AHEAD + BLOCK]
        cdef bitboard_t placed[BLOCK]
        cdef int k, count, n_origins, origin, block, n_alive
        cdef size_t at
        cdef uint64_t hit
        while self.cursor_met < self.here.size and budget > 0:
            at = self.cursor_met
            count = 0
            n_origins = 0
            while count < AHEAD and n_origins < AHEAD and at < self.here.size:
                block = <int>min(<size_t>BLOCK, self.here.size - at)
                n_alive = self.alive(self.here.keys + at, block, origins + n_origins, placed)
                at += block
                for k in range(n_alive):
                    count += self.reach(origins[n_origins], placed[k], self.odd, self.whole_number, bitmap,
                                        waiting + count)
                    ends[n_origins] = count
                    n_origins += 1
            # An origin is found where any of its numbers is in the bitmap; no branch: chance decides.
            if not found.room(n_origins + 1, self.left()):
                return False
            k = 0
            for origin in range(n_origins):
                hit = 0
                while k < ends[origin]:
                    hit |= bitmap[waiting[k] >> 6] >> (waiting[k] & 63)
                    k += 1
                found.keys[found.size] = origins[origin]
                found.size += hit & 1
            budget -= min(<count_t>(at - self.cursor_met), budget)
            self.cursor_met = at
        return True

    def back(self, count_t budget):
        """Take up at most `budget` positions on the way back; return whether some remain."""
        cdef bint whole
        if self.kept is None:
            raise ValueError("back needs a meet")
        while len(self.kept) < len(self.sets):
            self.mark(len(self.sets) - 1 - len(self.kept))
            with nogil:
                whole = self.retract(&budget, self.marked & 1 ^ 1)
            if self.status == 1 or not whole:
                return self.status != 1
            self.chosen.fit()
            self.kept.append(self.chosen)
            self.kept_bytes += self.chosen.capacity * sizeof(uint32_t)
            self.wanted = self.chosen
            self.chosen = Numbers()
            self.cursor_back = 0
        return False

    cdef bint retract(self, count_t* budget, int odd) noexcept nogil:
        """Take what leads to what is wanted from what is marked; return whether done, or out of memory."""
        cdef uint32_t waiting[ROOM]
        cdef uint32_t number
        cdef int k, count
        cdef uint64_t word
        while self.cursor_back < self.wanted.size and budget[0] > 0:
            count = 0
            while count < AHEAD and self.cursor_back < self.wanted.size and budget[0] > 0:
                number = self.wanted.keys[self.cursor_back]
                count += self.reach(number, ~self.placed(number, odd), odd, 0, self.bitmap, waiting + count)
                self.cursor_back += 1
                self.nodes += 1
                budget[0] -= 1
            if not self.chosen.room(count + 1, self.left()):
                self.status = 1
                return True
            for k in range(count):
                word = self.bitmap[waiting[k] >> 6]
                self.chosen.keys[self.chosen.size] = waiting[k]
                self.chosen.size += word >> (waiting[k] & 63) & 1
                self.bitmap[waiting[k] >> 6] = word & ~(<uint64_t>1 << (waiting[k] & 63))
        return self.cursor_back == self.wanted.size

    def kept_sizes(self):
        """Return the numbers of positions that `back` kept, layer 0 first."""
        return [] if self.kept is None else [(<Numbers?>found).size for found in reversed(self.kept)]

    def kept_layers(self):
        """Return the positions that `back` kept, layer 0 first, each the least of its images, uint64."""
        return [] if self.kept is None else [self.positions(found, layer)
                                             for layer, found in enumerate(reversed(self.kept))]
