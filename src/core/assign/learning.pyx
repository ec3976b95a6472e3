"""Search that learns from conflicts, over clauses and groups of which one holds; twin: `reference.assign.learning`."""

cimport cython
import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy

from ..pool cimport Pool
from ..types cimport count_t
from .clauses cimport (
    FREE, HEAD, NO_CONFLICT, NO_VARIABLE, PEER, Learner, assign, choose, clear, deny_choices, explain, follow_clauses,
    kept_depth, lit_t, luby, more_words, order_anew, pick, prepare, reason_t, state_learnt, store, take_back, var_t,
    watch_all,
)

cdef enum:
    RESTART = 100           # conflicts that the first run may have
    CLEAR = 4000            # learnt clauses before the first clearing
    TURN = 4_000            # conflicts that the first order of choices may have before the next one's turn

ctypedef int32_t group_t    # index of a group


cdef struct State:
    Learner own
    int32_t* group_start    # by group: its variables, in `group_vars`
    var_t* group_vars
    int32_t* of_start       # by variable: its groups, in `of_groups`
    group_t* of_groups
    int64_t most_learnt     # clauses from which on they are cleared
    count_t conflicts
    count_t conflicts_left  # before the next restart
    count_t runs
    int32_t* orders         # by order and variable: its rank
    var_t* by_rank          # by order: the variables by rank
    int32_t* rank_starts    # by order and rank: its variables, in `by_rank`
    int32_t* n_ranks        # by order
    int32_t n_orders
    count_t turn_left       # conflicts before the next order's turn
    count_t turns


cdef inline reason_t follow_groups(State* s, var_t v) noexcept nogil:
    """Rule out the others of the groups of a variable that holds; NO_CONFLICT, or PEER where one holds."""
    cdef Learner* own = &s.own
    cdef var_t other
    cdef group_t group
    cdef int32_t g, i
    for g in range(s.of_start[v], s.of_start[v + 1]):
        group = s.of_groups[g]
        for i in range(s.group_start[group], s.group_start[group + 1]):
            other = s.group_vars[i]
            if other == v or own.value[2 * other] < 0:
                continue
            if own.value[2 * other] > 0:
                own.clash[0] = 2 * other + 1
                own.clash[1] = 2 * v + 1
                return PEER
            assign(own, 2 * other + 1, <reason_t>(<uint32_t>(2 * v) << 2 | PEER))
    return NO_CONFLICT


cdef reason_t propagate(State* s) noexcept nogil:
    """Draw the consequences of the trail; return NO_CONFLICT or what is violated."""
    cdef Learner* own = &s.own
    cdef lit_t lit
    cdef reason_t conflict = NO_CONFLICT
    while own.head < own.trail_size and conflict == NO_CONFLICT:
        lit = own.trail[own.head]
        own.head += 1
        # A variable holds: no other one of its groups does.
        if not lit & 1:
            conflict = follow_groups(s, lit >> 1)
        # Clauses in which the literal fails.
        if conflict == NO_CONFLICT:
            conflict = follow_clauses(own, lit)
    return conflict


cdef void back_to(Learner* own, int32_t depth) noexcept nogil:
    """Take back all choices but the first `depth`."""
    if own.depth <= depth:
        return
    while own.trail_size > own.starts[depth]:
        take_back(own)
    own.head = own.trail_size
    own.depth = depth


cdef void take_turn(State* s) noexcept nogil:
    """Let choices be made in the next of the orders."""
    cdef int32_t order = <int32_t>(s.turns % s.n_orders)
    s.own.rank = s.orders + order * s.own.variables
    s.own.ranked = s.by_rank + order * s.own.variables
    s.own.rank_start = s.rank_starts + order * (s.own.variables + 1)
    s.own.n_ranks = s.n_ranks[order]
    s.turns += 1
    s.turn_left = TURN * luby(s.turns)
    order_anew(&s.own)


cdef int advance(State* s, count_t budget, count_t* nodes, count_t* guesses, bint* quiet) noexcept nogil:
    """Visit up to `budget` nodes; return 1 at a solution, 0 out of budget, -1 at the end.

    `quiet` says whether all that follows has been set: a choice comes next.
    """
    cdef Learner* own = &s.own
    cdef reason_t conflict
    cdef int32_t back
    cdef uint32_t glue
    cdef var_t v
    while budget > 0 and not own.no_memory:
        budget -= 1
        nodes[0] += 1
        if quiet[0]:
            v = pick(own)
            if v == NO_VARIABLE:
                return 1    # only where the last call found a solution that was not used
            guesses[0] += 1
            choose(own, 2 * v + own.phase[v])
        conflict = propagate(s)
        if own.no_memory:
            return 0
        quiet[0] = conflict == NO_CONFLICT
        if conflict != NO_CONFLICT:
            s.conflicts += 1
            if own.depth == 0:
                return -1
            back = explain(own, conflict, &glue)
            back_to(own, back)
            if not state_learnt(own, glue):
                return 0
            own.step *= 1.0 / 0.95
            s.conflicts_left -= 1
            s.turn_left -= 1
            continue
        if own.trail_size == own.variables:
            return 1
        if s.conflicts_left <= 0:
            s.runs += 1
            s.conflicts_left = RESTART * luby(s.runs)
            if s.n_orders > 1 and s.turn_left <= 0:
                back_to(own, 0)
                take_turn(s)
            if own.n_learnt > s.most_learnt:
                back_to(own, 0)
                clear(own, False)
                s.most_learnt += s.most_learnt // 4
            back_to(own, kept_depth(own))
    return 0


cdef bint bar(Learner* own) noexcept nogil:
    """Rule out the solution at hand by its choices; return whether another one is left."""
    if own.depth == 0:
        return False
    deny_choices(own)
    back_to(own, own.depth - 1)
    state_learnt(own, 0)
    return True


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
    orders : int32 array of shape (orders, n_vars), optional
        Ranks of the variables: while some of a lower rank are open they are chosen first, among equals the most
        active. The orders take turns, of 4,000 conflicts at first.

    Notes
    -----
    Conflict-driven clause learning: two watched literals a clause, groups followed up without clauses, the
    first unique implication point, learnt clauses shrunk level by level, activities, saved phases, Luby restarts
    that keep the choices which would be made again (van der Tak, Ramos, Heule 2011),
    the worse half of the learnt clauses forgotten from time to time (Marques-Silva, Sakallah 1999; Eén,
    Sörensson 2003). A solution is ruled out by the clause of its choices, which is never forgotten. One object
    serves one thread.
    """

    cdef State s
    cdef Pool pool
    cdef bint quiet             # all that follows has been set: choose next
    cdef bint ended
    cdef bint stop_each
    cdef readonly count_t nodes
    cdef readonly count_t guesses
    cdef readonly count_t count
    cdef readonly bint fresh
    cdef public count_t limit
    cdef object last

    def __init__(self, var_t n_vars, const lit_t[::1] clauses not None, const int32_t[::1] starts not None,
                 const var_t[::1] groups not None, const int32_t[::1] group_starts not None,
                 count_t limit=2, bint stop_each=False, const int32_t[:, ::1] orders=None):
        if self.s.own.value != NULL:
            raise RuntimeError("a search is set up once")
        _check(n_vars, clauses, starts, groups, group_starts)
        if orders is not None and orders.shape[1] != n_vars:
            raise ValueError(f"orders of {orders.shape[1]} variables, expected {n_vars}")
        self.limit = limit
        self.stop_each = stop_each
        self.pool = Pool()
        prepare(&self.s.own, self.pool, n_vars)
        self.s.runs = 1
        self.s.conflicts_left = RESTART
        self.s.most_learnt = CLEAR
        self._add_groups(groups, group_starts)
        self._add_orders(orders)
        self._add_clauses(clauses, starts)
        if n_vars == 0 and not self.ended:
            self.count = 1
            self.fresh = True
            self.ended = True
            self.last = np.zeros(0, dtype=np.uint8)

    cdef int _add_groups(self, const var_t[::1] groups, const int32_t[::1] group_starts) except -1:
        """Note the variables of each group and the groups of each variable."""
        cdef State* s = &self.s
        cdef var_t v, n_vars = s.own.variables
        cdef group_t group, n_groups = group_starts.shape[0] - 1
        cdef int32_t k
        s.group_start = <int32_t*>self.pool.zeros(n_groups + 1, sizeof(int32_t))
        s.group_vars = <var_t*>self.pool.zeros(groups.shape[0], sizeof(var_t))
        s.of_start = <int32_t*>self.pool.zeros(n_vars + 2, sizeof(int32_t))
        s.of_groups = <group_t*>self.pool.zeros(groups.shape[0], sizeof(group_t))
        memcpy(s.group_start, &group_starts[0], (n_groups + 1) * sizeof(int32_t))
        for k in range(groups.shape[0]):
            s.group_vars[k] = groups[k]
            s.of_start[groups[k] + 2] += 1
        for v in range(2, n_vars + 2):
            s.of_start[v] += s.of_start[v - 1]
        # of_start[v + 1] runs through the groups of v, and so ends where those of v + 1 begin.
        for group in range(n_groups):
            for k in range(group_starts[group], group_starts[group + 1]):
                s.of_groups[s.of_start[groups[k] + 1]] = group
                s.of_start[groups[k] + 1] += 1
        for v in range(n_vars):
            s.own.phase[v] = 1
        return 0

    cdef int _add_orders(self, const int32_t[:, ::1] orders) except -1:
        """Keep the orders of choices, where there are any; every variable waits to be chosen."""
        cdef State* s = &self.s
        if orders is None or orders.shape[0] == 0 or orders.shape[1] == 0:
            order_anew(&s.own)
            return 0
        cdef int32_t order
        cdef size_t n = s.own.variables
        cdef int32_t[::1] row
        s.n_orders = <int32_t>orders.shape[0]
        s.orders = <int32_t*>self.pool.scratch(s.n_orders * n, sizeof(int32_t))
        s.by_rank = <var_t*>self.pool.scratch(s.n_orders * n, sizeof(var_t))
        s.rank_starts = <int32_t*>self.pool.scratch(s.n_orders * (n + 1), sizeof(int32_t))
        s.n_ranks = <int32_t*>self.pool.scratch(s.n_orders, sizeof(int32_t))
        for order in range(s.n_orders):
            # Ranks count from 0 without gaps.
            _, rank, count = np.unique(orders[order], return_inverse=True, return_counts=True)
            row = rank.astype(np.int32)
            memcpy(s.orders + order * n, &row[0], n * sizeof(int32_t))
            row = np.argsort(rank, kind="stable").astype(np.int32)
            memcpy(s.by_rank + order * n, &row[0], n * sizeof(int32_t))
            row = np.concatenate([[0], np.cumsum(count)]).astype(np.int32)
            memcpy(s.rank_starts + order * (n + 1), &row[0], row.shape[0] * sizeof(int32_t))
            s.n_ranks[order] = <int32_t>row.shape[0] - 1
        take_turn(s)
        return 0

    cdef int _add_clauses(self, const lit_t[::1] clauses, const int32_t[::1] starts) except -1:
        """Store the clauses; those of one literal are facts, and one without any ends the search."""
        cdef Learner* own = &self.s.own
        cdef lit_t fact
        cdef int32_t size
        cdef Py_ssize_t k
        more_words(own, clauses.shape[0] + HEAD * starts.shape[0] + 4096)
        for k in range(starts.shape[0] - 1):
            size = starts[k + 1] - starts[k]
            if size > 1:
                store(own, &clauses[starts[k]], size, 0)
                continue
            fact = clauses[starts[k]] if size else -1
            if size == 0 or own.value[fact] < 0:
                self.ended = True
            elif own.value[fact] == 0:
                assign(own, fact, FREE)
        watch_all(own)
        if own.no_memory:
            raise MemoryError(f"a search over {starts.shape[0] - 1} clauses")
        return 0

    def run(self, count_t budget):
        """Visit at most `budget` nodes; return whether work remains."""
        cdef int outcome = 0
        cdef count_t before
        cdef bint more
        self.fresh = False
        while not self.ended and self.count < self.limit and budget > 0:
            before = self.nodes
            with nogil:
                outcome = advance(&self.s, budget, &self.nodes, &self.guesses, &self.quiet)
            if self.s.own.no_memory:
                raise MemoryError("the learnt clauses")
            budget -= self.nodes - before
            if outcome < 0:
                self.ended = True
            elif outcome > 0:
                self.count += 1
                self.fresh = True
                self.last = self._values()
                more = bar(&self.s.own)
                if self.s.own.no_memory:
                    raise MemoryError("the learnt clauses")
                self.quiet = False
                self.ended = not more
                if self.stop_each:
                    break
        return not self.ended and self.count < self.limit

    cdef object _values(self):
        values = np.empty(self.s.own.variables, dtype=np.uint8)
        cdef uint8_t[::1] out = values
        cdef var_t v
        for v in range(self.s.own.variables):
            out[v] = self.s.own.value[2 * v] > 0
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
    for what, items, begins, most in (
        ("literal", clauses, starts, 2 * n_vars),
        ("variable", groups, group_starts, n_vars),
    ):
        values, places = np.asarray(items), np.asarray(begins)
        if len(places) == 0 or places[0] != 0 or places[len(places) - 1] != len(values) or (np.diff(places) < 0).any():
            raise ValueError(f"starts of the {what}s, expected 0 rising to {len(values)}")
        if len(values) and not 0 <= values.min() <= values.max() < most:
            raise ValueError(f"{what} {values.min()} to {values.max()}, expected 0 to {most - 1}")
