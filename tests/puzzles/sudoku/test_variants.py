"""Sudoku variants against their rules written once more, as relations of two cells, and a plain search."""

from functools import cache
from itertools import combinations

import pytest
from brute_force.sudoku_reference import Kind, Reference, defined, rules_of

from unriddle import Limits, PuzzleError, SudokuPuzzle
from unriddle.puzzles.sudoku.layout import VARIANTS

# 9 × 9 of each kind

JIGSAW = "AAAAABBBB/AACCCBDDB/AECCCDDDB/AEECDDFDB/EEECCGFDB/EEEGGGFFF/HHHGGFFIF/HGGGIIFII/HHHHHIIII"
MARKS = "r1c1<r1c2<r1c3<r2c3 r5c5>r5c6>r6c6 r9c9<r9c8 r4c1>r3c1 r7c7<r6c7"
GROUPS = "r1c1 r2c4 r3c7 r5c5 r8c8; r9c1 r6c2 r4c9; r2c9 r3c1 r7c4 r8c5 r5c8 r6c6 r1c2 r4c3 r9c7"
NEXT = "r1c1~r1c2 r3c3~r4c3 r5c5~r5c6 r9c8~r9c9 r7c2~r8c2"
EVEN, ODD = "r1c1 r2c5 r9c9 r4c4 r6c1", "r1c2 r5c5 r8c8 r3c9"
PLAIN = Kind(9, (3, 3))
NINE = {
    **{name: PLAIN._replace(names=(name,)) for name in VARIANTS if name != "latin"},
    "plain": PLAIN,
    "latin": Kind(9, names=("latin",)),
    "jigsaw": Kind(9, regions=JIGSAW),
    "consecutive": PLAIN._replace(marks=NEXT),
    "consecutive and not": PLAIN._replace(names=("nonconsecutive",), marks="r1c1~r1c2 r5c5~r6c5"),
    "even and odd": PLAIN._replace(even=EVEN, odd=ODD),
    "signs": PLAIN._replace(marks=MARKS),
    "groups": PLAIN._replace(groups=GROUPS),
    "futoshiki": Kind(9, names=("latin",), marks=MARKS),
}


@pytest.mark.parametrize("name", NINE)
def test_nine_by_nine_of_each_kind(name):
    kind = NINE[name]
    rules, reference = rules_of(kind), Reference(kind)
    puzzle = SudokuPuzzle.generate(9, seed=4, clues=48 if "latin" in kind.names else 34, **rules)
    clues = puzzle.array().ravel().tolist()
    (expected,) = reference.solutions(clues)
    result = puzzle.solve()
    assert numbers(result.solution) == expected and result.status.value == "UNIQUE"
    assert puzzle.check(expected) and puzzle.count() == 1
    given = [cell for cell, clue in enumerate(clues) if clue]
    for dropped in (given[::5][:3], given[1::4][:4]):
        fewer = [0 if cell in dropped else clue for cell, clue in enumerate(clues)]
        wider = SudokuPuzzle.from_array(fewer, **rules)
        found = sorted(reference.solutions(fewer))
        assert sorted(map(numbers, wider.solutions())) == found
        assert wider.count() == len(found)
        assert int(SudokuPuzzle.solve_many([wider], limit=1000).counts[0]) == len(found)


def numbers(puzzle):
    return tuple(puzzle.array().ravel().tolist())


# Each named variant with each shape of boxes

SHAPES = [(n, (height, n // height)) for n in range(1, 13) for height in range(1, n + 1) if n % height == 0]
SHAPES += [(n, None) for n in range(1, 13)]
CASES = [Kind(n, box, (name,)) for n, box in SHAPES if box for name in VARIANTS if name != "latin"]
CASES += [
    Kind(n, None, tuple(dict.fromkeys(("latin", name)))) for n, box in SHAPES if not box for name in VARIANTS
]


@cache
def reference_of(kind):
    return Reference(kind)


def name_of(kind):
    return f"{kind.n}-{'x'.join(map(str, kind.box or ('no',)))}-{'-'.join(kind.names)}"


def empty(kind):
    return SudokuPuzzle.from_array([[0] * kind.n] * kind.n, **rules_of(kind))


@pytest.mark.parametrize("kind", [kind for kind in CASES if not defined(kind)], ids=name_of)
def test_what_is_not_defined_is_refused_by_name(kind):
    *_, name = kind.names
    for call in (lambda: empty(kind), lambda: SudokuPuzzle.generate(kind.n, seed=1, **rules_of(kind))):
        with pytest.raises(PuzzleError, match=f"{name} (with|needs)"):
            call()


@pytest.mark.parametrize("kind", [kind for kind in CASES if defined(kind)], ids=name_of)
def test_solver_and_checker_read_the_same_rules(kind):
    puzzle, reference = empty(kind), reference_of(kind)
    for solution in puzzle.solutions(3, limits=Limits(nodes=3000)):
        found = numbers(solution)
        assert reference.right(found) and puzzle.check(solution)
        assert puzzle.judge(found).status.value == "RIGHT"
        for cell in range(0, kind.n**2, 11):
            wrong = (*found[:cell], found[cell] % kind.n + 1, *found[cell + 1 :])
            assert puzzle.check(wrong) is reference.right(wrong)


@pytest.mark.parametrize("kind", [kind for kind in CASES if defined(kind) and kind.n <= 9], ids=name_of)
def test_the_generator_keeps_to_the_rules(kind):
    try:
        puzzle = SudokuPuzzle.generate(kind.n, seed=2, effort=300, **rules_of(kind))
    except PuzzleError as error:
        assert "no grid satisfies these rules" in error.reason
        assert empty(kind).solve().status.value == "NO_SOLUTION"
        return
    assert puzzle.solve().status.value == "UNIQUE" and reference_of(kind).right(
        numbers(puzzle.solve().solution)
    )
    if kind.n <= 4:
        assert len(list(reference_of(kind).solutions(numbers(puzzle)))) == 1


def agree_on(kind, clues):
    """Hold count, solutions and checker to the plain search."""
    puzzle = SudokuPuzzle.from_array(clues, **rules_of(kind))
    expected = sorted(reference_of(kind).solutions(clues))
    assert puzzle.count() == len(expected), clues
    assert sorted(map(numbers, puzzle.solutions())) == expected
    assert all(puzzle.check(solution) for solution in expected[::50])
    return expected


FOURS = [
    Kind(n, box, names)
    for n, box in SHAPES
    if n <= 4
    for size in (0, 1, 2)
    for names in combinations([name for name in VARIANTS if name != "latin"], size)
]
FOURS = [kind if kind.box else kind._replace(names=("latin", *kind.names)) for kind in FOURS]


@pytest.mark.parametrize("n", range(1, 5))
def test_all_grids_to_4x4_with_each_pair_of_variants(n):
    found = 0
    for kind in FOURS:
        if kind.n == n and defined(kind):
            found += len(agree_on(kind, [0] * (n * n)))
    assert found


@pytest.mark.parametrize("kind", [kind for kind in CASES if defined(kind) and kind.n in (5, 6)], ids=name_of)
def test_counts_to_6x6(kind):
    n = kind.n
    first = next(empty(kind).solutions(1), None)
    if first is None:
        assert next(reference_of(kind).solutions([0] * n * n), None) is None
        return
    grid = numbers(first)
    for rows in ((0, 1), (n - 1, n // 2)):
        agree_on(kind, [value if cell // n in rows else 0 for cell, value in enumerate(grid)])
