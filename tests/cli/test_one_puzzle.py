"""The one puzzle that a subcommand asks about, from a record or a file of many."""

import io
import json
import os
import sys

import pytest

from unriddle.cli import main

PUZZLE = "12../..../..../...1"
STEP = "hidden single: row 2, column 3 is 1 (the only place for it in row 2)\n"
RECORD = json.dumps({"number": 1, "puzzle": PUZZLE, "rules": "{}", "solution": "1234341221434321"})


def hint(*arguments):
    return main(["hint", "sudoku", *arguments])


@pytest.fixture
def typed(monkeypatch):
    """Return what puts a text on standard input."""

    def put(text):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))

    return put


def test_a_record_inline_on_input_and_in_files(tmp_path, typed, capsys):
    file = tmp_path / "puzzles.ndjson"
    file.write_text(f'{{"puzzle":"1234341221434321"}}\n{RECORD}\n')
    for arguments in ([RECORD], [str(file), "--number", "2"]):
        assert hint(*arguments) == 0
        assert capsys.readouterr().out == STEP
    for text, more in ((RECORD, []), (json.dumps(json.loads(RECORD), indent=1), []), (PUZZLE, [])):
        typed(text)
        assert hint("-", *more) == 0
        assert capsys.readouterr().out == STEP
    typed(file.read_text())
    assert hint("-", "--number", "2") == 0 and capsys.readouterr().out == STEP
    assert hint(str(file)) == 0 and capsys.readouterr().out == "nothing is left to do\n"
    assert hint(json.dumps({"board": PUZZLE}), "--column", "board") == 0
    assert capsys.readouterr().out == STEP


def test_a_pipe_is_read_once(tmp_path, capsys):
    read, write = os.pipe()
    with os.fdopen(write, "w") as stream:
        stream.write(RECORD + "\n")
    assert hint(f"/dev/fd/{read}") == 0 and capsys.readouterr().out == STEP
    os.close(read)


def test_a_line_of_a_file(tmp_path, capsys):
    lines = tmp_path / "puzzles.txt"
    lines.write_text(f"1234341221434321\n{PUZZLE}\n")
    assert hint(str(lines), "--number", "2") == 0 and capsys.readouterr().out == STEP


def test_a_column_of_a_table(tmp_path, capsys):
    pytest.importorskip("pyarrow")
    table = tmp_path / "puzzles.csv"
    table.write_text(f"number,board\n1,{PUZZLE}\n")
    assert hint(str(table), "--column", "board") == 0 and capsys.readouterr().out == STEP


@pytest.mark.parametrize(
    "given, said",
    [
        ([RECORD, "--number", "2"], "puzzle: has fewer than 2 puzzles"),
        ([PUZZLE, "--number", "2"], "--number goes with a file of many puzzles"),
        (
            ['{"a":"1","b":2}'],
            "puzzle:1: no key puzzle or text; the keys are a, b; choose one with --column",
        ),
        (["{1"], "puzzle:1: '{1' is not JSON"),
        (['{"puzzle":5}'], "puzzle:1: 5, expected SudokuPuzzle, text or a record"),
        (['{"puzzle":"1","verifier":"peg"}'], "puzzle:1: this record is of 'peg', not of sudoku"),
        (['{"puzzle":"1","rules":"x"}'], "puzzle:1: rules 'x', expected a JSON object"),
        ([RECORD, "--variants", "diagonal"], "which contradict variants"),
        (["none.ndjson"], "none.ndjson: no such file"),
        (["FILE", "--number", "9"], "has fewer than 9 puzzles"),
        (["FILE"], "puzzles.ndjson:1: 1 cell, but"),
    ],
)
def test_bad_input_is_one_line(given, said, tmp_path, capsys):
    file = tmp_path / "puzzles.ndjson"
    file.write_text('{"puzzle":"1"}\n')
    assert hint(*(str(file) if text == "FILE" else text for text in given)) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1 and said in err


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_row_that_cannot_be_read_is_an_error_where_it_is_asked_for(tmp_path, capsys, end):
    table = tmp_path / "puzzles.csv"
    table.write_bytes(end.join(['\ufeff"id";"board"', f'1;"{PUZZLE}"', "2", ""]).encode())
    assert hint(str(table)) == 0 and capsys.readouterr().out == STEP
    assert hint(str(table), "--number", "2") == 2
    assert capsys.readouterr().err == f"{table}:2: 1 cell, but the header has 2\n"
