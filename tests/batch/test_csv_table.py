"""CSV by whole arrays, compared with the reader of the standard library."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.batch.csv_table import CsvForm, cell_text

CELLS = st.text(alphabet=st.sampled_from('ab,;"\n0 é'), max_size=6)


def read(form, data, columns):
    """Return the texts of some columns, None for records that are wrong."""
    found = form.cells(data, columns)
    rows = []
    for place in range(found.starts.size):
        cells = [data[low[place] : high[place]] for low, high in found.columns]
        rows.append(None if place in found.faults else [cell_text(cell).decode() for cell in cells])
    for column, (low, high) in enumerate(found.columns):
        flat, (starts, ends) = form.texts(data, low, high)
        texts = [bytes(flat[a:b]).decode() for a, b in zip(starts, ends, strict=True)]
        assert [row and row[column] for row in rows] == [
            row and text for row, text in zip(rows, texts, strict=True)
        ]
    return rows


@given(
    st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=8),
    st.sampled_from([",", ";"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.integers(1, 4),
)
@settings(deadline=None, max_examples=100)
def test_cells_are_those_of_the_standard_library(rows, mark, end, quoting, width):
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=mark, lineterminator=end, quoting=quoting).writerows(rows)
    data = text.getvalue().encode()
    form = CsvForm(mark, width)
    known = [row for row in csv.reader(io.StringIO(text.getvalue(), newline=""), delimiter=mark) if row]
    found = read(form, data, list(range(width)))
    assert found == [row if len(row) == width else None for row in known]
    for cut in range(len(data)):  # whole records of a beginning are those of the whole
        (starts, ends), stop, _ = form.records(data[:cut], False)
        rest = form.cells(data[stop:], [])
        assert starts.size + rest.starts.size == len(known)
        assert ends.size == 0 or ends[-1] <= stop <= cut


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_wrong_quote_costs_its_line_alone(end):
    lines = ['1,"open', "2,b", '3,"c"d', '4,5" disk', '5,"x""y"', '"6",a"b"', '7,"never', "8,h"]
    data = end.join(lines).encode()
    form = CsvForm(",", 2)
    assert read(form, data, [0, 1]) == [
        None,
        ["2", "b"],
        None,
        ["4", '5" disk'],
        ["5", 'x"y'],
        ["6", 'a"b"'],
        None,
        ["8", "h"],
    ]
    found = form.cells(data, [0])
    assert set(found.faults.values()) == {"a cell begins with a quote that does not end it"}
    assert read(form, end.join(lines[:1]).encode(), [0, 1]) == [None]


def test_rows_that_are_too_long_or_short_are_faults():
    found = CsvForm(",", 2).cells(b"1\n1,2\n1,2,3\n", [1])
    assert found.faults == {
        0: "1 cell, but the header has 2",
        2: "3 cells, but the header has 2",
    }
    assert np.array_equal(found.columns[0][0], [0, 4, 0])
    assert read(CsvForm(",", 1), b"a\n\n\r\nb,c\nd", [0]) == [["a"], None, ["d"]]
