# popcount, lowest and highest set bit; lsb and msb need x != 0
from libc.stdint cimport uint64_t

cdef extern from "bits.h" nogil:
    int popcount "bits_popcount"(uint64_t x) noexcept
    int lsb "bits_lsb"(uint64_t x) noexcept
    int msb "bits_msb"(uint64_t x) noexcept
