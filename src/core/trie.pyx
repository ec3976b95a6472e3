"""Compiled trie: immutable, shared by any number of threads; twin: `reference.trie`.

The child of a letter is found by counting the bits below it, as in Bagwell, Ideal Hash Trees (2001).
"""

cimport cython
import numpy as np

from .bits cimport popcount
from .pool cimport Pool
from .types cimport int64_t, letter_t, mask_t, node_t, uint32_t, word_t

MAX_LETTERS = 63
MAX_LENGTH = 254
cdef enum:
    NARROW_LETTERS = 32

cdef struct span:  # the words that begin with a node's prefix
    word_t low
    word_t high


@cython.final
cdef class Trie:
    """A set of words over letter codes.

    Made by `Trie.build` or `Trie.from_arrays`. A node is a prefix that can be continued; a word is
    a bit of the node before its last letter. Words are numbered in the order of their codes.

    Attributes
    ----------
    nodes : uint32 array of shape (inner nodes, 4), or (inner nodes, 6) beyond 32 letters
        Mask of the letters that lead to a node, mask of those that complete a word, first child,
        first word; masks beyond 32 letters take two columns, the low one first.
    order : uint32 array of shape (n_words,)
        Number of the word at each place of the trie.
    n_letters : int
        Letters of the alphabet, at most 63.
    n_nodes : int
        Prefixes of the words, the empty one and the words themselves included.
    """

    def __cinit__(self, nodes not None, order not None, int n_letters, Py_ssize_t n_nodes):
        if not 1 <= n_letters <= MAX_LETTERS:
            raise ValueError(f"{n_letters} letters, expected 1 to {MAX_LETTERS}")
        cdef int columns = 4 if n_letters <= NARROW_LETTERS else 6
        if nodes.ndim != 2 or nodes.shape[0] < 1 or nodes.shape[1] != columns:
            raise ValueError(f"nodes of shape {nodes.shape}, expected (n, {columns})")
        self.nodes = nodes
        self.order = order
        self.n_letters = n_letters
        self.n_nodes = n_nodes
        self._nodes = nodes
        self._order = order
        self.view.narrow = <const narrow_node*>&self._nodes[0, 0]
        self.view.wide = <const wide_node*>&self._nodes[0, 0] if columns == 6 else NULL
        self.view.order = &self._order[0] if self._order.shape[0] else NULL

    @staticmethod
    def build(const letter_t[::1] codes not None, const int64_t[::1] offsets not None, int n_letters):
        """Compile a trie from sorted words.

        Parameters
        ----------
        codes : uint8 array
            The words' letter codes, one word after another.
        offsets : int64 array of shape (n_words + 1,)
            Word i is ``codes[offsets[i]:offsets[i + 1]]``.
        n_letters : int
            Size of the alphabet, at most 63; every code is below it.

        Returns
        -------
        Trie

        Raises
        ------
        ValueError
            A code out of range, an empty word, one of more than 254 letters, or words that are not
            strictly rising.

        Notes
        -----
        O(letters) time; space 16 bytes a node that can be continued (24 beyond 32 letters) and 4 a word.

        Examples
        --------
        >>> import numpy as np
        >>> codes = np.frombuffer(bytes([0, 0, 1, 2]), np.uint8)            # "a", "ab", "c"
        >>> trie = Trie.build(codes, np.array([0, 1, 3, 4]), 3)
        >>> trie.n_words, trie.n_nodes, trie.find(bytes([0, 1])), trie.find(bytes([1]))
        (3, 4, 1, -1)
        """
        cdef Py_ssize_t n_words = offsets.shape[0] - 1, n_inner
        if n_words < 0 or offsets[0] != 0 or offsets[n_words] != codes.shape[0]:
            raise ValueError("offsets do not span the codes")
        if n_words >= 1 << 31 or codes.shape[0] >= 1 << 31:
            raise ValueError("more than 2**31 letters")
        if not 1 <= n_letters <= MAX_LETTERS:
            raise ValueError(f"{n_letters} letters, expected 1 to {MAX_LETTERS}")
        n_inner = _count_inner(codes, offsets, n_letters)
        cdef bint wide = n_letters > NARROW_LETTERS
        nodes = np.zeros((n_inner, 6 if wide else 4), dtype=np.uint32)
        order = np.empty(n_words, dtype=np.uint32)
        cdef Py_ssize_t n_nodes = _fill(codes, offsets, nodes, order, wide)
        nodes.flags.writeable = order.flags.writeable = False
        return Trie(nodes, order, n_letters, n_nodes)

    @staticmethod
    def from_arrays(arrays not None, int n_letters):
        """Return the trie that `arrays` gave; the arrays are used as they are, not copied.

        Raises
        ------
        ValueError
            An array is missing, has another shape or dtype, or an index in it points nowhere.
        """
        nodes, order = arrays["nodes"], arrays["order"]
        for name, array in (("nodes", nodes), ("order", order)):
            if array.dtype != np.uint32 or not array.flags.c_contiguous:
                raise ValueError(f"{name}: expected a contiguous uint32 array")
        trie = Trie(nodes, order, n_letters, 0)
        cdef Py_ssize_t n_nodes = _check(&(<Trie>trie).view, nodes.shape[0], order.shape[0], n_letters)
        if n_nodes < 0:
            raise ValueError("nodes: an index points nowhere")
        (<Trie>trie).n_nodes = n_nodes
        return trie

    def arrays(self):
        """Return the flat arrays that make the trie: ``nodes`` and ``order``."""
        return {"nodes": self.nodes, "order": self.order}

    @property
    def n_words(self):
        """Number of words."""
        return self._order.shape[0]

    @property
    def nbytes(self):
        """Bytes of the nodes, the words' order left out."""
        return self._nodes.nbytes

    def find(self, const letter_t[::1] codes not None):
        """Return the number of a word, -1 if it is none; O(letters)."""
        cdef Py_ssize_t i, last = codes.shape[0] - 1
        cdef node_t index = 0
        cdef wide_node node
        for i in range(last + 1):
            if codes[i] >= self.n_letters:
                return -1
            node = node_at(&self.view, index)
            if i == last:
                if node.words >> codes[i] & 1:
                    return self.view.order[word_of(node, codes[i])]
                return -1
            if not node.inner >> codes[i] & 1:
                return -1
            index = child_of(node, codes[i])
        return -1

    def __contains__(self, codes, /):
        return self.find(codes) >= 0

    def __reduce__(self):
        return Trie, (self.nodes, self.order, self.n_letters, self.n_nodes)


cdef Py_ssize_t _count_inner(const letter_t[::1] codes, const int64_t[::1] offsets, int n_letters) except -1:
    """Check the words; return the number of prefixes that can be continued, at least 1."""
    cdef Py_ssize_t word, n_words = offsets.shape[0] - 1, n_inner = 1
    cdef int64_t start, end, before = 0, length, shared, least
    for word in range(n_words):
        start, end = offsets[word], offsets[word + 1]
        length = end - start
        if length < 1 or length > MAX_LENGTH or end > codes.shape[0]:
            raise ValueError(f"word {word} has {length} letters, expected 1 to {MAX_LENGTH}")
        for shared in range(start, end):
            if codes[shared] >= n_letters:
                raise ValueError(f"word {word}: letter {codes[shared]}, expected less than {n_letters}")
        shared = 0
        if word:
            least = min(length, start - before)
            while shared < least and codes[before + shared] == codes[start + shared]:
                shared += 1
            if shared == length or (shared < least and codes[before + shared] > codes[start + shared]):
                raise ValueError(f"word {word} does not come after the word before it")
            # A prefix shared with the word before is inner already, unless it is that whole word.
            if shared == start - before:
                n_inner += length - shared if shared else length - 1
            else:
                n_inner += length - 1 - shared
        else:
            n_inner += length - 1
        before = start
    return n_inner


cdef Py_ssize_t _fill(const letter_t[::1] codes, const int64_t[::1] offsets, uint32_t[:, ::1] nodes,
                      word_t[::1] order, bint wide) except -1:
    """Write the nodes level by level, children side by side; return the number of prefixes."""
    cdef Py_ssize_t n_inner = nodes.shape[0], n_prefixes = 1
    cdef Pool pool = Pool()
    cdef span* spans = <span*>pool.scratch(n_inner, sizeof(span))
    cdef node_t index, made = 1, level_end = 1
    cdef word_t placed = 0, low, high, word
    cdef uint32_t depth = 0
    cdef letter_t letter
    cdef mask_t inner, words
    spans[0].low = 0
    spans[0].high = offsets.shape[0] - 1
    with nogil:
        for index in range(<node_t>n_inner):
            if index == level_end:
                depth += 1
                level_end = made
            inner = words = 0
            if wide:
                nodes[index, 4], nodes[index, 5] = made, placed
            else:
                nodes[index, 2], nodes[index, 3] = made, placed
            low, high = spans[index].low, spans[index].high
            while low < high:
                letter = codes[offsets[low] + depth]
                if offsets[low + 1] - offsets[low] == depth + 1:
                    words |= <mask_t>1 << letter
                    order[placed] = low
                    placed += 1
                    low += 1
                word = low
                while word < high and codes[offsets[word] + depth] == letter:
                    word += 1
                if word > low:
                    inner |= <mask_t>1 << letter
                    spans[made].low, spans[made].high = low, word
                    made += 1
                low = word
            nodes[index, 0] = <uint32_t>inner
            if wide:
                nodes[index, 1] = <uint32_t>(inner >> 32)
                nodes[index, 2] = <uint32_t>words
                nodes[index, 3] = <uint32_t>(words >> 32)
            else:
                nodes[index, 1] = <uint32_t>words
            n_prefixes += popcount(inner | words)
    return n_prefixes


cdef Py_ssize_t _check(const trie_t* trie, Py_ssize_t n_inner, Py_ssize_t n_words, int n_letters) noexcept nogil:
    """Return the number of prefixes, -1 where an index of a node or word is out of range."""
    cdef Py_ssize_t index, n_prefixes = 1
    cdef wide_node node
    for index in range(n_inner):
        node = node_at(trie, <node_t>index)
        if (node.inner | node.words) >> n_letters:
            return -1
        if node.inner and (node.child <= index or node.child + <Py_ssize_t>popcount(node.inner) > n_inner):
            return -1
        if node.words and node.word + <Py_ssize_t>popcount(node.words) > n_words:
            return -1
        n_prefixes += popcount(node.inner | node.words)
    for index in range(n_words):
        if trie.order[index] >= n_words:
            return -1
    return n_prefixes
