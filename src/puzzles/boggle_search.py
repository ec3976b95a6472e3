"""Chooses the kernel for a board of letter tiles, and gives it the trie and the codes it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from ..base import Limits, PuzzleError
from ..core.small_walk import SmallWalk, WordTable
from ..core.topology import HEX, KING, ROOK, adjacency_masks
from ..core.trie import Trie
from ..lexicon.normalise import fold
from ..running import Outcome, drive
from .letter_board import HOLE, WILDCARD, LetterBoard

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..core.large_walk import LargeTables, LargeWalk
    from ..lexicon import Lexicon

__all__ = [
    "NO_LETTER",
    "TOPOLOGIES",
    "Finding",
    "find_words",
    "letter_codes",
    "prepare",
    "spelled",
    "tile_table",
    "walk_exhaustively",
    "word_table",
]

TOPOLOGIES = {"king": KING, "rook": ROOK, "hex": HEX}
"""Name -> number of the core: 8 neighbours; 4; 6, each row set half a cell to the right of the one above."""
NO_LETTER = 255
SMALL_CELLS = 64
QU = "qu"


_tables: WeakKeyDictionary[Lexicon, dict[bool, WordTable | None]] = WeakKeyDictionary()
_large_tables: WeakKeyDictionary[Lexicon, dict[bool, LargeTables]] = WeakKeyDictionary()
_tables_lock = Lock()


def word_table(lexicon: Lexicon, qu: bool = False) -> WordTable | None:
    """Return the trie of a lexicon, or that of its words with Qu as one letter.

    With `qu`, the code of q stands for the tile Qu: a word whose q is not followed by u has no place in
    that trie; None where that leaves no word. O(letters) once, then kept as long as the lexicon, and in
    its cache.
    """
    with _tables_lock:
        tables = _tables.setdefault(lexicon, {})
        if qu not in tables:
            tables[qu] = _qu_table(lexicon) if qu else _plain_table(lexicon)
        return tables[qu]


def large_tables(lexicon: Lexicon, words: WordTable, qu: bool) -> LargeTables:
    """Return what large boards need of `words`, the word table of a lexicon; kept as that is."""
    from ..core.large_walk import LargeTables

    with _tables_lock:
        tables = _large_tables.setdefault(lexicon, {})
        if qu not in tables:
            tables[qu] = LargeTables(words.trie)
        return tables[qu]


def _plain_table(lexicon: Lexicon) -> WordTable:
    trie = lexicon.trie
    arrays = lexicon.derived("walk lengths", lambda: {"lengths": lexicon.lengths[trie.order]})
    return WordTable(trie, arrays["lengths"], trie.order)


def _qu_table(lexicon: Lexicon) -> WordTable | None:
    arrays = lexicon.derived("walk qu 1", lambda: _merge_qu(lexicon))
    if not arrays["numbers"].size:
        return None
    trie = Trie.from_arrays({"nodes": arrays["nodes"], "order": arrays["order"]}, len(lexicon.alphabet))
    return WordTable(trie, arrays["lengths"], arrays["numbers"])


def _merge_qu(lexicon: Lexicon) -> dict[str, NDArray[Any]]:
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
    trie = Trie.build(
        codes[kept], np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64), len(lexicon.alphabet)
    )
    numbers = np.flatnonzero(kept_word).astype(np.uint32)[trie.order]
    return {**trie.arrays(), "numbers": numbers, "lengths": lexicon.lengths[numbers]}


def letter_codes(names: tuple[str, ...], lexicon: Lexicon) -> tuple[NDArray[np.uint8], bool] | None:
    """Return the code of each tile (NO_LETTER for a hole) and whether q stands for Qu.

    None where the tiles need `TileWalk`: wildcards, tiles of several letters other than Qu, Q beside
    Qu, or more than 32 letters.
    """
    if len(lexicon.alphabet) > 32 or WILDCARD in names:
        return None
    qu = QU in names
    if qu and ("q" in names or "q" not in lexicon.alphabet or "u" not in lexicon.alphabet):
        return None
    codes = np.full(len(names), NO_LETTER, dtype=np.uint8)
    for number, name in enumerate(names):
        if name == HOLE:
            continue
        letter = "q" if name == QU else name
        if len(letter) != 1:
            return None
        code = lexicon.codes(letter)
        if code:
            codes[number] = code[0]
    return codes, qu


def tile_table(names: tuple[str, ...], lexicon: Lexicon) -> tuple[NDArray[np.uint8], int]:
    """Return the letter codes of each tile (uint8, ended by 255) and the wildcard's number, or -1."""
    table = np.full((len(names), max([1, *map(len, names)])), NO_LETTER, dtype=np.uint8)
    for number, name in enumerate(names):
        codes = lexicon.codes(name) if name not in (HOLE, WILDCARD) else None
        if codes:  # a tile with a letter that no word has is a hole
            table[number, : len(codes)] = list(codes)
    return table, names.index(WILDCARD) if WILDCARD in names else -1


@dataclass(frozen=True)
class Finding:
    """What a walk found: word numbers in rising order, counts, and where paths end if that is known."""

    numbers: NDArray[np.uint32]
    nodes: int
    moves: int
    outcome: Outcome
    last_cells: NDArray[np.int64] | None = None


def find_words(
    board: LetterBoard,
    topology: str,
    wrap: bool,
    lexicon: Lexicon,
    min_length: int,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    threads: int = 1,
) -> Finding:
    """Return the words of at least `min_length` letters on a board, each once."""
    kind = TOPOLOGIES[topology]
    plain = letter_codes(board.names, lexicon)
    table = None if plain is None else word_table(lexicon, plain[1])
    exact = limits is not None and limits.nodes is not None
    cells = board.tiles.size
    if plain is None or table is None:
        pass
    elif cells <= SMALL_CELLS:
        finding = _find_small(board, kind, wrap, table, plain[0], min_length)
        if finding is not None and not (exact and finding.nodes > limits.nodes):  # type: ignore[union-attr, operator]
            return finding
    elif not exact and (not wrap or min(board.tiles.shape) >= 16):
        from ..core.large_walk import padded_letters
        from .boggle_large import walk_large

        tables = large_tables(lexicon, table, plain[1])
        letters = padded_letters(board.tiles, wrap, plain[0])
        size = (board.rows, board.cols)
        walks, outcome = walk_large(tables, letters, size, kind, wrap, limits, progress, threads)
        return _merged(walks, outcome, table, min_length)
    return _find_tiles(board, kind, wrap, lexicon, min_length, limits, progress)


def _find_small(
    board: LetterBoard, kind: int, wrap: bool, words: WordTable, codes: NDArray[np.uint8], min_length: int
) -> Finding | None:
    """Return None where the board has too many paths for a queue."""
    walk = SmallWalk(words, adjacency_masks(board.rows, board.cols, kind, wrap))
    ends = np.zeros(1, dtype=np.int64)
    out = np.empty(words.trie.n_words, dtype=np.uint32)
    done, _ = walk.words(codes[board.tiles].reshape(1, -1), min_length, ends, out)
    if not done:
        return None
    return Finding(out[: ends[0]].copy(), walk.nodes, walk.moves, Outcome.FINISHED)


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
    from ..core.tile_walk import TileWalk

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


def prepare(board: LetterBoard, lexicon: Lexicon) -> None:
    """Compile what the search of this board needs of the lexicon, so that no search is timed with it."""
    plain = letter_codes(board.names, lexicon)
    word_table(lexicon, plain is not None and plain[1])


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
    from ..core.exhaustive import ANY, Exhaustive

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
