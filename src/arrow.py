"""Read columns of other libraries by the Arrow PyCapsule interface; needs pyarrow (extra ``arrow``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .base import PuzzleError, import_extra, printable

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXPECTED = "expected texts, or lists of whole numbers"


@dataclass(frozen=True, eq=False)
class TextSlices(Sequence[str]):
    """Texts as slices of one buffer, each made when it is asked for.

    Text i is ``data[starts[i]:ends[i]]`` in UTF-8; `name` is what errors call them.

    Examples
    --------
    >>> texts = TextSlices(np.frombuffer(b"teaeat", dtype=np.uint8), np.array([0, 3]), np.array([3, 6]))
    >>> list(texts), texts[1], texts[1:]
    (['tea', 'eat'], 'eat', ['eat'])
    """

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    name: str = "column"

    def __len__(self) -> int:
        return self.starts.size

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        raw = self.data[self.starts[place] : self.ends[place]].tobytes()
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as reason:
            wrong = f"byte 0x{raw[reason.start]:02x} is not UTF-8, expected UTF-8 text"
            raise PuzzleError(wrong, file=self.name, index=place, column=reason.start + 1) from None

    def table(self) -> NDArray[np.uint8] | None:
        """Return the bytes as an array with a row per text; None where texts differ in length."""
        sizes = self.ends - self.starts
        size = int(sizes[0]) if sizes.size else 0
        if (sizes != size).any():
            return None
        first = int(self.starts[0]) if sizes.size else 0
        if (np.diff(self.starts) == size).all():
            return self.data[first : first + size * sizes.size].reshape(sizes.size, size)
        taken: NDArray[np.uint8] = self.data[self.starts[:, None] + np.arange(size)]
        return taken

    def __iter__(self) -> Iterator[str]:
        raw = self.data.tobytes()
        if raw.isascii():
            text = raw.decode("ascii")
            return (text[a:b] for a, b in zip(self.starts.tolist(), self.ends.tolist(), strict=True))
        return (self[place] for place in range(len(self)))


def is_column(values: object) -> bool:
    """Return whether an object exports a column by the Arrow PyCapsule interface.

    A column of Python objects does not, though its class would: it is read as any other sequence.
    """
    if isinstance(values, (np.ndarray, list, tuple, str)):  # at once: the name of a dtype takes 5 µs
        return False
    if isinstance(values, type) or str(getattr(values, "dtype", "")) in ("object", "Object"):
        return False
    return hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__")


def array_of(values: Any, *, name: str = "array", error: type[PuzzleError] = PuzzleError) -> Any:
    """Return the array that an object hands out, texts of any dtype as ``str``; other values as they are.

    Arrays are handed out by ``__array__``, by DLPack, and by a memoryview of several dimensions. Columns of
    Arrow are for `read_column`.

    Examples
    --------
    >>> array_of(np.array([b"tea"])), array_of(memoryview(np.eye(2, dtype=np.uint8))).shape, array_of(["tea"])
    (array(['tea'], dtype='<U3'), (2, 2), ['tea'])
    """
    try:
        if isinstance(values, memoryview):
            values = np.asarray(values) if values.ndim > 1 else values
        elif not isinstance(values, (np.ndarray, np.generic, Sequence, type)) and not is_column(values):
            if hasattr(values, "__array__"):
                values = np.asarray(values)
            elif hasattr(values, "__dlpack__"):
                values = np.from_dlpack(values)
        if isinstance(values, np.ndarray):
            if not values.ndim:
                raise ValueError("it has no dimension")
            if values.dtype.kind == "T":  # StringDType
                values = values.astype(object)  # missing values stay, and are refused where they are
            elif values.dtype.kind == "S":
                values = np.char.decode(values, "utf-8")
    except UnicodeDecodeError:
        raise error(
            f"{type(values).__name__} of bytes that are not UTF-8, expected text", file=name
        ) from None
    except (TypeError, ValueError, AttributeError, BufferError, RuntimeError) as reason:
        wrong = f"{type(values).__name__} cannot be read as an array: {printable(str(reason))[:80]}"
        raise error(wrong, file=name) from None
    return values


def lists_of(values: Any, *, name: str = "array") -> Any:
    """Return the array that an object hands out as lists of Python's values; other values as they are."""
    found = array_of(values, name=name)
    return found.tolist() if isinstance(found, np.ndarray) else found


def read_column(
    values: Any, *, name: str = "column", empty: bool = False, error: type[PuzzleError] = PuzzleError
) -> TextSlices | NDArray[Any]:
    """Return a column of texts, or of whole numbers or lists of them: an array of shape (n,), (n, length), …

    Texts may be strings or bytes, of any width, fixed or as views, with a dictionary or without; lists may
    be of any kind, in each other as well, of one length. With `empty` a missing text is an empty one.

    Another type, a row without a value, lists of different lengths and damaged buffers raise `error`, which
    calls the column `name` and has the row, from 0, as its index. Without pyarrow it is a MissingExtraError.
    """
    pa = import_extra("pyarrow", "Columns of other libraries", "arrow")
    try:
        column = pa.chunked_array(values if hasattr(values, "__arrow_c_stream__") else [pa.array(values)])
        if not isinstance(values, (pa.Array, pa.ChunkedArray)):
            column.validate()
    except (pa.ArrowException, ValueError, TypeError, OSError) as reason:
        raise error(f"cannot be read: {printable(str(reason))[:200]}", file=name) from None
    try:
        found = _texts(pa, column, empty) if _is_text(pa, column.type) else _numbers(pa, column, 0)
    except _WrongRowError as wrong:
        raise error(str(wrong), file=name, index=wrong.row) from None
    return TextSlices(found.data, found.starts, found.ends, name) if isinstance(found, TextSlices) else found


class _WrongRowError(Exception):
    """What is wrong with a column, and the row where that is known."""

    def __init__(self, reason: str, row: int | None = None) -> None:
        super().__init__(reason)
        self.row = row


def _is_text(pa: Any, kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return str(kind).startswith(("string", "large_string", "binary", "large_binary", "fixed_size_binary"))


def _first_null(column: Any) -> int:
    return int(np.argmax(column.is_null().to_numpy()))


def _texts(pa: Any, column: Any, empty: bool) -> TextSlices:
    """Return texts; missing ones are empty where that is allowed."""
    if column.null_count and not empty:
        raise _WrongRowError(f"no value, {EXPECTED}", _first_null(column))
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if kind != column.type:
        column = column.cast(kind)
    try:
        array = column.cast(pa.large_binary())
        # fill_null imports pandas where it is installed.
        array = (array.fill_null(b"") if array.null_count else array).combine_chunks()
    except pa.ArrowNotImplementedError:  # views, before pyarrow 20
        array = pa.array([value or b"" for value in column.to_pylist()], pa.large_binary())
    _, offsets, data = array.buffers()
    if not len(array) or data is None:
        none = np.zeros(len(array), dtype=np.int64)
        return TextSlices(np.empty(0, dtype=np.uint8), none, none)
    places = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    return TextSlices(np.frombuffer(data, np.uint8), places[:-1], places[1:])


def _numbers(pa: Any, column: Any, depth: int) -> NDArray[Any]:
    """Return whole numbers, or lists of them; `depth` is how many lists they are in."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _numbers(pa, column.cast(kind.value_type), depth)
    nested = str(kind).startswith(("list", "large_list", "fixed_size_list"))
    if pa.types.is_struct(kind):
        raise _WrongRowError(
            "a table, or records, expected one column of texts, or of lists of whole numbers"
        )
    if _is_text(pa, kind):
        raise _WrongRowError(f"a column of lists of texts, {EXPECTED}")
    if not nested and not pa.types.is_integer(kind) and not pa.types.is_null(kind):
        raise _WrongRowError(f"a column of {kind}, {EXPECTED}")
    if column.null_count:
        what = "a list without a value in it" if depth else "no value"
        raise _WrongRowError(f"{what}, {EXPECTED}", _first_null(column))
    if not nested:
        return np.empty(0, dtype=np.int64) if pa.types.is_null(kind) else _values(column).copy()
    return _lists(pa, column, depth)


def _values(column: Any) -> NDArray[Any]:
    """Return whole numbers; `to_numpy` would import pandas."""
    array = column.combine_chunks()
    if not len(array):
        return np.empty(0, dtype=str(column.type))
    found: NDArray[Any] = np.frombuffer(array.buffers()[1], str(column.type))
    return found[array.offset : array.offset + len(array)]


def _lists(pa: Any, column: Any, depth: int) -> NDArray[Any]:
    """Return lists of one length as rows of an array."""
    import pyarrow.compute as pc

    sizes = _values(pc.list_value_length(column))
    size = int(sizes[0]) if sizes.size else 0
    if (sizes != size).any():
        row = int(np.argmax(sizes != size))
        found = f"a list of {sizes[row]} values, expected {size} as before"
        raise _WrongRowError(found, None if depth else row)
    try:
        items = _numbers(pa, pc.list_flatten(column), depth + 1)
    except _WrongRowError as wrong:
        row_of = None if wrong.row is None else wrong.row // max(size, 1)
        raise _WrongRowError(str(wrong), row_of) from None
    return items.reshape(len(column), size, *items.shape[1:])
