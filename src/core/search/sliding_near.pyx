"""Near-optimal sliding by a beam with large pattern databases; twin: `reference.search.sliding_near`.

The steps of a few members of a layer are made together before the first of them is looked up, so that memory
answers many questions at a time.
"""

cimport cython
import numpy as np

from libc.stdint cimport int32_t, uint16_t
from libc.string cimport memcpy, memset

from .sliding_additive cimport BOARD, NO_TILE, AdditiveTables
from .sliding_turns cimport NO_STEP, NO_WAY, fill_turns
from ..bits cimport splitmix64
from ..pool cimport Pool
from ..types cimport cell_t, cost_t, count_t, uint8_t, uint32_t, uint64_t

cdef extern from "memory.h" nogil:
    void will_read "prefetch_line"(const void* place) noexcept

cdef enum:
    MOST_ORDER = 4096     # above the order of any configuration
    MOST_LAYERS = 1600    # a beam that is longer is given up
    TOGETHER = 16         # members whose steps are made before the first is looked up
    SEEN_PER_MEMBER = 32

# A step from a member of the layer.
cdef struct Child:
    uint64_t hashed
    int32_t number[2]     # of the placement that changes, in each image
    uint32_t parent       # place in the layer
    uint16_t distance     # Manhattan
    uint16_t order        # the least are kept
    uint8_t extra[2]      # half its extra steps, in each image
    uint8_t there, way    # where the blank goes

cdef struct Member:
    uint64_t hashed
    uint16_t distance
    uint16_t sum[2]       # half the extra steps of all patterns, in each image
    uint8_t blank, way    # where the blank is, which way it came


@cython.final
cdef class AdditiveBeam:
    """Beam search from a configuration: of each layer the `width` configurations of least order stay.

    Equivalent: layer by layer, make the successors of all members, drop what was seen or cannot be part of a
    solution shorter than `most`, keep those of least order.

    Parameters
    ----------
    tables : AdditiveTables
        What the order is made of: the Manhattan distance to the goal, and the extra steps of the tables, those of
        the mirror image as well where there is one.
    start : uint8 array of shape (n_cells,)
        For each cell the goal cell of the tile that lies there; the blank's own for the blank. It has a solution.
    width : int
        Members of a layer.
    goal : uint8 array of shape (n_cells,), optional
        Where to go, in the same form; by default the goal of the tables. To another one the extra steps only guide.
    most : int
        Only solutions of fewer steps are looked for.
    weights : (int, int)
        Of the distance and of half the extra steps, both images together, in the order, each 0 to 9.

    Notes
    -----
    O(width) time and memory a layer, and four bytes a member for the way back. Deterministic. Several searches may
    share the tables, one thread each.
    """

    cdef readonly AdditiveTables tables
    cdef readonly size_t width
    cdef readonly cost_t most, depth, best
    cdef readonly count_t nodes, generated
    cdef readonly bint done
    cdef Pool pool
    cdef int n_views
    cdef cell_t n_cells
    cdef bint exact                          # the goal is that of the tables
    cdef cost_t distance_weight, extra_weight
    cdef uint8_t distance[BOARD][BOARD]      # [tile][cell] Manhattan, to the goal
    cdef uint64_t keys[BOARD][BOARD]         # [tile][cell] random numbers for hashing, with those of the blank
    cdef uint8_t turns[BOARD][5][6]
    cdef uint32_t* seen                      # the upper half of the hash
    cdef uint64_t seen_mask
    cdef Member* layer
    cdef Member* kept
    cdef uint8_t* boards
    cdef uint8_t* kept_boards
    cdef int32_t* numbers                    # n_views a member: its placements, and half their extra steps
    cdef int32_t* kept_numbers
    cdef uint8_t* extras
    cdef uint8_t* kept_extras
    cdef Child* children
    cdef uint32_t* links                     # of all layers: parent's place << 2 | way
    cdef size_t first_link[MOST_LAYERS + 1]
    cdef size_t many[MOST_ORDER]             # children of each order
    cdef size_t n_layer, n_children, next_member, n_links, link_room
    cdef uint8_t path[MOST_LAYERS + 1]

    def __cinit__(self, AdditiveTables tables not None, const uint8_t[::1] start not None, size_t width,
                  const uint8_t[::1] goal=None, cost_t most=MOST_LAYERS, weights=(1, 1)):
        cdef cell_t cell, tile, other
        cdef int view
        cdef uint8_t where[BOARD]
        cdef uint64_t state = 0x5851f42d4c957f2d
        cdef size_t n_seen = 1 << 16
        every = list(range(tables.n_cells))
        home = every if goal is None else np.asarray(goal).tolist()
        if sorted(np.asarray(start).tolist()) != every or sorted(home) != every:
            raise ValueError("start and goal must hold every cell once")
        if not 1 <= width <= 1 << 28:
            raise ValueError(f"a beam of {width}, expected 1 to 2^28")
        self.distance_weight, self.extra_weight = weights
        if not (0 <= self.distance_weight <= 9 and 0 <= self.extra_weight <= 9):
            raise ValueError(f"weights {weights!r:.40}, expected two from 0 to 9")
        self.tables, self.width, self.most, self.best = tables, width, min(most, MOST_LAYERS), -1
        self.n_views, self.n_cells, self.exact = tables.n_views, tables.n_cells, home == every
        self.pool = Pool.__new__(Pool)
        while n_seen < SEEN_PER_MEMBER * width:
            n_seen *= 2
        self.seen, self.seen_mask = <uint32_t*>self.pool.table(n_seen, sizeof(uint32_t)), n_seen - 1
        self.layer = <Member*>self.pool.scratch(width, sizeof(Member))
        self.kept = <Member*>self.pool.scratch(width, sizeof(Member))
        self.boards = <uint8_t*>self.pool.scratch(width, BOARD)
        self.kept_boards = <uint8_t*>self.pool.scratch(width, BOARD)
        self.numbers = <int32_t*>self.pool.scratch(width * self.n_views, sizeof(int32_t))
        self.kept_numbers = <int32_t*>self.pool.scratch(width * self.n_views, sizeof(int32_t))
        self.extras = <uint8_t*>self.pool.scratch(width, self.n_views)
        self.kept_extras = <uint8_t*>self.pool.scratch(width, self.n_views)
        self.children = <Child*>self.pool.scratch(3 * width + 4, sizeof(Child))
        self.link_room = 64 * width
        self.links = <uint32_t*>self.pool.scratch(self.link_room, sizeof(uint32_t))
        fill_turns(self.turns, tables.rows, tables.cols, range(4))
        for tile in range(self.n_cells):
            other = home.index(tile)
            for cell in range(self.n_cells):
                self.distance[tile][cell] = tables.distance[other][cell] if tile != tables.blank else 0
                self.keys[tile][cell] = splitmix64(&state)
        memset(self.boards, NO_TILE, BOARD)
        memset(self.layer, 0, sizeof(Member))
        for cell in range(self.n_cells):
            tile = self.boards[cell] = start[cell]
            where[tile] = cell
            self.layer[0].distance += self.distance[tile][cell]
            self.layer[0].hashed ^= self.keys[tile][cell]
        self.layer[0].blank, self.layer[0].way = where[tables.blank], NO_WAY
        for view in range(self.n_views):
            self.numbers[view] = tables.number_of(view, where)
            self.extras[view] = tables.look_up(view, self.numbers[view])
            self.layer[0].sum[view >= tables.n_patterns] += self.extras[view]
        self.seen[self.layer[0].hashed & self.seen_mask] = <uint32_t>(self.layer[0].hashed >> 32)
        self.path[0] = self.layer[0].blank
        self.n_layer = self.n_links = 1
        self.links[0] = self.first_link[0] = 0
        if self.layer[0].distance == 0 and where[tables.blank] == home.index(tables.blank):
            self.best, self.done = 0, True

    def run(self, count_t budget):
        """Take up at most `budget` members; return whether work remains."""
        cdef size_t end
        with nogil:
            while budget > 0 and not self.done:
                end = min(self.next_member + <size_t>min(budget, TOGETHER), self.n_layer)
                budget -= end - self.next_member
                self.nodes += end - self.next_member
                self.expand(end)
                if self.done:  # those behind the one that is next to the goal are not counted
                    self.nodes -= end - 1 - self.next_member
                    break
                self.next_member = end
                if self.next_member == self.n_layer:
                    self.keep()
        return not self.done

    cdef void expand(self, size_t end) noexcept nogil:
        """Make the steps of the next members, then look them up."""
        cdef Child* first = self.children + self.n_children
        cdef Child* child = first
        cdef Child* last
        cdef Member* member
        cdef const uint8_t* turn
        cdef const uint8_t* board
        cdef const uint64_t* keys
        cdef const uint64_t* blank_keys = self.keys[self.tables.blank]
        cdef uint8_t tile
        cdef int image, view
        cdef size_t number
        for number in range(self.next_member, end):
            member = self.layer + number
            board = self.boards + number * BOARD
            turn = self.turns[member.blank][member.way]
            while turn[0] != NO_STEP:
                child.parent = <uint32_t>number
                child.there = turn[0] & 31
                child.way = turn[0] >> 5
                tile = board[child.there]
                keys = self.keys[tile]
                child.hashed = (member.hashed ^ keys[child.there] ^ keys[member.blank]
                                ^ blank_keys[child.there] ^ blank_keys[member.blank])
                will_read(self.seen + (child.hashed & self.seen_mask))
                for image in range(self.tables.n_images):
                    view = self.tables.view_of[image][tile]
                    child.number[image] = self.tables.step(
                        image, view, self.numbers[number * self.n_views + view], board, tile, child.there,
                        child.way)
                    will_read(self.tables.tables[view] + (child.number[image] >> 1))
                child += 1
                turn += 1
        last = child
        child = first
        while child != last and not self.done:
            self.generated += 1
            if self.is_new(child):
                if first != child:
                    first[0] = child[0]
                first += 1
            child += 1
        self.n_children = first - self.children

    cdef inline bint is_new(self, Child* child) noexcept nogil:
        """Say whether a step is worth a place in the next layer, and what its order is."""
        cdef uint32_t* seen = self.seen + (child.hashed & self.seen_mask)
        cdef uint32_t tag = <uint32_t>(child.hashed >> 32)
        cdef Member* parent = self.layer + child.parent
        cdef const uint8_t* extras = self.extras + child.parent * self.n_views
        cdef uint8_t tile = self.boards[child.parent * BOARD + child.there]
        cdef cost_t extra, most = 0, both = 0
        cdef int image, view
        # What was seen came as early or earlier.
        if seen[0] == tag:
            return False
        seen[0] = tag  # forgets another one, now and then: no harm
        child.distance = (parent.distance + self.distance[tile][parent.blank]
                          - self.distance[tile][child.there])
        if child.distance == 0:
            self.found(child)
            return False
        for image in range(self.tables.n_images):
            view = self.tables.view_of[image][tile]
            child.extra[image] = self.tables.look_up(view, child.number[image])
            extra = parent.sum[image] - extras[view] + child.extra[image]
            most = max(most, extra)
            both += extra
        if self.depth + 1 + child.distance + (2 * most if self.exact else 0) >= self.most:
            return False
        if self.tables.n_images == 1:
            both *= 2
        extra = self.distance_weight * child.distance + self.extra_weight * both
        child.order = <uint16_t>min(extra, MOST_ORDER - 1)
        self.many[child.order] += 1
        return True

    cdef void found(self, Child* child) noexcept nogil:
        """Note the solution that ends with a step: no member of this layer has a shorter one."""
        cdef size_t place = child.parent
        cdef uint32_t link
        cdef cost_t k
        self.best, self.done, self.next_member = self.depth + 1, True, place
        # From the goal the ways back lead to the start; forth again from there they give the cells.
        self.path[self.best] = child.way
        for k in range(self.depth, 0, -1):
            link = self.links[self.first_link[k] + place]
            self.path[k] = link & 3
            place = link >> 2
        for k in range(1, self.best + 1):
            self.path[k] = self.path[k - 1] + (
                -self.tables.cols if self.path[k] == 0 else -1 if self.path[k] == 1
                else 1 if self.path[k] == 2 else self.tables.cols)

    cdef void keep(self) noexcept nogil:
        """Make the best of the children the next layer."""
        cdef size_t k, room = self.width, n_kept = 0
        cdef cost_t bound = 0
        cdef int image, view
        cdef Child* child
        cdef Member* parent
        cdef Member* member
        cdef uint8_t* board
        # The order where the width is full, and how many there still fit in.
        while bound < MOST_ORDER and self.many[bound] <= room:
            room -= self.many[bound]
            bound += 1
        if self.n_children == 0 or self.depth + 1 >= self.most or not self.room_for_links():
            self.done = True
            return
        for k in range(self.n_children):
            child = self.children + k
            if child.order >= bound:
                if child.order > bound or room == 0:
                    continue
                room -= 1
            parent = self.layer + child.parent
            member = self.kept + n_kept
            board = self.kept_boards + n_kept * BOARD
            memcpy(board, self.boards + <size_t>child.parent * BOARD, BOARD)
            memcpy(self.kept_numbers + n_kept * self.n_views, self.numbers + child.parent * self.n_views,
                   self.n_views * sizeof(int32_t))
            memcpy(self.kept_extras + n_kept * self.n_views, self.extras + child.parent * self.n_views,
                   self.n_views)
            for image in range(self.tables.n_images):
                view = self.tables.view_of[image][board[child.there]]
                member.sum[image] = (parent.sum[image] - self.kept_extras[n_kept * self.n_views + view]
                                     + child.extra[image])
                self.kept_numbers[n_kept * self.n_views + view] = child.number[image]
                self.kept_extras[n_kept * self.n_views + view] = child.extra[image]
            board[parent.blank], board[child.there] = board[child.there], self.tables.blank
            member.hashed, member.distance = child.hashed, child.distance
            member.blank, member.way = child.there, child.way
            self.links[self.n_links + n_kept] = child.parent << 2 | child.way
            n_kept += 1
        # What was kept is the layer, and the old layer the room for the next.
        self.layer, self.kept = self.kept, self.layer
        self.boards, self.kept_boards = self.kept_boards, self.boards
        self.numbers, self.kept_numbers = self.kept_numbers, self.numbers
        self.extras, self.kept_extras = self.kept_extras, self.extras
        self.depth += 1
        self.first_link[self.depth] = self.n_links
        self.n_links += n_kept
        self.n_layer = n_kept
        self.n_children = self.next_member = 0
        memset(self.many, 0, sizeof(self.many))

    cdef bint room_for_links(self) noexcept nogil:
        """Make room for the links of a layer; False where there is none."""
        cdef void* larger
        if self.n_links + self.width <= self.link_room:
            return True
        larger = self.pool.resized(self.links, self.link_room + 32 * self.width, sizeof(uint32_t))
        if larger == NULL:
            return False
        self.links, self.link_room = <uint32_t*>larger, self.link_room + 32 * self.width
        return True

    def path_cells(self):
        """Return the cells of the blank from the start to the goal; empty before a solution."""
        if self.best < 0:
            return np.empty(0, dtype=np.uint8)
        return np.array([self.path[k] for k in range(self.best + 1)], dtype=np.uint8)
