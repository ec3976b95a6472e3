"""Records in columns: Parquet, Feather, CSV; files, folders, patterns; parts in order and out of order."""

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
    with pytest.raises(PuzzleError, match="column 'x' does not exist"):
        open_source(path, size, column="x")


def test_parquet_lists_and_nulls(parquet):
    rows = [[1, 2], [3, 4], [5, 6]]
    source = open_source(parquet({"a": rows}), 2)
    assert np.array_equal(np.concatenate([source.records(s).data for s in source.scan().spans]), rows)
    source = open_source(parquet({"a": [[1, 2], [3], None, [4, 5]]}), 2)
    for span, rows, said in zip(
        source.scan().spans,
        ([[1, 2], [0, 0]], [[0, 0], [4, 5]]),
        (
            {1: ("a list of 1 values, but the first record has 2", "[3]")},
            {0: ("no value, expected a list of 2 values", "")},
        ),
        strict=True,
    ):
        data = source.read(span)
        assert source.decode(span, data).data.tolist() == rows and source.faults(data) == said
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
    with pytest.raises(
        PuzzleError, match=r"boards\[1\]: no value, expected text"
    ):  # the wording of the functions
        many(column, ["tea"])


def test_a_list_without_a_value_or_of_no_numbers(parquet):
    source = open_source(parquet({"a": [[1, 2], [3, None]]}), 2)
    with pytest.raises(PuzzleError, match=":2: a list without a value in it"):
        source.records(source.scan().spans[0])
    with pytest.raises(PuzzleError, match=r"of type list<.*double>, expected texts or lists"):
        open_source(parquet({"a": [[1.5]]}), 2)
    with pytest.raises(PuzzleError, match="is empty"):
        open_source(parquet({"a": pa.array([], pa.string())}), 2)


def test_a_file_that_is_written_anew_is_seen(parquet):
    path = parquet({"a": ["tear", "star"]})
    source = open_source(path, 1)
    spans = source.scan().spans
    parquet({"a": ["quit", "quiz", "tea"]})
    with pytest.raises(PuzzleError, match="was modified while it was read"):
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
    else:
        pa.feather.write_feather(table, path)
    return str(path)


def halves(folder, form):
    """Write the rows as two files."""
    for k, part in enumerate((slice(0, 3), slice(3, None))):
        write(folder / f"{k}.{form}", {name: values[part] for name, values in ROWS.items()})


@pytest.mark.parametrize("form", ["parquet", "feather"])
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
        ([path, str(tmp_path / "x.txt")], {}, "text among several files, expected Parquet"),
        ([str(tmp_path / "x.txt")] * 2, {}, "no column: name it with --column"),
        ([path, "-"], {}, "a stream, expected files"),
        (str(tmp_path / "empty"), {}, "is a folder without files"),
        (str(tmp_path / "*.none"), {}, "no file matches"),
        (str(tmp_path / "none"), {}, "no such file"),
        (path, {"keep": ("nobody",)}, "column 'nobody' does not exist"),
        (path, {"column": "board", "keep": ("id", "id")}, "expected each column once"),
        (path, {"width": 4}, "--width is for text"),
        (str(tmp_path / "x.txt"), {"keep": ("id",)}, "no column: name it with --column"),
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
    with pytest.raises(PuzzleError, match="was modified while it was read"):
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
