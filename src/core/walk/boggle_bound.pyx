"""All boards of a class that may reach a score, by a tree of terms; twin: `reference.walk.boggle_bound`.

A class gives each cell a set of letters. Every word that its boards may spell is a term for each set of open cells
(cells of several letters) and letters that spell it: the word scores where the cells have those letters, and a word
is counted once a term however many paths of those cells spell it. A term's key has a field a cell, 0 where the cell
does not matter, the cell that is decided first on top:

    bits   … 14 – 10 | 9 – 5    | 4 – 0        three open cells, the first to be decided on the left
           place + 1 | place + 1 | place + 1   of the letter among those of the cell that words have; a field is as
                                               wide as these need

Sorted, the keys are a tree, which is built in an arena of 32-bit words that is used as a stack:

    sum     points | cells | an entry a cell, from the first      the points of the terms that end here, and choices
    choice  letters | an entry a letter, from the lowest          one of them is on the board: the most counts
    pair    entry | entry                                         two subtrees to be added: PENDING, made when needed
    chain   low | high                                            the key of one term: CHAIN, taken apart when needed

    entry   index with flags | bound                              index 0: no subtree, `bound` are points

    bound(sum) = points + sum over its cells of max over letters of bound(subtree)

since a board has one letter a cell. To decide the first cell is to add two subtrees: what does without it, and what
its letter adds. Subtrees that only one side has are shared; where both have one, a pair stands in for their sum, and
is LOOSE, as all above it: its bound may be too high. `tighten` then follows the letters of the greatest bound, adds
their pairs one level, and takes bounds again, until the whole is below what is asked for, or exact. Entries that it
writes into shared subtrees are logged, and undone when the search goes back.

The ideas are D. Vanderkam's ("A Computational Proof of the Highest-Scoring Boggle Board", arXiv:2507.02117): trees of
choices whose bounds add up. Order by symmetry, terms by sets of cells and pairs that wait are ours.
"""

cimport cython

from libc.string cimport memset

from .boggle_small import WordTable
from ..bits cimport lsb, msb, popcount
from ..flag cimport flag_is_set, flag_set
from ..pool cimport Pool
from ..trie cimport Trie, narrow_node
from ..types cimport (bitboard_t, cell_t, cells_t, count_t, int32_t, int64_t, letter_t, letters_t, mask_t, node_t,
                      uint8_t, uint32_t, uint64_t, word_t)

cdef enum:
    CELLS = 25
    LETTERS = 31
    KEY_BITS = 64
    HOLE = 255
    IMPOSSIBLE = -(1 << 29)    # the bound of a letter that a cell cannot have
    SMALL_RUN = 48             # terms that are sorted by insertion
    DIGIT_BITS = 8
    DIGITS = 1 << DIGIT_BITS
    SCATTER_BITS = 10
    SCATTER = 1 << SCATTER_BITS
    CACHED_RUN = 1 << 14       # terms that are sorted from the lowest digit: both copies stay in cache
    TERMS_A_NODE = 64          # terms whose making takes as long as a visit
    POLL = 1 << 16             # terms or steps between two looks whether to stop
    MOST_SLICE = 1 << 30       # visits of one run, whatever the budget: what is counted by them does not overflow

cdef enum:
    PENDING = 1 << 31
    LOOSE = 1 << 30
    CHAIN = 1 << 29
    INDEX = (1 << 29) - 1

cdef enum:
    NOTHING, WALKING, SORTING, BUILDING, SEARCHING

MAX_CELLS = CELLS
"""Most cells of a board that `BoardTree` takes."""
MAX_LETTERS = LETTERS
"""Most letters of an alphabet that `BoardTree` takes."""

cdef struct term:
    uint64_t key
    word_t word
    int32_t points

cdef struct entry:
    uint32_t index     # with flags
    uint32_t bound

cdef struct written:   # an entry as it was
    uint32_t at
    entry before

cdef struct level:                       # a cell being decided
    letters_t sets[CELLS]                # what each cell may have
    int32_t bounds[CELLS][LETTERS + 1]   # by cell and letter, of the subtree at hand
    int32_t most[CELLS]
    int64_t points                       # of the terms that are certain
    int64_t others                       # the most that the cells after this one add
    entry rest                           # the subtree without this cell
    uint32_t choice                      # of this cell; 0 for none
    letters_t left                       # letters to try yet
    uint32_t top                         # of the arena, when the level was entered; once `rest` was made
    uint32_t top_rest
    count_t logged

cdef struct search:
    const narrow_node* nodes
    const int32_t* values                # points of each word
    int n_cells, n_open
    int64_t at_least
    # the class
    letters_t sets[CELLS]                # by cell
    cells_t adjacency[CELLS]
    cell_t order[CELLS]                  # cells by the order of deciding
    cells_t least[CELLS]                 # cells whose letter must not have a higher rank than this one's
    uint8_t rank[LETTERS + 1]
    letter_t by_rank[LETTERS + 1]
    letters_t above[LETTERS + 1]         # letters of no lower rank than a letter
    letters_t below[LETTERS + 1]         # letters of no higher rank
    letters_t spelling                   # letters that words have
    # open cells, by place in the order of deciding
    cell_t cell[CELLS]
    int place[CELLS]                     # of a cell; -1: it has one letter
    int shift[CELLS]
    int width[CELLS]
    letter_t letter_of[CELLS][LETTERS + 1]  # by field
    uint8_t field_of[CELLS][LETTERS + 1]    # by letter
    uint8_t place_of_bit[KEY_BITS]
    uint64_t from_place[CELLS + 1]       # the bits of the fields from a place on
    cells_t smaller[CELLS]               # open cells, by cell, of no higher rank; and the other way round
    cells_t greater[CELLS]
    # the terms
    int stage, first_cell, first_letter  # where the walk stands
    letter_t spelt[CELLS]                # letters of the path at hand, by cell
    term* terms
    term* spare
    count_t capacity, n_terms, made, steps
    uint32_t* seen                       # word -> the last key that counted it
    count_t n_words
    uint32_t stamp
    bint full
    int stop                             # set by another thread
    # the tree
    uint32_t* arena
    uint32_t room, top
    written* log
    count_t n_log, log_room
    letters_t* allowed                   # letters by place, of the level at hand
    entry root
    # the search
    level* levels
    int depth
    count_t visited
    letter_t board[CELLS]


# -- the terms of a class ------------------------------------------------------------------------------

cdef bint narrow_by_order(search* b, letters_t* sets, const cell_t* cells, const int* places, int n) noexcept nogil:
    """Take from sets the letters that would make a symmetric board come first; False where none is left.

    `sets` is by place where `places` is given, else by cell.
    """
    cdef bint changed = True
    cdef int i, low, high, here, there
    cdef cells_t others
    cdef letters_t one, two
    while changed:
        changed = False
        for i in range(n):
            others = b.least[cells[i]]
            while others:
                there = lsb(others)
                others &= others - 1
                if places != NULL:
                    if places[there] < 0:
                        continue
                    there, here = places[there], i
                else:
                    here = cells[i]
                one, two = sets[there], sets[here]
                if not one or not two:  # a hole
                    continue
                low, high = 0, LETTERS
                while not one >> b.by_rank[low] & 1:
                    low += 1
                while high >= 0 and not two >> b.by_rank[high] & 1:
                    high -= 1
                # rank at `there` <= rank at `here`
                sets[here] = two & b.above[b.by_rank[low]]
                sets[there] = one & b.below[b.by_rank[high]]
                if not sets[here] or not sets[there]:
                    return False
                if sets[here] != two or sets[there] != one:
                    changed = True
    return True


cdef inline uint64_t bits_below(int n) noexcept nogil:
    """Return the n lowest bits of a key, all for 64."""
    return <uint64_t>-1 if n == KEY_BITS else (<uint64_t>1 << n) - 1


cdef bint lay_out(search* b) noexcept nogil:
    """Give each open cell its field; False where a key has too few bits for them."""
    cdef int i, p, bits = 0, field, bit
    cdef cell_t cell
    cdef letters_t letters
    cdef cells_t open = 0, others
    b.n_open = 0
    for i in range(b.n_cells):
        cell = b.order[i]
        b.place[cell] = -1
        if b.sets[cell] & (b.sets[cell] - 1):
            b.place[cell] = b.n_open
            b.cell[b.n_open] = cell
            b.n_open += 1
            open |= <cells_t>1 << cell
        else:
            b.board[cell] = <letter_t>lsb(b.sets[cell]) if b.sets[cell] else HOLE
    for p in range(b.n_open - 1, -1, -1):
        letters = b.sets[b.cell[p]] & b.spelling
        b.width[p] = msb(<uint32_t>popcount(letters)) + 1 if letters else 0
        if bits + b.width[p] > KEY_BITS:
            return False
        b.shift[p] = bits
        b.from_place[p + 1] = bits_below(bits)
        field = 1
        while letters:
            b.letter_of[p][field] = lsb(letters)
            b.field_of[p][lsb(letters)] = field
            field += 1
            letters &= letters - 1
        for bit in range(bits, bits + b.width[p]):
            b.place_of_bit[bit] = p
        bits += b.width[p]
    b.from_place[0] = bits_below(bits)
    for i in range(b.n_cells):
        b.smaller[i] = b.greater[i] = 0
    for i in range(b.n_cells):
        if b.place[i] >= 0:
            others = b.least[i] & open
            b.smaller[i] |= others
            while others:
                b.greater[lsb(others)] |= <cells_t>1 << i
                others &= others - 1
    return True


cdef bint walk(search* b, node_t index, cell_t cell, cells_t used, uint64_t key, letters_t letters) noexcept nogil:
    """Append the terms of all paths of the class that go on from a cell, with one of `letters` there."""
    cdef const narrow_node* node = &b.nodes[index]
    cdef const narrow_node* after
    cdef letters_t rest = (node.inner | node.words) & letters, below
    cdef cells_t open = b.adjacency[cell] & ~used, cells
    cdef int32_t points
    cdef uint64_t now
    cdef node_t child
    cdef word_t word
    cdef cell_t next_
    cdef letter_t letter
    cdef int place = b.place[cell]
    b.steps += 1
    if b.steps % POLL == 0 and flag_is_set(&b.stop):
        return False
    # A letter that makes a symmetric board come first, whatever the other cells have.
    cells = b.smaller[cell] & used
    while cells:
        rest &= b.above[b.spelt[lsb(cells)]]
        cells &= cells - 1
    cells = b.greater[cell] & used
    while cells:
        rest &= b.below[b.spelt[lsb(cells)]]
        cells &= cells - 1
    while rest:
        letter = lsb(rest)
        rest &= rest - 1
        below = (<letters_t>1 << letter) - 1
        b.spelt[cell] = letter
        now = key if place < 0 else key | <uint64_t>b.field_of[place][letter] << b.shift[place]
        if node.words >> letter & 1:
            word = node.word + <node_t>popcount(node.words & below)
            points = b.values[word]
            if points:
                if b.n_terms == b.capacity:
                    return False
                b.terms[b.n_terms].key = now
                b.terms[b.n_terms].word = word
                b.terms[b.n_terms].points = points
                b.n_terms += 1
        if node.inner >> letter & 1:
            child = node.child + <node_t>popcount(node.inner & below)
            after = &b.nodes[child]
            cells = open
            while cells:
                next_ = lsb(cells)
                cells &= cells - 1
                if (after.inner | after.words) & b.sets[next_]:
                    if not walk(b, child, next_, used | <cells_t>1 << next_, now, b.sets[next_]):
                        return False
    return True


cdef bint walk_on(search* b, count_t budget) noexcept nogil:
    """Walk from one cell and first letter after another; False where the terms have no room."""
    cdef count_t before = b.n_terms
    cdef count_t end = before + budget * TERMS_A_NODE
    cdef bint fit = True
    cdef cell_t cell
    while fit and b.first_cell < b.n_cells and b.n_terms < end:
        cell = b.first_cell
        if b.sets[cell] >> b.first_letter & 1:
            fit = walk(b, 0, cell, <cells_t>1 << cell, 0, <letters_t>1 << b.first_letter)
        b.first_letter += 1
        if b.first_letter == LETTERS:
            b.first_letter = 0
            b.first_cell += 1
    b.made += b.n_terms - before
    if b.first_cell == b.n_cells:
        b.stage = SORTING
    return fit


cdef void sort_small(term* terms, count_t n) noexcept nogil:
    """Sort a few terms by key, by insertion."""
    cdef count_t i, j
    cdef term each
    for i in range(1, n):
        each = terms[i]
        j = i
        while j and terms[j - 1].key > each.key:
            terms[j] = terms[j - 1]
            j -= 1
        terms[j] = each


cdef void sort_run(term* terms, term* spare, count_t n, int bits, bint swapped, const int* stop) noexcept nogil:
    """Sort terms by the lowest `bits` bits of their keys, which are all that differ.

    The result is in `terms`; where they are `swapped`, in `spare`. Long runs are scattered by their highest
    bits, so that what is sorted digit by digit from the lowest fits into the cache. When stopped, it returns
    at once: the terms are then of no use.
    """
    cdef count_t place[SCATTER + 1]
    cdef count_t i, before, count
    cdef term* source = terms
    cdef term* target = spare
    cdef term* goal = spare if swapped else terms
    cdef int shift, digit, top
    cdef uint64_t differ = 0
    if n < SMALL_RUN or bits == 0:
        sort_small(terms, n)
    elif n <= CACHED_RUN or bits <= DIGIT_BITS:
        for i in range(1, n):
            differ |= terms[i].key ^ terms[0].key
        shift = -DIGIT_BITS
        while shift + DIGIT_BITS < bits:
            shift += DIGIT_BITS
            if not differ >> shift & (DIGITS - 1):
                continue
            for digit in range(DIGITS + 1):
                place[digit] = 0
            for i in range(n):
                place[(source[i].key >> shift & (DIGITS - 1)) + 1] += 1
            for digit in range(DIGITS):
                place[digit + 1] += place[digit]
            for i in range(n):
                digit = <int>(source[i].key >> shift & (DIGITS - 1))
                target[place[digit]] = source[i]
                place[digit] += 1
            source, target = target, source
    else:
        top = max(bits - SCATTER_BITS, 0)
        for digit in range(SCATTER + 1):
            place[digit] = 0
        for i in range(n):
            place[(source[i].key >> top & (SCATTER - 1)) + 1] += 1
        for digit in range(SCATTER):
            place[digit + 1] += place[digit]
        for i in range(n):
            if i % POLL == 0 and flag_is_set(stop):
                return
            digit = <int>(source[i].key >> top & (SCATTER - 1))
            target[place[digit]] = source[i]
            place[digit] += 1
        before = 0
        for digit in range(SCATTER):  # each now begins where the one before ends
            count = place[digit]
            if count > before and not flag_is_set(stop):
                sort_run(target + before, source + before, count - before, top, target != goal, stop)
            before = count
        return
    if source != goal:
        for i in range(n):
            goal[i] = source[i]


cdef bint sort(search* b) noexcept nogil:
    """Sort the terms by key and make one of each key: its words, each once; False where bounds grow too large."""
    cdef count_t i = 0, kept = 0
    cdef uint64_t key
    cdef int64_t points, all_points = 0
    sort_run(b.terms, b.spare, b.n_terms, msb(b.from_place[0]) + 1 if b.from_place[0] else 0, False, &b.stop)
    while i < b.n_terms:
        if kept % POLL == 0 and flag_is_set(&b.stop):
            return False
        key, points = b.terms[i].key, 0
        b.stamp += 1
        if b.stamp == 0:  # all stamps were used: those of before would be taken for new ones
            memset(b.seen, 0, b.n_words * sizeof(uint32_t))
            b.stamp = 1
        while i < b.n_terms and b.terms[i].key == key:
            if b.seen[b.terms[i].word] != b.stamp:
                b.seen[b.terms[i].word] = b.stamp
                points += b.terms[i].points
            i += 1
        all_points += points
        if all_points >= 1 << 29:
            return False
        b.terms[kept].key = key
        b.terms[kept].points = <int32_t>points
        kept += 1
    b.n_terms = kept
    return True


# -- the tree ------------------------------------------------------------------------------------------

cdef inline uint32_t allot(search* b, uint32_t n) noexcept nogil:
    """Return `n` words of the arena; index 0 and `full` where there is no room."""
    cdef uint32_t at = b.top
    if n > b.room - at:
        b.full = True
        return 0
    b.top = at + n
    return at


cdef inline entry made(uint32_t index, uint32_t bound) noexcept nogil:
    cdef entry e
    e.index, e.bound = index, bound
    return e


cdef inline entry* entries(search* b, uint32_t at) noexcept nogil:
    return <entry*>&b.arena[at]


cdef inline uint64_t chain_at(const search* b, uint32_t index) noexcept nogil:
    return <uint64_t>b.arena[(index & INDEX) + 1] << 32 | b.arena[index & INDEX]


cdef count_t end_of(const term* terms, count_t low, count_t high, uint64_t mask, int shift,
                    uint64_t value) noexcept nogil:
    """Return where the terms end whose masked keys, shifted, are at most `value`: by leaps, then by halving."""
    cdef count_t step = 1, middle, last
    while low + step < high and (terms[low + step].key & mask) >> shift <= value:
        low += step
        step *= 2
    last = min(high, low + step)
    while last - low > 1:
        middle = low + (last - low) // 2
        if (terms[middle].key & mask) >> shift <= value:
            low = middle
        else:
            last = middle
    return last


cdef entry build(search* b, count_t low, count_t high, int place) noexcept nogil:
    """Build the tree of sorted terms that agree in the fields before a place; of no use where `full` is set."""
    cdef uint64_t mask = b.from_place[place]
    cdef uint32_t points = 0, bound, at, choice, most
    cdef count_t each
    cdef count_t begin[CELLS + 1]
    cdef count_t letter_at[LETTERS + 2]
    cdef int places[CELLS]
    cdef int n = 0, n_letters, i, k, p
    cdef cells_t cells = 0
    cdef letters_t letters
    cdef uint64_t key, field
    cdef entry below
    while low < high and not b.terms[low].key & mask:  # these ask for nothing more
        points += b.terms[low].points
        low += 1
    if low == high:
        return made(0, points)
    if low + 1 == high and not points:
        at = allot(b, 2)
        if not at:
            return made(0, 0)
        key = b.terms[low].key & mask
        b.arena[at], b.arena[at + 1] = <uint32_t>key, <uint32_t>(key >> 32)
        return made(at | CHAIN, b.terms[low].points)
    if high - low > POLL and flag_is_set(&b.stop):
        b.full = True
        return made(0, 0)
    # Keys whose first cell is a late one are low.
    each = low
    while each < high:
        p = b.place_of_bit[msb(b.terms[each].key & mask)]
        places[n], begin[n] = p, each
        n += 1
        cells |= <cells_t>1 << p
        each = end_of(b.terms, each, high, mask, b.shift[p], (<uint64_t>1 << b.width[p]) - 1)
    begin[n] = high
    at = allot(b, 2 + 2 * n)
    if not at:
        return made(0, 0)
    b.arena[at], b.arena[at + 1], bound = points, cells, points
    for i in range(n - 1, -1, -1):
        p, letters, n_letters, each = places[i], 0, 0, begin[i]
        while each < begin[i + 1]:
            field = (b.terms[each].key & mask) >> b.shift[p]
            letters |= <letters_t>1 << b.letter_of[p][field]
            letter_at[n_letters] = each
            n_letters += 1
            each = end_of(b.terms, each, begin[i + 1], mask, b.shift[p], field)
        letter_at[n_letters] = begin[i + 1]
        choice = allot(b, 1 + 2 * n_letters)
        if not choice:
            return made(0, 0)
        b.arena[choice], most = letters, 0
        for k in range(n_letters):
            below = build(b, letter_at[k], letter_at[k + 1], p + 1)
            if b.full:
                return made(0, 0)
            entries(b, choice + 1)[k] = below
            most = max(most, below.bound)
        entries(b, at + 2)[n - 1 - i] = made(choice, most)
        bound += most
    return made(at, bound)


cdef inline void write(search* b, entry* e, entry now) noexcept nogil:
    """Write an entry, and log what it was; `full` and not written where the log has no room."""
    cdef written* log
    if b.n_log == b.log_room:
        b.full = True
        return
    log = &b.log[b.n_log]
    log.at = <uint32_t>(<uint32_t*>e - b.arena)
    log.before = e[0]
    b.n_log += 1
    e[0] = now


cdef inline void undo(search* b, count_t logged) noexcept nogil:
    """Write back the entries of the log from a place on, the last first."""
    while b.n_log > logged:
        b.n_log -= 1
        (<entry*>&b.arena[b.log[b.n_log].at])[0] = b.log[b.n_log].before


cdef entry unchained(search* b, entry e) noexcept nogil:
    """Return an entry whose subtree is no chain: the first cell of its key becomes a sum of one choice."""
    cdef uint64_t key
    cdef int place
    cdef letter_t letter
    cdef uint32_t at
    if not e.index & CHAIN:
        return e
    key = chain_at(b, e.index)
    place = b.place_of_bit[msb(key)]
    letter = b.letter_of[place][key >> b.shift[place]]
    key &= b.from_place[place + 1]
    at = allot(b, 9 if key else 7)
    if not at:
        return made(0, e.bound)
    b.arena[at], b.arena[at + 1] = 0, <cells_t>1 << place
    entries(b, at + 2)[0] = made(at + 4, e.bound)
    b.arena[at + 4] = <letters_t>1 << letter
    entries(b, at + 5)[0] = made((at + 7) | CHAIN if key else 0, e.bound)
    if key:
        b.arena[at + 7], b.arena[at + 8] = <uint32_t>key, <uint32_t>(key >> 32)
    return made(at, e.bound)


cdef entry pair_of(search* b, entry one, entry two) noexcept nogil:
    """Return what stands for the sum of two subtrees until it is needed."""
    cdef uint32_t at
    if not one.index or not two.index:
        return sum_of(b, one, two)
    at = allot(b, 4)
    if not at:
        return made(0, one.bound + two.bound)
    entries(b, at)[0], entries(b, at)[1] = one, two
    return made(at | PENDING | LOOSE, one.bound + two.bound)


cdef entry forced(search* b, entry e) noexcept nogil:
    """Return the sum that a pair stands for, one level deep."""
    return sum_of(b, entries(b, e.index & INDEX)[0], entries(b, e.index & INDEX)[1])


cdef entry sum_of(search* b, entry one, entry two) noexcept nogil:
    """Add two subtrees, one level deep."""
    cdef uint32_t at, a, c, cells_a, cells_c, cells, bit, points, bound, flags = 0
    cdef int n
    cdef entry* out
    cdef const entry* from_a
    cdef const entry* from_c
    if one.index & PENDING:
        one = forced(b, one)
    if two.index & PENDING:
        two = forced(b, two)
    if not one.index:
        if not two.index:
            return made(0, one.bound + two.bound)
        one, two = two, one
    if one.index & CHAIN and two.index & CHAIN and chain_at(b, one.index) == chain_at(b, two.index):
        return made(one.index, one.bound + two.bound)
    if not two.index and not two.bound:
        return one
    one, two = unchained(b, one), unchained(b, two)
    a, c = one.index & INDEX, two.index & INDEX
    if b.full:
        return made(0, one.bound + two.bound)
    cells_a, cells_c = b.arena[a + 1], b.arena[c + 1] if c else 0
    cells = cells_a | cells_c
    n = popcount(cells)
    at = allot(b, 2 + 2 * n)
    if not at:
        return made(0, one.bound + two.bound)
    points = b.arena[a] + (b.arena[c] if c else two.bound)
    b.arena[at], b.arena[at + 1] = points, cells
    out, from_a, from_c, bound = entries(b, at + 2), entries(b, a + 2), entries(b, c + 2), points
    while cells:
        bit = cells & -cells
        cells ^= bit
        if not cells_c & bit:
            out[0] = from_a[0]
            from_a += 1
        elif not cells_a & bit:
            out[0] = from_c[0]
            from_c += 1
        else:
            out[0] = choice_of(b, from_a[0].index & INDEX, from_c[0].index & INDEX, lsb(bit))
            from_a += 1
            from_c += 1
        bound += out[0].bound
        flags |= out[0].index
        out += 1
    return made(at | flags & LOOSE, bound)


cdef entry choice_of(search* b, uint32_t a, uint32_t c, int place) noexcept nogil:
    """Add two choices of a cell, letter by letter, those alone that it may have."""
    cdef letters_t letters_a = b.arena[a], letters_c = b.arena[c]
    cdef letters_t letters = (letters_a | letters_c) & b.allowed[place], bit
    cdef uint32_t at = allot(b, 1 + 2 * popcount(letters)), most = 0, flags = 0
    cdef entry* out
    cdef const entry* one
    cdef const entry* two
    if not at:
        return made(0, 0)
    b.arena[at] = letters
    out = entries(b, at + 1)
    while letters:
        bit = letters & -letters
        letters ^= bit
        one = entries(b, a + 1) + popcount(letters_a & (bit - 1))
        two = entries(b, c + 1) + popcount(letters_c & (bit - 1))
        if not letters_c & bit:
            out[0] = one[0]
        elif not letters_a & bit:
            out[0] = two[0]
        else:
            out[0] = pair_of(b, one[0], two[0])
        most = max(most, out[0].bound)
        flags |= out[0].index
        out += 1
    return made(at | flags & LOOSE, most)


cdef bint tighten(search* b, entry* e, int64_t enough) noexcept nogil:
    """Lower the bound of a sum until it is exact (True), or at most `enough`; of no use where `full` is set."""
    cdef uint32_t at, cells, flags = 0
    cdef int64_t total, before
    cdef bint exact = True
    cdef entry now
    cdef entry* each
    cdef int i, n
    if not e.index & LOOSE:
        return True
    if <int64_t>e.bound <= enough:
        return False
    if e.index & PENDING:
        now = forced(b, e[0])
        if b.full:
            return True
        now.bound = min(now.bound, e.bound)
        write(b, e, now)
        if flag_is_set(&b.stop):
            b.full = True
        if b.full or not e.index & LOOSE:  # a pair that could not be written is no sum
            return True
        if <int64_t>e.bound <= enough:
            return False
    at = e.index & INDEX
    cells, total = b.arena[at + 1], b.arena[at]
    n, each = popcount(cells), entries(b, at + 2)
    for i in range(n):
        total += each[i].bound
    if total <= enough:
        flags, exact = LOOSE, False
    else:
        for i in range(n):
            if each[i].index & LOOSE:
                before = each[i].bound
                # This cell must give way by what the whole is too much.
                if not tighten_choice(b, &each[i], nth(cells, i), before - (total - enough)):
                    exact = False
                total -= before - <int64_t>each[i].bound
                if b.full:
                    return True
                if total <= enough:
                    flags, exact = LOOSE, False
                    break
            flags |= each[i].index
    now = made(at | flags & LOOSE, <uint32_t>min(total, <int64_t>e.bound))
    if now.index != e.index or now.bound != e.bound:
        write(b, e, now)
    return exact


cdef inline int nth(uint32_t bits, int n) noexcept nogil:
    """Return the n-th lowest of set bits, from 0."""
    while n:
        bits &= bits - 1
        n -= 1
    return lsb(bits)


cdef bint tighten_choice(search* b, entry* e, int place, int64_t enough) noexcept nogil:
    """Lower the bound of a choice until it is exact (True), or at most `enough`: its greatest letter, repeatedly."""
    cdef uint32_t at = e.index & INDEX, flags
    cdef letters_t letters, allowed = b.allowed[place]
    cdef entry* each
    cdef entry* best
    cdef entry* tightened = NULL
    cdef int64_t first, second, bound
    cdef bint sure = False, exact
    cdef entry now
    while True:
        first, second, best, flags = 0, 0, NULL, 0
        letters, each = b.arena[at], entries(b, at + 1)
        while letters:
            if allowed & (letters & -letters):
                bound = each.bound
                flags |= each.index
                if bound > first or (bound == first and each == tightened):
                    first, second, best = bound, first, each
                elif bound > second:
                    second = bound
            letters &= letters - 1
            each += 1
        exact = best == NULL or not best.index & LOOSE or (sure and best == tightened)
        if exact or first <= enough or b.full:
            now = made(e.index & ~<uint32_t>LOOSE | flags & LOOSE, <uint32_t>min(first, <int64_t>e.bound))
            if now.index != e.index or now.bound != e.bound:
                write(b, e, now)
            return exact
        sure = tighten(b, best, max(min(second, first - 1), enough))
        tightened = best


# -- the search ----------------------------------------------------------------------------------------

cdef bint enter(search* b, int depth, entry at_hand) noexcept nogil:
    """Begin to decide the cell of a level, whose sets are there; False where no board of it can reach the score."""
    cdef level* now = &b.levels[depth]
    cdef entry* each
    cdef entry* choice
    cdef uint32_t at, spot, cells
    cdef letters_t letters
    cdef int p
    cdef letter_t letter
    cdef int64_t total
    now.top = b.top
    b.allowed = now.sets
    if at_hand.index & LOOSE:
        spot = allot(b, 2)
        if not spot:
            return False
        each = entries(b, spot)
        each[0] = at_hand
        tighten(b, each, b.at_least - 1)
        at_hand = each[0]
        if b.full or <int64_t>at_hand.bound < b.at_least:
            return False
        if at_hand.index & PENDING:
            at_hand = forced(b, at_hand)
    at_hand = unchained(b, at_hand)
    if b.full:
        return False
    at = at_hand.index & INDEX
    cells = b.arena[at + 1] if at else 0
    now.points = b.arena[at] if at else at_hand.bound
    now.choice = 0
    each = entries(b, at + 2)
    total = now.points
    for p in range(depth, b.n_open):
        letters = now.sets[p]
        for letter in range(LETTERS + 1):
            now.bounds[p][letter] = 0 if letters >> letter & 1 else IMPOSSIBLE
        if cells >> p & 1:
            spot = each.index & INDEX
            each += 1
            if p == depth:
                now.choice = spot
            letters, choice = b.arena[spot], entries(b, spot + 1)
            while letters:
                now.bounds[p][lsb(letters)] += choice.bound
                letters &= letters - 1
                choice += 1
        now.most[p] = greatest(now.bounds[p])
        total += now.most[p]
    if total < b.at_least:
        return False
    now.others = total - now.points - now.most[depth]
    now.rest = at_hand if not at else without(b, now, at, cells & ~(<cells_t>1 << depth))
    now.left = now.sets[depth]
    now.top_rest, now.logged = b.top, b.n_log
    return not b.full


cdef entry without(search* b, const level* now, uint32_t at, cells_t cells) noexcept nogil:
    """Return a sum of the cells of a sum that are left without that of a level."""
    cdef int p, n = popcount(cells)
    cdef int64_t total = now.points
    cdef const entry* each = entries(b, at + 2) + (now.choice != 0)
    cdef uint32_t spot
    if not n:
        return made(0, <uint32_t>now.points)
    spot = allot(b, 2 + 2 * n)
    if not spot:
        return made(0, 0)
    b.arena[spot], b.arena[spot + 1] = <uint32_t>now.points, cells
    for p in range(n):
        entries(b, spot + 2)[p] = each[p]
        total += each[p].bound
    return made(spot | LOOSE, <uint32_t>total)


cdef inline int32_t greatest(const int32_t* values) noexcept nogil:
    cdef int32_t most = values[0]
    cdef int i
    for i in range(1, LETTERS + 1):
        most = max(most, values[i])
    return most


# long: the sums of a letter give its bound, and what it strikes from other cells
cdef bint decide(search* b, int depth, letter_t letter, entry* below) noexcept nogil:
    """Give the cell of a level a letter: write the sets of the next level, and the tree `below`; False: in vain."""
    cdef level* now = &b.levels[depth]
    cdef level* after = &b.levels[depth + 1]
    cdef const int32_t* bounds
    cdef int32_t sums[CELLS][LETTERS + 1]
    cdef int32_t mosts[CELLS]
    cdef entry added
    cdef entry* each
    cdef entry* choice
    cdef letters_t letters, kept
    cdef uint32_t at, spot, cells = 0
    cdef int p
    cdef letter_t other
    cdef int64_t total
    cdef int32_t needed
    if now.points + now.others + now.bounds[depth][letter] < b.at_least:
        return False
    b.allowed = now.sets
    added = made(0, 0)
    if now.choice and b.arena[now.choice] >> letter & 1:
        each = entries(b, now.choice + 1) + popcount(b.arena[now.choice] & ((<letters_t>1 << letter) - 1))
        if each.index & PENDING:
            added = forced(b, each[0])
            added.bound = min(added.bound, each.bound)
            write(b, each, added)
        if b.full:  # what was not written is a pair yet
            return False
        added = unchained(b, each[0])
        if b.full:
            return False
    at = added.index & INDEX
    cells = b.arena[at + 1] if at else 0
    total = now.points + (b.arena[at] if at else added.bound)
    # The most by cell and letter, of what is there and of what the letter adds.
    each = entries(b, at + 2)
    for p in range(depth + 1, b.n_open):
        mosts[p] = now.most[p]
        if cells >> p & 1:
            for other in range(LETTERS + 1):
                sums[p][other] = now.bounds[p][other]
            spot = each.index & INDEX
            each += 1
            letters, choice = b.arena[spot], entries(b, spot + 1)
            while letters:
                sums[p][lsb(letters)] += choice.bound
                letters &= letters - 1
                choice += 1
            mosts[p] = greatest(sums[p])
        total += mosts[p]
    if total < b.at_least:
        return False
    # A letter that cannot reach the score with the best of the other cells.
    for p in range(depth):
        after.sets[p] = now.sets[p]
    after.sets[depth] = <letters_t>1 << letter
    for p in range(depth + 1, b.n_open):
        bounds = &sums[p][0] if cells >> p & 1 else &now.bounds[p][0]
        needed = <int32_t>max(b.at_least - total + mosts[p], <int64_t>IMPOSSIBLE // 2)
        kept = 0
        for other in range(LETTERS + 1):
            kept |= <letters_t>(bounds[other] >= needed) << other
        after.sets[p] = now.sets[p] & kept
        if not after.sets[p]:
            return False
    if not narrow_by_order(b, after.sets, b.cell, b.place, b.n_open):
        return False
    b.allowed = after.sets
    added.index |= LOOSE if at else 0
    below[0] = sum_of(b, now.rest, added)
    return not b.full


cdef int go_on(search* b, count_t budget) noexcept nogil:
    """Search until a board is found (1: in `board`), to the end (0), or for `budget` visits (-1)."""
    cdef count_t end = b.visited + budget
    cdef level* now
    cdef letter_t letter
    cdef entry below
    while b.depth >= 0 and not b.full:
        now = &b.levels[b.depth]
        undo(b, now.logged)
        b.top = now.top_rest
        if not now.left:
            b.top = now.top
            b.depth -= 1
            continue
        if b.visited >= end or flag_is_set(&b.stop):
            return -1
        letter = lsb(now.left)
        now.left &= now.left - 1
        if not decide(b, b.depth, letter, &below):
            continue
        b.visited += 1
        b.board[b.cell[b.depth]] = letter
        if b.depth + 1 == b.n_open:
            if <int64_t>below.bound >= b.at_least:
                return 1
        elif enter(b, b.depth + 1, below):
            b.depth += 1
    return 0


cdef bint step(search* b, count_t budget) noexcept nogil:
    """Make the terms of a class, sort them, build their tree, one of these; return whether there is more to do."""
    if b.stage == WALKING:
        b.full = not walk_on(b, budget)
    elif b.stage == SORTING:
        b.full = not sort(b)
        b.stage = BUILDING
    elif b.stage == BUILDING:
        b.top, b.n_log = 16, 0
        b.root = build(b, 0, b.n_terms, 0)
        b.visited += 1
        b.stage = SEARCHING
    if b.full:
        b.stage = NOTHING
    return WALKING <= b.stage <= BUILDING


cdef void begin(search* b) noexcept nogil:
    """Begin to decide the first open cell, where the class may reach the score."""
    cdef int p
    if <int64_t>b.root.bound < b.at_least:
        return
    for p in range(b.n_open):
        b.levels[0].sets[p] = b.sets[b.cell[p]]
    if b.n_open == 0 or enter(b, 0, b.root):
        b.depth = 0


@cython.final
cdef class BoardTree:
    """Finds all boards of a class that may reach a score, one of each up to symmetry.

    Parameters
    ----------
    words : WordTable
        With a trie of at most 31 letters.
    adjacency : uint64 array of shape (n_cells,)
        Bitboard of each cell's neighbours; n_cells is 1 to 25.
    values : int32 array of shape (n_words,)
        Points of the word at each place of the trie, none below 0; a word of 0 points is none.
    order : int32 array of shape (n_cells,)
        The cells in the order in which they are decided.
    rank : uint8 array of shape (n_letters,)
        Place of each letter in the order that `least` goes by: each place from 0 once.
    least : uint32 array of shape (n_cells,)
        For each cell the cells whose letters must not have a higher rank.
    capacity : int
        Most terms of a class before equal ones are added up, 1 to 2**31; 32 bytes each.
    room : int
        32-bit words for the tree, 1,024 to 2**29; the log of what is written takes an eleventh more.

    Attributes
    ----------
    words : WordTable
        As given.
    n_cells : int
        Number of cells.
    full : bool
        Whether the class did not fit: it counts as not done, and has to be divided.
    root : int
        The bound of the class, once its tree is built; 0 before.
    nodes : int
        Classes whose bound was taken so far, in all searches.
    terms : int
        Paths of words listed so far.
    stopped : bool
        Whether `stop` was called.

    Notes
    -----
    One object serves one thread; `stop` alone may be called from another. Buffers are touched only as far as they
    are used. Terms are listed, sorted and built in O(terms); a search may visit each board of the class.
    """

    cdef Pool pool
    cdef search state
    cdef readonly object words
    cdef Trie trie
    cdef const int32_t[::1] values
    cdef readonly cell_t n_cells

    def __cinit__(self, words not None, const bitboard_t[::1] adjacency not None,
                  const int32_t[::1] values not None, const cell_t[::1] order not None,
                  const uint8_t[::1] rank not None, const cells_t[::1] least not None,
                  count_t capacity=1 << 20, count_t room=1 << 24):
        if not isinstance(words, WordTable):
            raise TypeError(f"words of type {type(words).__name__}, expected WordTable")
        self.words, self.trie, self.values = words, words.trie, values
        cdef Py_ssize_t n = adjacency.shape[0], cell, letter
        if self.trie.view.wide != NULL or self.trie.n_letters > LETTERS:
            raise ValueError(f"{self.trie.n_letters} letters, expected at most {LETTERS}")
        if not 1 <= n <= CELLS:
            raise ValueError(f"{n} cells, expected 1 to {CELLS}")
        if order.shape[0] != n or least.shape[0] != n or rank.shape[0] != self.trie.n_letters:
            raise ValueError("order, rank or least of the wrong shape")
        if values.shape[0] != self.trie.n_words or min(values) < 0:
            raise ValueError(f"values: expected {self.trie.n_words} from 0 up, one a word")
        if not 1 <= capacity <= 1 << 31:
            raise ValueError(f"capacity {capacity}, expected 1 to 2**31")
        if not 1024 <= room <= 1 << 29:
            raise ValueError(f"room {room}, expected 1,024 to 2**29")
        if sorted(order) != list(range(n)):
            raise ValueError("order: expected each cell once")
        if sorted(rank) != list(range(rank.shape[0])):
            raise ValueError("rank: expected each place once")
        for cell in range(n):
            if adjacency[cell] >> n or least[cell] >> n or least[cell] >> cell & 1:
                raise ValueError(f"adjacency or least of cell {cell}: expected other cells below {n}")
        self.n_cells = n
        self._allot(capacity, room)
        cdef search* b = &self.state
        b.n_cells, b.nodes = n, self.trie.view.narrow
        b.values = &self.values[0]
        for cell in range(n):
            b.adjacency[cell], b.order[cell], b.least[cell] = <cells_t>adjacency[cell], order[cell], least[cell]
        for cell in range(self.trie.nodes.shape[0]):
            b.spelling |= b.nodes[cell].inner | b.nodes[cell].words
        for letter in range(LETTERS + 1):  # those that the alphabet lacks come last
            b.by_rank[letter] = <letter_t>letter
        for letter in range(rank.shape[0]):
            b.rank[letter] = rank[letter]
            b.by_rank[rank[letter]] = <letter_t>letter
        cdef letters_t so_far = 0
        for letter in range(LETTERS + 1):
            b.above[b.by_rank[letter]] = ~so_far
            so_far |= <letters_t>1 << b.by_rank[letter]
            b.below[b.by_rank[letter]] = so_far

    cdef int _allot(self, count_t capacity, count_t room) except -1:
        """Make room for terms, tree, log and levels."""
        cdef search* b = &self.state
        self.pool = Pool()
        b.terms = <term*>self.pool.scratch(capacity, sizeof(term))
        b.spare = <term*>self.pool.scratch(capacity, sizeof(term))
        b.arena = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
        b.log_room = room // 32
        b.log = <written*>self.pool.scratch(b.log_room, sizeof(written))
        b.n_words = self.trie.order.shape[0] + 1
        b.seen = <uint32_t*>self.pool.zeros(b.n_words, sizeof(uint32_t))
        b.levels = <level*>self.pool.zeros(CELLS + 1, sizeof(level))
        b.capacity, b.room = capacity, <uint32_t>room
        return 0

    @property
    def nodes(self):
        """Classes whose bound was taken so far."""
        return self.state.visited

    @property
    def terms(self):
        """Paths of words listed so far."""
        return self.state.made

    @property
    def full(self):
        """Whether the class did not fit."""
        return bool(self.state.full)

    @property
    def root(self):
        """The bound of the class, once its tree is built; 0 before."""
        return self.state.root.bound

    @property
    def stopped(self):
        """Whether `stop` was called."""
        return bool(flag_is_set(&self.state.stop))

    def stop(self):
        """End the work of another thread on this object at once: `run` returns False, the class is not done."""
        flag_set(&self.state.stop)

    def start(self, const letters_t[::1] sets not None, int64_t at_least):
        """Begin the search of a class for all boards that may have `at_least` points.

        Parameters
        ----------
        sets : uint32 array of shape (n_cells,)
            Letters that each cell can have, one bit a letter; 0 is a hole.
        at_least : int
            1 to 2**28 - 1.

        Notes
        -----
        Letters that the order of letters rules out are taken from the sets. `full` is set where a key would need
        more than 64 bits: for each cell of several letters as many as the number of those has that are in words.
        """
        cdef search* b = &self.state
        cdef int cell
        cdef cell_t[CELLS] cells
        if sets.shape[0] != self.n_cells:
            raise ValueError(f"{sets.shape[0]} sets, expected {self.n_cells}")
        if not 0 < at_least < 1 << 28:
            raise ValueError(f"at_least {at_least}, expected 1 to 2**28 - 1")
        b.full, b.stage, b.depth, b.at_least = False, NOTHING, -1, at_least
        b.n_terms = b.steps = 0
        b.root = made(0, 0)
        for cell in range(self.n_cells):
            b.sets[cell] = sets[cell] & ((<mask_t>1 << self.trie.n_letters) - 1)
            cells[cell] = cell
        if not narrow_by_order(b, b.sets, cells, NULL, self.n_cells):
            return
        if not lay_out(b):
            b.full = True
            return
        b.stage, b.first_cell, b.first_letter = WALKING, 0, 0

    def run(self, count_t budget, list found not None):
        """Search on: append boards as bytes of letter codes (255 a hole); return whether work remains.

        At most `budget` classes are bounded. Where the class does not fit, nothing remains and `full` is set;
        boards that were appended by then belong to it, and will be found again in its parts.
        """
        cdef search* b = &self.state
        cdef int more
        cdef count_t end
        if budget <= 0:
            return b.stage != NOTHING
        budget = min(budget, <count_t>MOST_SLICE)
        end = b.visited + budget
        if WALKING <= b.stage <= BUILDING:
            with nogil:
                step(b, budget)
                if b.stage == SEARCHING:
                    begin(b)
                if b.full:
                    b.stage = NOTHING
                self._note_stop()
            return b.stage != NOTHING
        while b.stage == SEARCHING:
            if b.n_open == 0:  # a single board
                more = 1 if b.depth == 0 else 0
                b.depth = -1
            else:
                with nogil:
                    more = go_on(b, end - b.visited)
            if more > 0 and not b.full:
                found.append(bytes(b.board[:self.n_cells]))
            elif more == 0 or b.full:
                b.stage = NOTHING
            else:
                break
            self._note_stop()
        self._note_stop()
        return b.stage != NOTHING

    def bound(self, sets):
        """Return what no board of a class exceeds: of a single board its score.

        -1 where the class does not fit, or `stop` was called. Ends the search at hand. Those boards alone count
        whose letters are in order: 0 where there is none. O(terms).

        Parameters
        ----------
        sets : uint32 array of shape (n_cells,)
            Letters that each cell can have, one bit a letter; 0 is a hole.
        """
        cdef search* b = &self.state
        self.start(sets, 1)
        with nogil:
            if b.stage == WALKING:
                while step(b, MOST_SLICE):
                    pass
        b.stage = NOTHING
        return -1 if b.full else self.root

    cdef void _note_stop(self) noexcept nogil:
        """Give up the class at hand where `stop` was called."""
        if flag_is_set(&self.state.stop):
            self.state.stage, self.state.full = NOTHING, False
