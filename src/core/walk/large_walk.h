/* All words of one enormous board: the walk of small_walk.h over a window that travels with the path.
 *
 * Start cells are taken in batches, paths level by level. The cells of a path of up to 8 cells differ by
 * at most 7 rows and columns, so (row mod 8, column mod 8) tells them apart: 64 bits hold the cells in
 * use however large the board is. Longer paths, which are few, go on depth-first, cell by cell.
 *
 * A word that was found is struck from the trie, and so is every branch that has no word left: the
 * search grows cheaper as it goes. Words are struck between levels, so that all forms visit the same paths.
 *
 * Why it is C: each function here is compiled for its own processor, and Cython has no way to say that of one. It is not for
 * speed: its level of AVX2 written in Cython over lanes.h, the module compiled for AVX2 as a whole, took 0.54 s where this
 * takes 0.57 (`Boggle.random(1000, dice="1987", seed=1000).solve(enable2k, threads=1)`, UNRIDDLE_SIMD=avx2, least of 11 in
 * turn, 2026-11-24). In Cython each path would be a module to build, to ship and to choose; these are one.
 */
#ifndef UNRIDDLE_LARGE_WALK_H
#define UNRIDDLE_LARGE_WALK_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "compiler.h"
#include "flag.h"
#include "small_walk.h"

typedef struct { uint32_t inner, live_inner, live_words, child; } live_node;
typedef struct { uint32_t node; int32_t row, col; int32_t lane; } large_frame;

enum { LARGE_WINDOW = 8, LARGE_DEPTH = 256, LARGE_AHEAD = 16 };

typedef struct { /* stands at a multiple of 64 bytes */
    /* By place in the 8 x 8 window and step: the bit among the used cells, the place itself shifted. */
    uint32_t lane_low[64][SMALL_LANES], lane_high[64][SMALL_LANES], lane_tag[64][SMALL_LANES];
    int32_t offset[SMALL_LANES];                  /* of each step in the padded board */
    uint32_t lanes;                               /* steps of the topology, one bit each */
    const narrow_node *nodes;
    live_node *live;                              /* the trie without the words found */
    uint32_t *parent_node;                        /* by node */
    uint8_t *letter;                              /* by node: the letter that leads to it */
    const uint32_t *letters;                      /* padded board, a letter as one bit, 0 elsewhere */
    int64_t stride;
    int32_t rows, cols, padding, wrap;
    uint32_t capacity;
    uint32_t *queue_node, *queue_low, *queue_high, *queue_cell, *queue_parent;
    uint32_t *hit_item, *hit_lanes, n_hits;
    uint8_t *found;                               /* by place of the word */
    int64_t *last_cell;                           /* by place of the word: where the path found ends */
    uint32_t *log;                                /* the words in the order of finding: node, letter above it */
    int64_t n_found, nodes_visited, moves;
    /* The depth-first part: its path and where it stands. */
    int32_t depth, path_length;
    int64_t path[LARGE_DEPTH];
    large_frame stack[LARGE_DEPTH];
    void *block;                                  /* the memory of all this */
} large_walk;

static const int8_t large_row_step[SMALL_LANES] = {-1, -1, -1, 0, 0, 1, 1, 1};
static const int8_t large_col_step[SMALL_LANES] = {-1, 0, 1, -1, 1, -1, 0, 1};

/* Fill what depends on the shape of the board: each step's offset, and its bits at each place of the window. */
static inline void large_walk_shape(large_walk *w) {
    for (int lane = 0; lane < SMALL_LANES; lane++) {
        w->offset[lane] = (int32_t)(large_row_step[lane] * w->stride + large_col_step[lane]);
        for (int spot = 0; spot < 64; spot++) {
            const int row = (spot / 8 + large_row_step[lane] + 8) % 8, col = (spot + large_col_step[lane] + 8) % 8;
            const int other = row * 8 + col;
            w->lane_low[spot][lane] = other < 32 ? 1u << other : 0;
            w->lane_high[spot][lane] = other < 32 ? 0 : 1u << (other - 32);
            w->lane_tag[spot][lane] = (uint32_t)other << SMALL_CELL_SHIFT;
        }
    }
}

/* Copy the trie to nodes that can be struck, and note above each node its parent and letter. */
static inline void large_walk_trie(large_walk *w, uint32_t n_nodes) {
    for (uint32_t node = 0; node < n_nodes; node++) {
        const narrow_node n = w->nodes[node];
        const live_node live = {n.inner, n.inner, n.words, n.child};
        uint32_t child = n.child;
        w->live[node] = live;
        for (uint32_t rest = n.inner; rest; rest &= rest - 1, child++) {
            w->parent_node[child] = node;
            w->letter[child] = (uint8_t)bits_lsb(rest);
        }
    }
}

/* Take a word out of the trie, and every branch that this leaves without words. */
static inline void large_walk_remove(large_walk *w, uint32_t node, uint32_t letter) {
    w->live[node].live_words &= ~letter;
    while (node && !(w->live[node].live_words | w->live[node].live_inner)) {
        const uint32_t parent = w->parent_node[node];
        w->live[parent].live_inner &= ~(1u << w->letter[node]);
        node = parent;
    }
}

/* Note that the word which `letter` completes at a node is on the board, and strike it. */
static inline void large_walk_strike(large_walk *w, uint32_t node, uint32_t letter, int64_t cell) {
    const narrow_node n = w->nodes[node];
    const uint32_t place = n.word + (uint32_t)bits_popcount(n.words & (letter - 1));
    w->found[place] = 1;
    w->last_cell[place] = cell;
    w->log[w->n_found] = node | (uint32_t)bits_lsb(letter) << SMALL_CELL_SHIFT;
    count_tell(&w->n_found, w->n_found + 1);
    large_walk_remove(w, node, letter);
}

/* Strike words that another search of the board has found. */
static inline void large_walk_strike_log(large_walk *w, const uint32_t *log, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        const uint32_t node = log[i] & SMALL_NODE_MASK, letter = 1u << (log[i] >> SMALL_CELL_SHIFT);
        if (w->live[node].live_words & letter) large_walk_remove(w, node, letter);
    }
}

/* Make room for a search: one block, `walk` aligned in it. NULL where there is none. */
static inline large_walk *large_walk_new(const large_walk *tables, uint32_t n_nodes, int64_t n_words, uint32_t capacity) {
    const size_t room = ((size_t)capacity + 2 * SMALL_PADDING) * sizeof(uint32_t);
    const size_t head = (sizeof(large_walk) + 63) / 64 * 64, words = ((size_t)n_words + 15) / 16 * 16;
    char *const block = malloc(64 + head + 7 * room + n_nodes * sizeof(live_node) + 13 * words);
    if (!block) return NULL;
    large_walk *const w = (large_walk *)(((uintptr_t)block + 63) / 64 * 64);
    memset(w, 0, sizeof *w);
    w->block = block;
    w->capacity = capacity;
    w->nodes = tables->nodes;
    w->parent_node = tables->parent_node;
    w->letter = tables->letter;
    char *at = (char *)w + head;
    w->live = (live_node *)at, at += n_nodes * sizeof(live_node);
    w->last_cell = (int64_t *)at, at += words * sizeof(int64_t);
    w->log = (uint32_t *)at, at += words * sizeof(uint32_t);
    w->found = (uint8_t *)at, at += words;
    uint32_t **const arrays[] = {&w->queue_node, &w->queue_low, &w->queue_high, &w->queue_cell, &w->queue_parent,
                                 &w->hit_item, &w->hit_lanes};
    for (int i = 0; i < 7; i++, at += room) *arrays[i] = (uint32_t *)at;
    memset(w->found, 0, words);
    memcpy(w->live, tables->live, n_nodes * sizeof(live_node));
    return w;
}

/* Return the place of a word of the log. */
static inline uint32_t large_walk_place(const large_walk *w, uint32_t logged) {
    const narrow_node n = w->nodes[logged & SMALL_NODE_MASK];
    return n.word + (uint32_t)bits_popcount(n.words & ((1u << (logged >> SMALL_CELL_SHIFT)) - 1));
}

/* Make the room of a search as new: put back its words, and the branches that went with them. */
static inline void large_walk_reset(large_walk *w, const large_walk *tables) {
    for (int64_t i = 0; i < w->n_found; i++) {
        uint32_t node = w->log[i] & SMALL_NODE_MASK;
        w->found[large_walk_place(w, w->log[i])] = 0;
        w->live[node] = tables->live[node];
        while (node && !(w->live[w->parent_node[node]].live_inner >> w->letter[node] & 1)) {
            node = w->parent_node[node];
            w->live[node] = tables->live[node];
        }
    }
    w->n_found = w->nodes_visited = w->moves = 0;
    w->n_hits = w->lanes = 0;
    w->depth = w->path_length = 0;
}

/* Give back the room of a search; NULL is none. */
static inline void large_walk_free(large_walk *w) {
    if (w) free(w->block);
}

/* Return the cell of a place in the padded board. */
static inline int64_t large_walk_cell(const large_walk *w, int64_t padded) {
    int64_t row = padded / w->stride - w->padding, col = padded % w->stride - w->padding;
    if (w->wrap) {
        row = (row + w->rows) % w->rows;
        col = (col + w->cols) % w->cols;
    }
    return row * w->cols + col;
}

/* Strike the words of a level; the same word may have been hit more than once. */
static inline void large_walk_strike_hits(large_walk *w) {
    for (uint32_t i = 0; i < w->n_hits; i++) {
        const uint32_t item = w->hit_item[i], node = w->queue_node[item] & SMALL_NODE_MASK;
        for (uint32_t rest = w->hit_lanes[i]; rest; rest &= rest - 1) {
            const uint32_t cell = w->queue_cell[item] + (uint32_t)w->offset[bits_lsb(rest)];
            if (w->live[node].live_words & w->letters[cell])
                large_walk_strike(w, node, w->letters[cell], large_walk_cell(w, cell));
        }
    }
    w->n_hits = 0;
}

/* Queue the cells of a row as paths of one cell. */
static inline uint32_t large_walk_start(large_walk *w, int64_t row, int64_t col, int64_t count) {
    uint32_t tail = 0;
    for (int64_t i = 0; i < count; i++) {
        const live_node root = w->live[0];
        const int64_t padded = (row + w->padding) * w->stride + w->padding + col + i;
        const uint32_t letter = w->letters[padded], spot = (uint32_t)((row & 7) << 3 | ((col + i) & 7));
        w->moves += ((root.live_inner | root.live_words) & letter) != 0;
        if (root.live_words & letter) large_walk_strike(w, 0, letter, row * w->cols + col + i);
        w->queue_node[tail] = (root.child + (uint32_t)bits_popcount(root.inner & (letter - 1)))
                              | spot << SMALL_CELL_SHIFT;
        w->queue_low[tail] = spot < 32 ? 1u << spot : 0;
        w->queue_high[tail] = spot < 32 ? 0 : 1u << (spot - 32);
        w->queue_cell[tail] = (uint32_t)padded;
        w->queue_parent[tail] = ~0u;
        tail += (root.live_inner & letter) != 0;
    }
    return tail;
}

/* Have the node of an item some places further on fetched: the trie is larger than the fast memory. Behind the last
 * item stands anything; a fetch of it does no harm. */
static inline void large_walk_fetch(const live_node *live, const uint32_t *queue_node, uint32_t item) {
    prefetch_line(&live[queue_node[item + LARGE_AHEAD] & SMALL_NODE_MASK]);
}

/* Each form takes up the items from head to end; returns the new tail, 0 where the queue did not suffice. */

/* Lane by lane: step to the neighbour, and see what the trie has for its letter. */
static uint32_t large_walk_level_portable(large_walk *w, uint32_t head, uint32_t end) {
    uint32_t tail = end;
    for (; head < end; head++) {
        if (tail > w->capacity) return 0;
        large_walk_fetch(w->live, w->queue_node, head);
        const live_node node = w->live[w->queue_node[head] & SMALL_NODE_MASK];
        const uint32_t spot = w->queue_node[head] >> SMALL_CELL_SHIFT, cell = w->queue_cell[head];
        const uint32_t low = w->queue_low[head], high = w->queue_high[head];
        const uint32_t both = node.live_inner | node.live_words;
        uint32_t hits = 0;
        for (int lane = 0; lane < SMALL_LANES; lane++) {
            const uint32_t letter = w->letters[cell + (uint32_t)w->offset[lane]];
            const uint32_t bit_low = w->lane_low[spot][lane], bit_high = w->lane_high[spot][lane];
            /* No such letter, no such step, or a cell of the path itself. */
            if (!(letter & both) || !(w->lanes >> lane & 1) || bit_low & low || bit_high & high) continue;
            w->moves++;
            hits |= (uint32_t)((letter & node.live_words) != 0) << lane;
            if (!(letter & node.live_inner)) continue;
            w->queue_node[tail] = (node.child + (uint32_t)bits_popcount(node.inner & (letter - 1)))
                                  + w->lane_tag[spot][lane];
            w->queue_low[tail] = low | bit_low;
            w->queue_high[tail] = high | bit_high;
            w->queue_cell[tail] = cell + (uint32_t)w->offset[lane];
            w->queue_parent[tail++] = head;
        }
        if (hits) {
            w->hit_item[w->n_hits] = head;
            w->hit_lanes[w->n_hits++] = hits;
        }
    }
    return tail;
}

#if SIMD_X86

#define LETTERS4(at) _mm_loadu_si128((const __m128i *)(letters + (at)))
#define STORE8(at, value) _mm256_storeu_si256((__m256i *)(at), value)

/* One item at a time. The letters around a cell are three short rows of the board: loaded, not gathered. */
TARGET_AVX2 static uint32_t large_walk_level_avx2(large_walk *w, uint32_t head, uint32_t end) {
    uint32_t tail = end;
    int64_t moves = 0;
    const uint32_t *const letters = w->letters;
    const int64_t stride = w->stride;
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi32(1), offset = u32x8_load(w->offset);
    const __m256i upper = _mm256_setr_epi32(0, 1, 2, 4, 6, 0, 0, 0), lower = _mm256_setr_epi32(0, 0, 0, 0, 0, 0, 1, 2);
    uint32_t lane_masks[SMALL_LANES];
    for (int lane = 0; lane < SMALL_LANES; lane++) lane_masks[lane] = 0u - (w->lanes >> lane & 1);
    const __m256i lanes = u32x8_load(lane_masks);
    for (; head < end; head++) {
        if (tail > w->capacity) return 0;
        large_walk_fetch(w->live, w->queue_node, head);
        const live_node *node = &w->live[w->queue_node[head] & SMALL_NODE_MASK];
        const uint32_t spot = w->queue_node[head] >> SMALL_CELL_SHIFT;
        const int64_t cell = w->queue_cell[head];
        const __m256i rows = _mm256_inserti128_si256(_mm256_castsi128_si256(LETTERS4(cell - stride - 1)),
                                                     LETTERS4(cell - 1), 1);
        const __m256i below_row = _mm256_castsi128_si256(LETTERS4(cell + stride - 1));
        const __m256i letter = _mm256_and_si256(lanes, _mm256_blend_epi32(
            _mm256_permutevar8x32_epi32(rows, upper), _mm256_permutevar8x32_epi32(below_row, lower), 0xe0));
        const __m256i below = _mm256_sub_epi32(letter, one);
        const __m256i low = u32x8_load(w->lane_low[spot]), high = u32x8_load(w->lane_high[spot]);
        const __m256i used_low = _mm256_set1_epi32((int)w->queue_low[head]);
        const __m256i used_high = _mm256_set1_epi32((int)w->queue_high[head]);
        const __m256i taken = _mm256_or_si256(_mm256_and_si256(low, used_low), _mm256_and_si256(high, used_high));
        const __m256i here = _mm256_and_si256(letter, _mm256_cmpeq_epi32(taken, zero));
        const __m256i live_inner = _mm256_set1_epi32((int)node->live_inner);
        const __m256i live_words = _mm256_set1_epi32((int)node->live_words);
        const unsigned go = 255 ^ (unsigned)_mm256_movemask_ps(
            _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(here, live_inner), zero)));
        const unsigned hit = 255 ^ (unsigned)_mm256_movemask_ps(
            _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(here, live_words), zero)));
        /* The paths that go on, to the end of the queue. */
        const __m256i pack = u32x8_load_bytes(lanes_packed[go]);
        const __m256i child = _mm256_add_epi32(
            _mm256_add_epi32(_mm256_set1_epi32((int)node->child), u32x8_load(w->lane_tag[spot])),
            u32x8_popcount(_mm256_and_si256(_mm256_set1_epi32((int)node->inner), below)));
        STORE8(w->queue_node + tail, _mm256_permutevar8x32_epi32(child, pack));
        STORE8(w->queue_low + tail, _mm256_permutevar8x32_epi32(_mm256_or_si256(low, used_low), pack));
        STORE8(w->queue_high + tail, _mm256_permutevar8x32_epi32(_mm256_or_si256(high, used_high), pack));
        STORE8(w->queue_cell + tail, _mm256_permutevar8x32_epi32(
            _mm256_add_epi32(_mm256_set1_epi32((int)cell), offset), pack));
        STORE8(w->queue_parent + tail, _mm256_set1_epi32((int)head));
        tail += (uint32_t)bits_popcount(go);
        moves += bits_popcount(go | hit);
        if (hit) {
            w->hit_item[w->n_hits] = head;
            w->hit_lanes[w->n_hits++] = hit;
        }
    }
    w->moves += moves;
    return tail;
}

/* A row of each of two items, or a number of each: the first in lanes 0-7, the second in lanes 8-15. */
#define PAIR_OF(rows, a, b) \
    _mm512_inserti64x4(_mm512_castsi256_si512(u32x8_load(rows[a])), u32x8_load(rows[b]), 1)
#define PAIR(a, b) _mm512_mask_set1_epi32(_mm512_set1_epi32((int)(a)), 0xff00, (int)(b))

/* Two items at a time, the first in lanes 0-7, the second in lanes 8-15; `ring` picks the letters around each. */
TARGET_AVX512 static uint32_t large_walk_level_avx512(large_walk *w, uint32_t head, uint32_t end) {
    uint32_t tail = end;
    int64_t moves = 0;
    const uint32_t *const letters = w->letters;
    const int64_t stride = w->stride;
    const live_node *const live = w->live;
    uint32_t *const queue_node = w->queue_node, *const queue_low = w->queue_low, *const queue_high = w->queue_high;
    uint32_t *const queue_cell = w->queue_cell, *const queue_parent = w->queue_parent;
    const __m512i one = _mm512_set1_epi32(1);
    const __m512i offset = _mm512_broadcast_i64x4(u32x8_load(w->offset));
    const __m512i ring = _mm512_setr_epi32(0, 1, 2, 4, 6, 8, 9, 10, 16, 17, 18, 20, 22, 24, 25, 26);
    for (; head < end; head += 2) {
        if (tail > w->capacity) return 0;
        large_walk_fetch(live, queue_node, head);
        large_walk_fetch(live, queue_node, head + 1);
        /* Where the level's number of items is odd, the second lanes are those of the first, shut. */
        const uint32_t next = head + 1 < end ? head + 1 : head;
        const __mmask16 lanes = (__mmask16)(w->lanes | (next == head ? 0 : w->lanes << 8));
        const live_node *const a = &live[queue_node[head] & SMALL_NODE_MASK];
        const live_node *const b = &live[queue_node[next] & SMALL_NODE_MASK];
        const uint32_t at_a = queue_node[head] >> SMALL_CELL_SHIFT, at_b = queue_node[next] >> SMALL_CELL_SHIFT;
        const int64_t cell_a = queue_cell[head], cell_b = queue_cell[next];
        __m512i around_a = _mm512_castsi128_si512(LETTERS4(cell_a - stride - 1));
        around_a = _mm512_inserti32x4(around_a, LETTERS4(cell_a - 1), 1);
        around_a = _mm512_inserti32x4(around_a, LETTERS4(cell_a + stride - 1), 2);
        __m512i around_b = _mm512_castsi128_si512(LETTERS4(cell_b - stride - 1));
        around_b = _mm512_inserti32x4(around_b, LETTERS4(cell_b - 1), 1);
        around_b = _mm512_inserti32x4(around_b, LETTERS4(cell_b + stride - 1), 2);
        const __m512i letter = _mm512_permutex2var_epi32(around_a, ring, around_b);
        const __m512i low = PAIR_OF(w->lane_low, at_a, at_b), high = PAIR_OF(w->lane_high, at_a, at_b);
        const __m512i used_low = PAIR(queue_low[head], queue_low[next]);
        const __m512i used_high = PAIR(queue_high[head], queue_high[next]);
        const __mmask16 open = _mm512_mask_testn_epi32_mask(_mm512_mask_testn_epi32_mask(lanes, low, used_low),
                                                            high, used_high);
        /* Lanes whose letter leads to a node that still has words, and those whose letter completes one. */
        const __mmask16 go = _mm512_mask_test_epi32_mask(open, letter, PAIR(a->live_inner, b->live_inner));
        const __mmask16 hit = _mm512_mask_test_epi32_mask(open, letter, PAIR(a->live_words, b->live_words));
        const __m512i inner_below = _mm512_and_si512(PAIR(a->inner, b->inner), _mm512_sub_epi32(letter, one));
        const __m512i child = _mm512_add_epi32(
            _mm512_add_epi32(PAIR(a->child, b->child), PAIR_OF(w->lane_tag, at_a, at_b)),
            _mm512_popcnt_epi32(inner_below));
        _mm512_storeu_si512(queue_node + tail, _mm512_maskz_compress_epi32(go, child));
        _mm512_storeu_si512(queue_low + tail, _mm512_maskz_compress_epi32(go, _mm512_or_si512(low, used_low)));
        _mm512_storeu_si512(queue_high + tail, _mm512_maskz_compress_epi32(go, _mm512_or_si512(high, used_high)));
        _mm512_storeu_si512(queue_cell + tail, _mm512_maskz_compress_epi32(
            go, _mm512_add_epi32(PAIR((uint32_t)cell_a, (uint32_t)cell_b), offset)));
        _mm512_storeu_si512(queue_parent + tail, _mm512_maskz_compress_epi32(go, PAIR(head, next)));
        tail += (uint32_t)bits_popcount(go);
        moves += bits_popcount(go | hit);
        /* Words are struck after the level: an item of it must not see what another has found. */
        if (hit) {
            if (hit & 255) {
                w->hit_item[w->n_hits] = head;
                w->hit_lanes[w->n_hits++] = hit & 255;
            }
            if (hit >> 8) {
                w->hit_item[w->n_hits] = next;
                w->hit_lanes[w->n_hits++] = hit >> 8;
            }
        }
    }
    w->moves += moves;
    return tail;
}

#endif

/* Walk all paths of up to 8 cells from `count` cells of a row. The paths of 8 cells that can be continued
 * are left in the queue from *first to the returned tail; -1 where the queue did not suffice. */
static inline int64_t large_walk_batch(large_walk *w, int64_t row, int64_t col, int64_t count, int simd,
                                       uint32_t *first) {
    const int64_t moves = w->moves;
    uint32_t head = 0, tail = large_walk_start(w, row, col, count);
    for (int length = 1; length < LARGE_WINDOW && head < tail; length++) {
        const uint32_t end = tail;
#if SIMD_X86
        tail = simd == SIMD_AVX512 ? large_walk_level_avx512(w, head, end)
             : simd == SIMD_AVX2   ? large_walk_level_avx2(w, head, end)
                                   : large_walk_level_portable(w, head, end);
#else
        (void)simd;
        tail = large_walk_level_portable(w, head, end);
#endif
        if (!tail) {
            w->n_hits = 0;
            w->moves = moves;
            return -1;
        }
        large_walk_strike_hits(w);
        head = end;
    }
    *first = head;
    w->nodes_visited += tail;
    return tail;
}

/* Lengthen the path of the depth-first part by a cell. */
static inline void large_walk_push(large_walk *w, uint32_t node, int64_t cell) {
    large_frame *const top = &w->stack[w->depth++];
    top->node = node;
    top->row = (int32_t)(cell / w->cols);
    top->col = (int32_t)(cell % w->cols);
    top->lane = 0;
    w->path[w->path_length++] = cell;
}

/* Begin the depth-first part with a path of the queue, or with a path of one cell; false: nothing to do. */
static inline void large_walk_from_item(large_walk *w, uint32_t item) {
    int64_t cells[LARGE_WINDOW];
    int count = 0;
    large_walk_fetch(w->live, w->queue_node, item);
    for (uint32_t at = item; at != ~0u; at = w->queue_parent[at]) cells[count++] = large_walk_cell(w, w->queue_cell[at]);
    w->depth = w->path_length = 0;
    while (count > 1) w->path[w->path_length++] = cells[--count];
    large_walk_push(w, w->queue_node[item] & SMALL_NODE_MASK, cells[0]);
}

/* The same with a path of one cell. */
static inline void large_walk_from_cell(large_walk *w, int64_t row, int64_t col) {
    const uint32_t letter = w->letters[(row + w->padding) * w->stride + w->padding + col];
    const live_node root = w->live[0];
    w->depth = w->path_length = 0;
    w->moves += ((root.live_inner | root.live_words) & letter) != 0;
    if (root.live_words & letter) large_walk_strike(w, 0, letter, row * w->cols + col);
    if (!(root.live_inner & letter)) return;
    w->nodes_visited++;
    large_walk_push(w, root.child + (uint32_t)bits_popcount(root.inner & (letter - 1)), row * w->cols + col);
}

/* Go on depth-first for at most `budget` steps; return the steps that are left, 0 where work remains. */
static inline int64_t large_walk_deep(large_walk *w, int64_t budget) {
    while (w->depth && budget > 0) {
        large_frame *const top = &w->stack[w->depth - 1];
        budget--;
        /* All steps tried, or no word left below: back. */
        if (top->lane == SMALL_LANES || !(w->live[top->node].live_inner | w->live[top->node].live_words)) {
            w->depth--;
            w->path_length--;
            continue;
        }
        const int lane = top->lane++;
        if (!(w->lanes >> lane & 1)) continue;
        int64_t row = top->row + large_row_step[lane], col = top->col + large_col_step[lane];
        if (w->wrap) {
            row = (row + w->rows) % w->rows;
            col = (col + w->cols) % w->cols;
        }
        const uint32_t letter = w->letters[(row + w->padding) * w->stride + w->padding + col];
        const live_node node = w->live[top->node];
        if (!(letter & (node.live_inner | node.live_words))) continue;
        /* A path this long may come back to its own cells from any side. */
        const int64_t cell = row * w->cols + col;
        int32_t at = w->path_length - 1;
        while (at >= 0 && w->path[at] != cell) at--;
        if (at >= 0) continue;
        w->moves++;
        if (letter & node.live_words) large_walk_strike(w, top->node, letter, cell);
        if (letter & node.live_inner) {
            w->nodes_visited++;
            large_walk_push(w, node.child + (uint32_t)bits_popcount(node.inner & (letter - 1)), cell);
        }
    }
    return w->depth ? 0 : budget;
}
#endif
