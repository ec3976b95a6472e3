"""Every word on any board: several letters a tile, wildcards; twin: `reference.walk.boggle_tiles`."""

cimport cython
import numpy as np

from ..bits cimport lsb
from ..pool cimport Pool
from ..topology cimport MAX_DEGREE, neighbours_of, step_list
from ..trie cimport Trie, child_of, node_at, trie_t, wide_node, word_of
from ..types cimport cell_t, count_t, int32_t, int64_t, letter_t, mask_t, node_t, uint8_t

MAX_CELLS = (1 << 31) - 1
cdef enum:
    MAX_DEPTH = 256  # a word has at most 254 letters, a tile at least one
    NONE = -1

# A path's last cell, the trie node that its letters lead to, and what is still to be tried from there.
cdef struct frame:
    node_t node
    cell_t cell
    int next                         # neighbour to try next
    int count
    int length                       # letters of the path
    count_t paths                    # paths of words that begin with this one
    mask_t wild                      # letters still to be tried on the wildcard neighbours[next - 1]
    int reading                      # row of letters still to be tried on neighbours[next - 1]; NONE where all are
    cell_t neighbours[MAX_DEGREE]


@cython.final
cdef class TileWalk:
    """A resumable depth-first walk of a board and a trie together.

    Parameters
    ----------
    trie : Trie
        Of up to 63 letters.
    rows, cols : int
        Size of the board, each at least 1, at most 2**31 - 1 cells.
    topology, wrap
        As for `unriddle.core.topology.neighbours`.
    tiles : uint8 array of shape (rows * cols,)
        Number of each cell's tile.
    tile_letters : uint8 array of shape (n_rows, longest)
        Letter codes of each tile, ended by 255 where shorter; a tile without letters is a hole. Rows behind those
        of the tiles are further readings.
    wildcard : int
        Number of the tile that stands for any one letter; -1 for none.
    uses : int64 array of shape (rows * cols,), optional
        Written to: how many paths of words use each cell, complete once the walk is; a path that can be read
        in several ways counts once for each word. Nothing is left out because it was found before.
    min_length : int
        Fewest letters of a word that counts there.
    others : int32 array of shape (n_rows,), optional
        By row of `tile_letters`: a row behind it with another reading of the same tile; -1 for none.

    Attributes
    ----------
    paths : int
        Paths of words met so far; 0 without `uses`.

    Notes
    -----
    O(paths whose letters begin a word) time; one byte a cell, one a word, and a stack of 256 frames.
    One object serves one thread; the trie and the board may be shared.
    """

    cdef Pool pool
    cdef Trie trie
    cdef cell_t rows, cols, n_cells, start
    cdef bint wrap
    cdef int n_steps, depth, wildcard
    cdef int drow[MAX_DEGREE]
    cdef int dcol[MAX_DEGREE]
    cdef const uint8_t[::1] tiles
    cdef const letter_t[:, ::1] tile_letters
    cdef uint8_t* used
    cdef uint8_t* found
    cdef frame* stack
    cdef mask_t start_wild
    cdef int start_reading
    cdef const int32_t[::1] others
    cdef bint choices            # whether a tile has several readings
    cdef int64_t[::1] _uses
    cdef int64_t* uses           # NULL where nobody counts
    cdef int min_length
    cdef readonly count_t paths  # of words
    cdef readonly count_t nodes  # continuable paths taken up
    cdef readonly count_t moves  # paths whose letters begin a word

    def __cinit__(self, Trie trie not None, cell_t rows, cell_t cols, int topology, bint wrap,
                  const uint8_t[::1] tiles not None, const letter_t[:, ::1] tile_letters not None,
                  int wildcard=-1, int64_t[::1] uses=None, int min_length=1, const int32_t[::1] others=None):
        if rows < 1 or cols < 1 or <int64_t>rows * cols > MAX_CELLS:
            raise ValueError(f"a board of {rows} x {cols} cells")
        self.n_cells = rows * cols
        if tiles.shape[0] != self.n_cells:
            raise ValueError(f"{tiles.shape[0]} tiles, expected {self.n_cells}")
        if uses is not None:
            if uses.shape[0] != self.n_cells:
                raise ValueError(f"uses of {uses.shape[0]} cells, expected {self.n_cells}")
            self._uses, self.uses, self.min_length = uses, &uses[0], min_length
        cdef Py_ssize_t i, j, ended
        for i in range(self.n_cells):
            if tiles[i] >= tile_letters.shape[0]:
                raise ValueError(f"tile {tiles[i]}, expected less than {tile_letters.shape[0]}")
        for i in range(tile_letters.shape[0]):
            ended = False
            for j in range(tile_letters.shape[1]):
                if tile_letters[i, j] == 255:
                    ended = True
                elif ended or tile_letters[i, j] >= trie.n_letters:
                    raise ValueError(f"tile {i}: letter {tile_letters[i, j]}")
        self.start_reading, self.choices = NONE, others is not None
        if others is not None:
            if others.shape[0] != tile_letters.shape[0]:
                raise ValueError(f"{others.shape[0]} rows, expected {tile_letters.shape[0]}")
            for i in range(others.shape[0]):
                if others[i] != NONE and not i < others[i] < others.shape[0]:
                    raise ValueError(f"row {others[i]} after row {i}")
            self.others = others
        self.trie, self.rows, self.cols, self.wrap = trie, rows, cols, wrap
        self.tiles, self.tile_letters, self.wildcard = tiles, tile_letters, wildcard
        self.n_steps = step_list(topology, self.drow, self.dcol)
        self.pool = Pool()
        self.used = <uint8_t*>self.pool.zeros(self.n_cells, sizeof(uint8_t))
        self.found = <uint8_t*>self.pool.zeros(trie.n_words, sizeof(uint8_t))
        self.stack = <frame*>self.pool.scratch(MAX_DEPTH, sizeof(frame))

    cdef void count_path(self, cell_t cell, int length) noexcept nogil:
        """Count the path that ends a word in `cell`: there, and in the cell before, which hands it on."""
        if self.uses != NULL and length >= self.min_length:
            self.paths += 1
            self.uses[cell] += 1
            if self.depth:
                self.stack[self.depth - 1].paths += 1

    cdef void leave(self, const frame* top) noexcept nogil:
        """Take the last cell off the path; the paths that went through it went through the one before."""
        self.used[top.cell] = 0
        self.depth -= 1
        if self.uses != NULL and top.paths:
            self.uses[top.cell] += top.paths
            if self.depth:
                self.stack[self.depth - 1].paths += top.paths

    cdef bint step(self, node_t node, cell_t cell, int reading, letter_t letter) noexcept nogil:
        """Go on from `node` to `cell`, read by a row of letters, or as one letter where that is `NONE`.

        Note words; push a frame where the path can be continued.
        """
        cdef const trie_t* view = &self.trie.view
        cdef wide_node here
        cdef Py_ssize_t place, longest = self.tile_letters.shape[1]
        cdef frame* top
        cdef bint moved = False, inner = True
        cdef int length = self.stack[self.depth - 1].length if self.depth else 0
        if reading == NONE:
            here = node_at(view, node)
            inner = here.inner >> letter & 1
            length += 1
            if here.words >> letter & 1:
                self.found[word_of(here, letter)] = 1
                self.count_path(cell, length)
                moved = True
            if inner:
                node = child_of(here, letter)
        else:
            if longest == 0 or self.tile_letters[reading, 0] == 255:
                return False
            # Letter by letter of the tile; only its last one can end a word of this path.
            for place in range(longest):
                letter = self.tile_letters[reading, place]
                if letter == 255:
                    break
                if not inner:
                    return False
                here = node_at(view, node)
                inner = here.inner >> letter & 1
                moved = here.words >> letter & 1
                length += 1
                if moved and (place + 1 == longest or self.tile_letters[reading, place + 1] == 255):
                    self.found[word_of(here, letter)] = 1
                    self.count_path(cell, length)
                if inner:
                    node = child_of(here, letter)
                elif not moved:
                    return False
        if inner:  # the path can be continued
            moved = True
            top = &self.stack[self.depth]
            top.node, top.cell, top.next, top.wild, top.length, top.paths = node, cell, 0, 0, length, 0
            top.reading = NONE
            top.count = neighbours_of(self.rows, self.cols, self.wrap, self.drow, self.dcol, self.n_steps, cell,
                                      top.neighbours)
            self.used[cell] = 1
            self.depth += 1
        self.moves += moved
        return inner

    def run(self, count_t budget):
        """Take up at most `budget` more paths; return whether any remain.

        A path is taken up when it is pushed: `nodes` never grows by more than the budget.
        """
        cdef count_t left = budget, tries = 64 * budget + 4096
        cdef frame* top
        cdef cell_t cell
        cdef letter_t letter
        cdef int reading
        cdef wide_node here
        with nogil:
            while left > 0 and tries > 0:  # a board of holes must not keep Ctrl-C waiting
                tries -= 1
                # No path: the next start, a wildcard once with each letter, a tile once with each reading.
                if self.depth == 0:
                    if self.start_wild:
                        letter = <letter_t>lsb(self.start_wild)
                        self.start_wild &= self.start_wild - 1
                        left -= self.step(0, self.start - 1, NONE, letter)
                        continue
                    if self.start_reading != NONE:
                        reading = self.start_reading
                        self.start_reading = self.others[reading]
                        left -= self.step(0, self.start - 1, reading, 0)
                        continue
                    if self.start == self.n_cells:
                        break
                    cell = self.start
                    self.start += 1
                    if self.tiles[cell] == self.wildcard:
                        here = node_at(&self.trie.view, 0)
                        self.start_wild = here.inner | here.words
                    else:
                        reading = self.tiles[cell]
                        if self.choices:
                            self.start_reading = self.others[reading]
                        left -= self.step(0, cell, reading, 0)
                    continue
                # The next letter of a wildcard, the next reading of a tile, the next neighbour, or back.
                top = &self.stack[self.depth - 1]
                if top.wild:
                    letter = <letter_t>lsb(top.wild)
                    top.wild &= top.wild - 1
                    left -= self.step(top.node, top.neighbours[top.next - 1], NONE, letter)
                elif top.reading != NONE:
                    reading = top.reading
                    top.reading = self.others[reading]
                    left -= self.step(top.node, top.neighbours[top.next - 1], reading, 0)
                elif top.next < top.count:
                    cell = top.neighbours[top.next]
                    top.next += 1
                    if self.used[cell]:
                        continue
                    if self.tiles[cell] == self.wildcard:
                        here = node_at(&self.trie.view, top.node)
                        top.wild = here.inner | here.words
                    else:
                        reading = self.tiles[cell]
                        if self.choices:
                            top.reading = self.others[reading]
                        left -= self.step(top.node, cell, reading, 0)
                else:
                    self.leave(top)
        self.nodes += budget - left
        return (self.depth > 0 or self.start < self.n_cells or self.start_wild != 0
                or self.start_reading != NONE)

    def found_places(self):
        """Return the places in the trie of the words found so far, an int64 array in rising order."""
        cdef const uint8_t[::1] view
        if self.trie.n_words == 0:
            return np.empty(0, dtype=np.int64)
        view = <const uint8_t[:self.trie.n_words:1]>self.found
        return np.flatnonzero(np.asarray(view).view(np.bool_))
