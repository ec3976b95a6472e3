"""Numbrix and Hidato: a path through all cells with some of its numbers given; twin: `reference.assign.numbrix`."""

cimport cython
import numpy as np

from libc.string cimport memcpy, memset

from .path_board cimport LONGEST, Board, add_clues, allot, bar, checked, number_t, only_cell, retreat, step
from .learning import ClauseSearch
from .path_clauses import clauses_of
from .path_repair import PathRepair
from ..pool cimport Pool
from ..types cimport bitboard_t, cell_t, count_t, uint8_t

cdef enum:
    PATIENCE = 2000     # dead ends in a row before a search for one or two solutions turns to learning
    LONG_PATIENCE = 20_000  # the same for more solutions, which learning is slower to list
    MOST_CANDIDATES = 400_000   # pairs of number and cell that learning takes on
    MOST_BARRED = 4096  # solutions that learning can leave out
    FLEXIBLE = 6        # neighbours from which walks mend themselves
    MOVES = 64          # moves of the walks that count as a node: they take as long
    LONGEST_LEARNING = 1024     # nodes of learning, after which `run` returns: some 10 ms
    LONGEST_REPAIR = 4096       # the same for walks
    FIRST_REPAIR = 256  # nodes for each number that the walks have before the searches with proof go on
    PROOF_SHARE = 4     # nodes of the walks that take as long as one of the searches with proof
    FIRST_LEARNING = 16     # nodes for each number that learning has before the walks begin,
    NARROW_LEARNING = 2048  # and where domains are so narrow that walks get stuck:
    NARROW = 32             # fewer cells than that to a number, on an average, as where steps are those of hexagons


@cython.final
cdef class PathSearch:
    """A resumable search for all paths that visit every cell once and stand on the clues in order.

    Equivalent: ``[p for p in permutations(cells) if neighbours follow each other and p[v - 1] == cell for
    each clue v]``.

    Parameters
    ----------
    table : int32 array of shape (cells, degree)
        Neighbours of each cell, unused places hold the number of cells; from `topology.neighbours`.
    clues : int32 array of shape (cells,)
        Number of each cell from 1, 0 where unknown, -1 where a hole. No number twice.
    limit : int
        Stop after that many solutions.
    stop_each : bool
        Let `run` return at each solution.
    patience : int
        Dead ends in a row, without a solution, after which `learning.ClauseSearch` continues; 0 is 2,000, or
        20,000 where `limit` is above 2; -1 is never.
    starts : uint8 array of shape (cells,), optional
        Non-zero where the first number may stand.
    sweeps : int32 array of shape (orders, cells), optional
        Ranks of the cells: a search that learns then goes over the board in these orders in turns.

    Notes
    -----
    Each number has a bitboard of its cells. It is narrowed to the surroundings of the numbers before and
    after it; a number with one cell takes it from the others; a cell with one number fixes it. Memory is
    cells² / 8 bytes and the changes along one branch. The windows of words that the first propagation
    leaves to a number bound the work of the rest. One object serves one thread.
    """

    cdef Board b
    cdef Pool pool
    cdef readonly count_t count
    cdef public count_t limit
    cdef readonly bint fresh        # the last `run` stopped at a solution
    cdef bint stop_each
    cdef object sweeps              # by order: the ranks of the cells; None where there is none
    cdef bint ended
    cdef bint started
    cdef bint again                 # the last choice's other branch comes next
    cdef count_t own_nodes
    cdef count_t own_guesses
    cdef count_t own_learnt
    cdef object learner
    cdef object candidates          # by variable of the learner: (number, cell)
    cdef object repair              # walks that mend themselves, in turns with the searches with proof
    cdef count_t repair_nodes       # how many nodes their next turn has
    cdef count_t repair_left        # how many this turn has left
    cdef count_t proof_left         # the same for the searches with proof
    cdef list found                 # solutions that a search begun later has to leave out
    cdef set barred                 # the same as bytes, once this search has begun again
    cdef object best
    cdef object last

    def __cinit__(self):
        memset(&self.b, 0, sizeof(Board))

    def __init__(self, const cell_t[:, ::1] table not None, const cell_t[::1] clues not None, count_t limit=2,
                 bint stop_each=False, count_t patience=0, const uint8_t[::1] starts=None, sweeps=None):
        cdef Pool pool = Pool()
        cdef number_t k
        if self.b.domain != NULL:
            raise RuntimeError("a search is set up once")
        k = checked(table, clues)
        self.pool = pool
        allot(&self.b, pool, table, k)
        add_clues(&self.b, &clues[0])
        if sweeps is not None and (sweeps.ndim != 2 or sweeps.shape[1] != clues.shape[0]):
            raise ValueError(f"sweeps of shape {sweeps.shape}, expected ranks of {clues.shape[0]} cells each")
        self.limit = limit
        self.stop_each = stop_each
        self.sweeps = sweeps
        self.b.patience = patience if patience else PATIENCE if limit <= 2 else LONG_PATIENCE
        self.found = []
        self.barred = set()
        if starts is not None:
            if starts.shape[0] != clues.shape[0]:
                raise ValueError(f"{starts.shape[0]} cells to start from, expected {clues.shape[0]}")
            self._add_starts(starts)

    cdef void _add_starts(self, const uint8_t[::1] starts):
        """Keep the first number to some cells."""
        cdef cell_t cell
        for cell in range(self.b.n_cells):
            if not starts[cell] and not bar(&self.b, 0, cell):
                self.ended = True

    def run(self, count_t budget):
        """Visit at most `budget` nodes, for some 10 ms; return whether work remains."""
        cdef int outcome = 0
        cdef count_t before, spent, turn
        cdef bint long_enough = False
        self.fresh = False
        self.b.work = 0
        while not self.ended and self.count < self.limit and budget > 0 and not long_enough:
            before = self.nodes
            if self.repair_left > 0:
                self._mend(min(budget, LONGEST_REPAIR))
                long_enough = True
            elif self.learner is not None:
                turn = min(budget, LONGEST_LEARNING)
                self.learner.run(turn if self.repair is None else min(turn, self.proof_left))
                self.ended = self.learner.exhausted     # not where its limit ended it
                long_enough = True
                if self.learner.fresh:
                    self._keep(self._grid_of(self.learner.solution))
            else:
                turn = budget if self.repair is None else min(budget, self.proof_left)
                with nogil:
                    outcome = step(&self.b, &turn, &self.own_nodes, &self.own_guesses, &self.started, &self.again)
                if self.b.out_of_memory:
                    raise MemoryError("the changes along a branch")
                if outcome < 0:
                    self.ended = True
                elif outcome == 2:
                    self._hand_over()
                elif outcome == 1:
                    grid = self._grid()
                    if not self.barred or grid.tobytes() not in self.barred:
                        self._keep(grid)
                    if self.b.depth == 0:
                        self.ended = True
                    else:
                        retreat(&self.b)
                        self.again = True
                long_enough = self.b.work >= LONGEST
            spent = self.nodes - before
            budget -= spent
            if self.repair is not None and self.repair_left <= 0:
                self.proof_left -= spent
                if self.proof_left <= 0:
                    self.repair_left = self.repair_nodes
            if self.fresh and self.stop_each:
                break
        return not self.ended and self.count < self.limit

    cdef _keep(self, grid):
        self.last = grid
        if self.best is None:
            self.best = grid
        self.count += 1
        self.fresh = True
        if self.repair is not None or (self.b.patience >= 0 and len(self.found) <= MOST_BARRED):
            self.found.append(grid)
        if self.repair is not None and self.count > 1:
            self._stop_mending()

    cdef object _grid(self):
        grid = np.full(self.b.n_cells, -1, dtype=np.int32)
        cdef cell_t[::1] out = grid
        cdef number_t k
        for k in range(self.b.n):
            out[only_cell(&self.b, k)] = k + 1
        return grid

    cdef object _grid_of(self, values):
        grid = np.full(self.b.n_cells, -1, dtype=np.int32)
        cdef cell_t[::1] out = grid
        cdef const cell_t[:, ::1] pairs = self.candidates
        cdef const uint8_t[::1] holds = values
        cdef Py_ssize_t v
        for v in range(pairs.shape[0]):
            if holds[v]:
                out[pairs[v, 1]] = pairs[v, 0] + 1
        return grid

    cdef _hand_over(self):
        """Go back to the root for good, where others go on: learning, and in turns walks that mend themselves."""
        if len(self.found) > MOST_BARRED:
            self.b.patience = -1
            self.found = []
            return
        while self.b.depth > 0:
            retreat(&self.b)
        # The branch taken back last is refuted or not: it is simply opened again.
        self.again = False
        self.b.patience = -1
        self._begin_learning()
        if self.b.degree >= FLEXIBLE and self.count < 2:
            self.repair = PathRepair(self._table(), self._domains())
            self.repair_nodes = FIRST_REPAIR * self.b.n
            if self.learner is None:
                self.repair_left = self.repair_nodes
            else:
                narrow = len(self.candidates) < NARROW * self.b.n
                self.proof_left = (NARROW_LEARNING if narrow else FIRST_LEARNING) * self.b.n

    cdef object _table(self):
        """Return the neighbours: int32 of shape (cells, degree), unused places last."""
        table = np.full((self.b.n_cells, self.b.degree), self.b.n_cells, dtype=np.int32)
        cdef cell_t[:, ::1] out = table
        cdef cell_t cell, other
        cdef int j, n
        for cell in range(self.b.n_cells):
            n = 0
            for j in range(self.b.degree):
                other = self.b.table[cell * self.b.degree + j]
                if other < self.b.n_cells:
                    out[cell, n] = other
                    n += 1
        return table

    cdef object _domains(self):
        """Return the domains: uint64 of shape (numbers, words)."""
        cdef Board* b = &self.b
        domains = np.empty((b.n, b.words), dtype=np.uint64)
        cdef bitboard_t[:, ::1] out = domains
        memcpy(&out[0, 0], b.domain, b.n * b.words * sizeof(bitboard_t))
        return domains

    cdef _begin_learning(self):
        """Hand over to a search that learns, or, where the board is too open for it, to this one again."""
        cdef Py_ssize_t total = 0
        cdef number_t k
        for k in range(self.b.n):
            total += self.b.size[k]
        if total > MOST_CANDIDATES:
            self.barred.update([grid.tobytes() for grid in self.found])
            return
        self.candidates, *rest = clauses_of(self._table(), self._domains(), self.found)
        self.learner = ClauseSearch(len(self.candidates), *rest, self.limit - self.count, True, self._orders())

    cdef object _orders(self):
        """Return the ranks of the learner's candidates, those of their cells; None without sweeps.

        What is decided then borders on what is open along one line only: where it cannot go on, what is learnt is of
        that line. Activity alone jumps about on the board, and undoes what was solved.
        """
        if self.sweeps is None:
            return None
        return np.ascontiguousarray(self.sweeps[:, self.candidates[:, 1]], dtype=np.int32)

    cdef _mend(self, count_t budget):
        """Spend nodes on the walks; once they have had their turn, the searches with proof have as many."""
        cdef count_t before = self.repair.moves, spent
        cdef bint missing = self.repair.run(min(budget, self.repair_left) * MOVES)
        spent = max(1, (self.repair.moves - before + MOVES - 1) // MOVES)
        self.own_nodes += spent
        self.repair_left -= spent
        if self.repair.faults < 0:
            self._stop_mending()
        elif not missing:
            grid = self.repair.numbers
            self.repair.shake(self.b.n)
            if not any([np.array_equal(grid, other) for other in self.found]):
                self._keep(grid)
                self.barred.add(grid.tobytes())
                if self.learner is not None:    # it has to leave out this one too
                    self.own_nodes += self.learner.nodes
                    self.own_guesses += self.learner.guesses
                    self.own_learnt += self.learner.conflicts
                    self.learner = None
        if self.repair_left <= 0 and self.count < self.limit:
            self.proof_left = self.repair_nodes // PROOF_SHARE
            self.repair_nodes *= 2
            if self.learner is None:
                self._begin_learning()

    cdef _stop_mending(self):
        self.repair = None
        self.repair_left = 0

    @property
    def nodes(self):
        """Domains or assignments propagated: the root and one for each choice and each of its refutations."""
        return self.own_nodes + (0 if self.learner is None else self.learner.nodes)

    @property
    def guesses(self):
        """Choices that did not follow."""
        return self.own_guesses + (0 if self.learner is None else self.learner.guesses)

    @property
    def propagations(self):
        """Narrowings of a number's cells, before any learning."""
        return self.b.propagations

    @property
    def learnt(self):
        """Conflicts that the search learnt from; 0 where it did not come to that."""
        return self.own_learnt + (0 if self.learner is None else self.learner.conflicts)

    @property
    def first(self):
        """The first solution: int32, cell -> number from 1, -1 for holes; None before one is found."""
        return self.best

    @property
    def solution(self):
        """The last solution found, as `first`."""
        return self.last

    @property
    def exhausted(self):
        """Whether all solutions have been seen."""
        return self.ended
