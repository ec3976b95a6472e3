"""Starting: the embedded word list from the cache of compiled tries, and compiled anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from benchmarks.case import Case
from unriddle.lexicon import Lexicon
from unriddle.lexicon import lexicon as lists

from .data import scratch


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return both ways."""
    return [_start(10 if quick else 80, cached) for cached in (True, False)]


def _start(level: int, cached: bool) -> Case:
    def prepare() -> Callable[[], int]:
        place = str(scratch() / "lexicons") if cached else "off"

        def work() -> int:
            with patch.dict(os.environ, UNRIDDLE_CACHE=place), patch.dict(lists._EMBEDDED, clear=True):
                return Lexicon.load("english", level=level).trie.n_words

        work()
        return work

    return Case(
        suite="lexicon",
        group="lexicon start",
        name="from the cache" if cached else "compiled anew",
        role="kernel",
        item="list",
        prepare=prepare,
        answer=lambda words: [words],
        params={"level": level},
    )
