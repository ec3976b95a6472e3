"""Every word on boards of at most 64 cells; twin: `reference.walk.boggle_small`.

A walk of board and trie together: an item is a path that can go on, with the trie node its letters lead to, its last
cell, and the cells it uses. There are three forms, each a module for the vector paths that take it; all visit the same
items, in their own order:

  lanes   an item a lane of a vector of numbers, AVX-512 and AVX2: boggle_small_paths.pxi
  bytes   an item a vector of 16 bytes, a neighbour a byte, SSE4.1 and NEON: boggle_small_portable.pxi
  cells   letter by letter with sets of cells, one thing at a time: boggle_small_scalar.pxi

The first two walk breadth-first with a queue and branch on nothing that is found: the loads of different paths do not
wait for each other.
"""

cimport cython

from libc.string cimport memcpy, memset

from ..bits cimport lsb
from ..dispatch cimport SIMD_AVX2, chosen_level, form_of
from ..pool cimport Pool
from ..trie cimport Trie
from ..types cimport (bitboard_t, cell_t, count_t, int32_t, int64_t, letter_t, uint8_t, uint32_t, uint64_t,
                      word_t)
from .boggle_small_state cimport NODE_MASK, PADDING, set_shape, small_form, small_path, small_walk


cdef inline int64_t _score(
    const small_walk* w, uint8_t* live, const uint8_t* lengths, const int32_t* points
) noexcept nogil:
    """Sum the points of the found words, each once; `live` holds each word's length, and is left so."""
    cdef const word_t* found = w.found
    cdef uint32_t i, n = w.n_found
    cdef int64_t score = 0
    for i in range(n):
        score += points[live[found[i]]]
        live[found[i]] = 0  # points[0] is 0
    for i in range(n):
        live[found[i]] = lengths[found[i]]
    return score


cdef inline void _count_lengths(
    const small_walk* w, uint8_t* live, const uint8_t* lengths, int32_t* counts
) noexcept nogil:
    """Count the found words, each once, by length; `live` as above.

    `counts` has more entries than the longest word has letters, and counts[0] takes what was struck.
    """
    cdef const word_t* found = w.found
    cdef uint32_t i, n = w.n_found
    for i in range(n):
        counts[live[found[i]]] += 1
        live[found[i]] = 0
    counts[0] = 0
    for i in range(n):
        live[found[i]] = lengths[found[i]]


cdef inline void _mark(
    const small_walk* w, const uint8_t* lengths, const word_t* numbers, int min_length, uint64_t* marks,
    uint64_t* summary
) noexcept nogil:
    """Mark each found word of at least min_length in a bitmap by its number.

    The bitmap is `marks`, and one bit of `summary` for each word of marks that is not 0.
    """
    cdef const word_t* found = w.found
    cdef uint32_t i, n = w.n_found, number
    for i in range(n):
        if lengths[found[i]] < min_length:
            continue
        number = numbers[found[i]]
        marks[number >> 6] |= <uint64_t>1 << (number & 63)
        summary[number >> 12] |= <uint64_t>1 << (number >> 6 & 63)


cdef inline uint32_t _collect(uint64_t* marks, uint64_t* summary, uint32_t n_summary, word_t* out) noexcept nogil:
    """Write the marked numbers in rising order, clearing the bitmap; return how many."""
    cdef uint32_t count = 0, s, m
    cdef uint64_t rest, bits
    for s in range(n_summary):
        rest, summary[s] = summary[s], 0
        while rest:
            m = s << 6 | <uint32_t>lsb(rest)
            rest &= rest - 1
            bits, marks[m] = marks[m], 0
            while bits:
                out[count] = m << 6 | <word_t>lsb(bits)
                count += 1
                bits &= bits - 1
    return count


@cython.final
cdef class WordTable:
    """A trie, and what is known of the word at each of its places.

    Parameters
    ----------
    trie : Trie
        With one word at least.
    lengths : uint8 array of shape (n_words,)
        Letters of the word at each place of the trie, 1 to 255.
    numbers : uint32 array of shape (n_words,)
        Number of the word at each place of the trie, below 2**30.

    Notes
    -----
    Checked once, in O(n_words); immutable and shared by any number of searches and threads.
    """

    cdef readonly Trie trie
    cdef readonly object lengths
    cdef readonly object numbers
    cdef const uint8_t[::1] _lengths
    cdef const word_t[::1] _numbers
    cdef uint32_t n_summary  # of the bitmap that holds one bit a number, words of its summary
    cdef uint8_t longest     # letters of the longest word

    def __cinit__(self, Trie trie not None, lengths not None, numbers not None):
        self._lengths, self._numbers = lengths, numbers
        cdef word_t n_words = trie.n_words, word, highest = 0
        if n_words == 0:
            raise ValueError("a trie without words")
        if self._lengths.shape[0] != n_words or self._numbers.shape[0] != n_words:
            raise ValueError(f"lengths and numbers: expected one a word, {n_words}")
        for word in range(n_words):
            highest = max(highest, self._numbers[word])
            self.longest = max(self.longest, self._lengths[word])
        if highest >= 1 << 30:
            raise ValueError("numbers: expected less than 2**30")
        self.trie, self.lengths, self.numbers = trie, lengths, numbers
        self.n_summary = (highest >> 12) + 1


@cython.final
cdef class SmallWalk:
    """Finds the words on boards of one shape, board after board.

    Parameters
    ----------
    words : WordTable
        With a trie of at most 32 letters and 2**26 nodes.
    adjacency : uint64 array of shape (n_cells,)
        Bitboard of each cell's neighbours, at most 8; n_cells is 1 to 64.
    capacity : int
        Most paths of a board. A board with more is left to `TileWalk`, which has no such bound.

    Notes
    -----
    A board costs O(paths whose letters begin a word). One object serves one thread.
    """

    cdef Pool pool
    cdef small_walk* walk
    cdef WordTable table
    cdef uint8_t* live           # lengths of the words, those found on the board at hand struck
    cdef uint64_t* marks
    cdef uint64_t* summary
    cdef small_form form
    cdef readonly cell_t n_cells
    cdef readonly count_t nodes  # continuable paths taken up so far, all boards
    cdef readonly count_t moves  # paths whose letters begin a word so far, all boards but those of `score`

    def __cinit__(self, WordTable words not None, const bitboard_t[::1] adjacency not None,
                  uint32_t capacity=1 << 16):
        if words.trie.view.wide != NULL or words.trie.nodes.shape[0] > NODE_MASK:
            raise ValueError("expected a trie of at most 32 letters and 2**26 nodes")
        if not 1 <= adjacency.shape[0] <= 64:
            raise ValueError(f"{adjacency.shape[0]} cells, expected 1 to 64")
        if not 64 <= capacity <= 1 << 24:
            raise ValueError(f"capacity {capacity}, expected 64 to 2**24")
        self.table = words
        self.n_cells = adjacency.shape[0]
        cdef int level = chosen_level()
        self.form = <small_form>form_of(__name__, level)
        self.pool = Pool()
        self.walk = <small_walk*>self.pool.lined_up(1, sizeof(small_walk))  # vectors are loaded from its tables
        cdef size_t room = capacity + 2 * PADDING
        if level >= SIMD_AVX2:
            self.walk.queue_node = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
            self.walk.queue_low = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
            self.walk.queue_high = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
            self.walk.end_letters = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
            self.walk.end_words = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
            self.walk.end_first = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
        else:
            self.walk.paths = <small_path*>self.pool.scratch(room, sizeof(small_path))
        self.walk.found = <word_t*>self.pool.scratch(8 * room + 64, sizeof(word_t))
        self.marks = <uint64_t*>self.pool.zeros(words.n_summary * 64, sizeof(uint64_t))
        self.summary = <uint64_t*>self.pool.zeros(words.n_summary, sizeof(uint64_t))
        self.walk.capacity = capacity
        self.walk.nodes = words.trie.view.narrow
        set_shape(self.walk, &adjacency[0], self.n_cells)

    cdef const uint8_t* all_live(self) except NULL:
        """Return the lengths of the words, with a copy of them in `live`."""
        cdef Py_ssize_t n_words = self.table._lengths.shape[0]
        if self.live == NULL:
            self.live = <uint8_t*>self.pool.scratch(n_words, sizeof(uint8_t))
            memcpy(self.live, &self.table._lengths[0], n_words)
        return &self.table._lengths[0]

    def score(self, const letter_t[:, ::1] boards not None, const int32_t[::1] points not None,
              int64_t[::1] scores not None):
        """Score boards one after another.

        Equivalent: ``scores[i] = sum(points[length] for each word on boards[i])``.

        Parameters
        ----------
        boards : uint8 array of shape (n, n_cells)
            Letter codes; 32 and above is a hole.
        points : int32 array of shape (256,)
            Points of a word by its length; ``points[0]`` must be 0.
        scores : int64 array of shape (n,), written to

        Returns
        -------
        int
            Boards scored: n, or the index of a board with more paths than `capacity`.
        """
        cdef Py_ssize_t i, n = boards.shape[0]
        cdef count_t items = 0
        if boards.shape[1] != self.n_cells or scores.shape[0] < n or points.shape[0] != 256 or points[0] != 0:
            raise ValueError("boards, points or scores of the wrong shape")
        cdef const uint8_t* lengths = self.all_live()
        self.walk.counting = False
        with nogil:
            for i in range(n):
                items = self.form(self.walk, &boards[i, 0])
                if items < 0:
                    break
                scores[i] = _score(self.walk, self.live, lengths, &points[0])
                self.nodes += items
        return i if items < 0 else n

    def tally(self, const letter_t[:, ::1] boards not None, const int32_t[::1] points not None, int min_length,
              int64_t[:, ::1] tallies not None):
        """Count the words of boards, add up their points and measure the longest, one board after another.

        Equivalent: ``words = [word for each word on boards[i] if len(word) >= min_length]`` and ``tallies[i] =
        len(words), sum(points[len(word)] for word in words), max(map(len, words), default=0)``.

        Parameters
        ----------
        boards : uint8 array of shape (n, n_cells)
            Letter codes; 32 and above is a hole.
        points : int32 array of shape (256,)
            Points of a word by its length.
        min_length : int
            Fewest letters of a word.
        tallies : int64 array of shape (n, 3), written to

        Returns
        -------
        int
            Boards counted: n, or the index of a board with more paths than `capacity`.
        """
        cdef Py_ssize_t i, n = boards.shape[0]
        cdef count_t items = 0, number, score
        cdef int32_t counts[256]
        cdef int length, longest, most = self.table.longest
        if (boards.shape[1] != self.n_cells or tallies.shape[0] < n or tallies.shape[1] != 3
                or points.shape[0] != 256 or min_length < 0):
            raise ValueError("boards, points or tallies of the wrong shape")
        cdef const uint8_t* lengths = self.all_live()
        self.walk.counting = True
        with nogil:
            for i in range(n):
                items = self.form(self.walk, &boards[i, 0])
                if items < 0:
                    break
                memset(counts, 0, (most + 1) * sizeof(int32_t))
                _count_lengths(self.walk, self.live, lengths, counts)
                number = score = longest = 0
                for length in range(min_length, most + 1):  # no branch: which lengths there are is past guessing
                    number += counts[length]
                    score += <count_t>counts[length] * points[length]
                    longest = length if counts[length] else longest
                tallies[i, 0], tallies[i, 1], tallies[i, 2] = number, score, longest
                self.nodes += items
                self.moves += self.walk.moves
        return i if items < 0 else n

    def words(self, const letter_t[:, ::1] boards not None, int min_length, int64_t[::1] ends not None,
              word_t[::1] out not None):
        """Find the words on boards, one board after another.

        Parameters
        ----------
        boards : uint8 array of shape (n, n_cells)
            Letter codes; 32 and above is a hole.
        min_length : int
            Fewest letters of a word.
        ends : int64 array of shape (n,), written to
            Where the words of each board end in `out`.
        out : uint32 array, written to
            Numbers of the words, board after board, rising in each; with room for all words of the
            trie at least.

        Returns
        -------
        (int, bool)
            Boards done; whether the next one has more paths than `capacity` (else `out` is full).
        """
        cdef Py_ssize_t i = 0, n = boards.shape[0]
        cdef count_t items = 0, written = 0, room = out.shape[0], n_words = self.table._lengths.shape[0]
        cdef const uint8_t* lengths = &self.table._lengths[0]
        cdef const word_t* numbers = &self.table._numbers[0]
        if boards.shape[1] != self.n_cells or ends.shape[0] < n or room < n_words:
            raise ValueError("boards, ends or out of the wrong shape")
        self.walk.counting = True
        with nogil:
            while i < n:
                items = self.form(self.walk, &boards[i, 0])
                if items < 0 or written + min(<count_t>self.walk.n_found, n_words) > room:
                    break
                if self.walk.n_found:
                    _mark(self.walk, lengths, numbers, min_length, self.marks, self.summary)
                    written += _collect(self.marks, self.summary, self.table.n_summary, &out[written])
                ends[i] = written
                self.nodes += items
                self.moves += self.walk.moves
                i += 1
        return i, items < 0
