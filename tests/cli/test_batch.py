"""`unriddle batch` from its arguments to its files, lines and exit codes."""

import csv
import gzip
import importlib.util
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

from unriddle import Lexicon, PuzzleError
from unriddle.batch import run_batch
from unriddle.cli import main

WORDS = "tea\neat\nate\ntear\nrate\nstar\nquit\n"
posix = pytest.mark.skipif(os.name != "posix", reason="signals and limits of Unix")
needs_pyarrow = pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="needs pyarrow")
PARQUET = pytest.param("parquet", marks=needs_pyarrow)


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
            "--size",
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
    assert code == 1 and "4 rejected, see " in err and err.count("\n") == 1
    rejects = [json.loads(line) for line in (tmp_path / "out" / "_rejects.ndjson").read_text().splitlines()]
    assert [row["line"] for row in rejects] == [3, 4, 5, 6]
    assert [row["reason"].split(",")[0] for row in rejects] == [
        "column 1: '1' is not a letter; use letters",
        "column 3: byte 0xff is not UTF-8",
        "NUL byte in a record",
        "row 2 has 2 cells",
    ]
    assert len((tmp_path / "out" / "part-00000000.ndjson").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--threads", "x"], "expected a whole number"),
        (["--shard", "0/3"], "expected i/N, i from 1 to N"),
        (["--shard", "x"], "expected i/N"),
        (["--format", "xml"], "'xml', expected one of"),
        (["--what", "all"], "'all', expected one of"),
        (["--topology", "queen"], "'queen', expected one of"),
        (["--size", "4x"], "--size '4x'"),
        (["--min-length", "300"], "--min-length 300"),
        (["--part-size", "99999999999"], "part size"),
        (["--column", "x"], "column 'x' does not exist; the columns are"),
        (["--cluster", "nowhere"], "expected tcp://"),
        (["--level", "3"], "--level 3 applies to the embedded list only"),
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
    for out in ("words.txt", "boards.txt"):
        for options in ([], ["--overwrite", "--format", "csv"]):
            code, err = run(*options, out=out)
            assert (code, err) == (2, f"{tmp_path / out}: --out names an input; name another file\n")
    code, err = run(out="words.txt/x")
    assert code == 2 and err.count("\n") == 1
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("")
    assert "has no earlier run" in run(out="full")[1]
    assert run()[0] == 0
    assert "use --resume" in run()[1]
    assert run("--resume")[0] == 0
    assert "holds a run with wrap False, not True" in run("--resume", "--wrap")[1]
    assert "--out is required" in run(out=None)[1]


def test_standard_input(run, tmp_path, monkeypatch, words, capsys):
    monkeypatch.setattr(
        "sys.stdin", SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(b"tea/ars\n")), isatty=lambda: False)
    )
    assert main(["batch", "boggle", "-o", str(tmp_path / "out"), "--lexicon", words]) == 0
    assert (tmp_path / "out" / "part-00000000.ndjson").read_text() == '{"line":1,"score":5}\n'
    assert (
        "cannot both be read from standard input"
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
    boards.write_text("".join("".join(rng.choices("aeilnrst", k=64)) + "\n" for _ in range(1500)))
    arguments = [str(boards), "--part-size", "30", "--threads", "1", "--level", "60"]
    done = process(*arguments, "-o", str(folder / "out"))
    assert done.communicate(timeout=100)[1].startswith(b"boggle: 1,500 records")
    return arguments, tree(folder / "out")


def read_one(path):
    """Return the rows of one file, whatever its form."""
    if path.suffix.lower() == ".csv":
        with path.open(newline="") as stream:
            return [{name: int(value) for name, value in row.items()} for row in csv.DictReader(stream)]
    if path.suffix == ".npy":
        rows = np.load(path)
        return [dict(zip(rows.dtype.names, row, strict=True)) for row in rows.tolist()]
    if path.suffix == ".parquet":
        return pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    return [json.loads(line) for line in path.read_text().splitlines()]


CONTENT = b"tear\nrate\ntea1\nquit\nstea\n"


@pytest.mark.parametrize(
    "name", ["o.csv", "o.ndjson", "o.jsonl", "o.npy", pytest.param("o.parquet", marks=needs_pyarrow), "o.CSV"]
)
@pytest.mark.parametrize("size", ["2", "100"])
def test_one_file(run, tmp_path, name, size):
    run(content=CONTENT, out="parts", lexicon="english")
    folder = tmp_path / "parts"
    expected = read_one(folder / "part-00000000.ndjson")
    code, err = run("--part-size", size, content=CONTENT, out=name, lexicon="english")
    side = tmp_path / f"{name}.run"
    assert (code, err.rpartition("; ")[2]) == (1, f"1 rejected, see {side}/_rejects.ndjson\n")
    assert read_one(tmp_path / name) == expected
    card = {"README.md"} if name.endswith("parquet") else set()
    assert {entry.name for entry in side.iterdir()} == {"_manifest.json", "_rejects.ndjson"} | card
    assert (side / "_rejects.ndjson").read_bytes() == (folder / "_rejects.ndjson").read_bytes()
    before = (tmp_path / name).read_bytes()
    assert run("--part-size", size, content=CONTENT, out=name, lexicon="english")[0] == 2
    code, err = run("--part-size", size, "--resume", content=CONTENT, out=name, lexicon="english")
    assert code == 1 and "5 of them from an earlier run" in err
    (tmp_path / name).write_bytes(b"damaged")
    assert run("--part-size", size, "--resume", content=CONTENT, out=name, lexicon="english")[0] == 1
    assert (tmp_path / name).read_bytes() == before


def test_one_file_by_shards(run, tmp_path):
    for shard in ("2/3", "1/3"):
        err = run("--part-size", "1", "--shard", shard, content=CONTENT, out="o.csv")[1]
        assert "other shards are not done" in err and not (tmp_path / "o.csv").exists()
    assert run("--part-size", "1", "--shard", "3/3", content=CONTENT, out="o.csv")[0] == 1
    run("--part-size", "1", content=CONTENT, out="whole.csv")
    assert (tmp_path / "o.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_one_file_of_words(run, tmp_path):
    for what in ("words", "paths"):
        run("--what", what, out=f"{what}.csv", content=CONTENT, lexicon="english")
        run("--what", what, "--part-size", "1", out=f"{what}1.csv", content=CONTENT, lexicon="english")
        assert (tmp_path / f"{what}.csv").read_bytes() == (tmp_path / f"{what}1.csv").read_bytes()


def test_a_file_that_is_there_is_not_replaced_unasked(run, tmp_path):
    target = tmp_path / "o.csv"
    target.write_text("mine")
    for option in ([], ["--resume"]):
        assert run(*option, out="o.csv") == (
            2,
            f"{target}: exists already; use --overwrite or another name\n",
        )
    assert target.read_text() == "mine" and not (tmp_path / "o.csv.run").exists()
    assert run("--overwrite", "--size", "9x9", out="o.csv")[0] == 1
    assert target.read_text() == "line,score\n"
    assert run("--overwrite", out="o.csv")[0] == 0 and target.read_text().count("\n") == 4
    code, err = run(out="no/o.csv")
    assert (code, err) == (2, f"{tmp_path}/no/o.csv: cannot be written: there is no folder {tmp_path}/no\n")
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize("before", ["ndjson", "csv", "npy", PARQUET])
@pytest.mark.parametrize("after", ["ndjson", PARQUET])
def test_overwriting(run, tmp_path, before, after):
    assert run("--format", before, "--part-size", "1")[0] == 0
    code, err = run("--format", after)
    place = tmp_path / ("out.run" if before == after == "parquet" else "out")
    assert code == 2 and err.startswith(f"{place}: ")
    assert run("--format", after, "--overwrite")[0] == 0
    parts = {"part-00000000.parquet"} if after == "parquet" else {"part-00000000.ndjson"}
    known = {"_manifest.json", "_rejects.ndjson"}
    assert {entry.name for entry in (tmp_path / "out").iterdir()} == parts | (
        known - parts if after != "parquet" else set()
    )
    assert (tmp_path / "out.run").exists() is (after == "parquet")


def test_overwriting_leaves_what_others_wrote(run, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "letter.txt").write_text("dear")
    assert run("--overwrite") == (2, f"{out}: holds 'letter.txt', which is of no run; use another folder\n")
    (out / "letter.txt").unlink()
    assert run("--overwrite")[0] == 0
    run(out="out.run")  # a run of its own, not what is known of parts in out
    assert run("--overwrite")[0] == 0 and (tmp_path / "out.run" / "_manifest.json").exists()
    code, err = run("--overwrite", "--shard", "1/2")
    assert (code, err) == (2, f"{out}: --overwrite cannot be combined with --shard\n")
    assert "cannot be combined with" in run("--overwrite", "--resume")[1]


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("o.json", "a .json file cannot be written; use .ndjson, .jsonl, .csv, .npy, .parquet, or "),
        ("o.csv.gz", "a .gz file cannot be written; "),
        ("other.txt", "is a file; name a folder"),
        ("boards.txt/o", "is a file; name a folder"),
    ],
)
def test_targets_are_refused_before_the_input_is_read(run, tmp_path, monkeypatch, out, said):
    (tmp_path / "other.txt").touch()
    monkeypatch.setattr("unriddle.batch.run.open_source", None)
    code, err = run(out=out)
    assert code == 2 and said in err and err.count("\n") == 1


@needs_pyarrow
def test_the_folder_of_a_run_is_the_one_that_is_named(run, tmp_path):
    """Of Parquet what is known of the parts is in out.run: errors about it name that."""
    assert run("--format", "parquet")[0] == 0
    for file in (tmp_path / "out").iterdir():
        file.unlink()
    (tmp_path / "out").rmdir()
    side = tmp_path / "out.run"
    assert run("--format", "parquet")[1] == (
        f"{side}: holds a run already; use --resume, --overwrite or another name\n"
    )
    code, err = run("--format", "parquet", "--resume", "--what", "words")
    assert (code, err) == (
        2,
        f"{side}: holds a run with what score, not words; use another folder, or --overwrite\n",
    )
    (side / "_manifest.json").unlink()
    (side / "letter.txt").write_text("dear")
    assert run("--format", "parquet")[1].startswith(f"{side}: is not empty and has no earlier run")
    (side / "letter.txt").unlink()
    (side / "_rejects.ndjson").unlink()
    (side / "README.md").unlink()
    side.rmdir()
    side.write_text("a file")
    assert run("--format", "parquet")[1] == f"{side}: is a file; name a folder\n"


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
    assert 0 < len(kept) < 50 and all(expected[name] == data for name, data in kept.items())
    child = process(*arguments, "-o", str(out), "--resume")
    assert b"from an earlier run" in child.communicate(timeout=100)[1] and child.returncode == 0
    assert tree(out) == expected


@posix
def test_one_file_stopped_in_the_middle(long_run, tmp_path):
    arguments, expected = long_run
    out = tmp_path / "out.ndjson"
    child = process(*arguments, "-o", str(out), "--overwrite")
    started(tmp_path / "out.ndjson.run", child)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=30)
    assert not out.exists() and b"--overwrite" not in err
    child = process(*arguments, "-o", str(out), "--resume")
    assert b"from an earlier run" in child.communicate(timeout=100)[1] and child.returncode == 0
    parts = sorted(name for name in expected if name.startswith("part-"))
    assert out.read_bytes() == b"".join(expected[name] for name in parts)


@posix
def test_a_disk_without_room(long_run, tmp_path):
    arguments, _ = long_run

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))

    kept = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # it would be cut off as well, without an error
    child = process(*arguments, "-o", str(tmp_path / "out"), preexec_fn=limit, env=kept)
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
    assert (
        said.count("\n") == 1
        and ":1: the size 2 2 of a board whose rows are lines; put one board on each line" in said
    )
    assert not (tmp_path / "out").exists()
    path.write_bytes(b"tear\n2 2\n")  # not on the first line: a record that is none
    assert main(["batch", "boggle", str(path), "-o", str(tmp_path / "out"), "--lexicon", words]) == 1


@pytest.mark.parametrize(
    ("record", "options", "read"),
    [
        ("tearteartearteartear", [], False),
        ("tearteartearteartear", ["--size", "4x5"], True),
        ("tearteartearteartear", ["--size", "1x20"], True),
        ("tearteartear/tearteartear", [], True),
        ("teartearteartear", [], True),
        ("teartearteartear 3625", [], True),
        ("tear tear tear tear", [], True),
        ("t", [], True),
        ("t e a r", [], True),
        ("t e a r s", [], False),
    ],
)
def test_letters_in_a_row_that_make_no_square_are_rejected(tmp_path, words, record, options, read, capsys):
    (tmp_path / "b.txt").write_text(f"{record}\n" * 3)
    arguments = ["-o", str(tmp_path / "out"), "--lexicon", words, "--part-size", "1", *options]
    assert main(["batch", "boggle", str(tmp_path / "b.txt"), *arguments]) == (0 if read else 1)
    assert capsys.readouterr().err.count("\n") == 1
    if not read:
        lines = (tmp_path / "out" / "_rejects.ndjson").read_text().splitlines()
        count = len(record.replace(" ", ""))
        assert len(lines) == 3 and all(
            f"{count} letters do not fill a square board; pass shape=" in json.loads(line)["reason"]
            for line in lines
        )


def test_codes_in_a_row_that_make_no_square_need_a_shape(tmp_path):
    lexicon = Lexicon(["tea"])
    np.save(tmp_path / "b.npy", np.zeros((3, 20), np.uint8))
    with pytest.raises(PuzzleError, match="20 letters do not fill a square board; pass shape='4x5'"):
        run_batch("boggle", tmp_path / "b.npy", tmp_path / "out", lexicon=lexicon)
    assert not (tmp_path / "out").exists()
    (tmp_path / "b.txt").write_bytes(b"t" * 60)
    found = run_batch("boggle", tmp_path / "b.txt", tmp_path / "b out", lexicon=lexicon, width=20)
    assert (found.answered, found.rejected) == (0, 3)
    np.save(tmp_path / "c.npy", np.zeros((3, 4, 5), np.uint8))
    run_batch("boggle", tmp_path / "c.npy", tmp_path / "c out", lexicon=lexicon)
