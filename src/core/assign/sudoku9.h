/* Search of 9×9 Sudokus, many side by side; sudoku9_lanes.h is the body, this file its widths and their choice. */
#ifndef UNRIDDLE_SUDOKU9_H
#define UNRIDDLE_SUDOKU9_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "bits.h"
#include "simd.h"

#define S9_DEPTH 80
#define S9_ENTRY 32
#define S9_L 0x00100401u      /* lowest bit of each field */
#define S9_ALL 0x1FF7FDFFu    /* nine bits a field */
#define S9_SPARE 0x20080200u  /* the bit above each field */
#define S9_C0 (0x49u * S9_L)  /* first, second, third column of each box */
#define S9_C1 (0x92u * S9_L)
#define S9_C2 (0x124u * S9_L)

typedef struct {
    uint32_t cells[3];      /* some cells that hold no digit twice: a word a band */
    uint32_t whole;         /* whether they are nine, and so hold each digit */
} s9_group;

typedef struct {
    const uint8_t *puzzles; /* n × 81, 0 is empty */
    const s9_group *groups; /* beside rows, columns and boxes */
    int64_t n_groups;
    int64_t n, next, done;
    int64_t limit;          /* solutions looked for, at least 1 */
    int64_t node_limit;     /* nodes a puzzle may take */
    int64_t nodes;
    int64_t propagations;   /* cells filled without a guess, in all branches */
    uint8_t *solutions;     /* n × 81: the first of each; untouched where none was found */
    int64_t *counts;        /* solutions found, so far; -1 - found where the node limit came first */
    int64_t *guesses;
    uint8_t *all;           /* room × 81: every solution (one puzzle at a time), or NULL */
    int64_t room, n_all;
    int64_t widen;          /* guesses after which one lane hands its puzzle to several; 0: never */
    int spread;             /* whether the lanes search one puzzle together */
    void (*narrow)(void *); /* how one lane sweeps by the digits of its puzzle side by side; NULL: one by one */
} s9_job;

/* What a run ends with. */
enum { S9_DONE, S9_REMAINS, S9_WIDEN, S9_AGAIN };

typedef struct {
    int64_t puzzle, guesses, count, nodes;
    int base, depth;        /* branches put off: those from base on have not been given to another lane */
    int filled, was_filled; /* cells with one candidate: now, and where this branch began */
} s9_lane;

#define R3(f, r) f(r, 0), f(r, 1), f(r, 2), f(r, 3), f(r, 4), f(r, 5), f(r, 6), f(r, 7), f(r, 8)
#define R9(f) R3(f, 0), R3(f, 1), R3(f, 2), R3(f, 3), R3(f, 4), R3(f, 5), R3(f, 6), R3(f, 7), R3(f, 8)
#define BIT(r, c) (c) / 3 * 10 + (r) % 3 * 3 + (c) % 3
static const uint8_t s9_bit[81] = {R9(BIT)};
#define ROW_OF(b, j, r) 9 * (3 * (b) + (r)) + 3 * (j), 9 * (3 * (b) + (r)) + 3 * (j) + 1, 9 * (3 * (b) + (r)) + 3 * (j) + 2
#define BOX_OF(b, j) ROW_OF(b, j, 0), ROW_OF(b, j, 1), ROW_OF(b, j, 2), 0
static const uint8_t s9_cell[3][32] = {
    {BOX_OF(0, 0), BOX_OF(0, 1), BOX_OF(0, 2)},
    {BOX_OF(1, 0), BOX_OF(1, 1), BOX_OF(1, 2)},
    {BOX_OF(2, 0), BOX_OF(2, 1), BOX_OF(2, 2)},
};
#undef BIT
#undef ROW_OF
#undef BOX_OF

/* Cells of a group to words; returns how many there are. */
static int s9_group_of(const uint8_t *cells, s9_group *group) {
    int n = 0;
    memset(group, 0, sizeof(*group));
    for (int k = 0; k < 81; k++)
        if (cells[k]) {
            group->cells[k / 27] |= (uint32_t)1 << s9_bit[k % 27];
            n++;
        }
    group->whole = n == 9;
    return n;
}

/* Cells to words: 27 of the clues, and where the cells of each band are empty. */
static void s9_read(const uint8_t *puzzle, uint32_t words[30]) {
    uint32_t by_value[30] = {0};
    for (int k = 0; k < 27; k++)
        for (int band = 0; band < 3; band++)
            by_value[puzzle[27 * band + k] * 3 + band] |= (uint32_t)1 << s9_bit[k];
    memcpy(words, by_value + 3, 27 * sizeof(uint32_t));
    memcpy(words + 27, by_value, 3 * sizeof(uint32_t));
}

/* Words to cells; each cell has one digit. */
static void s9_write(const uint32_t words[27], uint8_t *out) {
    for (int k = 0; k < 27; k++)
        for (uint32_t word = words[k]; word; word &= word - 1)
            out[s9_cell[k % 3][bits_lsb(word)]] = (uint8_t)(k / 3 + 1);
}

/* By bit of a band: the cells that a cell sees in its own band, and in each of the others; itself included. */
#define SIGHT(k) 0x1FFu << (k) / 10 * 10 | (7u * S9_L) << (k) % 10 / 3 * 3
#define UP_AND_DOWN(k) 0x49u << ((k) / 10 * 10 + (k) % 10 % 3)
#define FIELD(f, k) f(k), f(k + 1), f(k + 2), f(k + 3), f(k + 4), f(k + 5), f(k + 6), f(k + 7), f(k + 8), 0
static const uint32_t s9_row_and_box[32] = {FIELD(SIGHT, 0), FIELD(SIGHT, 10), FIELD(SIGHT, 20)};
static const uint32_t s9_column[32] = {FIELD(UP_AND_DOWN, 0), FIELD(UP_AND_DOWN, 10), FIELD(UP_AND_DOWN, 20)};
#undef SIGHT
#undef UP_AND_DOWN
#undef FIELD

#define S9_READ s9_read
#define S9_WRITE s9_write
#define S9_OR3(a, b, c) ((a) | (b) | (c))
#define S9_SEL(m, a, b) (((a) & (m)) | ((b) & ~(uint32_t)(m)))
#define S9_ANDOR(a, b, c) (((a) & (b)) | (c))
#define S9_ORAND(a, b, c) (((a) | (b)) & (c))
#define S9_XOROR(a, b, c) (((a) ^ (b)) | (c))
#define S9_KEEP(a, b, c) ((a) & ((b) | ~(c)))

/* One lane: searches that stop and go on, and compilers without vectors. */
#define LANES 1
#define VEC uint32_t
#define S9(name) s9_##name##_1
#define S9_TARGET
#define S9_EQ(a, b) ((uint32_t)((a) == (b)))
#define S9_NONE(a) (0u - (uint32_t)((a) == 0))
#include "sudoku9_lanes.h"
#undef LANES
#undef VEC
#undef S9
#undef S9_TARGET
#undef S9_EQ
#undef S9_NONE
#define S9_NONE(a) ((VEC)((a) == 0))

#if COMPILER_GNU
#define S9_VECTORS 1
/* Four lanes: SSE2 or NEON, which every processor of its kind has. */
typedef uint32_t s9_v4 VECTOR_OF(16);
static inline uint32_t s9_eq4(s9_v4 a, s9_v4 b) {
    const s9_v4 bits = {1, 2, 4, 8};
    const s9_v4 same = (s9_v4)(a == b) & bits;
    return same[0] | same[1] | same[2] | same[3];
}
#define LANES 4
#define VEC s9_v4
#define S9(name) s9_##name##_4
#define S9_TARGET
#define S9_EQ(a, b) s9_eq4(a, b)
/* Half of the lanes in the place of the others, then half of those, until each has met all: a butterfly. */
#define S9_BY_2(a) ((s9_v4){(a)[2], (a)[3], (a)[0], (a)[1]})
#define S9_BY_1(a) ((s9_v4){(a)[1], (a)[0], (a)[3], (a)[2]})
#define S9_BY_STEPS(step) step(S9_BY_2) step(S9_BY_1)
#include "sudoku9_lanes.h"
#undef S9_BY_2
#undef S9_BY_1
#undef S9_BY_STEPS
#undef LANES
#undef VEC
#undef S9
#undef S9_TARGET
#undef S9_EQ
#endif

#if SIMD_X86
typedef uint32_t s9_v8 VECTOR_OF(32);
typedef uint32_t s9_v16 VECTOR_OF(64);

#define LANES 8
#define VEC s9_v8
#define S9(name) s9_##name##_8
#define S9_TARGET FOR_PROCESSOR("avx2")
#define S9_EQ(a, b) ((uint32_t)_mm256_movemask_ps((__m256)((a) == (b))))
#define S9_BY_4(a) ((s9_v8)_mm256_permute4x64_epi64((__m256i)(a), 0x4E))
#define S9_BY_2(a) ((s9_v8)_mm256_shuffle_epi32((__m256i)(a), 0x4E))
#define S9_BY_1(a) ((s9_v8)_mm256_shuffle_epi32((__m256i)(a), 0xB1))
#define S9_BY_STEPS(step) step(S9_BY_4) step(S9_BY_2) step(S9_BY_1)
#include "sudoku9_lanes.h"
#undef S9_BY_4
#undef S9_BY_2
#undef S9_BY_1
#undef S9_BY_STEPS
#undef LANES
#undef VEC
#undef S9
#undef S9_TARGET
#undef S9_EQ

#define S9_AVX512 FOR_PROCESSOR("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi")

/* Byte of the cell that stands at a bit of a band, among bytes 0-63 and 17-80 of a puzzle; and back. */
#define ROW_AT(k) (k) < 64 ? (k) : (k) + 47, (k) + 1 < 64 ? (k) + 1 : (k) + 48, (k) + 2 < 64 ? (k) + 2 : (k) + 49
#define BOX_AT(k) ROW_AT(k), ROW_AT((k) + 9), ROW_AT((k) + 18), 0
#define BAND_AT(k) BOX_AT(k), BOX_AT((k) + 3), BOX_AT((k) + 6), 0, 0
static const uint8_t s9_bytes_in[128] = {BAND_AT(0), BAND_AT(27), BAND_AT(54)};
#undef ROW_AT
#undef BOX_AT
#undef BAND_AT
#define BYTE(r, c) (r) / 3 * 32 + (c) / 3 * 10 + (r) % 3 * 3 + (c) % 3
static const uint8_t s9_bytes_out[128] = {R9(BYTE)};
#undef BYTE

S9_AVX512 static inline void s9_read_512(const uint8_t *puzzle, uint32_t words[30]) {
    const __m512i low = _mm512_loadu_si512(puzzle), high = _mm512_loadu_si512(puzzle + 17);
    const __m512i two = _mm512_permutex2var_epi8(low, _mm512_loadu_si512(s9_bytes_in), high);
    const __m512i one = _mm512_permutex2var_epi8(low, _mm512_loadu_si512(s9_bytes_in + 64), high);
    for (int d = 0; d < 10; d++) {
        const __m512i value = _mm512_set1_epi8((char)((d + 1) % 10));
        const uint64_t bands = _mm512_cmpeq_epi8_mask(two, value);
        words[3 * d] = (uint32_t)bands & S9_ALL;
        words[3 * d + 1] = (uint32_t)(bands >> 32) & S9_ALL;
        words[3 * d + 2] = (uint32_t)_mm512_cmpeq_epi8_mask(one, value) & S9_ALL;
    }
}

S9_AVX512 static inline void s9_write_512(const uint32_t words[27], uint8_t *out) {
    __m512i two = _mm512_setzero_si512(), one = two;
    for (int d = 0; d < 9; d++) {
        const __m512i value = _mm512_set1_epi8((char)(d + 1));
        two = _mm512_mask_mov_epi8(two, words[3 * d] | (uint64_t)words[3 * d + 1] << 32, value);
        one = _mm512_mask_mov_epi8(one, words[3 * d + 2], value);
    }
    _mm512_storeu_si512(out, _mm512_permutex2var_epi8(two, _mm512_loadu_si512(s9_bytes_out), one));
    _mm512_mask_storeu_epi8(out + 64, 0x1FFFF,
                            _mm512_permutex2var_epi8(two, _mm512_loadu_si512(s9_bytes_out + 64), one));
}

#undef S9_READ
#undef S9_WRITE
#define S9_READ s9_read_512
#define S9_WRITE s9_write_512
/* Any function of three bits is one instruction; the constant is its column of results. */
#undef S9_OR3
#undef S9_SEL
#undef S9_ANDOR
#undef S9_ORAND
#undef S9_XOROR
#undef S9_KEEP
#define S9_TERN(a, b, c, table) \
    ((s9_v16)_mm512_ternarylogic_epi32((__m512i)(a), (__m512i)(b), (__m512i)(c), table))
#define S9_OR3(a, b, c) S9_TERN(a, b, c, 0xFE)
#define S9_SEL(m, a, b) S9_TERN(a, b, _mm512_set1_epi32((int)(m)), 0xE4)
#define S9_ANDOR(a, b, c) S9_TERN(a, b, c, 0xEA)
#define S9_ORAND(a, b, c) S9_TERN(a, b, c, 0xA8)
#define S9_XOROR(a, b, c) S9_TERN(a, b, c, 0xBE)
#define S9_KEEP(a, b, c) S9_TERN(a, b, c, 0xD0)
#define LANES 16
#define VEC s9_v16
#define S9(name) s9_##name##_16
#define S9_TARGET S9_AVX512
#define S9_EQ(a, b) ((uint32_t)_mm512_cmpeq_epi32_mask((__m512i)(a), (__m512i)(b)))
#define S9_BY_8(a) ((s9_v16)_mm512_shuffle_i64x2((__m512i)(a), (__m512i)(a), 0x4E))
#define S9_BY_4(a) ((s9_v16)_mm512_shuffle_i64x2((__m512i)(a), (__m512i)(a), 0xB1))
#define S9_BY_2(a) ((s9_v16)_mm512_shuffle_epi32((__m512i)(a), 0x4E))
#define S9_BY_1(a) ((s9_v16)_mm512_shuffle_epi32((__m512i)(a), 0xB1))
#define S9_BY_STEPS(step) step(S9_BY_8) step(S9_BY_4) step(S9_BY_2) step(S9_BY_1)
#include "sudoku9_lanes.h"
#undef S9_BY_8
#undef S9_BY_4
#undef S9_BY_2
#undef S9_BY_1
#undef S9_BY_STEPS
#undef LANES
#undef VEC
#undef S9
#undef S9_TARGET
#undef S9_EQ
#endif

#undef R3
#undef R9

/* The lanes to use: at most `most`, as a vector path has them. */
static int s9_lanes(int most, int simd) {
    if (most >= 16 && simd >= SIMD_AVX512) return 16;
    if (most >= 8 && simd >= SIMD_AVX2) return 8;
#ifdef S9_VECTORS
    if (most >= 4) return 4;
#endif
    return most >= 1 ? 1 : 0;
}

#if SIMD_X86
#define S9_EACH(f) switch (lanes) { case 16: f(16) case 8: f(8) case 4: f(4) default: f(1) }
#elif defined(S9_VECTORS)
#define S9_EACH(f) switch (lanes) { case 4: f(4) default: f(1) }
#else
#define S9_EACH(f) f(1)
#endif

/* Bytes of the state of a search; it has to stand on a multiple of 64. */
static size_t s9_size(int lanes) {
    (void)lanes;
#define S9_DO(n) return sizeof(s9_state_##n);
    S9_EACH(S9_DO)
#undef S9_DO
}

static void s9_start(void *state, s9_job *job, int lanes) {
    (void)lanes;
#define S9_DO(n) s9_start_##n((s9_state_##n *)state, job); return;
    S9_EACH(S9_DO)
#undef S9_DO
}

static int s9_run(void *state, s9_job *job, int64_t goal, int lanes) {
    (void)lanes;
#define S9_DO(n) return s9_run_##n((s9_state_##n *)state, job, goal);
    S9_EACH(S9_DO)
#undef S9_DO
}

/* Go on with the puzzle of one lane in several: `state` is set up, `one` is spent. */
static void s9_adopt(void *state, const void *one, s9_job *job, int lanes) {
    (void)lanes;
#define S9_DO(n) s9_adopt_##n((s9_state_##n *)state, (const s9_state_1 *)one, job); return;
    S9_EACH(S9_DO)
#undef S9_DO
}

/* Let one lane work at so many digits of its puzzle at a time. */
static void s9_digits(s9_job *job, int lanes) {
    job->narrow = NULL;
    if (job->n_groups) return;
#if SIMD_X86
    if (lanes == 16) job->narrow = s9_narrow_16;
    if (lanes == 8) job->narrow = s9_narrow_8;
#endif
#ifdef S9_VECTORS
    if (lanes == 4) job->narrow = s9_narrow_4;
#endif
    (void)lanes;
}

#endif
