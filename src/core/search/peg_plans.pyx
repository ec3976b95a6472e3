"""Between start and goal of peg solitaire: solutions counted, fewest moves; twin: `reference.search.peg_plans`.

Both take the solvable positions, layer by layer, as `unriddle.core.search.peg_search.PegLayers` finds them:
those that lie on a way from the start to a goal, each once up to symmetries that leave start and goals as
they are.
"""

cimport cython

import numpy as np

from .peg cimport MAX_JUMPS, MAX_SYMMETRIES, PegBoard, PegSet, jump_t
from ..types cimport bitboard_t, cell_t, cost_t, count_t, int64_t, uint8_t, uint64_t
from ..wide cimport wide_add, wide_int


cdef PegSet set_of(const bitboard_t[::1] keys):
    """Return the set of some positions."""
    cdef PegSet found = PegSet()
    cdef Py_ssize_t i
    for i in range(keys.shape[0]):
        if keys[i] == 0 or found.add(keys[i]) < 0:
            raise ValueError("a position without pegs, or no memory")
    return found


@cython.final
cdef class PegCount:
    """Counts the jump sequences from the start to each goal.

    Equivalent: ``ways[position] = sum(ways[before] for before in positions one jump back)``, 1 at the start.

    Parameters
    ----------
    board : PegBoard
        The board; its symmetries leave start and goals as they are.
    layers : list of uint64 arrays
        Solvable positions in canonical form; the first layer is the start.
    limbs : int
        64-bit words of a count.

    Notes
    -----
    Time proportional to positions times jumps. One thread at a time.
    """

    cdef PegBoard board
    cdef list layers
    cdef Py_ssize_t number, limbs
    cdef size_t cursor
    cdef PegSet before, here
    cdef uint64_t[::1] before_ways, ways
    cdef readonly bint overflow
    cdef readonly count_t nodes

    def __cinit__(self, PegBoard board not None, list layers not None, Py_ssize_t limbs):
        if not layers or limbs < 1:
            raise ValueError("no layers or no limbs")
        self.layers = list(layers)  # no caller shortens it meanwhile
        self.limbs = limbs
        self.here = set_of(layers[0])
        self.ways = np.zeros((self.here.mask + 1) * limbs, dtype=np.uint64)
        cdef size_t i
        for i in range(self.here.size):
            self.ways[self.here.where(self.here.keys[i]) * limbs] = 1
        self.cursor = self.here.size
        self.board = board

    def run(self, count_t budget):
        """Take up at most `budget` positions; return whether work remains."""
        while not self.overflow:
            if self.cursor == self.here.size:
                if self.number + 1 == len(self.layers):
                    return False
                self.number += 1
                self.before = self.here
                self.before_ways = self.ways
                self.here = set_of(self.layers[self.number])
                self.ways = np.zeros((self.here.mask + 1) * self.limbs, dtype=np.uint64)
                self.cursor = 0
            if budget <= 0:
                return True
            with nogil:
                budget = self.step(budget)
        return False

    cdef count_t step(self, count_t budget) noexcept nogil:
        """Count the ways to at most `budget` positions of the layer; return what is left of the budget."""
        cdef bitboard_t image[MAX_SYMMETRIES]
        cdef jump_t jumps[MAX_JUMPS]
        cdef bitboard_t x
        cdef int64_t mine, slot
        cdef int k, n_jumps
        while self.cursor < self.here.size and budget > 0:
            x = self.here.keys[self.cursor]
            self.cursor += 1
            self.nodes += 1
            budget -= 1
            mine = self.here.where(x) * self.limbs
            n_jumps = self.board.jumps_to(x, jumps)
            self.board.images_of(x, image)
            for k in range(n_jumps):
                slot = self.before.where(self.board.canonical_after(image, jumps[k]))
                if slot >= 0:
                    self.overflow |= wide_add(&self.ways[mine], &self.before_ways[slot * self.limbs], self.limbs)
        return budget

    def ways_to(self, bitboard_t position):
        """Return the number of jump sequences to a position of the last layer counted."""
        cdef int64_t slot
        slot = self.here.where(self.board.canonical(position))
        return 0 if slot < 0 else wide_int(&self.ways[slot * self.limbs], self.limbs)


@cython.final
cdef class PegFewest:
    """Finds a solution of the fewest moves, where jumps of one peg in a row are one move.

    Equivalent: ``cost(x, last) = min((h != last) + cost(x after the jump, its landing) for its jumps from
    h)``.

    Parameters
    ----------
    board : PegBoard
        The board; its symmetries leave start and goals as they are.
    layers : list of uint64 arrays
        Solvable positions in canonical form; the last layer holds the goals.

    Notes
    -----
    From the goals back to the start. What is still to pay in a position depends on the peg that
    moved last, but by one move at most: a byte, and a bitboard of the holes for which it is the lesser, tell
    all of it. Time proportional to positions times jumps; 9 bytes a slot. One thread at a time.
    """

    cdef PegBoard board
    cdef list layers, sets, costs, frees
    cdef Py_ssize_t number
    cdef size_t cursor
    cdef PegSet here, after
    cdef uint8_t[::1] cost, after_cost
    cdef bitboard_t[::1] free, after_free   # holes from which a peg continues without a new move
    cdef readonly count_t nodes

    def __cinit__(self, PegBoard board not None, list layers not None):
        if not layers:
            raise ValueError("no layers")
        self.layers = list(layers)  # no caller shortens it meanwhile
        self.sets, self.costs, self.frees = [], [], []
        self.cost = self.after_cost = None
        self.free = self.after_free = None
        self.number = len(layers)
        self.board = board
        self.open_layer()
        self.cursor = self.here.size
        self.free[:] = board.whole

    cdef int open_layer(self) except -1:
        """Go one layer back: what was in hand is the layer after it."""
        self.number -= 1
        self.after, self.after_cost, self.after_free = self.here, self.cost, self.free
        self.here = set_of(self.layers[self.number])
        self.cost = np.zeros(self.here.mask + 1, dtype=np.uint8)
        self.free = np.zeros(self.here.mask + 1, dtype=np.uint64)
        self.sets.append(self.here)
        self.costs.append(self.cost)
        self.frees.append(self.free)
        self.cursor = 0
        return 0

    def run(self, count_t budget):
        """Take up at most `budget` positions; return whether work remains."""
        while True:
            if self.cursor == self.here.size:
                if self.number == 0:
                    return False
                self.open_layer()
            if budget <= 0:
                return True
            with nogil:
                budget = self.step(budget)

    cdef count_t step(self, count_t budget) noexcept nogil:
        """Weigh at most `budget` positions of the layer in hand; return what is left of the budget.

        `cost` is what is still to pay after the first move has begun, `free` the holes from where it is no
        more: a peg that lands there continues without a new move.
        """
        cdef jump_t jumps[MAX_JUMPS]
        cdef bitboard_t x, holes
        cdef int64_t slot
        cdef int j, k, n_jumps
        cdef cost_t least, total
        while self.cursor < self.here.size and budget > 0:
            x = self.here.keys[self.cursor]
            self.cursor += 1
            self.nodes += 1
            budget -= 1
            # What the cheapest jump costs, and all holes that the cheapest start from.
            least = 255
            holes = 0
            n_jumps = self.board.jumps_of(x, jumps)
            for k in range(n_jumps):
                j = jumps[k]
                total = self.onward(x, j)
                if total < least:
                    least = total
                    holes = 0
                if total == least and total < 255:
                    holes |= <bitboard_t>1 << self.board.holes[j][0]
            slot = self.here.where(x)
            self.cost[slot] = <uint8_t>least
            self.free[slot] = holes
        return budget

    cdef cost_t onward(self, bitboard_t x, int j) noexcept nogil:
        """Return the moves to begin after jump j of x, its own not counted; 255 where it leads nowhere."""
        cdef int symmetry, fixed
        cdef bitboard_t key = self.board.canonical_by(x ^ self.board.line[j], &symmetry, &fixed)
        cdef int64_t slot = self.after.where(key)
        if slot < 0:
            return 255
        return self.after_cost[slot] + 1 - (
            self.after_free[slot] >> self.board.image[symmetry][self.board.holes[j][2]] & 1)

    def path(self, bitboard_t start):
        """Return the positions of a solution of the fewest moves, and the number of moves.

        Raises
        ------
        ValueError
            `run` has not finished, or the start is not in the first layer.
        """
        cdef bitboard_t x = start
        cdef int64_t slot
        cdef int j, symmetry, fixed, best
        cdef cell_t landing = -1
        cdef cost_t moves = 0
        cdef Py_ssize_t layer
        if self.number != 0 or self.cursor != self.here.size:
            raise ValueError("path needs a finished run")
        path = [x]
        for layer in range(len(self.sets) - 1, 0, -1):
            self.here, self.cost, self.free = self.sets[layer], self.costs[layer], self.frees[layer]
            self.after, self.after_cost, self.after_free = (self.sets[layer - 1], self.costs[layer - 1],
                                                            self.frees[layer - 1])
            slot = self.here.where(self.board.canonical_by(x, &symmetry, &fixed))
            if slot < 0:
                raise ValueError(f"{start:#x} is not in the first layer")
            best = -1
            for j in range(self.board.n_jumps):
                if x & self.board.line[j] == self.board.taken[j] and self.onward(x, j) == self.cost[slot]:
                    # The peg that moved last continues where it is one of the cheapest.
                    if best < 0 or self.board.holes[j][0] == landing:
                        best = j
            if best < 0:
                raise ValueError(f"no jump leads from layer {len(self.sets) - 1 - layer} on")
            moves += self.board.holes[best][0] != landing
            landing = self.board.holes[best][2]
            x ^= self.board.line[best]
            path.append(x)
        layer = len(self.sets) - 1
        self.here, self.cost, self.free = self.sets[layer], self.costs[layer], self.frees[layer]
        self.cursor = self.here.size
        return path, moves
