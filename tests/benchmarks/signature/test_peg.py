"""Searches of the signature: peg solitaire."""

import pytest

from benchmarks.signature.peg import PARTS

ENGLISH = [1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312]
"""Positions of the English board after 0 jumps, 1, …; those that a symmetry makes equal are one."""


@pytest.mark.parametrize("name", PARTS)
def test_the_searches_are_as_recorded(name, as_recorded):
    assert min(as_recorded(name)) >= 0


def test_positions_by_layer_are_those_published(as_recorded):
    assert as_recorded("peg_layers")[: len(ENGLISH)] == ENGLISH


def test_positions_and_their_numbers_are_as_many(as_recorded):
    rest = as_recorded("peg_layers")[len(ENGLISH) :]  # with much memory, then with little
    half = len(rest) // 2
    assert rest[:half] == rest[half:] and sum(rest[1:half]) > 100
