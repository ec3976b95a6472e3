import numpy as np
import pytest

from unriddle import Limits, MNPuzzle, build_tables
from unriddle.puzzles.sliding import pattern_database, solving
from unriddle.puzzles.sliding.anytime import Anytime, Beams, from_the_goal
from unriddle.puzzles.sliding.result import ways


def _tables(frame, sizes):
    making = pattern_database.Making(frame, pattern_database.groups_of(frame, sizes, None))
    while making.run():
        pass
    return making.tables()


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize(("shape", "sizes"), [("3x3", "4-4"), ("2x4", "4-3"), ("5x5", "3-3-3-3-3-3-3-3")])
def test_from_the_goal_it_is_as_far(shape, sizes):
    for seed in range(6):
        puzzle = MNPuzzle.random(shape, seed=seed)
        frame = solving.frame_of(puzzle)
        tables = _tables(frame, sizes)
        start, goal, back = from_the_goal(frame)
        assert sorted(start.tolist()) == sorted(goal.tolist()) == list(range(puzzle.rows * puzzle.cols))
        beams = Beams(tables, start, goal, 1 << 24)
        while beams.path is None:
            beams.run(1000)
        blanks = frame.back(back[beams.path[::-1]])
        assert puzzle.check(ways(tuple(blanks), puzzle.cols))
        if shape != "5x5":
            while not beams.done:
                beams.run(1000)
            assert len(beams.path) - 1 == puzzle.solve(method="astar").length


@pytest.mark.usefixtures("_fresh")
def test_the_same_nodes_have_the_same_answer():
    frame = solving.frame_of(MNPuzzle.random(5, seed=3))
    tables = _tables(frame, "3-3-3-3-3-3-3-3")
    found, rng = set(), np.random.default_rng(1)
    for threads in (1, 1, 2, 3):
        search = Anytime(frame, tables, 1 << 26, threads)
        while search.nodes < 400_000:
            search.run(min(int(rng.integers(1, 50_000)), 400_000 - search.nodes))
        search.close()
        assert search.nodes == 400_000 and search.lower <= search.length == len(search.blanks) - 1
        found.add(search.blanks)
    assert len(found) == 1


@pytest.mark.usefixtures("_fresh")
def test_what_is_proven_is_the_end():
    for seed in range(4):
        puzzle = MNPuzzle.random(3, seed=seed)
        frame = solving.frame_of(puzzle)
        search = Anytime(frame, _tables(frame, "4-4"), 1 << 24, 1)
        while search.run(500):
            pass
        search.close()
        assert search.length == search.lower == puzzle.solve().length
        # Without memory for beams iterative deepening is left.
        alone = Anytime(frame, _tables(frame, "4-4"), 100, 2)
        while alone.run(500):
            pass
        alone.close()
        assert alone.length == search.length


@pytest.mark.usefixtures("_fresh")
def test_it_ends_after_the_same_nodes_however_it_is_sliced():
    for seed in range(4):
        frame = solving.frame_of(MNPuzzle.random(3, seed=seed))
        tables, ends, rng = _tables(frame, "4-4"), set(), np.random.default_rng(seed)
        for longest in (1, 1000, 1 << 20):
            search = Anytime(frame, tables, 1 << 24, 1)
            while search.run(int(rng.integers(1, longest, endpoint=True))):
                pass
            ends.add((search.nodes, search.generated, search.blanks))
            search.close()
        assert len(ends) == 1


@pytest.mark.usefixtures("_fresh")
def test_the_default_takes_tables_that_are_there(monkeypatch):
    puzzle, limits = MNPuzzle.random(5, seed=4), Limits(nodes=200_000)
    plain = puzzle.solve(limits=limits)
    assert plain.blanks == puzzle.solve(method="beam", limits=limits).blanks
    monkeypatch.setattr(pattern_database, "PARTITIONS", {})
    whole = pattern_database.groups_of
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
