"""Search of Sudokus with sums of cells, tables of pairs and required digits; twin: `reference.assign.sudoku_sums`."""

from cython cimport final
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from functools import lru_cache

import numpy as np

from ..bits cimport lsb, msb, popcount
from ..pool cimport Pool
from ..types cimport bitboard_t, cell_t, count_t, mask_t

# A candidate of a cell is a bit of its mask. What a narrower mask leads to is followed up in three queues: cells first
# (peers and pairs), then units (digits with one place left), then sums.
#
# A sum of cells that all differ is looked up: `combos` holds the sets of k digits with each total. Any other sum is
# followed by the totals that the cells before a place, and those behind it, can reach: one bit a total, counted from
# the least one (or down from the greatest one, where that is closer). A cell that is subtracted counts as n + 1 minus
# its digit, so that all are added. A sum between the lowest and the highest digit of a unit tries all places
# of these two.
#
# Cells that are to hold some digits are followed as units are: only these digits are needed there.

cdef enum:
    MAX_N = 16
    WORD = 64
    WORDS = 4                   # of a set of cells
    FEW = 3                     # most cells of a sum that is implied
    MOST_TOTAL = 1 << 20
    FIRST_RESTART = 64          # conflicts before the first restart; each later one comes after half as many again

ctypedef int32_t digit_t        # from 0; also how many there are

cdef struct Cells:
    bitboard_t words[WORDS]


cdef struct Board:
    digit_t n
    cell_t cells
    int32_t n_units             # units, then lists of cells that hold some digits
    int32_t n_sums              # sums of all cells of a list, then the sums between two digits of a unit
    int32_t n_whole             # sums of the first sort
    int32_t* cells_start        # by unit
    cell_t* units
    mask_t* needed              # by unit: the digits that its cells hold
    int32_t* unit_start         # by cell
    int32_t* unit_of
    int32_t* peer_start         # by cell
    cell_t* peers
    int32_t* pair_start         # by cell
    cell_t* partner             # the other cell of a pair
    mask_t* tables              # (pair, digit): what the partner may have then
    int32_t* sum_start          # by sum
    cell_t* terms               # cells added
    uint8_t* turned             # parallel to it: a cell that is subtracted
    int32_t* totals             # by sum, of digits from 0 where turned ones are added too
    uint8_t* differ             # by sum: all its cells differ, and none is subtracted
    int32_t* around_start       # by sum whose cells differ: the cells that differ from all of them
    cell_t* around
    int32_t* in_start           # by cell: the sums that it is in
    int32_t* in_sum
    mask_t* allowed             # by cell
    uint32_t* combos            # sets of digits by size and total
    int32_t* combo_start        # size * (totals + 1) + total, of digits from 1
    int32_t most                # the greatest total of digits that differ
    int32_t longest             # cells of a sum


cdef struct Queue:
    int32_t* items
    uint8_t* waits
    int32_t size


cdef struct State:
    Board board
    uint8_t* given              # by cell: the clue, or 0
    mask_t* masks               # (level, cell)
    cell_t* chosen              # by level
    mask_t* tried               # by level: the digit
    double* weight              # by cell: how often it was part of a conflict
    const double* order         # (cell, digit), or NULL
    Queue cells, units, sums
    mask_t* shape               # candidates of each term of a sum, from its least
    mask_t* reach               # totals before each term
    cell_t* open_cells          # of a sum
    mask_t* kept                # parallel to it
    cell_t next                 # the cell to choose; -1 where all are filled
    int32_t depth
    bint started, finished, conflict, pending_back
    count_t count, guesses, nodes, conflicts, propagations, since_restart, restart_at


cdef inline void push(Queue* queue, int32_t item) noexcept nogil:
    """Let an item wait, once."""
    if not queue.waits[item]:
        queue.waits[item] = 1
        queue.items[queue.size] = item
        queue.size += 1


cdef inline int32_t pop(Queue* queue) noexcept nogil:
    """Take an item that waits."""
    queue.size -= 1
    queue.waits[queue.items[queue.size]] = 0
    return queue.items[queue.size]


cdef inline void drop_all(Queue* queue) noexcept nogil:
    """Let nothing wait."""
    while queue.size:
        pop(queue)


cdef inline mask_t full(const Board* b) noexcept nogil:
    """Return the mask of all digits."""
    return (<mask_t>1 << b.n) - 1


cdef inline mask_t mirrored(mask_t mask, digit_t width) noexcept nogil:
    """Return the lowest `width` bits of a mask in reverse order."""
    cdef mask_t found = 0
    while mask:
        found |= <mask_t>1 << (width - 1 - lsb(mask))
        mask &= mask - 1
    return found


cdef inline bint narrow(State* s, mask_t* masks, cell_t cell, mask_t kept) noexcept nogil:
    """Take candidates of a cell away; return whether it has any left."""
    cdef mask_t rest = masks[cell] & kept
    if rest == masks[cell]:
        return True
    masks[cell] = rest
    if rest == 0:
        s.weight[cell] += 1
        return False
    push(&s.cells, cell)
    return True


cdef bint follow_cell(State* s, mask_t* masks, cell_t cell) noexcept nogil:
    """Draw what follows from the candidates of a cell: a digit is taken, a partner keeps what the pair's table says."""
    cdef const Board* b = &s.board
    cdef mask_t mask = masks[cell], rest, kept
    cdef const mask_t* table
    cdef int32_t k
    if mask & (mask - 1) == 0:
        s.propagations += 1
        for k in range(b.peer_start[cell], b.peer_start[cell + 1]):
            if not narrow(s, masks, b.peers[k], ~mask):
                return False
    for k in range(b.pair_start[cell], b.pair_start[cell + 1]):
        table = b.tables + <size_t>k * b.n
        rest = mask
        kept = 0
        while rest:
            kept |= table[lsb(rest)]
            rest &= rest - 1
        if not narrow(s, masks, b.partner[k], kept):
            return False
    for k in range(b.unit_start[cell], b.unit_start[cell + 1]):
        push(&s.units, b.unit_of[k])
    for k in range(b.in_start[cell], b.in_start[cell + 1]):
        push(&s.sums, b.in_sum[k])
    return True


cdef bint place_lone(State* s, mask_t* masks, const cell_t* cells, int32_t size, mask_t needed) noexcept nogil:
    """Fill the last place of each digit that some cells need; return whether each has one."""
    cdef mask_t once = 0, twice = 0, mask
    cdef int32_t k
    for k in range(size):
        mask = masks[cells[k]]
        twice |= once & mask
        once |= mask
    if needed & ~once:
        return False
    once &= ~twice & needed
    if once == 0:
        return True
    for k in range(size):
        mask = masks[cells[k]] & once
        if mask and (mask & (mask - 1) or not narrow(s, masks, cells[k], mask)):
            return False
    return True


cdef bint follow_differing(State* s, mask_t* masks, int32_t number) noexcept nogil:
    """Draw what follows from a sum of cells that differ: each open cell keeps what is in some set of digits."""
    cdef const Board* b = &s.board
    cdef mask_t mask, used = 0, joined = 0, needed = full(b), combo
    cdef int32_t rest = b.totals[number] + b.sum_start[number + 1] - b.sum_start[number], size = 0, at, k
    cdef bint any_fits = False
    for k in range(b.sum_start[number], b.sum_start[number + 1]):
        mask = masks[b.terms[k]]
        if mask & (mask - 1):
            s.open_cells[size] = b.terms[k]
            s.kept[size] = 0
            size += 1
            joined |= mask
        else:
            rest -= lsb(mask) + 1
            used |= mask
    if size == 0:
        return rest == 0
    if size > b.n or not 0 <= rest <= b.most:
        return False
    joined &= ~used
    at = size * (b.most + 1) + rest
    for at in range(b.combo_start[at], b.combo_start[at + 1]):
        combo = b.combos[at]
        if combo & ~joined:
            continue
        for k in range(size):
            if masks[s.open_cells[k]] & combo == 0:
                break
        else:
            any_fits = True
            needed &= combo
            for k in range(size):
                s.kept[k] |= combo
    if not any_fits:
        return False
    for k in range(size):
        if not narrow(s, masks, s.open_cells[k], s.kept[k]):
            return False
    if needed:
        for k in range(b.around_start[number], b.around_start[number + 1]):
            if not narrow(s, masks, b.around[k], ~needed):
                return False
    return place_lone(s, masks, s.open_cells, size, needed)


cdef bint follow_total(State* s, mask_t* masks, int32_t number) noexcept nogil:
    """Draw what follows from any sum: each cell keeps the digits with which the others reach the total."""
    cdef const Board* b = &s.board
    cdef int32_t first = b.sum_start[number], size = b.sum_start[number + 1] - first, above = b.totals[number], k
    cdef int32_t below = -above, target
    cdef const cell_t* cells = b.terms + first
    cdef mask_t mask, rest, after, limit, kept, reached
    cdef bint down
    for k in range(size):
        mask = masks[cells[k]]
        if b.turned[first + k]:
            mask = mirrored(mask, b.n)
        s.kept[k] = mask
        above -= lsb(mask)
        below += msb(mask)
    if above < 0 or below < 0:
        return False
    down = below < above
    target = below if down else above
    if target >= WORD:
        return True
    limit = (<mask_t>2 << target) - 1
    after = 1
    for k in range(size):
        mask = s.kept[k]
        s.shape[k] = mirrored(mask, msb(mask) + 1) if down else mask >> lsb(mask)
        s.reach[k] = after
        rest = s.shape[k]
        kept = 0
        while rest:
            if lsb(rest) <= target:
                kept |= after << lsb(rest)
            rest &= rest - 1
        after = kept & limit
    if not after >> target & 1:
        return False
    after = <mask_t>1 << target
    for k in range(size - 1, -1, -1):
        rest = s.shape[k]
        kept = 0
        reached = 0
        while rest:
            if lsb(rest) <= target:
                if s.reach[k] << lsb(rest) & after:
                    kept |= rest & -rest
                reached |= after >> lsb(rest)
            rest &= rest - 1
        after = reached
        if kept != s.shape[k]:
            mask = s.kept[k]
            kept = mirrored(kept, msb(mask) + 1) if down else kept << lsb(mask)
            if b.turned[first + k]:
                kept = mirrored(kept, b.n)
            if not narrow(s, masks, cells[k], kept):
                return False
    return True


cdef bint follow_between(State* s, mask_t* masks, int32_t number) noexcept nogil:
    """Draw what follows from a sum of the cells between the lowest and the highest digit of a unit."""
    cdef const Board* b = &s.board
    cdef const cell_t* cells = b.terms + b.sum_start[number]
    cdef mask_t low = 1, high = <mask_t>1 << (b.n - 1), others = full(b) & ~(low | high), combo, one, other
    cdef int32_t first, last, at, k
    if not 0 <= b.totals[number] <= b.most:
        return False
    memset(s.kept, 0, b.n * sizeof(mask_t))
    for first in range(b.n):
        for last in range(first + 1, b.n):
            # What both ends may hold: one of them the lowest digit, the other one the highest.
            one = other = 0
            if masks[cells[first]] & low and masks[cells[last]] & high:
                one, other = low, high
            if masks[cells[first]] & high and masks[cells[last]] & low:
                one, other = one | high, other | low
            if one == 0:
                continue
            at = (last - first - 1) * (b.most + 1) + b.totals[number]
            for at in range(b.combo_start[at], b.combo_start[at + 1]):
                combo = b.combos[at]
                if combo & ~others:
                    continue
                for k in range(b.n):
                    s.shape[k] = combo if first < k < last else others & ~combo
                s.shape[first] = one
                s.shape[last] = other
                for k in range(b.n):
                    if masks[cells[k]] & s.shape[k] == 0:
                        break
                else:
                    for k in range(b.n):
                        s.kept[k] |= s.shape[k]
    for k in range(b.n):
        if not narrow(s, masks, cells[k], s.kept[k]):
            return False
    return True


cdef void blame(State* s, const cell_t* cells, int32_t size) noexcept nogil:
    """Count a conflict for the cells of what is violated."""
    cdef int32_t k
    for k in range(size):
        s.weight[cells[k]] += 1


cdef bint draw(State* s, mask_t* masks) noexcept nogil:
    """Follow up all that waits; return whether nothing is violated."""
    cdef const Board* b = &s.board
    cdef int32_t number, first, size
    cdef bint kept
    while True:
        if s.cells.size:
            if not follow_cell(s, masks, pop(&s.cells)):
                return False
        elif s.units.size:
            number = pop(&s.units)
            first = b.cells_start[number]
            size = b.cells_start[number + 1] - first
            if not place_lone(s, masks, b.units + first, size, b.needed[number]):
                blame(s, b.units + first, size)
                return False
        elif s.sums.size:
            number = pop(&s.sums)
            if number >= b.n_whole:
                kept = follow_between(s, masks, number)
            elif b.differ[number]:
                kept = follow_differing(s, masks, number)
            else:
                kept = follow_total(s, masks, number)
            if not kept:
                first = b.sum_start[number]
                size = b.sum_start[number + 1] - first
                blame(s, b.terms + first, size)
                return False
        else:
            return True


cdef cell_t most_constrained(const State* s, const mask_t* masks) noexcept nogil:
    """Return the open cell with the fewest candidates for each conflict that it was part of; -1 where all are filled.

    F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting Systematic Search by Weighting Constraints, 2004.
    """
    cdef cell_t cell, found = -1
    cdef double score, best = 0
    for cell in range(s.board.cells):
        if masks[cell] & (masks[cell] - 1):
            score = popcount(masks[cell]) / s.weight[cell]
            if found < 0 or score < best:
                found = cell
                best = score
    return found


cdef mask_t first_digit(const State* s, const mask_t* masks, cell_t cell) noexcept nogil:
    """Return the candidate of a cell that is tried first: the earliest in the order that is given, or the lowest."""
    cdef mask_t rest = masks[cell], found = rest & -rest
    if s.order == NULL:
        return found
    while rest:
        if s.order[cell * s.board.n + lsb(rest)] > s.order[cell * s.board.n + lsb(found)]:
            found = rest & -rest
        rest &= rest - 1
    return found


cdef void settle(State* s, bint kept) noexcept nogil:
    """Follow up a change of the level at hand; note whether it is a conflict, or what to choose next."""
    cdef mask_t* masks = s.masks + <size_t>s.depth * s.board.cells
    s.conflict = not kept or not draw(s, masks)
    if s.conflict:
        s.conflicts += 1
        s.since_restart += 1
        drop_all(&s.cells)
        drop_all(&s.units)
        drop_all(&s.sums)
    else:
        s.next = most_constrained(s, masks)


cdef void begin(State* s) noexcept nogil:
    """State the clues and follow up everything once."""
    cdef const Board* b = &s.board
    cdef int32_t k
    cdef bint kept = True
    for k in range(b.cells):
        s.masks[k] = b.allowed[k] & (<mask_t>1 << (s.given[k] - 1) if s.given[k] else full(b))
        kept &= s.masks[k] != 0
        push(&s.cells, k)
    for k in range(b.n_units):
        push(&s.units, k)
    for k in range(b.n_sums):
        push(&s.sums, k)
    settle(s, kept)


cdef void step(State* s) noexcept nogil:
    """Turn back from a conflict or a solution, or choose."""
    cdef cell_t cells = s.board.cells
    cdef mask_t* masks
    cdef mask_t digit
    if s.conflict or s.pending_back:
        s.pending_back = False
        s.depth -= 1
        masks = s.masks + <size_t>s.depth * cells
        settle(s, narrow(s, masks, s.chosen[s.depth], ~s.tried[s.depth]))
        return
    if s.count == 0 and s.since_restart >= s.restart_at:
        s.restart_at += s.restart_at >> 1
        s.since_restart = 0
        s.depth = 0
        s.next = most_constrained(s, s.masks)
    masks = s.masks + <size_t>s.depth * cells
    digit = first_digit(s, masks, s.next)
    s.guesses += 1
    s.chosen[s.depth] = s.next
    s.tried[s.depth] = digit
    memcpy(masks + cells, masks, cells * sizeof(mask_t))
    s.depth += 1
    settle(s, narrow(s, masks + cells, s.next, digit))


cdef bint advance(State* s, count_t goal) noexcept nogil:
    """Search to the next solution (True) or to the goal or end (False)."""
    while s.nodes < goal:
        s.nodes += 1
        if s.started:
            step(s)
        else:
            s.started = True
            begin(s)
        s.finished = s.depth == 0 and (s.conflict or s.next < 0)
        if not s.conflict and s.next < 0:
            s.count += 1
            s.pending_back = True
            return True
        if s.finished:
            return False
    return False


cdef void begin_anew(State* s) noexcept nogil:
    """Go back to where nothing has been searched."""
    cdef cell_t cell
    for cell in range(s.board.cells):
        s.weight[cell] = 1 if s.order == NULL else 1 + s.order[cell * s.board.n]
    s.depth = 0
    s.started = s.finished = s.conflict = s.pending_back = False
    s.count = s.guesses = s.nodes = s.conflicts = s.propagations = s.since_restart = 0
    s.restart_at = FIRST_RESTART


# ---- tables

cdef struct Lists:
    # Lists of cells, or of numbers of other lists, one after the other.
    int32_t* starts             # by list; the last one is the end
    int32_t* items


cdef Lists read_lists(Pool pool, list lists, cell_t cells):
    """Return lists of cells; ValueError where a cell is out of range or twice in a list."""
    cdef int32_t count = len(lists), total = 0, at = 0, k
    cdef int32_t* seen = <int32_t*>pool.zeros(cells, sizeof(int32_t))
    cdef cell_t cell
    cdef Lists found
    for some in lists:
        total += len(some)
    found.starts = <int32_t*>pool.scratch(count + 1, sizeof(int32_t))
    found.items = <int32_t*>pool.scratch(total + 1, sizeof(int32_t))
    for k in range(count):
        found.starts[k] = at
        for cell in lists[k]:
            if not 0 <= cell < cells or seen[cell] == k + 1:
                raise ValueError(f"cell {cell}, expected each of {cells} cells once in a list")
            seen[cell] = k + 1
            found.items[at] = cell
            at += 1
    found.starts[count] = at
    return found


cdef Lists turned_round(Pool pool, Lists lists, int32_t count, cell_t cells):
    """Return by cell the numbers of the lists that it is in."""
    cdef Lists found
    cdef int32_t k, at
    found.starts = <int32_t*>pool.zeros(cells + 2, sizeof(int32_t))
    found.items = <int32_t*>pool.scratch(lists.starts[count] + 1, sizeof(int32_t))
    # Starts are one place ahead while items are filled in.
    for at in range(lists.starts[count]):
        found.starts[lists.items[at] + 2] += 1
    for k in range(cells):
        found.starts[k + 2] += found.starts[k + 1]
    for k in range(count):
        for at in range(lists.starts[k], lists.starts[k + 1]):
            found.items[found.starts[lists.items[at] + 1]] = k
            found.starts[lists.items[at] + 1] += 1
    return found


cdef inline bint has(const Cells* some, cell_t cell) noexcept nogil:
    """Return whether a cell is in a set."""
    return some.words[cell >> 6] >> (cell & 63) & 1


cdef inline void add(Cells* some, cell_t cell) noexcept nogil:
    """Add a cell to a set."""
    some.words[cell >> 6] |= <bitboard_t>1 << (cell & 63)


cdef inline int32_t size_of(const Cells* some) noexcept nogil:
    """Return the number of cells in a set."""
    cdef int32_t found = 0, k
    for k in range(WORDS):
        found += popcount(some.words[k])
    return found


cdef inline bint meet(const Cells* one, const Cells* other) noexcept nogil:
    """Return whether two sets have a cell in common."""
    cdef bitboard_t both = 0
    cdef int32_t k
    for k in range(WORDS):
        both |= one.words[k] & other.words[k]
    return both != 0


cdef void join_lists(Cells* others, Lists lists, int32_t count) noexcept nogil:
    """Add all cells of each list to the set of each of its cells."""
    cdef int32_t k, one, other
    for k in range(count):
        for one in range(lists.starts[k], lists.starts[k + 1]):
            for other in range(lists.starts[k], lists.starts[k + 1]):
                if other != one:
                    add(&others[lists.items[one]], lists.items[other])


cdef int32_t put(const Cells* some, int32_t* out) noexcept nogil:
    """Write the cells of a set in rising order; return how many there are."""
    cdef int32_t count = 0, k
    cdef bitboard_t rest
    for k in range(WORDS):
        rest = some.words[k]
        while rest:
            out[count] = (k << 6) + lsb(rest)
            count += 1
            rest &= rest - 1
    return count


cdef bint all_differ(const Cells* others, const cell_t* cells, int32_t size) noexcept nogil:
    """Return whether each of some cells differs from the others."""
    cdef int32_t one, other
    for one in range(size):
        for other in range(one):
            if not has(&others[cells[one]], cells[other]):
                return False
    return True


@lru_cache(maxsize=MAX_N + 1)
def _combinations(digit_t n):
    """Return the sets of digits 1 to n by size and total, one after the other, and where each kind begins."""
    masks = np.arange(1 << n, dtype=np.uint32)
    flags = (masks[:, None] >> np.arange(n, dtype=np.uint32)) & 1
    most = n * (n + 1) // 2
    kind = flags.sum(axis=1).astype(np.int64) * (most + 1) + flags @ np.arange(1, n + 1)
    order = np.argsort(kind, kind="stable")
    starts = np.searchsorted(kind[order], np.arange((n + 1) * (most + 1) + 1)).astype(np.int32)
    return masks[order], starts


@final
cdef class SumRules:
    """What the solutions of a grid of n × n cells have to keep to: tables that any number of searches share.

    Equivalent: ``reference.assign.sudoku_sums.SumRules``.

    Parameters
    ----------
    n : int
        Rows, columns and digits, 1 to 16; cells are numbered row by row.
    units : sequence of sequences of n int
        Sets of n cells that hold each digit once.
    apart : sequence of sequences of int
        Sets of cells that differ.
    allowed : sequence of int
        By cell: bit d says that it may hold digit d, from 0.
    pairs : sequence of (int, int, sequence of n int)
        Two cells, and by digit of the first a mask of what the second may hold. Each pair stands there both ways.
    sums : sequence of (sequence of int, sequence of int, int)
        Cells whose digits, counted from 1, are added; others that are subtracted; what comes out.
    held : sequence of (sequence of int, int)
        Cells, and a mask of digits, each of which one of them holds.
    between : sequence of (sequence of n int, int)
        A unit in order, and what the digits between the lowest and the highest one come to, counted from 1.

    Raises
    ------
    ValueError
        Numbers out of range.

    Notes
    -----
    O(cells**2) time and space, and once for each n O(2**n); immutable.

    Examples
    --------
    >>> units = [[0, 1], [2, 3], [0, 2], [1, 3]]
    >>> search = SumSearch(np.zeros(4, np.uint8), SumRules(2, units, [], [3] * 4, [], [([0, 3], [], 4)]))
    >>> search.run(100), search.count, search.take()[0].tolist()
    (False, 1, [2, 1, 1, 2])
    """

    cdef Board board
    cdef Pool pool
    cdef object combos, combo_starts

    def __cinit__(self):
        memset(&self.board, 0, sizeof(Board))

    def __init__(self, digit_t n, units, apart, allowed, pairs, sums, held=(), between=()):
        cdef Board* b = &self.board
        cdef Cells* others
        cdef Lists lists
        cdef int32_t k, n_units
        cdef mask_t mask
        if b.n:
            raise RuntimeError("SumRules are made once")
        if not 1 <= n <= MAX_N:
            raise ValueError(f"{n} rows, expected 1 to {MAX_N}")
        self.pool = Pool()
        b.cells = n * n
        others = <Cells*>self.pool.zeros(b.cells, sizeof(Cells))
        units, held = list(units), list(held)
        if any([len(unit) != n for unit in units]):
            raise ValueError(f"a unit of other than {n} cells")
        n_units = len(units)
        b.n_units = n_units + len(held)
        lists = read_lists(self.pool, [*units, *[some for some, _ in held]], b.cells)
        join_lists(others, lists, n_units)
        b.units, b.cells_start = lists.items, lists.starts
        b.needed = <mask_t*>self.pool.scratch(b.n_units + 1, sizeof(mask_t))
        for k in range(b.n_units):
            mask = held[k - n_units][1] if k >= n_units else (<mask_t>1 << n) - 1
            if mask >> n:
                raise ValueError(f"expected masks of {n} digits")
            b.needed[k] = mask
        lists = turned_round(self.pool, lists, b.n_units, b.cells)
        b.unit_start, b.unit_of = lists.starts, lists.items
        apart = list(apart)
        join_lists(others, read_lists(self.pool, apart, b.cells), len(apart))
        b.peer_start = <int32_t*>self.pool.scratch(b.cells + 1, sizeof(int32_t))
        b.peers = <cell_t*>self.pool.scratch(<size_t>b.cells * b.cells, sizeof(cell_t))
        b.peer_start[0] = 0
        for k in range(b.cells):
            b.peer_start[k + 1] = b.peer_start[k] + put(&others[k], b.peers + b.peer_start[k])
        if len(allowed) != b.cells:
            raise ValueError(f"expected {b.cells} masks of {n} digits")
        b.allowed = <mask_t*>self.pool.scratch(b.cells, sizeof(mask_t))
        for k in range(b.cells):
            mask = allowed[k]
            if mask >> n:
                raise ValueError(f"expected {b.cells} masks of {n} digits")
            b.allowed[k] = mask
        self.set_pairs(n, list(pairs))
        self.set_sums(n, list(sums), list(between), others)
        b.n = n

    cdef int set_pairs(self, digit_t n, list pairs) except -1:
        """Take up tables of pairs, by the cell that comes first."""
        cdef Board* b = &self.board
        cdef Lists ends = read_lists(self.pool, [pair[:2] for pair in pairs], b.cells)
        cdef int32_t* next_place = <int32_t*>self.pool.scratch(b.cells + 1, sizeof(int32_t))
        cdef int32_t k, place, digit
        b.pair_start = <int32_t*>self.pool.zeros(b.cells + 1, sizeof(int32_t))
        b.partner = <cell_t*>self.pool.scratch(len(pairs) + 1, sizeof(cell_t))
        b.tables = <mask_t*>self.pool.scratch(len(pairs) * n + 1, sizeof(mask_t))
        for k in range(len(pairs)):
            b.pair_start[ends.items[2 * k] + 1] += 1
        for k in range(b.cells):
            b.pair_start[k + 1] += b.pair_start[k]
        memcpy(next_place, b.pair_start, (b.cells + 1) * sizeof(int32_t))
        for k in range(len(pairs)):
            table = pairs[k][2]
            if len(table) != n:
                raise ValueError(f"expected pairs of cells, with {n} masks each")
            place = next_place[ends.items[2 * k]]
            next_place[ends.items[2 * k]] += 1
            b.partner[place] = ends.items[2 * k + 1]
            for digit in range(n):
                b.tables[place * n + digit] = table[digit]
        return 0

    cdef int set_sums(self, digit_t n, list sums, list between, const Cells* others) except -1:
        """Take up sums; note which of them are of cells that differ, and what is around these."""
        cdef Board* b = &self.board
        cdef const uint32_t[::1] combos
        cdef const int32_t[::1] starts
        cdef Lists lists
        cdef Cells shared
        cdef int32_t k, at, word, size, n_added
        cdef int64_t total
        b.n_whole = len(sums)
        b.n_sums = b.n_whole + len(between)
        if any([len(unit) != n for unit, _ in between]):
            raise ValueError(f"a unit of other than {n} cells")
        lists = read_lists(self.pool, [*[(*added, *taken) for added, taken, _ in sums],
                                       *[unit for unit, _ in between]], b.cells)
        b.sum_start, b.terms = lists.starts, lists.items
        b.turned = <uint8_t*>self.pool.zeros(b.sum_start[b.n_sums] + 1, sizeof(uint8_t))
        b.totals = <int32_t*>self.pool.scratch(b.n_sums + 1, sizeof(int32_t))
        b.differ = <uint8_t*>self.pool.zeros(b.n_sums + 1, sizeof(uint8_t))
        b.around_start = <int32_t*>self.pool.scratch(b.n_sums + 1, sizeof(int32_t))
        b.around = <cell_t*>self.pool.scratch(<size_t>b.n_sums * b.cells + 1, sizeof(cell_t))
        b.around_start[0] = 0
        for k in range(len(between)):
            total = between[k][1]
            if not -MOST_TOTAL <= total <= MOST_TOTAL:
                raise ValueError("a total out of range")
            b.totals[b.n_whole + k] = total
            b.longest = max(b.longest, n)
        for k in range(b.n_whole):
            added, _, total = sums[k]
            n_added = len(added)
            at = b.sum_start[k]
            size = b.sum_start[k + 1] - at
            if size == 0 or not -MOST_TOTAL <= total <= MOST_TOTAL:
                raise ValueError("a sum of no cells, or a total out of range")
            b.longest = max(b.longest, size)
            b.totals[k] = total - n_added + (size - n_added) * n
            memset(b.turned + at + n_added, 1, size - n_added)
            b.around_start[k + 1] = b.around_start[k]
            b.differ[k] = n_added == size and all_differ(others, b.terms + at, size)
            if b.differ[k]:
                shared = others[b.terms[at]]
                for at in range(at + 1, at + size):
                    for word in range(WORDS):
                        shared.words[word] &= others[b.terms[at]].words[word]
                b.around_start[k + 1] += put(&shared, b.around + b.around_start[k])
        lists = turned_round(self.pool, lists, b.n_sums, b.cells)
        b.in_start, b.in_sum = lists.starts, lists.items
        b.most = n * (n + 1) // 2
        self.combos, self.combo_starts = _combinations(n)
        combos, starts = self.combos, self.combo_starts
        b.combos = <uint32_t*>&combos[0]
        b.combo_start = <int32_t*>&starts[0]
        return 0

    @property
    def n(self):
        """Rows, columns and digits."""
        return self.board.n


def implied(digit_t n, units, sums):
    """Return innies and outies: sums that follow from others and from units with each digit once.

    Of each unit, and of units that follow each other and share no cell, at most half of a kind: the cells that sums
    leave, less those that they have outside. The sums that are counted do not overlap; one that is partly outside
    counts where most of it is inside. A sum of more than 3 cells is left out.

    Equivalent: ``reference.assign.sudoku_sums.implied(n, units, sums)``.

    Parameters
    ----------
    n : int
        Rows, columns and digits, 1 to 16.
    units : sequence of sequences of n int
        Sets of n cells that hold each digit once.
    sums : sequence of (sequence of int, int)
        Cells whose digits, counted from 1, are added, and what comes out.

    Returns
    -------
    list of (tuple of int, tuple of int, int, int, int)
        Cells added, cells subtracted, what comes out; the first and the last of the units.

    Raises
    ------
    ValueError
        Numbers out of range.

    Notes
    -----
    O(units * n * sums) time.

    Examples
    --------
    >>> implied(2, [[0, 1], [2, 3]], [([1, 3], 3)]), implied(2, [[0, 1], [2, 3]], [([0], 1)])
    ([], [((1,), (), 2, 0, 0)])
    """
    cdef Pool pool = Pool()
    cdef Lists cages
    cdef Cells* unit_cells
    cdef Cells* cage_cells
    cdef Cells region, innies, outies
    cdef int32_t n_units, n_sums, first, last, k
    cdef int64_t total
    cdef int64_t* totals
    if not 1 <= n <= MAX_N:
        raise ValueError(f"{n} rows, expected 1 to {MAX_N}")
    units, sums = list(units), list(sums)
    n_units, n_sums = len(units), len(sums)
    unit_cells = as_sets(pool, read_lists(pool, units, n * n), n_units)
    cages = read_lists(pool, [cells for cells, _ in sums], n * n)
    cage_cells = as_sets(pool, cages, n_sums)
    totals = <int64_t*>pool.scratch(n_sums + 1, sizeof(int64_t))
    for k in range(n_sums):
        totals[k] = sums[k][1]
    found = {}
    for first in range(n_units):
        memset(&region, 0, sizeof(Cells))
        for last in range(first, min(first + (n + 1) // 2, n_units)):
            if meet(&region, &unit_cells[last]):
                break
            for k in range(WORDS):
                region.words[k] |= unit_cells[last].words[k]
            innies = region
            memset(&outies, 0, sizeof(Cells))
            total = (last - first + 1) * n * (n + 1) // 2
            for k in range(n_sums):
                if count_in(&cage_cells[k], &region, &innies, &outies):
                    total -= totals[k]
            k = size_of(&innies) + size_of(&outies)
            if 0 < k <= FEW and k < (last - first + 1) * n:
                one = tuple_of(&innies), tuple_of(&outies)
                if one not in found:
                    found[one] = (*one, total, first, last)
    return list(found.values())


cdef Cells* as_sets(Pool pool, Lists lists, int32_t count) except NULL:
    """Return lists of cells as sets."""
    cdef Cells* found = <Cells*>pool.zeros(count + 1, sizeof(Cells))
    cdef int32_t k, at
    for k in range(count):
        for at in range(lists.starts[k], lists.starts[k + 1]):
            add(&found[k], lists.items[at])
    return found


cdef bint count_in(const Cells* cage, const Cells* region, Cells* innies, Cells* outies) noexcept nogil:
    """Take the cells of a sum from those of a region, and note the others; return whether the sum counts."""
    cdef Cells inside, outside
    cdef bitboard_t taken = 0
    cdef int32_t k
    if not meet(cage, region) or meet(cage, outies):
        return False
    for k in range(WORDS):
        inside.words[k] = cage.words[k] & region.words[k]
        outside.words[k] = cage.words[k] & ~region.words[k]
        taken |= inside.words[k] & ~innies.words[k]
    if taken or (meet(cage, &outside) and size_of(&inside) <= size_of(&outside)):
        return False
    for k in range(WORDS):
        innies.words[k] ^= inside.words[k]
        outies.words[k] |= outside.words[k]
    return True


cdef tuple tuple_of(const Cells* some):
    """Return the cells of a set in rising order; it has at most `FEW`."""
    cdef int32_t out[FEW]
    cdef int32_t size = put(some, out), k
    return tuple([out[k] for k in range(size)])


@final
cdef class SumSearch:
    """A search for the solutions of one grid of n × n cells with sums and tables of pairs.

    Equivalent: ``list(reference.assign.sudoku.solutions(puzzle, reference.assign.sudoku_sums.SumRules(…)))[:limit]``,
    in another order.

    Parameters
    ----------
    puzzle : uint8 array of shape (n * n,)
        Row-major cells, 1 to n, 0 is empty.
    rules : SumRules
        What a solution has to keep to.
    limit : int
        Solutions to look for, from 1 up.
    weights : float64 array of shape (n * n * n,), optional
        How early to try each digit of a cell, from 0 to 1; by default the lowest first.

    Attributes
    ----------
    count : int
        Solutions found so far.
    guesses, nodes, conflicts, propagations : int
        Decisions; positions taken up (the puzzle, each decision, each way back); dead ends; cells whose only
        candidate was followed up, all over the search.

    Notes
    -----
    Backtracking with propagation; a decision that fails is ruled out where it was made. Until there is a solution the
    search restarts after ever more conflicts, and keeps what it ruled out before the first decision.
    O(cells**2) space. One thread at a time an object; objects are independent.

    Examples
    --------
    >>> rules = SumRules(2, [[0, 1], [2, 3], [0, 2], [1, 3]], [], [3] * 4, [], [])
    >>> search = SumSearch(np.zeros(4, np.uint8), rules, limit=10)
    >>> search.run(100), search.count
    (False, 2)
    """

    cdef State s
    cdef Pool pool
    cdef SumRules rules
    cdef bint busy
    cdef count_t limit
    cdef object found

    def __cinit__(self):
        memset(&self.s, 0, sizeof(State))

    def __init__(self, const uint8_t[::1] puzzle not None, SumRules rules not None, count_t limit=2,
                 const double[::1] weights=None):
        cdef const Board* b = &rules.board
        cdef cell_t cells = b.cells
        cdef double* order
        cdef int32_t k
        if self.s.board.n:
            raise RuntimeError("SumSearch is made once")
        if b.n == 0 or limit < 1:
            raise ValueError("expected rules that were made and a limit from 1 up")
        if weights is not None and weights.shape[0] != cells * b.n:
            raise ValueError(f"expected {cells * b.n} weights")
        self.limit = limit
        self.pool = Pool()
        self.rules = rules
        self.s.given = <uint8_t*>self.pool.zeros(cells, sizeof(uint8_t))
        self.s.masks = <mask_t*>self.pool.scratch(<size_t>(cells + 1) * cells, sizeof(mask_t))
        self.s.chosen = <cell_t*>self.pool.scratch(cells + 1, sizeof(cell_t))
        self.s.tried = <mask_t*>self.pool.scratch(cells + 1, sizeof(mask_t))
        self.s.weight = <double*>self.pool.scratch(cells, sizeof(double))
        self.s.shape = <mask_t*>self.pool.scratch(b.longest + 1, sizeof(mask_t))
        self.s.reach = <mask_t*>self.pool.scratch(b.longest + 1, sizeof(mask_t))
        self.s.kept = <mask_t*>self.pool.scratch(b.longest + 1, sizeof(mask_t))
        self.s.open_cells = <cell_t*>self.pool.scratch(b.longest + 1, sizeof(cell_t))
        make_queue(&self.s.cells, self.pool, cells)
        make_queue(&self.s.units, self.pool, b.n_units)
        make_queue(&self.s.sums, self.pool, b.n_sums)
        if weights is not None:
            order = <double*>self.pool.scratch(cells * b.n, sizeof(double))
            for k in range(cells * b.n):
                order[k] = weights[k]
            self.s.order = order
        self.s.board = b[0]
        try:
            self.restart(puzzle)
        except ValueError:
            self.s.board.n = 0
            raise

    def restart(self, const uint8_t[::1] puzzle not None):
        """Take up another puzzle with the same rules: as a new object, but for its memory."""
        cdef cell_t k
        if self.s.board.n == 0 or self.busy:
            raise RuntimeError("this search runs in another thread or was never made")
        if puzzle.shape[0] != self.s.board.cells:
            raise ValueError(f"expected {self.s.board.cells} cells")
        for k in range(self.s.board.cells):
            if puzzle[k] > self.s.board.n:
                raise ValueError(f"expected cells from 0 to {self.s.board.n}")
        begin_anew(&self.s)
        self.found = []
        for k in range(self.s.board.cells):
            self.s.given[k] = puzzle[k]

    def run(self, count_t budget):
        """Take up at most `budget` nodes; return whether work remains."""
        cdef count_t goal = self.s.nodes + max(budget, 0)
        cdef bint found
        if self.s.board.n == 0 or self.busy:
            raise RuntimeError("this search runs in another thread or was never made")
        self.busy = True
        try:
            while not self.s.finished and self.s.nodes < goal:
                with nogil:
                    found = advance(&self.s, goal)
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
        cdef const mask_t* masks = self.s.masks + <size_t>self.s.depth * self.s.board.cells
        cdef cell_t cell
        for cell in range(self.s.board.cells):
            out[cell] = <uint8_t>(lsb(masks[cell]) + 1)
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
        """Cells whose only candidate was followed up, all over the search."""
        return self.s.propagations


cdef int make_queue(Queue* queue, Pool pool, int32_t items) except -1:
    """Take the buffers of a queue from a pool."""
    queue.items = <int32_t*>pool.scratch(items + 1, sizeof(int32_t))
    queue.waits = <uint8_t*>pool.zeros(items + 1, sizeof(uint8_t))
    return 0
