"""Make a book of puzzles: a title page, puzzles by kind and grade, their solutions; HTML or PDF."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from math import ceil, sqrt
from typing import Any, NamedTuple

from ..answers import Saved
from ..base import PuzzleError
from ..io.text import printable
from ..pdf import drawing_of, fonts_for, pdf_maker
from .framework.arguments import check_choice, check_whole
from .framework.base import ExplainMixin, PuzzleBase
from .framework.html import LARGEST_SHOWN, in_frame
from .framework.spec import spec_of
from .framework.steps import Difficulty

__all__ = ["Book", "book"]

PAGE_SIZES = {"A4": (210.0, 297.0), "A5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height of a page in mm."""
MOST_PER_PAGE = 30
SOLUTIONS_PER_PUZZLE = 3
"""Solutions on a page for each puzzle that a page has: they are read, not written in."""
MARGIN, HEAD, FOOT, GAP = 15.0, 14.0, 8.0, 6.0
FONT_SIZES = (10.0, 8.5, 7.0, 6.0, 5.0)
"""In points; the text of a puzzle takes the first that has room for it."""

STYLE = """
@page { size: WIDTHmm HEIGHTmm; margin: 0 }
body { margin: 0; background: #e6e8eb; color: #111; font-family: sans-serif }
.page { box-sizing: border-box; width: WIDTHmm; height: HEIGHTmm; padding: 15mm; margin: 5mm auto;
  background: #fff; display: flex; flex-direction: column; break-after: page }
.page > footer { text-align: center; font-size: 9pt; color: #555 }
.page > h1 { margin: 25% 0 10%; text-align: center; font-size: 30pt }
.page > h2 { margin: 0 0 4mm; font-size: 13pt }
ol { list-style: none; margin: 0 auto; padding: 0; width: 70% }
ol a { display: flex; justify-content: space-between; padding: 1.5mm 0; color: inherit; text-decoration: none;
  border-bottom: 1px dotted #999 }
.grid { flex: 1; min-height: 0; display: grid; gap: 6mm }
figure { margin: 0; min-height: 0; min-width: 0; display: flex; flex-direction: column }
figure svg { flex: 1; min-height: 0; width: 100% }
figcaption { font-size: 10pt; font-weight: bold }
figure p { margin: 1mm 0 0; font-size: 8pt; white-space: pre-wrap; overflow-wrap: anywhere }
@media print { body { background: none } .page { margin: 0 } }
"""


class Figure(NamedTuple):
    """A puzzle or a solution on a page."""

    label: str
    svg: str
    text: str


class Page(NamedTuple):
    """A page after the title page."""

    title: str
    figures: Sequence[Figure]
    cols: int
    rows: int


class Book(Saved):
    """Puzzles and their solutions on pages; `book` makes one.

    Attributes
    ----------
    title : str
    contents : list of (str, int)
        Sections and their first pages; the title page is page 1.
    pages : list of Page
        The pages after it.
    """

    def __init__(self, title: str, page_size: str) -> None:
        self.title = title
        self.width, self.height = PAGE_SIZES[page_size]
        self.contents: list[tuple[str, int]] = []
        self.pages: list[Page] = []

    def add(self, section: str, figures: Sequence[Figure], per_page: int) -> None:
        """Add a section, on pages of its own."""
        self.contents.append((section, len(self.pages) + 2))
        cols = max(1, round(sqrt(per_page * self.width / self.height)))
        for first in range(0, len(figures), per_page):
            chosen = figures[first : first + per_page]
            self.pages.append(Page(section, chosen, cols, ceil(per_page / cols)))

    def to_html(self) -> str:
        """Return the book as one HTML file that needs no other; it prints page by page."""
        style = STYLE.replace("WIDTH", f"{self.width:g}").replace("HEIGHT", f"{self.height:g}")
        lines = "".join(
            f'<li><a href="#page{page}"><span>{escape(name)}</span><span>{page}</span></a></li>\n'
            for name, page in self.contents
        )
        title = escape(printable(self.title))
        head = f'<section class="page">\n<h1>{title}</h1>\n<ol>\n{lines}</ol>\n</section>\n'
        pages = "".join(_page_html(number, page) for number, page in enumerate(self.pages, 2))
        policy = "default-src 'none'; style-src 'unsafe-inline'"
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=850">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n{head}{pages}</body>\n</html>\n"
        )

    def to_pdf(self) -> bytes:
        """Return the book as PDF: vector drawings, fonts embedded; needs extra ``book``.

        Raises
        ------
        MissingExtraError
            svglib is not installed.
        PuzzleError
            No font that was found has all of its letters.
        """
        return _pdf(self)

    def __repr__(self) -> str:
        return f"<Book {self.title!r}: {len(self.pages) + 1} pages>"

    def _repr_html_(self) -> str | None:
        text = self.to_html()
        return in_frame(text) if len(text) <= LARGEST_SHOWN else None


def book(
    puzzles: Iterable[PuzzleBase],
    *,
    title: str = "Puzzles",
    per_page: int = 4,
    page_size: str = "A4",
    progress: Callable[[int], None] | None = None,
) -> Book:
    """Make a book: each kind of puzzle and each grade is a section, solutions are at the end.

    Parameters
    ----------
    puzzles : iterable
        Puzzles of any kinds; they are solved for the solutions.
    title : str
    per_page : int
        Puzzles on a page, 1 to 30; solutions are three times as many.
    page_size : str
        ``A4``, ``A5`` or ``letter``.
    progress : callable, optional
        Called with the number of puzzles done.

    Raises
    ------
    PuzzleError
        No puzzles, or something else among them; a puzzle without a solution.

    Examples
    --------
    >>> from unriddle import Numbrix, book
    >>> made = book([Numbrix.parse("1 . 3/. . ./. . 9")], title="One puzzle")
    >>> made.contents
    [('Numbrix, easy', 2), ('Solutions: Numbrix, easy', 3)]
    """
    count = check_whole("per_page", per_page, 1, MOST_PER_PAGE)
    made = Book(title, check_choice("page_size", page_size, PAGE_SIZES))
    asked: dict[str, list[Figure]] = {}
    answered: dict[str, list[Figure]] = {}
    for number, (section, puzzle) in enumerate(_by_section(puzzles), 1):
        result: Any = puzzle.solve()
        if result.interrupted:
            raise KeyboardInterrupt
        if result.solution is None:
            raise PuzzleError(f"puzzle {number} has no solution: {result.status}")
        figure = Figure(str(number), puzzle.to_svg(), puzzle.caption())
        asked.setdefault(section, []).append(figure)
        solved = Figure(str(number), puzzle.to_svg(result.solution), puzzle.caption(result.solution))
        answered.setdefault(section, []).append(solved)
        if progress is not None:
            progress(number)
    if not asked:
        raise PuzzleError("no puzzles")
    for section, figures in asked.items():
        made.add(section, figures, count)
    for section, figures in answered.items():
        made.add(f"Solutions: {section}", figures, min(SOLUTIONS_PER_PUZZLE * count, MOST_PER_PAGE))
    return made


def _by_section(puzzles: Iterable[PuzzleBase]) -> Iterator[tuple[str, PuzzleBase]]:
    """Yield the puzzles with their sections: kinds in the order they come, grades from easy to hard."""
    kinds: dict[type[PuzzleBase], dict[str, list[PuzzleBase]]] = {}
    for index, puzzle in enumerate(puzzles):
        if not isinstance(puzzle, PuzzleBase):
            raise PuzzleError(f"{puzzle!r:.40}, expected a puzzle", file="puzzles", index=index)
        grade = str(puzzle.difficulty()) if isinstance(puzzle, ExplainMixin) else ""
        kinds.setdefault(type(puzzle), {}).setdefault(grade, []).append(puzzle)
    for kind, grades in kinds.items():
        spec = spec_of(kind)
        name = kind.__name__ if spec is None else spec.name.capitalize()
        for grade in ("", *map(str, Difficulty)):
            for puzzle in grades.get(grade, ()):
                yield f"{name}, {grade}" if grade else name, puzzle


def _page_html(number: int, page: Page) -> str:
    grid = f"grid-template: repeat({page.rows}, 1fr) / repeat({page.cols}, 1fr)"
    figures = "".join(
        f"<figure>\n<figcaption>{one.label}</figcaption>\n{one.svg}"
        + (f"<p>{escape(printable_lines(one.text))}</p>\n" if one.text else "")
        + "</figure>\n"
        for one in page.figures
    )
    return (
        f'<section class="page" id="page{number}">\n<h2>{escape(page.title)}</h2>\n'
        f'<div class="grid" style="{grid}">\n{figures}</div>\n<footer>{number}</footer>\n</section>\n'
    )


def printable_lines(text: str) -> str:
    """Return lines of text with what could steer a terminal written as escapes."""
    return "\n".join(map(printable, text.split("\n")))


# PDF

POINT = 72 / 25.4
"""Points of a mm."""


def _pdf(book: Book) -> bytes:
    pdf_maker()
    from reportlab.pdfgen.canvas import Canvas

    texts = [book.title, *(name for name, _ in book.contents)]
    texts += [text for page in book.pages for one in page.figures for text in (one.svg, one.text)]
    plain, bold = fonts_for(texts)
    out = io.BytesIO()
    width, height = book.width * POINT, book.height * POINT
    canvas = Canvas(out, pagesize=(width, height), invariant=1)
    canvas.setTitle(printable(book.title))
    title = printable(book.title)
    canvas.setFont(bold, min(30, 30 * 0.8 * width / canvas.stringWidth(title or " ", bold, 30)))
    canvas.drawCentredString(width / 2, 0.72 * height, title)
    for line, (name, first) in enumerate(book.contents):
        y = 0.6 * height - 18 * line
        canvas.setFont(plain, 11)
        canvas.drawString(0.2 * width, y, name)
        canvas.drawRightString(0.8 * width, y, str(first))
        canvas.linkRect("", f"page{first}", (0.2 * width, y - 4, 0.8 * width, y + 12))
    canvas.showPage()
    for number, page in enumerate(book.pages, 2):
        canvas.bookmarkPage(f"page{number}")
        canvas.setFont(bold, 13)
        canvas.drawString(MARGIN * POINT, height - MARGIN * POINT - 9, page.title)
        canvas.setFont(plain, 9)
        canvas.drawCentredString(width / 2, MARGIN * POINT - 4, str(number))
        wide = (book.width - 2 * MARGIN - (page.cols - 1) * GAP) / page.cols
        tall = (book.height - 2 * MARGIN - HEAD - FOOT - (page.rows - 1) * GAP) / page.rows
        for place, figure in enumerate(page.figures):
            x = MARGIN + place % page.cols * (wide + GAP)
            top = book.height - MARGIN - HEAD - place // page.cols * (tall + GAP)
            _draw(canvas, figure, (x * POINT, top * POINT, wide * POINT, tall * POINT), (plain, bold))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(
    canvas: Any, figure: Figure, box: tuple[float, float, float, float], fonts: tuple[str, str]
) -> None:
    """Draw a figure into a box: its upper left corner, width and height in points."""
    from reportlab.graphics import renderPDF
    from reportlab.lib.utils import simpleSplit

    x, top, width, height = box
    canvas.setFont(fonts[1], 10)
    canvas.drawString(x, top - 10, figure.label)
    top, height = top - 14, height - 14
    lines: list[str] = []
    size = FONT_SIZES[-1]
    for size in FONT_SIZES if figure.text else ():
        said = printable_lines(figure.text).split("\n")
        lines = [part for line in said for part in simpleSplit(line, fonts[0], size, width) or [""]]
        if 1.2 * size * len(lines) <= 0.4 * height:
            break
    below = 1.2 * size * len(lines) + 4 if lines else 0.0
    drawing = drawing_of(figure.svg)
    scale = min(width / drawing.width, max(height - below, 0.2 * height) / drawing.height)
    drawing.scale(scale, scale)
    tall = scale * drawing.height
    renderPDF.draw(drawing, canvas, x, top - tall)
    canvas.setFont(fonts[0], size)
    for number, line in enumerate(lines):
        canvas.drawString(x, top - tall - 4 - 1.2 * size * (number + 1) + 0.2 * size, line)
