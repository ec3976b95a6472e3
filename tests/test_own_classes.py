"""Classes as students write them for the assignment: in several habits, each with the solvers as they are."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from unriddle import Puzzle, PuzzleError, PuzzleNode, breadth_first_solve, depth_first_solve, path_of
from unriddle.search import METHODS, find_path


def after(row):
    """Return the rows one jump on, pegs 1 and a hole 0 in a line."""
    found = []
    for k in range(len(row) - 2):
        for old, new in (([1, 1, 0], [0, 0, 1]), ([0, 1, 1], [1, 0, 0])):
            if list(row[k : k + 3]) == old:
                found.append([*row[:k], *new, *row[k + 3 :]])
    return found


class Lists(Puzzle):
    """A list, equality of its own, no hash."""

    def __init__(self, row):
        self.row = list(row)

    def __eq__(self, other):
        return type(self) is type(other) and self.row == other.row

    def __str__(self):
        return "".join(map(str, self.row))

    def extensions(self):
        return [type(self)(row) for row in after(self.row)]

    def is_solved(self):
        return sum(self.row) == 1


class NestedLists(Lists):
    """A list of lists beside it, and a dict of lists."""

    def __init__(self, row):
        super().__init__(row)
        self.grid = [[peg] for peg in row]
        self.where = {k: [peg] for k, peg in enumerate(row)}


class Plain(Puzzle):
    """No equality at all: that of all attributes."""

    def __init__(self, row):
        self._row, self._marks = list(row), {"*", "."}

    def __str__(self):
        return "".join(map(str, self._row))

    def extensions(self):
        return [Plain(row) for row in after(self._row)]

    def is_solved(self):
        return sum(self._row) == 1


class Tuples(Plain):
    def __init__(self, row):
        self._row = tuple(row)

    def extensions(self):
        return [Tuples(row) for row in after(self._row)]


class Sets(Puzzle):
    """The places of the pegs as a set."""

    def __init__(self, row):
        self.pegs, self.n = {k for k, peg in enumerate(row) if peg}, len(row)

    def row(self):
        return [int(k in self.pegs) for k in range(self.n)]

    def __str__(self):
        return "".join(map(str, self.row()))

    def extensions(self):
        return [Sets(row) for row in after(self.row())]

    def is_solved(self):
        return len(self.pegs) == 1


class Slots(Puzzle):
    __slots__ = ("row",)

    def __init__(self, row):
        self.row = list(row)

    def __str__(self):
        return "".join(map(str, self.row))

    def extensions(self):
        return [Slots(row) for row in after(self.row)]

    def is_solved(self):
        return sum(self.row) == 1


class Arrays(Puzzle):
    def __init__(self, row):
        self.row = np.array(row)

    def __str__(self):
        return "".join(map(str, self.row.tolist()))

    def extensions(self):
        return [Arrays(row) for row in after(self.row.tolist())]

    def is_solved(self):
        return int(self.row.sum()) == 1


@dataclass
class Data(Puzzle):
    row: list = field(default_factory=list)

    def __str__(self):
        return "".join(map(str, self.row))

    def extensions(self):
        return [Data(row) for row in after(self.row)]

    def is_solved(self):
        return sum(self.row) == 1


HABITS = [Lists, NestedLists, Plain, Tuples, Sets, Slots, Arrays, Data]
ROW = [1, 1, 0, 1, 1, 1]


@pytest.mark.parametrize("kind", HABITS)
def test_both_solvers_return_the_first_node_of_a_path(kind):
    for solve in (depth_first_solve, breadth_first_solve):
        node = solve(kind([1, 1, 0, 1]))
        assert isinstance(node, PuzzleNode) and node.parent is None
        steps = path_of(node)
        assert [str(step) for step in steps] == ["1101", "0011", "0100"]
        assert steps[-1].is_solved() and node.children[0].parent is node
        assert str(node) == "1101\n\n0011\n\n0100\n\n"
        assert solve(kind([1, 0, 1])) is None


@pytest.mark.parametrize("kind", HABITS)
def test_equal_configurations_are_one(kind):
    kind.make_hashable()  # a dataclass, that is; the solvers do it
    one, same, other = kind(ROW), kind(ROW), kind(ROW[::-1])
    assert one == same and hash(one) == hash(same) and one != other
    assert len({one, same, other}) == 2
    assert depth_first_solve(kind([1, 0, 1])) is None
    seen = []

    class Counted(kind):
        def is_solved(self):
            seen.append(str(self))
            return False

        def extensions(self):
            return [Counted(list(map(int, str(step)))) for step in super().extensions()]

    for method in ("dfs", "bfs"):
        seen.clear()
        assert find_path(Counted(ROW), method).node is None
        assert len(seen) == len(set(seen)) > 3


@pytest.mark.parametrize("kind", HABITS)
def test_every_method_takes_them(kind):
    for method in METHODS:
        goals = [kind([0, 1, 0, 0])] if method == "bidirectional" else None
        found = find_path(kind([1, 1, 0, 1]), method, goals=goals) if goals else None
        if goals is None:
            found = find_path(kind([1, 1, 0, 1]), method)
        elif found.node is None:  # steps cannot be undone, and these classes do not say what comes before
            continue
        assert [str(step) for step in found.path][-1] == "0100"


def test_what_cannot_be_frozen_is_one_clear_error():
    class Odd:
        __hash__ = None

    class Holder(Lists):
        def __init__(self, row):
            super().__init__(row)
            self.odd = Odd()

    with pytest.raises(PuzzleError, match=r"Holder\.odd is a Odd, which cannot be hashed, expected a method"):
        depth_first_solve(Holder([1, 1, 0]))


def test_a_class_may_say_its_own_hash():
    class Own(Lists):
        def __eq__(self, other):
            return super().__eq__(other)

        def __hash__(self):
            return 5

    assert hash(Own([1])) == 5


def test_nodes_in_the_original_order_and_by_keyword():
    leaf = PuzzleNode("leaf")
    root = PuzzleNode("root", [leaf], None)
    leaf.parent = root
    assert root.children == [leaf] and root == PuzzleNode(puzzle="root", children=[PuzzleNode("leaf")])
    assert root != leaf and root != "root" and hash(root) == hash(PuzzleNode("root"))
    assert str(PuzzleNode("a", [PuzzleNode("b"), PuzzleNode("c")])) == "a\n\nb\n\n\nc\n\n"
    assert repr(PuzzleNode()) == "PuzzleNode(None, depth=0, children=0)"


def test_deep_paths_do_not_overflow():
    class Far(Puzzle):
        def __init__(self, n):
            self.n = n

        def is_solved(self):
            return self.n == 100_000

        def extensions(self):
            return [Far(self.n + 1)]

    node, again = depth_first_solve(Far(0)), breadth_first_solve(Far(0))
    assert len(path_of(node)) == 100_001 and node == again
    assert str(node).count("\n") == 200_002
