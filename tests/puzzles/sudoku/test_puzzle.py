"""The puzzle: arrays, text, solving, states."""

import json
import random
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from reference.assign import sudoku as twin
from unriddle import PuzzleError, SudokuPuzzle
from unriddle.puzzles.framework.solutions import Solutions
from unriddle.puzzles.sudoku import solve_many
from unriddle.search import find_path

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "53467891267219534819834256785976142342685379171392485696153728428741963534528...."


def data_lines(path):
    return [line for line in path.read_text().splitlines() if line[0] != "#"]


def test_a_puzzle_is_solved_and_proven():
    puzzle = ur.Sudoku.parse(LINE)
    result = puzzle.solve()
    assert result.status is ur.Status.UNIQUE
    assert result.solution.format(style="line") == SOLVED
    assert result.rows == [SOLVED[k : k + 9] for k in range(0, 81, 9)]
    assert result.count == 1
    assert puzzle.check(result.solution)
    assert result.solution.is_solved()
    assert not puzzle.is_solved()
    assert result.stats.propagations == result.stats.path_length == 51
    assert result.stats.guesses == 0
    assert result.stats.nodes == 1
    assert "UNIQUE" in str(result)


def test_statuses():
    empty = SudokuPuzzle.from_array(np.zeros((9, 9), int))
    assert empty.solve().status is ur.Status.MULTIPLE
    assert empty.solve(limit=1).status is ur.Status.SOLVED
    assert empty.solve(limit=77).count == 77
    limited = empty.solve(limits=ur.Limits(nodes=20), limit=10**6)
    assert limited.status is ur.Status.LIMIT
    assert limited.stats.nodes == 20
    assert empty.solve(limits=ur.Limits(nodes=0)).status is ur.Status.LIMIT
    clash = SudokuPuzzle(9, ["1", "1"] + ["*"] * 79, set("123456789"))
    assert clash.solve().status is ur.Status.NO_SOLUTION
    assert clash.solve().solution is None
    assert clash.solve().rows is None


def test_a_time_limit_ends_the_search_and_says_what_is_known():
    for n, box in ((9, None), (16, None)):
        start = time.perf_counter()
        result = SudokuPuzzle.from_array(np.zeros((n, n), int), box).solve(
            limits=ur.Limits(seconds=0.05), limit=10**15
        )
        assert result.status is ur.Status.LIMIT
        assert result.count > 0
        assert result.solution.is_solved()
        assert time.perf_counter() - start < 30


def test_node_limits_are_exact_on_large_grids():
    empty = SudokuPuzzle.from_array(np.zeros((16, 16), int))
    for nodes in (1, 7, 100):
        assert empty.solve(limits=ur.Limits(nodes=nodes), limit=10**6).stats.nodes == nodes


def test_solutions_are_lazy_distinct_and_right():
    puzzle = SudokuPuzzle.parse(SOLVED[:40] + "." * 41)
    found = list(puzzle.solutions(100))
    assert len(set(found)) == len(found) == 100
    assert all(puzzle.check(solution) for solution in found)
    assert next(iter(SudokuPuzzle.from_array(np.zeros((9, 9), int)).solutions())).is_solved()
    stopped = puzzle.solutions(limits=ur.Limits(nodes=50))
    assert len(list(stopped)) < 100
    assert stopped.status is ur.Status.LIMIT
    assert stopped.stats.nodes == 50
    assert stopped.stats.guesses > 0
    assert isinstance(stopped, Solutions)
    with pytest.raises(ur.PuzzleError, match="limit"):
        puzzle.solutions(-1)


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3)])
def test_counts_agree_in_every_form(box):
    rng = random.Random(7)
    n = box[0] * box[1]
    for seed in range(6):
        cells = np.frombuffer(
            bytes(SudokuPuzzle.generate(n, seed=seed, box=box).array()), dtype=np.uint8
        ).copy()
        for cell in rng.sample(range(n * n), n * n // 12):
            cells[cell] = 0
        puzzle = SudokuPuzzle.from_array(cells, box)
        count = twin.count(cells.tolist(), twin.boxed(*box), 30)
        assert puzzle.count(30) == count
        assert len(list(puzzle.solutions(30))) == count
        assert puzzle.solve(limit=30).count == count
        assert solve_many(cells[None], limit=30, box=box).counts.tolist() == [count]


def test_the_class_of_the_original_specification():
    letters = ["A", "B", "C", "D"]
    grid = SudokuPuzzle(4, letters + ["*"] * 12, set(letters))
    assert grid.n == 4
    assert grid.symbols == letters + ["*"] * 12
    assert grid.symbol_set == set(letters)
    assert not grid.is_solved()
    assert not grid.fail_fast()
    first = grid.extensions()
    assert [puzzle.symbols[4] for puzzle in first] == ["C", "D"]
    assert all(isinstance(puzzle, ur.Puzzle) for puzzle in first)
    assert len({*first, *grid.extensions()}) == 2
    assert grid == SudokuPuzzle(4, letters + ["*"] * 12, set(letters))
    assert grid != first[0]
    assert grid != "grid"
    full = SudokuPuzzle(4, list("ABCDCDABBADCDCBA"), set(letters))
    assert full.is_solved()
    assert full.extensions() == []
    assert not SudokuPuzzle(4, list("ABCDCDABABDCDCBA"), set(letters)).is_solved()


def test_fail_fast_sees_a_cell_without_symbols():
    # The last cell of the first row: A, B, C in its row, D in its column.
    dead = SudokuPuzzle(4, list("ABC****D********"), "ABCD")
    assert dead.fail_fast()
    assert not dead.is_solved()
    assert dead.extensions() == []
    assert len(SudokuPuzzle(4, list("ABC*D***********"), "ABCD").extensions()) == 1
    assert not SudokuPuzzle.parse(LINE).fail_fast()


def depth_first(puzzle, prune):
    nodes, stack = 0, [puzzle]
    while stack:
        state = stack.pop()
        nodes += 1
        if state.is_solved():
            return state, nodes
        stack += [other for other in reversed(state.extensions()) if not (prune and other.fail_fast())]
    return None, nodes


def test_fail_fast_saves_nodes_and_changes_no_answer():
    with_it, few = depth_first(SudokuPuzzle.parse(LINE), prune=True)
    without, many = depth_first(SudokuPuzzle.parse(LINE), prune=False)
    assert with_it == without
    assert with_it.format(style="line") == SOLVED
    assert few < many


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_fail_fast_never_rejects_what_has_a_solution(seed):
    rng = random.Random(seed)
    cells = [int(ch) for ch in SOLVED]
    for cell in rng.sample(range(81), 40):
        cells[cell] = 0
    puzzle = SudokuPuzzle.from_array(cells)
    while not puzzle.is_solved():
        assert not puzzle.fail_fast()
        cell = puzzle.symbols.index("*")
        puzzle = next(other for other in puzzle.extensions() if other.symbols[cell] == SOLVED[cell])
    assert puzzle.format(style="line") == SOLVED


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((4, ["*"] * 15, "ABCD"), "15 cells, expected 16"),
        ((4, ["*"] * 16, "ABC"), "has 3 different symbols, but a 4×4 grid needs 4"),
        ((4, ["E"] * 16, "ABCD"), "unknown symbol 'E' at row 1, column 1"),
        ((6, ["*"] * 36, "ABCDEF"), "6 is not a square"),
        ((6, ["*"] * 36, "ABCDEF", (2, 2)), "boxes of 2 × 2 cells, expected 6"),
        ((49, ["*"] * 49**2, "A"), "49 rows, expected from 1 to 36"),
        ((-4, [], "A"), "-4 rows"),
    ],
)
def test_wrong_constructor_arguments(arguments, message):
    with pytest.raises(ur.PuzzleError, match=message):
        SudokuPuzzle(*arguments)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((9, 8), int), "shape"),
        (np.full((9, 9), 10), "10"),
        (np.full((9, 9), -1), "-1"),
        (np.zeros((9, 9)), "float64"),
        ([[1, 2], [3]], "row 2 has 1 cell, but the first row has 2"),
    ],
)
def test_wrong_arrays(array, message):
    with pytest.raises(ValueError, match=message):
        SudokuPuzzle.from_array(array)


def test_check_names_every_fault():
    puzzle = SudokuPuzzle.parse(LINE)
    assert puzzle.faults(SOLVED) == []
    assert puzzle.faults(np.array([int(ch) for ch in SOLVED])) == []
    changed = "345678912" + SOLVED[9:]
    faults = puzzle.faults(changed)
    assert "row 1, column 1 is 3, but the clue there is 5" in faults
    assert "column 1 has 3 2 times" in faults
    assert not puzzle.check(changed)
    assert puzzle.faults(SOLVED[:80] + ".")[0] == "row 9, column 9 is empty"
    assert puzzle.faults(SudokuPuzzle.from_array(np.zeros((4, 4), int))) != []
    with pytest.raises(ur.PuzzleError, match="3 cells"):
        puzzle.faults("123")
    assert puzzle.check("123") is False


@settings(max_examples=30)
@given(st.integers(0, 80), st.integers(1, 8))
def test_check_refuses_every_changed_cell(cell, shift):
    value = (int(SOLVED[cell]) - 1 + shift) % 9 + 1
    assert not SudokuPuzzle.from_array(np.zeros((9, 9), int)).check(
        SOLVED[:cell] + str(value) + SOLVED[cell + 1 :]
    )


def test_drawing():
    puzzle = SudokuPuzzle.parse(LINE)
    picture = puzzle.solve()._repr_svg_()
    assert picture.startswith("<svg")
    assert picture.count("<text") == 81
    assert puzzle._repr_svg_().count("<text") == 30
    assert repr(puzzle).startswith("<SudokuPuzzle 9 × 9, 30 clues")
    assert SudokuPuzzle.from_array(np.eye(16, dtype=int) * 12)._repr_svg_().count("<text") == 16


def test_known_answers_through_the_class(data):
    for name in ("sudoku_17_clue.txt", "sudoku_top1465.txt"):
        for line in data_lines(data / name)[:60]:
            text, count, solution = line.split(":")
            puzzle = SudokuPuzzle.parse(text)
            result = puzzle.solve()
            assert result.count == int(count) == puzzle.count()
            assert result.solution.format(style="line") == solution
            assert [s.format(style="line") for s in puzzle.solutions()] == [solution]
            assert puzzle.check(solution)


def test_known_counts_through_the_class(data):
    for line in data_lines(data / "sudoku_many_solutions.txt")[:150]:
        text, count = line.split(":")[:2]
        assert SudokuPuzzle.parse(text).count(1000) == int(count)


def test_the_number_of_6x6_grids():
    assert SudokuPuzzle.from_array([[0] * 6] * 6, (2, 3)).count() == 28_200_960


@pytest.mark.parametrize("seed", range(60))
def test_counting_by_equal_symbols_counts_all(seed):
    rng = random.Random(seed)
    solution = SudokuPuzzle.generate(4, seed=seed, clues=16).array()
    kept = set(rng.sample(range(1, 5), rng.randint(0, 3)))
    grid = [[v if v in kept and rng.random() < 0.7 else 0 for v in row] for row in solution.tolist()]
    if seed % 5 == 0:
        grid[0][0] = grid[0][1] = 1  # clues that clash
    puzzle = SudokuPuzzle.from_array(grid)
    total = sum(1 for _ in puzzle.solutions())
    assert puzzle.count() == total == puzzle.solve(limit=None).count
    assert puzzle.count(limit=5) == min(total, 5)


def test_searches_in_many_threads_do_not_disturb_each_other():
    puzzles = [SudokuPuzzle.generate(seed=seed) for seed in range(4)] + [
        SudokuPuzzle.generate(6, seed=seed, box=(2, 3)) for seed in range(4)
    ]
    wrong = []

    def work(puzzle):
        for _ in range(20):
            if not puzzle.check(puzzle.solve().solution):
                wrong.append(puzzle)

    workers = [threading.Thread(target=work, args=(puzzle,)) for puzzle in puzzles]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


@pytest.mark.parametrize(
    "puzzle",
    [
        SudokuPuzzle.from_array(np.zeros((6, 6), int), "3x2"),
        SudokuPuzzle(4, list("AB*D*D****D*D**A"), "ABCD"),
        SudokuPuzzle(4, ["10", "20", *["*"] * 14], ["10", "20", "30", "40"]),
        SudokuPuzzle(4, ["aa", "b", *["*"] * 14], ["aa", "b", "cc", "ddd"]),
        SudokuPuzzle(4, [".", "0", *["*"] * 14], [".", "0", "1", "2"]),
        SudokuPuzzle(2, ["1", "*", "*", "*"], "12", (1, 2)),
        SudokuPuzzle(9, ["1", "1"] + ["*"] * 79, "123456789"),
        SudokuPuzzle.parse("0F" + "." * 254),
        SudokuPuzzle.from_array(np.eye(36, dtype=int)),
        SudokuPuzzle(16, ["16"] + ["*"] * 255, map(str, range(1, 17))),
    ],
    ids=repr,
)
def test_text_and_rules_give_the_puzzle_back(puzzle):
    assert "\n" not in puzzle.text()
    values = json.loads(json.dumps(puzzle.to_dict()))
    assert SudokuPuzzle.from_dict(values) == puzzle
    if "strict" not in puzzle.rules():
        assert puzzle.check(puzzle.solve(limit=1)) and puzzle.count(1) == 1


def test_symbols_that_no_text_could_hold_are_refused():
    for symbol in ("*", "|", " ", "", "#x", "/", "a b", "\x1b", 5, None):
        with pytest.raises(ur.PuzzleError, match="as a symbol, expected letters, digits and the like"):
            SudokuPuzzle(4, ["*"] * 16, ["1", "2", "3", symbol])
    with pytest.raises(ur.PuzzleError, match="expected strings"):
        SudokuPuzzle.parse(LINE, symbols=5)


def test_check_takes_every_form_of_an_answer():
    puzzle = SudokuPuzzle.parse(LINE)
    result = puzzle.solve()
    forms = [SOLVED, result, result.solution, result.rows, tuple(result.rows), result.solution.array()]
    for form in [*forms, result.solution.array().tolist(), [int(ch) for ch in SOLVED]]:
        assert puzzle.check(form) is True
        assert puzzle.format(form, style="line") == SOLVED
    wrong = [LINE, result.rows[:8], [5], [[1], [1, 2]], {}, object(), 1.5, SudokuPuzzle.parse("1" + "." * 15)]
    assert not any(puzzle.check(form) for form in wrong)


def test_counts_know_how_far_they_came():
    empty = SudokuPuzzle.from_array([[0] * 9] * 9)
    count = empty.count(limits=ur.Limits(nodes=100))
    assert count.status is ur.Status.LIMIT and count.found > 362_880 and not count.complete
    assert empty.count(5) == 5 and empty.count(5).status is ur.Status.MULTIPLE
    assert SudokuPuzzle.parse(LINE).count().status is ur.Status.UNIQUE
    assert SudokuPuzzle.parse(LINE).count(1).status is ur.Status.SOLVED
    dead = SudokuPuzzle(4, list("ABC****D********"), "ABCD")
    assert dead.count() == 0 and dead.count().status is ur.Status.NO_SOLUTION


GRID = SudokuPuzzle(6, list("1.....2.....3.....4.....5.....6....."), "123456", box="2x3")


def test_what_a_grid_holds():
    assert (GRID.n, GRID.box, GRID.clues) == (6, (2, 3), 6)
    assert GRID.alphabet == ("1", "2", "3", "4", "5", "6") and GRID.symbol_set == set("123456")
    assert GRID.symbols[:3] == ["1", "*", "*"] and GRID.rows[1] == "2....."
    assert GRID.array().dtype == np.uint8 and GRID.array()[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
    wide = SudokuPuzzle(4, ["10", *"*" * 15], ["10", "A", "B", "C"])
    assert wide.rows[0] == "10 . . ."


def test_a_cell_a_step():
    steps = GRID.extensions()
    assert [step.rows[0] for step in steps] == [f"1{k}...." for k in range(3, 7)]  # 2 stands in the box
    assert all(type(step) is SudokuPuzzle and step.box == (2, 3) for step in steps)
    assert GRID.check(find_path(GRID, "dfs").path[-1])
    full = GRID.solve().solution
    assert full.is_solved() and full.extensions() == [] and not GRID.is_solved()


def test_a_cell_without_a_symbol_fails_fast():
    assert not GRID.fail_fast()
    assert not SudokuPuzzle(4, list("123*************"), "1234").fail_fast()
    assert SudokuPuzzle(4, list("123****4********"), "1234").fail_fast()
    twice = SudokuPuzzle(2, list("1111"), "12", box=(1, 2))
    assert not twice.is_solved()


@pytest.mark.parametrize(
    ("symbols", "alphabet", "said"),
    [
        ("1" * 15, "1234", "15 cells, expected 16"),
        ("1" * 16, "123", "has 3 different symbols, but a 4×4 grid needs 4"),
        ("12347" + "*" * 11, "1234", "unknown symbol '7' at row 2, column 1"),
    ],
)
def test_grids_that_are_none(symbols, alphabet, said):
    with pytest.raises(PuzzleError, match=said):
        SudokuPuzzle(4, list(symbols), alphabet)


def test_a_result_with_and_without_a_solution():
    puzzle = SudokuPuzzle.parse("1234............")
    one, two = puzzle.solve(limit=1), puzzle.solve()
    assert str(one).endswith("SOLVED, 1 solution found") and str(two).endswith("MULTIPLE, 2 solutions found")
    assert not one.complete and puzzle.solve(limit=None).complete
    dead = SudokuPuzzle(4, list("ABC****D********"), "ABCD").solve()
    assert str(dead) == "NO_SOLUTION, 0 solutions found" and dead.rows is None and dead.complete
    assert dead._repr_svg_().count("<text") == 4 and one._repr_svg_().count("<text") == 16
