"""Numbrix and Hidato: a path through all cells with some of its numbers given; twin: `reference.numbrix`."""

cimport cython
import numpy as np

from cpython.ref cimport PyObject
from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset

from ..bits cimport lsb, popcount
from .learning import ClauseSearch
from .path_clauses import clauses_of
from .path_repair import PathRepair
from ..pool cimport Pool
from ..types cimport bitboard_t, cell_t, count_t, uint8_t

cdef enum:
    MAX_STEPS = 32      # differences of cell index between neighbours
    MAX_WORDS = 64      # words of a bitboard: 4,096 cells
    PATIENCE = 2000     # dead ends in a row before a search for one or two solutions turns to learning
    LONG_PATIENCE = 20_000  # the same for more solutions, which learning is slower to list
    ROUGH_FROM = 4      # words of a bitboard above which the first propagation goes in two turns
    MOST_CANDIDATES = 400_000   # pairs of number and cell that learning takes on
    MOST_BARRED = 4096  # solutions that learning can be told to leave out
    FLEXIBLE = 6        # neighbours from which walks mend themselves
    MOVES = 64          # moves of the walks that count as a node: they take as long
    LONGEST = 1 << 22   # words of domains read, after which `run` returns: some 10 ms
    LONGEST_LEARNING = 1024     # nodes, the same for learning
    LONGEST_REPAIR = 4096       # the same for walks
    FIRST_REPAIR = 256  # nodes for each number that the walks have before the searches with proof go on

ctypedef int32_t number_t   # index of a number, the number less one


cdef struct Change:
    int32_t place       # index into the domains
    bitboard_t before


cdef struct Level:
    number_t number     # what was chosen
    cell_t cell
    Py_ssize_t mark     # length of the trail before


cdef struct Board:
    cell_t n_cells
    number_t n                  # numbers, and cells that are no holes
    int words                   # words of a bitboard
    int n_steps
    bint rising[MAX_STEPS]      # by step: from lower to higher cells
    int skip[MAX_STEPS]         # words to go
    int bits[MAX_STEPS]         # and bits
    int guard                   # words that a step can leave a bitboard by
    bitboard_t* landing         # (step, word): cells that the step can end on
    bitboard_t* domain          # (number, word): cells where it may stand
    bitboard_t* cells           # cells that are no holes
    int32_t* size               # by number: cells left
    int32_t* low                # by number: its domain lies in words low to high - 1
    int32_t* high
    bint* settled               # by number: its only cell has been taken from the others
    bitboard_t* dirty           # numbers whose domain has changed
    Change* trail
    Py_ssize_t n_trail
    Py_ssize_t room
    Level* levels
    int depth
    number_t wiped              # the number whose domain ran empty, -1 if a cell had no number
    double* weight              # by number: one, and how often that happened
    number_t last               # the number chosen at the last dead end, -1 before one
    count_t dead_ends           # since the last solution
    count_t patience            # how many of them turn the search to learning; -1 is never
    cell_t* table               # (cell, place): neighbours
    int degree
    PyObject* owner             # the `Pool` of all these
    bint rough                  # narrow by neighbours alone
    bint out_of_memory
    count_t propagations
    count_t work                # words of domains read, about


cdef inline void surround(const Board* b, const bitboard_t* src, int low, int high, bitboard_t* out,
                          int out_low, int out_high) noexcept nogil:
    """Write the cells one step from `src` (which lies in words low to high - 1) to out[out_low:out_high]."""
    cdef bitboard_t padded[3 * MAX_WORDS + 2]
    cdef const bitboard_t* t
    cdef const bitboard_t* mask
    cdef bitboard_t first, second, out_first = 0, out_second = 0
    cdef int k, w, r
    # Two words, the next step's bits at hand: boards up to 11 x 11.
    if b.words == 2 and b.guard == 1:
        first = src[0]
        second = src[1]
        for k in range(b.n_steps):
            r = b.bits[k]
            mask = &b.landing[2 * k]
            if b.rising[k]:
                out_first |= (first << r) & mask[0]
                out_second |= ((second << r) | (first >> (64 - r))) & mask[1]
            else:
                out_first |= ((first >> r) | (second << (64 - r))) & mask[0]
                out_second |= (second >> r) & mask[1]
        out[0] = out_first
        out[1] = out_second
        return
    # One word: boards up to 8 x 8.
    if b.words == 1:
        first = src[0]
        for k in range(b.n_steps):
            r = b.bits[k]
            out_first |= (first << r if b.rising[k] else first >> r) & b.landing[k]
        out[0] = out_first
        return
    # Any number of words, with empty ones around, so that no step has to look where it ends.
    memset(padded, 0, (b.words + 2 * b.guard) * sizeof(bitboard_t))
    for w in range(low, high):
        padded[b.guard + w] = src[w]
    for w in range(out_low, out_high):
        out[w] = 0
    for k in range(b.n_steps):
        r = b.bits[k]
        mask = &b.landing[k * b.words]
        if b.rising[k]:
            t = padded + b.guard - b.skip[k]
            for w in range(out_low, out_high):
                out[w] |= ((t[w] << r) | ((t[w - 1] >> 1) >> (63 - r))) & mask[w]
        else:
            t = padded + b.guard + b.skip[k]
            for w in range(out_low, out_high):
                out[w] |= ((t[w] >> r) | ((t[w + 1] << 1) << (63 - r))) & mask[w]


cdef bint grow(Board* b, Py_ssize_t changes) noexcept nogil:
    """Make room for so many more changes; return whether there is any."""
    cdef Py_ssize_t room = b.room
    cdef Change* bigger
    while room < b.n_trail + changes:
        room *= 2
    bigger = <Change*>(<Pool>b.owner).resized(b.trail, room, sizeof(Change))
    if bigger == NULL:
        b.out_of_memory = True
        return False
    b.trail = bigger
    b.room = room
    return True


cdef inline bint reserve(Board* b, Py_ssize_t changes) noexcept nogil:
    """Return whether so many words can change: `record` itself does not look, it stands in the innermost loops."""
    return b.n_trail + changes <= b.room or grow(b, changes)


cdef inline void record(Board* b, int32_t place) noexcept nogil:
    """Note a word of the domains before it changes; there is room for it."""
    b.trail[b.n_trail].place = place
    b.trail[b.n_trail].before = b.domain[place]
    b.n_trail += 1


cdef inline bint put(Board* b, number_t k, int w, bitboard_t after) noexcept nogil:
    """Set a word of a number's domain to a part of it; return whether the number still has a cell."""
    cdef int32_t place = k * b.words + w
    record(b, place)
    b.size[k] -= popcount(b.domain[place] & ~after)
    b.domain[place] = after
    b.propagations += 1
    if b.size[k] == 0:
        b.wiped = k
        return False
    b.dirty[k >> 6] |= <bitboard_t>1 << (k & 63)
    return True


cdef inline bint keep(Board* b, number_t k, const bitboard_t* allowed) noexcept nogil:
    """Keep only allowed cells of a number; return whether one is left."""
    cdef int w
    cdef bitboard_t* own = &b.domain[k * b.words]
    for w in range(b.low[k], b.high[k]):
        if own[w] & ~allowed[w]:
            if not put(b, k, w, own[w] & allowed[w]):
                return False
    return True


cdef cell_t only_cell(const Board* b, number_t k) noexcept nogil:
    """Return the first cell of a number's domain."""
    cdef int w
    for w in range(b.low[k], b.high[k]):
        if b.domain[k * b.words + w]:
            return w * 64 + lsb(b.domain[k * b.words + w])
    return -1


cdef bint settle(Board* b, number_t k) noexcept nogil:
    """Take the only cell of a number from all others; return whether they still have one."""
    cdef cell_t cell = only_cell(b, k)
    cdef int w = cell >> 6
    cdef bitboard_t bit = <bitboard_t>1 << (cell & 63)
    cdef number_t other
    b.settled[k] = True
    b.work += b.n
    # A cell has one number.
    for other in range(b.n):
        if b.low[other] <= w < b.high[other] and b.domain[other * b.words + w] & bit and other != k:
            if not put(b, other, w, b.domain[other * b.words + w] & ~bit):
                return False
    return True


cdef bint find_lone(Board* b) noexcept nogil:
    """Fix the numbers that alone can stand on some cell; return False where a cell has none."""
    cdef bitboard_t once[MAX_WORDS]
    cdef bitboard_t twice[MAX_WORDS]
    cdef bitboard_t word
    cdef number_t k
    cdef int w
    cdef bint any_lone = False
    b.work += b.n
    memset(once, 0, b.words * sizeof(bitboard_t))
    memset(twice, 0, b.words * sizeof(bitboard_t))
    # Cells that one number may stand on, and cells that several may.
    for k in range(b.n):
        b.work += b.high[k] - b.low[k]
        for w in range(b.low[k], b.high[k]):
            word = b.domain[k * b.words + w]
            twice[w] |= once[w] & word
            once[w] |= word
    for w in range(b.words):
        # Every cell has a number.
        if b.cells[w] & ~once[w]:
            b.wiped = -1
            return False
        once[w] &= ~twice[w]
        any_lone = any_lone or once[w] != 0
    if not any_lone:
        return True
    # A cell that one number alone can take is that number's.
    for k in range(b.n):
        if b.size[k] > 1:
            for w in range(b.low[k], b.high[k]):
                word = b.domain[k * b.words + w] & once[w]
                if word:
                    # No number stands on two cells.
                    if word & (word - 1):
                        b.wiped = k
                        return False
                    memset(twice, 0, b.words * sizeof(bitboard_t))
                    twice[w] = word
                    if not reserve(b, b.words) or not keep(b, k, twice):
                        return False
                    break
    return True


cdef bint propagate(Board* b) noexcept nogil:
    """Narrow the domains until nothing follows any more; return whether a solution is still possible."""
    cdef bitboard_t near[MAX_WORDS]
    cdef number_t k
    cdef int w, n_dirty = (b.n + 63) >> 6, low, high
    cdef bint alive = True, again = True
    while alive and again:
        again = False
        w = 0
        while alive and w < n_dirty:
            if b.dirty[w] == 0:
                w += 1
                continue
            again = True
            k = w * 64 + lsb(b.dirty[w])
            b.dirty[w] &= b.dirty[w] - 1
            # A number with one cell has it for itself.
            alive = reserve(b, b.n + 2 * b.words)
            if alive and b.size[k] == 1 and not b.settled[k] and not b.rough:
                alive = settle(b, k)
            # The numbers before and after it stand around its cells.
            if alive:
                low = b.n_cells
                high = 0
                if k > 0:
                    low = b.low[k - 1]
                    high = b.high[k - 1]
                if k + 1 < b.n:
                    low = min(low, b.low[k + 1])
                    high = max(high, b.high[k + 1])
                b.work += b.n_steps * (high - low)
                surround(b, &b.domain[k * b.words], b.low[k], b.high[k], near, low, high)
                alive = (k == 0 or keep(b, k - 1, near)) and (k + 1 == b.n or keep(b, k + 1, near))
            w = 0 if k < 64 else min(w, (k - 1) >> 6)
        # Every cell has one number.
        if alive and again and not b.rough:
            alive = find_lone(b)
    if not alive:
        memset(b.dirty, 0, n_dirty * sizeof(bitboard_t))
    return alive


cdef void undo(Board* b, Py_ssize_t mark) noexcept nogil:
    """Take back the changes since the trail had length `mark`."""
    cdef int32_t place
    cdef number_t k
    while b.n_trail > mark:
        b.n_trail -= 1
        place = b.trail[b.n_trail].place
        k = place // b.words
        b.size[k] += popcount(b.trail[b.n_trail].before & ~b.domain[place])
        b.domain[place] = b.trail[b.n_trail].before
        b.settled[k] = False


cdef number_t choose(const Board* b) noexcept nogil:
    """Return the number to branch on, -1 where all are fixed.

    The one of the last dead end, while it is open (last conflict, Lecoutre et al. 2009); else the one with
    the fewest cells for the dead ends it made (domain over weight, Boussemart et al. 2004).
    """
    cdef number_t k, best = -1
    cdef double rank, lowest = 1e300
    if b.last >= 0 and b.size[b.last] > 1:
        return b.last
    for k in range(b.n):
        if b.size[k] > 1:
            rank = b.size[k] / b.weight[k]
            if rank < lowest:
                lowest = rank
                best = k
    return best


cdef cell_t choose_cell(const Board* b, number_t k) noexcept nogil:
    """Return the cell of a number with the fewest open neighbours, the hardest to reach later (Warnsdorff)."""
    cdef bitboard_t taken[MAX_WORDS]
    cdef number_t i
    cdef cell_t cell, best = -1, other
    cdef int w, j, rank, lowest = 1 << 30
    cdef bitboard_t word
    memset(taken, 0, b.words * sizeof(bitboard_t))
    for i in range(b.n):
        if b.size[i] == 1:
            cell = only_cell(b, i)
            taken[cell >> 6] |= <bitboard_t>1 << (cell & 63)
    for w in range(b.low[k], b.high[k]):
        word = b.domain[k * b.words + w]
        while word:
            cell = w * 64 + lsb(word)
            word &= word - 1
            rank = 0
            for j in range(b.degree):
                other = b.table[cell * b.degree + j]
                if other >= b.n_cells:
                    break
                rank += not taken[other >> 6] >> (other & 63) & 1
            if rank < lowest:
                lowest = rank
                best = cell
    return best


cdef bint begin(Board* b) noexcept nogil:
    """Propagate what is given; False on a contradiction."""
    cdef number_t k
    if b.words > ROUGH_FROM:
        # Short windows first: matching cells and numbers looks at all words of all of them.
        b.rough = True
        if not propagate(b):
            b.rough = False
            return False
        b.rough = False
        narrow_windows(b)
        for k in range(b.n):
            if b.size[k] == 1 and not b.settled[k]:
                b.dirty[k >> 6] |= <bitboard_t>1 << (k & 63)
    if not (propagate(b) and find_lone(b) and propagate(b)):
        return False
    narrow_windows(b)
    return True


cdef int step(Board* b, count_t* budget, count_t* nodes, count_t* guesses, bint* started, bint* again) noexcept nogil:
    """Visit nodes; 1 at a solution, 0 out of budget or after long work, -1 at the end, 2 to go on learning."""
    cdef Level* level
    cdef number_t k
    cdef bitboard_t* own
    cdef bitboard_t bit
    cdef bint alive
    cdef int w
    while budget[0] > 0 and b.work < LONGEST:
        budget[0] -= 1
        nodes[0] += 1
        if not started[0]:
            started[0] = True
            alive = begin(b)
        elif again[0]:
            # The other branch of the last choice: all its cells but the one tried.
            again[0] = False
            level = &b.levels[b.depth]
            own = &b.domain[level.number * b.words]
            w = level.cell >> 6
            alive = (reserve(b, 1) and put(b, level.number, w, own[w] & ~(<bitboard_t>1 << (level.cell & 63)))
                     and propagate(b))
        else:
            k = choose(b)
            level = &b.levels[b.depth]
            b.depth += 1
            guesses[0] += 1
            level.mark = b.n_trail
            level.number = k
            level.cell = choose_cell(b, k)
            own = &b.domain[k * b.words]
            alive = reserve(b, b.words)
            if alive:
                for w in range(b.low[k], b.high[k]):
                    bit = <bitboard_t>1 << (level.cell & 63) if w == level.cell >> 6 else 0
                    if own[w] & ~bit:
                        record(b, k * b.words + w)
                        own[w] &= bit
                b.size[k] = 1
                b.dirty[k >> 6] |= <bitboard_t>1 << (k & 63)
                alive = propagate(b)
        if b.out_of_memory:
            return 0
        if alive:
            if choose(b) < 0:
                b.dead_ends = 0
                return 1
            continue
        if b.depth == 0:
            return -1
        if b.wiped >= 0:
            b.weight[b.wiped] += 1
        b.dead_ends += 1
        retreat(b)
        again[0] = True
        if b.dead_ends == b.patience:
            b.dead_ends = 0
            return 2
    return 0


cdef void retreat(Board* b) noexcept nogil:
    """Take back the last choice."""
    b.depth -= 1
    b.last = b.levels[b.depth].number
    undo(b, b.levels[b.depth].mark)


cdef void narrow_windows(Board* b) noexcept nogil:
    """Fit each number's range of words to its domain after the first propagation."""
    cdef number_t k
    b.n_trail = 0
    for k in range(b.n):
        while b.low[k] < b.high[k] and b.domain[k * b.words + b.low[k]] == 0:
            b.low[k] += 1
        while b.low[k] < b.high[k] and b.domain[k * b.words + b.high[k] - 1] == 0:
            b.high[k] -= 1


@cython.final
cdef class PathSearch:
    """A resumable search for all paths that visit every cell once and stand on the clues in order.

    Equivalent: ``[p for p in permutations(cells) if neighbours follow each other and p[v - 1] == cell for
    each clue v]``.

    Parameters
    ----------
    table : int32 array of shape (cells, degree)
        Neighbours of each cell, unused places hold the number of cells; from `topology.neighbours`.
    clues : int32 array of shape (cells,)
        Number of each cell from 1, 0 where unknown, -1 where a hole. No number twice.
    limit : int
        Stop after that many solutions.
    stop_each : bool
        Let `run` return at each solution.
    patience : int
        Dead ends in a row, without a solution, after which `learning.ClauseSearch` goes on; 0 is 2,000, or
        20,000 where `limit` is above 2; -1 is never.
    starts : uint8 array of shape (cells,), optional
        Non-zero where the first number may stand.

    Notes
    -----
    Each number has a bitboard of its cells. It is narrowed to the surroundings of the numbers before and
    after it; a number with one cell takes it from the others; a cell with one number fixes it. Memory is
    cells² / 8 bytes and the changes along one branch. The windows of words that the first propagation
    leaves to a number bound the work of the rest. One object serves one thread.
    """

    cdef Board b
    cdef Pool pool
    cdef readonly count_t count
    cdef public count_t limit
    cdef readonly bint fresh        # the last `run` stopped at a solution
    cdef bint stop_each
    cdef bint ended
    cdef bint started
    cdef bint again                 # the last choice's other branch comes next
    cdef count_t own_nodes
    cdef count_t own_guesses
    cdef count_t own_learnt
    cdef object learner
    cdef object candidates          # by variable of the learner: (number, cell)
    cdef object repair              # walks that mend themselves, in turns with the searches with proof
    cdef count_t repair_nodes       # how many nodes their next turn has
    cdef count_t repair_left        # how many this turn has left
    cdef count_t proof_left         # the same for the searches with proof
    cdef list found                 # solutions that a search begun later has to leave out
    cdef set barred                 # the same as bytes, once this search has begun anew
    cdef object best
    cdef object last

    def __cinit__(self):
        memset(&self.b, 0, sizeof(Board))

    def __init__(self, const cell_t[:, ::1] table not None, const cell_t[::1] clues not None, count_t limit=2,
                 bint stop_each=False, count_t patience=0, const uint8_t[::1] starts=None):
        cdef cell_t n_cells = clues.shape[0]
        cdef int words = (n_cells + 63) // 64
        cdef number_t n
        cdef Board* b = &self.b
        cdef Pool pool = Pool()
        if b.domain != NULL:
            raise RuntimeError("a search is set up once")
        n = _check(table, clues)
        self.pool = pool
        b.n = n
        b.n_cells = n_cells
        b.words = words
        b.degree = table.shape[1]
        b.room = 1 << 8
        b.last = -1
        b.owner = <PyObject*>pool
        b.domain = <bitboard_t*>pool.zeros(n * words, sizeof(bitboard_t))
        b.landing = <bitboard_t*>pool.zeros(MAX_STEPS * words, sizeof(bitboard_t))
        b.cells = <bitboard_t*>pool.zeros(words, sizeof(bitboard_t))
        b.size = <int32_t*>pool.zeros(n, sizeof(int32_t))
        b.low = <int32_t*>pool.zeros(n, sizeof(int32_t))
        b.high = <int32_t*>pool.zeros(n, sizeof(int32_t))
        b.settled = <bint*>pool.zeros(n, sizeof(bint))
        b.dirty = <bitboard_t*>pool.zeros(n // 64 + 1, sizeof(bitboard_t))
        b.trail = <Change*>pool.zeros(b.room, sizeof(Change))
        b.levels = <Level*>pool.zeros(n + 1, sizeof(Level))
        b.weight = <double*>pool.zeros(n, sizeof(double))
        b.table = <cell_t*>pool.zeros(n_cells * b.degree, sizeof(cell_t))
        self.limit = limit
        self.stop_each = stop_each
        b.patience = patience if patience else PATIENCE if limit <= 2 else LONG_PATIENCE
        self.found = []
        self.barred = set()
        self._add_steps(table)
        self._add_clues(clues)
        if starts is not None:
            if starts.shape[0] != n_cells:
                raise ValueError(f"{starts.shape[0]} cells to start from, expected {n_cells}")
            self._add_starts(starts)

    cdef int _add_steps(self, const cell_t[:, ::1] table) except -1:
        """Sort the pairs of neighbours by the difference of their indices."""
        cdef Board* b = &self.b
        cdef cell_t cell, other, difference
        cdef int k, j
        for cell in range(b.n_cells):
            for k in range(b.degree):
                other = table[cell, k]
                b.table[cell * b.degree + k] = other
                if other >= b.n_cells:
                    continue
                difference = other - cell
                for j in range(b.n_steps):
                    if b.rising[j] == (difference > 0) and b.skip[j] * 64 + b.bits[j] == abs(difference):
                        break
                else:
                    j = b.n_steps
                    if j == MAX_STEPS:
                        raise ValueError(f"over {MAX_STEPS} differences of index between neighbours")
                    b.n_steps += 1
                    b.rising[j] = difference > 0
                    b.skip[j] = abs(difference) >> 6
                    b.bits[j] = abs(difference) & 63
                    b.guard = max(b.guard, b.skip[j] + 1)
                b.landing[j * b.words + (other >> 6)] |= <bitboard_t>1 << (other & 63)
        return 0

    cdef void _add_clues(self, const cell_t[::1] clues):
        """Fill the domains: the clue's cell, or all cells without clue."""
        cdef Board* b = &self.b
        cdef bitboard_t opened[MAX_WORDS]
        cdef cell_t cell
        cdef number_t k
        cdef int w
        cdef bitboard_t bit
        cdef bint clueless = True
        memset(opened, 0, sizeof(opened))
        for k in range(b.n):
            b.weight[k] = 1
            b.high[k] = b.words
        for cell in range(b.n_cells):
            w = cell >> 6
            bit = <bitboard_t>1 << (cell & 63)
            if clues[cell] >= 0:
                b.cells[w] |= bit
            if clues[cell] == 0:
                opened[w] |= bit
            elif clues[cell] > 0:
                k = clues[cell] - 1
                b.domain[k * b.words + w] = bit
                b.size[k] = 1
                b.settled[k] = True
                b.dirty[k >> 6] |= <bitboard_t>1 << (k & 63)
                clueless = False
        for k in range(b.n):
            if b.size[k] == 0:
                for w in range(b.words):
                    b.domain[k * b.words + w] = opened[w]
                    b.size[k] += popcount(opened[w])
                if b.size[k] == 1 or clueless:
                    b.dirty[k >> 6] |= <bitboard_t>1 << (k & 63)

    cdef void _add_starts(self, const uint8_t[::1] starts):
        """Keep the first number to some cells."""
        cdef Board* b = &self.b
        cdef cell_t cell
        for cell in range(b.n_cells):
            if not starts[cell] and b.domain[cell >> 6] >> (cell & 63) & 1:
                b.domain[cell >> 6] ^= <bitboard_t>1 << (cell & 63)
                b.size[0] -= 1
        if b.size[0] == 0:
            self.ended = True
        b.dirty[0] |= 1

    def run(self, count_t budget):
        """Visit at most `budget` nodes, for some 10 ms; return whether work remains."""
        cdef int outcome = 0
        cdef count_t before, spent, turn
        cdef bint long_enough = False
        self.fresh = False
        self.b.work = 0
        while not self.ended and self.count < self.limit and budget > 0 and not long_enough:
            before = self.nodes
            if self.repair_left > 0:
                self._mend(min(budget, LONGEST_REPAIR))
                long_enough = True
            elif self.learner is not None:
                turn = min(budget, LONGEST_LEARNING)
                self.ended = not self.learner.run(turn if self.repair is None else min(turn, self.proof_left))
                long_enough = True
                if self.learner.fresh:
                    self._keep(self._grid_of(self.learner.solution))
            else:
                turn = budget if self.repair is None else min(budget, self.proof_left)
                with nogil:
                    outcome = step(&self.b, &turn, &self.own_nodes, &self.own_guesses, &self.started, &self.again)
                if self.b.out_of_memory:
                    raise MemoryError("the changes along a branch")
                if outcome < 0:
                    self.ended = True
                elif outcome == 2:
                    self._hand_over()
                elif outcome == 1:
                    grid = self._grid()
                    if not self.barred or grid.tobytes() not in self.barred:
                        self._keep(grid)
                    if self.b.depth == 0:
                        self.ended = True
                    else:
                        retreat(&self.b)
                        self.again = True
                long_enough = self.b.work >= LONGEST
            spent = self.nodes - before
            budget -= spent
            if self.repair is not None and self.repair_left <= 0:
                self.proof_left -= spent
                if self.proof_left <= 0:
                    self.repair_left = self.repair_nodes
            if self.fresh and self.stop_each:
                break
        return not self.ended and self.count < self.limit

    cdef _keep(self, grid):
        self.last = grid
        if self.best is None:
            self.best = grid
        self.count += 1
        self.fresh = True
        if self.repair is not None or (self.b.patience >= 0 and len(self.found) <= MOST_BARRED):
            self.found.append(grid)
        if self.repair is not None and self.count > 1:
            self._stop_mending()

    cdef object _grid(self):
        grid = np.full(self.b.n_cells, -1, dtype=np.int32)
        cdef cell_t[::1] out = grid
        cdef number_t k
        for k in range(self.b.n):
            out[only_cell(&self.b, k)] = k + 1
        return grid

    cdef object _grid_of(self, values):
        grid = np.full(self.b.n_cells, -1, dtype=np.int32)
        cdef cell_t[::1] out = grid
        cdef const cell_t[:, ::1] pairs = self.candidates
        cdef const uint8_t[::1] holds = values
        cdef Py_ssize_t v
        for v in range(pairs.shape[0]):
            if holds[v]:
                out[pairs[v, 1]] = pairs[v, 0] + 1
        return grid

    cdef _hand_over(self):
        """Go back to the root for good, where others go on: first walks that mend themselves, then learning."""
        if len(self.found) > MOST_BARRED:
            self.b.patience = -1
            self.found = []
            return
        while self.b.depth > 0:
            retreat(&self.b)
        # The branch taken back last is refuted or not: it is simply opened again.
        self.again = False
        self.b.patience = -1
        if self.b.degree >= FLEXIBLE and self.count < 2:
            self.repair = PathRepair(self._table(), self._domains())
            self.repair_nodes = self.repair_left = FIRST_REPAIR * self.b.n
        else:
            self._begin_learning()

    cdef object _table(self):
        """Return the neighbours: int32 of shape (cells, degree), unused places last."""
        table = np.full((self.b.n_cells, self.b.degree), self.b.n_cells, dtype=np.int32)
        cdef cell_t[:, ::1] out = table
        cdef cell_t cell, other
        cdef int j, n
        for cell in range(self.b.n_cells):
            n = 0
            for j in range(self.b.degree):
                other = self.b.table[cell * self.b.degree + j]
                if other < self.b.n_cells:
                    out[cell, n] = other
                    n += 1
        return table

    cdef object _domains(self):
        """Return the domains: uint64 of shape (numbers, words)."""
        cdef Board* b = &self.b
        domains = np.empty((b.n, b.words), dtype=np.uint64)
        cdef bitboard_t[:, ::1] out = domains
        memcpy(&out[0, 0], b.domain, b.n * b.words * sizeof(bitboard_t))
        return domains

    cdef _begin_learning(self):
        """Hand over to a search that learns, or, where the board is too open for it, to this one again."""
        cdef Py_ssize_t total = 0
        cdef number_t k
        for k in range(self.b.n):
            total += self.b.size[k]
        if total > MOST_CANDIDATES:
            self.barred.update([grid.tobytes() for grid in self.found])
            return
        self.candidates, *rest = clauses_of(self._table(), self._domains(), self.found)
        self.learner = ClauseSearch(len(self.candidates), *rest, self.limit - self.count, True)

    cdef _mend(self, count_t budget):
        """Spend nodes on the walks; once they have had their turn, the searches with proof have as many."""
        cdef count_t before = self.repair.moves, spent
        cdef bint missing = self.repair.run(min(budget, self.repair_left) * MOVES)
        spent = max(1, (self.repair.moves - before + MOVES - 1) // MOVES)
        self.own_nodes += spent
        self.repair_left -= spent
        if self.repair.faults < 0:
            self._stop_mending()
        elif not missing:
            grid = self.repair.numbers
            self.repair.shake(self.b.n)
            if not any([np.array_equal(grid, other) for other in self.found]):
                self._keep(grid)
                self.barred.add(grid.tobytes())
                if self.learner is not None:    # it has to leave out this one too
                    self.own_nodes += self.learner.nodes
                    self.own_guesses += self.learner.guesses
                    self.own_learnt += self.learner.conflicts
                    self.learner = None
        if self.repair_left <= 0 and self.count < self.limit:
            self.proof_left = self.repair_nodes
            self.repair_nodes *= 2
            if self.learner is None:
                self._begin_learning()

    cdef _stop_mending(self):
        self.repair = None
        self.repair_left = 0

    @property
    def nodes(self):
        """Domains or assignments propagated: the root and one for each choice and each of its refutations."""
        return self.own_nodes + (0 if self.learner is None else self.learner.nodes)

    @property
    def guesses(self):
        """Choices that did not follow."""
        return self.own_guesses + (0 if self.learner is None else self.learner.guesses)

    @property
    def propagations(self):
        """Narrowings of a number's cells, before any learning."""
        return self.b.propagations

    @property
    def learnt(self):
        """Conflicts that the search learnt from; 0 where it did not come to that."""
        return self.own_learnt + (0 if self.learner is None else self.learner.conflicts)

    @property
    def first(self):
        """The first solution: int32, cell -> number from 1, -1 for holes; None before one is found."""
        return self.best

    @property
    def solution(self):
        """The last solution found, as `first`."""
        return self.last

    @property
    def exhausted(self):
        """Whether all solutions have been seen."""
        return self.ended


cdef number_t _check(const cell_t[:, ::1] table, const cell_t[::1] clues) except -1:
    """Raise ValueError unless the arrays hold what `PathSearch` assumes; return how many numbers there are."""
    cdef cell_t n_cells = clues.shape[0], cell
    cdef number_t n = 0
    cdef Py_ssize_t k
    cdef bitboard_t seen[MAX_WORDS]
    if not 0 < clues.shape[0] <= 64 * MAX_WORDS:
        raise ValueError(f"{clues.shape[0]} cells, expected 1 to {64 * MAX_WORDS}")
    if table.shape[0] != n_cells or table.shape[1] > MAX_STEPS:
        raise ValueError(f"a table of {table.shape[0]} x {table.shape[1]} neighbours, expected {n_cells} rows")
    for cell in range(n_cells):
        n += clues[cell] >= 0
        for k in range(table.shape[1]):
            if not 0 <= table[cell, k] <= n_cells or table[cell, k] == cell:
                raise ValueError(f"neighbour {table[cell, k]} of cell {cell}, expected another one or {n_cells}")
    if n == 0:
        raise ValueError("no cells but holes")
    memset(seen, 0, sizeof(seen))
    for cell in range(n_cells):
        if not -1 <= clues[cell] <= n:
            raise ValueError(f"clue {clues[cell]}, expected -1 to {n}")
        if clues[cell] > 0:
            k = clues[cell] - 1
            if seen[k >> 6] >> (k & 63) & 1:
                raise ValueError(f"clue {clues[cell]} twice")
            seen[k >> 6] |= <bitboard_t>1 << (k & 63)
    return n
