"""Reads Gogens: grids of letters, word files, alphabets."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ...base import PuzzleError
from ...textio import text_lines
from ..common.checks import check_shape, check_switch, check_text, whole_number

if TYPE_CHECKING:
    from ...typing import ShapeLike

__all__ = [
    "Token",
    "as_written",
    "check_alphabet",
    "check_size",
    "counted_words",
    "default_alphabet",
    "grid_lines",
    "parse_words",
    "read_words",
    "shape_grid",
    "split_text",
    "take_grid",
    "take_words",
    "tokens",
]

EMPTY = ".?_*-"
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
    if not 1 <= (whole_number(n_cells) or 0) <= len(symbols):
        raise PuzzleError(
            f"{n_cells!r:.40} cells, expected at most {len(symbols)} or an alphabet of as many symbols"
        )
    return symbols[:n_cells]


class Token(NamedTuple):
    """A piece of text and where it stands."""

    text: str
    line: int | None
    column: int | None


def tokens(text: str, first_line: int | None) -> list[Token]:
    """Return the words of a text: apart by white space, commas or semicolons."""
    found = []
    for number, line in text_lines(text):
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
    return [token.text for token in counted_words(found, file, check_switch("counted", counted))]


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
        if not ch.isprintable() or ch.isspace() or ch in EMPTY or ch in "/,;:+=|" or "─" <= ch <= "╿":
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
    lines = list(text_lines(check_text(text, file=file)))
    begun = False
    for number, line in lines:
        if ":" in line:
            before, _, after = line.partition(":")
            head = [*(part for n, part in lines if n < number), before]
            tail = [" " * (len(before) + 1) + after, *(part for n, part in lines if n > number)]
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


def grid_lines(text: str) -> list[list[Token]]:
    """Return the symbols of each line that has any; lines of a drawn box are passed over."""
    lines = []
    for number, line in text_lines(check_text(text)):
        for part in re.finditer(r"[^/]+", line):
            if re.fullmatch(r"[\s+=|─-╿-]+", part.group()) and "+" in part.group():
                continue
            symbols = [
                Token(ch, number, part.start() + k + 1)
                for k, ch in enumerate(part.group())
                if not ch.isspace() and ch not in "|│┃║"
            ]
            if symbols:
                lines.append(symbols)
    return lines


def shape_grid(lines: list[list[Token]], shape: ShapeLike | None, file: str | None) -> list[list[Token]]:
    """Return the cells in rows; spreads letters that are given for every second cell."""
    if shape is not None:
        n_rows, n_cols = check_size(shape)
    elif len(lines) > 1:
        n_rows, n_cols = len(lines), len(lines[0])
    else:
        side = math.isqrt(len(lines[0]))
        n_rows = n_cols = 5 if len(lines[0]) == 9 else side if side * side == len(lines[0]) else 5
    flat = [symbol for line in lines for symbol in line]
    spread = ((n_rows + 1) // 2, (n_cols + 1) // 2)
    if len(lines) == 1 and len(flat) == spread[0] * spread[1] and len(flat) != n_rows * n_cols:
        given = iter(flat)
        return [
            [next(given) if r % 2 == 0 and c % 2 == 0 else Token(".", None, None) for c in range(n_cols)]
            for r in range(n_rows)
        ]
    if len(lines) == 1:
        if len(flat) != n_rows * n_cols:
            last = flat[min(len(flat), n_rows * n_cols) - 1]
            raise PuzzleError(
                f"{len(flat)} letters, expected {spread[0] * spread[1]} for every second cell"
                f" or {n_rows * n_cols} for all of {n_rows}x{n_cols}",
                file=file,
                line=last.line,
                column=last.column,
            )
        lines = [flat[k : k + n_cols] for k in range(0, len(flat), n_cols)]
    for line in lines:
        if len(line) != n_cols:
            raise PuzzleError(
                f"a row of {len(line)} cells, expected {n_cols}",
                file=file,
                line=line[0].line,
                column=line[min(len(line), n_cols) - 1].column,
            )
    if len(lines) != n_rows:
        raise PuzzleError(f"{len(lines)} rows, expected {n_rows}", file=file, line=lines[-1][0].line)
    if n_rows > MAX_SIDE or n_cols > MAX_SIDE:
        check_size((n_rows, n_cols))
    return lines


def _fold(text: str, alphabet: str) -> str:
    return text.upper() if alphabet == alphabet.upper() else text


def _span(alphabet: str) -> str:
    start = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return f"{alphabet[0]} to {alphabet[-1]}" if start.startswith(alphabet) else f"one of {alphabet}"


def take_grid(cells: list[list[Token]], alphabet: str, file: str | None) -> tuple[str, ...]:
    """Return the rows of a grid of known letters, each at most once."""
    seen: dict[str, str] = {}
    rows = []
    for r, line in enumerate(cells, 1):
        row = ""
        for c, symbol in enumerate(line, 1):
            if symbol.text in EMPTY:
                row += "."
                continue
            letter, place = _fold(symbol.text, alphabet), f"row {r}, column {c}"
            if len(letter) != 1 or letter not in alphabet:
                raise PuzzleError(
                    f"{symbol.text!r} at {place}, expected {_span(alphabet)} or '.'",
                    file=file, line=symbol.line, column=symbol.column,
                )  # fmt: skip
            if letter in seen:
                raise PuzzleError(
                    f"{letter} is given twice, at {seen[letter]} and at {place}, expected each letter once",
                    file=file, line=symbol.line, column=symbol.column,
                )  # fmt: skip
            seen[letter] = place
            row += letter
        rows.append(row)
    return tuple(rows)


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
