"""Searches of the signature: Boggle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from .numbers import differing, digest_number, numbers, syllables

__all__ = ["KERNELS", "PARTS", "THREADED"]

LETTERS = "aeiorstnlbd"


def _rows(size: int) -> list[str]:
    picks = numbers(size * size, len(LETTERS))
    return ["".join(LETTERS[next(picks)] for _ in range(size)) for _ in range(size)]


def boggle(threads: int = 1) -> Iterator[int]:
    """Words of small and of large boards."""
    from unriddle.lexicon import Lexicon
    from unriddle.puzzles.boggle.many import score_many
    from unriddle.puzzles.boggle.puzzle import Boggle

    words = Lexicon(syllables())
    for size in (3, 4, 5, 9, 30):
        result = Boggle.parse("\n".join(_rows(size))).solve(lexicon=words, threads=threads)
        yield from (result.stats.nodes, result.score, len(result.words))

    def large(threads: int) -> NDArray[np.str_]:  # its nodes go by the number of threads, its words do not
        return np.array(Boggle.parse("\n".join(_rows(256))).solve(lexicon=words, threads=threads).words)

    def many(threads: int) -> NDArray[np.int32]:
        return score_many(
            ["".join(row[k : k + 16]) for row in _rows(40) for k in range(24)], words, threads=threads
        )

    yield from differing(large, threads)
    yield from differing(many, threads)


def tiles() -> Iterator[int]:
    """Words of boards with tiles of several letters, wildcards and holes; the paths of words."""
    from unriddle.lexicon import Lexicon
    from unriddle.puzzles.boggle.puzzle import Boggle

    words = Lexicon(syllables())
    board = Boggle.parse("T In A R/E Qu . S/N A Er T/S I ? G")
    result = board.solve(lexicon=words)
    yield from (result.stats.nodes, result.score, len(result.words))
    for word in result.words[:40]:
        yield int(board.count_paths_of(word))
    for wrap in (False, True):
        plain = Boggle.parse("\n".join(_rows(6)), wrap=wrap)
        yield from (int(plain.count_paths_of(word)) for word in ("rat", "entail", "sees"))


def by_seeds() -> Iterator[int]:
    """Words of a large board by seeds in their middle, in each topology."""
    from unriddle.lexicon import Lexicon
    from unriddle.puzzles.boggle.rules import Rules
    from unriddle.puzzles.boggle.streaming.seeds import Spelled
    from unriddle.puzzles.boggle.streaming.workers import SeedSearch, seed_tables

    words = Lexicon(syllables())
    numbers = np.arange(len(words))
    spelled = Spelled.of(words, numbers)
    codes = np.array(
        [[words.alphabet.find(tile) % 256 for tile in row] for row in _rows(300)], dtype=np.uint8
    )
    for topology in ("king", "rook", "hex"):
        rules = Rules(topology=topology)
        tables = seed_tables(spelled, codes, rules)
        assert tables is not None
        search = SeedSearch(tables, numbers, codes, rules, 1, 0)
        search.begin(0, len(codes))
        while search.run(1 << 20, None):
            pass
        found, ends = search.news(np.zeros(len(words), dtype=bool))
        yield from (search.nodes, search.moves, len(found), digest_number(found), digest_number(ends))


def every_path() -> Iterator[int]:
    """Every path of a board, each looked up."""
    from unriddle.lexicon import Lexicon
    from unriddle.puzzles.boggle.puzzle import Boggle
    from unriddle.puzzles.boggle.solver import walk_exhaustively

    for size in (2, 3):
        board = Boggle.parse("\n".join(_rows(size)))
        found = walk_exhaustively(board.board, board.board_rules, Lexicon(syllables()))
        yield from (found["moves"], found["words"])


def neighbours() -> Iterator[int]:
    """Yield the scores of all boards one change away."""
    from unriddle.lexicon import Lexicon
    from unriddle.puzzles.boggle.best_board.neighbours import score_neighbours

    for size in (3, 4):
        found = score_neighbours("\n".join(_rows(size)), Lexicon(syllables()))
        yield from (found.score, digest_number(found.letters), digest_number(found.swaps))


def bounds() -> Iterator[int]:
    """Bounds of classes of boards, and a proof."""
    from unriddle.lexicon import Lexicon
    from unriddle.puzzles.boggle.proof.prove import prove
    from unriddle.puzzles.boggle.proof.upper_bound import upper_bound

    words = Lexicon(syllables())
    for cells in ("abe rst/in oe", "aei rst n/l o bd/e r st"):
        yield upper_bound(cells, words)
    result = prove("2x3", 12, words, threads=1)
    yield from (result.stats.nodes, len(result.boards))


def dice() -> Iterator[int]:
    """Yield rolls by the thousand and boards with required words."""
    from unriddle.lexicon import Lexicon
    from unriddle.puzzles.boggle.puzzle import generate
    from unriddle.puzzles.boggle.surveys.survey import survey

    words = Lexicon(syllables())

    found = survey("1987", words, boards=9000, seed=1, sample=4096, threads=2)
    for counts in (found.words.counts, found.score.counts, found.longest.counts):
        yield digest_number(counts)
    yield digest_number(np.array(list(found.word_counts.values()), dtype=np.int64))
    for seed in range(4):
        board = generate(4, words, seed=seed, words="4..9", contains=[words.word(40 * seed)])
        yield from (digest_number(np.array(list(board.text()))), board.count(lexicon=words).found)


def answers() -> Iterator[int]:
    """Words of answers, judged together."""
    from unriddle.puzzles.boggle.puzzle import Boggle

    words = list(syllables())
    boards = [" / ".join(map(" ".join, _rows(size))).replace(" / ", "/") for size in (2, 3, 4, 5, 8)]
    for topology in ("king", "rook", "hex"):
        for wrap in (False, True):
            one_each = [word for word in words if len(word) in (3, 4, 5)][:400]
            for board in boards:
                found = Boggle.check_many(board, one_each, topology=topology, wrap=wrap)
                yield from (found.right, int(found.statuses @ np.arange(len(found))))


PARTS: dict[str, Callable[[], Iterable[int]]] = {
    "boggle": boggle,
    "tiles": tiles,
    "by_seeds": by_seeds,
    "every_path": every_path,
    "neighbours": neighbours,
    "bounds": bounds,
    "dice": dice,
    "answers": answers,
}
"""Name of a part -> function that yields the counts of its searches."""

THREADED = ("boggle",)
"""Parts that take a number of threads."""

KERNELS = {
    "walk.boggle_bound": "bounds",
    "walk.boggle_exhaustive": "every_path",
    "walk.boggle_large": "boggle",
    "walk.boggle_neighbours": "neighbours",
    "walk.boggle_seed_choice": "by_seeds",
    "walk.boggle_seed_tree": "by_seeds",
    "walk.boggle_seeds": "by_seeds",
    "walk.boggle_small": "boggle",
    "walk.boggle_tiles": "tiles",
    "walk.boggle_check": "answers",
    "walk.boggle_word_paths": "tiles",
}
"""Kernel -> a part that runs it."""
