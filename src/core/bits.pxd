# popcount, lowest and highest set bit; lsb and msb need x != 0
from libc.stdint cimport uint32_t, uint64_t

cdef extern from "bits.h" nogil:
    int popcount "bits_popcount"(uint64_t x) noexcept
    int lsb "bits_lsb"(uint64_t x) noexcept
    int msb "bits_msb"(uint64_t x) noexcept
    # The eight bits around the middle of three rows of three, in rising order: rows are 8 bits apart, the first bit is
    # at a place modulo 64, and behind the last bit comes the first.
    uint32_t ring "bits_ring"(uint64_t x, uint32_t place) noexcept


# The next of a sequence of random numbers; https://xoshiro.di.unimi.it/splitmix64.c
cdef inline uint64_t splitmix64(uint64_t* state) noexcept nogil:
    cdef uint64_t x
    state[0] += <uint64_t>0x9e3779b97f4a7c15u
    x = state[0]
    x = (x ^ (x >> 30)) * <uint64_t>0xbf58476d1ce4e5b9u
    x = (x ^ (x >> 27)) * <uint64_t>0x94d049bb133111ebu
    return x ^ (x >> 31)
