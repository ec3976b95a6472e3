"""The plots: what is drawn where, and colours that every reader can tell apart."""

import re
from itertools import combinations

import pytest

from benchmarks.report.plots import bars, curves, strips
from benchmarks.report.svg import COLOURS, WIDTH

# Linear RGB as people see it who lack one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1.
SEEN = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)
    ),
}  # fmt: skip
ROLES = ("kernel", "twin", "textbook", "general", "peer")


def linear(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(rgb):
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    shares = [
        sum(k * max(0, c) for k, c in zip(row, rgb, strict=True)) / w
        for row, w in zip(to_xyz, white, strict=True)
    ]
    x, y, z = [s ** (1 / 3) if s > 0.008856 else 7.787 * s + 16 / 116 for s in shares]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("dark", [0, 1])
@pytest.mark.parametrize("sight", list(SEEN))
def test_roles_are_told_apart_by_every_eye(sight, dark):
    seen = {
        role: lab(
            [sum(k * c for k, c in zip(row, linear(COLOURS[role][dark]), strict=True)) for row in SEEN[sight]]
        )
        for role in ROLES
    }
    for one, other in combinations(ROLES, 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert distance > 11, (one, other, distance)  # 2.3 can just be told


@pytest.mark.parametrize(("dark", "ground"), [(0, "#ffffff"), (1, "#0d1117")])
def test_every_colour_stands_out_from_the_page(dark, ground):
    def luminance(colour):
        return sum(k * c for k, c in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))

    for name, pair in COLOURS.items():
        low, high = sorted((luminance(pair[dark]), luminance(ground)))
        assert (high + 0.05) / (low + 0.05) > 4.5, name


def test_labels_are_whole():
    long = "a name that nobody would give to a benchmark, and yet somebody did, " * 4
    plot = bars("n", "t", [(long, "1×", 1.0, "kernel"), ("b", "0.5×", 0.5, "twin")], "b")
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", plot.svg)
    assert long.strip() in " ".join(texts) and plot.inside == ""
    assert max(len(text) for text in texts) < WIDTH / 6


def drawn(points, **rest):
    return curves("n", "t", {"one": points}, x_name="n", y_name="time", y_is_time=True, **rest).inside


def test_what_goes_through_points():
    sizes = (1, 2, 4, 8, 16)
    line = drawn([(n, 1e-6 * n**2) for n in sizes])
    assert line.count("law l-") == 1 and "a·n^b, b 2.00" in line
    bent = drawn([(n, 2e-3 + 1e-6 * n**3) for n in sizes])
    assert bent.count("law l-") > 10 and "a·n^b + c, b 3.00" in bent and "c 2.00" in bent
    off = drawn([(n, 1e-6 * 3**n) for n in sizes])
    assert "law l-" not in off and off.count("dots l-") == 4 and "slope 1.58 to 12.68" in off


def test_threads_stand_beside_the_ideal():
    plot = drawn([(1, 8.0), (2, 4.5), (4, 3.0)], ideal=True)
    assert plot.count("ideal l-") == 1 and "law l-" not in plot and "2.67 of 4 times" in plot


def test_points_stand_where_their_figures_say():
    """Twice the factor is twice as far on a logarithmic axis."""
    plot = drawn([(1, 1e-3), (10, 1e-2), (100, 1.0)])
    places = [tuple(map(float, found)) for found in re.findall(r'<svg x="([\d.]+)%" y="([\d.]+)"', plot)]
    (x1, y1), (x2, y2), (x3, y3) = places
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.02)
    assert y2 - y3 == pytest.approx(2 * (y1 - y2), abs=0.2)


def test_values_of_nothing_stand_at_the_foot():
    plot = strips("n", "t", [("a", [0, 5, 10]), ("b", [3])], x_name="x", y_name="y").inside
    assert plot.count("<title>") == 4 and "a: 0" in plot
