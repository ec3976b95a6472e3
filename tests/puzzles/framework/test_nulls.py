"""Errors about one of many name it; with errors="null" such a one has no result."""

import pickle

import numpy as np
import pytest

import unriddle as ur
from unriddle import Gogen, Lexicon, Numbrix, PuzzleError, SudokuPuzzle
from unriddle.puzzles.framework.result_sequence import NullMany

WORDS = Lexicon(["tea", "eats", "tar", "rate"])
GRID = "1234............"
GOOD = "1 . / . 3"


def columns(values):
    """Yield values as a list, an iterator, an array, a Series and Arrow, as far as they are installed."""
    yield list(values)
    yield iter(values)
    yield np.array(values, dtype=object)
    for module, made in (("pandas", "Series"), ("polars", "Series"), ("pyarrow", "array")):
        try:
            library = __import__(module)
        except ImportError:
            continue
        if all(isinstance(value, str) for value in values):
            yield getattr(library, made)(values)


CALLS = [
    (
        "boards",
        lambda boards, **how: ur.boggle.score_many(boards, WORDS, **how),
        ["teas", "rate", "eats"],
        "t!as",
    ),
    (
        "boards",
        lambda boards, **how: ur.boggle.solve_many(boards, WORDS, **how),
        ["teas", "rate", "eats"],
        "t!as",
    ),
    (
        "boards",
        lambda boards, **how: ur.boggle.score_many(boards, WORDS, **how),
        ["teas", "ra/te", "eats"],
        "a" * 9,
    ),
    (
        "puzzles",
        lambda them, **how: ur.Boggle.solve_many(them, WORDS, **how),
        ["teas", "rate", "eats"],
        "t!as",
    ),
    ("puzzles", ur.sudoku.solve_many, [GRID] * 3, "1234!" + "." * 11),
    ("puzzles", ur.sudoku.solve_many, [GRID] * 3, GRID[:-1]),
    ("puzzles", SudokuPuzzle.solve_many, [GRID] * 3, "1/2"),
    ("puzzles", ur.gogen.solve_many, ["AB/C.: ADC"] * 3, "x"),
    ("puzzles", Gogen.solve_many, ["AB/C.: ADC"] * 3, "x"),
    ("puzzles", Numbrix.solve_many, [GOOD] * 3, "no board"),
    (
        "puzzles",
        lambda them, **how: Numbrix.check_many(them, ["1 2 / 4 3"] * 4, **how),
        [GOOD] * 3,
        "no board",
    ),
    ("puzzles", lambda them, **how: SudokuPuzzle.check_many(them, [GRID] * 4, **how), [GRID] * 3, "x"),
    ("puzzles", lambda them, **how: ur.Boggle.check_many(them, ["tea"] * 4, **how), ["teas"] * 3, "t!as"),
]


@pytest.mark.parametrize("name, call, good, bad", CALLS)
@pytest.mark.parametrize("place", [0, 2, 3])
def test_an_error_about_one_of_many_names_it(name, call, good, bad, place):
    many = [*good[:place], bad, *good[place:]]
    shapes = bad in ("a" * 9, GRID[:-1])
    for given in columns(many):
        with pytest.raises(PuzzleError) as caught:
            call(given)
        error = pickle.loads(pickle.dumps(caught.value))
        if not (shapes and place == 0):  # the first says what the others must be
            assert (error.file, error.index) == (name, place), error
            assert str(error).startswith(f"{name}[{place}]:")


@pytest.mark.parametrize("name, call, good, bad", CALLS)
def test_null_is_none_in_sequences_and_masked_in_arrays(name, call, good, bad):
    plain = call(good + good[:1])
    for missing in ([bad, None], [None, bad], ["", bad], [float("nan"), bad]):
        many = [good[0], missing[0], *good[1:2], missing[1]]
        for given in columns(many):
            found = call(given, errors="null")
            if isinstance(found, np.ndarray):
                assert found.mask.tolist() == [False, True, False, True]
                assert found.compressed().tolist() == plain[:2].tolist()
                continue
            assert isinstance(found, NullMany) and len(found) == 4
            assert found.missing.tolist() == [False, True, False, True]
            assert found[1] is None and found[3] is None and type(found[0]) is type(plain[0])
            assert found.statuses.tolist() == [plain.statuses[0], None, plain.statuses[1], None]
            for values in found.columns().values():
                assert len(values) == 4 and (values[1] is None or np.ma.is_masked(values[1]))
            with pytest.raises(AttributeError, match="to_nowhere"):
                found.to_nowhere  # noqa: B018
    with pytest.raises(PuzzleError, match="errors='no', expected one of raise, null"):
        call(good, errors="no")
    assert len(call([None] * 4, errors="null")) == 4


def test_tables_have_nulls():
    pytest.importorskip("pyarrow")
    many = Numbrix.solve_many([GOOD, None, GOOD], errors="null")
    assert many.to_arrow()["status"].to_pylist() == ["MULTIPLE", None, "MULTIPLE"]
    pytest.importorskip("pandas")
    frame = many.to_pandas()
    assert frame["nodes"].isna().tolist() == [False, True, False] and frame.index.tolist() == [0, 1, 2]
    pytest.importorskip("polars")
    assert many.to_polars()["nodes"].is_null().to_list() == [False, True, False]
    assert "MULTIPLE" in many._repr_html_() and many.pair(1) == (None, None)


def test_arrays_of_codes():
    codes = np.zeros((3, 4), dtype=np.int64)
    codes[1, 2] = 99
    with pytest.raises(PuzzleError, match=r"^boards\[1\]: code 99 in cell 2, expected 0 to"):
        ur.boggle.score_many(codes, WORDS)
    assert ur.boggle.score_many(codes, WORDS, errors="null").tolist() == [0, None, 0]
    with pytest.raises(PuzzleError, match=r"^boards\[70000\]: code 99"):
        ur.boggle.score_many(iter([*[codes[0]] * 70_000, codes[1]]), WORDS)
    grids = np.zeros((3, 16), dtype=np.int64)
    grids[2, 0] = 9
    with pytest.raises(PuzzleError, match=r"^puzzles\[2\]: 9 in cell 0, expected 0 to 4"):
        ur.sudoku.solve_many(grids)
    assert ur.sudoku.solve_many(grids, errors="null").missing.tolist() == [False, False, True]
    with pytest.raises(
        PuzzleError, match=r"^puzzles\[1\]: differs in size from puzzles\[0\]; pass one size per call"
    ):
        ur.sudoku.solve_many([[0] * 16, [0] * 15])
    with pytest.raises(PuzzleError, match=r"^boards\[1\]: rows of different lengths"):
        ur.boggle.score_many([[0] * 16, [0] * 15], WORDS)
