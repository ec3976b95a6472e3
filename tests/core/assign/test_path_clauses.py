import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st
from path_cases import bitboards, boards, narrowed

from reference import topology as plain
from reference.assign import numbrix as paths
from unriddle.core import topology
from unriddle.core.assign.learning import ClauseSearch

KERNEL, TWIN = twins.pair("assign.path_clauses")


@settings(max_examples=60, deadline=None)
@given(boards(), st.booleans())
def test_arrays_equal_those_of_the_twin(board, bar):
    table, near, clues = board
    domain = bitboards(narrowed(near, clues), len(near))
    found = list(paths.paths(near, clues))[:1] if len(near) < 7 and bar else []
    made = KERNEL.clauses_of(table, domain, [np.array(grid, np.int32) for grid in found])
    expected = TWIN.clauses_of(table.tolist(), domain.tolist(), found)
    pairs, *others = made
    assert list(map(tuple, pairs.tolist())) == expected[0]
    assert [array.tolist() for array in others] == list(expected[1:])


@pytest.mark.parametrize("kind", [plain.ROOK, plain.KING, plain.HEX])
@pytest.mark.parametrize("clues", [[0] * 6, [1, 0, 0, 0, 0, 0], [0, 0, 6, 0, 3, 0], [1, 0, 0, 2, 0, 0]])
def test_assignments_are_the_paths(kind, clues):
    """What satisfies clauses and groups is a path, and each path once, those already found left out."""
    table = topology.neighbours(2, 3, kind, False)
    near = [[other for other in row if other < 6] for row in table.tolist()]
    expected = sorted(paths.paths(near, clues))
    left_out = [np.array(grid, np.int32) for grid in expected[:2]]
    pairs, *arrays = KERNEL.clauses_of(table, bitboards(narrowed(near, clues), 6), left_out)
    search, met, remains = ClauseSearch(len(pairs), *arrays, 1000, True), [], True
    while remains:
        remains = search.run(1 << 20)
        if search.fresh:
            grid = [-1] * 6
            for number, cell in pairs[search.solution == 1].tolist():
                grid[cell] = number + 1
            met.append(tuple(grid))
    assert sorted(met) == expected[2:]


def test_too_few_words_are_refused():
    with pytest.raises(ValueError, match="domains of 1 words, expected room for 65 cells"):
        KERNEL.clauses_of(np.zeros((65, 1), np.int32), np.zeros((1, 1), np.uint64), [])
