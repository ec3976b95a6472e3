# A unit is a set of n cells of a grid of n × n that hold each digit once: rows, columns, boxes and what a variant adds.
# What else a cell has to differ from are its rivals.
cimport cython
from libc.stdint cimport int32_t

from ..pool cimport Pool
from ..types cimport cell_t, mask_t
from .clauses cimport lit_t, var_t

ctypedef int32_t digit_t    # from 0; also how many there are
ctypedef int32_t unit_t
ctypedef int32_t group_t    # a cell, or cells + unit * n + digit

cdef struct Board:
    digit_t n
    cell_t cells
    unit_t n_units
    cell_t* rivals          # of all cells, one after the other: those in none of its units
    int32_t* rival_start    # by cell
    unit_t* unit_of         # of all cells, one after the other
    digit_t* place_in       # parallel to `unit_of`: which place of the unit the cell is
    int32_t* unit_start     # by cell
    var_t* members          # (rows of cells and units, place): see `clauses`
    var_t* stride
    mask_t* allowed         # by cell: the digits that it may have
    const lit_t* clauses    # one after the other
    const int32_t* clause_start
    int32_t n_clauses


@cython.final
cdef class Rules:
    cdef Board board
    cdef Pool pool
    cdef object keep            # arrays that `board` points into
