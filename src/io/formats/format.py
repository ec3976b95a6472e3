"""Declare formats: what each reads, writes and loses; and read JSON, XML and packed data of strangers."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base import PuzzleError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST_UNPACKED = 1 << 22
"""Most bytes or characters of what is unpacked."""


class PuzzleText(NamedTuple):
    """What `parse` of a puzzle takes: a text, of several puzzles one a line, and rules by name."""

    text: str
    rules: Mapping[str, Any] = MappingProxyType({})


def unread(text: str) -> PuzzleText:
    """Raise: a format without ``read`` is one that the reader of all grids reads."""
    raise PuzzleError("is read as a grid")


def unwritten(puzzles: Sequence[PuzzleText]) -> str:
    """Raise: the format is read alone."""
    raise PuzzleError("this format is not written")


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of another program.

    Parameters
    ----------
    name : str
        As ``--to`` takes it.
    title : str
        What it is called, in errors and in the documentation.
    reads, writes, loses : str
        What of it is read and written, and what is left out; for the table of the documentation.
    begins : pattern, optional
        Matches the beginning of a text in this format; None for what any reader of grids reads.
    read : callable
        Makes a `PuzzleText` of a text.
    write : callable
        Makes a text of puzzles.
    many : bool
        Whether it holds several puzzles.
    """

    name: str
    title: str
    reads: str
    writes: str = ""
    loses: str = ""
    begins: re.Pattern[str] | None = None
    read: Callable[[str], PuzzleText] = field(default=unread)
    write: Callable[[Sequence[PuzzleText]], str] = field(default=unwritten)
    many: bool = False

    @property
    def writable(self) -> bool:
        """Whether puzzles are written in it."""
        return self.write is not unwritten


def json_object(text: str) -> dict[str, Any]:
    """Return the JSON object that a text is.

    Examples
    --------
    >>> json_object("[1]")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
        ...
    unriddle.base.PuzzleError: not a JSON object
    """
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        reason = f"not JSON: {error.msg}"
        raise PuzzleError(reason, line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise PuzzleError("not JSON: nested too deep, or a number too long") from None
    if not isinstance(found, dict):
        raise PuzzleError("not a JSON object")
    return found


def xml_root(text: str) -> Element:
    """Return the root of an XML text, which must not declare entities.

    Examples
    --------
    >>> xml_root("<a><b/></a>").tag
    'a'
    >>> xml_root("<!DOCTYPE a [<!ENTITY x 'x'>]><a>&x;</a>")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
        ...
    unriddle.base.PuzzleError: has a DOCTYPE, which is not read
    """
    from xml.etree.ElementTree import ParseError, fromstring

    if re.search(r"<!\s*(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise PuzzleError("has a DOCTYPE, which is not read")
    try:
        return fromstring(text)
    except ParseError as error:
        line, column = error.position
        reason = f"not XML: {str(error).partition(':')[0]}"
        raise PuzzleError(reason, line=line, column=column + 1) from None
    except (ValueError, RecursionError):
        raise PuzzleError("not XML") from None


def inflated(packed: bytes, most: int = MOST_UNPACKED) -> bytes:
    """Return what raw deflate data unpack to, at most `most` bytes.

    Examples
    --------
    >>> inflated(b"K\\x04\\x00")
    b'a'
    """
    unpacker = zlib.decompressobj(-15)
    try:
        found = unpacker.decompress(packed, most)
    except zlib.error:
        raise PuzzleError("its packed data is damaged") from None
    if not unpacker.eof:
        whole = "more than" if len(found) == most else "it ends in the middle of"
        raise PuzzleError(f"its packed data is damaged: {whole} {len(found):,} bytes")
    return found


def check_one_line(text: str) -> str:
    """Return a text that is one line; several are an error."""
    if "\n" in text:
        raise PuzzleError("several lines, expected one puzzle; use batch for many")
    return text
