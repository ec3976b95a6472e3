"""Search of 9×9 Sudokus, up to sixteen side by side; twin: `reference.assign.sudoku9`."""

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cython cimport final
from libc.string cimport memcpy, memset

import numpy as np

from ..dispatch cimport SIMD_AVX2, SIMD_AVX512, SIMD_PORTABLE, SIMD_SCALAR, best_level, form_of
from ..bits cimport splitmix64
from ..pool cimport Pool
from ..types cimport count_t, int64_t, uint8_t, uint32_t, uint64_t
from .sudoku9_state cimport (
    REMAINS, WIDEN, bit_of, sudoku9_begun, sudoku9_form, sudoku9_group, sudoku9_job, sudoku9_test,
)

cdef const sudoku9_form* forms[4]  # by vector path, once asked for


cdef const sudoku9_form* form_at(int level) except NULL:
    """Return the form of a vector path."""
    if forms[level] == NULL:
        forms[level] = <const sudoku9_form*>form_of(__name__, level)
    return forms[level]


cdef const sudoku9_form* widest(int most) except NULL:
    """Return the form with the most lanes that this processor has, and no more than `most`, which is from 1 up."""
    cdef int level = min(SIMD_AVX512 if most >= 16 else SIMD_AVX2 if most >= 8 else SIMD_PORTABLE, best_level())
    return form_at(level if most >= 4 else SIMD_SCALAR)


def lanes(int most=16):
    """Return how many puzzles are searched side by side: the most this processor has, and no more than `most`.

    16 with AVX-512, 8 with AVX2, 4 with any vectors (SSE4.1, NEON), else 1.

    Examples
    --------
    >>> lanes(1)
    1
    """
    return widest(most).lanes if most >= 1 else 0


cdef int group_of(const uint8_t* cells, sudoku9_group* group) noexcept nogil:
    """Cells of a group to words; return how many there are."""
    cdef int n = 0, k
    memset(group, 0, sizeof(sudoku9_group))
    for k in range(81):
        if cells[k]:
            group.cells[k // 27] |= <uint32_t>1 << bit_of(k)
            n += 1
    group.whole = n == 9
    return n


cdef uint8_t highest(const uint8_t* digits, int64_t n) noexcept nogil:
    """Return the highest of n digits, 0 where there are none."""
    cdef uint8_t found = 0
    cdef int64_t k
    for k in range(n):
        found = digits[k] if digits[k] > found else found
    return found


cdef void* place_of(object array) except NULL:
    """Return where the memory of an array begins, which is there as long as the array; a memoryview takes longer."""
    cdef Py_buffer view
    PyObject_GetBuffer(array, &view, PyBUF_WRITABLE)
    PyBuffer_Release(&view)
    return view.buf


cdef enum:
    KEPT = 4

cdef list kept = []  # states of several lanes, for the next puzzle: 164 kB of fresh pages cost more than many a search


cdef void* room_of(const sudoku9_form* form, Pool pool) except NULL:
    """Return room for a state, on a multiple of 64.

    It is not set: to clear the stacks would take longer than many a search.
    """
    return <void*>((<size_t>pool.scratch(form.size + 64, 1) + 63) & ~<size_t>63)


cdef class _State:
    """The state of a search of several lanes."""

    cdef Pool pool
    cdef void* at
    cdef const sudoku9_form* form

    cdef int make(self, const sudoku9_form* form) except -1:
        self.pool = Pool()
        self.form = form
        self.at = room_of(form, self.pool)
        return 0


cdef _State state_of(const sudoku9_form* form):
    """Return a state, one of those kept where it has this form."""
    cdef _State found = None
    try:
        found = kept.pop()
    except IndexError:  # none is left; another thread may have taken the last
        pass
    if found is None or found.form != form:
        found = _State()
        found.make(form)
    return found


cdef int keep_state(_State state) except -1:
    """Keep a state for another search."""
    if len(kept) < KEPT:
        kept.append(state)
    return 0


cdef class _Slices:
    """What the searches of one puzzle and of many share: a state, and the nodes that it may take up at a time.

    An object serves one thread at a time; objects are independent.
    """

    cdef Pool pool
    cdef void* state
    cdef sudoku9_job job
    cdef const sudoku9_form* form
    cdef const sudoku9_form* most  # of the lanes that take over from one
    cdef void* alone               # the state of the one lane, while several are at work
    cdef _State wide               # theirs
    cdef bint busy, over
    cdef object keep

    def __cinit__(self):
        self.state = NULL
        memset(&self.job, 0, sizeof(sudoku9_job))

    cdef int start(self, const sudoku9_form* form) except -1:
        """Begin the job in the lanes of a form."""
        self.form = form
        if form.lanes > 1:
            self.wide = state_of(form)
            self.state = self.wide.at
        else:
            self.state = room_of(form, self.pool)  # `_State` would be an object more
        form.start(self.state, &self.job)
        return 0

    cdef int otherwise(self, int ended, int64_t budget) except -1:
        """Share the puzzle among lanes, or search it again in one; return how that ended."""
        cdef int64_t goal = self.job.nodes + budget
        cdef sudoku9_begun begun
        if ended == WIDEN:
            self.job.widen = 0
            self.wide = state_of(self.most)
            begun = self.form.begun(self.state)
            self.alone = self.state
            self.state, self.form = self.wide.at, self.most
            self.form.adopt(self.state, &begun, &self.job)
        else:
            self.state, self.form = self.alone, form_at(SIMD_SCALAR)
            self.job.share = 1 << 62
            self.job.next = self.job.done = self.job.nodes = self.job.propagations = 0
            goal = budget
            self.form.start(self.state, &self.job)
        with nogil:
            ended = self.form.run(self.state, &self.job, goal)
        return ended

    cdef int add_groups(self, const uint8_t[:, ::1] groups) except -1:
        """Let the job keep to groups of cells in addition to rows, columns and boxes."""
        cdef sudoku9_group* found
        cdef int64_t k
        cdef int n
        if groups is None or groups.shape[0] == 0:
            return 0
        if groups.shape[1] != 81:
            raise ValueError(f"groups of {groups.shape[1]} cells, expected a byte for each of 81")
        found = <sudoku9_group*>self.pool.zeros(groups.shape[0], sizeof(sudoku9_group))
        for k in range(groups.shape[0]):
            n = group_of(&groups[k, 0], &found[k])
            if not 2 <= n <= 9:
                raise ValueError(f"a group of {n} cells, expected 2 to 9")
        self.job.groups = found
        self.job.n_groups = groups.shape[0]
        return 0

    cdef int made_once(self) except -1:
        """Refuse a second call of `__init__`, which would free what a search in progress reads."""
        if self.state != NULL:
            raise RuntimeError(f"{type(self).__name__} is made once")
        self.pool = Pool()
        self.job.share = 1 << 62
        return 0

    def run(self, count_t budget):
        """Take up `budget` nodes more (with several lanes a few more than that); say whether work remains.

        It also stops when `Lane.take` has something to hand out that fills its room.
        """
        cdef int ended
        cdef int64_t goal
        if self.busy or self.state == NULL:
            raise RuntimeError("this search runs in another thread, or was never made")
        if self.over:
            return False
        goal = self.job.nodes + max(budget, 0)
        self.busy = True
        with nogil:
            ended = self.form.run(self.state, &self.job, goal)
        try:
            while ended > REMAINS:
                ended = self.otherwise(ended, max(budget, 0))
            self.over = ended != REMAINS
            if self.over and self.wide is not None:
                keep_state(self.wide)
                self.wide = None
        finally:
            self.busy = False
        return ended == REMAINS

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

    Equivalent: ``reference.assign.sudoku9.search(cells, limit, groups)``.

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

    def __init__(self, bytes cells not None, count_t limit=2, int every=0, const uint8_t[:, ::1] groups=None,
                 int digits=16):
        cdef const uint8_t* values = cells
        cdef uint8_t[:, ::1] found
        cdef const sudoku9_form* form
        self.made_once()
        if len(cells) != 81 or limit < 1 or every < 0 or highest(values, 81) > 9 or digits < 1:
            raise ValueError("expected 81 cells of at most 9, limit and digits from 1 up, every from 0 up")
        self.add_groups(groups)
        form = widest(digits)
        self.job.read, self.job.write = form.read, form.write
        self.job.narrow = NULL if self.job.n_groups else form.narrow
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
        self.start(form_at(SIMD_SCALAR))

    def share(self, count_t guesses, int lanes=16):
        """Let several lanes share the branches of the puzzle from that many guesses on; before the first `run`.

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
        if guesses < 1 or lanes < 1:
            raise ValueError("expected guesses and lanes from 1 up")
        self.most = widest(lanes)
        if self.job.limit > 1 and self.found is None and self.most.lanes > 1 and self.alone == NULL:
            self.job.widen = self.job.share = guesses

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

    Equivalent: ``for k: solutions[k], counts[k], guesses[k] = search(puzzles[k], limit, groups)`` of the twin.

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
        Sets of 2 to 9 cells, not 0 where a cell is in it, that hold no digit twice, besides rows, columns and boxes.
    share : int
        0, or the guesses of a puzzle from which lanes that have no other one share its branches, as in `Lane.share`.
        As many puzzles as lanes, or fewer, begin in one lane so. Without effect where one solution is enough, or with
        `node_limit`.

    Attributes
    ----------
    solutions : uint8 array of shape (n, 81)
        A solution of each puzzle, the first found; zeros where there is none.
    counts : int64 array of shape (n,)
        Solutions found, at most `limit`, those of a search in progress included; -1 - found where `node_limit` ended
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
                 int lanes=16, const uint8_t[:, ::1] groups=None, count_t share=0):
        cdef int64_t n = puzzles.shape[0]
        cdef const sudoku9_form* form
        self.made_once()
        if puzzles.shape[1] != 81 or limit < 1 or node_limit < 1:
            raise ValueError("expected puzzles of 81 cells, limit and node_limit from 1 up")
        if n and highest(&puzzles[0, 0], 81 * n) > 9:
            raise ValueError("a cell above 9")
        if lanes < 1 or share < 0:
            raise ValueError("expected lanes from 1 up, share from 0 up")
        self.add_groups(groups)
        self.keep = puzzles.base if puzzles.base is not None else puzzles
        self.solutions = np.zeros((n, 81), dtype=np.uint8)
        both = np.zeros((2, n), dtype=np.int64)
        self.counts, self.guesses = both[0], both[1]
        self.job.n = n
        self.job.limit = limit
        self.job.node_limit = node_limit
        if n:
            self.job.puzzles = &puzzles[0, 0]
            self.job.solutions = <uint8_t*>place_of(self.solutions)
            self.job.counts = <int64_t*>place_of(both)
            self.job.guesses = self.job.counts + n
        form = widest(lanes)
        self.job.read, self.job.write = form.read, form.write
        if share and limit > 1 and node_limit >= 1 << 62 and form.lanes > 1:
            self.job.share = share
            if 0 < n <= form.lanes:
                self.job.widen = share
                self.job.narrow = NULL if self.job.n_groups else form.narrow
                self.most, form = form, form_at(SIMD_SCALAR)
        self.start(form)

    @property
    def done(self):
        """Puzzles finished."""
        return self.job.done

    @property
    def lanes(self):
        """Puzzles side by side."""
        return 0 if self.form == NULL else self.form.lanes if self.most == NULL else self.most.lanes


cdef enum:
    AT_ONCE = 16  # grids that are tested together
    EARLY = 46    # of 81 clues: up to this number, few that are tried are needed


cdef struct removal:
    const uint8_t* orbits    # n × width cells
    int width, least, left   # clues: fewest, and how many there are
    int slots                # grids that are tested together here
    uint8_t cells[81]        # what is left of the grid
    uint8_t todo[81]         # orbits that are not decided, in their order
    int n_todo
    uint8_t tried[AT_ONCE * 81]
    uint8_t solved[AT_ONCE * 81]
    sudoku9_test tests[AT_ONCE]
    int64_t counts[AT_ONCE]
    int64_t guesses[AT_ONCE]


cdef int emptied(const removal* r, int orbit, uint8_t* cells) noexcept nogil:
    """Empty the cells of an orbit; return how many clues they were."""
    cdef int k, cell, n = 0
    for k in range(r.width):
        cell = r.orbits[orbit * r.width + k]
        n += cells[cell] != 0
        cells[cell] = 0
    return n


cdef int clues_of(const removal* r, int orbit) noexcept nogil:
    cdef uint8_t cells[81]
    memcpy(cells, r.cells, 81)
    return emptied(r, orbit, cells)


cdef void test_of(removal* r, int k, int orbit, int n) noexcept nogil:
    """Say what the k-th grid is searched for: where one clue is missing, any solution without its digit there."""
    cdef int cell = r.orbits[orbit * r.width]
    r.tests[k].limit, r.tests[k].node_limit, r.tests[k].cell = 2, 1 << 62, -1
    if n == 1 and r.width == 1:
        r.tests[k].limit, r.tests[k].cell, r.tests[k].digit = 1, cell, r.cells[cell] - 1


cdef inline bint needless(const removal* r, int k) noexcept nogil:
    """Return whether the k-th grid has no other solution."""
    return r.counts[k] == (1 if r.tests[k].cell < 0 else 0)


cdef int decide(removal* r, sudoku9_job* job, const sudoku9_form* form, void* state, int step, int most) noexcept nogil:
    """Decide some orbits; return how many of them go.

    With fewer clues there are no fewer solutions: an orbit that cannot go alone cannot go later, and those that come
    first go up to the one that cannot go with all before it. The first ones are tried with all before them, `most`
    grids that are `step` orbits apart. With a step of 1 as many as there is room for are tried alone.
    """
    cdef uint8_t cells[81]
    cdef int taken = 0, alone = 0, first = 0, k, gone = 0, rest = 0, left = r.left, ahead = 0
    memcpy(cells, r.cells, 81)
    while taken < most and ahead < r.n_todo:
        left -= emptied(r, r.todo[ahead], cells)
        if left < r.least:
            break
        ahead += 1
        if ahead % step == 0 or ahead == r.n_todo:
            memcpy(&r.tried[81 * taken], cells, 81)
            test_of(r, taken, r.todo[ahead - 1], step)
            taken += 1
    if step == 1:
        alone = min(r.slots - taken, r.n_todo - 1)
    for k in range(alone):
        memcpy(&r.tried[81 * (taken + k)], r.cells, 81)
        test_of(r, taken + k, r.todo[k + 1], 1)
        emptied(r, r.todo[k + 1], &r.tried[81 * (taken + k)])
    job.next = job.done = job.nodes = 0
    job.n = taken + alone
    form.start(state, job)
    form.run(state, job, 1 << 62)
    while first < taken and needless(r, first):
        first += 1
    ahead = min(first * step, r.n_todo)
    for k in range(r.n_todo):
        if k >= ahead:
            if step == 1 and ((k == first and k < taken) or (0 < k <= alone and not needless(r, taken + k - 1))):
                continue  # it stays
            if r.left - clues_of(r, r.todo[k]) < r.least:
                continue
            if step > 1 or gone or rest or k > alone:
                r.todo[rest] = r.todo[k]
                rest += 1
                continue
        r.left -= emptied(r, r.todo[k], r.cells)
        gone += 1
    r.n_todo = rest
    return gone


def without_needless(bytes solved not None, const uint8_t[:, ::1] orbits not None, int least=0, int lanes=16):
    """Take away the clues of a grid that are not needed for its solution to be the only one.

    Equivalent: ``for orbit in orbits: empty its cells if at least `least` clues stay and one solution``.

    Parameters
    ----------
    solved : bytes of length 81
        A solution.
    orbits : uint8 array of shape (n, width)
        Cells that are emptied together, in the order in which it is tried; a shorter row repeats a cell. No cell is in
        two rows, and there are at most 81.
    least : int
        Clues that stay at least.
    lanes : int
        As for `Lanes`.

    Returns
    -------
    bytes of length 81

    Notes
    -----
    The cells do not depend on `lanes`. O(n) searches at worst, many of them side by side.
    """
    cdef const uint8_t* values = solved
    cdef removal r
    cdef sudoku9_job job
    cdef const sudoku9_form* form
    cdef _State room
    cdef int k, n = orbits.shape[0], together, step
    if len(solved) != 81 or n > 81 or orbits.shape[1] > 81 or lanes < 1 or highest(values, 81) > 9:
        raise ValueError("expected 81 cells of at most 9, at most 81 orbits, lanes from 1 up")
    if n and orbits.shape[1] and highest(&orbits[0, 0], n * orbits.shape[1]) > 80:
        raise ValueError("a cell above 80")
    form = widest(lanes)
    memset(&job, 0, sizeof(job))
    job.read, job.write = form.read, form.write
    job.narrow = form.narrow
    job.limit, job.node_limit, job.share = 2, 1 << 62, 1 << 62
    job.puzzles, job.solutions, job.counts, job.guesses = r.tried, r.solved, r.counts, r.guesses
    job.tests = r.tests
    memcpy(r.cells, values, 81)
    r.orbits, r.width, r.least, r.left = &orbits[0, 0] if n else NULL, orbits.shape[1], least, 81
    r.n_todo = n
    for k in range(n):
        r.todo[k] = <uint8_t>k
    room = state_of(form)
    r.slots = min(AT_ONCE, 2 * form.lanes) if form.lanes > 1 else 1
    step, together = n * EARLY // 81 // form.lanes, min(2, form.lanes)
    with nogil:
        while r.n_todo:
            if step > 1:
                decide(&r, &job, form, room.at, step, form.lanes)
                step //= max(2, form.lanes)
            else:
                together = min(form.lanes, decide(&r, &job, form, room.at, 1, together) + 1)
    keep_state(room)
    return PyBytes_FromStringAndSize(<char*>r.cells, 81)


cdef enum:  # what is tested of a grid in the making
    FRESH
    FILLING   # whether it has a solution with one more value, and no other one
    EMPTYING  # whether it has another solution without some clues
    PROVING   # its guesses
cdef enum:
    DRAWS = 12       # random values that are looked at together
    SPAN = 32        # clues that are taken away together as long as none of them is needed
    FREE = 1 << 20   # nodes that are as good as no limit: then clues need not be tried one by one


cdef struct making:
    uint64_t random
    int phase
    uint32_t seen[27]      # digits of each row, column and box
    int cell, digit        # FILLING: what is tried
    int step, span, left   # EMPTYING: orbits from `step` on are not decided, `span` of them are tried; clues
    uint8_t cells[81]
    uint8_t order[81]


cdef struct makers:
    making* of
    sudoku9_job* job
    uint8_t* tried         # what is searched, of each
    const uint8_t* orbits
    uint8_t* sizes
    int n_orbits, width, least
    int64_t node_limit


cdef void in_order(uint64_t* random, uint8_t* order, int n) noexcept nogil:
    """Write the order of n random numbers, at most 81; of equals the first comes first."""
    cdef uint64_t keys[81]
    cdef uint64_t key
    cdef int k, place
    for k in range(n):
        key = splitmix64(random)
        place = k
        while place and keys[place - 1] > key:
            keys[place], order[place] = keys[place - 1], order[place - 1]
            place -= 1
        keys[place], order[place] = key, <uint8_t>k


cdef inline int box_of(int cell) noexcept nogil:
    return cell // 27 * 3 + cell % 9 // 3


cdef void put(making* m, int cell, int digit) noexcept nogil:
    m.cells[cell] = <uint8_t>(digit + 1)
    m.seen[cell // 9] |= <uint32_t>1 << digit
    m.seen[9 + cell % 9] |= <uint32_t>1 << digit
    m.seen[18 + box_of(cell)] |= <uint32_t>1 << digit


cdef void fill_boxes(making* m) noexcept nogil:
    """Fill the boxes of a diagonal at random."""
    cdef uint8_t order[9]
    cdef int box, k
    for box in range(3):
        in_order(&m.random, order, 9)
        for k in range(9):
            put(m, 30 * box + 9 * (k // 3) + k % 3, order[k])


cdef void draw(making* m) noexcept nogil:
    """Draw values, some at a time, until one fits: the first of those."""
    cdef uint64_t drawn
    cdef int _, cell, digit
    m.cell = -1
    while m.cell < 0:
        for _ in range(DRAWS):
            drawn = splitmix64(&m.random)
            cell, digit = <int>(drawn % 81), <int>(drawn // 81 % 9)
            if m.cell < 0 and not m.cells[cell] and not (
                    m.seen[cell // 9] | m.seen[9 + cell % 9] | m.seen[18 + box_of(cell)]) >> digit & 1:
                m.cell, m.digit = cell, digit


cdef bint is_single(const makers* all, const making* m) noexcept nogil:
    """Return whether one clue is tried: then any solution without its digit there is another one."""
    return m.span == 1 and all.width == 1 and all.node_limit >= FREE


cdef void begin_emptying(const makers* all, making* m, const uint8_t* solved) noexcept nogil:
    """Take the clues of a full grid away, in an order at random."""
    memcpy(m.cells, solved, 81)
    in_order(&m.random, m.order, all.n_orbits)
    m.phase, m.step, m.left = EMPTYING, 0, 81
    m.span = SPAN if all.node_limit >= FREE else 1


cdef void decide_some(const makers* all, making* m, const uint8_t* tried, int64_t count) noexcept nogil:
    """Take away what is not needed. Else try half of it; what is needed alone stays."""
    cdef int k
    if count == (0 if is_single(all, m) else 1):
        for k in range(m.step, m.step + m.span):
            m.left -= all.sizes[m.order[k]]
        memcpy(m.cells, tried, 81)
        m.step += m.span
    elif m.span == 1:
        m.step += 1
    m.span = max(1, m.span // 2)


cdef bint next_some(const makers* all, making* m, uint8_t* tried, sudoku9_test* test) noexcept nogil:
    """Take away the next orbits, as far as enough clues stay; return whether there are any."""
    cdef const uint8_t* orbit
    cdef int left = m.left, n = 0, k
    while m.step < all.n_orbits and m.left - all.sizes[m.order[m.step]] < all.least:
        m.step += 1
    memcpy(tried, m.cells, 81)
    while n < m.span and m.step + n < all.n_orbits and left - all.sizes[m.order[m.step + n]] >= all.least:
        orbit = all.orbits + m.order[m.step + n] * all.width
        for k in range(all.width):
            tried[orbit[k]] = 0
        left -= all.sizes[m.order[m.step + n]]
        n += 1
    m.span = n
    if is_single(all, m):
        test.limit, test.cell = 1, orbit[0]
        test.digit = m.cells[orbit[0]] - 1
    test.node_limit = all.node_limit
    return n > 0


cdef bint feed(void* maker, int64_t puzzle) noexcept nogil:
    """Make the next test of a grid; return whether there is one."""
    cdef const makers* all = <const makers*>maker
    cdef making* m = &all.of[puzzle]
    cdef sudoku9_test* test = &all.job.tests[puzzle]
    cdef uint8_t* tried = all.tried + 81 * puzzle
    cdef int64_t count = all.job.counts[puzzle]
    if m.phase == PROVING:
        return False
    if m.phase == FRESH:
        fill_boxes(m)
        m.phase = FILLING
    elif m.phase == EMPTYING:
        decide_some(all, m, tried, count)
    else:
        if count:
            put(m, m.cell, m.digit)
        if count == 1:
            begin_emptying(all, m, all.job.solutions + 81 * puzzle)
    test.limit, test.node_limit, test.cell = 2, 1 << 62, -1
    if m.phase == FILLING:
        draw(m)
        memcpy(tried, m.cells, 81)
        tried[m.cell] = <uint8_t>(m.digit + 1)
    elif not next_some(all, m, tried, test):
        m.phase = PROVING
        test.node_limit = 1 << 62
    return True


@final
cdef class Making(_Slices):
    """Makes Sudokus side by side: full grids at random, less the clues that are not needed.

    Equivalent: ``for k: puzzles[k], solutions[k], guesses[k] = make(seeds[k], orbits, least)`` of the twin.

    Parameters
    ----------
    seeds : uint64 array of shape (n,)
        The start of SplitMix64 for each.
    orbits : uint8 array of shape (m, width)
        Cells that are emptied together; a shorter row repeats a cell. No cell is in two rows, and there are at most 81.
    least : int
        Clues that stay at least.
    node_limit : int
        Nodes that the proof that a clue is not needed may take; 2**20 or more is as good as no limit.
    lanes : int
        As for `Lanes`.

    Attributes
    ----------
    puzzles, solutions : uint8 arrays of shape (n, 81)
    guesses : int64 array of shape (n,)
        Branchings of the proof that there is one solution.

    Notes
    -----
    Puzzles do not depend on `lanes`. An object serves one thread at a time; objects are independent.

    Examples
    --------
    >>> made = Making(np.arange(2, dtype=np.uint64), np.arange(81, dtype=np.uint8).reshape(81, 1), least=30)
    >>> made.run(10**6), (made.puzzles > 0).sum(axis=1).tolist()
    (False, [30, 30])
    """

    cdef readonly object puzzles
    cdef readonly object solutions
    cdef readonly object guesses
    cdef makers all
    cdef uint8_t[81] sizes

    def __init__(self, const uint64_t[::1] seeds not None, const uint8_t[:, ::1] orbits not None, int least=0,
                 count_t node_limit=1 << 62, int lanes=16):
        cdef int64_t n = seeds.shape[0], k
        cdef int n_orbits = orbits.shape[0], width = orbits.shape[1], j
        cdef uint8_t cells[81]
        cdef const sudoku9_form* form
        self.made_once()
        if n_orbits > 81 or width > 81 or (n_orbits and not width) or node_limit < 1 or lanes < 1:
            raise ValueError("expected at most 81 orbits of cells, node_limit and lanes from 1 up")
        if n_orbits and highest(&orbits[0, 0], n_orbits * width) > 80:
            raise ValueError("a cell above 80")
        form = widest(lanes)
        self.keep = orbits.base if orbits.base is not None else orbits
        self.puzzles, self.solutions = np.zeros((2, n, 81), dtype=np.uint8)
        sums = np.zeros((2, n), dtype=np.int64)
        self.guesses = sums[1]
        for j in range(n_orbits):
            memset(cells, 0, 81)
            for k in range(width):
                self.sizes[j] += 1 - cells[orbits[j, k]]
                cells[orbits[j, k]] = 1
        self.all.of = <making*>self.pool.zeros(n, sizeof(making))
        for k in range(n):
            self.all.of[k].random = seeds[k]
        self.all.job = &self.job
        self.all.orbits = &orbits[0, 0] if n_orbits else NULL
        self.all.sizes, self.all.n_orbits, self.all.width = self.sizes, n_orbits, width
        self.all.least, self.all.node_limit = least, node_limit
        self.job.tests = <sudoku9_test*>self.pool.zeros(n, sizeof(sudoku9_test))
        self.job.feed, self.job.maker = feed, &self.all
        self.job.n = n
        if n:
            self.all.tried = <uint8_t*>place_of(self.puzzles)
            self.job.puzzles, self.job.solutions = self.all.tried, <uint8_t*>place_of(self.solutions)
            self.job.counts = <int64_t*>place_of(sums)
            self.job.guesses = self.job.counts + n
        self.job.read, self.job.write = form.read, form.write
        self.job.narrow = form.narrow
        self.start(form)

    @property
    def random(self):
        """The state of the random numbers of each, as a uint64 array."""
        cdef int64_t k
        return np.array([self.all.of[k].random for k in range(self.job.n)], dtype=np.uint64)

    @property
    def done(self):
        """Puzzles made."""
        return self.job.done
