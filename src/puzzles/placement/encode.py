"""From a board and its words to the arrays of the kernel, and back to a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError
from ...core.assign.placement import MAX_LETTERS, PlacementSearch
from .result import Placed, WordFilling
from .rules import EMPTY, FORBIDDEN, Slot, fold_all
from .shared_substrings import parts_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["UNBOUNDED", "Compiled", "count_words", "encoded", "filled", "offsets_of"]

MOST_BYTES = 1 << 31
UNBOUNDED = 2**31 - 1


def count_words(words: Iterable[str]) -> tuple[dict[str, str], Counter[str]]:
    """Return how each word, in upper case, is written where it first stands, and how often it stands.

    Examples
    --------
    >>> count_words(["Art", "ART", "ore"])
    ({'ART': 'Art', 'ORE': 'ore'}, Counter({'ART': 2, 'ORE': 1}))
    """
    words = list(words)
    keys = fold_all(words)
    counts = Counter(keys)
    if len(counts) == len(keys):
        return dict(zip(keys, words, strict=True)), counts
    first = dict(zip(reversed(keys), reversed(words), strict=True))
    return {key: first[key] for key in counts}, counts


class Compiled:
    """A board and its words as arrays: made once, searched any number of times.

    Parameters
    ----------
    board : sequence of str
        Rows of 0, 1 and letters in upper case.
    slots : sequence of Slot
        Its slots.
    written : mapping of str to str
        The words in upper case -> as they are shown.
    bounds : mapping of str to (int, int)
        How often a word has to be used and may be used.
    no_shared : int, optional
        No two slots may have words with so many letters in a row in common,
    apart : collection of str
        but for two of these words.

    Raises
    ------
    PuzzleError
        More than 63 different letters, or tables of more than 2 GiB.
    """

    __slots__ = ("_arguments", "_parts", "board", "keys", "n_letters", "slots", "written")

    def __init__(
        self,
        board: Sequence[str],
        slots: Sequence[Slot],
        written: Mapping[str, str],
        bounds: Mapping[str, tuple[int, int]],
        no_shared: int | None = None,
        apart: Collection[str] = (),
    ) -> None:
        self.board, self.slots, self.written = board, slots, written
        lengths = Counter(slot.length for slot in slots)
        # A word that fits no slot matters only where it has to be used.
        self.keys = sorted((key for key in written if len(key) in lengths or bounds[key][0]), key=len)
        text = "".join(self.keys)
        alphabet = sorted(set(text))
        self.n_letters = max(len(alphabet), 1)
        if self.n_letters > MAX_LETTERS:
            raise PuzzleError(f"{self.n_letters} different letters, expected at most {MAX_LETTERS}")
        self._refuse_giants(lengths)
        codes, width = encoded(text, alphabet), len(board[0]) if board else 0
        cells = [cell for slot in slots for cell in slot.indices(width)]
        allowed = np.full(len(board) * width, (1 << self.n_letters) - 1, np.uint64)
        masks = {letter: 1 << code for code, letter in enumerate(alphabet)}
        for row, line in enumerate(board):
            if not line.isdigit():
                for col, entry in enumerate(line):
                    if entry not in (FORBIDDEN, EMPTY):
                        allowed[row * width + col] = masks.get(entry, 0)
        pairs = [bounds[key] for key in self.keys]
        self._arguments = (
            np.array(cells, np.int32),
            offsets_of([slot.length for slot in slots]),
            codes,
            offsets_of([len(key) for key in self.keys]),
            np.array([pair[0] for pair in pairs], np.int32),
            np.array([pair[1] for pair in pairs], np.int32),
            allowed,
            self.n_letters,
        )
        self._parts = None
        if no_shared is not None:
            offsets = self._arguments[3]
            alone = np.fromiter((key in apart for key in self.keys), np.bool_, len(self.keys))
            self._parts = parts_of(codes, offsets, self.n_letters, no_shared, alone)

    def _refuse_giants(self, lengths: Mapping[int, int]) -> None:
        words = Counter(map(len, self.keys))
        bits = sum(words[length] * (length * self.n_letters + 2 * slots) for length, slots in lengths.items())
        if bits // 8 > MOST_BYTES:
            raise PuzzleError(
                f"{len(self.slots):,} slots and {len(self.keys):,} words need {bits >> 33:,} GiB, "
                f"expected at most {MOST_BYTES >> 30}"
            )

    def search(
        self, score: NDArray[np.int32] | None = None, seed: int = 0, worth: NDArray[np.float64] | None = None
    ) -> PlacementSearch:
        """Return a new search of all fillings, or with `worth` of ever better ones."""
        search = PlacementSearch(*self._arguments, score, seed, worth)
        if self._parts is not None:
            search.keep_apart(*self._parts)
        return search

    def filling(self, solution: Iterable[int]) -> WordFilling:
        """Return the filled board of a solution of the kernel."""
        words = [self.written[self.keys[number]] for number in solution]
        return filled(self.board, self.slots, words)


def filled(board: Sequence[str], slots: Sequence[Slot], words: Iterable[str]) -> WordFilling:
    """Return a board with a word in each slot.

    Examples
    --------
    >>> from unriddle.puzzles.placement.rules import find_slots
    >>> board = ("11", "10")
    >>> filled(board, find_slots(board), ["at", "as"]).rows
    ('at', 's#')
    """
    width = len(board[0]) if board else 0
    cells = list("".join(board))
    placed = []
    for slot, word in zip(slots, words, strict=True):
        placed.append(Placed(word, slot.row + 1, slot.col + 1, "V" if slot.vertical else "H"))
        indices = slot.indices(width)
        cells[indices.start : indices.stop : indices.step] = word
    shown = {ord(FORBIDDEN): "#", ord(EMPTY): "."}  # an empty cell is one that is in no slot
    text = "".join(cells).translate(shown)
    rows = tuple(text[row * width : (row + 1) * width] for row in range(len(board)))
    return WordFilling(rows=rows, placed=tuple(placed))


def offsets_of(lengths: Sequence[int]) -> NDArray[np.int64]:
    """Return where each of some pieces begins, and the last ends.

    Examples
    --------
    >>> offsets_of([2, 3]).tolist()
    [0, 2, 5]
    """
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def encoded(text: str, alphabet: Sequence[str]) -> NDArray[np.uint8]:
    """Return the place of each letter in the alphabet.

    Examples
    --------
    >>> encoded("BAB", "AB").tolist()
    [1, 0, 1]
    """
    if text.isascii():
        points: NDArray[Any] = np.frombuffer(text.encode("ascii"), np.uint8)
    else:
        points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    table = np.zeros(max(map(ord, alphabet), default=0) + 1, np.uint8)
    table[[ord(letter) for letter in alphabet]] = np.arange(len(alphabet))
    codes: NDArray[np.uint8] = table[points]
    return codes
