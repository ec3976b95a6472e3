"""Number the entries of filled grids, read their clues, and write files of crossword programs."""

from __future__ import annotations

import csv
import io
import json
import os
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base import MissingExtraError, PuzzleError
from ...io.formats.crosswords import CIRCLED, NO_MARKS, WAYS, Bar, Marks, begins
from ...io.text import read_text, source_name, text_lines
from .rules import find_slots, fold

if TYPE_CHECKING:
    from types import ModuleType

    from ...io.formats.crosswords import Crossword

__all__ = [
    "Entry",
    "check_export",
    "clue_lines",
    "clue_list",
    "clue_sheet",
    "clues_of",
    "entries",
    "folded",
    "ipuz_of",
    "jpz_of",
    "numbering",
    "puz_of",
]

JPZ = "http://crossword.info/xml/"
"""What the names of the XML of a jpz file belong to."""
MOST_SIDE = 255
"""Cells of a side of an Across Lite grid, which has a byte for it."""
MOST_REBUS = 99
"""Entries of the rebus of an Across Lite file, whose numbers have two digits."""


def numbering(rows: Sequence[str], bars: Collection[Bar] = ()) -> dict[tuple[int, int], int]:
    """Return the numbers of a crossword: each cell where a slot begins, in the order of reading."""
    across, down = begins(rows, bars).values()
    return dict(sorted({**across, **down}.items()))


class Entry(NamedTuple):
    """A word of a grid with its number and its clue, empty where it has none."""

    number: int
    word: str
    clue: str


def clue_list(source: str | os.PathLike[str]) -> dict[str, str]:
    """Read clues, one ``WORD;CLUE`` a line, or with a tab between; or a sheet with a heading.

    Parameters
    ----------
    source : path
        A UTF-8 file, plain or gzip; ``-`` is standard input. Empty lines, comment lines, which begin with
        ``#``, and spaces do not matter: the clue of ``ICE CREAM`` is that of ICECREAM. A clue may have
        semicolons. The heading of a sheet has the columns ``word`` or ``answer`` and ``clue``, apart by
        commas, tabs or semicolons; `clue_sheet` writes one.

    Returns
    -------
    dict of str to str
        Word in upper case -> clue, in the order of the file.

    Raises
    ------
    PuzzleError
        A file that is empty or cannot be read; a line without a word and a clue, a word twice: with its
        place.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "clues.txt")
    ...     _ = path.write_text("ant;It works; in a hill\\nBEE\\tIt works in a hive\\n")
    ...     clue_list(path)
    {'ANT': 'It works; in a hill', 'BEE': 'It works in a hive'}
    """
    text, name = read_text(source), source_name(source)
    clues: dict[str, str] = {}
    lines = [(number, line) for number, line in text_lines(text) if line.strip()]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    columns = _sheet_columns(lines[0][1]) if lines else None
    for number, line in lines[columns is not None :]:
        if columns is None:
            word, _, clue = line.partition("\t" if "\t" in line else ";")
        else:
            cells = [*_cells(line, columns[0]), *[""] * (max(columns[1:]) + 1)]
            word, clue = cells[columns[1]], cells[columns[2]].strip()
            if word and (not clue or clues.get(fold(word)) == clue):
                continue
        word, clue = fold("".join(word.split())), clue.strip()  # ICE CREAM is ICECREAM in the grid
        if not word or not clue:
            form = "WORD;CLUE" if columns is None else "a word and a clue"
            raise PuzzleError(f"line {line[:60]!r}, expected {form}", file=name, line=number)
        if word in clues:
            raise PuzzleError(f"{word[:40]!r} has two clues", file=name, line=number)
        clues[word] = clue
    return clues


def _cells(line: str, mark: str) -> list[str]:
    """Return the cells of a line of a sheet; none of one that is too long for them."""
    try:
        return next(csv.reader([line], delimiter=mark))
    except csv.Error:
        return []


def _sheet_columns(line: str) -> tuple[str, int, int] | None:
    """Return the mark between columns, and the places of words and clues, by the heading of a sheet."""
    for mark in ",\t;":
        names = [name.strip().casefold() for name in _cells(line, mark)]
        word = next((k for k, name in enumerate(names) if name in ("word", "answer")), None)
        if word is not None and "clue" in names:
            return mark, word, names.index("clue")
    return None


def clue_sheet(
    rows: Sequence[str],
    clues: Mapping[str, str] | None = None,
    mark: str = ",",
    marks: Marks = NO_MARKS,
) -> str:
    r"""Return the entries of a filled grid as rows of number, way, word and clue below a heading.

    Examples
    --------
    >>> clue_sheet(["AB", "0C"], {"AB": "Two, in order"}).splitlines()
    ['number,way,word,clue', '1,Across,AB,"Two, in order"', '2,Down,BC,']
    """
    stream = io.StringIO()
    table = csv.writer(stream, delimiter=mark, lineterminator="\n")
    table.writerow(("number", "way", "word", "clue"))
    for way, found in entries(*_checked(rows, marks), clues).items():
        table.writerows((entry.number, way, entry.word, entry.clue) for entry in found)
    return stream.getvalue()


def folded(clues: Mapping[str, str] | None) -> dict[str, str]:
    """Return clues by words in upper case."""
    if clues is None:
        return {}
    if not isinstance(clues, Mapping):
        raise PuzzleError(f"clues={clues!r:.40}, expected a mapping of words to clues")
    for word, clue in clues.items():
        if not isinstance(word, str) or not isinstance(clue, str):
            raise PuzzleError(f"clue {clue!r:.40} of {word!r:.40}, expected texts")
    return {fold("".join(word.split())): " ".join(clue.split()) for word, clue in clues.items()}


def entries(
    rows: Sequence[str], marks: Marks = NO_MARKS, clues: Mapping[str, str] | None = None
) -> dict[str, list[Entry]]:
    """Return the entries of a grid, across and down, in the order of their numbers.

    An entry has the clue of its word, else its own, such as that of ``1 Across``.
    """
    numbers, known = numbering(rows, marks.bars), folded(clues)
    found: dict[str, list[Entry]] = {way: [] for way in WAYS}
    for slot in sorted(find_slots(rows, marks.bars)):
        word = slot.text(rows, marks.rebus)
        way, number = WAYS[slot.vertical], numbers[slot.row, slot.col]
        clue = known.get(fold(word)) or known.get(fold(f"{number}{way}"), "")
        found[way].append(Entry(number, word, clue))
    return found


def clue_lines(rows: Sequence[str], clues: Mapping[str, str] | None, marks: Marks = NO_MARKS) -> list[str]:
    """Return the clues of a filled grid as lines of text: number and clue, or the number alone."""
    lines = []
    for way, found in entries([row.replace("#", "0") for row in rows], marks, clues).items():
        if found:
            lines += ["", way, *(f"{entry.number}. {entry.clue}".rstrip() for entry in found)]
    return lines[1:]


def clues_of(crossword: Crossword, rows: Sequence[str]) -> dict[str, str]:
    """Return the clues of a crossword by the words that fill it; by entry where a word is there twice.

    Raises
    ------
    PuzzleError
        Another number of clues than of entries.
    """
    found = entries([row.replace("#", "0") for row in rows], crossword.marks)
    order = sorted((entry.number, k, fold(entry.word)) for k, way in enumerate(WAYS) for entry in found[way])
    if crossword.listed and len(crossword.listed) != len(order):
        raise PuzzleError(f"{len(crossword.listed)} clues, but the grid has {len(order)} entries")
    times = Counter(word for _, _, word in order)
    clues = {}
    for at, (number, k, word) in enumerate(order):
        clue = crossword.listed[at] if crossword.listed else crossword.numbered.get(WAYS[k], {}).get(number)
        if clue is not None:
            clues[word if times[word] == 1 else f"{number} {WAYS[k]}"] = clue
    return clues


def jpz_of(rows: Sequence[str], clues: Mapping[str, str] | None = None, marks: Marks = NO_MARKS) -> str:
    """Return a filled grid as the XML text of a jpz file, with the standard numbers."""
    from xml.etree.ElementTree import Element, SubElement, tostring

    grid, marks = _checked(rows, marks)
    numbers, slots = numbering(grid, marks.bars), sorted(find_slots(grid, marks.bars))
    root = Element("crossword-compiler-applet", xmlns=f"{JPZ}crossword-compiler-applet")
    puzzle = SubElement(root, "rectangular-puzzle", xmlns=f"{JPZ}rectangular-puzzle")
    crossword = SubElement(puzzle, "crossword")
    cells = SubElement(crossword, "grid", width=str(len(grid[0])), height=str(len(grid)))
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            cell = SubElement(cells, "cell", x=str(c + 1), y=str(r + 1))
            for name, down in (("top-bar", True), ("left-bar", False)):
                if (r, c, down) in marks.bars:
                    cell.set(name, "true")
            if letter == "0":
                cell.set("type", "block")
                continue
            cell.set("solution", marks.rebus.get((r, c), letter))
            if (r, c) in marks.circles:
                cell.set("background-shape", "circle")
            if (r, c) in numbers:
                cell.set("number", str(numbers[r, c]))
    sections = []
    for way, found in entries(grid, marks, clues).items():
        section = Element("clues")
        SubElement(SubElement(section, "title"), "b").text = way
        for slot, entry in zip([one for one in slots if WAYS[one.vertical] == way], found, strict=True):
            place, last = [slot.col + 1, slot.row + 1], slot.length - 1
            x, y = (f"{at}-{at + last}" if slot.vertical == k else str(at) for k, at in enumerate(place))
            word = str(len(crossword))  # the grid comes first
            SubElement(crossword, "word", id=word, x=x, y=y)
            SubElement(section, "clue", word=word, number=str(entry.number)).text = entry.clue
        sections.append(section)
    crossword.extend(sections)
    return tostring(root, encoding="unicode") + "\n"


def ipuz_of(rows: Sequence[str], clues: Mapping[str, str] | None = None, marks: Marks = NO_MARKS) -> str:
    """Return a filled grid as the text of an ipuz file, with the standard numbers."""
    grid, marks = _checked(rows, marks)
    numbers = numbering(grid, marks.bars)

    def shown(r: int, c: int, letter: str) -> Any:
        bars = "".join(side for side, down in (("T", True), ("L", False)) if (r, c, down) in marks.bars)
        style = {"barred": bars} if bars else {}
        style |= {"shapebg": "circle"} if (r, c) in marks.circles else {}
        cell = "#" if letter == "0" else numbers.get((r, c), 0)
        return {"cell": cell, "style": style} if style else cell

    value = {
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": len(grid[0]), "height": len(grid)},
        "block": "#",
        "empty": "0",
        "puzzle": [[shown(r, c, letter) for c, letter in enumerate(row)] for r, row in enumerate(grid)],
        "solution": [
            ["#" if letter == "0" else marks.rebus.get((r, c), letter) for c, letter in enumerate(row)]
            for r, row in enumerate(grid)
        ],
        "clues": {
            way: [[entry.number, entry.clue] for entry in found]
            for way, found in entries(grid, marks, clues).items()
        },
    }
    return json.dumps(value, ensure_ascii=False) + "\n"


def puz_of(rows: Sequence[str], clues: Mapping[str, str] | None = None, marks: Marks = NO_MARKS) -> bytes:
    """Return a filled grid as an Across Lite file."""
    check_export(".puz", marks)
    puz = _puzpy()
    grid, marks = _checked(rows, marks)
    if max(len(grid), len(grid[0])) > MOST_SIDE:
        raise PuzzleError(f"a grid of {len(grid)} x {len(grid[0])}, expected at most {MOST_SIDE} for .puz")
    text = "".join(grid).replace("0", ".")
    # In the order of the numbers, across before down.
    listed = sorted(
        (e.number, k, e.clue) for k, found in enumerate(entries(grid, marks, clues).values()) for e in found
    )
    for _, _, clue in listed:
        if any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in clue):
            wrong = f"clue {clue[:40]!r} cannot be written to .puz; remove the characters that are no text"
            raise PuzzleError(wrong)
    rebus = {r * len(grid[0]) + c: letters for (r, c), letters in marks.rebus.items()}
    signs = "".join([text, *rebus.values(), *(clue for _, _, clue in listed)])
    latin = all(ord(sign) <= 0xFF for sign in signs)
    made = puz.Puzzle("1.3" if latin else "2.0")
    made.width, made.height = len(grid[0]), len(grid)
    if not latin:
        rebus = {at: letter for at, letter in enumerate(text) if not letter.isascii()} | rebus
    made.solution = _with_rebus(text, rebus, made)
    made.fill = "".join("." if letter == "." else "-" for letter in text)
    made.clues = [clue for _, _, clue in listed]
    for r, c in marks.circles:
        made.markup().set_markup_squares(r * len(grid[0]) + c, CIRCLED)
    content: bytes = made.tobytes()
    return content


def _with_rebus(text: str, rebus: Mapping[int, str], made: Any) -> str:
    """Return cells with a letter of A to Z where there is an entry of the rebus, which the file takes."""
    places: dict[str, list[int]] = {}
    for at, letters in rebus.items():
        places.setdefault(letters, []).append(at)
    if len(places) > MOST_REBUS:
        what = "cells of several letters or of letters that are not ASCII"
        raise PuzzleError(f"{len(places)} different {what}; a .puz file takes {MOST_REBUS}")
    for letters, ats in places.items():
        made.rebus().add_rebus_squares(ats, letters)
    return "".join(_plain(letter) if at in rebus else letter for at, letter in enumerate(text))


def _plain(letter: str) -> str:
    """Return the letter of A to Z that is nearest to a letter, for programs without rebus; else X."""
    base = unicodedata.normalize("NFD", letter)[0]
    return base if base.isascii() and base.isalpha() else "X"


def check_export(path: str, marks: Marks = NO_MARKS) -> None:
    """Refuse a file of an ending that is not written, or a ``.puz`` without puzpy or with bars."""
    if path.lower().endswith(".puz"):
        if marks.bars:
            raise PuzzleError("a .puz file has no bars between cells; export to .ipuz or .jpz")
        _puzpy()
    elif not path.lower().endswith((".ipuz", ".jpz", ".csv", ".tsv")):
        known = ".ipuz, .jpz, .puz, .csv or .tsv"
        raise PuzzleError(f"cannot export to {path!r:.60}; use a name that ends in {known}")


def _puzpy() -> ModuleType:
    try:
        import puz
    except ImportError:
        raise MissingExtraError("Across Lite files", "puzpy", "puz") from None
    module: ModuleType = puz
    return module


def _checked(rows: Sequence[str], marks: Marks = NO_MARKS) -> tuple[list[str], Marks]:
    """Return a filled grid and its marks in upper case, with 0 for forbidden cells."""
    grid = [fold(row).replace("#", "0") for row in rows]
    for r, row in enumerate(grid, 1):
        for c, letter in enumerate(row, 1):
            if letter != "0" and not letter.isalpha():
                raise PuzzleError(f"row {r}, column {c} has no letter; only a filled grid can be exported")
    return grid, marks._replace(rebus={cell: fold(letters) for cell, letters in marks.rebus.items()})
