"""Byte streams: files and standard input, plain, gzip or Zstandard; distinguished by their first bytes."""

from __future__ import annotations

import io
import os
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any, cast

from ..base import PuzzleError, import_extra
from .places import is_address, open_file
from .text import GZIP_MAGIC, KIND_BYTES, refuse_kind, source_name

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
NPY_MAGIC, PARQUET_MAGIC, ARROW_MAGIC = b"\x93NUMPY", b"PAR1", b"ARROW1"
LONGEST_MAGIC = 6
LARGEST_WINDOW = 1 << 27  # of a Zstandard frame
PIECE = 1 << 10  # packed bytes taken at a time: what they unpack to is at most 32 MiB

Stream = IO[bytes]


@contextmanager
def open_stream(source: str, *, unpack: bool = True) -> Iterator[Stream]:
    """Open a file, or standard input for ``-``, and unpack it; yield a stream that can peek.

    Without `unpack` gzip and Zstandard stay packed. A file that is missing, a folder, or damaged is a
    PuzzleError: when it is opened or inside the ``with`` block.
    """
    name = source_name(source)
    try:
        if source == "-":
            if sys.stdin is None:
                raise PuzzleError("is closed", file=name)
            raw = cast(io.BufferedReader, sys.stdin.buffer)
            yield from _known(_unpacked(raw, name), name)
        elif is_address(source):
            with open_file(source) as far, io.BufferedReader(cast(Any, far), 1 << 18) as raw:
                yield from _known(_unpacked(raw, name) if unpack else (_with_magic(raw),), name)
        else:
            with cast(io.BufferedReader, open_file(source)) as raw:
                if stat.S_ISDIR(os.fstat(raw.fileno()).st_mode):
                    raise IsADirectoryError
                yield from _known(_unpacked(raw, name) if unpack else (_with_magic(raw),), name)
    except FileNotFoundError as error:
        if error.filename != source and not is_address(source):
            raise
        raise PuzzleError("no such file", file=name) from None
    except IsADirectoryError as error:
        if error.filename not in (None, source):
            raise
        raise PuzzleError("is a folder; name a file", file=name) from None
    except OSError as error:  # of opening it; one of reading has no name
        if error.filename != source:
            raise
        raise PuzzleError(f"cannot be read: {error.strerror}", file=name) from None


def magic_of(stream: Stream) -> bytes:
    """Return the first bytes of a stream without taking them; fewer where it is short."""
    return bytes(cast(Any, stream).peek(LONGEST_MAGIC)[:LONGEST_MAGIC])


def _known(streams: Iterable[Stream], name: str) -> Iterator[Stream]:
    """Yield streams; one that begins like a file of a known kind that is no text is refused."""
    for stream in streams:
        refuse_kind(bytes(cast(Any, stream).peek(KIND_BYTES)[:KIND_BYTES]), name)
        yield stream


def _with_magic(stream: io.BufferedReader) -> io.BufferedReader:
    """Return a stream whose first bytes can be peeked at, however few of them came at once."""
    if len(magic_of(stream)) == LONGEST_MAGIC:
        return stream
    return again(stream.read(LONGEST_MAGIC), stream)  # waits for all of them, or for the end


def again(head: bytes, rest: Stream) -> io.BufferedReader:
    """Return a stream of bytes that were read, and of those that follow."""
    return io.BufferedReader(_Again(head, rest), 1 << 18)


def _unpacked(raw: io.BufferedReader, name: str) -> Iterator[Stream]:
    raw = _with_magic(raw)
    magic = magic_of(raw)
    if magic.startswith(GZIP_MAGIC):
        import gzip

        damage: tuple[type[Exception], ...] = (EOFError, zlib.error, gzip.BadGzipFile)
        with gzip.GzipFile(fileobj=raw) as stream:
            yield _guarded(stream, damage, "gzip", name)
    elif magic.startswith(ZSTD_MAGIC):
        stream, error = _zstd(raw)
        with stream:
            yield _guarded(stream, (EOFError, error), "Zstandard", name)
    else:
        for ending, what in ((".gz", "gzip"), (".zst", "Zstandard")):
            if name.lower().endswith(ending):
                raise PuzzleError(f"is not a {what} file", file=name)
        yield raw


def _guarded(stream: Any, damage: tuple[type[Exception], ...], what: str, name: str) -> Stream:
    """Return an unpacking stream whose damage is one clear error, and whose first bytes can be peeked at."""
    return _with_magic(io.BufferedReader(_Guarded(stream, damage, what, name), 1 << 18))


def _zstd(raw: io.BufferedReader) -> tuple[Any, type[Exception]]:
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]  # Python 3.14

        return zstd.ZstdFile(raw), zstd.ZstdError
    except ImportError:
        pass
    zstandard = import_extra("zstandard", "Zstandard files", "zstd")
    return _ZstdFrames(raw, zstandard.ZstdDecompressor(max_window_size=LARGEST_WINDOW)), zstandard.ZstdError


class _ZstdFrames(io.RawIOBase):
    """Frames of Zstandard one after another; a frame that is torn is an error, not an end."""

    def __init__(self, raw: io.BufferedReader, unpacker: Any) -> None:
        self._packed, self._unpacker = raw, unpacker
        self._frame: Any = None
        self._input, self._output = b"", b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        while not self._output:
            self._input = self._input or self._packed.read(PIECE)
            if not self._input:
                if self._frame is not None:
                    raise EOFError("ends in the middle")
                return b""
            self._frame = self._frame or self._unpacker.decompressobj()
            self._output = self._frame.decompress(self._input)
            self._input = b""
            if self._frame.eof:
                self._input, self._frame = self._frame.unused_data, None
        data, self._output = self._output[:size], self._output[size:]
        return data


class _Again(io.RawIOBase):
    """A stream whose first bytes were read already, and come again."""

    def __init__(self, head: bytes, rest: Any) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._head[: len(buffer)] or self._rest.read1(len(buffer))
        self._head = self._head[len(data) :]
        buffer[: len(data)] = data
        return len(data)


class _Guarded(io.RawIOBase):
    """An unpacking stream whose damage is one clear error."""

    def __init__(self, stream: Any, damage: tuple[type[Exception], ...], what: str, name: str) -> None:
        self._stream, self._damage, self._what, self._name = stream, damage, what, name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._stream.read(len(buffer))
        except self._damage as reason:
            raise PuzzleError(f"damaged {self._what} file: {reason}", file=self._name) from None
        buffer[: len(data)] = data
        return len(data)
