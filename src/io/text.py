"""Where text comes in: files and standard input, read whole or refused with one clear line."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator

from ..base import PuzzleError, printable

__all__ = ["decode", "printable", "read_bytes", "read_text", "source_name", "text_lines"]

GZIP_MAGIC = b"\x1f\x8b"
KIND_BYTES = 512
KINDS = {
    b"PK\x03\x04": "a ZIP archive, such as .zip, .xlsx or .docx",
    b"PK\x05\x06": "an empty ZIP archive",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "an old Office file, such as .xls or .doc",
    b"\x89PNG\r\n\x1a\n": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF87a": "a GIF image",
    b"GIF89a": "a GIF image",
    b"II*\0": "a TIFF image",
    b"MM\0*": "a TIFF image",
    b"%PDF-": "a PDF document",
    b"{\\rtf": "an RTF document",
    b"BZh": "packed by bzip2",
    b"\xfd7zXZ\0": "packed by xz",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x04\x22\x4d\x18": "packed by LZ4",
    b"SQLite format 3\0": "an SQLite database",
    b"\x89HDF\r\n\x1a\n": "an HDF5 file",
    b"\x7fELF": "a program",
}
"""What is no text, by its first bytes."""
CURES = {"a ZIP": "save a table as CSV, or unpack the archive", "an old": "save a table as CSV"}


def pluralize(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural but for one."""
    return f"{number:,} {noun}{'' if number == 1 else 'es' if noun.endswith('s') else 's'}"


def uneven(number: int, count: int, first: int) -> str:
    """Return the error of row `number`, from 1, that has not as many cells as the first one.

    Examples
    --------
    >>> uneven(2, 3, 4)
    'row 2 has 3 cells, but the first row has 4'
    """
    return f"row {number:,} has {pluralize(count, 'cell')}, but the first row has {first:,}"


def refuse_kind(head: bytes, name: str, error: type[PuzzleError] = PuzzleError) -> None:
    r"""Raise an error that says what a file is, by its first bytes, where it is known and no text.

    Examples
    --------
    >>> refuse_kind(b"teas", "x")
    >>> refuse_kind(b"%PDF-1.4", "x.txt")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
        ...
    unriddle.base.PuzzleError: x.txt: is a PDF document; expected text
    """
    for magic, kind in KINDS.items():
        if head.startswith(magic) and (len(magic) > 3 or b"\0" in head[:64]):
            cure = next((said for begin, said in CURES.items() if kind.startswith(begin)), "expected text")
            raise error(f"is {kind}; {cure}", file=name)
    if head[257:262] == b"ustar":
        raise error("is a tar archive; unpack it", file=name)


def source_name(source: str | os.PathLike[str]) -> str:
    """Return how an error names a source: its path as given, ``standard input`` for ``-``.

    Examples
    --------
    >>> source_name("-")
    'standard input'
    """
    if not isinstance(source, (str, os.PathLike)):
        raise PuzzleError(f"path {source!r:.40}, expected str or os.PathLike")
    name = os.fspath(source)
    return "standard input" if name == "-" else printable(name)


def read_bytes(
    source: str | os.PathLike[str], *, limit: int, error: type[PuzzleError] = PuzzleError
) -> bytes:
    """Read a file, plain or gzip, or standard input for ``-``, of at most `limit` bytes.

    Parameters
    ----------
    source : str or path
        The file; ``-`` is standard input.
    limit : int
        Most bytes to take, after unpacking; no more than that is ever read.
    error : type
        The error to raise.

    Raises
    ------
    PuzzleError
        Missing, a folder, not readable, empty, past the limit, damaged gzip.
    """
    name = source_name(source)
    try:
        if os.fspath(source) == "-":
            if sys.stdin is None:
                raise error("is closed", file=name)
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
        raise error("is a folder; name a file", file=name) from None
    except PuzzleError:
        raise
    except (OSError, ValueError) as reason:
        text = reason.strerror if isinstance(reason, OSError) and reason.strerror else str(reason)
        raise error(f"cannot be read: {text}", file=name) from None
    if raw.startswith(GZIP_MAGIC) or (raw and name.lower().endswith(".gz")):
        raw = _gunzip(raw, limit, name, error)
    refuse_kind(raw[:KIND_BYTES], name, error)
    if len(raw) > limit:
        raise error(f"is larger than {limit:,} bytes", file=name)
    if not raw:
        cure = "; name a file or pipe one in" if os.fspath(source) == "-" else ""
        raise error(f"is empty{cure}", file=name)
    return raw


def _gunzip(raw: bytes, limit: int, name: str, error: type[PuzzleError]) -> bytes:
    import gzip
    import io
    import zlib

    if not raw.startswith(GZIP_MAGIC):
        raise error("is not a gzip file", file=name)
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
        raise error("is UTF-16 or UTF-32; convert it to UTF-8", file=name)
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


def read_text(source: str | os.PathLike[str], *, limit: int = 1 << 28) -> str:
    """Read a UTF-8 text file (plain or gzip), or standard input for ``-``; see `read_bytes`, `decode`."""
    return decode(read_bytes(source, limit=limit), source_name(source))


def text_lines(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield (line number from 1, line without its end); only \n, \r\n and \r end a line.

    Examples
    --------
    >>> list(text_lines("a\r\nb"))
    [(1, 'a'), (2, 'b')]
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return enumerate(text.removesuffix("\n").split("\n"), 1)
