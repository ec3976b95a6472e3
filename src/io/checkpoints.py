"""Checkpoints of long work: lines of JSON with a checksum each, written atomically."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from ..base import PuzzleError
from .places import open_regular
from .text import printable

LONGEST_LINE = 1 << 26
SAVE_EVERY = 5.0  # seconds between two writings of a checkpoint
SAVE_SHARE = 50  # or that many times as long as a writing takes


def checked(value: dict[str, Any]) -> str:
    """Return a value as a line of JSON that ends with a check of what stands before it."""
    text = json.dumps(value, separators=(",", ":"))
    return f'{text[:-1]},"check":{zlib.crc32(text.encode())}}}'


def value_of(line: str) -> dict[str, Any]:
    """Return the value of a line; an empty one where it is damaged."""
    text, _, check = line.rpartition(',"check":')
    text += "}"
    if len(line) > LONGEST_LINE or check != f"{zlib.crc32(text.encode())}}}":
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def lines_of(path: str) -> Iterator[str]:
    """Yield the lines of a file, at most 64 MiB each, without their ends, and "" at its end."""
    try:
        with open_regular(path) as stream:
            while line := stream.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise PuzzleError(f"a line of more than {LONGEST_LINE:,} bytes, expected a checkpoint")
                yield line.decode("utf-8", "replace").removesuffix("\n")
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=printable(path)) from None
    except FileNotFoundError:
        raise PuzzleError("no such file", file=printable(path)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise PuzzleError(f"cannot be read: {reason}", file=printable(path)) from None
    yield ""


class Saver:
    """Call a function that writes a checkpoint, now and then or at once."""

    def __init__(self, write: Callable[[], None]) -> None:
        self._write, self._last, self._took = write, perf_counter(), 0.0

    def __call__(self) -> None:
        """Write it."""
        start = perf_counter()
        self._write()
        self._last = perf_counter()
        self._took = self._last - start

    def now_and_then(self) -> None:
        """Write it where the last time was some seconds ago."""
        if perf_counter() - self._last > max(SAVE_EVERY, SAVE_SHARE * self._took):
            self()
