"""The owner of a kernel's buffers.

A kernel holds one `Pool` and takes all its buffers from it: no class frees anything by hand, and what was taken
before an error is freed as well. Not thread-safe: a pool belongs to one search.
"""

from libc.stdlib cimport calloc, free, realloc

cdef extern from "memory.h" nogil:
    void *zeroed_table(size_t size)


cdef class Pool:
    """Holds the buffers of a kernel and frees them with itself."""

    def __dealloc__(self):
        cdef size_t k
        for k in range(self.n_held):
            free(self.held[k])
        free(self.held)

    cdef bint hold(self, void *block) noexcept nogil:
        """Note a new buffer; whether there was room to note it."""
        cdef void **more
        if self.n_held == self.room:
            more = <void **> realloc(self.held, (2 * self.room + 8) * sizeof(void *))
            if more == NULL:
                return False
            self.held, self.room = more, 2 * self.room + 8
        self.held[self.n_held] = block
        self.n_held += 1
        return True

    cdef void *zeros(self, size_t count, size_t size) except NULL:
        """Return `count` items of `size` bytes, all zero."""
        cdef void *block = calloc(count if count else 1, size if size else 1)
        if block == NULL or not self.hold(block):
            free(block)
            raise MemoryError(f"no room for {count * size:,} bytes")
        return block

    cdef void *table(self, size_t count, size_t size) except NULL:
        """Return `count` items of `size` bytes, all zero, on large pages where the system has them."""
        cdef void *block = NULL
        if size == 0 or count <= (<size_t> -1) // size:
            block = zeroed_table(count * size)
        if block == NULL or not self.hold(block):
            free(block)
            raise MemoryError(f"no room for {count * size:,} bytes")
        return block

    cdef void *resized(self, void *block, size_t count, size_t size) noexcept nogil:
        """Return `block` with room for `count` items, NULL where there is none."""
        cdef size_t k
        cdef void *more
        if size and count > (<size_t> -1) // size:
            return NULL
        if block == NULL:
            more = calloc(count if count else 1, size if size else 1)
            if more == NULL or self.hold(more):
                return more
            free(more)
            return NULL
        for k in range(self.n_held):  # the newest are at the end, and a kernel has a dozen
            if self.held[k] == block:
                more = realloc(block, count * size if count * size else 1)
                if more != NULL:
                    self.held[k] = more
                return more
        return NULL

    cdef void release(self, void *block) noexcept nogil:
        """Free a block now."""
        cdef size_t k
        if block == NULL:
            return
        for k in range(self.n_held):
            if self.held[k] == block:
                free(block)
                self.n_held -= 1
                self.held[k] = self.held[self.n_held]
                return
