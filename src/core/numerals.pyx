"""Writes whole numbers as text, a line for each row of columns; twin: `unriddle.core.reference.numerals`."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memcpy

from .pool cimport Pool
from .types cimport count_t, int64_t, uint64_t

cdef extern from *:
    """
    static const char two_digits[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
        "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
        "8081828384858687888990919293949596979899";
    """
    const char two_digits[]


cdef inline int digits_of(uint64_t value) noexcept nogil:
    """Return how many digits a number has."""
    cdef int digits = 1
    while value >= 10000:
        value //= 10000
        digits += 4
    return digits + (value >= 10) + (value >= 100) + (value >= 1000)


cdef inline uint64_t size_of(int64_t value) noexcept nogil:
    """Return a number without its sign: that of the lowest one has room."""
    return <uint64_t>0 - <uint64_t>value if value < 0 else <uint64_t>value


cdef inline char* written(char* at, int64_t value) noexcept nogil:
    """Write a number; return the place behind it."""
    cdef uint64_t rest = size_of(value), next_
    cdef char* end
    if value < 0:
        at[0] = b"-"
        at += 1
    end = at + digits_of(rest)
    at = end
    while rest >= 10:
        next_ = rest // 100
        at -= 2
        memcpy(at, &two_digits[2 * (rest - next_ * 100)], 2)
        rest = next_
    if rest or at == end:
        (at - 1)[0] = <char>(c"0" + rest)
    return end


def int_lines(tuple literals not None, tuple columns not None):
    r"""Return lines of whole numbers with texts before, between and behind them.

    Equivalent: ``b"".join(literals[0] + str(a).encode() + literals[1] + … for a, … in zip(*columns))``.

    Parameters
    ----------
    literals : tuple of bytes
        One more than columns.
    columns : tuple of int64 arrays of shape (n,)

    Raises
    ------
    ValueError
        Another number of literals, columns of different lengths.

    Notes
    -----
    O(text); some nanoseconds a number.

    Examples
    --------
    >>> import numpy as np
    >>> int_lines((b"<", b",", b">\n"), (np.array([1, 20]), np.array([-3, 0])))
    b'<1,-3>\n<20,0>\n'
    """
    cdef Py_ssize_t n_columns = len(columns), k
    cdef count_t n = 0, row, total = 0
    cdef const int64_t[::1] column
    cdef Pool pool = Pool()
    cdef const int64_t** values = <const int64_t**>pool.zeros(n_columns + 1, sizeof(int64_t*))
    cdef const char** texts = <const char**>pool.zeros(n_columns + 1, sizeof(char*))
    cdef count_t* sizes = <count_t*>pool.zeros(n_columns + 1, sizeof(count_t))
    if len(literals) != n_columns + 1:
        raise ValueError(f"{len(literals)} literals, expected {n_columns + 1}")
    for k in range(n_columns + 1):
        texts[k], sizes[k] = literals[k], len(literals[k])
    for k in range(n_columns):
        column = columns[k]
        if k and column.shape[0] != n:
            raise ValueError(f"column {k}: {column.shape[0]} numbers, expected {n}")
        n = column.shape[0]
        values[k] = &column[0] if n else NULL
    if not n_columns or n == 0:
        return b""
    for k in range(n_columns + 1):
        total += n * sizes[k]
    with nogil:
        for k in range(n_columns):
            for row in range(n):
                total += digits_of(size_of(values[k][row])) + (values[k][row] < 0)
    out = PyBytes_FromStringAndSize(NULL, total)
    cdef char* at = PyBytes_AS_STRING(out)
    with nogil:
        for row in range(n):
            for k in range(n_columns):
                memcpy(at, texts[k], sizes[k])
                at = written(at + sizes[k], values[k][row])
            memcpy(at, texts[n_columns], sizes[n_columns])
            at += sizes[n_columns]
    return out
