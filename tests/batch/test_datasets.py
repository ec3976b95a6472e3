"""Records in columns: Parquet, Feather, CSV; files, folders, patterns; parts in order and out of order."""

import gzip
import json
import re

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.batch import datasets as module
from unriddle.batch.sources import open_source

pa = pytest.importorskip("pyarrow")
for part in ("csv", "feather", "parquet"):
    pytest.importorskip(f"pyarrow.{part}")
LINES = ["tear", "st/ar", "", "é", "a" * 300, "quit"]


def texts_of(source):
    found = []
    for span in source.scan().spans:
        records = source.records(span)
        assert len(records) == span.count and span.first == len(found) + 1
        found += [records.shown(k) for k in range(len(records))]
    return found


@pytest.fixture
def parquet(tmp_path):
    def write(table, **options):
        path = tmp_path / "x.parquet"
        pa.parquet.write_table(pa.table(table), path, **options)
        return str(path)

    return write


@pytest.mark.parametrize("group", [1, 2, 100])
@pytest.mark.parametrize("size", [1, 4, 100])
def test_parquet_texts(parquet, group, size):
    path = parquet({"id": list(range(6)), "board": LINES}, row_group_size=group)
    source = open_source(path, size, column="board")
    assert texts_of(source) == [line[:80] for line in LINES]
    assert [span.count for span in source.scan().spans] == [min(size, 6 - at) for at in range(0, 6, size)]
    with pytest.raises(PuzzleError, match="column 'id' of type int64"):
        open_source(path, size)
    with pytest.raises(PuzzleError, match="no single column 'x'"):
        open_source(path, size, column="x")


def test_parquet_lists_and_nulls(parquet):
    rows = [[1, 2], [3, 4], [5, 6]]
    source = open_source(parquet({"a": rows}), 2)
    assert np.array_equal(np.concatenate([source.records(s).data for s in source.scan().spans]), rows)
    source = open_source(parquet({"a": [[1, 2], [3]]}), 2)
    with pytest.raises(PuzzleError, match=":2: a list of 1 values, expected 2 as before"):
        source.records(source.scan().spans[0])
    assert texts_of(open_source(parquet({"a": ["tear", None, "star"]}), 9)) == ["tear", "", "star"]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_a_text_that_is_missing_is_no_empty_one(parquet, kind, tmp_path):
    column = pa.chunked_array([pa.array(["tear", None, ""], kind), pa.array([None, "star"], kind)])
    source = open_source(parquet({"a": column}), 9)
    [span] = source.scan().spans
    records = source.records(span)
    for place, said in ((1, "no value, expected text"), (2, "empty record"), (3, "no value, expected text")):
        with pytest.raises(PuzzleError, match=f"^{said}$"):
            records[place]
    assert [records.chunk(3, 5)[1], records[0], records.shown(1)] == ["star", "tear", ""]
    many = ur.boggle.score_many
    with pytest.raises(PuzzleError, match="2: no value, expected text"):  # the wording of the functions
        many(column, ["tea"])


def test_a_list_without_a_value_or_of_no_numbers(parquet):
    source = open_source(parquet({"a": [[1, 2], [3, None]]}), 2)
    with pytest.raises(PuzzleError, match=":2: a list without a value in it"):
        source.records(source.scan().spans[0])
    with pytest.raises(PuzzleError, match=r"of type list<.*double>, expected texts or lists"):
        open_source(parquet({"a": [[1.5]]}), 2)
    with pytest.raises(PuzzleError, match="is empty, expected records"):
        open_source(parquet({"a": pa.array([], pa.string())}), 2)


def test_a_file_that_is_written_anew_is_seen(parquet):
    path = parquet({"a": ["tear", "star"]})
    source = open_source(path, 1)
    spans = source.scan().spans
    parquet({"a": ["quit", "quiz", "tea"]})
    with pytest.raises(PuzzleError, match="has changed while it was read"):
        source.records(spans[0])


def test_a_damaged_file_is_one_line(parquet, tmp_path):
    path = parquet({"a": LINES})
    raw = (tmp_path / "x.parquet").read_bytes()
    for data in (raw[:-20], raw[:8], raw[:-8] + b"\xff\xff\xff\x7fPAR1"):
        (tmp_path / "x.parquet").write_bytes(data)
        with pytest.raises(PuzzleError) as error:
            open_source(path, 2)
        assert re.match(rf"{re.escape(path)}: damaged Parquet file: .", str(error.value))
        assert "\n" not in str(error.value)


def test_a_part_has_its_bounds(parquet, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    source = open_source(parquet({"a": ["x" * 60] * 4}), 4)
    with pytest.raises(PuzzleError, match="part of more than 100 bytes, expected a smaller --part-size"):
        source.records(source.scan().spans[0])


ROWS = {"id": list(range(10, 17)), "player": list("abcdefg"), "board": [*LINES, "rate"]}


def write(path, rows=ROWS, **options):
    """Write a table in the form that the end of a name says."""

    table = pa.table(rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        pa.parquet.write_table(table, path, **options)
    elif path.suffix == ".csv":
        pa.csv.write_csv(table, path)
    else:
        pa.feather.write_feather(table, path)
    return str(path)


def halves(folder, form):
    """Write the rows as two files."""
    for k, part in enumerate((slice(0, 3), slice(3, None))):
        write(folder / f"{k}.{form}", {name: values[part] for name, values in ROWS.items()})


@pytest.mark.parametrize("form", ["parquet", "feather", "csv"])
@pytest.mark.parametrize("size", [1, 2, 100])
def test_a_file_several_a_pattern_a_folder(tmp_path, form, size):
    halves(tmp_path / "in", form)
    (tmp_path / "in" / "_manifest.json").write_text("{}")
    (tmp_path / "in" / ".hidden").write_text("x")
    both = [str(tmp_path / "in" / f"{k}.{form}") for k in (0, 1)]
    whole = write(tmp_path / f"whole.{form}")
    digests = set()
    for given in (whole, both, str(tmp_path / "in" / f"*.{form}"), str(tmp_path / "in")):
        source = open_source(given, size, column="board", keep=("id", "player"))
        assert texts_of(source) == [line[:80] for line in ROWS["board"]]
        kept = [source.kept(source.read(span)) for span in source.scan().spans]
        for name, place in (("id", 0), ("player", 1)):
            assert [value for columns in kept for value in columns[place].to_pylist()] == ROWS[name]
        assert [(column.name, column.kind) for column in source.kept_columns] == [
            ("id", "value"),
            ("player", "value"),
        ]
        digests.add(source.scan().digest)
    assert len(digests) == 2  # of one file; of two, however they were named


@pytest.mark.parametrize("group", [3, 50, 1000])
def test_a_row_group_is_decoded_once_whatever_the_parts(parquet, group, monkeypatch):
    boards = [f"{k:04}" for k in range(1000)]
    source = open_source(parquet({"board": boards}, row_group_size=group), 7)
    spans = source.scan().spans
    decoded = []
    batches = source._batches

    def counted(unit):
        for batch in batches(unit):
            decoded.append(len(batch))
            yield batch

    monkeypatch.setattr(source, "_batches", counted)
    records = [source.decode(span, data) for span, data in source.parts(spans)]
    assert [one[k] for one in records for k in range(len(one))] == boards
    assert sum(decoded) == 1000
    decoded.clear()
    some = spans[3::20]
    found = [source.decode(span, data)[0] for span, data in source.parts(some)]
    assert found == [boards[span.offset] for span in some] and sum(decoded) <= 1000
    for span in reversed(spans):  # and backwards: slower, and the same
        assert source.records(span)[0] == boards[span.offset]


@pytest.mark.parametrize(
    "kind",
    [pa.large_string(), pa.string_view(), pa.binary(), pa.dictionary(pa.int32(), pa.string()), pa.binary(4)],
    ids=str,
)
def test_kinds_of_texts(tmp_path, kind):
    words = ["teas", "rate", "quit", "teas"]
    values = [word.encode() for word in words] if "binary" in str(kind) else words
    for end in ("parquet", "feather"):
        source = open_source(write(tmp_path / f"x.{end}", {"a": pa.array(values, kind)}), 3)
        assert texts_of(source) == words


@pytest.mark.parametrize(
    "kind",
    [pa.list_(pa.uint8()), pa.large_list(pa.int16()), pa.list_(pa.int64(), 4), pa.list_view(pa.int8())],
    ids=str,
)
def test_kinds_of_lists(tmp_path, kind):
    rows = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 1, 2, 3]]
    source = open_source(
        write(
            tmp_path / "x.feather",
            {"a": pa.array(rows, kind)},
        ),
        2,
    )
    assert [row for span in source.scan().spans for row in source.records(span).data.tolist()] == rows


def test_csv_keeps_what_looks_like_numbers(tmp_path):
    path = tmp_path / "x.csv"
    for mark in ",;\t":
        path.write_text(f"id{mark}grid\n1{mark}0012\n2{mark}0300\n3{mark}\n")
        source = open_source(str(path), 2, column="grid", keep=("id",))
        assert texts_of(source) == ["0012", "0300", ""]
    path.write_text('id,grid\n1,"1,2"\n2,"a\nb"\n')
    assert texts_of(open_source(str(path), 1, column="grid")) == ["1,2", "a\nb"]
    path.write_text("id,grid\n1,2,3\n")
    with pytest.raises(PuzzleError, match=r"damaged CSV file: .*Expected 2 columns, got 3"):
        open_source(str(path), 1, column="grid").scan()


def test_folders_whose_names_are_values(tmp_path):
    for year in (1, 2):
        write(tmp_path / "in" / f"year={year}" / "x.parquet", {"board": ["teas", "rate"]})
    source = open_source(str(tmp_path / "in"), 3, keep=("year",))
    kept = [value for span in source.scan().spans for value in source.kept(source.read(span))[0].to_pylist()]
    assert kept == [1, 1, 2, 2] and texts_of(source) == ["teas", "rate"] * 2


def test_what_is_no_input_of_columns(tmp_path):
    path = write(tmp_path / "x.parquet")
    (tmp_path / "x.txt").write_text("teas\n")
    (tmp_path / "empty").mkdir()
    for given, rest, told in (
        ([path, str(tmp_path / "x.txt")], {}, "text among several files, expected parquet"),
        ([str(tmp_path / "x.txt")] * 2, {}, "expected Parquet, Feather, or CSV and NDJSON with --column"),
        ([path, "-"], {}, "a stream, expected files"),
        (str(tmp_path / "empty"), {}, "is a folder without files"),
        (str(tmp_path / "*.none"), {}, "no file matches"),
        (str(tmp_path / "none"), {}, "no such file"),
        (path, {"keep": ("nobody",)}, "no single column 'nobody'"),
        (path, {"column": "board", "keep": ("id", "id")}, "expected each column once"),
        (path, {"width": 4}, "--width is for text"),
        (str(tmp_path / "x.txt"), {"keep": ("id",)}, "expected Parquet, Feather, or CSV and NDJSON with"),
    ):
        with pytest.raises(PuzzleError, match=re.escape(told)):
            open_source(given, 2, **rest)


def test_a_source_goes_to_another_process(tmp_path):
    import pickle

    path = write(tmp_path / "x.parquet")
    source = open_source(path, 2, column="board", keep=("id",))
    again = pickle.loads(pickle.dumps(source))
    assert texts_of(again) == texts_of(source) and again.scan() == source.scan()
    kept = pickle.dumps(source)
    write(tmp_path / "x.parquet", {"board": ["x"], "id": [1]})
    with pytest.raises(PuzzleError, match="has changed while it was read"):
        pickle.loads(kept)


def test_a_footer_with_a_bit_flipped_is_damage_or_counts_its_records(parquet, tmp_path):
    path = parquet({"board": ["tea", "eat"]})
    raw = bytearray((tmp_path / "x.parquet").read_bytes())
    said = []
    for place in range(len(raw) - 8 - int.from_bytes(raw[-8:-4], "little"), len(raw) - 8):
        raw[place] ^= 1  # of a number the sign
        (tmp_path / "x.parquet").write_bytes(raw)
        raw[place] ^= 1
        try:
            index = open_source(path, 2).scan()
        except PuzzleError as error:
            said.append(str(error))
        else:
            assert index.records == sum(span.count for span in index.spans) > 0
    assert any("a row group of -3 rows" in line for line in said)


@pytest.mark.parametrize("packed", [False, True])
def test_lines_of_json(tmp_path, packed):
    pytest.importorskip("pyarrow.json")
    lines = [{"id": k, "board": line} for k, line in enumerate([*LINES, "2012-01-01"])]
    path = tmp_path / ("x.ndjson.gz" if packed else "x.ndjson")
    text = "\n".join(map(json.dumps, lines)) + "\n\n"
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    source = open_source(str(path), 3, column="board", keep=["id"])
    assert texts_of(source) == [line["board"][:80] for line in lines]
    [first, *_] = source.scan().spans
    data = source.read(first)
    assert source.told(data) == [None] * 3 and source.kept(data)[0].to_pylist() == [0, 1, 2]
    path = tmp_path / "times.ndjson"
    path.write_text('{"board":"2012-01-01"}\n')
    assert texts_of(open_source(str(path), 3, column="board")) == ["2012-01-01"]


def test_rules_beside_records_may_come_late_and_differ(tmp_path):
    pytest.importorskip("pyarrow.json")
    rules = [None, {"wrap": True}, {"topology": "hex"}]
    path = tmp_path / "x.ndjson"
    path.write_text("".join(json.dumps({"a": "1 . 3", "rules": own}) + "\n" for own in rules))
    source = open_source(str(path), 9, column="a")
    assert source.told(source.read(source.scan().spans[0])) == rules
    path.write_text('{"a":"1 . 3"}\n' * 9 + '{"a":"1 . 3","rules":"{}"}\n')
    source = open_source(str(path), 99, column="a")
    assert source.told(source.read(source.scan().spans[0])) == [None] * 9 + ["{}"]


@pytest.mark.parametrize(
    "text, wrong",
    [
        ("{bad", "x: damaged NDJSON file: Invalid: JSON parse error"),
        ('{"a":"1"}\n[1]\n', "x: damaged NDJSON file: Invalid: JSON parse error"),
        ('{"a":"1"}\n{"a":5}\n', "changed from string to number in row 1"),
        ('{"a":"1"}\n{"a":\n', "x: damaged NDJSON file: Invalid: JSON parse error"),
        ('{"b":"1"}\n', "no single column 'a', expected one of b, rules"),
        ('{"a":{"b":1}}\n', "column 'a' of type struct<b: int64>, expected texts or lists"),
        ('{"a":"' + "x" * (1 << 24) + '"}\n', "x:1: no JSON object, expected one a line"),
    ],
)
def test_wrong_lines_of_json_are_one_line(tmp_path, text, wrong):
    pytest.importorskip("pyarrow.json")
    path = tmp_path / "x"
    path.write_text(text)
    with pytest.raises(PuzzleError) as caught:
        texts_of(open_source(str(path), 9, column="a"))
    assert wrong in str(caught.value) and "\n" not in str(caught.value)
