"""Good solutions of large boards, made better; twin: `reference.search.sliding_beam`."""

cimport cython
import numpy as np

from libc.stdint cimport uint16_t
from libc.string cimport memcpy, memset

from ..bits cimport splitmix64
from ..pool cimport Pool
from ..types cimport cell_t, cost_t, count_t, uint8_t, uint32_t, uint64_t

cdef enum:
    MOST_CELLS = 64
    MOST_BOUND = 4096    # above any Manhattan distance plus conflicts on 64 cells
    LEAST_WIDTH = 16
    LAYERS_PER_CELL = 64  # a round that is longer is given up for a wider one
    PATIENCE = 1          # and, once there is a solution, one that comes no nearer for that many layers a cell

cdef struct Candidate:
    uint64_t hashed
    uint32_t parent    # place in the layer
    uint16_t distance  # Manhattan
    uint16_t conflict  # what a solution needs beyond it: two steps for each tile that must leave its line
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
    best solution so far, keep those of least Manhattan distance plus linear conflicts. After a round double
    the width.

    Parameters
    ----------
    rows, cols, blank : int
        Size, at most 64 cells, at most 8 rows and columns, and the goal cell of the blank.
    start : uint8 array of shape (rows * cols,)
        For each cell the goal cell of what lies there; must be solvable.
    most_bytes : int
        Memory: no round is begun that needs more.

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
                  size_t most_bytes=<size_t>1 << 29):
        cdef cell_t tile, cell
        cdef uint64_t random = 0x5851f42d4c957f2d
        if not (1 <= rows <= 8 and 1 <= cols <= 8):
            raise ValueError(f"{rows}x{cols}, expected at most 8x8")
        if not 0 <= blank < rows * cols:
            raise ValueError(f"no cell {blank}")
        if sorted(np.asarray(start).tolist()) != list(range(rows * cols)):
            raise ValueError("start must hold every cell once")
        self.rows, self.cols, self.n_cells, self.blank = rows, cols, rows * cols, blank
        self.most_bytes, self.best, self.width = most_bytes, -1, LEAST_WIDTH // 2
        for tile in range(self.n_cells):
            self.root[tile] = start[tile]
            for cell in range(self.n_cells):
                self.from_goal[tile][cell] = abs(cell // cols - tile // cols) + abs(cell % cols - tile % cols)
                self.keys[tile][cell] = splitmix64(&random)
        for cell in range(self.n_cells):
            if start[cell] != blank:
                self.lower += self.from_goal[start[cell]][cell]
        self.lower += linear_conflicts(rows, cols, blank, start)
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
        bytes_ = 8 * n_seen + self.width * (2 * sizeof(Member) + 2 * self.n_cells + 3 * sizeof(Candidate))
        # Links of a solution twice as long as any that is likely; more are refused when they come.
        if bytes_ + self.width * sizeof(Link) * 64 > self.most_bytes:
            return False
        self.seen = <uint64_t*>self.pool.zeros_if_room(n_seen, 8)
        self.seen_mask = n_seen - 1
        self.layer = <Member*>self.pool.resized(NULL, self.width, sizeof(Member))
        self.kept = <Member*>self.pool.resized(NULL, self.width, sizeof(Member))
        self.boards = <uint8_t*>self.pool.resized(NULL, self.width, self.n_cells)
        self.kept_boards = <uint8_t*>self.pool.resized(NULL, self.width, self.n_cells)
        self.candidates = <Candidate*>self.pool.resized(NULL, 3 * self.width + 4, sizeof(Candidate))
        self.link_capacity = 1024
        self.links = <Link*>self.pool.resized(NULL, self.link_capacity, sizeof(Link))
        if (self.seen == NULL or self.layer == NULL or self.kept == NULL or self.boards == NULL
                or self.kept_boards == NULL or self.candidates == NULL or self.links == NULL):
            return False
        memcpy(self.boards, self.root, self.n_cells)
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
        cdef uint8_t* cells = self.boards + number * self.n_cells
        cdef cell_t here = member.blank, there, tile
        cdef cost_t distance, conflict
        cdef int k
        cdef uint64_t hashed, slot
        cdef bint sideways
        cdef Candidate* out
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
            conflict = self.conflicts_after(member, cells, there, sideways)
            # What cannot beat the best solution so far is dropped.
            if self.best >= 0 and self.depth + 1 + distance + conflict >= self.best:
                continue
            out = self.candidates + self.n_candidates
            out.hashed, out.parent, out.there = hashed, <uint32_t>number, there
            out.distance, out.conflict = distance, conflict
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
        # How many there are of each bound, and whether the least is nearer than any before.
        memset(many, 0, sizeof(many))
        for k in range(self.n_candidates):
            many[self.candidates[k].distance + self.candidates[k].conflict] += 1
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
            if candidate.distance + candidate.conflict > bound:
                continue
            if candidate.distance + candidate.conflict == bound:
                if at_limit == 0:
                    continue
                at_limit -= 1
            parent = self.layer + candidate.parent
            member = self.kept + n_kept
            cells = self.kept_boards + n_kept * self.n_cells
            memcpy(cells, self.boards + <size_t>candidate.parent * self.n_cells, self.n_cells)
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
