"""Arguments that all puzzles take: what is whole, what is refused, and in which words."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.topology import neighbours
from unriddle import Limits, PuzzleError
from unriddle.puzzles.framework.arguments import (
    TOPOLOGIES,
    check_choice,
    check_limit,
    check_limits,
    check_method,
    check_seed,
    check_shape,
    check_text,
    check_whole,
    distance,
)


def refused(call, *arguments, **options):
    """Return the line that a wrong argument gives."""
    with pytest.raises(PuzzleError) as error:
        call(*arguments, **options)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("value", [1, 7, np.int8(7), np.uint64(7), 1 << 80])
def test_a_whole_number_of_any_kind_is_one(value):
    for check in (check_limit, check_seed):
        found = check(value)
        assert found == value and type(found) is int
    assert check_limit(None) is None and check_seed(None) is None and check_seed(0) == 0


@pytest.mark.parametrize("value", [True, np.True_, 1.0, np.float64(2), "2", b"2", [2], (), {}, object])
def test_what_is_no_whole_number_is_named(value):
    shown = f"{value!r:.40}"
    assert refused(check_limit, value) == f"limit={shown}, expected a whole number from 1 up or None"
    assert refused(check_seed, value) == f"seed={shown}, expected a whole number from 0 up or None"


def test_numbers_that_are_too_small():
    assert refused(check_limit, 0) == "limit=0, expected a whole number from 1 up or None"
    assert refused(check_seed, -1) == "seed=-1, expected a whole number from 0 up or None"


def test_what_is_long_is_cut():
    assert refused(check_limit, "x" * 1000) == (
        f"limit='{'x' * 39}, expected a whole number from 1 up or None"
    )
    assert len(refused(check_choice, "topology", "y" * 1000, ["king"])) < 100


def test_limits_are_limits():
    limits = Limits(nodes=5)
    assert check_limits(limits) is limits and check_limits(None) is None
    assert refused(check_limits, Limits) == (
        f"limits={Limits!r:.40}, expected Limits(seconds=…, nodes=…, memory=…) or None"
    )


def test_a_word_of_a_list():
    known = ("king", "rook", "hex")
    assert [check_choice("topology", word, known) for word in known] == list(known)
    assert refused(check_choice, "topology", "kings", known) == (
        "topology='kings', did you mean king? (king, rook, hex)"
    )
    assert refused(check_choice, "topology", "queen", known) == (
        "topology='queen', expected one of king, rook, hex"
    )
    assert refused(check_choice, "topology", ["king"], known) == (
        "topology=['king'], expected one of king, rook, hex"
    )
    assert check_method(None, known) is None and check_method("hex", known) == "hex"
    assert refused(check_method, "", known) == "method='', expected one of king, rook, hex"


def test_text_is_text():
    assert check_text("a b") == "a b"
    assert refused(check_text, b"a", file="board.txt") == "board.txt: b'a', expected text"


@given(
    st.integers(1, 10**6), st.integers(1, 10**6), st.sampled_from("xX×*"), st.sampled_from(["", " ", "  "])
)
def test_a_shape_is_read_in_all_its_forms(rows, cols, sign, space):
    for form in (
        f"{space}{rows}{space}{sign}{cols}{space}",
        (rows, cols),
        [rows, cols],
        np.array([rows, cols]),
    ):
        assert check_shape(form) == (rows, cols)
    assert check_shape(rows) == check_shape(str(rows)) == check_shape(np.int64(rows)) == (rows, rows)


@given(
    st.one_of(
        st.text(max_size=8), st.lists(st.integers(-3, 3), max_size=4), st.floats(), st.binary(max_size=4)
    )
)
def test_any_other_shape_is_refused(value):
    if isinstance(value, str) and re.fullmatch(r"\s*0*[1-9]\d*(\s*[xX×*]\s*0*[1-9]\d*)?\s*", value, re.ASCII):
        return
    if isinstance(value, (list, bytes)) and len(value) == 2 and min(value) > 0:
        return
    said = refused(check_shape, value, "box")
    assert said.startswith("box=")
    assert said.endswith("such as 4x5, (4, 5) or 4")


@pytest.mark.parametrize("value", ["4x5x6", "4x", "x4", "²x3", (2, 2.0), (True, 2)])
def test_shapes_that_are_nearly_right(value):
    assert refused(check_shape, value) == (
        f"shape={value!r:.40}, expected rows and columns such as 4x5, (4, 5) or 4"
    )


@pytest.mark.parametrize("value", ["0x4", "4x0", 0, -1, (3, -2)])
def test_shapes_without_cells(value):
    assert refused(check_shape, value) == (
        f"shape={value!r}, expected rows and columns from 1 up, such as 4x5, (4, 5) or 4"
    )


@pytest.mark.parametrize("value", [1 << 31, "99999999999", "1000000000000x3"])
def test_shapes_that_are_too_large(value):
    assert refused(check_shape, value) == f"shape={value!r} is too large"


def test_the_longest_side():
    assert check_shape((1 << 31) - 1) == ((1 << 31) - 1,) * 2


def walked(table, start):
    """Return the steps to each cell by breadth-first search."""
    steps = {start: 0}
    queue = [start]
    for cell in queue:
        for other in table[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                queue.append(other)
    return steps


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_distance_is_that_of_a_walk(name):
    rows, cols = 5, 7
    table = neighbours(rows, cols, TOPOLOGIES[name])
    for start in range(rows * cols):
        for cell, steps in walked(table, start).items():
            down, right = cell // cols - start // cols, cell % cols - start % cols
            assert distance(name, down, right) == steps


def test_a_whole_number_within_bounds():
    found = check_whole("n", np.int8(3), 1, 3)
    assert found == 3 and type(found) is int
    assert refused(check_whole, "n", 4000, 1, 3999) == "n=4000, expected a whole number from 1 to 3,999"
    assert refused(check_whole, "n", True, 0) == "n=True, expected a whole number from 0 up"
