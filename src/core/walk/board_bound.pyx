"""Bounds of classes of boards, and all boards of a score; twin: `unriddle.core.walk.reference.board_bound`.

A class gives each cell a set of letters. Every path of a word is a term: it scores if each of its cells that is
still open (has several letters) has the letter it asks for. A term's key has five bits a cell, the letter + 1 or 0
where the cell does not matter, the cell that is decided first on top:

    bits   … 14 – 10 | 9 – 5    | 4 – 0        three open cells, the first to be decided on the left
           letter + 1 | letter + 1 | letter + 1

Keys are sorted and equal ones added up, so the terms are a tree without pointers: below each term prefix, the cells
that come next, below each cell its letters.

    bound(tree) = points + sum over cells that come next of max over letters of bound(subtree)

since a board has one letter a cell. The cells of a path are put in one order whatever the path's own, so to decide
the first cell is to merge two sorted runs: terms without the cell, and those with its letter. A word counts once a
path here, so the bound of a single board is at least its score.
"""

cimport cython

from libc.string cimport memset

from .small_walk import WordTable
from ..bits cimport lsb, msb, popcount
from ..pool cimport Pool
from ..trie cimport Trie, narrow_node
from ..types cimport (bitboard_t, cell_t, cells_t, count_t, int32_t, int64_t, letter_t, letters_t, mask_t, node_t,
                      uint8_t, uint64_t)

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept

cdef enum:
    CELLS = 12
    LETTERS = 31
    FIELD = 5              # bits of a cell in a key: a letter + 1
    RADIX = 11             # bits that a pass of the sort looks at
    DIGITS = 1 << RADIX
    POLL = 1 << 18         # terms between two looks for Ctrl-C
    HOLE = 255

MAX_CELLS = CELLS
"""Most cells of a board that `BoardBound` takes."""
MAX_LETTERS = LETTERS
"""Most letters of an alphabet that `BoardBound` takes."""

cdef struct term:
    uint64_t key
    int64_t points

cdef struct level:                 # a cell being decided, in the search
    term* terms                    # over this cell and those after it, sorted
    count_t count
    count_t rest                   # the first `rest` terms do without this cell
    int64_t rest_bound             # bound of those
    int64_t most[LETTERS + 1]      # bound of the others, by letter + 1
    count_t block[LETTERS + 2]     # where the terms of each letter + 1 begin, and the end
    letter_t letter                # next to try; LETTERS for none

cdef struct search:
    const narrow_node* nodes
    const uint8_t* lengths
    const int32_t* points
    cell_t n_cells, n_open
    letters_t sets[CELLS]
    cells_t adjacency[CELLS]
    int shift[CELLS]               # where a cell's letter is in the keys; -1: it has one letter, or is a hole
    cell_t order[CELLS]            # cells by the order of deciding
    cell_t open[CELLS]             # cells of several letters, in that order
    term* terms                    # room for n_cells + 1 times capacity terms
    term* spare                    # room for capacity
    count_t capacity, n_terms, made
    bint stopped                   # a signal came; its exception is set
    letter_t board[CELLS]
    uint8_t rank[HOLE + 1]         # of letters: a cell's must not be below those of the cells `least`; a hole has 0
    cells_t least[CELLS]           # all decided before it
    int64_t at_least
    int depth                      # of the level at hand; -1: nothing is left
    level levels[CELLS + 1]
    count_t visited


cdef bint poll(search* b) noexcept nogil:
    """Return whether Ctrl-C came; its exception is set then."""
    with gil:
        b.stopped = PyErr_CheckSignals() != 0
    return b.stopped


cdef int raise_pending() except? -1:
    """Raise the exception that `poll` has left."""
    return -1


# -- the terms of a class ------------------------------------------------------------------------------

cdef bint walk(search* b, node_t index, cell_t cell, cells_t used, uint64_t key) noexcept nogil:
    """Walk all paths of the class from a cell; append the terms of their words; False: no room, or stopped."""
    cdef const narrow_node* node = &b.nodes[index]
    cdef letters_t rest = (node.inner | node.words) & b.sets[cell], below
    cdef cells_t open = b.adjacency[cell] & ~used, cells
    cdef int32_t points
    cdef uint64_t now
    cdef node_t child
    cdef cell_t next_
    cdef letter_t letter
    while rest:
        letter = lsb(rest)
        rest &= rest - 1
        below = (<letters_t>1 << letter) - 1
        # A cell of one letter asks for nothing.
        now = key if b.shift[cell] < 0 else key | <uint64_t>(letter + 1) << b.shift[cell]
        if node.words >> letter & 1:
            points = b.points[b.lengths[node.word + <node_t>popcount(node.words & below)]]
            if points:
                if b.n_terms == b.capacity:
                    return False
                if b.n_terms % POLL == POLL - 1 and poll(b):
                    return False
                b.terms[b.n_terms].key = now
                b.terms[b.n_terms].points = points
                b.n_terms += 1
        if node.inner >> letter & 1:
            child = node.child + <node_t>popcount(node.inner & below)
            cells = open
            while cells:
                next_ = lsb(cells)
                cells &= cells - 1
                if not walk(b, child, next_, used | <cells_t>1 << next_, now):
                    return False
    return True


cdef bint sort(search* b) noexcept nogil:
    """Sort the terms by key and add up those of equal keys; False where the search is to stop.

    Digit by digit from the lowest (radix sort), since keys have few bits.
    """
    cdef count_t place[DIGITS]
    cdef count_t i, before, count, kept = 0
    cdef term* source = b.terms
    cdef term* target = b.spare
    cdef int shift = 0, digit
    while shift < b.n_open * FIELD:
        if b.n_terms >= POLL and poll(b):
            return False
        memset(place, 0, sizeof(place))
        for i in range(b.n_terms):
            place[source[i].key >> shift & (DIGITS - 1)] += 1
        # From how many terms have a digit to where the first of them goes.
        before = 0
        for digit in range(DIGITS):
            count = place[digit]
            place[digit] = before
            before += count
        for i in range(b.n_terms):
            digit = <int>(source[i].key >> shift & (DIGITS - 1))
            target[place[digit]] = source[i]
            place[digit] += 1
        source, target = target, source
        shift += RADIX
    for i in range(b.n_terms):
        if kept and b.terms[kept - 1].key == source[i].key:
            b.terms[kept - 1].points += source[i].points
        else:
            b.terms[kept] = source[i]
            kept += 1
    b.n_terms = kept
    return True


cdef bint make_terms(search* b) noexcept nogil:
    """Fill the terms of a class; False where there is no room for them, or to stop."""
    cdef cell_t i, cell
    b.n_open = 0
    b.stopped = False
    for i in range(b.n_cells):
        cell = b.order[i]
        b.shift[cell] = -1
        if b.sets[cell] & (b.sets[cell] - 1):
            b.open[b.n_open] = cell
            b.n_open += 1
        else:
            b.board[cell] = <letter_t>lsb(b.sets[cell]) if b.sets[cell] else HOLE
    for i in range(b.n_open):
        b.shift[b.open[i]] = (b.n_open - 1 - i) * FIELD
    b.n_terms = 0
    for cell in range(b.n_cells):
        if not walk(b, 0, cell, <cells_t>1 << cell, 0):
            return False
    b.made += b.n_terms
    return sort(b)


# -- the bound of sorted terms -------------------------------------------------------------------------

cdef int64_t bound_of(const term* terms, count_t count, cell_t n, int64_t* without, int64_t* most_by) noexcept nogil:
    """Return the bound of sorted terms over `n` cells.

    Of the top cell also the bound `without` it, and with each letter + 1, `most_by`; both may be NULL.

    The tree is walked without being made: a key shares with the one before all cells above the first that
    differs, so the cells below are done, and each hands the most of its letters to the cell it hangs on.
    """
    # By cell from the top, 1 up (0 is the root): the value of the letter that is open, and the most of those before.
    cdef int64_t value[CELLS + 2]
    cdef int64_t most[CELLS + 2]
    cdef cell_t parent[CELLS + 2]
    cdef cell_t deepest = 0, top, cell
    cdef uint64_t key, before = 0, rest
    cdef count_t i
    cdef int64_t greatest = 0
    cdef letter_t letter
    memset(most, 0, sizeof(most))
    value[0] = 0
    if most_by != NULL:
        memset(most_by, 0, (LETTERS + 1) * sizeof(int64_t))
    for i in range(count + 1):
        key = terms[i].key if i < count else 0
        if i and (i == count or key != before):
            top = 0 if i == count else n - msb(key ^ before) // FIELD  # first cell that differs
            while deepest > top:  # the cells below it are done
                most[deepest] = max(most[deepest], value[deepest])
                if deepest == 1 and most_by != NULL:
                    most_by[before >> (n - 1) * FIELD] = value[1]
                value[parent[deepest]] += most[deepest]
                most[deepest] = 0
                deepest = parent[deepest]
            if deepest == top and top:  # another letter of that cell
                most[deepest] = max(most[deepest], value[deepest])
                if deepest == 1 and most_by != NULL:
                    most_by[before >> (n - 1) * FIELD] = value[1]
                deepest = parent[deepest]
        if i == count:
            break
        # Open the cells that this key has below.
        rest = key & ((<uint64_t>1 << (n - deepest) * FIELD) - 1) if deepest else key
        while rest:
            cell = n - msb(rest) // FIELD
            value[cell] = 0
            parent[cell] = deepest
            deepest = cell
            rest &= (<uint64_t>1 << (n - cell) * FIELD) - 1
        value[deepest] += terms[i].points
        before = key
    if most_by != NULL:
        for letter in range(LETTERS + 1):
            greatest = max(greatest, most_by[letter])
        without[0] = value[0] - greatest
    return value[0]


# -- the search for boards -----------------------------------------------------------------------------

cdef int64_t enter(search* b, int depth) noexcept nogil:
    """Begin to decide the cell of a level, whose terms are there; return its bound."""
    cdef level* now = &b.levels[depth]
    cdef cell_t n = b.n_open - depth
    cdef int64_t bound = bound_of(now.terms, now.count, n, &now.rest_bound, now.most)
    cdef int shift = (n - 1) * FIELD
    cdef letter_t letter = 0, here  # letters + 1
    cdef count_t i = 0, low, high, middle
    # Where each letter begins: by halving, the blocks are long.
    while i < now.count:
        here = <letter_t>(now.terms[i].key >> shift)
        while letter <= here:
            now.block[letter] = i
            letter += 1
        low, high = i, now.count
        while high - low > 1:
            middle = low + (high - low) // 2
            if <letter_t>(now.terms[middle].key >> shift) == here:
                low = middle
            else:
                high = middle
        i = high
    while letter < LETTERS + 2:
        now.block[letter] = now.count
        letter += 1
    now.rest = now.block[1]
    now.letter = 0
    b.visited += 1
    return bound


cdef bint begin(search* b, int64_t at_least) noexcept nogil:
    """Begin the search of a class; False where there is no room, or to stop."""
    b.depth = -1
    b.at_least = at_least
    if not make_terms(b):
        return False
    b.levels[0].terms = b.terms
    b.levels[0].count = b.n_terms
    b.depth = 0
    if b.n_open and enter(b, 0) < at_least:
        b.depth = -1
    return True


cdef inline bint ordered(const search* b, cell_t cell, letter_t letter) noexcept nogil:
    """Return whether no symmetric board comes first, as far as two cells can tell."""
    cdef cells_t cells = b.least[cell]
    while cells:
        if b.rank[b.board[lsb(cells)]] > b.rank[letter]:
            return False
        cells &= cells - 1
    return True


cdef inline count_t merge(const level* now, letter_t letter, uint64_t mask) noexcept nogil:
    """Merge the terms that do without this cell and those with a letter of it, behind the level; return how many."""
    cdef const term* a = now.terms
    cdef const term* a_end = a + now.rest
    cdef const term* c = now.terms + now.block[letter + 1]
    cdef const term* c_end = now.terms + now.block[letter + 2]
    cdef term* first = now.terms + now.count
    cdef term* out = first
    cdef uint64_t left, right
    while a < a_end and c < c_end:
        # Without a branch: which of the two is lower cannot be foreseen.
        left, right = a.key, c.key & mask
        out.key = left if left < right else right
        out.points = (a.points if left <= right else 0) + (c.points if right <= left else 0)
        out += 1
        a += left <= right
        c += right <= left
    while a < a_end:
        out[0] = a[0]
        out += 1
        a += 1
    while c < c_end:
        out.key = c.key & mask
        out.points = c.points
        out += 1
        c += 1
    return out - first


cdef int go_on(search* b, count_t budget) noexcept nogil:
    """Search until a board is found (1: in `board`), to the end (0), or for `budget` visits (-1).

    A board's terms sum to `at_least`.
    """
    cdef count_t end = b.visited + budget, i, count
    cdef int64_t points = 0
    cdef level* now
    cdef level* below
    cdef cell_t cell, n
    cdef letter_t letter
    if b.depth == 0 and b.n_open == 0:  # a single board
        for i in range(b.n_terms):
            points += b.terms[i].points
        b.depth = -1
        return points >= b.at_least
    while b.depth >= 0:
        now = &b.levels[b.depth]
        cell = b.open[b.depth]
        n = b.n_open - b.depth
        letter = now.letter
        # All letters tried: back to the cell before.
        if letter >= LETTERS:
            b.depth -= 1
            continue
        # A letter that the cell cannot have, that cannot reach the score, or that a symmetric board has before.
        if (not b.sets[cell] >> letter & 1 or now.rest_bound + now.most[letter + 1] < b.at_least
                or not ordered(b, cell, letter)):
            now.letter += 1
            continue
        if b.visited >= end:
            return -1
        now.letter += 1
        b.board[cell] = letter
        count = merge(now, letter, (<uint64_t>1 << (n - 1) * FIELD) - 1)
        below = now + 1
        below.terms = now.terms + now.count
        # The last cell: all terms have become one.
        if n == 1:
            b.visited += 1
            if (below.terms[0].points if count else 0) >= b.at_least:
                return 1
            continue
        below.count = count
        if enter(b, b.depth + 1) >= b.at_least:
            b.depth += 1
    return 0


@cython.final
cdef class BoardBound:
    """Bounds the scores of classes of boards, and finds all boards of a class that may reach a score.

    Parameters
    ----------
    words : WordTable
        With a trie of at most 31 letters.
    adjacency : uint64 array of shape (n_cells,)
        Bitboard of each cell's neighbours; n_cells is 1 to 12.
    points : int32 array of shape (256,)
        Points of a word by its length, none below 0; ``points[0]`` must be 0.
    order : int32 array of shape (n_cells,)
        The cells in the order in which they are decided.
    rank : uint8 array of shape (n_letters,)
        Place of each letter in the order that `least` goes by.
    least : uint32 array of shape (n_cells,)
        For each cell the cells, all before it in `order`, whose letters must not have a higher rank.
    capacity : int
        Most terms of a class.

    Notes
    -----
    A bound costs O(terms): one a path of the board and word that its sets spell. One object serves one
    thread.
    """

    cdef Pool pool
    cdef search state
    cdef readonly object words
    cdef Trie trie
    cdef const uint8_t[::1] lengths
    cdef const int32_t[::1] points
    cdef readonly cell_t n_cells
    cdef bint started

    def __cinit__(self, words not None, const bitboard_t[::1] adjacency not None,
                  const int32_t[::1] points not None, const cell_t[::1] order not None,
                  const uint8_t[::1] rank not None, const cells_t[::1] least not None,
                  count_t capacity=1 << 20):
        if not isinstance(words, WordTable):
            raise TypeError(f"words of type {type(words).__name__}, expected WordTable")
        self.words, self.trie, self.lengths, self.points = words, words.trie, words.lengths, points
        cdef Py_ssize_t n = adjacency.shape[0], cell, letter
        if self.trie.view.wide != NULL or self.trie.n_letters > LETTERS:
            raise ValueError(f"{self.trie.n_letters} letters, expected at most {LETTERS}")
        if not 1 <= n <= CELLS:
            raise ValueError(f"{n} cells, expected 1 to {CELLS}")
        if (order.shape[0] != n or least.shape[0] != n or rank.shape[0] < self.trie.n_letters
                or rank.shape[0] > LETTERS + 1):
            raise ValueError("order, rank or least of the wrong shape")
        if points.shape[0] != 256 or points[0] != 0 or min(points) < 0:
            raise ValueError("points: expected 256 from 0 up, the first of them 0")
        if not 1 <= capacity <= 1 << 28:
            raise ValueError(f"capacity {capacity}, expected 1 to 2**28")
        if sorted(order) != list(range(n)):
            raise ValueError("order: expected each cell once")
        cdef cells_t before = 0
        for cell in order:
            if least[cell] & ~before:
                raise ValueError(f"least of cell {cell}: expected cells before it in the order")
            before |= <cells_t>1 << cell
            if adjacency[cell] >> n:
                raise ValueError(f"adjacency of cell {cell}: expected cells below {n}")
        self.n_cells = n
        self.pool = Pool()
        # The search keeps a run of terms at each level, none longer than the first.
        self.state.terms = <term*>self.pool.scratch(capacity * (n + 1), sizeof(term))
        self.state.spare = <term*>self.pool.scratch(capacity, sizeof(term))
        self.state.capacity = capacity
        self.state.n_cells = n
        self.state.nodes = self.trie.view.narrow
        self.state.lengths = &self.lengths[0]
        self.state.points = &self.points[0]
        self.state.depth = -1
        for cell in range(n):
            self.state.adjacency[cell] = <cells_t>adjacency[cell]
            self.state.order[cell] = order[cell]
            self.state.least[cell] = least[cell]
        for letter in range(rank.shape[0]):
            self.state.rank[letter] = rank[letter]

    @property
    def nodes(self):
        """Classes whose bound was taken in searches so far."""
        return self.state.visited

    @property
    def terms(self):
        """Terms made so far: paths of words."""
        return self.state.made

    cdef int _take(self, const letters_t[::1] sets) except -1:
        """Take the sets of a class; there is no search of it yet."""
        cdef cell_t cell
        if sets.shape[0] != self.n_cells:
            raise ValueError(f"{sets.shape[0]} sets, expected {self.n_cells}")
        for cell in range(self.n_cells):
            self.state.sets[cell] = sets[cell] & ((<mask_t>1 << self.trie.n_letters) - 1)
        self.started = False
        return 0

    def bound(self, const letters_t[::1] sets not None):
        """Return an upper bound of the scores of a class, -1 where it has more terms than `capacity`.

        Parameters
        ----------
        sets : uint32 array of shape (n_cells,)
            Letters that each cell can have, one bit a letter; 0 is a hole.
        """
        cdef int64_t found = -1
        self._take(sets)
        with nogil:
            if make_terms(&self.state):
                found = bound_of(self.state.terms, self.state.n_terms, self.state.n_open, NULL, NULL)
        if self.state.stopped:
            raise_pending()
        return found

    def start(self, const letters_t[::1] sets not None, int64_t at_least):
        """Begin the search of a class for all boards whose bound is `at_least`; False as -1 of `bound`."""
        cdef bint done
        self._take(sets)
        with nogil:
            done = begin(&self.state, at_least)
        if self.state.stopped:
            raise_pending()
        self.started = done
        return self.started

    def run(self, count_t budget, list found not None):
        """Search on: append boards as bytes of letter codes (255 a hole); return whether work remains.

        At most `budget` classes are bounded.
        """
        if not self.started or budget <= 0:
            return self.started
        cdef int more
        cdef count_t end = self.state.visited + budget
        while True:
            with nogil:
                more = go_on(&self.state, end - self.state.visited)
            if more != 1:
                self.started = more != 0
                return self.started
            found.append(bytes(self.state.board[:self.n_cells]))
