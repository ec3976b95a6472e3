"""Sudokus up to symmetry: the least text that a frame of a grid gives; twin: `reference.assign.sudoku_forms`."""

import numpy as np

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from ..pool cimport Pool

cdef enum:
    MAX_N = 64                              # symbols: 2 * MAX_N is a byte
    MAX_TEXT = 2 * MAX_N + MAX_N * MAX_N
    FREE = 255                              # the rank of what is not known yet

cdef uint64_t MULTIPLIER = <uint64_t>0x9E3779B97F4A7C15u


cdef inline uint64_t mixed(uint64_t value) noexcept nogil:
    """Return a number whose sums tell collections of values apart, as a rule."""
    value = (value + 1) * MULTIPLIER
    value ^= value >> 29
    value *= MULTIPLIER
    return value ^ value >> 29


ctypedef struct view_t:     # a grid, or its transposed one
    uint8_t value[MAX_N][MAX_N]
    uint8_t given[MAX_N][MAX_N]
    uint8_t column_of[MAX_N][MAX_N]         # row, symbol -> column
    uint8_t row_of[MAX_N][MAX_N]            # symbol, column -> row

ctypedef struct list_t:     # rows, columns or symbols, in the order in which they became known
    int size
    uint8_t item[MAX_N]
    uint8_t rank[MAX_N]

ctypedef struct frame_t:
    list_t rows
    list_t cols
    list_t symbols


ctypedef struct kinds_t:    # how often each kind is there: a table with open addresses
    uint64_t* kind
    int* count              # 0 is a free place
    int mask

ctypedef struct search_t:
    int n
    int box_rows
    int box_cols
    bint known              # whether there is a text yet
    uint8_t* best
    uint8_t text[MAX_TEXT]
    frame_t* frames         # one for each guess


cdef bint seen(view_t* view, int n, bint turned, const uint8_t* values, const uint8_t* given) noexcept nogil:
    """Take up a grid; return whether each row and each column has each value."""
    cdef int r, c, v, at
    memset(view.column_of, FREE, sizeof(view.column_of))
    memset(view.row_of, FREE, sizeof(view.row_of))
    for r in range(n):
        for c in range(n):
            at = c * n + r if turned else r * n + c
            v = values[at]
            if v >= n or view.column_of[r][v] != FREE or view.row_of[v][c] != FREE:
                return False
            view.value[r][c] = v
            view.given[r][c] = given[at] != 0
            view.column_of[r][v] = c
            view.row_of[v][c] = r
    return True


cdef inline bint add(list_t* known, uint8_t item) noexcept nogil:
    """Append an item where it is new; say whether it is."""
    if known.rank[item] != FREE:
        return False
    known.rank[item] = known.size
    known.item[known.size] = item
    known.size += 1
    return True


cdef void count(kinds_t* table, uint64_t kind) noexcept nogil:
    """Count a kind once more."""
    cdef int at = <int>(kind & <uint64_t>table.mask)
    while table.count[at] and table.kind[at] != kind:
        at = (at + 1) & table.mask
    table.kind[at] = kind
    table.count[at] += 1


cdef uint64_t rarest(const kinds_t* table) noexcept nogil:
    """Return the kind that is there least often, the least of several."""
    cdef uint64_t found = 0
    cdef int least = 0, at
    for at in range(table.mask + 1):
        if table.count[at] and (least == 0 or table.count[at] < least
                                or (table.count[at] == least and table.kind[at] < found)):
            least = table.count[at]
            found = table.kind[at]
    return found


cdef void find_kinds(const view_t* view, const search_t* search, uint64_t* kinds) noexcept nogil:
    """Write of each ordered pair of rows of a band, and column, a number that no symmetry changes."""
    cdef int n = search.n, first, second, r, c, at, length, band = search.box_rows
    cdef int in_row[MAX_N]
    cdef int in_column[MAX_N]
    cdef int in_band[MAX_N]
    cdef uint8_t cycle[MAX_N]
    cdef uint64_t sum_, kind
    memset(in_row, 0, sizeof(in_row))
    memset(in_column, 0, sizeof(in_column))
    memset(in_band, 0, sizeof(in_band))
    for r in range(n):
        for c in range(n):
            in_row[r] += view.given[r][c]
            in_column[c] += view.given[r][c]
        in_band[r // band] += in_row[r]
    for first in range(n):
        for second in range(n):
            if first == second or (band > 1 and first // band != second // band):
                continue
            # From a column to that in which the second row has what the first has here, and so on: a cycle.
            memset(cycle, 0, n)
            sum_ = 0
            for c in range(n):
                if cycle[c]:
                    continue
                length = 0
                at = c
                while True:
                    length += 1
                    at = view.column_of[second][view.value[first][at]]
                    if at == c:
                        break
                sum_ += length * mixed(length)
                while True:
                    cycle[at] = length
                    at = view.column_of[second][view.value[first][at]]
                    if at == c:
                        break
            kind = mixed(sum_ ^ mixed(in_row[first] * 64 + in_row[second])) ^ mixed(in_band[first // band] + 1000)
            for c in range(n):
                at = cycle[c] * 4 + view.given[first][c] * 2 + view.given[second][c]
                kinds[c] = mixed(kind ^ mixed(at * 64 + in_column[c]))
            kinds += n


cdef void follow(const view_t* view, int n, frame_t* frame) noexcept nogil:
    """Find all that follows from what is known, in an order that the grid alone decides.

    What stands where a known row and a known column cross is the next symbol; where a known row or column has a
    known symbol is the next column or row.
    """
    cdef list_t* rows = &frame.rows
    cdef list_t* cols = &frame.cols
    cdef list_t* symbols = &frame.symbols
    cdef bint more = True
    cdef int k, j
    while more:
        more = False
        for k in range(n):
            if rows.size == n and cols.size == n and symbols.size == n:
                return
            for j in range(n):
                if k < rows.size and j < cols.size:
                    more |= add(symbols, view.value[rows.item[k]][cols.item[j]])
                if k < rows.size and j < symbols.size:
                    more |= add(cols, view.column_of[rows.item[k]][symbols.item[j]])
                if k < cols.size and j < symbols.size:
                    more |= add(rows, view.row_of[symbols.item[j]][cols.item[k]])


cdef void rank_groups(const list_t* known, int n, int size, uint8_t* out) noexcept nogil:
    """Write the numbers of the groups of some items in the order in which they come: the first is 0."""
    cdef uint8_t number[MAX_N]
    cdef int k, group, count_ = 0
    memset(number, FREE, sizeof(number))
    for k in range(n):
        group = known.item[k] // size
        if number[group] == FREE:
            number[group] = count_
            count_ += 1
        out[k] = number[group]


cdef void finish(const view_t* view, search_t* search, int depth) noexcept nogil:
    """Keep the text of a frame where it is the least; of a grid within the grid all next rows are tried."""
    cdef int n = search.n, k, j
    cdef frame_t* frame = &search.frames[depth]
    cdef uint8_t* text = search.text
    if frame.rows.size < n or frame.cols.size < n or frame.symbols.size < n:
        # Where all rows are known, so are all symbols of a known column, and then all columns.
        for k in range(n):
            if frame.rows.rank[k] == FREE:
                memcpy(frame + 1, frame, sizeof(frame_t))
                add(&(frame + 1).rows, k)
                follow(view, n, frame + 1)
                finish(view, search, depth + 1)
        return
    rank_groups(&frame.rows, n, search.box_rows, text)
    rank_groups(&frame.cols, n, search.box_cols, text + n)
    text += 2 * n
    for k in range(n):
        for j in range(n):
            text[j] = (2 * frame.symbols.rank[view.value[frame.rows.item[k]][frame.cols.item[j]]]
                       + view.given[frame.rows.item[k]][frame.cols.item[j]])
        text += n
    if not search.known or memcmp(search.text, search.best, 2 * n + n * n) < 0:
        memcpy(search.best, search.text, 2 * n + n * n)
        search.known = True


cdef void begin(const view_t* view, search_t* search, int first, int second, int column) noexcept nogil:
    """Follow a frame: two rows of a band and a column."""
    cdef frame_t* frame = search.frames
    memset(frame, FREE, sizeof(frame_t))
    frame.rows.size = frame.cols.size = frame.symbols.size = 0
    add(&frame.rows, first)
    add(&frame.rows, second)
    add(&frame.cols, column)
    follow(view, search.n, frame)
    finish(view, search, 0)


cdef void least_text(const view_t* views, int n_views, search_t* search, kinds_t* table,
                     uint64_t* kinds) noexcept nogil:
    """Write the least text of the frames of the rarest kind."""
    cdef int n = search.n, band = search.box_rows, side, first, second, c
    cdef int each = n * ((band if band > 1 else n) - 1) * n, k
    cdef uint64_t wanted
    memset(table.count, 0, (table.mask + 1) * sizeof(int))
    for side in range(n_views):
        find_kinds(&views[side], search, kinds + side * each)
    for k in range(n_views * each):
        count(table, kinds[k])
    wanted = rarest(table)
    search.known = False
    for side in range(n_views):
        for first in range(n):
            for second in range(n):
                if first == second or (band > 1 and first // band != second // band):
                    continue
                for c in range(n):
                    if kinds[c] == wanted:
                        begin(&views[side], search, first, second, c)
                kinds += n


def forms(const uint8_t[:, :, ::1] values not None, const uint8_t[:, :, ::1] given not None,
          int box_rows, int box_cols, bint transposed):
    """Return the canonical form of full grids with clues: equal where a symmetry leads across, and only there.

    Of a grid each choice of two rows of a band and a column leads on by itself (`follow`). So a grid has as many
    frames as there are such choices, and the least text that a frame gives is the same for all grids that a symmetry
    takes into each other. Only the frames of the rarest kind are followed, by the cycles between the two rows and by
    the numbers of clues.

    Parameters
    ----------
    values : uint8 array of shape (k, n, n)
        From 0 to n - 1, each once in each row and each column; n from 2 to 64.
    given : uint8 array of shape (k, n, n)
        Not 0 where a cell is a clue.
    box_rows, box_cols : int
        Of a box; 1 and n where there are none.
    transposed : bool
        Whether a grid equals its transposed one: with square boxes, or one box a row or column.

    Returns
    -------
    uint8 array of shape (k, 2 n + n n)
        Bands and stacks in the order of the frame, then the cells: twice the symbol, and 1 for a clue.

    Raises
    ------
    ValueError
        Other shapes, a grid that has not each value in each row and column, boxes that transposition changes.

    Notes
    -----
    Some microseconds a 9 x 9 puzzle, O(n^3) for a grid without symmetry.

    Examples
    --------
    >>> grid = np.array([[[0, 1], [1, 0]]], np.uint8)
    >>> forms(grid, grid, 1, 2, True).tolist()
    [[0, 1, 0, 0, 1, 2, 2, 1]]
    """
    cdef Py_ssize_t n_grids = values.shape[0], grid
    cdef int n = values.shape[1], n_views, kinds_each, side
    cdef bint right = True
    cdef Pool pool = Pool()
    cdef search_t search
    cdef kinds_t table
    if (not 2 <= values.shape[1] <= MAX_N or values.shape[2] != n or given.shape[0] != n_grids
            or given.shape[1] != n or given.shape[2] != n):
        raise ValueError(f"grids of shape {(values.shape[0], values.shape[1], values.shape[2])}, clues of shape "
                         f"{(given.shape[0], given.shape[1], given.shape[2])}, expected squares of 2 to {MAX_N} rows")
    if box_rows < 1 or box_cols < 1 or box_rows * box_cols != n:
        raise ValueError(f"boxes of {box_rows} by {box_cols}, expected {n} cells")
    if transposed and box_rows != box_cols and 1 not in (box_rows, box_cols):
        raise ValueError(f"boxes of {box_rows} by {box_cols} are others after transposition")
    n_views = 2 if transposed else 1
    kinds_each = n * ((box_rows if box_rows > 1 else n) - 1) * n
    search.n, search.box_rows, search.box_cols = n, box_rows, box_cols
    # A text of its own for what is best: that of the result is written where it is found.
    found = np.empty((n_grids, 2 * n + n * n), np.uint8)
    cdef uint8_t[:, ::1] out = found
    cdef view_t* views = <view_t*>pool.scratch(n_views, sizeof(view_t))
    cdef uint64_t* kinds = <uint64_t*>pool.scratch(n_views * kinds_each + 1, sizeof(uint64_t))
    search.frames = <frame_t*>pool.scratch(n + 1, sizeof(frame_t))
    table.mask = 1
    while table.mask + 1 < 2 * n_views * kinds_each:
        table.mask = 2 * table.mask + 1
    table.kind = <uint64_t*>pool.scratch(table.mask + 1, sizeof(uint64_t))
    table.count = <int*>pool.zeros(table.mask + 1, sizeof(int))
    with nogil:
        for grid in range(n_grids):
            for side in range(n_views):
                right = right and seen(&views[side], n, side, &values[grid, 0, 0], &given[grid, 0, 0])
            if not right:
                break
            search.best = &out[grid, 0]
            least_text(views, n_views, &search, &table, kinds)
    if not right:
        raise ValueError(f"grid {grid} has not each value in each row and column")
    return found
