"""Gogen: letters on a board so that each word can be traced, with proof that there is only one way."""

import json
from functools import cache

import pytest

from benchmarks import sat
from benchmarks.shared import data, pick, visited
from reference.assign import gogen as plain
from unriddle.puzzles.gogen.puzzle import Gogen, solve_many
from unriddle.search import find_path

WORDS = ("ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM")
WHOLE, NEARLY = "Solve 5×5 Gogens", "Solve 5×5 Gogens with two letters missing"


@cache
def puzzles(count):
    """Return generated puzzles: the first `count` of a fixed sequence."""
    return [Gogen.generate(5, seed=seed) for seed in range(count)]


@cache
def nearly_solved():
    """Return puzzles with few letters missing: what plain Python can do."""
    made = []
    for puzzle in puzzles(2):
        rows = [row[:4] + "." if k % 2 else row for k, row in enumerate(puzzle.solve().solution)]
        made.append(Gogen(rows, puzzle.words))
    return made


def of(group, full):
    """Return the puzzles of a group, as many of the generated as are asked for."""
    return nearly_solved() if group == NEARLY else puzzles(full)


def letters_of(puzzle, codes):
    """Return the letters of a solution's cells; the letter that no word has stands on the cell left over."""
    left = [letter for k, letter in enumerate(puzzle.alphabet) if k not in codes]
    return "".join(puzzle.alphabet[code] if code >= 0 else left.pop() for code in codes)


def measure_batch(measure, made, group, **info):
    def answers(many):
        several = zip(made, many.solutions.tolist(), many.counts.tolist(), strict=True)
        return [letters_of(puzzle, codes) if count == 1 else count for puzzle, codes, count in several]

    nodes = {"nodes": lambda many: int(many.nodes.sum())}
    work = lambda: solve_many(made, threads=1)  # noqa: E731
    measure(work, answers, unit="puzzle", group=group, way="kernel, batch", **nodes, **info)


@pytest.mark.parametrize("group", [WHOLE, NEARLY])
def test_solve_5x5_by_batch(measure, group):
    measure_batch(measure, of(group, pick(10, 2)), group)


@pytest.mark.benchmark(group=WHOLE)
def test_solve_5x5_by_one_puzzle_a_call(measure):
    made = puzzles(pick(10, 2))
    measure(
        lambda: [puzzle.solve() for puzzle in made],
        lambda results: [
            "".join(result.solution) if result.count == 1 else result.count for result in results
        ],
        unit="puzzle",
        nodes=visited,
    )


PLAIN = pick([WHOLE, NEARLY], [NEARLY])
"""Groups that plain Python solves, the first of them in seconds."""


@pytest.mark.parametrize("group", PLAIN)
@pytest.mark.parametrize("method", ["dfs", "bfs"])
def test_solve_5x5_by_configurations(measure, group, method):
    """A search over configurations, without the proof that there is no other solution."""
    made = of(group, 1)
    measure(
        lambda: [find_path(puzzle, method) for puzzle in made],
        lambda results: ["".join(result.path[-1].grid) for result in results],
        unit="puzzle",
        kind="general",
        group=group,
        way=f"find_path, {method}, no proof",
        nodes=visited,
    )


@pytest.mark.parametrize("group", PLAIN)
def test_solve_5x5_by_filling_and_tracing(measure, group):
    """Fill the first empty cell and trace all words again, to the first solution."""
    made = of(group, 1)
    measure(
        lambda: [plain.textbook(puzzle.grid, puzzle.words, puzzle.alphabet) for puzzle in made],
        lambda found: ["".join(rows) for rows, _ in found],
        unit="puzzle",
        kind="textbook",
        group=group,
        nodes=lambda found: sum(nodes for _, nodes in found),
    )


@pytest.mark.benchmark(group=NEARLY)
def test_solve_5x5_by_definition(measure):
    made = nearly_solved()
    arrays = [tuple(array.tolist() for array in puzzle.arrays()) for puzzle in made]

    def answers(found):
        several = zip(made, found, strict=True)
        return [letters_of(puzzle, ways[0]) if len(ways) == 1 else len(ways) for puzzle, ways in several]

    measure(
        lambda: [list(plain.placements(5, 5, givens, links)) for givens, links in arrays],
        answers,
        unit="puzzle",
        kind="definition",
    )


@pytest.mark.benchmark(group="Count all ways to put a dozen words on an empty Gogen")
def test_count_by_kernel(measure):
    puzzle = Gogen(["....."] * 5, WORDS)
    measure(lambda: puzzle.solve(limit=None), lambda result: [result.count], unit="puzzle", nodes=visited)


def test_newspapers_by_batch(measure):
    """Boards with a letter given twice are left out."""
    found = []
    for board in json.loads(data("gogen.json").read_text()):
        given = [letter for row in board["grid"] for letter in row if letter != "."]
        found += [board] if len(set(given)) == len(given) else []
    expect = [
        "".join(board["solution"]) if board["n_solutions"] == 1 else min(board["n_solutions"], 2)
        for board in found
    ]
    made = [Gogen(board["grid"], board["words"]) for board in found]
    measure_batch(measure, made, "Solve Gogens of newspapers", expect=expect)


def read(puzzle, values):
    """Return the letters of the cells from the cell of each letter."""
    codes = [-1] * len(values)
    for code, cell in enumerate(values):
        codes[cell] = code
    return letters_of(puzzle, codes)


@sat.peers
def test_solve_5x5_by_clauses(measure, peer):
    sat.measure_peer(measure, peer, puzzles(1), read, group=WHOLE)
