"""Chooses the kernel for a board of letter tiles, and gives it the trie and the codes it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import Limits, PuzzleError
from ...core.topology import HEX, KING, ROOK, adjacency_masks
from ...lexicon.normalise import fold
from ...running import Outcome, drive
from .tables import NO_LETTER, Compiled, Searcher, compiled, letter_codes, tile_table
from .text import HOLE, LetterBoard

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...core.walk.large_walk import LargeWalk
    from ...core.walk.small_walk import WordTable
    from ...lexicon import Lexicon

__all__ = [
    "TOPOLOGIES",
    "Finding",
    "Prepared",
    "find_words",
    "prepare",
    "spelled",
    "walk_exhaustively",
]

TOPOLOGIES = {"king": KING, "rook": ROOK, "hex": HEX}
"""Name -> number of the core: 8 neighbours; 4; 6, each row set half a cell to the right of the one above."""
SMALL_CELLS = 64


@dataclass(frozen=True)
class Finding:
    """What a walk found: word numbers in rising order, counts, and where paths end if that is known."""

    numbers: NDArray[np.uint32]
    nodes: int
    moves: int
    outcome: Outcome
    last_cells: NDArray[np.int64] | None = None


@dataclass(frozen=True)
class Prepared:
    """What the kernels of boards of letters take: codes of the tiles by number, and the words for them."""

    codes: NDArray[np.uint8]
    words: Compiled


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
    topology: str,
    wrap: bool,
    lexicon: Lexicon,
    min_length: int,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    threads: int = 1,
    prepared: Prepared | None = None,
) -> Finding:
    """Return the words of at least `min_length` letters on a board, each once."""
    kind = TOPOLOGIES[topology]
    prepared = prepared or prepare(board, lexicon)
    exact = limits is not None and limits.nodes is not None
    cells = board.tiles.size
    if prepared is None:
        pass
    elif cells <= SMALL_CELLS:
        finding = _find_small(board, kind, wrap, prepared, min_length)
        if finding is not None and not (exact and finding.nodes > limits.nodes):  # type: ignore[union-attr, operator]
            return finding
    elif not exact and (not wrap or min(board.tiles.shape) >= 16):
        from ...core.walk.large_walk import padded_letters
        from .large import walk_large

        letters = padded_letters(board.tiles, wrap, prepared.codes)
        size = (board.rows, board.cols)
        words = prepared.words
        walks, outcome = walk_large(words.large, letters, size, kind, wrap, limits, progress, threads)
        return _merged(walks, outcome, words.words, min_length)
    return _find_tiles(board, kind, wrap, lexicon, min_length, limits, progress)


def _find_small(
    board: LetterBoard, kind: int, wrap: bool, prepared: Prepared, min_length: int
) -> Finding | None:
    """Return None where the board has too many paths for a queue."""
    words, shape = prepared.words, (board.rows, board.cols, kind, wrap)
    searcher = words.take(shape, lambda: Searcher(words.words, *shape))
    walk, ends, out = searcher.walk, searcher.ends, searcher.out
    nodes, moves = walk.nodes, walk.moves
    done, _ = walk.words(prepared.codes[board.tiles].reshape(1, -1), min_length, ends, out)
    finding = Finding(out[: ends[0]].copy(), walk.nodes - nodes, walk.moves - moves, Outcome.FINISHED)
    words.give(shape, searcher)
    return finding if done else None


def _merged(walks: list[LargeWalk], outcome: Outcome, words: WordTable, min_length: int) -> Finding:
    """Return what several searches of one board found; of a word found twice, the first's path."""
    found = walks[0].found()
    for walk in walks[1:]:
        found |= walk.found()
    places = np.flatnonzero(found)
    places = places[words.lengths[places] >= min_length]
    ends = walks[-1].last_cells(places)
    for walk in walks[-2::-1]:
        mine = walk.found()[places]
        ends[mine] = walk.last_cells(places)[mine]
    numbers = words.numbers[places]
    order = np.argsort(numbers)
    nodes, moves = sum(walk.nodes for walk in walks), sum(walk.moves for walk in walks)
    return Finding(numbers[order], nodes, moves, outcome, ends[order])


def _find_tiles(
    board: LetterBoard,
    kind: int,
    wrap: bool,
    lexicon: Lexicon,
    min_length: int,
    limits: Limits | None,
    progress: Callable[[int], None] | None,
) -> Finding:
    from ...core.walk.tile_walk import TileWalk

    table, wildcard = tile_table(board.names, lexicon)
    walk = TileWalk(
        lexicon.trie, board.rows, board.cols, kind, wrap, board.tiles.reshape(-1), table, wildcard
    )
    outcome = drive(walk.run, limits, nodes=lambda: walk.nodes, progress=progress)
    numbers = np.sort(lexicon.trie.order[walk.found_places()])
    numbers = numbers[lexicon.lengths[numbers] >= min_length]
    return Finding(numbers, walk.nodes, walk.moves, outcome)


def spelled(text: str) -> str:
    """Return a word as tiles spell it: folded, without white space around."""
    return fold(text.strip())


def walk_exhaustively(
    board: LetterBoard,
    topology: str,
    wrap: bool,
    lexicon: Lexicon,
    min_length: int,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Walk every path of a board without pruning and look each string up.

    Returns
    -------
    dict
        ``moves`` (paths walked, single cells included), ``words`` found, ``seconds``, ``finished``.

    Raises
    ------
    PuzzleError
        A board of more than 64 cells.

    Notes
    -----
    O(self-avoiding paths): 12,029,640 on 4x4 with eight neighbours.
    """
    from ...core.walk.exhaustive import ANY, Exhaustive

    if board.tiles.size > SMALL_CELLS:
        raise PuzzleError(f"every path of {board.tiles.size:,} cells, expected at most {SMALL_CELLS} cells")
    table, wildcard = tile_table(board.names, lexicon)
    # Letters that no word has still make paths: they get a code of their own, beyond the alphabet.
    spelt = []
    for number, name in enumerate(board.names):
        codes = bytes(table[number][table[number] != NO_LETTER])
        if number == wildcard:
            codes = bytes([ANY])
        elif name != HOLE and not codes:
            codes = bytes([len(lexicon.alphabet)])
        spelt.append(codes)
    cells = board.tiles.reshape(-1).tolist()
    holes = np.array([board.names[number] == HOLE for number in cells], dtype=np.uint8)
    offsets = np.cumsum([0, *(len(spelt[number]) for number in cells)]).astype(np.int32)
    letters = np.frombuffer(b"".join(spelt[number] for number in cells), dtype=np.uint8)
    masks = adjacency_masks(board.rows, board.cols, TOPOLOGIES[topology], wrap, holes)
    walk = Exhaustive(masks, letters, offsets, lexicon.trie, min_length)
    start = time.perf_counter()
    outcome = drive(walk.run, limits, nodes=lambda: walk.moves, progress=progress)
    return {
        "moves": walk.moves,
        "words": int(walk.found.sum()),
        "seconds": time.perf_counter() - start,
        "finished": outcome is Outcome.FINISHED,
    }
