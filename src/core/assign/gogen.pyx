"""Gogen: letters on a board so that linked letters are neighbours; twin: `reference.assign.gogen`."""

cimport cython
import numpy as np

from libc.stdint cimport int8_t
from libc.string cimport memcpy, memset

from ..bits cimport lsb, popcount
from ..types cimport bitboard_t, cell_t, count_t, letter_t, mask_t

NO_CELL = -1
"""Place of a letter that is not known."""


cdef inline bitboard_t around(const State* s, bitboard_t cells) noexcept nogil:
    """Return the cells with a neighbour in `cells`."""
    cdef bitboard_t side = ((cells << 1) & s.not_first) | ((cells >> 1) & s.not_last)
    cdef bitboard_t wide = side | cells
    return (side | (wide << s.cols) | (wide >> s.cols)) & s.board


cdef inline letter_t take_lowest(mask_t* letters) noexcept nogil:
    """Take the lowest letter out of a set that is not empty."""
    cdef letter_t letter = <letter_t>lsb(letters[0])
    letters[0] &= letters[0] - 1
    return letter


cdef inline bint keep(State* s, bitboard_t* places, letter_t letter, bitboard_t cells, mask_t* dirty) noexcept nogil:
    """Keep only some cells of a letter's places; return whether one is left."""
    cdef bitboard_t kept = places[letter] & cells
    if kept != places[letter]:
        if kept == 0:
            return False
        places[letter] = kept
        dirty[0] |= <mask_t>1 << letter
        s.propagations += 1
    return True


cdef inline bint keep_among(
    State* s, bitboard_t* places, mask_t letters, bitboard_t cells, mask_t* dirty
) noexcept nogil:
    """Keep only some cells of the places of several letters; return whether each has one left."""
    while letters:
        if not keep(s, places, take_lowest(&letters), cells, dirty):
            return False
    return True


cdef inline bint is_one(bitboard_t cells) noexcept nogil:
    return cells & (cells - 1) == 0     # where there is any


cdef inline bint find_hidden(State* s, bitboard_t* places, mask_t fixed, mask_t* dirty) noexcept nogil:
    """Compare cells with letters; return whether every cell can be filled and no two letters need the same.

    Where all letters are bound, a letter that alone may stand on some cell is kept to it.
    """
    cdef bitboard_t once = 0, twice = 0, alone = 0, hidden
    cdef mask_t letters = s.bound
    cdef letter_t letter
    while letters:
        letter = take_lowest(&letters)
        twice |= once & places[letter]
        once |= places[letter]
        if is_one(places[letter]):
            # Two letters cannot share their only cell.
            if alone & places[letter]:
                return False
            alone |= places[letter]
    # Cells that no bound letter can take are for free letters, one each.
    if popcount(s.board & ~once) > s.n_free:
        return False
    # A cell that one letter alone can take is that letter's, unless a free letter may take it.
    hidden = once & ~twice & ~alone
    if s.n_free or hidden == 0:
        return True
    letters = s.bound & ~fixed
    while letters:
        letter = take_lowest(&letters)
        if places[letter] & hidden:
            # No letter fills two cells.
            if not is_one(places[letter] & hidden):
                return False
            keep(s, places, letter, hidden, dirty)
    return True


cdef bint propagate(State* s, bitboard_t* places, mask_t dirty) noexcept nogil:
    """Narrow `places` until nothing follows any more; return whether a solution is still possible.

    `dirty` holds the letters whose places changed: what follows from them is still to be drawn.
    """
    cdef letter_t letter
    cdef mask_t fixed = 0       # letters whose cell has been taken from all others
    while True:
        while dirty:
            letter = take_lowest(&dirty)
            # Linked letters are neighbours: those linked to this one stand around its places.
            if not keep_among(s, places, s.links[letter], around(s, places[letter]), &dirty):
                return False
            # A letter with one place has it for itself.
            if is_one(places[letter]) and not fixed >> letter & 1:
                fixed |= <mask_t>1 << letter
                if not keep_among(s, places, s.bound & ~fixed, ~places[letter], &dirty):
                    return False
                dirty &= ~(<mask_t>1 << letter)
        # Every cell has one letter, and every letter one cell.
        if not find_hidden(s, places, fixed, &dirty):
            return False
        if dirty == 0:
            return True


cdef void set_up(State* s, cell_t rows, cell_t cols, const int8_t* givens, const mask_t* links) noexcept nogil:
    """Fill the state for a puzzle; nothing is searched yet."""
    cdef cell_t n = rows * cols, row, cell
    cdef bitboard_t first = 0
    cdef bitboard_t roomy[MAX_DEGREE + 2]   # by number of neighbours: cells with at least that many
    cdef letter_t a
    cdef int degree
    memset(roomy, 0, sizeof(roomy))
    s.cols = cols
    s.n = n
    s.board = ~<bitboard_t>0 >> (64 - n)
    for row in range(rows):
        first |= <bitboard_t>1 << (row * cols)
    s.not_first = s.board & ~first
    s.not_last = s.board & ~(first << (cols - 1))
    s.bound = 0
    s.depth = 0
    s.started = False
    s.guesses = s.nodes = s.propagations = 0
    for a in range(n):
        s.links[a] = links[a]
        if links[a] or givens[a] >= 0:
            s.bound |= <mask_t>1 << a
        s.places[0][a] = s.board if givens[a] < 0 else <bitboard_t>1 << givens[a]
    s.n_free = n - popcount(s.bound)
    # A letter stands where it has as many neighbours as links.
    for cell in range(n):
        for degree in range(popcount(around(s, <bitboard_t>1 << cell)) + 1):
            roomy[degree] |= <bitboard_t>1 << cell
    for a in range(n):
        s.places[0][a] &= roomy[min(popcount(links[a]), MAX_DEGREE + 1)]


cdef inline void branch(State* s) noexcept nogil:
    """Choose the letter with the fewest cells left, at least two, and lay out its cells at this depth."""
    cdef mask_t letters = s.bound
    cdef letter_t a, best = 0
    cdef int size, rank, lowest = 1 << 20
    cdef bitboard_t* places = s.places[s.depth]
    while letters:
        a = take_lowest(&letters)
        size = popcount(places[a])
        if size > 1:
            rank = size * 64 - popcount(s.links[a])
            if rank < lowest:
                lowest = rank
                best = a
    s.letter[s.depth] = best
    s.untried[s.depth] = places[best]


cdef inline bint is_complete(const State* s) noexcept nogil:
    """Say whether every bound letter has one place."""
    cdef mask_t letters = s.bound
    cdef const bitboard_t* places = s.places[s.depth]
    while letters:
        if not is_one(places[take_lowest(&letters)]):
            return False
    return True


cdef int advance(State* s, count_t budget) noexcept nogil:
    """Visit up to `budget` nodes; return 1 at a solution (the places at this depth), 0 out of budget, -1 at the end."""
    cdef bitboard_t* places
    cdef bitboard_t cell
    cdef letter_t a
    cdef int k
    cdef bint alive
    while budget > 0:
        if not s.started:
            s.started = True
            s.nodes += 1
            budget -= 1
            for a in range(s.n):
                if s.bound >> a & 1 and s.places[0][a] == 0:
                    return -1
            alive = propagate(s, s.places[0], s.bound)
        else:
            while s.depth > 0 and s.untried[s.depth - 1] == 0:
                s.depth -= 1
            if s.depth == 0:
                return -1
            s.nodes += 1
            s.guesses += 1
            budget -= 1
            k = s.depth - 1
            places = s.places[s.depth]
            memcpy(places, s.places[k], s.n * sizeof(bitboard_t))
            cell = s.untried[k] & (~s.untried[k] + 1)
            s.untried[k] ^= cell
            a = s.letter[k]
            places[a] = cell
            alive = propagate(s, places, <mask_t>1 << a)
        if not alive:
            if s.depth == 0:
                return -1
            continue
        if is_complete(s):
            return 1
        branch(s)
        s.depth += 1
    return 0


cdef void write_solution(const State* s, int8_t* out) noexcept nogil:
    """Write the letter of each cell, -1 where a free letter goes."""
    cdef mask_t letters = s.bound
    cdef cell_t cell
    cdef letter_t a
    for cell in range(s.n):
        out[cell] = -1
    while letters:
        a = take_lowest(&letters)
        out[lsb(s.places[s.depth][a])] = <int8_t>a


def check_arrays(cell_t rows, cell_t cols, const int8_t[:, ::1] givens not None, const mask_t[:, ::1] links not None):
    """Raise ValueError unless the arrays of `solve_batch` hold what it assumes; O(their size)."""
    cdef Py_ssize_t board, a
    cdef cell_t n = rows * cols
    cdef mask_t letters
    if not 1 <= rows <= MAX_CELLS or not 1 <= cols <= MAX_CELLS or n > MAX_CELLS:
        raise ValueError(f"{rows} x {cols} cells, expected at most {MAX_CELLS}")
    if givens.shape[1] != n or links.shape[1] != n:
        raise ValueError(f"{givens.shape[1]} givens and {links.shape[1]} links a board, expected {n} of each")
    if givens.shape[0] != links.shape[0]:
        raise ValueError(f"givens of {givens.shape[0]} boards and links of {links.shape[0]}")
    letters = ~<mask_t>0 >> (64 - n)
    for board in range(givens.shape[0]):
        for a in range(n):
            if not -1 <= givens[board, a] < n:
                raise ValueError(f"cell {givens[board, a]} of letter {a}, expected -1 to {n - 1}")
            if links[board, a] & ~letters or links[board, a] >> a & 1:
                raise ValueError(f"links {links[board, a]:#x} of letter {a}, expected other letters below {n}")


@cython.final
cdef class GogenSearch:
    """A resumable search for all placements of the bound letters of one puzzle.

    Equivalent: ``[p for p in placements if all(linked letters are king's neighbours in p)]``.

    Parameters
    ----------
    rows, cols : int
        Size; at most 64 cells. There are as many letters as cells.
    givens : int8 array of shape (cells,)
        Letter -> its cell, -1 where unknown.
    links : uint64 array of shape (cells,)
        Letter -> mask of the letters that must be its neighbours, as a symmetric relation.
    limit : int
        Stop after that many solutions.
    stop_each : bool
        Let `run` return at each solution.

    Notes
    -----
    Bound letters are those that are given or linked; the others fit every place that is left, so the count
    of full grids is `count` times the factorial of `n_free`. Each letter has a bitboard of its places. A
    letter's places are narrowed to the surroundings of its links' places; a letter with one place takes it
    from the others; a cell with one letter fixes that letter. Then the letter with the fewest places is
    tried place by place. One object serves one thread.
    """

    cdef State s
    cdef readonly count_t count
    cdef readonly bint fresh        # the last `run` stopped at a solution
    cdef public count_t limit       # stop after that many solutions
    cdef bint stop_each
    cdef bint ended
    cdef int8_t best[MAX_CELLS]     # the first solution
    cdef int8_t last[MAX_CELLS]
    cdef readonly list choices      # (letter, cell) guessed on the way to the first solution

    def __init__(self, cell_t rows, cell_t cols, const int8_t[::1] givens not None,
                 const mask_t[::1] links not None, count_t limit=2, bint stop_each=False):
        check_arrays(rows, cols, np.asarray(givens)[None, :], np.asarray(links)[None, :])
        set_up(&self.s, rows, cols, &givens[0], &links[0])
        self.count = 0
        self.limit = limit
        self.stop_each = stop_each
        self.fresh = False
        self.ended = False
        self.choices = []

    def run(self, count_t budget):
        """Visit at most `budget` nodes; return whether work remains."""
        cdef count_t before
        cdef int outcome = 0
        self.fresh = False
        while not self.ended and self.count < self.limit and budget > 0:
            before = self.s.nodes
            with nogil:
                outcome = advance(&self.s, budget)
            budget -= self.s.nodes - before
            if outcome < 0:
                self.ended = True
            elif outcome > 0:
                self._keep()
                if self.stop_each:
                    break
        return not self.ended and self.count < self.limit

    cdef void _keep(self):
        cdef int k
        write_solution(&self.s, self.last)
        if self.count == 0:
            write_solution(&self.s, self.best)
            for k in range(self.s.depth):
                self.choices.append((self.s.letter[k], lsb(self.s.places[k + 1][self.s.letter[k]])))
        self.count += 1
        self.fresh = True

    @property
    def exhausted(self):
        """Whether all solutions have been seen."""
        return self.ended

    @property
    def first(self):
        """The first solution: int8, cell -> letter, -1 for any free letter; None before one is found."""
        return None if self.count == 0 else self._grid(self.best)

    @property
    def solution(self):
        """The last solution found, as `first`."""
        return None if self.count == 0 else self._grid(self.last)

    cdef object _grid(self, const int8_t* cells):
        grid = np.empty(self.s.n, dtype=np.int8)
        cdef int8_t[::1] out = grid
        cdef cell_t cell
        for cell in range(self.s.n):
            out[cell] = cells[cell]
        return grid

    @property
    def n_free(self):
        """Letters that are neither given nor linked."""
        return self.s.n_free

    @property
    def nodes(self):
        """Configurations taken up: the root and one for each guess."""
        return self.s.nodes

    @property
    def guesses(self):
        """Places tried that did not follow."""
        return self.s.guesses

    @property
    def propagations(self):
        """Narrowings of a letter's places."""
        return self.s.propagations


def narrow(cell_t rows, cell_t cols, const int8_t[::1] givens not None, const mask_t[::1] links not None):
    """Return the places that propagation alone leaves each letter, or None on a contradiction.

    Parameters
    ----------
    rows, cols, givens, links
        As for `GogenSearch`.

    Returns
    -------
    uint64 array of shape (cells,)
        Letter -> bitboard of its places; all cells for free letters.
    """
    cdef State s
    cdef letter_t a
    check_arrays(rows, cols, np.asarray(givens)[None, :], np.asarray(links)[None, :])
    set_up(&s, rows, cols, &givens[0], &links[0])
    for a in range(s.n):
        if s.places[0][a] == 0 and s.bound >> a & 1:
            return None
    if not propagate(&s, s.places[0], s.bound):
        return None
    masks = np.empty(s.n, dtype=np.uint64)
    cdef bitboard_t[::1] out = masks
    for a in range(s.n):
        out[a] = s.places[0][a]
    return masks


def solve_batch(cell_t rows, cell_t cols, const int8_t[:, ::1] givens not None, const mask_t[:, ::1] links not None,
                int8_t[:, ::1] solutions not None, count_t[::1] counts not None, count_t[::1] nodes not None,
                count_t limit=2, count_t budget=0):
    """Solve many puzzles of one size, the GIL released.

    Parameters
    ----------
    rows, cols : int
        Size; at most 64 cells.
    givens : int8 array of shape (boards, cells)
        Letter -> its cell, -1 where unknown.
    links : uint64 array of shape (boards, cells)
        Letter -> mask of its links.
    solutions : int8 array of shape (boards, cells), output
        The first solution, cell -> letter, -1 for any free letter; all -2 where there is none.
    counts : int64 array of shape (boards,), output
        Placements of the bound letters found, at most `limit`; -1 - found where the budget came first.
    nodes : int64 array of shape (boards,), output
        Nodes visited.
    limit : int
        Stop a board after that many solutions.
    budget : int
        Nodes a board; 0 is no bound.

    Notes
    -----
    Thread-safe for disjoint outputs. About 3 µs for a newspaper's puzzle.
    """
    cdef State s
    cdef Py_ssize_t board, n_boards = givens.shape[0], cell
    cdef count_t found, most = budget if budget > 0 else <count_t>1 << 62
    cdef int outcome
    check_arrays(rows, cols, givens, links)
    for shape in (solutions.shape[0], counts.shape[0], nodes.shape[0]):
        if shape != n_boards:
            raise ValueError(f"output for {shape} boards, expected {n_boards}")
    if solutions.shape[1] != rows * cols:
        raise ValueError(f"solutions of {solutions.shape[1]} cells, expected {rows * cols}")
    with nogil:
        for board in range(n_boards):
            set_up(&s, rows, cols, &givens[board, 0], &links[board, 0])
            for cell in range(s.n):
                solutions[board, cell] = -2
            found = 0
            outcome = 1
            while outcome > 0 and found < limit:
                outcome = advance(&s, most - s.nodes)
                if outcome > 0:
                    if found == 0:
                        write_solution(&s, &solutions[board, 0])
                    found += 1
            counts[board] = found if outcome != 0 else -1 - found
            nodes[board] = s.nodes
