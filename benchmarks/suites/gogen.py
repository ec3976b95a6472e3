"""Gogen: letters on a board so that each word can be traced, with proof that there is only one way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from reference.assign import gogen as plain
from unriddle.puzzles.gogen.puzzle import Gogen, solve_many
from unriddle.search import find_path

from ..case import Case, each, visited

__all__ = ["batch", "cases", "letters_of", "puzzles"]

WORDS = ("ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM")


@cache
def puzzles(count: int, side: int = 5) -> list[Gogen]:
    """Return generated puzzles: the first `count` of a fixed sequence."""
    return [Gogen.generate(side, seed=seed) for seed in range(count)]


@cache
def _nearly_solved(count: int) -> list[Gogen]:
    """Return puzzles with few letters missing: what plain Python can do."""
    made = []
    for puzzle in puzzles(count):
        solution = puzzle.solve().solution
        assert solution is not None
        rows = [row[:4] + "." if k % 2 else row for k, row in enumerate(solution)]
        made.append(Gogen(rows, puzzle.words))
    return made


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    count = 2 if quick else 10
    made = [batch("gogen 5x5", puzzles, count), _one_by_one(count)]
    if not quick:
        made.append(_textbook("gogen 5x5", puzzles, 1))
        made += [_general("gogen 5x5", puzzles, 1, method) for method in ("dfs", "bfs")]
    group = "gogen 5x5, two letters missing"
    made += [batch(group, _nearly_solved, 2), _twin(group, 2), _textbook(group, _nearly_solved, 2)]
    made += [_general(group, _nearly_solved, 2, method) for method in ("dfs", "bfs")]
    return [*made, _counted()]


def _common(group: str, count: int) -> dict[str, Any]:
    return {"suite": "gogen", "group": group, "item": "puzzle", "items": count, "params": {"puzzles": count}}


def batch(group: str, make: Callable[[int], list[Gogen]], count: int, **more: Any) -> Case:
    """Return the case that solves puzzles in one call; several solutions are answered by their number."""

    def prepare() -> Callable[[], Any]:
        made = make(count)

        def work() -> Any:
            return solve_many(made, threads=1), made

        return work

    def answer(found: Any) -> list[str | int]:
        many, made = found
        return [
            letters_of(puzzle, codes) if count == 1 else count
            for puzzle, codes, count in zip(made, many.solutions.tolist(), many.counts.tolist(), strict=True)
        ]

    return Case(
        name="kernel, batch",
        role="kernel",
        prepare=prepare,
        answer=answer,
        nodes=lambda found: int(found[0].nodes.sum()),
        **_common(group, count) | more,
    )


def letters_of(puzzle: Gogen, codes: Sequence[int]) -> str:
    """Return the letters of a solution's cells; the letter that no word has stands on the cell left over."""
    left = [letter for k, letter in enumerate(puzzle.alphabet) if k not in codes]
    return "".join(puzzle.alphabet[code] if code >= 0 else left.pop() for code in codes)


def _one_by_one(count: int) -> Case:
    return Case(
        name="kernel, one puzzle a call",
        role="kernel",
        prepare=each(lambda: puzzles(count)),
        answer=lambda results: ["".join(result.solution) for result in results if result.count == 1],
        nodes=visited,
        **_common("gogen 5x5", count),
    )


def _general(group: str, make: Callable[[int], list[Gogen]], count: int, method: str) -> Case:
    """Return a search over configurations, without the proof that there is no other solution."""
    return Case(
        name=f"plain Python, {method}",
        role="general",
        prepare=each(lambda: make(count), lambda puzzle: find_path(puzzle, method)),
        answer=lambda results: ["".join(result.path[-1].grid) for result in results],
        nodes=visited,
        **_common(group, count),
    )


def _counted() -> Case:
    """Return all ways to put a dozen words on an empty board."""

    def prepare() -> Callable[[], Any]:
        puzzle = Gogen(["....."] * 5, WORDS)
        return lambda: puzzle.solve(limit=None)

    return Case(
        name="kernel",
        role="kernel",
        prepare=prepare,
        answer=lambda result: [result.count],
        nodes=visited,
        **_common("gogen counting", 1),
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
                    found.append(letters_of(puzzle, placements[0]))
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
