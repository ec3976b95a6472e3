"""Rules of the sliding puzzle for the search engine; twin: `reference.search.sliding`.

A tile is named by the cell it has to reach, the blank by its goal cell. A state holds the name of what
lies at each cell: four bits a cell in one word up to 16 cells, else eight bits a cell, eight cells a word.
"""

cimport cython
import numpy as np

from .engine cimport MAX_WORDS, Successors
from ..types cimport cell_t, cost_t, uint8_t, uint64_t

cdef enum:
    MOST_CELLS = 64


@cython.final
cdef class Sliding(Successors):
    """Slide a neighbour of the blank into it, until every tile is at its goal cell.

    Equivalent: ``expand(state)`` swaps the blank with the cell above, left, right, below, in this order;
    ``heuristic(state)`` is the sum of the tiles' Manhattan distances.

    Parameters
    ----------
    rows, cols : int
        Size, 2 to 64 cells.
    blank : int
        The goal cell of the blank.
    """

    cdef readonly cell_t rows, cols, n_cells, blank
    cdef int bits, per_word
    cdef uint64_t mask
    cdef uint8_t distance[MOST_CELLS][MOST_CELLS]

    def __cinit__(self, cell_t rows, cell_t cols, cell_t blank):
        cdef cell_t one, other
        if not (1 <= rows <= MOST_CELLS and 1 <= cols <= MOST_CELLS and 2 <= rows * cols <= MOST_CELLS):
            raise ValueError(f"{rows}x{cols}, expected 2 to 64 cells")
        if not 0 <= blank < rows * cols:
            raise ValueError(f"no cell {blank}")
        self.rows, self.cols, self.n_cells, self.blank = rows, cols, rows * cols, blank
        self.bits = 4 if self.n_cells <= 16 else 8
        self.per_word = 64 // self.bits
        self.mask = (<uint64_t>1 << self.bits) - 1
        self.n_words = (self.n_cells + self.per_word - 1) // self.per_word
        self.max_successors = 4
        for one in range(self.n_cells):
            for other in range(self.n_cells):
                self.distance[one][other] = abs(one // cols - other // cols) + abs(one % cols - other % cols)

    cdef inline cell_t at(self, const uint64_t* state, cell_t cell) noexcept nogil:
        return state[cell // self.per_word] >> cell % self.per_word * self.bits & self.mask

    cdef inline void change(self, uint64_t* state, cell_t cell, uint64_t difference) noexcept nogil:
        state[cell // self.per_word] ^= difference << cell % self.per_word * self.bits

    cdef int expand(self, const uint64_t* state, uint64_t* out, cost_t* costs) noexcept nogil:
        cdef int k, word, count = 0
        cdef cell_t here = 0, there
        cdef cell_t steps[4]
        cdef bint open_[4]
        cdef uint64_t difference
        while self.at(state, here) != self.blank:
            here += 1
        steps[0], steps[1], steps[2], steps[3] = -self.cols, -1, 1, self.cols
        open_[0], open_[3] = here >= self.cols, here + self.cols < self.n_cells
        open_[1], open_[2] = here % self.cols > 0, here % self.cols + 1 < self.cols
        for k in range(4):
            if not open_[k]:
                continue
            there = here + steps[k]
            for word in range(self.n_words):
                out[word] = state[word]
            difference = <uint64_t>(self.at(state, there) ^ self.blank)
            self.change(out, here, difference)
            self.change(out, there, difference)
            out += self.n_words
            count += 1
        return count

    cdef bint is_goal(self, const uint64_t* state) noexcept nogil:
        cdef cell_t cell
        for cell in range(self.n_cells):
            if self.at(state, cell) != cell:
                return False
        return True

    cdef cost_t heuristic(self, const uint64_t* state) noexcept nogil:
        cdef cell_t cell, tile
        cdef cost_t total = 0
        for cell in range(self.n_cells):
            tile = self.at(state, cell)
            if tile != self.blank:
                total += self.distance[tile][cell]
        return total

    def pack(self, const uint8_t[::1] cells not None):
        """Return the state of a configuration: uint64 of shape (n_words,)."""
        cdef cell_t cell
        cdef uint64_t state[MAX_WORDS]
        if sorted(np.asarray(cells).tolist()) != list(range(self.n_cells)):
            raise ValueError("expected every cell once")
        for cell in range(MAX_WORDS):
            state[cell] = 0
        for cell in range(self.n_cells):
            self.change(state, cell, cells[cell])
        return np.array([state[cell] for cell in range(self.n_words)], dtype=np.uint64)

    def unpack(self, const uint64_t[:, ::1] states not None):
        """Return configurations of states: uint8 of shape (n, n_cells)."""
        cdef Py_ssize_t row
        cdef cell_t cell
        if states.shape[1] != self.n_words:
            raise ValueError(f"states of {states.shape[1]} words, expected {self.n_words}")
        out = np.empty((states.shape[0], self.n_cells), dtype=np.uint8)
        cdef uint8_t[:, ::1] cells = out
        for row in range(states.shape[0]):
            for cell in range(self.n_cells):
                cells[row, cell] = self.at(&states[row, 0], cell)
        return out
