"""Search that learns from conflicts, over clauses and groups of which one holds; twin: `unriddle.core.assign.reference.learning`."""

cimport cython
import numpy as np

from libc.stdint cimport int8_t, int32_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from ..types cimport count_t

# A variable is a number from 0; a literal is 2 * variable, and one more where it is negated.
ctypedef int32_t var_t
ctypedef int32_t lit_t
ctypedef int32_t clause_t   # place of a clause in the arena: size, grade, literals

cdef enum:
    CHOSEN = -1             # why a literal holds: it was chosen, or is known from the start
    HEAD = 2                # words before a clause's literals
    QUIET = -1              # no conflict
    CLASH = -2              # two variables of one group hold
    RESTART = 100           # conflicts that the first run may have
    REDUCE = 4000           # learnt clauses before the first clearing


cdef struct Watch:
    clause_t clause
    lit_t other             # some literal of the clause: where it holds, the clause need not be read


cdef struct Watches:
    Watch* at
    int32_t n
    int32_t room


cdef struct Engine:
    var_t n_vars
    int32_t n_groups
    int8_t* value           # by literal: 1 holds, -1 does not, 0 open
    int32_t* level          # by variable: choices made before it was set
    int32_t* reason         # by variable: a clause, CHOSEN, or -3 - u: variable u of its group holds
    int8_t* phase           # by variable: 1 if it was false when last set
    int8_t* seen
    lit_t* trail            # literals that hold, in the order they were set
    int32_t n_trail
    int32_t head            # those before it have been followed up
    int32_t* marks          # by choice: length of the trail before it
    int32_t depth
    int32_t* arena
    int32_t used
    int32_t room
    Watches* watch          # by literal: the clauses that must be read when it fails
    int32_t* group_start
    var_t* group_vars
    int32_t* of_start       # by variable: its groups
    int32_t* of_groups
    double* activity
    double step
    var_t* heap
    int32_t* place          # by variable: its place in the heap, -1 outside
    int32_t n_heap
    var_t clash[2]
    lit_t* learnt
    int32_t n_learnt
    lit_t* doubtful
    int32_t* stamp          # by level: the last count of levels that met it
    int32_t stamps
    int32_t n_graded        # learnt clauses that may go
    int32_t most_graded
    count_t conflicts
    count_t conflicts_left  # before the next restart
    count_t runs
    bint failed             # out of memory


cdef bint grow(Engine* s, int32_t words) noexcept nogil:
    """Make room for more words in the arena."""
    cdef int32_t* bigger
    cdef int32_t room = s.room
    if s.used + words <= room:
        return True
    while s.used + words > room:
        if room > (1 << 29):
            s.failed = True
            return False
        room *= 2
    bigger = <int32_t*>realloc(s.arena, room * sizeof(int32_t))
    if bigger == NULL:
        s.failed = True
        return False
    s.arena = bigger
    s.room = room
    return True


cdef inline bint attach(Engine* s, lit_t lit, clause_t clause, lit_t other) noexcept nogil:
    """Let `clause` be read when `lit` fails."""
    cdef Watches* list = &s.watch[lit]
    cdef Watch* bigger
    cdef int32_t room
    if list.n == list.room:
        room = 4 if list.room == 0 else 2 * list.room
        bigger = <Watch*>realloc(list.at, room * sizeof(Watch))
        if bigger == NULL:
            s.failed = True
            return False
        list.at = bigger
        list.room = room
    list.at[list.n].clause = clause
    list.at[list.n].other = other
    list.n += 1
    return True


cdef inline void hold(Engine* s, lit_t lit, int32_t reason) noexcept nogil:
    """Set an open literal."""
    cdef var_t v = lit >> 1
    s.value[lit] = 1
    s.value[lit ^ 1] = -1
    s.level[v] = s.depth
    s.reason[v] = reason
    s.trail[s.n_trail] = lit
    s.n_trail += 1


cdef clause_t add_clause(Engine* s, const lit_t* lits, int32_t n, int32_t grade) noexcept nogil:
    """Store a clause of at least two literals, the first two to be watched; grade 0 is never forgotten."""
    cdef clause_t clause = s.used
    cdef int32_t i
    if not grow(s, n + HEAD):
        return -1
    s.arena[clause] = n
    s.arena[clause + 1] = grade
    for i in range(n):
        s.arena[clause + HEAD + i] = lits[i]
    s.used += n + HEAD
    if grade:
        s.n_graded += 1
    if not attach(s, lits[0], clause, lits[1]) or not attach(s, lits[1], clause, lits[0]):
        return -1
    return clause


cdef inline bint before(const Engine* s, var_t u, var_t v) noexcept nogil:
    return s.activity[u] > s.activity[v] or (s.activity[u] == s.activity[v] and u < v)


cdef void sift_up(Engine* s, int32_t i) noexcept nogil:
    cdef var_t v = s.heap[i]
    cdef int32_t parent
    while i > 0:
        parent = (i - 1) >> 1
        if not before(s, v, s.heap[parent]):
            break
        s.heap[i] = s.heap[parent]
        s.place[s.heap[i]] = i
        i = parent
    s.heap[i] = v
    s.place[v] = i


cdef void sift_down(Engine* s, int32_t i) noexcept nogil:
    cdef var_t v = s.heap[i]
    cdef int32_t child
    while 2 * i + 1 < s.n_heap:
        child = 2 * i + 1
        if child + 1 < s.n_heap and before(s, s.heap[child + 1], s.heap[child]):
            child += 1
        if not before(s, s.heap[child], v):
            break
        s.heap[i] = s.heap[child]
        s.place[s.heap[i]] = i
        i = child
    s.heap[i] = v
    s.place[v] = i


cdef inline void wait(Engine* s, var_t v) noexcept nogil:
    """Put an open variable back among those to choose from."""
    if s.place[v] < 0:
        s.heap[s.n_heap] = v
        s.place[v] = s.n_heap
        s.n_heap += 1
        sift_up(s, s.place[v])


cdef inline void bump(Engine* s, var_t v) noexcept nogil:
    """Raise the activity of a variable that took part in a conflict."""
    cdef var_t u
    s.activity[v] += s.step
    if s.activity[v] > 1e100:
        for u in range(s.n_vars):
            s.activity[u] *= 1e-100
        s.step *= 1e-100
    if s.place[v] >= 0:
        sift_up(s, s.place[v])


cdef void back_to(Engine* s, int32_t depth) noexcept nogil:
    """Take back all choices but the first `depth`."""
    cdef lit_t lit
    cdef var_t v
    if s.depth <= depth:
        return
    while s.n_trail > s.marks[depth]:
        s.n_trail -= 1
        lit = s.trail[s.n_trail]
        v = lit >> 1
        s.value[lit] = s.value[lit ^ 1] = 0
        s.phase[v] = lit & 1
        wait(s, v)
    s.head = s.n_trail
    s.depth = depth


cdef int32_t follow(Engine* s) noexcept nogil:
    """Set all that follows; return QUIET, CLASH or a clause none of whose literals can hold."""
    cdef lit_t lit, failed, first
    cdef var_t v, u
    cdef int32_t g, i, k, n, group
    cdef Watches* list
    cdef Watch* at
    cdef int32_t* lits
    cdef clause_t clause
    cdef bint moved
    while s.head < s.n_trail:
        lit = s.trail[s.head]
        s.head += 1
        if not lit & 1:
            v = lit >> 1
            for g in range(s.of_start[v], s.of_start[v + 1]):
                group = s.of_groups[g]
                for i in range(s.group_start[group], s.group_start[group + 1]):
                    u = s.group_vars[i]
                    if u == v or s.value[2 * u] < 0:
                        continue
                    if s.value[2 * u] > 0:
                        s.clash[0] = u
                        s.clash[1] = v
                        return CLASH
                    hold(s, 2 * u + 1, -3 - v)
        failed = lit ^ 1
        list = &s.watch[failed]
        at = list.at
        n = list.n
        i = k = 0
        while i < n:
            if s.value[at[i].other] > 0:
                at[k] = at[i]
                k += 1
                i += 1
                continue
            clause = at[i].clause
            lits = &s.arena[clause + HEAD]
            if lits[0] == failed:
                lits[0] = lits[1]
                lits[1] = failed
            first = lits[0]
            i += 1
            if s.value[first] > 0:
                at[k].clause = clause
                at[k].other = first
                k += 1
                continue
            moved = False
            for g in range(2, s.arena[clause]):
                if s.value[lits[g]] >= 0:
                    lits[1] = lits[g]
                    lits[g] = failed
                    if not attach(s, lits[1], clause, first):
                        return QUIET
                    moved = True
                    break
            if moved:
                continue
            at[k].clause = clause
            at[k].other = first
            k += 1
            if s.value[first] < 0:
                while i < n:
                    at[k] = at[i]
                    k += 1
                    i += 1
                list.n = k
                return clause
            hold(s, first, clause)
        list.n = k
    return QUIET


cdef inline void blame(Engine* s, lit_t lit, int32_t* open_count) noexcept nogil:
    """Take a failed literal into the explanation of a conflict."""
    cdef var_t v = lit >> 1
    if s.seen[v] or s.level[v] == 0:
        return
    s.seen[v] = 1
    bump(s, v)
    if s.level[v] == s.depth:
        open_count[0] += 1
    else:
        s.learnt[s.n_learnt] = lit
        s.n_learnt += 1


cdef bint implied(const Engine* s, lit_t lit) noexcept nogil:
    """Say whether a failed literal follows from other literals of the explanation."""
    cdef int32_t reason = s.reason[lit >> 1], i
    cdef var_t v
    if reason == CHOSEN:
        return False
    if reason < 0:
        v = -3 - reason
        return s.seen[v] or s.level[v] == 0
    for i in range(1, s.arena[reason]):
        v = s.arena[reason + HEAD + i] >> 1
        if not s.seen[v] and s.level[v] != 0:
            return False
    return True


cdef int32_t explain(Engine* s, int32_t conflict) noexcept nogil:
    """Fill `learnt` with the first unique implication point's clause; return the level to go back to."""
    cdef int32_t open_count = 0, i, k, index = s.n_trail, reason = conflict, back, start = 0
    cdef lit_t lit = 0, swap
    s.n_learnt = 1
    while True:
        if reason == CLASH:
            blame(s, 2 * s.clash[0] + 1, &open_count)
            blame(s, 2 * s.clash[1] + 1, &open_count)
        elif reason < 0:
            blame(s, 2 * (-3 - reason) + 1, &open_count)
        else:
            for i in range(start, s.arena[reason]):
                blame(s, s.arena[reason + HEAD + i], &open_count)
        start = 1
        while True:
            index -= 1
            if s.seen[s.trail[index] >> 1]:
                break
        lit = s.trail[index]
        s.seen[lit >> 1] = 0
        open_count -= 1
        if open_count == 0:
            break
        reason = s.reason[lit >> 1]
    s.learnt[0] = lit ^ 1
    for i in range(1, s.n_learnt):
        s.doubtful[i] = s.learnt[i]
    k = 1
    index = s.n_learnt
    for i in range(1, index):
        if not implied(s, s.doubtful[i]):
            s.learnt[k] = s.doubtful[i]
            k += 1
    for i in range(1, index):
        s.seen[s.doubtful[i] >> 1] = 0
    s.n_learnt = k
    back = 0
    for i in range(1, k):
        if s.level[s.learnt[i] >> 1] > back:
            back = s.level[s.learnt[i] >> 1]
            swap = s.learnt[1]
            s.learnt[1] = s.learnt[i]
            s.learnt[i] = swap
    return back


cdef int32_t count_levels(Engine* s) noexcept nogil:
    """Return the number of different levels in `learnt`: the grade of a learnt clause (Audemard, Simon 2009)."""
    cdef int32_t i, level, n = 0
    s.stamps += 1
    for i in range(s.n_learnt):
        level = s.level[s.learnt[i] >> 1]
        if s.stamp[level] != s.stamps:
            s.stamp[level] = s.stamps
            n += 1
    return n


cdef bint reduce(Engine* s) noexcept nogil:
    """Forget the worse half of the learnt clauses, by grade and then age, and close the gaps in the arena."""
    cdef int32_t grades[64]
    cdef int32_t grade, limit, spare, from_ = 0, to = 0, size, i
    cdef var_t v
    cdef lit_t lit
    memset(grades, 0, sizeof(grades))
    while from_ < s.used:
        grade = s.arena[from_ + 1]
        if grade:
            grades[min(grade, 63)] += 1
        from_ += s.arena[from_] + HEAD
    limit = 64
    i = 0
    while limit > 3 and i < s.n_graded // 2:
        limit -= 1
        i += grades[limit]
    # Of the clauses at the limit itself only as many go as make up the half, the oldest first.
    spare = s.n_graded // 2 - (i - grades[limit]) if limit < 64 else 0
    # Reasons keep their clauses: their sign marks them while they move.
    for i in range(s.n_trail):
        v = s.trail[i] >> 1
        if s.reason[v] >= 0:
            s.arena[s.reason[v]] = -s.arena[s.reason[v]]
    from_ = 0
    s.n_graded = 0
    while from_ < s.used:
        size = s.arena[from_]
        grade = min(s.arena[from_ + 1], 63)
        if size > 0 and grade > 2 and (grade > limit or (grade == limit and spare > 0)):
            spare -= grade == limit
            from_ += size + HEAD
            continue
        if size < 0:
            size = -size
            lit = s.arena[from_ + HEAD]     # a reason's first literal is the one it set
            s.reason[lit >> 1] = to
        if grade:
            s.n_graded += 1
        s.arena[to] = size
        for i in range(1, size + HEAD):
            s.arena[to + i] = s.arena[from_ + i]
        to += size + HEAD
        from_ += size + HEAD
    s.used = to
    for lit in range(2 * s.n_vars):
        s.watch[lit].n = 0
    from_ = 0
    while from_ < s.used:
        lit = s.arena[from_ + HEAD]
        if not attach(s, lit, from_, s.arena[from_ + HEAD + 1]):
            return False
        if not attach(s, s.arena[from_ + HEAD + 1], from_, lit):
            return False
        from_ += s.arena[from_] + HEAD
    return True


cdef count_t luby(count_t k) noexcept nogil:
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


cdef int32_t learn(Engine* s, int32_t back) noexcept nogil:
    """Go back, store `learnt` and set its first literal; return False out of memory."""
    cdef clause_t clause = CHOSEN
    cdef int32_t grade = count_levels(s)
    back_to(s, back)
    if s.n_learnt > 1:
        clause = add_clause(s, s.learnt, s.n_learnt, grade)
        if clause < 0:
            return False
    hold(s, s.learnt[0], clause)
    return True


cdef int advance(Engine* s, count_t budget, count_t* nodes, count_t* guesses, bint* quiet) noexcept nogil:
    """Visit up to `budget` nodes; return 1 at a solution, 0 out of budget, -1 at the end."""
    cdef int32_t conflict, back
    cdef var_t v
    while budget > 0 and not s.failed:
        budget -= 1
        nodes[0] += 1
        if quiet[0]:
            # Choose: the most active open variable, as it was last.
            v = -1
            while s.n_heap > 0:
                v = s.heap[0]
                s.n_heap -= 1
                s.place[v] = -1
                if s.n_heap > 0:
                    s.heap[0] = s.heap[s.n_heap]
                    s.place[s.heap[0]] = 0
                    sift_down(s, 0)
                if s.value[2 * v] == 0:
                    break
                v = -1
            if v < 0:
                return 1    # only where the last call found a solution and was not told
            s.marks[s.depth] = s.n_trail
            s.depth += 1
            guesses[0] += 1
            hold(s, 2 * v + s.phase[v], CHOSEN)
        conflict = follow(s)
        if s.failed:
            return 0
        quiet[0] = conflict == QUIET
        if conflict != QUIET:
            s.conflicts += 1
            if s.depth == 0:
                return -1
            back = explain(s, conflict)
            if not learn(s, back):
                return 0
            s.step *= 1.0 / 0.95
            s.conflicts_left -= 1
            continue
        if s.n_trail == s.n_vars:
            return 1
        if s.conflicts_left <= 0:
            s.runs += 1
            s.conflicts_left = RESTART * luby(s.runs)
            back_to(s, 0)
            if s.n_graded > s.most_graded:
                if not reduce(s):
                    return 0
                s.most_graded += s.most_graded // 4
    return 0


cdef int bar(Engine* s) noexcept nogil:
    """Rule out the solution at hand by its choices; return -1 where no other choice is left, 1 else."""
    cdef int32_t d
    if s.depth == 0:
        return -1
    s.n_learnt = 0
    for d in range(s.depth - 1, -1, -1):
        s.learnt[s.n_learnt] = s.trail[s.marks[d]] ^ 1
        s.n_learnt += 1
    back_to(s, s.depth - 1)
    if s.n_learnt > 1:
        d = add_clause(s, s.learnt, s.n_learnt, 0)
        if d < 0:
            return 0
        hold(s, s.learnt[0], d)
    else:
        hold(s, s.learnt[0], CHOSEN)
    return 1


@cython.final
cdef class ClauseSearch:
    """A resumable search for all assignments that satisfy clauses and groups.

    Equivalent: ``[x for x in product((0, 1), repeat=n) if every clause has a true literal and every group
    at most one true variable]``.

    Parameters
    ----------
    n_vars : int
        Variables, numbered from 0.
    clauses : int32 array
        Literals of all clauses, one after the other: 2 * variable, one more where negated.
    starts : int32 array of shape (clauses + 1,)
        Where each clause begins.
    groups : int32 array
        Variables of all groups, one after the other, no variable twice in a group.
    group_starts : int32 array of shape (groups + 1,)
        Where each group begins.
    limit : int
        Stop after that many solutions.
    stop_each : bool
        Let `run` return at each solution.

    Notes
    -----
    Conflict-driven clause learning: two watched literals a clause, groups followed up without clauses, the
    first unique implication point, activities, saved phases, Luby restarts, the worse half of the learnt
    clauses forgotten from time to time (Marques-Silva, Sakallah 1999; Eén, Sörensson 2003). A solution is
    ruled out by the clause of its choices, which is never forgotten. One object serves one thread.
    """

    cdef Engine s
    cdef bint quiet             # all that follows has been set: choose next
    cdef bint ended
    cdef bint stop_each
    cdef readonly count_t nodes
    cdef readonly count_t guesses
    cdef readonly count_t count
    cdef readonly bint fresh
    cdef public count_t limit
    cdef object last

    def __cinit__(self):
        memset(&self.s, 0, sizeof(Engine))

    def __init__(self, int32_t n_vars, const int32_t[::1] clauses not None, const int32_t[::1] starts not None,
                 const int32_t[::1] groups not None, const int32_t[::1] group_starts not None,
                 count_t limit=2, bint stop_each=False):
        cdef Engine* s = &self.s
        cdef Py_ssize_t i, k, n_groups = group_starts.shape[0] - 1, n_clauses = starts.shape[0] - 1
        if s.value != NULL:
            raise RuntimeError("a search is set up once")
        _check(n_vars, clauses, starts, groups, group_starts)
        self.limit = limit
        self.stop_each = stop_each
        s.n_vars = n_vars
        s.n_groups = n_groups
        s.value = <int8_t*>calloc(2 * n_vars + 1, 1)
        s.level = <int32_t*>calloc(n_vars + 1, sizeof(int32_t))
        s.reason = <int32_t*>calloc(n_vars + 1, sizeof(int32_t))
        s.phase = <int8_t*>calloc(n_vars + 1, 1)
        s.seen = <int8_t*>calloc(n_vars + 1, 1)
        s.trail = <lit_t*>calloc(n_vars + 1, sizeof(lit_t))
        s.marks = <int32_t*>calloc(n_vars + 1, sizeof(int32_t))
        s.room = 1 << 12
        s.arena = <int32_t*>malloc(s.room * sizeof(int32_t))
        s.watch = <Watches*>calloc(2 * n_vars + 1, sizeof(Watches))
        s.group_start = <int32_t*>calloc(n_groups + 1, sizeof(int32_t))
        s.group_vars = <var_t*>calloc(groups.shape[0] + 1, sizeof(var_t))
        s.of_start = <int32_t*>calloc(n_vars + 2, sizeof(int32_t))
        s.of_groups = <int32_t*>calloc(groups.shape[0] + 1, sizeof(int32_t))
        s.activity = <double*>calloc(n_vars + 1, sizeof(double))
        s.step = 1
        s.heap = <var_t*>calloc(n_vars + 1, sizeof(var_t))
        s.place = <int32_t*>calloc(n_vars + 1, sizeof(int32_t))
        s.learnt = <lit_t*>calloc(n_vars + 2, sizeof(lit_t))
        s.doubtful = <lit_t*>calloc(n_vars + 2, sizeof(lit_t))
        s.stamp = <int32_t*>calloc(n_vars + 2, sizeof(int32_t))
        s.runs = 1
        s.conflicts_left = RESTART
        s.most_graded = REDUCE
        if (s.value == NULL or s.level == NULL or s.reason == NULL or s.phase == NULL or s.seen == NULL
                or s.trail == NULL or s.marks == NULL or s.arena == NULL or s.watch == NULL
                or s.group_start == NULL or s.group_vars == NULL or s.of_start == NULL or s.of_groups == NULL
                or s.activity == NULL or s.heap == NULL or s.place == NULL or s.learnt == NULL
                or s.doubtful == NULL or s.stamp == NULL):
            raise MemoryError(f"a search over {n_vars} variables")
        for i in range(n_groups + 1):
            s.group_start[i] = group_starts[i]
        for i in range(groups.shape[0]):
            s.group_vars[i] = groups[i]
            s.of_start[groups[i] + 2] += 1
        for i in range(2, n_vars + 2):
            s.of_start[i] += s.of_start[i - 1]
        for i in range(n_groups):
            for k in range(group_starts[i], group_starts[i + 1]):
                s.of_groups[s.of_start[groups[k] + 1]] = i
                s.of_start[groups[k] + 1] += 1
        for i in range(n_vars):
            s.phase[i] = 1
            s.heap[i] = i
            s.place[i] = i
        s.n_heap = n_vars
        for i in range(n_clauses):
            k = starts[i + 1] - starts[i]
            if k == 0:
                self.ended = True
            elif k == 1:
                if s.value[clauses[starts[i]]] < 0:
                    self.ended = True
                elif s.value[clauses[starts[i]]] == 0:
                    hold(s, clauses[starts[i]], CHOSEN)
            elif add_clause(s, &clauses[starts[i]], k, 0) < 0:
                raise MemoryError(f"a search over {n_clauses} clauses")
        if n_vars == 0 and not self.ended:
            self.count = 1
            self.fresh = True
            self.ended = True
            self.last = np.zeros(0, dtype=np.uint8)

    def __dealloc__(self):
        cdef Engine* s = &self.s
        cdef lit_t lit
        if s.watch != NULL:
            for lit in range(2 * s.n_vars):
                free(s.watch[lit].at)
        free(s.value)
        free(s.level)
        free(s.reason)
        free(s.phase)
        free(s.seen)
        free(s.trail)
        free(s.marks)
        free(s.arena)
        free(s.watch)
        free(s.group_start)
        free(s.group_vars)
        free(s.of_start)
        free(s.of_groups)
        free(s.activity)
        free(s.heap)
        free(s.place)
        free(s.learnt)
        free(s.doubtful)
        free(s.stamp)

    def run(self, count_t budget):
        """Visit at most `budget` nodes; return whether work remains."""
        cdef int outcome = 0
        cdef count_t before
        self.fresh = False
        while not self.ended and self.count < self.limit and budget > 0:
            before = self.nodes
            with nogil:
                outcome = advance(&self.s, budget, &self.nodes, &self.guesses, &self.quiet)
            if self.s.failed:
                raise MemoryError("the learnt clauses")
            budget -= self.nodes - before
            if outcome < 0:
                self.ended = True
            elif outcome > 0:
                self.count += 1
                self.fresh = True
                self.last = self._values()
                outcome = bar(&self.s)
                if self.s.failed:
                    raise MemoryError("the learnt clauses")
                self.quiet = False
                if outcome < 0:
                    self.ended = True
                if self.stop_each:
                    break
        return not self.ended and self.count < self.limit

    cdef object _values(self):
        values = np.empty(self.s.n_vars, dtype=np.uint8)
        cdef unsigned char[::1] out = values
        cdef var_t v
        for v in range(self.s.n_vars):
            out[v] = self.s.value[2 * v] > 0
        return values

    @property
    def exhausted(self):
        """Whether all solutions have been seen."""
        return self.ended

    @property
    def solution(self):
        """The last solution found: uint8, 1 for the variables that hold; None before one is found."""
        return self.last

    @property
    def conflicts(self):
        """Conflicts explained."""
        return self.s.conflicts


def _check(n_vars, clauses, starts, groups, group_starts):
    """Raise ValueError unless all numbers are in range; O(their count)."""
    if not 0 <= n_vars < 1 << 29:
        raise ValueError(f"{n_vars} variables, expected 0 to {(1 << 29) - 1}")
    for what, items, begins, most in (("literal", clauses, starts, 2 * n_vars), ("variable", groups, group_starts, n_vars)):
        values, places = np.asarray(items), np.asarray(begins)
        if len(places) == 0 or places[0] != 0 or places[len(places) - 1] != len(values) or (np.diff(places) < 0).any():
            raise ValueError(f"starts of the {what}s, expected 0 rising to {len(values)}")
        if len(values) and not 0 <= values.min() <= values.max() < most:
            raise ValueError(f"{what} {values.min()} to {values.max()}, expected 0 to {most - 1}")
