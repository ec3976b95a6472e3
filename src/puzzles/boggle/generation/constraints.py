"""Constraints on a generated board: ranges of its figures, required and forbidden words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ....base import PuzzleError
from ....io.text import printable
from ....options import option, options
from ...framework.arguments import as_int, check_whole
from ..parse import spelled

TRIES = 1000
MOST_TRIES = 1 << 20
MOST_CONTAINED, MOST_FORBIDDEN = 64, 1 << 20
_RANGE = re.compile(r"\s*(-?\d{1,12})?\s*(\.\.)?\s*(-?\d{1,12})?\s*", re.ASCII)


class Range(NamedTuple):
    """From a least to a most number, both included; None is no bound."""

    least: int | None = None
    most: int | None = None

    def __str__(self) -> str:
        if self.least == self.most and self.least is not None:
            return str(self.least)
        return f"{'' if self.least is None else self.least}..{'' if self.most is None else self.most}"

    def has(self, number: int) -> bool:
        """Return whether a number is in the range."""
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


def range_of(name: str, value: Any) -> Range:
    """Return a range from a pair (None is no bound), a number, ``"60..150"`` or ``"60.."``; None is all."""
    if value is None:
        return Range()
    number = as_int(value)
    if number is not None:
        return Range(number, number)
    found: tuple[Any, ...] = ()
    if isinstance(value, str):
        parts = _RANGE.fullmatch(value)
        if parts is not None and (parts[1] or parts[3]) and (parts[2] or not (parts[1] and parts[3])):
            least, most = (None if part is None else int(part) for part in (parts[1], parts[3]))
            found = (least, most) if parts[2] else (least if most is None else most,) * 2
    elif isinstance(value, Sequence) and len(value) == 2:
        found = tuple(None if side is None else as_int(side) for side in value)
        if any(whole is None and side is not None for whole, side in zip(found, value, strict=True)):
            found = ()
    if not found:
        shown = printable(str(value))[:40] if isinstance(value, str) else f"{value!r:.40}"
        raise PuzzleError(f"{name}={shown}, expected a range such as 60..150, 60.., ..150 or 60")
    made = Range(*found)
    if made.least is not None and made.most is not None and made.least > made.most:
        raise PuzzleError(f"{name}={made}, expected the lower number first")
    return made


def words_of(name: str, value: Any, most: int) -> tuple[str, ...]:
    """Return distinct folded words of a sequence, or of a text with commas or spaces between them."""
    if value is None:
        return ()
    items = re.split(r"[\s,]+", value.strip(" ,")) if isinstance(value, str) else value
    if not isinstance(items, Iterable) or isinstance(items, bytes):
        raise PuzzleError(f"{name}={value!r:.40}, expected words")
    found: dict[str, None] = {}
    for item in items:
        word = spelled(item) if isinstance(item, str) else ""
        if not word.isalpha():
            if isinstance(value, str) and not item:
                continue
            shown = printable(item) if isinstance(item, str) else repr(item)
            raise PuzzleError(f"{name} has {shown!r:.40}, expected words of letters")
        found[word] = None
        if len(found) > most:
            raise PuzzleError(f"{name} has more than {most:,} words")
    return tuple(found)


@options
class Constraints:
    """Constraints on a generated board; see `Boggle.generate`.

    Raises
    ------
    PuzzleError
        A value that is no range, no word or no number of tries.

    Examples
    --------
    >>> wanted = Constraints(words="60..150", contains=["Tea"])
    >>> wanted.words, wanted.contains, wanted.ranges
    (Range(least=60, most=150), ('tea',), True)
    >>> print(wanted)
    words=60..150, contains=tea
    """

    words: Any = option(None, "require a number of words, such as 60..150, 60.. or ..150", metavar="A..B")
    score: Any = option(None, "require a number of points", metavar="A..B")
    longest: Any = option(None, "require a length of the longest word", metavar="A..B")
    contains: Any = option(None, "require words, separated by commas", metavar="WORDS")
    forbid: Any = option(None, "exclude words, separated by commas", metavar="WORDS")
    tries: int = option(
        TRIES, "placements of `contains`, each with up to 64 rolls of other cells", flag=False
    )

    def __post_init__(self) -> None:
        set_field = object.__setattr__  # the class is frozen
        for name in ("words", "score", "longest"):
            made = range_of(name, getattr(self, name))
            if name != "score" and made.most is not None and made.most < 0:
                raise PuzzleError(f"{name}={made}, expected numbers from 0 up")
            set_field(self, name, made)
        for name, most in (("contains", MOST_CONTAINED), ("forbid", MOST_FORBIDDEN)):
            set_field(self, name, words_of(name, getattr(self, name), most))
        check_whole("tries", self.tries, 1, MOST_TRIES)
        both = sorted(set(self.contains) & set(self.forbid))
        if both:
            raise PuzzleError(f"{both[0]!r:.40} is both required and forbidden")

    def __str__(self) -> str:
        shown = [(name, str(getattr(self, name))) for name in ("words", "score", "longest")]
        shown += [("contains", " ".join(self.contains))]
        if self.forbid:
            shown.append(("forbid", f"{len(self.forbid):,} words"))
        return ", ".join(f"{name}={text}" for name, text in shown if text not in ("", ".."))

    @property
    def ranges(self) -> bool:
        """Whether any range is bounded."""
        return any(side is not None for one in (self.words, self.score, self.longest) for side in one)
