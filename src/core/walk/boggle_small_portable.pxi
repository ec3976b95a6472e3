"""The walk of boggle_small.pyx with an item a vector of 16 bytes, compiled for SSE4.1 and NEON.

     bytes 0-7   neighbour by neighbour: does the node go on with its letter?
     bytes 8-15  the same: does its letter complete a word?

A letter is a bit of one of the four bytes of a mask, a cell a bit of one of the eight of a set: those bytes are looked
up for all neighbours at once. What continues is listed as the item's number and the neighbour's, a byte, for some items
at a time; from that list the paths to the queue's end are made. Nothing branches on what is found.
"""
from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport uint16_t
from libc.string cimport memcpy

from ..bits cimport popcount
from ..lanes cimport (
    bytes_all, bytes_and, bytes_below, bytes_bits, bytes_eighth, bytes_load, bytes_load_8, bytes_of, bytes_or,
    bytes_part, bytes_store, bytes_without, lanes_packed, lanes_prepare, sixteen_bytes,
)
from ..trie cimport narrow_node
from ..types cimport count_t, letter_t, uint8_t, uint32_t, uint64_t, word_t
from .boggle_small_state cimport board_set, small_form, small_path, small_walk

cdef enum:
    CHUNK = 32  # items: 8 times the item and the neighbour are a byte

cdef uint8_t[16] bit_of = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]
cdef uint8_t[16] half_of = [0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4]


cdef inline void _set_letters(small_walk* w, const letter_t* letters, int groups) noexcept nogil:
    """Fill the byte and the bit of each neighbour's letter of each cell."""
    cdef sixteen_bytes bits = bytes_load(bit_of), half = bytes_load(half_of), letter, is_letter, at, places, mine
    cdef sixteen_bytes byte[4]
    cdef sixteen_bytes bit[4]
    cdef int g, cell
    memcpy(w.board, letters, <size_t>w.n_cells)
    for g in range(groups):
        letter = bytes_load(w.board + 16 * g)
        is_letter = bytes_below(letter, 32)
        byte[g] = bytes_eighth(letter)
        bit[g] = bytes_and(is_letter, bytes_of(bits, bytes_and(letter, bytes_all(7))))
    for cell in range(w.n_cells):
        at = bytes_load(w.near_at[0] + 16 * cell)
        places, mine = bytes_of(byte[0], at), bytes_of(bit[0], at)
        for g in range(1, groups):
            at = bytes_load(w.near_at[g] + 16 * cell)
            places = bytes_or(places, bytes_of(byte[g], at))
            mine = bytes_or(mine, bytes_of(bit[g], at))
        bytes_store(w.letter_byte + 16 * cell, bytes_or(places, half))
        bytes_store(w.letter_bit + 16 * cell, mine)


cdef inline uint32_t _rank(uint32_t mask, uint32_t letter) noexcept nogil:
    return <uint32_t>popcount(mask & ((<uint32_t>1 << (letter & 31)) - 1))


cdef inline void _list(uint8_t* at, uint32_t meant, uint64_t item) noexcept nogil:
    """Write the neighbours that are meant, each with the bits of `item`."""
    cdef uint64_t listed
    memcpy(&listed, lanes_packed[meant], sizeof(listed))
    listed |= item
    memcpy(at, &listed, sizeof(listed))


# long: one loop, whose lists and counts stay in registers
cdef count_t _walk_of(small_walk* w, const letter_t* letters, board_set no_cell) noexcept nogil:
    """Walk a board whose cells fit into such a set."""
    cdef const narrow_node* nodes = w.nodes
    cdef narrow_node root = nodes[0]
    cdef small_path* paths = w.paths
    cdef word_t* found = w.found
    cdef const uint8_t* adjacent = w.beside_cell
    cdef const uint8_t* board = w.board
    cdef uint8_t go_list[CHUNK * 8 + 8]
    cdef uint8_t hit_list[CHUNK * 8 + 8]
    cdef uint32_t head = 0, tail = 0, hits = 0, begun = 0, code, letter, n, going, hitting, i, on, go, hit, cell
    cdef uint64_t item
    cdef size_t cell16
    cdef count_t moves
    cdef const small_path* chunk
    cdef const small_path* path
    cdef small_path* longer
    cdef const narrow_node* node
    cdef sixteen_bytes byte, used, no, free
    _set_letters(w, letters, <int>(sizeof(no_cell) // 2))
    for cell in range(<uint32_t>w.n_cells):
        code = board[cell]
        letter = <uint32_t>(code < 32) << (code & 31)
        paths[tail].used = <uint64_t>1 << cell
        paths[tail].node = root.child + _rank(root.inner, code)
        paths[tail].cell8 = 8 * cell
        found[hits] = root.word + _rank(root.words, code)
        tail += root.inner & letter != 0
        hits += root.words & letter != 0
        begun += (root.inner | root.words) & letter != 0
    moves = begun
    while head < tail:
        if tail > w.capacity:
            return -1
        chunk = paths + head
        n = tail - head if tail - head < CHUNK else CHUNK
        going, hitting, item = 0, 0, 0
        for i in range(n):
            path = chunk + i
            cell16 = 2 * <size_t>path.cell8
            byte = bytes_of(bytes_load(nodes + path.node), bytes_load(w.letter_byte + cell16))
            used = bytes_of(bytes_load_8(&path.used), bytes_load(w.cell_byte + cell16))
            no = bytes_part(byte, bytes_load(w.letter_bit + cell16))
            free = bytes_part(used, bytes_load(w.cell_bit + cell16))
            on = bytes_bits(bytes_without(free, no))
            go, hit = on & 255, on >> 8
            _list(go_list + going, go, item)
            _list(hit_list + hitting, hit, item)
            going += <uint32_t>popcount(go)
            hitting += <uint32_t>popcount(hit)
            moves += popcount(go | hit)
            item += <uint64_t>0x0808080808080808u
        for i in range(going):
            path = chunk + (go_list[i] >> 3)
            cell = adjacent[path.cell8 + (go_list[i] & 7)]
            node = nodes + path.node
            longer = paths + tail + i
            longer.used = path.used | <uint64_t>1 << cell
            longer.node = node.child + _rank(node.inner, board[cell])
            longer.cell8 = 8 * cell
        for i in range(hitting):
            path = chunk + (hit_list[i] >> 3)
            node = nodes + path.node
            found[hits + i] = node.word + _rank(node.words, board[adjacent[path.cell8 + (hit_list[i] & 7)]])
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


lanes_prepare()
cdef small_form _form = _walk
form = PyCapsule_New(<void*>_form, NULL, NULL)
