"""Scores of all boards one change away from a board; twin: `reference.walk.boggle_neighbours`.

The walk is in boggle_neighbours_state.pxd, which says how it goes, boggle_neighbours_cells.pxd and
boggle_neighbours_paths.pxi: a module for each vector path.
"""

cimport cython

from libc.string cimport memset

from .boggle_small import WordTable
from ..bits cimport lsb
from ..dispatch cimport chosen_level, form_of
from ..pool cimport Pool
from ..trie cimport Trie
from ..types cimport bitboard_t, cell_t, int32_t, int64_t, letter_t, uint8_t, uint32_t, uint64_t
from .boggle_neighbours_state cimport (
    HITS, LETTERS, MOST_CELLS, MOST_HITS, PADDING, ROOT_ROW, ROW, near_form, near_scores, near_set, near_string,
    near_walk,
)

MAX_CELLS = MOST_CELLS
"""Most cells of a board that `NeighbourScores` takes."""


cdef inline void _set_row(near_walk* w, cell_t row, near_set cells) noexcept nogil:
    """Write cells side by side, at most eight."""
    cdef int lane
    cdef uint32_t cell
    cdef uint64_t adjacent
    for lane in range(ROW):
        w.row_label[row][lane], w.row_holds[row][lane] = 255, 0
        w.row_beside[row][lane] = w.row_beside_high[row][lane] = 0
        if cells:
            cell = <uint32_t>lsb(cells)
            cells &= cells - 1
            w.row_label[row][lane], w.row_holds[row][lane] = w.label[cell], w.holds[cell]
            adjacent = <uint64_t>(<const near_set*>w.adjacency)[cell]
            w.row_beside[row][lane], w.row_beside_high[row][lane] = <uint32_t>adjacent, <uint32_t>(adjacent >> 32)


cdef void _set_board(
    near_walk* w, const bitboard_t* adjacency, const letter_t* letters, near_set cells
) noexcept nogil:
    """Clear the scores, and set the walk of a board to its root; `cells` is to be empty."""
    cdef near_scores* s = w.scores
    cdef size_t n = w.n_cells
    cdef near_set* cells_of = <near_set*>w.cells_of
    cdef near_string* root = w.strings
    cdef near_set rest
    cdef cell_t cell
    memset(w.near, 0, sizeof(w.near))
    memset(cells_of, 0, LETTERS * sizeof(cells))
    memset(s.lost, 0, sizeof(s.lost))
    memset(s.lost_both, 0, n * sizeof(s.lost_both[0]))
    memset(s.gained, 0, (LETTERS + n) * sizeof(s.gained[0]))
    w.n_hits = 0
    if w.n_words > <uint32_t>1 << 31:  # no number may come again
        memset(w.last, 0, sizeof(w.last))
        w.n_words = 0
    s.total = w.letters = 0
    for cell in range(w.n_cells):
        w.holds[cell] = <uint32_t>1 << letters[cell] if letters[cell] < LETTERS else 0
        w.label[cell] = <uint32_t>cell | <uint32_t>letters[cell] << 16
        w.letters |= w.holds[cell]
        if w.holds[cell]:
            cells |= <near_set>1 << cell
            cells_of[letters[cell]] |= <near_set>1 << cell
    for cell in range(w.n_cells):
        rest = <near_set>adjacency[cell] & cells
        (<near_set*>w.adjacency)[cell] = rest
        while rest and w.holds[cell]:
            w.near[letters[cell]] |= w.holds[lsb(rest)]
            rest &= rest - 1
    for cell in range(w.n_cells):
        _set_row(w, cell, (<const near_set*>w.adjacency)[cell])
    for cell in range(<cell_t>sizeof(cells)):
        _set_row(w, ROOT_ROW + cell, cells & <near_set>255 << 8 * cell)
    for cell in range(LETTERS):
        w.holders_low[cell] = <uint32_t>cells_of[cell]
        w.holders_high[cell] = <uint32_t>(<uint64_t>cells_of[cell] >> 32)
    # The empty path, next to all cells.
    (<near_set*>w.open)[0] = cells
    (<near_set*>w.used)[0] = (<near_set*>w.turn)[0] = 0
    w.key[0] = ROOT_ROW
    w.n_strings += 1
    w.n_paths += 1
    root.node, root.exact, root.changed, root.end = w.nodes[0], 0, 1, 1
    root.letters = root.node.inner | root.node.words
    root.olds = 0


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
    cdef near_walk* walk
    cdef readonly object words
    cdef Trie trie
    cdef const uint8_t[::1] lengths
    cdef const int32_t[::1] points
    cdef bitboard_t[64] adjacency
    cdef near_form form
    cdef readonly cell_t n_cells

    def __cinit__(self, words not None, const bitboard_t[::1] adjacency not None,
                  const int32_t[::1] points not None, uint32_t capacity=1 << 18):
        if not isinstance(words, WordTable):
            raise TypeError(f"words of type {type(words).__name__}, expected WordTable")
        self.words, self.trie, self.lengths, self.points = words, words.trie, words.lengths, points
        if self.trie.view.wide != NULL:
            raise ValueError(f"{self.trie.n_letters} letters, expected at most 32")
        if not 1 <= adjacency.shape[0] <= MOST_CELLS:
            raise ValueError(f"{adjacency.shape[0]} cells, expected 1 to {MOST_CELLS}")
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
        self.form = <near_form>form_of(__name__, chosen_level())
        self.pool = Pool()
        self.walk = <near_walk*>self.pool.zeros(1, sizeof(near_walk))
        self.make_room(capacity)

    cdef int make_room(self, uint32_t capacity) except -1:
        cdef size_t set_size = sizeof(uint32_t) if self.n_cells <= 32 else sizeof(uint64_t)
        cdef size_t room = capacity + 2 * PADDING
        cdef near_walk* w = self.walk
        w.open = self.pool.scratch(room, set_size)
        w.used = self.pool.scratch(room, set_size)
        w.turn = self.pool.scratch(room, set_size)
        w.key = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
        w.chosen = <uint32_t*>self.pool.scratch(room, sizeof(uint32_t))
        w.strings = <near_string*>self.pool.scratch(capacity, sizeof(near_string))
        w.adjacency = self.pool.zeros(MOST_CELLS, set_size)
        w.cells_of = self.pool.zeros(LETTERS + 1, set_size)
        w.lost_with = self.pool.zeros(MOST_CELLS, set_size)
        w.hit_at = <uint32_t*>self.pool.scratch(HITS + MOST_HITS, sizeof(uint32_t))
        w.hit_word = <uint32_t*>self.pool.scratch(HITS + MOST_HITS, sizeof(uint32_t))
        w.hit_points = <int32_t*>self.pool.scratch(HITS + MOST_HITS, sizeof(int32_t))
        w.scores = <near_scores*>self.pool.zeros(1, sizeof(near_scores))
        w.capacity, w.n_cells, w.room = capacity, self.n_cells, room
        w.nodes, w.lengths, w.points = self.trie.view.narrow, &self.lengths[0], &self.points[0]
        return 0

    @property
    def nodes(self):
        """Paths taken up so far, all boards."""
        return self.walk.n_paths

    @property
    def strings(self):
        """Strings taken up so far, all boards: nodes of the trie."""
        return self.walk.n_strings

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
        cdef const near_scores* w = self.walk.scores
        cdef int64_t score
        cdef bint done
        if board.shape[0] != n or letters.shape[0] != n or n_letters > LETTERS \
                or swaps.shape[0] != n or swaps.shape[1] != n:
            raise ValueError("board, letters or swaps of the wrong shape")
        with nogil:
            if n <= 32:
                _set_board(self.walk, self.adjacency, &board[0], <uint32_t>0)
            else:
                _set_board(self.walk, self.adjacency, &board[0], <uint64_t>0)
            done = self.form(self.walk)
            if done:
                for a in range(n):
                    for b in range(n_letters):
                        if board[a] >= LETTERS or board[a] == b:
                            letters[a, b] = w.total
                        else:
                            letters[a, b] = w.total - w.lost[a] + w.gained[b][a]
                    swaps[a, a] = w.total
                    for b in range(a + 1, n):
                        score = w.total
                        if board[a] < LETTERS and board[b] < LETTERS and board[a] != board[b]:
                            score += w.gained[LETTERS + a][b] - w.lost[a] - w.lost[b] + w.lost_both[a][b]
                        swaps[a, b] = swaps[b, a] = score
        return done
