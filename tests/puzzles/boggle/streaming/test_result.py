"""What a search of an enormous board returns: how many words, their columns, how far it has come."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle import Scoring, StreamProgress, stream


def test_how_many_words_there_are():
    cells = np.array([[0, 1], [2, 3]], np.uint8)
    assert stream(cells, ["zzz"]).status is ur.Status.NO_SOLUTION and stream(cells, ["zzz"]).solution is None
    assert stream(cells, ["abc", "zzz"]).status is ur.Status.UNIQUE
    found = stream(cells, ["abc", "cab"], scoring=Scoring((0, 0, 0, 7)))
    assert (str(found), repr(found)) == ("2 words, 14 points", "<StreamResult MULTIPLE: 2 words, 14 points>")
    assert found.columns()["word"] == ["abc", "cab"] and found.paths is None


def test_columns_as_a_table():
    arrow = pytest.importorskip("pyarrow")
    found = stream(np.array([[0, 1], [2, 3]], np.uint8), ["abc", "cab"])
    table = found.to_arrow()
    assert table.column_names == ["word", "length", "score", "row", "col"]
    assert isinstance(table, arrow.Table) and table["word"].to_pylist() == ["abc", "cab"]


def test_how_far_it_is():
    assert str(StreamProgress(7, None, 1234, 1.0, 1)) == "7 rows, 1,234 words"
    assert (
        str(StreamProgress(250, 1000, 2, 2.0, 1, first_row=50))
        == "250 of 1,000 rows, 2 words, about 7.5 s left"
    )
    assert str(StreamProgress(50, 1000, 2, 2.0, 1, first_row=50)) == "50 of 1,000 rows, 2 words"
