"""A level of the walk of large_walk.pyx, compiled for one vector path: each path of the queue gets a cell more.

Words are struck between levels, so that all forms visit the same paths.
"""
from cpython.pycapsule cimport PyCapsule_New

from ..bits cimport popcount
from ..lanes cimport (
    PATH_LANES, PATH_VECTORS, lane_bits, lane_mask, lane_mask_of, lane_order, lane_order_of, lanes,
    lanes_add, lanes_all, lanes_and, lanes_around, lanes_load_pair, lanes_meet, lanes_or, lanes_pack, lanes_pack_pair,
    lanes_pair, lanes_part, lanes_popcount, lanes_prepare, lanes_sub,
)
from ..types cimport int64_t, letters_t, uint32_t
from .large_state cimport CELL_SHIFT, NODE_MASK, STEPS, large_walk, level_form, live_node

cdef extern from "compiler.h" nogil:
    void prefetch_line(const void* at) noexcept

cdef enum:
    AHEAD = 16  # items: the trie is larger than the fast memory


cdef inline void _hit(large_walk* w, uint32_t item, uint32_t steps) noexcept nogil:
    """Note the steps of an item that complete words: what is in the level must not see what another item has found."""
    if steps:
        w.hit_item[w.n_hits] = item
        w.hit_lanes[w.n_hits] = steps
        w.n_hits += 1


cdef uint32_t _level_of_vectors(large_walk* w, uint32_t head, uint32_t end) noexcept nogil:
    """Take an item a group of eight lanes, a step a lane: where two are taken up, the second may be the first, shut."""
    cdef uint32_t tail = end, second, at_a, at_b, cell_a, cell_b, ways, hits
    cdef int64_t moves = 0
    cdef const letters_t* letters = w.letters
    cdef int64_t stride = w.stride
    cdef uint32_t steps = w.lanes
    cdef uint32_t* queue_node = w.queue_node
    cdef const live_node* live = w.live
    cdef const live_node* a
    cdef const live_node* b
    cdef lanes letter, low, high, used_low, used_high, child
    cdef lanes one = lanes_all(1), offset = lanes_load_pair(w.offset, w.offset)
    cdef lane_mask open_, go, hit
    cdef lane_order order
    while head < end:
        if tail > w.capacity:
            return 0
        prefetch_line(&live[queue_node[head + AHEAD] & NODE_MASK])
        second = head
        if PATH_LANES > 8:
            prefetch_line(&live[queue_node[head + 1 + AHEAD] & NODE_MASK])
            second += head + 1 < end
        a, b = &live[queue_node[head] & NODE_MASK], &live[queue_node[second] & NODE_MASK]
        at_a, at_b = queue_node[head] >> CELL_SHIFT, queue_node[second] >> CELL_SHIFT
        cell_a, cell_b = w.queue_cell[head], w.queue_cell[second]
        letter = lanes_around(letters + cell_a, letters + cell_b, stride)
        low = lanes_load_pair(w.lane_low[at_a], w.lane_low[at_b])
        high = lanes_load_pair(w.lane_high[at_a], w.lane_high[at_b])
        used_low = lanes_pair(w.queue_low[head], w.queue_low[second])
        used_high = lanes_pair(w.queue_high[head], w.queue_high[second])
        open_ = lane_mask_of(steps, 0 if second == head else steps)
        open_ = lanes_part(lanes_part(open_, low, used_low), high, used_high)
        # Lanes whose letter leads to a node that still has words, and those whose letter completes one.
        go = lanes_meet(open_, letter, lanes_pair(a.live_inner, b.live_inner))
        hit = lanes_meet(open_, letter, lanes_pair(a.live_words, b.live_words))
        order = lane_order_of(go)
        child = lanes_popcount(lanes_and(lanes_pair(a.inner, b.inner), lanes_sub(letter, one)))
        child = lanes_add(child, lanes_load_pair(w.lane_tag[at_a], w.lane_tag[at_b]))
        child = lanes_add(child, lanes_pair(a.child, b.child))
        lanes_pack(queue_node + tail, order, child)
        lanes_pack(w.queue_low + tail, order, lanes_or(low, used_low))
        lanes_pack(w.queue_high + tail, order, lanes_or(high, used_high))
        lanes_pack(w.queue_cell + tail, order, lanes_add(lanes_pair(cell_a, cell_b), offset))
        lanes_pack_pair(w.queue_parent + tail, order, head, second)
        ways, hits = lane_bits(go), lane_bits(hit)
        tail += popcount(ways)
        moves += popcount(ways | hits)
        if hits:
            _hit(w, head, hits & 255)
            if PATH_LANES > 8:
                _hit(w, second, hits >> 8)
        head += PATH_LANES // 8
    w.moves += moves
    return tail


cdef uint32_t _level_of_cells(large_walk* w, uint32_t head, uint32_t end) noexcept nogil:
    """Take a step at a time: to the neighbour, and see what the trie has for its letter."""
    cdef uint32_t tail = end, spot, cell, low, high, hits, bit_low, bit_high
    cdef int step
    cdef letters_t letter
    cdef live_node node
    while head < end:
        if tail > w.capacity:
            return 0
        prefetch_line(&w.live[w.queue_node[head + AHEAD] & NODE_MASK])
        node = w.live[w.queue_node[head] & NODE_MASK]
        spot, cell = w.queue_node[head] >> CELL_SHIFT, w.queue_cell[head]
        low, high = w.queue_low[head], w.queue_high[head]
        hits = 0
        for step in range(STEPS):
            letter = w.letters[cell + <uint32_t>w.offset[step]]
            bit_low, bit_high = w.lane_low[spot][step], w.lane_high[spot][step]
            # No such letter, no such step, or a cell of the path itself.
            if (not letter & (node.live_inner | node.live_words) or not w.lanes >> step & 1 or bit_low & low
                    or bit_high & high):
                continue
            w.moves += 1
            hits |= <uint32_t>(letter & node.live_words != 0) << step
            if not letter & node.live_inner:
                continue
            w.queue_node[tail] = node.child + <uint32_t>popcount(node.inner & (letter - 1)) + w.lane_tag[spot][step]
            w.queue_low[tail] = low | bit_low
            w.queue_high[tail] = high | bit_high
            w.queue_cell[tail] = cell + <uint32_t>w.offset[step]
            w.queue_parent[tail] = head
            tail += 1
        _hit(w, head, hits)
        head += 1
    return tail


lanes_prepare()
cdef level_form _level = _level_of_vectors if PATH_VECTORS else _level_of_cells
form = PyCapsule_New(<void*>_level, NULL, NULL)
