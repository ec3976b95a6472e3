"""Spelling lists as distributions ship them: what is no word is left out by reasons, letters are folded."""

from __future__ import annotations

import codecs
import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from ..base import LexiconError
from ..io.text import decode
from .languages import Spelling, folded
from .normalise import MAX_LENGTH, fold
from .word_array import BLANKS, LeftOut, WordTable, check_lines, from_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXAMPLES = 5
SMALL, CAPITAL, UNKNOWN, APOSTROPHE, HYPHEN, DIGIT, BLANK, STOP, SIGN, SLASH = (1 << k for k in range(10))
APOSTROPHES, HYPHENS = "'’‘ʼ`´", "-‐‑–"

REASONS = {
    "digit": "a digit",
    "several words": "a blank inside",
    "apostrophe": "an apostrophe",
    "hyphen": "a hyphen",
    "sign": "another character that is no letter",
    "abbreviation": "a full stop, or capitals other than the first letter (where a language is given)",
    "name": "a capital first, in a language whose nouns have none",
    "letter": "a letter that the alphabet cannot write",
    "length": f"more than {MAX_LENGTH} letters",
}
"""Why an entry is left out -> what it has. The first that holds is the one that counts."""

_WESTERN = {
    0x8C: "Œ", 0x9C: "œ", 0x9F: "Ÿ", 0x91: "‘", 0x92: "’",  # Windows-1252
    0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",  # ISO 8859-15
}  # fmt: skip
"""Where the two successors of Latin-1 have letters of these languages; Latin-1 has no letter there."""


def decoded(raw: bytes, name: str) -> str:
    """Return the text of a list in UTF-8, with or without a mark, or else in Latin-1 and its successors."""
    try:
        return decode(raw, name, error=LexiconError)
    except LexiconError:
        if b"\0" in raw or raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise
        return raw.decode("latin-1").translate(_WESTERN)


def read_spelling(text: str | bytes, name: str, spelling: Spelling, *, strict: bool = False) -> WordTable:
    """Return the words of a list, one a line, in the letters of a spelling, and what is left out of it."""
    if isinstance(text, bytes):
        raw = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text
        check_lines(raw, name)
        text = decoded(raw, name)
    lines = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    strip = "".join(BLANKS)
    entries = [line for line in (line.strip(strip) for line in lines) if line and line[0] != "#"]
    if not entries:
        raise LexiconError("no words; put one on each line", file=name)
    letters = _Letters(entries, spelling)
    reasons = letters.reasons(entries)
    if strict and reasons.any():
        raise _left_out(lines, entries[int(np.argmax(reasons > 0))], int(reasons[reasons > 0][0]), name)
    if np.count_nonzero(letters.masks & SLASH) * 2 > len(entries):
        raise LexiconError(
            f"entries such as {entries[-1]!r:.60} have affix flags, expected words with their affixes",
            file=name,
        )
    kept = [entry for entry, reason in zip(entries, reasons.tolist(), strict=True) if not reason]
    if not kept:
        raise LexiconError(f"no words but {len(entries):,} entries that are none", file=name)
    table = from_text(letters.write("\n".join(kept)), name, alphabet=spelling.alphabet)
    out = [_examples(entries, np.flatnonzero(reasons == k), reason) for k, reason in enumerate(REASONS, 1)]
    if table.skipped:  # too long once it was written out
        out[-1] = LeftOut("length", out[-1].count + table.skipped, out[-1].examples)
    shown = tuple(one for one in out if one.count)
    return table._replace(skipped=sum(one.count for one in shown), left_out=shown)


class _Letters:
    """The characters of entries: of what kind each is, and how the letters are written."""

    def __init__(self, entries: list[str], spelling: Spelling) -> None:
        self.spelling = spelling
        self.written: dict[int, str] = {}
        text = "\n".join(entries)
        points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        lookup = np.zeros(int(points.max()) + 1, dtype=np.uint16)
        for ch in set(text):
            lookup[ord(ch)] = self.kind(ch)
        kinds = lookup[points]
        self.starts = np.append(0, np.flatnonzero(points == ord("\n")) + 1)
        self.masks = np.bitwise_or.reduceat(kinds, self.starts)
        """The kinds of the characters of each entry."""
        self.capitals = np.add.reduceat(kinds & CAPITAL > 0, self.starts, dtype=np.int64)
        self.first = kinds[self.starts]
        self.sizes = np.diff(self.starts, append=points.size + 1) - 1

    def kind(self, ch: str) -> int:
        """Return what a character is, and note how a letter is written."""
        if ch == "\n":
            return 0
        if not ch.isalpha() and not unicodedata.combining(ch):
            return _sign(ch)
        little = fold(ch)
        pieces = [folded(one, self.spelling) for one in little]
        if None in pieces:
            return UNKNOWN
        self.written[ord(ch)] = "".join(piece for piece in pieces if piece)
        return SMALL if little == ch else CAPITAL

    def reasons(self, entries: list[str]) -> NDArray[np.uint8]:
        """Return the number of the reason to leave an entry out, from 1 in the order of `REASONS`, or 0."""
        masks, found = self.masks, np.zeros(len(entries), dtype=np.uint8)
        number = {reason: k for k, reason in enumerate(REASONS, 1)}
        found[self.sizes > MAX_LENGTH] = number["length"]
        found[masks & UNKNOWN > 0] = number["letter"]
        if self.spelling.language is not None and (self.first & SMALL).any():
            capital = self.first & CAPITAL > 0
            # IJ is one capital.
            several = self.capitals - np.array([entry.startswith("IJ") for entry in entries])
            if self.spelling.names:
                found[capital] = number["name"]
            found[(several > capital) | (capital & (self.sizes == 1))] = number["abbreviation"]
        found[masks & STOP > 0] = number["abbreviation"]
        for mask, reason in [
            (SIGN | SLASH, "sign"),
            (HYPHEN, "hyphen"),
            (APOSTROPHE, "apostrophe"),
            (BLANK, "several words"),
            (DIGIT, "digit"),
        ]:
            found[masks & mask > 0] = number[reason]
        return found

    def write(self, text: str) -> str:
        """Return words in the letters of the alphabet."""
        text = text.translate(self.written)
        for pair, one in self.spelling.digraphs.items():
            text = text.replace(pair, one)
        return text


def _sign(ch: str) -> int:
    for kind, members in (
        (APOSTROPHE, APOSTROPHES),
        (HYPHEN, HYPHENS),
        (BLANK, BLANKS),
        (STOP, "."),
        (SLASH, "/"),
    ):
        if ch in members:
            return kind
    return DIGIT if ch.isnumeric() else SIGN


def _examples(entries: list[str], places: NDArray[np.int64], reason: str) -> LeftOut:
    """Return entries that are left out for a reason, with some of them, as far apart as they are."""
    chosen = np.linspace(0, places.size - 1, min(EXAMPLES, places.size)).astype(np.int64)
    return LeftOut(reason, int(places.size), tuple(entries[place][:40] for place in places[chosen]))


def _left_out(lines: list[str], entry: str, reason: int, name: str) -> LexiconError:
    """Return the error for the first entry that is no word."""
    line = next(number for number, line in enumerate(lines, 1) if line.strip("".join(BLANKS)) == entry)
    what = list(REASONS.values())[reason - 1]
    return LexiconError(f"{entry!r:.60} has {what}, expected one word a line", file=name, line=line)
