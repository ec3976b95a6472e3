"""Word lists: reading, compiling into a trie, looking up; beside sets and dicts of Python."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fnmatch import filter as matching
from typing import Any

from benchmarks.words import english
from reference.trie import Trie as PlainTrie
from unriddle.core.trie import Trie
from unriddle.lexicon.word_array import from_bytes

from ..case import Case

__all__ = ["cases"]

PATTERNS = ("q*z", "*ing", "?u?z*", "*a*b*c*")
Nested = dict[str, "Nested"]


def cases(quick: bool) -> list[Case]:
    """Return the cases by level of the embedded list."""
    made = []
    for level in (10, 20) if quick else (10, 35, 50, 60, 70, 80):
        made += [_compiled(level), _nested(level)]
        if level <= 50:
            made.append(_compiled_twin(level))
    level = 10 if quick else 80
    made += [_read(level), _read_textbook(level)]
    return [
        *made,
        _look_up(level, "kernel"),
        _look_up(level, "textbook"),
        _prefix(level),
        _prefix_textbook(level),
        *(_match(level, pattern, role) for pattern in PATTERNS for role in ("kernel", "textbook")),
    ]


def _size(level: int) -> dict[str, Any]:
    return {
        "suite": "lexicon",
        "group": f"lexicon compile, level {level}",
        "item": "list",
        "params": {"level": level},
        "series": "lexicon: compiling a trie",
        "x": lambda answer: len(english(level)),
        "x_name": "words",
    }


def _compiled(level: int) -> Case:
    def prepare() -> Callable[[], Trie]:
        lexicon = english(level)
        codes, offsets, letters = lexicon.letter_codes, lexicon.offsets, len(lexicon.alphabet)
        return lambda: Trie.build(codes, offsets, letters)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda trie: [(trie.n_words, trie.n_nodes)],
        facts=lambda trie: {"words": trie.n_words, "bytes": trie.nbytes},
        **_size(level),
    )


def _compiled_twin(level: int) -> Case:
    def prepare() -> Callable[[], PlainTrie]:
        lexicon = english(level)
        words = [tuple(lexicon.codes(word) or b"") for word in lexicon]
        return lambda: PlainTrie(words)

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda trie: [(trie.n_words, trie.n_nodes)],
        **_size(level),
    )


def _nested_dicts(words: Collection[str]) -> Nested:
    """Return a trie of dicts, a word's end marked by an empty key."""
    root: Nested = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = {}
    return root


def _count(root: Nested) -> tuple[int, int]:
    """Return the words and the nodes of nested dicts."""
    words = nodes = 0
    stack = [root]
    while stack:
        node = stack.pop()
        nodes += 1
        for letter, below in node.items():
            if letter:
                stack.append(below)
            else:
                words += 1
    return words, nodes


def _nested(level: int) -> Case:
    def prepare() -> Callable[[], Nested]:
        words = list(english(level))
        return lambda: _nested_dicts(words)

    return Case(
        name="nested dicts",
        role="textbook",
        prepare=prepare,
        answer=lambda root: [_count(root)],
        **_size(level),
    )


def _text(level: int) -> bytes:
    return "\n".join(english(level)).encode()


def _read(level: int) -> Case:
    def prepare() -> Callable[[], Any]:
        text = _text(level)
        return lambda: from_bytes(text, "list")

    return Case(
        suite="lexicon",
        group="lexicon read",
        name="kernel",
        role="kernel",
        item="list",
        prepare=prepare,
        answer=lambda table: [table.lengths.size],
        params={"level": level},
    )


def _read_textbook(level: int) -> Case:
    def prepare() -> Callable[[], list[str]]:
        text = _text(level)
        return lambda: sorted({word.lower() for word in text.decode().split() if word.isalpha()})

    return Case(
        suite="lexicon",
        group="lexicon read",
        name="sorted set",
        role="textbook",
        item="list",
        prepare=prepare,
        answer=lambda words: [len(words)],
        params={"level": level},
    )


def _look_up(level: int, role: str) -> Case:
    def prepare() -> Callable[[], list[bool]]:
        words = list(english(level))
        some = words[:: len(words) // 1000][:500]
        probes = some + [word + "x" for word in some]
        inside: Any = english(level) if role == "kernel" else frozenset(words)
        return lambda: [word in inside for word in probes]

    return Case(
        suite="lexicon",
        group="lexicon look up",
        name="trie" if role == "kernel" else "set of str",
        role=role,
        item="word",
        items=1000,
        prepare=prepare,
        answer=list,
        params={"level": level},
    )


STARTS = ("qu", "sta", "un", "z", "over", "ae")


def _prefix(level: int) -> Case:
    def prepare() -> Callable[[], list[int]]:
        lexicon = english(level)
        return lambda: [sum(1 for _ in lexicon.prefix(start)) for start in STARTS]

    return _prefix_case(level, "trie", "kernel", prepare)


def _prefix_textbook(level: int) -> Case:
    def prepare() -> Callable[[], list[int]]:
        words = list(english(level))
        return lambda: [sum(word.startswith(start) for word in words) for start in STARTS]

    return _prefix_case(level, "every word", "textbook", prepare)


def _prefix_case(level: int, name: str, role: str, prepare: Callable[[], Callable[[], list[int]]]) -> Case:
    return Case(
        suite="lexicon",
        group="lexicon words by their beginning",
        name=name,
        role=role,
        item="query",
        items=len(STARTS),
        prepare=prepare,
        answer=list,
        params={"level": level},
    )


def _match(level: int, pattern: str, role: str) -> Case:
    def prepare() -> Callable[[], list[str]]:
        lexicon = english(level)
        words = list(lexicon)
        if role == "kernel":
            return lambda: sorted(lexicon.match(pattern))
        return lambda: sorted(matching(words, pattern))

    return Case(
        suite="lexicon",
        group=f"lexicon words like {pattern}",
        name="kernel" if role == "kernel" else "fnmatch",
        role=role,
        item="query",
        prepare=prepare,
        answer=lambda words: [words],
        params={"level": level},
    )
