# A trie whose nodes are the prefixes that can be continued; words hang on its edges.
#
#      node 0 (root)          inner: letters below which the trie continues
#      inner  . a b . …       words: letters that complete a word
#      words  . . . i …       child: node of the lowest letter of `inner`; the others follow it
#      child  1               word:  place of the lowest letter of `words`; the others follow it
#
# A leaf of a usual trie is a bit of its parent here: it costs no node and no visit.
from .bits cimport popcount
from .types cimport letter_t, letters_t, mask_t, node_t, uint32_t, word_t

cdef extern from "trie_node.h" nogil:
    ctypedef struct narrow_node:  # up to 32 letters, 16 bytes
        letters_t inner
        letters_t words
        node_t child
        word_t word

    ctypedef struct wide_node:    # up to 63 letters, 24 bytes
        mask_t inner
        mask_t words
        node_t child
        word_t word

cdef struct trie_t:       # what a kernel holds: pointers into a Trie that it keeps alive
    const narrow_node* narrow
    const wide_node* wide  # NULL where narrow is used
    const word_t* order    # place of a word in the trie -> its number

cdef class Trie:
    cdef readonly object nodes    # uint32[n_inner, 4 or 6]
    cdef readonly object order    # uint32[n_words]
    cdef readonly int n_letters
    cdef readonly Py_ssize_t n_nodes
    cdef const uint32_t[:, ::1] _nodes
    cdef const word_t[::1] _order
    cdef trie_t view


cdef inline wide_node node_at(const trie_t* trie, node_t index) noexcept nogil:
    # The node, whatever its width.
    cdef wide_node node
    if trie.wide != NULL:
        return trie.wide[index]
    node.inner = trie.narrow[index].inner
    node.words = trie.narrow[index].words
    node.child = trie.narrow[index].child
    node.word = trie.narrow[index].word
    return node


cdef inline node_t child_of(wide_node node, letter_t letter) noexcept nogil:
    # letter is in node.inner
    return node.child + popcount(node.inner & ((<mask_t>1 << letter) - 1))


cdef inline word_t word_of(wide_node node, letter_t letter) noexcept nogil:
    # letter is in node.words; the result is a place, order[place] the number
    return node.word + popcount(node.words & ((<mask_t>1 << letter) - 1))
