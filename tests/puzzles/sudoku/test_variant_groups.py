import pytest

from unriddle import PuzzleError
from unriddle.puzzles.sudoku.check import STARS
from unriddle.puzzles.sudoku.variant_groups import VARIANTS, added_by, variants_of
from unriddle.puzzles.sudoku.variants import layout_of


def test_names_and_other_names():
    assert variants_of("X, hyper") == ("diagonal", "windoku")
    assert variants_of(["anti_knight", "Latin"]) == ("anti-knight", "latin")
    assert variants_of("") == variants_of(None) == ()
    wrongs = (("diagnal", "did you mean diagonal?"), (7, "expected names"), ([7], "expected one of"))
    for wrong, message in wrongs:
        with pytest.raises(PuzzleError) as caught:
            variants_of(wrong)
        assert message in str(caught.value)


@pytest.mark.parametrize("name", sorted(set(VARIANTS) - {"latin"}))
def test_units_have_each_n_different_cells(name):
    (added,) = added_by([name], 9, (3, 3))
    assert any(added)
    for unit_name, unit in added.units:
        assert len(set(unit)) == 9 and min(unit) >= 0 and max(unit) < 81
        assert unit_name.startswith(name.split("-")[0]) or name in ("diagonal", "windoku", "disjoint")
    for first, second in (*added.apart, *added.never):
        assert 0 <= first < second < 81


def test_how_many_units_and_pairs_each_adds():
    sizes = {name: tuple(map(len, added_by([name], 9, (3, 3))[0])) for name in VARIANTS}
    assert sizes == {
        "diagonal": (2, 0, 0),
        "windoku": (4, 0, 0),
        "disjoint": (9, 0, 0),
        "asterisk": (1, 0, 0),
        "girandola": (1, 0, 0),
        "centre-dot": (1, 0, 0),
        "anti-knight": (0, 224, 0),  # 4 * 7 * 8
        "anti-king": (0, 272, 0),  # 2 * 8 * 9 + 2 * 8 * 8
        "nonconsecutive": (0, 0, 144),
        "latin": (0, 0, 0),
    }


def test_windows_of_other_sizes():
    assert len(added_by(["windoku"], 16, (4, 4))[0].units) == 9
    ((_, first), *_rest) = added_by(["windoku"], 6, (2, 3))[0].units
    assert first == (7, 8, 9, 13, 14, 15)


def test_stars_are_those_of_the_checker():
    for name, picture in STARS.items():
        marks = picture.replace(" ", "").replace("/", "")
        ((_, unit),) = added_by([name], 9, (3, 3))[0].units
        assert sorted(unit) == [cell for cell, mark in enumerate(marks) if mark == "*"]


@pytest.mark.parametrize(
    ("n", "box", "variants", "message"),
    [
        (4, None, "asterisk", "asterisk with 4 rows, expected 9"),
        (5, None, "latin windoku", "windoku without boxes"),
        (5, None, "latin disjoint", "disjoint without boxes"),
        (5, "1x5", "windoku", "expected room for windows"),
    ],
)
def test_variants_that_a_grid_cannot_have(n, box, variants, message):
    with pytest.raises(PuzzleError, match=message):
        layout_of(n, box, variants=variants)
