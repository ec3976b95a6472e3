import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import GridPegSolitairePuzzle, Jump, Limits, PuzzleError, Status
from unriddle.puzzles.peg.boards import NAMED
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


def test_the_triangle():
    puzzle = GridPegSolitairePuzzle.named("triangle15")
    assert len(puzzle.board.holes) == 15
    assert len(puzzle.board.jumps) == 36
    assert len(puzzle.board.symmetries) == 6
    assert puzzle.count() == 29760
    best = puzzle.fewest_moves()
    assert puzzle.check(best)
    assert best.moves == 10
    assert sum(1 for _ in puzzle.solutions(50)) == 50


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", [SMALL, "**.*", "*..*", "***/*.*"])
def test_every_method_on_both_engines(text, method):
    puzzle = small(text)
    compiled, plain, best = puzzle.solve(method=method), find_path(puzzle, method), puzzle.solve()
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
    assert (puzzle.count() > 0) == (node is not None)
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


def test_wrong_boards_are_one_clear_line():
    for make, reason in (
        (lambda: small("..."), "without pegs"),
        (lambda: small("###"), "0 holes"),
        (lambda: small("**q"), "marker 'q' on the board, expected"),
        (lambda: small("**/*"), "row 2 of the board has 1 cells, expected 2"),
        (lambda: small("*" * 65), "65 holes"),
        (lambda: GridPegSolitairePuzzle([]), "without cells"),
        (lambda: GridPegSolitairePuzzle(7), "rows of markers"),
        (lambda: GridPegSolitairePuzzle([["*", "."]], {"*"}), "marker '.'"),
        (lambda: small("**.", jumps="knight"), "jumps='knight', expected one of orthogonal"),
        (lambda: small("**.", goal=(1, 0)), "goal"),
        (lambda: small("**.", goal="**"), "another shape"),
        (lambda: small("**.", goal="..."), "goal without pegs"),
        (lambda: small("**.", goal="*x."), "goal '\\*x.', expected a hole like d4"),
        (lambda: GridPegSolitairePuzzle.named("chinese"), "name='chinese', expected one of english"),
        (lambda: small("**.").solve(method="best"), "method='best', expected one of dfs, bfs"),
        (lambda: GridPegSolitairePuzzle.parse("", file="x"), "x: is empty, expected a board"),
        (lambda: GridPegSolitairePuzzle.parse("**\n*a", file="x"), "x:2:2: character 'a'"),
        (lambda: GridPegSolitairePuzzle.parse("*" * 70000), "too large|holes"),
        (lambda: GridPegSolitairePuzzle.parse("#\n" * 70000), "too large"),
        (lambda: GridPegSolitairePuzzle.parse(5), "5, expected text"),
        (lambda: GridPegSolitairePuzzle([[["*"]]]), r"marker \['\*'\] on the board"),
        (lambda: small("**.", goal=5), "goal 5, expected rows"),
        (lambda: small("**.", goal=(0, 0.5)), "expected rows|marker"),
        (lambda: small("**.", goal="z9"), r"goal \(8, 25\), expected the row"),
        (lambda: small("**.", jumps=[]), r"jumps=\[\]"),
        (lambda: GridPegSolitairePuzzle.named([]), r"name=\[\]"),
        (lambda: GridPegSolitairePuzzle.random(pegs=0), "pegs=0, expected a whole number"),
        (lambda: small().replay("a1-c1 a1-c1"), "jump 2, a1-c1, expected pegs|jump 1"),
        (lambda: small().format(5), "5, expected jumps"),
        (lambda: small().to_svg("a1-c9"), "expected jumps such as a1-c1"),
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
        assert puzzle.check(bad) is False
    for text in ("a1-c1-b1", "a1-c1", "d1-b1 a1-c1", "x", "a1", "a1-c1 d1-b1 b1-d1", "-", "a1-c1, d1-b1"):
        assert puzzle.check(text) is False
    assert puzzle.check(" A1-c1\n d1-b1 ") and not puzzle.check(Jump("a", "b", "c")) and not puzzle.check([5])
    assert not puzzle.check((Jump("a", [], 5),)) and not puzzle.check(small("*.*").solve())


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
    count = puzzle.count(limits=Limits(nodes=100))
    assert (count.status, count.complete, count.stats.nodes) == (Status.LIMIT, False, 100)
    solutions = puzzle.solutions(limits=Limits(nodes=100))
    assert (list(solutions), solutions.status, solutions.stats.nodes) == ([], Status.LIMIT, 100)


def test_marker_is_the_board():
    puzzle = small()
    assert ["".join(row) for row in puzzle.marker] == SMALL.split("/")
    assert len(NAMED) == 5
    assert puzzle._repr_svg_().count("<circle") == 12


def test_goals_by_name_and_back():
    for goal, rules in (("d4", "d4"), ((3, 3), "d4"), ([3, 3], "d4"), (None, None), ("any", None)):
        puzzle = GridPegSolitairePuzzle.named("english", goal=goal)
        assert puzzle.rules() == {"goal": rules, "jumps": "orthogonal"}
    assert (
        small("**.", goal="..*").rules()["goal"]
        == "..*"
        == small("**.", goal=[[".", ".", "*"]]).rules()["goal"]
    )


@settings(max_examples=60)
@given(
    st.lists(st.text("*.#", min_size=1, max_size=9), min_size=1, max_size=5),
    st.sampled_from(["orthogonal", "diagonal", "triangular"]),
    st.booleans(),
    st.sampled_from(["/", "\n", " / ", "\r\n"]),
)
def test_text_and_json_make_an_equal_puzzle(rows, jumps, pattern, between):
    width = max(map(len, rows))
    full = [row.ljust(width, "#") for row in rows]
    if not any("*" in row for row in rows):
        return
    puzzle = GridPegSolitairePuzzle(full, jumps=jumps, goal=full if pattern else None)
    assert GridPegSolitairePuzzle.parse(between.join(rows), **puzzle.rules()) == puzzle
    assert GridPegSolitairePuzzle.from_dict(json.loads(json.dumps(puzzle.to_dict()))) == puzzle
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle and again.board == puzzle.board and hash(again) == hash(puzzle)


def test_fewest_moves_keeps_the_best_solution_where_a_limit_comes():
    puzzle = GridPegSolitairePuzzle.named("triangle15")
    first, best = puzzle.solve(), puzzle.fewest_moves()
    assert puzzle.fewest_moves(limits=Limits(nodes=first.stats.nodes // 2)).status is Status.LIMIT
    for nodes in (first.stats.nodes + 1, best.stats.nodes - 1):
        result = puzzle.fewest_moves(limits=Limits(nodes=nodes))
        assert (result.status, result.stats.nodes, result.optimal) == (Status.SOLVED, nodes, False)
        assert puzzle.check(result) and best.moves <= result.moves <= first.moves
    assert puzzle.fewest_moves(limits=Limits(nodes=best.stats.nodes + 1)).optimal


def interrupt(_):
    raise KeyboardInterrupt


def test_ctrl_c_is_limit_or_an_exception():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    for work in (
        puzzle.solve,
        puzzle.fewest_moves,
        puzzle.count,
        puzzle.count_positions,
        puzzle.solvable_positions,
        puzzle.winning_jumps,
        lambda progress: puzzle.solve(method="dfs", progress=progress),
    ):
        result = work(progress=interrupt)
        assert (result.status, result.interrupted) == (Status.LIMIT, True)
    for work in (puzzle.is_winnable, lambda progress: list(puzzle.solutions(progress=progress))):
        with pytest.raises(KeyboardInterrupt):
            work(progress=interrupt)


def test_replay_and_marker_set():
    puzzle = small(".***/****/****")
    result = puzzle.solve()
    assert puzzle.replay(result) == puzzle.replay(result.solution) == puzzle.replay(str(result))
    assert puzzle.replay(result)[-1].is_solved() and len(puzzle.replay(())) == 1
    with pytest.raises(PuzzleError, match=r"marker '\.' on the board"):
        GridPegSolitairePuzzle([["*", "."]], {"*"})
