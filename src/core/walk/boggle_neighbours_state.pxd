# The state of a walk of boggle_neighbours.pyx, and what its forms share: for that kernel and its modules.
#
# The walk goes down the trie, string by string, in the order of their lengths for one first letter at a time. With each
# string it keeps the paths that spell it:
#
#   exact    on the board as it is
#   changed  but for one cell c, whose letter would have to be x
#   swapped  but for two cells, whose letters would have to change places
#
# so a string is taken up once for all neighbours, and a path once for all neighbours it lies on. At a word the paths
# say at which neighbours it is lost (every exact path uses the cell), and at which it is gained (a changed path ends
# it). These are listed as hits, and counted some thousands at a time. As all paths of a word come together, it is
# counted once at each neighbour by the number of the last word that was counted there, and no table of the words found
# is needed.
from ..bits cimport lsb, popcount
from ..trie cimport narrow_node
from ..types cimport cell_t, count_t, int32_t, letter_t, letters_t, uint8_t, uint32_t, uint64_t

cdef extern from "compiler.h" nogil:
    void prefetch_line(const void* at) noexcept

cdef enum:
    MOST_CELLS = 64
    LETTERS = 32
    NO_LETTER = LETTERS
    ROOT_ROW = MOST_CELLS  # of the rows of neighbours: the first of eight with all cells
    ROW = 16
    PADDING = 16      # paths that a vector reads or writes behind the capacity
    HITS = 2048       # before they are counted; a vector of paths makes fewer than MOST_HITS, and writes no more
    MOST_HITS = 16 * (MOST_CELLS + 2)

# A set of cells: forms are compiled for each, for boards of at most 32 cells and of at most 64.
ctypedef fused near_set:
    uint32_t
    uint64_t

# Points of the exact words; of those lost with a cell, and with either of two; gained by a letter on a cell, and from
# LETTERS on by the swap of a cell with one above it.
cdef struct near_scores:
    int32_t total
    int32_t lost[MOST_CELLS]
    int32_t lost_both[MOST_CELLS][MOST_CELLS]
    int32_t gained[LETTERS + MOST_CELLS][MOST_CELLS]

cdef struct near_string:  # its paths are in the arrays of near_walk
    narrow_node node
    uint32_t exact, changed, end  # where its exact paths begin, and the others
    letters_t letters             # by which some path can go on: where there are exact paths, all
    letters_t olds                # that changed cells have on the board: these at least

cdef struct near_walk:
    const narrow_node* nodes
    const uint8_t* lengths
    const int32_t* points
    cell_t n_cells
    uint32_t capacity
    size_t room                 # of the lists: where second halves begin
    # Paths of the strings in the queue, as sets: free neighbours of the last cell that can go on; cells used; free
    # neighbours that could be the other half of a swap. Over lanes a set of 64 cells is two halves: `room` numbers
    # behind the first ones of all paths are the second ones. And in bytes, lowest first, of a changed path its cell,
    # the letter that it would have and the one that it has; of a swapped one a cell, NO_LETTER, 255 and the other
    # cell; of an exact one, where they are looked at, the row of the neighbours of its last cell.
    void* open
    void* used
    void* turn
    uint32_t* key
    uint32_t* chosen            # for a moment: some of the paths of a string
    near_string* strings        # a queue, as long as the paths
    uint32_t n_queued, top      # strings and paths in it
    count_t n_paths, n_strings
    near_scores* scores
    uint32_t holds[MOST_CELLS]  # letter of a cell as a bit, 0 for a hole
    uint32_t label[MOST_CELLS]  # a cell, and its letter << 16
    letters_t letters           # of the board
    letters_t near[LETTERS]     # letters around the cells of a letter
    # The neighbours of a cell side by side, as label, letter and neighbours in halves; eight a row.
    uint32_t row_label[ROOT_ROW + 8][ROW]
    uint32_t row_holds[ROOT_ROW + 8][ROW]
    uint32_t row_beside[ROOT_ROW + 8][ROW]
    uint32_t row_beside_high[ROOT_ROW + 8][ROW]
    uint32_t holders_high[LETTERS]  # cells of a letter from 32 on
    uint32_t holders_low[LETTERS]
    # Sets: neighbours of a cell; cells of a letter, none for NO_LETTER.
    void* adjacency
    void* cells_of
    void* lost_with             # by cell: cells whose change together with it loses the word at hand
    # Hits: MOST_CELLS * a row of `gained` + a cell; the number of the word, and its points.
    uint32_t* hit_at
    uint32_t* hit_word
    int32_t* hit_points
    uint32_t n_hits
    uint32_t n_words            # numbered, all boards
    uint32_t last[(LETTERS + MOST_CELLS) * MOST_CELLS]  # the word that was counted there last

cdef struct near_word:
    uint32_t y                  # its last letter
    uint32_t number             # from 1 on
    int32_t points
    bint exact                  # the board has it: else it is lost with any cell
    uint64_t here               # cells with the last letter
    uint64_t common             # cells of all exact paths

# What the module of a path holds: it fills the scores from a state that stands at the root, and
# returns whether there was room. All forms take up the same paths, in their own order.
ctypedef bint (*near_form)(near_walk* w) noexcept nogil


# What a swapped path keeps that was changed at a cell.
cdef inline uint32_t swapped_key(uint32_t key, uint32_t other) noexcept nogil:
    return (key & 255) | <uint32_t>NO_LETTER << 8 | <uint32_t>255 << 16 | other << 24


# row[cell] += points for each cell of a set; where there are wide vectors, all cells at once.
cdef inline void add_points(int32_t* row, near_set cells, int32_t points, int n_cells, bint wide) noexcept nogil:
    cdef int cell, end = 16 if n_cells <= 16 else 8 * <int>sizeof(cells)
    if wide and sizeof(cells) < 8:
        for cell in range(end):
            row[cell] += points & -<int32_t>(cells >> cell & 1)
        return
    while cells:
        row[lsb(cells)] += points
        cells &= cells - 1


# Points of the word that y completes at a node.
cdef inline int32_t points_of(const near_walk* w, const narrow_node* node, uint32_t y) noexcept nogil:
    return w.points[w.lengths[node.word + <uint32_t>popcount(node.words & ((<uint32_t>1 << y) - 1))]]


# The i-th of the sets of paths.
cdef inline near_set set_at(const near_walk* w, const void* sets, uint32_t i, near_set none, bint wide) noexcept nogil:
    if sizeof(none) == 8 and wide:
        return <near_set>((<const uint32_t*>sets)[i] | <uint64_t>(<const uint32_t*>sets)[w.room + i] << 32)
    return (<const near_set*>sets)[i]


# Begin a word that y completes at a node.
cdef inline void begin_word(near_walk* w, near_word* f, uint32_t y, int32_t points) noexcept nogil:
    w.n_words += 1
    f.y, f.number, f.points, f.exact, f.common = y, w.n_words, points, False, <uint64_t>-1


# Count the hits, and leave their list empty.
cdef inline void count_hits(near_walk* w) noexcept nogil:
    cdef int32_t* gained = w.scores.gained[0]
    cdef uint32_t i, at, fresh
    for i in range(w.n_hits):  # no branch: chance decides
        at = w.hit_at[i]
        fresh = w.last[at] != w.hit_word[i]
        w.last[at] = w.hit_word[i]
        gained[at] += w.hit_points[i] & -<int32_t>fresh
    w.n_hits = 0


# Make room for those of a vector of paths.
cdef inline void make_room(near_walk* w) noexcept nogil:
    if w.n_hits > HITS:
        count_hits(w)


cdef inline void hit(near_walk* w, const near_word* f, uint32_t at) noexcept nogil:
    cdef uint32_t n = w.n_hits
    w.hit_at[n], w.hit_word[n], w.hit_points[n] = at, f.number, f.points
    w.n_hits = n + 1


# Note that a word is gained by the swap of a cell with each of others.
cdef inline void hit_swaps(near_walk* w, const near_word* f, uint32_t cell, near_set others) noexcept nogil:
    cdef uint32_t other
    if f.exact:
        others &= (<const near_set*>w.lost_with)[cell]
    while others:
        other = <uint32_t>lsb(others)
        others &= others - 1
        hit(w, f, (LETTERS + min(cell, other)) * MOST_CELLS + max(cell, other))


# Exact paths of a word: what it loses by changes; whether it is lost at any neighbour, or is not on the board.
cdef inline bint count_exact(
    near_walk* w, near_word* f, uint32_t exact, uint32_t end, near_set none, bint wide
) noexcept nogil:
    cdef near_set* lost_with = <near_set*>w.lost_with
    cdef near_set here = <near_set>f.here, every = ~none, common = every, any_ = none
    cdef near_set hit_, path, rest, lost
    cdef uint32_t i, a, found = 0
    cdef bint losing
    for i in range(exact, end):
        hit_ = set_at(w, w.open, i, none, wide) & here
        while hit_:
            path = set_at(w, w.used, i, none, wide) | (hit_ & (0 - hit_))
            hit_ &= hit_ - 1
            common &= path
            any_ |= path
            found += 1
    if not found:
        return True
    losing = common != 0
    f.common, f.exact = common, True
    w.scores.total += f.points
    add_points(w.scores.lost, common, f.points, w.n_cells, wide)
    rest = common
    while rest:
        add_points(w.scores.lost_both[lsb(rest)], common, f.points, w.n_cells, wide)
        rest &= rest - 1
    for a in range(<uint32_t>w.n_cells):
        lost_with[a] = every if common >> a & 1 else common
    rest = any_ & ~common
    while rest:  # two cells may cut all paths where neither does alone: of one path there is none
        a = <uint32_t>lsb(rest)
        rest &= rest - 1
        lost, i = every, exact
        while i < end and lost & ~common:
            if not set_at(w, w.used, i, none, wide) >> a & 1:
                hit_ = set_at(w, w.open, i, none, wide) & here & ~(<near_set>1 << a)
                while hit_:
                    lost &= set_at(w, w.used, i, none, wide) | (hit_ & (0 - hit_))
                    hit_ &= hit_ - 1
            i += 1
        lost_with[a] = lost
        lost &= ~common
        losing |= lost != 0
        while lost:
            w.scores.lost_both[a][lsb(lost)] -= f.points  # a + b - both
            lost &= lost - 1
    return losing


# What a word gains by a change of its last letter.
cdef inline void count_last(
    near_walk* w, const near_word* f, uint32_t exact, uint32_t end, near_set none, bint wide
) noexcept nogil:
    cdef near_set rest, others, common = <near_set>f.common
    cdef uint32_t i
    for i in range(exact, end):
        rest = set_at(w, w.open, i, none, wide) & ~<near_set>f.here
        if not rest:
            continue
        others = <near_set>f.here & ~set_at(w, w.used, i, none, wide)
        while others:
            hit_swaps(w, f, <uint32_t>lsb(others), rest)
            others &= others - 1
            make_room(w)
        rest &= common
        while rest:
            hit(w, f, f.y * MOST_CELLS + <uint32_t>lsb(rest))
            rest &= rest - 1
        make_room(w)


# Whether a string may have paths that go on by `letters` after y, by a neighbour: all exact ones do. Others are on a
# cell with y, and the neighbour has the letter or, half of a swap, gets it from a changed cell; or are on a cell that
# gets y.
cdef inline bint may_go_on(const near_walk* w, const near_string* f, uint32_t y, letters_t letters) noexcept nogil:
    return f.exact < f.changed or (letters & w.letters and (letters & (w.near[y] | f.olds) or f.olds >> y & 1))


# Put a string in the queue, whose paths end at `top`; where none of them is exact, it continues by `onward` alone.
cdef inline void queue_string(
    near_walk* w, uint32_t index, uint32_t top, letters_t onward, letters_t olds
) noexcept nogil:
    cdef near_string* s = &w.strings[w.n_queued]
    w.top = s.end = top
    s.olds = olds
    s.node = w.nodes[index]
    s.letters = s.node.inner | s.node.words
    if s.exact == s.changed:
        s.letters &= onward
    prefetch_line(&w.nodes[s.node.child])
    prefetch_line(&w.nodes[s.node.child + 4])
    w.n_queued += 1
    w.n_strings += 1
    w.n_paths += top - s.exact


# Whether there is room for the paths that one letter makes of a string's: at most 8 others each, 8 changed ones, and 8
# swapped ones, the first one for each cell.
cdef inline bint has_room(const near_walk* w, const near_string* f) noexcept nogil:
    return w.top + 16 * <uint64_t>(f.end - f.exact) + 64 <= w.capacity
