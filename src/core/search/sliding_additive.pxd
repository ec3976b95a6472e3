# Additive pattern databases as a search uses them: what a step changes is determined by the cells that it passes.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t

from ..pool cimport Pool
from ..types cimport cell_t, cost_t

cdef enum:
    MOST_CELLS = 25
    MOST_PATTERNS = 8
    MOST_VIEWS = 16      # each pattern of the configuration and of its mirror image
    NO_CELL = 31         # a board has 32 cells; those past the last hold NO_TILE
    NO_TILE = 31
    BOARD = 32

# How a step changes a number: cell of the tile and way of the blank, as one view sees them.
cdef struct Passage:
    int32_t shift                  # by how much the tile's cell grows
    int32_t sign                   # whether it passes the tiles between upwards: 1, -1, 0 for adjacent ones
    uint8_t between[MOST_CELLS]    # the cells in between, padded with NO_CELL


cdef class AdditiveTables:
    cdef readonly cell_t rows, cols, n_cells, blank
    cdef readonly int n_patterns, n_views, n_images
    cdef int n_between
    cdef Pool pool
    cdef object arrays                           # of the tables, held
    cdef const uint8_t* tables[MOST_VIEWS]
    cdef cell_t size_of[MOST_VIEWS]
    cdef uint8_t tiles[MOST_VIEWS][8]            # tile of each digit of a number
    cdef uint8_t map[MOST_VIEWS][BOARD]          # cell -> cell as the table has it
    cdef uint8_t view_of[2][BOARD]               # [image][tile] -> view
    cdef int32_t weight[2][BOARD]                # [image][tile] -> weight of its digit
    cdef int32_t passing[2][BOARD][BOARD]        # [image][tile][other] -> change where it passes another upwards
    cdef uint8_t distance[BOARD][BOARD]          # [tile][cell] Manhattan
    cdef Passage* passages                       # [view][cell][way]

    cdef int add_view(self, int image, list tiles, list turn) except -1

    # The number of a placement after `tile` goes from `cell` into the blank, which comes that `way`.
    cdef inline int32_t step(self, int image, int view, int32_t number, const uint8_t* board, uint32_t tile,
                             uint32_t cell, uint32_t way) noexcept nogil:
        cdef const Passage* passage = self.passages + (view * BOARD + cell) * 4 + way
        cdef const int32_t* passing = self.passing[image][tile]
        cdef int32_t change = 0
        cdef int k
        for k in range(self.n_between):
            change += passing[board[passage.between[k]]]
        return number + passage.shift * self.weight[image][tile] + passage.sign * change

    # Half the extra steps of a placement.
    cdef inline uint32_t look_up(self, int view, int32_t number) noexcept nogil:
        return self.tables[view][number >> 1] >> 4 * (number & 1) & 15

    # The number of a view's placement on a board: `where` holds the cell of each tile.
    cdef int32_t number_of(self, int view, const uint8_t* where) noexcept nogil
