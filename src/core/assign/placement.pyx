"""Words into the slots of a board; twin: `reference.assign.placement`.

Propagation is in `domains`. The slot is chosen by domain size over weight of failures, as in Boussemart et
al., Boosting Systematic Search by Weighting Constraints (2004), which is also what is learnt.
"""

import numpy as np

cimport cython
from cpython.ref cimport PyObject
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from ..bits cimport lsb, msb, popcount
from ..pool cimport Pool
from .domains cimport (
    assign, first_word, group_t, level_t, limit_of, position_t, propagate, remove, size_of, slot_t, start,
    state_t, step_back, undo_t, holds,
)
from ..types cimport cell_t, count_t, letter_t, mask_t

MAX_LETTERS = 63
cdef enum:
    SAMPLE = 32           # blocks of a domain looked at when a word's prospects are judged
    PATIENCE = 64         # and one a slot: failures before the first restart; half as many again before the next


cdef bint refute(state_t* s) noexcept nogil:
    """Go back until a word can be ruled out without a contradiction; return False when none is left."""
    cdef level_t* last
    s.failures += 1
    while s.level > 0 and not s.failed_memory:
        step_back(s)
        last = &s.levels[s.level]
        if remove(s, last.slot, last.word) and propagate(s):
            return True
        s.failures += 1
    return False


cdef int32_t choose_slot(const state_t* s) noexcept nogil:
    """Return the open slot with the fewest words for its weight."""
    cdef int32_t slot, best = -1
    cdef int64_t size, best_size = 0
    for slot in range(s.n_slots):
        size = size_of(s, slot)
        if size > 1 and (best < 0 or size * s.weight[best] < best_size * s.weight[slot]):
            best = slot
            best_size = size
    return best


cdef bint choose_rare(const state_t* s, int32_t* slot, int64_t* word) noexcept nogil:
    """Find the word with the fewest slots left, if they are fewer than the words left to `slot`.

    Writes the word and the slot of them with the fewest words; returns whether there is such a word.
    """
    cdef int64_t best_left = size_of(s, slot[0]), number, size, best_size = 0
    cdef int32_t g, k, block, other, found = -1
    cdef uint64_t bits
    cdef group_t* group = NULL
    for g in range(s.n_groups):
        if s.groups[g].counted:
            for block in range(s.groups[g].blocks):
                bits = s.needed[s.groups[g].bits + block]
                while bits:
                    number = s.groups[g].base + (<int64_t>block << 6) + lsb(bits)
                    bits &= bits - 1
                    if (s.least[number] == 1 and s.most[number] == 1
                            and 1 < <int64_t>s.memory[s.left + number] < best_left):
                        best_left = <int64_t>s.memory[s.left + number]
                        group = &s.groups[g]
                        word[0] = number - group.base
    if group == NULL:
        return False
    for k in range(group.first_slot, group.last_slot):
        other = s.slots_of[k]
        size = size_of(s, other)
        if holds(s, other, word[0]) and (found < 0 or size < best_size):
            found = other
            best_size = size
    slot[0] = found
    return True


cdef inline uint64_t scramble(uint64_t x) noexcept nogil:
    """Mix the bits of a number. https://prng.di.unimi.it/splitmix64.c"""
    x += <uint64_t>0x9e3779b97f4a7c15u
    x = (x ^ (x >> 30)) * <uint64_t>0xbf58476d1ce4e5b9u
    x = (x ^ (x >> 27)) * <uint64_t>0x94d049bb133111ebu
    return x ^ (x >> 31)


cdef inline int32_t logarithm(int64_t x) noexcept nogil:
    """Return about 16 times the binary logarithm of x > 0, in whole numbers, so the same on any machine."""
    cdef int32_t top = msb(<uint64_t>x)
    return 16 * top + <int32_t>(((x << 4) >> top) & 15)


cdef inline void judge_crossing(
    const state_t* s, int32_t slot, int32_t place, mask_t todo, int32_t* prospects
) noexcept nogil:
    """Add to `prospects[letter]`, of each letter in `todo`, how many words a slot keeps with it at `place`."""
    cdef slot_t* t = &s.slots[slot]
    cdef const uint64_t* table = (
        s.tables + s.groups[t.group].table + <int64_t>place * t.blocks * s.n_letters
    )
    cdef int64_t index, kept, limit = min(limit_of(s, slot), <int64_t>SAMPLE)
    cdef uint32_t block
    cdef letter_t letter
    while todo:
        letter = <letter_t>lsb(todo)
        todo &= todo - 1
        kept = 1
        for index in range(limit):
            block = s.order[t.order + index]
            kept += popcount(s.memory[t.bits + block] & table[<int64_t>block * s.n_letters + letter])
        prospects[letter] += logarithm(kept)


cdef void judge(state_t* s, int32_t slot) noexcept nogil:
    """Fill `prospects[place][letter]`: how many words each crossing slot would keep, as a logarithm."""
    cdef slot_t* t = &s.slots[slot]
    cdef position_t* at
    cdef int32_t place, crossing, there
    cdef mask_t todo
    cdef letter_t letter
    for place in range(t.length):
        at = &s.positions[t.first + place]
        for letter in range(s.n_letters):
            s.prospects[place * s.n_letters + letter] = 0
        if at.crossing < 0:
            continue
        todo = s.memory[s.cells + at.cell]
        if todo & (todo - 1) == 0:
            continue
        crossing = at.crossing
        there = at.place
        while crossing != slot or there != place:
            judge_crossing(s, crossing, there, todo, s.prospects + place * s.n_letters)
            at = &s.positions[s.slots[crossing].first + there]
            crossing = at.crossing
            there = at.place


cdef int64_t choose_word(state_t* s, int32_t slot) noexcept nogil:
    """Return the word to try in a slot: any, or the one that leaves the crossing slots most to take."""
    cdef slot_t* t = &s.slots[slot]
    cdef group_t* group = &s.groups[t.group]
    cdef int64_t index, block, word, best = -1, value, best_value = 0
    cdef uint64_t bits
    cdef int32_t place
    cdef const letter_t* letters
    if not s.lookahead:
        return first_word(s, slot)
    judge(s, slot)
    for index in range(limit_of(s, slot)):
        block = s.order[t.order + index]
        bits = s.memory[t.bits + block]
        while bits:
            word = (block << 6) + lsb(bits)
            bits &= bits - 1
            letters = s.letters + group.letters + word * t.length
            value = s.score[group.base + word]
            for place in range(t.length):
                value += s.prospects[place * s.n_letters + letters[place]]
            value += <int64_t>(scramble(s.seed ^ scramble(<uint64_t>(group.base + word) + s.restarts)) & 15)
            if best < 0 or value > best_value:
                best = word
                best_value = value
    return best


@cython.final
cdef class PlacementSearch:
    """Every way to fill the slots of a board with words so that crossing slots share their letter.

    Equivalent: ``[w for w in product(words, repeat=n_slots) if the letters of each cell agree, are allowed,
    and each word is used at least `least` and at most `most` times]``.

    Parameters
    ----------
    slot_cells : int32 array
        The cells of the slots, one slot after another; a cell may be in any number of them.
    slot_offsets : int64 array of shape (n_slots + 1,)
        Slot i has the cells ``slot_cells[slot_offsets[i]:slot_offsets[i + 1]]``, at least one.
    letters : uint8 array
        Letter codes of the distinct words, one word after another, shorter words first.
    word_offsets : int64 array of shape (n_words + 1,)
        Word i is ``letters[word_offsets[i]:word_offsets[i + 1]]``; lengths never fall.
    least, most : int32 array of shape (n_words,)
        How often a word has to be used and may be used.
    allowed : uint64 array of shape (n_cells,)
        One bit a letter: what a cell may hold.
    n_letters : int
        Size of the alphabet, at most 63.
    score : int32 array of shape (n_words,), optional
        With it words are tried from the best prospects down and the search is restarted when it is stuck;
        16 points outweigh a crossing slot with twice as many words to choose from.
    seed : int
        Of the order among equals; used with `score` only.
    worth : float64 array of shape (n_words,), optional
        With it only solutions worth more than those before are found, so that the last one is the best there is.
        A solution is worth the sum of its words, slot by slot, each as often as it is used. Among words of one
        length it never rises.

    Attributes
    ----------
    best : float
        What the last solution is worth, with `worth`; nothing less or equal is found. -inf at first; may be raised
        before the first run.
    most_solutions : int
        `run` stops when that many are found; 0, the default, is no bound. May be raised between runs.
    solution : int32 array of shape (n_slots,)
        Word of each slot in the last solution found.
    solutions, nodes, guesses, failures, propagations, restarts, deepest : int
        What was found and done. The root and each word tried are a node.
    exhausted : bool
        Whether nothing is left to search.

    Raises
    ------
    ValueError
        Shapes, order or ranges other than stated.

    Notes
    -----
    With `worth`, what is left cannot be worth more than the sum of the best word left to each slot: branch and
    bound (Land and Doig, 1960). Added in the same order as a solution, it is no less than one, rounding included.

    A node costs O(changed slots * cells * letters * words / 64), and n_slots * words / 64 with `worth`. Space:
    n_words * length * n_letters / 8 bytes for the tables and n_slots * n_words / 8 for the domains of each
    length. One search per thread.

    Examples
    --------
    >>> import numpy as np
    >>> search = PlacementSearch(
    ...     np.array([0, 1, 0, 2], np.int32), np.array([0, 2, 4]),           # across 0 1, down 0 2
    ...     np.array([0, 1, 0, 2], np.uint8), np.array([0, 2, 4]),           # "ab" and "ac"
    ...     np.array([1, 1], np.int32), np.array([1, 1], np.int32),
    ...     np.full(3, 7, np.uint64), 3)
    >>> search.run(100), search.solutions
    (False, 2)
    """
    cdef state_t state
    cdef Pool pool
    cdef object keep              # the arrays that `state` points into
    cdef readonly object solution
    cdef int32_t[::1] _solution
    cdef public count_t most_solutions
    cdef readonly count_t solutions
    cdef readonly bint exhausted
    cdef bint started, found, hopeless, valued
    cdef int64_t n_words
    cdef const double[::1] worth
    cdef public double best
    cdef double bound             # of what is left, as it was last asked for; of a solution, what it is worth

    def __cinit__(self, const cell_t[::1] slot_cells not None, const int64_t[::1] slot_offsets not None,
                  const letter_t[::1] letters not None, const int64_t[::1] word_offsets not None,
                  const int32_t[::1] least not None, const int32_t[::1] most not None,
                  const mask_t[::1] allowed not None, int n_letters, const int32_t[::1] score=None,
                  uint64_t seed=0, const double[::1] worth=None):
        cdef int64_t n_slots = slot_offsets.shape[0] - 1, n_words = word_offsets.shape[0] - 1
        cdef cell_t n_cells = <cell_t>allowed.shape[0]
        _check(slot_cells, slot_offsets, letters, word_offsets, least, most, n_cells, n_letters)
        if score is not None and score.shape[0] != n_words:
            raise ValueError(f"{score.shape[0]} scores, expected {n_words}")
        if worth is not None:
            _check_worth(worth, word_offsets)
        cdef state_t* s = &self.state
        self.pool = Pool()
        s.n_slots = <int32_t>n_slots
        s.n_letters = n_letters
        self.n_words = n_words
        s.lookahead = score is not None
        s.seed = seed
        self.worth = worth
        self.valued = worth is not None
        self.best = -INFINITY
        lengths = np.diff(slot_offsets)
        groups = np.array(sorted(set(lengths.tolist())), np.int64)  # np.unique would import numpy.ma
        s.n_groups = <int32_t>groups.shape[0]
        self.keep = [slot_cells, letters, least, most, score]
        self.make_slots(lengths, slot_cells.shape[0])
        _cross(s, slot_cells, slot_offsets, n_cells)
        # The words of each length that has slots.
        starts = np.searchsorted(np.diff(word_offsets), groups)
        ends = np.searchsorted(np.diff(word_offsets), groups, side="right")
        # A word that has to be used and is as long as no slot.
        self.hopeless = np.count_nonzero(least) > sum(
            np.count_nonzero(least[start:end]) for start, end in zip(starts, ends, strict=True)
        )
        s.letters = &letters[0] if letters.shape[0] else s.queued
        s.least = &least[0] if n_words else s.queue
        s.most = &most[0] if n_words else s.queue
        s.score = &score[0] if s.lookahead and n_words else NULL
        self.make_memory(allowed, n_words, _group(s, groups, starts, ends, word_offsets))
        self._solution = solution = np.full(n_slots + 1, -1, np.int32)
        self.solution = solution[:n_slots]
        s.room_trail = 1024
        s.room_owed = 256
        s.owner = <PyObject*>self.pool
        s.trail = <undo_t*>self.pool.zeros(<size_t>s.room_trail, sizeof(undo_t))
        s.owed = <int64_t*>self.pool.zeros(<size_t>s.room_owed, sizeof(int64_t))

    cdef make_slots(self, lengths, Py_ssize_t n_positions):
        """Make what there is for each slot, each place of one, each length; one to spare, so that none is empty."""
        cdef state_t* s = &self.state
        cdef Py_ssize_t n = s.n_slots + 1
        slots = np.zeros(n * sizeof(slot_t), np.uint8)
        positions = np.zeros((n_positions + 1) * sizeof(position_t), np.uint8)
        groups = np.zeros((s.n_groups + 1) * sizeof(group_t), np.uint8)
        slots_of = np.append(np.argsort(lengths, kind="stable"), 0).astype(np.int32)
        weight = np.ones(n, np.int64)
        queue = np.zeros(n, np.int32)
        queued = np.zeros(n, np.uint8)
        levels = np.zeros(n * sizeof(level_t), np.uint8)
        prospects = np.zeros((lengths.max() if s.n_slots else 1) * s.n_letters, np.int32)
        cdef uint8_t[::1] raw_slots = slots, raw_positions = positions, raw_groups = groups
        cdef uint8_t[::1] raw_queued = queued, raw_levels = levels
        cdef int32_t[::1] raw_slots_of = slots_of, raw_queue = queue, raw_prospects = prospects
        cdef int64_t[::1] raw_weight = weight
        s.slots = <slot_t*>&raw_slots[0]
        s.positions = <position_t*>&raw_positions[0]
        s.groups = <group_t*>&raw_groups[0]
        s.slots_of = &raw_slots_of[0]
        s.queue = &raw_queue[0]
        s.queued = &raw_queued[0]
        s.levels = <level_t*>&raw_levels[0]
        s.prospects = &raw_prospects[0]
        s.weight = &raw_weight[0]
        self.keep += [slots, positions, groups, slots_of, weight, queue, queued, levels, prospects]

    cdef make_memory(self, const mask_t[::1] allowed, int64_t n_words, int64_t n_tables):
        """Make and fill the tables of the words and what the search takes back: domains, cells, what is left."""
        cdef state_t* s = &self.state
        cdef int64_t slot, at = 0
        cdef cell_t cell, n_cells = <cell_t>allowed.shape[0]
        for slot in range(s.n_slots):
            s.slots[slot].bits = at
            s.slots[slot].order = at
            at += s.slots[slot].blocks
        s.cells = at
        s.sizes = s.cells + n_cells
        s.settled = s.sizes + s.n_slots
        s.left = s.settled + s.n_slots
        s.placed = s.left + n_words
        s.n_settled = s.placed + n_words
        blocks = 1
        for slot in range(s.n_groups):
            blocks += s.groups[slot].blocks
        memory = np.zeros(s.n_settled + 1, np.uint64)
        needed = np.zeros(blocks, np.uint64)
        barred = np.zeros(blocks, np.uint64)
        order = np.zeros(at + 1, np.uint32)
        tables = np.zeros(n_tables + 1, np.uint64)
        cdef uint64_t[::1] raw_memory = memory, raw_tables = tables, raw_needed = needed, raw_barred = barred
        cdef uint32_t[::1] raw_order = order
        s.memory = &raw_memory[0]
        s.order = &raw_order[0]
        s.tables = &raw_tables[0]
        s.needed = &raw_needed[0]
        s.barred = &raw_barred[0]
        self.keep += [memory, order, tables, needed, barred]
        with nogil:
            _prepare(s, &raw_tables[0])
        for cell in range(n_cells):
            s.memory[s.cells + cell] = allowed[cell] & ((<mask_t>1 << s.n_letters) - 1)

    def run(self, count_t budget):
        """Visit at most `budget` nodes; return whether work remains.

        False means that the search is exhausted or that `most_solutions` are found.

        Raises
        ------
        MemoryError
            No room for the way back; the search is then at its end.
        """
        cdef bint remains
        with nogil:
            remains = self.advance(budget)
        if self.state.failed_memory:
            self.exhausted = True
            raise MemoryError("no room for the trail of the search")
        return remains

    cdef bint can_be_better(self) noexcept nogil:
        """Say whether the best words left to the slots, their first ones, add up to more than the best."""
        cdef state_t* s = &self.state
        cdef slot_t* t
        cdef int32_t slot
        cdef int64_t index
        cdef uint32_t block, first
        cdef double total = 0
        for slot in range(s.n_slots):
            t = &s.slots[slot]
            first = s.order[t.order]
            for index in range(1, limit_of(s, slot)):
                block = s.order[t.order + index]
                first = min(first, block)
            total += self.worth[s.groups[t.group].base + ((<int64_t>first << 6) + lsb(s.memory[t.bits + first]))]
        self.bound = total
        return total > self.best

    cdef void note_solution(self) noexcept nogil:
        """Write the word of each slot; all have just one left."""
        cdef state_t* s = &self.state
        cdef int32_t slot
        self.found = True
        self.solutions = self.solutions + 1
        for slot in range(s.n_slots):
            self._solution[slot] = <int32_t>(s.groups[s.slots[slot].group].base + first_word(s, slot))
        if self.valued:
            self.best = self.bound

    cdef bint advance(self, count_t budget) noexcept nogil:
        """Take up nodes until the budget is spent (True) or nothing is left to do (False).

        A node tries a word in a slot. With scores the search begins again after a number of failures, and again after
        half as many more, until a solution is found, or with `worth` to the end: what it learnt is the weight of the
        slots.
        """
        cdef state_t* s = &self.state
        cdef count_t patience = PATIENCE + s.n_slots, goal = s.nodes + budget, k
        cdef int32_t slot
        cdef int64_t word
        cdef level_t* level
        if self.exhausted or (self.most_solutions and self.solutions >= self.most_solutions):
            return False
        if not self.started:
            if budget <= 0:
                return True
            self.started = True
            s.nodes = 1
            if self.hopeless or not start(s):
                self.exhausted = True
                return False
        for k in range(s.restarts):  # no-cython-lint
            patience += patience // 2
        while not s.failed_memory:
            if self.found or (self.valued and not self.can_be_better()):  # the last solution is behind us
                self.found = False
                if not refute(s):
                    self.exhausted = True
                    return False
                continue
            if <int64_t>s.memory[s.n_settled] == s.n_slots:
                self.note_solution()
                if s.level == 0:
                    self.exhausted = True
                    return False
                if self.most_solutions and self.solutions >= self.most_solutions:
                    return False
                continue
            if s.nodes >= goal:
                return True
            if s.lookahead and (self.solutions == 0 or self.valued) and s.level > 0 and s.failures >= patience:
                while s.level > 0:
                    step_back(s)
                s.restarts += 1
                s.failures = 0
                patience += patience // 2
            slot = choose_slot(s)
            if not choose_rare(s, &slot, &word):
                word = choose_word(s, slot)
            level = &s.levels[s.level]
            level.mark = s.n_trail
            level.slot = slot
            level.word = word
            s.level += 1
            s.nodes += 1
            s.deepest = max(s.deepest, s.level)
            if not (assign(s, slot, word) and propagate(s)) and not refute(s):
                self.exhausted = True
                return False
        return False

    def keep_apart(self, const int64_t[::1] part_offsets not None, const int32_t[::1] parts not None,
                   const int64_t[::1] member_offsets not None, const int32_t[::1] members not None):
        """Let the word of a slot keep other words out of all other slots, before the first run.

        Equivalent: ``[w for w in solutions if no w[j] is in a list of w[i] with i != j]``.

        Parameters
        ----------
        part_offsets : int64 array of shape (n_words + 1,)
            Word i has the lists ``parts[part_offsets[i]:part_offsets[i + 1]]``.
        parts : int32 array
            Numbers of lists.
        member_offsets : int64 array of shape (n_lists + 1,)
            List i holds the words ``members[member_offsets[i]:member_offsets[i + 1]]``.
        members : int32 array
            Numbers of words, rising within a list. A word in a list of another has that other in one of its own;
            a word may be in a list of its own.

        Raises
        ------
        ValueError
            Shapes, order or ranges other than stated, or a search that has begun.
        """
        if self.started:
            raise ValueError("the search has begun")
        _check_parts(part_offsets, parts, member_offsets, members, self.n_words)
        cdef state_t* s = &self.state
        # One to spare, so that none is empty.
        spare = [np.append(parts, 0).astype(np.int32), np.append(members, 0).astype(np.int32)]
        cdef const int32_t[::1] raw_parts = spare[0], raw_members = spare[1]
        s.part_starts = &part_offsets[0]
        s.parts = &raw_parts[0]
        s.member_starts = &member_offsets[0]
        s.members = &raw_members[0]
        self.keep += [part_offsets, member_offsets, spare]

    def candidates(self, int32_t slot):
        """Return the numbers of the words that a slot may still take, in rising order, as an int32 array.

        Raises
        ------
        IndexError
            No such slot.
        """
        cdef state_t* s = &self.state
        if not 0 <= slot < s.n_slots:
            raise IndexError(f"slot {slot}, expected 0 to {s.n_slots - 1}")
        cdef group_t* group = &s.groups[s.slots[slot].group]
        return np.array([group.base + word for word in range(group.n_words) if holds(s, slot, word)], np.int32)

    @property
    def nodes(self):
        """The root and each word tried."""
        return self.state.nodes

    @property
    def guesses(self):
        """Words tried."""
        return self.state.nodes - 1 if self.state.nodes else 0

    @property
    def propagations(self):
        """Slots settled, those after a guess included."""
        return self.state.propagations

    @property
    def restarts(self):
        """How often the search began again."""
        return self.state.restarts

    @property
    def deepest(self):
        """Most words tried at a time."""
        return self.state.deepest


def _check(const cell_t[::1] slot_cells, const int64_t[::1] slot_offsets, const letter_t[::1] letters,
           const int64_t[::1] word_offsets, const int32_t[::1] least, const int32_t[::1] most,
           cell_t n_cells, int n_letters):
    """Raise ValueError unless the arrays are what PlacementSearch asks for."""
    cdef int64_t n_slots = slot_offsets.shape[0] - 1, n_words = word_offsets.shape[0] - 1, k, length = 1
    if not 1 <= n_letters <= MAX_LETTERS:
        raise ValueError(f"{n_letters} letters, expected 1 to {MAX_LETTERS}")
    if n_slots < 0 or slot_offsets[0] != 0 or slot_offsets[n_slots] != slot_cells.shape[0]:
        raise ValueError("slot_offsets do not span slot_cells")
    if n_words < 0 or word_offsets[0] != 0 or word_offsets[n_words] != letters.shape[0]:
        raise ValueError("word_offsets do not span letters")
    if n_slots >= 1 << 30 or n_words >= 1 << 30:
        raise ValueError("more than 2**30 slots or words")
    if least.shape[0] != n_words or most.shape[0] != n_words:
        raise ValueError(f"{least.shape[0]} and {most.shape[0]} bounds, expected {n_words}")
    for k in range(n_slots):
        if slot_offsets[k + 1] <= slot_offsets[k]:
            raise ValueError(f"slot {k} has no cell")
    for k in range(slot_cells.shape[0]):
        if not 0 <= slot_cells[k] < n_cells:
            raise ValueError(f"cell {slot_cells[k]}, expected 0 to {n_cells - 1}")
    for k in range(n_words):
        if word_offsets[k + 1] - word_offsets[k] < length:
            raise ValueError(f"word {k} is empty or shorter than the one before")
        length = word_offsets[k + 1] - word_offsets[k]
        if not 0 <= least[k] <= most[k]:
            raise ValueError(f"word {k} is used {least[k]} to {most[k]} times")
    for k in range(letters.shape[0]):
        if letters[k] >= n_letters:
            raise ValueError(f"letter {letters[k]}, expected 0 to {n_letters - 1}")


def _check_parts(const int64_t[::1] part_offsets, const int32_t[::1] parts, const int64_t[::1] member_offsets,
                 const int32_t[::1] members, int64_t n_words):
    """Raise ValueError unless the arrays are what PlacementSearch.keep_apart asks for."""
    cdef int64_t n_lists = member_offsets.shape[0] - 1, k, m
    if part_offsets.shape[0] != n_words + 1 or part_offsets[0] != 0 or part_offsets[n_words] != parts.shape[0]:
        raise ValueError("part_offsets do not span parts")
    if n_lists < 0 or member_offsets[0] != 0 or member_offsets[n_lists] != members.shape[0]:
        raise ValueError("member_offsets do not span members")
    for k in range(n_words):
        if part_offsets[k + 1] < part_offsets[k]:
            raise ValueError(f"part_offsets fall at word {k}")
    for k in range(parts.shape[0]):
        if not 0 <= parts[k] < n_lists:
            raise ValueError(f"list {parts[k]}, expected 0 to {n_lists - 1}")
    for k in range(n_lists):
        if member_offsets[k + 1] < member_offsets[k]:
            raise ValueError(f"member_offsets fall at list {k}")
    for k in range(n_lists):
        for m in range(member_offsets[k], member_offsets[k + 1]):
            if not 0 <= members[m] < n_words or (m > member_offsets[k] and members[m] <= members[m - 1]):
                raise ValueError(f"word {members[m]} in list {k}, expected rising words up to {n_words - 1}")


def _check_worth(const double[::1] worth not None, const int64_t[::1] word_offsets not None):
    """Raise ValueError unless there is a finite number for each word that never rises within a length."""
    cdef int64_t n_words = word_offsets.shape[0] - 1, k
    if worth.shape[0] != n_words:
        raise ValueError(f"worth of {worth.shape[0]} words, expected {n_words}")
    for k in range(n_words):
        if not -INFINITY < worth[k] < INFINITY:
            raise ValueError(f"word {k} is worth {worth[k]}, expected a finite number")
        if k and worth[k] > worth[k - 1] and (
                word_offsets[k + 1] - word_offsets[k] == word_offsets[k] - word_offsets[k - 1]):
            raise ValueError(f"word {k} is worth more than the one before it of its length")


cdef void _cross_slot(state_t* s, int32_t slot, const cell_t* cells, int64_t* seen) noexcept nogil:
    """Write the positions of one slot; `seen` holds slot << 32 | place of the first position at a cell, or -1."""
    cdef slot_t* t = &s.slots[slot]
    cdef position_t* at
    cdef position_t* first
    cdef int32_t place, other, there
    cdef cell_t cell
    for place in range(t.length):
        cell = cells[t.first + place]
        at = &s.positions[t.first + place]
        at.cell = cell
        if seen[cell] < 0:
            at.crossing = -1
            seen[cell] = <int64_t>slot << 32 | place
            continue
        # Into the ring of the cell, behind its first position.
        other = <int32_t>(seen[cell] >> 32)
        there = <int32_t>(seen[cell] & 0x7fffffff)
        first = &s.positions[s.slots[other].first + there]
        at.crossing = other if first.crossing < 0 else first.crossing
        at.place = there if first.crossing < 0 else first.place
        first.crossing = slot
        first.place = place


cdef _cross(state_t* s, const cell_t[::1] slot_cells, const int64_t[::1] slot_offsets, cell_t n_cells):
    """Fill the slots and where they cross."""
    seen = np.full(n_cells + 1, -1, np.int64)
    cdef int64_t[::1] raw_seen = seen
    cdef int32_t slot
    for slot in range(s.n_slots):
        s.slots[slot].first = slot_offsets[slot]
        s.slots[slot].length = <int32_t>(slot_offsets[slot + 1] - slot_offsets[slot])
        _cross_slot(s, slot, &slot_cells[0], &raw_seen[0])


cdef int64_t _group(state_t* s, const int64_t[::1] lengths, const int64_t[::1] starts, const int64_t[::1] ends,
                    const int64_t[::1] word_offsets) noexcept:
    """Write which words and which slots have each length; return the words of all tables."""
    cdef int64_t g, n_tables = 0, n_bits = 0
    cdef int32_t k = 0
    cdef group_t* group
    for g in range(s.n_groups):
        group = &s.groups[g]
        group.length = <int32_t>lengths[g]
        group.base = starts[g]
        group.n_words = ends[g] - starts[g]
        group.blocks = <int32_t>((group.n_words + 63) >> 6)
        group.letters = word_offsets[starts[g]]
        group.table = n_tables
        group.bits = n_bits
        n_bits += group.blocks
        n_tables += lengths[g] * group.blocks * s.n_letters
        group.first_slot = k
        while k < s.n_slots and s.slots[s.slots_of[k]].length == group.length:
            s.slots[s.slots_of[k]].group = <int32_t>g
            s.slots[s.slots_of[k]].blocks = group.blocks
            k += 1
        group.last_slot = k
    return n_tables


cdef void _prepare(state_t* s, uint64_t* tables) noexcept nogil:
    """Fill the tables of letters, the full domains and what depends on the words' bounds."""
    cdef int32_t g, place, slot
    cdef int64_t word, block
    cdef group_t* group
    cdef slot_t* t
    cdef const letter_t* letters
    for g in range(s.n_groups):
        group = &s.groups[g]
        letters = s.letters + group.letters
        for word in range(group.n_words):
            if s.least[group.base + word] > 0:
                group.counted = True
                s.needed[group.bits + (word >> 6)] |= <uint64_t>1 << (word & 63)
            for place in range(group.length):
                tables[group.table + (<int64_t>place * group.blocks + (word >> 6)) * s.n_letters
                       + letters[word * group.length + place]] |= <uint64_t>1 << (word & 63)
    for slot in range(s.n_slots):
        t = &s.slots[slot]
        group = &s.groups[t.group]
        for block in range(t.blocks):
            s.order[t.order + block] = <uint32_t>block
            s.memory[t.bits + block] = ~<uint64_t>0
        if group.n_words & 63:
            s.memory[t.bits + t.blocks - 1] = (<uint64_t>1 << (group.n_words & 63)) - 1
        s.memory[s.sizes + slot] = <uint64_t>group.n_words | <uint64_t>t.blocks << 32
