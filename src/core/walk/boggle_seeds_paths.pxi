"""What is hot in the walk of boggle_seeds.pyx, compiled for one vector path: tiles, planes, centres, levels.

All forms take up the same paths in the same order.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

from ..bits cimport lsb, popcount
from ..lanes cimport (
    PATH_ROWS, PATH_VECTORS, bytes_around_in, bytes_with, eight, eight_add, eight_all, eight_load, eight_order,
    eight_order_in, eight_pack, eight_store, lanes_prepare, row512, row_all, row_and, row_left, row_load, row_or,
    row_right, row_store, row_without, row_words,
)
from ..types cimport int32_t, int64_t, letter_t, letters_t, uint32_t, uint64_t
from .boggle_seed_state cimport (
    ALL_LETTERS, ARM, CHUNK, GROUP, HOLE, LETTERS, MARGIN, NOTHING, SPAN, STEPS, STRIDE, STRIP, WIDTH, WORDS,
    seed_arm, seed_form, seed_hit, seed_item, seed_row, seed_seed, seed_side, seed_walk, strike,
)

cdef extern from "compiler.h" nogil:
    void prefetch_line(const void* at) noexcept

cdef enum:
    AHEAD = 8   # items whose nodes are fetched before they are looked at
    ROWS_AT_ONCE = 64 // WORDS
    LETTER_BITS = 5
    BLOCK = 32  # candidates whose nodes are fetched together: the tree is larger than fast memory


# The tile: letters, and the letters around each cell.


cdef void _copy(seed_walk* w) noexcept nogil:
    """Copy the letters of the tile and of what is around it from the window."""
    cdef int64_t first = w.col - w.side, begin = -first if first < 0 else 0, end = w.cols - first, source, col
    cdef int32_t row
    cdef letter_t* out
    cdef const letter_t* letters
    cdef letter_t letter
    if end > STRIDE:
        end = STRIDE
    for row in range(w.height):
        out = w.letters + row * STRIDE
        source = w.row - w.halo + row
        memset(out, HOLE, STRIDE)
        if 0 <= source < w.rows:
            letters = w.window + source * w.cols + first
            for col in range(begin, end):
                letter = letters[col]
                out[col] = letter if letter < HOLE else HOLE


cdef void _surround(seed_walk* w) noexcept nogil:
    """Note letters as bits, row by row with the two adjacent rows; the tile's border is no centre and no end."""
    cdef letters_t bits[3][STRIDE + 2]
    cdef letters_t* low
    cdef letters_t* mid
    cdef letters_t* up
    cdef letters_t* out
    cdef const letter_t* letters
    cdef letters_t up_left = <letters_t>w.up[0], up_right = <letters_t>w.up[1]
    cdef letters_t down_left = <letters_t>w.down[0], down_right = <letters_t>w.down[1]
    cdef int32_t row, height = w.height
    cdef int col
    memset(bits, 0, sizeof(bits))
    for row in range(height + 1):
        low, mid, up = bits[row % 3], bits[(row + 2) % 3], bits[(row + 1) % 3]
        if row < height:
            letters = w.letters + row * STRIDE
            for col in range(STRIDE):
                low[col + 1] = <letters_t>1 << letters[col]
        else:
            memset(low, 0, sizeof(bits[0]))
        if not row:
            continue
        out = w.around + (row - 1) * STRIDE
        if w.king:
            for col in range(STRIDE):
                out[col] = (<letters_t>1 << HOLE | up[col] | up[col + 1] | up[col + 2] | mid[col] | mid[col + 2]
                            | low[col] | low[col + 1] | low[col + 2])
        else:
            for col in range(STRIDE):
                out[col] = (<letters_t>1 << HOLE | up[col] & up_left | up[col + 1] | up[col + 2] & up_right
                            | mid[col] | mid[col + 2]
                            | low[col] & down_left | low[col + 1] | low[col + 2] & down_right)


cdef void _tile(seed_walk* w) noexcept nogil:
    """Load the tile."""
    _copy(w)
    _surround(w)


# The planes: row `t` of a strip that begins with row `first` of the tile is row `first + t - ARM - 1`.


cdef void _planes_of_rows(seed_walk* w, int32_t first) noexcept nogil:
    """Divide the cells of a row by the bits of their letters, one after another."""
    cdef int t, part, bit, letter
    cdef const letter_t* letters
    cdef seed_row bits[LETTER_BITS]
    cdef row512 plane[1 << LETTER_BITS]
    cdef row512 some
    for t in range(ARM + 1 - w.tables.depth, ARM + 1 + STRIP + w.tables.depth):
        letters = w.letters + (first + t - ARM - 1) * STRIDE + MARGIN
        for bit in range(LETTER_BITS):
            for part in range(WORDS):
                bits[bit].words[part] = bytes_with(letters + 64 * part, bit)
        plane[0] = row_all(~<uint64_t>0)
        for bit in range(LETTER_BITS):
            some = row_load(&bits[bit])
            for letter in range(1 << bit):
                plane[letter | 1 << bit] = row_and(plane[letter], some)
                plane[letter] = row_without(plane[letter], some)
        for letter in range(LETTERS):
            row_store(&w.planes[letter][t], plane[letter])


cdef void _planes_of_cells(seed_walk* w, int32_t first) noexcept nogil:
    """Set the bit of a cell in the plane of its letter."""
    cdef int t, col
    cdef const letter_t* letters
    memset(w.planes, 0, sizeof(w.planes))
    for t in range(SPAN):
        letters = w.letters + (first + t - ARM - 1) * STRIDE + MARGIN
        for col in range(WIDTH):
            if letters[col] != HOLE:
                w.planes[letters[col]][t].words[col // 64] |= <uint64_t>1 << col % 64


cdef void _spread(
    const seed_walk* w, const seed_row* letter, const seed_row* before, seed_row* out, int32_t low, int32_t end
) noexcept nogil:
    """Write the neighbours of an arm's cells: rows from `low` to `end` - 1.

    A row gives its neighbours to the row below it, to itself and to the row above it; to the left and to the right in
    these only where the topology has the step.
    """
    cdef int32_t row
    cdef row512 up_left = row_all(w.up[0]), up_right = row_all(w.up[1])
    cdef row512 down_left = row_all(w.down[0]), down_right = row_all(w.down[1])
    cdef row512 so_far, above, here, left, right, below
    so_far = above = row_all(0)
    for row in range(low - 1, end + 1):
        here = row_and(row_load(&letter[row]), row_load(&before[row]))
        left, right = row_left(here), row_right(here)
        below = row_or(here, row_or(row_and(left, down_left), row_and(right, down_right)))
        row_store(&out[row - 1], row_or(so_far, below))
        so_far = row_or(above, row_or(left, right))
        above = row_or(here, row_or(row_and(left, up_left), row_and(right, up_right)))


cdef void _spread_of_king(
    const seed_row* letter, const seed_row* before, seed_row* out, int32_t low, int32_t end
) noexcept nogil:
    """Do the same for all eight steps."""
    cdef int32_t row
    cdef row512 above = row_all(0), beside_middle = above, middle = above, here, adjacent, three
    for row in range(low - 1, end + 1):
        here = row_and(row_load(&letter[row]), row_load(&before[row]))
        adjacent = row_or(row_left(here), row_right(here))
        three = row_or(adjacent, here)
        row_store(&out[row - 1], row_or(row_or(above, beside_middle), three))
        above, beside_middle, middle = middle, adjacent, three


cdef void _arms(seed_walk* w) noexcept nogil:
    """Make what an arm is, where words need it: the cells of its letter among those that letters before it lead to."""
    cdef int32_t i, more, low, end
    cdef const seed_arm* arm
    cdef const seed_row* letter
    cdef const seed_row* before
    cdef seed_row* out
    for i in range(w.tables.n_arms):
        if not w.wanted[i]:
            continue
        arm = &w.tables.arms[i]
        more = w.tables.depth - arm.depth  # rows around the strip that longer arms look at
        low, end = ARM + 1 - more, ARM + 1 + STRIP + more
        letter = w.planes[arm.letter]
        before = &w.all[0] if arm.parent < 0 else w.spread + arm.parent * SPAN
        out = w.spread + i * SPAN
        if w.king:
            _spread_of_king(letter, before, out, low, end)
        else:
            _spread(w, letter, before, out, low, end)


cdef void _strip(seed_walk* w, int32_t first) noexcept nogil:
    """Make the planes of a strip, and its arms."""
    if PATH_ROWS:
        _planes_of_rows(w, first)
    else:
        _planes_of_cells(w, first)
    _arms(w)


cdef inline const seed_row* _rows_of(seed_walk* w, int32_t arm) noexcept nogil:
    """Return where an arm can be next to a centre: rows of the strip."""
    cdef const seed_row* rows = w.all
    if arm >= 0:
        rows = w.spread + arm * SPAN
    return rows + ARM + 1


cdef inline uint32_t _bits_of(uint64_t bits, uint32_t base, uint32_t* out, uint32_t count) noexcept nogil:
    """List the places of bits behind that many others: three at least, without branches that chance decides."""
    cdef int i
    for i in range(3):
        out[count] = base + <uint32_t>lsb(bits | <uint64_t>1 << 63)
        count += bits != 0
        bits &= bits - 1
    while bits:
        out[count] = base + <uint32_t>lsb(bits)
        count += 1
        bits &= bits - 1
    return count


cdef void _centres(
    seed_walk* w, const seed_seed** seeds, int32_t count, int32_t first, int32_t rows
) noexcept nogil:
    """Queue the centres of some seeds in the first rows of the strip.

    At first the words of 64 cells that have some are listed: there are few, and branches on them would be guesses.
    """
    cdef const seed_row* arms[GROUP][3]
    cdef uint32_t spots[GROUP * STRIP * WORDS + 2]
    cdef uint32_t n_spots = 0, n_hits = w.n_hits, i, spot
    cdef int32_t s, part, row, first_row, word
    cdef uint64_t bits, rest
    cdef const seed_row** at
    cdef seed_hit* hit
    cdef row512 inside = row_load(&w.inside), both
    for s in range(count):
        at = arms[s]
        at[0], at[1] = _rows_of(w, seeds[s].arms[0]), _rows_of(w, seeds[s].arms[1])
        at[2] = w.planes[seeds[s].letter] + ARM + 1
        for part in range((rows + ROWS_AT_ONCE - 1) // ROWS_AT_ONCE):
            first_row, bits = part * ROWS_AT_ONCE, 0
            for row in range(ROWS_AT_ONCE):
                both = row_and(row_load(&at[0][first_row + row]), row_load(&at[1][first_row + row]))
                both = row_and(both, row_load(&at[2][first_row + row]))
                bits |= <uint64_t>row_words(both, inside) << WORDS * row
            if rows - first_row < ROWS_AT_ONCE:
                bits &= (<uint64_t>1 << WORDS * (rows - first_row)) - 1
            n_spots = _bits_of(bits, <uint32_t>((s * STRIP + first_row) * WORDS), spots, n_spots)
    for i in range(n_spots):
        spot = spots[i]
        s, row, word = spot // (STRIP * WORDS), spot // WORDS % STRIP, spot % WORDS
        at = arms[s]
        rest = at[0][row].words[word] & at[1][row].words[word] & at[2][row].words[word] & w.inside.words[word]
        while rest:
            hit = &w.hits[n_hits]
            hit.root, hit.cell = seeds[s].root, <uint32_t>((first + row) * STRIDE + MARGIN + 64 * word + lsb(rest))
            n_hits += 1
            rest &= rest - 1
    w.n_hits = n_hits


# The queue.


cdef inline void _fetch(const seed_walk* w, uint32_t item, uint32_t end) noexcept nogil:
    """Have the node of an item some places further on fetched."""
    prefetch_line(&w.live[w.queue[item + AHEAD if item + AHEAD < end else item].half])


cdef uint32_t _match_of_vectors(seed_walk* w, uint32_t head, uint32_t end) noexcept nogil:
    """Note the cells next to the ends of some items whose letters lead on; return how many they are."""
    cdef uint32_t count = 0, cell, leads
    cdef const letter_t* letters = w.letters
    cdef const seed_item* queue = w.queue
    cdef const seed_side* live = w.live
    cdef uint32_t steps = w.lanes
    cdef eight offset = eight_load(w.offset)
    while head < end:
        _fetch(w, head, end)
        cell = queue[head].end
        leads = bytes_around_in(letters + cell, STRIDE, live[queue[head].half].grow & ALL_LETTERS) & steps
        eight_store(w.candidate_item + count, eight_all(head))
        eight_pack(w.candidate_cell + count, eight_order_in(leads), eight_add(eight_all(cell), offset))
        count += <uint32_t>popcount(leads)
        head += 1
    return count


cdef uint32_t _match_of_cells(seed_walk* w, uint32_t head, uint32_t end) noexcept nogil:
    """Do the same a step at a time."""
    cdef uint32_t count = 0, cell, to
    cdef letters_t grow
    cdef int step
    while head < end:
        _fetch(w, head, end)
        cell, grow = w.queue[head].end, w.live[w.queue[head].half].grow & ALL_LETTERS
        for step in range(STEPS):
            to = cell + <uint32_t>w.offset[step]
            w.candidate_item[count] = head
            w.candidate_cell[count] = to
            count += grow >> w.letters[to] & w.lanes >> step & 1
        head += 1
    return count


cdef inline uint32_t _is_new(const seed_item* queue, uint32_t item, uint32_t cell) noexcept nogil:
    """Return 1 where a path has no such cell: each item that it came from has two ends."""
    while item != NOTHING:
        if queue[item].end == cell or queue[item].other == cell:
            return 0
        item = queue[item].parent
    return 1


cdef inline void _children(
    const seed_walk* w, const uint32_t* items, const uint32_t* cells, uint32_t count, uint32_t* halves
) noexcept nogil:
    """Find the halves of nodes that the letters of some candidates lead to, and have them fetched."""
    cdef uint32_t i, before
    cdef const seed_side* at
    for i in range(count):
        before = w.queue[items[i]].half
        at = &w.live[before]
        halves[i] = 2 * (at.child + <uint32_t>popcount(at.letters & ((<letters_t>1 << w.letters[cells[i]]) - 1)))
        halves[i] += before & 1
        prefetch_line(&w.live[halves[i] & ~<uint32_t>1])
        prefetch_line(&w.around[cells[i]])


cdef inline uint32_t _grow(seed_walk* w, uint32_t count, uint32_t tail, bint is_long) noexcept nogil:
    """Grow the paths to these cells, where they are not their own: branches on the outcome would be guesses.

    Words are struck at the end.
    """
    cdef const seed_side* live = w.live
    cdef const letters_t* arounds = w.around
    cdef const uint32_t* items = w.candidate_item
    cdef const uint32_t* cells = w.candidate_cell
    cdef seed_item* queue = w.queue
    cdef seed_hit* words = w.words
    cdef uint32_t n_words = 0, moves = 0, first = 0, end, i, source, cell, half, other, open_, hope
    cdef uint32_t halves[BLOCK]
    cdef uint64_t used, spot
    cdef letters_t around, beyond
    cdef const seed_side* here
    cdef const seed_side* there
    cdef seed_item* item
    while first < count:
        end = min(first + BLOCK, count)
        _children(w, items + first, cells + first, end - first, halves)
        for i in range(first, end):
            source, cell, half = items[i], cells[i], halves[i - first]
            other, used = queue[source].other, queue[source].used
            spot = <uint64_t>1 << (cell & 63)
            here, there = &live[half], &live[half ^ 1]
            around, beyond = arounds[cell], arounds[other]
            open_ = _is_new(queue, source, cell) if is_long else (used & spot) == 0
            hope = open_ & ((around & here.need) != 0) & ((beyond & there.need) != 0)
            moves += open_
            words[n_words].root, words[n_words].cell = half // 2, other if half & 1 else cell
            n_words += open_ & here.grow >> HOLE
            used |= spot
            item = &queue[tail]
            item.half, item.end, item.other, item.parent, item.used = half, cell, other, source, used
            tail += hope & ((around & here.grow & ALL_LETTERS) != 0)
            item = &queue[tail]
            item.half, item.end, item.other, item.parent, item.used = half ^ 1, other, cell, source, used
            tail += hope & ((beyond & there.grow & ALL_LETTERS) != 0)
        first = end
    w.moves += moves
    for i in range(n_words):
        strike(w, words[i].root, words[i].cell)
    return tail


cdef uint32_t _level(seed_walk* w, uint32_t head, uint32_t end, bint is_long) noexcept nogil:
    """Take up the items of a level; return the new tail, 0 where the queue does not suffice."""
    cdef uint32_t tail = end, stop, count
    while head < end:
        stop = min(head + CHUNK, end)
        if w.capacity - tail < 2 * STEPS * CHUNK:
            return 0
        count = _match_of_vectors(w, head, stop) if PATH_VECTORS else _match_of_cells(w, head, stop)
        tail = _grow(w, count, tail, True) if is_long else _grow(w, count, tail, False)
        head = stop
    return tail


lanes_prepare()
cdef seed_form _form = seed_form(_tile, _strip, _centres, _level)
form = PyCapsule_New(&_form, NULL, NULL)
