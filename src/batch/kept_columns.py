"""Columns of the input that are carried into the output."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..puzzles.framework.batch_records import Column
from .csv_table import cell_text
from .json_table import value_text

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Kept(Column):
    """A column of the input that is carried into the output; its values are those of pyarrow, or `Raw`."""

    type: Any = None
    """A `pyarrow.DataType`; None where the input is text."""
    quote_formulas: bool = False
    """Put ``'`` before cells of CSV that a spreadsheet would take for formulas."""

    @property
    def dtype(self) -> np.dtype[Any] | None:
        """What holds its values in an array, None where their sizes differ."""
        if self.type is None:
            return None
        import pyarrow.types as types

        plain = types.is_integer(self.type) or types.is_floating(self.type) or types.is_boolean(self.type)
        return np.dtype(self.type.to_pandas_dtype()) if plain else None


@dataclass(frozen=True, slots=True)
class Raw:
    """Values of a column of CSV or JSON (the `form`), as they stand in the file.

    Cells have their quotes; None is for an object that does not have the key.

    Examples
    --------
    >>> Raw([b'"a,b"', b"007"], "csv").texts(), Raw([b"1.0", None], "json").texts()
    (['a,b', '007'], ['1.0', None])
    """

    values: list[bytes | None]
    form: str

    def slice(self, start: int, size: int) -> Raw:
        """Return some values that follow each other."""
        return Raw(self.values[start : start + size], self.form)

    def take(self, places: NDArray[np.int64]) -> Raw:
        """Return the values at some places."""
        return Raw([self.values[place] for place in places.tolist()], self.form)

    def texts(self) -> list[str | None]:
        """Return the values as text: a string of JSON is its text, another value its JSON."""
        if self.form == "csv":
            return [None if value is None else cell_text(value).decode() for value in self.values]
        return [None if value is None else value_text(value) for value in self.values]

    def to_pylist(self) -> list[Any]:
        """Return the values as Python has them; of CSV all are texts."""
        if self.form == "csv":
            return self.texts()
        return [None if value is None else json.loads(value) for value in self.values]
