"""Check filled boards. Nothing here asks the solver or its slots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from string import ascii_letters
from typing import Any, NamedTuple

from ...io.formats.crosswords import NO_MARKS, Bar, Cell, Marks
from ...io.text import printable
from ..framework.check import Judgement, Verdict, cell_name, empty_cells
from .parse import filled_rows, marked_rows
from .result import FillResult, WordFilling
from .rules import PlacementTask, fold, fold_all

GIVEN, WORD, ALONE = map(re.compile, ("[^01]", "[^0]{2,}", "(?<![^0])[^0](?![^0])"))
LETTERS = dict.fromkeys(map(ord, ascii_letters), "1")


class _Entry(NamedTuple):
    """A word on a board, in upper case, and its cells, from 0."""

    word: str
    cells: tuple[Cell, ...]
    down: bool

    @property
    def label(self) -> str:
        row, col = self.cells[0]
        return f"R{row + 1}C{col + 1}D{'V' if self.down else 'H'}"


def faults_of(task: PlacementTask, solution: Any) -> list[str]:
    """Return what keeps a filled board from being a solution, a line each."""
    rows = filled_rows(solution)
    if rows is None:
        return [f"{printable(repr(solution))[:60]} is no filled board, expected rows of letters"]
    if [len(row) for row in rows] != [len(row) for row in task.board]:
        size = f"{len(task.board)} rows of {len(task.board[0])} cells"
        return [f"the board has {size}, the solution has not"]
    cells = [text for _, text, _ in _wrong_cells(task.board, rows)]
    return cells or [text.format(f" ({entry.label})") for entry, text in wrong_words(task, rows)] + list(
        _unused(task, rows)
    )


def verdict_on(task: PlacementTask, rows: Sequence[str]) -> Verdict:
    """Return what is wrong with rows of the board's shape: changed cells, words, then what is missing."""
    cells = list(_wrong_cells(task.board, rows))
    for place, text, kind in cells:
        if kind == "changed":
            return Verdict(status=Judgement.NOT_OF_THIS_PUZZLE, reason=text, places=(place,))
    for entry, text in wrong_words(task, rows):
        return Verdict(status=Judgement.WRONG, reason=text.format(""), places=entry.cells)
    if empty := [place for place, _, kind in cells if kind == "empty"]:
        return empty_cells(empty)
    return Verdict(status=Judgement.WRONG, reason=[*(text for _, text, _ in cells), *_unused(task, rows)][0])


def solves(task: PlacementTask, solution: Any) -> bool:
    """Return whether a filled board is a solution, without saying why not."""
    rows = filled_rows(solution)
    if rows is None or [len(row) for row in rows] != [len(row) for row in task.board]:
        return False
    given, filled = "0".join(task.board), "0".join(rows)
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
    used, listed = sorted(fold_all(words)), sorted(fold_all(task.words))
    if task.reuse:
        return {*used} <= {*listed} and (not task.exact or {*listed} <= {*used})
    return used == listed if task.exact else Counter(used) <= Counter(listed)


def _opened(text: str) -> str:
    """Return a text with 1 for each cell that is not forbidden."""
    opened = text.translate(LETTERS)
    return opened if opened.isascii() and opened.isdigit() else re.sub("[^0]", "1", text)


def _left_alone(board: str, width: int) -> bool:
    """Return whether an empty cell is in no slot, of rows of `width` cells, the last of each forbidden."""
    opened, empty = int(_opened(board), 2), int(re.sub("[^01]", "0", board), 2)
    return bool(empty & ~(opened << 1 | opened >> 1 | opened << width | opened >> width))


def _wrong_cells(
    board: Sequence[str],
    rows: Sequence[str],
    *,
    loose: bool = False,
    bars: Collection[Bar] = (),
) -> Iterator[tuple[Cell, str, str]]:
    """Yield the cells that are wrong, what is wrong, and whether they are changed, empty or in no word.

    With `loose`, an empty cell in no slot may be left.
    """
    for row, (line, filled) in enumerate(zip(board, rows, strict=True)):
        for col, (entry, letter) in enumerate(zip(line, filled, strict=True)):
            alone = entry == "1" and _alone(board, row, col, bars)
            kind = "changed"
            if (entry == "0") != (letter == "0"):
                text = f"is {'forbidden' if entry == '0' else 'open'} on the board"
            elif loose and alone:
                continue
            elif letter == "1":
                text, kind = "is empty", "empty"
            elif entry not in "01" and fold(entry) != fold(letter):
                text = f"holds {letter!r}, but {entry!r} is given"
            elif letter != "0" and not letter.isalpha():
                text = f"holds {letter!r}, expected a letter"
            elif alone:
                text, kind = "is in no word", "alone"
            else:
                continue
            yield (row, col), f"{cell_name((row, col))} {text}", kind


def _alone(board: Sequence[str], row: int, col: int, bars: Collection[Bar] = ()) -> bool:
    near = (
        (row - 1, col, (row, col, True)),
        (row + 1, col, (row + 1, col, True)),
        (row, col - 1, (row, col, False)),
        (row, col + 1, (row, col + 1, False)),
    )
    return all(
        board[r][c] == "0" or bar in bars
        for r, c, bar in near
        if 0 <= r < len(board) and 0 <= c < len(board[r])
    )


def _entries(rows: Sequence[str], marks: Marks = NO_MARKS) -> Iterator[_Entry]:
    """Yield the words on a board that have no empty cell: those across, then those down."""
    lines = [(row, False, line) for row, line in enumerate(rows)]
    lines += [(col, True, "".join(column)) for col, column in enumerate(zip(*rows, strict=True))]
    for number, down, line in lines:
        for part in WORD.finditer(line):
            cells = tuple((at, number) if down else (number, at) for at in range(*part.span()))
            cuts = [k for k, cell in enumerate(cells) if k and (*cell, down) in marks.bars]
            for start, end in pairwise([0, *cuts, len(cells)]):
                word = "".join(marks.rebus.get((r, c)) or rows[r][c] for r, c in cells[start:end])
                if end - start > 1 and "1" not in word:
                    yield _Entry(fold(word), cells[start:end], down)


def wrong_words(task: PlacementTask, rows: Sequence[str]) -> Iterator[tuple[_Entry, str]]:
    """Yield the words that are not listed or used too often, and what is wrong, with {} for the place."""
    listed, used = Counter(map(fold, task.words)), Counter[str]()
    for entry in _entries(rows):
        word = entry.word
        used[word] += 1
        if not listed[word]:
            yield entry, f"{printable(word)!r}{{}} is not in the list"
        elif used[word] > listed[word] and not task.reuse:
            yield entry, f"{printable(word)!r}{{}} is used once more than it is listed"


def _unused(task: PlacementTask, rows: Sequence[str]) -> Iterator[str]:
    if task.exact:
        used = Counter(entry.word for entry in _entries(rows))
        for word, count in Counter(map(fold, task.words)).items():
            if used[word] < (1 if task.reuse else count):
                yield f"{printable(word)!r} is not used"


def filling_faults(
    board: Any,
    filling: Any,
    lexicon: Iterable[str],
    *,
    reuse: bool = False,
    theme: Iterable[str] | None = None,
    no_shared: int | None = None,
) -> list[str]:
    """Return what keeps a filled grid from being what `fill` was asked for, a line each; empty for nothing.

    It shares nothing with the search but the reading of the grid.

    Parameters
    ----------
    board, lexicon, reuse, theme, no_shared
        As for `fill`.
    filling : WordFilling, FillResult, str, or rows
        Rows of letters; ``#``, ``0`` or 0 for forbidden cells.

    Examples
    --------
    >>> filling_faults(".../##./...", "ABC/##D/CBE", ["ABC", "CDE", "CBE"])
    []
    >>> filling_faults(".../##./...", "ABC/##D/CBE", ["ABC", "CBE"], theme=["XYZ"], no_shared=1)[:2]
    ["'CDE' (R1C3DV) is not in the list", "the theme word 'XYZ' stands 0 times, expected once"]
    """
    grid, marks = marked_rows(board)
    filling = filling.solution if isinstance(filling, FillResult) else filling
    theirs = filling.marks if isinstance(filling, WordFilling) else marks
    rows = filled_rows(filling.rows if isinstance(filling, WordFilling) else filling)
    if rows is None or [len(row) for row in rows] != [len(row) for row in grid]:
        return [f"{printable(repr(filling))[:60]} is no filled grid of {len(grid)} rows"]
    rows = [row.replace(".", "1") for row in rows]
    cells = [text for _, text, _ in _wrong_cells(grid, rows, loose=True, bars=marks.bars)]
    for cell in sorted({*marks.rebus, *theirs.rebus}):
        text, letters = (fold(found.rebus.get(cell, "")) for found in (theirs, marks))
        if text != letters:
            cells.append(f"{cell_name(cell)} holds {text!r}, but {letters!r} is given")
    if cells:
        return cells
    entries, themed = list(_entries(rows, marks)), [*map(fold, theme or ())]
    given, listed = [entry.word for entry in _entries(grid, marks)], {*map(fold, lexicon)}
    used = Counter(entry.word for entry in entries)
    faults = [
        f"{printable(entry.word)!r} ({entry.label}) is not in the list"
        for entry in entries
        if entry.word not in listed and entry.word not in given and entry.word not in themed
    ]
    for word, count in used.items():
        again = reuse and (word in listed or word in themed) and (no_shared is None or len(word) < no_shared)
        if count > max(1, given.count(word)) and not again:
            faults.append(f"{printable(word)!r} is used {count} times")
    for word in themed:
        if used[word] != 1:
            faults.append(f"the theme word {printable(word)!r} stands {used[word]} times, expected once")
    if no_shared is not None:
        faults += _shared(entries, {*given, *themed}, no_shared)
    return faults


def _shared(entries: Sequence[_Entry], fixed: set[str], length: int) -> Iterator[str]:
    """Yield which words have `length` letters in a row in common, but for those of which both are fixed."""
    for number, entry in enumerate(entries):
        word = entry.word
        for other in entries[:number]:
            parts = (word[k : k + length] for k in range(len(word) - length + 1))
            common = next((part for part in parts if part in other.word), "")
            if common and not {word, other.word} <= fixed:
                pair = f"{printable(other.word)!r} ({other.label}) and {printable(word)!r} ({entry.label})"
                yield f"{pair} have {common!r} in common"
