import random

import numpy as np
import pytest

from reference.assign import sudoku_propagate as twin
from unriddle.core.assign import sudoku_propagate

SHAPES = [(1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]
ROWS = np.arange(4, dtype=np.int32).reshape(2, 2)


def test_the_kernel_is_compiled():
    assert sudoku_propagate.__file__.endswith((".so", ".pyd"))


@pytest.mark.parametrize("shape", SHAPES)
def test_clashes_equal_the_twin(shape):
    rng, seen = random.Random(str(shape)), set()
    n = shape[0] * shape[1]
    for _ in range(60):
        cells = bytes(rng.randint(1, n) if rng.random() < 1.5 / n else 0 for _ in range(n * n))
        assert sudoku_propagate.clashes(cells, *shape) == twin.clashes(cells, *shape)
        seen.add(sudoku_propagate.clashes(cells, *shape))
    assert seen == {False, True}


@pytest.mark.parametrize(
    "wrong", [(bytes(15), 2, 2), (bytes([5] * 16), 2, 2), (b"", 0, 0), (b"", 1 << 20, 1)]
)
def test_clashes_refuse_what_is_no_grid(wrong):
    with pytest.raises(ValueError, match="expected"):
        sudoku_propagate.clashes(*wrong)


def test_boxed_rules_are_made_once():
    assert sudoku_propagate.boxed(2, 3) is sudoku_propagate.boxed(2, 3)
    assert sudoku_propagate.boxed(2, 3).n == twin.boxed(2, 3).n == 6
    for wrong in ((0, 3), (3, -1), (37, 1), (2**31 - 1, 2**31 - 1)):
        with pytest.raises(ValueError, match="at most 36"):
            sudoku_propagate.boxed(*wrong)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, ROWS), "0 rows"),
        ((37, ROWS), "37 rows"),
        ((2, ROWS[:1]), "the rows first"),
        ((2, ROWS[::-1].copy()), "the rows first"),
        ((3, ROWS), "the rows first"),
        ((2, np.array([[0, 1], [2, 3], [0, 4]], np.int32)), "a unit with a cell"),
        ((2, np.array([[0, 1], [2, 3], [0, 0]], np.int32)), "a unit with a cell"),
        ((2, np.array([[0, 1], [2, 3], [-1, 0]], np.int32)), "a unit with a cell"),
        ((2, ROWS, np.array([[0, 4]], np.int32)), "pairs of the 4 cells"),
        ((2, ROWS, np.array([[1, 1]], np.int32)), "pairs of the 4 cells"),
        ((2, ROWS, np.zeros((1, 3), np.int32)), "pairs of the 4 cells"),
        ((2, ROWS, None, np.zeros(3, np.uint64)), "3 sets of digits"),
        ((2, ROWS, None, None, np.zeros(2, np.int32)), "expected both or none"),
        ((2, ROWS, None, None, np.zeros(2, np.int32), np.array([0, 1, 2], np.int32)), "rising by 2"),
        ((2, ROWS, None, None, np.zeros(2, np.int32), np.zeros(0, np.int32)), "rising by 2"),
        ((2, ROWS, None, None, np.array([0, 16], np.int32), np.array([0, 2], np.int32)), "literal 0 to 16"),
        ((2, ROWS, None, None, np.array([-1, 1], np.int32), np.array([0, 2], np.int32)), "literal -1 to 1"),
    ],
)
def test_wrong_tables_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        sudoku_propagate.Rules(*arguments)


def test_rules_are_made_once():
    rules = sudoku_propagate.Rules(2, ROWS)
    with pytest.raises(RuntimeError):
        rules.__init__(2, ROWS)
    with pytest.raises(TypeError):
        sudoku_propagate.Rules(2, None)
