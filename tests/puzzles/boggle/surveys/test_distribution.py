"""How a number is distributed: figures held to NumPy, intervals to the true value, and pictures."""

import json
import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Limits, PuzzleError
from unriddle.puzzles.boggle.surveys.distribution import Distribution, Estimate, share_of
from unriddle.puzzles.boggle.surveys.result import bars_of
from unriddle.puzzles.boggle.surveys.survey import survey


@given(st.lists(st.integers(-20, 60), min_size=2, max_size=60), st.floats(0, 1))
def test_figures_are_those_of_the_values(values, share):
    array = np.array(values)
    found = Distribution.of(array)
    assert (found.n, found.least, found.most) == (len(values), min(values), max(values))
    assert found.mean.value == pytest.approx(array.mean())
    assert found.variance.value == pytest.approx(array.var(ddof=1))
    quantile = found.quantile(share).value
    assert np.mean(array <= quantile) >= share - 1e-6 and np.mean(array < quantile) <= share + 1e-6
    assert found.share(0, 10).value == np.mean((array >= 0) & (array <= 10))
    half = len(values) // 2
    assert Distribution.of(array[:half]) + Distribution.of(array[half:]) == found
    assert Distribution.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def test_intervals_hold_the_true_value_in_95_of_100_cases():
    rng = np.random.default_rng(1)
    held = np.zeros(4)
    for _ in range(600):
        found = Distribution.of(rng.geometric(0.1, 400))
        true = zip(
            (found.mean, found.variance, found.quantile(0.5), found.share(most=3)),
            (10, 90, 7, 0.271),
            strict=True,
        )
        held += [estimate.low <= value <= estimate.high for estimate, value in true]
    assert (held / 600 > 0.88).all() and (held[[0, 3]] / 600 < 0.985).all()


def test_shares_next_to_0_and_1():
    for hits in (0, 1, 999, 1000):
        value, low, high = share_of(hits, 1000)
        assert 0 <= low <= value <= high <= 1 and high - low < 0.01
    assert share_of(0, 0).low == 0 and math.isnan(share_of(0, 0).value)


def test_without_boards():
    none = Distribution.of(np.zeros(0, dtype=np.int64))
    assert none.n == none.least == none.most == 0 and math.isnan(none.mean.value)
    assert math.isnan(none.quantile(0.5).value) and math.isnan(none.variance.value)
    assert none + none == none and Distribution.from_dict({"first": 3, "counts": [0, 0]}) == none
    assert "nan" in str(none.mean)


def test_figures_as_text():
    assert str(Estimate(13120.4, 13060, 13180.6)) == "13,120 (13,060 to 13,181)"
    assert str(Estimate(0.01234, 0.012, 0.0127)) == "0.01234 (0.01200 to 0.01270)"
    assert str(Estimate(7.0, 7.0, 8.0)) == "7 (7 to 8)"


def test_what_is_wrong():
    for wrong in (None, {}, {"first": 1}, {"first": "1", "counts": [1]}, {"first": 1, "counts": [-1]}):
        with pytest.raises(PuzzleError, match="expected what to_dict"):
            Distribution.from_dict(wrong)
    for wrong in (-0.1, 1.1, "x", True, None):
        with pytest.raises(PuzzleError, match="expected a share"):
            Distribution.of(np.array([1])).quantile(wrong)
    with pytest.raises(PuzzleError, match="apart"):
        Distribution.of(np.array([0, 1 << 30]))


def test_bars():
    first, wide, bars = bars_of(Distribution.of(np.arange(-5, 995)))
    assert first == -5 and wide == 9 and len(bars) <= 120 and sum(bars) == 1000
    assert bars_of(Distribution.of(np.array([4, 4])))[1:] == (1, [2])


def test_a_picture():
    found = survey("1987", ["tea", "eat", "rates", "set"], boards=5000, seed=1)
    picture = found.to_svg()
    assert picture == found._repr_svg_()
    ElementTree.fromstring(picture)
    assert picture.count("median") == 3 and f"mean {found.score.mean.value:.4g}" in picture
    places = [float(x) for x in re.findall(r'<rect x="([\d.]+)"', picture)]
    assert max(places) < 760
    none = survey("1987", ["tea"], boards=5000, seed=1, limits=Limits(nodes=0))
    assert "0 rolls of dice 1987" in none.to_svg()


def test_a_page_lists_the_words_by_how_often_they_are_there():
    found = survey("AB CD EF TX", ["tea", "bad", "fed"], boards=500, seed=1)
    shown = found.view()
    assert [row.values[0] for row in shown.table.rows] == list(found.word_counts)
    assert ("boards", "500") in shown.facts and found.to_html().count("500 rolls") >= 2
    assert survey("AB CD EF TX", ["tea"], boards=500, seed=1, sample=0).view().table.rows == []
