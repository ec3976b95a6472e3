"""The lexicon: membership, order, prefixes, files, pickles, threads."""

import gzip
import io
import pickle
import threading
from bisect import bisect_left
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Lexicon, LexiconError

SMALL = ["quit", "quiz", "quiet", "tea", "team", "at", "a", "zoo"]


@settings(deadline=None)
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


@settings(deadline=None)
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
    with pytest.raises(LexiconError, match="<words>:2"):
        Lexicon(["ok", "two\nlines"], strict=True)


def test_load_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = b"\xef\xbb\xbf# list\r\nTea\r\n\r\nteam\r\ndon't\r\n"
    (tmp_path / "list.txt").write_bytes(raw)
    (tmp_path / "list.txt.gz").write_bytes(gzip.compress(raw))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    for source in (tmp_path / "list.txt", str(tmp_path / "list.txt.gz"), "-"):
        lexicon = Lexicon.load(source)
        assert (list(lexicon), lexicon.skipped) == (["tea", "team"], 1)
    assert lexicon.name == "<stdin>"
    for options in ({"level": 60}, {"clean": True}):
        with pytest.raises(LexiconError, match="belongs to the embedded list"):
            Lexicon.load(tmp_path / "list.txt", **options)
    with pytest.raises(LexiconError, match=r"list\.txt:5:4: .* is no letter"):
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
