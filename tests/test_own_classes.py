"""Classes as students write them for the assignment: in several habits, each with the solvers as they are."""

import copy
import pickle
import time
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import pytest

from unriddle import Limits, Puzzle, PuzzleError, PuzzleNode, breadth_first_solve, depth_first_solve, path_of
from unriddle.search import METHODS, find_path, solutions


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

    class Holder(Plain):
        def __init__(self, row):
            super().__init__(row)
            self.odd = Odd()

    with pytest.raises(
        PuzzleError, match=r"Holder\.odd is of type Odd, which cannot be hashed; define config"
    ):
        depth_first_solve(Holder([1, 1, 0]))


def test_a_generator_among_the_attributes_is_one_clear_error():
    class Dice(Plain):
        def __init__(self, row):
            super().__init__(row)
            self.rolls = (k for k in range(6))

        def extensions(self):
            return [Dice(row) for row in after(self._row)]

    with pytest.raises(PuzzleError, match=r"asked again, expected equal ones: .* such as a generator"):
        breadth_first_solve(Dice([1, 1, 0, 1]))


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


class Half(PuzzleNode):
    """A subclass whose constructor does not call that of its base."""

    def __init__(self, extra):
        self.extra = extra


@pytest.mark.parametrize("node", [PuzzleNode.__new__(PuzzleNode), Half([5]), Half.__new__(Half)], ids=str)
def test_a_half_made_node_is_a_whole_one(node):
    assert str(node) == "None\n\n" and repr(node) == "PuzzleNode(None, depth=0, children=0)"
    assert node == type(node).__new__(type(node)) and node != 5 and hash(node) == hash(None)
    assert node.depth == 0 and node.path() == [node] and node.children == [] and node.parent is None
    for other in (pickle.loads(pickle.dumps(node)), copy.deepcopy(node), copy.copy(node)):
        assert other is not node and other == node
        assert getattr(other, "extra", None) == getattr(node, "extra", None)


def test_nodes_are_copied_and_pickled_with_their_tree():
    root = PuzzleNode(["root"])
    root.children = [PuzzleNode(name, parent=root) for name in "abc"]
    stranger = PuzzleNode("stranger", parent=root)  # which its parent does not know
    for again in (lambda value: pickle.loads(pickle.dumps(value)), copy.deepcopy):
        nodes = again([root.children[1], root, root.children[0], stranger])
        assert nodes[0] is nodes[1].children[1] and nodes[2] is nodes[1].children[0]
        assert nodes[3].parent == nodes[1] and nodes[1] == root and nodes[1].puzzle is not root.puzzle
    shallow = copy.copy(root)
    assert shallow.children is root.children and shallow is not root
    ring = PuzzleNode(["ring"])
    ring.puzzle.append(ring)  # a configuration that knows its node
    other = pickle.loads(pickle.dumps(ring))
    assert other.puzzle[1] is other


@pytest.mark.parametrize("given", [None, 5, [1, 2], (3,)])
def test_extensions_that_are_none_is_one_clear_error(given):
    class Wrong(Plain):
        def extensions(self):
            return given

    says = r"extensions\(\) returned .*, expected a list"
    for method in ("dfs", "bfs", "astar", "ida"):
        with pytest.raises(PuzzleError, match=says):
            find_path(Wrong([1, 1, 0]), method)
    with pytest.raises(PuzzleError, match=says):
        list(solutions(Wrong([1, 1, 0])))
    with pytest.raises(PuzzleError, match="returned int" if given == [1, 2] else "."):
        find_path(Wrong([1, 1, 0]), "bidirectional", goals=[5])


def test_successors_that_are_none_is_one_clear_error():
    rules = {"start": 0, "successors": lambda state: None, "is_goal": lambda state: state == 5}
    with pytest.raises(PuzzleError, match=r"successors\(state\) returned None, expected a list"):
        find_path(rules, "bfs")

    def wrong(state):
        yield len(state)  # an error of the puzzle's own stays what it is

    with pytest.raises(TypeError, match="has no len"):
        find_path(rules | {"successors": wrong}, "bfs")


class Far(Puzzle):
    def __init__(self, n):
        self.n = n

    def is_solved(self):
        return self.n == 20_000

    def extensions(self):
        return [Far(self.n + 1)]


def test_deep_paths_do_not_overflow():
    node, again = depth_first_solve(Far(0)), breadth_first_solve(Far(0))
    assert len(path_of(node)) == 20_001 and node == again
    assert str(node).count("\n") == 40_002
    for other in (pickle.loads(pickle.dumps(node)), copy.deepcopy(node)):
        assert len(path_of(other)) == 20_001 and other.children[0].parent is other


# The assignment's four puzzles as rules on tuples, and the habits in which these are kept.


def near(k, rows, cols):
    """Return the cells beside a cell."""
    row, col = divmod(k, cols)
    places = (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)
    return [r * cols + c for r, c in places if 0 <= r < rows and 0 <= c < cols]


class PegRules:
    """Grid peg solitaire: one jump is one step, one peg is the end. "#" is no hole."""

    def __init__(self, cols):
        self.cols = cols

    def after(self, cells):
        found, cols = [], self.cols
        for k, peg in enumerate(cells):
            for step, room in ((1, cols - k % cols), (-1, k % cols + 1), (cols, 3), (-cols, 3)):
                if peg != "*" or room < 3 or not 0 <= k + 2 * step < len(cells):
                    continue
                if cells[k + step] == "*" and cells[k + 2 * step] == ".":
                    moved = list(cells)
                    moved[k] = moved[k + step] = "."
                    moved[k + 2 * step] = "*"
                    found.append(tuple(moved))
        return found

    def solved(self, cells):
        return cells.count("*") == 1

    def dead(self, cells):
        return False


class SudokuRules:
    """The first empty cell gets each symbol that fits."""

    def __init__(self, symbols):
        self.symbols, self.n, self.box = symbols, len(symbols), round(len(symbols) ** 0.5)

    def left(self, cells, k):
        n, b = self.n, self.box
        row, col = divmod(k, n)
        used = set(cells[row * n : row * n + n]) | set(cells[col::n])
        for r in range(row // b * b, row // b * b + b):
            used |= set(cells[r * n + col // b * b : r * n + col // b * b + b])
        return [symbol for symbol in self.symbols if symbol not in used]

    def after(self, cells):
        k = cells.index(".")
        return [(*cells[:k], symbol, *cells[k + 1 :]) for symbol in self.left(cells, k)]

    def solved(self, cells):
        return "." not in cells

    def dead(self, cells):
        return any(cell == "." and not self.left(cells, k) for k, cell in enumerate(cells))


class LadderRules:
    """One letter changes; each word is in the set. The state is the word, and that to be reached."""

    def __init__(self, words):
        self.words = words

    def after(self, state):
        word, goal = state
        changed = (
            word[:k] + c + word[k + 1 :] for k in range(len(word)) for c in "abcdefghijklmnopqrstuvwxyz"
        )
        return [(other, goal) for other in changed if other != word and other in self.words]

    def solved(self, state):
        return state[0] == state[1]

    def dead(self, state):
        return False


class TileRules:
    """The m x n puzzle: the blank "*" swaps with a tile beside it."""

    def __init__(self, rows, goal):
        self.rows, self.cols, self.goal = rows, len(goal) // rows, tuple(goal)

    def after(self, cells):
        blank, found = cells.index("*"), []
        for k in near(blank, self.rows, self.cols):
            moved = list(cells)
            moved[blank], moved[k] = moved[k], moved[blank]
            found.append(tuple(moved))
        return found

    def solved(self, cells):
        return cells == self.goal

    def dead(self, cells):
        return False


class Student(Puzzle):
    """What all habits share: the state is packed into attributes; `rules` stands beside it."""

    def __init__(self, rules, state, moves=0):
        self.rules = rules
        self.pack(tuple(state), moves)

    def extensions(self):
        return [type(self)(self.rules, state, self.count() + 1) for state in self.rules.after(self.state())]

    def is_solved(self):
        return self.rules.solved(self.state())

    def fail_fast(self):
        return self.rules.dead(self.state())

    def count(self):
        return 0

    def __str__(self):
        return " ".join(self.state())


class InList(Student):
    def pack(self, state, moves):
        self.cells = list(state)

    def state(self):
        return tuple(self.cells)


class InListOfLists(Student):
    """Rows of two, as many keep a grid."""

    def pack(self, state, moves):
        self.grid = [list(state[k : k + 2]) for k in range(0, len(state), 2)]

    def state(self):
        return tuple(cell for row in self.grid for cell in row)


class InTuple(Student):
    def pack(self, state, moves):
        self.cells = state

    def state(self):
        return self.cells


class InSet(Student):
    def pack(self, state, moves):
        self.pairs = set(enumerate(state))

    def state(self):
        return tuple(cell for _, cell in sorted(self.pairs))


class InDict(Student):
    def pack(self, state, moves):
        self.at = dict(enumerate(state))

    def state(self):
        return tuple(self.at[k] for k in sorted(self.at))


class InObjectArray(Student):
    def pack(self, state, moves):
        self.cells = np.array(state, dtype=object)

    def state(self):
        return tuple(self.cells)


class WithEquality(InList):
    def __eq__(self, other):
        return isinstance(other, WithEquality) and self.cells == other.cells


class WithCounter(InListOfLists):
    """A counter of moves, which its equality ignores."""

    def pack(self, state, moves):
        super().pack(state, moves)
        self.moves = moves

    def count(self):
        return self.moves

    def __eq__(self, other):
        return type(self) == type(other) and self.grid == other.grid  # noqa: E721


class ByText(WithCounter):
    """Equal where the texts are."""

    def __eq__(self, other):
        return str(self) == str(other)


class CellByCell(WithCounter):
    def __eq__(self, other):
        for mine, theirs in zip(self.grid, other.grid, strict=True):
            for one, two in zip(mine, theirs, strict=True):
                if one != two:
                    return False
        return True


class OnlySlots(Puzzle):
    """Slots alone, one of them private, no equality."""

    __slots__ = ("__cells", "rules")

    def __init__(self, rules, state, moves=0):
        self.rules, self.__cells = rules, tuple(state)

    def state(self):
        return self.__cells

    count, extensions, is_solved = Student.count, Student.extensions, Student.is_solved
    fail_fast, __str__ = Student.fail_fast, Student.__str__


class SlotsWithEquality(Student):
    __slots__ = ("cells", "moves")

    def pack(self, state, moves):
        self.cells, self.moves = list(state), moves

    def state(self):
        return tuple(self.cells)

    def count(self):
        return self.moves

    def __eq__(self, other):
        return self.cells == other.cells


@dataclass
class AsData(Puzzle):
    rules: object
    cells: list
    moves: int = field(default=0, compare=False)

    def __post_init__(self):
        self.cells = list(self.cells)  # a list and a tuple are not equal

    def state(self):
        return tuple(self.cells)

    def count(self):
        return self.moves

    def extensions(self):
        return [AsData(self.rules, list(state), self.moves + 1) for state in self.rules.after(self.state())]

    is_solved, fail_fast, __str__ = Student.is_solved, Student.fail_fast, Student.__str__


@dataclass(eq=False)
class DataWithoutEquality(AsData):
    def count(self):
        return 0

    def extensions(self):
        return [DataWithoutEquality(self.rules, list(state)) for state in self.rules.after(self.state())]


@dataclass(frozen=True, slots=True)
class FrozenData(Puzzle):
    rules: object
    cells: tuple
    moves: int = field(default=0, compare=False)

    def state(self):
        return self.cells

    def extensions(self):
        return [FrozenData(self.rules, state, self.moves + 1) for state in self.rules.after(self.cells)]

    is_solved, fail_fast, __str__ = Student.is_solved, Student.fail_fast, Student.__str__


KEPT = [
    InList,
    InListOfLists,
    InTuple,
    InSet,
    InDict,
    InObjectArray,
    WithEquality,
    WithCounter,
    ByText,
    CellByCell,
    OnlySlots,
    SlotsWithEquality,
    AsData,
    DataWithoutEquality,
    FrozenData,
]


def steps_of(node):
    return [step.state() for step in path_of(node)]


def check_path(rules, steps, start):
    assert steps[0] == tuple(start) and rules.solved(steps[-1])
    assert all(other in rules.after(one) for one, other in pairwise(steps))
    assert len(set(steps)) == len(steps)


@pytest.mark.parametrize("kind", KEPT)
def test_peg_solitaire(kind):
    """Latin cross of six pegs: five jumps; Greek cross of nine: eight. A corner alone: none."""
    for board, jumps in (
        ("##...####.*.##..***.....*......*...##...####...##", 5),
        ("##...####.*.##...*....*****....*...##.*.####...##", 8),
    ):
        rules, start = PegRules(7), tuple(board)
        for solve in (depth_first_solve, breadth_first_solve):
            steps = steps_of(solve(kind(rules, start)))
            check_path(rules, steps, start)
            assert len(steps) - 1 == jumps == board.count("*") - 1
    assert depth_first_solve(kind(PegRules(3), tuple("*.*......"))) is None


@pytest.mark.parametrize("kind", KEPT)
def test_sudoku(kind):
    """The puzzle of Wikipedia's article, whose one solution is printed there, with more cells given."""
    given = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    given = "".join(
        b if a == "." and k % 3 else a for k, (a, b) in enumerate(zip(given, answer, strict=True))
    )
    rules = SudokuRules("123456789")
    for solve in (depth_first_solve, breadth_first_solve):
        steps = steps_of(solve(kind(rules, tuple(given))))
        check_path(rules, steps, given)
        assert "".join(steps[-1]) == answer
    small = SudokuRules("ABCD")
    assert depth_first_solve(kind(small, tuple("ABC.D..........."))) is not None
    assert depth_first_solve(kind(small, tuple("ABC....D........"))) is None


@pytest.mark.parametrize("kind", KEPT)
def test_word_ladder(kind, words):
    """The assignment's example: cost, cast, case, cave, save."""
    rules = LadderRules(words)
    steps = [word for word, _ in steps_of(breadth_first_solve(kind(rules, ("cost", "save"))))]
    assert len(steps) == 5 and steps[0] == "cost" and steps[-1] == "save"
    check_path(rules, steps_of(depth_first_solve(kind(rules, ("cost", "save")))), ("cost", "save"))
    assert breadth_first_solve(kind(LadderRules({"cost", "cast", "save"}), ("cost", "save"))) is None


@pytest.fixture(scope="module")
def words():
    """Words of four letters, those of the example among them."""
    return {"cost", "cast", "case", "cave", "save", "cane", "lost", "last", "lose", "rose", "nose", "core"}


@pytest.mark.parametrize("kind", KEPT)
def test_mn_puzzle(kind):
    """2x3: the farthest board is 21 moves away, and half of all boards are out of reach."""
    rules = TileRules(2, "12345*")
    start = tuple("45*123")
    steps = steps_of(breadth_first_solve(kind(rules, start)))
    check_path(rules, steps, start)
    assert len(steps) - 1 == 21
    check_path(rules, steps_of(depth_first_solve(kind(rules, start))), start)
    assert len(steps_of(breadth_first_solve(kind(rules, tuple("*23145"))))) - 1 == 3
    for method in ("bfs", "dfs"):
        found = find_path(kind(rules, tuple("21345*")), method)
        assert found.status == "NO_SOLUTION" and found.stats.nodes == 360


@pytest.mark.parametrize("equal", [False, True])
def test_a_set_of_many_words_that_all_states_share_costs_once(equal):
    """The ladder holds its word set itself, as the assignment's class does."""

    class Ladder(Puzzle):
        def __init__(self, word, goal, words):
            self._from_word, self._to_word, self._words = word, goal, words

        if equal:

            def __eq__(self, other):
                return (self._from_word, self._words) == (other._from_word, other._words)

        def is_solved(self):
            return self._from_word == self._to_word

        def extensions(self):
            after = LadderRules(self._words).after((self._from_word, self._to_word))
            return [Ladder(word, goal, self._words) for word, goal in after]

    words = {f"{k:x}".translate(str.maketrans("0123456789", "ghijklmnop")) for k in range(1 << 17, 3 << 16)}
    start, goal = min(words), max(words)
    seconds = []
    for _ in range(3):
        began = time.process_time()
        found = find_path(Ladder(start, goal, words), "dfs", limits=Limits(nodes=100))
        seconds.append(time.process_time() - began)
    assert found.stats.nodes == 100
    each = min(seconds) / found.stats.nodes
    began = time.process_time()
    frozenset(words)
    assert each < max(time.process_time() - began, 1e-4), "the set was frozen for each state"
