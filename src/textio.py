"""Where text comes in: files and standard input, read whole or refused with one clear line."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator

from .base import PuzzleError, printable

__all__ = ["decode", "printable", "read_bytes", "read_text", "source_name", "text_lines"]

GZIP_MAGIC = b"\x1f\x8b"


def source_name(source: str | os.PathLike[str]) -> str:
    """Return how an error names a source: its path as given, ``<stdin>`` for ``-``.

    Examples
    --------
    >>> source_name("-")
    '<stdin>'
    """
    if not isinstance(source, (str, os.PathLike)):
        raise PuzzleError(f"path {source!r:.40}, expected str or os.PathLike")
    name = os.fspath(source)
    return "<stdin>" if name == "-" else printable(name)


def read_bytes(
    source: str | os.PathLike[str],
    *,
    limit: int,
    error: type[PuzzleError] = PuzzleError,
    gzipped: bool = True,
) -> bytes:
    """Read a file, or standard input for ``-``, of at most `limit` bytes.

    Parameters
    ----------
    source : str or path
        The file; ``-`` is standard input.
    limit : int
        Most bytes to take, after unpacking; no more than that is ever read.
    error : type
        The error to raise.
    gzipped : bool
        Unpack what begins like a gzip file.

    Raises
    ------
    PuzzleError
        Missing, a folder, not readable, empty, past the limit, damaged gzip.
    """
    name = source_name(source)
    try:
        if os.fspath(source) == "-":
            if sys.stdin is None:
                raise error("is closed, expected text", file=name)
            raw = sys.stdin.buffer.read(limit + 1)
        else:
            with open(source, "rb") as stream:  # noqa: PTH123 (pathlib costs start-up time)
                status = os.fstat(stream.fileno())
                if stat.S_ISDIR(status.st_mode):
                    raise IsADirectoryError
                if status.st_size > limit:
                    raise error(f"{status.st_size:,} bytes, expected at most {limit:,}", file=name)
                raw = stream.read(limit + 1)
    except FileNotFoundError:
        raise error("no such file", file=name) from None
    except IsADirectoryError:
        raise error("is a folder, expected a file", file=name) from None
    except PuzzleError:
        raise
    except (OSError, ValueError) as reason:
        text = reason.strerror if isinstance(reason, OSError) and reason.strerror else str(reason)
        raise error(f"cannot be read: {text}", file=name) from None
    if gzipped and raw.startswith(GZIP_MAGIC):
        raw = _gunzip(raw, limit, name, error)
    if len(raw) > limit:
        raise error(f"more than {limit:,} bytes, expected at most {limit:,}", file=name)
    if not raw:
        raise error("is empty", file=name)
    return raw


def _gunzip(raw: bytes, limit: int, name: str, error: type[PuzzleError]) -> bytes:
    import gzip
    import io
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(raw)) as stream:
            return stream.read(limit + 1)
    except (OSError, EOFError, zlib.error) as reason:
        raise error(f"damaged gzip file: {reason}", file=name) from None


def decode(raw: bytes, name: str, *, error: type[PuzzleError] = PuzzleError) -> str:
    r"""Decode UTF-8 text, with or without a byte-order mark.

    Raises
    ------
    PuzzleError
        UTF-16 or UTF-32, a NUL byte, bytes that are not UTF-8: with the line.

    Examples
    --------
    >>> decode(b"\xef\xbb\xbfabc", "x")
    'abc'
    """
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise error("is UTF-16 or UTF-32, expected UTF-8", file=name)
    nul = raw.find(b"\0")
    if nul >= 0:
        raise error("NUL byte, expected UTF-8 text", file=name, line=raw.count(b"\n", 0, nul) + 1)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as reason:
        line = raw.count(b"\n", 0, reason.start) + 1
        raise error(
            f"byte 0x{raw[reason.start]:02x} is not UTF-8, expected UTF-8 text", file=name, line=line
        ) from None


def read_text(
    source: str | os.PathLike[str], *, limit: int = 1 << 28, error: type[PuzzleError] = PuzzleError
) -> str:
    """Read a UTF-8 text file (plain or gzip), or standard input for ``-``; see `read_bytes`, `decode`."""
    return decode(read_bytes(source, limit=limit, error=error), source_name(source), error=error)


def text_lines(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield (line number from 1, line without its end); only \n, \r\n and \r end a line.

    Examples
    --------
    >>> list(text_lines("a\r\nb"))
    [(1, 'a'), (2, 'b')]
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return enumerate(text.removesuffix("\n").split("\n"), 1)
