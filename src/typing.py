"""What public functions take, for type checkers: shapes, boards, many boards, columns of other libraries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, SupportsIndex, TypeAlias, TypeVar, Union

import numpy as np

__all__ = [
    "ArrowArray", "ArrowStream", "BoardLike", "BoardsLike", "CellLike", "CellsLike", "DiceLike", "GoalLike",
    "GridsLike", "OpenCellsLike", "PuzzlesLike", "RuledBoard", "ShapeLike",
]  # fmt: skip


class ArrowArray(Protocol):
    """A column that hands out its Arrow data: an array of pyarrow, a Series of polars."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Return capsules of a schema and an array."""


class ArrowStream(Protocol):
    """A column that hands out its Arrow data in chunks: a chunked array, a Series."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return a capsule of a stream."""


class RuledBoard(Protocol):
    """A board with its rules: a `Boggle`."""

    @property
    def board_rules(self) -> Any:
        """The rules."""


ShapeLike: TypeAlias = str | SupportsIndex | Sequence[SupportsIndex]
"""Rows and columns: ``"4x5"``, a pair, or one number for a square."""

BoardLike: TypeAlias = Union[str, Sequence[str], Sequence[Sequence[str]], "np.ndarray[Any, np.dtype[Any]]"]
"""A board of letters: text, rows as texts or as lists of tiles, an array of letters or of their numbers."""

BoardsLike: TypeAlias = Union[
    "np.ndarray[Any, np.dtype[Any]]",
    Iterable[BoardLike],
    Iterable[Sequence[SupportsIndex]],
    Iterable[RuledBoard],
    ArrowArray,
    ArrowStream,
]
"""Many boards: an array with a row of letter numbers each, boards one after another, a column."""

CellLike: TypeAlias = str | tuple[int, int]
"""A cell: a name like ``"d4"``, or its row and column from 0."""

CellsLike: TypeAlias = str | Sequence[Sequence[str]]
"""The letters that each cell can have: ``"ab cd/ef gh"``, or rows of texts."""

DiceLike: TypeAlias = str | Sequence[str | Sequence[str]]
"""Dice: the name of a set, their faces as text, ``"AAEEGN ABBJOO"``, or a text or tiles for each."""

GoalLike: TypeAlias = CellLike | Sequence[str] | Sequence[Sequence[str]]
"""How peg solitaire ends: ``"any"``, the cell of the last peg, or the rows of a pattern."""

OpenCellsLike: TypeAlias = str | Iterable[str | Sequence[str | SupportsIndex]]
"""A grid for words: rows, a text or lists, of 0 or ``#`` (forbidden), 1 or ``.`` (empty) and letters."""

T = TypeVar("T")

PuzzlesLike: TypeAlias = Iterable[T | str] | ArrowArray | ArrowStream
"""Many puzzles of a class: puzzles and their texts, one after another, a column of texts."""

GridsLike: TypeAlias = Union[
    "np.ndarray[Any, np.dtype[Any]]",
    Iterable[str],
    Iterable[Sequence[Sequence[SupportsIndex]]],
    ArrowArray,
    ArrowStream,
]
"""Many Sudokus: an array with a row of values each, texts, grids, a column."""
