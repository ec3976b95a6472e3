"""Sudokus, proven to have one solution: generated, from lists of hard ones, of other sizes."""

from functools import cache
from itertools import islice
from math import isqrt

import numpy as np
import pytest

from benchmarks import sat
from benchmarks.shared import answers_of, pick, rows, threads, visited
from reference.assign import sudoku as plain
from reference.assign import sudoku9 as plain9
from unriddle.core.assign import sudoku, sudoku9
from unriddle.core.assign.sudoku_propagate import boxed
from unriddle.puzzles.sudoku import solve_many
from unriddle.puzzles.sudoku.puzzle import SudokuPuzzle
from unriddle.search import find_path

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDEST = (
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",  # Golden Nugget
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",  # Easter Monster
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",  # AI Escargot
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",  # Platinum Blonde
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",  # Inkala 2012
    "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",  # Fata Morgana
)
"""Grids that rating programs put among the hardest, by the names they go by."""
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"


@cache
def puzzles(order, count):
    """Return generated puzzles as rows of numbers: the first `count` of a fixed sequence."""
    effort = 30 if order > 9 else None
    return np.stack(
        [SudokuPuzzle.generate(order, seed=seed, effort=effort).array().ravel() for seed in range(count)]
    )


@cache
def generated(count):
    return tuple("".join(map(str, row)) for row in puzzles(9, count).tolist())


@cache
def listed(name):
    """Return the 9×9 puzzles of a list, and their answers where they are known."""
    if name == "generated":
        return generated(pick(200, 20)), []
    if name == "hardest":
        return HARDEST * pick(100, 1), []
    if name == "11_and_above":
        return tuple(line.split()[0] for line in rows("sudoku_hardest.txt")[: pick(None, 20)]), []
    fields = [line.split(":") for line in rows(f"sudoku_{name}.txt")]
    if name == "top1465":  # the textbook's puzzle first: with fewer clues it takes minutes
        enough = (k for k, field in enumerate(fields) if sum(symbol != "." for symbol in field[0]) > 22)
        fields.insert(0, fields.pop(next(enough)))
    fields = fields[: pick(None, 20)]
    return tuple(field[0] for field in fields), [
        digits_of(solution) if number == "1" else 2 for _, number, solution in fields
    ]


LISTS = {
    "generated": "generated Sudokus",
    "hardest": "six of the hardest Sudokus",
    "11_and_above": "Sudokus rated 11 and above",
    "17_clue": "Sudokus of 17 clues",
    "top1465": "the hard Sudokus top1465",
    "many_solutions": "Sudokus of several solutions",
}
every_list = pytest.mark.parametrize("name", LISTS)


def group_of(name):
    return f"Solve {LISTS[name]}"


def digits_of(text):
    return [SYMBOLS.index(symbol) + 1 for symbol in text]


def digits(found):
    """Return the answers of many puzzles: the cells of the solution, or how many there are (two at most)."""
    cells = found.solutions.reshape(len(found.counts), -1).tolist()
    return [row if count == 1 else count for row, count in zip(cells, found.counts.tolist(), strict=True)]


def only(solutions):
    """Return the only solution, or how many there are."""
    return solutions[0] if len(solutions) == 1 else len(solutions)


@cache
def cells_of(lines):
    return np.stack([SudokuPuzzle.parse(line).array().ravel() for line in lines])


def measure_batch(measure, many, way="kernel, batch", answers=digits, **info):
    settings = {"threads": 1, "nodes": lambda found: int(found.nodes)} | info
    number = settings["threads"]
    measure(lambda: solve_many(many, threads=number), answers, unit="puzzle", way=way, **settings)


@every_list
def test_solve_9x9_by_batch(measure, name):
    lines, expect = listed(name)
    guesses = lambda found: int(found.guesses.sum())  # noqa: E731
    measure_batch(measure, cells_of(lines), group=group_of(name), expect=expect, guesses=guesses)


@every_list
def test_solve_9x9_by_batch_of_strings(measure, name):
    lines, expect = listed(name)
    measure_batch(measure, list(lines), "kernel, batch of strings", group=group_of(name), expect=expect)


@every_list
def test_solve_9x9_by_one_puzzle_a_call(measure, name):
    lines, expect = listed(name)
    made = [SudokuPuzzle.parse(line) for line in lines[: pick(1000, 20)]]
    measure(
        lambda: [puzzle.solve() for puzzle in made],
        answers_of,
        unit="puzzle",
        expect=expect,
        group=group_of(name),
        nodes=visited,
    )


@every_list
@pytest.mark.parametrize("width", sorted({sudoku9.lanes(n) for n in (1, 4, 8, 16)}))
def test_solve_9x9_by_lanes(measure, name, width):
    """The kernel alone: arrays in and out, puzzles side by side in the lanes of one thread."""
    lines, expect = listed(name)
    cells = cells_of(lines)

    def work():
        search = sudoku9.Lanes(cells, 2, lanes=width)
        search.run(1 << 62)
        return search

    measure(
        work,
        digits,
        unit="puzzle",
        expect=expect,
        group=group_of(name),
        way=f"kernel alone, {width} {'lane' if width == 1 else 'lanes'}",
        nodes=lambda search: search.nodes,
        guesses=lambda search: int(search.guesses.sum()),
    )


@every_list
def test_solve_9x9_by_kernel_for_any_size(measure, name):
    lines, expect = listed(name)
    cells = cells_of(lines)[:100]

    def work():
        found = []
        for puzzle in cells:
            search = sudoku.Search(puzzle, boxed(3, 3))
            search.run(1 << 40)
            found.append((search.count, search.take(), search.nodes))
        return found

    measure(
        work,
        lambda found: [solved[0].ravel().tolist() if count == 1 else count for count, solved, _ in found],
        unit="puzzle",
        expect=expect,
        group=group_of(name),
        nodes=lambda found: sum(nodes for _, _, nodes in found),
    )


@every_list
def test_solve_9x9_by_definition(measure, name):
    lines, expect = listed(name)
    cells = cells_of(lines)[: pick(10 if name == "generated" else 20, 2)].tolist()
    measure(
        lambda: [plain9.search(puzzle, 2) for puzzle in cells],
        lambda found: [only(solutions) for solutions, _, _ in found],
        unit="puzzle",
        expect=expect,
        kind="definition",
        group=group_of(name),
        nodes=lambda found: sum(nodes for _, _, nodes in found),
    )


@pytest.mark.parametrize(("name", "count"), [("generated", 2), ("top1465", 1)])
def test_solve_9x9_by_backtracking(measure, name, count):
    """The cell with the fewest candidates first, to a second solution; on other lists it takes minutes."""
    lines, expect = listed(name)
    cells = cells_of(lines)[:count].tolist()
    measure(
        lambda: [list(islice(plain.solutions(puzzle, plain.boxed(3, 3)), 2)) for puzzle in cells],
        lambda found: list(map(only, found)),
        unit="puzzle",
        expect=expect,
        kind="textbook",
        group=group_of(name),
    )


@every_list
def test_solve_9x9_by_dlxsudoku(measure, name):
    """Singles, then dancing links, to a second solution."""
    peer = pytest.importorskip("dlxsudoku")
    several = peer.exceptions.SudokuHasMultipleSolutionsError
    lines, expect = listed(name)
    texts = [line.replace(".", "0") for line in lines[: pick(20, 2) if name == "generated" else pick(6, 1)]]

    def solved(text):
        board = peer.Sudoku(text)
        try:
            board.solve()
        except several:
            return None
        return board

    measure(
        lambda: [solved(text) for text in texts],
        lambda made: [2 if one is None else [int(digit) for digit in one.to_oneliner()] for one in made],
        unit="puzzle",
        expect=expect,
        kind="other",
        group=group_of(name),
    )


@every_list
def test_solve_9x9_by_py_sudoku(measure, name):
    """Backtracking; twice on the lists of hard puzzles, where it shall also prove."""
    peer = pytest.importorskip("sudoku")
    lines, expect = listed(name)
    prove = name != "generated"
    grids = [
        [[int(digit) or None for digit in line.replace(".", "0")[k : k + 9]] for k in range(0, 81, 9)]
        for line in lines[: pick(6, 1) if prove else 2]
    ]

    def solved(grid):
        board = peer.Sudoku(3, 3, board=grid)
        return None if prove and board.has_multiple_solutions() else board.solve().board

    measure(
        lambda: [solved(grid) for grid in grids],
        lambda found: [2 if made is None else [int(v) for row in made for v in row] for made in found],
        unit="puzzle",
        expect=expect,
        kind="other",
        way="py-sudoku",
        group=group_of(name),
        proof=prove,
    )


def read(puzzle, values):
    return [value + 1 for value in values]


@sat.peers
@pytest.mark.parametrize("name", [name for name in LISTS if name != "generated"])
def test_solve_9x9_by_clauses(measure, name, peer):
    lines, expect = listed(name)
    made = [SudokuPuzzle.parse(line) for line in lines[: pick(6, 1)]]
    sat.measure_peer(measure, peer, made, read, group=group_of(name), expect=expect)


def large(size, count=None):
    pairs = [line.split() for line in rows(f"sudoku_{size}.txt")[: pick(None, 2)]][:count]
    return [line for line, _ in pairs], {
        "group": f"Solve {size.replace('x', '×')} Sudokus",
        "expect": [digits_of(solution) for _, solution in pairs],
    }


@pytest.mark.parametrize("size", ["16x16", "25x25"])
def test_solve_large_by_batch(measure, size):
    lines, info = large(size)
    measure_batch(measure, cells_of(tuple(lines)), guesses=lambda found: int(found.guesses.sum()), **info)


@pytest.mark.parametrize(
    ("size", "peer"), [("16x16", "ortools"), ("16x16", "python-sat"), ("25x25", "python-sat")]
)
def test_solve_large_by_clauses(measure, size, peer):  # CP-SAT takes over a minute on 25×25
    lines, info = large(size, pick(None, 1))
    sat.measure_peer(measure, peer, [SudokuPuzzle.parse(line) for line in lines], read, **info)


@pytest.mark.parametrize("order", pick((4, 9, 16, 25), (4, 9)))
def test_order_by_batch(measure, order):
    count = pick({4: 50, 9: 50, 16: 10, 25: 2}[order], 5)
    curve = {"curve": "generated Sudokus by their side", "x": order, "x_name": "side"}
    group = f"Solve generated {order}×{order} Sudokus"
    guesses = lambda found: int(found.guesses.sum())  # noqa: E731
    measure_batch(measure, puzzles(order, count), group=group, guesses=guesses, **curve)


def test_order_4_by_backtracking(measure):
    cells, box = puzzles(4, 5).tolist(), plain.boxed(isqrt(4), isqrt(4))
    measure(
        lambda: [list(plain.solutions(puzzle, box)) for puzzle in cells],
        lambda found: list(map(only, found)),
        unit="puzzle",
        kind="textbook",
        group="Solve generated 4×4 Sudokus",
    )


@threads
def test_threads_by_batch(measure, threads):
    measure_batch(
        measure,
        np.tile(puzzles(9, pick(200, 20)), (pick(100, 2), 1)),
        f"kernel, {threads} threads",
        lambda found: found.counts.tolist(),
        threads=threads,
        group="Solve generated Sudokus by threads",
        curve="Sudokus",
        x=threads,
        x_name="threads",
    )


class Patient(SudokuPuzzle):
    """A Sudoku whose configurations are never given up early."""

    def fail_fast(self):
        return False


@pytest.mark.benchmark(group="Solve an easy Sudoku, what fail_fast saves")
@pytest.mark.parametrize("way", ["kernel", "dfs", "bfs", "dfs without fail_fast", "bfs without fail_fast"])
def test_fail_fast(measure, way):
    puzzle = (Patient if "without" in way else SudokuPuzzle).parse(EASY)
    if way == "kernel":
        work, answers = puzzle.solve, lambda result: [result.solution.array().tolist()]
    else:
        work, answers = (
            lambda: find_path(puzzle, way.split()[0]),
            lambda result: [result.path[-1].array().tolist()],
        )
    kind = "ours" if way == "kernel" else "general"
    measure(work, answers, unit="puzzle", kind=kind, way=way, nodes=visited)


@pytest.mark.benchmark(group="Count all 4×4 Sudoku grids")
@pytest.mark.parametrize("way", ["kernel", "definition"])
def test_all_grids(measure, way):
    empty, box = SudokuPuzzle.from_array([[0] * 4] * 4), plain.boxed(2, 2)
    work, kind = {
        "kernel": (lambda: int(empty.count()), "ours"),
        "definition": (lambda: plain.count([0] * 16, box, 1000), "definition"),
    }[way]
    measure(work, lambda count: [count], unit="order", expect=[288], kind=kind, way=way)


@pytest.mark.benchmark(group="Generate minimal Sudokus, one call per puzzle")
@pytest.mark.parametrize("symmetry", ["none", "rotation"])
def test_generate_by_kernel(measure, symmetry):
    count = pick(200, 3)
    measure(
        lambda: [SudokuPuzzle.generate(seed=seed, symmetry=symmetry) for seed in range(count)],
        lambda made: [puzzle.solve().count for puzzle in made],
        unit="puzzle",
        expect=[1] * count,
        way=f"kernel, symmetry {symmetry}",
        clues=lambda made: sum(puzzle.clues for puzzle in made) // len(made),
    )
