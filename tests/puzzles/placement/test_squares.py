"""Word squares and cubes, beside trying all words of small lists."""

import itertools
import json
import os
import re
import signal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Limits, PuzzleError, Status
from unriddle.cli import main
from unriddle.puzzles.placement import WordSquare, WordSquares, word_cubes, word_squares

DATA = os.environ.get("UNRIDDLE_DATA")
LIST = Path(DATA or ".", "enable2k.txt")


def singles(n, words, reuse):
    """Every single square as rows, by the definition."""
    for rows in itertools.product(words, repeat=n):
        if all(rows[i][j] == rows[j][i] for i, j in itertools.combinations(range(n), 2)) and (
            reuse or len(set(rows)) == n
        ):
            yield rows


def doubles(n, words, reuse):
    for rows in itertools.product(words, repeat=n):
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        if set(columns) <= set(words) and (reuse or len({*rows, *columns}) == 2 * n):
            yield rows


def cubes(n, words, reuse):
    """Every cube as layers: each is a single square, and the rows of one are those of the others."""
    found = list(singles(n, words, True))
    for layers in itertools.product(found, repeat=n):
        side = range(n)
        if all(layers[i][j] == layers[j][i] for i in side for j in side):
            used = [layers[i][j] for i in side for j in side if i <= j]
            if reuse or len(set(used)) == len(used):
                yield layers


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(2, "abc"), (3, "ab")]),
    st.data(),
    st.sampled_from(["single", "double", "cube"]),
    st.booleans(),
    st.one_of(st.none(), st.integers(0, 3)),
)
def test_squares_are_those_that_trying_all_finds(shape, data, kind, reuse, seed):
    n, letters = shape
    words = sorted(data.draw(st.sets(st.text(letters, min_size=n, max_size=n), max_size=8)))
    squares = WordSquares(n, words, kind=kind, reuse=reuse)
    if kind == "cube":
        expected = sorted(cubes(n, words, reuse))
        found = sorted(square.layers for square in squares.solutions(seed=seed))
    else:
        expected = sorted({"single": singles, "double": doubles}[kind](n, words, reuse))
        found = sorted(square.rows for square in squares.solutions(seed=seed))
    assert found == expected
    assert squares.count() == len(expected)
    result = squares.solve(seed=seed)
    assert result.status is (Status.SOLVED if expected else Status.NO_SOLUTION)
    assert not expected or squares.faults(result) == []
    assert all(map(squares.check, squares))


def test_the_words_of_a_square():
    [square] = word_squares(3, ["Bit", "ICE", "TEN", "TO", "B-T"])
    assert (square.rows, square.words) == (("Bit", "ICE", "TEN"),) * 2
    [one, two] = word_squares(2, ["AB", "CD", "AC", "BD"], double=True)
    assert {one.words, two.words} == {("AB", "CD", "AC", "BD"), ("AC", "BD", "AB", "CD")}
    [cube] = word_cubes(2, ["AB", "BC", "CD"])
    assert (cube.layers, cube.words) == ((("AB", "BC"), ("BC", "CD")), ("AB", "BC", "CD"))
    assert cube.to_dict() == {"layers": [["AB", "BC"], ["BC", "CD"]], "words": ["AB", "BC", "CD"]}
    assert cube.to_svg().count("<text") == 8


def test_what_is_drawn():
    squares = word_squares(3, ["BIT", "ICE", "TEN"])
    result = squares.solve()
    assert result._repr_svg_() == result.to_svg() == result.solution.to_svg()
    assert result.to_html() == result.solution.to_html() and "Word square of 3" in result.to_html()
    none = word_squares(3, ["BIT"]).solve()
    assert none._repr_svg_() is None
    for make in (none.to_svg, none.to_html):
        with pytest.raises(PuzzleError, match="NO_SOLUTION: there is no square to draw"):
            make()


def test_the_judge():
    squares = word_squares(2, ["AB", "BA"])
    assert squares.check(["ab", "ba"]) and squares.check(squares.solve())
    assert squares.faults(["AB", "AB"]) == [
        "the rows ['AB', 'AB'] are not the columns",
        "'AB' is used 2 times",
    ]
    for wrong in (7, None, [], ["AB"], ["AB", 3], ["ABC", "BCA"], "ABBA"):
        assert squares.faults(wrong)[0].endswith("is no single of side 2")
    double = word_squares(2, ["AB", "BA"], double=True)
    assert double.faults(["AB", "BA"]) == ["'AB' is used 2 times", "'BA' is used 2 times"]
    cube = word_cubes(2, ["AB", "BC", "CD"])
    assert cube.check([["AB", "BC"], ["BC", "CD"]])
    assert "(2, 1, 1) is not the letter of (1, 1, 2)" in cube.faults([["AB", "BC"], ["CC", "CD"]])
    assert cube.faults([["AB", "BC"]])[0].endswith("is no cube of side 2")
    assert not cube.check(WordSquare(layers=(("AB", "BC"),), words=()))


def test_the_same_seed_finds_the_same_square():
    words = ["".join(word) for word in itertools.product("ABCD", repeat=4)]
    squares = word_squares(4, words)
    assert squares.solve(seed=3).solution == squares.solve(seed=3).solution
    assert len({squares.solve(seed=seed).solution for seed in range(8)}) > 1


def test_limits_and_interrupts():
    words = ["".join(word) for word in itertools.product("ABCD", repeat=5)]
    squares = word_squares(5, words, double=True)
    assert squares.solve(limits=Limits(nodes=0)).status is Status.LIMIT
    count = squares.count(limits=Limits(nodes=100))
    assert (count.status, count.stats.nodes) == (Status.LIMIT, 100)
    assert squares.count(7).found == 7
    listed = squares.solutions(3)
    assert len(list(listed)) == 3 and not listed.complete

    def interrupt(_):
        signal.raise_signal(signal.SIGINT)

    count = squares.count(progress=interrupt)
    assert count.interrupted and count.status is Status.LIMIT
    result = squares.solve(progress=interrupt)
    assert result.interrupted or result.status is Status.SOLVED


@pytest.mark.parametrize(
    "arguments, reason",
    [
        ((1, ["A"]), "size=1, expected a whole number from 2 to 40"),
        ((41, ["A"]), "size=41"),
        (("5", ["A"]), "size='5'"),
        ((True, ["A"]), "size=True"),
        ((3, "ABC"), "lexicon='ABC', expected words"),
        ((3, 7), "lexicon=7, expected words"),
        ((3, [7]), "7 in the word list, expected a word"),
        ((2, [chr(0x4E00 + k) * 2 for k in range(64)]), "64 different letters, expected at most 63"),
    ],
)
def test_what_is_no_list_of_squares(arguments, reason):
    with pytest.raises(PuzzleError, match=reason):
        word_squares(*arguments)
    with pytest.raises(PuzzleError, match=reason):
        word_cubes(*arguments)


def test_wrong_options():
    with pytest.raises(PuzzleError, match="kind='triple', expected one of"):
        WordSquares(3, [], kind="triple")
    with pytest.raises(PuzzleError, match="double="):
        word_squares(3, [], double="yes")
    assert word_squares(3, []).solve().status is Status.NO_SOLUTION


@pytest.mark.skipif(not LIST.exists(), reason="UNRIDDLE_DATA does not name the folder of ENABLE2K")
@pytest.mark.parametrize("n", [3, 5, 7])
def test_squares_of_enable2k(n):
    squares = word_squares(n, LIST.read_text().split())
    result = squares.solve(seed=1, limits=Limits(seconds=120))
    assert result.status is Status.SOLVED and squares.check(result)


@pytest.mark.skipif(not LIST.exists(), reason="UNRIDDLE_DATA does not name the folder of ENABLE2K")
@pytest.mark.parametrize(
    ("kind", "n", "count"),
    [("single", 3, 107_939), ("single", 4, 2_583_485), ("double", 3, 1_389_340)],
)
def test_all_squares_of_enable2k(kind, n, count):
    # The numbers up to four letters were first counted by filling slots with words, another kernel.
    found = WordSquares(n, LIST.read_text().split(), kind=kind).count()
    assert found.complete and int(found) == count


@pytest.mark.skipif(not LIST.exists(), reason="UNRIDDLE_DATA does not name the folder of ENABLE2K")
def test_double_squares_and_cubes_of_enable2k():
    words = LIST.read_text().split()
    for squares in (word_squares(4, words, double=True), word_cubes(3, words), word_cubes(4, words)):
        result = squares.solve(seed=1, limits=Limits(seconds=60))
        assert result.status is Status.SOLVED and squares.check(result)


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("bit\nice\nten\nace\nbat\nab\nbc\ncd\n")
    return str(path)


@pytest.fixture
def run(capsys, words):
    def run(*arguments):
        code = main(["placement", "square", "--lexicon", words, *arguments])
        return code, *capsys.readouterr()

    return run


def test_one_square(run):
    code, out, err = run("--size", "3", "--seed", "1")
    assert (code, err) == (0, "") and out in ("bat\nace\nten\n", "bit\nice\nten\n")
    code, out, _ = run("--size", "3", "--format", "json")
    found = json.loads(out)
    assert found["status"] == "SOLVED" and found["layers"][0][2] == "ten" and found["nodes"] > 0
    code, out, _ = run("--stats")
    assert code == 1 and out.startswith("NO_SOLUTION\n") and "nodes visited" in out


def test_all_and_how_many(run):
    assert run("--size", "3", "--count") == (0, "2\n", "")
    assert run("--size", "3", "--count", "--limit", "1")[1] == "1\n"
    code, out, _ = run("--size", "3", "--all")
    assert code == 0 and out == "bat\nace\nten\n\nbit\nice\nten\nMULTIPLE: 2 solutions, all of them\n"
    found = json.loads(run("--size", "3", "--all", "--format", "json")[1])
    assert found["count"] == 2 and len(found["solutions"]) == 2
    assert run("--size", "3", "--double", "--count")[:2] == (1, "0\n")


def test_a_cube(run):
    assert run("--size", "2", "--cube")[1] == "ab\nbc\n\nbc\ncd\n"


def test_pictures_and_pages(run, tmp_path):
    code, out, _ = run("--size", "3", "--seed", "1", "--svg", "-")
    assert code == 0 and out.startswith("<svg") and out.count("<text") == 9
    page = tmp_path / "cube.html"
    code, out, err = run("--size", "2", "--cube", "--html", str(page))
    assert (code, out) == (0, "ab\nbc\n\nbc\ncd\n") and re.fullmatch(r"seed \d+\n", err)
    assert "<title>Word cube of 2</title>" in page.read_text(encoding="utf-8")
    found = json.loads(run("--size", "3", "--svg", "-", "--format", "json")[1])
    assert found["status"] == "SOLVED" and found["svg"].startswith("<svg")
    run("--size", "3", "--all", "--svg", str(tmp_path / "first.svg"))
    assert (tmp_path / "first.svg").read_text(encoding="utf-8").count("<text") == 9
    assert run("--size", "5", "--svg", "-")[:2] == (1, "NO_SOLUTION\n")


def test_what_is_wrong(run):
    assert run("--count", "--svg", "x.svg") == (2, "", "--count cannot be combined with --svg\n")
    assert run("--size", "99") == (2, "", "--size 99, expected a whole number from 2 to 40\n")
    assert run("--size", "3", "--lexicon", "none.txt")[0] == 2
    for wrong in (("--double", "--cube"), ("--all", "--count"), ("--size", "0")):
        assert run(*wrong)[0] == 2
