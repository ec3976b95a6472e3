/* Body of the 9×9 Sudoku search, included by sudoku9.h once for each width of vector.
 *
 * LANES puzzles are searched side by side, one in each 32-bit lane. A lane holds 27 words, one for each digit
 * and band, of the cells where the digit may still go:
 *
 *     bit  0  1  2 | 10 11 12 | 20 21 22      first row of the band; boxes are fields of nine bits,
 *          3  4  5 | 13 14 15 | 23 24 25      bits 9, 19, 29 are spare and always clear, so that a sum
 *          6  7  8 | 16 17 18 | 26 27 28      over a field shows in its spare bit whether it was empty
 *
 * A sweep applies to all words, without branches: naked singles, locked candidates by rows and by columns
 * (which turn hidden singles of rows and columns into those of boxes), hidden singles of boxes. The rules only
 * take candidates away, so the position where none applies any more does not depend on their order or on LANES:
 * guesses, nodes and solutions are the same in every build. Lanes that stand still branch, dead lanes go back,
 * finished lanes take the next puzzle.
 *
 * Expects: LANES, VEC (uint32_t or a vector of them), S9(name), S9_TARGET, S9_EQ, S9_READ, S9_WRITE, and the functions of three words OR3, SEL, ANDOR, ORAND, XOROR, KEEP.
 */

typedef struct {
    VEC w[27];        /* candidates, digit * 3 + band */
    VEC only[27];     /* the part of w in fields with a single cell, as of the last sweep */
    VEC hidden[3];    /* cells that some digit has to itself in its box */
    VEC naked[3];     /* cells with one candidate left */
    VEC bad, full, moved; /* contradiction seen; every field has a cell (spare bits); what the sweep took away */
    VEC twos[3], threes[3], any[3]; /* cells with at least two, three, one candidates */
    uint32_t dead, still, pending, active;
    s9_lane lane[LANES];
    uint32_t stack[LANES][S9_DEPTH][S9_ENTRY];
} S9(state);

#define S9_WORDS(v) ((uint32_t *)(v))

/* What stands one place further, cyclically: row or band (bits 0-2, 3-5, 6-8 of a field), box, column of a box. */
#define S9_NEXT_ROW(p) S9_SEL(0x3Fu * S9_L | 0xE0000000u, (p) >> 3, (p) << 6)
#define S9_NEXT_COLUMN(p) S9_SEL(S9_C0 | S9_C1, (p) >> 1, (p) << 2)

/* Three digits at a time: one alone is a chain of some 70 instructions that each wait for the last. */
#define EACH for (int t = 0; t < 3; t++)

/* All bits of the fields of x that are not empty (x has its spare bits clear). */
S9_TARGET static inline VEC S9(fields)(VEC x) {
    const VEC z = (x + S9_ALL) & S9_SPARE;
    return z - (z >> 9);
}

/* One sweep over the nine digits. */
S9_TARGET static inline void S9(sweep)(S9(state) *st) {
    const VEC zero = st->w[0] ^ st->w[0];
    VEC bad = zero, full = ~zero, moved = zero;
    VEC hidden0 = zero, hidden1 = zero, hidden2 = zero;
    const VEC naked0 = st->naked[0], naked1 = st->naked[1], naked2 = st->naked[2];
    for (int d = 0; d < 27; d += 9) {
        VEC *w = st->w + d, *only = st->only + d;
        VEC a[3], b[3], c[3], na[3], nb[3], nc[3];
        VEC p[3], q[3], x[3], y[3];
        /* A naked single empties the rest of its box. */
        EACH a[t] = w[3 * t], na[t] = a[t] & naked0, a[t] = S9_KEEP(a[t], na[t], S9(fields)(na[t]));
        EACH b[t] = w[3 * t + 1], nb[t] = b[t] & naked1, b[t] = S9_KEEP(b[t], nb[t], S9(fields)(nb[t]));
        EACH c[t] = w[3 * t + 2], nc[t] = c[t] & naked2, c[t] = S9_KEEP(c[t], nc[t], S9(fields)(nc[t]));
        /* Rows: bit r * 3 + band of field j says whether box j has the digit in row r. A place (r, j) is kept where
         * rows r + 1 and r + 2 fit into boxes j + 1 and j + 2, one way or the other: with q(r, j) = p(r + 1, j),
         * at (r + 1, j + 1) that is p(r, j) & q(r, j + 1) | p(r, j + 1) & q(r, j). */
        EACH x[t] = S9_OR3(a[t], a[t] >> 1, a[t] >> 2);
        EACH y[t] = S9_OR3(b[t], b[t] << 1, b[t] >> 1);
        EACH p[t] = S9_OR3(c[t], c[t] << 1, c[t] << 2);
        EACH p[t] = S9_SEL(S9_C0 | 0xE0000000u, x[t], S9_SEL(S9_C1, y[t], p[t])); /* bits 29-31 are clear in x */
        EACH q[t] = S9_NEXT_ROW(p[t]);
        EACH x[t] = S9_ORAND(q[t] >> 10, q[t] << 20, p[t]);
        EACH y[t] = S9_ORAND(p[t] >> 10, p[t] << 20, q[t]);
        EACH x[t] |= y[t];
        EACH x[t] = S9_NEXT_ROW(x[t]);
        EACH p[t] = S9_ORAND(x[t] >> 10, x[t] << 20, p[t]);
        EACH x[t] = p[t] & S9_C0, a[t] &= (x[t] << 3) - x[t];
        EACH x[t] = p[t] & S9_C1, b[t] &= (x[t] << 2) - (x[t] >> 1);
        EACH x[t] = p[t] & S9_C2, c[t] &= (x[t] << 1) - (x[t] >> 2);
        /* Columns: bit band * 3 + column of field j says whether box j of that band has the digit in the column; the
         * same again with bands for rows and columns for boxes. */
        EACH x[t] = S9_OR3(a[t], a[t] >> 3, a[t] >> 6);
        EACH y[t] = S9_OR3(b[t], b[t] << 3, b[t] >> 3);
        EACH p[t] = S9_OR3(c[t], c[t] << 3, c[t] << 6);
        EACH p[t] = S9_SEL(0x7u * S9_L, x[t], S9_SEL(0x38u * S9_L, y[t], p[t]));
        EACH q[t] = S9_NEXT_ROW(p[t]);
        EACH x[t] = S9_NEXT_COLUMN(p[t]);
        EACH y[t] = S9_NEXT_COLUMN(q[t]);
        EACH x[t] = S9_ANDOR(x[t], q[t], y[t] & p[t]);
        EACH x[t] = S9_NEXT_ROW(x[t]);
        EACH p[t] = S9_NEXT_COLUMN(x[t]) & p[t] & S9_ALL;
        EACH full &= p[t] + S9_ALL;
        EACH x[t] = p[t] & 0x7u * S9_L, a[t] &= S9_OR3(x[t], x[t] << 3, x[t] << 6);
        EACH x[t] = p[t] & 0x38u * S9_L, b[t] &= S9_OR3(x[t], x[t] >> 3, x[t] << 3);
        EACH x[t] = p[t] & 0x1C0u * S9_L, c[t] &= S9_OR3(x[t], x[t] >> 3, x[t] >> 6);
        EACH moved = S9_XOROR(a[t], w[3 * t], moved), w[3 * t] = a[t];
        EACH moved = S9_XOROR(b[t], w[3 * t + 1], moved), w[3 * t + 1] = b[t];
        EACH moved = S9_XOROR(c[t], w[3 * t + 2], moved), w[3 * t + 2] = c[t];
        /* A field with one cell left: no other digit may stay there. */
        EACH x[t] = a[t] & (a[t] - S9_L), bad = S9_ANDOR(x[t], na[t], bad);
        EACH y[t] = a[t] & ~S9(fields)(x[t]), hidden0 |= y[t], only[3 * t] = y[t];
        EACH x[t] = b[t] & (b[t] - S9_L), bad = S9_ANDOR(x[t], nb[t], bad);
        EACH y[t] = b[t] & ~S9(fields)(x[t]), hidden1 |= y[t], only[3 * t + 1] = y[t];
        EACH x[t] = c[t] & (c[t] - S9_L), bad = S9_ANDOR(x[t], nc[t], bad);
        EACH y[t] = c[t] & ~S9(fields)(x[t]), hidden2 |= y[t], only[3 * t + 2] = y[t];
    }
    st->hidden[0] = hidden0; st->hidden[1] = hidden1; st->hidden[2] = hidden2;
    st->bad = bad; st->full = full; st->moved = moved;
}

/* Cells settled by a hidden single lose their other digits; then count candidates a cell, up to three. */
S9_TARGET static inline void S9(settle)(S9(state) *st) {
    const VEC zero = st->w[0] ^ st->w[0];
    VEC moved = st->moved, wrong = st->bad | (~st->full & S9_SPARE);
    for (int band = 0; band < 3; band++) {
        const VEC hidden = st->hidden[band];
        VEC one = zero, two = zero, three = zero;
        for (int k = band; k < 27; k += 3) {
            const VEC was = st->w[k], now = S9_KEEP(was, st->only[k], hidden);
            moved = S9_XOROR(was, now, moved);
            three = S9_ANDOR(two, now, three);
            two = S9_ANDOR(one, now, two);
            one |= now;
            st->w[k] = now;
        }
        st->naked[band] = one & ~two;
        st->any[band] = one; st->twos[band] = two; st->threes[band] = three;
        wrong = S9_OR3(wrong, one ^ S9_ALL, two & hidden); /* a cell without digits; two that need the same cell */
    }
    const uint32_t sound = S9_EQ(wrong, zero);
    st->dead = st->active & ~sound;
    st->still = S9_EQ(moved, zero) & st->active & ~st->dead;
}

/* Put the next puzzle of the job into a lane, or let the lane rest. */
S9_TARGET static void S9(refill)(S9(state) *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    uint32_t words[30];
    if (job->next == job->n) {
        st->active &= ~(1u << i);
        return;
    }
    S9_READ(job->puzzles + 81 * job->next, words);
    lane->puzzle = job->next++;
    lane->depth = 0;
    lane->guesses = lane->count = lane->nodes = 0;
    lane->was_filled = 81;
    for (int band = 0; band < 3; band++) {
        const uint32_t empty = words[27 + band];
        lane->was_filled -= bits_popcount(empty);
        S9_WORDS(st->naked)[band * LANES + i] = S9_ALL & ~empty;
        for (int k = band; k < 27; k += 3) S9_WORDS(st->w)[k * LANES + i] = words[k] | empty;
    }
    job->nodes++;
    lane->nodes++;
}

S9_TARGET static void S9(read_out)(const S9(state) *st, int i, uint8_t *out) {
    uint32_t words[27];
    for (int k = 0; k < 27; k++) words[k] = ((const uint32_t *)st->w)[k * LANES + i];
    S9_WRITE(words, out);
}

S9_TARGET static void S9(finish)(S9(state) *st, s9_job *job, int i) {
    const s9_lane *lane = &st->lane[i];
    job->counts[lane->puzzle] = lane->count;
    job->guesses[lane->puzzle] = lane->guesses;
    job->done++;
    S9(refill)(st, job, i);
}

/* Give a puzzle up that has taken the nodes it may take; say whether it has. */
S9_TARGET static int S9(cut)(S9(state) *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    if (lane->nodes < job->node_limit) return 0;
    lane->count = -1 - lane->count;
    S9(finish)(st, job, i);
    return 1;
}

/* Take up the branch that was put off last, or finish the puzzle. */
S9_TARGET static void S9(back)(S9(state) *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    if (!lane->depth) {
        S9(finish)(st, job, i);
        return;
    }
    if (S9(cut)(st, job, i)) return;
    const uint32_t *entry = st->stack[i][--lane->depth];
    for (int k = 0; k < 27; k++) S9_WORDS(st->w)[k * LANES + i] = entry[k];
    for (int band = 0; band < 3; band++) S9_WORDS(st->naked)[band * LANES + i] = 0;
    S9_WORDS(st->naked)[(entry[27] & 3) * LANES + i] = entry[28];
    lane->was_filled = (int)(entry[27] >> 2);
    job->nodes++;
    lane->nodes++;
}

/* Branch on a cell with two candidates: in the band with most of them, the one that sees most of them. Without any,
 * branch on a cell with the fewest candidates. */
S9_TARGET static void S9(guess)(S9(state) *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    uint32_t *w = S9_WORDS(st->w) + i, *entry = st->stack[i][lane->depth], pairs[3], cell = 0;
    int band = 0, digit = 0, most = 0;
    if (S9(cut)(st, job, i)) return;
    for (int k = 0; k < 3; k++) {
        const uint32_t here = S9_WORDS(st->twos)[k * LANES + i] & ~S9_WORDS(st->threes)[k * LANES + i];
        const int n = bits_popcount(here);
        pairs[k] = here;
        if (n > most) { most = n; band = k; }
    }
    if (most) {
        const uint32_t after = pairs[(band + 1) % 3], before = pairs[(band + 2) % 3];
        uint32_t best = 0;
        for (uint32_t open = pairs[band]; open; open &= open - 1) {
            const uint32_t bit = (uint32_t)bits_lsb(open), column = s9_column[bit];
            const uint32_t seen = (uint32_t)(bits_popcount((uint64_t)(after & column) << 32 | (before & column)) +
                                             bits_popcount(pairs[band] & s9_row_and_box[bit]));
            const uint32_t key = seen << 5 | (31 - bit);
            best = key > best ? key : best;
        }
        cell = (uint32_t)1 << (31 - (best & 31));
    } else {
        int fewest = 10;
        for (int k = 0; k < 3; k++)
            for (uint32_t open = S9_WORDS(st->threes)[k * LANES + i]; open; open &= open - 1) {
                int n = 0;
                for (int d = 0; d < 9; d++) n += (w[(d * 3 + k) * LANES] & open & (0u - open)) != 0;
                if (n < fewest) { fewest = n; band = k; cell = open & (0u - open); }
            }
    }
    while (!(w[(digit * 3 + band) * LANES] & cell)) digit++;
    for (int k = 0; k < 27; k++) entry[k] = w[k * LANES];
    entry[digit * 3 + band] &= ~cell;
    entry[27] = (uint32_t)band | (uint32_t)lane->filled << 2;
    entry[28] = most ? cell : 0;
    for (int d = 0; d < 9; d++)
        if (d != digit) w[(d * 3 + band) * LANES] &= ~cell;
    for (int k = 0; k < 3; k++) S9_WORDS(st->naked)[k * LANES + i] = k == band ? cell : 0;
    lane->was_filled = lane->filled + 1;
    lane->depth++;
    lane->guesses++;
    lane->nodes++;
    job->nodes++;
}

S9_TARGET static void S9(event)(S9(state) *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    const uint32_t open = S9_WORDS(st->twos)[i] | S9_WORDS(st->twos)[LANES + i] | S9_WORDS(st->twos)[2 * LANES + i];
    lane->filled = 81;
    for (int band = 0; band < 3; band++) lane->filled -= bits_popcount(S9_WORDS(st->twos)[band * LANES + i]);
    job->propagations += lane->filled - lane->was_filled;
    if (st->dead >> i & 1) S9(back)(st, job, i);
    else if (open) S9(guess)(st, job, i);
    else {
        if (job->all) S9(read_out)(st, i, job->all + 81 * job->n_all++);
        else if (!lane->count) S9(read_out)(st, i, job->solutions + 81 * lane->puzzle);
        if (++lane->count >= job->limit) S9(finish)(st, job, i);
        else S9(back)(st, job, i);
    }
    /* What the sweep before this found of the old position must not touch the new one. */
    for (int band = 0; band < 3; band++) S9_WORDS(st->hidden)[band * LANES + i] = 0;
}

/* What is known so far of the puzzles under way. */
static void S9(report)(const S9(state) *st, s9_job *job) {
    for (int i = 0; i < LANES; i++)
        if (st->active >> i & 1) {
            job->counts[st->lane[i].puzzle] = st->lane[i].count;
            job->guesses[st->lane[i].puzzle] = st->lane[i].guesses;
        }
}

S9_TARGET static void S9(start)(S9(state) *st, s9_job *job) {
    memset(st, 0, offsetof(S9(state), stack));
    st->active = LANES == 32 ? ~0u : (1u << LANES) - 1;
    for (int i = 0; i < LANES; i++) S9(refill)(st, job, i);
}

/* Search until `goal` nodes were taken up in all, or job->all is full; say whether work remains. */
S9_TARGET static int S9(run)(S9(state) *st, s9_job *job, int64_t goal) {
    while (st->active) {
        if (!st->pending) {
            S9(sweep)(st);
            S9(settle)(st);
            st->pending = st->dead | st->still;
        }
        while (st->pending) {
            if (job->nodes >= goal || (job->all && job->n_all == job->room)) {
                S9(report)(st, job);
                return 1;
            }
            const int i = bits_lsb(st->pending);
            st->pending &= st->pending - 1;
            S9(event)(st, job, i);
        }
    }
    return 0;
}
#undef S9_WORDS
#undef EACH
#undef S9_NEXT_ROW
#undef S9_NEXT_COLUMN
