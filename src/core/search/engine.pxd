# One search loop for every puzzle whose states are packed into 64-bit words.
#
#   Successors          the rules of a puzzle: subclass it, one file a puzzle
#   StateStore          visited set, queue and parent links in one: states in order of arrival
#   Search              DFS, BFS, bidirectional BFS, A*, IDA* over any Successors
#
# A state is `n_words` words; the meaning is the puzzle's. Two states are equal when their words are.
from ..pool cimport Pool
from ..types cimport cost_t, count_t, int32_t, int64_t, state_t, uint8_t, uint32_t, uint64_t, vertex_t


cdef enum:
    MAX_WORDS = 8
    NO_WAY = 0x3fffffff   # heuristic of a state from which nothing leads to a goal


cdef class Successors:
    cdef readonly int n_words         # words a state, 1 to MAX_WORDS
    cdef readonly int max_successors  # most that `expand` or `retract` ever writes

    # Write the successors of `state` to `out` (n_words each), return how many. costs[k] is 1 before the call
    # and stays so where steps cost the same.
    cdef int expand(self, const uint64_t* state, uint64_t* out, cost_t* costs) noexcept nogil
    # The states one step before; by default `expand`: steps can be undone.
    cdef int retract(self, const uint64_t* state, uint64_t* out, cost_t* costs) noexcept nogil
    cdef bint is_goal(self, const uint64_t* state) noexcept nogil
    # True where it is clear that no goal can be reached; by default never.
    cdef bint dead(self, const uint64_t* state) noexcept nogil
    # Lower bound of the cost to a goal; by default 0.
    cdef cost_t heuristic(self, const uint64_t* state) noexcept nogil


cdef class Graph(Successors):
    cdef const int32_t[::1] starts
    cdef const vertex_t[::1] ends
    cdef const cost_t[::1] weights, estimates
    cdef const uint8_t[::1] goals, barred


cdef class StateStore:
    cdef Pool pool           # that of the search
    cdef int n_words
    cdef bint with_costs
    cdef state_t size, capacity
    cdef uint64_t* states    # size * n_words
    cdef state_t* parents
    cdef uint32_t* depths
    cdef cost_t* costs       # NULL unless with_costs
    cdef uint64_t* slots     # open addressing by the upper half of the hash: that << 32 | number + 1; 0 is free
    cdef uint64_t slot_mask
    cdef uint64_t* wider     # the next table while it is filled, a few slots at a time; NULL where there is none
    cdef uint64_t moved      # slots whose states are in it
    cdef size_t bytes, most_bytes

    cdef bint reserve(self) noexcept nogil
    cdef bint grow_arrays(self) noexcept nogil
    cdef bint grow_slots(self) noexcept nogil
    cdef void move(self) noexcept nogil
    cdef void place(self, uint64_t entry) noexcept nogil
    cdef uint64_t find(self, const uint64_t* state) noexcept nogil
    cdef state_t add(self, uint64_t slot, const uint64_t* state, state_t parent, uint32_t depth,
                     cost_t cost) noexcept nogil


cdef struct HeapEntry:
    int64_t total     # cost so far + heuristic
    cost_t estimate   # heuristic: the lesser goes first among equals
    cost_t cost
    uint64_t order    # the newer goes first among equals of both
    state_t state


cdef struct Frame:
    size_t first      # its successors in Search.pending: first ... last - 1
    size_t last
    size_t next       # the one to take up next
    cost_t cost


cdef class Search:
    cdef readonly Successors rules
    cdef readonly int method, status
    cdef readonly count_t nodes, generated, pruned
    cdef readonly cost_t depth
    cdef readonly int64_t cost
    cdef bint exhaust, parent_only
    cdef size_t most_bytes
    cdef Pool pool
    cdef StateStore store, back_store
    cdef state_t head, back_head, level_end
    cdef bint forward
    cdef state_t goal, back_goal
    cdef uint64_t* buffer              # successors of the state in hand
    cdef cost_t* buffer_costs
    cdef uint64_t current[MAX_WORDS]
    # DFS and IDA*: states not yet taken up, and for IDA* the path in hand
    cdef uint64_t* pending
    cdef cost_t* pending_costs
    cdef state_t* pending_parents
    cdef uint32_t* pending_depths
    cdef size_t n_pending, pending_capacity
    cdef Frame* frames
    cdef uint64_t* path_states
    cdef size_t n_frames, frame_capacity
    cdef int64_t bound, exceeded
    # A*
    cdef HeapEntry* heap
    cdef size_t heap_size, heap_capacity
    cdef uint64_t arrivals

    cdef size_t bytes_used(self) noexcept nogil
    cdef int successors(self, const uint64_t* state, bint forward) noexcept nogil
    cdef void run_bfs(self, StateStore store, count_t budget) noexcept nogil
    cdef void run_dfs(self, StateStore store, count_t budget) noexcept nogil
    cdef void run_bidirectional(self, count_t budget) noexcept nogil
    cdef void meet(self, StateStore mine, StateStore theirs, state_t head) noexcept nogil
    cdef void run_astar(self, StateStore store, count_t budget) noexcept nogil
    cdef bint next_bound(self, const uint64_t* root) noexcept nogil
    cdef void run_ida(self, count_t budget) noexcept nogil
    cdef bint push(self, const uint64_t* state, cost_t cost, state_t parent, uint32_t depth) noexcept nogil
    cdef bint push_heap(self, state_t state, cost_t cost, cost_t estimate) noexcept nogil
    cdef HeapEntry pop_heap(self) noexcept nogil
    cdef bint push_frame(self, const uint64_t* state, cost_t cost) noexcept nogil
