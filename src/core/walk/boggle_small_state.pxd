# The state of a walk of boards of at most 64 cells, and what depends on their shape: for `boggle_small`.
from libc.stdint cimport uint16_t
from libc.string cimport memcpy, memset

from ..bits cimport lsb
from ..trie cimport narrow_node
from ..types cimport bitboard_t, cell_t, count_t, letter_t, uint8_t, uint32_t, uint64_t, word_t

cdef enum:
    LANES = 8         # neighbours of a cell, most
    CELL_SHIFT = 26   # an item's node, and above it its last cell
    NODE_MASK = (1 << 26) - 1
    CHUNK = 128       # items that the form over bytes takes up together
    PADDING = 1088    # what one step of a form may write behind the capacity

# A form over vectors is compiled for each size of a set of cells: what else differs by size is a constant then.
ctypedef fused board_set:
    uint16_t
    uint32_t
    uint64_t

# The same for a form that counts moves, and one that does not.
ctypedef fused move_count:
    uint8_t
    uint32_t

cdef struct small_path:
    uint64_t used      # cells
    uint32_t node16    # 16 times the node: where it begins
    uint32_t cell128   # 128 times the last cell: where its `small_cell` begins

cdef struct small_cell:  # 128 bytes: what the form over bytes looks up of a cell, by neighbour once or twice eight
    uint16_t other128[8]     # 128 times the neighbour: where its `small_cell` begins
    uint8_t letter_byte[16]  # the byte and bit of its letter in a node
    uint8_t letter_bit[16]
    uint8_t cell_byte[16]    # the byte and bit of it in a set of cells, 0 for no neighbour
    uint8_t cell_bit[16]
    uint64_t alone           # the set of this cell
    uint32_t below           # the letters before that of this cell
    uint8_t rest[36]

cdef struct small_walk:  # stands at a multiple of 64 bytes, as do the tables that vectors are looked up in
    small_cell cells[64]
    # By neighbour and cell: its letter, 255 for none; its cell, 255 for none; its cell, 0 for none.
    uint8_t letter[LANES][64]
    uint8_t adjacent[LANES][64]
    uint8_t other[LANES][64]
    uint8_t other_rows[LANES * 64]           # `other` in rows of the cells, rounded up to 16, 32 or 64
    uint8_t board[64]                        # letters of the cells, 255 for none
    uint8_t numbers[64]                      # 0, 1, 2, ...
    uint8_t places[2][192]                   # of the items that go on: 16 * neighbour + lane
    uint32_t step[16]                        # by neighbour, if `stepped`: what it adds to any cell
    int stepped
    uint32_t held_inner[2][16]
    uint32_t held_child[2][16]
    uint32_t held_from[2]
    uint8_t near_at[4][64 * 16]              # by cell and neighbour, twice eight: the place in a group of 16, or 128
    const narrow_node* nodes
    int n_cells
    uint32_t capacity                        # items; the arrays below have room for PADDING more
    uint32_t* queue_node                     # node and cell
    uint32_t* queue_low                      # cells 0-31 and 32-63 that are free
    uint32_t* queue_high
    uint32_t* end_letters                    # items with words: the letters, their node's mask and first word
    uint32_t* end_words
    uint32_t* end_first
    small_path* paths                        # the queue, where items are vectors of bytes
    word_t* found                            # places of words, with repetitions; 8 * capacity
    uint32_t n_found
    bint counting                            # whether moves are counted: it takes a tenth of the time
    count_t moves                            # paths whose letters begin a word
    bitboard_t adjacency[64]

# What the module of a path holds: it walks a board and returns the items visited, -1 where they are more than the
# capacity. All forms visit the same items, in their own order.
ctypedef count_t (*small_form)(small_walk* w, const letter_t* letters) noexcept nogil


# Return the neighbour whose step is given, 8 for none of them.
cdef inline int lane_of(const small_walk* w, uint32_t step) noexcept nogil:
    cdef int lane = 0
    while lane < LANES and w.step[lane] != step:
        lane += 1
    return lane


# Fill the steps, where eight are all that lead from any cell to a neighbour: on a torus they are more.
cdef inline void set_steps(small_walk* w) noexcept nogil:
    cdef int n_steps = 0, cell
    cdef uint32_t step
    cdef bitboard_t rest
    memset(w.step, 0, sizeof(w.step))
    w.stepped = 0
    for cell in range(w.n_cells):
        rest = w.adjacency[cell]
        while rest:
            step = <uint32_t>lsb(rest) - <uint32_t>cell
            rest &= rest - 1
            if lane_of(w, step) < LANES:
                continue
            if n_steps == LANES:
                return
            w.step[n_steps] = step
            n_steps += 1
    w.stepped = 1


# Fill what depends on the adjacency alone; every cell has at most 8 neighbours.
cdef inline void set_shape(small_walk* w, const bitboard_t* adjacency, cell_t n_cells) noexcept nogil:
    cdef int row = 16 if n_cells <= 16 else 32 if n_cells <= 32 else 64, cell, count, lane, at
    cdef bitboard_t rest
    cdef uint8_t other
    w.n_cells = n_cells
    memcpy(w.adjacency, adjacency, sizeof(bitboard_t) * <size_t>n_cells)
    memset(w.board, 255, sizeof(w.board))
    memset(w.adjacent, 255, sizeof(w.adjacent))
    memset(w.near_at, 128, sizeof(w.near_at))
    set_steps(w)
    for cell in range(64):
        w.numbers[cell] = <uint8_t>cell
        w.cells[cell].alone = <uint64_t>1 << cell
    for cell in range(n_cells):
        rest, count = adjacency[cell], 0
        while rest and count < LANES:
            other = <uint8_t>lsb(rest)
            rest &= rest - 1
            lane = lane_of(w, <uint32_t>other - <uint32_t>cell) if w.stepped else count
            count += 1
            w.adjacent[lane][cell] = w.other[lane][cell] = w.other_rows[lane * row + cell] = other
            w.cells[cell].other128[lane] = <uint16_t>(128 * other)
            for at in range(lane, lane + 16, 8):
                w.near_at[other >> 4][16 * cell + at] = other & 15
                w.cells[cell].cell_byte[at] = other >> 3
                w.cells[cell].cell_bit[at] = <uint8_t>(1 << (other & 7))
