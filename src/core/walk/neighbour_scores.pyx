"""Scores of all boards one change away from a board; twin: `unriddle.core.walk.reference.neighbour_scores`.

The walk is in neighbour_scores.h, for sets of 32 cells and of 64.
"""

cimport cython


from .small_walk import WordTable
from ..dispatch cimport chosen_level
from ..pool cimport Pool
from ..trie cimport Trie, narrow_node
from ..types cimport bitboard_t, cell_t, cells_t, count_t, int32_t, int64_t, letter_t, uint8_t, uint32_t

cdef extern from "walk/neighbour_scores_wide.h" nogil:
    int NEAR_CELLS, NEAR_MOST_CELLS, NEAR_LETTERS, NEAR_PADDING
    ctypedef struct near_scores:
        int32_t total
        int32_t lost[64]
        int32_t lost_both[64][64]
        int32_t gained[32][64]
        int32_t swapped[64][64]
    ctypedef struct near_string:
        pass
    ctypedef struct near_walk:
        const narrow_node* nodes
        const uint8_t* lengths
        const int32_t* points
        cell_t n_cells
        uint32_t capacity
        cells_t* open
        cells_t* used
        cells_t* turn
        uint32_t* key
        near_string* strings
        near_scores* scores
        count_t n_paths, n_strings
    ctypedef struct near_string_wide:
        pass
    ctypedef struct near_walk_wide:
        const narrow_node* nodes
        const uint8_t* lengths
        const int32_t* points
        cell_t n_cells
        uint32_t capacity
        bitboard_t* open
        bitboard_t* used
        bitboard_t* turn
        uint32_t* key
        near_string_wide* strings
        near_scores* scores
        count_t n_paths, n_strings
    int near_run(near_walk* w, const bitboard_t* adjacency, const letter_t* letters, int simd) noexcept
    int near_run_wide(near_walk_wide* w, const bitboard_t* adjacency, const letter_t* letters, int simd) noexcept

MAX_CELLS = NEAR_MOST_CELLS
"""Most cells of a board that `NeighbourScores` takes."""


@cython.final
cdef class NeighbourScores:
    """Scores boards together with all that differ from them by one letter or by a swap of two cells.

    Parameters
    ----------
    words : WordTable
        With a trie of at most 32 letters.
    adjacency : uint64 array of shape (n_cells,)
        Bitboard of each cell's neighbours, at most 8; n_cells is 1 to 64.
    points : int32 array of shape (256,)
        Points of a word by its length; ``points[0]`` must be 0. Those of all words must sum to less than
        2**30, signs left out.
    capacity : int
        Most paths that are kept at a time, those of one first letter.

    Notes
    -----
    O(strings + paths) a board, where the paths are those that begin a word at one neighbour at least,
    each taken up once for all of them. One object serves one thread.
    """

    cdef Pool pool
    cdef near_walk* walk       # of boards of at most 32 cells, or
    cdef near_walk_wide* wide  # of larger ones; the other is NULL
    cdef near_scores* scores
    cdef readonly object words
    cdef Trie trie
    cdef const uint8_t[::1] lengths
    cdef const int32_t[::1] points
    cdef bitboard_t[64] adjacency
    cdef int simd
    cdef readonly cell_t n_cells

    def __cinit__(self, words not None, const bitboard_t[::1] adjacency not None,
                  const int32_t[::1] points not None, uint32_t capacity=1 << 18):
        if not isinstance(words, WordTable):
            raise TypeError(f"words of type {type(words).__name__}, expected WordTable")
        self.words, self.trie, self.lengths, self.points = words, words.trie, words.lengths, points
        if self.trie.view.wide != NULL:
            raise ValueError(f"{self.trie.n_letters} letters, expected at most 32")
        if not 1 <= adjacency.shape[0] <= NEAR_MOST_CELLS:
            raise ValueError(f"{adjacency.shape[0]} cells, expected 1 to {NEAR_MOST_CELLS}")
        if points.shape[0] != 256 or points[0] != 0:
            raise ValueError("points: expected 256, the first of them 0")
        if not 256 <= capacity <= 1 << 24:
            raise ValueError(f"capacity {capacity}, expected 256 to 2**24")
        cdef cell_t cell
        cdef Py_ssize_t word
        cdef int64_t most = 0
        for word in range(self.lengths.shape[0]):
            most += abs(<int64_t>points[self.lengths[word]])
        if most >= 1 << 30:
            raise ValueError(f"points of all words sum to {most}, expected less than 2**30")
        self.n_cells = adjacency.shape[0]
        for cell in range(self.n_cells):
            if self.n_cells < 64 and adjacency[cell] >> self.n_cells:
                raise ValueError(f"adjacency of cell {cell}: expected cells below {self.n_cells}")
            self.adjacency[cell] = adjacency[cell]
        self.pool = Pool()
        self.scores = <near_scores*>self.pool.zeros(1, sizeof(near_scores))
        self.simd = chosen_level()
        if self.n_cells <= NEAR_CELLS:
            self.make_room(capacity)
        else:
            self.make_wide_room(capacity)

    cdef int make_room(self, uint32_t capacity) except -1:
        cdef size_t room = capacity + 2 * NEAR_PADDING
        cdef near_walk* w = <near_walk*>self.pool.zeros(1, sizeof(near_walk))
        w.open = <cells_t*>self.pool.scratch(room, sizeof(cells_t))
        w.used = <cells_t*>self.pool.scratch(room, sizeof(cells_t))
        w.turn = <cells_t*>self.pool.scratch(room, sizeof(cells_t))
        w.key = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
        w.strings = <near_string*>self.pool.scratch(capacity, sizeof(near_string))
        w.capacity, w.n_cells, w.scores = capacity, self.n_cells, self.scores
        w.nodes, w.lengths, w.points = self.trie.view.narrow, &self.lengths[0], &self.points[0]
        self.walk = w
        return 0

    cdef int make_wide_room(self, uint32_t capacity) except -1:
        cdef near_walk_wide* w = <near_walk_wide*>self.pool.zeros(1, sizeof(near_walk_wide))
        w.open = <bitboard_t*>self.pool.scratch(capacity, sizeof(bitboard_t))
        w.used = <bitboard_t*>self.pool.scratch(capacity, sizeof(bitboard_t))
        w.turn = <bitboard_t*>self.pool.scratch(capacity, sizeof(bitboard_t))
        w.key = <uint32_t*>self.pool.scratch(capacity, sizeof(uint32_t))
        w.strings = <near_string_wide*>self.pool.scratch(capacity, sizeof(near_string_wide))
        w.capacity, w.n_cells, w.scores = capacity, self.n_cells, self.scores
        w.nodes, w.lengths, w.points = self.trie.view.narrow, &self.lengths[0], &self.points[0]
        self.wide = w
        return 0

    @property
    def nodes(self):
        """Paths taken up so far, all boards."""
        return self.walk.n_paths if self.wide == NULL else self.wide.n_paths

    @property
    def strings(self):
        """Strings taken up so far, all boards: nodes of the trie."""
        return self.walk.n_strings if self.wide == NULL else self.wide.n_strings

    def run(self, const letter_t[::1] board not None, int64_t[:, ::1] letters not None,
            int64_t[:, ::1] swaps not None):
        """Score a board and its neighbours.

        Parameters
        ----------
        board : uint8 array of shape (n_cells,)
            Letter codes; 32 and above is a hole.
        letters : int64 array of shape (n_cells, n), n at most 32, written to
            ``letters[cell, code]`` is the score with that letter on the cell; of a hole that of the board.
        swaps : int64 array of shape (n_cells, n_cells), written to
            ``swaps[a, b]`` is the score with a's and b's letters swapped; that of the board where one of
            them is a hole, or a is b.

        Returns
        -------
        bool
            Whether it was done; False where there are more paths than `capacity`, and nothing is written.
        """
        cdef Py_ssize_t a, b, n = self.n_cells, n_letters = letters.shape[1]
        cdef const near_scores* w = self.scores
        cdef int64_t score
        cdef int done
        if board.shape[0] != n or letters.shape[0] != n or n_letters > NEAR_LETTERS \
                or swaps.shape[0] != n or swaps.shape[1] != n:
            raise ValueError("board, letters or swaps of the wrong shape")
        with nogil:
            if self.wide == NULL:
                done = near_run(self.walk, self.adjacency, &board[0], self.simd)
            else:
                done = near_run_wide(self.wide, self.adjacency, &board[0], self.simd)
            if done:
                for a in range(n):
                    for b in range(n_letters):
                        if board[a] >= NEAR_LETTERS or board[a] == b:
                            letters[a, b] = w.total
                        else:
                            letters[a, b] = w.total - w.lost[a] + w.gained[b][a]
                    swaps[a, a] = w.total
                    for b in range(a + 1, n):
                        score = w.total
                        if board[a] < NEAR_LETTERS and board[b] < NEAR_LETTERS and board[a] != board[b]:
                            score += w.swapped[a][b] - w.lost[a] - w.lost[b] + w.lost_both[a][b]
                        swaps[a, b] = swaps[b, a] = score
        return done != 0
