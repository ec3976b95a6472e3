"""The work of a proof: worker threads that search classes of boards, each with a tree of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError
from ...core.walk.board_tree import MAX_CELLS, MAX_LETTERS, BoardTree
from ..common.threads import workers_for
from .classes import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DEFAULT_MEMORY", "MOST_LEAST", "Proof", "order_of", "tree_of"]

DEFAULT_MEMORY = 1 << 30
USUAL_MEMORY = 1 << 28  # of a thread: with less, classes are divided so often that more threads gain nothing
LEAST_MEMORY = 1 << 18  # of a thread, beside what the words need
FIXED = 1 << 16  # of a tree: its levels
TERM, WORDS = 32, 35 / 8  # bytes: of a term with its copy, of a word of the tree with its share of the log
MOST_LEAST = 1 << 28  # of the score, and of the points that kernels add
MOST_BOARDS = 1 << 20  # that a proof lists
MOST_WAITING = 1 << 16  # boards that wait to be scored before workers wait
CHUNK = 512  # classes that a worker bounds between two looks at what the others do
DIVIDED_CELLS = 7  # boards from so many cells on begin with a class a letter of the first cell
WAIT = 0.02  # seconds


def order_of(space: Space) -> list[int]:
    """Return the cells as they are decided: those of many neighbours first."""
    masks = space.adjacency.tolist()
    rows, cols = space.rows - 1, space.cols - 1

    def key(cell: int) -> tuple[int, int, int]:
        down, right = divmod(cell, space.cols)
        return -masks[cell].bit_count(), (2 * down - rows) ** 2 + (2 * right - cols) ** 2, cell

    return sorted(range(space.n_cells), key=key)


def _least(space: Space, order: Sequence[int]) -> NDArray[np.uint32]:
    """Return for each cell those whose letters need not come after its own, as bits.

    Of the forms of a board that symmetry makes equal, the one whose letters come first in the order of
    the cells is kept. It has, at each cell, no higher a letter than at any cell where a symmetry brings
    it that leaves all cells before it where they are.
    """
    least = np.zeros(space.n_cells, dtype=np.uint32)
    group = [tuple(form) for form in space.symmetries.tolist()]
    for cell in order:
        for form in group:
            if form[cell] != cell:
                least[form[cell]] |= np.uint32(1 << cell)
        group = [form for form in group if form[cell] == cell]
    return least


def _rank(space: Space) -> NDArray[np.uint8]:
    """Return the place of each letter from the rarest: the sets of the costly classes become small."""
    counts = np.bincount(space.lexicon.letter_codes, minlength=space.n_letters)
    rank = np.empty(space.n_letters, dtype=np.uint8)
    rank[np.argsort(counts, kind="stable")] = np.arange(space.n_letters)
    return rank


def tree_of(space: Space, capacity: int, room: int, least: NDArray[np.uint32] | None = None) -> BoardTree:
    """Return a kernel for the boards of a space; without `least` for all of them, equal or not.

    Raises
    ------
    PuzzleError
        Too many cells or letters, points below 0.
    """
    if space.n_cells > MAX_CELLS:
        raise PuzzleError(f"{space.rows}x{space.cols} board, expected at most {MAX_CELLS} cells")
    if space.n_letters > MAX_LETTERS:
        raise PuzzleError(f"an alphabet of {space.n_letters} letters, expected at most {MAX_LETTERS}")
    if space.points.min() < 0:
        raise PuzzleError("points below 0, expected none for a bound")
    return BoardTree(
        space.words,
        space.adjacency,
        space.points,
        np.array(order_of(space), dtype=np.int32),
        _rank(space),
        np.zeros(space.n_cells, dtype=np.uint32) if least is None else least,
        capacity,
        room,
    )


class Proof:
    """The work of `prove`: classes still to do, each given by the letters of the first cells.

    The calling thread has `run`, `state` and `end`; workers take one class after another. One that does not
    fit into a worker's memory is divided by the next cell.

    Parameters
    ----------
    space : Space
        The boards.
    at_least : int
        The score.
    threads : int
        Workers, as far as there is memory for them; 0 is one a core, each with a usual part of it.
    memory : int
        Bytes in all.
    most : int, optional
        Classes to bound in all: kept exactly.
    """

    def __init__(
        self,
        space: Space,
        at_least: int,
        *,
        threads: int = 0,
        memory: int = DEFAULT_MEMORY,
        most: int | None = None,
    ) -> None:
        self.space, self.at_least = space, at_least
        self.order, self.rank = order_of(space), _rank(space)
        self.least = _least(space, self.order)
        fixed = FIXED + 4 * (len(space.words.lengths) + 1)
        least = USUAL_MEMORY if not threads else fixed + LEAST_MEMORY
        self.workers = min(workers_for(threads), max(memory // least, 1))
        self.memory = memory // self.workers - fixed
        tree_of(space, 1, 1024)  # what it refuses is told before any thread begins
        # Letters that do not come before a letter, as bits.
        self.above = [
            sum(1 << other for other in range(space.n_letters) if self.rank[other] >= self.rank[letter])
            for letter in range(space.n_letters)
        ]
        self.stack: list[list[int]] = [[]]
        if space.n_cells >= DIVIDED_CELLS:
            self.stack = self._parts([])
        self.boards: dict[bytes, int] = {}
        self.nodes = 0
        """Classes bounded, as `run` last saw it."""
        self._changed = threading.Condition()
        self._taken: dict[int, list[int]] = {}
        self._found: list[bytes] = []
        self._left = most
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
    def terms(self) -> int:
        """Paths of words listed so far."""
        return sum(tree.terms for tree in self._trees)

    def sets_of(self, first: Sequence[int]) -> NDArray[np.uint32]:
        """Return the class of boards whose first cells have these letters; 0 somewhere if it is empty."""
        sets = [(1 << self.space.n_letters) - 1] * self.space.n_cells
        for cell, letter in zip(self.order, first, strict=False):
            sets[cell] &= 1 << letter
            for other in range(self.space.n_cells):
                if int(self.least[other]) >> cell & 1:
                    sets[other] &= self.above[letter]
        return np.array(sets, dtype=np.uint32)

    def _parts(self, first: list[int]) -> list[list[int]]:
        """Divide a class by its next cell: the last part, which is taken first, has the commonest letter."""
        return [[*first, letter] for letter in sorted(range(self.space.n_letters), key=self.rank.__getitem__)]

    # -- what the calling thread does

    def run(self, _budget: int = 0) -> bool:
        """Wait up to 20 ms for the workers, keep the boards they found; return whether work remains.

        How many classes they bound in all is said at the beginning: a budget a slice would have them wait
        for each other.
        """
        with self._changed:
            self._begin_threads()
            self._changed.wait_for(self._to_tell, WAIT)
        return self.collect()

    def _to_tell(self) -> bool:
        """Whether the calling thread has something to do."""
        idle = not self._held and (self._left == 0 or not (self.stack or self._taken))
        return idle or self._error is not None or len(self._found) >= MOST_WAITING

    def _begin_threads(self) -> None:
        """Have a worker for each class, as far as there are workers."""
        while len(self._threads) < min(self.workers, len(self.stack) + len(self._taken)):
            thread = threading.Thread(target=self._work, args=(len(self._threads),), daemon=True)
            self._threads.append(thread)
            thread.start()

    def collect(self) -> bool:
        """Score the boards that were found and keep those of the score; return whether work remains."""
        with self._changed:
            found, self._found = self._found, []
            self.nodes, remains, error = self._visited, bool(self.stack or self._taken), self._error
            self._changed.notify_all()
        if error is not None:
            raise error
        self._keep(found)
        return remains

    def _keep(self, found: list[bytes]) -> None:
        if not found:
            return
        codes = np.frombuffer(b"".join(found), dtype=np.uint8).reshape(-1, self.space.n_cells)
        scores = self.space.scores(codes)
        kept = scores >= self.at_least
        forms = self.space.canonical(codes[kept])
        self.boards |= dict(zip([form.tobytes() for form in forms], scores[kept].tolist(), strict=True))
        if len(self.boards) > MOST_BOARDS:
            raise PuzzleError(
                f"more than {MOST_BOARDS:,} boards, expected a higher score than {self.at_least}"
            )

    def end(self) -> None:
        """Stop the workers; the classes that they were at count as not done."""
        with self._changed:
            self._ended = True
            for tree in self._trees:
                tree.stop()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
        self.stack += self._taken.values()
        self._taken.clear()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes: a class in progress is begun anew, and finds its boards again."""
        with self._changed:
            stack, found, self._found = [*self.stack, *self._taken.values()], self._found, []
        self._keep(found)
        return {"stack": stack, "boards": {code.hex(): score for code, score in self.boards.items()}}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state, before any thread began."""
        n, letters = self.space.n_cells, self.space.n_letters
        stack = [[int(letter) for letter in first] for first in state["stack"]]
        boards = {bytes.fromhex(code): int(score) for code, score in state["boards"].items()}
        if any(len(first) > n or not all(0 <= x < letters for x in first) for first in stack):
            raise ValueError("stack")
        if any(len(code) != n or max(code) >= letters for code in boards):
            raise ValueError("boards")
        self.stack, self.boards = stack, boards

    # -- what the workers do

    def _work(self, number: int) -> None:
        """Take one class after another, until none is left."""
        try:
            tree = self._tree()
            while not self._ended:
                first = self._take(number)
                if first is None:
                    return
                self._search(number, tree, first)
        except BaseException as error:
            with self._changed:
                self._error = error
                self._changed.notify_all()

    def _tree(self) -> BoardTree:
        """Return a tree of the memory of a worker, half of it for terms."""
        capacity = min(max(self.memory // 2 // TERM, 1), 1 << 31)
        room = min(max(int(self.memory / 2 / WORDS), 1024), 1 << 29)
        tree = tree_of(self.space, capacity, room, self.least)
        with self._changed:
            self._trees.append(tree)
            if self._ended:
                tree.stop()
        return tree

    def _take(self, number: int) -> list[int] | None:
        """Return the next class; None where there is none, nor will be."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self.stack or not self._taken)
            if self._ended or not self.stack:
                return None
            self._taken[number] = self.stack.pop()
            return self._taken[number]

    def _search(self, number: int, tree: BoardTree, first: list[int]) -> None:
        """Find the boards of a class; divide it where it does not fit."""
        sets = self.sets_of(first)
        remains = bool(sets.all())
        if remains:
            tree.start(sets, self.at_least)
        found: list[bytes] = []
        parts: list[list[int]] = []
        while remains:
            chunk = self._grant()
            if not chunk:
                return
            before = tree.nodes
            remains = tree.run(chunk, found)
            if not remains and tree.full:
                if len(first) < self.space.n_cells:
                    parts = self._parts(first)
                else:  # one board, of very many paths
                    found.append(bytes(first[self.order.index(cell)] for cell in range(self.space.n_cells)))
            with self._changed:
                self._held -= chunk
                self._visited += tree.nodes - before
                if self._left is not None:
                    self._left += chunk - (tree.nodes - before)
                self._found += found
                if not remains and not tree.stopped:
                    self._finish(number, parts)
                if not remains or self._left is not None or len(self._found) >= MOST_WAITING:
                    self._changed.notify_all()
            found.clear()
        if not sets.all():
            with self._changed:
                self._finish(number, parts)
                self._changed.notify_all()

    def _grant(self) -> int:
        """Return how many classes a worker may bound next; 0 where the work is ended."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._ended or (self._left != 0 and len(self._found) < MOST_WAITING)
            )
            if self._ended:
                return 0
            chunk = CHUNK if self._left is None else min(CHUNK, self._left)
            if self._left is not None:
                self._left -= chunk
            self._held += chunk
            return chunk

    def _finish(self, number: int, parts: Iterable[list[int]]) -> None:
        """Put the parts of a class in its place: none where it is done."""
        del self._taken[number]
        self.stack += parts
