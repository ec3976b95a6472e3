"""Singles, locked candidates and subsets: the kernel ends where the twin ends, in whatever order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import sudoku_steps as twin
from unriddle.core.assign import sudoku_steps
from unriddle.puzzles.sudoku.layout import boxed, layout_of

EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_the_kernel_is_compiled():
    assert sudoku_steps.__file__.endswith((".so", ".pyd"))


def tables(layout):
    """Return units and peers as the kernels take them."""
    n = layout.n * layout.n
    degree = max(map(len, layout.peers))
    peers = [[*cells, *[n] * (degree - len(cells))] for cells in map(list, layout.peers)]
    return np.array(layout.units, np.int32), np.array(peers, np.int32)


def start(layout, cells):
    """Return candidates and filled cells of a grid: what stands takes itself from its peers."""
    full = (1 << layout.n) - 1
    masks = [0 if value else full for value in cells]
    for cell, value in enumerate(cells):
        for peer in layout.peers[cell] if value else ():
            masks[peer] &= ~(1 << value - 1)
    return np.array(masks, np.uint64), np.array([value > 0 for value in cells], np.uint8)


def reduced(module, layout, cells, most):
    units, peers = tables(layout)
    if module is twin:
        units, peers = units.tolist(), peers.tolist()
    candidates, filled = start(layout, cells)
    level = module.Reasoner(units, peers).reduce(candidates, filled, most)
    return level, candidates.tolist(), filled.tolist()


def cells_of(text):
    return [0 if symbol in ".0" else int(symbol) for symbol in text]


@pytest.mark.parametrize("most", [0, 1])
@pytest.mark.parametrize("text", [EASY, HARD])
def test_known_grids(text, most):
    fast = reduced(sudoku_steps, boxed((3, 3)), cells_of(text), most)
    assert fast == reduced(twin, boxed((3, 3)), cells_of(text), most)
    assert (sum(fast[2]) == 81) == (text == EASY)


LAYOUTS = [boxed((2, 2)), boxed((2, 3)), layout_of(4, variants="diagonal"), layout_of(5, variants="latin")]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LAYOUTS), st.integers(0, 1 << 30), st.sampled_from([0, 1]), st.booleans())
def test_what_is_left_equals_the_twin(layout, seed, most, right):
    rng = np.random.default_rng(seed)
    n = layout.n
    cells = [0] * (n * n)
    if right and layout is LAYOUTS[0]:
        full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
        cells = [value if rng.random() < 0.4 else 0 for value in full]
    else:
        for cell in rng.permutation(n * n)[: rng.integers(1, n * n // 2)].tolist():
            free = set(range(1, n + 1)) - {cells[peer] for peer in layout.peers[cell]}
            cells[cell] = int(rng.choice(sorted(free))) if free else 0
    fast, slow = reduced(sudoku_steps, layout, cells, most), reduced(twin, layout, cells, most)
    if -1 in (fast[0], slow[0]):  # which of two contradictions shows first is a matter of order
        assert fast[0] == slow[0] or most
    else:
        assert fast == slow


def test_no_solution_is_lost():
    rng = np.random.default_rng(5)
    for _ in range(40):
        full = np.array([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
        cells = np.where(rng.random(16) < 0.3, full, 0).tolist()
        level, candidates, filled = reduced(sudoku_steps, boxed((2, 2)), cells, 1)
        assert level >= 0
        for cell in range(16):
            assert filled[cell] or candidates[cell] >> int(full[cell]) - 1 & 1


def test_what_does_not_fit_is_refused():
    units, peers = tables(boxed((2, 2)))
    wrong = units.copy()
    wrong[0, 0] = 16
    with pytest.raises(ValueError, match="cell 16"):
        sudoku_steps.Reasoner(wrong, peers)
    wrong = peers.copy()
    wrong[0, 0] = 17
    with pytest.raises(ValueError, match="peer 17"):
        sudoku_steps.Reasoner(units, wrong)
    with pytest.raises(ValueError, match="units of 65 cells"):
        sudoku_steps.Reasoner(np.zeros((1, 65), np.int32), peers)
    with pytest.raises(ValueError, match="expected 16"):
        sudoku_steps.Reasoner(units, peers).reduce(np.zeros(15, np.uint64), np.zeros(16, np.uint8), 1)
    reasoner = sudoku_steps.Reasoner(units, peers)
    with pytest.raises(RuntimeError, match="once"):
        reasoner.__init__(units, peers)
