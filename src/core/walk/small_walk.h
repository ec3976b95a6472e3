/* Every word on a board of at most 64 cells: a walk of board and trie together.
 *
 * An item is a path that can go on: the trie node its letters lead to, its last cell, and the cells it uses.
 * There are three forms; all visit the same items, in their own order:
 *
 *   lanes   an item a lane of a vector of numbers, AVX-512 and AVX2: small_walk_lanes.h
 *   bytes   an item a vector of 16 bytes, a neighbour a byte, SSE4.1 and NEON: small_walk_bytes.h
 *   cells   letter by letter with sets of cells, one thing at a time: below
 *
 * The first two walk breadth-first with a queue and branch on nothing that is found: the loads of different paths
 * do not wait for each other. The third walks depth-first, which takes the fewest instructions where there is no
 * vector to compare all neighbours at once.
 */
#ifndef UNRIDDLE_SMALL_WALK_H
#define UNRIDDLE_SMALL_WALK_H
#include <stdint.h>
#include <string.h>
#include "bits.h"
#include "lanes.h"
#include "simd.h"
#include "trie_node.h"

/* Padding: what one step of a form may write behind the capacity. */
enum { SMALL_LANES = 8, SMALL_CELL_SHIFT = 26, SMALL_PADDING = 320 };
#define SMALL_NODE_MASK ((1u << SMALL_CELL_SHIFT) - 1)

typedef struct { uint64_t used; uint32_t node, cell8; } small_path; /* cells used; node; 8 times the last cell */

typedef struct { /* to be put at a multiple of 64 bytes, as are the tables that vectors are looked up in */
    /* By neighbour and cell: its letter, 255 for none; its cell, 255 for none; its cell, 0 for none. */
    uint8_t letter[SMALL_LANES][64], beside[SMALL_LANES][64], other[SMALL_LANES][64];
    uint8_t other_rows[SMALL_LANES * 64];           /* `other` in rows of the cells, rounded up to 16, 32 or 64 */
    uint8_t board[64], numbers[64];                 /* letters of the cells, 255 for none; 0, 1, 2, ... */
    uint8_t places[2][192];                         /* of the items that go on: 16 * neighbour + lane */
    uint32_t step[16];                              /* by neighbour, if `stepped`: what it adds to any cell */
    int stepped;
    uint32_t held_inner[2][16], held_child[2][16], held_from[2];
    /* By cell and neighbour, twice eight: the place among the 16 cells of a group, 128 for none; the byte and bit of
     * its letter in a node; the byte and bit of the cell in a set. */
    uint8_t near_at[4][64 * 16], letter_byte[64 * 16], letter_bit[64 * 16], cell_byte[64 * 16], cell_bit[64 * 16];
    uint8_t beside_cell[64 * SMALL_LANES];          /* neighbours of a cell */
    const narrow_node *nodes;
    int n_cells;
    uint32_t capacity;                              /* items; the arrays below have room for SMALL_PADDING more */
    uint32_t *queue_node, *queue_low, *queue_high;  /* node and cell; cells 0-31 and 32-63 that are free */
    uint32_t *end_letters, *end_words, *end_first;  /* items with words: the letters, their node's mask and first word */
    small_path *paths;                              /* the queue, where items are vectors of bytes */
    uint32_t *found;                                /* places of words, with repetitions; 8 * capacity */
    uint32_t n_found;
    int64_t moves;                                  /* paths whose letters begin a word */
    uint64_t adjacency[64];
} small_walk;

static int small_has_bytes; /* whether this processor can take the form with vectors of bytes */

static inline void small_walk_prepare(void) {
    lanes_prepare();
    small_has_bytes = simd_bytes();
}

/* Return the neighbour whose step is given, 8 for none of them. */
static inline int small_walk_lane(const small_walk *w, uint32_t step) {
    int lane = 0;
    while (lane < SMALL_LANES && w->step[lane] != step) lane++;
    return lane;
}

/* Fill the steps, where eight are all that lead from any cell to a neighbour: on a torus they are more. */
static inline void small_walk_steps(small_walk *w) {
    int n_steps = 0;
    memset(w->step, 0, sizeof w->step);
    for (int cell = 0; cell < w->n_cells; cell++)
        for (uint64_t rest = w->adjacency[cell]; rest; rest &= rest - 1) {
            const uint32_t step = (uint32_t)bits_lsb(rest) - (uint32_t)cell;
            if (small_walk_lane(w, step) < SMALL_LANES) continue;
            if (n_steps == SMALL_LANES) {
                w->stepped = 0;
                return;
            }
            w->step[n_steps++] = step;
        }
    w->stepped = 1;
}

/* Fill what depends on the adjacency alone; every cell has at most 8 neighbours. */
static inline void small_walk_shape(small_walk *w, const uint64_t *adjacency, int n_cells) {
    const int row = n_cells <= 16 ? 16 : n_cells <= 32 ? 32 : 64;
    w->n_cells = n_cells;
    memcpy(w->adjacency, adjacency, sizeof(uint64_t) * (size_t)n_cells);
    memset(w->board, 255, sizeof w->board);
    memset(w->beside, 255, sizeof w->beside);
    small_walk_steps(w);
    memset(w->near_at, 128, sizeof w->near_at);
    for (int cell = 0; cell < 64; cell++) w->numbers[cell] = (uint8_t)cell;
    for (int cell = 0; cell < n_cells; cell++) {
        int count = 0;
        for (uint64_t rest = adjacency[cell]; rest && count < SMALL_LANES; rest &= rest - 1, count++) {
            const uint8_t other = (uint8_t)bits_lsb(rest);
            const int lane = w->stepped ? small_walk_lane(w, (uint32_t)other - (uint32_t)cell) : count;
            w->beside[lane][cell] = w->other[lane][cell] = w->other_rows[lane * row + cell] = other;
            w->beside_cell[SMALL_LANES * cell + lane] = other;
            for (int half = 0; half < 16; half += 8) {
                const int at = 16 * cell + lane + half;
                w->near_at[other >> 4][at] = other & 15;
                w->cell_byte[at] = other >> 3;
                w->cell_bit[at] = (uint8_t)(1 << (other & 7));
            }
        }
    }
}

/* Each form returns the items visited, or -1 where they are more than the capacity. */

#if SIMD_X86
#define LANES 16
#define LANE_TARGET TARGET_AVX512_BYTES
#include "small_walk_lanes.h"
#undef LANES
#undef LANE_TARGET
#define LANES 8
#define LANE_TARGET TARGET_AVX2
#include "small_walk_lanes.h"
#undef LANES
#undef LANE_TARGET

TARGET_AVX512_BYTES static int64_t small_walk_avx512(small_walk *w, const uint8_t *letters) {
    if (w->n_cells <= 16) return u32x16_small_walk(w, letters, 1);
    if (w->n_cells <= 32) return u32x16_small_walk(w, letters, 2);
    return u32x16_small_walk(w, letters, 4);
}

TARGET_AVX2 static int64_t small_walk_avx2(small_walk *w, const uint8_t *letters) {
    if (w->n_cells <= 16) return u32x8_small_walk(w, letters, 1);
    if (w->n_cells <= 32) return u32x8_small_walk(w, letters, 2);
    return u32x8_small_walk(w, letters, 4);
}
#define BYTES_TARGET TARGET_SSE4
#define BYTES_POPCOUNT __builtin_popcount
#include "small_walk_bytes.h"
#elif SIMD_NEON
#define BYTES_TARGET
#define BYTES_POPCOUNT __builtin_popcount
#include "small_walk_bytes.h"
#endif

typedef struct {
    const narrow_node *nodes;
    const uint64_t *adjacency;
    uint64_t cells_of[32]; /* by letter */
    uint32_t near[64];     /* letters around a cell */
    uint32_t *found;
    uint32_t n_found;
    int64_t n_items, moves, capacity;
} small_cells;

/* Go on from a path by each letter of `rest`, which the trie goes on with and a neighbour has; at most 64 deep. */
static void small_walk_on(small_cells *w, const narrow_node *node, uint32_t last, uint64_t used, uint32_t rest) {
    const uint64_t open = w->adjacency[last] & ~used;
    if (w->n_items > w->capacity) return;
    for (; rest; rest &= rest - 1) {
        const uint32_t letter = rest & (0u - rest);
        uint64_t cells = w->cells_of[bits_lsb(rest)] & open;
        if (!cells) continue;
        if (node->words & letter) {
            w->found[w->n_found++] = node->word + (uint32_t)bits_popcount(node->words & (letter - 1));
            if (!(node->inner & letter)) {
                w->moves += bits_popcount(cells);
                continue;
            }
        }
        const narrow_node *const child = w->nodes + node->child + bits_popcount(node->inner & (letter - 1));
        const uint32_t letters = child->inner | child->words;
        for (; cells; cells &= cells - 1) {
            const uint32_t cell = (uint32_t)bits_lsb(cells), onward = letters & w->near[cell];
            w->n_items++;
            if (onward) small_walk_on(w, child, cell, used | (cells & (0 - cells)), onward);
        }
    }
}

static int64_t small_walk_cells(small_walk *w, const uint8_t *letters) {
    const narrow_node root = w->nodes[0];
    small_cells cells = {.nodes = w->nodes, .adjacency = w->adjacency, .found = w->found, .capacity = w->capacity};
    for (int cell = 0; cell < w->n_cells; cell++)
        if (letters[cell] < 32) cells.cells_of[letters[cell]] |= (uint64_t)1 << cell;
    for (int cell = 0; cell < w->n_cells; cell++) {
        cells.near[cell] = 0;
        for (uint64_t rest = w->adjacency[cell]; rest; rest &= rest - 1) {
            const uint8_t other = letters[bits_lsb(rest)];
            cells.near[cell] |= other < 32 ? (uint32_t)1 << other : 0;
        }
    }
    for (uint32_t cell = 0; cell < (uint32_t)w->n_cells; cell++) {
        const uint32_t letter = letters[cell] < 32 ? (uint32_t)1 << letters[cell] : 0;
        if (root.words & letter) {
            cells.found[cells.n_found++] = root.word + (uint32_t)bits_popcount(root.words & (letter - 1));
            cells.moves += !(root.inner & letter);
        }
        if (!(root.inner & letter)) continue;
        const narrow_node *const node = w->nodes + root.child + bits_popcount(root.inner & (letter - 1));
        const uint32_t onward = (node->inner | node->words) & cells.near[cell];
        cells.n_items++;
        if (onward) small_walk_on(&cells, node, cell, (uint64_t)1 << cell, onward);
    }
    w->n_found = cells.n_found;
    w->moves = cells.moves + cells.n_items; /* every item, and what completes a word without going on */
    return cells.n_items > cells.capacity ? -1 : cells.n_items;
}

static inline int64_t small_walk_run(small_walk *w, const uint8_t *letters, int simd) {
#if SIMD_X86
    if (simd == SIMD_AVX512) return small_walk_avx512(w, letters);
    if (simd == SIMD_AVX2) return small_walk_avx2(w, letters);
#endif
#if SIMD_X86 || SIMD_NEON
    if (simd == SIMD_PORTABLE && small_has_bytes) return small_walk_bytes(w, letters);
#endif
    (void)simd;
    return small_walk_cells(w, letters);
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
