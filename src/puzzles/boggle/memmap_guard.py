"""Arrays of boards that are mapped from a file: copied where they are small, else watched for changes."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ...base import PuzzleError
from ...io.text import printable

__all__ = ["MOST_COPIED", "own", "unchanged"]

MOST_COPIED = 1 << 28
"""Bytes of a mapped array that are copied."""


def _file_of(array: Any) -> str | None:
    """Return the file that an array, or what it is a view of, is mapped from; None where there is none."""
    while isinstance(array, np.ndarray):
        if isinstance(array, np.memmap) and array.filename is not None:
            return os.fspath(array.filename)
        array = array.base
    return None


def own(boards: Any) -> Any:
    """Return an array that no later change of a file reaches, where it is mapped and not too large to copy.

    Examples
    --------
    >>> own(["tea."])
    ['tea.']
    """
    if _file_of(boards) is None or boards.nbytes > MOST_COPIED:
        return boards
    return np.array(boards, subok=False)


class unchanged:
    """Looks at the file of a mapped array before and after what is done with it.

    Parameters
    ----------
    boards : object
    copied : bool
        What is given is `own(boards)`.

    Raises
    ------
    PuzzleError
        Its size or its time of change is another.
    """

    __slots__ = ("before", "boards", "file")

    def __init__(self, boards: Any, copied: bool = False) -> None:
        self.boards, self.file = boards, _file_of(boards)
        if copied and self.file is not None:
            self.boards = own(boards)
            self.file = _file_of(self.boards)
        self.before: tuple[int, int] | None = None

    def __enter__(self) -> Any:
        if self.file is not None:
            self.before = _mark(self.file)
        return self.boards

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self.file is not None and kind is None and _mark(self.file) != self.before:
            raise PuzzleError(
                "has changed while it was read, expected it as it was", file=printable(self.file)
            )


def _mark(file: str) -> tuple[int, int] | None:
    try:
        known = os.stat(file)  # noqa: PTH116 (pathlib costs start-up time)
    except OSError:
        return None
    return known.st_size, known.st_mtime_ns
