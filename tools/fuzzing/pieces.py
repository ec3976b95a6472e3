"""What an input is made of: a head of four bytes that chooses, then fields of text, lists of them, arrays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

__all__ = ["FIELD", "ITEM", "VALUES", "Piece", "as_json", "bytes_of", "packed", "text_of"]

HEAD = 4
FIELD, ITEM = b"\x1f", b"\x1e"
MOST_ITEMS = 8
DTYPES = ("u1", "i1", "i2", "i4", "i8", "u8", "f4", "f8", "?", "S4", "U2", "O", "c8", "M8[s]", ">i4")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 4, 9, -1, 1 << 70, 1.5, float("nan"), "", "x", b"ab"),
    *((), [], {}, (2, 2), (2, 3), [3, 3], "2x2", "2x3", "3x3", "0x4", "king", "rook", "hex"),
    *(["tea", "eat", "rat"], "tea eat", {"tea": 2}, {"by_length": [0, 1]}, "abcdefghi", "ABCD", "."),
)


@dataclass(frozen=True)
class Piece:
    """An input, read."""

    data: bytes

    def choice(self, place: int, n: int) -> int:
        """Return a number below `n` that a byte of the head chooses."""
        return self.data[place] % n if place < len(self.data) else 0

    @cached_property
    def fields(self) -> list[bytes]:
        """The fields, one at least."""
        return self.data[HEAD:].split(FIELD)

    @cached_property
    def raw(self) -> bytes:
        """The first field, that of the board."""
        return self.fields[0]

    @cached_property
    def text(self) -> str:
        """The first field as text."""
        return text_of(self.raw)

    def items(self) -> list[bytes]:
        """Return the first field as a list."""
        return self.raw.split(ITEM)[:MOST_ITEMS]

    def value(self, place: int, known: Sequence[Any]) -> Any:
        """Return a value: of those that are known, of `VALUES`, or what the second field says."""
        number = self.choice(place, 256)
        if number < 64 and len(self.fields) > 1:
            text = text_of(self.fields[1])
            return as_json(text) if number & 1 else text
        if number < 160 and known:
            return known[number % len(known)]
        return VALUES[number % len(VALUES)]

    def array(self) -> Any:
        """Return an array: the head says its kind and form, the rest its bytes."""
        kind, form, size = self.choice(1, 64), self.choice(2, 8), self.choice(3, 32) + 1
        name = DTYPES[0] if kind < 32 else DTYPES[kind % len(DTYPES)]
        body = self.data[HEAD:]
        if name == "O":
            return np.array([as_json(text_of(item)) for item in self.items()], dtype=object)
        if name[0] == "S":
            return np.array(self.items(), dtype=name)
        if name[0] == "U":
            return np.array([text_of(item) for item in self.items()], dtype=name)
        dtype = np.dtype(name)
        flat = np.frombuffer(body[: len(body) - len(body) % dtype.itemsize], dtype=dtype)
        if form == 0:
            return flat
        if form == 1:
            return flat.reshape(flat.size, 1, 1, 1)
        rows = flat[: flat.size - flat.size % size].reshape(-1, size)[:MOST_ITEMS]
        side = round(size**0.5)
        if form < 4 and side * side == size:
            return rows.reshape(-1, side, side)
        return rows if form < 6 else rows[::2, :] if form == 6 else np.asfortranarray(rows)


def text_of(raw: bytes) -> str:
    """Return bytes as text, whatever they are; some are then lone surrogates."""
    return raw.decode("utf-8", "surrogateescape")


def as_json(text: str) -> Any:
    """Return the JSON value of a text, else the text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def packed(head: Sequence[int], *fields: str | bytes) -> bytes:
    """Return the input of a head and fields."""
    raw = [bytes_of(field) if isinstance(field, str) else field for field in fields]
    return bytes(byte % 256 for byte in head).ljust(HEAD, b"\0") + FIELD.join(raw)


def bytes_of(text: str) -> bytes:
    """Return what `text_of` makes a text of; surrogates that stand for no byte are question marks."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
