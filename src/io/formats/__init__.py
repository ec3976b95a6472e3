"""Read and write formats of other programs: a registry of modules, each with its formats, found by content.

A format converts between its text and what `parse` of a puzzle takes: a text, and rules by name. So it knows
no puzzle; a puzzle names its formats in `FORMATS`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from functools import cache

from ...base import PuzzleError
from .format import Format, PuzzleText

__all__ = ["Format", "PuzzleText", "format_of", "known_formats", "read_format", "write_format"]

MODULES = (
    "grid_files",
    "opensudoku",
    "fpuzzles",
    "pzpr",
    "penpa",
    "tatham",
    "crosswords",
    "dimacs",
    "training",
)
"""Modules with ``FORMATS``."""


@cache
def known_formats() -> dict[str, Format]:
    """Return all formats by name.

    Examples
    --------
    >>> known_formats()["sdm"].title
    'collection .sdm'
    """
    modules = [importlib.import_module(f".{name}", __name__) for name in MODULES]
    return {one.name: one for module in modules for one in module.FORMATS}


def format_of(text: str, names: Iterable[str]) -> Format | None:
    """Return the one of some formats that a text is in; None where it is in none.

    Raises
    ------
    PuzzleError
        It can be read in two of them.
    """
    head = text.lstrip("\ufeff \t\r\n")
    known = known_formats()
    asked = [known[name] for name in names]
    found = [one for one in asked if one.begins is not None and one.begins.match(head)]
    if len(found) > 1:
        raise PuzzleError(f"can be read as {' or as '.join(one.title for one in found)}")
    return found[0] if found else None


def read_format(text: str, names: Iterable[str], file: str | None = None) -> PuzzleText | None:
    """Return what `parse` takes of a text in one of some formats; None where it is in none.

    Raises
    ------
    PuzzleError
        A text that is malformed, that has a rule which no puzzle of the package has, or that can be read in
        two formats.

    Examples
    --------
    >>> read_format("2x2:a1n", ["tatham"]).text
    '.1..............'
    """
    try:
        found = format_of(text, names)
        if found is None:
            return None
        try:
            return found.read(text.lstrip("\ufeff \t\r\n").rstrip())
        except PuzzleError as error:
            reason = f"{found.title}: {error.reason}"
            raise PuzzleError(reason, line=error.line, column=error.column) from None
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=file, line=error.line, column=error.column) from None


def write_format(name: str, puzzles: Sequence[PuzzleText]) -> str:
    r"""Return the text of some puzzles in a format.

    Raises
    ------
    PuzzleError
        A rule that the format cannot say; several puzzles for a format of one.

    Examples
    --------
    >>> write_format("sdm", [PuzzleText("." * 81)])[:10]
    '0000000000'
    """
    found = known_formats()[name]
    if len(puzzles) > 1 and not found.many:
        raise PuzzleError(f"{len(puzzles):,} puzzles, but {found.title} holds one")
    return found.write(puzzles)
