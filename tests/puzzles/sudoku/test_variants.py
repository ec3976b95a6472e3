import argparse

import pytest

from unriddle import PuzzleError
from unriddle.puzzles.sudoku.variants import VARIANT_HELP, Variant, check_box, layout_of, variant_in


def test_every_option_has_its_help():
    assert list(VARIANT_HELP) == list(Variant.__annotations__)


def test_what_a_command_says():
    args = argparse.Namespace(even="r1c1", odd=None, size=9, box="3x3")
    assert variant_in(args) == variant_in(vars(args)) == {"even": "r1c1"}


@pytest.mark.parametrize(
    ("n", "rules", "message"),
    [
        (
            4,
            {"box": "2x2", "regions": "AABB" * 2 + "CCDD" * 2},
            "box='2x2' and regions",
        ),
        (4, {"box": "2x2", "variants": "latin"}, "box='2x2' and latin"),
        (4, {"regions": "AABB" * 2 + "CCDD" * 2, "variants": "latin"}, "regions and latin"),
        (4, {"even": "r1c1", "odd": "r1c1"}, "r1c1 is even and odd"),
        (7, {"variants": "x"}, "7 is not a square"),
        (37, {"variants": "latin"}, "37 rows, expected from 1 to 36"),
        (0, {"variants": "latin"}, "0 rows"),
    ],
)
def test_rules_that_no_grid_has(n, rules, message):
    with pytest.raises(PuzzleError) as caught:
        layout_of(n, rules.pop("box", None), file="x.txt", **rules)
    assert str(caught.value).startswith("x.txt: ") and message in str(caught.value)


def test_an_unknown_rule_is_an_error_of_the_call():
    with pytest.raises(TypeError, match="unknown option 'colour'"):
        layout_of(4, colour="red")


def test_boxes():
    assert check_box(9, None) == (3, 3) and check_box(6, "3x2") == (3, 2)
    with pytest.raises(PuzzleError, match="boxes of 2 × 2 cells, expected 9 cells a box"):
        check_box(9, (2, 2))
