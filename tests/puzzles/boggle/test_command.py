"""`unriddle boggle` from its arguments to its lines and exit codes."""

import csv
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

from unriddle import Boggle
from unriddle.cli import main

WORDS = "tea\neat\nate\ntear\nrate\nstar\nquit\n"


@pytest.fixture
def words(tmp_path: Path) -> str:
    path = tmp_path / "words.txt"
    path.write_text(WORDS)
    return str(path)


@pytest.fixture
def run(words, capsys):
    def call(*arguments, lexicon=words):
        code = main(["boggle", *arguments, *(["--lexicon", lexicon] if lexicon else [])])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_text_report(run):
    code, out, err = run("tea/ars")
    assert (code, err) == (0, "")
    assert out.startswith("T E A\nA R S\n\nBoard: 2 x 3, king\n")
    assert "\n\n4-letter words: 2\n  rate  tear\n3-letter words: 3\n  ate  eat  tea\n\nSearched " in out
    assert out.endswith("\nFound 5 words in total, 5 points.\n")


def test_words_are_printed_once_in_columns_that_fit_and_the_summary_last(run, monkeypatch):
    for width in (20, 60, 100):
        monkeypatch.setenv("COLUMNS", str(width))
        _, out, _ = run("perslatgsineters", "--level", "60", lexicon=None)
        words = [line for line in out.splitlines() if line.startswith("  ")]
        assert all(len(line) <= width for line in words) and max(map(len, words)) > width - 12
        found = " ".join(words).split()
        assert len(found) == len(set(found)) == 658
        assert [len(word) for word in found] == sorted(map(len, found), reverse=True)
        assert out.endswith("\nFound 658 words in total, 2,044 points.\n")


def test_the_words_are_those_that_most_readers_know(run):
    _, out, _ = run("als/nis/ete", "--all", lexicon=None)
    assert "als" not in out.split() and "als" in run("als/nis/ete", "--all", "--level", "80", lexicon=None)[1]
    assert "\nLexicon: english level 60, " in run("als/nis/ete", "--summary", lexicon=None)[1]
    assert len(Boggle.parse("als/nis/ete").solve()) == len(out.splitlines()) - 1


def test_summary_and_paths(run):
    _, out, _ = run("tea/ars", "--summary")
    assert "ate" not in out and "3-letter words: 3" in out
    _, out, _ = run("tea/ars", "--paths")
    assert "\n  rate: 2,2 2,1 1,1 1,2\n" in out
    _, out, _ = run("tea/ars", "--all-paths")
    assert out.count("\n  tea: ") == 2


def test_json(run):
    code, out, _ = run("qi/tu", "--qu", "--format", "json", "--all-paths")
    value = json.loads(out)
    assert code == 0
    assert value["board"] == [["qu", "i"], ["t", "u"]]
    assert (value["words"], value["count"], value["score"]) == (["quit"], 1, 1)
    assert value["status"] == "UNIQUE"
    assert value["paths"] == {"quit": [[0, 1, 2]]}
    assert value["seconds"] > 0 and value["nodes"] == 3 and value["moves"] == 4
    _, out, _ = run("tea/ars", "--format", "json", "--exhaustive")
    assert json.loads(out)["exhaustive"]["moves"] == 476
    assert json.loads(out)["exhaustive"]["words"] == 5
    code, out, _ = run("zxzx", "--format", "json")
    assert code == 1 and json.loads(out)["words"] == [] and json.loads(out)["status"] == "NO_SOLUTION"


def test_records(run):
    _, out, _ = run("tea/ars", "--format", "ndjson", "--paths")
    records = [json.loads(line) for line in out.splitlines()]
    assert records[0]["word"] == "ate" and len(records) == 5
    _, out, _ = run("tea/ars", "--format", "csv", "--paths")
    rows = list(csv.reader(io.StringIO(out)))
    assert rows[0] == ["word", "length", "score", "path"]
    assert ["rate", "4", "1", "4 3 0 1"] in rows


def test_boards_from_files_and_standard_input(run, tmp_path, monkeypatch):
    path = tmp_path / "board.txt"
    path.write_text("tea\nars\n")
    _, expected, _ = run("tea/ars", "--format", "ndjson")
    assert run(str(path), "--format", "ndjson")[1] == expected
    for arguments in (("-",), ()):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"tea\nars\n")))
        assert run(*arguments, "--format", "ndjson")[1] == expected


def test_random_boards(run):
    _, one, _ = run("--random", "--size", "3x5", "--seed", "4", "--format", "json")
    _, two, _ = run("--random", "--size", "3x5", "--seed", "4", "--format", "json")
    assert json.loads(one)["board"] == json.loads(two)["board"]
    assert (json.loads(one)["rows"], json.loads(one)["cols"]) == (3, 5)
    assert run("--random", "--size", "5x5", "--dice", "big", "--seed", "1")[0] == 0


def test_one_word(run):
    code, out, _ = run("tea/ars", "--word", "tear", "--all-paths")
    assert code == 0 and "“tear” is a word of " in out and "; 2 paths on the board\n" in out
    assert "1,1 1,2 2,1 2,2" in out
    code, out, _ = run("tea/ars", "--word", "xyz", "--format", "json")
    answer = {"word": "xyz", "listed": False, "count": 0, "complete": True, "paths": []}
    assert (code, json.loads(out)) == (1, {"status": "NO_SOLUTION"} | answer)
    code, out, _ = run("????/????", "--word", "tear", "--format", "json", "--max-nodes", "20")
    answer = json.loads(out)
    assert (code, answer["status"], answer["complete"], len(answer["paths"])) == (1, "LIMIT", False, 1)
    code, out, _ = run(
        "PIET/GAAT/ATMS/HUIS", "--topology", "rook", "--wrap", "--word", "tas", "--format", "json"
    )
    assert json.loads(out)["paths"] == [[9, 8, 11]] or len(json.loads(out)["paths"]) == 1


def test_pictures(run, tmp_path):
    svg = tmp_path / "out.svg"
    assert run("tea/ars", "--svg", str(svg))[0] == 0
    assert svg.read_text().count("<line") == 3
    assert run("tea/ars", "--svg", str(svg), "--word", "tea")[0] == 0
    assert svg.read_text().count("<line") == 2
    code, _, err = run("tea/ars", "--svg", str(tmp_path / "no" / "out.svg"))
    assert code == 2 and "cannot be written" in err


def test_all_and_count(run):
    code, out, _ = run("tea/ars", "--all")
    assert (code, out) == (0, "ate\neat\nrate\ntea\ntear\nMULTIPLE: 5 solutions, all of them\n")
    assert run("tea/ars", "--all", "--limit", "2")[1].startswith("ate\neat\nMULTIPLE: 2 solutions, the limit")
    assert run("tea/ars", "--count")[:2] == (0, "5\n")
    assert run("tea/ars", "--count", "--min-length", "4")[1] == "2\n"
    assert run("--random", "--size", "3x3", "--seed", "1", "--count")[0] in (0, 1)


def test_drawing_to_standard_output(run):
    code, out, _ = run("tea/ars", "--svg", "-")
    assert code == 0 and out.startswith("<svg") and out.count("<line") == 3
    code, out, _ = run("tea/ars", "--svg", "-", "--format", "json")
    assert json.loads(out)["svg"].startswith("<svg")


def test_limits(run):
    code, out, err = run("tea/ars", "--max-nodes", "3", "--format", "json")
    assert code == 1 and json.loads(out)["status"] == "LIMIT" and json.loads(out)["nodes"] == 3
    assert err == "limit reached: only the words found so far\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["abc/de"], "row 2 has 2 cells, but the first row has 3"),
        ([""], "is empty"),
        (["ab1d"], "'1' is not a letter"),
        (["missing.txt"], "missing.txt: no such file"),
        (["./missing"], "./missing: no such file"),
        (["abcd", "--random", "--size", "4x4"], "--random cannot be combined with a board"),
        (["abcd", "--seed", "1"], "--random"),
        (["--random", "--size", "4x"], "--size '4x', expected rows and columns such as 4x5 or 4"),
        (["--random", "--size", "99999x99999"], "9,999,800,001 cells, expected at most 268,435,456"),
        (["--random", "--size", "4x4", "--dice", "x"], "no dice are called 'x'"),
        (["abcd", "--size", "3x3"], "4 letters do not fill a 3x3 board, which has 9 cells"),
        (["abcd", "--min-length", "0"], "--min-length 0, expected a whole number from 1"),
        (["abcd", "--min-length", "300"], "--min-length 300"),
        (["abcd", "--topology", "queen"], "'queen', expected one of king, rook, hex"),
        (
            ["--count-paths", "3x3"],
            "--count-paths is a subcommand of its own: unriddle count-paths RxC",
        ),
        (["--best", "4x4"], "--best is a subcommand of its own: unriddle best RxC"),
        (["--best"], "unriddle best RxC"),
        (["abcd", "--dice", "big"], "--dice goes with --random"),
        (["abcd", "--all", "--paths"], "--paths cannot be combined with --all"),
        (["abcd", "--count", "--format", "csv"], "--count prints text or json, not --format csv"),
        (["abcd", "--word", "a", "--summary"], "--summary cannot be combined with --word"),
        (["abcd", "--word", "a", "--count"], "cannot be combined with"),
        (["--exhaustive", "--random", "--size", "9x9", "--seed", "1"], "at most 64 cells"),
        (["abcd", "--max-nodes", "x"], "expected a whole number"),
        (["ab\x1b[2Jd"], r"\x1b"),
    ],
)
def test_wrong_input_gives_one_line_and_2(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1 and err[:-1].isprintable()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\n#x\n", "no words"),
        (b"\xff\xfea\0b\0", "UTF-16"),
        (b"abc\nd\xe9f\n", ":2: byte 0xe9"),
        (b"abc\nd\0f\n", ":2: NUL"),
        (b"a" * (1 << 20), ":1: "),
    ],
)
def test_wrong_word_lists(run, tmp_path, content, message):
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    code, out, err = run("abcd", lexicon=str(path))
    assert (code, out) == (2, "")
    assert message in err and err.count("\n") == 1


def unriddle(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "unriddle", *arguments],
        capture_output=True,
        timeout=60,
        check=False,
        **options,
    )


def test_as_a_process(words):
    found = unriddle("boggle", "tea/ars", "--lexicon", words, "--format", "json")
    assert found.returncode == 0 and json.loads(found.stdout)["count"] == 5
    assert re.fullmatch(
        rb"unriddle [\d.]+ \(\w+ [\d.]+\S*, NumPy [\d.]+\S*, \w+ \w+; kernels by .+, path \w+\)\n",
        unriddle("--version").stdout,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of Unix")
def test_closed_pipes_are_quiet(words):
    command = f"{sys.executable} -m unriddle words list --level 60 | head -1"
    found = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60, check=True)
    assert (found.stdout.count(b"\n"), found.stderr) == (1, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_is_answered_with_what_is_known(tmp_path):
    words = tmp_path / "a.txt"
    words.write_text("".join("a" * length + "\n" for length in range(1, 255)) + "b\n")
    board = "/".join(["a" * 40] * 40)
    process = subprocess.Popen(
        [sys.executable, "-m", "unriddle", "boggle", board, "--lexicon", str(words), "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"UNRIDDLE_CACHE": "off"},
    )
    time.sleep(1.5)
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode in (0, 130)
    if process.returncode == 130:
        assert b"interrupted" in err
    assert not out or json.loads(out)["count"] > 0
