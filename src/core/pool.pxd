"""The owner of a kernel's buffers: what it hands out lives as long as it does, and is freed once."""


cdef enum:
    FEW = 16


cdef class Pool:
    cdef void **held      # the buffers handed out
    cdef size_t n_held, room
    cdef void *few[FEW]   # where they are noted as long as they are few: no block of its own for that

    cdef bint hold(self, void *block) noexcept nogil

    # `count` items of `size` bytes, all zero; MemoryError where there is no room.
    cdef void *zeros(self, size_t count, size_t size) except NULL
    # The same at a multiple of 64 bytes: a line of fast memory, and the longest vector.
    cdef void *lined_up(self, size_t count, size_t size) except NULL
    # `zeros`, but what is in them is not set.
    cdef void *scratch(self, size_t count, size_t size) except NULL
    # `zeros`, NULL where there is no room: for loops without the GIL.
    cdef void *zeros_if_room(self, size_t count, size_t size) noexcept nogil
    # `zeros` on large pages where the system has them, for tables that are read here and there.
    cdef void *table(self, size_t count, size_t size) except NULL
    cdef void *table_if_room(self, size_t count, size_t size) noexcept nogil
    # `block` (NULL: none yet) with room for `count` items; what is new is not set. NULL where there is no room,
    # and the block stays as it was. For blocks of `zeros`, not for those of `table`.
    cdef void *resized(self, void *block, size_t count, size_t size) noexcept nogil
    # Give a block back before the pool goes; NULL is none.
    cdef void release(self, void *block) noexcept nogil
