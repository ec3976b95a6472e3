"""Save what a search of an enormous board, or of a shard, has found: a file to continue from or to merge."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ....io.atomic import write_whole
from ....io.checkpoints import checked, lines_of, value_of
from ....io.text import printable
from ..rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....lexicon import Lexicon

VERSION = 2
MOST_ROWS = 1 << 62
WHOLE = (1, 1)
"""The shard that has all rows."""


@dataclass(frozen=True, slots=True)
class Found:
    """Words of a board, and the rows that were searched for them."""

    numbers: NDArray[np.int64]
    """Of the words in the lexicon, in the order of finding."""
    ends: NDArray[np.int64]
    """Row and column where a path of each ends, shape (words, 2)."""
    paths: list[list[tuple[int, int]]] | None
    """A path of each, None where none are asked for."""
    done_rows: int = 0
    """The row behind those from which all paths are walked."""
    about: dict[str, Any] | None = None
    """Identifies the board."""
    first_row: int = 0
    """The first of the rows."""
    shape: tuple[int | None, int] = (None, 0)
    """Rows of the board, None where they are not known yet, and columns."""

    @classmethod
    def none(cls, *, paths: bool) -> Found:
        """Return what is known before a search."""
        return cls(np.empty(0, np.int64), np.empty((0, 2), np.int64), [] if paths else None)


class Checkpoint:
    """A file of one line of JSON with a checksum, written atomically: the words of a board or of a shard."""

    def __init__(
        self, path: str, lexicon: Lexicon, rules: Rules, *, paths: bool, shard: tuple[int, int] = WHOLE
    ) -> None:
        self.path, self.rules, self.paths, self._shard = path, rules, paths, list(shard)
        self._n_words = len(lexicon)
        self._search = {"lexicon": lexicon.digest, "rules": rules.to_dict(), "paths": paths}

    @classmethod
    def opened(cls, path: str, lexicon: Lexicon) -> Checkpoint:
        """Return the checkpoint of any part of a board, which has rules and paths."""
        value = _value_of(path)
        try:
            return cls(path, lexicon, Rules(**value["rules"]), paths=bool(value["paths"]))
        except (KeyError, TypeError, ValueError, OverflowError):
            raise PuzzleError("is a damaged checkpoint: it has no rules", file=printable(path)) from None

    def read(self, path: str | None = None) -> Found:
        """Return what is in the file, or in one of another shard of the same search."""
        file = printable(path or self.path)
        value = _value_of(path or self.path)
        if {name: value.get(name) for name in self._search} != self._search:
            raise PuzzleError("is a checkpoint of other words or rules", file=file)
        if path is None and value.get("shard") != self._shard:
            mine, its = ("/".join(map(str, each or ())) for each in (self._shard, _shard_of(value)))
            raise PuzzleError(f"is a checkpoint of shard {its}, not of shard {mine}", file=file)
        try:
            numbers, (rows, cols) = _unpacked(value["words"]), value["shape"]
            found = Found(
                numbers=numbers,
                ends=_unpacked(value["ends"]).reshape(len(numbers), 2),
                paths=[[(index(r), index(c)) for r, c in each] for each in value["found"]]
                if self.paths
                else None,
                done_rows=index(value["done_rows"]),
                about=dict(value["board"]),
                first_row=index(value["first_row"]),
                shape=(None if rows is None else index(rows), index(cols)),
            )
            if self._is_sound(found):
                return found
        except (KeyError, TypeError, ValueError, OverflowError):
            pass
        raise PuzzleError("is a damaged checkpoint: it has no words and rows", file=file)

    def _is_sound(self, found: Found) -> bool:
        """Return whether there are such words, rows and paths."""
        numbers, (rows, cols) = found.numbers, found.shape
        last = MOST_ROWS if rows is None else rows
        return (
            0 <= found.first_row <= found.done_rows <= last <= MOST_ROWS
            and 0 <= cols <= MOST_ROWS
            and (rows is None or rows > 0 < cols)
            and len(np.unique(numbers)) == len(numbers)
            and (not len(numbers) or 0 <= int(numbers.min()) <= int(numbers.max()) < self._n_words)
            and (found.paths is None or len(found.paths) == len(numbers))
            and isinstance((found.about or {}).get("file", ""), str)
        )

    def write(self, found: Found) -> None:
        """Write the file."""
        value = {
            "stream": VERSION,
            **self._search,
            "shard": self._shard,
            "board": found.about,
            "shape": found.shape,
            "first_row": found.first_row,
            "done_rows": found.done_rows,
            "words": _packed(found.numbers),
            "ends": _packed(found.ends),
            **({} if found.paths is None else {"found": found.paths}),
        }
        write_whole(self.path, checked(value) + "\n")


def _shard_of(value: dict[str, Any]) -> list[int] | None:
    """Return the shard that a checkpoint says, None where it says none."""
    shard = value.get("shard")
    right = isinstance(shard, list) and len(shard) == 2 and all(type(each) is int for each in shard)
    return shard if right else None


def _value_of(path: str) -> dict[str, Any]:
    value = value_of(next(lines_of(path)))
    if value.get("stream") != VERSION:
        wrong = "is not a checkpoint of a stream, or is damaged"
        raise PuzzleError(wrong, file=printable(path))
    return value


def _packed(array: NDArray[np.int64]) -> str:
    """Return an array as base64, which is written ten times as fast as a list of JSON."""
    return base64.b64encode(array.astype("<i8").tobytes()).decode("ascii")


def _unpacked(text: str) -> NDArray[np.int64]:
    return np.frombuffer(base64.b64decode(text, validate=True), dtype="<i8").astype(np.int64)
