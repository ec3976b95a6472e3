"""Makes words of letter codes, as Python strings, and codes of letters; twin: `reference.decode_words`."""

import numpy as np

cimport cython
from libc.string cimport memcpy, memset

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF

from .types cimport int64_t, letter_t, uint8_t, uint32_t, word_t

cdef extern from "Python.h":
    void* PyUnicode_DATA(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 highest)
    object PyUnicode_FromKindAndData(int kind, const void* data, Py_ssize_t size)

cdef enum:
    LONGEST = 254  # letters of a word
    LETTERS = 256  # letter codes there can be
    UCS4 = 4       # bytes of a character, as `PyUnicode_FromKindAndData` calls its kinds
    PIECE = 16     # bytes that are copied at a time: a size that is known needs no call
    SMALL = 0x20   # what a small letter has more than its capital
    LAST = 25      # code of z


@cython.final
cdef class Spelling:
    """The words of a list by their numbers.

    Parameters
    ----------
    alphabet : str
        The letter of each code, at most 256.
    codes : uint8 array
        Letter codes of all words, one word after another.
    offsets : int64 array of shape (n + 1,)
        Word i is ``codes[offsets[i]:offsets[i + 1]]``, 254 letters at most.

    Notes
    -----
    Offsets are checked once, in O(n); immutable, shared by any number of threads.
    """

    cdef const letter_t[::1] codes
    cdef const int64_t[::1] offsets
    cdef uint32_t points[LETTERS]
    cdef bint ascii

    def __cinit__(self, str alphabet not None, const letter_t[::1] codes not None,
                  const int64_t[::1] offsets not None):
        cdef Py_ssize_t k, n = offsets.shape[0] - 1
        if len(alphabet) > LETTERS:
            raise ValueError(f"{len(alphabet)} letters, expected at most {LETTERS}")
        if n < 0 or offsets[0] != 0 or offsets[n] != codes.shape[0]:
            raise ValueError("offsets: expected 0 first and the number of codes last")
        for k in range(n):
            if not 0 <= offsets[k + 1] - offsets[k] <= LONGEST:
                raise ValueError(f"word {k}: expected at most {LONGEST} letters")
        self.codes, self.offsets = codes, offsets
        memset(self.points, 0, sizeof(self.points))  # a code beyond the alphabet spells NUL
        for k in range(len(alphabet)):
            self.points[k] = <uint32_t>ord(alphabet[k])
        self.ascii = alphabet.isascii()

    def decode(self, const word_t[::1] numbers not None):
        """Return the words of some numbers.

        Equivalent: ``["".join(alphabet[code] for code in codes[offsets[i]:offsets[i + 1]]) for i in numbers]``.

        Parameters
        ----------
        numbers : uint32 array

        Returns
        -------
        list of str

        Raises
        ------
        IndexError
            A number that no word has.
        """
        cdef Py_ssize_t k, n = numbers.shape[0], n_words = self.offsets.shape[0] - 1
        for k in range(n):
            if numbers[k] >= n_words:
                raise IndexError(f"word {numbers[k]}, expected 0 to {n_words - 1}")
        cdef list words = PyList_New(n)
        for k in range(n):
            word = self.word(numbers[k])
            Py_INCREF(word)  # its place in the list takes a reference
            PyList_SET_ITEM(words, k, word)
        return words

    cdef object word(self, word_t number):
        cdef int64_t first = self.offsets[number]
        cdef Py_ssize_t k, length = <Py_ssize_t>(self.offsets[number + 1] - first)
        cdef const letter_t* codes = &self.codes[first] if length else NULL
        cdef uint32_t points[LONGEST]
        cdef uint8_t* text
        if self.ascii and length > 1:  # Python has each text of one character once
            word = PyUnicode_New(length, 127)
            text = <uint8_t*>PyUnicode_DATA(word)
            for k in range(length):
                text[k] = <uint8_t>self.points[codes[k]]
            return word
        for k in range(length):
            points[k] = self.points[codes[k]]
        return PyUnicode_FromKindAndData(UCS4, points, length)


def letter_rows(const uint8_t[::1] data not None, const int64_t[::1] starts not None,
                const int64_t[::1] ends not None):
    """Return the codes of texts of one length that are all ASCII letters, else None.

    Equivalent: ``[[byte - ord("a") for byte in data[start:end].lower()] for start, end in zip(starts, ends)]``.

    Parameters
    ----------
    data : uint8 array
    starts, ends : int64 arrays of shape (n,)
        Text i is ``data[starts[i]:ends[i]]``.

    Returns
    -------
    uint8 array of shape (n, length), or None
        None where there are no texts, one is empty, of another length than the first, or has a byte that is
        no letter.

    Raises
    ------
    ValueError
        Starts and ends of which there are not as many.
    IndexError
        A text that is not there.

    Notes
    -----
    O(bytes); 2 ns a text of 16 letters.

    Examples
    --------
    >>> letter_rows(np.frombuffer(b"tea\\nEat", np.uint8), np.array([0, 4]), np.array([3, 7])).tolist()
    [[19, 4, 0], [4, 0, 19]]
    """
    cdef Py_ssize_t n = starts.shape[0], i
    cdef int64_t size, left, total
    cdef uint8_t worst = 0
    cdef const uint8_t* source
    cdef uint8_t* target
    if ends.shape[0] != n:
        raise ValueError(f"{n} starts and {ends.shape[0]} ends, expected as many")
    size = ends[0] - starts[0] if n else 0
    for i in range(n):
        if ends[i] - starts[i] != size or size < 1:
            return None
        if starts[i] < 0 or ends[i] > data.shape[0]:
            raise IndexError(f"text {i} of the bytes {starts[i]} to {ends[i]}, expected 0 to {data.shape[0]}")
    if not n:
        return None
    codes = np.empty((n, size), np.uint8)
    cdef uint8_t[:, ::1] rows = codes
    cdef uint8_t* first = &rows[0, 0]
    total = n * size
    with nogil:
        for i in range(n):
            source, target, left = &data[0] + starts[i], first + i * size, size
            # What is copied beyond a text's end is overwritten by the next one.
            if starts[i] + size + PIECE <= data.shape[0] and i * size + size + PIECE <= total:
                while left > 0:
                    memcpy(target, source, PIECE)
                    source, target, left = source + PIECE, target + PIECE, left - PIECE
            else:
                memcpy(target, source, size)
        for i in range(total):
            first[i] = <uint8_t>((first[i] | SMALL) - c"a")
            worst = max(worst, first[i])
    return codes if worst <= LAST else None
