"""Draw the pictures of the documentation, ``docs/images/*.svg``, with the package itself.

    python tools/make_doc_images.py            # writes them
    python tools/make_doc_images.py --check    # says which are not current; exit code 1

The same package gives the same bytes; a test compares.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import textwrap
from pathlib import Path

from rich.style import Style

from unriddle import Boggle, BoggleResult, Lexicon, SudokuPuzzle, find_path
from unriddle.cli.full_screen import FullScreen
from unriddle.puzzles import registry
from unriddle.puzzles.boggle import survey
from unriddle.puzzles.boggle.draw import EDGE, SIDE, paint, path_of
from unriddle.puzzles.sudoku.play import SudokuGame
from unriddle.svg import Drawing, Ink

PICTURE, LETTER = 760.0, 7.9
"""Width of a board with its words; of a letter there."""
FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"

FLOORS = [
    ("cli", "arguments, printed reports, exit codes"),
    ("batch", "many records from files"),
    ("puzzles", "parse and validate once, call the core, hold the result, draw"),
    ("lexicon, search", "word lists and their trie; solvers for any Puzzle"),
    ("answers", "results as sequences; saving by the ending of a name"),
    ("console, pdf", "arguments, limits, printed answers of subcommands; PDF"),
    ("io", "text and grids in; bytes, atomic files, locks"),
    ("arrow, options, typing", "columns of other libraries; options; types"),
    ("base", "Puzzle, Result, Limits, SearchStats, Status, errors"),
    ("nodes", "PuzzleNode"),
    (
        "hash_keys, repr_html, signals, svg",
        "which states are one; tables; signals; shapes",
    ),
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


def astar() -> str:
    """Return the tree of the search of docs/tutorials/why_astar.md."""

    def near(cell: tuple[int, int]) -> list[tuple[int, int]]:
        row, col = cell
        steps = (row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)
        return [(r, c) for r, c in steps if 0 <= r < 8 and 0 <= c < 8]

    robot = {
        "start": (0, 0),
        "successors": near,
        "is_goal": lambda cell: cell == (7, 7),
        "heuristic": lambda cell: 14 - sum(cell),
    }
    return find_path(robot, "astar", trace=True).tree_svg()


def boggle_pictures() -> dict[str, str]:
    """Return the drawings of the pages about Boggle by name."""
    hexagons = Boggle.parse("tea/ars/ode", topology="hex")
    return {
        "boggle": Boggle.parse("perslatgsineters").to_svg("replastering"),
        "boggle_words": with_words(Boggle.parse("catdlinemaropets").solve(Lexicon.load(level=60))),
        "boggle_best": Boggle.parse("streaedlp").to_svg(),
        "boggle_hex": hexagons.to_svg(hexagons.solve(["erodes"])),
        "dice": survey("1987", boards=100_000, seed=1, sample=0).to_svg(),
        "window": _window(),
    }


def with_words(result: BoggleResult) -> str:
    """Return the SVG text of a board, the path of its longest word, and its words by length."""
    board: Boggle = result.board
    rows, cols = board.shape
    left, height = cols * SIDE + 2 * EDGE + 18, max(rows * SIDE + 2 * EDGE, 172.0)
    across = int((PICTURE - left - 40) / LETTER)
    picture = Drawing(PICTURE, height, f"{rows} by {cols} board of letters and its {result.count:,} words")
    picture.rect(0, 0, PICTURE, height, fill=Ink.RAISED, rx=8)
    paint(picture, board.board, board.board_rules, path_of(board.board, board.board_rules, result))
    style: dict[str, object] = {"text_anchor": "start", "font_family": "monospace", "fill": "#222222"}
    line = 17.0
    picture.text(left, line, str(result), 15, **style)
    for length, words in sorted(result.by_length().items(), reverse=True):
        shown = textwrap.wrap(", ".join(words), across, max_lines=1, placeholder=f" … ({len(words):,})")
        line += 18
        if line > height - 8:
            break
        picture.text(left, line, f"{length:2}", 13, **{**style, "fill": Ink.ACCENT})
        picture.text(left + 28, line, shown[0], 13, **style)
    return str(picture)


def _window() -> str:
    """Draw the window of rows that a search of an enormous board moves down."""
    picture = Drawing(460, 300, "A window of rows: a band, and the margins that its paths reach")
    picture.rect(0, 0, 460, 300, fill="#ffffff")
    parts = [
        (8, 56, "#eeeeee", "rows that are done"),
        (64, 40, "#dce8f5", "margin: letters of the longest word − 1"),
        (104, 80, "#9dc3e6", "band: paths begin here"),
        (184, 40, "#dce8f5", "margin"),
        (224, 68, "#eeeeee", "rows that are not read yet"),
    ]
    for top, height, fill, what in parts:
        picture.rect(20, top, 330, height, fill=fill, stroke="#888888")
        picture.text(185, top + height / 2, what, 14, fill="#222222")
    picture.line(366, 64, 366, 224, stroke="#444444", stroke_width=2)
    picture.text(412, 144, "window", 14, fill="#222222")
    return str(picture)


async def game() -> str:
    """Return a picture of a Sudoku that is played in full screen."""
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    app = FullScreen(SudokuGame(SudokuPuzzle.parse(line)))
    async with app.run_test(size=(80, 25)) as pilot:
        for key in (*["right"] * 2, *"m124m", "down", *"m247m", *["right"] * 5, "4", "up", *"m12m", "h"):
            await pilot.press(key)
            await app.workers.wait_for_complete()
        setattr(app, "clock", lambda: "4:14")  # noqa: B010 (a checker forbids to replace a method)
        app.redraw()
        await pilot.pause()
        lines = app.screen._compositor.render_strips()
    wide, high = 9.0, 20.0
    picture, page = Drawing(80 * wide, 25 * high, "A Sudoku played in a terminal"), "#121212"
    picture.rect(0, 0, 80 * wide, 25 * high, fill=page)
    for row, strip in enumerate(lines):
        x, y = 0.0, row * high
        for text, found, _ in strip:
            style = found or Style()
            ink, paper = (colour and colour.get_truecolor().hex for colour in (style.color, style.bgcolor))
            if style.reverse:
                ink, paper = paper, ink
            if paper != page:
                picture.rect(x, y, len(text) * wide, high, fill=paper)
            looks = {
                "fill": ink,
                "text_anchor": "start",
                "font_family": "monospace",
            }
            looks |= {"font_weight": "bold"} if style.bold else {}
            for word in re.finditer(r"\S+", text):
                picture.text(x + word.start() * wide, y + high / 2, word[0], 15, **looks)
            x += len(text) * wide
    return str(picture)


def pictures() -> dict[str, str]:
    """Return the SVG of each picture by its name: the house, and those of the puzzles."""
    found = {"house": house(), "astar": astar(), "play": asyncio.run(game()), **boggle_pictures()}
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
