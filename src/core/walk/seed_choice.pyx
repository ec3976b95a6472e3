"""Seeds for words, chosen greedily; twin: `unriddle.core.walk.reference.seed_choice`.

A seed is some letters in a row that words have in common, read either way. Its number is the lesser one of both ways:

    bits   37 – 35 | … 9 – 5 | 4 – 0     letters of the seed | their codes, the first lowest

An *entry* is a place in a word where a seed may lie. Entries are sorted by the numbers of their seeds; then seeds are
taken, the best one first, by a heap whose values may be too high: what is taken from its top is looked at again. It
holds the seeds above a bar alone, which is lowered again and again: most seeds have no word left by then.
"""

import numpy as np

from libc.string cimport memcpy

from ..pool cimport Pool
from ..types cimport count_t, int64_t, letter_t, uint8_t, uint32_t, uint64_t

cdef enum:
    SHORTEST_SEED = 3
    LONGEST_SEED = 7
    CODES = 32                # letters of an alphabet
    LETTER_BITS = 5
    SIZE_SHIFT = LETTER_BITS * LONGEST_SEED
    NUMBER_BITS = SIZE_SHIFT + 3
    PLACE_BITS = 64 - NUMBER_BITS
    DIGIT_BITS = 11
    DIGITS = 1 << DIGIT_BITS
    LOWERED = 2               # times that the next bar is below the best seed that is left

cdef enum:
    NO_SEED = 0xffffffff      # of an entry whose seed the word has further to the left

SHORTEST = SHORTEST_SEED
"""Letters of a seed; of a shorter word all its letters."""
LONGEST = LONGEST_SEED
"""Most letters of a seed."""
MOST_ENTRIES = (1 << PLACE_BITS) - 1
"""Places in words where seeds may lie, all words together."""

cdef struct candidate:
    double value              # words that it covers, or once covered, by what it costs
    uint32_t seed

cdef struct choice:
    count_t n_words, n_entries, n_seeds, n_left
    count_t* entry_of         # word -> its first entry; the last one ends the entries
    uint32_t* word_of         # entry -> word
    uint64_t* keys            # entries by the numbers of their seeds: number | entry
    uint64_t* spare
    count_t begin[LONGEST_SEED + 2]  # of the entries of each size among the keys, and behind the last
    uint32_t* seed_of         # entry -> seed
    uint32_t* entries         # entries by seed
    uint32_t* first_of        # seed -> its first place in `entries`
    uint32_t* words_of        # seed -> words without a seed that have it
    double* costs
    count_t* chosen           # word -> entry; -1 for none
    candidate* heap
    count_t n_heap
    uint32_t* lower           # seeds below the bar
    count_t n_lower


cdef inline int shortest_of(count_t length) noexcept nogil:
    """Return the letters of the shortest seed that a word of some length may have."""
    return SHORTEST_SEED if length >= SHORTEST_SEED else <int>length


cdef inline count_t entries_of(count_t length) noexcept nogil:
    """Return how many entries a word of some length has."""
    cdef count_t count = 0
    cdef int size
    for size in range(shortest_of(length), min(length, <count_t>LONGEST_SEED) + 1):
        count += length - size + 1
    return count


cdef inline uint64_t number_of(const letter_t* letters, int size, bint* backwards) noexcept nogil:
    """Return the number of a seed, and whether it is read backwards in the word."""
    cdef uint64_t there = 0, back = 0
    cdef int k
    for k in range(size):
        there |= <uint64_t>letters[k] << LETTER_BITS * k
        back |= <uint64_t>letters[k] << LETTER_BITS * (size - 1 - k)
    backwards[0] = back < there
    return min(there, back) | <uint64_t>size << SIZE_SHIFT


cdef void count_sizes(choice* c, const int64_t* lengths) noexcept nogil:
    """Say where the entries of each size begin among the keys."""
    cdef count_t word, size
    for size in range(LONGEST_SEED + 2):
        c.begin[size] = 0
    for word in range(c.n_words):
        for size in range(shortest_of(lengths[word]), min(lengths[word], <count_t>LONGEST_SEED) + 1):
            c.begin[size + 1] += lengths[word] - size + 1
    for size in range(1, LONGEST_SEED + 2):
        c.begin[size] += c.begin[size - 1]


cdef void list_entries(choice* c, const letter_t* codes, count_t width, const int64_t* lengths) noexcept nogil:
    """Write the entries of all words: by size, then from the left; their keys by size first."""
    cdef count_t word, at, entry = 0, length, place
    cdef count_t to[LONGEST_SEED + 1]
    cdef const letter_t* letters
    cdef uint64_t there, back
    cdef int size, shortest, longest
    count_sizes(c, lengths)
    for size in range(LONGEST_SEED + 1):
        to[size] = c.begin[size]
    for word in range(c.n_words):
        c.entry_of[word] = entry
        letters, length = codes + word * width, lengths[word]
        shortest, longest = shortest_of(length), <int>min(length, <count_t>LONGEST_SEED)
        for at in range(length - shortest + 1):
            there = back = 0
            place = entry + at
            for size in range(1, min(<count_t>longest, length - at) + 1):  # as number_of has them
                there |= <uint64_t>letters[at + size - 1] << LETTER_BITS * (size - 1)
                back = back << LETTER_BITS | letters[at + size - 1]
                if size >= shortest:
                    c.keys[to[size] + at] = (
                        (min(there, back) | <uint64_t>size << SIZE_SHIFT) << PLACE_BITS | <uint64_t>place
                    )
                    c.word_of[place] = <uint32_t>word
                    place += length - size + 1
        for size in range(shortest, longest + 1):
            to[size] += length - size + 1
        entry += entries_of(length)
    c.entry_of[c.n_words] = entry


cdef void sort_entries(choice* c) noexcept nogil:
    """Sort the entries of each size by the letters of their seeds."""
    cdef int size
    for size in range(1, LONGEST_SEED + 1):
        sort_keys(c.keys + c.begin[size], c.spare, c.begin[size + 1] - c.begin[size], LETTER_BITS * size)


cdef void sort_keys(uint64_t* keys, uint64_t* spare, count_t n, int bits) noexcept nogil:
    """Sort keys by so many bits above the place, digit by digit from the lowest: a stable sort keeps their order."""
    cdef count_t place[DIGITS + 1]
    cdef uint64_t* home = keys
    cdef count_t i
    cdef int shift = PLACE_BITS, digit
    while shift < PLACE_BITS + bits:
        for digit in range(DIGITS + 1):
            place[digit] = 0
        for i in range(n):
            place[(keys[i] >> shift & (DIGITS - 1)) + 1] += 1
        for digit in range(DIGITS):
            place[digit + 1] += place[digit]
        for i in range(n):
            digit = <int>(keys[i] >> shift & (DIGITS - 1))
            spare[place[digit]] = keys[i]
            place[digit] += 1
        keys, spare = spare, keys
        shift += DIGIT_BITS
    if keys != home:
        memcpy(home, keys, n * sizeof(uint64_t))


cdef void number_seeds(choice* c) noexcept nogil:
    """Give seeds their places by their numbers, and say which entries and how many words each has.

    The numbers are written in place of the spare copy of the entries.
    """
    cdef uint64_t low = (<uint64_t>1 << PLACE_BITS) - 1, number, before = 0
    cdef count_t i, kept = 0, last = -1
    cdef uint32_t entry
    for i in range(c.n_entries):
        number, entry = c.keys[i] >> PLACE_BITS, <uint32_t>(c.keys[i] & low)
        if number != before:  # no number is 0
            c.spare[c.n_seeds] = number
            c.first_of[c.n_seeds] = <uint32_t>kept
            c.n_seeds += 1
            before, last = number, -1
        if c.word_of[entry] == last:
            c.seed_of[entry] = <uint32_t>NO_SEED
            continue
        last = c.word_of[entry]
        c.seed_of[entry] = <uint32_t>(c.n_seeds - 1)
        c.entries[kept] = entry
        kept += 1
    c.first_of[c.n_seeds] = <uint32_t>kept
    for i in range(c.n_seeds):
        c.words_of[i] = c.first_of[i + 1] - c.first_of[i]


cdef void weigh(choice* c, const double* chances, const double* walks, const double* fixed) noexcept nogil:
    """Write what each seed costs a cell: the paths that are expected to spell it, and what is fixed for its size."""
    cdef uint64_t number
    cdef count_t seed
    cdef int k, size
    cdef double cost
    for seed in range(c.n_seeds):
        number = c.spare[seed]
        size = <int>(number >> SIZE_SHIFT)
        cost = walks[size - 1]
        for k in range(size):
            cost *= chances[number >> LETTER_BITS * k & (CODES - 1)]
        c.costs[seed] = cost
    for seed in range(c.n_seeds):  # by itself: a product and a sum in one step would be rounded otherwise
        c.costs[seed] += fixed[(c.spare[seed] >> SIZE_SHIFT) - 1]


cdef inline bint precedes(const candidate* one, const candidate* other) noexcept nogil:
    """Whether a candidate is better than another: of equal ones that of the lower number."""
    return one.value > other.value or (one.value == other.value and one.seed < other.seed)


cdef void sift(candidate* heap, count_t n, count_t at) noexcept nogil:
    """Move a candidate down to where those below it are no better."""
    cdef candidate moved = heap[at]
    cdef count_t below = 2 * at + 1
    while below < n:
        if below + 1 < n and precedes(&heap[below + 1], &heap[below]):
            below += 1
        if not precedes(&heap[below], &moved):
            break
        heap[at] = heap[below]
        at, below = below, 2 * below + 1
    heap[at] = moved


cdef double line_up(choice* c) noexcept nogil:
    """Make the heap of the best seeds that are left; return the bar that they are not below."""
    cdef count_t i, seed, n = c.n_lower
    cdef double value, best = 0, bar
    c.n_lower = c.n_heap = 0
    for i in range(n):
        seed = c.lower[i]
        if c.words_of[seed]:
            best = max(best, c.words_of[seed] / c.costs[seed])
            c.lower[c.n_lower] = <uint32_t>seed
            c.n_lower += 1
    n, c.n_lower, bar = c.n_lower, 0, best / LOWERED
    for i in range(n):
        seed = c.lower[i]
        value = c.words_of[seed] / c.costs[seed]
        if value >= bar:
            c.heap[c.n_heap].value, c.heap[c.n_heap].seed = value, <uint32_t>seed
            c.n_heap += 1
        else:
            c.lower[c.n_lower] = <uint32_t>seed
            c.n_lower += 1
    for i in range(c.n_heap // 2 - 1, -1, -1):
        sift(c.heap, c.n_heap, i)
    return bar


cdef void cover(choice* c) noexcept nogil:
    """Take one seed after another, the best first, for all words that have it and none yet, until each has one."""
    cdef candidate* top = c.heap
    cdef count_t i
    cdef double value, bar = 0
    c.n_left, c.n_heap, c.n_lower = c.n_words, 0, c.n_seeds
    for i in range(c.n_seeds):
        c.lower[i] = <uint32_t>i
    while c.n_left:
        if not c.n_heap:
            bar = line_up(c)
            continue
        value = c.words_of[top.seed] / c.costs[top.seed]
        if value == top.value:
            take(c, top.seed)
            continue
        top.value = value
        if value < bar:  # later, if it has words then
            c.lower[c.n_lower] = top.seed
            c.n_lower += 1
            c.n_heap -= 1
            top[0] = c.heap[c.n_heap]
        sift(c.heap, c.n_heap, 0)


cdef void take(choice* c, uint32_t seed) noexcept nogil:
    """Choose a seed for all words that have it and none yet."""
    cdef count_t i, word, other
    for i in range(c.first_of[seed], c.first_of[seed + 1]):
        word = c.word_of[c.entries[i]]
        if c.chosen[word] >= 0:
            continue
        c.chosen[word] = c.entries[i]
        c.n_left -= 1
        for other in range(c.entry_of[word], c.entry_of[word + 1]):
            if c.seed_of[other] != <uint32_t>NO_SEED:
                c.words_of[c.seed_of[other]] -= 1


cdef int allot(choice* c, Pool pool) except -1:
    """Make room for the entries."""
    c.entry_of = <count_t*>pool.scratch(c.n_words + 1, sizeof(count_t))
    c.chosen = <count_t*>pool.scratch(c.n_words, sizeof(count_t))
    c.keys = <uint64_t*>pool.table(c.n_entries, sizeof(uint64_t))
    c.spare = <uint64_t*>pool.table(c.n_entries, sizeof(uint64_t))
    c.word_of = <uint32_t*>pool.table(c.n_entries, sizeof(uint32_t))
    c.seed_of = <uint32_t*>pool.table(c.n_entries, sizeof(uint32_t))
    c.entries = <uint32_t*>pool.table(c.n_entries, sizeof(uint32_t))
    c.first_of = <uint32_t*>pool.scratch(c.n_entries + 1, sizeof(uint32_t))
    c.words_of = <uint32_t*>pool.scratch(c.n_entries, sizeof(uint32_t))
    c.costs = <double*>pool.scratch(c.n_entries, sizeof(double))
    c.heap = <candidate*>pool.scratch(c.n_entries + 1, sizeof(candidate))
    c.lower = <uint32_t*>pool.scratch(c.n_entries, sizeof(uint32_t))
    return 0


def chosen_seeds(const letter_t[:, ::1] codes not None, const int64_t[::1] lengths not None,
                 const double[::1] chances not None, const double[::1] walks not None,
                 const double[::1] fixed not None):
    """Return of each word the seed that a greedy hitting set has for it.

    Seeds are 3 to 7 letters in a row, of a shorter word all its letters; one after another that seed is taken that most
    words have which have none yet, for what it costs; of equal ones that of the lower number.

    Parameters
    ----------
    codes : uint8 array of shape (words, letters of the longest)
        Codes below 32; what stands behind a word does not count.
    lengths : int64 array of shape (words,)
        1 letter at least.
    chances : float64 array
        By code, how often the letter comes, above 0.
    walks, fixed : float64 arrays of shape (7,)
        By letters of a seed less 1: the paths of so many cells that begin at one, and what is added to the paths
        that are expected to spell a seed.

    Returns
    -------
    first : int64 array of shape (words,)
        Where the seed begins in the word.
    size : int64 array of shape (words,)
        Its letters.
    reverse : bool array of shape (words,)
        Whether it is read backwards: the codes of the letters, the first lowest, make the lesser number.

    Raises
    ------
    ValueError
        Letters, lengths or chances out of range; more than 2**26 - 1 places in words.

    Notes
    -----
    V. Chvátal, A Greedy Heuristic for the Set-Covering Problem, Mathematics of Operations Research 4 (1979), by a lazy
    heap (M. Minoux, 1978): what a seed covers only falls. O(letters log letters); 64 bytes a place in memory.
    """
    cdef choice c
    cdef Pool pool = Pool()
    cdef count_t n = lengths.shape[0], width = codes.shape[1], word, entry, part
    cdef int size
    if n == 0:
        return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.bool_)
    check(codes, lengths, chances, walks, fixed)
    c.n_words, c.n_entries, c.n_seeds = n, 0, 0
    for word in range(n):
        c.n_entries += entries_of(lengths[word])
    if c.n_entries > MOST_ENTRIES:
        raise ValueError(f"{c.n_entries} places in words, expected at most {MOST_ENTRIES}")
    allot(&c, pool)
    with nogil:
        for word in range(n):
            c.chosen[word] = -1
        list_entries(&c, &codes[0, 0], width, &lengths[0])
        sort_entries(&c)
        number_seeds(&c)
        weigh(&c, &chances[0], &walks[0], &fixed[0])
        cover(&c)
    first, sizes, reverse = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.bool_)
    cdef int64_t[::1] first_view = first, size_view = sizes
    cdef uint8_t[::1] reverse_view = reverse.view(np.uint8)
    cdef bint backwards
    for word in range(n):
        entry = c.chosen[word] - c.entry_of[word]
        size = shortest_of(lengths[word])
        part = lengths[word] - size + 1
        while entry >= part:
            entry -= part
            size += 1
            part -= 1
        number_of(&codes[word, entry], size, &backwards)
        first_view[word], size_view[word], reverse_view[word] = entry, size, backwards
    return first, sizes, reverse


cdef int check(const letter_t[:, ::1] codes, const int64_t[::1] lengths, const double[::1] chances,
               const double[::1] walks, const double[::1] fixed) except -1:
    """Refuse what is out of range."""
    cdef count_t word, at
    if codes.shape[0] != lengths.shape[0]:
        raise ValueError(f"{codes.shape[0]} rows of codes, expected {lengths.shape[0]}")
    if walks.shape[0] != LONGEST_SEED or fixed.shape[0] != LONGEST_SEED:
        raise ValueError(f"walks or fixed of the wrong shape, expected {LONGEST_SEED} numbers")
    if chances.shape[0] > CODES or not all(chance > 0 for chance in chances):
        raise ValueError(f"chances: expected at most {CODES}, all above 0")
    for word in range(lengths.shape[0]):
        if not 1 <= lengths[word] <= codes.shape[1]:
            raise ValueError(f"word {word}: {lengths[word]} letters, expected 1 to {codes.shape[1]}")
        for at in range(lengths[word]):
            if codes[word, at] >= chances.shape[0]:
                raise ValueError(f"word {word}: a letter {codes[word, at]}, expected below {chances.shape[0]}")
    return 0
