"""Save word lists in the user's cache under a name, ready to be mapped into memory."""

from __future__ import annotations

import os
import re
from contextlib import suppress

from ..base import LexiconError
from ..io.text import printable
from . import cache, embedded
from .word_array import LeftOut, WordTable

NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_FILE = re.compile(rf"list-({NAME.pattern})\.v{cache.FORMAT}")


def is_name(name: str) -> bool:
    """Return whether a list may be saved under a name: a small letter, then small letters, digits, - and _.

    Examples
    --------
    >>> is_name("nl"), is_name("words.txt"), is_name("english")
    (True, False, False)
    """
    return NAME.fullmatch(name) is not None and name not in embedded.NAMES


def saved_names() -> list[str]:
    """Return the names under which lists are saved, in order."""
    where, names = cache.folder(), []
    with suppress(OSError):
        names = os.listdir(where) if where is not None else []  # noqa: PTH208 (start-up time)
    return sorted(match[1] for name in names if (match := _FILE.fullmatch(name)))


def save(name: str, table: WordTable, digest: str) -> None:
    """Save words under a name, in place of what was saved under it before; see `Lexicon.save`."""
    _check(name)
    if not write_table(f"list-{name}", table, digest):
        where = cache.folder()
        reason = (
            "the cache is off (UNRIDDLE_CACHE)" if where is None else f"{printable(where)}: cannot be written"
        )
        raise LexiconError(f"{reason}, expected a folder to save the list {name} in")


def read_saved(name: str) -> tuple[WordTable, str] | None:
    """Return the words that are saved under a name and their digest, None where there are none."""
    found = read_table(f"list-{name}")
    if found is None and name in saved_names():
        raise LexiconError(f"the saved list {name} is damaged; import it again")
    return found


def delete(name: str) -> None:
    """Delete the list that is saved under a name."""
    _check(name)
    where = cache.folder()
    if where is None or name not in saved_names():
        names = ", ".join(saved_names()) or "none"
        raise LexiconError(f"no imported list is called {name!r}; imported lists: {names}")
    try:
        os.unlink(os.path.join(where, f"list-{name}.v{cache.FORMAT}"))  # noqa: PTH108, PTH118
    except OSError as reason:
        raise LexiconError(f"the list {name} cannot be removed: {reason.strerror}") from None


def _check(name: str) -> None:
    if not isinstance(name, str) or not is_name(name):
        raise LexiconError(
            f"{name!r:.40} as the name of a list, expected small letters, digits, - and _ that begin with a"
            " letter, not the name of an embedded list"
        )


def read_table(key: str) -> tuple[WordTable, str] | None:
    """Return the words that the cache has under a key and their digest, None where it has none."""
    found = cache.load(key)
    if found is None:
        return None
    arrays, notes = found
    out = tuple(LeftOut(reason, count, tuple(shown)) for reason, count, shown in notes.get("left_out", []))
    table = WordTable(
        notes["alphabet"], arrays["codes"], arrays["lengths"], notes["skipped"], notes["duplicates"], out
    )
    return table, notes["digest"]


def write_table(key: str, table: WordTable, digest: str) -> bool:
    """Write words to the cache; return whether that was possible."""
    notes = {
        "alphabet": table.alphabet,
        "digest": digest,
        "skipped": table.skipped,
        "duplicates": table.duplicates,
        "left_out": [(one.reason, one.count, one.examples) for one in table.left_out],
    }
    return cache.store(key, {"codes": table.codes, "lengths": table.lengths}, notes)
