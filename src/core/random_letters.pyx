"""Letters drawn at random, 16 bits each, by SFC64 (C. Doty-Humphrey, PractRand); twin: `reference.random_letters`."""

from .types cimport count_t, uint8_t, uint64_t

cdef enum:
    WORDS = 4           # of the state: three that are mixed, a counter
    DRAWS = 1 << 16     # values of 16 bits


cdef inline uint64_t next_bits(uint64_t* state) noexcept nogil:
    """Return the next 64 bits."""
    cdef uint64_t a = state[0], b = state[1], c = state[2], drawn = a + b + state[3]
    state[3] += 1
    state[0] = b ^ b >> 11
    state[1] = c + (c << 3)
    state[2] = (c << 24 | c >> 40) + drawn
    return drawn


def draw_letters(const uint64_t[::1] state not None, const uint8_t[::1] letters not None, uint8_t[::1] out not None):
    """Write a letter to each place of an array.

    Parameters
    ----------
    state : uint64 array of shape (4,)
        As `numpy.random.SFC64` has it.
    letters : uint8 array of shape (65536,)
        The letter of each value of 16 bits; 64 random bits make four, the lowest first.
    out : uint8 array

    Raises
    ------
    ValueError
        Another number of words or of letters.

    Notes
    -----
    O(places), 0.4 ns each.
    """
    cdef count_t n = out.shape[0], i = 0
    cdef uint64_t s[WORDS]
    cdef uint64_t bits
    cdef int k
    if state.shape[0] != WORDS or letters.shape[0] != DRAWS:
        raise ValueError(f"{state.shape[0]} words and {letters.shape[0]} letters, expected {WORDS} and {DRAWS}")
    for k in range(WORDS):
        s[k] = state[k]
    with nogil:
        while i + 4 <= n:
            bits = next_bits(s)
            out[i] = letters[bits & (DRAWS - 1)]
            out[i + 1] = letters[bits >> 16 & (DRAWS - 1)]
            out[i + 2] = letters[bits >> 32 & (DRAWS - 1)]
            out[i + 3] = letters[bits >> 48]
            i += 4
        bits = next_bits(s)
        while i < n:
            out[i] = letters[bits & (DRAWS - 1)]
            bits >>= 16
            i += 1
