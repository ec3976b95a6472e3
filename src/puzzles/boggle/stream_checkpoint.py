"""What a search of an enormous board has found so far, in a file that it goes on from."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError
from ...textio import printable
from ..common.checkpoints import checked, lines_of, value_of, write_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon
    from .rules import Rules

__all__ = ["Checkpoint", "Found"]

VERSION = 1
Path = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Found:
    """Words of a board, and the rows that were searched for them.

    Examples
    --------
    >>> Found.none(paths=False).done_rows
    0
    """

    numbers: NDArray[np.int64]
    """Of the words in the lexicon, in the order of finding."""
    ends: NDArray[np.int64]
    """Row and column where a path of each ends, shape (words, 2)."""
    paths: list[Path] | None
    """A path of each, None where none are asked for."""
    done_rows: int
    """Rows from which all paths are walked."""
    about: dict[str, Any]
    """What tells the board from others."""

    @classmethod
    def none(cls, *, paths: bool) -> Found:
        """Return that nothing was found yet."""
        return cls(np.empty(0, np.int64), np.empty((0, 2), np.int64), [] if paths else None, 0, {})

    def check(self, about: dict[str, Any]) -> None:
        """Raise PuzzleError where what was found is of another board."""
        if self.about and self.about != about:
            raise PuzzleError("the checkpoint is of another board, or of one that has changed since")


class Checkpoint:
    """A file of one line of JSON with a check of itself, written whole or not at all.

    Parameters
    ----------
    path : str
        The file.
    lexicon : Lexicon
    rules : Rules
    paths : bool
        Whether a path of each word is kept.
    """

    def __init__(self, path: str, lexicon: Lexicon, rules: Rules, *, paths: bool) -> None:
        self.path, self._lexicon, self._paths = path, lexicon, paths
        self._head = {"stream": VERSION, "lexicon": lexicon.digest, "rules": rules.to_dict(), "paths": paths}

    def read(self) -> Found | None:
        """Return what is in the file; None where there is no file yet.

        Raises
        ------
        PuzzleError
            It is none of a stream, is damaged, or has other words or rules.
        """
        if not os.path.exists(self.path):  # noqa: PTH110 (pathlib costs start-up time)
            return None
        value, file = value_of(lines_of(self.path)[0]), printable(self.path)
        if value.get("stream") != VERSION:
            raise PuzzleError(
                "no checkpoint of a stream, or a damaged one, expected what one wrote", file=file
            )
        if {name: value.get(name) for name in self._head} != self._head:
            raise PuzzleError("a checkpoint of other words or rules, expected the same", file=file)
        try:
            numbers = _unpacked(value["words"])
            ends = _unpacked(value["ends"]).reshape(len(numbers), 2)
            paths = [[(int(r), int(c)) for r, c in path] for path in value["found"]] if self._paths else None
            done_rows, about = int(value["done_rows"]), dict(value["board"])
        except (KeyError, TypeError, ValueError):
            raise PuzzleError("a damaged checkpoint, expected words and rows", file=file) from None
        return Found(numbers, ends, paths, done_rows, about)

    def write(self, found: Found) -> None:
        """Write the file."""
        value = {
            **self._head,
            "board": found.about,
            "done_rows": found.done_rows,
            "words": _packed(found.numbers),
            "ends": _packed(found.ends),
            **({} if found.paths is None else {"found": found.paths}),
        }
        write_whole(self.path, checked(value) + "\n")


def _packed(array: NDArray[np.int64]) -> str:
    """Return an array as base64: as lists of JSON it takes ten times as long, and Ctrl-C waits for it."""
    return base64.b64encode(array.astype("<i8").tobytes()).decode("ascii")


def _unpacked(text: str) -> NDArray[np.int64]:
    return np.frombuffer(base64.b64decode(text, validate=True), dtype="<i8").astype(np.int64)
