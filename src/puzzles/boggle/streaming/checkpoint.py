"""What a search of an enormous board, or of a part of it, has found: a file to go on from or to merge."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ....io.text import printable
from ...framework.checkpoints import checked, lines_of, value_of, write_whole
from ..rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....lexicon import Lexicon

__all__ = ["WHOLE", "Checkpoint", "Found"]

VERSION = 2
WHOLE = (1, 1)
"""The shard that has all rows."""
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
    """The row behind those from which all paths are walked."""
    about: dict[str, Any]
    """What tells the board from others."""
    first_row: int = 0
    """The first of those rows."""
    shape: tuple[int | None, int] = (None, 0)
    """Rows of the board, None where they are not known yet, and columns."""

    @classmethod
    def none(cls, *, paths: bool) -> Found:
        """Return that nothing was found yet."""
        return cls(np.empty(0, np.int64), np.empty((0, 2), np.int64), [] if paths else None, 0, {})

    def check(self, about: dict[str, Any], file: Checkpoint | None = None) -> None:
        """Raise PuzzleError where what was found is of another board."""
        if self.about and self.about != about:
            wrong = "the checkpoint is of another board, or of one that has changed since"
            raise PuzzleError(wrong, file=None if file is None else printable(file.path))


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
    shard : pair of int, optional
        The part of the board that is searched.
    """

    def __init__(
        self, path: str, lexicon: Lexicon, rules: Rules, *, paths: bool, shard: tuple[int, int] = WHOLE
    ) -> None:
        self.path, self.rules, self.paths = path, rules, paths
        self._words, self._shard = lexicon.digest, list(shard)

    @classmethod
    def opened(cls, path: str, lexicon: Lexicon) -> Checkpoint:
        """Return the file of any part of a board, to merge it with others: rules and paths stand in it.

        Raises
        ------
        PuzzleError
            It is none of a stream, is damaged, or has other words.
        """
        value = cls._value(path)
        try:
            rules, paths = Rules(**value["rules"]), bool(value["paths"])
        except (KeyError, TypeError):
            raise PuzzleError("a damaged checkpoint, expected its rules", file=printable(path)) from None
        return cls(path, lexicon, rules, paths=paths)

    def read(self) -> Found | None:
        """Return what is in the file; None where there is no file yet.

        Raises
        ------
        PuzzleError
            It is none of a stream, is damaged, or has other words, rules or rows.
        """
        if not os.path.exists(self.path):  # noqa: PTH110 (pathlib costs start-up time)
            return None
        value = self._value(self.path)
        found = self.part(self.path, value)
        if value.get("shard") != self._shard:
            mine, its = ("{}/{}".format(*each) for each in (self._shard, value.get("shard", WHOLE)))
            raise PuzzleError(
                f"a checkpoint of shard {its}, expected that of shard {mine}", file=printable(self.path)
            )
        return found

    def part(self, path: str, value: dict[str, Any] | None = None) -> Found:
        """Return what is in a file of the same search, or of another part of the board.

        Raises
        ------
        PuzzleError
            It cannot be read, is none of a stream, is damaged, or has other words or rules.
        """
        value, file = self._value(path) if value is None else value, printable(path)
        if {name: value.get(name) for name in ("lexicon", "rules", "paths")} != self._search:
            raise PuzzleError("a checkpoint of other words or rules, expected the same", file=file)
        try:
            numbers = _unpacked(value["words"])
            ends = _unpacked(value["ends"]).reshape(len(numbers), 2)
            paths = [[(int(r), int(c)) for r, c in path] for path in value["found"]] if self.paths else None
            first_row, done_rows, about = (
                int(value["first_row"]),
                int(value["done_rows"]),
                dict(value["board"]),
            )
            rows, cols = value["shape"]
            shape = None if rows is None else int(rows), int(cols)
        except (KeyError, TypeError, ValueError):
            raise PuzzleError("a damaged checkpoint, expected words and rows", file=file) from None
        return Found(numbers, ends, paths, done_rows, about, first_row, shape)

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

    @property
    def _search(self) -> dict[str, Any]:
        """What must be the same in files that belong together."""
        return {"lexicon": self._words, "rules": self.rules.to_dict(), "paths": self.paths}

    @staticmethod
    def _value(path: str) -> dict[str, Any]:
        value = value_of(lines_of(path)[0])
        if value.get("stream") != VERSION:
            raise PuzzleError(
                "no checkpoint of a stream, or a damaged one, expected what one wrote", file=printable(path)
            )
        return value


def _packed(array: NDArray[np.int64]) -> str:
    """Return an array as base64: as lists of JSON it takes ten times as long, and Ctrl-C waits for it."""
    return base64.b64encode(array.astype("<i8").tobytes()).decode("ascii")


def _unpacked(text: str) -> NDArray[np.int64]:
    return np.frombuffer(base64.b64decode(text, validate=True), dtype="<i8").astype(np.int64)
