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

# What the module of a kernel holds as its `form`, by the kernel's full name: that of a path, or of the path without
# vectors where it was built without them. NAME_paths.pxi is compiled as NAME_scalar, NAME_avx2 and so on, or
# NAME_PATH.pxi where a path has a form of its own; what this processor lacks is not imported.
cdef void* form_of(str kernel, int level) except NULL
