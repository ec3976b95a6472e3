"""The walk of boggle_neighbours.pyx with a path a lane, compiled for AVX2 and AVX-512.

The lists are those of boggle_neighbours_cells.pxd, in another order where a cell's letter is another's. Sets of more
than 32 cells are two halves.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint16_t

from ..bits cimport lsb, popcount
from ..lanes cimport (
    PATH_LANES, lane_bits, lane_mask, lane_number, lane_order, lane_order_of, lanes, lanes_add, lanes_all, lanes_and,
    lanes_any, lanes_bit, lanes_down, lanes_down_by, lanes_except, lanes_first, lanes_gather, lanes_load, lanes_meet,
    lanes_meet_all, lanes_min, lanes_or, lanes_pack, lanes_place, lanes_prepare, lanes_same, lanes_store, lanes_sub,
    lanes_table_load, lanes_table_of, lanes_up, lanes_where, lanes_without, lanes_xor,
)
from ..types cimport int32_t, letters_t, uint32_t, uint64_t
from .boggle_neighbours_state cimport (
    LETTERS, NO_LETTER, ROOT_ROW, begin_word, count_exact, count_hits, count_last, has_room, make_room, may_go_on,
    near_form, near_string, near_walk, near_word, points_of, queue_string, swapped_key,
)

# The size of a board, as the type of a set of its cells: what differs by it is a constant then.
ctypedef fused board_set:
    uint16_t
    uint32_t
    uint64_t

cdef struct lane_sets:
    lanes low        # cells 0-31
    lanes high       # the others, where the board has more

cdef struct near_lists:  # those of near_walk, which no store can change here: else they are loaded again after each
    uint32_t* open
    uint32_t* used
    uint32_t* turn
    uint32_t* key
    size_t room      # to the high halves

cdef struct onward:  # how the paths of a string go on
    lane_sets open   # cells
    lanes turning    # old letters of changed cells, by the other half of a swap
    lanes old        # all old letters


cdef inline lane_sets _load(const uint32_t* at, size_t room, board_set no_cell) noexcept nogil:
    cdef lane_sets a
    a.low = lanes_load(at)
    a.high = lanes_load(at + room) if sizeof(no_cell) == 8 else lanes_all(0)
    return a


cdef inline lane_sets _all(uint64_t cells) noexcept nogil:
    cdef lane_sets a
    a.low, a.high = lanes_all(<uint32_t>cells), lanes_all(<uint32_t>(cells >> 32))
    return a


cdef inline lane_sets _and(lane_sets a, lane_sets b) noexcept nogil:
    a.low, a.high = lanes_and(a.low, b.low), lanes_and(a.high, b.high)
    return a


cdef inline lane_sets _or(lane_sets a, lane_sets b) noexcept nogil:
    a.low, a.high = lanes_or(a.low, b.low), lanes_or(a.high, b.high)
    return a


cdef inline lane_sets _without(lane_sets a, lane_sets b) noexcept nogil:
    a.low, a.high = lanes_without(a.low, b.low), lanes_without(a.high, b.high)
    return a


cdef inline lane_sets _where(lane_mask m, lane_sets a) noexcept nogil:
    a.low, a.high = lanes_where(m, a.low), lanes_where(m, a.high)
    return a


cdef inline lanes _some(lane_sets a, board_set no_cell) noexcept nogil:
    """Return what is 0 where a set is empty."""
    return lanes_or(a.low, a.high) if sizeof(no_cell) == 8 else a.low


cdef inline lane_mask _several(lane_sets a, board_set no_cell) noexcept nogil:
    """Return which sets have more than one cell."""
    cdef lanes one = lanes_all(1), others = lanes_and(a.low, lanes_sub(a.low, one))
    if sizeof(no_cell) == 8:
        others = lanes_or(others, lanes_and(a.high, lanes_sub(a.high, one)))
        others = lanes_or(others, lanes_where(lanes_meet_all(a.low, a.low), a.high))
    return lanes_meet_all(others, others)


cdef inline lane_sets _bit(lanes cell) noexcept nogil:
    cdef lane_sets a
    a.low, a.high = lanes_bit(cell), lanes_bit(lanes_sub(cell, lanes_all(32)))
    return a


cdef inline lane_sets _sets_of(const void* table, lanes at, board_set no_cell) noexcept nogil:
    """Return entries of a table of sets."""
    cdef int groups = <int>(sizeof(no_cell) // 2)
    cdef lane_sets a
    if sizeof(no_cell) == 8:
        at = lanes_add(at, at)
        a.low = lanes_gather(<const uint32_t*>table, at)
        a.high = lanes_gather(<const uint32_t*>table + 1, at)
    else:
        a.low, a.high = lanes_table_of(lanes_table_load(table, groups), at, groups), lanes_all(0)
    return a


cdef inline lane_sets _holders(const near_walk* w, lanes letter, board_set no_cell) noexcept nogil:
    """Return the cells of letters; anything for what is none."""
    cdef lane_sets a
    letter = lanes_and(letter, lanes_all(31))
    a.low, a.high = lanes_table_of(lanes_table_load(w.holders_low, 2), letter, 2), lanes_all(0)
    if sizeof(no_cell) == 8:
        a.high = lanes_table_of(lanes_table_load(w.holders_high, 2), letter, 2)
    return a


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


# Note that a word is gained by the swap of a cell with each of others, whose first one is `first`.
cdef inline void _hit_swaps(near_walk* w, const near_word* f, lanes cell, lanes others, uint32_t first) noexcept nogil:
    cdef lanes lowest, other, least
    cdef lane_mask go = lanes_meet_all(others, others)
    while lane_bits(go):
        lowest = lanes_and(others, lanes_sub(lanes_all(0), others))
        other = lanes_add(lanes_place(lowest), lanes_all(first))
        least = lanes_min(cell, other)
        _hit(w, f, go, lanes_add(least, lanes_all(LETTERS)), lanes_sub(lanes_add(cell, other), least))
        others = lanes_xor(others, lowest)
        go = lanes_meet_all(others, others)


# Note the neighbours at which a word is gained by the paths from i on that are no exact ones, `tail` of them.
cdef inline void _end_paths(
    near_walk* w, const near_word* f, lane_mask tail, uint32_t i, board_set no_cell
) noexcept nogil:
    cdef lanes bytes_ = lanes_all(255), key = lanes_load(w.key + i), none = lanes_all(NO_LETTER)
    cdef lane_sets turn = _load(<uint32_t*>w.turn + i, w.room, no_cell), hit, others
    cdef lanes turning = _some(turn, no_cell), letter, cell
    cdef lane_mask ending, turned, swapped, changed
    hit = _where(tail, _and(_load(<uint32_t*>w.open + i, w.room, no_cell), _all(f.here)))
    # By the swap that this letter makes of a change.
    turned = lanes_meet(lanes_same(tail, lanes_down(key, 16), lanes_all(f.y)), turning, turning)
    ending = lanes_meet_all(_some(hit, no_cell), _some(hit, no_cell))
    if not lane_bits(ending) | lane_bits(turned):
        return
    cell, letter = lanes_and(key, bytes_), lanes_and(lanes_down(key, 8), bytes_)
    swapped = lanes_same(ending, letter, none)
    changed = lanes_except(ending, swapped)
    others = _and(_bit(cell), _all(f.common))
    _hit(w, f, lanes_meet(changed, _some(others, no_cell), _some(others, no_cell)), letter, cell)
    # By the swaps that make the change: not with a cell of the path, nor with that on which it must end.
    others = _without(_holders(w, letter, no_cell), _load(<uint32_t*>w.used + i, w.room, no_cell))
    others = _without(others, _where(lanes_except(ending, _several(hit, no_cell)), hit))
    others = _or(_where(changed, others), _where(swapped, _bit(lanes_down(key, 24))))
    others = _or(others, _where(turned, turn))
    if f.exact:
        others = _and(others, _sets_of(w.lost_with, cell, no_cell))
    _hit_swaps(w, f, cell, others.low, 0)
    if sizeof(no_cell) == 8:
        _hit_swaps(w, f, cell, others.high, 32)
    make_room(w)


cdef inline letters_t _count_words(near_walk* w, const near_string* f, board_set no_cell) noexcept nogil:
    """Count the words that a string becomes by one more letter; return the letters that lead on."""
    cdef letters_t ending = f.letters & f.node.words
    cdef near_word word
    cdef uint32_t i
    cdef int32_t points
    cdef bint lost
    while ending:
        i = <uint32_t>lsb(ending)
        ending &= ending - 1
        points = points_of(w, &f.node, i)
        if not points:
            continue
        begin_word(w, &word, i, points)
        if sizeof(no_cell) == 8:
            word.here = (<const uint64_t*>w.cells_of)[i]
            lost = count_exact(w, &word, f.exact, f.changed, <uint64_t>0, True)
        else:
            word.here = (<const uint32_t*>w.cells_of)[i]
            lost = count_exact(w, &word, f.exact, f.changed, <uint32_t>0, True)
        if not lost:
            continue
        if sizeof(no_cell) == 8:
            count_last(w, &word, f.exact, f.changed, <uint64_t>0, True)
        else:
            count_last(w, &word, f.exact, f.changed, <uint32_t>0, True)
        i = f.changed
        while i < f.end:
            _end_paths(w, &word, lanes_first(f.end - i), i, no_cell)
            i += PATH_LANES
    return f.letters & f.node.inner


cdef inline void _pack(uint32_t* at, size_t room, lane_order order, lane_sets a, board_set no_cell) noexcept nogil:
    lanes_pack(at, order, a.low)
    if sizeof(no_cell) == 8:
        lanes_pack(at + room, order, a.high)


# Write the paths of some lanes at the end; return the end behind them. `old` is the letter that a changed cell has.
cdef inline uint32_t _push(
    const near_lists* q, uint32_t top, lane_mask go, lane_sets open_, lane_sets used, lane_sets turn, lanes key,
    lanes old, onward* on, board_set no_cell
) noexcept nogil:
    cdef lanes turning = _some(turn, no_cell), ways = lanes_or(_some(open_, no_cell), turning)
    cdef lane_mask kept = lanes_meet(go, ways, ways)
    cdef lane_order order = lane_order_of(kept)
    on.open = _or(on.open, _where(kept, open_))
    on.turning = lanes_or(on.turning, lanes_where(lanes_meet(kept, turning, turning), old))
    on.old = lanes_or(on.old, lanes_where(kept, old))
    _pack(q.open + top, q.room, order, open_, no_cell)
    _pack(q.used + top, q.room, order, used, no_cell)
    _pack(q.turn + top, q.room, order, turn, no_cell)
    lanes_pack(q.key + top, order, key)
    return top + lane_number(order)


# Put the cells of `rest`, one of each lane at a time, at the end of the paths from i on; return the new end. They are
# half of a set, whose first one is `first`. `live` are the cells that lead on, `mates` those that the next letter could
# be swapped with. The paths are exact, or become swapped, or are as they were.
cdef inline uint32_t _step_half(
    const near_walk* w, const near_lists* q, uint32_t top, uint32_t i, lane_mask go, lanes rest, uint32_t first,
    lanes key, lane_sets live, lane_sets mates, bint exact, bint swapped, onward* on, board_set no_cell
) noexcept nogil:
    cdef lanes none = lanes_all(0), lowest, cell, new_key = key, old = none
    cdef lane_sets before = _load(q.used + i, q.room, no_cell), used, free, turn = _all(0)
    if not exact and not swapped:
        old = lanes_bit(lanes_down(key, 16))
    go = lanes_meet(go, rest, rest)
    while lane_bits(go):
        lowest = lanes_and(rest, lanes_sub(none, rest))
        cell = lanes_place(lowest)
        used = before
        if first:
            cell = lanes_add(cell, lanes_all(32))
            used.high = lanes_or(used.high, lowest)
        else:
            used.low = lanes_or(used.low, lowest)
        free = _without(_sets_of(w.adjacency, cell, no_cell), used)
        if exact:
            new_key = cell
        elif swapped:
            new_key = lanes_or(key, lanes_up(cell, 24))
        else:
            turn = _and(free, mates)
        top = _push(q, top, go, free if exact else _and(free, live), used, turn, new_key, old, on, no_cell)
        rest = lanes_xor(rest, lowest)
        go = lanes_meet(go, rest, rest)
    return top


cdef inline uint32_t _step(
    const near_walk* w, const near_lists* q, uint32_t top, uint32_t i, lane_mask go, lane_sets rest, lanes key,
    lane_sets live, lane_sets mates, bint exact, bint swapped, onward* on, board_set no_cell
) noexcept nogil:
    top = _step_half(w, q, top, i, go, rest.low, 0, key, live, mates, exact, swapped, on, no_cell)
    if sizeof(no_cell) == 8:
        top = _step_half(w, q, top, i, go, rest.high, 32, key, live, mates, exact, swapped, on, no_cell)
    return top


# Cells whose letter is one of some.
cdef inline lane_sets _live(const near_walk* w, letters_t letters, board_set no_cell) noexcept nogil:
    cdef uint32_t n = 16 if sizeof(no_cell) == 2 else 32
    cdef lane_sets a
    a.low, a.high = lanes_all(_meeting(w.holds, n, letters)), lanes_all(0)
    if sizeof(no_cell) == 8:
        a.high = lanes_all(_meeting(w.holds + 32, 32, letters))
    return a


# Letters by which the paths of a string go on.
cdef inline letters_t _onward(const near_walk* w, onward* on, board_set no_cell) noexcept nogil:
    cdef lane_mask every = lanes_first(PATH_LANES)
    cdef letters_t letters = lanes_any(every, on.turning)
    letters |= _meeting(w.holders_low, LETTERS, lanes_any(every, on.open.low))
    if sizeof(no_cell) == 8:
        letters |= _meeting(w.holders_high, LETTERS, lanes_any(every, on.open.high))
    return letters


# long: a rule for each kind of path
cdef inline void _extend(near_walk* w, const near_string* f, uint32_t y, board_set no_cell) noexcept nogil:
    """Make the paths of a string with the letter y after it, a vector at a time."""
    cdef near_lists q
    cdef uint64_t here = w.holders_low[y] | <uint64_t>w.holders_high[y] << 32
    cdef uint32_t exact = f.exact, changed = f.changed, end = f.end, i, row, last, top = w.top
    cdef uint32_t index = f.node.child + <uint32_t>popcount(f.node.inner & ((<letters_t>1 << y) - 1))
    cdef letters_t next_ = w.nodes[index].inner | w.nodes[index].words
    cdef near_string* child = &w.strings[w.n_queued]
    cdef lanes none = lanes_all(0), one = lanes_all(1), bytes_ = lanes_all(255), ys = lanes_all(y)
    cdef lanes nexts = lanes_all(next_), holds, label, key, old, mine
    cdef lane_sets heres = _all(here), lives, before, cells, bit, free, mates
    cdef lane_mask go, tail
    cdef onward on
    if not may_go_on(w, f, y, next_):
        return
    lives = _live(w, next_, no_cell)
    on.open = _all(0)
    on.turning = on.old = none
    q.open, q.used, q.turn, q.key = <uint32_t*>w.open, <uint32_t*>w.used, <uint32_t*>w.turn, w.key
    q.room = w.room
    child.exact = top
    if here:
        i = exact
        while i < changed:
            cells = _and(_load(q.open + i, q.room, no_cell), heres)
            top = _step(w, &q, top, i, lanes_first(changed - i), cells, none, lives, _all(0), True, False, &on, no_cell)
            i += PATH_LANES
    child.changed = top
    for i in range(exact, changed):  # lanes are the cells that may change
        cells.low, before.low = lanes_all(q.open[i]), lanes_all(q.used[i])
        cells.high = before.high = none
        if sizeof(no_cell) == 8:
            cells.high, before.high = lanes_all(q.open[q.room + i]), lanes_all(q.used[q.room + i])
        cells, row = _without(cells, heres), q.key[i]
        last = row + 1 if row < ROOT_ROW else ROOT_ROW + (8 if sizeof(no_cell) == 8 else 4)
        while row < last:
            holds, label = lanes_load(w.row_holds[row]), lanes_load(w.row_label[row])
            bit = _bit(lanes_and(label, bytes_))
            free.low = lanes_load(w.row_beside[row])
            free.high = lanes_load(w.row_beside_high[row]) if sizeof(no_cell) == 8 else none
            free = _without(free, before)
            mates = _where(lanes_meet_all(holds, nexts), _and(free, heres))
            mine = _some(_and(bit, cells), no_cell)
            go = lanes_meet_all(mine, mine)
            label = lanes_or(label, lanes_all(y << 8))
            top = _push(&q, top, go, _and(free, lives), _or(before, bit), mates, label, holds, &on, no_cell)
            row += 1
    if here:
        i = changed
        while i < end:
            key, tail = lanes_load(q.key + i), lanes_first(end - i)
            old = lanes_down(key, 16)  # the letter of a changed cell, else none
            go = lanes_meet_all(lanes_down_by(nexts, old), one)
            mates = _where(go, _holders(w, lanes_and(lanes_down(key, 8), bytes_), no_cell))
            cells = _and(_load(q.open + i, q.room, no_cell), heres)
            top = _step(w, &q, top, i, tail, cells, key, lives, mates, False, False, &on, no_cell)
            free = _load(q.turn + i, q.room, no_cell)
            go = lanes_meet(lanes_same(tail, old, ys), _some(free, no_cell), _some(free, no_cell))
            if lane_bits(go):  # the next cell is the other half of a swap, and has y from the changed one
                key = lanes_or(lanes_and(key, bytes_), lanes_all(swapped_key(0, 0)))
                top = _step(w, &q, top, i, go, free, key, lives, _all(0), False, True, &on, no_cell)
            i += PATH_LANES
    if top > child.exact:
        queue_string(w, index, top, _onward(w, &on, no_cell), lanes_any(lanes_first(PATH_LANES), on.old))


cdef bint _walk_of(near_walk* w, board_set no_cell) noexcept nogil:
    """Walk a board whose cells fit into such a set."""
    cdef near_string* root = w.strings
    cdef const near_string* f
    cdef letters_t first, letters
    cdef uint32_t head
    cdef uint64_t cells
    if sizeof(no_cell) == 8:  # in halves
        cells = (<const uint64_t*>w.open)[0]
        (<uint32_t*>w.open)[0], (<uint32_t*>w.open)[w.room] = <uint32_t>cells, <uint32_t>(cells >> 32)
        (<uint32_t*>w.used)[w.room] = 0
    first = _count_words(w, root, no_cell)
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
    return _walk_of[uint64_t](w, 0)


lanes_prepare()
cdef near_form _form = _walk
form = PyCapsule_New(<void*>_form, NULL, NULL)
