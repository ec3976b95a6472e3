r"""Read grids from text in any form that people write: the one reader of all puzzles.

A puzzle brings a table of its symbols (`Symbols`) and a function that makes a board of rows of cells. The
reader finds every way to cut a text into rows and cells, and keeps those that make a board. Where one is left
that is the board. Where two different boards are left, the text is refused, with both readings
and the option that decides.

It knows rows by lines or ``/``; cells run together, or apart by spaces, tabs, commas, semicolons or ``|``;
quoted cells; empty fields, which are cells; drawn frames of ASCII or Unicode; nested lists of JSON, Python or
NumPy; a line with the size; comments; headings, blank lines and ``[Puzzle]`` sections of files with many
puzzles; text behind a puzzle of one line; byte-order marks, CRLF, no-break spaces and full-width characters.
"""

from __future__ import annotations

import ast
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import gcd, isnan
from typing import Any, NamedTuple, TypeVar

from ..base import PuzzleError
from .text import uneven

T = TypeVar("T")
Size = tuple[int, int] | None
Convert = Callable[[list["GridRow"], Size], T]

SEPARATORS = ",;\t"
LEAST_LINE = 9
"""Characters of a line that can be a board among others: shorter ones are rows."""
_SPACED = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "|"}
_HEADING = re.compile(
    r"\s*(?:(?:grid|puzzle|board|game|problem|level|number|no\.?|nr\.?|easy|medium|hard|expert)"
    r"\s*[\s#]\s*\d{1,6}\s*[:.]?|[^\W\d_][\w ]*:)\s*",
    re.IGNORECASE,
)
_SECTION = re.compile(r"\s*\[([A-Za-z]\w*)\]\s*")
_RULE = re.compile(r"(?=.*(?:--|==|-\s-|-\+|\+-))[-+=|:.*'\s]+")
_SIZE = re.compile(r"\s*(\d{1,2}(?!\d)|\d{1,9}(?=\D*\d))(?:(?:\s*[xX×,]\s*|\s+)(\d{1,9}))?\s*")
_QUOTED = re.compile(r"""\s*(["'])([^"']*)\1\s*[,;]?\s*""")
_NESTED = re.compile(  # with few spaces, so that a long text without a list is recognised soon
    r"(?:[\w<>,:*&\s\[\]]{1,80}?[=:]\s{0,20})?(?:new\s{1,20}\w+(?:\[\])+\s{0,20})?"
    r"(?:np\.|numpy\.)?(?:array\s{0,20}\()?\s{0,20}(?=[\[({]\s*[\[({\"'\d.-])"
)
_FENCE = re.compile(
    r"\s*(?:(?:```|~~~)\w*|\[/?(?:code|pre|quote)\]|(?:\w+\s*=\s*)?(?:\"\"\"|'''))\s*", re.IGNORECASE
)
_MATRIX = re.compile(r"\s*(?:\w+\s*=\s*)?\[([^\[\]|;]*;[^\[\]|]*)\]\s*;?\s*")
_WITH_TEXT = re.compile(r"\s*([^\s/]{16,})\s+(?=[^\s/]|//)")
_WHOLE = re.compile(r"(\d+)\.0")
_BLANK = re.compile(r"^[ \t]+$", re.MULTILINE)
_MOST_NESTED = 1 << 22  # characters of a list that is parsed


class Line(NamedTuple):
    """A part of a text: its characters, its line and the column of its first character, both from 1."""

    text: str
    line: int
    column: int


class GridRow(NamedTuple):
    """A row of cells: their texts ("" is blank), the line, and the column of each cell, both from 1."""

    cells: list[str]
    line: int | None
    columns: Sequence[int | None]

    def error(self, reason: str, index: int | None = None) -> PuzzleError:
        """Return the error of this row, or of one of its cells."""
        column = self.columns[index] if index is not None and 0 <= index < len(self.columns) else None
        return PuzzleError(reason, line=self.line, column=column)


def check_even(rows: Sequence[GridRow], cure: str = "") -> None:
    """Raise PuzzleError where a row has not as many cells as the first one; `cure` says what to do."""
    first = len(rows[0].cells)
    for number, row in enumerate(rows, 1):
        if len(row.cells) != first:
            raise row.error(uneven(number, len(row.cells), first) + cure)


@dataclass(frozen=True, slots=True)
class Symbols:
    """What the text of a puzzle is made of."""

    together: bool = True
    """A cell can be a single character, so that cells may be run together."""
    apart: bool = True
    """A cell can be several characters, such as 12 or Qu."""
    blank: bool = True
    """A cell may be blank: nothing between two separators or in a drawn frame."""
    columns: bool = False
    """Spaces that differ from row to row are blank cells, so that rows are read by their columns."""
    folds: bool = True
    """One line may hold all rows of a board with nothing between them."""
    square: bool = False
    """There are as many rows as columns."""
    marks: str = "."
    """Cells among the characters of frames, ``-+=|:.*'``."""
    comment: str = "#"
    """How a comment line begins, "" where that is a symbol."""
    size_line: bool = True
    """The first line may be the size: ``4 4``, ``4x4``, ``4``."""
    trailing: bool = False
    """Text may stand behind a puzzle of one line, even if it could be cells."""
    most_line: int = 1 << 12
    """Characters of a line that can be a board among others: longer ones are rows."""
    missing: str | None = None
    """Cell text of a place that a row lacks by the columns of the others; None where all rows are full."""
    one: str = "board"
    """What one puzzle is called in errors: board, grid."""
    cure: str = "pass shape=RxC"
    """The option that decides between two readings."""


_FOLDED = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},  # full-width ASCII
    **dict.fromkeys((0x00A0, 0x2002, 0x2003, 0x2007, 0x2009, 0x202F, 0x3000), " "),
    **dict.fromkeys((0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF), None),
    **dict.fromkeys(range(0x2500, 0x2580), "+"),
    **dict.fromkeys(map(ord, "─━┄┅┈┉═╌╍╴╶╸╺╼╾–—−‒―"), "-"),
    **dict.fromkeys(map(ord, "│┃┆┇┊┋║╎╏╵╷╹╻╽╿¦｜"), "|"),
    **dict.fromkeys(map(ord, "“”„‟"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛"), "'"),
}


def clean_text(text: str) -> str:
    r"""Return a text with ``\n`` for ends of lines, and plain characters for full-width and drawn ones.

    Examples
    --------
    >>> clean_text("\ufeff１\u00a0│ ２\r\n")
    '1 | 2\n'
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() else unicodedata.normalize("NFC", text).translate(_FOLDED)


def is_comment(line: str, symbols: Symbols) -> bool:
    """Return whether a line is blank or a comment, so that it holds no puzzle.

    Examples
    --------
    >>> is_comment("# easy", Symbols()), is_comment("#.", Symbols(comment=""))
    (True, False)
    """
    line = line.strip()
    return not line or bool(symbols.comment and line.startswith(symbols.comment))


def many_or_one(names: Sequence[str], symbols: Symbols) -> PuzzleError:
    """Return the error of a text that is many boards, one per line, or one board."""
    return PuzzleError(f"can be read as {' or as '.join(names)}; {symbols.cure}, or use --lines or batch")


def read_grid(
    text: str,
    convert: Convert[T],
    symbols: Symbols,
    *,
    describe: Callable[[T], str] | None = None,
    file: str | None = None,
) -> T:
    r"""Return the one board that a text holds; a text that can be read in two ways is refused.

    `convert` makes a board of rows and the size that a first line says, or raises PuzzleError; boards are
    compared by ``==``. Of several errors that with the most exact place is raised: one with a column says
    that the shape was right and a cell was not, one without a line that the reading is out of the question.
    `describe` names a board where two readings are distinguished, such as ``"4×4"``; errors name `file`.

    Examples
    --------
    >>> def letters(rows, size):
    ...     return ["".join(row.cells) for row in rows]
    >>> read_grid("+---+\n|a|b|\n+---+\n|c|d|\n+---+", letters, Symbols())
    ['ab', 'cd']
    """
    found = read_grids(text, convert, symbols, describe=describe, file=file)
    if len(found) > 1:
        raise PuzzleError(
            f"{len(found):,} {symbols.one}s, expected one; use --lines or batch for many",
            file=file,
            line=found[1][0],
        )
    return found[0][1]


def read_grids(
    text: str,
    convert: Convert[T],
    symbols: Symbols,
    *,
    describe: Callable[[T], str] | None = None,
    file: str | None = None,
) -> list[tuple[int, T]]:
    r"""Return all boards that a text holds, each with its first line; see `read_grid`.

    Examples
    --------
    >>> def square(rows, size):
    ...     if len(rows) != len(rows[0].cells):
    ...         raise PuzzleError("no square")
    ...     return ["".join(row.cells) for row in rows]
    >>> read_grids("Grid 01\nab\ncd\nGrid 02\nef\ngh\n", square, Symbols())
    [(2, ['ab', 'cd']), (5, ['ef', 'gh'])]
    """
    reader = _Reader(convert, symbols, describe or (lambda board: ""))
    try:
        return reader.read(clean_text(text))
    except PuzzleError as error:
        raise type(error)(error.reason, file=file, line=error.line, column=error.column) from None


class _Reading(NamedTuple):
    """Rows of cells, the size that was said, and how the text was read."""

    rows: list[GridRow]
    size: Size
    how: str


@dataclass(frozen=True, slots=True)
class _Reader:
    """The ways to read a text, for one puzzle."""

    convert: Convert[Any]
    symbols: Symbols
    describe: Callable[[Any], str]

    def read(self, text: str) -> list[tuple[int, Any]]:
        """Return all boards of a text with their first lines."""
        lines = text.split("\n")
        if text.lstrip().startswith(">") and all(line[:1] == ">" for line in lines if line.strip()):
            text = "\n".join(re.sub(r"^> ?", "", line) for line in lines)  # quoted in a mail
        if (matrix := _MATRIX.fullmatch(text)) is not None:
            text = re.sub(r";\s*", "\n", matrix[1])
        nested = _nested(text)
        if isinstance(nested, str):
            return self.read(clean_text(nested))
        if nested is not None:
            return self._read_nested(nested)
        rows = _blank_rows(text) if _BLANK.search(text) else frozenset()
        if rows:
            return self._read_blank_rows(text, rows)
        return self._read_blocks(_blocks(text, self.symbols))

    def _read_blocks(self, blocks: list[list[list[Line]]]) -> list[tuple[int, Any]]:
        """Return the boards of all blocks."""
        if not blocks:
            raise PuzzleError("is empty")
        return [found for chunks in blocks for found in self._read_block(chunks)]

    def _read_blank_rows(self, text: str, rows: frozenset[int]) -> list[tuple[int, Any]]:
        """Return the boards of a text in which lines of white space can be rows of blank cells.

        Lines of tabs are rows, as lines of commas are, but between boards, and where a square has no room.
        """
        tabs = "\t" in text.split("\n")[min(rows) - 1]
        try:
            found = self._read_blocks(_blocks(text, self.symbols, rows))
        except PuzzleError:
            with suppress(PuzzleError):
                found = self._read_blocks(_blocks(text, self.symbols))
                if len(found) > 1 or self.symbols.square or not tabs:
                    return found
            raise
        if not (tabs or self.symbols.square):
            reason = "a line of spaces can be a row of blank cells, or none; write a mark in empty cells"
            raise PuzzleError(reason, line=min(rows))
        return found

    def _read_nested(self, rows: list[Any]) -> list[tuple[int, Any]]:
        """Return the boards of nested lists."""
        if rows and all(isinstance(row, str) for row in rows) and any(len(row) > 1 for row in rows):
            return self.read("\n".join(rows))
        if rows and all(isinstance(row, list) and row and isinstance(row[0], list) for row in rows):
            return [found for board in rows for found in self._read_nested(board)]
        listed = rows if rows and isinstance(rows[0], list) else [rows]
        found = []
        for number, row in enumerate(listed, 1):
            if not isinstance(row, list):
                raise PuzzleError(f"row {number} of the list is no list")
            row = [_whole_number(cell) for cell in row]
            for cell in row:
                if isinstance(cell, (bool, float, list, dict)):
                    raise PuzzleError(
                        f"{cell!r:.40} in row {number} of the list, expected text or whole numbers"
                    )
            cells = ["" if cell is None else clean_text(str(cell)).strip() for cell in row]
            found.append(GridRow(cells, None, [None] * len(cells)))
        return [(1, self.convert(found, None))]

    def _read_block(self, chunks: list[list[Line]]) -> list[tuple[int, Any]]:
        """Return the boards of lines that blank lines cut into chunks: one, one a chunk, or one a line."""
        lines = [line for chunk in chunks for line in chunk]
        ways = [[lines]]
        if len(chunks) > 1 and all(self._whole(chunk, 0) for chunk in chunks):
            ways.append(chunks)
        by_line = _by_number(lines)
        if 1 < len(by_line) != len(chunks) and all(self._whole(part, len(by_line)) for part in by_line):
            ways.append(by_line)
        found: list[list[tuple[int, Any]]] = []
        errors: list[PuzzleError] = []
        for way in ways:
            try:
                boards = [(part[0].line, self._read_lines(part)) for part in way]
            except PuzzleError as error:
                errors.append(error.with_traceback(None))  # a traceback would hold this frame
                continue
            if all(boards != other for other in found):
                found.append(boards)
        if not found and len(by_line) > 1 and all(self._whole(part, 0) for part in by_line):
            with suppress(PuzzleError):  # as many lines as characters in each, but no square
                return [(part[0].line, self._read_lines(part)) for part in by_line]
        if not found:
            raise errors.pop(0)
        if len(found) > 1:
            raise many_or_one([self._counted(boards) for boards in reversed(found)], self.symbols)
        return found[0]

    def _counted(self, boards: list[tuple[int, Any]]) -> str:
        """Return how many boards there are, with what describes them if it is the same."""
        one, said = self.symbols.one, {self.describe(board) for _, board in boards}
        name = said.pop() if len(said) == 1 else ""
        if len(boards) == 1:
            return f"one {name} {one}".replace("  ", " ")
        return f"{len(boards):,} {one}s" + (f" of {name}" if name else "")

    def _whole(self, part: list[Line], lines: int) -> bool:
        """Return whether a part can be a board of its own, and not a row among as many `lines`."""
        text = part[0].text.strip(" |")
        lengths = [len(word) for word in re.findall(r"""[^\s,;|"']+""", text)]
        if len(part) > 1 or lines in (sum(lengths), len(lengths), len(re.split(r"[,;\t|]", text))):
            return len(part) > 1
        alike = len(set(lengths)) == 1  # rows; else cells, or a puzzle and text about it
        cells = sum(lengths) if alike else max(len(lengths), *lengths, 0)
        return self.symbols.folds and LEAST_LINE <= cells <= self.symbols.most_line

    def _read_lines(self, lines: list[Line]) -> Any:
        """Return the one board of some lines."""
        nearest: list[PuzzleError] = []
        most = (False, False, False)
        sized = self.symbols.size_line and _size_above(lines) is not None
        for tier in self._tiers(lines):
            found: list[tuple[Any, str]] = []
            seen: list[tuple[list[list[str]], Size]] = []
            for reading in tier:
                cells = [row.cells for row in reading.rows]
                if (cells, reading.size) in seen:
                    continue
                seen.append((cells, reading.size))
                try:
                    board = self.convert(reading.rows, reading.size)
                except PuzzleError as error:
                    # One cell in each row is the reading of a text without separators that no puzzle means.
                    likely = any(len(row.cells) > 1 for row in reading.rows)
                    rank = (error.column is not None, likely, error.line is not None)
                    if sized and reading.size is None:
                        place, below = (error.line or 0, error.column or 0), lines[1]
                        if place < (below.line, below.column):
                            rank = (False, False, False)  # of the size as a row
                    if not nearest or rank > most:
                        most, nearest = rank, [error.with_traceback(None)]
                    continue
                if all(board != other for other, _ in found):
                    found.append((board, reading.how))
            if len(found) == 1:
                return found[0][0]
            if found:
                names = [f"{self.describe(board)} ({how})".lstrip() for board, how in found]
                reason = f"can be read as {' or as '.join(names)}; {self.symbols.cure}"
                raise PuzzleError(reason, line=lines[0].line)
        raise nearest.pop() if nearest else PuzzleError(f"no {self.symbols.one}", line=lines[0].line)

    def _tiers(self, lines: list[Line]) -> Iterator[list[_Reading]]:
        """Yield readings by tiers, the next of which is tried where none of this one makes a board."""
        bodies: list[tuple[list[Line], Size, str]] = [
            (body, None, "") for body in _without_rules(lines, self.symbols)
        ]
        if self.symbols.size_line:
            bodies += [
                (body[1:], size, f", the first line is the size {size[0]}×{size[1]}")
                for body, _, _ in bodies
                if (size := _size_above(body)) is not None
            ]
        for cut in (_separated, _plain, _aligned):
            yield [
                _Reading(rows, size, how + more)
                for body, size, more in bodies
                for rows, how in cut(body, self.symbols)
                if self.symbols.apart or all(len(cell) < 2 for row in rows for cell in row.cells)
            ]


def _nested(text: str) -> list[Any] | str | None:
    """Return the string or the nested lists of JSON, Python or NumPy in a text; None for other texts."""
    if text.lstrip()[:1] == '"' and "\\" in text:
        with suppress(ValueError):
            return str(json.loads(text))
    text = text.lstrip()
    start = _NESTED.match(text)
    if start is None or len(text) > _MOST_NESTED or re.search(r"[\[({]\s*[\[({]\s*[\[({]\s*[\[({]", text):
        return None
    body = re.sub(r"(?<=[\])}])\s*,\s*\w+\s*=.*\Z", "", text[start.end() :], flags=re.DOTALL)
    body = re.sub(r"\)?[;,\s]*\Z", "", body)
    if body.count("(") > body.count(")"):
        body += ")"
    for load in (json.loads, ast.literal_eval, _numpy_list, _listed_lines):
        try:
            found = load(body.replace("{", "[").replace("}", "]"))
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            continue
        if isinstance(found, (list, tuple)):
            return [list(row) if isinstance(row, (list, tuple)) else row for row in found]
    return None


def _whole_number(cell: Any) -> Any:
    """Return the whole number of a cell such as 5.0, None for NaN, and any other cell as it is."""
    if not isinstance(cell, float):
        return cell
    return int(cell) if cell.is_integer() else None if isnan(cell) else cell


def _numpy_list(text: str) -> Any:
    """Return the lists that NumPy prints: cells separated by spaces."""
    text = re.sub(r"(?<=\d)\.(?=[\s,\]])", "", text.replace("'", '"'))
    return json.loads(re.sub(r"(?<=[\w\"'.\]])\s+(?=[\w\"'.\[-])", ",", text))


def _listed_lines(text: str) -> Any:
    """Return the lists that stand on a line each."""
    return [json.loads(line.strip().rstrip(",;")) for line in text.split("\n") if line.strip()]


def _by_number(lines: list[Line]) -> list[list[Line]]:
    """Return the parts of lines, together where ``/`` cut one line."""
    groups: dict[int, list[Line]] = {}
    for line in lines:
        groups.setdefault(line.line, []).append(line)
    return list(groups.values())


def _blank_rows(text: str) -> frozenset[int]:
    """Return the numbers of lines of white space that are as long as rows, or have as many tabs."""
    numbered = list(enumerate(text.split("\n"), 1))
    full = [line.rstrip(" ") for _, line in numbered if line.strip()]
    tabs = {line.count("\t") for line in full} - {0}
    reach = max(map(len, full), default=0)
    return frozenset(
        number
        for number, line in numbered
        if not line.strip() and (line.count("\t") in tabs if tabs else 2 <= reach <= len(line))
    )


def _blocks(text: str, symbols: Symbols, blank_rows: frozenset[int] = frozenset()) -> list[list[list[Line]]]:
    """Return the lines of each puzzle below a heading, or of the whole text, in chunks apart by blank lines.

    Of a file with sections that of the puzzle alone counts. Lines with the numbers `blank_rows` are rows.
    """
    numbered = list(enumerate(text.split("\n"), 1))
    sections = [(k, found[1].lower()) for k, line in numbered if (found := _SECTION.fullmatch(line))]
    puzzle = next((k for k, name in sections if name == "puzzle"), None)
    if puzzle is not None:
        end = next((k for k, _ in sections if k > puzzle), len(numbered) + 1)
        numbered = numbered[puzzle : end - 1]
    blocks: list[list[list[Line]]] = [[[]]]
    for number, line in numbered:
        if not line.strip():
            if number in blank_rows:
                blocks[-1][-1].append(Line(line, number, 1))
            else:
                blocks[-1].append([])
        elif is_comment(line, symbols) or _FENCE.fullmatch(line):
            continue
        elif _HEADING.fullmatch(line):
            blocks.append([[]])
        elif symbols.comment and f" {symbols.comment}" in line:
            blocks[-1][-1] += _parts(line[: line.index(f" {symbols.comment}")], number)
        else:
            blocks[-1][-1] += _parts(line, number, symbols.trailing)
    return [chunks for block in blocks if (chunks := [chunk for chunk in block if chunk])]


def _parts(line: str, number: int, trailing: bool = False) -> list[Line]:
    """Return the rows of a line, apart by ``/``, without quotes around the whole of one.

    With `trailing`, a slash in text behind a puzzle is none between rows.
    """
    found = _WITH_TEXT.match(line) if trailing and "/" in line else None
    if found is not None and len(found[1]) not in map(len, re.split(r"[\s/]+", line[found.end() :])):
        return [Line(line, number, 1)]
    quoted = _QUOTED.fullmatch(line)
    column = 1
    if quoted is not None:
        line, column = quoted[2], quoted.start(2) + 1
    parts = []
    line = line.rstrip(" ").removesuffix("/")
    # A space on either side of each slash belongs to the slash, others may be blank cells.
    mark = " / " if line.count("/") == line.count(" / ") else "/"
    for part in line.split(mark):
        parts.append(Line(part, number, column))
        column += len(part) + len(mark)
    return parts


def size_of(line: str) -> Size:
    """Return rows and columns from a line that is a size, else None.

    Examples
    --------
    >>> size_of("4 5"), size_of("4x5"), size_of("3"), size_of("4 a")
    ((4, 5), (4, 5), (3, 3), None)
    """
    found = _SIZE.fullmatch(line)
    return None if found is None else (int(found[1]), int(found[2] or found[1]))


def _size_above(lines: list[Line]) -> Size:
    """Return the size that the first of some lines says; None where it cannot be that of the others."""
    size = size_of(lines[0].text)
    return size if size and 0 < max(size) <= sum(len(line.text) for line in lines[1:]) else None


def _without_rules(lines: list[Line], symbols: Symbols) -> list[list[Line]]:
    """Return lines without the rules of a drawn frame: in one way, or in two where rules may be cells."""
    drawn = [line for line in lines if _RULE.fullmatch(line.text)]
    if not drawn:
        return [lines]
    cells = frozenset(f"{symbols.marks}| \t")
    sure = [line for line in drawn if not cells.issuperset(line.text)]
    rest = [line for line in lines if line not in drawn]
    if not symbols.square:  # a line with cells in the same columns is a row as they are
        gaps = {re.sub(r"[^\s|]", "x", line.text.rstrip()) for line in lines if line not in drawn}
        rows = [line for line in drawn if line not in sure]
        rows = [line for line in rows if re.sub(r"[^\s|]", "x", line.text.rstrip()) in gaps]
        drawn = [line for line in drawn if line not in rows]
    ways = [[line for line in lines if line not in sure]]
    # Without a row of cells a square board is none, so that there both ways can be tried.
    if len(sure) < len(drawn) and (symbols.square or not any(set("-=") & set(line.text) for line in rest)):
        ways.append(rest)
    return [way for way in ways if way]


def _separated(lines: list[Line], symbols: Symbols) -> Iterator[tuple[list[GridRow], str]]:
    """Yield the readings of lines with separators, or where there are none or bars alone, of plain ones."""
    used = [mark for mark in SEPARATORS if any(mark in line.text for line in lines)]
    for mark in used:
        yield from _by_separator(lines, mark)
        if len(lines) == 1 and _rows_in_words(symbols):
            yield from _as_rows(lines[0], mark)
    if used:
        return
    barred = list(_by_separator(lines, "|")) if any("|" in line.text for line in lines) else []
    ragged = [] if symbols.missing is None else list(_ragged(lines, symbols.missing))
    yield from ragged
    if ragged and barred:  # each cell is drawn where it is
        return
    yield from barred
    if not any("" in row.cells for rows, _ in barred for row in rows):  # else bars do not just adorn
        yield from _plain(lines, symbols)


def _by_separator(lines: list[Line], mark: str) -> Iterator[tuple[list[GridRow], str]]:
    """Yield the fields between separators; the last one may end the row, or precede a blank cell."""
    how = f"cells apart by {_SPACED[mark]}"
    outside = (
        all(line.text.lstrip().startswith("|") for line in lines),
        all(line.text.rstrip().endswith("|") for line in lines),
    )
    rows = [_fields(line, mark, outside) for line in lines]
    if any(row is None for row in rows):
        return
    whole = [row for row in rows if row is not None]
    if all(
        cell == "" or _WHOLE.fullmatch(cell) for row in whole for cell in row.cells
    ):  # 5.0 of a data frame
        whole = [row._replace(cells=[cell.removesuffix(".0") for cell in row.cells]) for row in whole]
    yield whole, how
    if mark != "|" and all(line.text.rstrip(" ").endswith(mark) for line in lines):
        yield (
            [GridRow(row.cells[:-1], row.line, row.columns[:-1]) for row in whole],
            f"{how}, also behind the last",
        )


def _fields(line: Line, mark: str, outside: tuple[bool, bool]) -> GridRow | None:
    """Return the fields of a line; None where one of them has several words, so that they are no cells."""
    text = line.text
    if mark != "|":  # bars of a frame take the place of a separator
        text = re.sub(rf"[ ]*{mark}?[ ]*\|[ ]*{mark}?[ ]*", lambda found: mark.ljust(len(found[0])), text)
        if "|" in line.text:
            text = text.strip(f" {mark}").ljust(len(text)) if line.text.strip().startswith("|") else text
    cells, columns = [], []
    start = 0
    parts = text.split(mark)
    if mark == "|":
        if outside[0] and not parts[0].strip():
            start, parts = len(parts[0]) + 1, parts[1:]
        if outside[1] and parts and not parts[-1].strip():
            parts = parts[:-1]
    for part in parts:
        cell = part.strip()
        at = start + (part.index(cell) if cell else 0)
        if len(cell) > 1 and cell[0] == cell[-1] and cell[0] in "\"'":
            cell = cell[1:-1].strip()
        if " " in cell:
            return None
        cells.append(cell)
        columns.append(line.column + at)
        start += len(part) + 1
    return GridRow(cells, line.line, columns)


def _plain(lines: list[Line], symbols: Symbols) -> Iterator[tuple[list[GridRow], str]]:
    """Yield the readings of cells separated by spaces or run together, with bars as mere drawing."""
    lines = [line._replace(text=line.text.replace("|", " ")) for line in lines]
    if not all("," in line.text for line in lines):  # "1, 2, 3" in one row, "4 5 6" in another
        lines = [line._replace(text=re.sub(r"(?<=\S),(?=\s|$)", " ", line.text)) for line in lines]
    spaced = any(" " in line.text.strip() or "\t" in line.text.strip() for line in lines)
    if symbols.apart:
        yield [_words(line) for line in lines], "cells separated by spaces" if spaced else "one cell per line"
    if len(lines) == 1 and _rows_in_words(symbols):
        yield from _as_rows(lines[0], None)
    yield from _first_word(lines, symbols)
    words = spaced and any(len(word) > 1 for line in lines for word in line.text.split())
    if not symbols.together or (words and not _rows_in_words(symbols)):
        return
    if not (symbols.columns and _uneven(lines)):
        yield [_letters(line) for line in lines], "cells run together"


def _rows_in_words(symbols: Symbols) -> bool:
    """Return whether words in a line can be rows or parts of rows, and not cells of several characters."""
    return symbols.together and (symbols.folds or symbols.columns or not symbols.apart)


def _uneven(lines: list[Line]) -> bool:
    """Return whether spaces before or between the cells differ, so that they may be blank cells."""
    before = {len(line.text) - len(line.text.lstrip()) for line in lines}
    between = {len(gap) for line in lines for gap in re.findall(r"(?<=\S)\s*(?=\S)", line.text)}
    return len(before) > 1 or len(between) > 1


def _words(line: Line) -> GridRow:
    """Return the words of a line as cells."""
    found = list(re.finditer(r"\S+", line.text))
    return GridRow(
        [_unquoted(word[0]) for word in found], line.line, [line.column + word.start() for word in found]
    )


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word


def _letters(line: Line) -> GridRow:
    """Return the characters of a line as cells, without spaces; accents stay with their letters."""
    text = line.text
    if text.isascii() and not re.search(r"\s", text):
        return GridRow(list(text), line.line, range(line.column, line.column + len(text)))
    cells: list[str] = []
    columns = []
    for k, ch in enumerate(text):
        if cells and not ch.isascii() and unicodedata.combining(ch):
            cells[-1] += ch
        elif not ch.isspace():
            cells.append(ch)
            columns.append(line.column + k)
    return GridRow(cells, line.line, columns)


def _as_rows(line: Line, mark: str | None) -> Iterator[tuple[list[GridRow], str]]:
    """Yield the reading of one line whose words are rows, each of characters."""
    pattern = r"\S+" if mark is None else rf"[^{mark}\s]+"
    words = [
        Line(_unquoted(word[0]), line.line, line.column + word.start())
        for word in re.finditer(pattern, line.text)
    ]
    if len(words) > 1 and all(len(word.text) > 1 for word in words):
        yield [_letters(word) for word in words], f"rows apart by {_SPACED[mark] if mark else 'spaces'}"


def _first_word(lines: list[Line], symbols: Symbols) -> Iterator[tuple[list[GridRow], str]]:
    """Yield the reading of one line whose first word is the puzzle, and the rest is text about it."""
    *above, last = lines
    several = any(" " in line.text or line.line != last.line for line in above)
    found = re.match(r"\s*([^\s:,;]{2,})[\s:,;]+(.*)", last.text)
    if found is None or several or not (symbols.folds and symbols.together):
        return
    rows = not above and len(set(map(len, re.split(r"[\s:,;]+", last.text.strip())))) == 1
    if symbols.trailing or (re.fullmatch(r"(?:\d+(?:\.\d*)?\s*)*", found[2]) and not rows):
        word = Line(found[1], last.line, last.column + found.start(1))
        yield [_letters(line) for line in (*above, word)], "text behind the first word"


def _aligned(lines: list[Line], symbols: Symbols) -> Iterator[tuple[list[GridRow], str]]:
    """Yield the readings of cells by their columns, where a space is a blank cell."""
    if symbols.missing is not None or not symbols.blank or (len(lines) < 2 and not symbols.columns):
        return
    if any(mark in line.text for line in lines for mark in SEPARATORS):
        return
    if len({line.line for line in lines}) < len(lines) and not symbols.columns:
        return  # rows apart by / have no columns
    if not any(" " in line.text for line in lines):  # a short row is none with blank cells
        return
    bars = {k for line in lines for k, ch in enumerate(line.text) if ch == "|"}
    padding = {
        at for k in bars for at in (k - 1, k + 1) if all(line.text[at : at + 1] in " |" for line in lines)
    }
    for cut in (_words,) * symbols.apart + (_letters,) * symbols.together:
        rows = [cut(line._replace(text=line.text.replace("|", " "), column=0)) for line in lines]
        yield from _in_columns(lines, rows, symbols, bars, padding)


def _in_columns(
    lines: list[Line], rows: list[GridRow], symbols: Symbols, bars: set[int], padding: set[int]
) -> Iterator[tuple[list[GridRow], str]]:
    """Yield the rows with a blank cell in each column where they have none."""
    ends = [
        [int(at or 0) + len(cell) - 1 for at, cell in zip(row.columns, row.cells, strict=True)]
        for row in rows
    ]
    taken = sorted({end for row in ends for end in row})
    if not taken:
        return
    pitch = reduce(gcd, (end - taken[0] for end in taken), 0) or 1
    steps = [pitch] if symbols.columns else [step for step in range(pitch, 0, -1) if pitch % step == 0]
    ways = [(step, bars) for step in steps]  # whole columns may be blank
    if padding:
        ways.append((1, bars | padding))
    for step, frame in ways:
        last = taken[-1]
        most = step * (len(lines) - 1)
        if symbols.square and taken[0] == 0 and 2 * last >= most:  # the last columns may be blank
            last = max(last, most)
        slots = [at for at in range(taken[0], last + 1, step) if at not in frame]
        if not frame.isdisjoint(taken):
            continue  # a bar in one line stands over a cell of another
        places = {at: k for k, at in enumerate(slots)}
        found = []
        for line, row, row_ends in zip(lines, rows, ends, strict=True):
            cells = [""] * len(slots)
            for cell, end in zip(row.cells, row_ends, strict=True):
                cells[places[end]] = cell
            found.append(GridRow(cells, line.line, [line.column + at for at in slots]))
        yield found, "cells by their columns, a space is a blank cell"


def _ragged(lines: list[Line], missing: str) -> Iterator[tuple[list[GridRow], str]]:
    """Yield the readings of rows of which some lack cells, where all columns are equally far apart."""
    if len(lines) == 1 or len({line.line for line in lines}) < len(lines):  # rows apart by / have no columns
        return
    size = size_of(lines[0].text)
    if size and (size[0] == len(lines) - 1 or any(size[1] == len(_words(line).cells) for line in lines[1:])):
        return  # the first line is no row
    how = "cells by their columns"
    if any("|" in line.text for line in lines):
        rows = _boxes(lines, missing)
        if rows is not None:
            yield rows, f"{how} in the frame"
        return
    words = [_words(line) for line in lines]
    width = max((len(cell) for row in words for cell in row.cells), default=0)
    for last in (True, False):
        places = [
            [int(at or 0) + last * (len(cell) - 1) for at, cell in zip(row.columns, row.cells, strict=True)]
            for row in words
        ]
        slots = _slots(places)
        if slots is None or slots.step <= width:
            continue
        found = []
        for line, row, at in zip(lines, words, places, strict=True):
            known = dict(zip(at, range(len(at)), strict=True))
            cells = [row.cells[known[slot]] if slot in known else missing for slot in slots]
            columns = [row.columns[known[slot]] if slot in known else slot for slot in slots]
            found.append(GridRow(cells, line.line, columns))
        yield found, how


def _boxes(lines: list[Line], missing: str) -> list[GridRow] | None:
    """Return the rows of a drawn frame of which some lack cells; None for other frames."""
    bars = [[k for k, ch in enumerate(line.text) if ch == "|"] for line in lines]
    slots = _slots(bars)
    if slots is None or all(row == bars[0] for row in bars):
        return None
    found = []
    for line, row in zip(lines, bars, strict=True):
        cells, columns = [], []
        if line.text[slots[-1] :].strip(" |"):
            return None
        for at in slots[:-1]:
            end = at + slots.step
            cell = line.text[at:end].strip(" |")
            if " " in cell or (cell and not {at, end}.issubset(row)):
                return None
            cells.append(cell if {at, end}.issubset(row) else missing)
            columns.append(line.column + at + 1)
        found.append(GridRow(cells, line.line, columns))
    return found


def _slots(places: list[list[int]]) -> range | None:
    """Return equally distant places, of which all others are some and two in a row are neighbours."""
    gaps = [b - a for row in places for a, b in pairwise(row)]
    if not gaps:
        return None
    taken = [at for row in places for at in row]
    pitch = min(gaps)
    if any((at - taken[0]) % pitch for at in taken):
        return None
    return range(min(taken), max(taken) + 1, pitch)
