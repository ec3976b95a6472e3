"""Draw SVG into PDF: vector pictures with embedded fonts; needs extra ``book``."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from typing import Any

from .base import PuzzleError, import_extra

CENTRAL = 0.36
"""From the baseline to the middle of a letter, in font sizes: svglib sets text on the baseline."""
_TEXT = re.compile(r'(<text x="[^"]*" y=")([^"]*)("[^>]*font-size=")([^"]*)"')
FONTS = (("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), ("Vera.ttf", "VeraBd.ttf"))
"""Plain and bold; reportlab brings the second pair, which has no letters but those of Western Europe."""


def pdf_maker() -> Any:
    """Return what draws pictures into a PDF; raise MissingExtraError where it is not installed."""
    return import_extra("svglib", "PDF files", "book")


def pdf_of(svg: str) -> bytes:
    """Return a picture as PDF: one page of its size.

    Raises
    ------
    MissingExtraError
        svglib is not installed.
    PuzzleError
        No font that was found has all of its letters.
    """
    pdf_maker()
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas

    fonts_for([svg])
    drawing, out = drawing_of(svg), io.BytesIO()
    canvas = Canvas(out, pagesize=(drawing.width, drawing.height), invariant=1)
    renderPDF.draw(drawing, canvas, 0, 0)
    canvas.save()
    return out.getvalue()


def drawing_of(svg: str) -> Any:
    """Return a picture as reportlab draws it."""
    from svglib.svglib import svg2rlg

    return svg2rlg(io.BytesIO(_TEXT.sub(_on_baseline, svg).encode()))


def _on_baseline(text: re.Match[str]) -> str:
    y = float(text[2]) + CENTRAL * float(text[4])
    return f'{text[1]}{y:g}{text[3]}{text[4]}"'


def fonts_for(texts: Iterable[str]) -> tuple[str, str]:
    """Register the first fonts that have all letters of some texts; return their names, plain and bold."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont
    from svglib.fonts import register_font

    needed = {letter for letter in set("".join(texts)) if letter.isprintable()}
    missing: set[str] = needed
    for names in FONTS:
        try:
            found = [TTFont(name.removesuffix(".ttf"), name) for name in names]
        except TTFError:
            continue
        missing = {letter for letter in needed if ord(letter) not in found[0].face.charToGlyph}
        if not missing:
            for font, name, weight in zip(found, names, ("normal", "bold"), strict=True):
                pdfmetrics.registerFont(font)
                register_font("sans-serif", name, weight=weight, rlgFontName=font.fontName)
            return found[0].fontName, found[1].fontName
    raise PuzzleError(f"no font with the letter {min(missing)!r} was found; install DejaVu Sans")
