"""Shapes of SVG: well-formed, short numbers, nothing from elsewhere."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.svg import Drawing

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10.5" viewBox="0 0 20 10.5" role="img">\n'
    "<title>a board</title>\n"
)
SHAPES = {
    "rect": (
        lambda picture: picture.rect(1, 2, 3.456, 4, fill="#fff", stroke_width=0.5),
        '<rect x="1" y="2" width="3.46" height="4" fill="#fff" stroke-width="0.5"/>\n',
    ),
    "circle": (lambda picture: picture.circle(1, 2, 3), '<circle cx="1" cy="2" r="3"/>\n'),
    "line": (
        lambda picture: picture.line(0, 0, 10.10, 5, stroke="red"),
        '<line x1="0" y1="0" x2="10.1" y2="5" stroke="red"/>\n',
    ),
    "polygon": (
        lambda picture: picture.polygon([(0, 0), (1.5, 0), (0, 100)], fill="none"),
        '<polygon points="0,0 1.5,0 0,100" fill="none"/>\n',
    ),
    "polyline": (
        lambda picture: picture.polyline(iter([(0, 0), (1, 1)]), stroke="red"),
        '<polyline points="0,0 1,1" fill="none" stroke="red"/>\n',
    ),
    "text": (
        lambda picture: picture.text(5, 6, "a<b", 12, fill="#000"),
        '<text x="5" y="6" text-anchor="middle" dominant-baseline="central" font-family="sans-serif" '
        'font-size="12" fill="#000">a&lt;b</text>\n',
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_one_line(shape):
    picture = Drawing(20, 10.5, "a board")
    draw, expected = SHAPES[shape]
    draw(picture)
    assert str(picture) == f"{HEAD}{expected}</svg>\n"


def test_shapes_lie_above_those_before():
    picture = Drawing(20, 10.5, "a board")
    for draw, _ in SHAPES.values():
        draw(picture)
    assert str(picture) == HEAD + "".join(expected for _, expected in SHAPES.values()) + "</svg>\n"


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=12)
)
def test_any_text_is_escaped(text):
    picture = Drawing(10, 10, text)
    picture.text(5, 5, text, data_word=text)
    root = ET.fromstring(str(picture))
    title, shown = root
    assert (title.text or "", shown.text or "", shown.get("data-word")) == (text, text, text)


@given(st.floats(-1e6, 1e6))
def test_numbers_are_short_and_near(value):
    picture = Drawing(10, 10, "")
    picture.circle(value, 0, 1)
    written = ET.fromstring(str(picture))[1].get("cx")
    assert abs(float(written) - value) <= 0.005 + 1e-9
    assert "." not in written or not written.endswith(("0", "."))
    assert written != "-0"
