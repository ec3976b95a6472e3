"""Where records come from: lines, records of fixed width, ``.npy`` files and columns, cut into parts.

How an input is cut depends on its content and the part size alone, so that every run, shard and worker
sees the same parts. Nothing is ever read whole: a part has at most 16 MiB.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import PuzzleError
from ..io.npy import read_header
from ..io.places import files_of, open_file
from ..io.streams import ARROW_MAGIC, NPY_MAGIC, PARQUET_MAGIC, ZSTD_MAGIC, Stream, magic_of, open_stream
from ..io.text import GZIP_MAGIC, source_name
from ..puzzles.framework.batch_records import ArrayRecords, Records, TextRecords
from ..search.threads import threads_of
from .datasets import DatasetSource
from .folder import digest_of
from .likely import find_column
from .parts import BLOCK, MOST_BYTES, Index, RecordSource, Span
from .text_tables import TextTableSource

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .likely import Likely

AHEAD = 2  # parts that are cut while digests are made
NEWLINE, RETURN = 10, 13


def open_source(
    source: str | Sequence[str],
    part_size: int,
    *,
    width: int | None = None,
    column: str | None = None,
    keep: Sequence[str] = (),
    likely: Likely | None = None,
) -> RecordSource:
    """Return what reads an input; its form is found by its first bytes.

    A source is a path, an address of fsspec, or ``-`` for standard input; several files, patterns and folders
    are of Parquet, Feather, CSV or JSON. With `width` records have that many bytes, without line ends. With
    `column` a text is CSV, or JSON where it begins like that; `likely` finds the column where none is named.
    The columns of `keep` are carried into the output.
    """
    sources = [source] if isinstance(source, str) else list(source)
    name = source_name(sources[0]) if len(sources) == 1 else f"{len(sources)} inputs"
    once = any(map(is_stream, sources))
    if once and (len(sources) > 1 or column is not None or keep):
        raise PuzzleError("a stream, expected files, for --column, --keep and several inputs", file=name)
    if "-" in sources and sys.stdin is None:
        raise PuzzleError("is closed, expected records", file=name)
    if once:
        return ByteSource(sources[0], part_size, width, seekable=False, once=True)
    files = files_of(sources)
    with open_stream(files[0], unpack=False) as stream:
        magic = magic_of(stream)
    if magic.startswith((PARQUET_MAGIC, ARROW_MAGIC)):
        if width is not None:
            raise PuzzleError("--width is for text", file=name)
        return DatasetSource(files, name, part_size, column, keep, likely.names if likely else ())
    if column is None and width is None and likely is not None:
        column = find_column(files[0], likely)
    if len(files) > 1 or column is not None or keep:
        if width is not None:
            raise PuzzleError("--width is for text", file=name)
        if column is None:
            raise PuzzleError("several files, or --keep, but no column: name it with --column", file=name)
        return TextTableSource(files, name, part_size, column, keep)
    packed = magic.startswith((GZIP_MAGIC, ZSTD_MAGIC))
    return ByteSource(files[0], part_size, width, seekable=not packed, once=False)


def is_stream(source: str) -> bool:
    """Say whether a source can be read only once: standard input, a pipe."""
    if source == "-":
        return True
    try:
        mode = os.stat(source).st_mode  # noqa: PTH116 (pathlib costs start-up time)
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


class ByteSource(RecordSource):
    """Records in a stream of bytes: lines, fixed width, or rows of a ``.npy`` file."""

    def __init__(self, source: str, part_size: int, width: int | None, *, seekable: bool, once: bool) -> None:
        self.source, self.name, self.part_size, self.width = source, source_name(source), part_size, width
        self.files = () if once else (source,)
        self.seekable, self.once = seekable, once
        self._head = b""
        self._measured: bytes | None = None  # what stood before the records when they were measured
        self._dtype: np.dtype[Any] | None = None
        self._shape: tuple[int, ...] = ()
        if not once:
            with open_stream(source) as stream:
                self._begin(stream)

    def _begin(self, stream: Stream) -> int | None:
        """Read what stands before the records; return the bytes of a record, None for lines."""
        magic = magic_of(stream)
        if not magic:
            raise PuzzleError("is empty, expected records", file=self.name)
        if magic.startswith(PARQUET_MAGIC):
            raise PuzzleError("Parquet in a stream, expected a plain file", file=self.name)
        if magic.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise PuzzleError("is UTF-16 or UTF-32, expected UTF-8", file=self.name)
        head, width = b"", self.width
        dtype: np.dtype[Any] | None = None
        shape: tuple[int, ...] = ()
        if magic.startswith(NPY_MAGIC):
            if self.width is not None:
                raise PuzzleError("--width is for text", file=self.name)
            head, dtype, shape = self._npy_head(stream)
            width = self._fits(dtype.itemsize * int(np.prod(shape[1:], dtype=object)))
        elif magic.startswith(b"\xef\xbb\xbf"):
            head = stream.read(3)
        if self._measured not in (None, head):
            raise PuzzleError("was modified while it was read", file=self.name)
        self._head, self._dtype, self._shape = head, dtype, shape
        return width

    def _npy_head(self, stream: Stream) -> tuple[bytes, np.dtype[Any], tuple[int, ...]]:
        """Read the head of a .npy file; return it, and the dtype and the shape that it tells."""
        seen = _Recorder(stream)
        shape, fortran, dtype = read_header(seen, self.name)
        if dtype.hasobject or dtype.names or dtype.kind not in "iuSU":
            raise PuzzleError(f"array of dtype {dtype}, expected whole numbers or texts", file=self.name)
        if fortran and len(shape) > 1:
            raise PuzzleError("array in Fortran order; save it in C order", file=self.name)
        if not shape or 0 in shape:
            raise PuzzleError(
                f"array of shape {shape}, expected records along the first axis", file=self.name
            )
        if dtype.kind in "SU" and len(shape) > 1:
            raise PuzzleError(f"array of texts of shape {shape}, expected one text a record", file=self.name)
        return bytes(seen.data), dtype, shape

    def _fits(self, size: int) -> int:
        if not 0 < size <= MOST_BYTES:
            raise PuzzleError(f"records of {size:,} bytes, expected at most {MOST_BYTES:,}", file=self.name)
        return size

    def unused(self, records: Records) -> NDArray[np.int64]:
        """Return the places of blank lines and comments, of a text whose records are lines."""
        lines = self.width is None and self._dtype is None
        if self.symbols is None or not lines or not isinstance(records, TextRecords):
            return super().unused(records)
        return records.without_puzzle(self.symbols)

    def scan(self, progress: Callable[[int], None] | None = None) -> Index:
        """Return the parts and the digest, in one pass."""
        spans: list[Span] = []
        self._measured = None
        digest, records = hashlib.sha256(), 0
        for span, _ in self.stream(AHEAD):
            if not spans:
                digest.update(self._head)
            digest.update(span.digest.encode())
            spans.append(span)
            records += span.count
            if progress is not None:
                progress(span.offset + span.size)
        self._measured = self._head
        return Index(digest.hexdigest(), records, tuple(spans))

    def stream(self, ahead: int = 0) -> Iterator[tuple[Span, bytes]]:
        """Yield the parts in order with their bytes; see `_digested` for `ahead`."""
        with open_stream(self.source) as stream:
            width = self._begin(stream)
            cut = _cut_lines(stream, self.part_size, self.name) if width is None else self._cut(stream, width)
            first, offset = 1, len(self._head)
            for number, (count, data, digest) in enumerate(_digested(self._seen(cut, width), ahead)):
                yield Span(number, first, count, offset, len(data), digest), data
                first += count
                offset += len(data)
            if self._shape and first - 1 != self._shape[0]:
                raise PuzzleError(f"{first - 1:,} rows, expected {self._shape[0]:,}", file=self.name)

    def _seen(self, cut: Iterator[tuple[int, bytes]], width: int | None) -> Iterator[tuple[int, bytes]]:
        """Yield what was cut; the first record is looked at before anything else is read."""
        for number, (count, data) in enumerate(cut):
            if number == 0 and self.check_first is not None:
                self.see(self.decode(Span(0, 1, count, 0, len(data)), data))
            yield count, data

    def _cut(self, stream: Stream, width: int) -> Iterator[tuple[int, bytes]]:
        size = min(self.part_size, MOST_BYTES // width) * width
        if self._shape:
            left = self._shape[0] * width
            while left > 0 and (data := stream.read(min(size, left))):
                if len(data) % width:
                    raise PuzzleError("ends in the middle of a row", file=self.name)
                left -= len(data)
                yield len(data) // width, data
            if stream.read(1):
                raise PuzzleError(f"more than {self._shape[0]:,} rows", file=self.name)
            return
        while data := stream.read(size):
            # One line end after the last record is no record.
            if len(data) % width in (1, 2) and data[-1:] == b"\n" and not magic_of(stream):
                data = data.removesuffix(b"\n").removesuffix(b"\r") if len(data) % width == 2 else data[:-1]
                if not data:
                    return
            yield -(-len(data) // width), data

    def read(self, span: Span) -> bytes:
        """Return the bytes of a part."""
        with open_file(self.source) as stream:
            stream.seek(span.offset)
            data = stream.read(span.size)
        span.check(data, self.name)
        return data

    def decode(self, span: Span, data: bytes) -> Records:
        """Return the records that the bytes of a part hold."""
        if self._dtype is not None:
            array = np.frombuffer(data, dtype=self._dtype).reshape(-1, *self._shape[1:])
            return text_records(array, self.name) if self._dtype.kind in "SU" else ArrayRecords(array)
        flat = np.frombuffer(data, dtype=np.uint8)
        if self.width is not None:
            starts = np.arange(span.count, dtype=np.int64) * self.width
            ends = np.minimum(starts + self.width, flat.size)
        else:
            starts, ends = _lines_of(flat, span.count)
        return TextRecords(flat, starts, ends)


class _Recorder:
    """A stream that keeps what was read from it."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self.data = stream, bytearray()

    def read(self, size: int = -1, /) -> bytes:
        if not 0 <= size <= 1 << 16:
            raise ValueError(f"header of {size} bytes")
        data = self._stream.read(size)
        self.data += data
        return data


def text_records(array: NDArray[Any], name: str) -> TextRecords:
    """Return the texts of a NumPy array of texts as records; its bytes may hold what is no Unicode."""
    if array.dtype.kind == "U":
        points = np.frombuffer(array.tobytes(), dtype=np.dtype(np.uint32).newbyteorder(array.dtype.byteorder))
        if points.size and points.max() > sys.maxunicode:
            wrong = f"character {points.max():#x} in a text, expected Unicode: at most 0x10ffff"
            raise PuzzleError(wrong, file=name)
        texts = [text.encode("utf-8", "surrogatepass") for text in array.tolist()]
        ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
        return TextRecords(np.frombuffer(b"".join(texts), dtype=np.uint8), starts, ends)
    width = array.dtype.itemsize
    starts = np.arange(array.size, dtype=np.int64) * width
    flat = np.frombuffer(array.tobytes(), dtype=np.uint8)
    return TextRecords(flat, starts, starts + np.char.str_len(array))


def _digested(cut: Iterator[tuple[int, bytes]], ahead: int) -> Iterator[tuple[int, bytes, str]]:
    """Yield what was cut with its digest, made by as many threads as parts are cut `ahead` of it."""
    if not ahead:
        for count, data in cut:
            yield count, data, digest_of(data)
        return
    with threads_of(ahead) as pool:
        waiting = deque[tuple[int, bytes, Any]]()
        for count, data in cut:
            waiting.append((count, data, pool.submit(digest_of, data)))
            if len(waiting) > ahead:
                count, data, found = waiting.popleft()
                yield count, data, found.result()
        for count, data, found in waiting:
            yield count, data, found.result()


def _lines_of(flat: NDArray[np.uint8], count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where each of some lines begins and ends."""
    width = flat.size // count
    alike = width > 1 and width * count == flat.size and (flat[width - 1 :: width] == NEWLINE).all()
    if alike and not (flat[width - 2 :: width] == RETURN).any():  # there are no more lines than these
        starts = np.arange(count) * width
        return starts, starts + width - 1
    ends = np.flatnonzero(flat == NEWLINE)
    starts = np.concatenate([[0], ends + 1])[:count]
    ends = np.append(ends, flat.size)[:count]
    returns = (ends > starts) & (flat[np.maximum(ends - 1, 0)] == RETURN)
    return starts, ends - returns


def _cut_lines(stream: Stream, most: int, name: str) -> Iterator[tuple[int, bytes]]:
    """Yield (lines, bytes) of parts: as many whole lines as fit `most` and MOST_BYTES."""
    pending, at, lines, line, ended = b"", 0, 0, 1, False
    while True:
        while not ended and lines < most and len(pending) - at <= MOST_BYTES:
            block = stream.read(min(BLOCK, 64 * most))
            ended = not block
            pending, at = pending[at:] + block, 0
            lines += int(np.count_nonzero(np.frombuffer(block, np.uint8) == NEWLINE))
        if at == len(pending):
            return
        if ended and lines < most and len(pending) - at <= MOST_BYTES:
            yield lines + (not pending.endswith(b"\n")), pending[at:]
            return
        count, end = _whole_lines(pending, at, most)
        if not count:
            where = f"line of more than {MOST_BYTES:,} bytes, expected one record a line"
            raise PuzzleError(where, file=name, line=line)
        yield count, pending[at:end]
        at = end
        lines -= count
        line += count


def _whole_lines(data: bytes, first: int, most: int) -> tuple[int, int]:
    """Return how many whole lines from a place on fit `most` and MOST_BYTES, and where they end.

    Examples
    --------
    >>> _whole_lines(b"at\\ntea\\nit", 3, 5), _whole_lines(b"at\\nit\\nto\\n", 0, 2)
    ((1, 7), (2, 6))
    """
    end = first + (data.find(b"\n", first) + 1 - first) * most  # where all were as long as the first
    part = np.frombuffer(data, np.uint8, min(len(data) - first, MOST_BYTES), first)
    alike = first < end <= first + part.size and data[end - 1] == NEWLINE
    if alike and np.count_nonzero(part[: end - first] == NEWLINE) == most:
        return most, end
    ends = np.flatnonzero(part == NEWLINE)
    count = min(most, ends.size)
    return count, first + int(ends[count - 1]) + 1 if count else first
