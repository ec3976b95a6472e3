# What one thread writes and another reads while it works: a flag, and how far a search has come.
from .types cimport count_t

cdef extern from "flag.h" nogil:
    void flag_set(int* flag) noexcept
    bint flag_is_set(const int* flag) noexcept
    void store_release(count_t* at, count_t n) noexcept
    count_t load_acquire(const count_t* at) noexcept
