# The walk of boggle_neighbours.pyx path by path, cell by cell: for paths without wide vectors.
from ..bits cimport lsb, popcount
from ..trie cimport narrow_node
from ..types cimport int32_t, letters_t, uint32_t, uint64_t
from .boggle_neighbours_state cimport (
    MOST_CELLS, NO_LETTER, begin_word, count_exact, count_hits, count_last, has_room, hit, hit_swaps, make_room,
    may_go_on, near_set, near_string, near_walk, near_word, points_of, queue_string, swapped_key,
)


# Letters of some cells.
cdef inline letters_t _letters_of(const near_walk* w, near_set cells) noexcept nogil:
    cdef letters_t letters = 0
    while cells:
        letters |= w.holds[lsb(cells)]
        cells &= cells - 1
    return letters


# Cells with some letters.
cdef inline near_set _cells_of(const near_walk* w, letters_t letters, near_set cells) noexcept nogil:
    letters &= w.letters
    while letters:
        cells |= (<const near_set*>w.cells_of)[lsb(letters)]
        letters &= letters - 1
    return cells


# A path that the last letter ends by cells of `ends`: it gains the word by its swap, or by its change and by swaps that
# make it.
cdef inline void _end_path(near_walk* w, const near_word* f, uint32_t key, near_set ends, near_set used) noexcept nogil:
    cdef uint32_t x = key >> 8 & 255, cell = key & 255
    cdef near_set others
    if x == NO_LETTER:
        hit_swaps(w, f, cell, <near_set>1 << (key >> 24))
        return
    if f.common >> cell & 1:
        hit(w, f, x * MOST_CELLS + cell)
    others = (<const near_set*>w.cells_of)[x] & ~used
    hit_swaps(w, f, cell, others & ~(ends if not ends & (ends - 1) else 0))  # not the cell on which it must end


# Count the words that a string becomes by one more letter; return the letters that lead on.
cdef inline letters_t _count_words(near_walk* w, const near_string* f, near_set none) noexcept nogil:
    cdef const near_set* open_ = <const near_set*>w.open
    cdef const near_set* used = <const near_set*>w.used
    cdef const near_set* turn = <const near_set*>w.turn
    cdef letters_t ending = f.letters & f.node.words
    cdef uint32_t* chosen = w.chosen
    cdef near_word word
    cdef uint32_t i, k, n
    cdef int32_t points
    while ending:
        i = <uint32_t>lsb(ending)
        ending &= ending - 1
        points = points_of(w, &f.node, i)
        if not points:
            continue
        begin_word(w, &word, i, points)
        word.here = (<const near_set*>w.cells_of)[i]
        if not count_exact(w, &word, f.exact, f.changed, none, False):
            continue
        count_last(w, &word, f.exact, f.changed, none, False)
        n = 0
        for i in range(f.changed, f.end):
            chosen[n] = i  # no branch: chance decides
            n += open_[i] & <near_set>word.here != 0
            if w.key[i] >> 16 == word.y and turn[i]:  # by the swap that this letter makes of its change
                hit_swaps(w, &word, w.key[i] & 255, turn[i])
                make_room(w)
        for k in range(n):
            i = chosen[k]
            _end_path(w, &word, w.key[i], open_[i] & <near_set>word.here, used[i])
            make_room(w)
    return f.letters & f.node.inner


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
# long: a rule for each kind of path
cdef inline void _extend(near_walk* w, const near_string* f, uint32_t y, near_set none) noexcept nogil:
    cdef const near_set* open_ = <const near_set*>w.open
    cdef const near_set* used = <const near_set*>w.used
    cdef const near_set* turn = <const near_set*>w.turn
    cdef const near_set* adjacency = <const near_set*>w.adjacency
    cdef const near_set* cells_of = <const near_set*>w.cells_of
    cdef uint32_t index = f.node.child + <uint32_t>popcount(f.node.inner & ((<letters_t>1 << y) - 1)), top = w.top
    cdef uint32_t* chosen = w.chosen
    cdef uint32_t i, k, cell, key, n = 0
    cdef letters_t next_ = w.nodes[index].inner | w.nodes[index].words, turning = 0, olds = 0
    cdef near_set here = cells_of[y], live, ways = none, rest, path, free, other
    cdef near_string* child = &w.strings[w.n_queued]
    if not may_go_on(w, f, y, next_):
        return
    live = _cells_of(w, next_, none)
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
            other = free & here if next_ & w.holds[cell] else none
            free &= live
            ways |= free
            turning |= w.holds[cell] if other else 0
            olds |= w.holds[cell]
            top = _push(w, top, free, path, other, w.label[cell] | y << 8)
    for i in range(f.changed, f.end if here else f.changed):
        chosen[n] = i  # no branch: chance decides
        n += open_[i] & here != 0
        key = w.key[i]
        if key >> 16 == y:  # the next cell is the other half of a swap, and has y from the changed one
            rest = turn[i]
            while rest:
                cell = <uint32_t>lsb(rest)
                path = used[i] | (rest & (0 - rest))
                free = adjacency[cell] & ~path & live
                rest &= rest - 1
                ways |= free
                top = _push(w, top, free, path, none, swapped_key(key, cell))
    for k in range(n):  # the next cell has y
        i = chosen[k]
        rest, key = open_[i] & here, w.key[i]
        olds |= <letters_t>1 << (key >> 16 & 31)
        # The other halves, if the old letter leads on.
        other = cells_of[key >> 8 & 255] & (none - (next_ >> (key >> 16 & 31) & 1))
        while rest:
            path = used[i] | (rest & (0 - rest))
            free = adjacency[lsb(rest)] & ~path
            rest &= rest - 1
            ways |= free
            turning |= <letters_t>(free & other != 0) << (key >> 16 & 31)
            top = _push(w, top, free & live, path, free & other, key)
    if top > child.exact:
        queue_string(w, index, top, turning | _letters_of(w, ways & live), olds)


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
    count_hits(w)
    return True
