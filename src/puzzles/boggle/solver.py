"""Find all words on one board: choose the kernel, and search an enormous board on several threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base import Limits, PuzzleError
from ...core.topology import adjacency_masks
from ...search.run_loop import Outcome, drive
from ...search.threads import threads_of, workers_for
from .kernel_cache import NO_LETTER, BoardSolver, CompiledLexicon, compiled, letter_codes, tile_table
from .parse import HOLE, LetterBoard
from .rules import Rules

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import NDArray

    from ...core.walk.boggle_large import LargeWalk
    from ...lexicon import Lexicon

SMALL_CELLS = 64
BAND_CELLS = 2_000_000
"""Cells from which on a search in bands, as `stream` does, is faster."""
SMALLEST_TORUS = 16
"""Fewest rows and columns of a large board that wraps."""
ROUNDS = 10  # times that threads exchange the words they found; the first come sooner
SLICE = 1 << 17  # paths between two looks at the stop flag, some milliseconds
ROWS_PER_THREAD = 64


class Bounds(NamedTuple):
    """Limits and progress of a search, and its number of threads; 0 uses every core."""

    limits: Limits | None = None
    progress: Callable[[int], None] | None = None
    threads: int = 1

    def one_node_more(self) -> Bounds:
        """Return bounds that show whether a search in steps exceeds the limit of nodes."""
        if self.limits is None or self.limits.nodes is None:
            return self
        return self._replace(limits=replace(self.limits, nodes=self.limits.nodes + 1), threads=1)

    def after(self, seconds: float) -> Bounds:
        """Return what is left after some seconds."""
        if self.limits is None or self.limits.seconds is None:
            return self
        return self._replace(limits=replace(self.limits, seconds=max(0.0, self.limits.seconds - seconds)))


FREE = Bounds()
"""No limits, one thread."""


class Finding(NamedTuple):
    """Word numbers in rising order, counts, and the last cells of paths where they are known."""

    numbers: NDArray[np.uint32]
    nodes: int
    moves: int
    outcome: Outcome
    last_cells: NDArray[np.int64] | None = None


class Prepared(NamedTuple):
    """The codes of a board's tiles by number, and the words for the kernels."""

    codes: NDArray[np.uint8]
    words: CompiledLexicon


def prepare(board: LetterBoard, lexicon: Lexicon) -> Prepared | None:
    """Compile what the search of this board needs of the lexicon; None where its tiles are not letters.

    O(letters of the lexicon) once, then kept.
    """
    plain = letter_codes(board.names, lexicon.alphabet)
    if plain is None:
        return None
    words = compiled(lexicon, plain[1])
    return None if words is None else Prepared(plain[0], words)


def find_words(
    board: LetterBoard,
    rules: Rules,
    lexicon: Lexicon,
    bounds: Bounds = FREE,
    prepared: Prepared | None = None,
) -> Finding:
    """Return the words of a board that are long enough, each once.

    Whether a limit of nodes is reached does not depend on the processor: the fast kernels, which take up many
    paths at once, answer where all are within it; else `TileWalk` visits exactly as many nodes.
    """
    prepared = prepared or prepare(board, lexicon)
    most = None if bounds.limits is None else bounds.limits.nodes
    finding: Finding | None = None
    start = time.perf_counter()
    if prepared is None:
        pass
    elif board.tiles.size <= SMALL_CELLS:
        finding = _find_small(board, rules, prepared)
    elif not rules.wrap or min(board.tiles.shape) >= SMALLEST_TORUS:
        finding = _find_large(board, rules, prepared, bounds.one_node_more())
    if finding is not None and (
        most is None or finding.nodes <= most or finding.outcome is Outcome.INTERRUPTED
    ):
        return finding
    return _find_tiles(board, rules, lexicon, bounds.after(time.perf_counter() - start))


def _find_small(board: LetterBoard, rules: Rules, prepared: Prepared) -> Finding | None:
    """Return None where the board has too many paths for a queue."""
    words, tiles = prepared.words, board.tiles
    shape = (*tiles.shape, rules.kind, rules.wrap)
    searcher = words.take(shape, lambda: BoardSolver(words.words, *shape))
    walk, ends, out = searcher.walk, searcher.ends, searcher.out
    nodes, moves = walk.nodes, walk.moves
    done, _ = walk.words(prepared.codes.take(tiles.reshape(1, -1)), rules.min_length, ends, out)
    finding = Finding(out[: ends[0]].copy(), walk.nodes - nodes, walk.moves - moves, Outcome.FINISHED)
    words.give(shape, searcher)
    return finding if done else None


def _find_large(board: LetterBoard, rules: Rules, prepared: Prepared, bounds: Bounds) -> Finding:
    """Search a board of more than 64 cells, on several threads from 128 rows on."""
    from ...core.walk.boggle_large import LargeWalk, padded_letters

    words, min_length = prepared.words, rules.min_length
    letters = padded_letters(board.tiles, rules.wrap, prepared.codes)
    most = board.rows // ROWS_PER_THREAD
    workers = min(workers_for(bounds.threads), most) if most > 1 else 1  # to ask for the cores takes time

    def walk(first: int = 0, end: int = -1) -> LargeWalk:
        return LargeWalk(words.large, letters, board.rows, board.cols, rules.kind, rules.wrap, first, end)

    if workers == 1:
        one = walk()
        walks = [one]
        outcome = drive(one.run, bounds.limits, nodes=lambda: one.nodes, progress=bounds.progress)
    else:
        walks, outcome = _walk_on_threads(lambda: walk(0, 0), board.rows, workers, bounds)
    found = [walk.words(words.words.lengths, words.words.numbers, min_length) for walk in walks]
    numbers, ends = found[0]
    if len(found) > 1:  # of a word found twice, the first path
        numbers, first = np.unique(np.concatenate([part[0] for part in found]), return_index=True)
        ends = np.concatenate([part[1] for part in found])[first]
    nodes, moves = sum(walk.nodes for walk in walks), sum(walk.moves for walk in walks)
    return Finding(numbers, nodes, moves, outcome, ends)


def _walk_on_threads(
    idle_walk: Callable[[], LargeWalk], rows: int, workers: int, bounds: Bounds
) -> tuple[list[LargeWalk], Outcome]:
    """Search a board in rounds, a band of rows per thread.

    After a round every thread strikes the words that the others found, in the order of the threads: counts
    depend on the number of threads and nothing else, the words not even on that.
    """
    team = _Team(bounds)
    pool = threads_of(workers)
    try:
        team.walks += pool.map(lambda _: idle_walk(), range(workers))
        return team.walks, team.run(pool, rows)
    except KeyboardInterrupt:
        return team.walks or [idle_walk()], Outcome.INTERRUPTED
    finally:
        team.stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


class _Team:
    """Walks over one board, a thread each."""

    def __init__(self, bounds: Bounds) -> None:
        self.walks: list[LargeWalk] = []
        self.stop = threading.Event()
        self.progress = bounds.progress
        seconds = None if bounds.limits is None else bounds.limits.seconds
        self.deadline = float("inf") if seconds is None else time.perf_counter() + seconds
        self.news: list[tuple[LargeWalk, int, int]] = []  # words that each found in the round before

    def work(self, walk: LargeWalk, first: int, end: int) -> None:
        """Strike what the others found, then search the rows from `first` to `end` - 1."""
        for other, before, now in self.news:
            if other is not walk:
                walk.strike(other, before, now)
        walk.continue_rows(first, end)
        while walk.run(SLICE) and not self.stop.is_set():
            pass

    def run(self, pool: ThreadPoolExecutor, rows: int) -> Outcome:
        """Walk all rows, round by round."""
        from concurrent.futures import wait

        n = len(self.walks)
        ends = np.rint(np.linspace(0, 1, ROUNDS + 1) ** 1.5 * rows)
        bounds = [int(b) for a, z in pairwise(ends) for b in np.linspace(a, z, n + 1)[:-1]] + [rows]
        known = [0] * n  # words of each that the others know
        for start in range(0, len(bounds) - 1, n):
            if time.perf_counter() >= self.deadline:
                return Outcome.LIMIT
            running = [
                pool.submit(self.work, walk, bounds[start + i], bounds[start + i + 1])
                for i, walk in enumerate(self.walks)
            ]
            while wait(running, timeout=0.02).not_done:
                if self.progress is not None:
                    self.progress(sum(walk.nodes for walk in self.walks))
                if time.perf_counter() >= self.deadline:
                    self.stop.set()
            for future in running:
                future.result()
            if self.stop.is_set():
                return Outcome.LIMIT
            found = [walk.n_found for walk in self.walks]
            self.news = list(zip(self.walks, known, found, strict=True))
            known = found
        return Outcome.FINISHED


def _find_tiles(board: LetterBoard, rules: Rules, lexicon: Lexicon, bounds: Bounds) -> Finding:
    from ...core.walk.boggle_tiles import TileWalk

    table = tile_table(board.names, lexicon.alphabet)
    shape = board.rows, board.cols, rules.kind, rules.wrap
    tiles = board.tiles.reshape(-1)
    walk = TileWalk(lexicon.trie, *shape, tiles, table.letters, table.wildcard, others=table.others)
    outcome = drive(walk.run, bounds.limits, nodes=lambda: walk.nodes, progress=bounds.progress)
    numbers = np.sort(lexicon.trie.order[walk.found_places()])
    numbers = numbers[lexicon.lengths[numbers] >= rules.min_length]
    return Finding(numbers, walk.nodes, walk.moves, outcome)


class WordSource:
    """Yield the words of a board as a `AnswerSource` of solutions, in the order of the lexicon.

    All are found before the first is returned, since the search has another order. Where a limit is reached,
    the words found so far are returned, and work remains.
    """

    AT_A_TIME = 4096

    def __init__(self, find: Callable[[], Finding], lexicon: Lexicon) -> None:
        self._find, self._lexicon = find, lexicon
        self._finding: Finding | None = None
        self._next = self.nodes = self.generated = 0

    def run(self, budget: int) -> bool:
        """Find the words; return whether some are left to hand out, or to find."""
        if self._finding is None:
            self._finding = self._find()
            self.nodes, self.generated = self._finding.nodes, self._finding.moves
            if self._finding.outcome is Outcome.INTERRUPTED:
                raise KeyboardInterrupt
        more = self._finding.numbers.size > self._next + self.AT_A_TIME
        return more or self._finding.outcome is not Outcome.FINISHED

    def take(self) -> Sequence[str]:
        """Return the next words."""
        if self._finding is None:
            return ()
        first = self._next
        self._next += self.AT_A_TIME
        return self._lexicon.decode(self._finding.numbers[first : self._next])


def walk_exhaustively(
    board: LetterBoard, rules: Rules, lexicon: Lexicon, bounds: Bounds = FREE
) -> dict[str, Any]:
    """Walk every path of a board of at most 64 cells without pruning, and look up each string.

    Return ``moves`` (paths, single cells included), ``words``, ``seconds``, ``finished``, ``interrupted``.
    O(self-avoiding paths): 12,029,640 on 4x4 with eight neighbours.
    """
    from ...core.walk.boggle_exhaustive import ANY, Exhaustive

    if board.tiles.size > SMALL_CELLS:
        raise PuzzleError(f"every path of {board.tiles.size:,} cells, expected at most {SMALL_CELLS} cells")
    table = tile_table(board.names, lexicon.alphabet)
    if table.others is not None:
        raise PuzzleError("every path of a board with tiles such as (e/i), expected tiles without a choice")
    spelt = [bytes(codes[codes != NO_LETTER]) for codes in table.letters]
    for number, name in enumerate(board.names):
        if number == table.wildcard:
            spelt[number] = bytes([ANY])
        elif name != HOLE and not spelt[number]:  # letters that no word has still make paths
            spelt[number] = bytes([len(lexicon.alphabet)])
    cells = board.tiles.reshape(-1).tolist()
    holes = np.array([board.names[number] == HOLE for number in cells], dtype=np.uint8)
    offsets = np.cumsum([0, *(len(spelt[number]) for number in cells)]).astype(np.int32)
    letters = np.frombuffer(b"".join(spelt[number] for number in cells), dtype=np.uint8)
    masks = adjacency_masks(board.rows, board.cols, rules.kind, rules.wrap, holes)
    walk = Exhaustive(masks, letters, offsets, lexicon.trie, rules.min_length)
    start = time.perf_counter()
    outcome = drive(walk.run, bounds.limits, nodes=lambda: walk.moves, progress=bounds.progress)
    return {
        "moves": walk.moves,
        "words": int(walk.found.sum()),
        "seconds": time.perf_counter() - start,
        "finished": outcome is Outcome.FINISHED,
        "interrupted": outcome is Outcome.INTERRUPTED,
    }
