"""Seeds for words, chosen greedily; twin: `reference.walk.boggle_seed_choice`.

A seed is some letters in a row that words have in common, read either way. Its number is the lesser one of both ways:

    bits   37 – 35 | … 9 – 5 | 4 – 0     letters of the seed | their codes, the first lowest

An *entry* is a place in a word where a seed may lie. Those of a size are sorted by their letters, each size by itself:
by a thread of its own, where there are several. Then seeds are taken, the best one first, by a heap whose values may be
too high: what is taken from its top is looked at again. It holds the seeds above a bar alone, which is lowered again
and again: most seeds have no word left by then.
"""

import numpy as np

cimport cython

from libc.string cimport memset

from ..pool cimport Pool
from ..types cimport count_t, int64_t, letter_t, uint8_t, uint32_t, uint64_t

cdef extern from "compiler.h" nogil:
    void prefetch_line(const void* at) noexcept

cdef enum:
    SHORTEST_SEED = 3
    LONGEST_SEED = 7
    CODES = 32                # letters of an alphabet
    LETTER_BITS = 5
    SIZE_SHIFT = LETTER_BITS * LONGEST_SEED
    LETTERS_MASK = CODES - 1
    PLACE_BITS = 64 - SIZE_SHIFT
    AT_BITS = 8               # of the letters before an entry in its word
    MOST_LENGTH = 1 << AT_BITS
    DIGIT_BITS = 12           # at most
    DIGITS = 1 << DIGIT_BITS
    PASSES = (SIZE_SHIFT + DIGIT_BITS - 1) // DIGIT_BITS
    AHEAD = 8                 # words whose entries are on their way
    LOWERED = 2               # times that the next bar is below the best seed that is left

cdef enum:
    NO_SEED = 0xffffffff      # of a word without one; of an entry whose seed the word has further to the left

SHORTEST = SHORTEST_SEED
"""Letters of a seed; of a shorter word all its letters."""
LONGEST = LONGEST_SEED
"""Most letters of a seed."""
MOST_WORDS = (1 << PLACE_BITS - AT_BITS) - 1
"""Words among which seeds may be chosen."""

cdef struct candidate:
    double value              # what the words are worth that it covers, or once covered, by what it costs
    uint32_t seed

cdef struct sorting:          # entries of one size
    uint64_t* keys            # letters of the seed | word | letters before it
    uint64_t* spare
    uint32_t* count           # keys by each value of each digit

cdef struct choice:
    count_t n_words, n_letters, n_left
    const int64_t* lengths
    const uint32_t* weights
    uint32_t* start_of        # word -> entries of the words before it
    # By size: its first seed, which is the first place in `entries` too; how many seeds there are. There is room for a
    # seed an entry, and for where the entries of the last one end.
    count_t first_seed[LONGEST_SEED + 1]
    count_t n_seeds[LONGEST_SEED + 1]
    uint32_t* seed_of         # entry, by word, size and the letter with which it begins -> seed
    uint32_t* entries         # entries by seed: word | letters before it
    uint32_t* first_of        # seed -> its first place in `entries`
    uint32_t* worth_of        # seed -> what the words are worth that have it and no seed yet
    double* costs
    uint32_t* chosen          # word -> its seed
    uint8_t* chosen_at        # word -> letters before that
    uint8_t* taken            # seed -> a bit: whether a word has it
    candidate* heap
    count_t n_heap
    uint32_t* lower           # seeds below the bar
    count_t n_lower


cdef inline int shortest_of(count_t length) noexcept nogil:
    """Return the letters of the shortest seed that a word of some length may have."""
    return SHORTEST_SEED if length >= SHORTEST_SEED else <int>length


cdef inline count_t entries_of(count_t length, int size) noexcept nogil:
    """Return how many entries a word of some length has of smaller seeds."""
    cdef count_t smaller = size - shortest_of(length)
    return smaller * (length + 1) - smaller * (shortest_of(length) + size - 1) // 2


cdef inline bint is_turned(const letter_t* letters, int size) noexcept nogil:
    """Whether letters make the lesser number when they are read backwards."""
    cdef int k
    for k in range(size):  # the last letters weigh most, either way
        if letters[k] != letters[size - 1 - k]:
            return letters[k] < letters[size - 1 - k]
    return False


cdef inline int digits_of(int size) noexcept nogil:
    """Return how many digits the letters of a seed are sorted by."""
    return (LETTER_BITS * size + DIGIT_BITS - 1) // DIGIT_BITS


cdef inline int bits_of(int size) noexcept nogil:
    """Return the bits of such a digit."""
    return (LETTER_BITS * size + digits_of(size) - 1) // digits_of(size)


cdef count_t list_entries(
    choice* c, sorting* s, const letter_t* codes, count_t width, int size
) noexcept nogil:
    """Write the keys of the entries of one size, by words and from the left; return how many there are."""
    cdef count_t word, at, n = 0, length
    cdef const letter_t* letters
    cdef uint64_t there, back, number, mask = (<uint64_t>1 << LETTER_BITS * size) - 1
    cdef int digits = digits_of(size), bits = bits_of(size), digit
    memset(s.count, 0, PASSES * DIGITS * sizeof(uint32_t))
    for word in range(c.n_words):
        length = c.lengths[word]
        if length < size or size < shortest_of(length):
            continue
        letters, there, back = codes + word * width, 0, 0
        for at in range(length):
            there = there >> LETTER_BITS | <uint64_t>letters[at] << LETTER_BITS * (size - 1)
            back = (back << LETTER_BITS | letters[at]) & mask
            if at >= size - 1:
                number = min(there, back)
                s.keys[n] = number << PLACE_BITS | <uint64_t>(word << AT_BITS | at - size + 1)
                n += 1
                for digit in range(digits):
                    s.count[DIGITS * digit + <int>(number >> bits * digit & ((1 << bits) - 1))] += 1
    return n


cdef void sort_entries(sorting* s, count_t n, int size) noexcept nogil:
    """Sort the keys by the letters, digit by digit from the lowest: a stable sort keeps the order of words."""
    cdef uint64_t* keys = s.keys
    cdef uint64_t* spare = s.spare
    cdef uint32_t* place
    cdef uint32_t before, here
    cdef count_t i
    cdef int bits = bits_of(size), digit, value, shift
    for digit in range(digits_of(size)):
        place, before, shift = s.count + DIGITS * digit, 0, PLACE_BITS + bits * digit
        for value in range(1 << bits):
            here, place[value] = place[value], before
            before += here
        for i in range(n):
            value = <int>(keys[i] >> shift & ((1 << bits) - 1))
            spare[place[value]] = keys[i]
            place[value] += 1
        keys, spare = spare, keys
    s.keys, s.spare = keys, spare


cdef inline double paths_of(uint64_t number, int size, const double* chances, const double* walks) noexcept nogil:
    """Return the paths a cell that are expected to spell a seed."""
    cdef double paths = walks[size - 1]
    cdef int k
    for k in range(size):
        paths *= chances[number >> LETTER_BITS * k & LETTERS_MASK]
    return paths


cdef void number_seeds(
    choice* c, const uint64_t* keys, count_t n, int size, const double* chances, const double* walks,
    const double* fixed
) noexcept nogil:
    """Number the seeds of a size by their letters: which entries each has, what its words are worth, what it costs."""
    cdef uint64_t number, before = <uint64_t>-1
    cdef uint32_t word, last = 0, entry, place
    cdef uint32_t smaller[MOST_LENGTH + 1]
    cdef count_t i, seed = c.first_seed[size] - 1, kept = c.first_seed[size]
    for i in range(size, MOST_LENGTH + 1):
        smaller[i] = <uint32_t>entries_of(i, size)
    for i in range(n):
        number, entry = keys[i] >> PLACE_BITS, <uint32_t>(keys[i] & ((<uint64_t>1 << PLACE_BITS) - 1))
        word = entry >> AT_BITS
        place = c.start_of[word] + smaller[c.lengths[word]] + (entry & (MOST_LENGTH - 1))
        if number != before:
            seed += 1
            c.costs[seed] = paths_of(number, size, chances, walks)
            c.first_of[seed], c.worth_of[seed] = <uint32_t>kept, 0
        elif word == last:
            c.seed_of[place] = <uint32_t>NO_SEED
            continue
        before, last = number, word
        c.seed_of[place] = <uint32_t>seed
        c.worth_of[seed] += c.weights[word]
        c.entries[kept] = entry
        kept += 1
    c.first_of[seed + 1], c.n_seeds[size] = <uint32_t>kept, seed + 1 - c.first_seed[size]
    for i in range(c.first_seed[size], seed + 1):  # by itself: a product with a sum in one step is rounded otherwise
        c.costs[i] += fixed[size - 1]


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
    cdef count_t i, n = c.n_lower
    cdef uint32_t seed
    cdef double best = 0, bar, value
    c.n_lower = c.n_heap = 0
    for i in range(n):
        seed = c.lower[i]
        if c.worth_of[seed]:
            best = max(best, c.worth_of[seed] / c.costs[seed])
            c.lower[c.n_lower] = seed
            c.n_lower += 1
    bar, n, c.n_lower = best / LOWERED, c.n_lower, 0
    for i in range(n):  # once more: where all values were kept, there would be memory for each
        seed = c.lower[i]
        value = c.worth_of[seed] / c.costs[seed]
        if value >= bar:
            c.heap[c.n_heap].value, c.heap[c.n_heap].seed = value, seed
            c.n_heap += 1
        else:
            c.lower[c.n_lower] = seed
            c.n_lower += 1
    for i in range(c.n_heap // 2 - 1, -1, -1):
        sift(c.heap, c.n_heap, i)
    return bar


cdef void cover(choice* c) noexcept nogil:
    """Take one seed after another, the best first, for all words that have it and none yet, until each has one."""
    cdef candidate* top = c.heap
    cdef count_t i
    cdef int size
    cdef double value, bar = 0
    c.n_left, c.n_heap, c.n_lower = c.n_words, 0, 0
    for size in range(1, LONGEST_SEED + 1):
        for i in range(c.n_seeds[size]):
            c.lower[c.n_lower] = <uint32_t>(c.first_seed[size] + i)
            c.n_lower += 1
    while c.n_left:
        if not c.n_heap:
            bar = line_up(c)
            continue
        value = c.worth_of[top.seed] / c.costs[top.seed]
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
    cdef count_t i, end = c.first_of[seed + 1]
    cdef uint32_t word, other, place
    c.taken[seed >> 3] |= <uint8_t>(1 << (seed & 7))
    for i in range(c.first_of[seed], end):
        word = c.entries[i] >> AT_BITS
        if i + AHEAD < end:
            prefetch_line(&c.seed_of[c.start_of[c.entries[i + AHEAD] >> AT_BITS]])
        if c.chosen[word] != <uint32_t>NO_SEED:
            continue
        c.chosen[word], c.chosen_at[word] = seed, c.entries[i] & (MOST_LENGTH - 1)
        c.n_left -= 1
        for place in range(c.start_of[word], c.start_of[word + 1]):
            other = c.seed_of[place]
            if other != <uint32_t>NO_SEED:
                c.worth_of[other] -= c.weights[word]


cdef int allot(choice* c, Pool pool) except -1:
    """Say where words begin, and make room for the entries: a seed has one at least."""
    cdef count_t word, length, place = 0, n_entries = 0
    cdef int size
    c.n_letters = 0
    c.start_of = <uint32_t*>pool.scratch(c.n_words + 1, sizeof(uint32_t))
    memset(c.n_seeds, 0, sizeof(c.n_seeds))
    for word in range(c.n_words):
        length = c.lengths[word]
        c.start_of[word] = <uint32_t>place
        c.n_letters += length
        for size in range(shortest_of(length), min(length, <count_t>LONGEST_SEED) + 1):
            c.n_seeds[size] += length - size + 1
            place += length - size + 1
    c.start_of[c.n_words] = <uint32_t>place
    for size in range(LONGEST_SEED + 1):
        c.first_seed[size], n_entries = n_entries, n_entries + c.n_seeds[size] + 1
        c.n_seeds[size] = 0
    if n_entries > <count_t>NO_SEED - 1:
        raise ValueError(f"{n_entries} places in words, expected fewer than 2**32")
    c.seed_of = <uint32_t*>pool.scratch(place, sizeof(uint32_t))
    c.entries = <uint32_t*>pool.scratch(n_entries, sizeof(uint32_t))
    c.first_of = <uint32_t*>pool.scratch(n_entries, sizeof(uint32_t))
    c.worth_of = <uint32_t*>pool.scratch(n_entries, sizeof(uint32_t))
    c.costs = <double*>pool.scratch(n_entries, sizeof(double))
    c.chosen = <uint32_t*>pool.scratch(c.n_words, sizeof(uint32_t))
    memset(c.chosen, 0xff, c.n_words * sizeof(uint32_t))
    c.chosen_at = <uint8_t*>pool.scratch(c.n_words, sizeof(uint8_t))
    c.taken = <uint8_t*>pool.zeros(n_entries // 8 + 1, sizeof(uint8_t))
    c.heap = <candidate*>pool.scratch(n_entries, sizeof(candidate))
    c.lower = <uint32_t*>pool.scratch(n_entries, sizeof(uint32_t))
    return 0


@cython.final
cdef class SeedChoice:
    """Chooses the seeds that a greedy hitting set has for some words.

    Seeds are 3 to 7 letters in a row, of a shorter word all its letters; one after another that seed is taken whose
    words weigh most, those that have none yet, for what it costs; of equal ones that of the lower number.

    Parameters
    ----------
    codes : uint8 array of shape (words, letters of the longest)
        Codes below 32; what stands behind a word does not count.
    lengths : int64 array of shape (words,)
        1 to 256 letters.
    weights : uint32 array of shape (words,)
        What it is worth that a word has a good seed, 1 at least, all together below 2**32.
    chances : float64 array
        By code, how often the letter comes, above 0.
    walks, fixed : float64 arrays of shape (7,)
        By letters of a seed less 1: the paths of that many cells that begin at one, and what is added to the paths
        that are expected to spell a seed.

    Raises
    ------
    ValueError
        Letters, lengths, weights or chances out of range; more than 2**21 - 1 words.

    Notes
    -----
    V. Chvátal, A Greedy Heuristic for the Set-Covering Problem, Mathematics of Operations Research 4 (1979), by a lazy
    heap (M. Minoux, 1978): what a seed covers only falls. O(letters log letters); at most 64 bytes a place in memory,
    and 16 a letter for each thread.
    """

    cdef Pool pool
    cdef choice each
    cdef const letter_t[:, ::1] codes
    cdef const int64_t[::1] lengths
    cdef const uint32_t[::1] weights
    cdef const double[::1] chances
    cdef const double[::1] walks
    cdef const double[::1] fixed
    cdef sorting idle[LONGEST_SEED]
    cdef int n_idle, n_sorted
    cdef bint begun[LONGEST_SEED + 1]
    cdef bint over

    def __cinit__(self, const letter_t[:, ::1] codes not None, const int64_t[::1] lengths not None,
                  const uint32_t[::1] weights not None, const double[::1] chances not None,
                  const double[::1] walks not None, const double[::1] fixed not None):
        cdef choice* c = &self.each
        check(codes, lengths, chances)
        if walks.shape[0] != LONGEST_SEED or fixed.shape[0] != LONGEST_SEED:
            raise ValueError(f"walks or fixed of the wrong shape, expected {LONGEST_SEED} numbers")
        check_weights(weights, lengths.shape[0])
        # Copies: what is checked stays as it is.
        self.codes, self.lengths, self.weights = np.array(codes), np.array(lengths), np.array(weights)
        self.chances, self.walks, self.fixed = np.array(chances), np.array(walks), np.array(fixed)
        self.pool = Pool()
        c.n_words = lengths.shape[0]
        if c.n_words:
            c.lengths, c.weights = &self.lengths[0], &self.weights[0]
        allot(c, self.pool)

    def sort(self, int size):
        """Sort the entries of one size, as `choose` does where that was not done before.

        Several threads may sort different sizes; one that is sorted, or being sorted, is left alone.

        Parameters
        ----------
        size : int
            1 to 7.

        Raises
        ------
        ValueError
            Another size.
        """
        cdef choice* c = &self.each
        cdef sorting s
        cdef count_t n
        if not 1 <= size <= LONGEST_SEED:
            raise ValueError(f"size {size}, expected 1 to {LONGEST_SEED}")
        if self.begun[size]:
            return
        if self.n_idle:
            self.n_idle -= 1
            s = self.idle[self.n_idle]
        else:
            s.keys = <uint64_t*>self.pool.scratch(c.n_letters, sizeof(uint64_t))
            s.spare = <uint64_t*>self.pool.scratch(c.n_letters, sizeof(uint64_t))
            s.count = <uint32_t*>self.pool.scratch(PASSES * DIGITS, sizeof(uint32_t))
        self.begun[size] = True
        if c.n_words:
            with nogil:
                n = list_entries(c, &s, &self.codes[0, 0], self.codes.shape[1], size)
                sort_entries(&s, n, size)
                number_seeds(c, s.keys, n, size, &self.chances[0], &self.walks[0], &self.fixed[0])
        self.idle[self.n_idle] = s
        self.n_idle += 1
        self.n_sorted += 1

    def choose(self):
        """Return the seeds, and that of each word; once.

        Returns
        -------
        seeds : int64 array
            Numbers of the seeds that are chosen, in rising order: the letters are the lowest 35 bits, 5 each, the
            first lowest; above them stands how many there are.
        seed : int64 array of shape (words,)
            The seed of each word, by its place among these.
        first : int64 array of shape (words,)
            Where it begins in the word.
        reverse : bool array of shape (words,)
            Whether the word has it read backwards.

        Raises
        ------
        ValueError
            Seeds were chosen before, or a thread is sorting.
        """
        cdef int size
        for size in range(1, LONGEST_SEED + 1):
            self.sort(size)
        if self.over or self.n_sorted < LONGEST_SEED:
            raise ValueError("seeds are chosen already" if self.over else "entries are being sorted")
        self.over = True
        with nogil:
            cover(&self.each)
        return results(&self.each, self.codes)


cdef inline int64_t number_of(const letter_t* letters, int size) noexcept nogil:
    """Return the number of the seed that letters are."""
    cdef int k
    cdef bint turned = is_turned(letters, size)
    cdef uint64_t number = <uint64_t>size << SIZE_SHIFT
    for k in range(size):
        number |= <uint64_t>letters[size - 1 - k if turned else k] << LETTER_BITS * k
    return <int64_t>number


cdef tuple results(choice* c, const letter_t[:, ::1] codes):
    """Return what `choose` does."""
    cdef count_t n = c.n_words, word, i, n_taken = 0
    cdef int64_t[::1] numbers = np.empty(n, np.int64)
    cdef uint32_t seed, entry
    cdef int size
    seeds, first, reverse = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.bool_)
    cdef int64_t[::1] seed_view = seeds, first_view = first
    cdef uint8_t[::1] reverse_view = reverse.view(np.uint8)
    for size in range(1, LONGEST_SEED + 1):
        for i in range(c.first_seed[size], c.first_seed[size] + c.n_seeds[size]):
            if c.taken[i >> 3] >> (i & 7) & 1:
                entry = c.entries[c.first_of[i]]
                numbers[n_taken] = number_of(&codes[entry >> AT_BITS, entry & (MOST_LENGTH - 1)], size)
                c.lower[i] = <uint32_t>n_taken  # its place
                n_taken += 1
    for word in range(n):
        seed = c.lower[c.chosen[word]]
        seed_view[word], first_view[word] = seed, c.chosen_at[word]
        reverse_view[word] = is_turned(&codes[word, c.chosen_at[word]], <int>(numbers[seed] >> SIZE_SHIFT))
    return np.asarray(numbers[:n_taken]).copy(), seeds, first, reverse


def path_rates(const letter_t[:, ::1] codes not None, const int64_t[::1] lengths not None,
               const double[::1] chances not None, const double[::1] walks not None, double growth):
    """Return of each word how many paths a cell are expected to spell it where letters come by chance. O(letters).

    Parameters
    ----------
    codes, lengths, chances
        As for `SeedChoice`.
    walks : float64 array
        By the letters of a word less 1: the paths of that many cells that begin at one.
    growth : float
        How many times as many there are with one letter more than the last of `walks`, and so on.

    Returns
    -------
    float64 array of shape (words,)

    Raises
    ------
    ValueError
        Letters, lengths or chances out of range; no walks.
    """
    cdef count_t n = lengths.shape[0], word, at, length
    cdef double rate
    rates = np.empty(n, np.float64)
    if n == 0:
        return rates
    check(codes, lengths, chances)
    if walks.shape[0] == 0:
        raise ValueError("walks: expected one number at least")
    cdef double[::1] rate_of = rates
    with nogil:
        for word in range(n):
            length = lengths[word]
            rate = walks[min(length, <count_t>walks.shape[0]) - 1]
            for at in range(length):
                rate *= chances[codes[word, at]]
                if at >= walks.shape[0]:
                    rate *= growth
            rate_of[word] = rate
    return rates


cdef int check_weights(const uint32_t[::1] weights, count_t n) except -1:
    """Refuse weights out of range."""
    cdef count_t word
    cdef uint64_t total = 0
    if weights.shape[0] != n:
        raise ValueError(f"{weights.shape[0]} weights, expected {n}")
    for word in range(n):
        if weights[word] == 0:
            raise ValueError(f"word {word}: a weight of 0, expected 1 at least")
        total += weights[word]
    if total >> 32:
        raise ValueError(f"weights of {total} together, expected less than 2**32")
    return 0


cdef int check(const letter_t[:, ::1] codes, const int64_t[::1] lengths, const double[::1] chances) except -1:
    """Refuse what is out of range."""
    cdef count_t word, at
    if codes.shape[0] != lengths.shape[0]:
        raise ValueError(f"{codes.shape[0]} rows of codes, expected {lengths.shape[0]}")
    if lengths.shape[0] > MOST_WORDS:
        raise ValueError(f"{lengths.shape[0]} words, expected at most {MOST_WORDS}")
    if chances.shape[0] > CODES or not all(chance > 0 for chance in chances):
        raise ValueError(f"chances: expected at most {CODES}, all above 0")
    for word in range(lengths.shape[0]):
        if not 1 <= lengths[word] <= min(codes.shape[1], <Py_ssize_t>MOST_LENGTH):
            raise ValueError(f"word {word}: {lengths[word]} letters, "
                             f"expected 1 to {min(codes.shape[1], <Py_ssize_t>MOST_LENGTH)}")
        for at in range(lengths[word]):
            if codes[word, at] >= chances.shape[0]:
                raise ValueError(f"word {word}: a letter {codes[word, at]}, expected below {chances.shape[0]}")
    return 0
