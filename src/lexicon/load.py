"""Where lexicons come from: words, the embedded list, files, and lists that are kept under a name."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from ..arrow import is_column, read_column
from ..base import LexiconError
from ..io.text import read_bytes, source_name
from . import cache, embedded
from .lexicon import WORTH_KEEPING, Lexicon
from .word_array import LeftOut, WordTable, from_bytes, from_text

if TYPE_CHECKING:
    from .languages import Spelling

__all__ = ["from_cache", "load_embedded", "load_file", "load_named", "table_of", "to_cache"]

MOST_BYTES = 1 << 27  # of a word list: some ten million words


def table_of(words: Iterable[str], name: str, strict: bool, spelling: Spelling | None = None) -> WordTable:
    """Return the table of an iterable: its entries are taken as the lines of a text."""
    entries = list(read_column(words, name=name, error=LexiconError) if is_column(words) else words)
    try:
        text = "\n".join(entries)
    except TypeError:
        index = next(index for index, entry in enumerate(entries) if not isinstance(entry, str))
        kind = type(entries[index]).__name__
        raise LexiconError(f"entry {index} is of type {kind}, expected str", file=name) from None
    if text.count("\n") + text.count("\r") >= max(1, len(entries)):  # an entry of several lines is no word
        text = "\n".join(entry.replace("\n", "\0").replace("\r", "\0") for entry in entries)
    if spelling is None:
        return from_text(text, name, strict=strict)
    from .spelling import read_spelling

    return read_spelling(text, name, spelling, strict=strict)


_EMBEDDED: dict[tuple[int, bool], Lexicon] = {}
_EMBEDDED_LOCK = threading.Lock()


def load_embedded(name: str, level: int, clean: bool) -> Lexicon:
    """Return an embedded list, the same object each time."""
    with _EMBEDDED_LOCK:
        if (level, clean) not in _EMBEDDED:
            packed = embedded.read()

            def make() -> WordTable:
                return embedded.select(packed, level, clean)

            called = f"english{f' level {level}' if level != embedded.LEVELS[-1] else ''}{' clean' * clean}"
            lexicon = _keep(called.encode(), packed, make, called)
            lexicon._recipe = (name, level, clean)
            _EMBEDDED[level, clean] = lexicon
        return _EMBEDDED[level, clean]


def load_named(name: str, strict: bool, spelling: Spelling | None) -> Lexicon:
    """Return the list that is kept under a name, else that of the file of that name."""
    from .saved import is_name, load_kept

    if is_name(name):
        known = load_kept(name)
        if known is not None and spelling is not None:
            raise LexiconError("fold, language and alphabet are for files, and this list is kept", file=name)
        if known is not None:
            return known
        if not os.path.exists(name):  # noqa: PTH110 (start-up time)
            raise LexiconError("no such file, and no list is kept under that name", file=name)
    return load_file(name, strict, spelling)


def load_file(source: str, strict: bool, spelling: Spelling | None = None) -> Lexicon:
    """Return the lexicon of a file, from the cache where it was read before."""
    raw = read_bytes(source, limit=MOST_BYTES, error=LexiconError)
    name = source_name(source)

    def make() -> WordTable:
        if spelling is None:
            return from_bytes(raw, name, strict=strict)
        from .spelling import read_spelling

        return read_spelling(raw, name, spelling, strict=strict)

    if len(raw) < WORTH_KEEPING:
        return Lexicon._of(make(), name)
    options = b"strict" if strict else b""
    return _keep(options if spelling is None else options + spelling.key, raw, make, name)


def _keep(options: bytes, raw: bytes, make: Callable[[], WordTable], name: str) -> Lexicon:
    """Return the lexicon of `raw`, from the cache where it is there."""
    key = f"words-{cache.digest_of(options, raw)}"
    known = from_cache(key, name)
    if known is not None:
        return known
    lexicon = Lexicon._of(make(), name)
    to_cache(key, lexicon)
    return lexicon


def from_cache(key: str, name: str) -> Lexicon | None:
    """Return the lexicon that the cache has under a key, None where it has none."""
    kept = cache.load(key)
    if kept is None:
        return None
    arrays, notes = kept
    out = tuple(LeftOut(reason, count, tuple(shown)) for reason, count, shown in notes.get("left_out", []))
    table = WordTable(
        notes["alphabet"], arrays["codes"], arrays["lengths"], notes["skipped"], notes["duplicates"], out
    )
    return Lexicon._of(table, name, cast(str, notes["digest"]))


def to_cache(key: str, lexicon: Lexicon) -> bool:
    """Keep a lexicon in the cache; return whether that was possible."""
    notes = {
        "alphabet": lexicon.alphabet,
        "digest": lexicon.digest,
        "skipped": lexicon.skipped,
        "duplicates": lexicon.duplicates,
        "left_out": [(one.reason, one.count, one.examples) for one in lexicon.left_out],
    }
    return cache.store(key, {"codes": lexicon.letter_codes, "lengths": lexicon.lengths}, notes)
