"""Peg solitaire: rules for the engine, positions layer by layer; twin: `reference.search.peg_search`."""

cimport cython

import numpy as np

from ..bits cimport lsb, popcount
from .peg cimport MAX_JUMPS, MAX_PAGODAS, MAX_SYMMETRIES, Pagodas, PegBoard, PegSet, jump_t
from .engine cimport Successors
from ..types cimport bitboard_t, cost_t, count_t, int32_t, uint8_t, uint64_t

cdef uint64_t SIGNS = 0x8080808080808080

RUNNING, OUT_OF_MEMORY = range(2)
"""States of `PegLayers`."""

cdef enum:
    AHEAD = 64      # positions whose slots are on their way from memory
    TRIMMED = 1 << 16       # positions that are looked at in a slice of trimming


cdef inline bitboard_t goal_pegs(const bitboard_t[::1] goals, PegBoard board) except? 64:
    """Return how many pegs the goals have; refuse none, or goals that differ in that."""
    cdef Py_ssize_t g
    if goals.shape[0] < 1:
        raise ValueError("no goal, expected at least one")
    for g in range(goals.shape[0]):
        if goals[g] & ~board.whole or popcount(goals[g]) != popcount(goals[0]) or not goals[g]:
            raise ValueError(f"goal {goals[g]:#x}, expected holes of the board, each goal as many pegs")
    return popcount(goals[0])


@cython.final
cdef class PegRules(Successors):
    """Peg solitaire for the engine of all step-by-step puzzles; a state is one word.

    Parameters
    ----------
    board : PegBoard
        The board; jumps are tried in its order.
    goals : uint64 array
        What is to be reached: any of them, all with as many pegs.
    pagodas : Pagodas, optional
        Functions for the same goals, to drop positions that cannot reach them.

    Notes
    -----
    The heuristic is the number of jumps still to come, which is exact wherever there is a solution.
    """

    cdef PegBoard board
    cdef Pagodas pagodas
    cdef const bitboard_t[::1] goals
    cdef int pegs

    def __cinit__(self, PegBoard board not None, const bitboard_t[::1] goals not None, Pagodas pagodas=None):
        self.pegs = <int>goal_pegs(goals, board)
        self.board = board
        self.goals = goals
        self.pagodas = pagodas
        self.n_words = 1
        self.max_successors = max(1, board.n_jumps)

    cdef int expand(self, const uint64_t* state, uint64_t* out, cost_t* costs) noexcept nogil:
        cdef int j, count = 0
        for j in range(self.board.n_jumps):
            if state[0] & self.board.line[j] == self.board.taken[j]:
                out[count] = state[0] ^ self.board.line[j]
                count += 1
        return count

    cdef int retract(self, const uint64_t* state, uint64_t* out, cost_t* costs) noexcept nogil:
        cdef int j, count = 0
        for j in range(self.board.n_jumps):
            if state[0] & self.board.line[j] == self.board.line[j] ^ self.board.taken[j]:
                out[count] = state[0] ^ self.board.line[j]
                count += 1
        return count

    cdef bint is_goal(self, const uint64_t* state) noexcept nogil:
        cdef Py_ssize_t g
        for g in range(self.goals.shape[0]):
            if self.goals[g] == state[0]:
                return True
        return False

    cdef bint dead(self, const uint64_t* state) noexcept nogil:
        return popcount(state[0]) < self.pegs or (self.pagodas is not None and self.pagodas.dead(state[0]))

    cdef cost_t heuristic(self, const uint64_t* state) noexcept nogil:
        return max(0, popcount(state[0]) - self.pegs)


@cython.final
cdef class PegLayers:
    """The positions that can be reached, up to symmetry, by number of jumps.

    Equivalent: ``layer[n + 1] = {canonical(jumped) for position in layer[n] for jumped in its jumps}``.

    Parameters
    ----------
    board : PegBoard
        The board and the symmetries.
    starts : uint64 array
        Layer 0.
    pagodas : Pagodas, optional
        Drop what cannot reach the goals of these functions.
    keep : bool
        Keep all layers, for `back`; else the last, and while it is expanded its positions in a third of the memory.
    most_bytes : int
        Memory for positions: what is held while a table moves into a larger one, too. May be set again.
    width : int
        Keep only that many positions of a layer, the least by the sum of the weights under their pegs, the
        first found among equals; `trimmed` then says that some were let go. 0 keeps all.
    weights : int32 array of shape (n_holes,), optional
        0 to 4095 a hole; needed with a width.

    Notes
    -----
    With a width this is beam search. Positions found are held back a little, until their slots of
    the hash table have come from memory. One thread at a time.

    Examples
    --------
    >>> line = PegBoard(4, np.array([[0, 1, 2], [2, 1, 0], [1, 2, 3], [3, 2, 1]]), np.array([[0, 1, 2, 3]]))
    >>> layers = PegLayers(line, np.array([0b1011], dtype=np.uint64))
    >>> layers.run(10), layers.last().tolist(), layers.run(10), layers.last().tolist()
    (False, [12], False, [2])
    """

    cdef PegBoard board
    cdef Pagodas pagodas
    cdef list sets
    cdef PegSet here, next_
    cdef size_t cursor
    cdef bint keep
    cdef public size_t most_bytes
    cdef size_t old_bytes, kept_bytes
    cdef list kept
    cdef PegSet wanted, layer, chosen
    cdef PegSet met_there     # of the other layers, what `meeting` looks for
    cdef size_t cursor_met
    cdef Py_ssize_t width
    cdef int32_t weights[64]
    cdef int32_t heaviest
    cdef PegSet best          # while a layer is trimmed, what stays of it, or None
    cdef count_t[::1] count   # of the positions of a weight
    cdef int32_t[::1] weight  # of each position
    cdef bint weighed
    cdef int32_t cut          # what is heavier goes, and of those as heavy all but this many
    cdef count_t room
    cdef size_t trimmed_to
    cdef readonly bint trimmed
    cdef readonly int status
    cdef readonly count_t nodes, generated, pruned

    def __cinit__(self, PegBoard board not None, const bitboard_t[::1] starts not None, Pagodas pagodas=None,
                  bint keep=False, size_t most_bytes=<size_t>1 << 31, Py_ssize_t width=0,
                  const int32_t[::1] weights=None):
        cdef Py_ssize_t i
        if width > 0 and (weights is None or weights.shape[0] != board.n_holes):
            raise ValueError("a width needs a weight for each hole")
        self.width = max(width, 0)
        for i in range(board.n_holes if width > 0 else 0):
            if not 0 <= weights[i] < 1 << 12:
                raise ValueError(f"weight {weights[i]}, expected 0 to 4095")
            self.weights[i] = weights[i]
            self.heaviest += weights[i]
        self.here = PegSet()
        for i in range(starts.shape[0]):
            if starts[i] & ~board.whole or not starts[i]:
                raise ValueError(f"position {starts[i]:#x}, expected pegs on the board")
            if self.here.add(board.canonical(starts[i])) < 0:
                raise MemoryError("positions")
        self.pagodas = pagodas
        self.keep = keep
        self.most_bytes = most_bytes
        self.sets = [self.here]
        self.next_ = PegSet()
        self.board = board

    @property
    def n_layers(self):
        """Number of whole layers so far."""
        return len(self.sets)

    @property
    def bytes(self):
        """Memory of the positions held."""
        return self.held() + self.next_.bytes()

    cdef size_t held(self) noexcept nogil:
        """Return the memory of the whole layers, and of what the way back has kept."""
        return self.old_bytes + self.here.bytes() + self.kept_bytes

    cdef bint bound(self, PegSet positions) noexcept nogil:
        """Let a set take the memory that is left; return whether it has as much already."""
        cdef size_t held = self.held()
        positions.most_bytes = self.most_bytes - held if held < self.most_bytes else 0
        return positions.bytes() <= positions.most_bytes

    def last(self):
        """Return the last whole layer as a uint64 array, in order of arrival."""
        return array_of(self.here)

    def sample(self, size_t count):
        """Return `count` positions of the last whole layer or a few more, evenly from its order, as a uint64 array."""
        return array_of(self.here, max(1, self.here.size // max(1, count)))

    def size(self):
        """Return the number of positions of the last whole layer."""
        return self.here.size

    def orbits(self):
        """Return how many positions the last whole layer stands for when symmetric ones are distinguished."""
        cdef size_t i
        cdef int symmetry, fixed
        cdef count_t total = 0
        with nogil:
            for i in range(self.here.size):
                self.board.canonical_by(self.here.keys[i], &symmetry, &fixed)
                total += self.board.n_symmetries // fixed
        return total

    def run(self, count_t budget):
        """Expand at most `budget` positions of the last layer; return whether some of it remain.

        A next layer that is far too wide is trimmed in further calls, which count no position.
        Where none remain, the next layer is whole; `status` says whether memory ran out instead.
        """
        cdef bint whole
        if not self.keep and self.sets[len(self.sets) - 1] is not None:
            self.sets[len(self.sets) - 1] = None
            self.here.strip()
        if self.best is None:
            if not self.bound(self.next_):
                self.status = 1
                return False
            with nogil:
                whole = self.expand(budget)
            if not whole:
                return True
            if self.status == 1:
                return False
        if self.width and self.next_.size > <size_t>self.width:
            if not self.trim():
                return True
            if self.status == 1:
                return False
        self.old_bytes = self.old_bytes + self.here.bytes() if self.keep else 0
        self.sets.append(self.next_)
        self.here = self.next_
        self.next_ = PegSet()
        self.cursor = 0
        self.met_there = None   # what was looked at is no longer the last layer
        return False

    cdef bint trim(self) except -1:
        """Go on to keep the best of the next layer; return whether that is done, or memory ran out.

        A count of each weight tells where to cut. A call takes as many positions as take milliseconds.
        """
        cdef size_t stop = min(self.trimmed_to + <size_t>TRIMMED, self.next_.size), i
        cdef const bitboard_t* keys = self.next_.keys
        cdef int32_t total, cut = self.cut
        cdef count_t room = self.room
        cdef bitboard_t x
        if self.best is None:
            self.best = PegSet()
            self.best.most_bytes = self.next_.most_bytes - self.next_.bytes()
            self.count = np.zeros(self.heaviest + 1, dtype=np.int64)
            self.weight = np.empty(self.next_.size, dtype=np.int32)
            self.trimmed = True
            self.weighed = False
        cdef count_t* count = &self.count[0]
        cdef int32_t* weight = &self.weight[0]
        if not self.weighed:
            for i in range(self.trimmed_to, stop):
                x = keys[i]
                total = 0
                while x:
                    total += self.weights[lsb(x)]
                    x &= x - 1
                weight[i] = total
                count[total] += 1
            self.trimmed_to = stop
            if stop < self.next_.size:
                return False
            cut, room = 0, self.width
            while cut < self.heaviest and count[cut] <= room:
                room -= count[cut]
                cut += 1
            self.cut, self.trimmed_to, self.weighed = cut, 0, True
            stop = min(<size_t>TRIMMED, self.next_.size)
        for i in range(self.trimmed_to, stop):
            if weight[i] < cut or (weight[i] == cut and room > 0):
                room -= weight[i] == cut
                if self.best.add(keys[i]) < 0:
                    self.status = 1
                    return True
        self.trimmed_to, self.room = stop, room
        if stop < self.next_.size:
            return False
        self.next_, self.best, self.trimmed_to = self.best, None, 0
        return True

    def path_to(self, bitboard_t position, bitboard_t start):
        """Return positions from `start` to an image of a position of the last layer, one jump apart.

        Returns
        -------
        list of int, or None
            None where the position is not in the last layer. Needs kept layers, and `start` in layer 0.
        """
        cdef Py_ssize_t layer, j
        cdef bitboard_t x = position, before
        cdef int symmetry
        cdef bitboard_t image[MAX_SYMMETRIES]
        if not self.keep:
            raise ValueError("path_to needs kept layers")
        if not self.here.has(self.board.canonical(x)):
            return None
        path = [x]
        for layer in range(len(self.sets) - 2, -1, -1):
            self.layer = self.sets[layer]
            for j in range(self.board.n_jumps):
                if x & self.board.line[j] == self.board.line[j] ^ self.board.taken[j]:
                    before = x ^ self.board.line[j]
                    if self.layer.has(self.board.canonical(before)):
                        x = before
                        path.append(x)
                        break
        # The walk back ends in an image of the start: turn the whole path.
        self.board.images_of(x, image)
        for symmetry in range(self.board.n_symmetries):
            if image[symmetry] == start:
                break
        else:
            raise ValueError(f"start {start:#x} is not in layer 0")
        turned = []
        for x in reversed(path):
            self.board.images_of(x, image)
            turned.append(image[symmetry])
        return turned

    cdef bint expand(self, count_t budget) noexcept nogil:
        """Expand; return whether the layer is whole, or memory ran out."""
        cdef bitboard_t x, key
        cdef bitboard_t waiting[AHEAD]
        cdef uint64_t value[MAX_PAGODAS]
        cdef bitboard_t image[MAX_SYMMETRIES]
        cdef jump_t jumps[MAX_JUMPS]
        cdef int j, k, word, n_jumps, n_words = 0 if self.pagodas is None else self.pagodas.n
        cdef size_t n_waiting = 0, i
        cdef bint dead
        while self.cursor < self.here.size and budget > 0:
            x = self.here.keys[self.cursor]
            self.cursor += 1
            self.nodes += 1
            budget -= 1
            # A jump takes one word off a pagoda function: each is computed once for all jumps.
            for word in range(n_words):
                value[word] = self.pagodas.value(word, x)
            n_jumps = self.board.jumps_of(x, jumps)
            self.board.images_of(x, image)
            self.generated += n_jumps
            for k in range(n_jumps):
                j = jumps[k]
                dead = False
                for word in range(n_words):
                    if (value[word] - self.pagodas.drop[j][word]) & SIGNS != SIGNS:
                        dead = True
                        break
                if dead:
                    self.pruned += 1
                    continue
                # What is found waits until its slot has come from memory; the oldest that waits is added.
                key = self.board.canonical_after(image, j)
                self.next_.fetch(key)
                if n_waiting >= AHEAD:
                    if self.next_.add(waiting[n_waiting % AHEAD]) < 0:
                        self.status = 1
                        return True
                waiting[n_waiting % AHEAD] = key
                n_waiting += 1
        # A slice ends with nothing waiting.
        for i in range(n_waiting - AHEAD if n_waiting > AHEAD else 0, n_waiting):
            if self.next_.add(waiting[i % AHEAD]) < 0:
                self.status = 1
                return True
        return self.cursor == self.here.size

    def meet(self, PegLayers other not None, Py_ssize_t layer):
        """Begin to look for the positions of the last layer that lie on a way to the other's start: `meeting`.

        Equivalent: ``[x for x in last layer if any(complement(y) in other's layer for y one jump after x)]``.

        Parameters
        ----------
        other : PegLayers
            Layers from the complement of the goals: a jump back is a jump on the complement.
        layer : int
            The layer of `other` that is one jump away from the last layer of this one; the last of `other`
            where its layers are not kept.
        """
        if not 0 <= layer < len(other.sets):
            raise ValueError(f"layer {layer}, expected 0 to {len(other.sets) - 1}")
        if other.sets[layer] is None:
            raise ValueError(f"layer {layer}, expected the last or a kept one: meet needs kept layers")
        self.met_there = other.sets[layer]
        self.kept, self.kept_bytes = None, 0
        self.wanted = PegSet()
        self.cursor_met = 0

    def meeting(self, count_t budget):
        """Look at `budget` positions more of the last layer; return whether some remain.

        Where none remain, `met` says how many there are, and with kept layers `back` finds those of the layers
        before that lead to them. `status` says where memory ran out instead.
        """
        cdef bint good
        cdef size_t count = min(self.here.size - self.cursor_met, <size_t>max(budget, 0))
        if self.met_there is None:
            raise ValueError("meeting needs a meet")
        good = self.bound(self.wanted)
        if good:
            with nogil:
                good = self.bridge(self.met_there, self.wanted, count)
        if not good:
            self.status = 1
            return False
        if self.cursor_met < self.here.size:
            return True
        self.met_there = None
        if self.keep:
            self.start_back(self.wanted)
        return False

    @property
    def met(self):
        """Number of positions that `meeting` has found."""
        return 0 if self.wanted is None else self.wanted.size

    cdef bint bridge(self, PegSet there, PegSet found, size_t count) noexcept nogil:
        """Of N positions add what has a jump into the complement; return False where memory ran out."""
        cdef bitboard_t image[MAX_SYMMETRIES]
        cdef bitboard_t waiting[AHEAD][MAX_JUMPS]
        cdef bitboard_t origin[AHEAD]
        cdef int n_waiting[AHEAD]
        cdef jump_t jumps[MAX_JUMPS]
        cdef size_t i, at
        cdef int k
        cdef bitboard_t x
        for i in range(count + AHEAD):
            at = i % AHEAD
            if i >= AHEAD:
                for k in range(n_waiting[at]):
                    if there.has(waiting[at][k]):
                        if found.add(origin[at]) < 0:
                            return False
                        break
            if i < count:
                x = self.here.keys[self.cursor_met + i]
                origin[at] = x
                # The jumps of x are those back from its complement.
                n_waiting[at] = self.board.jumps_of(x, jumps)
                self.board.images_of(x ^ self.board.whole, image)
                for k in range(n_waiting[at]):
                    waiting[at][k] = self.board.canonical_after(image, jumps[k])
                    there.fetch(waiting[at][k])
        self.cursor_met += count
        return True

    def among(self, Py_ssize_t layer, const bitboard_t[::1] positions not None):
        """Return, as a bool array, which positions or images of them are in a layer that is kept."""
        cdef PegSet there
        cdef Py_ssize_t i
        if not 0 <= layer < len(self.sets) or self.sets[layer] is None:
            raise ValueError(f"layer {layer}, expected one that is kept")
        there = self.sets[layer]
        found = np.empty(positions.shape[0], dtype=np.bool_)
        cdef uint8_t[::1] out = found.view(np.uint8)
        with nogil:
            for i in range(positions.shape[0]):
                out[i] = there.has(self.board.canonical(positions[i] & self.board.whole))
        return found

    def meet_set(self, const bitboard_t[::1] positions not None):
        """Begin the way back from these positions, in their canonical form, of the last layer."""
        cdef PegSet found = PegSet()
        cdef Py_ssize_t i
        if not self.keep:
            raise ValueError("meet_set needs kept layers")
        self.kept_bytes = 0
        self.bound(found)
        for i in range(positions.shape[0]):
            if self.here.has(positions[i]) and found.add(positions[i]) < 0:
                self.status = 1
                return 0
        self.start_back(found)
        return found.size

    cdef void start_back(self, PegSet found) noexcept:
        """Make `found` what is wanted of the last layer."""
        self.kept = [found]
        self.kept_bytes = found.bytes()
        self.wanted = found
        self.cursor = 0
        self.chosen = PegSet()
        self.layer = self.sets[len(self.sets) - 2] if len(self.sets) > 1 else None

    def back(self, count_t budget):
        """Take up at most `budget` positions on the way back; return whether some remain."""
        cdef bint whole
        if self.kept is None:
            raise ValueError("back needs a meet")
        while self.layer is not None:
            if not self.bound(self.chosen):
                self.status = 1
                return False
            with nogil:
                whole = self.retract(&budget)
            if self.status == 1 or not whole:
                return self.status != 1
            self.kept.append(self.chosen)
            self.kept_bytes += self.chosen.bytes()
            self.wanted = self.chosen
            self.chosen = PegSet()
            self.cursor = 0
            if len(self.kept) == len(self.sets):
                self.layer = None
            else:
                self.layer = self.sets[len(self.sets) - 1 - len(self.kept)]
        return False

    cdef bint retract(self, count_t* budget) noexcept nogil:
        """Choose what leads to what is wanted from the layer; return whether done, or out of memory."""
        cdef bitboard_t x
        cdef bitboard_t waiting[AHEAD]
        cdef bitboard_t key
        cdef bitboard_t image[MAX_SYMMETRIES]
        cdef jump_t jumps[MAX_JUMPS]
        cdef size_t n_waiting = 0, i
        cdef int k, n_jumps
        while self.cursor < self.wanted.size and budget[0] > 0:
            x = self.wanted.keys[self.cursor]
            self.cursor += 1
            self.nodes += 1
            budget[0] -= 1
            n_jumps = self.board.jumps_to(x, jumps)
            self.board.images_of(x, image)
            for k in range(n_jumps):
                key = self.board.canonical_after(image, jumps[k])
                self.layer.fetch(key)
                if n_waiting >= AHEAD and self.layer.has(waiting[n_waiting % AHEAD]):
                    if self.chosen.add(waiting[n_waiting % AHEAD]) < 0:
                        self.status = 1
                        return True
                waiting[n_waiting % AHEAD] = key
                n_waiting += 1
        for i in range(n_waiting - AHEAD if n_waiting > AHEAD else 0, n_waiting):
            if self.layer.has(waiting[i % AHEAD]) and self.chosen.add(waiting[i % AHEAD]) < 0:
                self.status = 1
                return True
        return self.cursor == self.wanted.size

    def kept_sizes(self):
        """Return the numbers of positions that `back` kept, layer 0 first."""
        return [] if self.kept is None else [(<PegSet?>found).size for found in reversed(self.kept)]

    def kept_layers(self):
        """Return the positions that `back` kept, layer 0 first, as uint64 arrays in order of arrival."""
        return [] if self.kept is None else [array_of(found) for found in reversed(self.kept)]


cdef object array_of(PegSet positions, size_t step=1):
    """Return positions as a uint64 array, in order of arrival; every Nth of them."""
    cdef size_t i
    found = np.empty((positions.size + step - 1) // step, dtype=np.uint64)
    cdef bitboard_t[::1] out = found
    for i in range(<size_t>out.shape[0]):
        out[i] = positions.keys[i * step]
    return found
