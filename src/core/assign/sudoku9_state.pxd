# What the searches of 9×9 Sudokus share: puzzles, what is found, and what the module of a vector path holds, for
# `sudoku9` and its modules.
from ..types cimport int64_t, uint8_t, uint32_t

cdef enum:
    DEPTH = 80  # branches that one puzzle puts off, most
    ENTRY = 32  # words of a branch put off: 27, its band and the cells filled, its naked cell

cdef struct sudoku9_group:
    uint32_t cells[3]        # some cells that hold no digit twice: a word a band
    uint32_t whole           # whether they are nine, and so hold each digit

# How one lane sweeps over its puzzle, digits side by side, until nothing moves or it is dead; says which. By digit and
# band; the cells with one, at least two and at least three candidates by band.
cdef enum:
    STILL
    DEAD
ctypedef int (*narrow_form)(uint32_t* may, const uint32_t* naked, uint32_t* twos, uint32_t* threes) noexcept nogil

# 81 cells to words: 27 of the clues, and where the cells of each band are empty; and 27 words back to cells.
ctypedef void (*read_form)(const uint8_t* cells, uint32_t* words) noexcept nogil
ctypedef void (*write_form)(const uint32_t* words, uint8_t* cells) noexcept nogil

# A search of its own kind. Each puzzle of a job may be a chain of them: `feed` makes the next one of the answer to the
# last, and says whether there is one.
cdef struct sudoku9_test:
    int64_t limit, node_limit
    int cell, digit          # a digit, from 0, that a cell may not have; -1: none
ctypedef bint (*feed_form)(void* maker, int64_t puzzle) noexcept nogil

cdef struct sudoku9_job:
    const uint8_t* puzzles   # n × 81, 0 is empty
    sudoku9_test* tests      # n, for `feed`, or NULL
    feed_form feed
    void* maker
    const sudoku9_group* groups  # in addition to rows, columns and boxes
    int64_t n_groups
    int64_t n
    int64_t next
    int64_t done
    int64_t limit            # solutions looked for, at least 1
    int64_t node_limit       # nodes a puzzle may take
    int64_t nodes
    int64_t propagations     # cells filled without a guess, in all branches
    uint8_t* solutions       # n × 81: the first of each; untouched where none was found
    int64_t* counts          # solutions found, so far; -1 - found where the node limit came first
    int64_t* guesses
    uint8_t* all             # room × 81: every solution (one puzzle at a time), or NULL
    int64_t room
    int64_t n_all
    int64_t widen            # guesses after which one lane hands over to several; 0: never
    int64_t share            # guesses from which a puzzle's branches go to lanes that rest; 2**62: never
    # How one lane does what vectors do better for it.
    narrow_form narrow       # NULL: digit by digit
    read_form read
    write_form write

# What a run ends with.
cdef enum:
    DONE
    REMAINS
    WIDEN
    AGAIN

cdef struct sudoku9_lane:
    int64_t puzzle, guesses, count, nodes, propagations
    int64_t share            # guesses from which its branches go to others: 0 where they have
    int64_t limit, node_limit
    int base, depth          # branches put off: those from base on have not been given to another lane
    int filled, was_filled   # cells with one candidate: now, and where this branch began

# The puzzle that one lane has begun: its position, and the branches put off, ENTRY words each.
cdef struct sudoku9_begun:
    const sudoku9_lane* lane
    const uint32_t* may
    const uint32_t* naked
    const uint32_t* stack

# What the module of a path holds. A state has `size` bytes, and stands on a multiple of 64.
cdef struct sudoku9_form:
    int lanes
    size_t size
    narrow_form narrow       # NULL where there is one lane
    read_form read
    write_form write
    void (*start)(void* state, sudoku9_job* job) noexcept nogil
    int (*run)(void* state, sudoku9_job* job, int64_t goal) noexcept nogil
    sudoku9_begun (*begun)(void* state) noexcept nogil  # NULL where there are several
    void (*adopt)(void* state, const sudoku9_begun* one, sudoku9_job* job) noexcept nogil


# The bit of a cell of a board in the word of its band; sudoku9_paths.pxi draws it.
cdef inline int bit_of(int cell) noexcept nogil:
    return cell % 9 // 3 * 10 + cell // 9 % 3 * 3 + cell % 3
