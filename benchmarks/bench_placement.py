"""Word placement: the engine beside its twin, textbook backtracking and CP-SAT (with ortools installed)."""

import itertools
import os
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from unriddle.core.reference.placement import fillings
from unriddle.lexicon import Lexicon
from unriddle.puzzles.word_placement import WordPlacement, fill, generate
from unriddle.puzzles.word_placement.rules import find_slots

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
Benchmark = Callable[..., Any]

SMALL = WordPlacement.parse(
    "ANSWER,DESK,DONE,GLUE,LEARN,STUDY,TAPE,TEACH,TEST,WORK;001111100/000010000/000011111/000010010/"
    "010010010/011111010/010000000/111101000/000101000/000101000/001111000"
)
GRID = """\
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


def _large(side: int, n_slots: int, seed: int) -> WordPlacement:
    """Return a puzzle made by filling such a grid."""
    grid = _grid(side, n_slots, seed)
    result = fill(grid, Lexicon.load("english"), seed=seed)
    assert result.filling is not None
    words = sorted(placed.word for placed in result.filling.placed)
    return WordPlacement(words, grid)


@pytest.fixture(scope="module")
def large() -> WordPlacement:
    return _large(9, 24, 2) if QUICK else _large(27, 246, 2)


def _fresh(puzzle: WordPlacement) -> WordPlacement:
    return WordPlacement(puzzle.words, puzzle.board)


def _whole(puzzle: WordPlacement) -> int:
    """Read, compile, solve, count: all that a first call costs."""
    return _fresh(puzzle).solve(most=None).solutions


def _textbook(puzzle: WordPlacement) -> int:
    """Count by backtracking into the slot that the fewest unused words fit."""
    cells: dict[tuple[int, int], str] = {}
    unused = sorted(puzzle.words)
    slots = [slot.cells() for slot in puzzle.slots]

    def fitting(slot: Sequence[tuple[int, int]]) -> list[str]:
        return [
            word
            for word in dict.fromkeys(unused)
            if len(word) == len(slot)
            and all(cells.get(cell, letter) == letter for cell, letter in zip(slot, word, strict=True))
        ]

    def count() -> int:
        if not slots:
            return 1
        options = [(fitting(slot), slot) for slot in slots]
        words, slot = min(options, key=lambda option: len(option[0]))
        slots.remove(slot)
        total = 0
        for word in words:
            unused.remove(word)
            new = [cell for cell in slot if cell not in cells]
            cells.update(zip(slot, word, strict=True))
            total += count()
            for cell in new:
                del cells[cell]
            unused.append(word)
        slots.append(slot)
        return total

    return count()


def _cp_sat(puzzle: WordPlacement) -> Callable[[], int]:
    """Return what solves with CP-SAT, one worker: a Boolean for each word in each slot."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="ortools is not installed")
    model = cp_model.CpModel()
    of_word: dict[int, list[Any]] = {}
    with_letter: dict[tuple[int, int], dict[int, dict[str, list[Any]]]] = {}
    for s, slot in enumerate(puzzle.slots):
        fitting = [w for w, word in enumerate(puzzle.words) if len(word) == slot.length]
        variables = {w: model.new_bool_var("") for w in fitting}
        model.add_exactly_one(variables.values())
        for w, variable in variables.items():
            of_word.setdefault(w, []).append(variable)
            for cell, letter in zip(slot.cells(), puzzle.words[w], strict=True):
                with_letter.setdefault(cell, {}).setdefault(s, {}).setdefault(letter, []).append(variable)
    for word_variables in of_word.values():
        model.add_exactly_one(word_variables)
    for crossing in with_letter.values():
        if len(crossing) == 2:
            across, down = crossing.values()
            for letter in {*across, *down}:
                model.add(sum(across.get(letter, [])) == sum(down.get(letter, [])))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    # What is timed leaves out the making of the model.
    return lambda: int(solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE))


def _note(benchmark: Any, puzzle: WordPlacement) -> None:
    stats = puzzle.solve(most=None).stats
    benchmark.extra_info.update(
        slots=len(puzzle.slots), words=len(puzzle.words), nodes=stats.nodes, guesses=stats.guesses
    )


@pytest.mark.benchmark(group="placement 11x9, 10 slots")
@pytest.mark.parametrize("solver", [_whole, _textbook], ids=["engine", "textbook"])
def bench_small(benchmark: Any, solver: Callable[[WordPlacement], int]) -> None:
    _note(benchmark, SMALL)
    assert benchmark(solver, SMALL) == 1


@pytest.mark.benchmark(group="placement 11x9, 10 slots")
def bench_small_cp_sat(benchmark: Any) -> None:
    _note(benchmark, SMALL)
    assert benchmark(_cp_sat(SMALL)) == 1


@pytest.mark.benchmark(group="placement 11x9, 10 slots")
def bench_small_kernel(benchmark: Any) -> None:
    compiled = SMALL.compiled()

    def run() -> int:
        search = compiled.search()
        search.run(1 << 60)
        return search.solutions

    _note(benchmark, SMALL)
    assert benchmark(run) == 1


@pytest.mark.benchmark(group="placement 11x9, 10 slots")
def bench_small_twin(benchmark: Any) -> None:
    width = SMALL.shape[1]
    slots = [[row * width + col for row, col in slot.cells()] for slot in SMALL.slots]
    words = [tuple(ord(letter) - ord("A") for letter in word) for word in SMALL.words]
    ones = [1] * len(words)
    every = [(1 << 26) - 1] * (width * SMALL.shape[0])
    _note(benchmark, SMALL)
    found = benchmark.pedantic(lambda: list(fillings(slots, words, ones, ones, every)), rounds=1)
    assert len(found) == 1


@pytest.mark.benchmark(group="placement 27x27, 246 slots")
def bench_large_cp_sat(benchmark: Any, large: WordPlacement) -> None:
    _note(benchmark, large)
    assert benchmark(_cp_sat(large)) == 1


@pytest.mark.benchmark(group="placement 27x27, 246 slots")
@pytest.mark.parametrize("solver", [_whole, _textbook], ids=["engine", "textbook"])
def bench_large(benchmark: Any, large: WordPlacement, solver: Callable[[WordPlacement], int]) -> None:
    _note(benchmark, large)
    if solver is _whole:
        assert benchmark(solver, large) >= 1
    else:
        assert benchmark.pedantic(solver, (large,), rounds=1) >= 1


@pytest.mark.benchmark(group="placement 27x27, 246 slots")
def bench_large_kernel(benchmark: Any, large: WordPlacement) -> None:
    compiled = large.compiled()

    def run() -> int:
        search = compiled.search()
        search.run(1 << 60)
        return search.solutions

    _note(benchmark, large)
    assert benchmark(run) >= 1


@pytest.mark.benchmark(group="placement without solution")
def bench_no_solution_by_counting(benchmark: Any, large: WordPlacement) -> None:
    """One letter of one word changed length: counting tells."""
    words = [*large.words[1:], large.words[0] + "S"]
    result = benchmark(lambda: WordPlacement(words, large.board).solve())
    assert result.reason


@pytest.mark.benchmark(group="placement without solution")
def bench_no_solution_by_search(benchmark: Any, large: WordPlacement) -> None:
    """One letter changed: propagation tells. Words may be left over, so that the letters need not pair up."""
    words = [*large.words[1:], "Q" + large.words[0][1:-1] + "Q", large.words[0][:-1] + "Q"]
    result = benchmark(lambda: WordPlacement(words, large.board, exact=False).solve())
    benchmark.extra_info.update(nodes=result.stats.nodes)
    assert result.solution is None


@pytest.mark.benchmark(group="placement fill 15x15")
@pytest.mark.parametrize("seed", range(1 if QUICK else 3))
def bench_fill(benchmark: Any, seed: int) -> None:
    lexicon = Lexicon.load("english", level=60 if QUICK else 80)
    result = benchmark.pedantic(lambda: fill(GRID, lexicon, seed=seed), rounds=1)
    benchmark.extra_info.update(words=len(lexicon), nodes=result.stats.nodes)
    assert result.filling is not None


@pytest.mark.benchmark(group="placement generate")
@pytest.mark.parametrize("n_words", [10] if QUICK else [10, 100])
def bench_generate(benchmark: Any, n_words: int) -> None:
    words = random.Random(1).sample([word for word in Lexicon.load("english") if len(word) < 10], n_words)
    layout = benchmark.pedantic(lambda: generate(words), rounds=1)
    rows, cols = layout.puzzle.shape
    benchmark.extra_info.update(rows=rows, cols=cols, left_out=len(layout.left_out))
    assert layout.puzzle.check(layout.filling)
