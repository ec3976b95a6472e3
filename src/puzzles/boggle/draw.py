"""Draws a board of letter tiles, and a path on it, as SVG."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
from ...io.text import printable
from ..framework.html import Facts, Frame, Letters, Row, Table, View, facts_of
from ..framework.svg import Drawing
from .heat_map import uses_of
from .parse import HOLE, WILDCARD

if TYPE_CHECKING:
    from .heat_map import HeatMap
    from .puzzle import Boggle
    from .result import BoggleResult

__all__ = ["MOST_CELLS", "Path", "draw", "path_of", "pictures", "view"]

Path = Sequence[int]
MOST_CELLS = 10_000  # a larger picture serves nobody
MOST_DRAWN, MOST_PAINTED, MOST_WORDS = 1_024, 4_000_000, 200_000
"""Cells of a board that a page draws, cells that it paints as a map; words that it lists."""
SIDE, EDGE = 40.0, 6.0
PICTURE, LETTER = 760.0, 7.9
"""Width of a board with its words; of a letter there."""
FEW_WORDS = 2_000


def path_of(board: Boggle, answer: Any) -> Path:
    """Return the path that a picture of an answer shows: that of the longest word, or the path itself."""
    path = getattr(answer, "path", None)
    if path is not None:  # a result, which knows where its words end
        longest = max(answer.words, key=len, default=None)
        return () if longest is None else path(longest) or ()
    if answer is None or not isinstance(answer, Sequence):
        return ()
    if not isinstance(answer, str) and not all(isinstance(word, str) for word in answer):
        return answer
    longest = answer if isinstance(answer, str) else max(answer, key=len, default="")
    found = board.path(longest) if longest else ()
    if found is None:
        raise PuzzleError(f"'{printable(longest[:40])}' is not on the board, expected a word or a path of it")
    return found


def centres(board: Boggle) -> list[tuple[float, float]]:
    """Return the middle of each cell in a picture."""
    lean = SIDE / 2 if board.topology == "hex" else 0.0
    rows, cols = board.shape
    return [
        (EDGE + (col + 0.5) * SIDE + row * lean, EDGE + (row + 0.5) * SIDE)
        for row in range(rows)
        for col in range(cols)
    ]


def draw(board: Boggle, path: Path = ()) -> str:
    """Return the SVG text of a board with a path of cells drawn on it.

    Raises
    ------
    PuzzleError
        More than 10,000 cells, or a cell of the path that is not on the board.
    """
    rows, cols = board.shape
    if rows * cols > MOST_CELLS:
        raise PuzzleError(f"a picture of {rows * cols:,} cells, expected at most {MOST_CELLS:,}")
    for cell in path:
        if not 0 <= cell < rows * cols:
            raise PuzzleError(f"cell {cell} of the path, expected 0 to {rows * cols - 1}")
    width = centres(board)[-1][0] + SIDE / 2 + EDGE
    picture = Drawing(width, rows * SIDE + 2 * EDGE, f"{rows} by {cols} board of letters")
    picture.rect(0, 0, width, rows * SIDE + 2 * EDGE, fill="#f4f1e8", rx=8)
    _paint(picture, board, path)
    return str(picture)


def _paint(picture: Drawing, board: Boggle, path: Path) -> None:
    """Draw the tiles of a board and a path on a picture."""
    middles = centres(board)
    rows, cols = board.shape
    on_path = set(path)
    for cell in range(rows * cols):
        x, y = middles[cell]
        tile = board.tile(cell)
        fill = "#555555" if tile == HOLE else "#ffe08a" if cell in on_path else "#ffffff"
        picture.rect(
            x - SIDE / 2 + 2, y - SIDE / 2 + 2, SIDE - 4, SIDE - 4, fill=fill, stroke="#8a8577", rx=5
        )
    picture.path([middles[cell] for cell in path], "#c0392b")
    for cell in range(rows * cols):
        tile = board.tile(cell)
        if tile != HOLE:
            picture.text(*middles[cell], tile.capitalize(), 20 if len(tile) == 1 else 14, fill="#222222")


def with_words(result: BoggleResult) -> str:
    """Return the SVG text of a board, the path of its longest word, and its words by length, as room is.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> "rates, tears" in with_words(Boggle.parse("tea/ars").solve(["tears", "rates", "tea"]))
    True
    """
    board = result.board
    rows, cols = board.shape
    left, height = cols * SIDE + 2 * EDGE + 18, max(rows * SIDE + 2 * EDGE, 172.0)
    across = int((PICTURE - left - 40) / LETTER)
    picture = Drawing(PICTURE, height, f"{rows} by {cols} board of letters and its {result.count:,} words")
    picture.rect(0, 0, PICTURE, height, fill="#f4f1e8", rx=8)
    _paint(picture, board, path_of(board, result))
    style: dict[str, object] = {"text_anchor": "start", "font_family": "monospace", "fill": "#222222"}
    line = 17.0
    picture.text(left, line, str(result), 15, **style)
    for length, words in sorted(result.by_length().items(), reverse=True):
        shown = textwrap.wrap(", ".join(words), across, max_lines=1, placeholder=f" … ({len(words):,})")
        line += 18
        if line > height - 8:
            break
        picture.text(left, line, f"{length:2}", 13, **{**style, "fill": "#a0522d"})
        picture.text(left + 28, line, shown[0], 13, **style)
    return str(picture)


def paths_of(result: BoggleResult, words: Sequence[str]) -> list[Path]:
    """Return a path of each of some words of a result, () where none is known.

    Where the search told the cells in which words end, as on large boards, the walk goes back from there, in
    time that does not depend on the board.
    """
    ends = result.finding.last_cells
    if ends is None or len(words) <= FEW_WORDS:
        return [result.path(word) or () for word in words]
    board = result.board
    table, names = board.neighbours(), board.board.names
    tiles, n = board.board.tiles.reshape(-1), board.rows * board.cols

    def back(word: str, cell: int) -> Path:
        """Return the path of a word that ends in a cell, by depth-first search from its end."""
        ways: list[tuple[tuple[int, ...], int]] = [((cell,), len(word))]
        while ways:
            path, left = ways.pop()
            name = names[tiles[path[-1]]]
            if name == WILDCARD:
                name = word[left - 1]
            if not name or not word.endswith(name, 0, left):
                continue
            left -= len(name)
            if not left:
                return path[::-1]
            ways += [((*path, c), left) for c in table[path[-1]].tolist() if c < n and c not in path]
        return ()

    return [back(word, int(end)) for word, end in zip(words, ends[: len(words)], strict=True)]


def _table(board: Boggle, answer: Any) -> Table | None:
    """Return the words of an answer, each with a path."""
    if hasattr(answer, "finding"):
        words, scores = answer.words[:MOST_WORDS], answer.scores.tolist()
        rows = [
            Row(values=(word, len(word), score), cells=tuple(path))
            for word, score, path in zip(words, scores, paths_of(answer, words), strict=False)
        ]
        return Table(noun="words", columns=("word", "letters", "points"), rows=rows, choices=(1,))
    if isinstance(answer, str):
        answer = [answer]
    if not isinstance(answer, Sequence) or not answer:
        return None
    if all(isinstance(word, str) for word in answer):
        rows = [Row(values=(word, len(word)), cells=tuple(path_of(board, word))) for word in answer]
        return Table(noun="words", columns=("word", "letters"), rows=rows, choices=(1,))
    path = tuple(answer)
    spelt = "".join(board.tile(cell) for cell in path)
    return Table(noun="paths", columns=("path", "cells"), rows=[Row(values=(spelt, len(path)), cells=path)])


def _uses(board: Boggle, answer: Any) -> HeatMap | None:
    """Count all paths of the words of an answer; None for too many, or where not all words are known."""
    if hasattr(answer, "finding"):
        whole = answer.status is not Status.LIMIT
        return uses_of(board.board, answer.rules, answer.lexicon) if whole else None
    words = [answer] if isinstance(answer, str) else answer
    if not isinstance(words, Sequence) or not words or not all(isinstance(word, str) for word in words):
        return None
    from ...lexicon import Lexicon

    return uses_of(board.board, replace(board.board_rules, min_length=1), Lexicon(words))


def _facts(board: Boggle, answer: Any) -> Facts:
    """Return what is said of an answer: its status where it is not all there is to find, and its rules."""
    names = {"count": "words", "score": "points"}
    found = [(names.get(name, name), value) for name, value in facts_of(answer) if name != "status"]
    if getattr(answer, "status", None) is Status.LIMIT:
        found.insert(0, ("status", "LIMIT"))
    if board.topology != "king" or board.wrap:
        found.append(("topology", f"{board.topology}{', wrap' if board.wrap else ''}"))
    return tuple(found)


def _notes(answer: Any, table: Table, uses: HeatMap | None) -> tuple[str, ...]:
    """Return what is counted on the map, and which words the list leaves out."""
    if uses is None:
        notes = ("How often a cell is used counts one path a word, the one that is shown.",)
    else:
        notes = (
            f"How often a cell is used counts every path of every word, {uses.paths:,} in all; the list "
            "shows one path of each.",
        )
    left = answer.count - len(table.rows) if hasattr(answer, "finding") else 0
    return (*notes, f"The first {MOST_WORDS:,} words are listed, {left:,} are not.") if left > 0 else notes


def view(board: Boggle, answer: Any = None) -> View:
    """Return what the page of an answer shows: of a large board a map instead of a picture."""
    rows, cols = board.shape
    if rows * cols > MOST_PAINTED:
        raise PuzzleError(f"a page of {rows * cols:,} cells, expected at most {MOST_PAINTED:,}")
    table = _table(board, answer)
    uses = None if table is None else _uses(board, answer)
    shown = View(
        title=f"Boggle {rows} × {cols}",
        facts=_facts(board, answer),
        cols=cols,
        table=table,
        heat=table is not None,
        uses=() if uses is None else uses.cells.tolist(),
        used="" if uses is None else "paths of words",
        notes=() if table is None else _notes(answer, table, uses),
    )
    if rows * cols > MOST_DRAWN:
        names = [name or " " for name in board.board.names]
        plain = all(len(name) == 1 for name in names)
        lines: list[Any] = [[names[number] for number in row] for row in board.board.tiles.tolist()]
        letters = Letters(rows=tuple("".join(line) if plain else line for line in lines))
        return replace(shown, letters=letters, heat=True)
    frame = Frame(svg=draw(board), says="the board", text=board.format())
    return replace(shown, frames=[frame], centres=centres(board), side=SIDE)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from ...lexicon import Lexicon
    from .puzzle import Boggle
    from .surveys.survey import survey

    hexagons = Boggle.parse("tea/ars/ode", topology="hex")
    return {
        "boggle": Boggle.parse("perslatgsineters").to_svg("replastering"),
        "boggle_words": with_words(Boggle.parse("catdlinemaropets").solve(Lexicon.load(level=60))),
        "boggle_best": Boggle.parse("streaedlp").to_svg(),
        "boggle_hex": hexagons.to_svg(hexagons.solve(["erodes"])),
        "dice": survey("1987", boards=100_000, seed=1, sample=0).to_svg(),
        "window": _window(),
    }


def _window() -> str:
    """Return the window of rows that a search of an enormous board moves down."""
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
