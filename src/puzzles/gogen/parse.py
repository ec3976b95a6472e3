"""Read Gogens: grids of letters, word files, alphabets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from ...base import PuzzleError
from ...io.grid_text import Row, Symbols, clean_text, is_comment
from ...io.text import pluralize, text_lines
from ..framework.arguments import as_int, check_bool, check_shape, check_text

if TYPE_CHECKING:
    from ...typing import ShapeLike

__all__ = [
    "SYMBOLS",
    "Board",
    "Token",
    "as_written",
    "check_alphabet",
    "check_size",
    "counted_words",
    "default_alphabet",
    "described",
    "parse_words",
    "plain_cells",
    "read_rows",
    "read_words",
    "split_text",
    "take_grid",
    "take_words",
    "tokens",
]

EMPTY = frozenset((*".?_*-·□", ""))
SYMBOLS = Symbols(apart=False, marks=".-*", one="grid", cure="pass shape=RxC")
USUAL = (5, 5)
"""Size of boards on which nine letters are given, one on every second cell."""
MAX_SIDE, MAX_CELLS, MAX_WORDS, MAX_WORD = 8, 64, 100_000, 1_000


def default_alphabet(n_cells: int) -> str:
    """Return the first letters of A–Z and 0–9, one a cell: A–Y for 25.

    Raises
    ------
    PuzzleError
        More than 36 cells: say which symbols.

    Examples
    --------
    >>> default_alphabet(25)
    'ABCDEFGHIJKLMNOPQRSTUVWXY'
    """
    symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    if not 1 <= (as_int(n_cells) or 0) <= len(symbols):
        raise PuzzleError(
            f"{n_cells!r:.40} cells, expected at most {len(symbols)} or an alphabet of as many symbols"
        )
    return symbols[:n_cells]


_NO_LETTERS = frozenset("/,;:+=|#\"'[](){}")

Board = tuple[tuple[str, ...], str]
"""Rows of letters, ``.`` where empty, and the alphabet."""


_LABEL = re.compile(r"\s*(?:(?:grid|puzzle|board|gogen|letters)\b[^:]*:|\[\w+\])\s*", re.IGNORECASE)
_WORDS = re.compile(r"\s*words?\s*:", re.IGNORECASE)


class Token(NamedTuple):
    """A piece of text and where it stands."""

    text: str
    line: int | None
    column: int | None


def tokens(text: str, first_line: int | None) -> list[Token]:
    """Return the words of a text: apart by white space, commas or semicolons."""
    found = []
    for number, line in text_lines(clean_text(text)):
        if is_comment(line, SYMBOLS):
            continue
        place = None if first_line is None else first_line + number - 1
        found += [Token(m.group(), place, m.start() + 1) for m in re.finditer(r"[^\s,;]+", line)]
    return found


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
    found = tokens(check_text(text, file=file), 1)
    return [token.text for token in counted_words(found, file, check_bool("counted", counted))]


def counted_words(tokens: list[Token], file: str | None, counted: bool) -> list[Token]:
    """Return the words without their number, which comes first and has to be right."""
    if not tokens:
        raise PuzzleError("no words, expected their number and then the words", file=file)
    head = tokens[0]
    if not (head.text.isascii() and head.text.isdigit()):
        if counted:
            raise PuzzleError(
                f"{head.text[:40]!r}, expected the number of words first",
                file=file,
                line=head.line,
                column=head.column,
            )
        return tokens
    words = tokens[1:]
    if len(head.text) > 9 or int(head.text) != len(words):
        raise PuzzleError(
            f"the file says {head.text[:20]} words and has {len(words)}, expected the same number",
            file=file,
            line=head.line,
            column=head.column,
        )
    return words


def read_words(words: str | Iterable[str], file: str | None) -> list[Token]:
    """Return words that are given apart from the grid: the text of a word file, or the words."""
    if isinstance(words, str):
        return counted_words(tokens(words, 1), file, counted=True)
    if not isinstance(words, Iterable):
        raise PuzzleError(f"words={words!r:.40}, expected words", file=file)
    return [Token(word, None, None) for word in words]


def check_size(shape: ShapeLike) -> tuple[int, int]:
    """Return the rows and columns of a board, PuzzleError where it may not have so many."""
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
        if not ch.isprintable() or ch.isspace() or ch in EMPTY or ch in _NO_LETTERS or clean_text(ch) != ch:
            raise PuzzleError(f"{ch!r} in the alphabet, expected letters or digits")
        if ch in seen:
            raise PuzzleError(f"{ch!r} twice in the alphabet, expected each symbol once")
        seen.add(ch)
    if len(alphabet) != n_cells:
        raise PuzzleError(f"an alphabet of {len(alphabet)} symbols, expected {n_cells}, one a cell")
    return alphabet


def as_written(text: object, alphabet: str | None) -> tuple[tuple[str, ...], tuple[str, ...], str] | None:
    """Return rows, words and alphabet of a text as `Gogen.text` writes it, quickly; None of any other.

    Examples
    --------
    >>> as_written("AB/C.: 1 ADC", None), as_written("AB/CA: 1 ADC", None)
    ((('AB', 'C.'), ('ADC',), 'ABCD'), None)
    """
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
    except PuzzleError:  # told where all else is read: something else may be wrong before it
        return None
    known, given = set(letters), grid.replace("/", "").replace(".", "")
    del words[0]
    if len(set(given)) < len(given) or not known.issuperset(given) or not known.issuperset("".join(words)):
        return None
    if words and len(max(words, key=len)) > MAX_WORD:
        return None
    return tuple(rows), tuple(dict.fromkeys(words)), letters


def split_text(text: str, file: str | None) -> tuple[str, str, int]:
    """Part a text at its first colon or empty line: grid, words, line where the words begin."""
    lines = list(text_lines(clean_text(check_text(text, file=file))))
    notes = [n for n, line in lines if line.strip() and is_comment(line, SYMBOLS)]
    coloned = [n for n, line in lines if ":" in line and n not in notes and not _LABEL.fullmatch(line)]
    if len(coloned) > 1:
        said = (
            f"{len(coloned):,} grids with words behind a colon, expected one; use --lines or batch for many"
        )
        raise PuzzleError(said, file=file, line=coloned[1])
    begun = False
    for number, line in lines:
        if number in notes or (not begun and _LABEL.fullmatch(line)):
            continue
        label = _WORDS.match(line)
        if label or number in coloned:
            before, after = ("", line[label.end() :]) if label else line.split(":", 1)
            head = [*(part for n, part in lines if n < number), before]
            tail = [" " * (len(line) - len(after)) + after, *(part for n, part in lines if n > number)]
            return "\n".join(head), "\n".join(tail), number
        if line.strip():
            begun = True
        elif begun:
            return (
                "\n".join(part for n, part in lines if n < number),
                "\n".join(part for n, part in lines if n >= number),
                number,
            )
    raise PuzzleError("no words, expected them after an empty line or a colon", file=file)


def described(boards: list[Board]) -> str:
    """Return the sizes of boards."""
    return " or ".join(f"{len(rows)}×{len(rows[0])}" for rows, _ in boards)


def read_rows(
    shape: tuple[int, int] | None, alphabet: str | None
) -> Callable[[list[Row], tuple[int, int] | None], list[Board]]:
    """Return what makes boards of rows of cells: one for all cells, one for every second cell, or both."""

    def convert(rows: list[Row], size: tuple[int, int] | None) -> list[Board]:
        if size is not None and shape not in (None, size):
            raise rows[0].error(f"a size of {size[0]}×{size[1]}, but the shape is {shape[0]}×{shape[1]}")
        return _boards(rows, size or shape, alphabet)

    return convert


def _boards(rows: list[Row], wanted: tuple[int, int] | None, alphabet: str | None) -> list[Board]:
    """Return the boards that rows of cells may mean; PuzzleError where there is none."""
    n, n_cols = sum(len(row.cells) for row in rows), len(rows[0].cells)
    if n_cols == 0:
        raise rows[0].error("no letters, expected the cells of a grid")
    for row in rows:
        if len(row.cells) != n_cols:
            said = f"{pluralize(len(row.cells), 'cell')}, but the first row has {n_cols}"
            raise row.error(said, min(len(row.cells), n_cols) - 1)
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
        expected = (
            f"expected {given[0] * given[1]} for every second cell or {spread[0] * spread[1]} for all of"
        )
        if len(rows) > 1:
            raise rows[-1].error(
                f"{pluralize(len(rows), 'row')} of {pluralize(n_cols, 'cell')},"
                f" {expected} {spread[0]}x{spread[1]}"
            )
        place = min(n, spread[0] * spread[1]) - 1
        raise rows[0].error(
            f"{pluralize(n, 'letter')}, {expected} {spread[0]}x{spread[1]}; or pass shape=RxC", place
        )
    found, errors = [], []
    for cells, (n_rows, n_columns) in ways:
        try:
            check_size((n_rows, n_columns))
            letters = check_alphabet(alphabet, n_rows * n_columns)
            found.append((take_grid(cells, letters), letters))
        except PuzzleError as error:
            errors.append(error)
    if not found:
        raise errors[-1]
    return (
        found if texts.isdisjoint(EMPTY) else found[:1]
    )  # letters alone are spread, if they can be all cells


def _folded(rows: list[Row], n_cols: int) -> list[Row]:
    """Return rows of a width; all cells may be in one row."""
    if len(rows) > 1:
        return rows
    row = rows[0]
    return [
        Row(row.cells[k : k + n_cols], row.line, row.columns[k : k + n_cols])
        for k in range(0, len(row.cells), n_cols)
    ]


def _spread(rows: list[Row], shape: tuple[int, int]) -> list[Row]:
    """Return the rows of a board with cells on every second one of its own."""
    found = []
    for r in range(shape[0]):
        row = rows[r // 2] if r % 2 == 0 else Row([], None, [])
        cells = [""] * shape[1]
        columns: list[int | None] = [None] * shape[1]
        cells[: 2 * len(row.cells) : 2] = row.cells
        columns[: 2 * len(row.cells) : 2] = row.columns
        found.append(Row(cells, row.line, columns))
    return found


def plain_cells(text: str, rows: int, cols: int, alphabet: str) -> str | None:
    """Return all cells of a plain text of rows, or of one; None of other texts."""
    cells = text.replace("/", "").replace("\n", "")
    return cells if len(cells) == rows * cols and {".", *alphabet}.issuperset(cells) else None


def _fold(text: str, alphabet: str) -> str:
    return text.upper() if alphabet == alphabet.upper() else text


def _span(alphabet: str) -> str:
    start = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return f"{alphabet[0]} to {alphabet[-1]}" if start.startswith(alphabet) else f"one of {alphabet}"


def take_grid(rows: Iterable[Row], alphabet: str) -> tuple[str, ...]:
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
                said = f"{letter} is given twice, at {seen[letter]} and at {place}, expected each letter once"
                raise row.error(said, k)
            seen[letter] = place
            letters += letter
        found.append(letters)
    return tuple(found)


def take_words(tokens: list[Token], alphabet: str, file: str | None) -> tuple[str, ...]:
    """Return the words, made of known letters."""
    if len(tokens) > MAX_WORDS:
        raise PuzzleError(f"{len(tokens):,} words, expected at most {MAX_WORDS:,}", file=file)
    words: dict[str, None] = {}
    for token in tokens:
        if not isinstance(token.text, str):
            raise PuzzleError(f"{token.text!r} among the words, expected str", file=file)
        if not 1 <= len(token.text) <= MAX_WORD:
            raise PuzzleError(
                f"a word of {len(token.text)} letters, expected 1 to {MAX_WORD}", file=file, line=token.line
            )
        word = _fold(token.text, alphabet)
        for k, ch in enumerate(word):
            if ch not in alphabet:
                raise PuzzleError(
                    f"{ch!r} in the word {token.text[:40]!r}, expected {_span(alphabet)}",
                    file=file,
                    line=token.line,
                    column=None if token.column is None else token.column + k,
                )
        words[word] = None
    return tuple(words)
