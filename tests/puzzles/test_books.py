"""Books of puzzles: sections, pages and solutions, as HTML and as PDF."""

import sys
from html.parser import HTMLParser

import pytest

import unriddle as ur
from unriddle.puzzles.books import PAGE_SIZES

SUDOKUS = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"] * 3
EASY = "1 . 3/. . ./. . 9"


@pytest.fixture(scope="module")
def mixed():
    return ur.book(
        [
            *map(ur.SudokuPuzzle.parse, SUDOKUS),
            ur.Numbrix.parse(EASY),
            ur.WordPlacement.parse("GTU,TECH;111/010/010/010"),
            ur.MNPuzzle.parse("1 2 3/4 0 6/7 5 8"),
            ur.Boggle.parse("tea/rst/ing"),
        ],
        title="A <mixed> book",
        per_page=2,
    )


def test_sections_and_their_pages(mixed):
    names = [("Sudoku, easy", 2), ("Numbrix, easy", 4), ("Placement", 5), ("Sliding", 6), ("Boggle", 7)]
    answers = [(f"Solutions: {name}", 8 + k) for k, (name, _) in enumerate(names)]
    assert mixed.contents == [*names, *answers] and len(mixed.pages) == 11
    assert [len(page.figures) for page in mixed.pages[:3]] == [2, 1, 1]
    assert [one.label for page in mixed.pages[:2] for one in page.figures] == ["1", "2", "3"]
    by_section = {page.title: page.figures[0].text for page in mixed.pages}
    assert by_section["Placement"] == "GTU, TECH" and by_section["Solutions: Placement"] == ""
    assert by_section["Solutions: Sliding"] == "UL"
    words = by_section["Solutions: Boggle"].split(", ")
    assert "tea" in words and list(map(len, words)) == sorted(map(len, words), reverse=True)


class Pages(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.tags = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if dict(attributes).get("class") == "page":
            self.found.append(dict(attributes).get("id"))


def test_html(mixed):
    text, pages = mixed.to_html(), Pages()
    pages.feed(text)
    assert pages.found == [None, *(f"page{number}" for number in range(2, 13))]
    assert pages.tags.count("svg") == 14 and "script" not in pages.tags
    assert "A &lt;mixed&gt; book" in text and "<mixed>" not in text


def test_pdf(mixed, tmp_path):
    pytest.importorskip("svglib")
    data = mixed.to_pdf()
    assert data.startswith(b"%PDF-") and data.count(b"/Type /Page\n") == 12
    assert b"/FontFile2" in data and data == mixed.to_pdf()
    for ending in ("pdf", "html"):
        mixed.save(tmp_path / f"book.{ending}")
    assert (tmp_path / "book.pdf").read_bytes() == data


@pytest.mark.parametrize("page_size", PAGE_SIZES)
@pytest.mark.parametrize("per_page", [1, 3, 30])
def test_page_sizes(page_size, per_page):
    pytest.importorskip("svglib")
    made = ur.book([ur.Numbrix.parse(EASY)] * 4, per_page=per_page, page_size=page_size)
    assert made.to_pdf().startswith(b"%PDF-")
    assert [len(page.figures) for page in made.pages][: -(-4 // per_page)] == [per_page] * (4 // per_page) + [
        4 % per_page
    ] * (4 % per_page > 0)


def test_letters_that_no_font_has():
    pytest.importorskip("svglib")
    with pytest.raises(ur.PuzzleError, match="no font with the letter"):
        ur.book([ur.Numbrix.parse(EASY)], title="\U00012000").to_pdf()


@pytest.mark.parametrize(
    ("puzzles", "options", "wrong"),
    [
        ([], {}, "no puzzles"),
        (["1 . 3"], {}, r"puzzles\[0\]: '1 . 3', expected a puzzle"),
        ([ur.Numbrix.parse("1 3/. .")], {}, "puzzle 1 has no solution: NO_SOLUTION"),
        ([ur.Numbrix.parse(EASY)], {"per_page": 0}, "per_page=0"),
        ([ur.Numbrix.parse(EASY)], {"page_size": "a9"}, "page_size='a9'"),
    ],
)
def test_what_is_no_book(puzzles, options, wrong):
    with pytest.raises(ur.PuzzleError, match=wrong):
        ur.book(puzzles, **options)


def test_another_ending(mixed, tmp_path):
    with pytest.raises(ur.PuzzleError, match=r"ends in \.html or \.pdf"):
        mixed.save(tmp_path / "book.docx")


def test_without_the_extra(mixed, monkeypatch):
    monkeypatch.setitem(sys.modules, "svglib", None)
    with pytest.raises(ur.MissingExtraError, match=r"pip install svglib"):
        mixed.to_pdf()
