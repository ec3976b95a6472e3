"""The owner of a kernel's buffers: what it hands out lives as long as it does, and is freed once."""


cdef class Pool:
    cdef void **held  # the buffers handed out
    cdef size_t n_held, room

    cdef bint hold(self, void *block) noexcept nogil

    # `count` items of `size` bytes, all zero; MemoryError where there is no room.
    cdef void *zeros(self, size_t count, size_t size) except NULL
    # The same on large pages where the system has them, for tables that are read here and there.
    cdef void *table(self, size_t count, size_t size) except NULL
    # `block` (NULL: none yet) with room for `count` items; what is new is not set. NULL where there is no room,
    # and the block stays as it was. For blocks of `zeros`, not for those of `table`.
    cdef void *resized(self, void *block, size_t count, size_t size) noexcept nogil
    # Give a block back before the pool goes; NULL is none.
    cdef void release(self, void *block) noexcept nogil
