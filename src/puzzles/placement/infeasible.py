"""Why a puzzle has no solution, as far as counting tells before any search."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from .rules import FORBIDDEN, fold

if TYPE_CHECKING:
    from .puzzle import WordPlacement

__all__ = ["reason_against"]

_LONELY = re.compile("(?<![^0])1(?![^0])")  # an empty cell without open neighbours in its row


def reason_against(puzzle: WordPlacement) -> str:
    """Say in a line why there can be no solution; empty where counting does not tell."""
    return _lonely(puzzle) or _lengths(puzzle) or _odd_letters(puzzle)


def _lonely(puzzle: WordPlacement) -> str:
    board = puzzle.board
    for row, line in enumerate(board):
        for found in _LONELY.finditer(line):
            col = found.start()
            above = board[row - 1][col] if row else FORBIDDEN
            below = board[row + 1][col] if row + 1 < len(board) else FORBIDDEN
            if above == below == FORBIDDEN:
                return f"the empty cell in row {row + 1}, column {col + 1} is in no slot"
    return ""


def _lengths(puzzle: WordPlacement) -> str:
    slots = Counter(slot.length for slot in puzzle.slots)
    words = Counter(map(len, puzzle.words))
    for length in sorted({*slots, *words}):
        have, need = words[length], slots[length]
        short = have < need and not (puzzle.reuse and have)
        if short or (have > need and puzzle.exact and not (puzzle.reuse and need)):
            what = f"{have} word{'s' * (have != 1)} of {length} letter{'s' * (length != 1)}"
            return f"{what} for {need} slot{'s' * (need != 1)} of that length"
    return ""


def _odd_letters(puzzle: WordPlacement) -> str:
    """Say why the letters of the words, all used once each, cannot pair up; empty if they may.

    A letter in a crossing stands in two words: all pair up but those in cells of one word.
    """
    if puzzle.reuse or len(puzzle.words) != len(puzzle.slots):
        return ""
    single = 2 * sum(len(line) - line.count(FORBIDDEN) for line in puzzle.board)
    single -= sum(slot.length for slot in puzzle.slots)
    odd = [letter for letter, n in Counter(fold("".join(puzzle.words))).items() if n % 2]
    if len(odd) <= single:
        return ""
    have = f"{len(odd)} letter{'s stand' if len(odd) != 1 else ' stands'}"
    return f"{have} in the words an odd number of times, with {single} cells in one word only"
