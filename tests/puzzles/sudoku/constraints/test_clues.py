"""Clues over lists of cells against their rules written once more, over all grids that a plain Sudoku has."""

import json
import random

import pytest
from brute_force.sudoku_clues import kept, some_clue, written

from unriddle import PuzzleError, Status, SudokuPuzzle
from unriddle.cli import main
from unriddle.puzzles.sudoku.constraints.clues import KINDS, clues_of
from unriddle.puzzles.sudoku.layout import layout_of

SIZES = {4: (2, 2), 6: (2, 3)}


@pytest.fixture(scope="module")
def grids():
    """Return all 288 grids of 4 × 4, and those of some clues of 6 × 6."""
    found = {}
    for n, box in SIZES.items():
        line = "." * 16 if n == 4 else "1234564.....2.....5....." + "." * 12
        puzzle = SudokuPuzzle.parse(line, box=box)
        found[n] = line, [tuple(grid.array().ravel().tolist()) for grid in puzzle.solutions()]
    assert len(found[4][1]) == 288 and 100 < len(found[6][1]) < 100_000
    return found


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_one_kind(grids, kind, n):
    check(grids, [kind], n, 12 if n == 4 else 3)


@pytest.mark.parametrize("n", SIZES)
def test_kinds_together(grids, n):
    check(grids, list(KINDS), n, 40 if n == 4 else 8)


def check(grids, kinds, n, times):
    """Hold solutions, count, uniqueness and checker to the rules."""
    rng, (line, plain) = random.Random(n * len(kinds)), grids[n]
    for _ in range(times):
        chosen = [
            (kind, *some_clue(rng, kind, rng.choice(plain), n))
            for kind in rng.choices(kinds, k=rng.randint(1, 3))
        ]
        rules = {}
        for kind, number, cells in chosen:
            rules.setdefault(kind, []).append(written(kind, number, cells, n))
        puzzle = SudokuPuzzle.parse(line, box=SIZES[n], strict=False, **rules)
        expected = {g for g in plain if all(kept(kind, *rest, g, n) for kind, *rest in chosen)}
        found = [tuple(one.array().ravel().tolist()) for one in puzzle.solutions()]
        assert len(found) == len(set(found)) and set(found) == expected, rules
        assert int(puzzle.count()) == len(expected)
        status = {0: "NO_SOLUTION", 1: "UNIQUE"}.get(len(expected), "MULTIPLE")
        assert puzzle.solve().status.value == status
        for grid in rng.sample(plain, 20):
            assert puzzle.check(grid) is (grid in expected)
            assert (puzzle.judge(grid).status.value == "RIGHT") is (grid in expected)


# Notation

FOUR = {
    "cages": ["3 r1c1 r1c2", "r2c1 r2c2"],
    "arrows": ["r1c3 r2c3 r3c3"],
    "little_killers": ["9 r1c1 r2c2 r3c3"],
    "thermometers": ["r4c1 r4c2"],
    "whispers": ["3 r1c4 r2c4", "r3c1 r4c1"],
    "renban": ["r3c3 r4c3"],
    "palindromes": ["r1c1 r2c3 r3c4"],
    "clones": ["r1c1 r1c2 = r3c4 r3c3"],
    "sandwiches": ["5 r1", "0 c3"],
    "quadruples": ["1 2 r1c1-r2c2", "3 3 r2c2-r3c3"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_notation_is_read_and_written(kind):
    puzzle = SudokuPuzzle.parse("." * 16, **{kind: FOUR[kind]})
    assert puzzle.rules() == {kind: FOUR[kind]}
    assert SudokuPuzzle.parse(puzzle.text(), **json.loads(json.dumps(puzzle.rules()))) == puzzle
    text = f"{puzzle.text()}\n{kind}: {'; '.join(FOUR[kind])}\n"
    assert SudokuPuzzle.parse(text) == puzzle
    assert SudokuPuzzle.parse("." * 16, **{kind: ";".join(FOUR[kind])}) == puzzle
    assert KINDS[kind].one in puzzle.layout.words() and "<svg" in puzzle.to_svg()


def test_lines_and_blocks_of_cells_are_named_in_several_ways():
    for value in (
        "7 C2",
        [(7, "c2")],
        [(7, "r1c2-r4c2")],
        "7: b4,b3,b2,b1",
        [[7, [(k, 1) for k in range(4)]]],
    ):
        assert clues_of("sandwiches", value, 4) == clues_of("sandwiches", "7 c2", 4)
    for value in ("3,1 A1 A2 B1 B2", [((1, 3), "r2c2-r1c1")], [[[3, 1], ["r1c2", "r2c1"]]], "1 3: r2c1-r1c2"):
        assert clues_of("quadruples", value, 4) == clues_of("quadruples", "1 3 r1c1-r2c2", 4)
    assert clues_of("quadruples", [(2, "A1-B2")], 4) == clues_of("quadruples", "2 r1c1-r2c2", 4)


def test_cells_are_named_in_three_ways_and_lines_by_their_ends():
    for value in (["6 A1 A2 B1"], [(6, "r1c1 r2c1 r1c2")], [[6, [(0, 0), (1, 0), [0, 1]]]], "6: a1,A2,b1"):
        assert clues_of("cages", value, 4) == clues_of("cages", "6 r1c1 r2c1 r1c2", 4)
    assert clues_of("arrows", "D1-A4", 4) == clues_of("arrows", "r1c4 r2c3 r3c2 r4c1", 4)


@pytest.mark.parametrize(
    ("kind", "value", "error"),
    [
        ("cages", "3 r1c1 r9c9", "'r9c9' in cage 1, expected a cell from r1c1 to r4c4"),
        ("cages", "3 r1c1 r1c1", "r1c1 is twice in cage 1"),
        ("cages", 5, "cages: 5, expected a list such as"),
        ("cages", [(99, "A1")], "99 in cage 1, expected a number from 0 to 64"),
        ("cages", [()], "cage 1 of 0 cells, expected at least 1"),
        ("arrows", "r1c1", "arrow 1 of 1 cells, expected at least 2"),
        ("arrows", "r1c1 r1c2; 3 r1c1 r1c2", "arrow 2 with a number, expected the cells alone"),
        (
            "little_killers",
            "r1c1 r1c2",
            "little killer 1 without a number, expected a number before the cells",
        ),
        ("thermometers", "r1c1-r2c4", "expected a row, a column or a diagonal"),
        ("clones", "r1c1 r1c2", "clone 1, expected two lists of cells with = between"),
        ("clones", "r1c1 r1c2 = r2c3", "clone 1 of 2 and 1 cells, expected as many on both sides"),
        ("renban", {"r1c1": 1}, "renban"),
        ("sandwiches", "5 r5", "'r5' in sandwich 1, expected r1 to r4 or c1 to c4"),
        ("sandwiches", "5 r1c1-r2c2", "sandwich 1 of 2 cells, expected a row or a column such as r1"),
        ("sandwiches", 5, "sandwiches: 5, expected a list such as [(5, 'r1')]"),
        ("sandwiches", "r1", "sandwich 1 without a number, expected a number before the cells"),
        (
            "quadruples",
            "12 r1c1-r2c2",
            "[12] in quadruple 1, expected 1 to 4 numbers from 1 to 4, with spaces",
        ),
        ("quadruples", "1 1 1 1 1 r1c1-r2c2", "in quadruple 1, expected 1 to 4 numbers"),
        ("quadruples", [([1, None], "r1c1-r2c2")], "[1, None] in quadruple 1, expected 1 to 4 numbers"),
        ("quadruples", "1 r1c1-r1c4", "quadruple 1 of 4 cells, expected 2 × 2 cells such as r1c1-r2c2"),
        ("quadruples", "1 r1c1 r1c2 r2c1", "quadruple 1 of 3 cells, expected 2 × 2 cells"),
        ("palindromes", [None], "palindrome 1=None, expected cells such as r1c1 r2c3"),
    ],
)
def test_wrong_clues_are_named(kind, value, error):
    with pytest.raises(PuzzleError) as raised:
        SudokuPuzzle.parse("." * 16, **{kind: value})
    assert error in str(raised.value)


def test_sums_go_to_16_rows_and_lines_to_36():
    with pytest.raises(PuzzleError, match="cages with 25 rows, expected at most 16"):
        layout_of(25, cages="3 r1c1 r1c2")
    grid = SudokuPuzzle.parse(
        "." * 625, symbols="ABCDEFGHIJKLMNOPQRSTUVWXY", thermometers="r1c1-r1c9"
    ).solve()
    values = grid.solution.array()[0, :9].tolist()
    assert values == sorted(values)


def test_one_of_a_kind_stands_below_a_grid_too():
    text = "." * 16 + "\nsandwich: 5 r1\nquadruple: 1 2 r1c1-r2c2\nsandwich: 0 c3\n"
    puzzle = SudokuPuzzle.parse(text)
    assert puzzle.rules() == {"sandwiches": ["5 r1", "0 c3"], "quadruples": ["1 2 r1c1-r2c2"]}


def test_sums_are_not_written_as_clauses_and_quadruples_are():
    assert "\n1 5 17 21 0\n" in SudokuPuzzle.parse("." * 16, quadruples="1 r1c1-r2c2").to_cnf()
    for kind in ("cages", "sandwiches"):
        with pytest.raises(PuzzleError, match=f"{kind} cannot be written as clauses"):
            SudokuPuzzle.parse("." * 16, **{kind: "5 r1" if kind == "sandwiches" else "5 A1 A2"}).to_cnf()


def test_signs_for_sums_of_two_cells():
    puzzle = SudokuPuzzle.parse("." * 81, relations="r1c1 X r1c2, r2c1vr3c1 A4xB4")
    grid = puzzle.solve().solution.array()
    assert (grid[0, 0] + grid[0, 1], grid[1, 0] + grid[2, 0], grid[3, 0] + grid[3, 1]) == (10, 5, 10)
    assert puzzle.rules()["relations"] == "r1c1Xr1c2 r2c1Vr3c1 r4c1Xr4c2"


def test_given_cells_that_break_a_clue_are_refused():
    with pytest.raises(PuzzleError, match="expected cage 3 r1c1 r1c2"):
        SudokuPuzzle.parse("14.. .... .... ....".replace(" ", ""), cages="3 r1c1 r1c2")
    for rules, given, clue in (
        ({"sandwiches": "2 r1"}, "134." + "." * 12, "sandwich 2 r1"),
        ({"sandwiches": "6 r1"}, "." * 16, "sandwich 6 r1"),
        ({"quadruples": "1 1 r2c2-r3c3"}, "." * 5 + "14..23" + "." * 5, "quadruple 1 1 r2c2-r3c3"),
    ):
        with pytest.raises(PuzzleError, match=f"clues clash: .*{clue}"):
            SudokuPuzzle.parse(given, **rules)
    with pytest.raises(PuzzleError, match="clues clash: no numbers fit cage 9 r1c1 r1c2"):
        SudokuPuzzle.parse("." * 16, cages="9 r1c1 r1c2")
    verdict = SudokuPuzzle.parse("." * 16, cages="3 r1c1 r1c2").judge("24.." + "." * 12)
    assert verdict.status.value == "WRONG" and "expected cage 3" in verdict.reason
    verdict = SudokuPuzzle.parse(
        "." * 16, thermometers="r1c1-r1c3", little_killers="12 r1c1 r1c2 r2c1"
    ).judge("...." + "1..." + "." * 8)
    assert verdict.reason == "no numbers fit little killer 12 r1c1 r1c2 r2c1"


# Generation and steps


def test_a_generated_puzzle_keeps_to_its_clues_and_needs_few_givens():
    rules = {
        "cages": "10 r1c1 r1c2 r2c1; 23 r5c4-r5c6",
        "arrows": "r9c1 r8c2 r7c3",
        "thermometers": "r3c9-r6c9",
    }
    puzzle = SudokuPuzzle.generate(9, seed=5, **rules)
    result = puzzle.solve()
    assert result.status.value == "UNIQUE" and puzzle.check(result.solution)
    assert SudokuPuzzle.generate(9, seed=5, **rules) == puzzle
    values = result.solution.array()
    assert values[0, 0] + values[0, 1] + values[1, 0] == 10 and values[4, 3:6].sum() == 23
    assert values[8, 0] == values[7, 1] + values[6, 2]


def test_steps_name_combinations_innies_and_outies():
    rules = {"cages": "20 r1c1-r1c4; 18 r1c5-r1c8; 3 r3c1 r3c2; 17 r9c8 r9c9; 12 r7c9 r8c9 r7c7 r6c7"}
    puzzle = SudokuPuzzle.parse("." * 81, **rules)
    texts = [step.text for step in puzzle.steps()]
    assert "cage 3 r3c1 r3c2 with 1+2: " in " ".join(texts)
    assert any(text.startswith("row 1 without its cages: row 1, column 9 come to 7: ") for text in texts)
    rating = puzzle.rating()
    assert rating.hardest in puzzle.levels and puzzle.difficulty() is rating.difficulty
    values = puzzle.solve().solution
    assert puzzle.check(values) and values.array()[0, 8] == 7


def test_steps_follow_sandwiches_and_quadruples():
    rules = {"sandwiches": "35 r1; 0 r2; 7 c5", "quadruples": "1 2 3 4 r4c4-r5c5; 9 9 r6c3-r7c4"}
    puzzle = SudokuPuzzle.generate(9, seed=3, **rules)
    result, steps = puzzle.solve(), puzzle.steps()
    assert result.status.value == "UNIQUE" and puzzle.check(result.solution)
    values = result.solution.array()
    for clue in ("sandwich 35 r1: ", "quadruple 9 9 r6c3-r7c4: "):
        assert any(step.text.startswith(clue) for step in steps)
    assert all(values[at] != int(symbol) for step in steps for at, symbol in step.removed)
    assert {values[0, 0], values[0, 8]} == {1, 9} and values[3:5, 3:5].sum() == 10


@pytest.mark.parametrize(("n", "rules"), [(4, {}), (6, {"box": "2x3"}), (9, {"variants": "diagonal"})])
def test_random_cages_fill_the_grid(n, rules):
    puzzle = SudokuPuzzle.generate(n, seed=1, cages="random", **rules)
    cells = [cell for clue in puzzle.layout.clues for cell in clue.cells]
    assert sorted(cells) == list(range(n * n)) and puzzle.solve().status.value == "UNIQUE"
    assert SudokuPuzzle.parse(puzzle.text(), **puzzle.rules()) == puzzle
    assert puzzle.clues < n and SudokuPuzzle.generate(n, seed=1, cages="random", **rules) == puzzle


def test_many_puzzles_with_random_cages():
    made = list(SudokuPuzzle.generate_many(3, seed=1, size=4, cages="random", clues=0))
    assert len({json.dumps(puzzle.rules()) for puzzle in made}) == 3
    assert all(puzzle.solve().status.value == "UNIQUE" for puzzle in made)
    for make in (SudokuPuzzle.generate, SudokuPuzzle.generate_many):
        with pytest.raises(PuzzleError, match="random regions cannot be combined with random cages"):
            list(make(9, seed=1, cages="random", regions="random"))


def test_the_command_shows_random_cages(capsys):
    def call(*arguments):
        main(["sudoku", "--generate", *arguments])
        return capsys.readouterr()

    shown = call("--cages", "random", "--clues", "0", "--seed", "3", "--size", "4").out
    assert SudokuPuzzle.parse(shown) == SudokuPuzzle.generate(4, seed=3, cages="random", clues=0)
    found = json.loads(call("--cages", "random", "--seed", "3", "--format", "json").out)
    assert SudokuPuzzle.parse("".join(found["puzzle"]), cages=found["cages"]).clues == found["clues"]
    assert "--cages: random cages do not fit in a line" in call("2", "--cages", "random").err


def test_a_killer_without_givens():
    puzzle = SudokuPuzzle.generate(9, seed=3, cages="random", clues=0)
    assert puzzle.clues == 0 and puzzle.solve().status.value == "UNIQUE"
    with pytest.raises(PuzzleError, match="cages with 25 rows"):
        SudokuPuzzle.generate(25, seed=1, cages="random")


# Published puzzles

WIKIPEDIA = """
3 A1 B1; 15 C1 D1 E1; 22 F1 E2 F2 E3; 4 G1 G2; 16 H1 H2; 15 I1 I2 I3 I4; 25 A2 B2 A3 B3; 17 C2 D2; 9 C3 D3 D4
8 F3 F4 F5; 20 G3 H3 G4; 6 A4 A5; 14 B4 C4; 17 E4 E5 E6; 17 H4 G5 H5; 13 B5 C5 B6; 20 D5 D6 D7; 12 I5 I6
27 A6 A7 A8 A9; 6 C6 B7 C7; 20 F6 F7 G7; 6 G6 H6; 10 E7 D8 E8 D9; 14 H7 I7 H8 I8; 8 B8 B9; 16 C8 C9
15 F8 G8; 13 E9 F9 G9; 17 H9 I9
"""
"""The killer of https://en.wikipedia.org/wiki/Killer_sudoku."""


def test_the_killer_of_wikipedia_has_its_solution():
    result = SudokuPuzzle.parse("." * 81, cages=WIKIPEDIA).solve()
    assert result.status.value == "UNIQUE"
    assert result.solution.text() == (
        "215647398368952174794381652586274931142593867973816425821739546659428713437165289"
    )


def test_a_cage_of_total_0_has_no_solution():
    impossible = SudokuPuzzle.parse("." * 16, cages="0 r1c1 r1c2", strict=False)
    assert impossible.solve().status is Status.NO_SOLUTION
    assert not impossible.check("1234/3412/2143/4321") and impossible.faults("1234/3412/2143/4321")
    assert SudokuPuzzle.parse("." * 16, cages="r1c1 r1c2").check("1234/3412/2143/4321")
