"""Draw the pictures of the documentation, ``docs/images/*.svg``, with the package itself.

    python tools/make_doc_images.py            # writes them
    python tools/make_doc_images.py --check    # says which are not current; exit code 1

The same package gives the same bytes; a test compares.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from unriddle.puzzles import registry
from unriddle.puzzles.framework.svg import Drawing

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"

FLOORS = [
    ("cli", "arguments, printed reports, exit codes"),
    ("batch, report", "many records from files; benchmark reports"),
    ("puzzles", "parse and validate once, call the core, hold the result, draw"),
    ("lexicon, search", "word lists and their trie; solvers for any Puzzle"),
    ("console", "arguments, limits, printed answers of subcommands"),
    ("io", "text and grids in; bytes, atomic files, locks"),
    ("arrow, display, typing", "columns of other libraries; a progress line; types"),
    ("base", "Puzzle, Result, Limits, SearchStats, Status, errors"),
    ("nodes", "PuzzleNode"),
    ("hash_keys, repr_html", "which states are one; how a value shows itself"),
    ("core", "compiled kernels over arrays"),
]
"""The floors of the house from the top, as tests/test_architecture.py holds them."""


def house() -> str:
    """Return the floors of the package as a house; what stands on a floor may use those below it."""
    width, height, left, top = 620, 46, 70, 74
    picture = Drawing(
        760, top + height * len(FLOORS) + 62, "The floors of the package, each on those below it"
    )
    picture.rect(0, 0, 760, top + height * len(FLOORS) + 62, fill="#ffffff")
    picture.polygon([(left - 22, top), (left + width / 2, 14), (left + width + 22, top)], fill="#b5523b")
    picture.text(left + width / 2, 52, "unriddle", 20, fill="#ffffff")
    for k, (names, what) in enumerate(FLOORS):
        y = top + k * height
        fill = "#f3e3c3" if k % 2 == 0 else "#ead3a4"
        if names == "core":
            fill = "#c9ced6"
        picture.rect(left, y, width, height, fill=fill, stroke="#6b5b45")
        picture.text(left + 82, y + height / 2, names, 15, fill="#222222", font_weight="bold")
        picture.text(left + 390, y + height / 2, what, 13, fill="#222222")
    bottom = top + height * len(FLOORS)
    picture.rect(0, bottom, 760, 6, fill="#5d7f4e")
    picture.text(
        380, bottom + 28, "text and arrays in at the top, frozen results out; imports go down only", 13
    )
    for x, ends in ((34, (top + 10, bottom - 10)), (726, (bottom - 10, top + 10))):
        tip = 9 if ends[0] < ends[1] else -9
        picture.line(x, ends[0], x, ends[1], stroke="#444444", stroke_width=2)
        picture.polygon([(x - 6, ends[1] - tip), (x + 6, ends[1] - tip), (x, ends[1])], fill="#444444")
    return str(picture)


def pictures() -> dict[str, str]:
    """Return the SVG of each picture by its name: the house, and those of the puzzles."""
    found = {"house": house()}
    for spec in registry.built_in():
        if spec.pictures:
            found |= spec.load(spec.pictures).pictures()
    return found


def main() -> int:
    """Write the pictures, or compare them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the files instead of writing")
    stale = 0
    if parser.parse_args().check:
        for name, text in pictures().items():
            path = FOLDER / f"{name}.svg"
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                print(f"{path.name} is not current: make doc-images")
                stale = 1
        return stale
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
