# A path through all cells of a board with some of its numbers given: domains as bitboards, narrowed until nothing
# follows any more, and a depth-first search over them; inlined into `numbrix`, which finds such paths, and
# `path_making`, which takes numbers away as long as the path is the only one.
#
#      domain   (number, word)   cells where the number may stand, 64 a word, windows low to high - 1 of words
#      landing  (step, word)     cells that a step, a difference of index between neighbours, can end on
#      trail    the words of domains before they changed, for the way back
#      dirty    numbers whose domain has changed: it narrows those before and after
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t
from libc.string cimport memset

from ..bits cimport lsb, popcount
from ..pool cimport Pool
from ..types cimport bitboard_t, cell_t, count_t

cdef enum:
    MAX_STEPS = 32      # differences of cell index between neighbours
    MAX_WORDS = 64      # words of a bitboard: 4,096 cells
    ROUGH_FROM = 4      # words of a bitboard above which the first propagation goes in two turns
    LONGEST = 1 << 22   # words of domains read, after which a search returns: some 10 ms

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
    bint* settled               # by number: its only cell is claimed, or taken from the others
    bitboard_t* claimed         # cells to be taken from all numbers that do not own them
    bitboard_t* dirty           # numbers whose domain has changed
    Change* trail
    Py_ssize_t n_trail
    Py_ssize_t room
    Level* levels
    int depth
    number_t wiped              # the number whose domain ran empty, -1 if a cell had no number
    const cell_t* guide         # by number: the cell to try first, NULL where none is known
    double* ease                # by number: one over one more than how often that happened
    number_t chosen             # what `choose` said of this state, -1 where it was not asked
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


cdef inline bint grow(Board* b, Py_ssize_t changes) noexcept nogil:
    """Make room for that many more changes; return whether there is any."""
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
    """Return whether that many words can change: `record` itself does not look, it stands in the innermost loops."""
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


cdef inline cell_t only_cell(const Board* b, number_t k) noexcept nogil:
    """Return the first cell of a number's domain."""
    cdef int w
    for w in range(b.low[k], b.high[k]):
        if b.domain[k * b.words + w]:
            return w * 64 + lsb(b.domain[k * b.words + w])
    return -1


cdef inline bint claim(Board* b, number_t k) noexcept nogil:
    """Note the only cell of a number as its own; return whether no other has claimed it since `match`."""
    cdef cell_t cell = only_cell(b, k)
    cdef bitboard_t bit = <bitboard_t>1 << (cell & 63)
    b.settled[k] = True
    if b.claimed[cell >> 6] & bit:
        b.wiped = k
        return False
    b.claimed[cell >> 6] |= bit
    return True


cdef inline bint sweep(Board* b, bitboard_t* once, bitboard_t* twice, bitboard_t* own) noexcept nogil:
    """Take claimed cells from other numbers; note where numbers can stand: some, several, ones with one cell."""
    cdef bitboard_t word, alone
    cdef number_t k
    cdef int w
    memset(once, 0, b.words * sizeof(bitboard_t))
    memset(twice, 0, b.words * sizeof(bitboard_t))
    memset(own, 0, b.words * sizeof(bitboard_t))
    for k in range(b.n):
        b.work += b.high[k] - b.low[k]
        for w in range(b.low[k], b.high[k]):
            word = b.domain[k * b.words + w]
            # A cell has one number.
            if word & b.claimed[w] and not b.settled[k]:
                word &= ~b.claimed[w]
                if not reserve(b, 1) or not put(b, k, w, word):
                    return False
            alone = -<bitboard_t>(b.size[k] == 1)
            own[w] |= word & alone
            twice[w] |= once[w] & word
            once[w] |= word
    return True


cdef inline bint sweep_small(Board* b, bitboard_t* once, bitboard_t* twice, bitboard_t* own) noexcept nogil:
    """`sweep` of boards of one or two words, which stay in registers."""
    cdef bitboard_t first, second, alone
    cdef bitboard_t some = 0, some_more = 0, several = 0, several_more = 0, mine = 0, mine_more = 0
    cdef bitboard_t claimed = b.claimed[0], claimed_more = b.claimed[1], wide = -<bitboard_t>(b.words == 2)
    cdef number_t k
    b.work += b.n
    for k in range(b.n):
        first = b.domain[k * b.words]
        second = b.domain[k * b.words + 1] & wide
        if (first & claimed or second & claimed_more) and not b.settled[k]:
            if first & claimed:
                first &= ~claimed
                if not reserve(b, 1) or not put(b, k, 0, first):
                    return False
            if second & claimed_more:
                second &= ~claimed_more
                if not reserve(b, 1) or not put(b, k, 1, second):
                    return False
        alone = -<bitboard_t>(b.size[k] == 1)
        mine |= first & alone
        mine_more |= second & alone
        several |= some & first
        several_more |= some_more & second
        some |= first
        some_more |= second
    once[0] = some
    once[1] = some_more
    twice[0] = several
    twice[1] = several_more
    own[0] = mine
    own[1] = mine_more
    return True


cdef inline bint match(Board* b) noexcept nogil:
    """Take claimed cells from other numbers, fix those that alone can stand on a cell; False where one has none."""
    cdef bitboard_t once[MAX_WORDS]
    cdef bitboard_t twice[MAX_WORDS]
    cdef bitboard_t own[MAX_WORDS]
    cdef bitboard_t word
    cdef number_t k
    cdef int w
    cdef bint any_lone = False
    b.work += b.n
    if not (sweep_small(b, once, twice, own) if b.words <= 2 else sweep(b, once, twice, own)):
        return False
    memset(b.claimed, 0, b.words * sizeof(bitboard_t))
    for w in range(b.words):
        # Every cell has a number.
        if b.cells[w] & ~once[w]:
            b.wiped = -1
            return False
        once[w] &= ~twice[w] & ~own[w]
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


cdef inline bint propagate(Board* b) noexcept nogil:
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
            alive = reserve(b, 2 * b.words)
            if alive and b.size[k] == 1 and not b.settled[k] and not b.rough:
                alive = claim(b, k)
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
            alive = match(b)
    if not alive:
        memset(b.dirty, 0, n_dirty * sizeof(bitboard_t))
        memset(b.claimed, 0, b.words * sizeof(bitboard_t))
    return alive


cdef inline void undo(Board* b, Py_ssize_t mark) noexcept nogil:
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


cdef inline number_t choose(const Board* b) noexcept nogil:
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
            rank = b.size[k] * b.ease[k]
            if rank < lowest:
                lowest = rank
                best = k
    return best


cdef inline cell_t choose_cell(const Board* b, number_t k) noexcept nogil:
    """Return the cell to try first: that of the guide, else the one with the fewest open neighbours (Warnsdorff)."""
    cdef bitboard_t taken[MAX_WORDS]
    cdef number_t i
    cdef cell_t cell, best = -1, other
    cdef int w, j, rank, lowest = 1 << 30
    cdef bitboard_t word
    if b.guide != NULL and b.domain[k * b.words + (b.guide[k] >> 6)] >> (b.guide[k] & 63) & 1:
        return b.guide[k]
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


cdef inline bint begin(Board* b) noexcept nogil:
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
    if not (propagate(b) and match(b) and propagate(b)):
        return False
    narrow_windows(b)
    return True


cdef inline int step(Board* b, count_t* budget, count_t* nodes, count_t* guesses, bint* started,
                     bint* again) noexcept nogil:
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
            k = b.chosen if b.chosen >= 0 else choose(b)
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
            b.chosen = choose(b)
            if b.chosen < 0:
                b.dead_ends = 0
                return 1
            continue
        if b.depth == 0:
            return -1
        if b.wiped >= 0:
            b.ease[b.wiped] /= 1 + b.ease[b.wiped]
        b.dead_ends += 1
        retreat(b)
        again[0] = True
        if b.dead_ends == b.patience:
            b.dead_ends = 0
            return 2
    return 0


cdef inline void retreat(Board* b) noexcept nogil:
    """Take back the last choice."""
    b.depth -= 1
    b.last = b.levels[b.depth].number
    b.chosen = -1
    undo(b, b.levels[b.depth].mark)


cdef inline void narrow_windows(Board* b) noexcept nogil:
    """Fit each number's range of words to its domain after the first propagation."""
    cdef number_t k
    b.n_trail = 0
    for k in range(b.n):
        while b.low[k] < b.high[k] and b.domain[k * b.words + b.low[k]] == 0:
            b.low[k] += 1
        while b.low[k] < b.high[k] and b.domain[k * b.words + b.high[k] - 1] == 0:
            b.high[k] -= 1


cdef inline int add_steps(Board* b, const cell_t[:, ::1] table) except -1:
    """Sort the pairs of neighbours by the difference of their indices."""
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


cdef inline int allot(Board* b, Pool pool, const cell_t[:, ::1] table, number_t n) except -1:
    """Make room for a board of that many numbers, and note its neighbours."""
    cdef cell_t n_cells = table.shape[0]
    cdef int words = (n_cells + 63) // 64
    cdef number_t k
    b.n = n
    b.n_cells = n_cells
    b.words = words
    b.degree = table.shape[1]
    b.room = 1 << 8
    b.patience = -1
    b.owner = <PyObject*>pool
    b.domain = <bitboard_t*>pool.zeros(n * words + 1, sizeof(bitboard_t))
    b.landing = <bitboard_t*>pool.zeros(MAX_STEPS * words, sizeof(bitboard_t))
    b.cells = <bitboard_t*>pool.zeros(words, sizeof(bitboard_t))
    b.size = <int32_t*>pool.zeros(n, sizeof(int32_t))
    b.low = <int32_t*>pool.zeros(n, sizeof(int32_t))
    b.high = <int32_t*>pool.zeros(n, sizeof(int32_t))
    b.settled = <bint*>pool.zeros(n, sizeof(bint))
    b.claimed = <bitboard_t*>pool.zeros(words + 1, sizeof(bitboard_t))
    b.dirty = <bitboard_t*>pool.zeros(n // 64 + 1, sizeof(bitboard_t))
    b.trail = <Change*>pool.zeros(b.room, sizeof(Change))
    b.levels = <Level*>pool.zeros(n + 1, sizeof(Level))
    b.ease = <double*>pool.zeros(n, sizeof(double))
    b.table = <cell_t*>pool.zeros(n_cells * b.degree, sizeof(cell_t))
    for k in range(n):
        b.ease[k] = 1
    return add_steps(b, table)


cdef inline void add_clues(Board* b, const cell_t* clues) noexcept nogil:
    """Fill the domains, whatever was in them: the clue's cell, or all cells without clue."""
    cdef bitboard_t opened[MAX_WORDS]
    cdef cell_t cell
    cdef number_t k
    cdef int w
    cdef bitboard_t bit
    cdef bint clueless = True
    memset(opened, 0, b.words * sizeof(bitboard_t))
    memset(b.cells, 0, b.words * sizeof(bitboard_t))
    memset(b.claimed, 0, b.words * sizeof(bitboard_t))
    memset(b.domain, 0, b.n * b.words * sizeof(bitboard_t))
    memset(b.dirty, 0, (b.n // 64 + 1) * sizeof(bitboard_t))
    for k in range(b.n):
        b.size[k] = 0
        b.low[k] = 0
        b.high[k] = b.words
        b.settled[k] = False
    b.n_trail = 0
    b.depth = 0
    b.last = -1
    b.chosen = -1
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


cdef inline bint bar(Board* b, number_t k, cell_t cell) noexcept nogil:
    """Keep a number from a cell before the search begins; return whether another one is left to it."""
    cdef bitboard_t* own = &b.domain[k * b.words + (cell >> 6)]
    cdef bitboard_t bit = <bitboard_t>1 << (cell & 63)
    if own[0] & bit:
        own[0] ^= bit
        b.size[k] -= 1
    b.dirty[k >> 6] |= <bitboard_t>1 << (k & 63)
    return b.size[k] > 0


cdef inline number_t checked(const cell_t[:, ::1] table, const cell_t[::1] clues) except -1:
    """Raise ValueError unless the arrays hold what a search assumes; return how many numbers there are."""
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
