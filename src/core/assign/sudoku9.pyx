"""Search of 9×9 Sudokus, up to sixteen side by side; twin: `unriddle.core.assign.reference.sudoku9`."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cython cimport final
from libc.string cimport memset

import numpy as np

from ..dispatch cimport best_level
from ..pool cimport Pool
from ..types cimport count_t, int64_t, uint8_t

cdef extern from "assign/sudoku9.h" nogil:
    ctypedef struct s9_group:
        pass
    ctypedef struct s9_job:
        const uint8_t* puzzles
        const s9_group* groups
        int64_t n_groups
        int64_t n
        int64_t next
        int64_t done
        int64_t limit
        int64_t node_limit
        int64_t nodes
        int64_t propagations
        uint8_t* solutions
        int64_t* counts
        int64_t* guesses
        uint8_t* all
        int64_t room
        int64_t n_all
        int64_t widen
        bint spread
    enum:
        S9_DONE
        S9_REMAINS
        S9_WIDEN
        S9_AGAIN
    int s9_group_of(const uint8_t* cells, s9_group* group) noexcept
    int s9_lanes(int most, int simd) noexcept
    size_t s9_size(int lanes) noexcept
    void s9_start(void* state, s9_job* job, int lanes) noexcept
    void s9_digits(s9_job* job, int lanes) noexcept
    int s9_run(void* state, s9_job* job, int64_t goal, int lanes) noexcept
    void s9_adopt(void* state, const void* one, s9_job* job, int lanes) noexcept


def lanes(int most=16):
    """Return how many puzzles are searched side by side: the most this processor has, and no more than `most`.

    16 with AVX-512, 8 with AVX2, 4 with any vectors (SSE2, NEON), else 1.

    Examples
    --------
    >>> lanes(1)
    1
    """
    return s9_lanes(most, best_level())


cdef uint8_t highest(const uint8_t* digits, int64_t n) noexcept nogil:
    """Return the highest of n digits, 0 where there are none."""
    cdef uint8_t found = 0
    cdef int64_t k
    for k in range(n):
        found = digits[k] if digits[k] > found else found
    return found


cdef enum:
    KEPT = 4

cdef list kept = []  # states of several lanes, for the next puzzle: 164 kB of fresh pages cost more than many a search


cdef class _State:
    """The state of a search of several lanes."""

    cdef Pool pool
    cdef void* at
    cdef int lanes

    def __cinit__(self, int lanes):
        self.pool = Pool()
        self.lanes = lanes
        # Not set: to clear the stacks would take longer than many a search. It stands on a multiple of 64.
        self.at = <void*>((<size_t>self.pool.scratch(s9_size(lanes) + 64, 1) + 63) & ~<size_t>63)


cdef class _Slices:
    """What the searches of one puzzle and of many share: a state, and the nodes that it may take up at a time.

    An object serves one thread at a time; objects are independent.
    """

    cdef Pool pool
    cdef void* state
    cdef s9_job job
    cdef bint busy
    cdef int width
    cdef object keep

    def __cinit__(self):
        self.state = NULL
        memset(&self.job, 0, sizeof(s9_job))

    cdef int start(self, int width) except -1:
        """Begin the job, so many puzzles side by side."""
        cdef void* block
        self.width = width
        # As for `_State`, which is an object more.
        block = self.pool.scratch(s9_size(width) + 64, 1)
        self.state = <void*>((<size_t>block + 63) & ~<size_t>63)
        s9_start(self.state, &self.job, width)
        return 0

    cdef int otherwise(self, int ended, int64_t budget) except -1:
        """Go on with another number of lanes; return how that ended."""
        return ended

    cdef int add_groups(self, const uint8_t[:, ::1] groups) except -1:
        """Let the job keep to groups of cells beside rows, columns and boxes."""
        cdef s9_group* found
        cdef int64_t k
        cdef int n
        if groups is None or groups.shape[0] == 0:
            return 0
        if groups.shape[1] != 81:
            raise ValueError(f"groups of {groups.shape[1]} cells, expected a byte for each of 81")
        found = <s9_group*>self.pool.zeros(groups.shape[0], sizeof(s9_group))
        for k in range(groups.shape[0]):
            n = s9_group_of(&groups[k, 0], &found[k])
            if not 2 <= n <= 9:
                raise ValueError(f"a group of {n} cells, expected 2 to 9")
        self.job.groups = found
        self.job.n_groups = groups.shape[0]
        return 0

    cdef int made_once(self) except -1:
        """Refuse a second call of `__init__`, which would free what a search under way reads."""
        if self.state != NULL:
            raise RuntimeError(f"{type(self).__name__} is made once")
        self.pool = Pool()
        return 0

    def run(self, count_t budget):
        """Take up `budget` nodes more (with several lanes a few more than that); say whether work remains.

        It also stops when `Lane.take` has something to hand out that fills its room.
        """
        cdef int ended
        cdef int64_t goal
        if self.busy or self.state == NULL:
            raise RuntimeError("this search runs in another thread, or was never made")
        goal = self.job.nodes + max(budget, 0)
        self.busy = True
        with nogil:
            ended = s9_run(self.state, &self.job, goal, self.width)
        try:
            while ended > S9_REMAINS:
                ended = self.otherwise(ended, max(budget, 0))
        finally:
            self.busy = False
        return ended == S9_REMAINS

    @property
    def nodes(self):
        """Positions taken up so far: each puzzle itself, and each branch of each guess."""
        return self.job.nodes

    @property
    def propagations(self):
        """Cells filled without a guess, in all branches of all puzzles."""
        return self.job.propagations


@final
cdef class Lane(_Slices):
    """Searches one puzzle, up to `limit` solutions; `Lanes` without arrays around it.

    Equivalent: ``reference.sudoku9.search(cells, limit, groups)``.

    Parameters
    ----------
    cells : bytes of length 81
        Row-major, 1 to 9, 0 is empty.
    limit : int
        Solutions to look for, from 1 up: 1 solves, 2 proves uniqueness.
    every : int
        0, or the number of solutions that `take` is to hand out at a time.
    groups : uint8 array of shape (k, 81), optional
        As for `Lanes`.
    digits : int
        The most digits that are worked at side by side: 16, 8, 4 or 1. With groups it is one.

    Notes
    -----
    O(nodes) time, some 10 kB for the state, after `share` up to 164 kB more. An object serves one thread at a time (a
    second one gets a RuntimeError).

    Examples
    --------
    >>> search = Lane(bytes(81), limit=3)
    >>> search.run(10**6), search.count, search.exhausted
    (False, 3, False)
    """

    cdef object found
    cdef uint8_t[81] solution
    cdef int64_t counted, guessed
    cdef int most      # lanes that may share
    cdef void* alone   # the state of the one lane, while several are at work
    cdef _State wide   # theirs

    def __init__(self, bytes cells not None, count_t limit=2, int every=0, const uint8_t[:, ::1] groups=None,
                 int digits=16):
        cdef const uint8_t* values = cells
        cdef uint8_t[:, ::1] found
        self.made_once()
        if len(cells) != 81 or limit < 1 or every < 0 or highest(values, 81) > 9 or digits < 1:
            raise ValueError("expected 81 cells of at most 9, limit and digits from 1 up, every from 0 up")
        self.add_groups(groups)
        s9_digits(&self.job, s9_lanes(digits, best_level()))
        self.keep = cells
        self.job.n = 1
        self.job.limit = limit
        self.job.node_limit = 1 << 62
        self.job.puzzles = values
        self.job.solutions = self.solution
        self.job.counts = &self.counted
        self.job.guesses = &self.guessed
        self.counted = self.guessed = 0
        if every:
            found = self.found = np.zeros((every, 81), dtype=np.uint8)
            self.job.all = &found[0, 0]
            self.job.room = every
        self.start(1)

    def share(self, count_t guesses, int lanes=16):
        """Let several lanes share the branches of the puzzle from so many guesses on; before the first `run`.

        What is found, and in how many guesses and nodes, stays the same: it is the same tree, and where it has a
        second solution one lane searches it again, so that the first is the same as well. So it is of use where one
        solution is to be expected and proven. Without effect with `every`, and where one solution is enough. A
        search that is stopped in the middle has seen another part of the tree.

        Parameters
        ----------
        guesses : int
            From 1 up.
        lanes : int
            The most lanes that share, as for `Lanes`.
        """
        self.most = s9_lanes(lanes, best_level())
        if guesses < 1 or self.most < 1:
            raise ValueError("expected guesses and lanes from 1 up")
        if self.job.limit > 1 and self.found is None and self.most > 1 and self.width == 1 and self.alone == NULL:
            self.job.widen = guesses

    cdef int otherwise(self, int ended, int64_t budget) except -1:
        """Share the puzzle among lanes, or search it again in one."""
        cdef int64_t goal = self.job.nodes + budget
        if ended == S9_WIDEN:
            self.job.widen = 0
            self.wide = kept.pop() if kept else None
            if self.wide is None or self.wide.lanes != self.most:
                self.wide = _State(self.most)
            self.alone = self.state
            self.state = self.wide.at
            self.width = self.most
            self.job.spread = True
            s9_adopt(self.state, self.alone, &self.job, self.width)
        else:
            self.state = self.alone
            self.width = 1
            self.job.spread = False
            self.job.next = self.job.done = self.job.nodes = self.job.propagations = 0
            self.counted = self.guessed = 0
            goal = budget
            s9_start(self.state, &self.job, 1)
        with nogil:
            ended = s9_run(self.state, &self.job, goal, self.width)
        if ended != S9_REMAINS and self.wide is not None:
            if len(kept) < KEPT:
                kept.append(self.wide)
            self.wide = None
        return ended

    def take(self):
        """Return the solutions found since the last call, as a uint8 array of shape (k, 81); needs `every`."""
        if self.busy or self.found is None:
            raise RuntimeError("this search runs in another thread, or keeps no more than the first solution")
        taken = self.found[: self.job.n_all].copy()
        self.job.n_all = 0
        return taken

    @property
    def count(self):
        """Solutions found so far."""
        return self.counted

    @property
    def exhausted(self):
        """Whether there are no others."""
        return self.job.done == 1 and self.counted < self.job.limit

    @property
    def first(self):
        """The first solution, as bytes; None before it is found, and with `every`."""
        return PyBytes_FromStringAndSize(<char*>self.solution, 81) if self.counted and self.found is None else None

    @property
    def guesses(self):
        """Branchings."""
        return self.guessed


@final
cdef class Lanes(_Slices):
    """Searches of many puzzles, all of them up to `limit` solutions.

    Equivalent: ``for k: solutions[k], counts[k], guesses[k] = reference.sudoku9.search(puzzles[k], limit, groups)``.

    Parameters
    ----------
    puzzles : uint8 array of shape (n, 81)
        Row-major cells, 1 to 9, 0 is empty. Kept, not copied: do not change it before the end.
    limit : int
        Solutions to look for, from 1 up: 1 solves, 2 proves uniqueness.
    node_limit : int
        Nodes that each puzzle may take, from 1 up; 2**62 is as good as none.
    lanes : int
        Puzzles side by side: 16, 8, 4 or 1; the most that is to be had up to this number.
    groups : uint8 array of shape (k, 81), optional
        Sets of 2 to 9 cells, not 0 where a cell is in it, that hold no digit twice, beside rows, columns and boxes.

    Attributes
    ----------
    solutions : uint8 array of shape (n, 81)
        A solution of each puzzle, the first found; zeros where there is none.
    counts : int64 array of shape (n,)
        Solutions found, at most `limit`, those of a search under way included; -1 - found where `node_limit` ended
        the search.
    guesses : int64 array of shape (n,)
        Branchings.
    nodes : int
        Positions taken up by all puzzles: the puzzle itself and each branch of each guess.
    propagations : int
        Cells filled without a guess, in all branches of all puzzles.

    Notes
    -----
    O(sweeps) time, with groups O(sweeps * (1 + k / 4)), 164 kB at most for the state. Guesses, nodes and solutions do
    not depend on `lanes`. An object serves one thread at a time (a second one gets a RuntimeError); objects are
    independent.
    The layout in bands follows the solvers of the New Sudoku Players' forum (http://forum.enjoysudoku.com/,
    "fsss2", "JCZSolve"); one puzzle a lane is this package's.

    Examples
    --------
    >>> search = Lanes(np.zeros((1, 81), np.uint8), limit=3)
    >>> search.run(10**6), search.counts.tolist()
    (False, [3])
    """

    cdef readonly object solutions
    cdef readonly object counts
    cdef readonly object guesses

    def __init__(self, const uint8_t[:, ::1] puzzles not None, count_t limit=2, count_t node_limit=1 << 62,
                 int lanes=16, const uint8_t[:, ::1] groups=None):
        cdef int64_t n = puzzles.shape[0]
        cdef uint8_t[:, ::1] solutions
        cdef int64_t[::1] counts
        cdef int64_t[::1] guesses
        self.made_once()
        if puzzles.shape[1] != 81 or limit < 1 or node_limit < 1:
            raise ValueError("expected puzzles of 81 cells, limit and node_limit from 1 up")
        if n and highest(&puzzles[0, 0], 81 * n) > 9:
            raise ValueError("a cell above 9")
        lanes = s9_lanes(lanes, best_level())
        if lanes < 1:
            raise ValueError("expected lanes from 1 up")
        self.add_groups(groups)
        self.keep = puzzles.base if puzzles.base is not None else puzzles
        self.solutions = np.zeros((n, 81), dtype=np.uint8)
        self.counts = np.zeros(n, dtype=np.int64)
        self.guesses = np.zeros(n, dtype=np.int64)
        self.job.n = n
        self.job.limit = limit
        self.job.node_limit = node_limit
        if n:
            solutions = self.solutions
            counts = self.counts
            guesses = self.guesses
            self.job.puzzles = &puzzles[0, 0]
            self.job.solutions = &solutions[0, 0]
            self.job.counts = &counts[0]
            self.job.guesses = &guesses[0]
        self.start(lanes)

    @property
    def done(self):
        """Puzzles finished."""
        return self.job.done

    @property
    def lanes(self):
        """Puzzles side by side."""
        return self.width
