"""Columns of other libraries by the Arrow C data interface, read without any of them.

pandas, polars, pyarrow, DuckDB and others hand out columns as C structs in capsules
(https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html). What is read is copied: nothing
here outlives a call. The structs say how long an array is but not how large its buffers are, so everything
that can be checked is: the kind, the numbers of buffers and children, offsets that rise, places in range.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import PuzzleError, printable
from .structs import GET, LAST_ERROR, Array, Schema, Stream, pointer_of, release
from .texts import Texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Range = tuple[int, int]  # first row, and how many

__all__ = ["is_column", "read_column"]

MOST_ROWS = 1 << 48
DEEPEST = 4  # lists in lists
INTS = {"c": "i1", "C": "u1", "s": "i2", "S": "u2", "i": "i4", "I": "u4", "l": "i8", "L": "u8"}
NAMES = {
    "n": "nulls",
    "b": "booleans",
    "e": "floats",
    "f": "floats",
    "g": "floats",
    "+s": "a table, or records",
    "d": "decimals",
    "t": "dates or times",
    "+m": "maps",
    "+u": "a union",
    "+r": "runs",
}
EXPECTED = "expected texts, or lists of whole numbers"


def is_column(values: object) -> bool:
    """Say whether an object hands out a column by the Arrow C data interface.

    A column of Python objects does not, though its class would: it is read as any other sequence.

    Examples
    --------
    >>> is_column(["tea"]), is_column(np.zeros(3))
    (False, False)
    """
    if isinstance(values, (np.ndarray, list, tuple, str)):  # at once: the name of a dtype takes 5 µs
        return False
    if isinstance(values, type) or str(getattr(values, "dtype", "")) in ("object", "Object"):
        return False
    return hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__")


def read_column(
    values: Any, *, name: str = "column", empty: bool = False, error: type[PuzzleError] = PuzzleError
) -> Texts | NDArray[Any]:
    """Return a column of texts, or of whole numbers or lists of them.

    Texts may be strings or bytes, of any width, fixed or as views, with a dictionary or without; lists may
    be of any kind, in each other as well, of one length.

    Parameters
    ----------
    values : object
        With ``__arrow_c_array__`` or ``__arrow_c_stream__``.
    name : str
        What errors call it; their index is the row, from 0.
    empty : bool
        Take a text that is missing as an empty one.
    error : type
        The error to raise.

    Returns
    -------
    Texts, or array of shape (n,), (n, length), (n, rows, columns) …

    Raises
    ------
    PuzzleError
        A column of another kind, a row without a value, lists of different lengths, structs that contradict
        themselves; what the producer says where it fails.

    Notes
    -----
    O(bytes of the column), copied once.
    """
    reader = _Reader(name, empty, error)
    if hasattr(values, "__arrow_c_stream__"):
        parts = list(reader.stream(values.__arrow_c_stream__()))
    else:
        parts = [reader.array(values.__arrow_c_array__())]
    found = reader.joined(parts)
    return Texts(found.data, found.starts, found.ends, name) if isinstance(found, Texts) else found


class _MissingItem(Exception):
    """A list has no value at a place of its items."""

    def __init__(self, place: int) -> None:
        self.place = place


class _Reader:
    """Reads the pieces of one column."""

    def __init__(self, name: str, empty: bool, error: type[PuzzleError]) -> None:
        self.name, self.empty, self.error, self.row = name, empty, error, 0

    def wrong(self, reason: str, row: int | None = None) -> PuzzleError:
        """Return an error; `row` is a row of the piece at hand, from 0."""
        return self.error(reason, file=self.name, index=None if row is None else self.row + row)

    # Capsules

    def _struct(self, capsule: Any, name: bytes, kind: Any) -> Any:
        try:
            struct = kind.from_address(pointer_of(capsule, name))
        except (ValueError, TypeError):
            raise self.wrong(f"no capsule of an {name.decode()}") from None
        if not struct.release:
            raise self.wrong(f"an {name.decode()} that was taken already, expected one that is new")
        return struct

    def array(self, capsules: Any) -> Texts | NDArray[Any]:
        """Return what ``__arrow_c_array__`` handed out."""
        if not isinstance(capsules, tuple) or len(capsules) != 2:
            raise self.wrong("no pair of capsules, expected those of a schema and an array")
        schema = self._struct(capsules[0], b"arrow_schema", Schema)
        return self._piece(schema, self._struct(capsules[1], b"arrow_array", Array))

    def stream(self, capsule: Any) -> Iterator[Texts | NDArray[Any]]:
        """Yield the pieces of what ``__arrow_c_stream__`` handed out; an empty one where there is none."""
        stream = self._struct(capsule, b"arrow_array_stream", Stream)
        schema = Schema()
        self._get(stream, "get_schema", schema)
        try:
            found = 0
            while True:
                array = Array()
                self._get(stream, "get_next", array)
                if not array.release:
                    break
                try:
                    piece = self._piece(schema, array)
                finally:
                    release(array)
                found += 1
                self.row += len(piece)
                yield piece
            if not found:
                yield self._nothing(schema)
        finally:
            release(schema)

    def _get(self, stream: Any, what: str, into: Any) -> None:
        address = getattr(stream, what)
        code = GET(address)(ctypes.addressof(stream), ctypes.addressof(into)) if address else -1
        if code:
            said = None
            if stream.get_last_error:
                said = LAST_ERROR(stream.get_last_error)(ctypes.addressof(stream))
            reason = (said or b"").decode("utf-8", "replace") or f"error {code}"
            raise self.wrong(f"cannot be read: {printable(reason)[:200]}")

    def _piece(self, schema: Any, array: Any) -> Texts | NDArray[Any]:
        return self.values(schema, array, (0, self._length(array)), 0)

    def _nothing(self, schema: Any) -> Texts | NDArray[Any]:
        """Return a column of no rows."""
        text = (schema.format or b"").decode("ascii", "replace")
        if schema.dictionary or text[:1] in "uUzZvw":
            none = np.empty(0, dtype=np.int64)
            return Texts(np.empty(0, dtype=np.uint8), none, none)
        if text in INTS or text[:2] in ("+l", "+L", "+w", "+v") or text == "n":
            return np.empty(0, dtype=np.int64)
        raise self._no_kind(text)

    def joined(self, parts: list[Texts | NDArray[Any]]) -> Texts | NDArray[Any]:
        """Return pieces as one."""
        filled = [part for part in parts if len(part)] or parts[:1]
        if len(filled) == 1:
            return filled[0]
        if any(isinstance(part, Texts) for part in filled):
            texts = [part for part in filled if isinstance(part, Texts)]
            bases = np.cumsum([0, *(part.data.size for part in texts)])
            starts, ends = (np.empty(sum(map(len, texts)), dtype=np.int64) for _ in range(2))
            row = 0
            for part, base in zip(texts, bases.tolist(), strict=False):
                np.add(part.starts, base, out=starts[row : row + len(part)])
                np.add(part.ends, base, out=ends[row : row + len(part)])
                row += len(part)
            return Texts(np.concatenate([part.data for part in texts]), starts, ends)
        arrays = [np.asarray(part) for part in filled]
        row = 0
        for before, after in pairwise(arrays):
            row += len(before)
            if before.shape[1:] != after.shape[1:]:
                self.row = 0
                raise self.wrong(_lengths(after.shape[1], before.shape[1]), row)
        return np.concatenate(arrays)

    # Values

    def _length(self, array: Any) -> int:
        for name in ("length", "offset", "n_buffers", "n_children"):
            if not 0 <= getattr(array, name) < MOST_ROWS:
                raise self.wrong(f"damaged column: {name} {getattr(array, name)}")
        return int(array.length)

    def _no_kind(self, text: str) -> PuzzleError:
        name = NAMES.get(text) or NAMES.get(text[:2]) or NAMES.get(text[:1]) or "another kind"
        if text == "+s":
            return self.wrong(f"{name}, expected one column of texts, or of lists of whole numbers")
        return self.wrong(f"a column of {name}, {EXPECTED}")

    def values(self, schema: Any, array: Any, rows: Range, depth: int) -> Texts | NDArray[Any]:
        """Return some rows of an array; `depth` is how many lists they stand in."""
        text = (schema.format or b"").decode("ascii", "replace")
        length = self._length(array)
        if rows[0] + rows[1] > length or depth > DEEPEST:
            raise self.wrong(f"damaged column: {length} rows, expected {rows[0] + rows[1]}")
        if schema.dictionary:
            return self._coded(text, schema, array, rows, depth)
        kinds: dict[str, Callable[..., Texts | NDArray[Any]]] = {
            "u": self._texts,
            "z": self._texts,
            "U": self._texts,
            "Z": self._texts,
            "vu": self._views,
            "vz": self._views,
            "+l": self._lists,
            "+L": self._lists,
            "+vl": self._lists,
            "+vL": self._lists,
        }
        if text in INTS:
            self._shape(array, buffers=2)
            self._valid(array, rows, depth, text=False)
            return self._buffer(array, 1, INTS[text], array.offset + rows[0], rows[1]).copy()
        if text in kinds:
            return kinds[text](text, schema, array, rows, depth)
        head, _, size = text.partition(":")
        if head in ("w", "+w") and size.isdigit() and len(size) < 12:
            return (self._fixed if head == "w" else self._fixed_lists)(int(size), schema, array, rows, depth)
        if text == "n" and rows[1]:
            raise self.wrong(f"no value, {EXPECTED}", 0)
        if text == "n":
            return np.empty(0, dtype=np.int64)
        raise self._no_kind(text)

    def _shape(self, array: Any, *, buffers: int, children: int = 0) -> None:
        if array.n_buffers != buffers or array.n_children != children:
            found = f"{array.n_buffers} buffers and {array.n_children} children"
            raise self.wrong(f"damaged column: {found}, expected {buffers} and {children}")

    def _buffer(self, array: Any, which: int, kind: str, first: int, count: int) -> NDArray[Any]:
        """Return a part of a buffer, not copied."""
        dtype = np.dtype(kind)
        address = array.buffers[which] if array.buffers else None
        if not count:
            return np.empty(0, dtype=dtype)
        if not address:
            raise self.wrong(f"damaged column: buffer {which} is missing")
        size = count * dtype.itemsize
        raw: Any = (ctypes.c_uint8 * size).from_address(address + first * dtype.itemsize)
        found: NDArray[Any] = np.frombuffer(raw, dtype=dtype)
        return found

    def _valid(self, array: Any, rows: Range, depth: int, *, text: bool) -> NDArray[np.bool_] | None:
        """Return which rows have a value, None where all have; refuse one that must have a value."""
        if not array.null_count or not array.buffers or not array.buffers[0] or not rows[1]:
            return None
        first = array.offset + rows[0]
        packed = self._buffer(array, 0, "u1", first // 8, (first % 8 + rows[1] + 7) // 8)
        bits = np.unpackbits(packed, bitorder="little")[first % 8 :][: rows[1]].astype(bool)
        if bits.all():
            return None
        if not (text and self.empty) or depth:
            place = int(np.argmin(bits))
            if depth:
                raise _MissingItem(place)
            raise self.wrong(f"no value, {EXPECTED}", place)
        return bits

    def _offsets(self, array: Any, kind: str, rows: Range) -> NDArray[Any]:
        offsets = self._buffer(array, 1, kind, array.offset + rows[0], rows[1] + 1 if rows[1] else 0)
        if not offsets.size:
            return np.zeros(1, dtype=np.int64)
        if offsets[0] < 0 or (offsets[1:] < offsets[:-1]).any():
            raise self.wrong("damaged column: offsets that fall")
        return offsets

    def _texts(self, text: str, _: Any, array: Any, rows: Range, depth: int) -> Texts:
        """Return texts between offsets."""
        self._shape(array, buffers=3)
        valid = self._valid(array, rows, depth, text=True)
        offsets = self._offsets(array, "i8" if text.isupper() else "i4", rows)
        base = int(offsets[0])
        data = self._buffer(array, 2, "u1", base, int(offsets[-1]) - base).copy()
        ends_at = np.subtract(offsets, base, dtype=np.int64)  # one array for both: each begins where one ends
        starts, ends = ends_at[:-1], ends_at[1:]
        return Texts(data, starts, ends if valid is None else np.where(valid, ends, starts))

    def _fixed(self, size: int, _: Any, array: Any, rows: Range, depth: int) -> Texts:
        """Return texts of one number of bytes."""
        self._shape(array, buffers=2)
        valid = self._valid(array, rows, depth, text=True)
        data = self._buffer(array, 1, "u1", (array.offset + rows[0]) * size, rows[1] * size).copy()
        starts = np.arange(rows[1], dtype=np.int64) * size
        return Texts(data, starts, starts + size if valid is None else starts + size * valid)

    def _views(self, _text: str, _: Any, array: Any, rows: Range, depth: int) -> Texts:
        """Return texts that stand in their views, or where their views point to."""
        n_data = array.n_buffers - 3
        if n_data < 0 or array.n_children:
            raise self.wrong(f"damaged column: {array.n_buffers} buffers, expected 3 and more")
        valid = self._valid(array, rows, depth, text=True)
        raw = self._buffer(array, 1, "u1", (array.offset + rows[0]) * 16, rows[1] * 16)
        views = raw.view("<i4").reshape(-1, 4).astype(np.int64)
        sizes = np.where(valid, views[:, 0], 0) if valid is not None else views[:, 0]
        bounds = self._buffer(array, array.n_buffers - 1, "i8", 0, n_data)
        inside = sizes <= 12
        which, at = np.where(inside, 0, views[:, 2]), np.where(inside, 0, views[:, 3])
        if (sizes < 0).any() or (bounds < 0).any():
            raise self.wrong("damaged column: a text of less than no bytes")
        if not inside.all() and (which[~inside].min() < 0 or which[~inside].max() >= n_data):
            raise self.wrong("damaged column: a view of a buffer that is missing")
        if not inside.all() and (
            (at[~inside] < 0).any() or (at[~inside] + sizes[~inside] > bounds[which[~inside]]).any()
        ):
            raise self.wrong("damaged column: a view past its buffer")
        buffers = [self._buffer(array, 2 + k, "u1", 0, int(bounds[k])) for k in range(n_data)]
        bases = np.cumsum([raw.size, *(buffer.size for buffer in buffers)])
        places = 16 * np.arange(rows[1], dtype=np.int64) + 4
        starts = np.where(inside, places, bases[np.where(inside, 0, which)] + at)
        return Texts(np.concatenate([raw, *buffers]), starts, starts + sizes)

    def _child(self, schema: Any, array: Any) -> tuple[Any, Any]:
        if schema.n_children != 1 or not schema.children or not array.children:
            raise self.wrong("damaged column: a list without its values")
        if not schema.children[0] or not array.children[0]:
            raise self.wrong("damaged column: a list without its values")
        return schema.children[0].contents, array.children[0].contents

    def _items(self, schema: Any, array: Any, rows: Range, depth: int, size: int) -> NDArray[Any]:
        """Return the items of lists of `size`."""
        child, values = self._child(schema, array)
        try:
            found = self.values(child, values, rows, depth + 1)
        except _MissingItem as item:
            row = item.place // max(size, 1)
            if depth:
                raise _MissingItem(row) from None
            raise self.wrong(f"a list without a value in it, {EXPECTED}", row) from None
        if isinstance(found, Texts):
            raise self.wrong(f"a column of lists of texts, {EXPECTED}")
        return found

    def _lists(self, text: str, schema: Any, array: Any, rows: Range, depth: int) -> NDArray[Any]:
        """Return lists of one length as rows of an array."""
        kind, views = "i8" if text.endswith("L") else "i4", text.startswith("+v")
        self._shape(array, buffers=3 if views else 2, children=1)
        self._valid(array, rows, depth, text=False)
        if views:
            starts = self._buffer(array, 1, kind, array.offset + rows[0], rows[1]).astype(np.int64)
            sizes = self._buffer(array, 2, kind, array.offset + rows[0], rows[1]).astype(np.int64)
        else:
            offsets = self._offsets(array, kind, rows)
            starts, sizes = offsets[:-1], np.diff(offsets)
        if not rows[1]:
            return np.empty((0, 0), dtype=np.int64)
        size = int(sizes[0])
        if (sizes != size).any():
            place = int(np.argmax(sizes != size))
            raise self.wrong(_lengths(int(sizes[place]), size), None if depth else place)
        if size < 0 or (starts < 0).any():
            raise self.wrong("damaged column: a list of less than no values")
        low, high = int(starts.min()), int(starts.max()) + size
        items = self._items(schema, array, (low, high - low), depth, size)
        if (np.diff(starts) == size).all():
            return items.reshape(rows[1], size, *items.shape[1:])
        taken: NDArray[Any] = items[(starts - low)[:, None] + np.arange(size)]
        return taken

    def _fixed_lists(self, size: int, schema: Any, array: Any, rows: Range, depth: int) -> NDArray[Any]:
        """Return lists whose kind says their length."""
        self._shape(array, buffers=1, children=1)
        self._valid(array, rows, depth, text=False)
        inner = (array.offset + rows[0]) * size, rows[1] * size
        items = self._items(schema, array, inner, depth, size)
        return items.reshape(rows[1], size, *items.shape[1:])

    def _coded(self, text: str, schema: Any, array: Any, rows: Range, depth: int) -> Texts | NDArray[Any]:
        """Return values from a dictionary."""
        if text not in INTS or not array.dictionary:
            raise self.wrong("damaged column: a dictionary without its values")
        self._shape(array, buffers=2)
        valid = self._valid(array, rows, depth, text=True)
        codes = self._buffer(array, 1, INTS[text], array.offset + rows[0], rows[1])
        codes = codes.astype(np.int64) if valid is None else np.where(valid, codes, 0).astype(np.int64)
        words, size = array.dictionary.contents, self._length(array.dictionary.contents)
        used = codes if valid is None else codes[valid]
        if used.size and (used.min() < 0 or used.max() >= size):
            raise self.wrong("damaged column: a code past its dictionary")
        values = self.values(schema.dictionary.contents, words, (0, size), depth)
        if not isinstance(values, Texts):
            if valid is not None:
                raise self.wrong(f"no value, {EXPECTED}", int(np.argmin(valid)))
            return values[codes] if size else values[:0]
        if not size:
            return Texts(values.data, np.zeros(rows[1], np.int64), np.zeros(rows[1], np.int64))
        starts, ends = values.starts[codes], values.ends[codes]
        return Texts(values.data, starts, ends if valid is None else np.where(valid, ends, starts))


def _lengths(found: int, before: int) -> str:
    return f"a list of {found} values, expected {before} as before"
