"""Search of Sudokus of any size and with any groups, learning from conflicts; twin: `reference.assign.sudoku`."""

from cython cimport final
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

import numpy as np

from ..bits cimport lsb, popcount
from ..pool cimport Pool
from ..types cimport cell_t, count_t, mask_t
from .clauses cimport (
    FREE, GROUP, HEAD, NO_CONFLICT, PEER, Learner, assign, choose, clear, deny_choices, explain, follow_clauses,
    forget, lit_t, luby, more_words, pick, prepare, reason_t, state_learnt, store, take_back, var_t, wait, watch_all,
)
from .sudoku_propagate cimport Board, Rules, digit_t, group_t

# A variable says "this cell holds this digit": cell * n + digit. A group is a set of n variables one of which holds:
# cells, then units with a digit (see `sudoku_propagate`). That no two of a group hold is not stored: it follows from
# what is open in the groups of a cell. All other rules are clauses, and so is what is learnt.
#
# What a literal leads to is followed up in three queues over the trail: clauses first, then cells that are filled, then
# digits that are ruled out, whose groups may have a last place. A group's 24 others of 25 are the longest of all
# reasons: what follows from them as well as from a clause is better explained by the clause.

cdef enum:
    BLOCKED = 16                 # solutions that are excluded by a clause; later ones by systematic backtracking
    RUN = 64                     # conflicts before the first restart, times the terms of Luby's sequence
    HARD = 1000                  # conflicts from which on a branch rules a digit out

cdef struct State:
    Learner own
    Board board
    uint8_t* given          # cells: the clues
    mask_t* open_places     # by group: its members that are not known to fail, as far as `own.head`
    int32_t clause_head     # before it the trail has been followed up in clauses
    int32_t cell_head       # before it filled cells have been followed up
    int32_t systematic      # number of decisions that are fixed, and turned round last to first
    lit_t* units            # facts learnt at levels above 0, to be stated again after going back
    int32_t n_units, units_room
    reason_t conflict       # found by the last propagation
    int64_t n_learnt, learnt_limit
    count_t since_restart, restarts
    bint started, finished, weighted, pending_back
    count_t count, guesses, nodes, conflicts, propagations


cdef inline mask_t full(const Board* b) noexcept nogil:
    """Return the mask of a group all of whose members are open."""
    return (<mask_t>1 << b.n) - 1


cdef void begin_anew(State* s) noexcept nogil:
    """Go back to where no clue has been stated; what has been allocated stays."""
    cdef group_t group
    forget(&s.own)
    for group in range(s.board.cells + s.board.n_units * s.board.n):
        s.open_places[group] = full(&s.board)
    s.systematic = s.n_units = s.clause_head = s.cell_head = 0
    s.n_learnt = 0
    s.since_restart = s.restarts = 0
    s.started = s.finished = s.weighted = s.pending_back = False
    s.count = s.guesses = s.nodes = s.conflicts = s.propagations = 0


# ---- the structure of units

cdef inline group_t group_of(const Board* b, int32_t place, digit_t digit) noexcept nogil:
    """Return the group of a digit in a unit, named by its place among the units of all cells."""
    return b.cells + b.unit_of[place] * b.n + digit


cdef inline bint lose(State* s, group_t group, digit_t member) noexcept nogil:
    """Note that a member of a group fails; return whether at most one is left."""
    cdef mask_t rest = s.open_places[group] & ~(<mask_t>1 << member)
    s.open_places[group] = rest
    return rest & (rest - 1) == 0


cdef inline bint exclude(Learner* own, lit_t lit, lit_t other) noexcept nogil:
    """Let `lit`, which holds, rule out a literal; return whether that is possible."""
    if own.value[other] == 0:
        assign(own, other | 1, <reason_t>(<uint32_t>lit << 2 | PEER))
    elif own.value[other] > 0:
        own.clash[0] = lit ^ 1
        own.clash[1] = other ^ 1
        return False
    return True


cdef inline const var_t* places_of(const Board* b, int32_t place) noexcept nogil:
    """Return the members of a unit with the first digit, the unit named by its place among those of all cells."""
    return b.members + (b.n + b.unit_of[place]) * b.n


cdef reason_t follow_cell(State* s, lit_t lit) noexcept nogil:
    """Draw what follows from a filled cell: no other digit in it, no such digit in its units and rivals."""
    cdef const Board* b = &s.board
    cdef cell_t cell = (lit >> 1) // b.n
    cdef digit_t digit = (lit >> 1) % b.n
    cdef mask_t rest = s.open_places[cell] & ~(<mask_t>1 << digit)
    cdef const var_t* places
    cdef int32_t k
    while rest:
        if not exclude(&s.own, lit, 2 * (cell * b.n + lsb(rest))):
            return PEER
        rest &= rest - 1
    for k in range(b.unit_start[cell], b.unit_start[cell + 1]):
        rest = s.open_places[group_of(b, k, digit)] & ~(<mask_t>1 << b.place_in[k])
        places = places_of(b, k)
        while rest:
            if not exclude(&s.own, lit, 2 * (places[lsb(rest)] + digit)):
                return PEER
            rest &= rest - 1
    for k in range(b.rival_start[cell], b.rival_start[cell + 1]):
        if not exclude(&s.own, lit, 2 * (b.rivals[k] * b.n + digit)):
            return PEER
    return NO_CONFLICT


cdef inline reason_t fill_last(State* s, group_t group, var_t v) noexcept nogil:
    """Let the last variable of a group hold, unless it fails, too."""
    if s.own.value[2 * v] < 0:
        return group << 2 | GROUP
    if s.own.value[2 * v] == 0:
        assign(&s.own, 2 * v, group << 2 | GROUP)
    return NO_CONFLICT


cdef reason_t follow_groups(State* s, var_t v) noexcept nogil:
    """Draw what follows from a ruled out digit: the last place of its cell, and of its units, is filled."""
    cdef const Board* b = &s.board
    cdef cell_t cell = v // b.n
    cdef digit_t digit = v % b.n
    cdef int32_t first = b.unit_start[cell], end = b.unit_start[cell + 1], k
    cdef group_t group
    cdef mask_t rest
    cdef reason_t conflict
    # All of its groups lose it, whatever follows from one of them.
    cdef bint tight = lose(s, cell, digit)
    for k in range(first, end):
        tight |= lose(s, group_of(b, k, digit), b.place_in[k])
    if not tight:
        return NO_CONFLICT
    rest = s.open_places[cell]
    if rest & (rest - 1) == 0:
        conflict = fill_last(s, cell, cell * b.n + lsb(rest)) if rest else cell << 2 | GROUP
        if conflict != NO_CONFLICT:
            return conflict
    for k in range(first, end):
        group = group_of(b, k, digit)
        rest = s.open_places[group]
        if rest & (rest - 1) == 0:
            conflict = fill_last(s, group, places_of(b, k)[lsb(rest)] + digit) if rest else group << 2 | GROUP
            if conflict != NO_CONFLICT:
                return conflict
    return NO_CONFLICT


cdef reason_t propagate(State* s) noexcept nogil:
    """Draw the consequences of the trail; return NO_CONFLICT or what is violated."""
    cdef Learner* own = &s.own
    cdef lit_t lit
    cdef reason_t conflict
    while True:
        # Clauses in which a literal fails.
        while s.clause_head < own.trail_size:
            lit = own.trail[s.clause_head]
            s.clause_head += 1
            if own.runs[lit ^ 1].size:
                conflict = follow_clauses(own, lit)
                if conflict != NO_CONFLICT:
                    return conflict
        # A cell filled: its peers lose the digit.
        while s.cell_head < own.trail_size and own.trail[s.cell_head] & 1:
            s.cell_head += 1
        if s.cell_head < own.trail_size:
            lit = own.trail[s.cell_head]
            s.cell_head += 1
            s.propagations += own.reason[lit >> 1] & 3 != FREE
            conflict = follow_cell(s, lit)
            if conflict != NO_CONFLICT:
                return conflict
            continue
        # A digit ruled out: is a group down to its last place?
        while own.head < own.trail_size and not own.trail[own.head] & 1:
            own.head += 1
        if own.head == own.trail_size:
            return NO_CONFLICT
        lit = own.trail[own.head]
        own.head += 1
        conflict = follow_groups(s, lit >> 1)
        if conflict != NO_CONFLICT:
            return conflict


cdef void back_to(State* s, int32_t depth) noexcept nogil:
    """Undo the decisions above a level, and note the places that are open again."""
    cdef const Board* b = &s.board
    cdef lit_t lit
    cdef cell_t cell
    cdef digit_t digit
    cdef int32_t k
    if depth >= s.own.depth:
        return
    while s.own.trail_size > s.own.starts[depth]:
        lit = take_back(&s.own)
        if lit & 1 and s.own.trail_size < s.own.head:
            cell = (lit >> 1) // b.n
            digit = (lit >> 1) % b.n
            s.open_places[cell] |= <mask_t>1 << digit
            for k in range(b.unit_start[cell], b.unit_start[cell + 1]):
                s.open_places[group_of(b, k, digit)] |= <mask_t>1 << b.place_in[k]
    s.own.head = s.clause_head = s.cell_head = s.own.trail_size
    s.own.depth = depth


# ---- the search

cdef bint state_fact(State* s, lit_t lit) noexcept nogil:
    """Assign what holds whatever was decided; say whether that is possible here."""
    if s.own.value[lit] < 0:
        return False
    if s.own.value[lit] == 0:
        assign(&s.own, lit, FREE)
        s.own.level[lit >> 1] = 0
    return True


cdef void remember(State* s, lit_t lit) noexcept nogil:
    """Note a fact, to be stated again after going back."""
    cdef lit_t* bigger
    if s.n_units == s.units_room:
        bigger = <lit_t*>(<Pool>s.own.owner).resized(s.units, 2 * s.units_room + 64, sizeof(lit_t))
        if bigger == NULL:
            s.own.no_memory = True
            return
        s.units = bigger
        s.units_room = 2 * s.units_room + 64
    s.units[s.n_units] = lit
    s.n_units += 1


cdef bint flip(State* s) noexcept nogil:
    """Turn the last of the fixed decisions round; say whether there was one."""
    cdef lit_t lit
    cdef int32_t k
    while s.own.depth > 0:
        lit = s.own.trail[s.own.starts[s.own.depth - 1]]
        back_to(s, s.own.depth - 1)
        s.systematic = s.own.depth
        if s.own.value[lit] > 0:
            continue
        if s.own.value[lit] == 0:
            assign(&s.own, lit ^ 1, FREE)
        for k in range(s.n_units):
            if not state_fact(s, s.units[k]):
                break
        else:
            return True
    return False


cdef bint resolve(State* s, reason_t conflict) noexcept nogil:
    """Learn from a conflict and go back; say whether anything is left to search."""
    cdef int32_t jump
    cdef uint32_t glue
    s.conflicts += 1
    if s.own.depth == s.systematic:
        return flip(s)
    jump = explain(&s.own, conflict, &glue)
    s.own.step *= 1.0 / 0.97
    s.since_restart += 1
    back_to(s, max(jump, s.systematic))
    if s.own.size == 1:
        if s.own.depth > 0:
            remember(s, s.own.lits[0])
        return state_fact(s, s.own.lits[0]) or flip(s)
    s.n_learnt += state_learnt(&s.own, glue)
    return True


cdef bint exclude_solution(State* s) noexcept nogil:
    """Go on behind a solution; say whether anything is left to search."""
    if s.own.depth == 0:
        return False
    if s.count > BLOCKED or s.own.depth == s.systematic:
        return flip(s)
    deny_choices(&s.own)
    back_to(s, s.own.depth - 1)
    state_learnt(&s.own, 0)
    return True


cdef void decide(State* s) noexcept nogil:
    """Fill or rule out what is most active, as it was last; where the puzzle is hard, rule it out."""
    cdef var_t v = pick(&s.own)
    s.guesses += 1
    choose(&s.own, 2 * v + (1 if s.conflicts > HARD else s.own.phase[v]))


cdef bint rule_out(State* s) noexcept nogil:
    """State the clauses and the digits that a cell may not have; say whether each cell may have one."""
    cdef const Board* b = &s.board
    cdef cell_t cell
    cdef digit_t digit
    cdef int32_t k
    if b.n_clauses:
        more_words(&s.own, b.clause_start[b.n_clauses] + HEAD * b.n_clauses + 4096)
        for k in range(b.n_clauses):
            if not s.own.no_memory:
                store(&s.own, b.clauses + b.clause_start[k], b.clause_start[k + 1] - b.clause_start[k], 0)
        if s.own.no_memory or not watch_all(&s.own):
            return False
    for cell in range(b.cells):
        for digit in range(b.n):
            if not b.allowed[cell] >> digit & 1:
                assign(&s.own, 2 * (cell * b.n + digit) + 1, FREE)
    return propagate(s) == NO_CONFLICT


cdef bint prime(State* s) noexcept nogil:
    """State rules and clues, and order the decisions; say whether the clues do not clash."""
    cdef const Board* b = &s.board
    cdef var_t v
    cdef cell_t cell
    cdef digit_t digit
    cdef int32_t fewest, k
    if not rule_out(s):
        return False
    for cell in range(b.cells):
        if s.given[cell]:
            v = cell * b.n + s.given[cell] - 1
            if s.own.value[2 * v] < 0:
                return False
            if s.own.value[2 * v] == 0:
                assign(&s.own, 2 * v, FREE)
            if propagate(s) != NO_CONFLICT:
                return False
    for v in range(s.own.variables):
        s.own.place[v] = -1
        if s.own.value[2 * v] != 0:
            continue
        if not s.weighted:
            cell = v // b.n
            digit = v % b.n
            fewest = popcount(s.open_places[cell])
            for k in range(b.unit_start[cell], b.unit_start[cell + 1]):
                fewest = min(fewest, popcount(s.open_places[group_of(b, k, digit)]))
            s.own.activity[v] = 1.0 / fewest
        wait(&s.own, v)
    return True


cdef bint advance(State* s, count_t goal) noexcept nogil:
    """Search to the next solution (True) or to the goal or end (False)."""
    cdef bint more
    if not s.started:
        s.started = True
        s.conflict = NO_CONFLICT
        s.learnt_limit = 2000
        s.nodes += 1
        if not prime(s):
            s.finished = True
            return False
        if s.own.trail_size == s.own.variables:
            s.count += 1
            s.finished = True
            return True
    while s.nodes < goal and not s.own.no_memory:
        s.nodes += 1
        if s.conflict != NO_CONFLICT:
            more = resolve(s, s.conflict)
        elif s.pending_back:
            s.pending_back = False
            more = exclude_solution(s)
        else:
            more = True
            if s.since_restart >= RUN * luby(s.restarts + 1):
                s.restarts += 1
                s.since_restart = 0
                back_to(s, s.systematic)
            if s.n_learnt > s.learnt_limit:
                s.n_learnt = clear(&s.own, True) - s.board.n_clauses
                s.learnt_limit += 200
            decide(s)
        if not more:
            s.finished = True
            return False
        s.conflict = propagate(s)
        if s.conflict == NO_CONFLICT and s.own.trail_size == s.own.variables:
            s.count += 1
            s.pending_back = True
            s.finished = s.own.depth == 0
            return True
    return False


cdef uint8_t highest(const uint8_t* digits, cell_t n) noexcept nogil:
    """Return the highest of n digits."""
    cdef uint8_t found = 0
    cdef cell_t cell
    for cell in range(n):
        found = max(found, digits[cell])
    return found


@final
cdef class Search:
    """A search for the solutions of one grid of n × n cells.

    Equivalent: ``solutions = list(reference.assign.sudoku.solutions(puzzle, rules))[:limit]``, in another order.

    Parameters
    ----------
    puzzle : uint8 array of shape (n * n,)
        Row-major cells, 1 to n, 0 is empty.
    rules : Rules
        What a solution has to keep to; `sudoku_propagate.boxed` makes those of a Sudoku with boxes.
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
    An Extensible SAT-solver, 2003) with few restarts and clause removal by glue (G. Audemard and L. Simon, 2009).
    A learnt clause is shrunk to one literal a level where that is possible (M. Fleury and A. Biere, 2021), and what
    forced its literals counts as active, too.
    "At most one" needs no clauses: masks of open places say what a true variable excludes, and find the last one of
    each group. All solutions are enumerated in constant memory by fixing the decisions of a solution and
    flipping them last to first (M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, 2007). Start: O(n**3) time and
    space, 6 MB for n = 36. One thread at a time an object; objects are independent.

    Examples
    --------
    >>> from unriddle.core.assign.sudoku_propagate import boxed
    >>> search = Search(np.zeros(16, np.uint8), boxed(2, 2), limit=1000)
    >>> search.run(10**6), search.count
    (False, 288)
    """

    cdef State s
    cdef Pool pool
    cdef Rules rules
    cdef bint busy
    cdef count_t limit
    cdef object found

    def __cinit__(self):
        memset(&self.s, 0, sizeof(State))

    def __init__(self, const uint8_t[::1] puzzle not None, Rules rules not None, count_t limit=2,
                 const double[::1] weights=None):
        cdef digit_t n = rules.board.n
        cdef int32_t k
        cdef group_t groups = rules.board.cells + rules.board.n_units * n
        if self.s.board.n:
            raise RuntimeError("Search is made once")
        if n == 0 or puzzle.shape[0] != n * n or limit < 1:
            raise ValueError(f"expected {n * n} cells, rules that were made and a limit from 1 up")
        if highest(&puzzle[0], n * n) > n:
            raise ValueError(f"a cell above {n}")
        if weights is not None and weights.shape[0] != n * n * n:
            raise ValueError(f"expected {n * n * n} weights")
        self.limit = limit
        self.found = []
        self.pool = Pool()
        self.rules = rules
        self.s.own.no_memory = True     # should it be raised here, the object is of no use
        self.s.board = rules.board
        prepare(&self.s.own, self.pool, n * n * n)
        self.s.own.members = rules.board.members
        self.s.own.stride = rules.board.stride
        self.s.own.group_size = n
        self.s.given = <uint8_t*>self.pool.zeros(n * n, sizeof(uint8_t))
        self.s.open_places = <mask_t*>self.pool.scratch(groups, sizeof(mask_t))
        for k in range(groups):
            self.s.open_places[k] = full(&rules.board)
        self.s.own.no_memory = False
        for k in range(n * n):
            self.s.given[k] = puzzle[k]
        if weights is not None:
            self.s.weighted = True
            for k in range(n * n * n):
                self.s.own.activity[k] = weights[k]

    def restart(self, const uint8_t[::1] puzzle not None):
        """Take up another puzzle with the same rules: as a new object, without weights, but for its memory."""
        cdef cell_t k
        if self.s.board.n == 0 or self.busy or self.s.own.no_memory:
            raise RuntimeError("this search runs in another thread, ran out of memory or was never made")
        if puzzle.shape[0] != self.s.board.cells or highest(&puzzle[0], self.s.board.cells) > self.s.board.n:
            raise ValueError(f"expected {self.s.board.cells} cells from 0 to {self.s.board.n}")
        begin_anew(&self.s)
        self.found = []
        for k in range(self.s.board.cells):
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
        if self.s.board.n == 0 or self.busy or self.s.own.no_memory:
            raise RuntimeError("this search runs in another thread, ran out of memory or was never made")
        self.busy = True
        try:
            while not self.s.finished and self.s.nodes < goal:
                with nogil:
                    found = advance(&self.s, goal)
                if self.s.own.no_memory:
                    raise MemoryError("the clauses learnt do not fit into memory")
                if found:
                    self.found.append(self.read_out())
                    if self.s.count == self.limit:
                        self.s.finished = True
        finally:
            self.busy = False
        return not self.s.finished

    cdef object read_out(self):
        grid = np.zeros(self.s.board.cells, dtype=np.uint8)
        cdef uint8_t[::1] out = grid
        cdef lit_t lit
        cdef int32_t k
        for k in range(self.s.own.trail_size):
            lit = self.s.own.trail[k]
            if not lit & 1:
                out[(lit >> 1) // self.s.board.n] = <uint8_t>((lit >> 1) % self.s.board.n + 1)
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
