"""Drawings of surveys."""

import re
from xml.etree import ElementTree

import numpy as np

from unriddle import Limits
from unriddle.puzzles.boggle.surveys.distribution import Distribution
from unriddle.puzzles.boggle.surveys.draw import bars_of
from unriddle.puzzles.boggle.surveys.survey import survey


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
