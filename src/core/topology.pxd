# Which cells of a rows x cols board are neighbours.
from .types cimport cell_t

cdef enum:
    MAX_DEGREE = 8

cdef int step_list(int topology, int* drow, int* dcol) noexcept nogil
cdef int neighbours_of(cell_t rows, cell_t cols, bint wrap, const int* drow, const int* dcol, int n_steps,
                       cell_t cell, cell_t* out) noexcept nogil
