"""Many boards in one call: kinds of boards, batch sizes, threads, beside one board at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.topology import neighbours
from reference.walk.walk import walk
from unriddle.base import PuzzleError
from unriddle.lexicon import Lexicon
from unriddle.puzzles.boggle.many import score_many
from unriddle.puzzles.boggle.puzzle import Boggle, solve_many
from unriddle.puzzles.boggle.result import BoggleResult
from unriddle.puzzles.boggle.scoring import Scoring
from unriddle.search.threads import workers_for

from ...case import Case, Work, visited
from .textbook import prefix_set
from .words import dice_codes, english, prefixes, spellable, tiles_of, word_set

__all__ = ["cases", "scores", "words", "work_of", "works"]

Make = Callable[[], tuple[NDArray[np.uint8], Lexicon]]
"""Makes boards as letter codes, and the lexicon."""

KINDS = {"dice": "1987", "uniform letters": "uniform"}


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    boards = 500 if quick else 100_000
    made = []
    for name, kind in KINDS.items():
        group = f"boggle many 4x4 {name}"
        params = {"letters": kind}
        made.append(scores(group, partial(_dice, kind, boards), boards, params=params))
        made.append(words(group, partial(_dice, kind, boards // 5), boards // 5, params=params))
        made.append(_one_by_one(group, kind, 20 if quick else 1000))
        made.append(_textbook(group, kind, 5 if quick else 100))
        made.append(_twin(group, kind, 2 if quick else 5))
    for size in (1, 10, 100) if quick else (1, 10, 100, 1_000, 10_000, 100_000):
        made.append(
            scores(
                f"boggle batch of {size:,}",
                partial(_dice, "1987", size),
                size,
                params={"letters": "1987"},
                series="boggle many: by batch size",
                x=size,
                x_name="boards a call",
            )
        )
    for threads in range(1, min(workers_for(0), 16) + 1):
        made.append(
            scores(
                "boggle many, threads",
                partial(_dice, "1987", boards),
                boards,
                name=f"kernel, {threads} threads",
                threads=threads,
                params={"letters": "1987"},
                series="boggle many: by threads",
                x=threads,
                x_name="threads",
            )
        )
    return made


def _parsed(kind: str, count: int) -> list[Boggle]:
    letters = (dice_codes(count, kind) + ord("a")).tobytes().decode()
    return [Boggle.parse(letters[k : k + 16], qu=True) for k in range(0, len(letters), 16)]


def _common(group: str, count: int) -> dict[str, Any]:
    return {"suite": "boggle_many", "group": group, "item": "board", "items": count}


def _dice(kind: str, count: int) -> tuple[NDArray[np.uint8], Lexicon]:
    return dice_codes(count, kind), english()


def scores(
    group: str, make: Make, count: int, *, threads: int = 1, params: Mapping[str, Any], **more: Any
) -> Case:
    """Return the case that scores `count` boards in one call; q is Qu."""

    def prepare() -> Callable[[], NDArray[np.int32]]:
        boards, lexicon = make()
        return lambda: score_many(boards, lexicon, qu=True, threads=threads)

    settings: dict[str, Any] = {"name": "kernel, scores", "answer": lambda found: found.tolist()} | more
    return Case(
        role="kernel",
        prepare=prepare,
        params={"boards": count, "threads": threads, **params},
        threads=threads,
        **_common(group, count),
        **settings,
    )


def words(group: str, make: Make, count: int, *, params: Mapping[str, Any], **more: Any) -> Case:
    """Return the case that finds the words of `count` boards in one call; q is Qu."""

    def prepare() -> Callable[[], Any]:
        boards, lexicon = make()
        return lambda: solve_many(boards, lexicon, qu=True, threads=1)

    return Case(
        name="kernel, words",
        role="kernel",
        prepare=prepare,
        answer=lambda batch: batch.scores.tolist(),
        facts=lambda batch: {"words": int(batch.offsets[-1])},
        params={"boards": count, **params},
        **_common(group, count),
        **more,
    )


def _one_by_one(group: str, kind: str, count: int) -> Case:
    def prepare() -> Callable[[], list[BoggleResult]]:
        boards, lexicon = _parsed(kind, count), english()
        return lambda: [board.solve(lexicon) for board in boards]

    return Case(
        name="kernel, one board a call",
        role="kernel",
        prepare=prepare,
        answer=lambda results: [result.score for result in results],
        nodes=visited,
        params={"boards": count, "letters": kind},
        **_common(group, count),
    )


def _points(words: Any) -> int:
    scoring = Scoring()
    return sum(scoring.points("".join(word)) for word in words)


def _textbook(group: str, kind: str, count: int) -> Case:
    def prepare() -> Callable[[], list[tuple[set[str], int]]]:
        boards, words, begun = [tiles_of(board) for board in _parsed(kind, count)], word_set(), prefixes()
        return lambda: [prefix_set(4, tiles, words, begun) for tiles in boards]

    return Case(
        name="prefix set",
        role="textbook",
        prepare=prepare,
        answer=lambda found: [_points(words) for words, _ in found],
        params={"boards": count, "letters": kind},
        **_common(group, count),
    )


def _twin(group: str, kind: str, count: int) -> Case:
    """Return the twin, which is given only the words that each board has letters for."""

    def prepare() -> Callable[[], list[tuple[set[Any], int, int]]]:
        table, boards = neighbours(4, 4), _parsed(kind, count)
        pairs: list[Any] = [
            ([[tuple(tile)] for tile in tiles_of(board)], spellable(board)) for board in boards
        ]
        return lambda: [walk(table, tiles, words) for tiles, words in pairs]

    return Case(
        name="twin",
        role="twin",
        prepare=prepare,
        answer=lambda found: [_points(words) for words, _, _ in found],
        nodes=lambda found: sum(nodes for _, nodes, _ in found),
        params={"boards": count, "letters": kind},
        **_common(group, count),
    )


def works(quick: bool) -> list[Work]:
    """Return boards that another program can be asked to score."""
    count = 200 if quick else 20_000
    large = np.random.default_rng(5).integers(0, 26, (count, 25)).astype(np.uint8)
    return [
        _work("boggle 4x4 dice", 4, _letters(dice_codes(count))),
        _work("boggle 4x4 uniform letters", 4, _letters(dice_codes(count, "uniform"))),
        _work("boggle 5x5 uniform letters", 5, _letters(large)),
    ]


def work_of(name: str, lines: list[str]) -> Work | None:
    """Return square boards of letters as a work, None where the first line is none.

    Raises
    ------
    PuzzleError
        A line is no board of the size of the first.
    """
    if not lines[0].isalpha():
        return None
    side = round(len(lines[0]) ** 0.5)
    boards = [line.lower() for line in lines]
    for number, board in enumerate(boards, 1):
        if len(board) != side * side or not (board.isascii() and board.isalpha()):
            raise PuzzleError(
                f"{board!r:.40}, expected the letters a to z of a square board, as many as in the first line",
                file=name,
                line=number,
            )
    return _work(name, side, boards)


def _letters(codes: NDArray[np.uint8]) -> list[str]:
    return [row.tobytes().decode() for row in codes + np.uint8(ord("a"))]


def _work(name: str, side: int, boards: list[str]) -> Work:
    def kernel() -> Callable[[], list[int]]:
        codes = np.frombuffer("".join(boards).encode(), dtype=np.uint8).reshape(len(boards), -1) - ord("a")
        lexicon = Lexicon.load("english")
        return lambda: score_many(codes, lexicon, qu=True, shape=(side, side), threads=1).tolist()

    return Work(name, "board", lambda file: f"boggle {side} {side} {file}", boards, kernel)
