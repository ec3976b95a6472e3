"""Bounds of classes of boards, and all boards of a score; twin: `unriddle.core.walk.reference.board_bound`.

The terms and their tree are in board_bound.h.
"""

cimport cython

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from .small_walk import WordTable
from ..trie cimport Trie, narrow_node

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept

cdef extern from "walk/board_bound.h":
    int bound_error() except -1

cdef extern from "walk/board_bound.h" nogil:
    int BOUND_CELLS, BOUND_LETTERS
    ctypedef struct bound_term:
        pass
    ctypedef struct board_bound:
        const narrow_node* nodes
        const uint8_t* lengths
        const int32_t* points
        int n_cells
        int n_open
        uint32_t sets[12]
        uint32_t adjacency[12]
        int order[12]
        bound_term* terms
        bound_term* spare
        int64_t capacity
        int64_t n_terms
        int64_t made
        int (*poll)() noexcept
        int stopped
        uint8_t board[12]
        uint8_t rank[32]
        uint32_t least[12]
        int depth
        int64_t visited
    int bound_make(board_bound* b) noexcept
    int64_t bound_of(const bound_term* terms, int64_t count, int n, int64_t* without, int64_t* letters) noexcept
    int bound_start(board_bound* b, int64_t at_least) noexcept
    int bound_next(board_bound* b, int64_t budget) noexcept

cdef int poll_signals() noexcept nogil:
    """Return whether Ctrl-C came; its exception is set then."""
    with gil:
        return PyErr_CheckSignals() != 0


MAX_CELLS = BOUND_CELLS
"""Most cells of a board that `BoardBound` takes."""
MAX_LETTERS = BOUND_LETTERS
"""Most letters of an alphabet that `BoardBound` takes."""


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

    cdef board_bound* state
    cdef readonly object words
    cdef Trie trie
    cdef const uint8_t[::1] lengths
    cdef const int32_t[::1] points
    cdef readonly int n_cells
    cdef bint started

    def __cinit__(self, words not None, const uint64_t[::1] adjacency not None,
                  const int32_t[::1] points not None, const int32_t[::1] order not None,
                  const uint8_t[::1] rank not None, const uint32_t[::1] least not None,
                  int64_t capacity=1 << 20):
        if not isinstance(words, WordTable):
            raise TypeError(f"words of type {type(words).__name__}, expected WordTable")
        self.words, self.trie, self.lengths, self.points = words, words.trie, words.lengths, points
        cdef Py_ssize_t n = adjacency.shape[0], cell, letter
        if self.trie.view.wide != NULL or self.trie.n_letters > BOUND_LETTERS:
            raise ValueError(f"{self.trie.n_letters} letters, expected at most {BOUND_LETTERS}")
        if not 1 <= n <= BOUND_CELLS:
            raise ValueError(f"{n} cells, expected 1 to {BOUND_CELLS}")
        if order.shape[0] != n or least.shape[0] != n or rank.shape[0] < self.trie.n_letters or rank.shape[0] > 32:
            raise ValueError("order, rank or least of the wrong shape")
        if points.shape[0] != 256 or points[0] != 0 or min(points) < 0:
            raise ValueError("points: expected 256 from 0 up, the first of them 0")
        if not 1 <= capacity <= 1 << 28:
            raise ValueError(f"capacity {capacity}, expected 1 to 2**28")
        if sorted(order) != list(range(n)):
            raise ValueError("order: expected each cell once")
        cdef uint32_t before = 0
        for cell in order:
            if least[cell] & ~before:
                raise ValueError(f"least of cell {cell}: expected cells before it in the order")
            before |= <uint32_t>1 << cell
            if adjacency[cell] >> n:
                raise ValueError(f"adjacency of cell {cell}: expected cells below {n}")
        self.n_cells = n
        self.state = <board_bound*>PyMem_Calloc(1, sizeof(board_bound))
        if self.state == NULL:
            raise MemoryError
        # The search keeps a run of terms at each level, none longer than the first.
        self.state.terms = <bound_term*>PyMem_Malloc(capacity * (n + 1) * sizeof(bound_term))
        self.state.spare = <bound_term*>PyMem_Malloc(capacity * sizeof(bound_term))
        if self.state.terms == NULL or self.state.spare == NULL:
            raise MemoryError
        self.state.capacity = capacity
        self.state.n_cells = n
        self.state.nodes = self.trie.view.narrow
        self.state.lengths = &self.lengths[0]
        self.state.points = &self.points[0]
        self.state.depth = -1
        self.state.poll = &poll_signals
        for cell in range(n):
            self.state.adjacency[cell] = <uint32_t>adjacency[cell]
            self.state.order[cell] = order[cell]
            self.state.least[cell] = least[cell]
        for letter in range(rank.shape[0]):
            self.state.rank[letter] = rank[letter]

    def __dealloc__(self):
        if self.state != NULL:
            PyMem_Free(self.state.terms)
            PyMem_Free(self.state.spare)
        PyMem_Free(self.state)

    @property
    def nodes(self):
        """Classes whose bound was taken in searches so far."""
        return self.state.visited

    @property
    def terms(self):
        """Terms made so far: paths of words."""
        return self.state.made

    cdef int _take(self, const uint32_t[::1] sets) except -1:
        cdef Py_ssize_t cell
        if sets.shape[0] != self.n_cells:
            raise ValueError(f"{sets.shape[0]} sets, expected {self.n_cells}")
        for cell in range(self.n_cells):
            self.state.sets[cell] = sets[cell] & ((<uint64_t>1 << self.trie.n_letters) - 1)
        self.started = False
        return 0

    def bound(self, const uint32_t[::1] sets not None):
        """Return an upper bound of the scores of a class, -1 where it has more terms than `capacity`.

        Parameters
        ----------
        sets : uint32 array of shape (n_cells,)
            Letters that each cell can have, one bit a letter; 0 is a hole.
        """
        cdef int64_t found = -1
        self._take(sets)
        with nogil:
            if bound_make(self.state):
                found = bound_of(self.state.terms, self.state.n_terms, self.state.n_open, NULL, NULL)
        if self.state.stopped:
            bound_error()
        return found

    def start(self, const uint32_t[::1] sets not None, int64_t at_least):
        """Begin the search of a class for all boards whose bound is `at_least`; False as -1 of `bound`."""
        cdef int done
        self._take(sets)
        with nogil:
            done = bound_start(self.state, at_least)
        if self.state.stopped:
            bound_error()
        self.started = done != 0
        return self.started

    def run(self, int64_t budget, list found not None):
        """Search on: append boards as bytes of letter codes (255 a hole); return whether work remains.

        At most `budget` classes are bounded.
        """
        if not self.started or budget <= 0:
            return self.started
        cdef int more
        cdef int64_t end = self.state.visited + budget
        while True:
            with nogil:
                more = bound_next(self.state, end - self.state.visited)
            if more != 1:
                self.started = more != 0
                return self.started
            found.append(bytes(self.state.board[:self.n_cells]))
