"""Reads words and boards: the file form, one line, rows of entries; and filled boards of any form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ...base import PuzzleError, Result
from ...textio import printable
from ..common.checks import check_text
from .result import WordFilling
from .rules import EMPTY, FORBIDDEN

__all__ = ["MOST_SIDE", "board_rows", "check_words", "filled_rows", "grid_rows", "read_puzzle", "split_text"]

MOST_SIDE = 1000
MOST_WORDS = 1_000_000
DIGITS_OUT = {ord(EMPTY): None, ord(FORBIDDEN): None}
_BLANK = re.compile(r"\n[^\S\n]*\n")


class Section(NamedTuple):
    """The words or the rows of a text: where they stand in it, and what sets them apart beside line ends."""

    text: str
    start: int
    end: int
    mark: str

    def parts(self) -> list[str]:
        """Return the parts that are not empty, without spaces around them."""
        whole = self.text[self.start : self.end].replace(self.mark, "\n")
        return [part for part in map(str.strip, whole.split("\n")) if part]

    def place(self, index: int) -> tuple[int, int]:
        """Return line and column of the beginning of a part, both from 1."""
        at = self.start
        for piece in self.text[self.start : self.end].replace(self.mark, "\n").split("\n"):
            part = piece.strip()
            if part:
                index -= 1
            if index < 0:
                at += piece.index(part)
                break
            at += len(piece) + 1
        return self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)


def split_text(text: str) -> tuple[Section, Section]:
    """Return the words and the rows of a puzzle.

    Words, an empty line, rows; spaces around a line, empty lines before, between and after are no matter.
    A ``;`` may stand for the empty line, ``,`` between words and ``/`` between rows for line ends: a puzzle
    fits on one line.

    Examples
    --------
    >>> words, rows = split_text("GTU,TECH;111/010")
    >>> words.parts(), rows.parts(), rows.place(1)
    (['GTU', 'TECH'], ['111', '010'], (1, 14))
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    middle = text.find(";")
    after = middle + 1
    if middle < 0:
        found = _BLANK.search(text, len(text) - len(text.lstrip()))
        middle = after = found.start() if found is not None else len(text)
    return Section(text, 0, middle, ","), Section(text, after, len(text), "/")


def read_puzzle(text: str, file: str | None) -> tuple[list[str], tuple[str, ...]]:
    """Return the words and the rows of a puzzle.

    Raises
    ------
    PuzzleError
        Not the form of `split_text`: with the line.
    """
    before, after = split_text(check_text(text, file=file))
    words, rows = before.parts(), after.parts()
    if not words:
        raise PuzzleError("no words, expected words, an empty line and the board", file=file)
    if not rows:
        first = next((k for k, word in enumerate(words) if set(word) <= {EMPTY, FORBIDDEN}), None)
        if first is not None:
            row = printable(words[first][:60])
            reason = f"row {row!r} among the words, expected an empty line before the board"
            raise PuzzleError(reason, file=file, line=before.place(first)[0])
        raise PuzzleError("no board, expected an empty line after the words and rows below it", file=file)
    return check_words(words, file, before), board_rows(rows, file, after)


def _wrong(
    reason: str, file: str | None, section: Section | None, index: int, col: int | None = None
) -> PuzzleError:
    """Return the error of a word, a row, or the entry of a row in a column."""
    if section is None:
        where = "" if col is None else f"row {index + 1}, column {col + 1}: "
        return PuzzleError(f"{where}{reason}", file=file)
    line, start = section.place(index)
    return PuzzleError(reason, file=file, line=line, column=None if col is None else start + col)


def _plain(words: list[str]) -> bool:
    """Say whether all words are of ASCII letters, as nearly all are."""
    try:
        text = "".join(words)
    except TypeError:
        return False
    return text.isascii() and text.isalpha() and all(words)


def check_words(words: Iterable[str], file: str | None = None, section: Section | None = None) -> list[str]:
    """Return the words, composed (NFC), each of letters alone.

    Raises
    ------
    PuzzleError
        No words or too many, an entry that is no text, another character.
    """
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise PuzzleError(f"words {words!r:.60}, expected a list of words", file=file)
    words = list(words)
    if len(words) <= MOST_WORDS and _plain(words):
        return words
    found: list[str] = []
    for index, word in enumerate(words):
        if not isinstance(word, str):
            raise _wrong(f"word {word!r:.60}, expected text", file, section, index)
        whole = word if word.isascii() else unicodedata.normalize("NFC", word)
        if not whole.isalpha():
            bad = next((ch for ch in whole if not ch.isalpha()), "")
            what = f"word {printable(word[:60])!r} with the character {bad!r}" if bad else "empty word"
            raise _wrong(f"{what}, expected letters only", file, section, index)
        found.append(whole)
        if len(found) > MOST_WORDS:
            raise PuzzleError(f"more than {MOST_WORDS:,} words", file=file)
    return found


def board_rows(
    board: Iterable[Any], file: str | None = None, section: Section | None = None
) -> tuple[str, ...]:
    """Return a board as strings of 0, 1 and letters, all of one length.

    Parameters
    ----------
    board : str, iterable of str, or of sequences of 0, 1 and letters
        The rows, in a text apart by ``/`` or white space; an integer array does too.

    Raises
    ------
    PuzzleError
        No rows, rows of several lengths, another character, more than 1000 rows or columns.

    Examples
    --------
    >>> board_rows([[1, "T", 1], [0, 1, 0]])
    ('1T1', '010')
    """
    if isinstance(board, str):
        board = re.split(r"[/\s]+", board.strip())
    if isinstance(board, (list, tuple)) and _plain_rows(board):
        return tuple(board)
    if not isinstance(board, Iterable):
        raise PuzzleError(f"board {board!r:.60}, expected rows of 0, 1 and letters", file=file)
    rows: list[str] = []
    for index, row in enumerate(board):
        if isinstance(row, str):
            text = row if row.isascii() else unicodedata.normalize("NFC", row)
        else:
            text = "".join(_entries(row, index, file, section))
        rest = text.replace("0", "").replace("1", "")
        for col, entry in enumerate(text if rest and not rest.isalpha() else ""):
            if entry not in "01" and not entry.isalpha():
                wrong = f"character {entry!r} on the board, expected 0, 1 or a letter"
                raise _wrong(wrong, file, section, index, col)
        rows.append(text)
        if len(text) != len(rows[0]):
            wrong = f"row {index + 1} of {len(text)} cells, expected {len(rows[0])} as in the first"
            raise _wrong(wrong, file, section, index)
        if max(len(text), len(rows)) > MOST_SIDE:
            raise PuzzleError(f"more than {MOST_SIDE} rows or columns", file=file)
    if not rows or not rows[0]:
        raise PuzzleError("no board, expected rows of 0 and 1", file=file)
    return tuple(rows)


def _plain_rows(rows: Sequence[Any]) -> bool:
    """Say whether rows are a board as they stand, in ASCII, as nearly all are."""
    try:
        text = "".join(rows)
    except TypeError:
        return False
    letters = text.translate(DIGITS_OUT)
    return (
        0 < len(text) == len(rows) * len(rows[0])
        and len(set(map(len, rows))) == 1
        and text.isascii()
        and (not letters or letters.isalpha())
        and max(len(rows), len(rows[0])) <= MOST_SIDE
    )


def grid_rows(board: Any) -> tuple[str, ...]:
    """Return the rows of a grid or of a puzzle's board, of 0, 1 and letters; ``#`` and ``.`` are read too.

    Raises
    ------
    PuzzleError
        What `board_rows` raises.

    Examples
    --------
    >>> grid_rows(".A/#.")
    ('1A', '01')
    """
    board = getattr(board, "board", board)
    if isinstance(board, str):
        board = board.replace("/", "\n").split()
    if not isinstance(board, Iterable):
        raise PuzzleError(f"board={board!r:.40}, expected rows")
    return board_rows(
        row.replace("#", "0").replace(".", "1") if isinstance(row, str) else row for row in board
    )


def _entries(row: Any, index: int, file: str | None, section: Section | None) -> Iterator[str]:
    try:
        entries = list(row)
    except TypeError:
        raise _wrong(f"row {row!r:.60}, expected a text or a list", file, section, index) from None
    for col, entry in enumerate(entries):
        text = str(entry)
        if len(text) != 1:
            wrong = f"entry {printable(text)[:60]!r} on the board, expected 0, 1 or a letter"
            raise _wrong(wrong, file, section, index, col)
        yield text


def filled_rows(solution: Any) -> list[str] | None:
    """Return a filled board as rows with 0 for forbidden cells; None where it is none.

    Examples
    --------
    >>> filled_rows("GTU/#E#"), filled_rows([["A", 0]]), filled_rows(7)
    (['GTU', '0E0'], ['A0'], None)
    """
    if isinstance(solution, Result):
        solution = getattr(solution, "solution", None)
    if isinstance(solution, WordFilling):
        solution = solution.rows
    if isinstance(solution, str):
        return re.split(r"[/\s]+", solution.strip().replace("#", FORBIDDEN))
    try:
        rows = [row if isinstance(row, str) else "".join(map(str, row)) for row in solution]
    except TypeError:
        return None
    return [row.replace("#", FORBIDDEN) for row in rows]
