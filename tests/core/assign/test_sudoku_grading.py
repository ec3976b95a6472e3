"""Steps of a Sudoku by technique: kernel and twin count the same, in whatever layout."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import sudoku_grading as twin
from unriddle.core.assign import sudoku_grading
from unriddle.puzzles.sudoku.layout import boxed, layout_of

KINDS = 20
GUESS, CONTRADICTION = 18, 19
EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
# The example of an X-wing on https://www.sudokuwiki.org/X_Wing_Strategy
X_WING = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_the_kernel_is_compiled():
    assert sudoku_grading.__file__.endswith((".so", ".pyd"))


def cells_of(text):
    return [0 if symbol in ".0" else int(symbol) for symbol in text]


def counted(module, layout, cells, solution=None, most=KINDS):
    units, peers = layout.reasoning
    if module is twin:
        counts = [0] * KINDS
        grader = twin.Grader(units.tolist(), peers.tolist())
        return grader.steps(cells, layout.allowed, solution, most, counts), counts
    counts = np.zeros(KINDS, np.int64)
    known = None if solution is None else np.array(solution, np.uint8)
    allowed = np.array(layout.allowed, np.uint64)
    done = sudoku_grading.Grader(units, peers).steps(np.array(cells, np.uint8), allowed, known, most, counts)
    return done, counts.tolist()


@pytest.mark.parametrize("most", [1, 7, 16, KINDS])
@pytest.mark.parametrize("text", [EASY, X_WING, HARDEST])
def test_known_grids(text, most):
    cells = cells_of(text)
    done, counts = counted(sudoku_grading, boxed((3, 3)), cells, most=most)
    assert (done, counts) == counted(twin, boxed((3, 3)), cells, most=most)
    if text == EASY:
        assert done and sum(counts[2:]) == 0 and sum(counts) == 49
    if text == HARDEST:
        assert not done and counts[GUESS] == 1
    if text == X_WING and most > 7:
        assert done and counts[8] == 1 and not any(counts[9:])


FULL = {
    boxed((2, 2)): [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1],
    boxed((3, 3)): [(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)],
    layout_of(5, variants="latin"): [(2 * r + c) % 5 + 1 for r in range(5) for c in range(5)],
    layout_of(6, box=(2, 3)): [(3 * (r % 2) + r // 2 + c) % 6 + 1 for r in range(6) for c in range(6)],
    layout_of(11, variants="latin"): [(2 * r + c) % 11 + 1 for r in range(11) for c in range(11)],
}
LAYOUTS = [*FULL, layout_of(4, variants="diagonal"), layout_of(6, box=(2, 3), even="r1c1 r2c2")]


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(LAYOUTS), st.integers(0, 1 << 30), st.floats(0.15, 0.7), st.booleans(), st.booleans())
def test_counts_equal_those_of_the_twin(layout, seed, share, right, guided):
    rng = np.random.default_rng(seed)
    n = layout.n
    share += 0.3 * (n > 6)  # the twin takes a minute for a large grid with few clues
    full = FULL.get(layout)
    cells = [0] * (n * n)
    if right and full:
        symbols = rng.permutation(n) + 1
        full = [int(symbols[value - 1]) for value in full]
        cells = [value if rng.random() < share else 0 for value in full]
    else:
        full = None
        for cell in rng.permutation(n * n)[: int(share * n * n)].tolist():
            free = set(range(1, n + 1)) - {cells[peer] for peer in layout.peers[cell]}
            cells[cell] = int(rng.choice(sorted(free))) if free else 0
    known = full if guided else None
    most = int(rng.choice([1, 7, 16, KINDS]))
    assert counted(sudoku_grading, layout, cells, known, most) == counted(twin, layout, cells, known, most)


def test_a_solution_leads_to_the_end():
    for share in (0.0, 0.2, 0.3):
        rng = np.random.default_rng(1)
        full = FULL[boxed((3, 3))]
        cells = [value if rng.random() < share else 0 for value in full]
        done, counts = counted(sudoku_grading, boxed((3, 3)), cells, full)
        assert done and counts[CONTRADICTION] == 0 and (counts[GUESS] > 0 or share)
        assert sum(counts[:2]) + counts[GUESS] == cells.count(0)


def test_what_does_not_fit_is_refused():
    units, peers = boxed((2, 2)).reasoning
    wrong = units.copy()
    wrong[0, 0] = 16
    with pytest.raises(ValueError, match="cell 16"):
        sudoku_grading.Grader(wrong, peers)
    wrong = peers.copy()
    wrong[0, 0] = 17
    with pytest.raises(ValueError, match="peer 17"):
        sudoku_grading.Grader(units, wrong)
    for shape in ((1, 12), (65, 4)):
        with pytest.raises(ValueError, match="expected at most 64 of at most 11 of 128"):
            sudoku_grading.Grader(np.zeros(shape, np.int32), peers)
    with pytest.raises(ValueError, match="expected at most 64 of at most 11 of 128"):
        sudoku_grading.Grader(units, np.zeros((129, 2), np.int32))
    with pytest.raises(ValueError, match="cell 3 in over 16 units"):
        sudoku_grading.Grader(np.full((5, 4), 3, np.int32), peers)
    grader, whole = sudoku_grading.Grader(units, peers), np.full(16, 15, np.uint64)
    cells, counts = np.zeros(16, np.uint8), np.zeros(KINDS, np.int64)
    for broken in (
        (cells[:15], whole, None, 20, counts),
        (cells, whole[:15], None, 20, counts),
        (cells, whole, cells[:15], 20, counts),
        (cells, whole, None, 20, counts[:19]),
    ):
        with pytest.raises(ValueError, match="expected 16"):
            grader.steps(*broken)
    with pytest.raises(ValueError, match="cell 0 beyond 4 symbols"):
        grader.steps(cells + np.uint8(5), whole, None, 20, counts)
    with pytest.raises(ValueError, match="cell 0 beyond 4 symbols"):
        grader.steps(cells, whole, cells, 20, counts)
