"""Good solutions of large boards, made better; twin: `unriddle.core.search.reference.sliding_beam`."""

cimport cython
import numpy as np

from libc.stdint cimport int32_t, uint16_t
from libc.string cimport memcpy, memset

from .sliding_additive cimport BOARD, MOST_VIEWS, NO_TILE, AdditiveTables
from ..pool cimport Pool
from ..types cimport cell_t, cost_t, count_t, uint8_t, uint32_t, uint64_t

cdef extern from "memory.h" nogil:
    void will_read "prefetch_line"(const void* place) noexcept

cdef enum:
    MOST_CELLS = 64
    MOST_BOUND = 4096    # above any Manhattan distance plus conflicts on 64 cells
    LEAST_WIDTH = 16
    LAYERS_PER_CELL = 64  # a round that is longer is given up for a wider one
    AHEAD = 6             # members between what memory is asked for and what is taken up
    PATIENCE = 1          # and, once there is a solution, one that comes no nearer for so many layers a cell

cdef struct Candidate:
    uint64_t hashed
    uint32_t parent    # place in the layer
    uint16_t distance  # Manhattan
    uint16_t conflict  # what a solution needs beyond it: two steps for each tile that must leave its line
    uint16_t order     # the least are kept
    uint8_t there      # where the blank goes

cdef struct Member:
    uint64_t hashed
    uint32_t link      # number in `links`
    uint16_t distance
    uint16_t conflict
    uint8_t blank
    uint8_t came       # cell of the blank one step before, its own at the root

cdef struct Link:
    uint32_t parent
    uint8_t blank


def linear_conflicts(cell_t rows, cell_t cols, cell_t blank, const uint8_t[::1] cells not None):
    """Return the steps that tiles in their goal line but in wrong order need beyond Manhattan distances.

    Equivalent: for each row and column, two for every tile of it that is not on a longest rising run.

    O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields powerful admissible
    heuristics", Information Sciences 63 (1992).
    """
    cdef cost_t total = 0
    cdef cell_t k
    if not (1 <= rows <= MOST_CELLS and 1 <= cols <= MOST_CELLS
            and rows * cols == cells.shape[0] <= MOST_CELLS):
        raise ValueError("cells do not fit the board, expected at most 64")
    for k in range(rows):
        total += line_conflict(&cells[0], rows, cols, blank, k, True)
    for k in range(cols):
        total += line_conflict(&cells[0], rows, cols, blank, k, False)
    return total


cdef cost_t line_conflict(const uint8_t* cells, cell_t rows, cell_t cols, cell_t blank, cell_t line,
                          bint row) noexcept nogil:
    """Twice the tiles of a line, at home in it, that are not on a longest rising run."""
    cdef cell_t place[MOST_CELLS]  # a board of one line is as long as it has cells
    cdef cell_t run[MOST_CELLS]
    cdef cell_t n = 0, k, other, tile, longest = 0
    for k in range(cols if row else rows):
        tile = cells[line * cols + k if row else k * cols + line]
        if tile == blank or (tile // cols if row else tile % cols) != line:
            continue
        place[n] = tile % cols if row else tile // cols
        run[n] = 1
        for other in range(n):
            if place[other] < place[n] and run[other] >= run[n]:
                run[n] = run[other] + 1
        longest = max(longest, run[n])
        n += 1
    return 2 * (n - longest)


@cython.final
cdef class SlidingBeam:
    """Beam search in rounds: each keeps the best `width` configurations of a layer, the next twice as many.

    Equivalent: layer by layer, make the successors of all members, drop what was seen or cannot beat the
    best solution so far, keep those of least Manhattan distance plus linear conflicts, or of the least bound
    by pattern databases. After a round double the width.

    Parameters
    ----------
    rows, cols, blank : int
        Size, at most 64 cells, at most 8 rows and columns, and the goal cell of the blank.
    start : uint8 array of shape (rows * cols,)
        For each cell the goal cell of what lies there; must be solvable.
    most_bytes : int
        Memory: no round is begun that needs more. Without that of the tables.
    tables : AdditiveTables, optional
        Pattern databases of the board, in place of linear conflicts.

    Notes
    -----
    O(width) steps a layer. `best` is the length of the best solution so far, -1 before one; `lower` a
    length that no solution goes below. A round that fails (nothing left to keep) is followed by a wider
    one. DONE when `best` equals `lower` or memory forbids a wider round. Deterministic.
    """

    cdef readonly cell_t rows, cols, n_cells, blank
    cdef readonly cost_t lower, best, depth
    cdef readonly int rounds
    cdef readonly bint done
    cdef readonly count_t nodes, generated
    cdef readonly size_t width
    cdef Pool pool
    cdef size_t most_bytes
    cdef readonly AdditiveTables tables
    cdef int n_views                       # of the tables, 0 without
    cdef int stride                        # cells of a board, with room for what the tables put behind
    cdef int32_t* numbers                  # n_views a member: its placements, and half their extra steps
    cdef int32_t* kept_numbers
    cdef uint8_t* extras
    cdef uint8_t* kept_extras
    cdef int32_t root_numbers[MOST_VIEWS]
    cdef uint8_t root_extras[MOST_VIEWS]
    cdef uint8_t root[MOST_CELLS]
    cdef uint8_t from_goal[MOST_CELLS][MOST_CELLS]  # [tile][cell] Manhattan
    cdef uint64_t keys[MOST_CELLS][MOST_CELLS]      # [tile][cell] random numbers for hashing
    cdef uint64_t* seen
    cdef uint64_t seen_mask
    cdef Member* layer
    cdef Member* kept
    cdef uint8_t* boards
    cdef uint8_t* kept_boards
    cdef Candidate* candidates
    cdef Link* links
    cdef cost_t nearest, nearest_depth
    cdef size_t n_layer, n_candidates, next_member, n_links, link_capacity
    cdef uint8_t* best_path

    def __cinit__(self, cell_t rows, cell_t cols, cell_t blank, const uint8_t[::1] start not None,
                  size_t most_bytes=<size_t>1 << 29, AdditiveTables tables=None):
        cdef cell_t tile, cell
        cdef int view
        cdef uint8_t where[MOST_CELLS]
        cdef uint64_t random = 0x5851f42d4c957f2d
        if not (1 <= rows <= 8 and 1 <= cols <= 8):
            raise ValueError(f"{rows}x{cols}, expected at most 8x8")
        if not 0 <= blank < rows * cols:
            raise ValueError(f"no cell {blank}")
        if sorted(np.asarray(start).tolist()) != list(range(rows * cols)):
            raise ValueError("start must hold every cell once")
        if tables is not None and (tables.rows, tables.cols, tables.blank) != (rows, cols, blank):
            raise ValueError("tables of another board")
        self.rows, self.cols, self.n_cells, self.blank = rows, cols, rows * cols, blank
        self.tables, self.stride = tables, self.n_cells
        self.most_bytes, self.best, self.width = most_bytes, -1, LEAST_WIDTH // 2
        for tile in range(self.n_cells):
            self.root[tile] = start[tile]
            for cell in range(self.n_cells):
                self.from_goal[tile][cell] = abs(cell // cols - tile // cols) + abs(cell % cols - tile % cols)
                random += <uint64_t>0x9e3779b97f4a7c15u  # https://xoshiro.di.unimi.it/splitmix64.c
                self.keys[tile][cell] = mixed(random)
        for cell in range(self.n_cells):
            if start[cell] != blank:
                self.lower += self.from_goal[start[cell]][cell]
            where[start[cell]] = cell
        if tables is None:
            self.lower += linear_conflicts(rows, cols, blank, start)
        else:
            self.n_views, self.stride = tables.n_views, BOARD
            self.lower = max(tables.bounds(start))
            for cell in range(self.n_cells, BOARD):
                self.root[cell] = NO_TILE
            for view in range(self.n_views):
                self.root_numbers[view] = tables.number_of(view, where)
                self.root_extras[view] = tables.look_up(view, self.root_numbers[view])
        self.pool = Pool.__new__(Pool)
        self.best_path = <uint8_t*>self.pool.scratch(LAYERS_PER_CELL * MOST_CELLS + 1, 1)

    cdef void release(self) noexcept nogil:
        """Give the buffers of a round back."""
        self.pool.release(self.seen)
        self.pool.release(self.layer)
        self.pool.release(self.kept)
        self.pool.release(self.boards)
        self.pool.release(self.kept_boards)
        self.pool.release(self.candidates)
        self.pool.release(self.links)
        self.pool.release(self.numbers)
        self.pool.release(self.kept_numbers)
        self.pool.release(self.extras)
        self.pool.release(self.kept_extras)
        self.numbers = self.kept_numbers = NULL
        self.extras = self.kept_extras = NULL
        self.seen = NULL
        self.layer = self.kept = NULL
        self.boards = self.kept_boards = NULL
        self.candidates = NULL
        self.links = NULL

    cdef bint begin(self) noexcept nogil:
        """Begin a round of twice the width; False where memory forbids it."""
        cdef size_t n_seen = 1 << 16, bytes_
        cdef cell_t cell
        self.release()
        self.width *= 2
        while n_seen < 64 * self.width:
            n_seen *= 2
        bytes_ = 8 * n_seen + self.width * (
            2 * sizeof(Member) + 2 * self.stride + 3 * sizeof(Candidate) + 10 * self.n_views)
        # Links of a solution twice as long as any that is likely; more are refused when they come.
        if bytes_ + self.width * sizeof(Link) * 64 > self.most_bytes:
            return False
        self.seen = <uint64_t*>self.pool.zeros_if_room(n_seen, 8)
        self.seen_mask = n_seen - 1
        self.layer = <Member*>self.pool.resized(NULL, self.width, sizeof(Member))
        self.kept = <Member*>self.pool.resized(NULL, self.width, sizeof(Member))
        self.boards = <uint8_t*>self.pool.resized(NULL, self.width, self.stride)
        self.kept_boards = <uint8_t*>self.pool.resized(NULL, self.width, self.stride)
        self.candidates = <Candidate*>self.pool.resized(NULL, 3 * self.width + 4, sizeof(Candidate))
        self.link_capacity = 1024
        self.links = <Link*>self.pool.resized(NULL, self.link_capacity, sizeof(Link))
        if (self.seen == NULL or self.layer == NULL or self.kept == NULL or self.boards == NULL
                or self.kept_boards == NULL or self.candidates == NULL or self.links == NULL):
            return False
        if self.n_views and not self.begin_tables():
            return False
        memcpy(self.boards, self.root, self.stride)
        memset(self.layer, 0, sizeof(Member))
        for cell in range(self.n_cells):
            if self.root[cell] == self.blank:
                self.layer[0].blank = self.layer[0].came = cell
            else:
                self.layer[0].distance += self.from_goal[self.root[cell]][cell]
            self.layer[0].hashed ^= self.keys[self.root[cell]][cell]
        self.layer[0].conflict = self.lower - self.layer[0].distance
        self.links[0].parent, self.links[0].blank = 0, self.layer[0].blank
        self.n_links = self.n_layer = 1
        self.n_candidates = self.next_member = 0
        self.depth = self.nearest_depth = 0
        self.nearest = MOST_BOUND
        self.rounds += 1
        return True

    cdef bint begin_tables(self) noexcept nogil:
        """Give the members of a round room for their placements; False where there is none."""
        self.numbers = <int32_t*>self.pool.resized(NULL, self.width * self.n_views, sizeof(int32_t))
        self.kept_numbers = <int32_t*>self.pool.resized(NULL, self.width * self.n_views, sizeof(int32_t))
        self.extras = <uint8_t*>self.pool.resized(NULL, self.width, self.n_views)
        self.kept_extras = <uint8_t*>self.pool.resized(NULL, self.width, self.n_views)
        if self.numbers == NULL or self.kept_numbers == NULL or self.extras == NULL or self.kept_extras == NULL:
            return False
        memcpy(self.numbers, self.root_numbers, self.n_views * sizeof(int32_t))
        memcpy(self.extras, self.root_extras, self.n_views)
        return True

    def run(self, count_t budget):
        """Take up at most `budget` configurations; return whether work remains."""
        with nogil:
            if not self.done and self.best < 0 and self.rounds == 0 and budget > 0 and self.is_solved():
                self.best, self.nodes, self.done = 0, 1, True
                for cell in range(self.n_cells):
                    if self.root[cell] == self.blank:
                        self.best_path[0] = cell
            while budget > 0 and not self.done:
                if self.n_layer == 0:
                    if not self.begin():
                        self.done = True
                        break
                while budget > 0 and self.next_member < self.n_layer:
                    budget -= 1
                    self.nodes += 1
                    self.expand(self.next_member)
                    self.next_member += 1
                    if self.n_layer == 0:  # solved
                        break
                if self.n_layer > 0 and self.next_member == self.n_layer:
                    self.keep()
        return not self.done

    cdef bint is_solved(self) noexcept nogil:
        """Say whether the start is the goal."""
        cdef cell_t cell
        for cell in range(self.n_cells):
            if self.root[cell] != cell:
                return False
        return True

    cdef void expand(self, size_t number) noexcept nogil:
        """Make the successors of a member of the layer."""
        cdef Member* member = self.layer + number
        cdef uint8_t* cells = self.boards + number * self.stride
        cdef cell_t here = member.blank, there, tile
        cdef cost_t distance, conflict, order
        cdef int k
        cdef uint64_t hashed, slot
        cdef bint sideways
        cdef Candidate* out
        if self.n_views and number + AHEAD < self.n_layer:
            self.foresee(number + AHEAD)
        cdef cell_t steps[4]
        steps[0], steps[1], steps[2], steps[3] = -self.cols, -1, 1, self.cols
        for k in range(4):
            there = here + steps[k]
            if there == member.came or there < 0 or there >= self.n_cells:
                continue
            sideways = k == 1 or k == 2
            if sideways and there // self.cols != here // self.cols:
                continue
            self.generated += 1
            tile = cells[there]
            hashed = (member.hashed ^ self.keys[tile][there] ^ self.keys[tile][here]
                      ^ self.keys[self.blank][there] ^ self.keys[self.blank][here])
            slot = hashed & self.seen_mask
            # What was seen came as early or earlier.
            if self.seen[slot] == hashed:
                continue
            self.seen[slot] = hashed  # forgets another one, now and then: no harm
            distance = member.distance + self.from_goal[tile][here] - self.from_goal[tile][there]
            if distance == 0:
                self.found(member.link, there)
                return
            order = 0
            if self.n_views:
                conflict = self.tabled(number, there, k, &order)
                order += 2 * distance
            else:
                conflict = self.conflicts_after(member, cells, there, sideways)
                order = distance + conflict
            # What cannot beat the best solution so far is dropped.
            if self.best >= 0 and self.depth + 1 + distance + conflict >= self.best:
                continue
            out = self.candidates + self.n_candidates
            out.hashed, out.parent, out.there = hashed, <uint32_t>number, there
            out.distance, out.conflict, out.order = distance, conflict, order
            self.n_candidates += 1

    cdef inline cost_t conflicts_after(self, Member* member, uint8_t* cells, cell_t there,
                                       bint sideways) noexcept nogil:
        """Return the linear conflicts of a board after a step."""
        cdef cell_t here = member.blank, tile = cells[there], one, other
        cdef cost_t conflict = member.conflict
        # A step to the side keeps the order in its row and changes two columns; one up or down two rows.
        one = here % self.cols if sideways else here // self.cols
        other = there % self.cols if sideways else there // self.cols
        conflict -= line_conflict(cells, self.rows, self.cols, self.blank, one, not sideways)
        conflict -= line_conflict(cells, self.rows, self.cols, self.blank, other, not sideways)
        cells[here], cells[there] = tile, self.blank
        conflict += line_conflict(cells, self.rows, self.cols, self.blank, one, not sideways)
        conflict += line_conflict(cells, self.rows, self.cols, self.blank, other, not sideways)
        cells[here], cells[there] = self.blank, tile
        return conflict

    cdef void foresee(self, size_t number) noexcept nogil:
        """Ask memory for what the steps of a member to come will be looked up in."""
        cdef uint8_t* cells = self.boards + number * self.stride
        cdef int32_t* numbers = self.numbers + number * self.n_views
        cdef cell_t here = self.layer[number].blank, there
        cdef uint64_t hashed = self.layer[number].hashed ^ self.keys[self.blank][here]
        cdef int image, view
        cdef uint32_t way
        for way in range(4):
            there = here + (-self.cols if way == 0 else -1 if way == 1 else 1 if way == 2 else self.cols)
            if not 0 <= there < self.n_cells or there == self.layer[number].came:
                continue
            will_read(self.seen + ((hashed ^ self.keys[cells[there]][there] ^ self.keys[cells[there]][here]
                                    ^ self.keys[self.blank][there]) & self.seen_mask))
            for image in range(self.tables.n_images):
                view = self.tables.view_of[image][cells[there]]
                will_read(self.tables.tables[view] + (self.tables.step(
                    image, view, numbers[view], cells, cells[there], there, way) >> 1))

    cdef inline cost_t tabled(self, size_t number, cell_t there, uint32_t way,
                              cost_t* order) noexcept nogil:
        """Return the extra steps of a member after a step, by the tables: of it or of its mirror image.

        Both together tell more than the larger of the two: their sum is added to `order`.
        """
        cdef uint8_t* cells = self.boards + number * self.stride
        cdef int32_t* numbers = self.numbers + number * self.n_views
        cdef uint8_t* extras = self.extras + number * self.n_views
        cdef cost_t most = 0, extra
        cdef int image, view, other
        for image in range(self.tables.n_images):
            view = self.tables.view_of[image][cells[there]]
            extra = self.tables.look_up(
                view, self.tables.step(image, view, numbers[view], cells, cells[there], there, way))
            for other in range(image * self.tables.n_patterns, (image + 1) * self.tables.n_patterns):
                if other != view:
                    extra += extras[other]
            most = max(most, extra)
            order[0] += 2 * extra
        if self.tables.n_images == 1:
            order[0] *= 2
        return 2 * most

    cdef void keep_numbers(self, size_t number, size_t kept, cell_t there) noexcept nogil:
        """Note the placements of a member after the step that is kept."""
        cdef uint8_t* cells = self.boards + number * self.stride
        cdef int32_t* numbers = self.kept_numbers + kept * self.n_views
        cdef uint8_t* extras = self.kept_extras + kept * self.n_views
        cdef cell_t step = there - self.layer[number].blank
        cdef uint32_t way = 0 if step == -self.cols else 1 if step == -1 else 2 if step == 1 else 3
        cdef int image, view
        memcpy(numbers, self.numbers + number * self.n_views, self.n_views * sizeof(int32_t))
        memcpy(extras, self.extras + number * self.n_views, self.n_views)
        for image in range(self.tables.n_images):
            view = self.tables.view_of[image][cells[there]]
            numbers[view] = self.tables.step(image, view, numbers[view], cells, cells[there], there, way)
            extras[view] = self.tables.look_up(view, numbers[view])

    cdef void found(self, uint32_t link, cell_t last) noexcept nogil:
        """Note a solution, the best so far, and end the round."""
        cdef cost_t k = self.depth + 1
        self.best = k
        self.best_path[k] = last
        for k in range(self.depth, -1, -1):
            self.best_path[k] = self.links[link].blank
            link = self.links[link].parent
        self.n_layer = self.n_candidates = self.next_member = 0
        self.done = self.best == self.lower

    cdef void keep(self) noexcept nogil:
        """Make the best candidates the next layer."""
        cdef size_t many[MOST_BOUND]
        cdef size_t k, n_kept = 0, room = self.width, at_limit
        cdef cost_t bound = 0
        cdef Candidate* candidate
        cdef Member* member
        cdef Member* parent
        cdef uint8_t* cells
        cdef Member* swap
        cdef uint8_t* swap_boards
        cdef int32_t* swap_numbers
        # How many there are of each bound, and whether the least is nearer than any before.
        memset(many, 0, sizeof(many))
        for k in range(self.n_candidates):
            many[self.candidates[k].order] += 1
        while bound < self.nearest and many[bound] == 0:
            bound += 1
        if bound < self.nearest:
            self.nearest, self.nearest_depth = bound, self.depth
        # The bound where the width is full.
        bound = 0
        while bound < MOST_BOUND and many[bound] <= room:
            room -= many[bound]
            bound += 1
        at_limit = room  # of those at the bound itself, the first ones
        # Each that is kept gets a link to the one before it, or the search is over.
        if not self.room_for_links():
            self.done = True
            return
        for k in range(self.n_candidates):
            candidate = self.candidates + k
            if candidate.order > bound:
                continue
            if candidate.order == bound:
                if at_limit == 0:
                    continue
                at_limit -= 1
            parent = self.layer + candidate.parent
            member = self.kept + n_kept
            cells = self.kept_boards + n_kept * self.stride
            memcpy(cells, self.boards + <size_t>candidate.parent * self.stride, self.stride)
            if self.n_views:
                self.keep_numbers(candidate.parent, n_kept, candidate.there)
            cells[parent.blank], cells[candidate.there] = cells[candidate.there], self.blank
            member.hashed, member.distance, member.conflict = (
                candidate.hashed, candidate.distance, candidate.conflict)
            member.blank, member.came = candidate.there, parent.blank
            member.link = <uint32_t>self.n_links
            self.links[self.n_links].parent, self.links[self.n_links].blank = parent.link, candidate.there
            self.n_links += 1
            n_kept += 1
        # What was kept is the layer, and the old layer the room for the next.
        swap, swap_boards = self.layer, self.boards
        self.layer, self.boards, self.n_layer = self.kept, self.kept_boards, n_kept
        self.kept, self.kept_boards = swap, swap_boards
        if self.n_views:
            swap_numbers, swap_boards = self.numbers, self.extras
            self.numbers, self.extras = self.kept_numbers, self.kept_extras
            self.kept_numbers, self.kept_extras = swap_numbers, swap_boards
        self.n_candidates = self.next_member = 0
        self.depth += 1
        if (self.depth >= LAYERS_PER_CELL * self.n_cells - 1 or self.n_links > <size_t>0xf0000000
                or (self.best >= 0 and self.depth - self.nearest_depth > PATIENCE * self.n_cells)):
            self.n_layer = 0  # give the round up

    cdef bint room_for_links(self) noexcept nogil:
        """Make room for the links of a layer; False where there is none."""
        cdef size_t wanted = self.n_links + self.width
        cdef void* larger
        if wanted <= self.link_capacity:
            return True
        wanted = max(wanted, 2 * self.link_capacity)
        if wanted * sizeof(Link) > self.most_bytes:
            return False
        larger = self.pool.resized(self.links, wanted, sizeof(Link))
        if larger == NULL:
            return False
        self.links, self.link_capacity = <Link*>larger, wanted
        return True

    def path_cells(self):
        """Return the cells of the blank from the start to the goal; empty before a solution."""
        if self.best < 0:
            return np.empty(0, dtype=np.uint8)
        return np.array([self.best_path[k] for k in range(self.best + 1)], dtype=np.uint8)


cdef uint64_t mixed(uint64_t x) noexcept nogil:
    """Return the number that splitmix64 makes of its state."""
    x = (x ^ (x >> 30)) * <uint64_t>0xbf58476d1ce4e5b9u
    x = (x ^ (x >> 27)) * <uint64_t>0x94d049bb133111ebu
    return x ^ (x >> 31)
