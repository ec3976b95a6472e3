"""All words of one board of any size, each once; twin: `reference.walk.boggle_large`.

The walk of boggle_small over a window that travels with the path. Start cells are taken in batches, paths level by
level (boggle_large_paths.pxi, a module for each vector path). The cells of a path of up to 8 cells differ by at most 7
rows and columns, so (8 * row + column) mod 64 tells them apart: 64 bits hold the cells in use however large the board
is, and those around a cell are 8 of them. Longer paths, which are few, go on depth-first, cell by cell.
"""

cimport cython
import numpy as np

from ..bits cimport lsb, popcount
from ..dispatch cimport chosen_level, form_of
from ..flag cimport store_release, load_acquire
from ..pool cimport Pool
from ..topology cimport MAX_DEGREE, step_list
from ..trie cimport Trie
from ..types cimport cell_t, count_t, int32_t, int64_t, letter_t, letters_t, node_t, uint8_t, uint32_t, uint64_t, word_t
from .boggle_large_state cimport (
    CELL_SHIFT, NODE_MASK, NO_ITEM, QUEUE, STEPS, WINDOW, cell_of, copy_trie, free_room, large_frame, large_walk,
    level_form, live_node, new_room, place_in, place_of, reset_room, set_shape, strike, strike_log,
)

cdef extern from "compiler.h" nogil:
    void prefetch_line(const void* at) noexcept

MAX_CELLS = (1 << 31) - (1 << 20)
SMALLEST_TORUS = 16
"""Fewest rows and columns of a board that wraps."""
cdef enum:
    BATCH = 64          # start cells taken together
    AHEAD = 16          # paths


cdef void _strike_hits(large_walk* w) noexcept nogil:
    """Strike the words of a level; the same word may have been hit more than once."""
    cdef uint32_t i, item, rest, cell
    cdef node_t node
    for i in range(w.n_hits):
        item, rest = w.queue.hit_item[i], w.queue.hit_lanes[i]
        node = w.queue.node[item] & NODE_MASK
        while rest:
            cell = w.queue.cell[item] + <uint32_t>w.offset[lsb(rest)]
            if w.live[node].live_words & w.letters[cell]:
                strike(w, node, w.letters[cell], cell_of(w, cell))
            rest &= rest - 1
    w.n_hits = 0


cdef inline node_t _child(const live_node* node, letters_t letter) noexcept nogil:
    """Return the node that a letter leads to."""
    return node.child + <node_t>popcount(node.inner & (letter - 1))


cdef uint32_t _start(large_walk* w, int64_t row, int64_t col, int64_t count) noexcept nogil:
    """Queue the cells of a row as paths of one cell."""
    cdef uint32_t tail = NO_ITEM + 1, spot
    cdef int64_t i, padded
    cdef letters_t letter
    cdef live_node root
    for i in range(count):
        root = w.live[0]
        padded = (row + w.padding) * w.stride + w.padding + col + i
        letter, spot = w.letters[padded], <uint32_t>(WINDOW * row + col + i & 63)
        w.moves += (root.live_inner | root.live_words) & letter != 0
        if root.live_words & letter:
            strike(w, 0, letter, row * w.cols + col + i)
        w.queue.node[tail] = _child(&root, letter) | spot << CELL_SHIFT
        w.queue.cell[tail] = <uint32_t>padded
        w.queue.parent[tail] = NO_ITEM
        tail += root.live_inner & letter != 0
    return tail


cdef int64_t _batch(
    large_walk* w, level_form level, int64_t row, int64_t col, int64_t count, uint32_t* first
) noexcept nogil:
    """Walk all paths of up to 8 cells from `count` cells of a row.

    The paths of 8 cells that can be continued are left in the queue from *first to the returned tail; -1 where the
    queue did not suffice.
    """
    cdef count_t moves = w.moves
    cdef uint32_t head = NO_ITEM + 1, tail = _start(w, row, col, count), end
    cdef int length = 1
    while length < WINDOW and head < tail:
        end = tail
        tail = level(w, head, end)
        if not tail:
            w.n_hits = 0
            w.moves = moves
            return -1
        _strike_hits(w)
        head = end
        length += 1
    first[0] = head
    w.nodes_visited += tail - 1
    return tail


cdef inline uint32_t _ways(const large_walk* w, node_t node, int64_t place) noexcept nogil:
    """Return the steps from a place to letters that lead on, a bit each."""
    cdef letters_t leads = w.live[node].live_inner | w.live[node].live_words
    cdef const letters_t* letters = w.letters + place
    cdef uint32_t ways = 0
    cdef int step
    for step in range(STEPS):
        ways |= <uint32_t>(letters[w.offset[step]] & leads != 0) << step
    return ways & w.lanes


cdef void _push(large_walk* w, node_t node, int64_t place) noexcept nogil:
    """Lengthen the path of the depth-first part by a cell."""
    cdef large_frame* top = &w.stack[w.depth]
    w.depth += 1
    top.node, top.ways, top.place = node, _ways(w, node, place), place
    w.path[w.path_length] = place
    w.path_length += 1


cdef void _from_item(large_walk* w, uint32_t item) noexcept nogil:
    """Begin the depth-first part with a path of the queue, if that can go on."""
    cdef int64_t places[WINDOW]
    cdef int count = 0
    cdef uint32_t at = item
    prefetch_line(&w.live[w.queue.node[item + AHEAD] & NODE_MASK])
    if not _ways(w, w.queue.node[item] & NODE_MASK, place_in(w, w.queue.cell[item])):
        return
    while at != NO_ITEM:
        places[count] = place_in(w, w.queue.cell[at])
        count += 1
        at = w.queue.parent[at]
    w.depth = w.path_length = 0
    while count > 1:
        count -= 1
        w.path[w.path_length] = places[count]
        w.path_length += 1
    _push(w, w.queue.node[item] & NODE_MASK, places[0])


cdef void _from_cell(large_walk* w, int64_t row, int64_t col) noexcept nogil:
    """Begin it with a path of one cell, if that can go on."""
    cdef int64_t place = (row + w.padding) * w.stride + w.padding + col
    cdef letters_t letter = w.letters[place]
    cdef live_node root = w.live[0]
    w.depth = w.path_length = 0
    w.moves += (root.live_inner | root.live_words) & letter != 0
    if root.live_words & letter:
        strike(w, 0, letter, row * w.cols + col)
    if root.live_inner & letter:
        w.nodes_visited += 1
        _push(w, _child(&root, letter), place)


cdef inline bint _is_used(const large_walk* w, int64_t place) noexcept nogil:
    """Say whether the path has a cell: one this long may come back to its own cells from any side."""
    cdef int32_t at
    for at in range(w.path_length - 1, -1, -1):
        if w.path[at] == place:
            return True
    return False


cdef int64_t _deep(large_walk* w, int64_t budget) noexcept nogil:
    """Go on depth-first for at most `budget` steps; return the steps that are left, 0 where work remains."""
    cdef large_frame* top
    cdef live_node node
    cdef letters_t letter
    cdef int64_t place
    cdef int step
    while w.depth and budget > 0:
        top = &w.stack[w.depth - 1]
        budget -= 1
        if not top.ways:
            w.depth -= 1
            w.path_length -= 1
            continue
        step = lsb(top.ways)
        top.ways &= top.ways - 1
        place = top.place + w.offset[step]
        letter = w.letters[place]
        node = w.live[top.node]
        if not letter & (node.live_inner | node.live_words):  # found meanwhile
            continue
        place = place_in(w, place)
        if _is_used(w, place):
            continue
        w.moves += 1
        if letter & node.live_words:
            strike(w, top.node, letter, cell_of(w, place))
        if letter & node.live_inner:
            w.nodes_visited += 1
            _push(w, _child(&node, letter), place)
    return 0 if w.depth else budget


def padded_letters(const uint8_t[:, :] board not None, bint wrap, const letter_t[::1] codes=None):
    """Return a board with a border, each letter as one bit.

    Parameters
    ----------
    board : uint8 array of shape (rows, cols)
        Letter codes, or numbers of `codes`. Read row by row, so it may be memory-mapped.
    wrap : bool
        The border, 8 cells wide, repeats the other side; else it is one cell wide and empty.
    codes : uint8 array, optional
        Letter code of each number on the board. Codes of 32 and above are holes.

    Returns
    -------
    uint32 array of shape ((rows + 2 * border) * (cols + 2 * border) + 8,)
        Four bytes a cell.
    """
    cdef Py_ssize_t rows = board.shape[0], cols = board.shape[1], border = 8 if wrap else 1, row, col
    cdef Py_ssize_t stride = cols + 2 * border
    if rows < 1 or cols < 1 or (rows + 2 * border) * stride > MAX_CELLS:
        raise ValueError(f"a board of {rows} x {cols} cells")
    padded = np.zeros((rows + 2 * border) * stride + 8, dtype=np.uint32)
    cdef letters_t[::1] out = padded
    cdef letters_t bits[256]
    cdef Py_ssize_t source, code
    for code in range(256):
        bits[code] = 0
        if codes is None:
            if code < 32:
                bits[code] = <letters_t>1 << code
        elif code < codes.shape[0] and codes[code] < 32:
            bits[code] = <letters_t>1 << codes[code]
    with nogil:
        for row in range(-border if wrap else 0, rows + border if wrap else rows):
            source = (row + 8 * rows) % rows
            for col in range(-border if wrap else 0, cols + border if wrap else cols):
                out[(row + border) * stride + border + col] = bits[board[source, (col + 8 * cols) % cols]]
    return padded


@cython.final
@cython.no_gc_clear  # a walk that is collected with its tables still gives its room back to them
cdef class LargeTables:
    """What every large board needs of a trie: made once, shared by any number of searches and threads.

    Parameters
    ----------
    trie : Trie
        Of at most 32 letters and 2**26 nodes, with one word at least.

    Notes
    -----
    O(nodes) time; 21 bytes a node, and room for one search once one has ended.
    """

    cdef readonly Trie trie
    cdef Pool pool
    cdef large_walk walk  # only `nodes`, `live`, `parent_node` and `letter` are used
    cdef large_walk* spare  # room of a search that ended: to make some costs more than to search a small board
    cdef node_t n_nodes

    def __cinit__(self, Trie trie not None):
        if trie.view.wide != NULL or trie.nodes.shape[0] > NODE_MASK or trie.n_words == 0:
            raise ValueError("expected a trie of 1 to 32 letters, at most 2**26 nodes and at least one word")
        self.trie = trie
        self.n_nodes = trie.nodes.shape[0]
        self.walk.nodes = trie.view.narrow
        self.pool = Pool()
        self.walk.live = <live_node*>self.pool.scratch(self.n_nodes, sizeof(live_node))
        self.walk.parent_node = <node_t*>self.pool.zeros(self.n_nodes, sizeof(node_t))
        self.walk.letter = <letter_t*>self.pool.zeros(self.n_nodes, sizeof(letter_t))
        with nogil:
            copy_trie(&self.walk, self.n_nodes)

    def __dealloc__(self):
        free_room(self.spare)

    cdef large_walk* take(self, uint32_t capacity) noexcept:
        """Return room for a search with the whole trie, NULL where there is none."""
        cdef large_walk* room
        cdef count_t n_words = self.trie.n_words
        with cython.critical_section(self):
            room, self.spare = self.spare, NULL
        if room != NULL and room.capacity == capacity:
            return room
        with nogil:
            free_room(room)
            room = new_room(&self.walk, self.n_nodes, n_words, capacity)
        return room

    cdef void give(self, large_walk* room, bint spoilt) noexcept:
        """Take the room of a search back, for the next one where it is soon made as new."""
        if not spoilt and room.n_found < self.n_nodes // 64:
            reset_room(room, &self.walk)
            with cython.critical_section(self):
                self.spare, room = room, self.spare
        free_room(room)


@cython.final
cdef class LargeWalk:
    """A resumable search for all words of a board, or of those that start in some of its rows.

    Parameters
    ----------
    tables : LargeTables
        The words.
    letters : uint32 array
        What `padded_letters` made of the board; any number of searches may share it.
    rows, cols : int
        Size of the board; at least 16 each where it wraps.
    topology, wrap
        As for `unriddle.core.topology.neighbours`.
    first_row, end_row : int
        Only paths that start in these rows are walked; all by default.
    capacity : int
        Most paths of a batch of start cells; where they are more, those cells are searched one by one.
    exact : bool
        `run` takes up no more paths than its budget: slower where that is small.

    Notes
    -----
    Each word is struck from a copy of the trie once it is found, so a cell costs less the larger the
    board. Space: 16 bytes a node of the trie, 13 a word, 2 MiB for the queue. One object serves one thread.
    """

    cdef large_walk* walk
    cdef LargeTables tables
    cdef Trie trie
    cdef const letters_t[::1] letters
    cdef int64_t row, col, end_row
    cdef count_t told_nodes, told_moves, told_row    # as of the last slice, for other threads
    cdef int64_t single, single_end      # cells of the batch still to be searched one by one
    cdef uint32_t item, item_end         # paths of the queue still to be continued
    cdef level_form level
    cdef bint shared                     # words that others found were struck
    cdef count_t least                   # budget that a batch needs

    def __cinit__(self, LargeTables tables not None, const letters_t[::1] letters not None, cell_t rows,
                  cell_t cols, int topology=0, bint wrap=False, int64_t first_row=0, int64_t end_row=-1,
                  uint32_t capacity=QUEUE, bint exact=False):
        cdef int32_t padding = 8 if wrap else 1
        cdef int drow[MAX_DEGREE]
        cdef int dcol[MAX_DEGREE]
        cdef int step, n_steps
        if rows < 1 or cols < 1 or letters.shape[0] != (<int64_t>rows + 2 * padding) * (cols + 2 * padding) + 8:
            raise ValueError(f"letters: {letters.shape[0]} places do not fit {rows} x {cols} cells")
        if wrap and min(rows, cols) < SMALLEST_TORUS:
            raise ValueError(f"a torus of {rows} x {cols} cells, expected at least {SMALLEST_TORUS} x {SMALLEST_TORUS}")
        if end_row < 0:
            end_row = rows
        if not 0 <= first_row <= end_row <= rows:
            raise ValueError(f"rows {first_row} to {end_row} of {rows}")
        if not 2 * BATCH <= capacity <= QUEUE:
            raise ValueError(f"capacity {capacity}, expected {2 * BATCH} to {QUEUE}")
        cdef large_walk* w = tables.take(capacity)
        if w == NULL:
            raise MemoryError
        self.walk = w
        self.tables, self.trie, self.letters = tables, tables.trie, letters
        self.row, self.end_row = first_row, end_row
        self.least = capacity + BATCH if exact else 0
        self.told_row = first_row
        self.level = <level_form>form_of(__name__, chosen_level())
        w.letters = &letters[0]
        w.rows, w.cols, w.padding, w.wrap = rows, cols, padding, wrap
        w.stride = cols + 2 * padding
        n_steps = step_list(topology, drow, dcol)
        for step in range(n_steps):
            # Lanes are the eight steps of the king in the order of rising cells.
            w.lanes |= <uint32_t>1 << ((drow[step] + 1) * 3 + dcol[step] + 1 - (drow[step] * 3 + dcol[step] > 0))
        set_shape(w)

    def __dealloc__(self):
        if self.walk != NULL:
            if self.tables is None:
                free_room(self.walk)
            else:
                self.tables.give(self.walk, self.shared)

    @property
    def nodes(self):
        """Continuable paths taken up so far; a word found once is not looked for again.

        What another thread reads while the search runs is as of its last slice.
        """
        return load_acquire(&self.told_nodes)

    @property
    def moves(self):
        """Paths walked so far whose letters begin a word not yet found."""
        return load_acquire(&self.told_moves)

    @property
    def n_found(self):
        """Words found so far; another thread may ask while the search runs."""
        return load_acquire(&self.walk.n_found)

    @property
    def done_rows(self):
        """Rows whose start cells are done."""
        return load_acquire(&self.told_row)

    def run(self, count_t budget):
        """Work for about `budget` paths; return whether any may remain."""
        cdef large_walk* w = self.walk
        cdef count_t before, count, tail, left = budget
        with nogil:
            while left > 0:
                if w.depth:
                    left = _deep(w, left)
                elif self.item < self.item_end:
                    _from_item(w, self.item)
                    self.item += 1
                elif self.single < self.single_end:
                    _from_cell(w, self.row, self.single)
                    self.single += 1
                    left -= 1
                elif self.row >= self.end_row or not (w.live[0].live_inner | w.live[0].live_words):
                    self.row = self.end_row
                    break
                elif self.col >= w.cols:
                    self.row += 1
                    self.col = 0
                elif left < self.least:  # cell by cell: of those paths each costs one of the budget at least
                    self.single, self.single_end = self.col, self.col + 1
                    self.col += 1
                else:
                    before = w.nodes_visited
                    count = min(<count_t>BATCH, w.cols - self.col)
                    tail = _batch(w, self.level, self.row, self.col, count, &self.item)
                    if tail < 0:
                        self.single, self.single_end = self.col, self.col + count
                    else:
                        self.item_end = <uint32_t>tail
                    self.col += count
                    left -= count + w.nodes_visited - before
        store_release(&self.told_nodes, w.nodes_visited)
        store_release(&self.told_moves, w.moves)
        store_release(&self.told_row, self.row)
        return w.depth > 0 or self.item < self.item_end or self.single < self.single_end or self.row < self.end_row

    def continue_rows(self, int64_t first_row, int64_t end_row):
        """Go on with the paths that start in other rows; only when `run` has no work left."""
        if not 0 <= first_row <= end_row <= self.walk.rows:
            raise ValueError(f"rows {first_row} to {end_row} of {self.walk.rows}")
        self.row, self.col, self.end_row = first_row, 0, end_row
        store_release(&self.told_row, first_row)

    def strike(self, LargeWalk other not None, count_t first, count_t end):
        """Stop looking for words that another search with the same tables found: its first-th to end-th.

        The other search may be running, beyond `end`. O(words).
        """
        if other.tables is not self.tables:
            raise ValueError("expected a search with the same tables")
        cdef count_t logged = load_acquire(&other.walk.n_found)
        if not 0 <= first <= end <= logged:
            raise ValueError(f"words {first} to {end} of {logged}")
        self.shared = True
        with nogil:
            strike_log(self.walk, other.walk.log + first, end - first)

    def words(self, const uint8_t[::1] lengths not None, const word_t[::1] numbers not None, int min_length):
        """Return the words found so far that are long enough, by their numbers; O(found), whatever the trie holds.

        Parameters
        ----------
        lengths : uint8 array of shape (n_words,)
            Letters of the word at each place of the trie.
        numbers : uint32 array of shape (n_words,)
            Number of the word at each place of the trie, each another one.
        min_length : int
            Fewest letters of a word.

        Returns
        -------
        (uint32 array, int64 array)
            Numbers in rising order; the cells where the paths of these words end.
        """
        cdef large_walk* w = self.walk
        cdef count_t i, n = 0, n_words = self.trie.n_words
        cdef word_t place
        if lengths.shape[0] != n_words or numbers.shape[0] != n_words:
            raise ValueError(f"lengths and numbers: expected one a word, {n_words}")
        pairs = np.empty(w.n_found, dtype=np.uint64)
        cdef uint64_t[::1] out = pairs
        with nogil:
            for i in range(w.n_found):
                place = place_of(w, w.log[i])
                if lengths[place] >= min_length:
                    out[n] = <uint64_t>numbers[place] << 32 | <uint64_t>w.last_cell[place]
                    n += 1
        pairs = pairs[:n]
        pairs.sort()
        return (pairs >> 32).astype(np.uint32), (pairs & 0xFFFFFFFF).astype(np.int64)

    def news(self, count_t first):
        """Return the words found after the first N, in that order, and the cells where they end.

        Words by their places in the trie; both are int64 arrays.
        """
        cdef large_walk* w = self.walk
        cdef count_t i, n_found = w.n_found
        if not 0 <= first <= n_found:
            raise ValueError(f"words from {first} on of {n_found}")
        words, ends = np.empty(n_found - first, dtype=np.int64), np.empty(n_found - first, dtype=np.int64)
        cdef int64_t[::1] word = words, cell = ends
        with nogil:
            for i in range(first, n_found):  # places lie anywhere: some are on their way at any time
                if i + AHEAD < n_found:
                    prefetch_line(&w.nodes[w.log[i + AHEAD] & NODE_MASK])
                word[i - first] = place_of(w, w.log[i])
                prefetch_line(&w.last_cell[word[i - first]])
            for i in range(n_found - first):
                cell[i] = w.last_cell[word[i]]
        return words, ends

    def found(self):
        """Return a copy of the marks of the words found so far: bool of shape (n_words,), by place in the trie."""
        cdef const uint8_t[::1] view = <const uint8_t[:self.trie.n_words:1]>self.walk.found
        return np.array(view).view(np.bool_)

    def found_places(self):
        """Return the places in the trie of the words found so far, an int64 array in rising order."""
        cdef const uint8_t[::1] view = <const uint8_t[:self.trie.n_words:1]>self.walk.found
        return np.flatnonzero(np.asarray(view).view(np.bool_))

    def last_cells(self, const int64_t[::1] places not None):
        """Return the cells where the paths of the words at some places end: int64, 0 where none was found."""
        cdef Py_ssize_t i
        out = np.empty(places.shape[0], dtype=np.int64)
        cdef int64_t[::1] cells = out
        for i in range(places.shape[0]):
            if not 0 <= places[i] < self.trie.n_words:
                raise ValueError(f"place {places[i]}, expected 0 to {self.trie.n_words - 1}")
            cells[i] = self.walk.last_cell[places[i]] if self.walk.found[places[i]] else 0
        return out
