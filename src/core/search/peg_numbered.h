/* The least of eight images of a position after each of several jumps. */
#ifndef UNRIDDLE_PEG_NUMBERED_H
#define UNRIDDLE_PEG_NUMBERED_H
#include <stdint.h>
#include "simd.h"

/* image[s] = parts[0][s] ^ … ^ parts[3][s] ^ flip; out[k] = min over s of image[s] ^ flips[8 * jumps[k] + s]. Both
   jumps and out have room for n rounded up to eights, and what stands in jumps past n is the number of a jump. */
typedef void (*least_eight_t)(const uint32_t *const *parts, uint32_t flip, const uint32_t *flips, const int16_t *jumps,
                              int n, uint32_t *out);

static void least_eight_portable(const uint32_t *const *parts, uint32_t flip_all, const uint32_t *flips,
                                 const int16_t *jumps, int n, uint32_t *out) {
    uint32_t image[8];
    for (int s = 0; s < 8; s++)
        image[s] = parts[0][s] ^ parts[1][s] ^ parts[2][s] ^ parts[3][s] ^ flip_all;
    for (int k = 0; k < n; k++) {
        const uint32_t *flip = flips + 8 * jumps[k];
        uint32_t best = image[0] ^ flip[0];
        for (int s = 1; s < 8; s++) {
            const uint32_t other = image[s] ^ flip[s];
            best = other < best ? other : best;
        }
        out[k] = best;
    }
}

#if SIMD_X86
TARGET_AVX2 static void least_eight_avx2(const uint32_t *const *parts, uint32_t flip, const uint32_t *flips,
                                         const int16_t *jumps, int n, uint32_t *out) {
    __m256i all = _mm256_set1_epi32((int)flip);
    for (int i = 0; i < 4; i++)
        all = _mm256_xor_si256(all, _mm256_loadu_si256((const __m256i *)parts[i]));
    for (int k = 0; k < n; k += 8) {
        __m256i of[8];
        /* Halve the number of vectors three times: each lane of the last is the least of one jump. */
        for (int i = 0; i < 8; i++)
            of[i] = _mm256_xor_si256(all, _mm256_loadu_si256((const __m256i *)(flips + 8 * jumps[k + i])));
        for (int i = 0; i < 4; i++)
            of[i] = _mm256_min_epu32(_mm256_unpacklo_epi32(of[2 * i], of[2 * i + 1]),
                                     _mm256_unpackhi_epi32(of[2 * i], of[2 * i + 1]));
        for (int i = 0; i < 2; i++)
            of[i] = _mm256_min_epu32(_mm256_unpacklo_epi64(of[2 * i], of[2 * i + 1]),
                                     _mm256_unpackhi_epi64(of[2 * i], of[2 * i + 1]));
        of[0] = _mm256_min_epu32(_mm256_permute2x128_si256(of[0], of[1], 0x20),
                                 _mm256_permute2x128_si256(of[0], of[1], 0x31));
        _mm256_storeu_si256((__m256i *)(out + k), of[0]);
    }
}
#endif

/* The form for a vector path. */
static inline least_eight_t least_eight(int simd) {
#if SIMD_X86
    if (simd >= SIMD_AVX2) return least_eight_avx2;
#endif
    (void)simd;
    return least_eight_portable;
}

#endif
