"""Few words on very many cells, from seeds in their middle; twin: `reference.walk.boggle_seeds`.

A seed is some letters in a row that words have in common, read either way; the middle one is its centre. An
occurrence of a word belongs to the cell of its centre. Where centres can lie is seen for 512 cells at a time: a plane
has a bit for each cell, a plane of a letter is spread to the neighbours of its cells and met with the plane of the
next letter, and what comes in from both sides meets the plane of the centre. From each bit that is left a path grows
at both ends, along a tree whose nodes are intervals of words (boggle_seeds_paths.pxi, a module for each vector path).

An end is grown only where the letters around both ends have some that the words below the node still need.
"""

cimport cython
import numpy as np

from libc.string cimport memcpy

from ..bits cimport lsb
from ..dispatch cimport chosen_level, form_of
from ..flag cimport store_release, load_acquire
from ..pool cimport Pool
from ..topology cimport MAX_DEGREE, step_list
from ..types cimport count_t, int32_t, int64_t, letter_t, letters_t, uint8_t, uint32_t
from .boggle_seed_state cimport (
    ARM, BATCH, CHUNK, GROUP, HOLE, LETTERS, MARGIN, NOTHING, SPAN, STEPS, STRIDE, STRIP, WIDTH, begin_at,
    find_centres, go_deep, grow_batch, load_tile, mark_arms, seed_arm, seed_form, seed_hit, seed_item,
    seed_row, seed_seed, seed_side, seed_tables, seed_walk, set_shape, strike_log,
)

MOST_ARM = ARM
"""Most letters of a seed at a side of its centre."""
MOST_LETTERS = LETTERS
"""Different letters of an alphabet."""
MOST_REACH = (WIDTH - 2) // 2 - 1
"""Most letters of a word at a side of its centre."""
NO_WORD = -1
cdef enum:
    TILE_ROWS = 256
    QUEUE = 1 << 16
    TILE_COST = 1 << 13     # of a budget, in paths
    STRIP_COST = 1 << 10
    SEED_COST = 4           # of each seed and arm, a strip


@cython.final
cdef class SeedTables:
    """Seeds, their arms, and the tree that words grow along from the centres: made once, shared by searches.

    Parameters
    ----------
    seeds : int32 array of shape (seeds, 4)
        The letter of the centre; the arms at its sides, -1 for none; the root of its words.
    arms : int32 array of shape (arms, 2)
        An arm is the letters of a seed at one side, from the tip inwards: its letter next to the centre, and
        the arm of those before, -1 for none. Before it in the array.
    sides : uint32 array of shape (nodes, 2, 3)
        By node, at the end and at the beginning of its words: the letters that lead on, a bit each; those that
        words below need next, with bit 31 where one needs none; the first child, in the order of the letters.
    words : int32 array of shape (nodes,)
        The word of a node, -1 for none; each has one.
    n_words : int
    reach : int
        Most letters of a word at a side of its centre.

    Notes
    -----
    O(nodes) time; 45 bytes a node.
    """

    cdef seed_tables tables
    cdef Pool pool
    cdef seed_side* sides
    cdef uint32_t* node_of
    cdef readonly int reach

    def __cinit__(self, const int32_t[:, ::1] seeds not None, const int32_t[:, ::1] arms not None,
                  const uint32_t[:, :, ::1] sides not None, const int32_t[::1] words not None,
                  Py_ssize_t n_words, int reach):
        cdef Py_ssize_t n_nodes = words.shape[0], n_arms = arms.shape[0], n_seeds = seeds.shape[0], i
        if seeds.shape[1] != 4 or arms.shape[1] != 2 or sides.shape[1] != 2 or sides.shape[2] != 3:
            raise ValueError("expected seeds of 4, arms of 2 and sides of 2 x 3 numbers")
        if not 0 < n_nodes < 1 << 30 or sides.shape[0] != n_nodes or not 0 < n_seeds < 1 << 24:
            raise ValueError(f"{n_nodes} nodes with {sides.shape[0]} pairs of sides, {n_seeds} seeds")
        if not 0 <= reach <= MOST_REACH:
            raise ValueError(f"words that reach {reach} cells, expected 0 to {MOST_REACH}")
        self.pool = Pool()
        self.reach = reach
        self.tables.n_nodes, self.tables.n_words = n_nodes, n_words
        self.tables.n_arms, self.tables.n_seeds = n_arms, n_seeds
        cdef uint32_t* parent = self.take_tree(sides, words)
        self.take_arms(arms)
        cdef seed_seed* seed = <seed_seed*>self.pool.zeros(n_seeds, sizeof(seed_seed))
        for i in range(n_seeds):
            if not (0 <= seeds[i, 0] < LETTERS and -1 <= min(seeds[i, 1], seeds[i, 2])
                    and max(seeds[i, 1], seeds[i, 2]) < n_arms and 0 <= seeds[i, 3] < n_nodes
                    and parent[seeds[i, 3]] == NOTHING):
                raise ValueError(f"seed {i}: letter {seeds[i, 0]}, arms {seeds[i, 1]} and {seeds[i, 2]}, "
                                 f"root {seeds[i, 3]}")
            seed[i].letter, seed[i].root = seeds[i, 0], seeds[i, 3]
            seed[i].arms[0], seed[i].arms[1] = seeds[i, 1], seeds[i, 2]
        self.tables.seeds = seed

    cdef uint32_t* take_tree(self, const uint32_t[:, :, ::1] sides, const int32_t[::1] words) except NULL:
        """Take the nodes up; return the half above each."""
        cdef uint32_t n_nodes = self.tables.n_nodes, n_words = self.tables.n_words, i, side, child, rest
        cdef seed_side* nodes = <seed_side*>self.pool.zeros(2 * n_nodes, sizeof(seed_side))
        cdef uint32_t* word = <uint32_t*>self.pool.scratch(n_nodes, sizeof(uint32_t))
        cdef uint32_t* parent = <uint32_t*>self.pool.scratch(n_nodes, sizeof(uint32_t))
        cdef letter_t* letter = <letter_t*>self.pool.zeros(n_nodes, sizeof(letter_t))
        self.node_of = <uint32_t*>self.pool.scratch(n_words, sizeof(uint32_t))
        for i in range(n_words):
            self.node_of[i] = NOTHING
        for i in range(n_nodes):
            parent[i] = NOTHING
        for i in range(n_nodes):
            word[i] = NOTHING
            if words[i] != NO_WORD:
                if not 0 <= words[i] < <int64_t>n_words or self.node_of[words[i]] != NOTHING:
                    raise ValueError(f"node {i}: word {words[i]}, expected each of {n_words} once")
                word[i] = words[i]
                self.node_of[words[i]] = i
            for side in range(2):
                rest, child = sides[i, side, 0], sides[i, side, 2]
                if rest >> LETTERS:
                    raise ValueError(f"node {i}: a letter of 31 or above")
                nodes[2 * i + side] = seed_side(rest, sides[i, side, 1], rest, child)
                while rest:
                    if not i < child < n_nodes or parent[child] != NOTHING:
                        raise ValueError(f"node {i}: child {child}, expected one behind it and of its own")
                    parent[child], letter[child] = 2 * i + side, <letter_t>lsb(rest)
                    rest &= rest - 1
                    child += 1
                if words[i] != NO_WORD:
                    nodes[2 * i + side].grow |= <letters_t>1 << HOLE
        for i in range(n_words):
            if self.node_of[i] == NOTHING:
                raise ValueError(f"no node for word {i}")
        self.sides = nodes
        self.tables.sides, self.tables.word, self.tables.parent, self.tables.letter = nodes, word, parent, letter
        return parent

    cdef int take_arms(self, const int32_t[:, ::1] arms) except -1:
        """Take the arms up, each with its number of letters."""
        cdef int32_t i
        cdef seed_arm* arm = <seed_arm*>self.pool.zeros(self.tables.n_arms, sizeof(seed_arm))
        for i in range(self.tables.n_arms):
            if not -1 <= arms[i, 0] < i or not 0 <= arms[i, 1] < LETTERS:
                raise ValueError(f"arm {i}: letter {arms[i, 1]} after arm {arms[i, 0]}")
            arm[i].parent, arm[i].letter = arms[i, 0], arms[i, 1]
            arm[i].depth = 1 if arms[i, 0] < 0 else arm[arms[i, 0]].depth + 1
            if arm[i].depth > ARM:
                raise ValueError(f"arm {i}: more than {ARM} letters")
            self.tables.depth = max(self.tables.depth, arm[i].depth)
        self.tables.arms = arm
        return 0


@cython.final
cdef class SeedWalk:
    """A resumable search of a window of a board for the words of some tables, by the cells of their centres.

    Parameters
    ----------
    tables : SeedTables
    window : uint8 array of shape (rows, cols)
        Codes of letters; 31 and above are holes. It may change between two calls of `continue_at`, as `look_at` says.
    topology
        As for `unriddle.core.topology.neighbours`.
    tile_rows, tile_cols : int
        Most centres of a tile: 256 rows, and as many columns as a row of a tile has room for.
    capacity : int
        Most paths of a batch of centres; where they are more, those centres are searched one by one.

    Notes
    -----
    `tile_cols` says how many columns these have. An occurrence of a word is found with its centre's cell, all its
    cells being in the window. Space: 33 bytes a node, 13 a word, 2.7 kB an arm and 4 MiB. One object serves one
    thread.
    """

    cdef seed_walk* walk
    cdef const seed_form* form
    cdef SeedTables tables
    cdef Pool pool
    cdef const letter_t[:, ::1] window
    cdef int64_t first_row, end_row, first_col, end_col, end_tile, tile
    cdef readonly int32_t tile_cols
    cdef int32_t tile_rows, strip, seed
    cdef bint loaded, made               # the tile; the planes of the strip
    cdef uint32_t hit, single_end        # of the hits: the next one; up to where they are searched one by one
    cdef count_t told_nodes, told_moves

    def __cinit__(self, SeedTables tables not None, const letter_t[:, ::1] window not None, int topology=0,
                  int tile_rows=TILE_ROWS, int tile_cols=WIDTH, uint32_t capacity=QUEUE):
        cdef int drow[MAX_DEGREE]
        cdef int dcol[MAX_DEGREE]
        cdef int step, n_steps = step_list(topology, drow, dcol)
        cdef uint32_t lanes = 0
        cdef int halo = max(tables.reach, ARM) + 1, side = max(halo, MARGIN + ARM + 1)
        cdef uint32_t least = 2 * STEPS * CHUNK + 2 * BATCH
        if not 0 < tile_rows <= 1 << 12 or tile_cols < 1:
            raise ValueError(f"tiles of {tile_rows} x {tile_cols} cells")
        if not least <= capacity <= 1 << 24:
            raise ValueError(f"capacity {capacity}, expected {least} to 2**24")
        cdef int height = (tile_rows + STRIP - 1) // STRIP * STRIP + 2 * halo
        self.pool = Pool()
        cdef seed_walk* w = <seed_walk*>self.pool.lined_up(1, sizeof(seed_walk))
        self.walk = w
        self.tables, self.window = tables, window
        w.tables = &tables.tables
        self.form = <const seed_form*>form_of(__name__, chosen_level())
        w.halo, w.height, w.side = halo, height, side
        w.window, w.rows, w.cols = &window[0, 0] if window.size else NULL, window.shape[0], window.shape[1]
        w.capacity = capacity
        cdef uint32_t n_nodes = tables.tables.n_nodes, n_words = tables.tables.n_words
        w.spread = <seed_row*>self.pool.lined_up(tables.tables.n_arms * SPAN, sizeof(seed_row))
        w.wanted = <uint8_t*>self.pool.zeros(tables.tables.n_arms, sizeof(uint8_t))
        w.live = <seed_side*>self.pool.scratch(2 * n_nodes, sizeof(seed_side))
        w.letters = <letter_t*>self.pool.zeros(height * STRIDE + 8, 1)
        w.around = <uint32_t*>self.pool.zeros(height * STRIDE, sizeof(uint32_t))
        w.queue = <seed_item*>self.pool.scratch(capacity + 2, sizeof(seed_item))
        w.hits = <seed_hit*>self.pool.scratch(BATCH + GROUP * STRIP * WIDTH, sizeof(seed_hit))
        w.found = <uint8_t*>self.pool.zeros(n_words, 1)
        w.end_cell = <int64_t*>self.pool.zeros(n_words, sizeof(int64_t))
        w.log = <uint32_t*>self.pool.scratch(n_words, sizeof(uint32_t))
        with nogil:  # several searches are made at the same time
            memcpy(w.live, tables.sides, 2 * n_nodes * sizeof(seed_side))
        for step in range(n_steps):
            # Lanes are the eight steps of the king in the order of rising cells.
            lanes |= <uint32_t>1 << ((drow[step] + 1) * 3 + dcol[step] + 1 - (drow[step] * 3 + dcol[step] > 0))
        set_shape(w, lanes)
        self.tile_rows, self.tile_cols = tile_rows, min(tile_cols, STRIDE - 2 * side)

    @property
    def nodes(self):
        """Continuable paths taken up so far; what another thread reads is as of the last slice."""
        return load_acquire(&self.told_nodes)

    @property
    def moves(self):
        """Paths walked so far whose letters are part of a word not yet found."""
        return load_acquire(&self.told_moves)

    @property
    def n_found(self):
        """Words found so far; another thread may ask while the search runs."""
        return load_acquire(&self.walk.n_found)

    cdef int64_t tiles(self, int64_t first, int64_t end, int64_t most) noexcept nogil:
        """Return how many tiles lie side by side."""
        return (end - first + most - 1) // most

    def look_at(self, const letter_t[:, ::1] window not None):
        """Go on to another window of the same shape; only when `run` has no work left."""
        if window.shape[0] != self.walk.rows or window.shape[1] != self.walk.cols:
            raise ValueError(f"a window of {window.shape[0]} x {window.shape[1]} cells, "
                             f"expected {self.walk.rows} x {self.walk.cols}")
        self.window, self.walk.window = window, &window[0, 0] if window.size else NULL

    def continue_at(self, int64_t first_row, int64_t end_row, int64_t first_col, int64_t end_col):
        """Go on with the centres in some rows and columns of the window; only when `run` has no work left."""
        if not (0 <= first_row <= end_row <= self.walk.rows and 0 <= first_col <= end_col <= self.walk.cols):
            raise ValueError(f"rows {first_row} to {end_row} of {self.walk.rows}, "
                             f"columns {first_col} to {end_col} of {self.walk.cols}")
        self.first_row, self.end_row, self.first_col, self.end_col = first_row, end_row, first_col, end_col
        self.tile = 0
        self.end_tile = self.tiles(first_row, end_row, self.tile_rows) * self.tiles(first_col, end_col, self.tile_cols)
        self.loaded = False

    cdef void load(self) noexcept nogil:
        """Load the next tile."""
        cdef int64_t across = self.tiles(self.first_col, self.end_col, self.tile_cols)
        cdef int64_t row = self.first_row + self.tile // across * self.tile_rows
        cdef int64_t col = self.first_col + self.tile % across * self.tile_cols
        load_tile(self.walk, self.form, row, col, <int32_t>min(<int64_t>self.tile_rows, self.end_row - row),
                  <int32_t>min(<int64_t>self.tile_cols, self.end_col - col))
        self.strip, self.seed, self.made, self.loaded = 0, 0, False, True

    def run(self, count_t budget):
        """Work for about `budget` paths; return whether any may remain."""
        cdef seed_walk* w = self.walk
        cdef const seed_tables* tables = w.tables
        cdef count_t before, left = budget
        cdef uint32_t count
        cdef bint over
        with nogil:
            while left > 0:
                over = self.seed >= tables.n_seeds
                if w.depth:
                    left = go_deep(w, left)
                elif self.hit < self.single_end:
                    begin_at(w, w.hits[self.hit])
                    self.hit += 1
                    left -= 1
                elif self.hit < w.n_hits and (over or w.n_hits - self.hit >= <uint32_t>BATCH):
                    before = w.nodes_visited
                    count = min(<uint32_t>BATCH, w.n_hits - self.hit)
                    if grow_batch(w, self.form, w.hits + self.hit, count):
                        self.hit += count
                    else:
                        self.single_end = self.hit + count
                    left -= count + w.nodes_visited - before
                elif self.tile >= self.end_tile or w.n_found == tables.n_words:
                    self.tile = self.end_tile
                    w.n_hits = self.hit = 0
                    break
                elif not self.loaded:
                    self.load()
                    left -= TILE_COST
                elif not self.made:
                    mark_arms(w)
                    self.form.strip(w, w.halo + self.strip)
                    self.made = True
                    left -= STRIP_COST + SEED_COST * tables.n_arms
                elif not over:
                    for count in range(w.n_hits - self.hit):  # those that are left to the front
                        w.hits[count] = w.hits[self.hit + count]
                    w.n_hits -= self.hit
                    self.hit = self.single_end = 0
                    before = self.seed
                    while self.seed < tables.n_seeds and w.n_hits < <uint32_t>BATCH:
                        self.seed = find_centres(w, self.form, self.seed, self.strip)
                    left -= SEED_COST * (self.seed - before)
                elif self.strip + STRIP < w.n_rows:
                    self.strip += STRIP
                    self.seed, self.made = 0, False
                    w.n_hits = self.hit = self.single_end = 0
                else:
                    self.tile += 1
                    self.loaded = False
                    w.n_hits = self.hit = self.single_end = 0
        store_release(&self.told_nodes, w.nodes_visited)
        store_release(&self.told_moves, w.moves)
        return w.depth > 0 or self.hit < w.n_hits or self.tile < self.end_tile

    def strike(self, SeedWalk other not None, count_t first, count_t end):
        """Stop looking for words that another search with the same tables found: its first-th to end-th.

        The other search may be running, beyond `end`. O(words).
        """
        if other.tables is not self.tables:
            raise ValueError("expected a search with the same tables")
        cdef count_t logged = load_acquire(&other.walk.n_found)
        if not 0 <= first <= end <= logged:
            raise ValueError(f"words {first} to {end} of {logged}")
        with nogil:
            strike_log(self.walk, other.walk.log + first, end - first, self.tables.node_of)

    def found(self):
        """Return a copy of the marks of the words found so far: bool of shape (n_words,)."""
        cdef const uint8_t[::1] view = <const uint8_t[:self.walk.tables.n_words:1]>self.walk.found
        return np.array(view).view(np.bool_)

    def news(self, count_t first):
        """Return the words found after the first N, in that order, and the cells of the window where they end.

        Both are int64 arrays.
        """
        cdef count_t i, n_found = self.walk.n_found
        if not 0 <= first <= n_found:
            raise ValueError(f"words from {first} on of {n_found}")
        words, ends = np.empty(n_found - first, dtype=np.int64), np.empty(n_found - first, dtype=np.int64)
        cdef int64_t[::1] word = words, cell = ends
        with nogil:
            for i in range(first, n_found):
                word[i - first] = self.walk.log[i]
                cell[i - first] = self.walk.end_cell[self.walk.log[i]]
        return words, ends
