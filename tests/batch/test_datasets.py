"""Records in columns: Parquet, Feather, CSV; files, folders, patterns; parts in order and out of order."""

import re

import numpy as np
import pytest

from unriddle.base import PuzzleError
from unriddle.batch import datasets as module
from unriddle.batch.sources import open_source

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyarrow.parquet")
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
