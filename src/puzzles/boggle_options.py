"""The options that all searches of boards take, checked in one place."""

from __future__ import annotations

from collections.abc import Iterable

from ..base import PuzzleError
from ..lexicon import Lexicon
from .boggle_search import TOPOLOGIES

__all__ = ["check_min_length", "check_topology", "lexicon_of"]

MOST_LETTERS = 254  # of a word


def lexicon_of(lexicon: Lexicon | Iterable[str] | None) -> Lexicon:
    """Return `lexicon` as a Lexicon: the embedded English list for None, else made of its words."""
    if lexicon is None:
        return Lexicon.load("english")
    return lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)


def check_topology(topology: str) -> None:
    """Raise PuzzleError where `topology` is not the name of one."""
    if topology not in TOPOLOGIES:
        raise PuzzleError(f"topology {topology!r:.40}, expected {', '.join(TOPOLOGIES)}")


def check_min_length(min_length: int) -> None:
    """Raise PuzzleError where `min_length` cannot be the fewest letters of a word."""
    if isinstance(min_length, bool) or not isinstance(min_length, int) or not 1 <= min_length <= MOST_LETTERS:
        raise PuzzleError(f"min_length {min_length!r:.40}, expected a whole number from 1 to {MOST_LETTERS}")
