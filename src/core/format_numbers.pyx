"""Writes lines of whole numbers and texts, one for each row of columns; twin: `reference.format_numbers`."""

from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF
from libc.string cimport memcpy

from .digits cimport digits_of, size_of, two_digits, written
from .pool cimport Pool
from .types cimport count_t, int64_t, uint8_t


cdef extern from "Python.h":
    PyObject* PyBytes_FromStringAndSize(const char* text, Py_ssize_t size) except NULL
    char* PyBytes_AS_STRING(PyObject* text)
    int _PyBytes_Resize(PyObject** text, Py_ssize_t size) except -1

cdef enum:
    PIECE = 16          # bytes that are copied at a time: a size that is known needs no call

cdef struct column_t:
    const int64_t* values       # numbers, or where each text begins and the last ends
    const uint8_t* data         # of the texts, NULL where there are numbers
    int64_t last                # the number that was written last
    int size                    # of the text of one that rose by one, 0 where there is none
    char digit                  # with which the last one ended
    char text[2 * PIECE]


cdef inline char* copied(char* at, const char* text, count_t size) noexcept nogil:
    """Copy a text that has room for whole pieces, as where it goes to has; return the place behind it."""
    cdef count_t k = 0
    while k < size:
        memcpy(at + k, text + k, PIECE)
        k += PIECE
    return at + size


cdef inline char* numbered(char* at, column_t* column, int64_t value) noexcept nogil:
    """Write a number; where it is one more than the last one, most often its last digit alone is another."""
    cdef bint rises = value - 1 == column.last if value > 0 else False
    cdef char* end
    column.last = value
    if 0 <= value < 100:
        column.size = 0
        if value < 10:
            at[0] = <char>(c"0" + value)
            return at + 1
        memcpy(at, &two_digits[2 * value], 2)
        return at + 2
    if rises and column.size and column.digit != c"9":
        column.digit += 1
        end = copied(at, column.text, column.size)
        (end - 1)[0] = column.digit
        return end
    end = written(at, value)
    column.size = 0
    if rises:
        column.size = <int>(end - at)
        memcpy(column.text, at, column.size)
        column.digit = (end - 1)[0]
    return end


# long: checks of the columns and the loop over them share their locals
def row_lines(tuple literals not None, tuple columns not None):
    r"""Return lines of whole numbers and texts with bytes before, between and behind them.

    Equivalent: ``b"".join(literals[0] + str(a).encode() + literals[1] + … for a, … in zip(*columns))``.

    Parameters
    ----------
    literals : tuple of bytes
        One more than columns.
    columns : tuple
        Each an int64 array of shape (n,), or texts: a pair of a uint8 array and an int64 array of shape
        (n + 1,), text i of which is ``data[offsets[i]:offsets[i + 1]]``.

    Raises
    ------
    ValueError
        Another number of literals, columns of different lengths, offsets that fall or leave the texts.

    Notes
    -----
    O(text); some nanoseconds a number.

    Examples
    --------
    >>> import numpy as np
    >>> texts = np.frombuffer(b"teaat", np.uint8), np.array([0, 3, 5])
    >>> row_lines((b"<", b",", b">\n"), (np.array([1, -20]), texts))
    b'<1,tea>\n<-20,at>\n'
    """
    cdef Py_ssize_t n_columns = len(columns), k
    cdef count_t n = 0, row, total = 0, rows, size
    cdef bytes literal
    cdef const int64_t[::1] values
    cdef const uint8_t[::1] data
    cdef Pool pool = Pool()
    cdef column_t* column = <column_t*>pool.zeros(n_columns + 1, sizeof(column_t))
    cdef char** texts = <char**>pool.zeros(n_columns + 1, sizeof(char*))
    cdef count_t* sizes = <count_t*>pool.zeros(n_columns + 1, sizeof(count_t))
    if len(literals) != n_columns + 1:
        raise ValueError(f"{len(literals)} literals, expected {n_columns + 1}")
    for k in range(n_columns + 1):
        literal, sizes[k] = literals[k], len(literals[k])
        texts[k] = <char*>pool.zeros(sizes[k] + PIECE, 1)
        memcpy(texts[k], <const char*>literal, sizes[k])
    for k in range(n_columns):
        if isinstance(columns[k], tuple):
            data, values = columns[k]
            rows = values.shape[0] - 1
            if rows < 0 or values[0] < 0 or values[rows] > data.shape[0]:
                raise ValueError(f"column {k}: offsets beyond its {data.shape[0]} bytes")
            for row in range(rows):
                if values[row] > values[row + 1]:
                    raise ValueError(f"column {k}: text {row} ends before it begins")
            column[k].data = &data[0] if data.shape[0] else <const uint8_t*>b""
            total += values[rows] - values[0]
        else:
            values = columns[k]
            rows = values.shape[0]
        if k and rows != n:
            raise ValueError(f"column {k}: {rows} rows, expected {n}")
        n = rows
        column[k].values = &values[0] if n else NULL
    if not n_columns or n == 0:
        return b""
    cdef int64_t least, most
    cdef int digits
    for k in range(n_columns):
        total += n * sizes[k]
        if column[k].data == NULL:
            least, most = column[k].values[0], column[k].values[0]
            for row in range(n):
                least, most = min(least, column[k].values[row]), max(most, column[k].values[row])
            digits = max(digits_of(size_of(least)), digits_of(size_of(most))) + (least < 0)
            total += n * digits
            column[k].last = -1
    total += n * sizes[n_columns]
    # Pieces are copied whole, so there is room for one behind the end.
    cdef PyObject* made = PyBytes_FromStringAndSize(NULL, total + PIECE)
    cdef char* first = PyBytes_AS_STRING(made)
    cdef char* at = first
    with nogil:
        for row in range(n):
            for k in range(n_columns):
                at = copied(at, texts[k], sizes[k])
                if column[k].data == NULL:
                    at = numbered(at, &column[k], column[k].values[row])
                else:
                    size = column[k].values[row + 1] - column[k].values[row]
                    memcpy(at, column[k].data + column[k].values[row], size)
                    at += size
            at = copied(at, texts[n_columns], sizes[n_columns])
    _PyBytes_Resize(&made, at - first)
    out = <object>made
    Py_DECREF(out)  # the variable has one of its own
    return out
