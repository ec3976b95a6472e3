"""Search of Sudokus of any size, learning from conflicts; twin: `unriddle.core.assign.reference.sudoku`."""

from cython cimport final
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

import numpy as np

from ..types cimport cell_t, count_t, int32_t, int64_t, uint8_t, uint32_t

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

cdef struct State:
    int n, cells, n_peers, variables
    uint8_t* given          # cells: the clues
    int32_t* peers          # cells × n_peers
    int32_t* unit_of        # cells × 3: its row, n + its column, 2n + its box
    int32_t* members        # 3n × n: cells of a unit
    int32_t* open_places    # 4n²: variables of a group that are not known to be false
    value_t* value          # by literal
    int32_t* level          # by variable
    int32_t* reason         # by variable
    lit_t* trail
    int32_t* starts         # starts[k]: place in the trail where decision level k + 1 begins
    int trail_size, head, depth, systematic
    double* activity
    double bump
    int32_t* heap
    int32_t* place          # in the heap, -1 outside
    int heap_size
    uint8_t* phase          # 1: it was false when last assigned, and a decision makes it so again
    uint8_t* seen
    lit_t* learnt
    lit_t* buffer
    lit_t* stack
    lit_t* clear
    int32_t* stamp          # by level, to count the levels of a clause
    int32_t stamp_now
    uint32_t* arena
    size_t arena_size, arena_room
    Watch* pool
    size_t pool_size, pool_room
    uint32_t* watch_start   # by literal, into the pool
    uint32_t* watch_size
    uint32_t* watch_room
    lit_t* units            # facts learnt at levels above 0, to be stated again after going back
    int n_units, units_room
    int32_t conflict        # found by the last propagation
    int64_t n_learnt, learnt_limit, fast_glue, slow_glue, since_restart
    bint started, finished, no_memory, weighted, pending_back
    count_t count, guesses, nodes, conflicts, propagations


cdef bint allocate(State* s) noexcept nogil:
    cdef size_t n = s.n, cells = s.cells, count = s.variables
    s.given = <uint8_t*>calloc(cells, 1)
    s.peers = <int32_t*>malloc((cells * s.n_peers + 1) * sizeof(int32_t))
    s.unit_of = <int32_t*>malloc(3 * cells * sizeof(int32_t))
    s.members = <int32_t*>malloc(3 * cells * sizeof(int32_t))
    s.open_places = <int32_t*>malloc(4 * cells * sizeof(int32_t))
    s.value = <value_t*>calloc(2 * count, sizeof(value_t))
    s.level = <int32_t*>calloc(count, sizeof(int32_t))
    s.reason = <int32_t*>calloc(count, sizeof(int32_t))
    s.trail = <lit_t*>malloc(count * sizeof(lit_t))
    s.starts = <int32_t*>malloc((count + 1) * sizeof(int32_t))
    s.activity = <double*>calloc(count, sizeof(double))
    s.heap = <int32_t*>malloc(count * sizeof(int32_t))
    s.place = <int32_t*>malloc(count * sizeof(int32_t))
    s.phase = <uint8_t*>calloc(count, 1)
    s.seen = <uint8_t*>calloc(count, 1)
    s.learnt = <lit_t*>malloc((count + 1) * sizeof(lit_t))
    s.buffer = <lit_t*>malloc((count + 1) * sizeof(lit_t))
    s.stack = <lit_t*>malloc((count + 1) * sizeof(lit_t))
    s.clear = <lit_t*>malloc((count + 1) * sizeof(lit_t))
    s.stamp = <int32_t*>calloc(count + 1, sizeof(int32_t))
    s.watch_start = <uint32_t*>calloc(2 * count, sizeof(uint32_t))
    s.watch_size = <uint32_t*>calloc(2 * count, sizeof(uint32_t))
    s.watch_room = <uint32_t*>calloc(2 * count, sizeof(uint32_t))
    return not (
        s.given == NULL or s.peers == NULL or s.unit_of == NULL or s.members == NULL or s.open_places == NULL
        or s.value == NULL or s.level == NULL or s.reason == NULL or s.trail == NULL
        or s.starts == NULL or s.activity == NULL or s.heap == NULL or s.place == NULL
        or s.phase == NULL or s.seen == NULL or s.learnt == NULL or s.buffer == NULL
        or s.stack == NULL or s.clear == NULL or s.stamp == NULL or s.watch_start == NULL
        or s.watch_size == NULL or s.watch_room == NULL
    )


cdef void lay_out(State* s, int box_rows, int box_cols) noexcept nogil:
    cdef int n = s.n, row, col, box, r, c, k, unit
    cdef cell_t cell
    for row in range(n):
        for col in range(n):
            cell = row * n + col
            box = row // box_rows * box_rows + col // box_cols
            s.unit_of[3 * cell] = row
            s.unit_of[3 * cell + 1] = n + col
            s.unit_of[3 * cell + 2] = 2 * n + box
            s.members[row * n + col] = cell
            s.members[(n + col) * n + row] = cell
            s.members[(2 * n + box) * n + row % box_rows * box_cols + col % box_cols] = cell
            k = cell * s.n_peers
            for c in range(n):
                if c != col:
                    s.peers[k] = row * n + c
                    k += 1
            for r in range(n):
                if r != row:
                    s.peers[k] = r * n + col
                    k += 1
            for r in range(row - row % box_rows, row - row % box_rows + box_rows):
                for c in range(col - col % box_cols, col - col % box_cols + box_cols):
                    if r != row and c != col:
                        s.peers[k] = r * n + c
                        k += 1
    for unit in range(4 * s.cells):
        s.open_places[unit] = n


cdef void forget(State* s) noexcept nogil:
    """Go back to where no clue has been stated; what has been allocated stays."""
    cdef size_t count = s.variables
    cdef int32_t k
    for k in range(4 * s.cells):
        s.open_places[k] = s.n
    memset(s.value, 0, 2 * count * sizeof(value_t))
    memset(s.level, 0, count * sizeof(int32_t))
    memset(s.reason, 0, count * sizeof(int32_t))
    memset(s.phase, 0, count)
    memset(s.seen, 0, count)
    memset(s.stamp, 0, (count + 1) * sizeof(int32_t))
    memset(s.watch_size, 0, 2 * count * sizeof(uint32_t))
    memset(s.watch_room, 0, 2 * count * sizeof(uint32_t))
    s.trail_size = s.head = s.depth = s.systematic = s.heap_size = s.stamp_now = s.n_units = 0
    s.arena_size = s.pool_size = 0
    s.n_learnt = s.fast_glue = s.slow_glue = s.since_restart = 0
    s.started = s.finished = s.weighted = s.pending_back = False
    s.count = s.guesses = s.nodes = s.conflicts = s.propagations = 0


# ---- groups: 0 to cells - 1 the cells, then cells + unit * n + digit

cdef inline int32_t member(State* s, int32_t group, int k) noexcept nogil:
    """Return the k-th variable of a group."""
    cdef int n = s.n, unit
    if group < s.cells:
        return group * n + k
    group -= s.cells
    unit = group // n
    return s.members[unit * n + k] * n + group % n


# ---- the trail

cdef inline void assign(State* s, lit_t lit, int32_t reason) noexcept nogil:
    s.value[lit] = 1
    s.value[lit ^ 1] = -1
    s.level[lit >> 1] = s.depth
    s.reason[lit >> 1] = reason
    s.trail[s.trail_size] = lit
    s.trail_size += 1


cdef int32_t propagate(State* s) noexcept nogil:
    """Draw the consequences of the trail; return NO_CONFLICT or what is violated, coded like a reason.

    A violated PEER comes with the other literal in buffer[0].
    """
    cdef lit_t lit
    cdef int32_t conflict
    while s.head < s.trail_size:
        lit = s.trail[s.head]
        s.head += 1
        if lit & 1:
            conflict = propagate_groups(s, lit >> 1)
        else:
            if s.reason[lit >> 1] & 3 != FREE:
                s.propagations += 1
            conflict = propagate_peers(s, lit)
        if conflict == NO_CONFLICT and s.watch_size[lit ^ 1]:
            conflict = propagate_clauses(s, lit)
        if conflict != NO_CONFLICT:
            return conflict
    return NO_CONFLICT


cdef int32_t propagate_peers(State* s, lit_t lit) noexcept nogil:
    """A cell is filled: no other digit in it, no such digit in its peers."""
    cdef int n = s.n, k
    cdef int32_t cell = (lit >> 1) // n, digit = (lit >> 1) % n
    cdef int32_t reason = lit << 2 | PEER
    cdef const int32_t* peers = s.peers + cell * s.n_peers
    cdef lit_t other
    for k in range(n):
        other = 2 * (cell * n + k)
        if k != digit:
            if s.value[other] == 0:
                assign(s, other | 1, reason)
            elif s.value[other] > 0:
                s.buffer[0] = other
                return reason
    for k in range(s.n_peers):
        other = 2 * (peers[k] * n + digit)
        if s.value[other] == 0:
            assign(s, other | 1, reason)
        elif s.value[other] > 0:
            s.buffer[0] = other
            return reason
    return NO_CONFLICT


cdef inline int32_t check_group(State* s, int32_t group) noexcept nogil:
    """At most one place of a group is open: fill it."""
    cdef int k
    cdef int32_t variable
    for k in range(s.n):
        variable = member(s, group, k)
        if s.value[2 * variable] >= 0:
            if s.value[2 * variable] == 0:
                assign(s, 2 * variable, group << 2 | GROUP)
            return NO_CONFLICT
    return group << 2 | GROUP


cdef int32_t propagate_groups(State* s, int32_t variable) noexcept nogil:
    cdef int n = s.n, k
    cdef int32_t cell = variable // n, digit = variable % n, conflict, group
    cdef int32_t groups[4]
    cdef bint tight = False
    groups[0] = cell
    for k in range(3):
        groups[k + 1] = s.cells + s.unit_of[3 * cell + k] * n + digit
    for k in range(4):
        s.open_places[groups[k]] -= 1
        tight |= s.open_places[groups[k]] <= 1
    if tight:
        for k in range(4):
            if s.open_places[groups[k]] <= 1:
                conflict = check_group(s, groups[k])
                if conflict != NO_CONFLICT:
                    return conflict
    return NO_CONFLICT


cdef int32_t propagate_clauses(State* s, lit_t lit) noexcept nogil:
    """Two literals of each clause are watched; one of them has just become false."""
    cdef lit_t false_lit = lit ^ 1, first, other
    cdef uint32_t start = s.watch_start[false_lit], size = s.watch_size[false_lit], i = 0, j = 0, k
    cdef uint32_t* clause
    cdef lit_t* lits
    cdef int32_t conflict = NO_CONFLICT
    cdef Watch entry
    cdef bint moved
    while i < size:
        entry = s.pool[start + i]
        i += 1
        if s.value[entry.blocker] > 0:
            s.pool[start + j] = entry
            j += 1
            continue
        clause = s.arena + entry.clause
        lits = <lit_t*>(clause + HEAD)
        if lits[0] == false_lit:
            lits[0] = lits[1]
            lits[1] = false_lit
        first = lits[0]
        if first != entry.blocker and s.value[first] > 0:
            entry.blocker = first
            s.pool[start + j] = entry
            j += 1
            continue
        moved = False
        for k in range(2, clause[0]):
            other = lits[k]
            if s.value[other] >= 0:
                lits[1] = other
                lits[k] = false_lit
                watch(s, other, entry.clause, first)
                moved = True
                break
        if moved:
            continue
        entry.blocker = first
        s.pool[start + j] = entry
        j += 1
        if s.value[first] < 0:
            conflict = <int32_t>(entry.clause << 2 | CLAUSE)
            while i < size:
                s.pool[start + j] = s.pool[start + i]
                i += 1
                j += 1
        else:
            assign(s, first, <int32_t>(entry.clause << 2 | CLAUSE))
    s.watch_size[false_lit] = j
    return conflict


cdef void back_to(State* s, int depth) noexcept nogil:
    """Undo the decisions above a level."""
    cdef int place, n = s.n, k
    cdef int32_t variable, cell, digit
    cdef lit_t lit
    if depth >= s.depth:
        return
    for place in range(s.trail_size - 1, s.starts[depth] - 1, -1):
        lit = s.trail[place]
        variable = lit >> 1
        s.value[lit] = 0
        s.value[lit ^ 1] = 0
        s.phase[variable] = lit & 1
        if lit & 1 and place < s.head:
            cell = variable // n
            digit = variable % n
            s.open_places[cell] += 1
            for k in range(3):
                s.open_places[s.cells + s.unit_of[3 * cell + k] * n + digit] += 1
        if s.place[variable] < 0:
            heap_insert(s, variable)
    s.trail_size = s.starts[depth]
    s.head = s.trail_size
    s.depth = depth


# ---- clauses

cdef void watch(State* s, lit_t lit, uint32_t clause, lit_t blocker) noexcept nogil:
    cdef uint32_t size = s.watch_size[lit], room
    cdef size_t wanted
    cdef Watch* grown
    if size == s.watch_room[lit]:
        room = 2 * size if size else 4
        if s.pool_size + room > s.pool_room:
            wanted = 2 * (s.pool_size + room) + 1024
            grown = <Watch*>realloc(s.pool, wanted * sizeof(Watch))
            if grown == NULL or wanted >> 31:
                if grown != NULL:
                    s.pool = grown
                s.no_memory = True
                return
            s.pool = grown
            s.pool_room = wanted
        if size:
            memcpy(s.pool + s.pool_size, s.pool + s.watch_start[lit], size * sizeof(Watch))
        s.watch_start[lit] = <uint32_t>s.pool_size
        s.watch_room[lit] = room
        s.pool_size += room
    s.pool[s.watch_start[lit] + size].clause = clause
    s.pool[s.watch_start[lit] + size].blocker = blocker
    s.watch_size[lit] = size + 1


cdef int32_t add_clause(State* s, const lit_t* lits, int size, uint32_t glue) noexcept nogil:
    """Store a clause of two literals or more and watch the first two; return it coded as a reason."""
    cdef size_t wanted = s.arena_size + HEAD + size, room
    cdef uint32_t* grown
    cdef uint32_t clause = <uint32_t>s.arena_size
    if wanted > s.arena_room:
        room = 2 * wanted + 4096
        grown = <uint32_t*>realloc(s.arena, room * sizeof(uint32_t))
        if grown == NULL or room >= 1 << 29:
            if grown != NULL:
                s.arena = grown
            s.no_memory = True
            return FREE
        s.arena = grown
        s.arena_room = room
    s.arena[clause] = size
    s.arena[clause + 1] = glue
    s.arena[clause + 2] = 1
    memcpy(s.arena + clause + HEAD, lits, size * sizeof(lit_t))
    s.arena_size = wanted
    watch(s, lits[0], clause, lits[1])
    watch(s, lits[1], clause, lits[0])
    return <int32_t>(clause << 2 | CLAUSE)


cdef void reduce(State* s) noexcept nogil:
    """Drop half of the learnt clauses that have not been of use lately, those of high glue first."""
    cdef int64_t by_glue[64]
    cdef int64_t drop = 0
    cdef size_t at = 0
    cdef uint32_t size, glue, threshold = 63
    cdef uint32_t* old = s.arena
    cdef size_t old_size = s.arena_size
    cdef lit_t lit
    cdef int32_t reason, variable
    cdef int k
    cdef lit_t* lits
    for k in range(s.trail_size):
        reason = s.reason[s.trail[k] >> 1]
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
    s.arena = <uint32_t*>malloc(s.arena_room * sizeof(uint32_t))
    if s.arena == NULL:
        s.arena = old
        s.no_memory = True
        return
    s.arena_size = 0
    s.n_learnt = 0
    s.pool_size = 0
    for lit in range(2 * s.variables):
        s.watch_size[lit] = 0
        s.watch_room[lit] = 0
    at = 0
    while at < old_size:
        size = old[at]
        glue = min(old[at + 1], 63)
        if glue > KEEP_GLUE and old[at + 2] == 0 and (glue > threshold or (glue == threshold and drop > 0)):
            if glue == threshold:
                drop -= 1
        else:
            lits = <lit_t*>(old + at + HEAD)
            reason = add_clause(s, lits, size, old[at + 1])
            s.arena[(<uint32_t>reason >> 2) + 2] = 0
            s.n_learnt += 1
            if old[at + 2] & 2:  # the reason of its first literal
                variable = lits[0] >> 1
                s.reason[variable] = reason
        at += HEAD + size
    free(old)


# ---- the order of decisions: a heap, greatest activity first

cdef inline bint before(State* s, int32_t a, int32_t b) noexcept nogil:
    return s.activity[a] > s.activity[b] or (s.activity[a] == s.activity[b] and a < b)


cdef void heap_up(State* s, int at) noexcept nogil:
    cdef int32_t variable = s.heap[at], other
    while at:
        other = s.heap[(at - 1) >> 1]
        if not before(s, variable, other):
            break
        s.heap[at] = other
        s.place[other] = at
        at = (at - 1) >> 1
    s.heap[at] = variable
    s.place[variable] = at


cdef void heap_down(State* s, int at) noexcept nogil:
    cdef int32_t variable = s.heap[at]
    cdef int child
    while 2 * at + 1 < s.heap_size:
        child = 2 * at + 1
        if child + 1 < s.heap_size and before(s, s.heap[child + 1], s.heap[child]):
            child += 1
        if not before(s, s.heap[child], variable):
            break
        s.heap[at] = s.heap[child]
        s.place[s.heap[at]] = at
        at = child
    s.heap[at] = variable
    s.place[variable] = at


cdef void heap_insert(State* s, int32_t variable) noexcept nogil:
    s.heap[s.heap_size] = variable
    s.place[variable] = s.heap_size
    s.heap_size += 1
    heap_up(s, s.heap_size - 1)


cdef int32_t heap_pop(State* s) noexcept nogil:
    cdef int32_t variable = s.heap[0]
    s.heap_size -= 1
    s.place[variable] = -1
    if s.heap_size:
        s.heap[0] = s.heap[s.heap_size]
        s.place[s.heap[0]] = 0
        heap_down(s, 0)
    return variable


cdef void bump_variable(State* s, int32_t variable) noexcept nogil:
    cdef int32_t k
    s.activity[variable] += s.bump
    if s.activity[variable] > 1e100:
        for k in range(s.variables):
            s.activity[k] *= 1e-100
        s.bump *= 1e-100
    if s.place[variable] >= 0:
        heap_up(s, s.place[variable])


# ---- learning

cdef int antecedents(State* s, int32_t reason, int32_t variable, lit_t* out) noexcept nogil:
    """Write the false literals of what forced `variable` (-1: of what is violated); return how many."""
    cdef int count = 0, k
    cdef int32_t other
    cdef uint32_t* clause
    cdef const lit_t* lits
    if reason & 3 == PEER:
        out[0] = (reason >> 2) ^ 1
        return 1
    if reason & 3 == GROUP:
        for k in range(s.n):
            other = member(s, reason >> 2, k)
            if other != variable:
                out[count] = 2 * other
                count += 1
    elif reason & 3 == CLAUSE:
        clause = s.arena + (<uint32_t>reason >> 2)
        clause[2] |= 1
        lits = <const lit_t*>(clause + HEAD)
        for k in range(clause[0]):
            if lits[k] >> 1 != variable:
                out[count] = lits[k]
                count += 1
    return count


cdef bint redundant(State* s, int32_t variable, int* n_clear) noexcept nogil:
    """Say whether a literal of the learnt clause follows from its others (N. Sörensson, A. Biere, 2009)."""
    cdef int size = 1, marked = n_clear[0], count, k
    cdef int32_t other
    s.stack[0] = variable
    while size:
        size -= 1
        variable = s.stack[size]
        count = antecedents(s, s.reason[variable], variable, s.buffer)
        for k in range(count):
            other = s.buffer[k] >> 1
            if s.seen[other] or s.level[other] == 0:
                continue
            if s.reason[other] & 3 == FREE or s.stamp[s.level[other]] != s.stamp_now:
                while n_clear[0] > marked:
                    n_clear[0] -= 1
                    s.seen[s.clear[n_clear[0]]] = 0
                return False
            s.seen[other] = 1
            s.clear[n_clear[0]] = other
            n_clear[0] += 1
            s.stack[size] = other
            size += 1
    return True


cdef int analyse(State* s, int32_t conflict, int* jump, uint32_t* glue) noexcept nogil:
    """Learn from a conflict: write the clause of the first unique implication point; return its size."""
    cdef int size = 1, open_paths = 0, at = s.trail_size - 1, count, k, n_clear = 0, kept
    cdef int32_t variable = -1, reason = conflict, other
    cdef lit_t lit
    count = antecedents(s, conflict, -1, s.clear)  # `clear` serves as a second buffer here
    if conflict & 3 == PEER:
        s.clear[1] = s.buffer[0] ^ 1
        count = 2
    memcpy(s.buffer, s.clear, count * sizeof(lit_t))
    while True:
        for k in range(count):
            lit = s.buffer[k]
            other = lit >> 1
            if not s.seen[other] and s.level[other] > 0:
                s.seen[other] = 1
                bump_variable(s, other)
                if s.level[other] >= s.depth:
                    open_paths += 1
                else:
                    s.learnt[size] = lit
                    size += 1
        while not s.seen[s.trail[at] >> 1] or s.level[s.trail[at] >> 1] < s.depth:
            at -= 1
        lit = s.trail[at]
        variable = lit >> 1
        at -= 1
        open_paths -= 1
        s.seen[variable] = 0
        if open_paths == 0:
            break
        reason = s.reason[variable]
        count = antecedents(s, reason, variable, s.buffer)
    s.learnt[0] = lit ^ 1
    # Leave out what follows from the rest.
    s.stamp_now += 1
    for k in range(1, size):
        s.clear[n_clear] = s.learnt[k] >> 1
        n_clear += 1
        s.stamp[s.level[s.learnt[k] >> 1]] = s.stamp_now
    kept = 1
    for k in range(1, size):
        variable = s.learnt[k] >> 1
        if s.reason[variable] & 3 == FREE or not redundant(s, variable, &n_clear):
            s.learnt[kept] = s.learnt[k]
            kept += 1
    size = kept
    for k in range(n_clear):
        s.seen[s.clear[k]] = 0
    # Glue: levels in the clause; the second literal is to be one of the highest level below.
    s.stamp_now += 1
    glue[0] = 1
    jump[0] = 0
    for k in range(1, size):
        variable = s.learnt[k] >> 1
        if s.stamp[s.level[variable]] != s.stamp_now:
            s.stamp[s.level[variable]] = s.stamp_now
            glue[0] += 1
        if s.level[variable] > jump[0]:
            jump[0] = s.level[variable]
            lit = s.learnt[1]
            s.learnt[1] = s.learnt[k]
            s.learnt[k] = lit
    return size


# ---- the search

cdef bint state_fact(State* s, lit_t lit) noexcept nogil:
    """Assign what holds whatever was decided; say whether that is possible here."""
    if s.value[lit] < 0:
        return False
    if s.value[lit] == 0:
        assign(s, lit, FREE)
        s.level[lit >> 1] = 0
    return True


cdef void remember(State* s, lit_t lit) noexcept nogil:
    cdef lit_t* grown
    if s.n_units == s.units_room:
        grown = <lit_t*>realloc(s.units, (2 * s.units_room + 64) * sizeof(lit_t))
        if grown == NULL:
            s.no_memory = True
            return
        s.units = grown
        s.units_room = 2 * s.units_room + 64
    s.units[s.n_units] = lit
    s.n_units += 1


cdef bint flip(State* s) noexcept nogil:
    """Turn the last of the fixed decisions round; say whether there was one."""
    cdef lit_t lit
    cdef int k
    while s.depth > 0:
        lit = s.trail[s.starts[s.depth - 1]]
        back_to(s, s.depth - 1)
        s.systematic = s.depth
        if s.value[lit] > 0:
            continue
        if s.value[lit] == 0:
            assign(s, lit ^ 1, FREE)
        for k in range(s.n_units):
            if not state_fact(s, s.units[k]):
                break
        else:
            return True
    return False


cdef bint resolve(State* s, int32_t conflict) noexcept nogil:
    """Learn from a conflict and go back; say whether anything is left to search."""
    cdef int size, jump = 0
    cdef uint32_t glue = 0
    cdef int32_t reason
    s.conflicts += 1
    if s.depth == s.systematic:
        return flip(s)
    size = analyse(s, conflict, &jump, &glue)
    s.bump *= 1.0 / 0.97
    # Averages of glue in units of 2**-20, over about 32 and 8192 conflicts (whole numbers: same on every machine).
    s.fast_glue += ((<int64_t>glue << 20) - s.fast_glue) >> 5
    s.slow_glue += ((<int64_t>glue << 20) - s.slow_glue) >> 13 if s.conflicts > 8192 else (
        (<int64_t>glue << 20) - s.slow_glue) // s.conflicts
    s.since_restart += 1
    back_to(s, max(jump, s.systematic))
    if size == 1:
        if s.depth > 0:
            remember(s, s.learnt[0])
        return state_fact(s, s.learnt[0]) or flip(s)
    reason = add_clause(s, s.learnt, size, glue)
    if s.no_memory:
        return True
    s.n_learnt += 1
    assign(s, s.learnt[0], reason)
    return True


cdef bint exclude_solution(State* s) noexcept nogil:
    """Go on behind a solution; say whether anything is left to search."""
    cdef int size = 0, k
    cdef int32_t reason
    if s.depth == 0:
        return False
    if s.count > BLOCKED or s.depth == s.systematic:
        return flip(s)
    for k in range(s.depth - 1, -1, -1):
        s.learnt[size] = s.trail[s.starts[k]] ^ 1
        size += 1
    back_to(s, s.depth - 1)
    if size == 1:
        return state_fact(s, s.learnt[0])
    reason = add_clause(s, s.learnt, size, 0)
    if not s.no_memory:
        assign(s, s.learnt[0], reason)
    return True


cdef void decide(State* s) noexcept nogil:
    cdef int32_t variable = heap_pop(s)
    while s.value[2 * variable] != 0:
        variable = heap_pop(s)
    s.starts[s.depth] = s.trail_size
    s.depth += 1
    s.guesses += 1
    assign(s, 2 * variable + s.phase[variable], FREE)


cdef bint prime(State* s) noexcept nogil:
    """State the clues and order the decisions; say whether the clues do not clash."""
    cdef int32_t variable, k
    cdef cell_t cell
    cdef int n = s.n, fewest
    for cell in range(s.cells):
        if s.given[cell]:
            variable = cell * n + s.given[cell] - 1
            if s.value[2 * variable] < 0:
                return False
            if s.value[2 * variable] == 0:
                assign(s, 2 * variable, FREE)
            if propagate(s) != NO_CONFLICT:
                return False
    for variable in range(s.variables):
        s.place[variable] = -1
        if s.value[2 * variable] != 0:
            continue
        if not s.weighted:
            cell = variable // n
            fewest = s.open_places[cell]
            for k in range(3):
                fewest = min(fewest, s.open_places[s.cells + s.unit_of[3 * cell + k] * n + variable % n])
            s.activity[variable] = 1.0 / fewest
        heap_insert(s, variable)
    return True


cdef bint advance(State* s, count_t goal) noexcept nogil:
    """Search to the next solution (True) or to the goal or end (False)."""
    cdef bint more
    if not s.started:
        s.started = True
        s.conflict = NO_CONFLICT
        s.bump = 1.0
        s.learnt_limit = 2000
        s.nodes += 1
        if not prime(s):
            s.finished = True
            return False
        if s.trail_size == s.variables:
            s.count += 1
            s.finished = True
            return True
    while s.nodes < goal and not s.no_memory:
        s.nodes += 1
        if s.conflict != NO_CONFLICT:
            more = resolve(s, s.conflict)
        elif s.pending_back:
            s.pending_back = False
            more = exclude_solution(s)
        else:
            more = True
            if s.since_restart >= 50 and s.fast_glue * 4 > s.slow_glue * 5:
                s.since_restart = 0
                back_to(s, s.systematic)
            if s.n_learnt > s.learnt_limit:
                reduce(s)
                s.learnt_limit += 200
            decide(s)
        if not more:
            s.finished = True
            return False
        s.conflict = propagate(s)
        if s.conflict == NO_CONFLICT and s.trail_size == s.variables:
            s.count += 1
            s.pending_back = True
            s.finished = s.depth == 0
            return True
    return False


cdef void release(State* s) noexcept nogil:
    free(s.given)
    free(s.peers)
    free(s.unit_of)
    free(s.members)
    free(s.open_places)
    free(s.value)
    free(s.level)
    free(s.reason)
    free(s.trail)
    free(s.starts)
    free(s.activity)
    free(s.heap)
    free(s.place)
    free(s.phase)
    free(s.seen)
    free(s.learnt)
    free(s.buffer)
    free(s.stack)
    free(s.clear)
    free(s.stamp)
    free(s.arena)
    free(s.pool)
    free(s.watch_start)
    free(s.watch_size)
    free(s.watch_room)
    free(s.units)


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

    cdef State s
    cdef bint busy
    cdef count_t limit
    cdef object found

    def __cinit__(self):
        memset(&self.s, 0, sizeof(State))

    def __init__(self, const uint8_t[::1] puzzle not None, int box_rows, int box_cols, count_t limit=2,
                 const double[::1] weights=None):
        cdef int n, k
        if self.s.n:
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
        self.limit = limit
        self.found = []
        self.s.n = n
        self.s.cells = n * n
        self.s.variables = n * n * n
        self.s.n_peers = 2 * (n - 1) + (box_rows - 1) * (box_cols - 1)
        if not allocate(&self.s):
            self.s.no_memory = True
            raise MemoryError(f"a Sudoku of {n} × {n}")
        lay_out(&self.s, box_rows, box_cols)
        for k in range(n * n):
            self.s.given[k] = puzzle[k]
        if weights is not None:
            self.s.weighted = True
            for k in range(n * n * n):
                self.s.activity[k] = weights[k]

    def __dealloc__(self):
        release(&self.s)

    def restart(self, const uint8_t[::1] puzzle not None):
        """Take up another puzzle of the same size: as a new object, without weights, but for its memory."""
        cdef int k
        if self.s.n == 0 or self.busy or self.s.no_memory:
            raise RuntimeError("this search runs in another thread, ran out of memory or was never made")
        if puzzle.shape[0] != self.s.cells or np.asarray(puzzle).max() > self.s.n:
            raise ValueError(f"expected {self.s.cells} cells from 0 to {self.s.n}")
        forget(&self.s)
        self.found = []
        for k in range(self.s.cells):
            self.s.given[k] = puzzle[k]

    def run(self, count_t budget):
        """Take up at most `budget` nodes; say whether work remains.

        Raises
        ------
        MemoryError
            The learnt clauses do not fit into memory.
        """
        cdef count_t goal = self.s.nodes + max(budget, 0)
        cdef bint found
        if self.s.n == 0 or self.busy or self.s.no_memory:
            raise RuntimeError("this search runs in another thread, ran out of memory or was never made")
        self.busy = True
        try:
            while not self.s.finished and self.s.nodes < goal:
                with nogil:
                    found = advance(&self.s, goal)
                if self.s.no_memory:
                    raise MemoryError("the clauses learnt do not fit into memory")
                if found:
                    self.found.append(self.read_out())
                    if self.s.count == self.limit:
                        self.s.finished = True
        finally:
            self.busy = False
        return not self.s.finished

    cdef object read_out(self):
        grid = np.zeros(self.s.cells, dtype=np.uint8)
        cdef uint8_t[::1] out = grid
        cdef int k
        for k in range(self.s.trail_size):
            if not self.s.trail[k] & 1:
                out[(self.s.trail[k] >> 1) // self.s.n] = <uint8_t>((self.s.trail[k] >> 1) % self.s.n + 1)
        return grid

    def take(self):
        """Return the solutions found since the last call, as a list of uint8 arrays of shape (n * n,)."""
        taken = self.found
        self.found = []
        return taken

    @property
    def count(self):
        """Solutions found so far."""
        return self.s.count

    @property
    def guesses(self):
        """Decisions."""
        return self.s.guesses

    @property
    def nodes(self):
        """Positions taken up: the puzzle, each decision, each way back."""
        return self.s.nodes

    @property
    def conflicts(self):
        """Dead ends."""
        return self.s.conflicts

    @property
    def propagations(self):
        """Cells filled without a guess, all over the search."""
        return self.s.propagations
