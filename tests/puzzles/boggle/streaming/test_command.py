"""``unriddle stream``: answers, forms, bad input, stops."""

import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest

import unriddle as ur
from unriddle.cli import main
from unriddle.console import Display, ProgressLine
from unriddle.puzzles.boggle import RandomBoard, stream
from unriddle.puzzles.boggle.streaming import command as stream_command
from unriddle.puzzles.boggle.streaming import windows


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("teas\narse\nQuin\n".replace("Quin", "quin"))
    return str(path)


def run(capsys, *words):
    code = main(["stream", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_memory_is_said_before_the_search_on_a_terminal(capsys, board, monkeypatch):
    assert main(["stream", board, "--summary"]) == 0
    out, err = capsys.readouterr()
    said = re.search("at most [0-9,]+ MiB beyond the word list", out)
    assert said and not err
    line = ProgressLine("stream", "paths", Display())
    monkeypatch.setattr(stream_command, "progress_line", lambda *_: contextlib.nullcontext(line))
    assert main(["stream", board, "--summary"]) == 0
    assert said.group() in capsys.readouterr().err


def test_an_error_stands_alone(capsys, board, tmp_path):
    pytest.importorskip("pyarrow")
    code, _, err = run(capsys, board, "--parquet", str(tmp_path / "none/x.parquet"))
    assert code == 2 and err.count("\n") == 1


def test_words_and_summary(capsys, board):
    code, out, err = run(capsys, board, "--paths")
    words = ur.Boggle.load(board).solve().words
    lines = out.split("\n\n")[0].splitlines()
    assert (code, err) == (0, "") and [line.partition(":")[0] for line in lines] == words
    assert "Board: 3 x 4, king" in out and f"Found {len(words)} words in total" in out
    tea = next(line for line in lines if line.startswith("tea:"))
    assert tea == "tea: 1,1 1,2 1,3"
    code, out, _ = run(capsys, board, "--summary")
    assert code == 0 and out.startswith("Board: ")


def test_forms(capsys, board):
    words = ur.Boggle.load(board).solve().words
    value = json.loads(run(capsys, board, "--format", "json", "--paths")[1])
    assert value["words"] == words and value["done_rows"] == 3 and value["count"] == len(words)
    assert [path[-1] for path in value["paths"]] == value["ends"]
    records = [json.loads(line) for line in run(capsys, board, "--format", "ndjson")[1].splitlines()]
    assert [record["word"] for record in records] == words
    assert list(records[0]) == ["word", "length", "score", "row", "col"]
    assert [record["row"] for record in records] == [row for row, _ in value["ends"]]
    facts = json.loads(run(capsys, board, "--format", "ndjson", "--summary")[1])
    assert facts["score"] == sum(record["score"] for record in records)


def test_a_parquet_file(capsys, board, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "words.parquet"
    assert run(capsys, board, "--summary", "--parquet", str(path))[0] == 0
    assert parquet.read_table(path)["word"].to_pylist() == ur.Boggle.load(board).solve().words
    code, out, _ = run(capsys, board, "--paths", "--format", "ndjson", "--parquet", str(path))
    assert code == 0
    records = [json.loads(line) for line in out.splitlines()]
    assert parquet.read_table(path)["path"].to_pylist() == [record["path"] for record in records]


def test_tiles_with_spaces_between_them(capsys, tmp_path):
    path, text = tmp_path / "tiles.txt", "Qu e r s\na i t .\nn QU o é\n"
    path.write_text(text, encoding="utf-8")
    code, out, _ = run(capsys, str(path), "--format", "json")
    solved = ur.Boggle.parse(text.replace("é", ".")).solve()
    assert code == 0 and json.loads(out)["words"] == solved.words
    assert any("qu" in word for word in solved.words)
    for wrong, told in (("q e r s", "tile 1 is q alone, expected Qu"), ("ab e r s", "'ab' is no tile")):
        path.write_text(f"Qu e r s\n{wrong}\n")
        code, _, err = run(capsys, str(path))
        assert code == 2 and f"{path}:2: {told}" in err and err.count("\n") == 1


def test_random_boards(capsys):
    asked = ("--random", "--size", "60x50", "--dice", "uniform", "--seed", "4", "--format", "json")
    value = json.loads(run(capsys, *asked)[1])
    assert value["words"] == stream(RandomBoard("60x50", dice="uniform", seed=4)).words


def test_shards_and_merge(capsys, tmp_path):
    random = ("--random", "--size", "60x50", "--seed", "4", "--level", "35")
    whole = json.loads(run(capsys, *random, "--paths", "--format", "json")[1])["words"]
    files = [str(tmp_path / "1"), str(tmp_path / "2")]
    for number, file in enumerate(files, 1):
        code, out, err = run(
            capsys, *random, "--paths", "--summary", "--shard", f"{number}/2", "--checkpoint", file
        )
        assert (code, err) == (0, "") and out.endswith(
            f"shard {number}/2 is done: rows {number * 30 - 29} to {number * 30} of 60\n"
        )
    code, out, err = run(capsys, "--level", "35", "--merge", *files)
    assert (code, err) == (0, "") and "\nMerged 2 files of 60 rows in " in out
    assert [line.partition(":")[0] for line in out.split("\n\n")[0].splitlines()] == whole
    value = json.loads(run(capsys, "--level", "35", "--merge", *files, "--format", "json")[1])
    assert (value["words"], value["done_rows"], value["status"]) == (whole, 60, "MULTIPLE")
    assert len(value["paths"]) == len(whole)
    code, out, err = run(capsys, "--level", "35", "--merge", files[1], "--summary")
    assert (code, err) == (2, "no part has rows 1 to 30: only the words found so far\n") and "Found " in out


def test_no_words_and_limits(capsys, board, monkeypatch):
    assert run(capsys, board, "--lexicon", os.devnull)[0] == 2
    monkeypatch.setattr(windows, "CELLS", 1 << 14)
    code, out, err = run(
        capsys, "--random", "--size", "3000x300", "--seed", "1", "--max-nodes", "100000", "--threads", "1"
    )
    assert code == 1 and err == "limit reached: only the words found so far\n" and len(out) > 1000


def test_rows_that_break_off_keep_the_words(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(windows, "CELLS", 1 << 12)
    path, rng = tmp_path / "board.txt", random.Random(1)
    rows = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=20)) for _ in range(1000)]
    path.write_text("\n".join([*rows, "abc", ""]))
    code, out, err = run(capsys, str(path))
    assert code == 2 and "\ntea\n" in out
    assert (
        err == f"{path}:1001: row 1,001 has 3 cells, but the first row has 20: only the words found so far\n"
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "no board; name a file, - for standard input, or --random --size RxC"),
        (("{board}", "--random", "--size", "4x4"), "--random cannot be combined with a board"),
        (("--random", "--size", "4x4", "--raw"), "--random cannot be combined with --raw"),
        (("{board}", "--seed", "1"), "--seed goes with --random"),
        (("{board}", "--dice", "big"), "--dice goes with --random"),
        (("-", "--lexicon", "-"), "cannot both be read from standard input"),
        (("{board}", "--raw"), "raw bytes need rows and columns; pass --size RxC"),
        (("{board}", "--size", "2x4"), "more rows, expected 2"),
        (("{board}", "--size", "3x5"), "row 1 has 4 cells, but the size is 3x5"),
        (("none.txt",), "none.txt: no such file"),
        (("--random", "--size", "axb"), "--size 'axb'"),
        (("{board}", "--max-memory", "1M"), "memory of 1 MiB, expected at least"),
        (("{board}", "--checkpoint", "/none/there.json"), "cannot be written"),
        (("{board}", "--shard", "1/2"), "--shard needs --checkpoint FILE, where the words found are saved"),
        (("{board}", "--shard", "3/2", "--checkpoint", "part"), "expected i/N, i from 1 to N"),
        (
            ("{board}", "--shard", "1/2", "--checkpoint", "part"),
            "a shard needs the number of rows; give --size RxC",
        ),
        (
            ("--random", "--size", "9x9", "--shard", "1/2", "--checkpoint", "part"),
            "--shard with --random needs --seed, the same for all shards",
        ),
        (("{board}", "--merge", "part"), "--merge cannot be combined with a board"),
        (("--merge", "part", "--shard", "1/2"), "--merge cannot be combined with --shard"),
        (("--merge", "{board}"), "is not a checkpoint of a stream"),
    ],
)
def test_bad_input_is_one_line(capsys, board, words, reason):
    code, out, err = run(capsys, *(word.format(board=board) for word in words))
    assert code == 2 and reason in err and err.count("\n") == 1 and not out


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_killed_search_goes_on(tmp_path):
    file = tmp_path / "found.json"
    words = [
        "--level",
        "35",
        "--random",
        "--size",
        "900x900",
        "--seed",
        "1",
        "--checkpoint",
        str(file),
        "--format",
        "json",
    ]
    small = "windows.CELLS = 1 << 15; checkpoints.SAVE_EVERY = 0.05"  # many bands, each with a checkpoint
    code = "from unriddle.io import checkpoints; from unriddle.puzzles.boggle.streaming import windows; "
    code += f"{small}; "
    command = [sys.executable, "-c", f"{code}from unriddle.cli import main; main({['stream', *words]!r})"]
    for stop in (signal.SIGKILL, signal.SIGINT):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        known, deadline = file.stat().st_mtime_ns if file.exists() else 0, time.time() + 60
        while time.time() < deadline and (not file.exists() or file.stat().st_mtime_ns == known):
            time.sleep(0.02)
        process.send_signal(stop)
        process.communicate(timeout=60)
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    whole = stream(RandomBoard("900x900", seed=1), ur.Lexicon.load("english", level=35))
    value = json.loads(ended.stdout)
    assert value["words"] == whole.words and value["done_rows"] == 900


def test_dice_that_are_offered_are_taken(capsys):
    assert main(["stream", "--random", "--size", "3x3", "--dice", "nope"]) == 2
    offered = capsys.readouterr().err.strip().split("expected ")[1].split(", ")
    assert offered == ["1976", "1987", "big", "uniform", "english"]
    for name in offered:
        assert RandomBoard("3x3", dice=name, seed=1).shape == (3, 3)
    assert main(["stream", "--random", "--size", "3x3", "--dice", "superbig"]) == 2
    assert capsys.readouterr().err.strip().split("expected ")[1].split(", ") == offered
    for shape in ("0x5", "1000000000000x3"):
        assert main(["stream", "--random", "--size", shape]) == 2
        assert (
            "expected rows and columns from 1 up, such as" in (err := capsys.readouterr().err)
            or "is too large" in err
        )


def test_a_checkpoint_of_another_board_is_named_and_overwritten_if_asked(capsys, tmp_path):
    file = tmp_path / "found"
    first, second = (
        ("--random", "--size", size, "--seed", "1", "--checkpoint", str(file)) for size in ("9x9", "8x8")
    )
    assert run(capsys, *first)[0] == 0
    code, _, err = run(capsys, *second)
    assert code == 2 and err.startswith(f"{file}: the checkpoint is of another board")
    assert run(capsys, *second, "--overwrite")[0] == run(capsys, *second)[0] == 0
    file.write_text("no checkpoint")
    assert run(capsys, *first)[0] == 2
    assert run(capsys, *first, "--overwrite")[0] == 2 and file.read_text() == "no checkpoint"
    assert run(capsys, "--random", "--size", "9x9", "--seed", "1", "--overwrite")[::2] == (
        2, "--overwrite goes with --checkpoint FILE\n",
    )  # fmt: skip
