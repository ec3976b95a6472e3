"""The walk of boggle_neighbours.pyx cell by cell, compiled for the scalar path and, as it is, for the portable one."""
from cpython.pycapsule cimport PyCapsule_New

from ..types cimport uint32_t, uint64_t
from .boggle_neighbours_cells cimport walk_cells
from .boggle_neighbours_state cimport near_form, near_walk


cdef bint _walk(near_walk* w) noexcept nogil:
    return walk_cells(w, <uint32_t>0) if w.n_cells <= 32 else walk_cells(w, <uint64_t>0)


cdef near_form _form = _walk
form = PyCapsule_New(<void*>_form, NULL, NULL)
