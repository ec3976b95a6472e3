"""Search of Sudokus of any size, learning from conflicts; twin: `unriddle.core.assign.reference.sudoku`."""

from cython cimport final
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

import numpy as np

from ..pool cimport Pool
from ..types cimport cell_t, count_t, mask_t
from .clauses cimport (
    FREE, GROUP, NO_CONFLICT, PEER, Learner, assign, choose, clear, deny_choices, explain, follow_clauses,
    forget, lit_t, pick, prepare, reason_t, state_learnt, take_back, var_t, wait,
)

# A variable says "this cell holds this digit": cell * n + digit. A group is a set of n variables one of which holds:
# cells, then rows, columns and boxes with a digit. That no two of a group hold is not stored: it follows from the
# peers of a cell. What is learnt beyond that is in `clauses`.
ctypedef int32_t digit_t         # from 0; also how many there are
ctypedef int32_t unit_t          # a row, n + a column, 2n + a box
ctypedef int32_t group_t         # a cell, or cells + unit * n + digit

cdef enum:
    MAX_N = 36
    BLOCKED = 16                 # solutions that are excluded by a clause; later ones by systematic backtracking

cdef struct State:
    Learner own
    digit_t n
    cell_t cells, n_peers
    uint8_t* given          # cells: the clues
    cell_t* peers           # cells × n_peers
    unit_t* unit_of         # cells × 3: its row, column and box
    int32_t* open_places    # by group: variables of it that are not known to fail
    int32_t systematic      # so many decisions are fixed, and turned round last to first
    lit_t* units            # facts learnt at levels above 0, to be stated again after going back
    int32_t n_units, units_room
    reason_t conflict       # found by the last propagation
    int64_t n_learnt, learnt_limit, fast_glue, slow_glue, since_restart
    bint started, finished, weighted, pending_back
    count_t count, guesses, nodes, conflicts, propagations


def clashes(bytes cells not None, digit_t box_rows, digit_t box_cols):
    """Say whether some row, column or box has a digit twice.

    Equivalent: ``reference.sudoku.clashes``.

    Parameters
    ----------
    cells : bytes of length n * n
        Row-major, 1 to n, 0 is empty.
    box_rows, box_cols : int
        Height and width of a box; n, at most 36, is their product.

    Notes
    -----
    O(n^2) time, a word for each unit.

    Raises
    ------
    ValueError
        Another number of cells, or a value above n.

    Examples
    --------
    >>> clashes(bytes([1, 0, 0, 1] + [0] * 12), 2, 2), clashes(bytes([1, 0, 0, 2] + [0] * 12), 2, 2)
    (True, False)
    """
    cdef digit_t n = 0, row, col, box
    cdef const uint8_t* values = cells
    cdef mask_t[MAX_N] cols, boxes
    cdef mask_t held, bit
    if 1 <= box_rows <= MAX_N and 1 <= box_cols <= MAX_N:
        n = box_rows * box_cols
    if n < 1 or n > MAX_N or len(cells) != n * n:
        raise ValueError(f"{len(cells)} cells, expected a grid of at most {MAX_N} rows")
    memset(cols, 0, sizeof(cols))
    memset(boxes, 0, sizeof(boxes))
    for row in range(n):
        held = 0
        for col in range(n):
            if values[row * n + col] == 0:
                continue
            if values[row * n + col] > n:
                raise ValueError(f"value {values[row * n + col]}, expected 0 to {n}")
            box = row // box_rows * box_rows + col // box_cols
            bit = <mask_t>1 << values[row * n + col]
            if (held | cols[col] | boxes[box]) & bit:
                return True
            held |= bit
            cols[col] |= bit
            boxes[box] |= bit
    return False


cdef int lay_out(State* s, Pool pool, digit_t box_rows, digit_t box_cols) except -1:
    """Take the tables of a board from a pool and fill them: peers, units and the groups of variables."""
    cdef digit_t n = s.n, row, col, r, c, k
    cdef cell_t cell
    cdef group_t group
    cdef var_t* members = <var_t*>pool.scratch(4 * s.cells, sizeof(var_t))
    cdef var_t* stride = <var_t*>pool.scratch(4 * n, sizeof(var_t))
    s.given = <uint8_t*>pool.zeros(s.cells, sizeof(uint8_t))
    s.peers = <cell_t*>pool.scratch(s.cells * s.n_peers, sizeof(cell_t))
    s.unit_of = <unit_t*>pool.scratch(3 * s.cells, sizeof(unit_t))
    s.open_places = <int32_t*>pool.scratch(4 * s.cells, sizeof(int32_t))
    s.own.members = members
    s.own.stride = stride
    s.own.group_size = n
    for row in range(n):
        for col in range(n):
            cell = row * n + col
            s.unit_of[3 * cell] = row
            s.unit_of[3 * cell + 1] = n + col
            s.unit_of[3 * cell + 2] = 2 * n + row // box_rows * box_rows + col // box_cols
            members[row * n + col] = row * n * n + col
            members[(n + row) * n + col] = cell * n
            members[(2 * n + col) * n + row] = cell * n
            members[(n + s.unit_of[3 * cell + 2]) * n + row % box_rows * box_cols + col % box_cols] = cell * n
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
    for k in range(4 * n):
        stride[k] = n if k < n else 1
    for group in range(4 * s.cells):
        s.open_places[group] = n
    return 0


cdef void begin_anew(State* s) noexcept nogil:
    """Go back to where no clue has been stated; what has been allocated stays."""
    cdef group_t group
    forget(&s.own)
    for group in range(4 * s.cells):
        s.open_places[group] = s.n
    s.systematic = s.n_units = 0
    s.n_learnt = s.fast_glue = s.slow_glue = s.since_restart = 0
    s.started = s.finished = s.weighted = s.pending_back = False
    s.count = s.guesses = s.nodes = s.conflicts = s.propagations = 0


# ---- the structure of boxes

cdef inline group_t group_of(const State* s, cell_t cell, digit_t digit, int kind) noexcept nogil:
    """Return the group of a digit in a cell's row (kind 0), column or box."""
    return s.cells + s.unit_of[3 * cell + kind] * s.n + digit


cdef inline bint exclude(Learner* own, lit_t lit, lit_t other) noexcept nogil:
    """Let `lit`, which holds, rule out a literal; return whether that is possible."""
    if own.value[other] == 0:
        assign(own, other | 1, <reason_t>(<uint32_t>lit << 2 | PEER))
    elif own.value[other] > 0:
        own.clash[0] = lit ^ 1
        own.clash[1] = other ^ 1
        return False
    return True


cdef reason_t follow_peers(State* s, lit_t lit) noexcept nogil:
    """Draw what follows from a filled cell: no other digit in it, no such digit in its peers."""
    cdef cell_t cell = (lit >> 1) // s.n, k
    cdef digit_t digit = (lit >> 1) % s.n, other
    cdef const cell_t* peers = s.peers + cell * s.n_peers
    for other in range(s.n):
        if other != digit and not exclude(&s.own, lit, 2 * (cell * s.n + other)):
            return PEER
    for k in range(s.n_peers):
        if not exclude(&s.own, lit, 2 * (peers[k] * s.n + digit)):
            return PEER
    return NO_CONFLICT


cdef inline reason_t fill_last(State* s, group_t group, const var_t* members, var_t shift) noexcept nogil:
    """At most one place of a group is open: fill it, unless another one holds; `members` less `shift`, as they come."""
    cdef digit_t k
    cdef var_t v
    for k in range(s.n):
        v = members[k] + shift
        if s.own.value[2 * v] >= 0:
            if s.own.value[2 * v] == 0:
                assign(&s.own, 2 * v, group << 2 | GROUP)
            return NO_CONFLICT
    return group << 2 | GROUP


cdef reason_t follow_groups(State* s, var_t v) noexcept nogil:
    """Draw what follows from a ruled out digit: the last place of its cell, row, column and box is filled."""
    cdef cell_t cell = v // s.n
    cdef digit_t digit = v % s.n
    cdef reason_t conflict
    cdef const unit_t* units = s.unit_of + 3 * cell
    cdef group_t groups[4]
    cdef bint tight = False
    cdef int k
    groups[0] = cell
    for k in range(3):
        groups[k + 1] = group_of(s, cell, digit, k)
    for k in range(4):
        s.open_places[groups[k]] -= 1
        tight |= s.open_places[groups[k]] <= 1
    if not tight:
        return NO_CONFLICT
    for k in range(4):
        if s.open_places[groups[k]] <= 1:
            if k == 0:
                conflict = fill_last(s, cell, s.own.members + units[0] * s.n, cell * s.n - units[0] * s.n * s.n)
            else:
                conflict = fill_last(s, groups[k], s.own.members + (s.n + units[k - 1]) * s.n, digit)
            if conflict != NO_CONFLICT:
                return conflict
    return NO_CONFLICT


cdef reason_t propagate(State* s) noexcept nogil:
    """Draw the consequences of the trail; return NO_CONFLICT or what is violated."""
    cdef Learner* own = &s.own
    cdef lit_t lit
    cdef reason_t conflict
    while own.head < own.trail_size:
        lit = own.trail[own.head]
        own.head += 1
        # A digit ruled out: is a group down to its last place?
        if lit & 1:
            conflict = follow_groups(s, lit >> 1)
        # A cell filled: its peers lose the digit.
        else:
            s.propagations += own.reason[lit >> 1] & 3 != FREE
            conflict = follow_peers(s, lit)
        # Clauses in which the literal fails.
        if conflict == NO_CONFLICT and own.runs[lit ^ 1].size:
            conflict = follow_clauses(own, lit)
        if conflict != NO_CONFLICT:
            return conflict
    return NO_CONFLICT


cdef void back_to(State* s, int32_t depth) noexcept nogil:
    """Undo the decisions above a level, and count the places that are open again."""
    cdef lit_t lit
    cdef cell_t cell
    cdef digit_t digit
    cdef int k
    if depth >= s.own.depth:
        return
    while s.own.trail_size > s.own.starts[depth]:
        lit = take_back(&s.own)
        if lit & 1 and s.own.trail_size < s.own.head:
            cell = (lit >> 1) // s.n
            digit = (lit >> 1) % s.n
            s.open_places[cell] += 1
            for k in range(3):
                s.open_places[group_of(s, cell, digit, k)] += 1
    s.own.head = s.own.trail_size
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
    jump = explain(&s.own, conflict, True, &glue)
    s.own.step *= 1.0 / 0.97
    # Averages of glue in units of 2**-20, over about 32 and 8192 conflicts (whole numbers: same on every machine).
    s.fast_glue += ((<int64_t>glue << 20) - s.fast_glue) >> 5
    s.slow_glue += ((<int64_t>glue << 20) - s.slow_glue) >> 13 if s.conflicts > 8192 else (
        (<int64_t>glue << 20) - s.slow_glue) // s.conflicts
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
    """Fill or rule out what is most active, as it was last."""
    cdef var_t v = pick(&s.own)
    s.guesses += 1
    choose(&s.own, 2 * v + s.own.phase[v])


cdef bint prime(State* s) noexcept nogil:
    """State the clues and order the decisions; say whether the clues do not clash."""
    cdef var_t v
    cdef cell_t cell
    cdef digit_t digit
    cdef int32_t fewest
    cdef int k
    for cell in range(s.cells):
        if s.given[cell]:
            v = cell * s.n + s.given[cell] - 1
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
            cell = v // s.n
            digit = v % s.n
            fewest = s.open_places[cell]
            for k in range(3):
                fewest = min(fewest, s.open_places[group_of(s, cell, digit, k)])
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
            if s.since_restart >= 50 and s.fast_glue * 4 > s.slow_glue * 5:
                s.since_restart = 0
                back_to(s, s.systematic)
            if s.n_learnt > s.learnt_limit:
                s.n_learnt = clear(&s.own, True)
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
    cdef Pool pool
    cdef bint busy
    cdef count_t limit
    cdef object found

    def __cinit__(self):
        memset(&self.s, 0, sizeof(State))

    def __init__(self, const uint8_t[::1] puzzle not None, digit_t box_rows, digit_t box_cols, count_t limit=2,
                 const double[::1] weights=None):
        cdef digit_t n
        cdef int32_t k
        if self.s.n:
            raise RuntimeError("Search is made once")
        if box_rows < 1 or box_cols < 1 or box_rows > MAX_N or box_cols > MAX_N or box_rows * box_cols > MAX_N:
            raise ValueError(f"boxes of {box_rows} × {box_cols}, expected at most {MAX_N} cells")
        n = box_rows * box_cols
        if puzzle.shape[0] != n * n or limit < 1:
            raise ValueError(f"expected {n * n} cells and a limit from 1 up")
        if highest(&puzzle[0], n * n) > n:
            raise ValueError(f"a cell above {n}")
        if weights is not None and weights.shape[0] != n * n * n:
            raise ValueError(f"expected {n * n * n} weights")
        self.limit = limit
        self.found = []
        self.pool = Pool()
        self.s.n = n
        self.s.cells = n * n
        self.s.n_peers = 2 * (n - 1) + (box_rows - 1) * (box_cols - 1)
        self.s.own.no_memory = True     # should it be raised here, the object is of no use
        prepare(&self.s.own, self.pool, n * n * n)
        lay_out(&self.s, self.pool, box_rows, box_cols)
        self.s.own.no_memory = False
        for k in range(n * n):
            self.s.given[k] = puzzle[k]
        if weights is not None:
            self.s.weighted = True
            for k in range(n * n * n):
                self.s.own.activity[k] = weights[k]

    def restart(self, const uint8_t[::1] puzzle not None):
        """Take up another puzzle of the same size: as a new object, without weights, but for its memory."""
        cdef cell_t k
        if self.s.n == 0 or self.busy or self.s.own.no_memory:
            raise RuntimeError("this search runs in another thread, ran out of memory or was never made")
        if puzzle.shape[0] != self.s.cells or highest(&puzzle[0], self.s.cells) > self.s.n:
            raise ValueError(f"expected {self.s.cells} cells from 0 to {self.s.n}")
        begin_anew(&self.s)
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
        if self.s.n == 0 or self.busy or self.s.own.no_memory:
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
        grid = np.zeros(self.s.cells, dtype=np.uint8)
        cdef uint8_t[::1] out = grid
        cdef lit_t lit
        cdef int32_t k
        for k in range(self.s.own.trail_size):
            lit = self.s.own.trail[k]
            if not lit & 1:
                out[(lit >> 1) // self.s.n] = <uint8_t>((lit >> 1) % self.s.n + 1)
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
