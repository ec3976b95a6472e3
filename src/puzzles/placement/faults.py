"""Judges a filled board. Nothing here asks the solver or its slots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...textio import printable
from .rules import fold
from .text import filled_rows

if TYPE_CHECKING:
    from .puzzle import WordPlacement

__all__ = ["faults_of"]


def faults_of(puzzle: WordPlacement, solution: Any) -> list[str]:
    """Return what keeps a filled board from being a solution, a line each; see `WordPlacement.faults`."""
    rows = filled_rows(solution)
    if rows is None:
        return [f"{printable(repr(solution))[:60]} is no filled board, expected rows of letters"]
    if [len(row) for row in rows] != [len(row) for row in puzzle.board]:
        return [f"the board has {puzzle.shape[0]} rows of {puzzle.shape[1]} cells, the solution has not"]
    return list(_cells(puzzle.board, rows)) or list(_words(puzzle, rows))


def _cells(board: Sequence[str], rows: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with single cells."""
    for row, (line, filled) in enumerate(zip(board, rows, strict=True), 1):
        for col, (entry, letter) in enumerate(zip(line, filled, strict=True), 1):
            where = f"row {row}, column {col}"
            if (entry == "0") != (letter == "0"):
                yield f"{where} is {'forbidden' if entry == '0' else 'open'} on the board"
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
    lines = [(row, False, line) for row, line in enumerate(rows, 1)]
    lines += [(col, True, "".join(column)) for col, column in enumerate(zip(*rows, strict=True), 1)]
    listed, used = Counter(map(fold, puzzle.words)), Counter[str]()
    for number, vertical, line in lines:
        for part in re.finditer("[^0][^0]+", line):
            word, start = fold(part.group()), part.start() + 1
            where = f"R{start}C{number}DV" if vertical else f"R{number}C{start}DH"
            used[word] += 1
            if not listed[word]:
                yield f"{printable(word)!r} ({where}) is not in the list"
            elif used[word] > listed[word] and not puzzle.reuse:
                yield f"{printable(word)!r} ({where}) is used once more than it is listed"
    if puzzle.exact:
        for word, count in listed.items():
            if used[word] < (1 if puzzle.reuse else count):
                yield f"{printable(word)!r} is not used"
