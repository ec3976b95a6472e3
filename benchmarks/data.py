"""What cases that need the folder of known answers share."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from unriddle import Lexicon

NEEDS = "puzzles with known answers: UNRIDDLE_DATA"
"""The reason why a case is left out where the folder is not named."""


def known(data: Path | None, items: int | None = None, expect: Any = ()) -> dict[str, Any]:
    """Return what a case has that needs the folder: its items and answers, or why it is left out."""
    if data is None:
        return {"needs": NEEDS}
    return {"expect": expect} if items is None else {"items": items, "expect": expect}


@cache
def _scratch() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="unriddle-bench-")


def scratch() -> Path:
    """Return a folder that goes with the process."""
    return Path(_scratch().name)


@cache
def rows(data: Path | None, name: str) -> list[str]:
    """Return the lines of a file that are no comments; none without the folder."""
    if data is None:
        return []
    return [line for line in (data / name).read_text().splitlines() if line and line[0] != "#"]


@cache
def enable2k(data: Path | None) -> Lexicon:
    """Return the word list ENABLE2K; the embedded one without the folder."""
    return Lexicon.load("english") if data is None else Lexicon.load(data / "enable2k.txt")
