# The state of a walk of neighbour_scores.pyx, and what its forms share: for that kernel and its modules.
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
# it). As all paths of a word come together, it is counted once at each neighbour by setting bits, and no table of the
# words found is needed.
from ..bits cimport lsb, msb, popcount
from ..trie cimport narrow_node
from ..types cimport cell_t, count_t, int32_t, letter_t, letters_t, uint8_t, uint32_t, uint64_t

cdef extern from "compiler.h" nogil:
    void prefetch_line(const void* at) noexcept

cdef enum:
    MOST_CELLS = 64
    LETTERS = 32
    NO_LETTER = LETTERS
    ROOT_ROW = 32     # of the rows of neighbours: the first of four with all cells
    ROW = 16
    PADDING = 16      # paths that a vector reads or writes behind the capacity

# A set of cells: forms are compiled for each, for boards of at most 32 cells and of at most 64.
ctypedef fused near_set:
    uint32_t
    uint64_t

# Points of the exact words; of those lost with a cell, and with either of two; gained by a letter on a cell, and by a
# swap (row < column).
cdef struct near_scores:
    int32_t total
    int32_t lost[MOST_CELLS]
    int32_t lost_both[MOST_CELLS][MOST_CELLS]
    int32_t gained[LETTERS][MOST_CELLS]
    int32_t swapped[MOST_CELLS][MOST_CELLS]

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
    # Paths of the strings in the queue, as sets: free neighbours of the last cell that can go on; cells used; free
    # neighbours that could be the other half of a swap. And in bytes, lowest first, of a changed path its cell, the
    # letter that it would have and the one that it has; of a swapped one a cell, NO_LETTER, 255 and the other cell;
    # of an exact one, where they are looked at, the row of the neighbours of its last cell.
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
    # Of boards of at most 32 cells the neighbours of a cell side by side, as label, letter and neighbours; eight a row.
    uint32_t row_label[ROOT_ROW + 4][ROW]
    uint32_t row_holds[ROOT_ROW + 4][ROW]
    uint32_t row_beside[ROOT_ROW + 4][ROW]
    # Sets: neighbours of a cell; cells of a letter, none for NO_LETTER.
    void* adjacency
    void* cells_of
    # Neighbours that have the word at hand, by letter, and by either cell of a swap; else all 0. What NO_LETTER has is
    # anything.
    void* gain
    void* swap
    void* lost_with             # by cell: cells whose change together with it loses that word

cdef struct near_word:
    uint32_t y                  # its last letter
    bint several                # exact paths
    int32_t points
    uint32_t gains              # letters by which it is gained
    uint64_t here               # cells with the last letter
    uint64_t common             # cells of all exact paths
    uint64_t swaps              # cells by whose swaps it is gained

# What the module of a path holds: it fills total, lost, gained and swapped from a state that stands at the root, and
# returns whether there was room. All forms take up the same paths, in their own order.
ctypedef bint (*near_form)(near_walk* w) noexcept nogil


# What a swapped path keeps that was changed at a cell.
cdef inline uint32_t swapped_key(uint32_t key, uint32_t other) noexcept nogil:
    return (key & 255) | <uint32_t>NO_LETTER << 8 | <uint32_t>255 << 16 | other << 24


# row[cell] += points for each cell of a set; where there are wide vectors, all cells at once.
cdef inline void add_points(int32_t* row, near_set cells, int32_t points, int n_cells, bint wide) noexcept nogil:
    cdef int cell, end = 16 if n_cells <= 16 else 8 * <int>sizeof(cells)
    if wide:
        for cell in range(end):
            row[cell] += points & -<int32_t>(cells >> cell & 1)
        return
    while cells:
        row[lsb(cells)] += points
        cells &= cells - 1


# Points of the word that y completes at a node.
cdef inline int32_t points_of(const near_walk* w, const narrow_node* node, uint32_t y) noexcept nogil:
    return w.points[w.lengths[node.word + <uint32_t>popcount(node.words & ((<uint32_t>1 << y) - 1))]]


# Exact paths of a word: what it loses by changes, and gains by a change of its last letter; whether it is lost at any
# neighbour, or is not on the board.
# long: what a word loses and gains, cell by cell and by pairs of cells
cdef inline bint count_exact(
    near_walk* w, near_word* f, uint32_t exact, uint32_t end, near_set none, bint wide
) noexcept nogil:
    cdef const near_set* open_ = <const near_set*>w.open
    cdef const near_set* used = <const near_set*>w.used
    cdef near_set* swap = <near_set*>w.swap
    cdef near_set* lost_with = <near_set*>w.lost_with
    cdef near_set here = <near_set>f.here, every = ~none, common = every, any_ = none, miss = none
    cdef near_set hit, path, rest, lost
    cdef uint32_t i, a, found = 0
    cdef bint losing
    for i in range(exact, end):
        hit = open_[i] & here
        while hit:
            path = used[i] | (hit & (0 - hit))
            hit &= hit - 1
            common &= path
            any_ |= path
            found += 1
    losing = common != 0
    f.common = common
    f.several = found > 1
    if found:
        w.scores.total += f.points
        add_points(w.scores.lost, common, f.points, w.n_cells, wide)
        rest = common
        while rest:
            add_points(w.scores.lost_both[lsb(rest)], common, f.points, w.n_cells, wide)
            rest &= rest - 1
    if found > 1:
        for a in range(<uint32_t>w.n_cells):
            lost_with[a] = every if common >> a & 1 else common
        rest = any_ & ~common
        while rest:  # two cells may cut all paths where neither does alone
            a = <uint32_t>lsb(rest)
            rest &= rest - 1
            lost, i = every, exact
            while i < end and lost & ~common:
                if not used[i] >> a & 1:
                    hit = open_[i] & here & ~(<near_set>1 << a)
                    while hit:
                        lost &= used[i] | (hit & (0 - hit))
                        hit &= hit - 1
                i += 1
            lost_with[a] = lost
            lost &= ~common
            losing |= lost != 0
            while lost:
                w.scores.lost_both[a][lsb(lost)] -= f.points  # a + b - both
                lost &= lost - 1
    if not losing:
        return False
    for i in range(exact, end):
        rest = open_[i] & ~here
        if not rest:
            continue
        miss |= rest
        hit = here & ~used[i]
        f.swaps |= hit
        while hit:
            swap[lsb(hit)] |= rest
            hit &= hit - 1
    if miss:
        (<near_set*>w.gain)[f.y] |= miss
        f.gains |= <uint32_t>1 << f.y
    return True


# Note that swaps of a cell with each of `others` gain the word.
cdef inline void note_swaps(near_walk* w, near_word* f, uint32_t cell, near_set others) noexcept nogil:
    (<near_set*>w.swap)[cell] |= others
    f.swaps |= <near_set>(others != 0) << cell


# Count a word at the neighbours that gain it.
cdef inline void count_gains(near_walk* w, near_word* f, near_set none, bint wide) noexcept nogil:
    cdef near_set* gain = <near_set*>w.gain
    cdef near_set* swap = <near_set*>w.swap
    cdef const near_set* lost_with = <const near_set*>w.lost_with
    cdef near_set every = ~none, common = <near_set>f.common, rows = <near_set>f.swaps, cells, lower, lost
    cdef uint32_t gains = f.gains, x, a
    while gains:
        x = <uint32_t>lsb(gains)
        gains &= gains - 1
        cells, gain[x] = gain[x] & common, none
        if cells:
            add_points(w.scores.gained[x], cells, f.points, w.n_cells, wide)
    while rows:  # each pair in the row of its lower cell: the last row first
        a = <uint32_t>msb(rows)
        lower = swap[a] & ((<near_set>1 << a) - 1)
        if f.several:
            lost = lost_with[a]
        else:
            lost = every if common >> a & 1 else common
        cells, swap[a] = swap[a] & (every << a) & lost, none
        rows = (rows & ~(<near_set>1 << a)) | lower
        while lower:
            swap[lsb(lower)] |= <near_set>1 << a
            lower &= lower - 1
        if cells:
            add_points(w.scores.swapped[a], cells, f.points, w.n_cells, wide)


# Whether a string may have paths that go on by `letters` after y, by a neighbour: all exact ones do. Others are on a
# cell with y, and the neighbour has the letter or, half of a swap, gets it from a changed cell; or are on a cell that
# gets y.
cdef inline bint may_go_on(const near_walk* w, const near_string* f, uint32_t y, letters_t letters) noexcept nogil:
    return f.exact < f.changed or (letters & w.letters and (letters & (w.near[y] | f.olds) or f.olds >> y & 1))


# Put a string in the queue, whose paths end at `top`; where none of them is exact, it goes on by `onward` alone.
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
