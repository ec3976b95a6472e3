"""Compile a lexicon for the kernels of letter boards, and keep kernels for the next board."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache
from string import ascii_letters
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary, ref

import numpy as np

from ...core.topology import adjacency_masks
from ...core.trie import Trie
from ...core.walk.boggle_small import SmallWalk, WordTable
from .parse import HOLE, WILDCARD, readings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...core.walk.boggle_large import LargeTables
    from ...lexicon import Lexicon

NO_LETTER = 255
NEITHER = NO_LETTER - 1
"""Code of a byte that is neither a letter nor a hole."""
QUEUE = 1 << 16
"""Most paths of a board of at most 64 cells that its kernel takes."""
QU = "qu"
MOST_KINDS, MOST_WAITING = 16, 8  # kernels that are kept: each holds some megabytes
T = TypeVar("T")


class BoardSolver:
    """Search boards of one shape, with a buffer for the words of one; serves one thread at a time."""

    __slots__ = ("ends", "out", "walk")

    def __init__(self, words: WordTable, rows: int, cols: int, kind: int, wrap: bool) -> None:
        self.walk = SmallWalk(words, adjacency_masks(rows, cols, kind, wrap), QUEUE)
        self.out = np.empty(words.trie.n_words, dtype=np.uint32)
        self.ends = np.zeros(1, dtype=np.int64)


class CompiledLexicon:
    """Hold the words of a lexicon as the kernels take them, and a pool of kernels."""

    def __init__(self, words: WordTable) -> None:
        self.words = words
        self._large: LargeTables | None = None
        self._lock = Lock()
        self._idle: dict[Hashable, list[object]] = {}

    @property
    def large(self) -> LargeTables:
        """Tables for boards of more than 64 cells, made at first use."""
        from ...core.walk.boggle_large import LargeTables

        with self._lock:
            if self._large is None:
                self._large = LargeTables(self.words.trie)
            return self._large

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """Words by their number of letters, int64 of shape (256,)."""
        return np.bincount(self.words.lengths, minlength=256)

    def take(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return an idle kernel of a kind, else a new one; it must not hold a reference to the lexicon."""
        try:
            return cast("T", self._idle[key].pop())
        except (KeyError, IndexError):
            return make()

    def give(self, key: Hashable, kernel: object) -> None:
        """Keep a kernel for the next board of its kind."""
        waiting = self._idle.get(key)
        if waiting is None:
            with self._lock:
                if len(self._idle) >= MOST_KINDS:
                    self._idle.clear()
                waiting = self._idle.setdefault(key, [])
        if len(waiting) < MOST_WAITING:
            waiting.append(kernel)


_compiled: WeakKeyDictionary[Lexicon, dict[bool, CompiledLexicon | None]] = WeakKeyDictionary()
_longer: WeakKeyDictionary[Lexicon, tuple[int, Lexicon]] = WeakKeyDictionary()
_lock = Lock()
_last: tuple[Callable[[], Any], bool, Callable[[], Any]] = (lambda: None, False, lambda: None)
"""The last call of `compiled`, found without a hash of the lexicon."""


def compiled(lexicon: Lexicon, qu: bool = False) -> CompiledLexicon | None:
    """Return the words of a lexicon for the kernels.

    With `qu`, the code of q stands for the tile Qu: a word whose q is not followed by u is not in that trie;
    None where that leaves no word. O(letters) once, then kept as long as the lexicon, and in its cache.
    """
    global _last
    known, of_qu, last = _last
    if known() is lexicon and of_qu == qu and (made := last()) is not None:
        return cast("CompiledLexicon", made)
    with _lock:
        kinds = _compiled.setdefault(lexicon, {})
        if qu not in kinds:
            order = lexicon.trie.order
            words = _qu_table(lexicon) if qu else WordTable(lexicon.trie, lexicon.lengths[order], order)
            kinds[qu] = None if words is None else CompiledLexicon(words)
        made = kinds[qu]
        if made is not None:
            _last = ref(lexicon), qu, ref(made)
        return made


def longer(lexicon: Lexicon, least: int) -> Lexicon | None:
    """Return the words of at least some letters, None for none; the last result of a lexicon is kept."""
    enough = lexicon.lengths >= least
    if enough.all() or not enough.any():
        return lexicon if enough.all() else None
    with _lock:
        kept = _longer.get(lexicon)
        if kept is None or kept[0] != least:
            kept = _longer[lexicon] = least, lexicon.subset(np.flatnonzero(enough))
        return kept[1]


def _qu_table(lexicon: Lexicon) -> WordTable | None:
    arrays = lexicon.derived("walk qu 1", lambda: _merge_qu(lexicon))
    if not arrays["numbers"].size:
        return None
    trie = Trie.from_arrays({"nodes": arrays["nodes"], "order": arrays["order"]}, len(lexicon.alphabet))
    return WordTable(trie, arrays["lengths"], arrays["numbers"])


def _merge_qu(lexicon: Lexicon) -> dict[str, NDArray[Any]]:
    """Build the trie in which q stands for Qu."""
    codes, offsets = lexicon.letter_codes, lexicon.offsets
    q, u = lexicon.alphabet.index("q"), lexicon.alphabet.index("u")
    is_q = codes == q
    last = np.zeros(codes.size, dtype=bool)
    last[offsets[1:] - 1] = True
    paired = np.zeros(codes.size, dtype=bool)
    paired[:-1] = is_q[:-1] & (codes[1:] == u) & ~last[:-1]
    word_of = np.repeat(np.arange(len(lexicon)), lexicon.lengths)
    kept_word = np.ones(len(lexicon), dtype=bool)
    kept_word[word_of[is_q & ~paired]] = False
    kept = kept_word[word_of]
    kept[1:] &= ~paired[:-1]  # the u of a Qu
    lengths = np.bincount(word_of[kept], minlength=len(lexicon))[kept_word]
    # The order stays: where two words of this kind first differ, no u is dropped in one of them alone.
    ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    trie = Trie.build(codes[kept], ends, len(lexicon.alphabet))
    numbers = np.flatnonzero(kept_word).astype(np.uint32)[trie.order]
    return {**trie.arrays(), "numbers": numbers, "lengths": lexicon.lengths[numbers]}


@lru_cache(maxsize=16)
def letter_table(alphabet: str) -> bytes:
    """Return the code of each byte: `NO_LETTER` for a letter in no word, `NEITHER` for no letter."""
    table = bytearray([NEITHER]) * 256
    table[ord(".")] = NO_LETTER  # a hole
    for letter in ascii_letters:
        table[ord(letter)] = NO_LETTER
    for code, letter in enumerate(alphabet):
        if letter.isascii():
            table[ord(letter)] = table[ord(letter.upper())] = code
    return bytes(table)


def letter_codes(names: tuple[str, ...], alphabet: str) -> tuple[NDArray[np.uint8], bool] | None:
    """Return the code of each tile (NO_LETTER for a hole) and whether q stands for Qu.

    None where the tiles need `TileWalk`: wildcards, tiles of several letters other than Qu, both Q and Qu, or
    more than 32 letters.
    """
    codes = "".join(names).encode().translate(letter_table(alphabet))
    if HOLE in names or len(codes) != len(names) or NEITHER in codes or len(alphabet) > 32:
        return _tile_codes(names, alphabet)
    return np.frombuffer(codes, dtype=np.uint8), False


@lru_cache(1 << 10)
def _tile_codes(names: tuple[str, ...], alphabet: str) -> tuple[NDArray[np.uint8], bool] | None:
    """Return what `letter_codes` does, for any tiles."""
    if len(alphabet) > 32 or WILDCARD in names:
        return None
    qu = QU in names
    if qu and ("q" in names or "q" not in alphabet or "u" not in alphabet):
        return None
    letters = ["q" if name == QU else name for name in names]
    if max(map(len, letters), default=0) > 1:
        return None
    codes = {letter: code for code, letter in enumerate(alphabet)}
    return np.frombuffer(bytes([codes.get(letter, NO_LETTER) for letter in letters]), dtype=np.uint8), qu


class TileTable(NamedTuple):
    """The tiles of a board as `TileWalk` and `WordPaths` take them."""

    letters: NDArray[np.uint8]
    """Letter codes of each tile, ended by 255; behind them those of further readings."""
    wildcard: int
    """The number of the wildcard, or -1."""
    others: NDArray[np.int32] | None
    """By row of `letters` that of another reading of the same tile, or -1; None where no tile has several."""


def tile_table(names: tuple[str, ...], alphabet: str) -> TileTable:
    """Return the letter codes of tiles; one with a letter that no word has is a hole."""
    code = {letter: number for number, letter in enumerate(alphabet)}
    known = [[way for way in readings(name) if all(letter in code for letter in way)] for name in names]
    rows = [ways[0] if ways else "" for ways in known]
    others = [-1] * len(rows)
    for number, ways in enumerate(known):
        row = number
        for way in ways[1:]:
            others[row] = len(rows)
            row = len(rows)
            rows.append(way)
            others.append(-1)
    table = np.full((len(rows), max([1, *map(len, rows)])), NO_LETTER, dtype=np.uint8)
    for row, way in enumerate(rows):
        table[row, : len(way)] = [code[letter] for letter in way]
    wildcard = names.index(WILDCARD) if WILDCARD in names else -1
    several = len(rows) > len(names)
    return TileTable(table, wildcard, np.array(others, dtype=np.int32) if several else None)
