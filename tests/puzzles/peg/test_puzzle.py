import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import GridPegSolitairePuzzle, Limits, PuzzleError, Status
from unriddle.puzzles.peg import Jump, PegLimitError
from unriddle.puzzles.peg.boards import NAMED
from unriddle.puzzles.peg.result import hole_name
from unriddle.search import breadth_first_solve, depth_first_solve, find_path

METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")
SMALL = "***./****/*.**"


def small(text=SMALL, **options):
    return GridPegSolitairePuzzle(text.split("/"), **options)


def test_the_english_board():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    result = puzzle.solve()
    assert (result.status, result.length) == (Status.SOLVED, 31)
    assert puzzle.check(result)
    assert result.path[-1] == "##...##/##...##/......./...*.../......./##...##/##...##"
    layers = puzzle.count_positions(limits=Limits(nodes=136_605))
    assert layers.counts == (1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229614)
    plain = puzzle.count_positions(symmetry=False, limits=Limits(nodes=13_449))
    assert plain.counts[:6] == (1, 4, 12, 60, 296, 1338)


def test_unsolvable_by_position_class():
    for name in ("european", "diamond"):
        result = GridPegSolitairePuzzle.named(name).solve()
        assert (result.status, result.stats.nodes) == (Status.NO_SOLUTION, 0)


@pytest.mark.parametrize("name", ["english", "wiegleb", "triangle15"])
def test_named_boards_are_solved(name):
    puzzle = GridPegSolitairePuzzle.named(name)
    result = puzzle.solve()
    assert result.status is Status.SOLVED
    assert puzzle.check(result)


def test_the_triangle():
    puzzle = GridPegSolitairePuzzle.named("triangle15")
    assert len(puzzle.board.holes) == 15
    assert len(puzzle.board.jumps) == 36
    assert len(puzzle.board.symmetries) == 6
    assert puzzle.count_solutions() == 29760
    best = puzzle.fewest_moves()
    assert puzzle.check(best)
    assert best.moves == 10
    assert sum(1 for _ in puzzle.solutions(50)) == 50


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", [SMALL, "**.*", "*..*", "***/*.*"])
def test_every_method_on_both_engines(text, method):
    puzzle = small(text)
    compiled, plain, best = puzzle.solve(method), find_path(puzzle, method), puzzle.solve()
    assert compiled.status is plain.status is best.status
    assert compiled.length == max(len(plain.path) - 1, 0) == best.length
    assert compiled.path == tuple(str(step).replace("\n", "/") for step in plain.path)
    assert not compiled.path or puzzle.check(compiled)


@settings(max_examples=60)
@given(
    st.lists(st.text("*.#", min_size=4, max_size=4), min_size=1, max_size=4),
    st.sampled_from(["orthogonal", "diagonal"]),
)
def test_both_engines_agree_on_any_board(rows, jumps):
    try:
        puzzle = GridPegSolitairePuzzle(rows, jumps=jumps)
    except PuzzleError as error:
        assert not any("*" in row for row in rows)
        assert "pegs" in error.reason or "holes" in error.reason
        return
    node = breadth_first_solve(puzzle)
    result = puzzle.solve()
    assert (result.status is Status.SOLVED) == (node is not None)
    assert (depth_first_solve(puzzle) is not None) == (node is not None)
    if node is not None:
        assert puzzle.check(result)
        assert puzzle.fewest_moves().moves <= result.moves
    assert (puzzle.count_solutions() > 0) == (node is not None)
    assert GridPegSolitairePuzzle.parse(puzzle.format(), jumps=jumps) == puzzle


def test_goals():
    assert small("**.*", goal=(0, 1)).solve().status is Status.SOLVED
    assert small("**.*", goal=(0, 3)).solve().status is Status.NO_SOLUTION
    pattern = small("***./.*..", goal="*..*/.*..")
    result = pattern.solve()
    assert (result.status, result.length) == (Status.SOLVED, 1)
    assert pattern.check(result)
    assert small("*...").solve().length == 0
    assert small("*...").is_solved()
    assert small("*...", goal=(0, 1)).solve().status is Status.NO_SOLUTION


def test_hints():
    puzzle = small("**.*", goal=(0, 1))
    assert [str(jump) for jump in puzzle.winning_jumps()] == ["a1-c1"]
    assert not small("*.*").is_winnable()
    position = GridPegSolitairePuzzle.random("english", pegs=10, seed=2)
    assert position == GridPegSolitairePuzzle.random("english", pegs=10, seed=2)
    keeping = position.winning_jumps()
    assert keeping
    assert position.position.bit_count() == 10


def test_wrong_boards_are_one_clear_line():
    for make, reason in (
        (lambda: small("..."), "without pegs"),
        (lambda: small("###"), "0 holes"),
        (lambda: small("**x"), "marker 'x'"),
        (lambda: small("**/*"), "row 2 of the board has 1 cells, expected 2"),
        (lambda: small("*" * 65), "65 holes"),
        (lambda: GridPegSolitairePuzzle([]), "without cells"),
        (lambda: GridPegSolitairePuzzle(7), "rows of markers"),
        (lambda: GridPegSolitairePuzzle([["*", "."]], {"*"}), "marker '.'"),
        (lambda: small("**.", jumps="knight"), "jumps 'knight'"),
        (lambda: small("**.", goal=(1, 0)), "goal"),
        (lambda: small("**.", goal="**"), "another shape"),
        (lambda: small("**.", goal="..."), "goal without pegs"),
        (lambda: small("**.", goal="*x."), "unknown marker in the goal"),
        (lambda: GridPegSolitairePuzzle.named("chinese"), "board 'chinese'"),
        (lambda: small("**.").solve("best"), "method 'best'"),
        (lambda: GridPegSolitairePuzzle.parse("", file="x"), "x: board without cells"),
        (lambda: GridPegSolitairePuzzle.parse("**\n*o", file="x"), "x:2:2: character 'o'"),
        (lambda: GridPegSolitairePuzzle.parse("*" * 70000), "too large|holes"),
        (lambda: GridPegSolitairePuzzle.parse("#\n" * 70000), "too large"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            make()


def test_check_is_strict():
    puzzle = small("**.*", goal=(0, 1))
    good = puzzle.solve().jumps
    assert puzzle.check(good)
    for bad in (
        (),
        good[:1],
        good[::-1],
        (Jump((0, 0), (0, 1), (0, 3)), good[1]),
        (Jump((0, 0), (0, -1), (0, -2)), *good),
        (*good, good[0]),
    ):
        assert not puzzle.check(bad)


def test_limits_are_exact():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    whole = puzzle.solve().stats.nodes
    for nodes in (0, 1, whole - 1):
        result = puzzle.solve(limits=Limits(nodes=nodes))
        assert (result.status, result.stats.nodes, result.path) == (Status.LIMIT, nodes, ())
    assert puzzle.solve(limits=Limits(nodes=whole)).length == 31
    assert puzzle.solvable_positions(limits=Limits(nodes=100)).status is Status.LIMIT
    assert puzzle.fewest_moves(limits=Limits(nodes=100)).status is Status.LIMIT
    assert puzzle.count_positions(limits=Limits(memory=10_000)).status is Status.LIMIT
    with pytest.raises(PuzzleError, match="limit"):
        puzzle.count_solutions(limits=Limits(nodes=100))


def test_names_of_holes():
    assert [hole_name((0, c)) for c in (0, 25, 26, 51, 52)] == ["a1", "z1", "aa1", "az1", "ba1"]


def test_marker_is_the_board():
    puzzle = small()
    assert ["".join(row) for row in puzzle.marker] == SMALL.split("/")
    assert len(NAMED) == 5
    assert puzzle._repr_svg_().count("<circle") == 12


def reached(puzzle, jumps, seed):
    draw = random.Random(seed)
    for _ in range(jumps):
        after = puzzle.extensions()
        if not after:
            break
        puzzle = draw.choice(after)
    return puzzle


@pytest.mark.parametrize("goal", [None, (3, 3), (0, 3)])
def test_what_can_be_won_is_what_a_search_solves(goal):
    both = set()
    for jumps in (9, 11, 12, 14, 16, 20):
        puzzle = reached(GridPegSolitairePuzzle.named("english", goal=goal), jumps, jumps)
        solved = puzzle.solve().status is Status.SOLVED
        winning = puzzle.winning_jumps()
        assert puzzle.is_winnable() == solved == bool(winning)
        for after in puzzle.extensions():
            assert after.is_winnable() == (puzzle._jump(puzzle.position, after.position) in winning)
        both.add(solved)
    assert False in both


def test_winning_without_room_for_numbers_agrees():
    for jumps in (11, 14):
        puzzle = reached(GridPegSolitairePuzzle.named("english", goal=(3, 3)), jumps, jumps)
        assert puzzle.winning_jumps(limits=Limits(memory=1 << 26)) == puzzle.winning_jumps()
    with pytest.raises(PegLimitError, match="limit reached"):
        puzzle.winning_jumps(limits=Limits(memory=1000))


def test_winning_at_once():
    puzzle = small("***", goal=["***"])
    assert puzzle.is_winnable()
    assert puzzle.winning_jumps() == []
    assert not small("**.", goal=["***"]).is_winnable()
    with pytest.raises(PegLimitError):
        reached(GridPegSolitairePuzzle.named("wiegleb"), 4, 1).is_winnable(limits=Limits(nodes=3))


def test_limits_leave_what_is_known_whole():
    goal = GridPegSolitairePuzzle.random("english", pegs=3, seed=8).marker  # of no other test
    puzzle = reached(GridPegSolitairePuzzle.random("english", pegs=24, seed=5, goal=goal), 2, 1)
    expected = puzzle.solve().status is Status.SOLVED
    answers = []
    for nodes in (1, 10, 1000, 5000, 7000, 11_000, 20_000, 40_000, 80_000, 1 << 40):
        try:
            answers.append(puzzle.is_winnable(limits=Limits(nodes=nodes)))
        except PegLimitError:
            assert nodes < 1 << 40
    assert set(answers) == {expected}
