import pytest

from unriddle import Jump, PuzzleError
from unriddle.puzzles.peg import hole_name
from unriddle.puzzles.peg.jumps import hole_of, jumps_of, jumps_text


def test_names_of_holes():
    assert [hole_name((0, c)) for c in (0, 25, 26, 51, 52)] == ["a1", "z1", "aa1", "az1", "ba1"]
    for hole in ((0, 0), (63, 0), (0, 63), (30, 40)):
        assert hole_of(hole_name(hole)) == hole_of(hole_name(hole).upper()) == hole
    for wrong in ("", "1", "a", "a0", "1a", "abc1", "a12345", "a-1", "*", "a1 b1"):
        assert hole_of(wrong) is None


def test_text_of_jumps_is_read_back():
    jumps = (
        Jump((0, 0), (0, 1), (0, 2)),
        Jump((0, 2), (1, 2), (2, 2)),
        Jump((4, 4), (3, 3), (2, 2)),
        Jump((2, 2), (1, 1), (0, 0)),
    )
    assert jumps_text(jumps) == "a1-c1-c3 e5-c3-a1"
    assert jumps_of(jumps_text(jumps)) == jumps_of(list(jumps)) == jumps_of(jumps) == jumps
    assert jumps_of("a1-c1 c1-c3 e5-c3 c3-a1") == jumps
    assert jumps_of("") == jumps_of(()) == () and jumps_text(()) == ""


@pytest.mark.parametrize(
    "wrong", ["a1", "a1-", "a1-b1", "a1-e1", "a1-a1", "a1-b3", 5, None, [5], object(), "\x1b"]
)
def test_what_is_no_jump(wrong):
    with pytest.raises(PuzzleError, match="expected jumps") as error:
        jumps_of(wrong)
    assert str(error.value).isprintable()
