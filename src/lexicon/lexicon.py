"""The lexicon: an immutable, sorted set of words over one alphabet, with its compiled trie."""

from __future__ import annotations

import os
import threading
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from ..arrow import array_of
from ..base import LexiconError
from ..core.decode_words import Spelling as Decoder
from ..core.trie import Trie
from ..io.text import source_name
from ..repr_html import Shown
from . import cache, embedded
from .load import CACHED_FROM, Loaded, load_embedded, load_named, read_words
from .normalise import compile_pattern
from .normalise import fold as small
from .saved import save
from .word_array import LeftOut, WordTable, digest_of, offsets_of, some_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[Any]]

CHUNK, MATCHED = 1 << 12, 1 << 15
"""Words that an iterator makes at a time, and that `Lexicon.match` looks through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconInfo(Shown):
    """What a lexicon holds, in numbers."""

    name: str
    """Name of the embedded list, or the file."""
    words: int
    """Distinct words."""
    letters: int
    """Letters of all words together."""
    alphabet: str
    """The letters in the order of their codes."""
    shortest: int
    """Letters of the shortest word."""
    longest: int
    """Letters of the longest word."""
    nodes: int
    """Trie nodes: prefixes of the words, the empty one and the words themselves included."""
    bytes: int
    """Memory of the trie's nodes."""
    skipped: int
    """Lines left out because they are no word."""
    duplicates: int
    """Words that came more than once, in whatever case."""
    left_out: Mapping[str, int]
    """Of those the number by reason, for a list read with `fold`, `language` or `alphabet`."""
    digest: str
    """32 hexadecimal digits that stand for alphabet and words."""


class Lexicon(Shown, show=("name", "alphabet", "skipped", "duplicates", "digest")):
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
    fold, language, alphabet : optional
        Which letters are kept and which are folded, as for `load`.

    Raises
    ------
    LexiconError
        No words, more than 63 different letters, an entry that is not a str; with `strict` the first
        entry that is no word; `fold`, `language` or `alphabet` that `load` does not take.

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
        if words is not None:
            return object.__new__(cls)
        return _embedded("english", embedded.LEVELS[-1], False)

    def __init__(
        self,
        words: Iterable[str] | None = None,
        *,
        name: str = "words",
        strict: bool = False,
        fold: bool = False,
        language: str | None = None,
        alphabet: Iterable[str] | None = None,
    ) -> None:
        if words is None:  # made already; what follows is for words
            return
        words = array_of(words, name=name, error=LexiconError)
        if isinstance(words, (str, bytes)) or not isinstance(words, Iterable):
            file = f"{words if isinstance(words, str) else 'words.txt'!r:.40}"
            raise LexiconError(f"lexicon={words!r:.40}, expected words; Lexicon.load({file}) reads a file")
        from .languages import spelling_of  # which few lists need

        self._adopt(read_words(words, name, strict, spelling_of(fold, language, alphabet)))

    def _adopt(self, loaded: Loaded) -> None:
        table, self.name, self.digest = loaded
        self.alphabet = table.alphabet
        self._codes, self._lengths = _frozen(table.codes), _frozen(table.lengths)
        self.skipped, self.duplicates = table.skipped, table.duplicates
        self.left_out: tuple[LeftOut, ...] = table.left_out
        self._letters = {letter: code for code, letter in enumerate(table.alphabet)}
        self._derived: dict[str, Arrays] = {}
        self._lock = threading.RLock()
        self._recipe: tuple[str, int, bool] | None = None

    @classmethod
    def _of(cls, table: WordTable, name: str, digest: str) -> Lexicon:
        lexicon = object.__new__(cls)
        lexicon._adopt(Loaded(table, name, digest))
        return lexicon

    @classmethod
    def load(
        cls,
        source: str | os.PathLike[str] = "english",
        *,
        strict: bool = False,
        clean: bool = False,
        level: int | None = None,
        fold: bool = False,
        language: str | None = None,
        alphabet: Iterable[str] | None = None,
    ) -> Lexicon:
        """Load the embedded list, one that is kept under a name, or a file.

        Parameters
        ----------
        source : str or path, optional
            ``english`` (or ``english-common``, ``english-large``, ``english-full``), the name of a list that
            was saved (`save`), else a file of one word a line in UTF-8, plain or gzip, ``-`` for standard
            input. A file that is called like a list is reached as ``./english``.
        strict : bool, optional
            Refuse a line that is no word instead of skipping it.
        clean : bool, optional
            Leave out the words of the embedded list that SCOWL lists as profane or offensive.
        level : int, optional
            How rare the words of the embedded list may be: 60 common, 70 large, 80 full; also 10, 20,
            35, 40, 50 and 55.
        fold : bool, optional
            Write every word of a file with the letters a to z: é as e, ß as ss, œ as oe, ĳ as ij; with a
            language as it does (German ä as ae). Latin-1 is read too.
        language : str, optional
            Read a file as a spelling list of ``de``, ``en``, ``es``, ``fr``, ``it`` or ``nl``: the letters of
            the language are kept, others folded, names and abbreviations left out
            (docs/reference/lexicon.md).
        alphabet : str, optional
            The letters to keep, in place of the language's; others are folded to them.

        Raises
        ------
        LexiconError
            A file that is missing, a folder, empty, past 128 MiB, not UTF-8, with NUL bytes, with a line
            past 4,096 bytes, without words, of more than 63 different letters; `level` or `clean` with
            a file; `fold`, `language` or `alphabet` that are none, or not with a file; with `strict` the
            first line that is no word.

        Examples
        --------
        >>> common = Lexicon.load("english", level=60)
        >>> len(common), "boggle" in common
        (82058, True)
        """
        name = os.fsdecode(source)
        spelling = {"fold": fold, "language": language, "alphabet": alphabet}
        given = [f"{what}={value!r:.40}" for what, value in spelling.items() if value]
        if name in embedded.NAMES and not given:
            return _embedded(name, embedded.level_of(name, level), bool(clean))
        if name in embedded.NAMES:
            raise LexiconError(
                f"{given[0]} applies to word files only; omit it for the embedded list {name!r}"
            )
        if clean or level is not None:
            option = f"clean={clean!r:.40}" if clean else f"level={level!r:.40}"
            shown = source_name(name)
            raise LexiconError(f"{option} applies to the embedded list only; leave it out for {shown}")
        from .languages import spelling_of

        return cls._of(*load_named(name, strict, spelling_of(fold, language, alphabet)))

    @classmethod
    def english(cls, *, level: int | None = None, clean: bool = False) -> Lexicon:
        """Return the embedded list; `level` and `clean` are those of `load`.

        Examples
        --------
        >>> len(Lexicon.english(level=60)), Lexicon.english() is Lexicon()
        (82058, True)
        """
        return cls.load("english", level=level, clean=clean)

    def save(self, name: str) -> None:
        """Save the list in the user's cache under a name, with which `load` returns it.

        Parameters
        ----------
        name : str
            Small letters, digits, ``-`` and ``_`` that begin with a letter; what was saved is replaced.

        Raises
        ------
        LexiconError
            No such name, or that of an embedded list; a cache that is off or cannot be written.
        """
        save(name, self._table, self.digest)

    def keep(self, name: str) -> None:
        """Save the list; the name of `save` in the release before."""
        warnings.warn("Lexicon.keep is called save", DeprecationWarning, stacklevel=2)
        self.save(name)

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
        expression, start = compile_pattern(pattern)
        first, last = self.prefix_range(start)

        def search() -> Iterator[str]:
            for begin in range(first, last, MATCHED):
                words = self.decode(range(begin, min(begin + MATCHED, last)))
                yield from expression.findall("\n".join(words))

        return search()

    def decode(self, numbers: Iterable[int] | NDArray[np.integer]) -> list[str]:
        """Return the words of many numbers.

        Raises
        ------
        IndexError
            A number that no word has.

        Examples
        --------
        >>> Lexicon(["b", "a", "c"]).decode([2, 0])
        ['c', 'a']
        """
        if isinstance(numbers, np.ndarray):
            chosen = numbers
        elif isinstance(numbers, range):
            chosen = np.arange(numbers.start, numbers.stop, numbers.step)
        else:
            chosen = np.array(list(numbers), dtype=np.int64)
        if chosen.dtype != np.uint32:
            if chosen.size and (int(chosen.min()) < 0 or int(chosen.max()) >= len(self)):
                raise IndexError(f"words {chosen.min()} to {chosen.max()}, expected 0 to {len(self) - 1}")
            chosen = chosen.astype(np.uint32)
        return self._decoder.decode(np.ascontiguousarray(chosen))

    def subset(self, numbers: Iterable[int] | NDArray[np.integer]) -> Lexicon:
        """Return the lexicon of the words of some numbers, over the same alphabet; O(their letters).

        Raises
        ------
        LexiconError, IndexError
            No number; a number that no word has.

        Examples
        --------
        >>> list(Lexicon(["b", "a", "c"]).subset([2, 0]))
        ['a', 'c']
        """
        table = WordTable(self.alphabet, *some_of(self._codes, self.offsets, numbers, self.name), 0, 0)
        return Lexicon._of(table, f"part of {self.name}", digest_of(table))

    def codes(self, text: str) -> bytes | None:
        """Return the letter codes of a text in any case, None where a letter is not of the alphabet.

        Examples
        --------
        >>> Lexicon(["abc"]).codes("CAB"), Lexicon(["abc"]).codes("é")
        (b'\\x02\\x00\\x01', None)
        """
        letters = self._letters
        try:
            return bytes([letters[letter] for letter in small(text)])
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
    def _decoder(self) -> Decoder:
        return Decoder(self.alphabet, self._codes, self.offsets)

    @property
    def _table(self) -> WordTable:
        return WordTable(
            self.alphabet, self._codes, self._lengths, self.skipped, self.duplicates, self.left_out
        )

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
        keep = self._codes.size >= CACHED_FROM
        file_key = f"trie-{cache.digest_of(self.digest.encode(), key.encode())}"
        kept = cache.load(file_key) if keep else None
        if kept is not None:
            return kept[0]
        arrays = {name: _frozen(array) for name, array in build().items()}
        if keep:
            cache.store(file_key, arrays)
        return arrays

    def letter_frequencies(self) -> dict[str, float]:
        """Return how often each letter of the alphabet comes in the words: shares that add up to 1.

        Examples
        --------
        >>> Lexicon(["tea", "teat"], alphabet="aetx").letter_frequencies()  # doctest: +ELLIPSIS
        {'a': 0.28..., 'e': 0.28..., 't': 0.42..., 'x': 0.0}
        """
        counts = np.bincount(self._codes, minlength=len(self.alphabet)) / self._codes.size
        return dict(zip(self.alphabet, counts.tolist(), strict=True))

    @cached_property
    def info(self) -> LexiconInfo:
        """What the lexicon holds, in numbers."""
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
            left_out={one.reason: one.count for one in self.left_out},
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
            return _embedded, self._recipe
        words = self.alphabet, self._codes.tobytes(), self._lengths.tobytes()
        return _restore, (self.name, self.digest, *words, self.skipped, self.duplicates, self.left_out)


_EMBEDDED: dict[tuple[int, bool], Lexicon] = {}
_EMBEDDED_LOCK = threading.Lock()


def _embedded(name: str, level: int, clean: bool) -> Lexicon:
    """Return an embedded list, the same object each time."""
    with _EMBEDDED_LOCK:
        if (level, clean) not in _EMBEDDED:
            lexicon = Lexicon._of(*load_embedded(level, clean))
            lexicon._recipe = (name, level, clean)
            _EMBEDDED[level, clean] = lexicon
        return _EMBEDDED[level, clean]


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


def _restore(name: str, digest: str, alphabet: str, codes: bytes, lengths: bytes, *out: Any) -> Lexicon:
    words = np.frombuffer(codes, np.uint8), np.frombuffer(lengths, np.uint8)
    return Lexicon._of(WordTable(alphabet, *words, *out), name, digest)


class Words(Sequence[str]):
    """The words of a lexicon in order, each made when it is asked for.

    Examples
    --------
    >>> words = Lexicon(["tea", "at", "eat"]).words
    >>> words[0], words[-1], words[1:], words.index("eat"), "TEA" in words
    ('at', 'tea', ['eat', 'tea'], 1, True)
    """

    __slots__ = ("_lexicon",)

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    @property
    def info(self) -> LexiconInfo:
        """The same as `Lexicon.info`."""
        return self._lexicon.info

    def __len__(self) -> int:
        return len(self._lexicon)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self._lexicon.decode(range(len(self))[index])
        return self._lexicon.word(index)

    def __iter__(self) -> Iterator[str]:
        return iter(self._lexicon)

    def __contains__(self, word: object) -> bool:
        return word in self._lexicon

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the number of a word; ValueError where it is none."""
        number = self._lexicon.number(value) if isinstance(value, str) else -1
        if number not in range(len(self))[start:stop]:
            raise ValueError(f"{value!r} is not in the lexicon")
        return number

    def count(self, value: object) -> int:
        """Return 1 for a word of the lexicon, else 0."""
        return int(value in self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Words):
            return self._lexicon == other._lexicon
        if isinstance(other, (list, tuple)):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3])) + (", …" if len(self) > 3 else "")
        return f"<{len(self):,} words: {shown}>"
