/* Which vector instructions this processor has; UNRIDDLE_SIMD=portable|avx2|avx512 asks for less. */
#ifndef UNRIDDLE_SIMD_H
#define UNRIDDLE_SIMD_H

enum { SIMD_PORTABLE = 0, SIMD_AVX2 = 1, SIMD_AVX512 = 2 };

#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
#define SIMD_X86 1
#include <immintrin.h>
#define TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define TARGET_AVX512 __attribute__((target("avx512f,avx512vpopcntdq,avx2,bmi,bmi2,popcnt")))
static inline int simd_best(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq")) return SIMD_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
        return SIMD_AVX2;
    return SIMD_PORTABLE;
}
#else
#define SIMD_X86 0
static inline int simd_best(void) { return SIMD_PORTABLE; }
#endif

#endif
