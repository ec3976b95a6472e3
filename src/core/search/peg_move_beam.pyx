"""Beam search for few moves in peg solitaire; twin: `reference.search.peg_move_beam`."""

cimport cython

import numpy as np

from .peg cimport MAX_JUMPS, MAX_SYMMETRIES, PegBoard, PegSet, jump_t
from ..bits cimport lsb
from ..types cimport bitboard_t, cost_t, count_t, int32_t, int64_t, uint8_t

cdef enum:
    GATHER  # what lies a jump after the positions of the layer
    WEIGH   # by how few moves each of it is reached
    VALUE   # what it is worth


@cython.final
cdef class PegMoveBeam:
    """Keeps the positions of a layer that promise the fewest moves; jumps of one peg in a row are one.

    A position is worth the moves that led to it and the regions that are still full, which cost a move
    each; of equals, the one whose pegs weigh less, then the lesser bitboard is kept.

    Parameters
    ----------
    board : PegBoard
        The board; its symmetries leave the goals as they are.
    start : int
        Where the jumps begin, as a bitboard.
    width : int
        Most positions of a layer that are taken up.
    regions : uint64 array
        Sets of holes without a hole in common that are to be opened, as bitboards.
    weights : int32 array
        By hole, 0 to 2,000: what a peg there weighs.
    most_bytes : int
        Memory of the positions after a layer: the search ends with the layer that they do not fit behind.

    Attributes
    ----------
    layers : list of uint64 arrays
        The positions of each layer in canonical form; each but the first lies a jump after one of those before.
    nodes : int
        Positions taken up.

    Notes
    -----
    What led to a position is stored in a byte, the least moves, and a bitboard of the holes where the last peg
    of so few moves stands: from there it continues without a new move. Time proportional to width times jumps, a
    layer; 17 bytes a position of a layer, 8 of them kept, and 41 to 81 a position after it. One thread at a time.
    """

    cdef PegBoard board
    cdef PegSet after
    cdef Py_ssize_t width
    cdef const bitboard_t[::1] regions
    cdef const int32_t[::1] weights
    cdef bitboard_t[::1] keys, ends, after_ends    # by place in the layer; those after it by slot
    cdef uint8_t[::1] cost, after_cost
    cdef int64_t[::1] worth                        # by place after the layer
    cdef Py_ssize_t cursor
    cdef size_t most_bytes
    cdef int stage                                 # of the layer: GATHER, WEIGH or VALUE
    cdef readonly list layers
    cdef readonly count_t nodes

    def __cinit__(self, PegBoard board not None, bitboard_t start, Py_ssize_t width,
                  const bitboard_t[::1] regions not None, const int32_t[::1] weights not None,
                  size_t most_bytes=<size_t>-1):
        if width < 1 or start == 0 or start & ~board.whole or weights.shape[0] != board.n_holes:
            raise ValueError(f"width {width}, start {start:#x}, {weights.shape[0]} weights")
        self.board, self.width, self.regions, self.weights = board, width, regions, weights
        self.most_bytes = most_bytes
        self.layers = [np.array([board.canonical(start)], dtype=np.uint64)]
        self.keys = self.layers[0]
        self.cost = np.zeros(1, dtype=np.uint8)
        self.ends = np.zeros(1, dtype=np.uint64)
        self.begin()

    cdef int begin(self) except -1:
        """Begin to gather what comes after the layer."""
        self.after = PegSet()
        self.after.most_bytes = self.most_bytes
        return 0

    def run(self, count_t budget):
        """Take up at most `budget` positions; return whether work remains."""
        cdef bint room = True
        while self.keys.shape[0]:
            if budget <= 0:
                return True
            if self.cursor == (<Py_ssize_t>self.after.size if self.stage == VALUE else self.keys.shape[0]):
                self.turn()
                continue
            with nogil:
                if self.stage == GATHER:
                    budget = self.gather(budget, &room)
                elif self.stage == WEIGH:
                    budget = self.weigh(budget)
                else:
                    budget = self.value(budget)
            if not room:
                return False
        return False

    cdef int turn(self) except -1:
        """Go on to the next stage of the layer, or to the next layer."""
        self.cursor = 0
        if self.stage == GATHER:
            self.stage = WEIGH
            self.after_cost = np.full(self.after.mask + 1, 255, dtype=np.uint8)
            self.after_ends = np.zeros(self.after.mask + 1, dtype=np.uint64)
        elif self.stage == WEIGH:
            self.stage = VALUE
            self.worth = np.empty(self.after.size, dtype=np.int64)
        else:
            self.stage = GATHER
            self.keep()
        return 0

    cdef int keep(self) except -1:
        """Make the best positions after the layer the next one."""
        cdef Py_ssize_t n = self.after.size, k, kept = 0
        cdef int64_t slot, last = -1
        cdef int64_t[::1] worth = self.worth
        cdef bitboard_t last_key = 0
        if n > self.width:
            last, last_key = self.bar(worth)
            n = self.width
        self.layers.append(np.empty(n, dtype=np.uint64))
        self.keys = self.layers[len(self.layers) - 1]
        self.cost, self.ends = np.empty(n, dtype=np.uint8), np.empty(n, dtype=np.uint64)
        for k in range(worth.shape[0]):
            if last >= 0 and (worth[k] > last or worth[k] == last and self.after.keys[k] > last_key):
                continue
            slot = self.after.where(self.after.keys[k])
            self.keys[kept], self.cost[kept] = self.after.keys[k], self.after_cost[slot]
            self.ends[kept] = self.after_ends[slot]
            kept += 1
        if n == 0:
            self.layers.pop()
        self.begin()
        return 0

    cdef object bar(self, int64_t[::1] worth):
        """Return the greatest worth that is kept, and of the positions worth that the greatest that is."""
        cdef int64_t last = np.partition(worth, self.width - 1)[self.width - 1]
        cdef Py_ssize_t k, less = 0
        equal = []
        for k in range(worth.shape[0]):
            less += worth[k] < last
            if worth[k] == last:
                equal.append(self.after.keys[k])
        equal.sort()
        return last, equal[self.width - less - 1]

    cdef count_t value(self, count_t budget) noexcept nogil:
        """Find what at most `budget` positions are worth: moves and full regions, in the lower bits the weight."""
        cdef bitboard_t x, rest
        cdef int64_t moves, weight
        cdef Py_ssize_t k
        while self.cursor < <Py_ssize_t>self.after.size and budget > 0:
            x = rest = self.after.keys[self.cursor]
            moves, weight = self.after_cost[self.after.where(x)], 0
            for k in range(self.regions.shape[0]):
                moves += x & self.regions[k] == self.regions[k]
            while rest:
                weight += self.weights[lsb(rest)]
                rest &= rest - 1
            self.worth[self.cursor] = moves << 20 | weight
            self.cursor += 1
            budget -= 1
        return budget

    cdef count_t gather(self, count_t budget, bint* room) noexcept nogil:
        """Collect what lies a jump after at most `budget` positions; return what is left of the budget."""
        cdef jump_t jumps[MAX_JUMPS]
        cdef bitboard_t image[MAX_SYMMETRIES]
        cdef bitboard_t x
        cdef int k, n_jumps
        while self.cursor < self.keys.shape[0] and budget > 0:
            x = self.keys[self.cursor]
            self.cursor += 1
            self.nodes += 1
            budget -= 1
            n_jumps = self.board.jumps_of(x, jumps)
            self.board.images_of(x, image)
            for k in range(n_jumps):
                if self.after.add(self.board.canonical_after(image, jumps[k])) < 0:
                    room[0] = False
                    return 0
        return budget

    cdef count_t weigh(self, count_t budget) noexcept nogil:
        """Find the least moves to what lies a jump after at most `budget` positions; return what is left."""
        cdef jump_t jumps[MAX_JUMPS]
        cdef bitboard_t image[MAX_SYMMETRIES]
        cdef bitboard_t x, key, end
        cdef int j, k, n_jumps, s
        cdef int64_t slot
        cdef cost_t cost
        while self.cursor < self.keys.shape[0] and budget > 0:
            x = self.keys[self.cursor]
            n_jumps = self.board.jumps_of(x, jumps)
            self.board.images_of(x, image)
            for k in range(n_jumps):
                j = jumps[k]
                key = self.board.canonical_after(image, j)
                slot = self.after.where(key)
                # A new move, but where the peg that moved last continues.
                cost = self.cost[self.cursor] + 1 - (self.ends[self.cursor] >> self.board.holes[j][0] & 1)
                if cost > self.after_cost[slot]:
                    continue
                end = 0
                for s in range(self.board.n_symmetries):
                    if image[s] ^ self.board.line_image[j][s] == key:
                        end |= <bitboard_t>1 << self.board.image[s][self.board.holes[j][2]]
                if cost < self.after_cost[slot]:
                    self.after_cost[slot] = <uint8_t>cost
                    self.after_ends[slot] = 0
                self.after_ends[slot] |= end
            self.cursor += 1
            budget -= 1
        return budget
