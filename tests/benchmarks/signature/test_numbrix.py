"""Searches of the signature: Numbrix and Hidato."""

import pytest

from benchmarks.signature.numbrix import PARTS


@pytest.mark.parametrize("name", PARTS)
def test_the_searches_are_as_recorded(name, as_recorded):
    as_recorded(name)


def test_generated_boards_have_one_solution_and_empty_ones_all_paths(as_recorded):
    counts = as_recorded("numbrix")[::4]
    assert counts[:6] == [1] * 6
    assert counts[6:] == [552, 784]  # directed Hamiltonian paths: rook 4x4 (OEIS A096969), king 3x3
