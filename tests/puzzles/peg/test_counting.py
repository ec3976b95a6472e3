import pytest

from unriddle import GridPegSolitairePuzzle, Limits, Status
from unriddle.puzzles.peg.reachability import set_bytes


def test_positions_of_the_english_board():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    layers = puzzle.count_positions(limits=Limits(nodes=20_000))
    assert layers.counts[:9] == (1, 1, 2, 8, 39, 171, 719, 2757, 9751)
    assert layers.status is Status.LIMIT and layers.total == layers.found == sum(layers.counts)


def test_positions_are_a_count():
    puzzle = GridPegSolitairePuzzle.parse("**.*")
    found = puzzle.count_positions()
    assert found == 3 and int(found) == found.total == 3 and found.complete and found.status is Status.SOLVED
    assert puzzle.solvable_positions().counts == (1, 1, 1)
    none = GridPegSolitairePuzzle.parse("*.*").solvable_positions()
    assert (none.status, none.total, none.counts, none.complete) == (Status.NO_SOLUTION, 0, (), True)


def test_counts_stop_where_they_are_asked_to():
    puzzle = GridPegSolitairePuzzle.named("triangle15")
    for limit in (1, 29_759, 29_760, 29_761):
        count = puzzle.count(limit)
        assert count == min(limit, 29_760) and count.complete == (limit >= 29_760)


@pytest.mark.parametrize("work", ["count", "fewest_moves", "solvable_positions", "count_positions"])
def test_memory_is_a_limit_in_every_phase(work):
    puzzle = GridPegSolitairePuzzle.random("english", pegs=14, seed=2, goal=(3, 3))
    asked = getattr(puzzle, work)
    assert asked().status is not Status.LIMIT
    ends = [asked(limits=Limits(memory=1 << bits)).status is Status.LIMIT for bits in range(10, 30)]
    assert ends[0] and not ends[-1] and ends == sorted(ends, reverse=True)


def test_bytes_of_tables():
    assert set_bytes(0) == set_bytes(32) == 24 * 32 and set_bytes(33) == 24 * 64
    assert set_bytes(1000, 8) == (24 + 16) * 1024
