"""`unriddle placement` as a person runs it: pipes, a real pseudo-terminal, hostile input."""

import contextlib
import importlib.util
import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from unriddle.cli import main

termios = pytest.importorskip("termios", reason="no terminals on this system")
Terminal = pytest.importorskip("terminals", reason="no terminals on this system").Terminal

SMALL = "GTU\nTECH\n\n111\n010\n010\n010\n"
COMMAND = [sys.executable, "-m", "unriddle", "placement"]


def run(*arguments, text=b"", cwd="."):
    """Run the command line in this process; return exit code, standard output, standard error."""
    data = text.encode() if isinstance(text, str) else text
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.chdir(cwd):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["placement", *map(str, arguments)])
    return code, out.getvalue(), err.getvalue()


def run_process(*arguments, text, cwd=None):
    """The same in a process of its own, with real pipes."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], input=text, capture_output=True, cwd=cwd, timeout=60
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def puzzle(tmp_path):
    path = tmp_path / "p.txt"
    path.write_text(SMALL)
    return path


def test_solving(puzzle):
    solved = (0, "GTU\n#E#\n#C#\n#H#\nUNIQUE: exactly one solution\n", "")
    assert run(puzzle) == run("GTU,TECH;111/010/010/010") == solved
    assert run_process("-", text=SMALL.encode()) == solved
    assert run("solve", puzzle) == run("-", text=SMALL) == run("solve", "-", text=SMALL) == solved
    code, out, _ = run(puzzle, "--format", "json")
    found = json.loads(out)
    assert code == 0 and out.count("\n") == 1
    assert (found["status"], found["count"], found["grid"][0]) == ("UNIQUE", 1, "GTU")
    assert found["words"][1] == {"word": "TECH", "row": 1, "col": 2, "direction": "V"}
    assert found["nodes"] == 1
    assert run("--unique", "AB,AC;11/10")[0] == 1


def test_counting_and_all(tmp_path):
    text = "AB,AC;11/10"
    assert run("-", "--count", text=text)[:2] == (0, "2\n")
    assert run("-", "--count", "--limit", "1", text=text)[:2] == (0, "1\n")
    assert run(text, "--all")[:2] == (0, "AB\nC#\n\nAC\nB#\nMULTIPLE: 2 solutions, all of them\n")
    assert run(text, "--all", "--limit", "1")[:2] == (0, "AB\nC#\nSOLVED: 1 solution, the limit\n")
    found = json.loads(run("-", "--all", "--format", "json", text=text)[1])
    assert [solution["rows"] for solution in found["solutions"]] == [["AB", "C#"], ["AC", "B#"]]
    assert run("AB;11/00/11", "--allow-repeats")[0] == 0
    assert run("AB,XY;11", "--allow-unused")[0] == 0


def test_no_solution_is_exit_code_one_with_the_reason(tmp_path):
    text = "AB;11/00/11"
    reason = "1 word of 2 letters for 2 slots of that length"
    assert run(text) == (1, f"NO_SOLUTION: {reason}\n", "")
    assert run("-", "--count", text=text)[:2] == (1, "0\n")
    assert run(text, "--all")[:2] == (1, "NO_SOLUTION: 0 solutions, all of them\n")
    assert json.loads(run("-", "--format", "json", text="AB,XB;11/10")[1])["reason"]
    many = ",".join(a + b + c + d for a in "AB" for b in "AB" for c in "AB" for d in "AB")
    hard = f"{many};1111/1111/1111/1111"
    assert run("-", "--allow-repeats", "--allow-unused", "--count", "--max-nodes", "3", text=hard)[0] == 1
    assert run("-", "--allow-repeats", "--allow-unused", "--all", "--max-nodes", "3", text=hard)[0] == 1


def test_a_new_puzzle():
    code, out, err = run("--generate", "--seed", "3")
    assert (code, err) == (0, "") and run("--generate", "--seed", "3")[1] == out
    assert run("-", "--unique", text=out)[0] == 0
    code, out, _ = run("--generate", "2", "--seed", "3")
    assert code == 0 and [line.count(";") for line in out.splitlines()] == [1, 1]
    assert run(out.splitlines()[1], "--unique")[0] == 0
    assert run("--generate", "AB;11")[0] == run("--seed", "3", "AB;11")[0] == 2


def test_help_names_the_actions_and_what_is_meant():
    code, out, _ = run("--help")
    assert code == 0
    for word in ("play", "fill", "layout", "--allow-repeats", "--all", "PUZZLE|FILE"):
        assert word in out
    for action, option in (("play", "--moves"), ("fill", "--min-score"), ("layout", "--make-unique")):
        code, out, _ = run(action, "--help")
        assert code == 0 and f"usage: unriddle placement {action} " in out and option in out
    code, _, err = run("fill", "1", "--scoers", "x")
    assert code == 2 and "did you mean --scores?" in err


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"", "is empty"),
        (b"\n\n\n", "no words"),
        (b"GTU\nTECH\n", "no board"),
        (b"GTU\nTECH\n111\n010\n", ":3: row '111' is among the words; put an empty line"),
        (b"GTU\n\n111\n01\n", ":4: row 2 has 2 cells, but the first row has 3"),
        (b"GTU\n\n1\x1b[31m1\n", ":3:2: character '\\x1b'"),
        (b"G\0TU\n\n111\n", "NUL byte"),
        ("GTU\n\n111\n".encode("utf-16"), "UTF-16"),
        (b"\xff\xfa\n", "not UTF-8"),
        (os.urandom(3000) + b"\0\n", ""),
        (b"A" * 2_000_000, "no board"),
        (b"AB\n\n" + b"1" * 5000, "more than 1000 rows or columns"),
        (b"AB\n\n" + b"1\n" * 5000, "more than 1000 rows or columns"),
    ],
)
def test_input_that_cannot_be_read_is_one_line_and_exit_code_two(tmp_path, content, reason):
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    code, out, err = run(path)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1 and len(err) < 400 and err.isprintable() is False and reason in err
    assert "\x1b" not in err


def test_files_that_are_none(tmp_path):
    assert run(tmp_path)[0] == run(tmp_path / "none")[0] == 2
    assert run()[0] == run("play", tmp_path / "none")[0] == 2
    assert run("fill", tmp_path / "none")[0] == run("layout", tmp_path / "none")[0] == 2
    assert run("--limit", "0", "-", text=SMALL)[0] == 2


def test_pictures(puzzle, tmp_path):
    picture = tmp_path / "p.svg"
    assert run(puzzle, "--svg", picture)[0] == 0
    assert picture.read_text().count("<text") == 6
    code, _, err = run(puzzle, "--svg", tmp_path / "no" / "p.svg")
    assert code == 2 and "cannot be written" in err


def test_a_closed_pipe_is_quiet(tmp_path):
    words = [a + b + c for a in "ABCDEF" for b in "ABCDEF" for c in "ABCDEF"]
    path = tmp_path / "p.txt"
    path.write_text("\n".join(words) + "\n\n111\n111\n111\n")
    with subprocess.Popen(
        [*COMMAND, path, "--all", "--allow-repeats", "--allow-unused", "--limit", "20000"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("mode", ["--count", "--all"])
def test_ctrl_c_while_solving(tmp_path, mode):
    words = ["".join(word) for word in itertools.product("AB", repeat=5)]
    path = tmp_path / "p.txt"
    path.write_text("\n".join(words) + "\n\n" + ("111110" * 4 + "\n") * 5)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        assert run(path, mode, "--allow-repeats", "--allow-unused", "--format", "json")[0] == 130
    finally:
        signal.signal(signal.SIGALRM, before)


def test_filling(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("ABC\nDEF\nGHI\nADG\nBEH\nCFI\nXYZ\n")
    grid = tmp_path / "grid.txt"
    grid.write_text("...\n...\n..I\n")
    code, out, err = run("fill", "--lexicon", words, grid, "--seed", "1")
    assert (code, err) == (0, "") and out.split()[2] in ("ghi", "cfi")
    scores = tmp_path / "scores.txt"
    scores.write_text("ABC;50\nXYZ;10.5\n\nQ;1\n")
    found = json.loads(run("fill", grid, "--lexicon", words, "--scores", scores, "--format", "json")[1])
    assert found["status"] == "SOLVED" and found["score"] > 1
    assert run("fill", grid, "--lexicon", words, "--scores", scores, "--min-score", "9")[0] == 1
    scored = tmp_path / "scored.txt"
    scored.write_text("ABC;9\nXYZ;4\nDEF;5\n")
    pair = ("fill", "111/000/111", "--scored-lexicon", scored, "--best")
    assert run(*pair)[1].endswith("\n14 in all, proven best\n")
    found = json.loads(run(*pair, "--format", "json")[1])
    assert found["total"] == 14 and found["score"] == 7 and found["optimal"] is True
    assert run(*pair, "--min-score", "5")[0] == 0 and run(*pair, "--min-score", "6")[0] == 1
    assert run(*pair, "--scores", scores)[0] == 2
    assert run("fill", grid, "--best")[::2] == (
        2, "--best needs --scores or --scored-lexicon\n",
    )  # fmt: skip
    scores.write_text("ABC\n")
    assert run("fill", grid, "--lexicon", words, "--scores", scores)[::2] == (
        2, f"{scores}:1: line 'ABC', expected WORD;SCORE; no line of the file has that form\n",
    )  # fmt: skip
    grid.write_text("..\n.?\n")
    assert "'.' or '?' is an open cell" in run("fill", grid, "--lexicon", words)[2]

    assert run("fill", "11/1Y", "--lexicon", words, "--seed", "1")[0] == 1
    code, out, _ = run("fill", "111/000/XYZ", "--lexicon", words, "--stats")
    assert code == 0 and out.splitlines()[2] == "xyz" and "nodes visited" in out


def test_a_theme_and_no_shared_letters(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("ABC\nDEF\nDEB\n")
    grid = ("fill", ".../###/...", "--lexicon", words, "--seed", "0")
    code, out, _ = run(*grid, "--theme", "xyz,ABQ", "--no-shared", "1")
    assert code == 0 and sorted(out.split()) == ["###", "ABQ", "xyz"]
    theme = tmp_path / "theme.txt"
    theme.write_text("XYZ\n")
    found = json.loads(run(*grid, "--theme", theme, "--format", "json")[1])
    assert "XYZ" in found["grid"] and found["reason"] == ""
    assert "xyz" not in run(*grid, "--no-shared", "2")[1].lower()
    assert run(*grid, "--theme", "WXYZ")[::2] == (
        1,
        "it is proven that no slot takes the theme word 'WXYZ'\n",
    )
    found = json.loads(run(*grid, "--theme", "ABQ,XYZ,DEF", "--format", "json")[1])
    assert found["status"] == "NO_SOLUTION" and found["reason"].startswith("there are 3 theme words")
    assert run(*grid, "--theme", "X-Z")[2].startswith("--theme: word 'X-Z' with the character '-'")
    theme.write_text("ABC\nabc\n")
    assert run(*grid, "--theme", theme)[::2] == (
        2,
        f"{theme}: theme word 'ABC' is given 2 times\n",
    )
    assert "expected a whole number from 1 up" in run(*grid, "--no-shared", "0")[2]


def test_exporting(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("AB\nAC\n")
    grid = ("fill", "../.#", "--lexicon", words, "--seed", "0")
    path = tmp_path / "grid.ipuz"
    assert run(*grid, "--export", path)[0] == 0
    assert json.loads(path.read_text())["puzzle"] == [[1, 0], [0, "#"]]
    path.unlink()
    assert run("fill", "../..", "--lexicon", words, "--export", path)[0] == 1 and not path.exists()
    wrong = run(*grid, "--export", tmp_path / "grid.txt")
    assert wrong[0] == 2 and wrong[2].endswith("use a name that ends in .ipuz, .jpz, .puz, .csv or .tsv\n")
    wrong = run(*grid, "--export", tmp_path / "none" / "grid.ipuz")
    assert wrong[:2] == (2, "") and "cannot be written: there is no folder" in wrong[2]
    if Path("/dev/full").exists():
        full = tmp_path / "full.ipuz"
        full.symlink_to("/dev/full")
        wrong = run(*grid, "--export", full)
        assert wrong[:2] == (2, run(*grid)[1]) and "No space left" in wrong[2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "puz", None)
        assert run(*grid, "--export", "grid.puz")[::2] == (
            2, "Across Lite files need puzpy: pip install puzpy\n",
        )  # fmt: skip


def test_laying_out():
    code, out, err = run("layout", "-", "--make-unique", "--seed", "1", text="GTU\nTECH\n")
    assert (code, err) == (0, "")
    assert run("-", "--count", text=out)[:2] == (0, "1\n")
    code, out, err = run("layout", "GTU,XYZ", "--seed", "1")
    assert (code, err) == (1, "no place for XYZ\n") or (code, err) == (1, "no place for GTU\n")
    assert run("layout", "AB", "--size", "2x")[0] == run("layout", "A-B")[0] == 2
    found = json.loads(run("layout", "-", "--format", "json", "--size", "4x3", text="GTU\nTECH")[1])
    assert found["left_out"] == [] and found["solution"]["rows"] and ";" not in found["puzzle"]
    assert run("layout", "GTU,TECH", "--seed", "1") == run("layout", "GTU,TECH", "--seed", "1")
    assert run("layout", "GTU,TECH", "--svg", "-")[1].startswith("<svg")


@pytest.mark.parametrize("text", ["ICE CREAM,CAT", "ICE CREAM, CAT ,", "ICE  CREAM\nCAT\n"])
def test_entries_of_several_words_are_joined_and_reported(tmp_path, text):
    path = tmp_path / "words.txt"
    path.write_text(f"# two words, and a comment\n{text}")
    for given in (path, text) if "\n" not in text else (path,):
        code, out, err = run("layout", given, "--seed", "0")
        where = f"{path}: " if given == path else ""
        said = f"{where}1 entry of several words joined (ICE CREAM is ICECREAM)\n"
        assert (code, out.split("\n\n")[0], err) == (0, "ICECREAM\nCAT", said)


def test_words_without_commas_are_apart_by_spaces():
    assert run("layout", "CAT TEA", "--seed", "0")[1].startswith("CAT\nTEA\n\n")


def test_a_theme_and_clues_of_several_words(tmp_path):
    clues = tmp_path / "clues.txt"
    clues.write_text("# clues\nICE CREAM;It melts\n")
    code, out, err = run("fill", "........", "--theme", "ice cream,", "--clues", clues, "--seed", "1")
    assert (code, out.splitlines()[0]) == (0, "icecream") and "1. It melts" in out
    assert err == "1 entry of several words joined (ice cream is icecream)\n"


def test_what_a_list_has_besides_words_is_reported(tmp_path):
    words = tmp_path / "words.dic"
    words.write_text("4\nICE CREAM\nSeaside/MS\ndon't\nice creams\n# a comment here\ncones\n")
    code, out, err = run("fill", "........", "--lexicon", words, "--seed", "1")
    assert (code, out) == (0, "icecream\n")
    several = "2 entries of several words joined (ICE CREAM is ICECREAM)"
    assert err == f"{words}: 3 lines left out that are no words; {several}\n"
    scored = tmp_path / "scored.txt"
    scored.write_text("#\nCAT;5\nDOG\n")
    assert run("fill", "...", "--scored-lexicon", scored, "--seed", "1") == (
        0, "CAT\n", f"{scored}: 1 comment line left out; 1 line without a score left out (line 3: 'DOG')\n",
    )  # fmt: skip


# The game, first through pipes.


def test_playing_through_a_pipe(puzzle, tmp_path):
    moves = b"w1r2c3dv\ny\nw1r1c1dh\nw2r1c2dv\nn\n"
    code, out, err = run_process("play", puzzle, text=moves)
    assert (code, err) == (0, "")
    assert "Coordinate does not point a valid cell!" in out and "PUZZLE SOLVED" in out
    assert out.endswith("y:yes, n:no:n\nQuitting the game!\nDone!\n")
    assert "\x1b" not in out
    moves = tmp_path / "moves.txt"
    moves.write_text("p.txt\nw1r1c1dh\nw2r1c2dv\n")
    code, out, err = run("play", "--moves", moves, cwd=tmp_path)
    assert (code, err) == (0, "") and "PUZZLE SOLVED" in out
    code, out, err = run("play", "--moves", moves, "p.txt", cwd=tmp_path)
    assert code == 0 and "'p.txt' is no move" in out
    code, out, err = run("play", "GTU,TECH;111/010/010/010", text="w1r1c1dh\nw2r1c2dv\n")
    assert code == 0 and "PUZZLE SOLVED" in out
    assert run("play", "GTU;1?")[0] == 2


@pytest.mark.parametrize("text", [b"", b"\xff\xfe\n", b"\0\n\0\n", b"y\n" * 50, os.urandom(300)])
def test_whatever_is_piped_in_ends_quietly(puzzle, text):
    play = run_process if text.startswith(b"\xff") else run
    code, _, err = play("play", puzzle, text=text)
    assert (code, err) == (0, "")


# And in a real pseudo-terminal.


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "test_puzzle.txt").write_text(SMALL)
    (tmp_path / "test_puzzle1.txt").write_text("GTU\nTECH\n\n111\n010\n01\n010")
    return tmp_path


@pytest.mark.parametrize("colour", [{}, {"NO_COLOR": "1"}])
def test_the_session_of_the_specification_in_a_terminal(folder, colour):
    game = Terminal("placement", "play", cwd=folder, **colour)
    game.expect("Enter the file name (default=sample_puzzle.txt):\n")
    game.enter("test_puzzle1.txt")
    game.expect("The puzzle board of test_puzzle1.txt is not consistent!\nDo you want to try a new file?\n")
    game.expect("y:yes, n:no:")
    game.enter("y")
    game.expect("Enter the file name (default=sample_puzzle.txt):\n")
    game.enter("test_puzzle.txt")
    game.expect("W2 TECH              NOT USED\n   C1 C2 C3\nR1\nR2 +     +\nR3 +     +\nR4 +     +\n")
    for move, answer in [
        ("W1C2r1dv", "Word does not fit to the space vertically!"),
        ("w1r2c3dv", "Coordinate does not point a valid cell!"),
    ]:
        game.expect("help - all options\n")
        game.enter(move)
        game.expect(f"{answer}\nDo you want to try a new move?\n")
        game.expect("y:yes, n:no:")
        game.enter("y")
    game.expect("help - all options\n")
    game.enter("w1r1c1dh")
    game.expect("R1 G  T  U\n")
    game.expect("help - all options\n")
    game.enter("cb")
    game.expect("Restarting the game!\n")
    game.expect("help - all options\n")
    game.enter("w1r1c1dh")
    game.expect("help - all options\n")
    game.enter("w2c2r2dv")
    game.expect("Coordinate does not start form a valid cell!")
    game.expect("y:yes, n:no:")
    game.enter("y")
    game.expect("help - all options\n")
    game.enter("w2c2r1dv")
    game.expect("Congratulations!!!\nPUZZLE SOLVED\n")
    game.expect("R1 G  T  U\nR2 +  E  +\nR3 +  C  +\nR4 +  H  +\nWould you like to play again?\n")
    game.enter("y")
    game.expect("Enter the file name")
    game.enter("test_puzzle.txt")
    game.expect("help - all options\n")
    game.enter("s")
    game.expect("Found the solution 1\n")
    game.expect("Quitting the game!\nDone!\n")
    assert game.end() == 0
    coloured = re.search(r"\x1b\[[0-9;]*m", game.raw) is not None
    assert coloured is (not colour and importlib.util.find_spec("rich") is not None)


def test_ctrl_c_leaves_the_terminal_as_it_was(folder):
    game = Terminal("placement", "play", "test_puzzle.txt", cwd=folder)
    before = termios.tcgetattr(game.master)
    game.expect("help - all options\n")
    game.settle()
    os.write(game.master, b"\x03")
    game.expect("interrupted")
    after = termios.tcgetattr(game.master)
    assert game.end() == 130
    assert after[3] & termios.ECHO and after[3] & termios.ICANON and after[:4] == before[:4]


def test_the_end_of_input_in_a_terminal(folder):
    game = Terminal("placement", "play", "test_puzzle.txt", cwd=folder)
    game.expect("help - all options\n")
    game.settle()
    os.write(game.master, b"\x04")
    assert game.end() == 0
    assert "Traceback" not in game.raw


def test_undo_hint_save_and_load_in_a_terminal(folder):
    game = Terminal("placement", "play", "test_puzzle.txt", cwd=folder)
    for line, answer in [
        ("h", "W1R1C1DH  GTU: no other word fits there\n"),
        ("w1r1c1dh", "R1 G  T  U\n"),
        ("save kept.json", "Saved to kept.json\n"),
        ("u", "Taken back: W1R1C1DH\n"),
        ("load kept.json", "R1 G  T  U\n"),
        ("c", "The puzzle can still be solved, in one way.\n"),
        ("q", "Quitting the game!\nDone!\n"),
    ]:
        game.enter(line)
        game.expect(answer)
    assert game.end() == 0


def test_better_fillings_are_told_on_a_terminal(tmp_path, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    scored = tmp_path / "scored.txt"
    scored.write_text("".join(f"{a}{b};{number}\n" for number, (a, b) in enumerate(["AB", "CD", "AC", "BD"])))
    words = ["placement", "fill", "../..", "--scored-lexicon", str(scored), "--best", "--seed", "0"]
    for options, told in (([], True), (["--format", "json"], False)):
        shown = Terminal()
        monkeypatch.setattr(sys, "stderr", shown)
        assert main([*words, *options]) == 0
        assert (re.search(r"\r6 in all, .*\n\Z", shown.getvalue()) is not None) is told
