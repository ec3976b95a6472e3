/* Body of the 9×9 Sudoku search, included by sudoku9.h once for each width of vector.
 *
 * LANES puzzles are searched side by side, one in each 32-bit lane:
 *
 *     Band    | puzzle 0 | puzzle 1 | … | puzzle LANES - 1 |      a word each: some cells of one band of the board
 *     Cells   | Band 0 | Band 1 | Band 2 |                        some cells of the board, three rows a band
 *     may[9]  | Cells of digit 1 | Cells of digit 2 | … |         where the digit may still go
 *
 * A word has a field of nine bits for each box, and above it a spare bit that is always clear, so that a sum over a
 * field shows in its spare bit whether the box was empty:
 *
 *                  box 0            box 1              box 2
 *     row 0     0   1   2   |   10  11  12   |    20  21  22
 *     row 1     3   4   5   |   13  14  15   |    23  24  25
 *     row 2     6   7   8   |   16  17  18   |    26  27  28
 *               spare   9   |   spare   19   |    spare   29, 30, 31
 *
 * A sweep applies to all digits, without branches: naked singles, locked candidates by rows and by columns
 * (which turn hidden singles of rows and columns into those of boxes), hidden singles of boxes. The rules only
 * take candidates away, so the position where none applies any more does not depend on their order or on LANES:
 * guesses, nodes and solutions are the same in every build. Lanes that stand still branch, dead lanes go back,
 * finished lanes take the next puzzle; or they share the branches of one puzzle (spread), which is the same tree in
 * another order: its sums are the same where it is searched to its end, and where a second solution comes, one lane
 * searches again.
 *
 * Expects: LANES, VEC (uint32_t or a vector of them), S9(name), S9_TARGET, S9_EQ, S9_NONE, S9_READ, S9_WRITE, and the
 * functions of three words OR3, SEL, ANDOR, ORAND, XOROR, KEEP.
 */

#define Band S9(band)
#define Cells S9(cells)
#define State S9(state)

typedef VEC Band;

typedef struct {
    Band band[3];
} Cells;

typedef struct {
    Cells may[9];    /* by digit: its candidates */
    Cells only[9];   /* by digit: those with a box to themselves, as of the last sweep */
    Cells hidden;    /* cells that some digit has to itself in its box */
    Cells naked;     /* cells with one candidate left */
    Band bad;        /* contradiction seen */
    Band full;       /* in the spare bits: every box has a cell for every digit */
    Band moved;      /* what the sweep took away */
    Cells twos, threes, any; /* cells with at least two, three, one candidates */
    uint32_t dead, still, pending, active; /* a bit a lane */
    s9_lane lane[LANES];
    uint32_t stack[LANES][S9_DEPTH][S9_ENTRY]; /* branches put off: 27 words, band and filled cells, naked cell */
} State;

/* The word of a band in one lane; the bands of all digits, one after the other. */
#define S9_AT(band, i) (((uint32_t *)&(band))[i])
#define S9_ALL_BANDS(st) ((Band *)(st)->may)

/* What stands one place further, cyclically: row or band (bits 0-2, 3-5, 6-8 of a field), box, column of a box. */
#define S9_NEXT_ROW(p) S9_SEL(0x3Fu * S9_L | 0xE0000000u, (p) >> 3, (p) << 6)
#define S9_NEXT_COLUMN(p) S9_SEL(S9_C0 | S9_C1, (p) >> 1, (p) << 2)

#define S9_EVERY (LANES == 32 ? ~0u : (1u << LANES) - 1)

/* All bits of the boxes of x that are not empty. */
S9_TARGET static inline Band S9(boxes)(Band x) {
    const Band occupied = (x + S9_ALL) & S9_SPARE;
    return occupied - (occupied >> 9);
}

/* What a sweep finds beside the candidates that it takes away. */
typedef struct {
    Band hidden[3]; /* cells that some digit has to itself in its box */
    Band bad;       /* contradiction seen */
    Band full;      /* in the spare bits: every box has a cell for every digit */
    Band moved;     /* what the sweep took away */
} S9(found);

/* At most three digits at a time: one alone is a chain of some 70 instructions that each wait for the last. */
#define EACH for (int t = 0; t < n; t++)

/* One sweep over n digits, which lie one after the other; n is a constant where this is called. */
S9_TARGET INLINE_ALWAYS void S9(sweep)(const int n, Cells *may, Cells *only, const Cells *naked, S9(found) *found) {
    Band bad = found->bad, full = found->full, moved = found->moved;
    Band hidden0 = found->hidden[0], hidden1 = found->hidden[1], hidden2 = found->hidden[2];
    const Band naked0 = naked->band[0], naked1 = naked->band[1], naked2 = naked->band[2];
    Band a[3], b[3], c[3];    /* the three bands of each digit */
    Band na[3], nb[3], nc[3]; /* naked singles of the digit */
    Band p[3], q[3], x[3], y[3];
    /* A naked single empties the rest of its box. */
    EACH a[t] = may[t].band[0], na[t] = a[t] & naked0, a[t] = S9_KEEP(a[t], na[t], S9(boxes)(na[t]));
    EACH b[t] = may[t].band[1], nb[t] = b[t] & naked1, b[t] = S9_KEEP(b[t], nb[t], S9(boxes)(nb[t]));
    EACH c[t] = may[t].band[2], nc[t] = c[t] & naked2, c[t] = S9_KEEP(c[t], nc[t], S9(boxes)(nc[t]));
    /* Rows: in each band the three rows go to three boxes. Bit r * 3 + band of field j of p says whether box j has
     * the digit in row r. A place (r, j) is kept where rows r + 1 and r + 2 fit into boxes j + 1 and j + 2, one
     * way or the other: with q(r, j) = p(r + 1, j), at (r + 1, j + 1) that is
     * p(r, j) & q(r, j + 1) | p(r, j + 1) & q(r, j). */
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
    /* Rows of boxes that do not fit are emptied. */
    EACH x[t] = p[t] & S9_C0, a[t] &= (x[t] << 3) - x[t];
    EACH x[t] = p[t] & S9_C1, b[t] &= (x[t] << 2) - (x[t] >> 1);
    EACH x[t] = p[t] & S9_C2, c[t] &= (x[t] << 1) - (x[t] >> 2);
    /* Columns: in each stack of boxes the three columns go to three bands. Bit band * 3 + column of field j of p
     * says whether box j of that band has the digit in the column; the same again with bands for rows and columns
     * for boxes. */
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
    /* Every box has a cell for the digit. */
    EACH full &= p[t] + S9_ALL;
    /* Columns of boxes that do not fit are emptied. */
    EACH x[t] = p[t] & 0x7u * S9_L, a[t] &= S9_OR3(x[t], x[t] << 3, x[t] << 6);
    EACH x[t] = p[t] & 0x38u * S9_L, b[t] &= S9_OR3(x[t], x[t] >> 3, x[t] << 3);
    EACH x[t] = p[t] & 0x1C0u * S9_L, c[t] &= S9_OR3(x[t], x[t] >> 3, x[t] >> 6);
    EACH moved = S9_XOROR(a[t], may[t].band[0], moved), may[t].band[0] = a[t];
    EACH moved = S9_XOROR(b[t], may[t].band[1], moved), may[t].band[1] = b[t];
    EACH moved = S9_XOROR(c[t], may[t].band[2], moved), may[t].band[2] = c[t];
    /* A box with one cell left for the digit: no other digit may stay there. */
    EACH x[t] = a[t] & (a[t] - S9_L), bad = S9_ANDOR(x[t], na[t], bad);
    EACH y[t] = a[t] & ~S9(boxes)(x[t]), hidden0 |= y[t], only[t].band[0] = y[t];
    EACH x[t] = b[t] & (b[t] - S9_L), bad = S9_ANDOR(x[t], nb[t], bad);
    EACH y[t] = b[t] & ~S9(boxes)(x[t]), hidden1 |= y[t], only[t].band[1] = y[t];
    EACH x[t] = c[t] & (c[t] - S9_L), bad = S9_ANDOR(x[t], nc[t], bad);
    EACH y[t] = c[t] & ~S9(boxes)(x[t]), hidden2 |= y[t], only[t].band[2] = y[t];
    found->hidden[0] = hidden0; found->hidden[1] = hidden1; found->hidden[2] = hidden2;
    found->bad = bad; found->full = full; found->moved = moved;
}

/* One sweep over the nine digits, three at a time. */
S9_TARGET static inline void S9(sweep_all)(State *st) {
    const Band zero = st->may[0].band[0] ^ st->may[0].band[0];
    S9(found) found = {{zero, zero, zero}, zero, ~zero, zero};
    for (int d = 0; d < 9; d += 3) S9(sweep)(3, st->may + d, st->only + d, &st->naked, &found);
    for (int k = 0; k < 3; k++) st->hidden.band[k] = found.hidden[k];
    st->bad = found.bad; st->full = found.full; st->moved = found.moved;
}

/* What a variant adds, after a sweep and before cells are settled: a naked single takes its digit from the rest of its
 * group, and of nine cells the only one left for a digit is a hidden single. */
S9_TARGET static void S9(follow_groups)(State *st, const s9_job *job) {
    Band bad = st->bad, moved = st->moved;
    const Band naked0 = st->naked.band[0], naked1 = st->naked.band[1], naked2 = st->naked.band[2];
    for (int64_t g = 0; g < job->n_groups; g++) {
        const s9_group *group = &job->groups[g];
        const uint32_t m0 = group->cells[0], m1 = group->cells[1], m2 = group->cells[2];
        for (int d = 0; d < 9; d++) {
            Band *may = st->may[d].band, *only = st->only[d].band;
            const Band a = may[0] & m0, b = may[1] & m1, c = may[2] & m2;
            const Band na = a & naked0, nb = b & naked1, nc = c & naked2;
            const Band xa = ~S9_NONE(na), xb = ~S9_NONE(nb), xc = ~S9_NONE(nc);
            const Band free = ~(xa | xb | xc);
            const Band ka = a & (na | free), kb = b & (nb | free), kc = c & (nc | free);
            moved |= (a ^ ka) | (b ^ kb) | (c ^ kc);
            may[0] ^= a ^ ka; may[1] ^= b ^ kb; may[2] ^= c ^ kc;
            /* Two naked singles of a digit in one group. */
            bad |= (xa & xb) | (xa & xc) | (xb & xc) | (na & (na - 1)) | (nb & (nb - 1)) | (nc & (nc - 1));
            if (!group->whole) continue;
            const Band pa = ~S9_NONE(ka), pb = ~S9_NONE(kb), pc = ~S9_NONE(kc);
            const Band several = (ka & (ka - 1)) | (kb & (kb - 1)) | (kc & (kc - 1));
            const Band one = (pa ^ pb ^ pc) & ~(pa & pb & pc) & S9_NONE(several);
            bad |= ~(pa | pb | pc);
            only[0] |= ka & one; only[1] |= kb & one; only[2] |= kc & one;
            st->hidden.band[0] |= ka & one; st->hidden.band[1] |= kb & one; st->hidden.band[2] |= kc & one;
        }
    }
    st->bad = bad; st->moved = moved;
}

/* Cells settled by a hidden single lose their other digits; then count candidates a cell, up to three. */
S9_TARGET static inline void S9(settle)(State *st) {
    const Band zero = st->may[0].band[0] ^ st->may[0].band[0];
    Band moved = st->moved, wrong = st->bad | (~st->full & S9_SPARE);
    for (int k = 0; k < 3; k++) {
        const Band hidden = st->hidden.band[k];
        Band one = zero, two = zero, three = zero;
        for (int n = k; n < 27; n += 3) {
            /* A digit stays where no other one has the cell to itself in its box. */
            const Band was = S9_ALL_BANDS(st)[n], now = S9_KEEP(was, ((Band *)st->only)[n], hidden);
            moved = S9_XOROR(was, now, moved);
            three = S9_ANDOR(two, now, three);
            two = S9_ANDOR(one, now, two);
            one |= now;
            S9_ALL_BANDS(st)[n] = now;
        }
        st->naked.band[k] = one & ~two;
        st->any.band[k] = one; st->twos.band[k] = two; st->threes.band[k] = three;
        wrong = S9_OR3(wrong, one ^ S9_ALL, two & hidden); /* a cell without digits; two that need the same cell */
    }
    const uint32_t sound = S9_EQ(wrong, zero);
    st->dead = st->active & ~sound;
    st->still = S9_EQ(moved, zero) & st->active & ~st->dead;
}

#if LANES > 1
/* So often are the lanes needed for nine digits. */
#define ROUNDS ((9 + LANES - 1) / LANES)

/* Cells with at least one, two, three candidates, in every lane, where each lane knew those of its digits. */
S9_TARGET static inline void S9(total)(Band *ones, Band *twos, Band *threes) {
    Band one = *ones, two = *twos, three = *threes;
#define S9_STEP(turned)                                                                       \
    {                                                                                         \
        const Band o = turned(one), t = turned(two), h = turned(three);                       \
        three = S9_OR3(three, h, (two & o) | (one & t));                                      \
        two = S9_ANDOR(one, o, two | t);                                                      \
        one |= o;                                                                             \
    }
    S9_BY_STEPS(S9_STEP)
#undef S9_STEP
    *ones = one; *twos = two; *threes = three;
}

/* Cells that any lane has, in every lane. */
S9_TARGET static inline Band S9(any)(Band x) {
#define S9_STEP(turned) x |= turned(x);
    S9_BY_STEPS(S9_STEP)
#undef S9_STEP
    return x;
}

/* Sweep over one puzzle until nothing moves or it is dead: its digits lie side by side, digit d in lane d % LANES of
 * round d / LANES. They are the same sweeps as in one lane, and so the same positions. */
S9_TARGET static void S9(narrow)(void *alone) {
    s9_state_1 *st = (s9_state_1 *)alone;
    Cells may[ROUNDS], only[ROUNDS], naked, two, three;
    Band none; /* in the lanes of the last round that have no digit */
    memset(may, 0, sizeof(may));
    memset(&none, 0xFF, sizeof(none));
    for (int d = 0; d < 9; d++) {
        for (int k = 0; k < 3; k++) S9_AT(may[d / LANES].band[k], d % LANES) = st->may[d].band[k];
        if (d / LANES == ROUNDS - 1) S9_AT(none, d % LANES) = 0;
    }
    const Band zero = none ^ none;
    for (int k = 0; k < 3; k++) naked.band[k] = zero | st->naked.band[k];
    for (;;) {
        S9(found) found = {{zero, zero, zero}, zero, ~zero, zero};
        if (ROUNDS > 1) S9(sweep)(ROUNDS - 1, may, only, &naked, &found);
        Band wrong = ~found.full;
        S9(sweep)(1, may + ROUNDS - 1, only + ROUNDS - 1, &naked, &found);
        wrong = S9_ANDOR(wrong | ~(found.full | none), zero | S9_SPARE, found.bad);
        for (int k = 0; k < 3; k++) {
            const Band hidden = S9(any)(found.hidden[k]);
            Band one = zero;
            two.band[k] = three.band[k] = zero;
            for (int r = 0; r < ROUNDS; r++) {
                const Band was = may[r].band[k], now = S9_KEEP(was, only[r].band[k], hidden);
                found.moved = S9_XOROR(was, now, found.moved);
                three.band[k] = S9_ANDOR(two.band[k], now, three.band[k]);
                two.band[k] = S9_ANDOR(one, now, two.band[k]);
                one |= now;
                may[r].band[k] = now;
            }
            S9(total)(&one, &two.band[k], &three.band[k]);
            naked.band[k] = one & ~two.band[k];
            wrong = S9_OR3(wrong, one ^ S9_ALL, two.band[k] & hidden);
        }
        st->dead = S9_EQ(wrong, zero) != S9_EVERY;
        st->still = !st->dead && S9_EQ(found.moved, zero) == S9_EVERY;
        if (st->dead | st->still) break;
    }
    for (int d = 0; d < 9; d++)
        for (int k = 0; k < 3; k++) st->may[d].band[k] = S9_AT(may[d / LANES].band[k], d % LANES);
    for (int k = 0; k < 3; k++) {
        st->twos.band[k] = S9_AT(two.band[k], 0);
        st->threes.band[k] = S9_AT(three.band[k], 0);
    }
}
#undef ROUNDS
#endif

/* Put the next puzzle of the job into a lane, or let the lane rest. */
S9_TARGET static void S9(refill)(State *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    uint32_t words[30];
    if (job->next == job->n) {
        st->active &= ~(1u << i);
        return;
    }
    S9_READ(job->puzzles + 81 * job->next, words);
    lane->puzzle = job->next++;
    lane->base = lane->depth = 0;
    lane->guesses = lane->count = lane->nodes = 0;
    lane->was_filled = 81;
    for (int band = 0; band < 3; band++) {
        const uint32_t empty = words[27 + band];
        lane->was_filled -= bits_popcount(empty);
        S9_AT(st->naked.band[band], i) = S9_ALL & ~empty;
        for (int d = 0; d < 9; d++) S9_AT(st->may[d].band[band], i) = words[3 * d + band] | empty;
    }
    job->nodes++;
    lane->nodes++;
}

/* Write the digits of a lane, each cell of which has one. */
S9_TARGET static void S9(read_out)(const State *st, int i, uint8_t *out) {
    uint32_t words[27];
    for (int k = 0; k < 27; k++) words[k] = S9_AT(S9_ALL_BANDS(st)[k], i);
    S9_WRITE(words, out);
}

/* Note the answer of a lane, and take up the next puzzle in it. */
S9_TARGET static void S9(finish)(State *st, s9_job *job, int i) {
    const s9_lane *lane = &st->lane[i];
    job->counts[lane->puzzle] = lane->count;
    job->guesses[lane->puzzle] = lane->guesses;
    job->done++;
    S9(refill)(st, job, i);
}

/* Give a puzzle up that has taken the nodes it may take; say whether it has. */
S9_TARGET static int S9(cut)(State *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    if (lane->nodes < job->node_limit) return 0;
    lane->count = -1 - lane->count;
    S9(finish)(st, job, i);
    return 1;
}

/* Let a lane take up a branch that was put off. */
S9_TARGET static void S9(load)(State *st, s9_job *job, int i, const uint32_t *entry) {
    s9_lane *lane = &st->lane[i];
    for (int k = 0; k < 27; k++) S9_AT(S9_ALL_BANDS(st)[k], i) = entry[k];
    for (int band = 0; band < 3; band++) S9_AT(st->naked.band[band], i) = S9_AT(st->hidden.band[band], i) = 0;
    S9_AT(st->naked.band[entry[27] & 3], i) = entry[28];
    lane->was_filled = (int)(entry[27] >> 2);
    job->nodes++;
    lane->nodes++;
}

/* Take up the oldest branch of the lane that has most of them, or rest where none has any. */
S9_TARGET static void S9(help)(State *st, s9_job *job, int i) {
    int from = 0, most = 0;
    for (int k = 0; k < LANES; k++) {
        const int n = st->lane[k].depth - st->lane[k].base;
        if (n > most) { most = n; from = k; }
    }
    if (most) S9(load)(st, job, i, st->stack[from][st->lane[from].base++]);
    else st->active &= ~(1u << i);
}

/* Take up the branch that was put off last, or finish the puzzle. */
S9_TARGET static void S9(back)(State *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    if (lane->depth == lane->base) {
        lane->base = lane->depth = 0;
        if (job->spread) S9(help)(st, job, i);
        else S9(finish)(st, job, i);
        return;
    }
    if (S9(cut)(st, job, i)) return;
    S9(load)(st, job, i, st->stack[i][--lane->depth]);
}

/* Branch on a cell with two candidates: in the band with most of them, the one that sees most of them. Without any,
 * branch on a cell with the fewest candidates. */
S9_TARGET static void S9(guess)(State *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    uint32_t *entry = st->stack[i][lane->depth], pairs[3], cell = 0;
    int band = 0, digit = 0, most = 0;
    if (S9(cut)(st, job, i)) return;
    for (int k = 0; k < 3; k++) {
        const uint32_t here = S9_AT(st->twos.band[k], i) & ~S9_AT(st->threes.band[k], i);
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
            for (uint32_t open = S9_AT(st->threes.band[k], i); open; open &= open - 1) {
                int n = 0;
                for (int d = 0; d < 9; d++) n += (S9_AT(st->may[d].band[k], i) & open & (0u - open)) != 0;
                if (n < fewest) { fewest = n; band = k; cell = open & (0u - open); }
            }
    }
    while (!(S9_AT(st->may[digit].band[band], i) & cell)) digit++;
    for (int k = 0; k < 27; k++) entry[k] = S9_AT(S9_ALL_BANDS(st)[k], i);
    entry[digit * 3 + band] &= ~cell;
    entry[27] = (uint32_t)band | (uint32_t)lane->filled << 2;
    entry[28] = most ? cell : 0;
    for (int d = 0; d < 9; d++)
        if (d != digit) S9_AT(st->may[d].band[band], i) &= ~cell;
    for (int k = 0; k < 3; k++) S9_AT(st->naked.band[k], i) = k == band ? cell : 0;
    lane->was_filled = lane->filled + 1;
    lane->guesses++;
    lane->nodes++;
    job->nodes++;
    if (job->spread && st->active != S9_EVERY) { /* a lane that rests takes the other branch at once */
        const int other = bits_lsb(~st->active);
        st->active |= 1u << other;
        S9(load)(st, job, other, entry);
    } else lane->depth++;
}

/* A lane stands still or is dead: count what was filled, then go back, branch or take the solution. */
S9_TARGET static void S9(event)(State *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    const uint32_t open = S9_AT(st->twos.band[0], i) | S9_AT(st->twos.band[1], i) | S9_AT(st->twos.band[2], i);
    lane->filled = 81;
    for (int band = 0; band < 3; band++) lane->filled -= bits_popcount(S9_AT(st->twos.band[band], i));
    job->propagations += lane->filled - lane->was_filled;
    if (st->dead >> i & 1) S9(back)(st, job, i);
    else if (open) S9(guess)(st, job, i);
    else if (job->spread) { /* which of two solutions is the first depends on the lanes: no more of it */
        if (!job->counts[0]) S9(read_out)(st, i, job->solutions);
        if (++job->counts[0] > 1) st->active = st->pending = 0;
        else S9(back)(st, job, i);
    } else {
        if (job->all) S9(read_out)(st, i, job->all + 81 * job->n_all++);
        else if (!lane->count) S9(read_out)(st, i, job->solutions + 81 * lane->puzzle);
        if (++lane->count >= job->limit) S9(finish)(st, job, i);
        else S9(back)(st, job, i);
    }
    /* What the sweep before this found of the old position must not touch the new one. */
    for (int band = 0; band < 3; band++) S9_AT(st->hidden.band[band], i) = 0;
}

/* What is known so far of the puzzles under way. */
static void S9(report)(const State *st, s9_job *job) {
    if (job->spread) {
        job->guesses[0] = 0;
        for (int i = 0; i < LANES; i++) job->guesses[0] += st->lane[i].guesses;
        return;
    }
    for (int i = 0; i < LANES; i++)
        if (st->active >> i & 1) {
            job->counts[st->lane[i].puzzle] = st->lane[i].count;
            job->guesses[st->lane[i].puzzle] = st->lane[i].guesses;
        }
}

S9_TARGET static void S9(start)(State *st, s9_job *job) {
    memset(st, 0, offsetof(State, stack));
    st->active = S9_EVERY;
    for (int i = 0; i < LANES; i++) S9(refill)(st, job, i);
}

/* Take over the puzzle that one lane has begun: its oldest branches go to the other lanes. */
S9_TARGET static void S9(adopt)(State *st, const s9_state_1 *one, s9_job *job) {
    const s9_lane *lane = &one->lane[0];
    memset(st, 0, offsetof(State, stack));
    st->active = 1;
    st->lane[0].guesses = lane->guesses;
    st->lane[0].was_filled = lane->was_filled;
    job->counts[0] = lane->count;
    for (int k = 0; k < 27; k++) S9_AT(S9_ALL_BANDS(st)[k], 0) = ((const uint32_t *)one->may)[k];
    for (int band = 0; band < 3; band++) S9_AT(st->naked.band[band], 0) = ((const uint32_t *)&one->naked)[band];
    for (int k = 0; k < lane->depth; k++)
        if (k + 1 < LANES) {
            st->active |= 2u << k;
            S9(load)(st, job, k + 1, one->stack[0][k]);
        } else memcpy(st->stack[0][st->lane[0].depth++], one->stack[0][k], sizeof(st->stack[0][0]));
}

/* Search until `goal` nodes were taken up in all, or job->all is full; say how it ended. */
S9_TARGET static int S9(run)(State *st, s9_job *job, int64_t goal) {
    while (st->active) {
        if (!st->pending) {
            if (LANES == 1 && job->narrow) job->narrow(st);
            else {
                S9(sweep_all)(st);
                if (job->n_groups) S9(follow_groups)(st, job);
                S9(settle)(st);
            }
            st->pending = st->dead | st->still;
        }
        while (st->pending) {
            if (job->nodes >= goal || (job->all && job->n_all == job->room)) {
                S9(report)(st, job);
                return S9_REMAINS;
            }
            const int i = bits_lsb(st->pending);
            st->pending &= st->pending - 1;
            S9(event)(st, job, i);
        }
        if (LANES == 1 && job->widen && st->active && st->lane[0].guesses >= job->widen) return S9_WIDEN;
    }
    if (!job->spread) return S9_DONE;
    S9(report)(st, job);
    if (job->counts[0] > 1) return S9_AGAIN;
    job->done = 1;
    return S9_DONE;
}
#undef Band
#undef Cells
#undef State
#undef S9_AT
#undef S9_ALL_BANDS
#undef S9_EVERY
#undef EACH
#undef S9_NEXT_ROW
#undef S9_NEXT_COLUMN
