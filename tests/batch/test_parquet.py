"""Results as row groups of Parquet files."""

import io
import json
import re

import numpy as np
import pytest

from unriddle import MissingExtraError
from unriddle.batch import parquet as module
from unriddle.batch.parquet import ParquetTable
from unriddle.puzzles.framework.batch_records import Column, Lists, TextTable

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyarrow.parquet")
COLUMNS = (Column("line", "int"), Column("name", "text"), Column("words", "texts"), Column("paths", "paths"))
PIECES = [
    [np.array([1, 3]), ["a", 'q"\n'], [["tea", "é"], []], [[[0, 1], [2]], []]],
    [np.array([-7]), [""], [["eat"]], [[[1, 2, 3]]]],
]


def written(columns=COLUMNS, pieces=PIECES):
    stream = io.BytesIO()
    table = ParquetTable(stream, columns)
    for piece in pieces:
        table.write(piece)
    table.close()
    return stream.getvalue()


def test_without_pyarrow_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=re.escape("pip install pyarrow")):
        module.pyarrow()


def test_results_are_read_back():
    raw = written()
    assert raw == written()
    table = pa.parquet.read_table(io.BytesIO(raw))
    assert table.to_pylist() == [
        {"line": 1, "name": "a", "words": ["tea", "é"], "paths": [[0, 1], [2]]},
        {"line": 3, "name": 'q"\n', "words": [], "paths": []},
        {"line": -7, "name": "", "words": ["eat"], "paths": [[1, 2, 3]]},
    ]


@pytest.mark.parametrize(
    ("rows", "size", "groups"), [(1 << 16, 1 << 22, [9]), (4, 1 << 22, [4, 4, 1]), (1 << 16, 30, [4, 4, 1])]
)
def test_pieces_are_row_groups_together(monkeypatch, rows, size, groups):
    monkeypatch.setattr(module, "GROUP", rows)
    monkeypatch.setattr(module, "GROUP_BYTES", size)
    pieces = [[np.arange(k, min(k + 2, 9))] for k in range(0, 9, 2)]
    file = pa.parquet.ParquetFile(io.BytesIO(written((Column("line", "int"),), pieces)))
    assert [file.metadata.row_group(k).num_rows for k in range(file.num_row_groups)] == groups
    assert file.read().column("line").to_pylist() == list(range(9))


def test_quick_lists_are_written_as_lists():
    lists = Lists(np.array([0, 2, 2, 3]), np.array([1, 0, 1]), TextTable(["tea", "eat"]))
    columns = (Column("words", "texts"),)
    assert written(columns, [[lists]]) == written(columns, [[[["eat", "tea"], [], ["eat"]]]])


def test_the_schema_says_what_the_run_was():
    stream = io.BytesIO()
    table = ParquetTable(stream, COLUMNS[:1], {"puzzle": "boggle", "lexicon": "ab"})
    table.close()
    said = pa.parquet.read_schema(io.BytesIO(stream.getvalue())).metadata[b"unriddle"]
    assert json.loads(said) == {"puzzle": "boggle", "lexicon": "ab"}
