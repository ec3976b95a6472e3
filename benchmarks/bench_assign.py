"""Sudoku, Gogen, Numbrix and Hidato: every puzzle solved and proven unique, or its second solution found.

One group for each kind of puzzle: the compiled kernel, its plain-Python twin, the way it is usually taught,
the solvers of `unriddle.search`, and other packages (their answers are compared with ours first).
Slow ones answer fewer puzzles: `items` says how many. The known puzzles are used where UNRIDDLE_DATA names
their folder; all others are made here.
"""

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from unriddle import Gogen, Hidato, Numbrix, SudokuPuzzle
from unriddle.core.assign import gogen, sudoku, sudoku9
from unriddle.core.assign.numbrix import PathSearch
from unriddle.core.assign.reference import gogen as gogen_twin
from unriddle.core.assign.reference import numbrix as numbrix_twin
from unriddle.core.assign.reference import sudoku as sudoku_twin
from unriddle.core.assign.reference import sudoku9 as sudoku9_twin
from unriddle.puzzles.gogen import many as gogen_many
from unriddle.puzzles.sudoku import solve_many
from unriddle.search import find_path

from . import assign_peers as peers

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
ONCE = {"rounds": 1, "iterations": 1}
LISTS = ("17_clue", "top1465", "many_solutions", "hardest")
WIDTHS = sorted({sudoku9.lanes(most) for most in (1, 4, 8, 16)})
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
ORIGINAL = Gogen.parse(
    "MGDWLYSJB",
    ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"],
)
PATHS = {"numbrix": Numbrix, "hidato": Hidato}


def known(file: str) -> str | None:
    """Return the text of a file of known answers, None where the folder is not named."""
    folder = Path(os.environ.get("UNRIDDLE_DATA", ""))
    if folder == Path():
        return None
    return ((folder / "data" if (folder / "data").is_dir() else folder) / file).read_text()


def needed(file: str) -> str:
    text = known(file)
    if text is None:
        pytest.skip("UNRIDDLE_DATA does not name the folder of known answers")
    return text


@cache
def lines(name: str) -> list[str]:
    """Return the Sudokus of a list, few of them in a quick run."""
    if name == "hardest":
        return list(HARDEST) * (1 if QUICK else 100)
    text = known(f"sudoku_{name}.txt")
    if text is not None:
        found = [line.replace(":", " ").split()[0] for line in text.splitlines() if line[0] != "#"]
        return found[: 20 if QUICK else 100_000]
    size = {"16x16": 16, "25x25": 25}.get(name, 9)
    made = [
        SudokuPuzzle.generate(size, seed=seed, effort=30)
        for seed in range(3 if size > 9 else 20 if QUICK else 500)
    ]
    return [puzzle.format(style="line") for puzzle in made]


@cache
def cells(name: str) -> np.ndarray:
    return np.stack([SudokuPuzzle.parse(line).array().ravel() for line in lines(name)])


@cache
def made(name: str, side: int, copies: int) -> list[Numbrix]:
    return [PATHS[name].generate(side, seed=seed) for seed in range(copies)]


def boards(name: str, source: str) -> list[Numbrix]:
    if source == "made":
        return made(name, 5 if QUICK else 9, 2 if QUICK else 20)
    return [PATHS[name](board["grid"]) for board in json.loads(needed(f"{name}.json"))]


@cache
def newspapers() -> list[Gogen]:
    """Return the well-formed Gogens of the known answers."""
    found = json.loads(needed("gogen.json"))
    return [
        Gogen(board["grid"], board["words"])
        for board in found
        if len(set("".join(board["grid"]))) == sum(ch != "." for row in board["grid"] for ch in row) + 1
    ]


def time_peer(benchmark, note, peer: str, puzzles: list) -> None:
    """Compare a peer's answers with ours, then time it."""
    answer, module = peers.PEERS[peer]
    pytest.importorskip(module, reason=f"{peer} is not installed: pip install 'unriddle[peers]'")
    right = [peers.expected(puzzle) for puzzle in puzzles]
    assert all(map(peers.same, map(answer, puzzles), right))
    benchmark.pedantic(lambda: [answer(puzzle) for puzzle in puzzles], rounds=1)
    note(role="peer", peer=peers.name_of(peer), items=len(puzzles))


# Sudoku


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", LISTS)
def bench_sudoku_kernel(benchmark, note, name: str, width: int) -> None:
    """Arrays in and out, so many puzzles side by side in one thread."""
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = cells(name)

    def run() -> sudoku9.Lanes:
        search = sudoku9.Lanes(puzzles, 2, lanes=width)
        search.run(1 << 62)
        return search

    search = benchmark(run)
    assert (search.counts > 0).all()
    note(role="kernel", items=len(puzzles), nodes=search.nodes, guesses=int(search.guesses.sum()))


@pytest.mark.parametrize("name", LISTS)
def bench_sudoku_strings(benchmark, note, name: str) -> None:
    benchmark.group = f"sudoku 9x9 {name}"
    batch = benchmark(solve_many, lines(name), threads=1)
    assert (batch.counts > 0).all()
    note(role="kernel", items=len(batch), nodes=batch.nodes)


@pytest.mark.parametrize("name", LISTS)
def bench_sudoku_any_size_kernel(benchmark, note, name: str) -> None:
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = cells(name)[:100]

    def run() -> int:
        nodes = 0
        for puzzle in puzzles:
            search = sudoku.Search(puzzle, 3, 3)
            search.run(1 << 40)
            nodes += search.nodes
        return nodes

    note(role="kernel", nodes=benchmark(run), items=len(puzzles))


@pytest.mark.parametrize("name", LISTS)
def bench_sudoku_twin(benchmark, note, name: str) -> None:
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = cells(name)[: 2 if QUICK else 20].tolist()
    found = benchmark.pedantic(lambda: [sudoku9_twin.search(puzzle, 2) for puzzle in puzzles], **ONCE)
    note(role="twin", items=len(puzzles), nodes=sum(nodes for _, _, nodes in found))


@pytest.mark.parametrize("name", ["top1465"])
def bench_sudoku_textbook(benchmark, note, name: str) -> None:
    """Backtracking on the cell with the fewest candidates; with fewer clues it takes minutes."""
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = [puzzle for puzzle in cells(name).tolist() if sum(map(bool, puzzle)) > 22][:1]
    counts = benchmark.pedantic(lambda: [sudoku_twin.count(puzzle, 3, 3, 2) for puzzle in puzzles], **ONCE)
    assert counts == [1] * len(puzzles)
    note(role="textbook", items=len(puzzles))


@pytest.mark.parametrize("peer", peers.PEERS)
@pytest.mark.parametrize("name", LISTS)
def bench_sudoku_peer(benchmark, note, name: str, peer: str) -> None:
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = [SudokuPuzzle.parse(line) for line in lines(name)[: 1 if QUICK else 6]]
    time_peer(benchmark, note, peer, puzzles)


@pytest.mark.parametrize("name", ["16x16", "25x25"])
def bench_large_sudoku_kernel(benchmark, note, name: str) -> None:
    benchmark.group = f"sudoku {name}"
    puzzles = cells(name)[: 2 if QUICK else None]
    batch = benchmark.pedantic(
        solve_many, (puzzles,), {"threads": 1}, rounds=1 if QUICK else 2 if name == "25x25" else 5
    )
    assert (batch.counts == 1).all()
    note(role="kernel", items=len(puzzles), nodes=batch.nodes, guesses=int(batch.guesses.sum()))


@pytest.mark.parametrize("peer", ["python-sat", "ortools"])
@pytest.mark.parametrize("name", ["16x16", "25x25"])
def bench_large_sudoku_peer(benchmark, note, name: str, peer: str) -> None:
    benchmark.group = f"sudoku {name}"
    if (name, peer) == ("25x25", "ortools"):
        pytest.skip("over a minute on the minimal ones")
    puzzles = [SudokuPuzzle.parse(line) for line in lines(name)[: 1 if QUICK else None]]
    time_peer(benchmark, note, peer, puzzles)


class WithoutFailFast(SudokuPuzzle):
    """A Sudoku whose configurations are never given up early."""

    def fail_fast(self) -> bool:
        return False


@pytest.mark.benchmark(group="sudoku fail_fast")
@pytest.mark.parametrize("method", ["dfs", "bfs"])
@pytest.mark.parametrize("kind", [SudokuPuzzle, WithoutFailFast], ids=["with_fail_fast", "without"])
def bench_fail_fast(benchmark, note, kind: type[SudokuPuzzle], method: str) -> None:
    """What `fail_fast` saves the general solvers (depth_first_solve, breadth_first_solve) is in the nodes."""
    puzzle = kind.parse(EASY)
    found = benchmark.pedantic(find_path, (puzzle, method), rounds=1 if QUICK else 3)
    note(role="general", nodes=found.stats.nodes, answer=found.path[-1].rows)


@pytest.mark.benchmark(group="sudoku fail_fast")
def bench_fail_fast_compiled(benchmark, note) -> None:
    found = benchmark(SudokuPuzzle.parse(EASY).solve)
    note(role="kernel", nodes=found.stats.nodes, answer=found.rows)


@pytest.mark.benchmark(group="sudoku, all grids of 4x4")
def bench_all_grids_kernel(benchmark, note) -> None:
    found = benchmark(SudokuPuzzle.from_array([[0] * 4] * 4).count)
    note(role="kernel", item="grid", items=288, answer=int(found))


@pytest.mark.benchmark(group="sudoku, all grids of 4x4")
def bench_all_grids_twin(benchmark, note) -> None:
    found = benchmark.pedantic(sudoku_twin.count, ([0] * 16, 2, 2, 1000), rounds=1)
    note(role="twin", item="grid", items=288, answer=found)


@pytest.mark.benchmark(group="sudoku generate")
@pytest.mark.parametrize("symmetry", ["none", "rotation"])
def bench_generate(benchmark, note, symmetry: str) -> None:
    count = 3 if QUICK else 200
    made = benchmark.pedantic(
        lambda: [SudokuPuzzle.generate(seed=seed, symmetry=symmetry) for seed in range(count)],
        rounds=1 if QUICK else 3,
    )
    note(role="kernel", items=count, clues=sum(puzzle.clues for puzzle in made) // count)


# Gogen


@pytest.mark.parametrize("which", ["original", "newspapers"])
@pytest.mark.benchmark(group="gogen")
def bench_gogen_kernel(benchmark, note, which: str) -> None:
    """One call for many puzzles."""
    puzzles = [ORIGINAL] if which == "original" else newspapers()
    pairs = [puzzle.arrays() for puzzle in puzzles] * (2 if QUICK else 100)
    givens, links = (np.stack([pair[k] for pair in pairs]) for k in (0, 1))
    n = len(pairs)
    solutions, counts, nodes = np.empty((n, 25), np.int8), np.empty(n, np.int64), np.empty(n, np.int64)
    benchmark(gogen.solve_batch, 5, 5, givens, links, solutions, counts, nodes)
    assert counts.min() >= 0
    assert counts.max() <= 2
    note(role="kernel", items=n, nodes=nodes.sum())


@pytest.mark.benchmark(group="gogen")
def bench_gogen_solve_many(benchmark, note) -> None:
    puzzles = [ORIGINAL] * (2 if QUICK else 100)
    many = benchmark(gogen_many.solve_many, puzzles, threads=1)
    note(role="kernel", items=len(puzzles), nodes=many.nodes.sum())


@pytest.mark.benchmark(group="gogen")
def bench_gogen_solve(benchmark, note) -> None:
    """One puzzle with its result object."""
    result = benchmark(ORIGINAL.solve)
    note(role="kernel", nodes=result.stats.nodes, answer=result.solution)


@pytest.mark.benchmark(group="gogen, 22 letters given")
@pytest.mark.parametrize("role", ["kernel", "twin"])
def bench_gogen_twin(benchmark, note, role: str) -> None:
    """The definition: linked letters side by side, letter by letter; with fewer letters given it is slow."""
    solution = ORIGINAL.solve().solution
    puzzle = Gogen([row[:4] + "." if k % 2 else row for k, row in enumerate(solution)], ORIGINAL.words)
    givens, links = (array.tolist() for array in puzzle.arrays())
    if role == "kernel":
        found = int(benchmark(puzzle.count))
    else:
        found = benchmark.pedantic(gogen_twin.count, (5, 5, givens, links), rounds=1)
    note(role=role, answer=found)


@pytest.mark.benchmark(group="gogen")
def bench_gogen_textbook(benchmark, note) -> None:
    """Fill the first empty cell, trace all words anew, turn back where one has no way."""
    grid = ORIGINAL.solve().solution if QUICK else ORIGINAL.grid
    rows, nodes = benchmark.pedantic(gogen_twin.textbook, (grid, ORIGINAL.words, ORIGINAL.alphabet), **ONCE)
    note(role="textbook", nodes=nodes, answer=rows)


@pytest.mark.parametrize("method", ["dfs", "bfs"])
@pytest.mark.benchmark(group="gogen")
def bench_gogen_general(benchmark, note, method: str) -> None:
    puzzle = Gogen(ORIGINAL.solve().solution, ORIGINAL.words) if QUICK else ORIGINAL
    found = benchmark.pedantic(find_path, (puzzle, method), rounds=1)
    note(role="general", nodes=found.stats.nodes, answer=found.path[-1].grid)


@pytest.mark.parametrize("peer", peers.GENERAL)
@pytest.mark.benchmark(group="gogen")
def bench_gogen_peer(benchmark, note, peer: str) -> None:
    time_peer(benchmark, note, peer, [ORIGINAL])


@pytest.mark.benchmark(group="gogen counting")
def bench_gogen_count(benchmark, note) -> None:
    """All solutions of the original's words on an empty board."""
    words = ORIGINAL.words
    puzzle = Gogen(["....."] * 5, [*words, "GDEVYPOBF", "MNKHXLQS"] if QUICK else words)
    result = benchmark.pedantic(puzzle.solve, kwargs={"limit": None}, rounds=1 if QUICK else 5)
    note(role="kernel", nodes=result.stats.nodes, answer=result.count)


# Numbrix and Hidato


@pytest.mark.parametrize("source", ["made", "known"])
@pytest.mark.parametrize("name", PATHS)
def bench_path_kernel(benchmark, note, name: str, source: str) -> None:
    """All boards one after the other."""
    benchmark.group = name
    pairs = [puzzle.arrays() for puzzle in boards(name, source)]

    def run() -> int:
        nodes = 0
        for table, clues in pairs:
            search = PathSearch(table, clues, 2)
            while search.run(1 << 20):
                pass
            nodes += search.nodes
        return nodes

    note(role="kernel", item="board", nodes=benchmark(run), items=len(pairs))


@pytest.mark.parametrize("source", ["made", "known"])
@pytest.mark.parametrize("name", PATHS)
def bench_path_solve_many(benchmark, note, name: str, source: str) -> None:
    """The same through the API, with result objects, on one thread."""
    benchmark.group = name
    puzzles = boards(name, source)
    results = benchmark(PATHS[name].solve_many, puzzles, threads=1)
    nodes = sum(result.stats.nodes for result in results)
    note(role="kernel", item="board", items=len(puzzles), nodes=nodes)


def _small(name: str) -> list[Numbrix]:
    return made(name, 4 if QUICK else 5, 2)


@pytest.mark.parametrize("name", PATHS)
def bench_path_small_kernel(benchmark, note, name: str) -> None:
    benchmark.group = f"{name} 5x5, solutions counted"
    counts = benchmark(lambda: [int(puzzle.count()) for puzzle in _small(name)])
    note(role="kernel", item="board", items=len(counts), answer=counts)


@pytest.mark.parametrize("name", PATHS)
def bench_path_twin(benchmark, note, name: str) -> None:
    """The twin is the way it is usually taught: the next number on each free neighbour."""
    benchmark.group = f"{name} 5x5, solutions counted"
    pairs = []
    for puzzle in _small(name):
        table, clues = puzzle.arrays()
        n = len(clues)
        pairs.append(([[other for other in row if other < n] for row in table.tolist()], clues.tolist()))
    counts = benchmark.pedantic(lambda: [numbrix_twin.count(*pair) for pair in pairs], rounds=1)
    note(role="twin", item="board", items=len(counts), answer=counts)


@pytest.mark.parametrize("method", ["dfs", "bfs"])
@pytest.mark.parametrize("name", PATHS)
def bench_path_general(benchmark, note, name: str, method: str) -> None:
    """Without the proof that there is no other solution."""
    benchmark.group = f"{name} 5x5, solutions counted"
    found = benchmark.pedantic(lambda: [find_path(puzzle, method) for puzzle in _small(name)], rounds=1)
    assert all(result.path[-1].is_solved() for result in found)
    nodes = sum(result.stats.nodes for result in found)
    note(role="general", item="board", items=len(found), nodes=nodes)


@pytest.mark.parametrize("peer", peers.GENERAL)
@pytest.mark.parametrize("name", PATHS)
def bench_path_peer(benchmark, note, name: str, peer: str) -> None:
    """A Boolean for each number and cell."""
    benchmark.group = name
    time_peer(benchmark, note, peer, boards(name, "made")[: 1 if QUICK else 4])


def sparse(cls: type[Numbrix], side: int, gap: int) -> Numbrix:
    """Return a board with every gap-th number of a random path."""
    full = cls.generate(side, seed=1, clues=side * side)
    return cls([[v if v % gap == 1 else 0 for v in row] for row in full.grid])


@pytest.mark.parametrize(
    ("name", "side", "gap", "limit"),
    [
        ("hidato", 10, 10, 2),
        ("numbrix", 15, 10, 2),
        ("hidato", 15, 10, 2),
        ("numbrix", 30, 10, 2),
        ("hidato", 30, 10, 1),
    ],
)
def bench_path_sparse(benchmark, note, name: str, side: int, gap: int, limit: int) -> None:
    """So many solutions of a board with every tenth number."""
    benchmark.group = f"sparse {name} {side}x{side}"
    puzzle = sparse(PATHS[name], 6 if QUICK else side, gap)
    solve: Callable = puzzle.solve
    result = benchmark.pedantic(solve, kwargs={"limit": limit}, rounds=1 if QUICK else 3)
    assert puzzle.check(result.solution)
    note(role="kernel", item="board", nodes=result.stats.nodes, learnt=result.learnt)


@pytest.mark.benchmark(group="sparse hidato 10x10")
def bench_path_sparse_peer(benchmark, note) -> None:
    """CP-SAT on a smaller board: on 15x15 it takes minutes."""
    time_peer(benchmark, note, "ortools", [sparse(Hidato, 6 if QUICK else 10, 10)])
