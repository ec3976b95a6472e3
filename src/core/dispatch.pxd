# The vector path that a kernel is to take, as one of the numbers of simd.h.

cdef extern from "simd.h" nogil:
    enum:
        SIMD_SCALAR
        SIMD_PORTABLE
        SIMD_AVX2
        SIMD_AVX512

# `chosen` as a number, for a kernel to keep when it is made; ValueError as `chosen`.
cdef int chosen_level() except -1

# `best` as a number.
cdef int best_level() noexcept
