"""Part files joined to one file: the same as if all records had been written to it."""

import csv
import io
from itertools import pairwise

import numpy as np
import pytest

from unriddle.batch.targets import join
from unriddle.batch.writers import open_table
from unriddle.puzzles.framework.batch_records import Column

COLUMNS = (Column("line", "int"), Column('a "name"\nof two, lines', "text", 5))
ROWS = [(1, "a"), (2, 'b"c'), (3, "d,e"), (4, "f\ng"), (5, "")]


def written(form, rows, at_once=2):
    stream = io.BytesIO()
    table = open_table(form, stream, COLUMNS)
    for start in range(0, len(rows), at_once):
        numbers, texts = zip(*rows[start : start + at_once], strict=True)
        table.write([np.array(numbers), list(texts)])
    table.close()
    return stream.getvalue()


def joined(form, *parts):
    stream = io.BytesIO()
    join(form, (written(form, rows) for rows in parts), stream)
    return stream.getvalue()


CUTS = [(0, 5), (0, 2, 5), (0, 1, 2, 3, 4, 5), (0, 0, 5), (0, 5, 5), (0, 0, 0)]


@pytest.mark.parametrize("cuts", CUTS)
@pytest.mark.parametrize("form", ["ndjson", "csv"])
def test_text_is_the_same_however_it_is_cut(form, cuts):
    parts = [ROWS[a:b] for a, b in pairwise(cuts)]
    whole = joined(form, *parts)
    assert whole == written(form, ROWS[: cuts[-1]])
    if form == "csv":
        assert len(list(csv.reader(io.StringIO(whole.decode())))) == 1 + cuts[-1]


@pytest.mark.parametrize("cuts", CUTS)
def test_arrays(cuts):
    parts = [ROWS[a:b] for a, b in pairwise(cuts)]
    assert np.load(io.BytesIO(joined("npy", *parts))).tolist() == ROWS[: cuts[-1]]


@pytest.mark.parametrize("cuts", CUTS)
def test_parquet_keeps_its_schema(cuts):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    parts = [ROWS[a:b] for a, b in pairwise(cuts)]
    whole = parquet.read_table(io.BytesIO(joined("parquet", *parts)))
    expected = parquet.read_table(io.BytesIO(written("parquet", ROWS[: cuts[-1]])))
    assert whole.equals(expected, check_metadata=True)


def test_no_part_is_an_empty_file():
    for form in ("ndjson", "csv", "npy"):
        assert joined(form) == b""
