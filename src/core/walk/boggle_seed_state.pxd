# The state of a search from seeds, what becomes of its tree, and what of the search is not hot: for `boggle_seeds`
# and its modules.
#
# A word that was found is struck from the tree, and so is every branch that has no word left: the search grows cheaper
# as it goes.
from libc.string cimport memset

from ..bits cimport popcount
from ..flag cimport store_release
from ..types cimport count_t, int32_t, int64_t, letter_t, letters_t, uint8_t, uint32_t, uint64_t

cdef enum:
    STEPS = 8          # of the king, in the order of rising cells
    WIDTH = 512        # cells of a row of a plane
    MARGIN = 36        # cells of a row of a tile that are outside the plane on either side
    STRIDE = 584       # cells of a row of a tile: (8 * row + column) mod 64 is that of row * STRIDE + column
    WORDS = 8          # of 64 bits in such a row
    STRIP = 32         # rows of centres that are looked for together
    ARM = 4            # most letters of a seed at a side of its centre
    SPAN = STRIP + 2 * (ARM + 1)
    LETTERS = 31
    HOLE = 31          # the letter of a cell that has none; its bit among the letters around a cell: any
    ALL_LETTERS = 0x7FFFFFFF
    GROUP = 8          # seeds whose centres are looked for together
    BATCH = 512        # centres whose paths grow together
    CHUNK = 256        # items that are grown together
    CANDIDATES = CHUNK * STEPS + STEPS
    WINDOW = 8         # cells of a path that their places mod 64 tell apart
    DEPTH = 256        # letters of a word
cdef enum:
    NOTHING = 0xFFFFFFFF  # no word, no half above, no item that it came from

# A node of the tree as one end of its paths sees it; 2 * node + side, side 0 the end of the word, 1 its beginning.
cdef struct seed_side:
    letters_t grow     # letters that lead on from this end, as long as words are left; bit HOLE: the node is a word
    letters_t need     # letters that words below need next at this end, bit HOLE where one needs none
    letters_t letters  # `grow` as it was built: children stand in the order of these
    uint32_t child     # the first of these

cdef struct seed_arm:  # from the tip inwards
    int32_t parent
    letter_t letter, depth

cdef struct seed_seed:
    int32_t arms[2]
    uint32_t root
    letter_t letter

cdef struct seed_item:
    uint32_t half, end, other, parent
    uint64_t used

cdef struct seed_frame:
    uint32_t node
    uint32_t ends[2]
    int32_t step, stop

cdef struct seed_hit:
    uint32_t root, cell

cdef struct seed_row:
    uint64_t words[WORDS]

cdef struct seed_tables:    # what searches share
    const seed_side* sides  # 2 a node
    const uint32_t* word    # by node, NOTHING for none
    const uint32_t* parent  # by node: the half above it, NOTHING for a root
    const letter_t* letter  # by node: the letter that leads to it
    const seed_arm* arms    # parents before their children
    const seed_seed* seeds
    uint32_t n_nodes, n_words
    int32_t n_arms, n_seeds, depth

cdef struct seed_walk:      # stands at a multiple of 64 bytes
    seed_row planes[LETTERS][SPAN]
    seed_row all[SPAN]
    seed_row inside
    # All bits where the topology has the steps up, or down, to the left and to the right.
    uint64_t up[2]
    uint64_t down[2]
    seed_row* spread        # SPAN rows an arm
    uint8_t* wanted         # by arm: whether a seed of words not yet found has it
    uint32_t lanes          # steps of the topology, one bit each
    bint king
    int32_t offset[STEPS]
    const seed_tables* tables
    seed_side* live         # the tree without the words found
    letter_t* letters       # of the tile and what is around it: HOLE or below
    letters_t* around       # letters of the neighbours of each cell, and bit HOLE
    const letter_t* window  # the board, row by row; 31 and above are holes
    int64_t rows, cols
    int32_t halo, height    # rows of `letters`: above the first centre, all
    int32_t side            # columns before the first centre
    int64_t row, col        # of the window: the tile's first centre
    int32_t n_rows, n_cols  # of centres
    seed_item* queue
    uint32_t capacity
    uint32_t candidate_item[CANDIDATES]
    uint32_t candidate_cell[CANDIDATES]
    seed_hit words[CANDIDATES]  # found among these: node, cell of the end
    seed_hit* hits
    uint32_t n_hits
    uint8_t* found          # by word
    int64_t* end_cell       # by word: the cell of the window where the path found ends
    uint32_t* log           # words in the order of finding
    count_t n_found, nodes_visited, moves
    # The depth-first part: its path and where it stands.
    int32_t depth, path_length
    uint32_t path[DEPTH]
    seed_frame stack[DEPTH]

# What the module of a path holds: the letters of a tile and those around each cell; planes and arms of the strip whose
# centres begin with a row of the tile; hits of GROUP seeds at most in as many rows; a level of the queue, 0
# where that did not suffice, else its new end.
cdef struct seed_form:
    void (*tile)(seed_walk* w) noexcept nogil
    void (*strip)(seed_walk* w, int32_t first) noexcept nogil
    void (*centres)(
        seed_walk* w, const seed_seed** seeds, int32_t count, int32_t first, int32_t rows
    ) noexcept nogil
    uint32_t (*level)(seed_walk* w, uint32_t head, uint32_t end, bint is_long) noexcept nogil


# Fill what depends on the topology.
cdef inline void set_shape(seed_walk* w, uint32_t lanes) noexcept nogil:
    cdef int step, side
    w.lanes, w.king = lanes, lanes == 255
    for step in range(STEPS):
        w.offset[step] = ((step > 2) + (step > 4) - 1) * STRIDE + (step + (step > 3)) % 3 - 1
    for side in range(2):  # steps 0, 2 and 5, 7 are the diagonals; all topologies have the others
        w.up[side] = 0 - <uint64_t>(lanes >> 2 * side & 1)
        w.down[side] = 0 - <uint64_t>(lanes >> (5 + 2 * side) & 1)
    memset(w.all, 255, sizeof(w.all))


# Take a word out of the tree, and every branch that this leaves without words.
cdef inline void remove_word(seed_walk* w, uint32_t node) noexcept nogil:
    cdef uint32_t half
    w.live[2 * node].grow &= ALL_LETTERS
    w.live[2 * node + 1].grow &= ALL_LETTERS
    while not w.live[2 * node].grow | w.live[2 * node + 1].grow:
        half = w.tables.parent[node]
        if half == NOTHING:
            return
        w.live[half].grow &= ~(<letters_t>1 << w.tables.letter[node])
        node = half // 2


# Whether words of a seed are still to be found.
cdef inline bint has_words(const seed_walk* w, const seed_seed* seed) noexcept nogil:
    return (w.live[2 * seed.root].grow | w.live[2 * seed.root + 1].grow) != 0


# Note that the word of a node is on the board, its last letter on a cell of the tile; and strike it.
cdef inline void strike(seed_walk* w, uint32_t node, uint32_t cell) noexcept nogil:
    cdef uint32_t word = w.tables.word[node]
    if w.found[word]:
        return
    w.found[word] = 1
    w.end_cell[word] = (w.row - w.halo + cell // STRIDE) * w.cols + w.col - w.side + cell % STRIDE
    w.log[w.n_found] = word
    store_release(&w.n_found, w.n_found + 1)
    remove_word(w, node)


# Strike words that another search with the same tables has found.
cdef inline void strike_log(seed_walk* w, const uint32_t* log, count_t count, const uint32_t* node_of) noexcept nogil:
    cdef count_t i
    for i in range(count):
        if w.live[2 * node_of[log[i]]].grow >> HOLE:
            remove_word(w, node_of[log[i]])


# Mark the arms of seeds that have words left, and those that they go on from.
cdef inline void mark_arms(seed_walk* w) noexcept nogil:
    cdef const seed_seed* seed
    cdef const seed_arm* arms = w.tables.arms
    cdef int32_t i, side
    memset(w.wanted, 0, w.tables.n_arms)
    for i in range(w.tables.n_seeds):
        seed = &w.tables.seeds[i]
        if has_words(w, seed):
            for side in range(2):
                if seed.arms[side] >= 0:
                    w.wanted[seed.arms[side]] = 1
    for i in range(w.tables.n_arms - 1, -1, -1):
        if arms[i].parent >= 0:
            w.wanted[arms[i].parent] |= w.wanted[i]


# Load the tile whose first centre is at a row and column of the window.
cdef inline void load_tile(
    seed_walk* w, const seed_form* form, int64_t row, int64_t col, int32_t n_rows, int32_t n_cols
) noexcept nogil:
    cdef int32_t i
    w.row, w.col, w.n_rows, w.n_cols = row, col, n_rows, n_cols
    memset(&w.inside, 0, sizeof(w.inside))
    for i in range(w.side - MARGIN, w.side - MARGIN + n_cols):
        w.inside.words[i // 64] |= <uint64_t>1 << i % 64
    form.tile(w)


# Queue the centres of some seeds in the strip, in the order of the seeds; return the first that was not looked for.
cdef inline int32_t find_centres(seed_walk* w, const seed_form* form, int32_t seed, int32_t first) noexcept nogil:
    cdef const seed_seed* seeds[GROUP]
    cdef const seed_seed* s
    cdef int32_t count = 0
    while seed < w.tables.n_seeds and count < GROUP:
        s = &w.tables.seeds[seed]
        if has_words(w, s):
            seeds[count] = s
            count += 1
        seed += 1
    form.centres(w, seeds, count, w.halo + first, min(<int32_t>STRIP, w.n_rows - first))
    return seed


# Queue the centres that are hits as paths of one cell; a seed of one letter may be a word.
cdef inline uint32_t start_paths(seed_walk* w, const seed_hit* hits, uint32_t count) noexcept nogil:
    cdef uint32_t tail = 0, i, side, node, cell
    cdef letters_t around
    cdef const seed_side* sides
    cdef seed_item* item
    for i in range(count):
        node, cell = hits[i].root, hits[i].cell
        around = w.around[cell]
        sides = &w.live[2 * node]
        w.moves += 1
        if sides.grow >> HOLE:
            strike(w, node, cell)
        if not around & sides[0].need or not around & sides[1].need:
            continue
        for side in range(2):
            item = &w.queue[tail]
            item.half, item.end, item.other, item.parent = 2 * node + side, cell, cell, NOTHING
            item.used = <uint64_t>1 << (cell & 63)
            tail += (around & sides[side].grow & ALL_LETTERS) != 0
    return tail


# Grow all paths from some centres; false where the queue did not suffice. The cells of a path of up to 8 differ by less
# than 8 rows and columns: their places mod 64 tell them apart.
cdef inline bint grow_batch(
    seed_walk* w, const seed_form* form, const seed_hit* hits, uint32_t count
) noexcept nogil:
    cdef count_t moves = w.moves
    cdef uint32_t head = 0, tail = start_paths(w, hits, count), end
    cdef int length = 1
    while head < tail:
        end = tail
        tail = form.level(w, head, end, length >= WINDOW)
        if not tail:
            w.moves = moves
            return False
        head = end
        length += 1
    w.nodes_visited += tail
    return True


# Begin the depth-first part with a centre.
cdef inline void begin_at(seed_walk* w, seed_hit hit) noexcept nogil:
    w.moves += 1
    if w.live[2 * hit.root].grow >> HOLE:
        strike(w, hit.root, hit.cell)
    w.nodes_visited += 1
    w.stack[0] = seed_frame(hit.root, [hit.cell, hit.cell], 0, 2 * STEPS)
    w.path[0] = hit.cell
    w.path_length = w.depth = 1


# Say whether the path of the depth-first part has a cell.
cdef inline bint is_used(const seed_walk* w, uint32_t cell) noexcept nogil:
    cdef int32_t at
    for at in range(w.path_length - 1, -1, -1):
        if w.path[at] == cell:
            return True
    return False


# Go on depth-first for at most `budget` steps; return the steps that are left, 0 where work remains.
cdef inline count_t go_deep(seed_walk* w, count_t budget) noexcept nogil:
    cdef seed_frame* top
    cdef seed_frame* frame
    cdef const seed_side* sides
    cdef const seed_side* after
    cdef uint32_t cell, node
    cdef letter_t letter
    cdef int step, side
    while w.depth and budget > 0:
        top = &w.stack[w.depth - 1]
        sides = &w.live[2 * top.node]
        budget -= 1
        # All steps of both ends tried, or no word left below: back.
        if top.step == top.stop or not (sides[0].grow | sides[1].grow) & ALL_LETTERS:
            w.depth -= 1
            w.path_length -= 1
            continue
        step, side = top.step % STEPS, top.step // STEPS
        top.step += 1
        if not w.lanes >> step & 1:
            continue
        cell = top.ends[side] + <uint32_t>w.offset[step]
        letter = w.letters[cell]
        if not (sides[side].grow & ALL_LETTERS) >> letter & 1 or is_used(w, cell):
            continue
        node = sides[side].child + <uint32_t>popcount(sides[side].letters & ((<letters_t>1 << letter) - 1))
        after = &w.live[2 * node]
        frame = &w.stack[w.depth]
        frame.node, frame.step, frame.stop = node, 0, 2 * STEPS
        frame.ends[side], frame.ends[1 - side] = cell, top.ends[1 - side]
        w.moves += 1
        if after.grow >> HOLE:
            strike(w, node, frame.ends[0])
        if (not (after[0].grow | after[1].grow) & ALL_LETTERS or not w.around[frame.ends[0]] & after[0].need
                or not w.around[frame.ends[1]] & after[1].need):
            continue
        w.nodes_visited += 1
        w.depth += 1
        w.path[w.path_length] = cell
        w.path_length += 1
    return 0 if w.depth else budget
