"""Classes with an `__eq__` alone: no configuration is visited twice, whatever it compares."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Limits, Puzzle
from unriddle.hash_keys import THOROUGH, HashKeys
from unriddle.search import find_path, solutions

START = (2, 1, 3, 4, 5, 0)  # of the wrong parity: 6!/2 boards, none of them in order


class Tiles(Puzzle):
    """The 2x3 puzzle with the number of moves and the board before: what `__eq__` is to ignore."""

    def __init__(self, cells, moves=0, parent=None):
        self.cells, self.moves, self.parent = list(cells), moves, parent

    def is_solved(self):
        return self.cells == [1, 2, 3, 4, 5, 0]

    def extensions(self):
        blank, found = self.cells.index(0), []
        for other in (blank - 3, blank - 1, blank + 1, blank + 3):
            if 0 <= other < 6 and abs(other // 3 - blank // 3) + abs(other % 3 - blank % 3) == 1:
                cells = list(self.cells)
                cells[blank], cells[other] = cells[other], cells[blank]
                found.append(type(self)(cells, self.moves + 1, self))
        return found

    def __str__(self):
        return " ".join(map(str, self.cells))


class Direct(Tiles):
    def __eq__(self, other):
        return isinstance(other, Direct) and self.cells == other.cells


class ByText(Tiles):
    def __eq__(self, other):
        return str(self) == str(other)


class ByLoop(Tiles):
    def __eq__(self, other):
        return type(self) is type(other) and all(a == b for a, b in zip(self.cells, other.cells, strict=True))


class ByRows(Tiles):
    def __eq__(self, other):
        return self.cells[:3] == other.cells[:3] and self.cells[3:] == other.cells[3:]


class Slotted(Direct):
    __slots__ = ("_kept",)

    def __eq__(self, other):
        return self.cells == other.cells and len(self.cells) == len(other.cells)


class Mirrored(Tiles):
    """Boards that are mirror images, rows swapped, are one."""

    def __eq__(self, other):
        return other.cells in (self.cells, self.cells[3:] + self.cells[:3])


class ByKind(Tiles):
    """The corners count as a set: fewer classes than boards."""

    def __eq__(self, other):
        return self.key() == other.key()

    def key(self):
        return self.cells.index(0), {self.cells[0], self.cells[2]}


NUMBER = {Direct: 360, ByText: 360, ByLoop: 360, ByRows: 360, Slotted: 360, Mirrored: 360}


@pytest.mark.parametrize("method", ["bfs", "dfs", "astar"])
@pytest.mark.parametrize("kind", [*NUMBER, ByKind])
def test_no_configuration_is_visited_twice(kind, method):
    seen = []

    class Seen(kind):
        def extensions(self):
            seen.append(self)
            return super().extensions()

    result = find_path(Seen(START), method, limits=Limits(nodes=2000))
    assert result.status == "NO_SOLUTION"
    assert result.stats.nodes == len(seen) <= NUMBER.get(kind, 360)
    assert all(one != other for k, one in enumerate(seen) for other in seen[:k])
    if kind in (Direct, ByText, ByLoop, ByRows, Slotted):
        assert result.stats.nodes == 360


@pytest.mark.parametrize("kind", NUMBER)
def test_the_fewest_moves_are_found(kind):
    if kind is not Mirrored:  # a solved board is not looked for behind its image
        assert find_path(kind((4, 5, 0, 1, 2, 3)), "bfs").stats.path_length == 21  # the farthest of all
    assert find_path(kind((1, 2, 3, 0, 4, 5)), "ida").stats.path_length == 2
    there = find_path(kind((4, 1, 3, 2, 5, 0)), "bidirectional", goals=[kind((1, 2, 3, 4, 5, 0))])
    assert there.stats.path_length == find_path(kind((4, 1, 3, 2, 5, 0)), "bfs").stats.path_length
    first = next(solutions(kind((1, 2, 3, 4, 0, 5))))
    assert first.puzzle == kind((1, 2, 3, 4, 0, 5))


def test_equal_ones_have_one_hash_whatever_is_ignored():
    for kind in (*NUMBER, ByKind):
        assert hash(kind(START)) == hash(kind(START, 5, kind(START)))
        assert len({kind(START), kind(START, 7)}) == 1


class Far:
    """Numbers whose remainder counts, as a list of what it is made of; equal ones come late."""

    def __init__(self, n, modulus):
        self.n, self.modulus = n, modulus

    def __eq__(self, other):
        return int(self.n) % self.modulus == int(other.n) % self.modulus


@given(st.lists(st.integers(0, 10_000), max_size=30), st.integers(1, 40))
def test_equal_ones_have_one_number(numbers, modulus):
    told = HashKeys()
    keys = [told(Far(n, modulus)) for n in numbers]
    for k, n in enumerate(numbers):
        for j in range(k):
            assert (keys[j] == keys[k]) == (n % modulus == numbers[j] % modulus)


def test_what_is_found_out_late_holds_from_then_on():
    told, modulus = HashKeys(), THOROUGH + 100
    keys = [told(Far(n, modulus)) for n in range(12 * modulus)]
    assert len(set(keys)) < 4 * modulus and told.ignored == {"n"}  # some were taken for new until it was seen
    assert len(set(keys[-modulus:])) == modulus


class Held:
    """An attribute that cannot be frozen, compared by its own `__eq__`."""

    class Box:
        def __init__(self, n):
            self.n = n

        def __eq__(self, other):
            return self.n == other.n

    def __init__(self, n):
        self.box, self.twice = Held.Box(n), [n, n]

    def __eq__(self, other):
        return [self.box] == [other.box] and self.twice[:1] == other.twice[:1]


def test_what_cannot_be_frozen_is_left_to_its_equality():
    told = HashKeys()
    assert [told(Held(n)) for n in (1, 2, 1, 3, 2)] == [0, 1, 0, 2, 1]


class Nested(Puzzle):
    """A position that knows those before it, without an equality: they tell it apart as well."""

    def __init__(self, n, before=None):
        self.n, self.before = n, before

    def is_solved(self):
        return self.n == 5000

    def extensions(self):
        return [Nested(self.n + 1 if isinstance(self.n, int) else [self.n[0] + 1], self)]


def test_a_position_that_holds_all_before_it_is_one_clear_error():
    from unriddle import PuzzleError

    with pytest.raises(PuzzleError, match=r"too deep to follow.*configuration\(\)"):
        find_path(Nested(0), "bfs")
    with pytest.raises(PuzzleError, match=r"too deep to follow.*configuration\(\)"):
        find_path(Nested([0]), "bfs")
