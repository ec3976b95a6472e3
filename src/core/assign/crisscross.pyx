"""A sheet on which words are laid so that they cross; twin: `reference.assign.crisscross`."""

cimport cython

from libc.stdint cimport int32_t, int64_t, uint64_t

from ..pool cimport Pool

cdef enum:
    HORIZONTAL = 1
    VERTICAL = 2


cdef struct spot_t:            # a cell of the sheet
    uint64_t seen[2]           # the last look for a place at which a word from here was tried, across and down
    int32_t letter             # where there is a word
    int32_t directions         # of the words through it; 0: none


cdef struct place_t:
    int32_t row, col
    bint vertical


@cython.final
cdef class Sheet:
    """Words on a sheet without an edge, but with a most of rows and columns that they may take up together.

    The first word is put at row 0, column 0; all others cross one that is there.

    Parameters
    ----------
    letters : int32 array
        The words one behind the other: a number from 0 up for each letter.
    ends : int64 array of shape (n,)
        Where each ends.
    rows, cols : int
        The most that the box of all words may have.

    Attributes
    ----------
    laid : list of (int, int, int, bool)
        Word, row, column and whether it goes down, in the order in which they were put.
    crossings : int
        Cells in which two words cross.
    box : (int, int, int, int)
        First row and column of the words laid, and those behind the last.

    Notes
    -----
    All methods hold the GIL: the random numbers are Python's. A sheet is for one thread.
    """

    cdef Pool pool
    cdef const int32_t[::1] letters
    cdef const int64_t[::1] ends
    cdef spot_t *spots         # of `side` rows and columns; row 0, column 0 is at `origin`
    cdef int64_t *taken        # cells that have a letter, in the order in which they got it
    cdef int32_t *after        # of each of them the next one with the same letter, -1 is none
    cdef int32_t *first        # of each letter the first of `taken`, -1 is none
    cdef int32_t *last
    cdef int64_t side, origin
    cdef int32_t rows, cols, n_letters, n_taken
    cdef int32_t top, left, bottom, right
    cdef uint64_t looks
    cdef readonly list laid
    cdef readonly int crossings

    def __cinit__(self, const int32_t[::1] letters not None, const int64_t[::1] ends not None,
                  int32_t rows, int32_t cols):
        cdef int64_t k, reach, start = 0, longest = 0
        if not ends.shape[0] or ends[ends.shape[0] - 1] != letters.shape[0] or rows < 1 or cols < 1:
            raise ValueError("words that do not end with their letters, or no room")
        for k in range(ends.shape[0]):
            if ends[k] <= start:
                raise ValueError(f"word {k} has no letter")
            longest = max(longest, ends[k] - start)
            start = ends[k]
        self.n_letters = 0
        for k in range(letters.shape[0]):
            if not 0 <= letters[k] < letters.shape[0]:
                raise ValueError(f"letter {letters[k]}, expected 0 to {letters.shape[0] - 1}")
            self.n_letters = max(self.n_letters, letters[k] + 1)
        self.letters, self.ends, self.rows, self.cols = letters, ends, rows, cols
        # Words that cross reach no further than all their letters; another one begins or ends beyond them.
        reach = min(<int64_t>max(rows, cols), letters.shape[0]) + longest + 2
        self.side = 2 * reach + 1
        self.origin = reach * self.side + reach
        self.pool = Pool()
        self.spots = <spot_t*>self.pool.zeros(<size_t>(self.side * self.side), sizeof(spot_t))
        self.taken = <int64_t*>self.pool.zeros(<size_t>letters.shape[0], sizeof(int64_t))
        self.after = <int32_t*>self.pool.zeros(<size_t>letters.shape[0], sizeof(int32_t))
        self.first = <int32_t*>self.pool.zeros(<size_t>self.n_letters, sizeof(int32_t))
        self.last = <int32_t*>self.pool.zeros(<size_t>self.n_letters, sizeof(int32_t))
        self.n_taken, self.looks = 0, 0
        self.clear()

    @property
    def box(self):
        return self.top, self.left, self.bottom, self.right

    def clear(self):
        """Take all words away."""
        cdef int64_t k
        for k in range(self.n_taken):
            self.spots[self.taken[k]].directions = 0
        for k in range(self.n_letters):
            self.first[k] = -1
        self.n_taken, self.crossings, self.laid = 0, 0, []
        self.top = self.left = self.bottom = self.right = 0

    cdef int64_t begin(self, int64_t word) except -1:
        """Return where the letters of a word begin."""
        if not 0 <= word < self.ends.shape[0]:
            raise ValueError(f"word {word}, expected 0 to {self.ends.shape[0] - 1}")
        return self.ends[word - 1] if word else 0

    cdef bint fits(self, int64_t begin, int32_t length, const place_t *place,
                   int32_t *crossings, int32_t *growth) noexcept:
        """Say whether a word can stand at a place; how often it crosses there, and what the box grows by."""
        cdef int32_t k, height = self.bottom - self.top, width = self.right - self.left
        cdef int32_t down = length if place.vertical else 1, along = 1 if place.vertical else length
        cdef int32_t rows = max(self.bottom, place.row + down) - min(self.top, place.row)
        cdef int32_t cols = max(self.right, place.col + along) - min(self.left, place.col)
        cdef int64_t step = self.side if place.vertical else 1, aside = 1 if place.vertical else self.side
        cdef int32_t direction = VERTICAL if place.vertical else HORIZONTAL
        cdef spot_t *spot
        crossings[0] = 0
        if rows > self.rows or cols > self.cols:
            return False
        spot = self.spots + self.origin + place.row * self.side + place.col
        if (spot - step).directions or (spot + step * length).directions:
            return False
        for k in range(length):
            if spot.directions:
                if spot.letter != self.letters[begin + k] or spot.directions & direction:
                    return False
                crossings[0] += 1
            elif (spot + aside).directions or (spot - aside).directions:
                return False
            spot += step
        # A square box leaves the words to come most room near the others.
        growth[0] = rows * cols - height * width + (max(rows, cols) - max(height, width)) * 2
        return True

    def best(self, int64_t word, chance not None):
        """Return where a word crosses most and adds least to the box: row, column, whether down; or None.

        Parameters
        ----------
        word : int
        chance : callable
            Called for each place that the word can have: a float from 0 up to 1 that tells equal ones apart.
        """
        cdef int64_t begin = self.begin(word)
        cdef int32_t length = <int32_t>(self.ends[word] - begin), k, at, crossings, growth
        cdef place_t place, found
        cdef spot_t *spot
        cdef spot_t *start
        cdef double value, best = 0
        cdef bint any_found = False
        self.looks += 1
        for k in range(length):
            at = self.first[self.letters[begin + k]]
            while at >= 0:
                spot = self.spots + self.taken[at]
                place.vertical = spot.directions == HORIZONTAL
                place.row = <int32_t>(self.taken[at] // self.side - self.origin // self.side)
                place.col = <int32_t>(self.taken[at] % self.side - self.origin % self.side)
                at = self.after[at]
                if spot.directions == HORIZONTAL | VERTICAL:
                    continue
                if place.vertical:
                    place.row -= k
                else:
                    place.col -= k
                start = self.spots + self.origin + place.row * self.side + place.col
                if start.seen[place.vertical] == self.looks:
                    continue
                start.seen[place.vertical] = self.looks
                if self.fits(begin, length, &place, &crossings, &growth):
                    value = crossings * 8.0 - growth + <double>chance()
                    if not any_found or value > best:
                        any_found, best, found = True, value, place
        return (found.row, found.col, bool(found.vertical)) if any_found else None

    def put(self, int64_t word, int32_t row, int32_t col, bint vertical):
        """Lay a word; ValueError where it cannot stand, or is not the first and crosses none."""
        cdef int64_t begin = self.begin(word), at, step = self.side if vertical else 1
        cdef int32_t length = <int32_t>(self.ends[word] - begin), k, letter, crossings, growth
        cdef place_t place
        cdef int32_t reach = <int32_t>(self.side // 2) - 1
        place.row, place.col, place.vertical = row, col, vertical
        if not self.laid and (row or col):
            raise ValueError(f"the first word at {row}, {col}, expected 0, 0")
        if (not -reach <= row <= reach - length or not -reach <= col <= reach - length
                or not self.fits(begin, length, &place, &crossings, &growth)
                or (self.laid and not crossings)):
            raise ValueError(f"no place for word {word} at {row}, {col}")
        at = self.origin + row * self.side + col
        for k in range(length):
            if not self.spots[at].directions:
                letter = self.letters[begin + k]
                self.spots[at].letter = letter
                self.taken[self.n_taken] = at
                self.after[self.n_taken] = -1
                if self.first[letter] < 0:
                    self.first[letter] = self.n_taken
                else:
                    self.after[self.last[letter]] = self.n_taken
                self.last[letter] = self.n_taken
                self.n_taken += 1
            self.spots[at].directions |= VERTICAL if vertical else HORIZONTAL
            at += step
        self.crossings += crossings
        self.top, self.left = min(self.top, row), min(self.left, col)
        self.bottom = max(self.bottom, row + (length if vertical else 1))
        self.right = max(self.right, col + (1 if vertical else length))
        self.laid.append((word, row, col, bool(vertical)))
