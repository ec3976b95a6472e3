"""`unriddle peg` and `unriddle play peg` from their arguments to their lines."""

import json

import pytest

from unriddle import GridPegSolitairePuzzle, PuzzleError
from unriddle.cli import main
from unriddle.puzzles.peg.command import PegGame

BOARD = ".***/****/****"


def run(capsys, *arguments):
    code = main(["peg", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def values(capsys, *arguments):
    code, out, _ = run(capsys, *arguments, "--format", "json")
    assert out.count("\n") == 1
    return code, json.loads(out)


def test_text(capsys):
    assert run(capsys, "**.*") == (0, "a1-c1 d1-b1\nSOLVED\n", "")
    code, out, _ = run(capsys, "*.*", "--stats")
    assert code == 1 and out.startswith("NO_SOLUTION") and "1 node visited" in out
    code, out, _ = run(capsys, "--board", "english", "--goal", "d4", "--max-nodes", "5")
    assert (code, out) == (1, "LIMIT: a limit was reached\n")


@pytest.mark.parametrize("method", ["dfs", "bfs", "bidirectional", "astar", "ida"])
def test_json(capsys, method):
    code, found = values(capsys, BOARD, "--method", method)
    assert code == 0 and found["status"] == "SOLVED" and found["puzzle"] == BOARD
    assert found["length"] == len(found["jumps"]) == len(found["path"]) - 1 == 10


def test_goals(capsys, tmp_path):
    pattern = tmp_path / "goal.txt"
    pattern.write_text("..*.\n")
    for arguments in (["--goal", "c1"], ["--goal", "..*."], ["--goal-file", str(pattern)]):
        code, out, _ = run(capsys, "**..", *arguments)
        assert (code, out) == (0, "a1-c1\nSOLVED\n")
    assert run(capsys, "**..", "--goal", "b1")[0] == 1
    assert run(capsys, "**..", "--goal", "any")[0] == 0
    assert run(capsys, "*./.*/..", "--jumps", "diagonal")[0] == 1


def test_vacancy(capsys):
    code, found = values(capsys, "--board", "european", "--empty-hole", "c1")
    assert code == 0 and found["puzzle"].startswith("##.**##/") and found["reason"] == ""
    code, out, _ = run(capsys, "--board", "european", "--empty-hole", "d4")
    assert code == 1 and out.startswith("NO_SOLUTION: no goal can be reached") and out.count("\n") == 1


def test_fewest(capsys):
    found = run(capsys, "--board", "triangle15", "--empty-hole", "a3", "--min-moves")[1].splitlines()
    assert (found[0], found[2]) == ("9 moves; no solution has fewer", "SOLVED")
    more = ["--board", "english", "--goal", "d4", "--min-moves", "--max-nodes"]
    code, out, _ = run(capsys, *more, "5000")
    assert code == 0 and "moves; no solution has fewer than 12\n" in out
    assert run(capsys, *more, "5")[1] == "no solution has fewer moves than 12\nLIMIT: a limit was reached\n"
    code, found = values(capsys, *more, "5000")
    assert (found["optimal"], found["lower_bound"], found["moves"] > 18) == (False, 12, True)


def test_marks(capsys):
    assert run(capsys, "oo_o")[1] == run(capsys, "x x o x", "--peg", "x")[1] == run(capsys, "1101")[1]
    assert run(capsys, "_oo", "--goal", "o__")[:2] == (0, "c1-a1\nSOLVED\n")


def test_rows_that_look_like_a_path(capsys):
    assert run(capsys, "./*/*") == (0, "a3-a1\nSOLVED\n", "")
    assert run(capsys, "../**", "--max-nodes", "9")[0] == 1


def test_other_work(capsys):
    assert run(capsys, "--board", "triangle15", "--count")[:2] == (0, "29760\n")
    code, out, _ = run(capsys, "--board", "triangle15", "--count", "--limit", "5")
    assert (code, out) == (0, "5\n")
    code, out, _ = run(capsys, "**.*", "--all")
    assert (code, out) == (0, "a1-c1 d1-b1\nUNIQUE: 1 solution, all of them\n")
    code, out, _ = run(capsys, "**.*", "--positions", "--stats")
    assert code == 0 and out.startswith(" 0 1\n 1 1\n 2 1\n3 positions up to symmetry\nSOLVED\n3 nodes")
    code, found = values(capsys, "**.*", "--solvable")
    assert code == 0 and (found["counts"], found["total"]) == ([1, 1, 1], 3)
    code, found = values(capsys, "--board", "triangle15", "--min-moves")
    assert code == 0 and found["moves"] == 10
    code, found = values(capsys, "**.*", "--hint")
    assert code == 0 and found == {"status": "SOLVED", "winnable": True, "jumps": ["a1-c1"]}
    assert run(capsys, "*.*", "--hint")[:2] == (1, "no longer winnable\n")
    code, found = values(capsys, "--board", "english", "--hint", "--max-seconds", "0")
    assert code == 1 and (found["status"], found["winnable"]) == ("LIMIT", None)


def test_random_goes_with_the_rest(capsys):
    one = run(capsys, "--board", "english", "--random", "--pegs", "8", "--seed", "3", "--hint")
    assert one[0] == 0 and one == run(
        capsys, "--random", "--seed", "3", "--hint", "--pegs", "8", "--board", "english"
    )
    assert one[1].count("*") == 8 and "winnable by" in one[1]
    assert run(capsys, "--random", "--seed", "3", "--pegs", "4", "--count")[0] == 0
    code, found = values(capsys, "--random", "--seed", "3", "--pegs", "5", "--goal", "d4")
    assert code == 0 and found["puzzle"].count("*") == 5 and found["length"] == 4


def test_drawings(capsys, tmp_path):
    for arguments in ([], ["--hint"], ["--positions"], ["--min-moves"]):
        code, out, _ = run(capsys, "**.*", *arguments, "--svg", "-")
        assert code == 0 and out.startswith("<svg") and out.endswith("</svg>\n")
        assert values(capsys, "**.*", *arguments, "--svg", "-")[1]["svg"].startswith("<svg")
    code, out, _ = run(capsys, "**.*", "--animate", "--svg", str(tmp_path / "x.svg"))
    assert code == 0 and "step 0 of 2\n**.*\n" in out and (tmp_path / "x.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["**.", "--board", "english"], "--board cannot be combined with"),
        (["**.", "--random"], "--random cannot be combined with a puzzle"),
        (["**.", "--seed", "1"], "--seed goes with --random"),
        (["**.", "--pegs", "3"], "--pegs goes with --random"),
        (["--board", "english", "--seed", "1"], "--seed goes with --random"),
        (["--board", "english", "--jumps", "diagonal"], "--jumps is for"),
        (["**.", "--empty-hole", "a1"], "--empty-hole goes with --board"),
        (["--board", "english", "--random", "--empty-hole", "d1"], "--empty-hole goes with --board"),
        (["--board", "english", "--empty-hole", "a1"], "is not a hole of the english board"),
        (["--board", "englsh"], "did you mean english"),
        (["**.", "--goal", "d4"], "goal"),
        (["**.", "--goal", "x", "--goal-file", "y"], "cannot be combined with"),
        (["**.", "--min-moves", "--method", "dfs"], "cannot be combined with"),
        (["**.", "--min-moves", "--count"], "cannot be combined with"),
        (["**.", "--limit", "3"], "--limit goes with"),
        (["/"], "without cells|is a folder"),
        ([" "], "is empty"),
        (["xo"], "x or o is a peg"),
        (["--board", "english", "--peg", "o"], "--peg is for a board of your own"),
    ],
)
def test_wrong_arguments_are_one_line(capsys, arguments, words):
    code, out, err = run(capsys, *arguments)
    assert code == 2 and not out and err.count("\n") == 1
    assert any(word in err for word in words.split("|")), err


def test_one_peg_jumps_on_and_on():
    game = PegGame(GridPegSolitairePuzzle.parse("**.*."))
    game.move("a1-c1-e1")
    assert game.finished and game.closing() == "Solved: 1 move."


@pytest.mark.parametrize("move", ["a1", "a1-b1", "b1-d1", "x9-z9", "a1-c1-b1", "jump"])
def test_what_cannot_be_jumped_is_refused(move):
    game = PegGame(GridPegSolitairePuzzle.parse("**.*."))
    with pytest.raises(PuzzleError, match="expected"):
        game.move(move)
    assert game.state == game.puzzle


def test_a_dead_end_is_said_so_and_hints_know_it():
    game = PegGame(GridPegSolitairePuzzle.parse("**.*.", goal="d1"))
    assert game.hint() == "contradiction: no jumps lead to the goal: the puzzle has no solution"
    game.move("a1-c1")
    assert game.said() == ""
    game.move("d1-b1")
    assert game.said() == "No jump is left, and 1 peg is; undo takes jumps back."


def test_a_hint_after_the_goal_was_lost():
    game = PegGame(GridPegSolitairePuzzle.parse(".**..", goal="a1"))
    assert game.hint().startswith("jump: ")
    game.move("b1-d1")
    assert game.hint() == "mistake: no jumps lead to the goal from here"


def test_hints_lead_to_the_goal():
    game = PegGame(GridPegSolitairePuzzle.named("english", goal="d4"))
    for _ in range(31):
        game.move(game.hint().split()[1].rstrip(":"))
    assert game.finished and game.state.position.bit_count() == 1


@pytest.mark.parametrize(
    ("options", "pegs"),
    [([], 32), (["--board", "triangle15"], 14), (["--seed", "3"], 12), (["--pegs", "5", "--seed", "1"], 5)],
)
def test_which_board_is_played(options, pegs, tmp_path, capsys):
    (tmp_path / "moves").write_text("quit\n")
    assert main(["play", "peg", *options, "--moves", str(tmp_path / "moves")]) == 0
    assert capsys.readouterr().out.count(" *") == pegs


def test_options_that_do_not_go_together(capsys):
    assert main(["play", "peg", "--empty-hole", "d4", "--seed", "1"]) == 2
    assert "--empty-hole cannot be combined with --seed or --pegs" in capsys.readouterr().err
