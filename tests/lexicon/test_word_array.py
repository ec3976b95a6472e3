"""Text to arrays of words, against the same in a few lines of plain Python."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.base import LexiconError
from unriddle.lexicon.normalise import fold
from unriddle.lexicon.word_array import A_TO_Z, WordTable, from_bytes, from_text, pack, sort_words

BLANKS = " \t\v\f\xa0\ufeff"


def decoded(table: WordTable) -> list[str]:
    words, start = [], 0
    for length in table.lengths.tolist():
        words.append("".join(table.alphabet[code] for code in table.codes[start : start + length]))
        start += length
    return words


def plainly(text: str) -> tuple[list[str], int, int]:
    """Return the words, how many lines are skipped and how many words come again."""
    words, skipped = [], 0
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        word = fold(line.strip(BLANKS))
        if not word or word.startswith("#"):
            continue
        if word.isalpha() and len(word) <= 254:
            words.append(word)
        else:
            skipped += 1
    return sorted(set(words)), skipped, len(words) - len(set(words))


TEXTS = st.one_of(
    st.text("abAB#- \t\r\n\n", max_size=60),
    st.text("aéÉe\u0301ßẞςΣσ1# \n\n\n", max_size=60),
    st.lists(st.sampled_from([letter * n for letter in "ab" for n in (1, 7, 8, 9, 16, 17, 254, 255)])).map(
        "\n".join
    ),
    st.lists(st.text("ab", min_size=1, max_size=20), max_size=30).map("\n".join),
)


@settings(deadline=None, max_examples=50)
@given(TEXTS)
def test_text_to_words(text: str) -> None:
    words, skipped, duplicates = plainly(text)
    if not words:
        with pytest.raises(LexiconError, match="no words"):
            from_text(text, "list")
        return
    table = from_text(text, "list")
    assert (decoded(table), table.skipped, table.duplicates) == (words, skipped, duplicates)
    again = from_bytes(text.encode(), "list")
    assert decoded(again) == words


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.binary(min_size=1, max_size=30).map(lambda word: word.replace(b"\xff", b"\0")), min_size=1)
)
def test_sort_words(words: list[bytes]) -> None:
    codes = np.frombuffer(b"".join(words), np.uint8)
    codes, lengths, duplicates = sort_words(codes, np.array([len(word) for word in words], np.uint8))
    distinct = sorted(set(words))
    assert (codes.tobytes(), lengths.tolist()) == (b"".join(distinct), [len(word) for word in distinct])
    assert duplicates == len(words) - len(distinct)


def test_pack() -> None:
    codes, lengths = pack(np.frombuffer(b"abcdef", np.uint8), np.array([0, 1, 3, 6]), np.array([2, 0]))
    assert (codes.tobytes(), lengths.tolist()) == (b"defa", [3, 1])


def test_pack_in_blocks() -> None:
    lengths = np.arange(50_000) % 3 + 1
    offsets = np.append(0, np.cumsum(lengths))
    codes = (np.arange(offsets[-1]) % 251).astype(np.uint8)
    packed, sizes = pack(codes, offsets, np.arange(49_999, -1, -1))
    expected = b"".join(codes[offsets[i] : offsets[i + 1]].tobytes() for i in range(49_999, -1, -1))
    assert packed.tobytes() == expected
    assert sizes.tolist() == lengths[::-1].tolist()


@pytest.mark.parametrize(
    ("text", "alphabet"),
    [
        ("zoo", A_TO_Z),
        ("één\nreünie", "einréü"),
        ("Straße\nÄrger\nüben", "abegnrstßäü"),
        ("λόγος\nΩΜΕΓΑ", "αγελμοσωό"),
        ("Ёлка\nсъезд", "адезклсъё"),
    ],
)
def test_alphabets(text: str, alphabet: str) -> None:
    assert from_text(text, "list").alphabet == alphabet


def test_alphabet_of_skipped_lines_does_not_count() -> None:
    table = from_text("été!\nete", "list")
    assert (table.alphabet, table.skipped) == (A_TO_Z, 1)


def test_63_letters_and_no_more() -> None:
    letters = [chr(0x4E00 + i) for i in range(64)]
    assert len(from_text("\n".join(letters[:63]), "list").alphabet) == 63
    with pytest.raises(LexiconError, match="list: 64 different letters, expected at most 63"):
        from_text("\n".join(letters), "list")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tea\ndon't\n", r"""list:2:4: "'" is not a letter; put only letters on a line"""),
        ("tea\n\n# note\n x y\n", "list:4:3: ' ' is not a letter; put only letters on a line"),
        ("te\x1ba", r"list:1:3: U+001B is not a letter; put only letters on a line"),
        ("été\r\nR2D2", "list:2:2: '2' is not a letter; put only letters on a line"),
        ("a" * 255, "list:1: word of 255 letters, expected at most 254"),
        ("tea #", "list:1:4: ' ' is not a letter; put only letters on a line"),
    ],
)
def test_strict(text: str, message: str) -> None:
    with pytest.raises(LexiconError) as caught:
        from_text(text, "list", strict=True)
    assert str(caught.value) == message
    assert from_text(text + "\nok", "list").skipped == 1


def test_strict_takes_a_clean_list() -> None:
    assert decoded(from_text("# note\n\n Tea \n\tAt\n", "list", strict=True)) == ["at", "tea"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("tea\n".encode("utf-16"), "list: is UTF-16 or UTF-32; convert it to UTF-8"),
        ("tea\n".encode("utf-16-le"), "list:1: NUL byte, expected UTF-8 text"),
        (b"tea\ncaf\xe9\n", "list:2: byte 0xe9 is not UTF-8, expected UTF-8 text"),
        (b"tea\r\na\0b\r\n", "list:2: NUL byte, expected UTF-8 text"),
        (
            b"\n" * 9 + b"a" * 4097,
            "list:10: line of 4,097 bytes, expected one word of at most 254 letters a line",
        ),
        (b"\n\n# note\n", "list: no words; put one on each line"),
        (b"1\n2\n", "list: no words, but 2 other lines; put one on each line"),
        (
            b"tea\r\n" + b"a" * 1_000_000,
            "list:2: line of 1,000,000 bytes, expected one word of at most 254 letters a line",
        ),
        (
            b"tea\n" + "é".encode() * 600_000 + b"\n",
            "list:2: line of 1,200,000 bytes, expected one word of at most 254 letters a line",
        ),
    ],
)
def test_bytes_that_are_no_list(raw: bytes, message: str) -> None:
    with pytest.raises(LexiconError) as caught:
        from_bytes(raw, "list")
    assert str(caught.value) == message


def test_byte_order_mark_and_line_ends() -> None:
    assert decoded(from_bytes(b"\xef\xbb\xbfTea\r\nAT\r\rto", "list")) == ["at", "tea", "to"]
    assert decoded(from_bytes(b"ab\r" * 40_000, "list")) == ["ab"]
