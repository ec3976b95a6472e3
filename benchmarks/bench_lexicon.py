"""Word lists: reading, compiling, starting from the cache, looking up; beside the same in plain Python."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from unriddle.core.reference.trie import Trie as TwinTrie
from unriddle.core.trie import Trie
from unriddle.lexicon import Lexicon, embedded
from unriddle.lexicon import lexicon as module
from unriddle.lexicon.table import from_bytes

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
LEVEL = 10 if QUICK else 80
Benchmark = Callable[..., Any]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load("english", level=LEVEL)


@pytest.fixture(scope="module")
def raw(lexicon: Lexicon) -> bytes:
    return "\n".join(lexicon).encode()


def _note(benchmark: Any, lexicon: Lexicon) -> None:
    benchmark.extra_info.update(words=len(lexicon), nodes=lexicon.trie.n_nodes)


@pytest.mark.benchmark(group="lexicon read")
def bench_read_arrays(benchmark: Any, raw: bytes, lexicon: Lexicon) -> None:
    _note(benchmark, lexicon)
    assert benchmark(from_bytes, raw, "list").lengths.size == len(lexicon)


@pytest.mark.benchmark(group="lexicon read")
def bench_read_sorted_set(benchmark: Any, raw: bytes, lexicon: Lexicon) -> None:
    def textbook() -> list[str]:
        return sorted({word.lower() for word in raw.decode().split() if word.isalpha()})

    _note(benchmark, lexicon)
    assert benchmark(textbook) == list(lexicon)


@pytest.mark.benchmark(group="lexicon compile")
def bench_compile_kernel(benchmark: Any, lexicon: Lexicon) -> None:
    _note(benchmark, lexicon)
    trie = benchmark(Trie.build, lexicon.letter_codes, lexicon.offsets, len(lexicon.alphabet))
    assert trie.n_words == len(lexicon)


@pytest.mark.benchmark(group="lexicon compile")
def bench_compile_twin(benchmark: Any, lexicon: Lexicon) -> None:
    words = [tuple(lexicon.codes(word) or b"") for word in lexicon]
    _note(benchmark, lexicon)
    twin = benchmark.pedantic(TwinTrie, (words,), rounds=1)
    assert twin.n_nodes == lexicon.trie.n_nodes


@pytest.mark.benchmark(group="lexicon compile")
def bench_compile_nested_dicts(benchmark: Any, lexicon: Lexicon) -> None:
    words = list(lexicon)

    def textbook() -> dict[str, Any]:
        root: dict[str, Any] = {}
        for word in words:
            node = root
            for letter in word:
                node = node.setdefault(letter, {})
            node[""] = word
        return root

    _note(benchmark, lexicon)
    assert len(benchmark.pedantic(textbook, rounds=3)) <= len(lexicon.alphabet)


@pytest.mark.benchmark(group="lexicon start")
@pytest.mark.parametrize("cache", ["warm", "off"])
def bench_start(benchmark: Any, cache: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNRIDDLE_CACHE", "off" if cache == "off" else str(tmp_path))

    def start() -> Lexicon:
        module._EMBEDDED.clear()
        return Lexicon.load("english", level=LEVEL)

    start().trie  # noqa: B018 (fills the cache)
    assert benchmark(lambda: start().trie.n_words) > 4000
    assert LEVEL in embedded.LEVELS


@pytest.mark.benchmark(group="lexicon look up 1,000 words")
@pytest.mark.parametrize("kind", ["lexicon", "set of str"])
def bench_look_up(benchmark: Any, lexicon: Lexicon, kind: str) -> None:
    words = list(lexicon)
    probes = words[:: len(words) // 1000][:500] + [word + "x" for word in words[:: len(words) // 1000]][:500]
    inside: Any = lexicon if kind == "lexicon" else frozenset(words)
    assert benchmark(lambda: sum(word in inside for word in probes)) >= 500


@pytest.mark.benchmark(group="lexicon pattern")
@pytest.mark.parametrize("pattern", ["q*z", "*ing", "?u?z*", "*a*b*c*"])
def bench_match(benchmark: Any, lexicon: Lexicon, pattern: str) -> None:
    benchmark.extra_info["words"] = benchmark(lambda: sum(1 for _ in lexicon.match(pattern)))
