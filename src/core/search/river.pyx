"""The state graph of river crossings; twin: `reference.search.river`.

A bank holds `counts[k]` of kind k, 0 to `most[k]`. Its index is the number with these digits in mixed radix:
``sum(counts[k] * stride[k])``, stride[0] = 1, stride[k + 1] = stride[k] * (most[k] + 1). A state is the index
of the left bank and the side of the boat; the right bank is what is missing on the left, and so is its index.
"""

cimport cython

import numpy as np

from ..pool cimport Pool
from ..types cimport count_t, edge_t, int32_t, int64_t, uint8_t, uint64_t, vertex_t


@cython.final
cdef class RiverGraph:
    """Builds the graph of all states that can be reached from "everyone on the left".

    Equivalent: ``breadth-first from (full, left), an edge for each load of the boat that leaves both banks
    safe``.

    Parameters
    ----------
    most : int64 array of shape (kinds,)
        How many there are of each kind, at least 1 each; the product of all most + 1 at most 2**24.
    loads : int64 array of shape (loads, kinds)
        What the boat may carry, by kind.
    safe : uint8 array of shape (product of all most + 1,)
        Non-zero where a bank of that index is safe.
    max_edges : int
        Most edges; `run` stops with `overflow` set before there are more.

    Raises
    ------
    ValueError
        Shapes that do not fit, more than 2**24 banks.

    Notes
    -----
    A step is one subtraction of packed counts, with a guard bit a kind that shows where too few stand on the
    bank, and one look into `safe`: O(states * loads) time, 8 bytes an edge. One thread at a time.

    Examples
    --------
    One person and a boat for one:

    >>> graph = RiverGraph(np.array([1]), np.array([[1]]), np.ones(2, dtype=np.uint8))
    >>> graph.run(10), graph.n_states, [table.tolist() for table in graph.tables()]
    (False, 2, [[0, 1, 2], [1, 0], [0, 0], [2, 1]])
    """

    cdef Pool pool
    cdef const uint8_t[::1] safe
    cdef uint64_t[::1] load_packed
    cdef int64_t[::1] load_index
    cdef vertex_t[::1] number            # of a state (2 * left index + side), -1 if not seen
    cdef int32_t[::1] states            # states in order of arrival
    cdef uint64_t[::1] packed           # their left banks, a field a kind
    cdef edge_t[::1] rows              # where the edges of a state begin
    cdef uint64_t guards, full_packed
    cdef int64_t full
    cdef vertex_t* targets
    cdef int32_t* by_load
    cdef edge_t capacity, max_edges
    cdef readonly edge_t n_edges
    cdef readonly Py_ssize_t n_states
    cdef readonly count_t nodes         # states expanded
    cdef readonly bint overflow

    def __cinit__(self, const int64_t[::1] most not None, const int64_t[:, ::1] loads not None,
                  const uint8_t[::1] safe not None, edge_t max_edges=1 << 27):
        cdef Py_ssize_t kinds = most.shape[0], k, j
        cdef int64_t banks = 1
        cdef int shift = 0
        if loads.shape[1] != kinds:
            raise ValueError(f"loads of {loads.shape[1]} kinds, expected {kinds}")
        self.pool = Pool.__new__(Pool)
        self.load_packed = np.zeros(loads.shape[0] + 1, dtype=np.uint64)
        self.load_index = np.zeros(loads.shape[0] + 1, dtype=np.int64)
        for k in range(kinds):
            if not 1 <= most[k] < 2**24 or banks * (most[k] + 1) > 2**24:
                raise ValueError("more than 2**24 banks")
            for j in range(loads.shape[0]):
                if not 0 <= loads[j, k] <= most[k]:
                    raise ValueError(f"load {j} holds {loads[j, k]} of kind {k}, expected 0 to {most[k]}")
                self.load_packed[j] |= <uint64_t>loads[j, k] << shift
                self.load_index[j] += loads[j, k] * banks
            self.full_packed |= <uint64_t>most[k] << shift
            shift += shift_bits(most[k])    # bits + guard <= 2 log2(most + 1): 48 bits in all
            self.guards |= <uint64_t>1 << shift
            shift += 1
            self.full += most[k] * banks
            banks *= most[k] + 1
        if safe.shape[0] != banks:
            raise ValueError(f"safe has {safe.shape[0]} banks, expected {banks}")
        self.safe = safe
        self.number = np.full(2 * banks, -1, dtype=np.int32)
        self.states = np.empty(2 * banks, dtype=np.int32)
        self.packed = np.empty(2 * banks, dtype=np.uint64)
        self.rows = np.zeros(2 * banks + 1, dtype=np.int64)
        self.max_edges = max_edges
        self.states[0] = <int32_t>(2 * self.full)
        self.packed[0] = self.full_packed
        self.number[2 * self.full] = 0
        self.n_states = 1

    def run(self, count_t budget):
        """Expand at most `budget` states; return whether work remains."""
        cdef bint remains = False
        cdef bint memory = True
        with nogil:
            while self.nodes < self.n_states and not self.overflow:
                if budget <= 0:
                    remains = True
                    break
                budget -= 1
                memory = self.expand()
                if not memory:
                    break
        if not memory:
            raise MemoryError("the edges of the state graph")
        return remains

    cdef bint grow(self, edge_t wanted) noexcept nogil:
        """Make room for as many edges; return False where memory ran out, and leave them as they were."""
        cdef void* moved = self.pool.resized(self.targets, wanted, sizeof(vertex_t))
        if moved == NULL:
            return False
        self.targets = <vertex_t*>moved
        moved = self.pool.resized(self.by_load, wanted, sizeof(int32_t))
        if moved == NULL:
            return False
        self.by_load = <int32_t*>moved
        self.capacity = wanted
        return True

    cdef bint expand(self) noexcept nogil:
        """Write the edges of the next state; return False where memory ran out."""
        cdef Py_ssize_t j, n_loads = self.load_index.shape[0] - 1
        cdef int64_t state = self.states[self.nodes], left = state >> 1, there, bank
        cdef vertex_t target
        cdef bint right = state & 1
        cdef uint64_t here = self.packed[self.nodes]
        if right:  # the boat loads what is missing on the left
            here = self.full_packed - here
        here |= self.guards
        if self.n_edges + n_loads > self.capacity and not self.grow(2 * self.capacity + n_loads + 1024):
            return False
        for j in range(n_loads):
            # A field that falls below zero takes its guard: too few stand there.
            if (here - self.load_packed[j]) & self.guards != self.guards:
                continue
            # Both banks must be safe once the boat is over.
            bank = left + self.load_index[j] if right else left - self.load_index[j]
            if not self.safe[bank] or not self.safe[self.full - bank]:
                continue
            there = 2 * bank + (not right)
            target = self.number[there]
            # A new state gets the next number.
            if target < 0:
                target = <vertex_t>self.n_states
                self.number[there] = target
                self.states[target] = <int32_t>there
                if right:
                    self.packed[target] = self.packed[self.nodes] + self.load_packed[j]
                else:
                    self.packed[target] = self.packed[self.nodes] - self.load_packed[j]
                self.n_states += 1
            self.targets[self.n_edges] = target
            self.by_load[self.n_edges] = <int32_t>j
            self.n_edges += 1
        self.nodes += 1
        self.rows[self.nodes] = self.n_edges
        self.overflow = self.n_edges > self.max_edges
        return True

    def tables(self):
        """Return the graph of the states expanded so far.

        Returns
        -------
        indptr : int64 array of shape (n_states + 1,)
        indices : int32 array of shape (n_edges,)
            Numbers of states, in order of arrival.
        loads : int32 array of shape (n_edges,)
            The load of each edge.
        states : int32 array of shape (n_states,)
            2 * index of the left bank + side of the boat, 0 left.
        """
        cdef Py_ssize_t i
        indptr = np.asarray(self.rows[:self.n_states + 1]).copy()
        indptr[self.nodes:] = self.n_edges
        indices = np.empty(self.n_edges, dtype=np.int32)
        loads = np.empty(self.n_edges, dtype=np.int32)
        cdef vertex_t[::1] to = indices
        cdef int32_t[::1] by = loads
        for i in range(self.n_edges):
            to[i] = self.targets[i]
            by[i] = self.by_load[i]
        return indptr, indices, loads, np.asarray(self.states[:self.n_states]).copy()


cdef int shift_bits(int64_t most) noexcept nogil:
    """Return the bits that hold 0 to `most`."""
    cdef int bits = 1
    while most >> bits:
        bits += 1
    return bits
