"""What the subcommands share: files to write, drawings as PNG."""

import argparse
import io
import json
import os
import subprocess
import sys
import time
import types
from pathlib import Path
from types import SimpleNamespace

import pytest

from unriddle import MissingExtraError, PuzzleError, SudokuPuzzle
from unriddle.cli import main
from unriddle.console import (
    Display,
    Output,
    bytes_of,
    display,
    picture,
    png_of,
    positive,
    progress_line,
    seconds,
    shard,
    start_clock,
    whole,
    write_file,
)
from unriddle.puzzles import registry
from unriddle.signals import set_alarm

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><text>A</text></svg>'


def test_a_missing_package_is_a_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"PNG files need resvg-py: pip install resvg-py"):
        png_of(lambda: SVG)


def test_letters_that_no_font_draws_are_an_error(monkeypatch):
    blank = types.SimpleNamespace(svg_to_bytes=lambda **options: b"\x89PNG")
    monkeypatch.setitem(sys.modules, "resvg_py", blank)
    with pytest.raises(PuzzleError, match="no font for letters was found"):
        png_of(lambda: SVG)


def test_a_real_png_shows_letters():
    pytest.importorskip("resvg_py")
    board, other = (SudokuPuzzle.parse(text).to_svg() for text in ("1...............", "2..............."))
    one, two = (png_of(lambda svg=svg: svg) for svg in (board, other))
    assert one.startswith(b"\x89PNG\r\n\x1a\n") and one != two


def test_bytes_are_written_whole(tmp_path):
    write_file(str(tmp_path / "x.png"), b"\x89PNG\r\n")
    assert (tmp_path / "x.png").read_bytes() == b"\x89PNG\r\n"
    with pytest.raises(PuzzleError, match="cannot be written"):
        write_file(str(tmp_path / "none" / "x.png"), b"")
    assert [path.name for path in tmp_path.iterdir()] == ["x.png"]


OUTPUTS = ("svg", "html", "export", "parquet", "checkpoint", "dot", "graph_svg")
"""Names of all options that write a file."""


def test_every_option_that_writes_a_file_is_checked_before_the_work(parsers):
    found = set()
    for parser in parsers:
        for action in parser._actions:
            if action.dest in OUTPUTS and action.nargs is None:
                found.add(action.dest)
                assert isinstance(action.type("x.ipuz"), Output), f"{parser.prog} {action.option_strings}"
    assert found == set(OUTPUTS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["best", "4x4", "--svg"],
        ["best", "4x4", "--html"],
        ["best", "4x4", "--dice", "1987", "--svg"],
        ["prove", "3x3", "--min-score", "100", "--checkpoint"],
        ["survey", "--html"],
        ["stream", "--random", "--size", "1000x1000", "--checkpoint"],
        ["stream", "--random", "--size", "1000x1000", "--parquet"],
        ["count-paths", "6x6", "--svg"],
        ["river", "--missionaries", "50", "--dot"],
        ["river", "--missionaries", "50", "--graph-svg"],
        ["placement", "fill", "." * 15, "--export"],
        ["placement", "square", "--svg"],
    ],
)
def test_a_search_whose_answer_could_not_be_written_does_not_begin(arguments, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    name = "x.ipuz" if "--export" in arguments else "x.svg"
    Path("y.ipuz").mkdir()
    start = time.perf_counter()
    for target, reason in (
        (f"no/where/{name}", "there is no folder no/where"),
        (f"file/{name}", "file is no folder"),
        ("y.ipuz", "is a folder; name a file in it"),
        (f"{'x' * 300}{name}", "File name too long"),
    ):
        assert main([*arguments, target]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"{target}: cannot be written: {reason}\n")
    assert time.perf_counter() - start < 30
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "y.ipuz"]


def test_two_options_of_one_file_and_a_missing_extra(tmp_path, capsys, monkeypatch):
    target = str(tmp_path / "x")
    assert main(["best", "4x4", "--svg", target, "--html", f"{tmp_path}/./x"]) == 2
    assert capsys.readouterr().err.endswith("--svg and --html name the same file; name two files\n")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["best", "4x4", "--svg", f"{target}.png"]) == 2
    assert capsys.readouterr().err == "PNG files need resvg-py: pip install resvg-py\n"
    assert main(["stream", "--random", "--size", "1000x1000", "--parquet", target]) == 2
    assert "need pyarrow" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["best", "2x2", "--rounds", "1", "--svg"],
        ["prove", "2x2", "--min-score", "10", "--html"],
        ["survey", "--boards", "100", "--svg"],
        ["stream", "--random", "--size", "3x3", "--seed", "1", "--html"],
        ["count-paths", "3x3", "--by-start", "--svg"],
        ["river", "--farmer", "--dot"],
        ["peg", "**.*", "--hint", "--svg"],
        ["peg", "**.*", "--all", "--svg"],
        ["boggle", "tea/ars", "--word", "tea", "--svg"],
        ["sudoku", "1...............", "--format", "line", "--svg"],
        ["sudoku", "--generate", "--seed", "1", "--svg"],
        ["placement", "square", "--size", "3", "--seed", "1", "--svg"],
    ],
)
def test_an_answer_is_printed_where_its_file_cannot_be_written(arguments, tmp_path, capsys):
    other = tmp_path / "other.svg"
    assert main([*arguments, str(other)]) in (0, 1) and other.exists()
    plain = capsys.readouterr().out
    assert main([*arguments, "/dev/full"]) == 2
    out, err = capsys.readouterr()
    assert err.endswith("/dev/full: cannot be written: No space left on device\n")
    assert out and out.split("\n")[0] == plain.split("\n")[0]


def test_the_other_file_is_written_where_one_fails(tmp_path, capsys):
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    page = tmp_path / "x.html"
    assert main(["peg", "**.*", "--svg", "/dev/full", "--html", str(page)]) == 2
    assert page.read_text().startswith("<!") and "SOLVED" in capsys.readouterr().out


def test_files_are_written_where_the_reader_of_the_answer_has_gone(tmp_path):
    read, write = os.pipe()
    os.close(read)
    target = tmp_path / "x.svg"
    command = [sys.executable, "-m", "unriddle", "peg", "**.*", "--svg", str(target)]
    assert subprocess.run(command, stdout=write, check=False).returncode == 0
    os.close(write)
    assert target.exists()


def test_a_text_that_is_no_text_is_written(tmp_path):
    write_file(str(tmp_path / "x"), "a\udc80")
    assert (tmp_path / "x").read_bytes() == b"a\\udc80"


def test_a_drawing_of_all_solutions_is_a_key_of_json(capsys):
    assert main(["peg", "**.*", "--all", "--format", "json", "--svg", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["svg"].startswith("<svg")


@pytest.mark.parametrize("kind", [positive, whole, seconds, bytes_of, shard])
def test_an_error_about_an_option_quotes_no_more_than_a_line(kind):
    with pytest.raises(argparse.ArgumentTypeError, match="expected") as error:
        kind("x" * 100_000)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("name", registry.names())
def test_a_picture_of_another_kind_is_refused_before_anything_is_solved(name, tmp_path, capsys):
    for ending in ("jpg", "PDF"):
        target = tmp_path / f"q.{ending}"
        assert main([name, registry.spec(name).example, "--svg", str(target)]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "expected a file that ends in .svg or .png" in said
        assert not target.exists()
    assert picture("a.jpg/board") == "a.jpg/board" and picture("jpg") == "jpg"


@pytest.mark.parametrize(
    "option", ["count-paths 3x3 --svg", "survey --svg", "prove 2x2 --svg", "river --graph-svg"]
)
def test_other_drawings_refuse_it_too(option, capsys):
    assert main([*option.split(), "q.jpeg"]) == 2
    assert "expected a file that ends in .svg or .png" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr("unriddle.console.sys", SimpleNamespace(stderr=shown))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    return shown


def test_off_a_terminal_there_is_none(monkeypatch):
    for stream in (io.StringIO(), None):
        monkeypatch.setattr("unriddle.console.sys", SimpleNamespace(stderr=stream))
        with display() as line:
            assert line is None


def test_what_is_shown(terminal):
    with display() as line:
        line.show("[bold]reading, 3 MB")
        line.show("x: 5 of 10", 5, 10)
        assert "[bold]reading, 3 MB" in terminal.getvalue() and "x: 5 of 10" in terminal.getvalue()
        assert "####" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_a_long_text_stays_on_its_line(terminal):
    with display() as line:
        line.show("long " * 100)
        line.show("long " * 100, 1, 2)
        assert "\n" not in terminal.getvalue()


def test_it_starts_again(terminal):
    line = Display()
    line.show("one")
    line.clear()
    line.clear()
    before = len(terminal.getvalue())
    line.show("two")
    line.clear()
    assert "two" in terminal.getvalue()[before:]


def test_it_ends_with_an_error(terminal):
    with pytest.raises(KeyboardInterrupt), display() as line:
        line.show("one")
        raise KeyboardInterrupt
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_short_work_draws_nothing(terminal):
    with progress_line("x") as progress:
        progress(5)
    assert terminal.getvalue() == ""
    with progress_line("x") as progress:
        progress.start = progress._shown = progress.start - 1
        progress.more = "half"
        progress(5)
    assert "x: 5 nodes, 5/s; half" in terminal.getvalue()


@pytest.mark.parametrize(("spent", "counted"), [(1.0, 1.0), (500.0, 30.0)])
def test_the_start_of_a_command_counts_up_to_three_tenths_of_its_limit(spent, counted):
    args = argparse.Namespace(started=None, max_seconds=100.0, max_memory=None)
    try:
        start_clock(args, time.perf_counter() - spent)
        assert args.started == pytest.approx(time.perf_counter() - counted, abs=0.5)
    finally:
        set_alarm(0)
