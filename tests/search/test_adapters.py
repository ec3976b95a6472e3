"""What the kernel is told of a puzzle: what its class overrides, how it is told apart, raw states."""

from dataclasses import dataclass

import pytest

from unriddle import Puzzle, PuzzleError
from unriddle.search.adapters import METHODS, States
from unriddle.search.example import CountToTen


def found(states, method, **options):
    search = states.search(method, **options)
    while search.run(3):
        pass
    return search


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("cycles", ["path", "parent"])
def test_each_method_ends_with_a_path(method, cycles):
    search = found(States.of(CountToTen(1)), method, goals=[CountToTen(10)], cycles=cycles)
    assert search.found[0] == CountToTen(1) and search.found[-1] == CountToTen(10)
    assert all(b in a.extensions() for a, b in zip(search.found, search.found[1:], strict=False))


def test_what_is_not_overridden_is_not_called(monkeypatch):
    class Bare(Puzzle):
        def __init__(self, n):
            self.n = n

        def is_solved(self):
            return self.n == 9

        def extensions(self):
            return [Bare(self.n + 1)]

    for name in ("fail_fast", "heuristic", "step_cost", "configuration", "__hash__"):
        kept = getattr(Puzzle, name)

        def forbidden(*arguments, name=name):
            raise AssertionError(f"{name} was called")

        monkeypatch.setattr(Puzzle, name, forbidden)
        if name in ("configuration", "__hash__"):
            states = States(Bare(1), States.of(CountToTen(1)).kinds, "Bare", bool, list, min, list, 200)
        else:
            states = States.of(Bare(1))
        assert len(found(states, "astar").found) == 9
        monkeypatch.setattr(Puzzle, name, kept)


def test_an_equality_of_its_own_is_asked():
    class Modulo(CountToTen):
        def __eq__(self, other):
            return self.n % 7 == other.n % 7

        def __hash__(self):
            return self.n % 7

        def extensions(self):
            return [Modulo(self.n + 1)]

        def is_solved(self):
            return False

        def fail_fast(self):
            return False

    assert found(States.of(Modulo(0)), "bfs").nodes == 7


def test_dataclasses_and_subclasses():
    @dataclass
    class Point(Puzzle):
        x: int
        y: int

        def is_solved(self):
            return (self.x, self.y) == (3, 2)

        def extensions(self):
            return [Point(self.x + 1, self.y), Point(self.x, self.y + 1)] if self.x + self.y < 5 else []

    search = found(States.of(Point(0, 0)), "bfs")
    assert len(search.found) == 6 and search.kept <= 21


def test_paths_one_by_one():
    search, paths = States.of(CountToTen(4)).every_path(), []
    remains = True
    while remains:
        remains = search.run(2)
        if path := search.take():
            paths.append([puzzle.n for puzzle in path])
    assert paths == [[4, 5, 6, 7, 8, 9, 10], [4, 5, 10], [4, 8, 9, 10]]
    assert search.pruned > 0 and search.depth == 6


def test_a_larger_configuration_takes_more():
    class Wide(CountToTen):
        def __init__(self, n):
            super().__init__(n)
            self.row = b"x" * 1000

    assert 200 < States.of(CountToTen(1)).size < States.of(Wide(1)).size - 1000
    raw = {"start": (1, 2), "successors": list, "is_goal": bool}
    assert 200 < States.of(raw).size < 400


def test_unknown_methods_and_cycles():
    for options, words in ((("best",), "expected one of dfs"), (("ida", None, "none"), "'path' or 'parent'")):
        with pytest.raises(PuzzleError, match=words):
            States.of(CountToTen(1)).search(*options)
