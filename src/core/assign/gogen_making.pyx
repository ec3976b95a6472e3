"""Making Gogens: a board full of words, then few of them that leave it alone; twin: `reference.assign.gogen_making`."""

cimport cython
import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from ..bits cimport lsb, popcount, splitmix64
from ..pool cimport Pool
from ..types cimport bitboard_t, cell_t, count_t, mask_t, word_t
from .gogen cimport MAX_CELLS, MAX_DEGREE, State, advance, set_up, write_solution

cdef enum:
    LENGTH = 9              # most letters of a word
    RIVALS = 64             # other solutions that are looked at together, a bit each
    CHOSEN = 96             # most words of a puzzle
    SWAPS = 60              # swaps tried, a letter
    MOST_NODES = 50_000     # of all searches for other solutions of a board; then it is given up

LONGEST = LENGTH
MOST_WORDS = CHOSEN
NO_PUZZLE = -1
"""Number of words where no choice of them leaves the board alone."""


cdef struct Board:
    cell_t rows, cols
    int n                                   # cells, and letters
    int degree[MAX_CELLS]                   # cell -> its neighbours
    uint8_t near[MAX_CELLS][MAX_DEGREE]
    int32_t affinity[MAX_CELLS][MAX_CELLS]  # how much two letters want to be neighbours
    Py_ssize_t n_words
    const uint8_t* codes                    # words by LENGTH letters, the last one again to the end
    word_t begin[MAX_CELLS * MAX_CELLS + 1]  # first two letters -> the first of their words, in order


cdef struct Making:
    uint64_t random
    int8_t place[MAX_CELLS]                 # letter -> cell
    int8_t given[MAX_CELLS]                 # letter -> cell, -1 where it is not given
    uint8_t letter[MAX_CELLS]               # cell -> letter
    int n_chosen
    word_t chosen[CHOSEN]
    int n_traceable
    word_t* traceable                       # words that the board holds
    mask_t* spared                          # their rivals that hold them too
    uint32_t* noise                         # which of two equal words comes first
    count_t nodes                           # left of MOST_NODES
    int n_rivals
    mask_t adjacent[MAX_CELLS][MAX_CELLS]     # two letters -> rivals in which they are neighbours, or the same
    State search


cdef inline int below(uint64_t* random, int n) noexcept nogil:
    """Return a random number from 0 to n - 1."""
    return <int>((splitmix64(random) >> 32) * <uint64_t>n >> 32)


cdef void shuffle(uint64_t* random, uint8_t* items, int n) noexcept nogil:
    """Bring items into a random order."""
    cdef int k, other
    cdef uint8_t kept
    for k in range(n - 1, 0, -1):
        other = below(random, k + 1)
        kept = items[k]
        items[k] = items[other]
        items[other] = kept


cdef inline int contentment(const Board* b, const Making* m, int letter) noexcept nogil:
    """Return how much a letter wants the neighbours that it has."""
    cdef int k, total = 0, cell = m.place[letter]
    for k in range(b.degree[cell]):
        total += b.affinity[letter][m.letter[b.near[cell][k]]]
    return total


cdef inline void swap(Making* m, int a, int b) noexcept nogil:
    cdef int8_t cell = m.place[a]
    m.place[a] = m.place[b]
    m.place[b] = cell
    m.letter[m.place[a]] = <uint8_t>a
    m.letter[m.place[b]] = <uint8_t>b


cdef void arrange(const Board* b, Making* m) noexcept nogil:
    """Stand letters at random, then swap two wherever that brings together what wants to be together."""
    cdef uint8_t cells[MAX_CELLS]
    cdef int k, _, one, other, before
    for k in range(b.n):
        cells[k] = <uint8_t>k
    shuffle(&m.random, cells, b.n)
    for k in range(b.n):
        m.place[k] = <int8_t>cells[k]
        m.letter[cells[k]] = <uint8_t>k
    for _ in range(SWAPS * b.n if b.n > 1 else 0):
        one = below(&m.random, b.n)
        other = below(&m.random, b.n - 1)
        other += other >= one
        before = contentment(b, m, one) + contentment(b, m, other)
        swap(m, one, other)
        if contentment(b, m, one) + contentment(b, m, other) < before:
            swap(m, one, other)


cdef void trace(const Board* b, Making* m) noexcept nogil:
    """Find the words whose letters, one after the other, are neighbours on the board."""
    cdef mask_t adjacent[MAX_CELLS]
    cdef mask_t left
    cdef word_t word
    cdef const uint8_t* codes
    cdef int a, k, second
    for a in range(b.n):
        adjacent[a] = <mask_t>1 << a          # the padding
        for k in range(b.degree[m.place[a]]):
            adjacent[a] |= <mask_t>1 << m.letter[b.near[m.place[a]][k]]
    m.n_traceable = 0
    for a in range(b.n):
        left = adjacent[a] & ~(<mask_t>1 << a)
        while left:
            second = lsb(left)
            left &= left - 1
            for word in range(b.begin[a * b.n + second], b.begin[a * b.n + second + 1]):
                codes = b.codes + <Py_ssize_t>word * LENGTH
                for k in range(1, LENGTH - 1):
                    if not adjacent[codes[k]] >> codes[k + 1] & 1:
                        break
                else:
                    m.traceable[m.n_traceable] = word
                    m.n_traceable += 1


cdef void link(const Board* b, const Making* m, int without, mask_t* links) noexcept nogil:
    """Write letter -> mask of the letters that the chosen words put next to it, but for one of the words."""
    cdef const uint8_t* codes
    cdef int k, i
    memset(links, 0, b.n * sizeof(mask_t))
    for k in range(m.n_chosen):
        if k != without:
            codes = b.codes + <Py_ssize_t>m.chosen[k] * LENGTH
            for i in range(LENGTH - 1):
                if codes[i] != codes[i + 1]:
                    links[codes[i]] |= <mask_t>1 << codes[i + 1]
                    links[codes[i + 1]] |= <mask_t>1 << codes[i]


cdef void add_rival(const Board* b, Making* m, const uint8_t* letter) noexcept nogil:
    """Note which letters are neighbours in a solution (cell -> letter), unless it is the board itself."""
    cdef int cell, k
    cdef mask_t bit = <mask_t>1 << m.n_rivals
    for cell in range(b.n):
        if letter[cell] != m.letter[cell]:
            break
    else:
        return
    m.n_rivals += 1
    for cell in range(b.n):
        m.adjacent[letter[cell]][letter[cell]] |= bit
        for k in range(b.degree[cell]):
            m.adjacent[letter[cell]][letter[b.near[cell][k]]] |= bit


cdef void fill(const Board* b, Making* m) noexcept nogil:
    """Take the solution that the search stands at as rivals, its free letters in several random orders."""
    cdef int8_t found[MAX_CELLS]
    cdef uint8_t letter[MAX_CELLS]
    cdef uint8_t free[MAX_CELLS]
    cdef mask_t standing = 0
    cdef int cell, k, _, n_free = 0, before = m.n_rivals
    write_solution(&m.search, found)
    for cell in range(b.n):
        if found[cell] >= 0:
            standing |= <mask_t>1 << found[cell]
    for k in range(b.n):
        if not standing >> k & 1:
            free[n_free] = <uint8_t>k
            n_free += 1
    for _ in range(n_free if n_free else 1):
        if m.n_rivals == RIVALS:
            return
        shuffle(&m.random, free, n_free)
        n_free = 0
        for cell in range(b.n):
            if found[cell] >= 0:
                letter[cell] = <uint8_t>found[cell]
            else:
                letter[cell] = free[n_free]
                n_free += 1
        add_rival(b, m, letter)
    if n_free > 1 and m.n_rivals == before:     # every order was the board's: any other is a rival
        for cell in range(b.n):
            if letter[cell] == free[0]:
                letter[cell] = free[1]
            elif letter[cell] == free[1]:
                letter[cell] = free[0]
        add_rival(b, m, letter)


cdef int rivals(const Board* b, Making* m) noexcept nogil:
    """Find up to RIVALS solutions other than the board; return 1 with some, 0 where there is none, -1 if unknown."""
    cdef mask_t links[MAX_CELLS]
    cdef int outcome = 0
    link(b, m, -1, links)
    set_up(&m.search, b.rows, b.cols, m.given, links)
    memset(m.adjacent, 0, b.n * sizeof(m.adjacent[0]))
    m.n_rivals = 0
    while m.n_rivals < RIVALS:
        outcome = advance(&m.search, m.nodes - m.search.nodes)
        if outcome <= 0:
            break
        fill(b, m)
    m.nodes -= m.search.nodes
    if m.n_rivals:
        return 1
    return 0 if outcome < 0 else -1


cdef bint alone(const Board* b, Making* m, int without) noexcept nogil:
    """Say whether the board is known to be the only solution of the chosen words but one."""
    cdef mask_t links[MAX_CELLS]
    cdef int found = 0, outcome = 1
    link(b, m, without, links)
    set_up(&m.search, b.rows, b.cols, m.given, links)
    if m.search.n_free > 1:
        return False
    while outcome > 0 and found < 2:
        outcome = advance(&m.search, m.nodes - m.search.nodes)
        found += outcome > 0
    m.nodes -= m.search.nodes
    return found == 1 and outcome < 0


cdef bint cover(const Board* b, Making* m) noexcept nogil:
    """Choose words until the board is the only solution, then drop those that are not needed; return whether."""
    cdef int k, t, best, size, outcome
    cdef mask_t open, spared
    cdef const uint8_t* codes
    cdef uint64_t rank, highest
    for t in range(m.n_traceable):
        m.noise[t] = <uint32_t>(splitmix64(&m.random) >> 40)
    m.n_chosen = 0
    while True:
        outcome = rivals(b, m)
        if outcome < 1:
            break
        # A rival spares a word where all pairs of its letters are neighbours there as well.
        for t in range(m.n_traceable):
            codes = b.codes + <Py_ssize_t>m.traceable[t] * LENGTH
            spared = m.adjacent[codes[0]][codes[1]]
            for k in range(1, LENGTH - 1):
                spared &= m.adjacent[codes[k]][codes[k + 1]]
            m.spared[t] = spared
        open = ~<mask_t>0 >> (64 - m.n_rivals)
        while open:     # the word that breaks most of what is open
            highest = 0
            best = 0
            for t in range(m.n_traceable):
                size = popcount(open & ~m.spared[t])
                rank = (<uint64_t>size << 32) + m.noise[t]
                if size and rank > highest:
                    highest = rank
                    best = t
            if highest == 0 or m.n_chosen == CHOSEN:
                return False
            m.chosen[m.n_chosen] = m.traceable[best]
            m.n_chosen += 1
            open &= m.spared[best]
    if outcome < 0:
        return False
    k = 0
    while k < m.n_chosen:
        if alone(b, m, k):
            for t in range(k, m.n_chosen - 1):
                m.chosen[t] = m.chosen[t + 1]
            m.n_chosen -= 1
        else:
            k += 1
    return True


cdef void give(const Board* b, Making* m, bitboard_t shown, int givens) noexcept nogil:
    """Give the letters of the cells of `shown`, or of as many random cells as `givens` says."""
    cdef uint8_t cells[MAX_CELLS]
    cdef int k
    if givens >= 0:
        for k in range(b.n):
            cells[k] = <uint8_t>k
        shuffle(&m.random, cells, b.n)
        shown = 0
        for k in range(givens):
            shown |= <bitboard_t>1 << cells[k]
    for k in range(b.n):
        m.given[k] = m.place[k] if shown >> m.place[k] & 1 else -1


@cython.final
cdef class GogenMaker:
    """Makes Gogens of one size from one list of words.

    Parameters
    ----------
    rows, cols : int
        Size; at most 64 cells. There are as many letters as cells.
    codes : uint8 array of shape (words, LONGEST)
        Letters of each word, all different, at least two, padded with the last; words in order.
    affinity : int32 array of shape (cells, cells)
        How much two letters want to be neighbours.
    covers : int
        Choices of words for a board, of which the one with the fewest counts.

    Raises
    ------
    ValueError
        Arrays that are not so.

    Notes
    -----
    The board is a random one, improved by swaps. Words are chosen like a cover of sets: every solution but the
    board must lose a word; of the words that the board holds that one comes next which takes most of the
    solutions found, up to 64 at a time, a bit each. What two letters are neighbours in which of them is one
    mask, so that a word needs as many operations as it has letters. One object serves any number of threads.
    """

    cdef Board board
    cdef const uint8_t[:, ::1] codes
    cdef int covers

    def __init__(self, cell_t rows, cell_t cols, const uint8_t[:, ::1] codes not None,
                 const int32_t[:, ::1] affinity not None, int covers=2):
        cdef Board* b = &self.board
        cdef Py_ssize_t word, row, col, down, right, k
        cdef int pair, last = -1
        if not 1 <= rows <= MAX_CELLS or not 1 <= cols <= MAX_CELLS or rows * cols > MAX_CELLS:
            raise ValueError(f"{rows} x {cols} cells, expected at most {MAX_CELLS}")
        if covers < 1:
            raise ValueError(f"{covers} covers, expected at least 1")
        b.rows, b.cols, b.n = rows, cols, rows * cols
        self.covers = covers
        if affinity.shape[0] != b.n or affinity.shape[1] != b.n:
            raise ValueError(f"affinity of {affinity.shape[0]} x {affinity.shape[1]} letters, expected {b.n}")
        if codes.shape[1] != LENGTH or not 1 <= codes.shape[0] < 1 << 31:
            raise ValueError(f"{codes.shape[0]} words of {codes.shape[1]} letters, expected some of {LENGTH}")
        for row in range(b.n):
            for col in range(b.n):
                if not -(1 << 24) <= affinity[row, col] <= 1 << 24:
                    raise ValueError(f"affinity {affinity[row, col]}, expected at most {1 << 24}")
                b.affinity[row][col] = affinity[row, col]
        memset(b.begin, 0, sizeof(b.begin))
        for word in range(codes.shape[0]):
            for k in range(LENGTH):
                if codes[word, k] >= b.n:
                    raise ValueError(f"letter {codes[word, k]}, expected numbers below {b.n}")
            pair = codes[word, 0] * b.n + codes[word, 1]
            if codes[word, 0] == codes[word, 1] or pair < last:
                raise ValueError("words that are not in order, or of one letter")
            last = pair
            b.begin[pair + 1] = <word_t>(word + 1)
        for k in range(1, b.n * b.n + 1):
            b.begin[k] = max(b.begin[k], b.begin[k - 1])
        self.codes = codes
        b.codes = &codes[0, 0]
        b.n_words = codes.shape[0]
        for row in range(rows):
            for col in range(cols):
                k = row * cols + col
                b.degree[k] = 0
                for down in range(max(row - 1, 0), min(row + 2, rows)):
                    for right in range(max(col - 1, 0), min(col + 2, cols)):
                        if down != row or right != col:
                            b.near[k][b.degree[k]] = <uint8_t>(down * cols + right)
                            b.degree[k] += 1

    cdef Making* _new(self, Pool pool) except NULL:
        cdef Making* m = <Making*>pool.zeros(1, sizeof(Making))
        m.traceable = <word_t*>pool.scratch(self.board.n_words, sizeof(word_t))
        m.spared = <mask_t*>pool.scratch(self.board.n_words, sizeof(mask_t))
        m.noise = <uint32_t*>pool.scratch(self.board.n_words, sizeof(uint32_t))
        return m

    def arranged(self, uint64_t seed):
        """Return the board of a seed: letter -> cell, int8 array of shape (cells,)."""
        cdef Pool pool = Pool()
        cdef Making* m = self._new(pool)
        m.random = seed
        arrange(&self.board, m)
        return np.array([m.place[k] for k in range(self.board.n)], dtype=np.int8)

    def traceable(self, const int8_t[::1] place not None):
        """Return the numbers of the words that a board holds, in order: uint32 array."""
        cdef Pool pool = Pool()
        cdef Making* m = self._new(pool)
        cdef int k
        if place.shape[0] != self.board.n or sorted(place) != list(range(self.board.n)):
            raise ValueError(f"expected each of {self.board.n} cells once")
        for k in range(self.board.n):
            m.place[k] = place[k]
            m.letter[place[k]] = <uint8_t>k
        trace(&self.board, m)
        return np.array([m.traceable[k] for k in range(m.n_traceable)], dtype=np.uint32)

    def make(self, const uint64_t[::1] seeds not None, bitboard_t shown, int givens,
             int8_t[:, ::1] places not None, int8_t[:, ::1] given not None,
             word_t[:, ::1] words not None, int32_t[::1] counts not None):
        """Make the puzzles of some seeds, the GIL released; about 0.3 ms each at 5×5.

        Parameters
        ----------
        seeds : uint64 array of shape (puzzles,)
        shown : int
            Bitboard of the cells whose letters are given, where `givens` is -1.
        givens : int
            Letters given, on random cells.
        places, given : int8 arrays of shape (puzzles, cells), output
            Letter -> its cell; the same, -1 where it is not given.
        words : uint32 array of shape (puzzles, MOST_WORDS), output
            Numbers of the words, in the order in which they were chosen.
        counts : int32 array of shape (puzzles,), output
            How many words; NO_PUZZLE where no choice was found that leaves the board alone: 50,000 nodes are
            enough to give up.
        """
        cdef Pool pool = Pool()
        cdef const Board* b = &self.board
        cdef Making* m = self._new(pool)
        cdef Py_ssize_t puzzle, n = seeds.shape[0]
        cdef int k, _
        if not -1 <= givens <= b.n:
            raise ValueError(f"{givens} givens, expected at most {b.n}")
        for found in (places.shape[0], given.shape[0], words.shape[0], counts.shape[0]):
            if found != n:
                raise ValueError(f"output for {found} puzzles, expected {n}")
        if places.shape[1] != b.n or given.shape[1] != b.n or words.shape[1] != CHOSEN:
            raise ValueError(f"output of {places.shape[1]} cells and {words.shape[1]} words")
        with nogil:
            for puzzle in range(n):
                m.random = seeds[puzzle]
                arrange(b, m)
                give(b, m, shown, givens)
                trace(b, m)
                counts[puzzle] = -1
                m.nodes = MOST_NODES
                for _ in range(self.covers):
                    if not cover(b, m):
                        break
                    if counts[puzzle] < 0 or m.n_chosen < counts[puzzle]:
                        counts[puzzle] = m.n_chosen
                        for k in range(m.n_chosen):
                            words[puzzle, k] = m.chosen[k]
                for k in range(b.n):
                    places[puzzle, k] = m.place[k]
                    given[puzzle, k] = m.given[k]
