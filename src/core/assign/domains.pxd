# A board of slots, the words that each may still take, and the way back.
#
# `memory` holds all that changes and comes back: one undo entry restores one 64-bit word of it.
#
#   | domains, slot after slot | cells | sizes | settled | left | placed | n_settled |
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from ..types cimport cell_t, count_t, letter_t, mask_t, word_t

cdef struct slot_t:
    int32_t length
    int64_t first         # its first position, in `positions`
    int32_t blocks        # 64-bit words of its domain
    int32_t group         # the slots and words of its length
    int64_t bits          # its domain, in `memory`
    int64_t order         # its block list, in `order`: the non-empty blocks come first

cdef struct position_t:   # one cell of one slot
    cell_t cell
    int32_t crossing      # the next slot through the cell, round in a ring; -1 where there is no other
    int32_t place         # the cell's index in that slot

cdef struct group_t:
    int32_t length
    int32_t blocks
    int64_t base          # number of the first word
    int64_t n_words
    int64_t letters       # the words' letters, in `letters`
    int64_t table         # table[place][block][letter], in `tables`
    int64_t bits          # one bit a word, in `needed` and in `barred`
    int32_t first_slot    # its slots are slots_of[first_slot : last_slot]
    int32_t last_slot
    bint counted          # a word of the group has to be used: the slots left to such words are counted
    bint marked           # words of the group are marked in `barred`

cdef struct undo_t:
    int64_t at
    uint64_t old

cdef struct level_t:      # a word tried in a slot
    int64_t mark          # length of the trail before it
    int32_t slot
    int64_t word

cdef struct state_t:
    slot_t* slots
    position_t* positions
    group_t* groups
    int32_t* slots_of     # the slots, group after group
    const letter_t* letters
    const uint64_t* tables
    const int32_t* least  # of each word: how often it has to be used
    const int32_t* most   # and how often it may be
    const int32_t* score
    uint64_t* needed      # the words that have to be used
    const int64_t* part_starts    # parts[part_starts[word] : part_starts[word + 1]]; NULL where words have no parts
    const int32_t* parts          # the lists of words that a word keeps out of the other slots
    const int64_t* member_starts  # members[member_starts[part] : member_starts[part + 1]]
    const int32_t* members        # the words of a list, in rising order
    uint64_t* barred      # scratch of `keep_apart`: empty outside it
    uint64_t* memory      # all that a step back restores: domains, cells, sizes, settled, left, placed
    uint32_t* order
    int64_t cells         # in `memory`: the letters that a cell may hold
    int64_t sizes         # size of a domain | number of its non-empty blocks << 32
    int64_t settled       # 1 where the word of a slot is counted as placed
    int64_t left          # slots that a word may still take
    int64_t placed        # slots that a word has
    int64_t n_settled     # how many slots are settled
    int64_t* weight       # failures of a slot, plus 1
    int32_t* queue        # slots to revise, a ring
    uint8_t* queued
    int32_t head
    int32_t waiting
    int64_t* owed         # words that have to take every slot left to them, a stack
    int64_t n_owed
    int64_t room_owed
    undo_t* trail
    int64_t n_trail
    int64_t room_trail
    level_t* levels
    int32_t level
    int32_t* prospects    # scratch of choose_word
    PyObject* owner       # the `Pool` that holds what grows
    int32_t n_slots
    int32_t n_groups
    int32_t n_letters
    bint failed_memory
    bint lookahead
    uint64_t seed
    count_t nodes
    count_t failures
    count_t propagations
    count_t restarts
    int32_t deepest

cdef bint start(state_t* s) noexcept nogil
cdef bint propagate(state_t* s) noexcept nogil
cdef bint assign(state_t* s, int32_t slot, int64_t word) noexcept nogil
cdef bint remove(state_t* s, int32_t slot, int64_t word) noexcept nogil
cdef void step_back(state_t* s) noexcept nogil
cdef int64_t first_word(const state_t* s, int32_t slot) noexcept nogil


cdef inline int64_t size_of(const state_t* s, int32_t slot) noexcept nogil:
    return <int64_t>(s.memory[s.sizes + slot] & 0xffffffffu)


cdef inline int64_t limit_of(const state_t* s, int32_t slot) noexcept nogil:
    return <int64_t>(s.memory[s.sizes + slot] >> 32)


cdef inline bint holds(const state_t* s, int32_t slot, int64_t word) noexcept nogil:
    """Say whether `word`, counted from the first of its length, is in the domain of `slot`."""
    return (s.memory[s.slots[slot].bits + (word >> 6)] >> (word & 63)) & 1
