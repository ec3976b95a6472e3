"""Searches of the signature that fill in: digits, letters, numbers, words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .numbers import digest_number, numbers, syllables

__all__ = ["clauses", "gogen", "number_paths", "numbrix", "placement", "sudoku", "sudoku9"]

SUDOKUS = (
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "." * 80 + "1",
)
"""A first one of many collections, two hard ones by A. Inkala, and one with very many solutions."""


def sudoku() -> Iterator[int]:
    """Sudokus one by one, of several sizes."""
    from ...base import Limits
    from ...puzzles.sudoku import SudokuPuzzle

    for text in (*SUDOKUS[:3], "1.....2..3.....4", "." * 256):
        result = SudokuPuzzle.parse(text).solve(limits=Limits(nodes=5000))
        yield from (result.stats.nodes, result.stats.guesses, sum(map(ord, str(result.solution or ""))))
    yield SudokuPuzzle.parse("." * 16).count()


def sudoku9() -> Iterator[int]:
    """Sudokus side by side."""
    from ...puzzles.sudoku_batch import solve_many

    for limit in (1, 2, 50):
        batch = solve_many([text.replace("0", ".") for text in SUDOKUS] * 5, limit)
        yield from (digest_number(batch.counts), digest_number(batch.guesses), batch.nodes)
        yield digest_number(batch.solutions[:3])


def gogen() -> Iterator[int]:
    """Letters that words bind."""
    from ...puzzles.gogen import Gogen, solve_many

    made = [Gogen.generate(seed, rows=4, cols=4) for seed in range(3)]
    bare = Gogen(["...", "...", "..."], ["ABCF", "DEHG", "FIH"], alphabet="ABCDEFGHI")
    for puzzle in (*made, bare):
        result = puzzle.solve(limit=200)
        yield from (result.count, result.stats.nodes, result.stats.guesses, *map(ord, str(result.grid)))
    many = solve_many(made, threads=1)
    yield from (digest_number(many.solutions), digest_number(many.counts), digest_number(many.nodes))


def numbrix() -> Iterator[int]:
    """Paths of numbers."""
    from ...puzzles.numbrix import Hidato, Numbrix

    boards = [Numbrix.generate(seed, rows=6, cols=5) for seed in range(3)]
    boards += [Hidato.generate(seed, rows=5, cols=5) for seed in range(3)]
    for board in (*boards, Numbrix([[0] * 4] * 4), Hidato([[0] * 3] * 3)):
        result = board.solve(limit=1000)
        yield from (result.count, result.stats.nodes, result.stats.guesses)
        yield digest_number(np.array(result.solution or [], dtype=np.int64))


def number_paths() -> Iterator[int]:
    """The two ways that sparse boards of numbers are finished: bending walks, and clauses."""
    from ...core import topology
    from ...core.path_clauses import clauses_of
    from ...core.path_repair import PathRepair

    table = topology.neighbours(6, 6, topology.ROOK, False)
    domain = np.full((36, 1), (1 << 36) - 1, dtype=np.uint64)
    domain[0], domain[35] = 1, 1 << 35 | 1 << 5
    yield from map(digest_number, clauses_of(table, domain, []))
    repair = PathRepair(table, domain)
    for _ in range(5):
        repair.run(2000)
        yield from (repair.faults, repair.moves, digest_number(repair.numbers))
        repair.shake(3)


def clauses() -> Iterator[int]:
    """Pigeons and holes, and random clauses, with learning from conflicts."""
    from ...core.learning import ClauseSearch

    def flat(lists: list[list[int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
        return np.array([item for items in lists for item in items], dtype=np.int32), starts

    for birds, holes in ((6, 5), (4, 4)):
        literals = [[2 * (b * holes + h) for h in range(holes)] for b in range(birds)]
        groups = [[b * holes + h for b in range(birds)] for h in range(holes)]
        search = ClauseSearch(birds * holes, *flat(literals), *flat(groups), limit=100)
        search.run(1 << 40)
        yield from (search.count, search.nodes, search.conflicts)
    picks = list(numbers(3 * 100, 60))
    triples = [sorted(set(picks[k : k + 3])) for k in range(0, 300, 3)]
    search = ClauseSearch(30, *flat(triples), *flat([]), limit=20)
    search.run(1 << 20)
    yield from (search.count, search.nodes, search.conflicts)


def placement() -> Iterator[int]:
    """Words in slots."""
    from ...puzzles.word_placement import WordPlacement

    words = sorted({word.upper() for word in syllables() if len(word) in (4, 5)})
    for board in (("11111", "10101", "11111"), ("1111", "1011", "1111"), ("11111", "01010", "11111")):
        puzzle = WordPlacement(words[:60], board, exact=False)
        yield puzzle.count(200)
        result = puzzle.solve()
        yield from (result.stats.nodes, result.stats.guesses, sum(map(ord, str(result.solution))))
