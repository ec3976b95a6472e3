# Unsigned whole numbers of any width, as rows of 64-bit limbs, lowest limb first: counts that outgrow a word.
from libc.stdint cimport uint64_t


cdef inline bint wide_add(uint64_t* total, const uint64_t* term, Py_ssize_t limbs) noexcept nogil:
    """Add `term` to `total`; return whether the sum needs more limbs."""
    cdef uint64_t carry = 0, sum_
    cdef Py_ssize_t i
    for i in range(limbs):
        sum_ = total[i] + term[i]
        total[i] = sum_ + carry
        carry = (sum_ < term[i]) | (total[i] < carry)
    return carry != 0


cdef inline object wide_int(const uint64_t* value, Py_ssize_t limbs):
    """Return the Python int of a row of limbs."""
    total = 0
    cdef Py_ssize_t i
    for i in range(limbs):
        total |= (<object>value[i]) << (64 * i)
    return total
