"""Files that long work goes on from: lines of JSON with a check each, written whole or not at all."""

from __future__ import annotations

import json
import os
import zlib
from contextlib import suppress
from typing import Any

from ..base import PuzzleError
from .text import printable

__all__ = ["checked", "lines_of", "value_of", "write_whole"]

LONGEST_LINE = 1 << 26


def checked(value: dict[str, Any]) -> str:
    """Return a value as a line of JSON that ends with a check of what stands before it."""
    text = json.dumps(value, separators=(",", ":"))
    return f'{text[:-1]},"check":{zlib.crc32(text.encode())}}}'


def value_of(line: str) -> dict[str, Any]:
    """Return the value of a line; an empty one where it is damaged.

    Examples
    --------
    >>> value_of(checked({"class": "a"})), value_of('{"class":"b","check":1}'), value_of("")
    ({'class': 'a'}, {}, {})
    """
    text, _, check = line.rpartition(',"check":')
    text += "}"
    if len(line) > LONGEST_LINE or check != f"{zlib.crc32(text.encode())}}}":
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def lines_of(path: str) -> list[str]:
    """Return the lines of a file.

    Raises
    ------
    PuzzleError
        It cannot be read.
    """
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 (pathlib costs start-up time)
            return stream.read().decode("utf-8", "replace").split("\n")
    except OSError as error:
        raise PuzzleError(f"cannot be read: {error.strerror}", file=printable(path)) from None


def write_whole(path: str, text: str) -> None:
    """Write a file: whole under that name, or not at all.

    Raises
    ------
    PuzzleError
        It cannot be written.
    """
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "w", encoding="utf-8") as stream:  # noqa: PTH123 (pathlib costs start-up time)
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)  # noqa: PTH105
    except OSError as error:
        with suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise PuzzleError(f"cannot be written: {error.strerror}", file=printable(path)) from None
