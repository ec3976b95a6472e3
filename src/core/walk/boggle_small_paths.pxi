"""The walk of boggle_small.pyx with an item a lane, compiled for AVX2 and AVX-512.

The lanes of a vector are items that are taken up together: their nodes as four vectors, then neighbour by neighbour
whether it is free and the node continues with it. Which lanes go on by which neighbour is a list of places; from
it the paths to the queue's end are made, a vector at a time. That is done one turn later, when the list is certain to
be there: what waits for the nodes of one turn and what waits for the list of the one before do not wait for each other.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint16_t
from libc.string cimport memcpy

from ..lanes cimport (
    PATH_LANES, lane_mask, lane_number, lane_order, lane_order_of, lanes, lanes_add, lanes_all, lanes_and, lanes_bit,
    lanes_count, lanes_down, lanes_down_by, lanes_load, lanes_load_bytes, lanes_lookup, lanes_lookup_bytes,
    lanes_lookup_row, lanes_meet_all, lanes_of, lanes_or, lanes_pack, lanes_part_all, lanes_places, lanes_popcount,
    lanes_prepare, lanes_rows, lanes_store, lanes_sub, lanes_sum, lanes_up, lanes_up_by, lanes_without, lanes_xor,
)
from ..trie cimport narrow_node
from ..types cimport count_t, letter_t, uint8_t, uint32_t, uint64_t
from .boggle_small_state cimport CELL_SHIFT, LANES, NODE_MASK, board_set, move_count, small_form, small_walk


cdef inline uint32_t _words(small_walk* w, uint32_t ends) noexcept nogil:
    """Tell the letters apart of the items with words; return how many words they are."""
    cdef uint32_t at = 0, found = 0
    cdef lanes zero = lanes_all(0), one = lanes_all(1), rest, words, first, others, below
    cdef lane_order some
    lanes_store(w.end_letters + ends, zero)
    while at < ends:
        rest = lanes_load(w.end_letters + at)
        words, first = lanes_load(w.end_words + at), lanes_load(w.end_first + at)
        while True:  # the lowest letter of each
            some = lane_order_of(lanes_meet_all(rest, rest))
            if not lane_number(some):
                break
            others = lanes_and(rest, lanes_sub(rest, one))
            below = lanes_sub(lanes_xor(rest, others), one)
            lanes_pack(w.found + found, some, lanes_add(first, lanes_popcount(lanes_and(words, below))))
            found += lane_number(some)
            rest = others
        at += PATH_LANES
    return found


# long: both halves of a turn, which share vectors and wait for different loads
cdef count_t _walk_of(
    small_walk* w, const letter_t* letters, board_set no_cell, move_count no_moves
) noexcept nogil:
    """Walk a board whose cells fit into such a set; count moves unless in bytes."""
    cdef int groups = <int>(sizeof(no_cell) // 2)  # of 16 cells
    cdef bint high = groups > 2                          # cells 32-63 exist
    # Eight rows of 16 are one lookup of 128 bytes.
    cdef bint counting = sizeof(no_moves) > 1
    cdef bint stepped = w.stepped and (groups > 1 or PATH_LANES < 16)
    cdef uint32_t head = 0, tail = 0, ends = 0, waiting = 0, turn = 0, looked = 0, going, n, i, start
    cdef int k, at = 0
    cdef narrow_node root = w.nodes[0]
    cdef uint32_t* queue_node = w.queue_node
    cdef uint32_t* queue_low = w.queue_low
    cdef uint32_t* queue_high = w.queue_high
    cdef uint32_t* end_letters = w.end_letters
    cdef uint32_t* end_words = w.end_words
    cdef uint32_t* end_first = w.end_first
    cdef lanes zero = lanes_all(0), one = lanes_all(1), full = lanes_all(0xFFFFFFFFu), half = lanes_all(32)
    cdef lanes steps = lanes_load(w.step)
    cdef lanes none = zero  # lanes and neighbours without a move
    cdef lanes letter, cell, inner, words, child, seen, free_low, free_high, either, other, free, place, below
    cdef lanes node[4]
    cdef lane_mask stop[LANES]
    cdef lane_order go, hit
    memcpy(w.board, letters, <size_t>w.n_cells)
    for k in range(LANES):
        lanes_lookup_bytes(w.letter[k], w.board, w.adjacent[k], groups)

    while at < 16 * groups:  # the paths of one cell
        letter, cell = lanes_bit(lanes_load_bytes(w.board + at)), lanes_load_bytes(w.numbers + at)
        inner, words = lanes_all(root.inner), lanes_all(root.words)
        child = lanes_add(lanes_all(root.child), lanes_popcount(lanes_and(inner, lanes_sub(letter, one))))
        go, hit = lane_order_of(lanes_meet_all(letter, inner)), lane_order_of(lanes_meet_all(letter, words))
        lanes_pack(queue_node + tail, go, lanes_or(child, lanes_up(cell, CELL_SHIFT)))
        lanes_pack(queue_low + tail, go, lanes_xor(full, lanes_bit(cell)))
        if high:
            lanes_pack(queue_high + tail, go, lanes_xor(full, lanes_bit(lanes_sub(cell, half))))
        lanes_pack(end_letters + ends, hit, letter)
        lanes_pack(end_words + ends, hit, words)
        lanes_pack(end_first + ends, hit, lanes_all(root.word))
        none = lanes_count(none, lanes_part_all(letter, lanes_or(inner, words)))
        looked += 1
        tail += lane_number(go)
        ends += lane_number(hit)
        at += PATH_LANES

    while True:
        going = 0
        if head < tail:
            n = tail - head if tail - head < PATH_LANES else PATH_LANES
            if n < PATH_LANES:  # behind the last item stands what passes nothing: the root with no cell free
                lanes_store(queue_node + tail, zero)
                lanes_store(queue_low + tail, zero)
                if high:
                    lanes_store(queue_high + tail, zero)
            seen = zero
            cell = lanes_down(lanes_load(queue_node + head), CELL_SHIFT)
            free_low = lanes_load(queue_low + head)
            free_high = lanes_load(queue_high + head) if high else zero
            lanes_rows(w.nodes, queue_node + head, NODE_MASK, node)
            inner, words, either = node[0], node[1], lanes_or(node[0], node[1])
            for k in range(LANES):
                other = lanes_lookup(w.other[k], cell, groups)
                free = lanes_down_by(free_low, other)
                if high:
                    free = lanes_or(free, lanes_down_by(free_high, lanes_sub(other, half)))
                letter = lanes_up_by(lanes_and(free, one), lanes_lookup(w.letter[k], cell, groups))
                stop[k] = lanes_part_all(letter, inner)
                seen = lanes_or(seen, letter)
                if counting:
                    none = lanes_count(none, lanes_part_all(letter, either))
            going = lanes_places(w.places[turn], stop)
            looked += LANES
            lanes_store(w.held_inner[turn], inner)
            lanes_store(w.held_child[turn], node[2])
            w.held_from[turn] = head
            # Items with words: the letters that complete one, to be distinguished when the walk is over.
            seen = lanes_and(seen, words)
            hit = lane_order_of(lanes_meet_all(seen, seen))
            lanes_pack(end_letters + ends, hit, seen)
            lanes_pack(end_words + ends, hit, words)
            lanes_pack(end_first + ends, hit, node[3])
            ends += lane_number(hit)
            head += n
        elif not waiting:
            break
        turn ^= 1
        start = w.held_from[turn]
        i = 0
        while i < waiting:
            place = lanes_load_bytes(w.places[turn] + i)
            cell = lanes_down(lanes_of(lanes_load(queue_node + start), place), CELL_SHIFT)
            if stepped:
                other = lanes_add(cell, lanes_of(steps, lanes_down(place, 4)))
            else:
                other = lanes_lookup_row(w.other_rows, lanes_and(place, lanes_all(0x70)), cell, groups)
            letter = lanes_bit(lanes_lookup(w.board, other, groups))
            below = lanes_and(lanes_of(lanes_load(w.held_inner[turn]), place), lanes_sub(letter, one))
            child = lanes_add(lanes_of(lanes_load(w.held_child[turn]), place), lanes_popcount(below))
            free_low = lanes_of(lanes_load(queue_low + start), place)
            lanes_store(queue_node + tail + i, lanes_or(child, lanes_up(other, CELL_SHIFT)))
            lanes_store(queue_low + tail + i, lanes_without(free_low, lanes_bit(other)))
            if high:
                free_high = lanes_of(lanes_load(queue_high + start), place)
                lanes_store(queue_high + tail + i, lanes_without(free_high, lanes_bit(lanes_sub(other, half))))
            i += PATH_LANES
        tail += waiting
        waiting = going
        if tail > w.capacity:
            return -1

    w.n_found = _words(w, ends)
    w.moves = <count_t>looked * PATH_LANES - lanes_sum(none)
    return tail


cdef count_t _walk_counting(small_walk* w, const letter_t* letters, board_set no_cell) noexcept nogil:
    if w.counting:
        return _walk_of[board_set, uint32_t](w, letters, no_cell, 0)
    return _walk_of[board_set, uint8_t](w, letters, no_cell, 0)


cdef count_t _walk(small_walk* w, const letter_t* letters) noexcept nogil:
    if w.n_cells <= 16:
        return _walk_counting[uint16_t](w, letters, 0)
    if w.n_cells <= 32:
        return _walk_counting[uint32_t](w, letters, 0)
    return _walk_counting[uint64_t](w, letters, 0)


lanes_prepare()
cdef small_form _form = _walk
form = PyCapsule_New(<void*>_form, NULL, NULL)
