"""Numbrix and Hidato: a path through all cells with some of its numbers given; twin: `unriddle.core.reference.numbrix`."""

import numpy as np

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from .bits cimport lsb, popcount
from .types cimport bitboard_t, cell_t, count_t

cdef enum:
    MAX_STEPS = 32
    GUARD = 80          # zero words on both sides of a bitboard that is shifted
    MAX_WORDS = 64      # words of a bitboard: 4,096 cells

ctypedef int32_t number_t   # index of a number, the number less one


cdef struct Change:
    int32_t place       # index into the domains
    bitboard_t before


cdef struct Level:
    number_t number     # what was chosen
    cell_t cell
    Py_ssize_t mark     # length of the trail before


cdef struct Board:
    cell_t n_cells
    number_t n                  # numbers, and cells that are no holes
    int words                   # words of a bitboard
    int n_steps
    bint rising[MAX_STEPS]      # by step: from lower to higher cells
    int skip[MAX_STEPS]         # words to go
    int bits[MAX_STEPS]         # and bits
    bitboard_t* landing         # (step, word): cells that the step can end on
    bitboard_t* domain          # (number, word): cells where it may stand
    bitboard_t* cells           # cells that are no holes
    int32_t* size               # by number: cells left
    int32_t* low                # by number: its domain lies in words low to high - 1
    int32_t* high
    bint* settled               # by number: its only cell has been taken from the others
    bitboard_t* dirty           # numbers whose domain has changed
    Change* trail
    Py_ssize_t n_trail
    Py_ssize_t room
    Level* levels
    int depth
    number_t wiped              # the number whose domain ran empty
    double* weight              # by number: how often that happened
    const cell_t* table         # (cell, place): neighbours
    int degree
    uint64_t noise
    number_t last
    cell_t* saved
    count_t fails
    count_t patience
    bint out_of_memory
    count_t propagations


cdef inline void surround(const Board* b, const bitboard_t* src, int low, int high, bitboard_t* out,
                          int out_low, int out_high) noexcept nogil:
    """Write the cells one step from `src` (which lies in words low to high - 1) to out[out_low:out_high]."""
    cdef bitboard_t padded[MAX_WORDS + 2 * GUARD]
    cdef const bitboard_t* t
    cdef const bitboard_t* mask
    cdef int k, w, r
    memset(padded, 0, (b.words + 2 * GUARD) * sizeof(bitboard_t))
    for w in range(low, high):
        padded[GUARD + w] = src[w]
    for w in range(out_low, out_high):
        out[w] = 0
    for k in range(b.n_steps):
        r = b.bits[k]
        mask = &b.landing[k * b.words]
        if b.rising[k]:
            t = padded + GUARD - b.skip[k]
            for w in range(out_low, out_high):
                out[w] |= ((t[w] << r) | ((t[w - 1] >> 1) >> (63 - r))) & mask[w]
        else:
            t = padded + GUARD + b.skip[k]
            for w in range(out_low, out_high):
                out[w] |= ((t[w] >> r) | ((t[w + 1] << 1) << (63 - r))) & mask[w]


cdef inline bint record(Board* b, int32_t place) noexcept nogil:
    """Note a word of the domains before it changes."""
    cdef Change* bigger
    if b.n_trail == b.room:
        bigger = <Change*>realloc(b.trail, 2 * b.room * sizeof(Change))
        if bigger == NULL:
            b.out_of_memory = True
            return False
        b.trail = bigger
        b.room *= 2
    b.trail[b.n_trail].place = place
    b.trail[b.n_trail].before = b.domain[place]
    b.n_trail += 1
    return True


cdef inline bint put(Board* b, number_t k, int w, bitboard_t after) noexcept nogil:
    """Set a word of a number's domain to a part of it; return whether the number still has a cell."""
    cdef int32_t place = k * b.words + w
    if not record(b, place):
        return False
    b.size[k] -= popcount(b.domain[place] & ~after)
    b.domain[place] = after
    b.propagations += 1
    if b.size[k] == 0:
        b.wiped = k
        return False
    b.dirty[k >> 6] |= <bitboard_t>1 << (k & 63)
    return True


cdef inline bint keep(Board* b, number_t k, const bitboard_t* allowed) noexcept nogil:
    """Keep only allowed cells of a number; return whether one is left."""
    cdef int w
    cdef bitboard_t* own = &b.domain[k * b.words]
    for w in range(b.low[k], b.high[k]):
        if own[w] & ~allowed[w]:
            if not put(b, k, w, own[w] & allowed[w]):
                return False
    return True


cdef cell_t only_cell(const Board* b, number_t k) noexcept nogil:
    """Return the first cell of a number's domain."""
    cdef int w
    for w in range(b.low[k], b.high[k]):
        if b.domain[k * b.words + w]:
            return w * 64 + lsb(b.domain[k * b.words + w])
    return -1


cdef bint settle(Board* b, number_t k) noexcept nogil:
    """Take the only cell of a number from all others; return whether they still have one."""
    cdef cell_t cell = only_cell(b, k)
    cdef int w = cell >> 6
    cdef bitboard_t bit = <bitboard_t>1 << (cell & 63)
    cdef number_t other
    b.settled[k] = True
    b.saved[k] = cell
    for other in range(b.n):
        if b.domain[other * b.words + w] & bit and other != k:
            if not put(b, other, w, b.domain[other * b.words + w] & ~bit):
                return False
    return True


cdef bint find_lone(Board* b) noexcept nogil:
    """Fix the numbers that alone can stand on some cell; return False where a cell has none."""
    cdef bitboard_t once[MAX_WORDS]
    cdef bitboard_t twice[MAX_WORDS]
    cdef bitboard_t word
    cdef number_t k
    cdef int w
    cdef bint any_lone = False
    memset(once, 0, b.words * sizeof(bitboard_t))
    memset(twice, 0, b.words * sizeof(bitboard_t))
    for k in range(b.n):
        for w in range(b.low[k], b.high[k]):
            word = b.domain[k * b.words + w]
            twice[w] |= once[w] & word
            once[w] |= word
    for w in range(b.words):
        if b.cells[w] & ~once[w]:
            b.wiped = -1
            return False
        once[w] &= ~twice[w]
        any_lone = any_lone or once[w] != 0
    if not any_lone:
        return True
    for k in range(b.n):
        if b.size[k] > 1:
            for w in range(b.low[k], b.high[k]):
                word = b.domain[k * b.words + w] & once[w]
                if word:
                    if word & (word - 1):
                        b.wiped = k
                        return False
                    memset(twice, 0, b.words * sizeof(bitboard_t))
                    twice[w] = word
                    if not keep(b, k, twice):
                        return False
                    break
    return True


cdef bint propagate(Board* b) noexcept nogil:
    """Narrow the domains until nothing follows any more; return whether a solution is still possible."""
    cdef bitboard_t near[MAX_WORDS]
    cdef number_t k
    cdef int w, n_dirty = (b.n + 63) >> 6, low, high
    cdef bint alive = True, again = True
    while alive and again:
        again = False
        w = 0
        while alive and w < n_dirty:
            if b.dirty[w] == 0:
                w += 1
                continue
            again = True
            k = w * 64 + lsb(b.dirty[w])
            b.dirty[w] &= b.dirty[w] - 1
            if b.size[k] == 1 and not b.settled[k]:
                alive = settle(b, k)
            if alive:
                low = b.n_cells
                high = 0
                if k > 0:
                    low = b.low[k - 1]
                    high = b.high[k - 1]
                if k + 1 < b.n:
                    low = min(low, b.low[k + 1])
                    high = max(high, b.high[k + 1])
                surround(b, &b.domain[k * b.words], b.low[k], b.high[k], near, low, high)
                alive = (k == 0 or keep(b, k - 1, near)) and (k + 1 == b.n or keep(b, k + 1, near))
            w = 0 if k < 64 else min(w, (k - 1) >> 6)
        if alive and again:
            alive = find_lone(b)
    if not alive:
        memset(b.dirty, 0, n_dirty * sizeof(bitboard_t))
    return alive


cdef void undo(Board* b, Py_ssize_t mark) noexcept nogil:
    """Take back the changes since the trail had length `mark`."""
    cdef int32_t place
    cdef number_t k
    while b.n_trail > mark:
        b.n_trail -= 1
        place = b.trail[b.n_trail].place
        k = place // b.words
        b.size[k] += popcount(b.trail[b.n_trail].before & ~b.domain[place])
        b.domain[place] = b.trail[b.n_trail].before
        b.settled[k] = False


cdef inline uint64_t draw(Board* b) noexcept nogil:
    """Return the next of a fixed sequence of scrambled numbers. https://en.wikipedia.org/wiki/Xorshift"""
    b.noise ^= b.noise << 13
    b.noise ^= b.noise >> 7
    b.noise ^= b.noise << 17
    return b.noise


cdef number_t choose(Board* b) noexcept nogil:
    """Return the number to branch on, -1 where all are fixed."""
    cdef number_t k, best = -1
    cdef double rank, lowest = 1e300
    if b.last >= 0 and b.size[b.last] > 1:
        return b.last
    for k in range(b.n):
        if b.size[k] > 1:
            rank = b.size[k] / b.weight[k]
            if rank < lowest:
                lowest = rank
                best = k
    return best


cdef cell_t choose_cell(Board* b, number_t k, bint shuffle) noexcept nogil:
    """Return the cell of a number with the fewest free neighbours."""
    cdef bitboard_t taken[MAX_WORDS]
    cdef number_t i
    cdef cell_t cell, best = -1, other
    cdef int w, j, rank, lowest = 1 << 30
    cdef bitboard_t word
    if False:
        cell = b.saved[k]
        if cell >= 0 and b.domain[k * b.words + (cell >> 6)] >> (cell & 63) & 1:
            return cell
    memset(taken, 0, b.words * sizeof(bitboard_t))
    for i in range(b.n):
        if b.size[i] == 1:
            cell = only_cell(b, i)
            taken[cell >> 6] |= <bitboard_t>1 << (cell & 63)
    for w in range(b.low[k], b.high[k]):
        word = b.domain[k * b.words + w]
        while word:
            cell = w * 64 + lsb(word)
            word &= word - 1
            rank = 0
            for j in range(b.degree):
                other = b.table[cell * b.degree + j]
                if other >= b.n_cells:
                    break
                if not taken[other >> 6] >> (other & 63) & 1:
                    rank += 4
            if shuffle:
                rank += draw(b) % 8
            if rank < lowest:
                lowest = rank
                best = cell
    return best


cdef class PathSearch:
    cdef Board b
    cdef readonly count_t count
    cdef public count_t limit
    cdef readonly bint fresh
    cdef bint stop_each
    cdef bint ended
    cdef bint started
    cdef readonly count_t nodes
    cdef readonly count_t guesses
    cdef const cell_t[:, ::1] table
    cdef object best
    cdef object last

    def __init__(self, const cell_t[:, ::1] table not None, const cell_t[::1] clues not None, count_t limit=2,
                 bint stop_each=False):
        cdef cell_t n_cells = clues.shape[0], cell, other
        cdef int words = (n_cells + 63) // 64, k, j, difference, w
        cdef number_t n = 0, number
        cdef Board* b = &self.b
        for cell in range(n_cells):
            if clues[cell] >= 0:
                n += 1
        b.n = n
        b.n_cells = n_cells
        b.words = words
        b.domain = <bitboard_t*>calloc(n * words + 1, sizeof(bitboard_t))
        b.landing = <bitboard_t*>calloc(MAX_STEPS * words, sizeof(bitboard_t))
        b.cells = <bitboard_t*>calloc(words, sizeof(bitboard_t))
        b.size = <int32_t*>calloc(n + 1, sizeof(int32_t))
        b.low = <int32_t*>calloc(n + 1, sizeof(int32_t))
        b.high = <int32_t*>calloc(n + 1, sizeof(int32_t))
        b.settled = <bint*>calloc(n + 1, sizeof(bint))
        b.dirty = <bitboard_t*>calloc(n // 64 + 1, sizeof(bitboard_t))
        b.room = 1 << 10
        b.trail = <Change*>malloc(b.room * sizeof(Change))
        b.levels = <Level*>malloc((n + 1) * sizeof(Level))
        b.weight = <double*>malloc((n + 1) * sizeof(double))
        for cell in range(n_cells):
            if clues[cell] >= 0:
                b.cells[cell >> 6] |= <bitboard_t>1 << (cell & 63)
            for k in range(table.shape[1]):
                other = table[cell, k]
                if other >= n_cells:
                    break
                difference = other - cell
                for j in range(b.n_steps):
                    if b.rising[j] == (difference > 0) and b.skip[j] * 64 + b.bits[j] == abs(difference):
                        break
                else:
                    j = b.n_steps
                    b.n_steps += 1
                    b.rising[j] = difference > 0
                    b.skip[j] = abs(difference) >> 6
                    b.bits[j] = abs(difference) & 63
                b.landing[j * words + (other >> 6)] |= <bitboard_t>1 << (other & 63)
        # open cells, without those of clues
        cdef bitboard_t opened[MAX_WORDS]
        memcpy(opened, b.cells, words * sizeof(bitboard_t))
        for cell in range(n_cells):
            if clues[cell] > 0:
                opened[cell >> 6] &= ~(<bitboard_t>1 << (cell & 63))
        for number in range(n):
            b.weight[number] = 1
            b.low[number] = 0
            b.high[number] = words
        for cell in range(n_cells):
            if clues[cell] > 0:
                number = clues[cell] - 1
                b.domain[number * words + (cell >> 6)] |= <bitboard_t>1 << (cell & 63)
                b.size[number] += 1
                b.settled[number] = True
        for number in range(n):
            if b.size[number] == 0:
                for w in range(words):
                    b.domain[number * words + w] = opened[w]
                    b.size[number] += popcount(opened[w])
            else:
                b.dirty[number >> 6] |= <bitboard_t>1 << (number & 63)
        self.limit = limit
        self.stop_each = stop_each
        self.table = table
        b.table = &table[0, 0]
        b.degree = table.shape[1]
        b.last = -1
        b.saved = <cell_t*>malloc((n + 1) * sizeof(cell_t))
        for number in range(n):
            b.saved[number] = -1
        b.noise = 0x9E3779B97F4A7C15
        b.patience = n + 100

    def __dealloc__(self):
        free(self.b.domain)
        free(self.b.landing)
        free(self.b.cells)
        free(self.b.size)
        free(self.b.low)
        free(self.b.high)
        free(self.b.settled)
        free(self.b.dirty)
        free(self.b.trail)
        free(self.b.levels)
        free(self.b.weight)

    cdef int _advance(self, count_t budget) noexcept nogil:
        cdef Board* b = &self.b
        cdef Level* level
        cdef number_t k
        cdef bitboard_t* own
        cdef bitboard_t bit
        cdef bint alive
        cdef int w, v
        cdef number_t i
        while budget > 0:
            budget -= 1
            self.nodes += 1
            if not self.started:
                self.started = True
                for i in range(b.n):
                    if b.size[i] == 0:
                        return -1
                alive = propagate(b)
                if alive:
                    b.n_trail = 0
                    for i in range(b.n):
                        while b.low[i] < b.high[i] and b.domain[i * b.words + b.low[i]] == 0:
                            b.low[i] += 1
                        while b.domain[i * b.words + b.high[i] - 1] == 0:
                            b.high[i] -= 1
            else:
                k = choose(b)
                if k < 0:
                    # come back after a solution
                    alive = False
                else:
                    level = &b.levels[b.depth]
                    b.depth += 1
                    level.mark = b.n_trail
                    level.number = k
                    level.cell = choose_cell(b, k, b.patience > b.n + 100)
                    self.guesses += 1
                    own = &b.domain[k * b.words]
                    for w in range(b.low[k], b.high[k]):
                        bit = <bitboard_t>1 << (level.cell & 63) if w == level.cell >> 6 else 0
                        if own[w] != bit:
                            put(b, k, w, bit)
                    b.dirty[k >> 6] |= <bitboard_t>1 << (k & 63)
                    alive = propagate(b)
            while not alive:
                if b.depth == 0:
                    return -1
                if b.wiped >= 0:
                    b.weight[b.wiped] += 1
                b.fails += 1
                if b.fails > b.patience and self.count == 0:
                    b.fails = 0
                    b.patience += b.patience // 4
                    level = &b.levels[0]
                    b.depth = 0
                    undo(b, level.mark)
                    alive = True
                    break
                b.depth -= 1
                level = &b.levels[b.depth]
                b.last = level.number
                undo(b, level.mark)
                own = &b.domain[level.number * b.words]
                w = level.cell >> 6
                self.nodes += 1
                budget -= 1
                alive = put(b, level.number, w, own[w] & ~(<bitboard_t>1 << (level.cell & 63))) and propagate(b)
            if choose(b) < 0:
                return 1
        return 0

    def run(self, count_t budget):
        cdef int outcome = 0
        cdef count_t before
        self.fresh = False
        while not self.ended and self.count < self.limit and budget > 0:
            before = self.nodes
            with nogil:
                outcome = self._advance(budget)
            budget -= self.nodes - before
            if outcome < 0:
                self.ended = True
            elif outcome > 0:
                self.count += 1
                self.fresh = True
                self.last = self._grid()
                if self.best is None:
                    self.best = self.last
                if self.stop_each:
                    break
        return not self.ended and self.count < self.limit

    cdef object _grid(self):
        grid = np.full(self.b.n_cells, -1, dtype=np.int32)
        cdef cell_t[::1] out = grid
        cdef number_t k
        for k in range(self.b.n):
            out[only_cell(&self.b, k)] = k + 1
        return grid

    @property
    def first(self):
        return self.best

    @property
    def solution(self):
        return self.last

    @property
    def exhausted(self):
        return self.ended
