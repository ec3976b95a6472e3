"""Read Gogens: grids of letters, word files, alphabets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base import PuzzleError
from ...io.grid_text import GridRow, Symbols, check_even, clean_text, is_comment, read_grid
from ...io.text import pluralize, printable, text_lines
from ..framework.arguments import as_int, check_bool, check_shape, check_text

if TYPE_CHECKING:
    from ...typing import ShapeLike

EMPTY = frozenset((*".?_*-·□", ""))
NO_LETTERS = frozenset("/,;:+=|#\"'[](){}")
SYMBOLS = Symbols(apart=False, marks=".-*", one="grid", cure="pass shape=RxC")
USUAL = (5, 5)
"""Size of boards on which nine letters are given, one on every second cell."""
MAX_SIDE, MAX_WORDS, MAX_WORD = 8, 100_000, 1_000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
LABEL = re.compile(r"\s*(?:(?:grid|puzzle|board|gogen|letters)\b[^:]*:|\[\w+\])\s*", re.IGNORECASE)
WORDS = re.compile(r"\s*words?\s*:", re.IGNORECASE)

Found = tuple[tuple[str, ...], tuple[str, ...], str]
"""Rows of letters, ``.`` where empty; words; alphabet."""
Lettered = tuple[tuple[str, ...], str]
"""Rows and alphabet."""


class Token(NamedTuple):
    """A piece of text and where it stands."""

    text: str
    line: int | None = None
    column: int | None = None

    def error(self, reason: str, file: str | None, at: int = 0) -> PuzzleError:
        """Return the error of one of its characters."""
        column = None if self.column is None else self.column + at
        return PuzzleError(reason, file=file, line=self.line, column=column)


def default_alphabet(n_cells: int) -> str:
    """Return the first letters of A–Z and 0–9, one per cell: A–Y for 25.

    Raises
    ------
    PuzzleError
        More than 36 cells: pass the symbols.

    Examples
    --------
    >>> default_alphabet(25)
    'ABCDEFGHIJKLMNOPQRSTUVWXY'
    """
    if not 1 <= (as_int(n_cells) or 0) <= len(LETTERS):
        raise PuzzleError(
            f"{n_cells!r:.40} cells, expected at most {len(LETTERS)} or an alphabet of as many symbols"
        )
    return LETTERS[:n_cells]


def parse_words(text: str, *, file: str | None = None, counted: bool = True) -> list[str]:
    r"""Return the words of a word file: their number, then the words, apart by white space or commas.

    Parameters
    ----------
    text : str
        The text.
    file : str, optional
        Its name for errors.
    counted : bool
        The number must be there; otherwise it may be.

    Raises
    ------
    PuzzleError
        No number at the head, a wrong one, a word that is not made of letters or digits.

    Examples
    --------
    >>> parse_words("2\nkeg\nman\n")
    ['keg', 'man']
    """
    found = _counted_words(_tokens(check_text(text, file=file), 1), file, check_bool("counted", counted))
    return [token.text for token in found]


def parse_board(
    text: str,
    words: str | Iterable[str] | None,
    *,
    shape: ShapeLike | None,
    alphabet: str | None,
    file: str | None,
    words_file: str | None,
) -> Found:
    """Read a puzzle; see `Gogen.parse`."""
    if words is None:
        text, words_text, first = split_text(text, file)
        tokens = _counted_words(_tokens(words_text, first), file, counted=False)
        words_file = file
    elif isinstance(words, str):
        tokens = _counted_words(_tokens(words, 1), words_file, counted=True)
    elif isinstance(words, Iterable):
        tokens = [Token(word) for word in words]
    else:
        raise PuzzleError(f"words={words!r:.40}, expected words", file=words_file)
    wanted = None if shape is None else check_size(shape)
    if alphabet is not None:
        check_text(alphabet)

    def convert(rows: list[GridRow], size: tuple[int, int] | None) -> list[Lettered]:
        if size is not None and wanted not in (None, size):
            raise rows[0].error(f"a size of {size[0]}×{size[1]}, but the shape is {wanted[0]}×{wanted[1]}")
        return _boards(rows, size or wanted, alphabet)

    boards = read_grid(check_text(text, file=file), convert, SYMBOLS, describe=_sizes, file=file)
    if len(boards) > 1:  # words may show which is meant
        known = {token.text.upper() for token in tokens if isinstance(token.text, str)}
        boards = [board for board in boards if set(board[1]).issuperset("".join(known))] or boards
    if len(boards) > 1:
        small, large = (f"{len(rows)}x{len(rows[0])}" for rows, _ in boards)
        said = f"the letters fill {small}, or every second cell of {large}"
        raise PuzzleError(f"{said}; pass shape={small} or shape={large}", file=file)
    grid, letters = boards[0]
    return grid, take_words(tokens, letters, words_file), letters


def as_written(text: object, alphabet: str | None) -> Found | None:
    """Return rows, words and alphabet of a text as `Gogen.text` writes it, quickly; None of any other."""
    if not isinstance(text, str) or not text.isascii() or not text.isprintable():
        return None
    grid, _, rest = text.partition(":")
    rows, words = grid.split("/"), rest.split()
    n_rows, n_cols = len(rows), len(rows[0])
    square = 2 <= n_rows <= MAX_SIDE and 1 <= n_cols <= MAX_SIDE and len(grid) == n_rows * (n_cols + 1) - 1
    if not square or not words or not words[0].isdigit() or len(words) > MAX_WORDS:
        return None
    if n_rows == n_cols == 3 and "." not in grid and alphabet is None:
        return None  # nine letters may stand on every second cell
    if any(len(row) != n_cols for row in rows) or words[0] != str(len(words) - 1):
        return None
    try:
        letters = check_alphabet(alphabet, n_rows * n_cols)
    except PuzzleError:  # reported where all else is read: something else may be wrong before it
        return None
    known, given = set(letters), grid.replace("/", "").replace(".", "")
    del words[0]
    if len(set(given)) < len(given) or not known.issuperset(given) or not known.issuperset("".join(words)):
        return None
    if words and len(max(words, key=len)) > MAX_WORD:
        return None
    return tuple(rows), tuple(dict.fromkeys(words)), letters


def parse_answer(answer: Any, rows: int, cols: int, alphabet: str) -> str:
    """Return the cells of an answer in one text, ``.`` where it is empty: from rows or a text of them."""
    if isinstance(answer, (list, tuple)) and all(isinstance(row, (str, list, tuple)) for row in answer):
        answer = "/".join("".join(map(str, row)) for row in answer)
    if not isinstance(answer, str):
        raise PuzzleError(f"{printable(repr(answer))[:40]}, expected rows of letters")
    plain = answer.replace("/", "").replace("\n", "")
    if len(plain) == rows * cols and {".", *alphabet}.issuperset(plain):
        return plain

    def convert(found: list[GridRow], size: object) -> str:
        texts = [text for row in found for text in row.cells]
        shape = (len(found), len(found[0].cells))
        if len(texts) != rows * cols or (len(found) > 1 and shape != (rows, cols)):
            raise PuzzleError(f"{len(texts)} cells, expected {rows * cols}")
        upper = set(alphabet).isdisjoint("".join(texts).lower())
        cells = ""
        for row in found:
            for k, text in enumerate(row.cells):
                letter = text.upper() if upper else text
                if letter not in alphabet:
                    if text not in EMPTY and text != "0":
                        raise row.error(f"{text!r}, expected one of {alphabet[:60]}", k)
                    letter = "."
                cells += letter or "."
        return cells

    return read_grid(answer, convert, SYMBOLS)


# Words


def _tokens(text: str, first_line: int) -> list[Token]:
    """Return the words of a text: apart by white space, commas or semicolons."""
    found = []
    for number, line in text_lines(clean_text(text)):
        if not is_comment(line, SYMBOLS):
            place = first_line + number - 1
            found += [Token(m.group(), place, m.start() + 1) for m in re.finditer(r"[^\s,;]+", line)]
    return found


def _counted_words(tokens: list[Token], file: str | None, counted: bool) -> list[Token]:
    """Return the words without their number, which comes first and has to be right."""
    if not tokens:
        place = "below their number" if counted else "after a colon or an empty line"
        raise PuzzleError(f"no words; write them {place}", file=file)
    head, *words = tokens
    if not (head.text.isascii() and head.text.isdigit()):
        if counted:
            raise head.error(f"{head.text[:40]!r}, expected the number of words first", file)
        return tokens
    if len(head.text) > 9 or int(head.text) != len(words):
        said = f"the file begins with {head.text[:20]}, but has {pluralize(len(words), 'word')}"
        raise head.error(said, file)
    return words


def take_words(tokens: list[Token], alphabet: str, file: str | None) -> tuple[str, ...]:
    """Return the words, made of known letters."""
    if len(tokens) > MAX_WORDS:
        raise PuzzleError(f"{len(tokens):,} words, expected at most {MAX_WORDS:,}", file=file)
    words: dict[str, None] = {}
    for token in tokens:
        if not isinstance(token.text, str):
            raise PuzzleError(f"{token.text!r} among the words, expected str", file=file)
        if not 1 <= len(token.text) <= MAX_WORD:
            reason = f"a word of {len(token.text)} letters, expected 1 to {MAX_WORD}"
            raise PuzzleError(reason, file=file, line=token.line)
        word = _fold(token.text, alphabet)
        for k, ch in enumerate(word):
            if ch not in alphabet:
                said = f"{ch!r} in the word {token.text[:40]!r}, expected {_span(alphabet)}"
                raise token.error(said, file, k)
        words[word] = None
    return tuple(words)


def split_text(text: str, file: str | None) -> tuple[str, str, int]:
    """Part a text at its first colon or empty line: grid, words, line where the words begin."""
    lines = list(text_lines(clean_text(check_text(text, file=file))))
    notes = [n for n, line in lines if line.strip() and is_comment(line, SYMBOLS)]
    coloned = [n for n, line in lines if ":" in line and n not in notes and not LABEL.fullmatch(line)]
    if len(coloned) > 1:
        said = (
            f"{len(coloned):,} grids with words behind a colon, expected one; use --lines or batch for many"
        )
        raise PuzzleError(said, file=file, line=coloned[1])
    begun = False
    for number, line in lines:
        if number in notes or (not begun and LABEL.fullmatch(line)):
            continue
        label = WORDS.match(line)
        if label or number in coloned:
            before, after = ("", line[label.end() :]) if label else line.split(":", 1)
            head = [*(part for n, part in lines if n < number), before]
            tail = [" " * (len(line) - len(after)) + after, *(part for n, part in lines if n > number)]
            return "\n".join(head), "\n".join(tail), number
        if line.strip():
            begun = True
        elif begun:
            head = [part for n, part in lines if n < number]
            return "\n".join(head), "\n".join(part for n, part in lines if n >= number), number
    raise PuzzleError("no words; put them after an empty line or a colon", file=file)


# Grids


def check_size(shape: ShapeLike) -> tuple[int, int]:
    """Return the rows and columns of a board, PuzzleError where it may not have so large a side."""
    rows, cols = check_shape(shape)
    if rows > MAX_SIDE or cols > MAX_SIDE:
        raise PuzzleError(f"{rows} rows of {cols} cells, expected 1 to {MAX_SIDE} of each")
    return rows, cols


def check_alphabet(alphabet: str | None, n_cells: int) -> str:
    """Return the letters of a board, as many as cells and each once."""
    if alphabet is None:
        return default_alphabet(n_cells)
    seen: set[str] = set()
    for ch in check_text(alphabet):
        if not ch.isprintable() or ch.isspace() or ch in EMPTY or ch in NO_LETTERS or clean_text(ch) != ch:
            raise PuzzleError(f"{ch!r} in the alphabet, expected letters or digits")
        if ch in seen:
            raise PuzzleError(f"{ch!r} is twice in the alphabet")
        seen.add(ch)
    if len(alphabet) != n_cells:
        raise PuzzleError(f"an alphabet of {len(alphabet)} symbols, expected {n_cells}, one per cell")
    return alphabet


def _sizes(boards: list[Lettered]) -> str:
    return " or ".join(f"{len(rows)}×{len(rows[0])}" for rows, _ in boards)


def _boards(rows: list[GridRow], wanted: tuple[int, int] | None, alphabet: str | None) -> list[Lettered]:
    """Return the boards that rows may mean: one for all cells, one for every second cell, or both."""
    n, n_cols = sum(len(row.cells) for row in rows), len(rows[0].cells)
    if n_cols == 0:
        raise rows[0].error("the grid has no cells")
    check_even(rows)
    texts = {text for row in rows for text in row.cells}
    if "" in texts and not texts.isdisjoint(EMPTY - {""}):
        raise rows[0].error("blank cells and others are empty: write . for each of them")
    side = isqrt(n)
    whole = wanted or ((len(rows), n_cols) if len(rows) > 1 else (side, side))
    spread = wanted or USUAL
    given = ((spread[0] + 1) // 2, (spread[1] + 1) // 2)
    ways = []
    if whole == (len(rows), n_cols) or (len(rows) == 1 and whole[0] * whole[1] == n):
        ways.append((_folded(rows, whole[1]), whole))
    if given != spread and (
        (given == (len(rows), n_cols) and texts.isdisjoint(EMPTY))
        or (len(rows) == 1 and n == given[0] * given[1])
    ):
        ways.append((_spread(_folded(rows, given[1]), spread), spread))
    if not ways:
        cells = spread[0] * spread[1]
        expected = f"expected {given[0] * given[1]} for every second cell or {cells} for all of"
        expected = f"{expected} {spread[0]}x{spread[1]}"
        if len(rows) > 1:
            of = f"{pluralize(len(rows), 'row')} of {pluralize(n_cols, 'cell')}"
            raise rows[-1].error(f"{of}, {expected}")
        raise rows[0].error(f"{pluralize(n, 'letter')}, {expected}; or pass shape=RxC", min(n, cells) - 1)
    found, errors = [], []
    for cells_of, shape in ways:
        try:
            check_size(shape)
            letters = check_alphabet(alphabet, shape[0] * shape[1])
            found.append((take_grid(cells_of, letters), letters))
        except PuzzleError as error:
            errors.append(error)
    if not found:
        raise errors[-1]
    return found if texts.isdisjoint(EMPTY) else found[:1]  # letters alone can be all cells


def _folded(rows: list[GridRow], n_cols: int) -> list[GridRow]:
    """Return rows of a width; all cells may be in one row."""
    if len(rows) > 1:
        return rows
    row = rows[0]
    return [
        GridRow(row.cells[k : k + n_cols], row.line, row.columns[k : k + n_cols])
        for k in range(0, len(row.cells), n_cols)
    ]


def _spread(rows: list[GridRow], shape: tuple[int, int]) -> list[GridRow]:
    """Return the rows of a board with cells on every second one of its own."""
    found = []
    for r in range(shape[0]):
        row = rows[r // 2] if r % 2 == 0 else GridRow([], None, [])
        cells = [""] * shape[1]
        columns: list[int | None] = [None] * shape[1]
        cells[: 2 * len(row.cells) : 2] = row.cells
        columns[: 2 * len(row.cells) : 2] = row.columns
        found.append(GridRow(cells, row.line, columns))
    return found


def _fold(text: str, alphabet: str) -> str:
    return text.upper() if alphabet == alphabet.upper() else text


def _span(alphabet: str) -> str:
    return f"{alphabet[0]} to {alphabet[-1]}" if LETTERS[:26].startswith(alphabet) else f"one of {alphabet}"


def take_grid(rows: Iterable[GridRow], alphabet: str) -> tuple[str, ...]:
    """Return the rows of a grid of known letters, each at most once."""
    seen: dict[str, str] = {}
    found = []
    for r, row in enumerate(rows, 1):
        letters = ""
        for k, text in enumerate(row.cells):
            if text in EMPTY or (text == "0" and "0" not in alphabet):
                letters += "."
                continue
            letter, place = _fold(text, alphabet), f"row {r}, column {k + 1}"
            if len(letter) != 1 or letter not in alphabet:
                raise row.error(f"{text!r} at {place}, expected {_span(alphabet)} or '.'", k)
            if letter in seen:
                said = f"{letter} is given twice, at {seen[letter]} and at {place}"
                raise row.error(said, k)
            seen[letter] = place
            letters += letter
        found.append(letters)
    return tuple(found)
