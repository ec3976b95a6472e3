"""Each form of results says the same."""

import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.base import PuzzleError
from unriddle.batch import run_batch
from unriddle.batch.writers import Kept, lines_of, open_table
from unriddle.puzzles.framework.batch_records import Column, Texts

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
    assert lines_of([b"<", b",", b">\n"], columns) == "".join(f"<{a},{b}>\n" for a, b in rows).encode()


def test_ndjson():
    lines = written("ndjson", COLUMNS, PIECES).decode().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"line": 1, "name": "a", "words": ["tea", "é"], "paths": [[0, 1], [2]]},
        {"line": 3, "name": 'q"\n', "words": [], "paths": []},
        {"line": -7, "name": "", "words": ["eat"], "paths": [[1, 2, 3]]},
    ]
    assert written("ndjson", COLUMNS[:1], [[np.array([1, 20])]]) == b'{"line":1}\n{"line":20}\n'


@given(st.lists(st.tuples(st.text(max_size=5), INTEGERS), min_size=1, max_size=5), st.booleans())
def test_texts_in_one_array_are_written_as_strings_are(rows, alike):
    names = [rows[0][0] if alike else name for name, _ in rows]
    numbers = np.array([number for _, number in rows], dtype=np.int64)
    for form in ("ndjson", "csv"):
        columns = Column("name", "text", 4), Column("number", "int")
        one = written(form, columns, [[Texts.of(names), numbers]])
        assert one == written(form, columns, [[names, numbers]])
        if form == "ndjson":
            lines = [
                {"name": name, "number": number} for name, number in zip(names, numbers.tolist(), strict=True)
            ]
            dumped = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines]
            assert one == "".join(dumped).encode()


def test_surrogates_and_missing_texts():
    columns = Column("name", "text", 4), Column("share", "float")
    lines = written("ndjson", columns, [[["\udc80", None, "q"], np.array([0.5, 1, 2])]])
    assert lines.splitlines() == [
        rb'{"name":"\udc80","share":0.5}',
        b'{"name":null,"share":1.0}',
        b'{"name":"q","share":2.0}',
    ]
    assert written("ndjson", columns[:1], [[["a", "a"]]]) == b'{"name":"a"}\n' * 2


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


def kept_columns():
    """Return columns of the input of many kinds, and their values of two records."""
    pa = pytest.importorskip("pyarrow")
    import datetime

    made = {
        "id": ([1, -128], pa.int8()),
        "large": ([2**64 - 1, 0], pa.uint64()),
        "hole": ([7, None], pa.int64()),
        "share": ([0.5, float("nan")], pa.float64()),
        "flag": ([True, False], pa.bool_()),
        "name": (['a"b', None], pa.string()),
        "raw": ([b"x\xff", b""], pa.binary()),
        "day": ([datetime.date(2026, 1, 2), None], pa.date32()),
        "tags": ([["a", "b"], []], pa.list_(pa.string())),
    }
    columns = [Kept(name, "value", 0, kind) for name, (_, kind) in made.items()]
    return columns, [pa.chunked_array([values], kind) for values, kind in made.values()]


def test_columns_of_the_input_in_every_form():
    columns, values = kept_columns()
    columns, values = [COLUMNS[0], *columns], [np.array([1, 3]), *values]
    found = [json.loads(line) for line in written("ndjson", columns, [values]).decode().splitlines()]
    one = {"line": 1, "id": 1, "large": 2**64 - 1, "hole": 7, "share": 0.5, "flag": True, "name": 'a"b'}
    two = {"line": 3, "id": -128, "large": 0, "hole": None, "share": None, "flag": False, "name": None}
    assert found == [
        one | {"raw": "x\\xff", "day": "2026-01-02", "tags": ["a", "b"]},
        two | {"raw": "", "day": None, "tags": []},
    ]
    rows = list(csv.reader(io.StringIO(written("csv", columns, [values]).decode(), newline="")))
    assert rows[1] == [
        *("1", "1", str(2**64 - 1), "7", "0.5", "True", 'a"b', "x\\xff", "2026-01-02", '["a", "b"]')
    ]
    assert rows[2] == ["3", "-128", "0", "", "nan", "False", "", "", "", "[]"]
    numbers = [
        k for k, column in enumerate(columns) if column.name in ("line", "id", "large", "flag", "share")
    ]
    some = [columns[k] for k in numbers], [[values[k] for k in numbers]]
    array = np.load(io.BytesIO(written("npy", *some)))
    assert array["id"].tolist() == [1, -128] and array["id"].dtype == np.int8
    assert array["large"].tolist() == [2**64 - 1, 0] and array["flag"].tolist() == [True, False]
    with pytest.raises(PuzzleError, match="no value in column hole, expected another --format"):
        written("npy", columns[:1] + columns[3:4], [[values[0], values[3]]])
    pa = pytest.importorskip("pyarrow")
    back = pytest.importorskip("pyarrow.parquet").read_table(
        io.BytesIO(written("parquet", columns, [values]))
    )
    assert back.schema.types[1:] == [column.type for column in columns[1:]]
    assert all(
        back.column(k + 1).combine_chunks().equals(column.combine_chunks())
        or "share" in back.column_names[k + 1]
        for k, column in enumerate(values[1:])
    ) and isinstance(back, pa.Table)


def test_numbers_that_are_kept_go_the_quick_way():
    pa = pytest.importorskip("pyarrow")
    columns = [COLUMNS[0], Kept("id", "value", 0, pa.int16())]
    values = [np.array([1, 30]), pa.chunked_array([[5], [-6]], pa.int16())]
    assert written("ndjson", columns, [values]) == b'{"line":1,"id":5}\n{"line":30,"id":-6}\n'
    assert written("csv", columns, [values]) == b"line,id\n1,5\n30,-6\n"


@pytest.mark.parametrize("header", ["board,note", "board;note"])
def test_formulas_of_kept_columns_are_quoted_where_that_is_asked_for(header, tmp_path):
    notes = ["=1+1", "+a", "-a", "@x", "\tx", "-5", "+1.5e3", "-.5", "tea", "", '"=a,b"', '"-1"', "--1", "1-"]
    shown = ["'=1+1", "'+a", "'-a", "'@x", "'\tx", *notes[5:10], '"\'=a,b"', '"-1"', "'--1", "1-"]
    mark = header[5]
    notes = [note.replace(",", mark) for note in notes]
    path = tmp_path / "boards.csv"
    path.write_text("\n".join([header, *(f"teas{mark}{note}" for note in notes), ""]))
    how = {"options": {"shape": "2x2"}, "column": "board", "keep": ["note"], "threads": 1}
    found = {}
    for quoted in (False, True):
        run_batch("boggle", path, tmp_path / f"{quoted}.csv", quote_formulas=quoted, **how)
        rows = list(csv.reader(io.StringIO((tmp_path / f"{quoted}.csv").read_bytes().decode(), newline="")))
        found[quoted] = [row[1] for row in rows[1:]]
    plain = [note.strip('"') for note in notes]
    assert found[False] == plain
    assert found[True] == [cell.strip('"').replace(",", mark) for cell in shown]
    for out, more in (("x.ndjson", {}), ("x.csv", {"keep": ()})):
        with pytest.raises(PuzzleError, match="--quote-formulas is for --keep with --format csv"):
            run_batch("boggle", path, tmp_path / out, quote_formulas=True, **how | more)
