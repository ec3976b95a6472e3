/* Every word on a board of at most 64 cells: a breadth-first walk of board and trie together.
 *
 * The queue holds one item a path: the trie node its letters lead to with its last cell (in the upper
 * 6 bits), and the cells it uses. An item is taken up with the (at most 8) neighbours of its last cell
 * side by side in lanes: the letter of each as one bit, tested against the node's masks; what passes
 * is packed to the queue's end. Nothing branches on the outcome, and as items do not wait for each
 * other, the loads of their nodes overlap. All forms below visit the same items.
 */
#ifndef UNRIDDLE_SMALL_WALK_H
#define UNRIDDLE_SMALL_WALK_H
#include <stdint.h>
#include <string.h>
#include "bits.h"
#include "simd.h"
#include "trie_node.h"

enum { SMALL_LANES = 8, SMALL_CELL_SHIFT = 26, SMALL_PADDING = 16 };
#define SMALL_NODE_MASK ((1u << SMALL_CELL_SHIFT) - 1)

typedef struct { /* to be put at a multiple of 64 bytes: a row of lanes must not lie across cache lines */
    /* By last cell and lane: the neighbour's letter, its bit among the used cells, itself shifted. */
    uint32_t lane_letter[64][SMALL_LANES], lane_low[64][SMALL_LANES], lane_high[64][SMALL_LANES],
        lane_tag[64][SMALL_LANES];
    const narrow_node *nodes;
    int n_cells;
    uint32_t capacity;                              /* items; the arrays below have room for SMALL_PADDING more */
    uint32_t *queue_node, *queue_low, *queue_high;  /* node and cell; cells 0-31 and 32-63 used by the path */
    uint32_t *found;                                /* places of words, with repetitions; 8 * capacity */
    uint32_t n_found;
    int64_t moves;                                  /* paths whose letters begin a word */
    uint64_t adjacency[64];
    uint32_t at[64];                                /* letter of a cell as a bit, 0 for a hole */
    uint8_t lane_cell[64][SMALL_LANES];             /* neighbour in each lane, 255 for none */
} small_walk;

/* Fill what depends on the adjacency alone; every cell has at most 8 neighbours. */
static inline void small_walk_shape(small_walk *w, const uint64_t *adjacency, int n_cells) {
    w->n_cells = n_cells;
    memcpy(w->adjacency, adjacency, sizeof(uint64_t) * (size_t)n_cells);
    memset(w->lane_cell, 255, sizeof w->lane_cell);
    memset(w->lane_low, 0, sizeof w->lane_low);
    memset(w->lane_high, 0, sizeof w->lane_high);
    memset(w->lane_tag, 0, sizeof w->lane_tag);
    for (int cell = 0; cell < n_cells; cell++) {
        int lane = 0;
        for (uint64_t rest = adjacency[cell]; rest && lane < SMALL_LANES; rest &= rest - 1, lane++) {
            int other = bits_lsb(rest);
            w->lane_cell[cell][lane] = (uint8_t)other;
            w->lane_low[cell][lane] = other < 32 ? 1u << other : 0;
            w->lane_high[cell][lane] = other < 32 ? 0 : 1u << (other - 32);
            w->lane_tag[cell][lane] = (uint32_t)other << SMALL_CELL_SHIFT;
        }
    }
}

/* Put letters on the cells (codes below 32, anything above is a hole); queue the paths of one cell. */
static inline uint32_t small_walk_start(small_walk *w, const uint8_t *letters) {
    const narrow_node root = w->nodes[0];
    uint32_t tail = 0, found = 0;
    int64_t moves = 0;
    for (int cell = 0; cell < w->n_cells; cell++) w->at[cell] = letters[cell] < 32 ? 1u << letters[cell] : 0;
    for (int cell = 0; cell < w->n_cells; cell++) {
        const uint32_t letter = w->at[cell];
        const int inner = (root.inner & letter) != 0, word = (root.words & letter) != 0;
        w->queue_node[tail] = (root.child + (uint32_t)bits_popcount(root.inner & (letter - 1)))
                              | (uint32_t)cell << SMALL_CELL_SHIFT;
        w->queue_low[tail] = cell < 32 ? 1u << cell : 0;
        w->queue_high[tail] = cell < 32 ? 0 : 1u << (cell - 32);
        w->found[found] = root.word + (uint32_t)bits_popcount(root.words & (letter - 1));
        tail += (uint32_t)inner;
        found += (uint32_t)word;
        moves += inner | word;
    }
    w->n_found = found;
    w->moves = moves;
    return tail;
}

/* Lay the letters of the board beside each cell, one lane a neighbour. */
static inline void small_walk_letters(small_walk *w) {
    for (int cell = 0; cell < w->n_cells; cell++)
        for (int lane = 0; lane < SMALL_LANES; lane++) {
            const uint8_t other = w->lane_cell[cell][lane];
            w->lane_letter[cell][lane] = other == 255 ? 0 : w->at[other];
        }
}

/* Each form returns the items visited, or -1 where the queue did not suffice. */

/* Letter by letter instead of lane by lane: the cells of a letter are a set, and so are the free neighbours. */
static int64_t small_walk_portable(small_walk *w, const uint8_t *letters) {
    uint32_t head = 0, tail = small_walk_start(w, letters), found = w->n_found;
    int64_t moves = w->moves;
    uint64_t cells_of[32] = {0};
    uint32_t near[64];
    for (int cell = 0; cell < w->n_cells; cell++) {
        if (w->at[cell]) cells_of[bits_lsb(w->at[cell])] |= (uint64_t)1 << cell;
        near[cell] = 0;
        for (uint64_t rest = w->adjacency[cell]; rest; rest &= rest - 1) near[cell] |= w->at[bits_lsb(rest)];
    }
    while (head < tail) {
        if (tail > w->capacity) return -1;
        const narrow_node node = w->nodes[w->queue_node[head] & SMALL_NODE_MASK];
        const uint32_t last = w->queue_node[head] >> SMALL_CELL_SHIFT;
        const uint64_t used = (uint64_t)w->queue_high[head] << 32 | w->queue_low[head];
        const uint64_t open = w->adjacency[last] & ~used;
        head++;
        /* Letters that the trie goes on with and that a neighbour has. */
        for (uint32_t rest = (node.inner | node.words) & near[last]; rest; rest &= rest - 1) {
            const uint32_t letter = rest & (0u - rest);
            uint64_t cells = cells_of[bits_lsb(letter)] & open;
            moves += bits_popcount(cells);
            if (node.words & letter) { /* a word, if one of these neighbours is free */
                const uint32_t place = node.word + (uint32_t)bits_popcount(node.words & (letter - 1));
                w->found[found] = place;
                found += cells != 0;
            }
            if (!(node.inner & letter)) continue;
            const uint32_t child = node.child + (uint32_t)bits_popcount(node.inner & (letter - 1));
            for (; cells; cells &= cells - 1, tail++) { /* a path to each */
                const int cell = bits_lsb(cells);
                const uint64_t now = used | (uint64_t)1 << cell;
                w->queue_node[tail] = child | (uint32_t)cell << SMALL_CELL_SHIFT;
                w->queue_low[tail] = (uint32_t)now;
                w->queue_high[tail] = (uint32_t)(now >> 32);
            }
        }
    }
    w->n_found = found;
    w->moves = moves;
    return tail;
}

#if SIMD_X86

/* Lanes to keep -> the permutation that packs them to the front; AVX2 has no compress. */
static uint32_t small_pack[256][8];

static void small_walk_prepare(void) {
    for (int mask = 0; mask < 256; mask++) {
        int count = 0;
        for (int lane = 0; lane < 8; lane++)
            if (mask >> lane & 1) small_pack[mask][count++] = (uint32_t)lane;
    }
}

TARGET_AVX2 static inline __m256i small_popcount8(__m256i x) { /* Mula: https://arxiv.org/abs/1611.07612 */
    const __m256i nibble = _mm256_set1_epi8(15), ones = _mm256_set1_epi8(1);
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(counts, _mm256_and_si256(x, nibble)),
        _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi32(x, 4), nibble)));
    return _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, ones), _mm256_set1_epi16(1));
}

#define LANES8(row) _mm256_loadu_si256((const __m256i *)(row))

/* One item at a time, its eight neighbours in the lanes of one vector. */
TARGET_AVX2 static int64_t small_walk_avx2(small_walk *w, const uint8_t *letters) {
    uint32_t head = 0, tail = small_walk_start(w, letters), found = w->n_found;
    int64_t moves = w->moves;
    const int high = w->n_cells > 32;
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi32(1);
    small_walk_letters(w);
    while (head < tail) {
        if (tail > w->capacity) return -1;
        const narrow_node *node = &w->nodes[w->queue_node[head] & SMALL_NODE_MASK];
        const uint32_t last = w->queue_node[head] >> SMALL_CELL_SHIFT;
        const __m256i letter = LANES8(w->lane_letter[last]), below = _mm256_sub_epi32(letter, one);
        const __m256i low = LANES8(w->lane_low[last]);
        const __m256i used_low = _mm256_set1_epi32((int)w->queue_low[head]);
        const __m256i inner = _mm256_set1_epi32((int)node->inner), words = _mm256_set1_epi32((int)node->words);
        __m256i taken = _mm256_and_si256(low, used_low), bits_high = zero, used_high = zero;
        if (high) {
            bits_high = LANES8(w->lane_high[last]);
            used_high = _mm256_set1_epi32((int)w->queue_high[head]);
            taken = _mm256_or_si256(taken, _mm256_and_si256(bits_high, used_high));
        }
        head++;
        const __m256i open = _mm256_cmpeq_epi32(taken, zero);
        const __m256i here = _mm256_and_si256(letter, open); /* letters of the cells that are free */
        /* Lanes whose letter leads to a node, and those whose letter completes a word. */
        const unsigned go = 255 ^ (unsigned)_mm256_movemask_ps(
            _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(here, inner), zero)));
        const unsigned hit = 255 ^ (unsigned)_mm256_movemask_ps(
            _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(here, words), zero)));
        /* The paths that go on, to the end of the queue: what stands behind the last of them is written over. */
        const __m256i pack = LANES8(small_pack[go]);
        const __m256i child = _mm256_add_epi32(
            _mm256_add_epi32(_mm256_set1_epi32((int)node->child), LANES8(w->lane_tag[last])),
            small_popcount8(_mm256_and_si256(inner, below)));
        _mm256_storeu_si256((__m256i *)(w->queue_node + tail), _mm256_permutevar8x32_epi32(child, pack));
        _mm256_storeu_si256((__m256i *)(w->queue_low + tail),
                            _mm256_permutevar8x32_epi32(_mm256_or_si256(low, used_low), pack));
        if (high)
            _mm256_storeu_si256((__m256i *)(w->queue_high + tail),
                                _mm256_permutevar8x32_epi32(_mm256_or_si256(bits_high, used_high), pack));
        tail += (uint32_t)bits_popcount(go);
        moves += bits_popcount(go | hit);
        if (hit) {
            const __m256i place = _mm256_add_epi32(_mm256_set1_epi32((int)node->word),
                                                   small_popcount8(_mm256_and_si256(words, below)));
            _mm256_storeu_si256((__m256i *)(w->found + found),
                                _mm256_permutevar8x32_epi32(place, LANES8(small_pack[hit])));
            found += (uint32_t)bits_popcount(hit);
        }
    }
    w->n_found = found;
    w->moves = moves;
    return tail;
}

/* Two items at a time: the first in lanes 0-7, the second in lanes 8-15. */
#define PAIR_OF(rows, a, b) \
    _mm512_inserti64x4(_mm512_castsi256_si512(LANES8(rows[a])), LANES8(rows[b]), 1)
#define PAIR(a, b) _mm512_mask_set1_epi32(_mm512_set1_epi32((int)(a)), 0xff00, (int)(b))

/* The walk by pairs of items; `high` is a constant where this is inlined: whether cells 32-63 exist. */
TARGET_AVX512 INLINE_ALWAYS int64_t
small_walk_pairs(small_walk *w, const uint8_t *letters, const int high) {
    uint32_t head = 0, tail = small_walk_start(w, letters), found = w->n_found;
    int64_t moves = w->moves, idle = 0;
    uint32_t *const queue_node = w->queue_node, *const queue_low = w->queue_low, *const queue_high = w->queue_high;
    uint32_t *const words_found = w->found;
    const uint32_t capacity = w->capacity;
    const narrow_node *const nodes = w->nodes;
    const __m512i one = _mm512_set1_epi32(1), full = _mm512_set1_epi32(-1);
    /* Behind the last item always stands one that passes nothing: the root with every cell used. */
    queue_node[tail] = 0;
    queue_low[tail] = queue_high[tail] = ~0u;
    small_walk_letters(w);
    while (head < tail) {
        if (tail > capacity) return -1;
        /* A last single item goes with the one behind it. `head` must not wait for `tail`. */
        idle += head + 1 == tail;
        tail += head + 1 == tail;
        const uint32_t first = queue_node[head], second = queue_node[head + 1];
        const narrow_node *const a = &nodes[first & SMALL_NODE_MASK], *const b = &nodes[second & SMALL_NODE_MASK];
        const uint32_t at_a = first >> SMALL_CELL_SHIFT, at_b = second >> SMALL_CELL_SHIFT;
        const __m512i letter = PAIR_OF(w->lane_letter, at_a, at_b), below = _mm512_sub_epi32(letter, one);
        const __m512i low = PAIR_OF(w->lane_low, at_a, at_b), tag = PAIR_OF(w->lane_tag, at_a, at_b);
        const __m512i used_low = PAIR(queue_low[head], queue_low[head + 1]);
        const __m512i inner = PAIR(a->inner, b->inner), words = PAIR(a->words, b->words);
        __mmask16 open = _mm512_testn_epi32_mask(low, used_low);
        __m512i now_high = full;
        if (high) {
            const __m512i bits_high = PAIR_OF(w->lane_high, at_a, at_b);
            const __m512i used_high = PAIR(queue_high[head], queue_high[head + 1]);
            open = _mm512_mask_testn_epi32_mask(open, bits_high, used_high);
            now_high = _mm512_or_si512(bits_high, used_high);
        }
        head += 2;
        /* Lanes whose letter leads to a node, and those whose letter completes a word. */
        const __mmask16 go = _mm512_mask_test_epi32_mask(open, letter, inner);
        const __mmask16 hit = _mm512_mask_test_epi32_mask(open, letter, words);
        const __m512i child = _mm512_add_epi32(_mm512_add_epi32(PAIR(a->child, b->child), tag),
                                               _mm512_popcnt_epi32(_mm512_and_si512(inner, below)));
        const __m512i place = _mm512_add_epi32(PAIR(a->word, b->word),
                                               _mm512_popcnt_epi32(_mm512_and_si512(words, below)));
        /* Packed to the end; behind them stands what passes nothing: node 0 with every cell used. */
        _mm512_storeu_si512(queue_node + tail, _mm512_maskz_compress_epi32(go, child));
        _mm512_storeu_si512(queue_low + tail,
                            _mm512_mask_compress_epi32(full, go, _mm512_or_si512(low, used_low)));
        if (high) _mm512_storeu_si512(queue_high + tail, _mm512_mask_compress_epi32(full, go, now_high));
        _mm512_storeu_si512(words_found + found, _mm512_maskz_compress_epi32(hit, place));
        tail += (uint32_t)bits_popcount(go);
        found += (uint32_t)bits_popcount(hit);
        moves += bits_popcount(go | hit);
    }
    w->n_found = found;
    w->moves = moves;
    return tail - idle;
}

TARGET_AVX512 static int64_t small_walk_avx512(small_walk *w, const uint8_t *letters) {
    return w->n_cells > 32 ? small_walk_pairs(w, letters, 1) : small_walk_pairs(w, letters, 0);
}

#else
static void small_walk_prepare(void) {}
#endif

static inline int64_t small_walk_run(small_walk *w, const uint8_t *letters, int simd) {
#if SIMD_X86
    if (simd == SIMD_AVX512) return small_walk_avx512(w, letters);
    if (simd == SIMD_AVX2) return small_walk_avx2(w, letters);
#endif
    (void)simd;
    return small_walk_portable(w, letters);
}

/* Sum the points of the found words, each once; `live` holds each word's length, and is left so. */
static inline int64_t small_walk_score(const small_walk *w, uint8_t *live, const uint8_t *lengths,
                                       const int32_t *points) {
    int64_t score = 0;
    for (uint32_t i = 0; i < w->n_found; i++) {
        score += points[live[w->found[i]]];
        live[w->found[i]] = 0; /* points[0] is 0 */
    }
    for (uint32_t i = 0; i < w->n_found; i++) live[w->found[i]] = lengths[w->found[i]];
    return score;
}

/* Count the found words, each once, by length; `live` as above, `counts` has more entries than the longest
 * word has letters, and counts[0] takes what was struck. */
static inline void small_walk_lengths(const small_walk *w, uint8_t *live, const uint8_t *lengths, int32_t *counts) {
    for (uint32_t i = 0; i < w->n_found; i++) {
        counts[live[w->found[i]]]++;
        live[w->found[i]] = 0;
    }
    counts[0] = 0;
    for (uint32_t i = 0; i < w->n_found; i++) live[w->found[i]] = lengths[w->found[i]];
}

/* Mark each found word of at least min_length in a bitmap by its number: `marks`, and one bit of
 * `summary` for each word of marks that is not 0. */
static inline void small_walk_mark(const small_walk *w, const uint8_t *lengths, const uint32_t *numbers,
                                   int min_length, uint64_t *marks, uint64_t *summary) {
    for (uint32_t i = 0; i < w->n_found; i++) {
        const uint32_t place = w->found[i];
        if (lengths[place] < min_length) continue;
        const uint32_t number = numbers[place];
        marks[number >> 6] |= (uint64_t)1 << (number & 63);
        summary[number >> 12] |= (uint64_t)1 << (number >> 6 & 63);
    }
}

/* Write the marked numbers in rising order, clearing the bitmap; return how many. */
static inline uint32_t small_walk_collect(uint64_t *marks, uint64_t *summary, uint32_t n_summary, uint32_t *out) {
    uint32_t count = 0;
    for (uint32_t s = 0; s < n_summary; s++) {
        for (uint64_t rest = summary[s]; rest; rest &= rest - 1) {
            const uint32_t m = s << 6 | (uint32_t)bits_lsb(rest);
            for (uint64_t bits = marks[m]; bits; bits &= bits - 1) out[count++] = m << 6 | (uint32_t)bits_lsb(bits);
            marks[m] = 0;
        }
        summary[s] = 0;
    }
    return count;
}
#endif
