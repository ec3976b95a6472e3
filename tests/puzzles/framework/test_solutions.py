"""Solutions from a source that is run in slices."""

from unriddle import Status
from unriddle.puzzles.framework.solutions import Solutions


class Filling:
    """A source that has two solutions, and no memory for the rest."""

    nodes = 0
    full = False

    def run(self, budget):
        self.nodes += 1
        self.full = self.nodes > 2
        return not self.full

    def take(self):
        return [] if self.full else [self.nodes]


def test_used_up_memory_is_a_limit_and_a_part_is_not_the_whole():
    solutions = Solutions(Filling())
    assert list(solutions) == [1, 2]
    assert (solutions.status, solutions.complete, solutions.interrupted) == (Status.LIMIT, False, False)
    assert Solutions(Filling(), 2).status is Status.LIMIT
