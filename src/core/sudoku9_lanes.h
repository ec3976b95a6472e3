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
 * Expects: LANES, VEC (uint32_t or a vector of them), S9(name), S9_TARGET, S9_OR3, S9_SEL, S9_ANDOR, S9_EQ.
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

S9_TARGET static inline void S9(rotate_rows)(VEC p, VEC *up, VEC *down) {
    *up = S9_SEL(0x3Fu * S9_L | 0xE0000000u, p >> 3, p << 6);   /* what stands one row below, cyclically */
    *down = S9_SEL(0x07u * S9_L | 0xE0000000u, p >> 6, p << 3); /* one row above */
}

/* One sweep over the nine digits. */
S9_TARGET static void S9(sweep)(S9(state) *st) {
    const VEC zero = st->w[0] ^ st->w[0];
    VEC bad = zero, full = ~zero, moved = zero;
    VEC h0 = zero, h1 = zero, h2 = zero;
    const VEC n0 = st->naked[0], n1 = st->naked[1], n2 = st->naked[2];
    for (int d = 0; d < 27; d += 3) {
        VEC a = st->w[d], b = st->w[d + 1], c = st->w[d + 2];
        const VEC a_was = a, b_was = b, c_was = c;
        /* A naked single empties the rest of its box. */
        const VEC na = a & n0, nb = b & n1, nc = c & n2;
        VEC z;
        z = (na + S9_ALL) & S9_SPARE; a &= na | ~(z - (z >> 9));
        z = (nb + S9_ALL) & S9_SPARE; b &= nb | ~(z - (z >> 9));
        z = (nc + S9_ALL) & S9_SPARE; c &= nc | ~(z - (z >> 9));
        /* Rows: bit r * 3 + band of field j says whether box j has the digit in row r. A place is kept where the
         * other two rows fit into the other two boxes, one way or the other. */
        VEC p, up, down, keep, x, y;
        x = S9_OR3(a, a >> 1, a >> 2);
        y = S9_OR3(b, b << 1, b >> 1);
        p = S9_OR3(c, c << 1, c << 2);
        p = S9_SEL(S9_C0, x, S9_SEL(S9_C1, y, p));
        S9(rotate_rows)(p, &up, &down);
        x = (up >> 10 | up << 20) & (down >> 20 | down << 10);
        y = (up >> 20 | up << 10) & (down >> 10 | down << 20);
        keep = p & (x | y);
        x = keep & S9_C0; a &= (x << 3) - x;
        x = keep & S9_C1; b &= (x << 2) - (x >> 1);
        x = keep & S9_C2; c &= (x << 1) - (x >> 2);
        /* Columns: bit band * 3 + column of field j says whether box j of that band has the digit in the column. */
        x = S9_OR3(a, a >> 3, a >> 6);
        y = S9_OR3(b, b << 3, b >> 3);
        p = S9_OR3(c, c << 3, c << 6);
        p = S9_SEL(0x7u * S9_L, x, S9_SEL(0x38u * S9_L, y, p));
        S9(rotate_rows)(p, &up, &down);
        {
            const VEC up1 = S9_SEL(S9_C0 | S9_C1, up >> 1, up << 2), up2 = S9_SEL(S9_C0, up >> 2, up << 1);
            const VEC down1 = S9_SEL(S9_C0 | S9_C1, down >> 1, down << 2), down2 = S9_SEL(S9_C0, down >> 2, down << 1);
            keep = p & S9_ALL & S9_ANDOR(up1, down2, up2 & down1);
        }
        full &= keep + S9_ALL;
        x = keep & 0x7u * S9_L; a &= S9_OR3(x, x << 3, x << 6);
        x = keep & 0x38u * S9_L; b &= S9_OR3(x, x >> 3, x << 3);
        x = keep & 0x1C0u * S9_L; c &= S9_OR3(x, x >> 3, x >> 6);
        /* A field with one cell left: no other digit may stay there. */
        VEC rest, s;
        rest = a & (a - S9_L); bad = S9_ANDOR(rest, na, bad);
        z = (rest + S9_ALL) & S9_SPARE; s = a & ~(z - (z >> 9));
        bad = S9_ANDOR(h0, s, bad); h0 |= s; st->only[d] = s;
        rest = b & (b - S9_L); bad = S9_ANDOR(rest, nb, bad);
        z = (rest + S9_ALL) & S9_SPARE; s = b & ~(z - (z >> 9));
        bad = S9_ANDOR(h1, s, bad); h1 |= s; st->only[d + 1] = s;
        rest = c & (c - S9_L); bad = S9_ANDOR(rest, nc, bad);
        z = (rest + S9_ALL) & S9_SPARE; s = c & ~(z - (z >> 9));
        bad = S9_ANDOR(h2, s, bad); h2 |= s; st->only[d + 2] = s;
        st->w[d] = a; st->w[d + 1] = b; st->w[d + 2] = c;
        moved |= (a ^ a_was) | (b ^ b_was) | (c ^ c_was);
    }
    st->hidden[0] = h0; st->hidden[1] = h1; st->hidden[2] = h2;
    st->bad = bad; st->full = full; st->moved = moved;
}

/* Cells settled by a hidden single lose their other digits; then count candidates a cell, up to three. */
S9_TARGET static void S9(settle)(S9(state) *st) {
    const VEC zero = st->w[0] ^ st->w[0];
    VEC moved = st->moved, wrong = st->bad | (~st->full & S9_SPARE);
    for (int band = 0; band < 3; band++) {
        const VEC hidden = st->hidden[band];
        VEC one = zero, two = zero, three = zero;
        for (int k = band; k < 27; k += 3) {
            const VEC was = st->w[k], now = was & (st->only[k] | ~hidden);
            moved |= was ^ now;
            three = S9_ANDOR(two, now, three);
            two = S9_ANDOR(one, now, two);
            one |= now;
            st->w[k] = now;
        }
        st->naked[band] = one & ~two;
        st->any[band] = one; st->twos[band] = two; st->threes[band] = three;
        wrong |= one ^ S9_ALL;
    }
    const uint32_t sound = S9_EQ(wrong, zero);
    st->dead = st->active & ~sound;
    st->still = S9_EQ(moved, zero) & st->active & ~st->dead;
}

/* Put the next puzzle of the job into a lane, or let the lane rest. */
S9_TARGET static void S9(refill)(S9(state) *st, s9_job *job, int i) {
    uint32_t given[27] = {0};
    s9_lane *lane = &st->lane[i];
    if (job->next == job->n) {
        st->active &= ~(1u << i);
        return;
    }
    const uint8_t *puzzle = job->puzzles + 81 * job->next;
    lane->puzzle = job->next++;
    lane->depth = lane->was_filled = 0;
    lane->guesses = lane->count = lane->nodes = 0;
    for (int k = 0; k < 81; k++)
        if (puzzle[k]) lane->was_filled++, given[(puzzle[k] - 1) * 3 + s9_band[k]] |= (uint32_t)1 << s9_bit[k];
    for (int band = 0; band < 3; band++) {
        uint32_t taken = 0;
        for (int k = band; k < 27; k += 3) taken |= given[k];
        for (int k = band; k < 27; k += 3) S9_WORDS(st->w)[k * LANES + i] = given[k] | (S9_ALL & ~taken);
        S9_WORDS(st->naked)[band * LANES + i] = taken;
    }
    job->nodes++;
    lane->nodes++;
}

static void S9(read_out)(const S9(state) *st, int i, uint8_t *out) {
    for (int k = 0; k < 27; k++)
        for (uint32_t word = ((const uint32_t *)st->w)[k * LANES + i]; word; word &= word - 1)
            out[s9_cell[k % 3][bits_lsb(word)]] = (uint8_t)(k / 3 + 1);
}

static void S9(finish)(S9(state) *st, s9_job *job, int i) {
    const s9_lane *lane = &st->lane[i];
    job->counts[lane->puzzle] = lane->count;
    job->guesses[lane->puzzle] = lane->guesses;
    job->done++;
    S9(refill)(st, job, i);
}

/* Give a puzzle up that has taken the nodes it may take; say whether it has. */
static int S9(cut)(S9(state) *st, s9_job *job, int i) {
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

/* Branch on a cell with two candidates, else on one with the fewest. */
S9_TARGET static void S9(guess)(S9(state) *st, s9_job *job, int i) {
    s9_lane *lane = &st->lane[i];
    uint32_t *w = S9_WORDS(st->w) + i, *entry = st->stack[i][lane->depth];
    int band = 0, digit = 0, bivalue = 1;
    uint32_t cell = 0;
    if (S9(cut)(st, job, i)) return;
    for (band = 0; band < 3; band++) {
        cell = S9_WORDS(st->twos)[band * LANES + i] & ~S9_WORDS(st->threes)[band * LANES + i];
        if (cell) break;
    }
    if (cell) cell &= 0u - cell;
    else {
        int fewest = 10;
        bivalue = 0;
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
    entry[28] = bivalue ? cell : 0;
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
