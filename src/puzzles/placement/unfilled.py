"""Explain why no words of a list fill a grid: lengths, given letters, numbers of words, crossings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...io.text import pluralize
from .rules import EMPTY, Slot, fold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .fill_request import Wanted

__all__ = ["why_unfilled"]

NO_WAY = "no words of the list fill the grid"


def why_unfilled(asked: Wanted) -> str:
    """Return in a line why words cannot fill a grid, with the slot where it is one.

    Slots are narrowed to the words whose letters some word of each crossing slot has, until nothing changes
    (arc consistency). O(rounds · slots · letters of the words).

    Examples
    --------
    >>> from .fill_request import wanted
    >>> why_unfilled(wanted("A.B/###/...", ["ABC", "XYZ"]))
    'no word of the list fits row 1, column 1 across: A.B'
    >>> why_unfilled(wanted("../..", ["AB", "CD"]))
    'the list has 2 words of 2 letters for 4 slots of that length'
    """
    rows = tuple(map(fold, asked.rows))
    slots = [slot for slot in asked.slots if EMPTY in slot.text(rows)]
    usable = [key for key in asked.written if asked.reuse or key not in asked.given]
    words = {length: _letters(usable, length) for length in {slot.length for slot in slots}}
    fits: list[NDArray[np.bool_]] = []
    for slot in slots:
        letters, text = words[slot.length], slot.text(rows)
        if not len(letters):
            more = " but those that are given" if any(len(key) == slot.length for key in asked.given) else ""
            return f"the list has no word of {slot.length} letters{more}, which {_place(slot)} needs"
        fit = np.ones(len(letters), dtype=bool)
        for k, letter in enumerate(text):
            if letter != EMPTY:
                fit &= letters[:, k] == ord(letter)
        if not fit.any():
            return f"no word of the list fits {_place(slot)}: {_pattern(slot, rows)}"
        fits.append(fit)
    for length, letters in words.items():
        count = sum(slot.length == length for slot in slots)
        if count > len(letters) and not asked.reuse:
            number = pluralize(len(letters), "word")
            return f"the list has {number} of {length} letters for {count:,} slots of that length"
    stuck = _stuck(slots, words, fits, len(rows[0]))
    if stuck is None:
        return f"{NO_WAY}: each slot has words, but not all slots at once" if slots else NO_WAY
    return f"no word of the list fits {_place(stuck)} and the words that cross it: {_pattern(stuck, rows)}"


def _letters(words: Sequence[str], length: int) -> NDArray[np.uint32]:
    """Return the letters of the words of a length, a word a row."""
    text = "".join(word for word in words if len(word) == length)
    return np.frombuffer(text.encode("utf-32-le"), dtype="<u4").reshape(-1, length)


def _place(slot: Slot) -> str:
    return f"row {slot.row + 1}, column {slot.col + 1} {'down' if slot.vertical else 'across'}"


def _pattern(slot: Slot, rows: Sequence[str]) -> str:
    return slot.text(rows).replace(EMPTY, ".")


def _stuck(
    slots: Sequence[Slot], words: dict[int, NDArray[np.uint32]], fits: list[NDArray[np.bool_]], width: int
) -> Slot | None:
    """Return the first slot that no word is left for; None where each keeps one."""
    at: dict[int, list[tuple[int, int]]] = {}
    for number, slot in enumerate(slots):
        for k, cell in enumerate(slot.indices(width)):
            at.setdefault(cell, []).append((number, k))
    crossings = [pair for pair in at.values() if len(pair) == 2]
    changed = True
    while changed:
        changed = False
        for pair in crossings:
            known = [np.unique(words[slots[n].length][fits[n], k]) for n, k in pair]
            both = np.intersect1d(known[0], known[1], assume_unique=True)
            for (n, k), letters in zip(pair, known, strict=True):
                if len(both) < len(letters):
                    fits[n] &= np.isin(words[slots[n].length][:, k], both)
                    changed = True
                    if not fits[n].any():
                        return slots[n]
    return None
