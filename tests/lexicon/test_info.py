"""What a lexicon tells of itself."""

import dataclasses

import pytest

import unriddle as ur
from unriddle import Lexicon

SMALL = ["quit", "quiz", "quiet", "tea", "team", "at", "a", "zoo"]


def test_info() -> None:
    info = Lexicon([*SMALL, "TEA", "don't"], name="small").info
    assert (info.name, info.words, info.letters, info.shortest, info.longest) == ("small", 8, 26, 1, 5)
    assert (info.skipped, info.duplicates, len(info.digest)) == (1, 1, 32)
    assert info.nodes == 1 + len({word[:end] for word in SMALL for end in range(1, len(word) + 1)})
    assert isinstance(info, ur.LexiconInfo)
    assert (info.alphabet, info.bytes) == ("abcdefghijklmnopqrstuvwxyz", Lexicon(SMALL).trie.nodes.nbytes)
    with pytest.raises(dataclasses.FrozenInstanceError):
        info.words = 5  # type: ignore[misc]


def test_a_digest_stands_for_alphabet_and_words() -> None:
    digests = [
        Lexicon(words).info.digest for words in (["a", "b"], ["b", "A"], ["ab"], ["a", "é"], ["a", "ê"])
    ]
    assert digests[0] == digests[1] and len(set(digests)) == 4
