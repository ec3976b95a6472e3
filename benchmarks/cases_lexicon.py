"""Starting: the embedded word list from the cache of compiled tries, and compiled anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from unriddle.lexicon import Lexicon, loading
from unriddle.puzzles.common.cases import Case


@cache
def _folder() -> TemporaryDirectory[str]:
    """Return a folder that goes with the process."""
    return TemporaryDirectory(prefix="unriddle-bench-")


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return both ways."""
    return [_start(10 if quick else 80, cached) for cached in (True, False)]


def _start(level: int, cached: bool) -> Case:
    def prepare() -> Callable[[], int]:
        place = _folder().name if cached else "off"

        def work() -> int:
            with patch.dict(os.environ, UNRIDDLE_CACHE=place), patch.dict(loading._EMBEDDED, clear=True):
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
