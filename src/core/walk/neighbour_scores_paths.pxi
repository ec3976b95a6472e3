"""The walk of neighbour_scores.pyx with a path a lane, compiled for AVX2 and AVX-512.

The lists are those of neighbour_cells.pxd, in another order where a cell's letter is another's. Boards of more than 32
cells take that form.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint16_t

from ..bits cimport lsb, popcount
from ..lanes cimport (
    PATH_LANES, lane_bits, lane_mask, lane_number, lane_order, lane_order_of, lanes, lanes_add, lanes_all,
    lanes_and, lanes_any, lanes_bit, lanes_down, lanes_down_by, lanes_except, lanes_first, lanes_load, lanes_meet,
    lanes_meet_all, lanes_min, lanes_or, lanes_pack, lanes_part_all, lanes_place, lanes_prepare, lanes_same, lanes_store,
    lanes_sub, lanes_table, lanes_table_load, lanes_table_of, lanes_up, lanes_where, lanes_without, lanes_xor,
)
from ..types cimport int32_t, letters_t, uint32_t, uint64_t
from .neighbour_cells cimport walk_cells
from .neighbour_state cimport (
    LETTERS, NO_LETTER, ROOT_ROW, begin_word, count_exact, count_hits, count_last, has_room, make_room, may_go_on, near_form,
    near_string, near_walk, near_word, points_of, queue_string, swapped_key,
)

# The size of a board, as the type of a set of its cells: what differs by it is a constant then.
ctypedef fused board_set:
    uint16_t
    uint32_t

cdef struct near_lists:  # those of near_walk, which no store can change here: else they are loaded again after each
    uint32_t* open
    uint32_t* used
    uint32_t* turn
    uint32_t* key

cdef struct onward:  # how the paths of a string go on
    lanes open       # cells
    lanes turning    # old letters of changed cells, by the other half of a swap
    lanes old        # all old letters


# Which of n sets, or numbers, have a bit in common with x.
cdef inline uint32_t _meeting(const void* sets, uint32_t n, uint32_t x) noexcept nogil:
    cdef uint32_t at = 0, found = 0
    cdef lanes every = lanes_all(x)
    while at < n:
        found |= lane_bits(lanes_meet_all(lanes_load(<const uint32_t*>sets + at), every)) << at
        at += PATH_LANES
    return found


# Put hits of some lanes at the end of the list.
cdef inline void _hit(near_walk* w, const near_word* f, lane_mask go, lanes row, lanes cell) noexcept nogil:
    cdef lane_order order = lane_order_of(go)
    lanes_pack(w.hit_at + w.n_hits, order, lanes_add(lanes_up(row, 6), cell))
    lanes_store(w.hit_word + w.n_hits, lanes_all(f.number))
    lanes_store(w.hit_points + w.n_hits, lanes_all(<uint32_t>f.points))
    w.n_hits += lane_number(order)


# Note the neighbours at which a word is gained by the paths from i on that are no exact ones, `tail` of them.
cdef inline void _end_paths(
    near_walk* w, const near_word* f, lane_mask tail, uint32_t i, board_set no_cell
) noexcept nogil:
    cdef int groups = <int>(sizeof(no_cell) // 2)
    cdef lanes one = lanes_all(1), bytes_ = lanes_all(255), key = lanes_load(w.key + i), none = lanes_all(NO_LETTER)
    cdef lanes turn = lanes_load(<uint32_t*>w.turn + i), hit, letter, others, cell, lowest, other, least
    cdef lane_mask ending, turned, swapped, changed
    hit = lanes_where(tail, lanes_and(lanes_load(<uint32_t*>w.open + i), lanes_all(<uint32_t>f.here)))
    # By the swap that this letter makes of a change.
    turned = lanes_meet(lanes_same(tail, lanes_down(key, 16), lanes_all(f.y)), turn, turn)
    ending = lanes_meet_all(hit, hit)
    if not lane_bits(ending) | lane_bits(turned):
        return
    cell, letter = lanes_and(key, bytes_), lanes_and(lanes_down(key, 8), bytes_)
    swapped = lanes_same(ending, letter, none)
    changed = lanes_except(ending, swapped)
    _hit(w, f, lanes_meet(changed, lanes_bit(cell), lanes_all(<uint32_t>f.common)), letter, cell)
    # By the swaps that make the change: not with a cell of the path, nor with that on which it must end.
    others = lanes_table_of(lanes_table_load(w.cells_of, 2), letter, 2)
    others = lanes_without(others, lanes_load(<uint32_t*>w.used + i))
    others = lanes_without(others, lanes_where(lanes_part_all(hit, lanes_sub(hit, one)), hit))
    others = lanes_or(lanes_where(changed, others), lanes_where(swapped, lanes_bit(lanes_down(key, 24))))
    others = lanes_or(others, lanes_where(turned, turn))
    if f.exact:
        others = lanes_and(others, lanes_table_of(lanes_table_load(w.lost_with, groups), cell, groups))
    ending = lanes_meet_all(others, others)
    while lane_bits(ending):
        lowest = lanes_and(others, lanes_sub(lanes_all(0), others))
        other = lanes_place(lowest)
        least = lanes_min(cell, other)
        _hit(w, f, ending, lanes_add(least, none), lanes_sub(lanes_add(cell, other), least))
        others = lanes_xor(others, lowest)
        ending = lanes_meet_all(others, others)
    make_room(w)


cdef inline letters_t _count_words(near_walk* w, const near_string* f, board_set no_cell) noexcept nogil:
    """Count the words that a string becomes by one more letter; return the letters that lead on."""
    cdef letters_t ending = f.letters & f.node.words
    cdef near_word word
    cdef uint32_t i
    cdef int32_t points
    while ending:
        i = <uint32_t>lsb(ending)
        ending &= ending - 1
        points = points_of(w, &f.node, i)
        if not points:
            continue
        begin_word(w, &word, i, points)
        word.here = (<const uint32_t*>w.cells_of)[i]
        if not count_exact(w, &word, f.exact, f.changed, <uint32_t>0, True):
            continue
        count_last(w, &word, f.exact, f.changed, <uint32_t>0)
        i = f.changed
        while i < f.end:
            _end_paths(w, &word, lanes_first(f.end - i), i, no_cell)
            i += PATH_LANES
    return f.letters & f.node.inner


# Write the paths of some lanes at the end; return the end behind them. `old` is the letter that a changed cell has.
cdef inline uint32_t _push(
    const near_lists* q, uint32_t top, lane_mask go, lanes open_, lanes used, lanes turn, lanes key, lanes old, onward* on
) noexcept nogil:
    cdef lanes ways = lanes_or(open_, turn)
    cdef lane_mask kept = lanes_meet(go, ways, ways)
    cdef lane_order order = lane_order_of(kept)
    on.open = lanes_or(on.open, lanes_where(kept, open_))
    on.turning = lanes_or(on.turning, lanes_where(lanes_meet(kept, turn, turn), old))
    on.old = lanes_or(on.old, lanes_where(kept, old))
    lanes_pack(q.open + top, order, open_)
    lanes_pack(q.used + top, order, used)
    lanes_pack(q.turn + top, order, turn)
    lanes_pack(q.key + top, order, key)
    return top + lane_number(order)


# Put the cells of `rest`, one of each lane at a time, at the end of the paths from i on; return the new end. `live`
# are the cells that lead on, `mates` those that the next letter could be swapped with. The paths are exact, or become
# swapped, or are as they were.
cdef inline uint32_t _step(
    const near_lists* q, uint32_t top, uint32_t i, lane_mask go, lanes rest, lanes key, lanes live, lanes mates,
    lanes_table beside, int groups, bint exact, bint swapped, onward* on
) noexcept nogil:
    cdef lanes none = lanes_all(0), lowest, cell, used, free, turn = none, new_key = key
    cdef lanes before = lanes_load(q.used + i), old = none
    if not exact and not swapped:
        old = lanes_bit(lanes_down(key, 16))
    go = lanes_meet(go, rest, rest)
    while lane_bits(go):
        lowest = lanes_and(rest, lanes_sub(none, rest))
        cell = lanes_place(lowest)
        used = lanes_or(before, lowest)
        free = lanes_without(lanes_table_of(beside, cell, groups), used)
        if exact:
            new_key = cell
        elif swapped:
            new_key = lanes_or(key, lanes_up(cell, 24))
        else:
            turn = lanes_and(free, mates)
        top = _push(q, top, go, free if exact else lanes_and(free, live), used, turn, new_key, old, on)
        rest = lanes_xor(rest, lowest)
        go = lanes_meet(go, rest, rest)
    return top


cdef inline void _extend(near_walk* w, const near_string* f, uint32_t y, board_set no_cell) noexcept nogil:
    """Make the paths of a string with the letter y after it, a vector at a time."""
    cdef int groups = <int>(sizeof(no_cell) // 2)
    cdef near_lists q
    cdef uint32_t here = (<const uint32_t*>w.cells_of)[y], n_cells = <uint32_t>(16 * groups), i, row, last
    cdef uint32_t exact = f.exact, changed = f.changed, end = f.end
    cdef uint32_t index = f.node.child + <uint32_t>popcount(f.node.inner & ((<letters_t>1 << y) - 1)), top = w.top
    cdef letters_t next_ = w.nodes[index].inner | w.nodes[index].words
    cdef near_string* child = &w.strings[w.n_queued]
    cdef lanes none = lanes_all(0), one = lanes_all(1), bytes_ = lanes_all(255), heres = lanes_all(here)
    cdef lanes ys = lanes_all(y), nexts = lanes_all(next_), lives
    cdef lanes before, cells, holds, label, bit, free, mates, key, old
    cdef lanes_table beside = lanes_table_load(w.adjacency, groups), cells_of = lanes_table_load(w.cells_of, 2)
    cdef lane_mask go, tail, every
    cdef onward on
    if not may_go_on(w, f, y, next_):
        return
    lives = lanes_all(_meeting(w.holds, n_cells, next_))
    on.open = on.turning = on.old = none
    q.open, q.used, q.turn, q.key = <uint32_t*>w.open, <uint32_t*>w.used, <uint32_t*>w.turn, w.key
    child.exact = top
    if here:
        i = exact
        while i < changed:
            top = _step(&q, top, i, lanes_first(changed - i), lanes_and(lanes_load(q.open + i), heres), none, lives,
                        none, beside, groups, True, False, &on)
            i += PATH_LANES
    child.changed = top
    for i in range(exact, changed):  # lanes are the cells that may change
        cells, before = lanes_all(q.open[i] & ~here), lanes_all(q.used[i])
        row = q.key[i]
        last = row + 1 if row < ROOT_ROW else ROOT_ROW + 4
        while row < last:
            holds, label = lanes_load(w.row_holds[row]), lanes_load(w.row_label[row])
            bit = lanes_bit(lanes_and(label, bytes_))
            free = lanes_without(lanes_load(w.row_beside[row]), before)
            mates = lanes_where(lanes_meet_all(holds, nexts), lanes_and(free, heres))
            top = _push(&q, top, lanes_meet_all(bit, cells), lanes_and(free, lives), lanes_or(before, bit), mates,
                        lanes_or(label, lanes_all(y << 8)), holds, &on)
            row += 1
    if here:
        i = changed
        while i < end:
            key, tail = lanes_load(q.key + i), lanes_first(end - i)
            old = lanes_down(key, 16)  # the letter of a changed cell, else none
            go = lanes_meet_all(lanes_down_by(nexts, old), one)
            mates = lanes_where(go, lanes_table_of(cells_of, lanes_and(lanes_down(key, 8), bytes_), 2))
            top = _step(&q, top, i, tail, lanes_and(lanes_load(q.open + i), heres), key, lives, mates, beside, groups,
                        False, False, &on)
            free = lanes_load(q.turn + i)
            go = lanes_meet(lanes_same(tail, old, ys), free, free)
            if lane_bits(go):  # the next cell is the other half of a swap, and has y from the changed one
                key = lanes_or(lanes_and(key, bytes_), lanes_all(swapped_key(0, 0)))
                top = _step(&q, top, i, go, free, key, lives, none, beside, groups, False, True, &on)
            i += PATH_LANES
    if top > child.exact:
        every = lanes_first(PATH_LANES)
        queue_string(w, index, top, lanes_any(every, on.turning)
                     | _meeting(w.cells_of, 32, lanes_any(every, on.open)), lanes_any(every, on.old))


cdef bint _walk_of(near_walk* w, board_set no_cell) noexcept nogil:
    """Walk a board whose cells fit into such a set."""
    cdef near_string* root = w.strings
    cdef const near_string* f
    cdef letters_t first = _count_words(w, root, no_cell), letters
    cdef uint32_t head
    while first:
        w.n_queued, w.top, head = 1, root.end, 1
        _extend(w, root, <uint32_t>lsb(first), no_cell)
        first &= first - 1
        while head < w.n_queued:
            f = &w.strings[head]
            head += 1
            letters = _count_words(w, f, no_cell)
            while letters:
                if not has_room(w, f):
                    return False
                _extend(w, f, <uint32_t>lsb(letters), no_cell)
                letters &= letters - 1
    count_hits(w)
    return True


cdef bint _walk(near_walk* w) noexcept nogil:
    if w.n_cells <= 16:
        return _walk_of[uint16_t](w, 0)
    if w.n_cells <= 32:
        return _walk_of[uint32_t](w, 0)
    return walk_cells(w, <uint64_t>0)


lanes_prepare()
cdef near_form _form = _walk
form = PyCapsule_New(<void*>_form, NULL, NULL)
