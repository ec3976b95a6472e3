"""Which words of a list are one letter apart; twin: `reference.search.ladder`."""

cimport cython

import numpy as np

from libc.string cimport memset
from ..types cimport count_t, edge_t, int32_t, int64_t, uint32_t, uint64_t, vertex_t

cdef uint64_t MIX = 0x9E3779B97F4A7C15  # https://en.wikipedia.org/wiki/Hash_function#Fibonacci_hashing


cdef inline uint64_t weight(Py_ssize_t place) noexcept nogil:
    """Return the odd multiplier of a place of a word; splitmix64, https://prng.di.unimi.it/splitmix64.c."""
    cdef uint64_t z = (<uint64_t>place + 1) * MIX
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return (z ^ (z >> 31)) | 1


cdef inline bint same(const uint32_t* a, const uint32_t* b, Py_ssize_t length) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(length):
        if a[i] != b[i]:
            return False
    return True


cdef enum:
    # What is done, one after the other; a word at a time in each.
    TOTALS, BUCKETS, SHORTER_WORDS, SHORTER, EDGES, TABLES, WRITING, SORTING, FINISHED


cdef int shift_for(int64_t n) noexcept nogil:
    """Return the shift that leaves a hash of at least 2 n slots."""
    cdef int bits = 2
    while (<int64_t>1 << bits) < 2 * n:
        bits += 1
    return 64 - bits


@cython.final
cdef class LadderGraph:
    """Makes the graph of a word list in CSR form: an edge where one letter is changed.

    Equivalent: ``neighbours[v] = [w for w in words if v and w differ in one letter]``.

    Parameters
    ----------
    codes : uint32 array
        The letters of all words, one word after the other.
    at : int64 array of shape (n + 1,)
        Word w is ``codes[at[w]:at[w + 1]]``. The words are distinct.
    insert_delete : bool
        Also an edge where one letter is put in or taken out.
    max_edges : int
        Most edges, each direction counted.

    Raises
    ------
    ValueError
        `at` does not fit `codes`.

    Notes
    -----
    The words of one length are hashed without their p-th letter, for each p: those that meet are one letter
    apart. Expected time O(letters + edges), space as `ladder_bytes` says. One thread at a time.

    Examples
    --------
    >>> codes = np.frombuffer("catcotdog".encode("utf-32-le"), dtype=np.uint32)
    >>> search = LadderGraph(codes, np.array([0, 3, 6, 9]))
    >>> search.run(5), search.run(1000)
    (True, False)
    >>> [table.tolist() for table in search.tables()]
    [[0, 1, 2, 2], [1, 0]]
    """

    cdef const uint32_t[::1] letters
    cdef const int64_t[::1] places
    cdef const vertex_t[::1] order
    cdef count_t[::1] degrees
    cdef int32_t[:, ::1] parts
    cdef uint64_t[::1] totals
    cdef vertex_t[::1] slots
    cdef edge_t[::1] row, cursors
    cdef vertex_t[::1] unsorted, column
    cdef object indptr, indices
    cdef const uint32_t* codes
    cdef const int64_t* at          # word w is codes[at[w]] to codes[at[w + 1] - 1]
    cdef const vertex_t* by_length  # words in order of length
    cdef count_t* degree
    cdef uint64_t* total            # of each word of the group, the hash of all its letters
    cdef vertex_t* table            # of the hash in hand
    # Of letter p of word w, at index at[w] + p:
    cdef vertex_t* bucket           # first word that is w but for letter p
    cdef vertex_t* before           # the one before w in that bucket, -1 at its first
    cdef vertex_t* last             # of the bucket that w opens: its last word
    cdef int32_t* size              # of the bucket that w opens: how many
    cdef vertex_t* shorter          # the word that is w without letter p, -1 if none; NULL where not asked for
    cdef int64_t n
    # Where the work stands: the words of one length, a letter of them, a word.
    cdef int phase, shift
    cdef uint64_t place             # the multiplier of the letter
    cdef int64_t start, n_group, n_previous, k
    cdef Py_ssize_t length, p
    cdef count_t max_edges
    cdef readonly count_t nodes, edges
    cdef readonly bint overflow

    def __cinit__(self, const uint32_t[::1] codes not None, const int64_t[::1] at not None,
                  bint insert_delete=False, count_t max_edges=1 << 28):
        cdef int64_t n = at.shape[0] - 1, letters = codes.shape[0], i
        cdef bint good = n >= 0 and n < 2**31 - 2 and at[0] == 0 and at[n] == letters
        if good:
            for i in range(n):
                good = good and at[i] <= at[i + 1]
        if not good:
            raise ValueError("at does not rise from 0 to the number of letters")
        lengths = np.diff(np.asarray(at))
        longest = int(lengths.max()) if n else 0
        # Short keys are sorted in linear time.
        keys = lengths.astype(np.uint16) if longest < 1 << 16 else lengths
        order = np.zeros(n + 1, dtype=np.int32)
        order[:n] = keys.argsort(kind="stable")
        most = int(np.bincount(lengths).max()) if n else 0
        self.letters, self.places = codes, at
        self.order = order
        self.degrees = np.zeros(n + 1, dtype=np.int64)
        self.parts = np.zeros((5 if insert_delete else 4, letters + 1), dtype=np.int32)
        self.totals = np.empty(most + 1, dtype=np.uint64)
        self.slots = np.empty(1 << (64 - shift_for(most)), dtype=np.int32)
        self.codes = &self.letters[0] if letters else NULL
        self.at, self.by_length, self.degree = &self.places[0], &self.order[0], &self.degrees[0]
        self.total, self.table = &self.totals[0], &self.slots[0]
        self.bucket, self.before = &self.parts[0, 0], &self.parts[1, 0]
        self.last, self.size = &self.parts[2, 0], &self.parts[3, 0]
        self.shorter = &self.parts[4, 0] if insert_delete else NULL
        self.max_edges = max_edges
        self.n = n
        self.phase = TOTALS
        self.next_group()

    def run(self, count_t budget):
        """Take up at most `budget` words, each many times in all; return whether work remains.

        Where none remains, `tables` has the graph, or `overflow` says that there are more than `max_edges`.
        """
        while not self.overflow and self.phase != FINISHED:
            if self.phase == TABLES:
                self.make_tables()
            if budget <= 0:
                return True
            with nogil:
                budget = self.step(budget)
        return False

    def tables(self):
        """Return the graph, once it is made.

        Returns
        -------
        indptr : int64 array of shape (n + 1,)
        indices : int32 array
            Rising within a row.
        """
        if self.phase != FINISHED:
            raise ValueError("the graph is not made yet")
        return self.indptr, self.indices

    cdef void make_tables(self):
        """Make room for the edges, now that they are counted; nothing was allocated for them before."""
        if self.edges > self.max_edges:
            self.overflow = True
            return
        self.indptr = np.zeros(self.n + 1, dtype=np.int64)
        np.cumsum(np.asarray(self.degrees)[:self.n], out=self.indptr[1:])
        self.row = self.indptr
        self.cursors = self.indptr.copy()
        self.unsorted = np.empty(self.edges + 1, dtype=np.int32)
        self.indices = np.empty(self.edges, dtype=np.int32)
        self.column = self.indices if self.edges else self.unsorted
        self.phase = WRITING
        self.k = 0

    cdef void next_group(self) noexcept nogil:
        """Take up the words of the next length; where there is none, the edges are counted."""
        cdef const vertex_t* group = self.by_length + self.start
        cdef int64_t n_group = 1
        cdef vertex_t before
        self.k = 0
        self.p = 0
        self.phase = EDGES
        if self.start == self.n:
            return
        self.length = self.at[group[0] + 1] - self.at[group[0]]
        while (self.start + n_group < self.n
                and self.at[group[n_group] + 1] - self.at[group[n_group]] == self.length):
            n_group += 1
        # The group before holds the words one letter shorter, or nothing does.
        self.n_previous = 0
        if self.start > 0:
            before = self.by_length[self.start - 1]
            if self.at[before + 1] - self.at[before] == self.length - 1:
                self.n_previous = self.n_group
        self.n_group = n_group
        self.phase = TOTALS

    cdef void clear(self, int64_t n) noexcept nogil:
        """Empty the table, for `n` words."""
        self.shift = shift_for(n)
        memset(self.table, 0xff, (<size_t>1 << (64 - self.shift)) * sizeof(vertex_t))   # all -1

    cdef count_t step(self, count_t budget) noexcept nogil:
        """Take up at most `budget` words; return what is left of the budget before room must be made."""
        cdef const vertex_t* group
        cdef int64_t k, stop, end
        while budget > 0 and self.phase != FINISHED and self.phase != TABLES:
            group = self.by_length + self.start
            end = self.n_group
            if self.phase == SHORTER_WORDS:
                end = self.n_previous
            elif self.phase >= EDGES:
                end = self.n
            stop = min(self.k + budget, end)
            if self.phase == TOTALS:
                for k in range(self.k, stop):
                    self.total[k] = self.hash(group[k])
            elif self.phase == BUCKETS:
                if self.k == 0:
                    self.clear(self.n_group)
                    self.place = weight(self.p)
                for k in range(self.k, stop):
                    self.put(group[k], self.total[k])
            elif self.phase == SHORTER_WORDS:
                if self.k == 0:
                    self.clear(self.n_previous)
                for k in range(self.k, stop):
                    self.note(group[k - self.n_previous])
            elif self.phase == SHORTER:
                for k in range(self.k, stop):
                    self.find_shorter(group[k])
            elif self.phase == EDGES:
                for k in range(self.k, stop):
                    self.count(<vertex_t>k)
            elif self.phase == WRITING:
                for k in range(self.k, stop):
                    self.write(<vertex_t>k)
            else:
                for k in range(self.k, stop):
                    self.sort(<vertex_t>k)
            self.nodes += stop - self.k
            budget -= stop - self.k
            self.k = stop
            if stop == end:
                self.next_pass()
        return budget

    cdef void next_pass(self) noexcept nogil:
        """Go on to what comes after a pass over the words in hand."""
        cdef int64_t i
        self.k = 0
        if self.phase == TOTALS and self.length > 0:
            self.phase = BUCKETS
        elif self.phase == BUCKETS and self.p + 1 < self.length:
            self.p += 1
        elif self.phase == BUCKETS and self.shorter != NULL:
            self.phase = SHORTER_WORDS
        elif self.phase == SHORTER_WORDS:
            self.phase = SHORTER
        elif self.phase <= SHORTER:
            self.start += self.n_group
            self.next_group()
        elif self.phase == EDGES:
            self.phase = TABLES
        elif self.phase == WRITING:
            # The graph is its own transpose, and transposing sorts the rows.
            for i in range(self.n):
                self.cursors[i] = self.row[i]
            self.phase = SORTING
        else:
            self.phase = FINISHED

    cdef uint64_t hash(self, vertex_t w) noexcept nogil:
        """Return the hash of a word: a sum over its letters, so that a letter can be taken out of it."""
        cdef int64_t base = self.at[w]
        cdef uint64_t total = 0
        cdef Py_ssize_t i
        for i in range(self.at[w + 1] - base):
            total += (<uint64_t>self.codes[base + i] + 1) * weight(i)
        return total

    cdef void put(self, vertex_t w, uint64_t total) noexcept nogil:
        """Put a word into the bucket of all its letters but letter p."""
        cdef Py_ssize_t p = self.p
        cdef int64_t base = self.at[w]
        cdef uint64_t mask = (<uint64_t>1 << (64 - self.shift)) - 1
        cdef uint64_t slot = ((total - (<uint64_t>self.codes[base + p] + 1) * self.place) * MIX) >> self.shift
        cdef vertex_t other
        while True:
            # The first of its kind opens a bucket, the next are chained to the last of it.
            other = self.table[slot]
            if other < 0:
                self.table[slot] = other = w
                self.before[base + p] = -1
                self.size[base + p] = 0
                break
            if (same(self.codes + self.at[other], self.codes + base, p)
                    and same(self.codes + self.at[other] + p + 1, self.codes + base + p + 1,
                             self.length - p - 1)):
                self.before[base + p] = self.last[self.at[other] + p]
                break
            slot = (slot + 1) & mask
        self.bucket[base + p] = other
        self.last[self.at[other] + p] = w
        self.size[self.at[other] + p] += 1

    cdef void note(self, vertex_t w) noexcept nogil:
        """Put a word into the table as it is."""
        cdef uint64_t mask = (<uint64_t>1 << (64 - self.shift)) - 1
        cdef uint64_t slot = (self.hash(w) * MIX) >> self.shift
        while self.table[slot] >= 0:
            slot = (slot + 1) & mask
        self.table[slot] = w

    cdef void find_shorter(self, vertex_t w) noexcept nogil:
        """Look up what a word becomes without a letter, for each letter."""
        cdef int64_t base = self.at[w], there
        cdef uint64_t mask = (<uint64_t>1 << (64 - self.shift)) - 1, slot, key = 0
        cdef Py_ssize_t p, i
        for i in range(self.length - 1):
            key += (<uint64_t>self.codes[base + i + 1] + 1) * weight(i)
        for p in range(self.length):
            if p > 0:   # letter p - 1 is back, letter p is out
                key += (<uint64_t>self.codes[base + p - 1] - <uint64_t>self.codes[base + p]) * weight(p - 1)
            self.shorter[base + p] = -1
            if p > 0 and self.codes[base + p] == self.codes[base + p - 1]:
                continue        # leaves the same word as letter p - 1 did
            slot = (key * MIX) >> self.shift
            while self.table[slot] >= 0:
                there = self.at[self.table[slot]]
                if (same(self.codes + there, self.codes + base, p)
                        and same(self.codes + there + p, self.codes + base + p + 1, self.length - p - 1)):
                    self.shorter[base + p] = self.table[slot]
                    break
                slot = (slot + 1) & mask

    cdef void count(self, vertex_t w) noexcept nogil:
        """Count the edges of a word, both directions of each."""
        cdef int64_t i
        for i in range(self.at[w], self.at[w + 1]):
            self.edges += <count_t>self.size[i] * (self.size[i] - 1)    # of the buckets that it opens
            self.degree[w] += self.size[self.at[self.bucket[i]] + i - self.at[w]] - 1
            if self.shorter != NULL and self.shorter[i] >= 0:
                self.degree[w] += 1
                self.degree[self.shorter[i]] += 1
                self.edges += 2

    cdef void write(self, vertex_t w) noexcept nogil:
        """Write both directions of the edges of a word, in any order within a row."""
        cdef edge_t* cursor = &self.cursors[0]
        cdef vertex_t* column = &self.unsorted[0]
        cdef int64_t i
        cdef vertex_t v
        for i in range(self.at[w], self.at[w + 1]):
            v = self.last[self.at[self.bucket[i]] + i - self.at[w]]
            while v >= 0:
                if v != w:
                    column[cursor[w]] = v
                    cursor[w] += 1
                v = self.before[self.at[v] + i - self.at[w]]
            if self.shorter != NULL and self.shorter[i] >= 0:
                v = self.shorter[i]
                column[cursor[w]] = v
                cursor[w] += 1
                column[cursor[v]] = w
                cursor[v] += 1

    cdef void sort(self, vertex_t w) noexcept nogil:
        """Write a word into the rows of its neighbours: as words come in order, so do the entries of a row."""
        cdef edge_t i
        for i in range(self.row[w], self.row[w + 1]):
            self.column[self.cursors[self.unsorted[i]]] = w
            self.cursors[self.unsorted[i]] += 1


def ladder_bytes(count_t n_words, count_t n_letters, count_t n_longest, count_t n_edges,
                 bint insert_delete=False):
    """Return the memory of `LadderGraph` in bytes.

    Parameters
    ----------
    n_words, n_letters : int
        Of the list.
    n_longest : int
        Words of the length that most have.
    n_edges : int
        Both directions counted.

    Examples
    --------
    >>> ladder_bytes(3, 9, 3, 2)
    376
    """
    cdef count_t table = <count_t>1 << (64 - shift_for(n_longest))
    cdef count_t per_letter = 20 if insert_delete else 16
    return 36 * (n_words + 1) + per_letter * (n_letters + 1) + 8 * n_longest + 4 * table + 8 * n_edges
