"""Steps of a person: techniques, chains, grades."""

import threading

import numpy as np
import pytest

from unriddle import Difficulty, PuzzleError, SudokuPuzzle
from unriddle.puzzles.framework.steps import rate
from unriddle.puzzles.sudoku import steps as grading
from unriddle.puzzles.sudoku.candidates import Candidates, bits, set_of, tables_of
from unriddle.puzzles.sudoku.chains import forcing_chain, x_chain, xy_chain
from unriddle.puzzles.sudoku.layout import boxed, layout_of
from unriddle.puzzles.sudoku.steps import LEVELS, RULES, explained, graded, rated
from unriddle.puzzles.sudoku.techniques import colours, fish, w_wing, wing


def test_sets():
    assert list(bits(set_of([5, 0, 80]))) == [0, 5, 80]
    assert list(bits(0)) == []


def test_families_share_no_cell_and_have_every_unit():
    for layout in (boxed((3, 3)), layout_of(9, variants="diagonal"), layout_of(9, variants="windoku")):
        tables = tables_of(layout)
        assert tables is tables_of(layout)
        assert sorted(unit for family in tables.families for unit in family) == list(range(len(layout.units)))
        for family in tables.families:
            cells = [cell for unit in family for cell in layout.units[unit]]
            assert len(cells) == len(set(cells))
    assert [len(family) for family in tables_of(boxed((3, 3))).families] == [9, 9, 9]


def test_places_pairs_and_partners():
    layout = boxed((3, 3))
    masks = [0b111111110] * 81
    masks[0] = masks[4] = masks[80] = 0b11
    now = Candidates(layout, masks)
    assert now.where[0] == set_of([0, 4, 80]) and now.pairs == [0, 4, 80]
    assert now.partners[0] == {0: [(4, 0)], 4: [(0, 0)]}
    assert list(bits(now.seen_by_both(0, 4, 1))) == [1, 2, 3, 5, 6, 7, 8]


TECHNIQUES = {
    "X-wing": lambda board, rule: fish(board, 2, rule),
    "swordfish": lambda board, rule: fish(board, 3, rule),
    "jellyfish": lambda board, rule: fish(board, 4, rule),
    "XY-wing": lambda board, name: wing(board, 2, name),
    "XYZ-wing": lambda board, name: wing(board, 3, name),
    "W-wing": w_wing,
    "simple colouring": colours,
}


@pytest.mark.parametrize(
    ("size", "places"),
    [
        (2, {1: [1, 5], 9: [1, 5]}),
        (3, {1: [1, 5], 4: [5, 9], 8: [1, 9]}),
        (3, {1: [1, 5, 9], 4: [1, 5, 9], 8: [1, 9]}),
        (4, {1: [1, 4], 3: [4, 7, 9], 5: [1, 7], 8: [4, 9]}),
    ],
)
def test_fish(size, places, boards):
    board = boards.board_of(boards.only("1", places))
    columns = {col for cols in places.values() for col in cols}
    expected = {(row, col, "1") for row in range(1, 10) if row not in places for col in columns}
    for smaller in range(2, size):
        assert fish(board, smaller, "fish") is None
    step = fish(board, size, "fish")
    assert boards.removed(step) == expected
    rows, *_ = step.text.split(" is in ")
    assert rows.startswith(f"1 of row {min(places)}") and rows.endswith(f"and row {max(places)}")
    assert {(row + 1, col + 1) for row, col in step.cells} == {
        (row, col) for row, cols in places.items() for col in cols
    }
    assert fish(board, size, "fish") is None


def test_a_fish_across_columns(boards):
    turned = {(col, row): shown for (row, col), shown in boards.only("1", {2: [3, 6], 7: [3, 6]}).items()}
    step = fish(boards.board_of(turned), 2, "X-wing")
    assert step.text.startswith("1 of column 2 and column 7 is in row 3 and row 6: row 3, column 1 loses 1")
    assert len(step.removed) == 14


def test_xy_wing(boards):
    board = boards.board_of({(1, 1): "12", (1, 5): "13", (5, 1): "23"})
    step = wing(board, 2, "XY-wing")
    assert boards.removed(step) == {(5, 5, "3")}
    assert step.text == (
        "row 1, column 1 is one of 1 2, row 1, column 5 of 1 3, row 5, column 1 of 2 3, and in each case one"
        " of them is 3: row 5, column 5 loses 3"
    )
    assert wing(board, 2, "XY-wing") is None
    assert wing(boards.board_of({(1, 1): "12", (1, 5): "13", (5, 1): "13"}), 2, "XY-wing") is None
    assert wing(boards.board_of({(1, 1): "12", (1, 5): "13", (5, 1): "24"}), 2, "XY-wing") is None


def test_xyz_wing(boards):
    board = boards.board_of({(1, 1): "123", (2, 2): "13", (1, 5): "23"})
    assert boards.removed(wing(board, 3, "XYZ-wing")) == {(1, 2, "3"), (1, 3, "3")}
    assert wing(board, 3, "XYZ-wing") is None
    assert wing(boards.board_of({(1, 1): "123", (2, 2): "13", (1, 5): "24"}), 3, "XYZ-wing") is None


def test_w_wing(boards):
    places = boards.only("1", {4: [1, 8]})
    places |= {(1, 1): "12", (7, 8): "12"}
    board = boards.board_of(places)
    step = w_wing(board, "W-wing")
    assert boards.removed(step) == {(1, 8, "2"), (7, 1, "2")}
    assert "row 1, column 1; row 7, column 8 are of 1 2, not both 1" in step.text
    assert "whose only places in row 4 are row 4, column 1; row 4, column 8" in step.text
    assert w_wing(board, "W-wing") is None


def test_two_colours(boards):
    # 1 has two places in row 1 and row 5, tied by column 2: what sees both ends of the chain loses it.
    links = boards.only("1", {1: [2, 7], 5: [2, 9]})
    for row in range(1, 10):
        if row not in (1, 5):
            links[row, 2] = "23456789"
    board = boards.board_of(links)
    step = colours(board, "simple colouring")
    assert boards.removed(step) == {(2, 9, "1"), (3, 9, "1"), (4, 7, "1"), (6, 7, "1")}
    assert "1 is in all of row 1, column 2; row 5, column 9, or in all of row 1, column 7" in step.text


def test_a_colour_that_sees_itself(boards):
    # Four links of 1 from row 1, column 2 to row 2, column 3: both or none, and both are in box 1.
    places = boards.only("1", {1: [2, 7], 5: [3, 7]})
    places |= {(row, 7): "23456789" for row in range(1, 10) if row not in (1, 5)}
    places |= {(row, 3): "23456789" for row in range(1, 10) if row not in (2, 5)}
    step = colours(boards.board_of(places), "simple colouring")
    assert boards.removed(step) == {(1, 2, "1"), (5, 7, "1"), (2, 3, "1")}
    assert "or in none, and two of them must differ" in step.text


@pytest.mark.parametrize(
    "options", [{}, {"variants": "diagonal"}, {"variants": "windoku"}, {"variants": "latin"}], ids=str
)
def test_no_solution_loses_a_value(options, boards):
    """Grids with several solutions too: nothing here relies on there being one."""
    found = dict.fromkeys(TECHNIQUES, 0)
    for puzzle, solutions in boards.samples(8, seed=3, **options):
        for name, count in boards.holds_for_all(puzzle, TECHNIQUES, solutions, rounds=12).items():
            found[name] += count
    assert sum(found.values()) > 5


def test_lists_of_the_forums_keep_their_solutions(data, boards):
    used = set()
    for name, count in (("sudoku_top1465.txt", 8), ("sudoku_17_clue.txt", 6), ("sudoku_hardest.txt", 1)):
        lines = [line for line in (data / name).read_text().splitlines() if line and line[0] != "#"]
        for line in lines[:: len(lines) // count][:count]:
            puzzle = SudokuPuzzle.parse(line.split(":")[0].split()[0])
            solution = puzzle.solve().solution.symbols
            boards.holds_for_all(puzzle, TECHNIQUES, [solution], rounds=12)  # from the first candidates
            grid = puzzle._grid
            values = [grid.alphabet.index(symbol) + 1 for symbol in solution]
            for one, _ in explained(
                grid.cells, grid.layout, grid.alphabet, values
            ):  # and where they are needed
                used.add(one.kind)
                assert all(solution[row * 9 + col] != symbol for (row, col), symbol in one.removed)
                assert one.cell is None or solution[one.cell[0] * 9 + one.cell[1]] == one.value
    assert len(used & set(LEVELS)) > 12


CHAINS = {"X-chain": x_chain, "XY-chain": xy_chain, "forcing chain": forcing_chain}


def test_x_chain(boards):
    # 1 is in two places of row 1 and of row 5, which meet in column 2; it is elsewhere there too.
    links = boards.only("1", {1: [2, 7], 5: [2, 9]})
    board = boards.board_of(links)
    step = x_chain(board, "X-chain")
    assert boards.removed(step) == {(2, 9, "1"), (3, 9, "1"), (4, 7, "1"), (6, 7, "1")}
    assert step.text.startswith(
        "1 is in row 1, column 7 or in row 5, column 9, by way of row 1, column 7 → row 1, column 2"
        " → row 5, column 2 → row 5, column 9"
    )
    assert [(row + 1, col + 1) for row, col in step.cells] == [(1, 7), (1, 2), (5, 2), (5, 9)]


def test_xy_chain(boards):
    board = boards.board_of({(1, 1): "15", (1, 5): "52", (5, 5): "23", (5, 9): "31"})
    step = xy_chain(board, "XY-chain")
    assert boards.removed(step) == {(1, 9, "1"), (5, 1, "1")}
    assert step.text.startswith(
        "row 1, column 1 or row 5, column 9 is 1, by way of row 1, column 1 → row 1, column 5 → row 5,"
        " column 5 → row 5, column 9, of two candidates each"
    )
    assert xy_chain(boards.board_of({(1, 1): "15", (1, 5): "52", (5, 5): "24", (5, 9): "31"}), "x") is None


def test_a_chain_to_a_cell_with_nothing_left(boards):
    # 1 at the corner makes 2 beside it, 3 below it, and leaves the cell that sees both with nothing.
    board = boards.board_of({(1, 1): "14", (1, 5): "12", (5, 1): "13", (5, 5): "23"})
    step = forcing_chain(board, "forcing chain")
    assert boards.removed(step) == {(1, 1, "1")}
    assert step.text == (
        "if row 1, column 1 were 1, row 1, column 5 is 2; row 5, column 1 is 3; and then nothing would be"
        " left for row 5, column 5: row 1, column 1 loses 1"
    )
    assert [(row + 1, col + 1) for row, col in step.cells] == [(1, 1), (1, 5), (5, 1)]


def test_a_chain_to_a_unit_without_a_place(boards):
    places = boards.only("1", {5: [1, 5]})
    places |= {(1, 1): "19", (1, 7): "12", (8, 7): "23", (8, 5): "31"}
    for row in (2, 3, 4, 6, 7, 9):  # so that no shorter way is there
        places[row, 1] = "123456789"
    step = forcing_chain(boards.board_of(places), "forcing chain")
    assert boards.removed(step) == {(1, 1, "1")}
    assert "1 would have no place in row 5: row 1, column 1 loses 1" in step.text


def test_cells_with_three_candidates_come_in_the_order_of_the_grid(boards):
    # Both cells lose 1 to the same end; a set of cells begins with 8.
    board = boards.board_of({(1, 8): "123", (1, 9): "123"}, rest="")
    assert boards.removed(forcing_chain(board, "forcing chain")) == {(1, 8, "1")}


@pytest.mark.parametrize(
    "options",
    [{}, {"variants": "diagonal"}, {"variants": "anti-king"}, {"variants": "windoku"}],
    ids=str,
)
def test_no_solution_loses_a_value_to_chains(options, boards):
    found = dict.fromkeys(CHAINS, 0)
    for puzzle, solutions in boards.samples(3, seed=5, **options):
        for name, count in boards.holds_for_all(puzzle, CHAINS, solutions, rounds=8).items():
            found[name] += count
    assert found["forcing chain"] > 5


def test_where_nothing_follows(boards):
    board = boards.board_of({})
    assert [technique(board, "") for technique in CHAINS.values()] == [None, None, None]


LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# X-wing of 7 in rows 5 and 9 (a well-known example of the pattern).
X_WING = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"
HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
# Golden Nugget, one of those that rating programs put first.
HARDEST = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


def replay(puzzle, steps):
    """Hold every step to the solution: what is placed is right, what is taken away is wrong."""
    solution = puzzle.solve(limit=1).solution.symbols
    grid = puzzle.symbols
    for step in steps:
        if step.cell is not None:
            cell = step.cell[0] * puzzle.n + step.cell[1]
            assert grid[cell] == "*"
            assert solution[cell] == step.value
            grid[cell] = step.value
        for (row, col), symbol in step.removed:
            assert solution[row * puzzle.n + col] != symbol
        assert str(step).startswith(step.kind)
        assert step.cells
    assert grid == solution


@pytest.mark.parametrize("seed", range(12))
def test_steps_lead_to_the_solution_and_take_away_only_what_is_wrong(seed):
    puzzle = SudokuPuzzle.generate(seed=seed)
    replay(puzzle, puzzle.steps())


@pytest.mark.parametrize(("n", "box"), [(4, None), (6, (2, 3)), (6, (3, 2)), (12, (4, 3))])
def test_steps_on_other_sizes(n, box):
    puzzle = SudokuPuzzle.generate(n, seed=1, box=box, effort=200)
    replay(puzzle, puzzle.steps())


def test_every_rule_occurs_in_some_puzzle():
    puzzles = [SudokuPuzzle.generate(seed=seed) for seed in (4, 50, 98)] + [SudokuPuzzle.parse(HARDEST)]
    used = {step.kind for puzzle in puzzles for step in puzzle.steps()}
    # A jellyfish is rare, and marks are those of variants.
    assert used >= set(LEVELS) - {"contradiction", "mark", "jellyfish"}
    assert list(LEVELS.values()) == sorted(LEVELS.values(), key=list(Difficulty).index)
    assert len(RULES) == len(LEVELS) - 1


def test_known_levels():
    assert SudokuPuzzle.parse(LINE).difficulty() is Difficulty.EASY
    assert {s.kind for s in SudokuPuzzle.parse(LINE).steps()} <= {"naked single", "hidden single"}
    assert "X-wing" in {step.kind for step in SudokuPuzzle.parse(X_WING).steps()}
    assert SudokuPuzzle.parse(X_WING).difficulty() is Difficulty.HARD
    hard = SudokuPuzzle.parse(HARD)
    assert hard.difficulty() is Difficulty.EXPERT
    replay(hard, hard.steps())


def test_a_grade_above_what_is_asked_for_is_none():
    hard = SudokuPuzzle.parse(HARD)
    grid, order = hard._grid, list(Difficulty)
    for most in order:
        found = graded(grid, most)
        assert found is (Difficulty.EXPERT if most is Difficulty.EXPERT else None)


def test_a_grid_without_solution_ends_in_a_contradiction():
    dead = SudokuPuzzle(4, list("ABC****D********"), "ABCD")
    steps = dead.steps()
    assert steps[-1].kind == "contradiction"
    assert rate(steps, LEVELS).difficulty is dead.difficulty() is Difficulty.EXPERT


def test_without_a_solution_the_steps_end_at_the_guess():
    steps = [step for step, _ in explained([0] * 81, boxed((3, 3)), "123456789")]
    assert [step.kind for step in steps] == ["guess"]
    assert steps[0].cell is None


def test_a_full_grid_needs_no_steps():
    assert SudokuPuzzle.parse("1234341221434321").steps() == ()
    assert SudokuPuzzle.parse("1234341221434321").difficulty() is Difficulty.EASY


def filled(puzzle, *values):
    """Return a state of a puzzle with (row, column, value) filled in."""
    array = puzzle.array()
    for row, col, value in values:
        array[row, col] = value
    return SudokuPuzzle.from_array(array, puzzle.box)


def test_a_mistake_is_the_first_value_that_no_solution_has():
    puzzle = SudokuPuzzle.parse(LINE)
    assert puzzle.first_mistake(puzzle) is None and puzzle.first_mistake(puzzle.solve().solution) is None
    wrong = puzzle.first_mistake(filled(puzzle, (0, 2, 4), (0, 3, 2), (8, 0, 1)))
    assert (wrong.kind, wrong.cell, wrong.value) == ("mistake", (0, 3), "2")
    assert wrong.text == "row 1, column 4 is 2, which no solution has"
    assert puzzle.hint(filled(puzzle, (0, 3, 2))).kind == "mistake"
    assert puzzle.hint(filled(puzzle, (0, 2, 4))).kind in LEVELS
    assert puzzle.hint(puzzle.solve().solution) is None
    assert "is empty, but the clue there is 5" in puzzle.first_mistake(filled(puzzle, (0, 0, 0))).text
    assert "is 6, but the clue there is 5" in puzzle.first_mistake(filled(puzzle, (0, 0, 6))).text
    for other in (SudokuPuzzle.parse("1234............"), None, LINE):
        with pytest.raises(PuzzleError, match="expected a grid of the same size"):
            puzzle.first_mistake(other)


def test_of_several_solutions_a_state_is_wrong_when_it_has_none():
    puzzle = SudokuPuzzle.parse("12../..../..../...1")
    for solution in puzzle.solutions():
        assert puzzle.first_mistake(solution) is None
    first, *others = puzzle.solutions()
    values = first.array(), others[-1].array()
    apart = [tuple(cell) for cell in np.argwhere(values[0] != values[1]).tolist()]
    mixed = filled(puzzle, *((*cell, values[k % 2][cell]) for k, cell in enumerate(apart)))
    found = puzzle.first_mistake(mixed)
    assert (found is None) == bool(mixed.count())
    clash = puzzle.first_mistake(filled(puzzle, (0, 2, 3), (0, 3, 3)))
    assert clash.cell == (0, 3) and clash.text.endswith("which no solution has with the values before it")
    assert (
        SudokuPuzzle.parse("11../..../..../....", strict=False).first_mistake(
            SudokuPuzzle.parse("112./..../..../....", strict=False)
        )
        is None
    )


@pytest.mark.parametrize(
    ("n", "rules"),
    [
        (9, {"variants": "diagonal windoku"}),
        (9, {"variants": "nonconsecutive"}),
        (6, {"variants": "latin", "relations": "r1c1<r1c2<r1c3 r3c3>r4c3 r6c6~r6c5"}),
        (5, {"regions": "random", "even": "r1c1 r2c2"}),
    ],
)
def test_steps_of_variants(n, rules):
    kinds = set()
    for seed in range(2):
        puzzle = SudokuPuzzle.generate(n, seed=seed, **rules)
        steps = puzzle.steps()
        replay(puzzle, steps)
        kinds |= {step.kind for step in steps}
    assert ("mark" in kinds) == ("relations" in rules or "nonconsecutive" in str(rules))


VARIANTS = [
    (4, {}),
    (6, {"box": "2x3"}),
    (5, {"variants": "latin"}),
    (9, {}),
    (9, {"variants": "diagonal"}),
    (9, {"variants": "windoku"}),
    (9, {"variants": "anti-knight"}),
    (7, {"regions": "random"}),
    (10, {"box": (2, 5)}),
]


@pytest.mark.parametrize("n, rules", VARIANTS)
def test_ratings_are_those_of_the_steps(n, rules):
    for seed in range(2):
        puzzle = SudokuPuzzle.generate(n, seed=seed, **rules)
        expected = rate(puzzle.steps(), puzzle.levels)
        assert rated(puzzle._grid.cells, puzzle.layout, puzzle._values) == puzzle.rating() == expected
        assert puzzle.difficulty() == expected.difficulty
        for most in Difficulty:
            order = list(Difficulty)
            wanted = expected.difficulty if order.index(expected.difficulty) <= order.index(most) else None
            assert graded(puzzle._grid, most) == wanted


def test_grids_without_a_solution_or_with_several():
    for text in ("11..............", "1234............", "." * 16, "12..............", "1234341221434321"):
        puzzle = SudokuPuzzle.parse(text, strict=False)
        assert puzzle.rating() == rate(puzzle.steps(), puzzle.levels)


@pytest.mark.parametrize(
    "rules", [{"n": 16, "clues": 150}, {"n": 4, "relations": "r1c1<r1c2"}, {"n": 12, "box": (3, 4)}]
)
def test_what_the_kernel_does_not_take(rules):
    puzzle = SudokuPuzzle.generate(seed=1, **rules)
    assert rated(puzzle._grid.cells, puzzle.layout, puzzle._values) is None
    rating = puzzle.rating()
    assert rating == rate(puzzle.steps(), puzzle.levels) and rating.difficulty == puzzle.difficulty()


def test_threads_do_not_share_a_kernel():
    puzzles = [SudokuPuzzle.generate(seed=seed) for seed in range(20)]
    expected = [puzzle.rating() for puzzle in puzzles]
    found = [[] for _ in range(4)]

    def work(k):
        found[k] += [puzzle.rating() for _ in range(10) for puzzle in puzzles]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected * 10] * 4
    assert 0 < len(grading._waiting(puzzles[0].layout)) <= 5
