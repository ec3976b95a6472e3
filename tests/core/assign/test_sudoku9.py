import random
import sys
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import sudoku as plain
from reference.assign import sudoku9 as twin
from unriddle.core.assign import sudoku9

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIDTHS = sorted({sudoku9.lanes(most) for most in (1, 4, 8, 16)})


def data_lines(path):
    return [line for line in path.read_text().splitlines() if line[0] != "#"]


def cells(line):
    return np.array([0 if ch in ".0" else int(ch) for ch in line], dtype=np.uint8)


def some_puzzles(seed, n, clues=(17, 40)):
    """Puzzles by taking cells away from shuffled full grids: with one solution, with many, and with none."""
    rng = random.Random(seed)
    out = []
    for _ in range(n):
        digits = rng.sample(range(1, 10), 9)
        rows = [3 * b + r for b in rng.sample(range(3), 3) for r in rng.sample(range(3), 3)]
        cols = [3 * b + c for b in rng.sample(range(3), 3) for c in rng.sample(range(3), 3)]
        grid = [digits[(3 * (r % 3) + r // 3 + c) % 9] for r in rows for c in cols]
        for cell in rng.sample(range(81), 81 - rng.randint(*clues)):
            grid[cell] = 0
        if rng.random() < 0.2:
            grid[rng.randrange(81)] = rng.randint(1, 9)
        out.append(grid)
    return np.array(out, dtype=np.uint8)


def finish(search):
    while search.run(1 << 12):
        pass
    return search


def test_the_kernel_is_compiled():
    assert sudoku9.__file__.endswith((".so", ".pyd"))


@pytest.mark.parametrize("width", WIDTHS)
def test_guesses_nodes_and_solutions_equal_the_twin(width):
    puzzles = some_puzzles(1, 20, (20, 34))
    search = finish(sudoku9.Lanes(puzzles, limit=3, lanes=width))
    nodes = 0
    for k, puzzle in enumerate(puzzles.tolist()):
        solutions, guesses, taken = twin.search(puzzle, 3)
        nodes += taken
        assert search.counts[k] == len(solutions)
        assert search.guesses[k] == guesses
        assert search.solutions[k].tolist() == (solutions[0] if solutions else [0] * 81)
    assert search.nodes == nodes
    assert search.done == len(puzzles)
    assert search.lanes == width


def some_groups(rng):
    """Return diagonals, windows and sets of cells anywhere, as flags."""
    sets = [[10 * k for k in range(9)], [8 * k + 8 for k in range(9)]]
    for top in (1, 5):
        sets += [[9 * (top + r) + left + c for r in range(3) for c in range(3)] for left in (1, 5)]
    sets += [rng.sample(range(81), rng.randint(2, 9)) for _ in range(3)]
    flags = np.zeros((len(sets), 81), dtype=np.uint8)
    for row, cells in zip(flags, sets, strict=True):
        row[cells] = 1
    return flags[rng.sample(range(len(sets)), rng.randint(1, 4))]


@pytest.mark.parametrize("width", WIDTHS)
def test_with_groups_guesses_and_solutions_equal_the_twin(width):
    rng, some = random.Random(width), 0
    for seed in range(4):
        groups = some_groups(rng)
        search = finish(sudoku9.Lanes(some_puzzles(seed, 8, (6, 12)), 1, 1 << 62, width, groups))
        # Of what has solutions, most of one is given, so that the twin has little to do.
        puzzles = search.solutions[search.counts == 1][:3]
        for puzzle in puzzles:
            puzzle[rng.sample(range(81), rng.randint(48, 54))] = 0
        search = finish(sudoku9.Lanes(puzzles, 3, 1 << 62, width, groups))
        expected = twin.Lanes(puzzles, 3, groups=groups)
        finish(expected)
        assert search.counts.tolist() == expected.counts
        assert search.guesses.tolist() == expected.guesses
        assert search.solutions.tolist() == expected.solutions
        assert search.nodes == expected.nodes
        some += len(puzzles)
        for puzzle, count, guesses in zip(puzzles, expected.counts, expected.guesses, strict=True):
            one = finish(sudoku9.Lane(puzzle.tobytes(), 3, groups=groups))
            assert (one.count, one.guesses) == (count, guesses)
    assert some > 3


def test_wrong_groups_are_refused():
    for groups in (np.ones((1, 80), np.uint8), np.ones((1, 81), np.uint8), np.zeros((1, 81), np.uint8)):
        with pytest.raises(ValueError, match="group"):
            sudoku9.Lane(bytes(81), groups=groups)
        with pytest.raises(ValueError, match="group"):
            sudoku9.Lanes(np.zeros((1, 81), np.uint8), groups=groups)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 30))
def test_counts_equal_plain_backtracking(seed, limit):
    puzzles = some_puzzles(seed, 8, (30, 45))
    search = finish(sudoku9.Lanes(puzzles, limit=limit))
    assert search.counts.tolist() == [plain.count(p, plain.boxed(3, 3), limit) for p in puzzles.tolist()]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 50), st.integers(1, 1000))
def test_every_width_and_slicing_gives_the_same(seed, n, budget):
    puzzles = some_puzzles(seed, n)
    runs = [finish(sudoku9.Lanes(puzzles, limit=50, lanes=width)) for width in WIDTHS]
    sliced = sudoku9.Lanes(puzzles, limit=50, lanes=1)
    while True:
        before = sliced.nodes
        if not sliced.run(budget):
            break
        assert sliced.nodes == before + budget
    for other in [*runs[1:], sliced]:
        assert np.array_equal(other.counts, runs[0].counts)
        assert np.array_equal(other.guesses, runs[0].guesses)
        assert np.array_equal(other.solutions, runs[0].solutions)
        assert (other.nodes, other.propagations) == (runs[0].nodes, runs[0].propagations)


def seen_of(search):
    return search.count, search.guesses, search.nodes, search.propagations, search.first, search.exhausted


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 50), st.integers(1, 1000))
def test_digits_side_by_side_find_what_one_by_one_find(seed, limit, budget):
    for puzzle in some_puzzles(seed, 6, (15, 35)):
        runs = []
        for digits in (1, *WIDTHS):
            search = sudoku9.Lane(puzzle.tobytes(), limit, digits=digits)
            steps = []
            while search.run(budget):
                steps.append(seen_of(search))
            runs.append((steps, seen_of(search)))
        assert all(run == runs[0] for run in runs)


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 2**32), st.integers(1, 8), st.integers(1, 5), st.sampled_from(WIDTHS), st.integers(1, 1000)
)
def test_lanes_that_share_a_puzzle_find_what_one_finds(seed, limit, guesses, width, budget):
    rng = random.Random(seed)
    for puzzle in some_puzzles(seed, 6, (20, 30)):
        groups = some_groups(rng) if rng.random() < 0.3 else None
        alone = finish(sudoku9.Lane(puzzle.tobytes(), limit, 0, groups))
        shared = sudoku9.Lane(puzzle.tobytes(), limit, 0, groups)
        shared.share(guesses, width)
        while shared.run(budget):
            pass
        assert seen_of(shared) == seen_of(alone)
        assert not shared.run(10) and seen_of(shared) == seen_of(alone)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 2**32), st.integers(1, 40), st.sampled_from([1, 2, 3, 50]), st.integers(1, 5),
    st.sampled_from(WIDTHS), st.integers(1, 1000),
)  # fmt: skip
def test_lanes_without_a_puzzle_of_their_own_change_nothing(seed, n, limit, guesses, width, budget):
    """Few puzzles and many, with none, one and several solutions, and the sums of each."""
    puzzles = some_puzzles(seed, n, (20, 30))
    alone = finish(sudoku9.Lanes(puzzles, limit))
    shared = sudoku9.Lanes(puzzles, limit, 1 << 62, width, share=guesses)
    while shared.run(budget):
        assert (shared.counts <= alone.counts).all()
    assert not shared.run(budget)
    for name in ("counts", "guesses", "solutions"):
        assert np.array_equal(getattr(shared, name), getattr(alone, name))
    for name in ("nodes", "propagations", "done"):
        assert getattr(shared, name) == getattr(alone, name)
    assert shared.lanes == width


def test_many_of_the_hardest_are_shared_to_the_end(data):
    lines = [line.split()[0][:81] for line in data_lines(data / "sudoku_hardest.txt")[:40]]
    puzzles = np.stack([cells(line) for line in lines])
    alone = finish(sudoku9.Lanes(puzzles))
    for some in (slice(0, 1), slice(0, 3), slice(0, 40)):
        shared = finish(sudoku9.Lanes(puzzles[some], share=4))
        assert np.array_equal(shared.guesses, alone.guesses[some])
        assert np.array_equal(shared.solutions, alone.solutions[some])


def test_the_hardest_are_shared_to_the_end(data):
    """With proof by one lane and by all: the same tree, so the same sums."""
    for line in data_lines(data / "sudoku_hardest.txt")[:60]:
        alone, shared = (sudoku9.Lane(cells(line.split()[0][:81]).tobytes()) for _ in range(2))
        shared.share(1)
        assert seen_of(finish(shared)) == seen_of(finish(alone)) and shared.count == 1 and shared.exhausted


def test_sharing_is_asked_for_in_time_and_in_numbers():
    search = sudoku9.Lane(bytes(81), 10**9)
    for wrong in ((0, 16), (1, 0), (-1, 16)):
        with pytest.raises(ValueError, match="from 1 up"):
            search.share(*wrong)
    search.share(1)
    assert search.run(1000) and search.nodes == 1000 and search.count > 100  # by one lane again


def test_every_solution_is_handed_out_once():
    puzzle = some_puzzles(4, 1, (27, 27))
    expected = {tuple(s) for s in plain.solutions(puzzle[0].tolist(), plain.boxed(3, 3))}
    search = sudoku9.Lane(puzzle.tobytes(), limit=10**9, every=7)
    found = []
    remains = True
    while remains:
        remains = search.run(10**6)
        found += [tuple(s) for s in search.take().tolist()]
    assert len(found) == len(set(found)) == search.count == 222 and search.first is None
    assert set(found) == expected


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_one_lane_equals_the_twin_and_lanes(limit):
    puzzles = some_puzzles(6, 6, (20, 34))
    puzzles[0, :2] = 5  # a clash
    for puzzle in puzzles:
        search, plain_search = (
            finish(sudoku9.Lane(puzzle.tobytes(), limit)),
            twin.Lane(puzzle.tobytes(), limit),
        )
        finish(plain_search)
        assert (search.count, search.guesses, search.nodes, search.exhausted, search.first) == (
            plain_search.count, plain_search.guesses, plain_search.nodes, plain_search.exhausted,
            plain_search.first,
        )  # fmt: skip
        lanes = finish(sudoku9.Lanes(puzzle.reshape(1, 81), limit))
        assert (lanes.counts[0], lanes.nodes, lanes.propagations) == (
            search.count, search.nodes, search.propagations,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((None,), TypeError),
        ((bytearray(81),), TypeError),
        ((bytes(80),), ValueError),
        ((bytes([10] * 81),), ValueError),
        ((bytes(81), 0), ValueError),
        ((bytes(81), 1, -1), ValueError),
    ],
)
def test_one_lane_refuses_wrong_arguments(arguments, error):
    with pytest.raises(error):
        sudoku9.Lane(*arguments)


def test_a_lane_is_made_once_and_hands_out_only_where_asked():
    search = sudoku9.Lane(bytes(81))
    for wrong in (lambda: search.__init__(bytes(81)), sudoku9.Lane.__new__(sudoku9.Lane).take, search.take):
        with pytest.raises(RuntimeError):
            wrong()
    with pytest.raises(RuntimeError):
        sudoku9.Lane.__new__(sudoku9.Lane).run(1)


def test_a_full_grid_and_an_empty_one():
    solved = finish(sudoku9.Lanes(cells(EASY).reshape(1, 81))).solutions
    assert finish(sudoku9.Lanes(solved)).counts.tolist() == [1]
    solved[0, 0], solved[0, 1] = solved[0, 1], solved[0, 0]
    assert finish(sudoku9.Lanes(solved)).counts.tolist() == [0]
    assert finish(sudoku9.Lanes(np.zeros((3, 81), np.uint8), limit=1000)).counts.tolist() == [1000] * 3
    assert finish(sudoku9.Lanes(np.zeros((0, 81), np.uint8))).counts.shape == (0,)


@pytest.mark.parametrize("pair", [(0, 1), (0, 8), (0, 9), (0, 72), (0, 10), (0, 20), (80, 60), (40, 41)])
def test_clues_that_clash_have_no_solution(pair):
    puzzle = np.zeros((1, 81), np.uint8)
    puzzle[0, list(pair)] = 7
    for width in WIDTHS:
        assert finish(sudoku9.Lanes(puzzle, lanes=width)).counts.tolist() == [0]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_node_limit_is_exact(width):
    puzzles = np.zeros((5, 81), np.uint8)
    search = finish(sudoku9.Lanes(puzzles, limit=10**9, node_limit=100, lanes=width))
    assert (search.counts < 0).all()
    assert search.nodes == 500


def test_limit_one_stops_at_the_first_solution():
    search = finish(sudoku9.Lanes(np.zeros((1, 81), np.uint8), limit=1))
    assert search.counts.tolist() == [1]
    assert search.solutions[0, :9].tolist() == list(range(1, 10))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((None,), TypeError),
        ((np.zeros((1, 80), np.uint8),), ValueError),
        ((np.full((1, 81), 10, np.uint8),), ValueError),
        ((np.zeros((1, 81), np.uint8), 0), ValueError),
        ((np.zeros((1, 81), np.uint8), 1, 0), ValueError),
        ((np.zeros((1, 81), np.uint8), 1, 1, 0), ValueError),
        ((np.zeros((1, 81), np.uint8), 1, 1, 16, None, -1), ValueError),
        ((np.zeros((1, 81), np.int64),), ValueError),
    ],
)
def test_wrong_arguments_are_refused(arguments, error):
    with pytest.raises(error):
        sudoku9.Lanes(*arguments)


def test_an_object_that_was_never_made_does_not_run():
    with pytest.raises(RuntimeError):
        sudoku9.Lanes.__new__(sudoku9.Lanes).run(1)
    search = sudoku9.Lanes(np.zeros((1, 81), np.uint8))
    with pytest.raises(RuntimeError):
        search.__init__(np.zeros((1, 81), np.uint8))


@pytest.mark.skipif(sys.platform == "emscripten", reason="no threads there")
def test_two_threads_cannot_run_one_search():
    search = sudoku9.Lanes(np.zeros((1, 81), np.uint8), limit=10**9, lanes=1)
    worker = threading.Thread(target=search.run, args=(1_000_000,))
    worker.start()
    refused = False
    while worker.is_alive() and not refused:
        try:
            search.run(0)
        except RuntimeError:
            refused = True
    worker.join()
    assert refused


def test_known_answers(data):
    for name in ("sudoku_17_clue.txt", "sudoku_top1465.txt"):
        lines = [line.split(":") for line in data_lines(data / name)]
        puzzles = np.stack([cells(line[0]) for line in lines])
        search = finish(sudoku9.Lanes(puzzles))
        assert (search.counts == 1).all()
        assert np.array_equal(search.solutions, np.stack([cells(line[2]) for line in lines]))


def test_known_counts(data):
    lines = [line.split(":") for line in data_lines(data / "sudoku_many_solutions.txt")]
    search = finish(sudoku9.Lanes(np.stack([cells(line[0]) for line in lines]), limit=1000))
    assert search.counts.tolist() == [int(line[1]) for line in lines]


def test_guesses_of_the_twin_on_hard_puzzles(data):
    puzzles = np.stack([cells(line[:81]) for line in data_lines(data / "sudoku_top1465.txt")[:4]])
    search = finish(sudoku9.Lanes(puzzles))
    assert search.guesses.tolist() == [twin.search(p.tolist(), 2)[1] for p in puzzles]


def turned_over(cell):
    return sorted({cell, 80 - cell})


@pytest.mark.parametrize("least", [0, 40])
@pytest.mark.parametrize("orbit_of", [lambda cell: [cell], turned_over])
def test_needless_clues_are_those_of_the_twin(least, orbit_of):
    for seed in range(3):
        rng, solved = random.Random(seed), bytes(some_puzzles(seed, 1, (81, 81))[0])
        if plain_search(solved) != 1:  # one cell was changed
            continue
        orbits = [list(orbit) for orbit in {tuple(orbit_of(cell)) for cell in range(81)}]
        rng.shuffle(orbits)
        table = np.array([[orbit[0], orbit[-1]] for orbit in orbits], dtype=np.uint8)
        expected = twin.without_needless(solved, orbits, least)
        for width in WIDTHS:
            assert sudoku9.without_needless(solved, table, least, lanes=width) == expected


def plain_search(cells):
    return finish(sudoku9.Lane(bytes(cells))).count


@given(st.integers(0, 10**6), st.integers(0, 60), st.integers(1, 81))
def test_needless_clues_do_not_depend_on_lanes(seed, least, size):
    rng = random.Random(seed)
    solved = finish(sudoku9.Lane(bytes(some_puzzles(seed, 1, (25, 30))[0]), 1)).first
    if solved is None:
        return
    order = rng.sample(range(81), 81)
    pairs = [order[k : k + 2] if rng.random() < 0.5 else order[k : k + 1] * 2 for k in range(0, 80, 2)]
    table = np.array(pairs, dtype=np.uint8)[:size]
    found = {sudoku9.without_needless(solved, table, least, lanes=width) for width in WIDTHS}
    cells = bytearray(solved)
    for orbit in table.tolist():
        less = bytearray(cells)
        for cell in orbit:
            less[cell] = 0
        if 81 - less.count(0) >= least and plain_search(less) == 1:
            cells = less
    assert found == {bytes(cells)}


@pytest.mark.parametrize(
    "arguments", [(bytes(80), [[1]]), (bytes(81), [[81]]), (bytes([10] * 81), [[0]]), (bytes(81), [[0]] * 82)]
)
def test_orbits_that_are_none_are_refused(arguments):
    solved, orbits = arguments
    with pytest.raises(ValueError, match=r"expected|above"):
        sudoku9.without_needless(solved, np.array(orbits, dtype=np.uint8))


def made_of(kernel, seeds, orbits, *more):
    seeds, orbits = np.array(seeds, dtype=np.uint64), np.array(orbits, dtype=np.uint8)
    made = finish(kernel.Making(seeds, orbits, *more))
    found = [np.array(some).tolist() for some in (made.puzzles, made.solutions, made.guesses)]
    return [*found, [int(state) for state in made.random]]


@pytest.mark.parametrize(
    ("orbit_of", "least"), [(lambda cell: [cell], 0), (turned_over, 0), (turned_over, 33)]
)
def test_puzzles_are_made_as_by_the_twin(orbit_of, least):
    orbits = sorted({tuple((orbit_of(cell) * 2)[:2]) for cell in range(81)})
    expected = made_of(twin, [5, 2**63 + 1], orbits, least)
    for width in WIDTHS:
        assert made_of(sudoku9, [5, 2**63 + 1], orbits, least, 1 << 62, width) == expected


@settings(max_examples=10, deadline=None)
@given(
    st.lists(st.integers(0, 2**64 - 1), max_size=20), st.integers(0, 60), st.integers(0, 81),
    st.sampled_from([1, 5, 1 << 62]),
)  # fmt: skip
def test_puzzles_that_are_made_do_not_depend_on_lanes(seeds, least, size, nodes):
    orbits = np.arange(81, dtype=np.uint8).reshape(81, 1)[:size]
    runs = [made_of(sudoku9, seeds, orbits, least, nodes, width) for width in WIDTHS]
    assert all(run == runs[0] for run in runs)
    for puzzle, solution, guesses in zip(*runs[0][:3], strict=True):
        search = finish(sudoku9.Lane(bytes(puzzle)))
        assert (search.count, list(search.first), search.guesses) == (1, solution, guesses)
        assert 81 - puzzle.count(0) >= max(least, 81 - size)
        if nodes > 5 and not least:  # each clue is needed
            for cell in range(size):
                if puzzle[cell]:
                    less = bytes(value * (k != cell) for k, value in enumerate(puzzle))
                    assert finish(sudoku9.Lane(less)).count == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ([1], [[81]]),
        ([1], np.zeros((82, 1))),
        ([1], np.zeros((3, 0))),
        ([1], [[1]], 0, 0),
        ([1], [[1]], 0, 1, 0),
    ],
)
def test_making_refuses_wrong_arguments(arguments):
    with pytest.raises(ValueError, match=r"expected|above"):
        made_of(sudoku9, *arguments)
    with pytest.raises(RuntimeError):
        sudoku9.Making.__new__(sudoku9.Making).run(1)
