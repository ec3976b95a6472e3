/* Few words on very many cells: found from seeds in their middle.
 *
 * A seed is some letters in a row that words have in common, read either way; the middle one is its centre. An
 * occurrence of a word belongs to the cell of its centre. Where centres can lie is seen for 512 cells at a time:
 * a plane has a bit for each cell, a plane of a letter is spread to the neighbours of its cells and met with the
 * plane of the next letter, and what comes in from both sides meets the plane of the centre. From each bit that
 * is left a path grows at both ends, along a tree whose nodes are intervals of words.
 *
 * An end is grown only where the letters around both ends have some that the words below the node still need.
 * A word that was found is struck from the tree, and so is every branch that has no word left. All forms take
 * up the same paths in the same order.
 *
 * It is C until its queue is a module for each path, as that of large_walk is: match and grow written in Cython over lanes.h,
 * the module compiled for AVX2 as a whole, took 2.91 s where this takes 2.91 (`stream(RandomBoard("3000x3000", dice="1987", seed=1), enable2k, threads=1)`,
 * UNRIDDLE_SIMD=avx2, least of 5 in turn, 2026-11-24).
 */
#ifndef UNRIDDLE_SEED_WALK_H
#define UNRIDDLE_SEED_WALK_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "compiler.h"
#include "flag.h"
#include "lanes.h"

enum {
    SMALL_LANES = 8,         /* neighbours of a cell */
    SEED_WIDTH = 512,        /* cells of a row of a tile, those around it included: one plane */
    SEED_WORDS = 8,          /* of 64 bits in such a row */
    SEED_STRIP = 32,         /* rows of centres that are looked for together */
    SEED_ARM = 4,            /* most letters of a seed at a side of its centre */
    SEED_SPAN = SEED_STRIP + 2 * (SEED_ARM + 1),
    SEED_LETTERS = 31,
    SEED_HOLE = 31,          /* the letter of a cell that has none; its bit among the letters around a cell: any */
    SEED_BATCH = 512,        /* centres whose paths grow together */
    SEED_CHUNK = 256,        /* items that are grown together */
    SEED_CANDIDATES = SEED_CHUNK * SMALL_LANES + SMALL_LANES,
    SEED_AHEAD = 8,          /* items whose nodes are fetched before they are looked at */
    SEED_BLOCK = 32,         /* candidates whose nodes are fetched together: the tree is larger than fast memory */
    SEED_WINDOW = 8,         /* cells of a path that (row mod 8, column mod 8) tells apart */
    SEED_DEPTH = 256,        /* letters of a word */
    SEED_NO_ARM = -1
};
static const int8_t seed_row_step[SMALL_LANES] = {-1, -1, -1, 0, 0, 1, 1, 1};
static const int8_t seed_col_step[SMALL_LANES] = {-1, 0, 1, -1, 1, -1, 0, 1};
#define SEED_ANY (1u << SEED_HOLE)
#define SEED_WORD SEED_ANY   /* in `grow` of either side: the node is a word */
#define SEED_NO_WORD (~0u)

/* A node of the tree as one end of its paths sees it; 2 * node + side, side 0 the end of the word, 1 its beginning. */
typedef struct {
    uint32_t grow;           /* letters that lead on from this end, as long as words are left */
    uint32_t need;           /* letters that words below need next at this end, SEED_ANY where one needs none */
    uint32_t letters;        /* `grow` as it was built: children stand in the order of these */
    uint32_t child;          /* the first of these */
} seed_side;


typedef struct { int32_t parent; uint8_t letter, depth; } seed_arm;  /* from the tip inwards */
typedef struct { int32_t arms[2]; uint32_t root; uint8_t letter; } seed_seed;
typedef struct { uint32_t half, end, other, parent; uint64_t used; } seed_item;
typedef struct { uint32_t node, ends[2]; int32_t lane, stop; } seed_frame;
typedef struct { uint32_t root, cell; } seed_hit;
typedef struct { uint64_t words[SEED_WORDS]; } seed_row;

typedef struct {             /* what searches share */
    const seed_side *sides;  /* 2 a node */
    const uint32_t *word;    /* by node, SEED_NO_WORD for none */
    const uint32_t *parent;  /* by node: the half above it, ~0 for a root */
    const uint8_t *letter;   /* by node: the letter that leads to it */
    const seed_arm *arms;    /* parents before their children */
    const seed_seed *seeds;
    uint32_t n_nodes, n_words;
    int32_t n_arms, n_seeds, depth;
} seed_tables;

typedef struct {             /* stands at a multiple of 64 bytes */
    seed_row planes[SEED_LETTERS][SEED_SPAN], all[SEED_SPAN], inside;
    uint64_t up[2], down[2]; /* all bits where the topology has the steps up, or down, to the left and to the right */
    seed_row *spread;        /* SEED_SPAN rows an arm */
    uint32_t lanes;
    int32_t king, simd;
    int32_t offset[SMALL_LANES];
    const seed_tables *tables;
    seed_side *live;         /* the tree without the words found */
    uint8_t *letters;        /* of the tile and what is around it: SEED_HOLE or below */
    uint32_t *around;        /* letters of the neighbours of each cell, and SEED_ANY */
    const uint8_t *window;   /* the board, row by row; 31 and above are holes */
    int64_t rows, cols;
    int32_t halo, height;    /* rows of `letters` */
    int64_t row, col;        /* of the window: the tile's first centre */
    int32_t n_rows, n_cols;  /* of centres */
    seed_item *queue;
    uint32_t capacity;
    uint32_t candidate_item[SEED_CANDIDATES], candidate_cell[SEED_CANDIDATES];
    seed_hit words[SEED_CANDIDATES]; /* found among these: node, cell of the end */
    seed_hit *hits;
    uint32_t n_hits;
    uint8_t *found;          /* by word */
    int64_t *end_cell;       /* by word: the cell of the window where the path found ends */
    uint32_t *log;           /* words in the order of finding */
    int64_t n_found, nodes_visited, moves;
    int32_t depth, path_length;
    uint32_t path[SEED_DEPTH];
    seed_frame stack[SEED_DEPTH];
} seed_walk;

/* Fill what depends on the topology. */
static void seed_walk_shape(seed_walk *w, uint32_t lanes) {
    w->lanes = lanes;
    w->king = lanes == 255;
    for (int lane = 0; lane < SMALL_LANES; lane++)
        w->offset[lane] = seed_row_step[lane] * SEED_WIDTH + seed_col_step[lane];
    for (int side = 0; side < 2; side++) { /* lanes 0, 2 and 5, 7 are the diagonals; all topologies have the others */
        w->up[side] = lanes >> 2 * side & 1 ? ~(uint64_t)0 : 0;
        w->down[side] = lanes >> (5 + 2 * side) & 1 ? ~(uint64_t)0 : 0;
    }
    memset(w->all, 255, sizeof w->all);
}

/* Take a word out of the tree, and every branch that this leaves without words. */
static void seed_walk_remove(seed_walk *w, uint32_t node) {
    w->live[2 * node].grow &= ~SEED_WORD;
    w->live[2 * node + 1].grow &= ~SEED_WORD;
    while (!(w->live[2 * node].grow | w->live[2 * node + 1].grow)) {
        const uint32_t half = w->tables->parent[node];
        if (half == ~0u) return;
        w->live[half].grow &= ~(1u << w->tables->letter[node]);
        node = half / 2;
    }
}

/* Note that the word of a node is on the board, its last letter on a cell of the tile; and strike it. */
static void seed_walk_strike(seed_walk *w, uint32_t node, uint32_t cell) {
    const uint32_t word = w->tables->word[node];
    if (w->found[word]) return;
    w->found[word] = 1;
    w->end_cell[word] = (w->row - w->halo + cell / SEED_WIDTH) * w->cols + w->col - w->halo + cell % SEED_WIDTH;
    w->log[w->n_found] = word;
    count_tell(&w->n_found, w->n_found + 1);
    seed_walk_remove(w, node);
}

/* Strike words that another search with the same tables has found. */
static void seed_walk_strike_log(seed_walk *w, const uint32_t *log, int64_t count, const uint32_t *node_of) {
    for (int64_t i = 0; i < count; i++)
        if (w->live[2 * node_of[log[i]]].grow & SEED_WORD) seed_walk_remove(w, node_of[log[i]]);
}

/* The tile: letters, and the letters around each cell. */

INLINE_ALWAYS void seed_walk_copy(seed_walk *w) {
    const int64_t first = w->col - w->halo, from = first < 0 ? -first : 0;
    const int64_t to = w->cols - first < SEED_WIDTH ? w->cols - first : SEED_WIDTH;
    for (int32_t row = 0; row < w->height; row++) {
        uint8_t *const out = w->letters + (size_t)row * SEED_WIDTH;
        const int64_t source = w->row - w->halo + row;
        if (source < 0 || source >= w->rows) {
            memset(out, SEED_HOLE, SEED_WIDTH);
            continue;
        }
        const uint8_t *const in = w->window + source * w->cols + first;
        memset(out, SEED_HOLE, (size_t)from);
        for (int64_t col = from; col < to; col++) out[col] = in[col] < SEED_HOLE ? in[col] : SEED_HOLE;
        memset(out + to, SEED_HOLE, (size_t)(SEED_WIDTH - to));
    }
}

/* Letters as bits, row by row with the two rows beside it; the border of the tile is no centre and no end. */
INLINE_ALWAYS void seed_walk_surround(seed_walk *w, const int king) {
    uint32_t bits[3][SEED_WIDTH + 2];
    memset(bits, 0, sizeof bits);
    for (int32_t row = 0; row < w->height + 1; row++) {
        uint32_t *const low = bits[row % 3], *const mid = bits[(row + 2) % 3], *const up = bits[(row + 1) % 3];
        if (row < w->height)
            for (int col = 0; col < SEED_WIDTH; col++)
                low[col + 1] = 1u << w->letters[(size_t)row * SEED_WIDTH + (size_t)col];
        else
            memset(low, 0, sizeof bits[0]);
        if (!row) continue;
        uint32_t *const out = w->around + (size_t)(row - 1) * SEED_WIDTH;
        if (king) {
            for (int col = 0; col < SEED_WIDTH; col++)
                out[col] = SEED_ANY | up[col] | up[col + 1] | up[col + 2] | mid[col] | mid[col + 2] | low[col]
                           | low[col + 1] | low[col + 2];
        } else {
            const uint32_t a = (uint32_t)w->up[0], b = (uint32_t)w->up[1];
            const uint32_t c = (uint32_t)w->down[0], d = (uint32_t)w->down[1];
            for (int col = 0; col < SEED_WIDTH; col++)
                out[col] = SEED_ANY | (up[col] & a) | up[col + 1] | (up[col + 2] & b) | mid[col] | mid[col + 2]
                           | (low[col] & c) | low[col + 1] | (low[col + 2] & d);
        }
    }
}

/* The planes: row `t` of a strip that begins with row `first` of the tile is row `first + t - SEED_ARM - 1`. */

static inline void seed_walk_planes_portable(seed_walk *w, int32_t first) {
    memset(w->planes, 0, sizeof w->planes);
    for (int t = 0; t < SEED_SPAN; t++) {
        const uint8_t *const letters = w->letters + (size_t)(first + t - SEED_ARM - 1) * SEED_WIDTH;
        for (int col = 0; col < SEED_WIDTH; col++)
            if (letters[col] != SEED_HOLE) w->planes[letters[col]][t].words[col / 64] |= (uint64_t)1 << col % 64;
    }
}

/* What an arm is made of: the cells of its letter among those that the letters before it lead to. A row gives
 * its neighbours to the row below it (`below`), to itself and to the row above it; `left` and `right` are its
 * cells moved to the columns beside them, as far as the topology has that step. */
#define SEED_ARM_OF(w, i)                                                                                       \
    const seed_arm *const arm = &(w)->tables->arms[i];                                                          \
    const int more = (w)->tables->depth - arm->depth; /* rows beside the strip that longer arms look at */      \
    const int low = SEED_ARM + 1 - more, end = SEED_ARM + 1 + SEED_STRIP + more;                                \
    const seed_row *const letter = (w)->planes[arm->letter];                                                    \
    const seed_row *const before = arm->parent < 0 ? (w)->all : (w)->spread + (size_t)arm->parent * SEED_SPAN;  \
    seed_row *const out = (w)->spread + (size_t)(i) * SEED_SPAN

static void seed_walk_arm_portable(seed_walk *w, int32_t i) {
    SEED_ARM_OF(w, i);
    const uint64_t *const up = w->up, *const down = w->down;
    seed_row so_far, above;
    for (int row = low - 1; row <= end; row++) {
        uint64_t met[SEED_WORDS + 2] = {0};
        for (int k = 0; k < SEED_WORDS; k++) met[k + 1] = letter[row].words[k] & before[row].words[k];
        for (int k = 0; k < SEED_WORDS; k++) {
            const uint64_t here = met[k + 1], left = here << 1 | met[k] >> 63, right = here >> 1 | met[k + 2] << 63;
            if (row > low) out[row - 1].words[k] = so_far.words[k] | here | (left & down[0]) | (right & down[1]);
            so_far.words[k] = (row >= low ? above.words[k] : 0) | left | right;
            above.words[k] = here | (left & up[0]) | (right & up[1]);
        }
    }
}

static void seed_walk_arms_portable(seed_walk *w) {
    for (int32_t i = 0; i < w->tables->n_arms; i++) seed_walk_arm_portable(w, i);
}

#define SEED_ARM_ROWS(w, arm) (((arm) < 0 ? (w)->all : (w)->spread + (size_t)(arm) * SEED_SPAN) + SEED_ARM + 1)

/* Queue the cells of a row of the strip that can be the centre of a seed. */
INLINE_ALWAYS void seed_walk_take(seed_walk *w, const seed_seed *seed, const seed_row *a, const seed_row *b,
                                  const seed_row *c, uint32_t base) {
    for (int i = 0; i < SEED_WORDS; i++)
        for (uint64_t rest = a->words[i] & b->words[i] & c->words[i] & w->inside.words[i]; rest; rest &= rest - 1) {
            w->hits[w->n_hits].root = seed->root;
            w->hits[w->n_hits++].cell = base + (uint32_t)(64 * i + bits_lsb(rest));
        }
}

static void seed_walk_centres_portable(seed_walk *w, const seed_seed *seed, int32_t first, int rows) {
    const seed_row *const a = SEED_ARM_ROWS(w, seed->arms[0]), *const b = SEED_ARM_ROWS(w, seed->arms[1]);
    const seed_row *const c = w->planes[seed->letter] + SEED_ARM + 1;
    for (int row = 0; row < rows; row++) {
        uint64_t any = 0;
        for (int i = 0; i < SEED_WORDS; i++) any |= a[row].words[i] & b[row].words[i] & c[row].words[i];
        if (any) seed_walk_take(w, seed, a + row, b + row, c + row, (uint32_t)(first + row) * SEED_WIDTH);
    }
}

/* The queue. */

/* Queue the centres that are hits as paths of one cell; a seed of one letter may be a word. */
static inline uint32_t seed_walk_start(seed_walk *w, const seed_hit *hits, uint32_t count) {
    uint32_t tail = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t node = hits[i].root, cell = hits[i].cell, around = w->around[cell];
        const seed_side *const sides = &w->live[2 * node];
        const uint32_t spot = (cell / SEED_WIDTH & 7) << 3 | (cell & 7);
        w->moves++;
        if (sides->grow & SEED_WORD) seed_walk_strike(w, node, cell);
        if (!(around & sides[0].need) || !(around & sides[1].need)) continue;
        for (uint32_t side = 0; side < 2; side++) {
            const seed_item item = {2 * node + side, cell, cell, ~0u, (uint64_t)1 << spot};
            w->queue[tail] = item;
            tail += (around & sides[side].grow & ~SEED_WORD) != 0;
        }
    }
    return tail;
}

/* Have the node of an item some places further on fetched. */
INLINE_ALWAYS void seed_walk_fetch(const seed_walk *w, uint32_t item, uint32_t end) {
    prefetch_line(&w->live[w->queue[item + SEED_AHEAD < end ? item + SEED_AHEAD : item].half]);
}

/* Each form notes the cells beside the ends of some items whose letters lead on. */
INLINE_ALWAYS uint32_t seed_walk_match_portable(seed_walk *w, uint32_t head, uint32_t end) {
    uint32_t count = 0;
    for (; head < end; head++) {
        seed_walk_fetch(w, head, end);
        const uint32_t cell = w->queue[head].end, grow = w->live[w->queue[head].half].grow & ~SEED_WORD;
        for (int lane = 0; lane < SMALL_LANES; lane++) {
            const uint32_t to = cell + (uint32_t)w->offset[lane];
            w->candidate_item[count] = head;
            w->candidate_cell[count] = to;
            count += grow >> w->letters[to] & w->lanes >> lane & 1;
        }
    }
    return count;
}

/* Whether a path has no such cell: each item that it came from has two ends. */
INLINE_ALWAYS int seed_walk_is_new(const seed_walk *w, uint32_t item, uint32_t cell) {
    for (; item != ~0u; item = w->queue[item].parent)
        if (w->queue[item].end == cell || w->queue[item].other == cell) return 0;
    return 1;
}

/* Grow the paths to these cells, where they are not their own: branches on the outcome would be guesses. Words
 * are struck at the end. */
INLINE_ALWAYS uint32_t seed_walk_grow(seed_walk *w, uint32_t count, uint32_t tail, const int is_long) {
    const seed_side *const live = w->live;
    const uint8_t *const letters = w->letters;
    const uint32_t *const arounds = w->around, *const items = w->candidate_item, *const cells = w->candidate_cell;
    seed_item *const queue = w->queue;
    seed_hit *const words = w->words;
    uint32_t n_words = 0, moves = 0, halves[SEED_BLOCK];
    for (uint32_t i = 0; i < count; i++) {
        if (i % SEED_BLOCK == 0) {
            const uint32_t stop = count - i < SEED_BLOCK ? count - i : SEED_BLOCK;
            for (uint32_t k = 0; k < stop; k++) {
                const uint32_t half_before = queue[items[i + k]].half, below = (1u << letters[cells[i + k]]) - 1;
                const seed_side *const at = &live[half_before];
                halves[k] = 2 * (at->child + (uint32_t)bits_popcount(at->letters & below)) + (half_before & 1);
                prefetch_line(&live[halves[k] & ~1u]);
                prefetch_line(&arounds[cells[i + k]]);
            }
        }
        const uint32_t from = items[i], cell = cells[i], half = halves[i % SEED_BLOCK];
        const seed_item *const item = &queue[from];
        const uint32_t other = item->other, side = half & 1;
        const uint64_t used = item->used, spot = (uint64_t)1 << ((cell / SEED_WIDTH & 7) << 3 | (cell & 7));
        const seed_side *const here = &live[half], *const there = &live[half ^ 1];
        const uint32_t around = arounds[cell], beyond = arounds[other];
        const uint32_t open = is_long ? (uint32_t)seed_walk_is_new(w, from, cell) : !(used & spot);
        const uint32_t hope = open & ((around & here->need) != 0) & ((beyond & there->need) != 0);
        moves += open;
        words[n_words].root = half / 2;
        words[n_words].cell = side ? other : cell;
        n_words += open & here->grow >> SEED_HOLE;
        seed_item *same = &queue[tail];
        same->half = half, same->end = cell, same->other = other, same->parent = from, same->used = used | spot;
        tail += hope & ((around & here->grow & ~SEED_WORD) != 0);
        same = &queue[tail];
        same->half = half ^ 1, same->end = other, same->other = cell, same->parent = from, same->used = used | spot;
        tail += hope & ((beyond & there->grow & ~SEED_WORD) != 0);
    }
    w->moves += moves;
    for (uint32_t i = 0; i < n_words; i++) seed_walk_strike(w, words[i].root, words[i].cell);
    return tail;
}

/* Take up the items of a level; the new tail, 0 where the queue does not suffice. */
#define SEED_LEVEL(match)                                                                    \
    uint32_t tail = end;                                                                     \
    while (head < end) {                                                                     \
        const uint32_t stop = end - head > SEED_CHUNK ? head + SEED_CHUNK : end;             \
        if (w->capacity - tail < 2 * SMALL_LANES * SEED_CHUNK) return 0;                     \
        const uint32_t count = match(w, head, stop);                                         \
        tail = is_long ? seed_walk_grow(w, count, tail, 1) : seed_walk_grow(w, count, tail, 0); \
        head = stop;                                                                         \
    }                                                                                        \
    return tail;

static uint32_t seed_walk_level_portable(seed_walk *w, uint32_t head, uint32_t end, int is_long) {
    SEED_LEVEL(seed_walk_match_portable)
}

static void seed_walk_tile_portable(seed_walk *w) {
    seed_walk_copy(w);
    if (w->king) seed_walk_surround(w, 1);
    else seed_walk_surround(w, 0);
}

#if SIMD_X86

#define STORE8(at, value) _mm256_storeu_si256((__m256i *)(at), value)

/* The same, with what compilers make of longer vectors; and where they do not see them, by hand. */
#define TARGET_SEED512 FOR_PROCESSOR("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt")

#define SEED_LOAD(at) _mm256_loadu_si256((const __m256i *)(at))

TARGET_AVX2 static void seed_walk_planes_avx2(seed_walk *w, int32_t first) {
    for (int t = 0; t < SEED_SPAN; t++) {
        const uint8_t *const letters = w->letters + (size_t)(first + t - SEED_ARM - 1) * SEED_WIDTH;
        for (int half = 0; half < 2; half++) {
            __m256i v[8];
            for (int i = 0; i < 8; i++) v[i] = SEED_LOAD(letters + 256 * half + 32 * i);
            for (int letter = 0; letter < SEED_LETTERS; letter++) {
                const __m256i key = _mm256_set1_epi8((char)letter);
                for (int i = 0; i < 4; i++) {
                    const uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v[2 * i], key));
                    const uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v[2 * i + 1], key));
                    w->planes[letter][t].words[4 * half + i] = (uint64_t)high << 32 | low;
                }
            }
        }
    }
}

TARGET_AVX2 static void seed_walk_centres_avx2(seed_walk *w, const seed_seed *seed, int32_t first, int rows) {
    const seed_row *const a = SEED_ARM_ROWS(w, seed->arms[0]), *const b = SEED_ARM_ROWS(w, seed->arms[1]);
    const seed_row *const c = w->planes[seed->letter] + SEED_ARM + 1;
    for (int row = 0; row < rows; row++) {
        const __m256i low = _mm256_and_si256(SEED_LOAD(a[row].words), SEED_LOAD(c[row].words));
        const __m256i high = _mm256_and_si256(SEED_LOAD(a[row].words + 4), SEED_LOAD(c[row].words + 4));
        const __m256i any = _mm256_or_si256(_mm256_and_si256(low, SEED_LOAD(b[row].words)),
                                            _mm256_and_si256(high, SEED_LOAD(b[row].words + 4)));
        if (!_mm256_testz_si256(any, any))
            seed_walk_take(w, seed, a + row, b + row, c + row, (uint32_t)(first + row) * SEED_WIDTH);
    }
}

/* A letter among eight: its byte of the mask, and in that its bit, by shuffles. */
TARGET_AVX2 static inline uint32_t seed_walk_match_avx2(seed_walk *w, uint32_t head, uint32_t end) {
    uint32_t count = 0;
    const uint8_t *const letters = w->letters;
    const __m128i pick = _mm_setr_epi8(0, 1, 2, 4, 6, 8, 9, 10, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i power = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
    const __m128i seven = _mm_set1_epi8(7), three = _mm_set1_epi8(3);
    const __m256i offset = u32x8_load(w->offset);
    for (; head < end; head++) {
        seed_walk_fetch(w, head, end);
        const uint32_t cell = w->queue[head].end, grow = w->live[w->queue[head].half].grow & ~SEED_WORD;
        int32_t rows[3];
        memcpy(rows, letters + cell - SEED_WIDTH - 1, 4);
        memcpy(rows + 1, letters + cell - 1, 4);
        memcpy(rows + 2, letters + cell + SEED_WIDTH - 1, 4);
        const __m128i three_rows = _mm_insert_epi32(
            _mm_insert_epi32(_mm_cvtsi32_si128(rows[0]), rows[1], 1), rows[2], 2);
        const __m128i letter = _mm_shuffle_epi8(three_rows, pick);
        const __m128i byte = _mm_shuffle_epi8(_mm_set1_epi32((int)grow),
                                              _mm_and_si128(_mm_srli_epi16(letter, 3), three));
        const __m128i bit = _mm_shuffle_epi8(power, _mm_and_si128(letter, seven));
        const uint32_t leads = ~(uint32_t)_mm_movemask_epi8(
            _mm_cmpeq_epi8(_mm_and_si128(byte, bit), _mm_setzero_si128())) & w->lanes;
        const __m256i pack = u32x8_load_bytes(lanes_packed[leads]);
        STORE8(w->candidate_item + count, _mm256_set1_epi32((int)head));
        STORE8(w->candidate_cell + count,
               _mm256_permutevar8x32_epi32(_mm256_add_epi32(_mm256_set1_epi32((int)cell), offset), pack));
        count += (uint32_t)bits_popcount(leads);
    }
    return count;
}

TARGET_AVX2 static uint32_t seed_walk_level_avx2(seed_walk *w, uint32_t head, uint32_t end, int is_long) {
    SEED_LEVEL(seed_walk_match_avx2)
}

TARGET_AVX2 static void seed_walk_tile_avx2(seed_walk *w) {
    seed_walk_copy(w);
    if (w->king) seed_walk_surround(w, 1);
    else seed_walk_surround(w, 0);
}

/* The bits moved up by a column over the words of a row, and down. */
TARGET_AVX2 static inline void seed_walk_beside_avx2(const __m256i here[2], __m256i left[2], __m256i right[2]) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i to_low = _mm256_permute4x64_epi64(here[0], 0x90), to_high = _mm256_permute4x64_epi64(here[1], 0x90);
    const __m256i across = _mm256_permute4x64_epi64(here[0], 0xff), back = _mm256_permute4x64_epi64(here[1], 0);
    const __m256i from_low = _mm256_permute4x64_epi64(here[0], 0xf9), from_high = _mm256_permute4x64_epi64(here[1], 0xf9);
    left[0] = _mm256_or_si256(_mm256_slli_epi64(here[0], 1),
                              _mm256_srli_epi64(_mm256_blend_epi32(to_low, zero, 0x03), 63));
    left[1] = _mm256_or_si256(_mm256_slli_epi64(here[1], 1),
                              _mm256_srli_epi64(_mm256_blend_epi32(to_high, across, 0x03), 63));
    right[0] = _mm256_or_si256(_mm256_srli_epi64(here[0], 1),
                               _mm256_slli_epi64(_mm256_blend_epi32(from_low, back, 0xc0), 63));
    right[1] = _mm256_or_si256(_mm256_srli_epi64(here[1], 1),
                               _mm256_slli_epi64(_mm256_blend_epi32(from_high, zero, 0xc0), 63));
}

TARGET_AVX2 static void seed_walk_arms_avx2(seed_walk *w) {
    const __m256i up[2] = {_mm256_set1_epi64x((long long)w->up[0]), _mm256_set1_epi64x((long long)w->up[1])};
    const __m256i down[2] = {_mm256_set1_epi64x((long long)w->down[0]), _mm256_set1_epi64x((long long)w->down[1])};
    for (int32_t i = 0; i < w->tables->n_arms; i++) {
        SEED_ARM_OF(w, i);
        __m256i so_far[2], above[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()}, here[2], left[2], right[2];
        so_far[0] = so_far[1] = above[0];
        for (int row = low - 1; row <= end; row++) {
            for (int k = 0; k < 2; k++)
                here[k] = _mm256_and_si256(SEED_LOAD(letter[row].words + 4 * k), SEED_LOAD(before[row].words + 4 * k));
            seed_walk_beside_avx2(here, left, right);
            for (int k = 0; k < 2; k++) {
                const __m256i below = _mm256_or_si256(
                    here[k], _mm256_or_si256(_mm256_and_si256(left[k], down[0]), _mm256_and_si256(right[k], down[1])));
                _mm256_storeu_si256((__m256i *)(out[row - 1].words + 4 * k), _mm256_or_si256(so_far[k], below));
                so_far[k] = _mm256_or_si256(above[k], _mm256_or_si256(left[k], right[k]));
                above[k] = _mm256_or_si256(
                    here[k], _mm256_or_si256(_mm256_and_si256(left[k], up[0]), _mm256_and_si256(right[k], up[1])));
            }
        }
    }
}

TARGET_SEED512 static void seed_walk_tile_avx512(seed_walk *w) {
    seed_walk_copy(w);
    if (w->king) seed_walk_surround(w, 1);
    else seed_walk_surround(w, 0);
}

TARGET_SEED512 static void seed_walk_arms_avx512(seed_walk *w) {
    const __m512i zero = _mm512_setzero_si512();
    const __m512i up_left = _mm512_set1_epi64((long long)w->up[0]), up_right = _mm512_set1_epi64((long long)w->up[1]);
    const __m512i down_left = _mm512_set1_epi64((long long)w->down[0]);
    const __m512i down_right = _mm512_set1_epi64((long long)w->down[1]);
    for (int32_t i = 0; i < w->tables->n_arms; i++) {
        SEED_ARM_OF(w, i);
        __m512i so_far = zero, above = zero;
        for (int row = low - 1; row <= end; row++) {
            const __m512i here = _mm512_and_si512(_mm512_loadu_si512(letter[row].words),
                                                  _mm512_loadu_si512(before[row].words));
            const __m512i left = _mm512_or_si512(
                _mm512_slli_epi64(here, 1), _mm512_srli_epi64(_mm512_alignr_epi64(here, zero, 7), 63));
            const __m512i right = _mm512_or_si512(
                _mm512_srli_epi64(here, 1), _mm512_slli_epi64(_mm512_alignr_epi64(zero, here, 1), 63));
            /* 0xfe: any of three; 0xf8: the first, or both of the others. */
            const __m512i below = _mm512_ternarylogic_epi64(
                _mm512_ternarylogic_epi64(here, left, down_left, 0xf8), right, down_right, 0xf8);
            _mm512_storeu_si512(out[row - 1].words, _mm512_or_si512(so_far, below));
            so_far = _mm512_ternarylogic_epi64(above, left, right, 0xfe);
            above = _mm512_ternarylogic_epi64(
                _mm512_ternarylogic_epi64(here, left, up_left, 0xf8), right, up_right, 0xf8);
        }
    }
}

TARGET_SEED512 static void seed_walk_centres_avx512(seed_walk *w, const seed_seed *seed, int32_t first, int rows) {
    const seed_row *const a = SEED_ARM_ROWS(w, seed->arms[0]), *const b = SEED_ARM_ROWS(w, seed->arms[1]);
    const seed_row *const c = w->planes[seed->letter] + SEED_ARM + 1;
    for (int row = 0; row < rows; row++) {
        const __m512i both = _mm512_and_si512(_mm512_loadu_si512(a[row].words), _mm512_loadu_si512(b[row].words));
        if (_mm512_test_epi64_mask(both, _mm512_loadu_si512(c[row].words)))
            seed_walk_take(w, seed, a + row, b + row, c + row, (uint32_t)(first + row) * SEED_WIDTH);
    }
}

#endif

/* Load the tile whose first centre is at a row and column of the window. */
static inline void seed_walk_tile(seed_walk *w, int64_t row, int64_t col, int32_t n_rows, int32_t n_cols) {
    w->row = row, w->col = col, w->n_rows = n_rows, w->n_cols = n_cols;
    memset(&w->inside, 0, sizeof w->inside);
    for (int32_t i = w->halo; i < w->halo + n_cols; i++) w->inside.words[i / 64] |= (uint64_t)1 << i % 64;
#if SIMD_X86
    if (w->simd == SIMD_AVX512) seed_walk_tile_avx512(w);
    else if (w->simd == SIMD_AVX2) seed_walk_tile_avx2(w);
    else
#endif
    seed_walk_tile_portable(w);
}

/* Make the planes of the strip whose first centres are in a row of the tile. */
static inline void seed_walk_strip(seed_walk *w, int32_t first) {
#if SIMD_X86
    if (w->simd >= SIMD_AVX2) {
        seed_walk_planes_avx2(w, w->halo + first);
        if (w->simd == SIMD_AVX512) seed_walk_arms_avx512(w);
        else seed_walk_arms_avx2(w);
        return;
    }
#endif
    seed_walk_planes_portable(w, w->halo + first);
    seed_walk_arms_portable(w);
}

/* Queue the centres of a seed in the strip. */
static inline void seed_walk_centres(seed_walk *w, int32_t seed, int32_t first) {
    const int rows = w->n_rows - first < SEED_STRIP ? w->n_rows - first : SEED_STRIP;
    const seed_seed *const s = &w->tables->seeds[seed];
    const seed_side *const root = &w->live[2 * s->root];
    if (!(root[0].grow | root[1].grow)) return;  /* all its words are found */
#if SIMD_X86
    if (w->simd == SIMD_AVX512) seed_walk_centres_avx512(w, s, w->halo + first, rows);
    else if (w->simd == SIMD_AVX2) seed_walk_centres_avx2(w, s, w->halo + first, rows);
    else
#endif
    seed_walk_centres_portable(w, s, w->halo + first, rows);
}

/* Grow all paths from some centres; false where the queue did not suffice. (row mod 8, column mod 8) tells the
 * cells of a path of up to 8 apart. */
static inline int seed_walk_batch(seed_walk *w, const seed_hit *hits, uint32_t count) {
    const int64_t moves = w->moves;
    uint32_t head = 0, tail = seed_walk_start(w, hits, count);
    for (int length = 1; head < tail; length++) {
        const uint32_t end = tail;
        const int is_long = length >= SEED_WINDOW;
#if SIMD_X86
        tail = w->simd >= SIMD_AVX2 ? seed_walk_level_avx2(w, head, end, is_long)
                                    : seed_walk_level_portable(w, head, end, is_long);
#else
        tail = seed_walk_level_portable(w, head, end, is_long);
#endif
        if (!tail) {
            w->moves = moves;
            return 0;
        }
        head = end;
    }
    w->nodes_visited += tail;
    return 1;
}

/* Begin the depth-first part with a centre. */
static inline void seed_walk_from_hit(seed_walk *w, seed_hit hit) {
    const seed_frame frame = {hit.root, {hit.cell, hit.cell}, 0, 2 * SMALL_LANES};
    w->moves++;
    if (w->live[2 * hit.root].grow & SEED_WORD) seed_walk_strike(w, hit.root, hit.cell);
    w->nodes_visited++;
    w->stack[0] = frame;
    w->path[0] = hit.cell;
    w->path_length = w->depth = 1;
}

/* Go on depth-first for at most `budget` steps; return the steps that are left, 0 where work remains. */
static inline int64_t seed_walk_deep(seed_walk *w, int64_t budget) {
    while (w->depth && budget > 0) {
        seed_frame *const top = &w->stack[w->depth - 1];
        const seed_side *const sides = &w->live[2 * top->node];
        budget--;
        if (top->lane == top->stop || !((sides[0].grow | sides[1].grow) & ~SEED_WORD)) {
            w->depth--;
            w->path_length--;
            continue;
        }
        const int lane = top->lane % SMALL_LANES, side = top->lane / SMALL_LANES;
        top->lane++;
        if (!(w->lanes >> lane & 1)) continue;
        const uint32_t cell = top->ends[side] + (uint32_t)w->offset[lane];
        const uint32_t letter = w->letters[cell];
        if (!((sides[side].grow & ~SEED_WORD) >> letter & 1)) continue;
        int32_t at = w->path_length - 1;
        while (at >= 0 && w->path[at] != cell) at--;
        if (at >= 0) continue;
        const uint32_t node = sides[side].child + (uint32_t)bits_popcount(sides[side].letters & ((1u << letter) - 1));
        const seed_side *const next = &w->live[2 * node];
        seed_frame frame = {node, {top->ends[0], top->ends[1]}, 0, 2 * SMALL_LANES};
        frame.ends[side] = cell;
        w->moves++;
        if (next->grow & SEED_WORD) seed_walk_strike(w, node, frame.ends[0]);
        if (!((next[0].grow | next[1].grow) & ~SEED_WORD) || !(w->around[frame.ends[0]] & next[0].need)
            || !(w->around[frame.ends[1]] & next[1].need)) continue;
        w->nodes_visited++;
        w->stack[w->depth++] = frame;
        w->path[w->path_length++] = cell;
    }
    return w->depth ? 0 : budget;
}
#endif
