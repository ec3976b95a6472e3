"""Word lists: reading, compiling into a trie, looking up, starting; by sets and dicts of Python."""

import os
from fnmatch import filter as matching
from unittest.mock import patch

import pytest

from benchmarks.shared import english, pick, scratch
from reference.trie import Trie as PlainTrie
from unriddle.core.trie import Trie
from unriddle.lexicon import Lexicon
from unriddle.lexicon import lexicon as lists
from unriddle.lexicon.word_array import from_bytes

LEVEL = pick(80, 10)
LEVELS = pick((10, 35, 50, 60, 70, 80), (10, 20))
STARTS = ("qu", "sta", "un", "z", "over", "ae")
COMPILE = "Compile the words to level {} into a trie"


@pytest.mark.parametrize("level", LEVELS)
def test_compile_by_kernel(measure, level):
    lexicon = english(level)
    codes, offsets, letters = lexicon.letter_codes, lexicon.offsets, len(lexicon.alphabet)
    measure(
        lambda: Trie.build(codes, offsets, letters),
        lambda trie: [(trie.n_words, trie.n_nodes)],
        unit="list",
        group=COMPILE.format(level),
        bytes=lambda trie: trie.nbytes,
        curve="compiling a trie",
        x=len(lexicon),
        x_name="words",
    )


@pytest.mark.parametrize("level", [level for level in LEVELS if level <= 50])
def test_compile_by_definition(measure, level):
    lexicon = english(level)
    words = [tuple(lexicon.codes(word) or b"") for word in lexicon]
    measure(
        lambda: PlainTrie(words),
        lambda trie: [(trie.n_words, trie.n_nodes)],
        unit="list",
        kind="definition",
        group=COMPILE.format(level),
    )


def nested_dicts(words):
    """Return a trie of dicts, a word's end marked by an empty key."""
    root = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = {}
    return root


def sizes_of(root):
    """Return the words and the nodes of nested dicts."""
    words = nodes = 0
    stack = [root]
    while stack:
        node = stack.pop()
        nodes += 1
        words += "" in node
        stack += [below for letter, below in node.items() if letter]
    return words, nodes


@pytest.mark.parametrize("level", LEVELS)
def test_compile_by_nested_dicts(measure, level):
    words = list(english(level))
    measure(
        lambda: nested_dicts(words),
        lambda root: [sizes_of(root)],
        unit="list",
        kind="textbook",
        group=COMPILE.format(level),
    )


@pytest.mark.benchmark(group="Read a word list")
@pytest.mark.parametrize("way", ["kernel", "sorted set"])
def test_read(measure, way):
    text = "\n".join(english(LEVEL)).encode()
    if way == "kernel":
        measure(lambda: from_bytes(text, "list"), lambda table: [table.lengths.size], unit="list", way=way)
    else:
        work = lambda: sorted({word.lower() for word in text.decode().split() if word.isalpha()})  # noqa: E731
        measure(work, lambda words: [len(words)], unit="list", way=way, kind="textbook")


@pytest.mark.benchmark(group="Look up words")
@pytest.mark.parametrize(("way", "kind"), [("trie", "ours"), ("set of str", "textbook")])
def test_look_up(measure, way, kind):
    words = list(english(LEVEL))
    some = words[:: len(words) // 1000][:500]
    probes = some + [word + "x" for word in some]
    inside = english(LEVEL) if way == "trie" else frozenset(words)
    measure(lambda: [word in inside for word in probes], list, unit="word", way=way, kind=kind)


@pytest.mark.benchmark(group="Find words by their beginning")
@pytest.mark.parametrize(("way", "kind"), [("trie", "ours"), ("every word", "textbook")])
def test_prefix(measure, way, kind):
    lexicon, words = english(LEVEL), list(english(LEVEL))
    work = {
        "trie": lambda: [sum(1 for _ in lexicon.prefix(start)) for start in STARTS],
        "every word": lambda: [sum(word.startswith(start) for word in words) for start in STARTS],
    }[way]
    measure(work, list, unit="query", way=way, kind=kind)


@pytest.mark.parametrize("pattern", ["q*z", "*ing", "?u?z*", "*a*b*c*"])
@pytest.mark.parametrize(("way", "kind"), [("kernel", "ours"), ("fnmatch", "textbook")])
def test_match(measure, pattern, way, kind):
    lexicon, words = english(LEVEL), list(english(LEVEL))
    work = {
        "kernel": lambda: sorted(lexicon.match(pattern)),
        "fnmatch": lambda: sorted(matching(words, pattern)),
    }[way]
    measure(work, lambda found: [found], unit="query", way=way, kind=kind, group=f"Find words like {pattern}")


@pytest.mark.benchmark(group="Load the embedded word list")
@pytest.mark.parametrize("way", ["from the cache", "compiled"])
def test_start(measure, way):
    place = str(scratch() / "lexicons") if way == "from the cache" else "off"

    def work():
        with patch.dict(os.environ, UNRIDDLE_CACHE=place), patch.dict(lists._EMBEDDED, clear=True):
            return Lexicon.load("english", level=LEVEL).trie.n_words

    measure(work, lambda words: [words], unit="list", way=way)
