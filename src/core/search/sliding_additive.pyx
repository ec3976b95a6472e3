"""Optimal sliding with large pattern databases; twin: `reference.search.sliding_additive`.

Where a tile goes to the side, the order of all others stays, and the number of its placement changes by a constant;
where it goes up or down, it passes the tiles between, and each of its own pattern among them changes the number
by another. All steps from a configuration are looked up together, so that memory answers them side by side.
"""

cimport cython
import numpy as np

from libc.string cimport memset

from .sliding_turns cimport NO_STEP, NO_WAY, fill_turns
from ..pool cimport Pool
from ..types cimport cell_t, cost_t, count_t, uint64_t

cdef extern from "memory.h" nogil:
    void will_read "prefetch_line"(const void* place) noexcept

cdef enum:
    DEEPEST = 1024  # no configuration of 25 cells is further away, and no bound grows past it
    RUNNING_ = 0
    SOLVED_ = 1
    EXHAUSTED_ = 2

RUNNING, SOLVED, EXHAUSTED = range(3)
"""States of a search."""


@cython.final
cdef class AdditiveTables:
    """Pattern databases of groups of tiles, for configurations and their mirror images.

    Equivalent: ``manhattan(cells)`` plus the extra steps of each group, or the same of the mirror image where that is
    more.

    Parameters
    ----------
    rows, cols : int
        Size, at most 25 cells.
    blank : int
        The cell of the blank in the goal.
    patterns : sequence of (tiles, turn, table)
        At most eight groups that hold every tile once. `turn` is a symmetry of the board, cell to cell, that leads
        the group to the one that `table` was made of, tile by tile: groups of one form share a table. The array is
        uint8, as `PatternTable.table` has it.
    mirror : sequence of int, optional
        A symmetry of the board that keeps the blank's goal cell: cell to cell.

    Notes
    -----
    The arrays are held, not copied. Read-only: any number of searches and threads may share them.
    """

    def __cinit__(self, cell_t rows, cell_t cols, cell_t blank, patterns, mirror=None):
        cdef cell_t cell, other, tile
        cdef int image
        cdef const uint8_t[::1] array
        if not (1 <= rows <= MOST_CELLS and 1 <= cols <= MOST_CELLS and rows * cols <= MOST_CELLS):
            raise ValueError(f"{rows}x{cols}, expected at most 25 cells")
        if not 0 <= blank < rows * cols:
            raise ValueError(f"no cell {blank}")
        self.rows, self.cols, self.n_cells, self.blank = rows, cols, rows * cols, blank
        groups = [([int(tile) for tile in tiles], [int(cell) for cell in turn], table)
                  for tiles, turn, table in patterns]
        every = list(range(self.n_cells))
        if not 1 <= len(groups) <= MOST_PATTERNS:
            raise ValueError(f"{len(groups)} patterns, expected 1 to 8")
        if sorted(sum([tiles for tiles, _, _ in groups], [])) != every[:blank] + every[blank + 1:]:
            raise ValueError("the patterns do not hold every tile once")
        home = every if mirror is None else [int(cell) for cell in mirror]
        if any(sorted(turn) != every for turn in [home, *[turn for _, turn, _ in groups]]) or home[blank] != blank:
            raise ValueError("expected symmetries of the board, the mirror one that keeps the blank's goal")
        self.n_patterns, self.n_images = len(groups), 1 if mirror is None else 2
        self.n_between = max(rows, cols) - 1
        self.pool = Pool.__new__(Pool)
        self.passages = <Passage*>self.pool.zeros(MOST_VIEWS * BOARD * 4, sizeof(Passage))
        for cell in range(self.n_cells):
            for other in range(self.n_cells):
                self.distance[cell][other] = abs(cell // cols - other // cols) + abs(cell % cols - other % cols)
        self.arrays = []
        for image in range(self.n_images):
            for tiles, turn, table in groups:
                array = table
                if len(tiles) > 8 or <uint64_t>(2 * array.shape[0]) < placements(self.n_cells, len(tiles)):
                    raise ValueError("a table is not as long as its group needs, at most 8 tiles")
                self.arrays.append(table)
                self.tables[self.n_views] = &array[0]
                if image:
                    tiles, turn = [home.index(tile) for tile in tiles], [turn[home[cell]] for cell in every]
                self.add_view(image, tiles, turn)

    cdef int add_view(self, int image, list tiles, list turn) except -1:
        """Add a group of tiles of the configuration or of its mirror image."""
        cdef int view = self.n_views, k, way
        cdef cell_t cell, to
        cdef int32_t weight = 1
        cdef Passage* passage
        self.size_of[view] = len(tiles)
        for k in range(len(tiles) - 1, -1, -1):
            self.tiles[view][k] = tiles[k]
            self.view_of[image][<int>tiles[k]] = view
            self.weight[image][<int>tiles[k]] = weight
            weight *= self.n_cells - k
        # A tile that passes an earlier one upwards has one more below it; a later one has this one below no more.
        for k in range(len(tiles)):
            for way in range(len(tiles)):
                self.passing[image][<int>tiles[k]][<int>tiles[way]] = (
                    -self.weight[image][<int>tiles[k]] if way < k
                    else self.weight[image][<int>tiles[way]] if way > k else 0)
        back = {there: here for here, there in enumerate(turn)}
        for cell in range(self.n_cells):
            self.map[view][cell] = turn[cell]
            for way in range(4):
                passage = self.passages + (view * BOARD + cell) * 4 + way
                for k in range(MOST_CELLS):
                    passage.between[k] = NO_CELL
                # The blank comes up, left, right, down: the tile goes the other way.
                to = cell - (-self.cols, -1, 1, self.cols)[way]
                if not 0 <= to < self.n_cells or self.distance[cell][to] != 1:
                    continue
                low, high = sorted((turn[cell], turn[to]))
                passage.shift = turn[to] - turn[cell]
                passage.sign = 0 if high - low == 1 else 1 if turn[to] > turn[cell] else -1
                for k, between in enumerate(range(low + 1, high)):
                    passage.between[k] = back[between]
        self.n_views += 1
        return 0

    cdef int32_t number_of(self, int view, const uint8_t* where) noexcept nogil:
        cdef cell_t k, other, cell, digit
        cdef int32_t number = 0
        for k in range(self.size_of[view]):
            cell = digit = self.map[view][where[self.tiles[view][k]]]
            for other in range(k):
                digit -= self.map[view][where[self.tiles[view][other]]] < cell
            number = number * (self.n_cells - k) + digit
        return number

    def bounds(self, const uint8_t[::1] cells not None):
        """Return the lower bound of a configuration, and that of its mirror image where there is one.

        `cells` holds for each cell the goal cell of what lies there.
        """
        cdef uint8_t where[BOARD]
        cdef cell_t cell
        cdef cost_t distance = 0
        if sorted(np.asarray(cells).tolist()) != list(range(self.n_cells)):
            raise ValueError("cells must hold every cell once")
        for cell in range(self.n_cells):
            where[cells[cell]] = cell
            if cells[cell] != self.blank:
                distance += self.distance[cells[cell]][cell]
        extras = [self.look_up(view, self.number_of(view, where)) for view in range(self.n_views)]
        n = self.n_patterns
        return [distance + 2 * sum(extras[image * n:(image + 1) * n]) for image in range(self.n_images)]


cdef uint64_t placements(cell_t n_cells, cell_t n_tiles):
    cdef uint64_t count = 1
    cdef cell_t k
    for k in range(n_tiles):
        count *= n_cells - k
    return count


# A step that can be made, with what it changes.
cdef struct Child:
    int32_t number[2]    # of the placement that changes, in each image
    uint8_t view[2]
    uint8_t extra[2]     # half its extra steps
    int16_t sum[2]       # half those of all patterns
    int16_t distance     # Manhattan
    uint8_t tile, there  # what goes, and where it was
    uint8_t way          # of the blank

# A configuration of the path: what led to it, for the way back, and the steps from it within the bound.
cdef struct Level:
    Child children[4]
    int16_t sum[2]
    int16_t distance
    uint8_t blank, way   # where the blank is, which way it came
    uint8_t next, count  # of the children
    int32_t number[2]    # as they were before the step that led here
    uint8_t extra[2]
    uint8_t view[2]


@cython.final
cdef class AdditiveIda:
    """Iterative deepening A* from a configuration to the goal of the tables, whole or below a path.

    Equivalent: raise the bound; search depth-first, never straight back, paths whose steps plus lower bound stay
    within it.

    Parameters
    ----------
    tables : AdditiveTables
        What gives the lower bounds.
    start : uint8 array of shape (n_cells,)
        For each cell the goal cell of the tile that lies there; the blank's own for the blank.
    order : sequence of int
        The order in which the blank's steps are tried: 0 up, 1 left, 2 right, 3 down.

    Notes
    -----
    Nodes are configurations whose bound was computed, the start counted once. Several searches may share the tables,
    one thread each.
    R. E. Korf, "Depth-first iterative-deepening", Artificial Intelligence 27 (1985).
    """

    cdef Pool pool
    cdef readonly AdditiveTables tables
    cdef readonly int status
    cdef readonly cost_t bound, first_bound, depth, exceeded, nearest
    cdef readonly count_t nodes
    cdef bint begun, last_bound
    cdef count_t owed                      # configurations taken up with the last ones, beyond the budget
    cdef cost_t floor                      # depth of the configuration that the search is below
    cdef uint8_t turns[MOST_CELLS][5][6]
    cdef uint8_t board[BOARD]              # tile at each cell
    cdef int32_t number[MOST_VIEWS]        # of each view's placement
    cdef uint8_t extra[MOST_VIEWS]
    cdef Level* path

    def __cinit__(self, AdditiveTables tables not None, const uint8_t[::1] start not None,
                  order=(0, 1, 2, 3)):
        cdef int view
        cdef cell_t cell
        cdef uint8_t where[BOARD]
        if sorted(np.asarray(start).tolist()) != list(range(tables.n_cells)):
            raise ValueError("start must hold every cell once")
        fill_turns(self.turns, tables.rows, tables.cols, order)
        self.tables = tables
        self.pool = Pool.__new__(Pool)
        self.path = <Level*>self.pool.zeros(DEEPEST + 1, sizeof(Level))
        memset(self.board, NO_TILE, BOARD)
        for cell in range(tables.n_cells):
            self.board[cell] = start[cell]
            where[start[cell]] = cell
            if start[cell] != tables.blank:
                self.path[0].distance += tables.distance[start[cell]][cell]
        self.path[0].blank, self.path[0].way = where[tables.blank], NO_WAY
        for view in range(tables.n_views):
            self.number[view] = tables.number_of(view, where)
            self.extra[view] = tables.look_up(view, self.number[view])
            self.path[0].sum[view >= tables.n_patterns] += self.extra[view]
        self.bound = self.path[0].distance + 2 * max(self.path[0].sum[0], self.path[0].sum[1])
        self.first_bound, self.exceeded, self.nearest = self.bound, DEEPEST, DEEPEST

    def run(self, count_t budget):
        """Take up at most `budget` configurations; return whether work remains."""
        with nogil:
            if self.status == RUNNING_:
                self.search(budget)
        return self.status == RUNNING_

    cdef inline void expand(self, Level* level, cost_t depth, cost_t* exceeded, count_t* budget) noexcept nogil:
        """Find the steps from the end of the path that stay within the bound."""
        cdef const uint8_t* turn = self.turns[level.blank][level.way]
        cdef Child* child = level.children
        cdef Child* kept = child
        cdef Child* end
        cdef int image, view, n_images = self.tables.n_images
        cdef cost_t total
        # The places of all entries first: memory is slow, but answers many questions at a time.
        while turn[0] != NO_STEP:
            child.there = turn[0] & 31
            child.way = turn[0] >> 5
            child.tile = self.board[child.there]
            for image in range(n_images):
                view = child.view[image] = self.tables.view_of[image][child.tile]
                child.number[image] = self.tables.step(
                    image, view, self.number[view], self.board, child.tile, child.there, child.way)
                will_read(self.tables.tables[view] + (child.number[image] >> 1))
            child += 1
            turn += 1
        end = child
        budget[0] -= end - level.children
        child = level.children
        while child != end:
            child.distance = (level.distance + self.tables.distance[child.tile][level.blank]
                              - self.tables.distance[child.tile][child.there])
            for image in range(n_images):
                view = child.view[image]
                child.extra[image] = self.tables.look_up(view, child.number[image])
                child.sum[image] = level.sum[image] - self.extra[view] + child.extra[image]
            total = child.sum[0]
            if n_images == 2:
                total = max(total, child.sum[1])
            total = depth + 1 + child.distance + 2 * total
            if total <= self.bound:
                self.nearest = min(self.nearest, total - depth - 1)
                if kept != child:
                    kept[0] = child[0]
                kept += 1
            else:
                exceeded[0] = min(exceeded[0], total)
            child += 1
        level.next, level.count = 0, kept - level.children

    cdef inline void forth(self, Level* level, const Child* child) noexcept nogil:
        """Make a step; `level` is what it leads to."""
        cdef int image, view
        for image in range(self.tables.n_images):
            view = child.view[image]
            level.view[image], level.number[image], level.extra[image] = view, self.number[view], self.extra[view]
            self.number[view], self.extra[view] = child.number[image], child.extra[image]
            level.sum[image] = child.sum[image]
        level.distance, level.blank, level.way = child.distance, child.there, child.way
        self.board[(level - 1).blank], self.board[child.there] = child.tile, self.tables.blank

    cdef inline void back(self, Level* level) noexcept nogil:
        """Take back the step that led to `level`."""
        cdef int image
        for image in range(self.tables.n_images):
            self.number[level.view[image]], self.extra[level.view[image]] = level.number[image], level.extra[image]
        self.board[level.blank], self.board[(level - 1).blank] = self.board[(level - 1).blank], self.tables.blank

    cdef void search(self, count_t budget) noexcept nogil:
        """Take up configurations, depth-first within the bound, then within the next."""
        cdef Level* level = self.path + self.depth
        cdef Level* lowest = self.path + self.floor
        cdef cost_t exceeded = self.exceeded
        cdef count_t whole = budget
        if budget <= 0:
            return
        # All steps from a configuration are taken up together; what exceeds a budget is paid from the next.
        budget -= self.owed
        self.owed = 0
        if not self.begun and budget > 0:
            self.begun = True
            budget -= 1
            if level.distance == 0:
                self.status = SOLVED_
            else:
                self.expand(level, <cost_t>(level - self.path), &exceeded, &budget)
        while budget > 0 and self.status == RUNNING_:
            if level.next == level.count:
                # All steps from here were tried: one step back, and at last the next bound.
                if level != lowest:
                    self.back(level)
                    level -= 1
                    continue
                if self.last_bound or exceeded >= DEEPEST:
                    self.status = EXHAUSTED_
                    break
                self.bound, exceeded = exceeded, DEEPEST
                self.expand(level, <cost_t>(level - self.path), &exceeded, &budget)
                continue
            level.next += 1
            self.forth(level + 1, level.children + level.next - 1)
            level += 1
            if level.distance == 0:
                self.status = SOLVED_
                level.next = level.count = 0
            else:
                self.expand(level, <cost_t>(level - self.path), &exceeded, &budget)
        self.depth = <cost_t>(level - self.path)
        self.exceeded = exceeded
        if budget < 0:
            self.owed, budget = -budget, 0
        self.nodes += whole - budget

    def enter(self, cells, cost_t bound):
        """Make ready to search below a path, within one bound.

        Parameters
        ----------
        cells : sequence of int
            Cells of the blank, that of the start first, never straight back.
        bound : int
            What steps plus lower bound may come to.

        Notes
        -----
        EXHAUSTED after the bound; `exceeded` is then the least total that exceeded it, `nearest` the least
        lower bound of a configuration below the path. Nodes go on being counted.
        """
        cdef Level* level = self.path + self.depth
        cdef count_t budget = 0
        cdef int k
        cdef bint known
        while level != self.path:
            self.back(level)
            level -= 1
        if len(cells) == 0 or len(cells) >= DEEPEST or cells[0] != level.blank:
            self.depth = self.floor = 0
            raise ValueError("expected the cells of a path from the start")
        self.bound, self.exceeded = DEEPEST, DEEPEST
        for cell in cells[1:]:
            self.expand(level, 0, &self.exceeded, &budget)
            known = False
            for k in range(level.count):
                if level.children[k].there == cell:
                    self.forth(level + 1, level.children + k)
                    known = True
                    break
            if not known:
                self.depth = <cost_t>(level - self.path)
                raise ValueError("expected the cells of a path from the start")
            level += 1
        self.depth = self.floor = <cost_t>(level - self.path)
        self.bound, self.exceeded, self.nearest, self.last_bound = bound, DEEPEST, DEEPEST, True
        self.status, self.begun = RUNNING_, False
        level.next = level.count = 0
        k = self.depth + level.distance + 2 * max(level.sum[0], level.sum[1])
        if k > bound:
            self.exceeded, self.status = k, EXHAUSTED_

    def go_on(self):
        """After a solution: make ready to search the next one of its length; EXHAUSTED after the last."""
        if self.status == SOLVED_:
            self.status = EXHAUSTED_ if self.depth == self.floor else RUNNING_
            self.last_bound = True

    def path_cells(self):
        """Return the cells of the blank from the start to the goal; empty before a solution."""
        if self.status != SOLVED_:
            return np.empty(0, dtype=np.uint8)
        return np.array([self.path[k].blank for k in range(self.depth + 1)], dtype=np.uint8)
