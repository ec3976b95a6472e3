"""The walk of boggle_small.pyx with an item a vector of 16 bytes, compiled for SSE4.1 and NEON.

     bytes 0-7   neighbour by neighbour: does the node go on with its letter?
     bytes 8-15  the same: does its letter complete a word?

A letter is a bit of one of the four bytes of a mask, a cell a bit of one of the eight of a set: those bytes are looked
up for all neighbours at once. What continues is listed as the item's number and the neighbour's, for some items at a
time; from that list the paths to the queue's end are made. Nothing branches on what is found.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint16_t
from libc.string cimport memcpy

from ..bits cimport popcount
from ..lanes cimport (
    bytes_add_pairs, bytes_all, bytes_all_pairs, bytes_and, bytes_below, bytes_bits, bytes_eighth, bytes_load,
    bytes_load_8, bytes_load_16, bytes_of, bytes_or, bytes_part, bytes_store, bytes_without, lanes_packed,
    lanes_prepare, sixteen_bytes,
)
from ..trie cimport narrow_node
from ..types cimport count_t, letter_t, uint8_t, uint32_t, uint64_t, word_t
from .boggle_small_state cimport CHUNK, board_set, small_cell, small_form, small_path, small_walk

# Neighbours that are meant -> their list: 2 times each, room for 16 times an item above.
cdef uint16_t[256][8] listed
cdef uint8_t[16] bit_of = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]
cdef uint8_t[16] half_of = [0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4]


cdef inline void _set_letters(small_walk* w, const letter_t* letters, int groups) noexcept nogil:
    """Fill what depends on the letters of the board."""
    cdef sixteen_bytes bits = bytes_load(bit_of), half = bytes_load(half_of), letter, is_letter, at, places, mine
    cdef sixteen_bytes byte[4]
    cdef sixteen_bytes bit[4]
    cdef int g, i
    cdef small_cell* cell
    memcpy(w.board, letters, <size_t>w.n_cells)
    for g in range(groups):
        letter = bytes_load(w.board + 16 * g)
        is_letter = bytes_below(letter, 32)
        byte[g] = bytes_eighth(letter)
        bit[g] = bytes_and(is_letter, bytes_of(bits, bytes_and(letter, bytes_all(7))))
    for i in range(w.n_cells):
        cell = w.cells + i
        at = bytes_load(w.near_at[0] + 16 * i)
        places, mine = bytes_of(byte[0], at), bytes_of(bit[0], at)
        for g in range(1, groups):
            at = bytes_load(w.near_at[g] + 16 * i)
            places = bytes_or(places, bytes_of(byte[g], at))
            mine = bytes_or(mine, bytes_of(bit[g], at))
        bytes_store(cell.letter_byte, bytes_or(places, half))
        bytes_store(cell.letter_bit, mine)
        cell.below = (<uint32_t>1 << (w.board[i] & 31)) - 1


cdef inline const narrow_node* _node(const narrow_node* nodes, const small_path* path) noexcept nogil:
    return <const narrow_node*>(<const uint8_t*>nodes + path.node16)


cdef inline const small_cell* _cell(const small_walk* w, uint32_t cell128) noexcept nogil:
    return <const small_cell*>(<const uint8_t*>w.cells + cell128)


cdef inline const small_path* _item(const small_path* chunk, uint32_t entry) noexcept nogil:
    return <const small_path*>(<const uint8_t*>chunk + (entry & ~<uint32_t>15))


cdef inline uint32_t _other128(const small_walk* w, const small_path* path, uint32_t entry) noexcept nogil:
    """Return the neighbour of a list's entry, 128 times it."""
    return (<const uint16_t*>(<const uint8_t*>w.cells + path.cell128 + (entry & 15)))[0]


# long: one loop, whose lists and counts stay in registers
cdef count_t _walk_of(small_walk* w, const letter_t* letters, board_set no_cell) noexcept nogil:
    """Walk a board whose cells fit into such a set."""
    cdef const narrow_node* nodes = w.nodes
    cdef narrow_node root = nodes[0]
    cdef small_path* paths = w.paths
    cdef word_t* found = w.found
    cdef bint counting = w.counting
    cdef uint16_t go_list[CHUNK * 8 + 8]
    cdef uint16_t hit_list[CHUNK * 8 + 8]
    cdef uint32_t head = 0, tail = 0, hits = 0, begun = 0, code, letter, n, going, hitting, i, on, go, hit, other128
    cdef count_t moves
    cdef const small_path* chunk
    cdef const small_path* path
    cdef small_path* longer
    cdef const narrow_node* node
    cdef const small_cell* cell
    cdef sixteen_bytes byte, used, no, free, item, next_item = bytes_all_pairs(16)
    _set_letters(w, letters, <int>(sizeof(no_cell) // 2))
    for i in range(<uint32_t>w.n_cells):
        code = w.board[i]
        letter = <uint32_t>(code < 32) << (code & 31)
        paths[tail].used = w.cells[i].alone
        paths[tail].node16 = 16 * (root.child + <uint32_t>popcount(root.inner & w.cells[i].below))
        paths[tail].cell128 = 128 * i
        found[hits] = root.word + <uint32_t>popcount(root.words & w.cells[i].below)
        tail += root.inner & letter != 0
        hits += root.words & letter != 0
        begun += (root.inner | root.words) & letter != 0
    moves = begun
    while head < tail:
        if tail > w.capacity:
            return -1
        chunk = paths + head
        n = tail - head if tail - head < CHUNK else CHUNK
        going, hitting, item = 0, 0, bytes_all_pairs(0)
        for i in range(n):
            path = chunk + i
            cell = _cell(w, path.cell128)
            byte = bytes_of(bytes_load(_node(nodes, path)), bytes_load_16(cell.letter_byte))
            used = bytes_of(bytes_load_8(&path.used), bytes_load_16(cell.cell_byte))
            no = bytes_part(byte, bytes_load_16(cell.letter_bit))
            free = bytes_part(used, bytes_load_16(cell.cell_bit))
            on = bytes_bits(bytes_without(free, no))
            go, hit = on & 255, on >> 8
            bytes_store(go_list + going, bytes_or(bytes_load(listed[go]), item))
            bytes_store(hit_list + hitting, bytes_or(bytes_load(listed[hit]), item))
            going += <uint32_t>popcount(go)
            hitting += <uint32_t>popcount(hit)
            if counting:
                moves += popcount(go | hit)
            item = bytes_add_pairs(item, next_item)
        for i in range(going):
            path = _item(chunk, go_list[i])
            other128 = _other128(w, path, go_list[i])
            node, cell = _node(nodes, path), _cell(w, other128)
            longer = paths + tail + i
            longer.used = path.used | cell.alone
            longer.node16 = 16 * (node.child + <uint32_t>popcount(node.inner & cell.below))
            longer.cell128 = other128
        for i in range(hitting):
            path = _item(chunk, hit_list[i])
            node, cell = _node(nodes, path), _cell(w, _other128(w, path, hit_list[i]))
            found[hits + i] = node.word + <uint32_t>popcount(node.words & cell.below)
        head += n
        tail += going
        hits += hitting
    w.n_found = hits
    w.moves = moves
    return tail


cdef count_t _walk(small_walk* w, const letter_t* letters) noexcept nogil:
    if w.n_cells <= 16:
        return _walk_of[uint16_t](w, letters, 0)
    if w.n_cells <= 32:
        return _walk_of[uint32_t](w, letters, 0)
    return _walk_of[uint64_t](w, letters, 0)


cdef void _prepare() noexcept:
    cdef int meant, i
    lanes_prepare()
    for meant in range(256):
        for i in range(8):
            listed[meant][i] = <uint16_t>(2 * lanes_packed[meant][i])


_prepare()
cdef small_form _form = _walk
form = PyCapsule_New(<void*>_form, NULL, NULL)
