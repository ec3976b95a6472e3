"""The lexicon: an immutable, sorted set of words over one alphabet, with its compiled trie."""

from __future__ import annotations

import os
import threading
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..arrow import is_column, read_column
from ..base import LexiconError
from ..core.trie import Trie
from ..textio import read_bytes, source_name
from . import cache, embedded
from .normalise import fold
from .strings import Strings
from .table import WordTable, from_bytes, from_text, offsets_of
from .words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .info import LexiconInfo

    Arrays = dict[str, NDArray[Any]]

__all__ = ["Lexicon"]

MOST_BYTES = 1 << 27  # of a word list: some ten million words
WORTH_KEEPING = 1 << 16  # bytes of words below which compiling is cheaper than a file in the cache
CHUNK = 1 << 12  # words made at a time by an iterator


class Lexicon:
    """An immutable, sorted set of words over one alphabet.

    Safe to share between any number of threads; cheap to pickle; equal where alphabet and words are.

    Parameters
    ----------
    words : iterable of str, optional
        The words, in any order, in either case, composed or not, or a column of them of pandas, polars,
        pyarrow or whatever hands out Arrow data. What is not one word of 1 to 254
        letters is skipped and counted. Without words it is the embedded English list, the object that
        ``Lexicon.load("english")`` returns.
    name : str, optional
        What the lexicon is called in reports and errors.
    strict : bool, optional
        Refuse what would be skipped.

    Raises
    ------
    LexiconError
        No words, more than 63 different letters, an entry that is not a str; with `strict` the first
        entry that is no word.

    Notes
    -----
    O(n log n) for n letters, whole arrays at a time; the trie is compiled when it is first used. A
    word's number is its place in the order of letter codes, from 0.

    Examples
    --------
    >>> lexicon = Lexicon(["Quiz", "tea", "quit", "don't", "TEA"])
    >>> len(lexicon), list(lexicon), lexicon.skipped
    (3, ['quit', 'quiz', 'tea'], 1)
    >>> "QUIZ" in lexicon, list(lexicon.prefix("QU")), lexicon.number("tea")
    (True, ['quit', 'quiz'], 2)
    >>> Lexicon() is Lexicon.load("english")
    True
    """

    def __new__(cls, words: Iterable[str] | None = None, **_: Any) -> Lexicon:
        """Return the embedded list where no words are given, else a lexicon for `__init__` to fill."""
        return _load_embedded("english", embedded.LEVELS[-1], False) if words is None else object.__new__(cls)

    def __init__(
        self, words: Iterable[str] | None = None, *, name: str = "<words>", strict: bool = False
    ) -> None:
        if words is None:  # made already; what follows is for words
            return
        if isinstance(words, (str, bytes)) or not isinstance(words, Iterable):
            raise LexiconError(f"{words!r:.40}, expected words; Lexicon.load() takes a name or a file")
        self._adopt(_table_of(words, name, strict), name)

    def _adopt(self, table: WordTable, name: str, digest: str | None = None) -> None:
        self.name = name
        self.alphabet = table.alphabet
        self._codes, self._lengths = _frozen(table.codes), _frozen(table.lengths)
        self.skipped, self.duplicates = table.skipped, table.duplicates
        self.digest = digest or cache.digest_of(table.alphabet.encode(), self._lengths, self._codes)
        self._letters = {letter: code for code, letter in enumerate(table.alphabet)}
        self._derived: dict[str, Arrays] = {}
        self._lock = threading.RLock()
        self._recipe: tuple[str, int, bool] | None = None

    @classmethod
    def _of(cls, table: WordTable, name: str, digest: str | None = None) -> Lexicon:
        lexicon = object.__new__(cls)
        lexicon._adopt(table, name, digest)
        return lexicon

    @classmethod
    def load(
        cls,
        source: str | os.PathLike[str] = "english",
        *,
        strict: bool = False,
        clean: bool = False,
        level: int | None = None,
    ) -> Lexicon:
        """Load the embedded list or a file.

        Parameters
        ----------
        source : str or path, optional
            ``english`` (or ``english-common``, ``english-large``, ``english-full``), else a file of one
            word a line in UTF-8, plain or gzip, ``-`` for standard input. A file that is called like an
            embedded list is reached as ``./english``.
        strict : bool, optional
            Refuse a line that is no word instead of skipping it.
        clean : bool, optional
            Leave out the words of the embedded list that SCOWL lists as profane or offensive.
        level : int, optional
            How rare the words of the embedded list may be: 60 common, 70 large, 80 full; also 10, 20,
            35, 40, 50 and 55.

        Raises
        ------
        LexiconError
            A file that is missing, a folder, empty, past 128 MiB, not UTF-8, with NUL bytes, with a line
            past 4,096 bytes, without words, of more than 63 different letters; `level` or `clean` with
            a file; with `strict` the first line that is no word.

        Examples
        --------
        >>> common = Lexicon.load("english", level=60)
        >>> len(common), "boggle" in common
        (82058, True)
        """
        name = os.fsdecode(source)
        if name in embedded.NAMES:
            return _load_embedded(name, embedded.level_of(name, level), bool(clean))
        if clean or level is not None:
            option = "clean" if clean else "level"
            raise LexiconError(
                f"{option} belongs to the embedded list, expected {' or '.join(embedded.NAMES)}",
                file=source_name(name),
            )
        return _load_file(name, strict)

    # The words

    @property
    def words(self) -> Words:
        """The words in order: a sequence that makes each str when it is asked for."""
        return Words(self)

    def __len__(self) -> int:
        return self._lengths.size

    def __iter__(self) -> Iterator[str]:
        return self.between(0, len(self))

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.number(word) >= 0

    def word(self, number: int) -> str:
        """Return a word by its number; negative numbers count from the end.

        Raises
        ------
        IndexError
            No such number.
        """
        index = number.__index__()
        if not -len(self) <= index < len(self):
            raise IndexError(f"word {index}, expected less than {len(self)}")
        return "".join([self.alphabet[code] for code in self._slice(index % len(self))])

    def number(self, word: str) -> int:
        """Return the number of a word in any case, -1 if it is none; O(letters)."""
        codes = self.codes(word)
        return -1 if not codes else self.trie.find(codes)

    def prefix(self, start: str) -> Iterator[str]:
        """Return an iterator over the words that begin with `start`, in order.

        Examples
        --------
        >>> list(Lexicon(["quit", "tea", "quiz", "qat"]).prefix("QU"))
        ['quit', 'quiz']
        """
        return self.between(*self.prefix_range(start))

    def prefix_range(self, start: str) -> tuple[int, int]:
        """Return (first, last): the words that begin with `start` have the numbers first to last - 1."""
        codes = self.codes(start)
        if codes is None:
            return 0, 0
        numbers, size = range(len(self)), len(codes)
        first = bisect_left(numbers, codes, key=self._slice)
        last = bisect_left(numbers, True, lo=first, key=lambda number: self._slice(number)[:size] > codes)
        return first, last

    def match(self, pattern: str) -> Iterator[str]:
        """Return an iterator over the words that match a pattern as a whole, in order.

        Parameters
        ----------
        pattern : str
            Letters in any case; ``?`` is any one letter, ``*`` any number of letters.

        Raises
        ------
        PuzzleError
            Another character, an empty pattern, one of more than 1,000 characters.

        Examples
        --------
        >>> list(Lexicon(["quit", "quiz", "quartz", "tea"]).match("q*?z"))
        ['quartz', 'quiz']
        """
        from .patterns import match

        return match(self, pattern)

    def decode(self, numbers: Iterable[int] | NDArray[np.integer]) -> list[str]:
        """Return the words of many numbers.

        Some 0.2 µs each; 0.03 µs for those of a lexicon of up to a million words that were asked for before,
        few at a time: such words are kept.

        Raises
        ------
        IndexError
            A number that no word has.

        Examples
        --------
        >>> Lexicon(["b", "a", "c"]).decode([2, 0])
        ['c', 'a']
        """
        return self._strings.decode(numbers)

    def codes(self, text: str) -> bytes | None:
        """Return the letter codes of a text in any case, None where a letter is not of the alphabet.

        Examples
        --------
        >>> Lexicon(["abc"]).codes("CAB"), Lexicon(["abc"]).codes("é")
        (b'\\x02\\x00\\x01', None)
        """
        letters = self._letters
        try:
            return bytes([letters[letter] for letter in fold(text)])
        except KeyError:
            return None

    @property
    def code_of(self) -> Mapping[str, int]:
        """Letter -> code: its place in the alphabet."""
        return MappingProxyType(self._letters)

    def _slice(self, number: int) -> bytes:
        return self._codes[self.offsets[number] : self.offsets[number + 1]].tobytes()

    def between(self, first: int, last: int) -> Iterator[str]:
        """Return an iterator over the words with the numbers `first` to `last` - 1."""
        for start in range(first, last, CHUNK):
            yield from self.decode(range(start, min(start + CHUNK, last)))

    # The arrays

    @property
    def arrays(self) -> Arrays:
        """The words as arrays (read-only): ``codes``, ``offsets`` and ``lengths``, as below."""
        return {"codes": self._codes, "offsets": self.offsets, "lengths": self._lengths}

    @property
    def letter_codes(self) -> NDArray[np.uint8]:
        """Letter codes of all words, one word after another (read-only)."""
        return self._codes

    @property
    def lengths(self) -> NDArray[np.uint8]:
        """Letters of each word, by number (read-only)."""
        return self._lengths

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """Word i is ``letter_codes[offsets[i]:offsets[i + 1]]`` (read-only)."""
        return _frozen(offsets_of(self._lengths))

    @cached_property
    def _strings(self) -> Strings:
        return Strings(self.alphabet, self._codes, self.offsets)

    @property
    def min_length(self) -> int:
        """Letters of the shortest word."""
        return int(self._lengths.min())

    @property
    def max_length(self) -> int:
        """Letters of the longest word."""
        return int(self._lengths.max())

    @cached_property
    def trie(self) -> Trie:
        """The compiled trie over the letter codes; its word numbers are those of the lexicon."""

        def build() -> Mapping[str, NDArray[Any]]:
            trie = Trie.build(self._codes, self.offsets, len(self.alphabet))
            return {**trie.arrays(), "n_nodes": np.array([trie.n_nodes])}

        with self._lock:
            arrays = self.derived(f"trie {_trie_layout()}", build)
            # What the cache gives is what `build` gave, byte for byte: a second check of every node would
            # take three quarters of a warm start.
            return Trie(arrays["nodes"], arrays["order"], len(self.alphabet), int(arrays["n_nodes"][0]))

    def derived(self, key: str, build: Callable[[], Mapping[str, NDArray[Any]]]) -> Arrays:
        """Return arrays that follow from the words alone, made by `build` at most once.

        Kept in memory, and for lists of some size in the disk cache under the lexicon's digest and `key`.

        Parameters
        ----------
        key : str
            What the arrays are and with which options; with a version, where their layout may change.
        build : callable
            Makes them, by name.

        Returns
        -------
        dict
            The arrays, read-only; from the cache they are mapped files.
        """
        with self._lock:
            if key not in self._derived:
                self._derived[key] = self._load_or_build(key, build)
            return self._derived[key]

    def _load_or_build(self, key: str, build: Callable[[], Mapping[str, NDArray[Any]]]) -> Arrays:
        keep = self._codes.size >= WORTH_KEEPING
        file_key = f"trie-{cache.digest_of(self.digest.encode(), key.encode())}"
        kept = cache.load(file_key) if keep else None
        if kept is not None:
            return kept[0]
        arrays = {name: _frozen(array) for name, array in build().items()}
        if keep:
            cache.store(file_key, arrays)
        return arrays

    @cached_property
    def info(self) -> LexiconInfo:
        """What the lexicon holds, in numbers."""
        from .info import LexiconInfo

        return LexiconInfo(
            name=self.name,
            words=len(self),
            letters=self._codes.size,
            alphabet=self.alphabet,
            shortest=self.min_length,
            longest=self.max_length,
            nodes=self.trie.n_nodes,
            bytes=self.trie.nbytes,
            skipped=self.skipped,
            duplicates=self.duplicates,
            digest=self.digest,
        )

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Lexicon) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {len(self):,} words, {len(self.alphabet)} letters>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._recipe is not None:
            return _load_embedded, self._recipe
        table = (self.alphabet, self._codes.tobytes(), self._lengths.tobytes(), self.skipped, self.duplicates)
        return _restore, (self.name, self.digest, *table)


def _trie_layout() -> str:
    """Return a digest of how a small trie looks in memory, so that no trie of another make is read."""
    arrays = Trie.build(np.array([0, 0, 1, 2, 1], np.uint8), np.array([0, 1, 3, 5]), 3).arrays()
    parts = (
        f"{name} {array.dtype.str} {array.shape}".encode() + array.tobytes() for name, array in arrays.items()
    )
    return cache.digest_of(*parts)


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    if array.flags.writeable:
        array = array.view()
        array.flags.writeable = False
    return array


def _restore(
    name: str, digest: str, alphabet: str, codes: bytes, lengths: bytes, skipped: int, duplicates: int
) -> Lexicon:
    table = WordTable(
        alphabet, np.frombuffer(codes, np.uint8), np.frombuffer(lengths, np.uint8), skipped, duplicates
    )
    return Lexicon._of(table, name, digest)


def _table_of(words: Iterable[str], name: str, strict: bool) -> WordTable:
    """Return the table of an iterable: its entries are taken as the lines of a text."""
    entries = list(read_column(words, file=name, error=LexiconError) if is_column(words) else words)
    try:
        text = "\n".join(entries)
    except TypeError:
        index = next(index for index, entry in enumerate(entries) if not isinstance(entry, str))
        kind = type(entries[index]).__name__
        raise LexiconError(f"entry {index} is of type {kind}, expected str", file=name) from None
    if text.count("\n") + text.count("\r") >= max(1, len(entries)):  # an entry of several lines is no word
        text = "\n".join(entry.replace("\n", "\0").replace("\r", "\0") for entry in entries)
    return from_text(text, name, strict=strict)


_EMBEDDED: dict[tuple[int, bool], Lexicon] = {}
_EMBEDDED_LOCK = threading.Lock()


def _load_embedded(name: str, level: int, clean: bool) -> Lexicon:
    """Return an embedded list, the same object each time."""
    with _EMBEDDED_LOCK:
        if (level, clean) not in _EMBEDDED:
            packed = embedded.read()

            def make() -> WordTable:
                return embedded.select(packed, level, clean)

            called = f"english{f' level {level}' if level != embedded.LEVELS[-1] else ''}{' clean' * clean}"
            lexicon = _keep(called.encode(), packed, make, called)
            lexicon._recipe = (name, level, clean)
            _EMBEDDED[level, clean] = lexicon
        return _EMBEDDED[level, clean]


def _load_file(source: str, strict: bool) -> Lexicon:
    raw = read_bytes(source, limit=MOST_BYTES, error=LexiconError)
    name = source_name(source)

    def make() -> WordTable:
        return from_bytes(raw, name, strict=strict)

    if len(raw) < WORTH_KEEPING:
        return Lexicon._of(make(), name)
    return _keep(b"strict" if strict else b"", raw, make, name)


def _keep(options: bytes, raw: bytes, make: Callable[[], WordTable], name: str) -> Lexicon:
    """Return the lexicon of `raw`, from the cache where it is there."""
    key = f"words-{cache.digest_of(options, raw)}"
    kept = cache.load(key)
    if kept is not None:
        arrays, notes = kept
        table = WordTable(
            notes["alphabet"], arrays["codes"], arrays["lengths"], notes["skipped"], notes["duplicates"]
        )
        return Lexicon._of(table, name, cast(str, notes["digest"]))
    lexicon = Lexicon._of(make(), name)
    notes = {
        "alphabet": lexicon.alphabet,
        "digest": lexicon.digest,
        "skipped": lexicon.skipped,
        "duplicates": lexicon.duplicates,
    }
    cache.store(key, {"codes": lexicon.letter_codes, "lengths": lexicon.lengths}, notes)
    return lexicon
