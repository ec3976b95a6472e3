"""The owner of a kernel's buffers.

A kernel holds one `Pool` and takes all its buffers from it: no class frees anything by hand, and what was taken
before an error is freed as well. Not thread-safe: a pool belongs to one search.
"""

cimport cython

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

cdef extern from "memory.h" nogil:
    void *zeroed_table(size_t size)


@cython.final
cdef class Pool:
    """Holds the buffers of a kernel and frees them with itself."""

    def __dealloc__(self):
        cdef size_t k
        for k in range(self.n_held):
            free(self.held[k])
        if self.held != self.few:
            free(self.held)

    cdef bint hold(self, void *block) noexcept nogil:
        """Note a new buffer; whether there was room to note it."""
        cdef void **more
        if self.room == 0:
            self.held, self.room = self.few, FEW
        if self.n_held == self.room:
            more = <void **> malloc(2 * self.room * sizeof(void *))
            if more == NULL:
                return False
            memcpy(more, self.held, self.n_held * sizeof(void *))
            if self.held != self.few:
                free(self.held)
            self.held, self.room = more, 2 * self.room
        self.held[self.n_held] = block
        self.n_held += 1
        return True

    cdef void *zeros(self, size_t count, size_t size) except NULL:
        """Return `count` items of `size` bytes, all zero."""
        cdef void *block = self.zeros_if_room(count, size)
        if block == NULL:
            raise MemoryError(f"no room for {count * size:,} bytes")
        return block

    cdef void *lined_up(self, size_t count, size_t size) except NULL:
        """Return `count` items of `size` bytes, all zero, at a multiple of 64 bytes."""
        return <void *>((<size_t>self.zeros(count * size + 63, 1) + 63) & ~<size_t>63)

    cdef void *scratch(self, size_t count, size_t size) except NULL:
        """Return `count` items of `size` bytes, not set."""
        cdef void *block = self.resized(NULL, count, size)
        if block == NULL:
            raise MemoryError(f"no room for {count * size:,} bytes")
        return block

    cdef void *zeros_if_room(self, size_t count, size_t size) noexcept nogil:
        """Return `count` items of `size` bytes, all zero, NULL where there is no room."""
        cdef void *block = calloc(count if count else 1, size if size else 1)
        if block != NULL and not self.hold(block):
            free(block)
            return NULL
        return block

    cdef void *table(self, size_t count, size_t size) except NULL:
        """Return `count` items of `size` bytes, all zero, on large pages where the system has them."""
        cdef void *block = self.table_if_room(count, size)
        if block == NULL:
            raise MemoryError(f"no room for {count * size:,} bytes")
        return block

    cdef void *table_if_room(self, size_t count, size_t size) noexcept nogil:
        """Return `count` items of `size` bytes, all zero, on large pages, NULL where there is no room."""
        cdef void *block = NULL
        if size == 0 or count <= (<size_t> -1) // size:
            block = zeroed_table(count * size)
        if block != NULL and not self.hold(block):
            free(block)
            return NULL
        return block

    cdef void *resized(self, void *block, size_t count, size_t size) noexcept nogil:
        """Return `block` with room for `count` items, NULL where there is none."""
        cdef size_t k
        cdef void *more
        if size and count > (<size_t> -1) // size:
            return NULL
        if block == NULL:
            more = malloc(count * size if count * size else 1)
            if more != NULL and not self.hold(more):
                free(more)
                return NULL
            return more
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
