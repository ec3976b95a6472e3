# Sets of up to 128 cells: two words, passed by value. Which of them a cell is in is decided where it is asked for.
from libc.stdint cimport uint64_t

from ..bits cimport lsb, popcount
from ..types cimport cell_t

cdef enum:
    MAX_CELLS = 128

ctypedef struct cells_t:
    uint64_t low
    uint64_t high


cdef inline cells_t nothing() noexcept nogil:
    cdef cells_t found
    found.low = 0
    found.high = 0
    return found


cdef inline cells_t one_cell(cell_t cell) noexcept nogil:
    cdef cells_t found
    found.low = <uint64_t>1 << cell if cell < 64 else 0
    found.high = <uint64_t>1 << (cell - 64) if cell >= 64 else 0
    return found


cdef inline cells_t both(cells_t a, cells_t b) noexcept nogil:
    a.low &= b.low
    a.high &= b.high
    return a


cdef inline cells_t either(cells_t a, cells_t b) noexcept nogil:
    a.low |= b.low
    a.high |= b.high
    return a


cdef inline cells_t without(cells_t a, cells_t b) noexcept nogil:
    a.low &= ~b.low
    a.high &= ~b.high
    return a


cdef inline bint some(cells_t a) noexcept nogil:
    return (a.low | a.high) != 0


cdef inline bint has(cells_t a, cell_t cell) noexcept nogil:
    return (a.low >> cell & 1) != 0 if cell < 64 else (a.high >> (cell - 64) & 1) != 0


cdef inline int size_of(cells_t a) noexcept nogil:
    return popcount(a.low) + popcount(a.high)


cdef inline bint single(cells_t a) noexcept nogil:
    """Say whether there is exactly one cell."""
    if a.low:
        return a.high == 0 and a.low & (a.low - 1) == 0
    return a.high != 0 and a.high & (a.high - 1) == 0


cdef inline cell_t first(cells_t a) noexcept nogil:
    """Return the lowest of some cells."""
    return lsb(a.low) if a.low else 64 + lsb(a.high)


cdef inline cell_t taken(cells_t* a) noexcept nogil:
    """Take the lowest of some cells out; return it."""
    cdef cell_t cell
    if a.low:
        cell = lsb(a.low)
        a.low &= a.low - 1
    else:
        cell = 64 + lsb(a.high)
        a.high &= a.high - 1
    return cell
