# Decimal digits of whole numbers
from libc.string cimport memcpy
from .types cimport int64_t, uint64_t

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
