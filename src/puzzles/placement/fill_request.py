"""What `fill` is asked for: a grid, words, those that have to stand in it, and what they score."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base import PuzzleError
from ...lexicon import Lexicon
from ...lexicon.arguments import of_lengths
from ..framework.arguments import as_int, check_bool
from .encode import UNBOUNDED, Compiled, count_words
from .parse import board_rows, check_words
from .rules import EMPTY, Slot, find_slots, fold
from .scores import Score, scores_of

__all__ = ["Wanted", "compiled_of", "given_words", "theme_words", "tiers", "wanted"]

TIERS = (0.95, 0.9, 0.75, 0.5, 0.25)
"""Shares of the words that are left out at first where words have scores."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A grid and words, and the rules of both."""

    rows: tuple[str, ...]
    slots: list[Slot]
    written: dict[str, str]
    """The words by their upper case, those of the theme and those that are given included."""
    scores: dict[str, float] | None
    theme: dict[str, str]
    """The words that have to stand in the grid once."""
    given: Counter[str]
    """The words that stand in the grid from the beginning, and how often."""
    reuse: bool
    no_shared: int | None
    reason: str
    """Why no filling has the theme, as far as it can be said before any search; else empty."""


def wanted(
    board: Any,
    lexicon: Iterable[str] | None,
    *,
    score: Score | None = None,
    min_score: float | None = None,
    reuse: bool = False,
    theme: Iterable[str] | None = None,
    no_shared: int | None = None,
) -> Wanted:
    """Return the arguments of `fill`, checked.

    Raises
    ------
    PuzzleError
        What `fill` raises.

    Examples
    --------
    >>> wanted("ab/..", ["BC", "XYZ"], theme=["AC"]).written
    {'BC': 'BC', 'AB': 'ab', 'AC': 'AC'}
    """
    rows = board_rows(board)
    slots = find_slots(rows)
    words = Lexicon.load("english") if lexicon is None else lexicon
    if score is None and isinstance(lexicon, Mapping):
        score = lexicon
    fitting = of_lengths(words, {slot.length for slot in slots})
    if wrong := [word for word in fitting if not isinstance(word, str)]:
        raise PuzzleError(f"{wrong[0]!r:.40} in the word list, expected a word")
    written, _ = count_words(word for word in fitting if word.isalpha())
    themed, (given, shown) = theme_words(theme), given_words(rows, slots)
    reason = _reason_against(themed, slots, rows)
    if themed or given:
        written |= {key: word for key, word in {**shown, **themed}.items() if key not in written}
    scores = scores_of(written, score, {*themed, *given})
    if min_score is not None:
        if scores is None:
            raise PuzzleError("min_score without score, expected both")
        written = {
            key: word
            for key, word in written.items()
            if scores[key] >= min_score or key in themed or key in given
        }
    if no_shared is not None:
        number = as_int(no_shared)
        if number is None or number < 1:
            raise PuzzleError(f"no_shared={no_shared!r:.40}, expected a whole number from 1 up")
        no_shared = number
    return Wanted(rows, slots, written, scores, themed, given, check_bool("reuse", reuse), no_shared, reason)


def given_words(rows: Sequence[str], slots: Iterable[Slot]) -> tuple[Counter[str], dict[str, str]]:
    """Return the words of the slots whose letters are all given: how often each, and how it is written.

    Examples
    --------
    >>> given_words(("ab0", "111"), find_slots(("ab0", "111")))
    (Counter({'AB': 1}), {'AB': 'ab'})
    """
    texts = [text for slot in slots if EMPTY not in (text := slot.text(rows))]
    return Counter(map(fold, texts)), {fold(text): text for text in reversed(texts)}


def theme_words(theme: Iterable[str] | None) -> dict[str, str]:
    """Return the words of a theme by their upper case.

    Raises
    ------
    PuzzleError
        No words, or one that stands twice.

    Examples
    --------
    >>> theme_words(["Area"]), theme_words(None)
    ({'AREA': 'Area'}, {})
    """
    if theme is None:
        return {}
    if isinstance(theme, str) or not isinstance(theme, Iterable):
        raise PuzzleError(f"theme={theme!r:.40}, expected a list of words")
    written, counts = count_words(check_words(theme))
    for key, count in counts.items():
        if count > 1:
            raise PuzzleError(f"theme word {written[key]!r:.60} {count} times, expected each word once")
    return written


def _reason_against(theme: Mapping[str, str], slots: Sequence[Slot], rows: Sequence[str]) -> str:
    """Say in a line why the words of a theme cannot all stand in a grid; empty where this does not tell."""
    if not theme:
        return ""
    for key, word in theme.items():
        texts = (fold(slot.text(rows)) for slot in slots if slot.length == len(key))
        if not any(re.fullmatch(text.replace(EMPTY, "."), key) for text in texts):
            return f"no slot takes the theme word {word!r:.60}"
    per_length, places = Counter(map(len, theme)), Counter(slot.length for slot in slots)
    for length, count in per_length.items():
        if count > places[length]:
            slots_text = f"{places[length]} slot{'s' * (places[length] != 1)}"
            return f"there are {count} theme words of {length} letters for {slots_text} of that length"
    return ""


def compiled_of(asked: Wanted, written: Mapping[str, str]) -> Compiled:
    """Return a grid and words, with how often each may be used, as arrays."""
    bounds = dict.fromkeys(written, (0, UNBOUNDED if asked.reuse else 1))
    for key, count in asked.given.items():
        # Words that bar others bar themselves, but for these: so their number does it.
        exempt = asked.no_shared is not None and len(key) >= asked.no_shared
        bounds[key] = (0, UNBOUNDED if asked.reuse and not exempt else count)
    bounds |= dict.fromkeys(asked.theme, (1, 1))
    rows = tuple(map(fold, asked.rows))
    return Compiled(rows, asked.slots, written, bounds, asked.no_shared, {*asked.theme, *asked.given})


def tiers(asked: Wanted, written: Mapping[str, str]) -> Iterator[tuple[Mapping[str, str], bool]]:
    """Yield the best words alone, then more and more of them, and whether these are all."""
    scores, fixed = asked.scores, {*asked.theme, *asked.given}
    for least in _cuts(scores, written):
        if least is None or scores is None:
            yield written, True
        else:
            yield {key: word for key, word in written.items() if scores[key] >= least or key in fixed}, False


def _cuts(scores: Mapping[str, float] | None, written: Mapping[str, str]) -> list[float | None]:
    """Return the least scores to try one after another; the last, None, takes all words."""
    if not scores or not written:
        return [None]
    values = np.sort(np.array([scores[key] for key in written], np.float64))
    cuts = {float(values[int(share * len(values))]) for share in TIERS} - {float(values[0])}
    return [*sorted(cuts, reverse=True), None]
