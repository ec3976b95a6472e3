"""Rows are those that come next, of a torus the first ones after the last."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from unriddle.puzzles.boggle.streaming.cyclic_rows import RowReader
from unriddle.puzzles.boggle.streaming.row_readers import open_rows

CELLS = np.arange(60, dtype=np.uint8).reshape(20, 3) % 26


@given(
    counts=st.lists(st.integers(1, 7), min_size=1, max_size=5),
    again=st.integers(0, 4),
    last=st.none() | st.integers(1, 25),
)
def test_rows_are_the_next_ones(counts, again, last):
    parts = []
    with open_rows(CELLS, "abcdefghijklmnopqrstuvwxyz") as source:
        rows = RowReader(source, again, last)
        for count in counts * 30:
            parts.append(rows.read(count).copy())
            assert len(parts[-1]) <= count
    assert np.array_equal(np.concatenate(parts), np.concatenate([CELLS, CELLS[:again]])[:last])


def test_rows_that_come_again_are_kept_where_they_are_left_out():
    with open_rows(CELLS, "abcdefghijklmnopqrstuvwxyz") as source:
        rows = RowReader(source, 2, None)
        rows.skip(19)
        assert rows.read(9).tolist() == [*CELLS[19:].tolist(), *CELLS[:2].tolist()]


def test_a_pipe_waits_and_a_file_does_not(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("abc\n")
    with open_rows(path, "abc") as source:
        assert not source.waits
    os.mkfifo(tmp_path / "pipe")
    writer = ThreadPoolExecutor(1)
    writer.submit((tmp_path / "pipe").write_text, "abc\n")
    with open_rows(tmp_path / "pipe", "abc") as source:
        assert source.waits
    writer.shutdown()
