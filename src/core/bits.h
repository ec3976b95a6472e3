/* Bit operations that C has no operator for. https://gcc.gnu.org/onlinedocs/gcc/Bit-Operation-Builtins.html */
#ifndef UNRIDDLE_BITS_H
#define UNRIDDLE_BITS_H
#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static inline int bits_popcount(uint64_t x) { return (int)__popcnt64(x); }
static inline int bits_lsb(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
static inline int bits_msb(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
#else
static inline int bits_popcount(uint64_t x) { return __builtin_popcountll(x); }
static inline int bits_lsb(uint64_t x) { return __builtin_ctzll(x); } /* x != 0 */
static inline int bits_msb(uint64_t x) { return 63 - __builtin_clzll(x); } /* x != 0 */
#endif

#endif
