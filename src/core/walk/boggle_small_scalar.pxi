"""The walk of boggle_small.pyx letter by letter with sets of cells, one thing at a time.

It goes depth-first, which takes the fewest instructions where there is no vector to compare all neighbours at once.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

from ..bits cimport lsb, popcount
from ..trie cimport narrow_node
from ..types cimport bitboard_t, count_t, letter_t, letters_t, uint32_t, word_t
from .boggle_small_state cimport small_form, small_walk

cdef struct small_cells:
    const narrow_node* nodes
    const bitboard_t* adjacency
    bitboard_t cells_of[32]  # by letter
    letters_t near[64]       # letters around a cell
    word_t* found
    uint32_t n_found
    count_t n_items, moves, capacity


cdef void _go_on(
    small_cells* w, const narrow_node* node, uint32_t last, bitboard_t used, letters_t rest
) noexcept nogil:
    """Continue a path by each letter of `rest`, that the trie continues with and a neighbour has; at most 64 deep."""
    cdef bitboard_t open_ = w.adjacency[last] & ~used, cells
    cdef letters_t letter, letters, onward
    cdef uint32_t cell
    cdef const narrow_node* child
    if w.n_items > w.capacity:
        return
    while rest:
        letter = rest & (0u - rest)
        cells = w.cells_of[lsb(rest)] & open_
        rest &= rest - 1
        if not cells:
            continue
        if node.words & letter:
            w.found[w.n_found] = node.word + <word_t>popcount(node.words & (letter - 1))
            w.n_found += 1
            if not node.inner & letter:
                w.moves += popcount(cells)
                continue
        child = w.nodes + node.child + popcount(node.inner & (letter - 1))
        letters = child.inner | child.words
        while cells:
            cell = <uint32_t>lsb(cells)
            onward = letters & w.near[cell]
            w.n_items += 1
            if onward:
                _go_on(w, child, cell, used | (cells & (0 - cells)), onward)
            cells &= cells - 1


cdef void _set_letters(small_walk* w, small_cells* cells, const letter_t* letters) noexcept nogil:
    """Fill the cells of each letter, and the letters around each cell."""
    cdef int cell
    cdef bitboard_t rest
    cdef letter_t other
    memset(cells, 0, sizeof(small_cells))
    cells.nodes, cells.adjacency, cells.found, cells.capacity = w.nodes, w.adjacency, w.found, w.capacity
    for cell in range(w.n_cells):
        if letters[cell] < 32:
            cells.cells_of[letters[cell]] |= <bitboard_t>1 << cell
        rest = w.adjacency[cell]
        while rest:
            other = letters[lsb(rest)]
            cells.near[cell] |= <letters_t>1 << other if other < 32 else 0
            rest &= rest - 1


cdef count_t _walk(small_walk* w, const letter_t* letters) noexcept nogil:
    cdef narrow_node root = w.nodes[0]
    cdef small_cells cells
    cdef const narrow_node* node
    cdef letters_t letter, onward
    cdef uint32_t cell
    _set_letters(w, &cells, letters)
    for cell in range(<uint32_t>w.n_cells):
        letter = <letters_t>1 << letters[cell] if letters[cell] < 32 else 0
        if root.words & letter:
            cells.found[cells.n_found] = root.word + <word_t>popcount(root.words & (letter - 1))
            cells.n_found += 1
            cells.moves += not root.inner & letter
        if not root.inner & letter:
            continue
        node = w.nodes + root.child + popcount(root.inner & (letter - 1))
        onward = (node.inner | node.words) & cells.near[cell]
        cells.n_items += 1
        if onward:
            _go_on(&cells, node, cell, <bitboard_t>1 << cell, onward)
    w.n_found = cells.n_found
    w.moves = cells.moves + cells.n_items  # every item, and what completes a word without going on
    return -1 if cells.n_items > cells.capacity else cells.n_items


cdef small_form _form = _walk
form = PyCapsule_New(<void*>_form, NULL, NULL)
