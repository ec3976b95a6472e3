"""Words into slots: fill-ins small and large, crosswords filled, word squares counted, nothing that fits."""

import itertools
import random
import zlib
from functools import cache

import pytest

from benchmarks.shared import english, pick, visited
from reference.assign.placement import fillings
from reference.walk.word_squares import spelled
from unriddle.puzzles.placement.filling import best_fill, fill
from unriddle.puzzles.placement.layouts import layout
from unriddle.puzzles.placement.puzzle import WordPlacement
from unriddle.puzzles.placement.rules import find_slots
from unriddle.puzzles.placement.squares import word_squares

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
SLOTS = {0: 10, 9: 24, 15: 70, 21: 140, 27: 246}
"""Side -> slots of the grids that are made; 0 is the small puzzle."""


def grid_of(side, n_slots, seed):
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
def puzzle_of(side):
    """Return the puzzle of a side, made by filling a grid with words."""
    if side == 0:
        return WordPlacement.parse(SMALL)
    grid = grid_of(side, SLOTS[side], 2)
    placed = fill(grid, english(), seed=2).solution.placed
    return WordPlacement(sorted(one.word for one in placed), grid)


def of(side):
    shape = f"{side}×{side}" if side else "11×9"
    return {"unit": "puzzle", "group": f"Solve a {shape} fill-in of {SLOTS[side]} words"}


@pytest.mark.parametrize("side", pick((0, 9, 15, 21, 27), (0, 9)))
def test_fill_in_by_kernel(measure, side):
    """All that a call costs: reading, compiling, solving; all solutions counted, to a million."""
    puzzle = puzzle_of(side)
    measure(
        lambda: WordPlacement(puzzle.words, puzzle.board).solve(limit=1_000_000),
        lambda result: [result.count],
        nodes=visited,
        guesses=lambda result: result.stats.guesses,
        curve="fill-ins by their words",
        x=SLOTS[side],
        x_name="words",
        **of(side),
    )


def by_fewest_words(slots, words):
    """Return the fillings of slots with words, each used once, and the nodes.

    Backtracking into the slot that the fewest unused words fit.
    """
    cells, unused, empty, nodes = {}, sorted(words), list(slots), 0

    def fitting(slot):
        return [
            word
            for word in dict.fromkeys(unused)
            if len(word) == len(slot)
            and all(cells.get(cell, letter) == letter for cell, letter in zip(slot, word, strict=True))
        ]

    def count():
        nonlocal nodes
        nodes += 1
        if not empty:
            return 1
        chosen, slot = min(((fitting(slot), slot) for slot in empty), key=lambda option: len(option[0]))
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


@pytest.mark.parametrize("side", (0, 9))
def test_fill_in_by_slot_with_the_fewest_words(measure, side):
    puzzle = puzzle_of(side)
    slots = [slot.cells() for slot in puzzle.slots]
    measure(
        lambda: by_fewest_words(slots, puzzle.words),
        lambda found: [found[0]],
        kind="textbook",
        nodes=lambda found: found[1],
        **of(side),
    )


def test_fill_in_by_definition(measure):
    puzzle = puzzle_of(0)
    width = puzzle.shape[1]
    slots = [[row * width + col for row, col in slot.cells()] for slot in puzzle.slots]
    words = [tuple(ord(letter) - ord("A") for letter in word) for word in puzzle.words]
    ones, every = [1] * len(words), [(1 << 26) - 1] * (width * puzzle.shape[0])
    measure(
        lambda: list(fillings(slots, words, ones, ones, every)),
        lambda found: [len(found)],
        kind="definition",
        **of(0),
    )


def first_of(side):
    return of(side) | {"group": of(side)["group"].replace("Solve", "Find one solution of")}


FIRST = pytest.mark.parametrize("side", pick((0, 27), (0, 9)))


@FIRST
def test_first_solution_by_kernel(measure, side):
    """The puzzle compiled before, and no proof: as for CP-SAT."""
    compiled = puzzle_of(side).compiled()

    def work():
        search = compiled.search()
        search.most_solutions = 1
        search.run(1 << 60)
        return search

    measure(work, lambda search: [search.solutions == 1], nodes=lambda search: search.nodes, **first_of(side))


@FIRST
def test_first_solution_by_cp_sat(measure, side):
    """One worker; a Boolean for each word in each slot; the model is made before."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    puzzle, model = puzzle_of(side), cp_model.CpModel()
    of_word, with_letter = {}, {}
    for s, slot in enumerate(puzzle.slots):
        fitting = [w for w, word in enumerate(puzzle.words) if len(word) == slot.length]
        variables = {w: model.new_bool_var("") for w in fitting}
        model.add_exactly_one(variables.values())
        for w, variable in variables.items():
            of_word.setdefault(w, []).append(variable)
            for cell, letter in zip(slot.cells(), puzzle.words[w], strict=True):
                letters = with_letter.setdefault(cell, {}).setdefault(s, {})
                letters.setdefault(letter, []).append(variable)
    for word_variables in of_word.values():
        model.add_exactly_one(word_variables)
    for crossing in with_letter.values():
        if len(crossing) == 2:
            across, down = crossing.values()
            for letter in {*across, *down}:
                model.add(sum(across.get(letter, [])) == sum(down.get(letter, [])))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    measure(
        lambda: solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE),
        lambda found: [found],
        kind="other",
        way="CP-SAT",
        **first_of(side),
    )


@pytest.mark.parametrize("rows", pick((3, 4), (3,)))
def test_best_filling_by_kernel(measure, rows):
    """The best-scored filling of some rows of four letters, with the proof; scores are made up."""
    words = [word for word in english() if len(word) in (rows, 4)][::8]
    scores = {word: zlib.crc32(word.encode()) % 100 for word in words}

    def answers(result):
        assert result.optimal
        return [result.total]

    group = f"Find the best filling of a {rows}×4 grid"
    measure(lambda: best_fill(["1111"] * rows, scores, seed=1), answers, group=group, nodes=visited)


def test_criss_cross_by_kernel(measure):
    count = pick(50, 10)
    words = random.Random(1).sample([word for word in english() if len(word) < 10], count)
    measure(
        lambda: layout(words, seed=0),
        lambda made: [made.puzzle.check(made.solution)],
        unit="layout",
        group=f"Lay out a criss-cross of {count} words",
        left_out=lambda made: len(made.left_out),
    )


@pytest.mark.parametrize("reason", ["counting", "search"])
def test_unsolvable_by_kernel(measure, reason):
    """A word a letter too long, which counting finds; or letters that nothing crosses."""
    large = puzzle_of(pick(27, 9))
    first, *others = large.words
    more = [first + "S"] if reason == "counting" else ["Q" + first[1:-1] + "Q", first[:-1] + "Q"]
    measure(
        lambda: WordPlacement([*others, *more], large.board, exact=reason == "counting").solve(),
        lambda result: [result.solution],
        unit="puzzle",
        expect=[None],
        group=f"Prove that a large fill-in has no solution, by {reason}",
        nodes=visited,
    )


@pytest.mark.parametrize("seed", range(pick(3, 1)))
def test_crossword_by_kernel(measure, seed):
    words = english(pick(80, 60))
    measure(
        lambda: fill(CROSSWORD, words, seed=seed),
        lambda result: [result.solution is not None],
        unit="grid",
        expect=[True],
        group=f"Fill a 15×15 crossword, seed {seed}",
        nodes=visited,
    )


@cache
def words_of(n, count):
    """Return words of n letters, all of them or some from all over the list."""
    words = [word for word in english() if len(word) == n]
    return words if count is None else sorted(random.Random(1).sample(words, count))


def squares(n, count):
    return {"unit": "list", "group": f"Count the {n}×{n} word squares of {count or 'all'} words"}


SQUARES = pick(((3, 100), (4, 1000)), ((3, 100),))


@pytest.mark.parametrize(("n", "words"), [*SQUARES, *pick([(5, None)], [])])
def test_squares_by_kernel(measure, n, words):
    """The list is compiled each time."""
    listed = words_of(n, words)
    measure(
        lambda: word_squares(n, listed).count(),
        lambda count: [int(count)],
        nodes=visited,
        **squares(n, words),
    )


def count_by_rows(words):
    """Return how many squares there are: a row at a time, which begins as the columns say."""
    n, starting = len(words[0]), {}
    for word in words:
        for end in range(n + 1):
            starting.setdefault(word[:end], []).append(word)

    def count(rows):
        columns = ["".join(column) for column in zip(*rows, strict=True)] if rows else [""] * n
        if not all(column in starting for column in columns):
            return 0
        if len(rows) == n:
            return len(set(rows)) == n
        return sum(count([*rows, word]) for word in starting[columns[len(rows)]])

    return count([])


@pytest.mark.parametrize(("n", "words"), SQUARES)
def test_squares_by_rows_and_prefixes(measure, n, words):
    listed = words_of(n, words)
    measure(lambda: count_by_rows(listed), lambda count: [count], kind="textbook", **squares(n, words))


def test_squares_by_definition(measure):
    slots = [[min(i, j) * 3 + max(i, j) for j in range(3)] for i in range(3)]
    codes = [tuple(map(ord, word)) for word in words_of(3, 100)]
    measure(
        lambda: sum(1 for _ in spelled(codes, slots)),
        lambda count: [count],
        kind="definition",
        **squares(3, 100),
    )
