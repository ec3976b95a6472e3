"""The picture of the frontier."""

import unriddle as ur
from unriddle.puzzles.paths.command import pictures
from unriddle.puzzles.paths.draw import MOST_INK, SWATCHES


def test_the_frontier_is_drawn():
    picture = pictures()["frontier"]
    assert picture.startswith("<svg") and picture.count("<rect") == 25 and picture.count("<circle") == 4


def test_the_starts_are_drawn():
    picture = pictures()["path_starts"]
    assert picture.count("<rect") == 2 * 25 + SWATCHES and picture.count("<text") == 25 + 2
    assert picture.count(f'fill-opacity="{MOST_INK}"') == 4 + 1  # the corners, and the end of the legend


def test_a_page_of_starts_and_one_of_lengths():
    found = ur.count_paths("2x3", by_start=True).view()
    assert [row.cells for row in found.table.rows] == [(cell,) for cell in range(6)]
    assert sum(row.values[1] for row in found.table.rows) == int(ur.count_paths("2x3"))
    assert len(found.centres) == 6 and len(found.frames) == 1
    lengths = ur.count_paths("2x3", by_length=True, by_start=True).view()
    assert [row.values[0] for row in lengths.table.rows] == [1, 2, 3, 4, 5, 6] and not lengths.centres
    assert "476" in ur.count_paths("2x3").to_html()


def test_a_count_that_was_stopped_says_so():
    found = ur.count_paths("6x6", by_start=True, limits=ur.Limits(nodes=10))
    page = found.to_html()
    assert "at least" in page and "LIMIT" in page and found.view().notes


def test_numbers_that_a_script_would_round_are_texts():
    rows = ur.count_paths("7x7", by_start=True).view().table.rows
    assert all(isinstance(row.values[1], str) for row in rows)
