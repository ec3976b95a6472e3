# The steps of the blank from each cell: what all depth-first searches and beams of sliding puzzles walk along.
from ..types cimport cell_t, uint8_t

cdef enum:
    NO_STEP = 0xff
    NO_WAY = 4            # of the blank where the search begins

# Fill [cell of the blank][way it came] -> cell | way << 5 …, NO_STEP: never straight back. The ways are tried in
# an order of 0 up, 1 left, 2 right, 3 down.
cdef inline int fill_turns(uint8_t (*turns)[5][6], cell_t rows, cell_t cols, order) except -1:
    cdef cell_t cell, row, col
    cdef int came, count, k, way
    cdef int ways[4]
    cdef cell_t steps[4][2]
    steps[0], steps[1], steps[2], steps[3] = [-1, 0], [0, -1], [0, 1], [1, 0]
    if sorted(order) != [0, 1, 2, 3]:
        raise ValueError("order must hold 0, 1, 2 and 3")
    ways[0], ways[1], ways[2], ways[3] = order
    for cell in range(rows * cols):
        for came in range(5):
            count = 0
            for k in range(4):
                way = ways[k]
                row, col = cell // cols + steps[way][0], cell % cols + steps[way][1]
                if way + came != 3 and 0 <= row < rows and 0 <= col < cols:
                    turns[cell][came][count] = row * cols + col | way << 5
                    count += 1
            turns[cell][came][count] = NO_STEP
    return 0
