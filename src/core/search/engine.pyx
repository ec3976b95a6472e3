"""State-space search over states packed into 64-bit words; twin: `reference.search.engine`."""

cimport cython
import numpy as np

from libc.string cimport memcpy

DFS, BFS, BIDIRECTIONAL, ASTAR, IDA = range(5)
"""Methods of `Search`."""

RUNNING, SOLVED, EXHAUSTED, OUT_OF_MEMORY = range(4)
"""States of a `Search`."""

cdef enum:
    NO_STATE = 0xffffffff
    AT_A_TIME = 32  # slots that move with each state that is added
    # The methods and states of a search once more, as numbers of C.
    DEPTH_FIRST = 0
    BREADTH_FIRST = 1
    FROM_BOTH_ENDS = 2
    BEST_FIRST = 3
    DEEPENING = 4
    IN_PROGRESS = 0
    DONE = 1
    EMPTY = 2
    FULL = 3
cdef int64_t ENDLESS = <int64_t>1 << 62


cdef class Successors:
    """The rules of a puzzle: what lies one step away, what is a goal. Subclassed by the puzzles."""

    cdef int expand(self, const uint64_t* state, uint64_t* out, cost_t* costs) noexcept nogil:
        return 0

    cdef int retract(self, const uint64_t* state, uint64_t* out, cost_t* costs) noexcept nogil:
        return self.expand(state, out, costs)

    cdef bint is_goal(self, const uint64_t* state) noexcept nogil:
        return False

    cdef bint dead(self, const uint64_t* state) noexcept nogil:
        return False

    cdef cost_t heuristic(self, const uint64_t* state) noexcept nogil:
        return 0


@cython.final
cdef class Graph(Successors):
    """A directed graph given as arrays; a state is the number of a vertex.

    Parameters
    ----------
    starts : int32 array of shape (n_vertices + 1,)
        ends[starts[v]:starts[v + 1]] are the successors of v (CSR).
    ends : int32 array
    goals : uint8 array of shape (n_vertices,)
        Non-zero where a vertex is a goal.
    weights : int32 array like `ends`, optional
        Cost of each arc; 1 by default.
    estimates : int32 array of shape (n_vertices,), optional
        Lower bound of the cost to a goal.
    barred : uint8 array of shape (n_vertices,), optional
        Non-zero where a vertex is known to lead to no goal.

    Raises
    ------
    ValueError
        Arrays that do not fit together, vertices out of range, negative numbers.
    """

    def __cinit__(self, const int32_t[::1] starts not None, const vertex_t[::1] ends not None,
                  const uint8_t[::1] goals not None, const cost_t[::1] weights=None,
                  const cost_t[::1] estimates=None, const uint8_t[::1] barred=None):
        cdef Py_ssize_t n = goals.shape[0], k
        cdef int32_t most = 1
        if starts.shape[0] != n + 1 or starts[0] != 0 or starts[n] != ends.shape[0]:
            raise ValueError("starts and goals do not describe the same vertices")
        for k in range(n):
            if starts[k + 1] < starts[k]:
                raise ValueError("starts must not fall")
            most = max(most, starts[k + 1] - starts[k])
        for k in range(ends.shape[0]):
            if not 0 <= ends[k] < n:
                raise ValueError(f"vertex {ends[k]}, expected 0 to {n - 1}")
        if weights is not None and (weights.shape[0] != ends.shape[0] or np.asarray(weights).min(initial=0) < 0):
            raise ValueError("one weight from 0 up expected for each arc")
        if estimates is not None and (estimates.shape[0] != n or np.asarray(estimates).min(initial=0) < 0):
            raise ValueError("one estimate from 0 up expected for each vertex")
        if barred is not None and barred.shape[0] != n:
            raise ValueError("barred must have one number for each vertex")
        self.starts, self.ends, self.goals = starts, ends, goals
        self.weights, self.estimates, self.barred = weights, estimates, barred
        self.n_words, self.max_successors = 1, most

    cdef int expand(self, const uint64_t* state, uint64_t* out, cost_t* costs) noexcept nogil:
        cdef int32_t first = self.starts[<Py_ssize_t>state[0]], k
        cdef int count = self.starts[<Py_ssize_t>state[0] + 1] - first
        for k in range(count):
            out[k] = <uint64_t>self.ends[first + k]
        if self.weights is not None:
            for k in range(count):
                costs[k] = self.weights[first + k]
        return count

    cdef bint is_goal(self, const uint64_t* state) noexcept nogil:
        return self.goals[<Py_ssize_t>state[0]] != 0

    cdef bint dead(self, const uint64_t* state) noexcept nogil:
        return self.barred is not None and self.barred[<Py_ssize_t>state[0]] != 0

    cdef cost_t heuristic(self, const uint64_t* state) noexcept nogil:
        return 0 if self.estimates is None else self.estimates[<Py_ssize_t>state[0]]


cdef inline uint64_t hash_words(const uint64_t* state, int n_words) noexcept nogil:
    """Mix the words of a state. https://xoshiro.di.unimi.it/splitmix64.c"""
    cdef uint64_t h = 0
    cdef int k
    for k in range(n_words):
        h = (h ^ state[k]) + <uint64_t>0x9e3779b97f4a7c15u
        h = (h ^ (h >> 30)) * <uint64_t>0xbf58476d1ce4e5b9u
        h = (h ^ (h >> 27)) * <uint64_t>0x94d049bb133111ebu
        h ^= h >> 31
    return h


cdef inline bint same(const uint64_t* one, const uint64_t* other, int n_words) noexcept nogil:
    """Say whether two states are equal."""
    cdef int k
    for k in range(n_words):
        if one[k] != other[k]:
            return False
    return True


cdef bint grown(Pool pool, void** block, size_t count, size_t size) noexcept nogil:
    """Give a block room for `count` items; False where there is none, and the block stays as it was."""
    cdef void* moved = pool.resized(block[0], count, size)
    if moved != NULL:
        block[0] = moved
    return moved != NULL


@cython.final
cdef class StateStore:
    """States in order of arrival, each once, with the state each came from and its depth.

    20 to 40 bytes a state of one word. The order of arrival is the queue of a breadth-first search. A table that is
    three quarters full moves into a wider one in small steps, so that none takes long however many states there are;
    until then the old one is the one that counts.
    """

    def __cinit__(self, Pool pool not None, int n_words, size_t most_bytes, bint with_costs):
        self.pool, self.n_words, self.with_costs, self.most_bytes = pool, n_words, with_costs, most_bytes
        self.slots = <uint64_t*>pool.zeros(256, sizeof(uint64_t))
        self.slot_mask = 255
        self.bytes = 256 * sizeof(uint64_t)

    cdef bint reserve(self) noexcept nogil:
        """Make room for one state more; False where the memory limit forbids it. Moves slots and arrays."""
        if self.size == self.capacity and not self.grow_arrays():
            return False
        if self.wider != NULL:
            self.move()
            return True
        # The table is kept three quarters full, and a little more while it moves.
        return 4 * (<size_t>self.size + 1) <= 3 * (self.slot_mask + 1) or self.grow_slots()

    cdef bint grow_arrays(self) noexcept nogil:
        """Double the arrays of the states; where the memory limit forbids it, let them take what is left."""
        cdef size_t per_state = 8 * self.n_words + 8 + (4 if self.with_costs else 0)
        cdef size_t wanted = max(<size_t>128, 2 * <size_t>self.capacity)
        if self.bytes + (wanted - self.capacity) * per_state > self.most_bytes:
            if self.bytes >= self.most_bytes:
                return False
            wanted = self.capacity + (self.most_bytes - self.bytes) // per_state
            # Less than a sixteenth more is not worth moving everything.
            if wanted < self.capacity + self.capacity // 16 + 1:
                return False
        if wanted > NO_STATE:
            return False
        if not (grown(self.pool, <void**>&self.states, wanted, 8 * self.n_words)
                and grown(self.pool, <void**>&self.parents, wanted, sizeof(state_t))
                and grown(self.pool, <void**>&self.depths, wanted, sizeof(uint32_t))
                and (not self.with_costs or grown(self.pool, <void**>&self.costs, wanted, sizeof(cost_t)))):
            return False
        self.bytes += (wanted - self.capacity) * per_state
        self.capacity = <state_t>wanted
        return True

    cdef bint grow_slots(self) noexcept nogil:
        """Double the table; where there is no room, let it be filled up to fifteen sixteenths."""
        cdef size_t n_slots = self.slot_mask + 1
        if self.bytes + 16 * n_slots <= self.most_bytes:
            self.wider = <uint64_t*>self.pool.zeros_if_room(2 * n_slots, sizeof(uint64_t))
        if self.wider == NULL:
            return 16 * (<size_t>self.size + 1) <= 15 * n_slots
        self.bytes += 16 * n_slots
        self.moved = 0
        self.move()
        return True

    cdef void move(self) noexcept nogil:
        """Move some slots more into the wider table; take that one when all have moved.

        A state goes to its slot or as far again: two streams are written, and no state is read.
        """
        cdef uint64_t n_slots = self.slot_mask + 1, stop = min(self.moved + <uint64_t>AT_A_TIME, n_slots), slot
        for slot in range(self.moved, stop):
            if self.slots[slot] != 0:
                self.place(self.slots[slot])
        self.moved = stop
        if stop == n_slots:
            self.pool.release(self.slots)
            self.slots, self.wider, self.slot_mask = self.wider, NULL, 2 * n_slots - 1
            self.bytes -= 8 * n_slots

    cdef void place(self, uint64_t entry) noexcept nogil:
        """Put the entry of a state into the wider table."""
        cdef uint64_t mask = 2 * self.slot_mask + 1, slot = (entry >> 32) & mask
        while self.wider[slot] != 0:
            slot = (slot + 1) & mask
        self.wider[slot] = entry

    cdef uint64_t find(self, const uint64_t* state) noexcept nogil:
        """Return the slot of a state, or the free one where it belongs."""
        cdef uint64_t hashed = hash_words(state, self.n_words), slot = (hashed >> 32) & self.slot_mask, held
        while True:
            held = self.slots[slot]
            if held == 0:
                return slot
            if (held ^ hashed) >> 32 == 0 and same(
                    self.states + ((held & NO_STATE) - 1) * self.n_words, state, self.n_words):
                return slot
            slot = (slot + 1) & self.slot_mask

    cdef state_t add(self, uint64_t slot, const uint64_t* state, state_t parent, uint32_t depth,
                     cost_t cost) noexcept nogil:
        """Put a new state into a free slot that `find` gave; return its number. Needs `reserve` before."""
        cdef state_t number = self.size
        memcpy(self.states + <size_t>number * self.n_words, state, 8 * self.n_words)
        self.parents[number] = parent
        self.depths[number] = depth
        if self.with_costs:
            self.costs[number] = cost
        self.slots[slot] = (hash_words(state, self.n_words) >> 32 << 32) | (<uint64_t>number + 1)
        if self.wider != NULL and slot < self.moved:  # its slot has moved already
            self.place(self.slots[slot])
        self.size += 1
        return number


@cython.final
cdef class Search:
    """One search, run in slices.

    Equivalent: the solvers of `unriddle.search` on a puzzle with the same rules. Nodes, generated
    states and path are the same.

    Parameters
    ----------
    rules : Successors
        The puzzle.
    root : uint64 array of shape (n_words,)
        Where to start.
    method : int
        DFS, BFS, BIDIRECTIONAL, ASTAR or IDA.
    goals : uint64 array of shape (n, n_words), optional
        For BIDIRECTIONAL: all goals.
    most_bytes : int
        Memory for states, table and queue; the search ends as OUT_OF_MEMORY before it takes more.
    exhaust : bool
        For BFS: visit everything in reach and stop at no goal.
    parent_only : bool
        For IDA: a path may come back to its own states, only not straight to the one before.

    Notes
    -----
    Costs and heuristics at most 2**30; the path's cost is below 2**31. One search belongs to one
    thread at a time; `run` holds no lock and shares nothing but the rules, which it only reads.
    """

    def __cinit__(self, Successors rules not None, const uint64_t[::1] root not None, int method=1,
                  const uint64_t[:, ::1] goals=None, size_t most_bytes=<size_t>1 << 31, bint exhaust=False,
                  bint parent_only=False):
        cdef Py_ssize_t k
        cdef uint64_t slot
        if not 1 <= rules.n_words <= MAX_WORDS or rules.max_successors < 1:
            raise ValueError(
                "rules without a size of state, expected 1 to 8 words and at least one successor")
        if root.shape[0] != rules.n_words:
            raise ValueError(f"root of {root.shape[0]} words, expected {rules.n_words}")
        if not DEPTH_FIRST <= method <= DEEPENING:
            raise ValueError(f"method {method}, expected 0 to 4")
        if method == FROM_BOTH_ENDS and goals is None:
            raise ValueError("a bidirectional search needs its goals")
        if goals is not None and goals.shape[1] != rules.n_words:
            raise ValueError(f"goals of {goals.shape[1]} words, expected {rules.n_words}")
        if isinstance(rules, Graph) and not root[0] < <uint64_t>(<Graph>rules).goals.shape[0]:
            raise ValueError(f"no vertex {root[0]}")
        self.rules, self.method, self.exhaust, self.parent_only = rules, method, exhaust, parent_only
        self.most_bytes = most_bytes
        self.pool = Pool.__new__(Pool)
        self.buffer = <uint64_t*>self.pool.scratch(<size_t>rules.max_successors * rules.n_words, 8)
        self.buffer_costs = <cost_t*>self.pool.scratch(rules.max_successors, sizeof(cost_t))
        self.goal = self.back_goal = NO_STATE
        self.forward = True
        if method == FROM_BOTH_ENDS:  # the two sides share the memory
            most_bytes //= 2
            self.back_store = StateStore(self.pool, rules.n_words, most_bytes, False)
        self.store = StateStore(self.pool, rules.n_words, most_bytes, method == BEST_FIRST)
        for k in range(rules.n_words):
            self.current[k] = root[k]
        if not self.store.reserve():
            self.status = FULL
            return
        self.store.add(self.store.find(&root[0]), &root[0], NO_STATE, 0, 0)
        if method == FROM_BOTH_ENDS:
            for k in range(goals.shape[0]):
                if isinstance(rules, Graph) and goals[k, 0] >= <uint64_t>(<Graph>rules).goals.shape[0]:
                    raise ValueError(f"no vertex {goals[k, 0]}")
                if not self.back_store.reserve():
                    self.status = FULL
                    return
                slot = self.back_store.find(&goals[k, 0])
                if self.back_store.slots[slot] == 0:
                    self.back_store.add(slot, &goals[k, 0], NO_STATE, 0, 0)

    cdef size_t bytes_used(self) noexcept nogil:
        """Return the memory of states, table and queue."""
        cdef size_t n_words = self.rules.n_words, total = self.store.bytes
        if self.method == FROM_BOTH_ENDS:
            total += self.back_store.bytes
        total += self.pending_capacity * (8 * n_words + 12)
        total += self.frame_capacity * (sizeof(Frame) + 8 * n_words)
        return total + self.heap_capacity * sizeof(HeapEntry)

    @property
    def bytes(self):
        """Memory of states, table and queue."""
        return self.bytes_used()

    @property
    def n_states(self):
        """States kept, those of the second half of a bidirectional search included."""
        return self.store.size + (self.back_store.size if self.method == FROM_BOTH_ENDS else 0)

    cdef int successors(self, const uint64_t* state, bint forward) noexcept nogil:
        """Fill the buffer with what lies one step away; return how many."""
        cdef int k
        for k in range(self.rules.max_successors):
            self.buffer_costs[k] = 1
        if forward:
            return self.rules.expand(state, self.buffer, self.buffer_costs)
        return self.rules.retract(state, self.buffer, self.buffer_costs)

    def run(self, count_t budget):
        """Take up at most `budget` states; return whether work remains."""
        with nogil:
            if self.status == IN_PROGRESS:
                if self.method == DEPTH_FIRST:
                    self.run_dfs(self.store, budget)
                elif self.method == BREADTH_FIRST:
                    self.run_bfs(self.store, budget)
                elif self.method == FROM_BOTH_ENDS:
                    self.run_bidirectional(budget)
                elif self.method == BEST_FIRST:
                    self.run_astar(self.store, budget)
                else:
                    self.run_ida(budget)
        return self.status == IN_PROGRESS

    cdef void run_bfs(self, StateStore store, count_t budget) noexcept nogil:
        """Take up states in order of arrival: the store is the queue, `head` its first that was not taken up.

        A goal is known when it is generated: no state of its depth needs to be taken up before.
        """
        cdef int n_words = self.rules.n_words, count, k
        cdef uint64_t slot
        cdef uint64_t* other
        cdef uint32_t depth
        if self.nodes == 0 and budget > 0:
            if not self.exhaust and self.rules.is_goal(self.current):
                self.nodes, self.goal, self.status = 1, 0, DONE
                return
            if self.rules.dead(self.current):
                self.nodes, self.pruned, self.status = 1, 1, EMPTY
                return
        while budget > 0:
            # Nothing waits: everything in reach was seen.
            if self.head == store.size:
                self.status = EMPTY
                return
            # The state that came first is taken up; a copy, for the store may move.
            memcpy(self.current, store.states + <size_t>self.head * n_words, 8 * n_words)
            depth = store.depths[self.head] + 1
            self.nodes += 1
            budget -= 1
            count = self.successors(self.current, True)
            for k in range(count):
                self.generated += 1
                other = self.buffer + k * n_words
                if not store.reserve():
                    self.status = FULL
                    return
                # What was seen came as early or earlier.
                slot = store.find(other)
                if store.slots[slot] != 0:
                    continue
                # The first goal is a nearest one.
                if not self.exhaust and self.rules.is_goal(other):
                    self.goal = store.add(slot, other, self.head, depth, 0)
                    self.depth = depth
                    self.cost = depth
                    self.status = DONE
                    return
                # What leads nowhere is not kept, the rest waits at the end of the queue.
                if self.rules.dead(other):
                    self.pruned += 1
                    continue
                store.add(slot, other, self.head, depth, 0)
                self.depth = depth
            self.head += 1

    cdef void run_dfs(self, StateStore store, count_t budget) noexcept nogil:
        """Take up the newest state that waits; the store holds what was taken up, the stack what waits.

        A state is looked up when it comes off the stack, so one that waits twice is taken up once, by the
        later way.
        """
        cdef int n_words = self.rules.n_words, count, k
        cdef uint64_t slot
        cdef state_t number = 0
        cdef uint32_t depth = 0
        cdef bint first = self.nodes == 0
        while budget > 0:
            if first:  # the root is in the store from the start
                first = False
            else:
                # Nothing waits: everything in reach was seen.
                if self.n_pending == 0:
                    self.status = EMPTY
                    return
                # The newest goes next, unless it was taken up since it was put there.
                self.n_pending -= 1
                self.generated += 1
                memcpy(self.current, self.pending + self.n_pending * n_words, 8 * n_words)
                if not store.reserve():
                    self.status = FULL
                    return
                slot = store.find(self.current)
                if store.slots[slot] != 0:
                    continue
                depth = self.pending_depths[self.n_pending]
                number = store.add(slot, self.current, self.pending_parents[self.n_pending], depth, 0)
                if <cost_t>depth > self.depth:
                    self.depth = depth
            self.nodes += 1
            budget -= 1
            if self.rules.is_goal(self.current):
                self.goal, self.status, self.cost = number, DONE, depth
                return
            # Nothing is sought beyond what leads nowhere.
            if self.rules.dead(self.current):
                self.pruned += 1
                continue
            # All successors wait, the first on top of the stack.
            count = self.successors(self.current, True)
            for k in range(count - 1, -1, -1):
                if not self.push(self.buffer + k * n_words, 0, number, depth + 1):
                    self.status = FULL
                    return

    cdef void run_bidirectional(self, count_t budget) noexcept nogil:
        """Go on from the root and from the goals by turns, a whole level at a time."""
        if self.nodes == 0 and budget > 0:
            if self.rules.is_goal(self.current):
                self.nodes, self.goal, self.status = 1, 0, DONE
                return
            if self.rules.dead(self.current):
                self.nodes, self.pruned, self.status = 1, 1, EMPTY
                return
        while budget > 0 and self.status == IN_PROGRESS:
            if self.level_end == (self.head if self.forward else self.back_head):
                # A level is done. A side that is at its end never met the other: there is no way.
                if self.head == self.store.size or self.back_head == self.back_store.size:
                    self.status = EMPTY
                    return
                # The smaller frontier goes next.
                self.forward = self.store.size - self.head <= self.back_store.size - self.back_head
                self.level_end = self.store.size if self.forward else self.back_store.size
            if self.forward:
                self.meet(self.store, self.back_store, self.head)
                self.head += 1
            else:
                self.meet(self.back_store, self.store, self.back_head)
                self.back_head += 1
            budget -= 1

    cdef void meet(self, StateStore mine, StateStore theirs, state_t head) noexcept nogil:
        """Take up state `head` of one side; DONE where a successor is known to the other side.

        The first meeting is on a shortest path: all paths no longer than the depths of the two
        finished levels together have been ruled out.
        """
        cdef int n_words = self.rules.n_words, count, k
        cdef uint64_t slot, met
        cdef uint64_t* other
        cdef state_t number
        cdef uint32_t depth = mine.depths[head] + 1
        memcpy(self.current, mine.states + <size_t>head * n_words, 8 * n_words)
        self.nodes += 1
        count = self.successors(self.current, self.forward)
        for k in range(count):
            self.generated += 1
            other = self.buffer + k * n_words
            if not mine.reserve():
                self.status = FULL
                return
            # What this side has seen came as early or earlier.
            slot = mine.find(other)
            if mine.slots[slot] != 0:
                continue
            # What the other side has seen joins both halves.
            met = theirs.find(other)
            if theirs.slots[met] != 0:
                number = <state_t>((theirs.slots[met] & NO_STATE) - 1)
                self.cost = depth + theirs.depths[number]
                self.depth = max(self.depth, <cost_t>depth)
                self.goal = mine.add(slot, other, head, depth, 0) if self.forward else number
                self.back_goal = number if self.forward else mine.add(slot, other, head, depth, 0)
                self.status = DONE
                return
            # What leads nowhere is not kept, the rest is of the next level.
            if self.rules.dead(other):
                self.pruned += 1
                continue
            mine.add(slot, other, head, depth, 0)
            self.depth = max(self.depth, <cost_t>depth)

    cdef void run_astar(self, StateStore store, count_t budget) noexcept nogil:
        """Take up the state of least cost so far plus heuristic: `before` says which of equals.

        A goal counts when it is taken up. A state reached at less cost is put on the heap once more, and
        taken up once more where that had happened; the heuristic need not be consistent.
        """
        cdef int n_words = self.rules.n_words, count, k
        cdef uint64_t slot
        cdef uint64_t* other
        cdef HeapEntry entry
        cdef cost_t reached, estimate
        cdef state_t number
        cdef uint32_t depth
        if self.nodes == 0 and self.heap_size == 0 and budget > 0:
            if not self.rules.is_goal(self.current) and self.rules.dead(self.current):
                self.nodes, self.pruned, self.status = 1, 1, EMPTY
                return
            if not self.push_heap(0, 0, self.rules.heuristic(self.current)):
                self.status = FULL
                return
        while budget > 0:
            # Nothing waits: everything from where a goal may be reached was taken up.
            if self.heap_size == 0:
                self.status = EMPTY
                return
            # The least goes next, unless a cheaper way to it was found since it was put there.
            entry = self.pop_heap()
            if entry.cost > store.costs[entry.state]:
                continue
            memcpy(self.current, store.states + <size_t>entry.state * n_words, 8 * n_words)
            self.nodes += 1
            budget -= 1
            if self.rules.is_goal(self.current):
                self.goal, self.status, self.cost = entry.state, DONE, entry.cost
                return
            depth = store.depths[entry.state] + 1
            count = self.successors(self.current, True)
            for k in range(count):
                self.generated += 1
                other = self.buffer + k * n_words
                reached = entry.cost + self.buffer_costs[k]
                if not store.reserve():
                    self.status = FULL
                    return
                slot = store.find(other)
                if store.slots[slot] == 0:
                    # A new state is kept unless it leads nowhere.
                    if not self.rules.is_goal(other) and self.rules.dead(other):
                        self.pruned += 1
                        continue
                    number = store.add(slot, other, entry.state, depth, reached)
                else:
                    # A known one counts again where this way is cheaper: its path now leads this way.
                    number = <state_t>((store.slots[slot] & NO_STATE) - 1)
                    if store.costs[number] <= reached:
                        continue
                    store.costs[number] = reached
                    store.parents[number] = entry.state
                    store.depths[number] = depth
                self.depth = max(self.depth, <cost_t>depth)
                estimate = self.rules.heuristic(other)
                if not self.push_heap(number, reached, estimate):
                    self.status = FULL
                    return

    cdef bint next_bound(self, const uint64_t* root) noexcept nogil:
        """Begin at the root again, within the least bound that exceeded the last one; False where all is over."""
        if self.nodes > 0:
            self.bound = self.exceeded
        if self.bound >= NO_WAY:
            self.status = EMPTY
            return False
        self.exceeded = ENDLESS
        if not self.push_frame(root, 0):
            self.status = FULL
            return False
        if self.nodes == 0:
            self.nodes = 1
            if self.rules.is_goal(root):
                self.goal, self.status = 0, DONE
                return False
        return True

    cdef void run_ida(self, count_t budget) noexcept nogil:
        """Search depth-first within a bound of cost plus heuristic, then within the next, and so on.

        `frames` and `path_states` are the path in hand, a frame for each of its states: which of the
        successors in `pending` are its own, and which goes next. No frame is left: the search within the
        bound is over. A node is a state whose bound was computed, the root counted once.
        """
        cdef int n_words = self.rules.n_words
        cdef uint64_t* other
        cdef Frame* frame
        cdef int64_t estimate
        cdef cost_t reached
        cdef size_t k
        cdef bint solved, again
        cdef const uint64_t* root = self.store.states
        if self.nodes == 0 and budget > 0:
            self.bound = self.rules.heuristic(root)
            if not self.rules.is_goal(root) and self.rules.dead(root):
                self.nodes, self.pruned, self.status = 1, 1, EMPTY
                return
        while budget > 0:
            if self.n_frames == 0:
                if self.nodes == 0:
                    budget -= 1
                if not self.next_bound(root):
                    return
                continue
            # Where a state has no successor left, the path goes one step back.
            frame = &self.frames[self.n_frames - 1]
            if frame.next == frame.last:
                self.n_pending = frame.first
                self.n_frames -= 1
                continue
            self.generated += 1
            other = self.pending + frame.next * n_words
            reached = frame.cost + self.pending_costs[frame.next]
            frame.next += 1
            # A path does not come back to its own states, or at least not straight to the one before.
            if self.parent_only:
                again = self.n_frames > 1 and same(
                    other, self.path_states + (self.n_frames - 2) * n_words, n_words)
            else:
                again = False
                for k in range(self.n_frames):
                    if same(other, self.path_states + k * n_words, n_words):
                        again = True
                        break
            if again:
                continue
            self.nodes += 1
            budget -= 1
            # What exceeds the bound is left for the next one.
            estimate = <int64_t>reached + self.rules.heuristic(other)
            if estimate > self.bound:
                self.exceeded = min(self.exceeded, estimate)
                continue
            solved = self.rules.is_goal(other)
            if not solved and self.rules.dead(other):
                self.pruned += 1
                continue
            # The path goes one step on; a copy, for `pending` may move.
            self.depth = max(self.depth, <cost_t>self.n_frames)
            memcpy(self.current, other, 8 * n_words)
            if not self.push_frame(self.current, reached):
                self.status = FULL
                return
            if solved:
                self.goal, self.cost, self.status = <state_t>(self.n_frames - 1), reached, DONE
                return

    cdef bint push(self, const uint64_t* state, cost_t cost, state_t parent, uint32_t depth) noexcept nogil:
        """Put a state on the stack of those to take up; False where memory forbids it."""
        cdef size_t n_words = self.rules.n_words, wanted
        if self.n_pending == self.pending_capacity:
            wanted = max(<size_t>256, 2 * self.pending_capacity)
            if self.bytes_used() + (wanted - self.pending_capacity) * (8 * n_words + 12) > self.most_bytes:
                return False
            if not (grown(self.pool, <void**>&self.pending, wanted, 8 * n_words)
                    and grown(self.pool, <void**>&self.pending_costs, wanted, sizeof(cost_t))
                    and grown(self.pool, <void**>&self.pending_parents, wanted, sizeof(state_t))
                    and grown(self.pool, <void**>&self.pending_depths, wanted, sizeof(uint32_t))):
                return False
            self.pending_capacity = wanted
            # What the stack takes, the store may no longer.
            self.store.most_bytes = self.most_bytes - (self.bytes_used() - self.store.bytes)
        memcpy(self.pending + self.n_pending * n_words, state, 8 * n_words)
        self.pending_costs[self.n_pending] = cost
        self.pending_parents[self.n_pending] = parent
        self.pending_depths[self.n_pending] = depth
        self.n_pending += 1
        return True

    cdef bint push_frame(self, const uint64_t* state, cost_t cost) noexcept nogil:
        """Make a state the end of the path and its successors pending; False where memory forbids it."""
        cdef size_t n_words = self.rules.n_words, wanted, more
        cdef int count, k
        if self.n_frames == self.frame_capacity:
            wanted = max(<size_t>64, 2 * self.frame_capacity)
            more = (wanted - self.frame_capacity) * (sizeof(Frame) + 8 * n_words)
            if self.bytes_used() + more > self.most_bytes:
                return False
            if not (grown(self.pool, <void**>&self.frames, wanted, sizeof(Frame))
                    and grown(self.pool, <void**>&self.path_states, wanted, 8 * n_words)):
                return False
            self.frame_capacity = wanted
        memcpy(self.path_states + self.n_frames * n_words, state, 8 * n_words)
        count = self.successors(state, True)
        self.frames[self.n_frames].first = self.frames[self.n_frames].next = self.n_pending
        self.frames[self.n_frames].cost = cost
        for k in range(count):
            if not self.push(self.buffer + k * n_words, self.buffer_costs[k], 0, 0):
                return False
        self.frames[self.n_frames].last = self.n_pending
        self.n_frames += 1
        return True

    cdef bint push_heap(self, state_t state, cost_t cost, cost_t estimate) noexcept nogil:
        """Put a state on the binary heap; False where memory forbids it."""
        cdef size_t wanted, place, above
        cdef HeapEntry entry
        if estimate >= NO_WAY:  # nothing leads on from there
            return True
        if self.heap_size == self.heap_capacity:
            wanted = max(<size_t>256, 2 * self.heap_capacity)
            if self.bytes_used() + (wanted - self.heap_capacity) * sizeof(HeapEntry) > self.most_bytes:
                return False
            if not grown(self.pool, <void**>&self.heap, wanted, sizeof(HeapEntry)):
                return False
            self.heap_capacity = wanted
            # What the heap takes, the store may no longer.
            self.store.most_bytes = self.most_bytes - wanted * sizeof(HeapEntry)
        entry.total = <int64_t>cost + estimate
        entry.estimate, entry.cost, entry.state = estimate, cost, state
        entry.order = self.arrivals
        self.arrivals += 1
        # From the end up, past all that go after it.
        place = self.heap_size
        self.heap_size += 1
        while place > 0:
            above = (place - 1) // 2
            if not before(&entry, &self.heap[above]):
                break
            self.heap[place] = self.heap[above]
            place = above
        self.heap[place] = entry
        return True

    cdef HeapEntry pop_heap(self) noexcept nogil:
        """Take the first state off the heap, which must not be empty."""
        cdef HeapEntry top = self.heap[0], entry
        cdef size_t place = 0, below
        self.heap_size -= 1
        entry = self.heap[self.heap_size]
        # The last entry goes down from the top, past all that go before it.
        while 2 * place + 1 < self.heap_size:
            below = 2 * place + 1
            if below + 1 < self.heap_size and before(&self.heap[below + 1], &self.heap[below]):
                below += 1
            if not before(&self.heap[below], &entry):
                break
            self.heap[place] = self.heap[below]
            place = below
        self.heap[place] = entry
        return top

    @property
    def path_length(self):
        """Steps from the root to the goal; 0 before a solution."""
        if self.status != DONE:
            return 0
        if self.method == DEEPENING:
            return self.goal
        # A cheaper way found later lengthens or shortens A*'s path without its depths: follow the links.
        steps = links_back(self.store, self.goal)
        if self.method == FROM_BOTH_ENDS and self.back_goal != NO_STATE:
            steps += links_back(self.back_store, self.back_goal)
        return steps

    def path(self):
        """Return the states from root to goal, uint64 of shape (steps + 1, n_words); empty if none."""
        cdef size_t n_words = self.rules.n_words, row, k
        cdef state_t number = self.goal
        if self.status != DONE:
            return np.empty((0, n_words), dtype=np.uint64)
        out = np.empty((self.path_length + 1, n_words), dtype=np.uint64)
        cdef uint64_t[:, ::1] rows = out
        if self.method == DEEPENING:
            memcpy(&rows[0, 0], self.path_states, rows.shape[0] * n_words * 8)
            return out
        row = links_back(self.store, self.goal)
        k = row
        while number != NO_STATE:
            memcpy(&rows[k, 0], self.store.states + number * n_words, 8 * n_words)
            number = self.store.parents[number]
            k -= 1
        if self.method == FROM_BOTH_ENDS and self.back_goal != NO_STATE:
            number = self.back_store.parents[self.back_goal]
            while number != NO_STATE:
                row += 1
                memcpy(&rows[row, 0], self.back_store.states + number * n_words, 8 * n_words)
                number = self.back_store.parents[number]
        return out

    def states(self):
        """Return all states kept, in order of arrival: uint64 of shape (n_states, n_words). Not for IDA."""
        out = np.empty((self.store.size, self.rules.n_words), dtype=np.uint64)
        cdef uint64_t[:, ::1] view = out
        if self.store.size == 0:  # not even the root had room
            return out
        memcpy(&view[0, 0], self.store.states, <size_t>self.store.size * self.rules.n_words * 8)
        return out

    def depths(self):
        """Return the depth of each state of `states`: uint32 of shape (n_states,)."""
        out = np.empty(self.store.size, dtype=np.uint32)
        cdef uint32_t[::1] view = out
        if self.store.size == 0:
            return out
        memcpy(&view[0], self.store.depths, <size_t>self.store.size * sizeof(uint32_t))
        return out


cdef inline bint before(const HeapEntry* one, const HeapEntry* other) noexcept nogil:
    """Say which goes first: the lesser total, the lesser heuristic (it is further on), the newer."""
    if one.total != other.total:
        return one.total < other.total
    if one.estimate != other.estimate:
        return one.estimate < other.estimate
    return one.order > other.order


cdef size_t links_back(StateStore store, state_t number) noexcept:
    """Count the steps from a state back to where its side of the search began."""
    cdef size_t steps = 0
    while store.parents[number] != NO_STATE:
        number = store.parents[number]
        steps += 1
    return steps
