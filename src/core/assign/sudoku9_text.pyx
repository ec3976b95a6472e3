"""Lines of 81 characters to cells of 9×9 Sudokus and back; twin: `reference.assign.sudoku9_text`."""

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_CheckExact, PyUnicode_GET_LENGTH

import numpy as np

from ..types cimport int64_t, uint8_t

cdef extern from "Python.h":
    bint PyUnicode_IS_COMPACT_ASCII(object text)
    void* PyUnicode_DATA(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 highest)

cdef enum:
    CELLS = 81


cdef uint8_t read_line(const uint8_t* line, uint8_t* cells) noexcept nogil:
    """Write the digits of a line, 0 for each mark of an empty cell; return 0 where it has nothing else.

    Where 0 occurs with other marks, or nine times, it may be a symbol: such a line has something else.
    """
    cdef uint8_t wrong = 0, marked = 0, zeros = 0, code, digit, empty
    cdef int k
    # Without a branch, so that the compiler takes many cells at a time.
    for k in range(CELLS):
        code = line[k]
        digit = <uint8_t>(code - <uint8_t>c"0")
        empty = (code == <uint8_t>c".") | (code == <uint8_t>c"*") | (code == <uint8_t>c"_")
        cells[k] = digit if digit <= 9 else 0
        wrong |= (digit > 9) & (empty ^ 1)
        marked |= empty
        zeros += digit == 0
    wrong |= (zeros > 0) & (marked | (zeros == 9))
    return wrong


def read(list lines not None):
    """Return the cells of lines of 81 digits and marks of empty cells (. * _ or 0), or None where some line is no such.

    Equivalent: ``reference.assign.sudoku9_text.read(lines)``.

    Parameters
    ----------
    lines : list of str

    Returns
    -------
    uint8 array of shape (n, 81), or None

    Notes
    -----
    O(81 n) time, in place of a join, an encoding and a translation of all.

    Examples
    --------
    >>> read(["1.*_" + "9" * 77])[0, :6].tolist(), read(["1.0" + "9" * 78])
    ([1, 0, 0, 0, 9, 9], None)
    """
    cdef Py_ssize_t n = len(lines), k
    cdef object line
    found = np.empty((n, CELLS), dtype=np.uint8)
    cdef uint8_t[:, ::1] cells = found
    for k in range(n):
        line = lines[k]
        if not (PyUnicode_CheckExact(line) and PyUnicode_GET_LENGTH(line) == CELLS):
            return None
        if not PyUnicode_IS_COMPACT_ASCII(line):
            return None
        if read_line(<const uint8_t*>PyUnicode_DATA(line), &cells[k, 0]):
            return None
    return found


def write(const uint8_t[:, ::1] cells not None, const int64_t[::1] counts not None):
    """Return the digits of each grid as a line of 81 characters, "" where its count is 0.

    Equivalent: ``reference.assign.sudoku9_text.write(cells, counts)``.

    Parameters
    ----------
    cells : uint8 array of shape (n, 81)
        0 to 9; an empty cell is a space.
    counts : int64 array of shape (n,)

    Notes
    -----
    O(81 n) time.

    Examples
    --------
    >>> write(np.full((2, 81), 7, dtype=np.uint8), np.array([1, 0]))[0][:3]
    '777'
    """
    cdef Py_ssize_t n = cells.shape[0], k
    cdef int j
    cdef uint8_t* text
    cdef const uint8_t* row
    cdef object line
    if cells.shape[1] != CELLS or counts.shape[0] != n:
        raise ValueError(f"expected a row of {CELLS} cells and a count for each grid")
    lines = PyList_New(n)
    for k in range(n):
        line = ""
        if counts[k]:
            line = PyUnicode_New(CELLS, 127)
            text = <uint8_t*>PyUnicode_DATA(line)
            row = &cells[k, 0]
            for j in range(CELLS):
                text[j] = <uint8_t>(row[j] + c"0") if row[j] else <uint8_t>c" "
        Py_INCREF(line)
        PyList_SET_ITEM(lines, k, line)
    return lines
