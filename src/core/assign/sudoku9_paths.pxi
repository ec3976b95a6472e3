"""The search of sudoku9.pyx, compiled for one vector path: LANES puzzles side by side, one in each 32-bit lane.

    u32s        | puzzle 0 | puzzle 1 | … | puzzle LANES - 1 |      a word each: some cells of one band of the board
    3 of these  | band 0 | band 1 | band 2 |                        some cells of the board, three rows a band
    may         | cells of digit 1 | cells of digit 2 | … |         where the digit may still go

A word has a field of nine bits for each box, and above it a spare bit that is always clear, so that a sum over a field
shows in its spare bit whether the box was empty:

                 box 0            box 1              box 2
    row 0     0   1   2   |   10  11  12   |    20  21  22
    row 1     3   4   5   |   13  14  15   |    23  24  25
    row 2     6   7   8   |   16  17  18   |    26  27  28
              spare   9   |   spare   19   |    spare   29, 30, 31

A sweep applies to all digits, without branches: naked singles, locked candidates by rows and by columns (which turn
hidden singles of rows and columns into those of boxes), hidden singles of boxes. The rules only take candidates away,
so the position where none applies any more does not depend on their order or on LANES: guesses, nodes and solutions are
the same on every path. Lanes that stand still branch, dead lanes go back, finished lanes take the next puzzle. Where no
puzzle is left, they may share the branches of another lane's, which is the same tree in another order: its sums are the
same where it is searched to its end, and where a second solution comes, one lane searches it again.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memcpy, memset

from ..bits cimport lsb, popcount
from ..lanes cimport (
    PATH_NUMBERS as LANES, u8s, u8s_all, u8s_equal, u8s_load, u8s_of, u8s_or, u8s_store, u8s_where, u32s, u32s_across,
    u32s_add, u32s_all, u32s_and, u32s_and_or, u32s_down, u32s_keep, u32s_load, u32s_or, u32s_or3, u32s_or_and,
    u32s_pick, u32s_same, u32s_sub, u32s_up, u32s_without, u32s_xor, u32s_xor_or, u32s_zeros,
)
from ..types cimport int64_t, uint8_t, uint32_t, uint64_t
from .sudoku9_state cimport (
    AGAIN, DEAD, DEPTH, DONE, ENTRY, REMAINS, STILL, WIDEN, bit_of, sudoku9_begun, sudoku9_form, sudoku9_group,
    sudoku9_job, sudoku9_lane, sudoku9_test,
)

cdef extern from "compiler.h" nogil:
    ctypedef void inlined "PROCEDURE(always_inline)"
    ctypedef void apart "PROCEDURE(noinline)"

cdef enum:
    LOW = 0x00100401         # lowest bit of each field
    ALL = 0x1FF7FDFF         # nine bits a field
    SPARE = 0x20080200       # the bit above each field
    COLUMN_0 = 0x49 * LOW    # first, second, third column of each box
    COLUMN_1 = 0x92 * LOW
    COLUMN_2 = 0x124 * LOW
    ROW_0 = 0x7 * LOW        # the same of rows
    ROW_1 = 0x38 * LOW
    ROW_2 = 0x1C0 * LOW
cdef enum:
    ABOVE = 0xE0000000u      # bits 29-31
cdef enum:
    EVERY = (1u << LANES) - 1  # a bit a lane

# What a sweep finds in addition to the candidates that it takes away.
cdef struct sudoku9_found:
    u32s hidden[3]           # cells that some digit has to itself in its box
    u32s bad                 # contradiction seen
    u32s full                # in the spare bits: every box has a cell for every digit
    u32s moved               # what the sweep took away

cdef struct sudoku9_state:
    u32s may[27]             # by digit and band: its candidates
    u32s only[27]            # those with a box to themselves, as of the last sweep
    u32s naked[3]            # by band: cells with one candidate left
    sudoku9_found found      # by the last sweep
    u32s twos[3]             # cells with at least two, three candidates
    u32s threes[3]
    uint32_t dead, still, pending, active  # a bit a lane
    bint again               # the only puzzle has a second solution, and several lanes found it
    sudoku9_lane lane[LANES]
    uint32_t stack[LANES][DEPTH][ENTRY]    # branches put off

# By bit of a band: the cell; the cells that it sees in its own band, and in each of the others; itself included.
cdef uint8_t cell_at[3][32]
cdef uint32_t row_and_box[32]
cdef uint32_t column[32]
# By cell of a band: its bit.
cdef uint32_t place[27]
# All bits in the lanes that have no digit in the last round of `_narrow`.
cdef uint32_t absent[LANES]
# Places for `u8s_of`: by bit the cell of a band, also where that begins five bytes on; by cell the bit.
cdef uint8_t from_low[2][32]
cdef uint8_t from_high[2][32]
cdef uint8_t back_low[32]
cdef uint8_t back_high[32]


cdef void _set_place(uint8_t* low, uint8_t* high, int at) noexcept:
    """Note a place below 32 among those below 16 and those from 16 on."""
    if at < 16:
        low[0] = <uint8_t>at
    else:
        high[0] = <uint8_t>(at - 16)


cdef void _set_tables() noexcept:
    cdef int cell, bit
    memset(from_low, 128, sizeof(from_low))
    memset(from_high, 128, sizeof(from_high))
    memset(back_low, 128, sizeof(back_low))
    memset(back_high, 128, sizeof(back_high))
    for cell in range(LANES):
        absent[cell] = 0 if cell <= 8 % LANES else 0xFFFFFFFFu
    for cell in range(27):
        bit = bit_of(cell)
        place[cell] = <uint32_t>1 << bit
        _set_place(&from_low[0][bit], &from_high[0][bit], cell)
        _set_place(&from_low[1][bit], &from_high[1][bit], cell + 5)
        _set_place(&back_low[cell], &back_high[cell], bit)
    for cell in range(81):
        bit = bit_of(cell)
        cell_at[cell // 27][bit] = <uint8_t>cell
        row_and_box[bit] = <uint32_t>0x1FF << bit // 10 * 10 | <uint32_t>ROW_0 << bit % 10 // 3 * 3
        column[bit] = <uint32_t>0x49 << bit // 10 * 10 + bit % 10 % 3


cdef inline uint32_t _word(const u32s* words, int i) noexcept nogil:
    return (<const uint32_t*>words)[i]


cdef inline void _set_word(u32s* words, int i, uint32_t word) noexcept nogil:
    (<uint32_t*>words)[i] = word


cdef inline u32s _next_row(u32s p) noexcept nogil:
    """Return what stands one place further, cyclically: row or band (bits 0-2, 3-5, 6-8 of a field)."""
    return u32s_pick(ROW_0 | ROW_1 | ABOVE, u32s_down(p, 3), u32s_up(p, 6))


cdef inline u32s _next_column(u32s p) noexcept nogil:
    """The same: column of a box."""
    return u32s_pick(COLUMN_0 | COLUMN_1, u32s_down(p, 1), u32s_up(p, 2))


cdef inline u32s _next_box(u32s p, u32s q) noexcept nogil:
    """The same: box; those of q."""
    return u32s_or_and(u32s_down(p, 10), u32s_up(p, 20), q)


cdef inline u32s _boxes(u32s x) noexcept nogil:
    """Return all bits of the boxes of x that are not empty."""
    cdef u32s occupied = u32s_and(u32s_add(x, u32s_all(ALL)), u32s_all(SPARE))
    return u32s_sub(occupied, u32s_down(occupied, 9))


cdef inline u32s _alone(u32s x, u32s several) noexcept nogil:
    """Return the cells that have their boxes to themselves; `several` has a bit in those that do not."""
    return u32s_without(x, _boxes(several))


# long: one chain of steps, whose words stay in registers
cdef inline inlined _sweep(
    int n, u32s* may, u32s* only, const u32s* naked, sudoku9_found* found
) noexcept nogil:
    """Sweep once over n digits, which lie one after the other; n is a constant where this is called.

    At most three at a time: one alone is a chain of some 70 instructions that each wait for the last.
    """
    cdef u32s bad = found.bad, full = found.full, moved = found.moved
    cdef u32s hidden0 = found.hidden[0], hidden1 = found.hidden[1], hidden2 = found.hidden[2]
    cdef u32s naked0 = naked[0], naked1 = naked[1], naked2 = naked[2], low = u32s_all(LOW)
    # The three bands of each digit, and its naked singles.
    cdef u32s a[3]
    cdef u32s b[3]
    cdef u32s c[3]
    cdef u32s na[3]
    cdef u32s nb[3]
    cdef u32s nc[3]
    cdef u32s p[3]
    cdef u32s q[3]
    cdef u32s x[3]
    cdef u32s y[3]
    cdef int t
    # A naked single empties the rest of its box.
    for t in range(n):
        a[t] = may[3 * t]
        na[t] = u32s_and(a[t], naked0)
        a[t] = u32s_keep(a[t], na[t], _boxes(na[t]))
    for t in range(n):
        b[t] = may[3 * t + 1]
        nb[t] = u32s_and(b[t], naked1)
        b[t] = u32s_keep(b[t], nb[t], _boxes(nb[t]))
    for t in range(n):
        c[t] = may[3 * t + 2]
        nc[t] = u32s_and(c[t], naked2)
        c[t] = u32s_keep(c[t], nc[t], _boxes(nc[t]))
    # Rows: in each band the three rows go to three boxes. Bit r * 3 + band of field j of p says whether box j has the
    # digit in row r. A place (r, j) is kept where rows r + 1 and r + 2 fit into boxes j + 1 and j + 2, one way or the
    # other: with q(r, j) = p(r + 1, j), at (r + 1, j + 1) that is p(r, j) & q(r, j + 1) | p(r, j + 1) & q(r, j).
    for t in range(n):
        x[t] = u32s_or3(a[t], u32s_down(a[t], 1), u32s_down(a[t], 2))
    for t in range(n):
        y[t] = u32s_or3(b[t], u32s_up(b[t], 1), u32s_down(b[t], 1))
    for t in range(n):
        p[t] = u32s_or3(c[t], u32s_up(c[t], 1), u32s_up(c[t], 2))
    for t in range(n):  # bits 29-31 are clear in x
        p[t] = u32s_pick(COLUMN_0 | ABOVE, x[t], u32s_pick(COLUMN_1, y[t], p[t]))
    for t in range(n):
        q[t] = _next_row(p[t])
    for t in range(n):
        x[t] = _next_box(q[t], p[t])
    for t in range(n):
        y[t] = _next_box(p[t], q[t])
    for t in range(n):
        x[t] = u32s_or(x[t], y[t])
    for t in range(n):
        x[t] = _next_row(x[t])
    for t in range(n):
        p[t] = _next_box(x[t], p[t])
    # Rows of boxes that do not fit are emptied.
    for t in range(n):
        x[t] = u32s_and(p[t], u32s_all(COLUMN_0))
        a[t] = u32s_and(a[t], u32s_sub(u32s_up(x[t], 3), x[t]))
    for t in range(n):
        x[t] = u32s_and(p[t], u32s_all(COLUMN_1))
        b[t] = u32s_and(b[t], u32s_sub(u32s_up(x[t], 2), u32s_down(x[t], 1)))
    for t in range(n):
        x[t] = u32s_and(p[t], u32s_all(COLUMN_2))
        c[t] = u32s_and(c[t], u32s_sub(u32s_up(x[t], 1), u32s_down(x[t], 2)))
    # Columns: in each stack of boxes the three columns go to three bands. Bit band * 3 + column of field j of p says
    # whether box j of that band has the digit in the column; the same again with bands for rows and columns for boxes.
    for t in range(n):
        x[t] = u32s_or3(a[t], u32s_down(a[t], 3), u32s_down(a[t], 6))
    for t in range(n):
        y[t] = u32s_or3(b[t], u32s_up(b[t], 3), u32s_down(b[t], 3))
    for t in range(n):
        p[t] = u32s_or3(c[t], u32s_up(c[t], 3), u32s_up(c[t], 6))
    for t in range(n):
        p[t] = u32s_pick(ROW_0, x[t], u32s_pick(ROW_1, y[t], p[t]))
    for t in range(n):
        q[t] = _next_row(p[t])
    for t in range(n):
        x[t] = _next_column(p[t])
    for t in range(n):
        y[t] = _next_column(q[t])
    for t in range(n):
        x[t] = u32s_and_or(x[t], q[t], u32s_and(y[t], p[t]))
    for t in range(n):
        x[t] = _next_row(x[t])
    for t in range(n):
        p[t] = u32s_and(u32s_and(_next_column(x[t]), p[t]), u32s_all(ALL))
    # Every box has a cell for the digit.
    for t in range(n):
        full = u32s_and(full, u32s_add(p[t], u32s_all(ALL)))
    # Columns of boxes that do not fit are emptied.
    for t in range(n):
        x[t] = u32s_and(p[t], u32s_all(ROW_0))
        a[t] = u32s_and(a[t], u32s_or3(x[t], u32s_up(x[t], 3), u32s_up(x[t], 6)))
    for t in range(n):
        x[t] = u32s_and(p[t], u32s_all(ROW_1))
        b[t] = u32s_and(b[t], u32s_or3(x[t], u32s_down(x[t], 3), u32s_up(x[t], 3)))
    for t in range(n):
        x[t] = u32s_and(p[t], u32s_all(ROW_2))
        c[t] = u32s_and(c[t], u32s_or3(x[t], u32s_down(x[t], 3), u32s_down(x[t], 6)))
    for t in range(n):
        moved = u32s_xor_or(a[t], may[3 * t], moved)
        may[3 * t] = a[t]
    for t in range(n):
        moved = u32s_xor_or(b[t], may[3 * t + 1], moved)
        may[3 * t + 1] = b[t]
    for t in range(n):
        moved = u32s_xor_or(c[t], may[3 * t + 2], moved)
        may[3 * t + 2] = c[t]
    # A box with one cell left for the digit: no other digit may stay there.
    for t in range(n):
        x[t] = u32s_and(a[t], u32s_sub(a[t], low))
        bad = u32s_and_or(x[t], na[t], bad)
    for t in range(n):
        only[3 * t] = _alone(a[t], x[t])
        hidden0 = u32s_or(hidden0, only[3 * t])
    for t in range(n):
        x[t] = u32s_and(b[t], u32s_sub(b[t], low))
        bad = u32s_and_or(x[t], nb[t], bad)
    for t in range(n):
        only[3 * t + 1] = _alone(b[t], x[t])
        hidden1 = u32s_or(hidden1, only[3 * t + 1])
    for t in range(n):
        x[t] = u32s_and(c[t], u32s_sub(c[t], low))
        bad = u32s_and_or(x[t], nc[t], bad)
    for t in range(n):
        only[3 * t + 2] = _alone(c[t], x[t])
        hidden2 = u32s_or(hidden2, only[3 * t + 2])
    found.hidden[0], found.hidden[1], found.hidden[2] = hidden0, hidden1, hidden2
    found.bad, found.full, found.moved = bad, full, moved


cdef inline void _nothing_found(sudoku9_found* found) noexcept nogil:
    found.hidden[0] = found.hidden[1] = found.hidden[2] = found.bad = found.moved = u32s_all(0)
    found.full = u32s_all(0xFFFFFFFFu)


cdef void _follow_groups(sudoku9_state* st, const sudoku9_job* job) noexcept nogil:
    """Apply what a variant adds, after a sweep and before cells are settled.

    A naked single takes its digit from the rest of its group, and of nine cells the only one left for a digit is a
    hidden single.
    """
    cdef u32s every = u32s_all(0xFFFFFFFFu), one = u32s_all(1), bad = st.found.bad, moved = st.found.moved
    cdef u32s naked[3]
    cdef u32s here[3]      # cells of the group for the digit; those of them that are naked singles, that stay
    cdef u32s single[3]
    cdef u32s stays[3]
    cdef u32s some[3]      # all bits where the band has a naked single, then where it has a cell
    cdef u32s free, several, hit
    cdef u32s* may
    cdef u32s* only
    cdef const sudoku9_group* group
    cdef int64_t g
    cdef int d, k
    for k in range(3):
        naked[k] = st.naked[k]
    for g in range(job.n_groups):
        group = &job.groups[g]
        for d in range(9):
            may, only = st.may + 3 * d, st.only + 3 * d
            for k in range(3):
                here[k] = u32s_and(may[k], u32s_all(group.cells[k]))
                single[k] = u32s_and(here[k], naked[k])
                some[k] = u32s_without(every, u32s_zeros(single[k]))
            free = u32s_without(every, u32s_or3(some[0], some[1], some[2]))
            for k in range(3):
                stays[k] = u32s_and(here[k], u32s_or(single[k], free))
                hit = u32s_xor(here[k], stays[k])
                moved = u32s_or(moved, hit)
                may[k] = u32s_xor(may[k], hit)
                bad = u32s_and_or(single[k], u32s_sub(single[k], one), bad)
            # Two naked singles of a digit in one group.
            bad = u32s_and_or(some[0], some[1], bad)
            bad = u32s_and_or(u32s_or(some[0], some[1]), some[2], bad)
            if not group.whole:
                continue
            several = u32s_all(0)
            for k in range(3):
                some[k] = u32s_without(every, u32s_zeros(stays[k]))
                several = u32s_and_or(stays[k], u32s_sub(stays[k], one), several)
            # One band has a cell, and that has one.
            hit = u32s_xor(u32s_xor(some[0], some[1]), some[2])
            hit = u32s_without(hit, u32s_and(u32s_and(some[0], some[1]), some[2]))
            hit = u32s_and(hit, u32s_zeros(several))
            bad = u32s_or(bad, u32s_without(every, u32s_or3(some[0], some[1], some[2])))
            for k in range(3):
                only[k] = u32s_and_or(stays[k], hit, only[k])
                st.found.hidden[k] = u32s_and_or(stays[k], hit, st.found.hidden[k])
    st.found.bad, st.found.moved = bad, moved


cdef apart _sweep_all(sudoku9_state* st) noexcept nogil:
    """Sweep once over the nine digits, three at a time; its constants are not to be held in registers around it."""
    cdef sudoku9_found found
    cdef int d
    _nothing_found(&found)
    for d in range(0, 9, 3):
        _sweep(3, st.may + 3 * d, st.only + 3 * d, st.naked, &found)
    st.found = found


cdef inline void _settle(sudoku9_state* st) noexcept nogil:
    """Take the other digits of the cells that a hidden single settled, and count candidates up to three.

    It says which lanes are dead, and which stand still.
    """
    cdef u32s zero = u32s_all(0), moved = st.found.moved, hidden, one, two, three, was, now
    cdef u32s wrong = u32s_or(st.found.bad, u32s_without(u32s_all(SPARE), st.found.full))
    cdef uint32_t sound
    cdef int d, k
    for k in range(3):
        hidden = st.found.hidden[k]
        one = two = three = zero
        for d in range(9):
            # A digit stays where no other one has the cell to itself in its box.
            was = st.may[3 * d + k]
            now = u32s_keep(was, st.only[3 * d + k], hidden)
            moved = u32s_xor_or(was, now, moved)
            three = u32s_and_or(two, now, three)
            two = u32s_and_or(one, now, two)
            one = u32s_or(one, now)
            st.may[3 * d + k] = now
        st.naked[k] = u32s_without(one, two)
        st.twos[k], st.threes[k] = two, three
        # A cell without digits; two that need the same cell.
        wrong = u32s_or3(wrong, u32s_xor(one, u32s_all(ALL)), u32s_and(two, hidden))
    sound = u32s_same(wrong, zero)
    st.dead = st.active & ~sound
    st.still = u32s_same(moved, zero) & st.active & ~st.dead


# The lanes meet those of the other half, then of the other quarter, until each has met all.
cdef inline inlined _any_step(u32s* x, int half) noexcept nogil:
    if half < LANES:
        x[0] = u32s_or(x[0], u32s_across(x[0], half))


cdef inline inlined _two_step(u32s* one, u32s* two, int half) noexcept nogil:
    cdef u32s o, t
    if half < LANES:
        o, t = u32s_across(one[0], half), u32s_across(two[0], half)
        two[0] = u32s_and_or(one[0], o, u32s_or(two[0], t))
        one[0] = u32s_or(one[0], o)


cdef inline inlined _three_step(u32s* one, u32s* two, u32s* three, int half) noexcept nogil:
    cdef u32s o, t, h
    if half < LANES:
        o, t, h = u32s_across(one[0], half), u32s_across(two[0], half), u32s_across(three[0], half)
        three[0] = u32s_or3(three[0], h, u32s_or(u32s_and(two[0], o), u32s_and(one[0], t)))
        _two_step(one, two, half)


cdef inline u32s _any(u32s x) noexcept nogil:
    """Return the cells that any lane has, in every lane."""
    _any_step(&x, 8)
    _any_step(&x, 4)
    _any_step(&x, 2)
    _any_step(&x, 1)
    return x


cdef inline inlined _two(u32s* one, u32s* two) noexcept nogil:
    """Make of cells with at least one and two candidates, where each lane knows those of its digits, those of all."""
    _two_step(one, two, 8)
    _two_step(one, two, 4)
    _two_step(one, two, 2)
    _two_step(one, two, 1)


cdef inline u32s _three(u32s one, u32s two, u32s three) noexcept nogil:
    """Return the cells with at least three candidates, in every lane."""
    _three_step(&one, &two, &three, 8)
    _three_step(&one, &two, &three, 4)
    _three_step(&one, &two, &three, 2)
    _three_step(&one, &two, &three, 1)
    return three


cdef int _narrow(
    uint32_t* may_of_one, const uint32_t* naked_of_one, uint32_t* twos, uint32_t* threes
) noexcept nogil:
    """Sweep over one puzzle until nothing moves or it is dead; return which.

    Its digits lie side by side, digit d in lane d % LANES of round d // LANES. They are the same sweeps as in one lane,
    and so the same positions.
    """
    cdef int rounds = (9 + LANES - 1) // LANES  # so often are the lanes needed for nine digits
    cdef int last = rounds - 1, d, k, r, ended
    cdef u32s may[27]
    cdef u32s only[27]
    cdef u32s naked[3]
    cdef u32s all_two[3]
    cdef u32s zero = u32s_all(0), none, wrong, hidden, one, two, three, was, now
    cdef sudoku9_found found
    memset(may, 0, 3 * rounds * sizeof(u32s))
    for d in range(9):
        for k in range(3):
            _set_word(&may[d // LANES * 3 + k], d % LANES, may_of_one[3 * d + k])
    none = u32s_load(absent)
    for k in range(3):
        naked[k] = u32s_all(naked_of_one[k])
    while True:
        _nothing_found(&found)
        wrong = zero
        if last:
            _sweep(last, may, only, naked, &found)
            wrong = u32s_without(u32s_all(SPARE), found.full)
        _sweep(1, may + 3 * last, only + 3 * last, naked, &found)
        wrong = u32s_or3(wrong, u32s_without(u32s_without(u32s_all(SPARE), found.full), none), found.bad)
        for k in range(3):
            hidden = _any(found.hidden[k])
            one = two = zero
            for r in range(rounds):
                was = may[3 * r + k]
                now = u32s_keep(was, only[3 * r + k], hidden)
                found.moved = u32s_xor_or(was, now, found.moved)
                two = u32s_and_or(one, now, two)
                one = u32s_or(one, now)
                may[3 * r + k] = now
            _two(&one, &two)
            naked[k], all_two[k] = u32s_without(one, two), two
            wrong = u32s_or3(wrong, u32s_xor(one, u32s_all(ALL)), u32s_and(two, hidden))
        if u32s_same(wrong, zero) != EVERY:
            ended = DEAD
            break
        if u32s_same(found.moved, zero) == EVERY:
            ended = STILL
            break
    for d in range(9):
        for k in range(3):
            may_of_one[3 * d + k] = _word(&may[d // LANES * 3 + k], d % LANES)
    for k in range(3):
        one = two = three = zero
        for r in range(rounds):
            three = u32s_and_or(two, may[3 * r + k], three)
            two = u32s_and_or(one, may[3 * r + k], two)
            one = u32s_or(one, may[3 * r + k])
        three = _three(one, two, three)
        twos[k], threes[k] = _word(&all_two[k], 0), _word(&three, 0)
    return ended


cdef void _read_cells(const uint8_t* cells, uint32_t* words) noexcept nogil:
    """Read cells one by one."""
    cdef uint32_t by_value[30]
    cdef int k, band
    memset(by_value, 0, sizeof(by_value))
    for k in range(27):
        for band in range(3):
            by_value[cells[27 * band + k] * 3 + band] |= place[k]
    memcpy(words, by_value + 3, 27 * sizeof(uint32_t))
    memcpy(words + 27, by_value, 3 * sizeof(uint32_t))


cdef void _write_cells(const uint32_t* words, uint8_t* cells) noexcept nogil:
    """Write cells one by one."""
    cdef uint32_t rest
    cdef int k
    for k in range(27):
        rest = words[k]
        while rest:
            cells[cell_at[k % 3][lsb(rest)]] = <uint8_t>(k // 3 + 1)
            rest &= rest - 1


cdef void _read_bands(const uint8_t* cells, uint32_t* words) noexcept nogil:
    """Read a band at a time: its cells where their bits stand, compared with each digit."""
    cdef u8s band
    cdef int k, d, last
    for k in range(3):
        last = k == 2  # from five cells before it on: nothing behind the cells is read
        band = u8s_of(cells + 27 * k - 5 * last, u8s_load(from_low[last]), u8s_load(from_high[last]))
        for d in range(9):
            words[3 * d + k] = u8s_equal(band, u8s_all(<uint8_t>(d + 1)))
        words[27 + k] = u8s_equal(band, u8s_all(0)) & ALL


cdef void _write_bands(const uint32_t* words, uint8_t* cells) noexcept nogil:
    """Write a band at a time, from the bits of its digits."""
    cdef uint8_t bytes[32]
    cdef u8s band, to_low = u8s_load(back_low), to_high = u8s_load(back_high)
    cdef uint32_t ones, twos, fours, eights
    cdef int k
    for k in range(3):
        twos, fours = words[k + 3] | words[k + 6], words[k + 9] | words[k + 12]
        ones = words[k] | words[k + 6] | words[k + 12] | words[k + 18] | words[k + 24]
        twos |= words[k + 15] | words[k + 18]
        fours |= words[k + 15] | words[k + 18]
        eights = words[k + 21] | words[k + 24]
        band = u8s_or(u8s_or(u8s_where(ones, u8s_all(1)), u8s_where(twos, u8s_all(2))),
                      u8s_or(u8s_where(fours, u8s_all(4)), u8s_where(eights, u8s_all(8))))
        u8s_store(bytes, band)
        band = u8s_of(bytes, to_low, to_high)
        if k < 2:  # what is written behind the 27 cells, the next band overwrites
            u8s_store(cells + 27 * k, band)
    u8s_store(bytes, band)
    memcpy(cells + 54, bytes, 27)


cdef void _begin(sudoku9_state* st, sudoku9_job* job, int i, int64_t puzzle) noexcept nogil:
    """Put a puzzle into a lane."""
    cdef sudoku9_lane* lane = &st.lane[i]
    cdef const sudoku9_test* test
    cdef uint32_t words[30]
    cdef uint32_t empty
    cdef int band, d
    if LANES == 1:
        job.read(job.puzzles + 81 * puzzle, words)
    else:
        _read_bands(job.puzzles + 81 * puzzle, words)
    lane.puzzle = puzzle
    lane.base = lane.depth = 0
    lane.guesses = lane.count = lane.propagations = 0
    lane.share, lane.limit, lane.node_limit = job.share, job.limit, job.node_limit
    lane.nodes = 1
    lane.was_filled = 81
    for band in range(3):
        empty = words[27 + band]
        lane.was_filled -= popcount(empty)
        _set_word(&st.naked[band], i, ALL & ~empty)
        for d in range(9):
            _set_word(&st.may[3 * d + band], i, words[3 * d + band] | empty)
    if job.tests != NULL:
        test = &job.tests[puzzle]
        lane.limit, lane.node_limit = test.limit, test.node_limit
        if test.cell >= 0:
            d, band = 3 * test.digit + test.cell // 27, bit_of(test.cell)
            _set_word(&st.may[d], i, _word(&st.may[d], i) & ~(<uint32_t>1 << band))
    job.nodes += 1


cdef void _read_out(sudoku9_state* st, const sudoku9_job* job, int i, uint8_t* out) noexcept nogil:
    """Write the digits of a lane, each cell of which has one."""
    cdef uint32_t words[27]
    cdef int k
    for k in range(27):
        words[k] = _word(&st.may[k], i)
    if LANES == 1:
        job.write(words, out)
    else:
        _write_bands(words, out)


cdef bint _cut(sudoku9_state* st, sudoku9_job* job, int i) noexcept nogil:
    """Give a puzzle up that has taken the nodes it may take; say whether it has."""
    cdef sudoku9_lane* lane = &st.lane[i]
    if lane.nodes < lane.node_limit:
        return False
    lane.count = -1 - lane.count
    _finish(st, job, i)
    return True


cdef void _load(sudoku9_state* st, sudoku9_job* job, int i, const uint32_t* entry) noexcept nogil:
    """Let a lane take up a branch that was put off."""
    cdef sudoku9_lane* lane = &st.lane[i]
    cdef int k, band
    for k in range(27):
        _set_word(&st.may[k], i, entry[k])
    for band in range(3):
        _set_word(&st.naked[band], i, 0)
    _set_word(&st.naked[entry[27] & 3], i, entry[28])
    lane.was_filled = <int>(entry[27] >> 2)
    job.nodes += 1
    lane.nodes += 1


cdef void _hand(sudoku9_state* st, sudoku9_job* job, int source, int i, const uint32_t* entry) noexcept nogil:
    """Let a lane that rests take up a branch that another one has put off."""
    cdef sudoku9_lane* lane = &st.lane[i]
    st.lane[source].share = 0
    lane[0] = st.lane[source]
    lane.guesses = lane.count = lane.nodes = lane.propagations = 0
    lane.base = lane.depth = 0
    st.active |= <uint32_t>1 << i
    _load(st, job, i, entry)


cdef void _refill(sudoku9_state* st, sudoku9_job* job, int i) noexcept nogil:
    """Put the next puzzle into a lane, or the oldest branch of the lane that may share most of them, or let it rest."""
    cdef const sudoku9_lane* lane
    cdef int source = 0, most = 0, k, n
    st.active |= <uint32_t>1 << i
    if job.next < job.n:
        if job.feed != NULL:
            job.feed(job.maker, job.next)
        _begin(st, job, i, job.next)
        job.next += 1
        return
    st.active ^= <uint32_t>1 << i
    for k in range(LANES):
        lane = &st.lane[k]
        n = lane.depth - lane.base
        if n > most and lane.guesses >= lane.share:
            most, source = n, k
    if most:
        _hand(st, job, source, i, st.stack[source][st.lane[source].base])
        st.lane[source].base += 1


cdef int _other(const sudoku9_state* st, int i) noexcept nogil:
    """Return another lane that works at the puzzle of a lane, -1 where there is none."""
    cdef int k
    if LANES > 1 and not st.lane[i].share:
        for k in range(LANES):
            if k != i and st.active >> k & 1 and st.lane[k].puzzle == st.lane[i].puzzle:
                return k
    return -1


cdef void _finish(sudoku9_state* st, sudoku9_job* job, int i) noexcept nogil:
    """Note the answer of a lane, or add it to that of another lane with this puzzle; take up the next puzzle in it."""
    cdef sudoku9_lane* lane = &st.lane[i]
    cdef sudoku9_lane* other
    cdef int k = _other(st, i)
    lane.base = lane.depth = 0
    if k >= 0:
        other = &st.lane[k]
        other.guesses += lane.guesses
        other.count += lane.count
        other.nodes += lane.nodes
        other.propagations += lane.propagations
    else:
        job.counts[lane.puzzle] = lane.count
        job.guesses[lane.puzzle] = lane.guesses
        if job.feed != NULL and job.feed(job.maker, lane.puzzle):
            _begin(st, job, i, lane.puzzle)
            return
        job.done += 1
    _refill(st, job, i)


cdef void _again(sudoku9_state* st, sudoku9_job* job, int i) noexcept nogil:
    """Search a puzzle in one lane from the start: which of two solutions is the first depends on the lanes."""
    cdef int64_t puzzle = st.lane[i].puzzle
    cdef uint32_t free = 0
    cdef int k
    for k in range(LANES):
        if st.active >> k & 1 and st.lane[k].puzzle == puzzle:
            free |= <uint32_t>1 << k
            job.nodes -= st.lane[k].nodes
            job.propagations -= st.lane[k].propagations
            st.lane[k].base = st.lane[k].depth = 0
    st.active &= ~free
    st.pending &= ~free
    if job.n == 1:  # digits side by side, one lane takes less time
        st.again = True
        return
    st.active |= <uint32_t>1 << i
    _begin(st, job, i, puzzle)
    st.lane[i].share = <int64_t>1 << 62
    for k in range(LANES):
        if free >> k & 1 and k != i:
            _refill(st, job, k)


cdef void _back(sudoku9_state* st, sudoku9_job* job, int i) noexcept nogil:
    """Take up the branch that was put off last, or finish the puzzle."""
    cdef sudoku9_lane* lane = &st.lane[i]
    if lane.depth == lane.base:
        _finish(st, job, i)
    elif not _cut(st, job, i):
        lane.depth -= 1
        _load(st, job, i, st.stack[i][lane.depth])


cdef inline uint32_t _pair(const uint32_t* pairs, int band) noexcept nogil:
    """Return, of the cells of a band with two candidates, the one that sees most of them: of equals the first."""
    cdef uint32_t after = pairs[(band + 1) % 3], before = pairs[(band + 2) % 3], rest = pairs[band]
    cdef uint32_t best = 0, bit, seen, key
    while rest:
        bit = <uint32_t>lsb(rest)
        rest &= rest - 1
        seen = <uint32_t>(popcount(<uint64_t>(after & column[bit]) << 32 | (before & column[bit]))
                          + popcount(pairs[band] & row_and_box[bit]))
        key = seen << 5 | (31 - bit)
        best = key if key > best else best
    return <uint32_t>1 << (31 - (best & 31))


cdef int _few(sudoku9_state* st, int i) noexcept nogil:
    """Return the cell with the fewest candidates, as 32 times its band and its bit: of equals the first.

    All open cells have three or more.
    """
    cdef uint32_t rest, bit
    cdef int fewest = 10, found = 0, k, d, n
    for k in range(3):
        rest = _word(&st.threes[k], i)
        while rest:
            bit = rest & (0 - rest)
            n = 0
            for d in range(9):
                n += _word(&st.may[3 * d + k], i) & bit != 0
            if n < fewest:
                fewest, found = n, 32 * k + lsb(bit)
            rest ^= bit
    return found


cdef void _guess(sudoku9_state* st, sudoku9_job* job, int i) noexcept nogil:
    """Branch on a cell with two candidates: in the band with most of them, the one that sees most of them.

    Without any, branch on a cell with the fewest candidates.
    """
    cdef sudoku9_lane* lane = &st.lane[i]
    cdef uint32_t* entry = st.stack[i][lane.depth]
    cdef uint32_t pairs[3]
    cdef uint32_t cell, word
    cdef int band = 0, digit = 0, most = 0, k, n
    if _cut(st, job, i):
        return
    for k in range(3):
        pairs[k] = _word(&st.twos[k], i) & ~_word(&st.threes[k], i)
        n = popcount(pairs[k])
        if n > most:
            most, band = n, k
    if most:
        cell = _pair(pairs, band)
    else:
        k = _few(st, i)
        band, cell = k >> 5, <uint32_t>1 << (k & 31)
    while not _word(&st.may[3 * digit + band], i) & cell:
        digit += 1
    for k in range(27):
        entry[k] = _word(&st.may[k], i)
    entry[3 * digit + band] &= ~cell
    entry[27] = <uint32_t>band | <uint32_t>lane.filled << 2
    entry[28] = cell if most else 0
    word = _word(&st.may[3 * digit + band], i)
    for k in range(9):
        _set_word(&st.may[3 * k + band], i, _word(&st.may[3 * k + band], i) & ~cell)
    _set_word(&st.may[3 * digit + band], i, word)
    for k in range(3):
        _set_word(&st.naked[k], i, cell if k == band else 0)
    lane.was_filled = lane.filled + 1
    lane.guesses += 1
    lane.nodes += 1
    job.nodes += 1
    if st.active != EVERY and lane.guesses >= lane.share:  # a lane that rests takes the other branch at once
        _hand(st, job, i, lsb(~st.active), entry)
    else:
        lane.depth += 1


cdef inline inlined _solved(sudoku9_state* st, sudoku9_job* job, int i) noexcept nogil:
    """Take the solution that a lane has come to."""
    cdef sudoku9_lane* lane = &st.lane[i]
    cdef int k
    if not lane.share:
        for k in range(LANES):
            if st.lane[k].count and st.active >> k & 1 and st.lane[k].puzzle == lane.puzzle:
                _again(st, job, i)
                return
    if job.all != NULL:
        _read_out(st, job, i, job.all + 81 * job.n_all)
        job.n_all += 1
    elif not lane.count:
        _read_out(st, job, i, job.solutions + 81 * lane.puzzle)
    lane.count += 1
    if lane.count >= lane.limit:
        _finish(st, job, i)
    else:
        _back(st, job, i)


cdef inline inlined _event(sudoku9_state* st, sudoku9_job* job, int i) noexcept nogil:
    """Where a lane stands still or is dead, count what was filled; then go back, branch or take the solution."""
    cdef sudoku9_lane* lane = &st.lane[i]
    cdef uint32_t rest = 0, twos
    cdef int band
    lane.filled = 81
    for band in range(3):
        twos = _word(&st.twos[band], i)
        rest |= twos
        lane.filled -= popcount(twos)
    job.propagations += lane.filled - lane.was_filled
    lane.propagations += lane.filled - lane.was_filled
    if st.dead >> i & 1:
        _back(st, job, i)
    elif rest:
        _guess(st, job, i)
    else:
        _solved(st, job, i)


cdef void _report(const sudoku9_state* st, sudoku9_job* job) noexcept nogil:
    """Say what is known so far of the puzzles in progress."""
    cdef const sudoku9_lane* lane
    cdef int i
    for i in range(LANES):
        if st.active >> i & 1:
            job.counts[st.lane[i].puzzle] = job.guesses[st.lane[i].puzzle] = 0
    for i in range(LANES):
        lane = &st.lane[i]
        if st.active >> i & 1:
            job.counts[lane.puzzle] += lane.count
            job.guesses[lane.puzzle] += lane.guesses


cdef inline void _clear(sudoku9_state* st) noexcept nogil:
    """Set all to 0 but the branches put off: to clear those would take longer than many a search."""
    memset(st, 0, <size_t>(<char*>st.stack - <char*>st))


cdef void _start(void* state, sudoku9_job* job) noexcept nogil:
    """Begin a job."""
    cdef sudoku9_state* st = <sudoku9_state*>state
    cdef int i
    _clear(st)
    for i in range(LANES):
        _refill(st, job, i)


cdef sudoku9_begun _begun(void* state) noexcept nogil:
    """Return what one lane has begun."""
    cdef sudoku9_state* st = <sudoku9_state*>state
    cdef sudoku9_begun one
    one.lane, one.stack = &st.lane[0], &st.stack[0][0][0]
    one.may, one.naked = <uint32_t*>st.may, <uint32_t*>st.naked
    return one


cdef void _adopt(void* state, const sudoku9_begun* one, sudoku9_job* job) noexcept nogil:
    """Take over what one lane has begun: its oldest branches go to the other lanes, and the next puzzles after them."""
    cdef sudoku9_state* st = <sudoku9_state*>state
    cdef const uint32_t* entry = one.stack
    cdef int k
    _clear(st)
    st.active = 1
    st.lane[0] = one.lane[0]
    st.lane[0].base = st.lane[0].depth = 0
    for k in range(27):
        _set_word(&st.may[k], 0, one.may[k])
    for k in range(3):
        _set_word(&st.naked[k], 0, one.naked[k])
    for k in range(one.lane.depth):
        if k + 1 < LANES:
            _hand(st, job, 0, k + 1, entry)
        else:
            memcpy(st.stack[0][st.lane[0].depth], entry, ENTRY * sizeof(uint32_t))
            st.lane[0].depth += 1
        entry += ENTRY
    for k in range(LANES):
        if not st.active >> k & 1:
            _refill(st, job, k)


cdef int _run(void* state, sudoku9_job* job, int64_t goal) noexcept nogil:
    """Search until `goal` nodes were taken up in all, or job.all is full; say how it ended."""
    cdef sudoku9_state* st = <sudoku9_state*>state
    cdef int i
    while st.active:
        if not st.pending:
            if LANES == 1 and job.narrow != NULL:
                st.dead = job.narrow(<uint32_t*>st.may, <uint32_t*>st.naked, <uint32_t*>st.twos,
                                     <uint32_t*>st.threes) == DEAD
                st.still = st.dead ^ 1
            else:
                _sweep_all(st)
                if job.n_groups:
                    _follow_groups(st, job)
                _settle(st)
            st.pending = st.dead | st.still
        while st.pending:
            if job.nodes >= goal or (job.all != NULL and job.n_all == job.room):
                _report(st, job)
                return REMAINS
            i = lsb(st.pending)
            st.pending &= st.pending - 1
            _event(st, job, i)
        if LANES == 1 and job.widen and st.active and st.lane[0].guesses >= job.widen:
            return WIDEN
    return AGAIN if st.again else DONE


_set_tables()
cdef sudoku9_form _form = sudoku9_form(
    LANES, sizeof(sudoku9_state), NULL, _read_cells, _write_cells, _start, _run, NULL, _adopt
)
if LANES == 1:
    _form.begun = _begun
else:
    _form.narrow, _form.read, _form.write = _narrow, _read_bands, _write_bands
form = PyCapsule_New(&_form, NULL, NULL)
