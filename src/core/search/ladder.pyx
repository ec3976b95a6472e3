"""Which words of a list are one letter apart; twin: `unriddle.core.search.reference.ladder`."""

import numpy as np

from ..types cimport count_t, edge_t, int32_t, int64_t, uint32_t, uint64_t, vertex_t

cdef uint64_t MIX = 0x9E3779B97F4A7C15  # https://en.wikipedia.org/wiki/Hash_function#Fibonacci_hashing


cdef inline uint64_t weight(Py_ssize_t place) noexcept nogil:
    """Return the odd multiplier of a place of a word; splitmix64, https://prng.di.unimi.it/splitmix64.c."""
    cdef uint64_t z = (<uint64_t>place + 1) * MIX
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return (z ^ (z >> 31)) | 1


cdef inline bint same(const uint32_t* a, const uint32_t* b, Py_ssize_t length) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(length):
        if a[i] != b[i]:
            return False
    return True


cdef struct words_s:
    const uint32_t* codes
    const int64_t* at           # word w is codes[at[w]] to codes[at[w + 1] - 1]
    const vertex_t* by_length    # words in order of length
    count_t* degree
    int64_t n
    # Of letter p of word w, at index at[w] + p:
    vertex_t* bucket             # first word that is w but for letter p
    vertex_t* before             # the one before w in that bucket, -1 at its first
    vertex_t* last               # of the bucket that w opens: its last word
    int32_t* size               # of the bucket that w opens: how many
    vertex_t* shorter            # the word that is w without letter p, -1 if none; NULL where not asked for


cdef void fill_buckets(words_s* s, const vertex_t* group, int64_t n, Py_ssize_t length, uint64_t* total,
                       vertex_t* table, int shift) noexcept nogil:
    """Bucket the `n` words of one length by all letters but one, letter after letter."""
    cdef Py_ssize_t p, i, size = <Py_ssize_t>1 << (64 - shift)
    cdef int64_t k, base
    cdef vertex_t w, other
    cdef uint64_t slot, place
    # The hash of a word is a sum over its letters, so that a letter can be taken out of it.
    for k in range(n):
        base = s.at[group[k]]
        total[k] = 0
        for i in range(length):
            total[k] += (<uint64_t>s.codes[base + i] + 1) * weight(i)
    for p in range(length):
        place = weight(p)
        for i in range(size):
            table[i] = -1
        for k in range(n):
            w = group[k]
            base = s.at[w]
            slot = ((total[k] - (<uint64_t>s.codes[base + p] + 1) * place) * MIX) >> shift
            while True:
                # The first of its kind opens a bucket, the next are chained to the last of it.
                other = table[slot]
                if other < 0:
                    table[slot] = other = w
                    s.before[base + p] = -1
                    s.size[base + p] = 0
                    break
                if (same(s.codes + s.at[other], s.codes + base, p)
                        and same(s.codes + s.at[other] + p + 1, s.codes + base + p + 1, length - p - 1)):
                    s.before[base + p] = s.last[s.at[other] + p]
                    break
                slot = (slot + 1) & <uint64_t>(size - 1)
            s.bucket[base + p] = other
            s.last[s.at[other] + p] = w
            s.size[s.at[other] + p] += 1


cdef void find_shorter(words_s* s, const vertex_t* group, int64_t n, Py_ssize_t length, const vertex_t* less,
                       int64_t n_less, vertex_t* table, int shift) noexcept nogil:
    """Look up what the `n` words become without a letter among the `n_less` words one letter shorter."""
    cdef Py_ssize_t p, i, size = <Py_ssize_t>1 << (64 - shift)
    cdef int64_t k, base, there
    cdef vertex_t w
    cdef uint64_t slot, key
    for i in range(size):
        table[i] = -1
    for k in range(n_less):
        base = s.at[less[k]]
        key = 0
        for i in range(length - 1):
            key += (<uint64_t>s.codes[base + i] + 1) * weight(i)
        slot = (key * MIX) >> shift
        while table[slot] >= 0:
            slot = (slot + 1) & <uint64_t>(size - 1)
        table[slot] = less[k]
    for k in range(n):
        w = group[k]
        base = s.at[w]
        key = 0
        for i in range(length - 1):
            key += (<uint64_t>s.codes[base + i + 1] + 1) * weight(i)
        for p in range(length):
            if p > 0:   # letter p - 1 is back, letter p is out
                key += (<uint64_t>s.codes[base + p - 1] - <uint64_t>s.codes[base + p]) * weight(p - 1)
            s.shorter[base + p] = -1
            if p > 0 and s.codes[base + p] == s.codes[base + p - 1]:
                continue        # leaves the same word as letter p - 1 did
            slot = (key * MIX) >> shift
            while table[slot] >= 0:
                there = s.at[table[slot]]
                if (same(s.codes + there, s.codes + base, p)
                        and same(s.codes + there + p, s.codes + base + p + 1, length - p - 1)):
                    s.shorter[base + p] = table[slot]
                    break
                slot = (slot + 1) & <uint64_t>(size - 1)


cdef count_t count_edges(words_s* s) noexcept nogil:
    """Fill `degree`; return the sum, both directions of each edge."""
    cdef int64_t w, i
    cdef count_t edges = 0
    for i in range(s.at[s.n]):
        if s.size[i] == 0:
            continue
        edges += <count_t>s.size[i] * (s.size[i] - 1)
    for w in range(s.n):
        for i in range(s.at[w], s.at[w + 1]):
            s.degree[w] += s.size[s.at[s.bucket[i]] + i - s.at[w]] - 1
            if s.shorter != NULL and s.shorter[i] >= 0:
                s.degree[w] += 1
                s.degree[s.shorter[i]] += 1
                edges += 2
    return edges


cdef void write_edges(words_s* s, edge_t* cursor, vertex_t* column) noexcept nogil:
    """Write both directions of each edge, in any order within a row."""
    cdef int64_t w, i
    cdef vertex_t v
    for w in range(s.n):
        for i in range(s.at[w], s.at[w + 1]):
            v = s.last[s.at[s.bucket[i]] + i - s.at[w]]
            while v >= 0:
                if v != w:
                    column[cursor[w]] = v
                    cursor[w] += 1
                v = s.before[s.at[v] + i - s.at[w]]
            if s.shorter != NULL and s.shorter[i] >= 0:
                v = s.shorter[i]
                column[cursor[w]] = v
                cursor[w] += 1
                column[cursor[v]] = <vertex_t>w
                cursor[v] += 1


cdef int shift_for(int64_t n) noexcept nogil:
    """Return the shift that leaves a hash of at least 2 n slots."""
    cdef int bits = 2
    while (<int64_t>1 << bits) < 2 * n:
        bits += 1
    return 64 - bits


cdef void bucket_lengths(words_s* s, bint insert_delete, uint64_t* total, vertex_t* table) noexcept nogil:
    """Bucket the words of each length; where asked for, find for each the words that are a letter shorter."""
    cdef int64_t start = 0, previous = 0, n_group, n_previous, w
    cdef Py_ssize_t length
    while start < s.n:
        w = s.by_length[start]
        length = s.at[w + 1] - s.at[w]
        n_group = 1
        while start + n_group < s.n:
            w = s.by_length[start + n_group]
            if s.at[w + 1] - s.at[w] != length:
                break
            n_group += 1
        fill_buckets(s, s.by_length + start, n_group, length, total, table, shift_for(n_group))
        if insert_delete:
            # The group before holds the words one letter shorter, or nothing does.
            n_previous = 0
            if start > 0:
                w = s.by_length[start - 1]
                if s.at[w + 1] - s.at[w] == length - 1:
                    n_previous = start - previous
            find_shorter(s, s.by_length + start, n_group, length, s.by_length + start - n_previous,
                         n_previous, table, shift_for(n_previous))
        previous = start
        start += n_group


cdef void write_rows(words_s* s, edge_t* row, edge_t* cursor, vertex_t* unsorted, vertex_t* column) noexcept nogil:
    """Write where each row begins, and the rows, rising."""
    cdef int64_t w, i
    for w in range(s.n):
        cursor[w] = row[w]
        row[w + 1] = row[w] + s.degree[w]
    write_edges(s, cursor, unsorted)
    # The graph is its own transpose, and transposing sorts the rows.
    for w in range(s.n):
        cursor[w] = row[w]
    for w in range(s.n):
        for i in range(row[w], row[w + 1]):
            column[cursor[unsorted[i]]] = <vertex_t>w
            cursor[unsorted[i]] += 1


def ladder_graph(const uint32_t[::1] codes not None, const int64_t[::1] at not None, bint insert_delete=False,
                 count_t max_edges=1 << 28):
    """Return the graph of a word list in CSR form: an edge where one letter is changed.

    Equivalent: ``neighbours[v] = [w for w in words if v and w differ in one letter]``.

    Parameters
    ----------
    codes : uint32 array
        The letters of all words, one word after the other.
    at : int64 array of shape (n + 1,)
        Word w is ``codes[at[w]:at[w + 1]]``. The words are distinct.
    insert_delete : bool
        Also an edge where one letter is put in or taken out.
    max_edges : int
        Most edges, each direction counted.

    Returns
    -------
    indptr : int64 array of shape (n + 1,)
    indices : int32 array
        Rising within a row.

    Raises
    ------
    ValueError
        `at` does not fit `codes`.
    OverflowError
        More than `max_edges`; nothing was allocated for them yet.

    Notes
    -----
    The words of one length are hashed without their p-th letter, for each p: those that meet are one letter
    apart. Expected time O(letters + edges), space 16 bytes a letter and 8 bytes an edge. Thread-safe.

    Examples
    --------
    >>> codes = np.frombuffer("catcotdog".encode("utf-32-le"), dtype=np.uint32)
    >>> indptr, indices = ladder_graph(codes, np.array([0, 3, 6, 9]))
    >>> indptr.tolist(), indices.tolist()
    ([0, 1, 2, 2], [1, 0])
    """
    cdef words_s s
    cdef int64_t n = at.shape[0] - 1, letters = codes.shape[0], i, most
    cdef count_t edges
    cdef bint good = n >= 0 and n < 2**31 - 2 and at[0] == 0 and at[n] == letters
    if good:
        for i in range(n):
            good = good and at[i] <= at[i + 1]
    if not good:
        raise ValueError("at does not rise from 0 to the number of letters")
    lengths = np.diff(at)
    order = np.argsort(lengths, kind="stable").astype(np.int32)
    sizes = np.bincount(lengths) if n else np.zeros(1, dtype=np.int64)
    cdef const vertex_t[::1] by_length = order
    cdef count_t[::1] degree = np.zeros(n + 1, dtype=np.int64)
    cdef int32_t[:, ::1] tables = np.zeros((5 if insert_delete else 4, letters + 1), dtype=np.int32)
    most = sizes.max()
    cdef uint64_t[::1] total = np.empty(most + 1, dtype=np.uint64)
    cdef vertex_t[::1] table = np.empty(1 << (64 - shift_for(most)), dtype=np.int32)
    cdef int32_t blank = 0
    s.codes = &codes[0] if letters else <const uint32_t*>&blank
    s.at = &at[0]
    s.by_length = &by_length[0] if n else &blank
    s.degree = &degree[0]
    s.n = n
    s.bucket = &tables[0, 0]
    s.before = &tables[1, 0]
    s.last = &tables[2, 0]
    s.size = &tables[3, 0]
    s.shorter = &tables[4, 0] if insert_delete else NULL
    with nogil:
        bucket_lengths(&s, insert_delete, &total[0], &table[0])
        edges = count_edges(&s)
    if edges > max_edges:
        raise OverflowError(f"{edges} edges, expected at most {max_edges}")
    indptr = np.zeros(n + 1, dtype=np.int64)
    cdef edge_t[::1] row = indptr
    cdef edge_t[::1] cursor = np.empty(n + 1, dtype=np.int64)
    cdef vertex_t[::1] unsorted = np.empty(edges + 1, dtype=np.int32)
    indices = np.empty(edges + 1, dtype=np.int32)
    cdef vertex_t[::1] column = indices
    with nogil:
        write_rows(&s, &row[0], &cursor[0], &unsorted[0], &column[0])
    return indptr, indices[:edges]
