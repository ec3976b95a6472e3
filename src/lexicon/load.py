"""Read word lists: from an iterable, the embedded list, a file, or a list that was saved under a name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..arrow import is_column, read_column
from ..base import LexiconError
from ..io.text import read_bytes, source_name
from . import cache, embedded
from .saved import is_name, read_saved, read_table, saved_names, write_table
from .word_array import WordTable, digest_of, from_bytes, from_text

if TYPE_CHECKING:
    from .languages import Spelling

MOST_BYTES = 1 << 27
"""Of a word list: some ten million words."""
CACHED_FROM = 1 << 16
"""Bytes of words below which compiling is cheaper than a file in the cache."""


class Loaded(NamedTuple):
    """Words, what they are called, and their digest."""

    table: WordTable
    name: str
    digest: str


def read_words(words: Iterable[str], name: str, strict: bool, spelling: Spelling | None = None) -> Loaded:
    """Return the words of an iterable, whose entries are the lines of a text."""
    entries = list(read_column(words, name=name, error=LexiconError) if is_column(words) else words)
    try:
        text = "\n".join(entries)
    except TypeError:
        index = next(index for index, entry in enumerate(entries) if not isinstance(entry, str))
        kind = type(entries[index]).__name__
        raise LexiconError(f"entry {index} is of type {kind}, expected str", file=name) from None
    if text.count("\n") + text.count("\r") >= max(1, len(entries)):  # an entry of several lines is no word
        text = "\n".join(entry.replace("\n", "\0").replace("\r", "\0") for entry in entries)
    table = _with_spelling(text, name, strict, spelling) if spelling else from_text(text, name, strict=strict)
    return Loaded(table, name, digest_of(table))


def _with_spelling(text: str | bytes, name: str, strict: bool, spelling: Spelling) -> WordTable:
    from .spelling import read_spelling  # which few lists need

    return read_spelling(text, name, spelling, strict=strict)


def load_embedded(level: int, clean: bool) -> Loaded:
    """Return an embedded list; see `Lexicon.load`."""
    packed = embedded.read()
    name = f"english{f' level {level}' if level != embedded.LEVELS[-1] else ''}{' clean' * clean}"
    return _cached(name.encode(), packed, lambda: embedded.select(packed, level, clean), name)


def load_named(name: str, strict: bool, spelling: Spelling | None) -> Loaded:
    """Return the list that is saved under a name, else that of the file of that name."""
    if is_name(name):
        saved = read_saved(name)
        if saved is not None and spelling is not None:
            raise LexiconError("fold, language and alphabet are for files, and this list is saved", file=name)
        if saved is not None:
            return Loaded(saved[0], name, saved[1])
        if not os.path.exists(name):  # noqa: PTH110 (start-up time)
            import difflib

            near = difflib.get_close_matches(name, [*embedded.NAMES, *saved_names()])
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise LexiconError(f"no such file, and no list is saved under that name{hint}", file=name)
    raw = read_bytes(name, limit=MOST_BYTES, error=LexiconError)
    shown = source_name(name)

    def make() -> WordTable:
        if spelling is None:
            return from_bytes(raw, shown, strict=strict)
        return _with_spelling(raw, shown, strict, spelling)

    if len(raw) < CACHED_FROM:
        table = make()
        return Loaded(table, shown, digest_of(table))
    return _cached((b"strict" if strict else b"") + (spelling.key if spelling else b""), raw, make, shown)


def _cached(options: bytes, raw: bytes, make: Callable[[], WordTable], name: str) -> Loaded:
    """Return the words of `raw`, from the cache where they are there."""
    key = f"words-{cache.digest_of(options, raw)}"
    known = read_table(key)
    if known is None:
        table = make()
        known = table, digest_of(table)
        write_table(key, *known)
    return Loaded(known[0], name, known[1])
