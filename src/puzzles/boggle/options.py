"""The options that all searches of boards take, checked in one place."""

from __future__ import annotations

from ...base import PuzzleError
from .search import TOPOLOGIES

__all__ = ["check_min_length", "check_topology"]

MOST_LETTERS = 254  # of a word


def check_topology(topology: str) -> None:
    """Raise PuzzleError where `topology` is not the name of one."""
    if topology not in TOPOLOGIES:
        raise PuzzleError(f"topology {topology!r:.40}, expected {', '.join(TOPOLOGIES)}")


def check_min_length(min_length: int) -> None:
    """Raise PuzzleError where `min_length` cannot be the fewest letters of a word."""
    if isinstance(min_length, bool) or not isinstance(min_length, int) or not 1 <= min_length <= MOST_LETTERS:
        raise PuzzleError(f"min_length {min_length!r:.40}, expected a whole number from 1 to {MOST_LETTERS}")
