"""What is hot in peg_numbered.pyx, compiled for one vector path: jumps, least images, pagoda functions."""
from cpython.pycapsule cimport PyCapsule_New

from ..lanes cimport (
    eight, eight_all, eight_least, eight_load, eight_store, eight_xor, four_words, lanes_prepare, pack_shorts,
    words_add, words_load, words_tops,
)
from ..types cimport bitboard_t, cell_t, uint32_t
from .peg cimport MAX_JUMPS, jump_t
from .peg_reach cimport peg_form, peg_pagodas, peg_rows


cdef inline bitboard_t _turned(bitboard_t x, cell_t by) noexcept nogil:
    """Return x with bit h + by moved to bit h, round the word."""
    return x >> by | x << (-by & 63)


cdef inline int _jumps(const peg_rows* rows, bitboard_t x, jump_t* jumps) noexcept nogil:
    """Write the jumps of a position; return how many."""
    cdef bitboard_t bits = 0
    cdef int row = 0, shape = 0, count = 0
    while row < rows.n_rows:  # one loop for shapes and rows: of two, compilers widen the inner one, which is short
        # Turned, not shifted: what comes round lies on no place that the jump starts from.
        bits |= x & _turned(x, rows.over_turn[shape]) & ~_turned(x, rows.to_turn[shape]) & rows.starts[shape]
        shape += 1
        if shape == rows.row_end[row]:
            count += <int>pack_shorts(jumps + count, bits, rows.jump_of[row])
            row += 1
            bits = 0
    return count


cdef inline void _least_eight(
    const peg_rows* rows, const jump_t* jumps, int n, const uint32_t** parts, uint32_t flip, uint32_t* out
) noexcept nogil:
    """Write the least of eight images after each jump; the jumps have room for n rounded up to eights."""
    cdef eight image = eight_xor(eight_xor(eight_load(parts[0]), eight_load(parts[1])),
                                 eight_xor(eight_load(parts[2]), eight_load(parts[3])))
    cdef eight after[8]
    cdef int k = 0, i
    image = eight_xor(image, eight_all(flip))
    while k < n:
        for i in range(8):
            after[i] = eight_xor(image, eight_load(rows.flips + 8 * jumps[k + i]))
        eight_store(out + k, eight_least(after))
        k += 8


cdef int _reach(
    const peg_rows* rows, bitboard_t x, const uint32_t** parts, uint32_t flip, uint32_t* out
) noexcept nogil:
    cdef jump_t jumps[MAX_JUMPS + 64]
    cdef const uint32_t* flips
    cdef uint32_t other
    cdef int count = _jumps(rows, x, jumps), k, s
    if rows.n_symmetries == 8:
        for k in range(count, (count + 7) & ~7):
            jumps[k] = 0
        _least_eight(rows, jumps, count, parts, flip, out)
        return count
    for k in range(count):
        flips = rows.flips + jumps[k] * rows.n_symmetries
        out[k] = 0xFFFFFFFF
        for s in range(rows.n_symmetries):
            other = parts[0][s] ^ parts[1][s] ^ parts[2][s] ^ parts[3][s] ^ flip ^ flips[s]
            out[k] = other if other < out[k] else out[k]
    return count


cdef int _keep_alive(const peg_pagodas* pagodas, int n, uint32_t* numbers, bitboard_t* placed) noexcept nogil:
    cdef four_words base = words_load(pagodas.base)
    cdef four_words row[8]
    cdef bitboard_t x
    cdef int kept = 0, k, i
    for k in range(n):
        x = placed[k]
        for i in range(8):
            row[i] = words_load(pagodas.of_byte[i][x >> 8 * i & 0xFF])
        for i in range(4):
            row[i] = words_add(row[i], row[i + 4])
        for i in range(2):
            row[i] = words_add(row[i], row[i + 2])
        placed[kept] = x
        numbers[kept] = numbers[k]
        # No branch: chance decides.
        kept += words_tops(words_add(words_add(row[0], row[1]), base))
    return kept


lanes_prepare()
cdef peg_form _form
_form.reach, _form.keep_alive = _reach, _keep_alive
form = PyCapsule_New(&_form, NULL, NULL)
