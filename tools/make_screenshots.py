"""Take the screenshots of the documentation, ``docs/images/*.webp``: pages, a notebook cell, a book.

python tools/make_screenshots.py

Needs Chromium, its driver and selenium. Browsers differ in how they draw text, so no test compares them.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from browse import Browser, missing
from make_doc_images import FOLDER

import unriddle as ur

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CELL = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 12px; background: #fff; font: 14px sans-serif }}
pre {{ margin: 0 0 10px; padding: 8px; border: 1px solid #ddd; background: #f7f7f7; font: 13px monospace }}
</style><pre>{code}</pre>{shown}"""
"""A notebook with one cell."""


def pages() -> dict[str, tuple[str, int, slice, str]]:
    """Return the HTML, the width, the rows of pixels and the colour scheme of each picture by its name."""
    result = ur.Boggle("perslatgsineters").solve()
    sudoku = ur.Sudoku(SUDOKU).solve()
    code = 'import unriddle as ur\nur.Boggle("perslatgsineters").solve()'
    book = ur.book(ur.Sudoku.generate_many(4, seed=1, difficulty="easy"), title="Four easy Sudokus")
    return {
        "page": (result.to_html(), 1000, slice(0, 640), "light"),
        "page_dark": (sudoku.to_html(), 1000, slice(0, 640), "dark"),
        "notebook": (CELL.format(code=code, shown=result._repr_html_()), 700, slice(0, 350), "light"),
        "book": (book.to_html(), 1000, slice(1150, 2290), "light"),
    }


def main() -> None:
    """Write the pictures."""
    if wanting := missing():
        raise SystemExit(wanting)
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        for name, (text, width, shown, scheme) in pages().items():
            page = Path(folder) / f"{name}.html"
            page.write_text(text, encoding="utf-8")
            browser.open(page, width, scheme)
            browser.picture(FOLDER / f"{name}.webp", shown.start, shown.stop - shown.start)


if __name__ == "__main__":
    main()
