"""Benchmark cases of path counting: what is timed is right."""

import pytest

from benchmarks.suites import paths as cases
from reference.topology import HEX, KING, ROOK, neighbours

KNOWN = {
    "paths 2x2 king": 64,
    "paths 3x3 king": 10_305,
    "paths 4x4 king": 12_029_640,
    "paths 2x2 rook": 28,
    "paths 3x3 rook": 653,
    "paths 4x4 rook": 28_512,
}
"""Directed paths of all lengths, single cells as well; those of the king are https://oeis.org/A236690."""


def test_the_answers_are_those_known(answers_of):
    answers = answers_of("paths")
    assert {group: answers[f"{group}/kernel"] for group in KNOWN} == {g: [n] for g, n in KNOWN.items()}


def test_what_is_walked_is_what_is_counted(answers_of):
    answers = answers_of("paths")
    assert answers["paths 3x3 walked one by one/kernel"] == answers["paths 3x3 king/kernel"]
    assert answers["boggle growth 4x4, all paths counted/kernel"] == answers["paths 4x4 king/kernel"]


@pytest.mark.parametrize(
    ("shape", "kind", "paths"),
    [((1, 1), KING, 1), ((1, 5), ROOK, 25), ((2, 2), KING, 64), ((3, 3), HEX, 2795)],
)
def test_paths_are_counted_and_the_set_is_left_empty(shape, kind, paths):
    table, visited = neighbours(*shape, kind), set()
    assert sum(cases._count_by_set(table, visited, cell) for cell in range(len(table))) == paths
    assert not visited
