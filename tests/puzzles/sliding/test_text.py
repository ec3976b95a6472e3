import pytest

from unriddle import MNPuzzle, PuzzleError
from unriddle.puzzles.sliding.text import in_numbers, written_in_numbers


def test_text_forms():
    expected = MNPuzzle.parse("1 2 3\n4 5 6\n7 0 8")
    for text in (
        "1 2 3 4 5 6 7 0 8",
        "1 2 3/4 5 6/7 0 8",
        "1, 2, 3\r\n4 5 6\r\n\r\n7 0 8\n",
        "\t1 2 3\n4 5 6\n7 0 8",
    ):
        assert MNPuzzle.parse(text) == expected
    first = MNPuzzle.parse("1 2 3 / 4 5 6 / 7 0 8", goal="blank-first")
    assert first.to_grid == (("0", "1", "2"), ("3", "4", "5"), ("6", "7", "8"))
    words = MNPuzzle.parse("a b / _ c", goal="a b / c *")
    assert words.solve().moves == ("c",) and words.to_grid[1] == ("c", "_")
    assert MNPuzzle.parse("a b / x *", goal="a b / * x", blank="x").solve().length == 1


@pytest.mark.parametrize(
    ("text", "goal", "words"),
    [
        ("", None, "no tiles"),
        ("\n \n", None, "no tiles"),
        ("1 2 3 / 4 5", None, "row of 2 tiles, expected 3"),
        ("1 2 2 0", None, "'2' twice"),
        ("1 0 0 3", None, "'0' twice"),
        ("1 _ 0 3", None, "more than one blank"),
        ("1 2 3 4", None, "no blank"),
        ("1 2 5 0", None, "tile '5', expected 1 to 3"),
        ("1 2 x 0", None, "tile 'x', expected 1 to 3"),
        ("1 2 3 0", "1 2 4 0", "tile '3' is not in the goal"),
        ("1 2 3 0", "1 2 3 / 4 5 0", "expected 2x2"),
        ("1 2 3 0", "1 2 3 4", "no blank"),
        ("1 2 3 0", "1 1 3 0", "twice in the goal"),
        ("1 2 3 0", "", "no tiles in the goal"),
        ("1 2 3 4 0", None, "a square number"),
        ("1 2 3 0 4 5 / 6", None, "row of 1"),
        ("0", None, "expected 2x2 to 8x8"),
        ("1 2 3 4 5 6 7 8 0 / 9 10 11 12 13 14 15 16 17", None, "expected 2x2 to 8x8"),
        (" ".join(map(str, range(100))), None, "more than 64 tiles"),
        ("1 2 \x1b[2J 0", None, "printable"),
        ("1 2 " + "9" * 50 + " 0", None, "at most 16"),
    ],
)
def test_wrong_text_is_one_clear_line(text, goal, words):
    with pytest.raises(PuzzleError, match=words) as caught:
        MNPuzzle.parse(text, goal=goal, file="board.txt")
    assert "\n" not in str(caught.value) and str(caught.value).isprintable()


def test_errors_have_a_place():
    with pytest.raises(PuzzleError, match=r"^board\.txt:2:3: '2' twice"):
        MNPuzzle.parse("1 2\n0 2", file="board.txt")


def test_numbers():
    assert [in_numbers(text) for text in ("7", "-7", "x7", "*")] == [7, -7, "x7", "*"]
    assert written_in_numbers([1, "*"]) and not written_in_numbers(["1", "*"])
    for wrong in (["a b"], ["a/b"], ["a,b"], [""], ["x" * 17], [(1,)], [1, "2"], [True], [1.0], ["\x1b"]):
        with pytest.raises(PuzzleError, match="cannot be written"):
            written_in_numbers(wrong)
