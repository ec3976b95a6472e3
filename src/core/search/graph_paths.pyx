"""Shortest, cheapest, all simple paths of a graph; twin: `reference.search.graph_paths`."""

cimport cython

import numpy as np

from .graph cimport Graph, check_vertices
from ..types cimport count_t, edge_t, uint8_t, uint64_t, vertex_t
from ..wide cimport wide_add, wide_int

cdef double INFINITE = float("inf")


@cython.final
cdef class ShortestPaths:
    """All shortest (or cheapest) paths from a set of vertices to another.

    Equivalent: ``[path for path in all paths from sources to targets if cost(path) is least]``.

    Parameters
    ----------
    graph : Graph
        Where to search.
    sources, targets : int32 arrays
        Where a path begins and ends. Paths come in the order of the sources, then of their vertices.
    costs : float64 array of shape (edges,), optional
        Cost of each step, above 0, in the order of ``graph.indices``; 1 each by default. The cost of v to w
        and of w to v may differ.

    Notes
    -----
    Breadth-first without costs, Dijkstra's algorithm with a binary heap otherwise: O(edges log vertices).
    Then one pass against the order of the search marks what lies on a best path, so that `next_path` never
    meets a dead end, and `count` adds up the ways: each edge once, however many the paths.
    One object serves one thread at a time.

    Examples
    --------
    >>> ring = Graph(np.array([0, 2, 4, 6, 8]), np.array([1, 3, 0, 2, 1, 3, 0, 2], dtype=np.int32))
    >>> paths = ShortestPaths(ring, np.array([0], dtype=np.int32), np.array([2], dtype=np.int32))
    >>> paths.run(100), paths.distance, paths.count(1), paths.next_path(), paths.next_path()
    (False, 2.0, 2, [0, 1, 2], [0, 3, 2])
    """

    cdef Graph graph
    cdef const double[::1] costs
    cdef double[::1] dist
    cdef uint8_t[::1] flags             # 1 a target, 2 settled, 4 on a best path
    cdef vertex_t[::1] order            # settled vertices, and behind them the queue of the plain search
    cdef vertex_t[::1] heap
    cdef vertex_t[::1] place            # of a vertex in the heap, -1 outside
    cdef Py_ssize_t settled, queued, heaped
    cdef vertex_t[::1] sources
    cdef vertex_t[::1] walk
    cdef edge_t[::1] cursor
    cdef Py_ssize_t depth, next_source
    cdef readonly bint finished
    cdef readonly double distance
    cdef readonly count_t nodes
    cdef readonly count_t generated

    def __cinit__(self, Graph graph not None, const vertex_t[::1] sources not None,
                  const vertex_t[::1] targets not None, const double[::1] costs=None):
        cdef Py_ssize_t n = graph.n, i
        check_vertices(sources, n)
        check_vertices(targets, n)
        if costs is not None:
            if costs.shape[0] != graph._indices.shape[0]:
                raise ValueError(f"{costs.shape[0]} costs, expected {graph._indices.shape[0]}")
            for i in range(costs.shape[0]):
                if not 0 < costs[i] < INFINITE:
                    raise ValueError(f"cost {costs[i]}, expected a number above 0")
            self.heap = np.empty(n + 1, dtype=np.int32)
            self.place = np.full(n + 1, -1, dtype=np.int32)
        self.costs = costs
        self.dist = np.full(n + 1, INFINITE)
        self.flags = np.zeros(n + 1, dtype=np.uint8)
        self.order = np.empty(n + 1, dtype=np.int32)
        self.distance = INFINITE
        self.walk = None
        self.sources = np.array(list(dict.fromkeys(sources)), dtype=np.int32)
        self.depth = -1
        self.graph = graph
        for i in range(targets.shape[0]):
            self.flags[targets[i]] = 1
        for i in range(self.sources.shape[0]):
            self.dist[self.sources[i]] = 0
            if costs is None:
                self.order[self.queued] = self.sources[i]
                self.queued += 1
            else:
                self.lift(self.sources[i])

    cdef bint before(self, vertex_t a, vertex_t b) noexcept nogil:
        return self.dist[a] < self.dist[b] or (self.dist[a] == self.dist[b] and a < b)

    cdef void lift(self, vertex_t v) noexcept nogil:
        """Put v into the heap, or move it up after its distance fell."""
        cdef Py_ssize_t i = self.place[v], up
        if i < 0:
            i = self.heaped
            self.heaped += 1
        while i > 0:
            up = (i - 1) // 2
            if not self.before(v, self.heap[up]):
                break
            self.heap[i] = self.heap[up]
            self.place[self.heap[i]] = <vertex_t>i
            i = up
        self.heap[i] = v
        self.place[v] = <vertex_t>i

    cdef vertex_t pop(self) noexcept nogil:
        """Take the least vertex off a heap that is not empty."""
        cdef vertex_t top = self.heap[0], last
        cdef Py_ssize_t i = 0, child
        self.place[top] = -1
        self.heaped -= 1
        if self.heaped == 0:
            return top
        last = self.heap[self.heaped]
        while True:
            child = 2 * i + 1
            if child >= self.heaped:
                break
            if child + 1 < self.heaped and self.before(self.heap[child + 1], self.heap[child]):
                child += 1
            if not self.before(self.heap[child], last):
                break
            self.heap[i] = self.heap[child]
            self.place[self.heap[i]] = <vertex_t>i
            i = child
        self.heap[i] = last
        self.place[last] = <vertex_t>i
        return top

    def run(self, count_t budget):
        """Expand at most `budget` vertices; return whether work remains."""
        cdef bint remains
        with nogil:
            remains = self.step(budget)
        return remains

    cdef bint step(self, count_t budget) noexcept nogil:
        """Settle at most `budget` vertices, the nearest first; return whether work remains.

        Without costs `order` is the queue as well: settled vertices, then those that wait. With costs the
        heap holds those that wait.
        """
        cdef vertex_t u, v
        cdef edge_t e
        cdef double there
        cdef bint plain
        if self.finished:
            return False
        plain = self.costs is None
        while True:
            # The nearest vertex that waits; where none does, all in reach is settled.
            if plain:
                if self.settled == self.queued:
                    break
                u = self.order[self.settled]
            else:
                if self.heaped == 0:
                    break
                u = self.heap[0]
            if self.dist[u] > self.distance:    # what is left is farther than the nearest target
                break
            if budget <= 0:
                return True
            budget -= 1
            if not plain:
                self.pop()
                self.order[self.settled] = u
            self.settled += 1
            self.flags[u] |= 2
            self.nodes += 1
            # The first target gives the distance; beyond it no best path leads on.
            if self.flags[u] & 1:
                self.distance = self.dist[u]
            if self.dist[u] >= self.distance:
                continue
            self.generated += self.graph.first[u + 1] - self.graph.first[u]
            for e in range(self.graph.first[u], self.graph.first[u + 1]):
                v = self.graph.column[e]
                there = self.dist[u] + (1 if plain else self.costs[e])
                # A nearer way: the vertex waits, or moves up in the heap.
                if there < self.dist[v]:
                    self.dist[v] = there
                    if plain:
                        self.order[self.queued] = v
                        self.queued += 1
                    else:
                        self.lift(v)
        self.finished = True
        self.mark_best()
        return False

    cdef bint tight(self, vertex_t u, edge_t e) noexcept nogil:
        """Say whether edge e of u is a step of a best path from the sources."""
        cdef vertex_t v = self.graph.column[e]
        if not self.flags[v] & 2:
            return False
        return self.dist[v] == self.dist[u] + (1 if self.costs is None else self.costs[e])

    cdef void mark_best(self) noexcept nogil:
        """Mark what lies on a best path, last settled first."""
        cdef Py_ssize_t i
        cdef vertex_t u
        cdef edge_t e
        for i in range(self.settled - 1, -1, -1):
            u = self.order[i]
            if self.flags[u] & 1 and self.dist[u] == self.distance:
                self.flags[u] |= 4
                continue
            for e in range(self.graph.first[u], self.graph.first[u + 1]):
                if self.flags[self.graph.column[e]] & 4 and self.tight(u, e):
                    self.flags[u] |= 4
                    break

    def count(self, Py_ssize_t limbs):
        """Return the number of best paths, None where it needs more than `limbs` times 64 bits.

        Raises
        ------
        ValueError
            `limbs` below 1, or `run` has not finished.
        """
        cdef Py_ssize_t i, n
        cdef vertex_t u
        cdef edge_t e
        cdef bint over = False
        cdef uint64_t[::1] ways
        if limbs < 1 or not self.finished:
            raise ValueError("count needs a limb and a finished run")
        n = self.graph.n
        ways = np.zeros((n + 1) * limbs, dtype=np.uint64)     # row n is the total
        with nogil:
            for i in range(self.settled - 1, -1, -1):
                u = self.order[i]
                if not self.flags[u] & 4:
                    continue
                if self.flags[u] & 1 and self.dist[u] == self.distance:
                    ways[u * limbs] = 1
                else:
                    for e in range(self.graph.first[u], self.graph.first[u + 1]):
                        if self.flags[self.graph.column[e]] & 4 and self.tight(u, e):
                            over |= wide_add(&ways[u * limbs], &ways[self.graph.column[e] * limbs], limbs)
            for i in range(self.sources.shape[0]):
                over |= wide_add(&ways[n * limbs], &ways[self.sources[i] * limbs], limbs)
        return None if over else wide_int(&ways[n * limbs], limbs)

    def next_path(self):
        """Return one more best path as a list of vertices, in rising order of vertices; None after the last.

        Raises
        ------
        ValueError
            `run` has not finished.
        """
        cdef vertex_t u, v = -1
        cdef edge_t e
        if not self.finished:
            raise ValueError("run has not finished")
        if self.walk is None:
            self.walk = np.empty(self.graph.n + 1, dtype=np.int32)
            self.cursor = np.empty(self.graph.n + 1, dtype=np.int64)
        while True:
            # The walk is empty: the next source that lies on a best path begins one.
            if self.depth < 0:
                if self.next_source == self.sources.shape[0]:
                    return None
                v = self.sources[self.next_source]
                self.next_source += 1
                if self.flags[v] & 4:
                    self.enter(v)
                    if self.flags[v] & 1:
                        return self.leave()
                continue
            # The next edge of the last vertex that is a step of a best path; without one, a step back.
            u = self.walk[self.depth]
            e = self.cursor[self.depth]
            while e < self.graph.first[u + 1]:
                v = self.graph.column[e]
                if self.flags[v] & 4 and self.tight(u, e):
                    break
                e += 1
            self.cursor[self.depth] = e + 1
            if e == self.graph.first[u + 1]:
                self.depth -= 1
                continue
            self.enter(v)
            if self.flags[v] & 1:
                return self.leave()

    cdef void enter(self, vertex_t v) noexcept:
        """Make v the end of the walk."""
        self.depth += 1
        self.walk[self.depth] = v
        self.cursor[self.depth] = self.graph.first[v]

    cdef object leave(self):
        """Return the walk that stands, and step back from its last vertex."""
        cdef Py_ssize_t i
        path = [self.walk[i] for i in range(self.depth + 1)]
        self.depth -= 1
        return path


@cython.final
cdef class SimplePaths:
    """Every path from a vertex to the first target on its way that repeats no vertex.

    Parameters
    ----------
    graph : Graph
        Where to search.
    source : int
        Where every path begins.
    targets : int32 array
        Where a path ends.

    Notes
    -----
    Depth-first with an explicit stack; as many steps as there are simple paths from `source`, which can be
    exponential: `run` takes a budget. One object serves one thread at a time.

    Examples
    --------
    >>> ring = Graph(np.array([0, 2, 4, 6, 8]), np.array([1, 3, 0, 2, 1, 3, 0, 2], dtype=np.int32))
    >>> paths = SimplePaths(ring, 0, np.array([1], dtype=np.int32))
    >>> paths.run(100, 100), paths.paths
    (False, 2)
    """

    cdef Graph graph
    cdef vertex_t[::1] walk
    cdef edge_t[::1] cursor
    cdef uint8_t[::1] flags             # 1 a target, 2 on the walk
    cdef Py_ssize_t depth
    cdef readonly count_t nodes
    cdef readonly count_t generated
    cdef readonly count_t paths
    cdef readonly Py_ssize_t deepest
    cdef readonly bint finished

    def __cinit__(self, Graph graph not None, vertex_t source, const vertex_t[::1] targets not None):
        cdef Py_ssize_t n = graph.n, i
        if not 0 <= source < n:
            raise IndexError(f"vertex {source}, expected 0 to {n - 1}")
        self.flags = np.zeros(n + 1, dtype=np.uint8)
        check_vertices(targets, n)
        for i in range(targets.shape[0]):
            self.flags[targets[i]] = 1
        self.walk = np.empty(n + 1, dtype=np.int32)
        self.cursor = np.empty(n + 1, dtype=np.int64)
        self.walk[0] = source
        self.depth = -1
        self.graph = graph

    def run(self, count_t budget, count_t paths):
        """Visit at most `budget` vertices, stop after `paths` more paths; return whether work remains.

        After a stop for the last path asked for, `current` is that path.
        """
        cdef bint remains
        with nogil:
            remains = self.step(budget, paths)
        return remains

    cdef bint step(self, count_t budget, count_t paths) noexcept nogil:
        """Walk on for at most `budget` vertices and `paths` paths; return whether work remains.

        `walk` is the path in hand, `cursor` the next edge of each of its vertices.
        """
        cdef vertex_t u, v
        cdef edge_t e
        if self.finished:
            return False
        while budget > 0 and paths > 0:
            if self.depth < 0:
                v = self.walk[0]
            else:
                # The next neighbour that is not on the walk.
                u = self.walk[self.depth]
                e = self.cursor[self.depth]
                while e < self.graph.first[u + 1] and self.flags[self.graph.column[e]] & 2:
                    e += 1
                self.cursor[self.depth] = e + 1
                # Without one, and behind a target, the walk goes one step back.
                if e >= self.graph.first[u + 1] or self.flags[u] & 1:
                    self.flags[u] &= ~2
                    self.depth -= 1
                    if self.depth < 0:
                        self.finished = True
                        return False
                    continue
                v = self.graph.column[e]
            # One step on; a target ends a path.
            self.depth += 1
            self.deepest = max(self.deepest, self.depth)
            self.walk[self.depth] = v
            self.cursor[self.depth] = self.graph.first[v]
            self.flags[v] |= 2
            self.nodes += 1
            budget -= 1
            if self.flags[v] & 1:
                self.paths += 1
                paths -= 1
            else:
                self.generated += self.graph.first[v + 1] - self.graph.first[v]
        return True

    def current(self):
        """Return the walk that stands as a list of vertices."""
        cdef Py_ssize_t i
        return [self.walk[i] for i in range(self.depth + 1)]
