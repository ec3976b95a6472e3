"""Searches of the signature that walk on boards: words, paths, bounds."""

from __future__ import annotations

from collections.abc import Iterator

from .numbers import digest_number, numbers, syllables

__all__ = ["boggle", "bounds", "every_path", "neighbours", "path_count", "tiles", "topology", "trie"]

LETTERS = "aeiorstnlbd"


def _rows(size: int) -> list[str]:
    picks = numbers(size * size, len(LETTERS))
    return ["".join(LETTERS[next(picks)] for _ in range(size)) for _ in range(size)]


def topology() -> Iterator[int]:
    """Neighbour tables and adjacency masks."""
    from ...core import topology

    for kind in (topology.KING, topology.ROOK, topology.HEX):
        for wrap in (False, True):
            yield digest_number(topology.neighbours(5, 7, kind, wrap))
            yield digest_number(topology.adjacency_masks(3, 4, kind, wrap))


def trie() -> Iterator[int]:
    """The nodes of a trie, and the numbers of its words."""
    from ...lexicon import Lexicon

    words = Lexicon(syllables())
    yield from (words.trie.n_nodes, words.trie.n_words, digest_number(words.trie.nodes))
    yield from (words.number(word) for word in list(syllables())[::50])


def boggle() -> Iterator[int]:
    """Words of small and of large boards."""
    from ...lexicon import Lexicon
    from ...puzzles.boggle import Boggle

    words = Lexicon(syllables())
    for size in (3, 4, 5, 9, 30):
        result = Boggle.parse("\n".join(_rows(size))).solve(lexicon=words)
        yield from (result.stats.nodes, result.score, len(result.words))


def tiles() -> Iterator[int]:
    """Words of boards with tiles of several letters, wildcards and holes; the paths of words."""
    from ...lexicon import Lexicon
    from ...puzzles.boggle import Boggle

    words = Lexicon(syllables())
    board = Boggle.parse("T In A R/E Qu . S/N A Er T/S I ? G")
    result = board.solve(lexicon=words)
    yield from (result.stats.nodes, result.score, len(result.words))
    for word in result.words[:40]:
        yield board.count_paths(word)
    for wrap in (False, True):
        plain = Boggle.parse("\n".join(_rows(6)), wrap=wrap)
        yield from (plain.count_paths(word) for word in ("rat", "entail", "sees"))


def every_path() -> Iterator[int]:
    """Every path of a board, each looked up."""
    from ...lexicon import Lexicon
    from ...puzzles.boggle import Boggle
    from ...puzzles.boggle_search import walk_exhaustively

    for size in (2, 3):
        board = Boggle.parse("\n".join(_rows(size))).board
        found = walk_exhaustively(board, "king", False, Lexicon(syllables()), 3)
        yield from (found["moves"], found["words"])


def neighbours() -> Iterator[int]:
    """The scores of all boards one change away."""
    from ...lexicon import Lexicon
    from ...puzzles.boggle_best import score_neighbours

    for size in (3, 4):
        found = score_neighbours("\n".join(_rows(size)), Lexicon(syllables()))
        yield from (found.score, digest_number(found.letters), digest_number(found.swaps))


def bounds() -> Iterator[int]:
    """Bounds of classes of boards, and a proof."""
    from ...lexicon import Lexicon
    from ...puzzles.boggle_prove import bound, prove

    words = Lexicon(syllables())
    for cells in ("abe rst/in oe", "aei rst n/l o bd/e r st"):
        yield bound(cells, words)
    result = prove("2x3", 12, words)
    yield from (result.stats.nodes, len(result.boards))


def path_count() -> Iterator[int]:
    """Self-avoiding paths of boards."""
    from ...puzzles.path_count import count_paths

    for rows, cols, kind in ((3, 4, "king"), (4, 5, "rook"), (3, 5, "hex")):
        result = count_paths(rows, cols, kind)
        yield from (result.count or 0, result.stats.nodes)
