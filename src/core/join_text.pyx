"""Joins words of a table into texts; twin: `reference.join_text`."""

import numpy as np

from libc.string cimport memcpy

from .types cimport count_t, int32_t, int64_t, uint8_t


def joined(const uint8_t[::1] data not None, const int64_t[::1] offsets not None, const int32_t[::1] numbers not None,
           const int64_t[::1] starts not None, const int64_t[::1] ends not None, bytes between not None):
    """Return texts, each of some words with the same bytes between them.

    Equivalent: ``[between.join(words[k] for k in numbers[start:end]) for start, end in zip(starts, ends)]``.

    Parameters
    ----------
    data : uint8 array
    offsets : int64 array of shape (words + 1,)
        Word k is ``data[offsets[k]:offsets[k + 1]]``.
    numbers : int32 array
        Words.
    starts, ends : int64 arrays of shape (n,)
        Text i has the words ``numbers[starts[i]:ends[i]]``.
    between : bytes

    Returns
    -------
    texts : uint8 array
        One after the other.
    places : int64 array of shape (n + 1,)
        Text i is ``texts[places[i]:places[i + 1]]``.

    Raises
    ------
    ValueError
        Offsets that fall or leave the data, starts and ends of which there are not as many.
    IndexError
        A word or a text that is not there.

    Notes
    -----
    O(text).

    Examples
    --------
    >>> words, ends = np.frombuffer(b"teaat", np.uint8), np.array([2, 3])
    >>> texts, places = joined(words, np.array([0, 3, 5]), np.array([1, 0, 0], np.int32), np.array([0, 2]), ends, b" ")
    >>> texts.tobytes(), places.tolist()
    (b'at teatea', [0, 6, 9])
    """
    cdef Py_ssize_t n = starts.shape[0], n_words = offsets.shape[0] - 1, i, gap = len(between)
    cdef const char* gap_text = between
    cdef int64_t k, size
    cdef count_t total = 0
    if n_words < 0 or offsets[0] < 0 or offsets[n_words] > data.shape[0]:
        raise ValueError(f"offsets beyond {data.shape[0]} bytes")
    for i in range(n_words):
        if offsets[i] > offsets[i + 1]:
            raise ValueError(f"word {i} ends before it begins")
    if ends.shape[0] != n:
        raise ValueError(f"{n} starts and {ends.shape[0]} ends, expected as many")
    for i in range(numbers.shape[0]):
        if not 0 <= numbers[i] < n_words:
            raise IndexError(f"word {numbers[i]}, expected 0 to {n_words - 1}")
    for i in range(n):
        if not 0 <= starts[i] <= ends[i] <= numbers.shape[0]:
            raise IndexError(f"text {i} of the words {starts[i]} to {ends[i]}, expected 0 to {numbers.shape[0]}")
        for k in range(starts[i], ends[i]):
            total += offsets[numbers[k] + 1] - offsets[numbers[k]]
        total += gap * max(ends[i] - starts[i] - 1, 0)
    texts, places = np.empty(total, np.uint8), np.empty(n + 1, np.int64)
    cdef uint8_t[::1] texts_view = texts
    cdef int64_t[::1] places_view = places
    cdef uint8_t* first = &texts_view[0] if total else NULL
    cdef uint8_t* at = first
    with nogil:
        places_view[0] = 0
        for i in range(n):
            for k in range(starts[i], ends[i]):
                if gap and k > starts[i]:  # of nothing but empty words there is nowhere to copy to
                    memcpy(at, gap_text, gap)
                    at += gap
                size = offsets[numbers[k] + 1] - offsets[numbers[k]]
                if size:
                    memcpy(at, &data[offsets[numbers[k]]], size)
                    at += size
            places_view[i + 1] = at - first
    return texts, places
