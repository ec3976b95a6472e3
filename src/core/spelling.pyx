"""Makes words of letter codes, as Python strings; twin: `unriddle.core.reference.spelling`."""

cimport cython
from libc.string cimport memset

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
