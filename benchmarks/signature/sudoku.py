"""Searches of the signature: Sudoku."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .numbers import differing, digest_number

__all__ = ["KERNELS", "PARTS", "THREADED"]

SUDOKUS = (
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "." * 80 + "1",
)
"""A first one of many collections, two hard ones by A. Inkala, and one with very many solutions."""


def sudoku() -> Iterator[int]:
    """Sudokus one by one, of several sizes."""
    from unriddle.base import Limits
    from unriddle.puzzles.sudoku.puzzle import SudokuPuzzle

    for text in (*SUDOKUS[:3], "1.....2..3.....4", "." * 256):
        result = SudokuPuzzle.parse(text).solve(limits=Limits(nodes=5000))
        yield from (result.stats.nodes, result.stats.guesses, sum(map(ord, str(result.solution or ""))))
    yield int(SudokuPuzzle.parse("." * 16).count())


def sudoku9(threads: int = 1) -> Iterator[int]:
    """Sudokus side by side."""
    from unriddle.puzzles.sudoku.puzzle import solve_many

    texts = [text.replace("0", ".") for text in SUDOKUS] * 5
    for limit in (1, 2, 50):
        batch = solve_many(texts, limit=limit, threads=threads)
        yield from (digest_number(batch.counts), digest_number(batch.guesses), batch.nodes)
        yield digest_number(batch.solutions[:3])

    def many(threads: int) -> NDArray[np.int64]:
        batch = solve_many(texts * 40, limit=2, threads=threads)  # enough that each thread gets some
        return np.column_stack([batch.counts, batch.guesses, batch.solutions])

    yield from differing(many, threads)


def grades() -> Iterator[int]:
    """Yield the steps of a person's reasoning."""
    from unriddle.puzzles.framework.steps import Difficulty
    from unriddle.puzzles.sudoku.puzzle import SudokuPuzzle

    order = list(Difficulty)
    made = [SudokuPuzzle.generate(seed=seed) for seed in range(12)]
    made.append(
        SudokuPuzzle.generate(12, seed=1, box=(3, 4))
    )  # too large for the kernel that counts all steps
    yield from (order.index(puzzle.difficulty()) for puzzle in made)
    yield from (puzzle.rating().score for puzzle in made[:-1])


VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = (
    (9, {"variants": "diagonal windoku"}),
    (9, {"variants": "anti-knight"}),
    (6, {"variants": "latin", "relations": "r1c1<r1c2<r1c3 r3c3~r4c3"}),
    (5, {"regions": "AAAAB/CCCAB/DDCCB/DEEBB/DDEEE", "even": "r3c3"}),
)


def variants() -> Iterator[int]:
    """Sudokus with other groups than boxes, and signs between cells."""
    from unriddle.base import Limits
    from unriddle.puzzles.sudoku.puzzle import SudokuPuzzle, solve_many

    for n, rules in VARIANTS:
        empty = SudokuPuzzle.parse("." * n * n, **rules)
        result = empty.solve(limits=Limits(nodes=3000), limit=None)
        yield from (result.count, result.stats.nodes, result.stats.guesses)
        made = SudokuPuzzle.generate(n, seed=1, **rules)
        yield sum(map(ord, made.text()))
        batch = solve_many([made, empty], limit=5, threads=1)
        yield from (digest_number(batch.solutions), batch.nodes)


SUMS: tuple[tuple[int, dict[str, Any]], ...] = (
    (6, {"cages": "7 r1c1 r1c2 r2c1; 11 r3c3 r3c4; 9 r5c5-r5c6", "box": "2x3"}),
    (
        9,
        {
            "arrows": "r1c1 r2c2 r3c3; r9c1 r8c2 r7c3",
            "little_killers": "33 r1c2-r8c9",
            "whispers": "r5c1-r5c5",
        },
    ),
)


def sums() -> Iterator[int]:
    """Sudokus with sums of cells."""
    from unriddle.base import Limits
    from unriddle.puzzles.sudoku.puzzle import SudokuPuzzle

    for n, rules in SUMS:
        result = SudokuPuzzle.parse("." * n * n, **rules).solve(limits=Limits(nodes=3000), limit=None)
        yield from (result.count, result.stats.nodes, result.stats.guesses)
        yield sum(map(ord, SudokuPuzzle.generate(n, seed=1, **rules).text()))


PARTS: dict[str, Callable[[], Iterable[int]]] = {
    "sudoku": sudoku,
    "sudoku9": sudoku9,
    "grades": grades,
    "variants": variants,
    "sums": sums,
}
"""Name of a part -> function that yields the counts of its searches."""

THREADED = ("sudoku9",)
"""Parts that take a number of threads."""

KERNELS = {
    "assign.sudoku": "sudoku",
    "assign.sudoku9": "sudoku9",
    "assign.sudoku_steps": "grades",
    "assign.sudoku_grading": "grades",
    "assign.sudoku_propagate": "variants",
    "assign.sudoku_sums": "sums",
}
"""Kernel -> a part that runs it."""
