# Learning from conflicts over clauses: what `sudoku` and `learning` have in common, inlined into both.
#
# A variable is a number from 0; a literal is 2 * variable, and one more where it is negated. A learner holds which
# literals hold and why, the clauses, and the order in which open variables are chosen:
#
#      trail    the literals that hold, in the order they were set; before `head` they have been followed up
#      starts   by choice: length of the trail before it
#      arena    clause after clause:  | size | mark | literal | literal | … |      the first two are watched
#      watches  by literal: the clauses to read when it fails, in runs of one buffer
#      heap     the open variables, the most active at the top; empty where variables have ranks: they stand rank by
#               rank in `ranked`, and none of a lower rank than `lowest` is open
#
# A kernel brings its structure: what two variables that exclude each other are, and groups of which one has to hold.
# It follows them up itself, in its own order, and tells the learner why a literal holds:
#
#      FREE     it was chosen, or is known from the start
#      PEER     the literal above the two low bits holds and excludes it
#      GROUP    all others of the group above the two low bits fail
#      CLAUSE   all others of the clause at that place of the arena fail
#
# Groups have `group_size` members each and come in families of as many groups, shifted copies of the first:
#
#      k-th member of group g  =  members[g // size][k] + g % size * stride[g // size]
#
# A conflict is coded like a reason: what the trail violates. Of PEER the two literals that fail are in `clash`.
from cpython.ref cimport PyObject
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy, memmove, memset

from ..pool cimport Pool
from ..types cimport count_t

ctypedef int32_t var_t
ctypedef int32_t lit_t
ctypedef int8_t value_t     # 1 holds, 0 open, -1 fails
ctypedef int32_t reason_t   # FREE, PEER, GROUP or CLAUSE in the two low bits; above them, unsigned, what it points to

cdef enum:
    FREE = 0
    PEER = 1
    GROUP = 2
    CLAUSE = 3
    NO_CONFLICT = -1
    NO_VARIABLE = -1
    HEAD = 2                # words before the literals of a clause: their number, its mark (glue << 2 and two bits)
    USED = 1                # bit of the mark: it explained something since the last clearing
    NEEDED = 2              # bit of the mark, while clauses are cleared: it is the reason of its first literal
    KNOWN = 1               # bit of `seen`
    IN_BLOCK = 2            # bit of `seen`: it is in `block`
    KEPT_GLUE = 2           # clauses of that glue are never dropped
    MOST_GLUE = 63          # higher glue counts as this
    MOST_WORDS = 1 << 29    # of the arena: a place and two bits have to fit into a reason

cdef struct Watch:
    uint32_t clause         # its place in the arena
    lit_t blocker           # some other literal of it: while that holds the clause need not be read

cdef struct Run:            # the watches of one literal
    uint32_t start          # in `watches`
    uint32_t size
    uint32_t room
    uint32_t unused         # sixteen bytes are found by a shift

cdef struct Learner:
    PyObject* owner         # the `Pool` of all that follows
    var_t variables
    value_t* value          # by literal
    int32_t* level          # by variable: choices made before it was set
    reason_t* reason        # by variable
    uint8_t* phase          # by variable: 1 where it failed when last set, and is chosen to fail again
    uint8_t* seen           # by variable: KNOWN where it is part of the explanation in progress, IN_BLOCK
    lit_t* trail
    int32_t* starts
    int32_t trail_size, head, depth
    double* activity        # by variable
    double step             # what a variable gains by a conflict
    const int32_t* rank     # by variable: those of lower rank are chosen first, whatever their activity; NULL is none
    const var_t* ranked     # variables by rank, those of a rank rising
    const int32_t* rank_start   # by rank: its variables, in `ranked`
    int32_t n_ranks, lowest
    var_t* heap
    int32_t* place          # by variable: its place in the heap, -1 outside
    int32_t heap_size
    lit_t* lits             # the clause learnt last
    int32_t size
    lit_t* buffer           # causes of one variable
    lit_t* spare            # causes that are still being read while others are written to `buffer`
    var_t* stack            # variables whose causes are still to be looked at
    var_t* marked           # variables that are `seen`
    int32_t n_marked
    var_t* block            # variables of one level on which the explanation hangs
    int32_t n_block
    int32_t* stamp          # by level: the last count of levels that met it
    int32_t stamps
    lit_t clash[2]
    const var_t* members    # (family, place)
    const var_t* stride     # by family
    int32_t group_size
    uint32_t* arena
    size_t arena_size, arena_room
    Watch* watches
    size_t watches_size, watches_room
    Run* runs               # by literal
    int64_t n_learnt        # clauses with a glue: those of glue 0 are never dropped
    bint no_memory


cdef inline int prepare(Learner* s, Pool pool, var_t variables) except -1:
    """Take the buffers of a learner from a pool; nothing holds, and no variable waits to be chosen."""
    cdef size_t n = variables + 1
    s.owner = <PyObject*>pool
    s.variables = variables
    s.step = 1
    s.value = <value_t*>pool.zeros(2 * n, sizeof(value_t))
    s.level = <int32_t*>pool.zeros(n, sizeof(int32_t))
    s.reason = <reason_t*>pool.zeros(n, sizeof(reason_t))
    s.phase = <uint8_t*>pool.zeros(n, sizeof(uint8_t))
    s.seen = <uint8_t*>pool.zeros(n, sizeof(uint8_t))
    # Ten rows of one piece, none of which is read before it is written.
    s.trail = <lit_t*>pool.scratch(10 * n, sizeof(int32_t))
    s.starts = s.trail + n
    s.heap = s.starts + n
    s.place = s.heap + n
    s.lits = s.place + n
    s.buffer = s.lits + n
    s.stack = s.buffer + n
    s.marked = s.stack + n
    s.spare = s.marked + n
    s.block = s.spare + n
    s.activity = <double*>pool.zeros(n, sizeof(double))
    s.stamp = <int32_t*>pool.zeros(n, sizeof(int32_t))
    s.runs = <Run*>pool.zeros(2 * n, sizeof(Run))
    return 0


cdef inline void forget(Learner* s) noexcept nogil:
    """Go back to where nothing holds and no clause is known; the buffers stay."""
    cdef size_t n = s.variables
    memset(s.value, 0, 2 * n * sizeof(value_t))
    memset(s.level, 0, n * sizeof(int32_t))
    memset(s.reason, 0, n * sizeof(reason_t))
    memset(s.phase, 0, n * sizeof(uint8_t))
    memset(s.seen, 0, n * sizeof(uint8_t))
    memset(s.stamp, 0, (n + 1) * sizeof(int32_t))
    memset(s.runs, 0, 2 * n * sizeof(Run))
    s.trail_size = s.head = s.depth = s.heap_size = s.stamps = s.size = s.n_marked = 0
    s.arena_size = s.watches_size = 0
    s.n_learnt = 0
    s.step = 1


# ---- the order of choices: lowest rank first, then greatest activity, then lower variables
#
# A heap of 100,000 variables, of which each conflict puts back and takes out hundreds, costs a fifth of a search; of a
# rank there are some 40.

cdef inline bint before(const Learner* s, var_t a, var_t b) noexcept nogil:
    if s.rank != NULL and s.rank[a] != s.rank[b]:
        return s.rank[a] < s.rank[b]
    return s.activity[a] > s.activity[b] or (s.activity[a] == s.activity[b] and a < b)


cdef inline void heap_up(Learner* s, int32_t at) noexcept nogil:
    """Move the variable at a place of the heap up to where it belongs."""
    cdef var_t v = s.heap[at], other
    while at > 0:
        other = s.heap[(at - 1) >> 1]
        if not before(s, v, other):
            break
        s.heap[at] = other
        s.place[other] = at
        at = (at - 1) >> 1
    s.heap[at] = v
    s.place[v] = at


cdef inline void heap_down(Learner* s, int32_t at) noexcept nogil:
    """Move the variable at a place of the heap down to where it belongs."""
    cdef var_t v = s.heap[at]
    cdef int32_t child
    while 2 * at + 1 < s.heap_size:
        child = 2 * at + 1
        if child + 1 < s.heap_size and before(s, s.heap[child + 1], s.heap[child]):
            child += 1
        if not before(s, s.heap[child], v):
            break
        s.heap[at] = s.heap[child]
        s.place[s.heap[at]] = at
        at = child
    s.heap[at] = v
    s.place[v] = at


cdef inline void wait(Learner* s, var_t v) noexcept nogil:
    """Put an open variable among those to choose from, where it is not yet."""
    if s.rank != NULL:
        s.lowest = min(s.lowest, s.rank[v])
    elif s.place[v] < 0:
        s.heap[s.heap_size] = v
        s.place[v] = s.heap_size
        s.heap_size += 1
        heap_up(s, s.heap_size - 1)


cdef inline void order_anew(Learner* s) noexcept nogil:
    """Let all open variables wait, and no others, in the order of rank and activity as they are now."""
    cdef var_t v
    s.heap_size = 0
    s.lowest = 0
    for v in range(s.variables):
        s.place[v] = -1
        if s.rank == NULL and s.value[2 * v] == 0:
            wait(s, v)


cdef inline var_t heap_pop(Learner* s) noexcept nogil:
    """Take the first variable out of the heap, open or not."""
    cdef var_t v = s.heap[0]
    s.heap_size -= 1
    s.place[v] = -1
    if s.heap_size:
        s.heap[0] = s.heap[s.heap_size]
        s.place[s.heap[0]] = 0
        heap_down(s, 0)
    return v


cdef inline var_t first_ranked(Learner* s) noexcept nogil:
    """Return the most active open variable of the lowest rank that has any; NO_VARIABLE where all are set."""
    cdef int32_t k
    cdef var_t v, found = NO_VARIABLE
    while s.lowest < s.n_ranks:
        for k in range(s.rank_start[s.lowest], s.rank_start[s.lowest + 1]):
            v = s.ranked[k]
            if s.value[2 * v] == 0 and (found == NO_VARIABLE or s.activity[v] > s.activity[found]):
                found = v
        if found != NO_VARIABLE:
            break
        s.lowest += 1
    return found


cdef inline var_t next_choice(Learner* s) noexcept nogil:
    """Return the open variable to choose next; NO_VARIABLE where all are set."""
    if s.rank != NULL:
        return first_ranked(s)
    while s.heap_size and s.value[2 * s.heap[0]] != 0:
        heap_pop(s)
    return s.heap[0] if s.heap_size else NO_VARIABLE


cdef inline var_t pick(Learner* s) noexcept nogil:
    """Return the open variable to choose next, which waits no longer; NO_VARIABLE where all are set."""
    cdef var_t v = next_choice(s)
    if s.rank == NULL and v != NO_VARIABLE:
        heap_pop(s)
    return v


cdef inline int32_t kept_depth(Learner* s) noexcept nogil:
    """Return how many of the first choices a search that began again would make again: all before the next one.

    P. van der Tak, A. Ramos and M. Heule, Reusing the Assignment Trail in CDCL Solvers, 2011.
    """
    cdef var_t v = next_choice(s)
    cdef int32_t depth = 0
    while v != NO_VARIABLE and depth < s.depth and before(s, s.trail[s.starts[depth]] >> 1, v):
        depth += 1
    return depth


cdef inline void bump(Learner* s, var_t v) noexcept nogil:
    """Raise the activity of a variable that took part in a conflict."""
    cdef var_t u
    s.activity[v] += s.step
    if s.activity[v] > 1e100:
        for u in range(s.variables):
            s.activity[u] *= 1e-100
        s.step *= 1e-100
    if s.place[v] >= 0:
        heap_up(s, s.place[v])


# ---- restarts

cdef inline count_t luby(count_t k) noexcept nogil:
    """Return term k, from 1, of the sequence 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman 1993)."""
    cdef count_t size = 1
    while size < k:
        size = 2 * size + 1
    while size != k:
        size = (size - 1) // 2
        if k > size:
            k -= size
        size = 1
        while size < k:
            size = 2 * size + 1
    return (size + 1) // 2


# ---- the trail

cdef inline void assign(Learner* s, lit_t lit, reason_t reason) noexcept nogil:
    """Set an open literal."""
    cdef var_t v = lit >> 1
    s.value[lit] = 1
    s.value[lit ^ 1] = -1
    s.level[v] = s.depth
    s.reason[v] = reason
    s.trail[s.trail_size] = lit
    s.trail_size += 1


cdef inline void choose(Learner* s, lit_t lit) noexcept nogil:
    """Set an open literal without a reason: the next level begins with it."""
    s.starts[s.depth] = s.trail_size
    s.depth += 1
    assign(s, lit, FREE)


cdef inline lit_t take_back(Learner* s) noexcept nogil:
    """Open the literal that was set last, and return it."""
    cdef lit_t lit
    s.trail_size -= 1
    lit = s.trail[s.trail_size]
    s.value[lit] = s.value[lit ^ 1] = 0
    s.phase[lit >> 1] = lit & 1
    wait(s, lit >> 1)
    return lit


# ---- clauses

cdef inline bint more_words(Learner* s, size_t words) noexcept nogil:
    """Make the arena so large; return whether there is room."""
    cdef uint32_t* bigger = NULL
    if words < MOST_WORDS:
        bigger = <uint32_t*>(<Pool>s.owner).resized(s.arena, words, sizeof(uint32_t))
    if bigger == NULL:
        s.no_memory = True
        return False
    s.arena = bigger
    s.arena_room = words
    return True


cdef inline bint more_entries(Learner* s, size_t entries) noexcept nogil:
    """Make the buffer of the watches so large; return whether there is room."""
    cdef Watch* bigger = NULL
    if entries >> 31 == 0:
        bigger = <Watch*>(<Pool>s.owner).resized(s.watches, entries, sizeof(Watch))
    if bigger == NULL:
        s.no_memory = True
        return False
    s.watches = bigger
    s.watches_room = entries
    return True


cdef inline bint more_watches(Learner* s, Run* run) noexcept nogil:
    """Move the watches of a literal to where they have twice the room; return whether there is any."""
    cdef uint32_t room = 2 * run.size if run.size else 4
    cdef size_t entries = s.watches_size + room
    if entries > s.watches_room and not more_entries(s, 2 * entries + 1024):
        return False
    if run.size:
        memcpy(s.watches + s.watches_size, s.watches + run.start, run.size * sizeof(Watch))
    run.start = <uint32_t>s.watches_size
    run.room = room
    s.watches_size = entries
    return True


cdef inline void note_watch(Learner* s, Run* run, uint32_t clause, lit_t blocker) noexcept nogil:
    """Add a watch to a run that has room for it."""
    cdef Watch* entry = s.watches + run.start + run.size
    entry.clause = clause
    entry.blocker = blocker
    run.size += 1


cdef inline void watch(Learner* s, lit_t lit, uint32_t clause, lit_t blocker) noexcept nogil:
    """Let a clause be read when a literal fails."""
    cdef Run* run = &s.runs[lit]
    if run.size < run.room or more_watches(s, run):
        note_watch(s, run, clause, blocker)


cdef inline reason_t store(Learner* s, const lit_t* lits, int32_t size, uint32_t glue) noexcept nogil:
    """Store a clause of two literals or more, not yet watched; return it as a reason.

    Glue is how good it is: the number of levels in it; 0 is never dropped. Says `no_memory` where there is no room.
    """
    cdef uint32_t clause = <uint32_t>s.arena_size
    cdef size_t words = s.arena_size + HEAD + size
    if words > s.arena_room and not more_words(s, 2 * words + 4096):
        return FREE
    s.arena[clause] = size
    s.arena[clause + 1] = glue << 2 | USED
    memcpy(s.arena + clause + HEAD, lits, size * sizeof(lit_t))
    s.arena_size = words
    s.n_learnt += glue > 0
    return <reason_t>(clause << 2 | CLAUSE)


cdef inline reason_t add_clause(Learner* s, const lit_t* lits, int32_t size, uint32_t glue) noexcept nogil:
    """Store a clause, as `store` does, and watch its first two literals."""
    cdef uint32_t clause = <uint32_t>s.arena_size
    cdef reason_t reason = store(s, lits, size, glue)
    if not s.no_memory:
        watch(s, lits[0], clause, lits[1])
        watch(s, lits[1], clause, lits[0])
    return reason


cdef inline bint watch_all(Learner* s) noexcept nogil:
    """Watch the first two literals of every clause, and no others; return whether there was room."""
    cdef size_t at = 0, entries = 0
    cdef const lit_t* lits
    cdef Run* run
    cdef lit_t lit
    for lit in range(2 * s.variables):
        s.runs[lit].size = 0
    while at < s.arena_size:
        lits = <const lit_t*>(s.arena + at + HEAD)
        s.runs[lits[0]].size += 1
        s.runs[lits[1]].size += 1
        at += HEAD + s.arena[at]
    # Half as much room again, before a run has to move.
    for lit in range(2 * s.variables):
        run = &s.runs[lit]
        run.start = <uint32_t>entries
        run.room = run.size + run.size // 2 + 2 if run.size else 0
        run.size = 0
        entries += run.room
    if entries > s.watches_room and not more_entries(s, entries + entries // 2):
        return False
    s.watches_size = entries
    at = 0
    while at < s.arena_size:
        lits = <const lit_t*>(s.arena + at + HEAD)
        watch(s, lits[0], <uint32_t>at, lits[1])
        watch(s, lits[1], <uint32_t>at, lits[0])
        at += HEAD + s.arena[at]
    return True


cdef inline reason_t follow_clauses(Learner* s, lit_t lit) noexcept nogil:
    """Set what the clauses demand once `lit` holds; return NO_CONFLICT, or the clause none of whose literals can hold.

    Two literals of each clause are watched, and one of them has just failed: another one that has not takes its
    place; where there is none, the other watched one has to hold.
    """
    cdef lit_t failed = lit ^ 1, first, other
    cdef Run* run = &s.runs[failed]
    cdef Run* target
    cdef uint32_t size = run.size, i = 0, j = 0, k, length
    cdef Watch* at = s.watches + run.start
    cdef const value_t* value = s.value
    cdef uint32_t* arena = s.arena
    cdef lit_t* lits
    cdef Watch entry
    cdef reason_t conflict = NO_CONFLICT
    while i < size:
        entry = at[i]
        i += 1
        # Some other literal of it holds: nothing to do.
        if value[entry.blocker] > 0:
            at[j] = entry
            j += 1
            continue
        # The other watched literal comes first, without a branch that is as often taken as not.
        lits = <lit_t*>(arena + entry.clause + HEAD)
        first = lits[0] ^ lits[1] ^ failed
        lits[0] = first
        lits[1] = failed
        # It holds: remember it.
        if value[first] > 0:
            at[j].clause = entry.clause
            at[j].blocker = first
            j += 1
            continue
        # A literal that has not failed is watched from now on.
        length = arena[entry.clause]
        k = 2
        while k < length and value[lits[k]] < 0:
            k += 1
        if k < length:
            other = lits[k]
            lits[1] = other
            lits[k] = failed
            target = &s.runs[other]
            if target.size == target.room:
                if not more_watches(s, target):
                    return conflict
                at = s.watches + run.start
            note_watch(s, target, entry.clause, first)
            continue
        # All but the first have failed: it has to hold, or there is a conflict.
        at[j].clause = entry.clause
        at[j].blocker = first
        j += 1
        if value[first] < 0:
            conflict = <reason_t>(entry.clause << 2 | CLAUSE)
            break
        assign(s, first, <reason_t>(entry.clause << 2 | CLAUSE))
    if i < size:
        memmove(at + j, at + i, (size - i) * sizeof(Watch))
    run.size = j + size - i
    return conflict


cdef inline int64_t clear(Learner* s, bint unused_only) noexcept nogil:
    """Drop half of the learnt clauses, those of high glue first and the older first among equals; return how many stay.

    Reasons and clauses of low glue stay. With `unused_only` it is half of those that explained nothing since the last
    time, and no others go; without, half of all learnt ones.
    """
    cdef int64_t by_glue[MOST_GLUE + 1]
    cdef int64_t drop = 0, kept = 0
    cdef uint32_t glue, mark, threshold = MOST_GLUE
    cdef size_t at, to = 0, words
    cdef int32_t k
    cdef uint32_t* arena = s.arena
    for k in range(s.trail_size):
        if s.reason[s.trail[k] >> 1] & 3 == CLAUSE:
            arena[(<uint32_t>s.reason[s.trail[k] >> 1] >> 2) + 1] |= NEEDED
    # The glue from which on they go, and how many go of those that have just that.
    memset(by_glue, 0, sizeof(by_glue))
    at = 0
    while at < s.arena_size:
        mark = arena[at + 1]
        glue = mark >> 2
        if (glue > KEPT_GLUE and mark & (USED | NEEDED) == 0) if unused_only else glue > 0:
            by_glue[min(glue, <uint32_t>MOST_GLUE)] += 1
            drop += 1
        at += HEAD + arena[at]
    drop //= 2
    while threshold > KEPT_GLUE and drop > by_glue[threshold]:
        drop -= by_glue[threshold]
        threshold -= 1
    # Close the gaps that they leave.
    s.n_learnt = 0
    at = 0
    while at < s.arena_size:
        words = HEAD + arena[at]
        mark = arena[at + 1]
        glue = min(mark >> 2, <uint32_t>MOST_GLUE)
        if (glue > KEPT_GLUE and mark & NEEDED == 0 and not (unused_only and mark & USED)
                and (glue > threshold or (glue == threshold and drop > 0))):
            drop -= glue == threshold
        else:
            if mark & NEEDED:
                s.reason[<lit_t>arena[at + HEAD] >> 1] = <reason_t>(<uint32_t>to << 2 | CLAUSE)
            memmove(arena + to, arena + at, words * sizeof(uint32_t))
            arena[to + 1] = mark & ~<uint32_t>(USED | NEEDED)
            to += words
            kept += 1
            s.n_learnt += glue > 0
        at += words
    s.arena_size = to
    watch_all(s)
    return kept


# ---- learning

cdef inline const var_t* members_of(const Learner* s, uint32_t group, var_t* shift) noexcept nogil:
    """Return the members of a group, all of them less `shift`."""
    cdef uint32_t size = <uint32_t>s.group_size, family = group // size
    shift[0] = <var_t>(group - family * size) * s.stride[family]
    return s.members + family * size


cdef inline const lit_t* causes(Learner* s, reason_t reason, var_t v, int32_t* n) noexcept nogil:
    """Return the failed literals that forced `v`; for NO_VARIABLE, those that a conflict consists of."""
    cdef uint32_t at = <uint32_t>reason >> 2
    cdef const var_t* members
    cdef var_t shift
    cdef int32_t k, count = 0
    if reason & 3 == CLAUSE:
        s.arena[at + 1] |= USED
        n[0] = <int32_t>s.arena[at] - (v >= 0)
        return <const lit_t*>(s.arena + at + HEAD) + (v >= 0)   # the first literal is the one that it set
    if reason & 3 == PEER:
        if v < 0:
            n[0] = 2
            return s.clash
        s.buffer[0] = <lit_t>(at ^ 1)
        n[0] = 1
        return s.buffer
    if reason & 3 == GROUP:
        members = members_of(s, at, &shift)
        for k in range(s.group_size):
            s.buffer[count] = 2 * (members[k] + shift)
            count += members[k] + shift != v
    n[0] = count
    return s.buffer


cdef inline void mark(Learner* s, var_t v) noexcept nogil:
    """Take a variable into the explanation, until the marks are wiped."""
    if not s.seen[v] & KNOWN:
        s.seen[v] |= KNOWN
        s.marked[s.n_marked] = v
        s.n_marked += 1


cdef inline void mark_learnt(Learner* s) noexcept nogil:
    """Begin a list of marks with the variables of the learnt clause, which are seen, and stamp their levels."""
    cdef int32_t k
    cdef var_t v
    s.stamps += 1
    s.n_marked = 0
    for k in range(1, s.size):
        v = s.lits[k] >> 1
        s.marked[s.n_marked] = v
        s.n_marked += 1
        s.stamp[s.level[v]] = s.stamps


cdef inline void wipe_marks(Learner* s, int32_t kept) noexcept nogil:
    """Let no variable be part of the explanation but the first `kept` of those marked."""
    while s.n_marked > kept:
        s.n_marked -= 1
        s.seen[s.marked[s.n_marked]] = 0


cdef inline bint follows(Learner* s, var_t v) noexcept nogil:
    """Say whether `v` follows from the explanation, in any number of steps (N. Sörensson, A. Biere, 2009).

    `stamp` tells the levels of the explanation: what is on no such level cannot follow from it.
    """
    cdef int32_t size = 1, before_ = s.n_marked, n, k
    cdef const lit_t* lits
    cdef var_t other
    s.stack[0] = v
    while size:
        size -= 1
        v = s.stack[size]
        lits = causes(s, s.reason[v], v, &n)
        for k in range(n):
            other = lits[k] >> 1
            if s.seen[other] or s.level[other] == 0:
                continue
            if s.reason[other] & 3 == FREE or s.stamp[s.level[other]] != s.stamps:
                wipe_marks(s, before_)
                return False
            mark(s, other)
            s.stack[size] = other
            size += 1
    return True


cdef inline void sort_by_level(Learner* s) noexcept nogil:
    """Order the learnt clause behind its first literal, the highest level first."""
    cdef int32_t k, to, level
    cdef lit_t lit
    for k in range(2, s.size):
        lit = s.lits[k]
        level = s.level[lit >> 1]
        to = k
        while to > 1 and s.level[s.lits[to - 1] >> 1] < level:
            s.lits[to] = s.lits[to - 1]
            to -= 1
        s.lits[to] = lit


cdef inline void into_block(Learner* s, var_t v) noexcept nogil:
    """Let the explanation hang on a variable of the level at hand, where it does not yet."""
    if not s.seen[v] & IN_BLOCK:
        s.seen[v] |= IN_BLOCK
        s.block[s.n_block] = v
        s.n_block += 1


cdef inline bint one_of_level(Learner* s, int32_t level, lit_t* found) noexcept nogil:
    """Look for one literal of a level from which, with the rest of the explanation, all of the block follows.

    The block has the clause's literals of that level, which is not the last.
    """
    cdef int32_t at = s.starts[level], done = 0, k, n
    cdef const lit_t* lits
    cdef var_t v, other
    while True:
        # The latest of the block; once it is the only one left, all of it hangs on it.
        at -= 1
        while not s.seen[s.trail[at] >> 1] & IN_BLOCK:
            at -= 1
        v = s.trail[at] >> 1
        done += 1
        if done == s.n_block:
            found[0] = s.trail[at] ^ 1
            return True
        if s.reason[v] & 3 == FREE:
            return False
        # Its causes on the level join the block, the others have to follow from the explanation.
        lits = causes(s, s.reason[v], v, &n)
        s.buffer, s.spare = s.spare, s.buffer
        for k in range(n):
            other = lits[k] >> 1
            if s.level[other] == level:
                into_block(s, other)
            elif s.level[other] and not s.seen[other] & KNOWN:
                if s.reason[other] & 3 == FREE or s.stamp[s.level[other]] != s.stamps or not follows(s, other):
                    return False
                mark(s, other)


cdef inline void shrink(Learner* s) noexcept nogil:
    """Put one literal for all of a level where there is one, and leave out what follows from the rest.

    M. Fleury and A. Biere, Efficient All-UIP Learned Clause Minimization, 2021.
    """
    cdef int32_t first = 1, end, kept = 1, level, k
    cdef var_t v
    cdef lit_t found
    cdef bint one
    mark_learnt(s)
    sort_by_level(s)
    while first < s.size:
        level = s.level[s.lits[first] >> 1]
        end = first
        s.n_block = 0
        while end < s.size and s.level[s.lits[end] >> 1] == level:
            into_block(s, s.lits[end] >> 1)
            end += 1
        one = s.n_block > 1 and one_of_level(s, level, &found)
        for k in range(s.n_block):
            s.seen[s.block[k]] &= KNOWN
        if one:
            mark(s, found >> 1)
            s.lits[kept] = found
            kept += 1
        else:
            for k in range(first, end):
                v = s.lits[k] >> 1
                if s.reason[v] & 3 == FREE or not follows(s, v):
                    s.lits[kept] = s.lits[k]
                    kept += 1
        first = end
    s.size = kept
    wipe_marks(s, 0)


cdef inline void bump_causes(Learner* s) noexcept nogil:
    """Raise the activity of what forced the learnt clause's literals, as far as it was not raised by the conflict.

    J. H. Liang, V. Ganesh, P. Poupart and K. Czarnecki, Learning Rate Based Branching Heuristic, 2016.
    """
    cdef int32_t k, i, n
    cdef const lit_t* lits
    cdef var_t v
    s.n_marked = 0
    for k in range(1, s.size):
        v = s.lits[k] >> 1
        if s.reason[v] & 3 == FREE:
            continue
        lits = causes(s, s.reason[v], v, &n)
        for i in range(n):
            v = lits[i] >> 1
            if not s.seen[v] and s.level[v] > 0:
                mark(s, v)
                bump(s, v)
    wipe_marks(s, 0)


cdef inline int32_t grade(Learner* s, uint32_t* glue) noexcept nogil:
    """Count the levels of the learnt clause, and return the highest below its first literal's.

    A literal of that level comes second: both are watched once the search has gone back there.
    """
    cdef int32_t k, level, jump = 0
    cdef lit_t lit
    s.stamps += 1
    glue[0] = 1
    for k in range(1, s.size):
        level = s.level[s.lits[k] >> 1]
        if s.stamp[level] != s.stamps:
            s.stamp[level] = s.stamps
            glue[0] += 1
        if level > jump:
            jump = level
            lit = s.lits[1]
            s.lits[1] = s.lits[k]
            s.lits[k] = lit
    return jump


cdef inline int32_t explain(Learner* s, reason_t conflict, uint32_t* glue) noexcept nogil:
    """Learn from a conflict: write the clause of the first unique implication point; return the level to go back to."""
    cdef int32_t n, k, open_paths = 0, at = s.trail_size
    cdef const lit_t* lits = causes(s, conflict, NO_VARIABLE, &n)
    cdef var_t v
    s.size = 1
    while True:
        # Causes on the last level are explained further, the others go into the clause.
        for k in range(n):
            v = lits[k] >> 1
            if not s.seen[v] and s.level[v] > 0:
                s.seen[v] = 1
                bump(s, v)
                if s.level[v] >= s.depth:
                    open_paths += 1
                else:
                    s.lits[s.size] = lits[k]
                    s.size += 1
        # The latest of them; once it is the only one, all of the conflict hangs on it.
        at -= 1
        while not s.seen[s.trail[at] >> 1] or s.level[s.trail[at] >> 1] < s.depth:
            at -= 1
        v = s.trail[at] >> 1
        s.seen[v] = 0
        open_paths -= 1
        if open_paths == 0:
            break
        lits = causes(s, s.reason[v], v, &n)
    s.lits[0] = s.trail[at] ^ 1
    bump_causes(s)
    shrink(s)
    return grade(s, glue)


cdef inline void deny_choices(Learner* s) noexcept nogil:
    """Write the clause that one of the choices at hand does not hold, the last of them first."""
    cdef int32_t k
    s.size = 0
    for k in range(s.depth - 1, -1, -1):
        s.lits[s.size] = s.trail[s.starts[k]] ^ 1
        s.size += 1


cdef inline bint state_learnt(Learner* s, uint32_t glue) noexcept nogil:
    """Store the learnt clause and set its first literal, once the search is back; whether there was room."""
    cdef reason_t reason = FREE
    if s.size > 1:
        reason = add_clause(s, s.lits, s.size, glue)
        if s.no_memory:
            return False
    assign(s, s.lits[0], reason)
    return True
