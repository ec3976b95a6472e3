"""Peg solitaire: the class, its states, boards, results, drawings and the player's questions."""

import json
import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import GridPegSolitairePuzzle, Jump, Limits, PuzzleError, Status
from unriddle.puzzles.peg.boards import (
    NAMED,
    PegGrid,
    board_of,
    hole_name,
    hole_of,
    jumps_of,
    jumps_text,
)
from unriddle.puzzles.peg.draw import draw
from unriddle.puzzles.peg.factory import PegFactory
from unriddle.puzzles.peg.state import PegState
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
        (lambda: small("..."), "the board has no pegs"),
        (lambda: small("###"), "0 holes"),
        (lambda: small("**q"), "marker 'q' on the board, expected"),
        (lambda: small("**/*"), "board: row 2 has 1 cell, but the first row has 2"),
        (lambda: small("*" * 65), "65 holes"),
        (lambda: GridPegSolitairePuzzle([]), "without cells"),
        (lambda: GridPegSolitairePuzzle(7), "board=7, expected text or rows"),
        (lambda: GridPegSolitairePuzzle([["*", "."]], {"*"}), "marker '.'"),
        (lambda: small("**.", jumps="knight"), "jumps='knight', expected one of orthogonal"),
        (lambda: small("**.", goal=(1, 0)), "goal"),
        (lambda: small("**.", goal="**"), "differs in shape"),
        (lambda: small("**.", goal="..."), "the goal has no pegs"),
        (lambda: small("**.", goal="*x."), "expected a hole such as d4"),
        (lambda: GridPegSolitairePuzzle.named("chinese"), "board='chinese', expected one of english"),
        (lambda: small("**.").solve(method="best"), "method='best', expected one of dfs, bfs"),
        (lambda: GridPegSolitairePuzzle.parse("", file="x"), "x: is empty"),
        (lambda: GridPegSolitairePuzzle.parse("**\n*a", file="x"), "x:2:2: character 'a'"),
        (lambda: GridPegSolitairePuzzle.parse("*" * 70000), "too large|holes"),
        (lambda: GridPegSolitairePuzzle.parse("#\n" * 70000), "too large"),
        (lambda: GridPegSolitairePuzzle.parse(5), "5, expected text"),
        (lambda: GridPegSolitairePuzzle([[["*"]]]), r"marker \['\*'\] on the board"),
        (lambda: small("**.", goal=5), "goal=5, expected a hole such as d4"),
        (lambda: small("**.", goal=(0, 0.5)), "rows of|marker"),
        (lambda: small("**.", goal="z9"), "goal=z9 is not a hole of the board"),
        (lambda: small("**.", jumps=[]), r"jumps=\[\]"),
        (lambda: GridPegSolitairePuzzle.named([]), r"board=\[\]"),
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
    assert len(NAMED) == 6
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


ROW = GridPegSolitairePuzzle.parse("**.*")


def test_jumps_lead_on_and_back():
    (after,) = ROW.extensions()
    assert isinstance(ROW, PegState) and type(after) is GridPegSolitairePuzzle and str(after) == "..**"
    assert ROW in after.predecessors() and after.marker == [[".", ".", "*", "*"]]
    assert ROW.heuristic() == 2 and after.heuristic() == 1 and not after.is_solved()
    assert [str(goal) for goal in ROW.goals()] == ["*...", ".*..", "..*.", "...*"]
    assert all(goal.is_solved() and goal.heuristic() == 0 for goal in ROW.goals())


def test_goals_that_can_still_be_reached():
    english = GridPegSolitairePuzzle.named("english", goal="d4")
    assert english.possible_goals() == list(english.targets) and not english.fail_fast()
    assert GridPegSolitairePuzzle.named("english", goal=(3, 2)).fail_fast()  # another class of positions
    few = GridPegSolitairePuzzle.parse("*..", goal="**.")
    assert few.possible_goals() == [] and few.fail_fast()


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ((0, 2), "goal=c1 is not a hole of the board"),
        ("*#*.", "differs in shape"),
        ("....", "the goal has no pegs"),
    ],
)
def test_goals_that_do_not_fit(goal, said):
    rows = "**#*" if goal == (0, 2) else "**.*"
    with pytest.raises(PuzzleError, match=said):
        GridPegSolitairePuzzle([rows], goal=goal)


def test_boards_that_are_none():
    with pytest.raises(PuzzleError, match="the board has no pegs"):
        GridPegSolitairePuzzle(["..."])
    with pytest.raises(PuzzleError, match="expected one of the marker set"):
        GridPegSolitairePuzzle(["**."], {"*"})
    with pytest.raises(PuzzleError, match="did you mean triangular"):
        GridPegSolitairePuzzle(["**."], jumps="triangle")


def test_a_solution():
    puzzle = GridPegSolitairePuzzle.parse("**.*.")
    result = puzzle.solve()
    assert result.solution == result.jumps and result.length == 2 and result.moves == 1 + (" " in str(result))
    assert result.path[0] == "**.*." and len(result.path) == 3
    assert pickle.loads(pickle.dumps(result)) == result
    here = GridPegSolitairePuzzle.parse("*..").solve()
    assert (here.solution, here.path, here.length, here.moves, str(here)) == ((), ("*..",), 0, 0, "")


def test_no_solution():
    result = GridPegSolitairePuzzle.parse("*.*").solve()
    assert (result.solution, result.jumps, result.path, result.moves) == (None, (), (), 0)
    assert str(result) == "NO_SOLUTION"


def test_what_is_winnable_in_words():
    english = GridPegSolitairePuzzle.named("english")
    for puzzle, limits, words, winnable in (
        (GridPegSolitairePuzzle.parse("**.*"), None, "winnable by a1-c1", True),
        (GridPegSolitairePuzzle.parse("*.*"), None, "no longer winnable", False),
        (GridPegSolitairePuzzle.parse("*.."), None, "the goal stands", True),
        (english, Limits(seconds=0), "not known whether it is winnable", None),
    ):
        result = puzzle.winning_jumps(limits=limits)
        assert (str(result), result.winnable) == (words, winnable)
        assert (result.status is Status.LIMIT) == (winnable is None)
        assert pickle.loads(pickle.dumps(result)) == result


@pytest.mark.parametrize("method", [None, *GridPegSolitairePuzzle.METHODS])
def test_memory_is_a_limit(method):
    puzzle = GridPegSolitairePuzzle.named("wiegleb")
    limits = Limits(memory=20_000 if method is None else 100_000, nodes=20_000)
    result = puzzle.solve(method=method, limits=limits)
    assert result.status is Status.LIMIT and result.solution is None and not result.interrupted


def test_the_jumps_of_one_peg_are_a_move():
    puzzle = GridPegSolitairePuzzle.parse("*..../.*.../*.*../.*.../.....", goal="c1", jumps="diagonal")
    best = puzzle.fewest_moves()
    assert best.status in (Status.SOLVED, Status.NO_SOLUTION)
    assert best.solution is None or (puzzle.check(best) and best.moves <= puzzle.solve().moves)


def test_boards_are_equal_by_shape_and_jumps():
    shape = ((True, True, True), (False, True, True))
    one, other = board_of(shape), PegGrid(shape, "orthogonal")
    assert one == other and hash(one) == hash(other) and one is board_of(shape)
    assert one != board_of(shape, "diagonal") and one != 5
    assert pickle.loads(pickle.dumps(other)) == one
    with pytest.raises(PuzzleError, match="did you mean diagonal"):
        board_of(shape, "diagonals")


@pytest.mark.parametrize("name", NAMED)
def test_jumps_and_flips(name):
    board = GridPegSolitairePuzzle.named(name).board
    assert len(board.by_flip) == len(board.flips) == len(board.jumps)
    for (a, b, c), jump in zip(board.jumps, board.flips, strict=True):
        before, after = 1 << a | 1 << b, 1 << c
        assert board.jumped(before, jump) == after and board.jumped(after, jump) is None
        assert jump == Jump(board.holes[a], board.holes[b], board.holes[c])
    assert board.jumped(board.whole, Jump((0, 0), (5, 5), (9, 9))) is None


def test_unsolvable_by_position_class():
    for name in ("european", "diamond"):
        result = GridPegSolitairePuzzle.named(name).solve()
        assert (result.status, result.stats.nodes) == (Status.NO_SOLUTION, 0)
        assert "can be reached" in result.reason and "rule of three" in result.reason


def test_the_vacancies_of_the_european_board():
    """Sixteen of 37 are solvable, by the rule of three: the others have no goal of their class."""
    every = [
        GridPegSolitairePuzzle.named("european", vacancy=hole)
        for hole in GridPegSolitairePuzzle.named("european").board.holes
    ]
    solved = [puzzle.solve() for puzzle in every]
    assert sum(result.status is Status.SOLVED for result in solved) == 16
    for puzzle, result in zip(every, solved, strict=True):
        assert (result.status is Status.SOLVED) == (not puzzle.reason_against()) == puzzle.check(result)
        assert result.solution is not None or result.stats.nodes == 0


def test_a_reason_is_true():
    puzzle = GridPegSolitairePuzzle.named("english", goal="d5")
    reason = puzzle.solve().reason
    names = re.search(r"pegs in ([a-z0-9 ]+): 14, in the goal 1; no jump makes even odd", reason)[1].split()
    kept = sum(1 << puzzle.board.number[hole_of(name)] for name in names)
    assert all((line & kept).bit_count() % 2 == 0 for line, _ in puzzle.board.by_flip)
    assert (puzzle.position & kept).bit_count() == 14 and (puzzle.targets[0] & kept).bit_count() == 1
    few = GridPegSolitairePuzzle.parse("*...", goal="**..").solve()
    assert few.reason == "1 peg here and 2 in the goal, and a jump takes one away"
    searched = GridPegSolitairePuzzle.parse("*.*.*.*").solve()
    assert searched.status is Status.NO_SOLUTION


@pytest.mark.parametrize("name", NAMED)
def test_vacancy(name):
    usual = GridPegSolitairePuzzle.named(name)
    hole = next(hole for hole in usual.board.holes if not usual.position >> usual.board.number[hole] & 1)
    assert GridPegSolitairePuzzle.named(name, vacancy=hole) == usual
    assert GridPegSolitairePuzzle.named(name, vacancy=hole_name(hole)) == usual
    last = GridPegSolitairePuzzle.named(name, vacancy=usual.board.holes[-1])
    assert last.position == last.board.whole >> 1 and last.board is usual.board


@pytest.mark.parametrize(
    "vacancy", [(0, 0), (9, 9), (-1, 3), "a1", "zz9", "d", 5, (1, 2, 3), (True, 3), "", []]
)
def test_a_wrong_vacancy(vacancy):
    with pytest.raises(PuzzleError, match=r" is not a hole( of the english board$|; use a name like d4)"):
        GridPegSolitairePuzzle.named("english", vacancy=vacancy)


@pytest.mark.parametrize("name", ["english", "wiegleb", "triangle15"])
def test_named_boards_are_solved(name):
    puzzle = GridPegSolitairePuzzle.named(name)
    result = puzzle.solve()
    assert result.status is Status.SOLVED
    assert puzzle.check(result)


def test_a_position():
    puzzle = GridPegSolitairePuzzle.named("english")
    assert puzzle.to_svg() == puzzle._repr_svg_() == draw(puzzle)
    assert puzzle.to_svg().count("<circle") == 33 and "<polygon" not in puzzle.to_svg()


def test_a_solution_draw():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    result = puzzle.solve()
    picture = result._repr_svg_()
    assert picture == puzzle.to_svg(result) == puzzle.to_svg(str(result)) != puzzle.to_svg()
    assert picture.count("<polygon") == 31 and all(f">{k}</text>" in picture for k in range(1, 32))
    assert GridPegSolitairePuzzle.parse("*.*").solve()._repr_svg_().count("<circle") == 3


def test_jumps_that_keep_it_winnable():
    picture = GridPegSolitairePuzzle.parse("**.*").winning_jumps()._repr_svg_()
    assert picture.count("<polygon") == 1 and "<text" not in picture


def test_a_page_shows_each_jump():
    puzzle = GridPegSolitairePuzzle.named("english", goal="d4")
    result = puzzle.solve()
    shown = puzzle.view(result)
    assert [frame.svg.count("<polygon") for frame in shown.frames] == [0] + [1] * 31
    assert shown.frames[-1].says == f"{result.jumps[-1]}, 1 peg left"
    assert [frame.text.replace("\n", "/") for frame in shown.frames] == list(result.path)


PUZZLE = GridPegSolitairePuzzle.parse("**.*")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("a1-c1 d1-b1", "RIGHT", ()),
        (["a1-c1", "d1-b1"], "RIGHT", ()),
        ("a1-c1", "INCOMPLETE: 2 pegs are left, and the goal does not stand", ()),
        ("a1-c1 a1-c1", "WRONG: jump 2, a1-c1, cannot be made", (1,)),
        ("c3-a3", "WRONG: jump 1, c3-a3, cannot be made", (0,)),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_the_next_jump_or_the_mistake():
    step = PUZZLE.hint()
    assert (step.kind, step.value, step.cells) == ("jump", "a1-c1", ((0, 0), (0, 1), (0, 2)))
    assert PUZZLE.hint("a1-c1").value == "d1-b1"
    board = GridPegSolitairePuzzle.parse("**.*.", goal="b1")
    assert board.hint("a1-c1 c1-e1").text == "since jump 2 no jumps lead to the goal"
    assert board.first_mistake("a1-c1 d1-b1") is None
    lost = GridPegSolitairePuzzle.parse("....*", goal="b1")
    assert str(board.hint(lost)) == "mistake: no jumps lead to the goal from here"
    with pytest.raises(PuzzleError, match="expected one of the same puzzle"):
        PUZZLE.hint(lost)


def test_names_of_holes():
    assert [hole_name((0, c)) for c in (0, 25, 26, 51, 52)] == ["a1", "z1", "aa1", "az1", "ba1"]
    for hole in ((0, 0), (63, 0), (0, 63), (30, 40)):
        assert hole_of(hole_name(hole)) == hole_of(hole_name(hole).upper()) == hole
    for wrong in ("", "1", "a", "a0", "1a", "abc1", "a12345", "a-1", "*", "a1 b1"):
        assert hole_of(wrong) is None


def test_text_of_jumps_is_read_back():
    jumps = (
        Jump((0, 0), (0, 1), (0, 2)),
        Jump((0, 2), (1, 2), (2, 2)),
        Jump((4, 4), (3, 3), (2, 2)),
        Jump((2, 2), (1, 1), (0, 0)),
    )
    assert jumps_text(jumps) == "a1-c1-c3 e5-c3-a1"
    assert jumps_of(jumps_text(jumps)) == jumps_of(list(jumps)) == jumps_of(jumps) == jumps
    assert jumps_of("a1-c1 c1-c3 e5-c3 c3-a1") == jumps
    assert jumps_of("") == jumps_of(()) == () and jumps_text(()) == ""


@pytest.mark.parametrize(
    "wrong", ["a1", "a1-", "a1-b1", "a1-e1", "a1-a1", "a1-b3", 5, None, [5], object(), "\x1b"]
)
def test_what_is_no_jump(wrong):
    with pytest.raises(PuzzleError, match="expected jumps") as error:
        jumps_of(wrong)
    assert str(error.value).isprintable()


@pytest.mark.parametrize("board", ["english", "triangle15"])
def test_positions_that_can_be_won(board):
    for one in PegFactory("puzzles", {"board": board, "pegs": 5}).many(range(6)):
        puzzle = GridPegSolitairePuzzle.parse(one.text, **one.rules)
        assert puzzle.is_winnable() and one.text.count("*") == 5
        moves = len(one.solution.split())
        assert one.measures[:3] == (5, moves, len(puzzle.extensions()))


def test_symmetries_of_the_board():
    factory = PegFactory("puzzles", {"pegs": 2})
    name = "##...##/##...##/......./.......", ".......", "##...##/##...##"

    def form(rows):
        return factory.form(GridPegSolitairePuzzle("/".join(rows).split("/")), None)

    one = form(["##**.##/##...##", name[1], name[1], name[1], name[2]])
    assert one == form(["##.**##/##...##", name[1], name[1], name[1], name[2]])
    assert one == form(["##...##/##...##", name[1], name[1], name[1], "##...##/##**.##"])
    assert one != form(["##*.*##/##...##", name[1], name[1], name[1], name[2]])


@pytest.mark.parametrize("options", [{"board": "moon"}, {"pegs": 0}])
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        PegFactory("puzzles", options)


@pytest.mark.parametrize(
    ("name", "vacancies"), [("asymmetrical", ["d4", "c1", "e5", "h3"]), ("diamond", ["d2", "e3"])]
)
def test_starts_that_are_known_to_be_solvable(name, vacancies):
    """Of the 39 holes each can be the empty one and the last peg; of the diamond few can begin."""
    for hole in vacancies:
        goal = hole if name == "asymmetrical" else None
        puzzle = GridPegSolitairePuzzle.named(name, vacancy=hole, goal=goal)
        result = puzzle.solve(limits=Limits(seconds=60))
        assert result.status is Status.SOLVED and puzzle.check(result)


def test_the_asymmetrical_board():
    board = GridPegSolitairePuzzle.asymmetrical().board
    assert len(board.holes) == 39 and len(board.symmetries) == 2
