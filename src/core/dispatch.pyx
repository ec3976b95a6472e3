"""Which vector path the kernels take: the only place that reads ``UNRIDDLE_SIMD``.

A path is the most that a kernel uses: one that has no form of its own for it takes the next below. Answers,
nodes and guesses are the same on every path.
"""

import os
from importlib import import_module

from cpython.pycapsule cimport PyCapsule_GetPointer

cdef extern from "simd.h" nogil:
    int simd_best() noexcept
    int simd_bytes() noexcept

VARIABLE = "UNRIDDLE_SIMD"
"""The environment variable that asks for a path."""

PATHS = ("scalar", "portable", "avx2", "avx512")
"""The vector paths, least first: one thing at a time; what every processor of this kind has; AVX2; AVX-512."""


cdef int best_level() noexcept:
    """Return the place in PATHS of the best path of this processor."""
    return simd_best()


cdef int chosen_level() except -1:
    """Return the place in PATHS of the path that is taken."""
    cdef int most = best_level()
    asked = os.environ.get(VARIABLE)
    if not asked:
        return most
    if asked not in PATHS:
        raise ValueError(f"{VARIABLE}={asked!r}, expected one of {', '.join(PATHS)}")
    return min(<int>PATHS.index(asked), most)


_forms = {}


def _module_of(kernel, level):
    """Return the module of a kernel for a path; that without vectors where it was built without them."""
    path = PATHS[level]
    if path != "portable" or simd_bytes():  # else it is compiled for more than this processor has
        name = f"{kernel}_{path}"
        try:
            return import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
    return import_module(f"{kernel}_{PATHS[0]}")


cdef void* form_of(str kernel, int level) except NULL:
    """Return what a kernel's module for a path holds; it is imported once."""
    form = _forms.get((kernel, level))
    if form is None:
        form = _forms[kernel, level] = _module_of(kernel, min(level, best_level())).form
    return PyCapsule_GetPointer(form, NULL)


KERNELS = (
    "assign.sudoku9",
    "search.peg_numbered",
    "walk.boggle_large",
    "walk.boggle_neighbours",
    "walk.boggle_seeds",
    "walk.boggle_small",
)
"""Kernels that have several forms."""
LATE = (
    "walk.boggle_exhaustive",
    "walk.boggle_large",
    "walk.boggle_tiles",
)
"""Kernels that are imported when a board needs them."""


def import_kernels():
    """Import the kernels, and their forms up to the path that is taken, that a thread may be the first to need.

    Examples
    --------
    >>> import_kernels()
    """
    cdef int level
    core = __name__.rpartition(".")[0]
    for kernel in LATE:
        import_module(f"{core}.{kernel}")
    for kernel in KERNELS:
        for level in range(chosen_level() + 1):
            form_of(f"{core}.{kernel}", level)


def best():
    """Return the best path of this processor.

    Examples
    --------
    >>> best() in PATHS
    True
    """
    return PATHS[best_level()]


def chosen():
    """Return the path that is taken: the best of this processor, or less where ``UNRIDDLE_SIMD`` asks for less.

    Raises
    ------
    ValueError
        ``UNRIDDLE_SIMD`` is neither empty nor one of PATHS.

    Examples
    --------
    >>> PATHS.index(chosen()) <= PATHS.index(best())
    True
    """
    return PATHS[chosen_level()]
