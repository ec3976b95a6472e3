/* The walk with an item a vector of 16 bytes: part of small_walk.h, for SSE4.1 and NEON.
 *
 *      bytes 0-7   neighbour by neighbour: does the node go on with its letter?
 *      bytes 8-15  the same: does its letter complete a word?
 *
 * A letter is a bit of one of the four bytes of a mask, a cell a bit of one of the eight of a set: those bytes are
 * looked up for all neighbours at once. What goes on is queued as the item's number and the neighbour's, and made
 * an item when it is taken up. Nothing branches on what is found.
 */
enum { SMALL_CHUNK = 32 };

/* The byte and the bit of each neighbour's letter beside each cell. */
BYTES_TARGET INLINE_ALWAYS void small_bytes_letters(small_walk *w, const uint8_t *letters, const int groups) {
    static const uint8_t bit_of[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    static const uint8_t half_of[16] = {0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4};
    const u8x16 bits = u8x16_load(bit_of), half = u8x16_load(half_of);
    u8x16 byte[4], bit[4];
    memcpy(w->board, letters, (size_t)w->n_cells);
    for (int g = 0; g < groups; g++) {
        const u8x16 letter = u8x16_load(w->board + 16 * g), is_letter = u8x16_below(letter, 32);
        byte[g] = u8x16_eighth(letter);
        bit[g] = u8x16_and(is_letter, u8x16_of(bits, u8x16_and(letter, u8x16_all(7))));
    }
    for (int cell = 0; cell < w->n_cells; cell++) {
        u8x16 at = u8x16_load(w->near_at[0] + 16 * cell), bytes = u8x16_of(byte[0], at), mine = u8x16_of(bit[0], at);
        for (int g = 1; g < groups; g++) {
            at = u8x16_load(w->near_at[g] + 16 * cell);
            bytes = u8x16_or(bytes, u8x16_of(byte[g], at));
            mine = u8x16_or(mine, u8x16_of(bit[g], at));
        }
        u8x16_store(w->letter_byte + 16 * cell, u8x16_or(bytes, half));
        u8x16_store(w->letter_bit + 16 * cell, mine);
    }
}

BYTES_TARGET INLINE_ALWAYS uint32_t small_bytes_rank(uint32_t mask, uint32_t letter) {
    return (uint32_t)BYTES_POPCOUNT(mask & (((uint32_t)1 << (letter & 31)) - 1));
}

BYTES_TARGET INLINE_ALWAYS int64_t small_walk_bytes_of(small_walk *w, const uint8_t *letters, const int groups) {
    const narrow_node *const nodes = w->nodes, root = nodes[0];
    small_path *const paths = w->paths; /* the first eight stand for the paths of one cell, cells 0-7, 8-15, ... */
    uint32_t *const queue = w->queue_node, *const found = w->found;
    const uint8_t *const beside = w->beside_cell, *const board = w->board;
    uint32_t head = 0, tail = 0, hits = 0;
    int64_t moves = 0;
    small_bytes_letters(w, letters, groups);
    for (int cell = 0; cell < w->n_cells; cell++) {
        const uint32_t letter = board[cell] < 32 ? (uint32_t)1 << board[cell] : 0;
        queue[tail] = found[hits] = (uint32_t)cell;
        tail += (root.inner & letter) != 0;
        hits += (root.words & letter) != 0;
        moves += ((root.inner | root.words) & letter) != 0;
    }
    while (head < tail) {
        if (tail > w->capacity) return -1;
        const uint32_t stop = tail - head < SMALL_CHUNK ? tail : head + SMALL_CHUNK;
        for (uint32_t i = head; i < stop; i++) {
            const small_path *const from = paths + (queue[i] >> 3);
            const uint32_t cell = beside[from->cell8 + (queue[i] & 7)];
            const narrow_node *const node = nodes + from->node;
            small_path *const path = paths + 8 + i;
            path->used = from->used | (uint64_t)1 << cell;
            path->node = node->child + small_bytes_rank(node->inner, board[cell]);
            path->cell8 = 8 * cell;
        }
        for (; head < stop; head++) {
            const small_path *const path = paths + 8 + head;
            const size_t cell16 = 2 * (size_t)path->cell8;
            const u8x16 letter = u8x16_of(u8x16_load(nodes + path->node), u8x16_load(w->letter_byte + cell16));
            const u8x16 used = u8x16_of(u8x16_load_8(&path->used), u8x16_load(w->cell_byte + cell16));
            const u8x16 no = u8x16_part(letter, u8x16_load(w->letter_bit + cell16));
            const u8x16 open = u8x16_part(used, u8x16_load(w->cell_bit + cell16));
            const uint32_t on = u8x16_bits(u8x16_without(open, no)), go = on & 255, hit = on >> 8;
            u8x16_widen(queue + tail, lanes_packed[go], 8 * (8 + head));
            u8x16_widen(found + hits, lanes_packed[hit], 8 * (8 + head));
            tail += (uint32_t)BYTES_POPCOUNT(go);
            hits += (uint32_t)BYTES_POPCOUNT(hit);
            moves += BYTES_POPCOUNT(go | hit);
        }
    }
    for (uint32_t i = 0; i < hits; i++) { /* the path and its neighbour -> the word that they make */
        const small_path *const path = paths + (found[i] >> 3);
        const narrow_node *const node = nodes + path->node;
        found[i] = node->word + small_bytes_rank(node->words, board[beside[path->cell8 + (found[i] & 7)]]);
    }
    w->n_found = hits;
    w->moves = moves;
    return tail;
}

BYTES_TARGET static int64_t small_walk_bytes(small_walk *w, const uint8_t *letters) {
    if (w->n_cells <= 16) return small_walk_bytes_of(w, letters, 1);
    if (w->n_cells <= 32) return small_walk_bytes_of(w, letters, 2);
    return small_walk_bytes_of(w, letters, 4);
}
