"""Search the classes of a proof on worker threads, each with a tree of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from ....base import PuzzleError
from ....core.walk.boggle_bound import MAX_LETTERS, BoardTree
from ....search.threads import thread_of, workers_for
from ..best_board.board_space import Space
from .certificates import Certificate, united
from .partition import Division, First, order_of, rank_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEFAULT_MEMORY = 1 << 30
USUAL_MEMORY = 1 << 28  # of a thread: with less, classes are divided so often that more threads gain nothing
LEAST_MEMORY = 1 << 18  # of a thread, besides what the words need
FIXED = 1 << 17  # of a tree: its levels
TERM, WORDS = 32, 35 / 8  # bytes: of a term with its copy, of a word of the tree with its share of the log
MOST_LEAST = 1 << 28  # of the score, and of the points that kernels add
MOST_BOARDS = 1 << 20  # that a proof lists
MOST_WAITING = 1 << 14  # boards that wait to be scored before workers wait
BOARD = 320  # bytes of a board that was found, with those of sorting all of them
CHUNK = 512  # classes that a worker bounds at a time
WAIT = 0.02  # seconds
LISTED = 2e-5  # seconds that sorting and printing a board take
SPARE = 0.1  # of the seconds of a limit, for the end of the workers


def tree_of(space: Space, capacity: int, room: int, least: NDArray[np.uint32] | None = None) -> BoardTree:
    """Return a kernel for the boards of a space; without `least` for all of them, symmetric or not."""
    if space.n_letters > MAX_LETTERS:
        from ....lexicon.languages import what_to_fold

        said = f"an alphabet of {space.n_letters} letters, expected at most {MAX_LETTERS}"
        raise PuzzleError(f"{said}; {what_to_fold(space.lexicon.alphabet, MAX_LETTERS)}")
    if space.values.min() < 0:
        raise PuzzleError("points below 0 have no bound")
    return BoardTree(
        space.words,
        space.adjacency,
        space.values,
        np.array(order_of(space), dtype=np.int32),
        rank_of(space),
        np.zeros(space.n_cells, dtype=np.uint32) if least is None else least,
        capacity,
        room,
    )


@dataclass(slots=True)
class _Try:
    """A class that a worker searches, and what it has found there so far."""

    first: First
    leaves: int = 0
    nodes: int = 0
    terms: int = 0
    seconds: float = 0.0
    bound: int | None = None
    """None while the class is not done, and where it has to be divided."""


class Proof:
    """The work of `prove`: classes still to do, and a certificate of each that is done.

    The calling thread calls `run` within `at_work`; workers take one class after another. One that does not
    fit into a worker's memory is divided by the next cell. There are as many `threads` as memory allows (0 is
    one per core with a usual part of it); at most `most` classes are bounded, exactly.

    `stack` has the classes to do, the last one next, and may be changed before the first `run`. `nodes` is
    the number of classes bounded; `most_boards` is how many may be found, `ends` when they have to be listed.
    `spent` has the processor seconds
    of this run by the class that they began with, which decides `began` cells.
    """

    def __init__(
        self,
        space: Space,
        at_least: int,
        *,
        threads: int = 0,
        memory: int = DEFAULT_MEMORY,
        most: int | None = None,
        division: Division | None = None,
    ) -> None:
        self.space, self.at_least = space, at_least
        self.division = Division(space) if division is None else division
        fixed = FIXED + 4 * (len(space.words.lengths) + 1)
        least = USUAL_MEMORY if not threads else fixed + LEAST_MEMORY
        self.workers = min(workers_for(threads), max(memory // least, 1))
        self.memory = memory // self.workers - fixed
        self.most_boards, self.ends = MOST_BOARDS + 1, inf
        tree_of(space, 1, 1024)  # raises before any thread begins
        self.stack: list[First] = self.division.begin(())
        self.done: dict[First, Certificate] = {}
        self.nodes = self.terms = 0
        self.began = self.division.depth
        self.spent: dict[First, float] = {}
        self._changed = threading.Condition()
        self._taken: dict[int, First] = {}
        self._found: list[tuple[First, list[bytes]]] = []
        self._waiting = 0  # boards in `_found`
        self._tried: list[_Try] = []
        self._hits: dict[First, dict[bytes, int]] = {}
        self._n_hits = 0
        self._left = 1 << 62 if most is None else most
        self._held = self._visited = 0  # nodes that workers may visit, that they visited
        self._ended = False
        self._error: BaseException | None = None
        self._threads: list[threading.Thread] = []
        self._trees: list[BoardTree] = []

    @property
    def fits(self) -> bool:
        """Whether there is memory for a worker."""
        return self.memory >= LEAST_MEMORY

    @property
    def taken(self) -> list[First]:
        """The classes that workers are searching."""
        with self._changed:
            return list(self._taken.values())

    @property
    def crowded(self) -> bool:
        """Whether the boards found take the memory that they may, or all of the time left to list them."""
        return self._n_hits >= self.most_boards or time.perf_counter() + self._n_hits * LISTED > self.ends

    def boards(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Return the boards found, one of each up to symmetry, and their scores: the best first."""
        found = [*(made.boards for made in self.done.values()), *self._hits.values()]
        codes = np.frombuffer(b"".join(code for boards in found for code in boards), dtype=np.uint8)
        scores = np.fromiter((score for boards in found for score in boards.values()), np.int64)
        forms = self.space.canonical(codes.reshape(-1, self.space.n_cells))
        if not len(forms):
            return forms, scores
        texts = np.ascontiguousarray(forms + np.uint8(1)).view(f"S{self.space.n_cells}").ravel()
        order = np.lexsort((texts, -scores))
        new = np.ones(len(order), dtype=bool)  # equal forms have equal scores, so they are neighbours
        new[1:] = texts[order[1:]] != texts[order[:-1]]
        return forms[order[new]], scores[order[new]]

    def know(self, certificates: Iterable[Certificate]) -> None:
        """Take over certificates before the first `run`; what is missing is left to do."""
        self.done = united([*self.done.values(), *certificates])
        self._n_hits = sum(len(made.boards) for made in self.done.values())
        self.stack = self.division.begin(self.done)

    def take(self, certificates: Iterable[Certificate], spent: Mapping[First, float]) -> None:
        """Take over certificates of another process."""
        for made in certificates:
            self.done[made.first] = made
            self.nodes += made.nodes
            self.terms += made.terms
            self._n_hits += len(made.boards)
        for first, seconds in spent.items():
            self.spent[first] = self.spent.get(first, 0.0) + seconds
        self._check_boards()

    def run(self, _budget: int = 0) -> bool:
        """Wait up to 20 ms for the workers, keep what they found; return whether work remains.

        There is no budget per call, which would make workers wait for each other.
        """
        with self._changed:
            while len(self._threads) < min(self.workers, len(self.stack) + len(self._taken)):
                self._threads.append(thread_of(self._work, len(self._threads)))
                self._threads[-1].start()
            self._changed.wait_for(self._has_news, WAIT)
        return self.collect()

    def _has_news(self) -> bool:
        """Return whether the calling thread has something to do."""
        idle = not self._held and (self._left == 0 or not (self.stack or self._taken))
        return idle or self._error is not None or self._waiting >= MOST_WAITING

    def collect(self) -> bool:
        """Score the boards that were found, certify what is done; return whether work remains."""
        with self._changed:
            found, self._found, self._waiting = self._found, [], 0
            tried, self._tried = self._tried, []
            self.nodes, remains, error = self._visited, bool(self.stack or self._taken), self._error
            self.terms = sum(tree.terms for tree in self._trees)
            self._changed.notify_all()
        if error is not None:
            raise error
        self._score(found)
        for one in tried:
            self._certify(one)
        return remains

    def _score(self, found: Sequence[tuple[First, list[bytes]]]) -> None:
        """Keep of the boards that were found those that reach the score."""
        if not found:
            return
        codes = np.frombuffer(b"".join(code for _, boards in found for code in boards), dtype=np.uint8)
        scores = iter(self.space.scores(codes.reshape(-1, self.space.n_cells)).tolist())
        for first, boards in found:
            kept = self._hits.setdefault(first, {})
            before = len(kept)
            kept.update(pair for pair in zip(boards, scores) if pair[1] >= self.at_least)  # noqa: B905
            self._n_hits += len(kept) - before
        self._check_boards()

    def _check_boards(self) -> None:
        if self._n_hits > MOST_BOARDS:
            wrong = f"more than {MOST_BOARDS:,} boards, expected a higher score than {self.at_least}"
            raise PuzzleError(wrong)

    def _certify(self, one: _Try) -> None:
        """Make the certificate of a class, or drop what was found of one that is divided."""
        began = one.first[: self.began]
        self.spent[began] = self.spent.get(began, 0.0) + one.seconds
        boards = self._hits.pop(one.first, {})
        if one.bound is None:
            self._n_hits -= len(boards)  # its parts find them again
            return
        self.done[one.first] = Certificate(
            one.first,
            max([one.bound, *boards.values()]),
            one.leaves,
            dict(sorted(boards.items())),
            one.nodes,
            one.terms,
            round(one.seconds, 4),
        )

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Stop the workers at the end; the classes that they were searching count as not done."""
        try:
            yield
        finally:
            with self._changed:
                self._ended = True
                for tree in self._trees:
                    tree.stop()
                self._changed.notify_all()
            for thread in self._threads:
                thread.join()
            self.stack += self._taken.values()
            self._taken.clear()
        self.collect()

    def _work(self, number: int) -> None:
        """Take one class after another, until none is left."""
        try:
            tree = self._tree()
            while not self._ended:
                first = self._take(number)
                if first is None:
                    return
                self._search(number, tree, _Try(first))
        except BaseException as error:
            with self._changed:
                self._error = error
                self._changed.notify_all()

    def _tree(self) -> BoardTree:
        """Return a tree with the memory of a worker, half of it for terms."""
        capacity = min(max(self.memory // 2 // TERM, 1), 1 << 31)
        room = min(max(int(self.memory / 2 / WORDS), 1024), 1 << 29)
        tree = tree_of(self.space, capacity, room, self.division.least)
        with self._changed:
            self._trees.append(tree)
            if self._ended:
                tree.stop()
        return tree

    def _take(self, number: int) -> First | None:
        """Return the next class; None where there is none, nor will be."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self.stack or not self._taken)
            if self._ended or not self.stack:
                return None
            self._taken[number] = self.stack.pop()
            return self._taken[number]

    def _search(self, number: int, tree: BoardTree, one: _Try) -> None:
        """Find the boards of a class; divide it where it does not fit."""
        start, terms = time.thread_time(), tree.terms
        tree.start(self.division.sets_of(one.first), self.at_least)
        parts: list[First] = []
        remains = True
        while remains:
            chunk = self._grant()
            if not chunk:
                return
            found: list[bytes] = []
            before = tree.nodes
            remains = tree.run(chunk, found)
            visited = tree.nodes - before
            one.nodes += visited
            one.leaves += len(found)
            if not remains:
                one.terms, one.seconds = tree.terms - terms, time.thread_time() - start
                if not tree.full:
                    one.bound = tree.root
                elif len(one.first) < self.space.n_cells:
                    parts = self.division.parts(one.first)
                else:  # one board, of very many paths
                    found.append(self.division.board_of(one.first))
                    one.bound, one.leaves = self.at_least - 1, 1  # unless it has more
            with self._changed:
                self._held -= chunk
                self._visited += visited
                self._left += chunk - visited
                if found:
                    self._found.append((one.first, found))
                    self._waiting += len(found)
                if not remains and not tree.stopped:
                    del self._taken[number]
                    self._tried.append(one)
                    self.stack += parts
                self._changed.notify_all()

    def _grant(self) -> int:
        """Return how many classes a worker may bound next; 0 at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or (self._left != 0 and self._waiting < MOST_WAITING))
            if self._ended:
                return 0
            chunk = min(CHUNK, self._left)
            self._left -= chunk
            self._held += chunk
            return chunk
