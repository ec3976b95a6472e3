"""State-space search over Python objects; twin: `reference.search.objects`."""

cimport cython

from cpython.dict cimport PyDict_Next
from cpython.exc cimport PyErr_Clear, PyErr_ExceptionMatches
from cpython.object cimport Py_EQ, PyObject, PyObject_GetAttr, PyObject_RichCompareBool, PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.time cimport perf_counter
from libc.math cimport INFINITY

from ..pool cimport Pool
from ..types cimport count_t, state_t, uint64_t

cdef extern from "Python.h":
    Py_hash_t quick_hash "PyObject_Hash"(object value)  # -1 with an error set
    object attributes_of "PyObject_GenericGetDict"(object value, void* context)
    void let_go "Py_XDECREF"(PyObject* value)
    PyTypeObject* kind_of_type "Py_TYPE"(object value)

DFS, BFS, BIDIRECTIONAL, ASTAR, IDA, ALL_PATHS = range(6)
"""Methods of `Search`."""

cdef enum:
    NO_STATE = 0xffffffff
    # The methods once more, as numbers of C.
    DEPTH_FIRST = 0
    BREADTH_FIRST = 1
    FROM_BOTH_ENDS = 2
    BEST_FIRST = 3
    DEEPENING = 4
    EVERY_PATH = 5
    STEP = 16   # slots moved with each look into a table that grows
    NESTED = 8  # lists in lists that are frozen here; deeper ones by `freeze`
    LONG = 1000  # items of a list from which on `freeze` does it, which knows those that states share
cdef uint64_t MIX = 0x9E3779B97F4A7C15  # https://en.wikipedia.org/wiki/Hash_function#Fibonacci_hashing
cdef double ALIKE = 1 + 2.0 ** -40      # costs this close are equal but for rounding; whole numbers are below 2**40
cdef double FAST = 1e-4                 # seconds from a look at the clock to the next
cdef object OTHER = object()            # first in the key of a state that is not of the root's kind


class Refused(Exception):
    """What a puzzle gave cannot be searched: one line that says what was expected."""


cdef inline bint atomic(object value) noexcept:
    """Say whether equal values of this type have equal hashes, and nothing is in them that could change."""
    cdef PyTypeObject* kind = kind_of_type(value)
    return (kind == <PyTypeObject*>int or kind == <PyTypeObject*>str or kind == <PyTypeObject*>bool
            or kind == <PyTypeObject*>float or kind == <PyTypeObject*>bytes or value is None)


cdef object frozen(object value, object freeze, object name, int depth):
    """Return a hashable value that is equal for equal values."""
    cdef Py_ssize_t k, n
    cdef tuple items
    cdef list changed = None
    if atomic(value):
        return value
    if type(value) is list:
        items = tuple(<list>value)
    elif type(value) is tuple:
        items = <tuple>value
    else:
        return freeze(value, name)
    n = len(items)
    if depth == NESTED or n >= LONG:
        return freeze(value, name)
    for k in range(n):
        if atomic(items[k]):
            continue
        item = frozen(items[k], freeze, name, depth + 1)
        if item is not items[k]:
            if changed is None:
                changed = list(items)
            changed[k] = item
    return items if changed is None else tuple(changed)


cdef inline Py_hash_t hash_of(object key) except? -1:
    cdef Py_hash_t value = quick_hash(key)
    if value == -1 and (PyErr_ExceptionMatches(TypeError) or PyErr_ExceptionMatches(RecursionError)):
        PyErr_Clear()
        return explained_hash(key)
    return value


cdef Py_hash_t explained_hash(object key) except? -1:
    try:
        return hash(key)
    except TypeError as error:
        if str(error).startswith("unhashable"):
            raise Refused(f"{key!r:.60} tells states apart, {error}, expected tuples or the like") from None
        raise
    except RecursionError:
        raise Refused("what tells states apart holds what holds what … too deep to follow, such as the states "
                      "before, expected a method configuration() that returns less") from None


cdef object iterable(object found, str called):
    """Return what gives the states that a method returned."""
    try:
        return iter(found)
    except TypeError:
        raise Refused(f"{called} returned {found!r:.40}, expected a list of what lies one step away") from None


@cython.final
cdef class Kind:
    """How a search treats the states of one type.

    Parameters
    ----------
    expand : callable
        From a state to those one step on.
    solved : callable
        Whether a state is a goal.
    dead : callable, optional
        Whether it is clear that a state leads to no goal.
    estimate : callable, optional
        Lower bound of the cost from a state to a goal.
    cost : callable, optional
        Cost of the step from a state to another; 1 by default.
    retract : callable, optional
        From a state to those one step before; by default `expand`.
    key : callable or str, optional
        What tells a state from others of its type, or the attribute that does; by default the state itself.
    slots : tuple of str, optional
        Names of slots: then what tells states apart is all their attributes, and `key` is asked where a
        state has others than the first one had. O(attributes) a state.
    freeze : callable, optional
        ``freeze(value, name)`` returns a hashable value for an attribute that is no plain list or tuple.
    learn : callable, optional
        With `slots`: from the first state to the names of the attributes that are all that tells states apart;
        None where `key` is to be asked of each state.
    called : pair of str
        What `expand` and `retract` are called, for errors.
    """

    cdef object expand, solved, dead, estimate, cost, retract, key, freeze, learn
    cdef tuple called
    cdef tuple slots, names       # names: of all attributes, in the order of the first state, or the learnt ones
    cdef bint of_dict, by_name    # by_name: `key` is the name of an attribute

    def __cinit__(self, expand not None, solved not None, dead=None, estimate=None, cost=None, retract=None,
                  key=None, tuple slots=None, freeze=None, learn=None,
                  tuple called=("expand", "retract")):
        self.expand, self.solved, self.dead, self.estimate = expand, solved, dead, estimate
        self.cost, self.retract = cost, expand if retract is None else retract
        self.key, self.slots, self.freeze, self.by_name = key, slots, freeze, isinstance(key, str)
        self.learn, self.called = learn, called

    cdef inline object after(self, object state):
        """Return the states one step on."""
        cdef object found = self.expand(state)
        return found if type(found) is list else iterable(found, self.called[0])

    cdef inline object before(self, object state):
        """Return the states one step before."""
        cdef object found = self.retract(state)
        return found if type(found) is list else iterable(found, self.called[1])

    cdef object attributes(self, object state):
        """Return the key of all attributes: their values in the order of the first state that was asked."""
        cdef dict found
        cdef list values
        cdef Py_ssize_t k = 0, place = 0
        cdef PyObject* at_name
        cdef PyObject* at_value
        if self.learn is not None:
            return self.learnt(state)
        if self.names is None:
            found = getattr(state, "__dict__", None)
            self.of_dict = found is not None
            self.names = (*(found or ()), *self.slots)
        if self.of_dict:
            found = attributes_of(state, NULL)
            if len(found) != len(self.names) - len(self.slots):
                return self.unlike(state)
            if len(self.names) == 1 and PyDict_Next(found, &place, &at_name, &at_value):  # most have one
                value = <object>at_value
                if at_name != <PyObject*>self.names[0]:
                    return self.unlike(state)
                return value if atomic(value) else frozen(value, self.freeze, self.names[0], 0)
            values = []
            for name, value in found.items():
                if name is not self.names[k]:
                    return self.unlike(state)
                values.append(value)
                k += 1
        else:
            values = []
        for name in self.slots:
            if not hasattr(state, name):
                return self.unlike(state)
            values.append(getattr(state, name))
        return self.joined(values)

    cdef object learnt(self, object state):
        """Return the key of the attributes that were learnt to tell states apart."""
        if self.names is None:
            self.names = self.learn(state)
            if self.names is None:
                self.slots = None
                return self.key(state)
        try:
            if len(self.names) == 1:
                return frozen(getattr(state, self.names[0]), self.freeze, self.names[0], 0)
            return self.joined([getattr(state, name) for name in self.names])
        except AttributeError as error:
            raise Refused(f"{error}, which the first one has and __eq__ compares, "
                          "expected a method configuration() that returns what tells puzzles apart") from None

    cdef object joined(self, list values):
        """Return the key of values in the order of the names."""
        cdef Py_ssize_t k
        for k in range(len(values)):
            if not atomic(values[k]):
                values[k] = frozen(values[k], self.freeze, self.names[k], 0)
        return values[0] if len(values) == 1 else tuple(values)

    cdef object unlike(self, object state):
        """Return the key of a state whose attributes are not those of the first, or in another order."""
        found = dict(getattr(state, "__dict__", ()))
        found |= {name: getattr(state, name) for name in self.slots if hasattr(state, name)}
        if found.keys() != set(self.names):
            return OTHER, None, self.key(state)
        return self.joined([found[name] for name in self.names])


@cython.final
cdef class Table:
    """The states met, each once, numbered in order of arrival: keys, states to take up, where they came from.

    Slots are found by open addressing, half a hash and half a number each: 28 bytes a state and its slots,
    16 to 32 bytes of them. Where they are doubled, the old ones are kept and moved a few with each `find`, so
    that no step takes longer than others. No object is held that is not needed any more.
    """

    cdef Pool pool
    cdef PyObject** keys
    cdef PyObject** states    # NULL where it has been taken up; not there where a state is its own key
    cdef state_t* parents     # NO_STATE at the roots
    cdef uint64_t* slots      # upper half: hash, lower half: number + 1; 0 is free
    cdef double* costs        # of the cheapest way there
    cdef state_t* depths
    cdef uint64_t* old        # slots that are being moved, as they were; NULL where there are none
    cdef size_t n, room, n_slots, n_old, moved
    cdef uint64_t place, code   # where the last `find` ended, and the hash that it looked for

    def __cinit__(self, bint with_states, bint with_costs):
        self.pool = Pool.__new__(Pool)
        self.room, self.n_slots = 16, 32
        self.keys = <PyObject**>self.pool.scratch(self.room, sizeof(PyObject*))
        self.parents = <state_t*>self.pool.scratch(self.room, sizeof(state_t))
        if with_states:
            self.states = <PyObject**>self.pool.scratch(self.room, sizeof(PyObject*))
        if with_costs:
            self.costs = <double*>self.pool.scratch(self.room, sizeof(double))
            self.depths = <state_t*>self.pool.scratch(self.room, sizeof(state_t))
        self.slots = <uint64_t*>self.pool.table(self.n_slots, sizeof(uint64_t))

    def __dealloc__(self):
        cdef size_t k
        for k in range(self.n):
            let_go(self.keys[k])
            if self.states != NULL:
                let_go(self.states[k])

    cdef inline state_t find(self, object key) except? NO_STATE:
        """Return the number of a key, NO_STATE where it is new; `place` and `code` are then set for `add`."""
        cdef state_t number
        self.code = (<uint64_t>hash_of(key) * MIX) >> 32
        if self.old != NULL:
            self.move(STEP)
            if self.old != NULL:
                number = self.look(self.old, self.n_old, key)
                if number != NO_STATE:
                    return number
        return self.look(self.slots, self.n_slots, key)

    cdef inline state_t look(self, const uint64_t* slots, size_t n_slots, object key) except? NO_STATE:
        """Return the number of a key that has the hash `code`; NO_STATE, and set `place`, where it is new."""
        cdef uint64_t entry, code = self.code
        cdef size_t mask = n_slots - 1, place = code & mask
        cdef PyObject* known
        while True:
            entry = slots[place]
            if entry == 0:
                self.place = place
                return NO_STATE
            if entry >> 32 == code:
                known = self.keys[<state_t>entry - 1]
                if known == <PyObject*>key or PyObject_RichCompareBool(<object>known, key, Py_EQ):
                    return <state_t>entry - 1
            place = (place + 1) & mask

    cdef state_t add(self, object key, object state, state_t parent) except NO_STATE:
        """Take up a key that `find` has just not found; return its number."""
        cdef state_t number = <state_t>self.n
        if self.n == self.room:
            self.grow()
        if 3 * (self.n + 1) > 2 * self.n_slots:
            self.spread()
        self.slots[self.place] = self.code << 32 | (number + 1)
        Py_INCREF(key)
        self.keys[number] = <PyObject*>key
        self.parents[number] = parent
        if self.states != NULL:
            Py_INCREF(state)
            self.states[number] = <PyObject*>state
        self.n += 1
        return number

    cdef int grow(self) except -1:
        """Make room for half as many states more."""
        cdef size_t room = self.room + self.room // 2
        if room >= NO_STATE:
            raise MemoryError("more states than can be numbered")
        self.keys = <PyObject**>self.larger(self.keys, room, sizeof(PyObject*))
        self.parents = <state_t*>self.larger(self.parents, room, sizeof(state_t))
        if self.states != NULL:
            self.states = <PyObject**>self.larger(self.states, room, sizeof(PyObject*))
        if self.costs != NULL:
            self.costs = <double*>self.larger(self.costs, room, sizeof(double))
            self.depths = <state_t*>self.larger(self.depths, room, sizeof(state_t))
        self.room = room
        return 0

    cdef void* larger(self, void* block, size_t room, size_t size) except NULL:
        cdef void* found = self.pool.resized(block, room, size)
        if found == NULL:
            raise MemoryError(f"no room for {room * size:,} bytes")
        return found

    cdef int spread(self) except -1:
        """Double the slots, which are moved from then on, and find `place` again."""
        if self.old != NULL:
            self.move(self.n_old)
        self.old, self.n_old, self.moved = self.slots, self.n_slots, 0
        # Not `table`, which writes zeros at once: 0.1 s for some millions of states.
        self.slots = <uint64_t*>self.pool.zeros(2 * self.n_slots, sizeof(uint64_t))
        self.n_slots *= 2
        self.place = self.code & (self.n_slots - 1)
        return 0

    cdef void move(self, size_t most) noexcept:
        """Move that many of the old slots; let go of them with the last."""
        cdef size_t k, place, mask = self.n_slots - 1
        for k in range(self.moved, min(self.moved + most, self.n_old)):
            if self.old[k] != 0:
                place = (self.old[k] >> 32) & mask
                while self.slots[place] != 0:
                    place = (place + 1) & mask
                self.slots[place] = self.old[k]
        self.moved += most
        if self.moved >= self.n_old:
            self.pool.release(self.old)
            self.old = NULL

    cdef inline object taken(self, state_t number):
        """Return a state to take it up; the table lets go of it."""
        cdef object state
        if self.states == NULL:
            return <object>self.keys[number]
        state = <object>self.states[number]
        let_go(self.states[number])
        self.states[number] = NULL
        return state

    cdef inline void put(self, state_t number, object state) noexcept:
        """Hold a state that is to be taken up again."""
        if self.states != NULL:
            Py_INCREF(state)
            let_go(self.states[number])
            self.states[number] = <PyObject*>state

    cdef list way(self, state_t number):
        """Return the keys from a root to a state, after the number of the root."""
        cdef list keys = []
        while self.parents[number] != NO_STATE:
            keys.append(<object>self.keys[number])
            number = self.parents[number]
        keys.append(number)
        keys.reverse()
        return keys


cdef struct open_s:
    # A state on the frontier of A*: least bound first, then least estimate, then the newest.
    double bound, estimate, cost
    count_t order
    state_t number


@cython.final
cdef class Frontier:
    """A binary heap of states to take up."""

    cdef Pool pool
    cdef open_s* items
    cdef size_t n, room

    def __cinit__(self, size_t room):
        self.pool = Pool.__new__(Pool)
        self.room = room
        self.items = <open_s*>self.pool.scratch(self.room, sizeof(open_s))

    cdef int push(self, open_s item) except -1:
        cdef size_t k = self.n, above
        cdef void* larger
        if self.n == self.room:
            larger = self.pool.resized(self.items, 2 * self.room, sizeof(open_s))
            if larger == NULL:
                raise MemoryError(f"no room for {2 * self.room * sizeof(open_s):,} bytes")
            self.items, self.room = <open_s*>larger, 2 * self.room
        self.n += 1
        while k > 0:
            above = (k - 1) >> 1
            if not before(&item, &self.items[above]):
                break
            self.items[k] = self.items[above]
            k = above
        self.items[k] = item
        return 0

    cdef open_s pop(self) noexcept:
        cdef open_s first = self.items[0], last
        cdef size_t k = 0, below
        self.n -= 1
        last = self.items[self.n]
        while True:
            below = 2 * k + 1
            if below >= self.n:
                break
            if below + 1 < self.n and before(&self.items[below + 1], &self.items[below]):
                below += 1
            if not before(&self.items[below], &last):
                break
            self.items[k] = self.items[below]
            k = below
        self.items[k] = last
        return first


cdef inline bint before(const open_s* a, const open_s* b) noexcept:
    if a.bound != b.bound:
        return a.bound < b.bound
    if a.estimate != b.estimate:
        return a.estimate < b.estimate
    return a.order > b.order


cdef double number_of(object value, str what) except -1:
    """Return a cost or an estimate as a number from 0 up."""
    cdef double number
    try:
        number = value
    except (TypeError, ValueError, OverflowError):
        number = -1
    if not number >= 0:
        raise Refused(f"{what} returned {value!r}, expected a number from 0 up")
    return number


@cython.final
cdef class Search:
    """One search from a state, in slices.

    Parameters
    ----------
    root : object
        Where to start.
    kinds : Kind, or callable from type to Kind
        How states are treated: all alike, or by their type. The states of a type are always of the same kind.
    method : int
        One of the methods above.
    goals : sequence
        For `BIDIRECTIONAL`: the goals.
    parent_only : bool
        For `IDA`: a path may come back to any of its states but the one before.

    Notes
    -----
    Each state is made once, its key twice hashed at most, and let go when it has been taken up; `found` makes
    the states of a path again from its keys, where states are not their own keys: for a path of d steps, d
    calls of `expand`. Holds the GIL. Not thread-safe.
    """

    cdef readonly count_t nodes       # states taken up
    cdef readonly count_t generated   # states that `expand` gave
    cdef readonly count_t pruned      # states that `dead` dropped
    cdef readonly count_t depth       # the greatest
    cdef readonly count_t kept        # states in memory
    cdef readonly list found          # the states of the path; None as long as there is none
    cdef object root, kinds
    cdef Kind kind
    cdef PyTypeObject* type
    cdef dict others
    cdef bint alike, parent_only, busy, started, done, in_level, forward
    cdef int method
    cdef count_t last, level, order
    cdef double deadline, looked, most_kept, bound, exceeded
    cdef count_t look       # the node at which the clock is read
    cdef Table ahead, behind
    cdef size_t head, back_head, level_end
    cdef Frontier frontier
    cdef list ends, path, keys, branches, costs   # ends: the goals, each once
    cdef set on_path

    def __cinit__(self, root, kinds not None, int method, goals=(), bint parent_only=False):
        if not DEPTH_FIRST <= method <= EVERY_PATH:
            raise ValueError(f"method {method}, expected 0 to {EVERY_PATH}")
        self.root, self.kinds, self.method, self.parent_only = root, kinds, method, parent_only
        self.ends, self.alike, self.others = list(goals), isinstance(kinds, Kind), {}
        self.kind = kinds if self.alike else kinds(type(root))
        self.type = kind_of_type(root)
        self.kept = 1

    def run(self, count_t budget, double seconds=INFINITY, double most_kept=INFINITY):
        """Take up at most `budget` states, for about `seconds`; return whether work remains.

        Ends as well after the state with which more than `most_kept` are in memory, and, where all paths are
        sought, with each path found.
        """
        if self.busy:
            raise RuntimeError("a search was run by one of its own states")
        if self.done or budget <= 0:
            return not self.done
        self.last, self.most_kept = self.nodes + budget, most_kept
        self.looked, self.look = perf_counter(), 0
        self.deadline = self.looked + seconds
        self.busy = True
        try:
            if not self.started:
                self.started = True
                if self.begin():
                    return not self.done
            if self.method == DEPTH_FIRST:
                self.done = not self.depth_first()
            elif self.method == BREADTH_FIRST:
                self.done = not self.breadth_first()
            elif self.method == FROM_BOTH_ENDS:
                self.done = not self.from_both_ends()
            elif self.method == BEST_FIRST:
                self.done = not self.best_first()
            elif self.method == DEEPENING:
                self.done = not self.deepening()
            else:
                self.done = not self.every_path()
        finally:
            self.busy = False
        return not self.done

    cdef inline Kind kind_of(self, object state):
        if self.alike or kind_of_type(state) == self.type:
            return self.kind
        return self.other_kind(type(state))

    cdef Kind other_kind(self, object type_of_state):
        kind = self.others.get(type_of_state)
        if kind is None:
            kind = self.others[type_of_state] = self.kinds(type_of_state)
        return kind

    cdef inline object key_of(self, Kind kind, object state):
        """Return what tells a state from all others."""
        cdef object key
        if self.kind.key is None:
            return state
        if kind.key is None:
            key = state
        elif kind.by_name:
            key = PyObject_GetAttr(state, kind.key)
        elif kind.slots is None:
            key = kind.key(state)
        else:
            key = kind.attributes(state)
        return key if kind is self.kind else (OTHER, kind, key)

    cdef inline double estimate(self, Kind kind, object state) except -1:
        return 0 if kind.estimate is None else number_of(kind.estimate(state), "heuristic")

    cdef inline double step(self, Kind kind, object state, object other) except -1:
        return 1 if kind.cost is None else number_of(kind.cost(state, other), "step_cost")

    cdef inline bint dead(self, Kind kind, object state) except -1:
        if kind.dead is not None and kind.dead(state):
            self.pruned += 1
            return True
        return False

    cdef inline bint due(self):
        """Say whether the slice is over; the clock is read at each node, or at each 16th where nodes are fast."""
        if self.nodes >= self.last or self.kept > self.most_kept:
            return True
        return self.nodes >= self.look and self.late()

    cdef bint late(self):
        cdef double now = perf_counter()
        self.look = self.nodes + (16 if now - self.looked < FAST else 1)
        self.looked = now
        return now >= self.deadline

    cdef inline void deepest(self, count_t depth) noexcept:
        if depth > self.depth:
            self.depth = depth

    def take(self):
        """Return the path found, and let go of it."""
        found, self.found = self.found, None
        return found

    cdef bint begin(self) except -1:
        """Look at the root; say whether the slice is over with it."""
        cdef Kind kind = self.kind
        cdef object key = self.key_of(kind, self.root)
        if self.method == BEST_FIRST or self.method == DEEPENING:
            self.bound = self.estimate(kind, self.root)
        self.branches = []
        if kind.solved(self.root):
            self.nodes, self.found, self.done = 1, [self.root], self.method != EVERY_PATH
            return True
        if self.dead(kind, self.root):
            self.nodes, self.done = 1, True
            return True
        if self.method == DEPTH_FIRST or self.method == DEEPENING or self.method == EVERY_PATH:
            if self.method == DEPTH_FIRST:
                self.ahead = Table(False, False)
                self.take_up(self.ahead, key, None, NO_STATE)
            self.nodes = 1
            self.begin_path(key)
            return self.due()
        self.ahead = Table(kind.key is not None, self.method == BEST_FIRST)
        self.take_up(self.ahead, key, self.root, NO_STATE)
        if self.method == BEST_FIRST:
            self.frontier = Frontier(64)
            self.ahead.costs[0], self.ahead.depths[0] = 0, 0
            self.frontier.push(open_s(self.bound, self.bound, 0, 0, 0))
        elif self.method == FROM_BOTH_ENDS:
            self.behind = Table(kind.key is not None, False)
            ends, self.ends = self.ends, []
            for end in ends:
                if self.take_up(self.behind, self.key_of(self.kind_of(end), end), end, NO_STATE):
                    self.ends.append(end)
            self.kept = 1 + len(self.ends)
        return False

    cdef bint take_up(self, Table table, object key, object state, state_t parent) except -1:
        """Add a state to a table; say whether it was new."""
        if table.find(key) != NO_STATE:
            return False
        table.add(key, state, parent)
        return True

    cdef int begin_path(self, object key) except -1:
        """Set the path to the root alone."""
        self.path, self.keys, self.costs, self.on_path = [self.root], [key], [0.0], {key}
        self.branches = [self.branch(self.kind, self.root)]
        self.exceeded = INFINITY
        return 0

    cdef object branch(self, Kind kind, object state):
        """Return an iterator over what lies one step on; each once where all paths are sought."""
        cdef dict once
        if self.method != EVERY_PATH:
            return iter(kind.after(state))
        once = {}
        for other in kind.after(state):
            once.setdefault(self.key_of(self.kind_of(other), other), other)
        return iter(list(once.values()))

    cdef list walked(self, Table table, state_t number, bint back=False):
        """Return the states from the root, or from a goal back, to a state."""
        cdef list keys = table.way(number), path
        cdef Kind kind
        cdef double cost, least
        cdef object state = self.ends[<Py_ssize_t>keys[0]] if back else self.root
        if table.states == NULL:
            return [state, *keys[1:]]
        path = [state]
        for key in keys[1:]:
            kind, chosen, least = self.kind_of(state), None, INFINITY
            for other in kind.before(state) if back else kind.after(state):
                if self.key_of(self.kind_of(other), other) != key:
                    continue
                cost = 0 if self.method != BEST_FIRST else self.step(kind, state, other)
                if chosen is None or cost < least:
                    chosen, least = other, cost
                if self.method != BEST_FIRST or kind.cost is None:
                    break
            if chosen is None:
                raise Refused("a state gave other states one step on when it was asked again, expected equal ones: "
                              "an attribute equal to itself alone, such as a generator, tells all states apart")
            path.append(chosen)
            state = chosen
        return path

    cdef bint breadth_first(self) except -1:
        """Search breadth-first; return whether work remains."""
        cdef Table table = self.ahead
        cdef state_t number
        cdef Kind kind
        while self.head < table.n:
            if self.head == self.level_end:
                self.level += 1
                self.level_end = table.n
            number = <state_t>self.head
            state = table.taken(number)
            self.head += 1
            self.nodes += 1
            for other in self.kind_of(state).after(state):
                self.generated += 1
                kind = self.kind_of(other)
                key = self.key_of(kind, other)
                if table.find(key) != NO_STATE:
                    continue
                if kind.solved(other):
                    self.deepest(self.level)
                    self.found = [*self.walked(table, number), other]
                    return False
                if self.dead(kind, other):
                    continue
                table.add(key, other, number)
                self.kept += 1
                self.deepest(self.level)
            if self.due():
                return True
        return False

    cdef bint from_both_ends(self) except -1:
        """Search breadth-first from both ends; return whether work remains."""
        cdef Table mine, theirs
        cdef size_t at
        while True:
            if not self.in_level:
                if self.head == self.ahead.n or self.back_head == self.behind.n:
                    return False
                # The smaller frontier goes first; the first meeting is on a shortest path, because
                # every path shorter than the two depths together has been ruled out.
                self.forward = self.ahead.n - self.head <= self.behind.n - self.back_head
                self.level += 1
                self.level_end = self.ahead.n if self.forward else self.behind.n
                self.in_level = True
            mine, theirs = (self.ahead, self.behind) if self.forward else (self.behind, self.ahead)
            at = self.head if self.forward else self.back_head
            while at < self.level_end:
                if self.forward:
                    self.head += 1
                else:
                    self.back_head += 1
                if self.meets(mine, theirs, <state_t>at):
                    return False
                if self.due():
                    return True
                at += 1
            self.in_level = False

    cdef bint meets(self, Table mine, Table theirs, state_t number) except -1:
        """Take up a state of one end; say whether it met the other end."""
        cdef object state = mine.taken(number)
        cdef Kind kind = self.kind_of(state)
        cdef state_t there
        self.nodes += 1
        for other in kind.after(state) if self.forward else kind.before(state):
            self.generated += 1
            kind = self.kind_of(other)
            key = self.key_of(kind, other)
            if mine.find(key) != NO_STATE:
                continue
            there = theirs.find(key)
            if there != NO_STATE:
                self.deepest(self.level)
                if self.forward:
                    way = self.walked(theirs, there, True)
                    way.pop()
                    self.found = [*self.walked(mine, number), other, *way[::-1]]
                else:
                    self.found = [*self.walked(theirs, there), *self.walked(mine, number, True)[::-1]]
                return True
            if self.dead(kind, other):
                continue
            mine.add(key, other, number)
            self.kept += 1
            self.deepest(self.level)
        return False

    cdef bint best_first(self) except -1:
        """Search by A*; return whether work remains."""
        cdef Table table = self.ahead
        cdef open_s item
        cdef state_t known, depth
        cdef double reached, estimate
        cdef Kind kind, other_kind
        while self.frontier.n:
            item = self.frontier.pop()
            if item.cost > table.costs[item.number]:
                continue  # a cheaper way was found since
            self.nodes += 1
            state = table.taken(item.number)
            kind = self.kind_of(state)
            if kind.solved(state):
                self.found = self.walked(table, table.parents[item.number])
                self.found.append(state)
                return False
            depth = table.depths[item.number] + 1
            for other in kind.after(state):
                self.generated += 1
                other_kind = self.kind_of(other)
                key = self.key_of(other_kind, other)
                reached = item.cost + self.step(kind, state, other)
                known = table.find(key)
                if known != NO_STATE and table.costs[known] <= reached * ALIKE:
                    continue
                if known == NO_STATE and other_kind.dead is not None:
                    if not other_kind.solved(other) and self.dead(other_kind, other):
                        continue
                estimate = self.estimate(other_kind, other)
                if known == NO_STATE:
                    known = table.add(key, other, item.number)
                    self.kept += 1
                else:
                    table.put(known, other)
                    table.parents[known] = item.number
                table.costs[known], table.depths[known] = reached, depth
                self.deepest(depth)
                self.order += 1
                self.frontier.push(open_s(reached + estimate, estimate, reached, self.order, known))
            if self.due():
                return True
        return False

    cdef bint depth_first(self) except -1:
        """Search depth-first; return whether work remains."""
        cdef Kind kind
        while self.branches:
            for other in self.branches[len(self.branches) - 1]:
                self.generated += 1
                kind = self.kind_of(other)
                if not self.take_up(self.ahead, self.key_of(kind, other), None, NO_STATE):
                    continue
                self.kept += 1
                self.nodes += 1
                self.deepest(len(self.path))
                if kind.solved(other):
                    self.found = [*self.path, other]
                    return False
                if not self.dead(kind, other):
                    self.path.append(other)
                    self.branches.append(iter(kind.after(other)))
                if self.due():
                    return True
                break
            else:
                self.branches.pop()
                self.path.pop()
        return False

    cdef bint deepening(self) except -1:
        """Search by iterative deepening A*; return whether work remains."""
        while self.bound < INFINITY:
            while self.branches:
                if self.deepened():
                    return self.found is None
            self.bound = self.exceeded
            self.begin_path(self.keys[0])
        return False

    cdef bint deepened(self) except -1:
        """Go one step on or back; say whether the slice is over."""
        cdef Py_ssize_t last = len(self.path) - 1
        cdef object state = self.path[last]
        cdef Kind kind = self.kind_of(state), other_kind
        cdef double reached, estimate
        for other in self.branches[last]:
            self.generated += 1
            other_kind = self.kind_of(other)
            key = self.key_of(other_kind, other)
            if self.parent_only:
                if last > 0 and key == self.keys[last - 1]:
                    continue
            elif key in self.on_path:
                continue
            self.nodes += 1
            reached = <double>self.costs[last] + self.step(kind, state, other)
            estimate = reached + self.estimate(other_kind, other)
            if estimate > self.bound * ALIKE:
                self.exceeded = min(self.exceeded, estimate)
                if self.due():
                    return True
                continue
            if other_kind.solved(other):
                self.deepest(last + 1)
                self.found = [*self.path, other]
                return True
            if self.dead(other_kind, other):
                if self.due():
                    return True
                continue
            self.go_on(other_kind, other, key)
            self.costs.append(reached)
            return self.due()
        self.go_back()
        self.costs.pop()
        return False

    cdef int go_on(self, Kind kind, object state, object key) except -1:
        """Add a state to the path."""
        self.deepest(len(self.path))
        self.path.append(state)
        self.keys.append(key)
        self.on_path.add(key)
        self.branches.append(self.branch(kind, state))
        self.kept = len(self.path)
        return 0

    cdef int go_back(self) except -1:
        """Take the last state from the path; the root's key is kept."""
        self.branches.pop()
        self.path.pop()
        if self.path:
            self.on_path.discard(self.keys.pop())
        return 0

    cdef bint every_path(self) except -1:
        """Go on to the next path; return whether work remains."""
        cdef Kind kind
        while self.branches:
            for other in self.branches[len(self.branches) - 1]:
                self.generated += 1
                kind = self.kind_of(other)
                key = self.key_of(kind, other)
                if key in self.on_path:
                    continue
                self.nodes += 1
                self.deepest(len(self.path))
                if kind.solved(other):
                    self.found = [*self.path, other]
                    return True
                if self.dead(kind, other):
                    if self.due():
                        return True
                    continue
                self.go_on(kind, other, key)
                if self.due():
                    return True
                break
            else:
                self.go_back()
        return False
