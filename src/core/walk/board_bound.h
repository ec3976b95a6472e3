/* Upper bounds of classes of boards, each cell a set of letters; and a search of all boards of a score.
 *
 * Every path of a word is a term: it scores if each of its cells that is still open (has several letters)
 * has the letter it asks for. A term's key has five bits a cell, the letter + 1 or 0 where the cell does not
 * matter, the cell that is decided first on top. Keys are sorted and equal ones added up, so the terms are
 * a tree without pointers: below each term prefix, the cells that come next, below each cell its letters.
 *
 *     bound(tree) = points + sum over cells that come next of max over letters of bound(subtree)
 *
 * since a board has one letter a cell. The cells of a path are put in one order whatever the path's own,
 * so to decide the first cell is to merge two sorted runs: terms without the cell, and those with its letter.
 * A word counts once a path here, so the bound of a single board is at least its score.
 */
#ifndef UNRIDDLE_BOARD_BOUND_H
#define UNRIDDLE_BOARD_BOUND_H
#include <stdint.h>
#include <string.h>
#include "bits.h"
#include "trie_node.h"

enum { BOUND_CELLS = 12, BOUND_BITS = 5, BOUND_LETTERS = 31, BOUND_RADIX = 11, BOUND_POLL = 1 << 18 };

typedef struct { uint64_t key; int64_t points; } bound_term;

typedef struct {            /* a cell being decided, in the search */
    bound_term *terms;      /* over this cell and those after it */
    int64_t count, rest;    /* how many; the first `rest` do without this cell */
    int64_t rest_bound, with[BOUND_LETTERS + 1], block[BOUND_LETTERS + 2]; /* by letter + 1 */
    int letter;             /* next to try */
} bound_level;

typedef struct {
    const narrow_node *nodes;
    const uint8_t *lengths;
    const int32_t *points;
    int n_cells, n_open;
    uint32_t sets[BOUND_CELLS];
    uint32_t adjacency[BOUND_CELLS];
    int shift[BOUND_CELLS];         /* where a cell's letter is in the keys; -1: it has one letter, or is a hole */
    int order[BOUND_CELLS];         /* cells by the order of deciding */
    int open[BOUND_CELLS];          /* cells of several letters, in that order */
    bound_term *terms, *spare;      /* room for n_cells + 1 times capacity terms, and for capacity */
    int64_t capacity, n_terms, made;
    int (*poll)(void);              /* asked now and then whether to stop */
    int stopped;
    uint8_t board[BOUND_CELLS];
    uint8_t rank[32];               /* of letters: a cell's must not be below those of the cells `least` */
    uint32_t least[BOUND_CELLS];    /* all decided before it */
    int64_t at_least;
    int depth;
    bound_level levels[BOUND_CELLS + 1];
    int64_t visited;
} board_bound;

/* Walk all paths of the class, append the terms of its words; return 0 where there is no room, or to stop. */
static int bound_walk(board_bound *b, uint32_t index, int cell, uint32_t used, uint64_t key) {
    const narrow_node *node = &b->nodes[index];
    const uint32_t letters = (node->inner | node->words) & b->sets[cell];
    const uint32_t open = b->adjacency[cell] & ~used;
    for (uint32_t rest = letters; rest; rest &= rest - 1) {
        const int y = bits_lsb(rest);
        const uint32_t below = ((uint32_t)1 << y) - 1;
        const uint64_t now = b->shift[cell] < 0 ? key : key | (uint64_t)(y + 1) << b->shift[cell];
        if (node->words >> y & 1) {
            const int32_t points = b->points[b->lengths[node->word + (uint32_t)bits_popcount(node->words & below)]];
            if (points) {
                if (b->n_terms == b->capacity) return 0;
                if (b->n_terms % BOUND_POLL == BOUND_POLL - 1 && (b->stopped = b->poll())) return 0;
                b->terms[b->n_terms++] = (bound_term){now, points};
            }
        }
        if (node->inner >> y & 1) {
            const uint32_t child = node->child + (uint32_t)bits_popcount(node->inner & below);
            for (uint32_t cells = open; cells; cells &= cells - 1) {
                const int next = bits_lsb(cells);
                if (!bound_walk(b, child, next, used | (uint32_t)1 << next, now)) return 0;
            }
        }
    }
    return 1;
}

/* Sort the terms by key, digit by digit from the lowest, and add up those of equal keys; return 0 to stop. */
static int bound_sort(board_bound *b) {
    static const uint32_t mask = (1u << BOUND_RADIX) - 1;
    int64_t place[1 << BOUND_RADIX];
    bound_term *from = b->terms, *to = b->spare;
    for (int shift = 0; shift < b->n_open * BOUND_BITS; shift += BOUND_RADIX) {
        if (b->n_terms >= BOUND_POLL && (b->stopped = b->poll())) return 0;
        memset(place, 0, sizeof place);
        for (int64_t i = 0; i < b->n_terms; i++) place[from[i].key >> shift & mask]++;
        int64_t sum = 0;
        for (uint32_t digit = 0; digit <= mask; digit++) {
            const int64_t count = place[digit];
            place[digit] = sum;
            sum += count;
        }
        for (int64_t i = 0; i < b->n_terms; i++) to[place[from[i].key >> shift & mask]++] = from[i];
        bound_term *const other = from;
        from = to;
        to = other;
    }
    int64_t kept = 0;
    for (int64_t i = 0; i < b->n_terms; i++) {
        if (kept && b->terms[kept - 1].key == from[i].key) b->terms[kept - 1].points += from[i].points;
        else b->terms[kept++] = from[i];
    }
    b->n_terms = kept;
    return 1;
}

/* Fill the terms of a class; return 0 where there is no room for them, or to stop. */
static int bound_make(board_bound *b) {
    b->n_open = b->stopped = 0;
    for (int i = 0; i < b->n_cells; i++) {
        const int cell = b->order[i];
        b->shift[cell] = -1;
        if (b->sets[cell] & (b->sets[cell] - 1)) b->open[b->n_open++] = cell;
        else b->board[cell] = b->sets[cell] ? (uint8_t)bits_lsb(b->sets[cell]) : 255;
    }
    for (int i = 0; i < b->n_open; i++) b->shift[b->open[i]] = (b->n_open - 1 - i) * BOUND_BITS;
    b->n_terms = 0;
    for (int cell = 0; cell < b->n_cells; cell++)
        if (!bound_walk(b, 0, cell, (uint32_t)1 << cell, 0)) return 0;
    b->made += b->n_terms;
    return bound_sort(b);
}

/* Return the bound of sorted terms over `n` cells; of the top cell also the bound without it, and by letter. */
static int64_t bound_of(const bound_term *terms, int64_t count, int n, int64_t *without, int64_t *with) {
    /* By cell from the top, 1 up: the value of the letter that is open, and the greatest of those before it. */
    int64_t value[BOUND_CELLS + 2], most[BOUND_CELLS + 2];
    uint64_t before = 0;
    int parent[BOUND_CELLS + 2], deepest = 0;
    memset(most, 0, sizeof most);
    value[0] = 0;
    if (with) for (int letter = 0; letter <= BOUND_LETTERS; letter++) with[letter] = 0;
    for (int64_t i = 0; i <= count; i++) {
        const uint64_t key = i < count ? terms[i].key : 0;
        if (i && (i == count || key != before)) {
            const int top = i == count ? 0 : n - bits_msb(key ^ before) / BOUND_BITS; /* first cell that differs */
            while (deepest > top) { /* that cell is done */
                if (value[deepest] > most[deepest]) most[deepest] = value[deepest];
                if (deepest == 1 && with) with[before >> (n - 1) * BOUND_BITS] = value[1];
                value[parent[deepest]] += most[deepest];
                most[deepest] = 0;
                deepest = parent[deepest];
            }
            if (deepest == top && top) { /* another letter of that cell */
                if (value[deepest] > most[deepest]) most[deepest] = value[deepest];
                if (deepest == 1 && with) with[before >> (n - 1) * BOUND_BITS] = value[1];
                deepest = parent[deepest];
            }
        }
        if (i == count) break;
        for (uint64_t rest = deepest ? key & (((uint64_t)1 << (n - deepest) * BOUND_BITS) - 1) : key; rest;) {
            const int cell = n - bits_msb(rest) / BOUND_BITS;
            value[cell] = 0;
            parent[cell] = deepest;
            deepest = cell;
            rest &= ((uint64_t)1 << (n - cell) * BOUND_BITS) - 1;
        }
        value[deepest] += terms[i].points;
        before = key;
    }
    if (with) {
        int64_t greatest = 0;
        for (int letter = 0; letter <= BOUND_LETTERS; letter++) if (with[letter] > greatest) greatest = with[letter];
        *without = value[0] - greatest;
    }
    return value[0];
}

/* Begin to decide the cell of a level, whose terms are there. */
static int64_t bound_enter(board_bound *b, int depth) {
    bound_level *const l = &b->levels[depth];
    const int n = b->n_open - depth;
    const int64_t bound = bound_of(l->terms, l->count, n, &l->rest_bound, l->with);
    const int shift = (n - 1) * BOUND_BITS;
    int letter = 0;
    for (int64_t i = 0; i < l->count;) { /* where each letter begins: by halving, the blocks are long */
        const int here = (int)(l->terms[i].key >> shift);
        while (letter <= here) l->block[letter++] = i;
        int64_t low = i, high = l->count;
        while (high - low > 1) {
            const int64_t middle = low + (high - low) / 2;
            if ((int)(l->terms[middle].key >> shift) == here) low = middle;
            else high = middle;
        }
        i = high;
    }
    while (letter < BOUND_LETTERS + 2) l->block[letter++] = l->count;
    l->rest = l->block[1];
    l->letter = 0;
    b->visited++;
    return bound;
}

/* Begin the search of a class; return 0 where there is no room, or to stop. */
static int bound_start(board_bound *b, int64_t at_least) {
    b->depth = -1;
    b->at_least = at_least;
    if (!bound_make(b)) return 0;
    b->levels[0].terms = b->terms;
    b->levels[0].count = b->n_terms;
    b->depth = 0;
    if (b->n_open && bound_enter(b, 0) < at_least) b->depth = -1;
    return 1;
}

/* Whether no symmetric board comes first, as far as two cells can tell. */
static inline int bound_ordered(const board_bound *b, int cell, int letter) {
    for (uint32_t cells = b->least[cell]; cells; cells &= cells - 1)
        if (b->rank[b->board[bits_lsb(cells)]] > b->rank[letter]) return 0;
    return 1;
}

/* Go on until a board (1: in `board`), the end (0), or `budget` visits (-1). A board's terms sum to at_least. */
static int bound_next(board_bound *b, int64_t budget) {
    const int64_t end = b->visited + budget;
    if (b->depth == 0 && b->n_open == 0) { /* a single board */
        int64_t sum = 0;
        for (int64_t i = 0; i < b->n_terms; i++) sum += b->terms[i].points;
        b->depth = -1;
        return sum >= b->at_least;
    }
    while (b->depth >= 0) {
        bound_level *const l = &b->levels[b->depth];
        const int cell = b->open[b->depth], n = b->n_open - b->depth, shift = (n - 1) * BOUND_BITS;
        const uint64_t mask = ((uint64_t)1 << shift) - 1;
        if (l->letter >= BOUND_LETTERS) { b->depth--; continue; }
        const int letter = l->letter;
        if (!(b->sets[cell] >> letter & 1) || l->rest_bound + l->with[letter + 1] < b->at_least
            || !bound_ordered(b, cell, letter)) {
            l->letter++;
            continue;
        }
        if (b->visited >= end) return -1;
        l->letter++;
        b->board[cell] = (uint8_t)letter;
        /* Merge the terms without this cell and those with the letter. */
        const bound_term *a = l->terms, *a_end = a + l->rest;
        const bound_term *c = l->terms + l->block[letter + 1], *c_end = l->terms + l->block[letter + 2];
        bound_term *const first = l->terms + l->count, *out = first;
        while (a < a_end && c < c_end) {
            const uint64_t left = a->key, right = c->key & mask;
            *out = (bound_term){left < right ? left : right,
                                (left <= right ? a->points : 0) + (right <= left ? c->points : 0)};
            out++;
            a += left <= right;
            c += right <= left;
        }
        while (a < a_end) *out++ = *a++;
        for (; c < c_end; c++) *out++ = (bound_term){c->key & mask, c->points};
        if (n == 1) {
            b->visited++;
            if ((out > first ? first->points : 0) >= b->at_least) return 1;
            continue;
        }
        bound_level *const next = l + 1;
        next->terms = first;
        next->count = out - first;
        if (bound_enter(b, b->depth + 1) >= b->at_least) b->depth++;
    }
    return 0;
}

/* What a poll that found an error gives Python: -1 with the error set. */
static inline int bound_error(void) { return -1; }
#endif
