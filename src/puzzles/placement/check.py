"""Judges a filled board. Nothing here asks the solver or its slots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from ...io.text import printable
from .parse import board_rows, filled_rows
from .rules import fold, fold_all

if TYPE_CHECKING:
    from .puzzle import WordPlacement

GIVEN, WORD, ALONE = map(re.compile, ("[^01]", "[^0]{2,}", "(?<![^0])[^0](?![^0])"))
LETTERS = dict.fromkeys(map(ord, ascii_letters), "1")

__all__ = ["faults_of", "filling_faults", "solves"]


def faults_of(puzzle: WordPlacement, solution: Any) -> list[str]:
    """Return what keeps a filled board from being a solution, a line each; see `WordPlacement.faults`."""
    rows = filled_rows(solution)
    if rows is None:
        return [f"{printable(repr(solution))[:60]} is no filled board, expected rows of letters"]
    if [len(row) for row in rows] != [len(row) for row in puzzle.board]:
        return [f"the board has {puzzle.shape[0]} rows of {puzzle.shape[1]} cells, the solution has not"]
    return list(_cells(puzzle.board, rows)) or list(_words(puzzle, rows))


def solves(puzzle: WordPlacement, solution: Any) -> bool:
    """Say whether nothing keeps a filled board from being a solution, without saying what."""
    rows = filled_rows(solution)
    if rows is None or [len(row) for row in rows] != [len(row) for row in puzzle.board]:
        return False
    given, filled = "0".join(puzzle.board), "0".join(rows)
    letters = filled.replace("0", "")
    if _opened(given) != _opened(filled) or (letters and not letters.isalpha()):
        return False
    for entry in GIVEN.finditer(given):
        if entry.group().upper() != filled[entry.start()].upper():
            return False
    columns = list(map("".join, zip(*rows, strict=True)))
    if ALONE.search(filled) and _left_alone(given, len(rows[0]) + 1):
        return False
    words = WORD.findall(f"{filled}0{'0'.join(columns)}")
    used, listed = sorted(fold_all(words)), sorted(fold_all(puzzle.words))
    if puzzle.reuse:
        return {*used} <= {*listed} and (not puzzle.exact or {*listed} <= {*used})
    return used == listed if puzzle.exact else Counter(used) <= Counter(listed)


def _opened(text: str) -> str:
    """Return a text with 1 for each cell that is not forbidden."""
    opened = text.translate(LETTERS)
    return opened if opened.isascii() and opened.isdigit() else re.sub("[^0]", "1", text)


def _left_alone(board: str, width: int) -> bool:
    """Say whether an empty cell is in no slot, of rows of so many cells, the last of each forbidden."""
    opened, empty = int(_opened(board), 2), int(re.sub("[^01]", "0", board), 2)
    return bool(empty & ~(opened << 1 | opened >> 1 | opened << width | opened >> width))


def _cells(board: Sequence[str], rows: Sequence[str], *, loose: bool = False) -> Iterator[str]:
    """Yield what is wrong with single cells; `loose` where an empty one in no slot may be left."""
    for row, (line, filled) in enumerate(zip(board, rows, strict=True), 1):
        for col, (entry, letter) in enumerate(zip(line, filled, strict=True), 1):
            where = f"row {row}, column {col}"
            if (entry == "0") != (letter == "0"):
                yield f"{where} is {'forbidden' if entry == '0' else 'open'} on the board"
            elif loose and entry == "1" and _alone(board, row - 1, col - 1):
                continue
            elif letter == "1":
                yield f"{where} is empty"
            elif letter != "0" and not letter.isalpha():
                yield f"{where} holds {letter!r}, expected a letter"
            elif entry not in "01" and entry.upper() != letter.upper():
                yield f"{where} holds {letter!r}, but {entry!r} is given"
            elif entry == "1" and _alone(board, row - 1, col - 1):
                yield f"{where} is in no word"


def _alone(board: Sequence[str], row: int, col: int) -> bool:
    near = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return all(board[r][c] == "0" for r, c in near if 0 <= r < len(board) and 0 <= c < len(board[r]))


def _words(puzzle: WordPlacement, rows: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the words that stand on a board."""
    listed, used = Counter(map(fold, puzzle.words)), Counter[str]()
    for word, where in _entries(rows):
        used[word] += 1
        if not listed[word]:
            yield f"{printable(word)!r} ({where}) is not in the list"
        elif used[word] > listed[word] and not puzzle.reuse:
            yield f"{printable(word)!r} ({where}) is used once more than it is listed"
    if puzzle.exact:
        for word, count in listed.items():
            if used[word] < (1 if puzzle.reuse else count):
                yield f"{printable(word)!r} is not used"


def _entries(rows: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the words that stand on a board, in upper case, and where."""
    lines = [(row, False, line) for row, line in enumerate(rows, 1)]
    lines += [(col, True, "".join(column)) for col, column in enumerate(zip(*rows, strict=True), 1)]
    for number, vertical, line in lines:
        for part in re.finditer("[^0][^0]+", line):
            start = part.start() + 1
            yield fold(part.group()), f"R{start}C{number}DV" if vertical else f"R{number}C{start}DH"


def filling_faults(
    board: Any,
    filling: Any,
    lexicon: Iterable[str],
    *,
    reuse: bool = False,
    theme: Iterable[str] = (),
    no_shared: int | None = None,
) -> list[str]:
    """Return what keeps a filled grid from being what `fill` was asked for, a line each; empty for nothing.

    Parameters
    ----------
    board, lexicon, reuse, theme, no_shared
        As for `fill`.
    filling : WordFilling, FillResult, str, or rows
        Rows of letters; ``#``, ``0`` or 0 for forbidden cells.

    Notes
    -----
    A judge of its own: it shares nothing with the search but how a grid is read.

    Examples
    --------
    >>> filling_faults(".../##./...", "ABC/##D/CBE", ["ABC", "CDE", "CBE"])
    []
    >>> filling_faults(".../##./...", "ABC/##D/CBE", ["ABC", "CBE"], theme=["XYZ"], no_shared=1)[:2]
    ["'CDE' (R1C3DV) is not in the list", "the theme word 'XYZ' stands 0 times, expected once"]
    """
    rows, grid = filled_rows(filling), board_rows(board)
    if rows is None or [len(row) for row in rows] != [len(row) for row in grid]:
        return [f"{printable(repr(filling))[:60]} is no filled grid of {len(grid)} rows"]
    rows = [row.replace(".", "1") for row in rows]
    return list(_cells(grid, rows, loose=True)) or list(
        _asked(grid, rows, {*map(fold, lexicon)}, reuse, [*map(fold, theme)], no_shared)
    )


def _asked(
    grid: Sequence[str],
    rows: Sequence[str],
    listed: set[str],
    reuse: bool,
    theme: Sequence[str],
    no_shared: int | None,
) -> Iterator[str]:
    """Yield what is wrong with the words of a filled grid."""
    entries = list(_entries(rows))
    given = [word for word, _ in _entries(grid) if "1" not in word]
    used = Counter(word for word, _ in entries)
    for word, where in entries:
        if word not in listed and word not in given and word not in theme:
            yield f"{printable(word)!r} ({where}) is not in the list"
    for word, count in used.items():
        again = reuse and (no_shared is None or len(word) < no_shared)
        if count > max(1, given.count(word)) and not again:
            yield f"{printable(word)!r} is used {count} times"
    for word in theme:
        if used[word] != 1:
            yield f"the theme word {printable(word)!r} stands {used[word]} times, expected once"
    if no_shared is not None:
        yield from _shared(entries, {*given, *theme}, no_shared)


def _shared(entries: Sequence[tuple[str, str]], fixed: set[str], length: int) -> Iterator[str]:
    """Yield which words have so many letters in a row in common, but for those of which both are fixed."""
    for number, (word, where) in enumerate(entries):
        for other, there in entries[:number]:
            common = next(
                (p for k in range(len(word)) if len(p := word[k : k + length]) == length and p in other), ""
            )
            if common and not {word, other} <= fixed:
                pair = f"{printable(other)!r} ({there}) and {printable(word)!r} ({where})"
                yield f"{pair} have {common!r} in common"
