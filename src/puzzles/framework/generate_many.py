"""Many puzzles from one seed: none equal to another up to symmetry, the same for any number of threads."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError
from .arguments import as_int, check_seed
from .generator import KEY, Factory, Numbers
from .result_sequence import ResultSequence, Stop, TextLists, in_slices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

__all__ = ["GeneratedMany", "generate_many", "renewed", "start_of"]

AHEAD = 64
"""Puzzles that are made anew at a time, at least."""


class _Forms:
    """The canonical forms of a run: which number had each of them first."""

    def __init__(self, keys: NDArray[Any], tries: int) -> None:
        # As two whole numbers, big-endian: their order is that of the bytes, and quick to sort.
        words = np.frombuffer(keys["form"].tobytes(), dtype=">u8").reshape(-1, 2).astype(np.uint64)
        there = np.flatnonzero(keys["attempt"] < tries)
        order = there[np.lexsort((there, words[there, 1], words[there, 0]))]
        words = words[order]
        same = (np.diff(words, axis=0) == 0).all(axis=1)
        # One by one they are looked at sooner as memory than as arrays.
        self._high, self._low = (words[:, k].copy().data for k in (0, 1))
        self._places = order.data
        self.again: list[int] = order[1:][same].tolist()
        """Places whose form an earlier one has."""

    def first(self, form: bytes) -> int | None:
        """Return the first place with a form, None where there is none."""
        high, low = (int.from_bytes(form[k : k + 8], "big") for k in (0, 8))
        at = bisect_left(self._high, high)
        while at < len(self._high) and self._high[at] == high:
            if self._low[at] == low:
                return self._places[at]
            at += 1
        return None


class _Attempts:
    """Attempts at puzzles that are made anew, many at a time: those that will be asked for, as it seems."""

    def __init__(self, keys: NDArray[Any], forms: _Forms, factory: Factory) -> None:
        self._keys, self._forms, self._factory = keys, forms, factory
        self._ahead, self._tries = max(AHEAD, factory.CHUNK), factory.tries
        self._made: dict[tuple[int, int], tuple[bytes, int]] = {}
        self._owners: dict[bytes, int] = {}
        """Form -> place that will have it, as it seems."""

    def take(self, place: int, attempt: int) -> tuple[bytes, int]:
        """Return form and number of the first attempt from `attempt` on that gives a puzzle."""
        if (place, attempt) not in self._made:
            self.make([(place, attempt)])
        return self._made.pop((place, attempt))

    def make(self, wanted: Sequence[tuple[int, int]]) -> None:
        """Make some attempts, and those that follow where they will not do."""
        left = list(wanted)
        while left:
            now, left = left[: self._ahead], left[self._ahead :]
            more = [pair for place, attempt in now for pair in self._further(place, attempt)]
            batch = [pair for pair in dict.fromkeys(now + more) if pair not in self._made]
            if batch:
                numbers = np.array(batch, dtype=np.int64)
                fresh = self._factory.answer(Numbers(numbers[:, 0] + 1, numbers[:, 1])).keys
                assert fresh is not None
                reached = zip(fresh["form"].tolist(), fresh["attempt"].tolist(), strict=True)
                self._made.update(zip(batch, reached, strict=True))
            for place, attempt in now:
                left += self._following(place, attempt)

    def _further(self, place: int, attempt: int) -> list[tuple[int, int]]:
        """Return attempts to make beside one: who failed so often may fail again."""
        tried = attempt - int(self._keys["attempt"][place])
        return [(place, attempt + k) for k in range(1, min(tried, self._ahead, self._tries - attempt))]

    def _following(self, place: int, attempt: int) -> list[tuple[int, int]]:
        """Return what is needed after an attempt that was made: of its place, or of whose form it took."""
        while (place, attempt) in self._made:
            form, reached = self._made[place, attempt]
            if reached >= self._tries:
                return []
            first = self._forms.first(form)
            if (first is None or first > place) and self._owners.get(form, place) >= place:
                self._owners[form] = place
                return [] if first is None else [(first, int(self._keys["attempt"][first]) + 1)]
            attempt = reached + 1
        return [(place, attempt)] if attempt < self._tries else []


def renewed(keys: NDArray[Any], factory: Factory) -> dict[int, int]:
    """Return which puzzles of a run have to be made anew: place -> attempt that makes a new one.

    In the order of the numbers each puzzle stays unless one before it is equal up to symmetry; then the first
    of its later attempts counts that gives a form that none before it has, or, where none does, all are used
    up. So what a number gets depends on the seed and the numbers before it alone, and a run in which some
    puzzles were made anew already goes on to the same end.

    Parameters
    ----------
    keys : array of `unriddle.puzzles.framework.generator.KEY`, of shape (n,)
        Of the puzzles 1 to n.
    factory : Factory

    Notes
    -----
    O(n log n), and an attempt for each puzzle that is made anew.
    """
    forms, tries = _Forms(keys, factory.tries), factory.tries
    waiting = forms.again
    heapify(waiting)
    attempts = _Attempts(keys, forms, factory)
    attempts.make([(place, int(keys["attempt"][place]) + 1) for place in sorted(waiting)])
    taken: set[bytes] = set()
    found: dict[int, int] = {}
    while waiting:
        place = heappop(waiting)
        attempt = int(keys["attempt"][place]) + 1
        while attempt < tries:
            form, attempt = attempts.take(place, attempt)
            first = forms.first(form) if attempt < tries else None
            if attempt < tries and form not in taken and (first is None or first > place):
                taken.add(form)
                if first is not None:
                    heappush(waiting, first)
                break
            attempt = min(attempt + 1, tries)
        found[place] = attempt
    return found


class _Texts(TextLists):
    """A column of lists of texts."""

    def __init__(self, rows: Sequence[list[str]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]


class GeneratedMany(ResultSequence[Any]):
    """Puzzles that were made, with what is known of each: the columns of ``unriddle generate``.

    Attributes
    ----------
    missing : list of int
        Numbers for which there was no puzzle, or none that is new; all others are there in order.

    Examples
    --------
    >>> from unriddle import Sudoku
    >>> many = Sudoku.generate_many(3, seed=1, size=6, box="2x3")
    >>> len(many), many.missing, many[0].solve().status.value
    (3, [], 'UNIQUE')
    """

    def __init__(self, factory: Factory, rows: Sequence[Sequence[Any] | None]) -> None:
        kept = [(number, row) for number, row in enumerate(rows, 1) if row is not None]
        self._kind = factory.KIND
        self.missing = [number for number, row in enumerate(rows, 1) if row is None]
        self._columns: dict[str, Any] = {"number": np.array([number for number, _ in kept], dtype=np.int64)}
        values = list(zip(*(row for _, row in kept), strict=True)) or [()] * len(factory.columns)
        for column, value in zip(factory.columns, values, strict=True):
            if column.number:
                self._columns[column.name] = np.array(value, dtype=column.dtype)
            else:
                self._columns[column.name] = _Texts(value) if column.kind == "texts" else list(value)

    def __len__(self) -> int:
        return len(self._columns["puzzle"])

    def item(self, index: int) -> Any:
        """Return one puzzle."""
        rules = json.loads(self._columns["rules"][index])
        return self._kind.parse(self._columns["puzzle"][index], **rules)

    def pair(self, index: int) -> tuple[Any, Any]:
        """Return a puzzle and its result."""
        puzzle = self.item(index)
        return puzzle, puzzle.solve()

    def columns(self) -> Mapping[str, Any]:
        """Return the columns by name."""
        return dict(self._columns)


def generate_many(
    kind: type[Factory],
    n: int,
    /,
    *,
    seed: int | None = None,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
    lexicon: Lexicon | None = None,
    **options: Any,
) -> GeneratedMany:
    """Return `n` puzzles; see `PuzzleBase.generate_many`."""
    count = as_int(n)
    if count is None or not 1 <= count <= 1 << 40:
        raise PuzzleError(f"count={n!r:.40}, expected a whole number of puzzles from 1 up")
    named = {name.replace("_", "-"): value for name, value in options.items()}
    factory = kind(kind.WHAT[0], named, lexicon)
    factory.seed = start_of(seed)
    rows: list[Sequence[Any] | None] = [None] * count
    keys = np.zeros(count, dtype=KEY)
    done = 0

    def make(places: NDArray[np.int64], attempts: NDArray[np.int64]) -> None:
        answers = factory.answer(Numbers(places + 1, attempts))
        keys[places] = answers.keys
        for place in places.tolist():
            rows[place] = None
        for at, row in zip(answers.kept.tolist(), zip(*answers.columns, strict=True), strict=True):
            rows[int(places[at])] = row

    def work(part: slice, stopped: Stop) -> None:
        nonlocal done
        for start in range(part.start, part.stop, kind.CHUNK):
            places = np.arange(start, min(start + kind.CHUNK, part.stop))
            if stopped():
                raise KeyboardInterrupt
            make(places, np.zeros_like(places))
            done += len(places)
            if progress is not None:
                progress(done)

    in_slices(work, count, threads, stop, least=kind.CHUNK)
    anew = renewed(keys, factory)
    if anew:
        make(np.array(list(anew), dtype=np.int64), np.array(list(anew.values()), dtype=np.int64))
    return GeneratedMany(factory, rows)


def start_of(seed: int | None) -> int:
    """Return the seed of a run; another one each time where none is given.

    Examples
    --------
    >>> start_of(5)
    5
    """
    checked = check_seed(seed)
    if checked is None:
        import secrets

        return secrets.randbits(62)
    if checked >= 1 << 62:
        raise PuzzleError(f"seed={checked}, expected a number below 2^62")
    return checked
