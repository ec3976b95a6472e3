# The walk of neighbour_scores.pyx path by path and cell by cell: for paths without wide vectors, and sets of 64 cells.
from ..bits cimport lsb, popcount
from ..trie cimport narrow_node
from ..types cimport letters_t, uint32_t
from .neighbour_state cimport (
    count_exact, count_gains, has_room, near_set, near_string, near_walk, near_word, note_swaps, points_of, queue_string,
)


# Whether a changed path may give its letter y to the other half of a swap: what stood on its cell is y.
cdef inline bint _turns_by(const near_walk* w, near_set turn, uint32_t key, letters_t y) noexcept nogil:
    return turn != 0 and w.holds[key & 255] == y


# A changed path that the last letter may end: it gains the word by its change, and by swaps that make it.
cdef inline void _end_changed(near_walk* w, near_word* f, uint32_t i, near_set open_, near_set used) noexcept nogil:
    cdef near_set* gain = <near_set*>w.gain
    cdef uint32_t cell = w.key[i] & 255, x = w.key[i] >> 8
    cdef near_set hit = open_ & <near_set>f.here, others = (<const near_set*>w.cells_of)[x] & ~used
    gain[x] |= <near_set>1 << cell
    f.gains |= <uint32_t>1 << x
    if not hit & (hit - 1):
        others &= ~hit  # the path ends on it
    note_swaps(w, f, cell, others)


# Count the words that a string becomes by one more letter; return the letters that lead on.
cdef inline letters_t _count_words(near_walk* w, const near_string* f, near_set none) noexcept nogil:
    cdef const near_set* open_ = <const near_set*>w.open
    cdef const near_set* used = <const near_set*>w.used
    cdef const near_set* turn = <const near_set*>w.turn
    cdef letters_t letters = f.node.inner | f.node.words, turning = 0, ending
    cdef near_set ways = none
    cdef near_word word
    cdef uint32_t i
    if f.exact == f.changed:  # only letters that some path can go on with
        for i in range(f.changed, f.end):
            ways |= open_[i]
        for i in range(f.changed, f.swapped):
            turning |= w.holds[w.key[i] & 255] if turn[i] else 0
        while ways:
            turning |= w.holds[lsb(ways)]
            ways &= ways - 1
        letters &= turning
    ending = letters & f.node.words
    while ending:
        word.y = <uint32_t>lsb(ending)
        ending &= ending - 1
        word.points = points_of(w, &f.node, word.y)
        if not word.points:
            continue
        word.gains, word.swaps, word.here = 0, 0, (<const near_set*>w.cells_of)[word.y]
        count_exact(w, &word, f.exact, f.changed, none, False)
        # A changed path gains the word by its change, or by the swap that this letter makes of it.
        for i in range(f.changed, f.swapped):
            if open_[i] & <near_set>word.here:
                _end_changed(w, &word, i, open_[i], used[i])
            if _turns_by(w, turn[i], w.key[i], <letters_t>1 << word.y):
                note_swaps(w, &word, w.key[i] & 255, turn[i])
        for i in range(f.swapped, f.end):
            if open_[i] & <near_set>word.here:
                note_swaps(w, &word, w.key[i] & 255, <near_set>1 << (w.key[i] >> 8))
        count_gains(w, &word, none, False)
    return letters & f.node.inner


# Write a path at the end; return the end, behind it if it is to be kept.
cdef inline uint32_t _push(
    near_walk* w, uint32_t top, near_set open_, near_set used, near_set turn, uint32_t key
) noexcept nogil:
    (<near_set*>w.open)[top] = open_
    (<near_set*>w.used)[top] = used
    (<near_set*>w.turn)[top] = turn
    w.key[top] = key
    return top + ((open_ | turn) != 0)


# Make the paths of a string with the letter y after it.
cdef inline void _extend(near_walk* w, const near_string* f, uint32_t y, near_set none) noexcept nogil:
    cdef const near_set* open_ = <const near_set*>w.open
    cdef const near_set* used = <const near_set*>w.used
    cdef const near_set* turn = <const near_set*>w.turn
    cdef const near_set* adjacency = <const near_set*>w.adjacency
    cdef const near_set* cells_of = <const near_set*>w.cells_of
    cdef letters_t bit = <letters_t>1 << y
    cdef uint32_t index = f.node.child + <uint32_t>popcount(f.node.inner & (bit - 1)), top = w.top, i, cell, key
    cdef letters_t next_ = w.nodes[index].inner | w.nodes[index].words
    cdef near_set here = cells_of[y], live = none, rest, path, free, other
    cdef near_string* child = &w.strings[w.n_queued]
    for cell in range(<uint32_t>w.n_cells):
        live |= <near_set>(w.holds[cell] & next_ != 0) << cell
    child.exact = top
    for i in range(f.exact, f.changed):  # the next cell has y
        rest = open_[i] & here
        while rest:
            path = used[i] | (rest & (0 - rest))
            top = _push(w, top, adjacency[lsb(rest)] & ~path, path, none, 0)
            rest &= rest - 1
    child.changed = top
    # Exact paths become changed ones: the next cell is to have y. Where its letter is wanted after that, the cells
    # with y are what it could be swapped with.
    for i in range(f.exact, f.changed):
        rest = open_[i] & ~here
        while rest:
            cell = <uint32_t>lsb(rest)
            path = used[i] | (rest & (0 - rest))
            rest &= rest - 1
            free = adjacency[cell] & ~path
            top = _push(w, top, free & live, path, free & here if next_ & w.holds[cell] else none, cell | y << 8)
    for i in range(f.changed, f.swapped):  # the next cell has y
        rest, key = open_[i] & here, w.key[i]
        other = cells_of[key >> 8] if next_ & w.holds[key & 255] else none
        while rest:
            path = used[i] | (rest & (0 - rest))
            free = adjacency[lsb(rest)] & ~path
            rest &= rest - 1
            top = _push(w, top, free & live, path, free & other, key)
    child.swapped = top
    for i in range(f.changed, f.swapped):  # the next cell is the other half of a swap, and has y from the changed one
        key = w.key[i]
        if not _turns_by(w, turn[i], key, bit):
            continue
        rest = turn[i]
        while rest:
            cell = <uint32_t>lsb(rest)
            path = used[i] | (rest & (0 - rest))
            rest &= rest - 1
            top = _push(w, top, adjacency[cell] & ~path & live, path, none, (key & 255) | cell << 8)
    for i in range(f.swapped, f.end):  # the next cell has y
        rest = open_[i] & here
        while rest:
            path = used[i] | (rest & (0 - rest))
            top = _push(w, top, adjacency[lsb(rest)] & ~path & live, path, none, w.key[i])
            rest &= rest - 1
    queue_string(w, index, top)


# Walk all strings; return whether there was room.
cdef inline bint walk_cells(near_walk* w, near_set none) noexcept nogil:
    cdef near_string* root = w.strings
    cdef const near_string* f
    cdef letters_t first = _count_words(w, root, none), letters
    cdef uint32_t head
    while first:
        w.n_queued, w.top, head = 1, root.end, 1
        _extend(w, root, <uint32_t>lsb(first), none)
        first &= first - 1
        while head < w.n_queued:
            f = &w.strings[head]
            head += 1
            letters = _count_words(w, f, none)
            while letters:
                if not has_room(w, f):
                    return False
                _extend(w, f, <uint32_t>lsb(letters), none)
                letters &= letters - 1
    return True
