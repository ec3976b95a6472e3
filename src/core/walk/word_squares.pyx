"""Letters into cells whose lines spell words, cell by cell; twin: `reference.walk.word_squares`."""

cimport cython
import numpy as np

from ..bits cimport popcount, splitmix64
from ..pool cimport Pool
from ..trie cimport Trie, node_at, trie_t, wide_node
from ..types cimport cell_t, count_t, int32_t, int64_t, mask_t, node_t, uint8_t, uint32_t, uint64_t, word_t

# A cell is the next letter of every slot that it is part of, as the cells of a slot are filled in their order. What a
# slot has so far is a node of the trie; what a cell may hold is what all its slots' nodes have in common.
#
#      at      by slot and number of letters: the node reached; after the last letter, the place of the word
#      places  by cell: where in `at` each of its slots stands before it; those it is the last letter of come last

cdef struct narrow_step:    # up to 32 letters
    uint32_t mask           # letters that go on from a node, or that complete a word
    node_t first            # what the lowest of them leads to; the others follow it

cdef struct wide_step:
    mask_t mask
    node_t first

ctypedef fused step_t:
    narrow_step
    wide_step

cdef struct State:
    node_t* at
    int32_t* places
    int32_t* start          # by cell: its first place
    int32_t* last           # by cell: the first place of those that it completes
    mask_t* left            # by cell up to the one at hand: letters that are still to be tried
    uint8_t* used           # by place of a word, where words have to be distinct; else NULL
    int32_t* ends           # by slot: where in `at` its word stands
    word_t* found           # by slot: the word's place in the last solution
    cell_t n_cells, depth, deepest
    int32_t n_slots
    uint64_t random
    bint shuffled
    count_t nodes, solutions


cdef inline mask_t open_cell(const State* s, step_t* inner, step_t* last, cell_t cell) noexcept nogil:
    """Return the letters that all slots of a cell can take."""
    cdef mask_t mask = ~<mask_t>0
    cdef int32_t k
    for k in range(s.start[cell], s.last[cell]):
        mask &= inner[s.at[s.places[k]]].mask
    for k in range(s.last[cell], s.start[cell + 1]):
        mask &= last[s.at[s.places[k]]].mask
    return mask


cdef inline void go_on(const State* s, step_t* inner, step_t* last, cell_t cell, mask_t bit) noexcept nogil:
    """Let all slots of a cell go on by a letter."""
    cdef int32_t k
    cdef step_t* step
    for k in range(s.start[cell], s.last[cell]):
        step = &inner[s.at[s.places[k]]]
        s.at[s.places[k] + 1] = step.first + popcount(step.mask & (bit - 1))
    for k in range(s.last[cell], s.start[cell + 1]):
        step = &last[s.at[s.places[k]]]
        s.at[s.places[k] + 1] = step.first + popcount(step.mask & (bit - 1))


cdef inline void free_words(const State* s, cell_t cell, int32_t end) noexcept nogil:
    """Take the words that a cell completed, up to a place, as not used."""
    cdef int32_t k
    for k in range(s.last[cell], end):
        s.used[s.at[s.places[k] + 1]] = 0


cdef inline bint use_words(const State* s, cell_t cell) noexcept nogil:
    """Take the words that a cell completes as used; return False, and take none, where one of them was."""
    cdef int32_t k
    for k in range(s.last[cell], s.start[cell + 1]):
        if s.used[s.at[s.places[k] + 1]]:
            free_words(s, cell, k)
            return False
        s.used[s.at[s.places[k] + 1]] = 1
    return True


cdef inline mask_t choose(State* s, mask_t left) noexcept nogil:
    """Return one of the letters left: the lowest, or any."""
    cdef int64_t skip
    if s.shuffled:
        skip = <int64_t>((splitmix64(&s.random) >> 32) * <uint64_t>popcount(left) >> 32)
        while skip > 0:
            left &= left - 1
            skip -= 1
    return left & (~left + 1)


cdef int advance(State* s, step_t* inner, step_t* last, count_t budget, count_t most) noexcept nogil:
    """Write up to `budget` letters, each a node; return whether work remains. Stop at `most` solutions in all."""
    cdef mask_t bit
    cdef int32_t slot
    cdef cell_t cell = s.depth
    while True:
        # Nothing is left for this cell: back to the one before it.
        while s.left[cell] == 0:
            if cell == 0:
                s.depth = 0
                return False
            cell -= 1
            if s.used != NULL:
                free_words(s, cell, s.start[cell + 1])
        if budget <= 0 or s.solutions == most:
            break
        budget -= 1
        s.nodes += 1
        bit = choose(s, s.left[cell])
        s.left[cell] ^= bit
        go_on(s, inner, last, cell, bit)
        if s.used != NULL and not use_words(s, cell):
            continue
        if cell + 1 > s.deepest:
            s.deepest = cell + 1
        # All cells are filled: a solution, and on with the next letter of the last cell.
        if cell + 1 == s.n_cells:
            for slot in range(s.n_slots):
                s.found[slot] = s.at[s.ends[slot]]
            s.solutions += 1
            if s.used != NULL:
                free_words(s, cell, s.start[cell + 1])
            continue
        cell += 1
        s.left[cell] = open_cell(s, inner, last, cell)
    s.depth = cell
    return True


@cython.final
cdef class SquareWalk:
    """A resumable search for the ways to fill cells so that every slot spells a word.

    Equivalent: ``[letters for letters in product(range(n_letters), repeat=n_cells) if each slot of cells spells
    a word, with distinct all of them different ones]``, in that order, or with a seed in another.

    Parameters
    ----------
    trie : Trie
        The words.
    slot_cells : int32 array
        The cells of the slots, one slot after another, rising in each; every cell is in some slot.
    slot_offsets : int64 array of shape (n_slots + 1,)
        Slot i has the cells ``slot_cells[slot_offsets[i]:slot_offsets[i + 1]]``, at least one.
    distinct : bool
        No word is used twice.
    seed : int, optional
        Letters are tried in an order of its own at each node; without it, the lowest first.

    Attributes
    ----------
    most_solutions : int
        `run` stops when that many are found; 0, the default, is no bound. May be raised between runs.
    solutions, nodes, deepest : int
        What was found; letters written; most cells filled at a time.
    exhausted : bool
        Whether nothing is left to search.

    Raises
    ------
    ValueError
        Cells or offsets other than stated.

    Notes
    -----
    Depth first. A node costs O(slots of its cell), some 10 ns; what can stand in a cell is the intersection of the
    letters that the trie allows each of its slots. Space: 16 bytes a node of the trie (32 beyond 32 letters), one
    a word, 4 a slot and letter. One search per thread.

    Examples
    --------
    >>> import numpy as np
    >>> words = Trie.build(bytes([0, 1, 1, 0]), np.array([0, 2, 4]), 2)                  # "ab", "ba"
    >>> walk = SquareWalk(words, np.array([0, 1, 1, 2], np.int32), np.array([0, 2, 4]))  # a square of two
    >>> walk.run(100), walk.solutions, walk.solution.tolist()
    (False, 2, [1, 0])
    """

    cdef State s
    cdef Pool pool
    cdef Trie trie
    cdef narrow_step* narrow[2]     # by node: how a word continues, and how it ends
    cdef wide_step* wide[2]
    cdef readonly bint exhausted
    cdef public count_t most_solutions

    def __cinit__(self, Trie trie not None, const cell_t[::1] slot_cells not None,
                  const int64_t[::1] slot_offsets not None, bint distinct=True, seed=None):
        cdef State* s = &self.s
        cdef int64_t n_places = slot_cells.shape[0], n_slots = slot_offsets.shape[0] - 1
        s.n_cells = _check(slot_cells, slot_offsets)
        s.n_slots = <int32_t>n_slots
        s.shuffled = seed is not None
        s.random = 0 if seed is None else <uint64_t>(seed & ((1 << 64) - 1))
        self.trie = trie
        self.pool = Pool()
        s.at = <node_t*>self.pool.zeros(n_places + n_slots + 1, sizeof(node_t))
        s.places = <int32_t*>self.pool.zeros(n_places + 1, sizeof(int32_t))
        s.start = <int32_t*>self.pool.zeros(s.n_cells + 1, sizeof(int32_t))
        s.last = <int32_t*>self.pool.zeros(s.n_cells + 1, sizeof(int32_t))
        s.left = <mask_t*>self.pool.zeros(s.n_cells + 1, sizeof(mask_t))
        s.ends = <int32_t*>self.pool.zeros(n_slots + 1, sizeof(int32_t))
        s.found = <word_t*>self.pool.zeros(n_slots + 1, sizeof(word_t))
        if distinct:
            s.used = <uint8_t*>self.pool.zeros(trie.n_words + 1, sizeof(uint8_t))
        self._make_steps()
        self._make_places(slot_cells, slot_offsets)
        if s.n_cells == 0:              # nothing to fill: once
            s.solutions = 1
            self.exhausted = True
        elif self.narrow[0] != NULL:
            s.left[0] = open_cell(s, self.narrow[0], self.narrow[1], 0)
        else:
            s.left[0] = open_cell(s, self.wide[0], self.wide[1], 0)

    cdef int _make_steps(self) except -1:
        """Draw the nodes of the trie, apart for words that go on and for those that end."""
        cdef const trie_t* trie = &self.trie.view
        cdef size_t n = self.trie.nodes.shape[0], index
        cdef wide_node node
        if trie.wide == NULL:
            self.narrow[0] = <narrow_step*>self.pool.zeros(2 * n, sizeof(narrow_step))
            self.narrow[1] = self.narrow[0] + n
        else:
            self.wide[0] = <wide_step*>self.pool.zeros(2 * n, sizeof(wide_step))
            self.wide[1] = self.wide[0] + n
        for index in range(n):
            node = node_at(trie, <node_t>index)
            if trie.wide == NULL:
                self.narrow[0][index].mask, self.narrow[0][index].first = <uint32_t>node.inner, node.child
                self.narrow[1][index].mask, self.narrow[1][index].first = <uint32_t>node.words, node.word
            else:
                self.wide[0][index].mask, self.wide[0][index].first = node.inner, node.child
                self.wide[1][index].mask, self.wide[1][index].first = node.words, node.word
        return 0

    cdef int _make_places(self, slot_cells, slot_offsets) except -1:
        """Note where in `at` the slots of each cell stand before it: those that go on, then those that it completes."""
        cdef State* s = &self.s
        cdef cell_t cell
        cdef int32_t slot
        cdef int64_t k
        cells, offsets = np.asarray(slot_cells), np.asarray(slot_offsets)
        slots = np.repeat(np.arange(s.n_slots), np.diff(offsets))
        ending = np.isin(np.arange(len(cells)) + 1, offsets)
        order = np.lexsort((ending, cells))
        cdef const int64_t[::1] places = order + slots[order]
        cdef const int64_t[::1] start = np.searchsorted(cells[order], np.arange(s.n_cells + 1))
        cdef const int64_t[::1] ends = offsets[1:] + np.arange(s.n_slots)
        cdef const int64_t[::1] completed = np.bincount(cells[ending], minlength=s.n_cells).astype(np.int64)
        for k in range(places.shape[0]):
            s.places[k] = <int32_t>places[k]
        for cell in range(s.n_cells + 1):
            s.start[cell] = <int32_t>start[cell]
        for cell in range(s.n_cells):
            s.last[cell] = s.start[cell + 1] - <int32_t>completed[cell]
        for slot in range(s.n_slots):
            s.ends[slot] = <int32_t>ends[slot]
        return 0

    def run(self, count_t budget):
        """Write up to `budget` letters; return whether work remains."""
        cdef State* s = &self.s
        cdef count_t most = self.most_solutions if self.most_solutions > 0 else -1
        cdef int remains = 0
        if self.exhausted or s.solutions == most:
            return False
        with nogil:
            if self.narrow[0] != NULL:
                remains = advance(s, self.narrow[0], self.narrow[1], budget, most)
            else:
                remains = advance(s, self.wide[0], self.wide[1], budget, most)
        self.exhausted = not remains
        return remains and s.solutions != most

    @property
    def solution(self):
        """The last solution: int32 array of shape (n_slots,), the number of each slot's word; -1 before the first."""
        numbers = np.full(self.s.n_slots, -1, dtype=np.int32)
        cdef int32_t[::1] out = numbers
        cdef int32_t slot
        if self.s.solutions:
            for slot in range(self.s.n_slots):
                out[slot] = <int32_t>self.trie._order[self.s.found[slot]]
        return numbers

    @property
    def nodes(self):
        """Letters written."""
        return self.s.nodes

    @property
    def solutions(self):
        """Solutions found."""
        return self.s.solutions

    @property
    def deepest(self):
        """Most cells filled at a time."""
        return self.s.deepest


cdef cell_t _check(const cell_t[::1] slot_cells, const int64_t[::1] slot_offsets) except -1:
    """Return the number of cells; ValueError unless slots are as stated."""
    cells, offsets = np.asarray(slot_cells), np.asarray(slot_offsets)
    if len(offsets) == 0 or offsets[0] != 0 or offsets[len(offsets) - 1] != len(cells) or len(cells) > 1 << 24:
        raise ValueError("offsets do not span the cells")
    if (np.diff(offsets) < 1).any():
        raise ValueError("a slot without a cell")
    if len(cells) == 0:
        return 0
    falls = np.flatnonzero(np.diff(cells) <= 0) + 1
    if cells.min() < 0 or not np.isin(falls, offsets).all():
        raise ValueError("the cells of a slot, expected to rise")
    if np.unique(cells).size != cells.max() + 1:
        raise ValueError(f"cells up to {cells.max()}, expected each in a slot")
    return <cell_t>(cells.max() + 1)
