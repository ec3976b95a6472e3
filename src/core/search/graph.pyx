"""Paths in a graph: shortest, cheapest, all of them, counted; twin: `reference.search.graph`.

The graph is undirected and in CSR form: the neighbours of v are ``indices[indptr[v]:indptr[v + 1]]``, and
w is among those of v just when v is among those of w. Kernels rely on that; `Graph` checks shape and range.
"""

cimport cython

import numpy as np

from libc.string cimport memset
from ..pool cimport Pool
from ..types cimport cost_t, count_t, edge_t, int32_t, uint32_t, uint64_t, vertex_t


@cython.final
cdef class Graph:
    """The tables of a graph.

    Parameters
    ----------
    indptr : int64 array of shape (n + 1,)
        Rises from 0 to the number of indices.
    indices : int32 array of shape (edges,)
        Neighbours, each from 0 to n - 1; both directions of each edge.

    Raises
    ------
    ValueError
        Shapes or numbers that do not fit together.

    Notes
    -----
    Immutable and thread-safe.

    Examples
    --------
    >>> Graph(np.array([0, 1, 2]), np.array([1, 0], dtype=np.int32)).n
    2
    """

    def __cinit__(self, const edge_t[::1] indptr not None, const vertex_t[::1] indices not None):
        cdef Py_ssize_t i
        cdef bint good
        if indptr.shape[0] < 1 or indptr.shape[0] > 2**31 - 2:
            raise ValueError(f"indptr has {indptr.shape[0]} entries, expected 1 to 2**31 - 2")
        self.n = indptr.shape[0] - 1
        good = indptr[0] == 0 and indptr[self.n] == indices.shape[0]
        for i in range(self.n):
            good = good and indptr[i] <= indptr[i + 1]
        if not good:
            raise ValueError("indptr does not rise from 0 to the number of indices")
        for i in range(indices.shape[0]):
            good = good and 0 <= indices[i] < self.n
        if not good:
            raise ValueError(f"indices hold a vertex that is not from 0 to {self.n - 1}")
        self._indptr = indptr
        self._indices = indices
        self.indptr = np.asarray(indptr)
        self.indices = np.asarray(indices)
        self.first = &self._indptr[0]
        self.column = &self._indices[0] if indices.shape[0] else NULL


cdef int check_vertices(const vertex_t[::1] vertices, Py_ssize_t n) except -1:
    """Refuse a vertex that is not of the graph."""
    cdef Py_ssize_t i
    for i in range(vertices.shape[0]):
        if not 0 <= vertices[i] < n:
            raise IndexError(f"vertex {vertices[i]}, expected 0 to {n - 1}")
    return 0


cdef extern from "compiler.h" nogil:
    void prefetch_line(const void* at) noexcept


# Who reached a vertex, in one word, as both are read for each edge: above, the epoch + side of the tree that holds it
# (stale below the epoch); below, its parent.
ctypedef uint64_t reached_t


cdef inline reached_t reached_by(uint32_t mark, vertex_t parent) noexcept nogil:
    return <uint64_t>mark << 32 | <uint32_t>parent


cdef struct Path:
    vertex_t* vertices
    Py_ssize_t size
    Py_ssize_t room


@cython.final
cdef class PathFinder:
    """Shortest paths between pairs of vertices, one pair after another.

    Breadth-first from both ends, level by level, always the smaller frontier: a level is a set of vertices
    of equal distance, so the first edge between the two trees closes a shortest path.

    Parameters
    ----------
    graph : Graph
        Where to search.

    Notes
    -----
    O(vertices + edges) a query at worst, usually about the square root of it; 17 bytes a vertex, made once.
    One object serves one thread at a time.

    Examples
    --------
    >>> PathFinder(Graph(np.array([0, 1, 3, 4]), np.array([1, 0, 2, 1], dtype=np.int32))).path(0, 2)
    [0, 1, 2]
    """

    cdef Graph graph
    cdef Pool pool
    cdef reached_t* reached
    cdef vertex_t* queue[2]
    cdef Py_ssize_t head[2]
    cdef Py_ssize_t tail[2]
    cdef Py_ssize_t end             # where the level of `side` that is being expanded ends
    cdef int side
    cdef uint32_t epoch
    cdef vertex_t near, far         # the edge that joins the trees, from the first to the second
    cdef readonly count_t nodes
    cdef readonly count_t generated
    cdef readonly bint found

    def __cinit__(self, Graph graph not None):
        cdef Py_ssize_t n = graph.n
        self.pool = Pool.__new__(Pool)
        self.reached = <reached_t*>self.pool.zeros(n + 1, sizeof(reached_t))
        self.queue[0] = <vertex_t*>self.pool.scratch(n + 1, sizeof(vertex_t))
        self.queue[1] = <vertex_t*>self.pool.scratch(n + 1, sizeof(vertex_t))
        self.graph = graph
        self.found = False

    def begin(self, vertex_t source, vertex_t target):
        """Take up a new pair; `run` then searches.

        Raises
        ------
        IndexError
            A vertex that the graph does not have.
        """
        if not 0 <= source < self.graph.n or not 0 <= target < self.graph.n:
            raise IndexError(f"vertices {source} and {target}, expected two of the graph")
        self.take_up(source, target)

    cdef void take_up(self, vertex_t source, vertex_t target) noexcept nogil:
        """Set the two trees up."""
        cdef int side
        if self.epoch > <uint32_t>0xFFFFFFF0:
            memset(self.reached, 0, (self.graph.n + 1) * sizeof(reached_t))
            self.epoch = 0
        self.epoch += 2
        self.nodes = self.generated = 0
        self.side = 0
        self.end = 0
        self.found = source == target
        self.near = self.far = source
        for side in range(2):
            self.queue[side][0] = target if side else source
            self.head[side] = 0
            self.tail[side] = 1
        self.reached[target] = reached_by(self.epoch + 1, -1)
        self.reached[source] = reached_by(self.epoch, -1)

    def run(self, count_t budget):
        """Expand at most `budget` vertices; return whether work remains."""
        cdef bint remains
        with nogil:
            remains = self.step(budget)
        return remains

    cdef bint step(self, count_t budget) noexcept nogil:
        """Expand at most `budget` vertices, level after level; return whether work remains.

        Each side has its queue: before `head` what was expanded, before `end` the level of `side` in hand.
        """
        cdef const edge_t* first = self.graph.first
        cdef const vertex_t* column = self.graph.column
        cdef reached_t* reached = self.reached
        cdef vertex_t* queue
        cdef Py_ssize_t tail, ahead
        cdef reached_t held, here
        cdef uint32_t mine, other
        cdef vertex_t u, v
        cdef bint fresh
        cdef edge_t e
        cdef int side = self.side
        if self.found or self.epoch == 0:
            return False
        while True:
            if self.head[side] == self.end:
                # A level is done. A tree without a frontier never met the other: there is no path.
                if self.head[0] == self.tail[0] or self.head[1] == self.tail[1]:
                    return False
                # The smaller frontier goes next, the source's among equals.
                side = self.tail[1] - self.head[1] < self.tail[0] - self.head[0]
                self.side = side
                self.end = self.tail[side]
            if budget <= 0:
                return True
            budget -= 1
            queue, tail = self.queue[side], self.tail[side]
            u = queue[self.head[side]]
            self.head[side] += 1
            # Where the edges of those that come next begin, and these edges, are on the way meanwhile.
            ahead = self.head[side]
            if ahead + 1 < tail:
                prefetch_line(&first[queue[ahead + 1]])
                prefetch_line(&column[first[queue[ahead]]])
            self.nodes += 1
            self.generated += first[u + 1] - first[u]
            mine = self.epoch + side
            other = self.epoch + 1 - side
            here = reached_by(mine, u)
            for e in range(first[u], first[u + 1]):
                v = column[e]
                held = reached[v]
                # An edge between the trees closes a shortest path.
                if <uint32_t>(held >> 32) == other:
                    self.near = v if side else u
                    self.far = u if side else v
                    self.found = True
                    self.tail[side] = tail
                    return False
                # A new vertex is of the next level. Whether it is new is past guessing: no branch says it.
                fresh = <uint32_t>(held >> 32) != mine
                reached[v] = here if fresh else held
                queue[tail] = v
                tail += fresh
            self.tail[side] = tail

    cdef inline vertex_t parent(self, vertex_t v) noexcept nogil:
        return <vertex_t><uint32_t>self.reached[v]

    def result(self):
        """Return the path that `run` found as a list of vertices, None where it found none."""
        cdef vertex_t v
        if not self.found:
            return None
        path = []
        v = self.near
        while v >= 0:
            path.append(v)
            v = self.parent(v)
        path.reverse()
        v = self.far
        if v == self.near:
            return path
        while v >= 0:
            path.append(v)
            v = self.parent(v)
        return path

    def path(self, vertex_t source, vertex_t target):
        """Return a shortest path as a list of vertices, None where there is none."""
        self.begin(source, target)
        with nogil:
            self.step(1 << 62)
        return self.result()

    def paths(self, const vertex_t[::1] sources not None, const vertex_t[::1] targets not None):
        """Return a shortest path between the two vertices of each pair.

        Parameters
        ----------
        sources, targets : int32 array of shape (pairs,)

        Returns
        -------
        vertices : int32 array
            The paths one after the other; a pair that no path joins has none.
        ends : int64 array of shape (pairs,)
            Where the path of each pair ends in `vertices`; it begins where the one before ends.
        nodes, generated : int64 array of shape (pairs,)
            Vertices expanded, and their neighbours.

        Raises
        ------
        IndexError
            A vertex that the graph does not have.

        Examples
        --------
        >>> finder = PathFinder(Graph(np.array([0, 1, 3, 4]), np.array([1, 0, 2, 1], dtype=np.int32)))
        >>> [part.tolist() for part in finder.paths(np.array([0, 1], np.int32), np.array([2, 1], np.int32))]
        [[0, 1, 2, 1], [3, 4], [2, 0], [2, 0]]
        """
        cdef Py_ssize_t n = sources.shape[0], i
        cdef Path path
        cdef Pool pool = Pool.__new__(Pool)
        cdef bint room = True
        path.vertices = NULL
        path.size = path.room = 0
        if targets.shape[0] != n:
            raise ValueError(f"{n} sources and {targets.shape[0]} targets, expected as many")
        check_vertices(sources, self.graph.n)
        check_vertices(targets, self.graph.n)
        ends, nodes, generated = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
        cdef count_t[::1] ends_view = ends, nodes_view = nodes, generated_view = generated
        with nogil:
            for i in range(n):
                self.take_up(sources[i], targets[i])
                self.step(1 << 62)
                room = not self.found or self.write(pool, &path)
                if not room:
                    break
                ends_view[i] = path.size
                nodes_view[i] = self.nodes
                generated_view[i] = self.generated
        if not room:
            raise MemoryError("the paths")
        vertices = np.empty(path.size, np.int32)
        cdef vertex_t[::1] out = vertices
        for i in range(path.size):
            out[i] = path.vertices[i]
        return vertices, ends, nodes, generated

    cdef bint write(self, Pool pool, Path* path) noexcept nogil:
        """Put the path that was found behind those before; return whether there is room."""
        cdef Py_ssize_t most = path.size + self.tail[0] + self.tail[1], i, j
        cdef vertex_t* more
        cdef vertex_t v
        if most > path.room:
            more = <vertex_t*>pool.resized(path.vertices, 2 * most, sizeof(vertex_t))
            if more == NULL:
                return False
            path.vertices = more
            path.room = 2 * most
        # From the first edge between the trees back to the source, turned round, and on to the target.
        i = path.size
        v = self.near
        while v >= 0:
            path.vertices[path.size] = v
            path.size += 1
            v = self.parent(v)
        j = path.size - 1
        while i < j:
            path.vertices[i], path.vertices[j] = path.vertices[j], path.vertices[i]
            i += 1
            j -= 1
        v = -1 if self.far == self.near else self.far
        while v >= 0:
            path.vertices[path.size] = v
            path.size += 1
            v = self.parent(v)
        return True


cdef Py_ssize_t sweep(Graph graph, cost_t* dist, vertex_t* queue, Py_ssize_t queued) noexcept nogil:
    """Go on breadth-first from the `queued` vertices of the queue; return how many were reached.

    `dist` is 0 at those and -1 elsewhere. What was reached then stands in the queue in order of distance.
    """
    cdef Py_ssize_t head = 0
    cdef vertex_t u, v
    cdef edge_t e
    while head < queued:
        u = queue[head]
        head += 1
        for e in range(graph.first[u], graph.first[u + 1]):
            v = graph.column[e]
            if dist[v] < 0:
                dist[v] = dist[u] + 1
                queue[queued] = v
                queued += 1
    return queued


def distances(Graph graph not None, const vertex_t[::1] sources not None):
    """Return the number of steps from the nearest source to each vertex, -1 where none leads there.

    Returns
    -------
    int32 array of shape (n,)

    Examples
    --------
    >>> line = Graph(np.array([0, 1, 3, 4, 4]), np.array([1, 0, 2, 1], dtype=np.int32))
    >>> distances(line, np.array([0], dtype=np.int32)).tolist()
    [0, 1, 2, -1]
    """
    cdef Py_ssize_t n = graph.n, i, queued = 0
    dist = np.full(n + 1, -1, dtype=np.int32)
    cdef cost_t[::1] d = dist
    cdef vertex_t[::1] queue = np.empty(n + 1, dtype=np.int32)
    check_vertices(sources, n)
    for i in range(sources.shape[0]):
        if d[sources[i]] < 0:
            d[sources[i]] = 0
            queue[queued] = sources[i]
            queued += 1
    with nogil:
        sweep(graph, &d[0], &queue[0], queued)
    return dist[:n]


def components(Graph graph not None):
    """Return for each vertex the number of its connected component; numbers rise with the least vertex.

    Returns
    -------
    int32 array of shape (n,)

    Examples
    --------
    >>> components(Graph(np.array([0, 1, 2, 2]), np.array([1, 0], dtype=np.int32))).tolist()
    [0, 0, 1]
    """
    cdef Py_ssize_t n = graph.n, v, i, reached
    cdef int32_t number = 0
    labels = np.full(n, -1, dtype=np.int32)
    cdef int32_t[::1] label = labels
    cdef cost_t[::1] dist = np.full(n + 1, -1, dtype=np.int32)
    cdef vertex_t[::1] queue = np.empty(n + 1, dtype=np.int32)
    with nogil:
        for v in range(n):
            if label[v] >= 0:
                continue
            queue[0] = <vertex_t>v
            dist[v] = 0
            reached = sweep(graph, &dist[0], &queue[0], 1)
            for i in range(reached):
                label[queue[i]] = number
            number += 1
    return labels


@cython.final
cdef class EccentricPairs:
    """The greatest distance between two vertices that a path joins, and all pairs so far apart.

    Equivalent: ``max(distances(graph, [v]).max() for v in range(n))``.

    Notes
    -----
    A sweep from v bounds the eccentricity of each w it reaches: max(d, ecc(v) - d) <= ecc(w) <=
    ecc(v) + d. A vertex is swept only while its upper bound is not below the best found, in turn that of the
    highest upper and of the lowest lower bound: Takes and Kosters, "Determining the Diameter of Small World
    Networks", CIKM 2011. All of them at worst, a few hundred of ten thousand in practice. 8 bytes a pair, and
    again where their room grows. One thread at a time.

    Examples
    --------
    >>> line = Graph(np.array([0, 1, 3, 4]), np.array([1, 0, 2, 1], dtype=np.int32))
    >>> pairs = EccentricPairs(line)
    >>> pairs.run(10), pairs.diameter, pairs.pairs.tolist()
    (False, 2, [[0, 2]])
    """

    cdef Graph graph
    cdef cost_t[::1] low, high, dist
    cdef vertex_t[::1] queue
    cdef vertex_t[:, ::1] found     # pairs, with room for more
    cdef Py_ssize_t n_found
    cdef readonly cost_t diameter
    cdef readonly count_t nodes

    def __cinit__(self, Graph graph not None):
        cdef Py_ssize_t n = graph.n
        labels = components(graph)
        self.high = (np.bincount(labels)[labels] - 1).astype(np.int32) if n else np.empty(0, dtype=np.int32)
        self.low = np.zeros(n, dtype=np.int32)
        self.dist = np.full(n + 1, -1, dtype=np.int32)
        self.queue = np.empty(n + 1, dtype=np.int32)
        self.found = np.empty((64, 2), dtype=np.int32)
        self.graph = graph

    @property
    def n_pairs(self):
        """Number of pairs so far."""
        return self.n_found

    @property
    def pairs(self):
        """The pairs so far, an int32 array of shape (n_pairs, 2), the lesser vertex first, in no order."""
        return np.asarray(self.found)[: self.n_found].copy()

    cdef int more_room(self) except -1:
        """Make room for twice as many pairs."""
        wider = np.empty((2 * self.found.shape[0], 2), dtype=np.int32)
        wider[: self.n_found] = np.asarray(self.found)[: self.n_found]
        self.found = wider
        return 0

    cdef vertex_t pick(self) noexcept nogil:
        """Return the vertex to sweep next, -1 where no bound allows a better one. Swept ones have high -1."""
        cdef Py_ssize_t v
        cdef vertex_t best = -1
        cdef bint upper = self.nodes % 2 == 0
        for v in range(self.graph.n):
            if self.high[v] < self.diameter or self.high[v] < 1:
                continue
            if best < 0 or (self.high[v] > self.high[best] if upper else self.low[v] < self.low[best]):
                best = <vertex_t>v
        return best

    def run(self, count_t budget):
        """Sweep from at most `budget` vertices; return whether work remains."""
        cdef vertex_t v, w
        cdef Py_ssize_t reached, i
        cdef cost_t far
        while True:
            with nogil:
                v = self.pick()
            if v < 0:
                return False
            if budget <= 0:
                return True
            budget -= 1
            self.nodes += 1
            with nogil:
                self.queue[0] = v
                self.dist[v] = 0
                reached = sweep(self.graph, &self.dist[0], &self.queue[0], 1)
                far = self.dist[self.queue[reached - 1]]
                for i in range(reached):
                    w = self.queue[i]
                    self.low[w] = max(self.low[w], max(self.dist[w], far - self.dist[w]))
                    self.high[w] = min(self.high[w], far + self.dist[w])
                self.high[v] = -1
            # A greater distance than any before: pairs begin again.
            if far > self.diameter:
                self.diameter = far
                self.n_found = 0
            # The farthest stand at the end of the queue; each pair is noted at its lesser vertex.
            for i in range(reached - 1, -1, -1):
                w = self.queue[i]
                if self.dist[w] < self.diameter:
                    break
                if v < w:
                    if self.n_found == self.found.shape[0]:
                        self.more_room()
                    self.found[self.n_found, 0] = v
                    self.found[self.n_found, 1] = w
                    self.n_found += 1
            for i in range(reached):
                self.dist[self.queue[i]] = -1
