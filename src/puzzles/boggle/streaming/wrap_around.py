"""A torus shorter or narrower than the longest word: read as a whole, searched as boards in memory are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import Limits, Status
from ..parse import HOLE, LetterBoard
from ..puzzle import Boggle
from .checkpoint import Found
from .result import result_of
from .row_readers import RowSource

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .checkpoint import Checkpoint
    from .result import StreamResult
    from .search import StreamSearch

__all__ = ["Counted", "is_small", "search_whole"]

MOST_CELLS = 1 << 22
A_CELL = 16
"""Bytes of a cell: its letter, its bits, and what a path of a word is found by."""


class Counted(RowSource):
    """The rows of a source of which some are read ahead: where these are all, their number is known.

    Parameters
    ----------
    source : RowSource
        Whose rows nobody has counted.
    ahead : int
        Rows to read at once.
    """

    def __init__(self, source: RowSource, ahead: int) -> None:
        self._source, self._ahead = source, source.read(ahead)
        if len(self._ahead) < ahead:
            self.rows = len(self._ahead)
        self.cols, self.qu, self.about = source.cols, source.qu, source.about

    @property
    def rows(self) -> int | None:
        """Number of rows; None where that is known at the end alone."""
        return self._source.rows

    @rows.setter
    def rows(self, count: int | None) -> None:
        self._source.rows = count

    def read(self, count: int) -> NDArray[np.uint8]:
        """Return the next rows, those first that were read."""
        part, self._ahead = self._ahead[:count], self._ahead[count:]
        if len(part) == count:
            return part
        return np.concatenate([part, self._source.read(count - len(part))])

    def skip(self, count: int) -> None:
        """Leave out the next rows."""
        left = max(count - len(self._ahead), 0)
        self._ahead = self._ahead[count:]
        self._source.skip(left)


def is_small(rows: RowSource, longest: int) -> bool:
    """Say whether a path of so many letters could come around a torus to its own cells, and all cells fit."""
    if rows.rows is None:
        return False  # `Counted` has seen more rows than that; of few columns it is refused
    return min(rows.rows, rows.cols) < longest and rows.rows * rows.cols <= MOST_CELLS


def search_whole(
    search: StreamSearch,
    rows: RowSource,
    workers: int,
    file: Checkpoint | None,
    limits: Limits | None,
    progress: Callable[[int], None] | None,
) -> StreamResult:
    """Search a torus that is in memory; what a checkpoint has of it is found anew."""
    assert rows.rows is not None
    lexicon, rules, alphabet = search.lexicon, search.rules, search.alphabet
    codes = rows.read(rows.rows)
    memory = A_CELL * codes.size
    search.tell_memory(memory)
    qu = rows.qu or rules.qu
    names = (*("qu" if qu and letter == "q" else letter for letter in alphabet), HOLE)
    tiles = np.minimum(codes, len(alphabet)).astype(np.uint8)
    tiles.flags.writeable = False
    solved = Boggle(LetterBoard(tiles, names), rules=rules).solve(
        lexicon, limits=limits, progress=progress, threads=workers
    )
    cells = [solved.path(word) or () for word in solved.words]
    paths = [[divmod(cell, rows.cols) for cell in path] for path in cells]
    whole = solved.status is not Status.LIMIT
    found = Found(
        numbers=solved.numbers.astype(np.int64),
        ends=np.array([path[-1] for path in paths], dtype=np.int64).reshape(-1, 2),
        paths=paths if search.known.paths is not None else None,
        done_rows=rows.rows if whole else 0,
        about=rows.about,
        shape=(rows.rows, rows.cols),
    )
    facts: dict[str, Any] = {"interrupted": solved.interrupted, "done_rows": found.done_rows}
    if file is not None:
        file.write(found)
    left = rows.rows - found.done_rows
    return result_of(found, lexicon, rules, whole=whole, stats=solved.stats, own=left, memory=memory, **facts)
