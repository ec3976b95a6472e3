# The vocabulary of the kernels. No kernel writes `int` for one of these.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

ctypedef int32_t cell_t      # index of a cell of a board, row-major; -1 or n_cells is "no cell"
ctypedef uint8_t letter_t    # code of a letter in its alphabet, 0 to 62
ctypedef uint32_t node_t     # index of a trie node
ctypedef uint32_t word_t     # number of a word of a lexicon
ctypedef uint64_t bitboard_t  # one bit a cell, bit 0 is cell 0
ctypedef uint64_t mask_t     # one bit a letter, digit, candidate
ctypedef uint32_t cells_t    # a bitboard of at most 32 cells
ctypedef uint32_t letters_t  # a mask of at most 32 letters
ctypedef int64_t count_t     # nodes, paths, solutions
ctypedef int32_t vertex_t    # index of a vertex of a graph, 0 to n - 1; -1 is "none"
ctypedef int64_t edge_t      # index of an edge of a graph in CSR form, each direction one
ctypedef uint32_t state_t    # number of a state, in order of arrival; the root is 0
ctypedef int32_t cost_t      # cost of a step or of a path, number of steps, lower bound of one; -1 is "no path"
