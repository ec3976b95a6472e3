/* Named vectors: what a kernel over lanes is written in, with a body of a line or two for each kind of processor.
 *
 *   u32x16  numbers of 32 bits, AVX-512      u32x8  the same, AVX2 and NEON      u8x16  bytes, SSE4.1 and NEON
 *   u32p8   numbers of 32 bits, plain C: what a module of the scalar path compiles, and does not call
 *   u32v16, u32v8, u32v4, u32v1  numbers of 32 bits as the compiler's own vectors: AVX-512, AVX2, SSE4.1 or NEON, plain C
 *   row512  a row of 512 bits, AVX-512; row256 the same, AVX2; row128 SSE2 and NEON; row64 plain C
 *
 * A kernel in Cython (NAME_paths.pxi) takes them from lanes.pxd under names without a width; setup.py compiles it once for
 * each path, and PATH below is the column that it gets. A mask says for each lane whether it is meant; an order is what packs
 * those lanes side by side. What is packed is written as a whole vector: what stands behind the lanes that are meant is
 * anything.
 */
#ifndef UNRIDDLE_LANES_H
#define UNRIDDLE_LANES_H
#include <stdint.h>
#include <string.h>
#include "bits.h"
#include "compiler.h"
#include "simd.h"

#if SIMD_X86 || SIMD_NEON
static uint8_t lanes_packed[256][8]; /* lanes that are meant -> where each place takes its own from */

static inline void lanes_prepare(void) {
    for (int mask = 0; mask < 256; mask++) {
        int count = 0;
        for (int lane = 0; lane < 8; lane++)
            if (mask >> lane & 1) lanes_packed[mask][count++] = (uint8_t)lane;
    }
}
#else
static inline void lanes_prepare(void) {}
#endif

#if SIMD_X86

/* Sixteen numbers. */
#define OP TARGET_AVX512_BYTES INLINE_ALWAYS
typedef __m512i u32x16;
typedef __mmask16 u32x16_mask, u32x16_order;
#define LANES_EACH_BYTE 0x1111111111111111u /* the lowest of each lane */

OP u32x16 u32x16_all(uint32_t x) { return _mm512_set1_epi32((int)x); }
OP u32x16 u32x16_load(const void *at) { return _mm512_loadu_si512(at); }
OP u32x16 u32x16_load_bytes(const uint8_t *at) { return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)at)); }
OP void u32x16_store(void *at, u32x16 a) { _mm512_storeu_si512(at, a); }
OP u32x16 u32x16_and(u32x16 a, u32x16 b) { return _mm512_and_si512(a, b); }
OP u32x16 u32x16_without(u32x16 a, u32x16 b) { return _mm512_andnot_si512(b, a); }
OP u32x16 u32x16_or(u32x16 a, u32x16 b) { return _mm512_or_si512(a, b); }
OP u32x16 u32x16_xor(u32x16 a, u32x16 b) { return _mm512_xor_si512(a, b); }
OP u32x16 u32x16_add(u32x16 a, u32x16 b) { return _mm512_add_epi32(a, b); }
OP u32x16 u32x16_sub(u32x16 a, u32x16 b) { return _mm512_sub_epi32(a, b); }
OP u32x16 u32x16_up(u32x16 a, const int bits) { return _mm512_slli_epi32(a, (unsigned)bits); }
OP u32x16 u32x16_down(u32x16 a, const int bits) { return _mm512_srli_epi32(a, (unsigned)bits); }
OP u32x16 u32x16_bit(u32x16 place) { return _mm512_sllv_epi32(_mm512_set1_epi32(1), place); } /* 0 from 32 on */
OP u32x16 u32x16_up_by(u32x16 a, u32x16 bits) { return _mm512_sllv_epi32(a, bits); } /* the same */
OP u32x16 u32x16_down_by(u32x16 a, u32x16 bits) { return _mm512_srlv_epi32(a, bits); } /* the same */
OP u32x16 u32x16_popcount(u32x16 a) { return _mm512_popcnt_epi32(a); }
OP u32x16 u32x16_place(u32x16 a) { return u32x16_popcount(u32x16_sub(a, u32x16_all(1))); } /* of the only bit */
OP uint32_t u32x16_sum(u32x16 a) { return (uint32_t)_mm512_reduce_add_epi32(a); }
OP u32x16 u32x16_of(u32x16 a, u32x16 lane) { return _mm512_permutexvar_epi32(lane, a); } /* modulo the lanes */
/* Whether two have a bit in common; whether they have none, and so has the mask. */
OP u32x16 u32x16_gather(const uint32_t *table, u32x16 at) { return _mm512_i32gather_epi32(at, table, 4); }
OP u32x16 u32x16_min(u32x16 a, u32x16 b) { return _mm512_min_epu32(a, b); }
OP u32x16_mask u32x16_meet(u32x16 a, u32x16 b) { return _mm512_test_epi32_mask(a, b); }
OP u32x16_mask u32x16_part(u32x16 a, u32x16 b) { return _mm512_testn_epi32_mask(a, b); }
OP u32x16 u32x16_count(u32x16 a, u32x16_mask m) { return _mm512_mask_sub_epi32(a, m, a, _mm512_set1_epi32(-1)); }
OP u32x16_order u32x16_order_of(u32x16_mask m) { return m; }
OP uint32_t u32x16_number(u32x16_order m) { return (uint32_t)__builtin_popcount(m); }
OP void u32x16_pack(void *at, u32x16_order m, u32x16 a) { u32x16_store(at, _mm512_maskz_compress_epi32(m, a)); }
/* Where the masks of eight steps are not meant, as bytes 16 * step + lane; how many. */
OP uint32_t u32x16_places(uint8_t *at, const u32x16_mask masks[8]) {
    const __m512i places = _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928, 0x2726252423222120,
                                            0x1f1e1d1c1b1a1918, 0x1716151413121110, 0x0f0e0d0c0b0a0908, 0x0706050403020100);
    uint32_t n = 0;
    for (int k = 0; k < 8; k += 4) {
        const __mmask64 others = ~_mm512_kunpackd(_mm512_kunpackw(masks[k + 3], masks[k + 2]),
                                                  _mm512_kunpackw(masks[k + 1], masks[k]));
        const __m512i here = _mm512_or_si512(places, _mm512_set1_epi8((char)(16 * k)));
        _mm512_storeu_si512(at + n, _mm512_maskz_compress_epi8(others, here));
        n += (uint32_t)__builtin_popcountll(others);
    }
    return n;
}
/* Entries of an aligned table of 64 bytes, by numbers below 16 * groups. */
OP u32x16 u32x16_lookup(const uint8_t *table, u32x16 at, const int groups) {
    (void)groups;
    return _mm512_maskz_permutexvar_epi8(LANES_EACH_BYTE, at, _mm512_load_si512(table));
}
/* to[i] = table[at[i]] for 16 * groups bytes, 255 where at[i] is 255. */
OP void u32x16_lookup_bytes(uint8_t *to, const uint8_t *table, const uint8_t *at, const int groups) {
    const __m512i index = _mm512_load_si512(at), found = _mm512_permutexvar_epi8(index, _mm512_load_si512(table));
    (void)groups;
    _mm512_store_si512(to, _mm512_mask_mov_epi8(found, _mm512_movepi8_mask(index), index));
}
/* Entries of an aligned table of eight rows of 16 * groups bytes: 16 times the row, and the place in it. */
OP u32x16 u32x16_lookup_row(const uint8_t *table, u32x16 row16, u32x16 place, const int groups) {
    const u32x16 at = u32x16_or(_mm512_slli_epi32(row16, (unsigned)groups / 2), place);
    u32x16 found[4];
    for (int g = 0; g < groups; g++) {
        const uint8_t *const part = table + 128 * g;
        found[g] = _mm512_maskz_permutex2var_epi8(LANES_EACH_BYTE, _mm512_load_si512(part), at,
                                                  _mm512_load_si512(part + 64));
    }
    for (int g = 1, bit = 128; g < groups; g *= 2, bit *= 2)
        for (int h = 0; h + g < groups; h += 2 * g)
            found[h] = _mm512_mask_mov_epi32(found[h], u32x16_meet(at, u32x16_all((uint32_t)bit)), found[h + g]);
    return found[0];
}
/* Rows of four numbers, by their places: the first numbers of all, the second, ... */
#define ROW_OF_4(k) _mm_loadu_si128((const __m128i *)rows + (at[k] & mask))
#define ROWS(k) \
    _mm512_inserti32x4(_mm512_inserti32x4(_mm512_inserti32x4(_mm512_castsi128_si512( \
        ROW_OF_4(k)), ROW_OF_4(k + 4), 1), ROW_OF_4(k + 8), 2), ROW_OF_4(k + 12), 3)
OP void u32x16_rows(const void *rows, const uint32_t *at, uint32_t mask, u32x16 out[4]) {
    const u32x16 a = ROWS(0), b = ROWS(1), c = ROWS(2), d = ROWS(3);
    const u32x16 low_ab = _mm512_unpacklo_epi32(a, b), low_cd = _mm512_unpacklo_epi32(c, d);
    const u32x16 high_ab = _mm512_unpackhi_epi32(a, b), high_cd = _mm512_unpackhi_epi32(c, d);
    out[0] = _mm512_unpacklo_epi64(low_ab, low_cd), out[1] = _mm512_unpackhi_epi64(low_ab, low_cd);
    out[2] = _mm512_unpacklo_epi64(high_ab, high_cd), out[3] = _mm512_unpackhi_epi64(high_ab, high_cd);
}
#undef ROWS
OP uint32_t u32x16_bits(u32x16_mask m) { return m; }
/* Lanes of a mask where two have a bit in common. */
OP u32x16_mask u32x16_meet_in(u32x16_mask m, u32x16 a, u32x16 b) { return _mm512_mask_test_epi32_mask(m, a, b); }
OP u32x16_mask u32x16_first(uint32_t n) { return (u32x16_mask)_bzhi_u32(0xffff, n < 16 ? n : 16); } /* n lanes */
OP u32x16_mask u32x16_same_in(u32x16_mask m, u32x16 a, u32x16 b) { return _mm512_mask_cmpeq_epi32_mask(m, a, b); }
OP u32x16_mask u32x16_except(u32x16_mask m, u32x16_mask n) { return (u32x16_mask)(m & ~n); }
OP u32x16 u32x16_where(u32x16_mask m, u32x16 a) { return _mm512_maskz_mov_epi32(m, a); } /* else 0 */
OP uint32_t u32x16_any_in(u32x16_mask m, u32x16 a) { return (uint32_t)_mm512_mask_reduce_or_epi32(m, a); }
/* A table of 16 * groups numbers, and its entries by numbers below that. */
typedef struct { __m512i low, high; } u32x16_table;
OP u32x16_table u32x16_table_load(const void *at, const int groups) {
    u32x16_table table;
    table.low = u32x16_load(at);
    table.high = groups == 1 ? table.low : u32x16_load((const uint32_t *)at + 16);
    return table;
}
OP u32x16 u32x16_table_of(u32x16_table table, u32x16 at, const int groups) {
    return groups == 1 ? u32x16_of(table.low, at) : _mm512_permutex2var_epi32(table.low, at, table.high);
}

/* A row of 512 bits, a column each. */
typedef __m512i row512;
OP row512 row512_all(uint64_t x) { return _mm512_set1_epi64((long long)x); }
OP row512 row512_load(const void *at) { return _mm512_loadu_si512(at); }
OP void row512_store(void *at, row512 a) { _mm512_storeu_si512(at, a); }
OP row512 row512_and(row512 a, row512 b) { return _mm512_and_si512(a, b); }
OP row512 row512_or(row512 a, row512 b) { return _mm512_or_si512(a, b); }
OP row512 row512_without(row512 a, row512 b) { return _mm512_andnot_si512(b, a); }
/* Which of the eight words have a bit in common, a bit each. */
OP uint32_t row512_words(row512 a, row512 b) { return _mm512_test_epi64_mask(a, b); }
/* To each column the bit of the one to its left, and of the one to its right. */
OP row512 row512_left(row512 a) {
    const row512 word = _mm512_alignr_epi64(a, _mm512_setzero_si512(), 7);
    return _mm512_shldi_epi64(a, word, 1);
}
OP row512 row512_right(row512 a) {
    const row512 word = _mm512_alignr_epi64(_mm512_setzero_si512(), a, 1);
    return _mm512_shrdi_epi64(a, word, 1);
}
/* Which of 64 bytes have a bit, from the lowest on. */
OP uint64_t row512_bytes_with(const uint8_t *at, int bit) {
    return _mm512_test_epi8_mask(_mm512_loadu_si512(at), _mm512_set1_epi8((char)(1 << bit)));
}
/* Pack those of 64 numbers of 16 bits whose bits are set; how many. */
OP uint32_t row512_pack_shorts(int16_t *at, uint64_t bits, const int16_t *from) {
    const int low = _mm_popcnt_u32((uint32_t)bits);
    _mm512_storeu_si512(at, _mm512_maskz_compress_epi16((__mmask32)bits, _mm512_loadu_si512(from)));
    _mm512_storeu_si512(at + low, _mm512_maskz_compress_epi16((__mmask32)(bits >> 32), _mm512_loadu_si512(from + 32)));
    return (uint32_t)(low + _mm_popcnt_u32((uint32_t)(bits >> 32)));
}
#undef OP

/* Eight numbers: a mask has all bits of a lane, or none. */
#define OP TARGET_AVX2 INLINE_ALWAYS
typedef __m256i u32x8, u32x8_mask;
typedef struct { __m256i lanes; unsigned bits; } u32x8_order;

OP u32x8 u32x8_all(uint32_t x) { return _mm256_set1_epi32((int)x); }
OP u32x8 u32x8_load(const void *at) { return _mm256_loadu_si256((const __m256i *)at); }
OP u32x8 u32x8_load_bytes(const uint8_t *at) { return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)at)); }
OP void u32x8_store(void *at, u32x8 a) { _mm256_storeu_si256((__m256i *)at, a); }
OP u32x8 u32x8_and(u32x8 a, u32x8 b) { return _mm256_and_si256(a, b); }
OP u32x8 u32x8_without(u32x8 a, u32x8 b) { return _mm256_andnot_si256(b, a); }
OP u32x8 u32x8_or(u32x8 a, u32x8 b) { return _mm256_or_si256(a, b); }
OP u32x8 u32x8_xor(u32x8 a, u32x8 b) { return _mm256_xor_si256(a, b); }
OP u32x8 u32x8_add(u32x8 a, u32x8 b) { return _mm256_add_epi32(a, b); }
OP u32x8 u32x8_sub(u32x8 a, u32x8 b) { return _mm256_sub_epi32(a, b); }
OP u32x8 u32x8_up(u32x8 a, const int bits) { return _mm256_slli_epi32(a, bits); }
OP u32x8 u32x8_down(u32x8 a, const int bits) { return _mm256_srli_epi32(a, bits); }
OP u32x8 u32x8_bit(u32x8 place) { return _mm256_sllv_epi32(_mm256_set1_epi32(1), place); }
OP u32x8 u32x8_up_by(u32x8 a, u32x8 bits) { return _mm256_sllv_epi32(a, bits); }
OP u32x8 u32x8_down_by(u32x8 a, u32x8 bits) { return _mm256_srlv_epi32(a, bits); }
#if defined(__AVX512VL__) && defined(__AVX512VPOPCNTDQ__)
#define WITH_512(...) return __VA_ARGS__; /* modules of that path: eight numbers are packed and counted in one step */
#else
#define WITH_512(...)
#endif
OP u32x8 u32x8_popcount(u32x8 x) { /* Mula: https://arxiv.org/abs/1611.07612 */
    WITH_512(_mm256_popcnt_epi32(x))
    const __m256i nibble = _mm256_set1_epi8(15), ones = _mm256_set1_epi8(1);
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(counts, _mm256_and_si256(x, nibble)),
        _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi32(x, 4), nibble)));
    return _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, ones), _mm256_set1_epi16(1));
}
OP u32x8 u32x8_place(u32x8 a) { /* from the exponent of a float; 2^31 is negative, and its sign goes */
    const u32x8 exponent = _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(a)), 23);
    return u32x8_and(u32x8_sub(exponent, _mm256_set1_epi32(127)), _mm256_set1_epi32(31));
}
OP uint32_t u32x8_sum(u32x8 a) {
    __m128i x = _mm_add_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    x = _mm_add_epi32(x, _mm_shuffle_epi32(x, 0x4e));
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(x, _mm_shuffle_epi32(x, 0xb1)));
}
OP u32x8 u32x8_of(u32x8 a, u32x8 lane) { return _mm256_permutevar8x32_epi32(a, lane); }
OP u32x8 u32x8_gather(const uint32_t *table, u32x8 at) { return _mm256_i32gather_epi32((const int *)table, at, 4); }
OP u32x8 u32x8_min(u32x8 a, u32x8 b) { return _mm256_min_epu32(a, b); }
OP u32x8_mask u32x8_part(u32x8 a, u32x8 b) { return _mm256_cmpeq_epi32(u32x8_and(a, b), _mm256_setzero_si256()); }
OP u32x8_mask u32x8_meet(u32x8 a, u32x8 b) { return u32x8_xor(u32x8_part(a, b), _mm256_set1_epi32(-1)); }
OP u32x8 u32x8_count(u32x8 a, u32x8_mask m) { return _mm256_sub_epi32(a, m); }
OP unsigned u32x8_bits(u32x8_mask m) { return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(m)); }
OP u32x8_order u32x8_order_in(uint32_t bits) { /* from a bit a lane */
    u32x8_order order;
    order.bits = bits;
    order.lanes = u32x8_load_bytes(lanes_packed[bits]);
    return order;
}
OP u32x8_order u32x8_order_of(u32x8_mask m) { return u32x8_order_in(u32x8_bits(m)); }
OP uint32_t u32x8_number(u32x8_order m) { return (uint32_t)__builtin_popcount(m.bits); }
OP u32x8 u32x8_packed(u32x8_order m, u32x8 a) {
    WITH_512(_mm256_maskz_compress_epi32((__mmask8)m.bits, a))
    return u32x8_of(a, m.lanes);
}
OP void u32x8_pack(void *at, u32x8_order m, u32x8 a) { u32x8_store(at, u32x8_packed(m, a)); }
/* The least number of each of eight vectors: three times half of them. */
OP u32x8 u32x8_least(const u32x8 of[8]) {
    u32x8 four[4], two[2];
    for (int i = 0; i < 4; i++)
        four[i] = _mm256_min_epu32(_mm256_unpacklo_epi32(of[2 * i], of[2 * i + 1]),
                                   _mm256_unpackhi_epi32(of[2 * i], of[2 * i + 1]));
    for (int i = 0; i < 2; i++)
        two[i] = _mm256_min_epu32(_mm256_unpacklo_epi64(four[2 * i], four[2 * i + 1]),
                                  _mm256_unpackhi_epi64(four[2 * i], four[2 * i + 1]));
    return _mm256_min_epu32(_mm256_permute2x128_si256(two[0], two[1], 0x20),
                            _mm256_permute2x128_si256(two[0], two[1], 0x31));
}
OP uint32_t u32x8_places(uint8_t *at, const u32x8_mask masks[8]) {
    uint32_t n = 0;
    for (unsigned k = 0; k < 8; k++) {
        const unsigned others = 255 ^ u32x8_bits(masks[k]);
        uint64_t places;
        memcpy(&places, lanes_packed[others], 8);
        places += 0x1010101010101010u * k;
        memcpy(at + n, &places, 8);
        n += (uint32_t)__builtin_popcount(others);
    }
    return n;
}
OP __m256i u32x8_sixteen(const uint8_t *table, int group) { /* bytes in both halves */
    return _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)table + group));
}
OP u32x8 u32x8_lookup(const uint8_t *table, u32x8 at, const int groups) {
    const __m256i index = u32x8_or(at, _mm256_set1_epi32((int)0x80808000)), odd = _mm256_slli_epi32(at, 3);
    const __m256i low = _mm256_shuffle_epi8(u32x8_sixteen(table, 0), index);
    if (groups == 1) return low;
    const __m256i found = _mm256_blendv_epi8(low, _mm256_shuffle_epi8(u32x8_sixteen(table, 1), index), odd);
    if (groups == 2) return found;
    const __m256i high = _mm256_blendv_epi8(_mm256_shuffle_epi8(u32x8_sixteen(table, 2), index),
                                            _mm256_shuffle_epi8(u32x8_sixteen(table, 3), index), odd);
    return _mm256_blendv_epi8(found, high, _mm256_slli_epi32(at, 2));
}
OP void u32x8_lookup_bytes(uint8_t *to, const uint8_t *table, const uint8_t *at, const int groups) {
    for (int g = 0; g < groups; g++) {
        const __m128i index = _mm_load_si128((const __m128i *)at + g);
        const __m128i place = _mm_and_si128(index, _mm_set1_epi8(15)), from = _mm_and_si128(index, _mm_set1_epi8(48));
        __m128i found = _mm_cmpgt_epi8(_mm_setzero_si128(), index);
        for (int h = 0; h < groups; h++) {
            const __m128i here = _mm_shuffle_epi8(_mm_load_si128((const __m128i *)table + h), place);
            found = _mm_or_si128(found, _mm_and_si128(here, _mm_cmpeq_epi8(from, _mm_set1_epi8((char)(16 * h)))));
        }
        _mm_store_si128((__m128i *)to + g, found);
    }
}
OP u32x8 u32x8_lookup_row(const uint8_t *table, u32x8 row16, u32x8 place, const int groups) {
    const u32x8 at = u32x8_or(_mm256_slli_epi32(row16, groups / 2), place);
    return u32x8_and(_mm256_i32gather_epi32((const int *)table, at, 1), _mm256_set1_epi32(255));
}
#define ROWS(k) _mm256_inserti128_si256(_mm256_castsi128_si256(ROW_OF_4(k)), ROW_OF_4(k + 4), 1)
OP void u32x8_rows(const void *rows, const uint32_t *at, uint32_t mask, u32x8 out[4]) {
    const u32x8 a = ROWS(0), b = ROWS(1), c = ROWS(2), d = ROWS(3);
    const u32x8 low_ab = _mm256_unpacklo_epi32(a, b), low_cd = _mm256_unpacklo_epi32(c, d);
    const u32x8 high_ab = _mm256_unpackhi_epi32(a, b), high_cd = _mm256_unpackhi_epi32(c, d);
    out[0] = _mm256_unpacklo_epi64(low_ab, low_cd), out[1] = _mm256_unpackhi_epi64(low_ab, low_cd);
    out[2] = _mm256_unpacklo_epi64(high_ab, high_cd), out[3] = _mm256_unpackhi_epi64(high_ab, high_cd);
}
#undef ROWS
#undef ROW_OF_4
/* The eight numbers around a place of an array of rows, in rising order; all that is read is four numbers a row. */
#define FOUR(at) _mm_loadu_si128((const __m128i *)(at))
OP u32x8 u32x8_around(const uint32_t *at, int64_t stride) {
    const u32x8 upper = _mm256_setr_epi32(0, 1, 2, 4, 6, 8, 9, 10), lower = _mm256_setr_epi32(0, 0, 0, 0, 0, 0, 1, 2);
    const u32x8 two = _mm256_inserti128_si256(_mm256_castsi128_si256(FOUR(at - stride - 1)), FOUR(at - 1), 1);
    const u32x8 below = _mm256_castsi128_si256(FOUR(at + stride - 1));
    WITH_512(_mm256_permutex2var_epi32(two, upper, below))
    return _mm256_blend_epi32(u32x8_of(two, upper), u32x8_of(below, lower), 0xe0);
}
#undef FOUR
OP uint32_t u32x8_meeting(u32x8 a, u32x8 b, uint32_t of) { /* lanes of these where two have a bit in common, a bit each */
    WITH_512(_mm256_mask_test_epi32_mask((__mmask8)of, a, b))
    return u32x8_bits(u32x8_meet(a, b)) & of;
}
OP u32x8_mask u32x8_meet_in(u32x8_mask m, u32x8 a, u32x8 b) { return u32x8_without(m, u32x8_part(a, b)); }
#undef WITH_512
OP u32x8_mask u32x8_first(uint32_t n) {
    return _mm256_cmpgt_epi32(u32x8_all(n < 8 ? n : 8), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
OP u32x8_mask u32x8_same_in(u32x8_mask m, u32x8 a, u32x8 b) { return u32x8_and(m, _mm256_cmpeq_epi32(a, b)); }
OP u32x8_mask u32x8_except(u32x8_mask m, u32x8_mask n) { return u32x8_without(m, n); }
OP u32x8 u32x8_where(u32x8_mask m, u32x8 a) { return u32x8_and(m, a); }
OP uint32_t u32x8_any_in(u32x8_mask m, u32x8 a) {
    const u32x8 all = u32x8_and(m, a);
    __m128i x = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    x = _mm_or_si128(x, _mm_shuffle_epi32(x, 0x4e));
    return (uint32_t)_mm_cvtsi128_si32(_mm_or_si128(x, _mm_shuffle_epi32(x, 0xb1)));
}
typedef struct { __m256i at[4]; } u32x8_table;
OP u32x8_table u32x8_table_load(const void *at, const int groups) {
    u32x8_table table;
    for (int i = 0; i < 4; i++) table.at[i] = u32x8_load((const uint32_t *)at + 8 * (i & (2 * groups - 1)));
    return table;
}
OP u32x8 u32x8_either(u32x8 a, u32x8 b, u32x8 sign) { /* b where the highest bit is set */
    return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), _mm256_castsi256_ps(sign)));
}
OP u32x8 u32x8_table_of(u32x8_table table, u32x8 at, const int groups) {
    const u32x8 eighth = _mm256_slli_epi32(at, 28);
    const u32x8 low = u32x8_either(u32x8_of(table.at[0], at), u32x8_of(table.at[1], at), eighth);
    if (groups == 1) return low;
    return u32x8_either(low, u32x8_either(u32x8_of(table.at[2], at), u32x8_of(table.at[3], at), eighth), _mm256_slli_epi32(at, 27));
}

/* Four numbers of 64 bits. */
typedef __m256i u64x4;
OP u64x4 u64x4_load(const uint64_t *at) { return u32x8_load(at); }
OP u64x4 u64x4_add(u64x4 a, u64x4 b) { return _mm256_add_epi64(a, b); }
OP int u64x4_tops(u64x4 a) { return _mm256_movemask_epi8(a) == -1; } /* whether the highest bit of each byte is set */

typedef struct { __m256i low, high; } row256;
OP row256 row256_of(__m256i low, __m256i high) {
    const row256 a = {low, high};
    return a;
}
OP row256 row256_all(uint64_t x) { return row256_of(_mm256_set1_epi64x((long long)x), _mm256_set1_epi64x((long long)x)); }
OP row256 row256_load(const void *at) { return row256_of(u32x8_load(at), u32x8_load((const uint32_t *)at + 8)); }
OP void row256_store(void *at, row256 a) { u32x8_store(at, a.low), u32x8_store((uint32_t *)at + 8, a.high); }
OP row256 row256_and(row256 a, row256 b) { return row256_of(u32x8_and(a.low, b.low), u32x8_and(a.high, b.high)); }
OP row256 row256_or(row256 a, row256 b) { return row256_of(u32x8_or(a.low, b.low), u32x8_or(a.high, b.high)); }
OP row256 row256_without(row256 a, row256 b) {
    return row256_of(_mm256_andnot_si256(b.low, a.low), _mm256_andnot_si256(b.high, a.high));
}
OP uint32_t row256_words(row256 a, row256 b) {
    const __m256i none = _mm256_setzero_si256();
    const __m256i low = _mm256_cmpeq_epi64(u32x8_and(a.low, b.low), none);
    const __m256i high = _mm256_cmpeq_epi64(u32x8_and(a.high, b.high), none);
    return (uint32_t)(_mm256_movemask_pd((__m256d)low) | _mm256_movemask_pd((__m256d)high) << 4) ^ 0xff;
}
/* The words moved up or down by one, and what comes over to the other half, or nothing, set in. */
OP row256 row256_left(row256 a) {
    const __m256i over = _mm256_permute4x64_epi64(a.low, 0xff);
    const __m256i low = _mm256_blend_epi32(_mm256_permute4x64_epi64(a.low, 0x90), _mm256_setzero_si256(), 0x03);
    const __m256i high = _mm256_blend_epi32(_mm256_permute4x64_epi64(a.high, 0x90), over, 0x03);
    return row256_of(u32x8_or(_mm256_slli_epi64(a.low, 1), _mm256_srli_epi64(low, 63)),
                     u32x8_or(_mm256_slli_epi64(a.high, 1), _mm256_srli_epi64(high, 63)));
}
OP row256 row256_right(row256 a) {
    const __m256i over = _mm256_permute4x64_epi64(a.high, 0);
    const __m256i low = _mm256_blend_epi32(_mm256_permute4x64_epi64(a.low, 0xf9), over, 0xc0);
    const __m256i high = _mm256_blend_epi32(_mm256_permute4x64_epi64(a.high, 0xf9), _mm256_setzero_si256(), 0xc0);
    return row256_of(u32x8_or(_mm256_srli_epi64(a.low, 1), _mm256_slli_epi64(low, 63)),
                     u32x8_or(_mm256_srli_epi64(a.high, 1), _mm256_slli_epi64(high, 63)));
}
OP uint64_t row256_bytes_with(const uint8_t *at, int bit) {
    const __m128i up = _mm_cvtsi32_si128(7 - bit);
    const uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_sll_epi16(u32x8_load(at), up));
    const uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_sll_epi16(u32x8_load(at + 32), up));
    return (uint64_t)high << 32 | low;
}
#undef OP

/* Sixteen bytes. */
#define OP TARGET_SSE4 INLINE_ALWAYS
typedef __m128i u8x16;
OP u8x16 u8x16_all(uint8_t x) { return _mm_set1_epi8((char)x); }
OP u8x16 u8x16_load(const void *at) { return _mm_loadu_si128((const __m128i *)at); }
OP u8x16 u8x16_load_16(const void *at) { return _mm_load_si128((const __m128i *)at); } /* at a multiple of 16 */
OP u8x16 u8x16_load_8(const void *at) { return _mm_loadl_epi64((const __m128i *)at); } /* 0 in the upper half */
OP void u8x16_store(void *at, u8x16 a) { _mm_storeu_si128((__m128i *)at, a); }
OP u8x16 u8x16_and(u8x16 a, u8x16 b) { return _mm_and_si128(a, b); }
OP u8x16 u8x16_or(u8x16 a, u8x16 b) { return _mm_or_si128(a, b); }
OP u8x16 u8x16_all_pairs(uint16_t x) { return _mm_set1_epi16((short)x); } /* eight numbers of 16 bits */
OP u8x16 u8x16_add_pairs(u8x16 a, u8x16 b) { return _mm_add_epi16(a, b); }
OP u8x16 u8x16_eighth(u8x16 a) { return _mm_and_si128(_mm_srli_epi16(a, 3), _mm_set1_epi8(31)); }
OP u8x16 u8x16_below(u8x16 a, uint8_t x) { return _mm_cmpeq_epi8(_mm_min_epu8(a, u8x16_all((uint8_t)(x - 1))), a); }
OP u8x16 u8x16_of(u8x16 a, u8x16 at) { return _mm_shuffle_epi8(a, at); } /* 0 where at has the highest bit */
OP u8x16 u8x16_part(u8x16 a, u8x16 b) { return _mm_cmpeq_epi8(_mm_and_si128(a, b), _mm_setzero_si128()); }
OP u8x16 u8x16_equal(u8x16 a, u8x16 b) { return _mm_cmpeq_epi8(a, b); }
OP u8x16 u8x16_without(u8x16 a, u8x16 b) { return _mm_andnot_si128(b, a); }
OP uint32_t u8x16_bits(u8x16 a) { return (uint32_t)_mm_movemask_epi8(a); }
/* Of the eight bytes below 32 around a place of an array of rows, in rising order, those in a set; four a row are read. */
OP uint32_t u8x16_around_in(const uint8_t *at, int64_t stride, uint32_t set) {
    const u8x16 ring = _mm_setr_epi8(0, 1, 2, 4, 6, 8, 9, 10, -1, -1, -1, -1, -1, -1, -1, -1);
    const u8x16 places = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
    int32_t rows[3];
    for (int row = 0; row < 3; row++) memcpy(rows + row, at + (row - 1) * stride - 1, 4);
    const u8x16 three = _mm_insert_epi32(_mm_insert_epi32(_mm_cvtsi32_si128(rows[0]), rows[1], 1), rows[2], 2);
    const u8x16 bytes = u8x16_of(three, ring), bit = u8x16_of(places, u8x16_and(bytes, u8x16_all(7)));
    return 255 & ~u8x16_bits(u8x16_part(u8x16_of(_mm_set1_epi32((int)set), u8x16_eighth(bytes)), bit));
}
#undef OP

#elif SIMD_NEON

#define OP INLINE_ALWAYS
typedef uint8x16_t u8x16;
OP u8x16 u8x16_all(uint8_t x) { return vdupq_n_u8(x); }
OP u8x16 u8x16_load(const void *at) { return vld1q_u8((const uint8_t *)at); }
OP u8x16 u8x16_load_16(const void *at) { return u8x16_load(at); }
OP u8x16 u8x16_load_8(const void *at) { return vcombine_u8(vld1_u8((const uint8_t *)at), vdup_n_u8(0)); }
OP void u8x16_store(void *at, u8x16 a) { vst1q_u8((uint8_t *)at, a); }
OP u8x16 u8x16_and(u8x16 a, u8x16 b) { return vandq_u8(a, b); }
OP u8x16 u8x16_or(u8x16 a, u8x16 b) { return vorrq_u8(a, b); }
OP u8x16 u8x16_all_pairs(uint16_t x) { return vreinterpretq_u8_u16(vdupq_n_u16(x)); }
OP u8x16 u8x16_add_pairs(u8x16 a, u8x16 b) {
    return vreinterpretq_u8_u16(vaddq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
}
OP u8x16 u8x16_eighth(u8x16 a) { return vshrq_n_u8(a, 3); }
OP u8x16 u8x16_below(u8x16 a, uint8_t x) { return vcltq_u8(a, vdupq_n_u8(x)); }
OP u8x16 u8x16_of(u8x16 a, u8x16 at) { return vqtbl1q_u8(a, at); }
OP u8x16 u8x16_part(u8x16 a, u8x16 b) { return vceqzq_u8(vandq_u8(a, b)); }
OP u8x16 u8x16_equal(u8x16 a, u8x16 b) { return vceqq_u8(a, b); }
OP u8x16 u8x16_without(u8x16 a, u8x16 b) { return vbicq_u8(a, b); }
OP uint32_t u8x16_bits(u8x16 a) {
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(a, vld1q_u8(places));
    return vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
}
OP uint32_t u8x16_around_in(const uint8_t *at, int64_t stride, uint32_t set) {
    static const uint8_t ring[8] = {0, 1, 2, 4, 6, 8, 9, 10}, places[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint32_t rows[4] = {0};
    for (int row = 0; row < 3; row++) memcpy(rows + row, at + (row - 1) * stride - 1, 4);
    const uint8x8_t bytes = vqtbl1_u8(vreinterpretq_u8_u32(vld1q_u32(rows)), vld1_u8(ring));
    const uint8x8_t bit = vshl_u8(vdup_n_u8(1), vreinterpret_s8_u8(vand_u8(bytes, vdup_n_u8(7))));
    const uint8x8_t byte = vqtbl1_u8(vreinterpretq_u8_u32(vdupq_n_u32(set)), vshr_n_u8(bytes, 3));
    return vaddv_u8(vand_u8(vtst_u8(byte, bit), vld1_u8(places)));
}

/* Eight numbers: a mask has all bits of a lane, or none. */
typedef uint32x4x2_t u32x8, u32x8_mask;
typedef struct { uint8x16_t low, high; uint32_t bits; } u32x8_order; /* bytes of both halves */

OP u32x8 u32x8_two(uint32x4_t low, uint32x4_t high) {
    const u32x8 a = {{low, high}};
    return a;
}
#define EACH(operation) u32x8_two(operation(a.val[0], b.val[0]), operation(a.val[1], b.val[1]))
OP u32x8 u32x8_all(uint32_t x) { return u32x8_two(vdupq_n_u32(x), vdupq_n_u32(x)); }
OP u32x8 u32x8_load(const void *at) { return u32x8_two(vld1q_u32(at), vld1q_u32((const uint32_t *)at + 4)); }
OP void u32x8_store(void *at, u32x8 a) { vst1q_u32(at, a.val[0]), vst1q_u32((uint32_t *)at + 4, a.val[1]); }
OP u32x8 u32x8_and(u32x8 a, u32x8 b) { return EACH(vandq_u32); }
OP u32x8 u32x8_or(u32x8 a, u32x8 b) { return EACH(vorrq_u32); }
OP u32x8 u32x8_xor(u32x8 a, u32x8 b) { return EACH(veorq_u32); }
OP u32x8 u32x8_without(u32x8 a, u32x8 b) { return EACH(vbicq_u32); }
OP u32x8 u32x8_add(u32x8 a, u32x8 b) { return EACH(vaddq_u32); }
OP u32x8 u32x8_sub(u32x8 a, u32x8 b) { return EACH(vsubq_u32); }
OP uint32x4_t u32x8_counted(uint32x4_t a) { return vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u32(a)))); }
OP u32x8 u32x8_popcount(u32x8 a) { return u32x8_two(u32x8_counted(a.val[0]), u32x8_counted(a.val[1])); }
OP u32x8_mask u32x8_meet(u32x8 a, u32x8 b) { return EACH(vtstq_u32); }
OP uint32_t u32x8_bits(u32x8_mask m) {
    static const uint16_t places[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16(vcombine_u16(vmovn_u32(m.val[0]), vmovn_u32(m.val[1])), vld1q_u16(places)));
}
OP u32x8_order u32x8_order_in(uint32_t bits) {
    u32x8_order order;
    order.bits = bits;
    const uint16x8_t lanes = vmovl_u8(vld1_u8(lanes_packed[bits]));
    const uint32x4_t first = vdupq_n_u32(0x03020100); /* and four times the lane in each byte */
    order.low = vreinterpretq_u8_u32(vmlaq_n_u32(first, vmovl_u16(vget_low_u16(lanes)), 0x04040404));
    order.high = vreinterpretq_u8_u32(vmlaq_n_u32(first, vmovl_u16(vget_high_u16(lanes)), 0x04040404));
    return order;
}
OP u32x8_order u32x8_order_of(u32x8_mask m) { return u32x8_order_in(u32x8_bits(m)); }
OP uint32_t u32x8_number(u32x8_order m) { return (uint32_t)__builtin_popcount(m.bits); }
OP void u32x8_pack(void *at, u32x8_order m, u32x8 a) {
    const uint8x16x2_t bytes = {{vreinterpretq_u8_u32(a.val[0]), vreinterpretq_u8_u32(a.val[1])}};
    u32x8_store(at, u32x8_two(vreinterpretq_u32_u8(vqtbl2q_u8(bytes, m.low)),
                              vreinterpretq_u32_u8(vqtbl2q_u8(bytes, m.high))));
}
OP u32x8 u32x8_around(const uint32_t *at, int64_t stride) {
    const uint32x4_t right = vdupq_n_u32(at[1]), below = vld1q_u32(at + stride - 1);
    return u32x8_two(vsetq_lane_u32(at[-1], vld1q_u32(at - stride - 1), 3), vextq_u32(right, below, 3));
}
OP uint32_t u32x8_meeting(u32x8 a, u32x8 b, uint32_t of) { return u32x8_bits(u32x8_meet(a, b)) & of; }
OP u32x8 u32x8_least(const u32x8 of[8]) {
    uint32_t least[8];
    for (int i = 0; i < 8; i++) least[i] = vminvq_u32(vminq_u32(of[i].val[0], of[i].val[1]));
    return u32x8_load(least);
}
#undef EACH
#undef OP
#endif

/* Eight numbers in plain C. */
#define OP INLINE_ALWAYS
typedef struct { uint32_t at[8]; } u32p8, u32p8_mask;
typedef uint32_t u32p8_order;
#define EACH(value) \
    u32p8 made; \
    for (int i = 0; i < 8; i++) made.at[i] = (value); \
    return made
OP u32p8 u32p8_all(uint32_t x) { EACH(x); }
OP u32p8 u32p8_load(const void *at) { EACH(((const uint32_t *)at)[i]); }
OP void u32p8_store(void *at, u32p8 a) { memcpy(at, a.at, sizeof a.at); }
OP u32p8 u32p8_and(u32p8 a, u32p8 b) { EACH(a.at[i] & b.at[i]); }
OP u32p8 u32p8_or(u32p8 a, u32p8 b) { EACH(a.at[i] | b.at[i]); }
OP u32p8 u32p8_xor(u32p8 a, u32p8 b) { EACH(a.at[i] ^ b.at[i]); }
OP u32p8 u32p8_add(u32p8 a, u32p8 b) { EACH(a.at[i] + b.at[i]); }
OP u32p8 u32p8_sub(u32p8 a, u32p8 b) { EACH(a.at[i] - b.at[i]); }
OP u32p8 u32p8_popcount(u32p8 a) { EACH((uint32_t)bits_popcount(a.at[i])); }
OP uint32_t u32p8_meeting(u32p8 a, u32p8 b, uint32_t of) {
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) bits |= (uint32_t)((a.at[i] & b.at[i]) != 0) << i;
    return bits & of;
}
OP u32p8_order u32p8_order_in(uint32_t bits) { return bits; }
OP uint32_t u32p8_number(u32p8_order m) { return (uint32_t)bits_popcount(m); }
OP void u32p8_pack(void *at, u32p8_order m, u32p8 a) {
    for (int n = 0; m; m &= m - 1) ((uint32_t *)at)[n++] = a.at[bits_lsb(m)];
}
OP u32p8 u32p8_around(const uint32_t *at, int64_t stride) {
    EACH(i < 3 ? at[i - 1 - stride] : i < 5 ? at[2 * i - 7] : at[i - 6 + stride]);
}
OP uint32_t u32p8_least_of(u32p8 a) {
    uint32_t least = a.at[0];
    for (int i = 1; i < 8; i++) least = a.at[i] < least ? a.at[i] : least;
    return least;
}
OP u32p8 u32p8_least(const u32p8 of[8]) { EACH(u32p8_least_of(of[i])); }
OP uint32_t u32p8_around_in(const uint8_t *at, int64_t stride, uint32_t set) {
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= (set >> (i < 3 ? at[i - 1 - stride] : i < 5 ? at[2 * i - 7] : at[i - 6 + stride]) & 1) << i;
    return bits;
}
#undef EACH

typedef struct { uint64_t at[4]; } u64p4;
#define EACH(value) \
    u64p4 made; \
    for (int i = 0; i < 4; i++) made.at[i] = (value); \
    return made
OP u64p4 u64p4_load(const uint64_t *at) { EACH(at[i]); }
OP u64p4 u64p4_add(u64p4 a, u64p4 b) { EACH(a.at[i] + b.at[i]); }
OP int u64p4_tops(u64p4 a) { return !(~(a.at[0] & a.at[1] & a.at[2] & a.at[3]) & 0x8080808080808080u); }
#undef EACH

#if SIMD_X86 || SIMD_NEON
typedef uint64_t u64x2 VECTOR_OF(16);
typedef struct { u64x2 a, b, c, d; } row128;
#if SIMD_X86
OP u64x2 u64x2_across(u64x2 a, u64x2 b) { /* the upper of a, the lower of b */
    return (u64x2)_mm_shuffle_pd((__m128d)a, (__m128d)b, 1);
}
#else
OP u64x2 u64x2_across(u64x2 a, u64x2 b) { return (u64x2)vextq_u64((uint64x2_t)a, (uint64x2_t)b, 1); }
#endif
OP u64x2 u64x2_load(const void *at) {
    u64x2 a;
    memcpy(&a, at, sizeof a);
    return a;
}
OP row128 row128_of(u64x2 a, u64x2 b, u64x2 c, u64x2 d) {
    const row128 row = {a, b, c, d};
    return row;
}
OP row128 row128_all(uint64_t x) {
    const u64x2 a = {x, x};
    return row128_of(a, a, a, a);
}
OP row128 row128_load(const void *at) {
    const uint64_t *const word = at;
    return row128_of(u64x2_load(word), u64x2_load(word + 2), u64x2_load(word + 4), u64x2_load(word + 6));
}
OP void row128_store(void *at, row128 a) { memcpy(at, &a, sizeof a); }
OP row128 row128_and(row128 a, row128 b) { return row128_of(a.a & b.a, a.b & b.b, a.c & b.c, a.d & b.d); }
OP row128 row128_or(row128 a, row128 b) { return row128_of(a.a | b.a, a.b | b.b, a.c | b.c, a.d | b.d); }
OP row128 row128_without(row128 a, row128 b) {
    return row128_of(a.a & ~b.a, a.b & ~b.b, a.c & ~b.c, a.d & ~b.d);
}
OP uint32_t row128_words(row128 a, row128 b) { /* none, mostly */
    const row128 both = row128_and(a, b);
    const u64x2 any = both.a | both.b | both.c | both.d;
    if (!(any[0] | any[1])) return 0;
    const u64x2 words[4] = {both.a, both.b, both.c, both.d};
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) bits |= (uint32_t)(words[i / 2][i % 2] != 0) << i;
    return bits;
}
OP row128 row128_left(row128 a) {
    const u64x2 none = {0, 0};
    return row128_of(a.a << 1 | u64x2_across(none, a.a) >> 63, a.b << 1 | u64x2_across(a.a, a.b) >> 63,
                     a.c << 1 | u64x2_across(a.b, a.c) >> 63, a.d << 1 | u64x2_across(a.c, a.d) >> 63);
}
OP row128 row128_right(row128 a) {
    const u64x2 none = {0, 0};
    return row128_of(a.a >> 1 | u64x2_across(a.a, a.b) << 63, a.b >> 1 | u64x2_across(a.b, a.c) << 63,
                     a.c >> 1 | u64x2_across(a.c, a.d) << 63, a.d >> 1 | u64x2_across(a.d, none) << 63);
}
#endif

typedef struct { uint64_t at[8]; } row64;
#define EACH(value) \
    row64 made; \
    for (int i = 0; i < 8; i++) made.at[i] = (value); \
    return made
OP row64 row64_all(uint64_t x) { EACH(x); }
OP row64 row64_load(const void *at) { EACH(((const uint64_t *)at)[i]); }
OP void row64_store(void *at, row64 a) { memcpy(at, a.at, sizeof a.at); }
OP row64 row64_and(row64 a, row64 b) { EACH(a.at[i] & b.at[i]); }
OP row64 row64_or(row64 a, row64 b) { EACH(a.at[i] | b.at[i]); }
OP row64 row64_without(row64 a, row64 b) { EACH(a.at[i] & ~b.at[i]); }
OP uint32_t row64_words(row64 a, row64 b) {
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) bits |= (uint32_t)((a.at[i] & b.at[i]) != 0) << i;
    return bits;
}
OP row64 row64_left(row64 a) { EACH(a.at[i] << 1 | (i ? a.at[i - 1] >> 63 : 0)); }
OP row64 row64_right(row64 a) { EACH(a.at[i] >> 1 | (i < 7 ? a.at[i + 1] << 63 : 0)); }
/* Three at least, without branches that chance decides, are mostly enough. */
OP uint32_t row64_pack_shorts(int16_t *at, uint64_t bits, const int16_t *from) {
    uint32_t n = 0;
    for (int i = 0; i < 3; i++) {
        at[n] = from[bits_lsb(bits | (uint64_t)1 << 63)];
        n += bits != 0;
        bits &= bits - 1;
    }
    for (; bits; bits &= bits - 1) at[n++] = from[bits_lsb(bits)];
    return n;
}
OP uint64_t row64_bytes_with(const uint8_t *at, int bit) { /* compiled, not called: PATH_ROWS */
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++) bits |= (uint64_t)(at[i] >> bit & 1) << i;
    return bits;
}
#undef EACH
#undef OP

/* Numbers as the compiler's own vectors, by its operators: for long chains of these it chooses better than for the vectors
 * above, whose constants are of another type than what they are added to. */
#define BY_OPERATORS(type) \
    OP type type##_load(const void *at) { type a; memcpy(&a, at, sizeof a); return a; } \
    OP void type##_store(void *at, type a) { memcpy(at, &a, sizeof a); } \
    OP type type##_and(type a, type b) { return a & b; } \
    OP type type##_without(type a, type b) { return a & ~b; } \
    OP type type##_or(type a, type b) { return a | b; } \
    OP type type##_xor(type a, type b) { return a ^ b; } \
    OP type type##_add(type a, type b) { return a + b; } \
    OP type type##_sub(type a, type b) { return a - b; } \
    OP type type##_up(type a, const int bits) { return a << bits; } \
    OP type type##_down(type a, const int bits) { return a >> bits; }
/* Of three: bit by bit; the last takes a where a bit of m is set, b elsewhere. */
#define OF_THREE(type) \
    OP type type##_or3(type a, type b, type c) { return a | b | c; } \
    OP type type##_and_or(type a, type b, type c) { return (a & b) | c; } \
    OP type type##_or_and(type a, type b, type c) { return (a | b) & c; } \
    OP type type##_xor_or(type a, type b, type c) { return (a ^ b) | c; } \
    OP type type##_keep(type a, type b, type c) { return a & (b | ~c); } \
    OP type type##_pick(const uint32_t m, type a, type b) { return (a & type##_all(m)) | (b & type##_all(~m)); }
/* All bits of the lanes that are 0; a bit for each lane in which two are equal; each lane that of `lane ^ lanes`. */

#define OP INLINE_ALWAYS
typedef uint32_t u32v1;
OP u32v1 u32v1_all(uint32_t x) { return x; }
BY_OPERATORS(u32v1)
OF_THREE(u32v1)
OP u32v1 u32v1_zeros(u32v1 a) { return 0u - (uint32_t)(a == 0); }
OP uint32_t u32v1_same(u32v1 a, u32v1 b) { return (uint32_t)(a == b); }
OP u32v1 u32v1_across(u32v1 a, const int lanes) { return (void)lanes, a; }

#if COMPILER_GNU
typedef uint32_t u32v4 VECTOR_OF(16);
OP u32v4 u32v4_all(uint32_t x) { return (u32v4){x, x, x, x}; }
BY_OPERATORS(u32v4)
OF_THREE(u32v4)
OP u32v4 u32v4_zeros(u32v4 a) { return (u32v4)(a == 0); }
#if SIMD_X86
OP uint32_t u32v4_same(u32v4 a, u32v4 b) { return (uint32_t)_mm_movemask_ps((__m128)(a == b)); }
#else
OP uint32_t u32v4_same(u32v4 a, u32v4 b) {
    const u32v4 place = {1, 2, 4, 8}, bits = (u32v4)(a == b) & place;
    return bits[0] | bits[1] | bits[2] | bits[3];
}
#endif
OP u32v4 u32v4_across(u32v4 a, const int lanes) {
    return lanes == 2 ? (u32v4){a[2], a[3], a[0], a[1]} : (u32v4){a[1], a[0], a[3], a[2]};
}
#endif
#undef OP

#if SIMD_X86
#define OP TARGET_AVX2 INLINE_ALWAYS
typedef uint32_t u32v8 VECTOR_OF(32);
OP u32v8 u32v8_all(uint32_t x) { return (u32v8)_mm256_set1_epi32((int)x); }
BY_OPERATORS(u32v8)
OF_THREE(u32v8)
OP u32v8 u32v8_zeros(u32v8 a) { return (u32v8)(a == 0); }
OP uint32_t u32v8_same(u32v8 a, u32v8 b) { return (uint32_t)_mm256_movemask_ps((__m256)(a == b)); }
OP u32v8 u32v8_across(u32v8 a, const int lanes) {
    return lanes == 4 ? (u32v8)_mm256_permute4x64_epi64((__m256i)a, 0x4e)
         : lanes == 2 ? (u32v8)_mm256_shuffle_epi32((__m256i)a, 0x4e) : (u32v8)_mm256_shuffle_epi32((__m256i)a, 0xb1);
}
#undef OP

#define OP TARGET_AVX512_BYTES INLINE_ALWAYS
typedef uint32_t u32v16 VECTOR_OF(64);
OP u32v16 u32v16_all(uint32_t x) { return (u32v16)_mm512_set1_epi32((int)x); }
BY_OPERATORS(u32v16)
/* Any function of three bits is one instruction; the constant is its column of results. */
#define OF_BITS(a, b, c, table) (u32v16)_mm512_ternarylogic_epi32((__m512i)(a), (__m512i)(b), (__m512i)(c), table)
OP u32v16 u32v16_or3(u32v16 a, u32v16 b, u32v16 c) { return OF_BITS(a, b, c, 0xfe); }
OP u32v16 u32v16_and_or(u32v16 a, u32v16 b, u32v16 c) { return OF_BITS(a, b, c, 0xea); }
OP u32v16 u32v16_or_and(u32v16 a, u32v16 b, u32v16 c) { return OF_BITS(a, b, c, 0xa8); }
OP u32v16 u32v16_xor_or(u32v16 a, u32v16 b, u32v16 c) { return OF_BITS(a, b, c, 0xbe); }
OP u32v16 u32v16_keep(u32v16 a, u32v16 b, u32v16 c) { return OF_BITS(a, b, c, 0xd0); }
OP u32v16 u32v16_pick(const uint32_t m, u32v16 a, u32v16 b) { return OF_BITS(a, b, u32v16_all(m), 0xe4); }
#undef OF_BITS
OP u32v16 u32v16_zeros(u32v16 a) { return (u32v16)(a == 0); }
OP uint32_t u32v16_same(u32v16 a, u32v16 b) { return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b); }
OP u32v16 u32v16_across(u32v16 a, const int lanes) {
    const __m512i x = (__m512i)a;
    return (u32v16)(lanes == 8 ? _mm512_shuffle_i64x2(x, x, 0x4e) : lanes == 4 ? _mm512_shuffle_i64x2(x, x, 0xb1)
                  : lanes == 2 ? _mm512_shuffle_epi32(x, 0x4e) : _mm512_shuffle_epi32(x, 0xb1));
}
#undef OP
#endif
#undef BY_OPERATORS
#undef OF_THREE

/* Thirty-two bytes: AVX2; twice sixteen; plain C, compiled but not called. */
#if SIMD_X86
#define OP TARGET_AVX2 INLINE_ALWAYS
typedef __m256i u8x32;
OP u8x32 u8x32_load(const void *at) { return _mm256_loadu_si256((const __m256i *)at); }
OP void u8x32_store(void *at, u8x32 a) { _mm256_storeu_si256((__m256i *)at, a); }
OP u8x32 u8x32_all(uint8_t x) { return _mm256_set1_epi8((char)x); }
OP u8x32 u8x32_or(u8x32 a, u8x32 b) { return _mm256_or_si256(a, b); }
OP u8x32 u8x32_of(const uint8_t *table, u8x32 low, u8x32 high) {
    const __m256i first = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
    const __m256i second = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(table + 16)));
    return _mm256_or_si256(_mm256_shuffle_epi8(first, low), _mm256_shuffle_epi8(second, high));
}
OP uint32_t u8x32_equal(u8x32 a, u8x32 b) { return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b)); }
OP u8x32 u8x32_where(uint32_t bits, u8x32 a) {
    const __m256i byte = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201);
    const __m256i meant = _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), byte), bit);
    return _mm256_and_si256(_mm256_cmpeq_epi8(meant, bit), a);
}
#undef OP
#endif

#if SIMD_X86 || SIMD_NEON
#if SIMD_X86
#define OP TARGET_SSE4 INLINE_ALWAYS
#else
#define OP INLINE_ALWAYS
#endif
typedef struct { u8x16 low, high; } u8y32;
OP u8y32 u8y32_two(u8x16 low, u8x16 high) {
    const u8y32 a = {low, high};
    return a;
}
OP u8y32 u8y32_load(const void *at) { return u8y32_two(u8x16_load(at), u8x16_load((const uint8_t *)at + 16)); }
OP void u8y32_store(void *at, u8y32 a) { u8x16_store(at, a.low), u8x16_store((uint8_t *)at + 16, a.high); }
OP u8y32 u8y32_all(uint8_t x) { return u8y32_two(u8x16_all(x), u8x16_all(x)); }
OP u8y32 u8y32_or(u8y32 a, u8y32 b) { return u8y32_two(u8x16_or(a.low, b.low), u8x16_or(a.high, b.high)); }
OP u8y32 u8y32_of(const uint8_t *table, u8y32 low, u8y32 high) {
    const u8x16 first = u8x16_load(table), second = u8x16_load(table + 16);
    return u8y32_two(u8x16_or(u8x16_of(first, low.low), u8x16_of(second, high.low)),
                     u8x16_or(u8x16_of(first, low.high), u8x16_of(second, high.high)));
}
OP uint32_t u8y32_equal(u8y32 a, u8y32 b) {
    return u8x16_bits(u8x16_equal(a.low, b.low)) | u8x16_bits(u8x16_equal(a.high, b.high)) << 16;
}
OP u8y32 u8y32_where(uint32_t bits, u8y32 a) {
    static const uint8_t bytes[32] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
                                      2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3};
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint32_t four[4] = {bits, bits, bits, bits};
    const u8x16 word = u8x16_load(four), bit = u8x16_load(places);
    return u8y32_two(u8x16_without(a.low, u8x16_part(u8x16_of(word, u8x16_load(bytes)), bit)),
                     u8x16_without(a.high, u8x16_part(u8x16_of(word, u8x16_load(bytes + 16)), bit)));
}
#undef OP
#endif

#define OP INLINE_ALWAYS
typedef struct { uint8_t at[32]; } u8p32;
#define EACH(value) \
    u8p32 made; \
    for (int i = 0; i < 32; i++) made.at[i] = (uint8_t)(value); \
    return made
OP u8p32 u8p32_load(const void *at) { EACH(((const uint8_t *)at)[i]); }
OP void u8p32_store(void *at, u8p32 a) { memcpy(at, a.at, sizeof a.at); }
OP u8p32 u8p32_all(uint8_t x) { EACH(x); }
OP u8p32 u8p32_or(u8p32 a, u8p32 b) { EACH(a.at[i] | b.at[i]); }
OP u8p32 u8p32_of(const uint8_t *table, u8p32 low, u8p32 high) {
    EACH((low.at[i] < 16 ? table[low.at[i]] : 0) | (high.at[i] < 16 ? table[16 + high.at[i]] : 0));
}
OP uint32_t u8p32_equal(u8p32 a, u8p32 b) {
    uint32_t bits = 0;
    for (int i = 0; i < 32; i++) bits |= (uint32_t)(a.at[i] == b.at[i]) << i;
    return bits;
}
OP u8p32 u8p32_where(uint32_t bits, u8p32 a) { EACH(bits >> i & 1 ? a.at[i] : 0); }
#undef EACH
#undef OP

/* The column of a module that is compiled for one path: PATH_VECTORS where this is a form that is worth to be called, and
 * PATH_ROWS where the bytes of a row are better taken bit by bit than looked at one by one. EIGHT is the column of eight numbers. */
#if defined(UNRIDDLE_PATH_AVX512) && SIMD_X86 && defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VBMI2__)
#define PATH_NUMBERS 16
#define PATH_U32S u32v16
#define U32S(name) u32v16_##name
#define PATH_U8S u8x32
#define U8S(name) u8x32_##name
#define PATH_LANES 16
#define PATH_VECTOR u32x16
#define PATH(name) u32x16_##name
#define PATH_ROW row512
#define ROW(name) row512_##name
#define PATH_PACK_SHORTS row512_pack_shorts
#define FOUR_WORDS(name) u64x4##name
#elif defined(UNRIDDLE_PATH_AVX2) && SIMD_X86 && defined(__AVX2__)
#define PATH_NUMBERS 8
#define PATH_U32S u32v8
#define U32S(name) u32v8_##name
#define PATH_U8S u8x32
#define U8S(name) u8x32_##name
#define PATH_LANES 8
#define PATH_ROW row256
#define ROW(name) row256_##name
#define FOUR_WORDS(name) u64x4##name
#else
#define PATH_LANES 8
#if SIMD_X86 || SIMD_NEON
#define PATH_ROW row128
#define ROW(name) row128_##name
#else
#define PATH_ROW row64
#define ROW(name) row64_##name
#endif
#define PATH_ROWS 0
#if !defined(UNRIDDLE_PATH_PORTABLE) || !SIMD_NEON
#define PATH_VECTORS 0
#endif
#if defined(UNRIDDLE_PATH_PORTABLE) && (SIMD_X86 || SIMD_NEON)
#define PATH_NUMBERS 4
#define PATH_U32S u32v4
#define U32S(name) u32v4_##name
#define PATH_U8S u8y32
#define U8S(name) u8y32_##name
#else
#define PATH_NUMBERS 1
#define PATH_U32S u32v1
#define U32S(name) u32v1_##name
#define PATH_U8S u8p32
#define U8S(name) u8p32_##name
#endif
#endif
#ifndef PATH_ROWS
#define PATH_ROWS 1
#define PATH_BYTES_WITH ROW(bytes_with)
#else
#define PATH_BYTES_WITH row64_bytes_with
#endif
#ifdef PATH_VECTORS
#define PATH_EIGHT u32p8
#define EIGHT(name) u32p8_##name
#define BYTES(name) u32p8_##name
#else
#define PATH_VECTORS 1
#define PATH_EIGHT u32x8
#define EIGHT(name) u32x8_##name
#define BYTES(name) u8x16_##name
#endif
#ifndef FOUR_WORDS
#define FOUR_WORDS(name) u64p4##name
#endif
#ifndef PATH_PACK_SHORTS
#define PATH_PACK_SHORTS row64_pack_shorts
#endif
#ifndef PATH_VECTOR
#define PATH_VECTOR PATH_EIGHT
#define PATH(name) EIGHT(name)
#endif
#endif
