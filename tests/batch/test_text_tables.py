"""Tables of CSV and JSON: kept columns byte for byte, rejects, columns, files and parts."""

import csv
import gzip
import io
import json
import pickle

import pytest

from unriddle import Lexicon
from unriddle.base import PuzzleError
from unriddle.batch import run_batch
from unriddle.batch import text_tables as module
from unriddle.batch.sources import open_source

WORDS = Lexicon(["tea", "eats", "tar", "rate"])
CELLS = [
    "007",
    "02116",
    "1.10",
    "1e5",
    "+5",
    "TRUE",
    "12345678901234567890",
    "2025-01-05",
    "2025-01-05T10:00:00+02:00",
    "NaN",
    "",
    '""',
    '"a ""b"", c"',
    '"two\nlines"',
    "é ’",
    ' " ',
    '5" disk',
]
VALUES = [
    "1.0",
    "1e5",
    "12345678901234567890",
    "-0.0",
    '"007"',
    '""',
    "null",
    "true",
    '"\\u00e9\\/\\n"',
    '"é"',
    '{"a":[1.10,{"b":"x"}]}',
    "[ 1 , 2 ]",
]


def run(tmp_path, data, *, name="x.csv", **options):
    """Return the lines of the part files, and the rejects."""
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
    options = {"what": "score", "options": {"shape": "2x2"}, "lexicon": WORDS, "threads": 1} | options
    run_batch("boggle", path, out, **options)
    side = out if (out / "_rejects.ndjson").exists() else out.with_name(f"{out.name}.run")
    rejects = [json.loads(line) for line in (side / "_rejects.ndjson").read_text().splitlines()]
    parts = sorted(out.glob("part-*"))
    return b"".join(part.read_bytes() for part in parts), rejects


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize("part_size", [3, 100])
def test_kept_cells_of_csv_come_out_as_they_went_in(tmp_path, bom, end, quoted, part_size):
    board = '"teas"' if quoted else "teas"
    lines = ["id,board,late", *(f"{cell},{board},{cell}" for cell in CELLS)]
    data = bom + end.join([*lines, ""]).encode()
    options = {"column": "board", "keep": ["id", "late"], "part_size": part_size}
    out, rejects = run(tmp_path, data, form="csv", **options)
    expected = [f"{k},{cell},{cell},2" for k, cell in enumerate(CELLS, 1)]
    head = "line,id,late,score\n"
    assert not rejects and out.decode().replace(head, "") == "\n".join([*expected, ""])
    texts = [next(csv.reader(io.StringIO(cell, newline="")), [""])[0] for cell in CELLS]
    out, rejects = run(tmp_path, data, **options)
    assert not rejects
    for number, (line, text) in enumerate(zip(out.decode().split("\n")[:-1], texts, strict=True), 1):
        assert json.loads(line) == {"line": number, "id": text, "late": text, "score": 2}
    pq = pytest.importorskip("pyarrow.parquet")
    run(tmp_path, data, form="parquet", **options)
    [folder] = [path for path in tmp_path.iterdir() if list(path.glob("*.parquet"))]
    assert pq.read_table(folder)["late"].to_pylist() == texts


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("form", ["lines", "array", "pretty"])
def test_kept_values_of_json_come_out_as_they_went_in(tmp_path, end, form):
    lines = [f'{{"tag": {value}, "b": "teas", "x": {{"y": []}}}}' for value in VALUES]
    lines.append('{"b":"teas"}')
    data = end.join(["\ufeff", "", *lines, ""])
    if form != "lines":
        data = f"[{end}{f',{end}'.join(lines)}]{end}"
    if form == "pretty":
        data = data.replace('"b": "teas"', '\n "b": \n"teas"')
    options = {"column": "b", "keep": ["tag"], "part_size": 5, "name": "x.json"}
    out, rejects = run(tmp_path, data, **options)
    expected = [f'{{"line":{k},"tag":{value},"score":2}}' for k, value in enumerate(VALUES, 1)]
    assert not rejects and out.decode().split("\n") == [*expected, f'{{"line":{len(lines)},"score":2}}', ""]
    out, _ = run(tmp_path, data, form="csv", **options)
    rows = [row[1] for row in csv.reader(io.StringIO(out.decode(), newline="")) if row[0] != "line"]
    texts = [json.loads(value) if value[0] == '"' else value for value in VALUES]
    assert rows == [*texts, ""]
    with pytest.raises(PuzzleError, match="tag of any length, expected another --format than npy"):
        run(tmp_path, data, form="npy", **options)


def test_what_is_no_json_is_not_written(tmp_path):
    data = '{"b":"teas","k":[NaN,"NaN",{"x":-Infinity}]}\n{"b":"teas","k":Infinity}\n{"b":"teas","z":NaN}\n'
    out, rejects = run(tmp_path, data, column="b", keep=["k"])
    assert not rejects and [line.split(b',"score"')[0] for line in out.splitlines()] == [
        b'{"line":1,"k":[null,"NaN",{"x":null}]',
        b'{"line":2,"k":null',
        b'{"line":3',
    ]
    pa = pytest.importorskip("pyarrow.parquet")
    import pyarrow

    values = [{"x": [float("nan")], "y": float("inf")}, None]
    pa.write_table(
        pyarrow.table({"b": ["teas"] * 2, "k": values, "f": [float("-inf"), 1.5]}), tmp_path / "x.p"
    )
    out, _ = run(tmp_path, (tmp_path / "x.p").read_bytes(), column="b", keep=["k", "f"])
    assert out.splitlines() == [
        b'{"line":1,"k":{"x":[null],"y":null},"f":null,"score":2}',
        b'{"line":2,"k":null,"f":1.5,"score":2}',
    ]


def test_a_column_that_turns_into_text_late_is_sound(tmp_path):
    lines = ["n,board", *(f"{k},teas" for k in range(200_000)), "none,teas"]
    out, rejects = run(tmp_path, "\n".join(lines), column="board", keep=["n"])
    assert not rejects and out.splitlines()[-1] == b'{"line":200001,"n":"none","score":2}'


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("size", [1, 2, 100])
def test_rows_that_cannot_be_read_are_rejects(tmp_path, end, size):
    lines = ["id,board", "1,teas", "2", "3,rate,x", "", '4,"te\nas', '"5",rate', "6,", '7,"ra/te"', "8,N/A"]
    data = end.join(lines)
    out, rejects = run(tmp_path, data, column="board", keep=["id"], part_size=size, form="csv")
    assert out.decode().replace("line,id,score\n", "").split() == ["1,1,2", '6,"5",3', "8,7,3"]
    assert [(row["line"], row["reason"]) for row in rejects] == [
        (2, "1 cell, but the header has 2"),
        (3, "3 cells, but the header has 2"),
        (4, "a cell begins with a quote that does not end it"),
        (5, "1 cell, but the header has 2"),
        (7, "empty record"),
        (9, rejects[-1]["reason"]),
    ]
    assert rejects[1]["record"] == "3,rate,x"
    data = '{"b":"teas"}\n{"b":5}\nx\n{"b":null}\n{"c":1}\n{"b":["te","as"]}\n{"b":"rate","c":1}'
    out, rejects = run(tmp_path, data.replace("\n", end), column="b", part_size=size)
    assert [json.loads(line)["line"] for line in out.splitlines()] == [1, 6, 7]
    assert [row["reason"] for row in rejects][:4] == [
        "5 is not text; write the puzzle in quotes",
        "not a JSON object",
        "no value, expected text",
        "no value, expected text",
    ]


def test_bytes_that_are_not_utf8_are_rejects(tmp_path):
    for data, name in (
        (b"id,board\n\xff,teas\n1,te\xffs\n2,teas\n", "id"),
        (b'{"id":"\xff","board":"teas"}\n' * 3, "id"),
    ):
        out, rejects = run(tmp_path, data, column="board", keep=[name])
        assert all("is not UTF-8" in row["reason"] for row in rejects)
        assert len(rejects) + len(out.splitlines()) == 3 and len(rejects) >= 2


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("head", ["id{0}board{0}id", '"id"{0}"board"{0}"id"'])
def test_a_column_that_is_not_there_or_there_twice(tmp_path, bom, end, head):
    for mark in ",;\t|":
        path = tmp_path / "x.csv"
        path.write_bytes(f"{bom}{head.format(mark)}{end}1{mark}teas{mark}2{end}".encode())
        with pytest.raises(
            PuzzleError, match=r"x\.csv: column 'x' does not exist; the columns are id, board, id$"
        ):
            open_source(str(path), 9, column="x")
        with pytest.raises(
            PuzzleError, match=r"x\.csv: column 'id' is there twice; the columns are id, board, id$"
        ):
            open_source(str(path), 9, column="board", keep=["id"])
    path.write_text('{"a":1}\n{"b":"teas"}\n')
    with pytest.raises(PuzzleError, match=r"x\.csv: column 'x' does not exist; the columns are a, b$"):
        open_source(str(path), 9, column="x")
    assert open_source(str(path), 9, column="b").names == ("a", "b")


def test_lists_of_numbers(tmp_path):
    rows = ["[1,2,3,4]", "[5,6,7,8]", "[1,2]", '"teas"', "null", "[1,2,3,4.5]", "[[1,2],[3,4]]", "[9,9,9,9]"]
    path = tmp_path / "x.ndjson"
    path.write_text("".join(f'{{"a":{row}}}\n' for row in rows))
    source = open_source(str(path), 9, column="a")
    [span] = source.scan().spans
    rows = source.read(span)
    assert rows.records.data[[0, 1, 7]].tolist() == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 9, 9, 9]]
    assert {place: reason for place, (reason, _) in rows.faults.items()} == {
        2: "2 numbers, but the first record has 4",
        3: "no list of whole numbers, but the first record has 4",
        4: "no list of whole numbers, but the first record has 4",
        5: "no list of whole numbers, but the first record has 4",
        6: "2x2 numbers, but the first record has 4",
    }


def test_a_first_line_may_be_long(tmp_path):
    line = '{"board":"teas","more":"' + "x" * (3 << 20) + '"}\n'
    out, rejects = run(tmp_path, line * 2)
    assert not rejects and out.count(b"score") == 2


def test_rules_beside_records_may_come_late_and_differ(tmp_path):
    path = tmp_path / "x.ndjson"
    path.write_text('{"a":"1 . 3"}\n' * 2 + '{"a":"1","rules":{"wrap":true}}\n{"a":"1","rules":"{}"}\n')
    source = open_source(str(path), 9, column="a")
    assert source.stored_rules(source.read(source.scan().spans[0])) == [None, None, {"wrap": True}, "{}"]


@pytest.mark.parametrize("packed", [False, True])
def test_several_files_are_one_table(tmp_path, packed):
    (tmp_path / "in" / "level=2").mkdir(parents=True)
    texts = ["id,board\n1,teas\n\n2,rate\n", "board;x;id\r\ntear;;3\r\neast;;4"]
    for k, text in enumerate(texts):
        path = tmp_path / "in" / f"level={2}" / f"{k}.csv"
        path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    source = pickle.loads(
        pickle.dumps(open_source(str(tmp_path / "in"), 3, column="board", keep=["id", "level"]))
    )
    assert source.seekable is not packed
    found = []
    for _, rows in source.stream():
        kept = [column.to_pylist() for column in source.kept(rows)]
        found.append(([rows.records[k] for k in range(len(rows.records))], *kept))
    assert found == [
        (["teas", "rate", "tear"], ["1", "2", "3"], ["2"] * 3),
        (["east"], ["4"], ["2"]),
    ]
    (tmp_path / "in" / "level=2" / "2.ndjson").write_text('{"board":"teas"}')
    with pytest.raises(PuzzleError, match="JSON among several files of CSV"):
        open_source(str(tmp_path / "in"), 3, column="board")


@pytest.mark.parametrize(
    "text, wrong",
    [
        ("{bad", "x:1: no JSON object"),
        ('[{"a":"1"}', "x: the array of JSON is not closed"),
        ('[{"a":"1"}] x', "x:1: text behind the array"),
        ('{"a":"' + "x" * (1 << 25) + '"}\n', "record of more than 16,777,216 bytes"),
        ('a,b\n1,"' + "x\n" * (1 << 24), "x:2: record of more than 16,777,216 bytes; is a quote not closed?"),
        ("a,b\n", "x: is empty"),
        ("[]", "x:1: no JSON object"),
        ("\xef\xbb\xbf", "x: column 'a' does not exist"),
    ],
)
def test_tables_that_cannot_be_read_are_one_line(tmp_path, text, wrong):
    path = tmp_path / "x"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(PuzzleError) as caught:
        open_source(str(path), 9, column="a").scan()
    assert wrong in str(caught.value) and "\n" not in str(caught.value)


def test_a_part_has_its_bounds_and_a_file_that_changes_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    monkeypatch.setattr(module, "BLOCK", 7)
    path = tmp_path / "x.csv"
    path.write_text("board\n" + "".join(f"{k:030}\n" for k in range(10)))
    source = open_source(str(path), 4, column="board")
    spans = source.scan().spans
    assert [span.count for span in spans] == [3, 3, 3, 1]
    assert [source.records(spans[1])[k] for k in range(3)] == [f"{k:030}" for k in (3, 4, 5)]
    path.write_text("board\n" + "x" * 310)
    with pytest.raises(PuzzleError, match="was modified"):
        source.read(spans[1])
    path.write_text("b,oard\n")
    with pytest.raises(PuzzleError, match="modified"):
        source.scan()


@pytest.mark.parametrize(
    "puzzle, options, records, wrong",
    [
        (
            "boggle",
            {},
            ["teas", "te/as", "a" * 9, "N/A", "#", "tea", "rate"],
            {2: "3x3", 3: None, 4: None, 5: None},
        ),
        ("boggle", {"shape": "2x2"}, ["N/A", "teas", "te/as", "a" * 9], {0: None, 3: None}),
        ("boggle", {}, ["te1s", "N/A", "teas", "rate"], {0: None, 1: None}),
        ("sudoku", {}, ["1" + "." * 15, "." * 81, "N/A", "." * 16, "1/2"], {1: "9x9", 2: None, 4: None}),
        ("numbrix", {}, ["1 . / . 3", "1 2", "#n/a", "1 . 3", "1 . / . ."], {1: "1x2", 2: None, 3: "1x3"}),
        ("gogen", {}, ["AB/C.: ADC", "ABC/DEF/GH.: AB", "n/a"], {1: "3x3", 2: None}),
    ],
)
@pytest.mark.parametrize("form", ["lines", "csv", "json", "parquet"])
@pytest.mark.parametrize("part_size", [1, 100])
def test_the_first_record_says_the_shape_of_all(tmp_path, puzzle, options, records, wrong, form, part_size):
    path = tmp_path / "x"
    if form == "lines":
        path.write_text("".join(f"{record}\n" for record in records))
    elif form == "csv":
        path.write_text("id,board\n" + "".join(f"{k},{record}\n" for k, record in enumerate(records)))
    elif form == "json":
        path.write_text("".join(json.dumps({"board": record}) + "\n" for record in records))
    else:
        pq = pytest.importorskip("pyarrow.parquet")
        import pyarrow

        pq.write_table(pyarrow.table({"id": list(range(len(records))), "board": records}), path)
    lexicon = WORDS if puzzle == "boggle" else None
    out = tmp_path / "out"
    run_batch(puzzle, path, out, options=options, lexicon=lexicon, part_size=part_size, threads=1)
    rejects = [json.loads(line) for line in (out / "_rejects.ndjson").read_text().splitlines()]
    assert [row["line"] - 1 for row in rejects] == sorted(wrong)
    for row in rejects:
        shape = wrong[row["line"] - 1]
        assert shape is None or row["reason"].startswith(f"shape {shape}, but the first record has ")
