"""Canonical forms of Sudokus against every symmetry of small grids, and random symmetries of larger ones."""

import random
from itertools import permutations, product

import numpy as np
import pytest
from brute_force.sudoku_reference import Kind, Reference, rules_of

from unriddle import SudokuPuzzle
from unriddle.puzzles.sudoku.generate import GROUPS, forms, kind_of
from unriddle.puzzles.sudoku.layout import layout_of

SMALL = {
    "square boxes": [Kind(4, (2, 2))],
    "boxes": [Kind(6, (2, 3)), Kind(6, (3, 2))],
    "latin": [
        Kind(2, (1, 2)),
        Kind(2, (2, 1)),
        Kind(3, (1, 3)),
        Kind(3, (3, 1)),
        Kind(3, names=("latin",)),
        Kind(4, (1, 4)),
        Kind(4, (4, 1)),
        Kind(4, names=("latin",)),
    ],
    "variant": [
        Kind(4, (2, 2), ("diagonal",)),
        Kind(4, (2, 2), ("windoku",)),
        Kind(4, (2, 2), ("disjoint",)),
        Kind(4, (1, 4), ("diagonal",)),
        Kind(5, None, ("latin", "anti-king")),
        Kind(4, None, ("latin", "diagonal")),
        Kind(5, None, ("latin", "nonconsecutive")),
        Kind(4, regions="AABB/AABB/CCDD/CCDD"),
        Kind(4, regions="AAAB/CABB/CCDB/CDDD"),
        Kind(4, (2, 2), groups="r1c1 r2c3 r3c4 r4c2"),
        Kind(4, (2, 2), even="r1c1 r4c4"),
        Kind(4, (2, 2), odd="r1c2", marks="r4c1<r3c1"),
        Kind(5, (1, 5), ("anti-knight",)),
        Kind(6, (2, 3), ("disjoint",)),
        Kind(6, (3, 2), ("diagonal",)),
    ],
}
LARGE = {
    "square boxes": [Kind(9, (3, 3))],
    "boxes": [Kind(8, (2, 4)), Kind(10, (5, 2))],
    "latin": [Kind(7, names=("latin",)), Kind(6, (6, 1)), Kind(6, (1, 6))],
    "variant": [
        *(Kind(9, (3, 3), (name,)) for name in ("diagonal", "windoku", "disjoint", "asterisk", "girandola")),
        Kind(9, (3, 3), ("centre-dot", "diagonal")),
        Kind(9, (3, 3), ("anti-knight",)),
        Kind(6, (2, 3), ("anti-king",)),
        Kind(6, None, ("latin", "nonconsecutive")),
    ],
}


def orders(n, size):
    """Yield the orders of n lines that leave bands of `size` together."""
    for bands in permutations(range(n // size)):
        for inner in product(list(permutations(range(size))), repeat=n // size):
            yield [size * band + k for band, within in zip(bands, inner, strict=True) for k in within]


def moves_of(kind, group):
    """Yield the moves of cells that a group of the table has, and turns that may break a rule of the kind."""
    n = kind.n
    lines = [[*range(n)], [*range(n)][::-1]]
    both = [list(orders(n, size)) for size in kind.box or (1, n)] if group.lines else [lines, lines]
    for rows, cols in product(*both):
        for transposed in (False, True) if group.transposed or not group.lines else (False,):
            yield np.array([n * c + r if transposed else n * r + c for r in rows for c in cols])


def keeps(reference, move):
    """Say whether the rules of two cells are those of the two that come there."""
    for cell, rules in enumerate(reference.tables):
        there = dict(reference.tables[move[cell]])
        if reference.first[cell] != reference.first[move[cell]] or len(rules) != len(there):
            return False
        if any(there.get(move[other]) != may for other, may in rules):
            return False
    return True


def elements(kind):
    reference, group = Reference(kind), GROUPS[kind_of(layout_of(kind.n, **rules_of(kind)))]
    return np.array([move for move in moves_of(kind, group) if keeps(reference, move)])


def relabelled(kind):
    """Say whether no rule reads numbers."""
    return not (kind.even or kind.odd or kind.marks or "nonconsecutive" in kind.names)


def least(kind, moves, values, marks):
    """Return the least text of a puzzle over all moves; symbols are numbered as the first row has them."""
    cells = values[moves].astype(np.intp)
    if relabelled(kind):
        numbers = np.zeros((len(moves), kind.n + 1), np.intp)
        np.put_along_axis(numbers, cells[:, : kind.n], np.arange(kind.n)[None], axis=1)
        cells = np.take_along_axis(numbers, cells, axis=1)
    return min(map(bytes, (2 * cells + marks[moves]).astype(np.uint8)))


def samples(kind, moves, chance, count):
    """Return solved grids and clues, half of them images of the others, some with one clue changed."""
    rules, n = rules_of(kind), kind.n
    empty = SudokuPuzzle.from_array([[0] * n] * n, **rules)
    found = [solution.array().ravel() for solution in empty.solutions(300)]
    solved = [chance.choice(found) for _ in range(count)]
    clues = [np.array([chance.random() < 0.4 for _ in range(n * n)]) for _ in range(count)]
    for k in range(count):
        move, names = chance.choice(moves), np.arange(n + 1)
        if relabelled(kind):
            names[1:] = chance.sample(range(1, n + 1), n)
        solved.append(names[solved[k][move]].astype(np.uint8))
        clues.append(clues[k][move])
        if k % 3 == 0:
            clues[-1][chance.randrange(n * n)] ^= True
    return np.array(solved), np.array(clues)


def forms_of(kind, solved, clues):
    shape = (-1, kind.n, kind.n)
    return forms(solved.reshape(shape), clues.reshape(shape), layout_of(kind.n, **rules_of(kind)))


def random_orders(n, size, chance):
    """Return some random orders of n lines that leave bands of `size` together."""
    found = []
    for _ in range(20):
        bands = chance.sample(range(n // size), n // size)
        found.append([size * band + k for band in bands for k in chance.sample(range(size), size)])
    return found


ALL = [(name, kind) for name, kinds in SMALL.items() for kind in kinds]


def name_of(value):
    return value if isinstance(value, str) else "-".join(map(str, filter(None, value)))


@pytest.mark.parametrize(("name", "kind"), ALL, ids=name_of)
def test_forms_are_equal_exactly_where_a_symmetry_leads_across(name, kind):
    assert kind_of(layout_of(kind.n, **rules_of(kind))) == name
    moves, chance = elements(kind), random.Random(kind.n)
    solved, clues = samples(kind, moves, chance, 15 if len(moves) > 2000 else 100)
    plain = [least(kind, moves, *both) for both in zip(solved, clues, strict=True)]
    found = forms_of(kind, solved, clues)
    assert len(set(zip(plain, found, strict=True))) == len(set(plain)) == len(set(found)) < len(found)


@pytest.mark.parametrize(
    "kind", [kind for name, kind in ALL if name != "variant" and kind.n <= 4], ids=name_of
)
def test_the_table_has_every_order_of_lines_that_keeps_the_rules(kind):
    reference = Reference(kind)
    every = moves_of(kind._replace(box=None), GROUPS["latin"])
    assert {tuple(move) for move in every if keeps(reference, move)} == set(map(tuple, elements(kind)))


@pytest.mark.parametrize("kind", [kind for kinds in LARGE.values() for kind in kinds], ids=name_of)
def test_random_symmetries_of_random_puzzles_change_no_form(kind):
    layout, chance, n = layout_of(kind.n, **rules_of(kind)), random.Random(3), kind.n
    group, reference = GROUPS[kind_of(layout)], Reference(kind)
    both = [random_orders(n, size, chance) for size in kind.box or (1, n)]
    turns = [] if group.lines else [move for move in moves_of(kind, group) if keeps(reference, move)]
    for seed in range(6):
        puzzle = SudokuPuzzle.generate(n, seed=seed, **rules_of(kind))
        solved, clues = puzzle.solve().solution.array().ravel(), puzzle.array().ravel() > 0
        (before,) = forms_of(kind, solved, clues)
        for _ in range(6):
            if group.lines:
                rows, cols = (chance.choice(lines) for lines in both)
                square = np.arange(n * n).reshape(n, n)[np.ix_(rows, cols)]
                move = (square.T if group.transposed and chance.random() < 0.5 else square).ravel()
            else:
                move = chance.choice(turns)
            names = np.arange(n + 1)
            if relabelled(kind):
                names[1:] = chance.sample(range(1, n + 1), n)
            image = names[solved[move]].astype(np.uint8)
            assert reference.right(image.tolist())
            assert forms_of(kind, image, clues[move]) == [before]
        clues[np.flatnonzero(clues)[0]] = False
        assert forms_of(kind, solved, clues) != [before]


def test_types_of_latin_squares():
    """Of order 6 there are 9,408 with first row and column in order, of 17 types (OEIS A000315, A264603)."""
    for n, reduced, types in ((4, 4, 2), (5, 56, 2), (6, 9408, 17)):
        grid = np.zeros((n, n), np.int64)
        grid[0] = grid[:, 0] = np.arange(1, n + 1)
        found = [solution.array() for solution in SudokuPuzzle.from_array(grid, variants="latin").solutions()]
        assert len(found) == reduced
        every = np.ones((reduced, n * n), np.bool_)
        assert len(set(forms_of(Kind(n, names=("latin",)), np.array(found), every))) == types


@pytest.mark.parametrize(
    "rules", [{}, {"variants": "diagonal"}, {"even": "r1c1"}, {"relations": "r2c2<r3c3"}], ids=str
)
def test_regions_of_each_puzzle_are_turned_with_it(rules):
    """A turn that leaves the other rules as they are gives the same form, any other turn another form."""
    chance, n = random.Random(1), 5
    names = ("latin", rules.get("variants", ""))
    kind = Kind(n, None, names, even=rules.get("even", ""), marks=rules.get("relations", ""))
    moves = [move for move in moves_of(kind, GROUPS["random regions"]) if keeps(Reference(kind), move)]
    for seed in range(3):
        puzzle = SudokuPuzzle.generate(n, seed=seed, regions="random", **rules)
        solved, clues = puzzle.solve().solution.array().ravel(), puzzle.array().ravel() > 0
        regions = np.array(puzzle.layout.regions)

        def form(move):
            layout = layout_of(n, **(rules | {"regions": regions[move].tolist()}))  # noqa: B023
            grids = (table[move].reshape(1, n, n) for table in (solved, clues))  # noqa: B023
            return forms(*grids, layout, "random regions")[0]

        every = list(moves_of(kind, GROUPS["random regions"]))
        others = np.array([0, *chance.sample(range(1, n + 1), n)], np.uint8)
        same = form(every[0])
        for move in every:
            assert (form(move) == same) is any((move == kept).all() for kept in moves)
        if relabelled(kind):
            solved = others[solved]
            assert form(every[0]) == same


def test_puzzles_that_are_generated_are_none_equal_to_another():
    kind = Kind(4, names=("latin",))
    made = SudokuPuzzle.generate_many(12, seed=1, size=4, variants="latin").columns()
    moves = elements(kind)
    texts = [
        least(kind, moves, np.array([*map(int, solution)]), np.array([sign != "." for sign in puzzle]))
        for puzzle, solution in zip(made["puzzle"], made["solution"], strict=True)
    ]
    assert len(set(texts)) == len(texts) == 12
