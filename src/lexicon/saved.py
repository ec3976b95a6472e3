"""Lists that are kept in the user's cache under a name, ready to be mapped into memory."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from ..base import LexiconError
from ..io.text import printable
from . import cache, embedded
from .load import from_cache, to_cache

if TYPE_CHECKING:
    from .lexicon import Lexicon

__all__ = ["forget", "is_name", "keep", "kept", "load_kept"]

NAME = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_FILE = re.compile(rf"list-({NAME.pattern})\.v{cache.FORMAT}")


def is_name(name: str) -> bool:
    """Return whether a list may be kept under a name: a small letter, then small letters, digits, - and _.

    Examples
    --------
    >>> is_name("nl"), is_name("words.txt"), is_name("english")
    (True, False, False)
    """
    return NAME.fullmatch(name) is not None and name not in embedded.NAMES


def kept() -> list[str]:
    """Return the names under which lists are kept, in order."""
    where, names = cache.folder(), []
    with suppress(OSError):
        names = os.listdir(where) if where is not None else []  # noqa: PTH208 (start-up time)
    return sorted(match[1] for name in names if (match := _FILE.fullmatch(name)))


def keep(lexicon: Lexicon, name: str) -> None:
    """Keep a lexicon under a name, in place of what was kept under it before; see `Lexicon.keep`."""
    _check(name)
    if not to_cache(f"list-{name}", lexicon):
        where = cache.folder()
        reason = (
            "the cache is off (UNRIDDLE_CACHE)" if where is None else f"{printable(where)}: cannot be written"
        )
        raise LexiconError(f"{reason}, expected a folder to keep the list {name} in")


def load_kept(name: str) -> Lexicon | None:
    """Return the list that is kept under a name, None where there is none.

    Raises
    ------
    LexiconError
        It is damaged.
    """
    if not is_name(name):
        return None
    found = from_cache(f"list-{name}", name)
    if found is None and name in kept():
        raise LexiconError(f"the kept list {name} is damaged, expected it to be imported again")
    return found


def forget(name: str) -> None:
    """Take the list that is kept under a name out of the cache.

    Raises
    ------
    LexiconError
        There is none; it cannot be removed.
    """
    _check(name)
    where = cache.folder()
    if where is None or name not in kept():
        known = ", ".join(kept()) or "none is kept"
        raise LexiconError(f"no list is kept as {name}, expected one of: {known}")
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
