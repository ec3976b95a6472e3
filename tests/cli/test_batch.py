"""`unriddle batch` from its arguments to its files, lines and exit codes."""

import gzip
import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from unriddle import Lexicon
from unriddle.batch import run_batch
from unriddle.cli import main

WORDS = "tea\neat\nate\ntear\nrate\nstar\nquit\n"
posix = pytest.mark.skipif(os.name != "posix", reason="signals and limits of Unix")


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text(WORDS)
    return str(path)


@pytest.fixture
def run(words, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)

    def call(*arguments, content=b"tea/rst\ntea/ars\nqui/tea\n", out="out", lexicon=words):
        path = tmp_path / "boards.txt"
        if content is not None:
            path.write_bytes(content)
        where = [] if out is None else ["-o", str(tmp_path / out)]
        code = main(["batch", "boggle", str(path), *where, "--lexicon", lexicon, *arguments])
        captured = capsys.readouterr()
        assert captured.out == ""
        return code, captured.err

    return call


def test_answers(run, tmp_path):
    code, err = run("--what", "words")
    assert code == 0 and err.startswith("boggle: 3 records in ") and err.endswith("/s\n")
    rows = [json.loads(line) for line in (tmp_path / "out" / "part-00000000.ndjson").read_text().splitlines()]
    assert [row["line"] for row in rows] == [1, 2, 3]
    assert rows[1] == {"line": 2, "score": 5, "words": ["ate", "eat", "rate", "tea", "tear"]}
    assert (tmp_path / "out" / "_rejects.ndjson").read_bytes() == b""


def test_options_of_the_puzzle(run, tmp_path):
    assert (
        run(
            "--qu",
            "--topology",
            "rook",
            "--wrap",
            "--min-length",
            "4",
            "--shape",
            "2x2",
            content=b"qixt\nteas\n",
        )[0]
        == 0
    )
    assert (
        tmp_path / "out" / "part-00000000.ndjson"
    ).read_text() == '{"line":1,"score":1}\n{"line":2,"score":0}\n'


def test_rejects(run, tmp_path):
    code, err = run(content=b"tear\n\n12\nte\xffa\nte\0a\n" + b"tea/ar\n" + b"quit\r\n")
    assert code == 1 and "5 rejected, see " in err and err.count("\n") == 1
    rejects = [json.loads(line) for line in (tmp_path / "out" / "_rejects.ndjson").read_text().splitlines()]
    assert [row["line"] for row in rejects] == [2, 3, 4, 5, 6]
    assert [row["reason"].split(",")[0] for row in rejects] == [
        "empty record",
        "column 1: '1' is no tile",
        "column 3: byte 0xff is not UTF-8",
        "NUL byte in a record",
        "row of 2 tiles",
    ]
    assert len((tmp_path / "out" / "part-00000000.ndjson").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--threads", "x"], "expected a whole number"),
        (["--shard", "0/3"], "expected i from 1 to N"),
        (["--shard", "x"], "expected i/N"),
        (["--format", "xml"], "invalid choice"),
        (["--what", "all"], "invalid choice"),
        (["--topology", "queen"], "invalid choice"),
        (["--shape", "4x"], "shape='4x'"),
        (["--min-length", "300"], "min_length=300"),
        (["--part-size", "99999999999"], "part size"),
        (["--column", "x"], "column 'x' does not exist; the columns are"),
        (["--cluster", "nowhere"], "expected tcp://"),
        (["--level", "3"], "level belongs to"),
    ],
)
def test_wrong_options_give_one_line_and_2(run, tmp_path, arguments, message):
    for option, needed in (("--cluster", "distributed"), ("--column", "pyarrow")):
        if option in arguments:
            pytest.importorskip(needed)
    code, err = run(*arguments)
    assert code == 2 and message in err and err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\xff\xfet\0e\0", "UTF-16"),
        (b"\x1f\x8b\x08\0junk", "damaged gzip"),
        (b"\x93NUMPY\x01\0junk", "damaged .npy"),
        (b"t" * ((1 << 24) + 2), ":1: line of more than"),
    ],
)
def test_hostile_input_gives_one_line_and_2(run, tmp_path, content, message):
    code, err = run(content=content)
    assert code == 2 and message in err and err.count("\n") == 1 and err[:-1].isprintable()
    assert not (tmp_path / "out").exists()


def test_hostile_places(run, tmp_path, words):
    assert "no such file" in run(content=None)[1]
    (tmp_path / "boards.txt").mkdir()
    assert "is a folder" in run(content=None)[1]
    (tmp_path / "boards.txt").rmdir()
    code, err = run(out="words.txt")
    assert code == 2 and "is a file, expected a folder" in err
    code, err = run(out="words.txt/x")
    assert code == 2 and err.count("\n") == 1
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("")
    assert "holds no run" in run(out="full")[1]
    assert run()[0] == 0
    assert "expected --resume" in run()[1]
    assert run("--resume")[0] == 0
    assert "holds a run with wrap False, not True" in run("--resume", "--wrap")[1]
    assert "-o/--out" in run(out=None)[1]


def test_standard_input(run, tmp_path, monkeypatch, words, capsys):
    monkeypatch.setattr(
        "sys.stdin", SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(b"tea/ars\n")), isatty=lambda: False)
    )
    assert main(["batch", "boggle", "-o", str(tmp_path / "out"), "--lexicon", words]) == 0
    assert (tmp_path / "out" / "part-00000000.ndjson").read_text() == '{"line":1,"score":5}\n'
    assert (
        "both from standard input"
        in (main(["batch", "boggle", "-o", "x", "--lexicon", "-"]), capsys.readouterr().err)[1]
    )
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert main(["batch", "boggle", "-o", str(tmp_path / "out"), "--lexicon", words]) == 2


def test_progress_on_a_terminal(run, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("unriddle.batch.run.TICK", 0.0)
    code, err = run("--part-size", "1")
    assert code == 0 and "boggle: 3 of 3 (100 %), " in err and " left" in err
    assert err.endswith("/s\n")


def test_help(capsys):
    assert main(["batch", "--help"]) == 0 and "boggle" in capsys.readouterr().out
    assert main(["batch", "boggle", "--help"]) == 0
    assert "--topology" in capsys.readouterr().out
    assert main(["batch"]) == 2 and main(["batch", "chess"]) == 2


def process(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "unriddle", "batch", "boggle", *arguments],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        **options,
    )


def tree(path):
    return {
        str(file.relative_to(path)): file.read_bytes() for file in Path(path).rglob("*") if file.is_file()
    }


@pytest.fixture(scope="module")
def long_run(tmp_path_factory):
    """A run of some seconds."""
    folder = tmp_path_factory.mktemp("long")
    rng = random.Random(1)
    boards = folder / "boards.txt"
    boards.write_text("".join("".join(rng.choices("aeilnrst", k=64)) + "\n" for _ in range(3000)))
    arguments = [str(boards), "--part-size", "30", "--threads", "1", "--level", "60"]
    done = process(*arguments, "-o", str(folder / "out"))
    assert done.communicate(timeout=100)[1].startswith(b"boggle: 3,000 records")
    return arguments, tree(folder / "out")


def started(out, child):
    while not list(out.glob(".parts/????????.json")):  # a receipt: its part is there
        assert child.poll() is None
        time.sleep(0.002)


@posix
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_stopped_in_the_middle(long_run, tmp_path, sign):
    arguments, expected = long_run
    out = tmp_path / "out"
    child = process(*arguments, "-o", str(out))
    started(out, child)
    child.send_signal(sign)
    _, err = child.communicate(timeout=30)
    if sign == signal.SIGINT:
        assert child.returncode == 130
        assert err.startswith(b"interrupted: ") and b"resume with: unriddle batch boggle " in err
        assert err.endswith(b" --resume\n") and err.count(b"\n") == 1
    else:
        assert child.returncode == -sign and err == b""
    kept = {name: data for name, data in tree(out).items() if name.startswith("part-")}
    assert 0 < len(kept) < 100 and all(expected[name] == data for name, data in kept.items())
    child = process(*arguments, "-o", str(out), "--resume")
    assert b"by an earlier run" in child.communicate(timeout=100)[1] and child.returncode == 0
    assert tree(out) == expected


@posix
def test_a_disk_without_room(long_run, tmp_path):
    arguments, _ = long_run

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))

    child = process(*arguments, "-o", str(tmp_path / "out"), preexec_fn=limit)
    _, err = child.communicate(timeout=100)
    assert child.returncode == 2 and b"File too large" in err and err.count(b"\n") == 1
    assert not [name for name in tree(tmp_path / "out") if name.startswith("part-")]


@posix
def test_nobody_reads_the_report(words, tmp_path):
    boards = tmp_path / "boards.txt"
    boards.write_text("tea/ars\n")
    reader, writer = os.pipe()
    os.close(reader)
    command = [
        sys.executable,
        "-m",
        "unriddle",
        "batch",
        "boggle",
        str(boards),
        "-o",
        str(tmp_path / "out"),
        "--lexicon",
        words,
    ]
    done = subprocess.run(command, stderr=writer, stdout=writer, timeout=60, check=False)
    os.close(writer)
    assert done.returncode == 0 and (tmp_path / "out" / "_manifest.json").exists()


@pytest.mark.parametrize(
    ("nodes", "code", "reason"), [("0", 0, None), ("3", 1, "limit reached after 3 nodes")]
)
def test_limits_of_a_record(tmp_path, capsys, nodes, code, reason):
    source, words = tmp_path / "boards.txt", tmp_path / "words.txt"
    source.write_text("????\ntzzz\n")
    words.write_text("tea\nrate\n")
    asked = ["batch", "boggle", str(source), "-o", str(tmp_path / "out"), "--lexicon", str(words)]
    assert main([*asked, "--max-nodes", nodes]) == code
    rejects = (tmp_path / "out" / "_rejects.ndjson").read_text().splitlines()
    assert [json.loads(line)["reason"] for line in rejects] == ([reason] if reason else [])


@pytest.mark.parametrize("source", ["FILE", "-", "gzip"])
def test_a_board_file_with_its_size_above_its_rows_is_refused(tmp_path, words, source, monkeypatch, capsys):
    data = b"2 2\nT E\nA R\n2 2\nR A\nT E\n"
    path = tmp_path / "boards.txt"
    path.write_bytes(gzip.compress(data) if source == "gzip" else data)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))
    name = "-" if source == "-" else str(path)
    assert main(["batch", "boggle", name, "-o", str(tmp_path / "out"), "--lexicon", words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and ":1: the size 2 2 of a board whose rows are lines, expected" in said
    assert not (tmp_path / "out").exists()
    path.write_bytes(b"tear\n2 2\n")  # not on the first line: a record that is none
    assert main(["batch", "boggle", str(path), "-o", str(tmp_path / "out"), "--lexicon", words]) == 1


@pytest.mark.parametrize(
    ("record", "options", "said"),
    [
        ("tearteartearteartear", [], True),
        ("tearteartearteartear", ["--shape", "4x5"], False),
        ("tearteartearteart/ear", [], False),
        ("teartearteartear", [], False),
        ("t", [], False),
        ("t e a r", [], False),
    ],
)
def test_letters_in_a_row_that_make_no_square_are_told_once(tmp_path, words, record, options, said, capsys):
    (tmp_path / "b.txt").write_text(f"{record}\n" * 3)
    arguments = ["-o", str(tmp_path / "out"), "--lexicon", words, "--part-size", "1", *options]
    assert main(["batch", "boggle", str(tmp_path / "b.txt"), *arguments]) in (0, 1)
    told = "boggle: boards of 20 letters are taken as 1x20; --shape RxC says their rows and columns\n"
    err = capsys.readouterr().err
    assert err.startswith(told) == said and err.count("taken as") == said and err.count("\n") == 1 + said
    manifest = json.loads((tmp_path / "out" / "_manifest.json").read_text())
    assert manifest["job"]["options"]["shape"] == (options[1] if options else None)


def test_codes_in_a_row_that_make_no_square_are_told_too(tmp_path):
    lexicon = Lexicon(["tea"])
    np.save(tmp_path / "b.npy", np.zeros((3, 20), np.uint8))
    (tmp_path / "b.txt").write_bytes(b"t" * 60)
    for name, width in (("b.npy", None), ("b.txt", 20)):
        with pytest.warns(UserWarning, match="boards of 20 letters are taken as 1x20") as told:
            run_batch("boggle", tmp_path / name, tmp_path / f"{name} out", lexicon=lexicon, width=width)
        assert len(told) == 1
    np.save(tmp_path / "c.npy", np.zeros((3, 4, 5), np.uint8))
    run_batch("boggle", tmp_path / "c.npy", tmp_path / "c out", lexicon=lexicon)
