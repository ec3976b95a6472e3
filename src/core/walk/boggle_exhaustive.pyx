"""Every path of a small board walked and looked up, nothing pruned; twin: `reference.walk.boggle_exhaustive`."""

cimport cython
import numpy as np

from ..bits cimport lsb
from ..pool cimport Pool
from ..trie cimport Trie, child_of, node_at, trie_t, wide_node, word_of
from ..types cimport bitboard_t, count_t, int32_t, letter_t, mask_t, node_t, uint8_t

cdef enum:
    MOST_CELLS = 64
    ANY_LETTER = 255

ANY = ANY_LETTER
"""The code that stands for any one letter."""


@cython.final
cdef class Exhaustive:
    """Walks every self-avoiding path of a board of at most 64 cells and looks its string up.

    Equivalent::

        for path in every self-avoiding path of one or more cells:
            moves += 1
            if len(string(path)) >= min_length: lookups += 1; found[words that are string(path)] = 1

    Parameters
    ----------
    adjacency : uint64 array of shape (n_cells,)
        As of `unriddle.core.topology.adjacency_masks`: bit j of ``adjacency[i]`` is set where j is a
        neighbour of i. A hole has no neighbours and is nobody's.
    codes : uint8 array
        The letters of the tiles, one tile after another; ANY is a letter that stands for each letter.
    offsets : int32 array of shape (n_cells + 1,)
        Tile i is ``codes[offsets[i]:offsets[i + 1]]``; a hole has no letters.
    trie : Trie
        The words.
    min_length : int
        Letters from which a string is looked up.

    Attributes
    ----------
    moves : int
        Paths walked so far, single cells included, each direction for itself.
    lookups : int
        Paths looked up so far; one path is one look-up, wildcards in it or not.
    found : uint8 array of shape (n_words,)
        1 by the number of each word found so far.
    finished : bool
        Whether every path has been walked.

    Notes
    -----
    Time grows with the number of paths: 12,029,640 on 4×4, 115,066,382,913 on 5×5 with eight neighbours.
    A path keeps the trie positions of its string, so that a look-up is one step from those of the path
    without its last cell; a path whose string leads nowhere in the trie is walked on all the same.
    One object, one thread; the trie may be shared.

    Examples
    --------
    >>> import numpy as np
    >>> from unriddle.core.topology import adjacency_masks
    >>> from unriddle.core.trie import Trie
    >>> trie = Trie.build(np.array([0, 1, 1, 0], dtype=np.uint8), np.array([0, 2, 4]), 26)
    >>> walk = Exhaustive(adjacency_masks(2, 2), np.array([0, 1, 2, 3], dtype=np.uint8),
    ...                   np.arange(5, dtype=np.int32), trie, 2)
    >>> walk.run(1000), walk.moves, walk.lookups, walk.found.tolist()
    (False, 64, 60, [1, 1])
    """

    cdef readonly object found
    cdef readonly count_t moves
    cdef readonly count_t lookups
    cdef readonly bint finished
    cdef Pool pool
    cdef Trie trie
    cdef const bitboard_t[::1] adjacency
    cdef const letter_t[::1] codes
    cdef const int32_t[::1] offsets
    cdef uint8_t[::1] _found
    cdef int32_t min_length
    cdef int32_t depth                       # cells of the path
    cdef bitboard_t used
    cdef bitboard_t[MOST_CELLS + 1] choices  # cells to try yet, by depth
    cdef bitboard_t[MOST_CELLS + 1] cell_bit
    cdef int32_t[MOST_CELLS + 1] length      # letters of the path
    cdef Py_ssize_t[MOST_CELLS + 1] low      # the trie positions of the path, by depth
    cdef Py_ssize_t[MOST_CELLS + 1] high
    cdef node_t* positions
    cdef Py_ssize_t room

    def __cinit__(self, const bitboard_t[::1] adjacency not None, const letter_t[::1] codes not None,
                  const int32_t[::1] offsets not None, Trie trie not None, int32_t min_length=1):
        cdef Py_ssize_t n_cells = adjacency.shape[0], k
        cdef bitboard_t board = 0
        if n_cells > MOST_CELLS:
            raise ValueError(f"{n_cells} cells, expected at most {MOST_CELLS}")
        if offsets.shape[0] != n_cells + 1 or offsets[0] != 0 or offsets[n_cells] != codes.shape[0]:
            raise ValueError(f"offsets do not divide {codes.shape[0]} codes into {n_cells} tiles")
        for k in range(n_cells):
            if offsets[k + 1] < offsets[k]:
                raise ValueError(f"offsets fall after cell {k}")
            if offsets[k + 1] > offsets[k]:
                board |= <bitboard_t>1 << k
        for k in range(n_cells):
            if adjacency[k] & ~board or (adjacency[k] and not board >> k & 1):
                raise ValueError(f"cell {k} has a neighbour off the board or is a hole with neighbours")
        for k in range(codes.shape[0]):
            if codes[k] >= trie.n_letters and codes[k] != ANY_LETTER:
                raise ValueError(f"code {codes[k]}, expected below {trie.n_letters} or {ANY_LETTER}")
        self.adjacency, self.codes, self.offsets = adjacency, codes, offsets
        self.trie, self.min_length = trie, min_length
        self.found = np.zeros(trie.order.shape[0], dtype=np.uint8)
        self._found = self.found
        self.choices[0] = board
        self.finished = board == 0
        self.pool = Pool()
        if not self.reserve(MOST_CELLS + 1):
            raise MemoryError
        self.positions[0] = 0
        self.high[0] = 1

    cdef bint reserve(self, Py_ssize_t room) noexcept nogil:
        """Make room for that many trie positions; False where there is none."""
        cdef node_t* moved
        if room > self.room:
            room += room // 2
            moved = <node_t*>self.pool.resized(self.positions, room, sizeof(node_t))
            if moved == NULL:
                return False
            self.positions = moved
            self.room = room
        return True

    cdef Py_ssize_t follow(self, Py_ssize_t low, Py_ssize_t high, letter_t code, bint look_up) noexcept nogil:
        """Write the trie positions one letter after those from low to high; return their end, -1 for no memory."""
        cdef const trie_t* trie = &self.trie.view
        cdef Py_ssize_t place, end = high, n_letters = self.trie.n_letters
        cdef wide_node node
        cdef mask_t letters, each
        if not self.reserve(high + (high - low) * (n_letters if code == ANY_LETTER else 1)):
            return -1
        letters = <mask_t>-1 if code == ANY_LETTER else <mask_t>1 << code
        for place in range(low, high):
            node = node_at(trie, self.positions[place])
            if look_up:
                each = node.words & letters
                while each:
                    self._found[trie.order[word_of(node, <letter_t>lsb(each))]] = 1
                    each &= each - 1
            each = node.inner & letters
            while each:
                self.positions[end] = child_of(node, <letter_t>lsb(each))
                end += 1
                each &= each - 1
        return end

    cdef bint enter(self, Py_ssize_t cell) noexcept nogil:
        """Lengthen the path by a cell and look it up; False for no memory.

        The cell is as wide as an address: widened at every look-up, a `cell_t` cost a fifth of the walk.
        """
        cdef int32_t depth = self.depth, k, stop = self.offsets[cell + 1]
        cdef int32_t length = self.length[depth] + stop - self.offsets[cell]
        cdef Py_ssize_t low = self.low[depth], high = self.high[depth], end
        cdef bint look_up = length >= self.min_length
        for k in range(self.offsets[cell], stop):
            if low == high:
                break
            end = self.follow(low, high, self.codes[k], look_up and k == stop - 1)
            if end < 0:
                return False
            low, high = high, end
        depth += 1
        self.low[depth] = low
        self.high[depth] = high
        self.moves = self.moves + 1
        self.lookups = self.lookups + look_up
        self.length[depth] = length
        self.cell_bit[depth] = <bitboard_t>1 << cell
        self.used = self.used | self.cell_bit[depth]
        self.choices[depth] = self.adjacency[cell] & ~self.used
        self.depth = depth
        return True

    cdef bint advance(self, count_t budget) noexcept nogil:
        """Walk at most `budget` paths, depth first; False for no memory."""
        cdef bitboard_t* choices
        cdef Py_ssize_t cell
        while True:
            choices = &self.choices[self.depth]
            if choices[0]:  # one cell further
                if budget <= 0:
                    return True
                budget -= 1
                cell = lsb(choices[0])
                choices[0] &= choices[0] - 1
                if not self.enter(cell):
                    return False
            elif self.depth:  # every cell tried: back
                self.used = self.used ^ self.cell_bit[self.depth]
                self.depth = self.depth - 1
            else:
                self.finished = True
                return True

    def run(self, count_t budget):
        """Walk at most `budget` paths; return whether work remains."""
        cdef bint enough
        with nogil:
            enough = self.advance(budget)
        if not enough:
            raise MemoryError("the trie positions of a path with wildcards")
        return not self.finished
