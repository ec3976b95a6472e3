# A graph in CSR form, checked once, shared by any number of searches and threads.
cimport cython

from libc.stdint cimport int32_t, int64_t

ctypedef int32_t vertex_t  # index of a vertex, 0 to n - 1; -1 is "none"

@cython.final
cdef class Graph:
    cdef readonly object indptr
    cdef readonly object indices
    cdef readonly Py_ssize_t n
    cdef const int64_t[::1] _indptr
    cdef const vertex_t[::1] _indices
    cdef const int64_t* first       # edges of v: column[first[v]] to column[first[v + 1] - 1]
    cdef const vertex_t* column


cdef int check_vertices(const vertex_t[::1] vertices, Py_ssize_t n) except -1
