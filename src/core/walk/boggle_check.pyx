"""Whether all words of an answer are on a board, for many answers; twin: `reference.walk.boggle_check`.

Shares nothing with the walks that find words: there is no lexicon, and a word is followed letter by letter.
"""

from libc.string cimport memset

from ..bits cimport lsb
from ..types cimport bitboard_t, int32_t, int64_t, uint8_t

cdef enum:
    LETTERS = 26
    MOST_CELLS = 64
    RIGHT = 0
    WRONG = 1
    OTHER = 255         # no words, a character that is no letter, or a word that takes too long
    Q = 16
    U = 20

cdef enum spelt_t:
    NO, YES, TOO_LONG


cdef struct board_t:
    bitboard_t cells_with[LETTERS]
    const bitboard_t* near
    int32_t n_cells
    bint qu             # a cell with q spells qu
    int64_t most        # cells that a word may take up


cdef inline int32_t letter_of(uint8_t byte) noexcept nogil:
    """Return 0 to 25 for an ASCII letter of either case, else -1."""
    cdef uint8_t lower = byte | 32
    return lower - 97 if 97 <= lower <= 122 else -1


cdef inline bint separates(uint8_t byte) noexcept nogil:
    return byte == 32 or 9 <= byte <= 13 or byte == 44 or byte == 47    # blanks , /


cdef spelt_t spells(const board_t* board, const uint8_t* word, int32_t length) noexcept nogil:
    """Say whether a path over cells, none used twice, spells a word: depth first, cells in rising order."""
    cdef bitboard_t left[MOST_CELLS]    # cells that are still to be tried at each letter
    cdef bitboard_t step[MOST_CELLS]    # the cell that is taken at each letter
    cdef bitboard_t used = 0
    cdef int32_t at = 0
    cdef int64_t taken = 0
    left[0] = board.cells_with[word[0]]
    while True:
        if not left[at]:
            at -= 1
            if at < 0:
                return NO
            used ^= step[at]
            continue
        if taken == board.most:
            return TOO_LONG
        taken += 1
        if at + 1 == length:
            return YES
        step[at] = left[at] & (~left[at] + 1)
        left[at] ^= step[at]
        used |= step[at]
        left[at + 1] = board.near[lsb(step[at])] & board.cells_with[word[at + 1]] & ~used
        at += 1


cdef uint8_t judged(const board_t* board, const uint8_t* text, int64_t length) noexcept nogil:
    """Return the verdict on one answer."""
    cdef uint8_t word[MOST_CELLS]
    cdef int64_t i = 0, n_words = 0
    cdef int32_t n, letter
    cdef bint spelt, wrong = False
    cdef spelt_t found
    while True:
        while i < length and separates(text[i]):
            i += 1
        if i == length:
            break
        n, spelt = 0, True
        while i < length and not separates(text[i]):
            letter = letter_of(text[i])
            i += 1
            if letter < 0:
                return OTHER
            if n < board.n_cells:
                word[n] = <uint8_t>letter
                n += 1
            else:
                spelt = False
            if letter == Q and board.qu:
                if i < length and letter_of(text[i]) == U:
                    i += 1
                else:
                    spelt = False
        n_words += 1
        found = spells(board, word, n) if spelt else NO
        if found == TOO_LONG:
            return OTHER
        wrong |= found == NO
    return OTHER if not n_words else WRONG if wrong else RIGHT


def judge(const uint8_t[::1] text not None, const int64_t[::1] ends not None,
          const uint8_t[:, ::1] boards not None, const uint8_t[::1] qu not None,
          const bitboard_t[::1] near not None, int64_t most, uint8_t[::1] verdicts not None):
    """Judge answers to boards of one shape by the paths that spell their words.

    Equivalent: ``verdicts[k] = 0 if all(spelt(board, word) for word in words(answer)) else 1``.

    Parameters
    ----------
    text : uint8 array
        The answers one behind the other: words of ASCII letters, blanks, commas or slashes between.
    ends : int64 array of shape (n,)
        Where each ends.
    boards : uint8 array of shape (n or 1, cells)
        Letters from 0 to 25, anything else is a hole; at most 64 cells. A single board is that of all answers.
    qu : uint8 array of shape (n or 1,)
        Whether the cells of a board that have a q spell qu.
    near : uint64 array of shape (cells,)
        The neighbours of each cell, a bit each.
    most : int
        Cells that the paths of a word may take up, those given up again included.
    verdicts : uint8 array of shape (n,), out
        0: all words are on the board; 1: not all; 255: no words, a character that is no letter, or a word
        that `most` did not suffice for.

    Notes
    -----
    Releases the GIL. O(n * words * most) at worst; a word of letters that stand here and there on a board
    takes about as many steps as it has letters.
    """
    cdef Py_ssize_t n = ends.shape[0], cells = boards.shape[1], k, cell
    cdef int64_t start = 0
    cdef board_t board
    if cells > MOST_CELLS or near.shape[0] != cells:
        raise ValueError(f"{cells} cells with neighbours of {near.shape[0]}, expected as many, at most {MOST_CELLS}")
    if boards.shape[0] not in (1, n) or qu.shape[0] != boards.shape[0] or verdicts.shape[0] != n:
        raise ValueError(f"{n} answers to {boards.shape[0]} boards, expected as many")
    for k in range(n):
        if not start <= ends[k] <= text.shape[0]:
            raise ValueError(f"answer {k} ends at {ends[k]}, expected {start} to {text.shape[0]}")
        start = ends[k]
    if not cells or not n:
        verdicts[:] = OTHER
        return
    board.near, board.n_cells, board.most = &near[0], <int32_t>cells, most
    start = 0
    with nogil:
        for k in range(n):
            if k == 0 or boards.shape[0] > 1:
                memset(board.cells_with, 0, sizeof(board.cells_with))
                for cell in range(cells):
                    if boards[k, cell] < LETTERS:
                        board.cells_with[boards[k, cell]] |= <bitboard_t>1 << cell
                board.qu = qu[k] != 0
            verdicts[k] = judged(&board, &text[0] + start, ends[k] - start) if ends[k] > start else OTHER
            start = ends[k]
