/* Scores of all boards that differ from one by a letter or by a swap of two cells, from one walk of it.
 *
 * The walk goes down the trie, string by string, in the order of their lengths for one first letter at a
 * time. With each string it keeps the paths that spell it:
 *
 *   exact    on the board as it is
 *   changed  but for one cell c, whose letter would have to be x
 *   swapped  but for two cells, whose letters would have to change places
 *
 * so a string is taken up once for all neighbours, and a path once for all neighbours it lies on. At a
 * word the paths say at which neighbours it is lost (every exact path uses the cell), and at which it is
 * gained (a changed path ends it). As all paths of a word come together, it is counted once at each
 * neighbour by setting bits, and no table of the words found is needed. Vector forms take 16 paths at a
 * time to the same lists, in another order where a cell's letter is another's.
 */
#ifndef UNRIDDLE_NEIGHBOUR_SCORES_H
#define UNRIDDLE_NEIGHBOUR_SCORES_H
#include <stdint.h>
#include <string.h>
#include "bits.h"
#include "simd.h"
#include "trie_node.h"

enum { NEAR_CELLS = 32, NEAR_MOST_CELLS = 64, NEAR_LETTERS = 32, NEAR_PADDING = 16 };

/* Points of the exact words; of those lost with a cell, and with either of two; gained by a letter on a cell, and by a
 * swap (row < column). */
typedef struct {
    int32_t total, lost[NEAR_MOST_CELLS], lost_both[NEAR_MOST_CELLS][NEAR_MOST_CELLS];
    int32_t gained[NEAR_LETTERS][NEAR_MOST_CELLS], swapped[NEAR_MOST_CELLS][NEAR_MOST_CELLS];
} near_scores;
#endif

/* Included once for boards of at most 32 cells, whose sets are 32 bits, and once, by neighbour_scores_wide.h, for those of
 * at most 64, in the portable form alone. */
#ifdef NEAR_WIDE
#define NEAR_SET uint64_t
#define NEAR_ROOM NEAR_MOST_CELLS
#else
#define NEAR_SET uint32_t
#define NEAR_ROOM NEAR_CELLS
#endif

typedef struct {  /* its paths are in the arrays of near_walk */
    narrow_node node;
    uint32_t exact, changed, swapped, end;   /* where each kind of path begins */
} near_string;

typedef struct {
    const narrow_node *nodes;
    const uint8_t *lengths;
    const int32_t *points;
    int n_cells;
    uint32_t capacity;
    /* Paths of the strings in the queue: free neighbours of the last cell that can go on; cells used; free
     * neighbours that could be the other half of a swap; changed cell, with its letter or the swap's other
     * cell << 8. */
    NEAR_SET *open, *used, *turn;
    uint32_t *key;
    near_string *strings;                    /* a queue, as long as the paths */
    uint32_t n_queued, top;                  /* strings and paths in it */
    int64_t n_paths, n_strings;
    near_scores *scores;
    NEAR_SET adjacency[NEAR_ROOM];
    uint32_t holds[NEAR_ROOM];               /* letter of a cell as a bit, 0 for a hole */
    NEAR_SET cells_of[NEAR_LETTERS];
    NEAR_SET gain[NEAR_LETTERS], swap[NEAR_ROOM];  /* neighbours that have the word at hand; else all 0 */
    NEAR_SET lost_with[NEAR_ROOM];           /* by cell: cells whose change together with it loses that word */
} near_walk;

#define NEAR_EACH(cell, mask) \
    for (NEAR_SET cell##_ = (mask), cell; cell##_ && ((cell = (NEAR_SET)bits_lsb(cell##_)), 1); cell##_ &= cell##_ - 1)
#define NEAR_BIT(cell) ((NEAR_SET)1 << (cell)) /* of a cell, or of a letter, which are fewer */
#define NEAR_ALL (~(NEAR_SET)0)

typedef struct { uint32_t y, several, gains; NEAR_SET here, common, swaps; int32_t points; } near_found;

/* row[cell] += points for each cell of a set. */
INLINE_ALWAYS void near_add(int32_t *row, NEAR_SET cells, int32_t points, int n_cells, const int wide) {
    if (wide) /* a vector or two */
        for (int cell = 0; cell < (n_cells <= 16 ? 16 : NEAR_CELLS); cell++) row[cell] += cells >> cell & 1 ? points : 0;
    else
        NEAR_EACH(cell, cells) row[cell] += points;
}

/* Exact paths of a word: what it loses by changes, and gains by a change of its last letter. */
INLINE_ALWAYS void near_exact(near_walk *w, near_found *f, uint32_t exact, uint32_t end, const int wide) {
    const NEAR_SET here = f->here;
    NEAR_SET common = NEAR_ALL, any = 0, miss = 0;
    int found = 0;
    for (uint32_t i = exact; i < end; i++) {
        const NEAR_SET hit = w->open[i] & here, others = w->open[i] & ~here;
        miss |= others;
        NEAR_EACH(cell, hit) {
            const NEAR_SET path = w->used[i] | NEAR_BIT(cell);
            common &= path;
            any |= path;
            found++;
        }
        if (!others) continue;
        f->swaps |= here & ~w->used[i];
        NEAR_EACH(other, here & ~w->used[i]) w->swap[other] |= others;
    }
    f->common = common;
    f->several = found > 1;
    if (miss) {
        w->gain[f->y] |= miss;
        f->gains |= NEAR_BIT(f->y);
    }
    if (!found) return;
    w->scores->total += f->points;
    near_add(w->scores->lost, common, f->points, w->n_cells, wide);
    NEAR_EACH(a, common) near_add(w->scores->lost_both[a], common, f->points, w->n_cells, wide);
    if (found == 1) return;
    for (int a = 0; a < w->n_cells; a++) w->lost_with[a] = common >> a & 1 ? NEAR_ALL : common;
    NEAR_EACH(a, any & ~common) { /* two cells may cut all paths where neither does alone */
        NEAR_SET lost = NEAR_ALL;
        for (uint32_t i = exact; i < end && lost & ~common; i++) {
            if (w->used[i] >> a & 1) continue;
            NEAR_EACH(cell, w->open[i] & here & ~NEAR_BIT(a)) lost &= w->used[i] | NEAR_BIT(cell);
        }
        w->lost_with[a] = lost;
        NEAR_EACH(b, lost & ~common) w->scores->lost_both[a][b] -= f->points; /* a + b - both */
    }
}

/* A changed path that the last letter may end: it gains the word by its change, and by swaps that make it. */
INLINE_ALWAYS void near_changed(near_walk *w, near_found *f, uint32_t i) {
    const uint32_t cell = w->key[i] & 255, x = w->key[i] >> 8;
    const NEAR_SET hit = w->open[i] & f->here;
    NEAR_SET others = w->cells_of[x] & ~w->used[i];
    w->gain[x] |= NEAR_BIT(cell);
    f->gains |= NEAR_BIT(x);
    if (!(hit & (hit - 1))) others &= ~hit; /* the path ends on it */
    f->swaps |= others;
    NEAR_EACH(other, others) w->swap[other] |= NEAR_BIT(cell);
}

/* Note that swaps of a cell with each of `others` gain the word. */
INLINE_ALWAYS void near_swap(near_walk *w, near_found *f, uint32_t cell, NEAR_SET others) {
    f->swaps |= others;
    NEAR_EACH(other, others) w->swap[other] |= NEAR_BIT(cell);
}

/* Count a word at the neighbours that gain it. */
INLINE_ALWAYS void near_count(near_walk *w, near_found *f, const int wide) {
    NEAR_EACH(x, f->gains) {
        const NEAR_SET cells = w->gain[x] & f->common;
        w->gain[x] = 0;
        if (cells) near_add(w->scores->gained[x], cells, f->points, w->n_cells, wide);
    }
    for (NEAR_SET rows = f->swaps; rows;) { /* each pair in the row of its lower cell: the last row first */
        const uint32_t a = (uint32_t)bits_msb(rows);
        const NEAR_SET lower = w->swap[a] & (NEAR_BIT(a) - 1);
        const NEAR_SET lost = f->several ? w->lost_with[a] : f->common >> a & 1 ? NEAR_ALL : f->common;
        const NEAR_SET cells = w->swap[a] & (NEAR_ALL << a) & lost;
        w->swap[a] = 0;
        rows = (rows & ~NEAR_BIT(a)) | lower;
        NEAR_EACH(b, lower) w->swap[b] |= NEAR_BIT(a);
        if (cells) near_add(w->scores->swapped[a], cells, f->points, w->n_cells, wide);
    }
}

/* Letters by which the paths of a string go on; where there are exact paths, all. */
INLINE_ALWAYS uint32_t near_letters(const near_walk *w, NEAR_SET open, uint32_t turning) {
    NEAR_EACH(cell, open) turning |= w->holds[cell];
    return turning;
}

/* Points of the word that y completes at a node. */
INLINE_ALWAYS int32_t near_points(const near_walk *w, const narrow_node *node, uint32_t y) {
    return w->points[w->lengths[node->word + (uint32_t)bits_popcount(node->words & (((uint32_t)1 << y) - 1))]];
}

/* Put a string in the queue if it has paths. */
INLINE_ALWAYS void near_queue(near_walk *w, uint32_t index, uint32_t top) {
    near_string *const s = &w->strings[w->n_queued];
    w->top = s->end = top;
    if (top == s->exact) return;
    s->node = w->nodes[index];
    prefetch_line(&w->nodes[s->node.child]);
    prefetch_line(&w->nodes[s->node.child + 4]);
    w->n_queued++;
    w->n_strings++;
    w->n_paths += top - s->exact;
}

#define NEAR_PUSH(open_, used_, turn_, key_, keep) \
    (w->open[top] = (open_), w->used[top] = (used_), w->turn[top] = (turn_), w->key[top] = (key_), top += (keep) != 0)

/* Count the words that a string becomes by one more letter; return the letters that lead on. */
INLINE_ALWAYS uint32_t near_words(near_walk *w, const near_string *f, const int wide) {
    uint32_t letters = f->node.inner | f->node.words;
    /* Where no path is exact, only letters that some path can go on with. */
    if (f->exact == f->changed) {
        NEAR_SET open = 0;
        uint32_t turning = 0;
        for (uint32_t i = f->changed; i < f->end; i++) open |= w->open[i];
        for (uint32_t i = f->changed; i < f->swapped; i++)
            turning |= w->turn[i] ? w->holds[w->key[i] & 255] : 0;
        letters &= near_letters(w, open, turning);
    }
    NEAR_EACH(y, letters & f->node.words) {
        near_found word = {.y = (uint32_t)y, .here = w->cells_of[y], .points = near_points(w, &f->node, (uint32_t)y)};
        if (!word.points) continue;
        near_exact(w, &word, f->exact, f->changed, wide);
        /* A changed path gains the word by its change, or by the swap that this letter makes of it. */
        for (uint32_t i = f->changed; i < f->swapped; i++) {
            if (w->open[i] & word.here) near_changed(w, &word, i);
            if (w->turn[i] && w->holds[w->key[i] & 255] == (uint32_t)1 << y)
                near_swap(w, &word, w->key[i] & 255, w->turn[i]);
        }
        for (uint32_t i = f->swapped; i < f->end; i++)
            if (w->open[i] & word.here) near_swap(w, &word, w->key[i] & 255, NEAR_BIT(w->key[i] >> 8));
        near_count(w, &word, wide);
    }
    return letters & f->node.inner;
}

/* Make the paths of a string with the letter y after it. */
INLINE_ALWAYS void near_extend(near_walk *w, const near_string *f, uint32_t y, const int wide) {
    (void)wide;
    const uint32_t bit = (uint32_t)1 << y;
    const NEAR_SET here = w->cells_of[y];
    const uint32_t index = f->node.child + (uint32_t)bits_popcount(f->node.inner & (bit - 1));
    const uint32_t next = w->nodes[index].inner | w->nodes[index].words;
    NEAR_SET live = 0;
    uint32_t top = w->top;
    for (int cell = 0; cell < w->n_cells; cell++) live |= (NEAR_SET)((w->holds[cell] & next) != 0) << cell;
    near_string *const child = &w->strings[w->n_queued];
    child->exact = top;
    /* Exact paths: the next cell has y. */
    for (uint32_t i = f->exact; i < f->changed; i++)
        NEAR_EACH(cell, w->open[i] & here) {
            const NEAR_SET used = w->used[i] | NEAR_BIT(cell), open = w->adjacency[cell] & ~used;
            NEAR_PUSH(open, used, 0, 0, open);
        }
    child->changed = top;
    /* Exact paths become changed ones: the next cell is to have y. Where its letter is wanted after that, the cells
     * with y are what it could be swapped with. */
    for (uint32_t i = f->exact; i < f->changed; i++)
        NEAR_EACH(cell, w->open[i] & ~here) {
            const NEAR_SET used = w->used[i] | NEAR_BIT(cell), open = w->adjacency[cell] & ~used;
            const NEAR_SET turn = next & w->holds[cell] ? open & here : 0;
            NEAR_PUSH(open & live, used, turn, (uint32_t)cell | y << 8, (open & live) | turn);
        }
    /* Changed paths: the next cell has y. */
    for (uint32_t i = f->changed; i < f->swapped; i++)
        NEAR_EACH(cell, w->open[i] & here) {
            const NEAR_SET used = w->used[i] | NEAR_BIT(cell), open = w->adjacency[cell] & ~used;
            const uint32_t key = w->key[i];
            const NEAR_SET turn = next & w->holds[key & 255] ? open & w->cells_of[key >> 8] : 0;
            NEAR_PUSH(open & live, used, turn, key, (open & live) | turn);
        }
    child->swapped = top;
    /* Changed paths become swapped ones: the next cell is the other half, and has y from the changed one. */
    for (uint32_t i = f->changed; i < f->swapped; i++)
        if (w->turn[i] && w->holds[w->key[i] & 255] == bit)
            NEAR_EACH(cell, w->turn[i]) {
                const NEAR_SET used = w->used[i] | NEAR_BIT(cell), open = w->adjacency[cell] & ~used & live;
                NEAR_PUSH(open, used, 0, (w->key[i] & 255) | (uint32_t)cell << 8, open);
            }
    /* Swapped paths: the next cell has y. */
    for (uint32_t i = f->swapped; i < f->end; i++)
        NEAR_EACH(cell, w->open[i] & here) {
            const NEAR_SET used = w->used[i] | NEAR_BIT(cell), open = w->adjacency[cell] & ~used & live;
            NEAR_PUSH(open, used, 0, w->key[i], open);
        }
    near_queue(w, index, top);
}

/* Walk all strings, by the steps `words` and `extend`; return from the function whether there was room. A
 * path makes at most 8 others, 8 changed ones, and 8 swapped ones, the first one for each cell. */
#define NEAR_WALK(words, extend, option) do { \
        near_string *const root = &w->strings[0]; \
        uint32_t first = words(w, root, option); \
        for (; first; first &= first - 1) { \
            w->n_queued = 1; \
            w->top = root->end; \
            extend(w, root, (uint32_t)bits_lsb(first), option); \
            for (uint32_t head = 1; head < w->n_queued; head++) { \
                const near_string *const f = &w->strings[head]; \
                for (uint32_t letters = words(w, f, option); letters; letters &= letters - 1) { \
                    if (w->top + 16 * (uint64_t)(f->end - f->exact) + 64 > w->capacity) return 0; \
                    extend(w, f, (uint32_t)bits_lsb(letters), option); \
                } \
            } \
        } \
        return 1; \
    } while (0)

#if SIMD_X86 && !defined(NEAR_WIDE)
TARGET_AVX2 static int near_avx2(near_walk *w) { NEAR_WALK(near_words, near_extend, 1); }

#define NEAR_LOAD(field) _mm512_loadu_si512(w->field + i)
#define NEAR_TAIL(i, end) ((__mmask16)((end) - (i) >= 16 ? 0xffff : (1u << ((end) - (i))) - 1))
#define NEAR_LOOKUP(name, places) (small ? _mm512_permutexvar_epi32(places, name##_low) \
                                         : _mm512_permutex2var_epi32(name##_low, places, name##_high))

#define NEAR_VECTOR TARGET_AVX512 INLINE_ALWAYS
/* near_changed for the lanes of `hits`, those of one letter at a time. */
NEAR_VECTOR void near_hits(near_walk *w, near_found *f, uint32_t hits, uint32_t i) {
    const __m512i key = NEAR_LOAD(key), used = NEAR_LOAD(used);
    const __m512i letters = _mm512_srli_epi32(key, 8);
    const __m512i cell = _mm512_sllv_epi32(_mm512_set1_epi32(1), _mm512_and_si512(key, _mm512_set1_epi32(255)));
    const __m512i hit = _mm512_and_si512(NEAR_LOAD(open), _mm512_set1_epi32((int)f->here));
    while (hits) {
        const uint32_t x = w->key[i + (uint32_t)bits_lsb(hits)] >> 8;
        const __mmask16 same = _mm512_mask_cmpeq_epi32_mask((__mmask16)hits, letters, _mm512_set1_epi32((int)x));
        hits &= ~(uint32_t)same;
        w->gain[x] |= (uint32_t)_mm512_mask_reduce_or_epi32(same, cell);
        f->gains |= NEAR_BIT(x);
        NEAR_EACH(other, w->cells_of[x]) {
            const __m512i bit = _mm512_set1_epi32((int)NEAR_BIT(other));
            /* not where the path has the other cell already, or must end on it */
            const __mmask16 may = _mm512_mask_cmpneq_epi32_mask(_mm512_mask_testn_epi32_mask(same, used, bit), hit, bit);
            if (!may) continue;
            f->swaps |= NEAR_BIT(other);
            w->swap[other] |= (uint32_t)_mm512_mask_reduce_or_epi32(may, cell);
        }
    }
}

/* near_words; `small` where the board has at most 16 cells. */
NEAR_VECTOR uint32_t near_words_vector(near_walk *w, const near_string *f, const int small) {
    const __m512i zero = _mm512_setzero_si512(), bytes = _mm512_set1_epi32(255);
    const __m512i holds_low = _mm512_loadu_si512(w->holds), holds_high = _mm512_loadu_si512(w->holds + 16);
    uint32_t letters = f->node.inner | f->node.words;
    if (f->exact == f->changed) {
        __m512i open = zero, turning = zero;
        for (uint32_t i = f->changed; i < f->end; i += 16)
            open = _mm512_mask_or_epi32(open, NEAR_TAIL(i, f->end), open, NEAR_LOAD(open));
        for (uint32_t i = f->changed; i < f->swapped; i += 16) {
            const __m512i turn = NEAR_LOAD(turn), cell = _mm512_and_si512(NEAR_LOAD(key), bytes);
            const __mmask16 may = _mm512_mask_test_epi32_mask(NEAR_TAIL(i, f->swapped), turn, turn);
            turning = _mm512_mask_or_epi32(turning, may, turning, NEAR_LOOKUP(holds, cell));
        }
        const uint32_t cells = (uint32_t)_mm512_reduce_or_epi32(open);
        turning = _mm512_or_si512(turning, _mm512_maskz_mov_epi32((__mmask16)cells, holds_low));
        if (!small) turning = _mm512_or_si512(turning, _mm512_maskz_mov_epi32((__mmask16)(cells >> 16), holds_high));
        letters &= (uint32_t)_mm512_reduce_or_epi32(turning);
    }
    NEAR_EACH(y, letters & f->node.words) {
        near_found word = {.y = y, .here = w->cells_of[y], .points = near_points(w, &f->node, y)};
        if (!word.points) continue;
        near_exact(w, &word, f->exact, f->changed, 1);
        if (word.here) {
            const __m512i here = _mm512_set1_epi32((int)word.here), bit = _mm512_set1_epi32((int)NEAR_BIT(y));
            for (uint32_t i = f->changed; i < f->swapped; i += 16) {
                const __mmask16 tail = NEAR_TAIL(i, f->swapped);
                const __m512i turn = NEAR_LOAD(turn), cell = _mm512_and_si512(NEAR_LOAD(key), bytes);
                const uint32_t hit = _mm512_mask_test_epi32_mask(tail, NEAR_LOAD(open), here);
                const uint32_t may = _mm512_mask_test_epi32_mask(tail, turn, turn)
                                     & _mm512_cmpeq_epi32_mask(NEAR_LOOKUP(holds, cell), bit);
                near_hits(w, &word, hit, i);
                NEAR_EACH(lane, may) near_swap(w, &word, w->key[i + lane] & 255, w->turn[i + lane]);
            }
            for (uint32_t i = f->swapped; i < f->end; i += 16) {
                const uint32_t hit = _mm512_mask_test_epi32_mask(NEAR_TAIL(i, f->end), NEAR_LOAD(open), here);
                NEAR_EACH(lane, hit)
                    near_swap(w, &word, w->key[i + lane] & 255, NEAR_BIT(w->key[i + lane] >> 8));
            }
        }
        near_count(w, &word, 1);
    }
    return letters & f->node.inner;
}

/* Put the cells of `ways`, one of each lane at a time, at the end of the paths; `key` and `turn` by name. */
#define NEAR_STEP(ways, tail, opens, turns, keys) do { \
        __m512i rest = (ways); \
        __mmask16 go = _mm512_mask_test_epi32_mask(tail, rest, rest); \
        while (go) { \
            const __m512i lowest = _mm512_and_si512(rest, _mm512_sub_epi32(zero, rest)); \
            const __m512i cell = _mm512_popcnt_epi32(_mm512_sub_epi32(lowest, one)); \
            const __m512i used = _mm512_or_si512(NEAR_LOAD(used), lowest); \
            const __m512i beside = _mm512_andnot_si512(used, NEAR_LOOKUP(beside, cell)); \
            const __m512i open = (opens), turn = (turns), key = (keys); \
            const __m512i on = _mm512_or_si512(open, turn); \
            const __mmask16 keep = _mm512_mask_test_epi32_mask(go, on, on); \
            _mm512_storeu_si512(w->open + top, _mm512_maskz_compress_epi32(keep, open)); \
            _mm512_storeu_si512(w->used + top, _mm512_maskz_compress_epi32(keep, used)); \
            _mm512_storeu_si512(w->turn + top, _mm512_maskz_compress_epi32(keep, turn)); \
            _mm512_storeu_si512(w->key + top, _mm512_maskz_compress_epi32(keep, key)); \
            top += (uint32_t)bits_popcount(keep); \
            rest = _mm512_xor_si512(rest, lowest); \
            go = _mm512_mask_test_epi32_mask(go, rest, rest); \
        } \
    } while (0)

/* near_extend, 16 paths at a time, the five kinds in its order. */
NEAR_VECTOR void near_extend_vector(near_walk *w, const near_string *f, uint32_t y, const int small) {
    const __m512i one = _mm512_set1_epi32(1), zero = _mm512_setzero_si512(), bytes = _mm512_set1_epi32(255);
    const __m512i holds_low = _mm512_loadu_si512(w->holds), holds_high = _mm512_loadu_si512(w->holds + 16);
    const __m512i beside_low = _mm512_loadu_si512(w->adjacency), beside_high = _mm512_loadu_si512(w->adjacency + 16);
    const __m512i mates_low = _mm512_loadu_si512(w->cells_of), mates_high = _mm512_loadu_si512(w->cells_of + 16);
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const uint32_t bit = NEAR_BIT(y), here = w->cells_of[y];
    const uint32_t index = f->node.child + (uint32_t)bits_popcount(f->node.inner & (bit - 1));
    const uint32_t next = w->nodes[index].inner | w->nodes[index].words;
    const __m512i nexts = _mm512_set1_epi32((int)next), heres = _mm512_set1_epi32((int)here);
    uint32_t live = _mm512_test_epi32_mask(holds_low, nexts);
    if (!small) live |= (uint32_t)_mm512_test_epi32_mask(holds_high, nexts) << 16;
    const __m512i lives = _mm512_set1_epi32((int)live);
    uint32_t top = w->top;
    near_string *const child = &w->strings[w->n_queued];
    child->exact = top;
    if (here)
        for (uint32_t i = f->exact; i < f->changed; i += 16)
            NEAR_STEP(_mm512_and_si512(NEAR_LOAD(open), heres), NEAR_TAIL(i, f->changed), beside, zero, zero);
    child->changed = top;
    for (uint32_t i = f->exact; i < f->changed; i++) { /* lanes are the cells that may change */
        const uint32_t ways = w->open[i] & ~here;
        const __m512i before = _mm512_set1_epi32((int)w->used[i]);
        for (uint32_t half = 0; half < (small ? 1u : 2u); half++) {
            const __m512i beside = _mm512_andnot_si512(before, half ? beside_high : beside_low);
            const __m512i cell = _mm512_add_epi32(lanes, _mm512_set1_epi32((int)(16 * half)));
            const __m512i open = _mm512_and_si512(beside, lives);
            const __m512i turn = _mm512_maskz_and_epi32(
                _mm512_test_epi32_mask(half ? holds_high : holds_low, nexts), beside, heres);
            const __m512i on = _mm512_or_si512(open, turn);
            const __mmask16 keep = _mm512_mask_test_epi32_mask((__mmask16)(ways >> 16 * half), on, on);
            if (!keep) continue;
            const __m512i used = _mm512_or_si512(before, _mm512_sllv_epi32(one, cell));
            const __m512i key = _mm512_or_si512(cell, _mm512_set1_epi32((int)(y << 8)));
            _mm512_storeu_si512(w->open + top, _mm512_maskz_compress_epi32(keep, open));
            _mm512_storeu_si512(w->used + top, _mm512_maskz_compress_epi32(keep, used));
            _mm512_storeu_si512(w->turn + top, _mm512_maskz_compress_epi32(keep, turn));
            _mm512_storeu_si512(w->key + top, _mm512_maskz_compress_epi32(keep, key));
            top += (uint32_t)bits_popcount(keep);
        }
    }
    if (here)
        for (uint32_t i = f->changed; i < f->swapped; i += 16) {
            const __m512i key_ = NEAR_LOAD(key);
            const __mmask16 may = _mm512_test_epi32_mask(
                NEAR_LOOKUP(holds, _mm512_and_si512(key_, bytes)), nexts);
            const __m512i mates = _mm512_maskz_permutex2var_epi32(
                may, mates_low, _mm512_srli_epi32(key_, 8), mates_high);
            NEAR_STEP(_mm512_and_si512(NEAR_LOAD(open), heres), NEAR_TAIL(i, f->swapped),
                      _mm512_and_si512(beside, lives), _mm512_and_si512(beside, mates), key_);
        }
    child->swapped = top;
    if (here) {
        const __m512i bits = _mm512_set1_epi32((int)bit);
        for (uint32_t i = f->changed; i < f->swapped; i += 16) {
            const __m512i turn_ = NEAR_LOAD(turn), first = _mm512_and_si512(NEAR_LOAD(key), bytes);
            const __mmask16 may = _mm512_mask_test_epi32_mask(NEAR_TAIL(i, f->swapped), turn_, turn_)
                                  & _mm512_cmpeq_epi32_mask(NEAR_LOOKUP(holds, first), bits);
            if (!may) continue;
            NEAR_STEP(turn_, may, _mm512_and_si512(beside, lives), zero,
                      _mm512_or_si512(first, _mm512_slli_epi32(cell, 8)));
        }
        for (uint32_t i = f->swapped; i < f->end; i += 16)
            NEAR_STEP(_mm512_and_si512(NEAR_LOAD(open), heres), NEAR_TAIL(i, f->end),
                      _mm512_and_si512(beside, lives), zero, NEAR_LOAD(key));
    }
    near_queue(w, index, top);
}
#undef NEAR_STEP

TARGET_AVX512 static int near_small(near_walk *w) { NEAR_WALK(near_words_vector, near_extend_vector, 1); }
TARGET_AVX512 static int near_large(near_walk *w) { NEAR_WALK(near_words_vector, near_extend_vector, 0); }
#endif

static int near_portable(near_walk *w) { NEAR_WALK(near_words, near_extend, 0); }

/* Fill total, lost, gained and swapped for a board; return whether there was room. */
static int near_run(near_walk *w, const uint64_t *adjacency, const uint8_t *letters, int simd) {
    NEAR_SET cells = 0;
    near_scores *const s = w->scores;
    memset(w->cells_of, 0, sizeof w->cells_of);
    memset(s->lost, 0, sizeof s->lost);
    memset(s->lost_both, 0, (size_t)w->n_cells * sizeof *s->lost_both);
    memset(s->gained, 0, sizeof s->gained);
    memset(s->swapped, 0, (size_t)w->n_cells * sizeof *s->swapped);
    s->total = 0;
    for (int cell = 0; cell < w->n_cells; cell++) {
        w->holds[cell] = letters[cell] < NEAR_LETTERS ? (uint32_t)1 << letters[cell] : 0;
        if (!w->holds[cell]) continue;
        cells |= NEAR_BIT(cell);
        w->cells_of[letters[cell]] |= NEAR_BIT(cell);
    }
    for (int cell = 0; cell < w->n_cells; cell++) w->adjacency[cell] = (NEAR_SET)adjacency[cell] & cells;
    w->open[0] = cells; /* the empty path, beside all cells */
    w->used[0] = w->turn[0] = 0;
    w->key[0] = 0;
    w->n_strings++;
    w->n_paths++;
    w->strings[0] = (near_string){.node = w->nodes[0], .exact = 0, .changed = 1, .swapped = 1, .end = 1};
#if SIMD_X86 && !defined(NEAR_WIDE)
    if (simd == SIMD_AVX512) return w->n_cells <= 16 ? near_small(w) : near_large(w);
    if (simd == SIMD_AVX2) return near_avx2(w);
#endif
    (void)simd;
    return near_portable(w);
}
#undef NEAR_PUSH
#undef NEAR_WALK
#undef NEAR_EACH
#undef NEAR_BIT
#undef NEAR_ALL
#undef NEAR_SET
#undef NEAR_ROOM
