"""A level of the walk of boggle_large.pyx, compiled for one vector path: each path of the queue gets a cell more.

Words are struck between levels, so that all forms visit the same paths.
"""
from cpython.pycapsule cimport PyCapsule_New

from ..bits cimport popcount, ring
from ..lanes cimport (
    PATH_VECTORS, eight, eight_add, eight_all, eight_and, eight_around, eight_load, eight_meeting, eight_order,
    eight_order_in, eight_pack, eight_popcount, eight_store, eight_sub, lanes_prepare,
)
from ..types cimport count_t, int64_t, letters_t, uint32_t, uint64_t
from .boggle_large_state cimport (
    CELL_SHIFT, NODE_MASK, STEPS, WINDOW, large_queue, large_walk, level_form, live_node,
)

cdef extern from "compiler.h" nogil:
    void prefetch_line(const void* at) noexcept

cdef enum:
    AHEAD = 16  # items: the trie is larger than the fast memory


cdef inline void _hit(large_walk* w, uint32_t item, uint32_t steps) noexcept nogil:
    """Note the steps of an item that complete words: what is in the level must not see what another item has found."""
    w.queue.hit_item[w.n_hits] = item
    w.queue.hit_lanes[w.n_hits] = steps
    w.n_hits += 1


cdef inline uint32_t _take_up(large_queue* q, uint32_t head, uint32_t item) noexcept nogil:
    """Note the cells of an item; return the steps that lead to none of them."""
    cdef uint64_t used = q.used[q.parent[head]] | <uint64_t>1 << (item >> CELL_SHIFT)
    q.used[head] = used
    return ~ring(used, (item >> CELL_SHIFT) - WINDOW - 1)


cdef uint32_t _level_of_vectors(large_walk* w, uint32_t head, uint32_t end) noexcept nogil:
    """Take an item a vector, a step a lane."""
    cdef uint32_t tail = end, item, cell, free, ways, hits, steps = w.lanes, most = w.capacity + 1
    cdef count_t moves = 0
    cdef large_queue* q = w.queue
    cdef const letters_t* letters = w.letters
    cdef int64_t stride = w.stride
    cdef const live_node* live = w.live
    cdef const live_node* node
    cdef eight letter, child
    cdef eight one = eight_all(1), offset = eight_load(w.offset), turn = eight_load(w.turn)
    cdef eight_order order
    while head < end:
        if tail > most:
            return 0
        prefetch_line(&live[q.node[head + AHEAD] & NODE_MASK])
        item, cell = q.node[head], q.cell[head]
        node = &live[item & NODE_MASK]
        free = _take_up(q, head, item) & steps
        letter = eight_around(letters + cell, stride)
        # Steps whose letter leads to a node that still has words, and those whose letter completes one.
        ways = eight_meeting(letter, eight_all(node.live_inner), free)
        hits = eight_meeting(letter, eight_all(node.live_words), free)
        order = eight_order_in(ways)
        child = eight_popcount(eight_and(eight_all(node.inner), eight_sub(letter, one)))
        child = eight_add(eight_add(child, turn), eight_all(node.child + (item & ~<uint32_t>NODE_MASK)))
        eight_pack(&q.node[tail], order, child)
        eight_pack(&q.cell[tail], order, eight_add(eight_all(cell), offset))
        eight_store(&q.parent[tail], eight_all(head))
        tail += <uint32_t>popcount(ways)
        if hits:
            moves += popcount(hits & ~ways)
            _hit(w, head, hits)
        head += 1
    w.moves += moves + tail - end
    return tail


cdef uint32_t _level_of_cells(large_walk* w, uint32_t head, uint32_t end) noexcept nogil:
    """Take a step at a time: to the neighbour, and see what the trie has for its letter."""
    cdef uint32_t tail = end, item, cell, free, hits
    cdef int step
    cdef large_queue* q = w.queue
    cdef letters_t letter
    cdef live_node node
    while head < end:
        if tail > w.capacity + 1:
            return 0
        prefetch_line(&w.live[q.node[head + AHEAD] & NODE_MASK])
        item, cell = q.node[head], q.cell[head]
        node = w.live[item & NODE_MASK]
        free = _take_up(q, head, item) & w.lanes
        hits = 0
        for step in range(STEPS):
            letter = w.letters[cell + <uint32_t>w.offset[step]]
            # No such letter, no such step, or a cell of the path itself.
            if not letter & (node.live_inner | node.live_words) or not free >> step & 1:
                continue
            w.moves += 1
            hits |= <uint32_t>(letter & node.live_words != 0) << step
            if not letter & node.live_inner:
                continue
            q.node[tail] = node.child + <uint32_t>popcount(node.inner & (letter - 1))
            q.node[tail] += w.turn[step] + (item & ~<uint32_t>NODE_MASK)
            q.cell[tail] = cell + <uint32_t>w.offset[step]
            q.parent[tail] = head
            tail += 1
        if hits:
            _hit(w, head, hits)
        head += 1
    return tail


lanes_prepare()
cdef level_form _level = _level_of_vectors if PATH_VECTORS else _level_of_cells
form = PyCapsule_New(<void*>_level, NULL, NULL)
