"""Each form of results says the same."""

import csv
import io
import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from unriddle.batch.tables import int_lines, open_table
from unriddle.puzzles.common.records import Column

COLUMNS = (
    Column("line", "int"),
    Column("name", "text", 4),
    Column("words", "texts", 4),
    Column("paths", "paths", 3),
)
PIECES = [
    [np.array([1, 3]), ["a", 'q"\n'], [["tea", "é"], []], [[[0, 1], [2]], []]],
    [np.array([-7]), [""], [["eat"]], [[[1, 2, 3]]]],
]
INTEGERS = st.integers(-(1 << 62), 1 << 62)


def written(form, columns, pieces):
    stream = io.BytesIO()
    table = open_table(form, stream, columns)
    for piece in pieces:
        table.write(piece)
    table.close()
    return stream.getvalue()


@given(st.lists(st.tuples(INTEGERS, INTEGERS | st.integers(0, 99)), max_size=20))
def test_whole_numbers_of_any_size(rows):
    columns = (
        [np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)]
        if rows
        else [np.empty(0, np.int64)] * 2
    )
    assert int_lines([b"<", b",", b">\n"], columns) == "".join(f"<{a},{b}>\n" for a, b in rows).encode()


def test_ndjson():
    lines = written("ndjson", COLUMNS, PIECES).decode().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"line": 1, "name": "a", "words": ["tea", "é"], "paths": [[0, 1], [2]]},
        {"line": 3, "name": 'q"\n', "words": [], "paths": []},
        {"line": -7, "name": "", "words": ["eat"], "paths": [[1, 2, 3]]},
    ]
    assert written("ndjson", COLUMNS[:1], [[np.array([1, 20])]]) == b'{"line":1}\n{"line":20}\n'


def test_csv():
    rows = list(csv.reader(io.StringIO(written("csv", COLUMNS, PIECES).decode(), newline="")))
    assert rows == [
        ["line", "name", "words", "paths"],
        ["1", "a", "tea é", "0 1;2"],
        ["3", 'q"\n', "", ""],
        ["-7", "", "eat", "1 2 3"],
    ]
    assert written("csv", COLUMNS[:1], [[np.array([1, 20])]]) == b"line\n1\n20\n"


def test_npy():
    array = np.load(io.BytesIO(written("npy", COLUMNS, PIECES)))
    assert array.dtype.names == ("line", "name", "word", "path")
    assert array["line"].tolist() == [1, 1, -7] and array["word"].tolist() == ["tea", "é", "eat"]
    assert array["path"].tolist() == [[0, 1, -1], [2, -1, -1], [1, 2, 3]]
    plain = np.load(io.BytesIO(written("npy", COLUMNS[:2], [piece[:2] for piece in PIECES])))
    assert plain["line"].tolist() == [1, 3, -7] and plain["name"].tolist() == ["a", 'q"\n', ""]
    assert np.load(io.BytesIO(written("npy", COLUMNS, []))).shape == (0,)
