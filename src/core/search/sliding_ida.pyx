"""Optimal sliding of at most 16 cells; twin: `reference.search.sliding_ida`.

A tile is named by the cell it has to reach. A configuration is held as one 64-bit word: four bits a
tile, its cell, in the order of the patterns, so that the index into a pattern database is a shift and
a mask, and a step is one exclusive or.
"""

cimport cython
import numpy as np

from libc.stdint cimport int16_t, uint16_t
from libc.string cimport memset

from .sliding_turns cimport NO_STEP, NO_WAY, fill_turns
from ..bits cimport lsb
from ..pool cimport Pool
from ..types cimport cell_t, cost_t, count_t, uint8_t, uint32_t, uint64_t

cdef enum:
    MOST_CELLS = 16
    MOST_PATTERNS = 4
    MOST_IN_PATTERN = 6
    DEEPEST = 1024  # no configuration of 16 cells or fewer is further away, and no bound grows past it
    RUNNING_ = 0
    SOLVED_ = 1
    EXHAUSTED_ = 2

RUNNING, SOLVED, EXHAUSTED = range(3)
"""States of a search."""


@cython.final
cdef class PatternTables:
    """Additive pattern databases: for groups of tiles, the steps they need beyond their Manhattan distances.

    Equivalent: breadth-first search from the goal over the cells of a group's tiles and the blank, where
    only steps of the group's tiles count. The sum over disjoint groups, plus the Manhattan distance
    of all tiles, never overestimates.

    Parameters
    ----------
    rows, cols : int
        Size, at most 16 cells.
    blank : int
        The cell of the blank in the goal.
    patterns : sequence of sequences of int
        At most four groups of at most six tiles (named by their goal cells), disjoint, all tiles together.

    Notes
    -----
    Half a byte per entry, half the extra steps (they are even); 16**k / 2 bytes for k tiles, and
    2 * 16**k bytes while it is built. Build with ``run(budget)``; read-only and shared freely after that.
    R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134 (2002).
    """

    cdef readonly cell_t rows, cols, n_cells, blank
    cdef readonly int n_patterns, n_tiles
    cdef readonly bint ready
    cdef readonly count_t n_states, n_entries
    cdef Pool pool
    cdef int size_of[MOST_PATTERNS]
    cdef int first_of[MOST_PATTERNS]          # its first tile in the order of the patterns
    cdef uint8_t* tables[MOST_PATTERNS]
    cdef uint8_t goal_of[MOST_CELLS]          # tile in the order of the patterns -> its goal cell
    cdef uint8_t place_of[MOST_CELLS]         # goal cell -> tile in the order of the patterns
    cdef uint8_t distance[MOST_CELLS][MOST_CELLS]  # [tile][cell]
    cdef uint16_t around[MOST_CELLS]          # bitboard of the neighbours of a cell
    cdef int building
    cdef uint16_t* reached                    # [placement] -> bitboard of the blank cells it was reached with
    cdef uint64_t* level                      # placement | blank cells << 32 | distance << 48
    cdef uint64_t* next_level
    cdef size_t level_size, level_next, next_size, next_capacity
    cdef cost_t depth

    def __cinit__(self, cell_t rows, cell_t cols, cell_t blank, patterns):
        cdef int p, k, tile = 0
        cdef cell_t cell, other
        if not (1 <= rows <= MOST_CELLS and 1 <= cols <= MOST_CELLS and rows * cols <= MOST_CELLS):
            raise ValueError(f"{rows}x{cols}, expected at most 16 cells")
        if not 0 <= blank < rows * cols:
            raise ValueError(f"no cell {blank}")
        groups = [[int(goal) for goal in group] for group in patterns]
        if len(groups) > MOST_PATTERNS or any(not 1 <= len(group) <= MOST_IN_PATTERN for group in groups):
            raise ValueError("expected at most 4 patterns of 1 to 6 tiles")
        self.rows, self.cols, self.n_cells, self.blank = rows, cols, rows * cols, blank
        self.n_tiles = self.n_cells - 1
        tiles = [goal for group in groups for goal in group]
        expected = [cell for cell in range(self.n_cells) if cell != blank]
        if groups and sorted(tiles) != expected:
            raise ValueError("the patterns do not hold every tile once")
        self.n_patterns = len(groups)
        for p in range(self.n_patterns):
            self.first_of[p] = tile
            self.size_of[p] = len(groups[p])
            tile += self.size_of[p]
        for k, goal in enumerate(tiles or expected):
            self.goal_of[k] = goal
            self.place_of[<int>goal] = k
        for k in range(self.n_tiles):
            for cell in range(self.n_cells):
                other = self.goal_of[k]
                self.distance[k][cell] = abs(cell // cols - other // cols) + abs(cell % cols - other % cols)
        for cell in range(self.n_cells):
            for other in range(self.n_cells):
                if abs(cell // cols - other // cols) + abs(cell % cols - other % cols) == 1:
                    self.around[cell] |= <uint16_t>(1 << other)
        self.pool = Pool.__new__(Pool)
        self.ready = self.n_patterns == 0
        if not self.ready:
            self.next_capacity = 1024
            self.level = <uint64_t*>self.pool.scratch(self.next_capacity, sizeof(uint64_t))
            self.next_level = <uint64_t*>self.pool.scratch(self.next_capacity, sizeof(uint64_t))
        self.building = -1

    @property
    def nbytes(self):
        """Bytes of the finished tables."""
        return sum([(<size_t>1 << 4 * self.size_of[p]) // 2 for p in range(self.n_patterns)])

    def run(self, count_t budget):
        """Build: take up at most `budget` states; return whether work remains."""
        cdef bint enough = True
        while budget > 0 and not self.ready and enough:
            if self.building < 0 or self.level_size == 0:
                self.begin(self.building + 1)
                if self.ready:
                    break
            with nogil:
                while budget > 0 and self.level_size > 0 and enough:
                    enough = self.advance(&budget)
        if not enough:
            raise MemoryError("pattern databases")
        return not self.ready

    cdef int begin(self, int pattern) except -1:
        """Start the next table, or finish after the last."""
        cdef size_t entries
        cdef uint64_t placement = 0
        cdef int k
        if pattern == self.n_patterns:
            self.pool.release(self.reached)
            self.pool.release(self.level)
            self.pool.release(self.next_level)
            self.reached = NULL
            self.level = self.next_level = NULL
            self.ready = True
            return 0
        entries = <size_t>1 << 4 * self.size_of[pattern]
        if pattern > 0 and self.size_of[pattern] == self.size_of[pattern - 1]:
            memset(self.reached, 0, entries * sizeof(uint16_t))
        else:
            self.pool.release(self.reached)
            self.reached = NULL
            self.reached = <uint16_t*>self.pool.zeros(entries, sizeof(uint16_t))
        self.pool.release(self.tables[pattern])  # of a beginning that ran out of memory
        self.tables[pattern] = NULL
        self.tables[pattern] = <uint8_t*>self.pool.zeros((entries + 1) // 2, 1)
        self.building = pattern
        for k in range(self.size_of[pattern]):
            placement |= <uint64_t>self.goal_of[self.first_of[pattern] + k] << 4 * k
        self.depth = 0
        self.level_size, self.level_next, self.next_size = 1, 0, 0
        self.reached[placement] = self.flood(self.blank, self.occupied(placement))
        self.level[0] = placement | <uint64_t>self.reached[placement] << 32
        self.n_entries += 1
        return 0

    cdef uint32_t occupied(self, uint64_t placement) noexcept nogil:
        """Return the cells of the pattern's tiles."""
        cdef uint32_t cells = 0
        cdef int k
        for k in range(self.size_of[self.building if self.building >= 0 else 0]):
            cells |= <uint32_t>1 << (placement >> 4 * k & 15)
        return cells

    cdef uint16_t flood(self, cell_t cell, uint32_t occupied) noexcept nogil:
        """Return the cells that the blank reaches from `cell` without moving a tile of the pattern."""
        cdef uint32_t found = <uint32_t>1 << cell, fresh = found, spread
        while fresh != 0:
            spread = self.around[lsb(fresh)]
            fresh &= fresh - 1
            spread &= ~(found | occupied)
            found |= spread
            fresh |= spread
        return <uint16_t>found

    cdef bint advance(self, count_t* budget) noexcept nogil:
        """Take up states of the level in hand; False where memory is out."""
        cdef int pattern = self.building, size = self.size_of[pattern], first = self.first_of[pattern], k
        cdef uint8_t* table = self.tables[pattern]
        cdef uint64_t state, moved, distance
        cdef uint32_t placement, other, cells, occupied, reach, from_bit
        cdef cell_t here, there
        cdef void* larger
        cdef uint64_t* swap
        cdef uint16_t comp
        while self.level_next < self.level_size:
            if budget[0] <= 0:
                return True
            budget[0] -= 1
            self.n_states += 1
            if self.next_size + 6 * 4 > self.next_capacity:
                larger = self.pool.resized(self.next_level, 2 * self.next_capacity, sizeof(uint64_t))
                if larger == NULL:
                    return False
                self.next_level = <uint64_t*>larger
                larger = self.pool.resized(self.level, 2 * self.next_capacity, sizeof(uint64_t))
                if larger == NULL:
                    return False
                self.level = <uint64_t*>larger
                self.next_capacity *= 2
            state = self.level[self.level_next]
            self.level_next += 1
            placement = <uint32_t>state
            reach = state >> 32 & 0xffff
            distance = state >> 48
            occupied = self.occupied(placement)
            # Each tile of the pattern, into each cell next to it that the blank reaches.
            for k in range(size):
                here = placement >> 4 * k & 15
                from_bit = <uint32_t>1 << here
                cells = self.around[here] & reach
                while cells != 0:
                    there = lsb(cells)
                    cells &= cells - 1
                    other = placement ^ <uint32_t>(here ^ there) << 4 * k
                    # The blank is then where the tile was: a placement may be reached with several regions.
                    if self.reached[other] & from_bit:
                        continue
                    moved = distance + self.distance[first + k][there] - self.distance[first + k][here]
                    # The first time is the shortest way: what exceeds the distance is the entry.
                    if self.reached[other] == 0:
                        self.n_entries += 1
                        table[other >> 1] |= <uint8_t>(((self.depth + 1 - <cost_t>moved) >> 1) << 4 * (other & 1))
                    comp = self.flood(here, occupied ^ from_bit ^ (<uint32_t>1 << there))
                    self.reached[other] |= comp
                    self.next_level[self.next_size] = other | <uint64_t>comp << 32 | moved << 48
                    self.next_size += 1
        swap = self.level
        self.level, self.level_size, self.level_next = self.next_level, self.next_size, 0
        self.next_level, self.next_size = swap, 0
        self.depth += 1
        return True

    def extra(self, int pattern, cells):
        """Return the steps that a pattern's tiles on these cells need beyond Manhattan distances."""
        cdef uint64_t placement = 0
        if not self.ready or not 0 <= pattern < self.n_patterns:
            raise ValueError("no such table")
        if len(cells) != self.size_of[pattern] or any(not 0 <= cell < self.n_cells for cell in cells):
            raise ValueError("one cell expected for each tile of the pattern")
        for k, cell in enumerate(cells):
            placement |= <uint64_t>cell << 4 * k
        return 2 * (self.tables[pattern][placement >> 1] >> 4 * (placement & 1) & 15)


cdef struct Step:
    uint64_t tiles      # cell of each tile, in the order of the patterns
    uint64_t mirrored   # the same for the mirrored configuration
    uint64_t board      # tile at each cell, in the order of the patterns
    uint32_t extras     # half the extra steps of each pattern, a byte each
    uint32_t mirrored_extras
    int16_t extra       # their sums
    int16_t mirrored_extra
    int16_t distance    # Manhattan
    uint8_t blank
    uint8_t came        # way of the blank that led here
    const uint8_t* turn  # next step to try


@cython.final
cdef class SlidingIda:
    """Iterative deepening A* from a configuration to the goal of the tables.

    Equivalent: raise the bound; search depth-first, never straight back, paths whose steps plus lower
    bound stay within it. Lower bound: Manhattan distance plus the tables' extra steps; where the goal
    has a symmetry, the mirrored configuration is looked up as well and the larger taken.

    Parameters
    ----------
    tables : PatternTables
        Ready. Without patterns the search is the plain one with the Manhattan distance.
    start : uint8 array of shape (n_cells,)
        For each cell the goal cell of the tile that lies there; the blank's own for the blank.
    mirror : uint8 array of shape (n_cells,), optional
        A symmetry of the board that keeps the blank's goal cell: cell -> cell.
    order : sequence of int
        The order in which the blank's steps are tried: 0 up, 1 left, 2 right, 3 down.

    Notes
    -----
    Nodes are configurations whose bound was computed, the start counted once: Korf's count. Several searches may
    share the tables.
    """

    cdef Pool pool
    cdef readonly PatternTables tables
    cdef readonly int status
    cdef readonly cost_t bound, first_bound, depth
    cdef readonly count_t nodes
    cdef cell_t n_cells
    cdef cost_t next_bound
    cdef bint mirroring, last_bound
    cdef uint8_t turns[MOST_CELLS][5][6]
    cdef uint8_t mirror_cell[MOST_CELLS]
    cdef uint8_t mirror_place[MOST_CELLS]
    cdef uint8_t pattern_of[MOST_CELLS]    # tile -> its pattern
    cdef Step* path

    def __cinit__(self, PatternTables tables not None, const uint8_t[::1] start not None,
                  const uint8_t[::1] mirror=None, order=(0, 1, 2, 3)):
        cdef int p, k
        cdef cell_t cell
        if not tables.ready:
            raise ValueError("the tables are not built yet")
        fill_turns(self.turns, tables.rows, tables.cols, order)
        self.n_cells = tables.n_cells
        if sorted(np.asarray(start).tolist()) != list(range(self.n_cells)):
            raise ValueError("start must hold every cell once")
        if mirror is not None and (sorted(np.asarray(mirror).tolist()) != list(range(self.n_cells))
                                   or mirror[tables.blank] != tables.blank):
            raise ValueError("mirror must be a symmetry that keeps the blank's goal")
        self.tables = tables
        self.pool = Pool.__new__(Pool)
        self.path = <Step*>self.pool.scratch(DEEPEST, sizeof(Step))
        memset(self.path, 0, sizeof(Step))
        for p in range(tables.n_patterns):
            for k in range(tables.size_of[p]):
                self.pattern_of[tables.first_of[p] + k] = p
        self.mirroring = mirror is not None and tables.n_patterns > 0
        if self.mirroring:
            for cell in range(self.n_cells):
                self.mirror_cell[cell] = mirror[cell]
            for k in range(tables.n_tiles):
                self.mirror_place[k] = tables.place_of[self.mirror_cell[tables.goal_of[k]]]
        for cell in range(self.n_cells):
            if start[cell] == tables.blank:
                self.path[0].blank = cell
                continue
            k = tables.place_of[start[cell]]
            self.path[0].tiles |= <uint64_t>cell << 4 * k
            self.path[0].board |= <uint64_t>k << 4 * cell
            self.path[0].distance += tables.distance[k][cell]
            if self.mirroring:
                self.path[0].mirrored |= <uint64_t>self.mirror_cell[cell] << 4 * self.mirror_place[k]
        for p in range(tables.n_patterns):
            k = self.look_up(p, self.path[0].tiles)
            self.path[0].extras |= <uint32_t>k << 8 * p
            self.path[0].extra += k
            if self.mirroring:
                k = self.look_up(p, self.path[0].mirrored)
                self.path[0].mirrored_extras |= <uint32_t>k << 8 * p
                self.path[0].mirrored_extra += k
        self.path[0].came = NO_WAY
        self.path[0].turn = NULL
        self.bound = self.path[0].distance + 2 * max(self.path[0].extra, self.path[0].mirrored_extra)
        self.first_bound = self.bound

    cdef inline cost_t look_up(self, int pattern, uint64_t tiles) noexcept nogil:
        """Return half the extra steps of a pattern."""
        cdef uint64_t placement = tiles >> 4 * self.tables.first_of[pattern]
        placement &= (<uint64_t>1 << 4 * self.tables.size_of[pattern]) - 1
        return self.tables.tables[pattern][placement >> 1] >> 4 * (placement & 1) & 15

    def run(self, count_t budget):
        """Take up at most `budget` configurations; return whether work remains."""
        with nogil:
            if self.status == RUNNING_:
                self.search(budget)
        return self.status == RUNNING_

    # long: the inner loop, which keeps bound, budget and the path's end in registers
    cdef void search(self, count_t budget) noexcept nogil:
        """Take up at most `budget` configurations, depth-first within the bound, then within the next.

        `step` is the end of the path in hand, `last` the configuration that is tried after it. What a step
        changes is computed from the step before: one tile's cell, one pattern's extra steps, one distance.
        """
        cdef Step* step = self.path + self.depth
        cdef Step* last
        cdef Step* root = self.path
        cdef const uint8_t* turn
        cdef uint64_t tiles
        cdef int tile, mirrored_tile, p
        cdef cell_t there
        cdef cost_t total, distance, extra, bound = self.bound
        cdef cost_t exceeded = self.next_bound
        cdef count_t whole = budget
        cdef bint tabled = self.tables.n_patterns > 0, mirroring = self.mirroring
        if root.turn == NULL:  # the first iteration
            if budget <= 0:
                return
            budget, exceeded = budget - 1, DEEPEST
            root.turn = self.turns[root.blank][NO_WAY]
            if root.distance == 0:
                self.status = SOLVED_
        while budget > 0 and self.status == RUNNING_:
            # All steps from here were tried: one step back.
            turn = step.turn
            if turn[0] == NO_STEP:
                if step != root:
                    step -= 1
                    continue
                # All from the start as well: the next bound is the least that exceeded this one.
                bound, exceeded = exceeded, DEEPEST
                if bound >= DEEPEST or self.last_bound:
                    self.status = EXHAUSTED_
                    break
                root.turn = self.turns[root.blank][NO_WAY]
                continue
            # The tile `there` slides to where the blank is.
            step.turn = turn + 1
            budget -= 1
            there = turn[0] & 31
            tile = step.board >> 4 * there & 15
            distance = step.distance + self.tables.distance[tile][step.blank] - self.tables.distance[tile][there]
            tiles = step.tiles ^ <uint64_t>(there ^ step.blank) << 4 * tile
            total = <cost_t>(step - root) + 1 + distance
            last = step + 1
            if tabled:
                # One pattern changes: its old extra steps go out of the sum, its new ones in.
                p = self.pattern_of[tile]
                extra = self.look_up(p, tiles)
                last.extras = (step.extras & ~(<uint32_t>0xff << 8 * p)) | <uint32_t>extra << 8 * p
                extra += step.extra - (step.extras >> 8 * p & 0xff)
                if total + 2 * extra > bound:
                    exceeded = min(exceeded, total + 2 * extra)
                    continue
                last.extra = extra
                # The same for the mirror image, which has a bound of its own.
                if mirroring:
                    mirrored_tile = self.mirror_place[tile]
                    p = self.pattern_of[mirrored_tile]
                    last.mirrored = step.mirrored ^ <uint64_t>(
                        self.mirror_cell[there] ^ self.mirror_cell[step.blank]) << 4 * mirrored_tile
                    extra = self.look_up(p, last.mirrored)
                    last.mirrored_extras = (
                        (step.mirrored_extras & ~(<uint32_t>0xff << 8 * p)) | <uint32_t>extra << 8 * p)
                    extra += step.mirrored_extra - (step.mirrored_extras >> 8 * p & 0xff)
                    if total + 2 * extra > bound:
                        exceeded = min(exceeded, total + 2 * extra)
                        continue
                    last.mirrored_extra = extra
            elif total > bound:
                exceeded = min(exceeded, total)
                continue
            # Within the bound: the path goes one step on.
            last.tiles = tiles
            last.board = step.board ^ <uint64_t>tile << 4 * there ^ <uint64_t>tile << 4 * step.blank
            last.distance = distance
            last.blank = there
            last.came = turn[0] >> 5
            last.turn = self.turns[there][last.came]
            step = last
            if distance == 0:
                self.status = SOLVED_
        self.depth = <cost_t>(step - root)
        self.bound, self.next_bound = bound, exceeded
        self.nodes += whole - budget

    def go_on(self):
        """After a solution: make ready to search the next one of its length; EXHAUSTED after the last."""
        if self.status == SOLVED_:
            self.status = EXHAUSTED_ if self.depth == 0 else RUNNING_
            self.last_bound = True

    def path_cells(self):
        """Return the cells of the blank from the start to the goal; empty before a solution."""
        if self.status != SOLVED_:
            return np.empty(0, dtype=np.uint8)
        return np.array([self.path[k].blank for k in range(self.depth + 1)], dtype=np.uint8)
