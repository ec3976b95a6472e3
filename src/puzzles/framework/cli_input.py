"""A puzzle from the command line: inline, from a file, or from standard input."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...base import PuzzleError
from ...io.text import printable
from .arguments import RuleError

__all__ = ["is_file", "is_there", "named_table", "read_puzzle"]

_ENDS = (
    "txt|text|board|npy|gz|csv|tsv|json|jsonl|ndjson|parquet|feather|arrow|dat|md|sdk|sdm"
    "|avif|bmp|gif|heic|jpeg|jpg|png|svg|tif|tiff|webp|doc|docx|htm|html|odt|pdf|rtf|xml|ods|xls|xlsx"
    "|7z|bz2|rar|tar|tgz|xz|zip|zst|ipuz|jpz|puz|ss|dic|lst|log|npz|pkl|py|toml|yaml|yml"
)
_FILE_NAME = re.compile(  # a row of one or two holes begins like a folder
    rf"^[~/]|^\.\.?/(?![-./\s\d#*?_|]*$)|\.({_ENDS})$", re.IGNORECASE
)
_TABLE = re.compile(r"\.(csv|tsv|json|jsonl|ndjson|parquet|feather|arrow)(\.\w+)?$", re.IGNORECASE)
_OTHER_NAME = re.compile(r"(?:[^\s/]+/)*[\w-]+\.[a-z][a-z0-9]{1,4}")
"""Names with any ending in small letters; a row with one hole may look so."""


def is_file(text: str) -> bool:
    """Return whether an argument names a file: by its form, or because there is one; ``-`` is standard input.

    What is there and is no folder is a file here: a named pipe too. A name with an ending is a file, so that
    one that is missing is no board of its letters, unless it has rows of one length, or pegs alone.

    Examples
    --------
    >>> is_file("-"), is_file("board.txt"), is_file("../board"), is_file("1 2/3 ."), is_file("./1")
    (True, True, True, False, False)
    >>> is_file("board.png"), is_file("boards/my.list"), is_file("tea.rs/at.oms"), is_file("oo.oo")
    (True, True, False, False)
    """
    if text == "-" or _FILE_NAME.search(text) is not None or is_there(text):
        return True
    rows = text.split("/")
    return (
        _OTHER_NAME.fullmatch(text) is not None
        and (len(rows) == 1 or len(set(map(len, rows))) > 1)
        and not set(text) <= _PEGS
    )


_PEGS = frozenset("ox.")


def is_there(text: str) -> bool:
    """Say whether there is something of that name that can be read: a file, a pipe, no folder."""
    try:
        return not stat.S_ISDIR(os.stat(text).st_mode)  # noqa: PTH116 (pathlib costs start-up time)
    except (OSError, ValueError):  # none, or a NUL byte
        return False


@contextmanager
def named_table(file: str) -> Iterator[None]:
    """Name the command for tables in the error of a file that is one by its name."""
    try:
        yield
    except RuleError:
        raise
    except PuzzleError as error:
        if _TABLE.search(file) is None or not is_there(file) or "batch" in error.reason:
            raise
        reason = f"{error.reason}; a table of many puzzles is for unriddle batch"
        raise type(error)(reason, file=error.file, line=error.line, column=error.column) from None


def read_puzzle(kind: Any, text: str | None, **rules: Any) -> Any:
    """Return the puzzle that an argument gives: inline, or the name of a file, or ``-``.

    Parameters
    ----------
    kind : type
        The class of the puzzle.
    text : str, optional
        The argument; None is standard input where that is no terminal.
    rules
        Given to `parse`.

    Raises
    ------
    PuzzleError
        Nothing given; as for `parse`, with the beginning of an inline board in place of a file. RuleError
        comes as it is.

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> read_puzzle(Numbrix, "1 . / . .").n_numbers
    4
    """
    if text is None:
        if sys.stdin is None or sys.stdin.isatty():
            raise PuzzleError("nothing to solve, expected a puzzle, FILE, or - for standard input")
        text = "-"
    if is_file(text):
        if _FILE_NAME.search(text) is None and text != "-" and not is_there(text):
            wrong = "no such file; for a board, put / between its rows or spaces between its cells"
            raise PuzzleError(wrong, file=printable(text))
        with named_table(text):
            return kind.load(text, **rules)
    if os.path.isdir(text):  # noqa: PTH112 (pathlib costs start-up time)
        raise PuzzleError("is a folder, expected a file", file=printable(text))
    try:
        return kind.parse(text, **rules)
    except RuleError:
        raise
    except PuzzleError as error:
        reason = re.sub(r"\bpass (\w+)=", r"pass --\1 ", error.reason)
        if re.fullmatch(r"[\w.-]+", text):
            reason += " (no file has that name)"
        raise type(error)(
            reason,
            file=printable(text[:40]),
            line=error.line,
            column=error.column,
        ) from None
