"""Digests of many short texts: BLAKE2b (M.-J. Saarinen, J.-P. Aumasson, RFC 7693); twin: `reference.digests`."""

import numpy as np

from libc.string cimport memcpy, memset

from .digits cimport written
from .types cimport int64_t, uint8_t, uint64_t

cdef enum:
    BLOCK = 128         # bytes
    ROUNDS = 12
    MOST = 64           # bytes of a digest
    SEED_BITS = 62

cdef extern from *:
    """
    #include <stdint.h>
    static const uint64_t blake2b_start[8] = {
        UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
        UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
        UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)};
    static const uint8_t blake2b_order[12][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
        {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
        {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
        {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
        {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};
    """
    const uint64_t blake2b_start[8]
    const uint8_t blake2b_order[12][16]


cdef inline uint64_t turned(uint64_t x, int right) noexcept nogil:
    """Return a word with its bits moved to the right, those at the end back to the front."""
    return x >> right | x << (64 - right)


cdef inline void mix(uint64_t* a, uint64_t* b, uint64_t* c, uint64_t* d, uint64_t x, uint64_t y) noexcept nogil:
    """Mix two words of the text into four of the state: G of the standard."""
    a[0] += b[0] + x
    d[0] = turned(d[0] ^ a[0], 32)
    c[0] += d[0]
    b[0] = turned(b[0] ^ c[0], 24)
    a[0] += b[0] + y
    d[0] = turned(d[0] ^ a[0], 16)
    c[0] += d[0]
    b[0] = turned(b[0] ^ c[0], 63)


cdef void compress(uint64_t* state, const uint8_t* block, uint64_t taken, bint last) noexcept nogil:
    """Take up a block; `taken` bytes of the text are in it and before it."""
    cdef uint64_t v[16]
    cdef uint64_t m[16]
    cdef const uint8_t* order
    cdef int k, round_
    for k in range(16):
        m[k] = (<uint64_t>block[8 * k] | <uint64_t>block[8 * k + 1] << 8 | <uint64_t>block[8 * k + 2] << 16
                | <uint64_t>block[8 * k + 3] << 24 | <uint64_t>block[8 * k + 4] << 32 | <uint64_t>block[8 * k + 5] << 40
                | <uint64_t>block[8 * k + 6] << 48 | <uint64_t>block[8 * k + 7] << 56)
    for k in range(8):
        v[k] = state[k]
        v[k + 8] = blake2b_start[k]
    v[12] ^= taken
    if last:
        v[14] = ~v[14]
    for round_ in range(ROUNDS):
        order = blake2b_order[round_]
        mix(&v[0], &v[4], &v[8], &v[12], m[order[0]], m[order[1]])
        mix(&v[1], &v[5], &v[9], &v[13], m[order[2]], m[order[3]])
        mix(&v[2], &v[6], &v[10], &v[14], m[order[4]], m[order[5]])
        mix(&v[3], &v[7], &v[11], &v[15], m[order[6]], m[order[7]])
        mix(&v[0], &v[5], &v[10], &v[15], m[order[8]], m[order[9]])
        mix(&v[1], &v[6], &v[11], &v[12], m[order[10]], m[order[11]])
        mix(&v[2], &v[7], &v[8], &v[13], m[order[12]], m[order[13]])
        mix(&v[3], &v[4], &v[9], &v[14], m[order[14]], m[order[15]])
    for k in range(8):
        state[k] ^= v[k] ^ v[k + 8]


cdef void hashed(const uint8_t* text, int64_t size, int length, uint64_t* state) noexcept nogil:
    """Make the digest of a text, of `length` bytes: the first of the state, lowest byte first."""
    cdef uint8_t block[BLOCK]
    cdef int64_t taken = 0
    memcpy(state, blake2b_start, 8 * sizeof(uint64_t))
    state[0] ^= <uint64_t>(0x01010000 ^ length)
    while size - taken > BLOCK:
        compress(state, text + taken, taken + BLOCK, False)
        taken += BLOCK
    memset(block, 0, BLOCK)
    if size > taken:
        memcpy(block, text + taken, size - taken)
    compress(state, block, size, True)


def digests(const uint8_t[::1] data not None, const int64_t[::1] offsets not None, int length):
    """Return the digest of each of some texts.

    Equivalent: ``[blake2b(data[start:end], digest_size=length).digest() for start, end in pairwise(offsets)]``.

    Parameters
    ----------
    data : uint8 array
    offsets : int64 array of shape (n + 1,)
        Text i is ``data[offsets[i]:offsets[i + 1]]``.
    length : int
        Bytes of a digest, from 1 to 64.

    Returns
    -------
    uint8 array of shape (n, length)

    Raises
    ------
    ValueError
        Another length, offsets that fall or leave the data.

    Notes
    -----
    0.2 µs a text of at most 128 bytes.

    Examples
    --------
    >>> digests(np.frombuffer(b"teaat", np.uint8), np.array([0, 3, 5]), 4).tolist()
    [[31, 184, 166, 38], [7, 215, 163, 111]]
    """
    cdef Py_ssize_t n = offsets.shape[0] - 1, i
    cdef int k
    cdef uint64_t state[8]
    if not 1 <= length <= MOST:
        raise ValueError(f"digests of {length} bytes, expected 1 to {MOST}")
    if n < 0 or offsets[0] < 0 or offsets[n] > data.shape[0]:
        raise ValueError(f"offsets beyond {data.shape[0]} bytes")
    for i in range(n):
        if offsets[i] > offsets[i + 1]:
            raise ValueError(f"text {i} ends before it begins")
    found = np.empty((n, length), np.uint8)
    cdef uint8_t[:, ::1] out = found
    cdef const uint8_t* first = &data[0] if data.shape[0] else NULL
    with nogil:
        for i in range(n):
            hashed(first + offsets[i], offsets[i + 1] - offsets[i], length, state)
            for k in range(length):
                out[i, k] = <uint8_t>(state[k >> 3] >> (8 * (k & 7)))
    return found


def seeds(int64_t seed, const int64_t[::1] numbers not None, const int64_t[::1] attempts not None):
    """Return a seed for each of some attempts, derived from that of the run.

    Equivalent: the first 62 of the 64 bits of ``blake2b(b"%d/%d/%d" % (seed, number, attempt), digest_size=8)``.

    Parameters
    ----------
    seed : int
    numbers, attempts : int64 arrays of shape (n,)

    Returns
    -------
    uint64 array of shape (n,)

    Raises
    ------
    ValueError
        Arrays of different lengths.

    Examples
    --------
    >>> seeds(0, np.array([1, 2]), np.array([0, 3])).tolist()
    [1373090100307707604, 3555497295488877884]
    """
    cdef Py_ssize_t n = numbers.shape[0], i
    cdef char text[64]      # three numbers of 20 characters, two strokes
    cdef char* start
    cdef char* at
    cdef uint64_t state[8]
    if attempts.shape[0] != n:
        raise ValueError(f"{n} numbers and {attempts.shape[0]} attempts, expected as many")
    found = np.empty(n, np.uint64)
    cdef uint64_t[::1] out = found
    with nogil:
        start = written(text, seed)
        start[0] = c"/"
        start += 1
        for i in range(n):
            at = written(start, numbers[i])
            at[0] = c"/"
            at = written(at + 1, attempts[i])
            hashed(<const uint8_t*>text, at - text, 8, state)
            out[i] = state[0] >> (64 - SEED_BITS)
    return found
