"""Sudokus side by side: each as if it were made alone, with one solution, no clue too many, as wished."""

import numpy as np
import pytest

from reference.assign import sudoku9 as twin
from unriddle import PuzzleError, Sudoku, SudokuPuzzle
from unriddle.puzzles.framework.generator import derived
from unriddle.puzzles.sudoku.canonical import turned_forms
from unriddle.puzzles.sudoku.factory import SudokuFactory
from unriddle.puzzles.sudoku.generate import orbits

SEEDS = [derived(0, number) for number in range(1, 41)]


def cells_of(text):
    return [0 if cell == "." else int(cell) for cell in text]


def counts(grids):
    """Return how many solutions grids have, by the plain search of the twin."""
    return [len(twin.search(grid, 2)[0]) for grid in grids]


def test_a_puzzle_does_not_depend_on_what_stands_beside():
    factory = SudokuFactory("puzzles", {})
    together = factory.many(SEEDS)
    assert together[7:9] == factory.many(SEEDS[7:9]) and together[3] == factory.many([SEEDS[3]])[0]


def test_one_solution_and_no_clue_too_many():
    for made in SudokuFactory("puzzles", {}).many(SEEDS[:6]):
        cells = cells_of(made.text)
        assert counts([cells]) == [1] and Sudoku.parse(made.text).check(made.solution)
        less = [[*cells[:k], 0, *cells[k + 1 :]] for k in range(81) if cells[k]]
        many = Sudoku.solve_many(np.array(less, dtype=np.uint8).reshape(-1, 9, 9))
        assert (many.counts == 2).all() and len(less) == made.measures[0]
        result = Sudoku.parse(made.text).solve()
        assert (result.stats.nodes, result.stats.guesses) == (made.nodes, made.measures[1])


@pytest.mark.parametrize("symmetry", ["rotation", "quarter", "diagonal"])
def test_clues_that_stand_together(symmetry):
    for made in SudokuFactory("puzzles", {"symmetry": symmetry}).many(SEEDS[:5]):
        cells = cells_of(made.text)
        for orbit in orbits(9, symmetry):
            assert len({bool(cells[cell]) for cell in orbit}) == 1
        assert counts([cells]) == [1]


def test_a_number_of_clues():
    made = SudokuFactory("puzzles", {"clues": "30"}).many(SEEDS[:5])
    assert [one.measures[0] for one in made] == [30] * 5
    strict = SudokuFactory("puzzles", {"clues": "25", "minimal": True}).many(SEEDS)
    there = [one for one in strict if one is not None]
    assert there and {one.measures[0] for one in there} == {25}
    cells = cells_of(there[0].text)
    less = [[*cells[:k], 0, *cells[k + 1 :]] for k in range(81) if cells[k]]
    assert (Sudoku.solve_many(np.array(less, dtype=np.uint8).reshape(-1, 9, 9)).counts == 2).all()


@pytest.mark.parametrize("options", [{"size": 4}, {"size": 6, "box": "2x3"}, {"size": 12, "box": "3x4"}])
def test_other_sizes(options):
    many = Sudoku.generate_many(3, seed=1, **options)
    n = options["size"]
    for k, puzzle in enumerate(many):
        assert puzzle.n == n and puzzle.solve().status.value == "UNIQUE"
        assert puzzle.check(many.columns()["solution"][k])
    assert set(many.columns()["size"]) == {f"{n}x{n}"}


def test_a_wished_difficulty():
    many = Sudoku.generate_many(4, seed=1, difficulty="easy")
    assert many.columns()["grade"] == ["easy"] * 4
    assert [puzzle.difficulty().value for puzzle in many] == ["easy"] * 4


@pytest.mark.parametrize(
    "options, said",
    [
        ({"size": 1}, "--size 1, expected a whole number from 2 to 36"),
        ({"size": 6}, "6 is not a square"),
        ({"clues": 99}, "clues=99, expected at most 81"),
        ({"clues": "x"}, "--clues 'x'"),
        ({"symmetry": "spiral"}, "symmetry='spiral'"),
        ({"size": 6, "box": "2x3", "symmetry": "quarter"}, "expected square boxes"),
    ],
)
def test_wrong_options(options, said):
    with pytest.raises(PuzzleError, match=said):
        SudokuFactory("puzzles", options)


def test_what_cannot_be_proven_within_the_limit_is_left_out():
    made = SudokuFactory("puzzles", {"max-nodes": 1}).many(SEEDS[:9])
    assert all(one is None or one.nodes == 1 for one in made)


def test_a_run_that_is_stopped():
    factory = SudokuFactory("puzzles", {})
    factory.stop = lambda: True
    with pytest.raises(KeyboardInterrupt):
        factory.many(SEEDS * 400)


VARIED = [
    {"variants": "diagonal", "size": 4},
    {"variants": "windoku", "size": 9, "clues": 30},
    {"regions": "random", "size": 5},
    {"size": 4, "variants": "latin", "relations": "r1c1<r1c2"},
]


@pytest.mark.parametrize("options", VARIED, ids=str)
def test_variants_are_made_alike_in_any_pieces(options):
    factory = SudokuFactory("puzzles", options)
    seeds = list(range(40, 46))
    together = factory.many(seeds)
    assert [factory.many([seed])[0] for seed in seeds] == together
    made = [one for one in together if one is not None]
    assert len(made) > 2
    for one in made:
        puzzle = SudokuPuzzle.parse(one.text, **one.rules)
        result = puzzle.solve()
        assert result.status.value == one.status.value == "UNIQUE"
        assert result.solution.text() == one.solution


def test_forms_of_regions_of_their_own_stand_turns():
    """A puzzle, turned with its regions and relabelled, has the same form; another has another."""
    puzzle = SudokuPuzzle.generate(5, seed=2, regions="random")
    solved = puzzle.solve().solution.array()
    regions = np.array(puzzle.layout.regions).reshape(5, 5)

    def form(solved, given, regions):
        return min(turned_forms(solved, given, regions.ravel().tolist()))

    given = puzzle.array() > 0
    for k in range(8):
        turn = [np.rot90(table.T if k & 4 else table, k & 3) for table in (solved % 5 + 1, given, regions)]
        assert form(*turn) == form(solved, given, regions)
    less = given.copy()
    less[tuple(np.argwhere(given)[0])] = False
    assert form(solved, less, regions) != form(solved, given, regions)


def test_box_and_random_regions_are_refused():
    with pytest.raises(PuzzleError, match="box and regions"):
        SudokuFactory("puzzles", {"regions": "random", "box": "3x3"})
