/* The walk with an item a vector of 16 bytes: part of small_walk.h, for SSE4.1 and NEON.
 *
 *      bytes 0-7   neighbour by neighbour: does the node go on with its letter?
 *      bytes 8-15  the same: does its letter complete a word?
 *
 * A letter is a bit of one of the four bytes of a mask, a cell a bit of one of the eight of a set: those bytes are
 * looked up for all neighbours at once. What goes on is listed as the item's number and the neighbour's, a byte, for
 * some items at a time; from that list the paths to the queue's end are made. Nothing branches on what is found.
 */
enum { SMALL_CHUNK = 32 }; /* 8 times the item and the neighbour are a byte */

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

/* Write the neighbours that are meant, each with the bits of `item`. */
INLINE_ALWAYS void small_bytes_list(uint8_t *at, uint32_t meant, uint64_t item) {
    uint64_t list;
    memcpy(&list, lanes_packed[meant], sizeof list);
    list |= item;
    memcpy(at, &list, sizeof list);
}

BYTES_TARGET INLINE_ALWAYS int64_t small_walk_bytes_of(small_walk *w, const uint8_t *letters, const int groups) {
    const narrow_node *const nodes = w->nodes, root = nodes[0];
    small_path *const paths = w->paths;
    uint32_t *const found = w->found;
    const uint8_t *const beside = w->beside_cell, *const board = w->board;
    uint8_t go_list[SMALL_CHUNK * 8 + 8], hit_list[SMALL_CHUNK * 8 + 8];
    uint32_t head = 0, tail = 0, hits = 0;
    int64_t moves = 0;
    small_bytes_letters(w, letters, groups);
    for (int cell = 0; cell < w->n_cells; cell++) {
        const uint32_t letter = board[cell] < 32 ? (uint32_t)1 << board[cell] : 0;
        const uint32_t child = root.child + small_bytes_rank(root.inner, board[cell]);
        const small_path path = {(uint64_t)1 << cell, child, 8 * (uint32_t)cell};
        paths[tail] = path;
        found[hits] = root.word + small_bytes_rank(root.words, board[cell]);
        tail += (root.inner & letter) != 0;
        hits += (root.words & letter) != 0;
        moves += ((root.inner | root.words) & letter) != 0;
    }
    while (head < tail) {
        if (tail > w->capacity) return -1;
        const small_path *const chunk = paths + head;
        const uint32_t n = tail - head < SMALL_CHUNK ? tail - head : SMALL_CHUNK;
        uint32_t going = 0, hitting = 0;
        uint64_t item = 0;
        for (uint32_t i = 0; i < n; i++, item += 0x0808080808080808u) {
            const small_path *const path = chunk + i;
            const size_t cell16 = 2 * (size_t)path->cell8;
            const u8x16 letter = u8x16_of(u8x16_load(nodes + path->node), u8x16_load(w->letter_byte + cell16));
            const u8x16 used = u8x16_of(u8x16_load_8(&path->used), u8x16_load(w->cell_byte + cell16));
            const u8x16 no = u8x16_part(letter, u8x16_load(w->letter_bit + cell16));
            const u8x16 open = u8x16_part(used, u8x16_load(w->cell_bit + cell16));
            const uint32_t on = u8x16_bits(u8x16_without(open, no)), go = on & 255, hit = on >> 8;
            small_bytes_list(go_list + going, go, item);
            small_bytes_list(hit_list + hitting, hit, item);
            going += (uint32_t)BYTES_POPCOUNT(go);
            hitting += (uint32_t)BYTES_POPCOUNT(hit);
            moves += BYTES_POPCOUNT(go | hit);
        }
        for (uint32_t i = 0; i < going; i++) {
            const small_path *const from = chunk + (go_list[i] >> 3);
            const uint32_t cell = beside[from->cell8 + (go_list[i] & 7)];
            const narrow_node *const node = nodes + from->node;
            small_path *const path = paths + tail + i;
            path->used = from->used | (uint64_t)1 << cell;
            path->node = node->child + small_bytes_rank(node->inner, board[cell]);
            path->cell8 = 8 * cell;
        }
        for (uint32_t i = 0; i < hitting; i++) {
            const small_path *const from = chunk + (hit_list[i] >> 3);
            const narrow_node *const node = nodes + from->node;
            found[hits + i] = node->word + small_bytes_rank(node->words, board[beside[from->cell8 + (hit_list[i] & 7)]]);
        }
        head += n;
        tail += going;
        hits += hitting;
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
