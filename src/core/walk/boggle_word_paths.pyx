"""All paths of one word on a board; twin: `reference.walk.boggle_word_paths`."""

cimport cython

from ..pool cimport Pool
from ..topology cimport MAX_DEGREE, neighbours_of, step_list
from ..types cimport cell_t, count_t, int32_t, int64_t, letter_t, uint8_t

cdef enum:
    MAX_DEPTH = 256
    NONE = -1

cdef struct frame:
    cell_t cell
    int next           # neighbour to try next
    int count
    int position       # letters spelt up to here
    int reading        # row of letters still to be tried on neighbours[next - 1]; NONE where all are
    cell_t neighbours[MAX_DEGREE]


@cython.final
cdef class WordPaths:
    """A resumable search for the paths that spell one word.

    Parameters
    ----------
    rows, cols, topology, wrap
        As for `unriddle.core.topology.neighbours`.
    tiles : uint8 array of shape (rows * cols,)
        Number of each cell's tile.
    tile_letters : uint8 array of shape (n_rows, longest)
        Letter codes of each tile, ended by 255 where shorter; a tile without letters is a hole. Rows behind those
        of the tiles are further readings.
    wildcard : int
        Number of the tile that stands for any one letter; -1 for none.
    word : uint8 array
        Letter codes, 1 to 254.
    first, end : int
        Only paths that start at these cells; all by default.
    others : int32 array of shape (n_rows,), optional
        By row of `tile_letters`: a row behind it with another reading of the same tile; -1 for none.

    Notes
    -----
    Time O(cells + prefixes of the word on the board); one byte a cell.
    """

    cdef Pool pool
    cdef const uint8_t[::1] tiles
    cdef const letter_t[:, ::1] tile_letters
    cdef const letter_t[::1] word
    cdef cell_t rows, cols, start, end
    cdef bint wrap
    cdef int n_steps, depth, wildcard, start_reading
    cdef const int32_t[::1] others
    cdef bint choices            # whether a tile has several readings
    cdef int drow[MAX_DEGREE]
    cdef int dcol[MAX_DEGREE]
    cdef uint8_t* used
    cdef frame* stack
    cdef readonly count_t nodes  # paths taken up that spell the word's beginning
    cdef readonly count_t count  # paths found

    def __cinit__(self, cell_t rows, cell_t cols, int topology, bint wrap, const uint8_t[::1] tiles not None,
                  const letter_t[:, ::1] tile_letters not None, int wildcard,
                  const letter_t[::1] word not None, cell_t first=0, cell_t end=-1,
                  const int32_t[::1] others=None):
        if rows < 1 or cols < 1 or <int64_t>rows * cols > (1 << 31) - 1:
            raise ValueError(f"a board of {rows} x {cols} cells")
        cdef cell_t n_cells = rows * cols, cell
        cdef Py_ssize_t row
        if tiles.shape[0] != n_cells:
            raise ValueError(f"{tiles.shape[0]} tiles, expected {n_cells}")
        if not 1 <= word.shape[0] <= 254:
            raise ValueError(f"a word of {word.shape[0]} letters, expected 1 to 254")
        for cell in range(n_cells):
            if tiles[cell] >= tile_letters.shape[0]:
                raise ValueError(f"tile {tiles[cell]}, expected less than {tile_letters.shape[0]}")
        if end < 0:
            end = n_cells
        if not 0 <= first <= end <= n_cells:
            raise ValueError(f"cells {first} to {end} of {n_cells}")
        self.start_reading, self.choices = NONE, others is not None
        if others is not None:
            if others.shape[0] != tile_letters.shape[0]:
                raise ValueError(f"{others.shape[0]} rows, expected {tile_letters.shape[0]}")
            for row in range(others.shape[0]):
                if others[row] != NONE and not row < others[row] < others.shape[0]:
                    raise ValueError(f"row {others[row]} after row {row}")
            self.others = others
        self.rows, self.cols, self.wrap, self.wildcard = rows, cols, wrap, wildcard
        self.tiles, self.tile_letters, self.word = tiles, tile_letters, word
        self.start, self.end = first, end
        self.n_steps = step_list(topology, self.drow, self.dcol)
        self.pool = Pool()
        self.used = <uint8_t*>self.pool.zeros(n_cells, sizeof(uint8_t))
        self.stack = <frame*>self.pool.scratch(MAX_DEPTH, sizeof(frame))

    cdef int spell(self, int reading, int position) noexcept nogil:
        """Return how many letters are spelt once a tile is added, by a row of letters; 0 where it does not fit."""
        cdef Py_ssize_t place, length = self.word.shape[0]
        cdef letter_t letter
        if reading == self.wildcard:
            return position + 1 if position < length else 0
        if self.tile_letters.shape[1] == 0 or self.tile_letters[reading, 0] == 255:
            return 0
        for place in range(self.tile_letters.shape[1]):
            letter = self.tile_letters[reading, place]
            if letter == 255:
                break
            if position == length or self.word[position] != letter:
                return 0
            position += 1
        return position

    cdef void push(self, cell_t cell, int position) noexcept nogil:
        """Lengthen the path by a cell, after which `position` letters are spelt."""
        cdef frame* top = &self.stack[self.depth]
        top.cell, top.next, top.position, top.reading = cell, 0, position, NONE
        top.count = neighbours_of(self.rows, self.cols, self.wrap, self.drow, self.dcol, self.n_steps, cell,
                                  top.neighbours)
        self.used[cell] = 1
        self.depth += 1
        self.nodes += 1

    def run(self, count_t budget, cell_t[::1] cells not None, int32_t[::1] ends not None):
        """Work for about `budget` steps, or until a buffer is full.

        Parameters
        ----------
        budget : int
            Steps.
        cells : int32 array, written to
            The cells of the paths found, one path after another; room for 254 at least.
        ends : int32 array, written to
            Where each path ends in `cells`; room for none counts paths without keeping them.

        Returns
        -------
        (int, bool)
            Paths written; whether work remains.
        """
        cdef Py_ssize_t written = 0, room = cells.shape[0], slots = ends.shape[0], used = 0, i, length
        cdef frame* top = NULL
        cdef cell_t cell
        cdef int position, reading
        if slots and room < 254:
            raise ValueError(f"room for {room} cells, expected 254 at least")
        length = self.word.shape[0]
        with nogil:
            while budget > 0:
                budget -= 1
                # The next cell, a start or a neighbour of the last one; or another reading of the one before.
                if self.depth == 0:
                    reading = self.start_reading
                    if reading == NONE and self.start == self.end:
                        break
                    cell = self.start if reading == NONE else self.start - 1
                    position = 0
                else:
                    top = &self.stack[self.depth - 1]
                    reading = top.reading
                    if reading == NONE and top.next == top.count:
                        self.used[top.cell] = 0
                        self.depth -= 1
                        continue
                    cell = top.neighbours[top.next if reading == NONE else top.next - 1]
                    position = top.position
                # A path may end here: room for it before the cell is taken.
                if slots and (written == slots or used + self.depth + 1 > room):
                    break
                if reading == NONE:
                    reading = self.tiles[cell]
                    if self.depth == 0:
                        self.start += 1
                    else:
                        top.next += 1
                        if self.used[cell]:
                            continue
                if self.choices:
                    if self.depth == 0:
                        self.start_reading = self.others[reading]
                    else:
                        top.reading = self.others[reading]
                position = self.spell(reading, position)
                if position == 0:  # its letters are not the word's next
                    continue
                if position < length:
                    self.push(cell, position)
                    continue
                self.count += 1
                if slots:
                    for i in range(self.depth):
                        cells[used + i] = self.stack[i].cell
                    cells[used + self.depth] = cell
                    used += self.depth + 1
                    ends[written] = <int32_t>used
                    written += 1
        return written, self.depth > 0 or self.start < self.end or self.start_reading != NONE
