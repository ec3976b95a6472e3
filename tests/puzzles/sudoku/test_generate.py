"""Puzzles made: one, many, with places of clues, regions and symmetries."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from reference.assign import sudoku9 as twin
from unriddle import Limits, PuzzleError, Status, Sudoku, SudokuPuzzle
from unriddle.cli import main
from unriddle.puzzles.framework.generator import Chance, derived
from unriddle.puzzles.sudoku.factory import SudokuFactory
from unriddle.puzzles.sudoku.generate import (
    SYMMETRIES,
    forms,
    full_grid,
    orbits,
    places_of,
    random_regions,
    scrambled,
)
from unriddle.puzzles.sudoku.layout import boxed, layout_of

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("symmetry", list(SYMMETRIES))
def test_generated_puzzles_are_unique_minimal_symmetric_and_repeatable(symmetry):
    puzzle = SudokuPuzzle.generate(seed=11, symmetry=symmetry)
    assert (
        puzzle
        == SudokuPuzzle.generate(seed=11, symmetry=symmetry)
        == SudokuPuzzle.generate(seed=11, symmetry=symmetry)
    )
    assert puzzle != SudokuPuzzle.generate(seed=12, symmetry=symmetry)
    assert puzzle.solve().status is ur.Status.UNIQUE
    cells = puzzle.array().ravel()
    for orbit in orbits(9, symmetry):
        assert len({bool(cells[cell]) for cell in orbit}) == 1
        if cells[orbit[0]]:
            fewer = cells.copy()
            fewer[orbit] = 0
            assert SudokuPuzzle.from_array(fewer).count(2) == 2


@pytest.mark.parametrize(("n", "box"), [(4, None), (6, (2, 3)), (6, (3, 2)), (12, (3, 4)), (16, None)])
def test_generated_puzzles_of_other_sizes(n, box):
    puzzle = SudokuPuzzle.generate(n, seed=3, box=box)
    assert puzzle.solve().status is ur.Status.UNIQUE
    assert puzzle.n == n


def test_generated_puzzles_with_wishes():
    assert SudokuPuzzle.generate(seed=1, clues=30).clues == 30
    few = SudokuPuzzle.generate(seed=1, clues=23)
    assert few.clues == 23
    assert few.solve().status is ur.Status.UNIQUE
    for level in ("easy", "medium", "hard", "expert"):
        assert SudokuPuzzle.generate(seed=5, difficulty=level).difficulty() == level
    assert SudokuPuzzle.generate(seed=2, clues=25, minimal=True).clues == 25
    quick = SudokuPuzzle.generate(25, seed=1, effort=1)
    assert quick.solve().status is ur.Status.UNIQUE


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 10}, "10 is not a square"),
        ({"n": 6, "box": (2, 2)}, "boxes of 2 × 2"),
        ({"symmetry": "spiral"}, "symmetry='spiral', expected one of none"),
        ({"n": 6, "box": (2, 3), "symmetry": "quarter"}, "expected square boxes"),
        ({"clues": 82}, "clues=82, expected at most 81"),
        ({"clues": -1}, "clues=-1"),
        ({"clues": 10, "tries": 2}, "no 9×9 puzzle with 10 clues found in 2 tries"),
        ({"clues": 10, "tries": 1}, "with 10 clues found in 1 try; relax the constraints"),
        ({"difficulty": "fiendish"}, "difficulty='fiendish'"),
        ({"effort": 0}, "effort=0"),
    ],
)
def test_wishes_that_cannot_be(options, message):
    with pytest.raises(ur.PuzzleError, match=message):
        SudokuPuzzle.generate(**{"seed": 1} | options)


def test_an_effort_beyond_a_machine_word_is_refused():
    with pytest.raises(ur.PuzzleError, match="effort"):
        SudokuPuzzle.generate(4, effort=1 << 70, seed=1)


CHESS = "1.1.1.1.1/.1.1.1.1./" * 4 + "1.1.1.1.1"
RING = "xx.x/x..x/...x/xxx."


def places(puzzle):
    return [value > 0 for value in puzzle._grid.cells]


def test_blanks_rows_and_symbols_of_a_mask():
    assert places_of("x.0_\n*..1 / .... / ....", 4).tolist() == [True, *[False] * 6, True, *[False] * 8]


@pytest.mark.parametrize("mask", [CHESS, CHESS.replace("/", ""), CHESS.replace("/", "\n")])
def test_clues_stand_where_the_mask_says(mask):
    puzzle = SudokuPuzzle.generate(seed=5, mask=mask)
    assert places(puzzle) == places_of(CHESS, 9).tolist()
    assert puzzle.solve().status is Status.UNIQUE and puzzle == SudokuPuzzle.generate(seed=5, mask=mask)


@pytest.mark.parametrize("rules", [{}, {"variants": "diagonal"}, {"variants": "latin"}])
def test_other_rules(rules):
    mask = RING.replace(".", "x", 2) if rules else RING
    puzzle = SudokuPuzzle.generate(4, seed=2, mask=mask, **rules)
    assert places(puzzle) == places_of(mask, 4).tolist() and puzzle.count() == 1


def test_no_clue_too_many_where_that_is_wished():
    mask = "".join("x" if value else "." for value in SudokuPuzzle.generate(4, seed=1)._grid.cells)
    puzzle = SudokuPuzzle.generate(4, seed=2, mask=mask, minimal=True)
    assert places(puzzle) == places_of(mask, 4).tolist() and puzzle.count() == 1
    for cell in np.flatnonzero(places_of(mask, 4)).tolist():
        less = bytearray(puzzle._grid.cells)
        less[cell] = 0
        assert SudokuPuzzle.parse("".join(".1234"[value] for value in less)).count() > 1


@pytest.mark.parametrize("minimal", [False, True])
def test_many_are_as_each_alone_and_as_wished(minimal):
    factory = SudokuFactory("puzzles", {"mask": CHESS, "minimal": minimal, "tries": 5})
    made = factory.many(range(40))
    assert made[7:9] == factory.many([7, 8])
    there = [one for one in made if one is not None]
    assert len(there) == 40 if not minimal else not there  # 41 clues are never all needed
    for one in there[:5]:
        puzzle = SudokuPuzzle.parse(one.text)
        assert places(puzzle) == places_of(CHESS, 9).tolist() and puzzle.solve().status is Status.UNIQUE
        assert puzzle.check(one.solution)


def test_grids_turned_about_stay_full_ones():
    for box in ((2, 3), (3, 3)):
        n = box[0] * box[1]
        grid = np.frombuffer(full_grid(random.Random(1), boxed(box)), np.uint8).reshape(1, n, n)
        turned = scrambled(np.repeat(grid, 30, axis=0), box, Chance(range(30)))
        assert len({one.tobytes() for one in turned}) > 25
        for one in turned:
            assert all(len({one.ravel()[cell] for cell in unit}) == n for unit in boxed(box).units)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"mask": "x" * 80}, "a mask of 80 cells, expected 81"),
        ({"mask": 7}, "mask=7, expected text"),
        ({"mask": CHESS, "clues": 41}, "mask cannot be combined with clues or symmetry"),
        ({"mask": CHESS, "symmetry": "rotation"}, "mask cannot be combined with clues or symmetry"),
        ({"mask": "." * 81, "tries": 2}, "with clues at these places found in 2 tries"),
    ],
)
def test_masks_that_cannot_be(options, reason):
    with pytest.raises(PuzzleError, match=reason):
        SudokuPuzzle.generate(seed=1, **options)


def test_on_the_command_line(capsys):
    assert main(["sudoku", "--generate", "--seed", "3", "--mask", CHESS, "--format", "line"]) == 0
    line = capsys.readouterr().out.strip()
    assert [symbol != "." for symbol in line] == places_of(CHESS, 9).tolist()
    assert main(["sudoku", "--generate", "--seed", "3", "--mask", "xx"]) == 2
    assert "a mask of 2 cells, expected 81" in capsys.readouterr().err
    assert main(["generate", "sudoku", "-n", "1", "-o", "/nonexistent/x", "--mask", "xx"]) == 2
    assert "a mask of 2 cells" in capsys.readouterr().err


def pieces(rows):
    """Return the sizes of the connected pieces of letters that are equal."""
    left = {(r, c) for r, row in enumerate(rows) for c in range(len(row))}
    found = []
    while left:
        todo, size = [left.pop()], 0
        while todo:
            r, c = todo.pop()
            size += 1
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if near in left and rows[near[0]][near[1]] == rows[r][c]:
                    left.remove(near)
                    todo.append(near)
        found.append(size)
    return found


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 9])
def test_regions_are_connected_and_of_one_size(n):
    divisions = set()
    for seed in range(8 if n < 9 else 2):
        rows = random_regions(n, random.Random(seed))
        assert pieces(rows) == [n] * n
        divisions.add("/".join(rows))
    assert random_regions(n, random.Random(seed)) == rows
    assert len(divisions) > (1 if n < 4 or n == 9 else 5)


def test_puzzles_with_regions_of_their_own():
    first, again, other = (SudokuPuzzle.generate(6, seed=seed, regions="random") for seed in (1, 1, 2))
    assert first == again != other
    assert first.layout is not other.layout
    for puzzle in (first, other):
        result = puzzle.solve()
        assert result.status.value == "UNIQUE" and puzzle.check(result.solution)
        assert SudokuPuzzle.from_dict(puzzle.to_dict()) == puzzle
        drawn = SudokuPuzzle.parse(puzzle.format(), regions=puzzle.rules()["regions"])
        assert drawn == puzzle


def grid_of(puzzle):
    n = len(puzzle._grid.cells)
    side = int(n**0.5)
    return np.frombuffer(puzzle._grid.cells, dtype=np.uint8).reshape(side, side)


def solved_grids(n, box, count):
    empty = Sudoku.from_array(np.zeros((n, n), dtype=int), box)
    return np.array([grid_of(solution) for solution in empty.solutions(count)])


def every(grids):
    return np.ones(grids.shape, dtype=np.bool_)


def test_of_4x4_there_are_two_essentially_different_grids():
    """https://en.wikipedia.org/wiki/Mathematics_of_Sudoku#Sudoku_with_rectangular_regions"""
    grids = solved_grids(4, (2, 2), None)
    assert len(grids) == 288
    found = forms(grids, every(grids), boxed((2, 2)))
    sizes = sorted(found.count(form) for form in set(found))
    assert sizes == [96, 192]


def test_of_6x6_there_are_49_essentially_different_grids():
    """F. Jarvis: 28,200,960 grids, 49 up to symmetry. Random ones meet the common classes, and no other."""
    many = Sudoku.generate_many(400, seed=1, size=6, box="2x3").columns()["solution"]
    grids = np.array([[int(cell) for cell in text] for text in many], dtype=np.uint8).reshape(-1, 6, 6)
    assert 30 < len(set(forms(grids, every(grids), boxed((2, 3))))) <= 49


def plainly(grid, clues):
    """Return the least text over all symmetries of a 4 × 4 grid, each of them tried."""
    orders = [[0, 1], [1, 0]]
    lines = [
        [2 * g + k for g, inner in zip(outer, (a, b), strict=True) for k in inner]
        for outer in orders
        for a in orders
        for b in orders
    ]
    texts = []
    for turn in (False, True):
        cells, given = (grid.T, clues.T) if turn else (grid, clues)
        for rows in lines:
            for cols in lines:
                at = np.ix_(rows, cols)
                names = {}
                text = [
                    (names.setdefault(v, len(names)), bool(c))
                    for v, c in zip(cells[at].ravel().tolist(), given[at].ravel().tolist(), strict=True)
                ]
                texts.append(text)
    return min(texts)


def test_against_all_symmetries_of_4x4():
    grids, chance = solved_grids(4, (2, 2), 60), random.Random(1)
    clues = np.array([[[chance.random() < 0.3 for _ in range(4)] for _ in range(4)] for _ in grids])
    found = forms(grids, clues, boxed((2, 2)))
    plain = [plainly(grid, given) for grid, given in zip(grids, clues, strict=True)]
    for one in range(60):
        assert [form == found[one] for form in found] == [text == plain[one] for text in plain]


def image_of(grid, box, chance):
    """Return a grid after a random symmetry; 0 stays 0."""
    n = len(grid)
    symbols = [0, *chance.sample(range(1, n + 1), n)]
    orders = []
    for size in box:
        groups = chance.sample(range(n // size), n // size)
        orders.append([group * size + k for group in groups for k in chance.sample(range(size), size)])
    found = np.array(symbols, dtype=grid.dtype)[grid[np.ix_(orders[0], orders[1])]]
    return found.T if box[0] == box[1] and chance.random() < 0.5 else found


@pytest.mark.parametrize(
    "n, box", [(4, (2, 2)), (6, (2, 3)), (6, (3, 2)), (8, (2, 4)), (9, (3, 3)), (6, (1, 6))]
)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_no_symmetry_changes_a_form(n, box, data):
    seed = data.draw(st.integers(0, 1 << 30))
    chance = random.Random(seed)
    grids = np.array([image_of(grid, box, chance) for grid in solved_grids(n, box, 2)])
    clues = np.array([[[chance.random() < 0.4 for _ in range(n)] for _ in range(n)] for _ in grids])
    before = forms(grids, clues, boxed(box))
    marked = grids.astype(np.int64)
    for k, form in enumerate(before):
        turn = chance.random()
        both = [
            image_of(part, box, random.Random(turn)) for part in (marked[k], np.where(clues[k], grids[k], 0))
        ]
        assert forms(both[0][None].astype(np.uint8), both[1][None] > 0, boxed(box)) == [form]


def test_one_clue_more_is_another_form():
    grids = solved_grids(9, (3, 3), 1)
    clues = every(grids)
    less = clues.copy()
    less[0, 4, 4] = False
    assert forms(grids, clues, boxed((3, 3))) != forms(grids, less, boxed((3, 3)))


def test_a_grid_full_of_symmetry():
    """The grid of shifted rows has 648 × … frames that give one text, and grids within the grid."""
    row = np.arange(9)
    grid = np.array([(row + 3 * (r % 3) + r // 3) % 9 + 1 for r in range(9)], dtype=np.uint8)[None]
    other = image_of(grid[0], (3, 3), random.Random(5))[None]
    assert forms(grid, every(grid), boxed((3, 3))) == forms(other, every(other), boxed((3, 3)))


def test_forms_do_not_depend_on_what_stands_beside():
    grids = solved_grids(9, (3, 3), 30)
    together = forms(grids, every(grids), boxed((3, 3)))
    assert together == [forms(grid[None], every(grid[None]), boxed((3, 3)))[0] for grid in grids]


@pytest.mark.parametrize(
    "rules", [{"variants": "x latin"}, {"groups": "r1c1 r2c3 r3c4 r4c2"}, {"even": "r1c1 r4c4"}]
)
def test_forms_of_variants_are_those_of_turns(rules):
    layout = layout_of(4, **rules)
    grids = np.array(
        [grid.array() for grid in SudokuPuzzle.from_array(np.zeros((4, 4), int), **rules).solutions(limit=30)]
    )
    found = forms(grids, every(grids), layout)
    for turn in layout.turns:
        turned = grids.reshape(-1, 16)[:, list(turn)].reshape(-1, 4, 4)
        if layout.alike:
            turned = turned % 4 + 1
        assert forms(turned, every(turned), layout) == found
    assert len(found) >= 24 and (len(set(found)) == 1) == layout.alike


SEEDS = [derived(0, number) for number in range(1, 41)]


def cells_of(text):
    return [0 if cell == "." else int(cell) for cell in text]


def counts(grids):
    """Return how many solutions grids have, by the plain search of the twin."""
    return [len(twin.search(grid, 2)[0]) for grid in grids]


def test_a_puzzle_does_not_depend_on_what_stands_beside():
    factory = SudokuFactory("puzzles", {})
    together = factory.many(SEEDS)
    assert together[7:9] == factory.many(SEEDS[7:9]) and together[3] == factory.many([SEEDS[3]])[0]


def test_one_solution_and_no_clue_too_many():
    for made in SudokuFactory("puzzles", {}).many(SEEDS[:6]):
        cells = cells_of(made.text)
        assert counts([cells]) == [1] and Sudoku.parse(made.text).check(made.solution)
        less = [[*cells[:k], 0, *cells[k + 1 :]] for k in range(81) if cells[k]]
        many = Sudoku.solve_many(np.array(less, dtype=np.uint8).reshape(-1, 9, 9))
        assert (many.counts == 2).all() and len(less) == made.measures[0]
        result = Sudoku.parse(made.text).solve()
        assert (result.stats.nodes, result.stats.guesses) == (made.nodes, made.measures[1])


@pytest.mark.parametrize("symmetry", ["rotation", "quarter", "diagonal"])
def test_clues_that_stand_together(symmetry):
    for made in SudokuFactory("puzzles", {"symmetry": symmetry}).many(SEEDS[:5]):
        cells = cells_of(made.text)
        for orbit in orbits(9, symmetry):
            assert len({bool(cells[cell]) for cell in orbit}) == 1
        assert counts([cells]) == [1]


def test_a_number_of_clues():
    made = SudokuFactory("puzzles", {"clues": "30"}).many(SEEDS[:5])
    assert [one.measures[0] for one in made] == [30] * 5
    strict = SudokuFactory("puzzles", {"clues": "25", "minimal": True}).many(SEEDS)
    there = [one for one in strict if one is not None]
    assert there and {one.measures[0] for one in there} == {25}
    cells = cells_of(there[0].text)
    less = [[*cells[:k], 0, *cells[k + 1 :]] for k in range(81) if cells[k]]
    assert (Sudoku.solve_many(np.array(less, dtype=np.uint8).reshape(-1, 9, 9)).counts == 2).all()


@pytest.mark.parametrize("options", [{"size": 4}, {"size": 6, "box": "2x3"}, {"size": 12, "box": "3x4"}])
def test_other_sizes(options):
    many = Sudoku.generate_many(3, seed=1, **options)
    n = options["size"]
    for k, puzzle in enumerate(many):
        assert puzzle.n == n and puzzle.solve().status.value == "UNIQUE"
        assert puzzle.check(many.columns()["solution"][k])
    assert set(many.columns()["size"]) == {f"{n}x{n}"}


def test_a_wished_difficulty():
    many = Sudoku.generate_many(4, seed=1, difficulty="easy")
    assert many.columns()["grade"] == ["easy"] * 4
    assert [puzzle.difficulty().value for puzzle in many] == ["easy"] * 4


@pytest.mark.parametrize(
    "options, said",
    [
        ({"size": 1}, "--size 1, expected a whole number from 2 to 36"),
        ({"size": 6}, "6 is not a square"),
        ({"clues": 99}, "clues=99, expected at most 81"),
        ({"clues": "x"}, "--clues 'x'"),
        ({"symmetry": "spiral"}, "symmetry='spiral'"),
        ({"size": 6, "box": "2x3", "symmetry": "quarter"}, "expected square boxes"),
    ],
)
def test_wrong_options(options, said):
    with pytest.raises(PuzzleError, match=said):
        SudokuFactory("puzzles", options)


def test_what_cannot_be_proven_within_the_limit_is_left_out():
    made = SudokuFactory("puzzles", {"max-nodes": 1}).many(SEEDS[:9])
    assert all(one is None or one.nodes == 1 for one in made)


def test_a_run_that_is_stopped():
    factory = SudokuFactory("puzzles", {})
    factory.stop = lambda: True
    with pytest.raises(KeyboardInterrupt):
        factory.many(SEEDS * 400)


VARIED = [
    {"variants": "diagonal", "size": 4},
    {"variants": "windoku", "size": 9, "clues": 30},
    {"regions": "random", "size": 5},
    {"size": 4, "variants": "latin", "relations": "r1c1<r1c2"},
]


@pytest.mark.parametrize("options", VARIED, ids=str)
def test_variants_are_made_alike_in_any_pieces(options):
    factory = SudokuFactory("puzzles", options)
    seeds = list(range(40, 46))
    together = factory.many(seeds)
    assert [factory.many([seed])[0] for seed in seeds] == together
    made = [one for one in together if one is not None]
    assert len(made) > 2
    for one in made:
        puzzle = SudokuPuzzle.parse(one.text, **one.rules)
        result = puzzle.solve()
        assert result.status.value == one.status.value == "UNIQUE"
        assert result.solution.text() == one.solution


def test_box_and_random_regions_are_refused():
    with pytest.raises(PuzzleError, match="box cannot be combined with regions"):
        SudokuFactory("puzzles", {"regions": "random", "box": "3x3"})


@pytest.mark.parametrize("options", [{}, {"symmetry": "rotation"}, {"symmetry": "quarter"}, {"clues": 30}])
def test_puzzles_are_those_of_one_test_after_the_other(options):
    for seed in range(4):
        one_by_one = SudokuPuzzle.generate(seed=seed, limits=Limits(nodes=1 << 40), **options)
        assert SudokuPuzzle.generate(seed=seed, **options) == one_by_one


def test_several_tries_of_a_seed_are_those_of_one_test_after_the_other():
    wanted = {"clues": 25, "minimal": True}
    assert SudokuPuzzle.generate(seed=2, **wanted) == SudokuPuzzle.generate(
        seed=2, limits=Limits(nodes=1 << 40), **wanted
    )
