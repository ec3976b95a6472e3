"""Searches of the signature: sliding puzzles."""

import math

import pytest

from benchmarks.signature.sliding import PARTS


@pytest.mark.parametrize("name", PARTS)
def test_the_searches_are_as_recorded(name, as_recorded):
    assert min(as_recorded(name)) >= 0


def test_the_table_holds_half_of_all_arrangements(as_recorded):
    counts = as_recorded("table")
    assert sum(counts) == math.factorial(8) // 2
    assert len(counts) - 1 == 36  # the farthest of 2x4 (OEIS A151944)
