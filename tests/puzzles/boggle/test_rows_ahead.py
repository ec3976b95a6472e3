"""Rows that are read ahead are those that come next, and what goes wrong is said when its row is due."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.puzzles.boggle.row_sources import open_rows
from unriddle.puzzles.boggle.rows_ahead import RowsAhead

CELLS = np.arange(60, dtype=np.uint8).reshape(20, 3) % 26


def read(rows, counts, ahead, pool):
    """Return all rows, read so many at a time, some of them ahead."""
    parts = []
    for count, more in zip(counts * 30, ahead * 30, strict=False):
        part = rows.read(count)
        assert len(part) <= count
        if not len(part):
            break
        parts.append(part.copy())
        if more:
            rows.look_ahead(more, 2, pool)
    return np.concatenate(parts)


@given(
    counts=st.lists(st.integers(1, 7), min_size=1, max_size=5),
    ahead=st.lists(st.integers(0, 9), min_size=1, max_size=5),
    again=st.integers(0, 4),
    last=st.none() | st.integers(1, 25),
)
def test_rows_ahead_are_the_next_ones(counts, ahead, again, last):
    whole = np.concatenate([CELLS, CELLS[:again]])[:last]
    with open_rows(CELLS, "abcdefghijklmnopqrstuvwxyz") as source, ThreadPoolExecutor(1) as pool:
        assert np.array_equal(read(RowsAhead(source, again, last), counts, ahead, pool), whole)


def test_an_error_is_raised_when_its_row_is_due(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("abc\ndef\nghi\nj?l\n")
    with open_rows(path, "abcdefghijkl") as source, ThreadPoolExecutor(1) as pool:
        rows = RowsAhead(source, 0, None)
        assert rows.read(1).tolist() == [[0, 1, 2]]
        rows.look_ahead(9, 1, pool)
        assert [rows.read(1).tolist() for _ in range(2)] == [[[3, 4, 5]], [[6, 7, 8]]]
        for _ in range(2):
            with pytest.raises(ur.PuzzleError, match=r"board\.txt:4:2: "):
                rows.read(1)
        rows.look_ahead(9, 1, pool)


def test_a_source_that_waits_is_not_read_ahead():
    with open_rows(CELLS, "abcdefghijklmnopqrstuvwxyz") as source, ThreadPoolExecutor(1) as pool:
        source.waits = True
        rows = RowsAhead(source, 0, None)
        rows.look_ahead(9, 1, pool)
        assert source.read(20).tolist() == CELLS.tolist()


def test_reading_ahead_stops():
    with open_rows(CELLS, "abcdefghijklmnopqrstuvwxyz") as source, ThreadPoolExecutor(1) as pool:
        rows = RowsAhead(source, 0, None)
        rows.stop()
        rows.look_ahead(9, 1, pool)
        assert rows.read(20).tolist() == CELLS.tolist()


def test_rows_that_come_again_are_kept_where_they_are_left_out():
    with open_rows(CELLS, "abcdefghijklmnopqrstuvwxyz") as source:
        rows = RowsAhead(source, 2, None)
        rows.skip(19)
        assert rows.read(9).tolist() == [*CELLS[19:].tolist(), *CELLS[:2].tolist()]


def test_a_pipe_waits_and_a_file_does_not(tmp_path):
    import os

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
