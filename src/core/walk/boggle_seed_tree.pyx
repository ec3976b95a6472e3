"""The tree that words grow along from the centres of their seeds; twin: `reference.walk.boggle_seed_tree`.

A node is what the words below it have around their centres. They are taken level by level, the words of a node side by
side: each goes to the child of the letter that it grows by, at the end or at the beginning, and the children of a node
follow one another, those at the end first, each side in the order of the letters.
"""

import numpy as np

from libc.stdint cimport uint16_t

from ..bits cimport lsb
from ..pool cimport Pool
from ..types cimport count_t, int32_t, int64_t, letter_t, uint8_t, uint32_t, uint64_t

cdef enum:
    CODES = 32                # letters of an alphabet
    HOLE = 31                 # the bit of words that need no letter at a side
    KEYS = 2 * CODES          # a letter at the end; the same at the beginning
    MOST_LENGTH = (1 << 16) - 1

cdef struct extent:
    uint16_t left, right      # what a word has grown to: from its first letter to behind its last
    uint16_t length

cdef struct growth:
    const letter_t* codes     # word -> its letters
    count_t width
    const double* chances
    extent* extents           # by word
    uint32_t* words           # of this level, by node
    uint32_t* next_words
    count_t* ends             # node of this level -> behind its last word
    count_t* next_ends
    uint8_t* keys             # word of this level -> how it grows
    uint32_t* sides           # node -> side -> letters, needed, child
    int32_t* word_of          # node -> its word
    count_t n_nodes           # so far, those of the next level among them


cdef inline int end_key(const growth* g, uint32_t word) noexcept nogil:
    """Return the letter behind what a word has grown to, -1 for none."""
    cdef extent* at = &g.extents[word]
    return g.codes[word * g.width + at.right] if at.right < at.length else -1


cdef inline int beginning_key(const growth* g, uint32_t word) noexcept nogil:
    """Return the letter before it as a key, -1 for none."""
    cdef extent* at = &g.extents[word]
    return CODES + g.codes[word * g.width + at.left - 1] if at.left else -1


cdef count_t keep_growing(growth* g, count_t node, count_t first, count_t end, double* share) noexcept nogil:
    """Say how well each letter around the words of a node divides them, and give it the one that ends here.

    Return behind the others.
    """
    cdef count_t kept = first, i
    cdef uint32_t word
    cdef uint32_t* sides = g.sides + 6 * node
    cdef uint64_t keys = 0, rest
    cdef int after, before
    for i in range(first, end):
        word = g.words[i]
        after, before = end_key(g, word), beginning_key(g, word)
        if after < 0 and before < 0:
            g.word_of[node] = <int32_t>word
            continue
        g.words[kept] = word
        kept += 1
        sides[1] |= <uint32_t>1 << (HOLE if after < 0 else after)
        sides[4] |= <uint32_t>1 << (HOLE if before < 0 else before - CODES)
        if after >= 0:
            count_key(share, &keys, after)
        if before >= 0:
            count_key(share, &keys, before)
    rest = keys
    while rest:  # many words have it there, few cells do
        share[lsb(rest)] /= g.chances[lsb(rest) % CODES]
        rest &= rest - 1
    return kept


cdef inline void count_key(double* share, uint64_t* keys, int key) noexcept nogil:
    """Count a letter; of those that were not counted yet there is nothing in `share`."""
    share[key] = share[key] + 1 if keys[0] >> key & 1 else 1
    keys[0] |= <uint64_t>1 << key


cdef inline count_t grow_one(
    growth* g, count_t node, uint32_t word, count_t n_next, count_t next_node
) noexcept nogil:
    """Do what `grow` does for a node of one word, as most are."""
    cdef uint32_t* sides = g.sides + 6 * node
    cdef extent* at = &g.extents[word]
    cdef int after = end_key(g, word), before = beginning_key(g, word)
    cdef bint at_end
    if after < 0 and before < 0:
        g.word_of[node] = <int32_t>word
        return next_node
    sides[1] |= <uint32_t>1 << (HOLE if after < 0 else after)
    sides[4] |= <uint32_t>1 << (HOLE if before < 0 else before - CODES)
    at_end = before < 0 or (after >= 0 and 1 / g.chances[after] >= 1 / g.chances[before - CODES])
    if at_end:
        sides[0], sides[2] = <uint32_t>1 << after, <uint32_t>g.n_nodes
        at.right += 1
    else:
        sides[3], sides[5] = <uint32_t>1 << before - CODES, <uint32_t>g.n_nodes
        at.left -= 1
    g.next_words[n_next] = word
    g.next_ends[next_node] = n_next + 1
    g.n_nodes += 1
    return next_node + 1


cdef count_t grow(
    growth* g, count_t node, count_t first, count_t end, count_t n_next, count_t next_node
) noexcept nogil:
    """Give the words of a node to its children, behind `n_next` words of the next level; return behind its children."""
    cdef double share[KEYS]
    cdef count_t place[KEYS]
    cdef uint32_t* sides = g.sides + 6 * node
    cdef uint64_t keys = 0
    cdef uint32_t word
    cdef count_t i
    cdef int after, before, key
    g.word_of[node] = -1
    if end - first == 1:
        return grow_one(g, node, g.words[first], n_next, next_node)
    end = keep_growing(g, node, first, end, share)
    for i in range(first, end):
        word = g.words[i]
        after, before = end_key(g, word), beginning_key(g, word)
        key = after if before < 0 or (after >= 0 and share[after] >= share[before]) else before
        g.keys[i] = <uint8_t>key
        place[key] = place[key] + 1 if keys >> key & 1 else 1
        keys |= <uint64_t>1 << key
    while keys:
        key = lsb(keys)
        keys &= keys - 1
        if not sides[3 * (key // CODES)]:
            sides[3 * (key // CODES) + 2] = <uint32_t>g.n_nodes
        sides[3 * (key // CODES)] |= <uint32_t>1 << key % CODES
        n_next += place[key]
        g.next_ends[next_node] = n_next
        place[key] = n_next - place[key]
        next_node += 1
        g.n_nodes += 1
    for i in range(first, end):
        word, key = g.words[i], g.keys[i]
        g.next_words[place[key]] = word
        place[key] += 1
        if key < CODES:
            g.extents[word].right += 1
        else:
            g.extents[word].left -= 1
    return next_node


cdef void grow_all(growth* g, count_t n_level) noexcept nogil:
    """Grow level after level; the first has that many nodes."""
    cdef count_t base = 0, node, first, n_next, next_node
    g.n_nodes = n_level
    while n_level:
        first = next_node = 0
        for node in range(n_level):
            n_next = g.next_ends[next_node - 1] if next_node else 0
            next_node = grow(g, base + node, first, g.ends[node], n_next, next_node)
            first = g.ends[node]
        base, n_level = base + n_level, next_node
        g.words, g.next_words = g.next_words, g.words
        g.ends, g.next_ends = g.next_ends, g.ends


def seed_tree(const letter_t[:, ::1] codes not None, const int64_t[::1] lengths not None,
              const int64_t[::1] centres not None, const int64_t[::1] roots not None,
              const double[::1] chances not None):
    """Return the tree of the words of some seeds.

    A word grows at the side whose letter divides the words of its node best: many of them have it there, few cells do.

    Parameters
    ----------
    codes : uint8 array of shape (words, letters of the longest)
        Codes below 31, of different words; what stands behind a word does not count.
    lengths : int64 array of shape (words,)
    centres : int64 array of shape (words,)
        The letter of each that is its seed's centre.
    roots : int64 array of shape (words,)
        The node that each begins with; they are numbered from 0 on, words of one root have that letter in common.
    chances : float64 array
        By code, how often the letter comes, above 0.

    Returns
    -------
    sides : uint32 array of shape (nodes, 2, 3)
    words : int32 array of shape (nodes,)
        As for `unriddle.core.walk.boggle_seeds.SeedTables`: the roots first, then level by level.

    Raises
    ------
    ValueError
        Letters, lengths, centres, roots or chances out of range; two words that are equal around their centres.

    Notes
    -----
    O(letters) time; 28 bytes a letter in memory, of which as many as there are nodes are written to.
    """
    cdef growth g
    cdef Pool pool = Pool()
    cdef count_t n = lengths.shape[0], n_roots = 0, letters = 0, word, i
    if n == 0:
        return np.empty((0, 2, 3), np.uint32), np.empty(0, np.int32)
    check(codes, lengths, centres, roots, chances)
    for word in range(n):
        n_roots = max(n_roots, <count_t>roots[word] + 1)
        letters += lengths[word] - 1
    cdef count_t most = n_roots + letters
    g.codes, g.width, g.chances = &codes[0, 0], codes.shape[1], &chances[0]
    g.extents = <extent*>pool.scratch(n, sizeof(extent))
    g.words, g.next_words = <uint32_t*>pool.scratch(n, sizeof(uint32_t)), <uint32_t*>pool.scratch(n, sizeof(uint32_t))
    g.ends = <count_t*>pool.zeros(max(n_roots, n), sizeof(count_t))
    g.next_ends = <count_t*>pool.scratch(max(n_roots, n), sizeof(count_t))
    g.keys = <uint8_t*>pool.scratch(n, 1)
    # Returned as they are: what no node has been written to takes no room.
    sides, words = np.zeros((most, 2, 3), np.uint32), np.empty(most, np.int32)
    cdef uint32_t[:, :, ::1] side_view = sides
    cdef int32_t[::1] word_view = words
    g.sides, g.word_of = &side_view[0, 0, 0], &word_view[0]
    with nogil:
        for word in range(n):
            g.extents[word].left, g.extents[word].right = <uint16_t>centres[word], <uint16_t>(centres[word] + 1)
            g.extents[word].length = <uint16_t>lengths[word]
            g.ends[roots[word]] += 1
        for i in range(1, n_roots):
            g.ends[i] += g.ends[i - 1]
        for word in range(n - 1, -1, -1):  # from the last one back: then `ends` says where each root begins
            g.ends[roots[word]] -= 1
            g.words[g.ends[roots[word]]] = <uint32_t>word
        for i in range(n_roots - 1):
            g.ends[i] = g.ends[i + 1]
        g.ends[n_roots - 1] = n
        grow_all(&g, n_roots)
    sides, words = sides[:g.n_nodes], words[:g.n_nodes]
    if np.count_nonzero(words >= 0) != n:
        raise ValueError("words that are equal around their centres, expected different ones")
    return sides, words


cdef int check(const letter_t[:, ::1] codes, const int64_t[::1] lengths, const int64_t[::1] centres,
               const int64_t[::1] roots, const double[::1] chances) except -1:
    """Refuse what is out of range."""
    cdef count_t n = lengths.shape[0], word, at
    if codes.shape[0] != n or centres.shape[0] != n or roots.shape[0] != n:
        raise ValueError(f"codes, centres or roots of the wrong shape, expected {n} of each")
    if chances.shape[0] > HOLE or not all(chance > 0 for chance in chances):
        raise ValueError(f"chances: expected at most {HOLE}, all above 0")
    for word in range(n):
        if not 1 <= lengths[word] <= min(codes.shape[1], <Py_ssize_t>MOST_LENGTH):
            raise ValueError(f"word {word}: {lengths[word]} letters, "
                             f"expected 1 to {min(codes.shape[1], <Py_ssize_t>MOST_LENGTH)}")
        if not (0 <= centres[word] < lengths[word] and 0 <= roots[word] < n):
            raise ValueError(f"word {word}: centre {centres[word]}, root {roots[word]}")
        for at in range(lengths[word]):
            if codes[word, at] >= chances.shape[0]:
                raise ValueError(f"word {word}: a letter {codes[word, at]}, expected below {chances.shape[0]}")
    return 0
