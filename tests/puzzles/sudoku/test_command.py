"""The subcommand, drawings, the game."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from unriddle import PuzzleError, SudokuPuzzle
from unriddle.cli import main
from unriddle.puzzles.sudoku.draw import MOST_REASONED
from unriddle.puzzles.sudoku.layout import boxed
from unriddle.puzzles.sudoku.play import SudokuGame
from unriddle.svg import Ink

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the subcommand with a text on standard input; return code, output and errors."""

    def call(*arguments, text=LINE):
        raw = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        code = main(["sudoku", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_a_grid_is_solved_and_drawn(run):
    code, out, err = run()
    assert code == 0
    assert out.startswith(str(SudokuPuzzle.parse(SOLVED)))
    assert out.endswith("\nUNIQUE: exactly one solution\n")
    assert err == ""
    assert "51 steps, 1 node visited" in run("--stats")[1]
    inline = run("12../..../..../...1", text="")
    assert inline[0] == 0 and inline[1].endswith("MULTIPLE: at least two solutions\n")


def test_other_methods(run):
    code, out, _ = run("--method", "dfs", "--format", "line")
    assert (code, out) == (0, f"{SOLVED}\n")
    assert run("--method", "kernel")[0] == 2


def test_json_has_the_named_keys_on_one_line(run):
    code, out, _ = run("-", "--format", "json")
    record = json.loads(out)
    assert (code, out.count("\n")) == (0, 1)
    assert record["status"] == "UNIQUE"
    assert ["".join(map(str, row)) for row in record["grid"]] == [SOLVED[k : k + 9] for k in range(0, 81, 9)]
    assert record["count"] == 1
    assert record["guesses"] == 0
    assert record["seconds"] >= 0


def test_count_all_and_unique(run):
    text = "1234" + "." * 12
    assert run("--count", text=text)[:2] == (0, "12\n")
    assert run("--count", "--limit", "5", text=text)[:2] == (0, "5\n")
    code, out, _ = run("--all", "--format", "line", text=text)
    assert code == 0
    assert len(set(out.split())) == 12
    record = json.loads(run("--all", "--format", "json", text=text)[1])
    assert len(record["solutions"]) == record["count"] == 12
    assert record["status"] == "MULTIPLE"
    assert "MULTIPLE: 3 solutions, the limit" in run("--all", "--limit", "3", text=text)[1]
    code, out, _ = run("--unique", text=text)
    assert code == 1 and out.endswith("MULTIPLE: at least two solutions\n")
    assert run("--unique")[0] == 0
    assert run("--all", "--format", "rows", "--limit", "2", text=text)[1].count("\n\n") == 1
    empty = json.loads(run("--all", "--format", "json", text="1.." + "." * 9 + ".1.." + "")[1] or "{}")
    assert empty["count"] == len(empty["solutions"])


def test_no_solution_and_limits_exit_with_1(run):
    dead = "123." + "...4" + "." * 8
    assert run(text=dead)[0] == 1
    assert json.loads(run("--format", "json", text=dead)[1])["grid"] is None
    assert run("--format", "line", text=dead)[:2] == (1, "-\n")
    code, out, _ = run("--count", "--max-nodes", "50", text="." * 81)
    assert code == 1
    assert out.startswith("at least ")
    assert run("--all", "--max-nodes", "50", "--format", "line", text="." * 81)[0] == 1


def test_steps(run):
    code, out, _ = run("--steps")
    assert code == 0
    assert "naked single: row 5, column 5 is 5" in out
    assert "difficulty: easy" in out
    assert run("--hint")[1] == "naked single: row 5, column 5 is 5 (no other symbol is left there)\n"
    record = json.loads(run("--steps", "--format", "json")[1])
    assert record["difficulty"] == "easy"
    assert len(record["steps"]) == 51 and record["solved"]
    assert record["steps"][0]["cell"] == [4, 4] and record["steps"][0]["value"] == "5"


def test_lines(run, tmp_path):
    text = f"# two\n{LINE}:1:x\n" + "." * 81 + "\n"
    code, out, err = run(text=text)
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == f"{SOLVED} UNIQUE"
    assert lines[1].endswith(" MULTIPLE")
    assert "2 puzzles" in err
    records = [json.loads(line) for line in run("--format", "json", text=text)[1].splitlines()]
    assert [record["line"] for record in records] == [2, 3]
    assert records[0]["grid"][0] == list(map(int, SOLVED[:9]))
    assert run("--count", "--limit", "9", text=text)[:2] == (0, "1\n9\n")
    assert run("--unique", text=text)[:2] == (1, "UNIQUE\nMULTIPLE\n")
    assert run("--format", "line", "--threads", "2", text=text)[1].splitlines()[0] == SOLVED
    file = tmp_path / "p.txt"
    file.write_text(text)
    assert run(str(file))[1] == out
    mixed = f"{LINE}\n1234............\n"
    assert [line.split()[1] for line in run(text=mixed)[1].splitlines()] == ["UNIQUE", "MULTIPLE"]
    named = run("--symbols", "ABCD", "--format", "line", text="ABCD" + "." * 12 + "\n" + "DCBA" + "." * 12)
    assert [line[:4] for line in named[1].splitlines()] == ["ABCD", "DCBA"]
    assert run("--lines", "--count", text="\n".join(["." * 16] * 16))[1] == "288\n" * 16


def test_a_wrong_line_is_named(run):
    code, out, err = run(text=f"{LINE}\n\n{LINE[:80]}y\n")
    assert (code, out) == (2, "")
    assert err == "standard input:3:81: unknown symbol 'y', expected 1 to 9, or . 0 * for an empty cell\n"
    code, _, err = run(text=f"{LINE}\n5{LINE[:80]}\n")
    assert code == 2
    assert err.startswith("standard input:2:")
    assert "clash" in err


def test_boxes_symbols_and_pictures(run, tmp_path):
    six = "123456" + "." * 30
    assert run("--box", "2x3", text=six)[0] == 0
    assert run(text=six)[::2] == (
        2,
        "standard input: 6 is not a square; pass --box RxC, with R × C = 6\n",
    )
    assert run("--symbols", "ABCD", "--format", "rows", text="A" + "." * 15)[0] == 0
    picture = tmp_path / "s.svg"
    assert run("--svg", str(picture))[0] == 0
    assert picture.read_text().count("<text") == 81
    assert run("--svg", "-")[1].startswith("<svg")
    assert run("--svg", str(tmp_path / "no" / "s.svg"))[0] == 2
    assert run("--all", "--svg", str(picture), text="1234" + "." * 12)[0] == 0
    assert picture.read_text().count("<text") == 16


def test_generate(run, tmp_path):
    code, out, _ = run("--generate", "--seed", "7")
    assert code == 0
    assert SudokuPuzzle.parse(out).solve().status == "UNIQUE"
    assert run("--generate", "--seed", "7")[1] == out
    lines = run("--generate", "3", "--seed", "7")[1].splitlines()
    assert len(set(lines)) == 3
    assert SudokuPuzzle.parse(lines[0]) == SudokuPuzzle.parse(out)
    record = json.loads(run("--generate", "--seed", "7", "--format", "json", "--symmetry", "rotation")[1])
    assert record["status"] == "UNIQUE"
    assert record["seed"] == 7
    six = run("--generate", "--seed", "1", "--size", "6", "--box", "3x2", "--format", "rows")[1]
    assert SudokuPuzzle.parse(six, box=(3, 2)).count() == 1
    assert run("--generate")[2].startswith("seed ")
    assert run("--generate", "--size", "7", "--seed", "1")[0] == 2
    picture = tmp_path / "g.svg"
    assert run("--generate", "--seed", "1", "--svg", str(picture))[0] == 0
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n\n",
        b"\0" * 81,
        b"\xff\xfe1\x002\x00",
        b"\x89PNG\r\n\x1a\n\xff",
        b"hello",
        b"." * 10**5,
        b"\x1b[2J" * 20,
        b"\x1f\x8bbroken",
        (LINE[:80] + "\u202e").encode(),
        b"[1, 2, 3]",
    ],
)
@pytest.mark.parametrize("options", [(), ("--format", "json"), ("--lines",), ("--all",)])
def test_hostile_input_is_one_clear_line(run, text, options):
    code, out, err = run(*options, text=text)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.isprintable() or err[:-1].isprintable()
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["/"],
        ["/no/such/file"],
        ["--box", "3x"],
        ["--box", "ax3"],
        ["--limit", "0"],
        ["--limit", "2"],
        ["--all", "--count"],
        ["--generate", "0"],
        ["--format", "xml"],
        ["--seed", "-1"],
        ["--max-nodes", "x"],
    ],
)
def test_wrong_arguments_exit_with_2(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_what_takes_one_puzzle_refuses_lines(run):
    for option in ("--all", "--steps", "--hint", "--compare", "--stats", "--cnf=-", "--model=x"):
        code, _, err = run(option, text=f"{LINE}\n{LINE}\n")
        assert code == 2
        assert "takes one puzzle, the file has 2" in err


@pytest.mark.parametrize("size", ["4", "9", "12"])
def test_random_regions_are_printed_and_read_back(run, size, tmp_path):
    made = ("--generate", "--seed", "7", "--size", size, "--regions", "random")
    code, text, _ = run(*made)
    assert code == 0 and "\nregions: " in text
    assert run("--count", text=text)[:2] == (0, "1\n")
    walls = text[: text.index("regions:")]
    code, _, err = run(text=walls)
    assert code == 2 and "walls that are not those of boxes; name the regions" in err
    regions = text[text.index("regions:") + 9 :].strip()
    assert run("--count", "--regions", regions, text=walls)[:2] == (0, "1\n")
    for more in (("--format", "line"), ("--generate", "2")):
        code, _, err = run(*made, *more)
        assert (code, err) == (2, "--regions: random regions do not fit in a line; use --format json\n")


def start(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "unriddle", "sudoku", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        # A shell's background jobs ignore Ctrl-C, and their children after them.
        preexec_fn=None if sys.platform == "win32" else lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def work_for(process, seconds):
    """Wait until a process has had so many seconds of a processor, where that can be asked."""
    stat = Path(f"/proc/{process.pid}/stat")
    if not stat.exists():
        time.sleep(seconds)
        return
    used, tick = 0, 1 / os.sysconf("SC_CLK_TCK")
    while process.poll() is None and used < seconds:
        time.sleep(0.02)
        used = sum(map(int, stat.read_text().rsplit(")", 1)[1].split()[11:13])) * tick


def end(process):
    """Wait for a process; kill it where it hangs."""
    try:
        return process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT there")
@pytest.mark.parametrize(("n", "options"), [(9, ["--count"]), (16, ["--all", "--format", "line"])])
def test_ctrl_c_ends_with_130(n, options):
    with start(*options) as process:
        process.stdin.write(b"." * (n * n))
        process.stdin.close()
        process.stdin = None
        if "--all" in options:
            process.stdout.read(1)
        else:
            work_for(process, 1)  # counting, however slow a sanitizer makes the start
        process.send_signal(signal.SIGINT)
        out, err = end(process)
        assert process.returncode == 130
        assert b"Traceback" not in err
        assert options[0] != "--count" or out.startswith(b"at least ")


def test_a_closed_pipe_is_quiet():
    with start("--all", "--format", "line") as process:
        process.stdin.write(b"." * 81)
        process.stdin.close()
        process.stdin = None
        process.stdout.read(100)
        process.stdout.close()
        process.stdout = None
        _, err = end(process)
        assert err == b""
        assert process.returncode == 0


def test_rules_stand_below_the_grid_or_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "jigsaw.txt"
    grid = "1.... ..... ..3.. ..... ....4".replace(" ", "\n")
    path.write_text(f"# five\n{grid}\nregions:\nAAAAB\nCCCAB\nDDCCB\nDEEBB\nDDEEE\nodd: r1c1\n")
    assert main(["sudoku", str(path), "--format", "line"]) in (0, 1)
    below = capsys.readouterr().out
    path.write_text(grid)
    rules = ["--regions", "AAAAB/CCCAB/DDCCB/DEEBB/DDEEE", "--odd", "r1c1"]
    assert main(["sudoku", str(path), "--format", "line", *rules]) in (0, 1)
    assert capsys.readouterr().out == below
    assert main(["sudoku", "12../..../..../....", "--variants", "x", "--count"]) == 0
    assert capsys.readouterr().out.strip() == str(
        int(SudokuPuzzle.parse("12" + "." * 14, variants="x").count())
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--variants", "diagnal"], "did you mean diagonal?"),
        (["--regions", "AAB"], "3 cells, expected 16"),
        (["--even", "r9c9"], "expected a cell from r1c1 to r4c4"),
        (["--relations", "r1c1"], "expected two cells"),
        (["--groups", "r1c1"], "group 1 of 1 cell, expected from 2 to 4"),
        (["--odd", "r1c2"], "expected an odd number there"),
        (["--relations", "r1c2<r1c1"], "expected r1c2<r1c1"),
        (["--clues", "5"], "--clues goes with --generate"),
        (["--size", "4"], "--size goes with --generate"),
        (["--minimal"], "--minimal goes with --generate"),
        (["--symmetry", "rotation"], "--symmetry goes with --generate"),
    ],
)
def test_wrong_rules_are_one_line(arguments, message, capsys):
    assert main(["sudoku", "12../..../..../....", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_many_lines_share_the_rules_below_them(tmp_path, capsys):
    path = tmp_path / "many.txt"
    path.write_text("12" + "." * 14 + "\n" + "." * 15 + "4\nvariants: diagonal\n")
    assert main(["sudoku", str(path), "--count", "--limit", "100"]) == 0
    counts = [
        int(SudokuPuzzle.parse(text, variants="x").count()) for text in ("12" + "." * 14, "." * 15 + "4")
    ]
    assert capsys.readouterr().out.split() == list(map(str, counts))


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("even", "r9c9", "'r9c9' in even, expected a cell from r1c1 to r4c4"),
        ("odd", "x", "'x' in odd, expected"),
        ("regions", "AB", "2 cells, expected 16"),
        ("groups", "r1c1", "group 1 of 1 cell, expected"),
        ("relations", "r1c1", "'r1c1' in relations, expected"),
        ("variants", "girandola", "girandola with 4 rows, expected 9"),
        ("box", "3x3", "boxes of 3 × 3 cells, expected 4"),
    ],
)
def test_a_wrong_rule_is_named_by_its_option(option, value, said, tmp_path, capsys):
    """Not by the board, which is right: inline, made, one a line; in a file by file and rule."""
    option = f"--{option}"
    lines, below = tmp_path / "lines.txt", tmp_path / "below.txt"
    lines.write_text("................\n1...............\n")
    assert main(["sudoku", "................", option, value]) == 2
    assert capsys.readouterr().err.startswith(f"{option}: {said}")
    assert main(["sudoku", "--generate", "--seed", "1", "--size", "4", option, value]) == 2
    assert capsys.readouterr().err.startswith(f"{option}: {said}")
    assert main(["sudoku", str(lines), option, value]) == 2
    assert capsys.readouterr().err.startswith(f"{lines}:1: {option}: {said}")
    if option != "--box":
        below.write_text(f"................\n{option[2:]}: {value}\n")
        assert main(["sudoku", str(below)]) == 2
        assert capsys.readouterr().err.startswith(f"{below}: {option[2:]}: {said}")


@pytest.mark.parametrize("head", ["Grid {:02}\n", "\n"])
def test_a_file_of_grids_is_solved_as_lines_are(run, tmp_path, head):
    grid = "\n".join(LINE[k : k + 9] for k in range(0, 81, 9)).replace(".", "0")
    text = "".join(head.format(k) + grid + "\n" for k in range(1, 11))
    code, out, err = run(text=text)
    assert (code, out) == (0, f"{SOLVED} UNIQUE\n" * 10) and "10 puzzles" in err
    records = [json.loads(line) for line in run("--format", "json", text=text)[1].splitlines()]
    assert [record["line"] for record in records[:2]] == [2, 12]
    assert run("--html", str(tmp_path / "x.html"), text=text)[0] == 0
    code, _, err = run("--hint", text=text)
    assert code == 2 and "takes one puzzle, the file has 10" in err


def test_symbols_decide_between_readings(run):
    text = "0 . 2 3/. 3 . 1/1 . 3 2/3 2 1 ."
    code, _, err = run(text, text="")
    assert code == 2 and "0 can be a symbol (0 to 3) or an empty cell (1 to 4)" in err and "--symbols" in err
    assert run(text, "--symbols", "0123", "--format", "line", text="")[:2] == (0, "0123230110323210\n")
    assert run(text, "--symbols", "1234", "--format", "line", text="")[:2] == (0, "4123234114323214\n")


def test_a_picture_of_the_puzzle_and_of_its_solution():
    puzzle = SudokuPuzzle.parse("1234............")
    assert puzzle.to_svg().count("<text") == 4 and "<title>Sudoku 4 × 4</title>" in puzzle.to_svg()
    solved = puzzle.to_svg(puzzle.solve().solution)
    assert solved.count("<text") == 16 and solved.count(f'fill="{Ink.ACCENT}"') == 12
    wide = SudokuPuzzle.from_array([[1] + [0] * 5] + [[0] * 6] * 5, "2x3")
    assert wide.to_svg().count('stroke-width="2"') == 3 + 4


SOLVED_LINE = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."


def cells_of(svg):
    """Return what each cell of a picture of steps shows: a value in one large text, or small candidates."""
    groups = re.findall(r"<g>(.*?)</g>", svg)
    return [re.findall(r'font-size="([\d.]+)"[^>]*>([^<]*)</text>', group) for group in groups]


def test_steps_show_the_candidates_that_are_left():
    puzzle = SudokuPuzzle.parse(SOLVED_LINE)
    result = puzzle.solve()
    frames = puzzle.view(result).frames
    steps = puzzle.steps()
    assert [frame.says for frame in frames[1:]] == [step.text for step in steps]
    assert [frame.kind for frame in frames[1:]] == [step.kind for step in steps]
    assert dict(puzzle.view(result).facts)["difficulty"] == str(puzzle.difficulty())
    first = cells_of(frames[0].svg)
    for cell, (symbol, peers) in enumerate(zip(puzzle.symbols, boxed((3, 3)).peers, strict=True)):
        if symbol != "*":
            assert [text for _, text in first[cell]] == [symbol]
        else:
            seen = {puzzle.symbols[peer] for peer in peers}
            assert [text for _, text in first[cell]] == [s for s in "123456789" if s not in seen]
    last = cells_of(frames[-1].svg)
    assert ["".join(text for _, text in shown) for shown in last] == result.solution.symbols
    assert frames[-1].text.replace(" ", "").replace("\n", "") == "".join(result.solution.symbols)


def test_a_step_marks_what_it_fills_and_what_it_takes_away():
    puzzle = SudokuPuzzle.parse(SOLVED_LINE)
    for frame, step in zip(puzzle.view(puzzle.solve()).frames[1:], puzzle.steps(), strict=True):
        assert frame.svg.count(f'fill="{Ink.TINT}"') == (step.cell is not None)
        assert frame.svg.count("line-through") == len(step.removed)


def test_steps_of_boxes_that_are_no_squares_and_of_what_cannot_be_solved():
    puzzle = SudokuPuzzle.generate(6, seed=1, box="2x3")
    frames = puzzle.view(puzzle.solve()).frames
    assert len(frames) == len(puzzle.steps()) + 1
    none = SudokuPuzzle.parse("123./...4/..../....")
    shown = none.view(none.solve())
    assert dict(shown.facts)["status"] == "NO_SOLUTION" and shown.frames[-1].kind == "contradiction"


def test_large_grids_show_no_steps_and_say_so():
    puzzle = SudokuPuzzle.generate(25, seed=1, clues=600)
    shown = puzzle.view(puzzle.solve())
    assert [frame.says for frame in shown.frames] == ["the puzzle", "the solution"]
    assert shown.notes == (f"Steps are shown for grids of at most {MOST_REASONED} × {MOST_REASONED}.",)


def test_what_a_variant_adds_is_drawn():
    plain = SudokuPuzzle.parse("." * 16).to_svg()
    for rules, added in (
        ({"variants": "x"}, Ink.GIVEN),
        ({"even": "r1c1"}, "<rect"),
        ({"odd": "r1c1"}, "<circle"),
        ({"relations": "r1c1<r1c2"}, "&lt;"),
        ({"relations": "r1c2<r1c1"}, "&gt;"),
        ({"relations": "r1c1<r2c1"}, "∧"),
        ({"relations": "r2c1<r1c1"}, "∨"),
        ({"relations": "r2c1~r1c1"}, f'<circle cx="18" cy="34" r="4.16" fill="{Ink.PAPER}"'),
        ({"relations": "r2c1:r2c2"}, f'r="4.16" fill="{Ink.INK}"'),
        ({"relations": "r2c1Xr2c2"}, ">X<"),
        ({"sandwiches": "5 c1"}, '<text x="34" y="9"'),
        ({"quadruples": "1 2 4 r1c1-r2c2"}, ">1 2<"),
    ):
        drawn = SudokuPuzzle.parse("." * 16, **rules).to_svg()
        assert drawn.count(added) > plain.count(added)
    regions = SudokuPuzzle.parse("." * 16, regions="AABB/ABBC/ADCC/DDDC").to_svg()
    assert regions.count("<line") > 10


GRID = "123.34.2.1..4321"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1 1 2", "row 1, column 1 was given"),
        ("1 4 3", "3 stands in row 1, column 3 already"),
        ("2 3 2", "2 stands in row 2, column 4 already"),
        ("1 4 5", "'5', expected one of 1 2 3 4"),
        ("1 4 .", "row 1, column 4 is empty already"),
        ("5 1 1", "row 5, column 1, expected rows 1 to 4"),
    ],
)
def test_what_cannot_stand_is_refused(move, reason):
    with pytest.raises(PuzzleError, match=reason):
        SudokuGame(SudokuPuzzle.parse(GRID)).move(move)


def test_values_are_put_changed_and_taken_out():
    game = SudokuGame(SudokuPuzzle.parse("12../..../..../...1"))
    game.move("1 3 3")
    game.move("1 3 4")
    assert game.value_at(game.state, 0, 2) == "4"
    game.move("1 3 .")
    assert game.state == game.puzzle
    assert game.undo() and game.value_at(game.state, 0, 2) == "4"


def test_symbols_are_read_in_any_case_where_they_are_the_same():
    game = SudokuGame(SudokuPuzzle.parse("AB../..../..../...A", symbols="ABCD"))
    game.move("1 3 c")
    assert game.value_at(game.state, 0, 2) == "C"


def test_a_large_grid_has_its_columns_over_them():
    shown = SudokuGame(SudokuPuzzle.generate(16, seed=1, clues=200)).shown().split("\n")
    row = shown[2]
    places = [k for k, sign in enumerate(row) if sign not in " |" and k > 3]
    assert len(places) == 16 and "".join(shown[1][k] for k in places) == "1234567890123456"


def test_the_same_seed_makes_the_same_round(tmp_path, capsys):
    (tmp_path / "moves").write_text("solve\n")
    shown = []
    for _ in range(2):
        assert main(["play", "sudoku", "--size", "4", "--seed", "5", "--moves", str(tmp_path / "moves")]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] and "Not solved" in shown[0]
    assert main(["play", "sudoku", GRID, "--difficulty", "easy"]) == 2
    assert "--difficulty is for a new puzzle" in capsys.readouterr().err


def test_a_round_without_a_seed_says_it(tmp_path, capsys):
    (tmp_path / "moves").write_text("quit\n")
    assert main(["play", "sudoku", "--size", "4", "--moves", str(tmp_path / "moves")]) == 0
    assert capsys.readouterr().err.startswith("seed ")
