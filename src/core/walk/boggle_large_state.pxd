# The state of a search of one enormous board, and what becomes of its trie: for `boggle_large` and its modules.
#
# A word that was found is struck from the trie, and so is every branch that has no word left: the search grows cheaper
# as it goes.
from libc.stdint cimport uintptr_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from ..bits cimport lsb, popcount
from ..flag cimport store_release
from ..trie cimport narrow_node
from ..types cimport (
    cell_t, count_t, int32_t, int64_t, letter_t, letters_t, node_t, uint8_t, uint32_t, uint64_t, word_t,
)

cdef extern from "memory.h" nogil:
    void* zeroed_table(size_t size) noexcept

cdef enum:
    STEPS = 8         # of the king, in the order of rising cells
    WINDOW = 8        # cells of a path in the queue: they differ by less in rows and columns
    DEPTH = 256       # letters of a word
    CELL_SHIFT = 26   # an item's node, and above it the place of its last cell in the window
    NODE_MASK = (1 << 26) - 1
    NO_ITEM = 0
    QUEUE = 1 << 16   # most paths of a batch
    ITEMS = QUEUE + 128  # with what a step of a level may write, and the fetching ahead read, behind them

cdef struct live_node:
    letters_t inner
    letters_t live_inner
    letters_t live_words
    node_t child

cdef struct large_frame:
    node_t node
    uint32_t ways      # steps that are still to be tried, a bit each
    int64_t place

cdef struct large_queue:  # of paths; before the first one stands one without cells
    uint32_t node[ITEMS]
    uint32_t cell[ITEMS]
    uint32_t parent[ITEMS]
    uint64_t used[ITEMS]           # its cells in the window, once it is taken up
    uint32_t hit_item[ITEMS]
    uint32_t hit_lanes[ITEMS]

cdef struct large_walk:  # stands at a multiple of 64 bytes
    int32_t offset[STEPS]          # of each step in the padded board
    uint32_t turn[STEPS]           # of each step: what it adds to an item's place in the window
    uint32_t lanes                 # steps of the topology, one bit each
    const narrow_node* nodes
    live_node* live                # the trie without the words found
    node_t* parent_node            # by node
    letter_t* letter               # by node: the letter that leads to it
    const letters_t* letters       # padded board, a letter as one bit, 0 elsewhere
    int64_t stride
    cell_t rows, cols
    int32_t padding, wrap
    uint32_t capacity
    # A cell's place in the window is (8 * row + column) mod 64: those that differ by less than 8 have different ones.
    large_queue* queue
    uint32_t n_hits
    uint8_t* found                 # by place of the word
    int64_t* last_cell             # by place of the word: where the path found ends
    uint32_t* log                  # the words in the order of finding: node, letter above it
    count_t n_found, nodes_visited, moves
    # The depth-first part: its path and where it stands.
    int32_t depth, path_length
    int64_t path[DEPTH]            # places in the padded board, none of them in its border
    large_frame stack[DEPTH]
    void* block                    # the memory of all this but `live`


# Fill what depends on the shape of the board: each step's offset, and what it adds to a place of the window.
cdef inline void set_shape(large_walk* w) noexcept nogil:
    cdef int step, row, col
    for step in range(STEPS):
        row, col = (step > 2) + (step > 4) - 1, (step + (step > 3)) % 3 - 1
        w.offset[step] = <int32_t>(row * w.stride + col)
        w.turn[step] = <uint32_t>(WINDOW * row + col) << CELL_SHIFT


# Copy the trie to nodes that can be struck, and note above each node its parent and letter.
cdef inline void copy_trie(large_walk* w, node_t n_nodes) noexcept nogil:
    cdef node_t node, child
    cdef letters_t rest
    for node in range(n_nodes):
        child = w.nodes[node].child
        rest = w.nodes[node].inner
        w.live[node].inner = rest
        w.live[node].live_inner = rest
        w.live[node].live_words = w.nodes[node].words
        w.live[node].child = child
        while rest:
            w.parent_node[child] = node
            w.letter[child] = <letter_t>lsb(rest)
            rest &= rest - 1
            child += 1


# Take a word out of the trie, and every branch that this leaves without words.
cdef inline void remove_word(large_walk* w, node_t node, letters_t letter) noexcept nogil:
    cdef node_t parent
    w.live[node].live_words &= ~letter
    while node and not w.live[node].live_words | w.live[node].live_inner:
        parent = w.parent_node[node]
        w.live[parent].live_inner &= ~(<letters_t>1 << w.letter[node])
        node = parent


# Note that the word which `letter` completes at a node is on the board, and strike it.
cdef inline void strike(large_walk* w, node_t node, letters_t letter, int64_t cell) noexcept nogil:
    cdef word_t place = w.nodes[node].word + popcount(w.nodes[node].words & (letter - 1))
    w.found[place] = 1
    w.last_cell[place] = cell
    w.log[w.n_found] = node | <uint32_t>lsb(letter) << CELL_SHIFT
    store_release(&w.n_found, w.n_found + 1)
    remove_word(w, node, letter)


# Strike words that another search of the board has found.
cdef inline void strike_log(large_walk* w, const uint32_t* log, count_t count) noexcept nogil:
    cdef count_t i
    cdef node_t node
    cdef letters_t letter
    for i in range(count):
        node, letter = log[i] & NODE_MASK, <letters_t>1 << (log[i] >> CELL_SHIFT)
        if w.live[node].live_words & letter:
            remove_word(w, node, letter)


# Return `bytes` of the room at `at`, and go on behind them.
cdef inline void* cut(char** at, size_t size) noexcept nogil:
    cdef void* here = at[0]
    at[0] += size
    return here


# Make room for a search: a block, the walk aligned in it, and its trie, which is read here and there. NULL where there
# is none.
cdef inline large_walk* new_room(
    const large_walk* tables, node_t n_nodes, count_t n_words, uint32_t capacity
) noexcept nogil:
    cdef size_t head = (sizeof(large_walk) + 63) // 64 * 64, words = (<size_t>n_words + 15) // 16 * 16
    cdef char* block = <char*>malloc(64 + head + sizeof(large_queue) + 13 * words)
    cdef char* at
    cdef large_walk* w
    cdef live_node* live = <live_node*>zeroed_table(n_nodes * sizeof(live_node))
    if block == NULL or live == NULL:
        free(block)
        free(live)
        return NULL
    at = <char*>((<uintptr_t>block + 63) // 64 * 64)
    w = <large_walk*>cut(&at, head)
    memset(w, 0, sizeof(large_walk))
    w.block, w.live, w.capacity = block, live, capacity
    w.nodes, w.parent_node, w.letter = tables.nodes, tables.parent_node, tables.letter
    w.last_cell = <int64_t*>cut(&at, words * sizeof(int64_t))
    w.log = <uint32_t*>cut(&at, words * sizeof(uint32_t))
    w.found = <uint8_t*>cut(&at, words)
    w.queue = <large_queue*>cut(&at, sizeof(large_queue))
    w.queue.used[NO_ITEM] = 0
    memset(w.found, 0, words)
    memcpy(w.live, tables.live, n_nodes * sizeof(live_node))
    return w


# Give back the room of a search; NULL is none.
cdef inline void free_room(large_walk* w) noexcept nogil:
    if w != NULL:
        free(w.live)
        free(w.block)  # the walk itself is part of it


# Return the place of a word of the log.
cdef inline word_t place_of(const large_walk* w, uint32_t logged) noexcept nogil:
    cdef node_t node = logged & NODE_MASK
    return w.nodes[node].word + popcount(w.nodes[node].words & ((<letters_t>1 << (logged >> CELL_SHIFT)) - 1))


# Make the room of a search as new: put back its words, and the branches that went with them.
cdef inline void reset_room(large_walk* w, const large_walk* tables) noexcept nogil:
    cdef count_t i
    cdef node_t node
    for i in range(w.n_found):
        node = w.log[i] & NODE_MASK
        w.found[place_of(w, w.log[i])] = 0
        w.live[node] = tables.live[node]
        while node and not w.live[w.parent_node[node]].live_inner >> w.letter[node] & 1:
            node = w.parent_node[node]
            w.live[node] = tables.live[node]
    w.n_found = w.nodes_visited = w.moves = 0
    w.n_hits = w.lanes = 0
    w.depth = w.path_length = 0


# Return the cell of a place in the padded board.
cdef inline int64_t cell_of(const large_walk* w, int64_t padded) noexcept nogil:
    cdef int64_t row = padded // w.stride - w.padding, col = padded % w.stride - w.padding
    if w.wrap:
        row = (row + w.rows) % w.rows
        col = (col + w.cols) % w.cols
    return row * w.cols + col


# Return the place itself, or of the cell that a place of a torus's border repeats.
cdef inline int64_t place_in(const large_walk* w, int64_t padded) noexcept nogil:
    cdef int64_t cell
    if not w.wrap:
        return padded
    cell = cell_of(w, padded)
    return (cell // w.cols + w.padding) * w.stride + w.padding + cell % w.cols


# What the module of a path holds, to be called with items from `head` to `end` of the queue: it takes them up, and
# returns where the queue ends then, 0 where it did not suffice.
ctypedef uint32_t (*level_form)(large_walk* w, uint32_t head, uint32_t end) noexcept nogil
