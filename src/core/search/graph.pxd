# A graph in CSR form, checked once, shared by any number of searches and threads.
cimport cython

from ..types cimport edge_t, vertex_t


@cython.final
cdef class Graph:
    cdef readonly object indptr
    cdef readonly object indices
    cdef readonly Py_ssize_t n
    cdef const edge_t[::1] _indptr
    cdef const vertex_t[::1] _indices
    cdef const edge_t* first       # edges of v: column[first[v]] to column[first[v + 1] - 1]
    cdef const vertex_t* column


cdef int check_vertices(const vertex_t[::1] vertices, Py_ssize_t n) except -1
