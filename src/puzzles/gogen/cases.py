"""Gogen: letters on a board so that each word can be traced, with proof that there is only one way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ...core.assign.reference import gogen as plain
from ..common.cases import Case
from .many import solve_many
from .puzzle import Gogen

__all__ = ["cases"]


@cache
def _puzzles(count: int, side: int = 5) -> list[Gogen]:
    return [Gogen.generate(side, seed=seed) for seed in range(count)]


@cache
def _nearly_solved(count: int) -> list[Gogen]:
    """Return puzzles with few letters missing: what plain Python can do."""
    made = []
    for puzzle in _puzzles(count):
        solution = puzzle.solve().solution
        assert solution is not None
        rows = [row[:4] + "." if k % 2 else row for k, row in enumerate(solution)]
        made.append(Gogen(rows, puzzle.words))
    return made


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    count = 2 if quick else 10
    made = [_batch("gogen 5x5", _puzzles, count), _one_by_one(count), _textbook("gogen 5x5", _puzzles, 1)]
    group = "gogen 5x5, two letters missing"
    made += [_batch(group, _nearly_solved, 2), _twin(group, 2), _textbook(group, _nearly_solved, 2)]
    return made


def _common(group: str, count: int) -> dict[str, Any]:
    return {"suite": "gogen", "group": group, "item": "puzzle", "items": count, "params": {"puzzles": count}}


def _batch(group: str, make: Callable[[int], list[Gogen]], count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzles = make(count)

        def work() -> Any:
            many = solve_many(puzzles, threads=1)
            return many, puzzles

        return work

    return Case(
        name="kernel, batch",
        role="kernel",
        prepare=prepare,
        answer=lambda found: [
            _letters(puzzle, codes)
            for puzzle, codes, count in zip(
                found[1], found[0].solutions.tolist(), found[0].counts, strict=True
            )
            if count == 1
        ],
        nodes=lambda found: int(found[0].nodes.sum()),
        **_common(group, count),
    )


def _letters(puzzle: Gogen, codes: Sequence[int]) -> str:
    """Return the letters of a solution's cells; the letter that no word has stands on the cell left over."""
    left = [letter for k, letter in enumerate(puzzle.alphabet) if k not in codes]
    return "".join(puzzle.alphabet[code] if code >= 0 else left.pop() for code in codes)


def _one_by_one(count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzles = _puzzles(count)
        return lambda: [puzzle.solve() for puzzle in puzzles]

    return Case(
        name="kernel, one puzzle a call",
        role="kernel",
        prepare=prepare,
        answer=lambda results: ["".join(result.solution) for result in results if result.count == 1],
        nodes=lambda results: sum(result.stats.nodes for result in results),
        **_common("gogen 5x5", count),
    )


def _twin(group: str, count: int) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzles = _nearly_solved(count)
        arrays = [tuple(array.tolist() for array in puzzle.arrays()) for puzzle in puzzles]

        def work() -> list[str]:
            found = []
            for puzzle, (givens, links) in zip(puzzles, arrays, strict=True):
                placements = list(plain.placements(5, 5, givens, links))
                if len(placements) == 1:
                    found.append(_letters(puzzle, placements[0]))
            return found

        return work

    return Case(name="twin", role="twin", prepare=prepare, answer=list, **_common(group, count))


def _textbook(group: str, make: Callable[[int], list[Gogen]], count: int) -> Case:
    """Return what finds the first solution: fill the first empty cell, trace all words anew."""

    def prepare() -> Callable[[], Any]:
        puzzles = make(count)
        return lambda: [plain.textbook(puzzle.grid, puzzle.words, puzzle.alphabet) for puzzle in puzzles]

    return Case(
        name="fill and trace",
        role="textbook",
        prepare=prepare,
        answer=lambda found: ["".join(rows) for rows, _ in found],
        nodes=lambda found: sum(nodes for _, nodes in found),
        **_common(group, count),
    )
