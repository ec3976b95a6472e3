"""Writes lines of whole numbers and texts, one for each row of columns; twin: `unriddle.core.reference.numerals`."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memcpy

from .digits cimport digits_of, size_of, written
from .pool cimport Pool
from .types cimport count_t, int64_t, uint8_t


cdef struct column_t:
    const int64_t* values       # numbers, or where each text begins and the last ends
    const uint8_t* data         # of the texts, NULL where there are numbers


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
    cdef const int64_t[::1] values
    cdef const uint8_t[::1] data
    cdef Pool pool = Pool()
    cdef column_t* column = <column_t*>pool.zeros(n_columns + 1, sizeof(column_t))
    cdef const char** texts = <const char**>pool.zeros(n_columns + 1, sizeof(char*))
    cdef count_t* sizes = <count_t*>pool.zeros(n_columns + 1, sizeof(count_t))
    if len(literals) != n_columns + 1:
        raise ValueError(f"{len(literals)} literals, expected {n_columns + 1}")
    for k in range(n_columns + 1):
        texts[k], sizes[k] = literals[k], len(literals[k])
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
    for k in range(n_columns + 1):
        total += n * sizes[k]
    with nogil:
        for k in range(n_columns):
            if column[k].data == NULL:
                for row in range(n):
                    total += digits_of(size_of(column[k].values[row])) + (column[k].values[row] < 0)
    out = PyBytes_FromStringAndSize(NULL, total)
    cdef char* at = PyBytes_AS_STRING(out)
    with nogil:
        for row in range(n):
            for k in range(n_columns):
                memcpy(at, texts[k], sizes[k])
                at += sizes[k]
                if column[k].data == NULL:
                    at = written(at, column[k].values[row])
                else:
                    size = column[k].values[row + 1] - column[k].values[row]
                    memcpy(at, column[k].data + column[k].values[row], size)
                    at += size
            memcpy(at, texts[n_columns], sizes[n_columns])
            at += sizes[n_columns]
    return out
