"""Words into slots: fill-ins small and large, crosswords filled, word squares counted, nothing that fits."""

from __future__ import annotations

import itertools
import random
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from benchmarks.words import english
from reference.assign.placement import fillings
from reference.walk.word_squares import spelled
from unriddle.puzzles.placement.filling import best_fill, fill
from unriddle.puzzles.placement.layouts import layout
from unriddle.puzzles.placement.puzzle import WordPlacement
from unriddle.puzzles.placement.rules import find_slots
from unriddle.puzzles.placement.squares import word_squares

from ..case import Case, visited

__all__ = ["cases", "puzzle_of"]

SMALL = (
    "ANSWER,DESK,DONE,GLUE,LEARN,STUDY,TAPE,TEACH,TEST,WORK;001111100/000010000/000011111/000010010/"
    "010010010/011111010/010000000/111101000/000101000/000101000/001111000"
)
CROSSWORD = """\
....#.....#....
....#.....#....
....#.....#....
.......#.......
...#.....#.....
###...#....#...
.....#...#.....
....#.....#....
.....#...#.....
...#....#...###
.....#.....#...
.......#.......
....#.....#....
....#.....#....
....#.....#....
"""
GRIDS = {9: 24, 15: 70, 21: 140, 27: 246}
"""Side -> slots of the grids that are made."""


def _grid(side: int, n_slots: int, seed: int) -> list[str]:
    """Return a symmetric grid without slots of one or two cells, with about `n_slots` slots."""
    rng = random.Random(seed)
    for step in itertools.count():
        if step % 5000 == 0:
            cells = [["1"] * side for _ in range(side)]
        row, col = rng.randrange(side), rng.randrange(side)
        if cells[row][col] == "0":
            continue
        other = side - 1 - row, side - 1 - col
        cells[row][col] = cells[other[0]][other[1]] = "0"
        rows = ["".join(line) for line in cells]
        lines = rows + ["".join(line) for line in zip(*rows, strict=True)]
        if any(0 < len(part) < 3 for line in lines for part in line.split("0")):
            cells[row][col] = cells[other[0]][other[1]] = "1"
        elif len(find_slots(rows)) >= n_slots:
            return rows
    raise AssertionError


@cache
def puzzle_of(side: int) -> WordPlacement:
    """Return the puzzle of a side, made by filling a grid with words; 0 is the small one."""
    if side == 0:
        return WordPlacement.parse(SMALL)
    grid = _grid(side, GRIDS[side], 2)
    result = fill(grid, english(), seed=2)
    assert result.solution is not None
    return WordPlacement(sorted(placed.word for placed in result.solution.placed), grid)


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    made = []
    for side in (0, 9) if quick else (0, 9, 15, 21, 27):
        made.append(_kernel(side))
        if side < 10:
            made.append(_textbook(side))
        if side == 0:
            made.append(_twin())
    made += [_by_counting(9 if quick else 27), _by_search(9 if quick else 27)]
    made += [_crossword(60 if quick else 80, seed) for seed in range(1 if quick else 3)]
    made.append(_criss_cross(10 if quick else 50))
    made += [_best(rows) for rows in ((3,) if quick else (3, 4))]
    for n, words in ((3, 100),) if quick else ((3, 100), (4, 1000)):
        made += [_squares(n, words), _squares_by_rows(n, words)]
        if n == 3:
            made.append(_squares_of_the_twin(n, words))
    return made if quick else [*made, _squares(5, None)]


def _common(side: int) -> dict[str, Any]:
    return {
        "suite": "placement",
        "group": f"placement {side}x{side}, {GRIDS[side]} slots" if side else "placement 11x9, 10 slots",
        "item": "puzzle",
        "params": {"side": side or 11, "slots": GRIDS.get(side, 10)},
        "series": "placement: by slots",
        "x": GRIDS.get(side, 10),
        "x_name": "slots",
    }


def _best(rows: int) -> Case:
    """Return the best-scored filling of some rows of four letters, with the proof; scores are made up."""

    def prepare() -> Callable[[], Any]:
        words = [word for word in english() if len(word) in (rows, 4)][::8]
        scores = {word: zlib.crc32(word.encode()) % 100 for word in words}
        return lambda: best_fill(["1111"] * rows, scores, seed=1)

    return Case(
        suite="placement",
        group=f"best filling {rows}x4",
        name="kernel",
        role="kernel",
        item="grid",
        prepare=prepare,
        answer=lambda result: [result.total],
        nodes=visited,
        check=lambda result: "" if result.optimal else "not proven to be the best",
        params={"rows": rows, "cols": 4},
    )


def _kernel(side: int) -> Case:
    """Return all that a call costs: reading, compiling, solving; all solutions counted, to a million."""

    def prepare() -> Callable[[], Any]:
        puzzle = puzzle_of(side)
        return lambda: WordPlacement(puzzle.words, puzzle.board).solve(limit=1_000_000)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda result: [result.count],
        nodes=visited,
        facts=lambda result: {"guesses": result.stats.guesses},
        **_common(side),
    )


def _by_fewest_words(slots: Sequence[Sequence[tuple[int, int]]], words: Sequence[str]) -> tuple[int, int]:
    """Return the fillings of slots with words, each used once, and the nodes.

    Backtracking into the slot that the fewest unused words fit.
    """
    cells: dict[tuple[int, int], str] = {}
    unused, empty, nodes = sorted(words), list(slots), 0

    def fitting(slot: Sequence[tuple[int, int]]) -> list[str]:
        return [
            word
            for word in dict.fromkeys(unused)
            if len(word) == len(slot)
            and all(cells.get(cell, letter) == letter for cell, letter in zip(slot, word, strict=True))
        ]

    def count() -> int:
        nonlocal nodes
        nodes += 1
        if not empty:
            return 1
        options = [(fitting(slot), slot) for slot in empty]
        chosen, slot = min(options, key=lambda option: len(option[0]))
        empty.remove(slot)
        total = 0
        for word in chosen:
            unused.remove(word)
            new = [cell for cell in slot if cell not in cells]
            cells.update(zip(slot, word, strict=True))
            total += count()
            for cell in new:
                del cells[cell]
            unused.append(word)
        empty.append(slot)
        return total

    return count(), nodes


def _textbook(side: int) -> Case:
    def prepare() -> Callable[[], tuple[int, int]]:
        puzzle = puzzle_of(side)
        slots = [slot.cells() for slot in puzzle.slots]
        return lambda: _by_fewest_words(slots, puzzle.words)

    return Case(
        name="slot with the fewest words first",
        role="textbook",
        prepare=prepare,
        answer=lambda found: [found[0]],
        nodes=lambda found: found[1],
        **_common(side),
    )


def _twin() -> Case:
    def prepare() -> Callable[[], list[Any]]:
        puzzle = puzzle_of(0)
        width = puzzle.shape[1]
        slots = [[row * width + col for row, col in slot.cells()] for slot in puzzle.slots]
        words = [tuple(ord(letter) - ord("A") for letter in word) for word in puzzle.words]
        ones, every = [1] * len(words), [(1 << 26) - 1] * (width * puzzle.shape[0])
        return lambda: list(fillings(slots, words, ones, ones, every))

    return Case(name="twin", role="twin", prepare=prepare, answer=lambda found: [len(found)], **_common(0))


def _criss_cross(count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        words = random.Random(1).sample([word for word in english() if len(word) < 10], count)
        return lambda: layout(words, seed=0)

    return Case(
        suite="placement",
        group=f"placement criss-cross of {count} words",
        name="kernel",
        role="kernel",
        item="layout",
        prepare=prepare,
        answer=lambda made: [made.puzzle.check(made.solution)],
        facts=lambda made: {"left_out": len(made.left_out)},
        params={"words": count},
    )


def _unsolvable(kind: str, prepare: Callable[[], Callable[[], Any]]) -> Case:
    return Case(
        suite="placement",
        group=f"placement without a solution, by {kind}",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda result: [result.solution],
        nodes=visited,
        expect=[None],
    )


def _by_counting(side: int) -> Case:
    """Return a puzzle of which one word is a letter too long: counting tells."""

    def prepare() -> Callable[[], Any]:
        large = puzzle_of(side)
        words = [*large.words[1:], large.words[0] + "S"]
        return lambda: WordPlacement(words, large.board).solve()

    return _unsolvable("counting", prepare)


def _by_search(side: int) -> Case:
    """Return a puzzle with letters that nothing crosses: propagation tells.

    Words may be left over, so that the letters need not pair up.
    """

    def prepare() -> Callable[[], Any]:
        large = puzzle_of(side)
        words = [*large.words[1:], "Q" + large.words[0][1:-1] + "Q", large.words[0][:-1] + "Q"]
        return lambda: WordPlacement(words, large.board, exact=False).solve()

    return _unsolvable("search", prepare)


def _crossword(level: int, seed: int) -> Case:
    def prepare() -> Callable[[], Any]:
        words = english(level)
        return lambda: fill(CROSSWORD, words, seed=seed)

    return Case(
        suite="placement",
        group=f"placement crossword 15x15 filled, seed {seed}",
        name="kernel",
        role="kernel",
        item="grid",
        prepare=prepare,
        answer=lambda result: [result.solution is not None],
        nodes=visited,
        params={"level": level, "seed": seed},
        expect=[True],
    )


@cache
def _words_of(n: int, count: int | None) -> list[str]:
    """Return words of n letters, all of them or some from all over the list."""
    words = [word for word in english() if len(word) == n]
    return words if count is None else sorted(random.Random(1).sample(words, count))


def _of_squares(n: int, count: int | None) -> dict[str, Any]:
    some = "all words" if count is None else f"{count} words"
    return {
        "suite": "placement",
        "group": f"placement word squares of {n}, {some}",
        "item": "list",
        "params": {"n": n, "words": len(_words_of(n, count))},
    }


def _squares(n: int, words: int | None) -> Case:
    """Return the count of all squares of some words, the list compiled anew."""
    return Case(
        name="kernel",
        role="kernel",
        prepare=lambda: lambda: word_squares(n, _words_of(n, words)).count(),
        answer=lambda count: [int(count)],
        nodes=visited,
        **_of_squares(n, words),
    )


def _count_by_rows(words: Sequence[str]) -> int:
    """Return how many squares there are: a row at a time, which begins as the columns say."""
    n = len(words[0])
    starting: dict[str, list[str]] = {}
    for word in words:
        for end in range(n + 1):
            starting.setdefault(word[:end], []).append(word)

    def count(rows: list[str]) -> int:
        columns = ["".join(column) for column in zip(*rows, strict=True)] if rows else [""] * n
        if not all(column in starting for column in columns):
            return 0
        if len(rows) == n:
            return len(set(rows)) == n
        return sum(count([*rows, word]) for word in starting[columns[len(rows)]])

    return count([])


def _squares_by_rows(n: int, words: int) -> Case:
    return Case(
        name="row by row, prefixes in a dictionary",
        role="textbook",
        prepare=lambda: lambda: _count_by_rows(_words_of(n, words)),
        answer=lambda count: [count],
        **_of_squares(n, words),
    )


def _squares_of_the_twin(n: int, words: int) -> Case:
    def prepare() -> Callable[[], int]:
        slots = [[min(i, j) * n + max(i, j) for j in range(n)] for i in range(n)]
        codes = [tuple(map(ord, word)) for word in _words_of(n, words)]
        return lambda: sum(1 for _ in spelled(codes, slots))

    return Case(
        name="twin", role="twin", prepare=prepare, answer=lambda count: [count], **_of_squares(n, words)
    )
