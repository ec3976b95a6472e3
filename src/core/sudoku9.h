/* Search of 9×9 Sudokus, many side by side; sudoku9_lanes.h is the body, this file its widths and their choice. */
#ifndef UNRIDDLE_SUDOKU9_H
#define UNRIDDLE_SUDOKU9_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "bits.h"

#define S9_DEPTH 80
#define S9_ENTRY 32
#define S9_L 0x00100401u      /* lowest bit of each field */
#define S9_ALL 0x1FF7FDFFu    /* nine bits a field */
#define S9_SPARE 0x20080200u  /* the bit above each field */
#define S9_C0 (0x49u * S9_L)  /* first, second, third column of each box */
#define S9_C1 (0x92u * S9_L)
#define S9_C2 (0x124u * S9_L)

typedef struct {
    const uint8_t *puzzles; /* n × 81, 0 is empty */
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
} s9_job;

typedef struct {
    int64_t puzzle, guesses, count, nodes;
    int depth;
    int filled, was_filled; /* cells with one candidate: now, and where this branch began */
} s9_lane;

#define R3(f, r) f(r, 0), f(r, 1), f(r, 2), f(r, 3), f(r, 4), f(r, 5), f(r, 6), f(r, 7), f(r, 8)
#define R9(f) R3(f, 0), R3(f, 1), R3(f, 2), R3(f, 3), R3(f, 4), R3(f, 5), R3(f, 6), R3(f, 7), R3(f, 8)
#define BAND(r, c) (r) / 3
#define BIT(r, c) (c) / 3 * 10 + (r) % 3 * 3 + (c) % 3
static const uint8_t s9_band[81] = {R9(BAND)};
static const uint8_t s9_bit[81] = {R9(BIT)};
#define ROW_OF(b, j, r) 9 * (3 * (b) + (r)) + 3 * (j), 9 * (3 * (b) + (r)) + 3 * (j) + 1, 9 * (3 * (b) + (r)) + 3 * (j) + 2
#define BOX_OF(b, j) ROW_OF(b, j, 0), ROW_OF(b, j, 1), ROW_OF(b, j, 2), 0
static const uint8_t s9_cell[3][32] = {
    {BOX_OF(0, 0), BOX_OF(0, 1), BOX_OF(0, 2)},
    {BOX_OF(1, 0), BOX_OF(1, 1), BOX_OF(1, 2)},
    {BOX_OF(2, 0), BOX_OF(2, 1), BOX_OF(2, 2)},
};
#undef R3
#undef R9
#undef BAND
#undef BIT
#undef ROW_OF
#undef BOX_OF

#define S9_OR3(a, b, c) ((a) | (b) | (c))
#define S9_SEL(m, a, b) (((a) & (m)) | ((b) & ~(uint32_t)(m)))
#define S9_ANDOR(a, b, c) (((a) & (b)) | (c))

/* One lane: searches that stop and go on, and compilers without vectors. */
#define LANES 1
#define VEC uint32_t
#define S9(name) s9_##name##_1
#define S9_TARGET
#define S9_EQ(a, b) ((uint32_t)((a) == (b)))
#include "sudoku9_lanes.h"
#undef LANES
#undef VEC
#undef S9
#undef S9_TARGET
#undef S9_EQ

#if defined(__GNUC__) || defined(__clang__)
#define S9_VECTORS 1
/* Four lanes: SSE2 or NEON, which every processor of its kind has. */
typedef uint32_t s9_v4 __attribute__((vector_size(16), may_alias));
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
#include "sudoku9_lanes.h"
#undef LANES
#undef VEC
#undef S9
#undef S9_TARGET
#undef S9_EQ
#endif

#if defined(S9_VECTORS) && defined(__x86_64__)
#define S9_X86 1
#include <immintrin.h>
typedef uint32_t s9_v8 __attribute__((vector_size(32), may_alias));
typedef uint32_t s9_v16 __attribute__((vector_size(64), may_alias));

#define LANES 8
#define VEC s9_v8
#define S9(name) s9_##name##_8
#define S9_TARGET __attribute__((target("avx2")))
#define S9_EQ(a, b) ((uint32_t)_mm256_movemask_ps((__m256)((a) == (b))))
#include "sudoku9_lanes.h"
#undef LANES
#undef VEC
#undef S9
#undef S9_TARGET
#undef S9_EQ

#undef S9_OR3
#undef S9_SEL
#undef S9_ANDOR
#define S9_OR3(a, b, c) ((s9_v16)_mm512_ternarylogic_epi32((__m512i)(a), (__m512i)(b), (__m512i)(c), 0xFE))
#define S9_SEL(m, a, b) \
    ((s9_v16)_mm512_ternarylogic_epi32(_mm512_set1_epi32((int)(m)), (__m512i)(a), (__m512i)(b), 0xCA))
#define S9_ANDOR(a, b, c) ((s9_v16)_mm512_ternarylogic_epi32((__m512i)(a), (__m512i)(b), (__m512i)(c), 0xEA))
#define LANES 16
#define VEC s9_v16
#define S9(name) s9_##name##_16
#define S9_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#define S9_EQ(a, b) ((uint32_t)_mm512_cmpeq_epi32_mask((__m512i)(a), (__m512i)(b)))
#include "sudoku9_lanes.h"
#undef LANES
#undef VEC
#undef S9
#undef S9_TARGET
#undef S9_EQ
#endif

/* The lanes to use: at most `most`, as the processor has them. */
static int s9_lanes(int most) {
#ifdef S9_X86
    __builtin_cpu_init();
    if (most >= 16 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return 16;
    if (most >= 8 && __builtin_cpu_supports("avx2")) return 8;
#endif
#ifdef S9_VECTORS
    if (most >= 4) return 4;
#endif
    return most >= 1 ? 1 : 0;
}

#ifdef S9_X86
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

#endif
