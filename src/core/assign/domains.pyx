"""Propagation over slots that share cells: what `placement` searches with.

Domains are sparse bitsets filtered by letter-at-position tables, as in Demeulenaere et al., Compact-Table
(2016).
"""

from libc.string cimport memset

from ..bits cimport lsb, popcount
from ..pool cimport Pool

cdef enum:
    FEW = 6               # domains up to this size are read word by word
    MANY = 128            # a word more or less does not matter to the neighbours of a domain of this size


cdef bint grow(state_t* s) noexcept nogil:
    """Double the room for the way back and for debts; return whether there is any."""
    cdef undo_t* trail
    cdef int64_t* owed
    if s.n_trail == s.room_trail:
        trail = <undo_t*>(<Pool>s.owner).resized(s.trail, <size_t>(2 * s.room_trail), sizeof(undo_t))
        if trail != NULL:
            s.trail = trail
            s.room_trail *= 2
    if s.n_owed == s.room_owed:
        owed = <int64_t*>(<Pool>s.owner).resized(s.owed, <size_t>(2 * s.room_owed), sizeof(int64_t))
        if owed != NULL:
            s.owed = owed
            s.room_owed *= 2
    s.failed_memory = s.n_trail == s.room_trail or s.n_owed == s.room_owed
    return not s.failed_memory


cdef inline void store(state_t* s, int64_t at, uint64_t value) noexcept nogil:
    """Set a word of the memory; below the root, so that `step_back` can restore it."""
    if s.level > 0:
        if s.n_trail == s.room_trail and not grow(s):
            return
        s.trail[s.n_trail].at = at
        s.trail[s.n_trail].old = s.memory[at]
        s.n_trail += 1
    s.memory[at] = value


cdef int64_t first_word(const state_t* s, int32_t slot) noexcept nogil:
    """Return a word of a domain that is not empty; the only one where there is one."""
    cdef int64_t block = s.order[s.slots[slot].order]
    return (block << 6) + lsb(s.memory[s.slots[slot].bits + block])


cdef void enqueue(state_t* s, int32_t slot) noexcept nogil:
    """Let a slot be revised, once."""
    cdef int32_t tail
    if not s.queued[slot]:
        s.queued[slot] = 1
        tail = s.head + s.waiting
        s.queue[tail if tail < s.n_slots else tail - s.n_slots] = slot
        s.waiting += 1


cdef void owe(state_t* s, int64_t word) noexcept nogil:
    """Note a word that has to take every slot left to it."""
    if s.n_owed == s.room_owed and not grow(s):
        return
    s.owed[s.n_owed] = word
    s.n_owed += 1


cdef bint lose(state_t* s, group_t* group, int64_t block, uint64_t gone) noexcept nogil:
    """Count needed words of a block that a slot has lost; return False where one has too few slots left."""
    cdef int64_t word
    cdef uint64_t left
    while gone:
        word = group.base + (block << 6) + lsb(gone)
        gone &= gone - 1
        left = s.memory[s.left + word] - 1
        store(s, s.left + word, left)
        # A word has as many slots left as it has to be used.
        if <int64_t>left < s.least[word]:
            return False
        # Where it has no more than that, it takes them all.
        if <int64_t>left == s.least[word]:
            owe(s, word)
    return True


cdef bint set_block(state_t* s, int32_t slot, int64_t index, uint64_t value) noexcept nogil:
    """Shrink the block at `index` of the slot's block list to `value`; return False at a contradiction.

    Loops over the list go from its end to its start, because an emptied block changes places with the last.
    """
    cdef slot_t* t = &s.slots[slot]
    cdef uint32_t block = s.order[t.order + index]
    cdef uint64_t old = s.memory[t.bits + block], shape = s.memory[s.sizes + slot]
    cdef int64_t last = <int64_t>(shape >> 32) - 1
    store(s, t.bits + block, value)
    shape -= <uint64_t>popcount(old & ~value)
    if value == 0:
        s.order[t.order + index] = s.order[t.order + last]
        s.order[t.order + last] = block
        shape -= <uint64_t>1 << 32
    store(s, s.sizes + slot, shape)
    cdef group_t* group = &s.groups[t.group]
    if group.counted:
        return lose(s, group, block, old & ~value & s.needed[group.bits + block])
    return True


cdef bint narrow(state_t* s, int32_t slot, int32_t place, mask_t before, mask_t after) noexcept nogil:
    """Drop the words whose letter at `place` is in `before` and not in `after`; False at a contradiction."""
    cdef slot_t* t = &s.slots[slot]
    cdef mask_t gone = before & ~after, todo
    cdef bint drop = popcount(gone) <= popcount(after)
    cdef const uint64_t* table = (
        s.tables + s.groups[t.group].table + <int64_t>place * t.blocks * s.n_letters
    )
    cdef const uint64_t* row
    cdef int64_t index
    cdef uint32_t block
    cdef uint64_t old, met
    cdef bint changed = False
    # A word stays while the cell may hold its letter: drop those of the letters gone, or keep those of the others.
    for index in range(limit_of(s, slot) - 1, -1, -1):
        block = s.order[t.order + index]
        old = s.memory[t.bits + block]
        row = table + <int64_t>block * s.n_letters
        met = 0
        todo = gone if drop else after
        while todo:
            met |= row[lsb(todo)]
            todo &= todo - 1
        met = old & ~met if drop else old & met
        if met != old:
            changed = True
            if not set_block(s, slot, index, met):
                return False
    if changed:
        # A slot has a word.
        if size_of(s, slot) == 0:
            s.weight[slot] += 1
            return False
        enqueue(s, slot)
    return True


cdef int64_t place_of(const state_t* s, int32_t slot, int64_t block) noexcept nogil:
    """Return where a block that is not empty stands in the slot's block list."""
    cdef int64_t index = 0
    while s.order[s.slots[slot].order + index] != <uint32_t>block:
        index += 1
    return index


cdef bint remove(state_t* s, int32_t slot, int64_t word) noexcept nogil:
    """Take a word that is there out of a domain; return False at a contradiction.

    What a domain of many words means for its neighbours is left until it is smaller: sound, because
    a domain is revised at the latest when one word is left in it.
    """
    cdef int64_t block = word >> 6, size
    cdef uint64_t value = s.memory[s.slots[slot].bits + block] & ~(<uint64_t>1 << (word & 63))
    if not set_block(s, slot, place_of(s, slot, block), value):
        return False
    size = size_of(s, slot)
    if size == 0:
        s.weight[slot] += 1
        return False
    if size < MANY or s.groups[s.slots[slot].group].counted:
        enqueue(s, slot)
    return True


cdef bint assign(state_t* s, int32_t slot, int64_t word) noexcept nogil:
    """Leave a slot the one word, which is in its domain; return False at a contradiction."""
    cdef slot_t* t = &s.slots[slot]
    cdef int64_t index
    cdef uint32_t block
    cdef uint64_t old, value
    for index in range(limit_of(s, slot) - 1, -1, -1):
        block = s.order[t.order + index]
        old = s.memory[t.bits + block]
        value = <uint64_t>1 << (word & 63) if block == word >> 6 else 0
        if value != old and not set_block(s, slot, index, value):
            return False
    enqueue(s, slot)
    return True


cdef bint strike(state_t* s, int32_t slot, const uint64_t* marks) noexcept nogil:
    """Drop the words of a domain that are marked; return False at a contradiction. Lazy as `remove` is."""
    cdef slot_t* t = &s.slots[slot]
    cdef int64_t index, size
    cdef uint32_t block
    cdef uint64_t old
    cdef bint changed = False
    for index in range(limit_of(s, slot) - 1, -1, -1):
        block = s.order[t.order + index]
        old = s.memory[t.bits + block]
        if old & marks[block]:
            changed = True
            if not set_block(s, slot, index, old & ~marks[block]):
                return False
    if changed:
        size = size_of(s, slot)
        if size == 0:
            s.weight[slot] += 1
            return False
        if size < MANY or s.groups[t.group].counted:
            enqueue(s, slot)
    return True


cdef bint keep_apart(state_t* s, int32_t slot, int64_t number) noexcept nogil:
    """Take the words in the lists of a slot's word from all other slots; return False at a contradiction."""
    cdef int64_t k, m, word
    cdef int32_t g, part, other
    cdef group_t* group
    cdef bint sound = True
    # Mark them: both a list and the groups are in the order of the words.
    for k in range(s.part_starts[number], s.part_starts[number + 1]):
        part = s.parts[k]
        g = 0
        for m in range(s.member_starts[part], s.member_starts[part + 1]):
            word = s.members[m]
            while g < s.n_groups and word >= s.groups[g].base + s.groups[g].n_words:
                g += 1
            if g < s.n_groups and word >= s.groups[g].base:
                group = &s.groups[g]
                word -= group.base
                s.barred[group.bits + (word >> 6)] |= <uint64_t>1 << (word & 63)
                group.marked = True
    # What is marked is no other slot's.
    for g in range(s.n_groups):
        group = &s.groups[g]
        if group.marked:
            for k in range(group.first_slot, group.last_slot):
                other = s.slots_of[k]
                if sound and other != slot and s.memory[s.settled + other] == 0:
                    sound = strike(s, other, s.barred + group.bits)
            memset(s.barred + group.bits, 0, <size_t>group.blocks * sizeof(uint64_t))
            group.marked = False
    return sound


cdef bint settle(state_t* s, int32_t slot) noexcept nogil:
    """Count the only word of a slot as placed; once it is used up, no other slot may take it."""
    cdef group_t* group = &s.groups[s.slots[slot].group]
    cdef int64_t word = first_word(s, slot), number = group.base + word
    cdef uint64_t placed = s.memory[s.placed + number] + 1
    cdef int32_t k, other
    store(s, s.settled + slot, 1)
    store(s, s.n_settled, s.memory[s.n_settled] + 1)
    store(s, s.placed + number, placed)
    s.propagations += 1
    # Words that may not be next to it are no other slot's.
    if s.part_starts != NULL and not keep_apart(s, slot, number):
        return False
    # A word is used no more often than it may be.
    if <int64_t>placed < s.most[number]:
        return True
    if <int64_t>placed > s.most[number]:
        s.weight[slot] += 1
        return False
    # Used as often as that, it is no other slot's.
    for k in range(group.first_slot, group.last_slot):
        other = s.slots_of[k]
        if s.memory[s.settled + other] == 0 and holds(s, other, word) and not remove(s, other, word):
            return False
    return True


cdef mask_t supported(const state_t* s, int32_t slot, int32_t place, mask_t among) noexcept nogil:
    """Return the letters of `among` that some word of the slot's domain has at `place`."""
    cdef slot_t* t = &s.slots[slot]
    cdef group_t* group = &s.groups[t.group]
    cdef int64_t limit = limit_of(s, slot), index, block
    cdef uint64_t bits
    cdef mask_t found = 0, todo
    cdef const uint64_t* row
    cdef const letter_t* letters
    cdef letter_t letter
    # Few words: read their letters.
    if size_of(s, slot) <= FEW:
        letters = s.letters + group.letters + place
        for index in range(limit):
            block = s.order[t.order + index]
            bits = s.memory[t.bits + block]
            while bits:
                found |= <mask_t>1 << letters[((block << 6) + lsb(bits)) * t.length]
                bits &= bits - 1
        return found & among
    # Many: look each letter up in the tables, block by block, until all are found.
    for index in range(limit):
        block = s.order[t.order + index]
        bits = s.memory[t.bits + block]
        row = s.tables + group.table + (<int64_t>place * t.blocks + block) * s.n_letters
        todo = among & ~found
        if todo == 0:
            break
        while todo:
            letter = <letter_t>lsb(todo)
            todo &= todo - 1
            if bits & row[letter]:
                found |= <mask_t>1 << letter
    return found


cdef bint revise(state_t* s, int32_t slot) noexcept nogil:
    """Pass on what a changed domain means for the slots that cross it; return False at a contradiction."""
    cdef slot_t* t = &s.slots[slot]
    cdef position_t* at
    cdef mask_t before, after
    cdef int32_t place, other, there
    # A slot with one word has that word.
    if size_of(s, slot) == 1 and s.memory[s.settled + slot] == 0 and not settle(s, slot):
        return False
    for place in range(t.length):
        at = &s.positions[t.first + place]
        if at.crossing < 0:
            continue
        before = s.memory[s.cells + at.cell]
        if before & (before - 1) == 0:
            continue
        # A cell holds a letter that some word of its slot has there.
        after = supported(s, slot, place, before)
        if after != before:
            store(s, s.cells + at.cell, after)
            # The slots that cross there keep the words with such a letter.
            other = at.crossing
            there = at.place
            while other != slot or there != place:
                if not narrow(s, other, there, before, after):
                    s.weight[slot] += 1
                    return False
                at = &s.positions[s.slots[other].first + there]
                other = at.crossing
                there = at.place
    return True


cdef bint pay(state_t* s, int64_t number) noexcept nogil:
    """Give a word every slot left to it, because it needs them all; return False at a contradiction."""
    cdef int32_t k, g = 0, slot
    cdef int64_t word
    while number >= s.groups[g].base + s.groups[g].n_words:
        g += 1
    word = number - s.groups[g].base
    for k in range(s.groups[g].first_slot, s.groups[g].last_slot):
        slot = s.slots_of[k]
        if size_of(s, slot) > 1 and holds(s, slot, word) and not assign(s, slot, word):
            return False
    return True


cdef bint propagate(state_t* s) noexcept nogil:
    """Draw every conclusion; return False at a contradiction."""
    cdef int32_t slot
    cdef bint sound = True
    while sound and not s.failed_memory:
        # A word that needs every slot left to it gets them.
        if s.n_owed:
            s.n_owed -= 1
            sound = pay(s, s.owed[s.n_owed])
        # A slot that lost words tells the slots that cross it.
        elif s.waiting:
            slot = s.queue[s.head]
            s.head = s.head + 1 if s.head + 1 < s.n_slots else 0
            s.waiting -= 1
            s.queued[slot] = 0
            sound = revise(s, slot)
        else:
            return True
    return False


cdef bint start(state_t* s) noexcept nogil:
    """Draw the conclusions that hold before any try; return False where they contradict each other."""
    cdef int32_t slot, place, g
    cdef int64_t word
    cdef mask_t every = (<mask_t>1 << s.n_letters) - 1, given
    cdef slot_t* t
    for g in range(s.n_groups):
        for word in range(s.groups[g].base, s.groups[g].base + s.groups[g].n_words):
            s.memory[s.left + word] = <uint64_t>(s.groups[g].last_slot - s.groups[g].first_slot)
            if <int64_t>s.memory[s.left + word] < s.least[word]:
                return False
            if <int64_t>s.memory[s.left + word] == s.least[word]:
                owe(s, word)
    for slot in range(s.n_slots):
        t = &s.slots[slot]
        if size_of(s, slot) == 0:
            return False
        enqueue(s, slot)
        for place in range(t.length):
            given = s.memory[s.cells + s.positions[t.first + place].cell]
            if given != every and not narrow(s, slot, place, every, given):
                return False
    return propagate(s)


cdef void step_back(state_t* s) noexcept nogil:
    """Undo the last level, and forget the conclusions that were still to be drawn."""
    cdef int64_t mark
    while s.waiting:
        s.queued[s.queue[s.head]] = 0
        s.head = s.head + 1 if s.head + 1 < s.n_slots else 0
        s.waiting -= 1
    s.n_owed = 0
    s.level -= 1
    mark = s.levels[s.level].mark
    while s.n_trail > mark:
        s.n_trail -= 1
        s.memory[s.trail[s.n_trail].at] = s.trail[s.n_trail].old
