/* The vector paths, least first, and the best of them that this processor has. dispatch.pyx reads what was asked for.
 *
 *   scalar    one thing at a time
 *   portable  what every processor of this kind has: vectors of 16 bytes, where a kernel has a form for them
 *   avx2      with bmi2 and popcnt: Haswell, Zen
 *   avx512    with all that came up to Ice Lake and Zen 4, so that no kernel has to ask for its own
 *
 * Modules that are compiled for one path as a whole have its flags from setup.py: they ask for no more than is asked here.
 */
#ifndef UNRIDDLE_SIMD_H
#define UNRIDDLE_SIMD_H
#include "compiler.h"

enum { SIMD_SCALAR, SIMD_PORTABLE, SIMD_AVX2, SIMD_AVX512 };

#if COMPILER_GNU && defined(__aarch64__)
#define SIMD_NEON 1
#include <arm_neon.h>
#else
#define SIMD_NEON 0
#endif

#if COMPILER_GNU && defined(__x86_64__)
#define SIMD_X86 1
#include <immintrin.h>
#define TARGET_AVX2 FOR_PROCESSOR("avx2,bmi,bmi2,popcnt")
#define TARGET_AVX512 FOR_PROCESSOR("avx512f,avx512vpopcntdq,avx2,bmi,bmi2,popcnt")
#define TARGET_AVX512_BYTES FOR_PROCESSOR("avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx2,bmi,bmi2,popcnt")
#define TARGET_SSE4 FOR_PROCESSOR("sse4.1,popcnt")
/* Bytes looked up in a vector of 16, and their signs as a mask: the portable path where a kernel has a form for them. */
static inline int simd_bytes(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("popcnt");
}
static inline int simd_best(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq")
        && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi")
        && __builtin_cpu_supports("avx512vbmi2"))
        return SIMD_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
        && __builtin_cpu_supports("popcnt"))
        return SIMD_AVX2;
    return SIMD_PORTABLE;
}
#else
#define SIMD_X86 0
static inline int simd_bytes(void) { return SIMD_NEON; }
static inline int simd_best(void) { return SIMD_PORTABLE; }
#endif

#endif
