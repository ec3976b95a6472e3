"""A puzzle in plain Python: five methods of its own, and the whole contract."""

import pytest

from unriddle import Limits, PuzzleError, Status
from unriddle.puzzles.framework.state_puzzle import StepPuzzle


class Climb(StepPuzzle):
    """From a number to 10 by adding 1 or doubling."""

    def __init__(self, n):
        self.n = n

    @classmethod
    def parse(cls, text, *, file=None):
        return cls(int(text))

    def text(self):
        return str(self.n)

    def is_solved(self):
        return self.n == 10

    def extensions(self):
        return [type(self)(self.n + 1), type(self)(self.n * 2)]

    def fail_fast(self):
        return self.n > 10


class Guided(Climb):
    """With an estimate, and the goal."""

    def heuristic(self):
        return int(self.n < 10)

    def goals(self):
        return [Guided(10)]

    def predecessors(self):
        return [Guided(self.n - 1), *([Guided(self.n // 2)] if self.n % 2 == 0 else [])]


def paths(n):
    """All ways from n to 10, depth-first; 1 + 1 and 1 * 2 are the same step."""
    if n == 10:
        return [("10",)]
    return [(str(n), *rest) for step in dict.fromkeys((n + 1, n * 2)) if step <= 10 for rest in paths(step)]


@pytest.mark.parametrize("n", [1, 4, 9, 10])
def test_all_paths_in_the_order_of_the_extensions(n):
    puzzle = Climb(n)
    assert list(puzzle.solutions()) == paths(n)
    assert puzzle.count() == len(paths(n))
    assert all(puzzle.check(path) and puzzle.check(list(path)) for path in paths(n))


@pytest.mark.parametrize("kind", [Climb, Guided])
def test_every_method_finds_a_path_and_the_usual_one_a_shortest(kind):
    shortest = min(map(len, paths(1)))
    for method in kind.METHODS:
        assert kind(1).check(kind(1).solve(method=method)), method
    result = kind(1).solve()
    assert len(result.solution) == shortest and result.length == shortest - 1
    assert str(result) == "\n".join(result.solution)


def test_both_sides_need_goals():
    assert "bidirectional" in Guided.METHODS and "bidirectional" not in Climb.METHODS
    with pytest.raises(PuzzleError) as error:
        Climb(1).solve(method="bidirectional")
    assert str(error.value) == f"method='bidirectional', expected one of {', '.join(Climb.METHODS)}"


def test_no_way_and_a_limit():
    for result, status in (
        (Climb(11).solve(), Status.NO_SOLUTION),
        (Climb(1).solve(limits=Limits(nodes=1)), Status.LIMIT),
    ):
        assert (result.status, result.solution, result.length, str(result)) == (status, None, 0, str(status))
    assert Climb(11).count() == 0
    part = Climb(1).count(limits=Limits(nodes=3))
    assert part.status is Status.LIMIT and part.stats.nodes == 3


@pytest.mark.parametrize(
    "answer",
    [None, 5, "4", (), (4, 8), ("5", "10"), ("4", "9", "10"), ("4", "8", "9"), ("4", "x", "10"), {"4": 1}],
)
def test_what_is_no_answer(answer):
    assert Climb(4).check(answer) is False


def test_an_answer_is_replayed_and_drawn():
    answer = ("4", "5", "10")
    puzzle = Climb(4)
    assert puzzle.replay(answer) == [Climb(4), Climb(5), Climb(10)]
    assert puzzle.format(answer) == "4\n5\n10" and puzzle.format() == "4"
    picture = puzzle.to_svg(answer)
    assert "<title>Climb</title>" in picture and picture.count("<text") == 3
    assert puzzle.solve()._repr_svg_() == puzzle.to_svg(puzzle.solve().solution)


def test_a_puzzle_without_text_says_what_is_missing():
    class Bare(StepPuzzle):
        @classmethod
        def parse(cls, text, *, file=None):
            return cls()

        def is_solved(self):
            return True

        def extensions(self):
            return []

    with pytest.raises(
        NotImplementedError, match=r"^Bare\.text is missing, expected the text that parse reads$"
    ):
        Bare().solve()
