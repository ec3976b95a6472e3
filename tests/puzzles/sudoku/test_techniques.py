"""Fish, wings and colours: each on a board made for it, and all against every solution of many grids."""

import pytest

from unriddle import SudokuPuzzle
from unriddle.puzzles.sudoku.steps import LEVELS, explained
from unriddle.puzzles.sudoku.techniques import colours, fish, w_wing, xy_wing, xyz_wing

TECHNIQUES = {
    "X-wing": lambda board, rule: fish(board, 2, rule),
    "swordfish": lambda board, rule: fish(board, 3, rule),
    "jellyfish": lambda board, rule: fish(board, 4, rule),
    "XY-wing": xy_wing,
    "XYZ-wing": xyz_wing,
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
    step = xy_wing(board, "XY-wing")
    assert boards.removed(step) == {(5, 5, "3")}
    assert step.text == (
        "row 1, column 1 is one of 1 2, row 1, column 5 of 1 3, row 5, column 1 of 2 3, and in each case one"
        " of them is 3: row 5, column 5 loses 3"
    )
    assert xy_wing(board, "XY-wing") is None
    assert xy_wing(boards.board_of({(1, 1): "12", (1, 5): "13", (5, 1): "13"}), "XY-wing") is None
    assert xy_wing(boards.board_of({(1, 1): "12", (1, 5): "13", (5, 1): "24"}), "XY-wing") is None


def test_xyz_wing(boards):
    board = boards.board_of({(1, 1): "123", (2, 2): "13", (1, 5): "23"})
    assert boards.removed(xyz_wing(board, "XYZ-wing")) == {(1, 2, "3"), (1, 3, "3")}
    assert xyz_wing(board, "XYZ-wing") is None
    assert xyz_wing(boards.board_of({(1, 1): "123", (2, 2): "13", (1, 5): "24"}), "XYZ-wing") is None


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
