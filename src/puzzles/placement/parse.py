"""Text of word placement: the words and the board of a puzzle, and filled boards."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from textwrap import dedent
from typing import Any, NamedTuple

from ...arrow import lists_of
from ...base import PuzzleError, Result
from ...io.formats.crosswords import NO_MARKS, Crossword, Marks, marked_grid, read_crossword
from ...io.grid_text import GridRow, Symbols, check_even, clean_text, is_comment, read_grid
from ...io.text import decode, printable, read_bytes, source_name
from ..framework.arguments import check_text
from .result import FillResult, WordFilling
from .rules import EMPTY, FORBIDDEN, fold

SEPARATORS = frozenset(",;|\"'+")
"""Characters that are cells in no reading that is meant."""
MOST_SIDE = 1000
MOST_WORDS = 1_000_000
LONGEST_LIST = 1 << 22  # bytes of a file
DIGITS_OUT = {ord(EMPTY): None, ord(FORBIDDEN): None}
_BLANK = re.compile(r"\n[^\S\n]*\n")
_LINE = re.compile(r"^[^\S\n]*[^\W\d_][^;\n]*;[^;\n]*[^;\s]", re.MULTILINE)  # WORD,WORD;row/row
_PLAIN = re.compile(r"[A-Za-z#0/\n]+")

OPEN = frozenset("1.-_?□⬜")
"""Marks of open cells, where one of them alone is used; so is a blank cell in a frame."""
BLOCKS = frozenset("0#■█⬛")
"""Marks of forbidden cells."""
SYMBOLS = Symbols(apart=False, folds=False, marks=".-", cure="write each row on its own line")
BOARD = replace(SYMBOLS, comment="")
BLOCKED = dict.fromkeys(map(ord, BLOCKS), FORBIDDEN)
MARKED = "a board with bars or several letters in a cell, which only `placement fill` takes"
_RULE = re.compile(r"\+(?:(-+| +)\+)+")
EXPECTED = "use . (open), # (forbidden) or a letter"


class Section(NamedTuple):
    """The words or the rows of a text: where they are in it, and what separates them on one line."""

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
    """Return the words and the rows of a puzzle."""
    text = clean_text(text)
    start = 0
    for line in text.split("\n"):
        if not is_comment(line, SYMBOLS) or not (line.strip().strip("#.") or text[start:].strip("#.\n ")):
            break
        start += len(line) + 1
    middle = text.find(";", start)
    after = middle + 1
    blank = _BLANK.search(text, len(text) - len(text[start:].lstrip()))
    if middle < 0 or (blank is not None and blank.start() < middle):  # else cells may be apart by ;
        middle = after = blank.start() if blank is not None else len(text)
    return Section(text, start, middle, ","), Section(text, after, len(text), "/")


def read_puzzle(text: str, file: str | None, empty: str | None = None) -> tuple[list[str], tuple[str, ...]]:
    """Return the words and the rows of a puzzle."""
    before, after = split_text(check_text(text, file=file))
    words, rows = before.parts(), after.parts()
    if not words and not (rows and before.end < after.start):  # ;row/row says that there are none
        raise PuzzleError("no words; write the words, an empty line and the board", file=file)
    if not rows:
        first = next((k for k, word in enumerate(words) if set(word) <= OPEN | BLOCKS), None)
        if first is not None:
            row = printable(words[first][:60])
            reason = f"row {row!r} is among the words; put an empty line before the board"
            raise PuzzleError(reason, file=file, line=before.place(first)[0])
        wrong = (
            "no board; put an empty line after the words and the rows below it, or write WORD,WORD;ROW/ROW"
        )
        raise PuzzleError(wrong, file=file)
    found = check_words(words, file, before)
    body = after.text[after.start :]
    if before.end < after.start and ";" in body:
        reason, line = "several ; in a puzzle; put commas between words and one ; before the board", 0
        puzzles = list(_LINE.finditer(before.text, before.start))
        if len(puzzles) > 1:
            reason = f"{len(puzzles):,} puzzles, expected one; use --lines or batch for many"
            line = before.text.count("\n", 0, puzzles[1].start()) + 1
        raise PuzzleError(reason, file=file, line=line or after.place(0)[0])
    if empty is None and "\n\n" not in body.strip("\n") and _plain_rows(rows):
        return found, tuple(rows)
    line, column = (
        after.text.count("\n", 0, after.start),
        after.start - after.text.rfind("\n", 0, after.start),
    )
    try:
        return found, _read_board("\n" * line + body, file, empty)
    except PuzzleError as error:
        if error.line == line + 1 and error.column is not None:
            error = PuzzleError(error.reason, file=file, line=error.line, column=error.column + column - 1)
        raise error from None


def check_words(words: Iterable[str], file: str | None = None, section: Section | None = None) -> list[str]:
    """Return the words, composed (NFC), each of letters alone."""
    words = lists_of(words, name="words")
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise PuzzleError(f"words={words!r:.60}, expected a list of words", file=file)
    words = list(words)
    with suppress(TypeError):
        text = "".join(words)
        if len(words) <= MOST_WORDS and text.isascii() and text.isalpha() and all(words):
            return words

    def wrong(reason: str, index: int) -> PuzzleError:
        return PuzzleError(reason, file=file, line=None if section is None else section.place(index)[0])

    found: list[str] = []
    for index, word in enumerate(words):
        if not isinstance(word, str):
            raise wrong(f"word {word!r:.60}, expected text", index)
        whole = word if word.isascii() else unicodedata.normalize("NFC", word)
        if not whole.isalpha():
            bad = next((ch for ch in whole if not ch.isalpha()), "")
            what = f"word {printable(word[:60])!r} with the character {bad!r}" if bad else "empty word"
            raise wrong(f"{what}, expected letters only", index)
        found.append(whole)
        if len(found) > MOST_WORDS:
            raise PuzzleError(f"more than {MOST_WORDS:,} words", file=file)
    return found


def read_grid_file(file: str | os.PathLike[str], empty: str | None = None) -> Crossword:
    """Return the grid of a file: of a crossword program, or text, which has no clues."""
    raw, name = read_bytes(file, limit=LONGEST_LIST), source_name(file)
    crossword = read_crossword(raw, name)
    if crossword is not None:
        return crossword._replace(rows=board_rows(crossword.rows, name))
    rows, marks = marked_rows(decode(raw, name), name, empty)
    return Crossword(rows, {}, marks=marks)


def marked_rows(
    board: Any, file: str | None = None, empty: str | None = None
) -> tuple[tuple[str, ...], Marks]:
    """Return a board of `fill` as rows and marks, with the letters of cells of several in upper case."""
    marks = NO_MARKS
    if isinstance(board, os.PathLike):
        board = read_grid_file(board, empty)
    if isinstance(board, (Crossword, FillResult, WordFilling)):
        marks, board = board.marks, board.board if isinstance(board, FillResult) else board.rows
    elif isinstance(board, str) and (framed := _framed(board, file))[1].needed:
        board, marks = framed
    rebus = {cell: fold(letters) for cell, letters in marks.rebus.items()}
    return board_rows(board, file, empty), marks._replace(rebus=rebus)


def _framed(text: str, file: str | None = None) -> tuple[tuple[str, ...], Marks]:
    """Return the rows in a frame as `board_text` draws it, and its marks; nothing of another text.

    Walls between all cells make a table; where some cells have none between them, the others are bars.
    """
    if "+" not in text:
        return (), NO_MARKS
    lines = [line.rstrip() for line in dedent(clean_text(text)).strip("\n").split("\n")]
    at = [k for k, mark in enumerate(lines[0]) if mark == "+"]
    rules, rows = lines[::2], lines[1::2]
    framed = (
        bool(rows)
        and lines[0] == lines[-1]
        and len({*map(len, lines)}) == 1
        and all(_RULE.fullmatch(line) and all(line[k] == "+" for k in at) for line in rules)
        and all(line[k] in "| " for line in rows for k in at)
    )
    cells = [[line[a + 1 : b].strip() or "." for a, b in pairwise(at)] for line in rows]
    if not framed or not all(len(cell) == 1 or cell.isalpha() for row in cells for cell in row):
        if any(_RULE.fullmatch(line) and "+ " in line for line in lines):
            wrong = "a frame with bars is uneven; draw + at all corners, and letters within a cell"
            raise PuzzleError(wrong, file=file)
        return (), NO_MARKS
    walls = [(r, c, "T") for r, line in enumerate(rules) for c, k in enumerate(at[:-1]) if line[k + 1] == "-"]
    walls += [(r, c, "L") for r, line in enumerate(rows) for c, k in enumerate(at) if line[k] == "|"]
    found, marks = marked_grid(cells, walls, ())
    inner = len(cells) * (len(at) - 2) + (len(cells) - 1) * (len(at) - 1)
    return (found, marks) if len(marks.bars) < inner else ((), NO_MARKS)


def board_rows(board: Any, file: str | None = None, empty: str | None = None) -> tuple[str, ...]:
    """Return a board as strings of 0, 1 and letters, all of one length."""
    if isinstance(board, (Crossword, FillResult, WordFilling)):
        if board.marks.needed:
            raise PuzzleError(MARKED, file=file)
        return marked_rows(board, file, empty)[0]
    board = getattr(board, "board", board)
    if isinstance(board, str):
        return _read_board(board, file, empty)
    if empty is None and isinstance(board, (list, tuple)) and _plain_rows(board):
        return tuple(board)
    board = lists_of(board, name="board")
    if not isinstance(board, Iterable):
        raise PuzzleError(
            f"board {board!r:.60}, expected rows of . (open), # (forbidden) and letters", file=file
        )
    listed = list(board)
    if listed and all(isinstance(row, str) for row in listed):
        try:
            return _read_board("\n".join(listed), file, empty)
        except PuzzleError as error:
            column = "" if error.column is None else f", column {error.column}"
            where = "" if error.line is None else f"row {error.line}{column}: "
            raise PuzzleError(f"{where}{error.reason}", file=file) from None
    rows = [GridRow(list(_entries(row, index, file)), None, ()) for index, row in enumerate(listed)]
    try:
        return _Board(empty).rows(rows, None)
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=file) from None


def _read_board(text: str, file: str | None, empty: str | None) -> tuple[str, ...]:
    """Return the board that a text holds."""
    if _framed(text, file)[1].needed:
        raise PuzzleError(MARKED, file=file)
    cleaned = clean_text(text)
    barred = [line.split("|") for line in cleaned.split("\n") if "|" in line]
    whole = not any(len(field.strip()) > 1 for fields in barred for field in fields)
    drawn = bool(barred) or not set(',;\t["').isdisjoint(cleaned)
    how = _Board(empty, drawn=drawn, blank=drawn and whole, many=_has_rows(text))
    return read_grid(text, how.rows, BOARD, describe=_size, file=file)


def _has_rows(text: str) -> bool:
    """Return whether the rows of a text are on one line, apart by spaces."""
    words = text.split()
    return len(words) > 1 and "/" not in text and "\n" not in text.strip() and min(map(len, words)) > 1


def _size(rows: Sequence[str]) -> str:
    return f"{len(rows)}×{len(rows[0])}"


class _Board:
    """Makes a board of rows of cells."""

    def __init__(
        self, empty: str | None, *, drawn: bool = False, blank: bool = False, many: bool = False
    ) -> None:
        if empty is not None and (not isinstance(empty, str) or clean_text(empty) not in OPEN | {" "}):
            raise PuzzleError(f"empty={empty!r:.40}, expected one mark of open cells: . - _ ? 1")
        self._empty, self._blank = empty if empty is None else clean_text(empty).strip(), blank
        self._many, self._drawn = many, drawn

    def rows(self, found: list[GridRow], size: tuple[int, int] | None) -> tuple[str, ...]:
        """Return rows of 0, 1 and letters."""
        for number, row in enumerate(found, 1):
            for k, cell in enumerate(row.cells):
                if not cell and not self._blank:
                    raise row.error(f"a space can be an open or a forbidden cell; {EXPECTED}")
                if cell and (len(cell) > 1 or not (cell.isalpha() or cell in OPEN | BLOCKS)):
                    where = "" if row.line else f"row {number}, column {k + 1}: "
                    wrong = f"{where}character {cell!r:.60} on the board; {EXPECTED}"
                    raise row.error(wrong, None if cell in SEPARATORS else k)
            if not self._drawn and len({b - a for a, b in pairwise(row.columns) if a and b}) > 1:
                raise row.error("cells unevenly apart; write rows without spaces, or one between all cells")
        if self._many and len(found) == 1:
            raise found[0].error("rows separated by spaces are several")
        width = len(found[0].cells) if found else 0
        if not width:
            raise PuzzleError("no board; write rows of . (open) and # (forbidden)")
        check_even(found)
        if max(width, len(found)) > MOST_SIDE:
            raise PuzzleError(f"more than {MOST_SIDE} rows or columns")
        if size not in (None, (len(found), width)) or size == (1, 1):
            raise PuzzleError("the rows do not have the size on the first line")
        means = self._meaning(found)
        return tuple("".join(means.get(cell, cell) for cell in row.cells) for row in found)

    def _meaning(self, rows: list[GridRow]) -> dict[str, str]:
        """Return the marks of a board with 1 for open cells and 0 for others."""
        cells: dict[str, tuple[GridRow, int]] = {}
        for row in rows:
            for k, cell in enumerate(row.cells):
                cells.setdefault(cell, (row, k))
        marks = [mark for mark in cells if mark in OPEN or not mark]
        if self._empty is None and len(marks) > 1:
            a, b = (mark or " " for mark in marks[:2])
            row, k = cells[marks[1]]
            raise row.error(
                f"it is unclear whether {a!r} or {b!r} is an open cell; use . (open) and # (forbidden), "
                f"or pass empty={a!r} or empty={b!r}",
                k,
            )
        opened = {mark: EMPTY if self._empty in (None, mark) else FORBIDDEN for mark in marks}
        return dict.fromkeys(BLOCKS, FORBIDDEN) | opened


def _plain_rows(rows: Sequence[Any]) -> bool:
    """Return whether rows are a board as they stand, in ASCII, as nearly all are."""
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


def _entries(row: Any, index: int, file: str | None) -> Iterator[str]:
    if isinstance(row, str):
        yield from unicodedata.normalize("NFC", row)
        return
    try:
        entries = list(row)
    except TypeError:
        raise PuzzleError(f"row {row!r:.60}, expected a text or a list", file=file) from None
    for col, entry in enumerate(entries, 1):
        text = str(entry)
        if len(text) != 1:
            wrong = f"entry {printable(text)[:60]!r} on the board; {EXPECTED}"
            raise PuzzleError(f"row {index + 1}, column {col}: {wrong}", file=file)
        yield text


def filled_rows(solution: Any) -> list[str] | None:
    """Return a filled board as rows with 0 for forbidden cells; None where it is none."""
    if isinstance(solution, Result):
        solution = getattr(solution, "solution", None)
    if isinstance(solution, WordFilling):
        if solution.marks.needed:
            return None
        solution = solution.rows
    if isinstance(solution, str):
        if _PLAIN.fullmatch(solution):
            return [row for row in solution.replace("#", FORBIDDEN).replace("/", "\n").split("\n") if row]
        many = _has_rows(solution)
        try:
            solution = read_grid(solution, lambda rows, size: _filled(rows, size, many), BOARD)
        except PuzzleError:
            return None
    try:
        rows = [row if isinstance(row, str) else "".join(map(str, row)) for row in solution]
    except TypeError:
        return None
    return [row.translate(BLOCKED) for row in rows]


def _filled(found: list[GridRow], size: tuple[int, int] | None, many: bool) -> list[str]:
    """Return the rows of a filled board as they are."""
    rows = ["".join(cell or EMPTY for cell in row.cells) for row in found]
    wrong = size not in (None, (len(rows), len(rows[0]))) or re.search("[2-9]", "".join(rows))
    if wrong or len({*map(len, rows)}) > 1 or (many and len(rows) == 1):
        raise PuzzleError("no filled board")
    return rows
