"""Compile a board and its words to arrays, search them with the kernel, and explain what has no solution."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise, permutations
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ...base import PuzzleError
from ...core.assign.placement import MAX_LETTERS, PlacementSearch
from ...io.formats.crosswords import NO_MARKS, Marks
from ...io.formats.dimacs import Clauses, times
from ...io.text import pluralize
from ...lexicon import Lexicon
from ...lexicon.arguments import of_lengths
from ...lexicon.word_array import offsets_of
from ..framework.solutions import CollectedSolutions, SearchProxy
from .result import Placed, WordFilling
from .rules import EMPTY, FORBIDDEN, PlacementTask, Slot, fold, fold_all, places_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Parts = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]

MOST_BYTES = 1 << 31
UNBOUNDED = 2**31 - 1
MOST_TIMES = 3
"""How often a word may have to be used where that is written as clauses."""

_GIVEN = re.compile("[^01]")

T = TypeVar("T")


def count_words(words: Iterable[str]) -> tuple[dict[str, str], Counter[str]]:
    """Return how each word, in upper case, is written where it comes first, and how often it is listed."""
    words = list(words)
    keys = fold_all(words)
    counts = Counter(keys)
    if len(counts) == len(keys):
        return dict(zip(keys, words, strict=True)), counts
    first = dict(zip(reversed(keys), reversed(words), strict=True))
    return {key: first[key] for key in counts}, counts


def read_words(lexicon: Iterable[str] | None, lengths: Collection[int]) -> dict[str, str]:
    """Return the words of some lengths by their upper case; the embedded English list by default."""
    fitting = of_lengths(Lexicon.load("english") if lexicon is None else lexicon, lengths)
    if wrong := [word for word in fitting if not isinstance(word, str)]:
        raise PuzzleError(f"{wrong[0]!r:.40} in the word list, expected a word")
    return count_words(word for word in fitting if word.isalpha())[0]


class Compiled:
    """A board and its words as arrays: made once, searched any number of times."""

    __slots__ = ("_arguments", "_parts", "board", "bounds", "keys", "marks", "n_letters", "slots", "written")

    def __init__(
        self,
        board: Sequence[str],
        slots: Sequence[Slot],
        written: Mapping[str, str],
        bounds: Mapping[str, tuple[int, int]],
        no_shared: int | None = None,
        apart: Collection[str] = (),
        marks: Marks = NO_MARKS,
    ) -> None:
        self.board, self.slots, self.written, self.bounds = board, slots, written, bounds
        self.marks = marks
        letters, places = places_of(board, slots, marks.rebus)
        lengths = Counter(map(len, places))
        # A word that fits no slot matters only where it has to be used.
        self.keys = sorted((key for key in written if len(key) in lengths or bounds[key][0]), key=len)
        text = "".join(self.keys)
        alphabet = sorted(set(text))
        self.n_letters = max(len(alphabet), 1)
        if self.n_letters > MAX_LETTERS:
            raise PuzzleError(f"{self.n_letters} different letters, expected at most {MAX_LETTERS}")
        self._refuse_giants(lengths)
        codes = encoded(text, alphabet)
        allowed = np.full(len(letters), (1 << self.n_letters) - 1, np.uint64)
        masks = {letter: 1 << code for code, letter in enumerate(alphabet)}
        for given in _GIVEN.finditer(letters):
            allowed[given.start()] = masks.get(given[0], 0)
        pairs = [bounds[key] for key in self.keys]
        self._arguments = (
            np.array([at for cells in places for at in cells], np.int32),
            offsets_of(list(map(len, places))),
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
            self._parts = shared_parts(codes, offsets, self.n_letters, no_shared, alone)

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

    def filling(self, solution: NDArray[np.int32]) -> WordFilling:
        """Return the filled board of a solution of the kernel."""
        words = [self.written[self.keys[number]] for number in solution.tolist()]
        return filled(self.board, self.slots, words, self.marks)

    def fillings(self) -> OneByOne[WordFilling]:
        """Return a source of all filled boards."""
        return OneByOne(self.search(), self.filling)


def compile_task(task: PlacementTask, slots: Sequence[Slot]) -> Compiled:
    """Return the arrays of the search, with how often each word has to be used and may be used."""
    written, counts = count_words(task.words)
    per_length = Counter(map(len, task.words))
    places = Counter(slot.length for slot in slots)
    bounds: dict[str, tuple[int, int]] = {}
    for key, count in counts.items():
        if task.reuse:
            bounds[key] = (int(task.exact), UNBOUNDED)
        else:
            tight = task.exact or per_length[len(key)] == places[len(key)]
            bounds[key] = (count if tight else 0, count)
    return Compiled(tuple(map(fold, task.board)), slots, written, bounds)


def as_clauses(found: Compiled) -> Clauses:
    """Return what is compiled as clauses: slots take words; at a crossing their letters are equal."""
    width, keys, n = len(found.board[0]) if found.board else 0, found.keys, len(found.keys)
    givens = "".join(found.board)
    crossings: dict[int, list[tuple[int, int]]] = {}
    fitting = []
    for number, slot in enumerate(found.slots):
        cells = slot.indices(width)
        for at, cell in enumerate(cells):
            crossings.setdefault(cell, []).append((number, at))
        given = [(at, givens[cell]) for at, cell in enumerate(cells) if givens[cell] != EMPTY]
        long = (k for k, key in enumerate(keys) if len(key) == slot.length)
        fitting.append([k for k in long if all(keys[k][at] == letter for at, letter in given)])
    others = []
    for crossing in crossings.values():
        for (a, i), (b, j) in permutations(crossing, 2):
            same: dict[str, list[int]] = {}
            for k in fitting[b]:
                same.setdefault(keys[k][j], []).append(b * n + k + 1)
            others += [[-(a * n + k + 1), *same.get(keys[k][i], ())] for k in fitting[a]]
    places: dict[int, list[int]] = {k: [] for k in range(n)}
    for number, words in enumerate(fitting):
        for k in words:
            places[k].append(number * n + k + 1)
    for k, key in enumerate(keys):
        least, most = found.bounds[key]
        if least > MOST_TIMES or MOST_TIMES < most < UNBOUNDED:
            raise PuzzleError(f"{key!r:.40} is listed {most} times; clauses hold at most {MOST_TIMES}")
        others += times(places[k], least, min(most, len(places[k])))
    groups = [[number * n + k + 1 for k in words] for number, words in enumerate(fitting)]
    return Clauses(len(fitting), n, groups, others)


def filled(
    board: Sequence[str], slots: Sequence[Slot], words: Iterable[str], marks: Marks = NO_MARKS
) -> WordFilling:
    """Return a board with a word in each slot."""
    width = len(board[0]) if board else 0
    cells = list("".join(board))
    several = {row * width + col: letters for (row, col), letters in marks.rebus.items()}
    for cell, letters in several.items():
        cells[cell] = letters
    placed = []
    for slot, word in zip(slots, words, strict=True):
        placed.append(Placed(word, slot.row + 1, slot.col + 1, "V" if slot.vertical else "H"))
        indices = slot.indices(width)
        parts: Sequence[str] = word
        if several:
            ends = accumulate((len(several.get(cell, "1")) for cell in indices), initial=0)
            parts = [word[start:end] for start, end in pairwise(ends)]
        cells[indices.start : indices.stop : indices.step] = parts
    shown = {ord(FORBIDDEN): "#", ord(EMPTY): "."}  # an empty cell is one that is in no slot
    text = "".join(cell[0] for cell in cells).translate(shown)
    rows = tuple(text[row * width : (row + 1) * width] for row in range(len(board)))
    rebus = {divmod(cell, width): cells[cell] for cell in several}
    return WordFilling(rows=rows, placed=tuple(placed), marks=marks._replace(rebus=rebus))


def encoded(text: str, alphabet: Sequence[str]) -> NDArray[np.uint8]:
    """Return the place of each letter in the alphabet."""
    if text.isascii():
        points: NDArray[Any] = np.frombuffer(text.encode("ascii"), np.uint8)
    else:
        points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    table = np.zeros(max(map(ord, alphabet), default=0) + 1, np.uint8)
    table[[ord(letter) for letter in alphabet]] = np.arange(len(alphabet))
    codes: NDArray[np.uint8] = table[points]
    return codes


def shared_parts(
    codes: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    n_letters: int,
    length: int,
    alone: NDArray[np.bool_],
) -> Parts:
    """Return which words keep which others out of a filling, as `PlacementSearch.keep_apart` takes them."""
    n_words = len(offsets) - 1
    begins = np.maximum(np.diff(offsets) - length + 1, 0)
    word = np.repeat(np.arange(n_words), begins)
    at = np.arange(len(word)) - np.repeat(np.cumsum(begins) - begins, begins) + offsets[:-1][word]
    part, n_parts = np.zeros(len(at), np.int64), 1
    for k in range(length):
        part, n_parts = _ranks(part * n_letters + codes[at + k])
    pairs = _distinct(np.sort(part * n_words + word))  # a part may stand twice in a word
    part, word = np.divmod(pairs, max(n_words, 1))
    order = np.argsort(word, kind="stable")
    per_word, lists, members = np.bincount(word, minlength=n_words), part, word
    sizes = np.bincount(part, minlength=n_parts)
    if alone.any():  # a second half of the lists leaves out the words that are
        others = ~alone[word]
        lists = np.where(others, part, part + n_parts)
        members = np.concatenate([word, word[others]])
        sizes = np.concatenate([sizes, np.bincount(part[others], minlength=n_parts)])
    return offsets_of(per_word), lists[order].astype(np.int32), offsets_of(sizes), members.astype(np.int32)


def _ranks(values: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return the place of each value among the distinct ones, and how many there are."""
    known = _distinct(np.sort(values))
    return np.searchsorted(known, values), len(known)


def _distinct(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return sorted values each once; `np.unique` would import `numpy.ma`."""
    if not len(values):
        return values
    first: NDArray[np.bool_] = np.concatenate([[True], values[1:] != values[:-1]])
    return values[first]


class Counted(SearchProxy):
    """A search that keeps the first filled board and counts the others, up to `limit`."""

    __slots__ = ("_compiled", "_limit", "first")

    def __init__(self, compiled: Compiled, limit: int) -> None:
        self.search = search = compiled.search()
        search.most_solutions = 1
        self.first: WordFilling | None = None
        self._compiled, self._limit = compiled, limit

    @property
    def count(self) -> int:
        """Filled boards found."""
        return int(self.search.solutions)

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        search = self.search
        remains = search.run(budget)
        if self.first is None and search.solutions:
            self.first = self._compiled.filling(search.solution)
            search.most_solutions = self._limit
            return self._limit > 1 and not search.exhausted
        return remains  # type: ignore[no-any-return]


class OneByOne(CollectedSolutions[T]):
    """An `AnswerSource` of the solutions of a kernel that stops after `most_solutions` of them."""

    def __init__(self, search: Any, decode: Callable[[NDArray[np.int32]], T]) -> None:
        super().__init__(search)
        self._decode = decode

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes, up to the next solution; return whether work remains."""
        search, before = self.search, self.search.solutions
        search.most_solutions = before + 1
        search.run(budget)
        if search.solutions > before:
            self.ready.append(self._decode(search.solution))
        return not search.exhausted


_LONELY = re.compile("(?<![^0])1(?![^0])")
"""An empty cell without open neighbours in its row."""


def reason_against(task: PlacementTask, slots: Sequence[Slot]) -> str:
    """Return in a line why there can be no solution; empty where counting does not show it."""
    return _lonely(task.board) or _lengths(task, slots) or _odd_letters(task, slots)


def _lonely(board: Sequence[str]) -> str:
    for row, line in enumerate(board):
        for found in _LONELY.finditer(line):
            col = found.start()
            above = board[row - 1][col] if row else FORBIDDEN
            below = board[row + 1][col] if row + 1 < len(board) else FORBIDDEN
            if above == below == FORBIDDEN:
                return f"the empty cell in row {row + 1}, column {col + 1} is in no slot"
    return ""


def _lengths(task: PlacementTask, slots: Sequence[Slot]) -> str:
    places, words = Counter(slot.length for slot in slots), Counter(map(len, task.words))
    for length in sorted({*places, *words}):
        have, need = words[length], places[length]
        short = have < need and not (task.reuse and have)
        if short or (have > need and task.exact and not (task.reuse and need)):
            what = f"{pluralize(have, 'word')} of {pluralize(length, 'letter')}"
            return f"{what} for {pluralize(need, 'slot')} of that length"
    return ""


def _odd_letters(task: PlacementTask, slots: Sequence[Slot]) -> str:
    """Return why the letters of the words, all used once each, cannot pair up; empty if they may.

    A letter in a crossing is in two words: all pair up but those in cells of one word.
    """
    if task.reuse or len(task.words) != len(slots):
        return ""
    single = 2 * sum(len(line) - line.count(FORBIDDEN) for line in task.board)
    single -= sum(slot.length for slot in slots)
    odd = [letter for letter, n in Counter(fold("".join(task.words))).items() if n % 2]
    if len(odd) <= single:
        return ""
    have = f"{len(odd)} letter{'s stand' if len(odd) != 1 else ' stands'}"
    return f"{have} in the words an odd number of times, with {single} cells in one word only"
