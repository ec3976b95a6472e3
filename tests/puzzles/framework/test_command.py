"""Subcommands of puzzles: input, modes, output, many puzzles."""

import argparse
import io
import json
import os
import re
import sys
import types
from threading import Thread

import pytest

import unriddle as ur
from unriddle import Numbrix, PuzzleError, SearchStats, Status
from unriddle.cli import main
from unriddle.puzzles.framework import command
from unriddle.puzzles.framework.command import PuzzleCommand, animate, is_file, read_puzzle, shape, stats_text
from unriddle.puzzles.framework.spec import Spec
from unriddle.puzzles.framework.state_puzzle import StepPuzzle
from unriddle.puzzles.framework.steps import LimitReached

SPEC = Spec(name="climb", home="climb_puzzle", summary="climb to 10", puzzle=":Climb", example="4")


class Climb(StepPuzzle):
    """From a number to 10 by adding 1 or doubling."""

    def __init__(self, n):
        self.n = n

    @classmethod
    def parse(cls, text, *, file=None):
        if not text.strip().isdigit():
            raise PuzzleError(f"{text!r:.20}, expected a number", file=file)
        return cls(int(text))

    @classmethod
    def generate(cls, *, seed=None):
        return cls(1 + (seed or 0) % 9)

    def text(self):
        return f"{self.n}\n"

    def format(self, solution=None):
        return str(self.n) if solution is None else " ".join(text.strip() for text in solution)

    def is_solved(self):
        return self.n == 10

    def extensions(self):
        return [Climb(self.n + 1), Climb(self.n * 2)]

    def fail_fast(self):
        return self.n > 10


@pytest.fixture
def climb(monkeypatch, capsys):
    """Run the subcommand: exit code and output."""
    home = types.ModuleType("climb_puzzle")
    home.Climb = Climb
    monkeypatch.setitem(sys.modules, "climb_puzzle", home)
    made = PuzzleCommand(SPEC)
    parser = argparse.ArgumentParser()
    made.configure(parser)

    def run(*arguments):
        code = made.run(parser.parse_args(list(arguments)))
        return code, capsys.readouterr().out

    run.parser, run.made = parser, made
    return run


def refused(climb, *arguments):
    with pytest.raises(PuzzleError) as error:
        climb(*arguments)
    return str(error.value)


def without_times(text):
    return re.sub(r'"seconds":[^,}]*', '"seconds":0', text)


def test_solving(climb):
    assert climb("4") == (0, "4 5 10\nSOLVED\n")
    assert climb("11") == (1, "NO_SOLUTION: it is proven that there is none\n")
    assert climb("1", "--max-nodes", "1") == (1, "LIMIT: a limit was reached\n")
    code, out = climb("4", "--stats", "--method", "bfs")
    assert code == 0 and re.fullmatch(
        r"4 5 10\nSOLVED\n2 steps, \d+ nodes visited, .*efficiency 1\.0000, .*s\n", out
    )
    assert refused(climb, "four") == "four: no such file; read as a puzzle: 'four', expected a number"


def test_solving_as_json(climb):
    code, out = climb("4", "--format", "json")
    found = json.loads(out)
    assert code == 0 and out.count("\n") == 1
    assert (found["status"], found["path"], found["length"]) == ("SOLVED", ["4\n", "5\n", "10\n"], 2)
    assert set(found) == {
        "status",
        "path",
        "length",
        "nodes",
        "guesses",
        "propagations",
        "efficiency",
        "seconds",
    }
    assert json.loads(climb("11", "--format", "json")[1])["path"] == []


def test_listing(climb):
    assert climb("8", "--all") == (0, "8 9 10\nUNIQUE: 1 solution, all of them\n")
    assert climb("4", "--all", "--limit", "1")[1].endswith("SOLVED: 1 solution, the limit\n")
    assert climb("4", "--all")[1].splitlines()[-1] == "MULTIPLE: 3 solutions, all of them"
    assert climb("11", "--all") == (1, "NO_SOLUTION: 0 solutions, all of them\n")
    code, out = climb("1", "--all", "--max-nodes", "4")
    assert code == 1 and out.endswith("LIMIT: 0 solutions, stopped\n")
    found = json.loads(climb("4", "--all", "--format", "json")[1])
    assert (found["count"], found["complete"], len(found["solutions"])) == (3, True, 3)


def test_ctrl_c_while_listing_closes_the_object(climb, monkeypatch):
    forms = iter(["first"])

    def form(puzzle, solution):
        for text in forms:
            return text
        raise KeyboardInterrupt

    monkeypatch.setattr(climb.made, "form", form)
    code, out = climb("4", "--all", "--format", "json")
    found = json.loads(out)
    assert code == 130 and found["solutions"] == ["first"] and found["status"] == "LIMIT"


def test_counting(climb):
    assert climb("4", "--count") == (0, "3\n")
    assert climb("1", "--count", "--max-nodes", "4") == (1, "at least 0\n")
    found = json.loads(climb("4", "--count", "--limit", "2", "--format", "json")[1])
    assert (found["count"], found["complete"], found["status"]) == (2, False, "MULTIPLE")


def test_a_new_puzzle(climb):
    assert climb("--generate", "--seed", "3") == (0, "4\n")
    assert climb("--generate", "3", "--seed", "3") == (0, "4\n5\n6\n")
    assert climb("--generate", "--seed", "3", "--format", "json") == (0, '{"puzzle":"4\\n","seed":3}\n')
    assert refused(climb, "4", "--generate") == "--generate cannot be combined with a puzzle"
    assert refused(climb, "4", "--seed", "3") == "--seed goes with --generate"


def test_drawing(climb, tmp_path):
    code, out = climb("4", "--svg", "-")
    assert code == 0 and out.startswith("<svg") and out.count("<svg") == 1
    path = tmp_path / "way.svg"
    assert climb("4", "--svg", str(path)) == (0, "4 5 10\nSOLVED\n")
    assert path.read_text(encoding="utf-8") == Climb(4).to_svg(Climb(4).solve().solution)


def test_animation_where_there_is_no_terminal(climb):
    code, out = climb("4", "--animate")
    assert code == 0
    assert out == "step 0 of 2\n4\nstep 1 of 2\n5\nstep 2 of 2\n10\n4 5 10\nSOLVED\n"


def test_animation_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    waited = []
    monkeypatch.setattr(command.time, "sleep", waited.append)
    animate(["a\nb", "c\x1bd\ne"])
    shown = capsys.readouterr().out
    assert shown == "step 0 of 1\na\x1b[K\nb\x1b[K\n\x1b[3Astep 1 of 1\nc\\x1bd\x1b[K\ne\x1b[K\n"
    assert waited == [command.FRAME_SECONDS] * 2


@pytest.mark.parametrize("option", ["--steps", "--hint", "--unique", "--random"])
def test_options_that_a_puzzle_cannot_have(climb, option, capsys):
    with pytest.raises(SystemExit):
        climb("4", option)
    assert f"unrecognized arguments: {option}" in capsys.readouterr().err


def test_what_does_not_go_together(climb, capsys):
    assert refused(climb, "4", "--limit", "2") == "--limit goes with --all or --count"
    with pytest.raises(SystemExit):
        climb("4", "--all", "--count")
    assert "not allowed with argument" in capsys.readouterr().err


def test_the_page_of_help_shows_the_example(climb):
    assert climb.made.__doc__ == 'Climb to 10.\n\nunriddle climb "4"\nunriddle climb FILE --all --format json'
    assert PuzzleCommand(SPEC, "another").__doc__ == "another"


@pytest.mark.parametrize(
    ("status", "more", "line"),
    [
        (Status.UNIQUE, {}, "UNIQUE: exactly one solution"),
        (Status.MULTIPLE, {"count": 7, "complete": True}, "MULTIPLE: 7 solutions"),
        (Status.MULTIPLE, {"count": 2, "complete": False}, "MULTIPLE: at least two solutions"),
        (Status.NO_SOLUTION, {"reason": "two fives in row 1"}, "NO_SOLUTION: two fives in row 1"),
        (Status.NO_SOLUTION, {}, "NO_SOLUTION: it is proven that there is none"),
        (Status.LIMIT, {}, "LIMIT: a limit was reached"),
        (Status.LIMIT, {"interrupted": True}, "LIMIT: interrupted"),
        (Status.SOLVED, {}, "SOLVED"),
    ],
)
def test_the_line_below_a_solution(status, more, line, climb):
    result = types.SimpleNamespace(**{"status": status, "interrupted": False} | more)
    assert climb.made.verdict(result) == line


def test_statistics_in_a_line():
    stats = SearchStats(nodes=10_000, path_length=5, generated=1_000, guesses=3, seconds=2.5)
    assert stats_text(stats) == (
        "5 steps, 10,000 nodes visited, 1,000 generated, 3 guesses, efficiency 0.0005, 2.5 s"
    )


def test_a_shape_is_an_argument():
    assert shape("2x3") == (2, 3) and shape("4") == (4, 4)
    for wrong in ("", "0x3", "x", "2x3x4"):
        with pytest.raises(argparse.ArgumentTypeError) as error:
            shape(wrong)
        assert str(error.value) == f"{wrong!r}, expected rows and columns such as 4x5"


BOARD = "1 . / . ."


def unread(text, **rules):
    with pytest.raises(PuzzleError) as error:
        read_puzzle(Numbrix, text, **rules)
    return str(error.value)


@pytest.mark.parametrize(
    "text", ["-", "/tmp/x", "~/x", "./x", "../x", "x.txt", "x.TXT", "x.gz", "x.npy", "puzzles.sdk"]
)
def test_what_looks_like_a_file_is_one(text):
    assert is_file(text)


@pytest.mark.parametrize(
    "text",
    [
        *("board.png", "BOARD.JPG", "boards.csv", "my board.xlsx", "grid.puz", "grid.ipuz", "words.dic"),
        *("scan.pdf", "a/b/board.webp", "page.html", "boards.tar.zst", "C:\\boards.doc", "list.7z"),
        *("board.foo", "my-board_2.v2", "data/my.list", "a/b.cd", "puzzle.mp4"),
    ],
)
def test_a_name_with_an_ending_is_a_missing_file_and_no_board(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert is_file(text)
    for kind in (ur.Boggle, ur.Numbrix, ur.SudokuPuzzle):
        with pytest.raises(PuzzleError, match="no such file"):
            read_puzzle(kind, text)
    if text in ("board.foo", "data/my.list"):
        with pytest.raises(PuzzleError, match="for a board, put / between its rows or spaces between"):
            read_puzzle(ur.Boggle, text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "tea.rs/at.oms",
            "t e a . r s",
            "ab.cd/ef.gh/ij.kl",
            "TEA.RS",
            "oo.oo",
            "xo.xx",
            "12.34",
            "....1..2..",
        ),
        *("ab..cd", "a.b", "**.*", ".ab", "abc.", "5.3"),
    ],
)
def test_rows_with_holes_are_boards(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not is_file(text)


@pytest.mark.parametrize(
    "text", ["", ".", "1 . / . .", "a/b/c", "txt", "tea.", "8........\n", "a\0b", "x" * 5000]
)
def test_what_looks_like_a_board_is_none(text):
    assert not is_file(text)


def test_a_file_of_any_name_that_is_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not is_file("board")
    (tmp_path / "board").write_text(BOARD, encoding="utf-8")
    assert is_file("board") and read_puzzle(Numbrix, "board") == Numbrix.parse(BOARD)
    assert not is_file("")


def test_inline_from_a_file_and_from_a_pipe(tmp_path, monkeypatch):
    (tmp_path / "b.txt").write_text(BOARD, encoding="utf-8")
    expected = Numbrix.parse(BOARD)
    assert read_puzzle(Numbrix, BOARD) == expected == read_puzzle(Numbrix, str(tmp_path / "b.txt"))
    for text in ("-", None):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BOARD.encode())))
        assert read_puzzle(Numbrix, text) == expected


def test_nothing_given_on_a_terminal(monkeypatch):
    said = "no puzzle; give one, a file, or - for standard input"
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    for stream in (terminal, None):
        monkeypatch.setattr("sys.stdin", stream)
        assert unread(None) == said


def test_an_inline_error_names_the_board_and_says_that_no_file_is_called_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = unread("1 ! / . .")
    assert said.startswith("1 ! / . .:1:3: ") and "no file" not in said
    assert unread("wrong").startswith("wrong: no such file; read as a puzzle: ")
    (tmp_path / "1 !").mkdir()
    assert unread("1 !").endswith("is a folder; name a file")
    assert unread("q" * 100).startswith("q" * 40 + "…:")
    assert unread("1 ! . . " * 10).startswith("1 ! . . 1 ! . . 1 ! . . 1 ! . . 1 ! . .…:1:3: ")


def test_an_error_of_a_file_names_the_file(tmp_path):
    path = tmp_path / "b.txt"
    path.write_text("1 !\n. .\n", encoding="utf-8")
    assert unread(str(path)).startswith(f"{path}:1:3: ")
    assert "no such file" not in unread(str(path))


def test_holes_at_the_beginning_of_a_board_are_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not is_file("./1/3/.")
    assert read_puzzle(Numbrix, "./1/3/.") == Numbrix([["."], ["1"], ["3"], ["."]])


def test_a_file_of_that_name_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "1").write_text("1 . .\n")
    assert read_puzzle(Numbrix, "./1") == Numbrix([["1", ".", "."]])


@pytest.mark.parametrize("name", ["./board.txt", "../no/such", "~/board", "/no/such/board"])
def test_a_file_that_is_missing_is_said(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PuzzleError, match="no such file"):
        read_puzzle(Numbrix, name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_a_folder_is_no_board_of_its_letters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    with pytest.raises(PuzzleError, match=r"^data: is a folder; name a file"):
        read_puzzle(ur.Boggle, "data")


def test_a_table_of_many_puzzles_is_for_batch(tmp_path):
    file = tmp_path / "boards.csv"
    file.write_text("id,board\n1,fxieamloewbxastu\n2,perslatgsineters\n")
    with pytest.raises(
        PuzzleError, match=r": for a table of puzzles use unriddle batch; read as one puzzle: "
    ):
        read_puzzle(ur.Boggle, str(file))


def test_a_named_pipe_is_a_file_whatever_it_is_called(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("quat")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("quat")
    (tmp_path / "nowhere").symlink_to("nothing")
    assert is_file("quat") and is_file("link") and not is_file("folder") and not is_file("nowhere")
    for name in ("quat", "link"):
        writer = Thread(target=(tmp_path / "quat").write_text, args=(BOARD,))
        writer.start()
        assert read_puzzle(Numbrix, name) == Numbrix.parse(BOARD)
        writer.join()


BOARDS = "1 . / . .\n\n1 2 / 4 .\n1 . 2\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "in.txt").write_text(BOARDS, encoding="utf-8")
    return str(tmp_path / "in.txt"), tmp_path / "out.html"


def run(capsys, *arguments):
    code = main(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return code, out, err


def test_statuses_are_counted_and_empty_lines_are_none(files, capsys):
    code, out, _ = run(capsys, "numbrix", files[0], "--lines", "--html", files[1])
    assert code == 1 and out == "3 puzzles: 1 MULTIPLE, 1 UNIQUE, 1 NO_SOLUTION\n"
    assert "<h1>3 puzzles</h1>" in files[1].read_text(encoding="utf-8")
    code, out, _ = run(capsys, "numbrix", files[0], "--lines", "--html", files[1], "--format", "json")
    assert code == 1 and json.loads(out) == {
        "puzzles": 3,
        "statuses": {"MULTIPLE": 1, "UNIQUE": 1, "NO_SOLUTION": 1},
    }
    code, out, _ = run(capsys, "numbrix", files[0], "--lines", "--html", "-")
    assert code == 1 and out.startswith("<!doctype html>")


def test_limits_are_a_status(files, capsys):
    code, out, _ = run(capsys, "numbrix", files[0], "--lines", "--html", files[1], "--max-nodes", "1")
    assert code == 1 and "LIMIT" in out


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--lines"], "--lines goes with --html; unriddle batch numbrix writes records"),
        (["--lines", "--html", "x.html", "--all"], "--lines cannot be combined with --all"),
        (["--lines", "--html", "x.html", "--svg", "x.svg"], "--lines cannot be combined with --svg"),
    ],
)
def test_what_does_not_go_with_lines(files, capsys, arguments, said):
    code, out, err = run(capsys, "numbrix", files[0], *arguments)
    assert (code, out, err) == (2, "", f"{said}\n")


def test_no_file_and_no_puzzles(tmp_path, capsys):
    code, _, err = run(capsys, "numbrix", "1 . / . .", "--lines", "--html", tmp_path / "x.html")
    assert code == 2 and err == "--lines takes a file of puzzles; name a file, or - for standard input\n"
    (tmp_path / "empty.txt").write_text("\n\n", encoding="utf-8")
    code, _, err = run(capsys, "numbrix", tmp_path / "empty.txt", "--lines", "--html", tmp_path / "x.html")
    assert code == 2 and "no puzzles" in err and not (tmp_path / "x.html").exists()


def test_words_and_rules_hold_for_all_lines(tmp_path, capsys):
    (tmp_path / "boards.txt").write_text("tear\nstar\n", encoding="utf-8")
    (tmp_path / "words.txt").write_text("tea\nstar\n", encoding="utf-8")
    target = tmp_path / "x.html"
    arguments = [tmp_path / "boards.txt", "--lines", "--html", target, "--lexicon", tmp_path / "words.txt"]
    code, out, _ = run(capsys, "boggle", *arguments)
    assert code == 0 and out == "2 puzzles: 2 UNIQUE\n"
    (tmp_path / "ladders.txt").write_text("cat cot\ncat -> dog\n", encoding="utf-8")
    (tmp_path / "list.txt").write_text("cat\ncot\ncog\ndog\n", encoding="utf-8")
    arguments = [tmp_path / "ladders.txt", "--lines", "--html", target, "--lexicon", tmp_path / "list.txt"]
    code, out, err = run(capsys, "ladder", *arguments)
    assert code == 0 and out == "2 puzzles: 2 SOLVED\n", err


def test_a_sudoku_file_has_its_own_lines(tmp_path, capsys):
    (tmp_path / "two.txt").write_text("12../..../..../...1\n" * 2, encoding="utf-8")
    code, out, _ = run(capsys, "sudoku", tmp_path / "two.txt", "--html", tmp_path / "x.html")
    assert code == 0 and out == "2 puzzles: 2 MULTIPLE\n"


def test_new_puzzles_make_one_page(tmp_path, capsys):
    target = tmp_path / "x.html"
    arguments = ["numbrix", "--generate", "3", "--size", "4x4", "--seed", "1", "--html", target]
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (0, "3 puzzles\n"), err
    text = target.read_text(encoding="utf-8")
    assert "<h1>3 puzzles</h1>" in text and "the solution" not in text.split("<script>")[0]
    code, out, _ = run(capsys, *arguments, "--format", "json")
    found = json.loads(out)["puzzles"]
    assert [Numbrix.parse(one) for one in found] == [Numbrix.generate(4, seed=seed) for seed in (1, 2, 3)]
    code, _, err = run(capsys, *arguments, "--svg", tmp_path / "x.svg")
    assert code == 2 and err.count("\n") == 1
    code, out, _ = run(capsys, "numbrix", "--generate", "--size", "4x4", "--seed", "1", "--html", target)
    assert code == 0 and "<h1>Numbrix 4 × 4</h1>" in target.read_text(encoding="utf-8")


def test_limits_that_a_verb_does_not_take_are_refused():
    args = argparse.Namespace(max_seconds=None, max_nodes=5, max_memory=None, started=None)
    assert command.bounds(args, Numbrix.hint)["limits"] == ur.Limits(nodes=5)
    with pytest.raises(PuzzleError, match="takes no limits"):
        command.bounds(args, Numbrix.text)


@pytest.mark.parametrize("page", [[], ["--html", "-"]])
def test_a_limit_keeps_the_puzzles_generated_before_it(page, capsys, monkeypatch):
    made = [Numbrix.generate("3x3", seed=seed) for seed in range(2)]

    def generate(*shape, **options):
        if not made:
            raise LimitReached
        return made.pop()

    monkeypatch.setattr(Numbrix, "generate", generate)
    assert main(["numbrix", "--generate", "5", *page]) == 1
    out, err = capsys.readouterr()
    assert ("2 puzzles" in out) if page else (out.count("\n") == 2)
    assert re.fullmatch(r"seed \d+\nlimit reached: 2 of 5 puzzles\n", err)
    assert main(["numbrix", "--generate", "5", *page]) == 1
    assert capsys.readouterr().err == "limit reached: 0 of 5 puzzles\n"


@pytest.mark.parametrize("after", [2, 3, 4, 9])
def test_the_count_is_that_of_the_solutions_written_before_a_signal(after, monkeypatch):
    class Struck(io.StringIO):
        pieces = 0

        def write(self, text):
            super().write(text)
            self.pieces += 1
            if self.pieces == after:
                raise KeyboardInterrupt

    out = Struck()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["sudoku", "." * 81, "--all", "--format", "json"]) == 130
    answer = json.loads(out.getvalue())
    assert answer["count"] == len(answer["solutions"]) == after - 1
