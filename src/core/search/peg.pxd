# Positions of peg solitaire as bitboards: bit h is hole h, set where a peg stands.
cimport cython

from ..pool cimport Pool
from ..types cimport bitboard_t, cell_t, int64_t, uint8_t, uint64_t
from libc.stdint cimport int16_t, int8_t

ctypedef int16_t jump_t  # number of a jump of a board

cdef enum:
    MAX_JUMPS = 512
    MAX_SYMMETRIES = 16
    MAX_PAGODAS = 32    # words of eight


@cython.final
cdef class PegBoard:
    cdef readonly cell_t n_holes
    cdef readonly int n_jumps, n_symmetries
    cdef bitboard_t whole
    cdef bitboard_t taken[MAX_JUMPS]    # from and over: pegs before the jump
    cdef bitboard_t line[MAX_JUMPS]     # from, over and to: what the jump flips
    cdef uint8_t holes[MAX_JUMPS][3]
    cdef uint8_t place[64]
    cdef uint8_t image[MAX_SYMMETRIES][64]
    cdef int chunk_bits, n_chunks
    cdef Pool pool
    cdef bitboard_t* images             # [chunk][value][symmetry]
    cdef bitboard_t line_image[MAX_JUMPS][MAX_SYMMETRIES]
    # Jumps whose over and to lie equally far from their from, in bits: found for all holes at once.
    cdef int n_groups
    cdef cell_t over_shift[MAX_JUMPS]
    cdef cell_t to_shift[MAX_JUMPS]
    cdef bitboard_t from_holes[MAX_JUMPS]
    cdef jump_t group_jump[MAX_JUMPS][64]

    cdef void group(self, int j) noexcept nogil
    cdef int jumps_of(self, bitboard_t x, jump_t* out) noexcept nogil
    cdef int jumps_to(self, bitboard_t x, jump_t* out) noexcept nogil
    cdef void images_of(self, bitboard_t x, bitboard_t* image) noexcept nogil
    cdef bitboard_t canonical_after(self, const bitboard_t* image, int j) noexcept nogil
    cdef bitboard_t canonical(self, bitboard_t x) noexcept nogil
    cdef bitboard_t canonical_by(self, bitboard_t x, int* symmetry, int* fixed) noexcept nogil


@cython.final
cdef class PegSet:
    cdef Pool pool
    cdef bitboard_t* slots              # open addressing; 0 is free: no position is without pegs
    cdef bitboard_t* keys               # in order of arrival
    cdef size_t size, capacity, mask
    cdef bitboard_t* wider              # the next table while it is filled, a few slots an addition; or NULL
    cdef size_t moved                   # slots whose positions are in it
    cdef size_t most_bytes              # of the set, both tables of a move included

    cdef bint grow(self) noexcept nogil
    cdef void move(self) noexcept nogil
    cdef void place(self, bitboard_t key) noexcept nogil
    cdef bint more_keys(self, size_t capacity) noexcept nogil
    cdef int add(self, bitboard_t key) noexcept nogil
    cdef int strip(self) except -1
    cdef bint has(self, bitboard_t key) noexcept nogil
    cdef int64_t where(self, bitboard_t key) noexcept nogil
    cdef void fetch(self, bitboard_t key) noexcept nogil
    cdef size_t bytes(self) noexcept nogil


@cython.final
cdef class Pagodas:
    cdef PegBoard board
    cdef object goals
    cdef uint64_t seed
    cdef readonly int n                 # words in use
    cdef uint64_t[:, :, ::1] tables     # [word][chunk][value]
    cdef uint64_t base[MAX_PAGODAS]
    cdef uint64_t drop[MAX_JUMPS][MAX_PAGODAS]

    cdef uint64_t value(self, int word, bitboard_t x) noexcept nogil
    cdef bint dead(self, bitboard_t x) noexcept nogil
    cdef int random_below(self, int n) noexcept nogil
    cdef int make(self, int top, int8_t* weight, const bitboard_t* goals, Py_ssize_t n_goals) noexcept nogil
    cdef void install(self, const int8_t* weight, int least) noexcept nogil
