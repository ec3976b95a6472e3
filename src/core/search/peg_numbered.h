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

/* Rows of jumps, as `shape_jumps` finds them. */
typedef struct {
    int n_rows;
    const int32_t *over_turn, *to_turn;
    const int *row_end;
    const uint64_t *starts;
    const int16_t (*jump_of)[64];
    const uint32_t *flips;
} peg_rows_t;

/* The jumps of a position, and the least images after them: how many there are. */
typedef int (*reach_eight_t)(const peg_rows_t *rows, uint64_t x, const uint32_t *const *parts, uint32_t flip,
                             uint32_t *out);

#if SIMD_X86
TARGET_AVX512_BYTES static int reach_eight_avx512(const peg_rows_t *rows, uint64_t x, const uint32_t *const *parts,
                                                  uint32_t flip, uint32_t *out) {
    int16_t jumps[512 + 64];
    int shape = 0, count = 0;
    for (int row = 0; row < rows->n_rows; row++) {
        uint64_t bits = 0;
        for (; shape < rows->row_end[row]; shape++) {
            const int over = rows->over_turn[shape], to = rows->to_turn[shape];
            bits |= x & (x >> over | x << (-over & 63)) & ~(x >> to | x << (-to & 63)) & rows->starts[shape];
        }
        const int16_t *jump_of = rows->jump_of[row];
        _mm512_storeu_si512(jumps + count, _mm512_maskz_compress_epi16((__mmask32)bits, _mm512_loadu_si512(jump_of)));
        count += (int)_mm_popcnt_u32((uint32_t)bits);
        _mm512_storeu_si512(jumps + count, _mm512_maskz_compress_epi16((__mmask32)(bits >> 32),
                                                                       _mm512_loadu_si512(jump_of + 32)));
        count += (int)_mm_popcnt_u32((uint32_t)(bits >> 32));
    }
    least_eight_avx2(parts, flip, rows->flips, jumps, count, out);
    return count;
}
#endif

static inline reach_eight_t reach_eight(int simd) {
#if SIMD_X86
    if (simd >= SIMD_AVX512) return reach_eight_avx512;
#endif
    (void)simd;
    return (reach_eight_t)0;
}

/* Eight pagoda functions a word, four words a row, a row for each byte of places: their sums lose the top bit of a
   byte where a function rules the position out. */
typedef struct {
    uint64_t base[4], of_byte[8][256][4];
} peg_pagodas_t;

/* Keep those of n numbers, and of the positions beside them, that are not ruled out: how many. */
typedef int (*keep_alive_t)(const peg_pagodas_t *pagodas, int n, uint32_t *numbers, uint64_t *placed);

static int keep_alive_portable(const peg_pagodas_t *pagodas, int n, uint32_t *numbers, uint64_t *placed) {
    int kept = 0;
    for (int k = 0; k < n; k++) {
        const uint64_t x = placed[k];
        uint64_t total[4];
        for (int word = 0; word < 4; word++)
            total[word] = pagodas->base[word];
        for (int byte = 0; byte < 8; byte++)
            for (int word = 0; word < 4; word++)
                total[word] += pagodas->of_byte[byte][x >> 8 * byte & 0xff][word];
        placed[kept] = x;
        numbers[kept] = numbers[k];
        /* No branch: chance decides. */
        kept += !(~(total[0] & total[1] & total[2] & total[3]) & 0x8080808080808080u);
    }
    return kept;
}

#if SIMD_X86
TARGET_AVX2 static int keep_alive_avx2(const peg_pagodas_t *pagodas, int n, uint32_t *numbers, uint64_t *placed) {
    const __m256i base = _mm256_loadu_si256((const __m256i *)pagodas->base);
    int kept = 0;
    for (int k = 0; k < n; k++) {
        const uint64_t x = placed[k];
        __m256i row[8];
        for (int byte = 0; byte < 8; byte++)
            row[byte] = _mm256_loadu_si256((const __m256i *)pagodas->of_byte[byte][x >> 8 * byte & 0xff]);
        for (int step = 4; step; step >>= 1)
            for (int i = 0; i < step; i++)
                row[i] = _mm256_add_epi64(row[i], row[i + step]);
        placed[kept] = x;
        numbers[kept] = numbers[k];
        kept += _mm256_movemask_epi8(_mm256_add_epi64(row[0], base)) == -1;
    }
    return kept;
}
#endif

static inline keep_alive_t keep_alive(int simd) {
#if SIMD_X86
    if (simd >= SIMD_AVX2) return keep_alive_avx2;
#endif
    (void)simd;
    return keep_alive_portable;
}

/* The form for a vector path. */
static inline least_eight_t least_eight(int simd) {
#if SIMD_X86
    if (simd >= SIMD_AVX2) return least_eight_avx2;
#endif
    (void)simd;
    return least_eight_portable;
}

#endif
