"""The English list that the package carries, made from SCOWL by ``tools/make_english.py``.

``english.xz`` holds, after two 8-byte sizes, the words front-coded (a byte 128 + letters shared with the
word before, then the rest) and a byte a word: SCOWL's level, plus 128 where SCOWL lists it as profane or
offensive.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

from ..base import LexiconError
from .normalise import A_TO_Z
from .word_array import WordTable, offsets_of, pack

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAMES = {"english": 80, "english-common": 60, "english-large": 70, "english-full": 80}
"""Name of an embedded list -> the highest level it takes."""

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80)
"""SCOWL's levels, from the commonest words up."""

SIZES = "<u8"
LISTED, SHARED = 128, 128


def read() -> bytes:
    """Return the bytes of the compressed list."""
    path = os.path.join(os.path.dirname(__file__), "data", "english.xz")  # noqa: PTH118, PTH120 (start-up time)
    with open(path, "rb") as stream:  # noqa: PTH123
        return stream.read()


def level_of(name: str, level: int | None) -> int:
    """Return the level that a name and an option ask for together."""
    if level is None:
        return NAMES[name]
    if level not in LEVELS:
        raise LexiconError(f"level={level!r}, expected one of {', '.join(map(str, LEVELS))}")
    return min(int(level), NAMES[name])


def select(packed: bytes, level: int, clean: bool) -> WordTable:
    """Return the words up to `level`; `clean` leaves out those that SCOWL lists as profane or offensive."""
    import lzma

    data = lzma.decompress(packed)
    n_words, size = (int(value) for value in np.frombuffer(data, SIZES, 2))
    codes, lengths = _expand(np.frombuffer(data, np.uint8, size, 16))
    flags = np.frombuffer(data, np.uint8, n_words, 16 + size)
    chosen = flags & 127 <= level
    if clean:
        chosen &= flags < LISTED
    if not chosen.all():
        codes, lengths = pack(codes, offsets_of(lengths), np.flatnonzero(chosen))
    return WordTable(A_TO_Z, codes, lengths, 0, 0)


def _expand(data: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Undo the front coding, a column of letters at a time."""
    heads = np.flatnonzero(data >= SHARED)
    shared = data[heads] - np.uint8(SHARED)
    own = np.diff(heads, append=data.size) - 1
    lengths = shared + own.astype(np.uint8)
    offsets = offsets_of(lengths)
    codes = np.empty(int(offsets[-1]), dtype=np.uint8)
    words = np.arange(lengths.size)
    for column in range(int(lengths.max())):
        words = words[lengths[words] > column]
        own_here = shared[words] <= column
        giver = words[np.maximum.accumulate(np.where(own_here, np.arange(words.size), 0))]
        codes[offsets[words] + column] = data[heads[giver] + 1 + column - shared[giver]]
    return codes - np.uint8(ord("a")), lengths
