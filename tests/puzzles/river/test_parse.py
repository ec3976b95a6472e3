import pytest

from unriddle import Passenger, PuzzleError, RiverPuzzle
from unriddle.puzzles.river.parse import read_river


def test_text_form():
    text = (
        "# three and three\n\nboat 2 # small\npassenger m x3 rows\npassenger c x3 rows symbol k\n"
        "never more c than m\n"
    )
    puzzle = RiverPuzzle.parse(text)
    assert str(puzzle) == "MMMkkk*|"
    assert puzzle.count_best() == 4


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", None, "no boat"),
        ("boat 2", None, "there are no passengers"),
        ("boat 0", 1, "boat for 0"),
        ("boat two", 1, "boat CAPACITY"),
        ("boat 2\npassenger", 2, "passenger NAME"),
        ("boat 2\npassenger a b", 2, "'b'"),
        ("boat 2\npassenger a x0 rows", 2, "0 of a"),
        ("boat 2\npassenger a time soon", 2, "'soon'"),
        ("boat 2\npassenger a time nan", 2, "time nan"),
        ("boat 2\npassenger a rows rows", 2, "twice"),
        ("boat 2\npassenger a x2 x3", 2, "twice"),
        ("boat 2\npassenger a symbol |", 2, "symbol"),
        ("boat 2\npassenger a\npassenger a", 3, "named twice"),
        ("boat 2\npassenger a", None, "no passenger can row; add 'rows' to at least one"),
        ("boat 2\npassenger a rows\nnever a with b", 3, "'b'"),
        ("boat 2\npassenger a rows\nnever a", 3, "'never a' is not clear; write never A with B"),
        ("boat 2\npassenger a rows\nnever a with a unless", 3, "is not clear; write never"),
        ("ship 2", 1, "'ship'"),
        ("boat 2\npassenger a x999999999", 2, "999999999"),
        ("boat 2\n" + "".join(f"passenger p{k} x15 rows\n" for k in range(7)), None, "different banks"),
        ("boat 12\n" + "".join(f"passenger p{k} x2 rows\n" for k in range(14)), None, "loads|banks"),
    ],
)
def test_wrong_text_is_one_clear_line(text, line, reason):
    with pytest.raises(PuzzleError, match=reason) as caught:
        RiverPuzzle.parse(text, file="x.txt").solve()
    if line is not None:
        assert (caught.value.file, caught.value.line) == ("x.txt", line)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("boat 2 middle; passenger a rows", "boat CAPACITY"),
        ("boat 2; passenger a rows; left x", "left COUNT"),
        ("boat 2; passenger a rows; left 0; left 1", "left COUNT"),
        ("boat 2; passenger a rows; left 2", "one number per passenger"),
        ("boat 2; passenger a rows; left 1 1", "one number per passenger"),
        ("boat 2; passenger a rows; ship", "'ship', expected boat"),
    ],
)
def test_statements_on_one_line(text, reason):
    with pytest.raises(PuzzleError, match=reason) as caught:
        RiverPuzzle.parse(text, file="x.txt")
    assert str(caught.value).startswith("x.txt:")


def test_comments_end_with_the_line():
    text = "boat 2 # small; for two\n;; passenger a rows; passenger b; # c; passenger d\n"
    assert [p.name for p in RiverPuzzle.parse(text).passengers] == ["a", "b"]


@pytest.mark.parametrize("time", [1, 0.1, 1 / 3, 1e-12, 123456789.125, 1e300])
def test_times_are_read_back_exactly(time):
    puzzle = RiverPuzzle([Passenger("a", 3, rows=True, time=time, symbol="x")], 2)
    assert RiverPuzzle.parse(puzzle.text()) == puzzle


def test_words_of_the_language_are_names_too():
    text = "boat 2; passenger never rows; passenger more; passenger than; passenger with"
    rules = "never more more than than; never with with never unless more unless than"
    puzzle = RiverPuzzle.parse(f"{text}; {rules}")
    assert RiverPuzzle.parse(puzzle.text()) == puzzle and len(puzzle.bank_rules) == 2


def test_marks_of_other_editors_are_read():
    text = "\ufeff# wolf\r\nboat\u00a02 # a comment\r\npassenger\u3000ｗｏｌｆ rows\r\n"
    assert read_river(text) == read_river("boat 2\npassenger wolf rows")
