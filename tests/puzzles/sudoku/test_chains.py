"""Chains: each on a board made for it, and all against every solution of many grids."""

import pytest

from unriddle.puzzles.sudoku.chains import forcing_chain, x_chain, xy_chain

TECHNIQUES = {"X-chain": x_chain, "XY-chain": xy_chain, "forcing chain": forcing_chain}


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


@pytest.mark.parametrize(
    "options",
    [{}, {"variants": "diagonal"}, {"variants": "anti-king"}, {"variants": "windoku"}],
    ids=str,
)
def test_no_solution_loses_a_value(options, boards):
    found = dict.fromkeys(TECHNIQUES, 0)
    for puzzle, solutions in boards.samples(3, seed=5, **options):
        for name, count in boards.holds_for_all(puzzle, TECHNIQUES, solutions, rounds=8).items():
            found[name] += count
    assert found["forcing chain"] > 5


def test_where_nothing_follows(boards):
    board = boards.board_of({})
    assert [technique(board, "") for technique in TECHNIQUES.values()] == [None, None, None]
