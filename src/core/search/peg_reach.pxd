# What peg_numbered and its modules for the vector paths share: jumps as rows, pagoda functions as a table, a form.
from ..types cimport bitboard_t, cell_t, uint32_t, uint64_t
from .peg cimport MAX_JUMPS, MAX_SYMMETRIES, jump_t

cdef enum:
    WORDS = 4           # of eight pagoda functions

# In places of `PegBoard`, jumps of one shape are found for all holes at once; those of several shapes from different
# holes are one row.
cdef struct peg_rows:
    int n_rows, n_symmetries
    cell_t over_turn[MAX_JUMPS]                 # by shape
    cell_t to_turn[MAX_JUMPS]
    bitboard_t starts[MAX_JUMPS]
    int row_end[MAX_JUMPS]
    jump_t jump_of[MAX_JUMPS][64]               # by row and place
    uint32_t flips[MAX_JUMPS * MAX_SYMMETRIES]  # by jump and symmetry

# A row for each byte of places: their sums lose the top bit of a byte where a function rules the position out.
cdef struct peg_pagodas:
    uint64_t base[WORDS]
    uint64_t of_byte[8][256][WORDS]

# What the module of a path holds. `reach` writes the least images of a position after each of its jumps and returns
# how many: image[s] = parts[0][s] ^ ... ^ parts[3][s] ^ flip, and after a jump ^ flips[jump][s]; up to seven places
# more are written. `keep_alive` keeps those of n numbers, and of the positions next to them, that are not ruled out.
cdef struct peg_form:
    int (*reach)(
        const peg_rows* rows, bitboard_t x, const uint32_t** parts, uint32_t flip, uint32_t* out) noexcept nogil
    int (*keep_alive)(const peg_pagodas* pagodas, int n, uint32_t* numbers, bitboard_t* placed) noexcept nogil
