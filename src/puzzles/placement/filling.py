"""Fill crossword grids with words of a large list: well, or with the highest sum of scores there is."""

from __future__ import annotations

import os
import random
import re
import time
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...io.text import pluralize, printable, read_text, source_name, text_lines
from ...lexicon.arguments import joined_text
from ...options import option, options, with_changes
from ...search.run_loop import Outcome, drive
from ..framework.arguments import as_int, check_bool, check_limits, check_seed
from .parse import check_words, marked_rows
from .result import FillResult, WordFilling
from .rules import EMPTY, Slot, find_slots, fold, places_of
from .solver import UNBOUNDED, Compiled, count_words, read_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...io.formats.crosswords import Crossword, Marks
    from ...typing import OpenCellsLike

    GridLike = OpenCellsLike | os.PathLike[str] | Crossword | FillResult | WordFilling

Score = Mapping[str, float] | Callable[[str], float]

SCALE = 64
"""Points of the search from the worst to the best score: as sixteen times the words in a crossing slot."""
TRY = 4000
"""Nodes for the best words alone, and for each larger part of them."""
TIERS = (0.95, 0.9, 0.75, 0.5, 0.25)
"""Shares of the words that are left out at first where words have scores."""
NO_WAY = "no words of the list fill the grid"


def number(text: str) -> float:
    """Return the number that a text is."""
    value = float(text)
    if not abs(value) < float("inf"):
        raise ValueError(text)
    return value


@options
class FillOptions:
    """How `fill` and `best_fill` fill a grid."""

    score: Score | None = option(
        default=None,
        help="word -> number, the higher the better; words that a mapping lacks have the lowest score in it,"
        " those of the theme and those given the highest",
        flag=False,
    )
    min_score: float | None = option(
        default=None,
        help="use only words with a score of at least N, and those of the theme",
        type=number,
        metavar="N",
    )
    reuse: bool = option(default=False, help="let a word be used more than once")
    theme: Iterable[str] | None = option(
        default=None, help="words, of the list or not, that each stand once in the grid", flag=False
    )
    no_shared: int | None = option(
        default=None,
        help="let no two words share N consecutive letters, except words of the theme and given ones",
        type=int,
        metavar="N",
    )
    seed: int | None = option(default=None, help="random seed (default: a new one)", flag=False)


DEFAULTS = FillOptions()


def fill(
    board: GridLike,
    lexicon: Iterable[str] | None = None,
    options: FillOptions = DEFAULTS,
    *,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    **changes: Any,
) -> FillResult:
    """Fill a grid with words of a list, each used once.

    With scores, the best words alone are tried first, then more and more of the list, better ones before
    worse: the filling is good. The best one there is takes `best_fill`.

    Parameters
    ----------
    board : str, path, WordPlacement, or rows
        0 or ``#`` is forbidden, 1 or ``.`` empty, a letter is given. A slot whose letters are all given stays
        as it is, a word of the list or not. An empty cell in no slot stays empty. The words of a
        WordPlacement do not count. A file (text, .puz, .ipuz or .jpz), a `FillResult` and a `WordFilling` may
        have bars, at which words end, and cells of several letters.
    lexicon : iterable of str, optional
        The words; a `Lexicon` is one, and the embedded English list the default. Those with other characters
        than letters are passed over. A mapping of words to scores, as `scored_list` reads one, is both.
    options : FillOptions, optional
        Scores, theme and rules.
    limits : Limits, optional
        Bounds of the search.
    progress : callable, optional
        Called with the nodes visited from time to time.
    **changes
        Fields of `options` by name: `score`, `min_score`, `reuse`, `theme`, `no_shared`, `seed`.

    Returns
    -------
    FillResult
        SOLVED with the filling, NO_SOLUTION with the `reason` where it is proven that there is none, LIMIT.

    Raises
    ------
    PuzzleError
        A board that cannot be read, a score that is no number, more than 63 letters, a theme that is no list
        of words or has one twice, `no_shared` below 1.

    Notes
    -----
    Depth-first with propagation; the word is chosen that leaves the crossing slots most to choose from, as in
    Ginsberg et al., Search Lessons Learned from Crossword Puzzles (1990), and the search is restarted when it
    is stuck, keeping what it has learnt about hard slots.

    Examples
    --------
    >>> result = fill(["111", "111", "111"], ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "XYZ"])
    >>> sorted(placed.word for placed in result.solution.placed)
    ['ABC', 'ADG', 'BEH', 'CFI', 'DEF', 'GHI']
    """
    options, start = with_changes(options, changes), time.perf_counter()
    bounds, seed = check_limits(limits), seed_of(options.seed)
    request = _read_request(board, lexicon, options)
    search = _TieredSearch(request, bounds, seed, start)
    search.progress = progress
    return search.run(request.written)


def best_fill(
    board: GridLike,
    lexicon: Iterable[str] | None = None,
    options: FillOptions = DEFAULTS,
    *,
    limits: Limits | None = None,
    improved: Callable[[FillResult], None] | None = None,
    **changes: Any,
) -> FillResult:
    """Fill a grid so that the sum of the scores of the words used is proven best.

    Parameters
    ----------
    board, lexicon, options, **changes
        As for `fill`. Scores are needed; a word that is used several times counts each time.
    limits : Limits, optional
        Bounds of the search. With Ctrl-C too, what was best by then is kept.
    improved : callable, optional
        Called with a `FillResult` whenever a better filling is found.

    Returns
    -------
    FillResult
        SOLVED with the filling, its sum as `total` and, where it is proven that none has more, `optimal`;
        NO_SOLUTION where it is proven that there is none, LIMIT where none was found in time.

    Raises
    ------
    PuzzleError
        No scores, and what `fill` raises.

    Notes
    -----
    Branch and bound (Land and Doig, 1960): a node is left when the best words that its slots could still take
    add up to no more than the best filling known. The best words alone are searched first, then more and more
    of the list. Exponential in the slots: a proof is for small grids, larger ones want a limit. Where scores
    are no whole numbers, sums are compared as added in the order of the slots.

    Examples
    --------
    >>> words = {"ABC": 9, "DEF": 5, "GHI": 1, "ADG": 2, "BEH": 3, "CFI": 4, "DEI": 8}
    >>> result = best_fill(["111", "111", "111"], words)
    >>> result.total, result.optimal, sorted(placed.word for placed in result.solution.placed)
    (24, True, ['ABC', 'ADG', 'BEH', 'CFI', 'DEF', 'GHI'])
    """
    options = with_changes(options, changes)
    request = _read_request(board, lexicon, options)
    if request.scores is None:
        raise PuzzleError("best_fill needs the scores of the words; pass score=…")
    search = _TieredSearch(request, check_limits(limits), seed_of(options.seed), time.perf_counter())
    search.best, search.improved = float("-inf"), improved
    # Within a length the best come first, as the bound of the kernel asks for.
    keys = sorted(request.written, key=request.scores.__getitem__, reverse=True)
    return search.run({key: request.written[key] for key in keys})


def seed_of(seed: int | None) -> int:
    """Return a seed as the kernel takes it; another one each time for None."""
    chosen = check_seed(seed)
    return random.randrange(1 << 63) if chosen is None else chosen % 2**64


# Reading a request


@dataclass(frozen=True, slots=True)
class FillRequest:
    """A grid and words, checked."""

    rows: tuple[str, ...]
    marks: Marks
    slots: list[Slot]
    texts: list[str]
    """The letters that are given in each slot, `EMPTY` for the others."""
    written: dict[str, str]
    """The words by their upper case, those of the theme and those that are given included."""
    scores: dict[str, float] | None
    theme: dict[str, str]
    """The words that have to stand in the grid once."""
    given: Counter[str]
    """The words that stand in the grid from the beginning, and how often."""
    unlisted: set[str]
    """Those of them that fill no other slot: the list does not have them, or their score is too low."""
    options: FillOptions
    reason: str
    """Why no filling has the theme, as far as it can be said before any search; else empty."""

    def compiled(self, written: Mapping[str, str]) -> Compiled:
        """Return the grid and some of the words, with how often each may be used, as arrays."""
        reuse, no_shared = self.options.reuse, self.options.no_shared
        bounds = dict.fromkeys(written, (0, UNBOUNDED if reuse else 1))
        for key, count in self.given.items():
            # Words that bar others bar themselves, but for these: so their number does it.
            exempt = no_shared is not None and len(key) >= no_shared
            again = reuse and not exempt and key not in self.unlisted
            bounds[key] = (0, UNBOUNDED if again else count)
        bounds |= dict.fromkeys(self.theme, (1, 1))
        rows = tuple(map(fold, self.rows))
        fixed = {*self.theme, *self.given}
        return Compiled(rows, self.slots, written, bounds, no_shared, fixed, self.marks)

    def tiers(self, written: Mapping[str, str]) -> Iterator[tuple[Mapping[str, str], bool]]:
        """Yield the best words alone, then more and more of them, and whether these are all."""
        scores, fixed = self.scores, {*self.theme, *self.given}
        if scores and written:
            values = np.sort(np.array([scores[key] for key in written], np.float64))
            cuts = {float(values[int(share * len(values))]) for share in TIERS} - {float(values[0])}
            for least in sorted(cuts, reverse=True):
                yield {k: word for k, word in written.items() if scores[k] >= least or k in fixed}, False
        yield written, True


def _read_request(board: Any, lexicon: Iterable[str] | None, options: FillOptions) -> FillRequest:
    rows, marks = marked_rows(board)
    slots = find_slots(rows, marks.bars)
    texts = [slot.text(rows, marks.rebus) for slot in slots]
    score, least, no_shared = options.score, options.min_score, options.no_shared
    check_bool("reuse", options.reuse)
    if score is None and isinstance(lexicon, Mapping):
        score = lexicon
    written = read_words(lexicon, {*map(len, texts)})
    themed, (given, shown) = theme_words(options.theme), _given_words(texts)
    reason, unlisted = _no_theme(themed, texts), given.keys() - written.keys()
    if themed or given:
        written |= {key: word for key, word in {**shown, **themed}.items() if key not in written}
    fixed = {*themed, *given}
    scores = scores_of(written, score, fixed)
    if least is not None:
        if scores is None:
            raise PuzzleError("min_score needs scores; pass score=…")
        unlisted |= {key for key in given if scores[key] < least}
        written = {key: word for key, word in written.items() if scores[key] >= least or key in fixed}
    if no_shared is not None:
        number = as_int(no_shared)
        if number is None or number < 1:
            raise PuzzleError(f"no_shared={no_shared!r:.40}, expected a whole number from 1 up")
        options = with_changes(options, {"no_shared": number})
    return FillRequest(rows, marks, slots, texts, written, scores, themed, given, unlisted, options, reason)


def _given_words(texts: Iterable[str]) -> tuple[Counter[str], dict[str, str]]:
    """Return the words of the slots whose letters are all given: how often each, and how it is written."""
    texts = [text for text in texts if EMPTY not in text]
    return Counter(map(fold, texts)), {fold(text): text for text in reversed(texts)}


def theme_words(theme: Iterable[str] | None) -> dict[str, str]:
    """Return the words of a theme by their upper case."""
    if theme is None:
        return {}
    if isinstance(theme, str) or not isinstance(theme, Iterable):
        raise PuzzleError(f"theme={theme!r:.40}, expected a list of words")
    written, counts = count_words(check_words(theme))
    for key, count in counts.items():
        if count > 1:
            raise PuzzleError(f"theme word {written[key]!r:.60} is given {count} times")
    return written


def _no_theme(theme: Mapping[str, str], texts: Sequence[str]) -> str:
    """Return in a line why the words of a theme cannot all stand in a grid; empty where they may."""
    if not theme:
        return ""
    for key, word in theme.items():
        fitting = (fold(text).replace(EMPTY, ".") for text in texts if len(text) == len(key))
        if not any(re.fullmatch(pattern, key) for pattern in fitting):
            return f"no slot takes the theme word {word!r:.60}"
    per_length, places = Counter(map(len, theme)), Counter(map(len, texts))
    for length, count in per_length.items():
        if count > places[length]:
            slots_text = f"{places[length]} slot{'s' * (places[length] != 1)}"
            return f"there are {count} theme words of {length} letters for {slots_text} of that length"
    return ""


# Searching


class _TieredSearch:
    """Search with ever more of the words; limits and figures hold for all searches together.

    With `best`, each looks for what is better than all before, and `improved` is called with it.
    """

    def __init__(self, request: FillRequest, limits: Limits | None, seed: int, start: float) -> None:
        self.request, self.limits, self.seed, self.start = request, limits, seed, start
        self.progress: Callable[[int], None] | None = None
        self.improved: Callable[[FillResult], None] | None = None
        self.best: float | None = None
        """With scores to be as high as possible: the sum of the best filling, as the kernel adds it."""
        self.nodes = self.guesses = self.propagations = self.depth = 0
        self.solution: WordFilling | None = None
        self.outcome = Outcome.FINISHED
        self.exhausted = bool(request.reason)
        """Whether the last search came to its end with all words."""

    def run(self, written: Mapping[str, str]) -> FillResult:
        """Search until it is enough, a limit is spent, or Ctrl-C."""
        try:
            for tier, last in () if self.exhausted else self.request.tiers(written):
                self._search(self.request.compiled(tier), None if last else TRY)
                rest = self._rest(None)
                spent = rest.seconds == 0 or (rest.nodes is not None and rest.nodes <= 0)
                enough = self.best is None and self.solution is not None
                if enough or spent or self.outcome is Outcome.INTERRUPTED:
                    break
        except KeyboardInterrupt:  # while the next words were made ready
            self.outcome = Outcome.INTERRUPTED
        return self.result()

    def _search(self, compiled: Compiled, most: int | None) -> None:
        """Search for a filling, with `most` nodes where there are more words to come."""
        scores, before, progress = self.request.scores, self.nodes, self.progress
        points, worth = _points(compiled.keys, scores), None
        if self.best is not None and scores is not None:
            worth = np.array([scores[key] for key in compiled.keys], np.float64)
        search = compiled.search(points, self.seed, worth)
        if self.best is not None:
            search.best = self.best

        def advance(budget: int) -> bool:
            found = search.solutions
            search.most_solutions = found + 1
            remains = search.run(budget)
            if search.solutions == found:
                return remains
            self.solution = compiled.filling(search.solution)
            if self.best is None:
                return False
            self.best = search.best
            if self.improved is not None:
                self.improved(self.result())
            return not search.exhausted

        self.outcome = drive(
            advance,
            self._rest(most),
            nodes=lambda: search.nodes,
            progress=None if progress is None else lambda nodes: progress(before + nodes),
        )
        self.nodes, self.guesses = before + search.nodes, self.guesses + search.guesses
        self.propagations += search.propagations
        self.depth = max(self.depth, search.deepest)
        self.exhausted = search.exhausted and most is None

    def _rest(self, most: int | None) -> Limits:
        """Return what is left of the limits, and no more than `most` nodes."""
        limits, seconds = self.limits or Limits(), None
        if limits.seconds is not None:
            seconds = max(0.0, limits.seconds - (time.perf_counter() - self.start))
        left = [most, None if limits.nodes is None else limits.nodes - self.nodes]
        return Limits(seconds=seconds, nodes=min((n for n in left if n is not None), default=None))

    def result(self) -> FillResult:
        """Return what is known by now."""
        request, solution = self.request, self.solution
        placed = () if solution is None else solution.placed
        total = None
        if solution is not None and request.scores is not None:
            total = sum(request.scores[fold(word.word)] for word in placed)
        status = Status.NO_SOLUTION if self.exhausted else Status.LIMIT
        if solution is not None:
            status = Status.SOLVED
        stats = SearchStats(
            nodes=self.nodes,
            guesses=self.guesses,
            propagations=self.propagations,
            depth=self.depth,
            seconds=time.perf_counter() - self.start,
            path_length=len(placed),
        )
        return FillResult(
            status=status,
            stats=stats,
            interrupted=self.outcome is Outcome.INTERRUPTED,
            board=request.rows,
            marks=request.marks,
            solution=solution,
            score=total / len(placed) if total is not None and placed else None,
            total=total,
            optimal=self.best is not None and self.exhausted and solution is not None,
            reason=(request.reason or _why_unfilled(request)) if status is Status.NO_SOLUTION else "",
        )


def _points(keys: Sequence[str], scores: Mapping[str, float] | None) -> NDArray[np.int32]:
    """Return the points of words in the search: from 0 for the worst score to SCALE for the best."""
    found = np.zeros(len(keys), np.int32)
    if scores and keys:
        values = np.array([scores[key] for key in keys], np.float64)
        span = values.max() - values.min()
        if span > 0:
            found[:] = np.rint((values - values.min()) * (SCALE / span))
    return found


# Explaining that there is no filling


def _why_unfilled(request: FillRequest) -> str:
    """Return in a line why words cannot fill a grid, with the slot where it is one."""
    slots = [slot for slot, text in zip(request.slots, request.texts, strict=True) if EMPTY in text]
    texts = [fold(text) for text in request.texts if EMPTY in text]
    kept = request.unlisted if request.options.reuse else request.given
    usable = [key for key in request.written if key not in kept]
    words = {length: _letters(usable, length) for length in {*map(len, texts)}}
    fits: list[NDArray[np.bool_]] = []
    for slot, text in zip(slots, texts, strict=True):
        letters = words[len(text)]
        if not len(letters):
            more = " but those that are given" if any(len(key) == len(text) for key in request.given) else ""
            return f"the list has no word of {len(text)} letters{more}, which {_place(slot)} needs"
        fit = np.ones(len(letters), dtype=bool)
        for k, letter in enumerate(text):
            if letter != EMPTY:
                fit &= letters[:, k] == ord(letter)
        if not fit.any():
            return f"no word of the list fits {_place(slot)}: {text.replace(EMPTY, '.')}"
        fits.append(fit)
    for length, letters in words.items():
        count = sum(len(text) == length for text in texts)
        if count > len(letters) and not request.options.reuse:
            number = pluralize(len(letters), "word")
            return f"the list has {number} of {length} letters for {count:,} slots of that length"
    stuck = _stuck(places_of(request.rows, slots, request.marks.rebus)[1], words, fits)
    if stuck is None:
        return f"{NO_WAY}: each slot has words, but not all slots at once" if slots else NO_WAY
    pattern = texts[stuck].replace(EMPTY, ".")
    return f"no word of the list fits {_place(slots[stuck])} and the words that cross it: {pattern}"


def _letters(words: Sequence[str], length: int) -> NDArray[np.uint32]:
    """Return the letters of the words of a length, a word a row."""
    text = "".join(word for word in words if len(word) == length)
    return np.frombuffer(text.encode("utf-32-le"), dtype="<u4").reshape(-1, length)


def _place(slot: Slot) -> str:
    return f"row {slot.row + 1}, column {slot.col + 1} {'down' if slot.vertical else 'across'}"


def _stuck(
    slots: Sequence[Sequence[int]], words: dict[int, NDArray[np.uint32]], fits: list[NDArray[np.bool_]]
) -> int | None:
    """Return which of slots, given by their cells, no word is left for; None where each keeps one."""
    at: dict[int, list[tuple[int, int]]] = {}
    for number, slot in enumerate(slots):
        for k, cell in enumerate(slot):
            at.setdefault(cell, []).append((number, k))
    crossings = [pair for pair in at.values() if len(pair) == 2]
    changed = True
    while changed:
        changed = False
        for pair in crossings:
            known = [np.unique(words[len(slots[n])][fits[n], k]) for n, k in pair]
            both = np.intersect1d(known[0], known[1], assume_unique=True)
            for (n, k), letters in zip(pair, known, strict=True):
                if len(both) < len(letters):
                    fits[n] &= np.isin(words[len(slots[n])][:, k], both)
                    changed = True
                    if not fits[n].any():
                        return n
    return None


# Scores


def scored_list(source: str | os.PathLike[str]) -> dict[str, float]:
    """Read a word list with scores, one ``WORD;SCORE`` a line.

    Comment lines, which begin with ``#``, and lines without a word and a finite number are left out. An entry
    of several words is joined: ``ICE CREAM;60`` is ICECREAM. A warning says how many of each there are.

    Parameters
    ----------
    source : path
        A UTF-8 file, plain or gzip; ``-`` is standard input. Empty lines and spaces around a word and its
        score do not matter.

    Returns
    -------
    dict of str to float
        Word -> score, in the order of the file. Of a word that is listed twice, in whatever case, the higher
        score counts; it is written as where it comes first.

    Raises
    ------
    PuzzleError
        A file that is empty or cannot be read; one in which no line has a word, a semicolon and a number.

    Warns
    -----
    UserWarning
        Lines that are left out, and entries that are joined.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "words.txt")
    ...     _ = path.write_text("AREA;50\\nOREO;20\\narea;60\\n")
    ...     scored_list(path)
    {'AREA': 60.0, 'OREO': 20.0}
    """
    text, name = read_text(source), source_name(source)
    scores: dict[str, float] = {}
    first: dict[str, str] = {}
    comments, out, several = 0, [], []
    for at, line in text_lines(text):
        if not line.strip():
            continue
        if line.lstrip().startswith("#"):
            comments += 1
            continue
        word, _, score = line.partition(";")
        try:
            value = number(score)
        except ValueError:
            word = ""
        parts = word.split()
        if not parts:
            out.append((at, line.strip()))
            continue
        if len(parts) > 1:
            several.append(word.strip())
        word = "".join(parts)
        word = first.setdefault(fold(word), word)
        scores[word] = max(value, scores.get(word, value))
    if out and not scores:
        wrong = f"line {printable(out[0][1][:60])!r}, expected WORD;SCORE; no line of the file has that form"
        raise PuzzleError(wrong, file=name, line=out[0][0])
    said = [pluralize(comments, "comment line") + " left out"] if comments else []
    if out:
        example = f"line {out[0][0]}: {printable(out[0][1][:40])!r}"
        said.append(f"{pluralize(len(out), 'line')} without a score left out ({example})")
    if several:
        said.append(joined_text(several))
    if odd := [word for word in scores if not word.isalpha()]:
        said.append(
            f"{pluralize(len(odd), 'word')} with other characters than letters ({printable(odd[0][:40])})"
        )
    if said:
        warnings.warn(f"{name}: {'; '.join(said)}", UserWarning, stacklevel=2)
    return scores


def scores_of(
    written: Mapping[str, str], score: Score | None, fixed: Collection[str] = ()
) -> dict[str, float] | None:
    """Return the scores of words, given by their upper case and as they are written; None without a score."""
    if score is None:
        return None
    if isinstance(score, Mapping):
        folded = {fold(word): value for word, value in score.items()}
        for word, value in folded.items():
            _check(value, word)
        lowest = min(folded.values(), default=0.0)
        scores = {key: folded.get(key, lowest) for key in written}
        highest = max(folded.values(), default=0.0)
        scores |= {key: highest for key in fixed if key in scores and key not in folded}
    else:
        scores = {key: score(word) for key, word in written.items()}
    for key, value in scores.items():
        _check(value, written[key])
    return scores


def _check(value: object, word: str) -> None:
    if not isinstance(value, int | float) or not abs(value) < float("inf"):
        raise PuzzleError(f"score {value!r} of {word!r}, expected a finite number")
