"""Chooses the kernel for a board of letter tiles, and gives it the trie and the codes it takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base import Limits, PuzzleError, SearchStats
from ...core.topology import adjacency_masks
from ...lexicon.normalise import fold
from ...search.run_loop import Outcome, drive
from ..framework.solutions import Count, count_of
from .kernel_cache import NO_LETTER, BoardSolver, CompiledLexicon, compiled, letter_codes, tile_table
from .parse import HOLE, LetterBoard
from .rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...core.walk.boggle_large import LargeWalk
    from ...core.walk.boggle_small import WordTable
    from ...lexicon import Lexicon

__all__ = [
    "FREE",
    "SMALL_CELLS",
    "Bounds",
    "Finding",
    "Prepared",
    "WordSource",
    "count_words",
    "find_words",
    "prepare",
    "spelled",
    "walk_exhaustively",
]

SMALL_CELLS = 64
SMALLEST_TORUS = 16
"""Fewest rows and columns of a large board that wraps."""


class Bounds(NamedTuple):
    """How a search is bounded and watched, and how many threads it may have; 0 is as many as it may use."""

    limits: Limits | None = None
    progress: Callable[[int], None] | None = None
    threads: int = 1

    def beyond(self) -> Bounds:
        """Return what tells whether a search that counts in steps keeps to these: a node more, one thread."""
        if self.limits is None or self.limits.nodes is None:
            return self
        return self._replace(limits=replace(self.limits, nodes=self.limits.nodes + 1), threads=1)

    def after(self, seconds: float) -> Bounds:
        """Return what is left once a search has taken so long."""
        if self.limits is None or self.limits.seconds is None:
            return self
        return self._replace(limits=replace(self.limits, seconds=max(0.0, self.limits.seconds - seconds)))


FREE = Bounds()
"""No limits, one thread."""


class Finding(NamedTuple):
    """What a walk found: word numbers in rising order, counts, and where paths end if that is known."""

    numbers: NDArray[np.uint32]
    nodes: int
    moves: int
    outcome: Outcome
    last_cells: NDArray[np.int64] | None = None


class Prepared(NamedTuple):
    """What the kernels of boards of letters take: codes of the tiles by number, and the words for them."""

    codes: NDArray[np.uint8]
    words: CompiledLexicon


def prepare(board: LetterBoard, lexicon: Lexicon) -> Prepared | None:
    """Compile what the search of this board needs of the lexicon; None where its tiles are not letters.

    O(letters of the lexicon) once, then kept, so that no search needs to be timed with it.
    """
    plain = letter_codes(board.names, lexicon)
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

    How it ended stands in `Finding.outcome`: without limits it is FINISHED or, after Ctrl-C, INTERRUPTED.

    Notes
    -----
    Whether a limit of nodes is met does not depend on the processor or the time: the quick kernels, which
    take up many paths at once, answer where all are within it; else `TileWalk` goes just as far as it says.
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
        finding = _find_large(board, rules, prepared, bounds.beyond())
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
    done, _ = walk.words(prepared.codes[tiles].reshape(1, -1), rules.min_length, ends, out)
    finding = Finding(out[: ends[0]].copy(), walk.nodes - nodes, walk.moves - moves, Outcome.FINISHED)
    words.give(shape, searcher)
    return finding if done else None


def _find_large(board: LetterBoard, rules: Rules, prepared: Prepared, bounds: Bounds) -> Finding:
    from ...core.walk.boggle_large import padded_letters
    from .threaded_solver import Field, walk_large

    words = prepared.words
    letters = padded_letters(board.tiles, rules.wrap, prepared.codes)
    field = Field(words.large, letters, (board.rows, board.cols), rules.kind, rules.wrap)
    walks, outcome = walk_large(field, bounds)
    return _merged(walks, outcome, words.words, rules.min_length)


def _merged(walks: list[LargeWalk], outcome: Outcome, words: WordTable, min_length: int) -> Finding:
    """Return what several searches of one board found; of a word found twice, the first's path."""
    found = [walk.words(words.lengths, words.numbers, min_length) for walk in walks]
    numbers, ends = found[0]
    if len(found) > 1:
        numbers, first = np.unique(np.concatenate([part[0] for part in found]), return_index=True)
        ends = np.concatenate([part[1] for part in found])[first]
    nodes, moves = sum(walk.nodes for walk in walks), sum(walk.moves for walk in walks)
    return Finding(numbers, nodes, moves, outcome, ends)


def _find_tiles(board: LetterBoard, rules: Rules, lexicon: Lexicon, bounds: Bounds) -> Finding:
    from ...core.walk.boggle_tiles import TileWalk

    table, wildcard = tile_table(board.names, lexicon.alphabet)
    walk = TileWalk(
        lexicon.trie, board.rows, board.cols, rules.kind, rules.wrap, board.tiles.reshape(-1), table, wildcard
    )
    outcome = drive(walk.run, bounds.limits, nodes=lambda: walk.nodes, progress=bounds.progress)
    numbers = np.sort(lexicon.trie.order[walk.found_places()])
    numbers = numbers[lexicon.lengths[numbers] >= rules.min_length]
    return Finding(numbers, walk.nodes, walk.moves, outcome)


class WordSource:
    """The words of a board as a `Source` of solutions, in the order of the lexicon.

    All are found before the first is handed out, for that order is not the one of the search. Where a limit
    comes first, those found by then are handed out, and work remains.

    Parameters
    ----------
    find : callable
        Finds the words, within the limits that the iterator over them keeps as well.
    lexicon : Lexicon
    """

    AT_A_TIME = 4096

    def __init__(self, find: Callable[[], Finding], lexicon: Lexicon) -> None:
        self._find, self._lexicon = find, lexicon
        self._finding: Finding | None = None
        self._next = 0

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return 0 if self._finding is None else self._finding.nodes

    @property
    def generated(self) -> int:
        """Paths walked so far."""
        return 0 if self._finding is None else self._finding.moves

    def run(self, budget: int) -> bool:
        """Find the words; return whether some are left to hand out, or to find."""
        if self._finding is None:
            self._finding = self._find()
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


def count_words(find: Callable[[], Finding], limit: int | None) -> Count:
    """Return how many words a search finds, at most `limit`; see `Boggle.count`."""
    start = time.perf_counter()
    finding = find()
    seconds = time.perf_counter() - start
    found, finished = finding.numbers.size, finding.outcome is Outcome.FINISHED
    return count_of(
        found if limit is None else min(found, limit),
        complete=finished and (limit is None or found <= limit),
        stats=SearchStats(nodes=finding.nodes, generated=finding.moves, seconds=seconds),
        stopped=not finished and (limit is None or found < limit),
        interrupted=finding.outcome is Outcome.INTERRUPTED,
    )


def spelled(text: str) -> str:
    """Return a word as tiles spell it: folded, without white space around."""
    return fold(text.strip())


def walk_exhaustively(
    board: LetterBoard, rules: Rules, lexicon: Lexicon, bounds: Bounds = FREE
) -> dict[str, Any]:
    """Walk every path of a board without pruning and look each string up.

    Returns
    -------
    dict
        ``moves`` (paths walked, single cells included), ``words`` found, ``seconds``, ``finished`` and
        ``interrupted``: whether a limit or Ctrl-C came first, and whether it was Ctrl-C.

    Raises
    ------
    PuzzleError
        A board of more than 64 cells.

    Notes
    -----
    O(self-avoiding paths): 12,029,640 on 4x4 with eight neighbours.
    """
    from ...core.walk.boggle_exhaustive import Exhaustive

    if board.tiles.size > SMALL_CELLS:
        raise PuzzleError(f"every path of {board.tiles.size:,} cells, expected at most {SMALL_CELLS} cells")
    spelt = _spelt(board, lexicon)
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


def _spelt(board: LetterBoard, lexicon: Lexicon) -> list[bytes]:
    """Return the letter codes of each tile by its number."""
    from ...core.walk.boggle_exhaustive import ANY

    table, wildcard = tile_table(board.names, lexicon.alphabet)
    # Letters that no word has still make paths: they get a code of their own, beyond the alphabet.
    spelt = []
    for number, name in enumerate(board.names):
        codes = bytes(table[number][table[number] != NO_LETTER])
        if number == wildcard:
            codes = bytes([ANY])
        elif name != HOLE and not codes:
            codes = bytes([len(lexicon.alphabet)])
        spelt.append(codes)
    return spelt
