"""Pack text as lz-string does in Base64, for links: LZ78 over UTF-16 units with codes of growing width."""

from __future__ import annotations

import base64
import binascii

from ...base import PuzzleError
from .format import MOST_UNPACKED

BYTE, UNIT, END = range(3)
"""Codes that precede a character of 8 or 16 bits, and the end."""
DAMAGED = "its packed text is damaged"


class _Width:
    """The width of codes, which grows when the dictionary has as many entries as there are codes."""

    def __init__(self) -> None:
        self.bits, self._left = 2, 2

    def count(self) -> None:
        """Count an entry."""
        self._left -= 1
        if not self._left:
            self._left = 1 << self.bits
            self.bits += 1


def compress(text: str) -> str:
    """Return a text packed, in Base64.

    Examples
    --------
    >>> decompress(compress("tea tea tea"))
    'tea tea tea'
    """
    units = text.encode("utf-16-le", "surrogatepass")
    known: dict[bytes, int] = {}
    new: set[bytes] = set()
    out: list[str] = []
    width = _Width()

    def put(value: int, bits: int) -> None:
        out.append(f"{value:0{bits}b}"[::-1])

    def emit(phrase: bytes) -> None:
        if phrase in new:
            new.remove(phrase)
            value = int.from_bytes(phrase, "little")
            put(BYTE if value < 256 else UNIT, width.bits)
            put(value, 8 if value < 256 else 16)
            width.count()
        else:
            put(known[phrase], width.bits)
        width.count()

    phrase = b""
    for at in range(0, len(units), 2):
        unit = units[at : at + 2]
        if unit not in known:
            known[unit] = len(known) + 3
            new.add(unit)
        if phrase + unit in known:
            phrase += unit
        else:
            emit(phrase)
            known[phrase + unit] = len(known) + 3
            phrase = unit
    if phrase:
        emit(phrase)
    put(END, width.bits)
    bits = "".join(out)
    characters = len(bits) // 6 + 1  # there is always some padding
    whole = bits.ljust(-(-characters // 4) * 24, "0")
    packed = base64.b64encode(int(whole, 2).to_bytes(len(whole) // 8, "big")).decode()
    return packed[:characters] + "=" * (-characters % 4)


def decompress(packed: str, most: int = MOST_UNPACKED) -> str:
    """Return the text that was packed, of at most `most` characters."""
    data = packed.rstrip("=")
    try:
        raw = base64.b64decode(data + "A" * (-len(data) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise PuzzleError(DAMAGED) from None
    bits = f"{int.from_bytes(raw, 'big'):0{8 * len(raw)}b}"[: 6 * len(data)]
    return b"".join(_phrases(_Bits(bits), 2 * most)).decode("utf-16-le", "replace")


class _Bits:
    """Bits that are taken from the left, the lowest of a number first."""

    def __init__(self, bits: str) -> None:
        self._bits, self._at = bits, 0

    def take(self, count: int) -> int:
        """Return the number of the next bits."""
        taken = self._bits[self._at : self._at + count]
        if len(taken) < count:
            raise PuzzleError(f"{DAMAGED}: it ends in the middle")
        self._at += count
        return int(taken[::-1], 2)


def _phrases(bits: _Bits, most: int) -> list[bytes]:
    """Return the phrases that codes stand for, of at most `most` bytes."""
    width, found, size = _Width(), list[bytes](), 0
    known: dict[int, bytes] = {}
    last = b""
    while (code := bits.take(width.bits)) != END:
        if code in (BYTE, UNIT):
            phrase = bits.take(8 if code == BYTE else 16).to_bytes(2, "little")
            known[len(known) + 3] = phrase
            width.count()
        elif code in known:
            phrase = known[code]
        elif last and code == len(known) + 3:
            phrase = last + last[:2]
        else:
            raise PuzzleError(DAMAGED)
        if last:
            known[len(known) + 3] = last + phrase[:2]
        width.count()
        found.append(phrase)
        last = phrase
        size += len(phrase)
        if size > most:
            raise PuzzleError(f"{DAMAGED}: more than {most // 2:,} characters")
    return found
