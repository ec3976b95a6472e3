"""Sliding puzzles: the class, its results, drawings, batches and the player's questions."""

import json
import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Limits, MNPuzzle, PuzzleError, Status, find_path
from unriddle.puzzles.registry import get
from unriddle.puzzles.sliding.draw import draw
from unriddle.puzzles.sliding.factory import SlidingFactory
from unriddle.puzzles.sliding.state import ways

EIGHT = "8 6 7 / 2 5 4 / 3 0 1"  # one of the two 31 steps away
SOLVED = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "*"))


def korf(data):
    for line in (data / "korf_15_puzzle.txt").read_text().splitlines():
        if not line.startswith("#"):
            _, length, distance, nodes, *tiles = map(int, line.split())
            yield MNPuzzle.from_cells(tiles, 4, blank_first=True), length, distance, nodes


def test_the_original_constructor():
    puzzle = MNPuzzle((("*", "2", "3"), ("1", "4", "5")), (("1", "2", "3"), ("4", "5", "*")))
    assert not puzzle.is_solved() and not puzzle.fail_fast()
    swapped = {other.from_grid for other in puzzle.extensions()}
    assert swapped == {(("2", "*", "3"), ("1", "4", "5")), (("1", "2", "3"), ("*", "4", "5"))}
    assert {other.to_grid for other in puzzle.extensions()} == {puzzle.to_grid}
    result = puzzle.solve()
    assert result.length == 3 and puzzle.check(result)
    assert [board.from_grid for board in result.path][-1] == puzzle.to_grid
    assert MNPuzzle(SOLVED, SOLVED).is_solved()
    assert MNPuzzle(SOLVED, SOLVED) == MNPuzzle([list(row) for row in SOLVED], SOLVED)
    assert hash(MNPuzzle(SOLVED, SOLVED)) == hash(MNPuzzle(SOLVED, SOLVED))


@pytest.mark.parametrize("blank", ["*", "0", "_", 0])
def test_blanks(blank):
    puzzle = MNPuzzle(((1, blank), (3, 2)), ((1, 2), (3, blank)))
    assert puzzle.blank == blank and puzzle.solve().moves == (2,)


@pytest.mark.parametrize("method", MNPuzzle.METHODS)
def test_every_method_solves(method):
    puzzle = MNPuzzle.random("2x3", seed=1) if method == "dfs" else MNPuzzle.parse(EIGHT)
    result = puzzle.solve(method=method)
    assert result.status is Status.SOLVED and puzzle.check(result)
    assert puzzle.check(result.moves) and puzzle.check(result.directions)
    if method not in ("dfs", "beam"):
        assert result.optimal and result.length == result.lower_bound == 31
    assert result.path[0] == puzzle and result.path[-1].is_solved()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 30), st.integers(0, 25))
def test_both_engines_give_the_same_counts(seed, steps):
    rng = random.Random(seed)
    puzzle = MNPuzzle(SOLVED, SOLVED)
    for _ in range(steps):
        puzzle = rng.choice(puzzle.extensions())
    for method in ("bfs", "bidirectional", "astar", "ida", "dfs"):
        limits = Limits(nodes=2000)
        plain = find_path(puzzle, method, cycles="parent", limits=limits)
        compiled = puzzle.solve(method=method, limits=limits)
        assert plain.status is compiled.status
        assert plain.stats.nodes == compiled.stats.nodes
        assert [board.from_grid for board in plain.path] == [board.from_grid for board in compiled.path]


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (4, 2), (3, 3)])
def test_any_goal_and_any_blank(size):
    rows, cols = size
    rng = random.Random(rows * 10 + cols)
    for _ in range(6):
        symbols = [*rng.sample("abcdefghijklm", rows * cols - 1), "*"]
        rng.shuffle(symbols)
        goal = [symbols[r * cols : (r + 1) * cols] for r in range(rows)]
        rng.shuffle(symbols)
        start = [symbols[r * cols : (r + 1) * cols] for r in range(rows)]
        puzzle = MNPuzzle(start, goal)
        lengths = set()
        for method in ("patterns", "ida" if rows * cols < 9 else "astar", "bfs", "table"):
            result = puzzle.solve(method=method)
            assert (result.status is Status.NO_SOLUTION) == puzzle.fail_fast()
            lengths.add(result.length)
            assert result.length is None or puzzle.check(result)
        assert len(lengths) == 1


def test_parity_tells_the_unsolvable_half():
    rng = random.Random(7)
    solvable = 0
    for _ in range(40):
        cells = list(range(9))
        rng.shuffle(cells)
        puzzle = MNPuzzle.from_cells(cells, 3)
        status = find_path(puzzle, "bidirectional").status if puzzle.fail_fast() else puzzle.solve().status
        assert (status is Status.NO_SOLUTION) == puzzle.fail_fast()
        solvable += not puzzle.fail_fast()
    assert 8 < solvable < 32
    # Without the parity test the search itself finds no way.
    odd = MNPuzzle.parse("2 1 / 3 0")
    odd._solvable = True
    assert find_path(odd, "bfs").status is Status.NO_SOLUTION
    result = MNPuzzle.parse("2 1 / 3 0").solve()
    assert result.status is Status.NO_SOLUTION and result.stats.nodes == 0 and result.path == []


def test_korf_lengths(data):
    for puzzle, length, distance, _ in list(korf(data))[:25]:
        assert puzzle.heuristic() == distance
        result = puzzle.solve()
        assert result.length == length and result.optimal and puzzle.check(result)


def test_korf_node_counts(data):
    easiest = sorted(korf(data), key=lambda case: case[3])[:4]
    for puzzle, length, _, nodes in easiest:
        result = puzzle.solve(method="ida")
        assert (result.length, result.stats.nodes) == (length, nodes)


@pytest.mark.parametrize("blank", range(0, 16, 3))
def test_four_by_four_with_the_blank_anywhere(blank):
    numbers = [str(n) for n in range(1, 16)]
    numbers.insert(blank, "0")
    goal = [numbers[k : k + 4] for k in range(0, 16, 4)]
    rng, puzzle = random.Random(blank), MNPuzzle(goal, goal)
    for _ in range(80):
        puzzle = rng.choice(puzzle.extensions())
    result = puzzle.solve()
    assert result.length == puzzle.solve(method="ida").length and puzzle.check(result)


def test_large_boards():
    for size in ((5, 5), (3, 6), (8, 8), (2, 8)):
        puzzle = MNPuzzle.random(size, seed=5)
        result = puzzle.solve(method="beam", limits=Limits(nodes=150_000))
        assert result.status is Status.SOLVED and puzzle.check(result)
        assert puzzle.heuristic() <= result.lower_bound <= result.length
    short = MNPuzzle.random("2x3", seed=1)
    assert short.solve(method="beam").length == short.solve().length
    near = MNPuzzle(MNPuzzle.random(5, seed=1).to_grid, MNPuzzle.random(5, seed=1).to_grid)
    for step in (0, 1, 0, 0, 2):
        near = near.extensions()[step]
    best = near.solve(optimal=True)
    assert best.optimal and best.length == near.solve(method="bfs").length and near.check(best)
    assert near.solve().length == best.length


def test_more_time_is_no_worse():
    puzzle = MNPuzzle.random(5, seed=9)
    lengths = [puzzle.solve(limits=Limits(nodes=n)).length for n in (20_000, 100_000, 300_000)]
    assert lengths == sorted(lengths, reverse=True)


def test_check_is_strict():
    puzzle = MNPuzzle.parse("1 2 3 / 4 0 6 / 7 5 8")
    assert puzzle.check("UL") and puzzle.check(["5", "8"])
    for wrong in (
        "",
        "U",
        "ULX",
        "ULL",
        "LU",
        "ul",
        ["5"],
        ["8", "5"],
        ["5", "8", "9"],
        ["0"],
        ["5", "8", "8"],
    ):
        assert puzzle.check(wrong) is False
    for nonsense in (None, 5, {}, {"U": 1}, [[]], [None], object(), iter("UL"), np.array(["5"]), b"UL"):
        assert puzzle.check(nonsense) is False


@given(st.integers(2, 8), st.integers(2, 8), st.integers(0, 1 << 20))
def test_text_round_trip(rows, cols, seed):
    puzzle = MNPuzzle.random((rows, cols), seed=seed)
    assert MNPuzzle.parse(puzzle.format()) == puzzle and not puzzle.fail_fast()
    assert MNPuzzle.random((rows, cols), seed=seed) == puzzle
    assert puzzle._repr_svg_().count("<text") == rows * cols - 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: MNPuzzle(5, SOLVED), "from_grid=5, expected text or rows of symbols"),
        (lambda: MNPuzzle((), SOLVED), "expected 2x2 to 8x8"),
        (lambda: MNPuzzle(((1, 2), (0,)), SOLVED), "row 2 has 1 cell, but the first row has 2"),
        (lambda: MNPuzzle((([], 2), (3, 0)), SOLVED), "type list"),
        (lambda: MNPuzzle(SOLVED, SOLVED, blank="x"), "the blank 'x' is not on the board"),
        (lambda: MNPuzzle(SOLVED, SOLVED).solve(method="best"), "method='best', expected one of patterns"),
        (lambda: MNPuzzle(SOLVED, SOLVED).solve(method="dfs", optimal=True), "does not prove"),
        (lambda: MNPuzzle.random(6).solve(method="patterns"), "at most 25"),
        (lambda: MNPuzzle.random(5).solve(method="table"), "at most 12"),
        (lambda: MNPuzzle.random(6).count(), "at most 25"),
        (lambda: MNPuzzle.random(6).solutions(), "at most 25"),
        (lambda: MNPuzzle.random("1x5"), "expected 2x2 to 8x8"),
        (lambda: MNPuzzle.random("x"), "expected rows and columns"),
        (lambda: MNPuzzle.parse(5), "5, expected text"),
        (lambda: MNPuzzle.parse("1 2 3 0", goal=5), "goal: 5, expected text"),
        (lambda: MNPuzzle.parse("1 2 3 0", blank=[]), "blank: "),
        (lambda: MNPuzzle(SOLVED, SOLVED).replay("X"), "step 1, X, expected"),
        (lambda: MNPuzzle(SOLVED, SOLVED).replay("DUU"), "step 3, U, expected"),
        (lambda: MNPuzzle(SOLVED, SOLVED).format(5), "5, expected the ways"),
        (lambda: MNPuzzle((((1, 2), 3), (4, 0)), (((1, 2), 3), (4, 0))).text(), "cannot be written"),
        (lambda: MNPuzzle((("a b", 3), (4, 0)), (("a b", 3), (4, 0))).to_dict(), "cannot be written"),
        (lambda: MNPuzzle.from_cells([1, 2, 3], 2), "3 cells, expected 4"),
    ],
)
def test_wrong_use_is_one_clear_line(call, words):
    with pytest.raises(PuzzleError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_the_registry_knows_it():
    assert get("sliding") is MNPuzzle


@pytest.mark.parametrize(
    "symbols", [(1, 2, 3, 0), (1, 2, 3, "*"), ("x", "0", "3", "_"), ("007", "a", "-1", "*")]
)
def test_json_makes_an_equal_puzzle(symbols):
    one, two, three, blank = symbols
    puzzle = MNPuzzle(((one, two), (blank, three)), ((one, two), (three, blank)), blank=blank)
    again = MNPuzzle.from_dict(json.loads(json.dumps(puzzle.to_dict())))
    assert again == puzzle and [type(s) for s in again.from_grid[0]] == [type(s) for s in puzzle.from_grid[0]]
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle and again.solve().solution == "L"


def test_the_blank_tells_puzzles_apart():
    grid = (("0", "1"), ("2", "*"))
    one, other = MNPuzzle(grid, grid, blank="0"), MNPuzzle(grid, grid, blank="*")
    assert one != other and MNPuzzle.parse(one.text(), **one.rules()) == one


def test_replay():
    puzzle = MNPuzzle.parse(EIGHT)
    result = puzzle.solve()
    frames = puzzle.replay(result)
    assert frames == puzzle.replay(result.solution) == puzzle.replay(result.moves) == result.path
    assert frames[0] is puzzle and frames[-1].is_solved() and len(frames) == 32
    assert puzzle.format(result) == puzzle.format(result.moves) == result.solution == str(result)
    assert puzzle.replay("") == [puzzle]
    with pytest.raises(PuzzleError, match="None, expected the ways"):
        puzzle.replay(MNPuzzle.parse("2 1 / 3 0").solve())


def test_a_solution():
    puzzle = MNPuzzle.parse("1 2 3 / 4 0 6 / 7 5 8")
    result = puzzle.solve()
    assert (result.solution, result.directions, str(result)) == ("UL", "UL", "UL")
    assert (result.moves, result.length, len(result.path), result.blanks) == (("5", "8"), 2, 3, (4, 7, 8))
    assert pickle.loads(pickle.dumps(result)) == result and result.reason == ""
    here = MNPuzzle.parse("1 2 / 3 0").solve()
    assert (here.solution, here.length, here.moves, here.blanks) == ("", 0, (), (3,))


def test_none():
    result = MNPuzzle.parse("2 1 / 3 0").solve()
    assert (result.solution, result.directions, result.length, result.path) == (None, "", None, [])
    assert str(result) == "NO_SOLUTION" and "odd permutation" in result.reason
    limited = MNPuzzle.random(4, seed=1).solve(limits=Limits(nodes=1))
    assert str(limited) == "LIMIT" and limited.reason == "" and limited.status is Status.LIMIT


def test_ways():
    assert ways((), 3) == ways((4,), 3) == "" and ways((4, 1, 0, 3, 4), 3) == "DRUL"


def test_a_configuration():
    puzzle = MNPuzzle.random("3x5", seed=1)
    assert puzzle.to_svg() == puzzle._repr_svg_() == draw(puzzle)
    assert puzzle.to_svg().count("<text") == 14


def test_a_solution_draw():
    puzzle = MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1")
    result = puzzle.solve()
    picture = result._repr_svg_()
    assert picture == puzzle.to_svg(result) == puzzle.to_svg(result.moves)
    shown = "".join(ch for ch in picture.split("monospace", 1)[1] if ch in "UDLR")
    assert shown == result.solution
    assert MNPuzzle.parse("1 2 / 3 0").solve()._repr_svg_().count("<text") == 6
    assert MNPuzzle.parse("2 1 / 3 0").solve()._repr_svg_().count("<text") == 3


def test_symbols_cannot_break_out():
    puzzle = MNPuzzle((("<b>", "&"), ("\x1b", "*")), (("<b>", "&"), ("\x1b", "*")))
    assert "<b>" not in puzzle.to_svg() and "\x1b" not in puzzle.to_svg()


def test_a_page_moves_one_tile_a_step():
    puzzle = MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1")
    result = puzzle.solve()
    shown = puzzle.view(result)
    assert len(shown.frames) == result.length + 1
    names = {"U": "up", "D": "down", "L": "left", "R": "right"}
    for frame, tile, way in zip(shown.frames[1:], result.moves, result.solution, strict=True):
        row, col = next(
            (r, line.split().index(str(tile)))
            for r, line in enumerate(frame.text.split("\n"))
            if str(tile) in line.split()
        )
        assert frame.says == f"{tile} {names[way]}, to row {row + 1}, column {col + 1}"
    assert [frame.text for frame in shown.frames] == [state.format() for state in result.path]


def test_shortest_solutions_of_3x3():
    for one in SlidingFactory("puzzles", {"shape": "3x3"}).many(range(8)):
        puzzle = MNPuzzle.parse(one.text, **one.rules)
        assert puzzle.solve(method="bfs").length == one.measures[0] == len(one.solution)


def test_scrambled_boards_are_near_the_goal():
    made = SlidingFactory("puzzles", {"shape": "4x5", "scramble": "12", "least": 2}).many(range(8))
    assert all(one is None or 2 <= one.measures[0] <= 12 for one in made) and any(made)


def form(text):
    return SlidingFactory("puzzles", {"shape": "3x3"}).form(MNPuzzle.parse(text), None)


def test_a_board_and_its_transposition():
    assert form("1 2 3/4 5 0/7 8 6") == form("1 2 3/4 5 6/7 0 8") != form("1 2 3/4 0 5/7 8 6")


@pytest.mark.parametrize("text", ["1 2 3/0 8 4/7 6 5", "8 6 7/2 5 4/3 0 1"])
def test_transpositions_take_as_many_moves(text):
    rows = [row.split() for row in text.split("/")]
    name = {str(3 * r + c + 1): str(3 * c + r + 1) for r in range(3) for c in range(3)} | {"0": "0"}
    other = "/".join(" ".join(name[rows[r][c]] for r in range(3)) for c in range(3))
    assert form(text) == form(other)
    assert MNPuzzle.parse(text).solve().length == MNPuzzle.parse(other).solve().length


@pytest.mark.parametrize("options", [{"shape": "x"}, {"scramble": "0"}, {"least": 0}])
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        SlidingFactory("puzzles", options)


PUZZLE = MNPuzzle.parse("1 2 3/4 0 5/7 8 6")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("LU", "RIGHT", ()),
        ("l u", "RIGHT", ()),
        (["L", "U"], "RIGHT", ()),
        ("5 6", "RIGHT", ()),
        (("5", "6"), "RIGHT", ()),
        ("L", "INCOMPLETE: the goal does not stand at the end", ()),
        ("LLU", "WRONG: step 2, L, cannot be made", (1,)),
        ("5 1", "WRONG: step 2, 1, cannot be made", (1,)),
        ("5 9", "NOT_OF_THIS_PUZZLE: '9', expected U, D, L or R, or a tile", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_the_next_step():
    step = PUZZLE.hint()
    assert str(step) == "step: 5 left: the first of 2 steps to the goal, and no path is shorter"
    assert (step.value, step.cells) == ("L", ((1, 2), (1, 1)))
    assert PUZZLE.hint("L").text.startswith("6 up") and PUZZLE.hint(PUZZLE.replay("L")[1]).value == "U"
    odd = MNPuzzle.parse("2 1 3/4 0 5/7 8 6")
    assert odd.hint().kind == "contradiction" and PUZZLE.hint(odd).kind == "mistake"
    with pytest.raises(PuzzleError, match="expected one of the same puzzle"):
        PUZZLE.hint(MNPuzzle.parse("1 2/0 3"))


def test_a_large_board_gets_any_solution():
    puzzle = MNPuzzle.random((5, 5), seed=3)
    result = puzzle._help_from(Limits(seconds=10, nodes=20_000))
    assert result.status is Status.SOLVED and puzzle.check(result)
    assert puzzle.hint(limits=Limits(seconds=10, nodes=20_000)).kind == "step"
