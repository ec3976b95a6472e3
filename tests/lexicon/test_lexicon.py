"""The lexicon: membership, order, prefixes, files, pickles, threads."""

import dataclasses
import gzip
import io
import pickle
import re
import threading
from bisect import bisect_left
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle import Lexicon, LexiconError, PuzzleError
from unriddle.lexicon import lexicon as lexicon_module
from unriddle.lexicon.saved import read_table, write_table

SMALL = ["quit", "quiz", "quiet", "tea", "team", "at", "a", "zoo"]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text("abcé", min_size=1, max_size=6), min_size=1), st.text("abcéd", max_size=7))
def test_behaves_like_a_sorted_set(words: list[str], probe: str) -> None:
    lexicon, ordered = Lexicon(words), sorted(set(words))
    assert list(lexicon) == list(lexicon.words) == ordered == lexicon.words
    assert [lexicon.word(number) for number in range(-len(ordered), 0)] == ordered
    assert len(lexicon) == lexicon.trie.n_words == len(ordered)
    assert (probe in lexicon) == (probe in ordered) == (probe.upper() in lexicon.words)
    assert lexicon.number(probe) == (ordered.index(probe) if probe in ordered else -1)
    assert list(lexicon.prefix(probe)) == [word for word in ordered if word.startswith(probe)]
    first, last = lexicon.prefix_range(probe)
    if first != last:
        assert first == bisect_left(ordered, probe)
    assert lexicon.decode(np.arange(len(ordered), dtype=np.uint32)[::-1]) == ordered[::-1]
    assert lexicon.lengths.tolist() == [len(word) for word in ordered]
    assert lexicon.offsets.tolist()[-1] == lexicon.letter_codes.size == sum(map(len, ordered))


@settings(deadline=None, max_examples=40)
@given(st.sets(st.text("abcéß", min_size=1, max_size=6), min_size=1), st.data())
def test_a_subset_is_a_lexicon_of_its_words(words: set[str], data: st.DataObject) -> None:
    lexicon = Lexicon(words)
    numbers = data.draw(st.lists(st.integers(0, len(words) - 1), min_size=1))
    part = lexicon.subset(numbers)
    assert list(part) == sorted({lexicon.word(number) for number in numbers})
    assert part.alphabet == lexicon.alphabet and part.lengths.tolist() == [len(word) for word in part]
    assert list(part.prefix("a")) == [word for word in part if word[0] == "a"]


def test_a_subset_has_words() -> None:
    lexicon = Lexicon(["one", "two"], name="pair")
    with pytest.raises(LexiconError, match="pair: no words, expected one or more"):
        lexicon.subset([])
    for number in (-1, 2):
        with pytest.raises(IndexError, match="expected 0 to 1"):
            lexicon.subset([0, number])


@pytest.mark.parametrize(
    ("words", "inside", "outside"),
    [
        (["één", "reünie", "ijs", "café"], ["ÉÉN", "e\u0301e\u0301n", "REU\u0308NIE"], ["een", "cafe"]),
        (["Straße", "Äpfel", "über", "groß"], ["STRAẞE", "A\u0308PFEL", "GROẞ"], ["strasse", "apfel"]),
        (["λόγος", "σοφία", "Ωμέγα"], ["ΛΌΓΟΣ", "λο\u0301γοσ", "ΣΟΦΊΑ"], ["λογος"]),
        (["ёлка", "съезд", "йод"], ["ЁЛКА", "е\u0308лка", "и\u0306од"], ["елка"]),
    ],
)
def test_languages(words: list[str], inside: list[str], outside: list[str]) -> None:
    lexicon = Lexicon(words)
    assert all(word in lexicon for word in [*words, *inside])
    assert not any(word in lexicon for word in outside)
    assert list(lexicon.prefix(words[0][:2].upper())) == [
        word for word in lexicon if word[:2] == words[0][:2].lower()
    ]


def test_letters_cost_nothing_until_32_and_63_work() -> None:
    for size in (31, 32, 33, 63):
        letters = [chr(0x4E00 + i) for i in range(size)]
        words = [a + b for a in letters for b in letters]
        lexicon = Lexicon(words)
        assert list(lexicon) == words
        assert all(word in lexicon for word in words)
        assert letters[0] not in lexicon


def test_equal_and_hashed_by_content() -> None:
    one, other = Lexicon(["b", "a"], name="one"), Lexicon(["A", "B", "a"], name="other")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Lexicon(["a"])
    assert Lexicon(["ab", "c"]) != Lexicon(["a", "bc"])


def test_immutable_arrays() -> None:
    lexicon = Lexicon(SMALL)
    assert lexicon.arrays["codes"] is lexicon.letter_codes
    for array in (*lexicon.arrays.values(), lexicon.trie.nodes, lexicon.trie.order):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_pickle() -> None:
    lexicon = Lexicon([*SMALL, "don't"], name="small")
    again = pickle.loads(pickle.dumps(lexicon))
    assert (again, again.name, again.skipped, list(again)) == (lexicon, "small", 1, list(lexicon))
    embedded = Lexicon.load("english", level=10)
    packed = pickle.dumps(embedded)
    assert len(packed) < 200
    assert pickle.loads(packed) is embedded


def test_shared_by_threads() -> None:
    words = [f"{a}{b}{c}" for a in "abcdefgh" for b in "aeiou" for c in "lmnrst"]
    lexicon, wrong = Lexicon(words), []

    def work() -> None:
        for word in words:
            if word not in lexicon or f"{word}z" in lexicon or lexicon.words[lexicon.number(word)] != word:
                wrong.append(word)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("words", [[], [""], ["1"], ["\n"], [" "], iter([])])
def test_no_words(words: list[str]) -> None:
    with pytest.raises(LexiconError, match="no words"):
        Lexicon(words)


def test_entries_that_are_no_str_or_several_lines() -> None:
    with pytest.raises(LexiconError, match="entry 1 is of type int, expected str"):
        Lexicon(["a", 1])  # type: ignore[list-item]
    for text in ("english", b"english"):
        with pytest.raises(LexiconError, match="load"):
            Lexicon(text)  # type: ignore[arg-type]
    lexicon = Lexicon(["two\nlines", "a\rb", "ok", "nul\0", "\ud800"])
    assert (list(lexicon), lexicon.skipped) == (["ok"], 4)
    lexicon = Lexicon(["a" * 100_000, "é" * 100_000, "ok"])
    assert (list(lexicon), lexicon.skipped) == (["ok"], 2)
    with pytest.raises(LexiconError, match="words:2"):
        Lexicon(["ok", "two\nlines"], strict=True)


def test_load_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = b"\xef\xbb\xbf# list\r\nTea\r\n\r\nteam\r\ndon't\r\n"
    (tmp_path / "list.txt").write_bytes(raw)
    (tmp_path / "list.txt.gz").write_bytes(gzip.compress(raw))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    for source in (tmp_path / "list.txt", str(tmp_path / "list.txt.gz"), "-"):
        lexicon = Lexicon.load(source)
        assert (list(lexicon), lexicon.skipped) == (["tea", "team"], 1)
    assert lexicon.name == "standard input"
    for options in ({"level": 60}, {"clean": True}):
        with pytest.raises(LexiconError, match="applies to the embedded list only"):
            Lexicon.load(tmp_path / "list.txt", **options)
    with pytest.raises(LexiconError, match=r"list\.txt:5:4: .* is not a letter"):
        Lexicon.load(tmp_path / "list.txt", strict=True)


def test_load_what_is_no_list(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"tea\n" * 1000)[:-9])
    with (tmp_path / "huge").open("wb") as stream:
        stream.truncate(1 << 30)
    for name, message in [
        ("empty", "empty"),
        ("missing", "no such file"),
        ("", "is a folder"),
        ("cut.gz", "damaged gzip"),
        ("huge", "expected at most 134,217,728"),
        ("nul\0", "cannot be read"),
    ]:
        with pytest.raises(LexiconError, match=message):
            Lexicon.load(f"{tmp_path}/{name}")


def test_sgb_words(data: Path) -> None:
    lexicon = Lexicon.load(data / "sgb_words.txt")
    assert (len(lexicon), lexicon.min_length, lexicon.max_length) == (5757, 5, 5)


def test_enable(data: Path) -> None:
    path = data / "enable2k.txt"
    lexicon = Lexicon.load(path, strict=True)
    assert list(lexicon) == sorted(path.read_text().split())
    assert len(lexicon) == 173_528
    assert sum(len(w) >= 3 and "q" not in w.replace("qu", "") for w in lexicon) == 173_402


def test_no_words_are_the_embedded_list() -> None:
    assert Lexicon() is Lexicon.load("english") is Lexicon()
    assert Lexicon().name == "english" and "boggle" in Lexicon()
    assert pickle.loads(pickle.dumps(Lexicon())) is Lexicon()
    with pytest.raises(LexiconError, match="no words"):
        Lexicon([])
    assert Lexicon(["tea"]) is not Lexicon(["tea"])


def test_letter_frequencies() -> None:
    found = Lexicon(["tea", "teat", "x"], alphabet="aetxq").letter_frequencies()
    assert found == {"a": 2 / 8, "e": 2 / 8, "q": 0, "t": 3 / 8, "x": 1 / 8}
    english = Lexicon().letter_frequencies()
    assert max(english, key=english.__getitem__) == "e" and sum(english.values()) == pytest.approx(1)


def test_words_is_a_sequence() -> None:
    lexicon = Lexicon(SMALL)
    words, plain = lexicon.words, sorted(SMALL)
    assert words[2] == plain[2]
    assert words[-1] == "zoo"
    for part in (slice(1, 4), slice(None, None, -1), slice(5, 2), slice(0, 100), slice(None, None, 2)):
        assert words[part] == plain[part]
    assert words.index("TEA") == plain.index("tea")
    assert (words.count("tea"), words.count("coffee")) == (1, 0)
    assert words.info == lexicon.info
    with pytest.raises(ValueError, match="not in the lexicon"):
        words.index("coffee")
    for number in (len(words), -len(words) - 1):
        with pytest.raises(IndexError):
            words[number]
    for numbers in ([-1], [0, len(words)], np.array([len(words)], np.uint32)):
        with pytest.raises(IndexError):
            lexicon.decode(numbers)
    assert lexicon.decode([]) == []
    assert 3 not in words
    assert None not in lexicon
    assert "" not in lexicon
    assert repr(words) == "<8 words: 'a', 'at', 'quiet', …>"


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text("ab", min_size=1, max_size=4), min_size=1), st.integers(-9, 9), st.integers(-9, 9))
def test_a_word_is_looked_for_between_two_places(listed: list[str], start: int, stop: int) -> None:
    words, plain = Lexicon(listed).words, sorted(set(listed))
    for word in plain:
        try:
            place = plain.index(word, start, stop)
        except ValueError:
            with pytest.raises(ValueError, match="not in the lexicon"):
                words.index(word, start, stop)
        else:
            assert words.index(word, start, stop) == place


def test_equal_to_lists_and_to_words_of_an_equal_lexicon() -> None:
    words = Lexicon(["b", "a"]).words
    assert words == ["a", "b"] == words and words == ("a", "b") and words == Lexicon(["a", "b"]).words
    assert words != ["a"] and words != ["a", "c"] and words != "ab" and words != Lexicon(["a"]).words
    with pytest.raises(TypeError, match="unhashable"):
        hash(words)
    assert repr(words) == "<2 words: 'a', 'b'>"


WORDS = sorted({"".join(map(chr, pair)) for pair in np.random.default_rng(1).integers(97, 123, (3000, 4))})


@pytest.mark.parametrize("dtype", [np.uint32, np.int64, np.uint8, list, range])
def test_words_by_number(dtype):
    lexicon, rng = Lexicon(WORDS), np.random.default_rng(2)
    for size in (1, 100, 250, 5000, 100):
        numbers = rng.integers(0, 256 if dtype is np.uint8 else len(WORDS), size)
        if dtype is range:
            numbers = range(min(numbers), max(numbers) + 1)
        asked = numbers.tolist() if dtype is list else numbers if dtype is range else numbers.astype(dtype)
        assert lexicon.decode(asked) == [WORDS[number] for number in numbers]


@pytest.mark.parametrize(
    "wrong", [[-1], [0, 3000], np.array([3000], np.uint32), np.array([2, -1]), range(2, 4000)]
)
def test_numbers_that_no_word_has(wrong):
    lexicon = Lexicon(WORDS)
    for _ in range(2):
        with pytest.raises(IndexError, match="expected 0 to"):
            lexicon.decode(wrong)
        assert lexicon.decode([1, 1]) == [WORDS[1]] * 2


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


def test_what_goes_to_the_cache_comes_back() -> None:
    lexicon = Lexicon(["ijs", "auto's", "Zwolle"], language="nl")
    assert read_table("key") is None
    assert write_table("key", lexicon._table, lexicon.digest)
    again = read_table("key")
    assert again is not None
    table, digest = again
    assert (digest, table.skipped, table.left_out) == (lexicon.digest, 2, lexicon.left_out)


def test_a_large_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, letters = tmp_path / "list", "abcdefghijklmnopqrstuvwxyz"
    words = (f"{a}{b}{c}" for a in letters for b in letters for c in letters)
    path.write_text("\n".join(words), encoding="utf-8")
    first = Lexicon.load(path)

    def read(*_: object, **__: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr("unriddle.lexicon.load.from_bytes", read)
    assert Lexicon.load(path) == first
    with pytest.raises(AssertionError, match="read again"):
        Lexicon.load(path, strict=True)


def like(word: str, pattern: str) -> bool:
    if not pattern:
        return not word
    if pattern[0] == "*":
        return like(word, pattern[1:]) or (bool(word) and like(word[1:], pattern))
    return bool(word) and pattern[0] in ("?", word[0]) and like(word[1:], pattern[1:])


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text("ab", min_size=1, max_size=6), min_size=1), st.text("ab?**", min_size=1, max_size=7))
def test_patterns(words: list[str], pattern: str) -> None:
    expected = [word for word in sorted(set(words)) if like(word, pattern)]
    assert list(Lexicon(words).match(pattern)) == expected


@pytest.mark.parametrize("pattern", ["", "a1", "a b", "a\n", "a" * 1001, "[a]", "a\0"])
def test_patterns_that_are_none(pattern: str) -> None:
    with pytest.raises(PuzzleError, match="expected"):
        Lexicon(SMALL).match(pattern)


def test_pattern_with_many_stars_ends() -> None:
    assert list(Lexicon(["a" * 250]).match("*a" * 100 + "*b")) == []


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("", "empty pattern, expected letters, ? and *"),
        ("t3a", "pattern with '3', expected letters, ? and *"),
        ("a" * 1001, "pattern of 1,001 characters, expected at most 1,000"),
    ],
)
def test_what_is_wrong_is_said_before_any_word_is_asked_for(pattern: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{re.escape(message)}$"):
        Lexicon(SMALL).match(pattern)


def test_long_lists_are_looked_through_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = Lexicon(SMALL)
    for chunk in (1, 2, 3, 100):
        monkeypatch.setattr(lexicon_module, "MATCHED", chunk)
        assert list(lexicon.match("QUI*")) == ["quiet", "quit", "quiz"]
        assert list(lexicon.match("?")) == ["a"] and list(lexicon.match("*z*")) == ["quiz", "zoo"]
