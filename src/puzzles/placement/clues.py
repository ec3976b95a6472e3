"""Clues of a crossword: lists of lines WORD;CLUE, and clues by their number in a grid."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...base import PuzzleError
from ...io.text import read_text, source_name, text_lines
from .draw import numbering
from .rules import find_slots, fold

__all__ = ["Entry", "clue_lines", "clue_list", "entries", "folded"]

WAYS = ("Across", "Down")


class Entry(NamedTuple):
    """A word of a grid with its number and its clue, empty where it has none."""

    number: int
    word: str
    clue: str


def clue_list(source: str | os.PathLike[str]) -> dict[str, str]:
    """Read clues, one ``WORD;CLUE`` a line, or with a tab between.

    Parameters
    ----------
    source : path
        A UTF-8 file, plain or gzip; ``-`` is standard input. Empty lines, comment lines, which begin with
        ``#``, and spaces do not matter: the clue of ``ICE CREAM`` is that of ICECREAM. A clue may have
        semicolons.

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
    for number, line in text_lines(text):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        word, _, clue = line.partition("\t" if "\t" in line else ";")
        word, clue = fold("".join(word.split())), clue.strip()  # ICE CREAM is ICECREAM in the grid
        if not word or not clue:
            raise PuzzleError(f"line {line[:60]!r}, expected WORD;CLUE", file=name, line=number)
        if word in clues:
            raise PuzzleError(f"a second clue for {word[:40]!r}, expected one", file=name, line=number)
        clues[word] = clue
    return clues


def folded(clues: Mapping[str, str] | None) -> dict[str, str]:
    """Return clues by words in upper case.

    Raises
    ------
    PuzzleError
        No mapping of texts to texts.

    Examples
    --------
    >>> folded({"ant": "It works in a hill"})
    {'ANT': 'It works in a hill'}
    """
    if clues is None:
        return {}
    if not isinstance(clues, Mapping):
        raise PuzzleError(f"clues={clues!r:.40}, expected a mapping of words to clues")
    for word, clue in clues.items():
        if not isinstance(word, str) or not isinstance(clue, str):
            raise PuzzleError(f"clue {clue!r:.40} of {word!r:.40}, expected texts")
    return {fold("".join(word.split())): " ".join(clue.split()) for word, clue in clues.items()}


def entries(rows: Sequence[str], clues: Mapping[str, str] | None = None) -> dict[str, list[Entry]]:
    """Return the entries of a grid, across and down, in the order of their numbers.

    Parameters
    ----------
    rows : sequence of str
        ``0`` is forbidden, anything else open.
    clues : mapping, optional
        Word, in whatever case -> clue.

    Examples
    --------
    >>> found = entries(["AB0", "C0D", "EFG"], {"ab": "Two letters"})
    >>> found["Across"]
    [Entry(number=1, word='AB', clue='Two letters'), Entry(number=3, word='EFG', clue='')]
    """
    numbers, known = numbering(rows), folded(clues)
    found: dict[str, list[Entry]] = {way: [] for way in WAYS}
    for slot in sorted(find_slots(rows)):
        word = slot.text(rows)
        entry = Entry(numbers[slot.row, slot.col], word, known.get(fold(word), ""))
        found[WAYS[slot.vertical]].append(entry)
    return found


def clue_lines(rows: Sequence[str], clues: Mapping[str, str] | None) -> list[str]:
    """Return the clues of a filled grid as lines of text: number and clue, or the number alone.

    Examples
    --------
    >>> print("\\n".join(clue_lines(["AB", "C0"], {"ab": "Two letters"})))
    Across
    1. Two letters
    <BLANKLINE>
    Down
    1.
    """
    lines = []
    for way, found in entries([row.replace("#", "0") for row in rows], clues).items():
        if found:
            lines += ["", way, *(f"{entry.number}. {entry.clue}".rstrip() for entry in found)]
    return lines[1:]
