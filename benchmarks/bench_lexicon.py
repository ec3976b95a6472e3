"""Word lists: starting with and without the cache, words by pattern."""

import fnmatch
import os

import pytest

from unriddle.lexicon import Lexicon
from unriddle.lexicon import lexicon as module

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
LEVEL = 10 if QUICK else 80
PATTERNS = ["q*z", "*ing", "?u?z*", "*a*b*c*"]


@pytest.mark.parametrize("cache", ["from the cache", "compiled anew"])
def bench_start(run, case, cache, tmp_path, monkeypatch):
    monkeypatch.setenv("UNRIDDLE_CACHE", "off" if cache == "compiled anew" else str(tmp_path))

    def work():
        module._EMBEDDED.clear()
        return Lexicon.load("english", level=LEVEL).trie.n_words

    work()
    run(case("lexicon start", cache, "kernel", work, item="list"))


@pytest.mark.parametrize("way", ["kernel", "fnmatch"])
@pytest.mark.parametrize("pattern", PATTERNS)
def bench_match(run, case, pattern, way):
    lexicon = Lexicon.load("english", level=LEVEL)
    words = list(lexicon)
    if way == "kernel":
        role, work = "kernel", lambda: sorted(lexicon.match(pattern))
    else:
        role, work = "textbook", lambda: sorted(fnmatch.filter(words, pattern))
    run(case(f"lexicon words like {pattern}", way, role, work, item="query"))
