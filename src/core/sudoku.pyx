"""Search of Sudokus of any size, learning from conflicts; twin: `unriddle.core.reference.sudoku`."""

from cython cimport final
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

import numpy as np

from .types cimport cell_t, count_t, int32_t, int64_t, uint8_t, uint32_t

# A variable says "this cell holds this digit": cell * n + digit, digits from 0. A literal is 2 * variable, plus 1
# where it is negated. A group is a set of n variables one of which is true: cells, then rows, columns and boxes
# with a digit. That two of a group are never true is not stored: it follows from the peers of a cell.
ctypedef int32_t lit_t
ctypedef signed char value_t     # 1 true, 0 open, -1 false

cdef struct Watch:
    uint32_t clause              # offset into the arena
    lit_t blocker                # some other literal of it: while that is true the clause need not be read

cdef enum:
    MAX_N = 36
    HEAD = 3                     # words before the literals of a clause: size, glue, use
    BLOCKED = 16                 # solutions that are excluded by a clause; later ones by systematic backtracking
    KEEP_GLUE = 2                # clauses of that glue are never dropped
    # Where a literal came from, in the two low bits of its reason.
    FREE = 0                     # a decision, or known from the start
    PEER = 1                     # the literal above these bits is true and excludes it
    GROUP = 2                    # all others of the group are false
    CLAUSE = 3                   # all others of the clause are false
    NO_CONFLICT = -1


@final
cdef class Search:
    """A search for the solutions of one Sudoku with n × n cells and boxes of `box_rows` × `box_cols`.

    Equivalent: ``solutions = list(reference.sudoku.solutions(puzzle, box_rows, box_cols))[:limit]``, in another order.

    Parameters
    ----------
    puzzle : uint8 array of shape (n * n,)
        Row-major cells, 1 to n, 0 is empty.
    box_rows, box_cols : int
        Height and width of a box; n is their product, from 1 to 36.
    limit : int
        Solutions to look for, from 1 up.
    weights : float64 array of shape (n * n * n,), optional
        How early to branch on each cell and digit, from 0 to 1; by default the most constrained first.

    Attributes
    ----------
    count : int
        Solutions found so far.
    guesses, nodes, conflicts, propagations : int
        Decisions; positions taken up (the puzzle, each decision, each way back); dead ends; cells filled
        without a guess, all over the search.

    Notes
    -----
    Conflict-driven clause learning (J. P. Marques-Silva and K. A. Sakallah, GRASP, 1996; N. Eén and N. Sörensson,
    An Extensible SAT-solver, 2003) with restarts and clause removal by glue (G. Audemard and L. Simon, 2009).
    "At most one" needs no clauses: a true variable excludes its peers, and counters of open places find the last
    one of each group. All solutions are enumerated in constant memory by fixing the decisions of a solution and
    flipping them last to first (M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, 2007). Start: O(n**3) time and
    space, 6 MB for n = 36. One thread at a time an object; objects are independent.

    Examples
    --------
    >>> search = Search(np.zeros(16, np.uint8), 2, 2, limit=1000)
    >>> search.run(10**6), search.count
    (False, 288)
    """

    cdef int n, cells, n_peers, variables
    cdef int32_t* peers          # cells × n_peers
    cdef int32_t* unit_of        # cells × 3: its row, n + its column, 2n + its box
    cdef int32_t* members        # 3n × n: cells of a unit
    cdef int32_t* open_places    # 4n²: variables of a group that are not known to be false
    cdef value_t* value          # by literal
    cdef int32_t* level          # by variable
    cdef int32_t* reason         # by variable
    cdef lit_t* trail
    cdef int32_t* starts         # starts[k]: place in the trail where decision level k + 1 begins
    cdef int trail_size, head, depth, systematic
    cdef double* activity
    cdef double bump
    cdef int32_t* heap
    cdef int32_t* place          # in the heap, -1 outside
    cdef int heap_size
    cdef uint8_t* phase          # 1: a decision makes it false
    cdef uint8_t* seen
    cdef lit_t* learnt
    cdef lit_t* buffer
    cdef lit_t* stack
    cdef lit_t* clear
    cdef int32_t* stamp          # by level, to count the levels of a clause
    cdef int32_t stamp_now
    cdef uint32_t* arena
    cdef size_t arena_size, arena_room
    cdef Watch* pool
    cdef size_t pool_size, pool_room
    cdef uint32_t* watch_start   # by literal, into the pool
    cdef uint32_t* watch_size
    cdef uint32_t* watch_room
    cdef lit_t* units            # facts learnt at levels above 0, to be stated again after going back
    cdef int n_units, units_room
    cdef int32_t conflict        # found by the last propagation
    cdef int64_t n_learnt, learnt_limit, fast_glue, slow_glue, since_restart
    cdef bint started, finished, no_memory, busy, pending_back
    cdef count_t limit
    cdef readonly count_t count, guesses, nodes, conflicts, propagations
    cdef object given, weights, found

    def __init__(self, const uint8_t[::1] puzzle not None, int box_rows, int box_cols, count_t limit=2,
                 const double[::1] weights=None):
        cdef int n
        if self.value != NULL:
            raise RuntimeError("Search is made once")
        if box_rows < 1 or box_cols < 1 or box_rows > MAX_N or box_cols > MAX_N or box_rows * box_cols > MAX_N:
            raise ValueError(f"boxes of {box_rows} × {box_cols}, expected at most {MAX_N} cells")
        n = box_rows * box_cols
        if puzzle.shape[0] != n * n or limit < 1:
            raise ValueError(f"expected {n * n} cells and a limit from 1 up")
        if np.asarray(puzzle).max() > n:
            raise ValueError(f"a cell above {n}")
        if weights is not None and weights.shape[0] != n * n * n:
            raise ValueError(f"expected {n * n * n} weights")
        self.n = n
        self.cells = n * n
        self.variables = n * n * n
        self.n_peers = 2 * (n - 1) + (box_rows - 1) * (box_cols - 1)
        self.limit = limit
        self.given = np.array(puzzle)
        self.weights = None if weights is None else np.array(weights)
        self.found = []
        if not self.allocate():
            raise MemoryError(f"a Sudoku of {n} × {n}")
        self.lay_out(box_rows, box_cols)

    def __dealloc__(self):
        free(self.peers)
        free(self.unit_of)
        free(self.members)
        free(self.open_places)
        free(self.value)
        free(self.level)
        free(self.reason)
        free(self.trail)
        free(self.starts)
        free(self.activity)
        free(self.heap)
        free(self.place)
        free(self.phase)
        free(self.seen)
        free(self.learnt)
        free(self.buffer)
        free(self.stack)
        free(self.clear)
        free(self.stamp)
        free(self.arena)
        free(self.pool)
        free(self.watch_start)
        free(self.watch_size)
        free(self.watch_room)
        free(self.units)

    cdef bint allocate(self) noexcept:
        cdef size_t n = self.n, cells = self.cells, count = self.variables
        self.peers = <int32_t*>malloc((cells * self.n_peers + 1) * sizeof(int32_t))
        self.unit_of = <int32_t*>malloc(3 * cells * sizeof(int32_t))
        self.members = <int32_t*>malloc(3 * cells * sizeof(int32_t))
        self.open_places = <int32_t*>malloc(4 * cells * sizeof(int32_t))
        self.value = <value_t*>calloc(2 * count, sizeof(value_t))
        self.level = <int32_t*>calloc(count, sizeof(int32_t))
        self.reason = <int32_t*>calloc(count, sizeof(int32_t))
        self.trail = <lit_t*>malloc(count * sizeof(lit_t))
        self.starts = <int32_t*>malloc((count + 1) * sizeof(int32_t))
        self.activity = <double*>calloc(count, sizeof(double))
        self.heap = <int32_t*>malloc(count * sizeof(int32_t))
        self.place = <int32_t*>malloc(count * sizeof(int32_t))
        self.phase = <uint8_t*>calloc(count, 1)
        self.seen = <uint8_t*>calloc(count, 1)
        self.learnt = <lit_t*>malloc((count + 1) * sizeof(lit_t))
        self.buffer = <lit_t*>malloc((count + 1) * sizeof(lit_t))
        self.stack = <lit_t*>malloc((count + 1) * sizeof(lit_t))
        self.clear = <lit_t*>malloc((count + 1) * sizeof(lit_t))
        self.stamp = <int32_t*>calloc(count + 1, sizeof(int32_t))
        self.watch_start = <uint32_t*>calloc(2 * count, sizeof(uint32_t))
        self.watch_size = <uint32_t*>calloc(2 * count, sizeof(uint32_t))
        self.watch_room = <uint32_t*>calloc(2 * count, sizeof(uint32_t))
        return not (
            self.peers == NULL or self.unit_of == NULL or self.members == NULL or self.open_places == NULL
            or self.value == NULL or self.level == NULL or self.reason == NULL or self.trail == NULL
            or self.starts == NULL or self.activity == NULL or self.heap == NULL or self.place == NULL
            or self.phase == NULL or self.seen == NULL or self.learnt == NULL or self.buffer == NULL
            or self.stack == NULL or self.clear == NULL or self.stamp == NULL or self.watch_start == NULL
            or self.watch_size == NULL or self.watch_room == NULL
        )

    cdef void lay_out(self, int box_rows, int box_cols) noexcept nogil:
        cdef int n = self.n, row, col, box, r, c, k, unit
        cdef cell_t cell
        for row in range(n):
            for col in range(n):
                cell = row * n + col
                box = row // box_rows * box_rows + col // box_cols
                self.unit_of[3 * cell] = row
                self.unit_of[3 * cell + 1] = n + col
                self.unit_of[3 * cell + 2] = 2 * n + box
                self.members[row * n + col] = cell
                self.members[(n + col) * n + row] = cell
                self.members[(2 * n + box) * n + row % box_rows * box_cols + col % box_cols] = cell
                k = cell * self.n_peers
                for c in range(n):
                    if c != col:
                        self.peers[k] = row * n + c
                        k += 1
                for r in range(n):
                    if r != row:
                        self.peers[k] = r * n + col
                        k += 1
                for r in range(row - row % box_rows, row - row % box_rows + box_rows):
                    for c in range(col - col % box_cols, col - col % box_cols + box_cols):
                        if r != row and c != col:
                            self.peers[k] = r * n + c
                            k += 1
        for unit in range(4 * self.cells):
            self.open_places[unit] = n

    # ---- groups: 0 to cells - 1 the cells, then cells + unit * n + digit -------------------------------------

    cdef inline int32_t member(self, int32_t group, int k) noexcept nogil:
        """Return the k-th variable of a group."""
        cdef int n = self.n, unit
        if group < self.cells:
            return group * n + k
        group -= self.cells
        unit = group // n
        return self.members[unit * n + k] * n + group % n

    # ---- the trail -------------------------------------------------------------------------------------------

    cdef inline void assign(self, lit_t lit, int32_t reason) noexcept nogil:
        self.value[lit] = 1
        self.value[lit ^ 1] = -1
        self.level[lit >> 1] = self.depth
        self.reason[lit >> 1] = reason
        self.trail[self.trail_size] = lit
        self.trail_size += 1

    cdef int32_t propagate(self) noexcept nogil:
        """Draw the consequences of the trail; return NO_CONFLICT or what is violated, coded like a reason.

        A violated PEER comes with the other literal in buffer[0].
        """
        cdef lit_t lit
        cdef int32_t conflict
        while self.head < self.trail_size:
            lit = self.trail[self.head]
            self.head += 1
            if lit & 1:
                conflict = self.propagate_groups(lit >> 1)
            else:
                if self.reason[lit >> 1] & 3 != FREE:
                    self.propagations += 1
                conflict = self.propagate_peers(lit)
            if conflict == NO_CONFLICT and self.watch_size[lit ^ 1]:
                conflict = self.propagate_clauses(lit)
            if conflict != NO_CONFLICT:
                return conflict
        return NO_CONFLICT

    cdef int32_t propagate_peers(self, lit_t lit) noexcept nogil:
        """A cell is filled: no other digit in it, no such digit in its peers."""
        cdef int n = self.n, k
        cdef int32_t cell = (lit >> 1) // n, digit = (lit >> 1) % n
        cdef int32_t reason = lit << 2 | PEER
        cdef const int32_t* peers = self.peers + cell * self.n_peers
        cdef lit_t other
        for k in range(n):
            other = 2 * (cell * n + k)
            if k != digit:
                if self.value[other] == 0:
                    self.assign(other | 1, reason)
                elif self.value[other] > 0:
                    self.buffer[0] = other
                    return reason
        for k in range(self.n_peers):
            other = 2 * (peers[k] * n + digit)
            if self.value[other] == 0:
                self.assign(other | 1, reason)
            elif self.value[other] > 0:
                self.buffer[0] = other
                return reason
        return NO_CONFLICT

    cdef inline int32_t check_group(self, int32_t group) noexcept nogil:
        """At most one place of a group is open: fill it."""
        cdef int k
        cdef int32_t variable
        for k in range(self.n):
            variable = self.member(group, k)
            if self.value[2 * variable] >= 0:
                if self.value[2 * variable] == 0:
                    self.assign(2 * variable, group << 2 | GROUP)
                return NO_CONFLICT
        return group << 2 | GROUP

    cdef int32_t propagate_groups(self, int32_t variable) noexcept nogil:
        cdef int n = self.n, k
        cdef int32_t cell = variable // n, digit = variable % n, conflict, group
        cdef int32_t groups[4]
        cdef bint tight = False
        groups[0] = cell
        for k in range(3):
            groups[k + 1] = self.cells + self.unit_of[3 * cell + k] * n + digit
        for k in range(4):
            self.open_places[groups[k]] -= 1
            tight |= self.open_places[groups[k]] <= 1
        if tight:
            for k in range(4):
                if self.open_places[groups[k]] <= 1:
                    conflict = self.check_group(groups[k])
                    if conflict != NO_CONFLICT:
                        return conflict
        return NO_CONFLICT

    cdef int32_t propagate_clauses(self, lit_t lit) noexcept nogil:
        """Two literals of each clause are watched; one of them has just become false."""
        cdef lit_t false_lit = lit ^ 1, first, other
        cdef uint32_t start = self.watch_start[false_lit], size = self.watch_size[false_lit], i = 0, j = 0, k
        cdef uint32_t* clause
        cdef lit_t* lits
        cdef int32_t conflict = NO_CONFLICT
        cdef Watch watch
        cdef bint moved
        while i < size:
            watch = self.pool[start + i]
            i += 1
            if self.value[watch.blocker] > 0:
                self.pool[start + j] = watch
                j += 1
                continue
            clause = self.arena + watch.clause
            lits = <lit_t*>(clause + HEAD)
            if lits[0] == false_lit:
                lits[0] = lits[1]
                lits[1] = false_lit
            first = lits[0]
            if first != watch.blocker and self.value[first] > 0:
                watch.blocker = first
                self.pool[start + j] = watch
                j += 1
                continue
            moved = False
            for k in range(2, clause[0]):
                other = lits[k]
                if self.value[other] >= 0:
                    lits[1] = other
                    lits[k] = false_lit
                    self.watch(other, watch.clause, first)
                    moved = True
                    break
            if moved:
                continue
            watch.blocker = first
            self.pool[start + j] = watch
            j += 1
            if self.value[first] < 0:
                conflict = <int32_t>(watch.clause << 2 | CLAUSE)
                while i < size:
                    self.pool[start + j] = self.pool[start + i]
                    i += 1
                    j += 1
            else:
                self.assign(first, <int32_t>(watch.clause << 2 | CLAUSE))
        self.watch_size[false_lit] = j
        return conflict

    cdef void back_to(self, int depth) noexcept nogil:
        """Undo the decisions above a level."""
        cdef int place, n = self.n, k
        cdef int32_t variable, cell, digit
        cdef lit_t lit
        if depth >= self.depth:
            return
        for place in range(self.trail_size - 1, self.starts[depth] - 1, -1):
            lit = self.trail[place]
            variable = lit >> 1
            self.value[lit] = 0
            self.value[lit ^ 1] = 0
            self.phase[variable] = lit & 1
            if lit & 1 and place < self.head:
                cell = variable // n
                digit = variable % n
                self.open_places[cell] += 1
                for k in range(3):
                    self.open_places[self.cells + self.unit_of[3 * cell + k] * n + digit] += 1
            if self.place[variable] < 0:
                self.heap_insert(variable)
        self.trail_size = self.starts[depth]
        self.head = self.trail_size
        self.depth = depth

    # ---- clauses ---------------------------------------------------------------------------------------------

    cdef void watch(self, lit_t lit, uint32_t clause, lit_t blocker) noexcept nogil:
        cdef uint32_t size = self.watch_size[lit], room
        cdef size_t wanted
        cdef Watch* grown
        if size == self.watch_room[lit]:
            room = 2 * size if size else 4
            if self.pool_size + room > self.pool_room:
                wanted = 2 * (self.pool_size + room) + 1024
                grown = <Watch*>realloc(self.pool, wanted * sizeof(Watch))
                if grown == NULL or wanted >> 31:
                    if grown != NULL:
                        self.pool = grown
                    self.no_memory = True
                    return
                self.pool = grown
                self.pool_room = wanted
            if size:
                memcpy(self.pool + self.pool_size, self.pool + self.watch_start[lit], size * sizeof(Watch))
            self.watch_start[lit] = <uint32_t>self.pool_size
            self.watch_room[lit] = room
            self.pool_size += room
        self.pool[self.watch_start[lit] + size].clause = clause
        self.pool[self.watch_start[lit] + size].blocker = blocker
        self.watch_size[lit] = size + 1

    cdef int32_t add_clause(self, const lit_t* lits, int size, uint32_t glue) noexcept nogil:
        """Store a clause of two literals or more and watch the first two; return it coded as a reason."""
        cdef size_t wanted = self.arena_size + HEAD + size, room
        cdef uint32_t* grown
        cdef uint32_t clause = <uint32_t>self.arena_size
        if wanted > self.arena_room:
            room = 2 * wanted + 4096
            grown = <uint32_t*>realloc(self.arena, room * sizeof(uint32_t))
            if grown == NULL or room >= 1 << 29:
                if grown != NULL:
                    self.arena = grown
                self.no_memory = True
                return FREE
            self.arena = grown
            self.arena_room = room
        self.arena[clause] = size
        self.arena[clause + 1] = glue
        self.arena[clause + 2] = 1
        memcpy(self.arena + clause + HEAD, lits, size * sizeof(lit_t))
        self.arena_size = wanted
        self.watch(lits[0], clause, lits[1])
        self.watch(lits[1], clause, lits[0])
        return <int32_t>(clause << 2 | CLAUSE)

    cdef void reduce(self) noexcept nogil:
        """Drop half of the learnt clauses that have not been of use lately, those of high glue first."""
        cdef int64_t by_glue[64]
        cdef int64_t drop = 0
        cdef size_t at = 0
        cdef uint32_t size, glue, threshold = 63
        cdef uint32_t* old = self.arena
        cdef size_t old_size = self.arena_size
        cdef lit_t lit
        cdef int32_t reason, variable
        cdef int k
        cdef lit_t* lits
        for k in range(self.trail_size):
            reason = self.reason[self.trail[k] >> 1]
            if reason & 3 == CLAUSE:
                old[(<uint32_t>reason >> 2) + 2] |= 2
        memset(by_glue, 0, sizeof(by_glue))
        while at < old_size:
            if old[at + 1] > KEEP_GLUE and old[at + 2] == 0:
                by_glue[min(old[at + 1], 63)] += 1
                drop += 1
            at += HEAD + old[at]
        drop //= 2
        while threshold > KEEP_GLUE and drop > by_glue[threshold]:
            drop -= by_glue[threshold]
            threshold -= 1
        self.arena = <uint32_t*>malloc(self.arena_room * sizeof(uint32_t))
        if self.arena == NULL:
            self.arena = old
            self.no_memory = True
            return
        self.arena_size = 0
        self.n_learnt = 0
        self.pool_size = 0
        for lit in range(2 * self.variables):
            self.watch_size[lit] = 0
            self.watch_room[lit] = 0
        at = 0
        while at < old_size:
            size = old[at]
            glue = min(old[at + 1], 63)
            if glue > KEEP_GLUE and old[at + 2] == 0 and (glue > threshold or (glue == threshold and drop > 0)):
                if glue == threshold:
                    drop -= 1
            else:
                lits = <lit_t*>(old + at + HEAD)
                reason = self.add_clause(lits, size, old[at + 1])
                self.arena[(<uint32_t>reason >> 2) + 2] = 0
                self.n_learnt += 1
                if old[at + 2] & 2:  # the reason of its first literal
                    variable = lits[0] >> 1
                    self.reason[variable] = reason
            at += HEAD + size
        free(old)

    # ---- the order of decisions: a heap, greatest activity first ------------------------------------------------

    cdef inline bint before(self, int32_t a, int32_t b) noexcept nogil:
        return self.activity[a] > self.activity[b] or (self.activity[a] == self.activity[b] and a < b)

    cdef void heap_up(self, int at) noexcept nogil:
        cdef int32_t variable = self.heap[at], other
        while at:
            other = self.heap[(at - 1) >> 1]
            if not self.before(variable, other):
                break
            self.heap[at] = other
            self.place[other] = at
            at = (at - 1) >> 1
        self.heap[at] = variable
        self.place[variable] = at

    cdef void heap_down(self, int at) noexcept nogil:
        cdef int32_t variable = self.heap[at]
        cdef int child
        while 2 * at + 1 < self.heap_size:
            child = 2 * at + 1
            if child + 1 < self.heap_size and self.before(self.heap[child + 1], self.heap[child]):
                child += 1
            if not self.before(self.heap[child], variable):
                break
            self.heap[at] = self.heap[child]
            self.place[self.heap[at]] = at
            at = child
        self.heap[at] = variable
        self.place[variable] = at

    cdef void heap_insert(self, int32_t variable) noexcept nogil:
        self.heap[self.heap_size] = variable
        self.place[variable] = self.heap_size
        self.heap_size += 1
        self.heap_up(self.heap_size - 1)

    cdef int32_t heap_pop(self) noexcept nogil:
        cdef int32_t variable = self.heap[0]
        self.heap_size -= 1
        self.place[variable] = -1
        if self.heap_size:
            self.heap[0] = self.heap[self.heap_size]
            self.place[self.heap[0]] = 0
            self.heap_down(0)
        return variable

    cdef void bump_variable(self, int32_t variable) noexcept nogil:
        cdef int32_t k
        self.activity[variable] += self.bump
        if self.activity[variable] > 1e100:
            for k in range(self.variables):
                self.activity[k] *= 1e-100
            self.bump *= 1e-100
        if self.place[variable] >= 0:
            self.heap_up(self.place[variable])

    # ---- learning --------------------------------------------------------------------------------------------

    cdef int antecedents(self, int32_t reason, int32_t variable, lit_t* out) noexcept nogil:
        """Write the false literals of what forced `variable` (-1: of what is violated); return how many."""
        cdef int count = 0, k
        cdef int32_t other
        cdef uint32_t* clause
        cdef const lit_t* lits
        if reason & 3 == PEER:
            out[0] = (reason >> 2) ^ 1
            return 1
        if reason & 3 == GROUP:
            for k in range(self.n):
                other = self.member(reason >> 2, k)
                if other != variable:
                    out[count] = 2 * other
                    count += 1
        elif reason & 3 == CLAUSE:
            clause = self.arena + (<uint32_t>reason >> 2)
            clause[2] |= 1
            lits = <const lit_t*>(clause + HEAD)
            for k in range(clause[0]):
                if lits[k] >> 1 != variable:
                    out[count] = lits[k]
                    count += 1
        return count

    cdef bint redundant(self, int32_t variable, int* n_clear) noexcept nogil:
        """Say whether a literal of the learnt clause follows from its others (N. Sörensson, A. Biere, 2009)."""
        cdef int size = 1, marked = n_clear[0], count, k
        cdef int32_t other
        self.stack[0] = variable
        while size:
            size -= 1
            variable = self.stack[size]
            count = self.antecedents(self.reason[variable], variable, self.buffer)
            for k in range(count):
                other = self.buffer[k] >> 1
                if self.seen[other] or self.level[other] == 0:
                    continue
                if self.reason[other] & 3 == FREE or self.stamp[self.level[other]] != self.stamp_now:
                    while n_clear[0] > marked:
                        n_clear[0] -= 1
                        self.seen[self.clear[n_clear[0]]] = 0
                    return False
                self.seen[other] = 1
                self.clear[n_clear[0]] = other
                n_clear[0] += 1
                self.stack[size] = other
                size += 1
        return True

    cdef int analyse(self, int32_t conflict, int* jump, uint32_t* glue) noexcept nogil:
        """Learn from a conflict: write the clause of the first unique implication point; return its size."""
        cdef int size = 1, open_paths = 0, at = self.trail_size - 1, count, k, n_clear = 0, kept
        cdef int32_t variable = -1, reason = conflict, other
        cdef lit_t lit
        count = self.antecedents(conflict, -1, self.clear)  # `clear` serves as a second buffer here
        if conflict & 3 == PEER:
            self.clear[1] = self.buffer[0] ^ 1
            count = 2
        memcpy(self.buffer, self.clear, count * sizeof(lit_t))
        while True:
            for k in range(count):
                lit = self.buffer[k]
                other = lit >> 1
                if not self.seen[other] and self.level[other] > 0:
                    self.seen[other] = 1
                    self.bump_variable(other)
                    if self.level[other] >= self.depth:
                        open_paths += 1
                    else:
                        self.learnt[size] = lit
                        size += 1
            while not self.seen[self.trail[at] >> 1] or self.level[self.trail[at] >> 1] < self.depth:
                at -= 1
            lit = self.trail[at]
            variable = lit >> 1
            at -= 1
            open_paths -= 1
            self.seen[variable] = 0
            if open_paths == 0:
                break
            reason = self.reason[variable]
            count = self.antecedents(reason, variable, self.buffer)
        self.learnt[0] = lit ^ 1
        # Leave out what follows from the rest.
        self.stamp_now += 1
        for k in range(1, size):
            self.clear[n_clear] = self.learnt[k] >> 1
            n_clear += 1
            self.stamp[self.level[self.learnt[k] >> 1]] = self.stamp_now
        kept = 1
        for k in range(1, size):
            variable = self.learnt[k] >> 1
            if self.reason[variable] & 3 == FREE or not self.redundant(variable, &n_clear):
                self.learnt[kept] = self.learnt[k]
                kept += 1
        size = kept
        for k in range(n_clear):
            self.seen[self.clear[k]] = 0
        # Glue: levels in the clause; the second literal is to be one of the highest level below.
        self.stamp_now += 1
        glue[0] = 1
        jump[0] = 0
        for k in range(1, size):
            variable = self.learnt[k] >> 1
            if self.stamp[self.level[variable]] != self.stamp_now:
                self.stamp[self.level[variable]] = self.stamp_now
                glue[0] += 1
            if self.level[variable] > jump[0]:
                jump[0] = self.level[variable]
                lit = self.learnt[1]
                self.learnt[1] = self.learnt[k]
                self.learnt[k] = lit
        return size

    # ---- the search ------------------------------------------------------------------------------------------

    cdef bint state_fact(self, lit_t lit) noexcept nogil:
        """Assign what holds whatever was decided; say whether that is possible here."""
        if self.value[lit] < 0:
            return False
        if self.value[lit] == 0:
            self.assign(lit, FREE)
            self.level[lit >> 1] = 0
        return True

    cdef void remember(self, lit_t lit) noexcept nogil:
        cdef lit_t* grown
        if self.n_units == self.units_room:
            grown = <lit_t*>realloc(self.units, (2 * self.units_room + 64) * sizeof(lit_t))
            if grown == NULL:
                self.no_memory = True
                return
            self.units = grown
            self.units_room = 2 * self.units_room + 64
        self.units[self.n_units] = lit
        self.n_units += 1

    cdef bint flip(self) noexcept nogil:
        """Turn the last of the fixed decisions round; say whether there was one."""
        cdef lit_t lit
        cdef int k
        while self.depth > 0:
            lit = self.trail[self.starts[self.depth - 1]]
            self.back_to(self.depth - 1)
            self.systematic = self.depth
            if self.value[lit] > 0:
                continue
            if self.value[lit] == 0:
                self.assign(lit ^ 1, FREE)
            for k in range(self.n_units):
                if not self.state_fact(self.units[k]):
                    break
            else:
                return True
        return False

    cdef bint resolve(self, int32_t conflict) noexcept nogil:
        """Learn from a conflict and go back; say whether anything is left to search."""
        cdef int size, jump = 0
        cdef uint32_t glue = 0
        cdef int32_t reason
        self.conflicts += 1
        if self.depth == self.systematic:
            return self.flip()
        size = self.analyse(conflict, &jump, &glue)
        self.bump *= 1.0 / 0.95
        # Averages of glue in units of 2**-20, over about 32 and 8192 conflicts (whole numbers: same on every machine).
        self.fast_glue += ((<int64_t>glue << 20) - self.fast_glue) >> 5
        self.slow_glue += ((<int64_t>glue << 20) - self.slow_glue) >> 13 if self.conflicts > 8192 else (
            (<int64_t>glue << 20) - self.slow_glue) // self.conflicts
        self.since_restart += 1
        self.back_to(max(jump, self.systematic))
        if size == 1:
            if self.depth > 0:
                self.remember(self.learnt[0])
            return self.state_fact(self.learnt[0]) or self.flip()
        reason = self.add_clause(self.learnt, size, glue)
        if self.no_memory:
            return True
        self.n_learnt += 1
        self.assign(self.learnt[0], reason)
        return True

    cdef bint exclude_solution(self) noexcept nogil:
        """Go on behind a solution; say whether anything is left to search."""
        cdef int size = 0, k
        cdef int32_t reason
        if self.depth == 0:
            return False
        if self.count > BLOCKED or self.depth == self.systematic:
            return self.flip()
        for k in range(self.depth - 1, -1, -1):
            self.learnt[size] = self.trail[self.starts[k]] ^ 1
            size += 1
        self.back_to(self.depth - 1)
        if size == 1:
            return self.state_fact(self.learnt[0])
        reason = self.add_clause(self.learnt, size, 0)
        if not self.no_memory:
            self.assign(self.learnt[0], reason)
        return True

    cdef void decide(self) noexcept nogil:
        cdef int32_t variable = self.heap_pop()
        while self.value[2 * variable] != 0:
            variable = self.heap_pop()
        self.starts[self.depth] = self.trail_size
        self.depth += 1
        self.guesses += 1
        self.assign(2 * variable + self.phase[variable], FREE)

    cdef bint prime(self, const uint8_t[::1] given, const double[::1] weights) noexcept nogil:
        """State the clues and order the decisions; say whether the clues do not clash."""
        cdef int32_t variable, k
        cdef cell_t cell
        cdef int n = self.n, fewest
        for cell in range(self.cells):
            if given[cell]:
                variable = cell * n + given[cell] - 1
                if self.value[2 * variable] < 0:
                    return False
                if self.value[2 * variable] == 0:
                    self.assign(2 * variable, FREE)
                if self.propagate() != NO_CONFLICT:
                    return False
        for variable in range(self.variables):
            self.place[variable] = -1
            if self.value[2 * variable] != 0:
                continue
            if weights is None:
                cell = variable // n
                fewest = self.open_places[cell]
                for k in range(3):
                    fewest = min(fewest, self.open_places[self.cells + self.unit_of[3 * cell + k] * n + variable % n])
                self.activity[variable] = 1.0 / fewest
            else:
                self.activity[variable] = weights[variable]
            self.heap_insert(variable)
        return True

    def run(self, count_t budget):
        """Take up at most `budget` nodes; say whether work remains.

        Raises
        ------
        MemoryError
            The learnt clauses do not fit into memory.
        """
        cdef const uint8_t[::1] given = self.given
        cdef const double[::1] weights = self.weights
        cdef count_t goal = self.nodes + max(budget, 0)
        cdef bint found
        if self.value == NULL or self.busy or self.no_memory:
            raise RuntimeError("this search runs in another thread, ran out of memory or was never made")
        self.busy = True
        try:
            while not self.finished and self.nodes < goal:
                with nogil:
                    found = self.advance(given, weights, goal)
                if self.no_memory:
                    raise MemoryError("the clauses learnt do not fit into memory")
                if found:
                    self.found.append(self.read_out())
                    if self.count == self.limit:
                        self.finished = True
        finally:
            self.busy = False
        return not self.finished

    cdef bint advance(self, const uint8_t[::1] given, const double[::1] weights, count_t goal) noexcept nogil:
        """Search to the next solution (True) or to the goal or end (False)."""
        cdef bint more
        if not self.started:
            self.started = True
            self.conflict = NO_CONFLICT
            self.bump = 1.0
            self.learnt_limit = 4000
            self.nodes += 1
            if not self.prime(given, weights):
                self.finished = True
                return False
            if self.trail_size == self.variables:
                self.count += 1
                self.finished = True
                return True
        while self.nodes < goal and not self.no_memory:
            self.nodes += 1
            if self.conflict != NO_CONFLICT:
                more = self.resolve(self.conflict)
            elif self.pending_back:
                self.pending_back = False
                more = self.exclude_solution()
            else:
                more = True
                if self.since_restart >= 50 and self.fast_glue * 4 > self.slow_glue * 5:
                    self.since_restart = 0
                    self.back_to(self.systematic)
                if self.n_learnt > self.learnt_limit:
                    self.reduce()
                    self.learnt_limit += 500
                self.decide()
            if not more:
                self.finished = True
                return False
            self.conflict = self.propagate()
            if self.conflict == NO_CONFLICT and self.trail_size == self.variables:
                self.count += 1
                self.pending_back = True
                self.finished = self.depth == 0
                return True
        return False

    cdef object read_out(self):
        grid = np.zeros(self.cells, dtype=np.uint8)
        cdef uint8_t[::1] out = grid
        cdef int k
        for k in range(self.trail_size):
            if not self.trail[k] & 1:
                out[(self.trail[k] >> 1) // self.n] = <uint8_t>((self.trail[k] >> 1) % self.n + 1)
        return grid

    def take(self):
        """Return the solutions found since the last call, as a list of uint8 arrays of shape (n * n,)."""
        taken = self.found
        self.found = []
        return taken
