"""The walk of neighbour_scores.pyx with a path a lane, compiled for AVX2 and AVX-512.

The lists are those of neighbour_cells.pxd, in another order where a cell's letter is another's. Boards of more than 32
cells take that form.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint16_t

from ..bits cimport lsb, popcount
from ..lanes cimport (
    PATH_LANES, lane_bits, lane_mask, lane_mask_of, lane_number, lane_order, lane_order_of, lanes, lanes_add, lanes_all,
    lanes_and, lanes_any, lanes_bit, lanes_down, lanes_except, lanes_first, lanes_load, lanes_meet, lanes_meet_all,
    lanes_or, lanes_pack, lanes_part, lanes_popcount, lanes_prepare, lanes_same, lanes_sub, lanes_table,
    lanes_table_load, lanes_table_of, lanes_up, lanes_where, lanes_without, lanes_xor,
)
from ..types cimport letters_t, uint32_t, uint64_t
from .neighbour_cells cimport walk_cells
from .neighbour_state cimport (
    count_exact, count_gains, has_room, near_form, near_string, near_walk, near_word, note_swaps, points_of, queue_string,
)

# The size of a board, as the type of a set of its cells: what differs by it is a constant then.
ctypedef fused board_set:
    uint16_t
    uint32_t

cdef enum kind:
    EXACT    # stays exact: all its neighbours are open
    CHANGED  # stays changed: those with letters that lead on, and the other half of a swap
    TURNED   # becomes swapped
    SWAPPED


# A vector's cells of a set, from a cell on that begins a vector.
cdef inline lane_mask _of_set(uint32_t cells, uint32_t at) noexcept nogil:
    return lane_mask_of(cells >> at & 255, cells >> at >> 8 & 255)


# Count the changed paths that a word's last letter ends, those of `hits`: the ones of one letter at a time.
cdef inline void _end_changed(near_walk* w, near_word* f, lane_mask hits, uint32_t i) noexcept nogil:
    cdef uint32_t* gain = <uint32_t*>w.gain
    cdef uint32_t* swap = <uint32_t*>w.swap
    cdef lanes key, used, letters, cell, hit, bit
    cdef lane_mask same, may
    cdef uint32_t x, others, bits = lane_bits(hits), now
    if not bits:
        return
    key, used = lanes_load(w.key + i), lanes_load(<uint32_t*>w.used + i)
    letters, cell = lanes_down(key, 8), lanes_bit(lanes_and(key, lanes_all(255)))
    hit = lanes_and(lanes_load(<uint32_t*>w.open + i), lanes_all(<uint32_t>f.here))
    while bits:
        x = w.key[i + <uint32_t>lsb(bits)] >> 8
        same = lanes_same(hits, letters, lanes_all(x))
        bits &= ~lane_bits(same)
        gain[x] |= lanes_any(same, cell)
        f.gains |= <uint32_t>1 << x
        others = (<const uint32_t*>w.cells_of)[x]
        while others:
            bit = lanes_all(others & (0 - others))
            # Not where the path has the other cell already, or must end on it.
            may = lanes_part(same, used, bit)
            may = lanes_except(may, lanes_same(may, hit, bit))
            now = lanes_any(may, cell)
            if now:
                f.swaps |= others & (0 - others)
                swap[lsb(others)] |= now
            others &= others - 1


cdef inline letters_t _count_words(near_walk* w, const near_string* f, board_set no_cell) noexcept nogil:
    """Count the words that a string becomes by one more letter; return the letters that lead on."""
    cdef int groups = <int>(sizeof(no_cell) // 2)
    cdef const uint32_t* open_ = <const uint32_t*>w.open
    cdef const uint32_t* turn = <const uint32_t*>w.turn
    cdef letters_t letters = f.node.inner | f.node.words, ending, turning
    cdef lanes none = lanes_all(0), bytes_ = lanes_all(255), ways, turns, here, bit
    cdef lanes_table holds = lanes_table_load(w.holds, groups)
    cdef lane_mask tail
    cdef near_word word
    cdef uint32_t i, lane, cells, hits
    if f.exact == f.changed:  # only letters that some path can go on with
        ways = turns = none
        i = f.changed
        while i < f.end:
            ways = lanes_or(ways, lanes_where(lanes_first(f.end - i), lanes_load(open_ + i)))
            i += PATH_LANES
        i = f.changed
        while i < f.swapped:
            here = lanes_load(turn + i)
            tail = lanes_meet(lanes_first(f.swapped - i), here, here)
            here = lanes_table_of(holds, lanes_and(lanes_load(w.key + i), bytes_), groups)
            turns = lanes_or(turns, lanes_where(tail, here))
            i += PATH_LANES
        cells = lanes_any(lanes_first(PATH_LANES), ways)
        i = 0
        while i < <uint32_t>(16 * groups):
            turns = lanes_or(turns, lanes_where(_of_set(cells, i), lanes_load(w.holds + i)))
            i += PATH_LANES
        turning = lanes_any(lanes_first(PATH_LANES), turns)
        letters &= turning
    ending = letters & f.node.words
    while ending:
        word.y = <uint32_t>lsb(ending)
        ending &= ending - 1
        word.points = points_of(w, &f.node, word.y)
        if not word.points:
            continue
        word.gains, word.swaps, word.here = 0, 0, (<const uint32_t*>w.cells_of)[word.y]
        count_exact(w, &word, f.exact, f.changed, <uint32_t>0, True)
        if word.here:
            here, bit = lanes_all(<uint32_t>word.here), lanes_all(<uint32_t>1 << word.y)
            i = f.changed
            while i < f.swapped:
                # A changed path gains the word by its change, or by the swap that this letter makes of it.
                tail = lanes_first(f.swapped - i)
                _end_changed(w, &word, lanes_meet(tail, lanes_load(open_ + i), here), i)
                ways = lanes_load(turn + i)
                turns = lanes_table_of(holds, lanes_and(lanes_load(w.key + i), bytes_), groups)
                hits = lane_bits(lanes_same(lanes_meet(tail, ways, ways), turns, bit))
                while hits:
                    lane = i + <uint32_t>lsb(hits)
                    note_swaps(w, &word, w.key[lane] & 255, turn[lane])
                    hits &= hits - 1
                i += PATH_LANES
            i = f.swapped
            while i < f.end:
                hits = lane_bits(lanes_meet(lanes_first(f.end - i), lanes_load(open_ + i), here))
                while hits:
                    lane = i + <uint32_t>lsb(hits)
                    note_swaps(w, &word, w.key[lane] & 255, <uint32_t>1 << (w.key[lane] >> 8))
                    hits &= hits - 1
                i += PATH_LANES
        count_gains(w, &word, <uint32_t>0, True)
    return letters & f.node.inner


# Write the paths of some lanes at the end; return the end behind them.
cdef inline uint32_t _push(
    near_walk* w, uint32_t top, lane_mask go, lanes open_, lanes used, lanes turn, lanes key
) noexcept nogil:
    cdef lanes on = lanes_or(open_, turn)
    cdef lane_order keep = lane_order_of(lanes_meet(go, on, on))
    lanes_pack(<uint32_t*>w.open + top, keep, open_)
    lanes_pack(<uint32_t*>w.used + top, keep, used)
    lanes_pack(<uint32_t*>w.turn + top, keep, turn)
    lanes_pack(w.key + top, keep, key)
    return top + lane_number(keep)


# Put the cells of `ways`, one of each lane at a time, at the end of the paths from i on; return the new end. `live` are the
# cells that lead on, `mates` those that the next letter could be swapped with.
cdef inline uint32_t _step(
    near_walk* w, uint32_t top, uint32_t i, lane_mask go, lanes rest, kind becomes, lanes key, lanes live, lanes mates,
    lanes_table beside, int groups
) noexcept nogil:
    cdef lanes none = lanes_all(0), one = lanes_all(1), lowest, cell, used, free, new_key = key
    cdef lanes before = lanes_load(<uint32_t*>w.used + i)
    go = lanes_meet(go, rest, rest)
    while lane_bits(go):
        lowest = lanes_and(rest, lanes_sub(none, rest))
        cell = lanes_popcount(lanes_sub(lowest, one))
        used = lanes_or(before, lowest)
        free = lanes_without(lanes_table_of(beside, cell, groups), used)
        if becomes == TURNED:
            new_key = lanes_or(key, lanes_up(cell, 8))
        top = _push(w, top, go, free if becomes == EXACT else lanes_and(free, live), used,
                    lanes_and(free, mates) if becomes == CHANGED else none, new_key)
        rest = lanes_xor(rest, lowest)
        go = lanes_meet(go, rest, rest)
    return top


cdef inline void _extend(near_walk* w, const near_string* f, uint32_t y, board_set no_cell) noexcept nogil:
    """Make the paths of a string with the letter y after it, a vector at a time."""
    cdef int groups = <int>(sizeof(no_cell) // 2)
    cdef const uint32_t* open_ = <const uint32_t*>w.open
    cdef const uint32_t* turn = <const uint32_t*>w.turn
    cdef letters_t bit = <letters_t>1 << y
    cdef uint32_t here = (<const uint32_t*>w.cells_of)[y]
    cdef uint32_t index = f.node.child + <uint32_t>popcount(f.node.inner & (bit - 1)), top = w.top
    cdef uint32_t n_cells = <uint32_t>(16 * groups), i, at, cells, live = 0
    cdef letters_t next_ = w.nodes[index].inner | w.nodes[index].words
    cdef near_string* child = &w.strings[w.n_queued]
    cdef lanes none = lanes_all(0), bytes_ = lanes_all(255), heres = lanes_all(here), nexts = lanes_all(next_)
    cdef lanes numbers = lanes_load(w.numbers), lives, before, cell, free, mates, key, bits
    cdef lanes_table holds = lanes_table_load(w.holds, groups), beside = lanes_table_load(w.adjacency, groups)
    cdef lanes_table cells_of = lanes_table_load(w.cells_of, 2)
    cdef lane_mask go
    at = 0
    while at < n_cells:
        live |= lane_bits(lanes_meet_all(lanes_load(w.holds + at), nexts)) << at
        at += PATH_LANES
    lives = lanes_all(live)
    child.exact = top
    if here:
        i = f.exact
        while i < f.changed:
            top = _step(w, top, i, lanes_first(f.changed - i), lanes_and(lanes_load(open_ + i), heres), EXACT, none,
                        lives, none, beside, groups)
            i += PATH_LANES
    child.changed = top
    for i in range(f.exact, f.changed):  # lanes are the cells that may change
        cells = open_[i] & ~here
        before = lanes_all((<const uint32_t*>w.used)[i])
        at = 0
        while at < n_cells:
            cell = lanes_add(numbers, lanes_all(at))
            free = lanes_without(lanes_load(<const uint32_t*>w.adjacency + at), before)
            mates = lanes_where(lanes_meet_all(lanes_load(w.holds + at), nexts), lanes_and(free, heres))
            top = _push(w, top, _of_set(cells, at), lanes_and(free, lives), lanes_or(before, lanes_bit(cell)), mates,
                        lanes_or(cell, lanes_all(y << 8)))
            at += PATH_LANES
    if here:
        i = f.changed
        while i < f.swapped:
            key = lanes_load(w.key + i)
            go = lanes_meet_all(lanes_table_of(holds, lanes_and(key, bytes_), groups), nexts)
            mates = lanes_where(go, lanes_table_of(cells_of, lanes_down(key, 8), 2))
            top = _step(w, top, i, lanes_first(f.swapped - i), lanes_and(lanes_load(open_ + i), heres), CHANGED, key,
                        lives, mates, beside, groups)
            i += PATH_LANES
    child.swapped = top
    if here:
        bits = lanes_all(bit)
        i = f.changed
        while i < f.swapped:
            free, cell = lanes_load(turn + i), lanes_and(lanes_load(w.key + i), bytes_)
            go = lanes_same(lanes_meet(lanes_first(f.swapped - i), free, free),
                            lanes_table_of(holds, cell, groups), bits)
            top = _step(w, top, i, go, free, TURNED, cell, lives, none, beside, groups)
            i += PATH_LANES
        i = f.swapped
        while i < f.end:
            top = _step(w, top, i, lanes_first(f.end - i), lanes_and(lanes_load(open_ + i), heres), SWAPPED,
                        lanes_load(w.key + i), lives, none, beside, groups)
            i += PATH_LANES
    queue_string(w, index, top)


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
