"""What a board of word placement is: cells, slots, words. Every part of the package asks here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from operator import eq
from typing import Any, NamedTuple

from ...base import PuzzleError
from ...textio import printable, text_lines

__all__ = ["FORBIDDEN", "Slot", "board_rows", "find_slots", "fold", "is_open", "run_length", "split_text"]

FORBIDDEN, EMPTY = "0", "1"
MOST_SIDE = 1000
MOST_WORDS = 1_000_000
_RUN = re.compile("[^0]{2,}")


class Slot(NamedTuple):
    """A maximal run of two or more open cells; rows and columns count from 0.

    Examples
    --------
    >>> Slot(0, 1, True, 4).label
    'R1C2DV'
    """

    row: int
    col: int
    vertical: bool
    length: int

    @property
    def label(self) -> str:
        """The slot as a move names it, counting from 1."""
        return f"R{self.row + 1}C{self.col + 1}D{'V' if self.vertical else 'H'}"

    def indices(self, width: int) -> range:
        """The indices of its cells, row by row, on a board of so many columns."""
        start, step = self.row * width + self.col, width if self.vertical else 1
        return range(start, start + self.length * step, step)

    def cells(self) -> list[tuple[int, int]]:
        """The (row, column) of its cells in order."""
        if self.vertical:
            return [(row, self.col) for row in range(self.row, self.row + self.length)]
        return [(self.row, col) for col in range(self.col, self.col + self.length)]

    def text(self, rows: Sequence[Sequence[Any]]) -> str:
        """What stands in its cells on a board."""
        return "".join(str(rows[row][col]) for row, col in self.cells())


def is_open(entry: object) -> bool:
    """Say whether an entry of a board is no forbidden cell: 1, or a letter.

    Examples
    --------
    >>> is_open(0), is_open(1), is_open("T")
    (False, True, True)
    """
    return entry != 0 and entry != FORBIDDEN


def run_length(board: Sequence[Sequence[object]], row: int, col: int, drow: int, dcol: int) -> int:
    """Count the open cells from a cell on, itself included, in steps of (drow, dcol).

    Examples
    --------
    >>> run_length([[1, "T", 0]], 0, 0, 0, 1), run_length([[1, 1, 1]], 0, 0, 0, -1)
    (2, 1)
    """
    count = 0
    while 0 <= row < len(board) and 0 <= col < len(board[row]) and is_open(board[row][col]):
        row, col, count = row + drow, col + dcol, count + 1
    return count


def find_slots(rows: Sequence[str]) -> list[Slot]:
    """Return the slots of a board given as strings: those across row by row, then those down.

    Examples
    --------
    >>> [slot.label for slot in find_slots(["111", "010", "010", "010"])]
    ['R1C1DH', 'R1C2DV']
    """
    slots = [
        Slot(row, found.start(), False, found.end() - found.start())
        for row, line in enumerate(rows)
        for found in _RUN.finditer(line)
    ]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    slots += [
        Slot(found.start(), col, True, found.end() - found.start())
        for col, line in enumerate(columns)
        for found in _RUN.finditer(line)
    ]
    return slots


def fold(text: str) -> str:
    """Return `text` in upper case, letter by letter, so that its length stays.

    Examples
    --------
    >>> fold("straße")
    'STRAßE'
    """
    upper = text.upper()
    if len(upper) == len(text):
        return upper
    return "".join(ch.upper() if len(ch.upper()) == 1 else ch for ch in text)


def fold_all(words: Sequence[str]) -> list[str]:
    """Return each word folded; one call of `upper` for all of them where no length changes.

    Examples
    --------
    >>> fold_all(["ab", "straße"])
    ['AB', 'STRAßE']
    """
    upper = "\n".join(words).upper().split("\n")
    if len(upper) == len(words) and all(map(eq, map(len, upper), map(len, words))):
        return upper
    return list(map(fold, words))


def split_text(text: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the (line number, text) of the words and of the rows of a puzzle in its file form.

    Words, an empty line, rows; spaces around a line, empty lines before, between and after are no matter.
    A text of one line with a ``;`` is ``WORD,WORD;row/row``.

    Examples
    --------
    >>> split_text("GTU,TECH;111/010")
    ([(1, 'GTU'), (1, 'TECH')], [(1, '111'), (1, '010')])
    """
    lines = [(number, line.strip()) for number, line in text_lines(text)]
    full = [line for line in lines if line[1]]
    if len(full) == 1 and ";" in full[0][1]:
        number, line = full[0]
        before, _, after = line.partition(";")
        return (
            [(number, word.strip()) for word in before.split(",") if word.strip()],
            [(number, row.strip()) for row in after.split("/")],
        )
    while lines and not lines[0][1]:
        del lines[0]
    end = next((index for index, line in enumerate(lines) if not line[1]), len(lines))
    return lines[:end], [line for line in lines[end:] if line[1]]


def _place(file: str | None, numbers: Sequence[int] | None, index: int) -> dict[str, Any]:
    return {"file": file, "line": numbers[index] if numbers is not None else None}


def _plain(words: list[str]) -> bool:
    """Say whether all words are of ASCII letters, as nearly all are."""
    try:
        text = "".join(words)
    except TypeError:
        return False
    return text.isascii() and text.isalpha() and all(words)


def check_words(
    words: Iterable[str], file: str | None = None, numbers: Sequence[int] | None = None
) -> list[str]:
    """Return the words, composed (NFC), each of letters alone.

    Raises
    ------
    PuzzleError
        No words or too many, an entry that is no text, another character.
    """
    words = list(words)
    if len(words) <= MOST_WORDS and _plain(words):
        return words
    found: list[str] = []
    for index, word in enumerate(words):
        if not isinstance(word, str):
            raise PuzzleError(f"word {word!r}, expected text", **_place(file, numbers, index))
        whole = word if word.isascii() else unicodedata.normalize("NFC", word)
        if not whole.isalpha():
            bad = next((ch for ch in whole if not ch.isalpha()), "")
            what = f"word {printable(word)!r} with the character {bad!r}" if bad else "empty word"
            raise PuzzleError(f"{what}, expected letters only", **_place(file, numbers, index))
        found.append(whole)
        if len(found) > MOST_WORDS:
            raise PuzzleError(f"more than {MOST_WORDS:,} words", file=file)
    return found


def board_rows(
    board: Iterable[Any], file: str | None = None, numbers: Sequence[int] | None = None
) -> tuple[str, ...]:
    """Return a board as strings of 0, 1 and letters, all of one length.

    Parameters
    ----------
    board : iterable of str, or of sequences of 0, 1 and letters
        The rows; an integer array does too.

    Raises
    ------
    PuzzleError
        No rows, rows of several lengths, another character, more than 1000 rows or columns.

    Examples
    --------
    >>> board_rows([[1, "T", 1], [0, 1, 0]])
    ('1T1', '010')
    """
    rows: list[str] = []
    for index, row in enumerate(board):
        if isinstance(row, str):
            text = row if row.isascii() else unicodedata.normalize("NFC", row)
        else:
            text = "".join(_entries(row, index, file, numbers))
        for col, entry in enumerate(text):
            if entry not in "01" and not entry.isalpha():
                raise PuzzleError(
                    f"character {entry!r} on the board, expected 0, 1 or a letter",
                    **_place(file, numbers, index),
                    column=col + 1,
                )
        rows.append(text)
        if len(text) != len(rows[0]):
            raise PuzzleError(
                f"row {index + 1} of {len(text)} cells, expected {len(rows[0])} as in the first",
                **_place(file, numbers, index),
            )
        if max(len(text), len(rows)) > MOST_SIDE:
            raise PuzzleError(f"more than {MOST_SIDE} rows or columns", file=file)
    if not rows or not rows[0]:
        raise PuzzleError("no board, expected rows of 0 and 1", file=file)
    return tuple(rows)


def _entries(row: Any, index: int, file: str | None, numbers: Sequence[int] | None) -> Iterator[str]:
    try:
        entries = list(row)
    except TypeError:
        raise PuzzleError(f"row {row!r}, expected a text or a list", **_place(file, numbers, index)) from None
    for col, entry in enumerate(entries):
        text = str(entry)
        if len(text) != 1:
            raise PuzzleError(
                f"entry {printable(text)!r} on the board, expected 0, 1 or a letter",
                **_place(file, numbers, index),
                column=col + 1,
            )
        yield text
