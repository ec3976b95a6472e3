/* The walk with an item a lane: part of small_walk.h, which includes it for each width of lanes.h.
 *
 * LANES items are taken up together: their nodes as four vectors, then neighbour by neighbour whether it is free and
 * the node goes on with its letter. Which lanes go on by which neighbour is a list of places; from it the paths to
 * the queue's end are made, LANES at a time. That is done one turn later, when the list is certain to be there: what
 * waits for the nodes of one turn and what waits for the list of the one before do not wait for each other.
 */
#define V LANE_VECTOR

/* `high` where cells 32-63 exist; 16 * groups is the number of cells, rounded up. */
LANE_TARGET INLINE_ALWAYS int64_t LANE(small_walk)(small_walk *w, const uint8_t *letters, const int groups) {
    const int high = groups > 2;
    const V zero = LANE(all)(0), one = LANE(all)(1), full = LANE(all)(~0u), half = LANE(all)(32);
    const narrow_node root = w->nodes[0];
    const V steps = LANE(load)(w->step);
    const int stepped = w->stepped && (groups > 1 || LANES < 16); /* eight rows of 16 are one lookup of 128 bytes */
    uint32_t *const queue_node = w->queue_node, *const queue_low = w->queue_low, *const queue_high = w->queue_high;
    uint32_t *const end_letters = w->end_letters, *const end_words = w->end_words, *const end_first = w->end_first;
    uint32_t head = 0, tail = 0, ends = 0, waiting = 0, turn = 0, found = 0;
    V none = zero; /* lanes and neighbours without a move */
    uint32_t looked = 0;
    memcpy(w->board, letters, (size_t)w->n_cells);
    for (int k = 0; k < SMALL_LANES; k++) LANE(lookup_bytes)(w->letter[k], w->board, w->beside[k], groups);

    /* The paths of one cell. */
    for (int at = 0; at < 16 * groups; at += LANES) {
        const V letter = LANE(bit)(LANE(load_bytes)(w->board + at)), cell = LANE(load_bytes)(w->numbers + at);
        const V inner = LANE(all)(root.inner), words = LANE(all)(root.words);
        const V child = LANE(add)(LANE(all)(root.child), LANE(popcount)(LANE(and)(inner, LANE(sub)(letter, one))));
        const LANE(order) go = LANE(order_of)(LANE(meet)(letter, inner)), hit = LANE(order_of)(LANE(meet)(letter, words));
        LANE(pack)(queue_node + tail, go, LANE(or)(child, LANE(up)(cell, SMALL_CELL_SHIFT)));
        LANE(pack)(queue_low + tail, go, LANE(xor)(full, LANE(bit)(cell)));
        if (high) LANE(pack)(queue_high + tail, go, LANE(xor)(full, LANE(bit)(LANE(sub)(cell, half))));
        LANE(pack)(end_letters + ends, hit, letter);
        LANE(pack)(end_words + ends, hit, words);
        LANE(pack)(end_first + ends, hit, LANE(all)(root.word));
        none = LANE(count)(none, LANE(part)(letter, LANE(or)(inner, words)));
        looked++;
        tail += LANE(number)(go);
        ends += LANE(number)(hit);
    }

    for (;;) {
        uint32_t going = 0;
        if (head < tail) {
            const uint32_t n = tail - head < LANES ? tail - head : LANES;
            if (n < LANES) { /* behind the last item stands what passes nothing: the root with no cell free */
                LANE(store)(queue_node + tail, zero);
                LANE(store)(queue_low + tail, zero);
                if (high) LANE(store)(queue_high + tail, zero);
            }
            V node[4], seen = zero;
            const V cell = LANE(down)(LANE(load)(queue_node + head), SMALL_CELL_SHIFT);
            const V free_low = LANE(load)(queue_low + head), free_high = high ? LANE(load)(queue_high + head) : zero;
            LANE(rows)(w->nodes, queue_node + head, SMALL_NODE_MASK, node);
            const V inner = node[0], words = node[1], either = LANE(or)(inner, words);
            LANE(mask) stop[SMALL_LANES];
            for (int k = 0; k < SMALL_LANES; k++) {
                const V other = LANE(lookup)(w->other[k], cell, groups);
                V open = LANE(down_by)(free_low, other);
                if (high) open = LANE(or)(open, LANE(down_by)(free_high, LANE(sub)(other, half)));
                const V letter = LANE(up_by)(LANE(and)(open, one), LANE(lookup)(w->letter[k], cell, groups));
                stop[k] = LANE(part)(letter, inner);
                seen = LANE(or)(seen, letter);
                none = LANE(count)(none, LANE(part)(letter, either));
            }
            going = LANE(places)(w->places[turn], stop);
            looked += SMALL_LANES;
            LANE(store)(w->held_inner[turn], inner);
            LANE(store)(w->held_child[turn], node[2]);
            w->held_from[turn] = head;
            /* Items with words: the letters that complete one, to be told apart when the walk is over. */
            seen = LANE(and)(seen, words);
            const LANE(order) hit = LANE(order_of)(LANE(meet)(seen, seen));
            LANE(pack)(end_letters + ends, hit, seen);
            LANE(pack)(end_words + ends, hit, words);
            LANE(pack)(end_first + ends, hit, node[3]);
            ends += LANE(number)(hit);
            head += n;
        } else if (!waiting) {
            break;
        }
        turn ^= 1;
        const uint32_t from = w->held_from[turn];
        for (uint32_t i = 0; i < waiting; i += LANES) {
            const V place = LANE(load_bytes)(w->places[turn] + i);
            const V cell = LANE(down)(LANE(of)(LANE(load)(queue_node + from), place), SMALL_CELL_SHIFT);
            const V other = stepped ? LANE(add)(cell, LANE(of)(steps, LANE(down)(place, 4)))
                                    : LANE(lookup_row)(w->other_rows, LANE(and)(place, LANE(all)(0x70)), cell, groups);
            const V letter = LANE(bit)(LANE(lookup)(w->board, other, groups));
            const V below = LANE(and)(LANE(of)(LANE(load)(w->held_inner[turn]), place), LANE(sub)(letter, one));
            const V child = LANE(add)(LANE(of)(LANE(load)(w->held_child[turn]), place), LANE(popcount)(below));
            const V free_low = LANE(of)(LANE(load)(queue_low + from), place);
            LANE(store)(queue_node + tail + i, LANE(or)(child, LANE(up)(other, SMALL_CELL_SHIFT)));
            LANE(store)(queue_low + tail + i, LANE(without)(free_low, LANE(bit)(other)));
            if (!high) continue;
            const V free_high = LANE(of)(LANE(load)(queue_high + from), place);
            LANE(store)(queue_high + tail + i, LANE(without)(free_high, LANE(bit)(LANE(sub)(other, half))));
        }
        tail += waiting;
        waiting = going;
        if (tail > w->capacity) return -1;
    }

    LANE(store)(end_letters + ends, zero);
    for (uint32_t at = 0; at < ends; at += LANES) {
        V rest = LANE(load)(end_letters + at);
        const V words = LANE(load)(end_words + at), first = LANE(load)(end_first + at);
        for (;;) { /* the lowest letter of each */
            const LANE(order) some = LANE(order_of)(LANE(meet)(rest, rest));
            if (!LANE(number)(some)) break;
            const V others = LANE(and)(rest, LANE(sub)(rest, one)), below = LANE(sub)(LANE(xor)(rest, others), one);
            LANE(pack)(w->found + found, some, LANE(add)(first, LANE(popcount)(LANE(and)(words, below))));
            found += LANE(number)(some);
            rest = others;
        }
    }
    w->n_found = found;
    w->moves = (int64_t)looked * LANES - LANE(sum)(none);
    return tail;
}
#undef V
