"""Calls on many puzzles of which some cannot be read: ``errors="null"``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ...arrow import is_column, read_column
from ...base import PuzzleError
from .arguments import check_choice
from .result_sequence import ResultSequence

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NullMany", "asks_null", "masked", "nulled"]

T = TypeVar("T")


def asks_null(errors: object) -> bool:
    """Return whether what cannot be read is to be null: ``errors`` is ``"raise"`` or ``"null"``.

    Examples
    --------
    >>> asks_null("raise"), asks_null("null")
    (False, True)
    """
    return check_choice("errors", errors, ("raise", "null")) == "null"


def nulled(
    call: Callable[[list[Any]], T], items: Any, name: str, read: Callable[[Any], object]
) -> tuple[T, NDArray[np.bool_]]:
    """Return what a call returns for the items that it takes, and which of all it does not take.

    Parameters
    ----------
    call : callable
        Takes a list of items; its PuzzleError about one of them has the name and the index.
    items : iterable
    name : str
        How errors of `call` call the items.
    read : callable
        Takes one item, and raises PuzzleError where it cannot be read.
    """
    if is_column(items):
        items = read_column(items, name=name, empty=True)
    if isinstance(items, (str, bytes)) or not isinstance(items, Iterable):
        wrong: Any = items
        return call(wrong), np.zeros(0, dtype=bool)  # the call says what is wrong
    values = [_item(items, k) for k in range(len(items))] if isinstance(items, Sequence) else list(items)
    kept = [k for k, value in enumerate(values) if not _empty(value)]
    looked = False
    while True:
        try:
            found = call([values[k] for k in kept])
        except PuzzleError as error:
            if error.index is None or error.file != name:
                raise
            before = len(kept)
            if not looked:
                kept = [k for k in kept if _reads(read, values[k])]
            looked = True
            if len(kept) == before:
                del kept[error.index]
        else:
            missing = np.ones(len(values), dtype=bool)
            missing[kept] = False
            return found, missing


def _item(items: Sequence[Any], k: int) -> Any:
    """Return an item; None where bytes of a column are no text."""
    try:
        return items[k]
    except PuzzleError:
        return None


def _empty(value: Any) -> bool:
    return value is None or isinstance(value, float) or (isinstance(value, str) and not value.strip())


def _reads(read: Callable[[Any], object], value: Any) -> bool:
    try:
        read(value)
    except PuzzleError:
        return False
    return True


def masked(values: NDArray[Any], missing: NDArray[np.bool_]) -> Any:
    """Return an array of all items, masked where they are missing; `values` are those of the others.

    Examples
    --------
    >>> masked(np.array([3, 4]), np.array([False, True, False])).tolist()
    [3, None, 4]
    """
    whole = np.zeros((missing.size, *values.shape[1:]), dtype=values.dtype)
    whole[~missing] = values
    mask = np.broadcast_to(missing.reshape(-1, *[1] * (values.ndim - 1)), whole.shape)
    return np.ma.MaskedArray(whole, mask)


class NullMany(ResultSequence[Any]):
    """The results of many puzzles of which some could not be read: None in their places.

    Its arrays are those of `found`, masked where a puzzle is missing; in tables these rows are null.

    Attributes
    ----------
    found : Many
        The results of the others, without gaps.
    missing : bool array of shape (n,)

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> many = Numbrix.solve_many(["1 . / . 3", None, "no board"], errors="null")
    >>> many[1], many.missing.tolist(), many.statuses.tolist()
    (None, [False, True, True], [2, None, None])
    """

    def __init__(self, found: ResultSequence[Any], missing: NDArray[np.bool_]) -> None:
        self.found, self.missing = found, missing
        self._places = np.where(missing, -1, np.cumsum(~missing) - 1)

    def __len__(self) -> int:
        return self.missing.size

    def item(self, index: int) -> Any:
        """Return one result, None where the puzzle could not be read."""
        return None if self.missing[index] else self.found.item(int(self._places[index]))

    def pair(self, index: int) -> tuple[Any, Any]:
        """Return a puzzle and its result; both are None where it could not be read."""
        return (None, None) if self.missing[index] else self.found.pair(int(self._places[index]))

    def _spread(self, values: Any) -> Any:
        if isinstance(values, np.ndarray):
            return masked(values, self.missing)
        return [None if place < 0 else values[place] for place in self._places.tolist()]

    def columns(self) -> Mapping[str, Any]:
        """Return the columns by name: masked arrays, and lists with None."""
        return {name: self._spread(values) for name, values in self.found.columns().items()}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("found", "missing"):
            raise AttributeError(name)
        values = getattr(self.found, name)
        if isinstance(values, np.ndarray) and values.ndim and len(values) == len(self.found):
            return self._spread(values)
        raise AttributeError(f"{name} is not known with errors='null'; ask `found`, or columns()")

    def to_arrow(self) -> Any:
        """Return the columns as an Arrow table; see `ResultSequence.to_arrow`."""
        table = self.found.to_arrow()
        return table.take([None if place < 0 else place for place in self._places.tolist()])

    def to_pandas(self) -> Any:
        """Return the columns as a pandas DataFrame; see `ResultSequence.to_pandas`."""
        return self.found.to_pandas().reindex(self._places).reset_index(drop=True)

    def to_polars(self) -> Any:
        """Return the columns as a polars DataFrame; see `ResultSequence.to_polars`."""
        frame = self.found.to_polars()  # says what to install where it is missing
        import polars as pl

        places = pl.Series([None if place < 0 else place for place in self._places.tolist()], dtype=pl.UInt32)
        return frame.select(pl.all().gather(places))
