"""Peg solitaire for minutes: all solutions of the English board, its fewest moves."""

from __future__ import annotations

from pathlib import Path

from unriddle.puzzles.common.cases import Case
from unriddle.puzzles.peg.cases import counted, fewest


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases; both numbers are known from elsewhere."""
    if quick:
        return []
    return [counted("english", once=True, expect=["40861647040079968"]), fewest("english", expect=[18])]
