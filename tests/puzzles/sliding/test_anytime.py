import pytest

from unriddle import Limits, MNPuzzle, build_tables
from unriddle.puzzles.sliding import additive, solving


@pytest.mark.usefixtures("_fresh")
def test_the_default_takes_tables_that_are_there(monkeypatch):
    puzzle, limits = MNPuzzle.random(5, seed=4), Limits(nodes=200_000)
    plain = puzzle.solve(limits=limits)
    assert plain.blanks == puzzle.solve(method="beam", limits=limits).blanks
    monkeypatch.setattr(additive, "PARTITIONS", {})
    whole = additive.groups_of
    monkeypatch.setattr(solving, "groups_of", lambda frame, tables, memory: whole(frame, "4-4-4-4-4-4", None))
    assert puzzle.solve(limits=limits).lower_bound == plain.lower_bound  # none is there yet
    build_tables("5x5", "4-4-4-4-4-4")
    better, shown = puzzle.solve(limits=limits), []
    assert better.lower_bound > plain.lower_bound
    again = puzzle.solve(limits=limits, improved=shown.append)
    lengths = [result.length for result in shown]
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] == again.length
    assert all(puzzle.check(result) and result.lower_bound <= result.length for result in shown)


def test_each_better_solution_is_told_without_tables_as_well():
    shown = []
    result = MNPuzzle.random(6, seed=1).solve(limits=Limits(nodes=300_000), improved=shown.append)
    assert [each.length for each in shown][-1] == result.length
    assert len(shown) > 1 and shown[0].length > shown[-1].length
