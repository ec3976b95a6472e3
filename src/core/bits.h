/* Bit operations that C has no operator for. https://gcc.gnu.org/onlinedocs/gcc/Bit-Operation-Builtins.html */
#ifndef UNRIDDLE_BITS_H
#define UNRIDDLE_BITS_H
#include <stdint.h>
#include "compiler.h"

#if COMPILER_MSVC
static inline int bits_popcount(uint64_t x) { return (int)__popcnt64(x); }
static inline int bits_lsb(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
static inline int bits_msb(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
#else
#if !COMPILER_GNU || (defined(__x86_64__) && !defined(__POPCNT__))
/* Without the instruction the builtin is a call into a library: by pairs, fours and bytes, in place, is faster.
   H. S. Warren, Hacker's Delight, 2nd edition (2013), figure 5-2. */
static inline int bits_popcount(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}
#else
static inline int bits_popcount(uint64_t x) { return __builtin_popcountll(x); }
#endif
#if COMPILER_GNU
static inline int bits_lsb(uint64_t x) { return __builtin_ctzll(x); } /* x != 0 */
static inline int bits_msb(uint64_t x) { return 63 - __builtin_clzll(x); } /* x != 0 */
#else
static inline int bits_lsb(uint64_t x) { return bits_popcount((x & (0 - x)) - 1); } /* x != 0: the zeros below it */
static inline int bits_msb(uint64_t x) { /* x != 0: all below the highest is set, and counted */
    for (int width = 1; width < 64; width *= 2) x |= x >> width;
    return bits_popcount(x) - 1;
}
#endif
#endif

/* The bits around the middle of three rows of three, rows 8 apart, from the lowest. */
#if COMPILER_GNU && defined(__x86_64__) && defined(__AVX512F__) && defined(__BMI2__) /* processors where that is one step */
#include <immintrin.h>
static inline uint32_t bits_first_ring(uint64_t x) { return (uint32_t)_pext_u64(x, 0x70507); }
#else
static inline uint32_t bits_first_ring(uint64_t x) {
    return (uint32_t)((x & 7) | (x >> 5 & 8) | (x >> 6 & 16) | (x >> 11 & 224));
}
#endif
static inline uint32_t bits_ring(uint64_t x, uint32_t place) {
    return bits_first_ring(x >> (place & 63) | x << ((0 - place) & 63));
}

#endif
