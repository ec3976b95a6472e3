"""Puzzles and answers from files, side by side and in step."""

import argparse
import contextlib
import json
import os
from pathlib import Path

import pytest

from unriddle import Numbrix, PuzzleError
from unriddle.cli.answers import PART, Pairs, open_answers

pipes = pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes with names")


@contextlib.contextmanager
def piped(data):
    """Yield the name of a pipe that holds some bytes, as of a shell's <(…); None for None."""
    if data is None:
        yield None
        return
    source, sink = os.pipe()
    os.write(sink, data)
    os.close(sink)
    try:
        yield f"/dev/fd/{source}"
    finally:
        os.close(source)


def opened(puzzles, given=None, column=None, answers=None):
    args = argparse.Namespace(
        puzzle="numbrix",
        puzzles=str(puzzles),
        given=given and str(given),
        column=column,
        answers=answers,
    )
    return open_answers(args, Numbrix, {})


def pieces(pairs, size=3):
    found = []
    while piece := pairs.take(size):
        found.append(piece)
    return found


def lists(found):
    return [[list(side.values) for side in piece if side is not None] for piece in found]


def test_lines_go_in_step_however_parts_are_cut(tmp_path):
    count = PART + 5
    (tmp_path / "p.txt").write_text("".join(f"{k} .\n" for k in range(count)))
    (tmp_path / "a.txt").write_text("".join(f"{k} {'2' * 200}\n" for k in range(count)))
    one, pairs = opened(tmp_path / "p.txt", tmp_path / "a.txt")
    assert one is None and isinstance(pairs, Pairs)
    seen = 0
    for asked, answered in pieces(pairs, 1000):
        assert asked.first == answered.first == seen + 1
        for p, a in zip(asked.values, answered.values, strict=True):
            assert p.split()[0] == a.split()[0] == str(seen)
            seen += 1
    assert seen == count


def test_one_puzzle_and_many_answers(tmp_path):
    (tmp_path / "a.txt").write_text("1 2\n2 1\n1 1\n1 3\n")
    one, pairs = opened("1 .", tmp_path / "a.txt")
    assert one == Numbrix.parse("1 .") and lists(pieces(pairs)) == [[["1 2", "2 1", "1 1"]], [["1 3"]]]
    one, pairs = opened("1 .", "1 2")
    assert lists(pieces(pairs)) == [[["1 2"]]]


def test_lines_of_json(tmp_path):
    values = ["1 2", [[1, 2]], None, {"answer": "x"}, {"solution": [[2]]}]
    (tmp_path / "a.ndjson").write_text("".join(f"{json.dumps(value)}\n" for value in values))
    _, pairs = opened("1 .", tmp_path / "a.ndjson")
    assert lists(pieces(pairs, 9)) == [[["1 2", [[1, 2]], None, "x", [[2]]]]]
    (tmp_path / "a.ndjson").write_text('{"mine":"1 2"}\n{"other":1}\n')
    _, pairs = opened("1 .", tmp_path / "a.ndjson", answers="mine")
    with pytest.raises(PuzzleError, match=r"a.ndjson:2: no key mine"):
        pairs.take(9)
    (tmp_path / "a.ndjson").write_text('{"answer":"1 2"}\nx\n')
    _, pairs = opened("1 .", tmp_path / "a.ndjson")
    with pytest.raises(PuzzleError, match=r"a.ndjson:2: 'x' is not JSON"):
        pairs.take(9)


def test_numbered_answers_leave_some_out(tmp_path):
    (tmp_path / "p.txt").write_text("1 .\n" * 7)
    for numbers in ([2, 3, 6], [1, 7], [5], []):
        rows = [{"line": n, "solution": str(n)} for n in numbers] or [{"line": 1, "solution": None}]
        (tmp_path / "a.ndjson").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        _, pairs = opened(tmp_path / "p.txt", tmp_path / "a.ndjson")
        answers = [value for _, side in pieces(pairs, 2) for value in side.values]
        assert answers == [str(n) if n in numbers else None for n in range(1, 8)]


def test_numbered_answers_out_of_order_or_beyond_the_puzzles(tmp_path):
    (tmp_path / "p.txt").write_text("1 .\n" * 3)
    for numbers, said in (
        ([2, 1], "line 1 after line 2"),
        ([1, 1], "line 1 after line 1"),
        ([1, 9], "more answers than"),
    ):
        rows = "".join(f'{{"line":{n},"solution":"x"}}\n' for n in numbers)
        (tmp_path / "a.ndjson").write_text(rows)
        _, pairs = opened(tmp_path / "p.txt", tmp_path / "a.ndjson")
        with pytest.raises(PuzzleError, match=said):
            pieces(pairs, 2)


def test_another_number_of_answers(tmp_path):
    (tmp_path / "p.txt").write_text("1 .\n" * 3)
    for count, said in (
        (2, "only 2 answers; "),
        (4, r"more answers than .* has puzzles \(3\)"),
    ):
        (tmp_path / "a.txt").write_text("1 2\n" * count)
        for size in (1, 2, 3, 9):
            _, pairs = opened(tmp_path / "p.txt", tmp_path / "a.txt")
            with pytest.raises(PuzzleError, match=said):
                pieces(pairs, size)


def test_columns(tmp_path):
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"board": ["1 .", ". 2"], "mine": ["1 2", "2 1"], "cells": [[1, 2], [1, 2]]})
    parquet.write_table(table, tmp_path / "x.parquet")
    _, pairs = opened(tmp_path / "x.parquet", column="board", answers="mine")
    assert lists(pieces(pairs)) == [[["1 .", ". 2"], ["1 2", "2 1"]]]
    _, pairs = opened(tmp_path / "x.parquet", tmp_path / "x.parquet", answers="cells")
    [(asked, answered)] = pieces(pairs)
    assert list(asked.values) == ["1 .", ". 2"] and answered.values.tolist() == [[1, 2], [1, 2]]
    (tmp_path / "x.csv").write_text("board,mine\n1 .,1 2\n")
    _, pairs = opened(tmp_path / "x.csv", column="board", answers="mine")
    assert lists(pieces(pairs)) == [[["1 ."], ["1 2"]]]


def test_the_column_of_answers_by_its_header(tmp_path):
    (tmp_path / "x.txt").write_text("1 .\n. 2\n")
    for head in ("solution", "id,Solutions", "\ufeffid,answer"):
        cells = ["1 2", "2 1"] if "," not in head else ["7,1 2", "8,2 1"]
        (tmp_path / "x.csv").write_text("\n".join([head, *cells, ""]), encoding="utf-8")
        _, pairs = opened(tmp_path / "x.txt", tmp_path / "x.csv")
        assert lists(pieces(pairs)) == [[["1 .", ". 2"], ["1 2", "2 1"]]]


def test_what_is_missing():
    with pytest.raises(PuzzleError, match="no answers; give ANSWERS"):
        opened("1 .")
    with pytest.raises(PuzzleError, match="no answers; give ANSWERS"):
        opened("1 .", answers="mine")
    with pytest.raises(PuzzleError, match="cannot both be read from standard input"):
        opened("-", "-")
    with pytest.raises(PuzzleError, match="no such file"):
        opened("nothing.txt", "1 2")


@pipes
def test_a_pipe_is_read_once(tmp_path):
    (tmp_path / "p.txt").write_text("1 .\n2 .\n")
    (tmp_path / "a.txt").write_text("1 2\n2 1\n")
    expected = [[["1 .", "2 ."], ["1 2", "2 1"]]]
    asked, answered = (tmp_path / "p.txt").read_bytes(), (tmp_path / "a.txt").read_bytes()
    for puzzles, answers in ((asked, None), (None, answered), (asked, answered)):
        with piped(puzzles) as one, piped(answers) as other:
            _, pairs = opened(one or tmp_path / "p.txt", other or tmp_path / "a.txt")
            assert lists(pieces(pairs)) == expected


@pipes
def test_a_column_of_a_pipe_is_a_key_of_json(tmp_path):
    (tmp_path / "a.txt").write_text("1 2\n")
    with piped(b'{"board":"1 ."}\n') as source:
        _, pairs = opened(source, tmp_path / "a.txt", column="board")
        assert lists(pieces(pairs)) == [[["1 ."], ["1 2"]]]
    with piped(b"board,other\n1 .,x\n") as source:
        _, pairs = opened(source, tmp_path / "a.txt", column="board")
        with pytest.raises(PuzzleError, match=r"has no lines of JSON; a column of CSV needs a file"):
            pieces(pairs)
