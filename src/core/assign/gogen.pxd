# One Gogen and its search: what `gogen` defines and `gogen_making` uses.
from libc.stdint cimport int8_t

from ..types cimport bitboard_t, cell_t, count_t, letter_t, mask_t

cdef enum:
    MAX_CELLS = 64
    MAX_DEGREE = 8


cdef struct State:
    cell_t cols
    cell_t n                    # cells, and letters
    bitboard_t board            # all cells
    bitboard_t not_first        # all but the first column
    bitboard_t not_last         # all but the last column
    mask_t bound                # letters that are linked or given
    int n_free                  # letters that are neither: they go anywhere that is left
    int depth                   # choices made
    bint started
    count_t guesses
    count_t nodes
    count_t propagations
    mask_t links[MAX_CELLS]     # letter -> letters that must be its neighbours
    bitboard_t places[MAX_CELLS + 1][MAX_CELLS]   # by depth: letter -> cells where it may stand
    letter_t letter[MAX_CELLS]  # by depth: the letter chosen there
    bitboard_t untried[MAX_CELLS]  # by depth: its cells not tried yet


cdef void set_up(State* s, cell_t rows, cell_t cols, const int8_t* givens, const mask_t* links) noexcept nogil
cdef int advance(State* s, count_t budget) noexcept nogil
cdef void write_solution(const State* s, int8_t* out) noexcept nogil
